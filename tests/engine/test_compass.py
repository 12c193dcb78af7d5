"""Directions: made from numbers, turned, reversed, spread; always inside the circle."""

from __future__ import annotations

import pytest

from warhost.engine.field.compass import (
    EAST,
    FULL_TURN,
    HALF_TURN,
    NORTH,
    RIGHT_ANGLE,
    SOUTH,
    WEST,
    Angle,
    bearing,
    heading,
    of_degrees,
    opposite,
    rays,
    turn,
    veered,
)

EDGES = [Angle(0), Angle(1), Angle(8999), EAST, Angle(17999), SOUTH, Angle(18001), WEST, Angle(35999)]


@pytest.mark.parametrize(
    ("number", "way"), [(0, 0), (-1, 35999), (35999, 35999), (36000, 0), (36001, 1), (-36000, 0), (72000, 0)]
)
def test_a_number_from_outside_is_brought_into_the_circle(number: int, way: int) -> None:
    assert bearing(number) == way


@pytest.mark.parametrize(
    ("number", "way"), [(0, 0), (359.99, 35999), (360, 0), (-0.01, 35999), (359.996, 0), (90, EAST)]
)
def test_degrees_are_rounded_to_hundredths(number: float, way: int) -> None:
    assert of_degrees(number) == way


@pytest.mark.parametrize("way", EDGES)
@pytest.mark.parametrize("by", [0, 1, -1, RIGHT_ANGLE, -RIGHT_ANGLE, HALF_TURN - 1, HALF_TURN, 1 - HALF_TURN])
def test_what_has_veered_so_far_has_turned_so_far(way: Angle, by: int) -> None:
    there = veered(way, by)
    assert 0 <= there < FULL_TURN
    assert turn(way, there) == by
    assert veered(there, -by) == way
    assert veered(way, by + FULL_TURN) == there


def test_half_a_turn_to_either_side_is_the_opposite_way() -> None:
    assert opposite(NORTH) == SOUTH and opposite(WEST) == EAST and opposite(Angle(18001)) == 1
    assert veered(EAST, HALF_TURN) == veered(EAST, -HALF_TURN) == opposite(EAST)
    assert turn(EAST, opposite(EAST)) == HALF_TURN  # to the right


def test_rays_are_spread_all_round_from_the_first_on() -> None:
    assert rays(4) == (NORTH, EAST, SOUTH, WEST)
    assert rays(1, WEST) == (WEST,)
    assert rays(7)[1:3] == (5142, 10285)  # each rounded down by itself, so that nothing adds up
    assert rays(8, Angle(35000)) == (35000, 3500, 8000, 12500, 17000, 21500, 26000, 30500)


def test_the_four_winds_lead_along_the_sides_of_the_table() -> None:
    middle = (0, 0)
    assert [heading(middle, to) for to in ((0, 1), (1, 0), (0, -1), (-1, 0))] == [NORTH, EAST, SOUTH, WEST]
    assert heading(middle, middle) == NORTH
    assert heading(middle, (-1, 100_000)) == 0  # so near to north that it is rounded up, and not a full turn
