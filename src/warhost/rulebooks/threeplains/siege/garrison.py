"""The Defenders' whole list: a fortress, and the army that holds it.  [tp.siege.lists]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from warhost.engine.data import DataError
from warhost.roster.bill import Breach
from warhost.roster.lists import all_faults, find_roster
from warhost.roster.roster import Roster

from ..armies.choices import choices, groups_and_characters
from ..armies.muster import ThreePlainsLists
from ..scenario import mustering
from . import terms
from .account import left_over
from .fortress import Fortress
from .works import defenders_points, equipment

HOOKED_IN = (mustering, terms)  # what Defenders pay, for a command that opens no rulebook
READY = "ready"
SIEGE, DEFENDERS = "siege", "defenders"


def find_garrison(wanted: str, fortress: Fortress, lists: ThreePlainsLists) -> Roster:
    """The ready garrison, or the roster of this name or file, as it is written for this fortress."""
    if wanted == READY:
        mission = lists.library.missions[SIEGE]
        roster = next(part for part in mission.part if part.id == DEFENDERS).ready[0]
        file = f"scenarios/{SIEGE}.toml"
    else:
        path, roster = find_roster(lists, wanted)
        file = path.name
    roster = replace(roster, scenario=SIEGE, part=DEFENDERS, against=fortress.entry.besiegers)
    for key, expected in all_faults(lists, roster):
        raise DataError(file, key, expected)
    return roster


def garrison_breaches(fortress: Fortress, roster: Roster, lists: ThreePlainsLists) -> list[Breach]:
    """What the roster breaks by itself, and what together with its fortress."""
    return [*lists.breaches(roster), *_points(fortress, roster), *_army(fortress, roster),
            *_projectiles(fortress, roster, lists)]  # fmt: skip


def _points(fortress: Fortress, roster: Roster) -> Iterator[Breach]:
    """A quarter of the Besiegers' points, and what the siege points have left over.

    [tp.siege.army_size] [tp.siege.excess_points]
    """
    own, more = defenders_points(fortress.entry.besiegers), left_over(fortress.bill)
    if roster.points > own + more:
        why = f"{roster.points} points, of {own} and {more} from left-over siege points"
        yield Breach("tp.siege.excess_points", "the army", why, f"muster it for {own + more}")


def _army(fortress: Fortress, roster: Roster) -> Iterator[Breach]:
    if roster.army != fortress.army.id:
        why = f"the fortress is built for {fortress.army.title}, not for {roster.army}"
        yield Breach("tp.siege.lists", "the army", why, "write both for the same army list")


def _projectiles(fortress: Fortress, roster: Roster, lists: ThreePlainsLists) -> Iterator[Breach]:
    """Each unit that throws things is one on foot, and paid for once.  [tp.siege.throwing_projectiles]"""
    rule, thing = "tp.siege.throwing_projectiles", equipment()["projectiles"]
    groups, _ = groups_and_characters(choices(roster, lists.library))
    kinds = {group.id: group.profile.kind for group in groups}
    named = fortress.entry.projectiles
    for name in dict.fromkeys(named):
        if kinds.get(name) not in thing.kinds:
            yield Breach(rule, name, "no unit on foot of the garrison is called so", "name another, or none")
        elif named.count(name) > 1:
            yield Breach(rule, name, "it is named twice", "name it once")
