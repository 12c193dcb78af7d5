"""How much movement is left, and a dash to add to it."""

from __future__ import annotations

from ..events import Dashed
from ..figure import inches
from ..land.ground import movement
from ..morale.exhaustion import tire_all
from ..setting import Fight


def allowance(fight: Fight, number: int) -> int:
    """The movement it has left this turn.  [tp.move.value]"""
    piece = fight.state.pieces[number]
    return movement(fight, number).total + piece.dash - piece.spent


def dash(fight: Fight, number: int) -> int:
    """Roll D3 inches and add them to the piece's movement of this turn, for an exhaustion counter; returns them.

    [tp.move.dash]
    """
    piece = fight.state.pieces[number]
    added = inches((fight.die(6, "dash", "tp.move.dash", piece.side) + 1) // 2)
    piece.dash, piece.dashed = piece.dash + added, True
    fight.tell(Dashed("tp.move.dash", number, added))
    tire_all(fight, number, 1, "tp.move.dash")
    return added
