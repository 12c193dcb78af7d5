"""What a siege answers where the phases ask about works: each question, and the function that knows."""

from __future__ import annotations

from ..scenario.ramparts import RAMPARTS, Ramparts
from .fleeing import down_from_the_works
from .indoors import room_beside_no_enemy
from .manning import along_the_works, crowded, held_or_taken, kept_off, on_the_tops, over_the_works
from .rungs import struck_on_the_ladder
from .storming import turrets_are_held
from .together import too_far_from_the_others


@RAMPARTS("tp.siege.levels")
class Fortress(Ramparts):
    """[tp.siege.levels] [tp.siege.move.who] [tp.siege.move.inside]"""

    raised = staticmethod(over_the_works)
    own_ground = staticmethod(along_the_works)
    perches = staticmethod(on_the_tops)
    barred = staticmethod(kept_off)
    overburdened = staticmethod(crowded)
    no_perch = staticmethod(held_or_taken)
    room_on_the_way = staticmethod(room_beside_no_enemy)
    strays = staticmethod(too_far_from_the_others)
    held_against = staticmethod(turrets_are_held)
    met_on_a_ladder = staticmethod(struck_on_the_ladder)
    comes_down = staticmethod(down_from_the_works)
