"""Moving: those who fight go towards the enemy, those who shoot into range, the others where they are of use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.body import apart
from warhost.engine.field.compass import (
    HALF_TURN,
    RIGHT_ANGLE,
    Point,
    ahead,
    distance,
    heading,
    to_frame,
    turn,
    veered,
)
from warhost.engine.field.stance import wheel_for
from warhost.engine.question import Answer, Question

from ..bodies import body, centre, engaged, foes, lie, line_legions, officer_gap, troop
from ..command import RADIUS, commander_of, nearest_of_huitsan, with_legion
from ..fighting.contact import hit_side
from ..fighting.wheeling import swings
from ..land.paces import Walk
from ..library import MM
from ..moving.acts import turned_block
from ..moving.allowance import may_charge
from ..moving.bars import passed
from ..moving.course import Course
from ..moving.orders import March
from ..setting import Fight
from ..state import NOBODY
from ..victory import points, prizes
from .worth import clash, exchange, nearest

NEAR = 200 * MM
GOOD_RANGE = 0.92
KEEP_OFF = 150 * MM
LATE = 6  # turns before the end
FAR = 900 * MM
EAGER = 2.0  # how much better than nothing it is to come to blows at all
PARTS = (1.0, 0.8, 0.6, 0.4, 0.2)
LEADERS = ("dritlan", "kerdu")
CALLED = RADIUS * 2 // 3  # whoever is farther off than this soon is out of the kérdu's reach


def who(fight: Fight, question: Question) -> Iterator[Answer]:
    """Whoever has somewhere to go, those nearest to the enemy first."""
    options = [name for name in getattr(question, "options", ()) if name in fight.setting.number]
    numbers = [fight.setting.number[name] for name in options]
    for number in sorted(numbers, key=lambda n: _urgency(fight, n)):
        if _wants_to_move(fight, number):
            yield troop(fight, number).id
            return
    reserve = [name for name in getattr(question, "options", ()) if name.startswith("hand over ")]
    if reserve:
        yield reserve[0]
        return
    yield "done"


def _urgency(fight: Fight, number: int) -> float:
    foe = nearest(fight, number, line=False)
    return float(apart(body(fight, number), body(fight, foe))) if foe is not None else 0.0


def _wants_to_move(fight: Fight, number: int) -> bool:
    kind = troop(fight, number)
    if kind.kind in LEADERS:
        return _is_wanted(fight, number)
    if kind.special or kind.kind == "battery":
        return False
    if engaged(fight, number):
        return bool(swings(fight, number))
    return True


def _is_wanted(fight: Fight, number: int) -> bool:
    """A dritlán belongs with a legion; the kérdu leaves his post for those he took over, if they are far off."""
    host = nearest_of_huitsan(fight, number)
    if host == NOBODY or with_legion(fight, number) != NOBODY:
        return False
    if troop(fight, number).kind == "dritlan":
        return True
    return fight.state.pieces[host].huitsan > 0 and officer_gap(fight, number, host) > CALLED


# --- orders --------------------------------------------------------------------------------------------------


def march(fight: Fight, question: Question) -> Iterator[Answer]:
    """The best of some likely orders."""
    assert isinstance(question, March)
    best, most = None, -1e9
    for order in likely(fight, question):
        course = question.plan(order)
        if not isinstance(course, Course) or (course.declared and course.contact == NOBODY):
            continue  # the one charge of a battle is not spent on coming nearer
        found = _score(fight, question.number, course)
        if found > most:
            best, most = order, found
            yield best


def likely(fight: Fight, question: March) -> Iterator[Answer]:
    number, start = question.number, question.start
    kind = troop(fight, number)
    if kind.kind in LEADERS:
        yield from _join(fight, number, start)
        return
    if kind.special or kind.kind == "battery":
        return
    yield []
    for side in swings(fight, number):
        yield [["swing", side]]
    for foe in _goals(fight, number):
        yield from _towards(fight, number, start, centre(body(fight, foe)))
    if _is_late(fight) and kind.line_status:
        for spot, _ in _prizes(fight, number):
            yield from _towards(fight, number, start, spot)


def _goals(fight: Fight, number: int) -> list[int]:
    side, here = fight.state.pieces[number].side, body(fight, number)
    found = line_legions(fight, 1 - side) or [n for n in foes(fight, side) if troop(fight, n).legion]
    return sorted(found, key=lambda foe: apart(here, body(fight, foe)))[:3]


def _join(fight: Fight, number: int, start: Course) -> Iterator[Answer]:
    """A commander goes to the nearest of his legions."""
    host = nearest_of_huitsan(fight, number)
    if host == NOBODY:
        return
    theirs, front = body(fight, host), start.piece.stance.front
    beside = theirs.width // 2 + 23 * MM
    flanks = veered(theirs.facing, RIGHT_ANGLE), veered(theirs.facing, -RIGHT_ANGLE)
    spots = [theirs.back, *(ahead(theirs.middle, way, beside) for way in flanks)]
    for spot in spots:
        far = distance(front, spot)
        if far:
            yield [["go", *ahead(front, heading(front, spot), min(far, start.left - 300))]]


def _towards(fight: Fight, number: int, start: Course, target: Point) -> Iterator[Answer]:
    piece, kind = start.piece, troop(fight, number)
    front, facing, left = piece.stance.front, piece.facing, start.left - 300
    if left < 2 * MM:
        return
    wanted = heading(front, target)
    off = turn(facing, wanted)
    if start.loose:
        for part in PARTS:
            yield [["go", *ahead(front, wanted, int(left * part))]]
        for by in (6000, -6000, RIGHT_ANGLE, -RIGHT_ANGLE, HALF_TURN):
            yield [["go", *ahead(front, veered(wanted, by), left // 2)], ["face", wanted]]
        for by in (RIGHT_ANGLE, -RIGHT_ANGLE):
            yield [["go", *ahead(front, veered(facing, by), left)]]
        yield [["face", wanted]]
        return
    slant = 1500 if kind.pikes else 4500
    drift = max(-slant, min(slant, off))
    for part in PARTS:
        yield [["go", *ahead(front, facing, int(left * part))]]
        if abs(drift) > 300:
            yield [["go", *ahead(front, veered(facing, drift), int(left * part))]]
    for way in (veered(facing, slant), veered(facing, -slant)):
        yield [["go", *ahead(front, way, left)]]
        yield [["go", *ahead(front, way, left // 2)]]
    if may_charge(fight, number, piece) is None:
        charge: list[Any] = [["charge"], ["go", *ahead(front, facing, left + 75 * MM)]]
        yield charge
    if not piece.disorganized:
        yield from _turning(fight, number, start, off, left)


def _turning(fight: Fight, number: int, start: Course, off: int, left: int) -> Iterator[Answer]:
    facing, width = start.piece.facing, body(fight, number).width
    most = wheel_for(left, width)
    swing = max(-most, min(most, off))
    if abs(swing) > 200:
        yield [["face", veered(facing, swing)]]
    for by in (RIGHT_ANGLE, -RIGHT_ANGLE, HALF_TURN):
        yield [["turn", by]]
        there = turned_block(start.piece, body(fight, number), by, start.kind.base)
        yield [["turn", by], ["go", *ahead(there.front, there.facing, left)]]


# --- how good an order is ------------------------------------------------------------------------------------


def _score(fight: Fight, number: int, course: Course) -> float:
    kind = troop(fight, number)
    if kind.kind in LEADERS:
        host = nearest_of_huitsan(fight, number)
        return -float(apart(course.body, body(fight, host))) if host != NOBODY else 0.0
    if course.piece.wing:
        return 50.0
    ground = _ground_held(fight, number, course) if kind.line_status and _is_late(fight) else 0.0
    return ground + _by_arms(fight, number, course)


def _by_arms(fight: Fight, number: int, course: Course) -> float:
    """To each what its arms are for."""
    kind = troop(fight, number)
    if course.contact != NOBODY:
        return _contact(fight, number, course)
    if kind.missile and kind.missile.kind not in ("thrown",) and fight.state.pieces[number].supply:
        return _archers(fight, number, course)
    if kind.skirmishes:
        return _screen(fight, number, course)
    return _line(fight, number, course)


def _contact(fight: Fight, number: int, course: Course) -> float:
    """A clash is good as far as it promises more than it costs."""
    foe = course.contact
    origin = centre(body(fight, number))
    side = hit_side(body(fight, foe), origin)
    if troop(fight, foe).special:
        return 12.0
    if troop(fight, foe).skirmishes:
        return 15.0 if not course.declared else -10.0
    promise, flat = clash(fight, course, side)
    if not flat:
        return -12.0 + 20 * promise  # a corner alone decides little, and nobody gets away again
    supported = sum(1 for melee in fight.state.melees if foe in (melee.a, melee.b))
    return EAGER + 40 * promise + 8 * supported - _narrow(course)


def _line(fight: Fight, number: int, course: Course) -> float:
    """Nearer to the enemy, facing him, in order, and within the reach of the commander."""
    foe = _prey(fight, number)
    if foe is None:
        return -0.01 * course.spent / MM
    there, theirs = course.body, body(fight, foe)
    gap = apart(there, theirs) / MM
    off = abs(turn(course.piece.facing, heading(centre(there), centre(theirs)))) / 100
    score = -gap / 10 - off / 12 - 30 * course.declared - _narrow(course)
    if _crosses(fight, number, course):
        score -= 4 if gap > 180 else 8
    if _through_lines(fight, number, course):
        score -= 12
    piece = fight.state.pieces[number]
    if gap < 350 and piece.disorganized and course.legs:
        score -= 18  # whoever stands still has his ranks in order again
    elif course.way[0] == course.stance.front:
        score -= 3 * max(0, fight.state.turn - piece.moved - 1)  # waiting for ever wins nothing
    commander = commander_of(fight, number)
    if commander != NOBODY and commander not in course.going:
        far = apart(there, body(fight, commander))
        score -= 10 if far > RADIUS else 3 if far > RADIUS * 3 // 4 else 0
    return score


def _narrow(course: Course) -> float:
    """A column brings few to strike, and is long in the flank."""
    return 10 * max(0.0, 1 - course.piece.files / min(course.kind.files, max(1, course.piece.figures)))


def _is_late(fight: Fight) -> bool:
    return fight.setting.plan.turns - fight.state.turn < LATE


def _ground_held(fight: Fight, number: int, course: Course) -> float:
    """Towards the end the squares and crossings count that an order would hold, and those it comes nearer to."""
    pieces, side = fight.state.pieces, fight.state.pieces[number].side
    wanted = _prizes(fight, number)
    before, pieces[number] = pieces[number], course.piece
    held = points(fight)
    pieces[number] = before
    hurry = 1 + LATE - (fight.setting.plan.turns - fight.state.turn)
    there = centre(course.body)
    pull = max((worth * (1 - distance(there, spot) / FAR) for spot, worth in wanted), default=0.0)
    return hurry * (7.0 * (held[side] - held[1 - side]) + 5.0 * pull)


def _prizes(fight: Fight, number: int) -> list[tuple[Point, int]]:
    """Ground its side does not hold and no other line is nearer to, and what it would be worth."""
    side, here = fight.state.pieces[number].side, centre(body(fight, number))
    others = [centre(body(fight, n)) for n in line_legions(fight, side) if n != number and not engaged(fight, n)]
    figures = fight.state.pieces[number].figures * troop(fight, number).strength_each
    found = []
    for prize in prizes(fight):
        far = distance(here, prize.at)
        if prize.holder == side or prize.strength[1 - side] >= figures or far > FAR:
            continue
        if all(distance(other, prize.at) > far for other in others):
            found.append((prize.at, prize.worth[side] + prize.worth[1 - side] * (prize.holder != NOBODY)))
    return found


def _prey(fight: Fight, number: int) -> int | None:
    """The enemy it makes for: near, and a good match."""
    here, best, most = body(fight, number), None, -1e9
    for foe in line_legions(fight, 1 - fight.state.pieces[number].side):
        across = abs(to_frame(centre(body(fight, foe)), here.front, here.facing)[0])
        taken = sum(1 for melee in fight.state.melees if foe in (melee.a, melee.b))
        score = 12 * exchange(fight, number, foe, True) - apart(here, body(fight, foe)) / MM / 25 + 2 * taken
        score -= across / MM / 40  # lines that all make for one enemy stand in each other's way
        if score > most:
            best, most = foe, score
    return best if best is not None else nearest(fight, number, line=False)


def _crosses(fight: Fight, number: int, course: Course) -> bool:
    """Whether the way disorganizes it."""
    kind = troop(fight, number)
    for leg in course.legs:
        walk = Walk(lie(fight), kind, course.piece, leg.body, leg.way, max(1, leg.length))
        if walk.disordered_at(max(1, leg.length)) is not None:
            return True
    return False


def _through_lines(fight: Fight, number: int, course: Course) -> bool:
    """Whether the way leads through another line, which disorganizes both."""
    return any(
        troop(fight, friend).kind == "line"
        for leg in course.legs for friend in passed(fight, number, leg.body, leg.way, leg.length, course.going)
    )  # fmt: skip


def _archers(fight: Fight, number: int, course: Course) -> float:
    """Into good range, then stand; away from whoever would strike them."""
    kind = troop(fight, number)
    assert kind.missile is not None
    foe = nearest(fight, number, line=False)
    if foe is None:
        return 0.0
    there, theirs = course.body, body(fight, foe)
    gap, reach = apart(there, theirs), kind.missile.normal.value * MM * GOOD_RANGE
    off = abs(turn(course.piece.facing, heading(centre(there), centre(theirs)))) / 100
    score = -abs(gap - reach) / MM / 12 - off / 8
    if gap <= reach:
        score = -off / 8 - (2 if course.legs else 0)
    if gap < KEEP_OFF and not kind.skirmishes:
        score -= (KEEP_OFF - gap) / MM / 20
    if kind.skirmishes:
        score -= _in_the_way(fight, number, course)
    return score - (5 if _crosses(fight, number, course) else 0)


def _in_the_way(fight: Fight, number: int, course: Course) -> float:
    """Screens that stand before their own line keep it from advancing."""
    there, worst = course.body, 0.0
    for friend in line_legions(fight, fight.state.pieces[number].side):
        line = body(fight, friend)
        across, along = to_frame(centre(there), line.front, line.facing)
        hidden = (line.width + there.width) // 2 - abs(across)
        if hidden > 0 and 0 < along < NEAR:
            worst = max(worst, 4 + 10 * min(1.0, hidden / line.width))
    return worst


def _screen(fight: Fight, number: int, course: Course) -> float:
    kind = troop(fight, number)
    foe = nearest(fight, number, line=False)
    if foe is None:
        return 0.0
    reach = kind.missile.normal.value * MM if kind.missile else NEAR
    return -_in_the_way(fight, number, course) - abs(apart(course.body, body(fight, foe)) - reach) / MM / 10


THOUGHTS = {"move": who, "march": march}
