"""Who is able to charge at all.  [tp.move.charge]"""

from __future__ import annotations

from warhost.engine.question import Refusal

from ..beasts.herds import why_not_free
from ..bodies import figure
from ..fighting import contact
from ..morale.exhaustion import exhausted
from ..setting import Fight
from ..special.rooted import why_rooted
from ..state import NOBODY, Number
from .marchover import may_march_out


def why_no_charge(fight: Fight, number: Number) -> Refusal | None:
    """Why a piece cannot be ordered to charge.  [tp.move.charge] [tp.move.value] [tp.move.marchover]"""
    piece, clock = fight.state.pieces[number], fight.state.clock
    if piece.lawless:
        return Refusal("tp.beast.wild", "it is wild")
    if refusal := why_not_free(fight, number) or why_rooted(fight, number):
        return refusal
    if piece.underway:
        where = "inside" if piece.inside else "on a ladder"
        return Refusal("tp.siege.levels", f"it is {where}, and comes out before it does anything else")
    if piece.fleeing or piece.ring != NOBODY:
        return Refusal("tp.move.charge", "it is fleeing" if piece.fleeing else "it is engulfing an enemy")
    if not figure(fight, number).moves:
        return Refusal("tp.move.value", "it cannot move")
    if piece.turn.barred or piece.turn.acted or piece.held_until > clock:
        return Refusal("tp.move.charge", "it may not move this turn")
    if piece.turn.charge_ended:
        return Refusal("tp.move.charge.halted", "its charge of this turn is over")
    if piece.flip_due:
        return Refusal("tp.move.flip.partial", "it has to finish its flip")
    if exhausted(fight, number):
        return Refusal("tp.move.charge.halt", "it is exhausted")
    return may_march_out(fight, number) if contact.engaged(fight, number) else None
