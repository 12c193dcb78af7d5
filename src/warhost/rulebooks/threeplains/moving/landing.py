"""Down from the air: where there is room, or on to an enemy."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.body import Body
from warhost.engine.field.compass import ahead, opposite
from warhost.engine.field.shapes import area, overlap
from warhost.engine.field.stance import Stance, turned
from warhost.engine.question import Refusal

from ..bodies import body, figure, loose, strength
from ..charging.marchover import can_march_over, harmed_by, tread_down
from ..events.moves import Landed
from ..fighting.contact import engaged
from ..fighting.engulf import ring_body, ring_needs
from ..fighting.lapping import lap
from ..fighting.ringing import check
from ..fighting.table_edge import all_in_touch, carry
from ..land.ground import over_a_top, standing_room
from ..morale.exhaustion import held_back
from ..setting import Fight
from ..special.concealment import concealed
from ..stands import known_at_last, stands
from ..state import NOBODY, Contact, Number, Point
from ..wounds.casualties import destroy
from .flying import imagined
from .stride import body_in, rings, stance, take

ENGULFING = 3  # times the flyer's base that a group must cover to close round it
FARTHEST = 60  # of the rings in which a free spot is looked for


def come_down(fight: Fight, number: Number, rule: str) -> None:
    """An airborne piece that cannot fly any more lands where it is or at the nearest free spot. Whoever fights it
    in the air comes down with it, so that they fight on as they are.

    [tp.trait.exhaustion.effects]
    """
    combat = all_in_touch(fight, number)
    for one in combat:
        fight.state.pieces[one].airborne = False
    for x, y in _spots():
        carry(fight, combat, (x, y))
        if all(standing_room(fight, one, body(fight, one), ignoring=combat) is None for one in combat):
            for one in combat:
                fight.tell(Landed(rule, one, NOBODY, stands(fight, one)))
            return
        carry(fight, combat, (-x, -y))


def _spots() -> Iterator[Point]:
    """Shifts in rings round where it is now, which comes first."""
    return (ahead((0, 0), way, far) for way, far in rings(FARTHEST))


def sink_if_weary(fight: Fight, number: Number) -> None:
    """Exhausted wings carry nobody.  [tp.trait.exhaustion.effects]"""
    piece = fight.state.pieces[number]
    if piece.airborne and piece.standing and held_back(fight, number):
        come_down(fight, number, "tp.trait.exhaustion.effects")


# --- on to an enemy ------------------------------------------------------------------------------------------


def engulfs(fight: Fight, number: Number, enemy: Number, at: Body) -> bool:
    """Whether that enemy can close round what lands on it: a group with three times its ground, free to move, if
    nobody else stands on the spot.

    [tp.move.fly.landonenemy]
    """
    wide, deep = figure(fight, enemy).base
    models = strength(fight, enemy)
    if models == 1 or models * wide * deep < ENGULFING * sum(area(part) for part in at.parts):
        return False
    if engaged(fight, enemy) or fight.state.pieces[enemy].ring != NOBODY:
        return False
    if standing_room(fight, number, at, ignoring=(enemy,)):
        return False
    return loose(fight, enemy) or _ring_fits(fight, number, enemy, at)


def _ring_fits(fight: Fight, number: Number, enemy: Number, at: Body) -> bool:
    """Whether a unit has the models and the room for a ring round that spot."""
    piece = fight.state.pieces[number]
    before = piece.x, piece.y, piece.facing
    (piece.x, piece.y), piece.facing = at.front, at.facing
    enough = strength(fight, enemy) >= ring_needs(fight, enemy, number)
    fits = enough and standing_room(fight, enemy, ring_body(fight, enemy, number), ignoring=(number,)) is None
    piece.x, piece.y, piece.facing = before
    return fits


def why_not_landed_on(fight: Fight, number: Number, enemy: Number, at: Body) -> Refusal | None:
    """[tp.move.fly.landonenemy]"""
    with imagined(fight, number, airborne=False):
        return _no_landing_on(fight, number, enemy, at)


def _no_landing_on(fight: Fight, number: Number, enemy: Number, at: Body) -> Refusal | None:
    rule, foe = "tp.move.fly.landonenemy", fight.state.pieces[enemy]
    if not foe.standing:
        return Refusal(rule, f"{foe.name} is no piece of its own")
    if foe.airborne:
        return Refusal(rule, f"{foe.name} is in the air itself")
    if refusal := concealed(fight, enemy):
        return refusal
    if foe.aloft or over_a_top(fight, at):
        return Refusal("tp.siege.move.who", "on works nobody lands on an enemy, though he may be charged")
    if not any(overlap(part, other) for part in at.parts for other in body(fight, enemy).parts):
        return Refusal(rule, f"{foe.name} is not below")
    if _crushed_by(fight, number, enemy):
        return standing_room(fight, number, at, ignoring=(enemy,))
    if engulfs(fight, number, enemy, at):
        return None
    return _room_before(fight, number, enemy)


def tramples(fight: Fight, number: Number, enemy: Number) -> bool:
    """Whether coming down on an enemy is a march over.  [tp.move.fly.landonenemy] [tp.move.marchover.fly]"""
    with imagined(fight, number, airborne=False):
        return _crushed_by(fight, number, enemy) == "tp.move.marchover.fly"


def _crushed_by(fight: Fight, number: Number, enemy: Number) -> str:
    """The rule by which whoever is landed on is dead at once: too weak to be fought, or caught in flight.

    [tp.move.fly.landonenemy] [tp.move.marchover.fly] [tp.move.flee.caught]
    """
    if fight.state.pieces[enemy].fleeing:
        return "tp.move.flee.caught"
    return "" if can_march_over(fight, number, enemy) else "tp.move.marchover.fly"


def _before(fight: Fight, number: Number, enemy: Number) -> Stance:
    """The flyer set down at the middle of an enemy's front edge, facing it; a group keeps its shape."""
    foe, here = body(fight, enemy), stance(fight, number)
    there = turned(here, opposite(foe.facing), here.front)
    over, up = foe.front[0] - there.front[0], foe.front[1] - there.front[1]
    return there._replace(front=foe.front, places=tuple([(x + over, y + up) for x, y in there.places]))


