"""Before a siege begins: the ground before the fortress, and the order of setting up.

Who places first and who takes the first of the eight turns a side stands in the data of the scenario, and that
nobody scouts.
[tp.siege.setup.fortress] [tp.siege.setup.terrain] [tp.siege.deploy] [tp.siege.turns] [tp.siege.scouting]
"""

from __future__ import annotations

from warhost.engine.field.compass import NORTH

from ..dice import direction
from ..events.course import TileLaid
from ..figure import inches
from ..land.terrain import Tile
from ..opening.sectors import Sector
from ..opening.tiles import Laid, full_deck, scenery
from ..scenario.points import arranged
from ..setting import Fight
from .works import BESIEGERS

TERRAIN = "tp.siege.setup.terrain"
FOOT = inches(12)  # each tile stands for about so much of the zone's width


@arranged(TERRAIN)
def wild_ground(fight: Fight) -> bool:
    """The Besiegers' zone, and no other, is filled with terrain tiles; those with water are drawn again.

    [tp.siege.setup.terrain]
    """
    state = fight.state
    if TERRAIN in state.progress.done:
        return False
    state.zones = (1, 0)  # the Defenders sit at the near edge
    grid = strips(fight)
    deck = full_deck(fight.setting.table.tiles, 2 * len(grid)) if fight.setting.table.tiles else []
    laid = [_lay(fight, deck, sector) for sector in grid]
    state.terrain = (*state.terrain, *scenery(fight, laid, grid))
    state.advance(done=(*state.progress.done, TERRAIN))
    return True


def strips(fight: Fight) -> list[Sector]:
    """The zone in as many parts as it has started feet of width."""
    zone = fight.setting.zones[BESIEGERS].outline
    number = -(-(zone.right - zone.left) // FOOT)
    width = zone.right - zone.left
    edges = [zone.left + width * part // number for part in range(number + 1)]
    return [Sector(part, 0, edges[part], edges[part + 1], zone.bottom, zone.top) for part in range(number)]


def _lay(fight: Fight, deck: list[int], sector: Sector) -> Laid:
    """The next tile that shows no river or stream; when none is left the ground is open."""
    while deck:
        drawn = fight.die(len(deck), "terrain tile", TERRAIN, 0)
        tile = fight.setting.table.tiles[deck.pop(drawn - 1)]
        if tile.course is None:
            turned = direction(fight, f"how the tile lies: {tile.id}", TERRAIN, 0)
            fight.tell(TileLaid(TERRAIN, tile.id, sector.middle, turned))
            return Laid(tile, sector, turned)
    return Laid(Tile(id="open ground", count=1), sector, NORTH)
