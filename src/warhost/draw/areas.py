"""Named areas on the board: objectives, zones for placing, the reach of a piece."""

from __future__ import annotations

from warhost.draw.grid import HALF, Point, board_of, centre, outline
from warhost.draw.markup import line, quoted, text_width, titled, words
from warhost.draw.palette import PAPER, tint
from warhost.draw.wording import area_words
from warhost.engine.view import AreaView, BoardView, Square, View

GAP = 14  # half the width of an opening in a wall


def areas(view: View) -> str:
    """Every area as a light wash within a dashed line, inside its squares so that walls stay clear."""
    drawn = []
    for area in view.areas:
        colours = tint(area.kind)
        border = outline(board_of(view), area.squares, radius=6, inset=4)
        wash = f'<path d="{border}" fill="{colours.wash}" fill-opacity=".13"/>'
        path = wash + line(border, colours.line, 2, dashes=colours.dashes)
        drawn.append(titled(f"data-area={quoted(area.title)}", area_words(area), path))
    return "".join(drawn)


def area_labels(view: View) -> str:
    return "".join(area_label(view, area) for area in view.areas if area.squares)


def area_label(view: View, area: AreaView) -> str:
    """The name of an area across its border, where it hides least."""
    half = text_width(area.title, 10.5) / 2 + 4
    x, y = label_spot(view, area, half)
    return (
        f'<g class="label"><rect x="{x - half:g}" y="{y - 7}" width="{2 * half:g}" height="14" rx="7" '
        f'fill="{PAPER}" stroke="{tint(area.kind).line}"/>'
        f'<text x="{x}" y="{y + 4}" font-size="10.5" text-anchor="middle">{words(area.title)}</text></g>'
    )


def label_spot(view: View, area: AreaView, half: float) -> Point:
    """A place on the northern or southern border of an area, clear of doors, windows and pieces if there is one."""
    board = board_of(view)
    manned = [centre(board, square) for piece in view.pieces for square in piece.squares]
    middle = sum(centre(board, square)[0] for square in area.squares) / len(area.squares)
    gaps = openings(board)
    spots = []
    for side, row in (("N", max(y for _, y in area.squares)), ("S", min(y for _, y in area.squares))):
        for square in area.squares:
            x, y = border_point(board, square, side)
            for at in (x - HALF, x, x + HALF) if square[1] == row else ():
                hidden = sum(y == gap_y and abs(at - gap_x) < half + GAP for gap_x, gap_y in gaps)
                hidden += sum(abs(y - its_y) <= HALF and abs(at - its_x) < half + HALF for its_x, its_y in manned)
                spots.append((hidden, side, abs(at - middle), at, y))
    return min(spots)[-2:]


def openings(board: BoardView) -> list[Point]:
    """The middles of all edges worth seeing, which is all but plain building wall."""
    return [
        border_point(board, edge.square, edge.side)
        for edge in board.edges
        if edge.feature != "building_wall" and edge.side in "NS"
    ]


def border_point(board: BoardView, square: Square, side: str) -> Point:
    """The middle of the northern or southern edge of a square."""
    x, y = centre(board, square)
    return x, y - HALF if side == "N" else y + HALF
