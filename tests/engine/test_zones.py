"""Sides of an oblong: zones, edges, what lies against them."""

from __future__ import annotations

from math import sqrt

import pytest

from warhost.engine.field.compass import ahead, from_frame
from warhost.engine.field.shapes import oblong
from warhost.engine.field.zones import (
    CLOCKWISE,
    Oblong,
    against,
    band,
    edge,
    round_about,
    side_towards,
    span,
    way_round,
    zone,
)  # fmt: skip

BOX = Oblong((0, 1000), 0, 4000, 2000)
TURNS = (0, 3000, 4500, 9000, 12345, 18000, 27000, 35999)


@pytest.mark.parametrize("facing", TURNS)
def test_zones_turn_with_the_oblong(facing: int) -> None:
    box = Oblong((500, -700), facing, 4000, 2000)
    seen = {
        "front": (0, 3000), "right": (5000, -1000), "left": (-5000, -1000), "rear": (0, -5000),
    }  # fmt: skip
    for side, place in seen.items():
        assert zone(box, from_frame(place, box.front, facing)) == side


def test_a_point_beyond_both_edges_belongs_to_the_nearer_border() -> None:
    assert zone(BOX, (4000, 4000)) == "front"  # 3 ahead, 2 beside
    assert zone(BOX, (-4000, 2000)) == "left"  # 1 ahead, 2 beside
    assert zone(BOX, (-3000, -6000)) == "rear"  # 5 behind, 1 beside


def test_borders_favour_front_over_flank_and_flank_over_rear() -> None:
    assert zone(BOX, (4000, 3000)) == "front"
    assert zone(BOX, (4001, 3000)) == "right"
    assert zone(BOX, (-4000, -3000)) == "left"
    assert zone(BOX, (-4000, -3001)) == "rear"


@pytest.mark.parametrize("facing", TURNS)
def test_edges_lie_round_the_oblong(facing: int) -> None:
    box = Oblong((500, -700), facing, 4000, 2000)
    shape = oblong(*box)
    for side in CLOCKWISE:
        line = edge(box, side)
        low, high, near, far = span(line, shape)
        assert (low, high) == pytest.approx((-line.length / 2, line.length / 2), abs=2)
        assert (near, far) == pytest.approx((-2000 if line.length == 4000 else -4000, 0), abs=2)
        assert zone(box, ahead(line.middle, line.outward, 3000)) == side
        assert side_towards(box, line.outward) == side


def test_a_shape_against_a_side_covers_part_of_it() -> None:
    beside = oblong((2500, 1500), 0, 1000, 1000)  # past the front edge by half an inch
    assert against(BOX, beside, 50) == [("right", 0, 500)]
    assert against(BOX, oblong((2600, 1500), 0, 1000, 1000), 50) == []
    assert against(BOX, oblong((2600, 1500), 0, 1000, 1000), 100) == [("right", 0, 500)]


def test_a_corner_is_not_a_side() -> None:
    assert against(BOX, oblong((2500, 2000), 0, 1000, 1000), 50) == []


def test_the_way_round_counts_clockwise() -> None:
    assert round_about(BOX, "front") == {"front": 0, "right": 4000, "rear": 6000, "left": 10000}
    assert round_about(BOX, "rear") == {"rear": 0, "left": 4000, "front": 6000, "right": 10000}


def test_ways_lead_round_corners() -> None:
    assert way_round((-3000, 3000), (3000, 3000), BOX) == 6000
    over_one = way_round((0, 2000), (3000, 0), BOX)
    assert over_one == pytest.approx(sqrt(4 + 1) * 1000 + sqrt(2) * 1000, abs=3)
    right_round = way_round((0, 2000), (0, -2000), BOX)
    assert right_round == pytest.approx(2 * sqrt(5) * 1000 + 2000, abs=3)


def test_a_band_cuts_an_outline() -> None:
    diamond = [(0, -10), (-10, 0), (0, 10), (10, 0)]
    assert band(diamond, -2, 20) == (-10, 10)
    assert band(diamond, 4, 20) == (-6, 6)
    assert band(diamond, 2, 4) == (-8, 8)
    assert band(diamond, 11, 20) is None
