"""A warband as a campaign keeps it: heroes, groups of henchmen, crowns and a store.  [war.camp.rating]"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy

import msgspec
from msgspec.structs import replace

from warhost.roster.roster import Roster as Written

from ..company import Company, Recruit
from ..library import FighterKind, Kind, Library, Profile
from ..mustering import lawful
from ..mustering.enlist import enlist, followers


class Hero(msgspec.Struct):
    id: str
    title: str
    fighter: str
    role: str  # leader or hero
    profile: Profile
    start: int  # the experience he began with
    experience: int
    reached: int = 0  # the experience up to which advances have been rolled
    gear: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    spells: tuple[tuple[str, int], ...] = ()
    lists: tuple[str, ...] = ()
    maxima: str = ""
    kind: Kind = "foot"
    misses: int = 0  # battles
    hates: tuple[str, ...] = ()
    captor: int = -1
    story: tuple[str, ...] = ()


class Group(msgspec.Struct):
    id: str
    title: str
    fighter: str
    count: int
    profile: Profile
    experience: int = 0
    gear: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    risen: tuple[str, ...] = ()  # characteristics that have risen
    maxima: str = ""
    kind: Kind = "foot"
    story: tuple[str, ...] = ()


class Ledger(msgspec.Struct):
    name: str
    army: str
    treasury: int
    heroes: list[Hero]
    groups: list[Group]
    store: tuple[str, ...] = ()
    battles: int = 0
    won: int = 0
    dead: int = 0
    ended: bool = False
    fallen: list[Hero] = []  # dead, lost and dismissed, for their stories

    def copy(self) -> Ledger:
        twin = copy(self)
        twin.heroes, twin.groups = [copy(hero) for hero in self.heroes], [copy(group) for group in self.groups]
        twin.fallen = list(self.fallen)  # nothing happens to them any more
        return twin

    @property
    def everybody(self) -> list[Hero | Group]:
        return [*self.heroes, *self.groups]

    @property
    def at_home(self) -> list[Hero]:
        """Those who are not held by an enemy."""
        return [hero for hero in self.heroes if hero.captor < 0]

    @property
    def captives(self) -> list[Hero]:
        return [hero for hero in self.heroes if hero.captor >= 0]

    @property
    def size(self) -> int:
        """All mouths to feed: rats and captives are none of them."""
        return len(self.at_home) + sum(group.count for group in self.groups)

    @property
    def rating(self) -> int:
        """Five a warrior, twenty a large one, and all experience, of a group once.  [war.camp.rating]"""
        large = sum(group.count for group in self.groups if "large" in group.traits)
        experience = sum(hero.experience for hero in self.at_home) + sum(
            group.experience for group in self.groups if group.count
        )
        return 5 * (self.size - large) + 20 * large + experience

    @property
    def leader(self) -> Hero | None:
        return next((hero for hero in self.heroes if hero.role == "leader"), None)


def founded(roster: Written, library: Library, name: str) -> Ledger:
    """[war.band.found]"""
    company = enlist(roster, library)
    crowns = lawful.purse(roster) - lawful.bill(roster, library).points
    ledger = Ledger(name, roster.army, crowns, [], [])
    for choice in lawful.choices(roster, library):
        title = told_apart(ledger, choice.entry.name or choice.kind.title)
        if choice.kind.hero:
            ledger.heroes.append(new_hero(choice.kind, choice.id, title, choice.gear))
        else:
            ledger.groups.append(new_group(choice.kind, choice.id, title, choice.gear, choice.models))
    assert ledger.size == sum(one.role != "follower" for one in company.recruits)
    return ledger


def new_hero(kind: FighterKind, id: str, title: str, gear: tuple[str, ...]) -> Hero:
    return Hero(
        id=id,
        title=title,
        fighter=kind.id,
        role=kind.role,
        profile=kind.profile,
        start=kind.experience,
        experience=kind.experience,
        reached=kind.experience,
        gear=gear,
        traits=kind.traits,
        lists=kind.skills,
        maxima=kind.maxima,
        kind=kind.kind,
    )


def new_group(kind: FighterKind, id: str, title: str, gear: tuple[str, ...], count: int) -> Group:
    carried = ("natural",) if kind.unarmed else gear
    return Group(
        id=id,
        title=title,
        fighter=kind.id,
        count=count,
        profile=kind.profile,
        experience=kind.experience,
        gear=carried,
        traits=kind.traits,
        maxima=kind.maxima,
        kind=kind.kind,
    )


def fresh_id(ledger: Ledger, fighter: str) -> str:
    """One that nobody of the warband has or had; without a stroke, for those number the men of a group."""
    taken = {one.id for one in [*ledger.everybody, *ledger.fallen]}
    return next(id for number in range(2, 1_000) if (id := f"{fighter}{number}") not in taken)


def owner(ledger: Ledger, id: str) -> Hero | Group:
    return next(one for one in ledger.everybody if one.id == id)


def told_apart(ledger: Ledger, title: str) -> str:
    """A name that nobody else of the warband has."""
    return unlike(title, {one.title for one in [*ledger.everybody, *ledger.fallen]})


def unlike(title: str, taken: Collection[str]) -> str:
    """The title itself, or with a number, so that it is not taken."""
    numbered = (f"{title} {number}" for number in range(2, 1_000))
    return title if title not in taken else next(name for name in numbered if name not in taken)


def company_of(ledger: Ledger, library: Library) -> Company:
    """Everybody who can fight must fight.  [war.camp.few]"""
    band = library.bands[ledger.army]
    recruits: list[Recruit] = []
    for hero in ledger.at_home:
        if not hero.misses:
            own = Recruit(
                id=hero.id,
                title=hero.title,
                fighter=hero.fighter,
                role="leader" if hero.role == "leader" else "hero",
                profile=hero.profile,
                kind=hero.kind,
                traits=hero.traits,
                gear=hero.gear,
                spells=hero.spells,
                experience=hero.experience,
                hates=hero.hates,
            )
            recruits += [own, *followers(band, own)]
    for group in ledger.groups:
        for number in range(1, group.count + 1):
            title = f"{group.title} {number}" if group.count > 1 else group.title
            one = Recruit(
                id=f"{group.id}-{number}",
                title=title,
                fighter=group.fighter,
                role="henchman",
                profile=group.profile,
                kind=group.kind,
                group=group.id,
                traits=group.traits,
                gear=group.gear,
                experience=group.experience,
            )
            recruits += [one, *followers(band, one)]
    return Company(name=ledger.name, army=ledger.army, recruits=tuple(recruits), rating=ledger.rating)


def fit_for_battle(ledger: Ledger) -> tuple[int, int]:
    """How many heroes can fight, and how many warriors in all.  [war.camp.few]"""
    heroes = sum(not hero.misses for hero in ledger.at_home)
    return heroes, heroes + sum(group.count for group in ledger.groups)


def changed(profile: Profile, stat: str, by: int) -> Profile:
    """Never below 1.  [war.camp.injury.hero] [war.char.limits]"""
    return replace(profile, **{stat: min(10, max(1, getattr(profile, stat) + by))})
