"""The army lists of Three Plains as the muster asks for them, and armies made ready for battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import isqrt
from pathlib import Path

from msgspec import structs

from warhost.engine.field.formation import square_fronts
from warhost.engine.sheet import Sheet
from warhost.roster.bill import Bill, Breach
from warhost.roster.roster import Fault, Group, Roster

from .allowance import bill, choice_points, deviancy, hired
from .army import Army, Leader, Recruits
from .cards import list_sheet, roster_sheet
from .choices import Choice, choice_faults, choices, groups_and_characters
from .equip import figure
from .lawful import breaches, breaches_together, front
from .levy import levy
from .lists import DATA, Armies, load_armies
from .terms import term_faults

EXPOSED = 4
"""A group of so few models hides nobody.  [tp.character.halfwit.exposed]"""


class ThreePlainsLists:
    """What the rulebook offers to those who muster armies."""

    id = "threeplains"
    title = "Three Plains"
    rosters: Path = DATA / "rosters"
    """Ready armies; the samples of the lists are lawful at their prices as well.

    [tp.list.sample.herlanceia_500] [tp.list.sample.herlanceia_1000] [tp.list.sample.elves_500]
    [tp.list.sample.elves_1000] [tp.list.sample.mercenaries_500] [tp.list.sample.mercenaries_1000]
    [tp.list.sample.orcs_500] [tp.list.sample.orcs_1000]
    """

    def __init__(self, extra: Path | None = None):
        self.extra = extra

    @cached_property
    def library(self) -> Armies:
        return load_armies(self.extra)

    def armies(self) -> Mapping[str, str]:
        return {army.id: army.title for army in self.library.lists.values()}

    def faults(self, roster: Roster) -> list[Fault]:
        return [*term_faults(roster, self.library), *choice_faults(roster, self.library)]

    def bill(self, roster: Roster) -> Bill:
        return bill(roster, self.library)

    def breaches(self, roster: Roster) -> list[Breach]:
        return breaches(roster, self.library)

    def breaches_together(self, rosters: Sequence[Roster]) -> list[Breach]:
        return breaches_together(rosters, self.library)

    def sheet(self, roster: Roster) -> Sheet:
        return roster_sheet(roster, self.library)

    def army_sheet(self, army: str) -> Sheet:
        return list_sheet(self.library.lists[army], self.library)

    def raise_army(self, army: str, points: int, seed: str) -> Roster:
        return levy(self.library, army, points, seed)


def enlist(roster: Roster, armies: Armies) -> Army:
    """The roster as it comes to the table. It must have no faults; whether it is lawful is not asked here."""
    groups, characters = groups_and_characters(choices(roster, armies))
    own = armies.lists[roster.army]
    recruits = [_recruits(group, roster, armies) for group in groups]
    ridden = [_ridden(character, own.deviancy) for character in characters if character.ridden]
    sizes = {group.id: group.models for group in groups}
    leaders = [_leader(character, sizes) for character in characters]
    troops = [*recruits, *ridden]
    names = iter(told_apart([*(one.title for one in troops), *(one.title for one in leaders)]))
    groups_named = tuple(structs.replace(one, title=next(names)) for one in troops)
    leaders_named = tuple(structs.replace(one, title=next(names)) for one in leaders)
    return Army(roster.name, own.id, own.deviancy, roster.points, groups_named, leaders_named)


def told_apart(titles: Sequence[str]) -> list[str]:
    """Of several that nobody has named, the second is called so, and the third.

    >>> told_apart(["War Dogs", "Giant", "War Dogs"])
    ['War Dogs', 'Giant', 'War Dogs 2']
    """
    before = [titles[:at].count(title) for at, title in enumerate(titles)]
    return [f"{title} {number + 1}" if number else title for title, number in zip(titles, before, strict=True)]


def default_files(choice: Choice) -> int:
    """About twice as wide as deep, never narrower than the rules want; a mob as a square.

    [tp.piece.unit.shape] [tp.unit.mob.formation]
    """
    if choice.profile.kind == "mob":
        return square_fronts(choice.models)[-1]
    return min(choice.models, max(front(choice), isqrt(2 * choice.models)))


def _recruits(group: Choice, roster: Roster, armies: Armies) -> Recruits:
    return Recruits(
        group.id,
        _called(group),
        figure(group),
        group.models,
        group.command,
        group.files or default_files(group),
        choice_points(group),
        deviancy(group, roster, armies),
        hired(group, roster),
        group.entry.with_ if group.profile.kind == "master" else "",
        torches=group.torches,
    )


def _called(group: Choice) -> str:
    """By its own name, or by that of its profile, several beasts, masters or chariots in the plural."""
    many = group.models > 1 and group.profile.kind in ("pack", "master", "chariot")
    return f"{group.title}s" if many and not group.entry.name else group.title


def _ridden(rider: Choice, deviant: int) -> Recruits:
    """A beast or chariot is a piece of its own beside its rider.  [tp.beast.mounted.separate]"""
    assert rider.ridden
    entry = Group(profile=rider.ridden.id)
    mount = Choice(f"{rider.id}-{rider.ridden.id}", rider.key, entry, rider.army, rider.ridden)
    return Recruits(mount.id, mount.title, figure(mount), 1, False, 1, rider.ridden.points, deviant)


def _leader(character: Choice, sizes: Mapping[str, int]) -> Leader:
    ridden = character.ridden
    host = f"{character.id}-{ridden.id}" if ridden else character.entry.with_
    return Leader(
        character.id,
        character.title,
        figure(character),
        character.role,
        choice_points(character) - (ridden.points if ridden else 0),
        host,
        character.role == "halfwit" and sizes.get(host, 0) > EXPOSED,
        character.general,
        torches=character.torches,
    )
