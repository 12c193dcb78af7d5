"""Weapons for men on foot, and weapons for riders."""

from __future__ import annotations

import pytest
from msgspec import ValidationError
from msgspec.structs import replace

from warhost.roster.roster import Character, Group
from warhost.rulebooks.threeplains.armies.lawful import breaches
from warhost.rulebooks.threeplains.armies.lists import Armies

from .mustering import ARMIES, army, enlisted, group, hero


def armed(id: str, *weapons: str) -> Armies:
    """The lists, with other weapons for one profile of Herlanceia."""
    people = ARMIES.lists["herlanceia"]
    profiles = tuple(replace(one, weapons=weapons) if one.id == id else one for one in people.profile)
    return replace(ARMIES, lists={**ARMIES.lists, "herlanceia": replace(people, profile=profiles)})


def wrong(entry: Group | Character, armies: Armies) -> list[tuple[str, str]]:
    found = breaches(army("herlanceia", 2000, entry), armies)
    return [(breach.rule, breach.where) for breach in found if breach.rule.startswith("tp.weapon")]


@pytest.mark.rule("tp.weapon.halberd", "tp.weapon.pike", "tp.weapon.flail")
@pytest.mark.parametrize("weapon", ["halberd", "pike", "flail"])
def test_riders_carry_nothing_that_is_used_on_foot(weapon: str) -> None:
    riders = group("outriders", 6)
    assert wrong(riders, armed("outriders", weapon)) == [(f"tp.weapon.{weapon}", "outriders")]
    assert not wrong(group("guard", 20), armed("guard", weapon))
    champion = armed("champion", weapon)
    assert not wrong(hero("champion"), champion)
    assert wrong(hero("champion", mount="war horse"), champion) == [(f"tp.weapon.{weapon}", "champion")]


@pytest.mark.rule("tp.weapon.lance")
def test_men_on_foot_carry_no_lances() -> None:
    assert wrong(group("guard", 20), armed("guard", "lance")) == [("tp.weapon.lance", "guard")]
    assert not wrong(group("heavy_riders", 6), ARMIES)
    assert not wrong(hero("champion", mount="war horse", options=["lance"]), ARMIES)


@pytest.mark.rule("tp.weapon.options")
def test_what_an_option_takes_away_is_in_nobodys_hand() -> None:
    blade = replace(ARMIES.weapons["hand weapon"], carried="foot")
    clumsy = replace(ARMIES, weapons={**ARMIES.weapons, "hand weapon": blade})
    assert wrong(hero("champion", mount="war horse"), clumsy) == [("tp.weapon.hand_weapon", "champion")]
    assert not wrong(hero("champion", mount="war horse", options=["great blade"]), clumsy)


@pytest.mark.rule("tp.weapon.uniform", "tp.weapon.options")
def test_what_is_bought_for_a_group_all_its_models_carry_and_pay_for() -> None:
    """Ten spears and ten great blades are two groups."""
    with pytest.raises(ValidationError):
        group("warriors", 20, options=[{"spear": 10}, {"great blade": 10}])
    plain, armed_alike = (
        enlisted(group("warriors", 20, options=options), name="orcs").groups[0] for options in ([], ["spear"])
    )
    assert "spear" not in plain.figure.weapons and "spear" in armed_alike.figure.weapons
    assert (armed_alike.points - plain.points) % 20 == 0 < armed_alike.points - plain.points
