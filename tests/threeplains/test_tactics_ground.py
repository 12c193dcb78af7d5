"""How a computer player uses the ground of a scenario: ways between rocks, ledges, its own walls; and what it makes
of those who never break."""

from __future__ import annotations

import pytest

from warhost.engine.field.compass import distance
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.opening.deployment import Deploy
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Clock
from warhost.rulebooks.threeplains.tactics.clash import Onset, balance
from warhost.rulebooks.threeplains.tactics.mind import Mind
from warhost.rulebooks.threeplains.tactics.position import Position
from warhost.rulebooks.threeplains.tactics.vantage import drawn_out, field_of_fire

from .scenarios import book, scenario
from .scene import Placed, feature, foot, hero, horse, number, scene, unit
from .test_scenario_time import pass_of
from .test_tactics import ARCHER, answer, charges, march

CAVERN = "cavern_ambush"
MOUTH = inches(36), inches(34)  # of the pass


def mind_of(fight: Fight, side: int = 0) -> Mind:
    return Mind(fight.setting, fight.state, side)


# --- a pass --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [32, 36, 40])
def test_whoever_is_wanted_between_rocks_goes_in_by_the_middle(x: float) -> None:
    fight = pass_of(unit("a", (x, 30), models=20, files=5), unit("b", (36, 46), side=1, facing=180, models=6))
    there = march(fight, number(fight, "a")).stance
    assert there.front[1] > inches(34)
    assert abs(there.front[0] - inches(36)) < inches(0.5)


def test_whoever_comes_second_to_a_pass_leaves_the_first_room_to_go_in() -> None:
    """The first is before its mouth already."""
    first, enemy = unit("first", (37, 31), models=20, files=5), unit("b", (36, 46), side=1, facing=180, models=6)
    fight = pass_of(unit("second", (31, 30), models=20, files=5), first, enemy)
    second, alone = (
        distance(march(one, number(one, "second")).stance.front, MOUTH)
        for one in (fight, pass_of(unit("second", (31, 30), models=20, files=5), enemy))
    )
    assert second > inches(5) > inches(3) > alone


@pytest.mark.parametrize(("moved", "waits"), [(0, False), (1, True)], ids=["stuck", "on its way"])
def test_nobody_waits_before_a_pass_for_one_who_does_not_get_away(moved: int, waits: bool) -> None:
    first, enemy = unit("first", (37, 31), models=20, files=5), unit("b", (36, 46), side=1, facing=180, models=6)
    fight = pass_of(unit("second", (31, 30), models=20, files=5), first, enemy)
    fight.state.pieces[number(fight, "first")].last_moved = moved
    fight.state.clock = Clock(7)
    far = distance(march(fight, number(fight, "second")).stance.front, MOUTH)
    assert (far > inches(5)) is waits


@pytest.mark.parametrize(("y", "attacks"), [(36, True), (20, False)], ids=["in the pass", "before it"])
def test_whoever_holds_a_pass_that_is_to_be_stormed_is_worth_a_bad_fight(y: float, attacks: bool) -> None:
    ours = unit("ours", (36, y - 5), models=10, files=5, figure=foot(rating=2, toughness=2))
    fight = pass_of(ours, unit("theirs", (36, y), side=1, facing=180, models=20, files=5, figure=foot(rating=6)))
    fight.state.active = fight.state.pieces[number(fight, "ours")].side
    assert bool(charges(fight)) == attacks


@pytest.mark.parametrize(("flanks", "files"), [("cliffs", 5), ("woods", 7)])
def test_who_is_to_go_in_between_rocks_is_drawn_up_no_wider(flanks: str, files: int) -> None:
    fight = pass_of(unit("a", (36, 16), models=30, files=7), unit("b", (36, 40), side=1), flanks=flanks)
    fight.state.pieces[number(fight, "a")].fate = "waiting"
    assert answer(fight, Deploy(fight, number(fight, "a"))).get("files", 7) == files


