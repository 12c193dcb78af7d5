"""Squaring up: the attacker lies flush against the side it struck, and combats close up when gaps open.

All places along a side are measured from its middle, to the right of one who stands against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from warhost.engine.field.body import apart
from warhost.engine.field.compass import (
    RIGHT_ANGLE,
    Angle,
    ahead,
    cosine,
    heading,
    opposite,
    sine,
    to_frame,
    veered,
)
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import SLACK
from warhost.engine.field.stance import Stance, shifted
from warhost.engine.field.zones import Edge, edge, side_towards, zone

from ..bodies import TOUCH, body, figure, on_table, same_height
from ..events.charges import Narrowed
from ..events.contacts import ClosedUp, CombatMoved, LostTouch, SquaredUp, TurnedToFace, Widened
from ..kinds import infantry_wedge
from ..machines.engines import rooted
from ..moving.stride import late as too_late
from ..moving.stride import stance, take
from ..setting import Fight
from ..stands import stands
from ..state import NO_CHARGE, Contact, Number, Point, Side, opponent
from . import lapping
from .across import between_them
from .clipping import Hit, give_way
from .contact import contacts_of, engage, engaged, fighting, foes, looks_on, waits
from .edges import counts_as, fighters, irregular, line_of, meeting, touch
from .engulf import loosen, rings
from .fronts import count_flank_attacks
from .parting import disengage
from .places import closing_in, find_place, fits, in_line, own_files, shared_by
from .positions import wall_before
from .ringing import check, offer
from .sharing import crowded, share_side
from .table_edge import all_in_touch, carry, ways_in

STEEP = 0.05  # cosine below which a leg runs along a side rather than towards it
MOST_PASSES = 100  # closing up gains something in every pass, so that it ends by itself long before


def zone_of(fight: Fight, target: Number, point: Point) -> Side:
    """The charge zone of the target in which a point lies; a ring has nothing but rear round it.

    [tp.move.zones] [tp.move.charge.lands] [tp.move.squareup.newzones]
    """
    if rings(fight, target):
        return "rear"
    return counts_as(fight, target, zone(body(fight, target).oblong, point))


# --- meeting an enemy ----------------------------------------------------------------------------------------


def meet(
    fight: Fight, mover: Number, target: Number, struck: Side, *,
    charge: Length, clip: bool = False, also: Sequence[Hit] = (), late: bool = False, aim: Point | None = None,
) -> bool:  # fmt: skip
    """Square up to the side that was struck and come to blows; False, with nothing changed, if there is no room.

    The mover stands where its leg touched the target. Others who are hit at the same moment by an unintentional
    charge square up to it `also`. If it closes a ring the target is tested at once and may be gone afterwards.
    [tp.move.squareup] [tp.move.charge.loose] [tp.move.charge.mass] [tp.move.unintentional]
    """
    side = zone(body(fight, target).oblong, body(fight, mover).front) if rings(fight, target) else struck
    hits = [*([Hit(target, side)] if clip else []), *also]
    stood = [(hit.piece, stance(fight, hit.piece)) for hit in hits]
    came = _find_place(fight, mover, target, side, hits, charge=charge, late=late, aim=aim)
    if came is None:
        for number, stand in stood:
            if stance(fight, number) != stand:
                take(fight, number, stand)
        return False
    for number, stand in stood:
        if stance(fight, number) != stand:
            fight.tell(
                ClosedUp("tp.move.unintentional", number, fight.state.pieces[number].point, stands(fight, number))
            )
    engage(fight, mover, target, ("front", struck), charge=charge, late=late, came=came)
    piece = fight.state.pieces[mover]
    fight.tell(
        SquaredUp(
            "tp.move.squareup", mover, target, struck, piece.point, piece.facing, stands(fight, mover, target)
        )
    )
    if not irregular(fight, mover):
        join_touched(fight, mover, charge=charge, late=late)
    check(fight, target)
    return True


def room_against(fight: Fight, mover: Number, target: Number, struck: Side) -> bool:
    """Whether a formed mover that stands where its leg touched the target could lie against that side by itself."""
    line = _line(fight, target, struck)
    return find_place(fight, mover, target, line, _where_they_meet(fight, mover, line, None)) is not None


def _find_place(
    fight: Fight, mover: Number, target: Number, side: Side, hits: Sequence[Hit], *,
    charge: Length, late: bool, aim: Point | None,
) -> int | None:  # fmt: skip
    """Lay the mover against the side, after those who were only clipped have done their half; where that would be
    off the table, the whole combat moves in. Gives where along the side it came.  [tp.combat.offboard]
    """
    line = _line(fight, target, side)
    slide = give_way(fight, mover, line, _where_they_meet(fight, mover, line, aim), hits) if hits else 0
    line = _line(fight, target, side)
    wanted = _where_they_meet(fight, mover, line, aim)
    if any(hit.piece != target for hit in hits) and _stand_between(fight, mover, target, line, wanted + slide):
        return wanted
    if _lie_against(fight, mover, target, line, wanted, charge=charge, late=late):
        return wanted
    combat = all_in_touch(fight, target)
    for dx, dy in ways_in(fight, mover, combat, line, wanted):
        carry(fight, combat, (dx, dy))
        if _lie_against(fight, mover, target, _line(fight, target, side), wanted, charge=charge, late=late):
            at = fight.state.pieces[target].point
            fight.tell(CombatMoved("tp.combat.offboard", tuple(combat), at, stands(fight, *combat)))
            return wanted
        carry(fight, combat, (-dx, -dy))
    return None


def _lie_against(
    fight: Fight, mover: Number, target: Number, line: Edge, wanted: int, *, charge: Length, late: bool
) -> bool:  # fmt: skip
    """Formed in its own place, loosely lapping round, or in its share of a side to which several have come."""
    loosely = irregular(fight, mover)
    stand = None if loosely else find_place(fight, mover, target, line, wanted, fewest=own_files(fight, mover))
    tight = crowded(fight, mover, target, line, wanted) if loosely else _cramped(fight, mover, line, stand)
    if tight and not late and _share(fight, mover, target, line, wanted, charge):
        return True
    if loosely:
        return lapping.arrive(fight, mover, target, line, wanted, charge=charge)
    stand = stand or find_place(fight, mover, target, line, wanted)
    if stand is not None:
        _stand_so(fight, mover, stand)
    return stand is not None


def _cramped(fight: Fight, mover: Number, line: Edge, stand: Stance | None) -> bool:
    """Whether less of its front lies against the side than could."""
    whole = min(line.length, own_files(fight, mover) * figure(fight, mover).base[0])
    return stand is None or shared_by(fight, mover, stand, line) < whole - SLACK


def _stand_between(fight: Fight, mover: Number, target: Number, line: Edge, place: int) -> bool:
    """Against several enemies at once a formed mover slides no further than its own part.

    [tp.move.unintentional]
    """
    if irregular(fight, mover):
        return False
    stand = closing_in(fight, mover, target, line, place, own_files(fight, mover))
    if stand is None or shared_by(fight, mover, stand, line) <= SLACK or not fits(fight, mover, target, stand):
        return False
    _stand_so(fight, mover, stand)
    return True


def _line(fight: Fight, target: Number, side: Side) -> Edge:
    """The line to which attackers square up: a side, or the far face of the wall before it."""
    one = body(fight, target)
    line = edge(one.oblong, side)
    if side == "front" and (wall := wall_before(fight, one)):
        return line._replace(middle=ahead(line.middle, line.outward, wall))
    return line


def _where_they_meet(fight: Fight, mover: Number, line: Edge, aim: Point | None) -> int:
    """Where the leg of the mover's middle front meets the line, or the nearest place where the two touch."""
    own = body(fight, mover)
    x, y = to_frame(own.front, line.middle, line.inward)
    way = (heading(own.front, aim) if aim and aim != own.front else own.facing) - line.inward
    if cosine(way) > STEEP:
        x = round(x - y * sine(way) / cosine(way))
    limit = (line.length + own.width) // 2
    return max(-limit, min(limit, x))


