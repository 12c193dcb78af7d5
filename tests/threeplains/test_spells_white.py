"""White Magic, spell by spell."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.moves import Revealed
from warhost.rulebooks.threeplains.events.spells import ItemSilenced, Strengthened
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.prowess import rating, to_hit
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.bearing import carried
from warhost.rulebooks.threeplains.magic.casting import castable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.magic.spells.white import no_enemy_items, nobody_unholy
from warhost.rulebooks.threeplains.morale.checks import soldiering
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.hits import Attack, damage_chain, strike, weigh

from .scene import champion, contact, foot, hero, number, piece, scene, script, told, unit
from .wizardry import WINS, casts, wizard

TWO, THREE, FOUR, FIVE = ((1,) * ether + (6, 6) for ether in (2, 3, 4, 5))


def with_guard(*known: str, **more: Any) -> Fight:
    return scene(wizard("merlin", (36, 10), *known), unit("guard", (36, 15), **more))


def save_of(fight: Fight, name: str, kind: Any = "missile", **more: Any) -> int:
    return weigh(fight, Attack(number(fight, name), 1, kind, "tp.shoot.damage", **more)).save


@pytest.mark.rule("tp.spell.white.good_luck")
def test_good_luck_makes_agile_and_adds_to_swiftness() -> None:
    fight = with_guard("white.good_luck", "base.swiftness")
    casts(fight, "merlin", "white.good_luck", dice=WINS, answers=["guard", []])
    assert weigh(fight, Attack(number(fight, "guard"), 1, "missile", "r")).dodged == 1
    casts(fight, "merlin", "base.swiftness", dice=WINS, answers=["guard"])
    assert weigh(fight, Attack(number(fight, "guard"), 1, "missile", "r")).dodged == 2


@pytest.mark.rule("tp.spell.white.good_luck")
def test_good_luck_lifts_heavy_armour() -> None:
    fight = with_guard("white.good_luck", figure=foot(heavy=True, burden=1, movement=inches(6)))
    casts(fight, "merlin", "white.good_luck", dice=WINS, answers=["guard"])
    assert movement(fight, number(fight, "guard")).total == inches(7)
    assert weigh(fight, Attack(number(fight, "guard"), 1, "missile", "r")).dodged == 2


# --- blessing ------------------------------------------------------------------------------------------------


def blessed(*faces: int, **more: Any) -> Fight:
    fight = scene(wizard("merlin", (36, 10), "white.blessing_of_the_gods"), hero("hero", (36, 20), **more))
    for face in faces:
        piece(fight, "merlin").tried = ()
        casts(fight, "merlin", "white.blessing_of_the_gods", dice=[*WINS, face], answers=["hero"])
    return fight


@pytest.mark.rule("tp.spell.white.blessing_of_the_gods")
def test_a_blessing_may_give_a_life_point_beyond_the_profile() -> None:
    fight = blessed(3, hurt=1, figure=champion(life=3))
    with script(fight, dice=[6, 6, 6]):
        strike(fight, Attack(number(fight, "hero"), 3, "missile", "tp.shoot.damage"))
    assert piece(fight, "hero").fate == "slain"
    fight = blessed(3, hurt=1, figure=champion(life=3))
    with script(fight, dice=[6, 6]):
        strike(fight, Attack(number(fight, "hero"), 2, "missile", "tp.shoot.damage"))
    assert piece(fight, "hero").fate == "standing"


@pytest.mark.rule("tp.spell.white.blessing_of_the_gods")
@pytest.mark.parametrize(("face", "life", "gifts"), [(1, 1, 0), (4, 1, 0), (5, 0, 1), (6, 0, 1)])
def test_a_blessing_is_life_up_to_a_four_and_something_else_above(face: int, life: int, gifts: int) -> None:
    fight = blessed(face)
    assert (piece(fight, "hero").vigour, len(fight.state.effects)) == (life, gifts)
    assert [one.points for one in told(fight, Strengthened)] == [1] * life


@pytest.mark.rule("tp.spell.white.blessing_of_the_gods", "tp.combat.cr.max")
@pytest.mark.parametrize(("own", "now"), [(5, 6), (10, 10)])
def test_a_blessing_may_raise_the_rating(own: int, now: int) -> None:
    fight = blessed(5, figure=champion(rating=own))
    assert rating(fight, number(fight, "hero"), own) == now


@pytest.mark.rule("tp.spell.white.blessing_of_the_gods")
def test_a_magic_save_grows_with_every_six() -> None:
    strong = {"toughness": 9}
    assert save_of(blessed(6), "hero", **strong) == 1
    assert save_of(blessed(6, 6), "hero", **strong) == 2
    assert save_of(blessed(6, figure=champion(magic=3)), "hero", **strong) == 3


# --- secrets and items ---------------------------------------------------------------------------------------


def with_items(spell: str, *items: str) -> Fight:
    bearer = champion(items=items or ("tp.item.ring.one", "tp.item.ring.two"))
    return scene(
        wizard("merlin", (36, 10), spell),
        unit("orcs", (36, 17), facing=180, side=1, models=10),
        hero("chief", within="orcs", side=1, figure=bearer),
        hero("fool", within="orcs", side=1, role="halfwit", fate="hidden"),
    )


@pytest.mark.rule("tp.spell.white.seek_and_desist")
@pytest.mark.parametrize(("face", "left"), [(3, 2), (5, 1)])
def test_seek_and_desist_shows_who_hides_and_may_silence_an_item(face: int, left: int) -> None:
    fight = with_items("white.seek_and_desist")
    casts(fight, "merlin", "white.seek_and_desist", dice=[*WINS, face], answers=["chief/two"])
    assert told(fight, Revealed) and piece(fight, "fool").fate == "within"
    assert len(carried(fight, number(fight, "chief"))) == left
    assert told(fight, ItemSilenced)[0].fails is (left == 1)
    fight.state.clock = 3
    expire(fight)
    assert len(carried(fight, number(fight, "chief"))) == 2


@pytest.mark.rule("tp.spell.white.seek_and_desist")
def test_nobody_is_asked_which_item_if_there_is_only_one() -> None:
    fight = with_items("white.seek_and_desist", "tp.item.ring.one")
    casts(fight, "merlin", "white.seek_and_desist", dice=[*WINS, 5])
    assert not carried(fight, number(fight, "chief"))


@pytest.mark.rule("tp.spell.white.the_white_wind")
def test_the_white_wind_silences_items_until_the_enemys_turn() -> None:
    fight = with_items("white.the_white_wind")
    casts(fight, "merlin", "white.the_white_wind", dice=FOUR)
    assert not carried(fight, number(fight, "chief"))
    fight.state.clock = 2
    expire(fight)
    assert carried(fight, number(fight, "chief"))


@pytest.mark.rule("tp.spell.white.the_white_wind")
@pytest.mark.parametrize(("away", "left"), [(8, 0), (8.01, 2)])
def test_the_white_wind_blows_eight_inches_far(away: float, left: int) -> None:
    fight = scene(
        wizard("merlin", (36, 10), "white.the_white_wind"),
        hero("chief", (36, 10 + away), facing=180, side=1, figure=champion(items=("tp.item.ring.one",) * 2)),
    )
    casts(fight, "merlin", "white.the_white_wind", dice=FOUR)
    assert len(carried(fight, number(fight, "chief"))) == left


@pytest.mark.rule("tp.magic.choose.exchange")
def test_the_white_wind_is_useless_where_no_enemy_has_items() -> None:
    assert no_enemy_items(with_guard("white.the_white_wind"), 0)
    assert not no_enemy_items(
        with_items("white.the_white_wind"), number(with_items("white.the_white_wind"), "merlin")
    )


# --- defences ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.white.protection")
def test_protection_helps_against_missiles_and_magic_only() -> None:
    fight = with_guard("white.protection")
    casts(fight, "merlin", "white.protection", dice=TWO)
    assert [save_of(fight, "guard", kind) for kind in ("missile", "magic", "melee")] == [5, 5, 3]


@pytest.mark.rule("tp.spell.white.defence")
def test_defence_makes_enemies_miss() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10), wizard("merlin", (0, 0), "white.defence", within="guard"),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    casts(fight, "merlin", "white.defence", dice=TWO)
    blows = blows_of(fight, number(fight, "orcs"), {}, {})
    assert {to_hit(fight, blow).total for blow in blows if blow.target == number(fight, "guard")} == {5}


@pytest.mark.rule("tp.spell.white.morale")
def test_morale_gives_dice_for_every_check_and_is_not_cast_twice() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "white.morale"), wizard("morgan", (30, 10), "white.morale"),
        unit("guard", (36, 15), models=10, figure=foot(soldiering=3)),
    )  # fmt: skip
    casts(fight, "merlin", "white.morale", dice=THREE)
    assert soldiering(fight, number(fight, "guard"), "deviancy").total == 5
    assert not castable(fight)


# --- the unholy ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.white.holy_call")
def test_holy_call_hits_every_undead_model_near_by_and_no_other() -> None:
    dead = foot(toughness=2, agility=2, traits=("undead",))
    fight = scene(
        wizard("merlin", (36, 10), "white.holy_call"),
        unit("bones", (36, 11.5), facing=180, side=1, models=5, files=5, figure=dead),
        unit("orcs", (40, 11), facing=180, side=1, models=5, files=5),
    )
    casts(fight, "merlin", "white.holy_call", dice=[*FOUR, 1, 2, 3, 4, 6])
    assert piece(fight, "bones").fate == "slain"  # of two that would be left it is no unit any more
    assert piece(fight, "orcs").models == 5


@pytest.mark.rule("tp.spell.white.holy_call", "tp.magic.choose.exchange")
def test_holy_call_is_useless_against_the_living() -> None:
    assert nobody_unholy(with_guard("white.holy_call"), 0) and not castable(with_guard("white.holy_call"))


# --- life over death -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.white.life_over_death")
@pytest.mark.parametrize(
    "brought", [{}, {"past_saves": True}, {"toughness": 8}, {"agility": 9, "past_magic": True}, {"forces": 4}]
)
def test_nothing_changes_the_save_of_life_over_death(brought: dict[str, Any]) -> None:
    fight = with_guard("white.life_over_death", figure=foot(agility=2))
    casts(fight, "merlin", "white.life_over_death", dice=FIVE, answers=["guard"])
    attack = Attack(number(fight, "guard"), 3, "melee", "tp.combat.attacks", **brought)
    chances = damage_chain(fight, attack).distribution()
    assert chances.at_least(2) == chances.chance(2) and chances.at_least(1) * 216 == 16
