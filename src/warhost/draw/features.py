"""Terrain on a table of free measure as SVG: hills, woods, water, walls, houses, each in its own way."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.draw.markup import line, pattern, shape, titled, words
from warhost.draw.motifs import MOTIFS, SURFACES, crowns
from warhost.draw.palette import FAINT_INK, PAPER
from warhost.draw.sheet import Sheet, Spot, box_of, closed, holds, middle, number, rounded, shrunk, smooth
from warhost.draw.wording import plain
from warhost.engine.view import FeatureView, TableView

DARK, STONE, TIMBER = "#3b342b", "#bdb5a4", "#7a5230"
TREES = {
    "tree-0": crowns("#7d9460", "#566b40", ((0, 0, 11),)) + crowns("#9db27c", "", ((-3, -3, 5),)),
    "tree-1": crowns("#74895a", "#4f643b", ((0, 0, 9),)) + crowns("#94aa74", "", ((-2.5, -2.5, 4),)),
    "tree-2": crowns("#8a9f6b", "#5f7448", ((0, 0, 7.5),)) + crowns("#a9bd88", "", ((-2, -2, 3.2),)),
}
"""A wood of one kind of tree would look planted."""
LINE = 13  # between two names
WALLS = 5  # the layer of what is long and thin
ROUND = 6  # corners from which an outline was meant to be round
SIZE_OF_TREE, SIZE_OF_MOTIF = 17, 27


class Look:
    """How a kind of terrain is drawn, over what and under what, and what its drawing needs."""

    def __init__(self, draw: Callable[[list[Spot]], str], layer: int, *needs: str):
        self.draw, self.layer, self.needs = draw, layer, needs


def natural(spots: list[Spot]) -> str:
    return smooth(spots) if len(spots) > ROUND else rounded(spots, 9)


def hill(spots: list[Spot]) -> str:
    """Contour rings, the higher the lighter, with hachures running down from the brow."""
    shades = ((1, "#d3c294"), (0.82, "#dccda2"), (0.63, "#e5d8b2"), (0.42, "#eee3c3"))
    rings = "".join(shape(natural(shrunk(spots, part)), fill, "#a98f5f", 0.9) for part, fill in shades)
    return rings + line("".join(_hachures(spots)), "#a98f5f", 0.8, opacity=".8")


def _hachures(spots: list[Spot]) -> Iterator[str]:
    x, y = middle(spots)
    for (ax, ay), (bx, by) in zip(spots, spots[1:] + spots[:1], strict=True):
        steps = max(1, round(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / 9))
        for step in range(steps):
            a, b = ax + (bx - ax) * step / steps - x, ay + (by - ay) * step / steps - y
            far, near = (0.965, 0.89) if step % 2 else (0.955, 0.915)
            yield f"M{number(x + a * far)} {number(y + b * far)}L{number(x + a * near)} {number(y + b * near)}"


def wood(spots: list[Spot]) -> str:
    floor = shape(natural(spots), "#b4c394", "#7b8f5c", 1.4)
    spread = scattered(spots, SIZE_OF_TREE, 8)
    trees = (f'<use href="#wh-tree-{(row * row + row * column + 2 * column) % 3}" {_at(x, y)}/>'
             for x, y, row, column in spread)  # fmt: skip
    return floor + "".join(trees)


def strewn(fill: str, edge: str, motif: str) -> Callable[[list[Spot]], str]:
    def drawn(spots: list[Spot]) -> str:
        ground = shape(natural(spots), fill, edge, 1.3)
        spread = scattered(spots, SIZE_OF_MOTIF, 8)
        stands = (
            f'<use href="#wh-{motif}" transform="translate({number(x)} {number(y)})rotate({90 * ((3 * r + c) % 4)})'
            f'scale(.62)"/>'
            for x, y, r, c in spread
        )
        return ground + "".join(stands)

    return drawn


def scattered(spots: list[Spot], size: float, margin: float) -> list[tuple[float, float, int, int]]:
    """Places inside an outline, in rows that are not quite straight."""
    left, top, right, bottom = box_of(spots)
    left, top, right, bottom = left + margin / 2, top + margin / 2, right - margin / 2, bottom - margin / 2
    rows, columns = max(1, round((bottom - top) / size)), max(1, round((right - left) / size))
    found = []
    for row in range(rows):
        for column in range(columns):
            sway = ((7 * row + 13 * column) % 5 - 2, (11 * row + 5 * column) % 5 - 2)
            x = left + (column + 0.5 + 0.06 * sway[0]) * (right - left) / columns
            y = top + (row + 0.5 + 0.06 * sway[1]) * (bottom - top) / rows
            if holds(spots, (x, y), margin):
                found.append((x, y, row, column))
    return found or [(*middle(spots), 0, 0)]


def water(fill: str, edge: str) -> Callable[[list[Spot]], str]:
    def drawn(spots: list[Spot]) -> str:
        outline = natural(spots)
        return shape(outline, fill, edge, 1.5) + shape(outline, "url(#wh-water)")

    return drawn


def building(roof: str, shaded: str) -> Callable[[list[Spot]], str]:
    """A roof seen from above: two slopes and a ridge if it has four corners."""

    def drawn(spots: list[Spot]) -> str:
        shadow = f'<path d="{closed([(x + 3, y + 3) for x, y in spots])}" opacity=".25"/>'
        whole = shape(closed(spots), roof, DARK, 1.8)
        if len(spots) != 4:
            return shadow + whole
        a, b, c, d = _long_first(spots)
        start, end = _between(a, d, b, 0.22), _between(b, c, a, 0.22)
        slope = shape(closed([d, c, end, start]), shaded)
        ridges = "".join(
            f"M{_pair(p)}L{_pair(q)}" for p, q in ((a, start), (d, start), (b, end), (c, end), (start, end))
        )
        return shadow + whole + slope + line(closed(spots), DARK, 1.8) + line(ridges, DARK, 1)

    return drawn


def _long_first(spots: list[Spot]) -> list[Spot]:
    """The corners so that the first side is one of the long ones."""
    (ax, ay), (bx, by), (cx, cy), _ = spots
    long = (bx - ax) ** 2 + (by - ay) ** 2 >= (cx - bx) ** 2 + (cy - by) ** 2
    return spots if long else spots[1:] + spots[:1]


def _between(a: Spot, b: Spot, inwards: Spot, part: float) -> Spot:
    """The middle of the short side from a to b, moved inwards."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return x + (inwards[0] - a[0]) * part, y + (inwards[1] - a[1]) * part


