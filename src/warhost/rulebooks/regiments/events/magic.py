"""Magic."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.words import Names


class Winds(Event, frozen=True):
    power: int
    dispel: int

    def say(self, names: Names) -> str:
        return f"the winds of magic bring {self.power} power and {self.dispel} dispel dice"


class Channelled(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit")

    unit: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('channels')} a die"


class Cast(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("spell", who="unit", at="targets", success="success")

    unit: str
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
    shows: ClassVar[Shows] = Shows("check", success="success")

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


class SpellEnded(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit")

    unit: str
    spell: str

    def say(self, names: Names) -> str | None:
        return f"{self.spell} ends"


class Miscast(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit")

    unit: str
    result: str

    def say(self, names: Names) -> str:
        return f"{names.piece(self.unit)} {names.piece(self.unit).does('miscasts')}: {self.result}"
