"""Clear routes into a fortress, and how they decide a siege."""

from __future__ import annotations

from itertools import product

import pytest

from warhost.engine.field.shapes import Shape, oblong
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.siege.outcome import Holder, behind, in_fortress, outcome
from warhost.rulebooks.threeplains.siege.routes import Condition, Path, Routes, Scaled, Warder

from .strongholds import BENT, STRAIGHT, changed, fortress, twin_towers

GATE = Condition(open_gates=frozenset({5}))
LADDER = Scaled(4, (19_000, 15_000))  # on the wall between the first tower and the gate
BASE = from_mm(20)


def stand(x: float, y: float) -> Shape:
    """A base of 20 mm with its middle here."""
    return oblong((inches(x), inches(y) + BASE // 2), 0, BASE, BASE)


def warder(*spots: tuple[float, float], within: tuple[int, ...] = ()) -> Warder:
    return Warder(tuple(stand(x, y) for x, y in spots), within)


def unit(x: float, y: float) -> Holder:
    return Holder(tuple(stand(x + column * 0.79, y + row * 0.79) for row, column in product(range(2), range(5))))


def routes(condition: Condition, *warders: Warder) -> dict[int, Path]:
    return Routes(twin_towers().places, condition, warders).clear()


def edge(distance: float) -> float:
    """The x of a base whose near edge is so far from the right lane of the arch, which runs at x = 26.96."""
    return 26.96 + distance + BASE / 2000


@pytest.mark.rule("tp.siege.route")
def test_a_closed_fortress_has_no_route_and_an_open_gate_gives_one() -> None:
    assert routes(Condition()) == {}
    assert list(routes(GATE)) == [5]


@pytest.mark.rule("tp.siege.route")
def test_a_defender_bars_a_route_within_three_inches_of_it() -> None:
    left = 23.04  # the left lane
    assert list(routes(GATE, warder((left - 3.5 - BASE / 2000, 14)))) == [5]
    assert list(routes(GATE, warder((edge(-0.5), 14)))) == [5]  # the path keeps to the other side of the arch
    assert routes(GATE, warder((edge(-0.5), 14), (left - 2.5, 14))) == {}
    assert list(routes(GATE, warder((edge(-0.5), 14), (left - 3.5 - BASE / 2000, 14)))) == [5]
    assert routes(GATE, warder((25, 14))) == {}  # a hero alone in the way


@pytest.mark.rule("tp.siege.route")
def test_the_measure_is_three_inches_and_not_one_hair_less() -> None:
    """Rubble of a narrow stretch: all its lanes are near, the farthest 3 inches away or more."""
    fallen = Condition(fallen=frozenset({4}))  # from x = 16 to 22; its lanes at 16.06, 19 and 21.94
    half = BASE / 2000
    at_bay = (21.94 - 3 - 0.01 - half, 10.0)
    assert list(routes(fallen, warder((at_bay[0], 14), (16.5, 14)))) == [4]
    assert routes(fallen, warder((at_bay[0] + 0.02, 14), (16.5, 14))) == {}


@pytest.mark.rule("tp.siege.route")
def test_two_ladders_on_one_wall_are_one_route_and_lead_down_by_the_ladder_of_the_gate() -> None:
    both = Condition(scaled=(LADDER, Scaled(4, (20_500, 15_000))))
    found = routes(both, warder(within=(3,)))
    assert list(found) == [4]
    feet = {end for _, end in found[4]}
    assert (25_000, 12_500) in feet  # of the ladder of the gate
    assert (8_000, 12_500) not in feet, "a tower that Defenders fill is in the way"


@pytest.mark.rule("tp.siege.route")
@pytest.mark.parametrize(("between", "free"), [(5.9, False), (6.2, True)])
def test_a_path_over_rubble_keeps_away_from_defenders_on_both_sides_of_it(between: float, free: bool) -> None:
    """Rubble of gate 5 from x = 22 to 28, Defenders behind it to the left and to the right of x = 26.5."""
    middle, half = 26.5, (between + BASE / 1000) / 2
    two = warder((middle - half, 13), (middle + half, 13))
    assert list(routes(Condition(fallen=frozenset({5})), two)) == ([5] if free else [])


@pytest.mark.rule("tp.siege.victory", "tp.siege.route")
@pytest.mark.parametrize(("away", "winner"), [(2.9, "draw"), (3.1, "defenders")])
@pytest.mark.parametrize("left", [True, False])
def test_a_wide_breach_is_guarded_from_either_side_of_it(away: float, winner: str, left: bool) -> None:
    fallen, half = Condition(fallen=frozenset({5})), BASE / 2000
    near, far = 22 - away - half, 28 + away + half
    holder = unit(near - 4 * 0.79, 14) if left else unit(far, 14)
    places = twin_towers().places
    assert outcome(places.layout, Routes(places, fallen, ()).clear(), [holder])[0] == winner


@pytest.mark.rule("tp.siege.route")
def test_two_models_as_ways_in_may_share_the_way_down() -> None:
    assert list(routes(Condition(scaled=(LADDER, Scaled(6, (31_000, 15_000)))))) == [4, 6]


@pytest.mark.rule("tp.siege.route")
def test_a_broken_ladder_leaves_the_doors_of_the_towers() -> None:
    fixtures = twin_towers().layout.laid[4].model.fixtures
    ladder = next(place for place, fixture in enumerate(fixtures) if fixture.kind == "ladder")
    broken = Condition(broken=frozenset({(5, ladder)}), scaled=(LADDER,))
    assert list(routes(broken)) == [4]  # nobody holds the towers: their bolted doors are no hindrance
    inside = [warder(within=(3,)), warder(within=(7,))]
    assert routes(broken, *inside) == {}


@pytest.mark.rule("tp.siege.route")
def test_a_bolted_door_bars_the_way_until_it_is_destroyed_or_the_structure_is_free() -> None:
    """A wall at the end, cut off by a tower in which nobody is but a defender on its roof, far from the doors."""
    plan = ["wall", "wall", "tower: door to left, door to courtyard", "wall", "gate: ladder", "wall: ladder"]
    places = fortress([*plan, "wall", "wall", "wall"]).places
    scaled = Condition(scaled=(Scaled(1, (500, 15_000)),))
    assert list(Routes(places, scaled, ()).clear()) == [1]
    roof = Warder((stand(15.5, 15.6),))  # 3.9 inches from where the path goes, but on the tower
    assert Routes(places, scaled, [roof]).clear() == {}
    doors = Condition(broken=frozenset({(3, 0), (3, 1)}), scaled=scaled.scaled)
    assert list(Routes(places, doors, [Warder((stand(17.6, 15.6),))]).clear()) == [1]


@pytest.mark.rule("tp.siege.route")
def test_towers_are_not_scaled_and_rubble_is_a_way_in() -> None:
    assert routes(Condition(scaled=(Scaled(3, (14_000, 16_000)),))) == {}
    assert list(routes(Condition(fallen=frozenset({3, 8})))) == [3, 8]


@pytest.mark.rule("tp.siege.route")
def test_models_inside_a_structure_count_as_filling_it() -> None:
    fallen = Condition(fallen=frozenset({2}))  # beside the first tower, from x = 6 to 12
    assert list(routes(fallen, warder(within=(3,)))) == [2]  # its left lane is 5.9 inches from the tower
    narrow = changed(STRAIGHT, 1, "wall: door to courtyard")
    places = fortress(narrow).places
    assert list(Routes(places, fallen, [Warder(within=(1,)), Warder(within=(3,))]).clear()) == []


# --- victory -------------------------------------------------------------------------------------------------


def result(number: int, *holders: Holder) -> str:
    ways = (Condition(), GATE, Condition(open_gates=frozenset({5}), scaled=(Scaled(9, (47_000, 15_000)),)))
    layout = twin_towers().layout
    found = Routes(twin_towers().places, ways[number], ()).clear()
    assert len(found) == number
    return outcome(layout, found, holders)[0]


@pytest.mark.rule("tp.siege.victory")
def test_two_clear_routes_and_a_unit_inside_win_the_siege() -> None:
    assert result(2, unit(10, 2)) == "besiegers"  # in the courtyard, far from both
    assert result(2) == "defenders"  # skirmishers hold nothing
    assert result(2, unit(24, 16)) == "draw"  # it guards one of them from outside
    assert result(2, unit(20, 30)) == "defenders"


@pytest.mark.rule("tp.siege.victory")
def test_one_clear_route_is_a_draw_if_it_is_guarded() -> None:
    assert result(1, unit(24, 16)) == "draw"
    assert result(1, unit(24, 10)) == "draw"
    assert result(1, unit(2, 2)) == "defenders"
    assert result(1, unit(24, 23)) == "defenders"  # 8 inches outside


@pytest.mark.rule("tp.siege.victory")
def test_without_a_clear_route_the_defenders_win() -> None:
    assert result(0, unit(10, 2)) == "defenders"


@pytest.mark.rule("tp.siege.victory")
def test_inside_means_on_in_or_behind_the_works() -> None:
    layout = twin_towers().layout
    assert in_fortress(layout, Holder((stand(8, 14),)))
    assert in_fortress(layout, Holder(within=(3,)))
    assert not in_fortress(layout, Holder((stand(8, 16),)))
    assert not in_fortress(layout, Holder())
    bent = fortress(BENT).layout
    assert behind(bent, (21_000, 20_000)) and not behind(bent, (6_000, 20_000))


@pytest.mark.rule("tp.siege.route")
def test_over_the_rubble_of_a_bend_one_comes_from_its_outer_to_its_inner_face() -> None:
    """The bend fills the corner of the square from (12, 13) to (16, 17)."""
    places = fortress(BENT).places
    path = Routes(places, Condition(fallen=frozenset({3})), ()).clear()[3]
    assert path and all(y == 15_000 or x == 14_000 for (x, y), _ in path)
    assert all(y == 13_000 or x == 16_000 for _, (x, y) in path)
