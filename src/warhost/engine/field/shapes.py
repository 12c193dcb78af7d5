"""Convex shapes on a table of free measure: what overlaps, how far apart, how far until they touch.

Positions and angles are those of compass.py. Corners are rounded to integers, so two shapes that should
just touch may be a thousandth apart or into each other: SLACK and HAIR see to it that this decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, sqrt

from .compass import (
    FULL_TURN,
    HALF_UNIT,
    RIGHT_ANGLE,
    SCALE,
    SCALE_BITS,
    WAVE,
    Angle,
    Point,
    ahead,
    cosine,
    distance,
    rays,
    sine,
)
from .length import NOTHING, Length

Box = tuple[int, int, int, int]  # left, right, bottom, top
Edge = tuple[float, float, float]  # the outward normal, and how far along it from the origin the edge lies
Connection = tuple[float, float, float, float, float]

# Shapes that share no more than this depth count as touching, not as overlapping.
SLACK = Length(10)
# A corner is rounded by up to 0.71, and so is a point that is held against it.
HAIR = 1.5
# Two lengths that differ by no more than floating point numbers do.
TIE = 1e-6


class Shape:
    """A convex shape, its corners in clockwise order. Never changed once built."""

    __slots__ = ("_edges", "_frame", "bottom", "centre", "left", "points", "right", "top")

    def __init__(
        self, points: tuple[Point, ...], box: Box, centre: Point, frame: tuple[int, ...] | None = None
    ) -> None:
        """Use `oblong`, `disc` or `polygon`."""
        self.points = points
        self.left, self.right, self.bottom, self.top = box
        self.centre = centre
        self._frame = frame
        self._edges: tuple[Edge, ...] | None = None

    @property
    def radius(self) -> int:
        """How far the farthest corner is from the centre."""
        return max(distance(self.centre, point) for point in self.points)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges, worked out when first asked for; the first runs from the first corner to the second."""
        edges = self._edges
        if edges is None:
            edges = self._edges = _edges_of_oblong(self.points) if self._frame else _edges(self.points)
        return edges

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and self.points == other.points

    def __hash__(self) -> int:
        return hash(self.points)

    def __repr__(self) -> str:
        return f"Shape{self.points}"


def _edges(points: tuple[Point, ...]) -> tuple[Edge, ...]:
    return tuple([_edge(*ends) for ends in zip(points, _following(points), strict=True)])


def _edges_of_oblong(points: tuple[Point, ...]) -> tuple[Edge, ...]:
    """Its sides run parallel, so that two of them tell the other two."""
    a, b, (x, y), _ = points
    nx, ny, front = _edge(a, b)
    mx, my, side = _edge(b, points[2])
    left = -mx * points[3][0] - my * points[3][1]
    return (nx, ny, front), (mx, my, side), (-nx, -ny, -nx * x - ny * y), (-mx, -my, left)


def _edge(a: Point, b: Point) -> Edge:
    ax, ay = a
    x, y = b[0] - ax, b[1] - ay
    length = sqrt(x * x + y * y)
    nx, ny = -y / length, x / length
    return nx, ny, nx * ax + ny * ay


