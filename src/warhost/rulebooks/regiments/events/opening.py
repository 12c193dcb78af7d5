"""Before the battle."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.view import Outline, Point
from warhost.engine.words import Names, listed


def _some(kind: str) -> str:
    """A piece of ground with its article."""
    if kind.endswith("s"):
        return kind
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


class TerrainLaid(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("lay", laid="outlines")

    kind: str
    outlines: tuple[Outline, ...]

    def say(self, names: Names) -> str:
        return f"{_some(self.kind)} {'are' if self.kind.endswith('s') else 'is'} laid out"


class LeftOut(Event, frozen=True):
    kind: str

    def say(self, names: Names) -> str:
        return f"there is no room for {_some(self.kind)}"


class SpellsLearned(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit")

    unit: str
    spells: tuple[str, ...]

    def say(self, names: Names) -> str:
        known = listed(self.spells) if self.spells else "no spells"
        return f"{names.piece(self.unit)} {names.piece(self.unit).does('knows')} {known}"


class EdgeTaken(Event, frozen=True):
    side: int
    near: bool

    def say(self, names: Names) -> str:
        return f"{names.side(self.side)} takes the {'near' if self.near else 'far'} edge"


class Deployed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("appear", who="unit", way="at", facing="facing")

    unit: str
    at: Point
    facing: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('is')} set up"


class HeldBack(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="units")

    units: tuple[str, ...]

    def say(self, names: Names) -> str:
        return f"{names.pieces(self.units)} will come from ambush"


class Joined(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit", at="host")

    unit: str
    host: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('joins')} {names.piece(self.host)}"


class LeftUnit(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit", at="host")

    unit: str
    host: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('leaves')} {names.piece(self.host)}"


class FirstTurn(Event, frozen=True):
    side: int

    def say(self, names: Names) -> str:
        return f"{names.side(self.side)} has the first turn"
