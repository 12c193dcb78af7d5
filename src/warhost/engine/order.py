"""An order as a list of acts with a budget: `[["go", 36000, 13050], ["pivot", 4500]]`.

The whole order is planned act by act, paid for and checked, without touching the table. So the same code judges an
order, prices a draft of it, and draws orders by chance. A rulebook says which acts there are and what each does to
the plan; an act that comes last leaves a deed for when the order is carried out, dice and all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Self, TypeVar

from .field.stance import Stance
from .question import Answer, Refusal

FARTHEST = 10_000_000  # no table is that large
MOST_ACTS = 60


class Stop(NamedTuple):
    """How the mover stands after a leg or a turn."""

    stance: Stance
    leg: bool


class Plan:
    """The plan of one order. A refused act leaves it useless: make a new one."""

    rounding = 0  # by how much a cost may be over what is left: points on a table are rounded

    def __init__(self, stance: Stance, budget: int):
        self.stance = self.before = stance
        self.left, self.spent = budget, 0
        self.stops: list[Stop] = []
        self.finale: Callable[[], object] | None = None  # what follows the legs, dice and all
        self.goes_on = False  # whether the mover may be ordered on after that
        self.price = 0  # what it costs, if it succeeds

    def afresh(self) -> Self:
        """A plan that starts where this one did; cheaper than a new one."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin.stops = []
        return twin

    @property
    def ended(self) -> bool:
        """Whether no act can follow."""
        return self.finale is not None

    def pay(self, cost: int) -> Refusal | None:
        """Whatever it does uses up the budget."""
        if cost > self.left + self.rounding:
            return self.too_dear(cost)
        cost = min(cost, self.left)
        self.left -= cost
        self.spent += cost
        return None

    def too_dear(self, cost: int) -> Refusal:
        """What is said of an act that cannot be paid for."""
        return Refusal("", f"that costs {cost} and only {self.left} are left")

    def stop(self, stance: Stance, leg: bool = False) -> None:
        self.stance = stance
        self.stops.append(Stop(stance, leg))

    def then(self, deed: Callable[[], object], *, goes_on: bool = False, price: int = 0) -> Refusal | None:
        """The deed with which the order ends; an act may end with it, as nothing is left to speak against it."""
        self.finale, self.goes_on, self.price = deed, goes_on, price
        return None


P = TypeVar("P", bound=Plan)


def planned(
    start: P, order: Answer, acts: Mapping[str, Callable[[P, list[Any]], Refusal | None]], rule: str
) -> P | Refusal:
    """The acts of an order one after the other; what must be true of the whole is still to be asked."""
    if not isinstance(order, list | tuple) or len(order) > MOST_ACTS:
        return Refusal(rule, f"an order is a list of acts, {MOST_ACTS} at most; [] to stay")
    plan = start.afresh()
    for act in order:
        if not isinstance(act, list | tuple) or not act or not isinstance(act[0], str) or act[0] not in acts:
            return Refusal(rule, f"{act!r:.80} is no act; there are: {', '.join(acts)}")
        if plan.ended:
            return Refusal(rule, f"nothing can follow that: {act[0]} comes too late")
        try:
            refusal = acts[act[0]](plan, list(act[1:]))
        except Malformed as wrong:
            return Refusal(rule, f"{act[0]}: {wrong}")
        if refusal:
            return refusal
    return plan


# --- reading what an act says --------------------------------------------------------------------------------


class Malformed(ValueError):
    """An act that does not say what it should."""


def whole(value: Any, what: str) -> int:
    if type(value) is not int:
        raise Malformed(f"{what} is a whole number, not {value!r:.40}")
    if abs(value) > FARTHEST:
        raise Malformed(f"{what} is {FARTHEST} at most, not {value!r:.40}")
    return value


def numbers(args: list[Any], *names: str) -> list[int]:
    if len(args) != len(names):
        raise Malformed(f"it takes {', '.join(names) or 'nothing'}")
    return [whole(value, name) for value, name in zip(args, names, strict=True)]


def only(args: list[Any], what: str = "a name") -> Any:
    if len(args) != 1:
        raise Malformed(f"it takes {what}")
    return args[0]
