"""How fast a unit is: that of its slowest model, and what changes it.

[reg.move.slowest] [reg.sr.fly] [reg.lore.dusk.chill] [reg.charge.range]
"""

from __future__ import annotations

from warhost.engine.tally import Tally

from ..measures import INCH
from ..nature import all_have, company, kind, nature, rides
from ..setting import Fight
from ..special import points

FLY, HOVER = "reg.sr.fly", "reg.sr.hover"
FLIGHT = 10


def movement(fight: Fight, number: int, flying: bool | None = None) -> int:
    """Its Movement in thousandths; flyers charge and move with that of their wings if that is more."""
    slowest = min(kind(fight, one).move for one in _movers(fight, number))
    own = Tally(slowest, "reg.move.slowest", "Movement")
    if flies(fight, number) and flying is not False:
        own = Tally(max(FLIGHT, slowest), "reg.sr.fly", "in flight")
    points.pace.each(nature(fight, number), fight, number, own)
    return max(0, own.total) * INCH


def _movers(fight: Fight, number: int) -> tuple[int, ...]:
    return (number,) if rides(fight, number) else company(fight, number)


def flies(fight: Fight, number: int) -> bool:
    return all_have(fight, number, FLY)


def hovers(fight: Fight, number: int) -> bool:
    return all_have(fight, number, HOVER)


def greatest_charge(fight: Fight, number: int) -> int:
    """As far as the dice could carry it."""
    return movement(fight, number) + 12 * INCH
