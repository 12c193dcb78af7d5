"""Formations as SVG: every base in its side's livery, the front marked, special models with their emblems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, hypot, radians, sin

from warhost.draw.markup import line, quoted, shape, titled
from warhost.draw.palette import INK, PAPER, YELLOW, livery
from warhost.draw.sheet import Sheet, Spot, closed, middle, number
from warhost.draw.table_wording import block_words
from warhost.draw.tiles import tile_fill
from warhost.engine.view import BlockView, Outline, View

HEADS = {
    "foot": 4.2, "archers": 4.2, "hero": 0, "mounted": 4, "mounted hero": 0, "beast": 6,
    "machine": 2.6, "chariot": 2.6,
}  # fmt: skip
"""How broad the stroke is that stands for a model."""
LONG = ("mounted", "beast")  # models drawn longer than broad
Stroke = tuple[float, float, float, float]
DRAWN: Mapping[str, Sequence[Stroke]] = {
    "machine": ((0.5, 0.2, 0.5, 0.85), (0.15, 0.45, 0.5, 0.25), (0.85, 0.45, 0.5, 0.25), (0.2, 0.85, 0.8, 0.85)),
    "chariot": ((0.5, 0.15, 0.5, 0.6), (0.25, 0.6, 0.75, 0.6), (0.15, 0.5, 0.15, 0.9), (0.85, 0.5, 0.85, 0.9)),
}
"""A bow on its frame; a shaft before a car between two wheels."""
HALF_FULL = 0.6  # less of its oblong is covered by a group that stands loosely
LIFT = 7  # how far a piece in the air is drawn away from its shadow


def roles_of(view: View) -> list[str]:
    return list(dict.fromkeys(base.role for block in view.blocks for base in block.bases if base.role))


def blocks(view: View, sheet: Sheet, roles: Sequence[str], highlight: Sequence[str]) -> str:
    """All pieces, those in the air over the others."""
    drawn = (
        block_drawing(
            view, sheet, block, f"wh-block-{place}", roles, block.id in highlight or block.unit in highlight
        )
        for place, block in enumerate(sorted(view.blocks, key=lambda block: block.airborne))
    )
    return f'<g class="pieces">{"".join(drawn)}</g>'


def block_drawing(view: View, sheet: Sheet, block: BlockView, name: str, roles: Sequence[str], lit: bool) -> str:
    """One piece: shadow, bases, models, front and emblems; one that flees is faint and leaves streaks."""
    bases = "".join(sheet.path(base.outline) for base in block.bases)
    fleeing = "fleeing" in block.marks
    drawing = (
        f'<defs><path id="{name}" d="{bases}"/></defs>'
        + (_halo(sheet, block) if lit else "")
        + _shadow(name, block.airborne)
        + f"<g{_faint(fleeing)}{_lifted(block.airborne)}>"
        + _body(sheet, block, name, fleeing)
        + (_front(sheet, block) if in_ranks(block) else _fronts(sheet, block))
        + (_streaks(sheet, block) if fleeing else "")
        + "".join(_emblem(sheet, base.outline, roles.index(base.role)) for base in block.bases if base.role)
        + "</g>"
    )
    tag = f'data-piece={quoted(block.id)} data-side="{block.side}"'
    return titled(tag, block_words(view, block), drawing)


def _faint(fleeing: bool) -> str:
    return ' opacity=".72"' if fleeing else ""


def _lifted(airborne: bool) -> str:
    return f' transform="translate({-LIFT} {-LIFT})"' if airborne else ""


def _halo(sheet: Sheet, block: BlockView) -> str:
    path = sheet.path(block.outline)
    return f'<path class="lit" d="{path}" fill="{YELLOW}" stroke="{INK}" stroke-width="11"/>' + line(
        path, YELLOW, 8
    )


def _shadow(bases: str, airborne: bool) -> str:
    if airborne:
        return f'<use href="#{bases}" fill="#000" opacity=".3"/>'
    return f'<use href="#{bases}" x="1.5" y="2" fill="#000" opacity=".22"/>'


def _body(sheet: Sheet, block: BlockView, bases: str, fleeing: bool) -> str:
    """Every base within one rim, and on it a stroke for its model along the way it looks.

    Places left empty in the last rank are dotted: nobody else may stand there.
    """
    cloth = livery(block.side)
    seam = cloth.colour if cloth.hatch else PAPER
    models = "".join(_model(sheet, block, base.outline) for base in block.bases if not base.role)
    head = round(HEADS.get(block.shape, HEADS["foot"]) * min(1.6, sheet.scale * 60), 1)
    empty = line(sheet.path(block.outline), INK, 0.8, dashes="2 3", opacity=".6") if in_ranks(block) else ""
    torn = ' stroke-dasharray="5 3"' if fleeing else ""
    return (
        f'{empty}<use href="#{bases}" stroke="{INK}" stroke-width="2.8"{torn}/>'
        f'<use href="#{bases}" fill="{tile_fill(block.side)}" stroke="{seam}" stroke-width=".7"/>'
        + (line(models, cloth.letters, head, cap="round", opacity=".82") if models and head else "")
    )


def in_ranks(block: BlockView) -> bool:
    """Whether its bases fill the oblong it stands in; loose groups and rings do not."""
    ground = _area(block.outline)
    return sum(_area(base.outline) for base in block.bases) > HALF_FULL * ground


def _area(outline: Outline) -> float:
    around = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in around)) / 2


def _model(sheet: Sheet, block: BlockView, outline: Outline) -> str:
    spots = sheet.spots(outline)
    x, y = middle(spots)
    if block.shape in DRAWN and len(spots) == 4:
        return _engine(spots, DRAWN[block.shape])
    if block.shape not in LONG or len(spots) < 4:
        return f"M{number(x)} {number(y)}h0"
    (ax, ay), (bx, by) = _mid(spots[0], spots[1]), _mid(spots[2], spots[3])
    dx, dy = (ax - bx) * 0.26, (ay - by) * 0.26
    return f"M{number(x - dx)} {number(y - dy)}l{number(2 * dx)} {number(2 * dy)}"


def _engine(spots: Sequence[Spot], strokes: Sequence[Stroke]) -> str:
    """A machine as strokes on its base, from corner to corner: 0, 0 is its front left, 1, 1 its back right."""
    (x, y), right, _, back = spots
    across, along = (right[0] - x, right[1] - y), (back[0] - x, back[1] - y)

    def at(a: float, b: float) -> str:
        return f"{number(x + a * across[0] + b * along[0])} {number(y + a * across[1] + b * along[1])}"

    return "".join(f"M{at(a, b)}L{at(c, d)}" for a, b, c, d in strokes)


def _mid(a: Spot, b: Spot) -> Spot:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _front(sheet: Sheet, block: BlockView) -> str:
    """The front edge drawn strongly, with a point in its middle: solid or hollow, by side."""
    cloth = livery(block.side)
    left, right = sheet.at(block.outline[0]), sheet.at(block.outline[1])
    x, y = sheet.at(block.front)
    wide = hypot(right[0] - left[0], right[1] - left[1])
    size = max(5.5, min(8.0, wide / 4))
    edge = f"M{number(left[0])} {number(left[1])}L{number(right[0])} {number(right[1])}"
    ux, uy = sin(radians(block.facing / 100)), -cos(radians(block.facing / 100))
    point = closed([(x - uy * size, y + ux * size), (x + ux * size, y + uy * size), (x + uy * size, y - ux * size)])
    fill = cloth.colour if not cloth.hatch else cloth.fill
    return (
        line(edge, INK, 3.6, cap="round") + line(edge, cloth.colour, 2, cap="round") + shape(point, fill, INK, 1.1)
    )


def _fronts(sheet: Sheet, block: BlockView) -> str:
    """Those who stand anyhow have a point each."""
    cloth, points = livery(block.side), []
    for base in block.bases:
        spots = sheet.spots(base.outline)
        (x, y), (mx, my) = _mid(spots[0], spots[1]), middle(spots)
        ux, uy = (x - mx) * 0.55, (y - my) * 0.55
        points.append(closed([(x - uy, y + ux), (x + ux, y + uy), (x + uy, y - ux)]))
    return shape("".join(points), cloth.fill if cloth.hatch else cloth.colour, INK, 0.9)


def _streaks(sheet: Sheet, block: BlockView) -> str:
    """Dust behind those who run."""
    back_left, back_right = sheet.at(block.outline[3]), sheet.at(block.outline[2])
    ux, uy = sin(radians(block.facing / 100)), -cos(radians(block.facing / 100))
    strokes = []
    for part, far in ((0.15, 9), (0.38, 14), (0.62, 14), (0.85, 9)):
        x = back_left[0] + (back_right[0] - back_left[0]) * part - 3 * ux
        y = back_left[1] + (back_right[1] - back_left[1]) * part - 3 * uy
        strokes.append(f"M{number(x)} {number(y)}l{number(-far * ux)} {number(-far * uy)}")
    return line("".join(strokes), livery(block.side).colour, 2, cap="round")


def _emblem(sheet: Sheet, outline: Outline, role: int) -> str:
    x, y = middle(sheet.spots(outline))
    return f'<use href="#wh-role-{role}" x="{number(x)}" y="{number(y)}"/>'


def arcs(view: View, sheet: Sheet, highlight: Sequence[str], degrees: int, reach: float = 190) -> str:
    """What lies before the pieces that are lit: from both ends of their front, opened by so many degrees."""
    drawn = []
    for block in view.blocks:
        if degrees and (block.id in highlight or block.unit in highlight):
            left, right = sheet.at(block.outline[0]), sheet.at(block.outline[1])
            rays = [block.facing / 100 + degrees * (step / 12 - 0.5) for step in range(13)]
            rim = [_ray(left if turn < block.facing / 100 else right, turn, reach) for turn in rays]
            path = closed([left, *rim, right])
            drawn.append(
                f'<path d="{path}" fill="{YELLOW}" fill-opacity=".22"/>' + line(path, "#8a5a00", dashes="4 4")
            )
    return f'<g class="arcs">{"".join(drawn)}</g>' if drawn else ""


def _ray(start: Spot, degrees: float, reach: float) -> Spot:
    return start[0] + reach * sin(radians(degrees)), start[1] - reach * cos(radians(degrees))