def _following(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """For each corner the next one round the shape."""
    return points[1:] + points[:1]


def oblong(front: Point, facing: Angle, width: int, depth: int) -> Shape:
    """Front is the middle of the front edge. Corners: front left, front right, back right, back left."""
    angle = facing % FULL_TURN
    s, c = WAVE[angle], WAVE[angle + RIGHT_ANGLE]
    # The front edge from left to right, and the left edge from front to back.
    ex, ey = (width * c + HALF_UNIT) >> SCALE_BITS, (HALF_UNIT - width * s) >> SCALE_BITS
    fx, fy = (HALF_UNIT - depth * s) >> SCALE_BITS, (HALF_UNIT - depth * c) >> SCALE_BITS
    x, y = front
    left = right = x0 = x - (ex >> 1)
    bottom = top = y0 = y - (ey >> 1)
    if c >= 0:
        right += ex
        bottom += fy
    else:
        left += ex
        top += fy
    if s >= 0:
        left += fx
        bottom += ey
    else:
        right += fx
        top += ey
    x1, y1 = x0 + ex, y0 + ey
    return Shape(
        ((x0, y0), (x1, y1), (x1 + fx, y1 + fy), (x0 + fx, y0 + fy)),
        (left, right, bottom, top),
        ((left + right) >> 1, (bottom + top) >> 1),
        (left + right, bottom + top, ex, ey, fx, fy, 2 * width, 2 * depth),
    )


def oblongs(fronts: Iterable[Point], facing: Angle, width: int, depth: int) -> list[Shape]:
    """Several of the same size that face the same way: faster than one by one."""
    angle = facing % FULL_TURN
    s, c = WAVE[angle], WAVE[angle + RIGHT_ANGLE]
    ex, ey = (width * c + HALF_UNIT) >> SCALE_BITS, (HALF_UNIT - width * s) >> SCALE_BITS
    fx, fy = (HALF_UNIT - depth * s) >> SCALE_BITS, (HALF_UNIT - depth * c) >> SCALE_BITS
    gx, gy = ex + fx, ey + fy
    west, east = min(0, ex, fx, gx), max(0, ex, fx, gx)
    south, north = min(0, ey, fy, gy), max(0, ey, fy, gy)
    found = []
    for x, y in fronts:
        x, y = x - (ex >> 1), y - (ey >> 1)
        left, right, bottom, top = x + west, x + east, y + south, y + north
        found.append(
            Shape(
                ((x, y), (x + ex, y + ey), (x + gx, y + gy), (x + fx, y + fy)),
                (left, right, bottom, top),
                ((left + right) >> 1, (bottom + top) >> 1),
                (left + right, bottom + top, ex, ey, fx, fy, 2 * width, 2 * depth),
            )
        )
    return found


def extent(shapes: Iterable[Shape], facing: Angle) -> Box:
    """How far shapes reach left, right, back and ahead, as `to_frame` sees their corners from the point (0, 0)."""
    angle = facing % FULL_TURN
    s, c = WAVE[angle], WAVE[angle + RIGHT_ANGLE]
    corners = [point for shape in shapes for point in shape.points]
    across = [x * c - y * s for x, y in corners]
    along = [x * s + y * c for x, y in corners]
    return (
        (min(across) + HALF_UNIT) >> SCALE_BITS, (max(across) + HALF_UNIT) >> SCALE_BITS,
        (min(along) + HALF_UNIT) >> SCALE_BITS, (max(along) + HALF_UNIT) >> SCALE_BITS,
    )  # fmt: skip


def disc(centre: Point, radius: int, corners: int = 24) -> Shape:
    """A circle, as the regular polygon whose corners lie on it."""
    return convex(tuple([ahead(centre, way, radius) for way in rays(corners)]), centre)


def polygon(points: Iterable[Point]) -> Shape:
    """Any convex outline, given clockwise or counter-clockwise.

    >>> polygon([(0, 0), (100, 0), (0, 100)]).points
    ((0, 0), (0, 100), (100, 0))
    """
    corners = [(int(x), int(y)) for x, y in points]
    if len(corners) < 3:
        raise ValueError(f"a shape needs at least three corners, not {len(corners)}")
    if len(set(corners)) < len(corners):
        raise ValueError(f"a corner is named twice: {corners}")
    twice_area = _twice_area(corners)
    if twice_area == 0:
        raise ValueError(f"the corners lie in a line: {corners}")
    if twice_area > 0:
        corners[1:] = corners[:0:-1]
    shape = tuple(corners)
    for a, b in zip(shape, _following(shape), strict=True):
        if any(_side(a, b, corner) > 0 for corner in corners):
            raise ValueError(f"the shape is not convex at the edge from {a} to {b}")
    return convex(shape, (sum(x for x, _ in shape) // len(shape), sum(y for _, y in shape) // len(shape)))


def convex(points: tuple[Point, ...], centre: Point) -> Shape:
    """An outline that is known to be convex, clockwise, and round this centre."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Shape(points, (min(xs), max(xs), min(ys), max(ys)), centre)


def moved(shape: Shape, dx: int, dy: int) -> Shape:
    """The same shape elsewhere, not turned."""
    frame = shape._frame
    if frame is not None:
        frame = (frame[0] + 2 * dx, frame[1] + 2 * dy, *frame[2:])
    x, y = shape.centre
    box = shape.left + dx, shape.right + dx, shape.bottom + dy, shape.top + dy
    return Shape(tuple([(x + dx, y + dy) for x, y in shape.points]), box, (x + dx, y + dy), frame)


def overlap(a: Shape, b: Shape, slack: int = SLACK) -> bool:
    """Whether they share ground to more than this depth: neither could be pushed clear by moving it so little.

    A shape that is itself no deeper than the slack overlaps nothing.
    """
    if a.left >= b.right or b.left >= a.right or a.bottom >= b.top or b.bottom >= a.top:
        return False
    frame, other = a._frame, b._frame
    if frame is None or other is None:
        return not (_parted(a, b, slack) or _parted(b, a, slack))
    return _oblongs_overlap(frame, other, slack)


def overlaps_any(shape: Shape, others: Iterable[Shape], slack: int = SLACK) -> bool:
    """Whether it overlaps one of the others: faster than asking for each."""
    left, right, bottom, top = shape.left, shape.right, shape.bottom, shape.top
    for other in others:
        if left >= other.right or other.left >= right or bottom >= other.top or other.bottom >= top:
            continue
        if overlap(shape, other, slack):
            return True
    return False


def _oblongs_overlap(a: tuple[int, ...], b: tuple[int, ...], slack: int) -> bool:
    """Separating axes for two parallelograms, by the cross products of their edges e, f and g, h.

    Everything is doubled: the centres because they may lie on halves, the widths to match.
    """
    ax, ay, ex, ey, fx, fy, e, f = a
    bx, by, gx, gy, hx, hy, g, h = b
    x, y = bx - ax, by - ay
    ef = fx * ey - fy * ex
    eg = abs(ex * gy - ey * gx)
    eh = abs(ex * hy - ey * hx)
    if abs(x * ey - y * ex) >= ef + eg + eh - slack * e:
        return False
    fg = abs(fx * gy - fy * gx)
    fh = abs(fx * hy - fy * hx)
    if abs(x * fy - y * fx) >= ef + fg + fh - slack * f:
        return False
    gh = hx * gy - hy * gx
    return abs(x * gy - y * gx) < gh + eg + fg - slack * g and abs(x * hy - y * hx) < gh + eh + fh - slack * h


def _parted(a: Shape, b: Shape, slack: int) -> bool:
    """Whether b lies beyond one of the edges of a, or reaches over it by no more than the slack."""
    points = b.points
    cx, cy = b.centre
    for nx, ny, out in a.edges:
        limit = out - slack
        # Where the centre is not beyond the edge, the corners need not be looked at.
        if nx * cx + ny * cy < limit - HAIR:
            continue
        for x, y in points:
            if nx * x + ny * y < limit:
                break
        else:
            return True
    return False


def gap(a: Shape, b: Shape) -> Length:
    """The shortest distance between them, 0 if they touch or overlap."""
    nearest = _nearest(a, b)
    return Length(nearest[0] + 0.5) if nearest else NOTHING


def near(a: Shape, b: Shape, reach: int) -> bool:
    """Whether the gap between them is no larger than this; most shapes on a table are told at a glance."""
    x = max(b.left - a.right, a.left - b.right, 0)
    y = max(b.bottom - a.top, a.bottom - b.top, 0)
    if x * x + y * y > reach * reach + reach:
        return False
    x = max(b.right - a.left, a.right - b.left)
    y = max(b.top - a.bottom, a.top - b.bottom)
    return x * x + y * y <= reach * reach or gap(a, b) <= reach


def nearest_gap(some: Sequence[Shape], others: Sequence[Shape]) -> Length:
    """The smallest gap between one of these and one of those; only pairs whose boxes are near are measured."""
    best, square = Length(-1), 0
    for a in some:
        left, right, bottom, top = a.left, a.right, a.bottom, a.top
        for b in others:
            if best >= 0:
                x = max(b.left - right, left - b.right, 0)
                y = max(b.bottom - top, bottom - b.top, 0)
                if x * x + y * y >= square:
                    continue
            found = gap(a, b)
            if best < 0 or found < best:
                best, square = found, found * found
    return best


def closest(a: Shape, b: Shape) -> tuple[Point, Point]:
    """The ends of the shortest connection, on a and on b; a shared point twice if they overlap."""
    nearest = _nearest(a, b)
    if nearest:
        _, ax, ay, bx, by = nearest
        return (round(ax), round(ay)), (round(bx), round(by))
    shared = _shared(a, b)
    middle = round(sum(x for x, _ in shared) / len(shared)), round(sum(y for _, y in shared) / len(shared))
    return middle, middle


def _nearest(a: Shape, b: Shape) -> Connection | None:
    """The shortest connection from a to b; None if they overlap.

    Seen from the edge that parts the two most widely, the nearest corners (two of them where edges are parallel)
    stand opposite each other somewhere, or one pair of ends is nearest. No other edge or corner can be nearer.
    """
    apart, nx, ny = _widest_parting(a, b, -1.0)
    other, mx, my = _widest_parting(b, a, apart)
    if other > apart:
        apart, nx, ny = other, -mx, -my
    if apart < -TIE:
        return None
    level, start, end = _foremost(a, nx, ny)
    _, minus_stop, minus_begin = _foremost(b, -nx, -ny)
    begin, stop = -minus_begin, -minus_stop
    if begin > end:
        here, there = end, begin
    elif start > stop:
        here, there = start, stop
    else:
        here = there = (max(start, begin) + min(end, stop)) / 2
    beyond, across = level + apart, there - here
    return (
        sqrt(apart * apart + across * across),
        nx * level + ny * here,
        ny * level - nx * here,
        nx * beyond + ny * there,
        ny * beyond - nx * there,
    )


def _widest_parting(a: Shape, b: Shape, widest: float) -> tuple[float, float, float]:
    """The edge of a that b lies farthest beyond, if farther than the widest so far: how far, and its normal."""
    wx = wy = 0.0
    points = b.points
    cx, cy = b.centre
    for nx, ny, out in a._edges or a.edges:
        # A shape lies beyond an edge no farther than its centre does.
        if nx * cx + ny * cy - out > widest - HAIR:
            level = _lowest(points, nx, ny) - out
            if level > widest:
                widest, wx, wy = level, nx, ny
    return widest, wx, wy


def _foremost(shape: Shape, nx: float, ny: float) -> tuple[float, float, float]:
    """How far the shape reaches along a direction, and from where to where crosswise it reaches so far."""
    foremost, start, end = -inf, 0.0, 0.0
    for x, y in shape.points:
        level = nx * x + ny * y
        if level >= foremost - TIE:
            across = ny * x - nx * y
            if level > foremost + TIE:
                foremost, start, end = level, across, across
            elif across < start:
                start = across
            elif across > end:
                end = across
    return foremost, start, end


def point_gap(point: Point, shape: Shape) -> Length:
    """The distance from a point to the shape, 0 if it lies inside."""
    x, y = point
    points = shape.points
    nearest = inf
    for (nx, ny, out), (ax, ay), (bx, by) in zip(shape.edges, points, _following(points), strict=True):
        beyond = nx * x + ny * y - out
        if beyond > 0.0:
            along = ny * x - nx * y
            past = max(ny * ax - nx * ay - along, along - ny * bx + nx * by, 0.0)
            nearest = min(nearest, beyond * beyond + past * past)
    return NOTHING if nearest == inf else Length(sqrt(nearest) + 0.5)


def line_gap(a: Point, b: Point, shape: Shape) -> float:
    """The distance from a straight line between two points to the shape, 0 if it meets it."""
    if clip(a, b, shape) is not None:
        return 0.0
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    squared = dx * dx + dy * dy
    nearest = min(point_gap(a, shape), point_gap(b, shape)) ** 2.0
    for x, y in shape.points if squared else ():
        part = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / squared))
        nearest = min(nearest, (x - ax - part * dx) ** 2 + (y - ay - part * dy) ** 2)
    return sqrt(nearest)


def contains(shape: Shape, point: Point) -> bool:
    """Whether the point lies in the shape or on its border."""
    x, y = point
    if x < shape.left or x > shape.right or y < shape.bottom or y > shape.top:
        return False
    for nx, ny, out in shape._edges or shape.edges:
        if nx * x + ny * y > out + HAIR:
            break
    else:
        return True
    return False


def inside(outer: Shape, inner: Shape) -> bool:
    """Whether the whole of the inner shape lies in the outer one; borders may touch."""
    return all(contains(outer, point) for point in inner.points)


def ahead_of(shape: Shape | Sequence[Point], front: Point, facing: Angle) -> bool:
    """Whether any part lies ahead of the line that runs left and right through the front point."""
    angle = facing % FULL_TURN
    s, c = WAVE[angle], WAVE[angle + RIGHT_ANGLE]
    limit = front[0] * s + front[1] * c + HAIR * SCALE
    points = shape.points if isinstance(shape, Shape) else shape
    return max([x * s + y * c for x, y in points], default=limit) > limit


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a-b and c-d cross, each within the other; ends that touch do not count."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, point: Point) -> int:
    """Positive if the point lies left of the way from a to b, negative if right of it."""
    ax, ay = a
    return (b[0] - ax) * (point[1] - ay) - (b[1] - ay) * (point[0] - ax)


def clip(a: Point, b: Point, shape: Shape) -> tuple[float, float] | None:
    """Which part of the segment lies in the shape, as fractions of the way from a to b; None if it does not enter.

    Running along the border or over a corner is not entering: the segment must get a hair deep into the shape.
    """
    ax, ay = a
    bx, by = b
    left, right, bottom, top = shape.left, shape.right, shape.bottom, shape.top
    if (ax <= left and bx <= left) or (ax >= right and bx >= right):
        return None
    if (ay <= bottom and by <= bottom) or (ay >= top and by >= top):
        return None
    enter = deep = 0.0
    leave = shallow = 1.0
    for nx, ny, out in shape._edges or shape.edges:
        here = nx * ax + ny * ay - out
        there = nx * bx + ny * by - out
        if here > -HAIR:
            if there > -HAIR:
                return None
            way = here - there
            if here + HAIR > deep * way:
                deep = (here + HAIR) / way
            if here > enter * way:
                enter = here / way
        elif there > -HAIR:
            way = here - there
            if here + HAIR > shallow * way:
                shallow = (here + HAIR) / way
            if here > leave * way:
                leave = here / way
    return (enter, leave) if deep < shallow else None


def clear_line(a: Point, b: Point, shapes: Iterable[Shape]) -> bool:
    """Whether the segment enters none of the shapes: faster than clipping it at each."""
    left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
    bottom, top = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
    for shape in shapes:
        if left >= shape.right or shape.left >= right or bottom >= shape.top or shape.bottom >= top:
            continue
        if clip(a, b, shape):
            return False
    return True


def cast(shape: Shape, way: Angle, reach: int, other: Shape) -> Length | None:
    """How far the shape can slide before it touches the other; None if nothing stops it within reach.

    Each edge of either shape parts them until some moment, or from some moment on. They touch when the last edge
    ceases to part them; if another edge parts them again before they are SLACK deep, they only brushed past.
    Shapes that overlap already are stopped at once, unless they slide out of each other.
    """
    dx, dy = sine(way), cosine(way)
    if _out_of_the_way(shape, dx * reach, dy * reach, other):
        return None
    touch = deep = widest = -inf
    clear = inf
    closing = False
    ways = ((shape.edges, other.points, dx, dy), (other.edges, shape.points, -dx, -dy))
    for edges, points, sx, sy in ways:
        for nx, ny, out in edges:
            level = _lowest(points, nx, ny) - out
            pace = nx * sx + ny * sy
            if pace > 0.0:
                if level > reach * pace:
                    return None
                if level > touch * pace:
                    touch = level / pace
                if level + SLACK > deep * pace:
                    deep = (level + SLACK) / pace
            elif level >= -SLACK:
                return None
            elif level + SLACK > clear * pace:  # never of an edge along the way, whose pace is 0
                clear = (level + SLACK) / pace
            if level > widest:
                widest, closing = level, pace > 0.0
    if deep >= clear or (widest < -SLACK and not closing):
        return None
    return Length(max(touch, 0))


def _lowest(points: Sequence[Point], nx: float, ny: float) -> float:
    """How far the nearest of the points lies along a direction."""
    lowest = inf
    for x, y in points:
        level = nx * x + ny * y
        if level < lowest:
            lowest = level
    return lowest


def _out_of_the_way(shape: Shape, dx: float, dy: float, other: Shape) -> bool:
    if other.left > shape.right + max(dx, 0.0) or other.right < shape.left + min(dx, 0.0):
        return True
    return other.bottom > shape.top + max(dy, 0.0) or other.top < shape.bottom + min(dy, 0.0)


def area(shape: Shape) -> float:
    return -_twice_area(shape.points) / 2


def shared_area(a: Shape, b: Shape) -> float:
    """How much ground both cover."""
    if a.left >= b.right or b.left >= a.right or a.bottom >= b.top or b.bottom >= a.top:
        return 0.0
    return max(-_twice_area(_shared(a, b)) / 2, 0.0)


def _shared(a: Shape, b: Shape) -> Sequence[tuple[float, float]]:
    """The corners of the ground that both cover: a, cut along each edge of b."""
    points: Sequence[tuple[float, float]] = a.points
    for nx, ny, out in b.edges:
        levels = [nx * x + ny * y - out for x, y in points]
        if max(levels, default=0.0) <= TIE:
            continue  # nothing lies beyond this edge
        kept: list[tuple[float, float]] = []
        for index, level in enumerate(levels):
            before = levels[index - 1]
            if (level > TIE) != (before > TIE):
                (px, py), (x, y) = points[index - 1], points[index]
                part = before / (before - level)
                kept.append((px + (x - px) * part, py + (y - py) * part))
            if level <= TIE:
                kept.append(points[index])
        points = kept
    return points


def _twice_area(points: Sequence[tuple[float, float]]) -> float:
    """Positive if the points run counter-clockwise."""
    total = 0.0
    if points:
        px, py = points[-1]
        for x, y in points:
            total += px * y - py * x
            px, py = x, y
    return total
