"""Magic armour and war paint, one by one."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import mark, param

from warhost.rulebooks.threeplains.bodies import life_of
from warhost.rulebooks.threeplains.events.items import ItemLost
from warhost.rulebooks.threeplains.fighting.prowess import rating, to_hit
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.losing import settle_life
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.land.wading import wade
from warhost.rulebooks.threeplains.magic.bearing import carried
from warhost.rulebooks.threeplains.morale.checks import highest, soldiering
from warhost.rulebooks.threeplains.moving.stride import settle, stance
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.poison import can_be_poisoned
from warhost.rulebooks.threeplains.state import Effect
from warhost.rulebooks.threeplains.wounds.hits import Attack, weigh

from .armoury import alone, blow, duel, laden, one_hit, rules, settled
from .scene import feature, hero, number, piece, scene, told, unit

WIND = "tp.spell.white.the_white_wind"


def save_of(fight: Fight, **more: Any) -> tuple[int, int]:
    """What is held against a hit, and how many faces are dodged."""
    found = weigh(fight, Attack(number(fight, "hero"), 1, "melee", "tp.shoot.damage", **more))
    return found.save, found.dodged


@pytest.mark.parametrize(
    ("item", "brought", "save", "dodged", "life"),
    [
        param("armour_of_fortitude", {"toughness": 4}, 5, 0, 8,
              marks=mark.rule("tp.item.armour.armour_of_fortitude", "tp.magic.items.armour")),
        param("armour_of_elements", {"toughness": 5}, 3, 2, 6,
              marks=mark.rule("tp.item.armour.armour_of_elements")),
        param("armour_of_elements", {"toughness": 1}, 4, 2, 6),
        param("greatly_enhanced_heavy_life", {}, 3, 0, 14,
              marks=mark.rule("tp.item.armour.greatly_enhanced_heavy_life")),
        param("greatly_enhanced_light_life", {}, 3, 0, 14,
              marks=mark.rule("tp.item.armour.greatly_enhanced_light_life")),
        param("almighty_shield", {"toughness": 6}, 1, 0, 2, marks=mark.rule("tp.item.armour.almighty_shield")),
        param("enchanted_heavy_life", {}, 3, 0, 9, marks=mark.rule("tp.item.armour.enchanted_heavy_life")),
        param("enchanted_light_life", {}, 3, 0, 8, marks=mark.rule("tp.item.armour.enchanted_light_life")),
        param("enchanted_heavy_fortune", {"toughness": 3}, 3, 0, 2,
              marks=mark.rule("tp.item.armour.enchanted_heavy_fortune")),
        param("enchanted_light_fortune", {"toughness": 3}, 3, 0, 2,
              marks=mark.rule("tp.item.armour.enchanted_light_fortune")),
        param("enchanted_heavy_steel", {}, 4, 0, 2, marks=mark.rule("tp.item.armour.enchanted_heavy_steel")),
        param("enchanted_heavy_stone", {"toughness": 3}, 2, 0, 2,
              marks=mark.rule("tp.item.armour.enchanted_heavy_stone")),
        param("enchanted_light_swiftness", {}, 3, 2, 2,
              marks=mark.rule("tp.item.armour.enchanted_light_swiftness")),
        param("bazzcans_shield", {"toughness": 3}, 2, 0, 2, marks=mark.rule("tp.item.armour.bazzcans_shield")),
        param("mantas_armour", {}, 3, 0, 6, marks=mark.rule("tp.item.armour.mantas_armour")),
        param("war_paint_of_life", {}, 3, 0, 7, marks=mark.rule("tp.item.armour.war_paint_of_life")),
        param("magic_war_paint", {"toughness": 3}, 2, 0, 2, marks=mark.rule("tp.item.armour.magic_war_paint")),
        param("war_paint_of_mighty_oak", {}, 6, 0, 2, marks=mark.rule("tp.item.armour.war_paint_of_mighty_oak")),
        param("jaguar_war_paint", {}, 3, 2, 2, marks=mark.rule("tp.item.armour.jaguar_war_paint")),
    ],
)  # fmt: skip
def test_what_a_wearer_of_toughness_three_and_two_life_points_has(
    item: str, brought: dict[str, int], save: int, dodged: int, life: int
) -> None:
    """The plain part of a suit is in the figure already."""
    fight = alone(item)
    assert save_of(fight, **brought) == (save, dodged) and life_of(fight, 0) == life


@pytest.mark.rule("tp.item.armour.mantas_armour")
def test_mantas_armour_strikes_once_more() -> None:
    assert blow(duel("mantas_armour")).attacks == 4


@pytest.mark.parametrize(
    ("item", "need"),
    [
        param("heavy_golden_dragon", 5, marks=mark.rule("tp.item.armour.heavy_golden_dragon")),
        param("light_golden_dragon", 5, marks=mark.rule("tp.item.armour.light_golden_dragon")),
        param("nightmare_shield", 5, marks=mark.rule("tp.item.armour.nightmare_shield")),
        param("armour_of_meterrion", 6, marks=mark.rule("tp.item.armour.armour_of_meterrion")),
        param("bazzcans_shield", 4),
    ],
)
def test_what_an_equal_needs_to_hit_the_wearer(item: str, need: int) -> None:
    fight = duel(item)
    assert to_hit(fight, blow(fight, "foe")).total == need


@pytest.mark.rule("tp.item.armour.armour_of_meterrion")
def test_the_armour_of_meterrion_beats_every_rating_and_weighs_nothing() -> None:
    fight = duel("armour_of_meterrion", foe={"rating": 10}, own={"rating": 4})
    assert to_hit(fight, blow(fight, "foe")).total == 6
    assert movement(alone("armour_of_meterrion", heavy=True), 0).total == inches(8)
    assert movement(alone("armour_of_meterrion"), 0).total == inches(7)  # what weighs nothing takes nothing back
    assert movement(alone("armour_of_fortitude", heavy=True), 0).total == inches(7)
    assert save_of(alone("armour_of_meterrion"), toughness=3)[0] == 3


@pytest.mark.rule("tp.item.armour.heavy_golden_dragon", "tp.item.armour.light_golden_dragon")
@pytest.mark.parametrize("item", ["heavy_golden_dragon", "light_golden_dragon"])
def test_golden_dragons_resist_fire(item: str) -> None:
    fight = duel("blazing_blade", foe={"items": rules(item), "prices": (80,), "toughness": 5, "life": 2})
    assert life_of(fight, number(fight, "foe")) == 5
    assert one_hit(fight, 5) == 3


@pytest.mark.rule("tp.item.armour.plate_of_defiance")
def test_the_plate_of_defiance_steadies_the_whole_unit() -> None:
    wearer = laden("plate_of_defiance", soldiering=4)
    fight = scene(unit("guard", (36, 20), models=10), hero("hero", within="guard", figure=wearer))
    assert soldiering(fight, number(fight, "guard"), "break").total == 5
    assert highest(fight, number(fight, "guard"), "fear") == 1
    assert save_of(fight, toughness=3)[0] == 3


@pytest.mark.rule("tp.item.armour.armour_of_ages")
def test_the_armour_of_ages_makes_fast_skilled_and_nimble() -> None:
    fight = alone("armour_of_ages", rating=8)
    assert movement(fight, 0).total == inches(11) and rating(fight, 0, 8) == 10
    assert save_of(fight)[1] == 3


@pytest.mark.rule("tp.item.armour.venom_armour")
def test_nobody_in_venom_armour_is_poisoned() -> None:
    assert not can_be_poisoned(alone("venom_armour"), 0) and can_be_poisoned(alone("bazzcans_shield"), 0)


# --- items that come and go ----------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.armour.war_paint_of_life")
@pytest.mark.parametrize(("hurt", "left", "after"), [(4, 3, 3), (6, 2, 2), (0, 3, 3)])
def test_life_of_a_lost_item_goes_only_if_there_is_too_much(hurt: int, left: int, after: int) -> None:
    """Three life points of his own and five of paint."""
    fight = alone("war_paint_of_life", life=3)
    piece(fight, "hero").hurt = hurt
    piece(fight, "hero").used = rules("war_paint_of_life")
    settle_life(fight)
    assert life_of(fight, 0) == 3 and 3 - piece(fight, "hero").hurt == left == after


@pytest.mark.rule("tp.item.armour.enchanted_heavy_life")
def test_a_silenced_suit_gives_back_no_life_when_it_wakes() -> None:
    fight = alone("enchanted_heavy_life")
    fight.state.effects = (Effect(WIND, 0, 0, 1, 9),)
    settle_life(fight)
    assert life_of(fight, 0) == 2 and piece(fight, "hero").hurt == 0
    fight.state.effects = ()
    settle_life(fight)
    assert life_of(fight, 0) == 9 and piece(fight, "hero").hurt == 7


WATER = feature("shallow water", (36, 24), (20, 2))
BRIDGE = feature("wooden bridge", (36, 24), (3, 4))


@pytest.mark.rule(
    "tp.magic.items.warpaint", "tp.item.armour.war_paint_of_mighty_oak", "tp.item.armour.magic_war_paint",
    "tp.item.armour.jaguar_war_paint",
)  # fmt: skip
@pytest.mark.parametrize(
    ("terrain", "left"), [((WATER,), 0), ((WATER, BRIDGE), 1), ((), 1)], ids=["stream", "bridge", "dry"]
)  # fmt: skip
def test_war_paint_washes_off_in_water(terrain: Any, left: int) -> None:
    for paint in ("war_paint_of_mighty_oak", "magic_war_paint", "jaguar_war_paint", "war_paint_of_life"):
        fight = settled(scene(hero("hero", (36, 20), figure=laden(paint)), terrain=terrain))
        settle(fight, 0, [stance(fight, 0)], 0, inches(8))
        assert len(carried(fight, 0)) == left and len(told(fight, ItemLost)) == 1 - left


@pytest.mark.rule("tp.magic.items.warpaint")
def test_paint_in_a_group_that_wades_is_lost_and_other_items_are_not() -> None:
    fight = scene(
        unit("guard", (36, 28), models=10),
        hero("hero", within="guard", figure=laden("magic_war_paint", "lucky_coin")),
        terrain=(WATER,),
    )  # fmt: skip
    wade(fight, 0, (inches(36), inches(28)))
    assert len(carried(fight, 1)) == 2
    wade(fight, 0, (inches(36), inches(20)))
    assert carried(fight, 1) == rules("lucky_coin")


def test_a_battle_knows_whether_there_is_magic_in_it() -> None:
    assert alone("lucky_coin").setting.enchanted and not alone().setting.enchanted
