"""Skirmishers among their friends: through them, on top of them, and what becomes of those who fight there."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import body, strength
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.pursuit import after_flight
from warhost.rulebooks.threeplains.events.charges import Charged, RanInto
from warhost.rulebooks.threeplains.fighting.contact import engaged, foes
from warhost.rulebooks.threeplains.fighting.edges import touching
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.opening.deployment import Deploy, fronts
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.casualties import lose

from .charging import charge, charging, orcs
from .marching import at, cost, go, play, refused
from .scene import feature, foot, horse, number, piece, scene, script, told, unit

SLINGER = foot(loose=True, traits=("skirmishers",), kind="skirmishers", weapons=("sling", "hand weapon"))
RIDER = horse(loose=True, traits=("skirmishers",), kind="skirmishers")
FAR_ENEMY = unit("orcs", at=(36, 44), side=1, facing=180)


def slingers(at: tuple[float, float], **more: Any) -> Any:
    return unit("slingers", at=at, **{"models": 5, "files": 5, "figure": SLINGER, **more})


def clean(fight: Fight) -> bool:
    return flaws(fight.setting, fight.state) == []


# --- what they are -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.skirmish.class", "tp.combat.it", "tp.unit.it")
def test_the_last_skirmisher_stays_in_play() -> None:
    fight = scene(slingers((36, 20)), FAR_ENEMY, points=2000)
    lose(fight, 0, 4, "tp.shoot.damage")
    assert piece(fight, "slingers").standing and strength(fight, 0) == 1


@pytest.mark.rule("tp.unit.skirmish.class", "tp.unit.shape")
def test_skirmishers_are_set_up_in_any_front() -> None:
    fight = scene(slingers((36, 20), fate="waiting"), FAR_ENEMY, phase="deployment")
    assert list(fronts(fight, 0)) == [1, 2, 3, 4, 5]
    assert not Deploy(fight, 0).refuse({"at": [inches(36), inches(10)], "facing": 0, "files": 1})


@pytest.mark.rule("tp.unit.skirmish.movement")
def test_skirmishers_turn_any_way_at_the_end_of_a_move_for_nothing() -> None:
    fight = scene(slingers((36, 20)), FAR_ENEMY)
    assert cost(fight, "slingers", go(36, 27), ["face", 18000]) == 7
    fight = scene(unit("guard", at=(36, 20)), FAR_ENEMY)
    assert refused(fight, "guard", go(36, 27), ["face", 18000]) == "tp.move.p2p"


@pytest.mark.rule("tp.unit.skirmish.movement")
@pytest.mark.parametrize("kind", ["rough", "wood", "shallow water", "deep water", "hill", "hedge"])
def test_no_ground_slows_skirmishers(kind: str) -> None:
    fight = scene(slingers((36, 20)), FAR_ENEMY, terrain=[feature(kind, (36, 24), (8, 6))])
    assert cost(fight, "slingers", go(36, 27)) == 7


# --- through friends -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.skirmish.interpenetrate")
def test_skirmishers_go_at_half_pace_through_a_unit_and_may_end_on_top_of_it() -> None:
    fight = scene(slingers((36, 20)), unit("guard", at=(36, 23), models=10), FAR_ENEMY)
    assert cost(fight, "slingers", go(36, 26.9)) == 7
    play(fight, "slingers", [go(36, 22)])
    assert at(fight, "slingers") == (36, 22, 0) and clean(fight)


@pytest.mark.rule("tp.unit.skirmish.interpenetrate")
def test_a_unit_goes_at_half_pace_through_skirmishers() -> None:
    fight = scene(unit("guard", at=(36, 20), models=10), slingers((36, 22)), FAR_ENEMY)
    assert cost(fight, "guard", go(36, 22)) == pytest.approx(2.79, abs=0.05)


@pytest.mark.rule("tp.unit.skirmish.interpenetrate")
def test_mounted_skirmishers_pass_through_nobody() -> None:
    fight = scene(slingers((36, 20), figure=RIDER), unit("guard", at=(36, 23), models=10), FAR_ENEMY)
    assert refused(fight, "slingers", go(36, 26)) == "tp.move.p2p.space"
    piece(fight, "guard").y = inches(20)
    assert not clean(fight)


@pytest.mark.rule("tp.unit.skirmish.transparent")
def test_friends_charge_through_skirmishers_and_foes_do_not() -> None:
    guard = unit("guard", at=(36, 20), models=15)
    fight = charge(charging(guard, slingers((36, 22)), orcs(3.5)))
    assert told(fight, Charged)[0].reached and clean(fight)
    fight = charge(
        charging(
            guard, slingers((36, 22), side=1, shot=True, figure=foot(loose=True, traits=("skirmishers",))), orcs(5)
        )
    )
    assert told(fight, RanInto)[0].hit == number(fight, "slingers")


# --- on top of a friend in combat ----------------------------------------------------------------------------


def charged_on_the_line() -> Fight:
    """The guard charges friends of the slingers, who stand on top of them."""
    fight = scene(
        unit("guard", at=(36, 24), facing=180, models=15),
        unit("friends", at=(36, 19), models=10, side=1), slingers((36, 18.97), side=1), phase="charges",
    )  # fmt: skip
    piece(fight, "guard").charge_target = number(fight, "friends")
    piece(fight, "friends").turn.answer = "stand"
    return charge(fight)


@pytest.mark.rule("tp.unit.skirmish.shared_space")
def test_skirmishers_on_a_friend_in_combat_do_not_fight_though_they_touch_his_enemy() -> None:
    fight = charged_on_the_line()
    slings = number(fight, "slingers")
    assert touching(fight, number(fight, "guard"), slings)
    assert foes(fight, number(fight, "guard")) == [number(fight, "friends")]
    assert not engaged(fight, slings) and clean(fight)


@pytest.mark.rule("tp.unit.skirmish.shared_space")
def test_skirmishers_walk_out_of_the_space_of_a_friend_in_combat() -> None:
    fight = charged_on_the_line()
    fight.state.active, fight.state.phase = 1, "moves"
    play(fight, "slingers", [go(36, 17)])
    assert at(fight, "slingers")[:2] == (36, 17)


@pytest.mark.rule("tp.unit.skirmish.shared_space", "tp.move.unintentional")
def test_a_pursuer_runs_into_the_skirmishers_whom_his_quarry_leaves_behind() -> None:
    fight = charged_on_the_line()
    fight.state.phase = "stress"
    with script(fight, dice=[6, 6, 6, 6], answers=["pursue"]):
        freed = flee(fight, number(fight, "friends"), "tp.check.break")
        after_flight(fight, [number(fight, "friends")], freed)
    assert told(fight, RanInto)[-1].hit == number(fight, "slingers")
    assert foes(fight, number(fight, "guard")) == [number(fight, "slingers")] and clean(fight)
    assert body(fight, number(fight, "guard")).front[1] < inches(20)
