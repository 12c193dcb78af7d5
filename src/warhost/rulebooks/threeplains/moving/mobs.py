"""Mobs: units without discipline, faster by the luck of a die and never in any shape but a square.

[tp.unit.mob.class]
"""

from __future__ import annotations

from warhost.engine.field.length import NOTHING, Length
from warhost.engine.tally import Tally

from ..bodies import figure
from ..dice import roll
from ..events.moves import Surged
from ..figure import inches
from ..kinds import mob
from ..setting import Fight
from ..special import specials
from ..state import Number

RULE = "tp.unit.mob.movement"
MOST = {"infantry": 3, "cavalry": 6}
"""The inches that the die can add: D3 on foot, D6 in the saddle."""


def surge(fight: Fight, number: Number) -> None:
    """Before a mob first moves in a turn, a die says how much farther it goes.  [tp.unit.mob.movement]"""
    piece = fight.state.pieces[number]
    if unrolled(fight, number):
        die = f"D{MOST[figure(fight, number).category]}"
        piece.turn.surge = inches(roll(fight, die, "mob", RULE, piece.side))
        fight.tell(Surged(RULE, number, piece.turn.surge))


def unrolled(fight: Fight, number: Number) -> Length:
    """The most that a mob may still add to its movement this turn; nothing for others."""
    if fight.state.pieces[number].turn.surge or not mob(fight, number):
        return NOTHING
    return inches(MOST[figure(fight, number).category])


@specials.movement("mob")
def surging(fight: Fight, number: Number, tally: Tally) -> None:
    """The inches it has rolled this turn.  [tp.unit.mob.movement]"""
    if added := fight.state.pieces[number].turn.surge:
        tally.add(added, RULE, "mob")
