"""Damage dice against saves: thrown, worked out, and explained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from warhost.engine.chain import Chain, Pool
from warhost.engine.distribution import Distribution
from warhost.engine.enumerate import outcomes
from warhost.rulebooks.threeplains.events.blows import Damaged
from warhost.rulebooks.threeplains.figure import Figure
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.state import NOBODY
from warhost.rulebooks.threeplains.wounds.hits import (
    Attack,
    damage_chain,
    gains,
    save_against,
    strike,
    thrower,
    weigh,
)

from .scene import contact, foot, hero, number, piece, scene, script, told, unit

GOBLIN = foot(toughness=1, agility=1, rating=3)
GIANT = foot(category="beast", toughness=5, life=15, damage=4, rating=2, attacks=7)


def struck(target: Figure, **more: Any) -> Fight:
    """A lone model of this kind, an orc to strike it."""
    plain = msgspec.structs.replace(target, category="beast")
    return scene(unit("orc", (36, 10)), unit("target", (36, 20), side=1, models=1, files=1, figure=plain, **more))


def attack(fight: Fight, hits: int, kind: Any = "melee", **more: Any) -> Attack:
    return Attack(number(fight, "target"), hits, kind, "tp.combat.attacks", number(fight, "orc"), **more)


def points(target: Figure, *dice: int, hits: int = 0, **more: Any) -> int:
    """The life points that these damage dice take from a model with plenty of them."""
    fight = struck(msgspec.structs.replace(target, life=50))
    with script(fight, dice=dice):
        return strike(fight, attack(fight, hits or len(dice), **more))


# --- the die and the save --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.shoot.damage", "tp.appendix1.saves")
@pytest.mark.parametrize(
    ("die", "top", "toughness", "lost"), [(3, 1, 2, 1), (2, 1, 2, 0), (6, 3, 3, 3), (6, 1, 3, 1)]
)
def test_the_points_above_the_save_are_lost_up_to_the_range(die: int, top: int, toughness: int, lost: int) -> None:
    assert points(foot(toughness=toughness), die, top=top) == lost


@pytest.mark.rule("tp.shoot.save.toughness", "tp.piece.save")
def test_toughness_three_is_beaten_by_four_five_and_six() -> None:
    assert [points(foot(toughness=3), die) for die in range(1, 7)] == [0, 0, 0, 1, 1, 1]


@pytest.mark.rule("tp.shoot.damage", "tp.appendix1.example.giant_attacks")
def test_the_giant_leaves_the_goblin_no_save_but_its_agility() -> None:
    assert points(GOBLIN, 1, 3, 6, top=4, toughness=4) == 4
    assert points(GOBLIN, 5, top=4, toughness=4) == 4


@pytest.mark.rule("tp.appendix1.example.giant_attacks", "tp.shoot.damage.one")
def test_the_goblin_dies_of_the_first_point() -> None:
    fight = struck(GOBLIN)
    with script(fight, dice=[1, 3, 6]):
        assert strike(fight, attack(fight, 3, top=4, toughness=4)) == 1
    assert piece(fight, "target").fate == "slain"


@pytest.mark.rule("tp.appendix1.example.goblin_attacks", "tp.appendix1.damage_multiplier")
def test_the_mace_of_oblivion_kills_the_giant() -> None:
    fight = struck(GIANT)
    with script(fight, dice=[6]):
        strike(fight, attack(fight, 1, toughness=10, top=7, multiplier=3, past_magic=True))
    assert piece(fight, "target").fate == "slain"
    assert points(GIANT, 6, toughness=10, top=7, multiplier=3, past_magic=True) == 18


@pytest.mark.rule("tp.appendix1.example.goblin_attacks")
def test_a_plain_weapon_does_not_hurt_the_giant_with_a_five() -> None:
    assert points(GIANT, 5) == 0
    assert points(GIANT, 6) == 1


@pytest.mark.rule("tp.appendix1.damage_multiplier", "tp.shoot.damage.range")
def test_points_are_capped_and_then_multiplied() -> None:
    assert points(foot(toughness=3), 5, top=6, multiplier=2) == 4
    assert points(foot(toughness=1), 6, top=2, multiplier=2) == 4


@pytest.mark.rule("tp.shoot.save.resistance", "tp.appendix1.save_parts")
@pytest.mark.parametrize(("resistance", "save"), [(0, 1), (1, 2), (3, 3)])
def test_resistance_cancels_reductions_and_adds_nothing(resistance: int, save: int) -> None:
    fight = struck(foot(toughness=3, resistance=resistance))
    assert weigh(fight, attack(fight, 1, toughness=2)).save == save
    assert weigh(fight, attack(fight, 1, toughness=2, past_resistance=True)).save == 1


@pytest.mark.rule("tp.shoot.save.agility")
def test_each_point_of_agility_throws_out_a_face_from_the_top() -> None:
    assert points(foot(toughness=3, agility=1), 4, 5, 6) == 2
    assert points(foot(toughness=3, agility=2), 4, 5, 6) == 1


@pytest.mark.rule("tp.shoot.save.agility", "tp.trait.exhaustion.effects")
def test_reductions_and_exhaustion_make_the_target_slower() -> None:
    fight = struck(foot(agility=3))
    assert weigh(fight, attack(fight, 1, agility=1)).dodged == 2
    piece(fight, "target").tired = 4
    assert weigh(fight, attack(fight, 1, agility=1)).dodged == 1
    assert weigh(fight, attack(fight, 1, sluggish=True)).dodged == 4


@pytest.mark.rule("tp.shoot.save.magic", "tp.appendix1.save_parts")
@pytest.mark.parametrize(
    ("toughness", "magic", "lowered", "save"), [(3, 2, 2, 2), (1, 3, 0, 3), (4, 2, 3, 2), (4, 2, 1, 3)]
)
def test_magic_replaces_toughness_where_it_is_higher(toughness: int, magic: int, lowered: int, save: int) -> None:
    fight = struck(foot(toughness=toughness, magic=magic))
    assert weigh(fight, attack(fight, 1, toughness=lowered)).save == save


@pytest.mark.rule("tp.appendix1.cancel_save")
def test_a_cancelled_save_takes_every_part_with_it() -> None:
    armoured = foot(toughness=4, resistance=2, agility=2, magic=3)
    assert points(armoured, 6, top=9, past_saves=True) == 6
    assert points(armoured, 6, top=4, past_saves=True) == 4


@pytest.mark.rule("tp.shoot.damage")
def test_the_save_keeps_its_reasons() -> None:
    fight = struck(foot(toughness=3, resistance=1, magic=2))
    tally = save_against(fight, attack(fight, 1, toughness=3))
    assert [(step.figure, step.rule) for step in tally.steps] == [
        ("3", "tp.shoot.save.toughness"),
        ("-3", "tp.combat.attacks"),
        ("+1", "tp.shoot.save.resistance"),
        ("at least 2", "tp.shoot.save.magic"),
    ]


# --- horde hits ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.shoot.horde", "tp.appendix1.horde_hits")
@pytest.mark.parametrize(
    ("target", "dice", "lost"),
    [
        (foot(toughness=7), (1, 2, 5, 5, 6, 6, 6, 6), 2),
        (foot(toughness=7), (6, 6), 0),
        (foot(toughness=6), (6, 6), 1),
        (foot(toughness=6), (5, 5), 0),
        (foot(toughness=5, agility=1), (6, 2), 1),
        (foot(toughness=16), (6,) * 12, 1),
    ],
)
def test_what_no_die_can_harm_is_harmed_by_many_sixes(target: Figure, dice: tuple[int, ...], lost: int) -> None:
    assert points(target, *dice) == lost


@pytest.mark.rule("tp.shoot.horde")
def test_a_horde_hit_strikes_one_model_of_a_group() -> None:
    fight = scene(unit("orc", (36, 10)), unit("target", (36, 20), side=1, models=9, figure=foot(toughness=6)))
    with script(fight, dice=[6, 6, 6]):
        assert strike(fight, attack(fight, 3)) == 1
    assert piece(fight, "target").models == 8
    assert told(fight, Damaged)[0].horde


@pytest.mark.rule("tp.appendix1.horde_reroll")
def test_rerolls_hold_for_the_dice_of_horde_hits() -> None:
    assert points(foot(toughness=6), 6, 5, 6, hits=2, reroll="failures") == 1
    assert points(foot(toughness=6), 6, 6, 5, 6, hits=2, reroll="successes") == 0


# --- one model at a time ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.shoot.damage.one")
@pytest.mark.parametrize(("life", "dice", "models"), [(1, (6,), 9), (2, (4, 4), 9), (2, (4, 6), 9), (2, (6, 4), 9)])
def test_damage_beyond_the_last_point_of_a_model_is_lost(life: int, dice: tuple[int, ...], models: int) -> None:
    group = foot(life=life, category="cavalry")
    fight = scene(unit("orc", (36, 10)), unit("target", (36, 20), side=1, models=10, figure=group))
    with script(fight, dice=dice):
        strike(fight, attack(fight, len(dice), top=3))
    assert piece(fight, "target").models == models


@pytest.mark.rule("tp.shoot.damage.one")
def test_a_wounded_model_carries_its_wound_into_the_next_attack() -> None:
    fight = scene(unit("orc", (36, 10)), unit("target", (36, 20), side=1, models=10, figure=foot(life=3)))
    with script(fight, dice=[5, 4]):
        strike(fight, attack(fight, 1, top=3))
        assert (piece(fight, "target").models, piece(fight, "target").hurt) == (10, 2)
        strike(fight, attack(fight, 1, top=3))
    assert (piece(fight, "target").models, piece(fight, "target").hurt) == (9, 0)


# --- shields ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.armour.shield", "tp.armour.general")
def test_a_shield_helps_against_arrows_from_the_front_and_not_in_combat() -> None:
    front = struck(foot(shield=True), facing=180)
    assert weigh(front, attack(front, 1, "missile")).save == 4
    assert weigh(front, attack(front, 1, "magic")).save == 4
    assert weigh(front, attack(front, 1, "melee")).save == 3
    behind = struck(foot(shield=True), facing=0)
    assert weigh(behind, attack(behind, 1, "missile")).save == 3


@pytest.mark.rule("tp.armour.shield")
def test_nobody_holds_a_shield_against_what_is_no_longer_there() -> None:
    """A stone thrower that bursts has gone when its last stone comes down."""
    fight = struck(foot(shield=True), facing=180)
    fight.state.pieces[0].fate, fight.state.pieces[0].models = "slain", 0
    assert weigh(fight, attack(fight, 1, "missile")).save == 3


@pytest.mark.rule("tp.armour.shield.missile_users", "tp.weapon.bows")
@pytest.mark.parametrize(
    ("weapon", "save"), [("bow", 3), ("crossbow", 3), ("javelin", 4), ("sling", 4), ("halberd", 4)]
)
def test_who_needs_both_hands_to_shoot_has_no_shield(weapon: str, save: int) -> None:
    fight = struck(foot(shield=True, weapons=(weapon, "sidearm")), facing=180)
    assert weigh(fight, attack(fight, 1, "missile")).save == save


@pytest.mark.rule("tp.armour.shield.two_handed", "tp.weapon.hands")
def test_a_two_handed_fighter_slings_his_shield_in_combat() -> None:
    fight = struck(foot(shield=True, weapons=("halberd",)), facing=180)
    contact(fight, "orc", "target")
    assert weigh(fight, attack(fight, 1, "magic")).save == 3


# --- who is struck ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.shoot.mod.skirmish", "tp.unit.skirmish.halved_hits")
@pytest.mark.parametrize(("hits", "dice"), [(9, 5), (1, 1), (2, 1)])
def test_missile_hits_on_skirmishers_are_halved_rounding_up(hits: int, dice: int) -> None:
    skirmishers = foot(traits=("skirmishers",), loose=True)
    fight = scene(unit("orc", (36, 10)), unit("target", (36, 20), side=1, models=9, figure=skirmishers))
    with script(fight, dice=[1] * dice):
        strike(fight, attack(fight, hits, "missile"))
    with script(fight, dice=[1] * hits):
        strike(fight, attack(fight, hits, "melee"))


def led(models: int) -> Fight:
    return scene(
        unit("orc", (36, 10)),
        unit("target", (36, 20), side=1, models=models, facing=180),
        hero("captain", side=1, within="target"),
        points=400,
    )


@pytest.mark.rule("tp.shoot.disperse.characters", "tp.character.in_group.hits")
def test_hits_left_over_when_all_are_dead_are_rolled_again_against_the_hero() -> None:
    fight = led(4)
    with script(fight, dice=[4] * 7 + [3, 4, 1]):
        assert strike(fight, attack(fight, 7, "missile")) == 5
    assert piece(fight, "target").fate == "slain"
    captain = piece(fight, "captain")
    assert (captain.fate, captain.hurt, captain.host) == ("standing", 1, -1)


@pytest.mark.rule("tp.character.in_group.hits")
def test_only_hits_after_the_last_kill_are_left_over() -> None:
    fight = led(3)
    with script(fight, dice=[4, 1, 5, 1, 6, 6, 1, 1, 1, 2, 3]):
        strike(fight, attack(fight, 8, "missile"))
    assert piece(fight, "captain").hurt == 0


@pytest.mark.rule("tp.shoot.disperse.characters")
def test_a_unit_that_falls_to_an_it_leaves_its_hero_the_rest_of_the_arrows() -> None:
    fight = scene(
        unit("orc", (36, 10)),
        unit("target", (36, 20), side=1, models=4, facing=180),
        hero("captain", side=1, within="target"),
    )
    with script(fight, dice=[4, 4, 4, 6]):
        strike(fight, attack(fight, 3, "missile"))
    assert piece(fight, "target").fate == "slain"
    assert piece(fight, "captain").hurt == 1


@pytest.mark.rule("tp.shoot.disperse.characters", "tp.character.halfwit.exposed")
@pytest.mark.parametrize("kind", ["missile", "magic"])
def test_who_hid_in_a_group_that_is_shot_away_is_struck_by_the_rest(kind: Any) -> None:
    fight = scene(
        unit("orc", (36, 10)),
        unit("target", (36, 20), side=1, models=5, facing=180),
        hero("fool", side=1, within="target", role="halfwit", fate="hidden"),
    )
    with script(fight, dice=[4, 4, 4, 1, 6]):  # the third kill makes an 'it' of them, and the fool is not missed
        strike(fight, attack(fight, 4, kind))
    assert piece(fight, "target").fate == "slain"
    assert (piece(fight, "fool").fate, piece(fight, "fool").hurt) == ("standing", 1)


@pytest.mark.rule("tp.shoot.disperse.characters")
def test_blows_in_combat_do_not_pass_on_to_the_hero() -> None:
    fight = led(4)
    with script(fight, dice=[4] * 7):
        assert strike(fight, attack(fight, 7, "melee")) == 4


@pytest.mark.rule("tp.shoot.checks.view")
def test_no_more_fall_than_can_be_seen() -> None:
    fight = scene(unit("orc", (36, 10)), unit("target", (36, 20), side=1, models=10))
    with script(fight, dice=[4] * 4):
        assert strike(fight, attack(fight, 4, "missile", most=2)) == 2
    assert piece(fight, "target").models == 8


# --- traits ----------------------------------------------------------------------------------------------------


@pytest.fixture
def troll() -> Iterator[Figure]:
    specials.wounds("test: closing wounds")(lambda attack, fight: msgspec.structs.replace(attack, spared_on=6))
    yield foot(toughness=1, life=2, traits=("test: closing wounds",), category="beast")
    del specials.wounds._hooks["test: closing wounds"]


@pytest.mark.rule("tp.appendix1.multiply_then_save")
def test_damage_is_multiplied_before_points_are_spared(troll: Figure) -> None:
    fight = struck(msgspec.structs.replace(troll, life=20))
    with script(fight, dice=[3, 6, 1, 1, 6, 1, 1]):
        assert strike(fight, attack(fight, 1, top=2, multiplier=3)) == 4


def test_points_beyond_the_last_are_rolled_for_too(troll: Figure) -> None:
    fight = struck(troll)
    with script(fight, dice=[2, 6, 1, 1]):
        strike(fight, attack(fight, 1, multiplier=3))
    assert piece(fight, "target").fate == "slain"


# --- odds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "more"),
    [
        (foot(life=2), {"top": 2}),
        (foot(life=3, agility=1, toughness=2), {"top": 3, "reroll": "failures"}),
        (foot(toughness=6, life=2), {}),
        (foot(toughness=5, agility=1, life=2), {"reroll": "successes"}),
        (foot(life=2, traits=("skirmishers",), loose=True), {"kind": "missile"}),
    ],
)
def test_thrown_damage_and_worked_out_damage_are_the_same(target: Figure, more: dict[str, Any]) -> None:
    fight = scene(unit("orc", (36, 10)), unit("target", (36, 20), side=1, models=4, figure=target), points=400)
    blow = attack(fight, 3, **more)
    lost = outcomes(
        lambda battle: strike(battle, blow),
        fight.setting,
        fight.state,
        lambda question: None,
        lambda state: state.pieces[number(fight, "target")].lost,
    )
    assert lost == dict(damage_chain(fight, blow).distribution().items())


def test_the_giants_odds_worked_by_hand() -> None:
    fight = struck(msgspec.structs.replace(GIANT, life=15))
    blow = attack(fight, 2, toughness=3, top=2)
    assert gains(blow, 2, 0) == (0, 0, 1, 2, 2, 2)
    chain = Chain(Pool(2), damage_chain(fight, blow).links)
    assert chain.distribution() == Distribution.of({0: 4, 1: 4, 2: 13, 3: 6, 4: 9})


@pytest.mark.rule("tp.shoot.damage")
@pytest.mark.parametrize(
    ("target", "by", "active", "side"),
    [(0, 1, 0, 1), (1, 0, 1, 0), (NOBODY, 1, 0, 1), (0, NOBODY, 0, 1), (1, NOBODY, 1, 0), (NOBODY, NOBODY, 1, 1)],
)
def test_who_strikes_throws_the_dice_or_the_enemy_of_who_is_struck(
    target: int, by: int, active: int, side: int
) -> None:
    fight = scene(unit("guard", (36, 20)), unit("orcs", (36, 30), side=1), active=active)
    assert thrower(fight, Attack(target, 1, "magic", "r", by)) == side
