"""Small tables of free measure for the drawing tests, and any table at all for hypothesis."""

from __future__ import annotations

from math import cos, radians, sin

from hypothesis import strategies as st

from warhost.draw.features import LOOKS
from warhost.engine.view import (
    INCHES,
    BaseView,
    BlockView,
    ClashView,
    FeatureView,
    Outline,
    Point,
    TableView,
    UnitView,
    View,
    ZoneView,
)  # fmt: skip

INCH = 1000
SHAPES = ("foot", "archers", "mounted", "hero", "mounted hero", "beast", "machine", "swarm")
ROLES = ("", "", "command", "general", "standard", "hero", "wizard", "halfwit", "cook")
MARKS = ("engaged", "fleeing", "charging", "flimsy ranks", "exhausted", "tired 2", "airborne", "ring", "cursed")


def oblong(front: Point, degrees: int, width: int, depth: int) -> Outline:
    """Front left, front right, back right, back left."""
    across, along = (cos(radians(degrees)), -sin(radians(degrees))), (sin(radians(degrees)), cos(radians(degrees)))
    corners = ((-width / 2, 0), (width / 2, 0), (width / 2, -depth), (-width / 2, -depth))
    return tuple(
        (round(front[0] + a * across[0] + b * along[0]), round(front[1] + a * across[1] + b * along[1]))
        for a, b in corners
    )


def block(
    name: str, at: tuple[float, float], *, facing: int = 0, side: int = 0, files: int = 4, ranks: int = 2,
    symbol: str = "Gu", shape: str = "foot", unit: str = "", roles: tuple[str, ...] = (), base: int = 800,
    marks: tuple[str, ...] = (), details: tuple[str, ...] = (),
) -> BlockView:  # fmt: skip
    front = round(at[0] * INCH), round(at[1] * INCH)
    turn = radians(facing)
    bases = []
    for index in range(files * ranks):
        row, column = divmod(index, files)
        side_step, back = (column - (files - 1) / 2) * base, row * base
        x = front[0] + side_step * cos(turn) - back * sin(turn)
        y = front[1] - side_step * sin(turn) - back * cos(turn)
        role = roles[index] if index < len(roles) else ""
        bases.append(BaseView(oblong((round(x), round(y)), facing, base, base), role, role and f"the {role}"))
    outline = oblong(front, facing, files * base, ranks * base)
    return BlockView(
        name, name.title(), side, front, facing * 100, outline, tuple(bases), symbol, shape, unit or name,
        "airborne" in marks, marks, details,
    )  # fmt: skip


def feature(kind: str, middle: tuple[float, float], size: tuple[float, float], name: str = "") -> FeatureView:
    front = round(middle[0] * INCH), round((middle[1] + size[1] / 2) * INCH)
    return FeatureView(name or kind, kind, oblong(front, 0, round(size[0] * INCH), round(size[1] * INCH)))


def table(
    *blocks: BlockView, features: tuple[FeatureView, ...] = (), clashes: tuple[ClashView, ...] = (),
    zones: tuple[ZoneView, ...] = (), units: tuple[UnitView, ...] = (), width: int = 72, depth: int = 48,
) -> View:  # fmt: skip
    return View(
        "The Ford", 2, "shooting", ("Herlanceia", "Orcs"), 0, 1, None, (), units,
        notes=("Eight turns.",), table=TableView(width * INCH, depth * INCH, INCHES, features), blocks=blocks,
        clashes=clashes, zones=zones,
    )  # fmt: skip


FORD = table(
    block("guard", (30, 20), roles=("", "general", "command"), marks=("engaged",), details=("M 7, A 1",)),
    block("orcs", (30, 20), facing=180, side=1, symbol="Ir", marks=("engaged", "tired 2")),
    block("wolf & <rider>", (50, 30), facing=90, side=1, symbol="Wo", shape="mounted", marks=("fleeing",)),
    features=(
        feature("hill", (12, 12), (10, 8), "Knoll"), feature("wood", (60, 12), (8, 6), "Copse"),
        feature("stone wall", (40, 40), (9, 0.4), "Old Wall"), feature("quicksand", (20, 40), (6, 4), "Sands"),
    ),
    clashes=(ClashView("orcs", "guard", ((28400, 20000), (31600, 20000))),),
    units=(UnitView("guard", "Guard", 0, 8, 10), UnitView("orcs", "Orcs", 1, 8, 8, ("led by Ghark",))),
)  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> View:
    """Any table with anything on it, under names that nobody would choose."""
    width, depth = draw(st.integers(24, 240)), draw(st.integers(24, 96))
    spot = st.tuples(st.integers(0, width), st.integers(0, depth))
    stand = st.builds(
        block, st.text(max_size=5), spot, facing=st.integers(0, 359), side=st.integers(0, 1),
        files=st.integers(1, 6), ranks=st.integers(1, 4), symbol=st.text(max_size=2), shape=st.sampled_from(SHAPES),
        roles=st.lists(st.sampled_from(ROLES), max_size=4).map(tuple),
        marks=st.lists(st.sampled_from(MARKS), unique=True, max_size=4).map(tuple),
        details=st.lists(st.text(max_size=5), max_size=1).map(tuple),
    )  # fmt: skip
    ground = st.builds(
        feature, st.sampled_from([*LOOKS, "quicksand"]), spot,
        st.tuples(st.floats(0.2, 14), st.floats(0.2, 14)), st.text(max_size=5),
    )  # fmt: skip
    return table(
        *draw(st.lists(stand, max_size=5)), features=tuple(draw(st.lists(ground, max_size=6))), width=width,
        depth=depth, units=(UnitView("u", draw(st.text(max_size=5)), 0, 3, 4),),
    )  # fmt: skip
