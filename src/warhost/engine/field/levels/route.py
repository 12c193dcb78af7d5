"""Finding the way over a table of several levels: the shortest chain of legs of certain kinds.

Between the corners that have to be rounded one walks straight. So the corners of walls, of water and of whoever is
in the way are places a way may turn at, and rims, stairs and ladders are places where it changes its level.
Over difficult ground the shortest way is bent where it goes in and comes out, as light is by glass: so when a leg
has led over some, ways may turn along the sides of it too, every fifth of an inch.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from math import hypot, inf
from typing import NamedTuple

from .bulk import SAME_LEVEL, Bulk, in_the_way
from .corners import ANY, MARGIN, Corners, Normal, around, rim, turns
from .crossing import GAIN, Crossing
from .footing import DIFFICULT, walk
from .links import Leg
from .parts import Area, Point, Spot, clip
from .rims import Rims
from .site import HAIR, Gait, Site

PLAIN: frozenset[str] = frozenset({"walk", "stairs", "ladder"})
BEND = 200  # so far apart are the places at which a way bends at the side of difficult ground


class Route(NamedTuple):
    legs: tuple[Leg, ...]
    length: float

    @property
    def end(self) -> Spot:
        return self.legs[-1].end


Finish = Callable[[Spot], Iterable[Leg]]
"""How a way may end from a place: the last legs that lead to the goal, whoever may be in their way."""
Hope = Callable[[Spot], float]
"""What the rest of a way costs at least."""


class Ways:
    """The ways over a site. What the site alone decides is remembered for all who go the same gait."""

    def __init__(self, site: Site):
        self.site, self.rims, self.corners = site, Rims(site), Corners(site)

    def find(
        self,
        gait: Gait,
        start: Spot,
        finish: Finish,
        aim: Point,
        limit: float,
        kinds: Collection[str] = PLAIN,
        bulks: Sequence[Bulk] = (),
        highest: float = inf,
        wide: bool = False,
        hope: Hope | None = None,
        arrival: float = 0.0,
        below: Sequence[Bulk] = (),
    ) -> Route | None:
        """The shortest way from here to where `finish` says one has arrived, with legs of these kinds.

        That is no farther from `aim` than `arrival`, unless `hope` says how far off it is at least. Climbs together
        are no higher than `highest`; with `wide` he leaps gaps of any width. Legs to another level end in no bulk,
        and jumps down in none of those `below` either.
        """
        search = _Search(self, gait, start, limit, frozenset(kinds), bulks, highest)
        search.aim_at(aim, arrival, hope)
        if search.kinds - PLAIN:
            bodies = (*search.bulks, *below)
            search.cross(Crossing(self.site, self.rims, gait, start, aim, search.kinds, bodies), wide, below)
        return search.run(finish)

    def to(
        self,
        gait: Gait,
        start: Spot,
        end: Spot,
        limit: float,
        kinds: Collection[str] = PLAIN,
        bulks: Sequence[Bulk] = (),
        highest: float = inf,
    ) -> Route | None:
        """The shortest way to one place."""

        def finish(place: Spot) -> Iterator[Leg]:
            found = self.stretch(gait, place, end)
            if found is not None:
                yield Leg("walk", end, found)

        return self.find(gait, start, finish, end[:2], limit, kinds, bulks, highest)

    def within(self, gait: Gait, start: Spot, limit: float, bulks: Sequence[Bulk] = ()) -> dict[Spot, float]:
        """The places at which ways on foot may turn, with what it costs to come there, as far as this."""
        search = _Search(self, gait, start, limit, PLAIN, bulks, inf)
        for bulk in bulks:
            search.round(bulk)
        search.run(lambda _: ())
        return search.costs()

    def stretch(self, gait: Gait, a: Spot, b: Spot, bulks: Sequence[Bulk] = ()) -> float | None:
        """What it costs to walk straight from one place to the other; None if that cannot be."""
        if any(in_the_way(bulk, a, b) for bulk in bulks):
            return None
        found = walk(self.site, gait, a, b[0], b[1])
        return found.cost if not found.stopped and found.end[2] == b[2] else None


_Key = tuple[Spot, bool]
"""A place, and whether the way to it has a leg of the kind that is wanted."""


class _Came(NamedTuple):
    """How a place was come to: what that cost, how much of it was climbed, from where, by which leg."""

    spent: float
    climbed: float
    before: _Key | None
    leg: Leg | None


class _Search:
    """One search: the cheapest place first, until nothing cheaper than the goal is left.

    Whoever is in the way becomes something to go round only when a leg has run into him: as long as none has, the
    shortest way without him is the shortest way.
    """

    def __init__(
        self,
        ways: Ways,
        gait: Gait,
        start: Spot,
        limit: float,
        kinds: frozenset[str],
        bulks: Sequence[Bulk],
        highest: float,
    ):
        self.ways, self.gait, self.start, self.kinds = ways, gait, start, kinds
        self.limit, self.highest = limit + HAIR, highest
        self.bulks = [one for one in bulks if hypot(one.x - start[0], one.y - start[1]) <= limit + one.radius]
        # Who stands too near somebody leaves him as he can, and not by a way that is as short as can be.
        self.amid = any(hypot(one.x - start[0], one.y - start[1]) < one.radius for one in self.bulks)
        self.links: dict[Spot, list[Leg]] = {}
        self.turns: dict[Spot, Normal] = {start: ANY}  # places that only this search knows
        self.corners: dict[int, dict[Spot, Normal]] = {}
        self.hope: Hope = lambda _: 0.0
        self.rounded: set[Bulk] = set()
        self.waded: set[Area] = set()
        self.came: dict[_Key, _Came] = {}
        self.heap: list[tuple[float, float, int, _Key, _Key, Leg, bool]] = []
        self.pushed = 0
        self.finish: Finish = lambda _: ()
        self.best: Route | None = None
        self.must = kinds - PLAIN
        self.first = start, not self.must

    def aim_at(self, aim: Point, arrival: float, hope: Hope | None) -> None:
        x, y = aim
        near = arrival + (GAIN if self.must else 0)
        self.hope = hope or (lambda spot: max(0.0, hypot(spot[0] - x, spot[1] - y) - near))

    def cross(self, crossing: Crossing, wide: bool, below: Sequence[Bulk]) -> None:
        """Take in the legs over edges that may be worth it."""
        for spot, leg in crossing.legs(self.limit, wide):
            if self._within(spot) and not (leg.kind == "jump" and any(one.holds(leg.end) for one in below)):
                self._link(spot, leg)

    def run(self, finish: Finish) -> Route | None:
        if not self._within(self.start):
            return None
        self.finish = finish
        self.came[self.first] = _Came(0.0, 0.0, None, None)
        if not self.must:
            self._end(self.first)
            if self.best is not None and self.best.length <= self.hope(self.start) + HAIR:
                return self.best
        self._prepare()
        self._open(self.first)
        while self.heap:
            hoped, _, _, key, parent, leg, sure = heappop(self.heap)
            if self.best is not None and hoped >= self.best.length:
                break
            if key not in self.came:
                self._arrive(key, parent, leg, sure)
        return self.best

    def costs(self) -> dict[Spot, float]:
        return {key[0]: came.spent for key, came in self.came.items()}

    # --- what there is -------------------------------------------------------------------------------------

    def _straight(self, end: Spot) -> float:
        return hypot(end[0] - self.start[0], end[1] - self.start[1])

    def _prepare(self) -> None:
        for place, legs in self.ways.corners.steps(self.gait).items():
            for leg in legs:
                if leg.kind in self.kinds and self._within(place):
                    self._link(place, leg)
        self.corners = {
            z: self.ways.corners.at(z, self.gait) for z in {self.start[2], *(spot[2] for spot in self.links)}
        }

    def _within(self, spot: Spot) -> bool:
        """Whether a way over this place could be short enough."""
        return self._straight(spot) + self.hope(spot) <= self.limit + (2 * GAIN if self.must else 0)

    def _link(self, a: Spot, leg: Leg) -> None:
        self.links.setdefault(a, []).append(leg)
        for spot in (a, leg.end):
            self.turns.setdefault(spot, ANY)

    def round(self, bulk: Bulk) -> None:
        """From now on ways lead round him too."""
        if bulk in self.rounded:
            return
        self.rounded.add(bulk)
        new = {
            (*point, z): normal
            for z in self.ways.site.heights
            if abs(bulk.z - z) < SAME_LEVEL
            for point, normal in around(bulk.x, bulk.y, bulk.radius + MARGIN)
        }
        self._turn_at(new)

    def _wade(self, a: Spot, b: Spot) -> None:
        """From now on ways bend at the sides of the difficult ground between two places too."""
        site, dx, dy = self.ways.site, b[0] - a[0], b[1] - a[1]
        for area in site.areas_near(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])):
            if area in self.waded or area.kind not in DIFFICULT or clip(area.rect, a[0], a[1], dx, dy) is None:
                continue
            self.waded.add(area)
            sides = [area.rect, *(bridge.rect for bridge in site.parts.bridges)]
            spots: list[Spot] = [(*point, 0) for rect in sides for point in rim(rect, BEND)]
            self._turn_at({spot: ANY for spot in spots if self._within(spot)})

    def _turn_at(self, new: dict[Spot, Normal]) -> None:
        """From now on ways may turn here too."""
        self.turns.update(new)
        for key in list(self.came):
            self._try(key, new.items())

    # --- from place to place -------------------------------------------------------------------------------

    def _open(self, key: _Key) -> None:
        """Wherever a way may go on from a place."""
        place, spent = key[0], self.came[key].spent
        for leg in self.links.get(place, ()):
            self._push(key, leg, sure=True)
        left = self.limit - spent
        if place in self.turns or self.amid:
            self._try(key, self.ways.corners.near(place, left, self.gait))
        else:
            for far, spot in self.ways.corners.beyond(place, self.gait):
                if far > left:
                    break
                self._push(key, Leg("walk", spot, far), sure=False)
        step = self.gait.step
        self._try(key, [one for one in self.turns.items() if -step <= one[0][2] - place[2] <= step])

    def _normal(self, spot: Spot) -> Normal:
        return self.turns.get(spot) or self.corners.get(spot[2], {}).get(spot, ANY)

    def _try(self, key: _Key, spots: Iterable[tuple[Spot, Normal]]) -> None:
        """Straight walks that may be part of a short way; whether they can be gone is seen when it matters."""
        place = key[0]
        for far, spot in turns(place, self._normal(place), spots, self.amid):
            self._push(key, Leg("walk", spot, far), sure=False)

    def _push(self, key: _Key, leg: Leg, sure: bool) -> None:
        came, new = self.came[key], (leg.end, key[1] or leg.kind in self.must)
        spent = came.spent + leg.cost
        if spent > self.limit or new in self.came:
            return
        hoped = spent + self.hope(leg.end)
        if hoped > self.limit:
            return
        if leg.kind == "climb" and came.climbed + abs(leg.rise) > self.highest + HAIR:
            return
        heappush(self.heap, (hoped, spent, self.pushed, new, key, leg, sure))
        self.pushed += 1

    def _arrive(self, key: _Key, parent: _Key, leg: Leg, sure: bool) -> None:
        before = self.came[parent]
        if leg.kind == "walk":
            if self._barred(parent[0], leg.end):
                return
            if not sure:
                cost = self._cost(parent[0], leg.end)
                if cost is None:
                    return
                if cost > leg.cost + 1:
                    self._wade(parent[0], leg.end)
                    self._push(parent, leg._replace(cost=cost), sure=True)
                    return
        elif any(bulk.holds(leg.end) for bulk in self.bulks):
            return
        climbed = before.climbed + (abs(leg.rise) if leg.kind == "climb" else 0)
        self.came[key] = _Came(before.spent + leg.cost, climbed, parent, leg)
        if key[1]:
            self._end(key)
        self._open(key)

    def _cost(self, a: Spot, b: Spot) -> float | None:
        if a in self.turns or b in self.turns:
            return self.ways.stretch(self.gait, a, b)
        return self.ways.corners.stretch(self.gait, a, b)

    def _barred(self, a: Spot, b: Spot) -> bool:
        """Whether somebody is in the way, who is gone round from now on."""
        found = [bulk for bulk in self.bulks if in_the_way(bulk, a, b)]
        for bulk in found:
            self.round(bulk)
        return bool(found)

    def _end(self, key: _Key) -> None:
        """The cheapest end from a place, if it can be paid."""
        spent = self.came[key].spent
        for leg in self.finish(key[0]):
            if leg.cost > hypot(leg.end[0] - key[0][0], leg.end[1] - key[0][1]) + 1:
                self._wade(key[0], leg.end)
            total = spent + leg.cost
            better = total <= self.limit and (self.best is None or total < self.best.length)
            if better and not self._barred(key[0], leg.end):
                self.best = Route((*self._legs(key), leg), total)

    def _legs(self, key: _Key) -> tuple[Leg, ...]:
        found: list[Leg] = []
        at: _Key | None = key
        while at is not None:
            came = self.came[at]
            at = came.before
            if came.leg is not None:
                found.append(came.leg)
        return tuple(reversed(found))
