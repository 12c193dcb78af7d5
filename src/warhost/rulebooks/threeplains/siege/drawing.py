"""A fortress as a table to look at: its works on their levels, what is fixed to them, and the zones round it."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import Point, bearing
from warhost.engine.field.shapes import oblong
from warhost.engine.view import INCHES, FeatureView, LevelView, TableView, View, ZoneView

from ..figure import from_mm, inches
from .engines import emplacements
from .fixtures import DRAWN, WOODEN, fixed_to
from .fortress import Fortress
from .layout import Layout
from .works import works

KINDS = {"wall": "fortress wall", "bend": "fortress wall", "half bend": "fortress wall", "tower": "fortress tower",
         "gate": "fortress gate"}  # fmt: skip
"""The kind of terrain that each model is on the table."""
ENGINE = "war machine"
ON_THE_GROUND = (DRAWN["door"], WOODEN)


def fortress_view(fortress: Fortress) -> View:
    """What anybody may see of it.  [tp.siege.lists]"""
    layout = fortress.layout
    drawn = (*features(layout), *engines(fortress))
    table = TableView(layout.width, layout.depth, INCHES, drawn, levels())
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
        for leg, shape in enumerate(one.shapes):
            said, kind = (f"{one.work.life} life points, toughness {one.work.toughness}",), KINDS[one.work.id]
            named = kind if leg else one.title  # a bend bears its name once
            yield FeatureView(named, kind, shape.points, inches(one.work.height), said)
        for thing in fixed_to(one):
            base = 0 if thing.kind in ON_THE_GROUND else inches(one.work.height)
            yield FeatureView(thing.kind, thing.kind, thing.shape.points, base=base)


def engines(fortress: Fortress) -> Iterator[FeatureView]:
    """The war machines that are set out with it.  [tp.siege.war_machines]"""
    for one in emplacements(fortress.entry, fortress.layout):
        if one.profile in fortress.army.ids:
            profile = fortress.army.find(one.profile)
            wide, deep = (from_mm(side) for side in profile.base)
            under = (work.work.height for work in fortress.layout.works if one.title.endswith(f" {work.title}"))
            shape = oblong(one.at, bearing(one.facing), wide, deep)
            yield FeatureView(f"{profile.title} {one.title}", ENGINE, shape.points, base=inches(next(under, 0)))


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
