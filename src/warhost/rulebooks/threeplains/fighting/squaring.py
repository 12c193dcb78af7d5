"""Squaring up: the attacker lies flush against the side it struck, and combats close up when gaps open.

All places along a side are measured from its middle, to the right of one who stands against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import structs

from warhost.engine.field import shapes
from warhost.engine.field.compass import HALF_TURN, RIGHT_ANGLE, ahead, cosine, heading, sine, to_frame
from warhost.engine.field.shapes import SLACK
from warhost.engine.field.zones import Edge, edge, side_towards, zone

from ..bodies import TOUCH, apart, body, figure, on_table
from ..events import ClosedUp, LostTouch, Narrowed, SquaredUp, TurnedToFace, Widened
from ..land.ground import standing_room
from ..moving.stride import Stance, body_in, shifted, stance, take
from ..moving.stride import late as too_late
from ..setting import Fight
from ..state import NEVER, Contact, Point, Side
from . import lapping
from .contact import contacts_of, disengage, engage, engaged, fighting, waits
from .edges import box_of, fighters, irregular, line_of, meeting, pairs_of
from .engulf import check, loosen, offer, rings
from .fronts import count_flank_attacks
from .places import BOARD, closing_in, find_place, fits, in_line, own_files, shared_by, shared_stretch
from .positions import wall_before

STEEP = 0.05  # cosine below which a leg runs along a side rather than towards it
MOST_PASSES = 100  # closing up gains something in every pass, so that it ends by itself long before


def zone_of(fight: Fight, target: int, point: Point) -> Side:
    """The charge zone of the target in which a point lies; a ring has nothing but rear round it.

    [tp.move.zones] [tp.move.charge.lands] [tp.move.squareup.newzones]
    """
    return "rear" if rings(fight, target) else zone(box_of(body(fight, target)), point)


def clips(fight: Fight, mover: int, target: int) -> bool:
    """Whether the mover's line of advance misses the block of the piece it has hit.  [tp.move.unintentional]"""
    own = body(fight, mover)
    return shapes.clip(own.front, ahead(own.front, own.facing, BOARD), body(fight, target).block) is None


# --- meeting an enemy ----------------------------------------------------------------------------------------


def meet(
    fight: Fight, mover: int, target: int, struck: Side, *,
    charge: int, clip: bool = False, late: bool = False, aim: Point | None = None,
) -> bool:  # fmt: skip
    """Square up to the side that was struck and come to blows; False, with nothing changed, if there is no room.

    The mover stands where its leg touched the target. If it closes a ring the target is tested at once and may
    be gone afterwards.  [tp.move.squareup] [tp.move.charge.loose] [tp.move.charge.mass] [tp.move.unintentional]
    """
    stood = stance(fight, target)
    side = zone(box_of(body(fight, target)), body(fight, mover).front) if rings(fight, target) else struck
    if clip:
        _give_way(fight, mover, target, side, aim)
    line = _line(fight, target, side)
    wanted = _where_they_meet(fight, mover, line, aim)
    if irregular(fight, mover):
        found = lapping.arrive(fight, mover, target, line, wanted, charge=charge)
    else:
        found = _take_place(fight, mover, target, line, wanted, late)
    if not found:
        if clip and not irregular(fight, target):
            take(fight, target, stood)
        return False
    engage(fight, mover, target, ("front", struck), charge=charge, late=late)
    piece = fight.state.pieces[mover]
    fight.tell(SquaredUp("tp.move.squareup", mover, target, struck, piece.point, piece.facing))
    if not irregular(fight, mover):
        join_touched(fight, mover, charge=charge, late=late)
    check(fight, target)
    return True


def _line(fight: Fight, target: int, side: Side) -> Edge:
    """The line to which attackers square up: a side, or the far face of the wall before it."""
    one = body(fight, target)
    line = edge(box_of(one), side)
    if side == "front" and (wall := wall_before(fight, one)):
        return line._replace(middle=ahead(line.middle, line.outward, wall))
    return line