def bridge(fill: str, surface: str) -> Callable[[list[Spot]], str]:
    def drawn(spots: list[Spot]) -> str:
        deck = shape(closed(spots), fill, DARK, 1) + shape(closed(spots), f"url(#wh-{surface})")
        if len(spots) != 4:
            return deck
        a, b, c, d = _long_first(spots)
        return deck + line(f"M{_pair(a)}L{_pair(b)}M{_pair(c)}L{_pair(d)}", DARK, 3.4, cap="round")

    return drawn


def wall(fill: str, edge: str, dashes: str, width: float = 1.2) -> Callable[[list[Spot]], str]:
    """Something long and thin, with its joints across."""

    def drawn(spots: list[Spot]) -> str:
        body = shape(closed(spots), fill, edge, width)
        if len(spots) != 4:
            return body
        a, b, c, d = _long_first(spots)
        thick = max(2.0, abs(((a[0] - d[0]) ** 2 + (a[1] - d[1]) ** 2) ** 0.5))
        along = f"M{_pair(_between(a, d, b, 0))}L{_pair(_between(b, c, a, 0))}"
        return body + line(along, edge, round(thick, 1), dashes=dashes)

    return drawn


def battlements(fill: str, surface: str = "rampart") -> Callable[[list[Spot]], str]:
    """The top of a fortress: flagstones one walks on, and merlons round them."""

    def drawn(spots: list[Spot]) -> str:
        outline = closed(spots)
        floor = shape(outline, fill, DARK, 1.4) + shape(outline, f"url(#wh-{surface})")
        return floor + line(closed(shrunk(spots, 0.96)), DARK, 3.2, dashes="5 4")

    return drawn


