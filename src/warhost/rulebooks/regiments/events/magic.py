"""Magic."""

from __future__ import annotations

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.words import Names

from .deeds import Deed


class Winds(Event, frozen=True):
    says = "the winds of magic bring {power} power and {dispel} dispel dice"

    power: int
    dispel: int


class Channelled(Deed, frozen=True):
    shows = Shows("change", who="unit")
    says = "{unit} {channels} a die"


class Cast(Deed, frozen=True):
    shows = Shows("spell", who="unit", at="targets", success="success")

    spell: str
    targets: tuple[str, ...]
    total: int
    value: int
    success: bool
    irresistible: bool = False
    weak: bool = False  # its dice came to 2 or less

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        at = f" on {names.pieces(self.targets)}" if self.targets else ""
        if not self.success:
            told = "dice of 2 or less always fail" if self.weak else f"{self.total} of {self.value}"
            return f"{who} {who.does('fails')} to cast {self.spell}: {told}"
        force = " with irresistible force" if self.irresistible else f" with {self.total}"
        return f"{who} {who.does('casts')} {self.spell}{at}{force}"

    def outcome(self) -> Outcome:
        return Outcome("casts the spell", self.unit, self.success)


class Dispelled(Event, frozen=True):
    shows = Shows("check", success="success")

    side: int
    spell: str
    total: int
    value: int
    success: bool
    weak: bool = False  # its dice came to 3 or less

    def say(self, names: Names) -> str:
        who = names.side(self.side)
        if self.success:
            return f"{who} dispels {self.spell} with {self.total}"
        if self.weak:
            return f"{who} does not dispel {self.spell}: dice of 3 or less always fail"
        return f"{who} does not dispel {self.spell}: {self.total} of {self.value}"

    def outcome(self) -> Outcome:
        return Outcome("dispels the spell", "", self.success)


class SpellEnded(Deed, frozen=True):
    shows = Shows("change", who="unit")
    says = "{spell} ends"

    spell: str


class Miscast(Deed, frozen=True):
    shows = Shows("change", who="unit")
    says = "{unit} {miscasts}: {result}"

    result: str
