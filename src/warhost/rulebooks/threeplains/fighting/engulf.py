"""Engulfing: pieces with enemies all the way round them, and units that choose to ring one."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle, ahead, rays
from warhost.engine.field.shapes import Shape, gap
from warhost.engine.field.stance import Stance
from warhost.engine.field.zones import Oblong, Side, against, edge, round_about, span, zone
from warhost.engine.question import Choose, Refusal

from ..bodies import TOUCH, body, figure, loose, measured, on_table, strength
from ..events.contacts import FormedAgain, RingBroken
from ..figure import INCH, inches
from ..land.ground import standing_room
from ..moving.stride import body_in, take
from ..setting import Fight
from ..special.riding import bearers
from ..state import NOBODY, Number, Point
from .contact import combat_of, contacts_of, fighting, foes
from .edges import irregular, outline

TIMES_BIGGER = 3
FACINGS = rays(8)
SEARCH_STEP, SEARCH_END = inches(0.5), inches(12)


# --- is the ring closed? -------------------------------------------------------------------------------------


def engulfed(fight: Fight, number: Number) -> bool:
    """Whether enemy models ring it all the way round.  [tp.move.engulf] [tp.unit.engulf.ring_broken]"""
    if ringed_by(fight, number) != NOBODY:
        return True
    pieces = fight.state.pieces
    ringing = [one for one in combat_of(fight, number) if pieces[one].side != pieces[number].side]
    ringing = [one for one in ringing if pieces[one].ring != number]  # its ring is broken
    # A formed piece closes one side of four.
    if len(ringing) < 4 and not any(irregular(fight, one) for one in ringing):
        return False
    return _closed(fight, number, ringing)


def rings(fight: Fight, number: Number) -> bool:
    """Whether it stands all round an enemy, so that its whole outside is its rear.

    [tp.move.squareup.newzones] [tp.unit.engulf.rear]
    """
    if fight.state.pieces[number].ring != NOBODY:
        return True
    if not irregular(fight, number):
        return False
    return any(_closed(fight, foe, [number]) for foe in foes(fight, number))


def _closed(fight: Fight, number: Number, ringing: Sequence[Number]) -> bool:
    """A base against each of the four sides, and no gap in the ring wider than 1 inch."""
    one = body(fight, number)
    near = [base for enemy in ringing for base, _ in outline(fight, enemy, number) if beside(base, one.block)]
    if len(near) < 4:
        return False
    places: list[tuple[int, int, Shape]] = []
    closed_sides: list[Side] = []
    box = one.oblong
    starts = round_about(box, "front")
    for base in near:
        for side, low, high in against(box, base, TOUCH) or [_at_corner(box, base)]:
            places.append((starts[side] + low, starts[side] + high, base))
            if high > low and side not in closed_sides:
                closed_sides.append(side)
    if len(closed_sides) < 4:
        return False
    places.sort(key=lambda place: place[:2])
    return all(measured(gap(places[index - 1][2], here[2])) <= INCH for index, here in enumerate(places))


def beside(a: Shape, b: Shape) -> bool:
    """Whether they touch."""
    boxes_meet = (
        a.left <= b.right + TOUCH and b.left <= a.right + TOUCH
        and a.bottom <= b.top + TOUCH and b.bottom <= a.top + TOUCH
    )  # fmt: skip
    return boxes_meet and gap(a, b) <= TOUCH


def _at_corner(box: Oblong, base: Shape) -> tuple[Side, int, int]:
    side = zone(box, base.centre)
    line = edge(box, side)
    low, _, _, _ = span(line, base)
    spot = line.length if low >= 0 else 0
    return side, spot, spot


def ringed_by(fight: Fight, number: Number) -> int:
    """The unit that has engulfed it and holds its ring closed, or NOBODY; that unit hits it more easily.

    [tp.unit.engulf.effects] [tp.unit.engulf.ring_broken]
    """
    for one in foes(fight, number):
        if fight.state.pieces[one].ring == number and ring_holds(fight, one):
            return one
    return NOBODY


def ring_needs(fight: Fight, number: Number, victim: Number) -> int:
    """How many models one ring round a victim takes.  [tp.unit.engulf.conditions]"""
    pitch, other = figure(fight, number).base[0], body(fight, victim)
    return 2 * -(-other.width // pitch) + 2 * -(-other.depth // pitch) + 4


def ring_holds(fight: Fight, number: Number) -> bool:
    """Whether a unit still has the models to close its ring.  [tp.unit.engulf.ring_broken]"""
    return strength(fight, number) >= ring_needs(fight, number, fight.state.pieces[number].ring)


# --- what it does --------------------------------------------------------------------------------------------


def let_go(fight: Fight, number: Number, gone: int = NOBODY) -> None:
    """The contacts of a piece have changed: a ring round nobody is given up, and nobody is steadfast without one.

    `gone` is the piece that has left: whoever had engulfed it forms up again.
    """
    piece = fight.state.pieces[number]
    if piece.ring != NOBODY and piece.ring not in foes(fight, number):
        if piece.ring == gone and piece.standing:
            form_again(fight, number)
        piece.ring = NOBODY
    if piece.unbreakable and not engulfed(fight, number):
        piece.unbreakable = False
        if piece.standing:
            fight.tell(RingBroken("tp.unit.engulf.ring_broken", number))


def loosen(fight: Fight) -> None:
    """Rings that have lost too many models hold nobody any more.  [tp.unit.engulf.ring_broken]"""
    for number in on_table(fight):
        if fight.state.pieces[number].unbreakable:
            let_go(fight, number)


# --- units that engulf ---------------------------------------------------------------------------------------


def may_engulf(fight: Fight, number: Number, victim: Number) -> Refusal | None:
    """Why a unit may not engulf this enemy now.  [tp.unit.engulf.conditions] [tp.unit.engulf.move]"""
    rule = "tp.unit.engulf.conditions"
    contacts = fighting(fight, number)
    if loose(fight, number) or fight.state.pieces[number].ring != NOBODY:
        return Refusal(rule, "only a unit in formation engulfs an enemy")
    if fight.state.pieces[number].wedge:
        return Refusal("tp.unit.infantry_wedge.movement", "a wedge engulfs nobody")
    if any(contact.across for contact in contacts):
        return Refusal(rule, "something keeps it from going round its enemy")
    if len(contacts) != 1 or contacts[0].foe(number) != victim or len(contacts_of(fight, number)) > 1:
        return Refusal(rule, "it fights another enemy as well")
    if contacts[0].side_of(number) != "front":
        return Refusal(rule, "the enemy does not fight its front")
    if contacts[0].rounds < 1:
        return Refusal(rule, "no full round of this combat has been fought")
    side = fight.state.pieces[victim].side
    if any(one != victim and fight.state.pieces[one].side == side for one in combat_of(fight, number)):
        return Refusal(rule, "the enemy is not alone")
    if _area(fight, number) < TIMES_BIGGER * _area(fight, victim):
        return Refusal(rule, "it is less than three times as big as its enemy")
    if strength(fight, number) < ring_needs(fight, number, victim):
        return Refusal(rule, f"the ring needs {ring_needs(fight, number, victim)} models")
    return _no_room(fight, number, victim)


def _area(fight: Fight, number: Number) -> int:
    """The ground under all bases of a piece."""
    piece = fight.state.pieces[number]
    width, depth = figure(fight, number).base
    return piece.models * width * depth + sum(_area(fight, other) for other in bearers(fight, number)[1:])


def _no_room(fight: Fight, number: Number, victim: Number) -> Refusal | None:
    """No model of its rings may be laid on another piece, on impassable ground or off the board.

    [tp.unit.engulf.move]
    """
    ring = ring_body(fight, number, victim)
    if standing_room(fight, number, ring, ignoring=(victim,)) is None:
        return None
    return Refusal("tp.unit.engulf.move", "there is no room for the ring")


def ring_body(fight: Fight, number: Number, victim: Number) -> Body:
    piece = fight.state.pieces[number]
    before, piece.ring = piece.ring, victim
    ring = body(fight, number)
    piece.ring = before
    return ring


def form_again(fight: Fight, number: Number) -> None:
    """The victim is dead: the unit takes up its formation about where it stands, facing any way its owner likes.

    [tp.unit.engulf.reform]
    """
    piece = fight.state.pieces[number]
    middle, before = body(fight, number).middle, piece.facing
    stands = {
        "as before" if facing == before else str(facing // 100): stand
        for facing in (before, *FACINGS)
        if (stand := _stand(fight, number, middle, facing))
    }
    if len(stands) > 1:
        text = "How shall {who} face?"
        question = Choose(piece.side, "facing", list(stands), "tp.unit.engulf.reform", about=piece.name, text=text)
        take(fight, number, stands[str(fight.ask(question))])
    elif stands:
        take(fight, number, *stands.values())
    piece.ring = NOBODY
    fight.tell(FormedAgain("tp.unit.engulf.reform", number, piece.point, piece.facing))


def _stand(fight: Fight, number: Number, middle: Point, facing: Angle) -> Stance | None:
    """The formation nearest to this middle for which there is room."""
    piece = fight.state.pieces[number]
    ranks = -(-strength(fight, number) // piece.files)
    centre = ahead(middle, facing, ranks * figure(fight, number).base[1] // 2)
    for away in range(0, SEARCH_END, SEARCH_STEP):
        for way in FACINGS if away else FACINGS[:1]:
            stand = Stance(ahead(centre, way, away), facing, piece.files)
            if standing_room(fight, number, body_in(fight, number, stand), ignoring=(piece.ring,)) is None:
                return stand
    return None
