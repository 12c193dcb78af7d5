"""The four sides of an oblong: the zones before them, their edges, and what lies against them.

An oblong is given as in `shapes`: the middle of its front edge, its facing, width and depth. Going round it
clockwise the sides are front, right, rear and left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from warhost.engine.field.compass import (
    FULL_TURN,
    HALF_TURN,
    RIGHT_ANGLE,
    Angle,
    Point,
    ahead,
    bearing,
    distance,
    from_frame,
    opposite,
    to_frame,
    veered,
)
from warhost.engine.field.shapes import SLACK, Shape, clip, oblong

from .length import Length

Side = Literal["front", "right", "rear", "left"]
CLOCKWISE: tuple[Side, ...] = ("front", "right", "rear", "left")
OUTWARD: dict[Side, int] = {"front": 0, "right": RIGHT_ANGLE, "rear": HALF_TURN, "left": 3 * RIGHT_ANGLE}


class Oblong(NamedTuple):
    front: Point
    facing: Angle
    width: Length
    depth: Length


class Edge(NamedTuple):
    """A side as a line: its middle, the angle that looks away from the oblong, its length."""

    middle: Point
    outward: Angle
    length: Length

    @property
    def inward(self) -> Angle:
        """How one faces who stands against it."""
        return opposite(self.outward)


def zone(box: Oblong, point: Point) -> Side:
    """In front of which side the point lies: the borders run outwards from the corners at 45 degrees.

    A point on a border belongs to the front rather than to a flank, to a flank rather than to the rear.

    >>> box = Oblong((0, 0), 0, 4000, 2000)
    >>> zone(box, (4000, 3000)), zone(box, (-4000, 1000)), zone(box, (-3000, -7000))
    ('front', 'left', 'rear')
    """
    x, y = to_frame(point, box.front, box.facing)
    beside = 2 * abs(x) - box.width
    beyond = abs(2 * y + box.depth) - box.depth
    if 2 * y + box.depth > 0 and beyond >= beside:
        return "front"
    if beside >= beyond:
        return "left" if x < 0 else "right"
    return "rear"


def edge(box: Oblong, side: Side) -> Edge:
    front, facing, width, depth = box
    if side == "front":
        return Edge(front, bearing(facing), width)
    if side == "rear":
        return Edge(ahead(front, facing, -depth), opposite(facing), width)
    across = width // 2 if side == "right" else -(width // 2)
    middle = from_frame((across, -(depth // 2)), front, facing)
    return Edge(middle, veered(facing, OUTWARD[side]), depth)


def length(box: Oblong, side: Side) -> int:
    return box.width if side in ("front", "rear") else box.depth


def side_towards(box: Oblong, way: Angle) -> Side:
    """The side that looks most nearly this way; the first one clockwise from the front if two do."""
    quarter, past = divmod((way - box.facing) % FULL_TURN, RIGHT_ANGLE)
    following = (quarter + 1) % len(CLOCKWISE)
    if 2 * past == RIGHT_ANGLE:
        return CLOCKWISE[min(quarter, following)]
    return CLOCKWISE[quarter if 2 * past < RIGHT_ANGLE else following]


def span(line: Edge, shape: Shape | Sequence[Point]) -> tuple[int, int, int, int]:
    """How a shape lies to an edge: its least and greatest place along the edge, clockwise from its middle, and its
    least and greatest distance outwards."""
    points = shape.points if isinstance(shape, Shape) else shape
    frames = [to_frame(point, line.middle, line.outward) for point in points]
    xs, ys = [x for x, _ in frames], [y for _, y in frames]
    return min(xs), max(xs), min(ys), max(ys)


def against(box: Oblong, shape: Shape, reach: int) -> list[tuple[Side, int, int]]:
    """The sides that a shape lies against, no further off than `reach`, and which part of each it covers.

    Parts are counted along the side clockwise from its beginning. A corner is not enough. A shape that stands
    partly inside the box lies against the side that is nearest to its centre.
    """
    points = [to_frame(point, box.front, box.facing) for point in shape.points]
    left, right = min([x for x, _ in points]), max([x for x, _ in points])
    back, top = min([y for _, y in points]), max([y for _, y in points])
    _, _, width, depth = box
    half = width // 2
    lying: tuple[tuple[Side, int, int, int, int], ...] = (  # from where to where, how far off, along how much
        ("front", left + half, right + half, back, width),
        ("right", -top, -back, left - half, depth),
        ("rear", half - right, half - left, -top - depth, width),
        ("left", back + depth, top + depth, -right - half, depth),
    )
    if all(off < -SLACK for _, _, _, off, _ in lying):
        nearest = zone(box, shape.centre)
        lying = tuple((side, low, high, 0, long) for side, low, high, _, long in lying if side == nearest)
    found: list[tuple[Side, int, int]] = []
    for side, low, high, off, long in lying:
        low, high = max(low, 0), min(high, long)
        if -SLACK <= off <= reach and high - low > SLACK:
            found.append((side, low, high))
    return found


def band(points: Sequence[Point], low: int, high: int) -> tuple[int, int] | None:
    """The least and the greatest x of a convex outline between two heights; None if it does not reach between them.

    >>> band([(0, 0), (10, 10), (20, 0)], 5, 30)
    (5, 15)
    """
    found = []
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        if low <= ay <= high:
            found.append(ax)
        for level in (low, high):
            if min(ay, by) < level < max(ay, by):
                found.append(ax + (bx - ax) * (level - ay) // (by - ay))
    return (min(found), max(found)) if found else None


def round_about(box: Oblong, side: Side) -> dict[Side, int]:
    """Where each side begins, going round clockwise from the beginning of this one."""
    start, places = 0, {}
    first = CLOCKWISE.index(side)
    for step in range(4):
        here = CLOCKWISE[(first + step) % 4]
        places[here] = start
        start += length(box, here)
    return places


def way_round(a: Point, b: Point, box: Oblong) -> Length:
    """The length of the shortest way from a to b that does not cross the box."""
    corners = oblong(*box)
    shape = corners.points
    if clip(a, b, corners) is None:
        return distance(a, b)
    best = None
    for start in range(4):
        for step in (1, -1):
            for count in (1, 2, 3):
                path = [a, *(shape[(start + step * taken) % 4] for taken in range(count)), b]
                if clip(a, path[1], corners) is None and clip(path[-2], b, corners) is None:
                    way = sum((distance(path[leg], path[leg + 1]) for leg in range(count + 1)), Length(0))
                    best = way if best is None else min(best, way)
                    break
    return best if best is not None else distance(a, b)
