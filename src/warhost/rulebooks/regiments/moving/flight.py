"""Flight: away from the enemy, through friends, off the table.

[reg.flee.move] [reg.flee.offtable] [reg.charge.fleeroll] [reg.sr.swiftstride] [reg.panic.through]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product

from warhost.engine.dice import Throw
from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle, Point, ahead, heading, opposite
from warhost.engine.field.shapes import Shape, contains, gap, moved, near, overlap

from ..bodies import body, centre, pose, set_stance, standing_at
from ..events import Fled, OffTable
from ..land.hazards import cross, hazard
from ..measures import INCH, TIE
from ..nature import all_have, company, kind, rides, skirmishing
from ..setting import Fight
from ..special import points
from ..state import NOBODY
from ..wounds.gone import destroyed, lose_standard
from .ways import APART, blocks, edge_gap, others, swept

SWIFT = "reg.sr.swiftstride"
Far = tuple[tuple[int, int], Fraction]
"""How far dice carry a unit, the highest of them, and the chance of both."""


def roll_distance(
    fight: Fight, number: int, purpose: str, rule: str, enough: int | None = None
) -> tuple[int, int]:
    """2D6, or with Swiftstride the two highest of 3D6; and the highest single die. Whoever looks ahead need not
    tell apart what is `enough`."""
    throw = Throw(_dice(fight, number), 6, purpose, rule, fight.state.units[number].side)
    return fight.settle(lambda: carried(fight.throw(throw)), lambda: _alike(distances(throw.count), enough))


def _alike(found: list[Far], enough: int | None) -> list[Far]:
    """Whatever is enough as one, and of the rest what has the same highest die."""
    if enough is None:
        return found
    alike: dict[int, Far] = {}
    for (far, highest), chance in found:
        key = 0 if far + TIE >= enough else highest
        one, before = alike.get(key, ((far, highest), Fraction(0)))
        alike[key] = one, before + chance
    return list(alike.values())


def roll_way(fight: Fight, number: int, purpose: str) -> int:
    """The same where the highest die says nothing: for those who flee, and for those who pursue."""
    throw = Throw(_dice(fight, number), 6, purpose, "reg.charge.fleeroll", fight.state.units[number].side)
    return fight.settle(lambda: carried(fight.throw(throw))[0], lambda: _ways(throw.count).items())


def _dice(fight: Fight, number: int) -> int:
    return 3 if all_have(fight, number, SWIFT) else 2


def carried(faces: Iterable[int]) -> tuple[int, int]:
    """How far dice carry a unit, and the highest of them."""
    *_, second, first = sorted(faces)
    return (first + second) * INCH, first * INCH


def chance_of(fight: Fight, number: int, way: int) -> Fraction:
    """How likely the dice carry it so far at least."""
    return sum((chance for (far, _), chance in distances(_dice(fight, number)) if far + TIE >= way), Fraction(0))


@lru_cache
def _ways(dice: int) -> dict[int, Fraction]:
    """The same for whom the highest die says nothing."""
    found: dict[int, Fraction] = {}
    for (far, _), chance in distances(dice):
        found[far] = found.get(far, Fraction(0)) + chance
    return found


@lru_cache
def distances(dice: int) -> list[Far]:
    """All that so many dice can come to, with the chance of each: far fewer than the ways they fall."""
    falls = Counter(carried(faces) for faces in product(range(1, 7), repeat=dice))
    return [(found, Fraction(ways, 6**dice)) for found, ways in falls.items()]


def take_flight(fight: Fight, number: int) -> bool:
    """A unit begins to flee; a war machine that flees is lost. False if it is gone."""
    unit = fight.state.units[number]
    if kind(fight, number).machine:
        destroyed(fight, number, "abandoned")
        return False
    unit.loose = skirmishing(fight, number)
    unit.fleeing, unit.fled_at, unit.did = True, fight.state.clock, "flees"
    unit.charge, unit.by_choice, unit.building = NOBODY, False, NOBODY
    if unit.fate == "garrison":
        unit.fate = "standing"
    return True


def flee_from(fight: Fight, number: int, threat: Body, ignoring: Collection[int] = ()) -> None:
    """Turn about the centre until it faces directly away from the threat, and run."""
    one = body(fight, number)
    here, there = centre(one), centre(threat)
    facing = heading(there, here) if here != there else opposite(one.facing)
    run(fight, number, facing, roll_way(fight, number, "flight"), ignoring)


def flee_on(fight: Fight, number: int) -> None:
    """In later turns it flees straight ahead the way it faces."""
    run(fight, number, body(fight, number).facing, roll_way(fight, number, "flight"))


def run(fight: Fight, number: int, facing: Angle, way: int, ignoring: Collection[int] = ()) -> None:
    unit, before = fight.state.units[number], body(fight, number)
    start = standing_at(centre(before), facing, before)
    turned = pose(fight, number, start)
    way = cleared(fight, number, turned, way)
    end = start._replace(front=ahead(start.front, facing, way))
    path = swept(start, turned, facing, way)
    friends, enemies, rocks = _crossed(fight, number, path, ignoring, centre(before))
    set_stance(unit, end)
    after = body(fight, number)
    fight.tell(Fled("reg.flee.move", unit.name, (before.front, end.front), facing))
    if edge_gap(fight, after.block) <= TIE:
        leave_table(fight, number)
    else:
        _hurt_on_the_way(fight, number, [turned, after], enemies + rocks)
    fight.state.shaken += tuple(
        (friend, "reg.panic.through", NOBODY) for friend in friends if not _unminded(fight, friend, number)
    )
    if unit.alive:
        points.moved.each(("reg.lore.ember.cinderwall",), fight, number)


def _unminded(fight: Fight, friend: int, number: int) -> bool:
    return points.unminded.any(("reg.army.orc.rule.nobody",), fight, friend, number)


def _hurt_on_the_way(fight: Fight, number: int, poses: list[Body], crossed: int) -> None:
    cross(fight, number, poses, "flight")
    units = fight.state.units
    everybody = (number,) if rides(fight, number) else company(fight, number)
    for one in everybody * crossed:
        if units[one].alive:
            hazard(fight, one, units[one].models, "reg.flee.move")


def _crossed(
    fight: Fight, number: int, path: Shape, ignoring: Collection[int], start: Point
) -> tuple[list[int], int, int]:  # fmt: skip
    """Friends that are run through; how many enemies and pieces of impassable ground, but for what it leaves."""
    side = fight.state.units[number].side
    met = [other for other, block in others(fight, number, ignoring) if overlap(path, block)]
    friends = [other for other in met if fight.state.units[other].side == side]
    rocks = [shape for shape in blocks(fight) if overlap(path, shape) and not contains(shape, start)]
    return friends, len(met) - len(friends), len(rocks)


def cleared(fight: Fight, number: int, one: Body, way: int) -> int:
    """As far as the dice say, or on by the least distance that leaves an inch to everybody else."""
    shapes = [block for _, block in others(fight, number)] + list(blocks(fight))
    for _ in range(len(shapes) + 1):
        there = _shifted(one, way)
        met = [shape for shape in shapes if near(there, shape, APART) and gap(there, shape) < APART - TIE]
        if not met:
            break
        way = max(_past(one, way, shape) for shape in met)
    return way


def _past(one: Body, way: int, shape: Shape) -> int:
    """How far one must go to have left a shape an inch behind: the gap grows from its nearest point on."""
    low, high = way, way + one.depth + 2 * shape.radius + 2 * APART
    while high - low > 1:
        middle = (low + high) // 2
        if gap(_shifted(one, middle), shape) < APART - TIE:
            low = middle
        else:
            high = middle
    return high


def _shifted(one: Body, way: int) -> Shape:
    x, y = ahead((0, 0), one.facing, way)
    return moved(one.block, x, y)


def leave_table(fight: Fight, number: int) -> None:
    """A fleeing unit that touches a table edge is gone; it causes no panic.  [reg.flee.offtable]"""
    unit = fight.state.units[number]
    fight.tell(OffTable("reg.flee.offtable", unit.name))
    if unit.standard:
        lose_standard(fight, unit, taken=False)
    for leader in unit.leaders:
        fight.state.units[leader].fate, fight.state.units[leader].host = "fled", NOBODY
    unit.fate, unit.leaders, unit.fleeing = "fled", (), False
    fight.state.contacts = [one for one in fight.state.contacts if number not in (one.a, one.b)]
