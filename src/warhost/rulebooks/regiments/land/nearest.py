"""The nearest enemy, seen or not.  [reg.panic.flee]"""

from __future__ import annotations

from ..bodies import range_between
from ..measures import TIE
from ..nature import present
from ..opening.rolloff import at_random
from ..setting import Fight
from ..state import NOBODY
from .sight import unit_sees


def nearest_enemy(fight: Fight, number: int, seen_first: bool = True) -> int:
    """The nearest enemy it can see, else the nearest of all; equally near ones are chosen between at random."""
    enemies = present(fight, 1 - fight.state.units[number].side)
    if not enemies:
        return NOBODY
    seen = [other for other in enemies if unit_sees(fight, number, other)] if seen_first else []
    among = seen or enemies
    ranges = {other: range_between(fight, number, other) for other in among}
    least = min(ranges.values())
    nearest = [other for other in among if ranges[other] <= least + TIE]
    return at_random(fight, nearest, "which is nearest", "reg.panic.flee", fight.state.units[number].side)
