"""All that stays the same in a battle: the armies, what every model is, what was paid for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.field.body import Body, Poses
from warhost.engine.field.shapes import Shape, polygon
from warhost.engine.kept import Kept

from .armies.army import Army, Leader, Troops
from .armies.figure import Figure
from .kinds import SKIRMISHERS, Kind
from .library import Library
from .measures import DEPTH, WIDTH
from .records import GroundKind, ScenarioEntry
from .state import NOBODY, Feature, State, Unit

TABLES = 64  # that are remembered at a time


class Entry(msgspec.Struct, frozen=True):
    """A line of a roster: what was paid, for victory points."""

    name: str
    title: str
    side: int
    points: int
    models: int
    character: bool = False
    general: bool = False
    battle_standard: bool = False
    standard: bool = False


class Ground:
    """A feature of terrain ready for use."""

    __slots__ = ("feature", "kind", "parts", "shape")

    def __init__(self, feature: Feature, kind: GroundKind):
        self.feature, self.kind = feature, kind
        self.shape: Shape = polygon(feature.points)
        self.parts = [self.shape]  # without its ford
        if feature.ford:
            (a, b, c, d), (e, f, g, h) = feature.points, feature.ford
            self.parts = [polygon((a, e, h, d)), polygon((f, b, c, g))]


class Land:
    """The ground of a table, sorted by what it does."""

    __slots__ = (
        "barriers",
        "covering",
        "dangerous",
        "grounds",
        "hills",
        "impassable",
        "rivers",
        "screens",
        "woods",
    )

    def __init__(self, grounds: list[Ground]):
        self.grounds = grounds
        self.impassable = [ground for ground in grounds if ground.kind.impassable]
        self.barriers = [ground for ground in grounds if ground.kind.barrier]
        self.rivers = [ground for ground in grounds if ground.kind.id == "river"]
        self.hills = [ground for ground in grounds if ground.kind.height]
        self.woods = [ground for ground in grounds if ground.kind.id == "forest"]
        self.screens = [ground for ground in grounds if ground.kind.blocks]
        self.covering = [ground for ground in grounds if ground.kind.cover]
        self.dangerous = [ground for ground in grounds if ground.kind.dangerous]


class Setting:
    """Two armies and the field, ready to be fought over."""

    def __init__(
        self, armies: tuple[Army, Army], scenario: ScenarioEntry, library: Library, options: dict[str, str],
        features: tuple[Feature, ...] = (), laid: bool = False, size: tuple[int, int] = (WIDTH, DEPTH),
    ):  # fmt: skip
        self.armies, self.scenario, self.library, self.options = armies, scenario, library, options
        self.width, self.depth = size
        self.features, self.laid = features, laid  # terrain that was given, and whether none is to be laid out
        self.kinds: list[Kind] = []
        self.entries: list[Entry] = []
        self.recruits: list[Unit] = []
        for side, army in enumerate(armies):
            self._enrol(side, army)
        self.number = {unit.name: number for number, unit in enumerate(self.recruits)}
        self.statuses = library.statuses
        self.result = library.tables.result
        self.poses = Poses()
        self.stood: dict[int, tuple[tuple[object, ...], Body]] = {}
        self.gaps = Kept[tuple[Body, Body], int]()
        self.walks = Kept[tuple[Body, Body, int], bool]()
        self.footprint_gaps = Kept[tuple[Body, Body], int]()
        self.sights = Kept[tuple[object, ...], Any](most=TABLES)  # what was seen on them
        self._land: tuple[tuple[Feature, ...], Land] = ((), Land([]))
        self._grounds = library.grounds

    # --- enrolling -----------------------------------------------------------------------------------------

    def _enrol(self, side: int, army: Army) -> None:
        taken = {unit.name for unit in self.recruits}
        titles = Titles(_titles(army), _titles(self.armies[0]) if side else [])
        hosts: dict[str, int] = {}
        for troops in army.troops:
            hosts[troops.id] = self._add_troops(side, troops, _own(troops.id, side, taken), titles)
        for leader in army.leaders:
            name = _own(leader.id, side, taken)
            host = hosts.get(leader.host, NOBODY)
            if leader.steed is not None:
                host = self._add_steed(side, leader, name, titles)
            self._add_leader(side, leader, name, titles, host)

    def _add_troops(self, side: int, troops: Troops, name: str, titles: Titles) -> int:
        unit = Unit(
            name, side, 0, 0, troops.models, troops.champion, troops.standard, troops.musician,
            files=troops.files or self._usual_files(troops.figure, troops.models), handlers=troops.figure.handlers,
        )  # fmt: skip
        title = titles.of(troops.title)
        entry = Entry(name, title, side, troops.points, troops.models, standard=troops.standard)
        return self._add(unit, troops.figure, entry)

    def _add_leader(self, side: int, leader: Leader, name: str, titles: Titles, host: int) -> None:
        unit = Unit(name, side, 0, 0, 1, host=host, level=leader.figure.level)
        if host != NOBODY:
            unit.fate = "within"
            self.recruits[host].leaders = (*self.recruits[host].leaders, len(self.recruits))
        title = titles.of(leader.title)
        roles = leader.role == "general", leader.role == "battle standard"
        self._add(unit, leader.figure, Entry(name, title, side, leader.points, 1, True, *roles))
        if host != NOBODY and leader.steed is None and not self.kinds[unit.figure].has(SKIRMISHERS):
            self.recruits[host].loose = False  # [reg.char.join]

    def _add_steed(self, side: int, leader: Leader, name: str, titles: Titles) -> int:
        assert leader.steed is not None
        title = f"{titles.of(leader.title, again=True)}'s {leader.steed.title}"
        entry = Entry(f"{name}_mount", title, side, leader.steed_points, 1)
        return self._add(Unit(entry.name, side, 0, 0, 1), leader.steed, entry)

    def _add(self, unit: Unit, figure: Figure, entry: Entry) -> int:
        unit.figure, unit.entry = len(self.kinds), len(self.entries)
        kind = Kind(figure, self.library)
        unit.loose = kind.skirmishes(unit.models)
        unit.hurt = 0
        self.kinds.append(kind)
        self.entries.append(entry)
        self.recruits.append(unit)
        return len(self.recruits) - 1

    def _usual_files(self, figure: Figure, models: int) -> int:
        """As wide as a full rank of its kind, wider where that would be a column."""
        rank = self.library.troops[figure.troop].rank or 1
        return min(models, max(rank, 5 if models > 8 and rank == 5 else rank))

    # --- the ground ------------------------------------------------------------------------------------------

    def land(self, features: tuple[Feature, ...]) -> Land:
        known, land = self._land
        if features is not known:
            land = Land([Ground(feature, self._grounds[feature.kind]) for feature in features])
            self._land = features, land
        return land

    def on(self, option: str) -> bool:
        """Whether the players have agreed on something."""
        return self.options.get(option, "") == "on"

    def begin(self) -> State:
        units = [msgspec.structs.replace(unit) for unit in self.recruits]
        return State(0, "terrain", 0, 0, 0, units, terrain=self.features)


def _own(id: str, side: int, taken: set[str]) -> str:
    return f"{id}@{side + 1}" if id in taken else id


def _titles(army: Army) -> list[str]:
    return [*(one.title for one in army.troops), *(one.title for one in army.leaders)]


class Titles:
    """What the units of one army are called: those of the same title are numbered.

    >>> titles = Titles(["Hounds", "Riders", "Hounds"], ["Riders"])
    >>> titles.of("Hounds"), titles.of("Riders"), titles.of("Hounds")
    ('Hounds 1', 'Riders (second)', 'Hounds 2')
    """

    def __init__(self, wanted: Sequence[str], others: Sequence[str]):
        self.several = {title for title in wanted if wanted.count(title) > 1}
        self.others, self.given = set(others), Counter[str]()

    def of(self, title: str, again: bool = False) -> str:
        """The next of this title; `again` is for what belongs to him who comes next."""
        number = self.given[title] + 1
        self.given[title] += not again
        numbered = f"{title} {number}" if title in self.several else title
        return f"{numbered} (second)" if title in self.others else numbered


def told_apart(title: str, taken: set[str]) -> str:
    """What the second of two armies is called where the first has the same name."""
    return f"{title} (second)" if title in taken else title


Fight: TypeAlias = Battle[State, Setting]
