"""The words around a picture: above it the title, the turn and the sides, below it a key of all signs used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from warhost.draw.markup import shape, text_width, words
from warhost.draw.palette import INK, livery
from warhost.draw.tiles import silhouette, tile_fill
from warhost.draw.wording import plain, side_words, turn_words
from warhost.engine.view import View

LINE = 24
GAP = 18  # between two entries of a line

Entry = tuple[str, int, str]  # a drawing, the room it takes, and the words beside it


class Picture(NamedTuple):
    """A board or a table with its size, what its drawing refers to, and the key to it."""

    width: int
    height: int
    defs: str
    drawing: str
    key: list[Entry]


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


def mark_entries(marks: Sequence[str]) -> list[Entry]:
    """Every badge in the picture with its name."""
    return [
        (f'<use href="#wh-mark-{number}" x="8"/>', 20, plain(mark)) for number, mark in enumerate(marks)
    ]  # fmt: skip


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
