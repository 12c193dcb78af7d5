"""Along the sides of units: which models stand where, and who touches whom.

Places are measured along a side as one sees it who looks outwards from it, from its middle to the right.
[reg.combat.contactcount] [reg.combat.who] [reg.core.arcs] [reg.charge.geometry]
"""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle, Point, to_frame, turn
from warhost.engine.field.ranked import Ranked
from warhost.engine.field.zones import CLOCKWISE, Edge, edge

from ..bodies import body, form_of
from ..measures import TOUCH
from ..setting import Fight
from ..state import Contact, Side


class Place(NamedTuple):
    """What a model covers of a side."""

    low: int
    high: int
    model: int


def row(one: Body, side: Side, form: Ranked) -> list[Place]:
    """The models along a side. Gaps of a short rear rank are ignored: whoever stands before them is there."""
    files, models = one.files, one.models
    wide, deep = one.base[0] + form.gap, one.base[1] + form.gap
    ranks = -(-models // files)
    if side == "front":
        return _front(one, form, wide)
    if side == "rear":
        return _rear(one, form, wide, ranks)
    last = [min(rank * files + files - 1, models - 1) for rank in range(ranks)]
    first = [rank * files for rank in range(ranks)]
    half = one.depth // 2
    if side == "right":
        covered = form.ends[-1][1] if form.ends else 0
        ends = [Place(-half, covered - half, models + len(form.ends) - 1)] if form.ends else []
        return ends + [
            Place(max(rank * deep, covered) - half, rank * deep + one.base[1] - half, last[rank])
            for rank in range(ranks)
            if rank * deep + one.base[1] > covered
        ]
    return [Place(half - rank * deep - one.base[1], half - rank * deep, first[rank]) for rank in range(ranks)][::-1]


def _front(one: Body, form: Ranked, wide: int) -> list[Place]:
    start = -one.width // 2
    found = [Place(start + at * wide, start + at * wide + one.base[0], at) for at in range(one.files)]
    along = start + form.files_width(one.base, one.files) + form.gap
    for at, (size, _) in enumerate(form.ends):
        found.append(Place(along, along + size, one.models + at))
        along += size + form.gap
    return found


def _rear(one: Body, form: Ranked, wide: int, ranks: int) -> list[Place]:
    """From its right, as one sees it who looks back: that is the unit's left."""
    files, models = one.files, one.models
    short = models - (ranks - 1) * files
    found = []
    for place in range(files):
        file = files - 1 - place
        in_last = file - (files - short) // 2
        fits = 0 <= in_last < short
        model = (ranks - 1) * files + in_last if fits else max(0, (ranks - 2) * files + file)
        low = one.width // 2 - form.files_width(one.base, files) + place * wide
        found.append(Place(low, low + one.base[0], model))
    return found


def side_line(one: Body, side: Side) -> Edge:
    return edge(one.oblong, side)


class Touching(NamedTuple):
    """Two models in contact, of the first unit and of the second."""

    own: int
    theirs: int


def touching(fight: Fight, contact: Contact, number: int) -> list[Touching]:
    """Which models of a unit touch which of its foe's in a contact. Along a straight line every base whose span
    overlaps the other line, or meets its end, is in contact."""
    foe = contact.foe(number)
    here, there = body(fight, number), body(fight, foe)
    own_side, their_side = contact.side_of(number), contact.side_of(foe)
    mine = row(here, own_side, form_of(fight, number, fight.state.units[number].loose))
    theirs = row(there, their_side, form_of(fight, foe, fight.state.units[foe].loose))
    own_line, their_line = side_line(here, own_side), side_line(there, their_side)
    shift = to_frame(own_line.middle, their_line.middle, their_line.outward)[0]
    return [
        Touching(one.model, other.model)
        for one in mine
        for other in theirs
        # Mine run the other way as they see it.
        if shift - one.high <= other.high + TOUCH and shift - one.low >= other.low - TOUCH
    ]


def arc_of(one: Body, point: Point) -> Side:
    """In which arc of a unit a point lies: the lines run out from its corners at 45 degrees, and a point on one of
    them belongs to the front or the rear.  [reg.core.arcs]"""
    x, y = to_frame(point, one.front, one.facing)
    beside = 2 * abs(x) - one.width
    beyond = abs(2 * y + one.depth) - one.depth
    if beyond >= beside - 2:
        return "front" if 2 * y + one.depth >= 0 else "rear"
    return "left" if x < 0 else "right"


def facing_side(one: Body, facing: Angle) -> Side:
    """The side of a unit that looks most nearly at somebody who faces so."""
    return min(CLOCKWISE, key=lambda side: abs(turn(side_line(one, side).inward, facing)))


def full_ranks(sizes: list[int], rank_width: int) -> int:
    """Ranks that hold at least so many, the first among them."""
    return sum(size >= rank_width for size in sizes) if rank_width else 0
