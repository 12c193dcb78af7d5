"""The edges with which pieces fight, and which models touch across them.

Formed pieces lie flush, so who touches whom follows from how two rows of equal places overlap; only loose groups
and rings are looked at base by base.  [tp.combat.contact] [tp.combat.corner]
"""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import HALF_TURN, ahead, from_frame, to_frame, turn
from warhost.engine.field.formation import first_column, last_rank
from warhost.engine.field.shapes import Shape, cast, gap, oblong
from warhost.engine.field.wedge import Wedge
from warhost.engine.field.zones import CLOCKWISE, OUTWARD, Edge, edge, side_towards, zone
from warhost.engine.tally import Tally

from ..bodies import TOUCH, body, figure
from ..figure import INCH
from ..kinds import cavalry_wedge
from ..magic.bearing import nature
from ..setting import Fight
from ..special import specials
from ..special.riding import on_base
from ..state import NOBODY, Contact, Side
from .contact import between
from .positions import standoff

FLUSH = 100  # hundredths of a degree by which flush edges may differ

Outline = tuple[tuple[Shape, int], ...]
Pairs = list[tuple[int, int]]


def irregular(fight: Fight, number: int) -> bool:
    """Models that stand anyhow: a loose group of several, or a unit round its victim."""
    piece = fight.state.pieces[number]
    return len(piece.places) > 1 or piece.ring != NOBODY


def side_fought(fight: Fight, number: int, contact: Contact) -> Side:
    """The side of its block that lies against the enemy.

    It need not be the side on which the piece counts as fought: a ring is fought in its rear all round, and so is
    whoever was caught falling back.  [tp.move.squareup.newzones] [tp.unit.engulf.rear]
    """
    foe = contact.foe(number)
    if contact.side_of(foe) == "front" and not irregular(fight, foe):
        return side_towards(body(fight, number).oblong, fight.state.pieces[foe].facing + HALF_TURN)
    return contact.side_of(number)


def line_of(fight: Fight, number: int, contact: Contact) -> Edge:
    """The edge with which a piece fights in this contact."""
    return edge(body(fight, number).oblong, side_fought(fight, number, contact))


def counts_as(fight: Fight, number: int, side: Side) -> Side:
    """The side of a piece for whoever strikes there: a cavalry wedge has a front and a rear and no flanks.

    [tp.unit.cavalry_wedge.zones]
    """
    return "front" if side != "rear" and cavalry_wedge(fight, number) else side


# --- formed pieces: rows of places ---------------------------------------------------------------------------


def row(one: Body, side: Side) -> tuple[int, int]:
    """How many places there are along a side, and how long each is."""
    return (one.files, one.base[0]) if side in ("front", "rear") else (one.ranks, one.base[1])


def model_at(one: Body, side: Side, place: int) -> int:
    """Which model fights at a place of a side, counted clockwise.

    An incomplete last rank counts as full: the model before an empty place, or the last one beside it, fights
    there.  [tp.move.squareup.backrank]
    """
    files, ranks = one.files, one.ranks
    if one.wedge:
        return _in_wedge(one, one.wedge, side, place)
    if side == "front":
        return place
    if side == "right":
        return min(place * files + files - 1, one.models - 1)
    if side == "left":
        return (ranks - 1 - place) * files
    last = last_rank(one.models, files)
    column = files - 1 - place
    shifted = column - first_column(last, files)
    return (ranks - 1) * files + shifted if 0 <= shifted < last else (ranks - 2) * files + column


def _in_wedge(one: Body, wedge: Wedge, side: Side, place: int) -> int:
    """In flank and rear of a wedge the outer models of its rows fight, and those of its last row; of its front the
    tip stands for all."""
    if side == "right":
        return sum(wedge.rows[: place + 1]) - 1
    if side == "left":
        return sum(wedge.rows[: one.ranks - 1 - place])
    last = wedge.rows[-1]
    return one.models - last + (one.files - 1 - place) * last // one.files if side == "rear" else 0


