"""Stage three of the movement phase: all pieces that do not charge, one after the other.  [tp.move.phase]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from warhost.engine.field.body import Body
from warhost.engine.field.compass import bearing, distance, turn
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import oblong, overlap
from warhost.engine.order import Stop
from warhost.engine.question import Choose, Refusal

from ..beasts.herds import why_not_free
from ..bodies import body, figure, loose, more_than_one, set_aloft, set_places, strength, take_to_the_air
from ..charging.fallback import escape, turn_those_who_fell_back
from ..charging.marchover import march_over, may_march_out
from ..events.moves import Landed, Moved, Stretched, TookOff
from ..fighting.contact import engaged, foes
from ..fighting.parting import leave
from ..kinds import skirmishing
from ..land.wading import wade
from ..machines.driving import gone_over
from ..magic.casting import act, castable, promises, why_not_cast
from ..magic.effects import has_moved, sets_off
from ..missiles.defensive import defensive_strikes
from ..morale.checks import members
from ..scenario.torches import deeds_at_will
from ..setting import Fight
from ..special.concealment import come_to_light
from ..special.riding import mount_of
from ..special.rooted import why_rooted
from ..state import NEVER, NOBODY, Number, Piece, opponent
from .course import STRAIGHT, Course
from .dashing import allowance, dash, pay
from .groups import leave_group, offer_reveal, outermost, why_no_room
from .ideas import gets_away
from .landing import sink_if_weary, tramples
from .manoeuvres import begin_flip, finish_flip, flimsy_till_next_turn
from .mobs import surge
from .orders import Move
from .parts import rejoin
from .stepping import why_no_leaving
from .sweep import Sweep, cross

DONE = "done"
LEAST = 50  # thousandths of an inch: whoever has less left is told that he has 0.0 inches to go
UNMOVED: Mapping[str, int] = {
    "free": 0, "spent": 0, "dash": 0, "stretched": 0, "nudged": False, "sharp": False, "since_turn": NEVER,
    "straight": NEVER, "acted": False, "landed": False,
}  # fmt: skip
"""What a piece has booked before its first order."""


def move_one(fight: Fight) -> bool:
    """The active player moves one piece; False when nobody is left who may move.

    What is left of flips is done first.  [tp.move.phase] [tp.move.flip.partial]
    """
    if _unfinished(fight):
        return True
    state = fight.state
    waiting = [n for n, piece in state.numbered() if piece.side == state.active and not piece.turn.acted]
    movers = [number for number in waiting if why_not_moving(fight, number) is None]
    hidden = [number for number in waiting if state.pieces[number].fate == "hidden"]
    if not movers and not hidden:
        return False
    names, spells = {state.pieces[number].name: number for number in movers}, castable(fight)
    deeds = deeds_at_will(fight)
    text = "Which piece moves next?"
    question = Choose(
        state.active, "move", [*names, *spells, *deeds, DONE], "tp.move.phase",
        why_not=lambda name: why_not_cast(fight, name) or _why_not_named(fight, name), odds=promises(fight, spells),
        text=text,
    )  # fmt: skip
    if all(number in hidden for number in movers):  # whether a halfwit could come out now, nobody else knows
        question.window(DONE, empty=not names and not spells and not deeds)
    choice = fight.ask(question)
    if choice in spells:
        act(fight, spells, choice)
    elif choice in deeds:
        deeds[choice]()
    elif choice == DONE:
        state.quiet = True
        for piece in state.pieces:
            piece.turn.acted = piece.turn.acted or piece.side == state.active
    else:
        _move(fight, names[choice])
    return True


def _unfinished(fight: Fight) -> bool:
    """One flip of an earlier turn that must be gone on with before anything else."""
    for number, piece in fight.state.numbered():
        if not piece.flip_due or why_not_moving(fight, number) or piece.turn.spent:
            continue
        if piece.side == fight.state.active:
            surge(fight, number)
            finish_flip(fight, number, allowance(fight, number))
            piece.turn.acted = allowance(fight, number) <= 0
            return True
    return False


def why_not_moving(fight: Fight, number: Number) -> Refusal | None:
    """Why a piece cannot be moved now.  [tp.move.value] [tp.move.p2p.engaged] [tp.unit.one_piece]"""
    state, piece = fight.state, fight.state.pieces[number]
    if piece.fate == "within" and piece.host != NOBODY and number in state.pieces[piece.host].leaders:
        return _why_not_from_within(fight, number)
    if piece.fate == "hidden" and piece.host != NOBODY and not piece.turn.acted:
        return why_no_room(fight, outermost(fight, number))
    if piece.fate != "standing":
        return Refusal("tp.unit.one_piece", f"{piece.name} is not a piece on the table")
    if piece.lawless:
        return Refusal("tp.beast.wild", f"{piece.name} is wild")
    if refusal := why_not_free(fight, number) or why_rooted(fight, number):
        return refusal
    if piece.turn.acted:
        return Refusal("tp.move.value", f"{piece.name} has had its move")
    if piece.fleeing:
        return Refusal("tp.move.flee", f"{piece.name} is fleeing")
    if piece.turn.barred:
        return Refusal("tp.move.value", f"{piece.name} may not move any more this turn")
    if piece.away_until > state.clock:
        return Refusal("tp.move.offboard", f"{piece.name} has just come back and does nothing this turn")
    if piece.charge_target != NOBODY:
        return Refusal("tp.move.charge.far", f"{piece.name} is charging and goes on with that")
    if not figure(fight, number).moves:
        return Refusal("tp.move.value", f"{piece.name} cannot move")
    if allowance(fight, number) <= 0:
        return Refusal("tp.move.value", f"{piece.name} has no movement left")
    if engaged(fight, number) and may_march_out(fight, number):
        return Refusal("tp.move.p2p.engaged", f"{piece.name} is in close combat")
    return None


def _why_not_from_within(fight: Fight, number: Number) -> Refusal | None:
    """A character in a group moves by itself only to leave it or to take part in its fighting.

    [tp.character.leave] [tp.character.move_into_fight]
    """
    holder = outermost(fight, number)
    piece, group = fight.state.pieces[number], fight.state.pieces[holder]
    if mount_of(fight, number) != NOBODY:
        return Refusal("tp.beast.mounted.inseparable", f"{piece.name} does not dismount")
    if piece.turn.acted:
        return Refusal("tp.move.value", f"{piece.name} has had its move")
    bound = group.underway or group.fleeing or group.turn.barred or group.turn.charge_turn
    if bound or group.away_until > fight.state.clock:
        return Refusal("tp.character.join.as_one", f"{piece.name} goes with its group")
    if refusal := why_rooted(fight, number):
        return refusal
    if engaged(fight, holder):
        return why_no_leaving(fight, number)
    if allowance(fight, number) < LEAST:
        return Refusal("tp.move.value", f"{piece.name} has no movement left")
    if not gets_away(fight, number):
        return Refusal("tp.character.leave", f"{piece.name} cannot come clear of its group with what it has left")
    return None


def _why_not_named(fight: Fight, name: str) -> Refusal | None:
    for number, piece in fight.state.numbered():
        if piece.name == name and piece.side == fight.state.active:
            return why_not_moving(fight, number)
    return None


# --- one piece -----------------------------------------------------------------------------------------------


def _move(fight: Fight, number: Number) -> None:
    """Order after order, until nothing is left to do or to move with."""
    piece = fight.state.pieces[number]
    if piece.fate == "hidden":
        offer_reveal(fight, number)
        piece.turn.acted = True
        return
    sets_off(fight, number)
    surge(fight, number)
    spent = piece.turn.spent
    _follow_orders(fight, number, "tp.move.p2p")
    piece.turn.acted = True
    if piece.turn.spent > spent:
        has_moved(fight, number)
    if piece.group != NOBODY and piece.standing:
        rejoin(fight, number)


def free_move(fight: Fight, number: Number, free: Length, rule: str) -> None:
    """It moves in any way it could in its movement phase, with so much movement of its own for that; what it has
    used up or still has this turn stays as it was. An unfinished flip comes first.

    [tp.move.wipeout] [tp.move.flip.partial]
    """
    piece = fight.state.pieces[number]
    with _set_aside(fight, number):
        piece.turn.free = free
        if piece.flip_due:
            finish_flip(fight, number, free)
        if allowance(fight, number) > 0:
            _follow_orders(fight, number, rule)
        if piece.turn.spent:
            piece.stirred = fight.state.clock


@contextmanager
def _set_aside(fight: Fight, number: Number) -> Iterator[None]:
    """What its moves of this turn have come to, for all who are in the piece; a part that splits off shares it."""
    pieces, movers = fight.state.pieces, tuple(members(fight, number))
    kept = {mover: {name: getattr(pieces[mover].turn, name) for name in UNMOVED} for mover in movers}
    present = len(pieces)
    for mover in movers:
        _book(pieces[mover], UNMOVED)
    yield
    for mover in (*movers, *range(present, len(pieces))):
        _book(pieces[mover], kept.get(mover, kept[number]))


def _book(piece: Piece, account: Mapping[str, int]) -> None:
    for name, value in account.items():
        setattr(piece.turn, name, value)


def _follow_orders(fight: Fight, number: Number, rule: str) -> None:
    piece = fight.state.pieces[number]
    while True:
        question = Move(fight, number, rule)
        course = question.plan(fight.ask(question))
        assert isinstance(course, Course)
        _carry_out(fight, number, course)
        if course.finale is not None and piece.fate in ("standing", "within") and not piece.fleeing:
            _finish(fight, number, course.finale)
            piece.turn.straight = NEVER
        if course.over or course.below != NOBODY:
            turn_those_who_fell_back(fight, opponent(piece.side))
        goes_on = course.goes_on or (course.stops and fight.setting.load.used_at_once(fight, number))
        if not (goes_on and _can_go_on(fight, number)):
            sink_if_weary(fight, number)
            return


def _finish(fight: Fight, number: Number, finale: Callable[[], object]) -> None:
    """What it does at the end of its way. If that takes movement it moves, and so does a part that splits off:
    scouts are concealed no more.  [tp.trait.scouting.concealed]
    """
    pieces, spent = fight.state.pieces, fight.state.pieces[number].turn.spent
    present = len(pieces)
    finale()
    if pieces[number].turn.spent > spent:
        for mover in (number, *map(Number, range(present, len(pieces)))):
            come_to_light(fight, mover)


def _can_go_on(fight: Fight, number: Number) -> bool:
    piece = fight.state.pieces[number]
    here = piece.fate in ("standing", "within")
    free = here and not (piece.underway or piece.fleeing or piece.turn.barred)
    return free and allowance(fight, number) > 0


def _carry_out(fight: Fight, number: Number, course: Course) -> None:
    """Every leg is gone, and answered by the enemy's archers, before the next."""
    piece = fight.state.pieces[number]
    if course.below != NOBODY and tramples(fight, number, course.below):
        escape(fight, course.below, number)
    if course.stops or course.took_off:
        piece.climbing = NOTHING
        _set_off(fight, number, course)
    path, trodden, trail = [course.before.front], list[Number](), [body(fight, number)]
    for stop in course.stops:
        before = body(fight, number)
        _step(fight, number, stop)
        trail.append(body(fight, number))
        if stop.leg:
            wade(fight, number, before.front)
            if not cross(fight, number, [Sweep(fight, number, before, body(fight, number))], marching=True):
                return
            path.append((piece.x, piece.y))
            after = body(fight, number)
            trodden += [n for n in course.over if n not in trodden and _crossed(fight, n, before, after)]
            if fight.state.phase in ("charges", "moves"):
                defensive_strikes(fight, number, before, after)
        if piece.fate != "standing" or piece.fleeing:
            return
    if path[-1] != piece.point:
        path.append(piece.point)  # a flip or another front moves the middle front without a leg
    if course.stops:
        fight.tell(Moved("tp.move.p2p", number, tuple(path), piece.facing, course.spent, course.airborne))
    _come_to_rest(fight, number, course)
    march_over(fight, number, trodden, body(fight, number))
    gone_over(fight, number, *trail)


