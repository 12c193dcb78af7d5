"""A table of free measure as text: a map of characters for the terminal, and rows and lines that say it in words.

A cell of the map is a unit wide and two deep (more on large tables). A formation shows its front mark where its
front is and its letters on all other ground it covers: sides differ by the front mark and by capital or small
letters, so colour is never needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.draw.palette import livery
from warhost.draw.sheet import holds, table_of
from warhost.draw.table_wording import clash_words, feature_words, specials, stand, zone_words
from warhost.draw.terminal import Row, ink
from warhost.draw.wording import field_words, plain, units_of
from warhost.engine.view import BlockView, Outline, Point, View

WIDEST = 72  # columns of the map
SIGNS = {
    "hill": ("^", "yellow"),
    "rough": ('"', "green"),
    "wood": ("♣", "green"),
    "shallow water": ("~", "cyan"),
    "deep water": ("≈", "blue"),
    "impassable": ("x", "bright_black"),
    "cliff": ("M", "bright_black"),
    "ledge": ("-", "yellow"),
    "rocks": ("o", "bright_black"),
    "stone wall": ("=", "bright_black"),
    "hedge": ("%", "green"),
    "fence": ("+", "yellow"),
    "high wall": ("#", "bright_black"),
    "fortress wall": ("#", "white"),
    "fortress gate": ("G", "yellow"),
    "open gate": ("/", "yellow"),
    "wooden gate": ("G", "yellow"),
    "lowered bridge": ("H", "yellow"),
    "fortress tower": ("T", "white"),
    "fortress ladder": ("H", "yellow"),
    "siege ladder": ("H", "red"),
    "siege tower": ("T", "red"),
    "portable bridge": ("H", "red"),
    "bolted door": ("'", "yellow"),
    "arrow-loop": (":", "bright_black"),
    "cauldron": ("u", "red"),
    "empty cauldron": ("u", "bright_black"),
    "war machine": ("m", "red"),
    "dragon spike": ("^", "bright_black"),
    "moat": ("≈", "blue"),
    "small building": ("n", "magenta"),
    "large building": ("N", "magenta"),
    "wooden bridge": ("H", "yellow"),
    "stone bridge": ("H", "bright_black"),
    "small obstacle": ("*", "green"),
    "field": (",", "yellow"),
    "road": (":", "yellow"),
    "rubble": ('"', "bright_black"),
    "ruins": ('"', "bright_black"),
    "swamp": ("&", "green"),
    "marsh": ("&", "green"),
    "stream": ("~", "cyan"),
    "river": ("≈", "blue"),
    "water": ("~", "cyan"),
    "pond": ("≈", "blue"),
    "forest": ("♣", "green"),
    "dense wood": ("♠", "green"),
    "ford": (":", "cyan"),
    "bridge": ("H", "yellow"),
    "platform": ("_", "yellow"),
    "floor": ("░", "yellow"),
    "walkway": ("H", "yellow"),
    "roof": ("▒", "red"),
    "stairs": ("/", "yellow"),
    "ladder": ("#", "yellow"),
    "wall": ("=", "bright_black"),
    "rail": ("-", "yellow"),
    "window": ("o", "cyan"),
    "door": ("'", "yellow"),
    "barricade": ("+", "yellow"),
    "obstacle": ("x", "yellow"),
    "village": ("n", "magenta"),
    "building": ("N", "magenta"),
    "house": ("n", "magenta"),
    "tower": ("N", "magenta"),
    "shard": ("◆", "cyan"),
    "chest": ("■", "yellow"),
}
UNKNOWN = ("?", "")

Cell = tuple[str, str]  # a character and its style


class Grid:
    """A table cut into cells; the first row is the far edge."""

    def __init__(self, view: View):
        table = table_of(view)
        self.step = max(1000, -(-table.width // WIDEST))
        self.width = -(-table.width // self.step)
        self.height = -(-table.depth // (2 * self.step))
        self.cells: list[list[Cell]] = [[(" ", "")] * self.width for _ in range(self.height)]

    def middle(self, column: int, row: int) -> Point:
        return column * self.step + self.step // 2, (2 * (self.height - row) - 1) * self.step

    def at(self, point: Point) -> tuple[int, int]:
        """The cell that a point lies in, or the nearest to it on the table."""
        column, row = point[0] // self.step, self.height - 1 - point[1] // (2 * self.step)
        return max(0, min(column, self.width - 1)), max(0, min(row, self.height - 1))

    def covered(self, outline: Outline) -> list[tuple[int, int]]:
        """The cells whose middles an outline holds; if it holds none, those along its own middle line."""
        spots = [(float(x), float(y)) for x, y in outline]
        left, top = self.at((min(x for x, _ in outline), max(y for _, y in outline)))
        right, bottom = self.at((max(x for x, _ in outline), min(y for _, y in outline)))
        every = [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]
        found = [cell for cell in every if holds(spots, self.middle(*cell))]
        return found or list(dict.fromkeys(self.at(point) for point in _spine(outline)))

    def set(self, cell: tuple[int, int], sign: str, style: str) -> None:
        self.cells[cell[1]][cell[0]] = (sign, style)


def _spine(outline: Outline) -> Iterator[Point]:
    """Points along something thin, from one short side to the other."""
    corners = list(outline)
    if len(corners) == 4 and _far(corners[0], corners[1]) < _far(corners[1], corners[2]):
        corners = corners[1:] + corners[:1]
    half = len(corners) // 2
    (ax, ay), (bx, by) = _mean(corners[0], corners[-1]), _mean(corners[half - 1], corners[half])
    steps = max(1, max(abs(bx - ax), abs(by - ay)) // 500)
    for step in range(steps + 1):
        yield ax + (bx - ax) * step // steps, ay + (by - ay) * step // steps


def _mean(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _far(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


# --- the map -------------------------------------------------------------------------------------------------


def table_lines(view: View, colour: bool) -> list[str]:
    """The map with a ruler round it, then its key: the ground, and every formation with its place and states."""
    grid = Grid(view)
    for feature in table_of(view).features:
        sign, style = SIGNS.get(feature.kind, UNKNOWN)
        for cell in grid.covered(feature.outline):
            grid.set(cell, sign, style)
    for block in sorted(view.blocks, key=lambda block: block.airborne):
        _draw(grid, block)
    top, bottom = f"     ┌{'─' * grid.width}┐", f"     └{'─' * grid.width}┘"
    lines = [_ruler(grid), top]
    for row, cells in enumerate(grid.cells):
        far = 2 * (grid.height - row) * grid.step // 1000
        drawn = "".join(ink(sign, style, colour) for sign, style in cells)
        lines.append(f"{far if row % 3 == 0 else '':>4} │{drawn}│")
    lines += [bottom, _ruler(grid), "", *_key(view, colour)]
    return lines


def _draw(grid: Grid, block: BlockView) -> None:
    """Letters on the ground it covers, then the front mark over the middle of its front."""
    style, letters = livery(block.side).terminal, letters_of(block)
    cells = list(dict.fromkeys(cell for base in block.bases for cell in [grid.at(_centre(base.outline))]))
    first = {row: min(column for column, other in cells if other == row) for _, row in cells}
    for column, row in cells:
        grid.set((column, row), letters[(column - first[row]) % 2], style)
    # The mark belongs to the piece: it stands on its own ground, where that comes nearest to the front.
    foremost = min(cells, key=lambda cell: _far(grid.middle(*cell), block.front), default=grid.at(block.front))
    grid.set(foremost, livery(block.side).fronts[(block.facing + 4500) // 9000 % 4], style)


def _centre(outline: Outline) -> Point:
    return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)


def letters_of(block: BlockView) -> str:
    """Two letters in the case of its side."""
    letters = (block.symbol * 2)[:2] or "??"
    return letters.lower() if block.side % 2 else letters.upper()


def _ruler(grid: Grid) -> str:
    numbers = [" "] * (grid.width + 12)
    for column in range(0, grid.width + 1, 6):
        for place_, digit in enumerate(str(column * grid.step // 1000)):
            numbers[6 + column + place_] = digit
    return "".join(numbers)


def _key(view: View, colour: bool) -> list[str]:
    kinds = dict.fromkeys(feature.kind for feature in table_of(view).features)
    ground = ", ".join(f"{SIGNS.get(kind, UNKNOWN)[0]} {plain(kind)}" for kind in kinds)
    lines = [ink(f"Ground: {ground}", "", colour)] if ground else []
    unit = table_of(view).measure.units
    lines.append(ink(f"Places in {unit} from the near left corner; angles: 0° the far edge, 90° right", "", colour))
    for block in view.blocks:
        states = f": {', '.join(block.marks)}" if block.marks else ""
        who = ink(letters_of(block), livery(block.side).terminal, colour)
        lines.append(f"{who} {ink(f'{block.title} ({block.id}), {stand(block)}{states}', '', colour)}")
    rest = [f"{words}." for words in clash_words(view)] + [zone_words(zone) for zone in view.zones]
    return lines + [ink(line, "", colour) for line in rest]


# --- in words ------------------------------------------------------------------------------------------------


def block_rows(view: View, side: int) -> list[Row]:
    """One row a unit and a character, each with its formations below it."""
    rows: list[Row] = []
    for unit in units_of(view, side):
        mine = [block for block in view.blocks if block.unit == unit.id]
        marks = dict.fromkeys(mark for block in mine for mark in block.marks)
        cells = (unit.title, f"{unit.strength} of {unit.started}", ", ".join(marks) or "-", "; ".join(unit.details))
        rows.append((cells, [line for block in mine for line in block_lines(block)]))
    return rows


def block_lines(block: BlockView) -> list[str]:
    """Who stands where and how, then whom they have with them, then all else there is to know."""
    with_them = [f"with {', '.join(names)}"] if (names := specials(block)) else []
    return [f"{block.id} [{block.symbol}], {block.shape}, {stand(block)}", *with_them, *block.details]


def feature_lines(view: View) -> list[str]:
    """Every feature of terrain; the rest is open."""
    features = [feature_words(feature) for feature in table_of(view).features]
    return [f"{field_words(view)} The rest is open.", *features, *(zone_words(zone) for zone in view.zones)]
