"""What strikes in a round of combat besides the blows: hits of items that nobody rolls for, and what follows.

[tp.combat.hit.automatic]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from warhost.engine.point import Point

from ..magic.bearing import nature
from ..setting import Fight
from ..special import specials
from ..special.riding import on_base
from ..state import Number
from ..wounds.hits import Attack, strike
from .blows import Striker, front_line, owners
from .fronts import touching
from .prowess import Readied

ALIVE = ("standing", "within")

class Delivered(NamedTuple):
    """Blows that were struck, and how many of them hit."""

    readied: Readied
    hits: int


Occasion = Point[[Fight, Number, Striker], "Iterator[Attack | Delivered]"]
"""When a model does something beside or in place of its blows."""


def besides_blows(fight: Fight, order: Sequence[Number]) -> tuple[list[Attack], list[Delivered]]:
    """All such hits of these pieces, worked out before anybody falls; and the blows of companions, who may miss."""
    found = list(_unrolled(fight, order, specials.strikes_besides))
    return [one for one in found if isinstance(one, Attack)], [one for one in found if isinstance(one, Delivered)]


def instead_of_blows(fight: Fight, order: Sequence[Number]) -> list[Attack]:
    """What some of these do in place of all their blows."""
    return [one for one in _unrolled(fight, order, specials.instead_of_blows) if isinstance(one, Attack)]


def _unrolled(fight: Fight, order: Sequence[Number], occasion: Occasion) -> Iterator[Attack | Delivered]:
    """What those in the front lines of these pieces do on this occasion."""
    if not fight.setting.enchanted:
        return
    for group in order:
        for striker in front_line(fight, group):
            yield from chain.from_iterable(occasion.replies(nature(fight, striker.member), fight, group, striker))


def struck_together(fight: Fight, readied: list[Readied]) -> list[Readied]:
    """What blows gain that several strike at the same enemy."""
    if fight.setting.enchanted:
        for member in dict.fromkeys(one.blow.member for one in readied):
            readied = specials.together.fold(nature(fight, member), readied, fight, member)
    return readied


def land(fight: Fight, attacks: Sequence[Attack]) -> None:
    """They hit whoever of their targets is still there."""
    for attack in attacks:
        if fight.state.pieces[attack.target].fate in ALIVE:
            strike(fight, attack)


def touched_by(fight: Fight, group: Number, striker: Striker) -> dict[Number, int]:
    """Whose models touch the base of a model in combat, and how many of each; a beast and its rider are two."""
    found: dict[Number, int] = {}
    for foe in dict.fromkeys(target.foe for target in striker.targets):
        theirs = owners(fight, foe)
        for member in _on_bases(
            fight, [theirs[its] for mine, its in touching(fight, group, foe) if mine == striker.base]
        ):
            found[member] = found.get(member, 0) + 1
    return found


def _on_bases(fight: Fight, bases: Sequence[Number]) -> Iterator[Number]:
    return (member for owner in bases for member in on_base(fight, owner))


def blows_exchanged(fight: Fight, fought: Collection[Number], delivered: Sequence[Delivered]) -> None:
    """Both sides have struck: what that brings about, the dead among them included."""
    if fight.setting.enchanted:
        for member in fought:
            specials.blows_exchanged.each(nature(fight, member), fight, member, delivered)


def heard(fight: Fight, fought: Iterable[Number]) -> bool:
    """Whether anybody wants to know which blows hit, when both sides have struck."""
    return fight.setting.enchanted and any(specials.blows_exchanged.heeds(nature(fight, one)) for one in fought)
