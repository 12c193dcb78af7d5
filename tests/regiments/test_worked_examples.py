"""The worked examples of the rules, number by number."""

from __future__ import annotations

import pytest

from warhost.rulebooks.regiments.events import CombatResult, Tested
from warhost.rulebooks.regiments.fighting.combats import fight_one
from warhost.rulebooks.regiments.magic.phase import magic_one
from warhost.rulebooks.regiments.moving import chargers
from warhost.rulebooks.regiments.moving.charges import declare_one
from warhost.rulebooks.regiments.moving.moves import move_one
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.shooting.phase import shoot_one

from .field import at, facing, front, number, ours, scene, script, theirs, told, unit


@pytest.mark.rule("reg.example.shooting", "reg.shoot.mod.long", "reg.shoot.sequence", "reg.weapon.crossbow")
def test_a_volley() -> None:
    fight = scene(
        ours("crossbows", "men.crossbows", 10, front=(36, 10), files=5),
        theirs("wardens", "und.wardens", 20, front=(36, 30), files=5),
        phase="shooting",
    )
    with script(fight, [1, 2, 3, 4, 5, 5, 6, 6, 2, 4, 2, 4, 5, 6, 5, 2, 1], ["crossbows"]):
        shoot_one(fight)
    # T 4 instead of 3: the 2 fails, three wound; 5+ saves one.
    assert unit(fight, "wardens").models == 18


@pytest.mark.rule("reg.example.wheel", "reg.move.wheel", "reg.core.coordinates")
def test_a_wheel_of_thirty_degrees_and_on() -> None:
    fight = scene(ours("spears", "men.spears", 20, front=(20, 12), files=5), phase="moves")
    with script(fight, answers=["spears", [["wheel", 3000], ["go", 1940]]]):
        move_one(fight)
    assert front(fight, "spears") == pytest.approx((21.23, 14.66), abs=0.02)
    assert facing(fight, "spears") == 60


@pytest.mark.rule("reg.example.wheel", "reg.charge.failed", "reg.charge.range")
def test_a_charge_that_falls_an_inch_short() -> None:
    fight = facing_each_other()
    with script(fight, [3, 2], ["spears", "hold"]):
        declare_one(fight)
        assert not declare_one(fight)
        chargers.move_one(fight)
    assert front(fight, "spears") == (20, 15)
    assert unit(fight, "spears").did == "failed charge"


@pytest.mark.rule("reg.example.wheel", "reg.charge.geometry", "reg.charge.move")
def test_a_charge_that_reaches_exactly() -> None:
    fight = facing_each_other()
    with script(fight, [3, 3], ["spears", "hold"]):
        declare_one(fight)
        assert not declare_one(fight)
        chargers.move_one(fight)
    assert front(fight, "spears") == (20, 22)
    assert [(one.a_side, one.b_side) for one in fight.state.contacts] == [("front", "front")]


def facing_each_other() -> Fight:
    return scene(
        ours("spears", "men.spears", 20, front=(20, 12), files=5),
        theirs("orcs", "orc.warriors", 20, front=(20, 22), files=5),
    )


@pytest.mark.rule(
    "reg.example.combat", "reg.combat.result", "reg.break.test", "reg.sr.devcharge", "reg.weapon.lance"
)
def test_lancers_charge_spearmen() -> None:
    fight = scene(
        ours("lancers", "men.knights", 5, front=(36, 20), options=["standard bearer"], charged=True, files=5),
        theirs(
            "spears", "men.spears", 20, front=(36, 20), files=5, options=["shields per model", "standard bearer"]
        ),
        contacts=[{"a": "lancers", "b": "spears"}],
        phase="combat",
    )
    # All strike at Initiative 3: ten riders' blows, five horses', and the spearmen with two ranks behind them.
    riders = [3] * 7 + [2] * 3 + [2] * 6 + [1]  # seven hits, six wounds, no save possible
    horses = [4, 4, 4, 1, 1, 4, 4, 1, 1, 1]  # two wounds unsaved
    spears = [4] * 4 + [1] * 11 + [4, 1, 1, 1] + [1]  # one wound, and the 1+ save shows a 1
    with script(fight, [*riders, *horses, *spears, 3, 4, 6, 6, 1, 1, 2], ["pursue"]):
        fight_one(fight)
    (result,) = told(fight, CombatResult)
    assert result.totals == (10, 3)
    (test,) = [one for one in told(fight, Tested) if one.what == "break"]
    assert (test.value, test.passed) == (0, False)


