"""What a sensible player would have his pieces do in a siege.

Besiegers carry their ladders to a wall that nobody has taken yet, put them up and come over; Defenders step along
the walk to wherever somebody comes.  [tp.siege.victory]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from warhost.engine.field.compass import SOUTH, Point, ahead, distance, opposite
from warhost.engine.field.length import NOTHING
from warhost.engine.question import Answer

from ..bodies import body, enemies, figure, friends, strength
from ..fighting.contact import engaged
from ..figure import inches
from ..land.ground import terrace
from ..missiles.aiming import users
from ..moving.climbing import ways_on
from ..moving.orders import Move
from ..moving.parts import mates
from ..scenario.points import bent_on, lined_up, presses
from ..setting import Fight
from ..state import NOBODY, Number, Player
from .ending import clear_routes, leads_in
from .implements import carried, thing_of
from .layout import Laid
from .manning import kept_off
from .outcome import behind
from .passage import hollows, starts
from .places import COURTYARD, indoors, places_of, top
from .ramming import at_the_gate
from .scaling import (
    BREACH,
    HELD,
    Spot,
    at_the_foot,
    at_turrets,
    away,
    guards,
    posts,
    scalers,
    spot_near,
    standing_works,
)
from .thinking import CLOSE, side_by_side
from .works import BESIEGERS

VICTORY = "tp.siege.victory"
BEFORE = inches(2.5)  # where a unit comes to face the wall before it goes up to it
TAKEN, MANNED = inches(5), inches(0.5)  # how much further a wall seems that has a ladder, and for each guard
LEADS_NOWHERE = inches(10)  # ... and over which no clear route would lead yet
ABREAST = inches(8)  # two units beside each other
NEAR = inches(9)  # besiegers so near to the wall are coming
ALIGNED = inches(0.4)
ROOM = inches(1.3)  # for a ladder and some room beside it
SIDEWAYS = range(-12, 13)  # inches along the walk that are tried for room
TOWARDS_THE_END = 7  # the turn from which routes are barred
OFFERED = 40  # ways out that are looked at
SHARES = (1.0, 0.75, 0.5, 0.25)

Idea = list[list[Any]]


@presses(VICTORY)
def who_must_come(fight: Fight, side: Player) -> bool:
    """Besiegers win by coming in, Defenders by waiting.  [tp.siege.victory]"""
    return side == BESIEGERS


@bent_on(BREACH)
def in_a_siege(fight: Fight, question: Move) -> Answer | None:
    """The order that serves the goal; None where this is a battle like any other."""
    number = question.number
    piece = fight.state.pieces[number]
    if piece.host != NOBODY or piece.airborne or engaged(fight, number) or not piece.standing:
        return None
    if piece.underway:
        ideas = _coming_out(fight, question)
    else:
        ideas = _storming(fight, question) if piece.side == BESIEGERS else _holding(fight, question)
    ideas = chain(_after_the_others(fight, question), ideas)
    return next((idea for idea in ideas if question.refuse(idea) is None), None)


def _after_the_others(fight: Fight, question: Move) -> Iterator[Idea]:
    """The smaller part of a group follows the larger one, in there or on to its top.  [tp.siege.levels]"""
    number = question.number
    for mate in mates(fight, number):
        if strength(fight, mate) < strength(fight, number):
            continue
        places = starts(fight, mate)
        yield from ([["enter", place]] for place in places if indoors(place))
        offered = question.suggest(OFFERED) if not indoors(places[0]) else []
        yield from (order for order in offered if order and order[0][0] == "climb" and order[0][1] in places)


def _coming_out(fight: Fight, question: Move) -> Iterator[Idea]:
    """Besiegers go on into the yard, Defenders back to a top, unless they bar a route from where they are.

    [tp.siege.move.inside] [tp.siege.route]
    """
    besieging = fight.state.pieces[question.number].side == BESIEGERS
    if not besieging and clear_routes(fight) < _routes_with(fight, question.number, 0):
        yield []
    offered = [order for order in question.suggest(OFFERED) if order and order[0][0] == "climb"]
    yield from sorted(offered, key=lambda order: (order[0][1] == COURTYARD) != besieging)
    yield []


def _routes_with(fight: Fight, number: Number, work: int) -> int:
    """How many routes would be clear if it were inside there, or nowhere at all."""
    piece = fight.state.pieces[number]
    before = piece.inside, piece.fleeing
    piece.inside, piece.fleeing = work, not work  # who runs bars nothing
    try:
        return clear_routes(fight)
    finally:
        piece.inside, piece.fleeing = before


# --- besiegers ----------------------------------------------------------------------------------------------------


def _storming(fight: Fight, question: Move) -> Iterator[Idea]:
    number = question.number
    piece = fight.state.pieces[number]
    if kept_off(fight, number) or not figure(fight, number).movement:
        return
    if piece.aloft:
        here = terrace(fight, body(fight, number))
        if not any(terrace(fight, body(fight, foe)) is here for foe in enemies(fight, number)):
            yield []  # it holds what it has taken
        return
    if behind(places_of(fight.setting.mission.plan).layout, body(fight, number).bases[0].centre):
        return
    for place in dict.fromkeys(top(post.spot.laid.number) for post in posts(fight, number)):
        yield [["storm", place]]
    yield from at_the_gate(fight, question)
    spot = _goal(fight, number)
    elsewhere = spot is not None and _makes_a_second_way(fight, number, spot)
    if not elsewhere:
        yield from _climbs(fight, question)
    if spot is not None:
        yield from _ladders(fight, question)
        yield from _approach(fight, question, spot)
    if elsewhere:  # and cannot get there
        yield from _climbs(fight, question)


def _makes_a_second_way(fight: Fight, number: Number, spot: Spot) -> bool:
    """Whether its ladder is wanted elsewhere before it climbs: two take the fortress, at two walls.

    [tp.siege.route] [tp.siege.victory]
    """
    scaled = _ways_in(fight)
    fresh = len(scaled) == 1 and spot.laid.number not in scaled and fight.state.turn < TOWARDS_THE_END
    return fresh and any(thing_of(one).route for one in carried(fight, number))


def _ways_in(fight: Fight) -> set[int]:
    """The walls at which something stands that makes a route."""
    return {spot.laid.number for spot, thing in scalers(fight) if thing.route}


def _goal(fight: Fight, number: Number) -> Spot | None:
    """The wall to which it is not far, that nobody has come to yet and few hold."""
    own = body(fight, number)
    half = own.width // 2 + inches(0.5)
    taken = [spot.laid.number for spot, _ in scalers(fight)]
    has = any(thing_of(one).stands == "wall" or thing_of(one).each for one in carried(fight, number))
    found = []
    for one in standing_works(fight):
        if not one.work.scaled or len(one.outer) < 2 or (not has and one.number not in taken):
            continue
        (ax, ay), (bx, by) = one.outer[0], one.outer[-1]
        left, right = min(ax, bx), max(ax, bx)
        x = min(max(own.front[0], min(left + half, (left + right) // 2)), max(right - half, (left + right) // 2))
        spot = spot_near(fight, (x, (ay + by) // 2))
        held = len(guards(fight, number, spot.at, 2 * HELD))
        wet = any(laid.number == one.number for laid, _ in places_of(fight.setting.mission.plan).layout.moats())
        cost = distance(own.front, spot.at) + TAKEN * (has and one.number in taken) + MANNED * held + TAKEN * wet
        cost += NOTHING if leads_in(fight, one.number, spot.at) else LEADS_NOWHERE
        found.append((cost, one.number, spot))
    return min(found, key=lambda one: one[:2])[2] if found else None


def _ladders(fight: Fight, question: Move) -> Iterator[Idea]:
    """All that it carries, where it stands at the foot of a wall."""
    here = spot_near(fight, question.start.stance.front)
    if not at_the_foot(body(fight, question.number).bases, here.at):
        return
    yield from _put_up(fight, question.number, here)


def _put_up(fight: Fight, number: Number, here: Spot) -> Iterator[Idea]:
    things = [one for one in carried(fight, number) if thing_of(one).stands == "wall"]
    for kind in dict.fromkeys(one.kind for one in things):
        same = [one for one in things if one.kind == kind]
        spared = len(same) > 1 and not _ways_in(fight) - {here.laid.number} and thing_of(same[0]).route
        for few in range(len(same) - spared, 0, -1):  # one is kept for another wall
            places = side_by_side(here, few, max(ROOM, inches(thing_of(same[0]).width)))
            yield [["set", kind, [list(place) for place in places]]]


def _approach(fight: Fight, question: Move, spot: Spot) -> Iterator[Idea]:
    """Before the wall first, then straight up to it with the ladders."""
    front, end = question.start.stance.front, ahead(spot.at, spot.outwards, CLOSE)
    before = ahead(spot.at, spot.outwards, BEFORE)
    up: Idea = [["go", *end]]
    ladders = [idea[0] for idea in _put_up(fight, question.number, spot)]
    if abs(front[0] - spot.at[0]) <= ALIGNED:
        turned: Idea = [["pivot", opposite(spot.outwards)], *up]
        yield from ([*way, act] for way in (up, turned) for act in ladders)
        yield up
        yield turned
    if distance(front, before) > inches(1):
        yield from ([["go", *before], *up, act] for act in ladders)
        yield [["go", *before], *up]
        yield [["go", *before]]
    yield [["go", *ahead(front, SOUTH, question.start.left)]]


def _climbs(fight: Fight, question: Move) -> Iterator[Idea]:
    """On to the wall, wherever there is room for all."""
    number, models = question.number, strength(fight, question.number)
    deep = figure(fight, number).base[1]
    bases = body(fight, number).bases
    for way in ways_on(fight, number):
        if not way.up or min(distance(base.centre, way.enters) for base in bases) > question.start.left:
            continue
        for files in dict.fromkeys((-(-models // 2), models)):
            back = -(-models // files) * deep
            for off in sorted(SIDEWAYS, key=abs):
                x, y = way.leaves
                yield [["climb", way.goal, x + inches(off), y - back, SOUTH, files]]


@lined_up(BREACH)
def opposite_its_wall(fight: Fight, number: Number) -> int | None:
    """Foot that come to fight stand opposite the gate or a wall over which a route would lead, the first before the
    gate, each with room to go straight on."""
    piece = fight.state.pieces[number]
    if piece.side != BESIEGERS or figure(fight, number).category != "infantry" or _shoots(fight, number):
        return None
    others = [body(fight, one).front[0] for one in friends(fight, number) if not _shoots(fight, one)]
    works = [one for one in standing_works(fight) if one.work.gate or one.work.scaled]

    def cost(one: Laid) -> int:
        at, _ = next(one.fronts())
        if one.work.gate:
            return -ABREAST if not others else 4 * ABREAST
        crowded = sum(max(0, ABREAST - abs(at[0] - x)) for x in others)
        return crowded + (0 if leads_in(fight, one.number, at) else LEADS_NOWHERE)

    return next(min(works, key=cost).fronts())[0][0] if works else None


def _shoots(fight: Fight, number: Number) -> bool:
    return next(users(fight, number), None) is not None


# --- defenders ----------------------------------------------------------------------------------------------------


def _holding(fight: Fight, question: Move) -> Iterator[Idea]:
    """Along the walk to where they come; in the yard it waits until somebody is in. In the end whoever can bars a
    route from inside."""
    number, layout = question.number, places_of(fight.setting.mission.plan).layout
    if fight.state.turn >= TOWARDS_THE_END:
        yield from _barring(fight, question)
    if not fight.state.pieces[number].aloft:
        inside = (foe for foe in enemies(fight, number) if fight.state.pieces[foe].aloft or behind(
            layout, body(fight, foe).bases[0].centre))  # fmt: skip
        if next(inside, None) is None:
            yield []
        return
    floor = terrace(fight, body(fight, number))
    if any(fight.state.pieces[foe].aloft for foe in enemies(fight, number)):
        return
    for at in sorted(_coming(fight, number), key=lambda at: distance(at, body(fight, number).front)):
        if floor is not None and floor.holds(ahead(at, SOUTH, inches(1))):
            yield from _along(fight, question, at)
            break
    yield []


def _barring(fight: Fight, question: Move) -> Iterator[Idea]:
    """Into a wall or tower beside a route that is clear.  [tp.siege.route] [tp.siege.move.inside]"""
    now = clear_routes(fight)
    for way in hollows(fight, question.number) if now else ():
        if _routes_with(fight, question.number, way.through[-1].work) < now:
            yield [["enter", way.goal]]


def _coming(fight: Fight, number: Number) -> Iterator[Point]:
    """Where besiegers come to the wall, or stand at it."""
    for foe in enemies(fight, number):
        if kept_off(fight, foe) or not figure(fight, foe).movement:
            continue
        spot = spot_near(fight, body(fight, foe).front)
        if distance(spot.at, body(fight, foe).front) <= NEAR:
            yield spot.at


def _along(fight: Fight, question: Move, at: Point) -> Iterator[Idea]:
    """The whole piece steps aside along the walk until one of its models holds the place."""
    number = question.number
    piece, bases = fight.state.pieces[number], body(fight, number).bases
    front = at_turrets(fight, number)
    if not front or not piece.places or min(away(at, bases[one]) for one in front) <= HELD // 2:
        return
    nearest = min((bases[one].centre[0] for one in front), key=lambda x: abs(x - at[0]))
    far = max(-question.start.left, min(question.start.left, at[0] - nearest))
    for share in SHARES:
        yield [["places", [[x + int(far * share), y] for x, y in piece.places]]]
