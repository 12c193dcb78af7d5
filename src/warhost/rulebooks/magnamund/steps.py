"""How one piece moves: steps, turns, leaps, and everywhere it could come to.

A path is written as letters: F forward, L and R diagonally forward to the left and right, n e s w a turn to that
facing, X a step off the board where the encounter has an exit, and ^x,y,N a leap to a square and a facing.
[mag.move.forward_only] [mag.move.turn]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from warhost.engine.field.board import FACINGS
from warhost.engine.field.line import line
from warhost.engine.question import Refusal
from warhost.engine.tally import Tally

from .land import Gait, Way
from .setting import Fight
from .specials import LeapLimits, gait, leap, movement_points_of
from .state import NOBODY, NOWHERE
from .wounds import burden, stunned_now

TURN_COST = 1
AHEAD = {"F": 0, "L": 7, "R": 1}  # eighths of a circle from the facing
TURNS = {"n": 0, "e": 1, "s": 2, "w": 3}
# By quarter turns: the ways a rear can swing, as (heading, where it then lies) in eighths from the old facing.
SWINGS = {
    1: (((6, 5), (0, 6)),),
    2: (((6, 5), (0, 6), (0, 7), (2, 0)), ((2, 3), (0, 2), (0, 1), (6, 0))),
    3: (((2, 3), (0, 2)),),
}
LEAP = re.compile(r"\^(\d+),(\d+),([NESW])")
TOKEN = re.compile(rf"[FLRneswX]|{LEAP.pattern}")
FOOT_CHARGE, MOUNTED_CHARGE = 2, 3


class Walk(NamedTuple):
    """Where a path leads: its end, what it cost, the squares passed, and the run-up at its end."""

    square: int
    facing: int
    cost: int
    passed: tuple[int, ...]
    run: int  # straight or diagonal steps in a row over good ground, for a charge
    leaps: int = 0
    left: bool = False  # it went off the board by an exit


def movement_points(fight: Fight, number: int) -> Tally:
    """The allowance of a piece, with what skills and wounds change.  [mag.move.points]"""
    figure, piece = fight.setting.figures[number], fight.state.pieces[number]
    card = figure.card is not None and figure.card.movement_points is not None
    tally = Tally(figure.movement_points, "mag.hero.card_precedence" if card else "mag.move.points", figure.armour)
    movement_points_of.each(piece.skills, tally, fight, number)
    if piece.wounds:
        tally.add(burden(fight, number).movement, "mag.wound.stacking", "wounds")
    tally.floor(0, "mag.wound.stacking")
    return tally


def may_not_move(fight: Fight, number: int) -> Refusal | None:
    """Why a piece cannot be moved by its own will this turn; being engaged is looked at elsewhere."""
    piece = fight.state.pieces[number]
    if stunned_now(fight, number):
        return Refusal("mag.wound.head_slight", "it is stunned this turn")
    if piece.wounds and burden(fight, number).may_not_move:
        return Refusal("mag.wound.legs_critical", "its legs no longer carry it")
    if piece.trance is not None and fight.state.turn < piece.trance.first:
        return Refusal("mag.trick.hypnotise_effect", "it stands under hypnosis")
    return None


def allowance(fight: Fight, number: int) -> int:
    """The total of `movement_points`, found at once for the many who have neither skills nor wounds."""
    piece = fight.state.pieces[number]
    if piece.skills or piece.wounds:
        return movement_points(fight, number).total
    return fight.setting.figures[number].movement_points


def gait_of(fight: Fight, number: int) -> Gait:
    figure, skills = fight.setting.figures[number], fight.state.pieces[number].skills
    eased = gait.first(skills) if skills and not figure.mounted else None
    return fight.setting.land.gait(figure.sheet, eased) if eased else fight.setting.gaits[number]


class Mover:
    """One piece on the move, over a board as it stands in `occupied`, with enemies near the squares in `threat`.

    The same eyes judge an order before it is given, list where a piece can go, and carry the order out.
    """

    __slots__ = (
        "deep", "facing", "fight", "gait", "number", "occupied", "points", "square",
        "steps", "threat",
    )  # fmt: skip

    def __init__(self, fight: Fight, number: int, occupied: list[int], threat: set[int]):
        piece = fight.state.pieces[number]
        self.fight, self.number, self.occupied, self.threat = fight, number, occupied, threat
        self.square, self.facing = piece.square, piece.facing
        self.gait = gait_of(fight, number)
        self.points = allowance(fight, number) - piece.paid
        self.steps = fight.setting.board.steps
        self.deep = fight.setting.figures[number].deep == 2

    # --- the geometry of a step ----------------------------------------------------------------------------

    def free(self, square: int) -> bool:
        """Empty (or its own) and ground it can stand on.  [mag.move.occupied]"""
        return square >= 0 and self.occupied[square] in (NOBODY, self.number) and self.gait.stand[square]

    def fits(self, square: int, facing: int) -> bool:
        """Whether the piece can lie with its front there; a long one never across a wall."""
        if not self.free(square):
            return False
        if not self.deep:
            return True
        rear = self.steps[square][(2 * facing + 4) % 8]
        return self.free(rear) and self.gait.step[rear * 8 + 2 * facing] > 0

    def in_contact(self, square: int, facing: int) -> bool:
        if square in self.threat:
            return True
        return self.deep and self.steps[square][(2 * facing + 4) % 8] in self.threat

    def can_turn(self, square: int, facing: int, to: int) -> bool:
        """A long piece swings its rear round its front square, through nothing.  [mag.move.turn_long]"""
        if not self.deep:
            return True
        if not self.fits(square, to):
            return False
        return any(self._swings(square, facing, ways) for ways in SWINGS[(to - facing) % 4])

    def _swings(self, square: int, facing: int, ways: tuple[tuple[int, int], ...]) -> bool:
        """Whether the rear can pass from square to square round the front, over no wall it could not cross."""
        ahead = 2 * facing
        rear = self.steps[square][(ahead + 4) % 8]
        for heading, way in ways:
            to = self.steps[square][(ahead + way) % 8]
            if not self.free(to) or not self.gait.step[rear * 8 + (ahead + heading) % 8]:
                return False
            rear = to
        return True

    def turned_free(self, square: int, facing: int, to: int) -> tuple[int, int] | None:
        """A free turn needs no swing: a long piece swaps ends, or pivots on whichever end leaves room.

        None if there is no room at all.  [mag.move.turn_long]
        """
        if to == facing or not self.deep:
            return square, to
        rear = self.steps[square][(2 * facing + 4) % 8]
        if (to - facing) % 4 == 2:
            return rear, to
        for pivot in (square, rear):
            front = pivot if pivot == square else self.steps[rear][2 * to]
            if front >= 0 and self.fits(front, to):
                return front, to
        return None

    # --- following a path ----------------------------------------------------------------------------------

    def walk(self, path: str) -> Walk | Refusal:
        """Follow a path to its end, or say why it cannot be followed."""
        walk, taken = self._follow(path)
        return walk if taken == len(path) else self._why_not(walk, path, taken)

    def far(self, path: str) -> tuple[Walk, str]:
        """Follow a path as far as it can be followed: where that leads, and the part of the path that does."""
        walk, taken = self._follow(path)
        return walk, path[:taken]

    def _follow(self, path: str) -> tuple[Walk, int]:
        """The walk up to the first step that cannot be made, and how many letters were followed."""
        square, facing, cost, run, leaps = self.square, self.facing, 0, 0, 0
        passed, at, free = [square], 0, (NOBODY, self.number)
        smooth, step, steps, points = self.fight.setting.land.smooth, self.gait.step, self.steps, self.points
        while at < len(path):
            letter, end = path[at], at + 1
            if letter in AHEAD:
                direction = (2 * facing + AHEAD[letter]) % 8
                price, to = step[square * 8 + direction], steps[square][direction]
                if not price or cost + price > points or self.occupied[to] not in free:
                    break
                if self.deep and not self.fits(to, facing):
                    break
                run = run + 1 if smooth[square * 8 + direction] else 0
                square, cost = to, cost + price
                passed.append(square)
            elif letter in TURNS:
                if self._no_turn(square, facing, TURNS[letter], cost) is not None:
                    break
                facing, cost, run = TURNS[letter], cost + TURN_COST, 0
            elif letter == "X":
                left = self._leave(square, facing, cost, passed, end == len(path))
                if isinstance(left, Refusal):
                    break
                return left, end
            else:
                made = self._leap(square, path, at, leaps)
                if isinstance(made, Refusal):
                    break
                square, facing, end = made
                leaps, run = leaps + 1, 0
                passed.append(square)
            at = end
            if square in self.threat or (self.deep and self.in_contact(square, facing)):
                break
        return Walk(square, facing, cost, tuple(passed), run, leaps), at

    def _why_not(self, walk: Walk, path: str, at: int) -> Refusal:
        """Why a path goes no further than a walk that followed so many of its letters."""
        if at and self.in_contact(walk.square, walk.facing):
            return Refusal("mag.move.engage", "contact with an enemy ends the move")
        found: object
        match path[at]:
            case "F" | "L" | "R" as letter:
                found = self._no_step(walk, (2 * walk.facing + AHEAD[letter]) % 8)
            case "n" | "e" | "s" | "w" as letter:
                found = self._no_turn(walk.square, walk.facing, TURNS[letter], walk.cost)
            case "X":
                found = self._leave(walk.square, walk.facing, walk.cost, list(walk.passed), at + 1 == len(path))
            case _:
                found = self._leap(walk.square, path, at, walk.leaps)
        assert isinstance(found, Refusal)
        return found

    def _too_dear(self, cost: int) -> Refusal:
        return Refusal("mag.move.points", f"that costs {cost} Movement Points, it has {self.points}")

    def _no_turn(self, square: int, facing: int, to: int, cost: int) -> Refusal | None:
        if to == facing:
            return Refusal("mag.move.turn", f"it faces {FACINGS[to]} already")
        if not self.can_turn(square, facing, to):
            return Refusal("mag.move.turn_long", "there is no room to swing its rear round")
        return self._too_dear(cost + TURN_COST) if cost + TURN_COST > self.points else None

    def _no_step(self, walk: Walk, direction: int) -> Refusal:
        board, square = self.fight.setting.board, walk.square
        price, to = self.gait.step[square * 8 + direction], self.steps[square][direction]
        if price and self.fits(to, walk.facing):
            return self._too_dear(walk.cost + price)
        if to < 0:
            return Refusal("mag.morale.off_board", "no piece leaves the board in an ordinary move")
        place = board.xy(to)
        if self.occupied[to] not in (NOBODY, self.number):
            return Refusal(
                "mag.move.occupied", f"{place} is occupied by {self.fight.setting.name(self.occupied[to])}"
            )
        if not self.gait.stand[to]:
            return Refusal("mag.terrain.impassable", f"it cannot enter {board.terrain[to]} at {place}")
        if abs(board.levels[square] - board.levels[to]) >= 2:
            return Refusal("mag.move.levels", f"{place} lies a whole level higher or lower")
        if not price:
            return Refusal("mag.terrain.edge_features", f"what lies between it and {place} cannot be crossed")
        return Refusal("mag.move.long_step", f"there is no room for its rear at {place}")

    def _leave(self, square: int, facing: int, cost: int, passed: list[int], last: bool) -> Walk | Refusal:
        """Off the board over an exit of the encounter, straight ahead."""
        edge, entry = FACINGS[facing], self.fight.setting.figures[self.number].entry.id
        exits = [way for way in self.fight.setting.encounter.exits if way.edge == edge and entry in way.who]
        if not exits or self.steps[square][2 * facing] != NOWHERE:
            return Refusal("mag.morale.off_board", "no piece leaves the board in an ordinary move")
        if not last:
            return Refusal("mag.morale.off_board", "a piece that has left the board moves no more")
        if cost + exits[0].cost > self.points:
            return Refusal("mag.move.points", f"it has {self.points - cost} Movement Points left")
        return Walk(square, facing, cost + exits[0].cost, tuple(passed), 0, left=True)

    # --- leaping -------------------------------------------------------------------------------------------

    def leap_limits(self) -> LeapLimits | None:
        return leap.first(self.fight.state.pieces[self.number].skills, self.fight)

    def _leap(self, square: int, path: str, at: int, made: int) -> tuple[int, int, int] | Refusal:
        """The landing square, the facing, and where the path goes on."""
        token, limits, board = LEAP.match(path, at), self.leap_limits(), self.fight.setting.board
        if token is None:
            return Refusal("mag.move.forward_only", f"{path[at:]!r} is no step; use F L R, n e s w, ^x,y,N")
        if limits is None:
            return Refusal("mag.skill.salmon_leap", "it has not learned the Salmon Leap")
        if self.fight.state.pieces[self.number].used("salmon_leap") + made >= limits.uses:
            return Refusal(limits.rule, f"it has leapt {limits.uses} times in this battle")
        x, y, facing = int(token[1]), int(token[2]), FACINGS.index(token[3])
        if not (1 <= x <= board.width and 1 <= y <= board.height):
            return Refusal(limits.rule, f"({x}, {y}) is off the board")
        to = board.square(x, y)
        return self._leap_barred(limits, square, to, facing) or (to, facing, token.end())

    def _leap_barred(self, limits: LeapLimits, square: int, to: int, facing: int) -> Refusal | None:
        """Over hills, hedges, fences and walls; not over houses, ramparts or trees."""
        board = self.fight.setting.board
        if to == square or board.distance(square, to) > limits.squares:
            return Refusal(limits.rule, f"a leap goes up to {limits.squares} squares")
        grounds = self.fight.setting.land.grounds
        if not self.fits(to, facing) or board.terrain[to] in grounds.not_landed_on:
            return Refusal(limits.rule, f"it cannot land at {board.xy(to)}")
        crossed = line(board, square, to)
        for over in crossed.squares:
            if board.terrain[over] in grounds.not_leapt_over:
                return Refusal(limits.rule, f"it cannot leap over {board.terrain[over]} at {board.xy(over)}")
        closed = grounds.not_leapt_over
        around = any(
            all(any(board.edges[edge] in closed for edge in way.edges) for way in corner.ways)
            for corner in crossed.corners
        )
        if around or any(board.edges[edge] in closed for edge in crossed.crossings):
            return Refusal(limits.rule, "it cannot leap over houses or ramparts")
        return None

    def leaps(self) -> Iterator[tuple[int, str]]:
        """Every square the piece could leap to from where it stands, with the path that does it."""
        limits, board = self.leap_limits(), self.fight.setting.board
        if limits is None or self.fight.state.pieces[self.number].used("salmon_leap") >= limits.uses:
            return
        for to in board.within(self.square, limits.squares):
            if self._leap_barred(limits, self.square, to, self.facing) is None:
                x, y = board.xy(to)
                yield to, f"^{x},{y},{FACINGS[self.facing]}"

    # --- everywhere ----------------------------------------------------------------------------------------

    def reach(self, until: Callable[[int], bool] | None = None) -> dict[int, tuple[int, int, str]]:
        """All places within the points: `square * 4 + facing` with cost, the place before and the last letter.

        Places next to an enemy end the move, so nothing is reached through them. Who has an aim goes no further
        than the cheapest places that fulfil it; `until` says which do.
        """
        start, points, free = self.square * 4 + self.facing, self.points, (NOBODY, self.number)
        found: dict[int, tuple[int, int, str]] = {start: (0, start, "")}
        waiting: list[list[int]] = [[start]] + [[] for _ in range(points)]
        costs, occupied, onward = {start: 0}, self.occupied, self.gait.onward
        for cost, places in enumerate(waiting):
            if until is not None and any(until(place) for place in places):
                break
            for place in places:
                square = place // 4
                if costs[place] != cost or (place != start and self.in_contact(square, place % 4)):
                    continue
                for price, to, entered, letter in onward.get(place) or self._onward(place):
                    total = cost + price
                    if total > points or costs.get(to, total + 1) <= total:
                        continue
                    if entered != square and occupied[entered] not in free:
                        continue
                    if not self.deep or self._has_room(place, to):
                        found[to], costs[to] = (total, place, letter), total
                        waiting[total].append(to)
        return found

    def _onward(self, place: int) -> tuple[Way, ...]:
        """The steps and turns from a place that the ground allows. There is always a turn."""
        square, facing = divmod(place, 4)
        ways = []
        for letter, eighth in AHEAD.items():
            direction = (2 * facing + eighth) % 8
            if price := self.gait.step[square * 8 + direction]:
                to = self.steps[square][direction]
                ways.append((price, to * 4 + facing, to, letter))
        turns = [(letter, to) for letter, to in TURNS.items() if to != facing]
        ways += [(TURN_COST, square * 4 + to, square, letter) for letter, to in turns]
        found = self.gait.onward[place] = tuple(ways)
        return found

    def _has_room(self, place: int, to: int) -> bool:
        """Whether a long piece can get from one place to the next."""
        facing = place % 4
        return self.fits(to // 4, facing) if to % 4 == facing else self.can_turn(place // 4, facing, to % 4)


def path_to(reached: dict[int, tuple[int, int, str]], place: int) -> str:
    """The letters that lead to a place found by `reach`."""
    letters = []
    while reached[place][2]:
        _, before, letter = reached[place]
        letters.append(letter)
        place = before
    return "".join(reversed(letters))
