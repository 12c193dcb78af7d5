"""The checks of the turn: what a warrior may do in which state, cell by cell, and the recovery phase."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.warband.charging.declaring import may_charge
from warhost.rulebooks.warband.charging.intercepting import _may as may_intercept
from warhost.rulebooks.warband.events import Struck
from warhost.rulebooks.warband.fighting.combat import fight_one
from warhost.rulebooks.warband.magic.casting import castable
from warhost.rulebooks.warband.moving.course import allowance, running
from warhost.rulebooks.warband.moving.fitness import may_move
from warhost.rulebooks.warband.moving.hiding import may_not_hide
from warhost.rulebooks.warband.moving.movement import Move
from warhost.rulebooks.warband.nerve.heart import losses, quarter_lost
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.shooting.aim import aims, may_shoot
from warhost.rulebooks.warband.turn import begin_turn, recover

from ..scene import events, man, scene, thrown

RUBBLE = {"pieces": [{"piece": "rubble", "at": [9, 9]}]}
STATES: dict[str, dict[str, Any]] = {
    "free": {},
    "engaged": {"beside": "up"},
    "engaged with the lying": {"beside": "down"},
    "hidden": {"flags": ["hidden"]},
    "fleeing": {"flags": ["fleeing"]},
    "down": {"posture": "down"},
    "stunned": {"posture": "stunned"},
    "stood up": {"flags": ["stood"]},
    "ran": {"flags": ["ran", "moved", "acted"]},
    "charged": {"flags": ["charged", "moved", "acted"]},
    "failed": {"flags": ["failed", "moved", "acted"]},
    "rallied": {"flags": ["rallied"]},
    "fell": {"flags": ["fell", "moved", "acted"]},
    "stupid": {"flags": ["stupid"]},
    "squabbling": {"flags": ["squabbling"]},
    "shard": {"prize": "shard"},
    "chest": {"prize": "chest"},
}
#   move, run, charge, shoot, cast, hide, intercept
MAY = {
    "free": "yyyyyyy",
    "engaged": "nnnnynn",
    "engaged with the lying": "yynnynn",
    "hidden": "yyyyyyn",
    "fleeing": "nnnnnnn",
    "down": "ynnnnnn",
    "stunned": "nnnnnnn",
    "stood up": "ynnyyny",
    "ran": "nnnnyny",
    "charged": "nnnnyny",
    "failed": "nnnnyny",
    "rallied": "nnnnyny",
    "fell": "nnnnnnn",
    "stupid": "nnnnnnn",
    "squabbling": "nnnn-nn",
    "shard": "ynynyyy",
    "chest": "ynnnynn",
}


WHERE = {"shard": "hunt", "chest": "box", "": "skirmish"}


def in_state(beside: str = "", prize: str = "", **more: Any) -> Fight:
    """Behind a low wall in full view of an archer's target 8.5 inches away; he knows a spell besides."""
    own = man(0, 12, 10.5, id="own", gear=["bow"], spells={"grace": 6}, **more)
    near = [man(1, 12, 11.5, posture=beside)] if beside else []
    prizes = [{"kind": prize, "at": [12, 10.5], "holder": "own"}] if prize else []
    return scene(own, man(1, 12, 1), *near, prizes=prizes, scenario=WHERE[prize], **RUBBLE)


def may(fight: Fight) -> str:
    moves = may_move(fight, 0) is None
    runs = moves and not Move(fight, 0).crawl and running(fight, 0) > allowance(fight, 0)
    allowed = (
        moves,
        runs,
        may_charge(fight, 0) is None,
        may_shoot(fight, 0) is None,
        bool(castable(fight, 0)),
        may_not_hide(fight, 0) is None,
        may_intercept(fight, 0),
    )
    return "".join("y" if one else "n" for one in allowed)


@pytest.mark.rule("war.turn.states")
@pytest.mark.parametrize("state", STATES)
def test_what_a_warrior_may_do_in_each_state(state: str) -> None:
    found, wanted = may(in_state(**STATES[state])), MAY[state]
    assert "".join("-" if want == "-" else got for got, want in zip(found, wanted, strict=True)) == wanted


@pytest.mark.rule("war.turn.states", "war.injury.down", "war.scen.box")
@pytest.mark.parametrize("state, far", [("down", 2_000), ("chest", 2_000), ("free", 4_000), ("shard", 4_000)])
def test_how_far_he_may_move_in_it(state: str, far: int) -> None:
    assert Move(in_state(**STATES[state]), 0).walks == far


