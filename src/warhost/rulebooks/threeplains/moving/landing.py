"""Down from the air: where there is room, or on to an enemy."""

from __future__ import annotations

from warhost.engine.field.compass import FULL_TURN, HALF_TURN
from warhost.engine.field.shapes import area, overlap
from warhost.engine.question import Refusal

from ..bodies import Body, body, figure, loose, pose, strength
from ..charging.marchover import can_march_over
from ..events import Landed
from ..fighting.engulf import check
from ..fighting.lapping import lap
from ..figure import inches
from ..land.ground import standing_room
from ..setting import Fight
from ..state import Contact
from ..wounds.casualties import destroy
from .flying import imagined
from .stride import body_in, shifted, stance, take

ENGULFING = 3  # times the flyer's base that a group must cover to close round it
RING, HEADINGS = inches(0.5), 24  # how a free spot is looked for
FARTHEST = 60  # rings


def come_down(fight: Fight, number: int, rule: str) -> None:
    """An airborne piece that cannot fly any more lands where it is or at the nearest free spot.

    [tp.trait.exhaustion.effects]
    """
    piece = fight.state.pieces[number]
    piece.airborne = False
    here = stance(fight, number)
    for ring in range(FARTHEST):
        for step in range(HEADINGS if ring else 1):
            there = shifted(here, FULL_TURN * step // HEADINGS, ring * RING)
            if standing_room(fight, number, body_in(fight, number, there)) is None:
                take(fight, number, there)
                fight.tell(Landed(rule, number))
                return


# --- on to an enemy ------------------------------------------------------------------------------------------


def engulfs(fight: Fight, enemy: int, at: Body) -> bool:
    """Whether that enemy can close round what lands on it: a group with three times its ground.

    [tp.move.fly.landonenemy]
    """
    wide, deep = figure(fight, enemy).base
    models = strength(fight, enemy)
    return models > 1 and models * wide * deep >= ENGULFING * sum(area(part) for part in at.parts)


def why_not_landed_on(fight: Fight, number: int, enemy: int, at: Body) -> Refusal | None:
    """[tp.move.fly.landonenemy]"""
    with imagined(fight, number, airborne=False):
        return _no_landing_on(fight, number, enemy, at)


def _no_landing_on(fight: Fight, number: int, enemy: int, at: Body) -> Refusal | None:
    rule, foe = "tp.move.fly.landonenemy", fight.state.pieces[enemy]
    if foe.airborne:
        return Refusal(rule, f"{foe.name} is in the air itself")
    if not any(overlap(part, other) for part in at.parts for other in body(fight, enemy).parts):
        return Refusal(rule, f"{foe.name} is not below")
    if can_march_over(fight, number, enemy) is None:
        return standing_room(fight, number, at, ignoring=(enemy,))
    if engulfs(fight, enemy, at):
        return None
    return standing_room(fight, number, _before(fight, number, enemy), may_touch=(enemy,))


def _before(fight: Fight, number: int, enemy: int) -> Body:
    """The flyer set down at the middle of an enemy's front edge, facing it."""
    foe, piece = body(fight, enemy), fight.state.pieces[number]
    facing = (foe.facing + HALF_TURN) % FULL_TURN
    return pose(fight, piece, strength(fight, number), *foe.front, facing, piece.files)


def land_on(fight: Fight, number: int, enemy: int) -> None:
    """Weak enemies are crushed, groups close round the flyer, others fight it front to front. It is no charge.

    [tp.move.fly.landonenemy] [tp.move.marchover.fly]
    """
    piece, foe = fight.state.pieces[number], fight.state.pieces[enemy]
    piece.airborne = False
    crushes = can_march_over(fight, number, enemy) is None
    fight.tell(Landed("tp.move.fly.landonenemy", number, enemy))
    if crushes:
        destroy(fight, enemy, "tp.move.marchover.fly")
        return
    here = body(fight, number)
    ringed = engulfs(fight, enemy, here)
    if not ringed:
        there = _before(fight, number, enemy)
        piece.x, piece.y, piece.facing = *there.front, there.facing
    fight.state.contacts.append(Contact(number, enemy, "front", "front", clock=fight.state.clock))
    if not ringed:
        return
    if loose(fight, enemy):
        lap(fight, enemy, number, "front")
    else:
        foe.ring = number
    check(fight, number)