def _share(fight: Fight, mover: Number, target: Number, line: Edge, wanted: int, charge: Length) -> bool:
    """Everybody takes his share; a friend may lose touch with another enemy by it.  [tp.move.charge.mass]"""
    came = [mover, *foes(fight, target)]
    stood = {number: stance(fight, number) for number in came}
    shares = share_side(fight, mover, target, line, wanted)
    for number, share in shares.items():
        run = charge if number == mover else contacts_of(fight, number)[0].charge
        if irregular(fight, number):
            lapping.arrive(fight, number, target, line, share.middle, charge=run, room=share.room)
        elif stance(fight, number) != stood[number]:
            _tell_files(fight, number)
            fight.tell(
                ClosedUp("tp.move.charge.mass", number, fight.state.pieces[number].point, stands(fight, number))
            )
        if number != mover:
            _keep_touch(fight, number, run)
    return bool(shares)


def _keep_touch(fight: Fight, number: Number, charge: Length) -> None:
    """Where a piece has been shifted it fights whom it touches now."""
    if not irregular(fight, number):
        join_touched(fight, number, charge=charge, late=False)
    for met in contacts_of(fight, number):
        if not touch(fight, met):
            disengage(fight, met)
            fight.tell(LostTouch("tp.move.charge.mass", number, met.foe(number)))


