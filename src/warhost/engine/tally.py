"""A number that keeps its reasons: a base, and every named change made to it, each with its rule id."""

from __future__ import annotations

from typing import NamedTuple

_SIGNS = {"base": "", "divide": "÷", "multiply": "×", "floor": "at least "}


class Step(NamedTuple):
    """One reason why a number is what it is."""

    op: str  # base, add, divide, multiply or floor
    amount: int
    rule: str
    note: str
    total_after: int

    @property
    def figure(self) -> str:
        """The change as it is written at the table: 17, -2, +3, ÷2, ×2, at least 0."""
        return f"{self.amount:+d}" if self.op == "add" else f"{_SIGNS[self.op]}{self.amount}"

    @property
    def title(self) -> str:
        """The note, or where there is none the last word of the rule id."""
        return self.note or self.rule.rpartition(".")[2].replace("_", " ")


class Tally:
    """A base and its modifiers; changes that change nothing leave no step behind."""

    __slots__ = ("_steps", "total")

    total: int

    def __init__(self, base: int, rule: str, note: str = "") -> None:
        self.total = base
        # Plain tuples: a Step is far slower to make, and most tallies are never read out.
        self._steps: list[tuple[str, int, str, str, int]] = [("base", base, rule, note, base)]

    def add(self, amount: int, rule: str, note: str = "") -> None:
        if amount:
            self.total = total = self.total + amount
            self._steps.append(("add", amount, rule, note, total))

    def divide(self, by: int, rule: str, note: str = "") -> None:
        """Divide and round down."""
        if by != 1:
            self.total = total = self.total // by
            self._steps.append(("divide", by, rule, note, total))

    def multiply(self, by: int, rule: str, note: str = "") -> None:
        if by != 1:
            self.total = total = self.total * by
            self._steps.append(("multiply", by, rule, note, total))

    def floor(self, least: int, rule: str, note: str = "") -> None:
        """The number is never below `least`."""
        if self.total < least:
            self.total = least
            self._steps.append(("floor", least, rule, note, least))

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(Step._make(step) for step in self._steps)

    def explain(self) -> list[str]:
        """One line a reason with its rule id, and the result."""
        return [f"{step.figure}  {step.title}  [{step.rule}]" for step in self.steps] + [f"= {self.total}"]

    def sentence(self) -> str:
        """All reasons in one line, such as `17 basic, -2 target moved, ÷2 medium range: 7`."""
        return f"{', '.join(f'{step.figure} {step.title}' for step in self.steps)}: {self.total}"

    def copy(self) -> Tally:
        twin = Tally.__new__(Tally)
        twin.total = self.total
        twin._steps = self._steps.copy()
        return twin

    def __repr__(self) -> str:
        return f"<Tally {self.sentence()}>"
