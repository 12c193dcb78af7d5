"""A unit's move as an order of acts, planned and priced without touching the table.

[reg.move.wheel] [reg.move.backside] [reg.move.single] [reg.move.apart] [reg.sr.fly] [reg.sr.skirmishers]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from warhost.engine.field.body import Body
from warhost.engine.field.compass import (
    FULL_TURN,
    HALF_TURN,
    RIGHT_ANGLE,
    Angle,
    Point,
    ahead,
    aside,
    bearing,
    distance,
    heading,
    opposite,
    to_frame,
    turn,
    veered,
)
from warhost.engine.field.pairing import all_within
from warhost.engine.field.shapes import Shape, gap, overlap
from warhost.engine.field.stance import Stance, arc, shifted, turned, wheeled
from warhost.engine.order import Plan, numbers, only, planned, whole
from warhost.engine.question import Refusal

from ..bodies import body, centre, pose, stance
from ..land.hazards import crosses_river
from ..measures import INCH, TIE, TOUCH, said, told_apart
from ..nature import all_have, has, kind, named, present
from ..setting import Fight
from ..state import NOBODY
from ..wounds.casualties import place_of
from . import leaving, reforms
from .buildings import why_not_enter
from .joining import places, why_not_join
from .marching import DRY, SEA, why_not_march
from .speed import FLIGHT, flies, hovers, movement
from .ways import Obstacles, others, straight_up, swept, wheel_blocks

BACKSIDE, WHEEL, APART = "reg.move.backside", "reg.move.wheel", "reg.move.apart"
REMAINING = "reg.move.remaining"
SKIRMISH, FAST, ETHEREAL = "reg.sr.skirmishers", "reg.sr.fastcav", "reg.sr.ethereal"
SHIFTS = (("back", 1), ("side", 1), ("side", -1))
WHEELS = (10, 20, 30, 45, 60, 90, 135, 180)


class Course(Plan):
    """The plan of one unit's move."""

    rounding = 2

    def __init__(self, fight: Fight, number: int, limit: int | None = None):
        self.fight, self.number, self.limit = fight, number, limit
        self.unit = fight.state.units[number]
        self.within = self.unit.fate == "within"
        self.inside = fight.state.units[self.unit.host].building if self.within else self.unit.building
        start = self._start()
        self.pace = movement(fight, number, flying=False) if limit is None else limit
        self.no_march = (
            why_not_march(fight, number) if limit is None else Refusal("reg.sr.vanguard", "it is no march")
        )
        super().__init__(start, self.pace if self.no_march else 2 * self.pace)
        ignoring = (self.unit.host,) if self.within else ()
        self.here: Body = self.body(start)
        place = self.here.block if self.within else None  # in his unit he may be too near to something already
        self.obstacles = Obstacles(fight, number, ignoring, here=place)
        self.bodiless = has(fight, number, ETHEREAL)
        self.in_the_way = self.obstacles
        if self.bodiless:
            self.in_the_way = Obstacles(fight, number, ignoring, ground=False, here=place)
        self.single = len(self.here.bases) == 1
        self.kind = ""  # forward, back, side
        self.flying = False
        self.wheeled = 0  # what its wheels have cost
        self.reform = ""  # normal or swift, once one is made
        self.poses: list[Body] = [self.here]
        self.joins = self.post = NOBODY
        self.enters = NOBODY
        self.free = all_have(fight, number, SKIRMISH) or all_have(fight, number, FAST)
        self.leniently = False  # whether it may end nearer than an inch to whom it was too near
        self.parting: list[bool] = []  # whether it could, once that was worked out for all orders of this move
        self.reshaped = False  # has reformed on its way
        self.far_gone = False  # ... and some model ends farther away than a normal move leads
        self.wet = False

    def _start(self) -> Stance:
        if self.within:
            host = body(self.fight, self.unit.host)
            return Stance(place_of(self.fight, self.number), host.facing, 1)
        return stance(self.unit)

    def afresh(self) -> Course:
        twin = super().afresh()
        twin.poses = list(self.poses)
        return twin

    @property
    def walls(self) -> Shape:
        """Of the building it is in."""
        return self.fight.setting.land(self.fight.state.terrain).grounds[self.inside].shape

    def body(self, stand: Stance) -> Body:
        return pose(self.fight, self.number, stand)

    # --- judging -----------------------------------------------------------------------------------------------

    def too_dear(self, cost: int) -> Refusal:
        """Why an act cannot be paid for: the march may be barred."""
        if self.no_march is not None and self.spent + cost <= 2 * self.pace:
            return self.no_march
        dear, left = told_apart(cost, self.left)
        return Refusal(REMAINING, f"that costs {dear}, and {left} is left")

    def wheel_too_dear(self, cost: int) -> Refusal:
        dear, left = told_apart(cost, self.left)
        return Refusal(REMAINING, f"the outer corner of that wheel goes {dear}, and {left} is left")

    @property
    def marches(self) -> bool:
        return self.far_gone or self.spent > self.pace + 2

    def legged(self, start: Stance, way: Angle, length: int, cost: int) -> Refusal | None:
        """A straight leg: it must be paid for, and nobody may be too near to it."""
        if refusal := self.pay(cost):
            return refusal
        there = shifted(start, way, length)
        ground = swept(start, self.here, way, length)
        if not self.flying and (refusal := self.bars(ground)):
            return refusal
        if not self.flying and not self.bodiless and crosses_river(self.fight, ground):
            self.wet = True
        self.stop(there, leg=True)
        self.poses.append(self.body(there))
        return None

    def bars(self, shape: Shape, end: bool = False) -> Refusal | None:
        """Why it may not come over this ground, or not end there; on their way all is open to the ethereal."""
        hit = (self.obstacles if end else self.in_the_way).hit(shape)
        if hit is None and not self.obstacles.beyond(shape):
            return None
        if hit is None:
            return Refusal(APART, "it would come within an inch of the table edge")
        if hit == NOBODY:
            return Refusal(APART, "it would come within an inch of impassable ground")
        return Refusal(APART, "it would come within an inch of {who}", (named(self.fight, hit),))

    def direction(self, kind: str) -> Refusal | None:
        """A move is wholly forwards, wholly backwards, or wholly to one side."""
        if self.kind and self.kind != kind:
            return Refusal(BACKSIDE, f"a move is of one kind: {self.kind} and {kind} do not mix")
        self.kind = kind
        return None

    def comes_to(self, goal: Shape, ignoring: Collection[int] = ()) -> Refusal | None:
        """The last of the way, up to a building or a unit: nobody may stand in it."""
        here = self.body(self.stance)
        if gap(here.block, goal) <= TOUCH:
            return None
        way = straight_up(self.stance, here, goal, self.left)
        if refusal := self.may_move_on() or self.direction(way.kind) or self.pay(way.cost):
            return refusal
        ignored = {*ignoring, self.unit.host}
        for other, shape in () if self.flying or self.bodiless else others(self.fight, self.number, ignored):
            if overlap(way.ground, shape):
                return Refusal(APART, "{who} {stands} in its way", (named(self.fight, other),))
        return None

    def may_move_on(self) -> Refusal | None:
        if self.reform == "normal":
            return Refusal("reg.reform.normal", "a unit that reforms makes no other move")
        return None

    def end(self) -> Refusal | None:
        """What must be true of the whole order."""
        if self.reshaped and (refusal := self._near_enough()):
            return refusal
        if self.marches and self.kind in ("back", "side"):
            return Refusal(BACKSIDE, "only a move straight ahead may be a march")
        if self.marches and self.wet and not all_have(self.fight, self.number, SEA):
            return Refusal("reg.terrain.river", "nobody marches into or through a river")
        if self.marches and has(self.fight, self.number, SEA) and not self._in_the_water():
            return DRY
        if self.joins != NOBODY or self.enters != NOBODY:
            return None
        there = self.body(self.stance).block
        if self.stops and (self.flying or self.bodiless) and (refusal := self.bars(there, end=True)):
            return refusal
        if self.stops and not self.leniently and (refusal := self._left_behind(there)):
            return refusal
        if self.within and self.inside == NOBODY and self.stops and not self._clear_of_host(there):
            return Refusal(APART, "it would stand too near to the unit it leaves")
        return self._kept_away(there)

    def _in_the_water(self) -> bool:
        """From the beginning of every leg to its end."""
        return all(crosses_river(self.fight, one.block) for one in self.poses)

    def _left_behind(self, there: Shape) -> Refusal | None:
        """Who stands too near to something must end his move an inch away from it, if he can.  [reg.move.apart]"""
        close = self.obstacles.close_to(there)
        if close is None or self.inside != NOBODY:
            return None
        if not self.parting:
            self.parting.append(could_part(self.fight, self.number, self.limit))
        if not self.parting[0]:
            return None
        if close == NOBODY:
            return Refusal(APART, "it must end its move an inch away from impassable ground")
        return Refusal(APART, "it must end its move an inch away from {who}", (named(self.fight, close),))

    def _near_enough(self) -> Refusal | None:
        """No model ends farther from where it started than the move allows.

        [reg.sr.skirmishers] [reg.sr.fastcav]
        """
        olds = [one.centre for one in self.poses[0].bases]
        news = [one.centre for one in self.body(self.stance).bases]
        limit = self.pace if self.no_march else 2 * self.pace
        if not all_within(olds, news, limit + TIE):
            rule = SKIRMISH if all_have(self.fight, self.number, SKIRMISH) else FAST
            return Refusal(rule, f"one of its models would end more than {said(limit)} away from where it started")
        self.far_gone = not all_within(olds, news, self.pace + TIE)
        return None

    def _clear_of_host(self, there: Shape) -> bool:
        return gap(there, body(self.fight, self.unit.host).block) >= INCH - TIE

    def _kept_away(self, there: Shape) -> Refusal | None:
        """Before the battle nobody comes within 12 in of an enemy.  [reg.sr.vanguard]"""
        if self.limit is None:
            return None
        for foe in present(self.fight, 1 - self.unit.side):
            if gap(there, body(self.fight, foe).block) <= 12 * INCH + TIE:
                return Refusal("reg.sr.vanguard", "it would come within 12 in of {who}", (named(self.fight, foe),))
        return None


