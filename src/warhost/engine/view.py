"""What one side may know of the table, in a form that every screen, bot and picture can use.

A rulebook fills these in; nothing in them is left to be looked up, and what the side may not know is simply
not there. A battle is fought on a board of squares or on a table of free measure: a view has one of the two.
Squares are (x, y), counted from 1 in the south-west corner; points of a table are (x, y) in thousandths of its
unit from the near left corner, angles are hundredths of a degree clockwise from straight ahead.
"""

from __future__ import annotations

import msgspec

Square = tuple[int, int]
Point = tuple[int, int]
Outline = tuple[Point, ...]


class EdgeView(msgspec.Struct, frozen=True):
    """Something that lies on the side of a square: a wall, a hedge, a door."""

    square: Square
    side: str  # N, E, S or W
    feature: str


class BoardView(msgspec.Struct, frozen=True):
    """A board of squares: rows of terrain from north to south, levels in the same order, and the edges."""

    width: int
    height: int
    terrain: tuple[tuple[str, ...], ...]
    levels: tuple[tuple[float, ...], ...]
    edges: tuple[EdgeView, ...] = ()


class LevelView(msgspec.Struct, frozen=True):
    """A level of a table on which one stands above others: a street, floors, roofs. It reaches up to the next."""

    title: str
    base: int


class FeatureView(msgspec.Struct, frozen=True):
    """A feature of terrain on a table: a hill, a wood, a wall; it begins at the height `base`."""

    name: str
    kind: str
    outline: Outline
    height: int = 0
    details: tuple[str, ...] = ()
    base: int = 0


class Measure(msgspec.Struct, frozen=True):
    """What lengths on a table are counted in, and how far hands go at a time; its own in thousandths."""

    unit: str  # one of them: inch
    units: str  # several: inches
    symbol: str  # as it is written behind a number, with a space if it wants one
    decimals: int = 1  # of a length as people read it
    step: int = 1000  # as far as an arrow key moves something; drawn as long in every game
    grid: int = 12000  # between two lines of the grid

    def length(self, thousandths: int) -> str:
        """A length as people read it.

        >>> INCHES.length(4500), MILLIMETRES.length(80000)
        ('4.5″', '80 mm')
        """
        return f"{round(thousandths / 1000, self.decimals):g}{self.symbol}"


INCHES = Measure("inch", "inches", "″")
MILLIMETRES = Measure("millimetre", "millimetres", " mm", 0, 25_000, 300_000)


class TableView(msgspec.Struct, frozen=True):
    """A table of free measure, in thousandths of its unit; one of several levels names them, the lowest first."""

    width: int
    depth: int
    measure: Measure
    features: tuple[FeatureView, ...] = ()
    levels: tuple[LevelView, ...] = ()


class BaseView(msgspec.Struct, frozen=True):
    """One model's base on a table, and who stands on it if that is anybody special."""

    outline: Outline
    role: str = ""  # command, general, standard, hero, wizard, halfwit …; nothing for an ordinary model
    title: str = ""


class BlockView(msgspec.Struct, frozen=True):
    """A piece on a table: a formation of bases, a loose group, a single model."""

    id: str
    title: str
    side: int  # as many as there are sides for what is nobody's
    front: Point  # the middle of its front edge
    facing: int
    outline: Outline  # the oblong it stands in: front left, front right, back right, back left
    bases: tuple[BaseView, ...]
    symbol: str  # one or two letters for narrow drawings
    shape: str  # foot, archers, mounted, hero, mounted hero, beast, machine
    unit: str = ""  # the unit that counts it, of which it may be a part
    airborne: bool = False
    marks: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    base: int = 0  # how high it stands


class ClashView(msgspec.Struct, frozen=True):
    """Two blocks that fight each other, and the line along which they do."""

    a: str
    b: str
    line: tuple[Point, Point]


class PieceView(msgspec.Struct, frozen=True):
    id: str
    title: str
    side: int
    unit: str
    squares: tuple[Square, ...]  # the front square first
    facing: str
    symbol: str  # one or two letters for narrow drawings
    shape: str  # foot, mounted, monster, hero, mounted hero
    marks: tuple[str, ...] = ()  # states a player wants to see: leader, engaged, wounded, stunned, hidden ...
    details: tuple[str, ...] = ()  # one line each, for the hover text and the terminal


class UnitView(msgspec.Struct, frozen=True):
    id: str
    title: str
    side: int
    strength: int
    started: int
    details: tuple[str, ...] = ()


class AreaView(msgspec.Struct, frozen=True):
    """A named group of squares: an objective, a zone for placing, the reach of a piece."""

    title: str
    squares: tuple[Square, ...]
    kind: str = "objective"


class ZoneView(msgspec.Struct, frozen=True):
    """A named stretch of a table: a deployment zone, an arc, the reach of a piece."""

    title: str
    outline: Outline
    kind: str = "zone"
    side: int | None = None  # whose it is, where several zones are one side's


class View(msgspec.Struct, frozen=True):
    title: str
    turn: int
    phase: str
    sides: tuple[str, ...]
    you: int | None  # the side that looks; None for a watcher
    active: int | None  # the side whose move it is
    board: BoardView | None
    pieces: tuple[PieceView, ...]
    units: tuple[UnitView, ...]
    areas: tuple[AreaView, ...] = ()
    notes: tuple[str, ...] = ()
    table: TableView | None = None
    blocks: tuple[BlockView, ...] = ()
    clashes: tuple[ClashView, ...] = ()
    zones: tuple[ZoneView, ...] = ()
    score: str = ""  # how it stands by what wins here, in a few words; nothing before there is anything to count
