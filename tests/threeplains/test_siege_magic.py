"""Wizards inside walls and towers: they see nothing outside, and are in reach of nobody but themselves."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import CAST, USE, castable, why_no_spell
from warhost.rulebooks.threeplains.magic.naming import fitting
from warhost.rulebooks.threeplains.magic.targets import why_no_candidate
from warhost.rulebooks.threeplains.setting import Fight

from .armoury import laden
from .scene import hero, number, unit
from .strongholds import siege
from .test_siege_indoors import lodged
from .wizardry import casts, wizard

KNOWN = ("base.haste", "base.zap", "battle.blood_spirit", "chaos.scatter_leap", "white.defence")


def indoors(*more: Any, spells: tuple[str, ...] = KNOWN) -> Fight:
    """A wizard with ten men inside tower 3, a friend and an enemy in plain sight of it."""
    group = unit("group", (14, 9), side=1, models=10, files=5)
    mage_ = wizard("mage", (0, 0), *spells, side=1, within="group")
    fight = siege(unit("orcs", (14, 25), facing=180), group, mage_, unit("guard", (20, 8), side=1), *more,
                  active=1, clock=2, phase="moves")  # fmt: skip
    return lodged(fight, "group")


def offered(fight: Fight) -> set[str]:
    return {name.removeprefix(f"{CAST}mage/") for name in castable(fight) if name.startswith(CAST)}


@pytest.mark.rule("tp.siege.levels", "tp.magic.requirements")
def test_a_wizard_inside_casts_on_himself_and_those_with_him_alone() -> None:
    fight = indoors()
    assert offered(fight) == {"haste", "blood_spirit", "defence"}
    targets = fitting(fight, number(fight, "mage"), book["tp.spell.base.haste"])
    assert [fight.state.pieces[one].name for one in targets] == ["group"]
    refusal = why_no_spell(fight, number(fight, "mage"), book["tp.spell.base.zap"])
    assert refusal is not None and refusal.rule == "tp.siege.levels"
    beside = why_no_candidate(fight, number(fight, "mage"), book["tp.spell.base.haste"], number(fight, "guard"))
    assert beside is not None and beside.rule == "tp.siege.levels"


@pytest.mark.rule("tp.siege.levels")
def test_what_he_casts_in_there_works() -> None:
    fight = indoors(spells=("white.defence",))
    casts(fight, "mage", "white.defence", dice=(1, 1, 6, 6), answers=())
    laid = [(one.source, fight.state.pieces[one.target].name) for one in fight.state.effects]
    assert laid == [("tp.spell.white.defence", "group"), ("tp.spell.white.defence", "mage")]


@pytest.mark.rule("tp.siege.levels")
def test_nobody_casts_at_those_inside_from_elsewhere_in_the_works_or_outside() -> None:
    outside = wizard("friend", (14, 6), "base.haste", side=1)
    fight = indoors(outside)
    targets = fitting(fight, number(fight, "friend"), book["tp.spell.base.haste"])
    assert "group" not in {fight.state.pieces[one].name for one in targets}
    other = indoors(wizard("friend", (14, 6), "base.haste", side=1))
    lodged(other, "friend")
    targets = fitting(other, number(other, "friend"), book["tp.spell.base.haste"])
    assert [other.state.pieces[one].name for one in targets] == ["friend"], "in the same tower, and yet not at it"


@pytest.mark.rule("tp.siege.levels", "tp.magic.items.potions")
def test_potions_are_drunk_in_there_but_for_one_that_carries_him_away() -> None:
    drinker = hero("lord", side=1, within="group", figure=laden("potion_of_strength", "potion_of_flight"))
    fight = indoors(drinker)
    uses = {name.removeprefix(f"{USE}lord/") for name in castable(fight) if name.startswith(f"{USE}lord/")}
    assert uses == {"potion_of_strength"}
