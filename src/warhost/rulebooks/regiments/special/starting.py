"""Who must do something at the start of a turn.  [reg.turn.start]"""

from __future__ import annotations

from ..nature import nature, present
from ..setting import Fight
from .points import due


def start_actions(fight: Fight, side: int) -> tuple[int, ...]:
    return tuple(number for number in present(fight, side) if due.any(nature(fight, number), fight, number))
