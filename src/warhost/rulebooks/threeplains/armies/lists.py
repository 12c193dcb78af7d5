"""The army lists, read and checked, and which of their profiles the game can play so far.  [tp.army.lists]"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import msgspec

from warhost.engine.data import DataError, nearest, read_toml
from warhost.engine.question import Refusal

from ..weapons import Weapon, WeaponsFile
from .profiles import ArmyList, Name, NamesFile, Option, Profile, Steed, SteedsFile

DATA = Path(__file__).parents[1] / "data"
Fault = tuple[str, str]

UNBUILT_KINDS: Mapping[str, Refusal] = {
    "mob": Refusal("tp.unit.mob.class", "mobs are not played yet"),
    "skirmishers": Refusal("tp.unit.skirmish.class", "skirmishers are not played yet"),
    "chariot": Refusal("tp.machine.chariot.class", "chariots are not played yet"),
    "machine": Refusal("tp.machine.class", "war machines are not played yet"),
    "pack": Refusal("tp.beast.unit.formation", "beast units are not played yet"),
    "master": Refusal("tp.beast.unit.formation", "beast units are not played yet"),
    "mount": Refusal("tp.beast.mounted.separate", "beasts with riders are not played yet"),
}
UNBUILT_TRAITS: Mapping[str, Refusal] = {
    "scouting": Refusal("tp.trait.scouting.deploy", "scouts are not played yet"),
}
UNBUILT_ROLES: Mapping[str, Refusal] = {
    "wizard": Refusal("tp.character.wizard", "wizards are not played yet"),
}
UNBUILT_FLIGHT = Refusal("tp.move.fly", "flight is not played yet")


class Armies(msgspec.Struct, frozen=True):
    """All army lists by their ids, and what the names in them stand for."""

    lists: dict[str, ArmyList]
    steeds: dict[str, Steed]
    weapons: dict[str, Weapon]
    traits: dict[str, Name]
    armour: dict[str, Name]
    roles: dict[str, Name]
    disciplines: dict[str, Name]

    @property
    def for_hire(self) -> list[str]:
        return [army.id for army in self.lists.values() if army.for_hire]


def playable(profile: Profile) -> Refusal | None:
    """Why a profile cannot be taken into a battle yet, or nothing if it can."""
    unbuilt = [UNBUILT_KINDS.get(profile.kind)]
    unbuilt += [UNBUILT_TRAITS.get(trait) for trait in profile.all_traits]
    unbuilt += [UNBUILT_ROLES.get(role) for role in profile.roles]
    unbuilt += [UNBUILT_FLIGHT if profile.line.flight else None]
    return next((refusal for refusal in unbuilt if refusal), None)


def load_armies(data: Path = DATA) -> Armies:
    """The lists that come with the game; the first fault is raised."""
    armies = read_armies(data)
    for fault in army_faults(armies):
        raise fault
    return armies


def read_armies(data: Path = DATA) -> Armies:
    """The lists as they are written. What the old rulebook tells of troops is kept in them and marked as `sourced`.

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
    names = read_toml(data / "names.toml", NamesFile, data)
    lists = [read_toml(path, ArmyList, data) for path in sorted((data / "armies").glob("*.toml"))]
    return Armies(
        {army.id: army for army in lists},
        {steed.id: steed for steed in read_toml(data / "steeds.toml", SteedsFile, data).steed},
        {weapon.id: weapon for weapon in read_toml(data / "weapons.toml", WeaponsFile, data).weapon},
        *({name.id: name for name in group} for group in (names.trait, names.armour, names.role, names.discipline)),
    )


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
