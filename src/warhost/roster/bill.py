"""What an army costs, line by line, and what is not lawful about it."""

from __future__ import annotations

from msgspec import Struct, field


class Line(Struct, frozen=True):
    """One group or character on the bill; `shares` are costs other than points."""

    id: str
    title: str
    detail: str
    models: int
    points: int
    shares: dict[str, float] = field(default_factory=dict)


class Measure(Struct, frozen=True):
    """Something of which an army must have at least, or may have at most, so much."""

    name: str
    rule: str
    spent: float
    least: float | None = None
    most: float | None = None

    @property
    def kept(self) -> bool:
        return (self.least is None or self.spent >= self.least) and (self.most is None or self.spent <= self.most)


class Bill(Struct, frozen=True):
    lines: tuple[Line, ...]
    limit: int
    measures: tuple[Measure, ...] = ()
    cost: int | None = None  # where fractions of points are added up before they are rounded

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines) if self.cost is None else self.cost


class Breach(Struct, frozen=True):
    """A rule that the roster does not keep, where, why, and what would mend it."""

    rule: str
    where: str
    why: str
    mend: str

    def __str__(self) -> str:
        return f"{self.where}: {self.why} [{self.rule}]; {self.mend}"
