"""Boards drawn in a text editor: the squares, and between them the edges.

    +             +
     t t . . . . .
     o o o x x          three low walls and two fences between the first and the second row
     t . . . . . .
         -w-            the north wall of a house, with a window
     . .|f f|. . .
         ---
     . . . . . . .
    +             +

The four outer corners are marked +; the first gives the left margin, the second the width. Every second
character of every second line is a square, marked as in the legend. The characters between two squares are
the edges, blank where nothing lies:

    - or |  building wall      #  high wall     o  low wall    x  fence    %  hedge
    d  small door    D  large door    w  window    !  arrow slit
    ^  crenellation    H  ladder    A  crenellation with a ladder against it

Where four squares meet nothing counts; leave it blank, or carry a line through with + or the mark of an edge.
Blanks at the end of a line may be left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import TypeVar

from .layout import (
    Edge,
    Ground,
    PlainBoard,
    SketchError,
    board_of,
    half_level,
    known_grounds,
    lay_feature,
)

K = TypeVar("K", bound=Hashable)

EDGE_MARKS: Mapping[str, tuple[str, ...]] = {
    " ": (),
    "#": ("high_wall",),
    "o": ("low_wall",),
    "x": ("fence",),
    "%": ("hedge",),
    "d": ("small_door",),
    "D": ("large_door",),
    "w": ("window",),
    "!": ("arrow_slit",),
    "^": ("rampart_crenellation",),
    "H": ("ladder",),
    "A": ("rampart_crenellation", "ladder"),
}
LEVEL_MARKS: Mapping[str, tuple[str, ...]] = {"-": ("building_wall",), **EDGE_MARKS}  # between two rows
UPRIGHT_MARKS: Mapping[str, tuple[str, ...]] = {"|": ("building_wall",), **EDGE_MARKS}  # between two columns
POINT_MARKS = frozenset("+-|") | set(EDGE_MARKS)


def parse_sketch(text: str, legend: Mapping[str, Ground] | None = None) -> PlainBoard:
    """The board that is drawn."""
    picture = _Picture(text)
    grounds = legend or known_grounds({})
    width, height = picture.columns // 2, picture.rows // 2
    rows = range(picture.rows - 2, 0, -2)
    board = board_of([[_ground(picture, r, c, grounds) for c in range(1, picture.columns, 2)] for r in rows])
    for r in range(picture.rows):
        for c in range(r % 2 == 0, picture.columns, 2):
            marks = UPRIGHT_MARKS if r % 2 else LEVEL_MARKS
            for feature in marks[picture.mark(r, c, marks)]:
                lay_feature(board, _edge_at(r, c, width, height), feature)
        for c in range(0, picture.columns, 2) if r % 2 == 0 else ():
            picture.mark(r, c, POINT_MARKS)
    return board


def draw_sketch(board: PlainBoard, legend: Mapping[str, Ground] | None = None) -> str:
    """The drawing of a board, from which `parse_sketch` gives the same board again.

    A LookupError says for what the legend has no mark.
    """
    squares = _square_marks(legend or known_grounds({}))
    levels = {features: mark for mark, features in LEVEL_MARKS.items()}
    uprights = {features: mark for mark, features in UPRIGHT_MARKS.items()}
    picture = [[" "] * (2 * board.width + 1) for _ in range(2 * board.height + 1)]
    for r, line in enumerate(picture):
        for c in range(r % 2 == 0, len(line), 2):
            features = _features(board, _edge_at(r, c, board.width, board.height))
            line[c] = _mark_for(features, uprights if r % 2 else levels)
    corners = set(board.corners)
    for i, terrain in enumerate(board.terrain):
        x, y = i % board.width + 1, i // board.width + 1
        ground = terrain, board.looks[i], board.levels[i], (x, y) in corners
        picture[2 * (board.height - y) + 1][2 * x - 1] = _mark_for(ground, squares)
    for line in (picture[0], picture[-1]):
        line[0] = line[-1] = "+"
    return "".join("".join(line).rstrip() + "\n" for line in picture)


class _Picture:
    """The lines of a sketch inside its four corners; rows and columns count from 0, even ones are edges."""

    def __init__(self, text: str) -> None:
        lines = [line.rstrip() for line in text.splitlines()]
        drawn = [number for number, line in enumerate(lines) if line]
        if not drawn:
            raise SketchError(1, 1, "expected the + of the north-west corner")
        self.top = drawn[0]
        self.lines = lines[self.top : drawn[-1] + 1]
        self.margin = len(self.lines[0]) - len(self.lines[0].lstrip())
        self.rows = len(self.lines)
        self.columns = len(self.lines[0]) - self.margin
        self._check_frame()
        for r in range(self.rows):
            self._check_line(r)

    def mark(self, r: int, c: int, known: Mapping[str, object] | frozenset[str]) -> str:
        """The character there, which must be a known one."""
        line = self.lines[r]
        mark = line[self.margin + c] if self.margin + c < len(line) else " "
        if mark not in known:
            raise self.error(r, c, f"expected {_marks(known)}, got {mark!r}")
        return mark

    def error(self, r: int, c: int, expected: str) -> SketchError:
        return SketchError(self.top + r + 1, self.margin + c + 1, expected)

    def _check_frame(self) -> None:
        last = self.columns - 1
        if self.lines[0][self.margin] != "+":
            raise self.error(0, 0, "expected the + of the north-west corner")
        if last < 2 or last % 2:
            raise self.error(0, last, "expected the + of the north-east corner after an odd number of marks")
        if self.rows % 2 == 0 or self.rows < 3:
            raise self.error(self.rows - 1, 0, "expected a line of edges above and below each row of squares")
        for r, north in ((0, "north"), (self.rows - 1, "south")):
            for c, west in ((0, "west"), (last, "east")):
                if self.mark(r, c, POINT_MARKS) != "+":
                    raise self.error(r, c, f"expected the + of the {north}-{west} corner")

    def _check_line(self, r: int) -> None:
        line = self.lines[r]
        if line[: self.margin].strip():
            raise SketchError(self.top + r + 1, 1, f"expected {self.margin} blanks before the board")
        if len(line) > self.margin + self.columns:
            raise self.error(r, self.columns, f"expected nothing after column {self.margin + self.columns}")


def _ground(picture: _Picture, r: int, c: int, legend: Mapping[str, Ground]) -> Ground:
    return legend[picture.mark(r, c, legend)]


def _edge_at(r: int, c: int, width: int, height: int) -> Edge:
    if r % 2:
        y = height - r // 2
        return (c // 2 + 1, y, "W") if c < 2 * width else (width, y, "E")
    return (c // 2 + 1, height - r // 2, "N") if r < 2 * height else (c // 2 + 1, 1, "S")


def _features(board: PlainBoard, edge: Edge) -> tuple[str, ...]:
    feature = (board.edges[edge],) if edge in board.edges else ()
    return (*feature, "ladder") if edge in board.ladders else feature


def _mark_for(what: K, marks: Mapping[K, str]) -> str:
    if what not in marks:
        raise LookupError(f"there is no mark for {what}")
    return marks[what]


def _square_marks(legend: Mapping[str, Ground]) -> dict[tuple[str, str, int, bool], str]:
    """The first mark of the legend for each terrain, look, level and kind of slope."""
    marks: dict[tuple[str, str, int, bool], str] = {}
    for mark, ground in legend.items():
        for level in _levels(ground):
            marks.setdefault((ground.terrain, ground.look or ground.terrain, level, ground.corner), mark)
    return marks


def _levels(ground: Ground) -> Iterator[int]:
    yield half_level(ground)
    if ground.terrain == "water" and ground.level is None:
        yield -2


def _marks(known: Mapping[str, object] | frozenset[str]) -> str:
    marks = list(known) if isinstance(known, Mapping) else sorted(known)
    blank = " or a blank" if " " in known else ""
    return f"one of {' '.join(mark for mark in marks if mark != ' ')}{blank}"
