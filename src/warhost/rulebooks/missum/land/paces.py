"""What a straight way costs: losses for a turn, tolls for crossing, fords, and ground that bars.

[mis.chart.terrain] Losses of a turn are taken when the first base enters, tolls hold the way across, the ranks
behind follow free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle, Point, ahead, distance, turn
from warhost.engine.field.shapes import Shape, cast, moved, near, oblong, overlap
from warhost.engine.field.terrain import meets
from warhost.engine.field.way import Leg, covered, swath

from ..armies.troops import Troop
from ..library import MM, Kind, library
from ..state import Piece
from .ground import Laid, Lie

COLUMN = 2  # files at most
TICK = 5 * MM  # by which the ranks behind feel their way past ground that bars
NARROW = 30 * MM  # of fords and bridges
CREEP = 25 * MM
DOWN = 10 * MM


def is_down(start: Point, end: Point, tier: Laid) -> bool:
    """Whether a move on a hill goes down: it ends at least 10 mm farther from the middle.  [mis.add.slopes]"""
    return distance(end, tier.middle) >= distance(start, tier.middle) + DOWN


def column(piece: Piece) -> bool:
    """[mis.move.column]"""
    return piece.files <= COLUMN


class Steps(NamedTuple):
    """How far one comes and at what price."""

    reach: int
    cost: int  # of the allowance, tolls included, losses not
    lost: int  # by losses of the turn
    owed: int  # of these, what is left for the other half
    paid: tuple[int, ...]
    toll: tuple[int, ...]
    rule: str  # what stopped it before its end, if anything
    why: str
    creeping: bool = False
    opposed: bool = False  # by an enemy behind a wall or a barricade


class Walk:
    """A way over the table for troops of one kind: asks what each ground means to them."""

    def __init__(self, lie: Lie, kind: Troop, piece: Piece, here: Body, way: Angle, length: int):
        self.lie, self.kind, self.piece, self.here, self.way, self.length = lie, kind, piece, here, way, length
        self.forward = abs(turn(here.facing, way)) <= 5000
        self.probe = oblong(here.front, here.facing, here.width, here.base[1]) if self.forward else here.block
        self.leg = Leg(here.front, way, length, here.width)

    # --- what a ground is to them ------------------------------------------------------------------------------

    def nature(self, ground: Laid) -> Kind | None:
        """The kind a ground counts as; nothing where it is clear to them.

        [mis.terrain.open-woods] [mis.terrain.dense-woods] [mis.terrain.village] [mis.terrain.road]
        [mis.terrain.bridge]
        """
        kind = ground.kind
        if kind.clear_to and self.kind.has(kind.clear_to):
            return None
        if kind.milder_to and self.kind.has(kind.milder_to):
            return library().kinds[kind.milder]
        if kind.columns_free and column(self.piece) and not self.kind.skirmishes:
            return None
        if kind.water and self.kind.swim:
            return None
        return kind

    def carried(self, ground: Laid) -> Kind | None:
        """The road, ford or bridge that carries the whole front over a ground, if one does.  [mis.terrain.ford]"""
        if not ground.ways or (self.here.width > NARROW + 2 * MM and not self.kind.special):
            return None
        span = self.leg.span(ground.shape, 0)
        if span is None:
            return None
        begin, end = max(span[0], 0), min(span[1], self.length)
        for way in ground.ways:
            if covered(begin, end, self.leg.carried([way.shape])) or covered(
                begin + 500, end - 500, self.leg.carried([way.shape])
            ):
                return way.kind
        return None

    def barred(self, kind: Kind) -> bool:
        return kind.barred == "all" or (kind.barred == "line" and self.kind.kind in ("line", "battery"))

    def loss(self, ground: Laid, kind: Kind) -> int:
        """What is taken off the allowance of a turn for moving through it."""
        if kind.slope and is_down(self.here.middle, ahead(self.here.middle, self.way, self.length), ground):
            return 0
        cell = kind.loss_marsh if kind.loss_marsh and self.kind.has("marsh") else kind.loss
        return cell.value * MM if cell else 0

    def disorders(self, ground: Laid, kind: Kind) -> bool:
        """Whether crossing it disorganizes them.  [mis.disorg.terrain]"""
        if self.kind.skirmishes or self.kind.special:
            return kind.disorganizes_skirmishers and self.kind.skirmishes
        if kind.loss_marsh and self.kind.has("marsh"):
            return False
        return kind.disorganizes

    def forbids_charge(self, kind: Kind) -> bool:
        if kind.loss_marsh and self.kind.has("marsh"):
            return False
        return kind.no_charge == "all" or (kind.no_charge == "line" and not self.kind.skirmishes)

    # --- the way -----------------------------------------------------------------------------------------------

    def entered(self, shape: Shape, length: int) -> list[tuple[int, Laid]]:
        """Every ground that a shape comes over, and after how far."""
        box = swath(shape, self.way, length)
        found = []
        for ground in self.lie.grounds:
            if meets(ground.shape, box):
                far = 0 if self._stays_in(ground, length) else cast(shape, self.way, length, ground.shape)
                if far is not None and far < length:
                    found.append((far, ground))
        return sorted(found, key=lambda item: (item[0], item[1].index))

    def _stays_in(self, ground: Laid, length: int) -> bool:
        """Whether the front begins and ends its way in ground that takes its part of a turn's allowance: only
        leaving it costs nothing.

        [mis.chart.terrain]
        """
        if not ground.kind.loss or not overlap(ground.shape, self.probe):
            return False
        return overlap(ground.shape, _moved(self.probe, self.way, length))

    def crossed(self, length: int) -> list[tuple[int, Laid, Kind]]:
        """What they really come through, roads and the like apart, and after how far."""
        found = []
        for far, ground in self.entered(self.here.block, length):
            kind = self.nature(ground)
            if kind is not None and self.carried(ground) is None:
                found.append((far, ground, kind))
        return found

    def disordered_at(self, length: int) -> int | None:
        """After how far ground disorganizes them on this way, if any does.  [mis.disorg.terrain]"""
        return next((far for far, ground, kind in self.crossed(length) if self.disorders(ground, kind)), None)

    def steps(self, budget: int, allowance: int, halves: bool, opposed: tuple[int, ...] = ()) -> Steps:
        """How far they come for this budget.  `halves`: another half of the move is to come."""
        purse = _Purse(self, budget, allowance, halves)
        met = [*self.entered(self.probe, self.length), *self._beside()]
        for far, ground in sorted(met, key=lambda one: (one[0], one[1].index)):
            if not purse.advance(far):
                break
            if not self._meet(purse, ground, opposed):
                break
        else:
            purse.advance(self.length)
        return purse.result()

    def _beside(self) -> Iterator[tuple[int, Laid]]:
        """Ground where nobody may be, into which the ranks behind would come on a slant past which the front goes.

        [mis.move.drift]
        """
        parts = self.here.parts if self.forward and not self.piece.height else ()
        box = swath(self.here.block, self.way, self.length)
        for ground in self.lie.grounds:
            kind = self.nature(ground)
            if kind is None or not self.barred(kind) or not meets(ground.shape, box):
                continue
            ways = (0, *range(TICK, self.length, TICK), self.length)
            placed = ((far, _moved(part, self.way, far)) for far in ways for part in parts)
            inside = [far for far, part in placed if overlap(ground.shape, part, MM)]
            if inside and inside[0]:  # whoever is in it already, as on a bridge, comes out of it
                yield max(0, inside[0] - TICK), ground

    def _meet(self, purse: _Purse, ground: Laid, opposed: tuple[int, ...]) -> bool:
        """Whether they go on over a ground."""
        kind = self.nature(ground)
        way = self.carried(ground) if kind is not None else None
        if kind is None or (way is not None and not way.double):
            return True
        span = self.leg.span(ground.shape, 0) or (purse.at, purse.at)
        if way is not None:
            purse.double(span)
            return True
        if self.barred(kind) or ground.index in opposed:
            purse.opposed = ground.index in opposed
            return purse.halt(kind.rule, f"no way leads through the {kind.title}")
        if loss := self.loss(ground, kind):
            return purse.lose(ground, loss)
        if kind.toll:
            return purse.pay_toll(ground, kind.toll.value * MM, span)
        return True


class _Purse:
    """The allowance as it goes along a way."""

    def __init__(self, walk: Walk, budget: int, allowance: int, halves: bool):
        self.walk, self.left, self.allowance, self.halves = walk, budget, allowance, halves
        self.at = self.cost = self.lost = self.owed = 0
        self.paid, self.toll = walk.piece.paid, walk.piece.toll
        self.free: list[tuple[int, int]] = []
        self.twice: list[tuple[int, int]] = []
        self.rule = self.why = ""
        self.creeping = self.opposed = False

    def advance(self, far: int) -> bool:
        """Go on to this point, or as far as the allowance lasts."""
        while self.at < far:
            end, rate = self._stretch(far)
            price = (end - self.at) * rate
            if price > self.left:
                self.at += self.left // rate if rate else 0
                self.cost += self.left
                self.left = 0
                return False
            self.left, self.cost, self.at = self.left - price, self.cost + price, end
        return True

    def _stretch(self, far: int) -> tuple[int, int]:
        """How far the price stays the same, and what it is."""
        end, rate = far, 1
        for spans, cheap in ((self.free, 0), (self.twice, 2)):
            for begin, stop in spans:
                if begin <= self.at < stop:
                    end, rate = min(end, stop), cheap
                elif self.at < begin:
                    end = min(end, begin)
        return end, rate

    def halt(self, rule: str, why: str) -> bool:
        self.rule, self.why = rule, why
        return False

    def double(self, span: tuple[int, int]) -> None:
        self.twice.append(span)

    def lose(self, ground: Laid, loss: int) -> bool:
        """A loss of the turn: from this half, the rest from the other; who has gone too far stops at the edge."""
        if ground.index in self.paid:
            return True
        self.paid = (*self.paid, ground.index)
        taken = min(loss, self.left)
        self.left, self.lost = self.left - taken, self.lost + loss
        if taken == loss and self.left >= MM:
            return True
        if self.halves:
            self.owed += loss - taken
        if self.lost >= self.allowance and self.walk.piece.came + self.at < CREEP:
            self.creeping = True
            self.owed = self.allowance if self.halves else 0  # 25 mm in a turn, not in each half
            self.left = CREEP - self.walk.piece.came - self.at
            return True
        return self.halt(ground.kind.rule, f"the {ground.kind.title} takes what is left of the move")

    def pay_toll(self, ground: Laid, price: int, span: tuple[int, int]) -> bool:
        already = self.toll[1] if self.toll and self.toll[0] == ground.index else 0
        due = price - already
        if due > self.left:
            self.toll = (ground.index, already + self.left)
            self.cost, self.left = self.cost + self.left, 0
            return self.halt(ground.kind.rule, f"crossing the {ground.kind.title} takes longer")
        self.toll = (ground.index, price)
        self.left, self.cost = self.left - due, self.cost + due
        self.free.append((min(span[0], self.at), span[1]))
        return True

    def result(self) -> Steps:
        toll = self.toll
        if toll:
            ground = self.walk.lie.all[toll[0]]
            after = _moved(self.walk.probe, self.walk.way, self.at)
            if not near(after, ground.shape, 1500):
                toll = ()
        gone = self.at, self.cost, self.lost, self.owed
        return Steps(*gone, self.paid, toll, self.rule, self.why, self.creeping, self.opposed)


def _moved(shape: Shape, way: Angle, length: int) -> Shape:
    return moved(shape, *ahead((0, 0), way, length))
