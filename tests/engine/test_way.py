"""What straight ways cost, what bars them, and whether there is room at their end."""

from __future__ import annotations

import pytest

from warhost.engine.field.shapes import Shape, oblong, polygon
from warhost.engine.field.terrain import Ground
from warhost.engine.field.way import (
    Leg,
    Met,
    Stretch,
    cost,
    covered,
    cut,
    first_bar,
    on_board,
    overlapped,
    reach,
    swath,
    touched,
)

BLOCK = oblong((0, 0), 0, 1000, 1000)


def strip(bottom: int, top: int, left: int = -5000, right: int = 5000) -> Shape:
    return polygon([(left, bottom), (right, bottom), (right, top), (left, top)])


# --- cost ----------------------------------------------------------------------------------------------------


def test_the_front_edge_is_over_a_stream_from_bank_to_bank() -> None:
    leg = Leg((0, 0), 0, 6000, 1000)
    assert leg.span(strip(2000, 3000), 0) == (2000, 3000)
    assert leg.span(strip(2000, 3000), 500) == (2000, 3500)  # what follows is in it longer
    assert leg.span(strip(7000, 8000), 0) is None
    assert leg.span(strip(-3000, -1000), 500) is None
    assert Leg((0, 0), 0, 6000, 1000, 500).span(strip(-3000, -400), 500) == (-3000, 100)


def test_a_quick_look_leaves_out_what_lies_beside_or_beyond_the_leg() -> None:
    leg = Leg((0, 0), 0, 6000, 1000)
    near, beside, beyond = (
        Ground(shape, name)
        for name, shape in (
            ("near", strip(5999, 7000)),
            ("beside", strip(0, 1000, left=490)),
            ("beyond", strip(6000, 7000)),
        )
    )
    assert leg.crossing([beyond, near, beside]) == [near]


def test_only_what_lies_within_its_width_counts() -> None:
    leg = Leg((0, 0), 0, 6000, 1000)
    assert leg.span(strip(2000, 3000, left=500), 0) is None  # beside the edge, which it touches
    assert leg.span(strip(2000, 3000, left=400), 0) == (2000, 3000)


def test_bridges_carry_where_they_hold_the_whole_width() -> None:
    leg = Leg((0, 0), 0, 6000, 1000)
    bridge, road = strip(1000, 3000, -600, 600), strip(3000, 4000, -800, 800)
    assert leg.carried([road, bridge]) == [(1000, 4000)]
    assert leg.carried([strip(1000, 3000, -600, 400)]) == []


def test_a_leg_is_cut_where_its_price_changes() -> None:
    slow = [(1000, 2500)]
    found = cut(4000, slow, lambda begin, end: 4 if covered(begin, end, slow) else 2, [(2500, 300)])
    assert found == [Stretch(1000, 2, 0), Stretch(1500, 4, 0), Stretch(1500, 2, 300)]
    assert cost(found, 2) == 1000 + 3000 + 1500 + 300


def test_spans_beyond_the_leg_are_cut_off() -> None:
    slow = [(-500, 9000)]
    assert cut(4000, slow, lambda begin, end: 4 if covered(begin, end, [(0, 4000)]) else 2) == [Stretch(4000, 4, 0)]


def test_halves_of_a_thousandth_are_rounded_up() -> None:
    assert cost([Stretch(3, 1, 0)], 2) == 2
    assert cost([Stretch(4, 1, 0)], 2) == 2


@pytest.mark.parametrize(
    "allowance, far",
    [(999, 999), (1000, 1000), (1299, 1000), (1300, 1000), (1301, 1000), (1302, 1001), (3300, 2000)],
)
def test_a_toll_is_paid_before_the_step(allowance: int, far: int) -> None:
    parts = [Stretch(1000, 2, 0), Stretch(1000, 4, 300)]
    assert reach(parts, allowance, 2) == far


# --- bars ----------------------------------------------------------------------------------------------------


def test_the_nearest_bar_stops_it() -> None:
    bars = [("far", [strip(3000, 4000)]), ("near", [strip(2500, 2600), strip(2000, 2100)])]
    assert first_bar(BLOCK, 0, 5000, bars) == Met(2000, "near")
    assert first_bar(BLOCK, 0, 1999, bars) is None


def test_of_two_at_the_same_distance_the_first_named_stops_it() -> None:
    bars = [("one", [strip(2000, 2100)]), ("other", [strip(2000, 4000)])]
    assert first_bar(BLOCK, 0, 5000, bars) == Met(2000, "one")


def test_all_that_it_comes_over_lies_in_its_swath() -> None:
    assert swath(BLOCK, 0, 3000) == (-501, 501, -1001, 3001)
    assert swath(BLOCK, 27000, 3000) == (-3501, 501, -1001, 1)


def test_room_is_taken_by_the_first_that_overlaps() -> None:
    bars = [("beside", [strip(0, 500)]), ("under", [strip(-500, -400)]), ("also", [strip(-900, -800)])]
    assert overlapped([BLOCK], bars) == "under"
    assert overlapped([BLOCK], bars[:1]) is None  # touching is not standing in it


def test_near_enough_is_touching() -> None:
    assert touched([BLOCK], [strip(50, 500)], 50)
    assert not touched([BLOCK], [strip(51, 500)], 50)


def test_a_table_ends_at_its_edges() -> None:
    assert on_board((0, 1000, 0, 1000), (500, 1000), 1000, 1000)
    assert on_board((-10, 1000, 0, 1010), (500, 1000), 1000, 1000)
    assert not on_board((-11, 1000, 0, 1000), (500, 1000), 1000, 1000)
    assert not on_board((0, 1000, 0, 1000), (500, 1011), 1000, 1000)
