"""Pivots, flips, reorganising and reforming."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.charging.readiness import why_no_charge
from warhost.rulebooks.threeplains.events.moves import Manoeuvred, Moved
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.moving.manoeuvres import pivot_cost, straighten
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.wedges import renew_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.turn import step

from .marching import at, cost, go, play, refused
from .scene import feature, foot, hero, horse, number, piece, scene, script, told, unit

FAR_ENEMY = unit("orcs", at=(36, 47), side=1, facing=180)

# Fifteen guards have soldiering 4 and their army deviancy 3: four dice against three.
PASS = [6, 6, 6, 6, 1, 1, 1]
FAIL = [1, 1, 1, 1, 6, 6, 6]


# --- pivots and flips ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.pivot")
@pytest.mark.parametrize(
    ("width", "depth", "angle", "inches_"), [(6, 0.787, 90, 4.39), (3, 4, 60, 4.27), (3, 4, -60, 4.27)]
)
def test_a_pivot_costs_the_way_of_the_back_corner(width: float, depth: float, angle: int, inches_: float) -> None:
    assert pivot_cost(inches(width), inches(depth), angle * 100) / 1000 == pytest.approx(inches_, abs=0.011)


@pytest.mark.rule("tp.move.pivot")
def test_a_unit_swings_about_its_middle_front_and_goes_on() -> None:
    fight = scene(unit("a", at=(36, 20), models=5), FAR_ENEMY)
    play(fight, "a", [["pivot", 9000], go(38, 20)])
    assert at(fight, "a") == (38, 20, 90)
    swing = pivot_cost(5 * from_mm(20), from_mm(20), 9000)
    assert piece(fight, "a").turn.spent == pytest.approx(swing + inches(2), abs=2)
    assert not piece(fight, "a").turn.sharp


@pytest.mark.rule("tp.move.pivot", "tp.move.value")
def test_a_pivot_may_cost_too_much_or_find_no_room() -> None:
    fight = scene(unit("a", at=(36, 20), models=30, files=3), FAR_ENEMY)
    assert refused(fight, "a", ["pivot", 9000]) == "tp.move.value"
    fight = scene(unit("a", at=(36, 20)), unit("b", at=(40, 20)), FAR_ENEMY)
    assert refused(fight, "a", ["pivot", 27000]) == "tp.move.p2p.space"


@pytest.mark.rule("tp.move.flip")
def test_four_ranks_flip_for_their_depth_on_their_own_ground() -> None:
    fight = scene(unit("a", at=(36, 20)), FAR_ENEMY)
    assert cost(fight, "a", ["flip"]) == pytest.approx(3.15, abs=0.01)
    play(fight, "a", [["flip"]])
    assert at(fight, "a") == (36, 16.85, 180)
    assert told(fight, Moved)[0].path == ((inches(36), inches(20)), piece(fight, "a").point)


@pytest.mark.rule("tp.move.flip.partial")
def test_a_deep_column_needs_two_turns_to_flip() -> None:
    """Nine inches deep with M 7: 7 inches now, 2 in the next turn before anything else."""
    long = foot(base=(from_mm(20), inches(1)))
    fight = scene(unit("a", at=(36, 20), models=27, files=3, figure=long), FAR_ENEMY)
    play(fight, "a", [["flip"]])
    assert piece(fight, "a").flip_due == inches(2) and at(fight, "a") == (36, 20, 0)
    _next_turn(fight)
    with script(fight):
        assert move_one(fight)
    assert piece(fight, "a").flip_due == 0 and at(fight, "a") == (36, 11, 180)
    play(fight, "a", [go(36, 6)])
    assert at(fight, "a") == (36, 6, 180)


@pytest.mark.rule("tp.move.flip.partial")
def test_nothing_follows_an_unfinished_flip() -> None:
    long = foot(base=(from_mm(20), inches(1)))
    fight = scene(unit("a", at=(36, 20), models=27, files=3, figure=long), FAR_ENEMY)
    assert refused(fight, "a", ["flip"], go(36, 22)) == "tp.move.p2p"


@pytest.mark.rule("tp.move.flip", "tp.move.individual")
def test_only_a_single_model_turns_about_when_its_movement_is_used_up() -> None:
    fight = scene(unit("a", at=(36, 20)), hero("h", at=(20, 20)), FAR_ENEMY)
    assert refused(fight, "a", go(36, 27), ["flip"]) == "tp.move.value"
    assert cost(fight, "h", go(20, 27), ["flip"]) == 7


def _next_turn(fight: Fight) -> None:
    fight.state.clock += 2
    for one in fight.state.pieces:
        one.turn.spent, one.turn.acted, one.turn.barred, one.turn.manoeuvred = 0, False, False, False


# --- reorganising --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.reorganise")
def test_a_unit_shifts_sideways_by_half_its_move() -> None:
    fight = scene(unit("a", at=(36, 20), models=15), FAR_ENEMY)
    play(fight, "a", [["reorganise", inches(39.5), inches(20)]], dice=PASS)
    assert at(fight, "a") == (39.5, 20, 0)
    assert piece(fight, "a").turn.spent == inches(7)
    assert told(fight, Manoeuvred)[0].done


@pytest.mark.rule("tp.move.reorganise")
def test_what_is_left_after_reorganising_may_be_used() -> None:
    fight = scene(unit("a", at=(36, 20), models=15), FAR_ENEMY)
    play(fight, "a", [["reorganise", inches(36), inches(19)]], [go(36, 21.5)], dice=PASS)
    assert at(fight, "a") == (36, 21.5, 0)


@pytest.mark.rule("tp.move.reorganise", "tp.combat.flimsy")
def test_a_failed_reorganisation_bars_the_move_and_makes_ranks_flimsy() -> None:
    fight = scene(unit("a", at=(36, 20), models=15), FAR_ENEMY)
    play(fight, "a", [["reorganise", inches(38), inches(20)]], dice=FAIL)
    assert at(fight, "a") == (36, 20, 0)
    assert piece(fight, "a").turn.barred and piece(fight, "a").flimsy_until == 3
    assert not move_one(fight)


@pytest.mark.rule("tp.move.reorganise")
@pytest.mark.parametrize(
    ("to", "rule"),
    [
        ((36, 21), "tp.move.reorganise"),  # forward
        ((39.6, 20), "tp.move.value"),
        ((33, 20), "tp.terrain.impassable"),
        ((36, 20), "tp.move.reorganise"),
    ],
)
def test_reorganising_goes_sideways_or_back_over_free_ground(to: tuple[float, float], rule: str) -> None:
    fight = scene(unit("a", at=(36, 20)), FAR_ENEMY, terrain=[feature("rocks", (32.5, 17), (2, 2))])
    assert refused(fight, "a", ["reorganise", inches(to[0]), inches(to[1])]) == rule


@pytest.mark.rule("tp.move.reorganise", "tp.move.individual")
def test_single_models_do_not_reorganise_and_nobody_does_it_twice() -> None:
    fight = scene(hero("h", at=(36, 20)), unit("a", at=(50, 20), manoeuvred=True), FAR_ENEMY)
    assert refused(fight, "h", ["reorganise", inches(35), inches(20)]) == "tp.move.reorganise"
    assert refused(fight, "a", ["reorganise", inches(49), inches(20)]) == "tp.move.reorganise"


# --- reforming -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.reform", "tp.move.reform.place")
def test_goblins_go_from_five_wide_to_three_and_have_half_their_move_left() -> None:
    fight = scene(unit("goblins", at=(36, 20), models=15), FAR_ENEMY)
    play(fight, "goblins", [["reform", 3]], [go(36, 23.5)], dice=PASS)
    assert piece(fight, "goblins").files == 3
    assert at(fight, "goblins") == (36, 23.5, 0)


@pytest.mark.rule("tp.move.reform.place")
def test_a_reformed_unit_never_stands_ahead_of_its_old_front() -> None:
    """A rock before its flank leaves no room for a wider front: it goes straight back behind it."""
    rocks = feature("rocks", (39, 20), (2, 2))
    fight = scene(unit("a", at=(36, 20), models=15, files=5), FAR_ENEMY, terrain=[rocks])
    play(fight, "a", [["reform", 10]], [], dice=PASS)
    assert piece(fight, "a").files == 10
    assert piece(fight, "a").y == pytest.approx(inches(19), abs=100) and piece(fight, "a").y <= inches(19) + 10


@pytest.mark.rule("tp.move.reform")
def test_a_unit_tries_to_reform_until_it_succeeds() -> None:
    fight = scene(unit("a", at=(36, 20), models=15), FAR_ENEMY, clock=3)
    play(fight, "a", [["reform", 4]], dice=FAIL)
    a = piece(fight, "a")
    assert (a.reform_due, a.files, a.turn.barred, a.flimsy_until) == (4, 5, True, 5)
    _next_turn(fight)
    with script(fight, dice=FAIL):
        assert renew_one(fight)
        assert not renew_one(fight)
        assert not move_one(fight)
    assert (a.reform_due, a.flimsy_until) == (4, 7)
    _next_turn(fight)
    with script(fight, dice=PASS):
        assert renew_one(fight)
    assert (a.reform_due, a.files, a.turn.spent) == (0, 4, inches(3.5))
    assert a.flimsy_until <= fight.state.clock
    play(fight, "a", [go(36, 23)])


@pytest.mark.rule("tp.move.reform", "tp.move.charge")
def test_a_unit_that_has_to_reform_tries_it_before_charges_are_named_and_charges_nobody_if_it_fails() -> None:
    fight = scene(
        unit("a", at=(36, 20), models=15, reform_due=4), unit("orcs", at=(36, 26), side=1, facing=180),
        phase="declaring",
    )  # fmt: skip
    with script(fight, dice=FAIL):
        step(fight)
    assert told(fight, Manoeuvred) and fight.state.phase == "declaring"
    refusal = why_no_charge(fight, 0)
    assert refusal is not None and refusal.rule == "tp.move.charge"


@pytest.mark.rule("tp.piece.unit.shape", "tp.unit.min_front", "tp.unit.shape")
def test_the_front_of_a_unit_has_a_least_width() -> None:
    fight = scene(
        unit("seven", at=(20, 20), models=7),
        unit("riders", at=(50, 20), models=4, files=4, figure=horse()),
        FAR_ENEMY,
    )
    assert refused(fight, "seven", ["reform", 2]) == "tp.piece.unit.shape"
    assert refused(fight, "seven", ["reform", 8]) == "tp.piece.unit.shape"
    assert refused(fight, "seven", ["reform", 5]) == "tp.move.reform"
    play(fight, "seven", [["reform", 3]], [], dice=PASS)
    assert piece(fight, "seven").files == 3  # ranks of 3, 3 and 1
    play(fight, "riders", [["reform", 2]], [], dice=PASS)
    assert piece(fight, "riders").files == 2


@pytest.mark.rule("tp.move.reform")
def test_reforming_takes_half_the_move() -> None:
    fight = scene(unit("a", at=(36, 20), models=15), FAR_ENEMY)
    assert refused(fight, "a", go(36, 24), ["reform", 4]) == "tp.move.reform"
    play(fight, "a", [go(36, 23.5), ["reform", 4]], dice=PASS)
    assert piece(fight, "a").files == 4 and piece(fight, "a").turn.spent == inches(7)


# --- split columns -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.unit.splitturn")
@pytest.mark.parametrize(("rocks", "facing"), [((60, 40), 90), ((18.2, 20), 0)])
def test_a_split_column_draws_itself_straight_where_it_can(rocks: Any, facing: float) -> None:
    """Along its new leg, or without room there in the line of its rear part."""
    column = unit("a", at=(23, 20), facing=90, models=18, files=3, bend=(3, 0))
    fight = scene(column, FAR_ENEMY, terrain=[feature("rocks", rocks, (2, 2))])
    straighten(fight, number(fight, "a"))
    assert piece(fight, "a").bend == () and at(fight, "a")[2] == facing