def _crossed(fight: Fight, victim: Number, before: Body, after: Body) -> bool:
    """Whether the front edge went over it on this leg.  [tp.move.marchover]"""
    strip = oblong(after.front, after.facing, after.width, distance(before.front, after.front))
    return any(overlap(strip, part) for part in body(fight, victim).parts)


def _set_off(fight: Fight, number: Number, course: Course) -> None:
    """It leaves its group, its combat, the ground; a split column draws itself straight. Those it is to march over
    may fall back before it.  [tp.move.fallback.order]"""
    piece = fight.state.pieces[number]
    come_to_light(fight, number)
    for victim in course.over:
        if victim not in foes(fight, number):
            escape(fight, victim, number)
    if course.host != NOBODY:
        leave_group(fight, number)
    if engaged(fight, number):
        leave(fight, number)
    if course.took_off:
        _off_the_works(fight, number)
        fight.tell(TookOff("tp.move.fly.takeoff", number))
    piece.bend = ()


def _off_the_works(fight: Fight, number: Number) -> None:
    """Whoever leaves them moves as he always does.  [tp.siege.move.passage]"""
    piece, up = fight.state.pieces[number], fight.state.pieces[number].aloft
    take_to_the_air(fight, number)
    if up and not loose(fight, number):
        piece.places = ()


