"""Where to go: fighters towards the enemy, shooters where they can shoot, the rest with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.body import Body
from warhost.engine.field.compass import HALF_TURN, RIGHT_ANGLE, Point, distance, heading, turn, veered
from warhost.engine.field.shapes import oblong, overlap
from warhost.engine.field.stance import arc
from warhost.engine.question import Answer, Choose, Question, Refusal

from ..bodies import body, centre, range_between
from ..land.hazards import How, passes, threatens
from ..measures import INCH
from ..moving.course import Course
from ..moving.flight import SWIFT
from ..moving.moves import Move
from ..moving.speed import FLIGHT, flies, movement
from ..moving.ways import blocks
from ..nature import all_have, enemies, kind, named
from ..setting import Fight
from ..state import NOBODY
from .clash import outcome, worth
from .prospects import Rival, danger, hope, rivals

WAIT, HEMMED_IN, NEVER = 500, 2500, -1e9  # who cannot get on at all takes a worse place
WINNING, WORTH, ASIDE, ROUND = 600, 4, 0.6, 8 * INCH
HOPE, DANGER = 20, 5  # thousandths of an inch that one goes for a point of the armies
HARM = 9 * INCH  # that one goes round dangerous ground


def who(fight: Fight, question: Question) -> Answer:
    """The foremost first, so that nobody stands in the way of those behind."""
    assert isinstance(question, Choose)
    able = [fight.setting.number[name] for name in question.options if name in fight.setting.number]
    able = [number for number in able if fight.state.units[number].fate != "within" and not _stays(fight, number)]
    if not able:
        return "done"
    return named(fight, min(able, key=lambda number: (_nearest(fight, number)[1], number)))


def _stays(fight: Fight, number: int) -> bool:
    """Machines, and shooters who have a target."""
    if kind(fight, number).machine or fight.state.units[number].fate == "garrison":
        return True
    weapon = kind(fight, number).missile
    if weapon is None or kind(fight, number).mount is not None:
        return False
    return _nearest(fight, number)[1] <= weapon.range * INCH and _faces(fight, number)


def _faces(fight: Fight, number: int) -> bool:
    foe = _nearest(fight, number)[0]
    if foe == NOBODY:
        return True
    here = body(fight, number)
    return abs(turn(here.facing, heading(here.front, centre(body(fight, foe))))) < 4000


def _nearest(fight: Fight, number: int) -> tuple[int, int]:
    found = [(range_between(fight, number, foe), foe) for foe in enemies(fight, number)]
    if not found:
        return NOBODY, 10**6
    far, foe = min(found)
    return foe, far


def goal_of(fight: Fight, number: int) -> int:
    """The enemy it makes for: near, ahead, promising, and not behind a house."""
    here = body(fight, number)

    def drawn(foe: int) -> float:
        won = max(-6.0, min(6.0, outcome(fight, number, foe)))
        there = centre(body(fight, foe))
        aside = abs(turn(here.facing, heading(here.front, there)))
        found = won * WINNING + worth(fight, foe) * WORTH - range_between(fight, number, foe) - aside * ASIDE
        return found - ROUND * _shut_off(fight, here, there)

    return max(enemies(fight, number), key=lambda foe: (drawn(foe), -foe), default=NOBODY)


def _shut_off(fight: Fight, here: Body, there: Point) -> bool:
    """Whether something that nobody walks over lies on the straight way."""
    lane = oblong(there, heading(here.front, there), here.width, distance(here.front, there))
    return any(overlap(shape, lane) for shape in blocks(fight))


def order(fight: Fight, question: Question) -> Answer:
    """The lawful order that leads to the best place."""
    assert isinstance(question, Move)
    if question.start.within:
        return []
    foe = goal_of(question.fight, question.number)
    if foe == NOBODY:
        return []
    found = rivals(question.fight, question.number)
    stays = _score(question, question.start, foe, found) + WAIT
    free, best = _best(question, _ideas(question, foe), foe, found)
    if best[0] > stays:
        return best[1]
    least = stays if free else stays - HEMMED_IN
    _, best = _best(question, _ways_round(question), foe, found)
    return best[1] if best[0] > least else []


def _best(question: Move, offers: list[Answer], foe: int, found: list[Rival]) -> tuple[bool, tuple[float, Answer]]:
    """Whether any of these orders is lawful, and which leads to the best place."""
    free = False
    best: tuple[float, Answer] = (NEVER, [])
    for offer in offers:
        course = question.planned(offer)
        if not isinstance(course, Refusal):
            free, best = True, max(best, (_score(question, course, foe, found), offer), key=lambda one: one[0])
    return free, best


def _ideas(question: Move, foe: int) -> list[Answer]:
    """Wheels towards the enemy, whole and in part, or out of the way of friends, and then on as far as may be."""
    start, fight = question.start, question.fight
    way = heading(start.stance.front, centre(body(fight, foe)))
    wings: list[Any] = [["fly"]] if flies(fight, question.number) and start.limit is None else []
    angle = turn(start.stance.facing, way)
    found: list[Answer] = []
    for swing in dict.fromkeys((angle, angle // 2, 0, angle - 2500, angle + 2500, 2000, -2000)):
        found += _swung(question, wings, swing)
    if abs(angle) > 6000 and start.limit is None and not start.single:
        found.append([["reform", start.here.files, way]])
    return found


def _ways_round(question: Move) -> list[Answer]:
    """For those who are hemmed in: aside, back, about, or a little ahead and round."""
    start = question.start
    half, facing = start.pace // 2, start.stance.facing
    found: list[Answer] = [[[way, part * half // 2]] for way in ("side", "back") for part in (2, 1)]
    found += [[["side", -part * half // 2]] for part in (2, 1)]
    if not start.single and start.limit is None:
        turns = HALF_TURN, RIGHT_ANGLE, -RIGHT_ANGLE
        found += [[["reform", start.here.files, veered(facing, by)]] for by in turns]
    for length in (2 * start.pace, start.pace, half):
        found += [
            [["go", length - 100]],
            [["go", length // 3], ["wheel", 3000]],
            [["go", length // 3], ["wheel", -3000]],
        ]
    for swing in (1000, -1000, 4500, -4500):
        found += _swung(question, [], swing)
    return found


def _swung(question: Move, wings: list[Any], swing: int) -> Iterator[Answer]:
    """A wheel, or the turn of a lone model, and then on: as far as it may go, or less."""
    start, fight = question.start, question.fight
    budget = 2 * max(FLIGHT * INCH, start.pace) if wings else start.left
    turning: list[Any] = []
    if start.single and abs(swing) > 100:
        turning = [["pivot", veered(start.stance.facing, swing)]]
    elif abs(swing) > 100:
        turning, budget = [["wheel", swing]], budget - arc(start.here.width, abs(swing))
    if turning:
        yield [*wings, *turning]
    far = min(budget - 20, distance(start.stance.front, _goal(fight, question.number)) - 2 * INCH)
    for part in (4, 3, 2, 1):
        if far * part // 4 > 200:
            yield [*wings, *turning, ["go", far * part // 4]]


def _goal(fight: Fight, number: int) -> Point:
    return centre(body(fight, goal_of(fight, number)))


def _score(question: Move, course: Course, foe: int, found: list[Rival]) -> float:
    """Near enough to charge, looking at the enemy, and not too close to those who would win."""
    fight, number = question.fight, question.number
    stand = course.stance
    goal = centre(body(fight, foe))
    far = distance(stand.front, goal) - body(fight, foe).depth // 2
    pace = movement(fight, number)
    weapon = kind(fight, number).missile
    wanted = (
        weapon.range * INCH // 2 + 2 * INCH
        if weapon is not None and kind(fight, number).mount is None
        else pace + 3 * INCH
    )
    aside = abs(turn(stand.facing, heading(stand.front, goal)))
    score = -abs(far - wanted) * (1.0 if far > wanted else 0.6) - max(0, aside - 1500) * 0.6
    if course.marches and weapon is not None:
        score -= 3 * INCH
    there = course.body(stand)
    swift = all_have(fight, number, SWIFT)
    score += HOPE * hope(there, found, pace, swift) - DANGER * danger(there, found)
    return score - HARM * harmed(fight, number, course)


def harmed(fight: Fight, number: int, course: Course) -> int:
    """Pieces of dangerous ground on its way."""
    how: How = "fly" if course.flying else "march" if course.marches else "walk"
    ways = fight.setting.land(fight.state.terrain).dangerous
    return sum(threatens(fight, number, ground, how) and passes(course.poses, ground) for ground in ways)


def face(fight: Fight, question: Question) -> Answer:
    number = fight.setting.number[question.about]
    foe = _nearest(fight, number)[0]
    if foe == NOBODY:
        return None
    here = centre(body(fight, number))
    return heading(here, centre(body(fight, foe)))
