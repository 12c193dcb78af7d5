"""An order as planned: every act paid for and checked on a copy of the piece, without touching the table.

The same code carries an order out; then enemies fall back, and the last word on how far a leg leads is spoken
there.
"""

from __future__ import annotations

from copy import copy
from typing import Any, Protocol, Self

import msgspec

from warhost.engine.field.body import apart, boxes_within
from warhost.engine.field.compass import Angle, Point, ahead, distance, heading, opposite, turn
from warhost.engine.field.rush import until_touch
from warhost.engine.field.stance import Stance, shifted
from warhost.engine.order import Plan, numbers
from warhost.engine.question import Refusal

from ..bodies import TOUCH, as_line, body, body_at, body_of, engaged, foes, form_of, lie, own, same_height, troop
from ..command import companions
from ..forms import LegionBody, still_bent
from ..land.ground import LEVEL
from ..land.paces import Steps, Walk
from ..library import MM, tenths
from ..setting import Fight
from ..shooting.loading import is_loaded
from ..state import NOBODY
from .allowance import allowance, is_mover, step_budget, under
from .bars import (
    KEEP_AWAY,
    TOUCHING,
    Touch,
    along,
    before_front,
    friends_in,
    gives_way,
    keeps_away,
    meet,
    opposed_lines,
    platform_in,
    sheltered,
    undecided,
)

DRIFT, PIKE_DRIFT = 4500, 1500
"""[mis.move.drift]"""
STRAIGHT = 60  # hundredths of a degree that rounding may cost
CATCH = 125 * MM
"""[mis.charge.skirmishers] [mis.skirmish.caught-charge] [mis.skirmish.caught-grace]"""


class Leg:
    """A straight part of the way that was gone."""

    __slots__ = ("body", "length", "way")

    def __init__(self, body: LegionBody, way: Angle, length: int):
        self.body, self.way, self.length = body, way, length


class Reactions(Protocol):
    """Enemies who fall back before a move while it is carried out."""

    def __call__(self, course: Course, way: Angle, reach: int) -> tuple[int, ...]:
        """Before a straight leg: those who do not get away."""

    def before(self, course: Course, there: LegionBody) -> tuple[int, ...]:
        """Before a body that has come so far in a wheel."""


class Course(Plan):
    """The plan of one order for one body."""

    rounding = 200

    def __init__(self, fight: Fight, number: int):
        piece = copy(fight.state.pieces[number])
        super().__init__(piece.stance, step_budget(fight, number, piece))
        self.fight, self.number, self.piece, self.kind = fight, number, piece, troop(fight, number)
        self.whole = allowance(fight, number, piece)
        self.began = piece.stance
        self.began_in = body(fight, number)
        self.legs: list[Leg] = []
        self.way: list[Point] = [piece.stance.front]
        self.contact = NOBODY
        self.caught: tuple[int, ...] = ()  # skirmishers who cannot get away from this charge
        self.rule = self.why = ""  # what ended it early
        self.short = 0
        self.bonus = 0  # of a charge, for the next leg
        self.declared = False
        self.overdrawn = 0  # flown farther than feet would have carried it
        self.drifted: int | None = None
        self.stationary = False  # it changes formation and does nothing else
        self.wheeled = False
        self.going: tuple[int, ...] = tuple(companions(fight, number)) if self.kind.legion else ()
        self.left_behind: tuple[int, ...] = ()
        self.engaged = engaged(fight, number)
        self.reacts: Reactions | None = None

    def afresh(self) -> Self:
        twin = super().afresh()
        twin.piece, twin.legs, twin.way = copy(self.piece), [], [self.stance.front]
        return twin

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def body(self) -> LegionBody:
        return body_of(self.fight.setting, self.number, self.piece)

    def body_at(self, stance: Stance) -> LegionBody:
        """Whoever moves closes up: the rear rank stands in the middle again."""
        closed = form_of(self.piece)
        if closed.askew:
            closed = msgspec.structs.replace(closed, askew=0)
        return body_at(self.fight.setting, self.number, self.piece, stance, closed)

    @property
    def ended(self) -> bool:
        return self.contact != NOBODY or super().ended

    @property
    def loose(self) -> bool:
        """Whether it moves as skirmishers do."""
        return self.kind.special or (self.kind.skirmishes and not as_line(self.fight, self.number))

    def refuse(self, rule: str, why: str) -> Refusal:
        return Refusal(rule, why, (self.number,))

    def too_dear(self, cost: int) -> Refusal:
        why = f"that costs {cost / MM:.0f} mm and only {self.left / MM:.0f} are left"
        return Refusal("mis.turn.sequence", why)

    def half_done(self, what: tuple[str, int], cost: int) -> Refusal | None:
        """The mover may spend both halves of his move on one change."""
        halves = is_mover(self.fight, self.number) and self.fight.state.step == 3
        if not halves or cost > 2 * self.left + self.rounding:
            return self.too_dear(cost)
        self.piece.pending = (*what, cost - self.left)
        self.spent, self.left, self.stationary = self.spent + self.left, 0, True
        self.then(lambda: None)
        return None

    def change_share(self, more: int) -> None:
        """Wings carry farther than feet: what was flown counts for whoever has landed.  [mis.add.flight]"""
        left = self.left + more - self.overdrawn
        self.left, self.overdrawn = max(0, left), max(0, -left)

    def put(self, stance: Stance) -> None:
        if stance != self.piece.stance:  # who comes nowhere does not close up: friends may stand there
            self.piece.askew = 0
        self.piece.stand(stance)
        self.stop(stance)
        self.way.append(stance.front)

    def ordered(self) -> Refusal | None:
        """Disorganized line troops cannot manoeuvre.  [mis.disorg.no-maneuver]"""
        if self.engaged:
            return self.refuse("mis.move.contact", "{who} {is} in contact with an enemy")
        if self.piece.disorganized and not self.loose:
            return self.refuse("mis.disorg.no-maneuver", "{who} {is} disorganized and cannot manoeuvre")
        if self.stationary:
            return self.refuse(
                "mis.move.formation", "{who} {changes} formation and {does} nothing else in this step"
            )
        return None

    def free_to_move(self) -> Refusal | None:
        if self.stationary:
            return self.refuse(
                "mis.move.formation", "{who} {changes} formation and {does} nothing else in this step"
            )
        if self.piece.turns > 1 and not self.kind.pikes:
            return self.refuse("mis.move.facing-line", "{who} {has} ended the move with a second change of facing")
        if self.piece.square:
            return self.refuse("mis.move.facing-same", "{who} {stands} in a defensive formation and cannot advance")
        if self.engaged or self.piece.wing:
            return self.refuse("mis.move.contact", "{who} {is} in contact with an enemy")
        return None