def _step(fight: Fight, number: Number, stop: Stop) -> None:
    piece = fight.state.pieces[number]
    (piece.x, piece.y), piece.facing, files, places, _ = stop.stance
    piece.narrow = files if files < piece.files else 0
    if places:
        set_places(fight, number, places[: strength(fight, number)], piece.facing)


def _come_to_rest(fight: Fight, number: Number, course: Course) -> None:
    """The shape in which it ends, and all that its movement has cost it.

    [tp.move.unit.turn] [tp.move.unit.stretch] [tp.move.unit.splitturn] [tp.character.join.as_one]
    """
    piece = fight.state.pieces[number]
    if course.stops:
        files = course.stance.files
        piece.narrow = files if files < piece.files else 0
        piece.bend = course.bend
        piece.airborne = course.airborne
    piece.turn.landed = piece.turn.landed or course.landed
    if course.landed and not course.joins:
        _come_down_on_works(fight, number, course)
        fight.tell(Landed("tp.move.fly.land", number, aloft=course.aloft))
        cross(fight, number, [Sweep(fight, number, body(fight, number), body(fight, number))])
    limit = course.flimsy
    piece.turn.straight = _one_way(fight, number, course)
    pay(fight, number, course.spent)
    begin_flip(fight, number, course.flip_due)
    piece.turn.nudged, piece.turn.sharp, piece.turn.stretched = course.nudged, course.sharp, course.stretch
    piece.turn.since_turn = course.straight
    if limit >= 0:
        flimsy_till_next_turn(fight, number)
        rule = "tp.move.unit.turn" if course.sharp else "tp.move.unit.stretch"
        fight.tell(Stretched(rule, number, piece.turn.spent, limit))


