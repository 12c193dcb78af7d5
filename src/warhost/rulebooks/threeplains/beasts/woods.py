"""Large beasts and woods: what they dread about them, on foot and in the air.

All beasts go at half pace in a wood, whatever carries them through it, as everybody does who has not learnt to
walk there.  [tp.beast.woods_half_pace]
"""

from __future__ import annotations

from warhost.engine.field.body import Body
from warhost.engine.field.shapes import overlap
from warhost.engine.question import Refusal
from warhost.engine.tally import Tally

from ..bodies import body, figure
from ..setting import Fight
from ..special import specials
from ..state import Number

DREAD = "dread of the woods"
STRESS = 3


def among_trees(fight: Fight, there: Body) -> bool:
    """Whether one of its bases lies in woody ground."""
    woods = [ground for ground in fight.setting.land(fight.state.terrain).grounds if ground.kind.woody]
    return any(overlap(part, wood.shape) for wood in woods for part in there.parts)


def caught_in_woods(fight: Fight, number: Number) -> bool:
    """Whether it stands where it cannot take off: it flees from there on foot, too.

    [tp.beast.dread_of_woods] [tp.beast.dread_of_woods.flyers]
    """
    if DREAD not in figure(fight, number).traits or fight.state.pieces[number].airborne:
        return False
    return among_trees(fight, body(fight, number))


def why_no_landing(fight: Fight, number: Number, there: Body) -> Refusal | None:
    """It does not fly into woods; it may walk there.  [tp.beast.dread_of_woods.flyers]"""
    if DREAD in figure(fight, number).traits and among_trees(fight, there):
        return Refusal("tp.beast.dread_of_woods.flyers", "it does not come down among trees")
    return None


@specials.stress(DREAD)
def dread(fight: Fight, number: Number, kind: str, tally: Tally) -> None:
    """Three dice while it is among trees.  [tp.beast.dread_of_woods]"""
    piece = fight.state.pieces[number]
    if kind != "deviancy" and not piece.airborne and among_trees(fight, body(fight, number)):
        tally.add(STRESS, "tp.beast.dread_of_woods", DREAD)