def hedge(spots: list[Spot]) -> str:
    body = shape(rounded(spots, 3), "#5f7f3f", "#34491f", 1.2)
    if len(spots) != 4:
        return body
    a, b, c, d = _long_first(spots)
    along = f"M{_pair(_between(a, d, b, 0.01))}L{_pair(_between(b, c, a, 0.01))}"
    bushes = (("#34491f", 9.5), ("#5f7f3f", 8), ("#a9c27f", 2.6))
    return "".join(line(along, colour, wide, cap="round", dashes="0 7") for colour, wide in bushes)


def landmark(spots: list[Spot]) -> str:
    """A lone tree."""
    x, y = middle(spots)
    left, _, right, _ = box_of(spots)
    size = (right - left) / 20
    return f'<use href="#wh-tree-0" transform="translate({number(x)} {number(y)})scale({size:.2f})"/>'


def paved(fill: str, edge: str, surface: str = "", opacity: float = 1) -> Callable[[list[Spot]], str]:
    """Something flat with straight edges: a road, a floor, a roof one looks through."""

    def drawn(spots: list[Spot]) -> str:
        whole = shape(closed(spots), fill, edge, 1)
        texture = shape(closed(spots), f"url(#wh-{surface})") if surface else ""
        return f'<g opacity="{opacity}">{whole}{texture}</g>' if opacity < 1 else whole + texture

    return drawn


def rungs(fill: str) -> Callable[[list[Spot]], str]:
    """Stairs and ladders: steps across the longer way."""

    def drawn(spots: list[Spot]) -> str:
        body = shape(closed(spots), fill, TIMBER, 1.2)
        if len(spots) != 4:
            return body
        a, b, c, d = _long_first(spots)
        steps = max(3, round(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 / 6))
        across = "".join(
            f"M{_pair(_along(a, b, step / steps))}L{_pair(_along(d, c, step / steps))}" for step in range(1, steps)
        )
        return body + line(across, TIMBER, 1)

    return drawn


def _along(a: Spot, b: Spot, part: float) -> Spot:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


