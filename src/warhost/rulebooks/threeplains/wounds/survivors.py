"""What a slain piece leaves behind: characters who stand alone now, units that take its place.

[tp.combat.it] [tp.move.reinforce.slide]
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

import msgspec

from warhost.engine.field.body import Body, apart
from warhost.engine.field.compass import Angle, ahead, aside, rays, veered
from warhost.engine.field.shapes import cast, overlap
from warhost.engine.field.stance import Stance
from warhost.engine.field.zones import OUTWARD

from ..bodies import TOUCH, body, figure, own_bases, pose, set_places
from ..events.blows import LeftBehind
from ..events.items import StoodUp
from ..fighting.contact import contacts_of
from ..fighting.parting import leave
from ..figure import inches
from ..land.ground import standing_room
from ..magic.bearing import nature
from ..moving import groups  # they come back here
from ..scenario.points import taken_over
from ..setting import Fight
from ..special import specials
from ..special.specials import Doom
from ..state import NOBODY, Contact, Number, Piece, Point, ThisTurn
from .ranks import close_ranks

STEP = inches(0.5)
HEADINGS = 16
FARTHEST = inches(24)
CLOSE = inches(0.125)  # how exactly the place is looked for where a rider alights
REACH = inches(4)  # more than half of any base
POSE = ("x", "y", "facing", "files", "narrow", "bend", "ring")
SHARED = ("turn", "aimed", "fleeing", "flights", "flight_heading")


class Behind(NamedTuple):
    """A character whose group is gone: where it stood in it, and whom the group fought."""

    number: Number
    middle: Point
    fights: tuple[Contact, ...]
    group: Piece  # as it was: what that has done and suffers he shares, flight above all


def left_behind(fight: Fight, number: Number) -> list[Behind]:
    """The characters of a piece that is about to go, each with its place; hidden ones come to light.

    [tp.unit.it] [tp.character.halfwit.exposed]
    """
    piece = fight.state.pieces[number]
    hidden = [n for n, other in fight.state.numbered() if other.host == number and other.fate == "hidden"]
    if not piece.leaders and not hidden:
        return []
    ground, fights = body(fight, number), tuple(contacts_of(fight, number))
    at = {who: ground.bases[index].centre for index, who in groups.special_places(fight, number).items()}
    was = piece.twin()
    return [Behind(one, at.get(one, ground.bases[0].centre), fights, was) for one in (*piece.leaders, *hidden)]


def _share(piece: Piece, group: Piece) -> None:
    """What a group has done this turn, and its flight, are those of whoever stood in it."""
    for field in SHARED:
        setattr(piece, field, copy(getattr(group, field)))


def set_down(fight: Fight, group: Number, behind: list[Behind]) -> None:
    """They stand where they stood, or at the nearest free place; whoever still touches an enemy fights it.

    [tp.combat.it] [tp.move.fly.crash.rider]
    """
    host = fight.state.pieces[group]
    host.leaders = ()
    for one in behind:
        piece = fight.state.pieces[one.number]
        if piece.fate == "slain":  # in the fall of what it rode
            continue
        piece.host, piece.post = NOBODY, NOBODY
        piece.facing, piece.airborne, piece.aloft = host.facing, False, host.aloft
        _share(piece, one.group)
        may_touch = tuple(contact.foe(group) for contact in one.fights)
        if not (figure(fight, group).carries and _alight(fight, one, group, may_touch)):
            stand(fight, one.number, one.middle, may_touch)
        piece.fate = "standing"
        taken_over.each(fight.setting.mission.rules, fight, group, one.number)
        rule = "tp.beast.mounted.inseparable" if figure(fight, group).carries else "tp.combat.it"
        fight.tell(LeftBehind(rule, one.number, group, piece.point, piece.facing))
        _fight_on(fight, group, one.number, one.fights)


def _alight(fight: Fight, rider: Behind, mount: Number, foes: tuple[Number, ...]) -> bool:
    """A rider comes down where he touches those his dead mount fought: as many of them as he can, as near to its
    middle as that may be. Whether he could; of a mount that fought in the air he cannot.

    [tp.beast.mounted.inseparable]
    """
    host, piece = fight.state.pieces[mount], fight.state.pieces[rider.number]
    if host.airborne or not foes:
        return False
    bulk, half = {foe: body(fight, foe) for foe in foes}, max(figure(fight, mount).base) // 2
    found: list[tuple[int, int, Body]] = []
    for contact in rider.fights:
        way = veered(host.facing, OUTWARD[contact.a_side if contact.a == mount else contact.b_side])
        for across in range(-half, half + 1, CLOSE):
            there = _up_against(fight, piece, aside(rider.middle, way, across), way, bulk[contact.foe(mount)])
            if there is not None and standing_room(fight, rider.number, there, may_touch=foes) is None:
                touched = sum(apart(there, other) <= TOUCH for other in bulk.values())
                found.append((-touched, abs(across), there))
    if not found:
        return False
    piece.x, piece.y = min(found, key=lambda one: one[:2])[2].front
    return True


def _up_against(fight: Fight, piece: Piece, middle: Point, way: Angle, foe: Body) -> Body | None:
    """A single model pushed from there against an enemy, if it meets him on the ground of a base."""
    depth = fight.setting.figures[piece.figure].base[1]
    start = pose(fight, piece, 1, Stance(ahead(middle, piece.facing, depth // 2), piece.facing, 1))
    runs = [run for part in foe.room if (run := cast(start.block, way, REACH, part)) is not None]
    if not runs:
        return None
    return pose(fight, piece, 1, Stance(ahead(start.front, way, min(runs)), piece.facing, 1))


def stand_alone(fight: Fight, number: Number) -> None:
    """The masters of a pack become a piece on the table, on the ground they stand on. Those who were in touch with
    an enemy themselves fight on.

    [tp.beast.unit.divided] [tp.beast.masters.combat]
    """
    pack = fight.state.pieces[number]
    masters, ground = pack.masters, body(fight, number)
    piece, places = fight.state.pieces[masters], [base.centre for base in ground.bases[own_bases(fight, pack) :]]
    pack.masters = NOBODY
    piece.fate, piece.host, piece.herd, piece.files = "standing", NOBODY, NOBODY, len(places)
    piece.turn = ThisTurn(shot=piece.turn.shot)
    piece.fleeing, piece.flights, piece.flight_heading = pack.fleeing, pack.flights, pack.flight_heading
    set_places(fight, masters, tuple(places), pack.facing)
    fights = tuple(contacts_of(fight, number))
    _step_aside(fight, masters, tuple(contact.foe(number) for contact in fights))
    _fight_on(fight, number, masters, fights)


def _step_aside(fight: Fight, number: Number, foes: tuple[Number, ...]) -> None:
    """Masters close up behind beasts that fall one after the other; if that has brought them on to an enemy's
    ground, they find the nearest free one."""
    here = body(fight, number)
    enemy_ground = [room for foe in foes if foe != number for room in body(fight, foe).room]
    if any(overlap(own, taken) for own in here.room for taken in enemy_ground):
        _shift_to_room(fight, number, foes)


def make_room_for_masters(fight: Fight, number: Number) -> None:
    """Behind fewer beasts the masters stand deeper: a pack that this has brought on to ground where it cannot stand
    moves to the nearest where it can. In a fight they squeeze in wherever they are let.  [tp.beast.unit.formation]
    """
    pack = fight.state.pieces[number]
    if pack.masters == NOBODY or any(contacts_of(fight, number)):
        return
    if standing_room(fight, number, body(fight, number)) is not None:
        _shift_to_room(fight, number, ())


def _shift_to_room(fight: Fight, number: Number, foes: tuple[Number, ...]) -> None:
    piece = fight.state.pieces[number]
    for x, y in _around((0, 0)):
        places = tuple((a + x, b + y) for a, b in piece.places)
        there = pose(fight, piece, piece.models, Stance(piece.point, piece.facing, piece.files, places))
        if standing_room(fight, number, there, may_touch=foes) is None:
            set_places(fight, number, places, piece.facing)
            return


def lose_masters(fight: Fight, pack: Number, masters: Number) -> None:
    """A pack without any master turns wild.  [tp.beast.wild]"""
    beasts, ground = fight.state.pieces[pack], body(fight, pack)
    beasts.goal, beasts.masters = ground.back, NOBODY
    beasts.fallen += (masters,)
    fight.state.unruly += (pack,)


def stand(fight: Fight, number: Number, middle: Point, may_touch: tuple[int, ...] = ()) -> None:
    """Put a single model at the free place nearest to this one."""
    piece, depth = fight.state.pieces[number], figure(fight, number).base[1]

    def at(point: Point) -> Body:
        return pose(fight, piece, 1, Stance(ahead(point, piece.facing, depth // 2), piece.facing, 1))

    free = (at(point) for point in _around(middle))
    found = next(
        (one for one in free if standing_room(fight, number, one, may_touch=may_touch) is None), at(middle)
    )
    piece.x, piece.y = found.front


def spared(fight: Fight, doomed: list[Number], rule: str) -> dict[Number, Point]:
    """Who of those whom a piece takes with it lives on, by what he carries, and where he stood.

    [tp.item.enchanted.rings_of_twisted_fate] [tp.item.enchanted.deas_ring_of_hope]
    """
    found: dict[Number, Point] = {}
    for number in doomed:
        names = nature(fight, number) if figure(fight, number).category == "character" else ()
        dooms = Doom("killed outright", rule), Doom("slain", rule)
        if any(specials.averts.any(names, fight, number, doom) for doom in dooms):
            host = groups.outermost(fight, number)
            found[number] = body(fight, host).bases[groups.base_of(fight, number)].centre
    return found


def stand_up(fight: Fight, group: Number, spared: dict[Number, Point], rule: str) -> None:
    """They stand at the nearest free place, out of all combat; in flight, if their group was."""
    host = fight.state.pieces[group]
    for number, middle in spared.items():
        piece = fight.state.pieces[number]
        leave(fight, number)
        if number != group:
            _share(piece, host)
        piece.fate, piece.host, piece.post, piece.hurt = "away", NOBODY, NOBODY, 0
        piece.airborne, piece.inside, piece.charge_target, piece.facing = False, 0, NOBODY, host.facing
        stand(fight, number, middle)
        piece.fate = "standing"
        taken_over.each(fight.setting.mission.rules, fight, group, number)
        fight.tell(StoodUp(rule, number, piece.point, piece.facing))


def _around(middle: Point) -> Iterator[Point]:
    yield middle
    for far in range(STEP, FARTHEST, STEP):
        for way in rays(HEADINGS):
            yield ahead(middle, way, far)


def _fight_on(fight: Fight, group: Number, number: Number, fights: tuple[Contact, ...]) -> None:
    """Whoever of a group is left has its fights with those whom he touches himself."""
    ground = body(fight, number)
    for contact in fights:
        foe = contact.foe(group)
        if fight.state.pieces[foe].standing and apart(ground, body(fight, foe)) <= TOUCH:
            fight.state.contacts.append(_renamed(contact, group, number))


def hand_over(fight: Fight, front: Number) -> None:
    """The front of a reinforced unit is gone: the unit behind it stands in its place, and in its fights.

    [tp.move.reinforce.slide]
    """
    state = fight.state
    old, number = state.pieces[front], state.pieces[front].backing[0]
    before, heir = body(fight, front), state.pieces[number]
    for field in POSE:
        setattr(heir, field, getattr(old, field))
    _share(heir, old)
    heir.fate, heir.host = "standing", NOBODY
    heir.leaders, heir.backing = (*old.leaders, *heir.leaders), old.backing[1:]
    heir.fallen = (*old.fallen, front)
    old.leaders = old.backing = ()
    for other in state.pieces:
        if other.host == front:
            other.host = number
        if other.charge_target == front:
            other.charge_target = number
        if other.ring == front:
            other.ring = number
    state.contacts = [_renamed(contact, front, number) for contact in state.contacts]
    close_ranks(fight, number, before)


def _renamed(contact: Contact, old: int, new: int) -> Contact:
    if old not in (contact.a, contact.b):
        return contact
    return msgspec.structs.replace(contact, **({"a": new} if contact.a == old else {"b": new}))
