"""What the ground does to pieces: cost of steps, contact, sight and cover. [mag.terrain.edge_features]

All of it follows from the board and the sheets alone, so it is worked out once for each encounter (sight and
cover as they are asked for) and shared by every battle on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from warhost.engine.field.board import DX, DY, FACINGS, Board
from warhost.engine.field.line import clear, line

from .state import NOWHERE

if TYPE_CHECKING:
    from .layout import PlainBoard
    from .sheets import Cover, PlaySheet
    from .terrain import Grounds

LEVEL = 2  # half levels in a level
TOWER_TOP = 2 * LEVEL
DEGREES: tuple[Cover, ...] = ("none", "L", "M", "H")
COVER_WORDS = {"L": "light", "M": "medium", "H": "heavy"}
NO_STEP = 0
# A lane takes about a kilobyte; a long simulation should forget lanes rather than fill the memory.
LANES_KEPT = 60_000

Way: TypeAlias = tuple[int, int, int, str]  # cost, the place it leads to, the square of that, the letter
Lane: TypeAlias = tuple[int, ...]  # the squares that a shot passes over, without the two ends


class Gait:
    """How one kind of mover gets about: `step[square * 8 + direction]` costs so much, 0 if it cannot be made.

    By `square * 4 + facing`, `onward` remembers the ways from there that the ground allows.
    """

    __slots__ = ("onward", "stand", "step")

    def __init__(self, step: list[int], stand: list[bool]):
        self.step, self.stand = step, stand
        self.onward: dict[int, tuple[Way, ...]] = {}


class Lanes(dict[int, Lane | None]):
    """By `from * size + to`: the way of a shot, or None where one square is not seen from the other.

    A shot passes over the same squares as one that comes back.
    """

    def __init__(self, land: Land):
        super().__init__()
        self._land = land

    def __missing__(self, key: int) -> Lane | None:
        if len(self) >= LANES_KEPT:
            self.clear()
        board = self._land.board
        a, b = sorted(divmod(key, board.size))
        lane = line(board, a, b).squares if self._land.sees(a, b) else None
        self[a * board.size + b] = self[b * board.size + a] = lane
        return lane


class Land:
    """The board of an encounter and what it means. `touching` are terrains on which level does not matter."""

    def __init__(self, plain: PlainBoard, grounds: Grounds, touching: tuple[str, ...] = ()):
        self.plain = plain
        edges = {(plain.index(x, y), FACINGS.index(side)): f for (x, y, side), f in plain.edges.items()}
        self.board = Board(plain.width, plain.height, plain.terrain, plain.levels, edges)
        self.corners = frozenset(plain.index(x, y) for x, y in plain.corners)
        self.ladders = frozenset(plain.index(x, y) * 4 + FACINGS.index(side) for x, y, side in plain.ladders)
        self.grounds, self._touching = grounds, touching
        self._hills = self._patches(grounds.sloping)
        self._ramparts = self._patches(frozenset(["rampart"]))
        squares = range(self.board.size)
        self.contact = tuple(tuple(b for b in self.board.neighbours[a] if self._touch(a, b)) for a in squares)
        self.footprints = {deep: self._footprints(deep) for deep in (1, 2)}
        self.rough = tuple(terrain not in grounds.good_going for terrain in self.board.terrain)
        # By `square * 8 + direction`: whether a step is one that a charge may be made of, onto good going and over
        # nothing.
        self.smooth = tuple(self._smooth(square, way) for square in squares for way in range(8))
        self._gaits: dict[tuple[str, tuple[str, ...]], Gait] = {}
        self._arcs: dict[int, frozenset[int]] = {}
        self._fields: dict[tuple[int, int, int, int], frozenset[int]] = {}
        self._sight: dict[int, bool] = {}
        self._may_hide, self._may_screen = self._obstacles()
        self.lanes = Lanes(self)
        self._cover: dict[tuple[str, int, int], int] = {}

    def _footprints(self, deep: int) -> list[tuple[int, ...]]:
        """By `square * 4 + facing`: the squares of a piece so deep with its front there, () if it hangs over the
        edge of the board. The last four are for one that is nowhere."""
        filled: list[tuple[int, ...]] = []
        for square, steps in enumerate(self.board.steps):
            rears = [steps[(2 * facing + 4) % 8] for facing in range(4)]
            filled += (
                [(square,)] * 4 if deep == 1 else [(square, rear) if rear != NOWHERE else () for rear in rears]
            )
        return filled + [(NOWHERE,)] * 4

    # --- moving --------------------------------------------------------------------------------------------

    def gait(self, sheet: PlaySheet, eased: tuple[str, ...] = ()) -> Gait:
        """How a piece of this sheet moves; `eased` terrains are as good as open ground to it."""
        key = sheet.id, eased
        if key not in self._gaits:
            stand = [self._can_stand(sheet, square) for square in range(self.board.size)]
            step = [
                self._step_cost(sheet, eased, square, direction, stand)
                for square in range(self.board.size)
                for direction in range(8)
            ]
            self._gaits[key] = Gait(step, stand)
        return self._gaits[key]

    def _can_stand(self, sheet: PlaySheet, square: int) -> bool:
        terrain = self.board.terrain[square]
        if terrain == "water" and "water" in sheet.square_costs:
            return self._by_the_shore(square)
        return terrain in self.grounds.sloping or terrain in sheet.square_costs

    def _by_the_shore(self, square: int) -> bool:
        """Large creatures wade only where land is next to them over a side.  [mag.terrain.water]"""
        around = (self.board.steps[square][way] for way in (0, 2, 4, 6))
        return any(near >= 0 and self.board.terrain[near] != "water" for near in around)

    def _step_cost(
        self, sheet: PlaySheet, eased: tuple[str, ...], square: int, direction: int, stand: list[bool]
    ) -> int:
        """The square entered and the features crossed, both doubled on a diagonal.

        [mag.move.cost] [mag.move.diagonal]
        """
        to = self.board.steps[square][direction]
        if to < 0 or not stand[to]:
            return NO_STEP
        if direction % 2 == 0 and square * 4 + direction // 2 in self.ladders:
            return sheet.square_costs.get("ladder", NO_STEP)
        if abs(self.board.levels[square] - self.board.levels[to]) >= LEVEL:
            return NO_STEP
        crossing = self.crossing(sheet, square, direction)
        if crossing is None:
            return NO_STEP
        entered = self._entering(sheet, eased, square, to)
        return (entered + crossing) * (2 if direction % 2 else 1)

    def _entering(self, sheet: PlaySheet, eased: tuple[str, ...], square: int, to: int) -> int:
        """Up a slope from below or from beside it, down from above.  [mag.terrain.slope]"""
        terrain = self.board.terrain[to]
        if terrain in self.grounds.sloping:
            way = "down" if self.board.levels[square] > self.board.levels[to] else "up"
            return sheet.square_costs[f"{terrain}_{way}"]
        return sheet.square_costs["open" if terrain in eased else terrain]

    def crossing(self, sheet: PlaySheet, square: int, direction: int) -> int | None:
        """What lies on the way; round a corner the cheaper of the two ways that are open."""
        ways = []
        for route in self.board.routes(square, direction):
            features = [f for edge in route if (f := self.board.edges[edge])]
            if all(feature in sheet.edge_costs for feature in features):
                ways.append(sum(sheet.edge_costs[feature] for feature in features))
        return min(ways, default=None)

    def _smooth(self, square: int, direction: int) -> bool:
        to = self.board.steps[square][direction]
        if to < 0 or self.rough[to]:
            return False
        if not self.board.has_edges[square]:
            return True
        routes = self.board.routes(square, direction)
        return any(not any(self.board.edges[edge] for edge in route) for route in routes)

    def _touch(self, a: int, b: int) -> bool:
        """Whether enemies on these neighbouring squares are in contact.  [mag.move.levels]"""
        direction = self.board.direction(a, b)
        routes = self.board.routes(a, direction)
        if direction % 2 == 0 and routes[0][0] in self.ladders:
            return True
        apart = abs(self.board.levels[a] - self.board.levels[b]) >= LEVEL
        if apart and not any(self.board.terrain[square] in self._touching for square in (a, b)):
            return False
        return any(not any(self.board.edges[edge] in self.grounds.no_contact for edge in route) for route in routes)

    # --- aiming and seeing ----------------------------------------------------------------------------------

    def arc(self, square: int, facing: int) -> frozenset[int]:
        """All squares ahead, to 45 degrees on either side; one that is cut in half is in.

        [mag.fire.arc] [mag.example.arc_single]
        """
        key = square * 4 + facing
        arc = self._arcs.get(key)
        if arc is None:
            ranks = range(1, max(self.board.width, self.board.height))
            arc = self._arcs[key] = frozenset().union(*(self._abreast(square, facing, ahead) for ahead in ranks))
        return arc

    def _abreast(self, square: int, facing: int, ahead: int) -> range:
        """The squares so far ahead, from 45 degrees to one side as far as 45 degrees to the other."""
        width, height, x, y = self.board.width, self.board.height, self.board.xs[square], self.board.ys[square]
        if facing % 2 == 0:
            row = y + ahead * DY[2 * facing]
            west, east = max(0, x - ahead), min(width - 1, x + ahead)
            return range(row * width + west, row * width + east + 1) if 0 <= row < height else range(0)
        column = x + ahead * DX[2 * facing]
        south, north = max(0, y - ahead), min(height - 1, y + ahead)
        first, last = south * width + column, north * width + column
        return range(first, last + 1, width) if 0 <= column < width else range(0)

    def field_of_fire(self, square: int, origin: int, facing: int, least: int, most: int) -> frozenset[int]:
        """The squares in range of a shooter's own square and in the arc that opens from `origin`, seen or not."""
        key = square, origin, facing, most
        field = self._fields.get(key)
        if field is None:
            too_near = self.board.within(square, least - 1)
            field = self.arc(origin, facing).intersection(self.board.within(square, most)).difference(too_near)
            self._fields[key] = field
        return field

    def sees(self, a: int, b: int) -> bool:
        """Sight from square to square; a matter of terrain alone, and mutual.  [mag.los.line]"""
        key = a * self.board.size + b if a < b else b * self.board.size + a
        seen = self._sight.get(key)
        if seen is None:
            seen = self._sight[key] = self._in_sight(min(a, b), max(a, b))
        return seen

    def _in_sight(self, a: int, b: int) -> bool:
        if a == b:
            return True
        may_hide, may_screen = self._may_hide, self._may_screen
        return clear(
            self.board, a, b,
            lambda square: may_hide[square] and self._hides(square, a, b),
            lambda edge: may_screen[edge] and self._screens(edge, a, b),
        )  # fmt: skip

    def _hides(self, square: int, a: int, b: int) -> bool:
        """Trees, and hills that rise between the two; steps are slopes.

        [mag.los.trees] [mag.example.trees] [mag.los.slope] [mag.example.slopes] [mag.los.steps]
        """
        terrain, levels = self.board.terrain[square], self.board.levels
        if terrain in self.grounds.hiding:
            return True
        if terrain in self.grounds.sloping:
            if levels[square] > levels[a] and levels[square] > levels[b]:
                return True
            return square in self.corners and (self._on_slope_of(square, a) or self._on_slope_of(square, b))
        return levels[square] > min(levels[a], levels[b])

    def _obstacles(self) -> tuple[list[bool], list[bool]]:
        """The squares and the edges that can stand between two others: most of a board never does."""
        board, rising = self.board, self.grounds.hiding | self.grounds.sloping
        lowest = min(board.levels)
        may_hide = [
            level > lowest or terrain in rising for level, terrain in zip(board.levels, board.terrain, strict=True)
        ]
        barring = self.grounds.openings | self.grounds.walls
        return may_hide, [feature in barring for feature in board.edges]

    def _on_slope_of(self, corner: int, square: int) -> bool:
        """An ordinary slope square of the same hill: nobody shoots at it round the corner."""
        hill = self._hills
        return square in hill and square not in self.corners and hill[square] == hill[corner]

    def _screens(self, edge: int, a: int, b: int) -> bool:
        """Whether what lies on an edge keeps the two from seeing each other.  [mag.cover.x]"""
        feature = self.board.edges[edge]
        if feature is None:
            return False
        if feature in self.grounds.openings:
            return not self._at_the_opening(edge, a, b)
        return feature in self.grounds.walls and not self._over_the_wall(edge, a, b)

    def _sides_of(self, edge: int) -> tuple[int, int]:
        square, facing = divmod(edge, 4)
        return square, self.board.steps[square][2 * facing]

    def _at_the_opening(self, edge: int, a: int, b: int) -> bool:
        """Through a door, window or slit one sees from next to it, or into the square behind.

        [mag.los.door] [mag.los.window] [mag.los.arrow_slit]
        """
        sides = self._sides_of(edge)
        return a in sides or b in sides

    def _over_the_wall(self, edge: int, a: int, b: int) -> bool:
        """From or to the wall's own rampart, or from a tower top.  [mag.los.high_wall]"""
        if max(self.board.levels[a], self.board.levels[b]) >= TOWER_TOP:
            return True
        own = [self._ramparts[side] for side in self._sides_of(edge) if side in self._ramparts]
        return any(self._ramparts.get(end) in own for end in (a, b) if end in self._ramparts)

    def _patches(self, terrains: frozenset[str]) -> dict[int, int]:
        """Squares of these terrains, each with the number of the patch in which they hang together."""
        patch: dict[int, int] = {}
        for first in range(self.board.size):
            if self.board.terrain[first] in terrains and first not in patch:
                patch[first], growing = first, [first]
                for square in growing:
                    for near in self.board.neighbours[square]:
                        if near not in patch and self.board.terrain[near] in terrains:
                            patch[near] = first
                            growing.append(near)
        return patch

    # --- hiding behind things ------------------------------------------------------------------------------

    def cover(self, sheet: PlaySheet, square: int, against: int) -> Cover:
        """The better of what one stands in and what one stands behind, for this sheet.

        [mag.cover.degrees] [mag.cover.scrub] [mag.cover.rocks]
        """
        key = sheet.id, square, against
        degree = self._cover.get(key)
        if degree is None:
            degree = self._cover[key] = self._degree(sheet, square, against)
        return DEGREES[degree]

    def _degree(self, sheet: PlaySheet, square: int, against: int) -> int:
        degrees = [sheet.cover.get(self.board.terrain[square], "none")]
        degrees += [sheet.cover[feature] for feature in self.sheltering(square, against)]
        return max(DEGREES.index(degree) for degree in degrees if degree != "X")

    def sheltering(self, square: int, against: int) -> list[str]:
        """The features on the sides of the square over which a shot or blow from there comes in.

        Only the side of one's own square counts, with hedges and fences as with walls; crenellations shelter
        only those who stand on their rampart.
        [mag.cover.low_wall] [mag.example.low_wall] [mag.cover.hedge] [mag.cover.fence] [mag.los.rampart]
        """
        features = [f for edge in line(self.board, against, square).last if (f := self.board.edges[edge])]
        on_rampart = self.board.terrain[square] == "rampart"
        return [feature for feature in features if on_rampart or feature != "rampart_crenellation"]
