"""Who is alive, as far as magic, poison and certain blows go."""

from __future__ import annotations

from ..bodies import figure
from ..setting import Fight
from ..state import Number

NOT_ALIVE = ("undead", "demon")


def alive(fight: Fight, number: Number) -> bool:
    """Neither undead nor a demon nor a machine.  [tp.trait.poison.immunity] [tp.trait.life_breaker]"""
    sheet = figure(fight, number)
    return sheet.category != "machine" and not any(trait in NOT_ALIVE for trait in sheet.traits)