def _stand_so(fight: Fight, number: Number, stand: Stance) -> None:
    take(fight, number, stand)
    _tell_files(fight, number)


def _tell_files(fight: Fight, number: Number) -> None:
    if (files := stance(fight, number).files) < own_files(fight, number):
        fight.tell(Narrowed("tp.move.charge.fit", number, files))


def join_touched(fight: Fight, number: Number, *, charge: Length, late: bool) -> None:
    """Whoever else its front touches now is in the fight as well.  [tp.combat.combat] [tp.combat.contact]"""
    own = body(fight, number)
    for enemy in in_line(fight, number, stance(fight, number)):
        other = body(fight, enemy)
        if looks_on(fight, enemy):
            continue
        if apart(own, other) <= TOUCH and same_height(fight, number, enemy):
            side = counts_as(fight, enemy, side_towards(other.oblong, opposite(own.facing)))
            struck: Side = "rear" if rings(fight, enemy) else side
            engage(fight, number, enemy, ("front", struck), charge=charge, late=late)


# --- turning to face -----------------------------------------------------------------------------------------


def turn_to_face(fight: Fight, number: Number) -> bool:
    """A piece attacked in flank or rear, and nowhere else, turns to that enemy from its second round on.

    [tp.move.squareup.turn] [tp.machine.movement]
    """
    contacts = contacts_of(fight, number)
    if not contacts or len({met.side_of(number) for met in contacts}) != 1:
        return False
    if contacts[0].side_of(number) == "front" or max(met.rounds for met in contacts) < 1 or rings(fight, number):
        return False
    if infantry_wedge(fight, number) or rooted(fight, number):
        return False
    chosen = max(contacts, key=lambda met: len(fighters(fight, number, met)))
    foe = chosen.foe(number)
    line = line_of(fight, foe, chosen)
    if irregular(fight, number):
        if not lapping.face(fight, number, foe, line):
            return False
    else:
        stand = find_place(fight, number, foe, line, 0, central=True)
        if stand is None:
            return False
        _stand_so(fight, number, stand)
    piece = fight.state.pieces[number]
    fight.state.contacts = [_facing_now(met, number) for met in fight.state.contacts]
    fight.tell(TurnedToFace("tp.move.squareup.turn", number, foe, piece.point, piece.facing))
    if not irregular(fight, number):
        join_touched(fight, number, charge=NO_CHARGE, late=too_late(fight))
    return True


