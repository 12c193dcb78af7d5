"""Sharp turns, narrow gaps and pikes: what keeps a unit in its ranks on the way."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.events.moves import Stretched
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.state import NEVER
from warhost.rulebooks.threeplains.turn import step

from .marching import FAR_ENEMY, at, cost, go, judge, play, refused
from .scene import feature, foot, piece, scene, told, unit

PIKES = foot(weapons=("pike", "sidearm"))
PASS = [6] * 4 + [1] * 3  # soldiering 4 against deviancy 3


# --- sharp turns and narrow gaps -----------------------------------------------------------------------------


def dashing_elves() -> Any:
    """10 inches of movement, a half-width of 1.97."""
    elves = foot(movement=inches(8))
    return scene(unit("elves", at=(36, 20), figure=elves, dash=inches(2), dashed=True), FAR_ENEMY)


@pytest.mark.rule("tp.move.unit.turn")
@pytest.mark.parametrize(
    ("legs", "flimsy"),
    [
        ([go(38, 20), go(44, 20)], False),  # 8 inches after a sharp turn
        ([go(38, 20), go(45, 20)], True),  # 9 inches
        ([go(38, 20), go(38, 22), go(42, 22)], False),  # two sharp turns, 8 inches
        ([go(42.3, 26.4)], False),  # 8.98 inches, turned by less than 45 degrees
    ],
)
def test_beyond_the_breaking_point_a_unit_that_turned_sharply_has_flimsy_ranks(
    legs: list[Any], flimsy: bool
) -> None:
    fight = dashing_elves()
    verdict = judge(fight, "elves", *legs)
    assert not isinstance(verdict, Refusal) and ("flimsy" in verdict) == flimsy
    play(fight, "elves", legs)
    assert piece(fight, "elves").flimsy_until == (3 if flimsy else 0)
    assert len(told(fight, Stretched)) == flimsy


@pytest.mark.rule("tp.move.unit.turn")
@pytest.mark.parametrize(("y", "flimsy"), [(20, True), (22, False)])
def test_a_front_wider_than_twice_its_movement_breaks_at_the_first_step_after_a_sharp_turn(
    y: float, flimsy: bool
) -> None:
    """Half of 18 files is 7.09 inches, more than the 7 it has; straight on it keeps its ranks."""
    fight = scene(unit("wide", at=(36, 20), models=36, files=18), FAR_ENEMY)
    legs = [go(37, 20)] if flimsy else [go(36, y)]
    verdict = judge(fight, "wide", *legs)
    assert not isinstance(verdict, Refusal) and ("flimsy" in verdict) == flimsy
    play(fight, "wide", legs)
    assert piece(fight, "wide").flimsy_until == (3 if flimsy else 0)


def gap_of(width: float, right: str = "friend") -> Any:
    """Ten files (7.87 inches) before a gap between a friend on the left and something on the right, 2 inches on."""
    left = unit("left", at=(36 - width / 2 - 1.97, 16))
    side = {"friend": 0, "enemy": 1}[right]
    other = unit("other", at=(36 + width / 2 + 1.97, 16), side=side)
    return scene(unit("a", at=(36, 11), models=20, files=10), left, other, FAR_ENEMY)


@pytest.mark.rule("tp.move.unit.slim", "tp.unit.min_front")
def test_a_unit_slims_down_between_two_friends() -> None:
    fight = gap_of(3.2)  # four files pass: 3.15 inches
    play(fight, "a", [go(36, 15)])
    assert piece(fight, "a").narrow == 4
    fight = gap_of(1.7)
    play(fight, "a", [go(36, 15)])
    assert piece(fight, "a").narrow == 2


@pytest.mark.rule("tp.move.unit.slim")
def test_no_narrowing_to_slip_past_an_enemy_or_a_single_obstacle() -> None:
    assert refused(gap_of(3.8, "enemy"), "a", go(36, 15)) in ("tp.move.p2p.path", "tp.move.p2p.space")
    assert cost(gap_of(3.8), "a", go(36, 15)) == 4
    fight = scene(unit("a", at=(36, 11), files=10), unit("left", at=(32, 16)), FAR_ENEMY)
    assert refused(fight, "a", go(36, 15)) == "tp.move.p2p.space"


@pytest.mark.rule("tp.move.unit.slim")
def test_nothing_may_stand_in_the_line_of_the_middle_front() -> None:
    fight = scene(unit("a", at=(36, 11), files=10), unit("b", at=(36, 16)), unit("c", at=(42, 16)), FAR_ENEMY)
    assert refused(fight, "a", go(36, 15)) == "tp.move.p2p.space"


@pytest.mark.rule("tp.move.unit.stretch", "tp.move.unit.slim")
def test_taking_its_shape_again_costs_a_unit_its_order_if_it_moves_on_too_far() -> None:
    """Ten files narrowed to four stretch by 2.36 inches on each side: 4.64 of 7 inches are left."""

    def through(length: float, **more: Any) -> Any:
        rocks = [feature("rocks", (36 - 3.1, 12), (3, 1)), feature("rocks", (36 + 3.1, 12), (3, 1))]
        fight = scene(unit("a", at=(36, 11), models=20, files=10, figure=foot(**more)), FAR_ENEMY, terrain=rocks)
        play(fight, "a", [go(36, 11 + length)])
        return piece(fight, "a")

    assert (through(4.6).narrow, through(4.6).flimsy_until) == (0, 0)
    assert through(4.6).turn.stretched == pytest.approx(from_mm(60), abs=3)
    deep = through(4.6, base=(from_mm(20), from_mm(30)))  # how deep they stand is nothing to it
    assert deep.turn.stretched == pytest.approx(from_mm(60), abs=3)
    assert (through(4.7).narrow, through(4.7).flimsy_until) == (0, 3)


@pytest.mark.rule("tp.move.unit.slim")
def test_a_unit_may_narrow_to_keep_out_of_ground_that_slows_it_on_both_sides() -> None:
    rough = [feature("rough", (36 - 3.1, 14), (3, 2)), feature("rough", (36 + 3.1, 14), (3, 2))]
    fight = scene(unit("a", at=(36, 11), files=10), FAR_ENEMY, terrain=rough)
    assert cost(fight, "a", go(36, 16)) == pytest.approx(7, abs=0.05)
    assert cost(fight, "a", go(36, 16, "narrow")) == 5
    assert refused(fight, "a", go(36, 12.5, "narrow")) == "tp.move.unit.slim"


@pytest.mark.rule("tp.move.unit.splitturn", "tp.piece.footprint")
def test_a_column_splits_at_the_bend() -> None:
    """3 wide and 6 deep: 2 inches are 2.54 bases, so 3 ranks lie along the new leg."""
    fight = scene(unit("a", at=(20, 20), models=18, files=3), FAR_ENEMY)
    play(fight, "a", [go(22, 20)])
    assert piece(fight, "a").bend == (3, 0)
    piece(fight, "a").turn.acted, piece(fight, "a").turn.spent = False, 0
    play(fight, "a", [go(25, 20)])
    assert piece(fight, "a").bend == ()


@pytest.mark.rule("tp.move.unit.splitturn")
def test_only_columns_split_and_only_after_a_turn() -> None:
    fight = scene(unit("wide", at=(20, 20), models=18, files=6), unit("deep", at=(40, 20), models=18, files=3))
    play(fight, "wide", [go(22, 20)])
    play(fight, "deep", [go(40, 22)])
    assert piece(fight, "wide").bend == piece(fight, "deep").bend == ()


# --- pikes ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.weapon.pike.turning")
def test_pikes_turn_by_ten_degrees_and_then_go_two_inches() -> None:
    fight = scene(unit("pikes", at=(36, 20), figure=PIKES), FAR_ENEMY)
    two_ahead = go(36.347, 21.97)  # 10 degrees to the right
    again = go(37.031, 23.849)  # 20 degrees
    assert cost(fight, "pikes", two_ahead, again) == pytest.approx(4, abs=0.01)
    assert refused(fight, "pikes", go(36.4, 21.97)) == "tp.weapon.pike.turning"
    assert refused(fight, "pikes", go(36.2084, 21.1818), go(36.6188, 22.3094)) == "tp.weapon.pike.turning"
    assert refused(fight, "pikes", ["flip"]) == "tp.weapon.pike.turning"
    assert refused(fight, "pikes", ["pivot", 2000]) == "tp.weapon.pike.turning"


@pytest.mark.rule("tp.weapon.pike.turning", "tp.move.reorganise")
def test_pikes_that_have_turned_go_two_inches_first_even_after_reorganising() -> None:
    fresh = scene(unit("pikes", at=(36, 20), models=15, figure=PIKES), FAR_ENEMY)
    one_ahead, beside = go(36.1736, 20.9848), ["reorganise", inches(35.1736), inches(20.9848)]  # an inch, turned
    play(fresh, "pikes", [one_ahead, beside], [], dice=PASS)
    assert refused(fresh, "pikes", ["pivot", 500]) == "tp.weapon.pike.turning"
    assert piece(fresh, "pikes").turn.since_turn == pytest.approx(inches(1), abs=2)
    sideways = scene(unit("pikes", at=(36, 20), models=15, figure=PIKES), FAR_ENEMY)
    play(sideways, "pikes", [["reorganise", inches(35), inches(20)]], [], dice=PASS)
    assert cost(sideways, "pikes", ["pivot", 500]) > 0


@pytest.mark.rule("tp.weapon.pike.turning")
def test_a_new_turn_lets_pikes_turn_again() -> None:
    fight = scene(unit("pikes", at=(36, 20), figure=PIKES, since_turn=inches(1)), FAR_ENEMY, phase="start")
    step(fight)
    assert piece(fight, "pikes").turn.since_turn == NEVER


@pytest.mark.rule("tp.weapon.pike.movement")
def test_pikes_cost_two_inches_and_the_dash() -> None:
    fight = scene(unit("pikes", at=(36, 20), figure=PIKES), FAR_ENEMY)
    assert cost(fight, "pikes", go(36, 25)) == 5
    assert cost(fight, "pikes", go(36, 25.1)) == 5
    assert refused(fight, "pikes", ["dash"]) == "tp.weapon.pike.movement"


@pytest.mark.rule("tp.weapon.pike.drop")
def test_a_unit_that_drops_its_pikes_moves_like_any_other() -> None:
    fight = scene(unit("pikes", at=(36, 20), figure=PIKES), FAR_ENEMY)
    assert refused(fight, "pikes", go(36, 22), ["drop"]) == "tp.weapon.pike.drop"
    play(fight, "pikes", [["drop"]], [go(40, 20), go(40, 23)])
    assert at(fight, "pikes") == (40, 23, 0)
    assert piece(fight, "pikes").pikes_dropped
