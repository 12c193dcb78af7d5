"""The ground underfoot: how high it is, what it costs to cross, what bars the way, and where a piece may stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from warhost.engine.field import way
from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle, distance
from warhost.engine.field.compass import heading as heading_of
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import Shape, contains
from warhost.engine.field.terraces import Terrace
from warhost.engine.field.terrain import meets
from warhost.engine.question import Refusal
from warhost.engine.tally import Tally

from ..bodies import TOUCH, body, figure, more_than_one, same_height
from ..figure import inches
from ..kinds import insignificant, nimble
from ..magic.bearing import nature, nature_afoot
from ..morale.exhaustion import flagging
from ..setting import Fight, Ground
from ..special import qualities, specials
from ..special.riding import bearers
from ..state import NOBODY, Feature, Number, Point
from .paces import OPEN, phantom, stretches

AIRBORNE = 3  # a level above everything on the table
WINGS = inches(10)  # what drunk wings add to the movement
PIKES = inches(2)  # what pikes take off the movement
Box = tuple[float, float, float, float]


class Bar(NamedTuple):
    """What stops a piece on its way: after how far, which piece or feature it is, and by which rule."""

    distance: Length
    what: Number
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


def level_of(fight: Fight, number: Number) -> int:
    """0 on the table, 1 on a hill or a wall, 3 in the air: the level that at least half of its models have.

    A height that stands wholly on another is one level more; under the arch of a gate one is on the ground.
    [tp.aware.highground] [tp.aware.los.levels] [tp.siege.levels]
    """
    piece = fight.state.pieces[number]
    if piece.airborne:
        return AIRBORNE
    land = fight.setting.land(fight.state.terrain)
    if not land.heights:
        return 0
    if (held := clings_to(fight, number)) != NOBODY:
        return level_of(fight, held)
    return (land if piece.aloft else land.bare).level(body(fight, number))


def on_works(fight: Fight, number: Number) -> bool:
    """Whether at least half of its models stand on top of a fortress.  [tp.siege.total_awareness]"""
    piece = fight.state.pieces[number]
    if not piece.aloft or piece.airborne:
        return False
    if clings_to(fight, number) != NOBODY:
        return True
    works, bases = fight.setting.land(fight.state.terrain).works, body(fight, number).bases
    there = sum(any(contains(work.shape, base.centre) for work in works) for base in bases)
    return 2 * there >= len(bases)


def terrace(fight: Fight, own: Body) -> Terrace[Ground] | None:
    """The walk or the roof on which whoever stands so would be, if it is one: by its leading model."""
    leading = own.bases[0].centre
    return next((floor for floor in fight.setting.land(fight.state.terrain).terraces if floor.holds(leading)), None)


def over_a_top(fight: Fight, own: Body) -> bool:
    """Whether the middles of all bases are over one walk or roof, so that whoever lands so is on the works.

    [tp.siege.move.who]
    """
    floor = terrace(fight, own)
    return floor is not None and all(floor.holds(base.centre) for base in own.bases)


def hangs(fight: Fight, number: Number) -> bool:
    """Whether a flyer that counts as on the works has no top under the middle of its base.  [tp.siege.move.who]"""
    piece = fight.state.pieces[number]
    return piece.aloft and figure(fight, number).flies and not over_a_top(fight, body(fight, number))


def clings_to(fight: Fight, number: Number) -> Number:
    """The enemy before whom a flyer hangs at the edge of the works, having charged him from the air; or nobody.

    [tp.siege.move.who]
    """
    if not hangs(fight, number):
        return NOBODY
    met = (one.foe(number) for one in fight.state.contacts if number in (one.a, one.b))
    return next((foe for foe in met if fight.state.pieces[foe].aloft and not hangs(fight, foe)), NOBODY)


def floor_of(fight: Fight, number: Number) -> Terrace[Ground] | None:
    """The walk or roof on which a piece is; a flyer that clings to one is on that of whom it fights."""
    held = clings_to(fight, number)
    return terrace(fight, body(fight, number if held == NOBODY else held))


def on_another_floor(fight: Fight, one: Number, other: Number) -> Refusal | None:
    """Why neither of two pieces comes to the other: they are not on the same top, only one is on the works, or only
    one inside.

    [tp.siege.levels] [tp.siege.breach] [tp.siege.combat_within]
    """
    a, b = fight.state.pieces[one], fight.state.pieces[other]
    if a.inside != b.inside:
        return Refusal("tp.siege.levels", f"only one of {a.name} and {b.name} is inside")
    if not (a.aloft or b.aloft):
        return None
    if a.aloft and b.aloft and floor_of(fight, one) is floor_of(fight, other):
        return None
    return Refusal("tp.siege.breach", f"{a.name} and {b.name} are on different floors of the works")


def parted_by_cliffs(fight: Fight, one: Number, other: Number) -> Refusal | None:
    """Why nobody goes on foot from one piece to the other: a height that only one of them stands on, be it that a
    corner of the other's oblong, where no model is, reaches over the edge.

    [tp.terrain.impassable] [tp.scenario.cavern.board] [tp.scenario.time.flank_terrain]
    """
    pieces, (a, b) = fight.state.pieces, (body(fight, number).middle for number in (one, other))
    for height in fight.setting.land(fight.state.terrain).sheer:
        if contains(height.shape, a) is not contains(height.shape, b):
            return Refusal("tp.terrain.impassable", f"a cliff parts {pieces[one].name} from {pieces[other].name}")
    return None


# --- how far it may go ---------------------------------------------------------------------------------------


class Allowance(Tally):
    """A movement allowance keeps its reasons and comes to a length."""

    __slots__ = ()

    total: Length


def movement(fight: Fight, number: Number) -> Allowance:
    """What it may move in a movement phase now, before a dash.

    A group goes as fast as the slowest in it; the movement of a rider is that of his mount already.
    [tp.move.value] [tp.unit.slowest] [tp.piece.combine.move] [tp.weapon.pike.movement]
    [tp.trait.exhaustion.effects]
    """
    tally = _whole_move(fight, number)
    tally.floor(0, "tp.move.value")
    return tally


def surplus(fight: Fight, number: Number) -> Length:
    """How much further the creatures of a pack go in a charge than with their masters.  [tp.beast.unit.speed]"""
    masters = fight.state.pieces[number].masters
    if masters == NOBODY:
        return NOTHING
    return max(NOTHING, figure(fight, number).movement - figure(fight, masters).movement)


def charging_pace(fight: Fight, number: Number) -> Length:
    """What it may charge with, before a dash.  [tp.move.fallback] [tp.shoot.hold] [tp.beast.unit.speed]"""
    return movement(fight, number).total + surplus(fight, number)


def shortage(fight: Fight, number: Number) -> Length:
    """By how much all that holds it back is more than its movement: a dash has to make up for it first."""
    return max(NOTHING, -_whole_move(fight, number).total) if fight.state.effects else NOTHING


def _whole_move(fight: Fight, number: Number) -> Allowance:
    piece = fight.state.pieces[number]
    tally = _pace(fight, number, piece.airborne, nature_afoot(fight, number))
    for member in bearers(fight, number)[1:]:
        pace = _pace(fight, member, piece.airborne, nature(fight, member)).total
        if pace < tally.total:
            slowest = fight.setting.entries[fight.state.pieces[member].entry].title
            tally.add(pace - tally.total, "tp.unit.slowest", slowest)
    if carries_pikes(fight, number):
        tally.add(-min(PIKES, tally.total), "tp.weapon.pike.movement", "pikes")
    fight.setting.load.burden(fight, number, tally)
    _at_half_pace(fight, number, tally)
    hastened(fight, number, tally)
    return tally


def _at_half_pace(fight: Fight, number: Number, tally: Tally) -> None:
    """The exhausted go half as far; for one who only goes along it waits.  [tp.trait.exhaustion.groups]"""
    weary, airborne = flagging(fight, number), fight.state.pieces[number].airborne
    if number in weary:
        tally.divide(2, "tp.trait.exhaustion.effects", "exhausted")
    for member in weary if number not in weary else ():
        pace = _pace(fight, member, airborne, nature(fight, member)).total // 2
        name = fight.setting.entries[fight.state.pieces[member].entry].title
        tally.add(min(0, pace - tally.total), "tp.trait.exhaustion.groups", f"{name}, exhausted")


def _pace(fight: Fight, number: Number, flying: bool, names: tuple[str, ...]) -> Allowance:
    """The movement value of a piece's own models, by what they are: all that works on it is added up, and what
    comes to less than none is none.

    [tp.move.value] [tp.spell.harmony.melody]
    """
    found = figure(fight, number)
    tally = Allowance(found.flight if flying and found.flight else found.movement, "tp.move.value", "movement")
    if flying and not found.flight and winged(fight, number):
        tally.add(WINGS, "tp.item.enchanted.potion_of_flight", "wings that were drunk")
    specials.movement.each(names, fight, number, tally)
    tally.floor(0, "tp.move.value")
    return tally


def winged(fight: Fight, number: Number) -> bool:
    """Whether it flies though it has no wings of its own.  [tp.item.enchanted.potion_of_flight]"""
    return bool(fight.state.effects) and qualities.winged(fight, number)


def hastened(fight: Fight, number: Number, tally: Tally) -> None:
    """What changes moves of every kind: the slowest of those on whose feet it goes holds all of them back."""
    if not fight.state.effects and not figure(fight, number).items:
        return
    found = []
    for member in bearers(fight, number):
        own = Tally(0, "tp.move.value", "movement")
        specials.every_move.each(nature(fight, member), fight, member, own)
        found.append(own)
    for step in min(found, key=lambda own: own.total).steps[1:]:
        tally.add(step.amount, step.rule, step.note)
    every = dict.fromkeys(name for member in bearers(fight, number) for name in nature(fight, member))
    specials.in_all.each(every, fight, number, "movement", tally)


def carries_pikes(fight: Fight, number: Number) -> bool:
    """Whether its weapons make it slow and clumsy: pikes, in a unit that has not dropped them.

    A mob cannot use them. [tp.weapon.pike.movement] [tp.weapon.pike.drop] [tp.unit.mob.weapons]
    """
    found = figure(fight, number)
    if fight.state.pieces[number].pikes_dropped or found.mob:
        return False
    return not fight.setting.unwieldy.isdisjoint(found.weapons)


def leg_cost(
    fight: Fight, number: Number, start: Point, end: Point, width: Length, facing: Angle | None = None
) -> Length:  # fmt: skip
    """What it costs to take a front edge of this width straight from one point to the other.

    `facing` is how the piece faced before it turned into the leg, as it stands if not given.
    [tp.move.p2p.terrain] [tp.terrain.open]
    """
    cut = stretches(fight, number, start, heading_of(start, end), distance(start, end), width, facing)
    return way.cost(cut, OPEN)


def reach(
    fight: Fight, number: Number, start: Point, heading: Angle, allowance: Length, width: Length,
    facing: Angle | None = None,
) -> Length:  # fmt: skip
    """How far a straight leg can go for this allowance; a wall that cannot be paid for ends it. `facing` is as for
    leg_cost."""
    cut = stretches(fight, number, start, heading, 2 * allowance, width, facing)
    return way.reach(cut, allowance, OPEN)


# --- what is in the way --------------------------------------------------------------------------------------


def first_bar(
    fight: Fight, number: Number, shape: Shape, heading: Angle, reach: Length, *,
    ignoring: Collection[int] = (), charge: bool = False,
) -> Bar | None:  # fmt: skip
    """The first thing that stops the shape on its way; of two at the same distance, ground before pieces.

    [tp.move.p2p.space] [tp.move.obstacle] [tp.terrain.impassable]
    """
    return nearest_bar(fight, number, (shape,), heading, reach, ignoring=ignoring, charge=charge)


def nearest_bar(
    fight: Fight, number: Number, shapes: Sequence[Shape], heading: Angle, reach: Length, *,
    ignoring: Collection[int] = (), charge: bool = False,
) -> Bar | None:  # fmt: skip
    """The first thing that stops any of these shapes."""
    met = way.nearest_bar(shapes, heading, reach, lambda box: _bars(fight, number, box, ignoring, charge))
    if met is None:
        return None
    far, what = met
    if isinstance(what, Ground):
        return Bar(far, NOBODY, what.feature, *_ground_reason(fight, number, what))
    return Bar(far, Number(what), None, *_piece_reason(fight, number, Number(what), charge))


def swept(
    fight: Fight, number: Number, strip: Shape, *, ignoring: Collection[int] = (), charge: bool = False
) -> Refusal | None:
    """Why the strip that a front edge sweeps is not free to pass.  [tp.move.p2p.space] [tp.move.p2p.path]"""
    box = strip.left, strip.right, strip.bottom, strip.top
    what = way.overlapped((strip,), _bars(fight, number, box, ignoring, charge))
    if what is None:
        return None
    if isinstance(what, Ground):
        return Refusal(*_ground_reason(fight, number, what))
    return Refusal(*_piece_reason(fight, number, Number(what), charge))


def _bars(
    fight: Fight, number: Number, box: Box, ignoring: Collection[int], charge: bool
) -> Iterator[tuple[Ground | int, Sequence[Shape]]]:
    """All that would stop it in a box: ground, and the pieces that it may not cross."""
    if not phantom(fight, number):
        yield from _barring_ground(fight, number, box)
    for other, bulk in _others(fight, number, box, ignoring):
        if not may_cross(fight, number, other, charge=charge):
            yield other, bulk.room


def _holder(fight: Fight, number: Number) -> Body:
    """The body of a piece, or of the group in which it is."""
    while fight.state.pieces[number].fate in ("within", "hidden"):
        number = fight.state.pieces[number].host
    return body(fight, number)


def _barring_ground(
    fight: Fight, number: Number, box: Box, own: Body | None = None
) -> Iterator[tuple[Ground, Sequence[Shape]]]:  # fmt: skip
    """On the ground what cannot be walked over; on the works the edge of the top on which it stands, or would.

    [tp.terrain.impassable] [tp.siege.levels] [tp.siege.move.who]
    """
    piece = fight.state.pieces[number]
    if piece.airborne:
        return
    land = fight.setting.land(fight.state.terrain)
    if piece.aloft and figure(fight, number).flight:  # whose base may hang over the edge
        return
    floor = terrace(fight, own or _holder(fight, number)) if piece.aloft else None
    for ground in land.bars if floor is None else floor.edge:
        if meets(ground.shape, box):
            yield ground, (ground.shape,)


def _others(fight: Fight, number: Number, box: Box, ignoring: Collection[int]) -> Iterator[tuple[Number, Body]]:
    """The other pieces that reach into a box."""
    left, right, bottom, top = box
    for other, piece in fight.state.numbered():
        if piece.fate == "standing" and not piece.inside and other != number and other not in ignoring:
            bulk = body(fight, other)
            west, east, south, north = bulk.box
            if west < right and east > left and south < top and north > bottom:
                yield other, bulk


def may_cross(fight: Fight, number: Number, other: Number, *, charge: bool = False) -> bool:
    """Whether it may pass the space of another piece; march overs are not asked about here.

    A charge in the air is stopped by its target alone; a small model does not charge through friends. Beasts run
    from among the masters whom they leave behind.  [tp.beast.unit.speed]
    [tp.move.fly.over] [tp.move.fly.noblock] [tp.move.obstacle.small] [tp.move.individual.through]
    [tp.unit.skirmish.interpenetrate] [tp.unit.skirmish.transparent] [tp.siege.move.passage]
    """
    mover, met = fight.state.pieces[number], fight.state.pieces[other]
    if charge and mover.charge_target == other:
        return False
    if mover.airborne or not same_height(fight, number, other):
        return True
    if mover.side != met.side:
        return False
    return mover.aloft or met.herd == number or _lets_pass(fight, number, other, charge)


def _lets_pass(fight: Fight, number: Number, friend: Number, charge: bool) -> bool:
    """Whether a friend is no obstacle anywhere; a beast at large is nobody's."""
    if fight.state.pieces[number].at_large or fight.state.pieces[friend].at_large:
        return False
    if insignificant(fight, friend) or nimble(fight, number) or nimble(fight, friend):
        return True
    return not charge and insignificant(fight, number) and more_than_one(fight, friend)


