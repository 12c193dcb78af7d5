"""Wizards inside walls and towers: they see nothing outside, and are in reach of nobody but themselves."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.shapes import oblong
from warhost.engine.oracle import ScriptError
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.structures import drown
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import CAST, USE, castable, why_no_spell
from warhost.rulebooks.threeplains.magic.landscape import lay_down
from warhost.rulebooks.threeplains.magic.naming import fitting, name_target
from warhost.rulebooks.threeplains.magic.targets import why_no_candidate
from warhost.rulebooks.threeplains.setting import Fight

from .armoury import laden
from .scene import foot, hero, number, piece, script, unit
from .strongholds import siege
from .test_siege_indoors import lodged
from .wizardry import WINS, casts, wizard

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


@pytest.mark.rule("tp.spell.creation.earth_wall", "tp.siege.wall")
@pytest.mark.parametrize(("at", "walls"), [((19, 14.99), 0), ((19, 8), 1)], ids=["at the turrets", "behind them"])
def test_no_earth_wall_rises_before_those_at_the_turrets(at: tuple[float, float], walls: int) -> None:
    mage_ = wizard("mage", (19, 5), "creation.earth_wall", side=1)
    guard = unit("guard", at, models=3, files=3, side=1, aloft=not walls)
    fight = siege(mage_, guard, unit("orcs", (40, 30), facing=180), active=1, clock=2, phase="moves")
    before = len(fight.state.terrain)
    casts(fight, "mage", "creation.earth_wall", dice=WINS, answers=["guard"])
    assert len(fight.state.terrain) - before == walls


@pytest.mark.rule(
    "tp.spell.creation.spring", "tp.spell.creation.the_word_of_the_ents", "tp.spell.creation.raising_earth"
)
@pytest.mark.parametrize("spell", ["spring", "the_word_of_the_ents", "raising_earth"])
def test_nothing_comes_up_on_the_works_themselves(spell: str) -> None:
    fight = siege(wizard("mage", (19, 25), f"creation.{spell}", facing=180), unit("guard", (19, 8), side=1))
    mage_, cast = number(fight, "mage"), book[f"tp.spell.creation.{spell}"]
    for y, barred in ((14.6, True), (15.1, False)):
        with script(fight, answers=[{"at": [inches(19), inches(y)]}]):
            if barred:
                with pytest.raises(ScriptError, match="works of a fortress stand there"):
                    name_target(fight, mage_, cast)
            else:
                assert name_target(fight, mage_, cast).place == (inches(19), inches(y))


@pytest.mark.rule("tp.spell.creation.spring", "tp.terrain.deep_water.drown", "tp.siege.levels")
@pytest.mark.parametrize(("aloft", "sunk"), [(True, 0), (False, 3)], ids=["on the wall", "at its foot"])
def test_water_that_springs_up_at_a_wall_drowns_nobody_on_it(aloft: bool, sunk: int) -> None:
    at = (19, 14.99) if aloft else (19, 12.5)
    fight = siege(unit("guard", at, models=3, files=3, side=1, aloft=aloft, figure=foot(heavy=True)))
    lake = oblong((inches(19), inches(17)), 0, inches(6), inches(6))
    lay_down(fight, "tp.spell.creation.spring", "deep water", [lake], "spring lake")
    with script(fight, dice=[6] * sunk):
        drown(fight)
    assert piece(fight, "guard").models == 3 - sunk
