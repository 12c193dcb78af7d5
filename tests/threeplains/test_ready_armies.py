"""Ready armies and armies of chance: lawful, playable, and nearly all their points spent."""

from __future__ import annotations

import pytest
from pytest import mark

from warhost.engine.question import Refused
from warhost.roster.lists import all_faults, find_roster, ready_rosters
from warhost.roster.roster import Character, Group
from warhost.rulebooks.threeplains.armies.muster import enlist
from warhost.rulebooks.threeplains.events.charges import ChargeNamed
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.rulebooks.threeplains.setting import Setting, Table

from .mustering import ARMIES, LISTS, army, broken, group, hero, spent
from .scene import narrate

Pieces = list[tuple[str, int, int, str]]
SAMPLES = [
    pytest.param("herlanceia", 500, 490, (2, 1, 1), [
        ("champion", 1, 72, "guard"), ("guard", 16, 154, "+"), ("longbowmen", 12, 130, "+"),
        ("heavy_riders", 4, 134, "+"),
    ], marks=mark.rule("tp.list.sample.herlanceia_500")),
    pytest.param("herlanceia", 1000, 992, (3, 4, 2), [
        ("grand_general", 1, 40, "longbowmen"), ("standard_bearer", 1, 73, "guard"),
        ("wizard", 1, 79, "longbowmen"), ("guard", 24, 226, "+"), ("spear_militia", 20, 190, "+"),
        ("longbowmen", 14, 150, "+"), ("heavy_riders", 6, 196, "+"), ("bolt_thrower", 1, 38, ""),
    ], marks=mark.rule("tp.list.sample.herlanceia_1000")),
    pytest.param("elves", 500, 495, (2.5, 1, 0), [
        ("hero", 1, 91, "imperial_watch"), ("imperial_watch", 15, 190, "+"), ("outer_watch", 8, 130, "+"),
        ("slave_mob", 28, 84, ""),
    ], marks=mark.rule("tp.list.sample.elves_500")),
    pytest.param("elves", 1000, 995, (2.5, 3, 2), [
        ("lord", 1, 120, "imperial_watch"), ("mage", 1, 100, "outer_watch"), ("imperial_watch", 20, 250, "+"),
        ("outer_watch", 10, 160, "+"), ("slave_mob", 30, 90, ""), ("lancers", 5, 220, "+"),
        ("bolt_thrower", 1, 55, ""),
    ], marks=mark.rule("tp.list.sample.elves_1000")),
    pytest.param("mercenaries", 500, 495, (2, 2, 1.5), [
        ("captain_general", 1, 78, "spear_men"), ("spear_men", 16, 170, "+"), ("crossbowmen", 9, 91, "+"),
        ("ogre", 2, 144, ""), ("ogre_handler", 2, 12, "ogre"),
    ], marks=mark.rule("tp.list.sample.mercenaries_500")),
    pytest.param("mercenaries", 1000, 999, (3, 3, 2), [
        ("captain_general", 1, 78, "pikes"), ("hedge_wizard", 1, 78, "crossbowmen"), ("pikes", 22, 208, "+"),
        ("crossbowmen", 10, 100, "+"), ("initiates", 15, 135, ""), ("free_riders", 6, 160, "+"),
        ("ogre", 3, 216, ""), ("ogre_handler", 4, 24, "ogre"),
    ], marks=mark.rule("tp.list.sample.mercenaries_1000")),
    pytest.param("orcs", 500, 490, (2.5, 1, 1), [
        ("bull", 1, 72, "warriors"), ("warriors", 18, 154, "+"), ("goblin_horde", 20, 110, "+"),
        ("goblin_archers", 10, 70, "+"), ("chariot", 1, 84, ""),
    ], marks=mark.rule("tp.list.sample.orcs_500")),
    pytest.param("orcs", 1000, 996, (2.5, 3, 3), [
        ("warlord", 1, 165, "warriors"), ("shaman", 1, 81, "goblin_horde"), ("warriors", 22, 186, "+"),
        ("goblin_horde", 24, 130, "+"), ("saws", 10, 180, "+"), ("wolf_riders", 4, 96, ""),
        ("troll", 2, 140, ""), ("goblin_herder", 3, 18, "troll"),
    ], marks=mark.rule("tp.list.sample.orcs_1000")),
]  # fmt: skip
"""Profile, models, points, and '+' for a command model or the group it is with; the first is the general."""


