"""A board of squares as text: a drawing for the terminal, and the rows of the tables that say it in words.

In the drawing every square is three characters with an edge around it. A piece is its front mark, its letters
or its number, and a sign, which may stand on the edge to the east if nothing else does: sides differ by the front
mark and by capital or small letters, so colour is never needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from warhost.draw.edges import features_of
from warhost.draw.grid import board_of, squares, terrain_at
from warhost.draw.ground import kinds_of
from warhost.draw.palette import SOILS, livery
from warhost.draw.terminal import Row, ink
from warhost.draw.wording import (
    FACINGS,
    area_words,
    characters_of,
    number_of,
    place,
    plain,
    runs_words,
    spot,
    units_of,
)
from warhost.engine.view import BoardView, PieceView, View

# How each feature looks lying along a row and standing between two squares; openings show a letter.
FEATURES = {
    "low_wall": ("───", "│"),
    "high_wall": ("━━━", "┃"),
    "building_wall": ("═══", "║"),
    "fence": ("┄┄┄", "┆"),
    "hedge": ("%%%", "%"),
    "rampart_crenellation": ("▀ ▀", "▐"),
    "small_door": ("═d═", "d"),
    "large_door": ("═D═", "D"),
    "window": ("═w═", "w"),
    "arrow_slit": ("═i═", "i"),
    "ladder": ("═H═", "H"),
}
UNKNOWN = ("???", "?")

# Corners by which of the edges to the N, E, S and W of them (1, 2, 4, 8) carry something.
THIN = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
DOUBLE = "·║═╚║║╔╠═╝═╩╗╣╦╬"
GROWN = {"hedge": "%", "fence": "+", "rampart_crenellation": "▀"}

SIGNS = {
    "leader": "*",
    "engaged": "x",
    "wounded": "-",
    "stunned": "!",
    "blinded": "0",
    "hypnotised": "@",
    "hidden": "?",
    "fired": ";",
    "moved": "'",
}
REAR = "¦"

# What lies on the N and E edges of squares; the S and W rims belong to row and column 0.
Edges = Mapping[tuple[int, int, str], str]


def board_lines(view: View, colour: bool, numbered: Collection[str]) -> list[str]:
    """The drawing with coordinates, and its key."""
    board = board_of(view)
    edges = edge_features(board)
    cells = cells_of(view, edges, colour, numbered)
    ruler = "    " + " ".join(f"{x:^3}" for x in range(1, board.width + 1))
    lines = [ruler]
    for y in range(board.height, 0, -1):
        row = "".join(cells[x, y] for x in range(1, board.width + 1))
        lines += [lying_row(board, edges, y), f"{y:>3}{standing(edges, 0, y)}{row} {y}"]
    return [*lines, lying_row(board, edges, 0), ruler, "", *key_lines(view, colour)]


def edge_features(board: BoardView) -> Edges:
    """Every edge by the square south or west of it; of several things on one edge the topmost is kept."""
    found: dict[tuple[int, int, str], str] = {}
    for feature in features_of(board):
        for edge in board.edges:
            if edge.feature == feature:
                x, y = edge.square
                names = {"N": (x, y, "N"), "E": (x, y, "E"), "S": (x, y - 1, "N"), "W": (x - 1, y, "E")}
                found[names[edge.side]] = feature
    return found


def lying_row(board: BoardView, edges: Edges, y: int) -> str:
    """The line of corners and edges to the north of row y."""
    line = [f"   {corner(edges, 0, y)}"]
    for x in range(1, board.width + 1):
        feature = edges.get((x, y, "N"))
        line.append((FEATURES.get(feature, UNKNOWN)[0] if feature else "   ") + corner(edges, x, y))
    return "".join(line)


def standing(edges: Edges, x: int, y: int) -> str:
    feature = edges.get((x, y, "E"))
    return FEATURES.get(feature, UNKNOWN)[1] if feature else " "


def corner(edges: Edges, x: int, y: int) -> str:
    """The north-east corner of a square, joined to whatever meets there."""
    arms = [edges.get(at) for at in ((x, y + 1, "E"), (x + 1, y, "N"), (x, y, "E"), (x, y, "N"))]
    joined = sum(1 << number for number, feature in enumerate(arms) if feature)
    kinds = {feature for feature in arms if feature}
    if len(kinds) == 1 and (grown := GROWN.get(*kinds)):
        return grown
    walled = any("═" in FEATURES.get(kind, UNKNOWN)[0] for kind in kinds)
    return (DOUBLE if walled else THIN)[joined]


def cells_of(view: View, edges: Edges, colour: bool, numbered: Collection[str]) -> dict[tuple[int, int], str]:
    """What every square shows, and its eastern edge: its terrain, or the piece on it."""
    cells, board = {}, board_of(view)
    for square in squares(board):
        kind = terrain_at(board, square)
        ground = ink(ground_cell(kind), SOILS[kind].terminal if kind in SOILS else "", colour)
        cells[square] = ground + standing(edges, *square)
    for piece in view.pieces:
        letters = letters_of(piece, piece.id in numbered or piece.unit in numbered)
        for number, square in enumerate(piece.squares):
            if square in cells:
                look = piece_cell(piece, letters, number == 0, terrain_at(board, square))
                wall = standing(edges, *square)
                cell = look.ljust(4) if wall == " " else narrowed(look)
                cells[square] = ink(cell, livery(piece.side).terminal, colour) + wall.strip()
    return cells


def ground_cell(kind: str) -> str:
    return f" {SOILS[kind].sign} " if kind in SOILS else f"({kind[:1] or '?'})"


def letters_of(piece: PieceView, numbered: bool) -> str:
    """The letters of a piece in the case of its side, or its number if that is wanted and it has one."""
    if numbered and (number := number_of(piece)):
        return number[-2:]
    return (piece.symbol.lower() if piece.side % 2 else piece.symbol.upper())[:2]


def piece_cell(piece: PieceView, letters: str, front: bool, kind: str) -> str:
    """Front mark (or rear), letters, then a state or the ground."""
    mark = livery(piece.side).fronts["NESW".index(piece.facing)] if front else REAR
    signs = [SIGNS[state] for state in SIGNS if state in piece.marks]
    ground = SOILS[kind].sign if kind in SOILS else " "
    return f"{mark}{letters}{signs[0] if signs and front else ground}"


def narrowed(look: str) -> str:
    """Beside a wall a sign takes the place of the second letter, but numbers and bare letters stay whole."""
    keep = look[1:3].isdigit() or look[-1] not in SIGNS.values()
    return (look[:3] if keep or len(look) < 4 else look[:2] + look[-1]).ljust(3)


def key_lines(view: View, colour: bool) -> list[str]:
    """All signs in use, with their meaning."""
    kinds = [f"{ground_cell(name).strip()} {plain(name)}" for name in kinds_of(board_of(view)) if name != "open"]
    features = [f"{FEATURES.get(name, UNKNOWN)[0]} {plain(name)}" for name in features_of(board_of(view))]
    seen = {mark for piece in view.pieces for mark in piece.marks}
    states = [f"{sign} {mark}" for mark, sign in SIGNS.items() if mark in seen]
    rear = [f"{REAR} rear of a long piece"] if any(len(piece.squares) > 1 for piece in view.pieces) else []
    rows = (("Ground", kinds), ("Edges", features), ("Pieces", states + rear))
    lines = [f"{name}: {', '.join(entries)}" for name, entries in rows if entries]
    return [ink(line, "", colour) for line in [*lines, *(area_words(area) for area in view.areas)]]


def piece_rows(view: View, side: int) -> list[Row]:
    """One row a unit and a character, each with its pieces below it."""
    rows: list[Row] = []
    for unit in units_of(view, side):
        members = [piece for piece in view.pieces if piece.unit == unit.id]
        strength = f"{unit.strength} of {unit.started}"
        cells = (unit.title, strength, states(members), "; ".join(unit.details))
        rows.append((cells, members_words(view, members)))
    for piece in characters_of(view, side):
        cells = (piece.title, piece.shape, states([piece]), "; ".join(piece.details))
        rows.append((cells, members_words(view, [piece])))
    return rows


def states(members: Iterable[PieceView]) -> str:
    """How many are in which state: '2 wounded, 1 stunned'."""
    counts = Counter(mark for piece in members for mark in piece.marks)
    return ", ".join(f"{count} {mark}" for mark, count in counts.items()) or "-"


def members_words(view: View, members: Iterable[PieceView]) -> list[str]:
    """Where pieces stand, those that are alike in all else on one line."""
    alike: dict[tuple[object, ...], list[PieceView]] = {}
    for piece in members:
        look = (piece.title, piece.shape, piece.symbol, piece.facing, piece.marks, piece.details)
        alike.setdefault(look, []).append(piece)
    lines = []
    for group in alike.values():
        first = group[0]
        who = f"{len(group)} {first.title} [{first.symbol}], {first.shape}, facing {FACINGS[first.facing]}"
        where = ", ".join(spot(view, piece) for piece in group)
        what = "; ".join([*first.marks, *first.details])
        lines.append(f"{who}: {where}{f' ({what})' if what else ''}")
    return lines


def ground_lines(view: View) -> list[str]:
    """Terrain row by row, and what lies on the edges."""
    board = board_of(view)
    lines = [f"The board is {board.width} squares wide and {board.height} high; the rest is open."]
    for kind in kinds_of(board):
        if kind != "open":
            area = [square for square in squares(board) if terrain_at(board, square) == kind]
            lines.append(f"{plain(kind)}: {runs_words(area)}")
    for name in features_of(board):
        there = (f"{FACINGS[e.side]} of {place(e.square)}" for e in board.edges if e.feature == name)
        lines.append(f"{plain(name)}: {', '.join(there)}")
    return lines
