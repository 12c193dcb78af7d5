"""Where to go: fighters towards the enemy, shooters where they can shoot, the rest with them."""

from __future__ import annotations

from typing import Any

from warhost.engine.field.compass import ahead, distance, heading, turn
from warhost.engine.question import Answer, Choose, Question, Refusal

from ..bodies import body, centre, range_between
from ..measures import INCH
from ..moving.course import Course
from ..moving.moves import Move
from ..moving.speed import flies, movement
from ..nature import enemies, kind, named
from ..setting import Fight
from ..state import NOBODY
from .clash import outcome, worth

WAIT = 500


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
    """The enemy it makes for: near, and promising."""

    def drawn(foe: int) -> float:
        won = max(-6.0, min(6.0, outcome(fight, number, foe)))
        return won * 1500 + worth(fight, foe) * 4 - range_between(fight, number, foe)

    return max(enemies(fight, number), key=lambda foe: (drawn(foe), -foe), default=NOBODY)


def order(fight: Fight, question: Question) -> Answer:
    """The lawful order that leads to the best place."""
    assert isinstance(question, Move)
    if question.start.within:
        return []
    foe = goal_of(question.fight, question.number)
    if foe == NOBODY:
        return []
    best: tuple[float, Answer] = (_score(question, question.start, foe) + WAIT, [])
    for offer in _ideas(question, foe):
        if not isinstance(question.check(offer), Refusal):
            found = _score(question, question.course(offer), foe)
            if found > best[0]:
                best = found, offer
    return best[1]


def _ideas(question: Move, foe: int) -> list[Answer]:
    """Towards the enemy, whole and half way, marching or not; turning towards him."""
    start, fight = question.start, question.fight
    goal = centre(body(fight, foe))
    wings: list[Any] = [["fly"]] if flies(fight, question.number) and start.limit is None else []
    front = start.stance.front
    way, far = heading(front, goal), distance(front, goal)
    found: list[Answer] = []
    pace = max(start.pace, movement(fight, question.number)) if wings else start.pace
    width = 0 if start.single else start.here.width
    paid = width * abs(turn(start.stance.facing, way)) * 355 // (18000 * 113)
    for length in (2 * pace, 3 * pace // 2, pace, pace // 2):
        step = min(length - paid - 100, far - 2 * INCH)
        if step > 200:
            found.append([*wings, ["go", *ahead(front, way, step)]])
        found.append([*wings, ["go", max(100, length - 50)]])
    angle = turn(start.stance.facing, way)
    if not start.single:
        if abs(angle) > 500:
            found.append([["wheel", angle]])
            found.append([["wheel", angle // 2 or 1]])
        if abs(angle) > 6000 and start.limit is None:
            found.append([["reform", start.here.files, way]])
    else:
        found.append([*wings, ["pivot", way]])
    return found


def _score(question: Move, course: Course, foe: int) -> float:
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
        else pace + 4 * INCH
    )
    aside = abs(turn(stand.facing, heading(stand.front, goal)))
    score = -abs(far - wanted) * (1.0 if far > wanted else 0.6) - max(0, aside - 1500) * 0.6
    if course.marches and weapon is not None:
        score -= 3 * INCH
    return score


def face(fight: Fight, question: Question) -> Answer:
    number = fight.setting.number[question.about]
    foe = _nearest(fight, number)[0]
    if foe == NOBODY:
        return None
    here = centre(body(fight, number))
    return heading(here, centre(body(fight, foe)))
