"""Magic items on rosters: who may have which, what they cost, and how they come to the table."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import mark, param

from warhost.roster.bill import Breach
from warhost.roster.lists import all_faults
from warhost.roster.roster import Roster
from warhost.rulebooks.threeplains.armies.army import Leader
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.shelf import ITEMS

from .armoury import rules
from .mustering import ARMIES, LISTS, army, enlisted, group, hero


def about_items(*entries: Any, name: str = "herlanceia") -> list[str]:
    """The rules about items that a roster breaks."""
    roster = army(name, 3000, *entries)
    assert not all_faults(LISTS, roster)
    return [breach.rule for breach in LISTS.breaches(roster) if breach.rule.startswith(ABOUT_ITEMS)]


ABOUT_ITEMS = ("tp.magic", "tp.item", "tp.unit.command.magical", "tp.character.battle_standard.item")


def leader(*items: str, profile: str = "champion", name: str = "herlanceia", **more: Any) -> Leader:
    return enlisted(hero(profile, items=list(items), **more), name=name).leaders[0]


def bare(profile: str = "champion", name: str = "herlanceia", **more: Any) -> Leader:
    return enlisted(hero(profile, **more), name=name).leaders[0]


# --- who may have what ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "broken"),
    [
        param(hero("champion", items=["lucky_coin", "deas_ring_of_life"]), [], marks=mark.rule("tp.magic.items")),
        param(hero("champion", items=["lucky_coin", "deas_ring_of_life", "deas_ring_of_speed"]), ["tp.magic.items"],
              marks=mark.rule("tp.magic.items")),
        param(hero("champion", items=["deas_ring_of_life", "deas_ring_of_life"]), ["tp.magic.items.unique"],
              marks=mark.rule("tp.magic.items.unique")),
        param(hero("champion", items=["sword_of_strength", "dragon_blade"]), ["tp.magic.items.weapon"],
              marks=mark.rule("tp.magic.items.weapon")),
        param(hero("champion", items=["sword_of_strength"], options=["great blade"]), ["tp.magic.items.weapon"],
              marks=mark.rule("tp.magic.items.weapon")),
        param(hero("champion", items=["wyverns_blood"], options=["great blade"]), [],
              marks=mark.rule("tp.item.weapon.wyverns_blood")),
        param(hero("champion", items=["wyverns_blood", "dragon_blade"]), ["tp.magic.items.weapon"],
              marks=mark.rule("tp.item.weapon.wyverns_blood")),
        param(hero("champion", items=["enchanted_heavy_steel", "enchanted_light_life"]), ["tp.magic.items.armour"],
              marks=mark.rule("tp.magic.items.armour")),
        param(hero("champion", items=["enchanted_light_life", "bazzcans_shield"]), [],
              marks=mark.rule("tp.magic.items.armour")),
        param(hero("champion", items=["nightmare_shield", "bazzcans_shield"]), ["tp.magic.items.armour"],
              marks=mark.rule("tp.magic.items.armour")),
        param(hero("wizard", items=["bazzcans_shield"]), ["tp.magic.items.armour"],
              marks=mark.rule("tp.magic.items.armour")),
        param(hero("wizard", items=["magic_war_paint"]), ["tp.magic.items.warpaint"],
              marks=mark.rule("tp.magic.items.warpaint")),
        param(hero("champion", items=["magic_war_paint"]), ["tp.magic.items.warpaint"],
              marks=mark.rule("tp.magic.items.warpaint")),
        param(hero("champion", items=["power_staff"]), ["tp.magic.items.arcane"],
              marks=mark.rule("tp.magic.items.arcane")),
        param(hero("wizard", items=["power_staff", "dispel_staff"]), ["tp.magic.items.wands"],
              marks=mark.rule("tp.magic.items.wands")),
        param(hero("wizard", items=["manna_boost_scroll", "manna_boost_scroll"]), [],
              marks=mark.rule("tp.magic.items.scrolls")),
        param(hero("champion", items=["potion_of_vitality", "potion_of_vitality"]), [],
              marks=mark.rule("tp.magic.items.potions")),
        param(hero("champion", items=["gallel_lance"]), ["tp.item.weapon.gallel_lance"],
              marks=mark.rule("tp.item.weapon.gallel_lance")),
        param(hero("champion", items=["gallel_lance"], mount="war horse"), []),
        param(hero("champion", items=["headmans_axe"]), []),
        param(hero("champion", items=["cazzeamers_eye_flail"], mount="war horse"),
              ["tp.item.weapon.cazzeamers_eye_flail"]),
        param(hero("champion", items=["banner_of_steel"]), ["tp.character.battle_standard.item"],
              marks=mark.rule("tp.character.battle_standard.item")),
        param(hero("standard_bearer", items=["banner_of_steel", "lucky_coin"]), [],
              marks=mark.rule("tp.character.battle_standard.item")),
        param(hero("standard_bearer", items=["banner_of_steel", "banner_of_the_gods"]), ["tp.magic.items.unique"]),
    ],
)  # fmt: skip
def test_what_a_character_may_carry(entry: Any, broken: list[str]) -> None:
    assert about_items(entry) == broken


@pytest.mark.rule("tp.magic.items.unique")
def test_two_heroes_do_not_share_a_sword_but_each_may_have_paint_or_potions() -> None:
    sword = [hero("champion", items=["sword_of_strength"]) for _ in range(2)]
    assert about_items(*sword) == ["tp.magic.items.unique"]
    assert about_items(*(hero("champion", items=["potion_of_strength"]) for _ in range(2))) == []


@pytest.mark.rule("tp.item.weapon.widow_maker")
def test_the_widow_maker_goes_to_war_alone() -> None:
    guard = group("guard", 10)
    assert about_items(guard, hero("champion", items=["widow_maker"])) == []
    assert about_items(guard, hero("champion", items=["widow_maker"], **{"with": "guard"})) == [
        "tp.item.weapon.widow_maker"
    ]


@pytest.mark.rule("tp.item.arcane.failed_book_of_chaos")
def test_any_wizard_may_carry_the_failed_book_though_it_works_for_those_of_chaos_alone() -> None:
    book = "failed_book_of_chaos"
    assert about_items(hero("wizard", items=[book])) == []
    assert about_items(hero("hedge_wizard", items=[book]), name="mercenaries") == []


@pytest.mark.rule("tp.item.command.noteus_scarred_banner", "tp.item.armour.armour_of_energy")
def test_some_items_are_not_for_some_races() -> None:
    banner = "noteus_scarred_banner"
    assert about_items(group("imperial_watch", 10, command=True, items=[banner]), name="elves") == [
        ITEMS[banner].rule
    ]
    assert about_items(group("guard", 10, command=True, items=[banner])) == []
    assert ITEMS["armour_of_energy"].not_for == ("dwarf",)


@pytest.mark.rule("tp.item.weapon.fang_of_fallax")
def test_no_army_with_a_dragon_takes_the_fang() -> None:
    fang = hero("hero", items=["fang_of_fallax"], mount="imperial steed")
    on_dragon = hero("lord", mount="white_dragon")
    assert about_items(fang, name="elves") == []
    assert about_items(fang, on_dragon, name="elves") == [ITEMS["fang_of_fallax"].rule]
    assert ITEMS["fang_of_fallax"].not_for == ("drackin",)


@pytest.mark.rule("tp.item.arcane.magical_scrap_book")
def test_a_scrap_book_holds_three_scrolls_in_one_place() -> None:
    scrolls = ["manna_boost_scroll"] * 3
    full = ["magical_scrap_book", *scrolls, "power_staff"]
    assert about_items(hero("wizard", items=full)) == []
    assert about_items(hero("wizard", items=[*full, "manna_boost_scroll"])) == ["tp.magic.items"]


@pytest.mark.rule("tp.magic.items.unique", "tp.item.arcane.magical_scrap_book")
@pytest.mark.parametrize(
    ("profile", "items", "broken"),
    [
        ("wizard", ["spell_book_of_yarn", "magical_scrap_book"], []),
        ("wizard", ["snums_magical_stone", "stone_of_absorption"], []),
        ("grand_general", ["horn_of_the_barguest", "call_of_the_wind"], []),
        ("grand_general", ["poxed_pendent", "fairy_prison_pendent"], []),
        ("wizard", ["magical_scrap_book", "magical_scrap_book"], ["tp.item.arcane.magical_scrap_book"]),
        ("wizard", ["lost_crown_of_barley", "crown_of_desperation"], ["tp.magic.items.unique"]),
        ("wizard", ["rambling_hat", "crown_of_desperation"], ["tp.magic.items.unique"]),
        ("champion", ["oak_helmet", "lost_crown_of_barley"], ["tp.magic.items.unique"]),
        ("champion", ["face_mask_of_death", "lost_crown_of_barley"], []),
        ("champion", ["phantom_cloak", "death_cloak"], ["tp.magic.items.unique"]),
    ],
)
def test_a_bag_holds_several_books_but_one_head_no_two_crowns(
    profile: str, items: list[str], broken: list[str]
) -> None:
    assert about_items(hero(profile, items=items)) == broken


@pytest.mark.rule("tp.item.enchanted.leftdinnear")
def test_there_is_one_pegasus_for_a_side() -> None:
    rider = hero("champion", mount="leftdinnear")
    assert about_items(rider) == []
    assert about_items(rider, hero("grand_general", mount="leftdinnear")) == ["tp.item.enchanted.leftdinnear"]
    allies = [army("herlanceia", 500, rider) for _ in range(2)]
    assert "leftdinnear" in " ".join(breach.why for breach in LISTS.breaches_together(allies))


@pytest.mark.rule("tp.unit.command.magical", "tp.magic.items.commands")
@pytest.mark.parametrize(
    ("entry", "broken"),
    [
        (group("guard", 10, command=True, items=["banner_of_steel"]), []),
        (group("guard", 10, items=["banner_of_steel"]), ["tp.unit.command.magical"]),
        (group("guard", 10, command=True, items=["banner_of_steel", "mark_of_kerzag"]),
         ["tp.unit.command.magical"]),
        (group("guard", 10, command=True, items=["lucky_coin"]), ["tp.magic.items"]),
        (group("freed_mob", 20, items=["banner_of_steel"]), ["tp.unit.command.magical"]),
    ],
)  # fmt: skip
def test_which_units_bear_a_magical_command(entry: Any, broken: list[str]) -> None:
    assert about_items(entry) == broken


@pytest.mark.rule("tp.character.battle_standard.item", "tp.magic.items.commands")
@pytest.mark.parametrize(
    ("items", "broken"),
    [(["banner_of_steel"], []), (["banner_of_steel", "cursing_horn"], ["tp.character.battle_standard.item"])],
)
def test_a_standard_bearer_has_one_magical_command_and_no_more(items: list[str], broken: list[str]) -> None:
    assert about_items(hero("standard_bearer", role="standard", items=items)) == broken


@pytest.mark.rule("tp.magic.items.unique", "tp.army.players")
def test_allies_have_one_sword_between_them() -> None:
    one, other = (army("herlanceia", 500, hero("champion", items=["sword_of_strength"])) for _ in range(2))
    both: list[Breach] = LISTS.breaches_together([one, other])
    assert "tp.magic.items.unique" in [breach.rule for breach in both]
    alone = army("herlanceia", 500, hero("champion"))
    assert "tp.magic.items.unique" not in [breach.rule for breach in LISTS.breaches_together([one, alone])]


def test_an_unknown_item_is_told_with_the_nearest_name() -> None:
    (fault,) = all_faults(LISTS, army("herlanceia", 500, hero("champion", items=["sword_of_strenght"])))
    assert fault[0] == "character[0].items[0]" and "sword_of_strength" in fault[1]


# --- prices --------------------------------------------------------------------------------------------------


def points(roster: Roster) -> int:
    return LISTS.bill(roster).points


@pytest.mark.rule("tp.list.source.item_privileges", "tp.item.weapon.crystalline_sword")
def test_elves_pay_less_for_crystalline_swords_and_may_have_many() -> None:
    plain, armed = hero("hero"), hero("hero", items=["crystalline_sword"])
    two = army("elves", 1000, armed, armed)
    assert points(two) - points(army("elves", 1000, plain, plain)) == 150
    assert about_items(armed, armed, name="elves") == []
    leaders = enlisted(armed, armed, name="elves").leaders
    assert [one.figure.prices for one in leaders] == [(75,), (75,)]
    human = [hero("champion", items=["crystalline_sword"]), hero("champion")]
    assert (
        points(army("herlanceia", 1000, *human)) - points(army("herlanceia", 1000, *[hero("champion")] * 2)) == 85
    )
    assert about_items(*[human[0]] * 2) == ["tp.magic.items.unique"]


@pytest.mark.rule("tp.item.arcane.chill_blades_scroll", "tp.item.arcane.crack_in_reality_scroll")
@pytest.mark.parametrize("scroll", ["chill_blades_scroll", "crack_in_reality_scroll"])
def test_some_scrolls_cost_double_each_time(scroll: str) -> None:
    mages = [hero("wizard", items=[scroll, scroll]), hero("wizard", items=[scroll])]
    plain = [hero("wizard"), hero("wizard")]
    assert points(army("herlanceia", 1000, *mages)) - points(army("herlanceia", 1000, *plain)) == 7 + 14 + 28


def test_items_are_on_the_bill_and_on_the_sheet() -> None:
    roster = army("herlanceia", 1000, hero("champion", items=["ring_of_vitality"]))
    (line,) = LISTS.bill(roster).lines
    assert "The Ring of Vitality (55)" in line.detail
    (card,) = LISTS.sheet(roster).cards
    assert "The Ring of Vitality" in card.gear and card.boxes == (bare().figure.life + 7,)
    assert "7 more life points" in next(
        t.text for t in LISTS.sheet(roster).terms if t.name == "The Ring of Vitality"
    )


# --- on the table --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.magic.items.weapon")
def test_a_magic_weapon_takes_the_place_of_the_plain_one() -> None:
    found = leader("headmans_axe").figure
    assert found.weapons == ("great blade", "sidearm") and found.items == rules("headmans_axe")
    assert found.prices == (80,)


@pytest.mark.rule("tp.magic.items.armour")
def test_a_magic_suit_takes_the_place_of_the_plain_one() -> None:
    plain, heavy, light = (
        bare().figure,
        leader("enchanted_heavy_steel").figure,
        leader("enchanted_light_life").figure,
    )
    assert plain.padding == 1 and (heavy.padding, light.padding) == (2, 1)
    assert heavy.save.toughness == plain.save.toughness + 1 and light.save == plain.save
    assert heavy.movement == plain.movement - inches(1) and heavy.heavy and not light.heavy
    both = leader("enchanted_light_life", options=["heavy armour"]).figure
    assert both.save.toughness == plain.save.toughness and both.movement == plain.movement
    plate = leader("plate_of_defiance").figure
    assert plate.padding == 0 and plate.save.toughness == plain.save.toughness - 1


@pytest.mark.rule("tp.magic.items.armour")
def test_a_magic_shield_is_a_shield() -> None:
    assert leader("bazzcans_shield", profile="standard_bearer").figure.shield


def test_victory_points_count_items() -> None:
    assert leader("ring_of_vitality").points == bare().points + 55


def test_armies_of_chance_buy_items_lawfully() -> None:
    bought = []
    for seed in range(6):
        roster = LISTS.raise_army("herlanceia", 1000, str(seed))
        assert not LISTS.breaches(roster)
        bought += [item for entry in (*roster.group, *roster.character) for item in entry.items]
    assert bought and set(bought) <= set(ITEMS)


def test_every_item_of_the_list_can_be_looked_up_by_its_rule() -> None:
    assert ARMIES and len({item.rule for item in ITEMS.values()}) == len(ITEMS)
    assert all(item.spell is None or item.spell.rule == item.rule for item in ITEMS.values())


PRICES = {
    "champion": {
        "scolex_keg": 30, "wonder_brew": 10, "fairy_prison_pendent": 15, "shadow_armour": 50, "skull_flail": 110,
        "item_mangler": 35, "jacks_lance": 30, "black_lands_cleaver": 35, "miss_voodoo": 45,
        "spear_of_fellowship": 55, "hammer_fists_of_kinship": 50, "eye_of_death": 15, "sword_of_sacrifice": 10,
        "black_arrow": 15, "splitting_arrow": 60, "blue_blade_of_jaykaz": 75, "unlucky_doppelhander": 65,
        "master_ring": 30, "cloak_of_shadows": 120, "hammer_of_fury": 30, "hourglass_of_time": 50,
    },
    "wizard": {
        "dragon_slaying_scroll": 15, "book_of_forbidden_spells": 65, "mysterious_hourglass": 35,
        "wand_of_spite": 35, "naggers_staff": 85, "rambling_hat": 30, "ring_of_sacrifice": 15,
        "sears_crystal_ball": 30,
    },
}  # fmt: skip


@pytest.mark.rule("tp.magic.items")
@pytest.mark.parametrize("profile", list(PRICES))
def test_items_cost_what_the_list_says(profile: str) -> None:
    for item, points in PRICES[profile].items():
        assert leader(item, profile=profile).points - bare(profile).points == points, item


@pytest.mark.rule("tp.magic.items.commands")
@pytest.mark.parametrize(("item", "points"), [("doom_stick", 5), ("sea_bolt_banner", 60)])
def test_commands_cost_what_the_list_says(item: str, points: int) -> None:
    plain, laden = (group("longbowmen", 12, command=True, **more) for more in ({}, {"items": [item]}))
    costs = [enlisted(entry).groups[0].points for entry in (plain, laden)]
    assert costs[1] - costs[0] == points


@pytest.mark.rule("tp.item.weapon.blue_blade_of_jaykaz", "tp.item.arcane.dragon_slaying_scroll")
def test_a_second_blue_blade_costs_twice_as_much() -> None:
    blade, scroll = ITEMS["blue_blade_of_jaykaz"], ITEMS["dragon_slaying_scroll"]
    assert [blade.price("human", taken) for taken in range(3)] == [75, 150, 300]
    assert [blade.price("dwarf", taken) for taken in range(3)] == [65, 130, 260]
    assert [scroll.price("human", taken) for taken in range(3)] == [15, 30, 60]
