"""Rosters as players name them who agree on a battle: ready ones, files, armies of chance."""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.book import Unknown
from warhost.engine.bounds import whole_number
from warhost.engine.data import DataError

from .lists import Lists, all_faults, find_roster
from .roster import MOST_POINTS, Roster


class Chance(NamedTuple):
    """An army of chance: from which list, of how many points, by which seed."""

    army: str
    points: int
    seed: str


def by_chance(lists: Lists, wanted: str) -> Chance | None:
    """What is asked for where it is an army of chance, such as orcs:500:7."""
    army, *rest = wanted.split(":")
    if not rest or army not in lists.armies():
        return None
    points = whole_number(rest[0], 1, MOST_POINTS)
    if points is None:
        expected = f"expected army:points:seed such as {army}:500:7, of 1 to {MOST_POINTS} points"
        raise Unknown(f"option armies: {expected}, got {wanted!r:.80}")
    return Chance(army, points, ":".join(rest[1:]) or "1")


def named_roster(lists: Lists, wanted: str) -> tuple[str, Roster]:
    """A ready roster, one in a file, or one of chance, and what it is called."""
    if chance := by_chance(lists, wanted):
        return wanted, lists.raise_army(*chance)
    path, roster = find_roster(lists, wanted)
    return path.name, roster


def breach_of(lists: Lists, file: str, roster: Roster, unchecked: bool = False, judged_as: str = "") -> str:
    """Why a roster is not lawful, if it is to be let through nevertheless; otherwise that is an error. It may be
    judged as what it does not say that it is; whoever musters it by itself has to say so too."""
    for key, expected in all_faults(lists, roster):
        raise DataError(file, key, expected)
    broken = lists.breaches(roster)
    if broken and not unchecked:
        more = f"; {len(broken) - 1} more breaches" if len(broken) > 1 else ""
        how = f"with {judged_as} written into it, see" if judged_as else "see"
        raise DataError(file, broken[0].where, f"{broken[0].why} [{broken[0].rule}]{more}: {how} warhost muster")
    return broken[0].why if broken else ""
