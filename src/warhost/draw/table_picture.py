"""A table of free measure as a picture: ground, terrain, zones, formations, with a ruler along its edges."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.draw.blocks import arcs, blocks, roles_of
from warhost.draw.board_picture import COORDINATES, border
from warhost.draw.emblems import emblem_defs
from warhost.draw.features import feature_defs, feature_labels, features, kinds_of, swatch
from warhost.draw.legend import Entry, Picture
from warhost.draw.markup import line, pattern, quoted, shape, text_width, titled, words
from warhost.draw.palette import BLOOD, FAINT_INK, GROUND, INK, PAPER, YELLOW, tint
from warhost.draw.plates import plates
from warhost.draw.sheet import Sheet, box_of, number, sheet_of, table_of
from warhost.draw.table_wording import zone_words
from warhost.draw.tiles import hatching
from warhost.draw.wording import plain
from warhost.engine.view import TableView, View, ZoneView

MEADOW = (
    560,
    shape(
        "M40 90c40-60 150-70 190-20s-10 100-80 105S10 150 40 90z"
        "M330 380c60-50 150-30 170 25s-50 95-120 90-110-70-50-115z"
        "M60 420c30-40 100-40 125 0s-15 75-65 75-90-35-60-75z",
        "#d9dcb7",
    )
    + shape(
        "M350 120c30-40 110-45 140-5s0 80-60 80-110-35-80-75zM230 270c25-25 80-25 95 5s-15 50-50 50-70-30-45-55z",
        "#e1e3c5",
    ),
)
"""Lighter and darker grass, so that a large field is not one flat colour."""


def table_picture(view: View, marks: Sequence[str], highlight: Sequence[str], arc: int) -> Picture:
    table, sheet, roles = table_of(view), sheet_of(view), roles_of(view)
    width, height = round(table.width * sheet.scale), round(table.depth * sheet.scale)
    drawing = (
        f"{border(width, height)}{ruler(table, sheet)}{ground(table, sheet)}{zones(view, sheet)}"
        f"{features(table, sheet)}{arcs(view, sheet, highlight, arc)}{feature_labels(table, sheet)}"
        f"{blocks(view, sheet, roles, highlight)}{clashes(view, sheet)}{plates(view, sheet, marks, width, height)}"
    )
    sides = dict.fromkeys([*range(len(view.sides)), *(block.side for block in view.blocks)])
    defs = "".join(hatching(side) for side in sides) + pattern("meadow", *MEADOW)
    defs += feature_defs(table) + emblem_defs(roles)
    return Picture(width, height, defs, drawing, key(table, roles))


def key(table: TableView, roles: Sequence[str]) -> list[Entry]:
    """Every kind of terrain and every emblem in the picture with its name."""
    entries: list[Entry] = [(swatch(kind), 28, plain(kind)) for kind in kinds_of(table)]
    for place, role in enumerate(roles):
        entries.append((f'<use href="#wh-role-{place}" x="8"/>', 20, plain(role)))
    return entries


def ground(table: TableView, sheet: Sheet) -> str:
    width, height = number(table.width * sheet.scale), number(table.depth * sheet.scale)
    field = f"M0 0H{width}V{height}H0Z"
    _, far = steps_of(table)
    gap, wide, deep = far * 1000, table.width, table.depth
    upright = "".join(f"M{number(x * sheet.scale)} 0V{height}" for x in range(gap, wide, gap))
    level = "".join(f"M0 {number((deep - y) * sheet.scale)}H{width}" for y in range(gap, deep, gap))
    sheet_of_grass = shape(field, GROUND) + shape(field, "url(#wh-meadow)") + shape(field, "url(#wh-open)")
    return f'<g class="ground">{sheet_of_grass}{line(upright + level, INK, 0.6, opacity=".12")}</g>'


def steps_of(table: TableView) -> tuple[int, int]:
    """How many units lie between two ticks of the ruler, and between two of its numbers."""
    return max(1, table.measure.step // 1000), max(1, table.measure.grid // 2000)


def ruler(table: TableView, sheet: Sheet) -> str:
    """Ticks and numbers along all four edges."""
    small, large = steps_of(table)
    width, height = table.width * sheet.scale, table.depth * sheet.scale
    ticks, labels = [], []
    for unit in range(0, table.width // 1000 + 1, small):
        x, long = number(unit * 1000 * sheet.scale), 9 if unit % large == 0 else 3
        ticks.append(f"M{x}-6v{-long}M{x} {number(height + 6)}v{long}")
        if unit % large == 0:
            labels += [f'<text x="{x}" y="{number(y)}">{unit}</text>' for y in (-18, height + 27)]
    for unit in range(0, table.depth // 1000 + 1, small):
        y, long = (table.depth - unit * 1000) * sheet.scale, 9 if unit % large == 0 else 3
        ticks.append(f"M-6 {number(y)}h{-long}M{number(width + 6)} {number(y)}h{long}")
        if unit % large == 0:
            labels += [f'<text x="{number(x)}" y="{number(y + 4)}">{unit}</text>' for x in (-23, width + 23)]
    return line("".join(ticks), FAINT_INK) + f"<g {COORDINATES}>{''.join(labels)}</g>"


def zones(view: View, sheet: Sheet) -> str:
    return "".join(_zone(zone, sheet) for zone in view.zones)


def _zone(zone: ZoneView, sheet: Sheet) -> str:
    """A light wash within a dashed line, its name on its upper border."""
    colours, path = tint(zone.kind), sheet.path(zone.outline)
    left, top, right, _ = box_of(sheet.spots(zone.outline))
    x, half = (left + right) / 2, text_width(zone.title, 10.5) / 2 + 6
    y = max(top, 9)
    at = f'x="{number(x - half)}" y="{number(y - 8)}" width="{number(2 * half)}"'
    plate = f'<rect {at} height="16" rx="8" fill="{PAPER}" stroke="{colours.line}"/>'
    text = f'<text x="{number(x)}" y="{number(y + 4)}" font-size="10.5" text-anchor="middle">'
    wash = f'<path d="{path}" fill="{colours.wash}" fill-opacity=".13"/>'
    rim = line(path, colours.line, 2, dashes=colours.dashes)
    name = f"{plate}{text}{words(zone.title)}</text>"
    return titled(f"data-zone={quoted(zone.title)}", zone_words(zone), wash + rim + name)


def clashes(view: View, sheet: Sheet) -> str:
    """Where blows fall: a bright, jagged line along the edges that fight."""
    drawn = []
    for clash in view.clashes:
        (ax, ay), (bx, by) = sheet.at(clash.line[0]), sheet.at(clash.line[1])
        teeth = max(2, round(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / 5))
        ux, uy = (bx - ax) / teeth, (by - ay) / teeth
        spots = [
            (ax + ux * tooth - uy * sway * 0.6, ay + uy * tooth + ux * sway * 0.6)
            for tooth in range(teeth + 1)
            for sway in [(tooth % 2) * 2 - 1]
        ]
        path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots)
        drawn.append(line(path, YELLOW, 5, cap="round") + line(path, BLOOD, 2, cap="round"))
    return f'<g class="clashes">{"".join(drawn)}</g>' if drawn else ""
