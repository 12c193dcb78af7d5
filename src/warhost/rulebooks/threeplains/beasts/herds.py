"""Beast units: creatures in front, their masters behind them; how they part and come together again.

A pack is the piece on the table, its masters are a piece within it whose bases always stand behind the creatures.
While they are apart both are pieces on the table.
[tp.beast.unit.formation] [tp.piece.beast] [tp.beast.types]
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.body import apart
from warhost.engine.field.compass import Angle, heading, veered
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.stance import turned
from warhost.engine.question import Refusal

from ..bodies import body, figure, own_bases, pose
from ..charging.flight import rally, whole_shapes
from ..events.beasts import Followed, LeftMasters, Reunited
from ..fighting.contact import engaged, foes
from ..fighting.parting import leave
from ..land.ground import nearest_bar, reach, standing_room, surplus
from ..morale.exhaustion import exhausted
from ..moving.dashing import allowance, dash
from ..moving.stride import FAST, HAIR, INCH, body_in, settle, stance
from ..setting import Fight
from ..stands import stands
from ..state import NOBODY, Number, Player
from ..wounds.survivors import stand_alone

SWERVES = (0, 1500, -1500, 3000, -3000, 4500, -4500, 6000, -6000)
"""By how much masters turn aside for what is in their way to the beasts."""


# --- parting -------------------------------------------------------------------------------------------------


def unleash(fight: Fight, number: Number) -> bool:
    """A charge that would fall short with the masters leaves them behind. Whether it does.

    [tp.beast.unit.speed]
    """
    if not surplus(fight, number):
        return False
    leave_masters(fight, number)
    return True


def give_chase(fight: Fight, number: Number) -> None:
    """Creatures who run faster than their masters when they pursue leave them behind.  [tp.beast.unit.speed]"""
    masters = fight.state.pieces[number].masters
    if masters != NOBODY and figure(fight, number).movement >= FAST > figure(fight, masters).movement:
        leave_masters(fight, number)


def leave_masters(fight: Fight, number: Number) -> None:
    """The masters stand where they stood, as a piece of their own that follows.  [tp.beast.unit.divided]"""
    masters = fight.state.pieces[number].masters
    stand_alone(fight, number)
    fight.state.pieces[masters].herd = number
    fight.state.pieces[number].tired_together = fight.state.pieces[number].tired
    fight.tell(LeftMasters("tp.beast.unit.speed", number, masters, stands(fight, number, masters)))


# --- coming together -----------------------------------------------------------------------------------------


def why_not_free(fight: Fight, number: Number) -> Refusal | None:
    """Masters who were left behind do nothing but follow their beasts.  [tp.beast.unit.divided]"""
    piece = fight.state.pieces[number]
    if piece.herd == NOBODY or fight.state.pieces[piece.herd].fate == "slain":
        return None
    return Refusal("tp.beast.unit.divided", f"{piece.name} has to follow the beasts")


def follow_one(fight: Fight) -> bool:
    """One group of masters runs after its beasts, in their owner's movement phase.  [tp.beast.unit.divided]"""
    for number, piece in fight.state.numbered():
        if piece.herd == NOBODY or not piece.standing or piece.turn.acted or piece.side != fight.state.active:
            continue
        pack = fight.state.pieces[piece.herd]
        if pack.standing and not piece.fleeing and not piece.turn.barred and not engaged(fight, number):
            piece.turn.acted = True
            _follow(fight, number, piece.herd)
            return True
    return False


