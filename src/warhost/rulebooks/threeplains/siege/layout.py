"""Where the models of a fortress come to lie: each begins where the one before it ends.

The chain starts on the left board edge, seen from behind the wall, and its middle line runs 14 inches from the
Defenders' edge. What is outside lies to the left of the line.  [tp.siege.plan.chain] [tp.siege.plan.zones]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import ceil, hypot, sqrt

from msgspec import Struct

from warhost.engine.field.compass import (
    EAST,
    HALF_TURN,
    RIGHT_ANGLE,
    Angle,
    Point,
    ahead,
    aside,
    cosine,
    distance,
    veered,
)
from warhost.engine.field.compass import heading as heading_of
from warhost.engine.field.shapes import Shape, oblong, polygon

from ..figure import INCH, inches
from .plan import Fixture, Model
from .works import Work, fittings

MIDDLE_LINE = inches(14)  # from the Defenders' edge
NARROWEST, USUAL_DEPTH = inches(36), inches(48)
BEHIND, NO_MANS_LAND, BESIEGERS = inches(6), inches(18), inches(8)
MOAT_OFF = inches(1)  # how far before the works a moat lies
ALONG = EAST  # the heading of a chain that goes straight on
SAMPLE = 250  # thousandths of an inch from one look at the border of No Man's Land to the next

Line = tuple[Point, ...]


class Laid(Struct, frozen=True):
    """A model of the chain on the table; `number` counts from 1."""

    number: int
    model: Model
    start: Point
    heading: Angle
    end: Point
    leaving: Angle  # the heading at its end
    shapes: tuple[Shape, ...] = ()  # convex, since a bend is not
    outer: Line = ()  # its face towards the enemy, from left to right; a single point is a corner without a face
    inner: Line = ()

    @property
    def work(self) -> Work:
        assert self.model.work is not None
        return self.model.work

    @property
    def title(self) -> str:
        """As players call it: 'gate 5'."""
        return f"{self.model.work.title if self.model.work else 'gap'} {self.number}"

    def fronts(self) -> Iterator[tuple[Point, Angle]]:
        """The middle of its outer face and, of a wall, the left end of it, with the heading outwards."""
        if length_of(self.outer):
            (ax, ay), (bx, by) = self.outer[0], self.outer[1]
            yield ((ax + bx) // 2, (ay + by) // 2), veered(self.heading, -RIGHT_ANGLE)
            if self.work.walk:
                yield self.outer[0], veered(self.heading, -RIGHT_ANGLE)

    def spots(self, kind: str) -> list[tuple[Fixture, Point, Angle]]:
        """Everything of a kind that is fixed to it: where on its face, and which way it looks from there."""
        fixed = [fixture for fixture in self.model.fixtures if fixture.kind == kind]
        face, away = (self.inner, HALF_TURN) if kind == "ladder" else (self.outer, 0)
        return [(fixture, spot, veered(left, away)) for fixture, spot, left in _spread(fixed, face)]

    def doors(self, to: str) -> list[tuple[Fixture, Point, Angle]]:
        """Its doors to the ground on one side, where they are, and the way outwards there."""
        fixed = [fixture for fixture in self.model.fixtures if fixture.kind == "door" and fixture.to == to]
        return _spread(fixed, self.inner if to == "courtyard" else self.outer)


class Layout(Struct, frozen=True, dict=True):
    """A whole fortress as it lies on its table."""

    laid: tuple[Laid, ...]

    @property
    def works(self) -> list[Laid]:
        return [one for one in self.laid if one.model.work is not None]

    @property
    def shapes(self) -> list[Shape]:
        return [shape for one in self.works for shape in one.shapes]

    @cached_property
    def length(self) -> int:
        """Along the middle line.  [tp.siege.plan.wall]"""
        return sum(inches(one.work.length) for one in self.works)

    @cached_property
    def width(self) -> int:
        """The board is as wide as the chain reaches from end to end.  [tp.siege.plan.chain]"""
        return max(NARROWEST, self.laid[-1].end[0])

    @cached_property
    def depth(self) -> int:
        """Deep enough for all zones, and no less than a usual table.  [tp.siege.plan.zones]"""
        front = max((shape.top for shape in self.shapes), default=0)
        needed = ceil((front + NO_MANS_LAND + BESIEGERS) / INCH) * INCH
        return max(USUAL_DEPTH, needed)

    @property
    def bulge(self) -> int:
        """How far the line comes forward of its ends."""
        return max(one.end[1] for one in self.laid) - MIDDLE_LINE

    @cached_property
    def face(self) -> int:
        """The length of the outer face of all works."""
        return sum(length_of(one.outer) for one in self.works)

    @cached_property
    def line_of_no_mans_land(self) -> Line:
        """The outer border of No Man's Land: as far forward as anything within 18 inches of the works lies."""
        xs = range(0, self.width + 1, SAMPLE)
        return tuple((x, round(max(_reach(shape, x) for shape in self.shapes))) for x in xs)

    @property
    def border_of_no_mans_land(self) -> int:
        """The board edges beside it, from the ends of the works on, and that line.  [tp.siege.plan.zones]"""
        (_, left), (_, right) = self.line_of_no_mans_land[0], self.line_of_no_mans_land[-1]
        return length_of(self.line_of_no_mans_land) + self._beside(left, right)

    @property
    def border_of_besiegers(self) -> int:
        """All of the board edge before the works: both sides and the far end.  [tp.siege.plan.zones]"""
        return self.width + self._beside(self.depth, self.depth)

    def _beside(self, left: int, right: int) -> int:
        """Along the board edges from the outer corners of the works up to these heights."""
        (_, first), (_, last) = self.works[0].outer[0], self.works[-1].outer[-1]
        return (left - first) + (right - last)

    def moats(self) -> list[tuple[Laid, Shape]]:
        """Sections of moat, an inch before the models they belong to."""
        size = fittings()["moat"]
        wide, deep = inches(size.width), inches(size.depth)
        found = []
        for one in self.works:
            for _, middle, out in one.spots("moat"):
                front = ahead(middle, out, MOAT_OFF + deep)
                found.append((one, oblong(front, out, wide, deep)))
        return found

    def at(self, number: int) -> Laid | None:
        """The model of this number, if it is one and no gap."""
        if not 1 <= number <= len(self.laid):
            return None
        one = self.laid[number - 1]
        return one if one.model.work is not None else None


