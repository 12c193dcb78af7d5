"""Who counts among the many that strike: characters among monsters, those who crowd round a machine; and what goes
beyond the last wound of somebody in a challenge."""

from __future__ import annotations

import pytest

from warhost.engine.strikes import Wound
from warhost.rulebooks.regiments.events import CombatResult, Struck
from warhost.rulebooks.regiments.fighting.blows import beyond, impact, stomp, strike_all
from warhost.rulebooks.regiments.fighting.combats import fight_one
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.special.instead import spew
from warhost.rulebooks.regiments.state import Duel, Fighter

from .field import easily, number, ours, rule_of, scene, script, theirs, told, unit
from .test_combat import melee_of


def stags_with_a_captain(front: float = 36) -> Fight:
    """Three Stag Knights have charged with a Captain on a horse at the right end of their rank."""
    return scene(
        ours("stags", "elf.stagknights", 3, front=(front, 20), files=3, charged=True),
        ours("captain", "elf.captain", joined="stags", mount="silver steed"),
        theirs("foe", "orc.warriors", 40, front=(36, 20), files=10),
        contacts=[{"a": "stags", "b": "foe"}],
        phase="combat",
    )


@pytest.mark.rule("reg.sr.impact", "reg.char.join")
def test_a_horse_among_stags_makes_no_impact_hit() -> None:
    fight = stags_with_a_captain()
    melee = melee_of(fight)
    with script(fight, [1, 1, 1]):
        impact(melee)
    assert [event.hits for event in told(fight, Struck)] == [3]


@pytest.mark.rule("reg.sr.stomp", "reg.char.join")
@pytest.mark.parametrize(("front", "stomps"), [(36, 3), (31.5, 2)])
def test_nor_does_it_stomp(front: float, stomps: int) -> None:
    """Farther to the left the Captain and two of the three knights touch the enemy."""
    fight = stags_with_a_captain(front)
    melee = melee_of(fight)
    assert len(melee.in_contact(number(fight, "stags"))) == stomps + 1
    with script(fight, [1] * stomps):
        stomp(melee)


@pytest.mark.rule("reg.army.orc.trolls", "reg.char.join")
def test_a_chief_among_trolls_does_not_spew() -> None:
    fight = scene(
        ours("trolls", "orc.trolls", 6, front=(36, 20), files=3),
        ours("chief", "orc.chief", joined="trolls"),
        theirs("foe", "men.halberds", 40, front=(36, 20), files=10),
        contacts=[{"a": "trolls", "b": "foe"}],
        phase="combat",
    )
    with script(fight, [1, 1, 1], ["spew"]):
        spew(fight, number(fight, "trolls"), [number(fight, "foe")])
    assert [event.hits for event in told(fight, Struck)] == [3]


@pytest.mark.rule("reg.troop.warmachine", "reg.cmd.champion")
@pytest.mark.parametrize(("command", "file"), [([], 6), (["champion"], 5)])
def test_six_strike_at_a_machine_the_champion_among_them(command: list[str], file: int) -> None:
    """Seven touch the long side of the cannon."""
    fight = scene(
        ours("own", "orc.goblins", 20, front=(37.18, 20), files=10, options=command),
        theirs("gun", "men.cannon", at=(36, 20.984), facing=0),
        contacts=[{"a": "own", "b": "gun", "on": "right", "fresh": False}],
        phase="combat",
    )
    melee = melee_of(fight)
    assert len(melee.in_contact(number(fight, "own"))) == 7
    with easily(fight, face=1):
        strike_all(melee)
    assert [event.attacks for event in told(fight, Struck) if event.who == "" and event.unit == "own"] == [file]


@pytest.mark.rule("reg.troop.warmachine", "reg.combat.who")
def test_whoever_touches_another_besides_the_machine_strikes_at_that_one_as_many_as_they_are() -> None:
    """Seven at the cannon's side, of whom six strike; the seventh touches the crossbowmen too, as do three more."""
    fight = scene(
        ours("own", "orc.goblins", 10, front=(37.18, 20), files=10),
        theirs("gun", "men.cannon", at=(36, 20.984), facing=0),
        theirs("foe", "men.crossbows", 10, front=(39.65, 20), files=4),
        contacts=[
            {"a": "own", "b": "gun", "on": "right", "fresh": False}, {"a": "own", "b": "foe", "fresh": False},
        ],
        phase="combat",
    )  # fmt: skip
    with easily(fight, face=1) as oracle:
        strike_all(melee_of(fight))
    struck = {event.target: event.attacks for event in told(fight, Struck) if event.unit == "own"}
    assert struck == {"gun": 6, "foe": 4}
    (blows,) = [question for question in oracle.asked if question.what == "blows" and question.side == 0]
    assert rule_of(blows.refuse({"gun": 7, "foe": 3})) == "reg.combat.allocate"


# --- beyond the last wound


@pytest.mark.rule("reg.combat.cr.overkill", "reg.sr.killingblow")
@pytest.mark.parametrize(("wounds", "left", "over"), [
    ([Wound(0, True)], 3, 0), ([Wound(0, True)], 1, 0), ([Wound(0, True), Wound(0, True)], 3, 1),
    ([Wound(1, False), Wound(0, True), Wound(1, False)], 3, 1), ([Wound(3, False)], 1, 2),
    ([Wound(1, False)], 1, 0),
])  # fmt: skip
def test_a_killing_blow_is_worth_what_was_left(wounds: list[Wound], left: int, over: int) -> None:
    assert beyond(wounds, left) == over


@pytest.mark.rule("reg.combat.cr.overkill", "reg.sr.killingblow", "reg.char.challenge")
def test_the_killing_blow_on_a_wounded_lord_counts_for_his_last_wound() -> None:
    """1 wound, 1 beyond it for the second killing blow, 3 ranks; the swordsmen have their ranks."""
    fight = scene(
        ours("swords", "men.swords", 20, front=(36, 20), files=5),
        ours("lord", "men.lord", joined="swords", hurt=2),
        theirs("dead", "und.skeletons", 20, front=(36, 20), files=5),
        theirs("king", "und.king", joined="dead"),
        contacts=[{"a": "dead", "b": "swords", "fresh": False}],
        phase="combat",
    )
    dice = {"to hit": [1] * 4 + [6] * 4, "to wound": [6, 6, 1, 1]}
    with easily(fight, dice, {"challenge": ["lord"], "accept": ["king"]}, face=1):
        fight_one(fight)
    assert [event.totals for event in told(fight, CombatResult)] == [(3, 5)]


@pytest.mark.rule("reg.sr.regeneration", "reg.char.challenge")
def test_fire_in_a_challenge_takes_regeneration_away() -> None:
    fight = scene(
        ours("prince", "elf.captain", front=(36, 20)),
        theirs("king", "und.king", front=(36, 20), mount="carrion drake"),
        contacts=[{"a": "king", "b": "prince", "fresh": False}],
        effects=[{"spell": "Kindled Steel", "on": "prince"}],
        phase="combat",
    )
    fight.state.duels = (Duel(Fighter(number(fight, "prince")), Fighter(number(fight, "king"))),)
    with easily(fight, {"to hit": [6] * 3, "to wound": [6] * 3}, {"blows": [{"king_mount": 3}]}, face=1):
        strike_all(melee_of(fight))
    assert unit(fight, "king_mount").scorched
