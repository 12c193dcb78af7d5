"""Changes of facing and shape: pivots, flips, reorganising, reforming, split columns, dropped pikes."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from warhost.engine.field import formation
from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle, ahead, bearing, heading, opposite, sine, to_frame
from warhost.engine.field.compass import distance as between
from warhost.engine.field.length import Length
from warhost.engine.field.stance import Stance
from warhost.engine.question import Refusal

from ..bodies import body, figure, loose, pose, pyramid, set_places, single, strength
from ..events.moves import Manoeuvred, PikesDropped
from ..figure import inches
from ..kinds import mob
from ..land.ground import carries_pikes, first_bar, leg_cost, movement, standing_room
from ..machines.spacing import ranked
from ..morale.checks import deviancy
from ..setting import Fight
from ..stands import stands
from ..state import Number, Point
from .dashing import pay

PIKE_TURN = 1000  # hundredths of a degree a pike unit may turn at one point
PIKE_RUN = inches(2)  # what it must go before it turns again
LEAST_FRONT = {"infantry": 3, "cavalry": 2}
BACK_STEP = inches(0.1)  # how exactly room is looked for behind the old front line
LEVEL = 5  # thousandths of an inch that rounding may put a front ahead of its line


def pivot_cost(width: Length, depth: Length, angle: int) -> Length:
    """The straight way of a back corner when the block swings about its middle front.  [tp.move.pivot]"""
    arm = isqrt((width // 2) ** 2 + depth * depth)
    return Length(round(2 * arm * abs(sine(angle // 2))))


def least_front(fight: Fight, number: Number) -> int:
    """How narrow a group may stand of its own will.  [tp.piece.unit.shape] [tp.unit.min_front] [tp.unit.shape]"""
    if loose(fight, number):
        return 1
    return min(LEAST_FRONT.get(figure(fight, number).category, 1), strength(fight, number))


def in_ranks(fight: Fight, number: Number, front: Point, facing: Angle, files: int) -> tuple[Point, ...]:
    """The middles of the bases of a group drawn up behind its front in so many files."""
    return ranked(fight, number, strength(fight, number), front, facing, files)


def half_move(fight: Fight, number: Number) -> Length:
    """Half of the movement value, which a manoeuvre takes; a dash is not part of it."""
    return movement(fight, number).total // 2


def flimsy_till_next_turn(fight: Fight, number: Number) -> None:
    """Flimsy ranks until the owner's next turn begins.  [tp.combat.flimsy]"""
    piece, state = fight.state.pieces[number], fight.state
    piece.flimsy_until = state.clock_in(2 if piece.side == state.active else 1)


def failed(fight: Fight, number: Number) -> None:
    """A manoeuvre went wrong: no move, and flimsy ranks until its next turn begins."""
    fight.state.pieces[number].turn.barred = True
    flimsy_till_next_turn(fight, number)


# --- pikes ---------------------------------------------------------------------------------------------------


uses_pikes = carries_pikes


def drop_pikes(fight: Fight, number: Number) -> None:
    """The unit throws its pikes away for good.  [tp.weapon.pike.drop]"""
    fight.state.pieces[number].pikes_dropped = True
    fight.tell(PikesDropped("tp.weapon.pike.drop", number))


# --- split columns -------------------------------------------------------------------------------------------