def _ground_reason(fight: Fight, number: Number, ground: Ground) -> tuple[str, str]:
    if fight.state.pieces[number].aloft:
        return "tp.siege.levels", "the top of the works ends there"
    return ground.kind.rule, f"the way is barred by {ground.feature.title}"


def _piece_reason(fight: Fight, number: Number, other: Number, charge: bool) -> tuple[str, str]:
    met = fight.state.pieces[other]
    if met.side == fight.state.pieces[number].side or charge:
        return "tp.move.p2p.space", f"{met.name} is in the way"
    return "tp.move.p2p.path", f"{met.name} is in the way, and only a charge may touch an enemy"


# --- where it may end ----------------------------------------------------------------------------------------


def on_board(fight: Fight, body: Body) -> bool:
    """Every base, and the middle front, which of a loose group may lie where nobody stands.  [tp.move.offboard]"""
    table = fight.setting.table
    return way.on_board(body.box, body.front, table.width, table.depth)


def standing_room(
    fight: Fight, number: Number, body: Body, *, ignoring: Collection[int] = (), may_touch: Collection[int] = ()
) -> Refusal | None:
    """Why it may not end like this: off the board, on barred ground, in the space of others, touching an enemy.

    In the air it may be above anything. [tp.move.p2p.space] [tp.move.p2p.path] [tp.move.fly.over]
    """
    if not on_board(fight, body):
        return Refusal("tp.move.p2p.path", "it would not be wholly on the board")
    if fight.state.pieces[number].airborne:
        return None
    if fight.state.pieces[number].aloft and (refusal := _no_floor(fight, number, body)):
        return refusal
    left, right, bottom, top = body.box
    box = left - TOUCH, right + TOUCH, bottom - TOUCH, top + TOUCH
    barred = way.overlapped(body.room, _barring_ground(fight, number, box, body))
    if barred is not None:
        return Refusal(*_ground_reason(fight, number, barred))
    if refusal := _on_small_obstacle(fight, number, body):
        return refusal
    return _room_among_pieces(fight, number, body, box, ignoring, may_touch)


