"""The ground underfoot: how high it is, what it costs to cross, what bars the way, and where a piece may stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import cosine, distance, sine
from warhost.engine.field.compass import heading as heading_of
from warhost.engine.field.shapes import SLACK, Shape, cast, contains, gap, overlap
from warhost.engine.question import Refusal
from warhost.engine.tally import Tally

from ..bodies import TOUCH, body, figure, strength
from ..figure import inches
from ..kinds import insignificant, nimble
from ..magic.bearing import nature
from ..morale.exhaustion import exhausted
from ..setting import Fight, Ground
from ..special.riding import bearers
from ..special.specials import special
from ..state import NOBODY, Feature, Point
from .paces import stretches

AIRBORNE = 3  # a level above everything on the table
PIKES = inches(2)  # what pikes take off the movement
Box = tuple[float, float, float, float]


class Bar(NamedTuple):
    """What stops a piece on its way: after how far, which piece or feature it is, and by which rule."""

    distance: int
    what: int
    feature: Feature | None
    rule: str
    why: str


# --- where a piece stands ------------------------------------------------------------------------------------


def grounds(fight: Fight) -> list[Ground]:
    return fight.setting.land(fight.state.terrain).grounds


def stands_in(fight: Fight, ground: Ground, point: Point) -> bool:
    """Whether whoever stands there is in this ground: over water a bridge carries him."""
    if not contains(ground.shape, point):
        return False
    bridges = fight.setting.land(fight.state.terrain).bridges if ground.kind.unsteady else ()
    return not any(contains(bridge.shape, point) for bridge in bridges)


def level_of(fight: Fight, number: int) -> int:
    """0 on the table, 1 on a hill or a wall, 3 in the air: the level that at least half of its models have.

    A height that stands wholly on another is one level more. [tp.aware.highground] [tp.aware.los.levels]
    """
    if fight.state.pieces[number].airborne:
        return AIRBORNE
    land = fight.setting.land(fight.state.terrain)
    if not land.heights:
        return 0
    own = body(fight, number)
    level = land.levels.get(own)
    if level is None:
        level = land.levels.keep(own, _level(land.heights, own))
    return level


def _level(heights: list[tuple[Ground, int]], own: Body) -> int:
    left, right, bottom, top = own.box
    under = [
        (height.shape, level)
        for height, level in heights
        if height.shape.left < right and height.shape.right > left
        and height.shape.bottom < top and height.shape.top > bottom
    ]  # fmt: skip
    if not under:
        return 0
    levels = [
        max([level for shape, level in under if contains(shape, base.centre)], default=0) for base in own.bases
    ]
    return sorted(levels)[len(levels) // 2]


# --- how far it may go ---------------------------------------------------------------------------------------


def movement(fight: Fight, number: int) -> Tally:
    """What it may move in a movement phase now, before a dash.

    A group goes as fast as the slowest in it; the movement of a rider is that of his mount already.
    [tp.move.value] [tp.unit.slowest] [tp.piece.combine.move] [tp.weapon.pike.movement]
    [tp.trait.exhaustion.effects]
    """
    tally = _whole_move(fight, number)
    tally.floor(0, "tp.move.value")
    return tally


def shortage(fight: Fight, number: int) -> int:
    """By how much all that holds it back is more than its movement: a dash has to make up for it first."""
    return max(0, -_whole_move(fight, number).total) if fight.state.effects else 0


def _whole_move(fight: Fight, number: int) -> Tally:
    piece = fight.state.pieces[number]
    tally = _pace(fight, number, piece.airborne)
    for member in bearers(fight, number)[1:]:
        pace = _pace(fight, member, piece.airborne).total
        if pace < tally.total:
            slowest = fight.setting.entries[fight.state.pieces[member].entry].title
            tally.add(pace - tally.total, "tp.unit.slowest", slowest)
    if carries_pikes(fight, number):
        tally.add(-min(PIKES, tally.total), "tp.weapon.pike.movement")
    if exhausted(fight, number):
        tally.divide(2, "tp.trait.exhaustion.effects")
    hastened(fight, number, tally)
    return tally


def _pace(fight: Fight, number: int, flying: bool) -> Tally:
    """The movement value of a piece's own models."""
    found = figure(fight, number)
    tally = Tally(found.flight if flying else found.movement, "tp.move.value")
    for hook in special.at("movement", nature(fight, number)):
        hook(fight, number, tally)
    return tally


def hastened(fight: Fight, number: int, tally: Tally) -> None:
    """What changes moves of every kind: the slowest of those on whose feet it goes holds all of them back."""
    if not fight.state.effects and not figure(fight, number).items:
        return
    found = []
    for member in bearers(fight, number):
        own = Tally(0, "tp.move.value")
        for hook in special.at("every move", nature(fight, member)):
            hook(fight, member, own)
        found.append(own)
    for step in min(found, key=lambda own: own.total).steps[1:]:
        tally.add(step.amount, step.rule, step.note)
    if any("entangled" in nature(fight, member) for member in bearers(fight, number)):
        tally.divide(2, "tp.spell.creation.great_growth", "entangled")


