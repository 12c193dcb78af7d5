"""Checks, battle stress and traits."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step

from ..state import Number, Player


class Checked(Event, frozen=True):
    """A check was taken: the passes of both pools, and how each pool came about."""

    shows: ClassVar[Shows] = Shows("check", who="piece", success="passed")

    piece: Number
    kind: str
    good: int
    bad: int
    passed: bool
    soldiering: tuple[Step, ...]
    stress: tuple[Step, ...]

    def outcome(self) -> Outcome:
        return Outcome(f"passes its {self.kind} check", self.piece, self.passed)


class Mourned(Event, frozen=True):
    """The general has fallen, and his army is about to learn what that means."""

    side: Player


class CombatReckoned(Event, frozen=True):
    """Who has lost a combat (-1 for a draw), the stress of both sides, and how it came about."""

    shows: ClassVar[Shows] = Shows(who="pieces")

    pieces: tuple[Number, ...]
    stress: tuple[int, int]
    loser: Player
    first: tuple[Step, ...]
    second: tuple[Step, ...]


class Tired(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece", number="counters")

    piece: Number
    counters: int
    total: int


class Rested(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("heal", who="piece")

    piece: Number


class Enraged(Event, frozen=True):
    """A charge has brought a frenzy on."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number


class Calmed(Event, frozen=True):
    """A frenzy is over for good."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number


class Tormented(Event, frozen=True):
    """A piece cannot help charging this enemy."""

    shows: ClassVar[Shows] = Shows("change", who="piece", by="by")

    piece: Number
    by: Number


class Poisoned(Event, frozen=True):
    """Markers were put on a piece; how many it has now."""

    shows: ClassVar[Shows] = Shows("change", who="piece", number="markers")

    piece: Number
    level: int
    markers: int
    total: int


class PoisonWorked(Event, frozen=True):
    """The life points that the markers of a piece took, and how many markers are left."""

    shows: ClassVar[Shows] = Shows("hurt", who="piece", number="points")

    piece: Number
    points: int
    left: int


class Regenerated(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("heal", who="piece", number="points")

    piece: Number
    points: int
