"""A board as one SVG picture: ground, edges, areas and pieces, with coordinates, a heading and a key.

The picture stands alone (no fonts, links or scripts from elsewhere) and tells the same to those who cannot
see it: it has a title and a description, and every piece carries its own text.
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.draw.areas import area_labels, areas
from warhost.draw.badges import badge_defs
from warhost.draw.edges import edge_defs, edges
from warhost.draw.grid import SIDE, top_left
from warhost.draw.ground import ground, ground_defs
from warhost.draw.legend import head, key
from warhost.draw.markup import quoted, words
from warhost.draw.palette import FAINT_INK, INK, PAGE
from warhost.draw.tiles import moulds, pieces, tile_defs
from warhost.draw.wording import area_words, side_words, turn_words
from warhost.engine.view import BoardView, View

MARGIN = 36  # room for the coordinates
NARROWEST = 520  # a heading needs this much, however small the board
SERIF = "Georgia,'Palatino Linotype','DejaVu Serif',serif"


def svg(view: View, *, highlight: Sequence[str] = (), title: str | None = None) -> str:
    """The view as an SVG document; `highlight` names pieces or units to be lit up."""
    heading = title or view.title
    width = max(view.board.width * SIDE + 2 * MARGIN, NARROWEST)
    marks = list(dict.fromkeys(mark for piece in view.pieces for mark in piece.marks))
    tiles = moulds(view)
    top, top_height = head(view, heading, width - 2 * MARGIN)
    foot, foot_height = key(view, marks, width - 2 * MARGIN)
    left, down = (width - view.board.width * SIDE) // 2, top_height + MARGIN
    below = down + view.board.height * SIDE + MARGIN
    height = below + foot_height + 12
    defs = ground_defs(view.board) + edge_defs(view.board) + tile_defs(view, tiles) + badge_defs(marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="{SERIF}" fill="{INK}" '
        f'role="img" aria-label={quoted(f"{heading}. {turn_words(view)}")}>'
        f"<title>{words(heading)}</title><desc>{words(description(view))}</desc><defs>{defs}</defs>"
        f'<path d="M0 0H{width}V{height}H0Z" fill="{PAGE}"/><g transform="translate({MARGIN} 10)">{top}</g>'
        f'<g transform="translate({left} {down})">{frame(view.board)}{ground(view.board)}{areas(view)}'
        f"{edges(view.board)}{area_labels(view)}{pieces(view, tiles, marks, highlight)}</g>"
        f'<g transform="translate({MARGIN} {below + 12})" font-size="12">{foot}</g></svg>\n'
    )


def description(view: View) -> str:
    """The state of the battle in a few sentences, for those who cannot see the picture."""
    lines = [
        f"{turn_words(view)}. A board {view.board.width} squares wide and {view.board.height} high.",
        *(side_words(view, side) for side in range(len(view.sides))),
        *(area_words(area) for area in view.areas),
        *view.notes,
    ]
    return "\n".join(lines)


def frame(board: BoardView) -> str:
    """A border around the board, and the coordinates along all four sides of it."""
    width, height = board.width * SIDE, board.height * SIDE
    columns = "".join(
        f'<text x="{top_left(board, (x, 1))[0] + 20}" y="{y}">{x}</text>'
        for x in range(1, board.width + 1)
        for y in (-11, height + 20)
    )
    rows = "".join(
        f'<text x="{x}" y="{top_left(board, (1, y))[1] + 24}">{y}</text>'
        for y in range(1, board.height + 1)
        for x in (-17, width + 17)
    )
    return (
        f'<rect x="-5" y="-5" width="{width + 10}" height="{height + 10}" rx="3" fill="#5b4630"/>'
        f'<rect x="-2" y="-2" width="{width + 4}" height="{height + 4}" fill="none" stroke="#c9ab77"/>'
        f'<g font-size="12" text-anchor="middle" fill="{FAINT_INK}" aria-hidden="true">{columns}{rows}</g>'
    )
