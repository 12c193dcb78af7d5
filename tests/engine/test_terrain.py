"""Grounds, heights upon heights, and what is left of them beside a way."""

from __future__ import annotations

import pytest

from warhost.engine.field.body import PLACES, Poses
from warhost.engine.field.compass import Point
from warhost.engine.field.shapes import Shape, area, disc, polygon
from warhost.engine.field.stance import Stance
from warhost.engine.field.terrain import Ground, Land, beside, fits_square, meets


def square(left: int, bottom: int, side: int) -> Shape:
    return polygon([(left, bottom), (left + side, bottom), (left + side, bottom + side), (left, bottom + side)])


HILL = Ground(square(0, 0, 10_000), "hill", height=1)
TOWER = Ground(square(2000, 2000, 2000), "tower", bars=True, hides=True, height=2)
HUT = Ground(square(9000, 9000, 2000), "hut", height=1)  # half on the hill, half beside it


def test_a_ground_lies_round_its_middle() -> None:
    assert TOWER.middle == (3000, 3000)
    assert TOWER.bars and TOWER.hides and not HILL.bars


def test_what_stands_wholly_on_a_height_is_as_much_higher() -> None:
    land = Land([HILL, TOWER, HUT])
    assert [(ground.kind, top) for ground, top in land.heights] == [("hill", 1), ("tower", 3), ("hut", 1)]
    assert land.foot(TOWER) == 1 and land.foot(HUT) == 0


@pytest.mark.parametrize(
    "point, level", [((1000, 1000), 1), ((3000, 3000), 3), ((20_000, 0), 0), ((9500, 9500), 1)]
)
def test_one_stands_on_the_highest_top(point: Point, level: int) -> None:
    assert Land([HILL, TOWER, HUT]).level_at(point) == level


@pytest.mark.parametrize("on_hill, level", [(1, 0), (2, 1), (3, 1)])
def test_a_body_is_as_high_as_half_of_its_models(on_hill: int, level: int) -> None:
    places = tuple(
        [(1000 + 1000 * k, 500) for k in range(on_hill)] + [(20_000, 1000 * k) for k in range(4 - on_hill)]
    )
    body = Poses().body(Stance((0, 0), 0, 4, places), (1000, 1000), 4, PLACES)
    land = Land([HILL])
    assert land.level(body) == level
    assert land.level(body) == level  # and so it is remembered


def test_a_flat_land_has_one_level() -> None:
    assert Land([Ground(square(0, 0, 9000), "wood")]).level(Poses().body(Stance((0, 0), 0, 1), (9, 9), 1)) == 0


def test_a_bridge_parts_the_river_in_two() -> None:
    river = Ground(polygon([(0, 0), (9000, 0), (9000, 1000), (0, 1000)]), "river", bars=True)
    bridge = polygon([(4000, -500), (5000, -500), (5000, 1500), (4000, 1500)])
    banks = list(beside(river, [bridge]))
    assert sorted((bank.shape.left, bank.shape.right) for bank in banks) == [(0, 4000), (5000, 9000)]
    assert all(bank.kind == "river" and bank.bars and bank.middle == river.middle for bank in banks)
    assert sum(area(bank.shape) for bank in banks) == 8_000_000


def test_without_a_way_over_it_a_ground_stays_whole() -> None:
    assert [ground.shape for ground in beside(HILL, ())] == [HILL.shape]


def test_a_shape_fits_a_square_that_is_turned_with_it() -> None:
    turned = polygon([(0, 707), (707, 0), (0, -707), (-707, 0)])  # 1000 by 1000, on its corner
    assert fits_square(turned, 1000)
    assert not fits_square(turned, 997)
    assert fits_square(disc((0, 0), 500), 1000)


def test_a_quick_look_at_a_box_leaves_out_what_only_touches_it() -> None:
    assert meets(HILL.shape, (9999, 12_000, 0, 1))
    assert not meets(HILL.shape, (10_000, 12_000, 0, 1))
