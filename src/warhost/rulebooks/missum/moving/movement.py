"""The movement steps: who moves next, and how an order is carried out.

[mis.turn.activation] [mis.move.pass-line] [mis.move.pass-disorganized] [mis.army.reserve-transfer]
"""

from __future__ import annotations

from warhost.engine.field.compass import NORTH, ahead, distance, from_frame, to_frame, turn, veered
from warhost.engine.field.shapes import cast, moved, overlap
from warhost.engine.field.stance import Stance, shifted
from warhost.engine.order import planned
from warhost.engine.question import Answer, Choose, Refusal

from ..bodies import body, body_at, centre, lie, may_choose, own, troop
from ..events import Charged, Flew, Formed, Moved, Noted, Stopped, Turned
from ..fighting.contact import join, unseen_until_near
from ..forms import LegionBody
from ..land.paces import Walk
from ..library import MM
from ..morale.disorder import disorganize
from ..setting import Fight
from ..shooting.loading import disturb
from ..state import NOBODY
from .acts import ACTS, trodden
from .allowance import allowance, judge_radius, step_budget, why_not_move
from .aside import fits, make_room, step_aside
from .bars import pass_through, passed, two_lines
from .course import Course, Leg
from .fanatics import must_move, set_goal
from .orders import March
from .retiring import Retreat

DONE = "done"
LOOK = 25 * MM  # how often enemies look up while somebody comes
HAND_OVER = "hand over "


def move_one(fight: Fight) -> bool:
    """One body of the active side moves, or a reserve is committed; False when the side wants no more."""
    side = fight.state.active
    able = [troop(fight, n).id for n in own(fight, side) if _can_move(fight, n)]
    reserve = {
        f"{HAND_OVER}{troop(fight, n).id}": f"commit {troop(fight, n).title} from the reserve"
        for n in own(fight, side)
        if troop(fight, n).legion
        and fight.state.pieces[n].huitsan == 0
        and fight.state.pieces[n].fate == "standing"
    }
    if not able and not reserve:
        return False
    forced = [troop(fight, n).id for n in must_move(fight, side)]
    options = [*able, *reserve, *([] if forced else [DONE])]
    question = Choose(
        side, "move", options, "mis.turn.sequence", text="Who moves now?",
        meanings={DONE: "nobody else", **reserve}, usual=None if forced else DONE,
        why_not=lambda name: _why_not(fight, side, name, forced),
    )  # fmt: skip
    choice = fight.ask(question)
    if choice == DONE:
        return False
    if choice in reserve:
        _hand_over(fight, fight.setting.number[choice.removeprefix(HAND_OVER)])
        return True
    number = fight.setting.number[choice]
    judge_radius(fight, number)
    set_goal(fight, number)
    _ask_mode(fight, number)
    carry_out(fight, number, fight.ask(March(fight, number)))
    for piece in fight.state.pieces:
        piece.open_order = False  # what they acted as holds for one action
    return True


def _ask_mode(fight: Fight, number: int) -> None:
    """Skirmishers of line status move and fight as the one or the other, as their owner likes.

    [mis.army.skirmish-line-status]
    """
    if not may_choose(fight, number):
        return
    question = Choose(
        fight.state.active, "mode", ("line", "skirmishers"), "mis.army.skirmish-line-status",
        troop(fight, number).id, text="As what {does} {who} move?", usual="line",
        meanings={
            "line": "as line troops: wheels and drift, may strike anybody",
            "skirmishers": "as skirmishers: any way, 50 mm from enemy lines",
        },
    )  # fmt: skip
    fight.state.pieces[number].open_order = fight.ask(question) == "skirmishers"


def _can_move(fight: Fight, number: int) -> bool:
    if why_not_move(fight, number) is not None:
        return False
    return step_budget(fight, number, fight.state.pieces[number]) > 0 or troop(fight, number).legion


def _why_not(fight: Fight, side: int, name: str, forced: list[str]) -> Refusal | None:
    if name == DONE and forced:
        who = tuple(fight.setting.number[one] for one in forced[:1])
        return Refusal("mis.fanatic.advance", "{who} must still advance", who)
    number = fight.setting.number.get(name, NOBODY)
    if number == NOBODY or fight.state.pieces[number].side != side:
        return None
    return why_not_move(fight, number)


