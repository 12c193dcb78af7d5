"""The edges with which pieces fight, and which models touch across them.

Formed pieces lie flush; only loose groups and rings are looked at base by base. An incomplete last rank counts as
full, and the edge of a wedge as if it all stood in the front line.  [tp.combat.contact] [tp.combat.corner]
[tp.move.squareup.backrank] [tp.unit.infantry_wedge.lineup] [tp.unit.cavalry_wedge.combat]
"""

from __future__ import annotations

from warhost.engine.field import alignment
from warhost.engine.field.alignment import (
    Meeting,
    Outline,
    Pairs,
    abreast,
    edge_row,
    face_to_face,
    inner_ring,
    model_at,
    rim,
    row,
    straight_before,
)
from warhost.engine.field.compass import opposite, to_frame, turn, veered
from warhost.engine.field.zones import OUTWARD, Edge, edge, side_towards, zone
from warhost.engine.tally import Tally

from ..bodies import TOUCH, body, figure
from ..figure import INCH, Blows
from ..kinds import cavalry_wedge
from ..magic.bearing import nature
from ..moving.groups import parts, special_places
from ..setting import Fight
from ..special import qualities, specials
from ..special.riding import on_base
from ..state import NOBODY, Contact, Number, Side
from .across import between_them
from .contact import between
from .positions import standoff

FLUSH = 100  # hundredths of a degree by which flush edges may differ


def irregular(fight: Fight, number: Number) -> bool:
    """Models that stand anyhow: a loose group of several, or a unit round its victim."""
    piece = fight.state.pieces[number]
    return len(piece.places) > 1 or piece.ring != NOBODY


def side_fought(fight: Fight, number: Number, contact: Contact) -> Side:
    """The side of its block that lies against the enemy.

    It need not be the side on which the piece counts as fought: a ring is fought in its rear all round, and so is
    whoever was caught falling back.  [tp.move.squareup.newzones] [tp.unit.engulf.rear]
    """
    foe = contact.foe(number)
    if contact.side_of(foe) == "front" and not irregular(fight, foe):
        return side_towards(body(fight, number).oblong, opposite(fight.state.pieces[foe].facing))
    return contact.side_of(number)


def line_of(fight: Fight, number: Number, contact: Contact) -> Edge:
    """The edge with which a piece fights in this contact."""
    return edge(body(fight, number).oblong, side_fought(fight, number, contact))


def counts_as(fight: Fight, number: Number, side: Side) -> Side:
    """The side of a piece for whoever strikes there: a cavalry wedge has a front and a rear and no flanks.

    [tp.unit.cavalry_wedge.zones]
    """
    return "front" if side != "rear" and cavalry_wedge(fight, number) else side


# --- formed pieces: rows of places ---------------------------------------------------------------------------

NO_MEETING = Meeting((0, 1), (0, 1), 0, TOUCH)


def meeting(fight: Fight, contact: Contact, number: Number) -> tuple[Meeting, Side, Side] | None:
    """How two formed pieces lie against each other; None if one is irregular or they are not flush."""
    foe = contact.foe(number)
    if contact.across or irregular(fight, number) or irregular(fight, foe):
        return None
    side, their_side = side_fought(fight, number, contact), side_fought(fight, foe, contact)
    one, other = body(fight, number), body(fight, foe)
    mine, theirs = edge(one.oblong, side), edge(other.oblong, their_side)
    if abs(turn(mine.outward, theirs.inward)) > FLUSH:
        return None
    shift, away = to_frame(theirs.middle, mine.middle, mine.outward)
    rows = Meeting(row(one, side), row(other, their_side), shift, TOUCH)
    if abs(away) > TOUCH and not 0 < away <= standoff(fight, contact) + TOUCH:
        rows = NO_MEETING
    # The last model of a loose group may have lapped round to another side.
    if not rows.places() and any(fight.state.pieces[who].places for who in (number, foe)):
        return None
    return rows, side, their_side


# --- loose groups and rings: base by base --------------------------------------------------------------------


def outline(fight: Fight, number: Number, foe: Number) -> Outline:
    """The bases that a foe can touch, each with the number of its model."""
    piece = fight.state.pieces[number]
    one = body(fight, number)
    if piece.ring == foe:
        return inner_ring(one, body(fight, foe))  # [tp.unit.engulf.move]
    if piece.ring != NOBODY:
        return rim(one)
    if piece.places:
        return tuple((base, model) for model, base in enumerate(one.bases))
    return alignment.outline(one)


def _across_gaps(fight: Fight, contact: Contact) -> Pairs:
    """Attackers reach the base straight before them over a gap of up to 1 inch if they charged a loose group.

    [tp.move.squareup.charged]
    """
    theirs = outline(fight, contact.b, contact.a)
    one, box = body(fight, contact.a), body(fight, contact.b).oblong
    friends: Outline = ()  # nobody of a row stands before another of it
    if irregular(fight, contact.a):
        ours = friends = outline(fight, contact.a, contact.b)
        ways = [edge(box, zone(box, base.centre)).inward for base, _ in ours]
    else:
        side = side_fought(fight, contact.a, contact)
        ours = edge_row(one, side)
        ways = [veered(one.facing, OUTWARD[side])] * len(ours)
    found = []
    for (base, model), way in zip(ours, ways, strict=True):
        if (before := straight_before(base, way, INCH, friends, theirs)) is not None:
            found.append((model, before))
    return found