# --- acts ----------------------------------------------------------------------------------------------------


def go(course: Course, args: list[Any]) -> Refusal | None:
    """["go", length] straight ahead, or ["go", x, y]: turn towards a point and go there."""
    if refusal := course.may_move_on() or course.direction("forward"):
        return refusal
    if len(args) == 1:
        length = whole(args[0], "a length")
        if length < 0:
            return Refusal(BACKSIDE, "straight ahead is not backwards")
        return course.legged(course.stance, course.stance.facing, length, length)
    x, y = numbers(args, "x", "y")
    return _go_to(course, (x, y))


def _go_to(course: Course, goal: Point) -> Refusal | None:
    start = course.stance
    if course.single:
        middle = centre(course.body(start))
        facing = heading(middle, goal) if middle != goal else start.facing
        course.stop(turned(start, facing, middle))
    elif abs(turn(start.facing, heading(start.front, goal))) > 20 and start.front != goal:
        refusal = wheel(course, [wheel_towards(course, start, goal)])
        if refusal is not None:
            return refusal
    length = distance(course.stance.front, goal)
    return course.legged(course.stance, course.stance.facing, length, length)


def wheel_towards(course: Course, start: Stance, goal: Point) -> int:
    """The angle by which it wheels until it looks at a point."""
    width = course.here.width
    sign = 1 if turn(start.facing, heading(start.front, goal)) > 0 else -1
    low, high = 0, HALF_TURN
    while high - low > 1:
        middle = (low + high) // 2
        there = wheeled(start, sign * middle, width).stand
        if sign * turn(there.facing, heading(there.front, goal)) > 0:
            low = middle
        else:
            high = middle
    return sign * high


