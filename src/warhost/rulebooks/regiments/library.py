"""Everything the data files of Regiments hold, read once and checked against each other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from warhost.engine.catalogue import Catalogue
from warhost.engine.data import DataError, json_schema, nearest, read_toml

from .records import (
    Armour,
    ArmyList,
    Band,
    Entry,
    GroundKind,
    ScenarioEntry,
    ScenariosFile,
    Spell,
    SpellsFile,
    Status,
    Tables,
    TroopKind,
    Weapon,
    WeaponsFile,
)

DATA = Path(__file__).parent / "data"
MACHINES = ("cannon", "stone_thrower", "bolt_thrower")
"""Gear that is neither weapon nor armour of a man: the machine itself.

[reg.wm.cannon] [reg.wm.stone] [reg.wm.bolt]
"""


class Library(msgspec.Struct, frozen=True):
    armies: dict[str, ArmyList]
    weapons: dict[str, Weapon]
    spells: dict[str, Spell]  # by their rules
    scenarios: dict[str, ScenarioEntry]
    tables: Tables
    rules: Catalogue

    @property
    def armour(self) -> dict[str, Armour]:
        return {piece.id: piece for piece in self.tables.armour}

    @property
    def troops(self) -> dict[str, TroopKind]:
        return {troop.id: troop for troop in self.tables.troop}

    @property
    def grounds(self) -> dict[str, GroundKind]:
        return {kind.id: kind for kind in self.tables.ground}

    @property
    def statuses(self) -> dict[str, Status]:
        return {status.id: status for status in self.tables.status}

    def lore(self, name: str) -> list[Spell]:
        """The spells of a lore by their numbers; the first is the signature spell."""
        return sorted((one for one in self.spells.values() if one.lore == name), key=lambda one: one.number)

    def mount_entry(self, name: str) -> Entry | None:
        """The entry that has the profile of a mount of cavalry size.  [reg.army.mounts]"""
        for mount in self.tables.mount:
            if mount.id == name:
                army, _, entry = mount.entry.partition(".")
                return self.armies[army].entries[entry]
        return None


def band(chart: tuple[Band, ...], score: int) -> Band:
    """The line of a chart that a score falls on."""
    return next(line for line in chart if score <= line.upto)


@lru_cache(maxsize=8)
def load_library(extra: Path | None = None) -> Library:
    """What comes with the game, and army lists that a player's own folder adds; the first fault is raised."""
    found = read_library(extra)
    for fault in library_faults(found):
        raise fault
    return found


def read_library(extra: Path | None = None) -> Library:
    folders = [DATA] if extra is None else [DATA, extra]
    armies = {}
    for folder in folders:
        for path in sorted((folder / "armies").glob("*.toml")):
            army = read_toml(path, ArmyList, folder)
            armies[army.id] = army
    return Library(
        armies,
        {weapon.id: weapon for weapon in read_toml(DATA / "weapons.toml", WeaponsFile, DATA).weapon},
        {spell.rule: spell for spell in read_toml(DATA / "spells.toml", SpellsFile, DATA).spell},
        {one.id: one for one in read_toml(DATA / "scenarios.toml", ScenariosFile, DATA).scenario},
        read_toml(DATA / "tables.toml", Tables, DATA),
        Catalogue.read(DATA / "rules.json"),
    )


def library_faults(library: Library) -> Iterator[DataError]:
    """Names in army lists that stand for nothing."""
    gear = [*library.weapons, *library.armour, *MACHINES]
    mounts = [mount.id for mount in library.tables.mount]
    for army in library.armies.values():
        file = f"armies/{army.id}.toml"
        for entry in army.entry:
            for name in (
                *entry.gear,
                *(name for option in entry.option for name in (*option.gives, *option.takes)),
            ):
                if name not in gear:
                    yield DataError(file, entry.id, f"no gear is called {name}{nearest(name, gear)}")
            for option in entry.option:
                if option.mount and option.mount not in (*mounts, *army.entries):
                    yield DataError(file, entry.id, f"no mount is called {option.mount}")


def check(folder: Path | None) -> list[DataError]:
    try:
        return list(library_faults(read_library(folder)))
    except DataError as fault:
        return [fault]


def schemas() -> dict[str, dict[str, Any]]:
    kinds: dict[str, Any] = {
        "army": ArmyList,
        "weapons": WeaponsFile,
        "spells": SpellsFile,
        "tables": Tables,
        "scenarios": ScenariosFile,
    }
    return {name: json_schema(kind) for name, kind in kinds.items()}
