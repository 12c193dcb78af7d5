"""An army made ready for a battle: it goes into the setup whole, so that a save needs no lists or rosters."""

from __future__ import annotations

from typing import Literal

import msgspec

from warhost.roster.roster import Character, Group, Roster, named_entries

from ..library import Library
from ..records import ArmyList, Entry, Option
from .figure import Figure, figure_of, mounted

COMMAND = ("champion", "musician", "standard bearer")
Role = Literal["", "general", "battle standard"]


class Troops(msgspec.Struct, frozen=True):
    """A unit of the roster."""

    id: str
    title: str
    figure: Figure
    models: int
    points: int
    slot: str = "core"
    files: int = 0
    champion: bool = False
    standard: bool = False
    musician: bool = False


class Leader(msgspec.Struct, frozen=True):
    """A character; a monster that he rides is a unit of its own that carries him.  [reg.troop.monster.ridden]"""

    id: str
    title: str
    figure: Figure
    points: int
    slot: str = "hero"
    role: Role = ""
    host: str = ""  # the unit he starts in
    steed: Figure | None = None
    steed_points: int = 0


class Army(msgspec.Struct, frozen=True):
    name: str
    army: str
    points: int
    troops: tuple[Troops, ...]
    leaders: tuple[Leader, ...]
    breach: str = ""


# --- looking things up ---------------------------------------------------------------------------------------


class Choice(msgspec.Struct, frozen=True):
    """An entry of a roster with what its names stand for."""

    id: str
    key: str
    wanted: Group | Character
    entry: Entry
    options: tuple[Option, ...]
    command: tuple[str, ...]

    @property
    def models(self) -> int:
        return self.wanted.models if isinstance(self.wanted, Group) else 1

    @property
    def mount(self) -> Option | None:
        return next((option for option in self.options if option.mount), None)

    @property
    def steed_points(self) -> int:
        """The price of a monster, which counts by itself for victory points."""
        return self.mount.points if self.mount else 0

    @property
    def points(self) -> int:
        bought = sum(option.points * (self.models if option.each else 1) for option in self.options)
        return self.entry.points * self.models + bought + sum(self.entry.command[name] for name in self.command)


def choices(army: ArmyList, roster: Roster) -> list[Choice]:
    """Every line of a roster without faults."""
    return [
        Choice(named.id, named.key, named.entry, entry, _options(entry, named.entry), _command(entry, named.entry))
        for named in named_entries(roster)
        for entry in [army.entries[named.entry.profile]]
    ]


def _options(entry: Entry, wanted: Group | Character) -> tuple[Option, ...]:
    names = [name for name in wanted.options if name not in COMMAND]
    if isinstance(wanted, Character):
        names += [wanted.mount] if wanted.mount else []
        if wanted.role == "battle standard" and "battle standard" not in names:
            names.append("battle standard")
    return tuple(entry.options[name] for name in dict.fromkeys(names))


def _command(entry: Entry, wanted: Group | Character) -> tuple[str, ...]:
    if isinstance(wanted, Character):
        return ()
    return tuple(name for name in COMMAND if name in entry.command and (wanted.command or name in wanted.options))


# --- an army -------------------------------------------------------------------------------------------------


def enlist(roster: Roster, library: Library) -> Army:
    army = library.armies[roster.army]
    lines = choices(army, roster)
    general = general_of(lines)
    troops = tuple(_troops(army, line) for line in lines if not line.entry.character)
    leaders = tuple(_leader(library, army, line, general) for line in lines if line.entry.character)
    return Army(roster.name, army.id, roster.points, troops, leaders)


def _troops(army: ArmyList, line: Choice) -> Troops:
    figure, wanted = figure_of(line.entry, army.id, line.options), line.wanted
    files = wanted.files if isinstance(wanted, Group) else 0
    return Troops(
        line.id, wanted.name or figure.title, figure, line.models, line.points, line.entry.slot, files,
        *(name in line.command for name in ("champion", "standard bearer", "musician")),
    )  # fmt: skip


def _leader(library: Library, army: ArmyList, line: Choice, general: str) -> Leader:
    figure = figure_of(line.entry, army.id, line.options)
    role: Role = "battle standard" if bears_standard(line) else "general" if line.id == general else ""
    steed, cost = None, 0
    if line.mount and line.mount.mount in army.entries:
        steed, cost = figure_of(army.entries[line.mount.mount], army.id), line.steed_points
    elif line.mount:
        figure = mounted(library, figure, line.mount)
    title, host = line.wanted.name or figure.title, line.wanted.with_
    return Leader(line.id, title, figure, line.points - cost, line.entry.slot, role, host, steed, cost)


def bears_standard(line: Choice) -> bool:
    return any(option.battle_standard for option in line.options)


def general_of(lines: list[Choice]) -> str:
    """Who leads the army: the highest Leadership but for the battle standard bearer; of equal ones whom the roster
    names.  [reg.char.general]"""
    able = [line for line in lines if line.entry.character and not bears_standard(line)]
    if not able:
        return ""
    best = max(line.entry.profile.ld for line in able)
    first = [line for line in able if line.entry.profile.ld == best]
    named = [line for line in first if isinstance(line.wanted, Character) and line.wanted.role == "general"]
    return (named or first)[0].id
