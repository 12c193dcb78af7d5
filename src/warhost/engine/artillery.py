"""Dice and templates of guns and breath: the artillery die and the scatter die, round templates, the teardrop.

Lengths are thousandths of the unit of the table. Directions are whole degrees; a rulebook says which way 0 looks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from .chain import Thrower
from .dice import Throw
from .field.compass import RIGHT_ANGLE, Angle, Point, ahead, aside, bearing, distance, heading, veered
from .field.shapes import HAIR, Shape, disc, oblong, overlap, point_gap, polygon

DEGREES = 360
ARTILLERY = (2, 4, 6, 8, 10, 0)  # the last face is a misfire
ARROWS = 4  # faces of the scatter die that are arrows; the others are hits
UNIT = 1000


def artillery(throw: Thrower, rule: str, side: int, purpose: str = "artillery die") -> int | None:
    """The number on the artillery die; None for a misfire."""
    face = throw(Throw(1, 6, purpose, rule, side))[0]
    return ARTILLERY[face - 1] or None


def any_direction(throw: Thrower, rule: str, side: int, purpose: str = "direction") -> int:
    """A whole number of degrees from 0 to 359, all equally likely."""
    return throw(Throw(1, DEGREES, purpose, rule, side))[0] % DEGREES


class Scatter(msgspec.Struct, frozen=True):
    """What both dice show together; a misfire hides what the scatter die says."""

    hit: bool
    direction: int  # the small arrow of a hit points somewhere, too
    number: int | None

    @property
    def misfire(self) -> bool:
        return self.number is None

    def shift(self, less: int = 0, always: bool = False) -> int:
        """How far it goes: nowhere on a hit, unless `always`; so much less than the number says."""
        if self.number is None or (self.hit and not always):
            return 0
        return max(0, self.number - less) * UNIT


def scattered(throw: Thrower, rule: str, side: int) -> Scatter:
    """The scatter die, its direction, then the artillery die."""
    face = throw(Throw(1, 6, "scatter die", rule, side, (ARROWS,)))[0]
    direction = any_direction(throw, rule, side)
    return Scatter(face > ARROWS, direction, artillery(throw, rule, side))


def compass_of(direction: int) -> Angle:
    """A direction that counts degrees from +x to +y as an angle of the field.

    >>> compass_of(0), compass_of(90), compass_of(180)
    (9000, 0, 27000)
    """
    return bearing(RIGHT_ANGLE - 100 * direction)


def direction_of(angle: Angle) -> int:
    """The way back, to the nearest whole degree."""
    return round((RIGHT_ANGLE - angle) / 100) % DEGREES


# --- templates -----------------------------------------------------------------------------------------------


def round_touches(centre: Point, radius: int, base: Shape) -> bool:
    """Whether a round template reaches the base, be it by a hair."""
    return point_gap(centre, base) <= radius


def swept_by(start: Point, end: Point, radius: int) -> Callable[[Shape], bool]:
    """Whether the strip that a round template slides over, or where it ends, touches a base; what it touched where
    it began and leaves behind is spared."""
    way = distance(start, end)
    if not way:
        return lambda base: round_touches(end, radius, base)
    strip = oblong(end, heading(start, end), 2 * radius, way)

    def touches(base: Shape) -> bool:
        return overlap(strip, base, 0) or round_touches(end, radius, base)

    return touches


class Teardrop(msgspec.Struct, frozen=True):
    """A triangle from a point, widening evenly, closed by a half circle."""

    length: int = 8000
    radius: int = 1250

    @property
    def straight(self) -> int:
        """How far along its axis the triangle reaches."""
        return self.length - self.radius

    def touches(self, tip: Point, facing: Angle, base: Shape) -> bool:
        return overlap(self.triangle(tip, facing), base, 0) or round_touches(
            ahead(tip, facing, self.straight), self.radius, base
        )

    def triangle(self, tip: Point, facing: Angle) -> Shape:
        broad = ahead(tip, facing, self.straight)
        return polygon([tip, aside(broad, facing, -self.radius), aside(broad, facing, self.radius)])

    def outline(self, tip: Point, facing: Angle) -> tuple[Point, ...]:
        """For drawing."""
        broad = ahead(tip, facing, self.straight)
        turns = range(-RIGHT_ANGLE, RIGHT_ANGLE + 1, 1500)
        return (tip, *(ahead(broad, veered(facing, turn), self.radius) for turn in turns))


def round_outline(centre: Point, radius: int) -> tuple[Point, ...]:
    """For drawing."""
    return disc(centre, radius).points


def under(centre: Point, bases: Sequence[Shape]) -> list[int]:
    """Those of the bases that hold the point; several where it lies on the line between them."""
    return [at for at, base in enumerate(bases) if point_gap(centre, base) <= HAIR]
