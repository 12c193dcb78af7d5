"""How good things are: what a fight promises, what a legion is worth."""

from __future__ import annotations

from copy import copy

from warhost.engine.field.body import apart
from warhost.engine.field.compass import opposite

from ..armies.troops import Troop
from ..bodies import body, edge_line, legions, troop
from ..fighting.contact import line_up
from ..fighting.ranks import striking
from ..fighting.strikes import attacks_with
from ..morale.support import net_loss
from ..moving.course import Course
from ..setting import Fight
from ..state import Edge, Melee

ROUNDS = 3  # of a melee that are looked ahead


def stamina(fight: Fight, number: int) -> float:
    """How many more points a legion can lose before it runs."""
    kind = troop(fight, number)
    left = (
        kind.tests
        + (kind.further if fight.state.pieces[number].tested else kind.further / 2)
        - net_loss(fight, number)
    )
    return max(1.0, left)


def exchange(fight: Fight, number: int, foe: int, charge: bool, side: str = "front") -> float:
    """What a round of melee promises: the enemy's losses by his stamina, less one's own by one's own."""
    mine, theirs = troop(fight, number), troop(fight, foe)
    one, other = fight.state.pieces[number], fight.state.pieces[foe]
    charts = fight.setting.charts
    rear = side == "rear"
    disorder = 3 * bool(other.disorganized or side != "front") - 3 * bool(one.disorganized)
    struck = mine.attack(one.weapon) + disorder + 3 * charge + 3 * rear - theirs.defense(other.weapon, rear)
    back = theirs.attack(other.weapon) - disorder - mine.defense(one.weapon, False)
    files = min(one.files, other.files + 2) * _ranks(mine, one.weapon)
    facing = (other.files if side == "front" else 3) * _ranks(theirs, other.weapon)
    dealt = charts.casualties(struck, max(1, int(files))) / 100 * (10 if theirs.has("dreadful") else 1)
    taken = (
        charts.casualties(back, max(1, int(min(facing, one.files + 2)))) / 100 * (10 if mine.has("dreadful") else 1)
    )
    return (
        dealt / stamina(fight, foe) - taken / stamina(fight, number) + (0.4 if rear else 0.15 * (side != "front"))
    )


def clash(fight: Fight, course: Course, side: Edge) -> tuple[float, bool]:
    """What the first rounds after a contact promise as the rules have it, and whether its front comes to lie flat.

    Both are tried out on the table as it is known, and taken back.
    """
    pieces, number, foe = fight.state.pieces, course.number, course.contact
    before, theirs = pieces[number], pieces[foe]
    pieces[number], pieces[foe] = copy(course.piece), copy(theirs)
    line_up(fight, number, foe, side)
    flat = pieces[number].facing == opposite(edge_line(body(fight, foe), side)[1])
    if side != "front" and not pieces[foe].square:
        pieces[foe].disorganized = fight.state.turn
    melee = Melee(number, foe, "front", side, fight.state.turn, counts=side)
    fight.state.melees.append(melee)
    dealt, taken = _rounds(fight, melee)
    fight.state.melees.pop()
    promise = _gain(fight, foe, dealt) - _gain(fight, number, taken)
    if side == "rear":
        promise += value(fight, foe) * max(0, 23 - troop(fight, foe).rating) / 20
    pieces[number], pieces[foe] = before, theirs
    return promise, flat


def _rounds(fight: Fight, melee: Melee) -> tuple[float, float]:
    """The losses of both in some rounds; a charge counts in the first alone."""
    lost = {melee.a: 0.0, melee.b: 0.0}
    charged = fight.state.pieces[melee.a].charged
    for melee.round in range(1, ROUNDS + 1):
        for who, other in ((melee.a, melee.b), (melee.b, melee.a)):
            attacks = attacks_with(fight, melee, who, striking(fight, melee, who))
            lost[other] += sum(attack.casualties for attack in attacks) / 100
        fight.state.pieces[melee.a].charged = 0
    fight.state.pieces[melee.a].charged = charged
    return lost[melee.b], lost[melee.a]


def _gain(fight: Fight, number: int, losses: float) -> float:
    """What these losses of a legion are worth to its enemy: all of it when it runs."""
    return min(1.3, losses / stamina(fight, number)) * (0.5 + value(fight, number))


def _ranks(kind: Troop, weapon: int) -> float:
    held = kind.weapon(weapon)
    return 2 if held.second_rank else 1.5 if held.half_rank else 1


def value(fight: Fight, number: int) -> float:
    """What a legion is worth to its side."""
    kind = troop(fight, number)
    return fight.state.pieces[number].figures * kind.strength_each / 40 if kind.line_status else 0.3


def nearest(fight: Fight, number: int, line: bool) -> int | None:
    """The nearest enemy legion."""
    here, side = body(fight, number), fight.state.pieces[number].side
    foes = [foe for foe in legions(fight, 1 - side) if not line or troop(fight, foe).line_status]
    return min(foes, key=lambda foe: apart(here, body(fight, foe)), default=None)
