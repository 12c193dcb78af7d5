"""Base Magic: what numbers cannot say of it."""

from __future__ import annotations

from warhost.engine.words import count

from ...events.spells import GiftGained, Refreshed
from ...morale.checks import members
from ...setting import Fight
from ...state import NOBODY
from ..bearing import lay
from ..fortune import FORTUNE
from ..targets import Casting
from ..working import does, lasting, strength_of


@does("tp.spell.base.energize")
def energize(fight: Fight, casting: Casting) -> None:
    """All counters are gone, of everybody in the piece; a frenzy that was lost with them stays lost.

    [tp.spell.base.energize]
    """
    for member in members(fight, casting.target):
        piece = fight.state.pieces[member]
        if piece.tired:
            fight.tell(Refreshed("tp.spell.base.energize", member, piece.tired, 0))
            piece.tired = piece.rested = 0


@does(FORTUNE)
def great_fortune(fight: Fight, casting: Casting) -> None:
    """So many dice the player may turn; fortune.py offers it at his throws.  [tp.spell.base.great_fortune]"""
    turns = strength_of(fight, casting)
    lay(fight, lasting(fight, casting, NOBODY, turns))
    fight.tell(GiftGained(FORTUNE, casting.side, FORTUNE, turns, count(turns, "die turn")))
