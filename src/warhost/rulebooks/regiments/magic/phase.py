"""The magic phase.  [reg.magic.sequence]"""

from __future__ import annotations

from ..nerve import panic
from ..setting import Fight
from .casting import cast_one, last_dispels
from .pools import raise_winds
from .vortices import move_all
from .workings import expire


def magic_one(fight: Fight) -> bool:
    """What lies in play moves and ends, the winds blow, then spell after spell; False when it is over."""
    state = fight.state
    if not state.winds:
        state.winds = True
        for unit in state.units:
            unit.tried, unit.spent, unit.faltered = (), False, False
        state.undone, state.pools = (), (0, 0)
        expire(fight)
        move_all(fight)
        if _magical(fight):
            raise_winds(fight)
        return True
    if cast_one(fight):
        return True
    last_dispels(fight)
    panic.settle(fight)
    state.pools, state.undone = (0, 0), ()
    return False


def _magical(fight: Fight) -> bool:
    """Whether anybody on the table can do anything with the winds."""
    return bool(fight.state.vortices) or any(unit.level and unit.alive for unit in fight.state.units)
