"""Phase 2: where a unit goes. Piece after piece takes the best place that still touches its fellows."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from warhost.engine.question import Answer, Choose, Order, Question

from ..combat import fight_ranks
from ..movement import DONE
from ..orders import Plan, cannot_march
from ..pieces import distance, members, squares_of
from ..state import NOBODY
from ..steps import FOOT_CHARGE, MOUNTED_CHARGE, Mover, Walk, movement_points, path_to
from .goals import goal_of
from .ground import ROUNDS, STAY, Goal, Ground
from .mind import Mind

BESIDE = 0.05  # for a fellow shoulder to shoulder
BEHIND = 0.04  # against standing behind one where that is of no use
STANDING = 0.01  # for not moving at all, so that nobody fidgets
SHORTER = (1.0, 0.5, 0.25)  # how far the first piece may go, tried in this order
LEADS_FROM_BEHIND = 3.0  # against a leader's coming to blows
UNSHIELDED = 0.6  # against every free square round a leader that an enemy could come to
AIMED_AT = 0.5  # for every hit to expect on him
AMBUSH = 1  # squares beyond its own move within which an enemy draws a hidden unit out


class Column:
    """One plan for a unit on the march: a lawful order grows piece by piece."""

    def __init__(self, mind: Mind, ground: Ground, pieces: list[int], free: list[int], share: float):
        self.mind, self.ground, self.pieces, self.free, self.share = mind, ground, pieces, free, share
        self.plan = Plan(mind.fight, mind.force)
        self.order: dict[str, str] = {}
        self._facings = {number: mind.state.pieces[number].facing for number in pieces}
        self._supports = fight_ranks(mind.fight, ground.one) > 1
        self._linked: set[int] = set()  # squares on which a piece hangs together with those already placed
        self._reach = 2 if mind.setting.open_order else 1
        for number in pieces:
            if number not in free:
                self._link(squares_of(mind.fight, number))

    def _link(self, squares: tuple[int, ...]) -> None:
        for square in squares:
            self._linked.update(self.mind.setting.board.within(square, self._reach))

    def steps(self) -> Iterator[None]:
        """Piece after piece, the foremost first and the leader last; whoever finds no room waits for the others."""
        cost, state = self.ground.cost, self.mind.state
        waiting = sorted(self.free, key=lambda n: (n in state.leaders, cost[state.pieces[n].square]))
        for _ in range(3):
            stuck = []
            for number in waiting:
                if not self._place(number):
                    stuck.append(number)
                yield
            if not stuck or len(stuck) == len(waiting):
                break
            waiting = stuck

    def _place(self, number: int) -> bool:
        mover = Mover(self.mind.fight, number, self.plan.occupied, self.plan.threat)
        reached = mover.reach()
        most = mover.points if self._linked else int(mover.points * self.share)
        best, place = -inf, NOBODY
        for candidate, (cost, _, _) in reached.items():
            if cost > most or not self._hangs_together(number, candidate):
                continue
            value = self._value(mover, reached, candidate, cost)
            if value > best:
                best, place = value, candidate
        if place == NOBODY:
            return False
        self._go(number, self._way_out(mover, reached) or path_to(reached, place))
        return True

    def _go(self, number: int, path: str) -> None:
        if path:
            walk = self.plan.move(number, path)
            assert isinstance(walk, Walk), walk
            self.order[self.mind.setting.name(number)] = path
            self._facings[number] = walk.facing
        self._link(self.plan.squares(number))

    def _hangs_together(self, number: int, place: int) -> bool:
        if not self._linked or len(self.pieces) == 1:
            return True
        square, facing = divmod(place, 4)
        if square in self._linked:
            return True
        return any(one in self._linked for one in self.mind.setting.squares(number, square, facing))

    def _value(self, mover: Mover, reached: dict[int, tuple[int, int, str]], place: int, cost: int) -> float:
        ground, square = self.ground, place // 4
        value = ground.value(place)
        filled = self.mind.setting.squares(mover.number, square, place % 4)
        if any(one in ground.touching for one in filled):
            charges = self._charges(mover, path_to(reached, place))
            value += ground.contact(mover.number, place, charges)
        if ground.waits or (mover.number in self.mind.state.leaders and len(self.pieces) > 1):
            value -= self._in_danger(square)
        return value + self._dressing(mover.number, square, place % 4) - 0.001 * cost + STANDING * (cost == 0)

    def _charges(self, mover: Mover, path: str) -> bool:
        figure = self.mind.setting.figures[mover.number]
        run_up = MOUNTED_CHARGE if figure.mounted else FOOT_CHARGE
        if len(path) < run_up:
            return False
        walk = mover.walk(path)
        return isinstance(walk, Walk) and walk.run >= run_up

    def _in_danger(self, square: int) -> float:
        """A leader stays behind his men: no enemy next to him, none who could come there, few who see him."""
        ground, setting = self.ground, self.mind.setting
        if square in ground.touching:
            return LEADS_FROM_BEHIND
        danger = ground.arrows(square) * AIMED_AT
        if square in ground.held and self.mind.state.turn < setting.encounter.turn_limit:
            danger += STAY
        occupied, overrun = self.plan.occupied, ground.overrun
        gaps = sum(occupied[one] < 0 and one in overrun for one in setting.land.contact[square])
        return danger + UNSHIELDED * gaps

    def _dressing(self, number: int, square: int, facing: int) -> float:
        """Shoulder to shoulder, and not behind another unless one can strike past him."""
        around, occupied, value = self.mind.setting.board.steps[square], self.plan.occupied, 0.0
        for side in (2, 6):
            beside = around[(2 * facing + side) % 8]
            if beside >= 0 and occupied[beside] in self.pieces and occupied[beside] != number:
                value += BESIDE
        ahead = around[2 * facing]
        if ahead >= 0 and occupied[ahead] in self.pieces and occupied[ahead] != number:
            value += self._support(ahead, facing) or -BEHIND
        return value

    def _support(self, front: int, facing: int) -> float:
        """What a blow past the fellow on the square ahead is worth, who must face the same way."""
        if not self._supports or self._facings[self.plan.occupied[front]] != facing:
            return 0.0
        mind, ground = self.mind, self.ground
        foes = [
            foe for foe in ground.touching.get(front, ())
            if mind.setting.board.relative(front, mind.state.pieces[foe].square, facing)[1] > 0
        ]  # fmt: skip
        return ROUNDS * max((mind.blow_chance(ground.one, foe) * mind.hit_worth(foe) for foe in foes), default=0.0)

    def _way_out(self, mover: Mover, reached: dict[int, tuple[int, int, str]]) -> str:
        """The path off the board, for whoever must leave it and can now."""
        facing = self.mind.aims.exits.get(mover.number, NOBODY)
        for place in reached:
            if place % 4 == facing and self.mind.setting.board.steps[place // 4][2 * facing] < 0:
                out = path_to(reached, place) + "X"
                if isinstance(mover.walk(out), Walk):
                    return out
        return ""


# --- the questions ------------------------------------------------------------------------------------------


def _group(mind: Mind, name: str) -> list[int]:
    if name in mind.setting.number:
        return [mind.setting.number[name]]
    return members(mind.fight, mind.setting.group[name].unit)


def _march(mind: Mind, question: Question) -> Iterator[Answer]:
    """Plans that let the unit run less and less far ahead of itself, until one holds together."""
    assert isinstance(question, Order)
    pieces = _group(mind, question.about)
    free = [number for number in pieces if cannot_march(mind.fight, number) is None]
    if not free or _in_ambush(mind, pieces):
        return
    goal: Goal = goal_of(mind, pieces)
    ground = Ground(mind, free, goal)
    for share in SHORTER:
        column = Column(mind, ground, pieces, free, share)
        for _ in column.steps():
            yield None
        if question.refuse(column.order) is None:
            yield column.order
            return


def _in_ambush(mind: Mind, pieces: list[int]) -> bool:
    """Whoever lies hidden stays so until an enemy comes near."""
    hidden = [number for number in pieces if mind.state.pieces[number].fate == "hidden"]
    if len(hidden) < len(pieces):
        return False
    reach = movement_points(mind.fight, hidden[0]).total + AMBUSH
    return all(
        distance(mind.fight, enemy, squares_of(mind.fight, n)) > reach for n in hidden for enemy in mind.enemies
    )


def _move(mind: Mind, question: Question) -> Iterator[Answer]:
    """Fighters before shooters, those nearest to the enemy first; last whoever looks for a gap to run through."""
    assert isinstance(question, Choose)
    able = [name for name in question.options if name != DONE]

    def turn(name: str) -> tuple[bool, bool, int]:
        pieces = _group(mind, name)
        board = mind.setting.board
        here = mind.state.pieces[pieces[0]].square
        near = min((board.distance(here, mind.state.pieces[e].square) for e in mind.enemies), default=0)
        runs = any(number in mind.aims.exits for number in pieces)
        return runs, mind.is_missile(pieces[0]), near

    yield min(able, key=turn)


THOUGHTS = {"march": _march, "move": _move}