def wheel(course: Course, args: list[Any]) -> Refusal | None:
    """["wheel", angle]: to the right if positive; the way of the outer corner is paid."""
    angle = whole(only(args, "an angle"), "an angle")
    if refusal := course.may_move_on() or course.direction("forward"):
        return refusal
    if course.single:
        return _pivoted(course, veered(course.stance.facing, angle))
    if abs(angle) > FULL_TURN or not angle:
        return Refusal(WHEEL, "a wheel is an angle of at most a full turn, and not nothing")
    found = wheeled(course.stance, angle, course.here.width)
    if refusal := course.pay(found.length):
        return refusal if refusal.rule != REMAINING else course.wheel_too_dear(found.length)
    course.wheeled += found.length
    half = course.here.width // 2
    corner = aside(course.stance.front, course.stance.facing, half if angle > 0 else -half)
    if not course.flying:
        for ground in wheel_blocks(course.here, course.stance, angle, corner):
            if refusal := course.bars(ground):
                return refusal
    course.stop(found.stand)
    course.poses.append(course.body(found.stand))
    return None


def pivot(course: Course, args: list[Any]) -> Refusal | None:
    """["pivot", facing]: a lone model turns about its centre, free of cost."""
    facing = whole(only(args, "a facing"), "a facing")
    if refusal := course.may_move_on():
        return refusal
    if not course.single:
        return wheel(course, [turn(course.stance.facing, bearing(facing))])
    return _pivoted(course, bearing(facing))