def _facing_now(contact: Contact, number: Number) -> Contact:
    front: Side = "front"
    if contact.a == number:
        return structs.replace(contact, a_side=front)
    return structs.replace(contact, b_side=front) if contact.b == number else contact


# --- closing up ----------------------------------------------------------------------------------------------


def begin_round(fight: Fight, combat: Sequence[Number]) -> None:
    """Step 1 of a round of combat: turning, lapping round, engulfing; then attacks in flank and rear are counted.

    Contacts made too late last turn are fought from now on.  [tp.combat.round] [tp.move.unintentional.late]
    """
    state = fight.state
    state.contacts = [met if waits(fight, met) else structs.replace(met, waiting=False) for met in state.contacts]
    for side in (state.active, opponent(state.active)):
        for number in combat:
            if state.pieces[number].side == side:
                turn_to_face(fight, number)
    close_up(fight)
    offer(fight, combat)
    count_flank_attacks(fight, combat)


def close_up(fight: Fight) -> None:
    """Compulsory squaring up: whoever can bring more models to blows does so, until nobody gains any more.

    [tp.move.squareup.compulsory] [tp.move.flee.resquare] [tp.move.squareup.locked]
    """
    state = fight.state
    for _ in range(MOST_PASSES):
        loosen(fight)
        changed = _drop_the_gone(fight) or _step_into_gaps(fight)
        for side in (state.active, opponent(state.active)):
            for number in list(on_table(fight, side)):
                if contacts_of(fight, number):
                    changed |= _close_gaps(fight, number) or widen(fight, number)
                    changed |= _slide(fight, number) or lapping.lap_on(fight, number)
        for number in list(on_table(fight)):
            changed |= engaged(fight, number) and not check(fight, number)
        if not changed:
            break
    for number in list(on_table(fight)):
        if state.pieces[number].narrow:
            widen(fight, number)


def _drop_the_gone(fight: Fight) -> bool:
    """Contacts with pieces that are no longer there."""
    pieces = fight.state.pieces
    gone = [met for met in fight.state.contacts if not (pieces[met.a].standing and pieces[met.b].standing)]
    for met in gone:
        disengage(fight, met)
    return bool(gone)


def _step_into_gaps(fight: Fight) -> bool:
    """Where somebody held others back and is gone, friends near by may take his place.  [tp.siege.plug_gap]"""
    torn, fight.state.torn = fight.state.torn, ()
    held = [met for met in torn if fight.state.pieces[met.a].standing and not fight.state.pieces[met.a].fleeing]
    return sum(between_them(met).fill_gap(fight, met) for met in held) > 0


Blows = dict[Number, set[int]]


def _blows(fight: Fight, number: Number) -> Blows:
    """Which models of a piece and of its foes fight now."""
    striking: Blows = {number: set()}
    for met in contacts_of(fight, number):
        striking[number].update(fighters(fight, number, met))
        foe = met.foe(number)
        striking[foe] = {model for other in contacts_of(fight, foe) for model in fighters(fight, foe, other)}
    return striking


def _nobody_loses(before: Blows, after: Blows) -> bool:
    return all(models <= after.get(number, set()) for number, models in before.items())


def _locked(fight: Fight, number: Number) -> bool:
    """All its front models fight.  [tp.move.squareup.locked]"""
    front = range(body(fight, number).files)
    striking = {model for met in contacts_of(fight, number) for model in fighters(fight, number, met)}
    return all(model in striking for model in front)


def _try(fight: Fight, number: Number, foe: Number, stand: Stance, *, widening: bool = False) -> bool:
    """Stand so if there is room, if more of its models fight then, and if nobody loses his fight by it."""
    if not fits(fight, number, foe, stand):
        return False
    back, before = stance(fight, number), _blows(fight, number)
    take(fight, number, stand)
    after = _blows(fight, number)
    gain = len(after[number]) - len(before[number])
    if widening:  # other models stand in other places then
        before[number] = set()
    if gain >= (0 if widening else 1) and _nobody_loses(before, after):
        return True
    take(fight, number, back)
    return False