def _room_before(fight: Fight, number: Number, enemy: Number) -> Refusal | None:
    there = body_in(fight, number, _before(fight, number, enemy))
    return standing_room(fight, number, there, may_touch=(enemy,))


def set_before(fight: Fight, number: Number, enemy: Number, rule: str) -> bool:
    """Set down before an enemy's front, in combat with it; False, with nothing changed, if there is no room.

    [tp.item.enchanted.potion_of_flight]
    """
    with imagined(fight, number, airborne=False):
        room = _room_before(fight, number, enemy) is None
    if not room or fight.state.pieces[enemy].fleeing:
        return False
    fight.state.pieces[number].airborne = False
    take(fight, number, _before(fight, number, enemy))
    fight.state.contacts.append(Contact(number, enemy, "front", "front", clock=fight.state.clock))
    fight.tell(Landed(rule, number, enemy, stands(fight, number)))
    return True


def land_on(fight: Fight, number: Number, enemy: Number) -> None:
    """Weak enemies are crushed, groups close round the flyer, others fight it front to front. It is no charge.

    If the enemy has got away, there is only the ground.

    [tp.move.fly.landonenemy] [tp.move.marchover.fly] [tp.move.fallback.order]
    """
    piece, own = fight.state.pieces[number], body(fight, number)
    if not any(overlap(part, other) for part in own.parts for other in body(fight, enemy).parts):
        come_down(fight, number, "tp.move.fly.land")
        return
    piece.airborne = False
    crushed = _crushed_by(fight, number, enemy)
    landing = Landed("tp.move.fly.landonenemy", number, enemy)
    fight.tell(landing)
    if crushed == "tp.move.flee.caught":
        destroy(fight, enemy, crushed)
        return
    if crushed and harmed_by(fight, number, enemy):
        tread_down(fight, number, enemy)
        return
    ringed = engulfs(fight, number, enemy, body(fight, number))
    fight.state.contacts.append(Contact(number, enemy, "front", "front", clock=fight.state.clock))
    if ringed and _close_round(fight, number, enemy):
        check(fight, number)
    elif _room_before(fight, number, enemy) is None:
        take(fight, number, _before(fight, number, enemy))
        known_at_last(fight, landing, stands=stands(fight, number))
    else:
        fight.state.contacts.pop()
        come_down(fight, number, "tp.move.fly.landonenemy")


def _close_round(fight: Fight, number: Number, enemy: Number) -> bool:
    """A unit forms a ring round the flyer; loose models lap round it as far as they find room."""
    if loose(fight, enemy):
        return lap(fight, enemy, number, "front")
    fight.state.pieces[enemy].ring = number
    return True
