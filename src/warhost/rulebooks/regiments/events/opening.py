"""Before the battle."""

from __future__ import annotations

from warhost.engine.event import Event
from warhost.engine.field.compass import Angle
from warhost.engine.playing import Shows
from warhost.engine.view import Outline, Point
from warhost.engine.words import Names, listed

from .deeds import Deed


def _some(kind: str) -> str:
    """A piece of ground with its article."""
    if kind.endswith("s"):
        return kind
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


class TerrainLaid(Event, frozen=True):
    shows = Shows("lay", laid="outlines")

    kind: str
    outlines: tuple[Outline, ...]

    def say(self, names: Names) -> str:
        return f"{_some(self.kind)} {'are' if self.kind.endswith('s') else 'is'} laid out"


class LeftOut(Event, frozen=True):
    kind: str

    def say(self, names: Names) -> str:
        return f"there is no room for {_some(self.kind)}"


class SpellsLearned(Deed, frozen=True):
    shows = Shows("change", who="unit")

    spells: tuple[str, ...]

    def say(self, names: Names) -> str:
        known = listed(self.spells) if self.spells else "no spells"
        return f"{names.piece(self.unit)} {names.piece(self.unit).does('knows')} {known}"


class EdgeTaken(Event, frozen=True):
    says = "{side:side} takes the {near:near|far} edge"

    side: int
    near: bool


class Deployed(Deed, frozen=True):
    shows = Shows("appear", who="unit", way="at", facing="facing")
    says = "{unit} {is} set up"

    at: Point
    facing: Angle


class HeldBack(Event, frozen=True):
    shows = Shows("change", who="units")
    says = "{units} will come from ambush"

    units: tuple[str, ...]


class Joined(Deed, frozen=True):
    shows = Shows("change", who="unit", at="host")
    says = "{unit} {joins} {host}"

    host: str


class LeftUnit(Deed, frozen=True):
    shows = Shows("change", who="unit", at="host")
    says = "{unit} {leaves} {host}"

    host: str


class FirstTurn(Event, frozen=True):
    says = "{side:side} has the first turn"

    side: int
