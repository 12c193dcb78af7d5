"""Shooting, saves and machines, check by check."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.strikes import NEVER
from warhost.rulebooks.regiments.bodies import base_of, body
from warhost.rulebooks.regiments.events import Shot as Fired
from warhost.rulebooks.regiments.events import Struck
from warhost.rulebooks.regiments.fighting.blow import Blow
from warhost.rulebooks.regiments.land.sight import looking
from warhost.rulebooks.regiments.moving.moves import order_one
from warhost.rulebooks.regiments.nature import kind
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.shooting.breath import may_breathe, wail_targets, why_not_breathe
from warhost.rulebooks.regiments.shooting.machines import fire_ball, fire_bolt, land_stone, pierce, throw_stone
from warhost.rulebooks.regiments.shooting.phase import shoot_one
from warhost.rulebooks.regiments.shooting.shot import Shot
from warhost.rulebooks.regiments.shooting.volley import archers, cannot_shoot, moved, salvoes, shoot
from warhost.rulebooks.regiments.wounds.hits import Harm

from ..field import easily, number, ours, rule_of, scene, script, theirs, told, unit
from ..test_shooting import range_of, shot

# --- to hit


@pytest.mark.rule("reg.shoot.tohit", "reg.shoot.sevenplus")
@pytest.mark.parametrize(
    ("skill", "more", "dice", "hits"),
    [(4, {}, [3], 1), (4, {}, [2], 0), (6, {}, [1], 0), (6, {}, [2], 1),
     (7, {"far": 20000, "cover": "hard"}, [3], 1), (7, {"far": 20000, "cover": "hard"}, [2], 0),
     (3, {"moved": True, "far": 20000, "cover": "hard"}, [6, 5], 1),
     (3, {"moved": True, "far": 20000, "cover": "hard"}, [6, 4], 0),
     (3, {"moved": True, "far": 20000, "cover": "hard"}, [5], 0),
     (1, {"moved": True, "far": 20000, "cover": "hard"}, [], 0)],
)  # fmt: skip
def test_what_hits(skill: int, more: dict[str, Any], dice: list[int], hits: int) -> None:
    fight = range_of(5)
    made = shot(fight, skill, **more).harm(1, 1)
    with script(fight, dice):
        assert sum(made.strikes().to_hit(fight.throw, 0)) == hits


@pytest.mark.rule("reg.shoot.mods", "reg.shoot.mod.skirmish", "reg.shoot.mod.multiple", "reg.shoot.mod.standshoot")
@pytest.mark.parametrize(
    ("skill", "foe", "more", "need"),
    [(4, "elf.wayfinders", {"moved": True, "far": 20000}, 6), (3, "elf.wayfinders", {"cover": "soft"}, 6),
     (4, "orc.warriors", {"several": True}, 4), (4, "orc.warriors", {}, 3),
     (3, "orc.warriors", {"standing": True, "far": 20000}, 6),
     (3, "orc.warriors", {"moved": True, "standing": True}, 5),
     (5, "orc.warriors", {"aimed": True, "far": 20000}, 4)],
)  # fmt: skip
def test_modifiers(skill: int, foe: str, more: dict[str, Any], need: int) -> None:
    fight = range_of(5, foe=foe, yours={"models": 10})
    assert shot(fight, skill, **more).need().total == need


@pytest.mark.rule("reg.shoot.cover")
def test_hedge_and_wall_do_not_add_up() -> None:
    fight = range_of(
        16, mine={"models": 5}, yours={"models": 5},
        terrain=[{"kind": "wall", "at": [36, 23.4]}, {"kind": "hedge", "at": [36, 20]}],
    )  # fmt: skip
    assert looking(fight, 0, 1).cover_from(body(fight, 0).bases[2]) == "hard"
    assert [made.need().total for made, _ in salvoes(fight, 0, 1, False)] == [4 + 2 + 1]


@pytest.mark.rule("reg.shoot.mod.moving", "reg.move.wheel")
@pytest.mark.parametrize("acts", [[["go", 1000], ["wheel", 500]], [["wheel", 500]]])
def test_a_wheel_is_a_move(acts: list[Any]) -> None:
    fight = scene(
        ours("own", "orc.bowmen", 10, front=(36, 10), files=5), theirs("foe", "men.spears", 10, front=(36, 40)),
        phase="moves",
    )  # fmt: skip
    with script(fight, [], [acts]):
        order_one(fight, 0)
    assert moved(fight, 0) and cannot_shoot(fight, 0) is None


@pytest.mark.rule("reg.shoot.target", "reg.shoot.who", "reg.shoot.mod.long")
def test_only_those_in_range_shoot() -> None:
    """The second rank stands 0.98 in farther back, beyond the 24 in of its bows."""
    fight = range_of(23.5, "orc.bowmen", "men.spears", mine={"models": 10})
    with script(fight, [1] * 5):
        shoot(fight, 0, 1)
    assert [(one.shots, one.need) for one in told(fight, Fired)] == [(5, 5)]


@pytest.mark.rule("reg.shoot.mod.long")
def test_long_range_is_measured_from_each_shooter() -> None:
    """Half of 24 in lies between the first rank and the second."""
    fight = range_of(11.5, "orc.bowmen", "men.spears", mine={"models": 10})
    with script(fight, [1] * 10):
        shoot(fight, 0, 1)
    assert [(one.shots, one.need) for one in told(fight, Fired)] == [(5, 4), (5, 5)]


@pytest.mark.rule("reg.sr.multishots", "reg.shoot.mod.multiple", "reg.weapon.brace")
@pytest.mark.parametrize(("answer", "shots", "need"), [("one", 5, 3), ("all", 10, 4)])
def test_a_brace_of_pistols_fires_once_or_twice(answer: str, shots: int, need: int) -> None:
    fight = range_of(5, "men.outriders", mine={"models": 5})
    with script(fight, [1] * shots, [answer]):
        shoot(fight, 0, 1)
    assert [(one.shots, one.need) for one in told(fight, Fired)] == [(shots, need)]


@pytest.mark.rule("reg.sr.moveorfire", "reg.shoot.who")
@pytest.mark.parametrize(
    ("entry", "did", "count"),
    [("men.crossbows", "normal move", 0), ("orc.bowmen", "normal move", 10), ("orc.bowmen", "stood still", 19)],
)
def test_how_many_of_twenty_five_shoot(entry: str, did: str, count: int) -> None:
    foe = "orc.warriors" if entry.startswith("men") else "men.spears"
    assert len(archers(range_of(10, entry, foe, mine={"models": 25, "did": did}), 0)) == count


@pytest.mark.rule("reg.sr.poison", "reg.shoot.sevenplus")
@pytest.mark.parametrize(("cover", "found"), [("", (1, 0)), ("hard", (0, 1))])
def test_poison_has_no_effect_when_seven_is_needed(cover: str, found: tuple[int, int]) -> None:
    """Ballistic Skill 3 at long range: 5 in the open; behind hard cover 7, a 6 and then a 4 or more."""
    fight = range_of(12, "orc.skulkers", "men.spears", mine={"models": 10})
    arms = fight.setting.kinds[0].missile
    assert arms is not None
    made = Shot(fight, 0, 1, arms, 3, far=12000, cover=cover)  # type: ignore[arg-type]
    harm = made.harm(1, 1)
    with script(fight, [6, 4] if cover else [6]):
        assert harm.strikes().to_hit(fight.throw, 0) == found


# --- saves


@pytest.mark.rule("reg.armour.shield", "reg.save.sequence", "reg.save.base", "reg.armour.table", "reg.sr.scaly")
@pytest.mark.parametrize(
    ("entry", "strength", "front", "save", "ward"),
    [("men.swords", 4, True, 6, 6), ("men.swords", 4, False, 6, NEVER), ("men.crossbows", 3, True, NEVER, NEVER),
     ("men.swords", 3, True, 5, 6), ("men.swords", 6, True, NEVER, 6), ("und.wardens", 4, True, 5, 6)],
)  # fmt: skip
def test_armour_and_parry(entry: str, strength: int, front: bool, save: int, ward: int) -> None:
    fight = scene(ours("own", "orc.warriors", 5, at=(36, 10)), theirs("foe", entry, 5, at=(36, 30)))
    made = Blow(fight, 0, 1, kind(fight, 0).profile, from_front=front).harm(1)
    made.strength = strength
    strikes = made.strikes()
    assert (strikes.save, strikes.ward) == (save, ward)


@pytest.mark.rule("reg.sr.twohands", "reg.army.saves", "reg.armour.barding")
def test_a_shield_counts_against_arrows_only_behind_a_halberd() -> None:
    fight = scene(ours("own", "und.riders", 5, at=(36, 10), options=["barding per model"]),
                  theirs("foe", "orc.ironhides", 5, at=(36, 30)))  # fmt: skip
    assert kind(fight, 0).armour() == 2
    assert Harm(fight, 1, 1, 3).strikes().save == 4
    assert Blow(fight, 0, 1, kind(fight, 0).profile).harm(1).strikes().save > 4


@pytest.mark.rule("reg.army.saves", "reg.armour.shield")
def test_an_orc_who_buys_a_shield() -> None:
    fight = scene(ours("own", "men.spears", 5, at=(36, 10)),
                  theirs("foe", "orc.warriors", 10, at=(36, 30), options=["shields per model"]))  # fmt: skip
    made = Blow(fight, 0, 1, kind(fight, 0).profile).harm(1).strikes()
    assert (made.save, made.ward) == (5, 6)


@pytest.mark.rule("reg.sr.magicresist", "reg.save.ward")
@pytest.mark.parametrize(("resistance", "ward", "number_"), [("2", NEVER, 5), ("1", 4, 3), ("1", NEVER, 6)])
def test_resistance_improves_a_ward(resistance: str, ward: int, number_: int) -> None:
    fight = scene(theirs("foe", "elf.oakwarden", at=(36, 30)))
    fight.setting.kinds[0].ratings["magic_resistance"] = resistance
    harm = Harm(fight, 0, 1, 4, spell=True)
    harm.better_ward(ward)
    assert harm.strikes().ward == number_


# --- machines


def stone(dice: list[int]) -> Fight:
    fight = range_of(20, "men.trebuchet", mine={"models": 1, "files": 1})
    point = list(body(fight, 1).bases[7].centre)
    with easily(fight, {"misfire": dice}, {"aim point": [{"at": point}]}, face=6):
        throw_stone(fight, 0)
    return fight


@pytest.mark.rule("reg.wm.stone", "reg.wm.misfire.stone")
@pytest.mark.parametrize(("face", "fate", "hurt"), [(1, "destroyed", 0), (2, "standing", 1), (4, "standing", 0)])
def test_a_stone_that_misfires_is_not_thrown(face: int, fate: str, hurt: int) -> None:
    fight = stone([face])
    assert (unit(fight, "own").fate, unit(fight, "own").hurt, unit(fight, "foe").models) == (fate, hurt, 20)


@pytest.mark.rule("reg.wm.misfire.powder", "reg.wm.cannon")
@pytest.mark.parametrize(
    ("face", "now", "later"), [(1, False, False), (2, False, False), (3, False, True), (4, False, True),
                               (5, True, True), (6, True, True)],
)  # fmt: skip
def test_when_a_cannon_fires_again(face: int, now: bool, later: bool) -> None:
    """In its owner's next turn, and in the one after that."""
    fight = range_of(20, "men.cannon", mine={"models": 1, "files": 1})
    with script(fight, [6, face], [{"at": [36000, 26000]}]):
        fire_ball(fight, 0)
    found = []
    for _ in range(2):
        fight.state.clock += 2
        gun = unit(fight, "own")
        found.append(gun.alive and gun.silent < fight.state.clock)
    assert found == [now, later]


