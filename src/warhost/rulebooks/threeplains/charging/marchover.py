"""March overs: a big piece walks over a weak one as though it were not there.  [tp.move.marchover]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from warhost.engine.field.body import Body, apart
from warhost.engine.field.compass import ahead, aside, distance, opposite, to_frame, veered
from warhost.engine.field.zones import CLOCKWISE, OUTWARD
from warhost.engine.question import Refusal

from ..bodies import TOUCH, body, figure, measured, more_than_one, strength, true_friends
from ..events.charges import MarchedOver, Trodden
from ..events.items import StoodUp
from ..fighting import contact, parting
from ..fighting.edges import own_attacks
from ..figure import inches
from ..land.ground import on_another_floor, standing_room
from ..magic.bearing import nature
from ..moving.stride import body_in, in_ranks, late, take
from ..scenario.customs import customs_of
from ..setting import Fight
from ..special import specials
from ..special.concealment import concealed
from ..special.specials import Doom
from ..stands import stands
from ..state import Number
from ..wounds.casualties import destroy
from ..wounds.survivors import stand

WEAK = 2  # attacks of a piece that can be marched over
HEAVY_ATTACKS = 6  # of beasts and machines that march over others
FOOT, HORSE = 10, 5  # models
SHELTER = inches(3)
NUDGE = inches(0.25)


def can_march_over(fight: Fight, mover: Number, victim: Number, *, on_purpose: bool = False) -> Refusal | None:
    """Why this piece may not march over that one; friends nearby protect it only from a normal move.

    [tp.move.marchover] [tp.move.marchover.fly] [tp.move.marchover.protect]
    """
    pieces = fight.state.pieces
    if pieces[victim].side == pieces[mover].side or not pieces[victim].standing:
        return Refusal("tp.move.marchover", f"{pieces[victim].name} is no enemy on the table")
    if fight.state.pieces[mover].airborne:
        return Refusal("tp.move.marchover.fly", "flying over an enemy does not harm it")
    if fight.state.pieces[victim].airborne:
        return Refusal("tp.move.marchover.fly", "it is in the air")
    if refusal := on_another_floor(fight, mover, victim):
        return refusal
    if refusal := spared(fight, victim):
        return refusal
    if on_purpose and (refusal := concealed(fight, victim)):
        return refusal
    if on_purpose and sheltered(fight, victim):
        return Refusal("tp.move.marchover.protect", "friends within 3 inches protect it")
    return _too_weak_or_strong(fight, mover, victim)


def spared(fight: Fight, victim: Number) -> Refusal | None:
    """A scenario may forbid it."""
    rule = customs_of(fight, victim).not_trodden(fight, victim)
    return Refusal(rule, "nobody marches over it") if rule else None


def too_strong(fight: Fight, victim: Number) -> Refusal | None:
    """Nobody at all marches over a piece with so many attacks.  [tp.move.marchover]"""
    if (total := attacks(fight, victim)) > WEAK:
        return Refusal("tp.move.marchover", f"its {total} attacks are more than {WEAK}")
    return None


def _too_weak_or_strong(fight: Fight, mover: Number, victim: Number) -> Refusal | None:
    return too_strong(fight, victim) or not_big_enough(fight, mover)


def not_big_enough(fight: Fight, mover: Number) -> Refusal | None:
    """Why a piece marches over nobody.  [tp.move.marchover.who] [tp.beast.masters.combat]"""
    found, piece = figure(fight, mover), fight.state.pieces[mover]
    rule = "tp.move.marchover.who"
    if found.kind == "master":
        return Refusal(rule, "beast masters march over nobody")
    if found.category in ("beast", "machine"):
        if not found.moves:
            return Refusal(rule, "it does not move")
        # Beast masters do not count in a pack; the rider of a lone beast does.
        total = attacks(fight, mover) if piece.lone else piece.models * own_attacks(fight, mover)
        return None if total >= HEAVY_ATTACKS else Refusal(rule, f"it has only {total} of {HEAVY_ATTACKS} attacks")
    if found.category == "character" or (found.loose and not found.loose_by_training):
        return Refusal(rule, "neither single models nor skirmishers march over anybody")
    needed = FOOT if found.category == "infantry" else HORSE
    if strength(fight, mover) < needed:
        return Refusal(rule, f"it has fewer than {needed} models")
    return None


def attacks(fight: Fight, number: Number) -> int:
    """The attacks of all its models, rider and mount together."""
    piece = fight.state.pieces[number]
    return piece.models * own_attacks(fight, number) + sum(
        attacks(fight, member) for member in (*piece.leaders, *piece.backing)
    )


def sheltered(fight: Fight, victim: Number) -> bool:
    """Whether it keeps within 3 inches of a friendly unit or loose group.  [tp.move.marchover.protect]"""
    own = body(fight, victim)
    return any(
        more_than_one(fight, friend) and measured(apart(own, body(fight, friend))) <= SHELTER
        for friend in true_friends(fight, victim)
    )


def may_march_out(fight: Fight, number: Number) -> Refusal | None:
    """Why a piece in combat may not leave it: one enemy that touches it is no victim for a march over.

    [tp.move.marchover] [tp.move.marchover.fly]
    """
    for foe in contact.foes(fight, number):
        if refusal := _too_weak_or_strong(fight, number, foe):
            return refusal
    return None


def march_over(fight: Fight, mover: Number, victims: Sequence[Number], end: Body) -> None:
    """The mover has come to `end`: whoever it passed completely is dead, whoever it still touches fights unless it
    was fleeing.

    [tp.move.marchover] [tp.move.marchover.partial]
    """
    for victim in victims:
        piece = fight.state.pieces[victim]
        if not piece.standing:
            continue
        passed = piece.fleeing or apart(end, body(fight, victim)) > TOUCH
        if not harmed_by(fight, mover, victim):
            if not passed and not _set_beside(fight, mover, victim, end):
                step_out(fight, victim)
            continue
        if passed or not _set_beside(fight, mover, victim, end):
            tread_down(fight, mover, victim)


def harmed_by(fight: Fight, mover: Number, victim: Number) -> bool:
    """Whether that mover does not pass over somebody weak as if he were air.  [tp.item.enchanted.phantom_cloak]"""
    doom = Doom("trodden down", "tp.move.marchover", mover)
    return not specials.averts.any(nature(fight, victim), fight, victim, doom)


def step_out(fight: Fight, victim: Number) -> None:
    """Whoever cannot be trodden on stands at the nearest free place when there is none beside the mover."""
    piece = fight.state.pieces[victim]
    parting.leave(fight, victim)
    stand(fight, victim, body(fight, victim).middle)
    fight.tell(StoodUp("tp.move.marchover.partial", victim, piece.point, piece.facing))


def tread_down(fight: Fight, mover: Number, victim: Number) -> None:
    """It is dead; what it carried may go off where it stood.  [tp.move.marchover]"""
    spot, lost = body(fight, victim).middle, (victim, *fight.state.pieces[victim].leaders)
    fight.tell(Trodden("tp.move.marchover", mover, victim))
    destroy(fight, victim, "tp.move.marchover")
    for one in lost if fight.setting.enchanted else ():
        specials.trodden_down.each(nature(fight, one), fight, one, mover, spot)


@contextmanager
def lifted(fight: Fight, victims: Sequence[int]) -> Iterator[None]:
    """Pieces under a mover's feet are in nobody's way while it finds its place, though everybody sees them.

    That is how things are then, for whoever is asked: nothing is borrowed.  [tp.move.marchover.partial]
    """
    pieces = [fight.state.pieces[victim] for victim in victims if fight.state.pieces[victim].standing]
    for piece in pieces:
        piece.fate = "underfoot"
    yield
    for piece in pieces:
        piece.fate = "standing"


def _set_beside(fight: Fight, mover: Number, victim: Number, end: Body) -> bool:
    """Move the victim the shortest way to where it touches the mover from outside, facing it; both then fight.

    One that finds no free place at all is trampled after all.
    """
    piece, middle = fight.state.pieces[victim], body(fight, victim).middle
    across, along = to_frame(middle, end.middle, end.facing)
    found = []
    for side in CLOCKWISE:
        outward = veered(end.facing, OUTWARD[side])
        half, length = (end.depth, end.width) if side in ("front", "rear") else (end.width, end.depth)
        own = {"front": across, "rear": -across, "right": -along, "left": along}[side]
        for slide in sorted(range(-length // 2, length // 2 + 1, NUDGE), key=lambda at: abs(at - own)):
            spot = aside(ahead(end.middle, outward, half // 2), outward, slide)
            stand = in_ranks(fight, victim, spot, opposite(outward), piece.files)
            found.append((distance(body_in(fight, victim, stand).middle, middle), side, stand))
    for _, side, stand in sorted(found, key=lambda option: option[0]):
        if standing_room(fight, victim, body_in(fight, victim, stand), ignoring=(mover,)) is None:
            parting.leave(fight, victim)
            take(fight, victim, stand)
            contact.engage(fight, mover, victim, (side, "front"), late=late(fight))
            fight.tell(MarchedOver("tp.move.marchover.partial", mover, victim, side, stands(fight, victim)))
            return True
    return False
