"""A roster with its names looked up in the army lists: profiles, options, mounts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import get_args

from msgspec import Struct

from warhost.engine.data import nearest, one_of
from warhost.roster.roster import Character, Fault, Group, Named, Roster, named_entries

from ..items.item import Item
from ..items.shelf import ITEMS
from .army import Role
from .lists import Armies
from .profiles import ArmyList, Mount, Option, Profile, Steed

MASTER = "master"
"""The option by which a wizard becomes a master wizard."""

MOUNTED_WEAPONS = ("lance", "spear")
TORCHES = re.compile(r"([1-9][0-9]?) torch(?:es)?")
"""The one thing that some models of a group may have and others not: '3 torches' among its options."""


class Choice(Struct, frozen=True):
    """A line of the roster and all that was bought with it."""

    id: str
    key: str
    entry: Group | Character
    army: ArmyList
    profile: Profile
    options: tuple[Option, ...] = ()
    steed: Steed | None = None
    mount_points: int = 0
    ridden: Profile | None = None  # a beast or chariot that a character rides
    items: tuple[Item, ...] = ()
    prices: tuple[int, ...] = ()  # of the items
    lays_down: tuple[str, ...] = ()  # the plain weapons that a magic one takes the place of

    @property
    def name(self) -> str:
        return f"{self.army.id}.{self.profile.id}"

    @property
    def title(self) -> str:
        return self.entry.name or self.profile.title

    @property
    def models(self) -> int:
        return self.entry.models if isinstance(self.entry, Group) else 1

    @property
    def files(self) -> int:
        return self.entry.files if isinstance(self.entry, Group) else 0

    @property
    def command(self) -> bool:
        return isinstance(self.entry, Group) and self.entry.command

    @property
    def role(self) -> Role:
        """What a character is on top of being general, or instead."""
        given = self.entry.role if isinstance(self.entry, Character) else ""
        own = self.profile.own_role
        if given == "general" or not given:
            return "general" if given and own == "hero" else own
        return next(role for role in get_args(Role) if role == given)

    @property
    def general(self) -> bool:
        return isinstance(self.entry, Character) and self.entry.role == "general"

    @property
    def torches(self) -> int:
        """How many of its models carry one.  [tp.scenario.raid.torches]"""
        return sum(map(torches_in, self.entry.options))

    @property
    def base(self) -> tuple[int, int]:
        """Millimetres; whoever sits on a steed has a cavalry base.  [tp.piece.bases]"""
        return CAVALRY_BASE if self.steed and isinstance(self.entry, Character) else self.profile.base


CAVALRY_BASE = (30, 30)


def torches_in(option: str) -> int:
    """
    >>> [torches_in(option) for option in ("3 torches", "1 torch", "great blade")]
    [3, 1, 0]
    """
    found = TORCHES.fullmatch(option)
    return int(found[1]) if found else 0


def choices(roster: Roster, armies: Armies) -> list[Choice]:
    """The roster looked up; it must have no faults. Of some items each costs more than the one before."""
    taken: Counter[str] = Counter()
    return [_choice(named, roster, armies, taken) for named in named_entries(roster)]


def groups_and_characters(chosen: Collection[Choice]) -> tuple[list[Choice], list[Choice]]:
    groups = [choice for choice in chosen if isinstance(choice.entry, Group)]
    return groups, [choice for choice in chosen if isinstance(choice.entry, Character)]


def _choice(named: Named, roster: Roster, armies: Armies, taken: Counter[str]) -> Choice:
    army, id = list_of(named.entry.profile, roster, armies)
    profile = army.find(id)
    wanted = named.entry.mount if isinstance(named.entry, Character) else ""
    mount = next((mount for mount in mounts(profile, armies) if mount.steed == wanted), None)
    offered = {option.id: option for option in offers(profile, mount)}
    items = tuple(ITEMS[item] for item in named.entry.items)
    return Choice(
        named.id,
        named.key,
        named.entry,
        army,
        profile,
        tuple(offered[option] for option in named.entry.options if not torches_in(option)),
        armies.steeds[mount.steed if mount else profile.steed] if mount or profile.steed else None,
        mount.points if mount else 0,
        army.find(wanted) if wanted in profile.rides else None,
        items,
        tuple(_prices(items, armies.lists[roster.army].race, taken)),
        laid_down(armies) if any(item.weapon for item in items) else (),
    )


def _prices(items: Collection[Item], race: str, taken: Counter[str]) -> Iterator[int]:
    for item in items:
        yield item.price(race, taken[item.id])
        taken[item.id] += 1


def laid_down(armies: Armies) -> tuple[str, ...]:
    """A magic weapon takes the place of all others for close combat but the sidearm.  [tp.magic.items.weapon]"""
    arms = armies.weapons.values()
    return tuple(weapon.id for weapon in arms if weapon.melee and weapon.hands and not weapon.spare)


def list_of(profile: str, roster: Roster, armies: Armies) -> tuple[ArmyList, str]:
    """The list that a profile is from, and its id there: 'pikes' is the army's own, 'mercenaries.pikes' hired."""
    army, _, id = profile.rpartition(".")
    return armies.lists[army or roster.army], id