LOOKS = {
    "hill": Look(hill, 0),
    "field": Look(strewn("#dcd79a", "#b3a95f", "scrub"), 0, "scrub"),
    "road": Look(paved("#d9c8a0", "#b39f72"), 0),
    "rough": Look(strewn("#cfd3a0", "#a3a868", "scrub"), 1, "scrub"),
    "rubble": Look(strewn("#cdc3b0", "#9a8f78", "rocks"), 1, "rocks"),
    "ruins": Look(strewn("#cdc3b0", "#7d735f", "rocks"), 1, "rocks"),
    "swamp": Look(strewn("#b9c7a0", "#7f9468", "scrub"), 1, "scrub"),
    "marsh": Look(strewn("#b9c7a0", "#7f9468", "scrub"), 1, "scrub"),
    "stream": Look(water("#b5d0da", "#7fa9be"), 1, "water"),
    "river": Look(water("#8db6ca", "#55859d"), 1, "water"),
    "water": Look(water("#a5c6d4", "#6a98ae"), 1, "water"),
    "pond": Look(water("#8db6ca", "#55859d"), 1, "water"),
    "shallow water": Look(water("#b5d0da", "#7fa9be"), 1, "water"),
    "deep water": Look(water("#8db6ca", "#55859d"), 2, "water"),
    "impassable": Look(strewn("#cdc8b8", "#8f8875", "rocks"), 2, "rocks"),
    "cliff": Look(strewn("#a89f8a", "#5d5646", "rocks"), 2, "rocks"),
    "ledge": Look(paved("#d3c7a8", "#5d5646"), 1),
    "rocks": Look(strewn("#bdb6a4", "#6f6959", "rocks"), 2, "rocks"),
    "wood": Look(wood, 3, *TREES),
    "forest": Look(wood, 3, *TREES),
    "dense wood": Look(wood, 3, *TREES),
    "ford": Look(paved("#cfe0da", "#7fa9be", opacity=0.85), 4),
    "bridge": Look(bridge("#cfae80", "planking"), 4, "planking"),
    "wooden bridge": Look(bridge("#cfae80", "planking"), 4, "planking"),
    "portable bridge": Look(bridge("#cfae80", "planking"), 4, "planking"),
    "stone bridge": Look(bridge("#c9c2b4", "rampart"), 4, "rampart"),
    "platform": Look(paved("#d8bf91", DARK, "planking"), 4, "planking"),
    "floor": Look(paved("#dcc9a4", "#8f7443", "planking"), 4, "planking"),
    "walkway": Look(bridge("#cfae80", "planking"), 4, "planking"),
    "roof": Look(paved("#b98a6a", DARK, opacity=0.45), 4),
    "stairs": Look(rungs("#e6d5b3"), WALLS),
    "ladder": Look(rungs("#f0e3c6"), WALLS),
    "wall": Look(wall(STONE, DARK, "1.1 7"), WALLS),
    "rail": Look(wall("#d9b98a", TIMBER, "1.6 6", 0.8), WALLS),
    "window": Look(paved("#cfe3ea", DARK), WALLS),
    "door": Look(paved("#a9713f", DARK), WALLS),
    "barricade": Look(wall("#c9a06c", TIMBER, "3 5"), WALLS),
    "obstacle": Look(paved("#b9935f", DARK), WALLS),
    "stone wall": Look(wall(STONE, DARK, "1.1 7"), WALLS),
    "fence": Look(wall("#c9a06c", TIMBER, "2.6 9"), WALLS),
    "hedge": Look(hedge, WALLS),
    "high wall": Look(wall("#8c8475", DARK, "1.2 9", 2.2), WALLS),
    "fortress wall": Look(battlements("#c4bcab"), WALLS, "rampart"),
    "fortress gate": Look(battlements("#cfa877", "planking"), WALLS, "planking"),
    "open gate": Look(battlements("#e6d3b3", "planking"), WALLS, "planking"),
    "wooden gate": Look(paved("#8a5a2f", DARK, "planking"), 6, "planking"),
    "lowered bridge": Look(bridge("#cfae80", "planking"), 4, "planking"),
    "fortress tower": Look(battlements("#aaa9a6"), 6, "rampart"),
    "fortress ladder": Look(rungs("#f0e3c6"), 6),
    "siege ladder": Look(rungs("#e0b874"), 6),
    "siege tower": Look(paved("#b58b57", DARK, "planking"), 6, "planking"),
    "bolted door": Look(paved("#a9713f", DARK), 6),
    "cauldron": Look(paved("#6b4a2f", DARK), 6),
    "empty cauldron": Look(paved("#9a958c", DARK), 6),
    "arrow-loop": Look(paved("#2d2a26", DARK), 6),  # seen in front of a kettle that hangs over it
    "war machine": Look(paved("#7a4f3a", DARK, "planking"), 6, "planking"),
    "dragon spike": Look(paved("#8a8f96", DARK), 6),
    "moat": Look(water("#8db6ca", "#55859d"), 2, "water"),
    "small building": Look(building("#c98f5f", "#b07848"), 6),
    "large building": Look(building("#9aa0a8", "#7f868f"), 6),
    "village": Look(building("#c98f5f", "#b07848"), 6),
    "building": Look(building("#9aa0a8", "#7f868f"), 6),
    "house": Look(building("#c98f5f", "#b07848"), 6),
    "tower": Look(building("#9aa0a8", "#7f868f"), 6),
    "shard": Look(paved("#8fd3c1", DARK), 6),
    "chest": Look(paved("#c9a227", DARK), 6),
    "small obstacle": Look(landmark, 6, "tree-0"),
}


