"""A board of squares as a picture: ground, edges, areas and pieces, with coordinates around it."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.draw.areas import area_labels, areas
from warhost.draw.edges import edge_defs, edges, features_of
from warhost.draw.grid import SIDE, board_of, top_left
from warhost.draw.ground import ground, ground_defs, kinds_of, swatch
from warhost.draw.legend import Entry, Picture
from warhost.draw.palette import FAINT_INK
from warhost.draw.tiles import moulds, pieces, tile_defs
from warhost.draw.wording import plain
from warhost.engine.view import BoardView, View


def board_picture(view: View, marks: Sequence[str], highlight: Sequence[str]) -> Picture:
    board, tiles = board_of(view), moulds(view)
    drawing = (
        f"{frame(board)}{ground(board)}{areas(view)}{edges(board)}{area_labels(view)}"
        f"{pieces(view, tiles, marks, highlight)}"
    )
    defs = ground_defs(board) + edge_defs(board) + tile_defs(view, tiles)
    return Picture(board.width * SIDE, board.height * SIDE, defs, drawing, key(board))


def key(board: BoardView) -> list[Entry]:
    """Every kind of ground and edge in the picture with its name."""
    entries: list[Entry] = [(swatch(kind), 24, plain(kind)) for kind in kinds_of(board)]
    for number, name in enumerate(features_of(board)):
        sample = f'<use href="#wh-edge-{number}" transform="translate(2 0)scale(.7)"/>'
        entries.append((sample, 36, plain(name)))
    return entries


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
    return border(width, height) + f"<g {COORDINATES}>{columns}{rows}</g>"


COORDINATES = f'font-size="12" text-anchor="middle" fill="{FAINT_INK}" aria-hidden="true"'


def border(width: int, height: int) -> str:
    """The wood around a playing field."""
    return (
        f'<rect x="-5" y="-5" width="{width + 10}" height="{height + 10}" rx="3" fill="#5b4630"/>'
        f'<rect x="-2" y="-2" width="{width + 4}" height="{height + 4}" fill="none" stroke="#c9ab77"/>'
    )
