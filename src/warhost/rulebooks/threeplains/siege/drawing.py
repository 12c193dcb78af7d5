"""A fortress as a table to look at: its works on their levels, what is fixed to them, and the zones round it."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import Point, ahead
from warhost.engine.field.shapes import Shape, oblong
from warhost.engine.view import INCHES, FeatureView, LevelView, TableView, View, ZoneView

from ..figure import inches
from .fortress import Fortress
from .layout import ALONG, Laid, Layout
from .works import fittings, works

KINDS = {"wall": "fortress wall", "bend": "fortress wall", "half bend": "fortress wall", "tower": "fortress tower",
         "gate": "fortress gate"}  # fmt: skip
"""The kind of terrain that each model is on the table."""
DRAWN = {"ladder": "fortress ladder", "loop": "arrow-loop", "cauldron": "cauldron", "spike": "dragon spike"}
THIN = inches(0.3)  # as deep as doors and arrow-loops are drawn
NARROW = inches(0.4)


def fortress_view(fortress: Fortress) -> View:
    """What anybody may see of it.  [tp.siege.lists]"""
    layout = fortress.layout
    table = TableView(layout.width, layout.depth, INCHES, tuple(features(layout)), levels())
    zones = tuple(zones_of(layout)) if layout.works else ()
    return View(fortress.entry.title, 0, "the plan", ("Defenders", "Besiegers"), None, None, None, (), (),
                table=table, zones=zones)  # fmt: skip


def levels() -> tuple[LevelView, ...]:
    """The ground, the walk over walls and gates, and the roofs of towers.  [tp.siege.levels]"""
    heights = {work.level: inches(work.height) for work in works().values()}
    return LevelView("the ground", 0), LevelView("the walk", heights[1]), LevelView("the towers", heights[2])


def features(layout: Layout) -> Iterator[FeatureView]:
    for one, water in layout.moats():
        yield FeatureView(f"moat before {one.title}", "moat", water.points)
    for one in layout.works:
        for shape in one.shapes:
            said = (f"{one.work.life} life points, toughness {one.work.toughness}",)
            yield FeatureView(one.title, KINDS[one.work.id], shape.points, inches(one.work.height), said)
        for kind, name in DRAWN.items():
            for place in _places(one, kind):
                yield FeatureView(name, name, place.points, base=inches(one.work.height))
        for place in _doors(one):
            yield FeatureView("bolted door", "bolted door", place.points)


def _places(one: Laid, kind: str) -> Iterator[Shape]:
    """What is fixed to its faces: ladders before the inner one, the rest within the outer one."""
    size = fittings()[kind]  # an arrow-loop has no size of its own
    wide, deep = inches(size.width) or NARROW, inches(size.depth) or THIN
    for _, spot, out in one.spots(kind):
        yield oblong(ahead(spot, out, deep) if kind == "ladder" else spot, out, wide, deep)


def _doors(one: Laid) -> Iterator[Shape]:
    width = inches(fittings()["door"].width)
    for fixture in one.model.fixtures:
        if fixture.kind != "door" or fixture.to is None:
            continue
        side = fixture.to.split()[0]
        if side == "left":
            yield oblong(one.start, one.heading, width, THIN)
        elif side == "right":
            yield oblong(ahead(one.end, one.leaving, THIN), one.leaving, width, THIN)
        elif len(face := one.inner if side == "courtyard" else one.outer) > 1:
            a, b = face[0], face[1]
            middle = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
            yield oblong(middle, one.heading - ALONG, width, THIN)


# --- zones ----------------------------------------------------------------------------------------------------


def zones_of(layout: Layout) -> Iterator[ZoneView]:
    """The ground behind the works, No Man's Land, and where the Besiegers set up.  [tp.siege.plan.zones]"""
    width, depth, line = layout.width, layout.depth, layout.line_of_no_mans_land[::4]
    if line[-1][0] != width:
        line = (*line, (width, line[-1][1]))
    inner = _inner_border(layout)
    yield ZoneView("the Defenders' zone", ((0, 0), *inner, (width, 0)))
    yield ZoneView("the Besiegers' zone", ((0, depth), *line, (width, depth)))


def _inner_border(layout: Layout) -> tuple[Point, ...]:
    return tuple(point for one in layout.works for point in one.inner)
