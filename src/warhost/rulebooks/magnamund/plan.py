"""The board of an encounter as a file gives it, and building it.

A file gives either `rows`, north to south, one character a square; or a `sketch`, in which the edges are
drawn between the squares (see sketch.py). Either may add `buildings` and `edges`. What a character stands for
is in `DEFAULT_LEGEND`; a file's own `legend` adds to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, field

from warhost.engine.bounds import Few, Many
from warhost.engine.data import Definition

from .layout import (
    MOST_SQUARES,
    STEP,
    BoardError,
    Feature,
    Ground,
    PlainBoard,
    Side,
    Square,
    Zone,
    board_of,
    known_grounds,
    lay_feature,
)
from .sketch import parse_sketch

Mark = Annotated[str, Meta(min_length=1, max_length=1)]
Row = Annotated[str, Meta(max_length=MOST_SQUARES)]
Rows = Annotated[tuple[Row, ...], Meta(max_length=MOST_SQUARES)]
Sketch = Annotated[str, Meta(max_length=60_000)]


class EdgeRun(Definition, frozen=True):
    """The same feature on the same side of some squares."""

    feature: Feature
    side: Side
    squares: Many[Square]


class BoardData(Definition, frozen=True):
    """A board as a file gives it. Features listed in `edges` replace the walls of `buildings`."""

    rows: Rows = ()
    sketch: Sketch = ""
    legend: dict[Mark, str | Ground] = field(default_factory=dict)
    buildings: Few[Zone] = ()
    edges: Many[EdgeRun] = ()


def build_board(data: BoardData) -> PlainBoard:
    """The board that the data describes.  [mag.board.squares, mag.los.levels, mag.terrain.edge_features]"""
    if bool(data.rows) == bool(data.sketch):
        raise BoardError("rows", "expected either rows or a sketch")
    legend = known_grounds(data.legend)
    board = parse_sketch(data.sketch, legend) if data.sketch else _board_of_rows(data.rows, legend)
    if max(board.width, board.height) > MOST_SQUARES:
        size = f"{board.width} by {board.height}"
        raise BoardError("sketch", f"expected at most {MOST_SQUARES} squares either way, got {size}")
    for number, building in enumerate(data.buildings):
        _enclose(board, building, f"buildings[{number}]")
    for number, run in enumerate(data.edges):
        _lay(board, run, f"edges[{number}]")
    return board


def _board_of_rows(rows: tuple[str, ...], legend: Mapping[str, Ground]) -> PlainBoard:
    width = len(rows[0])
    for number, row in enumerate(rows):
        if len(row) != width or not row:
            raise BoardError(f"rows[{number}]", f"expected {max(width, 1)} squares, got {len(row)}")
        for column, mark in enumerate(row, 1):
            if mark not in legend:
                marks = " ".join(legend)
                raise BoardError(f"rows[{number}]", f"column {column}: expected one of {marks}, got {mark!r}")
    return board_of([[legend[mark] for mark in row] for row in reversed(rows)])


def _enclose(board: PlainBoard, building: Zone, key: str) -> None:
    """Walls on all outer edges.  [mag.terrain.building]"""
    for x, y in building.squares():
        if not board.holds(x, y):
            raise BoardError(key, f"expected squares of the board, got ({x},{y})")
        for side, (dx, dy) in STEP.items():
            if (x + dx, y + dy) not in building:
                lay_feature(board, (x, y, side), "building_wall")


def _lay(board: PlainBoard, run: EdgeRun, key: str) -> None:
    for number, (x, y) in enumerate(run.squares):
        if not board.holds(x, y):
            raise BoardError(f"{key}.squares[{number}]", f"expected a square of the board, got ({x},{y})")
        lay_feature(board, (x, y, run.side), run.feature)