# --- straight ahead and aslant -------------------------------------------------------------------------------


def go(course: Course, args: list[Any]) -> Refusal | None:
    """To this point with the middle of the front; the front stays as it is.

    [mis.move.drift] [mis.add.formation]
    """
    x, y = numbers(args, "x", "y")
    if refusal := course.free_to_move():
        return refusal
    here = course.piece.stance.front
    length, way = distance(here, (x, y)), heading(here, (x, y))
    if length == 0:
        return None
    if refusal := _slant(course, way):
        return refusal
    if course.kind.kind == "battery" and (refusal := _engine_leg(course, way)):
        return refusal
    return leg(course, way, length)


def _slant(course: Course, way: Angle) -> Refusal | None:
    """How far to the side a line may go while it advances."""
    if course.loose or course.kind.kind == "battery":
        return None
    aslant = turn(course.piece.facing, way)
    if course.bonus and abs(aslant) > STRAIGHT:
        return course.refuse("mis.charge.bonus", "{who} {charges} straight ahead")
    most = PIKE_DRIFT if course.kind.pikes else DRIFT
    if abs(aslant) > most + STRAIGHT:
        why = f"{{who}} {{drifts}} at most {most // 100} degrees aside, not {abs(aslant) / 100:.0f}"
        return course.refuse("mis.move.drift", why)
    if abs(aslant) <= STRAIGHT:
        return None
    if course.piece.bend:
        return course.refuse("mis.move.column", "{who} {is} still coming round a corner and {goes} straight on")
    if course.drifted is not None and abs(aslant - course.drifted) > STRAIGHT:
        return course.refuse("mis.move.drift", "{who} {has} chosen another slant in this step")
    course.drifted = aslant
    return None


def _engine_leg(course: Course, way: Angle) -> Refusal | None:
    """[mis.add.engine-handling] [mis.missile.loaded]"""
    if is_loaded(course.fight, course.piece):
        return course.refuse("mis.missile.loaded", "{who} cannot move loaded")
    if min(abs(turn(course.piece.facing, way)), abs(turn(opposite(course.piece.facing), way))) > STRAIGHT:
        return course.refuse("mis.add.engine-handling", "{who} {moves} straight ahead or back")
    return None


