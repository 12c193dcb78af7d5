"""How the battle stands: who has lost a quarter of his warriors is tested every turn, and time is against him.

[war.rout.test]
"""

from __future__ import annotations

from ..nerve.heart import losses, quarter_lost
from ..setting import Fight

EVEN, WARY, WAITING, DESPERATE = 0.1, 0.2, 0.4, 0.0


def bar(fight: Fight, side: int) -> float:
    """What a charge must promise: little for who may rout any turn, much for who can wait until others do."""
    if quarter_lost(fight, side):
        return DESPERATE
    if waits(fight, side):
        return WAITING
    lost, started = losses(fight, side)
    return WARY if 4 * (lost + 1) >= started else EVEN


def waits(fight: Fight, side: int) -> bool:
    """Whether every enemy left on the field may rout any turn, and this side may not."""
    others = {one.side for one in fight.state.warriors if one.fate == "there" and one.side != side}
    return bool(others) and not quarter_lost(fight, side) and all(quarter_lost(fight, one) for one in others)
