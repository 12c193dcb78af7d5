"""Chariots crash into their enemies before anybody strikes a blow.  [tp.machine.chariot.impact]"""

from __future__ import annotations

from collections.abc import Sequence

from ..bodies import figure
from ..dice import roll
from ..events.machines import RanOver
from ..fighting.arms import whole_charge
from ..fighting.contact import fighting
from ..fighting.fronts import fighters
from ..figure import inches
from ..setting import Fight
from ..state import Number
from ..wounds.hits import Attack, strike

RULE = "tp.machine.chariot.impact"
OVER = inches(7)


def run_over(fight: Fight, present: Sequence[Number]) -> set[tuple[Number, Number]]:
    """Automatic hits for each chariot in contact after a charge of more than 7 inches: D2, with scythes D3. Each
    crashes into one enemy. Gives who was struck by whom.

    [tp.machine.chariot.impact] [tp.machine.chariot.scythes] [tp.combat.hit.automatic]
    """
    struck = set[tuple[Number, Number]]()
    for number in present:
        die, crashed = figure(fight, number).impact, set[int]()
        for contact in fighting(fight, number) if die else ():
            if contact.rounds or whole_charge(contact, number) <= OVER:
                continue
            foe = contact.foe(number)
            cars = [base for base in fighters(fight, number, contact) if base not in crashed]
            crashed.update(cars)
            if cars and fight.state.pieces[foe].standing:
                side = fight.state.pieces[number].side
                hits = roll(fight, f"{len(cars)}D{die}", "impact hits", RULE, side)
                fight.tell(RanOver(RULE, number, foe, len(cars), hits))
                strike(fight, Attack(foe, hits, "melee", RULE, number))
                struck.add((foe, number))
    return struck
