"""A board of squares: where things lie, what lies between them, how far it is.

Squares are numbers, row by row from the south-west corner: (y - 1) * width + (x - 1), with x and y counted
from 1. Facings count 0 to 3 (N, E, S, W), directions 0 to 7 clockwise from north, so that a piece facing f
looks in direction 2 * f. The side of a square, an edge, is the number square * 4 + facing; every inner edge
thus has two numbers, one from each side. What a terrain or a feature means is for the rulebook to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from warhost.engine.field.line import Corner, Line, Pattern

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
FACINGS = "NESW"

# The eight directions: N, NE, E, SE, S, SW, W, NW.
DX = (0, 1, 1, 1, 0, -1, -1, -1)
DY = (1, 1, 0, -1, -1, -1, 0, 1)
HEADING: Mapping[tuple[int, int], int] = {(DX[way], DY[way]): way for way in range(8)}

# The sides by which a step in each direction leaves its square: one, or the two that meet at the corner.
SIDES: tuple[tuple[int, ...], ...] = ((0,), (0, 1), (1,), (1, 2), (2,), (2, 3), (3,), (3, 0))

Route = tuple[int, ...]


def turned(facing: int, quarter: int) -> int:
    """The facing after so many quarter turns clockwise (negative: anticlockwise).

    >>> FACINGS[turned(NORTH, 1)], FACINGS[turned(NORTH, -1)]
    ('E', 'W')
    """
    return (facing + quarter) % 4


class Board:
    """The ground of a battle. It never changes, so all copies of a battle share one.

    >>> board = Board(8, 6, ["open"] * 48, [0] * 48, {(0, NORTH): "wall"})
    >>> board.square(3, 2), board.xy(10)
    (10, (3, 2))
    >>> board.edge(board.square(1, 1), NORTH), board.edge(board.square(1, 2), SOUTH)
    ('wall', 'wall')
    """

    __slots__ = (
        "_near", "_routes", "corners", "edges", "has_edges", "height", "levels", "lines", "neighbours",
        "patterns", "size", "steps", "terrain", "width", "xs", "ys",
    )  # fmt: skip

    def __init__(
        self,
        width: int,
        height: int,
        terrain: Sequence[str],
        levels: Sequence[int],
        edges: Mapping[tuple[int, int], str],
    ) -> None:
        """Terrain and levels (in half levels) go by square; an edge needs to be given from one side only."""
        self.width: Final = width
        self.height: Final = height
        self.size: Final = width * height
        _expect(width > 0 and height > 0, f"a board cannot be {width} by {height} squares")
        _expect(len(terrain) == self.size, f"{len(terrain)} terrains for {self.size} squares")
        _expect(len(levels) == self.size, f"{len(levels)} levels for {self.size} squares")
        self.terrain: Final = tuple(terrain)
        self.levels: Final = tuple(levels)
        squares = range(self.size)
        self.xs: Final = tuple(square % width for square in squares)
        self.ys: Final = tuple(square // width for square in squares)
        self.steps: Final = tuple(
            tuple(self.offset(square, DX[way], DY[way]) for way in range(8)) for square in squares
        )
        self.neighbours: Final = tuple(tuple(to for to in steps if to >= 0) for steps in self.steps)
        self.edges: Final = self._both_sides(edges)
        self._routes: Final = tuple(self._ways(square, way) for square in squares for way in range(8))
        self.has_edges: Final = tuple(self._touches_feature(square) for square in squares)
        # Filled as they are asked for; each entry follows from the board alone.
        self._near: Final[dict[int, tuple[int, ...]]] = {}
        self.corners: Final[dict[int, Corner]] = {}
        self.patterns: Final[dict[tuple[int, int], Pattern]] = {}
        self.lines: Final[dict[int, Line]] = {}

    def square(self, x: int, y: int) -> int:
        if not (0 < x <= self.width and 0 < y <= self.height):
            raise ValueError(f"({x}, {y}) is off the board of {self.width} by {self.height} squares")
        return (y - 1) * self.width + x - 1

    def xy(self, square: int) -> tuple[int, int]:
        return self.xs[square] + 1, self.ys[square] + 1

    def offset(self, square: int, dx: int, dy: int) -> int:
        """The square so far to the east and north, or -1 off the board."""
        x = self.xs[square] + dx
        y = self.ys[square] + dy
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1

    def distance(self, a: int, b: int) -> int:
        """Squares counted from a to b, leaving out a: the larger of the two differences."""
        dx = abs(self.xs[a] - self.xs[b])
        dy = abs(self.ys[a] - self.ys[b])
        return dx if dx > dy else dy

    def adjacent(self, a: int, b: int) -> bool:
        """Over a side or over a corner; no square is adjacent to itself."""
        return b in self.neighbours[a]

    def direction(self, a: int, b: int) -> int:
        """The direction of the step from a to an adjacent b."""
        try:
            return self.steps[a].index(b)
        except ValueError:
            raise ValueError(f"{self.xy(a)} and {self.xy(b)} are not adjacent") from None

    def within(self, square: int, distance: int) -> tuple[int, ...]:
        """The squares at most so far away, the square itself among them, in order of number."""
        key = distance * self.size + square
        near = self._near.get(key)
        if near is None:
            near = self._near[key] = tuple(self._box(square, distance))
        return near

    def edge(self, square: int, facing: int) -> str | None:
        """The feature on that side of the square."""
        return self.edges[square * 4 + facing]

    def routes(self, square: int, direction: int) -> tuple[Route, ...]:
        """The edges that a step crosses: one route over a side, two round a corner, each of two edges.

        A step over a corner that leads off the board has no route.
        """
        return self._routes[square * 8 + direction]

    @staticmethod
    def rotate(dx: int, dy: int, facing: int) -> tuple[int, int]:
        """A vector given for a piece that faces north (dx to its right, dy ahead), for this facing.

        >>> Board.rotate(0, 1, EAST)
        (1, 0)
        """
        ahead, right = 2 * facing, (2 * facing + 2) % 8
        return dx * DX[right] + dy * DX[ahead], dx * DY[right] + dy * DY[ahead]

    def relative(self, a: int, b: int, facing: int) -> tuple[int, int]:
        """Where b lies for a piece on a that faces so: squares to its right, squares ahead."""
        dx = self.xs[b] - self.xs[a]
        dy = self.ys[b] - self.ys[a]
        ahead, right = 2 * facing, (2 * facing + 2) % 8
        return dx * DX[right] + dy * DY[right], dx * DX[ahead] + dy * DY[ahead]

    def _box(self, square: int, distance: int) -> Iterator[int]:
        x, y = self.xs[square], self.ys[square]
        columns = range(max(0, x - distance), min(self.width, x + distance + 1))
        for row in range(max(0, y - distance), min(self.height, y + distance + 1)):
            for column in columns:
                yield row * self.width + column

    def _both_sides(self, features: Mapping[tuple[int, int], str]) -> tuple[str | None, ...]:
        edges: list[str | None] = [None] * (4 * self.size)
        for (square, facing), feature in features.items():
            on_board = 0 <= square < self.size and 0 <= facing < 4
            _expect(on_board, f"{feature!r} lies on side {facing} of square {square}, which is no edge here")
            edge = square * 4 + facing
            clash = f"both {edges[edge]!r} and {feature!r} on side {FACINGS[facing]} of {self.xy(square)}"
            _expect(edges[edge] in (None, feature), clash)
            edges[edge] = feature
            beyond = self.steps[square][2 * facing]
            if beyond >= 0:
                edges[beyond * 4 + turned(facing, 2)] = feature
        return tuple(edges)

    def _ways(self, square: int, direction: int) -> tuple[Route, ...]:
        steps = self.steps[square]
        if direction % 2 == 0:
            return ((square * 4 + direction // 2,),)
        if steps[direction] < 0:
            return ()
        one, other = SIDES[direction]
        return (
            (square * 4 + one, steps[2 * one] * 4 + other),
            (square * 4 + other, steps[2 * other] * 4 + one),
        )

    def _touches_feature(self, square: int) -> bool:
        routes = self._routes[square * 8 : square * 8 + 8]
        return any(self.edges[edge] for ways in routes for way in ways for edge in way)


def groups(board: Board, members: Sequence[tuple[int, ...]], reach: int = 1) -> list[list[int]]:
    """Pieces that hang together, as lists of their indices, in order of the first piece of each group.

    A piece is the tuple of its squares; two are linked if squares of theirs are at most `reach` apart.

    >>> row = Board(9, 1, ["open"] * 9, [0] * 9, {})
    >>> groups(row, [(0,), (5, 6), (1,), (7,)])
    [[0, 2], [1, 3]]
    """
    holders: dict[int, list[int]] = {}
    for index, squares in enumerate(members):
        for square in squares:
            holders.setdefault(square, []).append(index)
    grouped = [False] * len(members)
    found = []
    for first in range(len(members)):
        if not grouped[first]:
            grouped[first] = True
            found.append(_flood(board, members, reach, first, holders, grouped))
    return found


def _flood(
    board: Board,
    members: Sequence[tuple[int, ...]],
    reach: int,
    first: int,
    holders: dict[int, list[int]],
    grouped: list[bool],
) -> list[int]:
    """The group of this member; its squares are taken out of `holders`, so that each is met only once."""
    group = [first]
    for index in group:  # it grows while it is walked
        if not holders:  # nobody is left to be met: soon so for a unit that hangs together
            break
        for square in members[index]:
            for near in board.within(square, reach):
                if near in holders:
                    for other in holders.pop(near):
                        if not grouped[other]:
                            grouped[other] = True
                            group.append(other)
    group.sort()
    return group


def _expect(lawful: bool, trouble: str) -> None:
    if not lawful:
        raise ValueError(trouble)
