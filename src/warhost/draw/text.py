"""A view as text: a drawing for the terminal, and tables that say in words all that the drawing shows."""

from __future__ import annotations

from collections.abc import Collection

from warhost.draw.board_text import board_lines, ground_lines, piece_rows
from warhost.draw.palette import livery
from warhost.draw.table_text import block_rows, feature_lines, table_lines
from warhost.draw.terminal import columns, ink
from warhost.draw.wording import area_words, side_words, turn_words
from warhost.engine.view import View

TITLES = ("name", "strength", "states", "notes")


def board_text(view: View, *, colour: bool = False, numbered: Collection[str] = ()) -> str:
    """The board or table as a drawing of characters with coordinates and a key; `colour` adds rich markup.

    The pieces and units in `numbered` show the numbers of their pieces instead of letters.
    """
    lines = [ink(f"{view.title}. {turn_words(view)}", "bold", colour), *side_lines(view, colour), ""]
    lines += table_lines(view, colour) if view.table else board_lines(view, colour, numbered)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def side_lines(view: View, colour: bool) -> list[str]:
    return [
        ink(f" {livery(side).fronts} {'small' if side % 2 else 'CAPITAL'} ", livery(side).terminal, colour)
        + " "
        + ink(side_words(view, side), "", colour)
        for side in range(len(view.sides))
    ]


def units_text(view: View) -> str:
    """Every unit and character in words: strength, states, notes, and where each piece stands."""
    lines = [f"{view.title}. {turn_words(view)}"]
    for side in range(len(view.sides)):
        rows = block_rows(view, side) if view.table else piece_rows(view, side)
        lines += ["", side_words(view, side), *columns(TITLES, rows)]
    rest = [*(area_words(area) for area in view.areas), *([view.score] if view.score else []), *view.notes]
    return "\n".join([*lines, *([""] if rest else []), *rest]) + "\n"


def ground_text(view: View) -> str:
    """The ground in words, for those who cannot see it."""
    return "\n".join(feature_lines(view) if view.table else ground_lines(view)) + "\n"
