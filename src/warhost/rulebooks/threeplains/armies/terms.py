"""What a scenario changes in the muster of one of its sides: limits, prices, and what it may not bring.

A roster says for which scenario and part it is written; without that it is written for a pitched battle. Rules of
the muster hook in here by the ids that stand in the terms of that part.
[tp.army.override] [tp.scenario.precedence]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from warhost.engine.data import nearest
from warhost.engine.point import Point
from warhost.roster.bill import Breach
from warhost.roster.roster import Fault, Roster

from ..scenario.mission import Terms
from .choices import Choice
from .lists import Armies

FREE = Terms()

barred: Point[[Roster, Sequence[Choice]], Iterable[Breach]] = Point("what a side may not bring")
spare: Point[[int, str], int] = Point("points that a side of this list may have besides its share of the enemy's")
priced: Point[[Fraction, Choice], Fraction] = Point("what a side pays for a line of its roster")


def terms_of(roster: Roster, armies: Armies) -> Terms:
    """The terms on which a roster is written."""
    mission = armies.missions.get(roster.scenario)
    return mission.terms.get(roster.part, FREE) if mission else FREE


def size_for_shapes(roster: Roster, terms: Terms) -> int:
    """The points whose allowance of shapes a roster has: its own, or those of the enemy whom it stands against.

    [tp.scenario.time.shapes] [tp.scenario.last_stand.shapes] [tp.siege.shapes]
    """
    if terms.shapes in ("own", "none"):
        return roster.points
    counter, denominator = terms.share
    return roster.against or -(-roster.points * denominator // counter)


def term_faults(roster: Roster, armies: Armies) -> Iterable[Fault]:
    """A scenario or a part that there is not."""
    if not roster.scenario:
        return
    mission = armies.missions.get(roster.scenario)
    if mission is None:
        there = nearest(roster.scenario, armies.missions)
        yield "scenario", f"expected one of {', '.join(armies.missions)}, got {roster.scenario}{there}"
    elif roster.part not in mission.terms:
        yield "part", f"expected one of {', '.join(mission.terms)}, got {roster.part or 'nothing'}"