def _no_floor(fight: Fight, number: Number, own: Body) -> Refusal | None:
    """Why it may not stand so on the works: nothing is under it, or too many are there already."""
    if terrace(fight, own) is None:
        at_the_edge = figure(fight, number).flies and _touches_one_on_works(fight, number, own)
        return None if at_the_edge else Refusal("tp.siege.levels", "the top of the works ends there")
    return fight.setting.ramparts.overburdened(fight, number, own)


def _touches_one_on_works(fight: Fight, number: Number, own: Body) -> bool:
    """Whether it comes right up to an enemy up there, as a flyer does that charges him.  [tp.siege.move.who]"""
    side = fight.state.pieces[number].side
    foes = (n for n, foe in fight.state.numbered() if foe.side != side and foe.standing and foe.aloft)
    return any(way.touched(own.room, body(fight, foe).room, TOUCH) for foe in foes)


def _on_small_obstacle(fight: Fight, number: Number, own: Body) -> Refusal | None:
    """A single model may not end its move on one; groups do not mind.  [tp.move.obstacle.small]"""
    if more_than_one(fight, number):
        return None
    small = fight.setting.land(fight.state.terrain).small
    under = way.overlapped(own.room, [(ground, (ground.shape,)) for ground in small])
    if under is None:
        return None
    return Refusal("tp.move.obstacle.small", f"a single model may not end its move on {under.feature.title}")


