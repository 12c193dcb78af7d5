"""The turn and its phases, nerve, routs."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.warband.charging.declaring import may_charge
from warhost.rulebooks.warband.events import PhaseBegan, Routed
from warhost.rulebooks.warband.events import Tested as WasTested
from warhost.rulebooks.warband.moving.fitness import may_move
from warhost.rulebooks.warband.moving.movement import move_one
from warhost.rulebooks.warband.nerve.flight import break_and_flee
from warhost.rulebooks.warband.nerve.heart import (
    frightens,
    losses,
    panic,
    quarter_lost,
    rally,
    rout,
    rout_test,
    squabble,
)
from warhost.rulebooks.warband.scenarios import ending
from warhost.rulebooks.warband.shooting.aim import may_shoot
from warhost.rulebooks.warband.turn import begin_turn, recover
from warhost.rulebooks.warband.turn import step as turn_step

from .scene import RISEN, events, man, scene, thrown

GOBLIN = {"band": "gutter", "fighter": "goblin"}


# --- turns ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.turn.phases", "war.turn.active", "war.turn.start", "war.turn.round")
@pytest.mark.parametrize("phases, first", [("usual", "recovery"), ("as printed", "combat")])
def test_the_order_of_phases_is_data(phases: str, first: str) -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), phase="start", options={"phases": phases})
    begin_turn(fight)
    assert fight.state.phase == first == events(fight, PhaseBegan)[0].phase


@pytest.mark.rule("war.turn.round")
def test_a_round_is_over_when_the_last_player_has_had_his_turn() -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), phase="start", round=3, active=0)
    begin_turn(fight)
    assert fight.state.round == 3
    for expected in ((3, 1), (4, 0)):
        fight.state.phase = "combat"
        turn_step(fight)
        begin_turn(fight)
        assert (fight.state.round, fight.state.active) == expected


@pytest.mark.rule("war.turn.move", "war.turn.states")
def test_a_warrior_moves_once_and_engaged_ones_do_not() -> None:
    fight = scene(
        man(0, 10, 10, id="a"),
        man(0, 20, 20, id="b"),
        man(1, 21, 20),
        phase="movement",
        answers=["lantern1-a", [["go", 12_000, 10_000]]],
    )
    assert move_one(fight)
    assert may_move(fight, 0) is not None and may_move(fight, 1) is not None


@pytest.mark.rule("war.turn.recovery.stand", "war.turn.recovery.stunned")
def test_the_fallen_stand_up_and_the_stunned_come_round() -> None:
    fight = scene(
        man(0, 10, 10, posture="down"), man(0, 12, 10, posture="stunned"), man(1, 40, 40), phase="recovery"
    )
    recover(fight)
    assert [one.posture for one in fight.state.warriors[:2]] == ["up", "down"]
    assert fight.state.warriors[0].stood and fight.state.warriors[0].wounds == 1
    fight.state.shaken = ()
    recover(fight)
    assert fight.state.warriors[1].posture == "up"


@pytest.mark.rule("war.spell.stone", "war.turn.recovery.stand")
def test_stones_hold_down_who_lies() -> None:
    fight = scene(
        man(0, 10, 10, posture="down", id="held"),
        man(1, 40, 40, id="wiz"),
        phase="recovery",
        effects=[{"spell": "stone", "on": "held", "by": "wiz"}],
    )
    recover(fight)
    assert fight.state.warriors[0].posture == "down"


@pytest.mark.rule("war.turn.recovery.stupid", "war.psych.stupidity", "war.band.gutter.troll")
@pytest.mark.parametrize("dice, stupid", [([3, 2], True), ([2, 2], False)])
def test_a_troll_tests_its_wits(dice: list[int], stupid: bool) -> None:
    fight = scene(man(0, 10, 10, band="gutter", fighter="troll"), man(1, 40, 40), phase="recovery", dice=dice)
    recover(fight)
    assert fight.state.warriors[0].stupid is stupid


@pytest.mark.rule("war.flee.rally", "war.turn.recovery.rally")
@pytest.mark.parametrize(
    "friend, foe, dice, rallies",
    [((18, 10), (16, 10), [1, 1], False), ((14, 10), (20, 10), [4, 3], True), ((14, 10), (20, 10), [4, 4], False)],
)
def test_rallying(friend: tuple[float, float], foe: tuple[float, float], dice: list[int], rallies: bool) -> None:
    fight = scene(man(0, 10, 10, flags=["fleeing"], gear=["bow"]), man(0, *friend), man(1, *foe), dice=dice)
    rally(fight, 0)
    assert fight.state.warriors[0].fleeing is not rallies
    if rallies:
        assert may_move(fight, 0) is not None and may_shoot(fight, 0) is not None


@pytest.mark.rule("war.flee.rally")
@pytest.mark.parametrize("x, rallies", [(22.5, False), (23.1, True)])
def test_without_friends_he_rallies_if_no_enemy_is_within_twelve_inches(x: float, rallies: bool) -> None:
    fight = scene(man(0, 10, 10, flags=["fleeing"]), man(1, x, 10), dice=[1, 1])
    rally(fight, 0)
    assert fight.state.warriors[0].rallied is rallies


@pytest.mark.rule("war.panic.test", "war.flee.move")
def test_who_breaks_is_struck_once_by_everybody_and_runs() -> None:
    fight = scene(
        man(0, 20, 20),
        man(1, 21, 20, weapons=["club"]),
        man(1, 20, 21, weapons=["club"]),
        phase="combat",
        dice=[5, 4, 3, 3, 3, 5],
    )
    panic(fight, 0)
    thrown(fight)
    assert fight.state.warriors[0].fleeing
    steady = scene(man(0, 20, 20), man(1, 21, 20), phase="combat", dice=[3, 4])
    panic(steady, 0)
    assert not steady.state.warriors[0].fleeing


@pytest.mark.rule("war.psych.fear", "war.psych.immune", "war.item.brew")
@pytest.mark.parametrize(
    "own, afraid",
    [
        ({}, True),
        (RISEN, False),
        ({"flags": ["frenzied"]}, False),
        ({"fighter": "captain", "gear": ["brew"]}, False),
        ({"traits": ["hardened"]}, False),
    ],
)
def test_who_fears(own: dict[str, Any], afraid: bool) -> None:
    assert frightens(scene(man(0, 10, 10, **own), man(1, 12, 10, **RISEN)), 0, 1) is afraid


@pytest.mark.rule("war.band.gutter.goblin", "war.turn.states", "war.turn.start")
def test_goblins_squabble() -> None:
    fight = scene(*[man(0, 10 + 2 * at, 10, **GOBLIN) for at in range(5)], man(1, 40, 40), dice=[1])
    squabble(fight, 0)
    assert all(one.squabbling for one in fight.state.warriors[:5])
    assert may_move(fight, 0) is not None and may_charge(fight, 0) is not None
    busy = scene(man(0, 10, 10, **GOBLIN), man(1, 11, 10))
    squabble(busy, 0)


@pytest.mark.rule("war.item.herbs")
def test_healing_herbs() -> None:
    fight = scene(
        man(0, 10, 10, fighter="captain", gear=["herbs"], profile={"w": 3}, wounds=1),
        man(1, 40, 40),
        phase="recovery",
        answers=["use them"],
    )
    recover(fight)
    assert recover(fight)
    assert fight.state.warriors[0].wounds == 3 and "herbs" in fight.state.warriors[0].used


@pytest.mark.rule("war.item.herbs")
@pytest.mark.parametrize("changes", [{"wounds": 3}, {"wounds": 1, "gear": []}])
def test_nobody_is_asked_for_herbs_whom_they_do_not_help(changes: dict[str, Any]) -> None:
    captain = man(0, 10, 10, **{"fighter": "captain", "gear": ["herbs"], "profile": {"w": 3}, **changes})
    fight = scene(captain, man(1, 40, 40), phase="recovery")
    while recover(fight):
        assert not fight.state.warriors[0].used


# --- routs ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.turn.recovery.rout", "war.rout.test")
@pytest.mark.parametrize(
    "started, out, test", [(8, 2, True), (10, 2, False), (10, 3, True), (9, 2, False), (12, 3, True)]
)
def test_a_quarter_out_of_action(started: int, out: int, test: bool) -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), started=[started, 1], out=[out, 0])
    assert losses(fight, 0) == (out, started) and quarter_lost(fight, 0) is test


@pytest.mark.rule("war.turn.recovery.rout", "war.scen.end")
def test_who_fled_off_counts_and_who_left_with_a_prize_does_not() -> None:
    fight = scene(man(0, 10, 10), man(0, 12, 10), man(1, 40, 40), started=[12, 1], out=[2, 0])
    fight.state.warriors[1].fate = "fled"
    assert quarter_lost(fight, 0)
    fight.state.warriors[1].fate = "left"
    assert not quarter_lost(fight, 0)


@pytest.mark.rule("war.rout.test", "war.rout.leader")
@pytest.mark.parametrize("dice, stays", [([5, 3], True), ([5, 4], False)])
def test_the_rout_test(dice: list[int], stays: bool) -> None:
    fight = scene(man(0, 10, 10, fighter="captain"), man(1, 40, 40), dice=dice)
    assert rout_test(fight, 0) is stays
    fight.state.warriors[0].posture = "stunned"
    assert rout_test(fight, 0) is False  # nobody stands


@pytest.mark.rule("war.rout.test")
def test_a_player_may_concede_once_a_quarter_is_lost() -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), phase="start", started=[8, 1], out=[2, 0], answers=["concede"])
    begin_turn(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 1
    none = scene(man(0, 10, 10), man(1, 40, 40), phase="start", started=[9, 1], out=[2, 0])
    begin_turn(none)
    assert none.state.outcome is None


@pytest.mark.rule("war.scen.skirmish", "war.scen.end", "war.psych.immune")
def test_a_rout_ends_a_street_fight() -> None:
    fight = scene(man(0, 10, 10, **RISEN), man(1, 40, 40), round=6)
    rout(fight, 0, "routs")
    ending.look_for_end(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 1
    assert fight.state.warriors[0].fate == "gone" and events(fight, Routed)


@pytest.mark.rule("war.scen.end")
@pytest.mark.parametrize("lost, winner", [((2, 2), 1), ((3, 2), 1), ((0, 0), -1)])
def test_when_the_rounds_are_over_the_smaller_share_wins(lost: tuple[int, int], winner: int) -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), started=[12, 15], out=list(lost), round=12, active=1)
    ending.round_over(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == winner


@pytest.mark.rule("war.multi.rout")
def test_several_are_ranked_by_how_late_they_went_out() -> None:
    fight = scene(man(0, 10, 10), man(1, 20, 20), man(2, 30, 30), round=4)
    rout(fight, 2, "routs")
    ending.look_for_end(fight)
    assert fight.state.outcome is None
    fight.state.turn += 9
    rout(fight, 0, "routs")
    ending.look_for_end(fight)
    assert fight.state.outcome is not None and fight.state.outcome.ranking == (1, 0, 2)


@pytest.mark.rule("war.multi.rout", "war.multi.fight")
def test_those_left_are_ranked_above() -> None:
    fight = scene(
        man(0, 10, 10), man(1, 20, 20), man(2, 30, 30), started=[8, 12, 1], out=[1, 2, 0], round=12, active=1
    )
    rout(fight, 2, "routs")
    ending.round_over(fight)
    assert fight.state.outcome is not None and fight.state.outcome.ranking == (0, 1, 2)


@pytest.mark.rule("war.turn.round", "war.multi.rout")
def test_who_goes_out_in_his_own_turn_does_not_shorten_the_round() -> None:
    men = [man(side, 10 + 10 * side, 10) for side in range(3)]
    fight = scene(*men, phase="combat", round=6, active=0, dice=[])
    rout(fight, 0, "routs")
    turn_step(fight)
    begin_turn(fight)
    assert (fight.state.active, fight.state.round) == (1, 6)
    fight.state.phase = "combat"
    turn_step(fight)
    begin_turn(fight)
    assert (fight.state.active, fight.state.round) == (2, 6)
    fight.state.phase = "combat"
    turn_step(fight)
    begin_turn(fight)
    assert (fight.state.active, fight.state.round) == (1, 7)


@pytest.mark.rule("war.turn.round", "war.scen.end")
def test_the_last_player_going_out_in_the_twelfth_round_ends_the_battle() -> None:
    men = [man(side, 10 + 10 * side, 10) for side in range(3)]
    fight = scene(*men, phase="combat", round=12, active=2)
    rout(fight, 2, "routs")
    turn_step(fight)
    assert fight.state.outcome is not None and fight.state.outcome.ranking[-1] == 2


@pytest.mark.rule("war.flee.rally")
def test_who_cannot_rally_does_not_pass() -> None:
    fight = scene(man(0, 10, 10, flags=["fleeing"]), man(1, 22, 10), dice=[3, 4])
    rally(fight, 0)
    assert [event.passed for event in events(fight, WasTested)] == [False] and fight.state.warriors[0].fleeing


@pytest.mark.rule("war.panic.test", "war.injury.down", "war.injury.stunned")
@pytest.mark.parametrize("dice, left", [([4, 1, 4], False), ([4, 3], False), ([4, 1, 1], True)])
def test_everybody_strikes_at_who_breaks_though_he_lies(dice: list[int], left: bool) -> None:
    """To wound and injury of the first: knocked down, or stunned; then the second."""
    fight = scene(
        man(0, 20, 20),
        man(1, 21, 20, profile={"i": 4}, gear=["axe"]),
        man(1, 19, 20, profile={"i": 2}, gear=["axe"]),
        dice=dice,
        phase="combat",
    )
    break_and_flee(fight, 0, "war.flee.move")
    thrown(fight)
    assert fight.state.warriors[0].there is left and not fight.state.warriors[0].fleeing
