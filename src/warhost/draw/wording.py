"""Pieces, units, sides and areas in words: the text alternative of every drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from warhost.draw.grid import board_of, level_at, on_board, terrain_at
from warhost.engine.view import AreaView, PieceView, Square, UnitView, View

FACINGS = {"N": "north", "E": "east", "S": "south", "W": "west"}


def plain(name: str) -> str:
    """A name from the data as a player would say it."""
    return name.replace("_", " ")


def side_name(view: View, side: int) -> str:
    return view.sides[side] if 0 <= side < len(view.sides) else "nobody's"


def place(square: Square) -> str:
    return f"({square[0]},{square[1]})"


def spot(view: View, piece: PieceView) -> str:
    """The squares of a piece, front first, and what it stands on if that is not the plain."""
    if not piece.squares:
        return "off the board"
    front = piece.squares[0]
    words = "-".join(place(square) for square in piece.squares)
    if not on_board(board_of(view), front):
        return words
    kind, level = terrain_at(board_of(view), front), level_at(board_of(view), front)
    ground = "" if kind == "open" else f" on {plain(kind)}"
    return f"{words}{ground}{f' at level {level:g}' if level else ''}"


def piece_words(view: View, piece: PieceView) -> str:
    """All there is to know of a piece, first line who and where, then its states, then its details."""
    unit = next((unit.title for unit in view.units if unit.id == piece.unit), "")
    of_unit = f" of {unit}" if unit and unit != piece.title else ""
    who = f"{piece.title}{of_unit} ({side_name(view, piece.side)}), {piece.shape}"
    where = f"facing {FACINGS[piece.facing]}, {spot(view, piece)}"
    states = [", ".join(piece.marks)] if piece.marks else []
    return "\n".join([f"{who}, {where}", *states, *piece.details])


def number_of(piece: PieceView) -> str:
    """The number of a piece within its unit, by which orders call it; characters have none."""
    found = re.search(r"-(\d+)$", piece.id)
    return found[1] if found else ""


def units_of(view: View, side: int) -> list[UnitView]:
    return [unit for unit in view.units if unit.side == side]


def characters_of(view: View, side: int) -> list[PieceView]:
    """The pieces that fight for themselves: no unit of the view counts them."""
    counted = {unit.id for unit in view.units}
    return [piece for piece in view.pieces if piece.side == side and piece.unit not in counted]


def strength_words(view: View, side: int) -> str:
    units, alone = units_of(view, side), len(characters_of(view, side))
    now, before = sum(unit.strength for unit in units), sum(unit.started for unit in units)
    words = [f"{now} of {before}"] if units else []
    if alone:
        words.append(f"{alone} character{'s' * (alone > 1)}")
    return " and ".join(words) or "nobody"


def turn_words(view: View) -> str:
    return f"Turn {view.turn}, {plain(view.phase)}" if view.phase else f"Turn {view.turn}"


def side_words(view: View, side: int) -> str:
    """A side with its strength, and whether it looks on or is to move."""
    roles = [role for role, whose in (("you", view.you), ("to move", view.active)) if whose == side]
    aside = f" ({', '.join(roles)})" if roles else ""
    return f"{view.sides[side]}{aside}: {strength_words(view, side)}"


def area_words(area: AreaView) -> str:
    return f"{area.title} ({plain(area.kind)}): {squares_words(area.squares)}"


def squares_words(area: Iterable[Square]) -> str:
    """A full rectangle by its corners, anything else square by square."""
    found = sorted(set(area))
    if not found:
        return "nowhere"
    xs, ys = [x for x, _ in found], [y for _, y in found]
    corners = (min(xs), min(ys)), (max(xs), max(ys))
    full = (corners[1][0] - corners[0][0] + 1) * (corners[1][1] - corners[0][1] + 1)
    if len(found) == full > 2:
        return f"{place(corners[0])} to {place(corners[1])}"
    return " ".join(place(square) for square in found)


def runs_words(area: Iterable[Square]) -> str:
    """Squares row by row from the north, neighbours in a row drawn together: (2,13) to (4,13)."""
    runs: list[tuple[Square, Square]] = []
    for x, y in sorted(area, key=lambda square: (-square[1], square[0])):
        if runs and runs[-1][1] == (x - 1, y):
            runs[-1] = (runs[-1][0], (x, y))
        else:
            runs.append(((x, y), (x, y)))
    return ", ".join(place(a) if a == b else f"{place(a)} to {place(b)}" for a, b in runs)


def description(view: View) -> str:
    """The state of the battle in a few sentences, for those who cannot see the picture."""
    lines = [
        f"{turn_words(view)}. {field_words(view)}",
        *(side_words(view, side) for side in range(len(view.sides))),
        *(area_words(area) for area in view.areas),
        *([view.score] if view.score else []),
        *view.notes,
    ]
    return "\n".join(lines)


def field_words(view: View) -> str:
    if view.table is not None:
        wide, deep = view.table.width / 1000, view.table.depth / 1000
        return f"A table {wide:g} {view.table.measure.units} wide and {deep:g} deep."
    return f"A board {board_of(view).width} squares wide and {board_of(view).height} high."