@pytest.mark.rule("reg.example.monster", "reg.sr.stomp", "reg.armour.shield", "reg.combat.contactcount")
def test_an_oak_warden_charges_swordsmen() -> None:
    fight = scene(
        ours("warden", "elf.oakwarden", at=(36.36, 21.0), charged=True),
        theirs("swords", "men.swords", 20, front=(36, 21.98), files=5, options=["standard bearer", "musician"]),
        contacts=[{"a": "warden", "b": "swords"}],
        phase="combat",
    )
    swords = [1, 2, 3, 4, 4, 5, 6, 6, 2, 3, 5, 6, 6, 2, 3]
    warden = [1, 3, 4, 5, 6, 1, 3, 4, 6, 2, 5, 6]
    stomp = [4, 2, 4, 5, 1]
    fear, broken = [3, 3], [2, 2]
    with script(fight, [*fear, *swords, *warden, *stomp, *broken], ["stay"]):
        fight_one(fight)
    (result,) = told(fight, CombatResult)
    assert result.totals == (6, 4)
    assert unit(fight, "swords").models == 15
    assert unit(fight, "warden").hurt == 1


@pytest.mark.rule("reg.example.pursuit", "reg.combat.pursuit", "reg.charge.fleeroll", "reg.flee.move")
def test_fleers_who_are_not_caught() -> None:
    fight = broken_infantry()
    with script(fight, [*MISSES, 6, 6, 3, 4, 2, 3], ["pursue"]):
        fight_one(fight)
    assert at(fight, "enemy") == (36, 30.15)
    assert facing(fight, "enemy") == 90
    assert at(fight, "spears") == (36, 25)


@pytest.mark.rule("reg.example.pursuit")
def test_fleers_who_are_caught() -> None:
    fight = broken_infantry()
    with script(fight, [*MISSES, 6, 6, 3, 4, 5, 3], ["pursue"]):
        fight_one(fight)
    assert unit(fight, "enemy").fate == "destroyed"
    assert at(fight, "spears") == (36, 28)


# Fifteen spears of ours miss, two ranks of swords too; the charge alone wins by one: Ld 7 - 1, dice 6 and 6.
MISSES = [1] * 10 + [1] * 10


def broken_infantry() -> Fight:
    return scene(
        ours("spears", "men.halberds", 20, at=(36, 20), files=5, charged=True),
        theirs("enemy", "men.halberds", 20, at=(36, 23.15), files=5),
        contacts=[{"a": "spears", "b": "enemy"}],
        phase="combat",
    )


@pytest.mark.rule(
    "reg.example.magic", "reg.magic.winds", "reg.magic.cast", "reg.magic.dispel", "reg.miscast.detonation"
)
def test_a_magic_phase() -> None:
    fight = scene(
        ours("adept", "men.adept", at=(30, 20), options=["wizard level 2"], spells=["Cinder Bolt", "Dawn's Ward"]),
        theirs("orcs", "orc.warriors", 20, front=(30, 40.5), files=5),
        theirs("shaman", "orc.shaman", at=(60, 45), spells=["Grave Chill"]),
        phase="magic",
    )
    dice = [5, 3, 1, 1]  # the winds, and nobody channels
    dice += [4, 3, 4, 3]  # 9 against 8: it stands
    dice += [2, 1, 4]  # two hits, one of which wounds T 4; light armour saves nothing against S 4
    dice += [5]  # rekindled
    with script(fight, dice, ["adept/Cinder Bolt", "2", "2", "shaman"]):
        magic_one(fight)
        magic_one(fight)
    assert unit(fight, "orcs").models == 19
    assert fight.state.pools == (7, 3)
    with script(fight, [6, 6, 1, 3, 4, 3], ["adept/Dawn's Ward", "3"]):
        magic_one(fight)
    assert fight.state.pools[0] == 1  # seven, less three thrown, less three lost
    assert number(fight, "adept") in [one.bearer for one in fight.state.effects]
