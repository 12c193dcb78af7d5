"""Warbands as they are written down."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.data import DataError
from warhost.roster.lists import find_roster, ready_rosters
from warhost.roster.roster import Group, Roster
from warhost.rulebooks.warband.campaign.ledger import founded
from warhost.rulebooks.warband.library import Library
from warhost.rulebooks.warband.mustering.enlist import enlist
from warhost.rulebooks.warband.mustering.lawful import too_much
from warhost.rulebooks.warband.specials import POINTS

from .scene import book, man, scene

GOBLIN = {"band": "gutter", "fighter": "goblin"}


@pytest.mark.rule(
    "war.band.lantern.sample",
    "war.band.ash.sample",
    "war.band.gutter.sample",
    "war.band.unquiet.sample",
    "war.band.found",
    "war.camp.rating",
)
@pytest.mark.parametrize(
    "name, crowns, warriors, rating",
    [("lantern", 486, 14, 106), ("ash", 483, 12, 108), ("gutter", 484, 16, 120), ("unquiet", 491, 12, 88)],
)
def test_the_sample_warbands(name: str, crowns: int, warriors: int, rating: int) -> None:
    _, roster = find_roster(book().lists, f"{name}_500")
    assert book().lists.breaches(roster) == [] and book().lists.bill(roster).points == crowns
    company = enlist(roster, book().library)
    assert sum(one.role != "follower" for one in company.recruits) == warriors and company.rating == rating
    assert book().lists.sheet(roster).cards and book().lists.army_sheet(name).cards


@pytest.mark.rule("war.band.found")
@pytest.mark.parametrize(("points", "left"), [(486, 0), (499, 13), (500, 14), (501, 14), (9000, 14)])
def test_a_warband_is_founded_with_five_hundred_crowns_at_most(points: int, left: int) -> None:
    roster = replace(find_roster(book().lists, "lantern_500")[1], points=points)
    bill = book().lists.bill(roster)
    assert next(one.spent for one in bill.measures if one.name == "left for the treasury") == left
    assert founded(roster, book().library, "X").treasury == left


RULES_OF_KINDS = [(band.id, kind.id, kind.rule) for band in Library().bands.values() for kind in band.fighter]


@pytest.mark.rule(
    "war.band.lantern",
    "war.band.lantern.captain",
    "war.band.lantern.veteran",
    "war.band.lantern.greenhand",
    "war.band.lantern.sword",
    "war.band.lantern.marksman",
    "war.band.ash",
    "war.band.ash.pilgrim",
    "war.band.ash.scourged",
    "war.band.ash.hound",
    "war.band.gutter",
    "war.band.gutter.chief",
    "war.band.gutter.nob",
    "war.band.gutter.rats",
    "war.band.unquiet",
    "war.band.unquiet.master",
    "war.band.unquiet.drudge",
    "war.band.unquiet.eater",
    "war.band.heroes",
)
@pytest.mark.parametrize("band, kind, rule", RULES_OF_KINDS)
def test_every_kind_of_fighter_is_as_its_rule_says(band: str, kind: str, rule: str) -> None:
    text = book().catalogue.get(rule).text
    found = book().library.bands[band].kind(kind)
    assert found is not None
    if found.role != "follower":
        assert f"{found.price} crowns" in text and found.title in text
        assert ("leader" in text) is (found.role == "leader") or "Leader" in text
        assert f"starting experience {found.experience}" in text


@pytest.mark.rule("war.band.gutter.rats", "war.turn.recovery.rout", "war.camp.rating")
def test_rats_count_for_nothing() -> None:
    _, roster = find_roster(book().lists, "gutter_500")
    company = enlist(roster, book().library)
    assert sum(one.role == "follower" for one in company.recruits) == 4


def changed(name: str, **more: Any) -> list[str]:
    _, roster = find_roster(book().lists, f"{name}_500")
    return [breach.rule for breach in book().lists.breaches(replace(roster, **more))]


@pytest.mark.rule(
    "war.band.found",
    "war.weapon.limit",
    "war.price.list",
    "war.band.ash.scourged",
    "war.band.heroes",
    "war.psych.animal",
)
def test_unlawful_warbands() -> None:
    def group(**more: Any) -> tuple[Group, ...]:
        return (Group(**more),)

    assert "war.band.found" in changed("lantern", group=group(profile="sword", models=6))
    assert "war.band.found" in changed("lantern", points=485)
    assert "war.band.found" in changed(
        "lantern", group=group(profile="sword", models=5, options=("sword", "heavy"))
    )
    assert "war.weapon.limit" in changed(
        "lantern", group=group(profile="sword", models=1, options=("sword", "axe", "club"))
    )
    assert "war.weapon.limit" in changed(
        "lantern", group=group(profile="marksman", models=1, options=("bow", "crossbow", "pistol", "pistol"))
    )
    assert "war.price.list" in changed("lantern", group=group(profile="sword", models=1, options=("plate",)))
    assert "war.price.list" in changed("lantern", group=group(profile="sword", models=1, options=("handbow",)))
    assert "war.band.ash.scourged" in changed("ash", group=group(profile="scourged", models=1, options=("sword",)))
    assert "war.band.ash.hound" in changed("ash", group=group(profile="hound", models=1, options=("club",)))
    assert "war.band.heroes" in changed("lantern", group=group(profile="veteran", models=1))
    assert "war.band.lantern.captain" in changed("lantern", character=())


@pytest.mark.rule("war.armour.heavy")
@pytest.mark.parametrize(
    "gear, traits, move",
    [
        (["heavy", "shield"], [], 3000),
        (["heavy"], [], 4000),
        (["heavy", "shield"], ["iron hide"], 4000),
        (["light", "shield"], [], 4000),
    ],
)
def test_heavy_armour_and_a_shield_slow_him(gear: list[str], traits: list[str], move: int) -> None:
    assert scene(man(0, 10, 10, gear=gear, traits=traits), man(1, 40, 40)).setting.fighters[0].move == move


@pytest.mark.parametrize("army", ["lantern", "ash", "gutter", "unquiet"])
def test_warbands_of_chance_are_lawful(army: str) -> None:
    roster = book().lists.raise_army(army, 500, "7")
    assert book().lists.breaches(roster) == [] and roster == book().lists.raise_army(army, 500, "7")


def test_faults_of_rosters_are_named() -> None:
    wrong = Roster(name="x", rulebook="warband", army="lanter", points=500)
    assert "did you mean lantern" in book().lists.faults(wrong)[0][1]
    assert len(ready_rosters(book().lists)) == 4
    with pytest.raises(DataError, match="expected one of"):
        book().situation({"warriors": [man(0, 1, 1, fighter="nobody")]}, "x")


def test_all_traits_of_the_data_are_hooked_in_or_known() -> None:
    known = {
        "leader",
        "animal",
        "large",
        "wizard",
        "undead",
        "litany",
        "squabble",
        "rat pack",
        "penitent",
        "stupidity",
    }
    hooked = {name for point in POINTS for name in point.names}
    named = {trait for band in book().library.bands.values() for kind in band.fighter for trait in kind.traits}
    skills = {skill for skills in book().library.charts.skills.values() for skill in skills}
    between = {"deadly eye", "haggle", "streetwise", "signs", "weapon training", "iron hide"}
    assert named <= hooked | known and skills <= hooked | between


@pytest.mark.rule("war.weapon.limit", "war.weapon.pistol")
@pytest.mark.parametrize(
    "gear, words",
    [
        (["bow", "crossbow", "pistol", "pistol"], ["3 missile weapons, and two are the most"]),
        (["pistol", "pistol", "pistol"], []),
        (["pistol"] * 4, []),
        (["pistol"] * 5, ["3 missile weapons, and two are the most"]),
        (["dagger", "dagger", "sword", "axe"], ["3 close combat weapons besides the dagger, and two are the most"]),
        (["dagger", "sword", "axe"], []),
    ],
)
def test_how_much_a_warrior_carries(gear: list[str], words: list[str]) -> None:
    assert list(too_much(Library(), gear)) == words