def _hand_over(fight: Fight, number: int) -> None:
    """The general gives a reserve legion to one of his dritlányal.

    [mis.army.reserve-transfer] [mis.army.huitsan-fixed]
    """
    side = fight.state.pieces[number].side
    leaders = {
        troop(fight, n).id: n for n in range(len(fight.state.pieces))
        if fight.state.pieces[n].side == side and troop(fight, n).kind == "dritlan"
    }  # fmt: skip
    question = Choose(
        side, "hand over", list(leaders), "mis.army.reserve-transfer", troop(fight, number).id,
        text="Whose huitsán is {who} to join?",
    )  # fmt: skip
    leader = leaders[fight.ask(question)]
    piece = fight.state.pieces[number]
    piece.huitsan, piece.fresh = fight.state.pieces[leader].huitsan, True
    fight.tell(Noted("mis.army.reserve-transfer", "{who} {joins} the huitsán of {1}", (number, leader)))


# --- an order carried out ------------------------------------------------------------------------------------


def carry_out(fight: Fight, number: int, order: Answer) -> None:
    """Act by act, with the enemies who fall back before it."""
    state = fight.state
    before = state.pieces[number]
    start = before.stance
    course = Course(fight, number)
    course.reacts = retreat = Retreat(course)
    if order and any(act[0] == "charge" for act in order):
        fight.tell(Charged("mis.charge.once", number))
    done = planned(course, order, ACTS, "mis.turn.activation")
    retreat.tell()
    if isinstance(done, Refusal):  # what fell back is in the way now: it stands where it is
        before.acted = state.now
        return
    _settle(fight, number, done)
    _tell(fight, number, done, start)
    _companions(fight, number, done, start)
    if done.kind.legion and done.contact == NOBODY:
        make_room(fight, number)
    _effects_of_way(fight, number, done)
    if done.contact != NOBODY and state.pieces[done.contact].present:
        before_it = body_at(fight.setting, number, state.pieces[number], start)
        unseen = unseen_until_near(fight, number, done.contact, _places_on(start, done))
        join(fight, number, done.contact, centre(before_it), unseen)


def _places_on(start: Stance, course: Course) -> list[Stance]:
    """Where it stood when the move began, and every so often on its way."""
    found = [start]
    for leg in course.legs:
        stand = Stance(leg.body.front, leg.body.facing, leg.body.files, (), leg.body.level)
        found += [shifted(stand, leg.way, run) for run in range(LOOK, leg.length, LOOK)]
    return found


def _settle(fight: Fight, number: int, course: Course) -> None:
    """The piece as the order leaves it."""
    state, old, piece = fight.state, fight.state.pieces[number], course.piece
    stayed = _turned_at_most(fight, number, course)
    piece.acted, piece.spent = state.now, old.spent + course.spent
    if not stayed:
        piece.moved = state.turn
        piece.platform = NOBODY
        piece.still = 0
        if piece.charged == state.turn and course.declared:
            piece.bonus = False
    state.pieces[number] = piece
    if piece.moved == state.turn:
        slow = 2 * piece.spent <= allowance(fight, number, piece)
        disturb(fight, number, slow)
        if troop(fight, number).kind == "team":
            piece.barred = state.turn, state.turn


def _turned_at_most(fight: Fight, number: int, course: Course) -> bool:
    """Whether it stands where it stood: a change of facing is no move.

    [mis.move.facing-line] [mis.add.engine-handling] [mis.magic.prohibitions]
    """
    old, piece = fight.state.pieces[number], course.piece
    went = any(leg.length for leg in course.legs) or old.toll != piece.toll
    if went or old.height != piece.height or course.stationary or old.wing != piece.wing:
        return not went and (old.x, old.y, old.files, old.height) == (
            piece.x, piece.y, piece.files, piece.height,
        )  # fmt: skip
    return distance(centre(body(fight, number)), centre(course.body)) < MM and course.spent == 0