def carries_pikes(fight: Fight, number: int) -> bool:
    """Whether its weapons make it slow and clumsy: pikes, in a unit that has not dropped them.

    A mob cannot use them. [tp.weapon.pike.movement] [tp.weapon.pike.drop] [tp.unit.mob.weapons]
    """
    found = figure(fight, number)
    if fight.state.pieces[number].pikes_dropped or "mob" in found.traits:
        return False
    return not fight.setting.unwieldy.isdisjoint(found.weapons)


def leg_cost(fight: Fight, number: int, start: Point, end: Point, width: int, facing: int | None = None) -> int:
    """What it costs to take a front edge of this width straight from one point to the other.

    `facing` is how the piece faced before it turned into the leg, as it stands if not given.
    [tp.move.p2p.terrain] [tp.terrain.open]
    """
    cut = stretches(fight, number, start, heading_of(start, end), distance(start, end), width, facing)
    return (sum([part.length * part.rate + 2 * part.toll for part in cut]) + 1) // 2


def reach(
    fight: Fight, number: int, start: Point, heading: int, allowance: int, width: int, facing: int | None = None
) -> int:  # fmt: skip
    """How far a straight leg can go for this allowance; a wall that cannot be paid for ends it. `facing` is as for
    leg_cost."""
    left, far = 2 * allowance, 0
    for part in stretches(fight, number, start, heading, 2 * allowance, width, facing):
        left -= 2 * part.toll
        if left < part.length * part.rate:
            return far + max(left, 0) // part.rate
        left -= part.length * part.rate
        far += part.length
    return far


# --- what is in the way --------------------------------------------------------------------------------------


def first_bar(
    fight: Fight, number: int, shape: Shape, heading: int, reach: int, *,
    ignoring: Collection[int] = (), charge: bool = False,
) -> Bar | None:  # fmt: skip
    """The first thing that stops the shape on its way; of two at the same distance, ground before pieces.

    [tp.move.p2p.space] [tp.move.obstacle] [tp.terrain.impassable]
    """
    dx, dy = reach * sine(heading), reach * cosine(heading)
    box = (
        shape.left + min(dx, 0.0) - 1, shape.right + max(dx, 0.0) + 1,
        shape.bottom + min(dy, 0.0) - 1, shape.top + max(dy, 0.0) + 1,
    )  # fmt: skip
    found: Bar | None = None
    for ground in _barring_ground(fight, number, box):
        far = cast(shape, heading, reach, ground.shape)
        if far is not None and (found is None or far < found.distance):
            found = Bar(far, NOBODY, ground.feature, *_ground_reason(ground))
    for other, bulk in _barring_pieces(fight, number, box, ignoring, charge):
        for room in bulk.room:
            far = cast(shape, heading, reach, room)
            if far is not None and (found is None or far < found.distance):
                found = Bar(far, other, None, *_piece_reason(fight, number, other, charge))
    return found


def swept(
    fight: Fight, number: int, strip: Shape, *, ignoring: Collection[int] = (), charge: bool = False
) -> Refusal | None:
    """Why the strip that a front edge sweeps is not free to pass.  [tp.move.p2p.space] [tp.move.p2p.path]"""
    box = strip.left, strip.right, strip.bottom, strip.top
    for ground in _barring_ground(fight, number, box):
        if overlap(strip, ground.shape):
            return Refusal(*_ground_reason(ground))
    for other, bulk in _barring_pieces(fight, number, box, ignoring, charge):
        if any(overlap(strip, room) for room in bulk.room):
            return Refusal(*_piece_reason(fight, number, other, charge))
    return None


def _barring_ground(fight: Fight, number: int, box: Box) -> Iterator[Ground]:
    if fight.state.pieces[number].airborne:
        return
    left, right, bottom, top = box
    for ground in fight.setting.land(fight.state.terrain).bars:
        shape = ground.shape
        if shape.left < right and shape.right > left and shape.bottom < top and shape.top > bottom:
            yield ground


def _barring_pieces(
    fight: Fight, number: int, box: Box, ignoring: Collection[int], charge: bool
) -> Iterator[tuple[int, Body]]:
    for other, bulk in _others(fight, number, box, ignoring):
        if not may_cross(fight, number, other, charge=charge):
            yield other, bulk


