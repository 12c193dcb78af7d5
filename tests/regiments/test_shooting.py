"""Shooting: numbers to hit, who shoots, machines, breath and wails."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.artillery import Teardrop, round_touches
from warhost.engine.question import Refusal
from warhost.engine.strikes import Wound
from warhost.rulebooks.regiments.bodies import body
from warhost.rulebooks.regiments.events import Shot as Fired
from warhost.rulebooks.regiments.events import Tested
from warhost.rulebooks.regiments.nature import kind
from warhost.rulebooks.regiments.nerve import panic
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.shooting.breath import breathe, wail, wail_targets, why_not_breathe
from warhost.rulebooks.regiments.shooting.machines import (
    ball_marks,
    bolt_volley,
    fire_ball,
    fire_bolt,
    grapeshot,
    misfire,
    pierce,
    roll_ball,
    throw_stone,
    why_not_stone,
)
from warhost.rulebooks.regiments.shooting.phase import deeds, shoot_one
from warhost.rulebooks.regiments.shooting.shot import Shot
from warhost.rulebooks.regiments.shooting.templates import centre_hit, touched
from warhost.rulebooks.regiments.shooting.volley import _several, archers, cannot_shoot, shoot, why_not_target
from warhost.rulebooks.regiments.special.instead import breathe_in_combat
from warhost.rulebooks.regiments.wounds.casualties import suffer
from warhost.rulebooks.regiments.wounds.spreading import spared, spread

from .field import number, ours, scene, script, theirs, told, unit


def range_of(far: float, own: str = "men.crossbows", foe: str = "orc.warriors", **more: Any) -> Fight:
    mine, yours = more.pop("mine", {}), more.pop("yours", {})
    return scene(
        ours("own", own, front=(36, 8), **{"models": 20, "files": 5, **mine}),
        theirs("foe", foe, front=(36, 8 + far), **{"models": 20, "files": 5, **yours}),
        phase="shooting",
        **more,
    )


def shot(fight: Fight, skill: int = 3, weapon: str = "bow", **more: Any) -> Shot:
    return Shot(fight, 0, 1, fight.setting.library.weapons[weapon], skill, **more)


@pytest.mark.rule("reg.shoot.bs", "reg.shoot.tohit")
@pytest.mark.parametrize(("skill", "need"), [(1, 6), (3, 4), (6, 1), (10, -3)])
def test_seven_less_the_skill(skill: int, need: int) -> None:
    assert shot(range_of(5), skill).need().total == need


@pytest.mark.rule("reg.shoot.mods", "reg.shoot.mod.moving", "reg.shoot.mod.skirmish", "reg.shoot.sevenplus")
def test_modifiers_add_up() -> None:
    plain = range_of(5)
    skirmishers = range_of(5, foe="elf.wayfinders", yours={"models": 10})
    assert shot(skirmishers, 4, moved=True, far=20000).need().total == 6
    assert shot(plain, 3, moved=True, far=20000, cover="hard").need().total == 8
    assert shot(plain, 7, far=20000, cover="hard").need().total == 3
    assert shot(skirmishers, 3, cover="soft").need().total == 6
    assert shot(plain, 1, moved=True, far=20000, cover="hard").need().total == 10


@pytest.mark.rule("reg.shoot.mod.long", "reg.weapon.bow", "reg.weapon.shortbow", "reg.weapon.longbow")
@pytest.mark.parametrize(
    ("weapon", "far", "need"), [("bow", 12, 4), ("bow", 12.1, 5), ("short_bow", 8.1, 5), ("longbow", 15, 4)]
)
def test_beyond_half_the_range(weapon: str, far: float, need: int) -> None:
    assert shot(range_of(5), weapon=weapon, far=round(far * 1000)).need().total == need


@pytest.mark.rule("reg.shoot.mod.multiple", "reg.sr.multishots", "reg.weapon.knives")
def test_several_shots() -> None:
    assert shot(range_of(5), 4, several=True).need().total == 4
    fight = range_of(5, "men.outriders", mine={"models": 5})
    with script(fight, [1] * 10, ["all"]):
        shoot(fight, 0, 1)
    (fired,) = told(fight, Fired)
    assert (fired.shots, fired.need) == (10, 4)


@pytest.mark.rule("reg.sr.quickfire", "reg.weapon.pistol", "reg.weapon.javelin", "reg.weapon.throwingaxe")
def test_quick_weapons_do_not_mind_moving() -> None:
    fight = range_of(5)
    assert shot(fight, 4, "pistol", moved=True).need().total == 3
    assert shot(fight, 4, "javelin", moved=True).strength() == 3
    assert shot(fight, 4, "throwing_axe").strength() == 4


@pytest.mark.rule("reg.weapon.sling")
@pytest.mark.parametrize(("far", "asks"), [(9, True), (9.1, False)])
def test_slings_shoot_twice_near_by(far: float, asks: bool) -> None:

    fight = range_of(far)
    found = fight.setting.kinds[0]
    found.missile = fight.setting.library.weapons["sling"]
    with script(fight, [], ["all"] if asks else []):
        assert _several(fight, 0, 1, False) is asks


@pytest.mark.rule("reg.sr.ignorescover", "reg.army.elf.wayfinders", "reg.sr.largetarget", "reg.shoot.cover")
def test_cover_ignored() -> None:
    fight = range_of(5, "elf.wayfinders", mine={"models": 10})
    assert shot(fight, 4, "longbow", cover="hard").need().total == 3
    giant = range_of(5, foe="orc.giant", yours={"models": 1, "files": 1})
    assert shot(giant, 4, cover="hard").need().total == 3
    assert shot(range_of(5), 4, cover="hard").need().total == 5


@pytest.mark.rule("reg.shoot.who", "reg.sr.volleyfire")
@pytest.mark.parametrize(
    ("did", "standing", "count"),
    [("stood still", False, 16), ("normal move", False, 10), ("stood still", True, 10)],
)
def test_who_shoots_of_twenty_bowmen(did: str, standing: bool, count: int) -> None:
    fight = range_of(10, "orc.bowmen", "men.spears", mine={"did": did})
    assert len(archers(fight, 0, standing)) == count
    many = range_of(10, "orc.bowmen", "men.spears", mine={"did": "normal move", "models": 25})
    assert len(archers(many, 0)) == 10


@pytest.mark.rule("reg.turn.status", "reg.shoot.who")
@pytest.mark.parametrize(
    ("did", "able"),
    [("stood still", True), ("normal move", True), ("march", False), ("reform", False), ("failed charge", False),
     ("charged", False), ("rallied", False), ("swift reform", True), ("compulsory move", True)],
)  # fmt: skip
def test_what_forbids_shooting(did: str, able: bool) -> None:
    assert (cannot_shoot(range_of(10, "orc.bowmen", "men.spears", mine={"did": did}), 0) is None) is able


@pytest.mark.rule("reg.sr.skirmishers", "reg.sr.fastcav", "reg.turn.status")
def test_the_nimble_shoot_after_a_march() -> None:
    fight = range_of(10, "men.foresters", mine={"models": 10, "did": "march"})
    assert cannot_shoot(fight, 0) is None


@pytest.mark.rule("reg.sr.moveorfire", "reg.turn.status")
def test_crossbows_that_moved_are_silent() -> None:
    assert archers(range_of(10, mine={"did": "normal move"}), 0) == []
    assert archers(range_of(10, mine={"did": "swift reform"}), 0) == []


@pytest.mark.rule("reg.shoot.target", "reg.core.engaged")
def test_whom_one_may_shoot_at() -> None:
    far = range_of(31)
    refusal = why_not_target(far, 0, 1)
    assert refusal is not None and refusal.rule == "reg.shoot.target"
    fighting = scene(
        ours("own", "men.crossbows", 20, front=(36, 8), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
        ours("spears", "men.spears", 20, front=(36, 20), files=5),
        contacts=[{"a": "spears", "b": "foe"}],
        phase="shooting",
    )
    refusal = why_not_target(fighting, 0, number(fighting, "foe"))
    assert refusal is not None and refusal.rule == "reg.shoot.target"


@pytest.mark.rule("reg.shoot.cover", "reg.terrain.obstacle")
@pytest.mark.parametrize(("wall", "need"), [("wall", 6), ("hedge", 5)])
def test_a_wall_between(wall: str, need: int) -> None:
    fight = range_of(12, yours={"models": 5}, mine={"models": 5}, terrain=[{"kind": wall, "at": [36, 19.4]}])
    with script(fight, [1] * 5):
        shoot(fight, 0, 1)
    assert [event.need for event in told(fight, Fired)] == [need]


@pytest.mark.rule("reg.sr.sniper", "reg.weapon.longrifle", "reg.army.men.captain")
def test_a_long_rifle_picks_out_a_captain() -> None:
    fight = scene(
        ours("own", "men.captain", at=(36, 8), options=["long rifle"]),
        theirs("foe", "orc.warriors", 20, front=(36, 28.4), files=5),
        theirs("chief", "orc.chief", joined="foe"),
        phase="shooting",
    )
    with script(fight, [4, 5], ["own", "aim"]):
        shoot_one(fight)
    (fired,) = told(fight, Fired)
    assert (fired.need, unit(fight, "chief").hurt) == (4, 1)


@pytest.mark.rule("reg.sr.sniper", "reg.shoot.target")
@pytest.mark.parametrize(("aside", "may"), [(0, True), (3, False)])
def test_a_marksman_aims_only_at_whom_he_sees_himself(aside: float, may: bool) -> None:
    """Friends stand before the right half of the handgunners, their champion among them."""
    rifle = ["champion", "long rifle for the champion"]
    fight = scene(
        ours("own", "men.handguns", 10, front=(30, 10), files=10, options=rifle),
        ours("before", "men.swords", 10, front=(33.3 - aside, 14.5), files=5),
        theirs("chief", "orc.chief", at=(26.2, 20)),
        phase="shooting",
    )
    assert deeds(fight, number(fight, "own")) == (["shoot", "aim"] if may else ["shoot"])


@pytest.mark.rule("reg.weapon.firepot", "reg.army.men.grenadiers", "reg.sr.flaming")
def test_fire_pots_burn() -> None:
    fight = range_of(5, "men.grenadiers", "orc.trolls", mine={"models": 8}, yours={"models": 3, "files": 3})
    with script(fight, [5, *[1] * 7, 4]):
        shoot(fight, 0, 1)
    assert unit(fight, "foe").hurt == 1  # no regeneration


# --- machines


@pytest.mark.rule("reg.wm.stone", "reg.core.templates", "reg.wm.template")
@pytest.mark.parametrize(("dice", "shift"), [([5, 7, 3], 0), ([1, 0 + 360, 3], 6000)])
def test_a_stone_and_where_it_lands(dice: list[int], shift: int) -> None:
    fight = range_of(20, "men.trebuchet", mine={"models": 1, "files": 1})
    base = body(fight, 1).bases[7]
    landed = base.centre[0] + shift, base.centre[1]
    under = touched(fight, lambda other: round_touches(landed, 1500, other))
    hits = under[0].files - 1 if under else -1
    with script(fight, [*dice, *([2, 1] if not shift else []), *[1] * max(0, hits)], [{"at": list(base.centre)}]):
        throw_stone(fight, 0)
    assert unit(fight, "foe").models == (19 if not shift else 20)


@pytest.mark.rule("reg.wm.stone", "reg.wm.template")
def test_where_a_stone_may_not_be_aimed() -> None:
    fight = scene(
        ours("own", "men.trebuchet", front=(36, 8)),
        theirs("near", "orc.warriors", 20, front=(36, 17), files=5),
        theirs("foe", "orc.warriors", 20, front=(20, 30), files=5),
        ours("spears", "men.spears", 20, front=(20, 30), files=5),
        contacts=[{"a": "spears", "b": "foe"}],
        phase="shooting",
    )
    near, fighting = (
        body(fight, number(fight, "near")).bases[2].centre,
        body(fight, number(fight, "foe")).bases[12].centre,
    )
    first, second = why_not_stone(fight, 0, near), why_not_stone(fight, 0, fighting)
    assert first is not None and first.rule == "reg.wm.stone"
    assert second is not None and second.rule == "reg.wm.template"
    empty = why_not_stone(fight, 0, (60000, 30000))
    assert isinstance(empty, Refusal)


@pytest.mark.rule("reg.wm.misfire.stone", "reg.wm.crew", "reg.wm.stone")
@pytest.mark.parametrize(
    ("face", "hurt", "silent", "fate"), [(1, 0, -1, "destroyed"), (2, 1, 3, "standing"), (4, 0, -1, "standing")]
)
def test_a_stone_thrower_misfires(face: int, hurt: int, silent: int, fate: str) -> None:
    fight = range_of(20, "men.trebuchet", mine={"models": 1, "files": 1})
    with script(fight, [face]):
        misfire(fight, 0, "stone")
    one = unit(fight, "own")
    assert (one.hurt, one.silent, one.fate) == (hurt, silent, fate)


@pytest.mark.rule("reg.wm.misfire.stone")
def test_the_last_crewman_is_the_end_of_the_machine() -> None:
    fight = range_of(20, "men.trebuchet", mine={"models": 1, "files": 1, "hurt": 2})
    with script(fight, [2]):
        misfire(fight, 0, "stone")
    assert unit(fight, "own").fate == "destroyed"


@pytest.mark.rule("reg.wm.misfire.powder", "reg.army.men.cannon")
@pytest.mark.parametrize(
    ("face", "silent", "fate"), [(2, -1, "destroyed"), (3, 3, "standing"), (5, -1, "standing")]
)
def test_a_cannon_misfires(face: int, silent: int, fate: str) -> None:
    fight = range_of(20, "men.cannon", mine={"models": 1, "files": 1})
    aim = [36000, 26000]
    with script(fight, [6, face], [{"at": aim}]):
        fire_ball(fight, 0)
    assert (unit(fight, "own").silent, unit(fight, "own").fate) == (silent, fate)


@pytest.mark.rule("reg.wm.cannon", "reg.wm.crew", "reg.sr.multiwounds")
def test_a_ball_bounces_through_three_ranks() -> None:
    fight = range_of(26, "men.cannon", mine={"models": 1, "files": 1, "hurt": 2}, yours={"models": 15})
    # The point is 20 in off; 6 on and 4 of bounce: 26 to 30 in, the whole depth of three ranks.
    with script(fight, [3, 2, *[2, 3] * 3], [{"at": [36000, 28000]}]):
        fire_ball(fight, 0)
    assert unit(fight, "foe").models == 12


@pytest.mark.rule("reg.wm.cannon")
def test_a_ball_from_the_flank_strikes_files() -> None:
    fight = range_of(20, "men.cannon", mine={"models": 1, "files": 1}, yours={"models": 10})
    middle = body(fight, 1).bases[7].centre
    marks = ball_marks(fight, 1, (middle[0] - 9000, middle[1]), (middle[0] + 9000, middle[1]))
    assert len(marks) == 5
    rocks = range_of(20, "men.cannon", mine={"models": 1, "files": 1}, terrain=[{"kind": "rocks", "at": [36, 20]}])
    with script(rocks):
        roll_ball(rocks, 0, (36000, 12000), (36000, 32000))
    assert unit(rocks, "foe").models == 20


@pytest.mark.rule("reg.wm.grapeshot")
def test_grapeshot() -> None:
    fight = range_of(10, "men.cannon", mine={"models": 1, "files": 1})
    with script(fight, [3, *[1] * 6]):
        grapeshot(fight, 0)
    (fired,) = told(fight, Fired)
    assert (fired.shots, fired.need) == (6, 4)


@pytest.mark.rule("reg.wm.bolt", "reg.army.orc.skewer")
def test_a_bolt_goes_on_until_a_model_survives() -> None:
    fight = scene(
        ours("own", "orc.skewer", front=(36, 8)),
        theirs("foe", "men.spears", 20, front=(36, 20), files=5),
        phase="shooting",
    )
    with script(fight, [6, 4, 1, 3, 1, 1]):
        fire_bolt(fight, 0)
    assert unit(fight, "foe").models == 18


@pytest.mark.rule("reg.wm.bolt")
def test_a_bolt_from_the_flank_pierces_files() -> None:
    fight = scene(
        ours("own", "orc.skewer", front=(10, 20), facing=0), theirs("foe", "men.spears", 20, at=(36, 20), files=5)
    )
    with script(fight, [2, 1, 2, 1, 3, 1, 4, 1, 5, 1]):
        pierce(fight, 0, 1, 5)
    assert unit(fight, "foe").models == 15


@pytest.mark.rule("reg.army.elf.ballista")
def test_a_volley_of_six_bolts() -> None:
    fight = range_of(15, "elf.ballista", mine={"models": 1, "files": 1})
    with script(fight, [1] * 6):
        bolt_volley(fight, 0)
    (fired,) = told(fight, Fired)
    assert (fired.shots, fired.need) == (6, 4)


@pytest.mark.rule("reg.army.men.wain", "reg.troop.chariot")
def test_the_crew_of_a_wain_shoots_all_round() -> None:
    fight = scene(
        ours("own", "men.wain", at=(36, 30)),
        theirs("foe", "orc.warriors", 20, at=(36, 18), files=5),
        phase="shooting",
    )
    assert len(archers(fight, 0)) == 4
    assert why_not_target(fight, 0, 1) is None
    chariot = scene(
        ours("own", "elf.chariot", at=(36, 30)),
        theirs("foe", "orc.warriors", 20, at=(36, 18), files=5),
        phase="shooting",
    )
    assert why_not_target(chariot, 0, 1) is not None


# --- templates


@pytest.mark.rule("reg.core.templates")
def test_a_centre_between_two_bases_is_given_to_one_of_them() -> None:
    fight = range_of(20)
    one = body(fight, 1)
    between = one.bases[0].points[1][0], one.bases[0].centre[1]
    with script(fight, [2]):
        mark = centre_hit(fight, between, "reg.core.templates", 0)
    assert mark is not None and mark[0] == 1


@pytest.mark.rule("reg.char.lookout", "reg.wm.template")
@pytest.mark.parametrize(("face", "safe"), [(2, True), (1, False)])
def test_somebody_takes_the_hit_for_him(face: int, safe: bool) -> None:
    fight = scene(theirs("foe", "orc.warriors", 6, at=(30, 30)), theirs("shaman", "orc.shaman", joined="foe"))
    with script(fight, [face]):
        assert spared(fight, number(fight, "shaman")) is safe
    alone = scene(
        theirs("foe", "orc.warriors", 6, at=(30, 30), files=3), theirs("shaman", "orc.shaman", at=(33, 30))
    )
    with script(alone, [3]):
        assert not spared(alone, number(alone, "shaman"))


@pytest.mark.rule("reg.troop.monster.ridden", "reg.army.elf.drake")
def test_monster_or_rider() -> None:
    fight = scene(theirs("prince", "elf.prince", at=(30, 30), mount="young drake"))
    drake = fight.state.units[number(fight, "prince")].host
    with script(fight, [1, 3, 4, 5, 6]):
        assert spread(fight, drake, 5) == {drake: 3, number(fight, "prince"): 2}


@pytest.mark.rule("reg.troop.monster.ridden", "reg.vp.units")
def test_a_rider_goes_on_alone_when_his_beast_falls() -> None:

    fight = scene(theirs("prince", "elf.prince", at=(30, 30), mount="young drake"))
    drake = fight.state.units[number(fight, "prince")].host
    suffer(fight, drake, "file", [Wound(1, False)] * 5)
    assert unit(fight, "prince").fate == "standing"
    other = scene(theirs("prince", "elf.prince", at=(30, 30), mount="young drake"))
    suffer(other, number(other, "prince"), "file", [Wound(1, False)] * 3)
    beast = other.state.units[number(other, "prince_mount")]
    assert beast.fate == "standing" and beast.reaction


@pytest.mark.rule("reg.sr.breath", "reg.army.und.drake")
def test_breath() -> None:
    fight = scene(
        ours("own", "und.drake", front=(36, 10)),
        theirs("foe", "men.crossbows", 10, front=(36, 14), files=5),
        phase="shooting",
    )
    assert why_not_breathe(fight, 0, 18000) is not None
    hit = sum(1 for base in body(fight, 1).bases if Teardrop().touches((36000, 10000), 0, base))
    with script(fight, [1] * hit, [0]):
        breathe(fight, 0)
    assert unit(fight, "own").breathed
    combat = scene(
        ours("own", "und.drake", front=(36, 10)),
        theirs("foe", "men.crossbows", 20, front=(36, 10), files=5),
        phase="combat",
    )
    with script(combat, [3, 4, *[1] * 7]):
        assert breathe_in_combat(combat, 0, 1) == 0


@pytest.mark.rule("reg.army.und.wraith")
def test_a_wail() -> None:
    fight = scene(
        ours("own", "und.wraith", front=(36, 10)),
        theirs("foe", "men.crossbows", 20, front=(36, 16), files=5),
        phase="shooting",
    )
    with script(fight, [6, 4]):
        wail(fight, 0)
    assert unit(fight, "foe").models == 17


@pytest.mark.rule("reg.army.und.wraith", "reg.core.engaged")
@pytest.mark.parametrize("fights", [True, False])
def test_nobody_in_close_combat_is_wailed_at(fights: bool) -> None:
    fight = scene(
        ours("own", "und.wraith", front=(40, 12)),
        ours("dead", "und.skeletons", 20, front=(36, 16), files=5),
        theirs("foe", "men.crossbows", 20, front=(36, 16) if fights else (40, 16), files=5),
        contacts=[{"a": "dead", "b": "foe"}] if fights else [],
        phase="shooting",
    )
    assert wail_targets(fight, 0) == ([] if fights else [number(fight, "foe")])


@pytest.mark.rule("reg.army.und.hurler")
def test_the_skull_engine_frightens() -> None:

    fight = scene(ours("own", "und.hurler", at=(36, 8)), theirs("foe", "men.spears", 15, at=(36, 30), started=20))
    fight.state.units[1].phase_models = 20
    panic.mark_losses(fight, 1, 0)
    with script(fight, [3, 3]):
        panic.settle(fight)
    (test,) = told(fight, Tested)
    assert test.value == 6
    assert kind(fight, 0).figure.shot_rules == ("reg.sr.flaming",)
