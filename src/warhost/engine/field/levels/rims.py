"""The edges of raised surfaces: where one climbs, jumps, leaps, and falls.

A rim is a straight stretch of such an edge with the same thing on it all along: nothing, a rail or parapet that can
be stepped over, or a wall through whose windows one gets. What goes on at a rim happens at right angles to it: the
foot below is one radius out, the place above is on the rim itself, or one radius in where something stands on it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from .footing import DEEP, room
from .parts import Point, Rect, Spot, Surface, Wall, holds
from .site import HAIR, RAILED, Cells, Gait, Site, bounds

OUT = 4  # so far outside a rim one looks what joins it there
NO_STEP = 1_000  # a lower edge than this is a step


class Rim(NamedTuple):
    """From `low` to `high` along its line; `out` is +1 where the drop is to the east or north."""

    upright: bool
    line: int
    low: int
    high: int
    z: int
    out: int
    barrier: int  # how high the thing on it is
    surface: Surface
    windows: tuple[tuple[int, int], ...] = ()  # where one gets through a wall on it
    water: bool = False  # the side of a bridge over deep water

    @property
    def railed(self) -> bool:
        return self.barrier >= RAILED

    def at(self, along: float, outward: float = 0) -> Point:
        """The point so far along the rim and so far outside it."""
        across = round(self.line + self.out * outward)
        return (across, round(along)) if self.upright else (round(along), across)

    def along(self, x: float, y: float) -> float:
        """The part of a point's place that is counted along the rim."""
        return y if self.upright else x

    def across(self, x: float, y: float) -> float:
        """How far outside a point lies; less than nothing is inside."""
        return ((x if self.upright else y) - self.line) * self.out

    def nearest(self, x: float, y: float) -> Point:
        return self.at(min(max(self.along(x, y), self.low), self.high))

    def gap(self, x: float, y: float) -> float:
        """How far a point is from it in plan."""
        px, py = self.nearest(x, y)
        return hypot(px - x, py - y)


class Rims:
    """All rims of a site; worked out when first asked for."""

    def __init__(self, site: Site):
        self.site = site
        found = [rim for surface in site.raised for rim in _rims_of(site, surface)]
        found += [rim for bridge in site.parts.bridges if bridge.edges for rim in _bridge_rims(site, bridge.rect)]
        self.all = tuple(found)
        self._cells = Cells((bounds(rim.at(rim.low), rim.at(rim.high)), rim) for rim in self.all)

    def near(self, x: float, y: float, reach: float) -> list[Rim]:
        """Rims of which some part is no farther than this, each once."""
        found = self._cells.near(x - reach, y - reach, x + reach, y + reach)
        return [rim for rim in dict.fromkeys(found) if rim.gap(x, y) <= reach]

    def of(self, spot: Spot, reach: float) -> list[Rim]:
        """Those of the level somebody stands on."""
        x, y, z = spot
        return [rim for rim in self.near(x, y, reach) if rim.z == z and rim.across(x, y) <= HAIR]


def _rims_of(site: Site, surface: Surface) -> Iterator[Rim]:
    west, south, east, north = surface.rect
    sides = (
        (True, west, south, north, -1),
        (True, east, south, north, 1),
        (False, south, west, east, -1),
        (False, north, west, east, 1),
    )
    for upright, line, low, high, out in sides:
        whole = Rim(upright, line, low, high, surface.z, out, 0, surface)
        for start, end in _unjoined(site, whole):
            yield from _by_barrier(site, whole._replace(low=start, high=end))


def _unjoined(site: Site, rim: Rim) -> Iterator[tuple[int, int]]:
    """The stretches beyond which nothing of about the same height goes on."""
    joined: list[tuple[int, int]] = []
    for other in (site.ground, *site.raised):
        if other is rim.surface or abs(other.z - rim.z) > NO_STEP:
            continue
        west, south, east, north = other.rect
        across = (west, east) if rim.upright else (south, north)
        outside = rim.line + rim.out * OUT
        if across[0] <= outside <= across[1]:
            joined.append((south, north) if rim.upright else (west, east))
    yield from _without((rim.low, rim.high), joined)


