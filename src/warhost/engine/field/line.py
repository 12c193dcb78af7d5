"""The straight line between the centres of two squares, in exact integers.

The line passes from square to square over the inside of a side or exactly through a corner point. At a
corner it enters neither of the two squares beside it; whether it is barred there depends on both ways round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from warhost.engine.field.board import DX, DY, HEADING, SIDES, Board

# A line takes one to two kilobytes; a long simulation should forget lines rather than fill the memory.
LINES_KEPT = 30_000


class Way(NamedTuple):
    """One way round a corner point: the square beside the line, and the edges into and out of it."""

    side: int
    edges: tuple[int, int]


class Corner(NamedTuple):
    """A point where the line runs exactly through the corner of four squares."""

    ways: tuple[Way, Way]


class Line(NamedTuple):
    """What lies between two squares, in order from the first to the second."""

    squares: tuple[int, ...]  # whose inside is crossed, without the two ends
    crossings: tuple[int, ...]  # edges crossed at the inside of a side, seen from where the line comes from
    corners: tuple[Corner, ...]
    last: tuple[int, ...]  # edges of the target's square over which it is entered: one, or two at a corner


class Pattern(NamedTuple):
    """All lines of one slant and length: what to add to the numbers of the squares at the ends."""

    squares: tuple[int, ...]
    crossings: tuple[int, ...]
    corners: tuple[int, ...]
    last: tuple[int, ...]


def line(board: Board, a: int, b: int) -> Line:
    """The line from the centre of a to the centre of b.

    >>> board = Board(4, 4, ["open"] * 16, [0] * 16, {})
    >>> drawn = line(board, board.square(1, 1), board.square(4, 4))
    >>> [board.xy(square) for square in drawn.squares]
    [(2, 2), (3, 3)]
    >>> [board.xy(way.side) for way in drawn.corners[0].ways]
    [(1, 2), (2, 1)]
    """
    key = a * board.size + b
    drawn = board.lines.get(key)
    if drawn is None:
        if len(board.lines) >= LINES_KEPT:
            board.lines.clear()
        drawn = board.lines[key] = _draw(board, a, b)
    return drawn


def clear(
    board: Board,
    a: int,
    b: int,
    square_bars: Callable[[int], bool],
    edge_bars: Callable[[int], bool],
) -> bool:
    """Nothing on the line from a to b bars it; at a corner one open way round is enough.

    The two squares at the ends are never asked about.
    """
    squares, crossings, corners, _ = line(board, a, b)
    for square in squares:
        if square_bars(square):
            return False
    for edge in crossings:
        if edge_bars(edge):
            return False
    for corner in corners:
        for side, (into, out) in corner.ways:
            if not (square_bars(side) or edge_bars(into) or edge_bars(out)):
                break
        else:
            return False
    return True


def _draw(board: Board, a: int, b: int) -> Line:
    slant = board.xs[b] - board.xs[a], board.ys[b] - board.ys[a]
    pattern = board.patterns.get(slant)
    if pattern is None:
        pattern = board.patterns[slant] = _pattern(board.width, *slant)
    squares, crossings, corners, last = pattern
    first_edge, last_edge = a * 4, b * 4
    return Line(
        tuple([a + square for square in squares]),
        tuple([first_edge + edge for edge in crossings]),
        tuple([_corner(board, a * 8 + corner) for corner in corners]) if corners else (),
        tuple([last_edge + edge for edge in last]),
    )


def _corner(board: Board, number: int) -> Corner:
    """The corner that is passed from square number // 8 in direction number % 8."""
    corner = board.corners.get(number)
    if corner is None:
        square, direction = divmod(number, 8)
        corner = board.corners[number] = _round_corner(board, square, direction)
    return corner


def _round_corner(board: Board, square: int, direction: int) -> Corner:
    (into, out), (other_into, other_out) = board.routes(square, direction)
    # The second edge of a way is numbered from the square beside the line.
    return Corner((Way(out // 4, (into, out)), Way(other_out // 4, (other_into, other_out))))


def _pattern(width: int, dx: int, dy: int) -> Pattern:
    squares, crossings, corners = [], [], []
    last: tuple[int, ...] = ()
    square = 0
    for direction in _passages(dx, dy):
        if direction % 2:
            corners.append(square * 8 + direction)
        else:
            crossings.append(square * 4 + direction // 2)
        square += DY[direction] * width + DX[direction]
        squares.append(square)
        last = SIDES[(direction + 4) % 8]
    return Pattern(tuple(squares[:-1]), tuple(crossings), tuple(corners), last)


def _passages(dx: int, dy: int) -> Iterator[int]:
    """The directions in which the line passes from square to square, in order.

    It leaves its n-th column at (2n - 1) / 2|dx| of the way, and its n-th row at (2n - 1) / 2|dy|. Both at
    once is a corner. Multiplied out, the comparison needs no fractions and holds for level lines too.
    """
    across, up = abs(dx), abs(dy)
    east, north = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    column = row = 1
    while column < 2 * across or row < 2 * up:
        order = column * up - row * across
        leaves_column, leaves_row = order <= 0, order >= 0
        yield HEADING[east * leaves_column, north * leaves_row]
        column += 2 * leaves_column
        row += 2 * leaves_row
