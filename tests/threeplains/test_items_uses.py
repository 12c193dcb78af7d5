"""Items that are used in a shooting phase, drunk before a fight, read once, or that carry their bearers farther."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.events.blows import LostOutright
from warhost.rulebooks.threeplains.events.charges import Fled
from warhost.rulebooks.threeplains.events.items import ItemStirred
from warhost.rulebooks.threeplains.events.spells import SpellFailed
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.fighting.prowess import rating, ready
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.land.sense import senses
from warhost.rulebooks.threeplains.magic.bearing import carried
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast, castable, usable, why_not_cast
from warhost.rulebooks.threeplains.magic.effects import expire, sets_off
from warhost.rulebooks.threeplains.magic.learning import choose_spells
from warhost.rulebooks.threeplains.missiles.aiming import users
from warhost.rulebooks.threeplains.moving.dashing import allotted, dash
from warhost.rulebooks.threeplains.moving.stride import greatest_run
from warhost.rulebooks.threeplains.opening.deployment import deploy_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.casualties import lose

from .armoury import alone, blow, duel, laden, rules, settled
from .scene import asked, champion, feature, foot, hero, number, piece, scene, script, told, unit
from .wizardry import mage, wizard


def uses(fight: Fight, who: str, item: str, *, dice: Any = (), answers: Any = ()) -> None:
    with script(fight, dice=dice, answers=answers):
        cast(fight, number(fight, who), book[rules(item)[0]])


# --- the doom stick ------------------------------------------------------------------------------------------


def drummers(**more: Any) -> Fight:
    """Eleven drummers in two ranks of which ten are within 3 inches of the stick, and a hero beside it."""
    guard = foot(items=rules("doom_stick"), prices=(5,), life=2)
    return scene(
        unit("guard", (36, 20), models=10, files=5, command=True, figure=guard),
        hero("hero", (36, 21.5), facing=180, side=1, figure=champion(life=5)),
        unit("orcs", (36, 26), facing=180, side=1),
        phase="shooting", **more,
    )  # fmt: skip


@pytest.mark.rule("tp.item.command.doom_stick", "tp.shoot.radius")
def test_the_doom_stick_takes_life_points_of_all_who_roll_a_6() -> None:
    fight = drummers()
    uses(fight, "guard", "doom_stick", dice=[1, 6, 5, 1, 1, 1, 1, 1, 1, 1, 1, 6, 4])
    assert piece(fight, "guard").hurt == 1 and piece(fight, "hero").hurt == 4 and piece(fight, "orcs").models == 20
    assert [(lost.piece, lost.points) for lost in told(fight, LostOutright)] == [(0, 1), (number(fight, "hero"), 4)]


@pytest.mark.rule("tp.item.command.doom_stick", "tp.shoot.radius")
@pytest.mark.parametrize(("away", "reached"), [(3, True), (3.01, False)])
def test_the_doom_stick_reaches_three_inches_far(away: float, reached: bool) -> None:
    fight = drummers()
    piece(fight, "hero").y = inches(20 + away)
    uses(fight, "guard", "doom_stick", dice=[1] * 10 + [1] * reached)


@pytest.mark.rule("tp.item.command.doom_stick", "tp.unit.command.succession")
@pytest.mark.parametrize(("points", "kept"), [(1, True), (2, False)])
def test_nobody_takes_up_the_stick_of_whom_it_killed(points: int, kept: bool) -> None:
    fight = drummers()
    uses(fight, "guard", "doom_stick", dice=[6, *[1] * 9, points, 1])
    assert (rules("doom_stick")[0] in carried(fight, 0)) == kept
    assert piece(fight, "guard").models == (10 if kept else 9)


@pytest.mark.rule("tp.item.command.doom_stick")
def test_the_stick_is_beaten_once_in_each_shooting_phase_of_its_own_side() -> None:
    fight = drummers()
    assert "use: guard/doom_stick" in castable(fight)
    uses(fight, "guard", "doom_stick", dice=[1] * 11)
    assert "use: guard/doom_stick" not in castable(fight)
    assert not usable(drummers(active=1), 0)
    moving = drummers()
    moving.state.phase = "moves"
    refused = why_not_cast(moving, "use: guard/doom_stick")
    assert not castable(moving) and refused is not None and refused.rule == rules("doom_stick")[0]


@pytest.mark.rule("tp.item.command.doom_stick")
def test_the_dead_do_not_hear_the_stick() -> None:
    drummer = foot(items=rules("doom_stick"), prices=(5,))
    fight = scene(
        unit("guard", (36, 20), models=3, files=3, command=True, figure=drummer),
        unit("bones", (36, 22), facing=180, side=1, models=3, files=3, figure=foot(traits=("undead",))),
        phase="shooting",
    )  # fmt: skip
    uses(fight, "guard", "doom_stick", dice=[1, 1, 1])
    assert piece(fight, "bones").models == 3


# --- the keg -------------------------------------------------------------------------------------------------


def throwing(away: float = 6, **own: Any) -> Fight:
    orcs = unit("orcs", (36, 20 + away), facing=180, side=1, models=10, files=5, figure=foot(toughness=5))
    fight = alone("scolex_keg", more=(orcs,), **{"toughness": 6, **own})
    fight.state.phase = "shooting"
    return fight


@pytest.mark.rule("tp.item.weapon.scolex_keg", "tp.shoot.radius")
def test_the_keg_bursts_among_its_target_on_a_5() -> None:
    fight = throwing()
    uses(fight, "hero", "scolex_keg", dice=[5, *[1] * 9, 2])
    assert piece(fight, "orcs").models == 9 and not piece(fight, "hero").hurt
    assert rules("scolex_keg")[0] not in carried(fight, 0)


@pytest.mark.rule("tp.item.weapon.scolex_keg", "tp.shoot.radius")
@pytest.mark.parametrize(("away", "reached"), [(3, True), (3.01, False)])
def test_the_keg_bursts_three_inches_far(away: float, reached: bool) -> None:
    fight = scene(
        hero("hero", (36, 20), figure=laden("scolex_keg")), hero("foe", (36, 26), side=1, figure=champion(life=9)),
        hero("friend", (36, 20), figure=champion(life=9)), phase="shooting",
    )  # fmt: skip
    centre = body(fight, number(fight, "foe")).middle
    piece(fight, "friend").x, piece(fight, "friend").y = centre[0], centre[1] - inches(away)
    uses(fight, "hero", "scolex_keg", dice=[5, 4, 4] if reached else [5, 4])
    assert bool(piece(fight, "friend").hurt) is reached and piece(fight, "foe").hurt



@pytest.mark.rule("tp.item.weapon.scolex_keg")
@pytest.mark.parametrize("face", [2, 4])
def test_the_keg_may_burst_in_the_air(face: int) -> None:
    fight = throwing()
    uses(fight, "hero", "scolex_keg", dice=[face])
    assert piece(fight, "orcs").models == 10 and told(fight, ItemStirred)[0].number == face


@pytest.mark.rule("tp.item.weapon.scolex_keg")
def test_the_keg_bursts_in_the_hand_on_a_1() -> None:
    fight = throwing(life=9)
    uses(fight, "hero", "scolex_keg", dice=[1, 5])
    assert piece(fight, "hero").hurt == 3 and piece(fight, "orcs").models == 10


@pytest.mark.rule("tp.item.weapon.scolex_keg", "tp.shoot.phase")
def test_the_keg_is_thrown_in_place_of_a_shot_up_to_10_inches() -> None:
    fight = throwing(10.5)
    uses(fight, "hero", "scolex_keg")
    assert told(fight, SpellFailed) and rules("scolex_keg")[0] not in carried(fight, 0)
    near = throwing(10)
    uses(near, "hero", "scolex_keg", dice=[3])
    assert not told(near, SpellFailed) and piece(near, "hero").aimed == near.state.clock
    shot = throwing(weapons=("bow", "sidearm"))
    assert castable(shot)
    piece(shot, "hero").turn.shot = True
    assert not castable(shot)
    assert not castable(duel("scolex_keg"))


@pytest.mark.rule("tp.item.weapon.scolex_keg")
def test_who_throws_the_keg_does_not_shoot_with_his_group() -> None:
    fight = scene(
        unit("archers", (36, 20), models=5, files=5, figure=foot(weapons=("bow",))),
        hero("hero", within="archers", figure=laden("scolex_keg", weapons=("bow", "sidearm"))),
        unit("orcs", (36, 26), facing=180, side=1, models=10), phase="shooting",
    )  # fmt: skip
    assert list(users(fight, 0)) == [0, 1]
    uses(fight, "hero", "scolex_keg", dice=[3])
    assert list(users(fight, 0)) == [0]


# --- the brew ------------------------------------------------------------------------------------------------


def drinker() -> Fight:
    fight = duel("wonder_brew", own={"weapons": ("hand weapon",)}, foe={"rating": 5})
    fight.state.phase = "combat"
    return fight


@pytest.mark.rule("tp.item.enchanted.wonder_brew")
@pytest.mark.parametrize(("face", "attacks", "skill", "again"), [
    (1, 4, 5, "none"), (5, 4, 5, "none"), (6, 3, 7, "none"), (8, 3, 7, "none"), (9, 3, 5, "failures"),
    (10, 3, 5, "failures"),
])  # fmt: skip
def test_a_sip_makes_stronger_keener_or_surer(face: int, attacks: int, skill: int, again: str) -> None:
    fight = drinker()
    uses(fight, "hero", "wonder_brew", dice=[face], answers=["1 sip"])
    struck = blow(fight)
    assert (struck.attacks, rating(fight, 0, 5), ready(fight, struck).reroll) == (attacks, skill, again)
    fight.state.clock += 2
    expire(fight)
    assert (blow(fight).attacks, rating(fight, 0, 5)) == (3, 5)


@pytest.mark.rule("tp.item.enchanted.wonder_brew")
def test_all_sips_of_the_battle_count_and_12_is_too_much() -> None:
    fight = drinker()
    for answer, face in (("3 sips", 1), ("2 sips", 2)):
        uses(fight, "hero", "wonder_brew", dice=[face], answers=[answer])
        assert not castable(fight)  # once before a combat
        fight.state.clock += 1
        expire(fight)
    assert [stirred.number for stirred in told(fight, ItemStirred)] == [4, 7]
    question = asked(fight, lambda f: cast(f, 0, book[rules("wonder_brew")[0]]))
    assert question.suggest() == ["1 sip", "2 sips", "3 sips"]
    uses(fight, "hero", "wonder_brew", dice=[5], answers=["2 sips"])
    assert piece(fight, "hero").fate == "slain"


@pytest.mark.rule("tp.item.enchanted.wonder_brew")
def test_eight_sips_are_all_and_nobody_drinks_after_he_has_fought() -> None:
    fight = drinker()
    assert castable(fight) and usable(fight, 0)
    fight.state.fought = (0, 1)
    assert not castable(fight)
    fight.state.fought = ()
    fight.state.effects = ()
    for sips in ("3 sips", "3 sips", "1 sip"):
        uses(fight, "hero", "wonder_brew", dice=[1], answers=[sips])
        assert not castable(fight)  # once before each combat
        fight.state.clock += 1
        expire(fight)
    uses(fight, "hero", "wonder_brew", dice=[1])  # the last
    fight.state.clock += 1
    expire(fight)
    assert not castable(fight)
    with script(fight, dice=[]):
        fight.state.phase = "moves"
        assert not castable(fight)


# --- slaying dragons -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.arcane.dragon_slaying_scroll")
@pytest.mark.parametrize(("face", "left"), [(17, 1), (11, 1), (10, 2)])
def test_a_dragon_is_weak_until_the_casters_next_turn(face: int, left: int) -> None:
    beast = foot(category="beast", breath="dragon", life=12, base=(from_mm(50), from_mm(50)))
    fight = scene(
        wizard("mage", (10, 10), figure=mage(items=rules("dragon_slaying_scroll"), prices=(15,))),
        unit("drake", (60, 40), side=1, facing=180, models=1, files=1, figure=beast),
        unit("orcs", (30, 30), side=1, facing=180),
    )
    uses(fight, "mage", "dragon_slaying_scroll", dice=[1, 1, 1, 6, 6, 6, 6, 6, face])
    assert 12 - piece(fight, "drake").hurt == left
    hurt = piece(fight, "drake").hurt
    if left > 1:
        lose(fight, 1, 1, "tp.shoot.damage")
    fight.state.clock += 2
    expire(fight)
    assert piece(fight, "drake").hurt == (1 if left > 1 else 0) and hurt == min(face, 11)


@pytest.mark.rule("tp.item.arcane.dragon_slaying_scroll")
def test_without_a_dragon_there_is_nothing_to_slay() -> None:
    scroll = mage(items=rules("dragon_slaying_scroll"), prices=(15,))
    fight = scene(wizard("mage", (10, 10), figure=scroll), unit("orcs", (30, 30), side=1, facing=180))
    assert not castable(fight)


# --- copied spells -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.arcane.book_of_forbidden_spells", "tp.magic.choose")
def test_the_forbidden_book_copies_a_spell_of_an_enemy_wizard() -> None:
    reader = mage(items=rules("book_of_forbidden_spells"), prices=(65,))
    fight = scene(
        wizard("mage", (10, 10), "base.zap", "base.dispel", figure=reader),
        wizard("shaman", (10, 40), "chaos.disorder", "base.zap", side=1),
        wizard("witch", (20, 40), "base.dispel", side=1),
        wizard("seer", (30, 40), "black.null_life", side=1), phase="magic",
    )  # fmt: skip
    with script(fight, dice=[1], answers=["shaman"]):
        assert choose_spells(fight)
    assert piece(fight, "mage").spells == ("tp.spell.base.zap", "tp.spell.base.dispel", "tp.spell.chaos.disorder")
    assert not choose_spells(fight)


# --- farther -------------------------------------------------------------------------------------------------


def bannered() -> Fight:
    guard = foot(items=rules("sea_bolt_banner"), prices=(60,))
    return scene(
        unit("guard", (36, 20), models=10, command=True, figure=guard),
        unit("orcs", (36, 44), facing=180, side=1),
    )


@pytest.mark.rule("tp.item.command.sea_bolt_banner", "tp.move.dash")
def test_the_sea_bolt_banner_adds_to_a_dash() -> None:
    fight = bannered()
    with script(fight, dice=[6, 3]):
        sets_off(fight, 0)
        dash(fight, 0)
    assert allotted(fight, 0) == inches(12) and piece(fight, "guard").tired == 1


@pytest.mark.rule("tp.item.command.sea_bolt_banner", "tp.move.flee")
def test_the_sea_bolt_banner_adds_to_a_flight() -> None:
    fight = bannered()
    with script(fight, dice=[3, 4, 4]):
        flee(fight, 0, "tp.check.break")
    assert told(fight, Fled)[0].distance == inches(9)
    assert greatest_run(fight, 0) == inches(15)


@pytest.mark.rule("tp.item.enchanted.fairy_prison_pendent", "tp.move.flee")
def test_the_fairy_carries_a_group_away_whatever_slows_it() -> None:
    fight = settled(scene(
        unit("guard", (36, 30), models=10, figure=foot(heavy=True), tired=9),
        hero("hero", within="guard", figure=laden("fairy_prison_pendent")),
        unit("orcs", (36, 40), facing=180, side=1), terrain=[feature("rough", (36, 24), (30, 8))],
    ))  # fmt: skip
    with script(fight, dice=[3, 4, 5]):
        flee(fight, 0, "tp.check.break")
    assert told(fight, Fled)[0].distance == inches(12)


# --- shadow armour -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.armour.shadow_armour", "tp.aware.lightfooted")
def test_shadow_armour_makes_light_footed() -> None:
    for items, noticed in (((), True), (("shadow_armour",), False)):
        orcs = unit("orcs", (36, 21.5), side=1)
        fight = alone(*items, more=(orcs,))
        assert senses(fight, 1, 0) == noticed
    worn = alone("shadow_armour")
    assert worn.state.pieces[0].vigour == 1


@pytest.mark.rule("tp.item.armour.shadow_armour", "tp.trait.scouting.placement")
def test_who_wears_shadow_armour_may_scout_and_nobody_knows() -> None:
    fight = scene(hero("hero", figure=laden("shadow_armour")), unit("orcs", (36, 40), side=1), phase="deployment")
    piece(fight, "hero").fate = "waiting"
    fight.state.active = 0
    question = asked(fight, deploy_one)
    assert question.what == "scouts" and question.secret
    with script(fight, answers=["hold back"]):
        deploy_one(fight)
    assert piece(fight, "hero").scouts == "held back"


@pytest.mark.rule("tp.item.enchanted.wonder_brew")
def test_a_surer_hand_throws_its_misses_again() -> None:
    fight = drinker()
    uses(fight, "hero", "wonder_brew", dice=[9], answers=["1 sip"])
    with script(fight, dice=[1, 1, 4, 5, 1, 4, 2, 4, 1, 1, 1]):
        exchange_blows(fight, [0, 1])
