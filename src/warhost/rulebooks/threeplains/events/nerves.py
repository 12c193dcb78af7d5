"""Checks, battle stress and traits."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names, count

from ..state import BOTH, NEITHER, Number, Player


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

    def say(self, names: Names) -> str:
        verb = "passes" if self.passed else "fails"
        return f"{names.does(self.piece, verb)} a {self.kind} check, {_passes(self.good)} to {self.bad}."

    def outcome(self) -> Outcome:
        return Outcome(f"passes its {self.kind} check", self.piece, self.passed)


class Mourned(Event, frozen=True):
    """The general has fallen, and his army is about to learn what that means."""

    side: Player

    def say(self, names: Names) -> str:
        return f"the general of {names.side(self.side)} has fallen, and his army learns of it."


class CombatReckoned(Event, frozen=True):
    """Who has lost a combat (-1 for a draw), the stress of both sides, and how it came about."""

    shows: ClassVar[Shows] = Shows(who="pieces")

    pieces: tuple[Number, ...]
    stress: tuple[int, int]
    loser: Player
    first: tuple[Step, ...]
    second: tuple[Step, ...]

    def say(self, names: Names) -> str:
        stress = (
            f"battle stress {self.stress[0]} for {names.side(BOTH[0])}, {self.stress[1]} for {names.side(BOTH[1])}"
        )
        outcome = "nobody has lost" if self.loser == NEITHER else f"lost by {names.side(self.loser)}"
        return f"the combat of {names.pieces(self.pieces)}: {stress}; {outcome}."


class Tired(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece", number="counters")

    piece: Number
    counters: int
    total: int

    def say(self, names: Names) -> str:
        counters = count(self.counters, "exhaustion counter")
        return f"{names.does(self.piece, 'gains')} {counters}, {self.total} in all."


class Rested(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("heal", who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'has')} rested: no exhaustion counters are left."


class Enraged(Event, frozen=True):
    """A charge has brought a frenzy on."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'falls')} into a frenzy!"


class Calmed(Event, frozen=True):
    """A frenzy is over for good."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"the frenzy of {names.piece(self.piece)} is over."


class Tormented(Event, frozen=True):
    """A piece cannot help charging this enemy."""

    shows: ClassVar[Shows] = Shows("change", who="piece", by="by")

    piece: Number
    by: Number

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} cannot bear the sight of {names.piece(self.by)} and must charge."


class Poisoned(Event, frozen=True):
    """Markers were put on a piece; how many it has now."""

    shows: ClassVar[Shows] = Shows("change", who="piece", number="markers")

    piece: Number
    level: int
    markers: int
    total: int

    def say(self, names: Names) -> str:
        markers = count(self.markers, "poison marker")
        return f"{names.does(self.piece, 'takes')} {markers} of level {self.level}, {self.total} in all."


class PoisonWorked(Event, frozen=True):
    """The life points that the markers of a piece took, and how many markers are left."""

    shows: ClassVar[Shows] = Shows("hurt", who="piece", number="points")

    piece: Number
    points: int
    left: int

    def say(self, names: Names) -> str:
        lost = count(self.points, "life point")
        return f"poison works in {names.piece(self.piece)}: {lost} lost, {count(self.left, 'marker')} left."


class Regenerated(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("heal", who="piece", number="points")

    piece: Number
    points: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'heals')} {count(self.points, 'life point')}."


def _passes(amount: int) -> str:
    return count(amount, "pass", "passes")
