"""Where a way from one place to another may best go over edges: climbs, jumps down, leaps across."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from .bulk import Bulk
from .footing import room
from .links import Leg, leaps_between
from .parts import Point, Spot
from .rims import Rim, Rims, foot_of, top_of
from .site import HAIR, Gait, Site

GAIN = 2_000  # what a climb or a jump may gain in plan


class Crossing:
    """Of the endless many places along an edge those that may make the way short: next to where it begins and where
    it leads, on the straight line between, the ends of the edge, and close beside whoever stands at it.
    """

    def __init__(
        self,
        site: Site,
        rims: Rims,
        gait: Gait,
        start: Spot,
        aim: Point,
        kinds: frozenset[str],
        bodies: Sequence[Bulk] = (),
    ):
        self.site, self.rims, self.gait, self.start, self.aim, self.kinds = site, rims, gait, start, aim, kinds
        self.bodies = bodies

    def legs(self, limit: float, wide: bool) -> Iterator[tuple[Spot, Leg]]:
        """Every leg over an edge, with the place it begins at."""
        near = [rim for rim in self.rims.near(*self.start[:2], limit + GAIN) if not rim.water]
        if self.kinds & {"climb", "jump"}:
            for rim in near:
                yield from self._faces(rim, near)
        if "leap" in self.kinds:
            yield from self._leaps(near, limit if wide else self.gait.widest)

    def _faces(self, rim: Rim, near: list[Rim]) -> Iterator[tuple[Spot, Leg]]:
        for along in self._alongs(rim):
            top = top_of(rim, self.gait, along)
            if top is None:
                continue
            foot = foot_of(self.site, rim, self.gait, along)
            drop = rim.z - foot[2]
            if drop > self.gait.step and not room(self.site, self.gait, foot):
                yield from self._face(rim, top, foot, drop)
            if "climb" in self.kinds:
                for other in near:
                    yield from self._storey(rim, other, along, top)

    def _face(self, rim: Rim, top: Spot, foot: Spot, drop: int) -> Iterator[tuple[Spot, Leg]]:
        if "climb" in self.kinds and rim.surface.kind != "walkway":
            yield top, Leg("climb", foot, drop, -drop)
            yield foot, Leg("climb", top, drop, drop)
        if "jump" in self.kinds and drop <= self.gait.deepest:
            yield top, Leg("jump", foot, 0.0, -drop)

    def _storey(self, rim: Rim, other: Rim, along: float, top: Spot) -> Iterator[tuple[Spot, Leg]]:
        """From a window up the face to what is above it, and back."""
        if other.z <= rim.z or (other.upright, other.line, other.out) != (rim.upright, rim.line, rim.out):
            return
        above = top_of(other, self.gait, along)
        if above is not None:
            rise = other.z - rim.z
            yield top, Leg("climb", above, rise, rise)
            yield above, Leg("climb", top, rise, -rise)

    def _leaps(self, near: list[Rim], widest: float) -> Iterator[tuple[Spot, Leg]]:
        step, deepest = self.gait.step, self.gait.deepest
        low = [rim for rim in near if rim.barrier <= step]
        for a in low:
            for b in low:
                if not a.z - deepest <= b.z <= a.z + step:
                    continue
                for start, end in leaps_between(a, b, self._wanted(a)):
                    gap = hypot(end[0] - start[0], end[1] - start[1])
                    if gap <= widest + HAIR:
                        yield (*start, a.z), Leg("leap", (*end, b.z), gap, b.z - a.z, gap)

    def _alongs(self, rim: Rim) -> list[float]:
        wanted = [min(max(along, rim.low), rim.high) for along in self._wanted(rim)]
        if rim.barrier > self.gait.step:
            r = self.gait.radius
            wanted = [min(max(along, low + r), high - r) for along in wanted for low, high in rim.windows]
        ends = [] if rim.barrier > self.gait.step else [rim.low, rim.high]
        return list(dict.fromkeys([*wanted, *ends]))

    def _wanted(self, rim: Rim) -> list[float]:
        (sx, sy, _), (ax, ay) = self.start, self.aim
        first, last = rim.across(sx, sy), rim.across(ax, ay)
        found = [rim.along(sx, sy), rim.along(ax, ay)]
        if first != last:
            free = self.gait.radius if last > first else -self.gait.radius
            part = first / (first - (last - free)) if first != last - free else 0.0
            found.append(rim.along(sx, sy) + min(1.0, max(0.0, part)) * (rim.along(ax, ay) - rim.along(sx, sy)))
        return found + [along for body in self.bodies for along in self._beside(rim, body)]

    def _beside(self, rim: Rim, body: Bulk) -> Iterator[float]:
        """To both sides of somebody on the rim, at its foot, or across a gap from it."""
        along, across = rim.along(body.x, body.y), rim.across(body.x, body.y)
        for line in (across,) if "leap" in self.kinds and across > 0 else (0, self.gait.radius):
            if abs(across - line) < body.radius:
                aside = (body.radius**2 - (across - line) ** 2) ** 0.5 + 1
                yield from (spot for spot in (along - aside, along + aside) if rim.low <= spot <= rim.high)