@pytest.mark.rule("war.turn.states", "war.combat.order")
@pytest.mark.parametrize(
    "more, strikes",
    [
        ({}, "second"),
        ({"flags": ["fleeing"]}, "no"),
        ({"posture": "down"}, "no"),
        ({"posture": "stunned"}, "no"),
        ({"flags": ["stood"], "profile": {"i": 6}}, "second"),
        ({"flags": ["ran"]}, "second"),
        ({"flags": ["charged"]}, "first"),
        ({"flags": ["failed"]}, "second"),
        ({"flags": ["rallied"]}, "second"),
        ({"flags": ["fell"]}, "second"),
        ({"flags": ["stupid"]}, "no"),
        ({"flags": ["squabbling"]}, "second"),
        ({"prize": "shard"}, "second"),
        ({"prize": "chest"}, "second"),
    ],
)
def test_when_he_strikes_in_it(more: dict[str, Any], strikes: str) -> None:
    prize = more.get("prize")
    prizes = [{"kind": prize, "at": [10, 10], "holder": "own"}] if prize else []
    own = man(0, 10, 10, id="own", weapons=["club"], **{key: one for key, one in more.items() if key != "prize"})
    foe = man(1, 11, 10, id="foe", weapons=["club"], profile={"i": 4})
    fight = scene(own, foe, phase="combat", prizes=prizes, scenario=WHERE[prize or ""], dice=[1] * 4)
    fight_one(fight)
    order = [event.who for event in events(fight, Struck)]
    place = {0: "first", 1: "second"}[order.index("lantern1-own")] if "lantern1-own" in order else "no"
    assert place == strikes
    if prize:
        assert (fight.state.prizes[0].holder == 0) is (prize == "shard")  # who fights drops the chest


@pytest.mark.rule("war.turn.states", "war.charge.failed.shoot")
def test_a_wizard_with_a_bow_whose_charge_failed_casts_and_does_not_shoot() -> None:
    fight = in_state(flags=["failed", "moved"])
    refusal = may_shoot(fight, 0)
    assert castable(fight, 0) == ["grace"] and refusal is not None and refusal.rule == "war.charge.failed.shoot"


@pytest.mark.rule("war.turn.states", "war.shoot.mods")
def test_who_stood_up_shoots_as_if_he_had_moved() -> None:
    free, stood = (in_state(**STATES[state]) for state in ("free", "stood up"))
    bow = free.setting.library.weapon("bow")
    assert aims(stood, 0, bow)[0].need.total == aims(free, 0, bow)[0].need.total + 1


@pytest.mark.rule("war.turn.recovery.stunned", "war.turn.recovery.stand")
@pytest.mark.parametrize("active", [1, 0])
def test_the_stunned_are_down_after_their_first_recovery_and_up_after_their_second(active: int) -> None:
    """Stunned in the enemy's turn, or in his own after its recovery phase: always two of his own recoveries."""
    fight = scene(man(0, 10, 10, posture="stunned"), man(1, 40, 40), phase="combat", active=active)
    seen = []
    for side in (0, 1, 0):
        fight.state.active, fight.state.phase = side, "start"
        begin_turn(fight)
        recover(fight)
        seen.append(fight.state.warriors[0].posture)
    assert seen == ["down", "down", "up"]


@pytest.mark.rule("war.band.gutter.rats", "war.turn.recovery.rout")
@pytest.mark.parametrize("out, test", [(3, False), (4, True)])
def test_rats_count_for_nothing_in_a_rout(out: int, test: bool) -> None:
    rats = [man(0, 10 + 2 * at, 10, band="gutter", fighter="rat") for at in range(4)]
    keepers = [man(0, 10 + 2 * at, 14, band="gutter", fighter="rats") for at in range(2)]
    fight = scene(*keepers, *rats, man(1, 40, 40), started=[16, 1], out=[out, 0])
    for number in range(2, 6):
        fight.state.warriors[number].fate = "out"
    assert losses(fight, 0) == (out, 16) and quarter_lost(fight, 0) is test


@pytest.mark.rule("war.camp.few", "war.turn.recovery.rout")
@pytest.mark.parametrize("started, out, test", [(8, 2, True), (9, 2, False)])
def test_who_misses_the_battle_does_not_count_for_its_rout(started: int, out: int, test: bool) -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), started=[started, 1], out=[out, 0])
    assert quarter_lost(fight, 0) is test


@pytest.mark.rule("war.turn.combat.multi", "war.multi.fight")
def test_in_a_melee_of_three_everybody_strikes_at_whom_he_touches() -> None:
    """A's turn: A touches B, B touches C."""
    three = [man(side, 10 + side, 10, weapons=["club"], profile={"i": 6 - side}) for side in range(3)]
    fight = scene(*three, phase="combat", dice=[1, 1, 1], answers=["lantern1-sword-1"])
    assert fight_one(fight)
    thrown(fight)
    struck = [(event.who, event.target) for event in events(fight, Struck)]
    assert struck == [
        ("lantern1-sword-1", "lantern2-sword-2"),
        ("lantern2-sword-2", "lantern1-sword-1"),
        ("lantern3-sword-3", "lantern2-sword-2"),
    ]
