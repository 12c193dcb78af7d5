"""Magic weapons that strike unlike others, and a companion who strikes beside her carrier."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from warhost.rulebooks.threeplains.events.blows import Damaged, Struck
from warhost.rulebooks.threeplains.events.items import ItemLost, ItemStirred, ItemUsed
from warhost.rulebooks.threeplains.fighting.besides import besides_blows, instead_of_blows, struck_together
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.combat import deliver, exchange_blows
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.figure import Blows, inches
from warhost.rulebooks.threeplains.items.moments import combat_begins
from warhost.rulebooks.threeplains.magic.bearing import carried, effects_on
from warhost.rulebooks.threeplains.magic.effects import combat_is_over
from warhost.rulebooks.threeplains.morale.checks import bravery_due, fear_between, stress
from warhost.rulebooks.threeplains.morale.stress import side_total
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import blow, duel, laden, one_hit, rules, settled
from .mustering import LISTS, army
from .mustering import hero as entry
from .scene import asked, champion, contact, foot, hero, horse, number, piece, scene, script, told, unit

HARMLESS = {"blows": (Blows(0, 5),)}


def delivered(fight: Fight, *dice: int, answers: Any = ()) -> None:
    """The hero's own blows, with these dice."""
    with script(fight, dice=dice, answers=answers):
        deliver(fight, ready(fight, blow(fight)))


# --- the skull flail -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.skull_flail", "tp.trait.ethereal_attacks")
def test_the_skull_flail_is_ethereal_to_the_living() -> None:
    save = {"toughness": 6, "resistance": 3, "magic": 2}
    assert one_hit(duel("skull_flail", foe=save), 5) == 1
    assert one_hit(duel("skull_flail", foe=save), 4) == 0
    dead = duel("skull_flail", foe={**save, "traits": ("undead",)})
    assert one_hit(dead, 6) == 0 and told(dead, Damaged)[0].save == 6


@pytest.mark.rule("tp.item.weapon.skull_flail", "tp.trait.fear")
def test_only_the_living_fear_the_skull_flail() -> None:
    for traits, fear in (((), 2), (("undead",), 0), (("demon",), 0)):
        fight = duel("skull_flail", foe={"traits": traits})
        assert fear_between(fight, 1, 0) == fear and bravery_due(fight, 1, 0) == bool(fear)
        assert stress(fight, 1, "break").total == fear == side_total(fight, [0, 1], 1).total


@pytest.mark.rule("tp.item.weapon.skull_flail", "tp.trait.fear.versus_fear")
def test_the_skull_flail_steels_its_bearer_against_living_monsters_alone() -> None:
    for traits, left in (((), 1), (("undead",), 3)):
        fight = duel("skull_flail", foe={"traits": traits, "ratings": {"fear": 3}})
        assert stress(fight, 0, "break").total == left


# --- the mangler ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.item_mangler")
def test_the_mangler_destroys_an_item_for_every_double_six() -> None:
    carries = {"items": rules("deas_ring_of_life", "lucky_coin"), "prices": (1, 1), "toughness": 6}
    fight = duel("item_mangler", foe=carries)
    delivered(fight, 6, 6, 6, 6, 2, 6, 1, 1, 1, answers=["lucky_coin"])
    assert carried(fight, 1) == () and [lost.item for lost in told(fight, ItemLost)] == list(
        rules("lucky_coin", "deas_ring_of_life")
    )
    assert told(fight, Struck)[0].hits == 3 and told(fight, Damaged)[0].hits == 3


@pytest.mark.rule("tp.item.weapon.item_mangler")
def test_the_mangler_needs_a_second_six_and_leaves_the_hit_as_it_is() -> None:
    fight = duel("item_mangler", foe={"items": rules("deas_ring_of_speed"), "prices": (1,)})
    delivered(fight, 6, 5, 1, 5, 3, 3)
    assert carried(fight, 1) == rules("deas_ring_of_speed") and piece(fight, "foe").hurt == 2
    empty = duel("item_mangler", foe={"toughness": 6})
    delivered(empty, 6, 1, 1, 6, 1)
    assert not told(empty, ItemLost) and told(empty, ItemUsed)


