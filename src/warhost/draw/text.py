"""A board as text: a drawing for the terminal, and tables that say in words all that the drawing shows.

In the drawing every square is three characters with an edge around it. A piece is its front mark, its letters
or its number, and a sign, which may stand on the edge to the east if nothing else does: sides differ by the front
mark and by capital or small letters, so colour is never needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from rich.markup import escape

from warhost.draw.edges import features_of
from warhost.draw.grid import squares, terrain_at
from warhost.draw.ground import kinds_of
from warhost.draw.palette import SOILS, livery
from warhost.draw.wording import (
    FACINGS,
    area_words,
    characters_of,
    number_of,
    place,
    plain,
    runs_words,
    side_words,
    spot,
    turn_words,
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


def board_text(view: View, *, colour: bool = False, numbered: Collection[str] = ()) -> str:
    """The board as a drawing of characters with coordinates and a key; `colour` adds rich markup.

    The pieces and units in `numbered` show the numbers of their pieces instead of letters.
    """
    board, edges = view.board, edge_features(view.board)
    cells = cells_of(view, edges, colour, numbered)
    ruler = "    " + " ".join(f"{x:^3}" for x in range(1, board.width + 1))
    lines = [ink(f"{view.title}. {turn_words(view)}", "bold", colour), *side_lines(view, colour), "", ruler]
    for y in range(board.height, 0, -1):
        row = "".join(cells[x, y] for x in range(1, board.width + 1))
        lines += [lying_row(board, edges, y), f"{y:>3}{standing(edges, 0, y)}{row} {y}"]
    lines += [lying_row(board, edges, 0), ruler, "", *key_lines(view, colour)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def ink(text: str, style: str, colour: bool) -> str:
    if not colour:
        return text
    return f"[{style}]{escape(text)}[/]" if style else escape(text)


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
    cells = {}
    for square in squares(view.board):
        kind = terrain_at(view.board, square)
        ground = ink(ground_cell(kind), SOILS[kind].terminal if kind in SOILS else "", colour)
        cells[square] = ground + standing(edges, *square)
    for piece in view.pieces:
        letters = letters_of(piece, piece.id in numbered or piece.unit in numbered)
        for number, square in enumerate(piece.squares):
            if square in cells:
                look = piece_cell(piece, letters, number == 0, terrain_at(view.board, square))
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


def side_lines(view: View, colour: bool) -> list[str]:
    return [
        ink(f" {livery(side).fronts} {'small' if side % 2 else 'CAPITAL'} ", livery(side).terminal, colour)
        + " "
        + ink(side_words(view, side), "", colour)
        for side in range(len(view.sides))
    ]


def key_lines(view: View, colour: bool) -> list[str]:
    """All signs in use, with their meaning."""
    kinds = [f"{ground_cell(name).strip()} {plain(name)}" for name in kinds_of(view.board) if name != "open"]
    features = [f"{FEATURES.get(name, UNKNOWN)[0]} {plain(name)}" for name in features_of(view.board)]
    seen = {mark for piece in view.pieces for mark in piece.marks}
    states = [f"{sign} {mark}" for mark, sign in SIGNS.items() if mark in seen]
    rear = [f"{REAR} rear of a long piece"] if any(len(piece.squares) > 1 for piece in view.pieces) else []
    rows = (("Ground", kinds), ("Edges", features), ("Pieces", states + rear))
    lines = [f"{name}: {', '.join(entries)}" for name, entries in rows if entries]
    return [ink(line, "", colour) for line in [*lines, *(area_words(area) for area in view.areas)]]


def units_text(view: View) -> str:
    """Every unit and character in words: strength, states, notes, and where each piece stands."""
    lines = [f"{view.title}. {turn_words(view)}"]
    for side in range(len(view.sides)):
        lines += ["", side_words(view, side), *side_table(view, side)]
    rest = [area_words(area) for area in view.areas] + list(view.notes)
    return "\n".join([*lines, *([""] if rest else []), *rest]) + "\n"


def side_table(view: View, side: int) -> list[str]:
    """One row a unit and a character, each with its pieces below it."""
    rows: list[tuple[Sequence[str], Sequence[PieceView]]] = []
    for unit in units_of(view, side):
        members = [piece for piece in view.pieces if piece.unit == unit.id]
        strength = f"{unit.strength} of {unit.started}"
        rows.append(((unit.title, strength, states(members), "; ".join(unit.details)), members))
    for piece in characters_of(view, side):
        rows.append(((piece.title, piece.shape, states([piece]), "; ".join(piece.details)), [piece]))
    titles = ("name", "strength", "states", "notes")
    widths = [max(len(cells[n]) for cells in [titles, *(cells for cells, _ in rows)]) for n in range(3)]
    lines = [row(titles, widths)] if rows else []
    for cells, pieces in rows:
        lines += [row(cells, widths), *(f"    {line}" for line in members_words(view, pieces))]
    return lines


def row(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=False)]
    return ("  " + "  ".join([*padded, cells[-1]])).rstrip()


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


def ground_text(view: View) -> str:
    """The ground in words, for those who cannot see it: terrain row by row, and what lies on the edges."""
    lines = [f"The board is {view.board.width} squares wide and {view.board.height} high; the rest is open."]
    for kind in kinds_of(view.board):
        if kind != "open":
            area = [square for square in squares(view.board) if terrain_at(view.board, square) == kind]
            lines.append(f"{plain(kind)}: {runs_words(area)}")
    for name in features_of(view.board):
        there = (f"{FACINGS[e.side]} of {place(e.square)}" for e in view.board.edges if e.feature == name)
        lines.append(f"{plain(name)}: {', '.join(there)}")
    return "\n".join(lines) + "\n"
