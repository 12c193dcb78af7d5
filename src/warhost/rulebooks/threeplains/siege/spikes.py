"""Dragon spikes: large flyers that have come down near one, or stay there, are hurt.  [tp.siege.dragon_spike]"""

from __future__ import annotations

from warhost.engine.field.shapes import gap

from ..bodies import body, figure, measured, on_table
from ..dice import roll
from ..events.blows import Spiked
from ..figure import from_mm, inches
from ..scenario.points import moves_are_over
from ..setting import Fight
from ..wounds.hits import Attack, strike
from .fixtures import DRAWN
from .works import DEFENDERS

SPIKE = "tp.siege.dragon_spike"
NEAR, LARGE = inches(3), from_mm(40)
BITES, TOP = 6, 6  # taken off toughness; the top of the damage range


@moves_are_over(SPIKE)
def spiked(fight: Fight) -> None:
    """In each of its own movement phases that ends within 3 inches, once for every spike; riders share the hits.

    Whoever takes off again in time has nothing to fear. [tp.siege.dragon_spike] [tp.shoot.disperse.chart]
    """
    for number in on_table(fight, fight.state.active):
        piece, found = fight.state.pieces[number], figure(fight, number)
        if not found.flight or piece.airborne or min(found.base) < LARGE:
            continue
        for feature in [one for one in fight.state.terrain if one.kind == DRAWN["spike"]]:
            shape = fight.setting.ground(feature).shape
            if piece.standing and measured(min(gap(part, shape) for part in body(fight, number).parts)) <= NEAR:
                hits = roll(fight, "D3", "hits of the spike", SPIKE, DEFENDERS)
                fight.tell(Spiked(SPIKE, number, feature.name, hits))
                strike(fight, Attack(number, hits, "missile", SPIKE, top=TOP, toughness=BITES))