# --- the lance -----------------------------------------------------------------------------------------------


def rides(**foe: Any) -> Fight:
    lancer = {"mounted": True, "base": horse().base, "attacks": 1}
    return duel("jacks_lance", own=lancer, foe=foe, charge=inches(9), run=inches(9))


@pytest.mark.rule("tp.item.weapon.jacks_lance", "tp.weapon.lance")
@pytest.mark.parametrize(("part", "save"), [("toughness", 5), ("magic", 2), ("resistance", 5), ("agility", 5)])
def test_the_lance_lowers_what_its_bearer_says(part: str, save: int) -> None:
    fight = rides(toughness=2, magic=5)
    assert asked(fight, lambda trial: deliver(trial, ready(trial, blow(trial))), dice=[6]).usual == "toughness"
    delivered(fight, 6, 1, answers=[part])
    assert told(fight, Damaged)[0].save == save
    assert bool(told(fight, ItemUsed)) == (part != "toughness")


@pytest.mark.rule("tp.item.weapon.jacks_lance", "tp.weapon.lance")
@pytest.mark.parametrize("met", [{"rounds": 1}, {"charge": inches(7), "run": inches(7)}])
def test_the_lance_asks_nothing_without_a_charge_of_more_than_seven_inches(met: dict[str, int]) -> None:
    lancer = {"mounted": True, "base": horse().base, "attacks": 1, "weapons": ("lance", "sidearm")}
    delivered(duel("jacks_lance", own=lancer, **met), 6, 1)


# --- the cleaver ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.black_lands_cleaver", "tp.shoot.save.resistance")
def test_the_cleaver_weakens_for_all_blows_of_the_phase() -> None:
    fight = duel("black_lands_cleaver", foe={"toughness": 4, "resistance": 2})
    fight.state.phase = "combat"
    with script(fight, dice=[5]):
        combat_begins(fight)
    assert one_hit(fight, 4) == 2  # damage range 1-2
    with script(fight, dice=[4]):
        strike(fight, Attack(1, 1, "melee", "tp.weapon.hand_weapon", top=6))
    assert told(fight, Damaged)[-1].save == 1
    combat_is_over(fight)
    with script(fight, dice=[4]):
        strike(fight, Attack(1, 1, "melee", "tp.weapon.hand_weapon"))
    assert told(fight, Damaged)[-1].save == 4


@pytest.mark.rule("tp.item.weapon.black_lands_cleaver")
def test_of_a_group_the_cleaver_weakens_one_model() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("black_lands_cleaver")),
        unit("orcs", (36, 20), facing=180, side=1, models=10, figure=foot(toughness=5)),
    ))  # fmt: skip
    contact(fight, "hero", "orcs")
    with script(fight, dice=[5]):
        combat_begins(fight)
    delivered(fight, 4, 4, 4, 1, 5, 5)
    assert [damaged.save for damaged in told(fight, Damaged)] == [0, 5] and piece(fight, "orcs").models == 9


@pytest.mark.rule("tp.item.weapon.black_lands_cleaver")
@pytest.mark.parametrize(("models", "single"), [(1, False), (2, True)])
def test_of_two_the_cleaver_still_weakens_one(models: int, single: bool) -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("black_lands_cleaver")),
        unit("orcs", (36, 20), facing=180, side=1, models=models, files=1, figure=foot(toughness=5)),
    ))  # fmt: skip
    contact(fight, "hero", "orcs")
    with script(fight, dice=[5]):
        combat_begins(fight)
    assert [effect.single for effect in effects_on(fight, number(fight, "orcs"))] == [single]


# --- the thrust ----------------------------------------------------------------------------------------------


def thrusting(deep: int, **more: Any) -> Fight:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("spear_of_fellowship", **more.pop("own", {}))),
        unit("orcs", (36, 20), facing=180, side=1, models=5 * deep, files=5, figure=foot(**HARMLESS, **more)),
    ))  # fmt: skip
    contact(fight, "hero", "orcs")
    return fight