class Meeting:
    """Two flush rows of places: where the other begins and ends along one's own, in one's own clockwise measure."""

    __slots__ = ("count", "pitch", "start", "their_count", "their_pitch", "their_start")

    def __init__(self, own: tuple[int, int], other: tuple[int, int], shift: int):
        self.count, self.pitch = own
        self.their_count, self.their_pitch = other
        self.start = -self.count * self.pitch // 2
        self.their_start = shift + self.their_count * self.their_pitch // 2  # their row runs the other way

    def places(self) -> range:
        """One's own places that touch."""
        low = self.their_start - self.their_count * self.their_pitch - TOUCH - self.start
        high = self.their_start + TOUCH - self.start
        return range(max(0, -(-low // self.pitch) - 1), min(self.count, high // self.pitch + 1))

    def opposite(self, place: int) -> range:
        """Their places that touch this place."""
        near = self.their_start - (self.start + place * self.pitch) + TOUCH
        far = near - self.pitch - 2 * TOUCH
        return range(max(0, -(-far // self.their_pitch) - 1), min(self.their_count, near // self.their_pitch + 1))


NO_MEETING = Meeting((0, 1), (0, 1), 0)


def meeting(fight: Fight, contact: Contact, number: int) -> tuple[Meeting, Side, Side] | None:
    """How two formed pieces lie against each other; None if one is irregular or they are not flush."""
    foe = contact.foe(number)
    if irregular(fight, number) or irregular(fight, foe):
        return None
    side, their_side = side_fought(fight, number, contact), side_fought(fight, foe, contact)
    one, other = body(fight, number), body(fight, foe)
    mine, theirs = edge(one.oblong, side), edge(other.oblong, their_side)
    if abs(turn(mine.outward, theirs.inward)) > FLUSH:
        return None
    shift, away = to_frame(theirs.middle, mine.middle, mine.outward)
    rows = Meeting(row(one, side), row(other, their_side), shift)
    if abs(away) > TOUCH and not 0 < away <= standoff(fight, contact) + TOUCH:
        rows = NO_MEETING
    # The last model of a loose group may have lapped round to another side.
    if not rows.places() and any(fight.state.pieces[who].places for who in (number, foe)):
        return None
    return rows, side, their_side


# --- loose groups and rings: base by base --------------------------------------------------------------------


def outline(fight: Fight, number: int, foe: int) -> Outline:
    """The bases that a foe can touch, each with the number of its model."""
    piece = fight.state.pieces[number]
    one = body(fight, number)
    if piece.ring == foe:
        return inner_ring(one, body(fight, foe))
    if piece.ring != NOBODY:
        return _rim(one)
    if piece.places:
        return tuple((base, model) for model, base in enumerate(one.bases))
    return tuple(place for side in CLOCKWISE for place in _edge_row(one, side))


def _along(line: Edge, count: int, pitch: int, deep: int) -> list[Shape]:
    """A row of bases behind an edge, clockwise."""
    middles = [from_frame(((2 * k + 1 - count) * pitch // 2, 0), line.middle, line.outward) for k in range(count)]
    return [oblong(middle, line.outward, pitch, deep) for middle in middles]


def _edge_row(one: Body, side: Side) -> Outline:
    """The places along one side of a formed piece; those of the edge of a wedge are side by side and overlap.

    [tp.unit.infantry_wedge.lineup] [tp.unit.cavalry_wedge.combat]
    """
    if one.wedge and side == "front":
        return tuple((_in_line(one, stretch), stretch.model) for stretch in abreast(one, side))
    count, pitch = row(one, side)
    deep = one.base[1] if pitch == one.base[0] else one.base[0]
    shapes = _along(edge(one.oblong, side), count, pitch, deep)
    return tuple((shape, model_at(one, side, place)) for place, shape in enumerate(shapes))


def _in_line(one: Body, stretch: Stretch) -> Shape:
    """A model of the edge of a wedge as if it stood in the front line."""
    across = (stretch.low + stretch.high - one.width) // 2
    return oblong(from_frame((across, 0), one.front, one.facing), one.facing, *one.base)


def inner_ring(one: Body, victim: Body) -> Outline:
    """The first ring round a victim: its four rows, then the corners.  [tp.unit.engulf.move]"""
    pitch, deep = one.base
    box = victim.oblong
    shapes = []
    for side in CLOCKWISE:
        line = edge(box, side)
        outer = Edge(ahead(line.middle, line.outward, deep), line.outward, line.length)
        shapes += _along(outer, -(-line.length // pitch), pitch, deep)
    for x in (-1, 1):
        for y in (deep, -victim.depth):
            middle = from_frame((x * (victim.width + deep) // 2, y), victim.front, victim.facing)
            shapes.append(oblong(middle, victim.facing, deep, deep))
    return tuple((shape, model) for model, shape in enumerate(shapes[: one.models]))


def _rim(one: Body) -> Outline:
    """The outside of a ring: as many places as there is room for, the last models first."""
    pitch, deep = one.base
    lines = [edge(one.oblong, side) for side in CLOCKWISE]
    shapes = [shape for line in lines for shape in _along(line, max(1, line.length // pitch), pitch, deep)]
    return tuple((shape, (-1 - place) % one.models) for place, shape in enumerate(shapes))


def _near_pairs(ours: Outline, theirs: Outline) -> Pairs:
    found = []
    for base, model in ours:
        left, right, bottom, top = base.left - TOUCH, base.right + TOUCH, base.bottom - TOUCH, base.top + TOUCH
        for other, their_model in theirs:
            if (
                left <= other.right and other.left <= right and bottom <= other.top and other.bottom <= top
                and gap(base, other) <= TOUCH
            ):  # fmt: skip
                found.append((model, their_model))
    return found


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
        ours = _edge_row(one, side)
        ways = [one.facing + OUTWARD[side]] * len(ours)
    found = []
    for (base, model), way in zip(ours, ways, strict=True):
        if (before := _straight_before(base, way, friends, theirs)) is not None:
            found.append((model, before))
    return found


def _straight_before(base: Shape, way: int, friends: Outline, theirs: Outline) -> int | None:
    """The enemy that a base would run into within 1 inch; None if a friend stands between."""
    steps = [(step, model) for other, model in theirs if (step := cast(base, way, INCH, other)) is not None]
    if not steps:
        return None
    nearest, model = min(steps)
    for other, _ in friends:
        if other is not base and (step := cast(base, way, INCH, other)) is not None and step < nearest:
            return None
    return model


def _loose_pairs(fight: Fight, contact: Contact) -> Pairs:
    """Who touches whom, the models of `a` first; remembered, since it follows from where they stand."""
    key = (contact.a_side, _pose(fight, contact.a), _pose(fight, contact.b))
    kept = fight.setting.touches
    found = kept.get(key)
    if found is None:
        pairs = _near_pairs(outline(fight, contact.a, contact.b), outline(fight, contact.b, contact.a))
        if len(fight.state.pieces[contact.b].places) > 1:
            pairs += _across_gaps(fight, contact)
        found = kept.keep(key, sorted(set(pairs)))
    return found


def _pose(fight: Fight, number: int) -> tuple[object, ...]:
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
        return _face_to_face(rows, abreast(one, side), abreast(other, their_side))
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


class Stretch(NamedTuple):
    """What a model covers of the side on which it fights, measured clockwise from where that side begins."""

    low: int
    high: int
    model: int


def abreast(one: Body, side: Side) -> list[Stretch]:
    """The models of a side; the edge of a wedge counts as if it all stood in the front line.

    [tp.unit.infantry_wedge.lineup] [tp.unit.cavalry_wedge.combat]
    """
    wedge, wide = one.wedge, one.base[0]
    if wedge and side == "front":
        starts = {model: (wedge.slots[model].across - 1 + one.files) * wide // 2 for model in wedge.edge}
        return [Stretch(start, start + wide, model) for model, start in starts.items()]
    count, pitch = row(one, side)
    return [Stretch(place * pitch, (place + 1) * pitch, model_at(one, side, place)) for place in range(count)]


def _face_to_face(rows: Meeting, ours: list[Stretch], theirs: list[Stretch]) -> Pairs:
    """Models that stand before each other, or corner to corner, however deep the gap between them."""
    ahead_of = rows.their_start - rows.start
    return sorted({
        (one.model, other.model)
        for one in ours
        for other in theirs
        if one.low <= ahead_of - other.low + TOUCH and one.high >= ahead_of - other.high - TOUCH
    })  # fmt: skip


def touching(fight: Fight, a: int, b: int) -> Pairs:
    """Which base of a touches which base of b."""
    contact = between(fight, a, b)
    if contact is None:
        return sorted(set(_near_pairs(outline(fight, a, b), outline(fight, b, a))))
    pairs = pairs_of(fight, contact)
    return pairs if contact.a == a else sorted((theirs, ours) for ours, theirs in pairs)


def fighters(fight: Fight, number: int, contact: Contact) -> list[int]:
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
        pairs = _face_to_face(rows, abreast(one, side), abreast(other, their_side))
        return sorted({model for model, _ in pairs})
    return sorted([model_at(one, side, place) for place in rows.places()])


def attacks_of(fight: Fight, number: int, models: list[int]) -> int:
    """How many attacks these models of a piece have, characters with their own, riders with their mounts."""
    piece = fight.state.pieces[number]
    if not piece.leaders and not piece.backing and piece.masters == NOBODY:
        return len(models) * own_attacks(fight, number)
    from ..moving.groups import parts, special_places

    special = special_places(fight, number)
    owners = [part for part, count in parts(fight, number) for _ in range(count)]
    return sum(
        own_attacks(fight, member)
        for model in models
        for member in on_base(fight, special.get(model, owners[model]))
    )


def own_attacks(fight: Fight, member: int) -> int:
    """What one model of a piece strikes: its own lines, a second blade, what its temper adds.

    [tp.weapon.two_hand_weapons] [tp.trait.frenzy]
    """
    found, arms = figure(fight, member), fight.setting.weapons
    tally = Tally(found.attacks, "tp.combat.attacks", "attacks")
    tally.add(max((arms[one].attacks for one in found.weapons if arms[one].melee), default=0), "tp.weapon.options")
    for hook in specials.special.at("attacks", nature(fight, member)):
        for line in found.blows:
            hook(fight, member, line, tally)
    return tally.total


def total_attacks(fight: Fight, number: int) -> int:
    return attacks_of(fight, number, list(range(body(fight, number).models)))
