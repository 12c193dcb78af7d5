"""Random terrain: tiles dealt in columns of three, each the scenery of one sector of the table.

Whoever plays with tiles lays out no other terrain; only the tactical edge, which is the bonus feature, is added.
[tp.terraingen.optional] [tp.setup.terrain.random]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from warhost.engine.field.compass import NORTH, Angle, Point, from_frame, veered
from warhost.engine.field.shapes import inside, oblong, overlap, polygon
from warhost.engine.question import Choose

from ..dice import direction
from ..events.course import TileLaid
from ..figure import inches
from ..land.terrain import FeatureEntry, Tile, outline
from ..setting import Fight
from ..state import BOTH, Feature
from .sectors import ROWS, Sector, sectors, tile_count, zone_of_sector
from .watercourses import Watercourse, bridges, crosses_too_much, water

SHRINK = (100, 75, 50)  # per cent of its size to which scenery is made smaller where water leaves it little room


def full_deck(tiles: Sequence[Tile], needed: int) -> list[int]:
    """The stack as numbers of tiles, as many times over as are needed.  [tp.terraingen.tile_deck]"""
    once = [number for number, tile in enumerate(tiles) for _ in range(tile.count)]
    return once * -(-needed // len(once))


# --- dealing -------------------------------------------------------------------------------------------------


class Laid(msgspec.Struct, frozen=True):
    """A tile in its sector as it happens to lie."""

    tile: Tile
    sector: Sector
    turned: Angle


def deal(fight: Fight) -> None:
    """The tiles are laid one at a time and stay, but for a middle row that both sides want to exchange.

    Who calls for the dice does not matter: they are nobody's.
    [tp.terraingen.deal] [tp.terraingen.no_swaps] [tp.terraingen.no_mans_land]
    """
    table, tiles = fight.setting.table, tile_count(fight.setting.size)
    grid = sectors(table, tiles)
    deck = full_deck(table.tiles, tiles)
    laid = [_lay(fight, deck, sector, grid) for sector in grid]
    rule = "tp.terraingen.no_mans_land"
    text = "Shall new tiles be dealt for the middle of the table? Only if both of you want it."
    wanted = fight.ask_all([Choose(side, "exchange the middle?", ("no", "yes"), rule, text=text) for side in BOTH])
    if wanted == ["yes", "yes"]:
        columns = tiles // ROWS
        for place, sector in enumerate(grid):
            if zone_of_sector(sector, columns) == "no man's land":
                laid[place] = _lay(fight, deck, sector, grid)
    fight.state.terrain = tuple(scenery(fight, laid, grid))


def _lay(fight: Fight, deck: list[int], sector: Sector, grid: Sequence[Sector]) -> Laid:
    """The next tile as it comes; a watercourse that would take too much of a zone is exchanged.

    [tp.terraingen.tile_deck] [tp.terraingen.rivers]
    """
    rule = "tp.terraingen.tile_deck"
    while True:
        tile = Tile(id="open ground", count=1)
        if deck:
            drawn = fight.die(len(deck), "terrain tile", rule, 0)
            tile = fight.setting.table.tiles[deck.pop(drawn - 1)]
        turned = direction(fight, f"how the tile lies: {tile.id}", rule, 0)
        course = Watercourse.of(tile, sector, turned, grid)
        if course is None or not crosses_too_much(course, grid):
            fight.tell(TileLaid(rule, tile.id, sector.middle, turned))
            return Laid(tile, sector, turned)


# --- what the tiles show -------------------------------------------------------------------------------------


def scenery(fight: Fight, laid: Sequence[Laid], grid: Sequence[Sector]) -> Iterator[Feature]:
    """The water first, as all the rest gives way to it; numbered names tell features of a kind apart."""
    found = [Watercourse.of(tile.tile, tile.sector, tile.turned, grid) for tile in laid]
    courses = [course for course in found if course]
    wet = list(water(courses))
    pieces = [*wet, *bridges(fight, courses)]
    for tile in laid:
        pieces += _standing(tile, wet)
    counted: dict[str, int] = {}
    for kind, points in pieces:
        counted[kind] = counted.get(kind, 0) + 1
        yield Feature(f"{kind} {counted[kind]}", kind, points)


def _standing(laid: Laid, wet: Sequence[tuple[str, tuple[Point, ...]]]) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """The scenery of a tile, moved aside and made smaller if water runs through its sector.

    It is enough that the right kind of scenery stands in the right sector.  [tp.terraingen.interpretation]
    """
    pools = [polygon(points) for _, points in wet]
    sector = laid.sector
    size = sector.right - sector.left, sector.top - sector.bottom
    ground = oblong((sector.middle[0], sector.top), NORTH, *size)
    for entry in laid.tile.feature:
        for points in _tries(entry, laid, size):
            shape = polygon(points)
            if inside(ground, shape) and not any(overlap(shape, pool) for pool in pools):
                yield entry.kind, points
                break


def _tries(entry: FeatureEntry, laid: Laid, size: tuple[int, int]) -> Iterator[tuple[Point, ...]]:
    """Where a feature may lie in its sector: as drawn first, then towards the sides and corners, then smaller."""
    drawn = from_frame((inches(entry.middle[0]), inches(entry.middle[1])), laid.sector.middle, laid.turned)
    for scale in SHRINK:
        wide, deep = (inches(side) * scale // 100 for side in entry.size)
        for aside, along in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)):
            middle = drawn[0] + aside * size[0] // 4, drawn[1] + along * size[1] // 4
            yield outline(middle, (wide, deep), veered(laid.turned, round(entry.turn * 100)), rounded=entry.round)