@pytest.mark.rule("reg.wm.bolt")
@pytest.mark.parametrize(
    ("dice", "slain"), [([4, 1, 3, 1, 1], 2), ([1], 0), ([2, 1, 2, 1, 3, 1, 4, 1], 4), ([2, 1, 2, 1, 2], 2)]
)
def test_a_bolt_through_four_ranks(dice: list[int], slain: int) -> None:
    """Strength 6, 5, 4 and 3 against Toughness 3: 2+, 2+, 3+, 4+; a D3 of wounds after each."""
    fight = range_of(12, "orc.skewer", "men.spears", mine={"models": 1, "files": 1})
    with script(fight, dice):
        pierce(fight, 0, 1, 4)
    assert unit(fight, "foe").models == 20 - slain


@pytest.mark.rule("reg.wm.bolt")
def test_a_bolt_is_spent_after_six() -> None:
    fight = scene(
        ours("own", "orc.skewer", front=(10, 20), facing=0), theirs("foe", "men.spears", 20, at=(36, 20), files=10),
        phase="shooting",
    )  # fmt: skip
    with easily(fight, face=6):
        fire_bolt(fight, 0)
    assert unit(fight, "foe").models == 14


@pytest.mark.rule("reg.sr.breath", "reg.army.und.wraith", "reg.turn.status", "reg.charge.failed")
@pytest.mark.parametrize(
    ("did", "able"),
    [("march", True), ("normal move", True), ("stood still", True), ("failed charge", False), ("rallied", False)],
)
def test_who_may_still_breathe_and_wail(did: str, able: bool) -> None:
    fight = scene(
        ours("drake", "und.drake", front=(30, 10), did=did), ours("wraith", "und.wraith", front=(40, 10), did=did),
        theirs("foe", "men.crossbows", 20, front=(36, 14), files=10), phase="shooting",
    )  # fmt: skip
    assert may_breathe(fight, number(fight, "drake")) is able
    assert bool(wail_targets(fight, number(fight, "wraith"))) is able


