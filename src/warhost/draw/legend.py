"""The words around a board: above it the title, the turn and the sides, below it a key of all signs used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.draw.edges import features_of
from warhost.draw.ground import kinds_of, swatch
from warhost.draw.markup import shape, text_width, words
from warhost.draw.palette import INK, livery
from warhost.draw.tiles import silhouette, tile_fill
from warhost.draw.wording import plain, side_words, turn_words
from warhost.engine.view import View

LINE = 24
GAP = 18  # between two entries of a line

Entry = tuple[str, int, str]  # a drawing, the room it takes, and the words beside it


def head(view: View, heading: str, width: int) -> tuple[str, int]:
    """The title with turn and phase, then the sides with their strengths; and how high all this is."""
    turn = turn_words(view)
    room = width - text_width(turn, 15)
    size = max(11, min(24, int(24 * room / max(1, text_width(heading, 24)))))
    sides, height = flow((side_entry(view, side) for side in range(len(view.sides))), width, 15)
    return (
        f'<text y="26" font-size="{size}" font-weight="bold">{words(heading)}</text>'
        f'<text x="{width}" y="26" font-size="15" font-style="italic" text-anchor="end">{words(turn)}</text>'
        f'<g transform="translate(0 48)" font-size="15">{sides}</g>'
    ), 44 + height


def side_entry(view: View, side: int) -> Entry:
    tile = shape(silhouette(9, -10, 10, livery(side).cut_corners), tile_fill(side), INK)
    return f'<g transform="translate(9 0)">{tile}</g>', 24, side_words(view, side)


def key(view: View, marks: Sequence[str], width: int) -> tuple[str, int]:
    """Every kind of ground, edge and badge in the picture with its name; and how high the key is."""
    entries: list[Entry] = [(swatch(kind), 24, plain(kind)) for kind in kinds_of(view.board)]
    for number, name in enumerate(features_of(view.board)):
        sample = f'<use href="#wh-edge-{number}" transform="translate(2 0)scale(.7)"/>'
        entries.append((sample, 36, plain(name)))
    for number, mark in enumerate(marks):
        entries.append((f'<use href="#wh-mark-{number}" x="8"/>', 20, plain(mark)))
    return flow(entries, width, 12)


def flow(entries: Iterable[Entry], width: int, size: int) -> tuple[str, int]:
    """Entries one after another, in as many lines as they need; and how high these are."""
    drawn = []
    x, y = 0.0, 0
    for drawing, room, text in entries:
        wide = room + text_width(text, size)
        if x and x + wide > width:
            x, y = 0.0, y + LINE
        label = f'<text x="{room}" y="{size * 0.35:g}">{words(text)}</text>'
        drawn.append(f'<g transform="translate({x:g} {y})">{drawing}{label}</g>')
        x += wide + GAP
    return "".join(drawn), y + LINE
