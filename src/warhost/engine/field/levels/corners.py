"""Where a way on foot may have to turn: round the ends of walls, at the edges of water and of raised surfaces.

Round the end of a wall a way runs along sixteen sides in place of the arc: at most a seventieth longer there, and
nothing elsewhere. A way that is as short as can be only touches what it goes round; so from each corner only those
others matter to which the line runs along those sides and not away from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, cos, hypot, pi, sin

from warhost.engine.kept import Kept

from .footing import DEEP, DIFFICULT, walk
from .links import Leg, steps_from
from .parts import Point, Rect, Spot
from .site import Bar, Cells, Gait, Site

SIDES = 16
FLAT = cos(pi / SIDES)  # how near the middle of a side is to a circle, of a figure whose corners lie on it
SIXTEEN = [
    (cos((2 * step + 1) * pi / SIDES) / FLAT, sin((2 * step + 1) * pi / SIDES) / FLAT) for step in range(SIDES)
]
MARGIN = 3  # a corner is rounded with so much to spare, since places are rounded
NO_WAY = -1.0
CLOSE = 1_500
GRAZE = 0.22  # the sine of the angle at which a line through such a corner may run to the arc, and a bit

Normal = tuple[float, float]
"""The direction from what is rounded to the corner; nothing where a way may turn at will."""
ANY: Normal = (0.0, 0.0)


class Corners:
    """The corners of a site. What the site alone decides is remembered for all who go the same gait."""

    def __init__(self, site: Site):
        self.site = site
        self._strides: dict[Gait, Gait] = {}
        self._normals: dict[tuple[int, Gait], dict[Spot, Normal]] = {}
        self._cells: dict[tuple[int, Gait], Cells[tuple[Spot, Normal]]] = {}
        self._stretches: Kept[tuple[Gait, Spot, Spot], float] = Kept(most=300_000)
        self._beyond: dict[tuple[Gait, Spot], list[tuple[float, Spot]]] = {}
        self._steps: dict[Gait, dict[Spot, list[Leg]]] = {}

    def _stride(self, gait: Gait) -> Gait:
        """The same for all who walk alike, whatever else they can do."""
        found = self._strides.get(gait)
        if found is None:
            found = self._strides[gait] = Gait(
                gait.radius, gait.height, gait.step, gait.door, gait.window, walkway=gait.walkway
            )
        return found

    def at(self, z: int, gait: Gait) -> dict[Spot, Normal]:
        """All corners at this height."""
        gait = self._stride(gait)
        key = z, gait
        found = self._normals.get(key)
        if found is None:
            found = {}
            for spot, normal in self._around(z, gait):
                found[spot] = ANY if spot in found or self._slow(spot) else normal
            found = self._normals[key] = {spot: found[spot] for spot in found if self._passable(gait, spot)}
        return found

    def near(self, spot: Spot, reach: float, gait: Gait) -> list[tuple[Spot, Normal]]:
        """Those at the height of a place, about as far from it as this."""
        x, y, z = spot
        key = z, self._stride(gait)
        if key not in self._cells:
            found = self.at(z, gait).items()
            self._cells[key] = Cells(((at[0], at[1], at[0], at[1]), (at, normal)) for at, normal in found)
        return self._cells[key].near(x - reach, y - reach, x + reach, y + reach)

    def beyond(self, spot: Spot, gait: Gait) -> list[tuple[float, Spot]]:
        """The corners to which a short way may run straight from this one, by their distance."""
        gait = self._stride(gait)
        key = gait, spot
        found = self._beyond.get(key)
        if found is None:
            corners = self.at(spot[2], gait)
            found = self._beyond[key] = sorted(turns(spot, corners[spot], corners.items()))
        return found

    def stretch(self, gait: Gait, a: Spot, b: Spot) -> float | None:
        """What it costs to walk straight from one corner to another; None if that cannot be."""
        gait = self._stride(gait)
        key = gait, a, b
        found = self._stretches.get(key)
        if found is None:
            gone = walk(self.site, gait, a, b[0], b[1])
            fits = not gone.stopped and gone.end[2] == b[2]
            found = self._stretches.keep(key, gone.cost if fits else NO_WAY)
        return found if found != NO_WAY else None

    def steps(self, gait: Gait) -> dict[Spot, list[Leg]]:
        """Stairs and ladders, from each of their ends."""
        found = self._steps.get(gait)
        if found is None:
            parts = self.site.parts
            places = [place for stairs in parts.stairs for place in (stairs.foot, stairs.landing, stairs.head)]
            places += [(*ladder.at, z) for ladder in parts.ladders for z in (ladder.bottom, ladder.top)]
            found = {place: steps_from(self.site, gait, place) for place in places}
            found = self._steps[gait] = {place: legs for place, legs in found.items() if legs}
        return found

    def _slow(self, spot: Spot) -> bool:
        """On difficult ground a bend may be worth its length."""
        x, y, z = spot
        return z == 0 and bool(self.site.parts.areas) and self.site.ground_at(x, y) in DIFFICULT

    def _passable(self, gait: Gait, spot: Spot) -> bool:
        x, y, z = spot
        site = self.site
        if site.footing(x, y, z, 0) is None or (z == 0 and site.parts.areas and site.ground_at(x, y) == DEEP):
            return False
        found = walk(site, gait, spot, x, y)
        return not found.stopped and found.end[2] == z

    def _around(self, z: int, gait: Gait) -> Iterator[tuple[Spot, Normal]]:
        site, r = self.site, gait.radius + MARGIN
        for end, ways_out in _loose_ends(site.bars(z, gait).all).items():
            for (x, y), normal in around(*end, r):
                if all(normal[0] * dx + normal[1] * dy > 0 for dx, dy in ways_out):
                    yield (x, y, z), normal
        if z == 0:
            for rect in [area.rect for area in site.parts.areas] + [bridge.rect for bridge in site.parts.bridges]:
                yield from (((*point, 0), ANY) for point in _rect_corners(rect, MARGIN))
        for surface in site.raised:
            if surface.z == z:
                yield from (((*point, z), ANY) for point in _rect_corners(surface.rect, 0))


def turns(
    place: Spot, at_place: Normal, corners: Iterable[tuple[Spot, Normal]], any_way: bool = False
) -> Iterator[tuple[float, Spot]]:
    """Those of the corners at which a way from a place may turn, if it is as short as can be; with their distance.

    Who is near to a corner may be inside its sides, and leaves them at will.
    """
    x, y, _ = place
    nx, ny = at_place
    for spot, (mx, my) in corners:
        dx, dy = spot[0] - x, spot[1] - y
        far = hypot(dx, dy)
        most = GRAZE * far
        grazes = -most <= mx * dx + my * dy <= most and -most <= nx * dx + ny * dy <= most
        if far and (grazes or far < CLOSE or any_way):
            yield far, spot


def around(x: float, y: float, radius: float) -> Iterator[tuple[Point, Normal]]:
    """The corners of the figure of sixteen sides round a circle."""
    for a, b in SIXTEEN:
        at = round(x + radius * a), round(y + radius * b)
        yield at, (a * FLAT, b * FLAT)


def _loose_ends(bars: Iterable[Bar]) -> dict[Point, list[Point]]:
    """The ends of bars, and the directions in which those bars that end there point."""
    found: dict[Point, list[Point]] = {}
    for bar in dict.fromkeys(bars):
        for along, out in ((bar.low, -1), (bar.high, 1)):
            end = (bar.line, along) if bar.upright else (along, bar.line)
            found.setdefault(end, []).append((0, out) if bar.upright else (out, 0))
    return found


def rim(rect: Rect, gap: int) -> Iterator[Point]:
    """Places along the sides of an area, no farther apart than this."""
    west, south, east, north = rect[0] - MARGIN, rect[1] - MARGIN, rect[2] + MARGIN, rect[3] + MARGIN
    wide, deep = ceil((east - west) / gap), ceil((north - south) / gap)
    for step in range(1, wide):
        x = west + (east - west) * step // wide
        yield from ((x, south), (x, north))
    for step in range(1, deep):
        y = south + (north - south) * step // deep
        yield from ((west, y), (east, y))


def _rect_corners(rect: Rect, out: int) -> Iterator[Point]:
    west, south, east, north = rect
    yield from ((x, y) for x in (west - out, east + out) for y in (south - out, north + out))
