"""Pieces as SVG: tiles in their side's livery, pointed at the front, with letters and badges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warhost.draw.grid import HALF, SIDE, STEPS, TURNS, Point, board_of, centre
from warhost.draw.markup import line, pattern, quoted, shape, titled, words
from warhost.draw.palette import GOLD, INK, YELLOW, Livery, livery
from warhost.draw.wording import number_of, piece_words
from warhost.engine.view import PieceView, View

# A tile drawing serves all pieces of one side, shape and size: (side, shape, squares across, squares deep).
Mould = tuple[int, str, int, int]

HORSESHOE = "M-6 5.5L-5.5 0A5.5 5.5 0 1 1 5.5 0L6 5.5"
CLAWS = "M-8-7Q-3 0-6 8M0-8Q4 0 0 9M8-7Q10 0 6 8"
NOSE = 10  # how far the point of a tile reaches out before its shoulders
BACK = 2.5  # how far the letter stands back from the middle, to leave room for the point
# Around the letters, corners first, the first for the leader's star. Who has more states is read, not seen.
BADGE_SPOTS = ((-13, -13), (13, -13), (13, 13), (-13, 13), (-16, 0), (16, 0), (0, 16), (0, -16))


def mould(piece: PieceView) -> Mould:
    xs, ys = [x for x, _ in piece.squares], [y for _, y in piece.squares]
    wide, tall = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    across, deep = (wide, tall) if piece.facing in ("N", "S") else (tall, wide)
    return piece.side, piece.shape, across, deep


def moulds(view: View) -> dict[Mould, str]:
    """The id of every tile drawing that this view needs."""
    needed = sorted({mould(piece) for piece in view.pieces if piece.squares})
    return {key: f"wh-tile-{number}" for number, key in enumerate(needed)}


def tile_defs(view: View, tiles: Mapping[Mould, str]) -> str:
    sides = dict.fromkeys([*range(len(view.sides)), *(side for side, *_ in tiles)])
    drawings = (f'<g id="{name}">{tile(key)}</g>' for key, name in tiles.items())
    return "".join(hatching(side) for side in sides) + "".join(drawings)


def hatching(side: int) -> str:
    cloth = livery(side)
    if not cloth.hatch:
        return ""
    strokes = line(cloth.hatch, cloth.colour, 1.6, opacity=".75")
    return pattern(f"hatch-{side}", 8, shape("M0 0H8V8H0Z", cloth.fill) + strokes)


def tile_fill(side: int) -> str:
    cloth = livery(side)
    return f"url(#wh-hatch-{side})" if cloth.hatch else cloth.fill


def tile(key: Mould) -> str:
    """A tile that looks north, around the middle of its front rank."""
    side, kind, across, deep = key
    cloth = livery(side)
    wide, front, rear = across * HALF - 4, 3 - HALF, (deep - 1) * SIDE + HALF - 3
    body = silhouette(wide, front, rear, cloth.cut_corners)
    rim = silhouette(wide - 2, front + 2.2, rear - 2, cloth.cut_corners)
    return (
        line(body, "#000", 4.5, opacity=".22")
        + shape(body, tile_fill(side), INK, 1.2)
        + line(rim, GOLD if "hero" in kind else cloth.colour, 2)
        + front_mark(cloth, wide, front)
        + emblem(kind, cloth, deep)
    )


def silhouette(wide: float, front: float, rear: float, cut_corners: bool) -> str:
    """A tile with a point in front; the rear corners are rounded or cut off, by side."""
    low = rear - 5
    point = f"M{-wide:g} {front + NOSE:g}L0 {front:g}L{wide:g} {front + NOSE:g}V{low:g}"
    if cut_corners:
        return f"{point}L{wide - 5:g} {rear:g}H{5 - wide:g}L{-wide:g} {low:g}Z"
    right, left = f"Q{wide:g} {rear:g} {wide - 5:g} {rear:g}", f"Q{-wide:g} {rear:g} {-wide:g} {low:g}Z"
    return f"{point}{right}H{5 - wide:g}{left}"


def front_mark(cloth: Livery, wide: float, front: float) -> str:
    """The point in front: solid on a hatched tile, a light arrowhead on a plain one."""
    base = front + NOSE
    if cloth.hatch:
        return shape(f"M{-wide:g} {base:g}L0 {front:g}L{wide:g} {base:g}Z", cloth.colour)
    return shape(f"M-8 {base - 0.5:g}L0 {front + 4:g}L8 {base - 0.5:g}L0 {front + 7.5:g}Z", cloth.letters)


def emblem(kind: str, cloth: Livery, deep: int) -> str:
    """What the shape of a piece adds: the hero's ring, and on the rearmost square a horseshoe or claws."""
    drawn = []
    if cloth.hatch:
        drawn.append(f'<circle cy="{BACK}" r="9.5" fill="{cloth.fill}"/>')
    if "hero" in kind:
        drawn.append(f'<circle cy="{BACK}" r="10.5" fill="none" stroke="{GOLD}" stroke-width="2.2"/>')
    sign = HORSESHOE if "mounted" in kind else CLAWS if kind == "monster" else ""
    if sign and deep > 1:
        strokes = line(sign, cloth.fill, 6) + line(sign, cloth.letters, 2.5, cap="round")
        drawn.append(f'<g transform="translate(0 {(deep - 1) * SIDE})">{strokes}</g>')
    return "".join(drawn)


