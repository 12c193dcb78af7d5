"""The army lists, read and checked.  [tp.army.lists]"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from warhost.engine.data import DataError, nearest, read_toml

from ..machines.sheets import ENGINES
from ..scenario.mission import Mission
from ..weapons import Weapon, WeaponsFile
from .profiles import ArmyList, Name, NamesFile, Option, Profile, Steed, SteedsFile

DATA = Path(__file__).parents[1] / "data"
Fault = tuple[str, str]
File = TypeVar("File", bound=msgspec.Struct)


class Armies(msgspec.Struct, frozen=True):
    """All army lists by their ids, and what the names in them stand for."""

    lists: dict[str, ArmyList]
    steeds: dict[str, Steed]
    weapons: dict[str, Weapon]
    traits: dict[str, Name]
    armour: dict[str, Name]
    roles: dict[str, Name]
    disciplines: dict[str, Name]
    missions: dict[str, Mission] = {}  # scenarios that change what may be mustered

    @property
    def for_hire(self) -> list[str]:
        return [army.id for army in self.lists.values() if army.for_hire]


@cache
def _names() -> NamesFile:
    return read_toml(DATA / "names.toml", NamesFile, DATA)


@cache
def behaviours() -> Mapping[str, str]:
    """What each trait means, in a sentence."""
    return {name.id: name.text for name in _names().trait}


def load_armies(extra: Path | None = None) -> Armies:
    """The lists that come with the game, and those of a player's own folder; the first fault is raised."""
    armies = read_armies(extra)
    for fault in army_faults(armies):
        raise fault
    return armies


def read_armies(extra: Path | None = None) -> Armies:
    """The lists as they are written; what a player's own folder has under the same id replaces them.

    What the old rulebook tells of troops is kept in the game's own and marked as `sourced`.

    Men: [tp.list.source.human] [tp.list.source.guard] [tp.list.source.grand_general] [tp.list.source.halfwit]
    [tp.list.source.heavy_riders] [tp.list.source.herlanceian_specials] [tp.list.source.mercenary_spear_men]
    [tp.list.source.initiates]
    Elves: [tp.list.source.elf] [tp.list.source.elf_hero] [tp.list.source.elf_slaves] [tp.list.source.elf_scenario]
    [tp.list.source.outer_watch] [tp.list.source.imperial_watch]
    Orcs and goblins: [tp.list.source.orc] [tp.list.source.orc_deviancy] [tp.list.source.orc_bull]
    [tp.list.source.orc_runt] [tp.list.source.orc_chariot] [tp.list.source.saws] [tp.list.source.goblin_squob]
    [tp.list.source.goblin_units]
    Beasts: [tp.list.source.dragon] [tp.list.source.white_dragon] [tp.list.source.griffin] [tp.list.source.wyvern]
    [tp.list.source.ogre] [tp.list.source.troll] [tp.list.source.giant] [tp.list.source.giant_ungor]
    [tp.list.source.dogs_wolves] [tp.list.source.beast_masters]
    All: [tp.list.source.bases] [tp.list.source.longbow_access] [tp.list.source.allowance_examples]
    [tp.list.source.troop_counts]
    """
    names = _names()
    traits, armour, roles, disciplines = (
        {name.id: name for name in group} for group in (names.trait, names.armour, names.role, names.discipline)
    )
    return Armies(
        {army.id: army for army in read_all(extra, "armies/*.toml", ArmyList)},
        {steed.id: steed for file in read_all(extra, "steeds.toml", SteedsFile) for steed in file.steed},
        {weapon.id: weapon for file in read_all(extra, "weapons.toml", WeaponsFile) for weapon in file.weapon},
        traits,
        armour,
        roles,
        disciplines,
        {mission.id: mission for mission in read_all(extra, "scenarios/*.toml", Mission)},
    )


def read_all(extra: Path | None, pattern: str, kind: type[File]) -> Iterator[File]:
    """The files of this name that come with the game, then those of a player's own folder."""
    for folder in (DATA, extra) if extra else (DATA,):
        for path in sorted(folder.glob(pattern)):
            yield read_toml(path, kind, folder)


# --- what the lists must agree on ---------------------------------------------------------------------------


def army_faults(armies: Armies) -> Iterator[DataError]:
    """Names that stand for nothing.  [tp.list.names]"""
    for army in armies.lists.values():
        file = f"armies/{army.id}.toml"
        for number, profile in enumerate(army.profile):
            key = f"profile[{number}]"
            if profile.id in army.ids[:number]:
                yield DataError(file, f"{key}.id", f"expected another id, {profile.id} is taken")
            for place, expected in _profile_faults(profile, army, armies):
                yield DataError(file, f"{key}.{place} ({profile.id})", expected)


def _profile_faults(profile: Profile, army: ArmyList, armies: Armies) -> Iterator[Fault]:
    yield from _known("weapons", profile.weapons, armies.weapons, "a weapon")
    yield from _known("traits", profile.traits, armies.traits, "a trait")
    yield from _known("ratings", profile.ratings, armies.traits, "a trait")
    yield from _known("hates", profile.hates, armies.lists, "an army list")
    yield from _known("rides", profile.rides, army.ids, "a profile of the same list")
    yield from _known("mounts", [mount.steed for mount in profile.mounts], armies.steeds, "a steed")
    if profile.steed or profile.kind == "cavalry":
        yield from _known("steed", [profile.steed], armies.steeds, "a steed")
    if profile.shoots or profile.kind == "machine":
        yield from _known("shoots", [profile.shoots], ENGINES, "a way to shoot")
    if profile.masters or profile.kind == "pack":
        yield from _known("masters", [profile.masters], army.ids, "a profile of the same list")
    if profile.kind == "character" and not profile.roles:
        yield "roles", "expected the roles of a character"
    if not 1 <= profile.size[0] <= profile.size[1]:
        yield "size", f"expected the smallest and the largest number of models, got {list(profile.size)}"
    for option in profile.options:
        yield from _option_faults(option, profile, armies)


def _option_faults(option: Option, profile: Profile, armies: Armies) -> Iterator[Fault]:
    yield from _known(f"options.{option.id}.gives", option.gives, armies.weapons, "a weapon")
    carried = (*profile.weapons, *profile.all_traits, *(["shield"] if profile.shield else []))
    yield from _known(f"options.{option.id}.takes", option.takes, carried, "what the profile has")


def _known(key: str, names: Collection[str], known: Collection[str], what: str) -> Iterator[Fault]:
    for name in names:
        if name not in known:
            yield key, f"expected {what}, got {name or 'nothing'}{nearest(name, known)}"
