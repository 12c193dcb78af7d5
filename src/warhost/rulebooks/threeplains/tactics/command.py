"""The general leads from the ranks as long as nobody near could kill him there, and else from behind the line.

An army stands or falls with him, and whoever fights in a front rank can be killed there by a few blows, or is swept
along when his group runs. But he fights better than most, and those near him hear him: so he leaves his group only
before a fight that may be his last, stays where he is heard, and comes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from warhost.engine.field.body import Body, apart, close_by, within
from warhost.engine.field.compass import (
    FULL_TURN,
    RIGHT_ANGLE,
    Angle,
    ahead,
    aside,
    distance,
    heading,
    rays,
    to_frame,
    turn,
)
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import clear_line
from warhost.engine.question import Answer

from ..bodies import body, figure, friends, single, strength
from ..charging.charges import DASH
from ..fighting.squaring import zone_of
from ..figure import inches
from ..land.sense import NOTICED
from ..machines.driving import drive
from ..magic.bearing import nature
from ..missiles.aiming import COMPANY
from ..morale.checks import AURA
from ..moving.course import Course
from ..moving.dashing import allowance
from ..moving.groups import may_join
from ..moving.orders import Move
from ..special import specials
from ..special.tempers import NEAR
from ..state import NOBODY, Number, Point
from .charging import arrives, fall_back_chance
from .clash import Onset, balance
from .mind import Mind

Idea = list[list[Any]]

BEHIND = inches(1.2), inches(2.5), inches(4)  # how far behind a group he may stand
BESIDE = inches(1)  # ... or beside it, where its ranks are too deep to leave them by the back
ASKANCE = FULL_TURN // 12  # how far off he may look without turning
MANY = 6  # models that make a group worth standing behind
HEARD = 0.04  # of its worth: what it is to a piece to hear him
CAUGHT = 0.5  # of his worth: what it is to be charged alone
SCREENED = 0.2  # how likely those who stand before him are gone when the charge comes
EXPOSED = 0.03  # of his worth: what it is to stand away from all friends while enemies shoot
COMES = 0.5  # how likely an enemy comes near who could


def leads_from_behind(mind: Mind, number: Number) -> bool:
    """Whether this is a general who stands alone, or had better leave the group that he is in; or his chariot."""
    piece = mind.state.pieces[number]
    if figure(mind.fight, number).chariot and any(mind.commands(leader) for leader in piece.leaders):
        return True
    if not mind.commands(number) or not single(mind.fight, number):
        return False
    if piece.host == NOBODY:
        return True
    if mind.last_turn or not _shields(mind, number):
        return False
    return _hazard(mind, number) > 0


def _hazard(mind: Mind, number: Number) -> float:
    """What he risks in the ranks at worst by the next turn, less what his blows are worth to those beside him."""
    host = mind.state.pieces[number].host
    comers = [enemy for enemy in mind.enemies if _in_reach(mind, enemy, host)]
    fights = [Onset(enemy, zone_of(mind.fight, host, body(mind.fight, enemy).front), 0) for enemy in comers]
    among = [balance(mind, [onset], host) for onset in fights]
    with _gone_from(mind, number, host):
        alone = [balance(mind, [onset], host) for onset in fights]
    return max((theirs - without for theirs, without in zip(among, alone, strict=True)), default=0.0)


@contextmanager
def _gone_from(mind: Mind, number: Number, host: Number) -> Iterator[None]:
    """A group without its general, who is near enough to be heard."""
    piece = mind.state.pieces[host]
    kept, piece.leaders = piece.leaders, tuple(leader for leader in piece.leaders if leader != number)
    mind.musters.clear()
    yield
    piece.leaders = kept
    mind.musters.clear()


def _in_reach(mind: Mind, enemy: Number, group: Number, more: int = 0) -> bool:
    """Whether an enemy could charge a group in his next turn, also after it has come so much nearer."""
    here, there, far = body(mind.fight, group), body(mind.fight, enemy), mind.pace(enemy) + DASH + more
    return mind.free(enemy) and close_by(here, there, far) and apart(here, there) <= far


def _shields(mind: Mind, number: Number) -> list[Number]:
    pieces = mind.state.pieces
    upright = [friend for friend in mind.friends if friend != number and not pieces[friend].fleeing]
    return [friend for friend in upright if strength(mind.fight, friend) >= MANY]


# --- among others --------------------------------------------------------------------------------------------


def joining(mind: Mind, number: Number) -> Iterator[tuple[Number, Idea]]:
    """A lone character to each group that would have him."""
    for group in friends(mind.fight, number):
        if strength(mind.fight, group) < 2 or may_join(mind.fight, number, group) is not None:
            continue
        name, block = mind.state.pieces[group].name, body(mind.fight, group)
        yield group, [["join", name]]
        for point in (block.back, block.front):
            yield group, [["go", *point], ["join", name]]


def _back_to_the_ranks(mind: Mind, question: Move) -> Idea | None:
    """Into a group to which nobody comes near, also when it has gone on."""
    number = mind.number[question.about]
    for group, order in joining(mind, number):
        if strength(mind.fight, group) < MANY or not mind.free(group):
            continue
        near = any(_in_reach(mind, enemy, group, mind.pace(group)) for enemy in mind.enemies)
        if not near and _gets_there(question, order):
            return order
    return None


def _gets_there(question: Move, order: Idea) -> bool:
    """Whether an order is lawful and its movement lasts to the end of the way."""
    course = question.plan(order)
    return isinstance(course, Course) and not course.short


# --- alone ---------------------------------------------------------------------------------------------------


def post(mind: Mind, question: Move) -> Iterator[Answer]:
    """The safest place to which there is a way; one who is still in a group leaves it for any where he is safer.

    There he turns to the enemy: nobody falls back from a charge that he does not see coming.
    """
    number, fight = mind.number[question.about], mind.fight
    staying = mind.state.pieces[number].standing
    if staying and (order := _back_to_the_ranks(mind, question)) is not None:
        yield order
        return
    safety = [(_safety(mind, number, there), order) for order, there in _ways(mind, question, number)]
    best = _safety(mind, number, body(fight, number)) if staying else _in_the_ranks(mind, number)
    for safe, order in sorted(safety, key=lambda found: -found[0]):
        if safe <= best:
            break
        if _gets_there(question, order):
            yield order
            return
    if staying and not figure(fight, number).chariot:
        piece = mind.state.pieces[number]
        wanted = _watching(mind, piece.point)
        if abs(turn(piece.facing, wanted)) > ASKANCE:
            yield [["face", wanted]]


def _in_the_ranks(mind: Mind, number: Number) -> float:
    """How safe he is where he is, and who hears him there."""
    host = mind.state.pieces[number].host
    return _heard(mind, number, body(mind.fight, host)) - _hazard(mind, number)


def _heard(mind: Mind, number: Number, here: Body) -> float:
    """What it is worth to those near him."""
    near = [n for n in mind.friends if n != number and within(here, body(mind.fight, n), AURA)]
    return HEARD * sum(mind.worth(friend) for friend in near)


def _ways(mind: Mind, question: Move, number: Number) -> Iterator[tuple[Idea, Body]]:
    """Orders to the places that come to mind, and how he would stand there; chariots drive round in bends."""
    found, piece = figure(mind.fight, number), mind.state.pieces[number]
    start, base = question.start.stance.front, found.base
    for point in _places(mind, number):
        if not found.chariot:
            order = [["go", *point], ["face", _watching(mind, point)]]
            yield order, Body(point, _watching(mind, point), 1, 1, base, base)
            continue
        far = min(distance(start, point), allowance(mind.fight, number) - Length(1))
        if point == start or far <= 0:
            continue
        legs = drive(start, piece.facing, heading(start, point), far)
        before = legs[-2] if len(legs) > 1 else start
        yield [["go", *leg] for leg in legs], Body(legs[-1], heading(before, legs[-1]), 1, 1, base, base)


def _watching(mind: Mind, point: Point) -> Angle:
    """Towards the nearest enemy who does not run."""
    upright = [enemy for enemy in mind.enemies if not mind.state.pieces[enemy].fleeing] or mind.enemies
    nearest = min((body(mind.fight, enemy).middle for enemy in upright), key=lambda there: distance(point, there))
    return heading(point, nearest)


def _places(mind: Mind, number: Number) -> Iterator[Point]:
    """Behind or beside each group, or as far on the way there as he can go; and away in all directions."""
    piece, far = mind.state.pieces[number], allowance(mind.fight, number) - Length(1)
    for shield in _shields(mind, number):
        block = body(mind.fight, shield)
        points = [ahead(block.back, block.facing, -back) for back in BEHIND]
        points += [aside(block.front, block.facing, way * (block.width // 2 + BESIDE)) for way in (-1, 1)]
        for point in points:
            yield point
            if piece.standing and distance(piece.point, point) > far:
                yield ahead(piece.point, heading(piece.point, point), far)
    if piece.standing:
        for course in rays(8):
            yield ahead(piece.point, course, far)


def _safety(mind: Mind, number: Number, here: Body) -> float:
    """Who hears him where he stands, less what he risks there."""
    total = _heard(mind, number, here)
    blocks = [body(mind.fight, friend) for friend in mind.friends if friend != number]
    for enemy in mind.enemies:
        total -= CAUGHT * mind.worth(number) * _caught(mind, number, here, enemy, blocks)
    if any(mind.shoots(enemy) for enemy in mind.enemies) and not any(
        within(here, there, COMPANY) for there in blocks
    ):
        total -= EXPOSED * mind.worth(number)
    return total


def _caught(mind: Mind, number: Number, here: Body, enemy: Number, shields: list[Body]) -> float:
    """How likely an enemy catches him there, who must look his way, while those who stand between are gone.

    Whoever sees a charge coming from afar may fall back. One in a frenzy charges all alone whoever comes near him.
    """
    there = body(mind.fight, enemy)
    if _driven(mind, number) and within(here, there, NEAR):
        return 1.0
    if _driven(mind, number) and mind.free(enemy) and within(here, there, NEAR + mind.pace(enemy)):
        return COMES
    if mind.last_turn or not mind.free(enemy) or not close_by(here, there, mind.pace(enemy) + DASH):
        return 0.0
    away = apart(here, there)
    if away > NOTICED and abs(turn(there.facing, heading(there.front, here.middle))) > RIGHT_ANGLE:
        return 0.0
    before = [shield.block for shield in shields if apart(shield, there) < away]  # others are no shields to him
    screened = not mind.state.pieces[enemy].airborne and not clear_line(there.front, here.middle, before)
    warned = 2 * away > mind.pace(enemy) and abs(turn(here.facing, heading(here.front, there.middle))) < RIGHT_ANGLE
    evades = fall_back_chance(mind, number, enemy, away) if warned and not _run_into(here, there, shields) else 0.0
    return arrives(mind, enemy, away) * (SCREENED if screened else 1.0) * (1 - evades)


def _run_into(here: Body, there: Body, shields: list[Body]) -> bool:
    """Whether a charge from there at one of the others would run into him: then nobody asks if he falls back."""
    for shield in shields:
        across, along = to_frame(here.middle, there.front, heading(there.front, shield.front))
        if 0 < along < distance(there.front, shield.front) and 2 * abs(across) < there.width + shield.width:
            return True
    return False


def _driven(mind: Mind, number: Number) -> bool:
    """Whether somebody aboard may be driven to charge by his temper."""
    members = (number, *mind.state.pieces[number].leaders)
    return any(specials.must_charge.heeds(nature(mind.fight, member)) for member in members)
