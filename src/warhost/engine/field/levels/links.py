"""From one level to another: stairs, ladders, climbs, jumps down, leaps across."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Literal, NamedTuple

from .footing import reach, room
from .parts import Point, Spot, Stairs
from .rims import Rim, Rims, foot_of, top_of
from .site import HAIR, Gait, Site

LegKind = Literal["walk", "stairs", "ladder", "climb", "jump", "leap"]
ON_IT = 30  # as near as this one stands on a rim, or at a ladder


class Leg(NamedTuple):
    """A stretch of a way: where it ends, what it costs, and how far it goes up or down."""

    kind: LegKind
    end: Spot
    cost: float
    rise: int = 0
    gap: float = 0.0  # of a leap, from edge to edge


def _same(a: Spot, b: Spot, slack: int = ON_IT) -> bool:
    return a[2] == b[2] and abs(a[0] - b[0]) <= slack and abs(a[1] - b[1]) <= slack


# --- stairs and ladders ---------------------------------------------------------------------------------------


def flight(stairs: Stairs, start: Spot) -> list[Leg]:
    """Where a flight leads from its foot, head or landing: the landing first."""
    places = (stairs.foot, stairs.landing, stairs.head)
    at = next((number for number, place in enumerate(places) if _same(place, start)), None)
    if at is None:
        return []
    found = []
    for other in sorted(range(3), key=lambda other: abs(other - at)):
        if other != at:
            cost = float(stairs.plan * abs(other - at))  # half rate: twice its length for the whole flight
            found.append(Leg("stairs", places[other], cost, places[other][2] - places[at][2]))
    return found


def steps_from(site: Site, gait: Gait, start: Spot) -> list[Leg]:
    """Whatever stairs and ladders begin just here."""
    found: list[Leg] = []
    if gait.stairs:
        for stairs in site.parts.stairs:
            found += flight(stairs, start)
    if gait.ladder:
        for ladder in site.parts.ladders:
            ends = (*ladder.at, ladder.bottom), (*ladder.at, ladder.top)
            for here, there in (ends, ends[::-1]):
                if _same(here, start):
                    found.append(Leg("ladder", there, float(ladder.top - ladder.bottom), there[2] - here[2]))
    return found


# --- up and down a wall ---------------------------------------------------------------------------------------


def climbs_from(site: Site, rims: Rims, gait: Gait, start: Spot) -> list[Leg]:
    """Where one could climb to from just here, up or down."""
    found = []
    for rim, along, above in rims_at(site, rims, gait, start):
        if rim.surface.kind == "walkway" or rim.water:
            continue
        if above:
            foot = foot_of(site, rim, gait, along)
            if rim.z - foot[2] > gait.step and not room(site, gait, foot):
                found.append(_climb(start, foot))
            found += [_climb(start, top) for top in _tops_beside(rims, gait, rim, along)]
        elif (top := top_of(rim, gait, along)) is not None:
            found.append(_climb(start, top))
    return list({leg.end: leg for leg in found}.values())


def _climb(start: Spot, end: Spot) -> Leg:
    rise = end[2] - start[2]
    return Leg("climb", end, float(abs(rise)), rise)


def rims_at(site: Site, rims: Rims, gait: Gait, start: Spot) -> Iterator[tuple[Rim, float, bool]]:
    """The rims at which one stands, above or at their foot, and where along them."""
    x, y, z = start
    for rim in rims.near(x, y, 2 * gait.radius + ON_IT):
        along, across = rim.along(x, y), rim.across(x, y)
        if not rim.low - HAIR <= along <= rim.high + HAIR:
            continue
        if rim.z == z:
            top = top_of(rim, gait, along)
            if top is not None and _same(top, start):
                yield rim, along, True
        elif (
            rim.z > z + gait.step and abs(across - gait.radius) <= ON_IT and foot_of(site, rim, gait, along)[2] == z
        ):
            yield rim, along, False


def _tops_beside(rims: Rims, gait: Gait, rim: Rim, along: float) -> Iterator[Spot]:
    """On the same face of a building, storey above or below storey."""
    others = [
        other
        for other in rims.near(*rim.at(along), 2 * gait.radius)
        if other.z != rim.z and (other.upright, other.line, other.out) == (rim.upright, rim.line, rim.out)
    ]
    for other in others:
        if (top := top_of(other, gait, along)) is not None:
            yield top


def jumps_from(site: Site, rims: Rims, gait: Gait, start: Spot) -> list[Leg]:
    """Straight down over the edge one stands on, as deep as one may."""
    found = []
    for rim, along, above in rims_at(site, rims, gait, start):
        if not above or rim.water:
            continue
        foot = foot_of(site, rim, gait, along)
        drop = rim.z - foot[2]
        if 0 < drop <= gait.deepest and room(site, gait, foot) in ("", "water"):
            found.append(Leg("jump", foot, 0.0, -drop))
    return found


# --- across a gap ---------------------------------------------------------------------------------------------


def leap(site: Site, rims: Rims, gait: Gait, start: Spot, to: Point) -> Leg | str:
    """From the edge one stands on straight to another; what is wrong with it if it cannot be."""
    x, y, z = start
    take_off = list(rims.of(start, ON_IT + (gait.radius if _railed_here(rims, start) else 0)))
    banks = _at_bank(site, start)
    if not take_off and not banks:
        return "edge"
    there = [surface for surface in site.surfaces_at(*to) if z - gait.deepest <= surface.z <= z + gait.step]
    there = [surface for surface in there if surface.kind not in ("ground", "top") or banks]
    if not there:
        return "air"
    end = (*to, there[-1].z)
    gap = hypot(to[0] - x, to[1] - y)
    gap *= 1 - _behind_rail(rims, gait, start, to) - _behind_rail(rims, gait, end, start[:2])
    if end[2] > z + gait.step:
        return "higher"
    if _blocked(site, gait, start, to):
        return "wall"
    return Leg("leap", end, gap, end[2] - z, gap)


def _behind_rail(rims: Rims, gait: Gait, spot: Spot, other: Point) -> float:
    """The part of a leap that lies between a railed rim and the place behind it: from edge to edge it is no gap."""
    parts = [0.0]
    for rim in rims.of(spot, gait.radius + ON_IT):
        inside, outside = -rim.across(*spot[:2]), rim.across(*other)
        if rim.barrier and inside > 0 and outside > 0:
            parts.append(inside / (inside + outside))
    return max(parts)


def _railed_here(rims: Rims, start: Spot) -> bool:
    return any(rim.barrier for rim in rims.of(start, ON_IT + 500))


def _at_bank(site: Site, start: Spot) -> bool:
    """Whether deep water begins here."""
    x, y, z = start
    near = ((ON_IT, 0), (-ON_IT, 0), (0, ON_IT), (0, -ON_IT))
    return z == 0 and bool(site.parts.areas) and any(site.ground_at(x + a, y + b) == "deep water" for a, b in near)


def _blocked(site: Site, gait: Gait, start: Spot, to: Point) -> bool:
    """Whether a wall too high to step over stands between; one that only begins there does not."""
    x, y, z = start
    dx, dy = to[0] - x, to[1] - y
    length = hypot(dx, dy) or 1.0
    inset = min(0.4, 2 * ON_IT / length)
    sx, sy, lx, ly = x + inset * dx, y + inset * dy, dx * (1 - 2 * inset), dy * (1 - 2 * inset)
    west, east, south, north = min(x, to[0]), max(x, to[0]), min(y, to[1]), max(y, to[1])
    return any(reach(bar, sx, sy, lx, ly) == 0 for bar in site.bars(z, gait).near(west, south, east, north))


def leaps_between(a: Rim, b: Rim, wanted: list[float]) -> Iterator[tuple[Point, Point]]:
    """Straight over from one rim to another that faces it, at these places along them or where they are nearest."""
    if a.upright != b.upright or a.out == b.out or (b.line - a.line) * a.out <= 0:
        return
    low, high = max(a.low, b.low), min(a.high, b.high)
    if low <= high:
        for along in dict.fromkeys(min(max(value, low), high) for value in [*wanted, low, high]):
            yield a.at(along), b.at(along)
    elif a.high < b.low:
        yield a.at(a.high), b.at(b.low)
    else:
        yield a.at(a.low), b.at(b.high)
