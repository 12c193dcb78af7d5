"""A move as it is planned: leg after leg, turn after turn, priced and checked, nothing on the table changed."""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import RIGHT_ANGLE, Angle, ahead, aside, heading, opposite, to_frame, turn
from warhost.engine.field.compass import distance as between
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import Shape, oblong, overlap
from warhost.engine.field.stance import Stance, faced, turned
from warhost.engine.order import Plan
from warhost.engine.question import Refusal

from ..bodies import (
    body,
    enemies,
    figure,
    friends,
    loose,
    more_than_one,
    pose,
    same_height,
    single,
    stood,
    strength,
)
from ..figure import INCH
from ..land.ground import leg_cost, reach, standing_room, swept
from ..land.paces import turning_toll
from ..machines.driving import RUN, TURN, no_turning_on_the_spot
from ..machines.spacing import keep_distance, ranked
from ..setting import Fight
from ..state import NEVER, NOBODY, UNTURNED, Number, Point
from .dashing import allotted
from .flying import imagined
from .groups import base_of, outermost
from .manoeuvres import PIKE_RUN, PIKE_TURN, bend_of, pivot_cost, uses_pikes
from .stride import body_in
from .wedges import stiff

SHARP = 4500  # a unit that turns by more has a breaking point
ROUNDING = 2  # thousandths of an inch that a point on the table may be off
STRAIGHT = 10  # hundredths of a degree by which rounding may bend a straight way
ASIDE = 3  # thousandths of an inch by which a nudge may miss the line ahead