def _loose_pairs(fight: Fight, contact: Contact) -> Pairs:
    """Who touches whom, the models of `a` first; remembered, since it follows from where they stand."""
    if contact.across:
        return between_them(contact).pairs(fight, contact)
    key = (contact.a_side, _pose(fight, contact.a), _pose(fight, contact.b))
    kept = fight.setting.touches
    found = kept.get(key)
    if found is None:
        pairs = alignment.touching(
            outline(fight, contact.a, contact.b), outline(fight, contact.b, contact.a), TOUCH
        )
        if len(fight.state.pieces[contact.b].places) > 1:
            pairs += _across_gaps(fight, contact)
        found = kept.keep(key, sorted(set(pairs)))
    return found


def _pose(fight: Fight, number: Number) -> tuple[object, ...]:
    piece, one = fight.state.pieces[number], body(fight, number)
    return (one.front, one.facing, one.files, one.models, one.base, len(one.parts), piece.places, piece.ring)


# --- who touches whom ----------------------------------------------------------------------------------------


def pairs_of(fight: Fight, contact: Contact) -> Pairs:
    """Which model of `a` touches which model of `b`."""
    met = meeting(fight, contact, contact.a)
    if met is None:
        return _loose_pairs(fight, contact)
    rows, side, their_side = met
    one, other = body(fight, contact.a), body(fight, contact.b)
    if one.wedge or other.wedge:
        return face_to_face(rows, abreast(one, side), abreast(other, their_side))
    return [
        (model_at(one, side, place), model_at(other, their_side, across))
        for place in rows.places()
        for across in rows.opposite(place)
    ]


def touch(fight: Fight, contact: Contact) -> bool:
    """Whether any models of the two touch: faster than asking which."""
    met = meeting(fight, contact, contact.a)
    if met is None or body(fight, contact.a).wedge or body(fight, contact.b).wedge:
        return bool(pairs_of(fight, contact))
    rows = met[0]
    return any(rows.opposite(place) for place in rows.places())


def touching(fight: Fight, a: Number, b: Number) -> Pairs:
    """Which base of a touches which base of b."""
    contact = between(fight, a, b)
    if contact is None:
        return sorted(set(alignment.touching(outline(fight, a, b), outline(fight, b, a), TOUCH)))
    pairs = pairs_of(fight, contact)
    return pairs if contact.a == a else sorted((theirs, ours) for ours, theirs in pairs)


def fighters(fight: Fight, number: Number, contact: Contact) -> list[int]:
    """The models (indices of bases) of a piece that fight in this contact.

    [tp.combat.contact] [tp.combat.corner] [tp.move.squareup.backrank]
    """
    met = meeting(fight, contact, number)
    if met is None:
        which = 0 if number == contact.a else 1
        return sorted({pair[which] for pair in _loose_pairs(fight, contact)})
    rows, side, their_side = met
    one, other = body(fight, number), body(fight, contact.foe(number))
    if one.wedge or other.wedge:
        pairs = face_to_face(rows, abreast(one, side), abreast(other, their_side))
        return sorted({model for model, _ in pairs})
    return sorted([model_at(one, side, place) for place in rows.places()])


def attacks_of(fight: Fight, number: Number, models: list[int]) -> int:
    """How many attacks these models of a piece have, characters with their own, riders with their mounts."""
    piece = fight.state.pieces[number]
    if not piece.leaders and not piece.backing and piece.masters == NOBODY:
        return len(models) * own_attacks(fight, number)
    special = special_places(fight, number)
    owners = [part for part, count in parts(fight, number) for _ in range(count)]
    return sum(
        own_attacks(fight, member)
        for model in models
        for member in on_base(fight, special.get(model, owners[model]))
    )


def own_attacks(fight: Fight, member: Number) -> int:
    """What one model of a piece strikes: its own lines, a second blade, what its temper adds.

    [tp.weapon.two_hand_weapons] [tp.trait.frenzy]
    """
    found, arms = figure(fight, member), fight.setting.weapons
    tally = Tally(found.attacks, "tp.combat.attacks", "attacks")
    tally.add(max((arms[one].attacks for one in found.weapons if arms[one].melee), default=0), "tp.weapon.options")
    for line in found.blows:
        more_attacks(fight, nature(fight, member), member, line, tally)
    return tally.total


def more_attacks(fight: Fight, names: tuple[str, ...], member: Number, line: Blows, tally: Tally) -> None:
    """What its nature adds to a line; what doubles all attacks comes when the others have been counted.

    [tp.spell.black.shadow_strike]
    """
    if qualities.doubled_attacks.name in names:
        names = tuple(sorted(names, key=qualities.doubled_attacks.name.__eq__))
    specials.attacks.each(names, fight, member, line, tally)


def total_attacks(fight: Fight, number: Number) -> int:
    return attacks_of(fight, number, list(range(body(fight, number).models)))
