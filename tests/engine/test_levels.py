"""A test building with every kind of edge: walls, a door, a window, a railed roof, stairs, a ladder, a gap."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import pi

import pytest

from warhost.engine.field.levels.bulk import Bulk, in_the_way
from warhost.engine.field.levels.footing import room, walk
from warhost.engine.field.levels.links import Leg, climbs_from, jumps_from, leap, steps_from
from warhost.engine.field.levels.parts import (
    Area,
    Box,
    Bridge,
    Ladder,
    Opening,
    Piece,
    Spot,
    Stairs,
    Surface,
    Wall,
    placed,
    together,
)
from warhost.engine.field.levels.rims import bank, landing
from warhost.engine.field.levels.route import Ways
from warhost.engine.field.levels.sight import Figure, Sight, apart
from warhost.engine.field.levels.site import Gait, Site

MAN = Gait()
HUT = Piece(
    (6_000, 4_000),
    (Surface("roof", (0, 0, 6_000, 4_000), 3_000, "roof"),),
    (
        Wall((0, 0), (6_000, 0), 0, 3_000, (Opening("door", 2_250, 3_750, 0, 2_250),)),
        Wall((0, 4_000), (6_000, 4_000), 0, 3_000, (Opening("window", 2_375, 3_625, 1_000, 2_000),)),
        Wall((0, 0), (0, 4_000), 0, 3_000),
        Wall((6_000, 0), (6_000, 4_000), 0, 3_000),
        Wall((0, 4_000), (6_000, 4_000), 3_000, 3_500, (), True),
    ),
    (Ladder((5_000, 3_000), 0, 3_000),),
    (Stairs((1_000, 1_000, 0), (4_000, 1_000, 3_000), 3_000),),
)


def town() -> Site:
    """Two huts two and a half apart, a crate, a pond with a bridge."""
    more = Piece(
        (0, 0),
        (),
        (),
        (),
        (),
        (Box("crate", (2_000, 12_000, 3_000, 13_000), 0, 1_000),),
        (Area("deep water", (20_000, 0, 24_000, 10_000)), Area("difficult", (0, 16_000, 10_000, 20_000))),
        (Bridge((20_000, 4_000, 24_000, 6_000)),),
    )
    return Site(together((30_000, 24_000), [placed(HUT, (2_000, 4_000)), placed(HUT, (10_500, 4_000)), more]))


SITE = town()
WAYS = Ways(SITE)


def figure(x: float, y: float, z: float = 0, height: int = 1_500) -> Figure:
    return Figure(round(x * 1000), round(y * 1000), round(z * 1000), 500, height)


@pytest.mark.parametrize(
    "turn, size, door",
    [(0, (6_000, 4_000), (2_250, 0)), (90, (4_000, 6_000), (4_000, 2_250)), (180, (6_000, 4_000), (2_250, 4_000))],
)
def test_pieces_are_turned(turn: int, size: tuple[int, int], door: tuple[int, int]) -> None:
    found = placed(HUT, (0, 0), turn)  # type: ignore[arg-type]
    assert found.size == size
    wall = next(wall for wall in found.walls if any(opening.kind == "door" for opening in wall.openings))
    opening = wall.openings[0]
    assert (wall.line if wall.upright else opening.low, opening.low if wall.upright else wall.line) == door


@pytest.mark.parametrize(
    "start, to, stopped",
    [
        ((5_000, 2_000, 0), (5_000, 6_000), ""),
        ((3_000, 2_000, 0), (3_000, 6_000), "wall"),
        ((5_000, 7_000, 0), (5_000, 9_000), ""),
        ((4_000, 6_000, 3_000), (9_000, 6_000), "edge"),
        ((19_000, 2_000, 0), (22_000, 2_000), "water"),
        ((19_000, 5_000, 0), (23_000, 5_000), ""),
        ((1_000, 12_500, 0), (4_000, 12_500), ""),
        ((1_000, 1_000, 0), (100, 1_000), "table"),
    ],
)
def test_walking(start: Spot, to: tuple[int, int], stopped: str) -> None:
    assert walk(SITE, MAN, start, *to).stopped == stopped


def test_difficult_ground_counts_twice_and_a_crate_is_stepped_on() -> None:
    assert walk(SITE, MAN, (5_000, 15_000, 0), 5_000, 18_000).cost == 5_000
    assert walk(SITE, MAN, (1_000, 12_500, 0), 2_500, 12_500).end == (2_500, 12_500, 1_000)


@pytest.mark.parametrize(
    "spot, why",
    [
        ((5_000, 6_000, 0), ""),
        ((5_000, 4_000, 0), ""),
        ((5_000, 8_000, 0), "wall"),
        ((2_200, 6_000, 0), "wall"),
        ((9_000, 6_000, 3_000), "air"),
        ((22_000, 2_000, 0), "water"),
        ((22_000, 5_000, 0), ""),
        ((200, 6_000, 0), "table"),
        ((2_500, 12_500, 0), "wall"),
        ((2_500, 12_500, 1_000), ""),
    ],
)
def test_room_to_stand(spot: Spot, why: str) -> None:
    """In a doorway, but not on a window sill, across a wall, in the air or in a crate."""
    assert room(SITE, MAN, spot) == why


def test_up_and_down() -> None:
    assert [leg.cost for leg in steps_from(SITE, MAN, (3_000, 5_000, 0))] == [3_000, 6_000]
    assert steps_from(SITE, MAN, (7_000, 7_000, 0))[0].end == (7_000, 7_000, 3_000)
    assert climbs_from(SITE, WAYS.rims, MAN, (8_500, 6_000, 0))[0].end == (8_000, 6_000, 3_000)
    assert jumps_from(SITE, WAYS.rims, MAN, (8_000, 6_000, 3_000))[0].end == (8_500, 6_000, 0)
    assert jumps_from(SITE, WAYS.rims, MAN, (5_000, 7_500, 3_000))[0].end == (5_000, 8_500, 0)  # over the rail


def test_across_a_gap() -> None:
    found = leap(SITE, WAYS.rims, MAN, (8_000, 6_000, 3_000), (10_500, 6_000))
    assert not isinstance(found, str) and found.gap == 2_500
    assert leap(SITE, WAYS.rims, MAN, (7_000, 6_000, 3_000), (10_500, 6_000)) == "edge"
    assert leap(SITE, WAYS.rims, MAN, (8_000, 6_000, 3_000), (9_500, 6_000)) == "air"


def test_edges_are_railed_or_open() -> None:
    rims = WAYS.rims.of((5_000, 7_800, 3_000), 1_500)
    assert [rim.railed for rim in rims] == [True]
    east = next(rim for rim in WAYS.rims.of((7_900, 6_000, 3_000), 500) if not rim.railed)
    assert landing(SITE, east, MAN, 7_900, 6_000) == (8_500, 6_000, 0)
    assert bank(SITE, MAN, 20_300, 2_000) == (19_500, 2_000, 0)


@pytest.mark.parametrize(
    "viewer, target, lines",
    [
        (figure(5, 1), figure(5, 6), 9),
        (figure(3, 1), figure(3, 6), 0),
        (figure(7.9, 6, 3), figure(10, 6), 9),
        (figure(4, 6, 3), figure(10, 6), 0),
        (figure(1, 10), figure(8, 10), 9),
    ],
)
def test_sight_through_doors_and_over_roofs(viewer: Figure, target: Figure, lines: int) -> None:
    assert Sight(SITE).glance(viewer, target).clear.bit_count() == lines


def test_a_line_through_the_corner_of_two_walls_is_blocked_and_one_that_grazes_it_is_not() -> None:
    sight, along_the_axis = Sight(SITE), 0b001_001_001
    assert not sight.glance(figure(9, 9), figure(7, 7)).clear & along_the_axis
    assert sight.glance(figure(7, 9), figure(9, 7)).clear & along_the_axis == along_the_axis


def test_bodies_in_the_way() -> None:
    sight = Sight(SITE)
    between = [figure(5, 14)]
    assert (
        sight.glance(figure(1, 14), figure(9, 14), between).clear
        != sight.glance(figure(1, 14), figure(9, 14)).clear
    )
    assert apart(figure(1, 14), figure(5, 14)) == 3_000 and apart(figure(1, 1), figure(1, 1, 3)) == 3_000


def test_the_shortest_way_goes_round_a_corner_within_a_hundredth() -> None:
    """Along one wall and round its end: tangent, arc, tangent."""
    found = WAYS.to(MAN, (1_500, 3_000, 0), (8_500, 3_000, 0), 20_000)
    assert found is not None and found.length == 7_000
    round_it = WAYS.to(MAN, (8_500, 5_000, 0), (7_000, 3_500, 0), 20_000)
    exact = 1_000 + 500 * pi / 2 + 1_000
    assert round_it is not None and exact - 5 <= round_it.length <= 1.02 * exact


def test_ways_by_kind() -> None:
    start, end = (8_500, 6_000, 0), (6_000, 6_000, 3_000)
    by_wall = WAYS.to(MAN, start, end, 9_000, {"walk", "climb"}, highest=4_000)
    assert (
        by_wall is not None and [leg.kind for leg in by_wall.legs] == ["climb", "walk"] and by_wall.length == 5_000
    )
    assert WAYS.to(MAN, start, end, 9_000, {"walk", "climb"}, highest=2_000) is None
    on_foot = WAYS.to(MAN, start, end, 30_000)
    assert on_foot is not None and {leg.kind for leg in on_foot.legs} & {"stairs", "ladder"}
    over = WAYS.to(MAN, (6_000, 6_000, 3_000), (12_000, 6_000, 3_000), 9_000, {"walk", "leap"})
    assert over is not None and over.length == 6_000 and [leg.kind for leg in over.legs] == ["walk", "leap", "walk"]


def test_somebody_in_the_way_is_walked_round() -> None:
    bulk = Bulk(15_000, 15_000, 0, 1_000)
    assert in_the_way(bulk, (12_000, 15_000, 0), (18_000, 15_000, 0))
    assert not in_the_way(bulk, (14_500, 15_000, 0), (12_000, 15_000, 0))  # out of it
    found = WAYS.to(MAN, (12_000, 15_000, 0), (18_000, 15_000, 0), 9_000, bulks=[bulk])
    assert found is not None and 6_000 < found.length < 6_500


def test_nobody_comes_down_or_up_where_somebody_is() -> None:
    roof, street = (6_000, 6_000, 3_000), (9_500, 6_500, 0)
    below = Bulk(8_500, 6_000, 0, 1_000)
    assert below.holds((9_490, 6_000, 0)) and not below.holds((9_500, 6_000, 0))
    assert not below.holds((8_500, 6_000, 1_500))
    for more in ({"bulks": [below]}, {"below": [below]}):
        there = partial(_straight_to, street)
        down = WAYS.find(MAN, roof, there, street[:2], 9_000, {"walk", "jump"}, **more)
        assert down is not None
        (landed,) = [leg.end for leg in down.legs if leg.kind == "jump"]
        assert not below.holds(landed) and abs(landed[1] - 6_000) < 1_010
    above = Bulk(8_000, 6_000, 3_000, 1_000)
    up = WAYS.to(MAN, street, roof, 20_000, {"walk", "climb"}, bulks=[above])
    assert up is not None and not any(above.holds(leg.end) for leg in up.legs if leg.kind == "climb")


def _straight_to(end: Spot, at: Spot) -> Iterator[Leg]:
    cost = WAYS.stretch(MAN, at, end)
    if cost is not None:
        yield Leg("walk", end, cost)


def test_a_way_is_found_however_often_it_turns() -> None:
    """Sixty walls, each with its gap at the other end than the one before."""
    spans = [(0, 8_500) if number % 2 else (1_500, 10_000) for number in range(1, 61)]
    walls = tuple(
        Wall((west, 2_000 * number), (east, 2_000 * number), 0, 3_000)
        for number, (west, east) in enumerate(spans, start=1)
    )
    maze = Ways(Site(Piece((10_000, 124_000), (), walls)))
    found = maze.to(MAN, (5_000, 1_000, 0), (5_000, 123_000, 0), 700_000)
    assert found is not None and len(found.legs) > 120
    assert 60 * 7_000 < found.length < 60 * 9_000


def test_a_way_round_a_crowd_is_as_short_as_if_only_those_in_the_way_stood_there() -> None:
    crowd = [Bulk(15_000, 13_000 + 2_500 * at, 0, 1_000) for at in range(4)]
    aside = [Bulk(12_000 + 3_000 * at, 23_000, 0, 1_000) for at in range(3)]
    alone = WAYS.to(MAN, (11_000, 15_500, 0), (19_000, 15_500, 0), 20_000, bulks=crowd)
    among = WAYS.to(MAN, (11_000, 15_500, 0), (19_000, 15_500, 0), 20_000, bulks=crowd + aside)
    assert alone is not None and among is not None and alone.length == among.length > 8_000
