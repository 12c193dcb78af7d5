"""All that stays the same in a battle: the armies, the table, and what every model is.  [tp.setup.steps]"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, TypeAlias

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.bounds import Many
from warhost.engine.field import terrain
from warhost.engine.field.body import Body, Poses
from warhost.engine.field.compass import EAST, NORTH, SOUTH, WEST, Angle
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, oblong, polygon
from warhost.engine.field.terraces import terraces
from warhost.engine.field.terrain import beside, fits_square
from warhost.engine.kept import Kept
from warhost.engine.own import OwnToThread

from .armies.army import Army, Leader, Recruits, Role
from .figure import SMALL, Figure, Measure, inches
from .items.creatures import GREMLIN, gremlins_in
from .land.terrain import TerrainKind, Tile
from .scenario.customs import CUSTOMS
from .scenario.fabric import FABRIC
from .scenario.load import LOAD
from .scenario.mission import PITCHED, STAMINA, USUAL, Emplaced, Mission, Part, zone_of
from .scenario.ramparts import RAMPARTS
from .scenario.sights import SIGHTS
from .special import specials
from .state import BOTH, NOBODY, VERMIN, Clock, Effect, Fate, Feature, Number, Piece, Player, Point, State
from .weapons import Weapon

GROUNDS_KEPT = 4096
TINY = 500  # points a side up to which nobody becomes an 'it'
GAP = inches(18)  # between the two deployment zones
ENDS = inches(12)  # free at both ends of a zone
COMMANDS = "tp.item.command."  # magical commands work on all who stand with their bearer


class Entry(msgspec.Struct, frozen=True):
    """A line of a roster: what was paid for a group or a character, for victory points."""

    name: str
    title: str
    side: Player
    points: int
    models: int
    deviancy: int
    role: Role | None = None  # of a character
    general: bool = False
    offered: bool = False  # there only if it is bought while its side sets up

    @property
    def lies_low(self) -> bool:
        """Not on the list of those who march up: halfwits, what is caged in an item, and what may be bought."""
        return self.role == "halfwit" or not self.points or self.offered


class Table(msgspec.Struct, frozen=True):
    """The table before anybody has set foot on it; lengths in thousandths of an inch."""

    title: str
    width: Measure
    depth: Measure
    features: Many[Feature] = ()
    tiles: tuple[Tile, ...] = ()  # random terrain is dealt from these

    @property
    def zone_depth(self) -> Length:
        return (self.depth - GAP) // 2

    @property
    def shape(self) -> Shape:
        return oblong((self.width // 2, self.depth), NORTH, self.width, self.depth)

    def holds(self, point: Point) -> bool:
        return 0 <= point[0] <= self.width and 0 <= point[1] <= self.depth

    def nearest(self, point: Point, inside: int = 0) -> Point:
        """The point of it that is nearest, so far inside of its edges."""
        x, y = point
        return min(max(inside, x), self.width - inside), min(max(inside, y), self.depth - inside)

    def to_edges(self, point: Point) -> dict[Angle, int]:
        """How far it is to the far, right, near and left edge, by their headings; less than nothing beyond one."""
        x, y = point
        return {NORTH: self.depth - y, EAST: self.width - x, SOUTH: y, WEST: x}


class Ground(terrain.Ground[TerrainKind]):
    """A feature of terrain with its kind and shape ready for use.

    What cannot be walked over hinders nobody while it is small enough, and hides nothing.
    [tp.move.obstacle.small] [tp.terrain.small_obstacle]
    """

    __slots__ = ("feature", "small")

    def __init__(self, feature: Feature, kind: TerrainKind):
        shape, obstacle = polygon(feature.points), kind.obstacle or kind.pace == "barred"
        self.feature, self.small = feature, obstacle and fits_square(shape, SMALL)
        super().__init__(
            shape, kind, bars=obstacle and not self.small, hides=(kind.blocks or kind.obstacle) and not self.small,
            height=kind.height,
        )  # fmt: skip

    @property
    def spanned(self) -> bool:
        """Water or a crevice that nobody can cross but where a bridge leads over it."""
        return self.bars and not (self.kind.blocks or self.kind.structure or self.kind.obstacle)


class Land(terrain.Land[Ground]):
    """The features of a table, sorted by what they do. It stays the same until one of them changes."""

    def __init__(self, grounds: list[Ground]):
        super().__init__(grounds)
        self.bridges = [ground for ground in grounds if ground.kind.bridge]
        over = [bridge.shape for bridge in self.bridges]
        self.bars = [
            bar for ground in grounds if ground.bars for bar in beside(ground, over if ground.spanned else ())
        ]
        self.small = [ground for ground in grounds if ground.small]
        self.slow = [
            ground for ground in grounds if ground.kind.pace == "half" or ground.kind.crossing or ground.kind.slope
        ]
        self.cover = [ground for ground in grounds if ground.kind.cover]
        self.slopes = [ground for ground in grounds if ground.kind.slope]
        self.sheer = [ground for ground in grounds if ground.kind.sheer]
        self.unsteady = [ground for ground in grounds if ground.kind.unsteady]
        self.walls = [ground for ground in grounds if ground.kind.wall]
        self.works = [ground for ground in grounds if ground.kind.turrets]
        self.terraces = terraces(self.works, _one_walk)  # [tp.siege.levels]
        self.bare = terrain.Land([ground for ground in grounds if not ground.kind.turrets]) if self.works else self
        hiding = [(ground, self.foot(ground) + max(1, ground.height)) for ground in grounds if ground.hides]
        self.woods = [(ground, level) for ground, level in hiding if ground.kind.woody]
        self.screens = [(ground, level) for ground, level in hiding if not ground.kind.woody]
        # with the level up to which they hide what is behind them


def _one_walk(one: Ground, other: Ground) -> bool:
    """Walls, bends and gates form one walk; a tower rises above it.  [tp.siege.levels]"""
    return one.kind.turrets == other.kind.turrets == "front"


class Survey(OwnToThread):
    """How all pieces lay on the table when it was last looked over, and whether nothing has changed since.

    One player may think while another drags a piece: each has a state, and so a survey, of its own.
    """

    lie: Any = None
    at_rest = False


def _first_fate(one: Recruits | Leader) -> Fate:
    if isinstance(one, Recruits) and one.offered:
        return "offered"
    return "coming" if one.later else "waiting"


def under(part: Part, figure: Figure) -> Figure:
    """A model with what the scenario gives to all of its side.

    [tp.scenario.precedence] [tp.scenario.rampage.bravery] [tp.scenario.time.no_overlap]
    [tp.scenario.last_stand.unbreakable] [tp.scenario.raid.movement]
    """
    if not (part.traits or part.ratings or part.loose):
        return figure
    ratings = figure.ratings | {trait: figure.ratings.get(trait, 0) + more for trait, more in part.ratings.items()}
    traits = (*figure.traits, *(trait for trait in part.traits if trait not in figure.traits))
    loose = figure.loose or (part.loose and figure.category != "machine")
    return msgspec.structs.replace(figure, traits=traits, ratings=ratings, loose=loose)


def told_apart(title: str, taken: Container[str]) -> str:
    """What the second army calls itself and its own where the first is called so already."""
    return f"{title} (second)" if title in taken else title


class Setting:
    """Two armies and a table, ready to be fought over."""

    def __init__(
        self,
        armies: tuple[Army, Army],
        table: Table,
        kinds: dict[str, TerrainKind],
        weapons: dict[str, Weapon],
        options: dict[str, str] | None = None,
        mission: Mission = PITCHED,
    ):
        self.mission = mission
        self.parts: tuple[Part, Part] = (mission.part[0], mission.part[1]) if mission.part else (USUAL, USUAL)
        self.ramparts, self.fabric = RAMPARTS.under(mission.rules), FABRIC.under(mission.rules)
        self.load, self.sights = LOAD.under(mission.rules), SIGHTS.under(mission.rules)
        self.customs = CUSTOMS.under(self.parts[0].rules), CUSTOMS.under(self.parts[1].rules)
        self.zones = tuple(zone_of(part.zone, part.hole) for part in self.parts) if mission.fixed else ()
        self.spares = tuple(zone_of(part.spare) for part in self.parts)
        self.hardy = any(part.stamina != STAMINA for part in self.parts)  # somebody tires later than others
        self.armies, self.table, self.kinds, self.weapons = armies, table, kinds, weapons
        self.options = options or {}
        self.unwieldy = frozenset(name for name, weapon in weapons.items() if weapon.unwieldy)
        self.figures: list[Figure] = []
        self.entries: list[Entry] = []
        self.recruits: list[Piece] = []  # as they wait for their deployment
        self.emplaced: dict[Number, Emplaced] = {}  # those that are set out before it
        for side, army in zip(BOTH, armies, strict=False):  # a table alone has none
            self._enrol(side, army)
        self.herded = any(one.kind == "master" for one in self.figures)  # beasts may lose them
        self.magical = any(one.disciplines or one.items for one in self.figures)  # somebody may cast spells
        items = [item for figure in self.figures for item in figure.items]
        self.items = frozenset(items)
        self.enchanted = bool(items)  # somebody carries a magic item
        self.spoilers = specials.spoils_magic.heeds(tuple(items))  # somebody may take magic saves away
        self.bannered = any(item.startswith(COMMANDS) for item in items)
        self.frightful = self.enchanted or any("fear" in one.ratings for one in self.figures)  # somebody may be
        self.poses = Poses()
        self.stood: dict[
            Number, tuple[tuple[object, ...], Body]
        ] = {}  # how each piece stood last, and its body then
        self.touches = Kept[tuple[object, ...], list[tuple[int, int]]]()  # which models of two loose pieces touch
        self.missiles: dict[int, list[Weapon]] = {}  # of each figure
        self.strokes: dict[tuple[object, ...], object] = {}  # what one figure does to another on average
        self.clashes: dict[tuple[object, ...], Any] = {}  # how fights go, by all that they depend on
        self.survey = Survey()
        self.afflicted: tuple[tuple[Effect, ...], dict[int, list[Effect]]] = ((), {})  # by whom they work on
        self.ranges = Kept[tuple[Body, Body], Length]()  # between two bodies
        self.gaps = Kept[tuple[Body, Body], list[tuple[Point, Point]]]()  # small ones between two bodies
        self._grounds = Kept[Feature, Ground](GROUNDS_KEPT)
        self._land: tuple[tuple[Feature, ...], Land] = ((), Land([]))

    def _enrol(self, side: Player, army: Army) -> None:
        """Names that the first army has taken are told apart in the second, in answers and in what players read."""
        taken, titles = {entry.name for entry in self.entries}, {entry.title for entry in self.entries}
        hosts: dict[str, Number] = {}
        for group in army.groups:
            name = group.id if group.id not in taken else f"{group.id}@{side + 1}"
            hosts[group.id] = self._next_number()
            fate = _first_fate(group)
            piece = Piece(name, side, 0, 0, group.models, group.command, fate, files=group.files)
            piece.torches = group.torches
            title = told_apart(group.title, titles)
            if group.stands is not None:
                self.emplaced[hosts[group.id]] = group.stands
            entry = Entry(name, title, side, group.points, group.models, group.deviancy, offered=group.offered)
            self._add(piece, group.figure, entry)
        for group in army.groups:
            if group.herds:
                self._set_behind(hosts[group.id], hosts[group.herds])
        for leader in army.leaders:
            name = leader.id if leader.id not in taken else f"{leader.id}@{side + 1}"
            number = self._next_number()
            host = hosts[leader.group] if leader.group else NOBODY
            piece = Piece(name, side, 0, 0, 1, fate=_first_fate(leader), host=host, torches=leader.torches)
            if host != NOBODY and not leader.hidden:
                piece.fate = "within"
                group_piece = self.recruits[host]
                group_piece.leaders = (*group_piece.leaders, number)
            elif host != NOBODY:
                piece.fate = "hidden"
            title = told_apart(leader.title, titles)
            entry = Entry(name, title, side, leader.points, 1, army.deviancy, leader.role, leader.general)
            self._add(piece, leader.figure, entry)
            self._cage(number, army.deviancy)

    def _next_number(self) -> Number:
        return Number(len(self.recruits))

    def _cage(self, bearer: Number, deviancy: int) -> None:
        """What may come out of his items in the battle.  [tp.list.source.gremlin]"""
        side = self.recruits[bearer].side
        for at in range(gremlins_in(self.figures[bearer].items)):
            name = f"gremlin_{at + 1}@{self.recruits[bearer].name}"
            piece = Piece(name, side, 0, 0, 1, fate="caged", host=bearer, wild=VERMIN)
            self._add(piece, GREMLIN, Entry(name, GREMLIN.title, side, 0, 1, deviancy))

    def _set_behind(self, masters: Number, pack: Number) -> None:
        """Beast masters are a piece within the pack that they herd.  [tp.beast.unit.formation]"""
        men = self.recruits[masters]
        men.fate, men.host, self.recruits[pack].masters = "within", pack, masters

    def _add(self, piece: Piece, figure: Figure, entry: Entry) -> None:
        piece.figure, piece.entry = len(self.figures), len(self.entries)
        if self.parts[piece.side].open_list:  # the enemy has had a copy of it [tp.scenario.rampage.known_enemy]
            piece.shown = figure.items
        self.figures.append(under(self.parts[piece.side], figure))
        self.entries.append(entry)
        self.recruits.append(piece)

    @property
    def size(self) -> int:
        """Game size: the points of both sides together. [tp.army.size]"""
        return sum(army.points for army in self.armies)

    @property
    def tiny(self) -> bool:
        """Both armies so small that nobody becomes an 'it'. [tp.piece.unit.tinygames]"""
        return all(army.points <= TINY for army in self.armies)

    def ground(self, feature: Feature) -> Ground:
        found = self._grounds.get(feature)
        if found is None:
            found = self._grounds.keep(feature, Ground(feature, self.kinds[feature.kind]))
        return found

    def land(self, features: tuple[Feature, ...]) -> Land:
        """The terrain of a state made ready; the last one is kept for as long as it is the very same."""
        known, land = self._land
        if features is not known:
            land = Land([self.ground(feature) for feature in features])
            self._land = features, land
        return land

    def begin(self) -> State:
        pieces = [piece.twin() for piece in self.recruits]
        return State(Clock(0), "sides", BOTH[0], BOTH[0], (0, 1), pieces, [], self.table.features)


Fight: TypeAlias = Battle[State, Setting]
