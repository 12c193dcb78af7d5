"""A potion that lends wings to whoever goes on foot, for one flight.  [tp.magic.items.potions] [tp.move.fly]"""

from __future__ import annotations

from warhost.engine.field.shapes import overlap

from ..bodies import body, more_than_one, on_table
from ..magic.naming import naming
from ..moving.groups import join, may_join, outermost
from ..moving.landing import come_down, set_before
from ..setting import Fight
from ..special import specials
from ..special.riding import mounted
from ..state import Number
from .charms import one_at_a_time

POTION = "tp.item.enchanted.potion_of_flight"


@naming.fits(POTION, "drinks it on foot, as a turn of his own begins, and while no other potion works in him")
def may_drink(fight: Fight, drinker: Number) -> bool:
    """Whoever runs away goes nowhere of his own will, on wings or without.  [tp.item.enchanted.potion_of_flight]"""
    state = fight.state
    begins = state.phase == "declaring" and state.active == state.pieces[drinker].side
    begins = begins and not state.pieces[outermost(fight, drinker)].fleeing
    return begins and not mounted(fight, drinker) and one_at_a_time(fight, drinker)


@specials.spell_over(POTION)
def comes_down(fight: Fight, drinker: Number, amount: int) -> None:
    """Over friends he joins them, over an enemy he stands before its front and fights it; otherwise he lands.

    [tp.item.enchanted.potion_of_flight]
    """
    piece = fight.state.pieces[drinker]
    if not piece.standing or not piece.airborne or outermost(fight, drinker) != drinker:
        return
    here = body(fight, drinker)
    below = [
        other
        for other in on_table(fight)
        if other != drinker and not fight.state.pieces[other].airborne
        and any(overlap(a, b) for a in here.parts for b in body(fight, other).parts)
    ]  # fmt: skip
    for other in below:
        if fight.state.pieces[other].side != piece.side:
            if not piece.fleeing and set_before(fight, drinker, other, POTION):
                return
        elif more_than_one(fight, other) and not piece.fleeing and may_join(fight, drinker, other) is None:
            piece.airborne = False
            join(fight, drinker, other)
            return
    come_down(fight, drinker, POTION)
