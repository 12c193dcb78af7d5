"""Name plates: who a formation is and how many are left, with badges for its states, where they hide least."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.draw.markup import text_width, words
from warhost.draw.palette import INK, PAPER, livery
from warhost.draw.sheet import Box, Sheet, box_of, number
from warhost.engine.view import BlockView, View

HIGH, BADGE, LETTERS = 15, 14.5, 10.5
BOLD = 1.1  # letters are so much wider than usual
CLEAR = 9  # between a formation and its plate
ROW = HIGH + 3  # from one row of plates to the next
NAMES = 5  # it is so much worse to hide a name than a formation


class Plate(NamedTuple):
    block: BlockView
    text: str
    wide: float  # of the plate with its badges
    box: Box


def plates(view: View, sheet: Sheet, marks: Sequence[str], width: int, height: int) -> str:
    placed = laid_out(view, sheet, width, height)
    drawn = "".join(_drawing(plate, marks) for plate in placed)
    return f'<g class="plates" font-size="{LETTERS}" font-weight="bold" aria-hidden="true">{drawn}</g>'


def laid_out(view: View, sheet: Sheet, width: int, height: int) -> list[Plate]:
    """Every plate beside its formation, behind it if there is room."""
    taken = [_ground(sheet, block) for block in view.blocks]
    names: list[Box] = []
    placed: list[Plate] = []
    for block in view.blocks:
        text = f"{block.title} · {len(block.bases)}" if len(block.bases) > 1 else block.title
        wide = text_width(text, LETTERS) * BOLD + 12 + BADGE * len(block.marks)
        spots = _beside(_ground(sheet, block), wide, block.facing)
        costs = [_cost(box, taken, names, width, height) + rank for rank, box in enumerate(spots)]
        best = spots[costs.index(min(costs))]
        placed.append(Plate(block, text, wide, best))
        names.append(best)
    return placed


def _ground(sheet: Sheet, block: BlockView) -> Box:
    return box_of(spot for base in block.bases for spot in sheet.spots(base.outline))


def _beside(own: Box, wide: float, facing: int) -> list[Box]:
    """Behind, before, right and left of a formation, in this order; then aslant, and a row farther away."""
    left, top, right, bottom = own
    middle = (left + right - wide) / 2
    below = (middle, bottom + CLEAR, middle + wide, bottom + CLEAR + HIGH)
    above = (middle, top - CLEAR - HIGH, middle + wide, top - CLEAR)
    level = (top + bottom - HIGH) / 2
    beside = (right + CLEAR, level, right + CLEAR + wide, level + HIGH)
    before = (left - CLEAR - wide, level, left - CLEAR, level + HIGH)
    looks_down = 9000 < facing % 36000 < 27000
    first = [above, below] if looks_down else [below, above]
    shifted = [(a + shift, b, c + shift, d) for a, b, c, d in first for shift in (-wide / 3, wide / 3)]
    farther = [(a, b + row, c, d + row) for a, b, c, d in (*first, *shifted) for row in (ROW if b > top else -ROW,)]
    return [*first, beside, before, *shifted, *farther]


def _cost(box: Box, taken: Sequence[Box], names: Sequence[Box], width: int, height: int) -> float:
    """What a plate would hide there, other names above all, and how far it would stick out of the table."""
    hidden = sum(_shared(box, other) for other in taken) + NAMES * sum(_shared(box, other) for other in names)
    outside = max(0, -box[0]) + max(0, -box[1]) + max(0, box[2] - width) + max(0, box[3] - height)
    return hidden + 40 * outside


def _shared(a: Box, b: Box) -> float:
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0


def _drawing(plate: Plate, marks: Sequence[str]) -> str:
    left, top, _, _ = plate.box
    cloth = livery(plate.block.side)
    wide = plate.wide - BADGE * len(plate.block.marks)
    badges = "".join(
        f'<use href="#wh-mark-{marks.index(mark)}" x="{number(wide + BADGE * place + 9)}" y="{HIGH / 2}"/>'
        for place, mark in enumerate(plate.block.marks)
    )
    corner = 2 if cloth.cut_corners else HIGH / 2
    return (
        f'<g transform="translate({number(left)} {number(top)})">'
        f'<rect width="{number(wide)}" height="{HIGH}" rx="{corner:g}" fill="{PAPER}" fill-opacity=".93" '
        f'stroke="{cloth.colour}" stroke-width="1.4"/>'
        f'<text x="{number(wide / 2)}" y="11.2" text-anchor="middle" fill="{INK}">{words(plate.text)}</text>'
        f"{badges}</g>"
    )
