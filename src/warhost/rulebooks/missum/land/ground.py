"""The lie of the land: what every piece of terrain covers, how high it is, what leads across it.

[mis.add.terrain-pieces] [mis.add.slopes] [mis.setup.streams-join]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warhost.engine.field import terrain
from warhost.engine.field.compass import EAST, NORTH, Point, ahead, distance, heading
from warhost.engine.field.shapes import Shape, contains, disc, near, oblong, point_gap

from ..library import MM, BattlePlan, Feature, Kind, Library
from ..state import Ground

CORNERS = 72  # of a round feature: within a fraction of a millimetre of the circle
THIN = MM  # how thick a line without thickness is drawn
GENTLE, CLIFF = 50 * MM, 10 * MM  # between contours: more than the first is gentle, less than the second a cliff
LEVEL = 25 * MM
"""One elevation level.  [mis.scale.units]"""


class Laid(terrain.Ground[Kind]):
    """A piece of terrain ready for use: its number, and of a tier its level and the middle of its hill."""

    __slots__ = ("index", "level", "ways")

    def __init__(self, index: int, shape: Shape, kind: Kind, level: int = 0):
        super().__init__(shape, kind, bars=kind.barred == "all", hides=kind.hides)
        self.index, self.level = index, level
        self.ways: tuple[Laid, ...] = ()  # fords, bridges and roads that lead over it

    def touches(self, shape: Shape) -> bool:
        return near(self.shape, shape, 1)


class Lie:
    """All the terrain of a table."""

    def __init__(self, grounds: tuple[Ground, ...], charts: Library):
        found = list(_laid(grounds, charts))
        for index, ground in enumerate(found):
            ground.index = index
        self.ways = [ground for ground in found if ground.kind.way]
        self.grounds = [ground for ground in found if not ground.kind.way]
        for ground in self.grounds:
            ground.ways = tuple(way for way in self.ways if near(way.shape, ground.shape, 0))
        self.tiers = [ground for ground in self.grounds if ground.level]
        self.losses = [ground for ground in self.grounds if ground.kind.loss]
        self.screens = [ground for ground in self.grounds if ground.kind.hides or ground.kind.sight or ground.level]
        self.lines = [ground for ground in self.grounds if ground.kind.line]
        self.all = found

    def level_at(self, point: Point) -> int:
        """How many levels high whoever stands there is."""
        return max((tier.level for tier in self.tiers if contains(tier.shape, point)), default=0)

    def band_at(self, point: Point) -> Laid | None:
        """The band of a hill under a point: the highest tier there."""
        here = [tier for tier in self.tiers if contains(tier.shape, point)]
        return max(here, key=lambda tier: tier.level) if here else None

    def under(self, shape: Shape) -> list[Laid]:
        """What a base stands in; where a road, a ford or a bridge carries it, that instead."""
        box = shape.left, shape.right, shape.bottom, shape.top
        touched = [ground for ground in self.all if terrain.meets(ground.shape, box) and ground.touches(shape)]
        carrying = [way for way in touched if way.kind.way and contains(way.shape, shape.centre)]
        if not carrying:
            return [ground for ground in touched if not ground.kind.way]
        return carrying + [
            ground for ground in touched if not ground.kind.way and not any(way in ground.ways for way in carrying)
        ]


def _laid(grounds: tuple[Ground, ...], charts: Library) -> Iterator[Laid]:
    strips = [ground for ground in grounds if ground.strip]
    for ground in grounds:
        yield from _pieces(ground, strips, charts)


def _pieces(ground: Ground, strips: Iterable[Ground], charts: Library) -> Iterator[Laid]:
    if ground.kind == "hill":
        yield from _hill(ground, charts)
    elif ground.kind == "ruins":
        yield Laid(0, _square(ground.at, ground.size), charts.kinds["ruins"])
        yield from (Laid(0, wall, charts.kinds["wall"]) for wall in _walls_of_ruin(ground))
    elif ground.strip:
        yield Laid(0, _strip(ground.at, ground.to, ground.width), charts.kinds[ground.kind])
    elif ground.kind in ("ford", "bridge"):
        yield Laid(0, _across(ground, strips), charts.kinds[ground.kind])
    else:
        shape = _square(ground.at, ground.size) if ground.square else disc(ground.at, ground.size // 2, CORNERS)
        yield Laid(0, shape, charts.kinds[ground.kind])


def _hill(ground: Ground, charts: Library) -> Iterator[Laid]:
    """Each tier is gentle, steep or a cliff by the width of its band.  [mis.add.slopes]"""
    for level, wide in enumerate(ground.tiers, 1):
        inner = ground.tiers[level] if level < len(ground.tiers) else 0
        band = (wide - inner) // 2
        kind = "gentle" if band > GENTLE else "cliff" if band < CLIFF else "steep"
        yield Laid(0, disc(ground.at, wide // 2, CORNERS), charts.kinds[kind], level)


def _walls_of_ruin(ground: Ground) -> Iterator[Shape]:
    """A low wall along its north and its east side.  [mis.terrain.ruins]"""
    x, y, half = *ground.at, ground.size // 2
    yield oblong((x, y + half), NORTH, ground.size, THIN)
    yield oblong((x + half, y), EAST, ground.size, THIN)


def _square(at: Point, size: int) -> Shape:
    return oblong((at[0], at[1] + size // 2), NORTH, size, size)


def _strip(start: Point, end: Point, width: int) -> Shape:
    return oblong(end, heading(start, end), max(width, THIN), distance(start, end))


def _across(ground: Ground, strips: Iterable[Ground]) -> Shape:
    """A ford or a bridge lies across the stream that runs there."""
    water = min(
        (strip for strip in strips if strip.kind != "road"),
        key=lambda strip: aside_of(ground.at, strip),
        default=None,
    )
    course, wide = (heading(water.at, water.to), water.width) if water else (EAST, ground.width)
    return oblong(ahead(ground.at, course, ground.width // 2), course, wide, ground.width)


def aside_of(point: Point, strip: Ground) -> int:
    """How far it lies from the strip; nothing if it lies in it."""
    return point_gap(point, _strip(strip.at, strip.to, strip.width))


# --- from the lists ------------------------------------------------------------------------------------------


def grounds_of(plan: BattlePlan) -> tuple[Ground, ...]:
    """The terrain a battle lists."""
    return tuple(ground_of(feature) for feature in plan.feature)


def ground_of(feature: Feature) -> Ground:
    if feature.start is not None and feature.to is not None:
        return Ground(
            feature.kind, _point(feature.start), to=_point(feature.to), width=round(feature.width * MM), strip=True
        )
    assert feature.at is not None
    tiers = tuple(tier * MM for tier in feature.tiers)
    size, width = round(feature.size * MM), round(feature.width * MM)
    return Ground(feature.kind, _point(feature.at), size, feature.square, width=width, tiers=tiers)


def _point(at: tuple[float, float]) -> Point:
    return round(at[0] * MM), round(at[1] * MM)


def platform_shape(at: Point) -> Shape:
    """[mis.setup.platform] 60 by 60 millimetres."""
    return _square(at, 60 * MM)