def _where_they_meet(fight: Fight, mover: int, line: Edge, aim: Point | None) -> int:
    """Where the leg of the mover's middle front meets the line, or the nearest place where the two touch."""
    own = body(fight, mover)
    x, y = to_frame(own.front, line.middle, line.inward)
    way = (heading(own.front, aim) if aim and aim != own.front else own.facing) - line.inward
    if cosine(way) > STEEP:
        x = round(x - y * sine(way) / cosine(way))
    limit = (line.length + own.width) // 2
    return max(-limit, min(limit, x))


def _take_place(fight: Fight, mover: int, target: int, line: Edge, wanted: int, late: bool) -> bool:
    stand = find_place(fight, mover, target, line, wanted, fewest=own_files(fight, mover))
    whole = min(line.length, own_files(fight, mover) * figure(fight, mover).base[0])
    cramped = stand is None or shared_by(fight, mover, stand, line) < whole - SLACK
    if cramped and not late and _share(fight, mover, target, line, wanted):
        return True
    stand = stand or find_place(fight, mover, target, line, wanted)
    if stand is None:
        return False
    _stand_so(fight, mover, stand)
    return True


def _stand_so(fight: Fight, number: int, stand: Stance) -> None:
    take(fight, number, stand)
    if stand.files < own_files(fight, number):
        fight.tell(Narrowed("tp.move.charge.fit", number, stand.files))


def join_touched(fight: Fight, number: int, *, charge: int, late: bool) -> None:
    """Whoever else its front touches now is in the fight as well.  [tp.combat.combat] [tp.combat.contact]"""
    own = body(fight, number)
    for enemy in in_line(fight, number, stance(fight, number)):
        other = body(fight, enemy)
        if apart(own, other) <= TOUCH and fight.state.pieces[enemy].airborne == fight.state.pieces[number].airborne:
            side = side_towards(box_of(other), own.facing + HALF_TURN)
            struck: Side = "rear" if rings(fight, enemy) else side
            engage(fight, number, enemy, ("front", struck), charge=charge, late=late)


# --- clipping, and several charges on one side ---------------------------------------------------------------


