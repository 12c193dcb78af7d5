"""A warband as a campaign keeps it: heroes, groups of henchmen, crowns and a store.  [war.camp.rating]"""

from __future__ import annotations

from copy import copy

import msgspec
from msgspec.structs import replace

from warhost.roster.roster import Roster as Written

from ..company import Company, Recruit
from ..library import Band, FighterKind, Kind, Library, Profile
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

    def copy(self) -> Ledger:
        twin = copy(self)
        twin.heroes, twin.groups = [copy(hero) for hero in self.heroes], [copy(group) for group in self.groups]
        return twin

    @property
    def at_home(self) -> list[Hero]:
        """Those who are not held by an enemy."""
        return [hero for hero in self.heroes if hero.captor < 0]

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
    band, company = library.bands[roster.army], enlist(roster, library)
    ledger = Ledger(name, roster.army, roster.points - lawful.bill(roster, library).points, [], [])
    for choice in lawful.choices(roster, library):
        title = choice.entry.name or choice.kind.title
        if choice.kind.hero:
            ledger.heroes.append(new_hero(band, choice.kind, choice.id, title, choice.gear))
        else:
            ledger.groups.append(new_group(choice.kind, choice.id, title, choice.gear, choice.models))
    assert ledger.size == sum(one.role != "follower" for one in company.recruits)
    return ledger


def new_hero(band: Band, kind: FighterKind, id: str, title: str, gear: tuple[str, ...]) -> Hero:
    return Hero(
        id,
        title,
        kind.id,
        kind.role,
        kind.profile,
        kind.experience,
        kind.experience,
        gear,
        kind.traits,
        (),
        kind.skills,
        kind.maxima,
        kind.kind,
    )


def new_group(kind: FighterKind, id: str, title: str, gear: tuple[str, ...], count: int) -> Group:
    carried = ("natural",) if kind.unarmed else gear
    return Group(
        id, title, kind.id, count, kind.profile, kind.experience, carried, kind.traits, (), kind.maxima, kind.kind
    )


def company_of(ledger: Ledger, library: Library) -> Company:
    """Everybody who can fight must fight.  [war.camp.few]"""
    band = library.bands[ledger.army]
    recruits: list[Recruit] = []
    for hero in ledger.at_home:
        if not hero.misses:
            recruits.append(
                Recruit(
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
            )
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


def may_fight(ledger: Ledger) -> bool:
    """With fewer than three fit a hero must be among them.  [war.camp.few]"""
    fit = [hero for hero in ledger.at_home if not hero.misses]
    return not ledger.ended and (len(fit) + sum(group.count for group in ledger.groups) >= 3 or bool(fit))


def changed(profile: Profile, stat: str, by: int) -> Profile:
    """Never below 1.  [war.camp.injury.hero] [war.char.limits]"""
    return replace(profile, **{stat: min(10, max(1, getattr(profile, stat) + by))})
