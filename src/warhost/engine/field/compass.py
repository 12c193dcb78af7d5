"""Points, angles and frames on a table of free measure.

Positions are integers, thousandths of the game's unit; angles are integers, hundredths of a degree. An angle of
0 looks along +y and 9000 along +x, as on a compass.

An `Angle` is a direction: where something looks or goes. How far something turns is a plain number of hundredths of
a degree, to the right if positive; it can be halved and compared as one likes, but only `veered` adds it to a
direction. What comes in from outside is made a direction by `bearing` or `of_degrees`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import atan2, degrees, isqrt, pi, sin
from typing import NewType

from .length import Length

Point = tuple[int, int]
Angle = NewType("Angle", int)

FULL_TURN = 36000
HALF_TURN = 18000
RIGHT_ANGLE = 9000
ROUNDS_KEPT = 500

NORTH, EAST, SOUTH, WEST = Angle(0), Angle(9000), Angle(18000), Angle(27000)

SCALE_BITS = 24
SCALE = 1 << SCALE_BITS
HALF_UNIT = SCALE >> 1  # added before the shift, it rounds

# Rounded to integers, the sine is the same on every machine, whatever its mathematics library does.
QUARTER_WAVE = tuple(round(sin(pi * angle / HALF_TURN) * SCALE) for angle in range(RIGHT_ANGLE + 1))
_HALF_WAVE = QUARTER_WAVE + QUARTER_WAVE[-2:0:-1]
_WAVE = _HALF_WAVE + tuple(-value for value in _HALF_WAVE)
WAVE = _WAVE + _WAVE[:RIGHT_ANGLE]  # a quarter longer than a turn: the cosine is read a quarter further on


def sine(angle: int) -> float:
    return WAVE[angle % FULL_TURN] / SCALE


def cosine(angle: int) -> float:
    return WAVE[angle % FULL_TURN + RIGHT_ANGLE] / SCALE


def bearing(hundredths: int) -> Angle:
    """The direction that a number stands for, however often it goes round.

    >>> bearing(36000), bearing(-9000)
    (0, 27000)
    """
    return Angle(hundredths % FULL_TURN)


def of_degrees(number: float) -> Angle:
    """The direction so many degrees to the right of north: as players say it.

    >>> of_degrees(22.5), of_degrees(-90)
    (2250, 27000)
    """
    return bearing(round(number * 100))


def veered(way: Angle, by: int) -> Angle:
    """The direction that lies so far to the right of another, to the left if negative.

    >>> veered(EAST, -HALF_TURN), veered(WEST, 10000)
    (27000, 1000)
    """
    return Angle((way + by) % FULL_TURN)


def opposite(way: Angle) -> Angle:
    """
    >>> opposite(NORTH), opposite(WEST)
    (18000, 9000)
    """
    return Angle((way + HALF_TURN) % FULL_TURN)


@lru_cache(ROUNDS_KEPT)
def rays(count: int, first: Angle = NORTH) -> tuple[Angle, ...]:
    """So many directions, evenly spread to the right of the first, which is one of them.

    >>> rays(4, EAST)
    (9000, 18000, 27000, 0)
    """
    return tuple([veered(first, FULL_TURN * step // count) for step in range(count)])


def heading(a: Point, b: Point) -> Angle:
    """The direction of the way from a to b; north if they are the same point."""
    return bearing(round(degrees(atan2(b[0] - a[0], b[1] - a[1])) * 100))


def turn(a: Angle, b: Angle) -> int:
    """The smallest turn from facing a to facing b: positive to the right, half a turn is to the right.

    >>> turn(35000, 1000), turn(1000, 35000)
    (2000, -2000)
    """
    angle = (b - a) % FULL_TURN
    return angle - FULL_TURN if angle > HALF_TURN else angle


def turn_words(a: Angle, b: Angle) -> str:
    """Where facing b is for one who faces a.

    >>> turn_words(35000, 1000), turn_words(1000, 35000), turn_words(0, 36000), turn_words(0, 18000)
    ('20 degrees to the right', '20 degrees to the left', 'straight ahead', 'straight back')
    """
    by = round(turn(a, b) / 100)
    if by in (0, 180, -180):
        return "straight back" if by else "straight ahead"
    return f"{abs(by)} {'degree' if abs(by) == 1 else 'degrees'} to the {'right' if by > 0 else 'left'}"


def ahead(point: Point, way: Angle, distance: int) -> Point:
    angle = way % FULL_TURN
    x, y = point
    return (
        x + ((distance * WAVE[angle] + HALF_UNIT) >> SCALE_BITS),
        y + ((distance * WAVE[angle + RIGHT_ANGLE] + HALF_UNIT) >> SCALE_BITS),
    )


def aside(point: Point, facing: Angle, distance: int) -> Point:
    """So far to the right of a point, for one who faces so; to the left if negative."""
    return ahead(point, Angle(facing + RIGHT_ANGLE), distance)


def to_frame(point: Point, origin: Point, facing: Angle) -> Point:
    """A point as seen by one who stands at the origin and faces so: x to the right, y ahead."""
    angle = facing % FULL_TURN
    x, y = point[0] - origin[0], point[1] - origin[1]
    s, c = WAVE[angle], WAVE[angle + RIGHT_ANGLE]
    return (x * c - y * s + HALF_UNIT) >> SCALE_BITS, (x * s + y * c + HALF_UNIT) >> SCALE_BITS


def from_frame(point: Point, origin: Point, facing: Angle) -> Point:
    """The way back from `to_frame`."""
    angle = facing % FULL_TURN
    x, y = point
    s, c = WAVE[angle], WAVE[angle + RIGHT_ANGLE]
    return (
        origin[0] + ((x * c + y * s + HALF_UNIT) >> SCALE_BITS),
        origin[1] + ((y * c - x * s + HALF_UNIT) >> SCALE_BITS),
    )


def all_from_frame(points: Iterable[Point], origin: Point, facing: Angle) -> list[Point]:
    """Several points on the way back from `to_frame`: faster than one by one."""
    angle = facing % FULL_TURN
    ox, oy = origin
    s, c = WAVE[angle], WAVE[angle + RIGHT_ANGLE]
    return [
        (ox + ((x * c + y * s + HALF_UNIT) >> SCALE_BITS), oy + ((y * c - x * s + HALF_UNIT) >> SCALE_BITS))
        for x, y in points
    ]


def distance(a: Point, b: Point) -> Length:
    x, y = b[0] - a[0], b[1] - a[1]
    return Length((isqrt(4 * (x * x + y * y)) + 1) // 2)
