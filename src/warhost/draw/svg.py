"""A view as one SVG picture: the board or the table, with a heading above it and a key below.

The picture stands alone (no fonts, links or scripts from elsewhere) and tells the same to those who cannot
see it: it has a title and a description, and every piece carries its own text.
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.draw.badges import badge_defs
from warhost.draw.board_picture import board_picture
from warhost.draw.legend import flow, head, mark_entries
from warhost.draw.markup import quoted, words
from warhost.draw.palette import INK, PAGE
from warhost.draw.table_picture import table_picture
from warhost.draw.wording import description, turn_words
from warhost.engine.view import View

MARGIN = 36  # room for the coordinates
NARROWEST = 520  # a heading needs this much, however small the board
SERIF = "Georgia,'Palatino Linotype','DejaVu Serif',serif"


def svg(view: View, *, highlight: Sequence[str] = (), title: str | None = None, arc: int = 0) -> str:
    """The view as an SVG document; `highlight` names pieces or units to be lit up.

    On a table those also show what lies before them, within an arc of so many degrees.
    """
    heading = title or view.title
    seen = [*(piece.marks for piece in view.pieces), *(block.marks for block in view.blocks)]
    marks = list(dict.fromkeys(mark for each in seen for mark in each))
    picture = (
        table_picture(view, marks, highlight, arc) if view.table else board_picture(view, marks, highlight)
    )  # fmt: skip
    width = max(picture.width + 2 * MARGIN, NARROWEST)
    top, top_height = head(view, heading, width - 2 * MARGIN)
    foot, foot_height = flow([*picture.key, *mark_entries(marks)], width - 2 * MARGIN, 12)
    left, down = (width - picture.width) // 2, top_height + MARGIN
    below = down + picture.height + MARGIN
    height = below + foot_height + 12
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="{SERIF}" fill="{INK}" '
        f'role="img" aria-label={quoted(f"{heading}. {turn_words(view)}")}>'
        f"<title>{words(heading)}</title><desc>{words(description(view))}</desc>"
        f"<defs>{picture.defs}{badge_defs(marks)}</defs>"
        f'<path d="M0 0H{width}V{height}H0Z" fill="{PAGE}"/><g transform="translate({MARGIN} 10)">{top}</g>'
        f'<g transform="translate({left} {down})">{picture.drawing}</g>'
        f'<g transform="translate({MARGIN} {below + 12})" font-size="12">{foot}</g></svg>\n'
    )