def lay(models: Sequence[Model]) -> Layout:
    """The chain laid out from the left edge."""
    laid = []
    start: Point = (0, MIDDLE_LINE)
    heading = ALONG
    for number, model in enumerate(models, 1):
        one = _lay(number, model, start, heading)
        laid.append(one)
        start, heading = one.end, one.leaving
    return Layout(tuple(laid))


def _lay(number: int, model: Model, start: Point, heading: Angle) -> Laid:
    work = model.work
    if work is None:
        return Laid(number, model, start, heading, ahead(start, heading, inches(6)), heading)
    degrees = (work.turn or (90 if model.way else 0)) * 100
    turn = {"": 0, "outwards": -degrees, "inwards": degrees}[model.way]
    leaving = veered(heading, turn)
    half = inches(work.length) // 2
    corner = ahead(start, heading, half)
    end = ahead(corner, leaving, half)
    if work.corner:
        return _tower(Laid(number, model, start, heading, end, leaving), corner)
    across = inches(work.depth) // 2
    ends = [(start, heading, across), (end, leaving, across)]
    # At the corner both legs are cut along the line that halves their angle.
    bisector, miter = veered(heading, turn // 2), round(across / cosine(turn // 2))
    joints = [ends[0], (corner, bisector, miter), ends[1]] if degrees else ends
    outer = tuple(aside(point, way, -off) for point, way, off in joints)
    inner = tuple(aside(point, way, off) for point, way, off in joints)
    legs = pairwise(zip(outer, inner, strict=True))
    shapes = tuple(polygon((a, b, d, c)) for (a, c), (b, d) in legs)
    return Laid(number, model, start, heading, end, leaving, shapes, outer, inner)


def _tower(one: Laid, middle: Point) -> Laid:
    """A square; where the line turns in it, two faces lie on one side of the line, and a corner on the other."""
    half = inches(one.work.depth) // 2
    near, far = ahead(middle, one.heading, -half), ahead(middle, one.heading, half)
    left = (aside(near, one.heading, -half), aside(far, one.heading, -half))
    right = (aside(near, one.heading, half), aside(far, one.heading, half))
    outer: Line = left
    inner: Line = right
    if one.model.way == "inwards":
        outer, inner = (*left, right[1]), right[:1]
    elif one.model.way == "outwards":
        outer, inner = left[:1], (*right, left[1])
    square = polygon((left[0], left[1], right[1], right[0]))
    return Laid(
        one.number, one.model, one.start, one.heading, one.end, one.leaving, (square,), outer, inner
    )  # fmt: skip


def length_of(line: Sequence[Point]) -> int:
    return sum(distance(a, b) for a, b in pairwise(line))


def _spread(fixed: Sequence[Fixture], face: Line) -> list[tuple[Fixture, Point, Angle]]:
    """Each where its plan says on a face, or else evenly along it, with the heading to the left there. There is no
    room for anything on the corner of a face that bends."""
    total, found = length_of(face), []
    shares = len(fixed) + 1 + (len(face) > 2 and len(fixed) % 2)
    for place, fixture in enumerate(fixed if total else (), 1):
        far = total * place / shares if fixture.at is None else fixture.at * INCH
        found.append((fixture, *_along(face, far)))
    return found


def _along(line: Line, far: float) -> tuple[Point, Angle]:
    """The point so far along a line, and the heading that leads away from it to the left."""
    for a, b in pairwise(line):
        step = distance(a, b)
        if far <= step or b == line[-1]:
            part = min(1.0, far / step)
            point = (round(a[0] + (b[0] - a[0]) * part), round(a[1] + (b[1] - a[1]) * part))
            return point, _leftwards(a, b)
        far -= step
    raise ValueError("a line needs two points")


def _leftwards(a: Point, b: Point) -> Angle:
    """The heading to the left of somebody who goes from one point to the other."""
    return veered(heading_of(a, b), -RIGHT_ANGLE)


def _reach(shape: Shape, x: int) -> float:
    """How far forward the ground within 18 inches of a convex shape lies at this x."""
    found = -1.0
    for px, py in shape.points:
        if abs(x - px) <= NO_MANS_LAND:
            found = max(found, py + sqrt(NO_MANS_LAND**2 - (x - px) ** 2))
    for (ax, ay), (bx, by) in zip(shape.points, (*shape.points[1:], shape.points[0]), strict=True):
        long = hypot(bx - ax, by - ay)
        for nx, ny in (((by - ay) / long, (ax - bx) / long), ((ay - by) / long, (bx - ax) / long)):
            cx, cy, dx = ax + nx * NO_MANS_LAND, ay + ny * NO_MANS_LAND, bx - ax
            if ny > 0 and dx and 0 <= (x - cx) / dx <= 1:
                found = max(found, cy + (by - ay) * (x - cx) / dx)
    return found
