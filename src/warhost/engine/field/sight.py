"""What hides what: the shadows that shapes cast from an eye, and gaps too small to look through.

A shadow is all ground that the eye cannot see because a convex shape is in between. It is convex itself, so it is
written as half-planes: a point lies in it if nx * x + ny * y is below the limit of each. Like every border here it
is taken a hair tighter than it is, so that a line along an edge or over a corner passes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

from .compass import Point
from .shapes import HAIR, Box, Shape, closest

HalfPlane = tuple[float, float, float]
Shadow = list[HalfPlane]
Patch = tuple[float, float, float, float]  # the middle of an upright oblong, half its width and half its height

# How deep a screen between two shapes is anchored in them, so that it closes a gap of nothing, too.
ANCHOR = 20


def shadow(eye: Point, shape: Shape) -> Shadow:
    """What the shape hides from the eye. To an eye deep inside it hides everything: there are no half-planes."""
    ex, ey = eye
    edges = shape.edges
    lit = [nx * ex + ny * ey > out - HAIR for nx, ny, out in edges]
    planes = [(nx, ny, out - HAIR) for (nx, ny, out), faces in zip(edges, lit, strict=True) if faces]
    if not planes:
        return planes
    # Corners run clockwise, and edge i starts at corner i: light and dark meet at the two tangents.
    before = lit[-1]
    for faces, (px, py) in zip(lit, shape.points, strict=True):
        if faces != before:
            planes.append(_beside(ex, ey, px, py, -1.0 if faces else 1.0))
            before = faces
    return planes


def _beside(ex: int, ey: int, px: int, py: int, side: float) -> HalfPlane:
    """The ground on one side of the ray from the eye through a point: 1 for its right, -1 for its left."""
    x, y = px - ex, py - ey
    length = sqrt(x * x + y * y) or 1.0
    nx, ny = -y * side / length, x * side / length
    return nx, ny, nx * ex + ny * ey - HAIR


def screened(eye: Point, a: Point, b: Point) -> Shadow | None:
    """What a straight screen from a to b hides from the eye; None if the eye sees it edge on."""
    (ex, ey), (ax, ay), (bx, by) = eye, a, b
    side = (ax - ex) * (by - ey) - (ay - ey) * (bx - ex)
    if side == 0:
        return None
    if side > 0:
        ax, ay, bx, by = bx, by, ax, ay
    # Seen from the eye, a is on the left now and b on the right.
    x, y = bx - ax, by - ay
    length = sqrt(x * x + y * y)
    nx, ny = y / length, -x / length
    return [(nx, ny, nx * ax + ny * ay), _beside(ex, ey, ax, ay, 1.0), _beside(ex, ey, bx, by, -1.0)]


def hidden(point: Point, shadows: Iterable[Shadow]) -> bool:
    """Whether the point lies in one of the shadows."""
    x, y = point
    for planes in shadows:
        for nx, ny, limit in planes:
            if nx * x + ny * y >= limit:
                break
        else:
            return True
    return False


class Clump:
    """Shapes taken together for looking at: halves of halves, down to single ones.

    A shadow that holds a patch of ground holds all shapes in it, and one that misses it misses them all; so few of
    many shapes have to be looked at one by one. A clump is halved only where the border of a shadow runs through.
    """

    __slots__ = ("_halves", "indices", "patch", "shapes")

    def __init__(self, shapes: Sequence[Shape], indices: Sequence[int]):
        members = [shapes[index] for index in indices]
        self.patch = _patch(
            min([shape.left for shape in members]), max([shape.right for shape in members]),
            min([shape.bottom for shape in members]), max([shape.top for shape in members]),
        )  # fmt: skip
        self.shapes, self.indices = shapes, indices
        self._halves: tuple[Clump, ...] = ()

    @property
    def halves(self) -> tuple[Clump, ...]:
        if not self._halves:
            axis = 0 if self.patch[2] > self.patch[3] else 1
            order = sorted(self.indices, key=lambda index: self.shapes[index].centre[axis])
            middle = len(order) // 2
            self._halves = Clump(self.shapes, order[:middle]), Clump(self.shapes, order[middle:])
        return self._halves

    def lit(self, shadows: list[Shadow]) -> Iterator[tuple[int, list[Shadow]]]:
        """The shapes that no single shadow holds, each by its index with the shadows that fall on it."""
        waiting = [(self, shadows)]
        while waiting:
            clump, above = waiting.pop()
            falling = _falling(above, clump.patch)
            if falling is None:
                continue
            if falling and len(clump.indices) > 1:
                waiting += [(half, falling) for half in clump.halves]
            else:
                for index in clump.indices:
                    yield index, falling


def _patch(left: int, right: int, bottom: int, top: int) -> Patch:
    return (left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2


def _falling(shadows: list[Shadow], patch: Patch) -> list[Shadow] | None:
    """Those of the shadows that fall on the patch; None if one of them holds it whole."""
    x, y, wide, high = patch
    falling = []
    for planes in shadows:
        whole = True
        for nx, ny, limit in planes:
            room = limit - nx * x - ny * y
            half = (nx if nx > 0 else -nx) * wide + (ny if ny > 0 else -ny) * high  # quicker than abs
            if room <= -half:
                break
            if room <= half:
                whole = False
        else:
            if whole:
                return None
            falling.append(planes)
    return falling


def falling_on(shape: Shape, shadows: list[Shadow]) -> list[Shadow] | None:
    """Those of the shadows that fall on the shape; None if one of them holds it whole."""
    return _falling(shadows, _patch(shape.left, shape.right, shape.bottom, shape.top))


def between(eye: Point, box: Box, shapes: Iterable[Shape]) -> list[Shape]:
    """The shapes that may hide something in the box from the eye: those not wholly beside the way to it."""
    ex, ey = eye
    left, right, bottom, top = box
    if left < ex < right and bottom < ey < top:
        return list(shapes)
    corners = [(left - ex, bottom - ey), (left - ex, top - ey), (right - ex, bottom - ey), (right - ex, top - ey)]
    lx, ly = rx, ry = corners[0]
    for x, y in corners[1:]:
        if lx * y - ly * x > 0:
            lx, ly = x, y
        if rx * y - ry * x < 0:
            rx, ry = x, y
    # Shapes are measured doubled, so that their middles are whole numbers.
    steep_l, flat_l, steep_r, flat_r = abs(ly), abs(lx), abs(ry), abs(rx)
    found = []
    for shape in shapes:
        west, east, south, north = shape.left, shape.right, shape.bottom, shape.top
        x, y, wide, high = west + east - 2 * ex, south + north - 2 * ey, east - west, north - south
        if lx * y - ly * x < steep_l * wide + flat_l * high and ry * x - rx * y < steep_r * wide + flat_r * high:
            found.append(shape)
    return found


def passes_over(eye: int, mark: int, part: tuple[float, float], top: int) -> bool:
    """Whether a line from an eye so high to a mark so high runs above a top wherever it is over it: on this part of
    the line, from 0 at the eye to 1 at the mark, as `clip` gives it. A line along the top passes.

    >>> passes_over(2000, 0, (0.2, 0.5), 1000), passes_over(2000, 0, (0.2, 0.6), 1000)
    (True, False)
    """
    return min(eye + (mark - eye) * at for at in part) >= top - HAIR


def screen(a: Shape, b: Shape) -> tuple[Point, Point]:
    """The shortest connection of two shapes, anchored in both: a line that crosses it passes between them."""
    here, there = closest(a, b)
    return _inwards(here, a.centre), _inwards(there, b.centre)


def _inwards(point: Point, centre: Point) -> Point:
    x, y = centre[0] - point[0], centre[1] - point[1]
    length = sqrt(x * x + y * y)
    if length <= ANCHOR:
        return centre
    return point[0] + round(x * ANCHOR / length), point[1] + round(y * ANCHOR / length)
