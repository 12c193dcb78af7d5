"""Rosters for tests: armies, groups and heroes in a word, what they break and how they come to the table."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.roster.bill import Bill
from warhost.roster.lists import all_faults
from warhost.roster.roster import Character, Group, Roster
from warhost.rulebooks.threeplains.armies.army import Army
from warhost.rulebooks.threeplains.armies.muster import ThreePlainsLists, enlist

LISTS = ThreePlainsLists()
ARMIES = LISTS.library


def army(name: str, points: int, *entries: Group | Character, side: int = 0) -> Roster:
    return Roster(
        name="test",
        rulebook="threeplains",
        army=name,
        points=points,
        side=side,
        group=tuple(entry for entry in entries if isinstance(entry, Group)),
        character=tuple(entry for entry in entries if isinstance(entry, Character)),
    )


def group(profile: str, models: int = 1, **more: Any) -> Group:
    return msgspec.convert({"profile": profile, "models": models, **more}, Group)


def hero(profile: str, **more: Any) -> Character:
    return msgspec.convert({"profile": profile, **more}, Character)


def broken(roster: Roster) -> dict[str, str]:
    """The rules that a roster breaks, and where."""
    assert not all_faults(LISTS, roster)
    return {breach.rule: breach.where for breach in LISTS.breaches(roster)}


def spent(bill: Bill) -> dict[str, float]:
    return {measure.name: measure.spent for measure in bill.measures}


def enlisted(*entries: Group | Character, name: str = "herlanceia") -> Army:
    return enlist(army(name, 1000, *entries), ARMIES)
