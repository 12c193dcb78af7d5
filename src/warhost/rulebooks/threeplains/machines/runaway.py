"""Fleeing chariots: they have to drive round, through the enemy if need be.  [tp.machine.chariot.flee]"""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle, distance, turn
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import overlap
from warhost.engine.field.stance import Stance, shifted, turned
from warhost.engine.question import Choose

from ..bodies import body, enemies
from ..events.charges import Fled, LeftBoard
from ..land.ground import leg_cost, nearest_bar, reach
from ..moving.stride import HAIR, body_in, brink, dice_run, off_board, settle, stance, take
from ..setting import Fight
from ..state import Number
from ..wounds.casualties import destroy
from .driving import RUN, gone_over, turns

RULE = "tp.machine.chariot.flee"
SIDES = {"left": -1, "right": 1}


class Leg(NamedTuple):
    """A straight part of the way: how it stands where that begins, and how far it drives."""

    start: Stance
    run: Length

    @property
    def end(self) -> Stance:
        return shifted(self.start, self.start.facing, self.run)


class Drive(NamedTuple):
    """A flight round to a heading: the poses on the way, and its legs."""

    trail: list[Body]
    legs: list[Leg]


def drive_away(fight: Fight, number: Number, course: Angle, rule: str) -> None:
    """45 degrees every 2 inches until it points away from the enemy, then straight on. If it ends on top of one it
    is destroyed.

    [tp.machine.chariot.flee] [tp.move.offboard]
    """
    piece, before = fight.state.pieces[number], stance(fight, number)
    side = _choose_side(fight, number, course)
    dice = dice_run(fight, number, "flee move", "tp.move.flee.move")
    run = _round(fight, number, turns(piece.facing, course, side), dice.total)
    end = run.legs[-1].end
    piece.flight_heading, piece.flight_run = course, distance(before.front, end.front)
    foes = list(enemies(fight, number))
    if off_board(fight, end.front):
        take(fight, number, end)
        way = (before.front, piece.point)
        fight.tell(Fled(rule, number, piece.flight_run, piece.point, dice.steps, way, piece.facing))
        fight.tell(LeftBoard("tp.move.offboard", number, brink(fight, piece.point)))
        destroy(fight, number, "tp.move.offboard")
    elif not any(_comes_to_rest(fight, number, leg, foes) for leg in reversed(run.legs)):
        piece.fled_from = ()  # it never got away, and nobody pursues it
        destroy(fight, number, "tp.move.flee.trapped")
    else:
        piece.flight_run = distance(before.front, piece.point)
        way = (before.front, piece.point)
        fight.tell(Fled(rule, number, piece.flight_run, piece.point, dice.steps, way, piece.facing))
        if _on_top(fight, number, foes):
            destroy(fight, number, RULE)
        gone_over(fight, number, *run.trail)


def _comes_to_rest(fight: Fight, number: Number, leg: Leg, foes: list[Number]) -> bool:
    """Whether there is room for it anywhere on this leg, be it on top of enemies; it stands there then."""
    return settle(fight, number, (leg.start,), leg.start.facing, leg.run, ignoring=foes) is not None


def _choose_side(fight: Fight, number: Number, course: Angle) -> int:
    """Its owner says to which side it comes round, unless it points that way already."""
    piece = fight.state.pieces[number]
    angle = turn(piece.facing, course)
    if not angle:
        return 0
    options = ["right", "left"] if angle > 0 else ["left", "right"]
    text = "Which way round {does} {who} drive to get away?"
    return SIDES[fight.ask(Choose(piece.side, "drive round", options, RULE, piece.name, text=text))]


def _round(fight: Fight, number: Number, bends: list[Angle], left: Length) -> Drive:
    """Leg after leg of 2 inches, the last as long as the flee move lasts; enemies do not stop it, all else does."""
    here, trail, legs = stance(fight, number), [body(fight, number)], list[Leg]()
    if not bends:
        return Drive(trail, [Leg(here, _free(fight, number, here, left)[0])])
    for at, facing in enumerate(bends):
        here = turned(here, facing, here.front)
        trail.append(body_in(fight, number, here))
        far, barred = _free(fight, number, here, left)
        if at == len(bends) - 1 or barred or far <= RUN:
            return Drive(trail, [*legs, Leg(here, far)])
        legs.append(Leg(here, RUN))
        left -= leg_cost(fight, number, here.front, legs[-1].end.front, trail[-1].width, facing)
        here = legs[-1].end
        if off_board(fight, here.front):
            break
    return Drive(trail, legs)


def _free(fight: Fight, number: Number, here: Stance, left: Length) -> tuple[Length, bool]:
    """How far it could drive straight on, and whether something bars its way there."""
    whole = body_in(fight, number, here)
    far = reach(fight, number, here.front, here.facing, left, whole.width)
    bar = nearest_bar(fight, number, whole.room, here.facing, far, ignoring=list(enemies(fight, number)))
    return (far, False) if bar is None else (max(NOTHING, bar.distance - HAIR), bar.distance < RUN)


def _on_top(fight: Fight, number: Number, foes: list[Number]) -> bool:
    parts = body(fight, number).parts
    return any(
        overlap(part, other)
        for foe in foes
        if not fight.state.pieces[foe].airborne
        for other in body(fight, foe).parts
        for part in parts
    )
