"""How something stands after it has gone, turned, wheeled, and where it comes to rest."""

from __future__ import annotations

from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.engine.field.compass import distance, from_frame
from warhost.engine.field.stance import Rest, Stance, arc, faced, settled, shifted, turned, wheel_for, wheeled

BLOCK = Stance((1000, 2000), 0, 5)
LOOSE = Stance((0, 500), 0, 2, ((-500, 0), (500, 0)))


def test_what_goes_keeps_its_shape() -> None:
    assert shifted(BLOCK, 9000, 300) == Stance((1300, 2000), 0, 5)
    assert shifted(LOOSE, 0, 100) == Stance((0, 600), 0, 2, ((-500, 100), (500, 100)))


def test_what_turns_about_its_front_stays_there() -> None:
    assert turned(BLOCK, 40500, BLOCK.front) == Stance((1000, 2000), 4500, 5)


def test_loose_models_swing_round_the_pivot() -> None:
    assert turned(LOOSE, 9000, (0, 0)) == Stance((500, 0), 9000, 2, ((0, 500), (0, -500)))


@pytest.mark.parametrize("facing, swing", [(4499, 4499), (4500, -4500), (9000, 0), (18000, 0), (13000, 4000)])
def test_square_bases_swing_by_an_eighth_of_a_turn_at_most(facing: int, swing: int) -> None:
    there = faced(LOOSE, facing, (0, 0), (1000, 1000))
    assert there.facing == facing
    assert there.places == turned(LOOSE, swing, (0, 0)).places


def test_oblong_bases_swing_by_a_quarter_at_most() -> None:
    assert faced(LOOSE, 18000, (0, 0), (500, 1000)).places == LOOSE.places
    assert faced(LOOSE, 8999, (0, 0), (500, 1000)).places == turned(LOOSE, 8999, (0, 0)).places


def test_a_wheel_to_the_right_keeps_the_right_corner() -> None:
    there, length = wheeled(Stance((0, 0), 0, 5), 9000, 4000)
    assert from_frame((2000, 0), there.front, there.facing) == (2000, 0)
    assert there == Stance((2000, 2000), 9000, 5)
    assert length == 6283  # a quarter of a circle as wide as the front


def test_a_wheel_to_the_left_keeps_the_left_corner() -> None:
    there, length = wheeled(Stance((0, 0), 0, 5), -4500, 4000)
    assert distance(from_frame((-2000, 0), there.front, there.facing), (-2000, 0)) <= 1
    assert there.facing == 31500 and length == 3142


@given(st.integers(1, 30_000), st.integers(0, 36_000))
def test_an_arc_is_as_long_as_mathematics_has_it(radius: int, angle: int) -> None:
    assert abs(arc(radius, angle) - radius * pi * angle / 18000) < 0.6


@given(st.integers(0, 20_000), st.integers(1, 30_000))
def test_the_widest_wheel_for_a_length_is_just_not_too_long(length: int, width: int) -> None:
    angle = wheel_for(length, width)
    assert arc(width, angle) <= length
    assert angle == 36000 or arc(width, angle + 1) > length


def test_it_rests_at_the_end_of_its_leg_where_there_is_room() -> None:
    assert settled([BLOCK], 0, 900, 250, lambda stand: True) == Rest(900, shifted(BLOCK, 0, 900))


def test_it_rests_as_far_on_as_there_is_room() -> None:
    tried: list[int] = []

    def room(stand: Stance) -> bool:
        tried.append(stand.front[1] - 2000)
        return stand.front[1] <= 2400

    found = settled([BLOCK], 0, 900, 250, room)
    assert found is not None and found.run == 400
    assert tried == [900, 650, 400]


def test_another_shape_is_tried_before_a_shorter_leg() -> None:
    narrow = BLOCK._replace(files=2)
    found = settled([BLOCK, narrow], 0, 500, 250, lambda stand: stand.files == 2)
    assert found == Rest(500, shifted(narrow, 0, 500))


def test_the_start_is_the_last_place_tried_and_there_may_be_none() -> None:
    assert settled([BLOCK], 0, 900, 250, lambda stand: stand == BLOCK) == Rest(0, BLOCK)
    assert settled([BLOCK], 0, 900, 250, lambda stand: False) is None