def mounts(profile: Profile, armies: Armies) -> list[Mount]:
    """The steeds of the profile, and those that anybody may buy who may ride: the pegasus of the magic items, too,
    which is none himself.  [tp.list.steeds] [tp.item.enchanted.leftdinnear]
    """
    if not profile.mounts:
        return []
    common = [Mount(steed=s.id, points=s.points) for s in armies.steeds.values() if s.points is not None]
    return [*profile.mounts, *common]


def offers(profile: Profile, mount: Mount | None) -> list[Option]:
    """All options: of the profile, of the saddle, and the mastery of wizards."""
    found = list(profile.options)
    if profile.master:
        found.append(Option(id=MASTER, points=profile.master.points))
    if mount:
        prices = {"lance": mount.lance, "spear": mount.spear}
        found += [
            Option(id=weapon, points=points, gives=(weapon, "sidearm"), takes=("hand weapon",))
            for weapon, points in prices.items()
            if points is not None
        ]
    return found


# --- what cannot be looked up -------------------------------------------------------------------------------


def choice_faults(roster: Roster, armies: Armies) -> Iterator[Fault]:
    """Names that stand for nothing, with what they may have been meant for."""
    if roster.army not in armies.lists:
        yield "army", _expected("an army list", roster.army, armies.lists)
        return
    for named in named_entries(roster):
        yield from ((f"{named.key}.{key}", expected) for key, expected in _entry_faults(named, roster, armies))


def _entry_faults(named: Named, roster: Roster, armies: Armies) -> Iterator[Fault]:
    entry = named.entry
    list_id, _, id = entry.profile.rpartition(".")
    if list_id and list_id not in armies.lists:
        yield "profile", _expected("an army list before the dot", list_id, armies.lists)
        return
    army = armies.lists[list_id or roster.army]
    wanted = [profile.id for profile in army.profile if _fits(profile, entry)]
    if id not in wanted:
        kind = "a character" if isinstance(entry, Character) else "a group"
        yield "profile", _expected(f"{kind} of the list {army.id}", id, wanted) + _elsewhere(id, army, entry)
        return
    profile = army.find(id)
    mount = None
    if isinstance(entry, Character):
        if entry.role and entry.role not in get_args(Role):
            yield "role", f"expected {one_of(get_args(Role))}, got {entry.role}"
        mount = next((mount for mount in mounts(profile, armies) if mount.steed == entry.mount), None)
        known = [*(mount.steed for mount in mounts(profile, armies)), *profile.rides]
        if entry.mount and entry.mount not in known:
            yield "mount", _expected(f"a mount of the {profile.title}", entry.mount, known)
            return
    yield from _option_faults(entry, profile, mount)
    for number, item in enumerate(entry.items):
        if item not in ITEMS:
            yield f"items[{number}]", f"expected a magic item that is played, got {item}{nearest(item, ITEMS)}"


def _option_faults(entry: Group | Character, profile: Profile, mount: Mount | None) -> Iterator[Fault]:
    known = [option.id for option in offers(profile, mount)]
    for number, option in enumerate(entry.options):
        key = f"options[{number}]"
        if option in entry.options[:number]:
            yield key, f"expected each option once, got {option} again"
        elif option not in known and not torches_in(option):
            saddle = option in MOUNTED_WEAPONS and profile.mounts and not mount
            hint = "; it is sold with a steed only" if saddle else ""
            yield key, _expected(f"an option of the {profile.title}", option, known) + hint


def _fits(profile: Profile, entry: Group | Character) -> bool:
    return (profile.kind == "character") == isinstance(entry, Character) and profile.kind != "mount"


def _elsewhere(id: str, army: ArmyList, entry: Group | Character) -> str:
    """A profile that is there, but not for this kind of table."""
    found = next((profile for profile in army.profile if profile.id == id), None)
    if found is None:
        return ""
    if found.kind == "mount":
        return f"; {found.title} is bought as the mount of a character"
    return f"; {found.title} goes under [[{'group' if isinstance(entry, Character) else 'character'}]]"


def _expected(what: str, got: str, known: Collection[str]) -> str:
    there = f"; there are {', '.join(known)}" if known else "; there are none"
    return f"expected {what}, got {got}{nearest(got, known) or there}"