@pytest.mark.rule("tp.item.weapon.spear_of_fellowship", "tp.combat.hit.automatic")
@pytest.mark.parametrize(("face", "hits"), [(7, 4), (4, 4), (3, 3)])
def test_the_thrust_goes_through_as_many_ranks_as_there_are(face: int, hits: int) -> None:
    fight = thrusting(4)
    with script(fight, dice=[face, *[6] * hits], answers=["thrust at orcs"]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "orcs").models == 20 - hits and not told(fight, Struck)


@pytest.mark.rule("tp.item.weapon.spear_of_fellowship")
def test_the_thrust_is_a_choice_and_pierces_riders() -> None:
    fight = thrusting(2)
    assert asked(fight, lambda f: exchange_blows(f, [0, 1])).secret
    with script(fight, answers=["strike as usual"]):
        assert instead_of_blows(fight, [0, 1]) == []
    for own, category, pierces in (({}, "infantry", 0), ({}, "cavalry", 1), ({"mounted": True}, "infantry", 1)):
        fight = thrusting(2, own=own, category=category)
        with script(fight, dice=[9], answers=["thrust at orcs"]):
            (attack,) = instead_of_blows(fight, [0])
        assert (attack.hits, attack.toughness) == (2, pierces)


# --- the pair ------------------------------------------------------------------------------------------------


def brothers(*second: str) -> Fight:
    fight = settled(scene(
        unit("guard", (36, 20), models=6, files=3, figure=foot(**HARMLESS)),
        hero("one", within="guard", post=0, figure=laden("hammer_fists_of_kinship", attacks=1)),
        hero("two", within="guard", post=1, figure=laden(*second, attacks=1)),
        hero("foe", (36 - 0.4, 20), facing=180, side=1, figure=champion(life=60, resistance=9, toughness=5)),
    ))  # fmt: skip
    contact(fight, "guard", "foe")
    return fight


@pytest.mark.rule("tp.item.weapon.hammer_fists_of_kinship", "tp.weapon.great_hammer")
def test_two_hammers_on_one_model_are_more_than_two() -> None:
    for second, brought in (("hammer_fists_of_kinship", (4, 6, 3)), ("lucky_coin", (2, 2, 1))):
        fight = brothers(second)
        made = struck_together(fight, [ready(fight, one) for one in blows_of(fight, 0, {}, {})])
        first = next(one.attack for one in made if one.blow.member == number(fight, "one"))
        assert (first.toughness, first.top, first.multiplier) == brought and first.past_resistance
        assert first.sluggish


@pytest.mark.rule("tp.item.weapon.hammer_fists_of_kinship")
def test_the_hammers_are_taken_by_two_or_by_nobody() -> None:
    fist = "hammer_fists_of_kinship"

    def broken(*bearers: list[str]) -> list[str]:
        roster = army("herlanceia", 3000, *(entry("champion", items=items) for items in bearers))
        return [one.rule for one in LISTS.breaches(roster) if one.rule.startswith(("tp.item", "tp.magic"))]

    rule = "tp.item.weapon.hammer_fists_of_kinship"
    assert broken([fist]) == [rule] and broken([fist], [fist]) == [] and broken([fist], [fist], [fist]) == [rule]


# --- Miss Voodoo ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.miss_voodoo", "tp.list.source.miss_voodoo", "tp.combat.hit.chart")
def test_miss_voodoo_strikes_beside_her_carrier() -> None:
    fight = duel("miss_voodoo", foe={"rating": 6, "agility": 3, **HARMLESS})
    with script(fight, dice=[5, 4, 3, 4]):
        (attack,) = besides_blows(fight, [0, 1])[0]
    assert (attack.hits, attack.agility, attack.top, attack.by) == (2, 2, 1, 0)
    assert told(fight, Struck)[0].blows == 3