def _without(span: tuple[int, int], taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    at, end = span
    for low, high in sorted(taken):
        if high <= at or low >= end:
            continue
        if low > at:
            yield at, low
        at = high
    if at < end:
        yield at, end


def _by_barrier(site: Site, rim: Rim) -> Iterator[Rim]:
    """The stretch in parts, each with one thing on it."""
    on_it = [
        wall
        for wall in site.parts.walls
        if wall.upright == rim.upright and wall.line == rim.line and wall.bottom <= rim.z < wall.top
    ]
    cuts = sorted({rim.low, rim.high, *(end for wall in on_it for end in wall.span if rim.low < end < rim.high)})
    for low, high in itertools.pairwise(cuts):
        here = [wall for wall in on_it if wall.span[0] <= low and high <= wall.span[1]]
        barrier = max((wall.top - rim.z for wall in here), default=0)
        windows = tuple(
            span for wall in here for span in _windows(wall, rim.z) if low <= span[0] and span[1] <= high
        )
        yield rim._replace(low=low, high=high, barrier=barrier, windows=windows)


def _windows(wall: Wall, z: int) -> Iterator[tuple[int, int]]:
    for opening in wall.openings:
        if 0 <= opening.bottom - z <= NO_STEP:
            yield opening.low, opening.high


def _bridge_rims(site: Site, rect: Rect) -> Iterator[Rim]:
    """The sides of a bridge beyond which the water is deep."""
    surface = Surface("bridge", rect, 0, "ground")
    west, south, east, north = rect
    middle = (west + east) // 2, (south + north) // 2
    if site.ground_at(west - OUT, middle[1]) == DEEP:
        yield Rim(True, west, south, north, 0, -1, 0, surface, water=True)
    if site.ground_at(east + OUT, middle[1]) == DEEP:
        yield Rim(True, east, south, north, 0, 1, 0, surface, water=True)
    if site.ground_at(middle[0], south - OUT) == DEEP:
        yield Rim(False, south, west, east, 0, -1, 0, surface, water=True)
    if site.ground_at(middle[0], north + OUT) == DEEP:
        yield Rim(False, north, west, east, 0, 1, 0, surface, water=True)


# --- up and down ----------------------------------------------------------------------------------------------


def top_of(rim: Rim, gait: Gait, along: float) -> Spot | None:
    """Where one stands above at this part of the rim; None where a wall leaves no way."""
    if not rim.low - HAIR <= along <= rim.high + HAIR:
        return None
    if not rim.barrier:
        return (*rim.at(along), rim.z)
    if rim.barrier > gait.step and not _through_window(rim, gait, along):
        return None
    return (*rim.at(along, -gait.radius), rim.z)


def _through_window(rim: Rim, gait: Gait, along: float) -> bool:
    r = gait.radius - HAIR
    return gait.window and any(low + r <= along <= high - r for low, high in rim.windows)


def foot_of(site: Site, rim: Rim, gait: Gait, along: float) -> Spot:
    """Where one stands below, a radius out, on the highest surface there."""
    x, y = rim.at(along, gait.radius)
    if not (0 <= x <= site.width and 0 <= y <= site.depth):
        return x, y, 0
    return x, y, site.below(x, y, max(0, rim.z - 1)).z


def landing(site: Site, rim: Rim, gait: Gait, x: float, y: float) -> Spot:
    """Where one comes down who goes over this rim next to a place."""
    along = min(max(rim.along(x, y), rim.low), rim.high)
    return foot_of(site, rim, gait, along)


def bank(site: Site, gait: Gait, x: int, y: int) -> Spot:
    """The place nearest to somebody in deep water where he can stand on dry ground."""
    best: tuple[float, Point] | None = None
    for area in site.parts.areas:
        if area.kind != DEEP or not holds(area.rect, x, y):
            continue
        west, south, east, north = area.rect
        r = gait.radius
        for px, py in [(west - r, y), (east + r, y), (x, south - r), (x, north + r)]:
            if not room(site, gait, (px, py, 0)):
                found = hypot(px - x, py - y), (px, py)
                best = found if best is None else min(best, found)
    return (*best[1], 0) if best is not None else (x, y, 0)
