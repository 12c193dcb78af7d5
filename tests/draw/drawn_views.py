"""Small views for the drawing tests, and any view at all for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from warhost.engine.view import AreaView, BoardView, EdgeView, PieceView, Square, UnitView, View

LETTERS = {
    ".": ("open", 0.0),
    "t": ("trees", 0.0),
    "b": ("scrub", 0.0),
    "f": ("floor", 0.0),
    "s": ("slope", 0.5),
    "h": ("hilltop", 1.0),
    "w": ("water", -1.0),
    "?": ("quicksand", 0.0),
}
FEATURES = (
    *("low_wall", "high_wall", "building_wall", "fence", "hedge", "small_door", "large_door", "window"),
    *("arrow_slit", "rampart_crenellation", "ladder", "barricade"),
)
TERRAIN = (
    *("open", "slope", "marsh", "scrub", "rocks", "trees", "water", "rampart", "steps", "floor"),
    *("planking", "hilltop", "quicksand"),
)
MARKS = (
    *("leader", "engaged", "wounded", "stunned", "blinded", "hidden", "moved", "fired", "hypnotised"),
    "cursed",
)


def board(*rows: str, edges: tuple[EdgeView, ...] = ()) -> BoardView:
    terrain = tuple(tuple(LETTERS[letter][0] for letter in row) for row in rows)
    levels = tuple(tuple(LETTERS[letter][1] for letter in row) for row in rows)
    return BoardView(len(rows[0]), len(rows), terrain, levels, edges)


def piece(
    name: str,
    *squares: Square,
    side: int = 0,
    facing: str = "N",
    symbol: str = "S",
    shape: str = "foot",
    unit: str = "spears",
    marks: tuple[str, ...] = (),
    details: tuple[str, ...] = (),
) -> PieceView:
    return PieceView(name, name.title(), side, unit, squares, facing, symbol, shape, marks, details)


def view(
    ground: BoardView,
    *pieces: PieceView,
    units: tuple[UnitView, ...] = (UnitView("spears", "Spearmen", 0, 7, 8, ("regular",)),),
    areas: tuple[AreaView, ...] = (),
) -> View:
    sides = ("Sommerlund", "Darklords")
    return View("The Mill Farm", 3, "shooting", sides, 0, 1, ground, pieces, units, areas, ("Ten turns.",))


FARM = view(
    board(
        "..tt..",
        ".ff...",
        ".ff.b.",
        "......",
        edges=(
            EdgeView((2, 2), "S", "building_wall"),
            EdgeView((3, 2), "S", "small_door"),
            EdgeView((2, 3), "W", "window"),
            EdgeView((3, 3), "E", "building_wall"),
            EdgeView((5, 1), "N", "low_wall"),
        ),
    ),
    piece("ann", (1, 1), marks=("leader", "wounded"), details=("moves 6",)),
    piece("bob", (2, 1), facing="E"),
    piece("wolf & <rider>", (3, 4), (4, 4), side=1, facing="W", symbol="W", shape="mounted", unit="wolves"),
    piece("kootak", (6, 4), side=1, facing="S", symbol="Kt", shape="hero", unit="kootak"),
    units=(
        UnitView("spears", "Spearmen", 0, 7, 8, ("regular", "mail")),
        UnitView("wolves", "Wolfriders", 1, 1, 4),
    ),
    areas=(AreaView("Farmhouse", ((2, 2), (3, 2), (2, 3), (3, 3))),),
)


@st.composite
def views(draw: st.DrawFn) -> View:
    """Any board with anything on it, under names that nobody would choose."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    square = st.tuples(st.integers(1, width), st.integers(1, height))
    side = st.integers(0, 1)
    kind, level = st.sampled_from(TERRAIN), st.sampled_from((-1.0, -0.5, 0.0, 0.5, 1.0))
    grid = [[draw(kind) for _ in range(width)] for _ in range(height)]
    levels = [[draw(level) for _ in range(width)] for _ in range(height)]
    edge = st.builds(EdgeView, square, st.sampled_from("NESW"), st.sampled_from(FEATURES))
    soldier = st.builds(
        PieceView,
        id=st.text(max_size=5),
        title=st.text(max_size=5),
        side=side,
        unit=st.sampled_from(("u", "v")),
        squares=st.lists(square, max_size=2, unique=True).map(tuple),
        facing=st.sampled_from("NESW"),
        symbol=st.text(max_size=2),
        shape=st.sampled_from(("foot", "mounted", "monster", "hero", "mounted hero")),
        marks=st.lists(st.sampled_from(MARKS), unique=True, max_size=4).map(tuple),
        details=st.lists(st.text(max_size=5), max_size=1).map(tuple),
    )
    area = st.builds(AreaView, st.text(max_size=5), st.lists(square, max_size=6).map(tuple))
    return View(
        draw(st.text(max_size=8)),
        draw(st.integers(1, 12)),
        "combat",
        ("A", draw(st.text(max_size=4))),
        None,
        draw(side),
        BoardView(
            width,
            height,
            tuple(map(tuple, grid)),
            tuple(map(tuple, levels)),
            tuple(draw(st.lists(edge, max_size=8))),
        ),
        tuple(draw(st.lists(soldier, max_size=6))),
        (UnitView("u", draw(st.text(max_size=5)), 0, 3, 4),),
        tuple(draw(st.lists(area, max_size=2))),
    )
