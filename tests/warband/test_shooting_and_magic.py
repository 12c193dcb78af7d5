"""Shots and spells."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.oracle import Scripted
from warhost.rulebooks.warband.events import OutOfRange, Shot
from warhost.rulebooks.warband.fighting.powder import reload_until
from warhost.rulebooks.warband.lookout import glance
from warhost.rulebooks.warband.magic.casting import cast, castable, targets
from warhost.rulebooks.warband.magic.lasting import end_at_shooting, end_at_turn, graceful, held_fast
from warhost.rulebooks.warband.scenarios.opening import prepare
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.shooting.aim import aim_at, aims, may_shoot, ready, why_no_target
from warhost.rulebooks.warband.shooting.shots import act_one, loose

from .scene import RISEN, events, man, replies, scene, thrown

ARCHER = {"gear": ["bow"]}
CANDLE = {"table": "candle"}


def shooting(
    *others: dict[str, Any], own: dict[str, Any] | None = None, at: tuple[float, ...] = (10, 10), **more: Any
) -> Fight:
    return scene(man(0, *at, **{**ARCHER, **(own or {})}), *others, phase="shooting", **more)


def need(fight: Fight, weapon: str = "bow", target: int = 1) -> int:
    found = [aim for aim in aims(fight, 0, fight.setting.library.weapon(weapon)) if aim.target == target]
    return found[0].need.total if found else 0


@pytest.mark.rule("war.shoot.tohit", "war.char.bs")
@pytest.mark.parametrize("bs, score", [(1, 6), (3, 4), (4, 3), (6, 1), (7, 0), (10, -3)])
def test_seven_less_the_skill(bs: int, score: int) -> None:
    assert need(shooting(man(1, 15, 10), own={"profile": {"bs": bs}})) == score


@pytest.mark.rule("war.shoot.tohit")
def test_a_natural_one_misses() -> None:
    fight = shooting(man(1, 15, 10), own={"profile": {"bs": 7}}, dice=[1])
    assert not loose(fight, aims(fight, 0, fight.setting.library.weapon("bow"))[0])


@pytest.mark.rule(
    "war.shoot.mods", "war.shoot.mod.cover", "war.shoot.mod.large", "war.psych.large", "war.shoot.tohit"
)
def test_modifiers_add_up() -> None:
    fight = shooting(man(1, 24, 10), own={"profile": {"bs": 4}, "flags": ["moved"]}, dice=[6, 1])
    aim = aim_at(fight, 0, 1, fight.setting.library.weapon("bow"), 13_000, True)
    assert aim.need.total == 6
    assert loose(fight, aim)
    thrown(fight)
    troll = shooting(man(1, 15, 10, band="gutter", fighter="troll"), own={"profile": {"bs": 4}})
    assert need(troll) == 2


@pytest.mark.rule("war.shoot.mods")
@pytest.mark.parametrize("x, score", [(23.0, 4), (23.01, 5)])
def test_long_range_begins_beyond_half(x: float, score: int) -> None:
    assert need(shooting(man(1, x, 10))) == score


@pytest.mark.rule("war.shoot.mods", "war.terrain.measure")
def test_height_counts_for_the_range() -> None:
    fight = shooting(
        man(1, 24.9, 12), own={"gear": ["shortbow"]}, at=(15.9, 12, 6), pieces=[{"piece": "house", "at": [8, 8]}]
    )
    assert aims(fight, 0, fight.setting.library.weapon("shortbow"))[0].long


@pytest.mark.rule("war.shoot.seven")
@pytest.mark.parametrize("dice, hit", [([6, 4], False), ([6, 5, 1], True), ([5], False)])
def test_more_than_six_takes_two_dice(dice: list[int], hit: bool) -> None:
    fight = shooting(man(1, 15, 10), dice=dice)
    aim = aim_at(fight, 0, 1, fight.setting.library.weapon("bow"), 5_000, False)
    aim.need.add(4, "war.shoot.mods")
    assert loose(fight, aim) is hit
    thrown(fight)


@pytest.mark.rule("war.shoot.seven")
def test_ten_cannot_hit_and_may_not_be_declared() -> None:
    blind = man(1, 30, 10)
    fight = shooting(blind, own={"profile": {"bs": 0}, "flags": ["moved"]})
    fight.setting.fighters[0].profile.bs  # noqa: B018
    assert need(fight) == 9
    far = aim_at(fight, 0, 1, fight.setting.library.weapon("bow"), 20_000, True)
    assert far.need.total == 10
    assert all(aim.need.total < 10 for aim in aims(fight, 0, fight.setting.library.weapon("bow")))


@pytest.mark.rule("war.shoot.target")
def test_the_nearest_unless_another_is_easier_to_hit() -> None:
    rubble = {"pieces": [{"piece": "rubble", "at": [9, 9]}]}
    fight = shooting(man(1, 12, 10.5), man(1, 23, 3), at=(12, 3), **rubble)
    assert {aim.target for aim in aims(fight, 0, fight.setting.library.weapon("bow"))} == {1, 2}
    plain = shooting(man(1, 16, 10), man(1, 19, 11))
    assert [aim.target for aim in aims(plain, 0, plain.setting.library.weapon("bow"))] == [1]


@pytest.mark.rule("war.shoot.target", "war.camp.skills")
@pytest.mark.parametrize("own, at", [({}, (8, 15.5, 3)), ({"traits": ["hunter"]}, (8, 18))])
def test_who_may_pick_any_target(own: dict[str, Any], at: tuple[float, ...]) -> None:
    fight = shooting(man(1, 8, 22), man(1, 10, 26), own=own, at=at, pieces=[{"piece": "cottage", "at": [4, 10]}])
    assert len(aims(fight, 0, fight.setting.library.weapon("bow"))) == 2


@pytest.mark.rule("war.shoot.target")
def test_a_stunned_enemy_may_be_passed_over() -> None:
    fight = shooting(man(1, 15, 10, posture="stunned"), man(1, 20, 13))
    assert {aim.target for aim in aims(fight, 0, fight.setting.library.weapon("bow"))} == {1, 2}


@pytest.mark.rule("war.shoot.melee", "war.multi.fight", "war.shoot.target")
@pytest.mark.parametrize("posture", ["up", "down"])
def test_nobody_shoots_into_a_combat(posture: str) -> None:
    fight = shooting(man(1, 15, 10), man(0, 16, 10, posture=posture), man(1, 20, 14))
    assert [aim.target for aim in aims(fight, 0, fight.setting.library.weapon("bow"))] == [3]
    others = shooting(man(1, 15, 10), man(2, 16, 10))
    assert aims(others, 0, others.setting.library.weapon("bow")) == []


@pytest.mark.rule("war.shoot.who", "war.turn.states", "war.turn.shoot", "war.item.brew")
@pytest.mark.parametrize(
    "more, may",
    [
        ({}, True),
        ({"flags": ["ran"]}, False),
        ({"flags": ["failed"]}, False),
        ({"flags": ["rallied"]}, False),
        ({"flags": ["stood"]}, True),
        ({"flags": ["fell"]}, False),
        ({"posture": "down"}, False),
        ({"flags": ["shot"]}, False),
        ({"fighter": "captain", "gear": ["bow", "brew"]}, False),
    ],
)
def test_who_may_shoot(more: dict[str, Any], may: bool) -> None:
    assert (may_shoot(shooting(man(1, 20, 10), own=more), 0) is None) is may


@pytest.mark.rule("war.weapon.crossbow", "war.weapon.handgun", "war.shoot.who")
@pytest.mark.parametrize(
    "weapon, flags, fires",
    [
        ("crossbow", [], True),
        ("crossbow", ["moved"], False),
        ("handgun", ["stood"], False),
        ("bow", ["moved"], True),
    ],
)
def test_some_weapons_are_not_fired_after_moving(weapon: str, flags: list[str], fires: bool) -> None:
    assert bool(ready(shooting(man(1, 20, 10), own={"gear": [weapon], "flags": flags}), 0)) is fires


@pytest.mark.rule("war.weapon.pistol", "war.weapon.handgun", "war.camp.skills")
@pytest.mark.parametrize(
    "gear, traits, next_turn", [(["pistol"], [], 4), (["pistol"], ["quick loader"], 2), (["handgun"], [], 4)]
)
def test_black_powder_takes_a_turn_to_reload(gear: list[str], traits: list[str], next_turn: int) -> None:
    fight = shooting(man(1, 13, 10), own={"gear": gear, "traits": traits}, round=2)
    assert reload_until(fight, 0) == next_turn
    fight.state.warriors[0].reload = (4,)
    assert not ready(fight, 0)
    fight.state.round = 4
    assert ready(fight, 0)


@pytest.mark.rule("war.weapon.pistol")
def test_a_brace_fires_every_turn() -> None:
    fight = shooting(man(1, 13, 10), own={"gear": ["pistol", "pistol"]}, round=2)
    fight.state.warriors[0].reload = (4,)
    assert ready(fight, 0)


@pytest.mark.rule("war.weapon.sling")
def test_a_slinger_shoots_twice_at_near_targets() -> None:
    fight = shooting(
        man(1, 20, 10, id="foe"),
        own={"gear": ["sling"], "id": "own"},
        dice=[4, 4],
        answers=["lantern1-own", "lantern2-foe", "two shots"],
    )
    assert act_one(fight)
    thrown(fight)


@pytest.mark.rule("war.weapon.sling", "war.shoot.who", "war.shoot.target")
@pytest.mark.parametrize(
    "other, dice, answers, hit",
    [
        (man(1, 18.5, 12, id="other"), [5, 4, 5, 5, 4, 4], [], "other"),  # the first is out: the next one
        (man(1, 18.5, 12, id="other"), [5, 4, 1, 5, 4, 4], ["lantern2-other"], "other"),  # past who lies
        (man(1, 22, 10, id="other"), [5, 4, 5], [], ""),  # nobody else within 9 inches
    ],
)
def test_a_slingers_second_shot_is_declared_when_the_first_is_over(
    other: dict[str, Any], dice: list[int], answers: list[str], hit: str
) -> None:
    fight = shooting(
        man(1, 18, 10, id="foe"),
        other,
        own={"gear": ["sling"], "id": "own"},
        dice=dice,
        answers=["lantern1-own", "lantern2-foe", "two shots", *answers],
    )
    assert act_one(fight)
    thrown(fight)
    shots = [shot.target for shot in events(fight, Shot)]
    assert shots == ["lantern2-foe", *([f"lantern2-{hit}"] if hit else [])]


@pytest.mark.rule(
    "war.weapon.knives", "war.weapon.shortbow", "war.weapon.bow", "war.weapon.longbow", "war.weapon.sling"
)
@pytest.mark.parametrize(
    "weapon, reach, strength",
    [("shortbow", 16, 3), ("bow", 24, 3), ("longbow", 30, 3), ("sling", 18, 3), ("knives", 6, 0)],
)
def test_missile_weapons(weapon: str, reach: int, strength: int) -> None:
    fight = shooting(
        man(1, 11 + reach, 10), own={"gear": [weapon], "flags": ["moved"] if weapon == "knives" else []}
    )
    found = fight.setting.library.weapon(weapon)
    assert (found.range, found.strength) == (reach, strength)
    assert need(fight, weapon) == (4 if weapon == "knives" else 5)
    out = shooting(man(1, 11.01 + reach, 10), own={"gear": [weapon]})
    assert need(out, weapon) == 0


@pytest.mark.rule("war.hide.spot.act", "war.shoot.wound")
def test_a_hidden_archer_is_spotted_first() -> None:
    fight = shooting(
        man(1, 20, 10, id="foe"),
        own={"flags": ["hidden"], "id": "own"},
        dice=[4, 4, 1],
        answers=["lantern1-own", "lantern2-foe"],
    )
    act_one(fight)
    assert not fight.state.warriors[0].hidden and fight.state.warriors[1].posture == "down"


@pytest.mark.rule("war.camp.skills")
def test_skills_of_shooters() -> None:
    far = man(1, 24, 10)
    assert need(shooting(far, own={"traits": ["steady aim"]})) == 4
    fight = shooting(man(1, 15, 10), own={"traits": ["trick shot"]})
    assert aim_at(fight, 0, 1, fight.setting.library.weapon("bow"), 5_000, True).need.total == 4
    eye = shooting(man(1, 15, 10), own={"traits": ["deadly eye"]}, dice=[1, 4, 1], answers=["again"])
    assert loose(eye, aims(eye, 0, eye.setting.library.weapon("bow"))[0])
    patient = shooting(man(1, 15, 10), own={"traits": ["deadly eye"]}, dice=[1], answers=["keep it"])
    assert not loose(patient, aims(patient, 0, patient.setting.library.weapon("bow"))[0])
    assert "deadly eye" in eye.state.warriors[0].used and "deadly eye" not in patient.state.warriors[0].used
    dodger = shooting(man(1, 15, 10, traits=["dodge"]), dice=[4, 4, 5])
    loose(dodger, aims(dodger, 0, dodger.setting.library.weapon("bow"))[0])
    thrown(dodger)
    assert dodger.state.warriors[1].wounds == 1


# --- sight ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.terrain.los", "war.terrain.cover", "war.map.table.candle")
@pytest.mark.parametrize("y, clear, covered", [(15.5, 9, False), (14.5, 6, True), (13, 0, False)])
def test_sight_from_a_roof(y: float, clear: int, covered: bool) -> None:
    fight = scene(man(0, 8, y, 3), man(1, 8, 19), **CANDLE)
    seen = glance(fight, 0, 1)
    assert (seen.clear.bit_count(), seen.covered) == (clear, covered)


@pytest.mark.rule("war.terrain.los", "war.terrain.cover")
def test_behind_a_wall_an_inch_high() -> None:
    fight = scene(man(0, 12, 3), man(1, 12, 10.5), pieces=[{"piece": "rubble", "at": [9, 9]}])
    seen = glance(fight, 0, 1)
    assert seen.clear.bit_count() == 3 and seen.covered


@pytest.mark.rule("war.terrain.cover", "war.hide.spot.open")
@pytest.mark.parametrize("back, covered", [(1.3, True), (1.7, False)])
def test_a_low_wall_near_him_is_cover_though_all_of_him_is_seen(back: float, covered: bool) -> None:
    wall = {
        "obstacles": [{"name": "wall", "rect": [5, 19.9, 15, 20], "height": 0.5}],
        "pieces": [{"piece": "counting", "at": [0, 3]}],
    }
    fight = scene(man(0, 5, 12.9, 9), man(1, 5.2, 20 + back), **wall)
    seen = glance(fight, 0, 1)
    assert seen.covered is covered


@pytest.mark.rule("war.shoot.mod.cover", "war.terrain.los")
def test_a_man_between_is_cover_and_one_who_lies_is_not() -> None:
    assert glance(scene(man(0, 10, 10), man(1, 20, 10), man(1, 15, 10.6)), 0, 1).covered
    assert glance(scene(man(0, 10, 10), man(1, 20, 10), man(1, 15, 10.6, posture="down")), 0, 1).open
    assert not glance(scene(man(0, 10, 10, posture="down"), man(1, 20, 10)), 0, 1).seen


# --- magic ----------------------------------------------------------------------------------------------------

WIZARD = {"band": "gutter", "fighter": "hexer"}


def wizard(spell: str, *others: dict[str, Any], own: dict[str, Any] | None = None, **more: Any) -> Fight:
    known = {"dart": 7, "cloak": 6, "grace": 6, "whisper": 8, "mend": 7, "stone": 9}
    return scene(
        man(0, 10, 10, **WIZARD, spells={spell: known[spell]}, id="wiz", **(own or {})),
        *others,
        phase="shooting",
        **more,
    )


@pytest.mark.rule("war.magic.cast", "war.spell.whisper")
def test_a_spell_may_fail() -> None:
    fight = wizard("whisper", man(1, 15, 10), dice=[5, 2])
    cast(fight, 0, "whisper")
    assert fight.state.warriors[0].cast and not fight.state.warriors[1].fleeing


@pytest.mark.rule(
    "war.magic.cast",
    "war.turn.states",
    "war.band.gutter.hexer",
    "war.band.unquiet.binder",
    "war.charge.failed.shoot",
)
@pytest.mark.parametrize(
    "own, may",
    [
        ({}, True),
        ({"gear": ["helmet"]}, False),
        ({"gear": ["shield"]}, False),
        ({"flags": ["ran"]}, True),
        ({"flags": ["failed"]}, True),
        ({"flags": ["fleeing"]}, False),
        ({"posture": "down"}, False),
        ({"flags": ["cast"]}, False),
        ({"flags": ["fell"]}, False),
        ({"flags": ["rallied"]}, True),
    ],
)
def test_who_may_cast(own: dict[str, Any], may: bool) -> None:
    assert bool(castable(wizard("dart", man(1, 15, 10), own=own), 0)) is may


@pytest.mark.rule("war.spell.dart", "war.magic.damage", "war.dice.kinds")
def test_ember_dart() -> None:
    fight = wizard("dart", man(1, 15, 10, profile={"w": 3}, wounds=3), dice=[4, 3, 5, 4, 2, 6])
    cast(fight, 0, "dart")
    thrown(fight)
    assert fight.state.warriors[1].wounds == 1


@pytest.mark.rule("war.spell.dart")
def test_ember_dart_flies_at_the_nearest_who_is_not_engaged() -> None:
    fight = wizard("dart", man(0, 15, 10), man(1, 14, 10), man(1, 13, 14))
    assert targets(fight, 0, "dart") == [3]


@pytest.mark.rule("war.spell.cloak", "war.hide.basic")
@pytest.mark.parametrize("away, hidden", [(6.0, True), (4.9, False)])
def test_grey_cloak(away: float, hidden: bool) -> None:
    fight = wizard("cloak", man(1, 10 + away, 10, profile={"i": 4}), dice=[4, 3])
    replies(fight)
    cast(fight, 0, "cloak")
    assert fight.state.warriors[0].hidden is hidden


@pytest.mark.rule("war.spell.grace", "war.magic.cast", "war.turn.round")
def test_cats_grace_lasts_until_the_casters_next_shooting_phase() -> None:
    fight = wizard("grace", man(1, 40, 40), dice=[4, 3])
    cast(fight, 0, "grace")
    assert graceful(fight, 0)
    end_at_shooting(fight)
    assert graceful(fight, 0)
    fight.state.turn += 2
    end_at_shooting(fight)
    assert not graceful(fight, 0)


@pytest.mark.rule("war.spell.whisper", "war.panic.test")
def test_hollow_whisper_breaks_who_is_engaged() -> None:
    friend = man(0, 16, 10, id="friend", weapons=["club"], gear=["club"])
    fight = wizard("whisper", friend, man(1, 15, 10, weapons=["club"]), dice=[4, 4, 6, 4, 1, 2, 3])
    cast(fight, 0, "whisper")
    thrown(fight)
    assert fight.state.warriors[2].fleeing
    assert targets(wizard("whisper", man(1, 15, 10, **RISEN)), 0, "whisper") == []
    assert targets(wizard("whisper", man(1, 15, 10, band="ash", fighter="hound")), 0, "whisper") == []


@pytest.mark.rule("war.spell.mend", "war.turn.recovery.stand")
def test_knitting_hands() -> None:
    fight = wizard("mend", man(1, 14, 10), man(0, 13, 10, posture="stunned"), dice=[4, 3])
    cast(fight, 0, "mend")
    warrior = fight.state.warriors[1]
    assert (warrior.posture, warrior.wounds, warrior.stood) == ("up", 1, True)


@pytest.mark.rule("war.spell.stone")
def test_grasping_stones() -> None:
    fight = wizard("stone", man(1, 15, 10), dice=[5, 4])
    cast(fight, 0, "stone")
    assert held_fast(fight, 1)
    end_at_turn(fight)
    fight.state.turn, fight.state.active = fight.state.turn + 1, 1
    assert held_fast(fight, 1)
    end_at_turn(fight)
    assert not held_fast(fight, 1)


@pytest.mark.rule("war.band.ash.confessor", "war.magic.learn")
def test_the_first_spell_is_rolled_and_litanies_are_known() -> None:
    fight = scene(
        man(0, 10, 10, **WIZARD), man(1, 20, 10, band="ash", fighter="confessor", gear=["light"]), dice=[3]
    )
    prepare(fight)
    assert fight.state.warriors[0].spells == (("grace", 6),)
    assert fight.state.warriors[1].spells == (("grace", 7), ("mend", 7))
    assert castable(fight, 1) == ["grace"]


@pytest.mark.rule("war.camp.skills")
def test_a_wizards_eye() -> None:
    fight = wizard("stone", man(1, 15, 10), own={"traits": ["wizard's eye"]}, dice=[4, 4])
    cast(fight, 0, "stone")
    assert held_fast(fight, 1)


@pytest.mark.rule("war.shoot.melee", "war.shoot.target", "war.hide.basic", "war.terrain.los")
@pytest.mark.parametrize(
    "foe, rule",
    [
        (man(1, 15, 10, flags=["hidden"]), "war.hide.basic"),
        (man(1, 40, 10), "war.shoot.target"),
        (man(1, 14, 13), "war.shoot.melee"),
    ],
)
def test_why_somebody_is_no_target(foe: dict[str, Any], rule: str) -> None:
    fight = shooting(foe, man(0, 15, 13, id="fights"))
    refusal = why_no_target(fight, 0, fight.setting.library.weapon("bow"), 2)
    assert refusal is not None and refusal.rule == rule


@pytest.mark.rule("war.shoot.target", "war.terrain.measure")
@pytest.mark.parametrize("x, lost", [(34.5, False), (35, False), (35.002, True), (45, True)])
def test_a_target_that_proves_out_of_range_costs_the_shot(x: float, lost: bool) -> None:
    """24 inches from base to base; before he is named nobody learns how far he is, not even by a refusal."""
    fight = shooting(man(1, x, 10), options={"measuring": "by the book"}, dice=[] if lost else [1])
    id, foe = (fight.setting.fighters[number].id for number in (0, 1))
    replies(fight, id, foe)
    assert act_one(fight) and fight.state.warriors[0].shot
    thrown(fight)
    assert bool(events(fight, OutOfRange)) is lost and bool(events(fight, Shot)) is not lost


@pytest.mark.rule("war.shoot.target", "war.terrain.measure")
def test_where_all_is_measured_nobody_out_of_range_is_a_target() -> None:
    fight = shooting(man(1, 45, 10), options={"measuring": "open"})
    assert not act_one(fight)
    refusal = why_no_target(fight, 0, fight.setting.library.weapon("bow"), 1)
    assert refusal is not None and "farther than 24 inches" in refusal.why


HEXER = {"band": "gutter", "fighter": "hexer", "spells": {"dart": 7}}


@pytest.mark.rule("war.turn.shoot", "war.weapon.crossbow", "war.magic.cast")
@pytest.mark.parametrize(
    "own, rule",
    [
        ({"gear": ["crossbow"], "flags": ["moved"]}, "war.weapon.crossbow"),
        ({"gear": ["crossbow"], "flags": ["ran"]}, "war.run.basic"),
        ({**HEXER, "gear": []}, "war.magic.cast"),
        ({**HEXER, "gear": ["light"]}, "war.magic.cast"),
        ({**HEXER, "flags": ["fell"]}, "war.fall.rest"),
    ],
)
def test_it_is_told_why_somebody_neither_shoots_nor_casts(own: dict[str, Any], rule: str) -> None:
    fight = shooting(man(1, 35, 10), man(0, 10, 20, **ARCHER, id="other"), own=own, answers=["done"])
    act_one(fight)
    oracle = fight.oracle
    assert isinstance(oracle, Scripted)
    found = oracle.asked[0].refuse(fight.setting.fighters[0].id)
    assert found is not None and found.rule == rule and "missile" not in found.plain