def leg(course: Course, way: Angle, length: int) -> Refusal | None:
    """A straight leg: as far as allowance, ground, enemies and friends let it."""
    piece, here = course.piece, course.body
    bonus, course.bonus = course.bonus, 0
    steps, touch = _reach(course, here, way, length, bonus)
    short = steps.reach < length and not steps.rule and touch.reach >= steps.reach and not touch.rule
    if steps.cost > course.left + bonus + course.rounding or short:
        return _too_far(course, steps, length, bonus)
    reach = touch.reach if touch.set_against else min(steps.reach, touch.reach)
    reach, blocked = _room_at_end(course, way, reach)
    foe = touch.foe if touch.foe != NOBODY and reach == touch.reach and not blocked else NOBODY
    gone = steps if reach == steps.reach else _ground(course, here, way, reach, bonus)
    _pay_for_leg(course, gone, reach, bonus)
    course.legs.append(Leg(here, way, reach))
    course.put(shifted(piece.stance, way, reach))
    course.short = max(0, length - reach)
    if foe == NOBODY and steps.opposed and reach == steps.reach:
        foe = within_touch(course, 2 * MM)
    elif foe == NOBODY and not steps.creeping:
        foe = within_touch(course, TOUCH - 1)
    if foe != NOBODY:
        course.contact, course.rule, course.why = foe, "mis.move.contact", TOUCHING
    elif blocked:
        course.rule, course.why = "mis.move.pass-through", "there is no room at the end of the way"
    elif reach < length:
        course.rule, course.why = (
            (touch.rule, touch.why) if reach == touch.reach and touch.rule else (steps.rule, steps.why)
        )
        if touch.rule == "mis.zoc.zone" and reach == touch.reach:
            piece.halted = course.fight.state.turn
            course.then(lambda: None)
    _unbend(course)
    return None


def _too_far(course: Course, steps: Steps, length: int, bonus: int) -> Refusal:
    """How far it is, how far they come, and what the ground has to do with it."""
    far = steps.reach // (MM // 2) * MM / 2  # without what is granted for rounding
    why = f"that way is {tenths(length, up=True)} mm long and {{who}} {{comes}} {tenths(far)}"
    have, toll = (course.left + bonus) / MM, (steps.cost - steps.reach) / MM
    if steps.lost:
        why += f": the ground takes {steps.lost / MM:.0f} of {have:.0f} mm"
    elif toll >= 1:
        why += f": crossing takes {toll:.0f} mm more, of {have:.0f}"
    return course.refuse("mis.chart.terrain" if steps.lost or toll >= 1 else "mis.turn.sequence", why)


def within_touch(course: Course, reach: int) -> int:
    """An enemy so near that bases touch; fronts that touch a wall from both sides are in contact too.

    [mis.add.rounding] [mis.add.obstacles]
    """
    fight, there, piece = course.fight, course.body, course.piece
    for foe in foes(fight, piece.side):
        one = body(fight, foe)
        if not boxes_within(there.box, one.box, reach) or apart(there, one) > reach or sheltered(fight, foe):
            continue
        if same_height(piece, fight.state.pieces[foe]) and may_touch(course, foe) and faces(there, one):
            return foe
    return NOBODY


def faces(here: LegionBody, other: LegionBody) -> bool:
    return any(before_front(part, here.front, here.facing) for part in other.parts)


def _reach(course: Course, here: LegionBody, way: Angle, length: int, bonus: int) -> tuple[Steps, Touch]:
    """How far the ground lets it, and what it meets."""
    fight, piece = course.fight, course.piece
    catch = _catches(course, here, way, bonus)
    live = course.reacts is not None
    number = course.number
    ahead = along(fight, foes(fight, piece.side), here, way, length, KEEP_AWAY)
    yielding = [
        foe for foe in ahead
        if foe not in catch
        and (gives_way(fight, foe, number, piece) or (live and undecided(fight, foe, number)))
    ]  # fmt: skip
    steps = _ground(course, here, way, length, bonus)
    most, firm = min(length, steps.reach), [foe for foe in ahead if foe not in yielding]
    touch = meet(fight, number, piece, here, way, most, firm)
    if course.reacts is not None and yielding:
        stay = course.reacts(course, way, touch.reach)
        firm = [foe for foe in ahead if foe not in yielding or foe in stay]
        touch = meet(fight, number, piece, here, way, most, firm)
    if steps.creeping and touch.foe != NOBODY:
        touch.foe, touch.reach = NOBODY, max(0, touch.reach - 5 * MM)
    return steps, _set_against(course, here, way, touch, catch)


def _set_against(course: Course, here: LegionBody, way: Angle, touch: Touch, catch: tuple[int, ...]) -> Touch:
    """A charge that falls short of its skirmishers by up to 50 mm is set against them."""
    if touch.foe != NOBODY or touch.rule:
        return touch
    for foe in catch:
        near = meet_one(course, here, way, touch.reach + 50 * MM, foe)
        if near is not None:
            touch.reach = near
            touch.foe, touch.rule, touch.why = foe, "mis.skirmish.caught-charge", "the skirmishers are caught"
            touch.set_against = True
            break
    return touch


