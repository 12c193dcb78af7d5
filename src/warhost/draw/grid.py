"""From squares of the board to places on the sheet: x to the right, y down, 40 to a square."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.engine.view import BoardView, Square, View

SIDE = 40
HALF = SIDE // 2
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
TURNS = {"N": 0, "E": 90, "S": 180, "W": 270}

Point = tuple[int, int]


def board_of(view: View) -> BoardView:
    """The board of a view that has one; tables of free measure are drawn elsewhere."""
    assert view.board is not None, "this view has no board of squares"
    return view.board


def top_left(board: BoardView, square: Square) -> Point:
    return (square[0] - 1) * SIDE, (board.height - square[1]) * SIDE


def centre(board: BoardView, square: Square) -> Point:
    left, top = top_left(board, square)
    return left + HALF, top + HALF


def squares(board: BoardView) -> Iterable[Square]:
    """All squares, from the north-west corner, row by row."""
    return ((x, y) for y in range(board.height, 0, -1) for x in range(1, board.width + 1))


def on_board(board: BoardView, square: Square) -> bool:
    return 1 <= square[0] <= board.width and 1 <= square[1] <= board.height


def terrain_at(board: BoardView, square: Square) -> str:
    return board.terrain[board.height - square[1]][square[0] - 1]


def level_at(board: BoardView, square: Square) -> float:
    return board.levels[board.height - square[1]][square[0] - 1]


def neighbour(square: Square, side: str) -> Square:
    dx, dy = STEPS[side]
    return square[0] + dx, square[1] + dy


def uphill(board: BoardView, square: Square) -> Point:
    """Where the ground rises, as signs of x and y: both on the corner of a hill, neither on the flat."""
    own = level_at(board, square)

    def level(side: str) -> float:
        beyond = neighbour(square, side)
        return level_at(board, beyond) if on_board(board, beyond) else own

    east, north = level("E") - level("W"), level("N") - level("S")
    # A bank beside a bridge leans a little towards the planks; only an even lean makes a corner.
    steepest = 0.6 * max(abs(east), abs(north))
    return sign(east) * (abs(east) > steepest), sign(north) * (abs(north) > steepest)


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


def border_loops(board: BoardView, area: Iterable[Square]) -> list[list[Point]]:
    """The borders of an area as closed rings of corner points, the area always to the right of the way."""
    onward = border_sides(board, area)
    loops = []
    while onward:
        start = min(onward)
        loop, here = [start], take(onward, start, start)
        while here != start:
            loop.append(here)
            here = take(onward, loop[-2], here)
        loops.append(corners_only(loop))
    return loops


def border_sides(board: BoardView, area: Iterable[Square]) -> dict[Point, list[Point]]:
    """Every side of a square that looks out of the area, clockwise, as start and ends."""
    inside = dict.fromkeys(area)
    onward: dict[Point, list[Point]] = {}
    for square in inside:
        left, top = top_left(board, square)
        right, bottom = left + SIDE, top + SIDE
        ring = {
            "N": ((left, top), (right, top)),
            "E": ((right, top), (right, bottom)),
            "S": ((right, bottom), (left, bottom)),
            "W": ((left, bottom), (left, top)),
        }
        for side, (start, end) in ring.items():
            if neighbour(square, side) not in inside:
                onward.setdefault(start, []).append(end)
    return onward


def take(onward: dict[Point, list[Point]], before: Point, here: Point) -> Point:
    """The next point of a ring, taken off the list of those still to walk.

    Where two squares touch only at a corner there are two ways on; turning right gives each its own ring.
    """
    ends = onward[here]
    right = (here[0] - (here[1] - before[1]), here[1] + (here[0] - before[0]))
    end = ends.pop(ends.index(right) if right in ends else 0)
    if not ends:
        del onward[here]
    return end


def corners_only(loop: list[Point]) -> list[Point]:
    """A ring without the points that lie in the middle of a straight line."""
    around = zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
    return [here for before, here, after in around if before[0] != after[0] and before[1] != after[1]]


def outline(board: BoardView, area: Iterable[Square], radius: int = 0, inset: int = 0) -> str:
    """The border of an area as SVG path data, with rounded corners, a little inside if wished."""
    return "".join(ring(board, loop, radius, inset) for loop in border_loops(board, area))


def ring(board: BoardView, loop: list[Point], radius: int, inset: int) -> str:
    data = []
    for before, (x, y), after in zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True):
        ax, ay = sign(x - before[0]), sign(y - before[1])
        bx, by = sign(after[0] - x), sign(after[1] - y)
        # The board ends in a straight line, whatever grows on it.
        at_rim = x in (0, board.width * SIDE) or y in (0, board.height * SIDE)
        r = 0 if at_rim else radius
        x, y = x - inset * (ay + by), y + inset * (ax + bx)
        data.append(f"{x - ax * r} {y - ay * r}Q{x} {y} {x + bx * r} {y + by * r}" if r else f"{x} {y}")
    return "M" + "L".join(data) + "Z"
