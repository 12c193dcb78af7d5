"""Orders to move: a unit piece by piece, or a single character, as one answer.  [mag.turn.phase2]

An order names pieces and their paths, in the order in which they move: {"spearmen-1": "FFF", "spearmen-2": "FRe"}.
It is judged as a whole, since a unit must hang together when its last piece has moved.  [mag.unit.coherency]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.board import DX, DY, FACINGS, Board, groups
from warhost.engine.question import Answer, Chance, Order, Refusal
from warhost.engine.words import Names

from .events import COMPASS
from .pieces import engaged, squares_of, threatened
from .setting import Fight
from .state import NOBODY
from .steps import AHEAD, TURNS, Mover, Walk, may_not_move, path_to

RANDOM_STEPS = "FFFFLR"


def occupied_for(fight: Fight, side: int) -> list[int]:
    """The board as a side knows it: what stands there for all to see, and its own hidden pieces."""
    occupied = fight.state.occupied[:]
    for number in [n for n, p in enumerate(fight.state.pieces) if p.fate == "hidden" and p.side == side]:
        for square in squares_of(fight, number):
            occupied[square] = number
    return occupied


def coherent(fight: Fight, squares: list[tuple[int, ...]]) -> bool:
    """One group, traced through adjacent squares, or through gaps of one in open order.

    [mag.unit.coherency] [mag.example.coherency] [mag.unit.alt_coherency] [mag.example.alt_coherency]
    """
    close = fight.setting.close
    apart = {square for piece in squares for square in piece}
    linked = list(squares[0][:1]) if squares else []
    for square in linked:  # it grows while it is walked
        if not apart:
            break
        for other in close[square]:
            if other in apart:
                apart.remove(other)
                linked.append(other)
    return not apart


def bodies(fight: Fight, squares: list[tuple[int, ...]]) -> list[list[int]]:
    return groups(fight.setting.board, squares, fight.setting.coherency)


class Distances(dict[int, int]):
    """Of every square that is asked about, how far it is from the nearest of some others."""

    def __init__(self, board: Board, others: list[int]):
        super().__init__()
        self._board, self._others = board, others

    def __missing__(self, square: int) -> int:
        distance = self._board.distance
        away = self[square] = min([distance(square, other) for other in self._others], default=self._board.size)
        return away


class Plan:
    """Moves tried out on a board of their own; nothing happens to the battle."""

    __slots__ = ("costs", "fight", "occupied", "places", "threat")

    def __init__(self, fight: Fight, side: int, occupied: list[int] | None = None, threat: set[int] | None = None):
        self.fight = fight
        self.occupied = occupied_for(fight, side) if occupied is None else occupied[:]
        self.threat = threatened(fight, side) if threat is None else threat
        self.places: dict[int, tuple[int, ...]] = {}  # squares after the move; () off the board
        self.costs: dict[str, int] = {}

    def move(self, number: int, path: str) -> Walk | Refusal:
        walk = Mover(self.fight, number, self.occupied, self.threat).walk(path)
        if isinstance(walk, Walk):
            self.settle(number, walk)
        return walk

    def far(self, number: int, path: str) -> str:
        """Move as far along a path as possible; the part of it that was gone."""
        walk, gone = Mover(self.fight, number, self.occupied, self.threat).far(path)
        if gone:
            self.settle(number, walk)
        return gone

    def settle(self, number: int, walk: Walk) -> None:
        for square in squares_of(self.fight, number):
            if self.occupied[square] == number:
                self.occupied[square] = NOBODY
        filled = () if walk.left else self.fight.setting.squares(number, walk.square, walk.facing)
        for square in filled:
            self.occupied[square] = number
        self.places[number] = filled
        self.costs[self.fight.setting.name(number)] = walk.cost

    def squares(self, number: int) -> tuple[int, ...]:
        found = self.places.get(number)
        return squares_of(self.fight, number) if found is None else found


class March(Order):
    """Where shall these pieces go? `everyone` is the whole unit, `free` those of it that can move.

    Heroes and monsters go alone and keep together with nobody.  [mag.unit.free_individuals]
    """

    __slots__ = ("_closings", "_occupied", "everyone", "fight", "force", "free", "may_gap", "threat", "unit")
    kind = "march"
    form = (
        '{ "name-1" = "FFR", ... }, pieces in the order in which they move, each with its path: F straight on, '
        "L and R ahead to the left and right, n e s w to face that way; {} if nobody moves"
    )

    def __init__(self, fight: Fight, player: int, unit: int, everyone: list[int], may_gap: bool = False):
        name = fight.setting.units[unit].id if unit != NOBODY else fight.setting.name(everyone[0])
        super().__init__(player, "march", "mag.turn.phase2", name)
        self.fight, self.unit, self.everyone, self.may_gap = fight, unit, everyone, may_gap
        self.force = fight.state.pieces[everyone[0]].side
        self.free = [number for number in everyone if cannot_march(fight, number) is None]
        self._occupied = occupied_for(fight, self.force)
        self.threat = threatened(fight, self.force)
        self._closings: dict[int, dict[str, str]] = {}  # ways of closing up, by the first piece of the main body

    def asked(self, names: Names) -> str:
        return f"Where shall {names.piece(self.about)} go? {self._allowance()}"

    def _allowance(self) -> str:
        points = sorted({self.mover(number).points for number in self.free})
        facings = {self.fight.state.pieces[number].facing for number in self.free}
        if not points:
            return "None of its pieces can move."
        each = f"{points[0]}" if len(points) == 1 else f"{points[0]} to {points[-1]}"
        have = f"{len(self.free)} pieces, each with" if len(self.free) > 1 else "It has"
        facing = f", facing {COMPASS[FACINGS[facings.pop()]]}" if len(facings) == 1 else ""
        still = len(self.everyone) - len(self.free)
        locked = f"; {still} more cannot move" if still else ""
        return f"{have} {each} Movement Point{'s' * (points != [1])}{facing}{locked}."

    def plan(self) -> Plan:
        return Plan(self.fight, self.force, self._occupied, self.threat)

    def mover(self, number: int) -> Mover:
        return Mover(self.fight, number, self._occupied, self.threat)

    # --- judging -------------------------------------------------------------------------------------------

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        planned = self.planned(order)
        return planned if isinstance(planned, Refusal) else planned.costs

    def planned(self, order: Answer) -> Refusal | Plan:
        """An order tried out, or why it may not be."""
        plan = self.plan()
        if not isinstance(order, dict):
            return Refusal(self.rule, f"expected pieces and their paths, got {order!r}")
        for name, path in order.items():
            number = self.fight.setting.number.get(name, NOBODY)
            if number not in self.everyone or not isinstance(path, str):
                return Refusal(self.rule, f"{name!r} is not a piece of {self.about} with a path of letters")
            if refusal := cannot_march(self.fight, number):
                return Refusal(refusal.rule, f"{{who}}: {refusal.why}", (name,))
            walk = plan.move(number, path)
            if isinstance(walk, Refusal):
                return Refusal(walk.rule, f"{{who}}: {walk.why}", (name,))
        return self._apart(plan) or plan

    def _apart(self, plan: Plan) -> Refusal | None:
        if self.unit == NOBODY or self.may_gap:
            return None
        here = [squares for number in self.everyone if (squares := plan.squares(number))]
        if coherent(self.fight, here):
            return None
        if coherent(self.fight, [squares_of(self.fight, number) for number in self.everyone]):
            rule = "mag.unit.alt_coherency" if self.fight.setting.open_order else "mag.unit.coherency"
            return Refusal(rule, "the unit would no longer hang together")
        if any(self._closes_up(plan, main) for main in self._main_bodies()):
            return None
        return Refusal("mag.unit.coherency_gap", "pieces cut off from their unit must close up as far as they can")

    # --- closing a gap -------------------------------------------------------------------------------------

    def _main_bodies(self) -> list[list[int]]:
        """The largest groups with a locked piece in them, or the largest; among equals the owner may choose.

        [mag.unit.coherency_gap]
        """
        found = self._groups(self.plan())
        weights = [(any(engaged(self.fight, n) for n in body), len(body)) for body in found]
        return [body for body, weight in zip(found, weights, strict=True) if weight == max(weights)]

    def _groups(self, plan: Plan) -> list[list[int]]:
        there = [number for number in self.everyone if plan.squares(number)]
        return [[there[i] for i in body] for body in bodies(self.fight, [plan.squares(n) for n in there])]

    def _body(self, plan: Plan, main: list[int]) -> list[int]:
        """What has become of the main body: the group that holds its locked pieces, or most of it."""

        def weight(body: list[int]) -> tuple[int, int]:
            left = [number for number in body if number in main]
            return sum(engaged(self.fight, number) for number in left), len(left)

        return max(self._groups(plan), key=weight)

    def _closes_up(self, plan: Plan, main: list[int]) -> bool:
        best = self.plan()
        for name, path in self._closing(main).items():
            best.move(self.fight.setting.number[name], path)
        return self._stragglers(plan, main) <= self._stragglers(best, main)

    def can_close_up(self) -> bool:
        """Whether, in a unit that was broken apart, anybody could come nearer to the rest."""
        plan, anywhere = self.plan(), self.fight.setting.board.size
        near = [self._distances(plan, self._body(plan, main)) for main in self._main_bodies()]
        return all(any(self._nearer(plan, number, away, anywhere) for number in self.free) for away in near)

    def _stragglers(self, plan: Plan, main: list[int]) -> tuple[int, int]:
        """How many pieces stand apart from the main body, and how far in all."""
        body = self._body(plan, main)
        away = self._distances(plan, body)
        apart = [n for n in self.everyone if plan.squares(n) and n not in body and not engaged(self.fight, n)]
        return len(apart), sum(min(away[square] for square in plan.squares(number)) for number in apart)

    def _distances(self, plan: Plan, body: list[int]) -> Distances:
        return Distances(self.fight.setting.board, [s for number in body for s in plan.squares(number)])

    def _closing(self, main: list[int]) -> dict[str, str]:
        """The referee's own way of closing up."""
        if main[0] not in self._closings:
            self._closings[main[0]] = self._close_up(main)
        return self._closings[main[0]]

    def _close_up(self, main: list[int]) -> dict[str, str]:
        """Stragglers go as near to the main body as they can, those nearest to it first."""
        plan, order = self.plan(), dict[str, str]()
        moved = True
        while moved:
            away = self._distances(plan, self._body(plan, main))
            waiting = [n for n in self.free if n not in plan.places]
            waiting.sort(key=lambda number: min(away[square] for square in plan.squares(number)))
            moved = False
            for number in waiting:
                path = self._nearer(plan, number, away)
                if path:
                    plan.move(number, path)
                    order[self.fight.setting.name(number)] = path
                    away, moved = self._distances(plan, self._body(plan, main)), True
        return order

    def _nearer(self, plan: Plan, number: int, away: Distances, enough: int = 1) -> str:
        """The path that brings a straggler nearest to the main body; none if it is there or cannot get nearer.

        It looks for no better way than the cheapest that brings it as near as is `enough`.
        """
        footprints = self.fight.setting.footprints[number]
        here = min(away[square] for square in plan.squares(number))
        if here <= self.fight.setting.coherency:
            return ""

        def near(place: int) -> int:
            return min([away[square] for square in footprints[place]])

        enough = min(enough, here - 1)
        reached = Mover(self.fight, number, plan.occupied, plan.threat).reach(lambda place: near(place) <= enough)
        best, found = (here, 0), NOBODY
        for place, (cost, _, _) in reached.items():
            if (near(place), cost) < best:
                best, found = (near(place), cost), place
        return path_to(reached, found) if found != NOBODY else ""

    # --- offering ------------------------------------------------------------------------------------------

    def together(self, path: str) -> dict[str, str]:
        """All free pieces follow the same path as far as each can, those ahead first; shorter if it must be."""
        for length in range(len(path), 0, -1):
            order, plan = self._in_step(path[:length])
            if order and self._apart(plan) is None:
                return order
        return {}

    def _in_step(self, path: str) -> tuple[dict[str, str], Plan]:
        return self._each_far(dict.fromkeys(self._foremost_first(path), path))

    def _each_far(self, paths: dict[int, str]) -> tuple[dict[str, str], Plan]:
        """Every piece in turn goes as far along its path as it can."""
        plan, order = self.plan(), dict[str, str]()
        for number, path in paths.items():
            if gone := plan.far(number, path):
                order[self.fight.setting.name(number)] = gone
        return order, plan

    def _foremost_first(self, path: str) -> list[int]:
        """The free pieces, those furthest on in the direction of a path first."""
        pieces, xs, ys = self.fight.state.pieces, self.fight.setting.board.xs, self.fight.setting.board.ys
        facings = dict.fromkeys([pieces[number].facing for number in self.free])
        heading = {facing: _heading(path, facing) for facing in facings}

        def behind(number: int) -> int:
            dx, dy = heading[pieces[number].facing]
            return -(xs[pieces[number].square] * dx + ys[pieces[number].square] * dy)

        return sorted(self.free, key=behind)

    def hold(self) -> dict[str, str]:
        """Standing still, where that is lawful; otherwise closing up."""
        return {} if not isinstance(self.check({}), Refusal) else self._closing(self._main_bodies()[0])

    def suggest(self, most: int = 12) -> list[Answer]:
        found: list[Answer] = []
        for order in self._offers():
            if order not in found:
                found.append(order)
            if len(found) >= most:
                break
        return found

    def _offers(self) -> Iterator[dict[str, str]]:
        """Standing still, then going as far as possible each way, turning, and leaping."""
        yield self.hold()
        if not self.free:
            return
        facing = self.fight.state.pieces[self.free[0]].facing
        points = max(self.mover(number).points for number in self.free)
        letters = [letter for letter in "nesw" if TURNS[letter] != facing]
        paths = ["F" * points, "F" * (points // 2), "L" * (points // 2), "R" * (points // 2), *letters]
        for path in paths + [letter + "F" * (points - 1) for letter in letters]:
            if order := self.together(path):
                yield order
        if self.unit == NOBODY:
            yield from ({self.about: path} for _, path in self.mover(self.free[0]).leaps())

    def sample(self, chance: Chance) -> Answer:
        if not self.free or chance.random() < 0.1:
            return self.hold()
        if chance.random() < 0.7:
            order, plan = self._in_step(self._random_march(chance))
        else:
            order, plan = self._each_far(self._random_walks(chance))
        return order if self._apart(plan) is None else self.hold()

    def _random_march(self, chance: Chance) -> str:
        points = self.mover(self.free[0]).points
        facing = self.fight.state.pieces[self.free[0]].facing
        turns = [letter for letter in "nesw" if TURNS[letter] != facing]
        path = turns[chance.randrange(3)] if chance.random() < 0.3 else ""
        length = 1 + chance.randrange(max(1, points))
        return path + "".join(RANDOM_STEPS[chance.randrange(len(RANDOM_STEPS))] for _ in range(length))

    def _random_walks(self, chance: Chance) -> dict[int, str]:
        paths, left = dict[int, str](), self.free[:]
        while left:
            number = left.pop(chance.randrange(len(left)))
            leaps: list[str] = []
            if self.unit == NOBODY and chance.random() < 0.3:
                leaps = [path for _, path in self.mover(number).leaps()]
            if leaps:
                paths[number] = leaps[chance.randrange(len(leaps))]
            else:
                paths[number] = _random_path(chance, self.fight.state.pieces[number].facing)
        return paths

    def outline(self) -> dict[str, list[tuple[int, int]]]:
        board, found = self.fight.setting.board, dict[str, list[tuple[int, int]]]()
        for number in self.free:
            squares = sorted({place // 4 for place in self.mover(number).reach()})
            found[self.fight.setting.name(number)] = [board.xy(square) for square in squares]
        return found

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "pieces": [self.fight.setting.name(number) for number in self.free]}


class Lead(Order):
    """A blinded piece and its guide, step by step together: {"hero": "FF", "guide": "FR"}.

    After every pair of steps the two must still be next to each other.  [mag.wound.lead_blind]
    """

    __slots__ = ("blind", "fight", "guide", "points")
    kind = "lead"
    form = '{ "blind" = "FF", "guide" = "FR" }, the paths of both, step by step together'

    def __init__(self, fight: Fight, player: int, blind: int, guide: int):
        super().__init__(player, "lead", "mag.wound.lead_blind", fight.setting.name(blind))
        self.fight, self.blind, self.guide = fight, blind, guide

    def asked(self, names: Names) -> str:
        guide, blind = names.piece(self.fight.setting.name(self.guide)), names.piece(self.about)
        return f"How does {guide} lead {blind}? They must stay side by side."

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        name, force = self.fight.setting.name, self.fight.state.pieces[self.blind].side
        if not isinstance(order, dict) or not set(order) <= {name(self.blind), name(self.guide)}:
            return Refusal(
                self.rule, f"expected paths for {name(self.blind)} and {name(self.guide)}, got {order!r}"
            )
        paths = {number: order.get(name(number), "") for number in (self.blind, self.guide)}
        if not all(isinstance(path, str) and set(path) <= set("FLRnesw") for path in paths.values()):
            return Refusal(self.rule, "a led piece goes by steps and turns only")
        occupied, threat = occupied_for(self.fight, force), threatened(self.fight, force)
        for number in paths:  # they make room for each other as they go
            for square in squares_of(self.fight, number):
                occupied[square] = NOBODY
        walks: list[Walk] = []
        for taken in range(1 + max(len(path) for path in paths.values())):
            before, walks = walks, []
            for number, path in paths.items():
                walk = Mover(self.fight, number, occupied, threat).walk(path[:taken])
                if isinstance(walk, Refusal):
                    return Refusal(walk.rule, f"{{who}}: {walk.why}", (name(number),))
                walks.append(walk)
            if refusal := self._parted(walks) or self._swapped(before, walks):
                return refusal
        return self._slow_enough(walks) or self._in_unit(walks[1]) or {
            name(self.blind): walks[0].cost, name(self.guide): walks[1].cost
        }  # fmt: skip

    def _filled(self, walks: list[Walk]) -> list[tuple[int, ...]]:
        pair = zip((self.blind, self.guide), walks, strict=True)
        return [self.fight.setting.squares(number, walk.square, walk.facing) for number, walk in pair]

    def _swapped(self, before: list[Walk], after: list[Walk]) -> Refusal | None:
        """One of the two goes first at every step, and finds its square free."""
        if before:
            (blind, guide), (blind_then, guide_then) = self._filled(before), self._filled(after)
            if set(blind) & set(guide_then) and set(guide) & set(blind_then):
                return Refusal("mag.move.occupied", "the two cannot pass through each other")
        return None

    def _parted(self, walks: list[Walk]) -> Refusal | None:
        one, other = self._filled(walks)
        if set(one) & set(other):
            return Refusal("mag.move.occupied", "the two would stand on the same square")
        if _nearest(self.fight, one, list(other)) != 1:
            return Refusal(self.rule, "the guide must stay next to the blinded piece at every step")
        return None

    def _slow_enough(self, walks: list[Walk]) -> Refusal | None:
        points = Mover(self.fight, self.blind, self.fight.state.occupied, set()).points
        if walks[1].cost > points:
            return Refusal(self.rule, f"the guide goes no faster than the {points} points of the blinded piece")
        return None

    def _in_unit(self, walk: Walk) -> Refusal | None:
        unit = self.fight.setting.figures[self.guide].unit
        if unit == NOBODY:
            return None
        others = [n for n in self.fight.setting.units[unit].members if self.fight.state.pieces[n].present]
        before = [squares_of(self.fight, number) for number in others]
        after = [
            self.fight.setting.squares(n, walk.square, walk.facing)
            if n == self.guide
            else squares_of(self.fight, n)
            for n in others
        ]
        if coherent(self.fight, before) and not coherent(self.fight, after):
            return Refusal("mag.unit.coherency", "the guide's unit would no longer hang together")
        return None

    def suggest(self, most: int = 12) -> list[Answer]:
        names = [self.fight.setting.name(number) for number in (self.blind, self.guide)]
        found: list[Answer] = [{}]
        for letter in ("", *"nesw"):
            for length in (6, 4, 3, 2, 1, 0):
                path = letter + "F" * length
                order = dict.fromkeys(names, path)
                if path and self.refuse(order) is None:
                    found.append(order)
                    break
        return found[:most]


def cannot_march(fight: Fight, number: int) -> Refusal | None:
    """Why a piece stays where it is, if it must."""
    piece = fight.state.pieces[number]
    if piece.acted:
        return Refusal("mag.turn.phase2", "it has been moved this turn")
    if engaged(fight, number):
        return Refusal("mag.move.locked", "an enemy is next to it")
    return may_not_move(fight, number)


def _nearest(fight: Fight, squares: tuple[int, ...], there: list[int]) -> int:
    distance = fight.setting.board.distance
    return min((distance(a, b) for a in squares for b in there), default=0)


def _heading(path: str, facing: int) -> tuple[int, int]:
    """How far a path leads to the east and to the north for a piece that faces so."""
    dx = dy = 0
    for letter in path:
        if letter in TURNS:
            facing = TURNS[letter]
        else:
            way = (2 * facing + AHEAD[letter]) % 8
            dx, dy = dx + DX[way], dy + DY[way]
    return dx, dy


def _random_path(chance: Chance, facing: int) -> str:
    path = []
    for _ in range(1 + chance.randrange(8)):
        if chance.random() < 0.15:
            to = chance.randrange(4)
            if to != facing:
                facing = to
                path.append(FACINGS[to].lower())
        else:
            path.append(RANDOM_STEPS[chance.randrange(len(RANDOM_STEPS))])
    return "".join(path)
