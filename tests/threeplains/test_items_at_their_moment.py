"""Items that hook in where others do: each has its say at its own moment, for its own bearer, and else none."""

from __future__ import annotations

from typing import Literal, get_args

import pytest

from warhost.engine.dice import Throw
from warhost.engine.point import Point
from warhost.engine.rulebook import rulebook
from warhost.rulebooks.threeplains.items.fates import deas_ring_of_hope, dies_in_his_place, ur_rocks_spiked_head
from warhost.rulebooks.threeplains.items.hoarding import DICE, dice_against_others
from warhost.rulebooks.threeplains.items.lore import turns_to_another_page
from warhost.rulebooks.threeplains.items.mirrors import spell_shield
from warhost.rulebooks.threeplains.items.phantoms import passes_through_him
from warhost.rulebooks.threeplains.items.portents import (
    CAST_ONE,
    NAGS,
    SPITEFUL,
    nags,
    ring_of_sacrifice,
    wand_of_spite,
)
from warhost.rulebooks.threeplains.items.warding import mirror_shield
from warhost.rulebooks.threeplains.magic.bearing import lay
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.targets import Casting
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.special.specials import Doom
from warhost.rulebooks.threeplains.state import NEVER, Effect, Number, Player
from warhost.rulebooks.threeplains.wounds.hits import Attack, not_absorbed

from .armoury import duel, laden, rules, settled
from .scene import hero, number, scene, script, unit

HERO, FOE = Number(0), Number(1)
ZAP = book["tp.spell.base.zap"]
OWN, THEIRS = Casting(HERO, ZAP, Player(0), 1), Casting(FOE, ZAP, Player(1), 1)
Dooms = Literal["slain", "killed outright", "trodden down", "caught in flight"]
LIKE_NO_OTHER = {
    "casts_again", "instead_of_blows", "mends_ether", "never_misses", "spares", "spoils_magic", "strikes_on",
    "weather",
}  # fmt: skip


def test_few_points_have_a_single_user() -> None:
    """A point that one item needs is a more general one, or data, unless the rulebook has nothing like it."""
    rulebook("threeplains")  # everything has hooked in
    points = {name: point for name, point in vars(specials).items() if isinstance(point, Point)}
    assert {name for name, point in points.items() if len(point.names) == 1} <= LIKE_NO_OTHER


@pytest.mark.parametrize(
    ("item", "averts"),
    [
        ("deas_ring_of_hope", "slain"), ("rings_of_twisted_fate", "killed outright"),
        ("phantom_cloak", "trodden down"), ("ur_rocks_spiked_head", "caught in flight"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("doom", get_args(Dooms))
def test_what_averts_one_end_does_not_avert_another(item: str, averts: str, doom: Dooms) -> None:
    hook = {
        "deas_ring_of_hope": deas_ring_of_hope, "rings_of_twisted_fate": dies_in_his_place,
        "phantom_cloak": passes_through_him, "ur_rocks_spiked_head": ur_rocks_spiked_head,
    }[item]  # fmt: skip
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden(item)), hero("foe", (36, 40), side=1),
        hero("friend", (20, 20), figure=laden("rings_of_twisted_fate")),
    ))  # fmt: skip
    with script(fight, dice=[6] if doom == averts and item != "phantom_cloak" else []):
        assert hook(fight, HERO, Doom(doom, "tp.piece.slain", FOE)) is (doom == averts)


def with_dice_to_take() -> Fight:
    fight = duel("deaths_sceptre", "naggers_staff")
    fight.state.active = Player(1)
    for source in (DICE, NAGS):
        lay(fight, Effect(source, HERO, HERO, Player(0), NEVER, 2))
    return fight


@pytest.mark.rule("tp.item.arcane.deaths_sceptre", "tp.item.arcane.naggers_staff")
def test_nobody_takes_dice_from_his_own_side() -> None:
    """An answer to a spell of the enemy is cast in the enemy's turn."""
    for take in (dice_against_others, nags):
        fight = with_dice_to_take()
        assert take(fight, HERO, OWN) is None
        with script(fight, answers=["take 2"]):
            assert take(fight, HERO, THEIRS) == 2


@pytest.mark.rule("tp.item.arcane.ring_of_sacrifice", "tp.item.arcane.spell_compendium")
def test_neither_ring_nor_compendium_cares_for_a_spell_of_another() -> None:
    with script(fight := duel("ring_of_sacrifice")):
        assert ring_of_sacrifice(fight, HERO, THEIRS) is None
    fight = duel("spell_compendium")
    assert not turns_to_another_page(fight, HERO, THEIRS) and not fight.state.effects
    assert not turns_to_another_page(fight, HERO, OWN) and fight.state.effects


@pytest.mark.rule("tp.item.armour.mirror_shield", "tp.item.armour.second_spell_shield")
def test_the_mirror_throws_missiles_back_and_spell_shields_spells() -> None:
    missiles, spell = None, THEIRS
    for item, hook, thrown, let in (
        ("mirror_shield", mirror_shield, missiles, spell), ("second_spell_shield", spell_shield, spell, missiles),
    ):  # fmt: skip
        with script(fight := duel(item), dice=[6]):
            assert hook(fight, HERO, let) == "" and (hook(fight, HERO, thrown),) == rules(item)


@pytest.mark.rule("tp.item.armour.armour_of_energy")
def test_armour_of_energy_swallows_no_magic_that_hits_those_with_its_wearer() -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=10), hero("hero", within="guard", figure=laden("armour_of_energy")),
        hero("foe", (36, 30), side=1),
    ))  # fmt: skip
    guard, wearer, foe = (number(fight, name) for name in ("guard", "hero", "foe"))
    lay(fight, Effect("tp.spell.base.haste", guard, guard, Player(0), NEVER))
    with script(fight, dice=[1, 1]):
        assert not_absorbed(Attack(wearer, 2, "magic", ZAP.rule, foe), fight).hits == 0
        assert not_absorbed(Attack(guard, 2, "magic", ZAP.rule, foe), fight).hits == 2


@pytest.mark.rule("tp.item.arcane.wand_of_spite")
@pytest.mark.parametrize(
    ("moment", "noted"),
    [("spell stopped", [CAST_ONE, SPITEFUL]), ("spell cast", [CAST_ONE]), ("moved", [])],
)  # fmt: skip
def test_a_stopped_spell_alone_makes_spiteful(moment: specials.Moment, noted: list[str]) -> None:
    fight = duel("wand_of_spite")
    fight.state.active = Player(0)
    wand_of_spite(fight, HERO, moment)
    assert [effect.source for effect in fight.state.effects] == noted


@pytest.mark.rule("tp.item.enchanted.diamond_die_of_fortune", "tp.item.enchanted.black_cats_foot")
def test_the_diamond_die_is_for_a_first_throw_and_the_cats_foot_for_another() -> None:
    throw = Throw(1, 6, "to hit", "tp.combat.hit.chart", Player(0))
    for item, when, side in (("diamond_die_of_fortune", "thrown again", 0), ("black_cats_foot", "thrown", 1)):
        with script(fight := duel(item)):
            note = Effect(f"{rules(item)[0]}/ready", HERO, HERO, Player(side), NEVER)
            assert not specials.hands_before.any((note.source,), fight, note, throw, when)
