"""Everything the data files hold, read and checked against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from warhost.engine.catalogue import Catalogue, RuleText
from warhost.engine.data import DataError, json_schema, read_toml

from .checks import hero_faults, sheet_faults, weapon_faults
from .encounter import Encounter
from .encounter_checks import encounter_faults
from .sheets import HeroCard, PlaySheet, Weapon, WeaponsFile
from .tables import Tables
from .terrain import Grounds, TerrainFile

DATA = Path(__file__).parent / "data"
KINDS: Mapping[str, type[PlaySheet] | type[HeroCard] | type[Encounter]] = {
    "sheets": PlaySheet,
    "heroes": HeroCard,
    "encounters": Encounter,
}
"""The folders that hold one definition a file."""

D = TypeVar("D", PlaySheet, Weapon, HeroCard, Encounter)


class Library(msgspec.Struct, frozen=True):
    """All definitions by their ids; `files` says where each was read, by folder and id."""

    sheets: dict[str, PlaySheet]
    weapons: dict[str, Weapon]
    heroes: dict[str, HeroCard]
    tables: Tables
    grounds: Grounds
    encounters: dict[str, Encounter]
    rules: Catalogue
    files: dict[tuple[str, str], str]


def load_library(extra: Path | None = None) -> Library:
    """What comes with the game, and on top of it the player's own folder; the first fault is raised."""
    library, faults = _load(extra)
    if faults:
        raise faults[0]
    return library


def check(path: Path | None = None) -> list[DataError]:
    """Every fault of a player's own folder, read on top of what comes with the game."""
    return _load(path)[1]


def check_hero(card: HeroCard, library: Library) -> list[str]:
    """What is wrong with a hero, one line each; nothing if he may be played."""
    return [f"{key}: {expected}" for key, expected in hero_faults(card, library)]


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of each kind of file."""
    kinds = {"sheet": PlaySheet, "weapons": WeaponsFile, "hero": HeroCard, "tables": Tables, "terrain": TerrainFile}
    return {name: json_schema(kind) for name, kind in {**kinds, "encounter": Encounter}.items()}


def _load(extra: Path | None) -> tuple[Library, list[DataError]]:
    reading = _Reading()
    reading.folder(DATA)
    tables = read_toml(DATA / "tables.toml", Tables, DATA)
    grounds = Grounds(read_toml(DATA / "terrain.toml", TerrainFile, DATA))
    if extra is not None:
        reading.own_folder(extra)
    library = Library(
        reading.sheets, reading.weapons, reading.heroes, tables, grounds, reading.encounters,
        Catalogue(reading.rules), reading.files,
    )  # fmt: skip
    return library, [*reading.faults, *_cross_checks(library)]


class _Reading:
    """Folders read so far, with what was wrong in them."""

    def __init__(self) -> None:
        self.sheets: dict[str, PlaySheet] = {}
        self.weapons: dict[str, Weapon] = {}
        self.heroes: dict[str, HeroCard] = {}
        self.encounters: dict[str, Encounter] = {}
        self.rules: list[RuleText] = []
        self.files: dict[tuple[str, str], str] = {}
        self.faults: list[DataError] = []

    def folder(self, root: Path) -> None:
        if (root / "rules.json").exists():
            self._rules(Catalogue.read(root / "rules.json"))
        if (root / "weapons.toml").exists():
            self._weapons(root)
        self._each(root, "sheets", PlaySheet, self.sheets)
        self._each(root, "heroes", HeroCard, self.heroes)
        self._each(root, "encounters", Encounter, self.encounters)

    def own_folder(self, root: Path) -> None:
        """A player's folder, in which a file that nobody would read is a mistake."""
        if not root.is_dir():
            self.faults.append(DataError(str(root), "", "no such folder"))
            return
        for path in sorted(root.rglob("*.toml")):
            file = path.relative_to(root)
            if file.as_posix() != "weapons.toml" and (len(file.parts) != 2 or file.parts[0] not in KINDS):
                expected = "expected weapons.toml or a file in sheets, heroes or encounters"
                self.faults.append(DataError(file.as_posix(), "", expected))
        try:
            self.folder(root)
        except DataError as fault:
            self.faults.append(fault)

    def _rules(self, rules: Catalogue) -> None:
        known = {rule.id for rule in self.rules}
        for rule in rules:
            if rule.id in known:
                taken = DataError("rules.json", rule.id, "expected another id, there is such a rule")
                self.faults.append(taken)
            else:
                self.rules.append(rule)

    def _weapons(self, root: Path) -> None:
        try:
            weapons = read_toml(root / "weapons.toml", WeaponsFile, root).weapon
        except DataError as fault:
            self.faults.append(fault)
            return
        for number, weapon in enumerate(weapons):
            self._add("weapons", weapon, self.weapons, "weapons.toml", f"weapon[{number}].id")

    def _each(self, root: Path, folder: str, kind: type[D], known: dict[str, D]) -> None:
        for path in sorted((root / folder).glob("*.toml")):
            try:
                definition = read_toml(path, kind, root)
            except DataError as fault:
                self.faults.append(fault)
            else:
                self._add(folder, definition, known, f"{folder}/{path.name}", "id")

    def _add(self, folder: str, definition: D, known: dict[str, D], file: str, key: str) -> None:
        if definition.id in known:
            there = self.files[folder, definition.id]
            expected = f"expected another id, {definition.id} is already in {there}"
            self.faults.append(DataError(file, key, expected))
            return
        known[definition.id] = definition
        self.files[folder, definition.id] = file


def _cross_checks(library: Library) -> Iterator[DataError]:
    """Names that point nowhere, and what the rules forbid."""
    for rule in library.rules:
        for needed in rule.needs:
            if needed not in library.rules:
                yield DataError("rules.json", f"{rule.id}.needs", f"expected the id of a rule, got {needed}")
    for weapon in library.weapons.values():
        for key, expected in weapon_faults(weapon, library):
            yield DataError(library.files["weapons", weapon.id], f"{weapon.id}.{key}", expected)
    for sheet in library.sheets.values():
        for key, expected in sheet_faults(sheet, library):
            yield DataError(library.files["sheets", sheet.id], key, expected)
    for card in library.heroes.values():
        for key, expected in hero_faults(card, library):
            yield DataError(library.files["heroes", card.id], key, expected)
    for encounter in library.encounters.values():
        for key, expected in encounter_faults(encounter, library):
            yield DataError(library.files["encounters", encounter.id], key, expected)
