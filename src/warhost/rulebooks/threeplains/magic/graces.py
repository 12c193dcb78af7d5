"""States that spells and items lend by name, and what they do."""

from __future__ import annotations

from warhost.engine.tally import Tally

from ..bodies import figure
from ..figure import INCH
from ..setting import Fight
from ..special import specials
from ..state import Number
from ..wounds.hits import Attack


@specials.movement("unburdened")
def light_of_foot(fight: Fight, number: Number, tally: Tally) -> None:
    """Heavy armour gives its inch back; a beast under an armoured rider never lost it.

    [tp.armour.heavy.movement]
    """
    found = figure(fight, number)
    if found.heavy and found.category != "beast":
        tally.add(INCH, "tp.armour.heavy.movement", "armour weighs nothing")


@specials.agility("unburdened")
def nimble_in_armour(fight: Fight, attack: Attack, tally: Tally) -> None:
    """... and the agility that it took.  [tp.armour.heavy.agility]"""
    tally.add(figure(fight, attack.target).burden, "tp.armour.heavy.agility", "armour weighs nothing")
