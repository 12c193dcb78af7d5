"""The general leads from behind the line.

An army stands or falls with him, and whoever fights in a front rank can be killed there by a few blows, or is swept
along when his group runs. A lone man who keeps his distance is hard to come by, and those near him hear him still.
But he fights better than most: while nobody is near who could kill him, he stays with those whom he leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from warhost.engine.field.compass import FULL_TURN, ahead, aside, distance, heading, turn
from warhost.engine.question import Answer

from ..bodies import Body, apart, body, close_by, figure, single, strength, within
from ..charging.charges import DASH
from ..fighting.squaring import zone_of
from ..figure import inches
from ..morale.checks import AURA
from ..moving.course import Course
from ..moving.dashing import allowance
from ..moving.orders import Move
from ..state import NOBODY, Point
from .clash import Onset, outcome
from .mind import Mind

BEHIND = inches(1.2), inches(2.5), inches(4)  # how far behind a group he may stand
BESIDE = inches(1)  # ... or beside it, where its ranks are too deep to leave them by the back
EIGHTH = FULL_TURN // 8
ASKANCE = FULL_TURN // 12  # how far off he may look without turning
MANY = 6  # models that make a group worth standing behind
MORTAL = 0.1  # the chance to be killed in a fight that makes him leave his group in time
HEARD = 0.04  # of its worth: what it is to a piece to hear him
CAUGHT, HUNTED = 0.5, 0.1  # of his worth: what it is to be in reach of an enemy's charge, and hardly out of it


def leads_from_behind(mind: Mind, number: int) -> bool:
    """Whether this is a general who has somebody to stand behind, and no good reason to be in the ranks."""
    if not mind.commands(number) or not single(mind.fight, number) or not _shields(mind, number):
        return False
    host = mind.state.pieces[number].host
    return host == NOBODY or mind.shoots(host) or any(_deadly(mind, number, enemy) for enemy in mind.enemies)


def _deadly(mind: Mind, number: int, enemy: int) -> bool:
    """Whether an enemy might soon charge the group that he is in, and kill him there."""
    host = mind.state.pieces[number].host
    here, there = body(mind.fight, host), body(mind.fight, enemy)
    if not mind.free(enemy) or not close_by(here, there, mind.pace(enemy) + DASH + mind.pace(host)):
        return False
    onset = Onset(enemy, zone_of(mind.fight, host, there.front), 0)
    fate = outcome(mind, [onset], host)[0]
    return fate.leaders[mind.state.pieces[host].leaders.index(number)] > MORTAL


def _shields(mind: Mind, number: int) -> list[int]:
    pieces = mind.state.pieces
    friends = [friend for friend in mind.friends if friend != number and not pieces[friend].fleeing]
    return [friend for friend in friends if strength(mind.fight, friend) >= MANY]


def post(mind: Mind, question: Move) -> Iterator[Answer]:
    """The safest place to which there is a way; one who is still in a group leaves it for any of them.

    There he turns to the enemy: nobody falls back from a charge that he does not see coming.
    """
    number, fight = mind.number[question.about], mind.fight
    base, staying = figure(fight, number).base, mind.state.pieces[number].standing
    safety: dict[Point, float] = {}
    for point in _places(mind, number):
        way = heading(question.start.stance.front, point)
        safety[point] = _safety(mind, number, Body(point, way, 1, 1, base, base))
    best = _safety(mind, number, body(fight, number)) if staying else -inf
    for point in sorted(safety, key=lambda point: -safety[point]):
        if safety[point] <= best:
            break
        order = [["go", *point], ["face", _watching(mind, point)]]
        if isinstance(question.plan(order), Course):
            yield order
            return
    if staying:
        piece = mind.state.pieces[number]
        wanted = _watching(mind, piece.point)
        if abs(turn(piece.facing, wanted)) > ASKANCE:
            yield [["face", wanted]]


def _watching(mind: Mind, point: Point) -> int:
    """Towards the nearest enemy who does not run."""
    upright = [enemy for enemy in mind.enemies if not mind.state.pieces[enemy].fleeing] or mind.enemies
    nearest = min((body(mind.fight, enemy).middle for enemy in upright), key=lambda there: distance(point, there))
    return heading(point, nearest)


def _places(mind: Mind, number: int) -> Iterator[Point]:
    """Behind or beside each group, or as far on the way there as he can go; and away in all directions."""
    piece, far = mind.state.pieces[number], allowance(mind.fight, number) - 1
    for shield in _shields(mind, number):
        block = body(mind.fight, shield)
        points = [ahead(block.back, block.facing, -back) for back in BEHIND]
        points += [aside(block.front, block.facing, way * (block.width // 2 + BESIDE)) for way in (-1, 1)]
        for point in points:
            yield point
            if piece.standing and distance(piece.point, point) > far:
                yield ahead(piece.point, heading(piece.point, point), far)
    if piece.standing:
        for course in range(0, FULL_TURN, EIGHTH):
            yield ahead(piece.point, course, far)


def _safety(mind: Mind, number: int, here: Body) -> float:
    """Who hears him where he stands, less what he risks there."""
    fight, total = mind.fight, 0.0
    for friend in mind.friends:
        if friend != number and within(here, body(fight, friend), AURA):
            total += HEARD * mind.worth(friend)
    for enemy in mind.enemies:
        there, reach = body(fight, enemy), mind.pace(enemy) + DASH
        if mind.state.pieces[enemy].fleeing or not close_by(here, there, 2 * reach):
            continue
        away = apart(here, there)
        if away <= reach:
            total -= CAUGHT * mind.worth(number)
        elif away < 2 * reach:
            total -= HUNTED * mind.worth(number) * (2 * reach - away) / reach
    return total