@pytest.mark.rule("reg.core.engaged", "reg.flee.limits")
def test_the_fleeing_do_not_shoot() -> None:
    fight = range_of(10, "orc.bowmen", "men.spears", mine={"fleeing": True})
    assert rule_of(cannot_shoot(fight, 0)) == "reg.flee.limits"


@pytest.mark.rule("reg.sr.sniper", "reg.cmd.champion")
def test_a_long_rifle_picks_out_a_champion() -> None:
    fight = scene(
        ours("own", "men.captain", at=(36, 8), options=["long rifle"]),
        theirs("foe", "orc.warriors", 20, front=(36, 28.4), files=5, options=["champion"]),
        theirs("chief", "orc.chief", joined="foe"), phase="shooting",
    )  # fmt: skip
    with script(fight, [4, 6], ["own", "aim", "foe champion"]):
        shoot_one(fight)
    assert (unit(fight, "foe").champion, unit(fight, "foe").models, unit(fight, "chief").hurt) == (False, 19, 0)


# --- who is under the centre


@pytest.mark.rule("reg.wm.stone", "reg.char.join", "reg.core.templates")
def test_a_character_under_the_centre_takes_that_hit_and_no_other() -> None:
    """Alone with three men he cannot be spared. The stone kills him; his men take the hits beside it, all three."""
    fight = scene(
        ours("own", "men.trebuchet", at=(36, 4)),
        theirs("foe", "orc.warriors", 3, front=(36, 30), files=2), theirs("chief", "orc.chief", joined="foe"),
        phase="shooting",
    )  # fmt: skip
    chief = number(fight, "chief")
    centre = body(fight, number(fight, "foe")).bases[base_of(fight, chief)].centre
    with easily(fight, {"to wound": [6, 1, 1, 1]}, face=6):
        land_stone(fight, 0, centre)
    assert unit(fight, "chief").fate == "destroyed"
    struck = told(fight, Struck)
    assert [(one.target, one.attacks) for one in struck] == [("chief", 1), ("foe", 3)]


