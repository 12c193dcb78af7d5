"""Orders worth a thought: what a player might want a piece to do, what chance draws, how far it could go.

None of them is checked here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.body import apart
from warhost.engine.field.compass import (
    FULL_TURN,
    HALF_TURN,
    NORTH,
    RIGHT_ANGLE,
    SOUTH,
    Angle,
    ahead,
    aside,
    bearing,
    distance,
    heading,
    of_degrees,
    rays,
    turn,
    veered,
)
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import oblong, overlap
from warhost.engine.field.stance import Stance
from warhost.engine.question import Chance

from ..bodies import TOUCH, body, enemies, figure, friends, loose, more_than_one, pose, strength
from ..figure import INCH, inches
from ..land.ground import first_bar, reach
from ..machines.driving import TURN, drive
from ..scenario.points import thoughts
from ..scenario.ramparts import Passage
from ..setting import Fight
from ..state import NOBODY, Number, Point
from .assaulting import assaults_from
from .climbing import ways_on
from .course import Course
from .flying import can_fly, flight
from .groups import may_join, outermost
from .leaving import way_off
from .manoeuvres import PIKE_TURN, half_move, least_front
from .wedges import may_wedge, most_points

Idea = list[list[Any]]

RAYS = 24  # of the outline
EDGE = 20
RARE = 0.12  # how often chance tries something other than a leg
AFTER_THE_GOAL = 0.6  # how often chance does what the battle is about
ON_THE_WING = 0.5  # how often what can fly takes off, or lands
OBLIQUE = 4500
IDLE = 100  # hundredths of a degree: a pivot by less is not worth offering
CLEAR = inches(0.2)  # kept from an enemy that is not charged
NEAREST_FIRST = sorted(range(-HALF_TURN, HALF_TURN, FULL_TURN // RAYS), key=abs)  # ways out of a front rank


def _leg(start: Point, way: Angle, length: int) -> list[Any]:
    return ["go", *ahead(start, way, length)]


def ideas(course: Course) -> Iterator[Idea]:
    """From the plainest to the strangest; from inside works there are only ways out, and on."""
    if course.piece.underway:
        yield from _climbs(course)
        yield from _by_scenario(course)
        return
    start, facing, left = course.stance.front, course.stance.facing, course.left
    fight, number = course.fight, course.number
    foe = nearest_enemy(course)
    headings = [facing]
    if foe != NOBODY:
        headings.insert(0, heading(start, body(fight, foe).middle))
    headings += [veered(facing, by) for by in (OBLIQUE, -OBLIQUE, RIGHT_ANGLE, -RIGHT_ANGLE)]
    for way in headings:
        far = reach(fight, number, start, way, left, _sweep(course)) - 1
        for length in (min(far, _gap_to(course, foe)), far // 2):
            if length >= INCH:
                yield [_leg(start, way, length)]
    if foe != NOBODY and abs(turn(facing, headings[0])) >= IDLE:
        yield [["face" if course.single else "pivot", headings[0]]]
    if course.wheels:
        yield from _drives(course, headings[0])
    yield from ways_out(course)
    yield from _climbs(course)
    yield from _assaults(course)
    yield from _by_scenario(course)
    yield from _sidesteps(start, facing, left)
    yield from _rarities(course)


def ways_out(course: Course) -> Iterator[Idea]:
    """Off the table, where there is a way out: straight on, or towards an edge that is near enough."""
    exits = course.fight.setting.parts[course.piece.side].exits
    start = course.stance.front
    for edge in exits:
        way = of_degrees(edge)
        gap = way_off(course.fight.setting.table, start, way)[1]
        if distance(start, gap) <= course.left:
            yield [["leave"]]
            yield [_leg(start, way, min(INCH, distance(start, gap))), ["leave"]]


def _by_scenario(course: Course) -> Iterator[Idea]:
    for found in thoughts.replies(course.fight.setting.mission.rules, course):
        yield from found


def _climbs(course: Course) -> Iterator[Idea]:
    """To other floors of a fortress: drawn up where one comes out, in ranks or in a row."""
    if course.host != NOBODY:
        return
    bases = course.body().bases
    ways = [
        way
        for way in ways_on(course.fight, course.number)
        if course.piece.underway or min(distance(base.centre, way.enters) for base in bases) <= course.left
    ]
    for way in ways:
        yield from ([["climb", way.goal, *spot]] for spot in _beyond(course, way, course.models))
    for way in ways if course.models > 1 else ():
        half = course.models // 2
        yield from ([["climb", way.goal, *spot, half]] for spot in _beyond(course, way, half))


def _beyond(course: Course, way: Passage, models: int) -> Iterator[list[int]]:
    """Where so many could stand at the far end of a way."""
    wide, deep = course.base
    for files in dict.fromkeys((min(models, 7), -(-models // 2), 1)):
        ranks = -(-models // files)
        half = files * wide // 2
        for facing in (NORTH, SOUTH):
            for back in (ranks * deep, ranks * deep // 2):
                x, y = ahead(way.leaves, facing, back)
                yield from ([x + off, y, facing, files] for off in (0, half, -half))


def _assaults(course: Course) -> Iterator[Idea]:
    """Blows at what it touches already."""
    for one in assaults_from(course.fight, course.number, course.body()):
        yield [["assault", one.mark]]


def _drives(course: Course, wanted: Angle) -> Iterator[Idea]:
    """A chariot comes round towards an enemy or one of its flanks, as far as it can or half as far."""
    start, facing, left = course.stance.front, course.stance.facing, course.left - Length(1)
    for way in (wanted, veered(wanted, OBLIQUE), veered(wanted, -OBLIQUE)):
        for far in (left, left * 2 // 3, left // 3):
            if far >= INCH:
                yield [["go", *point] for point in drive(start, facing, way, far)]


def nearest_enemy(course: Course) -> Number:
    own, fight = course.body(), course.fight
    foes = enemies(fight, course.number)
    return min(foes, key=lambda other: (apart(own, body(fight, other)), other), default=NOBODY)


def _gap_to(course: Course, foe: Number) -> Length:
    """As far as it could go straight at the enemy without touching it."""
    if foe == NOBODY:
        return inches(100)
    return apart(course.body(), body(course.fight, foe)) - TOUCH - CLEAR


def _sweep(course: Course) -> Length:
    """The width that a leg of this piece sweeps."""
    return course.base[0] * (course.piece.files if course.formed else 1)


def _sidesteps(start: Point, facing: Angle, left: int) -> Iterator[Idea]:
    """Aside and then ahead again, so that it ends facing as before."""
    for side in (RIGHT_ANGLE, -RIGHT_ANGLE):
        over = max(INCH, left // 3)
        corner = ahead(start, veered(facing, side), over)
        yield [["go", *corner], _leg(corner, facing, max(INCH, left - over - 1))]


def _rarities(course: Course) -> Iterator[Idea]:
    """Manoeuvres, and whatever else its kind of piece can do."""
    yield [["dash"]]
    yield [["flip"]]
    if can_fly(course.fight, course.number):
        yield from _flights(course)
    if figure(course.fight, course.number).category == "character":
        yield from _of_characters(course)
    elif not course.single:
        yield from _of_groups(course)


def _flights(course: Course) -> Iterator[Idea]:
    fight, start, facing = course.fight, course.stance.front, course.stance.facing
    far = flight(fight, course.number) - course.piece.turn.spent
    if not course.airborne:
        yield [["fly"], _leg(start, facing, far)]
        return
    yield [_leg(start, facing, far // 2), ["land"]]
    yield [["land"]]
    for foe in enemies(fight, course.number):
        yield [["go", *body(fight, foe).middle], ["land", fight.state.pieces[foe].name]]


def _of_characters(course: Course) -> Iterator[Idea]:
    """Up to a group and into it, or into the fighting of its own."""
    fight, number = course.fight, course.number
    if course.host != NOBODY:
        for base in range(strength(fight, outermost(fight, number))):
            yield [["fight", base]]
        return
    for group in friends(fight, number):
        if more_than_one(fight, group) and may_join(fight, number, group) is None:
            name = fight.state.pieces[group].name
            yield [["join", name]]
            yield [["go", *body(fight, group).front], ["join", name]]


def _of_groups(course: Course) -> Iterator[Idea]:
    fight, number, piece = course.fight, course.number, course.piece
    start, facing = course.stance.front, course.stance.facing
    step = max(0, course.left - half_move(fight, number))
    for point in (ahead(start, facing, -step), aside(start, facing, step), aside(start, facing, -step)):
        yield [["reorganise", *point]]
    for files in (piece.files + 1, piece.files - 1, max(least_front(fight, number), course.models // 2)):
        yield [["form" if piece.places else "reform", files]]
    if may_wedge(fight, number) is None:
        yield from ([["wedge", points]] for points in range(1, most_points(fight, number) + 1))
        yield [["reform", piece.files]]
    if course.pikes:
        yield [["drop"]]
    if piece.backing:
        yield [["divide"]]
    yield from _in_two(course)
    yield from _with_others(course)


def _in_two(course: Course) -> Iterator[Idea]:
    """Half of its models side by side with the other half."""
    start, facing, piece = course.stance.front, course.stance.facing, course.piece
    half = piece.models // 2
    files = max(least_front(course.fight, course.number), piece.files // 2)
    if half >= files:
        over = -(-files * course.base[0]) // 2
        stay, go = aside(start, facing, -over), aside(start, facing, over)
        yield [["split", {"models": half, "stay": [*stay, facing, files], "go": [*go, facing, files]}]]


def _with_others(course: Course) -> Iterator[Idea]:
    """Together again with a part of its group; up behind another unit."""
    fight, piece = course.fight, course.piece
    for other in friends(fight, course.number):
        mate = fight.state.pieces[other]
        if mate.entry == piece.entry:
            yield [["remerge", mate.name, *course.stance.front, course.stance.facing, piece.files]]
        elif course.formed and not loose(fight, other) and figure(fight, other).base == course.base:
            yield [["go", *body(fight, other).back], ["reinforce", mate.name]]
            yield [["reinforce", mate.name]]


# --- by chance -----------------------------------------------------------------------------------------------


def at_random(course: Course, chance: Chance) -> Idea:
    """Mostly a leg somewhere ahead, now and then something else; it need not be lawful."""
    facing, left = course.stance.facing, course.left
    if (found := [*_by_scenario(course), *_climbs(course)]) and chance.random() < AFTER_THE_GOAL:
        return found[chance.randrange(len(found))]
    if course.piece.underway:
        return []
    if chance.random() < RARE:
        rare = [*ways_out(course), *_rarities(course), *_assaults(course)]
        return rare[chance.randrange(len(rare))]
    if left < INCH:
        return []
    if can_fly(course.fight, course.number) and chance.random() < ON_THE_WING:
        return _flight_at_random(course, chance)
    if course.wheels:
        wanted, far = bearing(chance.randrange(FULL_TURN)), INCH + Length(chance.randrange(left - INCH + 1))
        return [["go", *point] for point in drive(course.stance.front, facing, wanted, far)]
    if not course.formed:
        way = bearing(chance.randrange(FULL_TURN))
    elif course.pikes:
        way = veered(facing, chance.randrange(2 * PIKE_TURN) - PIKE_TURN)
    else:
        way = veered(facing, (chance.randrange(RIGHT_ANGLE) - OBLIQUE) * (1 + chance.randrange(2)))
    return [_leg(course.stance.front, way, INCH + chance.randrange(left - INCH + 1))]


def _flight_at_random(course: Course, chance: Chance) -> Idea:
    """Up and away, or down: on the ground somewhere, or on to an enemy."""
    start, far = course.stance.front, flight(course.fight, course.number) - course.piece.turn.spent
    leg = _leg(start, bearing(chance.randrange(FULL_TURN)), INCH + chance.randrange(max(1, far - INCH)))
    if not course.airborne:
        return [["fly"], leg]
    foes = list(enemies(course.fight, course.number))
    if not foes or chance.random() < 0.5:
        return [leg, ["land"]]
    foe = foes[chance.randrange(len(foes))]
    return [["go", *body(course.fight, foe).middle], ["land", course.fight.state.pieces[foe].name]]


# --- for drawing ---------------------------------------------------------------------------------------------


def reachable(course: Course) -> list[Point]:
    """The outline of the points its middle front could come to by one straight leg."""
    start, facing, left = course.stance.front, course.stance.facing, course.left
    if course.piece.underway:
        return []
    if course.airborne:
        return [ahead(start, way, left) for way in rays(RAYS)]
    spread = PIKE_TURN if course.pikes else RIGHT_ANGLE if course.formed else HALF_TURN
    spread = TURN if course.wheels else spread
    points: list[Point] = [start] if course.steered else []
    for ray in range(RAYS + 1):
        way = veered(facing, 2 * spread * ray // RAYS - spread)
        points.append(ahead(start, way, _as_far_as_it_can(course, way)))
    return points


def _as_far_as_it_can(course: Course, way: Angle) -> Length:
    """How far a straight leg could take it that way on the ground."""
    fight, number, start = course.fight, course.number, course.stance.front
    far = reach(fight, number, start, way, course.left, _sweep(course))
    bar = first_bar(fight, number, oblong(start, way, _sweep(course), EDGE), way, far)
    return bar.distance if bar else far


# --- out of a group ------------------------------------------------------------------------------------------


def gets_away(fight: Fight, number: Number) -> bool:
    """Whether what a character in a group has left takes it clear of its group, or into another.

    [tp.character.leave] [tp.character.join.during_game]
    """
    course = Course(fight, number)
    group, facing = outermost(fight, number), course.stance.facing
    if can_fly(fight, number) or any(_clear_of(course, group, veered(facing, way)) for way in NEAREST_FIRST):
        return True
    own = course.body()
    others = (other for other in friends(fight, number) if other != group and more_than_one(fight, other))
    return any(
        apart(own, body(fight, other)) <= course.left for other in others if may_join(fight, number, other) is None
    )


def _clear_of(course: Course, group: Number, way: Angle) -> bool:
    """Whether a leg that way, as far as it goes, ends clear of the group."""
    end = ahead(course.stance.front, way, _as_far_as_it_can(course, way))
    own = pose(course.fight, course.piece, course.models, Stance(end, way, 1))
    return not any(overlap(part, other) for part in own.parts for other in body(course.fight, group).parts)