def _room_among_pieces(
    fight: Fight, number: Number, own: Body, box: Box, ignoring: Collection[int], may_touch: Collection[int]
) -> Refusal | None:
    pieces = fight.state.pieces
    for other, bulk in _others(fight, number, box, ignoring):
        if not same_height(fight, number, other):
            continue
        hostile = pieces[other].side != pieces[number].side
        if hostile and other not in may_touch:
            if way.touched(own.room, bulk.room, TOUCH):
                return Refusal(
                    "tp.move.p2p.path", f"it would touch {pieces[other].name}, which only a charge may do"
                )
        elif not _may_share(fight, number, other) and way.overlapped(own.room, [(other, bulk.room)]) is not None:
            return Refusal("tp.move.p2p.space", f"{pieces[other].name} stands there")
    return None


def _may_share(fight: Fight, number: Number, other: Number) -> bool:
    """Whether two friends may stand in the same space. Two small single models may pass but not share, nor may
    those whom only the works let through each other.

    [tp.move.individual.share] [tp.unit.skirmish.interpenetrate]
    """
    hostile = fight.state.pieces[number].side != fight.state.pieces[other].side
    if hostile or not _lets_pass(fight, number, other, charge=False):
        return False
    return more_than_one(fight, number) or more_than_one(fight, other)
