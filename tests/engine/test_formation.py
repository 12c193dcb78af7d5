"""Ranks and files, and loose groups."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warhost.engine.field.body import Places
from warhost.engine.field.compass import Point, distance, to_frame
from warhost.engine.field.formation import (
    bases,
    block,
    bodies,
    first_column,
    joined,
    last_rank,
    middle_outwards,
    place,
    ranks,
)
from warhost.engine.field.shapes import Shape, area, contains, gap, oblong, overlap, shared_area
from warhost.engine.field.stance import Stance

INFANTRY = (787, 787)  # 20 mm in thousandths of an inch

fronts = st.tuples(st.integers(-9000, 9000), st.integers(-9000, 9000))
facings = st.integers(0, 35999)
files = st.integers(1, 8)
numbers = st.integers(1, 40)
stands = st.tuples(st.integers(300, 1500), st.integers(300, 2500))


@pytest.mark.parametrize(
    "models, files, deep, last", [(17, 5, 4, 2), (20, 5, 4, 5), (1, 1, 1, 1), (3, 5, 1, 3), (6, 5, 2, 1)]
)
def test_ranks_are_counted_with_the_incomplete_one(models: int, files: int, deep: int, last: int) -> None:
    assert ranks(models, files) == deep
    assert last_rank(models, files) == last


def test_seventeen_in_five_files_cover_four_ranks() -> None:
    ground = block((0, 0), 0, 5, 17, INFANTRY)
    assert (round((ground.right - ground.left) / 1000, 2), round((ground.top - ground.bottom) / 1000, 2)) == (
        3.94,
        3.15,
    )


def test_the_last_two_of_seventeen_stand_in_the_second_and_third_file_from_the_left() -> None:
    full, last = bodies((0, 0), 0, 5, 17, INFANTRY)
    assert full == oblong((0, 0), 0, 3935, 2361)
    # The middle of five files is that of the third; the two stand half a base left of it.
    assert last == oblong((-394, -2361), 0, 1574, 787)
    columns = [place((0, 0), 0, 5, 17, INFANTRY, index)[0] for index in range(5)]
    assert [place((0, 0), 0, 5, 17, INFANTRY, index)[0] for index in (15, 16)] == columns[1:3]


def test_models_are_counted_from_the_left_of_the_front_rank() -> None:
    assert place((0, 0), 0, 3, 6, (100, 200), 0) == (-100, -100)
    assert place((0, 0), 0, 3, 6, (100, 200), 2) == (100, -100)
    assert place((0, 0), 0, 3, 6, (100, 200), 3) == (-100, -300)
    assert place((0, 0), 9000, 3, 6, (100, 200), 0) == (-100, 100)
    assert place((0, 0), 0, 3, 4, (100, 200), 3) == (0, -300)


@pytest.mark.parametrize(
    "models, files, column", [(5, 5, 0), (3, 5, 1), (1, 5, 2), (2, 5, 1), (4, 5, 0), (1, 4, 1)]
)
def test_a_rank_that_cannot_stand_in_the_middle_stands_left_of_it(models: int, files: int, column: int) -> None:
    assert first_column(models, files) == column


def test_commanders_stand_from_the_middle_outwards_and_left_first() -> None:
    assert middle_outwards(1) == [0]
    assert middle_outwards(4) == [1, 2, 0, 3]
    assert middle_outwards(5) == [2, 1, 3, 0, 4]


def test_fewer_models_than_files_are_one_short_rank() -> None:
    assert bodies((0, 0), 0, 5, 3, (100, 100)) == (oblong((0, 0), 0, 300, 100),)
    assert block((0, 0), 0, 5, 3, (100, 100)) == oblong((0, 0), 0, 500, 100)
    assert place((0, 0), 0, 5, 3, (100, 100), 0) == (-100, -50)


@settings(deadline=None)
@given(fronts, facings, files, numbers, stands)
def test_bases_fill_the_bodies_and_nothing_else(
    front: Point, facing: int, files: int, models: int, base: tuple[int, int]
) -> None:
    models = max(models, files)
    stand = bases(front, facing, files, models, base)
    ground = bodies(front, facing, files, models, base)
    whole = block(front, facing, files, models, base)
    assert len(stand) == models
    assert not any(overlap(a, b) for number, a in enumerate(stand) for b in stand[:number])
    for index, shape in enumerate(stand):
        assert distance(shape.centre, place(front, facing, files, models, base, index)) <= 2
        assert contains(whole, shape.centre)
        assert sum(shared_area(shape, body) for body in ground) == pytest.approx(area(shape), rel=0.03)
    assert sum(map(area, ground)) == pytest.approx(models * base[0] * base[1], rel=0.01)


@settings(deadline=None)
@given(fronts, facings, files, numbers, stands)
def test_the_last_rank_stands_within_half_a_base_of_the_middle(
    front: Point, facing: int, files: int, models: int, base: tuple[int, int]
) -> None:
    last = bodies(front, facing, files, models, base)[-1]
    across = to_frame(last.centre, front, facing)[0]
    assert -base[0] // 2 - 2 <= across <= 2


def line_of(*places: int) -> list[Shape]:
    return [oblong((x, 0), 0, 1000, 1000) for x in places]


def test_a_loose_group_hangs_together_from_base_to_base() -> None:
    assert joined([], 500)
    assert joined(line_of(0), 500)
    assert joined(line_of(0, 3000, 1500), 500)
    assert joined(line_of(0, 1500, -1500, 3000, -3000), 500)
    assert not joined(line_of(0, 3001, 1500), 500)
    assert not joined(line_of(0, 1500, 4000, 5500), 500)


def test_a_corner_can_be_too_far_where_the_sides_are_near() -> None:
    pair = [oblong((0, 0), 0, 1000, 1000), oblong((1400, 1400), 0, 1000, 1000)]
    assert gap(*pair) == 566
    assert joined(pair, 566)
    assert not joined(pair, 565)


@pytest.mark.parametrize("base", [INFANTRY, (1181, 1181), (1575, 1575), (1000, 1000)])
@pytest.mark.parametrize("facing", [0, 9000, 18000, 27000])
def test_loose_models_set_in_ranks_stand_with_their_front_where_it_was_wanted(base: Point, facing: int) -> None:
    """A base of an odd depth has no middle in thousandths of an inch, and yet the front may not slip."""
    spots = tuple(place((5000, 7000), facing, 3, 6, base, index) for index in range(6))
    body = Places().body(Stance((5000, 7000), facing, 3, places=spots), base, 6)
    assert to_frame(body.front, (5000, 7000), facing)[1] == 0
