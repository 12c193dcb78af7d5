"""How something stands, or would stand, and the same after it has gone, turned or wheeled.

Nothing here knows a table: stances are worked out, and what there is room for is asked of whoever knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .compass import FULL_TURN, HALF_TURN, RIGHT_ANGLE, Angle, Point, ahead, bearing, from_frame, to_frame, veered
from .length import Length

ARC = 113  # an angle in hundredths of a degree is 355 / (HALF_TURN * 113) of a radian


class Stance(NamedTuple):
    """Where something stands: the middle of its front edge, its facing, its files; loose models each in a place.

    `level` is how high above the table it stands, in the measure of the table.
    """

    front: Point
    facing: Angle
    files: int
    places: tuple[Point, ...] = ()
    level: int = 0


def shifted(stand: Stance, heading: Angle, distance: int) -> Stance:
    """The same shape so far on."""
    places = tuple([ahead(place, heading, distance) for place in stand.places])
    return stand._replace(front=ahead(stand.front, heading, distance), places=places)


def turned(stand: Stance, facing: Angle, pivot: Point) -> Stance:
    """The same shape swung round a point until it faces so."""

    def swung(point: Point) -> Point:
        return from_frame(to_frame(point, pivot, stand.facing), pivot, facing)

    places = tuple([swung(place) for place in stand.places])
    return stand._replace(front=swung(stand.front), facing=bearing(facing), places=places)


def faced(stand: Stance, facing: Angle, pivot: Point, base: tuple[int, int]) -> Stance:
    """Loose models that face so from now on. None of them has a place of its own, so that on square bases the whole
    never swings by more than an eighth of a turn, and on others by a quarter at most."""
    quarter = RIGHT_ANGLE if base[0] == base[1] else HALF_TURN
    swing = (facing - stand.facing + quarter // 2) % quarter - quarter // 2
    return turned(stand, veered(stand.facing, swing), pivot)._replace(facing=bearing(facing))


class Wheel(NamedTuple):
    """A wheel about a front corner: how it stands afterwards, and the way of the outer front corner."""

    stand: Stance
    length: Length


def wheeled(stand: Stance, angle: int, width: int) -> Wheel:
    """Forward about the front corner on the side to which it turns: to the right if the angle is positive.

    >>> wheeled(Stance((0, 0), 0, 5), 9000, 1000)
    Wheel(stand=Stance(front=(500, 500), facing=9000, files=5, places=(), level=0), length=1571)
    """
    inner = width // 2 if angle > 0 else -(width // 2)
    corner = from_frame((inner, 0), stand.front, stand.facing)
    return Wheel(turned(stand, veered(stand.facing, angle), corner), arc(width, abs(angle)))


def wheel_for(length: int, width: int) -> int:
    """The widest angle, in hundredths of a degree, whose wheel is no longer than this; never more than a turn."""
    angle = min(FULL_TURN, length * HALF_TURN * ARC // (355 * max(width, 1)))
    while angle < FULL_TURN and arc(width, angle + 1) <= length:
        angle += 1
    while angle > 0 and arc(width, angle) > length:
        angle -= 1
    return angle


def arc(radius: int, angle: int) -> Length:
    """The length of an arc, rounded; in whole numbers, so that it is the same on every machine."""
    return Length((2 * 355 * radius * angle + HALF_TURN * ARC) // (2 * HALF_TURN * ARC))


class Rest(NamedTuple):
    """Where something can stand at the end of a leg, and how far on that is."""

    run: Length
    stand: Stance


def settled(
    stances: Sequence[Stance], heading: Angle, distance: int, step: int, room: Callable[[Stance], bool]
) -> Rest | None:
    """The end of a leg, in the first of these shapes for which there is room, or as far on as there is; None if
    there is no room anywhere along the leg. It is looked for in steps of this length, backwards."""
    for run in (*range(distance, 0, -step), 0):
        for start in stances:
            stand = shifted(start, heading, run)
            if room(stand):
                return Rest(run, stand)
    return None