def _pivoted(course: Course, facing: Angle) -> Refusal | None:
    there = turned(course.stance, facing, centre(course.body(course.stance)))
    if not course.flying and (refusal := course.bars(course.body(there).block)):
        return refusal
    course.stop(there)
    return None


def back(course: Course, args: list[Any]) -> Refusal | None:
    """["back", length]: each inch costs two."""
    length = whole(only(args, "a length"), "a length")
    return _shifted(course, "back", opposite(course.stance.facing), length)


def side(course: Course, args: list[Any]) -> Refusal | None:
    """["side", length]: to the right if positive; each inch costs two."""
    length = whole(only(args, "a length"), "a length")
    way = veered(course.stance.facing, RIGHT_ANGLE if length > 0 else -RIGHT_ANGLE)
    return _shifted(course, "side", way, abs(length))


def _shifted(course: Course, kind_of: str, way: Angle, length: int) -> Refusal | None:
    if refusal := course.may_move_on() or course.direction(kind_of):
        return refusal
    if length < 0:
        return Refusal(BACKSIDE, "a length is not negative")
    if course.spent + 2 * length > course.pace + 2:
        return Refusal(BACKSIDE, f"at half pace {said(course.pace // 2)} is the most")
    return course.legged(course.stance, way, length, 2 * length)


def reorganise(course: Course, args: list[Any]) -> Refusal | None:
    """["reorganise", x, y]: shift straight back or aside, whichever leads nearer to the point."""
    x, y = to_frame((numbers(args, "x", "y")[0], args[1]), course.stance.front, course.stance.facing)
    return back(course, [-y]) if y < 0 and abs(y) > abs(x) else side(course, [x])


def reform(course: Course, args: list[Any]) -> Refusal | None:
    """["reform", files] or ["reform", files, facing]: about the centre, instead of moving; skirmishers and fast
    cavalry as they move."""
    files = whole(args[0] if args else None, "files")
    facing = whole(args[1], "a facing") if len(args) > 1 else course.stance.facing
    if course.within or kind(course.fight, course.number).single:
        return Refusal("reg.core.unit", "a lone model has no ranks to reform")
    if course.free:
        return _freely(course, files, bearing(facing))
    if course.unit.drilled:
        return Refusal("reg.reform.swift", "{who} {has} reformed: a normal move is left", (course.unit.name,))
    if course.stops or course.spent:
        return Refusal("reg.reform.normal", "a reform is made instead of moving")
    stand = reforms.reformed(course.fight, course.number, files, bearing(facing))
    if refusal := reforms.judge(course.fight, course.number, stand):
        return refusal
    course.stop(stand)
    course.reform = "normal"
    return None