@pytest.mark.rule("reg.wm.stone", "reg.troop.monster.ridden")
def test_rider_and_beast_under_the_centre_take_that_hit_and_no_other() -> None:
    fight = scene(
        ours("own", "men.trebuchet", at=(36, 4)),
        theirs("lord", "orc.warlord", at=(36, 30), mount="wyvern"), phase="shooting",
    )  # fmt: skip
    beast = number(fight, "lord_mount")
    with easily(fight, {"to wound": [1, 1]}, face=1):
        land_stone(fight, 0, body(fight, beast).bases[0].centre)
    assert [(one.target, one.attacks) for one in told(fight, Struck)] == [("lord_mount", 1), ("lord", 1)]


@pytest.mark.rule("reg.sr.breath", "reg.core.templates")
@pytest.mark.parametrize(
    ("degrees", "lawful"), [(0, True), (34, True), (38, True), (42, False), (-38, True), (-42, False)]
)
def test_a_breath_lies_in_the_front_arc_which_runs_out_from_the_corners(degrees: int, lawful: bool) -> None:
    """From the middle of a front 50 mm wide it may be turned a little farther than from a corner."""
    side = 1 if degrees >= 0 else -1
    fight = scene(
        ours("own", "und.drake", front=(36, 10)),
        theirs("foe", "orc.warriors", 40, front=(36 + 4 * side, 13), files=8), phase="shooting",
    )  # fmt: skip
    refusal = why_not_breathe(fight, 0, degrees * 100 % 36000)
    assert rule_of(refusal) == ("" if lawful else "reg.sr.breath")


@pytest.mark.rule("reg.sr.multishots", "reg.char.join")
@pytest.mark.parametrize(("answer", "shots", "need"), [("one", 1, 4), ("all", 2, 5)])
def test_a_character_with_throwing_knives_chooses_though_his_unit_has_none(
    answer: str, shots: int, need: int
) -> None:
    fight = scene(
        ours("own", "orc.goblins", 20, front=(36, 10), files=5), ours("boss", "orc.goblinboss", joined="own"),
        theirs("foe", "men.spears", 20, front=(36, 12.5), files=5), phase="shooting",
    )  # fmt: skip
    with easily(fight, {}, {"shots": [answer]}, face=1):
        shoot(fight, 0, number(fight, "foe"))
    assert [(one.unit, one.shots, one.need) for one in told(fight, Fired)] == [("boss", shots, need)]
