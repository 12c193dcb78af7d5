"""Charges and pursuits turn aside for no enemy: what a straight rush meets.  [tp.move.unintentional]"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from warhost.engine.field.shapes import cast
from warhost.engine.field.stance import Stance

from ..bodies import TOUCH, body, enemies
from ..land.ground import Bar
from ..moving.stride import leading_shapes, nearest_bar, stance
from ..setting import Fight
from ..state import NOBODY
from .marchover import can_march_over


class Way(NamedTuple):
    """A straight rush: how far it goes, whom it hits or what stops it there, and whom it tramples before."""

    distance: int
    hit: int = NOBODY
    bar: Bar | None = None
    trampled: tuple[int, ...] = ()


def rush(fight: Fight, number: int, stand: Stance, reach: int, *, ignoring: Collection[int] = ()) -> Way:
    """Straight ahead: weak enemies are marched over, others are hit, anything else stops it.

    [tp.move.charge.wrongtarget] [tp.move.charge.fit.enemy] [tp.move.marchover.target]
    [tp.move.unintentional.marchover]
    """
    if fight.state.pieces[number].airborne:
        return Way(reach)
    side = fight.state.pieces[number].side
    trampled: tuple[int, ...] = ()
    shapes = leading_shapes(fight, number, stand)
    while True:
        skipped = (*ignoring, *trampled)
        bar = nearest_bar(fight, number, shapes, stand.facing, reach, ignoring=skipped, charge=True)
        if bar is None:
            return Way(reach, trampled=trampled)
        if bar.what == NOBODY or fight.state.pieces[bar.what].side == side:
            return Way(bar.distance, bar=bar, trampled=trampled)
        if can_march_over(fight, number, bar.what) is not None:
            return Way(bar.distance, bar.what, trampled=trampled)
        trampled = (*trampled, bar.what)


def hit_at_once(fight: Fight, number: int, target: int) -> list[int]:
    """The other enemies whom a mover hits where it has hit its first.  [tp.move.unintentional]"""
    here, pieces = stance(fight, number), fight.state.pieces
    if pieces[number].airborne:
        return []
    leading = leading_shapes(fight, number, here)

    def before(enemy: int) -> bool:
        parts = body(fight, enemy).room
        return any(cast(shape, here.facing, TOUCH, part) is not None for shape in leading for part in parts)

    return [
        enemy
        for enemy in enemies(fight, number)
        if enemy != target and not pieces[enemy].fleeing and not pieces[enemy].airborne and before(enemy)
    ]