def _freely(course: Course, files: int, facing: Angle) -> Refusal | None:
    """As often as it likes while it moves, and free of cost: where its models end is judged at the end."""
    here = course.body(course.stance)
    middle = centre(here)
    trial = course.body(Stance((0, 0), facing, files))
    stand = Stance(ahead(middle, facing, trial.depth // 2), facing, files)
    least, most = reforms.widths(course.fight, course.number)
    if not least <= files <= most:
        return Refusal("reg.core.formation", f"it stands {least} to {most} models wide, not {files}")
    there = course.body(stand)
    if refusal := course.bars(there.block):
        return refusal
    course.stop(stand)
    course.here, course.reshaped = there, True
    return None


def fly(course: Course, args: list[Any]) -> Refusal | None:
    """["fly"] first: the whole move is made in the air."""
    if args or course.stops:
        return Refusal("reg.sr.fly", "it takes to the air before it moves, or not at all")
    if not flies(course.fight, course.number) or course.limit is not None:
        return Refusal("reg.sr.fly", "{who} {does} not fly", (course.unit.name,))
    course.flying = True
    flight = max(FLIGHT * INCH, course.pace)
    course.pace = flight
    if hovers(course.fight, course.number):
        course.no_march = Refusal("reg.sr.hover", "it may not march while it flies")
    course.left = flight if course.no_march else 2 * flight
    return None


def join(course: Course, args: list[Any]) -> Refusal | None:
    """["join", unit] or ["join", unit, place] last: a character who has come into contact takes a place in its
    front rank, the usual one or that place, counted from its left."""
    name, *rest = args or [None]
    host = course.fight.setting.number.get(name, NOBODY) if isinstance(name, str) else NOBODY
    if host == NOBODY:
        return Refusal("reg.char.join", f"nobody is called {name!r:.40}")
    if refusal := why_not_join(course.fight, course.number, host):
        return refusal
    if rest:
        free = places(course.fight, course.number, host)
        course.post = whole(only(rest, "a place"), "a place") - 1
        if course.post not in free:
            why = f"its front rank has places 1 to {len(free)} for him"
            at_an_end = "on a base of his own size he stands at an end of its front rank"
            return Refusal("reg.core.formation", why if free else at_an_end)
    if refusal := course.comes_to(body(course.fight, host).block, (host,)):
        return refusal
    course.joins = host
    return course.then(lambda: None)


def garrison(course: Course, args: list[Any]) -> Refusal | None:
    """["garrison", building] last: infantry enters an empty building that it has come to.

    [reg.terrain.building]
    """
    name = only(args, "the name of a building")
    found = why_not_enter(course.fight, course.number, name)
    if isinstance(found, Refusal):
        return found
    walls = course.fight.setting.land(course.fight.state.terrain).grounds[found].shape
    if refusal := course.comes_to(walls):
        return refusal
    if course.marches:
        return Refusal("reg.terrain.building", "nobody enters a building on a march")
    course.enters = found
    return course.then(lambda: None)


ACTS = {
    "go": go, "wheel": wheel, "pivot": pivot, "face": pivot, "back": back, "side": side, "reorganise": reorganise,
    "reform": reform, "form": reform, "fly": fly, "join": join, "garrison": garrison, "leave": leaving.stay_out,
}  # fmt: skip
INDOORS = {**dict.fromkeys(ACTS, leaving.shut_in), "leave": leaving.leave, "go": leaving.walk_out}


def plan(start: Course, order: Any) -> Course | Refusal:
    """The whole order, or why it may not be."""
    made = planned(start, order, ACTS if start.inside == NOBODY else INDOORS, REMAINING)
    if isinstance(made, Refusal):
        return made
    return made.end() or made


def could_part(fight: Fight, number: int, limit: int | None) -> bool:
    """Whether some move ends an inch away from everybody: straight on, back or aside, or after a wheel."""
    start = Course(fight, number, limit)
    start.leniently = True
    for order in _ways_apart(start):
        made = plan(start, order)
        if isinstance(made, Course) and made.obstacles.close_to(made.body(made.stance).block) is None:
            return True
    return False


def _ways_apart(start: Course) -> Iterator[list[list[Any]]]:
    """Moves of every kind, in quarters of what may be gone."""
    most, half = start.left, start.pace // 2
    wings: list[list[list[Any]]] = [[]]
    if flies(start.fight, start.number) and start.limit is None:
        wings.append([["fly"]])
    for first in wings:
        yield from ([*first, ["go", most * part // 4]] for part in range(1, 5))
        yield from ([*first, [way, sign * half * part // 2]] for way, sign in SHIFTS for part in (1, 2))
    facing = start.stance.facing
    for first in wings:
        for angle in (sign * degrees * 100 for degrees in WHEELS for sign in (1, -1)):
            turned = ["pivot", veered(facing, angle)] if start.single else ["wheel", angle]
            left = most if start.single else most - arc(start.here.width, abs(angle))
            yield from ([*first, turned, ["go", left * part // 4]] for part in range(5) if left > 0)