def meet_one(course: Course, here: LegionBody, way: Angle, length: int, foe: int) -> int | None:
    return until_touch((here.block,), way, length, body(course.fight, foe).parts)


def _ground(course: Course, here: LegionBody, way: Angle, length: int, bonus: int) -> Steps:
    piece, budget = course.piece, course.left + bonus + course.rounding
    edge = _to_edge(course, here, way, length)
    if piece.height:
        reach = min(edge, budget, length)
        return Steps(reach, reach, 0, 0, piece.paid, (), "", "")
    grounds = lie(course.fight)
    walk = Walk(grounds, course.kind, piece, here, way, edge)
    halves = is_mover(course.fight, course.number) and course.fight.state.step == 3
    steps = walk.steps(budget, course.whole, halves, opposed_lines(course.fight, piece, grounds.lines))
    if edge < length and steps.reach >= edge and not steps.rule:
        steps = steps._replace(rule="mis.add.table", why="the table ends there")
    return steps


def _to_edge(course: Course, here: LegionBody, way: Angle, length: int) -> int:
    """How far until the table ends."""
    setting = course.fight.setting
    (dx, dy), (left, right, bottom, top) = ahead((0, 0), way, 1_000_000), here.box
    reach = length
    for room, step in ((left, -dx), (setting.width - right, dx), (bottom, -dy), (setting.depth - top, dy)):
        if step > 0:
            reach = min(reach, max(0, room) * 1_000_000 // step)
    return reach


def _room_at_end(course: Course, way: Angle, reach: int) -> tuple[int, bool]:
    """No move ends on friends: it stops at the last place where there is room.  [mis.move.pass-through]"""
    fight = course.fight
    friends = along(fight, own(fight, course.piece.side), course.body, way, reach)
    if _free_at(course, way, reach, friends):
        return reach, False
    run = reach
    while run > 0 and not _free_at(course, way, run, friends):
        run -= 5 * MM
    while 0 <= run < reach and _free_at(course, way, run + MM, friends):
        run += MM
    return max(0, run), True


def _free_at(course: Course, way: Angle, run: int, friends: list[int]) -> bool:
    if run <= 0 or not (friends or course.fight.state.platforms):
        return True
    there = course.body_at(shifted(course.piece.stance, way, run))
    if not course.kind.special and course.fight.state.platforms and platform_in(course.fight, there, course.piece):
        return False
    return friends_in(course.fight, course.number, there, course.piece, course.going, friends) == NOBODY


def _pay_for_leg(course: Course, steps: Steps, reach: int, bonus: int) -> None:
    """Losses and tolls as far as it really came."""
    course.left = max(0, course.left - (steps.lost - steps.owed))
    cost = min(course.left, max(0, steps.cost - bonus))
    course.left, course.spent = course.left - cost, course.spent + cost
    if steps.creeping:
        course.left = 0
    piece = course.piece
    piece.paid, piece.toll, piece.owed = steps.paid, steps.toll, steps.owed
    piece.came, piece.lost = piece.came + reach, piece.lost + steps.lost


def _catches(course: Course, here: LegionBody, way: Angle, bonus: int) -> tuple[int, ...]:
    """Skirmishers within 125 mm who lie before the front cannot get away from a charge.

    [mis.charge.skirmishers] [mis.skirmish.caught-charge] [mis.skirmish.caught-grace]
    """
    hasty = under(course.fight, course.piece, "grace")
    if not as_line(course.fight, course.number) or not (bonus or hasty):
        return ()
    found = []
    for foe, other in enumerate(course.fight.state.pieces):
        if other.side == course.piece.side or not other.present or not troop(course.fight, foe).skirmishes:
            continue
        if as_line(course.fight, foe):
            continue
        if under(course.fight, other, "grace") and not (bonus and hasty):
            continue
        if other.height <= LEVEL and meet_one(course, here, way, CATCH, foe) is not None:
            found.append(foe)
    return tuple(found)


def _unbend(course: Course) -> None:
    """A bent column straightens as its rear comes round the corner."""
    piece = course.piece
    if piece.bend:
        ranks = -(-piece.figures // piece.files)
        piece.bend = still_bent(piece.stance, ranks, course.kind.base[1], piece.bend)


def slope_free(course: Course) -> bool:
    """Whether no ground on its way forbids a charge.  [mis.charge.limits] [mis.chart.terrain]"""
    for one in course.legs:
        walk = Walk(lie(course.fight), course.kind, course.piece, one.body, one.way, max(one.length, 1))
        if any(walk.forbids_charge(kind) for _, _, kind in walk.crossed(max(one.length, 1))):
            return False
    return True


def may_touch(course: Course, foe: int) -> bool:
    return not keeps_away(course.fight, course.number, course.piece, foe)
