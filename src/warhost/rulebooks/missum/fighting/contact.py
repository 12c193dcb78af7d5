"""Contact: which side counts as hit, how the comer is lined up, and what a hit in flank or rear does.

[mis.add.conform] [mis.add.flank-rear] [mis.disorg.flank-rear] [mis.situation.rear] [mis.skirmish.rear]
"""

from __future__ import annotations

from warhost.engine.field.body import Body, apart
from warhost.engine.field.compass import (
    RIGHT_ANGLE,
    Angle,
    Point,
    aside,
    from_frame,
    opposite,
    to_frame,
    turn,
    veered,
)
from warhost.engine.field.rush import until_touch
from warhost.engine.field.shapes import SLACK, closest, gap, overlap
from warhost.engine.field.stance import Stance, shifted, turned

from ..bodies import TOUCH, as_line, body, body_at, edge_line, engaged, foes, form_of, lie, straight_part, troop
from ..events import Contacted
from ..land.sight import sees
from ..library import MM
from ..morale.disorder import disorganize
from ..morale.panic import panic
from ..moving.allowance import uncloak
from ..moving.aside import make_room
from ..moving.bars import friends_in, sheltered
from ..setting import Fight
from ..shooting.loading import disturb
from ..state import NOBODY, Edge, Melee
from .obstacles import defended_by

UNSEEN = 150 * MM
ASIDE = 5 * MM
SWINGS = 8  # places that are looked at on a hindered swing


def hit_side(target: Body, origin: Point) -> Edge:
    """The side that counts as hit, by where the attacker's middle stood when his move began.

    [mis.add.flank-rear]
    """
    across, along = to_frame(origin, target.front, target.facing)
    if along > 0:
        return "front"
    if along < -target.depth:
        return "rear"
    return "right" if across > 0 else "left"


def _side_hit(fight: Fight, number: int, target: int, origin: Point) -> Edge:
    """Each stretch of a bent column has its own flanks; its rear is that of the last.  [mis.move.column]"""
    part = straight_part(fight, target, body(fight, number))
    side, bend = hit_side(part, origin), fight.state.pieces[target].bend
    if side == "rear" and bend and part.facing != bend[-1][2]:
        return "right" if to_frame(origin, part.front, part.facing)[0] > 0 else "left"
    return side


def join(fight: Fight, number: int, target: int, origin: Point, unseen: bool = False) -> None:
    """A body has come into contact with an enemy.  [mis.move.contact]"""
    state = fight.state
    piece, struck = state.pieces[number], state.pieces[target]
    caught = _caught(fight, number, target)
    side: Edge = "front" if struck.square else _side_hit(fight, number, target, origin)
    if caught or struck.fate == "routing":
        _show_rear(fight, target, number)
        side = "rear"
    if troop(fight, target).special:
        side = "front"
    if struck.platform == NOBODY:
        line_up(fight, number, target, side)
        make_room(fight, number)
    melee = Melee(number, target, "front", side, state.turn, counts=side)
    if struck.square and side == "front":
        melee.b_side = _nearest_side(body(fight, target), body(fight, number))
    melee.behind = defended_by(fight, number, target)
    state.melees.append(melee)
    piece.halted = struck.halted = state.turn
    _in_melee(fight, number, target)
    uncloak(fight, number, target)
    fight.tell(Contacted("mis.move.contact", number, target, side, (piece.x, piece.y), piece.facing))
    _shock(fight, number, target, side, unseen)
    _others(fight, number)


def _in_melee(fight: Fight, *numbers: int) -> None:
    """Whoever fights reloads nothing.  [mis.missile.reload]"""
    for number in numbers:
        fight.state.pieces[number].fought = fight.state.turn
        disturb(fight, number)


def _caught(fight: Fight, number: int, target: int) -> bool:
    """Skirmishers caught by line troops count as hit from the rear.  [mis.skirmish.rear]"""
    loose = troop(fight, target).skirmishes and not as_line(fight, target)
    return loose and (as_line(fight, number) or not troop(fight, number).skirmishes)