def _slide(fight: Fight, number: Number) -> bool:
    """Slide along a side by the smallest distance that brings more of its models to blows."""
    if irregular(fight, number) or rooted(fight, number) or _locked(fight, number):
        return False
    steps = sorted(step for met in fighting(fight, number) for step in _steps(fight, number, met))
    for _, step, outward, foe in steps:
        stand = shifted(stance(fight, number), veered(outward, RIGHT_ANGLE), step)
        if _try(fight, number, foe, stand):
            _tell_closing(fight, number, stand.front)
            join_touched(fight, number, charge=NO_CHARGE, late=too_late(fight))
            return True
    return False


def _steps(fight: Fight, number: Number, contact: Contact) -> Iterator[tuple[int, int, Angle, Number]]:
    """The two slides along an enemy's side that bring the next model to touch it: how far to the right, and the way
    that the side looks."""
    met = meeting(fight, contact, number)
    if met is None:
        return
    rows, outward = met[0], line_of(fight, number, contact).outward
    places, foe = rows.places(), contact.foe(number)
    if places and places.start > 0:
        step = rows.their_start - rows.their_count * rows.their_pitch - rows.start - places.start * rows.pitch
        yield abs(step), step, outward, foe
    if places and places.stop < rows.count:
        step = rows.their_start - rows.start - places.stop * rows.pitch
        yield abs(step), step, outward, foe


def _close_gaps(fight: Fight, number: Number) -> bool:
    """An enemy that was touched and is not any more: close in, or be out of that fight.

    Whoever fights with its front closes in; the player whose turn it is comes first.
    """
    changed = False
    for met in contacts_of(fight, number):
        if met not in fight.state.contacts:
            continue
        changed |= between_them(met).fill_gap(fight, met)
        if touch(fight, met):
            continue
        foe = met.foe(number)
        if not met.across and (_close_in(fight, number, met) or _close_in(fight, foe, met)):
            changed = True
            continue
        disengage(fight, met)
        fight.tell(LostTouch("tp.move.squareup.compulsory", number, foe))
        changed = True
    return changed


def _close_in(fight: Fight, number: Number, contact: Contact) -> bool:
    if rooted(fight, number) or contact.side_of(number) != "front":
        return False
    if irregular(fight, number):
        return lapping.close_in(fight, number, contact)
    foe = contact.foe(number)
    line = line_of(fight, foe, contact)
    wanted = to_frame(body(fight, number).front, line.middle, line.inward)[0]
    stand = find_place(fight, number, foe, line, wanted)
    if stand is None or not _try(fight, number, foe, stand):
        return False
    _tell_closing(fight, number, stand.front)
    return True


def _tell_closing(fight: Fight, number: Number, at: Point) -> None:
    """Several small steps on end are told as one."""
    last = fight.told[-1].event if fight.told else None
    if isinstance(last, ClosedUp) and last.piece == number:
        fight.told.pop()
    fight.tell(ClosedUp("tp.move.squareup.compulsory", number, at, stands(fight, number)))


def widen(fight: Fight, number: Number) -> bool:
    """A piece that stands narrow takes up its own front again as far as there is room.  [tp.move.charge.fit]"""
    piece = fight.state.pieces[number]
    if not piece.narrow or piece.bend or irregular(fight, number):
        return False
    now, pitch = body(fight, number), figure(fight, number).base[0]
    for files in range(own_files(fight, number), now.files, -1):
        more = (files - now.files) * pitch // 2
        for aside in (0, more, -more):
            stand = Stance(ahead(now.front, veered(now.facing, RIGHT_ANGLE), aside), now.facing, files)
            if _try(fight, number, number, stand, widening=True):
                fight.tell(Widened("tp.move.charge.fit", number, files, stands(fight, number)))
                join_touched(fight, number, charge=NO_CHARGE, late=too_late(fight))
                return True
    return False
