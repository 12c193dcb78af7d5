"""Rivers and streams of random terrain: straight from tile to tile to the edges, with bridges over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from warhost.engine.field.compass import (
    EAST,
    NORTH,
    RIGHT_ANGLE,
    SOUTH,
    WEST,
    Angle,
    Point,
    ahead,
    of_degrees,
    opposite,
    veered,
)
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import oblong

from ..figure import inches
from ..land.terrain import Tile
from ..setting import Fight
from .sectors import Sector

STEPS = {NORTH: (0, 1), EAST: (1, 0), SOUTH: (0, -1), WEST: (-1, 0)}
"""The next column and row in each direction."""

RIVER = "deep water"
BRIDGES = ("wooden bridge", "stone bridge")
BRIDGE_WIDTH = inches(4)
BANK = inches(0.5)  # a bridge begins so far before the water

Scenery = tuple[str, tuple[Point, ...]]


class Watercourse(msgspec.Struct, frozen=True):
    """Where the water of a tile runs: the tile's own sector, and those along each of its arrows."""

    kind: str
    width: Length
    source: Sector
    arms: tuple[tuple[Angle, tuple[Sector, ...]], ...]  # a heading, and the sectors beyond the source

    @staticmethod
    def of(tile: Tile, sector: Sector, turned: Angle, grid: Sequence[Sector]) -> Watercourse | None:
        """Of a tile that lies so: its arrows point along the rows or columns that they come nearest to."""
        if tile.course is None:
            return None
        quarters = (turned + RIGHT_ANGLE // 2) // RIGHT_ANGLE
        headings = [veered(of_degrees(arrow), quarters * RIGHT_ANGLE) for arrow in tile.course.arrows]
        arms = tuple((heading, tuple(_beyond(sector, heading, grid))) for heading in headings)
        return Watercourse(tile.course.kind, inches(tile.course.width), sector, arms)

    @property
    def tiles(self) -> list[Sector]:
        """All it runs over, from one end to the other."""
        (_, one), (_, other) = self.arms
        return [*reversed(one), self.source, *other]


def _beyond(sector: Sector, heading: Angle, grid: Sequence[Sector]) -> Iterator[Sector]:
    aside, along = STEPS[heading]
    places = {(other.column, other.row): other for other in grid}
    column, row = sector.column + aside, sector.row + along
    while (column, row) in places:
        yield places[column, row]
        column, row = column + aside, row + along


def crosses_too_much(course: Watercourse, grid: Sequence[Sector]) -> bool:
    """Whether it runs over more than half of the tiles of a deployment zone.  [tp.terraingen.rivers]"""
    last = max(sector.column for sector in grid)
    for row in (0, 2):
        zone = [sector for sector in grid if sector.row == row and 0 < sector.column < last]
        if 2 * sum(sector in course.tiles for sector in zone) > len(zone):
            return True
    return False


def water(courses: Sequence[Watercourse]) -> Iterator[Scenery]:
    """The water itself; on a tile where a river meets a stream there is only the river.  [tp.terraingen.rivers]"""
    rivers = [sector for course in courses if course.kind == RIVER for sector in course.tiles]
    for course in courses:
        kept = [s for s in course.tiles if course.kind == RIVER or s not in rivers]
        for turn, (heading, beyond) in enumerate(course.arms):
            for run in _runs((course.source, *beyond), kept):
                yield course.kind, _strip(course, heading, run, first=turn == 0)


def _runs(sectors: Sequence[Sector], kept: Sequence[Sector]) -> Iterator[list[Sector]]:
    """The unbroken stretches of an arm."""
    run: list[Sector] = []
    for sector in sectors:
        if sector in kept:
            run.append(sector)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _strip(course: Watercourse, heading: Angle, run: Sequence[Sector], *, first: bool) -> tuple[Point, ...]:
    """One stretch along the middle of its tiles. At the source the first arm fills the bend, the second begins
    beyond it."""
    half = course.width // 2
    far = _edge(run[-1], heading)
    if run[0] == course.source:
        near = ahead(course.source.middle, heading, -half if first else half)
    else:
        near = _edge(run[0], opposite(heading))
    length = abs(far[0] - near[0]) + abs(far[1] - near[1])
    return oblong(far, heading, course.width, length).points


def _edge(sector: Sector, heading: Angle) -> Point:
    """The middle of the side of a sector that lies this way."""
    aside, along = STEPS[heading]
    x, y = sector.middle
    return (
        x if not aside else sector.right if aside > 0 else sector.left,
        y if not along else sector.top if along > 0 else sector.bottom,
    )


def bridges(fight: Fight, courses: Sequence[Watercourse]) -> Iterator[Scenery]:
    """One for every two tiles that the water runs over, one at least; wood or stone as a die says.

    [tp.terraingen.bridges]
    """
    rivers = [sector for course in courses if course.kind == RIVER for sector in course.tiles]
    for course in courses:
        dry = () if course.kind == RIVER else rivers
        spots = list(_spots(course, dry))
        wanted = min(len(spots), max(1, len(course.tiles) // 2))
        for place in range(wanted):
            face = fight.die(6, "bridge: wood or stone", "tp.terraingen.bridges", 0, (3,))
            yield BRIDGES[face > 3], _bridge(course, *spots[place * len(spots) // wanted])


def _spots(course: Watercourse, without: Sequence[Sector]) -> Iterator[tuple[Point, Angle]]:
    """Where a bridge may be, and which way the water runs there; at the source not in the bend."""
    for heading, beyond in course.arms:
        for sector in (course.source, *beyond):
            if sector in without:
                continue
            (x, y), (edge_x, edge_y) = sector.middle, _edge(sector, heading)
            yield ((x + edge_x) // 2, (y + edge_y) // 2) if sector == course.source else (x, y), heading


def _bridge(course: Watercourse, spot: Point, heading: Angle) -> tuple[Point, ...]:
    across = veered(heading, RIGHT_ANGLE)
    length = course.width + 2 * BANK
    return oblong(ahead(spot, across, length // 2), across, BRIDGE_WIDTH, length).points
