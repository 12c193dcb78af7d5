"""What lies on the edges of squares as SVG: walls, hedges, fences, and the openings in them."""

from __future__ import annotations

from warhost.draw.grid import SIDE, top_left
from warhost.draw.markup import line, quoted, shape, titled
from warhost.engine.view import BoardView, EdgeView

STONE, DARK, TIMBER, SILL = "#8c8475", "#3b342b", "#7a5230", "#efe4cc"
ALONG = "M0 0H40"
WALL = line(ALONG, DARK, 6, cap="square")
RUNGS = "M14-13V13M26-13V13M14-9H26M14-3H26M14 3H26M14 9H26"


def jambs(left: int, right: int) -> str:
    """What is left of a building wall on both sides of an opening."""
    return line(f"M0 0H{left}M{right} 0H40", DARK, 6, cap="square")


# Each feature along an edge that runs from (0,0) to (40,0); walls come first, so that openings lie over them.
FEATURES = {
    "low_wall": line(ALONG, DARK, 7, cap="round")
    + line("M-1 0H41", "#cfc8b8", 4.6, dashes="9 1.3 6 1.2 8 1.3 5 1.2"),
    "high_wall": line(ALONG, DARK, 8, cap="square")
    + line("M-3 0H43", STONE, 4.5)
    + line("M0-2V0M10-2V0M20-2V0M30-2V0M40-2V0M5 0V2M15 0V2M25 0V2M35 0V2M-3 0H43", DARK),
    "building_wall": WALL,
    "fence": line("M0-1.5H40M0 1.5H40", TIMBER, 1.3)
    + line("M0-4V4M10-4V4M20-4V4M30-4V4M40-4V4", TIMBER, 3, cap="round"),
    "hedge": shape(
        "M0 0a5 5 0 0 1 8-3a5 5 0 0 1 8 0a5 5 0 0 1 8 0a5 5 0 0 1 8 0a5 5 0 0 1 8 3"
        "a5 5 0 0 1-8 3a5 5 0 0 1-8 0a5 5 0 0 1-8 0a5 5 0 0 1-8 0a5 5 0 0 1-8-3z",
        "#5f7f3f",
        "#34491f",
        1.2,
    )
    + line("M8 0h.1M16 .5h.1M24-.5h.1M32 0h.1", "#a9c27f", 2.5, cap="round"),
    "rampart_crenellation": line(ALONG, STONE, 4)
    + shape("M1-4h8v8h-8zM16-4h8v8h-8zM31-4h8v8h-8z", "#b5ad9c", DARK, 1.5),
    "small_door": line("M11 0H29", SILL, 6) + jambs(8, 32) + line("M12 0L26 8", TIMBER, 4, cap="round"),
    "large_door": line("M4 0H36", SILL, 6) + jambs(1, 39) + line("M5 0L16 9M35 0L24 9", TIMBER, 4, cap="round"),
    "window": jambs(6, 34) + line("M9 0H31", "#d8eef7", 6) + line("M9-3H31M9 3H31M20-3V3", DARK, 1.2),
    "arrow_slit": WALL + line("M20-3V3", "#fff", 3) + line("M14 0H26", "#fff"),
    "ladder": line(RUNGS, DARK, 4.5, cap="round") + line(RUNGS, "#d9a766", 2.2, cap="round"),
}
UNKNOWN = line(ALONG, "#6b5c45", 4, dashes="3 3")

# Where an edge starts, from the north-west corner of its square, and how far it is turned: always so that
# what hangs from it (a door leaf) hangs inside the square it is named by.
PLACES = {"N": (0, 0, 0), "E": (SIDE, 0, 90), "S": (SIDE, SIDE, 180), "W": (0, SIDE, 270)}


def features_of(board: BoardView) -> list[str]:
    """The features on the board in drawing order, unknown ones last."""
    present = dict.fromkeys(edge.feature for edge in board.edges)
    return [name for name in FEATURES if name in present] + [name for name in present if name not in FEATURES]


def edge_defs(board: BoardView) -> str:
    return "".join(
        f'<g id="wh-edge-{number}">{FEATURES.get(name, UNKNOWN)}</g>'
        for number, name in enumerate(features_of(board))
    )


def edges(board: BoardView) -> str:
    """All edges, grouped by what they are."""
    groups = []
    for number, name in enumerate(features_of(board)):
        drawn = "".join(edge_use(board, edge, number) for edge in board.edges if edge.feature == name)
        groups.append(titled(f"data-feature={quoted(name)}", name.replace("_", " "), drawn))
    return f'<g class="edges">{"".join(groups)}</g>'


def edge_use(board: BoardView, edge: EdgeView, number: int) -> str:
    left, top = top_left(board, edge.square)
    dx, dy, turn = PLACES[edge.side]
    turned = f"rotate({turn})" if turn else ""
    return f'<use href="#wh-edge-{number}" transform="translate({left + dx} {top + dy}){turned}"/>'
