"""Walking straight over a table of several levels: what it costs, what stops it, where there is room to stand."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from .parts import Rect, Spot, clip, holds
from .site import HAIR, Bar, Gait, Site

DEEP, DIFFICULT = "deep water", ("difficult", "shallow water")
EPSILON = 1e-9
GROUND = (0,)


class Walk(NamedTuple):
    """A straight stretch on foot: where it ends, how long it is, what it costs, and why it cannot be."""

    end: Spot
    length: float
    cost: float
    stopped: str = ""  # wall, edge, water, table; nothing if all is well
    at: float = 1.0  # how far it can be walked, as a part of it


def walk(site: Site, gait: Gait, start: Spot, x: int, y: int) -> Walk:
    """From here to there in a straight line, stepping up and down as one goes."""
    sx, sy, sz = start
    dx, dy = x - sx, y - sy
    length = hypot(dx, dy)
    if not (
        gait.radius - HAIR <= x <= site.width - gait.radius + HAIR
        and gait.radius - HAIR <= y <= site.depth - gait.radius + HAIR
    ):
        return Walk(start, length, length, "table", 0.0)
    west, east = (sx, x) if sx <= x else (x, sx)
    south, north = (sy, y) if sy <= y else (y, sy)
    risen = _profile(site, gait, sx, sy, sz, dx, dy, west, south, east, north)
    if isinstance(risen, float):
        return Walk(start, length, length, "edge", risen)
    z, heights = risen
    end = x, y, z
    r = gait.radius
    for height in heights:
        for bar in site.bars(height, gait).near(west - r, south - r, east + r, north + r):
            if _hits(bar, r, sx, sy, dx, dy):
                return Walk(start, length, length, "wall", 0.0)
    if 0 in heights and site.parts.areas:
        return _over_ground(site, sx, sy, dx, dy, Walk(end, length, length), west, south, east, north)
    return Walk(end, length, length)


def _profile(
    site: Site,
    gait: Gait,
    sx: int,
    sy: int,
    sz: int,
    dx: int,
    dy: int,
    west: int,
    south: int,
    east: int,
    north: int,
) -> tuple[int, tuple[int, ...]] | float:
    """The height at the end and all heights on the way; or where the ground ends."""
    met: list[tuple[float, float, int]] = []
    for rect, z in site.stepped_on(sz, gait):
        if rect[0] <= east and rect[2] >= west and rect[1] <= north and rect[3] >= south:
            part = clip(rect, sx, sy, dx, dy)
            if part is not None:
                met.append((*part, z))
    if not met:
        return (0, GROUND) if sz <= gait.step else 0.0
    if sz <= 3 * gait.step:
        met.append((0.0, 1.0, 0))
    return _swept(met, sz, gait.step)


def _swept(met: list[tuple[float, float, int]], z: int, step: int) -> tuple[int, tuple[int, ...]] | float:
    """Along the way from surface to surface, always the highest that can be stepped on."""
    at, heights = 0.0, list[int]()
    for _ in range(4 * len(met) + 4):
        here = [one for one in met if one[0] <= at + EPSILON and one[1] > at + EPSILON and abs(one[2] - z) <= step]
        if not here:
            break
        _first, last, z = max(here, key=lambda one: one[2])
        if z not in heights:
            heights.append(z)
        rising = [one[0] for one in met if at + EPSILON < one[0] < last and z < one[2] <= z + step]
        at = min([last, *rising])
        if at >= 1 - EPSILON:
            break
    if at < 1 - EPSILON:
        return at
    last_met = [one[2] for one in met if one[1] >= 1 - EPSILON and abs(one[2] - z) <= step]
    z = max(last_met) if last_met else z
    if z not in heights:
        heights.append(z)
    return z, tuple(heights)


def _hits(bar: Bar, radius: int, sx: int, sy: int, dx: int, dy: int) -> bool:
    """Whether somebody of this radius who goes this way comes into the bar; who stands in it may come out."""
    near = reach(bar, sx, sy, dx, dy)
    if near >= radius - HAIR:
        return False
    before = reach(bar, sx, sy, 0, 0)
    return near <= HAIR or before >= radius - HAIR or near < before - HAIR


def reach(bar: Bar, sx: float, sy: float, dx: float, dy: float) -> float:
    """How near a straight way comes to a bar."""
    if bar.upright:
        sx, sy, dx, dy = sy, sx, dy, dx
    # Now the bar lies along x at y = line.
    low, high, line = bar.low, bar.high, bar.line
    ay, by = sy - line, sy + dy - line
    if (ay > 0) != (by > 0) and ay != by:
        cross = sx + dx * ay / (ay - by)
        if low <= cross <= high:
            return 0.0
    best = min(_to_bar(sx, ay, low, high), _to_bar(sx + dx, by, low, high))
    squared = dx * dx + dy * dy
    if squared:
        for end in (low, high):
            t = ((end - sx) * dx - ay * dy) / squared
            if 0 < t < 1:
                best = min(best, hypot(sx + t * dx - end, ay + t * dy))
    return best


def _to_bar(x: float, y: float, low: int, high: int) -> float:
    if x < low:
        return hypot(x - low, y)
    return hypot(x - high, y) if x > high else abs(y)


def _over_ground(
    site: Site, sx: int, sy: int, dx: int, dy: int, found: Walk, west: int, south: int, east: int, north: int
) -> Walk:
    """What the kind of ground makes of a walk in the street."""
    areas = site.areas_near(west, south, east, north)
    dry = [part for bridge in site.parts.bridges if (part := clip(bridge.rect, sx, sy, dx, dy))]
    slow = 0.0
    for area in {id(area): area for area in areas}.values():
        part = clip(area.rect, sx, sy, dx, dy)
        if part is None:
            continue
        wet = _less(part, dry)
        if area.kind == DEEP and wet > HAIR / max(found.length, 1):
            return Walk((sx, sy, 0), found.length, found.length, "water", part[0])
        if area.kind in DIFFICULT:
            slow += wet
    return found._replace(cost=found.length * (1 + slow)) if slow else found


def _less(part: tuple[float, float], taken: list[tuple[float, float]]) -> float:
    """How much of a part is left when others are taken away; those do not overlap."""
    first, last = part
    return max(0.0, last - first - sum(max(0.0, min(last, b) - max(first, a)) for a, b in taken))


# --- standing -------------------------------------------------------------------------------------------------


def room(site: Site, gait: Gait, spot: Spot) -> str:
    """Why he cannot stand there: table, air, wall, water; nothing if he can."""
    x, y, z = spot
    radius = gait.radius
    if not (radius - HAIR <= x <= site.width - radius + HAIR and radius - HAIR <= y <= site.depth - radius + HAIR):
        return "table"
    if z and site.surface_of(spot) is None:
        return "air"
    if z == 0 and site.parts.areas and site.ground_at(x, y) == DEEP:
        return "water"
    if z == 0 and any(box.bottom == 0 and holds(_inner(box.rect), x, y) for box in site.parts.boxes):
        return "wall"
    for bar in site.bars(z, gait, resting=True).near(x - radius, y - radius, x + radius, y + radius):
        if reach(bar, x, y, 0, 0) < radius - HAIR and not _below_rim(site, bar, spot):
            return "wall"
    return ""


def _inner(rect: Rect) -> Rect:
    west, south, east, north = rect
    return west + 1, south + 1, east - 1, north - 1


def _below_rim(site: Site, bar: Bar, spot: Spot) -> bool:
    """Whether it is a side of the very box on whose top he stands."""
    x, y, z = spot
    return any(box.top == z and holds(box.rect, x, y) and _is_side(bar, box.rect) for box in site.parts.boxes)


def _is_side(bar: Bar, rect: Rect) -> bool:
    west, south, east, north = rect
    if bar.upright:
        return bar.line in (west, east) and (bar.low, bar.high) == (south, north)
    return bar.line in (south, north) and (bar.low, bar.high) == (west, east)
