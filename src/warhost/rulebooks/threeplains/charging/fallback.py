"""Falling back before a charge, or out of the way of anything else that comes.  [tp.move.fallback]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Concatenate, ParamSpec, TypeVar

from warhost.engine.field.compass import heading
from warhost.engine.field.length import NOTHING
from warhost.engine.field.stance import shifted, turned
from warhost.engine.point import Point
from warhost.engine.question import Choose, Refusal

from ..bodies import body, enemies, figure, take_to_the_air
from ..events.charges import Answered, FellBack, NoFallBack
from ..fighting import contact
from ..kinds import infantry_wedge
from ..land.ground import charging_pace, nearest_bar, reach
from ..land.sense import senses
from ..land.trampling import trample
from ..magic.bearing import marked, nature, untouched
from ..magic.effects import has_moved
from ..morale.checks import deviancy, members
from ..moving.flying import can_fly
from ..moving.stride import INCH, body_in, dice_run, leg_of, off_board, settle, stance
from ..moving.sweep import cross
from ..moving.wedges import dissolve
from ..setting import Fight
from ..special import specials
from ..special.concealment import come_to_light
from ..state import NEVER, NOBODY, Number, Player
from .facing import choose_facing
from .flight import leave_board, whole_shapes
from .leg import way_to

P = ParamSpec("P")
R = TypeVar("R")

REST = 4  # clocks from one fall back to the next enemy turn in which it may be done again


def never_falls_back(fight: Fight, number: Number) -> Refusal | None:
    """Why a piece cannot be ordered to fall back, whoever comes; nothing is measured for this.

    [tp.move.fallback] [tp.move.fallback.after]
    """
    piece, found = fight.state.pieces[number], figure(fight, number)
    if piece.fleeing or contact.engaged(fight, number) or piece.ring != NOBODY:
        return Refusal("tp.move.fallback.order", "it is fleeing or fighting")
    if piece.lawless:
        return Refusal("tp.beast.wild", "it is wild")
    if piece.charge_target != NOBODY:
        return Refusal("tp.move.fallback", "it is still charging")
    if found.category == "machine" or not found.moves:
        return Refusal("tp.move.fallback", "war machines do not fall back")
    if piece.fell_back != NEVER and fight.state.clock - piece.fell_back < REST:
        return Refusal("tp.move.fallback.after", "it fell back only just now")
    if piece.away_until > fight.state.clock:
        return Refusal("tp.move.offboard", "it has only just come back")
    if refusal := stays_on_the_spot(fight, number):
        return refusal
    for rule in urges(fight, number, specials.may_fall_back):
        return Refusal(rule, "it never falls back")
    return None


def stays_on_the_spot(fight: Fight, number: Number) -> Refusal | None:
    """Whoever rallied or held does not move before his next movement phase.  [tp.move.rerally] [tp.move.pursue]"""
    state, piece = fight.state, fight.state.pieces[number]
    last_move = state.clock if state.active == piece.side else state.clock - 1
    if piece.rallied >= last_move > 0:
        return Refusal("tp.move.rerally", "it has rallied only just now and does not move from the spot")
    if piece.held_until > state.clock:
        return Refusal("tp.move.pursue", "it does not move from the spot before its next movement phase")
    return None


def blinded(fight: Fight, number: Number, charger: Number) -> Refusal | None:
    """Why a piece neither falls back before this charger nor holds and shoots at it."""
    if not fight.setting.enchanted or untouched(fight, number):
        return None
    rules = (marked(nature(fight, member), "blinds") for member in members(fight, charger))
    return next((Refusal(rule, "it is blinded") for rule in rules if rule), None)


def urges(
    fight: Fight, number: Number, point: Point[Concatenate[Fight, Number, P], R], *about: P.args, **rest: P.kwargs
) -> list[R]:
    """What the traits of everybody in a piece make it do, or forbid it, at this point."""
    return [
        urge
        for member in members(fight, number)
        for urge in point.replies(nature(fight, member), fight, member, *about, **rest)
        if urge
    ]


def too_late(fight: Fight, number: Number, comers: Sequence[Number]) -> Refusal | None:
    """Why it cannot fall back before these: it did not see them come, or one of them is too near.

    [tp.move.fallback]
    """
    seen = [comer for comer in comers if senses(fight, number, comer)]
    if not seen:
        return Refusal("tp.move.fallback", "it did not see the charge coming")
    for comer in seen:
        way = way_to(fight, comer, number)
        if way is not None and 2 * way <= charging_pace(fight, comer):
            return Refusal("tp.move.fallback", "the attacker is within half its movement")
    return None


def no_room_behind(fight: Fight, number: Number, charger: Number) -> Refusal | None:
    """Without an inch of room straight away from the charger nobody on foot falls back.  [tp.move.fallback.room]"""
    course = heading(body(fight, charger).front, body(fight, number).middle)
    shapes = whole_shapes(fight, number, stance(fight, number))
    if can_fly(fight, number) or nearest_bar(fight, number, shapes, course, INCH) is None:
        return None
    return Refusal("tp.move.fallback.room", "there is no room behind it")


CHARGED = "{who} {is} charged. Stand, or fall back?"
IN_THE_WAY = "An enemy is coming straight at {who}. Stand, or fall back?"


def ask_for_answer(fight: Fight, number: Number, text: str = CHARGED) -> None:
    """Whether a piece on which a charge was named stands or falls back.  [tp.move.fallback.order]"""
    piece = fight.state.pieces[number]
    if piece.turn.answer:
        return
    piece.turn.answer = "stand"
    comers = [n for n in enemies(fight, number) if fight.state.pieces[n].charge_target == number]
    if dazzled := next(filter(None, (blinded(fight, number, comer) for comer in comers)), None):
        fight.tell(NoFallBack(dazzled.rule, number, dazzled.why))
    elif never_falls_back(fight, number) is None:
        options, rule = ["stand", "fall back"], "tp.move.fallback.order"
        question = Choose(piece.side, "answer", options, rule, about=piece.name, usual="stand", text=text)
        question.deferred = True
        piece.turn.answer = fight.ask(question)
        fight.tell(Answered("tp.move.fallback.order", number, piece.turn.answer))


def carry_out(fight: Fight, number: Number, charger: Number, comers: Sequence[Number]) -> None:
    """The order to fall back is carried out once; whoever fails stands, and has given up holding and shooting.

    [tp.move.charge.sequence]
    """
    piece = fight.state.pieces[number]
    if piece.turn.answer != "fall back" or piece.fell_back == fight.state.clock:
        return
    refusal = never_falls_back(fight, number) or too_late(fight, number, comers)
    if refusal is not None:
        fight.tell(NoFallBack(refusal.rule, number, refusal.why))
    if refusal is not None or not fall_back(fight, number, charger):
        piece.turn.answer, piece.turn.held_and_shot = "stand", True


def escape(fight: Fight, number: Number, mover: Number) -> None:
    """A piece that a pursuit, a wipe out charge or a march over is likely to hit may fall back before it.

    [tp.move.fallback.order]
    """
    if blinded(fight, number, mover):
        return
    if never_falls_back(fight, number) is None and too_late(fight, number, [mover]) is None:
        fight.state.pieces[number].turn.answer = ""
        ask_for_answer(fight, number, IN_THE_WAY)
        carry_out(fight, number, mover, [mover])


def fall_back(fight: Fight, number: Number, charger: Number) -> bool:
    """A deviancy check, then 2D6 inches straight away from the attacker. Whether it went. An infantry wedge, which
    cannot turn its back, gives up its formation for that.

    [tp.move.fallback.move] [tp.move.fallback.room] [tp.unit.infantry_wedge.movement]
    """
    piece = fight.state.pieces[number]
    start, middle = stance(fight, number), body(fight, number).middle
    course = heading(body(fight, charger).front, middle)
    shapes = whole_shapes(fight, number, start)
    if refusal := no_room_behind(fight, number, charger):
        fight.tell(NoFallBack(refusal.rule, number, refusal.why))
        return False
    if not deviancy(fight, number, "tp.move.fallback.move"):
        fight.tell(NoFallBack("tp.move.fallback.move", number, "the check failed"))
        return False
    come_to_light(fight, number)
    if infantry_wedge(fight, number):
        dissolve(fight, number, "movement")
        start, middle = stance(fight, number), body(fight, number).middle
        shapes = whole_shapes(fight, number, start)
    piece.fell_back = fight.state.clock
    if can_fly(fight, number):
        take_to_the_air(fight, number)
    dice = dice_run(fight, number, "falling back", "tp.move.fallback.move")
    far = reach(fight, number, start.front, course, dice.total, body_in(fight, number, start).width)
    bar = nearest_bar(fight, number, shapes, course, far)
    run = far if bar is None else max(NOTHING, bar.distance - INCH)
    away = turned(start, course, middle)
    gone = shifted(away, course, run).front
    if off_board(fight, gone):
        leg = leg_of(fight, number, away, course, run)
        if cross(fight, number, [leg]):
            trample(fight, number, (leg.start, leg.end))
            leave_board(fight, number, gone)
        return True
    done = settle(fight, number, (away, start), course, run) or NOTHING
    if not piece.standing:
        return True
    way = (start.front, piece.point)
    fight.tell(FellBack("tp.move.fallback.move", number, done, way[1], dice.steps, way, piece.facing))
    has_moved(fight, number)
    return True


def turn_those_who_fell_back(fight: Fight, side: Player) -> bool:
    """Pieces that got away may be turned to any facing. Whether there were any.  [tp.move.fallback.after]"""
    found = False
    for number, piece in fight.state.numbered():
        if piece.side == side and piece.turn.answer == "fall back" and piece.fell_back == fight.state.clock:
            piece.turn.answer = ""
            if piece.standing and not piece.fleeing and not contact.engaged(fight, number):
                choose_facing(fight, number, "tp.move.fallback.after")
                found = True
    return found