def pieces(view: View, tiles: Mapping[Mould, str], marks: Sequence[str], highlight: Sequence[str]) -> str:
    drawn = (
        piece_tile(view, piece, tiles[mould(piece)], marks, piece.id in highlight or piece.unit in highlight)
        for piece in view.pieces
        if piece.squares
    )
    return f'<g class="pieces" text-anchor="middle" font-weight="bold" font-size="14">{"".join(drawn)}</g>'


def piece_tile(view: View, piece: PieceView, name: str, marks: Sequence[str], lit: bool) -> str:
    """One piece: its tile turned to its facing, letters and badges upright on its front."""
    x, y = front_of(view, piece)
    turn = f' transform="rotate({TURNS[piece.facing]})"' if piece.facing != "N" else ""
    # A piece that hides is still its owner's to see, but faintly.
    faint = ' opacity=".6"' if "hidden" in piece.marks else ""
    body = f'{halo(piece, turn) if lit else ""}<use href="#{name}"{turn}{faint}/>'
    tag = f'data-piece={quoted(piece.id)} data-side="{piece.side}" transform="translate({x} {y})"'
    return titled(tag, piece_words(view, piece), body + letters(piece) + number(piece) + badges(piece, marks))


def front_of(view: View, piece: PieceView) -> Point:
    """The middle of the front rank of a piece."""
    east, north = STEPS[piece.facing]
    foremost = max(x * east + y * north for x, y in piece.squares)
    rank = [centre(board_of(view), (x, y)) for x, y in piece.squares if x * east + y * north == foremost]
    return sum(x for x, _ in rank) // len(rank), sum(y for _, y in rank) // len(rank)


def halo(piece: PieceView, turn: str) -> str:
    """A bright ground behind a piece that is to be found at once."""
    _, _, across, deep = mould(piece)
    return (
        f'<rect class="lit" x="{-across * HALF - 2}" y="{-HALF - 2}" width="{across * SIDE + 4}" '
        f'height="{deep * SIDE + 4}" rx="5" fill="{YELLOW}" stroke="{INK}" stroke-width="2.5"{turn}/>'
    )


def letters(piece: PieceView) -> str:
    size = ' font-size="11.5"' if len(piece.symbol) > 1 else ""
    east, north = STEPS[piece.facing]
    x, y = -BACK * east, 5 + BACK * north
    return f'<text x="{x:g}" y="{y:g}" fill="{livery(piece.side).letters}"{size}>{words(piece.symbol)}</text>'


def number(piece: PieceView) -> str:
    """The number that orders call a piece by, small and away from the point of its tile."""
    if not (figure := number_of(piece)):
        return ""
    y = -7 if piece.facing == "S" else 14
    return f'<text y="{y}" fill="{livery(piece.side).letters}" font-size="8">{figure}</text>'


def badges(piece: PieceView, marks: Sequence[str]) -> str:
    """The states of a piece around its letter, the leader's star always in the same corner."""
    shown = sorted(piece.marks, key=lambda mark: mark != "leader")
    spots = BADGE_SPOTS if shown[:1] == ["leader"] else BADGE_SPOTS[1:]
    return "".join(
        f'<use href="#wh-mark-{marks.index(mark)}" x="{x}" y="{y}"/>'
        for mark, (x, y) in zip(shown, spots, strict=False)
    )