def _come_down_on_works(fight: Fight, number: Number, course: Course) -> None:
    """All stand loosely up there.  [tp.siege.move.passage]"""
    piece = fight.state.pieces[number]
    if course.aloft:
        set_aloft(fight, number, True)
        piece.wedge, piece.bend = 0, ()
        if more_than_one(fight, number) and not piece.places:
            places = tuple(base.centre for base in course.body().bases)
            set_places(fight, number, places, piece.facing)


def _one_way(fight: Fight, number: Number, course: Course) -> int:
    """The one direction in which it has gone this turn; NEVER if it went round a corner or swung about. Those whom
    turning costs nothing may face any way all the same.  [tp.weapon.javelin]
    """
    piece, free = fight.state.pieces[number], course.single or skirmishing(fight, number)
    ways, faced = list[int](), course.before.facing
    for stop in course.stops:
        if stop.leg:
            ways.append(stop.stance.facing)
        elif not free and stop.stance.facing != faced:
            return NEVER
        faced = stop.stance.facing
    if ways and piece.turn.spent:
        ways.append(piece.turn.straight)
    if not all(way != NEVER and abs(turn(bearing(way), bearing(ways[0]))) <= STRAIGHT for way in ways):
        return NEVER
    return ways[0] if ways else piece.turn.straight


__all__ = ["DONE", "allowance", "dash", "free_move", "move_one", "why_not_moving"]
