"""What a fortress costs in siege points, line by line.  [tp.siege.list] [tp.siege.points]"""

from __future__ import annotations

from collections import Counter

from warhost.roster.bill import Bill, Line, Measure

from ..armies.profiles import ArmyList
from .layout import Layout
from .plan import FortressEntry
from .works import LEFT_OVER, converted, equipment, fittings, siege_points, wall_needed, works

THOUSAND = 1_000


def machine_price(points: int) -> int:
    """Four siege points for each point of the list price.  [tp.siege.war_machines]"""
    return LEFT_OVER * points


def machines_allowed(besiegers: int) -> int:
    """One for siege points for each started 1000 points of the Besiegers' army.  [tp.siege.war_machines]"""
    return -(-besiegers // THOUSAND)


def machines_of(entry: FortressEntry, layout: Layout) -> list[str]:
    """All war machines that are set out with the fortress."""
    return [*(name for one in layout.works for name in one.model.machines), *entry.courtyard]


def fortress_bill(entry: FortressEntry, layout: Layout, army: ArmyList) -> Bill:
    """All that the Defenders' siege points are spent on; the first gate is free.  [tp.siege.gate]"""
    lines = [*_works(layout), *_fittings(layout), *_machines(entry, layout, army)]
    if entry.projectiles:
        thing = equipment()["projectiles"]
        number = len(entry.projectiles)
        lines.append(Line(thing.id, thing.title, ", ".join(entry.projectiles), number, number * thing.price))
    limit = siege_points(entry.besiegers)
    cost = sum(line.points for line in lines)
    counted = sum(not one.work.part for one in layout.works)
    measures = (
        Measure("siege points", "tp.siege.points", cost, most=limit),
        Measure(
            "inches of wall", "tp.siege.plan.wall", layout.length / 1000, least=wall_needed(entry.besiegers) / 1000
        ),
        Measure("ladders", "tp.siege.plan.ladders", _number(layout, "ladder"), least=counted // 4),
    )
    return Bill(tuple(lines), limit, measures)


def left_over(bill: Bill) -> int:
    """The standard points that the Defenders gain from what they have not spent.  [tp.siege.excess_points]"""
    return converted(max(0, bill.limit - bill.points))


def _works(layout: Layout) -> list[Line]:
    found = Counter(one.work.id for one in layout.works)
    lines = []
    for work in works().values():
        number = found[work.id]
        paid = max(0, number - 1) if work.gate else number
        if number:
            lines.append(
                Line(work.id, work.title, "the first is free" if work.gate else "", number, paid * work.price)
            )
    return lines


def _number(layout: Layout, kind: str) -> int:
    return sum(fixture.kind == kind for one in layout.works for fixture in one.model.fixtures)


def _fittings(layout: Layout) -> list[Line]:
    counted = [(fitting, _number(layout, fitting.id)) for fitting in fittings().values()]
    return [Line(f.id, f.title, "", number, number * f.price) for f, number in counted if number]


def _machines(entry: FortressEntry, layout: Layout, army: ArmyList) -> list[Line]:
    found = Counter(name for name in machines_of(entry, layout) if name in army.ids)
    profiles = [(army.find(name), number) for name, number in found.items()]
    return [Line(one.id, one.title, "", number, number * machine_price(one.points)) for one, number in profiles]