@pytest.mark.parametrize(("name", "limit", "points", "shapes", "pieces"), SAMPLES)
def test_the_sample_armies_are_lawful_at_their_prices(
    name: str, limit: int, points: int, shapes: tuple[float, float, float], pieces: Pieces
) -> None:
    own = ARMIES.lists[name]
    entries: list[Group | Character] = []
    for number, (profile, models, _, more) in enumerate(pieces):
        host = "" if more == "+" else more
        if own.find(profile).kind == "character":
            entries.append(hero(profile, role="general" if number == 0 else "", **{"with": host}))
        else:
            entries.append(group(profile, models, command=more == "+", **{"with": host}))
    roster = army(name, limit, *entries)
    assert not broken(roster)
    bill = LISTS.bill(roster)
    assert {line.id: line.points for line in bill.lines} == {profile: cost for profile, _, cost, _ in pieces}
    found = spent(bill)
    assert (bill.points, found["blocks"], found["triangles"], found["diamonds"]) == (points, *shapes)


@pytest.mark.parametrize("id", sorted(ready_rosters(LISTS)))
def test_a_ready_roster_is_lawful_playable_and_spends_its_points(id: str) -> None:
    _, roster = find_roster(LISTS, id)
    assert id == f"{roster.army}_{roster.points}"
    assert not all_faults(LISTS, roster) and not LISTS.breaches(roster)
    assert LISTS.bill(roster).points >= 0.95 * roster.points
    raised = enlist(roster, ARMIES)
    paid = [*(group.points for group in raised.groups), *(leader.points for leader in raised.leaders)]
    assert sum(paid) == LISTS.bill(roster).points
    ids = [*(group.id for group in raised.groups), *(leader.id for leader in raised.leaders)]
    assert len(set(ids)) == len(ids)


@pytest.mark.rule("tp.army.size")
@pytest.mark.parametrize("points", [500, 5000])
def test_the_game_is_twice_the_size_of_each_army(points: int) -> None:
    first, second = (enlist(LISTS.raise_army(name, points, "1"), ARMIES) for name in ("orcs", "elves"))
    assert first.points == second.points == points
    table = Table("bare", inches(48), inches(48))
    assert Setting((first, second), table, {}, ARMIES.weapons).size == 2 * points


def test_every_army_has_rosters_of_500_1000_and_2000_points() -> None:
    sizes = (500, 1000, 2000)
    assert sorted(ready_rosters(LISTS)) == sorted(f"{id}_{size}" for id in LISTS.armies() for size in sizes)


def test_the_ready_rosters_field_every_kind_of_piece() -> None:
    fielded = set[str]()
    for id in ready_rosters(LISTS):
        army = enlist(find_roster(LISTS, id)[1], ARMIES)
        fielded |= {piece.figure.kind for piece in (*army.groups, *army.leaders)}
    assert fielded == {profile.kind for army in ARMIES.lists.values() for profile in army.profile}


@pytest.mark.parametrize("name", sorted(LISTS.armies()))
@pytest.mark.parametrize("points", [300, 500, 1000, 2500, 5000])
def test_armies_of_chance_are_lawful_playable_and_nearly_spent(name: str, points: int) -> None:
    for seed in range(6):
        roster = LISTS.raise_army(name, points, str(seed))
        assert not all_faults(LISTS, roster) and not LISTS.breaches(roster)
        assert 0.9 * points <= LISTS.bill(roster).points <= points


def test_an_army_of_chance_follows_from_its_seed() -> None:
    assert LISTS.raise_army("orcs", 1000, "7") == LISTS.raise_army("orcs", 1000, "7")
    assert len({str(LISTS.raise_army("orcs", 1000, str(seed))) for seed in range(8)}) == 8


def test_too_few_points_for_any_army_are_refused() -> None:
    with pytest.raises(Refused, match="no lawful army"):
        LISTS.raise_army("elves", 60, "1")


def test_chance_buys_war_machines_chariots_and_heroes_who_drive_them() -> None:
    raised = [LISTS.raise_army(name, 1000, str(seed)) for name in ("elves", "orcs") for seed in range(12)]
    bought = {group.profile for roster in raised for group in roster.group}
    assert {"chariot", "bolt_thrower", "stone_hurler"} <= bought
    assert "chariot" in {character.mount for roster in raised for character in roster.character}


# --- an army against itself ----------------------------------------------------------------------------------


def test_whoever_fights_his_like_is_told_apart_in_answers_and_in_words() -> None:
    book = ThreePlains()
    setting = book.setting(book.setup("three_hills", {"armies": "orcs_500, orcs_500"}))
    for part in ("name", "title"):
        called = [getattr(entry, part) for entry in setting.entries]
        assert len(set(called)) == len(called)
    ours, theirs = (next(n for n, one in enumerate(setting.recruits) if one.side == side) for side in (0, 1))
    said = narrate(setting, ChargeNamed("tp.move.charge", ours, theirs))
    first, second = setting.entries[ours].title, setting.entries[theirs].title
    assert second == f"{first} (second)" and said is not None and first in said and second in said