def test_whoever_comes_second_to_hold_a_pass_stands_at_its_far_end() -> None:
    """Where the front line is held already."""
    first = unit("first", (36, 34), side=1, facing=180, models=14, files=7)
    fight = pass_of(unit("a", (36, 10)), first, unit("b", (36, 40), side=1, models=21, files=7))
    fight.state.pieces[number(fight, "b")].fate = "waiting"
    assert answer(fight, Deploy(fight, number(fight, "b")))["at"][1] > inches(42)


# --- ledges and walls ----------------------------------------------------------------------------------------


def ledge(*pieces: Placed) -> Fight:
    victims = unit("victims", (50, 24), side=1, facing=90, models=20, files=5)
    return scenario(CAVERN, *pieces, victims, terrain=book().setting(book().setup(CAVERN, {})).table.features)


def test_archers_out_of_reach_are_drawn_up_in_a_single_rank() -> None:
    fight = ledge(unit("bows", (30, 12), models=10, figure=ARCHER))
    fight.state.pieces[0].fate = "waiting"
    assert answer(fight, Deploy(fight, 0))["files"] == 10


def test_archers_at_the_edge_of_a_cliff_stay_where_they_see_their_enemy() -> None:
    fight = ledge(unit("bows", (50, 34.04), facing=180, models=10, files=10, figure=ARCHER))
    assert not march(fight, 0).stops


@pytest.mark.parametrize(("above", "in_the_way"), [(False, True), (True, False)])
def test_archers_on_a_ledge_shoot_over_the_heads_of_those_below(above: bool, in_the_way: bool) -> None:
    bows = unit("bows", (36, 13 if above else 15), models=10, files=10, figure=ARCHER)
    fight = ledge(unit("ours", (36, 20)), bows, unit("theirs", (36, 32), facing=180, side=1))
    ours = number(fight, "ours")
    assert (Position(mind_of(fight), ours)._in_the_way(body(fight, ours)) > 0) is in_the_way


@pytest.mark.parametrize(("y", "left"), [(11.7, 1.0), (10.7, 0.5)])
def test_a_wall_spoils_the_volleys_of_those_who_stand_back_from_it(y: float, left: float) -> None:
    volleys = []
    for walls in ([], [feature("stone wall", (36, 12), (12, 0.4))]):
        bows, theirs = unit("bows", (36, y), figure=ARCHER), unit("theirs", (36, 30), facing=180, side=1)
        fight = scene(bows, theirs, terrain=walls)
        volleys.append(field_of_fire(mind_of(fight), 0, body(fight, 0)))
    assert volleys[1] == left * volleys[0] > 0


# --- whom to fight -------------------------------------------------------------------------------------------


def test_nobody_counts_on_the_flight_of_those_who_never_break() -> None:
    steady, shaky = (
        balance(mind_of(fight), [Onset(0, "rear", inches(5))], 1)
        for fight in (
            scene(unit("ours", (36, 20)), unit("theirs", (36, 30), side=1, figure=foot(traits=traits)))
            for traits in (("unbreakable",), ())
        )
    )
    assert steady < shaky / 2


def test_who_flies_reckons_with_flank_and_rear_and_with_the_way_of_a_bird() -> None:
    appeal = []
    for flight in (0, 18):
        fight = scene(
            hero("rider", (36, 10), figure=horse(category="character", flight=inches(flight))),
            unit("theirs", (36, 40), facing=180, side=1),
        )
        appeal.append(Position(mind_of(fight), 0)._appeal(1))
    assert appeal[1] > appeal[0]


@pytest.mark.parametrize(("front", "back"), [(34, True), (25, False)])
def test_archers_right_above_the_enemy_form_a_rank_a_step_behind_the_edge_of_their_ledge(
    front: float, back: bool
) -> None:
    crowd = [unit(f"c{x}", (x, front), side=1, models=20, files=10) for x in range(20, 60, 8)]
    fight = scenario(CAVERN, unit("bows", (36, 40), figure=ARCHER, models=10, files=4), *crowd)
    fight.state.pieces[number(fight, "bows")].fate = "waiting"
    question = Deploy(fight, number(fight, "bows"))
    edge = {"at": [inches(36), inches(34.04)], "facing": 18000}
    order = next(drawn_out(mind_of(fight), question, edge))
    assert order["files"] == 10 and question.refuse(order) is None
    assert (order["at"][1] > inches(34.5)) is back
