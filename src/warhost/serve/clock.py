"""The clock of a game, where its players agreed on one.

It runs for the sides whose answers are awaited. When the time of a side is up the game goes on as before until the
other side claims the win, which it may do as long as it is up. Computers have no clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

DAY = 86_400.0


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`turn`: so much time whenever the game is handed over to a side; `side`: so much for the whole game, and
    `increment` more for each time that a side hands it over. In seconds."""

    kind: Literal["turn", "side"]
    seconds: Annotated[float, Meta(ge=1, le=60 * DAY)]
    increment: Annotated[float, Meta(ge=0, le=DAY)] = 0.0

    def begun(self, sides: int, runs: Sequence[int], at: float) -> Ticking:
        return Ticking((self.seconds,) * sides, tuple(runs), at)

    def moved(self, ticking: Ticking, runs: Sequence[int], at: float) -> Ticking:
        """After an answer: it runs for these sides now."""
        left = [ticking.left_at(side, at) for side in range(len(ticking.left))]
        for side in set(ticking.runs) - set(runs):
            left[side] += self.increment
        if self.kind == "turn":
            left = [self.seconds if side not in ticking.runs else was for side, was in enumerate(left)]
        return Ticking(tuple(left), tuple(runs), at)


class Ticking(msgspec.Struct, frozen=True):
    """How much each side had left at a moment, and for whom it has been running since."""

    left: tuple[float, ...]
    runs: tuple[int, ...]
    since: float

    def left_at(self, side: int, now: float) -> float:
        return self.left[side] - (max(0.0, now - self.since) if side in self.runs else 0.0)

    def up(self, now: float) -> list[int]:
        """The sides whose time is up."""
        return [side for side in self.runs if self.left_at(side, now) <= 0]

    def running_for(self, sides: Sequence[int]) -> Ticking:
        """As somebody knows it who knows of these only that they are awaited."""
        return Ticking(self.left, tuple(side for side in self.runs if side in sides), self.since)

    @property
    def falls(self) -> float | None:
        """When the time of somebody will be up."""
        return self.since + min(self.left[side] for side in self.runs) if self.runs else None
