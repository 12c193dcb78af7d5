"""The Banner of True Combat: no magic touches those under it, be it aimed at them or not.

[tp.item.command.banner_of_true_combat]
"""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.charging.charges import daunting
from warhost.rulebooks.threeplains.charging.fallback import blinded
from warhost.rulebooks.threeplains.events.nerves import Checked
from warhost.rulebooks.threeplains.items.coats import tempted
from warhost.rulebooks.threeplains.items.spying import lay_open
from warhost.rulebooks.threeplains.magic.bearing import carried
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast
from warhost.rulebooks.threeplains.morale.checks import fear_between
from warhost.rulebooks.threeplains.morale.exhaustion import tire
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials

from .armoury import laden, rules, settled
from .scene import Placed, asked, foot, hero, number, piece, scene, script, told, unit
from .wizardry import casts, wizard

TRUE, STEEL = "banner_of_true_combat", "banner_of_steel"
BOTH = pytest.mark.parametrize(("banner", "safe"), [(TRUE, True), (STEEL, False)])


def guard(banner: str, **more: Any) -> Placed:
    """Ten soldiers with this banner, six inches before who stands at (36, 20)."""
    bearers = foot(items=rules(banner), prices=(100,), **more)
    return unit("guard", (36, 26), facing=180, side=1, models=10, files=5, command=True, figure=bearers)


def before(banner: str, *others: Placed, active: int = 0, **more: Any) -> Fight:
    return settled(scene(*others, guard(banner, **more), active=active, clock=1 + active))


def bannered(item: str) -> Placed:
    return unit("horde", (36, 20), models=10, command=True, figure=foot(items=rules(item), prices=(25,)))


def first_place(fight: Fight, spell: str) -> Any:
    """The first that is offered to Merlin for it."""
    return asked(fight, lambda f: cast(f, number(f, "merlin"), book[spell])).suggest()[0]


# --- spells at places and at all who stand somewhere ---------------------------------------------------------


@BOTH
@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.spell.creation.abyss")
def test_no_abyss_swallows_whom_no_magic_touches(banner: str, safe: bool) -> None:
    fight = before(banner, wizard("merlin", (36, 20), "creation.abyss"))
    place = first_place(fight, "tp.spell.creation.abyss")
    casts(fight, "merlin", "creation.abyss", dice=[1, 1, 1, 1, 1, 6, 6, 8], answers=[place])
    assert (piece(fight, "guard").models == 10) is safe


@BOTH
@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.spell.white.the_white_wind")
def test_no_wind_silences_the_banner(banner: str, safe: bool) -> None:
    fight = before(banner, wizard("merlin", (36, 20), "white.the_white_wind"))
    casts(fight, "merlin", "white.the_white_wind", dice=[1, 1, 1, 1, 6, 6])
    assert bool(carried(fight, number(fight, "guard"))) is safe


@BOTH
@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.spell.creation.raising_earth")
def test_whom_no_magic_touches_a_new_hill_does_not_frighten(banner: str, safe: bool) -> None:
    fight = before(banner, wizard("merlin", (36, 20), "creation.raising_earth"))
    place = first_place(fight, "tp.spell.creation.raising_earth")
    nerve = [] if safe else [6] * 5 + [1] * 3
    casts(fight, "merlin", "creation.raising_earth", dice=[1, 1, 1, 1, 1, 6, 6, *nerve], answers=[place])
    assert (told(fight, Checked) == []) is safe


@BOTH
@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.spell.battle.invigoration")
def test_nobody_hands_his_weariness_to_whom_no_magic_touches(banner: str, safe: bool) -> None:
    fight = before(banner, wizard("merlin", (36, 20), "battle.invigoration", tired=1))
    casts(fight, "merlin", "battle.invigoration", dice=[1, 1, 6, 6])
    assert piece(fight, "merlin").tired == 0
    assert (piece(fight, "guard").tired == 0) is safe
    tire(fight, number(fight, "guard"), 1, "tp.weapon.great_blade")
    assert piece(fight, "guard").tired == 2 - safe


# --- items of others -----------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.item.command.nightmare_banner", "tp.trait.fear")
def test_no_banner_frightens_whom_no_magic_touches(banner: str, safe: bool) -> None:
    fight = before(banner, bannered("nightmare_banner"))
    assert fear_between(fight, number(fight, "guard"), number(fight, "horde")) == 1 - safe
    horrid = before(banner, unit("horde", (36, 20), models=10, figure=foot(traits=("fear",), ratings={"fear": 2})))
    assert fear_between(horrid, number(horrid, "guard"), number(horrid, "horde")) == 2


@BOTH
@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.item.command.cursing_horn", "tp.trait.tormentive")
def test_no_horn_torments_whom_no_magic_touches(banner: str, safe: bool) -> None:
    fight = before(banner, bannered("cursing_horn"))
    with script(fight, dice=[] if safe else [6] * 5 + [1] * 3):
        specials.start_of_turn.each(("tormentive",), fight, number(fight, "horde"))
    assert (told(fight, Checked) == []) is safe


@BOTH
@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.item.command.banner_of_hesitation")
def test_no_banner_makes_them_hesitate(banner: str, safe: bool) -> None:
    fight = before(banner, bannered("banner_of_hesitation"))
    assert (daunting(fight, number(fight, "guard"), number(fight, "horde")) == "") is safe


@BOTH
@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.item.weapon.lance_of_blinding")
def test_no_lance_blinds_them(banner: str, safe: bool) -> None:
    fight = before(banner, hero("hero", (36, 20), figure=laden("lance_of_blinding", mounted=True)))
    assert (blinded(fight, number(fight, "guard"), number(fight, "hero")) is None) is safe


@BOTH
@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.item.armour.armour_of_attraction")
def test_no_armour_draws_their_arrows(banner: str, safe: bool) -> None:
    hero_in_sight = hero("hero", (36, 20), figure=laden("armour_of_attraction"))
    fight = before(banner, hero_in_sight, active=1, weapons=("longbow", "hand weapon"))
    with script(fight, dice=[] if safe else [6] * 5 + [1] * 3):
        specials.any_turn.each(rules("armour_of_attraction"), fight, number(fight, "hero"))
    assert (told(fight, Checked) == []) is safe


@BOTH
@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.item.enchanted.severed_eye_of_the_beholder")
def test_no_eye_sees_what_they_carry(banner: str, safe: bool) -> None:
    fight = before(banner, hero("hero", (36, 20), figure=laden("severed_eye_of_the_beholder")))
    lay_open(fight, number(fight, "guard"), "tp.item.enchanted.severed_eye_of_the_beholder")
    assert (piece(fight, "guard").shown == ()) is safe


@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.item.enchanted.book_of_mass_manipulation")
def test_no_book_turns_the_coats_of_whom_no_magic_touches() -> None:
    fight = before(TRUE, hero("hero", (36, 20), figure=laden("book_of_mass_manipulation")))
    piece(fight, "guard").fleeing = True
    with script(fight, answers=["read the book"]):
        tempted(fight, number(fight, "guard"))
    assert piece(fight, "guard").side == 1 and piece(fight, "hero").used == rules("book_of_mass_manipulation")