def _follow(fight: Fight, number: Number, pack: Number) -> None:
    """At full pace, dashing where that is needed; whoever comes to his beasts has them in hand again."""
    piece, gap = fight.state.pieces[number], apart(body(fight, number), body(fight, pack))
    left = allowance(fight, number)
    if gap > left and not piece.turn.dashed and not exhausted(fight, number):
        left += dash(fight, number)
    if _reaches(fight, number, pack, gap, left):
        reunite(fight, pack, number)
        return
    before = stance(fight, number)
    runs = {swerve: _free_run(fight, number, pack, swerve, min(left, gap)) for swerve in SWERVES}
    swerve = max(runs, key=lambda swerve: (runs[swerve], -abs(swerve)))
    way, run = veered(_course(fight, number, pack), swerve), runs[swerve]
    done = settle(fight, number, (turned(before, way, body(fight, number).middle), before), way, run) or NOTHING
    piece.turn.spent += done
    fight.tell(Followed("tp.beast.unit.divided", number, pack, done, (before.front, piece.point)))


def _course(fight: Fight, number: Number, pack: Number) -> Angle:
    return heading(body(fight, number).middle, body(fight, pack).middle)


def _free_run(fight: Fight, number: Number, pack: Number, swerve: int, left: Length) -> Length:
    """How far they could go that way, an inch short of whatever bars it."""
    here, course = stance(fight, number), veered(_course(fight, number, pack), swerve)
    far = reach(fight, number, here.front, course, left, body_in(fight, number, here).width)
    bar = nearest_bar(fight, number, whole_shapes(fight, number, here), course, far)
    return far if bar is None else max(NOTHING, bar.distance - INCH)


def _reaches(fight: Fight, number: Number, pack: Number, gap: Length, left: Length) -> bool:
    """Whether nothing but their beasts ends the way, and there is room for them behind these."""
    here, course = stance(fight, number), _course(fight, number, pack)
    far = reach(fight, number, here.front, course, left, body_in(fight, number, here).width)
    if far < gap:
        return False
    shapes = whole_shapes(fight, number, here)
    bar = nearest_bar(fight, number, shapes, course, max(NOTHING, gap - HAIR), ignoring=(pack,))
    return bar is None and _room_behind(fight, number, pack)


def _room_behind(fight: Fight, number: Number, pack: Number) -> bool:
    beasts, here = fight.state.pieces[pack], stance(fight, pack)
    beasts.masters = number
    there = pose(fight, beasts, own_bases(fight, beasts), here)
    beasts.masters = NOBODY
    may_touch = foes(fight, pack)
    return standing_room(fight, pack, there, ignoring=(number,), may_touch=may_touch) is None


def reunite(fight: Fight, pack: Number, masters: Number) -> None:
    """One piece again, in its owner's hand: wild beasts are tame, fleeing ones rally. What each has tired while
    they were apart weighs on the whole.

    [tp.beast.unit.reunite] [tp.beast.unit.divided] [tp.trait.exhaustion.sources]
    """
    beasts, men = fight.state.pieces[pack], fight.state.pieces[masters]
    _tame(fight, pack, men.side)
    beasts.masters, men.fate, men.host, men.herd, men.places = masters, "within", pack, NOBODY, ()
    together = beasts.tired_together
    gained = max(0, beasts.tired - together) + max(0, men.tired - together)
    beasts.tired = men.tired = together + gained
    fight.tell(Reunited("tp.beast.unit.reunite", pack, masters, stands(fight, pack)))
    if beasts.fleeing:
        rally(fight, pack)


def _tame(fight: Fight, pack: Number, side: Player) -> None:
    """Whatever they fought of their own side is left alone."""
    beasts = fight.state.pieces[pack]
    beasts.wild, beasts.goal, beasts.side = 0, (), side
    if any(fight.state.pieces[foe].side == side for foe in foes(fight, pack)):
        leave(fight, pack)


# --- left to themselves --------------------------------------------------------------------------------------


def strays(fight: Fight) -> Iterator[Number]:
    """Packs away from their masters that have come to a stop outside combat: they turn wild.

    [tp.beast.unit.stopped]
    """
    for piece in fight.state.pieces:
        if piece.herd == NOBODY or not piece.standing:
            continue
        pack = fight.state.pieces[piece.herd]
        busy = pack.fleeing or pack.charge_target != NOBODY or engaged(fight, piece.herd)
        if pack.standing and not pack.wild and not busy:
            yield piece.herd