def kinds_of(table: TableView) -> list[str]:
    """The kinds of terrain on the table in drawing order, unknown ones last."""
    present = dict.fromkeys(feature.kind for feature in table.features)
    return [kind for kind in LOOKS if kind in present] + [kind for kind in present if kind not in LOOKS]


def feature_defs(table: TableView) -> str:
    """The motifs and surfaces that this table needs, each once."""
    needed = dict.fromkeys(
        ["open", *(need for kind in kinds_of(table) if kind in LOOKS for need in LOOKS[kind].needs)]
    )
    drawings = MOTIFS | TREES
    motifs = (f'<g id="wh-{name}">{drawings[name]}</g>' for name in needed if name in drawings)
    return "".join(motifs) + "".join(pattern(name, *SURFACES[name]) for name in needed if name in SURFACES)


def features(table: TableView, sheet: Sheet) -> str:
    """All terrain, what lies flat first."""
    order = {kind: place for place, kind in enumerate(kinds_of(table))}
    drawn = (_feature(feature, sheet) for feature in sorted(table.features, key=lambda f: order[f.kind]))
    return f'<g class="terrain">{"".join(drawn)}</g>'


def _feature(feature: FeatureView, sheet: Sheet) -> str:
    spots = sheet.spots(feature.outline)
    said = "\n".join((f"{feature.name}, {plain(feature.kind)}", *feature.details))
    known = LOOKS.get(feature.kind)
    drawing = known.draw(spots) if known else line(closed(spots), FAINT_INK, dashes="2 3")
    return titled('class="feature"', said, drawing)


def feature_labels(table: TableView, sheet: Sheet) -> str:
    """The names of the features, written small on them, or under them where they are too thin."""
    drawn, taken = [], list[Spot]()
    for feature in table.features:
        if _says_nothing(feature):
            continue
        left, top, right, bottom = box_of(sheet.spots(feature.outline))
        x, y = (left + right) / 2, (top + bottom) / 2 + 4 if bottom - top > 24 else bottom + 12
        while any(abs(x - other) < 60 and abs(y - high) < LINE for other, high in taken):
            y += LINE
        taken.append((x, y))
        drawn.append(f"<text {_at(x, y)}>{words(feature.name)}</text>")
    look = f'font-size="11" font-style="italic" text-anchor="middle" fill="{DARK}"'
    halo = f'stroke="{PAPER}" stroke-width="2.6" stroke-opacity=".75" paint-order="stroke" stroke-linejoin="round"'
    return f'<g class="names" {look} {halo} aria-hidden="true">{"".join(drawn)}</g>' if drawn else ""


def _says_nothing(feature: FeatureView) -> bool:
    """Whether its name says no more than the key does: wall 2, or the ladder of a wall."""
    return feature.kind in LOOKS and feature.name.partition(" of ")[0].rstrip("0123456789 ").lower() == feature.kind


def swatch(kind: str) -> str:
    """A small piece of terrain for the key."""
    known = LOOKS.get(kind)
    thin = known is not None and known.layer == WALLS
    wide, high = (36.0, 5.0) if thin else (32.0, 14.0)
    spots = [(0.0, -high), (wide, -high), (wide, high), (0.0, high)]
    drawing = known.draw(spots) if known else line(closed(spots), FAINT_INK, dashes="2 3")
    return f'<g transform="scale(.62)">{drawing}</g>'


def _at(x: float, y: float) -> str:
    return f'x="{number(x)}" y="{number(y)}"'


def _pair(spot: Spot) -> str:
    return f"{number(spot[0])} {number(spot[1])}"