def bend_of(files: int, models: int, base: tuple[int, int], run: Length, former: int) -> tuple[int, ...]:
    """How a column lies after a turn and a run shorter than its depth: the ranks along the new leg, and the facing
    of the rest. Nothing for one that is straight, or no deeper than wide.  [tp.move.unit.splitturn]"""
    ranks = formation.ranks(models, files)
    if ranks * base[1] <= files * base[0]:
        return ()
    leading = max(1, (2 * run + base[1]) // (2 * base[1]))
    return (leading, former) if leading < ranks else ()


def straighten(fight: Fight, number: Number) -> None:
    """A split column that a charge reaches draws itself straight: behind its middle front or, without room for
    that, in the line of its rear part. Where there is room for neither it stays bent.

    [tp.move.unit.splitturn]
    """
    piece = fight.state.pieces[number]
    if not piece.bend:
        return
    bend, was = piece.bend, (piece.x, piece.y, piece.facing)
    joint = ahead(was[:2], piece.facing, -bend[0] * figure(fight, number).base[1])
    rear = bearing(bend[1])
    lead = ahead(joint, rear, bend[0] * figure(fight, number).base[1])
    piece.bend = ()
    for piece.x, piece.y, piece.facing in (was, (*lead, rear)):
        if standing_room(fight, number, body(fight, number), may_touch=_everybody(fight)) is None:
            return
    (piece.x, piece.y, piece.facing), piece.bend = was, bend


def _everybody(fight: Fight) -> Sequence[Number]:
    return fight.state.numbers()


# --- reorganising --------------------------------------------------------------------------------------------


def why_no_reorganising(fight: Fight, number: Number) -> Refusal | None:
    """Why it may not be tried at all.  [tp.move.reorganise] [tp.machine.chariot.turning]"""
    if figure(fight, number).chariot:
        return Refusal("tp.machine.chariot.turning", "chariots do not reorganise")
    if single(fight, number):
        return Refusal("tp.move.reorganise", "a single model ends its moves in any facing and needs none")
    if fight.state.pieces[number].turn.manoeuvred:
        return Refusal("tp.move.reorganise", "it has tried to reorganise this turn already")
    return None


def reorganise_cost(fight: Fight, number: Number, at: Body, there: Body) -> Refusal | Length:
    """What it costs to shift a block sideways or backwards, or why it may not be.  [tp.move.reorganise]"""
    rule, to = "tp.move.reorganise", there.front
    if refusal := why_no_reorganising(fight, number):
        return refusal
    if to == at.front:
        return Refusal(rule, "it would not move")
    if to_frame(to, at.front, at.facing)[1] > LEVEL:
        return Refusal(rule, "reorganising goes sideways or backwards, not forward")
    way = heading(at.front, to)
    bar = first_bar(fight, number, at.block, way, between(at.front, to))
    if bar is not None:
        return Refusal(bar.rule, bar.why)
    if refusal := standing_room(fight, number, there):
        return refusal
    return half_move(fight, number) + leg_cost(fight, number, at.front, to, at.width, facing=way)


def reorganise(fight: Fight, number: Number, to: Point, cost: Length) -> None:
    """A deviancy check: passed, the piece is set up at its new place; failed, it stays for this turn.

    [tp.move.reorganise]
    """
    piece = fight.state.pieces[number]
    piece.turn.manoeuvred = True
    passed = deviancy(fight, number, "tp.move.reorganise")
    if passed:
        dx, dy = to[0] - piece.x, to[1] - piece.y
        piece.x, piece.y, piece.bend = to[0], to[1], ()
        if piece.places:
            set_places(fight, number, tuple([(x + dx, y + dy) for x, y in piece.places]), piece.facing)
        pay(fight, number, cost)
    else:
        failed(fight, number)
    fight.tell(Manoeuvred("tp.move.reorganise", number, "reorganise", passed, stands(fight, number)))


# --- reforming -----------------------------------------------------------------------------------------------


def reform_place(
    fight: Fight, number: Number, front: Point, facing: Angle, files: int, wedge: int = 0
) -> Refusal | Point:  # fmt: skip
    """Where the middle front of the new shape comes to lie: where it was or, for lack of room, straight behind.

    [tp.move.reform.place]
    """
    piece, models = fight.state.pieces[number], strength(fight, number)
    depth = pose(fight, piece, models, Stance(front, facing, piece.narrow or piece.files)).depth
    refusal: Refusal | None = None
    for back in range(0, depth + 1, BACK_STEP):
        place = ahead(front, facing, -back)
        there = pose(fight, piece, models, Stance(place, facing, files), wedge=wedge)
        refusal = standing_room(fight, number, there)
        if refusal is None:
            return place
    return Refusal("tp.move.reform.place", f"there is no room for that shape: {refusal.why if refusal else ''}")


def reform_refused(fight: Fight, number: Number, files: int) -> Refusal | None:
    """Whether a unit may take this front.  [tp.move.reform] [tp.piece.unit.shape]"""
    piece, models = fight.state.pieces[number], strength(fight, number)
    if loose(fight, number):
        return Refusal("tp.move.loose", "a loose group changes its shape as it moves, without reforming")
    if mob(fight, number):
        return Refusal("tp.unit.mob.formation", "a mob stays as square as it is and takes no other shape")
    least = least_front(fight, number)
    if not least <= files <= models:
        return Refusal("tp.piece.unit.shape", f"its front must be {least} to {models} models wide, not {files}")
    if files == piece.files and not piece.wedge:
        return Refusal("tp.move.reform", f"its front is {files} models wide already")
    return None


def reform(fight: Fight, number: Number, files: int) -> bool:
    """A deviancy check for a new oblong. A unit that fails tries again at the start of each of its movement phases,
    with flimsy ranks until it succeeds. A wedge is left in the same way.

    [tp.move.reform] [tp.unit.infantry_wedge.reform] [tp.unit.cavalry_wedge.reform]
    """
    piece, rule = fight.state.pieces[number], "tp.move.reform"
    if piece.wedge:
        rule = f"tp.unit.{'cavalry' if pyramid(figure(fight, number)) else 'infantry'}_wedge.reform"
    passed = deviancy(fight, number, rule)
    if passed:
        piece.reform_due = 0
        _take_shape(fight, number, files)
        pay(fight, number, half_move(fight, number))
    else:
        piece.reform_due = files
        failed(fight, number)
    fight.tell(Manoeuvred(rule, number, "reform", passed, stands(fight, number)))
    return passed


def _take_shape(fight: Fight, number: Number, files: int) -> None:
    """Losses and neighbours may have made the shape impossible since it was ordered: then it keeps its old one."""
    piece = fight.state.pieces[number]
    files = min(files, strength(fight, number))
    place = reform_place(fight, number, (piece.x, piece.y), piece.facing, files)
    if not isinstance(place, Refusal):
        piece.x, piece.y = place
        piece.files, piece.narrow, piece.bend, piece.wedge = files, 0, (), 0


# --- flipping ------------------------------------------------------------------------------------------------


def turn_about(fight: Fight, number: Number) -> None:
    """The group faces the other way on its own ground.  [tp.move.flip]"""
    piece, now = fight.state.pieces[number], body(fight, number)
    piece.x, piece.y = now.back
    piece.facing, piece.bend = opposite(piece.facing), ()
    if piece.places:
        set_places(fight, number, piece.places, piece.facing)


def begin_flip(fight: Fight, number: Number, due: Length) -> None:
    """Its movement does not pay for the whole flip: it is left half turned.  [tp.move.flip.partial]"""
    fight.state.pieces[number].flip_due = due
    if due:
        fight.tell(Manoeuvred("tp.move.flip.partial", number, "flip", False, stands(fight, number)))


def finish_flip(fight: Fight, number: Number, left: Length) -> None:
    """What was left of a flip is paid before anything else; it turns when all is paid.  [tp.move.flip.partial]"""
    piece = fight.state.pieces[number]
    paid = min(left, piece.flip_due)
    pay(fight, number, paid)
    piece.flip_due -= paid
    if not piece.flip_due:
        turn_about(fight, number)
    fight.tell(Manoeuvred("tp.move.flip.partial", number, "flip", not piece.flip_due, stands(fight, number)))
