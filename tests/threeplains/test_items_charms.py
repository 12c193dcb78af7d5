"""Enchanted items, one by one: rings, cloaks, potions, a horn, a stone."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import mark, param

from warhost.rulebooks.threeplains.bodies import life_of
from warhost.rulebooks.threeplains.events import HoleTorn, ItemLost, ItemResisted, ItemUsed
from warhost.rulebooks.threeplains.fighting.prowess import rating, to_hit
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.charms import box_of_oblivion, resists
from warhost.rulebooks.threeplains.items.moments import begin_turn, out_of_turn
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.bearing import carried, nature
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import act, castable, usable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.missiles.aiming import to_hit as to_shoot
from warhost.rulebooks.threeplains.morale.checks import highest, soldiering
from warhost.rulebooks.threeplains.morale.exhaustion import tire
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.specials import special
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike, weigh

from .armoury import alone, blow, duel, laden, one_hit, rules, settled
from .scene import champion, foot, hero, number, piece, scene, script, told, unit


def use(fight: Fight, name: str, *, dice: Any = (), answers: Any = ()) -> None:
    known = castable(fight)
    with script(fight, dice=dice, answers=answers):
        act(fight, known, f"use: hero/{name}")


# --- rings and things worn -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "life"),
    [
        param("ring_of_zereener", 17, marks=mark.rule("tp.item.enchanted.ring_of_zereener")),
        param("ring_of_vitality", 9, marks=mark.rule("tp.item.enchanted.ring_of_vitality")),
        param("deas_ring_of_life", 5, marks=mark.rule("tp.item.enchanted.deas_ring_of_life")),
        param("lucky_coin", 2),
    ],
)
def test_rings_of_life(item: str, life: int) -> None:
    assert life_of(alone(item), 0) == life


@pytest.mark.rule("tp.item.enchanted.ring_of_vitality")
def test_whoever_has_nine_life_points_falls_with_the_ninth() -> None:
    fight = alone("ring_of_vitality")
    with script(fight, dice=[6] * 8):
        strike(fight, Attack(0, 8, "missile", "tp.shoot.damage"))
    assert piece(fight, "hero").fate == "standing"
    with script(fight, dice=[6]):
        strike(fight, Attack(0, 1, "missile", "tp.shoot.damage"))
    assert piece(fight, "hero").fate == "slain"


@pytest.mark.parametrize(
    ("item", "own", "save"),
    [
        param("lucky_coin", 0, 3, marks=mark.rule("tp.item.enchanted.lucky_coin")),
        param("death_cloak", 3, 5, marks=mark.rule("tp.item.enchanted.death_cloak")),
        param("lucky_coin", 4, 4),
    ],
)
def test_magic_saves_are_not_added_up(item: str, own: int, save: int) -> None:
    assert weigh(alone(item, magic=own), Attack(0, 1, "missile", "r", toughness=9)).save == save


@pytest.mark.rule("tp.item.enchanted.death_cloak")
@pytest.mark.parametrize(("face", "fate"), [(11, "standing"), (12, "slain")])
def test_the_death_cloak_may_take_its_wearer(face: int, fate: str) -> None:
    fight = alone("death_cloak")
    with script(fight, dice=[face]):
        for hook in special.at("start of turn", nature(fight, 0)):
            hook(fight, 0)
    assert piece(fight, "hero").fate == fate


@pytest.mark.rule("tp.item.enchanted.lost_crown_of_barley")
@pytest.mark.parametrize(("kind", "dice"), [("break", 8), ("bravery", 8), ("deviancy", 5)])
def test_the_crown_of_barley_helps_in_break_and_bravery_checks(kind: Any, dice: int) -> None:
    assert soldiering(alone("lost_crown_of_barley", soldiering=5), 0, kind).total == dice


@pytest.mark.rule("tp.item.enchanted.face_mask_of_death")
def test_the_mask_frightens_but_fear_is_not_added_up() -> None:
    assert highest(alone("face_mask_of_death"), 0, "fear") == 2
    assert highest(alone("face_mask_of_death", ratings={"fear": 2}), 0, "fear") == 2


@pytest.mark.rule("tp.item.enchanted.ring_of_invisibility")
def test_the_unseen_are_hard_to_hit() -> None:
    fight = duel("ring_of_invisibility")
    assert to_hit(fight, blow(fight, "foe")).total == 6
    archers = unit("archers", (36, 5), side=1, figure=foot(weapons=("bow",)))
    lone = alone("ring_of_invisibility", at=(36, 20), more=[archers])
    assert to_shoot(lone, 1, 0).total == 7
    guarded = scene(
        unit("guard", (36, 20), models=10),
        hero("hero", within="guard", figure=laden("ring_of_invisibility")),
        archers,
    )
    assert to_shoot(guarded, number(guarded, "archers"), number(guarded, "guard")).total == 5


@pytest.mark.rule("tp.item.enchanted.ring_of_ozonty")
def test_ozonty_adds_to_the_magic_weapon() -> None:
    assert one_hit(duel("sword_of_strength", "ring_of_ozonty", foe={"toughness": 5}), 6) == 6
    assert one_hit(duel("ring_of_ozonty", foe={"toughness": 5}), 6) == 4


@pytest.mark.rule("tp.item.enchanted.book_of_supreme_knowledge")
def test_knowledge_raises_the_value_by_which_others_go() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10), unit("others", (36, 28), models=10),
        hero("hero", within="guard", role="general", figure=laden("book_of_supreme_knowledge", soldiering=5)),
    )  # fmt: skip
    assert soldiering(fight, number(fight, "guard"), "break").total == 6
    assert soldiering(fight, number(fight, "others"), "break").total == 6


@pytest.mark.rule(
    "tp.item.enchanted.deas_ring_of_speed", "tp.item.enchanted.deas_ring_of_combat",
    "tp.item.enchanted.deas_ring_of_battle", "tp.item.enchanted.deas_ring_of_endurance",
)  # fmt: skip
def test_the_rings_of_dea() -> None:
    assert movement(alone("deas_ring_of_speed"), 0).total == inches(10)
    assert movement(alone("deas_ring_of_speed", mounted=True), 0).total == inches(7)
    assert rating(alone("deas_ring_of_combat"), 0, 5) == 7
    assert blow(duel("deas_ring_of_battle")).attacks == 4
    fight = alone("deas_ring_of_endurance")
    tire(fight, 0, 2, "tp.move.dash")
    assert piece(fight, "hero").tired == 0


# --- the box -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.box_of_oblivion")
def test_the_box_swallows_all_within_two_inches() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("box_of_oblivion")), hero("near", (37.5, 20)), hero("far", (40, 20)),
    ))  # fmt: skip
    with script(fight, dice=[5]):
        box_of_oblivion(fight, 0)
    assert piece(fight, "hero").fate == "standing"
    with script(fight, dice=[6]):
        box_of_oblivion(fight, 0)
    assert [piece(fight, name).fate for name in ("hero", "near", "far")] == ["slain", "slain", "standing"]
    assert told(fight, HoleTorn)[0].inches == 2


@pytest.mark.rule("tp.item.enchanted.box_of_oblivion")
def test_a_hidden_halfwit_opens_it_in_the_middle_of_his_group() -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=60, files=10),
        hero("hero", within="guard", role="halfwit", fate="hidden", figure=laden("box_of_oblivion")),
    ))  # fmt: skip
    with script(fight, dice=[6]):
        begin_turn(fight)
    assert piece(fight, "hero").fate == "slain" and 20 < piece(fight, "guard").models < 55


# --- potions -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.potion_of_strength", "tp.magic.items.potions")
def test_the_potion_of_strength_lowers_every_part_of_a_save_until_the_next_turn() -> None:
    fight = duel("potion_of_strength", foe={"toughness": 4, "resistance": 3, "magic": 6, "agility": 1})
    assert one_hit(fight, 5) == 0
    use(fight, "potion_of_strength")
    assert not castable(fight) and told(fight, ItemUsed)
    assert one_hit(fight, 6) == 5 and one_hit(fight, 2) == 1 and one_hit(fight, 1) == 0
    fight.state.clock = 3
    expire(fight)
    assert one_hit(fight, 5) == 0


@pytest.mark.rule("tp.item.enchanted.potion_of_strength")
def test_shots_of_the_drinker_are_stronger_too() -> None:
    archers = unit("orcs", (36, 30), side=1, facing=180, models=3, figure=foot(life=9, toughness=5))
    fight = alone("potion_of_strength", at=(36, 20), more=[archers])
    use(fight, "potion_of_strength")
    with script(fight, dice=[5]):
        assert strike(fight, Attack(number(fight, "orcs"), 1, "missile", "tp.shoot.damage", 0)) == 5


@pytest.mark.rule("tp.magic.items.potions")
def test_one_potion_at_a_time_and_each_once() -> None:
    fight = alone("potion_of_strength", "potion_of_strength", "potion_of_vitality")
    piece(fight, "hero").tired = 2
    use(fight, "potion_of_strength")
    assert not castable(fight) and len(carried(fight, 0)) == 2
    fight.state.clock = 3
    expire(fight)
    assert list(castable(fight)) == ["use: hero/potion_of_strength", "use: hero/potion_of_vitality"]


@pytest.mark.rule("tp.item.enchanted.potion_of_vitality")
def test_vitality_clears_the_drinker_not_his_group() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10, tired=3),
        hero("hero", within="guard", figure=laden("potion_of_vitality"), tired=4),
    )
    use(fight, "potion_of_vitality")
    assert piece(fight, "hero").tired == 0 and piece(fight, "guard").tired == 3
    assert not castable(fight)


@pytest.mark.rule("tp.item.enchanted.potion_of_strength")
def test_it_can_be_drunk_in_the_enemys_turn() -> None:
    fight = alone("potion_of_strength")
    fight.state.active = 1
    assert not castable(fight) and usable(fight, 0)
    with script(fight, answers=["nothing more"]):
        assert not out_of_turn(fight)
    assert not out_of_turn(fight)
    fight.state.phase = "combat"
    with script(fight, answers=["use: hero/potion_of_strength"]):
        assert out_of_turn(fight)
    assert fight.state.effects[0].ends == fight.state.clock + 1


# --- the horn and the stone ----------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.horn_of_the_barguest")
@pytest.mark.parametrize(("own", "against", "flees"), [([4, 1, 1, 1], [4, 1], False), ([1] * 4, [4, 4], True)])
def test_the_horn_frightens_with_fear_two(own: list[int], against: list[int], flees: bool) -> None:
    orcs = unit("orcs", (36, 27), side=1, facing=180, models=10)
    fight = alone("horn_of_the_barguest", at=(36, 20), more=[orcs])
    use(fight, "horn_of_the_barguest", dice=[*own, *against, *([1, 1] if flees else [])])
    assert piece(fight, "orcs").fleeing is flees
    assert flees or piece(fight, "orcs").braved == 2


@pytest.mark.rule("tp.item.enchanted.horn_of_the_barguest")
@pytest.mark.parametrize(
    "calm", [{"figure": foot(traits=("unbreakable",))}, {"figure": foot(ratings={"fear": 2})}, {"braved": 2}]
)
def test_the_horn_says_nothing_to_those_without_fear(calm: Any) -> None:
    fight = alone("horn_of_the_barguest", more=[unit("orcs", (36, 27), side=1, facing=180, models=10, **calm)])
    assert not castable(fight)


@pytest.mark.rule("tp.item.enchanted.stone_of_absorption")
@pytest.mark.parametrize(
    ("points", "need"), [(45, 1), (50, 2), (65, 2), (70, 3), (90, 4), (110, 5), (130, 6), (145, 6), (150, 6)]
)  # fmt: skip
def test_how_items_resist_the_stone(points: int, need: int) -> None:
    one = next((item for item in ITEMS.values() if item.points == points), None)
    assert one is not None and resists(one.rule) == need


@pytest.mark.rule("tp.item.enchanted.stone_of_absorption", "tp.magic.items.enchanted")
@pytest.mark.parametrize(("face", "left"), [(4, 1), (5, 0)])
def test_the_stone_takes_the_magic_of_an_enemy_item_for_good(face: int, left: int) -> None:
    foe = champion(items=rules("plate_of_defiance"), prices=(110,))
    fight = alone("stone_of_absorption", more=[hero("foe", (36, 27), side=1, facing=180, figure=foe)])
    use(fight, "stone_of_absorption", dice=[face])
    assert len(carried(fight, number(fight, "foe"))) == left
    assert len(told(fight, ItemResisted)) == left and len(told(fight, ItemLost)) == 1 - left
    assert not castable(fight)


@pytest.mark.rule("tp.item.enchanted.stone_of_absorption")
@pytest.mark.parametrize(("item", "y"), [("mace_of_oblivion", 27), ("lucky_coin", 30)])
def test_the_stone_reaches_eight_inches_and_not_the_mightiest(item: str, y: float) -> None:
    foe = champion(items=rules(item), prices=(0,))
    assert not castable(alone("stone_of_absorption", more=[hero("foe", (36, y), side=1, facing=180, figure=foe)]))


def test_every_item_has_a_title_that_players_know() -> None:
    assert all(item.rule in book.titles for item in ITEMS.values())
