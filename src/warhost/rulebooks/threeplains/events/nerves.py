"""Checks, battle stress and traits."""

from __future__ import annotations

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names, count

from ..state import BOTH, NEITHER, Number, Player
from .deeds import Deed


class Checked(Deed, frozen=True):
    """A check was taken: the passes of both pools, and how each pool came about."""

    shows = Shows("check", who="piece", success="passed")

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

    says = "the general of {side:side} has fallen, and his army learns of it."

    side: Player


class CombatReckoned(Event, frozen=True):
    """Who has lost a combat (-1 for a draw), the stress of both sides, and how it came about."""

    shows = Shows(who="pieces")

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


class Tired(Deed, frozen=True):
    shows = Shows("change", who="piece", number="counters")
    says = "{piece} {gains} {counters:exhaustion counter}, {total} in all."

    counters: int
    total: int


class Rested(Deed, frozen=True):
    shows = Shows("heal", who="piece")
    says = "{piece} {has} rested: no exhaustion counters are left."


class Enraged(Deed, frozen=True):
    """A charge has brought a frenzy on."""

    shows = Shows("change", who="piece")
    says = "{piece} {falls} into a frenzy!"


class Calmed(Deed, frozen=True):
    """A frenzy is over for good."""

    shows = Shows("change", who="piece")
    says = "the frenzy of {piece} is over."


class Tormented(Deed, frozen=True):
    """A piece cannot help charging this enemy."""

    shows = Shows("change", who="piece", by="by")
    says = "{piece} cannot bear the sight of {by} and must charge."

    by: Number


class Poisoned(Deed, frozen=True):
    """Markers were put on a piece; how many it has now."""

    shows = Shows("change", who="piece", number="markers")
    says = "{piece} {takes} {markers:poison marker} of level {level}, {total} in all."

    level: int
    markers: int
    total: int


class PoisonWorked(Deed, frozen=True):
    """The life points that the markers of a piece took, and how many markers are left."""

    shows = Shows("hurt", who="piece", number="points")
    says = "poison works in {piece}: {points:life point} lost, {left:marker} left."

    points: int
    left: int


class Regenerated(Deed, frozen=True):
    shows = Shows("heal", who="piece", number="points")
    says = "{piece} {heals} {points:life point}."

    points: int


def _passes(amount: int) -> str:
    return count(amount, "pass", "passes")