@pytest.mark.rule("tp.item.enchanted.miss_voodoo", "tp.item.armour.nightmare_shield")
@pytest.mark.parametrize(
    ("worn", "need"), [("", 3), ("nightmare_shield", 4), ("ring_of_invisibility", 5), ("armour_of_meterrion", 6)]
)
def test_who_is_hard_to_hit_is_so_for_miss_voodoo(worn: str, need: int) -> None:
    items = rules(worn) if worn else ()
    for face, hits in ((need, 1), (need - 1, 0)):
        fight = duel("miss_voodoo", foe={"rating": 5, "items": items, "prices": (1,) * len(items), **HARMLESS})
        with script(fight, dice=[1, face]):
            assert len(besides_blows(fight, [0, 1])[0]) == hits


@pytest.mark.rule("tp.item.enchanted.miss_voodoo", "tp.item.enchanted.cloak_of_shadows")
def test_her_hits_on_who_wears_shadows_are_thrown_again() -> None:
    foe = {"rating": 5, "items": rules("cloak_of_shadows"), "prices": (120,), **HARMLESS}
    fight = duel("miss_voodoo", own={"rating": 10}, foe=foe)  # her rating is hers, whatever her carrier's is
    with script(fight, dice=[3, 3, 6, 2, 3]):
        (attack,) = besides_blows(fight, [0, 1])[0]
    assert attack.hits == 1


@pytest.mark.rule("tp.item.enchanted.miss_voodoo")
def test_who_kills_her_carrier_takes_the_same_hit() -> None:
    blade = {"attacks": 1, "weapons": ("great blade",), "toughness": 4, "rating": 5}
    fight = duel("miss_voodoo", own={"attacks": 0, "life": 1, "toughness": 3}, foe=blade)
    attack = ready(fight, blow(fight, "foe")).attack
    with script(fight, dice=[1, 3, 6, 5]):
        strike(fight, structs.replace(attack, hits=3))
    assert piece(fight, "hero").fate == "slain" and piece(fight, "foe").hurt == 2
    last = told(fight, Damaged)[-1]
    assert (last.hits, last.save, last.rule) == (1, 2, "tp.item.enchanted.miss_voodoo")


@pytest.mark.rule("tp.item.enchanted.miss_voodoo")
def test_arrows_are_not_given_back() -> None:
    fight = duel("miss_voodoo", own={"life": 1})
    with script(fight, dice=[6]):
        strike(fight, Attack(0, 1, "missile", "tp.weapon.bows", 1))
    assert piece(fight, "hero").fate == "slain" and not piece(fight, "foe").hurt


# --- fury ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.hammer_of_fury")
def test_every_six_of_the_hammer_is_another_blow() -> None:
    fight = duel("hammer_of_fury", own={"attacks": 2, "rating": 10}, foe={"toughness": 1})
    delivered(fight, 6, 3, 6, 2, 1, 4, 3)
    assert [struck.blows for struck in told(fight, Struck)] == [2, 2]
    assert [stirred.number for stirred in told(fight, ItemStirred)] == [2]
    assert piece(fight, "foe").hurt == 3 and not fight.state.effects


@pytest.mark.rule("tp.item.weapon.hammer_of_fury", "tp.shoot.save.agility")
def test_a_six_that_is_dodged_earns_a_blow_and_blows_earn_more() -> None:
    fight = duel("hammer_of_fury", own={"attacks": 1, "rating": 10}, foe={"toughness": 1, "agility": 2})
    delivered(fight, 3, 6, 6, 1, 1)
    assert [struck.blows for struck in told(fight, Struck)] == [1, 1, 1] and not piece(fight, "foe").hurt


@pytest.mark.rule("tp.item.weapon.hammer_of_fury", "tp.shoot.horde")
def test_sixes_of_a_horde_hit_count_as_well() -> None:
    fight = duel("hammer_of_fury", own={"attacks": 2, "rating": 10}, foe={"toughness": 6})
    delivered(fight, 3, 3, 6, 1, 1)
    assert [struck.blows for struck in told(fight, Struck)] == [2, 1]
