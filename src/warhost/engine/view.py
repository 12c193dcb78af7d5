"""What one side may know of the table, in a form that every screen, bot and picture can use.

A rulebook fills these in; nothing in them is left to be looked up, and what the side may not know is simply
not there. Squares are (x, y), counted from 1 in the south-west corner.
"""

from __future__ import annotations

import msgspec

Square = tuple[int, int]


class EdgeView(msgspec.Struct, frozen=True):
    """Something that lies on the side of a square: a wall, a hedge, a door."""

    square: Square
    side: str  # N, E, S or W
    feature: str


class BoardView(msgspec.Struct, frozen=True):
    """A board of squares: rows of terrain from north to south, levels in the same order, and the edges."""

    width: int
    height: int
    terrain: tuple[tuple[str, ...], ...]
    levels: tuple[tuple[float, ...], ...]
    edges: tuple[EdgeView, ...] = ()


class PieceView(msgspec.Struct, frozen=True):
    id: str
    title: str
    side: int
    unit: str
    squares: tuple[Square, ...]  # the front square first
    facing: str
    symbol: str  # one or two letters for narrow drawings
    shape: str  # foot, mounted, monster, hero, mounted hero
    marks: tuple[str, ...] = ()  # states a player wants to see: leader, engaged, wounded, stunned, hidden ...
    details: tuple[str, ...] = ()  # one line each, for the hover text and the terminal


class UnitView(msgspec.Struct, frozen=True):
    id: str
    title: str
    side: int
    strength: int
    started: int
    details: tuple[str, ...] = ()


class AreaView(msgspec.Struct, frozen=True):
    """A named group of squares: an objective, a zone for placing, the reach of a piece."""

    title: str
    squares: tuple[Square, ...]
    kind: str = "objective"


class View(msgspec.Struct, frozen=True):
    title: str
    turn: int
    phase: str
    sides: tuple[str, ...]
    you: int | None  # the side that looks; None for a watcher
    active: int | None  # the side whose move it is
    board: BoardView
    pieces: tuple[PieceView, ...]
    units: tuple[UnitView, ...]
    areas: tuple[AreaView, ...] = ()
    notes: tuple[str, ...] = ()