def _give_way(fight: Fight, mover: int, target: int, side: Side, aim: Point | None) -> None:
    """In a clip both slide: the piece that was hit by half of the stretch that is missing, if it is free to.

    A loose group stands still in its first round.  [tp.move.unintentional] [tp.move.squareup.charged]
    """
    line = _line(fight, target, side)
    place = _where_they_meet(fight, mover, line, aim)
    width = body(fight, mover).width
    missing = min(width, line.length) - max(0, shared_stretch(place, width, line.length))
    if engaged(fight, target) or irregular(fight, target) or not figure(fight, target).movement:
        return
    way = line.inward + (RIGHT_ANGLE if place > 0 else -RIGHT_ANGLE)
    stand = shifted(stance(fight, target), way, missing // 2)
    if standing_room(fight, target, body_in(fight, target, stand), ignoring=(mover,)) is None:
        take(fight, target, stand)
        fight.tell(ClosedUp("tp.move.unintentional", target, stand.front))


class _Sharer(NamedTuple):
    piece: int
    middle: int
    files: int
    pitch: int

    @property
    def width(self) -> int:
        return self.files * self.pitch


def _share(fight: Fight, mover: int, target: int, line: Edge, wanted: int) -> bool:
    """Pieces that reached one side in the same phase share it.  [tp.move.charge.mass]"""
    mates = _arrived_with(fight, mover, target, line)
    if not mates:
        return False
    row = [_sharer(fight, mate, to_frame(body(fight, mate).front, line.middle, line.inward)[0]) for mate in mates]
    row = sorted([*row, _sharer(fight, mover, wanted)], key=lambda one: (one.middle, one.piece))
    stands = {
        one.piece: closing_in(fight, one.piece, target, line, place, files)
        for one, place, files in _dealt_out(row, line.length)
    }
    for number, stand in stands.items():
        if stand is None or shared_by(fight, number, stand, line) <= SLACK:
            return False
        if not fits(fight, number, target, stand, list(stands)):
            return False
    for number, stand in stands.items():
        assert stand is not None
        if stand != stance(fight, number):
            _stand_so(fight, number, stand)
            fight.tell(ClosedUp("tp.move.charge.mass", number, stand.front))
    for mate in mates:
        join_touched(fight, mate, charge=next(one.charge for one in contacts_of(fight, mate)), late=False)
    return True


def _sharer(fight: Fight, number: int, middle: int) -> _Sharer:
    return _Sharer(number, middle, own_files(fight, number), figure(fight, number).base[0])


def _arrived_with(fight: Fight, mover: int, target: int, line: Edge) -> list[int]:
    """The friends that charged the same side in this phase and fight nobody else."""
    found = []
    for met in contacts_of(fight, target):
        if met.b != target or met.clock != fight.state.clock or met.a == mover or irregular(fight, met.a):
            continue
        if len(contacts_of(fight, met.a)) == 1 and line_of(fight, target, met).outward == line.outward:
            found.append(met.a)
    return found


def _dealt_out(row: Sequence[_Sharer], length: int) -> Iterator[tuple[_Sharer, int, int]]:
    """Where each stands, and in how many files: the outermost stick out, those between narrow to their share."""
    shares = fair_shares(length, [one.width for one in row])
    spare = length - sum(shares)
    middle = sum(one.middle for one in row) // len(row)
    edge_at = max(0, min(spare, middle + length // 2 - sum(shares) // 2)) - length // 2 + shares[0]
    yield row[0], edge_at - row[0].width // 2, row[0].files
    for one, share in zip(row[1:-1], shares[1:-1], strict=True):
        files = max(1, min(one.files, share // one.pitch))
        yield one, edge_at + files * one.pitch // 2, files
        edge_at += files * one.pitch
    yield row[-1], edge_at + row[-1].width // 2, row[-1].files


def fair_shares(length: int, needs: Sequence[int]) -> list[int]:
    """Equal shares of a length; what one does not need goes to the others in equal parts.

    >>> fair_shares(9, [8, 1, 8])
    [4, 1, 4]
    """
    shares = [0] * len(needs)
    for taken, index in enumerate(sorted(range(len(needs)), key=lambda index: (needs[index], index))):
        shares[index] = min(needs[index], length // (len(needs) - taken))
        length -= shares[index]
    return shares


# --- turning to face -----------------------------------------------------------------------------------------


def turn_to_face(fight: Fight, number: int) -> bool:
    """A piece attacked in flank or rear, and nowhere else, turns to that enemy from its second round on.

    [tp.move.squareup.turn]
    """
    contacts = contacts_of(fight, number)
    if not contacts or len({met.side_of(number) for met in contacts}) != 1:
        return False
    if contacts[0].side_of(number) == "front" or max(met.rounds for met in contacts) < 1 or rings(fight, number):
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
        join_touched(fight, number, charge=NEVER, late=too_late(fight))
    return True


def _facing_now(contact: Contact, number: int) -> Contact:
    front: Side = "front"
    if contact.a == number:
        return structs.replace(contact, a_side=front)
    return structs.replace(contact, b_side=front) if contact.b == number else contact


# --- closing up ----------------------------------------------------------------------------------------------


def begin_round(fight: Fight, combat: Sequence[int]) -> None:
    """Step 1 of a round of combat: turning, lapping round, engulfing; then attacks in flank and rear are counted.

    Contacts made too late last turn are fought from now on.  [tp.combat.round] [tp.move.unintentional.late]
    """
    state = fight.state
    state.contacts = [met if waits(fight, met) else structs.replace(met, waiting=False) for met in state.contacts]
    for side in (state.active, 1 - state.active):
        for number in combat:
            if state.pieces[number].side == side and state.pieces[number].standing:
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
        changed = _drop_the_gone(fight)
        for side in (state.active, 1 - state.active):
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


Blows = dict[int, set[int]]


def _blows(fight: Fight, number: int) -> Blows:
    """Which models of a piece and of its foes fight now."""
    striking: Blows = {number: set()}
    for met in contacts_of(fight, number):
        striking[number].update(fighters(fight, number, met))
        foe = met.foe(number)
        striking[foe] = {model for other in contacts_of(fight, foe) for model in fighters(fight, foe, other)}
    return striking


def _nobody_loses(before: Blows, after: Blows) -> bool:
    return all(models <= after.get(number, set()) for number, models in before.items())


def _locked(fight: Fight, number: int) -> bool:
    """All its front models fight.  [tp.move.squareup.locked]"""
    front = range(body(fight, number).files)
    striking = {model for met in contacts_of(fight, number) for model in fighters(fight, number, met)}
    return all(model in striking for model in front)


def _try(fight: Fight, number: int, foe: int, stand: Stance, *, widening: bool = False) -> bool:
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


def _slide(fight: Fight, number: int) -> bool:
    """Slide along a side by the smallest distance that brings more of its models to blows."""
    if irregular(fight, number) or _locked(fight, number):
        return False
    steps = sorted(step for met in fighting(fight, number) for step in _steps(fight, number, met))
    for _, step, way, foe in steps:
        stand = shifted(stance(fight, number), way, step)
        if _try(fight, number, foe, stand):
            fight.tell(ClosedUp("tp.move.squareup.compulsory", number, stand.front))
            join_touched(fight, number, charge=NEVER, late=too_late(fight))
            return True
    return False


def _steps(fight: Fight, number: int, contact: Contact) -> Iterator[tuple[int, int, int, int]]:
    """The two slides along an enemy's side that bring the next model to touch it."""
    met = meeting(fight, contact, number)
    if met is None:
        return
    rows, way = met[0], line_of(fight, number, contact).outward + RIGHT_ANGLE
    places, foe = rows.places(), contact.foe(number)
    if places and places.start > 0:
        step = rows.their_start - rows.their_count * rows.their_pitch - rows.start - places.start * rows.pitch
        yield abs(step), step, way, foe
    if places and places.stop < rows.count:
        step = rows.their_start - rows.start - places.stop * rows.pitch
        yield abs(step), step, way, foe


def _close_gaps(fight: Fight, number: int) -> bool:
    """An enemy that was touched and is not any more: close in, or be out of that fight.

    Whoever fights with its front closes in; the player whose turn it is comes first.
    """
    changed = False
    for met in contacts_of(fight, number):
        if met not in fight.state.contacts or pairs_of(fight, met):
            continue
        foe = met.foe(number)
        if _close_in(fight, number, met) or _close_in(fight, foe, met):
            changed = True
            continue
        disengage(fight, met)
        fight.tell(LostTouch("tp.move.squareup.compulsory", number, foe))
        changed = True
    return changed


def _close_in(fight: Fight, number: int, contact: Contact) -> bool:
    if irregular(fight, number) or contact.side_of(number) != "front":
        return False
    foe = contact.foe(number)
    line = line_of(fight, foe, contact)
    wanted = to_frame(body(fight, number).front, line.middle, line.inward)[0]
    stand = find_place(fight, number, foe, line, wanted)
    if stand is None or not _try(fight, number, foe, stand):
        return False
    fight.tell(ClosedUp("tp.move.squareup.compulsory", number, stand.front))
    return True


def widen(fight: Fight, number: int) -> bool:
    """A piece that stands narrow takes up its own front again as far as there is room.  [tp.move.charge.fit]"""
    piece = fight.state.pieces[number]
    if not piece.narrow or piece.bend or irregular(fight, number):
        return False
    now, pitch = body(fight, number), figure(fight, number).base[0]
    for files in range(own_files(fight, number), now.files, -1):
        more = (files - now.files) * pitch // 2
        for aside in (0, more, -more):
            stand = Stance(ahead(now.front, now.facing + RIGHT_ANGLE, aside), now.facing, files)
            if _try(fight, number, number, stand, widening=True):
                fight.tell(Widened("tp.move.charge.fit", number, files))
                join_touched(fight, number, charge=NEVER, late=too_late(fight))
                return True
    return False
