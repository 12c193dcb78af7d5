"""The sectors that terrain tiles divide a table into."""

from __future__ import annotations

from typing import Literal

import msgspec

from warhost.engine.field.compass import Point

from ..setting import ENDS, GAP, Table

ROWS = 3
COUNTS = ((6000, 15), (9000, 18), (14000, 21), (17000, 24))
FURTHER = (3000, 3)

Zone = Literal["manoeuvring", "deployment", "no man's land"]


def tile_count(points: int) -> int:
    """Tiles for a game of so many points, those of both armies together.  [tp.terraingen.count]

    >>> [tile_count(points) for points in (1000, 8000, 12000, 12001, 20000)]
    [15, 18, 21, 21, 27]
    """
    for most, tiles in COUNTS:
        if points <= most:
            return tiles
    last, tiles = COUNTS[-1]
    return tiles + -(-(points - last) // FURTHER[0]) * FURTHER[1]


class Sector(msgspec.Struct, frozen=True):
    """The ground of one tile."""

    column: int
    row: int
    left: int
    right: int
    bottom: int
    top: int

    @property
    def middle(self) -> Point:
        return (self.left + self.right) // 2, (self.bottom + self.top) // 2


def sectors(table: Table, tiles: int) -> list[Sector]:
    """Columns of three from the left, each from the near row to the far one.

    The outermost columns are twelve inches wide, the inner ones share the rest; the rows are as deep as the zones.
    [tp.terraingen.deal]
    """
    columns = tiles // ROWS
    inner = table.width - 2 * ENDS
    across = [0, *(ENDS + inner * part // (columns - 2) for part in range(columns - 1)), table.width]
    along = [0, table.zone_depth, table.zone_depth + GAP, table.depth]
    return [
        Sector(column, row, across[column], across[column + 1], along[row], along[row + 1])
        for column in range(columns)
        for row in range(ROWS)
    ]


def zone_of_sector(sector: Sector, columns: int) -> Zone:
    """[tp.terraingen.zones] [tp.terraingen.no_mans_land]"""
    if sector.column in (0, columns - 1):
        return "manoeuvring"
    return "no man's land" if sector.row == 1 else "deployment"