def _tell(fight: Fight, number: int, course: Course, start: Stance) -> None:
    piece = fight.state.pieces[number]
    at = (piece.x, piece.y)
    gone = sum(leg.length for leg in course.legs)
    if gone or course.wheeled:
        how = "wheels" if not course.legs else "moves"
        fight.tell(Moved("mis.turn.sequence", number, tuple(course.way), piece.facing, gone, how))
    elif piece.facing != start.facing or at != start.front:
        rule = "mis.move.facing-pikes" if course.kind.pikes else "mis.move.facing-line"
        fight.tell(Turned(rule if not course.loose else "mis.move.facing-skirmish", number, at, piece.facing))
    if piece.files != start.files and not course.legs and piece.facing == start.facing:
        fight.tell(Formed("mis.move.formation", number, at, piece.facing, f"{piece.files} files"))
    if piece.height != course.began.level:
        fight.tell(Flew("mis.add.flight", number, at, piece.facing, course.began.level, piece.height))
    if piece.wing and course.stationary:
        fight.tell(Formed("mis.melee.wheel-in", number, at, piece.facing, "a wing into the enemy's flank"))
    if piece.pending:
        fight.tell(Noted("mis.move.formation", "{who} {has} begun a manoeuvre", (number,)))
    if course.rule and course.contact == NOBODY:
        fight.tell(Stopped(course.rule, number, course.why))


def _companions(fight: Fight, number: int, course: Course, start: Stance) -> None:
    """Commanders and teams go along and keep their places.  [mis.add.command-move]"""
    piece = fight.state.pieces[number]
    if (piece.x, piece.y, piece.facing) == (*start.front, start.facing):
        return
    for other in course.going:
        friend = fight.state.pieces[other]
        if friend.acted == fight.state.now or not friend.present:
            continue
        place = to_frame((friend.x, friend.y), start.front, start.facing)
        there = from_frame(place, (piece.x, piece.y), piece.facing)
        kept = friend.x, friend.y, friend.facing
        friend.x, friend.y = there
        friend.facing = veered(friend.facing, turn(start.facing, piece.facing))
        if not fits(fight, other):
            friend.x, friend.y, friend.facing = kept
            if fits(fight, other) or not step_aside(fight, other):
                continue
            there = friend.x, friend.y
        friend.acted, friend.moved, friend.platform = fight.state.now, fight.state.turn, NOBODY
        if troop(fight, other).kind == "team":
            friend.barred = fight.state.turn, fight.state.turn
        fight.tell(Moved("mis.add.command-move", other, (kept[:2], there), friend.facing, 0))


def _effects_of_way(fight: Fight, number: int, course: Course) -> None:
    """Ground that was crossed and friends who were passed through leave their marks, each where the way came to it.

    [mis.disorg.terrain] [mis.magic.prohibitions]
    """
    first = course.legs[0].body if course.legs else None
    if first is not None and (first.front, first.facing) != (course.began_in.front, course.began_in.facing):
        _swung_into(fight, number, course, first)
    for leg in course.legs:
        if leg.length:
            _effects_of_leg(fight, number, course, leg)
    if course.wheeled or not course.legs:
        _swung_into(fight, number, course, body(fight, number))


def _swung_into(fight: Fight, number: int, course: Course, there: LegionBody) -> None:
    """Ground to which a wheel or another formation brought them."""
    piece = fight.state.pieces[number]
    if piece.height or (course.legs and not course.wheeled):
        return
    walk = Walk(lie(fight), course.kind, piece, course.began_in, NORTH, 1)
    under = trodden(course, course.began_in, there, course.wheeled)
    if any(walk.disorders(ground, kind) for ground, kind in under):
        disorganize(fight, number, "mis.disorg.terrain")


def _effects_of_leg(fight: Fight, number: int, course: Course, leg: Leg) -> None:
    """Friends are disorganized by those who come through them disordered, not by what befalls these farther on.

    [mis.move.pass-disorganized] [mis.move.pass-line]
    """
    piece = fight.state.pieces[number]
    if piece.height:
        return
    friends = passed(fight, number, leg.body, leg.way, leg.length, course.going)
    crossed = Walk(lie(fight), course.kind, piece, leg.body, leg.way, leg.length).disordered_at(leg.length)
    marks = [far for friend, far in friends.items() if two_lines(fight, number, friend)]
    marks += [crossed] if crossed is not None else []
    since = 0 if piece.disorganized else min(marks, default=leg.length)
    if crossed is not None:
        disorganize(fight, number, "mis.disorg.terrain")
    block, rest = moved(leg.body.block, *ahead((0, 0), leg.way, since)), leg.length - since
    for friend in friends:
        parts = body(fight, friend).parts
        still = any(overlap(block, part) or cast(block, leg.way, rest, part) is not None for part in parts)
        pass_through(fight, number, friend, disordered=since < leg.length and still)
