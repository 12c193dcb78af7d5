"""Charges and pursuits turn aside for no enemy: what a straight rush meets.  [tp.move.unintentional]"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from warhost.engine.field.length import Length
from warhost.engine.field.rush import rush as straight
from warhost.engine.field.rush import until_touch
from warhost.engine.field.stance import Stance

from ..bodies import TOUCH, body, enemies, same_height
from ..land.ground import Bar, nearest_bar
from ..moving.stride import leading_shapes, stance
from ..setting import Fight
from ..state import NOBODY, Number
from .marchover import can_march_over


class Way(NamedTuple):
    """A straight rush: how far it goes, whom it hits or what stops it there, and whom it tramples before."""

    distance: Length
    hit: Number = NOBODY
    bar: Bar | None = None
    trampled: tuple[Number, ...] = ()


def rush(fight: Fight, number: Number, stand: Stance, reach: Length, *, ignoring: Collection[int] = ()) -> Way:
    """Straight ahead: weak enemies are marched over, others are hit, anything else stops it.

    [tp.move.charge.wrongtarget] [tp.move.charge.fit.enemy] [tp.move.marchover.target]
    [tp.move.unintentional.marchover]
    """
    if fight.state.pieces[number].airborne:
        return Way(reach)
    side, shapes = fight.state.pieces[number].side, leading_shapes(fight, number, stand)

    def first(trampled: tuple[Bar, ...]) -> Bar | None:
        skipped = (*ignoring, *(bar.what for bar in trampled))
        return nearest_bar(fight, number, shapes, stand.facing, reach, ignoring=skipped, charge=True)

    def enemy(bar: Bar) -> bool:
        return bar.what != NOBODY and fight.state.pieces[bar.what].side != side

    way = straight(reach, first, lambda bar: enemy(bar) and can_march_over(fight, number, bar.what) is None)
    trampled = tuple([bar.what for bar in way.passed])
    if way.bar is not None and enemy(way.bar):
        return Way(way.distance, way.bar.what, trampled=trampled)
    return Way(way.distance, bar=way.bar, trampled=trampled)


def hit_at_once(fight: Fight, number: Number, target: Number) -> list[Number]:
    """The other enemies whom a mover hits where it has hit its first.  [tp.move.unintentional]"""
    here, pieces = stance(fight, number), fight.state.pieces
    if pieces[number].airborne:
        return []
    leading = leading_shapes(fight, number, here)

    def before(enemy: Number) -> bool:
        return until_touch(leading, here.facing, TOUCH, body(fight, enemy).room) is not None

    return [
        enemy
        for enemy in enemies(fight, number)
        if enemy != target and not pieces[enemy].fleeing and same_height(fight, number, enemy) and before(enemy)
    ]
