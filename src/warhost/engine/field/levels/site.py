"""A whole table of several levels, ready to be asked what lies where."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

import msgspec

from .parts import Area, Opening, Piece, Point, Rect, Spot, Surface, Wall, holds

CELL = 6_000  # what lies on the table is looked up by squares of this size
HAIR = 2  # lengths that should be equal may differ by so much, since places are rounded
RAILED = 500  # a barrier as high as this keeps one from falling
P = TypeVar("P")


class Gait(msgspec.Struct, frozen=True, cache_hash=True):
    """How somebody moves: how much room he takes, and which ways are open to him."""

    radius: int = 500
    height: int = 1_500
    step: int = 1_000  # up, down or over so much without more ado
    door: bool = True
    window: bool = True
    stairs: bool = True
    ladder: bool = True
    climb: bool = True
    leap: bool = True
    jump: bool = True
    walkway: bool = True
    widest: int = 3_000  # the widest gap he leaps
    deepest: int = 6_000  # the deepest he jumps


class Bar(NamedTuple):
    """A stretch of wall that stops somebody who walks."""

    upright: bool
    line: int
    low: int
    high: int


class Bars:
    """What stops somebody, in the order of its lines."""

    def __init__(self, bars: Iterable[Bar]):
        several = sorted(bars, key=lambda bar: bar.line)
        self.all = tuple(several)
        self._upright = [bar for bar in several if bar.upright]
        self._level = [bar for bar in several if not bar.upright]
        self._columns = [bar.line for bar in self._upright]
        self._rows = [bar.line for bar in self._level]

    def near(self, west: float, south: float, east: float, north: float) -> list[Bar]:
        """Those of which some part lies in this stretch or on its edge."""
        columns, rows = self._columns, self._rows
        found = [
            bar
            for bar in self._upright[bisect_left(columns, west) : bisect_right(columns, east)]
            if bar[2] <= north and bar[3] >= south
        ]
        for bar in self._level[bisect_left(rows, south) : bisect_right(rows, north)]:
            if bar[2] <= east and bar[3] >= west:
                found.append(bar)
        return found


class Cells(Generic[P]):
    """Things by the squares of the table over which they lie."""

    def __init__(self, things: Iterable[tuple[Rect, P]]):
        self._cells: dict[tuple[int, int], list[P]] = {}
        for (west, south, east, north), thing in things:
            for column in range(west // CELL, east // CELL + 1):
                for row in range(south // CELL, north // CELL + 1):
                    self._cells.setdefault((column, row), []).append(thing)

    def near(self, west: float, south: float, east: float, north: float) -> list[P]:
        """Everything whose squares this stretch touches; the same thing may be there twice."""
        left, right, low, high = int(west) // CELL, int(east) // CELL, int(south) // CELL, int(north) // CELL
        cells = self._cells
        if left == right and low == high:
            return cells.get((left, low), [])
        found: list[P] = []
        for column in range(left, right + 1):
            for row in range(low, high + 1):
                if here := cells.get((column, row)):
                    found += here
        return found


def bounds(a: Point, b: Point) -> Rect:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])


class Site:
    """Never changes: what was worked out of it is kept for all who ask."""

    def __init__(self, parts: Piece):
        self.parts = parts
        self.width, self.depth = parts.size
        self.ground = Surface("ground", (0, 0, self.width, self.depth), 0, "ground")
        tops = tuple(Surface(box.name, box.rect, box.top, "top") for box in parts.boxes)
        self.raised: tuple[Surface, ...] = (*parts.surfaces, *tops)
        self._bars: dict[tuple[int, Gait, bool], Bars] = {}
        self._steps: dict[tuple[int, int, bool], list[tuple[Rect, int]]] = {}

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """Of everything one can stand on."""
        return tuple(sorted({0, *(surface.z for surface in self.raised)}))

    # --- surfaces ------------------------------------------------------------------------------------------

    @cached_property
    def _raised_at(self) -> Cells[Surface]:
        return Cells((surface.rect, surface) for surface in self.raised)

    def raised_near(self, west: float, south: float, east: float, north: float) -> list[Surface]:
        return self._raised_at.near(west, south, east, north)

    def surfaces_at(self, x: int, y: int) -> list[Surface]:
        """Everything one could stand on at this place, the lowest first."""
        found = [surface for surface in self.raised_near(x, y, x, y) if holds(surface.rect, x, y)]
        return [self.ground, *sorted(found, key=lambda surface: surface.z)]

    def footing(self, x: int, y: int, z: int, step: int = 1_000) -> int | None:
        """The height at which somebody from about this height would stand here; None in the air."""
        best = 0 if z <= step and 0 <= x <= self.width and 0 <= y <= self.depth else None
        for surface in self.raised_near(x, y, x, y):
            if abs(surface.z - z) <= step and holds(surface.rect, x, y) and (best is None or surface.z > best):
                best = surface.z
        return best

    def below(self, x: int, y: int, z: int) -> Surface:
        """The highest surface here that is not above this height."""
        return [surface for surface in self.surfaces_at(x, y) if surface.z <= z][-1]

    def surface_of(self, spot: Spot) -> Surface | None:
        """What he stands on whose height is exactly this."""
        x, y, z = spot
        found = [surface for surface in self.surfaces_at(x, y) if surface.z == z]
        return found[-1] if found else None

    # --- ground --------------------------------------------------------------------------------------------

    @cached_property
    def _areas_at(self) -> Cells[Area]:
        return Cells((area.rect, area) for area in self.parts.areas)

    def areas_near(self, west: float, south: float, east: float, north: float) -> list[Area]:
        return self._areas_at.near(west, south, east, north) if self.parts.areas else []

    def ground_at(self, x: float, y: float) -> str:
        """The kind of ground at this place, as far as it is not plain."""
        if any(holds(bridge.rect, x, y) for bridge in self.parts.bridges):
            return ""
        return next((area.kind for area in self.parts.areas if holds(area.rect, x, y)), "")

    # --- walls ---------------------------------------------------------------------------------------------

    @cached_property
    def _walls_at(self) -> Cells[Wall]:
        return Cells((bounds(wall.a, wall.b), wall) for wall in self.parts.walls)

    def walls_near(self, west: float, south: float, east: float, north: float) -> list[Wall]:
        return self._walls_at.near(west, south, east, north)

    def bars(self, z: int, gait: Gait, resting: bool = False) -> Bars:
        """What stops one who walks at this height; or what one who stands there may not lie across."""
        key = z, gait, resting
        found = self._bars.get(key)
        if found is None:
            made = [bar for wall in self.parts.walls for bar in _solid(wall, z, gait, resting)]
            for box in self.parts.boxes:
                made += _sides(box.rect, box.bottom, box.top, z, gait, resting)
            found = self._bars[key] = Bars(made)
        return found

    def stepped_on(self, z: int, gait: Gait) -> list[tuple[Rect, int]]:
        """Raised surfaces to which one comes from this height by single steps."""
        key = z, gait.step, gait.walkway
        found = self._steps.get(key)
        if found is None:
            surfaces = [one for one in self.raised if one.kind != "walkway" or gait.walkway]
            heights, before = {z}, 0
            while len(heights) > before:
                before = len(heights)
                known = {0, *(one.z for one in surfaces)}
                heights |= {height for height in known if any(abs(height - one) <= gait.step for one in heights)}
            found = self._steps[key] = [(one.rect, one.z) for one in surfaces if one.z in heights]
        return found


def _solid(wall: Wall, z: int, gait: Gait, resting: bool) -> Iterator[Bar]:
    """The stretches of a wall between the openings that he may pass."""
    if wall.bottom >= z + gait.height or wall.top <= z + (0 if resting else gait.step):
        return
    (at, end), line, upright = wall.span, wall.line, wall.upright
    for opening in sorted(wall.openings, key=lambda opening: opening.low):
        if _passable(opening, z, gait, resting):
            yield Bar(upright, line, at, opening.low)
            at = opening.high
    yield Bar(upright, line, at, end)


def _passable(opening: Opening, z: int, gait: Gait, resting: bool) -> bool:
    """He ducks under a lintel that is too low, but does not stop on a sill."""
    if opening.high - opening.low < 2 * gait.radius:
        return False
    if opening.kind == "door":
        return gait.door and abs(opening.bottom - z) <= gait.step and gait.height <= opening.top - opening.bottom
    return gait.window and not resting and 0 <= opening.bottom - z <= gait.step


def _sides(rect: Rect, bottom: int, top: int, z: int, gait: Gait, resting: bool) -> Iterator[Bar]:
    """A box too high to step on stops whoever walks; nobody stands with half his base in one."""
    if bottom >= z + gait.height or top <= z + (0 if resting else gait.step):
        return
    west, south, east, north = rect
    yield Bar(True, west, south, north)
    yield Bar(True, east, south, north)
    yield Bar(False, south, west, east)
    yield Bar(False, north, west, east)
