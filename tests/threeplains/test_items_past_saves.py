"""Attacks that pass by a save, and what the struck wear or carry against them."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.blows import TemplateLaid
from warhost.rulebooks.threeplains.events.items import ItemStirred
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.setting import Fight

from .armoury import duel, laden, one_hit, settled
from .scene import contact, hero, piece, scene, script, told, unit

HAMMER = "ethereal_war_hammer"


def worn(*items: str, own: dict[str, Any] | None = None, **save: int) -> Fight:
    """A hero with the ethereal hammer against a foe who has these items."""
    return duel(HAMMER, own=own, foe={"items": laden(*items).items, "life": 30, **save})


@pytest.mark.rule("tp.trait.ethereal_attacks", "tp.item.weapon.ethereal_war_hammer")
def test_the_magic_of_what_somebody_wears_stands_twice_over_against_ethereal_blows() -> None:
    assert one_hit(worn("bazzcans_shield", toughness=5), 4) == 0  # a magic save of 2
    assert one_hit(worn("bazzcans_shield", toughness=5), 5) == 1
    assert one_hit(worn("enchanted_heavy_fortune"), 6) == 0  # of 3
    assert one_hit(worn("bazzcans_shield", magic=1), 5) == 1  # magic is never added up


@pytest.mark.rule("tp.trait.ethereal_attacks", "tp.item.command.banner_of_steel", "tp.item.command.mark_of_kerzag")
@pytest.mark.parametrize("banner", ["banner_of_steel", "mark_of_kerzag"])
def test_no_banner_makes_tough_against_ethereal_blows(banner: str) -> None:
    fight = scene(
        hero("hero", (36, 20), figure=laden(HAMMER)),
        unit("orcs", (36, 20), facing=180, side=1, command=True, figure=laden(banner, category="infantry", life=1)),
    )
    contact(fight, "hero", "orcs")
    assert one_hit(settled(fight), 1) == 1


@pytest.mark.rule("tp.trait.ethereal_attacks", "tp.item.enchanted.ring_of_ozonty")
def test_what_takes_off_toughness_takes_nothing_off_the_magic_that_is_doubled() -> None:
    pierces = {"items": laden(HAMMER, "ring_of_ozonty").items}
    assert one_hit(worn(own=pierces, magic=2), 4) == 0 and one_hit(worn(own=pierces, magic=2), 5) == 1


@pytest.mark.rule("tp.trait.ethereal_attacks", "tp.item.weapon.spear_of_light")
@pytest.mark.rule("tp.item.weapon.unlucky_doppelhander")
def test_what_takes_off_magic_takes_it_off_when_it_has_been_doubled() -> None:
    ghost, demon = {"traits": ("ethereal attacks",)}, {"traits": ("demon",), "toughness": 5, "magic": 2, "life": 30}
    assert one_hit(duel("spear_of_light", own=ghost, foe=demon), 1) == 0  # 4 less 3
    assert one_hit(duel("spear_of_light", own=ghost, foe=demon), 2) == 1
    assert one_hit(duel("unlucky_doppelhander", own=ghost, foe=demon), 1) == 1


# --- sixes that need no damage die ---------------------------------------------------------------------------


def smitten(*items: str, own: str = "", **foe: Any) -> Fight:
    """A holy warrior against a demon who has these items."""
    blessed = {"traits": ("holy warrior",), "life": 30}
    damned = {"traits": ("demon",), "attacks": 0, "items": laden(*items).items, **foe}
    return duel(*([own] if own else []), own=blessed, foe=damned)


@pytest.mark.rule("tp.trait.holy_warrior", "tp.item.armour.golden_armour_of_brilliants")
def test_a_six_that_smites_has_hit_and_sets_the_golden_armour_off() -> None:
    fight = smitten("golden_armour_of_brilliants")
    with script(fight, dice=[6, 1, 1, 1, 1]):
        exchange_blows(fight, [0, 1])
    (blast,) = told(fight, TemplateLaid)
    assert blast.rule == "tp.item.armour.golden_armour_of_brilliants"
    assert piece(fight, "foe").lost == 3 + 1  # the blast's, and the one that the 6 takes


@pytest.mark.rule("tp.trait.holy_warrior", "tp.item.weapon.sword_of_fools")
def test_a_six_that_smites_is_the_first_hit_of_the_sword_of_fools() -> None:
    fight = smitten(own="sword_of_fools")
    with script(fight, dice=[6, 1, 1, 1, 1]):
        exchange_blows(fight, [0, 1])
    assert [laid.rule for laid in told(fight, TemplateLaid)] == ["tp.item.weapon.sword_of_fools"]


@pytest.mark.rule("tp.trait.holy_warrior", "tp.item.armour.armour_of_energy")
def test_energy_swallows_a_six_that_smites_as_it_swallows_every_hit() -> None:
    fight = smitten("armour_of_energy")
    with script(fight, dice=[6, 6, 1, 3, 4]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "foe").lost == 0 and told(fight, ItemStirred)[-1].number == 7


@pytest.mark.rule("tp.trait.holy_warrior", "tp.item.enchanted.phantom_cloak")
@pytest.mark.parametrize(("sword", "lost"), [("", 0), ("sword_of_swiftness", 1)])
def test_a_plain_sword_smites_nobody_in_the_phantom_cloak(sword: str, lost: int) -> None:
    fight = smitten("phantom_cloak", own=sword)
    with script(fight, dice=[6, 1, 1]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "foe").lost == lost


@pytest.mark.rule("tp.trait.holy_warrior", "tp.item.weapon.item_mangler")
def test_a_six_that_smites_may_mangle_an_item_too() -> None:
    fight = smitten("ring_of_ozonty", own="item_mangler")
    with script(fight, dice=[6, 1, 1, 6]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "foe").lost == 1 and piece(fight, "foe").used
