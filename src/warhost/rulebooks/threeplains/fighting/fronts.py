"""What a piece suffers by its position in a fight: overlaps, attacks in flank and rear, ranks that buckle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs

from warhost.engine.field.compass import HALF_TURN, RIGHT_ANGLE, to_frame, turn, veered
from warhost.engine.field.shapes import SLACK
from warhost.engine.field.zones import CLOCKWISE, Edge, Oblong, against, length, round_about
from warhost.engine.tally import Tally

from ..bodies import TOUCH, body, figure, loose, pyramid, strength, width_of
from ..figure import INCH
from ..kinds import cavalry_wedge, infantry_wedge
from ..setting import Fight
from ..special import qualities
from ..special.riding import ridden
from ..state import NEVER, NOBODY, Contact, Number, Side
from ..wedge import POINT
from .across import between_them
from .contact import combat_of, contacts_of, fighting
from .edges import attacks_of, fighters, irregular, line_of, outline, side_fought, total_attacks, touching
from .engulf import beside, engulfed, ring_holds, ringed_by
from .positions import defended, uphill

__all__ = [
    "buckles", "count_flank_attacks", "defended", "fighters", "flank_and_rear", "flimsy", "inches_beyond",
    "overlapped", "touching", "uphill",
]  # fmt: skip

ENOUGH = 4  # attacks that make a flank or rear attack felt
FEW = 4  # attacks up to which loose pieces have flimsy ranks
BIG = 5  # attacks of a ridden beast that buckles flimsy ranks
PACK = 3  # beasts or chariots that do
MOB_RANKS = 3
NARROWEST = 3  # files below which a narrowed piece is flimsy
PER_POINT = 2
SAME_WAY = RIGHT_ANGLE // 2
CORNERS: dict[Side, int] = {"front": 3, "left": 2, "right": 2, "rear": 1}  # round which a row may be folded
SHUT = -1  # how far an enemy sticks out beyond an end where a friend fights alongside
VULNERABLE: tuple[Side, ...] = ("left", "right", "rear")


# --- flank and rear ------------------------------------------------------------------------------------------


def flank_and_rear(fight: Fight, number: Number) -> list[Number]:
    """The enemies that fight in its flank or rear with 4 or more attacks.  [tp.combat.flankrear]

    [tp.check.bs.flankrear] [tp.move.squareup.lapstress]
    """
    return [contact.foe(number) for contact in _behind(fight, number) if _brought(fight, number, contact) >= ENOUGH]


def _behind(fight: Fight, number: Number) -> list[Contact]:
    """Its contacts in flank or rear; models that only lapped round do not count."""
    return [one for one in fighting(fight, number) if one.side_of(number) != "front" and not one.lapped]


def _brought(fight: Fight, number: Number, contact: Contact) -> int:
    """The attacks of the enemy in its flank or rear, as they were when the round began."""
    if contact.brought != NEVER:
        return contact.brought
    foe = contact.foe(number)
    return attacks_of(fight, foe, fighters(fight, foe, contact))


def count_flank_attacks(fight: Fight, combat: Sequence[int]) -> None:
    """At the start of a round: with how many attacks each enemy is in a flank or rear, at full strength."""
    contacts = fight.state.contacts
    for index, contact in enumerate(contacts):
        if contact.a in combat:
            behind = contact.a if contact.b_side != "front" else contact.b
            attacks = attacks_of(fight, behind, fighters(fight, behind, contact))
            contacts[index] = structs.replace(contact, brought=attacks)


# --- flimsy ranks --------------------------------------------------------------------------------------------


def flimsy(fight: Fight, number: Number) -> str:
    """The rule by which it has flimsy ranks, or nothing.

    [tp.combat.flimsy] [tp.move.charge.fit.flimsy] [tp.unit.engulf.ring_broken] [tp.unit.mob.ranks]
    [tp.unit.skirmish.flimsy] [tp.move.flip.partial] [tp.move.reform]
    """
    piece, found = fight.state.pieces[number], figure(fight, number)
    if found.skirmishes:
        return "tp.unit.skirmish.flimsy"
    if qualities.flimsy_ranks(fight, number) or piece.flimsy_until > fight.state.clock:
        return "tp.combat.flimsy"
    if piece.flip_due or piece.reform_due:
        return "tp.move.flip.partial" if piece.flip_due else "tp.move.reform"
    if piece.wedge_due or piece.wedge:
        return _as_wedge(fight, number)
    if loose(fight, number):
        return "tp.combat.flimsy" if _attacks_in_combat(fight, number) <= FEW else ""
    if piece.ring != NOBODY:
        return "" if ring_holds(fight, number) else "tp.unit.engulf.ring_broken"
    if 0 < piece.narrow < min(NARROWEST, piece.files):
        return "tp.move.charge.fit.flimsy"
    return _for_want_of_ranks(fight, number)


def _as_wedge(fight: Fight, number: Number) -> str:
    """Flimsy while it is still being formed; on horseback whenever it does not charge; on foot for want of half a
    second rank behind its points.

    [tp.unit.infantry_wedge.reform] [tp.unit.cavalry_wedge.reform] [tp.unit.cavalry_wedge.flimsy]
    [tp.unit.infantry_wedge.ranks]
    """
    piece, shape = fight.state.pieces[number], body(fight, number).wedge
    cavalry = pyramid(figure(fight, number))
    if piece.wedge_due:
        return "tp.unit.cavalry_wedge.reform" if cavalry else "tp.unit.infantry_wedge.reform"
    if cavalry:
        return "" if driven_home(fight, number) else "tp.unit.cavalry_wedge.flimsy"
    if shape is None:
        return _for_want_of_ranks(fight, number)
    second = shape.rows[POINT] if len(shape.rows) > POINT else 0
    return "tp.unit.infantry_wedge.ranks" if 2 * second < shape.files else ""


def driven_home(fight: Fight, number: Number) -> bool:
    """Whether it is making a charge, or fights the round that its charge led to.

    [tp.unit.cavalry_wedge.flimsy] [tp.unit.cavalry_wedge.combat]
    """
    piece = fight.state.pieces[number]
    return piece.charge_target != NOBODY or (
        piece.charge_fights >= fight.state.clock and bool(contacts_of(fight, number))
    )


def _for_want_of_ranks(fight: Fight, number: Number) -> str:
    """Units need half of a second rank, mobs three full ranks; characters and command count."""
    models, files = strength(fight, number), width_of(fight.state.pieces[number])
    if figure(fight, number).mob:
        return "tp.unit.mob.ranks" if models < MOB_RANKS * files else ""
    return "tp.combat.flimsy" if 2 * (models - files) < files else ""


def _attacks_in_combat(fight: Fight, number: Number) -> int:
    """Of the models that can strike; of all if it is not in combat."""
    contacts = fighting(fight, number)
    if not contacts:
        return total_attacks(fight, number)
    striking = {model for contact in contacts for model in fighters(fight, number, contact)}
    return attacks_of(fight, number, sorted(striking))


# --- buckling ------------------------------------------------------------------------------------------------


def buckles(fight: Fight, number: Number) -> str:
    """The rule by which it buckles, or nothing: 5 stress dice, however many reasons there are.

    Over turrets nobody buckles, inside works they do.
    [tp.combat.buckle] [tp.check.bs.buckling] [tp.unit.elsewhere] [tp.siege.combat_on]
    """
    if not flimsy(fight, number):
        return ""
    for contact in fighting(fight, number):
        foe = contact.foe(number)
        if contact.across and not between_them(contact).ranks_matter(fight, number, contact):
            continue
        if _too_sturdy(fight, foe) and not _excepted(fight, number, foe, contact):
            return "tp.combat.buckle"
    return ""


def _too_sturdy(fight: Fight, foe: Number) -> bool:
    """A big ridden beast, 3 beasts or chariots, a unit or mob; whether its ranks are flimsy is asked later. Beast
    masters never are.  [tp.beast.masters.combat]
    """
    found, models = figure(fight, foe), fight.state.pieces[foe].models
    if found.kind == "master":
        return False
    if found.category == "beast":
        return models >= PACK or (ridden(fight, foe) and total_attacks(fight, foe) >= BIG)
    if found.category == "machine":
        return found.mounted and models >= PACK
    return found.category != "character"


def _excepted(fight: Fight, number: Number, foe: Number, contact: Contact) -> bool:
    """[tp.combat.buckle.except]"""
    if flimsy(fight, foe):
        return True
    if contact.side_of(foe) != "front" and not contact.lapped:
        return True
    if figure(fight, number).category == figure(fight, foe).category == "beast":
        return True
    helped = sum(_brought(fight, foe, one) for one in _behind(fight, foe) if one.foe(foe) != number)
    return helped >= ENOUGH


# --- overlapping ---------------------------------------------------------------------------------------------


class Front(NamedTuple):
    """An edge with which a piece fights, as it lies along the line of another: from where to where, how far off."""

    piece: Number
    low: int
    high: int
    off: int


def overlapped(fight: Fight, number: Number) -> Tally:
    """Stress dice for being overlapped: 2 for each vulnerable point passed, 6 all the way round.

    A cavalry wedge cannot be overlapped in the round of its charge.
    [tp.combat.overlap] [tp.check.bs.overlapped] [tp.combat.overlap.misaligned] [tp.unit.engulf.stress]
    [tp.unit.cavalry_wedge.combat]
    """
    dice = Tally(0, "tp.check.bs.overlapped")
    if cavalry_wedge(fight, number) and driven_home(fight, number):
        return dice
    if engulfed(fight, number):
        if ringed_by(fight, number) != NOBODY or any(
            _can_overlap(fight, contact.foe(number), number) for contact in fighting(fight, number)
        ):
            dice.add(PER_POINT * len(VULNERABLE), "tp.combat.overlap", "all round")
        return dice
    contacts = [contact for contact in fighting(fight, number) if not contact.across]
    covered = {contact.side_of(number) for contact in contacts if not contact.lapped}
    passed: list[Side] = []
    for contact in contacts:
        passed += _by_the_row(fight, number, contact)
        passed += _by_lapping(fight, number, contact)
    for side in VULNERABLE:
        if side in passed and side not in covered:
            dice.add(PER_POINT, "tp.combat.overlap", side)
    return dice


def _can_overlap(fight: Fight, foe: Number, number: Number) -> bool:
    """[tp.combat.overlap.flimsy] [tp.combat.overlap.never]"""
    found = figure(fight, foe)
    if found.category == "machine" and not found.mounted:
        return False
    if flank_and_rear(fight, foe):
        return False
    return not flimsy(fight, foe) or bool(flimsy(fight, number))


def inches_beyond(fight: Fight, number: Number) -> int:
    """By how many whole inches the enemies' fronts stick out beyond a piece that is overlapped, all ends together.

    [tp.item.weapon.axes_of_storacus] [tp.item.weapon.spear_of_haxece]
    """
    if engulfed(fight, number) or not overlapped(fight, number).total:
        return 0
    beyond: dict[Side, list[tuple[int, int]]] = {}
    for contact in fighting(fight, number):
        if contact.across:
            continue
        ends = [_beyond_the_row(fight, number, contact), _beyond_by_lapping(fight, number, contact)]
        beyond.setdefault(side_fought(fight, number, contact), []).extend(ends)
    return sum(max(right for right, _ in ends) + max(left for _, left in ends) for ends in beyond.values()) // INCH


def _by_the_row(fight: Fight, number: Number, contact: Contact) -> list[Side]:
    """The points passed by the combat front that stands against this side of a piece.

    A flank where a friend fights beside it is not reached from the other end either.  [tp.combat.overlap.outer]
    """
    right, left = _beyond_the_row(fight, number, contact)
    box, side = body(fight, number).oblong, side_fought(fight, number, contact)
    here = CLOCKWISE.index(side)
    shut = [CLOCKWISE[(here + way) % 4] for way, beyond in ((1, right), (-1, left)) if beyond == SHUT]
    passed = [*_folded(box, side, 1, right, CORNERS[side]), *_folded(box, side, -1, left, CORNERS[side])]
    return [point for point in passed if point not in shut]


def _beyond_the_row(fight: Fight, number: Number, contact: Contact) -> tuple[int, int]:
    """How far that front sticks out beyond the right end and the left end; SHUT where a friend stands next to it.

    Only the piece at the open end of its own row is overlapped.  [tp.combat.overlap.gaps] [tp.combat.overlap.outer]
    """
    line = line_of(fight, number, contact)
    own, theirs = _fronts(fight, number, line)
    mine = Front(number, -line.length // 2, line.length // 2, 0)
    row = _row([mine], own)
    members = [front.piece for front in row]
    start = [
        front for front in theirs if any(one.foe(front.piece) in members for one in fighting(fight, front.piece))
    ]
    reaching = [
        front for front in _row(start, theirs)
        if not irregular(fight, front.piece) and _can_overlap(fight, front.piece, number)
    ]  # fmt: skip
    if not reaching:
        return 0, 0
    low, high = min(front.low for front in row), max(front.high for front in row)
    right = max(0, max(front.high for front in reaching) - high) if mine.high >= high else SHUT
    left = max(0, low - min(front.low for front in reaching)) if mine.low <= low else SHUT
    return right, left


def _fronts(fight: Fight, number: Number, line: Edge) -> tuple[list[Front], list[Front]]:
    """The edges with which the pieces of a combat fight along this line, of friends and of enemies."""
    sides: tuple[list[Front], list[Front]] = ([], [])
    own_side = fight.state.pieces[number].side
    for one in combat_of(fight, number):
        enemy = fight.state.pieces[one].side != own_side
        for contact in fighting(fight, one):
            if contact.across:
                continue
            other = line_of(fight, one, contact)
            if one == number or abs(turn(veered(other.outward, HALF_TURN * enemy), line.outward)) > SAME_WAY:
                continue
            x, off = to_frame(other.middle, line.middle, line.outward)
            sides[enemy].append(Front(one, x - other.length // 2, x + other.length // 2, off))
    return sides


def _row(start: list[Front], others: list[Front]) -> list[Front]:
    """Fronts side by side, no more than 1 inch apart, beginning with these.  [tp.combat.overlap.gaps]"""
    row = start[:]
    for front in row:  # it grows while it is walked
        for other in others:
            apart = max(other.low - front.high, front.low - other.high, abs(other.off - front.off))
            if apart <= INCH and other not in row:
                row.append(other)
    return row


def _folded(box: Oblong, side: Side, way: int, stretch: int, corners: int = 3) -> list[Side]:
    """The sides whose middles a stretch passes that is folded round so many corners from one end of a side.

    To reach just as far as a point is not to pass it, and rounded places decide nothing.
    An incomplete last rank counts in the depth.  [tp.combat.overlap.backrank]
    """
    passed: list[Side] = []
    gone, here = 0, CLOCKWISE.index(side)
    for step in range(1, corners + 1):
        other = CLOCKWISE[(here + way * step) % 4]
        along = length(box, other)
        if 2 * (stretch - SLACK) > 2 * gone + along:
            passed.append(other)
        gone += along
    return passed


def _by_lapping(fight: Fight, number: Number, contact: Contact) -> list[Side]:
    """The points that the lapped models of a loose group reach past.  [tp.combat.overlap.loose]"""
    right, left = _beyond_by_lapping(fight, number, contact)
    box, side = body(fight, number).oblong, side_fought(fight, number, contact)
    return [*_folded(box, side, 1, right), *_folded(box, side, -1, left)]


def _beyond_by_lapping(fight: Fight, number: Number, contact: Contact) -> tuple[int, int]:
    """How far those models reach round either end of the struck side, joined from it."""
    foe = contact.foe(number)
    if not irregular(fight, foe) or contact.lapped or not _can_overlap(fight, foe, number):
        return 0, 0
    one, side = body(fight, number), side_fought(fight, number, contact)
    box, starts = one.oblong, round_about(one.oblong, side)
    whole = 2 * (box.width + box.depth)
    covers = [
        (starts[against_side] + low, starts[against_side] + high)
        for base, _ in outline(fight, foe, number)
        if beside(base, one.block)
        for against_side, low, high in against(box, base, TOUCH)
    ]
    struck = length(box, side)
    right = _reach(covers, struck)
    left = _reach([(whole + struck - high, whole + struck - low) for low, high in covers], struck)
    return right - struck, left - struck


def _reach(covers: list[tuple[int, int]], reached: int) -> int:
    """How far a chain of bases reaches on from the end of the struck side, over gaps of up to 1 inch."""
    for low, high in sorted(covers):
        if low <= reached + INCH:
            reached = max(reached, high)
    return reached


# --- wedge points --------------------------------------------------------------------------------------------


def points_against(fight: Fight, number: Number) -> int:
    """The points of infantry wedges that are driven into it.  [tp.unit.infantry_wedge.point_stress]"""
    total = 0
    for contact in fighting(fight, number):
        foe = contact.foe(number)
        if infantry_wedge(fight, foe) and contact.side_of(foe) == "front":
            shape = body(fight, foe).wedge
            total += len({shape.point_of(model) for model in fighters(fight, foe, contact)}) if shape else 0
    return total
