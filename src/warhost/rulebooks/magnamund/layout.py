"""The squares and edges of a board, plain: which grounds there are, and at which level they lie."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from warhost.engine.data import Definition

Side = Literal["N", "E", "S", "W"]
Terrain = Literal["open", "slope", "marsh", "scrub", "rocks", "trees", "water", "rampart", "steps"]
Feature = Literal[
    "low_wall", "fence", "hedge", "high_wall", "building_wall", "small_door", "large_door", "window",
    "arrow_slit", "rampart_crenellation", "ladder",
]  # fmt: skip
MOST_SQUARES = 100  # along either edge of a board
Coordinate = Annotated[int, Meta(ge=0, le=MOST_SQUARES + 1)]
Level = Annotated[int, Meta(ge=-5, le=5)]
Square = tuple[Coordinate, Coordinate]
Span = tuple[Coordinate, Coordinate]
"""First and last."""
Edge = tuple[int, int, str]
"""A square and one of its sides, N, E, S or W."""

STEP: Mapping[str, Square] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE: Mapping[str, Side] = {"N": "S", "E": "W", "S": "N", "W": "E"}


class Ground(Definition, frozen=True):
    """What a square holds. Slopes and steps give the level of their top, everything else its own level."""

    terrain: Terrain
    level: Level | None = None
    top: Level | None = None
    corner: bool = False  # an external corner of a hill: it touches the plateau only at a corner point
    look: str = ""  # what it is drawn as, where the terrain does not say


GROUNDS: Mapping[str, Ground] = {
    **{name: Ground(name) for name in get_args(Terrain)},
    "floor": Ground("open", look="floor"),
    "planking": Ground("open", look="planking"),
    "hilltop": Ground("open", level=1, look="hilltop"),
    "slope": Ground("slope", top=1),
    "corner": Ground("slope", top=1, corner=True),
    "bank": Ground("slope", top=0),
    "rampart": Ground("rampart", level=1),
    "steps": Ground("steps", top=1),
}
"""Grounds that have a name of their own in a legend."""

DEFAULT_LEGEND: Mapping[str, str | Ground] = {
    ".": "open",
    "b": "scrub",
    "c": "corner",
    "f": "floor",
    "h": "hilltop",
    "k": "bank",
    "m": "marsh",
    "p": "planking",
    "r": "rocks",
    "s": "slope",
    "t": "trees",
    "w": "water",
    "R": "rampart",
    "S": "steps",
}


class Zone(Definition, frozen=True):
    """A rectangle of squares, first and last column and row."""

    x: Span
    y: Span

    def squares(self) -> Iterator[Square]:
        """From the south-west corner, row by row."""
        for y in range(self.y[0], self.y[1] + 1):
            for x in range(self.x[0], self.x[1] + 1):
                yield x, y

    def __contains__(self, square: Square) -> bool:
        return self.x[0] <= square[0] <= self.x[1] and self.y[0] <= square[1] <= self.y[1]


class PlainBoard(msgspec.Struct):
    """A board as the rules want it: plain lists by square, (1,1) in the south-west first.  [mag.board.coordinates]

    `levels` are in half levels: hilltop 2, slope 1, flat 0, bank slope -1, river -2. An edge between two
    squares is in `edges` under both of its names; so is a ladder, which may lean on a feature, in `ladders`.
    """

    width: int
    height: int
    terrain: list[str]
    looks: list[str]
    levels: list[int]
    edges: dict[Edge, str]
    ladders: list[Edge]
    corners: list[Square]

    def index(self, x: int, y: int) -> int:
        return (y - 1) * self.width + x - 1

    def holds(self, x: int, y: int) -> bool:
        return 1 <= x <= self.width and 1 <= y <= self.height


class BoardError(ValueError):
    """A board cannot be built: at which key of the board's data, and what was expected there."""

    def __init__(self, key: str, expected: str) -> None:
        super().__init__(f"{key}: {expected}")
        self.key = key
        self.expected = expected


class SketchError(BoardError):
    """A sketch cannot be read, from this line and column on."""

    def __init__(self, line: int, column: int, expected: str) -> None:
        super().__init__("sketch", f"line {line}, column {column}: {expected}")
        self.line = line
        self.column = column


def known_grounds(legend: Mapping[str, str | Ground]) -> dict[str, Ground]:
    """The default legend and the file's own, with names replaced by what they stand for."""
    grounds = {}
    for mark, ground in {**DEFAULT_LEGEND, **legend}.items():
        if isinstance(ground, str) and ground not in GROUNDS:
            raise BoardError(f"legend.{mark}", f"expected one of {', '.join(GROUNDS)}, got {ground}")
        grounds[mark] = GROUNDS[ground] if isinstance(ground, str) else ground
    return grounds


def board_of(grounds: list[list[Ground]]) -> PlainBoard:
    """A board without edge features from its rows of ground, the southernmost first."""
    width, height = len(grounds[0]), len(grounds)
    flat = [ground for row in grounds for ground in row]
    looks = [ground.look or ground.terrain for ground in flat]
    levels = [half_level(ground) for ground in flat]
    board = PlainBoard(width, height, [ground.terrain for ground in flat], looks, levels, {}, [], [])
    board.corners = [(i % width + 1, i // width + 1) for i, ground in enumerate(flat) if ground.corner]
    _sink_rivers(board, {i for i, g in enumerate(flat) if g.terrain == "water" and g.level is None})
    return board


def lay_feature(board: PlainBoard, edge: Edge, feature: str) -> None:
    """Put a feature, or a ladder, on an edge, under both of its names."""
    for name in both_names(board, edge):
        if feature != "ladder":
            board.edges[name] = feature
        elif name not in board.ladders:
            insort(board.ladders, name)


def both_names(board: PlainBoard, edge: Edge) -> list[Edge]:
    """The edge as seen from either of its squares; one on the rim of the board has only one square."""
    x, y, side = edge
    dx, dy = STEP[side]
    return [edge, (x + dx, y + dy, OPPOSITE[side])] if board.holds(x + dx, y + dy) else [edge]


def half_level(ground: Ground) -> int:
    """The level of a square in half levels; a slope is half a level below its top.  [mag.los.levels]"""
    if ground.terrain in ("slope", "steps"):
        return 2 * (1 if ground.top is None else ground.top) - 1
    return 2 * (ground.level or 0)


def _sink_rivers(board: PlainBoard, water: set[int]) -> None:
    """Water that touches a bank slope lies at the bottom of a depression, a whole body of it at once."""
    banks = {i for i, terrain in enumerate(board.terrain) if terrain == "slope" and board.levels[i] == -1}
    depths = [i for i in sorted(water) if not banks.isdisjoint(_beside(board, i))]
    while depths:
        i = depths.pop()
        if board.levels[i] != -2:
            board.levels[i] = -2
            depths.extend(j for j in _beside(board, i) if j in water)


def _beside(board: PlainBoard, i: int) -> list[int]:
    x, y = i % board.width + 1, i // board.width + 1
    return [board.index(x + dx, y + dy) for dx, dy in STEP.values() if board.holds(x + dx, y + dy)]