def _others(fight: Fight, number: int, box: Box, ignoring: Collection[int]) -> Iterator[tuple[int, Body]]:
    """The other pieces that reach into a box."""
    left, right, bottom, top = box
    for other, piece in enumerate(fight.state.pieces):
        if piece.fate == "standing" and other != number and other not in ignoring:
            bulk = body(fight, other)
            west, east, south, north = bulk.box
            if west < right and east > left and south < top and north > bottom:
                yield other, bulk


def may_cross(fight: Fight, number: int, other: int, *, charge: bool = False) -> bool:
    """Whether it may pass the space of another piece; march overs are not asked about here.

    A charge in the air is stopped by its target alone; a small model does not charge through friends.
    [tp.move.fly.over] [tp.move.fly.noblock] [tp.move.obstacle.small] [tp.move.individual.through]
    [tp.unit.skirmish.interpenetrate] [tp.unit.skirmish.transparent]
    """
    mover, met = fight.state.pieces[number], fight.state.pieces[other]
    if charge and mover.charge_target == other:
        return False
    if mover.airborne or met.airborne:
        return True
    if mover.side != met.side:
        return False
    if insignificant(fight, other) or nimble(fight, number) or nimble(fight, other):
        return True
    return not charge and insignificant(fight, number) and strength(fight, other) > 1


def _ground_reason(ground: Ground) -> tuple[str, str]:
    return ground.kind.rule, f"the way is barred by {ground.feature.name}"


def _piece_reason(fight: Fight, number: int, other: int, charge: bool) -> tuple[str, str]:
    met = fight.state.pieces[other]
    if met.side == fight.state.pieces[number].side or charge:
        return "tp.move.p2p.space", f"{met.name} is in the way"
    return "tp.move.p2p.path", f"{met.name} is in the way, and only a charge may touch an enemy"


# --- where it may end ----------------------------------------------------------------------------------------


def on_board(fight: Fight, body: Body) -> bool:
    """Every base, and the middle front, which of a loose group may lie where nobody stands.  [tp.move.offboard]"""
    (x, y), (left, right, bottom, top) = body.front, body.box
    table = fight.setting.table
    return (
        min(left, x) >= -SLACK and min(bottom, y) >= -SLACK
        and max(right, x) <= table.width + SLACK and max(top, y) <= table.depth + SLACK
    )  # fmt: skip


def standing_room(
    fight: Fight, number: int, body: Body, *, ignoring: Collection[int] = (), may_touch: Collection[int] = ()
) -> Refusal | None:
    """Why it may not end like this: off the board, on barred ground, in the space of others, touching an enemy.

    In the air it may be above anything. [tp.move.p2p.space] [tp.move.p2p.path] [tp.move.fly.over]
    """
    if not on_board(fight, body):
        return Refusal("tp.move.p2p.path", "it would not be wholly on the board")
    if fight.state.pieces[number].airborne:
        return None
    left, right, bottom, top = body.box
    box = left - TOUCH, right + TOUCH, bottom - TOUCH, top + TOUCH
    for ground in _barring_ground(fight, number, box):
        if any(overlap(room, ground.shape) for room in body.room):
            return Refusal(*_ground_reason(ground))
    if refusal := _on_small_obstacle(fight, number, body):
        return refusal
    return _room_among_pieces(fight, number, body, box, ignoring, may_touch)


def _on_small_obstacle(fight: Fight, number: int, own: Body) -> Refusal | None:
    """A single model may not end its move on one; groups do not mind.  [tp.move.obstacle.small]"""
    if strength(fight, number) > 1:
        return None
    for ground in fight.setting.land(fight.state.terrain).small:
        if any(overlap(room, ground.shape) for room in own.room):
            return Refusal(
                "tp.move.obstacle.small", f"a single model may not end its move on {ground.feature.name}"
            )
    return None


def _room_among_pieces(
    fight: Fight, number: int, own: Body, box: Box, ignoring: Collection[int], may_touch: Collection[int]
) -> Refusal | None:
    pieces = fight.state.pieces
    for other, bulk in _others(fight, number, box, ignoring):
        if pieces[other].airborne:
            continue
        hostile = pieces[other].side != pieces[number].side
        if hostile and other not in may_touch:
            if any(gap(room, taken) <= TOUCH for room in own.room for taken in bulk.room):
                return Refusal(
                    "tp.move.p2p.path", f"it would touch {pieces[other].name}, which only a charge may do"
                )
        elif not _may_share(fight, number, other) and any(
            overlap(room, taken) for room in own.room for taken in bulk.room
        ):
            return Refusal("tp.move.p2p.space", f"{pieces[other].name} stands there")
    return None


def _may_share(fight: Fight, number: int, other: int) -> bool:
    """Whether two friends may stand in the same space. Two small single models may pass but not share.

    [tp.move.individual.share] [tp.unit.skirmish.interpenetrate]
    """
    if not may_cross(fight, number, other):
        return False
    return strength(fight, number) > 1 or strength(fight, other) > 1
