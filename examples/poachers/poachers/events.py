"""What happens: each with its sentence, and with what a table needs to play it."""

from __future__ import annotations

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.words import Names

Spot = tuple[int, int]


class TurnBegan(Event, frozen=True):
    shows = Shows("turn", number="turn")
    says = "turn {turn}: {side:side}"

    turn: int
    side: int


class Hid(Event, frozen=True):
    shows = Shows("change", who="who")
    says = "{who} pockets the purse"

    who: str


class Walked(Event, frozen=True):
    shows = Shows("move", who="who", way="way", facing="facing")

    who: str
    way: tuple[Spot, ...]
    facing: int

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} walks on" if len(self.way) > 1 else f"{names.piece(self.who)} stays"


class Shot(Event, frozen=True):
    shows = Shows("shot", who="who", at="at", success="hit")
    says = "{who} {hit:hits|misses} {at}"

    who: str
    at: str
    hit: bool

    def outcome(self) -> Outcome:
        return Outcome("hits", self.who, self.hit)


class Ran(Event, frozen=True):
    """At somebody, or away from him."""

    shows = Shows("charge", who="who", at="at", way="way", facing="facing", success="there")
    says = "{who} {there:reaches|does not reach} {at}"

    who: str
    at: str
    way: tuple[Spot, ...]
    facing: int
    there: bool

    def outcome(self) -> Outcome:
        return Outcome("reaches them", self.who, self.there)


class Fled(Event, frozen=True):
    shows = Shows("flee", who="who", way="way", facing="facing")
    says = "{who} takes to his heels"

    who: str
    way: tuple[Spot, ...]
    facing: int


class Brawled(Event, frozen=True):
    shows = Shows("blow", who="who", at="at", success="won")
    says = "{who} {won:beats|is beaten by} {at}"

    who: str
    at: str
    won: bool

    def outcome(self) -> Outcome:
        return Outcome("wins the brawl", self.who, self.won)


class Fell(Event, frozen=True):
    shows = Shows("fall", who="who")
    says = "{who} is out of it"

    who: str


class Robbed(Event, frozen=True):
    shows = Shows("change", who="who", at="at")
    says = "{who} takes the purse of {at}"

    who: str
    at: str
