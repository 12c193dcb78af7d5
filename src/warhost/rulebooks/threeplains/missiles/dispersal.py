"""Who is struck when a shot cannot pick: mixed pieces, reinforced units, friends locked in combat.

[tp.shoot.disperse] [tp.shoot.disperse.chart]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warhost.engine.chain import Link, Table, Test
from warhost.engine.dice import Throw

from ..bodies import figure
from ..events.blows import Dispersed
from ..fighting.contact import combat_of
from ..setting import Fight
from ..special.riding import bearers
from ..state import NOBODY, Number, Player

Chart = tuple[tuple[int, str], ...]
"""The last face of each band of a D6, and the part that it strikes."""

CHARTS: Mapping[str, Chart] = {
    "chariot": ((4, "chariot"), (6, "character")),
    "howdah": ((3, "beast"), (5, "howdah"), (6, "crew")),
    "pack": ((4, "beasts"), (6, "masters")),
    "beast": ((5, "beast"), (6, "rider")),
}
Shares = list[tuple[Number, int]]
"""Pieces and the hits each of them takes."""


def by_chart(fight: Fight, hits: int, chart: Chart, side: Player) -> dict[str, int]:
    """A D6 for each hit says which part of a mixed piece it strikes.  [tp.shoot.disperse.chart]"""
    cuts = tuple(last for last, _ in chart[:-1])
    struck = dict.fromkeys((part for _, part in chart), 0)
    if hits:
        thrown = Throw(hits, 6, "dispersal", "tp.shoot.disperse.chart", side, cuts, alike=True)
        for face in fight.throw(thrown):
            struck[next(part for last, part in chart if face <= last)] += 1
    return struck


def chart_of(fight: Fight, number: Number) -> str:
    """The chart for a pack with its masters, or a piece that carries a character: a chariot or a beast; none for a
    machine and its crew, who share their stats.  [tp.shoot.disperse.warmachine] [tp.beast.missile_hits]"""
    piece, found = fight.state.pieces[number], figure(fight, number)
    if piece.masters != NOBODY:
        return "pack"
    if len(piece.leaders) != 1 or not piece.lone:
        return ""
    return {"machine": "chariot", "beast": "beast"}.get(found.category, "")


def spread(fight: Fight, number: Number, hits: int, side: Player) -> Shares:
    """Missile or magic hits on a piece, among its parts.  [tp.shoot.disperse] [tp.move.reinforce.one]"""
    piece = fight.state.pieces[number]
    if name := chart_of(fight, number):
        chart = CHARTS[name]
        first, second = by_chart(fight, hits, chart, side).values()
        other = piece.masters if name == "pack" else piece.leaders[0]
        return _told(fight, "tp.shoot.disperse.chart", [(number, first), (other, second)])
    if piece.backing:
        parts = (number, *piece.backing)
        models = [fight.state.pieces[part].models for part in parts]
        shares = list(zip(parts, fair_shares(models, hits), strict=True))
        return _told(fight, "tp.move.reinforce.one", shares)
    return [(number, hits)]


def _told(fight: Fight, rule: str, shares: Shares) -> Shares:
    struck = [(piece, hits) for piece, hits in shares if hits]
    if struck:
        fight.tell(Dispersed(rule, tuple(struck)))
    return struck


def fair_shares(weights: Sequence[int], hits: int) -> list[int]:
    """Hits one by one to the part with the most weight for every hit it would then have, the first if level."""
    shares = [0] * len(weights)
    for _ in range(hits):
        best = 0
        for part in range(1, len(weights)):
            if weights[part] * (shares[best] + 1) > weights[best] * (shares[part] + 1):
                best = part
        shares[best] += 1
    return shares


# --- friends locked in combat --------------------------------------------------------------------------------


def area(fight: Fight, number: Number) -> int:
    """The ground under the bases of all models of a piece."""
    piece = fight.state.pieces[number]
    width, depth = figure(fight, number).base
    return piece.models * width * depth + sum(area(fight, other) for other in bearers(fight, number)[1:])


def crowd(fight: Fight, target: Number) -> list[Number]:
    """The pieces of a combat whom missiles can find: not those who fight from inside works.  [tp.siege.levels]"""
    return [number for number in combat_of(fight, target) if not fight.state.pieces[number].inside]


class Melee:
    """A combat that is shot into, a ring round an enemy too: whose faces of the D6 are whose.

    [tp.shoot.disperse.friends] [tp.unit.engulf.shooting]
    """

    __slots__ = ("areas", "enemies", "friends", "low", "target_low")

    def __init__(self, fight: Fight, target: Number):
        pieces = fight.state.pieces
        fighters = crowd(fight, target)
        self.areas = {number: area(fight, number) for number in fighters}
        self.enemies = [n for n in fighters if pieces[n].side == pieces[target].side]
        self.friends = [n for n in fighters if pieces[n].side != pieces[target].side]
        ours, theirs = (sum(self.areas[n] for n in side) for side in (self.friends, self.enemies))
        self.target_low = theirs >= ours
        larger, total = max(ours, theirs), ours + theirs
        self.low = min(5, (12 * larger + total) // (2 * total))  # 6 times its share, rounded

    def divide(self, fight: Fight, hits: int, side: Player) -> Shares:
        rule = "tp.shoot.disperse.friends"
        faces = fight.throw(Throw(hits, 6, "dispersal", rule, side, (self.low,), alike=True)) if hits else ()
        low = sum(face <= self.low for face in faces)
        on_enemies = low if self.target_low else hits - low
        shares: Shares = []
        for group, struck in ((self.enemies, on_enemies), (self.friends, hits - on_enemies)):
            shares += zip(group, fair_shares([self.areas[n] for n in group], struck), strict=True)
        return _told(fight, rule, shares)

    def links(self, target: Number, hits: int) -> tuple[Link, ...]:
        """What remains for one of the enemies, for the odds."""
        rule = "tp.shoot.disperse.friends"
        need = self.low if self.target_low else self.low + 1
        side = Test(6, need, "dispersal", rule, over=not self.target_low)
        at, areas = self.enemies.index(target), [self.areas[n] for n in self.enemies]
        own = tuple(fair_shares(areas, count)[at] for count in range(hits + 1))
        return side, Table(own, "shared", rule)
