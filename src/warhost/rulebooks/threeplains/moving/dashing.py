"""How much movement is left, and a dash to add to it."""

from __future__ import annotations

from warhost.engine.field.length import NOTHING, Length

from ..events.moves import Dashed
from ..figure import inches
from ..land.ground import movement, shortage
from ..morale.checks import members
from ..morale.exhaustion import tire_all
from ..setting import Fight
from ..state import Number

DASHES = (inches(1), inches(2), inches(3))  # what a D3 may add, one as likely as the other


def allotted(fight: Fight, number: Number) -> Length:
    """All that it may move: its movement of this turn, or what it was given free, and a dash."""
    piece = fight.state.pieces[number]
    return (piece.turn.free or movement(fight, number).total) + piece.turn.dash


def allowance(fight: Fight, number: Number) -> Length:
    """The movement it has left this turn.  [tp.move.value]"""
    return allotted(fight, number) - fight.state.pieces[number].turn.spent


def pay(fight: Fight, number: Number, cost: Length) -> None:
    """A piece, and all who are in it, have used so much of their movement.

    [tp.move.value] [tp.character.join.as_one]
    """
    for member in members(fight, number):
        fight.state.pieces[member].turn.spent += cost


def dash(fight: Fight, number: Number) -> Length:
    """Roll D3 inches and add them to the piece's movement of this turn, for an exhaustion counter; returns them.

    [tp.move.dash]
    """
    piece = fight.state.pieces[number]
    rolled = inches((fight.die(6, "dash", "tp.move.dash", piece.side, (2, 4)) + 1) // 2)
    added = max(NOTHING, rolled - shortage(fight, number))
    piece.turn.dash, piece.turn.dashed = piece.turn.dash + added, True
    fight.tell(Dashed("tp.move.dash", number, added))
    tire_all(fight, number, 1, "tp.move.dash")
    return added
