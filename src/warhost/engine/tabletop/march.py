"""Where one figure goes: legs, and how he looks in the end; priced while he is dragged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.engine.field.compass import FULL_TURN, Point, ahead, bearing, distance, heading, rays, turn_words
from warhost.engine.field.shapes import disc, moved
from warhost.engine.field.stance import Stance
from warhost.engine.field.way import first_bar
from warhost.engine.order import Plan, numbers, planned
from warhost.engine.question import Answer, Chance, Order, Refusal
from warhost.engine.view import Measure
from warhost.engine.words import Names

from .figure import Figure
from .table import Kind, Table

WAYS = 16  # directions in which a reach is looked for
TRIES = 4  # at a leg by chance, before he stays


class Walk(Plan):
    """The plan of a march; lengths are said as the table counts them."""

    def __init__(self, stance: Stance, budget: int, rule: str, measure: Measure):
        super().__init__(stance, budget)
        self.rule, self.measure = rule, measure

    def too_dear(self, cost: int) -> Refusal:
        length = self.measure.length
        return Refusal(self.rule, f"that takes {length(cost)}, and only {length(self.left)} are left")


class March(Order):
    """`[["go", x, y], ["face", angle]]`: any number of legs and turns; turning is free, and `[]` stays.

    `others` bar the way; `goals` are points worth heading for, which is all that advice needs.
    """

    __slots__ = ("_others", "goals", "mover", "start", "table")
    form = 'a list of acts, ["go", x, y] in thousandths and ["face", angle] in hundredths of a degree; [] stays'

    def __init__(
        self, table: Table, mover: Figure, others: Sequence[Figure], allowance: int, rule: str,
        what: str = "move", text: str = "Where does {who} go?", goals: Sequence[Point] = (),
    ):  # fmt: skip
        super().__init__(mover.side, what, rule, mover.id, text, usual=[])
        self.table, self.mover, self.goals = table, mover, goals
        self._others = [other for other in others if other.standing and other.id != mover.id]
        self.start = Walk(Stance(mover.at, mover.facing, 1), allowance, rule, table.measure)

    # --- what is lawful ------------------------------------------------------------------------------------

    def plan(self, order: Answer) -> Walk | Refusal:
        """The figure as the order would leave it, or why it may not be."""
        return planned(self.start, order, {"go": self._go, "face": _face}, self.rule)

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        plan = self.plan(order)
        return plan if isinstance(plan, Refusal) else {"cost": plan.spent, "left": plan.left}

    def _go(self, plan: Walk, args: list[Any]) -> Refusal | None:
        x, y = numbers(args, "x", "y")
        here, there = plan.stance.front, (x, y)
        if refusal := self._barred(here, there) or plan.pay(self.table.price(here, there)):
            return refusal
        plan.stop(plan.stance._replace(front=there), leg=True)
        return None

    def _barred(self, here: Point, there: Point) -> Refusal | None:
        base = disc(here, self.mover.radius)
        if not self.table.holds(moved(base, there[0] - here[0], there[1] - here[1])):
            return Refusal(self.rule, "{who} would leave the table", (self.mover.id,))
        far, way = distance(here, there), heading(here, there)
        if met := first_bar(base, way, far, [(other, [other.base]) for other in self._others]):
            return Refusal(self.rule, "{1} {1 is} in the way of {who}", (self.mover.id, met.what.id))
        barring = [(ground.kind, [ground.shape]) for ground in self.table.grounds if ground.bars]
        found = first_bar(base, way, far, barring)
        return self._no_way(found.what) if found else None

    def _no_way(self, kind: Kind) -> Refusal:
        return Refusal(self.rule, f"{{who}} cannot pass the {kind.title}", (self.mover.id,))

    # --- what is offered -----------------------------------------------------------------------------------

    def towards(self, goal: Point) -> Answer:
        """As far as he comes on the straight way to a point; he looks there in the end."""
        here, far = self.mover.at, self.start.left
        way, wanted = heading(here, goal), min(distance(here, goal), far)
        for run in range(wanted, 0, -max(1, far // 12)):
            order = [["go", *ahead(here, way, run)], ["face", way]]
            if self.refuse(order) is None:
                return order
        return [["face", way]]

    def suggest(self, most: int = 12) -> list[Answer]:
        return [*[self.towards(goal) for goal in self.goals], []][:most]

    def sample(self, chance: Chance) -> Answer:
        for _ in range(TRIES):
            way, far = bearing(chance.randrange(FULL_TURN)), chance.randrange(self.start.left + 1)
            order = [["go", *ahead(self.mover.at, way, far)], ["face", way]]
            if self.refuse(order) is None:
                return order
        return []

    def outline(self) -> dict[str, list[tuple[int, int]]]:
        ends = [self.towards(ahead(self.mover.at, way, self.start.left)) for way in rays(WAYS)]
        return {self.mover.id: [_end(order, self.mover.at) for order in ends]}

    # --- how it is said ------------------------------------------------------------------------------------

    def label(self, answer: Answer, names: Names) -> str:
        parts, here, facing = [], self.mover.at, self.mover.facing
        for act, *args in answer:
            if act == "go":
                parts.append(f"go {self.table.measure.length(distance(here, (args[0], args[1])))}")
                here = args[0], args[1]
            else:
                parts.append(f"turn {turn_words(facing, args[0])}")
                facing = args[0]
        return ", ".join(parts) or "stay"

    def data(self) -> dict[str, Any]:
        """What a page needs to let a person drag it."""
        return {
            "form": "march",
            "piece": self.mover.id,
            "allowance": self.start.left,
            "left": self.start.left,
            "pose": {"front": self.mover.at, "facing": self.mover.facing, "files": 1},
            "single": True,
            "acts": ["go", "face"],
        }

    def wanted(self, order: Answer) -> Stance:
        """Where an order would leave him if everything were lawful."""
        stand = self.start.stance
        for act, *args in order:
            if act == "go" and len(args) == 2:
                stand = stand._replace(front=(int(args[0]), int(args[1])))
            elif act == "face" and args:
                stand = stand._replace(facing=bearing(int(args[0])))
        return stand


def _face(plan: Walk, args: list[Any]) -> Refusal | None:
    (angle,) = numbers(args, "angle")
    plan.stop(plan.stance._replace(facing=bearing(angle)))
    return None


def _end(order: Answer, start: Point) -> Point:
    return next(((act[1], act[2]) for act in order if act[0] == "go"), start)
