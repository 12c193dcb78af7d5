"""What keeps a piece from moving at all."""

from __future__ import annotations

from warhost.engine.question import Refusal

from ..magic.bearing import nature
from ..setting import Fight
from ..state import Number
from . import specials


def why_rooted(fight: Fight, number: Number) -> Refusal | None:
    """What lies on it by which it makes no move of its own."""
    if not fight.state.effects:
        return None
    rule = specials.cannot_move.first(nature(fight, number), fight, number)
    return Refusal(rule, "it cannot move") if rule else None