def _show_rear(fight: Fight, target: int, by: int) -> None:
    """They are turned so that their rear faces the enemy."""
    piece, here, enemy = fight.state.pieces[target], body(fight, target), body(fight, by)
    if engaged(fight, target):
        return
    if abs(turn(enemy.facing, here.facing)) > RIGHT_ANGLE:
        facing, piece.askew = opposite(piece.facing), 0
        flipped = piece.stance._replace(front=here.back, facing=facing)
        piece.stand(_beside_friends(fight, target, flipped, here.width // 2))


def _beside_friends(fight: Fight, number: int, stand: Stance, most: int) -> Stance:
    """Full ranks come where a short one stood: a little aside if a friend is there.  [mis.move.pass-through]"""
    piece = fight.state.pieces[number]
    for step in sorted(range(-most // ASIDE, most // ASIDE + 1), key=abs):
        there = stand._replace(front=aside(stand.front, stand.facing, step * ASIDE))
        block = body_at(fight.setting, number, piece, there, form_of(piece))
        if friends_in(fight, number, block, piece, ()) == NOBODY:
            return there
    return stand


def _nearest_side(target: Body, attacker: Body) -> Edge:
    sides: tuple[Edge, ...] = ("front", "right", "rear", "left")
    return min(sides, key=lambda side: abs(to_frame(attacker.front, *edge_line(target, side)[:2])[1]))


def _shock(fight: Fight, number: int, target: int, side: Edge, unseen: bool) -> None:
    """Disorganized first, then the tests: rear, unseen, sérudla; the first failure ends it.

    [mis.morale.panic-causes] [mis.situation.rear]
    """
    struck = fight.state.pieces[target]
    if struck.square:
        return
    already = [melee for melee in fight.state.melees if {melee.a, melee.b} == {number, target}]
    if side != "front" and len(already) <= 1:
        disorganize(fight, target, "mis.disorg.flank-rear")
    tests = []
    if side == "rear":
        tests.append("hit in the rear")
    if unseen:
        tests.append("the enemy came unseen")
    if troop(fight, number).has("dreadful"):
        tests.append("sérudla")
    for why in tests:
        if not panic(fight, target, "mis.morale.panic-causes", why):
            return


# --- lining up -----------------------------------------------------------------------------------------------


def line_up(fight: Fight, number: int, target: int, side: Edge) -> None:
    """Swing about the touched point until the front lies flat along the side that counts; no sliding."""
    piece, here = fight.state.pieces[number], body(fight, number)
    theirs = straight_part(fight, target, here)
    if side == "front" and fight.state.pieces[target].square:
        side = _nearest_side(theirs, here)
    middle, outward, length = edge_line(theirs, side)
    facing = opposite(outward)
    touched = _touched(here, theirs)
    stand = turned(piece.stance, facing, touched)
    stand = _flush(stand, middle, outward)
    across = to_frame(stand.front, middle, outward)[0]
    reach = (length + here.width) // 2 - here.base[0] // 2
    if abs(across) > reach:  # another side was touched: the nearest corner comes to the nearest end
        sign = 1 if across > 0 else -1
        stand = stand._replace(front=from_frame((sign * (length - here.width) // 2, 0), middle, outward))
        stand = _flush(stand, middle, outward)
    swung = _free_swing(fight, number, target, piece.stance, stand, touched)
    piece.stand(_up_to_bases(fight, number, target, swung))


def _up_to_bases(fight: Fight, number: int, target: int, stand: Stance) -> Stance:
    """Beside a short rear rank it goes on to the bases that stand there.  [mis.add.formation]"""
    piece = fight.state.pieces[number]
    here = body_at(fight.setting, number, piece, stand, form_of(piece))
    theirs = body(fight, target)
    if apart(here, theirs) < TOUCH:
        return stand
    far = until_touch((here.block,), stand.facing, theirs.depth, theirs.parts)
    nearer = shifted(stand, stand.facing, far) if far is not None else stand
    return nearer if _has_room(fight, number, target, nearer) else stand


def _touched(here: Body, theirs: Body) -> Point:
    pairs = [(gap(a, b), closest(a, b)[1]) for a in here.parts for b in theirs.parts]
    return min(pairs, key=lambda pair: pair[0])[1]


def _flush(stand: Stance, middle: Point, outward: Angle) -> Stance:
    """On the line of the side, neither into it nor away from it."""
    across, _ = to_frame(stand.front, middle, outward)
    return stand._replace(front=from_frame((across, 0), middle, outward))


def _free_swing(fight: Fight, number: int, target: int, start: Stance, end: Stance, pivot: Point) -> Stance:
    """As far as friends, other enemies and ground let it swing."""
    if _has_room(fight, number, target, end):
        return end
    angle = turn(start.facing, end.facing)
    for part in range(SWINGS - 1, 0, -1):
        stand = turned(start, veered(start.facing, angle * part // SWINGS), pivot)
        if _has_room(fight, number, target, stand) and _keeps_out(fight, number, target, stand):
            return stand
    return start


def _keeps_out(fight: Fight, number: int, target: int, stand: Stance) -> bool:
    """Whether it would touch its enemy there without standing in his place."""
    piece = fight.state.pieces[number]
    there = body_at(fight.setting, number, piece, stand, form_of(piece))
    return not any(overlap(a, b, TOUCH) for a in there.parts for b in body(fight, target).parts)


def _has_room(fight: Fight, number: int, target: int, stand: Stance) -> bool:
    piece = fight.state.pieces[number]
    there = body_at(fight.setting, number, piece, stand, form_of(piece))
    struck = fight.state.pieces[target]
    solid = (number,) if struck.bend or struck.wing else (number, target)  # other parts of it may be in the way
    for other, their in enumerate(fight.state.pieces):
        if other in solid or not their.present or abs(their.height - piece.height) > 25 * MM:
            continue
        one = body(fight, other)
        if troop(fight, other).special and their.side == piece.side:
            continue
        if any(overlap(a, b, 3 * SLACK) for a in there.parts for b in one.parts):
            return False
    bars = [ground for ground in lie(fight).grounds if ground.kind.barred == "all"]
    return not any(overlap(bar.shape, part) for bar in bars for part in there.parts)


def _others(fight: Fight, number: int) -> None:
    """A front may lie against several enemies at once; each pair is a melee of its own."""
    here = body(fight, number)
    fighting = {m.b if m.a == number else m.a for m in fight.state.melees if number in (m.a, m.b)}
    piece = fight.state.pieces[number]
    for foe in foes(fight, piece.side):
        other = fight.state.pieces[foe]
        if foe in fighting or abs(other.height - piece.height) > 25 * MM or sheltered(fight, foe):
            continue
        theirs = body(fight, foe)
        if apart(here, theirs) >= TOUCH:
            continue
        kind = troop(fight, number)
        if kind.skirmishes and not as_line(fight, number) and not troop(fight, foe).skirmishes:
            continue
        side = _nearest_side(theirs, here)
        fight.state.melees.append(Melee(number, foe, "front", side, fight.state.turn, counts=side))
        other.halted = fight.state.turn
        _in_melee(fight, foe)
        fight.tell(Contacted("mis.add.conform", number, foe, side, (piece.x, piece.y), piece.facing))
        _shock(fight, number, foe, side, False)


def straighten(fight: Fight) -> None:
    """Fronts that friends or other enemies kept from lying flat are lined up as soon as there is room.

    [mis.add.conform]
    """
    for melee in tuple(fight.state.melees):
        piece, struck = fight.state.pieces[melee.a], fight.state.pieces[melee.b]
        alone = sum(1 for other in fight.state.melees if melee.a in (other.a, other.b)) == 1
        theirs = straight_part(fight, melee.b, body(fight, melee.a))
        flat = piece.facing == opposite(edge_line(theirs, melee.b_side)[1])
        if alone and not flat and struck.platform == NOBODY and melee.a_side == "front" and not piece.wing:
            line_up(fight, melee.a, melee.b, melee.b_side)
            _others(fight, melee.a)


def turn_round(fight: Fight) -> None:
    """After two rounds those who were hit in flank or rear have turned to face their enemies.

    [mis.move.facing-melee]
    """
    for melee in fight.state.melees:
        if melee.b_side == "front" or melee.round <= 2 or melee.counts == "front":
            continue
        melee.counts = "front"
        alone = sum(1 for other in fight.state.melees if melee.b in (other.a, other.b)) == 1
        if alone and not fight.state.pieces[melee.b].square and not fight.state.pieces[melee.b].bend:
            _about_face(fight, melee)


def _about_face(fight: Fight, melee: Melee) -> None:
    """The whole block turns, the touching side staying where it is; beside a short rank that was the rank before
    it.
    """
    piece, here = fight.state.pieces[melee.b], body(fight, melee.b)
    middle, outward, _ = edge_line(here, melee.b_side)
    files = piece.files if melee.b_side == "rear" else here.ranks
    flush, within = to_frame(body(fight, melee.a).front, middle, outward)
    room = 0 if melee.b_side == "rear" else abs(here.depth - files * troop(fight, melee.b).base[0]) // 2
    shift = max(-room, min(room, flush))
    stand = Stance(from_frame((shift, min(0, within)), middle, outward), outward, files, (), piece.height)
    there = body_at(fight.setting, melee.b, piece, stand)
    clear = all(
        not any(overlap(a, b, 3 * SLACK) for a in there.parts for b in body(fight, other).parts)
        for other, their in enumerate(fight.state.pieces)
        if their.present and other not in (melee.a, melee.b) and not troop(fight, other).special
    )
    if clear:
        piece.stand(stand)
        piece.askew = 0
        melee.b_side = "front"
        make_room(fight, melee.b)


def unseen_until_near(fight: Fight, number: int, target: int, way: list[Stance]) -> bool:
    """Whether nobody of the target could see the comer before he was within 150 mm in this very move.

    Where he stood when it began counts in any case.  [mis.morale.panic-causes] [mis.spell.cloak]
    """
    piece, theirs = fight.state.pieces[number], body(fight, target)
    for place, stance in enumerate(way):
        here = body_at(fight.setting, number, piece, stance, form_of(piece))
        if place and apart(here, theirs) <= UNSEEN:
            break
        if sees(fight, target, number, at=here):
            return False
    return True
