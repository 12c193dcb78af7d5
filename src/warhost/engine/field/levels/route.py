"""Finding the way over a table of several levels: the shortest chain of legs of certain kinds.

Between the corners that have to be rounded one walks straight. So the corners of walls, of water and of whoever is
in the way are places a way may turn at, and rims, stairs and ladders are places where it changes its level. Round a
corner the way runs along eight sides in place of the arc: at most a twentieth longer there, and nothing elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from math import hypot, inf
from typing import NamedTuple

from .footing import DEEP, Walk, room, walk
from .links import Leg, leaps_between, steps_from
from .parts import Point, Spot
from .rims import Rim, Rims, foot_of, top_of
from .site import HAIR, Bar, Gait, Site

OCTAGON = 0.41421356
MARGIN = 3  # a corner is rounded with so much to spare, since places are rounded
PLAIN: frozenset[str] = frozenset({"walk", "stairs", "ladder"})
MOST_PLACES = 150  # that a search looks into before it gives up
ARRIVAL = 2_000  # as near as this to its aim a way may end
SAME_LEVEL = 1_500  # somebody higher or lower than this is not in the way


class Bulk(NamedTuple):
    """Somebody or something round that may not be walked through, grown by who wants to pass."""

    x: int
    y: int
    z: int
    radius: float


class Route(NamedTuple):
    legs: tuple[Leg, ...]
    length: float

    @property
    def end(self) -> Spot:
        return self.legs[-1].end


Finish = Callable[[Spot], Iterable[Leg]]
"""How a way may end from a place: the last legs that lead to the goal."""


class Ways:
    """The ways over a site. What the site alone decides is remembered for all who go the same gait."""

    def __init__(self, site: Site):
        self.site, self.rims = site, Rims(site)
        self._corners: dict[tuple[int, Gait], list[Spot]] = {}
        self._walks: dict[tuple[Gait, Spot, Spot], Walk] = {}

    # --- the shortest way --------------------------------------------------------------------------------

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
    ) -> Route | None:
        """The shortest way from here to where `finish` says one has arrived, with legs of these kinds.

        `aim` is about where that is. Climbs together are no higher than `highest`; with `wide` he leaps gaps of
        any width.
        """
        return _Search(self, gait, start, finish, aim, limit, kinds, bulks, highest, wide).run()

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
            found = self.stretch(gait, place, end, bulks)
            if found is not None:
                yield Leg("walk", end, found)

        return self.find(gait, start, finish, end[:2], limit, kinds, bulks, highest)

    # --- what searches are made of -----------------------------------------------------------------------

    def stretch(self, gait: Gait, a: Spot, b: Spot, bulks: Sequence[Bulk] = ()) -> float | None:
        """What it costs to walk straight from one place to the other; None if that cannot be."""
        if any(in_the_way(bulk, a, b) for bulk in bulks):
            return None
        found = walk(self.site, gait, a, b[0], b[1])
        return found.cost if not found.stopped and found.end[2] == b[2] else None

    def kept_stretch(self, gait: Gait, a: Spot, b: Spot) -> Walk:
        key = gait, a, b
        found = self._walks.get(key)
        if found is None:
            if len(self._walks) > 300_000:
                self._walks.clear()
            found = self._walks[key] = walk(self.site, gait, a, b[0], b[1])
        return found

    def corners(self, z: int, gait: Gait) -> list[Spot]:
        """Places at this height at which a way may have to turn."""
        key = z, gait
        if key not in self._corners:
            found = dict.fromkeys(self._corners_at(z, gait))
            self._corners[key] = [spot for spot in found if self._passable(gait, spot)]
        return self._corners[key]

    def _passable(self, gait: Gait, spot: Spot) -> bool:
        x, y, z = spot
        site = self.site
        if site.footing(x, y, z, 0) is None or (z == 0 and site.parts.areas and site.ground_at(x, y) == DEEP):
            return False
        found = walk(site, gait, spot, x, y)
        return not found.stopped and found.end[2] == z

    def _corners_at(self, z: int, gait: Gait) -> Iterator[Spot]:
        site, r = self.site, gait.radius + MARGIN
        for end, ways_out in _loose_ends(site.bars(z, gait).near(0, 0, site.width, site.depth)).items():
            for x, y in around(*end, r):
                if all((x - end[0]) * dx + (y - end[1]) * dy > 0 for dx, dy in ways_out):
                    yield x, y, z
        if z == 0:
            for rect in [area.rect for area in site.parts.areas] + [bridge.rect for bridge in site.parts.bridges]:
                yield from ((*point, 0) for point in _rect_corners(rect, MARGIN))
        for surface in site.raised:
            if surface.z == z:
                yield from ((*point, z) for point in _rect_corners(surface.rect, 0))


def _loose_ends(bars: Iterable[Bar]) -> dict[Point, list[Point]]:
    """The ends of bars, and the directions in which those bars that end there point."""
    found: dict[Point, list[Point]] = {}
    for bar in dict.fromkeys(bars):
        for along, out in ((bar.low, -1), (bar.high, 1)):
            end = (bar.line, along) if bar.upright else (along, bar.line)
            found.setdefault(end, []).append((0, out) if bar.upright else (out, 0))
    return found


def around(x: float, y: float, radius: float) -> Iterator[Point]:
    """The corners of the eight-sided figure round a circle."""
    long, short = round(radius), round(radius * OCTAGON)
    for a, b in ((long, short), (short, long)):
        for i in (1, -1):
            for j in (1, -1):
                yield round(x) + i * a, round(y) + j * b


def _rect_corners(rect: tuple[int, int, int, int], out: int) -> Iterator[Point]:
    west, south, east, north = rect
    yield from ((x, y) for x in (west - out, east + out) for y in (south - out, north + out))


def in_the_way(bulk: Bulk, a: Spot, b: Spot) -> bool:
    """Whether a straight walk comes into it; who stands in it already may only go out."""
    if abs(bulk.z - a[2]) >= SAME_LEVEL:
        return False
    dx, dy, fx, fy = b[0] - a[0], b[1] - a[1], a[0] - bulk.x, a[1] - bulk.y
    squared = dx * dx + dy * dy
    limit = (bulk.radius - HAIR) ** 2
    start = fx * fx + fy * fy
    if start < limit:
        return fx * dx + fy * dy < 0
    t = min(1.0, max(0.0, -(fx * dx + fy * dy) / squared)) if squared else 0.0
    return (fx + t * dx) ** 2 + (fy + t * dy) ** 2 < limit


_Key = tuple[Spot, bool]
"""A place, and whether the way to it has a leg of the kind that is wanted."""


def _legs(came: dict[_Key, tuple[float, float, _Key | None, Leg | None]], key: _Key) -> tuple[Leg, ...]:
    found: list[Leg] = []
    at: _Key | None = key
    while at is not None:
        _, _, at, leg = came[at]
        if leg is not None:
            found.append(leg)
    return tuple(reversed(found))


class _Search:
    """One search: the cheapest place first, until nothing cheaper than the goal is left."""

    def __init__(
        self,
        ways: Ways,
        gait: Gait,
        start: Spot,
        finish: Finish,
        aim: Point,
        limit: float,
        kinds: Collection[str],
        bulks: Sequence[Bulk],
        highest: float,
        wide: bool,
    ):
        self.ways, self.gait, self.start, self.finish, self.aim = ways, gait, start, finish, aim
        self.kinds = frozenset(kinds)
        self.limit, self.bulks, self.highest, self.wide = limit + HAIR, bulks, highest, wide
        self.links: dict[Spot, list[Leg]] = {}
        self.static: dict[Spot, None] = {}
        self._levels: dict[int, list[tuple[Spot, float]]] = {}
        self.slack = 2_000 if self.kinds - PLAIN else 0  # what a climb or a jump may gain in plan

    def run(self) -> Route | None:
        if not self._within(self.start):
            return None
        straight = self._ended(self.start, 0.0)
        if straight is not None and not self.kinds - PLAIN:
            _, legs = straight
            if len(legs) == 1 and legs[0].cost <= hypot(*self._off(self.start, legs[0].end)) + HAIR:
                return Route(legs, legs[0].cost)
        self._prepare()
        return self._best(straight)

    def _off(self, a: Spot, b: Spot) -> tuple[float, float]:
        return a[0] - b[0], a[1] - b[1]

    def _ended(self, place: Spot, spent: float) -> tuple[float, tuple[Leg, ...]] | None:
        """The cheapest end from a place, if it can be paid."""
        best: tuple[float, tuple[Leg, ...]] | None = None
        for leg in self.finish(place):
            total = spent + leg.cost
            if total <= self.limit and (best is None or total < best[0]):
                best = total, (leg,)
        return best

    def _prepare(self) -> None:
        """The places of all levels that may matter, and what leads from level to level."""
        if self.kinds & {"stairs", "ladder"}:
            self._stairs()
        if self.kinds & {"climb", "jump"}:
            self._faces()
        if "leap" in self.kinds:
            self._leaps()
        levels = dict.fromkeys([self.start[2], *(spot[2] for spot in self.links)])
        for z in levels:
            self.static.update((spot, None) for spot in self.ways.corners(z, self.gait) if self._within(spot))
        for bulk in self.bulks:
            if self._within((bulk.x, bulk.y, bulk.z)):
                self._round(bulk, levels)

    def _round(self, bulk: Bulk, levels: Iterable[int]) -> None:
        for z in levels:
            if abs(bulk.z - z) < SAME_LEVEL:
                self.links.update(((*point, z), []) for point in around(bulk.x, bulk.y, bulk.radius + MARGIN))

    def _within(self, spot: Spot) -> bool:
        """Whether a way over this place could be short enough."""
        there = hypot(spot[0] - self.start[0], spot[1] - self.start[1])
        back = hypot(spot[0] - self.aim[0], spot[1] - self.aim[1])
        return there + back <= self.limit + 2 * self.slack + ARRIVAL

    def _link(self, a: Spot, leg: Leg) -> None:
        self.links.setdefault(a, []).append(leg)
        self.links.setdefault(leg.end, [])

    def _stairs(self) -> None:
        parts = self.ways.site.parts
        places = [place for stairs in parts.stairs for place in (stairs.foot, stairs.landing, stairs.head)]
        places += [(*ladder.at, z) for ladder in parts.ladders for z in (ladder.bottom, ladder.top)]
        for place in places:
            if self._within(place):
                for leg in steps_from(self.ways.site, self.gait, place):
                    if leg.kind in self.kinds:
                        self._link(place, leg)

    def _near_rims(self) -> list[Rim]:
        return [rim for rim in self.ways.rims.near(*self.start[:2], self.limit + self.slack) if not rim.water]

    def _wanted(self, rim: Rim) -> list[float]:
        """Where along a rim the way may best go over it."""
        (sx, sy, _), (ax, ay) = self.start, self.aim
        first, last = rim.across(sx, sy), rim.across(ax, ay)
        found = [rim.along(sx, sy), rim.along(ax, ay)]
        if first != last:
            free = self.gait.radius if last > first else -self.gait.radius
            part = first / (first - (last - free)) if first != last - free else 0.0
            found.append(rim.along(sx, sy) + min(1.0, max(0.0, part)) * (rim.along(ax, ay) - rim.along(sx, sy)))
        return found

    def _faces(self) -> None:
        site, gait = self.ways.site, self.gait
        rims = self._near_rims()
        for rim in rims:
            for along in self._alongs(rim):
                top = top_of(rim, gait, along)
                if top is None or not self._within(top):
                    continue
                foot = foot_of(site, rim, gait, along)
                drop = rim.z - foot[2]
                if drop > gait.step and not room(site, gait, foot):
                    self._face(rim, top, foot, drop)
                for other in rims:
                    self._storey(rim, other, along, top)

    def _alongs(self, rim: Rim) -> list[float]:
        wanted = [min(max(along, rim.low), rim.high) for along in self._wanted(rim)]
        if rim.barrier > self.gait.step:
            r = self.gait.radius
            wanted = [min(max(along, low + r), high - r) for along in wanted for low, high in rim.windows]
        ends = [] if rim.barrier > self.gait.step else [rim.low, rim.high]
        return list(dict.fromkeys([*wanted, *ends]))

    def _face(self, rim: Rim, top: Spot, foot: Spot, drop: int) -> None:
        if "climb" in self.kinds and rim.surface.kind != "walkway":
            self._link(top, Leg("climb", foot, drop, -drop))
            self._link(foot, Leg("climb", top, drop, drop))
        if "jump" in self.kinds and drop <= self.gait.deepest:
            self._link(top, Leg("jump", foot, 0.0, -drop))

    def _storey(self, rim: Rim, other: Rim, along: float, top: Spot) -> None:
        """From a window up the face to what is above it, and back."""
        if "climb" not in self.kinds or other.z <= rim.z:
            return
        if (other.upright, other.line, other.out) == (rim.upright, rim.line, rim.out):
            above = top_of(other, self.gait, along)
            if above is not None:
                rise = other.z - rim.z
                self._link(top, Leg("climb", above, rise, rise))
                self._link(above, Leg("climb", top, rise, -rise))

    def _leaps(self) -> None:
        widest = self.limit if self.wide else self.gait.widest
        rims = self._near_rims()
        for a in rims:
            for b in rims:
                if (
                    not a.z - self.gait.deepest <= b.z <= a.z + self.gait.step
                    or max(a.barrier, b.barrier) > self.gait.step
                ):
                    continue
                for start, end in leaps_between(a, b, self._wanted(a)):
                    gap = hypot(end[0] - start[0], end[1] - start[1])
                    if gap <= widest + HAIR:
                        self._link((*start, a.z), Leg("leap", (*end, b.z), gap, b.z - a.z, gap))

    def _best(self, best: tuple[float, tuple[Leg, ...]] | None) -> Route | None:
        """The most hopeful place first. That one can walk from place to place is taken for granted until it
        matters:
        most stretches are never looked at."""
        must = self.kinds - PLAIN
        first = self.start, not must
        came: dict[_Key, tuple[float, float, _Key | None, Leg | None]] = {first: (0.0, 0.0, None, None)}
        heap: list[tuple[float, float, int, _Key, _Key, Leg | None]] = [(0.0, 0.0, 0, first, first, None)]
        best, pushed, opened = (None if must else best), 1, set[_Key]()
        while heap and len(opened) < MOST_PLACES:
            hoped, spent, _, key, parent, leg = heappop(heap)
            if best is not None and hoped >= best[0]:
                break
            if key in opened:
                continue
            if leg is not None:
                real = self._real(parent[0], leg)
                if real is None:
                    continue
                if real.cost > leg.cost + 1:
                    total = came[parent][0] + real.cost
                    heappush(heap, (total + self._hope(real.end), total, pushed, key, parent, real))
                    pushed += 1
                    continue
                climbed = came[parent][1] + (abs(real.rise) if real.kind == "climb" else 0)
                came[key] = came[parent][0] + real.cost, climbed, parent, real
            opened.add(key)
            if key[1] and key != first:
                ended = self._ended(key[0], spent)
                if ended is not None and (best is None or ended[0] < best[0]):
                    best = ended[0], (*_legs(came, key), *ended[1])
            for onward in self._onward(key[0], spent):
                new = onward.end, key[1] or onward.kind in must
                total = spent + onward.cost
                high = came[key][1] + (abs(onward.rise) if onward.kind == "climb" else 0)
                hope = total + self._hope(onward.end)
                if new in opened or hope > self.limit or high > self.highest + HAIR:
                    continue
                heappush(heap, (hope, total, pushed, new, key, onward))
                pushed += 1
        return None if best is None else Route(best[1], best[0])

    def _real(self, place: Spot, leg: Leg) -> Leg | None:
        """The leg with what it really costs; None if it cannot be gone."""
        if leg.kind != "walk":
            return leg
        if leg.end in self.static and (place in self.static or place == self.start):
            found = self.ways.kept_stretch(self.gait, place, leg.end)
            fits = not found.stopped and found.end[2] == leg.end[2] and not self._bulky(place, leg.end)
            return Leg("walk", leg.end, found.cost) if fits else None
        cost = self.ways.stretch(self.gait, place, leg.end, self.bulks)
        return None if cost is None else Leg("walk", leg.end, cost)

    def _hope(self, spot: Spot) -> float:
        """What the rest of the way costs at least."""
        return max(0.0, hypot(spot[0] - self.aim[0], spot[1] - self.aim[1]) - self.slack - ARRIVAL)

    def _onward(self, place: Spot, spent: float) -> Iterator[Leg]:
        """Where a way may go on, as if nothing were in the way, as far as it can be paid for."""
        yield from self.links.get(place, ())
        x, y, z = place
        left = self.limit - spent
        for spot, hope in self._by_level(z):
            far = hypot(spot[0] - x, spot[1] - y)
            if far + hope <= left and spot != place:
                yield Leg("walk", spot, far)

    def _by_level(self, z: int) -> list[tuple[Spot, float]]:
        """The places that can be walked to from this height, each with what is left of the way from there."""
        found = self._levels.get(z)
        if found is None:
            near = [spot for spot in self.static if spot[2] == z]
            near += [spot for spot in self.links if abs(spot[2] - z) <= self.gait.step]
            found = self._levels[z] = [(spot, self._hope(spot)) for spot in dict.fromkeys(near)]
        return found

    def _bulky(self, a: Spot, b: Spot) -> bool:
        return any(in_the_way(bulk, a, b) for bulk in self.bulks)
