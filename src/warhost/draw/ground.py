"""The ground of a board as SVG: terrain and what grows on it, hills and their slopes, the grid."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.draw.grid import (
    SIDE,
    Point,
    centre,
    level_at,
    on_board,
    outline,
    squares,
    terrain_at,
    top_left,
    uphill,
)
from warhost.draw.markup import line, pattern, shape, titled, words
from warhost.draw.motifs import MOTIFS, SURFACES
from warhost.draw.palette import FAINT_INK, GROUND, INK, SOILS, Soil
from warhost.engine.view import BoardView, Square

# How far a motif is turned: slopes are drawn rising to the north, corners to the north-east.
TOWARDS = {
    (0, 1): 0,
    (1, 0): 90,
    (0, -1): 180,
    (-1, 0): 270,
    (1, 1): 0,
    (1, -1): 90,
    (-1, -1): 180,
    (-1, 1): 270,
}


def ground_defs(board: BoardView) -> str:
    """The motifs and surfaces that this board needs, each once."""
    kinds = kinds_of(board)
    corners = ["spur", "hollow"] if "slope" in kinds else []
    needed = dict.fromkeys(["open", *kinds, *corners])
    motifs = (f'<g id="wh-{name}">{MOTIFS[name]}</g>' for name in needed if name in MOTIFS)
    surfaces = (pattern(name, *SURFACES[name]) for name in needed if name in SURFACES)
    return "".join(motifs) + "".join(surfaces)


def kinds_of(board: BoardView) -> list[str]:
    """The kinds of terrain on the board, in the order of the palette, unknown ones last."""
    present = dict.fromkeys(kind for row in board.terrain for kind in row)
    return [kind for kind in SOILS if kind in present] + [kind for kind in present if kind not in SOILS]


def ground(board: BoardView) -> str:
    """The whole ground, from the grass up to the grid."""
    width, height = board.width * SIDE, board.height * SIDE
    sheet = f"M0 0H{width}V{height}H0Z"
    grass = shape(sheet, GROUND) + shape(sheet, "url(#wh-open)")
    places: dict[str, list[Square]] = {}
    for square in squares(board):
        places.setdefault(terrain_at(board, square), []).append(square)
    covers = "".join(cover(board, kind, places[kind]) for kind in kinds_of(board) if kind != "open")
    return f'<g class="ground">{grass}{heights(board)}{covers}{grid(board)}</g>'


def heights(board: BoardView) -> str:
    """Shades for ground above and below the plain, each level over the one before."""
    levels = {level for row in board.levels for level in row if level}
    shades = []
    for level in sorted(levels, key=lambda level: (abs(level), level)):
        area = [square for square in squares(board) if level_at(board, square) / level >= 1]
        soil = SOILS["hilltop" if level >= 1 else "slope"]
        shades.append(titled('class="height"', f"level {level:g}", region(board, area, soil)))
    return "".join(shades)


def cover(board: BoardView, kind: str, area: list[Square]) -> str:
    """One kind of terrain: its region, its surface, and what stands on each square."""
    if kind not in SOILS:
        return unknown(board, kind, area)
    drawing = region(board, area, SOILS[kind])
    if kind in SURFACES:
        drawing += shape(outline(board, area, SOILS[kind].radius), f"url(#wh-{kind})")
    if kind in MOTIFS:
        drawing += "".join(stand(board, kind, square) for square in area)
    return titled(f'class="{kind}"', kind, drawing)


def region(board: BoardView, area: Iterable[Square], soil: Soil) -> str:
    return shape(outline(board, area, soil.radius), soil.fill, soil.line, 1.5)


def stand(board: BoardView, kind: str, square: Square) -> str:
    """What stands on one square, turned to the height behind it or, if it grows wild, any way at all."""
    if kind in ("slope", "steps"):
        return rise(board, kind, square)
    return stamp(board, kind, square, 90 * ((3 * square[0] + square[1] * square[1]) % 4))


def rise(board: BoardView, kind: str, square: Square) -> str:
    east, north = uphill(board, square)
    if not east and not north:
        return ""
    if kind == "steps" or not (east and north):
        return stamp(board, kind, square, TOWARDS[(0, north) if north else (east, 0)])
    corner = "hollow" if higher(board, square, (east, 0)) and higher(board, square, (0, north)) else "spur"
    return stamp(board, corner, square, TOWARDS[east, north])


def higher(board: BoardView, square: Square, way: Point) -> bool:
    beyond = (square[0] + way[0], square[1] + way[1])
    return on_board(board, beyond) and level_at(board, beyond) > level_at(board, square)


def stamp(board: BoardView, motif: str, square: Square, turn: int) -> str:
    x, y = centre(board, square)
    turned = f"rotate({turn})" if turn else ""
    return f'<use href="#wh-{motif}" transform="translate({x} {y}){turned}"/>'


def unknown(board: BoardView, kind: str, area: list[Square]) -> str:
    """Terrain no one has drawn yet: open ground within a dotted line, with its name on it."""
    edge = line(outline(board, area, inset=2), FAINT_INK, dashes="2 3")
    names = "".join(
        label(board, square, kind)
        for square in area
        if (square[0] - 1, square[1]) not in area and (square[0], square[1] + 1) not in area
    )
    return titled('class="unknown"', kind, edge + names)


def label(board: BoardView, square: Square, text: str) -> str:
    left, top = top_left(board, square)
    return f'<text x="{left + 4}" y="{top + 11}" font-size="8" font-style="italic">{words(text)}</text>'


def grid(board: BoardView) -> str:
    width, height = board.width * SIDE, board.height * SIDE
    upright = "".join(f"M{x} 0V{height}" for x in range(SIDE, width, SIDE))
    level = "".join(f"M0 {y}H{width}" for y in range(SIDE, height, SIDE))
    return line(upright + level, INK, 0.7, opacity=".22")


def swatch(kind: str) -> str:
    """A small piece of ground for the key."""
    soil = SOILS.get(kind, SOILS["open"])
    box = '<rect y="-9" width="18" height="18" rx="2" fill="{}" stroke="{}"/>'
    drawing = box.format(soil.fill, soil.line)
    if kind in SURFACES:
        drawing += box.format(f"url(#wh-{kind})", soil.line)
    if kind in MOTIFS:
        drawing += f'<use href="#wh-{kind}" transform="translate(9 0)scale(.45)"/>'
    return drawing