class Course(Plan):
    """The plan of one move."""

    left: Length
    spent: Length
    rounding = ROUNDING

    def __init__(self, fight: Fight, number: Number):
        piece = fight.state.pieces[number]
        self.fight, self.number, self.piece = fight, number, piece
        self.models, self.base = strength(fight, number), figure(fight, number).base
        self.formed = not loose(fight, number)
        self.single = single(fight, number)
        self.wheels = figure(fight, number).chariot
        self.pikes = self.formed and uses_pikes(fight, number)
        self.host = piece.host if piece.fate == "within" else NOBODY
        self.all = allotted(fight, number)
        super().__init__(_start(fight, number, self.host), self.all - piece.turn.spent)
        self.nudged, self.sharp = piece.turn.nudged, piece.turn.sharp
        self.stretch = piece.turn.stretched if piece.turn.spent else NOTHING
        self.run, self.straight, self.former = NOTHING, piece.turn.since_turn, int(NEVER)
        self.narrowest = self.stance.files
        self.bend: tuple[int, ...] = piece.bend
        self.airborne, self.took_off, self.landed = piece.airborne, False, False
        self.aloft = piece.aloft
        self.flip_due = NOTHING
        self.wearied = False  # whether one of its models would go further than it may
        self.short = 0  # how much of its last leg was left when its movement ended
        self.over: tuple[Number, ...] = ()
        self.arrived: tuple[Point, ...] = ()  # where skirmishers came to before they turned there
        self.leaves = False  # whether it goes off the table for good
        self.arriving = self.models  # who come to another floor of a fortress in this turn
        self.joins = False  # whether it comes to stand in or on another piece
        self.below: Number = NOBODY  # the enemy on whom it comes down

    @property
    def ended(self) -> bool:
        return self.finale is not None or self.flip_due > 0

    @property
    def steered(self) -> bool:
        """Whether it cannot go just any way: units and chariots turn by so much at a time."""
        return self.formed or self.wheels

    def body(self) -> Body:
        return pose(self.fight, self.piece, self.models, self.stance, self.bend)

    def moved_to(self, front: Point) -> Body:
        """Its body shifted to another middle front, as it stands."""
        x, y = front[0] - self.stance.front[0], front[1] - self.stance.front[1]
        places = tuple([(a + x, b + y) for a, b in self.stance.places])
        return pose(self.fight, self.piece, self.models, self.stance._replace(front=front, places=places))

    def too_dear(self, cost: int) -> Refusal:
        """Any movement uses up the allowance.  [tp.move.value]"""
        return Refusal("tp.move.value", f"that costs {_said(cost)} and only {_said(self.left)} are left")

    def stop(self, stance: Stance, leg: bool = False) -> None:
        super().stop(stance, leg)
        self.bend, self.arrived = (), ()

    @property
    def flimsy(self) -> int:
        """The breaking point that this move goes beyond, or -1; a very wide front breaks at once.

        [tp.move.unit.turn] [tp.move.unit.stretch]
        """
        if not self.formed:
            return -1
        moved, limits = self.piece.turn.spent + self.spent, list[int]()
        if self.sharp:
            limits.append(max(0, self.all - self.piece.files * self.base[0] // 2))
        if self.stretch:
            limits.append(max(0, self.all - self.stretch))
        return min((limit for limit in limits if moved > limit), default=-1)


def _said(length: int) -> str:
    return f"{length / INCH:.2f} inches"


def _start(fight: Fight, number: Number, host: Number) -> Stance:
    """Where the move begins; a character who leaves a group starts from its place in it."""
    piece = fight.state.pieces[number]
    if host == NOBODY:
        return stood(piece)
    group = body(fight, outermost(fight, number))
    (ax, ay), (bx, by) = group.base_at(base_of(fight, number)).points[:2]
    return Stance(((ax + bx) // 2, (ay + by) // 2), group.facing, 1)


# --- legs ----------------------------------------------------------------------------------------------------


def go(course: Course, end: Point, narrow: bool = False) -> Refusal | None:
    """A straight leg of the middle front; the piece faces along it, its body following behind.

    [tp.move.p2p] [tp.move.p2p.path] [tp.unit.facing] [tp.move.p2p.facing]
    """
    if course.short:  # it has stopped where its movement ended, and never gets there
        return None
    start = course.stance.front
    length = between(start, end)
    if refusal := _may_go(course, length):
        return refusal
    way, nudge = heading(start, end), length < INCH
    if nudge:
        if refusal := _nudge(course, end, length):
            return refusal
        way = course.stance.facing if course.steered else way
    elif course.steered and (refusal := _turn(course, way)):
        return refusal
    leg = _gone(course, Leg(end, length, course.piece.files if course.formed else course.stance.files), way, narrow)
    if isinstance(leg, Refusal):
        return leg
    course.short, (end, length, files) = length - leg.length, leg
    if length < INCH and not nudge and (refusal := _nudge(course, end, length)):
        return refusal
    if refusal := course.pay(_price(course, leg)):
        return refusal
    course.run += length
    course.straight += length if course.straight != UNTURNED else NOTHING
    course.narrowest = min(course.narrowest, files)
    course.stop(_led(course, end, way, files), leg=True)
    return None


class Leg(NamedTuple):
    """Where a leg ends, how long it is, and in how many files it is gone."""

    end: Point
    length: Length
    files: int


def _gone(course: Course, leg: Leg, way: Angle, narrow: bool) -> Leg | Refusal:
    """As much of a leg as the movement that is left pays for; a front that is narrower may come further.

    [tp.move.p2p] [tp.move.unit.slim]
    """
    while True:
        gone = _paid_for(course, leg, way)
        if gone.length <= 0:
            return course.too_dear(_price(course, leg))
        files = _front_for(course, gone.end, way, gone.length, narrow)
        if isinstance(files, Refusal):
            return files
        if files >= leg.files:
            return gone
        leg = leg._replace(files=files)


def _price(course: Course, leg: Leg) -> Length:
    return leg.length if course.airborne else _leg_cost(course, course.stance.front, leg.end, leg.files)


def _paid_for(course: Course, leg: Leg, way: Angle) -> Leg:
    if _price(course, leg) <= course.left + ROUNDING:
        return leg
    start, far = course.stance.front, course.left
    if not course.airborne:
        far = reach(course.fight, course.number, start, way, far, _width(course, leg.files), course.stance.facing)
    return leg._replace(end=ahead(start, way, far), length=far)


def held_on_the_spot(course: Course) -> Refusal | None:
    """Who has pursued in the turn of the enemy turns in his own, if he likes.  [tp.move.pursue.move]"""
    if course.piece.held_until > course.fight.state.clock:
        return Refusal("tp.move.pursue.move", "it may turn this turn, but not move from the spot")
    return None


def _may_go(course: Course, length: Length) -> Refusal | None:
    if course.landed:
        return Refusal("tp.move.fly.airborne", "it has landed, and its move is over")
    if refusal := held_on_the_spot(course):
        return refusal
    if length == 0:
        return Refusal("tp.move.p2p.leg", "a leg must lead somewhere")
    return None


def _nudge(course: Course, end: Point, length: Length) -> Refusal | None:
    """Once in its move a piece may go less than an inch, straight forward.  [tp.move.p2p.leg]"""
    rule = "tp.move.p2p.leg"
    if course.nudged:
        return Refusal(rule, f"a leg must be at least 1 inch long, not {_said(length)}; it was nudged once already")
    if course.steered:
        side, on = to_frame(end, course.stance.front, course.stance.facing)
        if abs(side) > ASIDE or on <= 0:
            return Refusal(rule, f"a leg of {_said(length)} is too short for anything but a nudge straight forward")
    course.nudged = True
    return None


def _turn(course: Course, way: Angle) -> Refusal | None:
    """A unit turns by a right angle at most at one point; pikes make it slower still, and so do wheels.

    [tp.move.p2p.path] [tp.move.unit.turn] [tp.weapon.pike.turning] [tp.machine.chariot.turning]
    """
    angle = abs(turn(course.stance.facing, way))
    if angle <= STRAIGHT:
        return None
    if angle > RIGHT_ANGLE + STRAIGHT:
        why = f"it would turn by {angle / 100:g} degrees; 90 is the most at one point: use two, a pivot or a flip"
        return Refusal("tp.move.p2p.path", why)
    if course.pikes and (refusal := _pikes_turn(course, angle)):
        return refusal
    if course.wheels and (refusal := _wheels_turn(course, angle)):
        return refusal
    if angle > SHARP + STRAIGHT and (refusal := stiff(course.fight, course.number, "turn so sharply")):
        return refusal
    course.sharp = course.sharp or angle > SHARP + STRAIGHT
    course.former, course.run, course.straight = course.stance.facing, NOTHING, NOTHING
    return None


def _pikes_turn(course: Course, angle: int) -> Refusal | None:
    rule = "tp.weapon.pike.turning"
    if angle > PIKE_TURN + STRAIGHT:
        return Refusal(rule, f"pikes let it turn by 10 degrees at a time, not by {angle // 100}")
    if UNTURNED < course.straight < PIKE_RUN:
        return Refusal(rule, "with pikes it must go 2 inches before it turns again")
    return None


def _wheels_turn(course: Course, angle: int) -> Refusal | None:
    rule = "tp.machine.chariot.turning"
    if angle > TURN + STRAIGHT:
        return Refusal(rule, f"a chariot turns by 45 degrees at most at one point, not by {angle // 100}")
    if UNTURNED < course.straight < RUN - ROUNDING:
        return Refusal(rule, "a chariot must go 2 inches before it turns again")
    return None


def way_price(course: Course, end: Point) -> Length:
    """What it costs to go straight there from where the plan has come to."""
    return _price(course, Leg(end, between(course.stance.front, end), course.stance.files))


def barred_on_the_way(course: Course, end: Point) -> Refusal | None:
    """What is in the way of a straight leg there."""
    length = between(course.stance.front, end)
    if course.airborne or not length:
        return None
    return _blocked(course, end, heading(course.stance.front, end), length, course.stance.files)


def _width(course: Course, files: int) -> Length:
    """What sweeps along a leg: the front edge of a unit, the base of whoever leads a loose group."""
    return files * course.base[0] if course.formed else course.base[0]


def _leg_cost(course: Course, start: Point, end: Point, files: int) -> Length:
    width, facing = _width(course, files), course.stance.facing
    return leg_cost(course.fight, course.number, start, end, width, facing)


def _led(course: Course, end: Point, way: Angle, files: int) -> Stance:
    """The piece at the end of a leg; a loose group keeps its arrangement until the order says otherwise. Chariots
    that have closed up drive apart again.  [tp.machine.chariot.spacing]"""
    if not course.stance.places:
        return Stance(end, way, files)
    if course.wheels and keep_distance(course.stance.places, course.stance.facing, course.base):
        abreast = min(course.piece.files, course.models)
        places = ranked(course.fight, course.number, course.models, end, way, abreast)
        return Stance(end, way, files, places)
    there = faced(course.stance, way, course.stance.front, course.base)
    front = body_in(course.fight, course.number, there).front
    x, y = end[0] - front[0], end[1] - front[1]
    return Stance(end, way, files, tuple([(a + x, b + y) for a, b in there.places]))


# --- slimming down -------------------------------------------------------------------------------------------


def _front_for(course: Course, end: Point, way: Angle, length: Length, narrow: bool) -> Refusal | int:
    """The number of files in which the leg can be gone: all of them, or fewer between two obstacles.

    [tp.move.p2p.space] [tp.move.unit.slim]
    """
    files = course.piece.files if course.formed else course.stance.files
    if course.airborne:
        return files
    refusal = _blocked(course, end, way, length, files)
    if course.formed and (refusal or narrow or course.stance.files < files):
        slim = _slim(course, end, way, length, slowed=not refusal)
        if slim:
            return slim
        if narrow and not refusal:
            return Refusal("tp.move.unit.slim", "nothing here makes it narrow its front")
    return refusal or files


def _blocked(course: Course, end: Point, way: Angle, length: Length, files: int) -> Refusal | None:
    strip = oblong(end, way, _width(course, files), length)
    if course.single and course.piece.turn.dashed and _among_friends(course, strip):
        return Refusal("tp.move.individual.through", "it dashed, and cannot pass through friends as well")
    if refusal := course.fight.setting.load.impeded(course.fight, course.number, course.stance.front, end):
        return refusal
    return swept(course.fight, course.number, strip, ignoring=course.over)


def _among_friends(course: Course, strip: Shape) -> bool:
    """Whether the way leads through a friendly group.  [tp.move.individual.through]"""
    fight, own = course.fight, course.number
    groups = [n for n in friends(fight, own) if more_than_one(fight, n) and same_height(fight, own, n)]
    return any(overlap(strip, part) for n in groups for part in body(fight, n).parts)


def _slim(course: Course, end: Point, way: Angle, length: Length, slowed: bool) -> int:
    """The largest front, centred on the middle front, that passes between what reaches in from both sides; 0 if it
    may not narrow. Enemies are no obstacles in this sense.  [tp.move.unit.slim]"""
    half = _width(course, course.piece.files) // 2
    between_two = all(_obstructed(course, end, way, length, side * half // 2, half, slowed) for side in (-1, 1))
    if not between_two and not _halfway_through(course, end, length, slowed):
        return 0
    if _past_enemies(course, end, way, length):
        return 0
    for files in range(course.piece.files - 1, 0, -1):
        if slowed and _leg_cost(course, course.stance.front, end, files) > length:
            continue
        if _blocked(course, end, way, length, files) is None:
            return files
    return 0


def _obstructed(
    course: Course, end: Point, way: Angle, length: Length, off: int, width: Length, slowed: bool
) -> bool:
    """Whether something that is no enemy stops this half of the front, or slows it."""
    fight, number = course.fight, course.number
    start = aside(course.stance.front, way, off)
    if slowed:
        return leg_cost(fight, number, start, aside(end, way, off), width, course.stance.facing) > length
    hostile = [n for n, piece in fight.state.numbered() if piece.side != course.piece.side]
    return swept(fight, number, oblong(aside(end, way, off), way, width, length), ignoring=hostile) is not None


def _halfway_through(course: Course, end: Point, length: Length, slowed: bool) -> bool:
    """Whether a unit that is narrow already goes on past what is left of the obstacles, be it on one side only."""
    if course.stance.files >= course.piece.files:
        return False
    return not slowed or _leg_cost(course, course.stance.front, end, course.piece.files) > length


def _past_enemies(course: Course, end: Point, way: Angle, length: Length) -> bool:
    """Whether an enemy stands in the way of its full front: nobody narrows to slip past him."""
    fight, own, strip = course.fight, course.number, oblong(end, way, _width(course, course.piece.files), length)
    foes = [foe for foe in enemies(fight, own) if foe not in course.over and same_height(fight, own, foe)]
    return any(overlap(strip, room) for foe in foes for room in body(fight, foe).room)


# --- turning on the spot -------------------------------------------------------------------------------------


def pivot(course: Course, facing: Angle) -> Refusal | None:
    """It swings about its middle front; what travels furthest sets the price.  [tp.move.pivot]"""
    if refusal := no_turning_on_the_spot(course.fight, course.number, "pivot on the spot"):
        return refusal
    angle = abs(turn(course.stance.facing, facing))
    if course.landed:
        return Refusal("tp.move.fly.airborne", "it has landed, and its move is over")
    if course.pikes and (refusal := _pikes_turn(course, angle)):
        return refusal
    if refusal := stiff(course.fight, course.number, "pivot"):
        return refusal
    here = course.body()
    cost = 0 if course.single else _pivot_cost(course, here, facing, angle)
    if refusal := course.pay(cost):
        return refusal
    course.former, course.run, course.straight = NEVER, NOTHING, NOTHING
    course.stop(turned(course.stance, facing, course.stance.front))
    return None


def _pivot_cost(course: Course, here: Body, facing: Angle, angle: int) -> Length:
    """The swing, and any wall that it brings under the front edge of a unit."""
    cost = pivot_cost(here.width, here.depth, angle)
    if course.airborne or not course.formed:
        return cost
    at, before = course.stance.front, course.stance.facing
    return cost + turning_toll(course.fight, course.number, at, before, facing, here.width)


def flip(course: Course) -> Refusal | None:
    """It turns about on its own ground for one depth of movement; without enough it is left half way.

    [tp.move.flip] [tp.move.flip.partial]
    """
    if course.pikes:
        return Refusal("tp.weapon.pike.turning", "pikes let it turn by 10 degrees at a time: it cannot flip")
    if refusal := no_turning_on_the_spot(course.fight, course.number, "turn about on the spot"):
        return refusal
    if refusal := stiff(course.fight, course.number, "flip round"):
        return refusal
    if course.left <= 0 and not course.single:
        return Refusal("tp.move.value", "it has no movement left to begin a flip with")
    here = course.body()
    cost = NOTHING if course.single else here.depth
    if cost > course.left:
        course.flip_due = cost - course.left
        return course.pay(course.left)
    course.pay(cost)
    course.former, course.run = NEVER, NOTHING
    facing = opposite(course.stance.facing)
    course.stop(course.stance._replace(front=here.back, facing=facing))
    return None


def face(course: Course, facing: Angle) -> Refusal | None:
    """Single models and skirmishers end their move facing any way; they turn on their own ground, for nothing.

    [tp.move.individual] [tp.unit.skirmish.movement]
    """
    if refusal := no_turning_on_the_spot(course.fight, course.number, "turn at the end of its move"):
        return refusal
    arrived, middle = course.stance, course.body().middle
    if not arrived.places:
        course.stop(turned(arrived, facing, middle))
        return None
    if course.arrived:
        return Refusal("tp.unit.skirmish.movement", "they turn once, at the last point of their move")
    there = faced(arrived, facing, middle, course.base)
    course.stop(there._replace(front=body_in(course.fight, course.number, there).front))
    course.arrived = arrived.places
    return None


# --- the end of the move -------------------------------------------------------------------------------------


def close(course: Course) -> Refusal | None:
    """Whether the piece may stand where its move ends, and in which shape it does.

    [tp.move.p2p.path] [tp.move.unit.slim] [tp.move.unit.stretch] [tp.move.unit.splitturn]
    """
    if not course.stops:
        return None
    own = course.piece.files if course.formed else course.stance.files
    refusal = _stand_in(course, own) or _outer_files_slowed(course, own)
    if refusal is None:
        course.stretch = max(course.stretch, (own - course.narrowest) * course.base[0] // 2)
        return None
    if course.narrowest < own:
        refusal = _stand_in(course, course.narrowest)
    return refusal


def _outer_files_slowed(course: Course, own: int) -> Refusal | None:
    """A unit that has narrowed does not spread into ground that slows it, as from a bridge into the water.

    [tp.move.unit.slim]
    """
    if course.narrowest >= own or course.airborne:
        return None
    here, facing = course.body(), course.stance.facing
    wide, narrow = (
        leg_cost(course.fight, course.number, here.back, here.front, _width(course, files), facing)
        for files in (own, course.narrowest)
    )
    return Refusal("tp.move.unit.slim", "its outer files would stand in bad ground") if wide > narrow else None


def _stand_in(course: Course, files: int) -> Refusal | None:
    course.stance = course.stance._replace(files=files)
    course.bend = ()
    if course.formed and course.former != NEVER and not course.piece.wedge:
        course.bend = bend_of(files, course.models, course.base, course.run, course.former)
    with imagined(course.fight, course.number, airborne=course.airborne, aloft=course.aloft):
        return standing_room(
            course.fight, course.number, course.body(), ignoring=course.over, may_touch=course.over
        )
