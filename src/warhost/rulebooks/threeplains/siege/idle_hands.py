"""Shooting while climbers are held at the turrets: hands that are free, shots that endanger no friend, and things
thrown down.

[tp.siege.idle_hands] [tp.siege.shoot_into_wall_combat] [tp.siege.throwing_projectiles]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from warhost.engine.chain import Chain, Pool
from warhost.engine.field.shapes import gap

from ..bodies import body, enemies, figure, measured, strength
from ..choosing import AT_WHOM, one_of
from ..events.blows import Shot
from ..figure import inches
from ..land.ground import level_of
from ..land.sense import seen_bases
from ..magic.hands import rolling
from ..missiles.aiming import hands_full, to_hit, why_hindered
from ..missiles.hitting import divided, harmless, hit_test, in_sight
from ..missiles.shooting import spares_friends
from ..scenario.points import Deed, busy, shots_besides
from ..setting import Fight
from ..state import Contact, Number
from ..wounds.hits import Attack, strike
from .scaling import CONTACT, at_turrets
from .storming import over_the_turrets
from .works import DEFENDERS, equipment

IDLE = "tp.siege.idle_hands"
THROWN = "tp.siege.throwing_projectiles"
THROW = "throw things down: "
RANGE = inches(3)


def _contacts(fight: Fight, number: Number) -> list[Contact]:
    return [contact for contact in fight.state.contacts if number in (contact.a, contact.b)]


def only_at_turrets(fight: Fight, number: Number) -> bool:
    """Whether all its fighting is over the turrets."""
    found = _contacts(fight, number)
    return bool(found) and all(contact.across == CONTACT for contact in found)


def not_all_hands(fight: Fight, number: Number) -> bool:
    """Those of a piece that holds the turrets who are not locked in the fight may shoot.  [tp.siege.idle_hands]"""
    piece = fight.state.pieces[number]
    holds = piece.side == DEFENDERS and piece.aloft and only_at_turrets(fight, number)
    return holds and len(hands_full(fight, number)) < strength(fight, number)


@busy(IDLE)
def locked(fight: Fight, number: Number) -> list[int]:
    """The models that can strike a climber or be struck by one.  [tp.siege.idle_hands]"""
    found = [contact for contact in _contacts(fight, number) if contact.across == CONTACT and contact.b == number]
    return sorted({guard for contact in found for _, guard in over_the_turrets(fight, contact)})


def held_back(fight: Fight, shooter: Number, target: Number) -> bool:
    """Whether Defenders shoot at somebody who is held at the turrets.  [tp.siege.shoot_into_wall_combat]"""
    return fight.state.pieces[shooter].side == DEFENDERS and held_below(fight, target)


def held_below(fight: Fight, target: Number) -> bool:
    """Whether a piece is held at the turrets: shots at it from the works strike nobody else.

    [tp.siege.shoot_into_wall_combat]
    """
    return only_at_turrets(fight, target) and not fight.state.pieces[target].aloft


# --- things thrown down -----------------------------------------------------------------------------------------


@shots_besides(THROWN)
def throwers(fight: Fight) -> Mapping[str, Deed]:
    """Every unit that has things to throw and somebody to throw them at.  [tp.siege.throwing_projectiles]"""
    if fight.state.active != DEFENDERS:
        return {}
    return {
        f"{THROW}{piece.name}": partial(throw_down, fight, number)
        for number, piece in fight.state.numbered()
        if piece.side == DEFENDERS and _has_things(fight, number) and any(_marks(fight, number))
    }


def _has_things(fight: Fight, number: Number) -> bool:
    """[tp.siege.throwing_projectiles]"""
    piece = fight.state.pieces[number]
    if not piece.standing or piece.aimed == fight.state.clock:
        return False
    if figure(fight, number).kind not in equipment()["projectiles"].kinds:
        return False
    paid_for = fight.setting.entries[piece.entry].name.partition("@")[0] in fight.setting.mission.throwers
    return paid_for and why_hindered(fight, number, "phase") is None


def _marks(fight: Fight, number: Number) -> Iterator[tuple[Number, int]]:
    """The enemies below within 3 inches of models at the turrets whose hands are free, and how many these are.

    [tp.siege.throwing_projectiles] [tp.siege.idle_hands]
    """
    bases, taken = body(fight, number).bases, hands_full(fight, number)
    free = [bases[base] for base in at_turrets(fight, number) if base not in taken]
    for enemy in enemies(fight, number):
        if level_of(fight, enemy) < level_of(fight, number) and seen_bases(fight, number, enemy):
            parts = body(fight, enemy).parts
            near = [base for base in free if measured(min(gap(base, part) for part in parts)) <= RANGE]
            if near:
                yield enemy, len(near)


def throw_down(fight: Fight, number: Number) -> None:
    """One throw for each model at the turrets; into a combat of friends below only after a check.

    [tp.siege.throwing_projectiles] [tp.shoot.disperse.friends]
    """
    pieces, marks = fight.state.pieces, dict(_marks(fight, number))
    target = one_of(fight, DEFENDERS, "target", marks, THROWN, AT_WHOM, pieces[number].name)
    shots = marks[target]
    pieces[number].aimed = fight.state.clock
    if not harmless(fight, number, target) and spares_friends(fight, number, target):
        return
    pieces[number].turn.shot = True
    need = to_hit(fight, number, target)
    chain = Chain(Pool(shots, "throws", THROWN), (hit_test(fight, number, need.total, target),))
    with rolling(fight, number, target):
        hits = fight.roll(chain, DEFENDERS, need)
    title = equipment()["projectiles"].title
    fight.tell(Shot(THROWN, number, target, title, shots, need.total, hits, need.steps))
    seen = in_sight(fight, number, target)
    for struck, share in divided(fight, number, target, hits, DEFENDERS):
        before = strength(fight, struck)
        strike(fight, Attack(struck, share, "missile", THROWN, number, most=seen))
        seen = max(0, seen - before + strength(fight, struck))
