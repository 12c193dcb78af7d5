"""What happens: each with its sentence, and with what a table needs to play it."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.words import Names

Spot = tuple[int, int]


class TurnBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("turn", number="turn")
    turn: int
    side: int

    def say(self, names: Names) -> str:
        return f"turn {self.turn}: {names.side(self.side)}"


class Hid(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="who")
    who: str

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} pockets the purse"


class Walked(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("move", who="who", way="way", facing="facing")
    who: str
    way: tuple[Spot, ...]
    facing: int

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} walks on" if len(self.way) > 1 else f"{names.piece(self.who)} stays"


class Shot(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("shot", who="who", at="at", success="hit")
    who: str
    at: str
    hit: bool

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} {'hits' if self.hit else 'misses'} {names.piece(self.at)}"

    def outcome(self) -> Outcome:
        return Outcome("hits", self.who, self.hit)


class Ran(Event, frozen=True):
    """At somebody, or away from him."""

    shows: ClassVar[Shows] = Shows("charge", who="who", at="at", way="way", facing="facing", success="there")
    who: str
    at: str
    way: tuple[Spot, ...]
    facing: int
    there: bool

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} {'reaches' if self.there else 'does not reach'} {names.piece(self.at)}"

    def outcome(self) -> Outcome:
        return Outcome("reaches them", self.who, self.there)


class Fled(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("flee", who="who", way="way", facing="facing")
    who: str
    way: tuple[Spot, ...]
    facing: int

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} takes to his heels"


class Brawled(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("blow", who="who", at="at", success="won")
    who: str
    at: str
    won: bool

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} {'beats' if self.won else 'is beaten by'} {names.piece(self.at)}"

    def outcome(self) -> Outcome:
        return Outcome("wins the brawl", self.who, self.won)


class Fell(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("fall", who="who")
    who: str

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} is out of it"


class Robbed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="who", at="at")
    who: str
    at: str

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} takes the purse of {names.piece(self.at)}"
