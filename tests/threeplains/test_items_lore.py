"""Spells thrown back, dice hoarded and thrown once more, wizards by an item, and lies about items."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.blows import Damaged
from warhost.rulebooks.threeplains.events.items import HoleTorn, ItemLost, ItemsShown, ItemStirred, ItemUsed
from warhost.rulebooks.threeplains.events.spells import SpellsLearned, SpellThrownBack
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.hoarding import DICE, KILLS, dice_against_others
from warhost.rulebooks.threeplains.items.lore import wand_of_randomisation
from warhost.rulebooks.threeplains.items.losing import lose_item
from warhost.rulebooks.threeplains.magic.bearing import carried, effects_on, lay
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.book import wizard as is_wizard
from warhost.rulebooks.threeplains.magic.casting import act, cast, castable, why_not_cast
from warhost.rulebooks.threeplains.magic.ether import thrown_back
from warhost.rulebooks.threeplains.magic.learning import all_cards, choose_spells
from warhost.rulebooks.threeplains.magic.pools import come_back, ether_sources, fresh, magic_sources
from warhost.rulebooks.threeplains.magic.targets import Casting
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.state import NEVER, Effect
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import laden, rules, settled
from .mustering import enlisted
from .mustering import hero as recruit
from .scene import hero, number, piece, scene, script, told, unit
from .test_items_muster import about_items
from .wizardry import casts, mage, wizard

WINS = (1, 6, 6)


# --- shields -------------------------------------------------------------------------------------------------


def shielded(item: str = "second_spell_shield", *known: str, **more: Any) -> Fight:
    """A witch with spells among her own soldiers, and a hero with a shield before her."""
    return settled(scene(
        hero("hero", (36, 20), figure=laden(item, life=9)),
        unit("orcs", (36, 30), facing=180, side=1, models=6, files=3),
        wizard("witch", (0, 0), *(known or ("base.zap",)), side=1, within="orcs", **more),
        active=1,
    ))  # fmt: skip


@pytest.mark.rule("tp.item.armour.second_spell_shield", "tp.item.armour.third_spell_shield")
@pytest.mark.parametrize(("item", "face", "back"), [
    ("second_spell_shield", 4, True), ("second_spell_shield", 3, False),
    ("third_spell_shield", 5, True), ("third_spell_shield", 4, False),
])  # fmt: skip
def test_a_harmful_spell_may_come_back_to_its_caster_and_her_unit(item: str, face: int, back: bool) -> None:
    fight = shielded(item)
    casts(fight, "witch", "base.zap", dice=[*WINS, face, 3, 1, 1])
    struck = {one.piece for one in told(fight, Damaged)}
    assert bool(told(fight, SpellThrownBack)) == back
    assert (number(fight, "hero") in struck) != back and (number(fight, "orcs") in struck) == back


@pytest.mark.rule("tp.item.armour.second_spell_shield")
def test_a_spell_for_the_whole_table_and_one_of_a_friend_are_not_rolled_for() -> None:
    fight = shielded("second_spell_shield", "harmony.serenity")
    casts(fight, "witch", "harmony.serenity", dice=[*[1] * book["tp.spell.harmony.serenity"].ether[0], 6, 6])
    assert not told(fight, ItemStirred)
    own = settled(scene(
        hero("hero", (36, 20), figure=laden("second_spell_shield")),
        wizard("mage", (36, 16), "black.drain_life"), unit("orcs", (36, 40), facing=180, side=1),
    ))  # fmt: skip
    drain = book["tp.spell.black.drain_life"]  # at anybody, at a friend too
    with script(own):
        assert thrown_back(own, Casting(1, drain, 0, 1, 0)) is None


@pytest.mark.rule("tp.item.armour.second_spell_shield", "tp.spell.creation.earth_spike")
def test_a_marker_that_lies_on_the_bearer_works_where_its_caster_stands() -> None:
    fight = shielded("second_spell_shield", "creation.earth_spike")
    spell = book["tp.spell.creation.earth_spike"]
    place = {"at": [inches(36), inches(19.6)]}
    dice = [*[1] * spell.ether[0], 6, 6, 6, 4, 1]
    with script(fight, dice=dice, answers=[place]):
        cast(fight, number(fight, "witch"), spell)
    assert told(fight, SpellThrownBack) and told(fight, Damaged)[0].piece != 0


# --- the sceptre ---------------------------------------------------------------------------------------------


def sceptred() -> Fight:
    return settled(scene(
        wizard("mage", (36, 20), "base.zap", figure=mage(items=rules("deaths_sceptre"), prices=(50,))),
        unit("orcs", (36, 28), facing=180, side=1, models=20),
        wizard("witch", (40, 28), "base.zap", side=1, facing=180),
    ))  # fmt: skip


@pytest.mark.rule("tp.item.arcane.deaths_sceptre")
def test_every_three_kills_by_magic_are_a_die() -> None:
    fight = sceptred()
    with script(fight, dice=[6] * 7):
        strike(fight, Attack(1, 7, "magic", "tp.spell.base.zap", 0))
    left = {effect.source: effect.number for effect in effects_on(fight, 0)}
    assert left == {DICE: 2, KILLS: 1}
    with script(fight, dice=[6] * 3):
        strike(fight, Attack(1, 3, "melee", "tp.combat.attacks", 0))  # not by magic
    assert {effect.source: effect.number for effect in effects_on(fight, 0)} == left


@pytest.mark.rule("tp.item.arcane.deaths_sceptre", "tp.spell.creation.abyss")
def test_whom_the_abyss_swallows_his_magic_has_killed() -> None:
    fight = settled(scene(
        wizard("mage", (36, 10), "creation.abyss", figure=mage(items=rules("deaths_sceptre"), prices=(50,))),
        unit("orcs", (36, 18), facing=180, side=1, files=4),
    ))  # fmt: skip
    hole = {"at": [inches(36), inches(18.787)]}
    casts(fight, "mage", "creation.abyss", dice=[*[1] * 5, 6, 6, 8], answers=[hole])
    assert {effect.source: effect.number for effect in effects_on(fight, 0)} == {DICE: 1, KILLS: 1}


@pytest.mark.rule("tp.item.arcane.deaths_sceptre", "tp.magic.dice.items")
def test_its_dice_go_to_his_own_castings_or_against_those_of_the_enemy() -> None:
    fight = sceptred()
    with script(fight, dice=[6] * 6):
        strike(fight, Attack(1, 6, "magic", "tp.spell.base.zap", 0))
    names = [source.name for source in magic_sources(fight, 0, book["tp.spell.base.zap"])]
    assert names == ["mage/zap", "mage/deaths_sceptre 1", "mage/deaths_sceptre 2"]
    casts(fight, "mage", "base.zap", dice=[6, 1, 1, 1], answers=[["mage/deaths_sceptre 1"]])
    assert [effect.number for effect in effects_on(fight, 0) if effect.source == DICE] == [1]
    casting = Casting(number(fight, "witch"), book["tp.spell.base.zap"], 1, 1, 0)
    assert not dice_against_others(fight, 0, casting)  # in a turn of his own
    fight.state.active = 1
    casts(fight, "witch", "base.zap", dice=[6, 1], answers=["take 1"])
    assert not dice_against_others(fight, 0, casting)  # he has none left
    assert not [effect for effect in effects_on(fight, 0) if effect.source == DICE]
    assert told(fight, ItemStirred)[-1].number == 1


# --- the stone -----------------------------------------------------------------------------------------------


def stoned(**more: Any) -> Fight:
    return settled(scene(
        wizard("mage", (36, 20), "base.zap", figure=mage(items=rules("snums_magical_stone"), prices=(50,))),
        unit("orcs", (36, 28), facing=180, side=1, models=20),
        wizard("witch", (40, 28), "base.zap", side=1, facing=180), **more,
    ))  # fmt: skip


def rolled(fight: Fight, face: int) -> Fight:
    with script(fight, dice=[face]):
        specials.start_of_turn.each(carried(fight, 0), fight, 0)
    return fight


@pytest.mark.rule("tp.item.arcane.snums_magical_stone")
def test_so_many_of_his_magic_dice_are_thrown_again() -> None:
    fight = rolled(stoned(), 4)  # a D3 of 2
    # 1 and 2 against a 5; thrown again 6 and 3 prevail; nobody dispels; one hit comes to nothing
    casts(fight, "mage", "base.zap", dice=[5, 1, 2, 6, 3, 1, 1], answers=[["die 1: 1", "die 2: 2"], []])
    assert told(fight, Damaged)
    assert not [effect for effect in effects_on(fight, 0) if effect.source.endswith("/throws")]


@pytest.mark.rule("tp.item.arcane.snums_magical_stone", "tp.magic.dispel")
def test_and_of_the_dice_with_which_he_dispels() -> None:
    fight = rolled(stoned(), 1)
    fight.state.active = 1
    # the spell is cast with 5 and 5; he gives up a spell for a die: 1, thrown again: 6
    casts(fight, "witch", "base.zap", dice=[1, 5, 5, 1, 6], answers=[["mage/zap"], ["die 1: 1"]])
    assert not told(fight, Damaged)


# --- the compendium ------------------------------------------------------------------------------------------


def reader(**more: Any) -> Fight:
    fight = settled(scene(
        hero("mage", (36, 20), role="wizard", figure=mage(items=rules("spell_compendium"), prices=(65,), **more)),
        hero("friend", (37, 20)), hero("far", (44, 20)),
        unit("orcs", (36, 28), facing=180, side=1, models=20),
    ))  # fmt: skip
    with script(fight):
        while choose_spells(fight):
            pass
    return fight


@pytest.mark.rule("tp.item.arcane.spell_compendium", "tp.magic.disciplines")
def test_its_owner_reads_any_spell_but_no_more_than_a_wizard_casts() -> None:
    fight = reader()
    own = piece(fight, "mage")
    assert len(all_cards()) == len(own.spells) == 72 and own.reads == 2 and told(fight, ItemUsed)
    assert piece(reader(master=True), "mage").reads == 3
    own.tried = ("tp.spell.base.zap",)
    assert fresh(own) and "cast: mage/zap" not in castable(fight)
    own.tried += ("tp.spell.base.look_of_death",)
    assert not fresh(own) and not castable(fight)


@pytest.mark.rule("tp.item.arcane.spell_compendium", "tp.magic.swap")
def test_a_spell_swapped_for_a_die_is_one_of_his_two() -> None:
    fight = reader()
    own, zap = piece(fight, "mage"), book["tp.spell.base.zap"]
    own.tried = (zap.rule,)
    assert len(magic_sources(fight, 0, zap)) == 1
    own.swapped = ("tp.spell.base.look_of_death",)
    assert not magic_sources(fight, 0, zap) and not fresh(own)


@pytest.mark.rule("tp.item.arcane.spell_compendium", "tp.magic.oblivion.effect")
@pytest.mark.parametrize(("face", "torn"), [(3, False), (4, True)])
def test_another_discipline_may_tear_reality(face: int, torn: bool) -> None:
    fight = reader()
    zap, growth = book["tp.spell.base.zap"], next(book[rule] for rule in all_cards() if ".destruction." in rule)
    for spell in (zap, zap):
        specials.named.each(carried(fight, 0), fight, 0, _casting(fight, spell))
    with script(fight, dice=[face]):
        assert specials.named.any(carried(fight, 0), fight, 0, _casting(fight, growth)) == torn
    assert [hole.inches for hole in told(fight, HoleTorn)] == [2] * torn
    assert (piece(fight, "mage").fate == "slain") == (piece(fight, "friend").fate == "slain") == torn
    assert piece(fight, "far").fate == "standing"


def _casting(fight: Fight, spell: Any) -> Any:
    return Casting(0, spell, 0, spell.ether[0])


# --- the wand ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.arcane.wand_of_randomisation", "tp.magic.choose")
@pytest.mark.parametrize(("master", "cards"), [(False, 2), (True, 3)])
def test_he_draws_in_each_turn_as_many_as_he_may_cast(master: bool, cards: int) -> None:
    figure = mage(items=rules("wand_of_randomisation"), prices=(5,), master=master)
    fight = settled(scene(
        hero("mage", (36, 20), role="wizard", figure=figure), unit("orcs", (36, 28), facing=180, side=1),
    ))  # fmt: skip
    assert not choose_spells(fight)
    with script(fight, dice=[1] * cards):
        wand_of_randomisation(fight, 0)
    first = piece(fight, "mage").spells
    assert len(first) == cards and told(fight, SpellsLearned)[-1].spells == first
    fight.state.active = 1
    wand_of_randomisation(fight, 0)
    assert not piece(fight, "mage").spells
    fight.state.active = 0
    with script(fight, dice=[1] * cards):
        wand_of_randomisation(fight, 0)
    assert not set(first) & set(piece(fight, "mage").spells)


@pytest.mark.rule("tp.item.arcane.wand_of_randomisation", "tp.magic.swap")
def test_a_card_is_set_aside_for_dispelling_before_it_goes_back() -> None:
    fight = settled(scene(
        wizard("mage", (36, 20), "base.zap", "base.haste", figure=mage(items=rules("wand_of_randomisation"))),
        unit("orcs", (36, 28), facing=180, side=1),
    ))  # fmt: skip
    known = castable(fight)
    act(fight, known, "keep for dispelling: mage/haste")
    assert "keep for dispelling: mage/haste" not in castable(fight) and "cast: mage/haste" not in castable(fight)
    fight.state.active = 1
    come_back(fight)
    wand_of_randomisation(fight, 0)
    assert [source.dice for source in ether_sources(fight, 0)] == [1]
    fight.state.active = 0
    come_back(fight)
    assert not ether_sources(fight, 0)


@pytest.mark.rule("tp.magic.swap")
def test_whose_spells_stay_sets_none_aside() -> None:
    reader = wizard("mage", (36, 20), "base.haste", figure=mage(items=rules("unicorn_wand")))
    fight = settled(scene(reader, unit("orcs", (36, 28), side=1)))
    assert list(castable(fight)) == ["cast: mage/haste"]


@pytest.mark.rule("tp.item.arcane.wand_of_randomisation", "tp.magic.choose.exchange")
def test_a_card_of_no_use_is_replaced_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = mage(items=rules("wand_of_randomisation"), prices=(5,))
    fight = settled(scene(hero("mage", (36, 20), role="wizard", figure=figure), unit("orcs", (36, 28), side=1)))
    vain = all_cards()[0]
    lore = "warhost.rulebooks.threeplains.items.lore"
    monkeypatch.setattr(f"{lore}.cannot_serve", lambda f, n, spell: spell.rule == vain)
    with script(fight, dice=[1, 1, 1]):
        wand_of_randomisation(fight, 0)
    assert len(piece(fight, "mage").spells) == 2 and vain not in piece(fight, "mage").spells


# --- the kit -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.apprentice_kit", "tp.magic.basic")
def test_the_kit_makes_a_basic_wizard_of_base_magic_until_it_breaks() -> None:
    figure = enlisted(recruit("champion", items=["apprentice_kit"])).leaders[0].figure
    assert figure.disciplines == ("base",) and figure.taught_by == rules("apprentice_kit")[0] and not figure.master
    fight = settled(scene(hero("hero", (36, 20), figure=figure), unit("orcs", (36, 28), facing=180, side=1)))
    with script(fight, dice=[1, 1], answers=["draw all"]):
        choose_spells(fight)
    assert len(piece(fight, "hero").spells) == 2 and told(fight, ItemUsed)
    for face in (2, 1):
        assert is_wizard(fight, 0)
        with script(fight, dice=[face]):
            specials.start_of_turn.each(carried(fight, 0), fight, 0)
    assert not is_wizard(fight, 0) and not piece(fight, "hero").spells and not castable(fight)
    assert told(fight, ItemLost) and not choose_spells(fight)


@pytest.mark.rule("tp.item.enchanted.apprentice_kit", "tp.spell.white.the_white_wind")
def test_a_kit_that_is_silenced_makes_no_wizard_until_it_works_again() -> None:
    figure = enlisted(recruit("champion", items=["apprentice_kit"])).leaders[0].figure
    fight = settled(scene(
        hero("hero", (36, 20), figure=figure, spells=("tp.spell.base.zap",)),
        unit("orcs", (36, 28), facing=180, side=1),
    ))  # fmt: skip
    assert list(castable(fight)) == ["cast: hero/zap"] and ether_sources(fight, 0)
    lay(fight, Effect("tp.spell.white.the_white_wind", 1, 0, 1, NEVER))
    assert not castable(fight) and not ether_sources(fight, 0)
    refusal = why_not_cast(fight, "cast: hero/zap")
    assert refusal is not None and refusal.rule == "tp.magic.casters"
    fight.state.effects = ()
    lose_item(fight, 0, rules("apprentice_kit")[0], "tp.item.enchanted.stone_of_absorption")
    assert not castable(fight)


@pytest.mark.rule("tp.item.enchanted.apprentice_kit", "tp.magic.items.armour", "tp.magic.items.arcane")
def test_its_carrier_has_neither_arcane_items_nor_magic_armour() -> None:
    kit = "apprentice_kit"
    assert about_items(recruit("champion", items=[kit])) == []
    assert about_items(recruit("champion", items=[kit, "bazzcans_shield"])) == ["tp.magic.items.armour"]
    assert about_items(recruit("champion", items=[kit, "power_staff"])) == ["tp.magic.items.arcane"]
    assert about_items(recruit("wizard", items=[kit])) == list(rules(kit))


# --- lies ----------------------------------------------------------------------------------------------------


def liar(*items: str) -> Fight:
    return settled(scene(
        hero("spy", (36, 20), figure=laden("severed_eye_of_the_beholder")),
        hero("liar", (36, 30), facing=180, side=1, figure=laden(*items)),
    ))  # fmt: skip


def look(fight: Fight, answers: Any = ()) -> ItemsShown:
    with script(fight, answers=answers):
        cast(fight, 0, book[rules("severed_eye_of_the_beholder")[0]])
    (shown,) = told(fight, ItemsShown)
    return shown  # type: ignore[no-any-return]


@pytest.mark.rule("tp.item.enchanted.jeryoms_ring", "tp.item.enchanted.severed_eye_of_the_beholder")
def test_its_bearer_shows_what_he_likes() -> None:
    fight = liar("jeryoms_ring", "sword_of_strength")
    shown = look(fight, [["mace_of_oblivion", "lucky_coin"]])
    assert shown.items == rules("mace_of_oblivion", "lucky_coin") and piece(fight, "liar").shown == ()


@pytest.mark.rule("tp.item.enchanted.jeryoms_ring")
def test_he_may_tell_the_truth_and_others_have_to() -> None:
    fight = liar("jeryoms_ring")
    assert look(fight, [["the truth"]]).items == rules("jeryoms_ring")
    assert look(liar("lucky_coin")).items == rules("lucky_coin")
