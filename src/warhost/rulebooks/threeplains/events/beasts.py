"""Beasts: who tends them, what they do when nobody does, and their breath."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.words import Names, count

from ..state import Number, Point, Stood
from ..wording import length, place

REACTIONS = {
    1: "turns on {its} own side",
    2: "seeks {its} death",
    3: "settles old scores with {its} own kind",
    4: "wants to go home",
    5: "guards {its} fallen master",
    6: "stays loyal",
    7: "runs to the nearest war machine",
}


class TurnedWild(Event, frozen=True):
    """Nobody is left to hold a beast: the die, its loyalty, and the row of the reaction chart."""

    shows: ClassVar[Shows] = Shows("change", who="piece", number="row")

    piece: Number
    face: int
    loyalty: int
    row: int

    def say(self, names: Names) -> str:
        loyalty = f", loyalty {self.loyalty:+}" if self.loyalty else ""
        said = names.does(self.piece, REACTIONS[self.row].format(its=names.its(self.piece)))
        return f"{said}, now that nobody is there to command (reaction die {self.face}{loyalty})."


class RanWild(Event, frozen=True):
    """A beast that nobody commands went so far."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="way")

    piece: Number
    distance: int
    at: tuple[int, int]
    way: tuple[Point, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'runs')} wild, {length(self.distance)} to {place(self.at)}."


class LeftMasters(Event, frozen=True):
    """Beasts outrun their masters."""

    shows: ClassVar[Shows] = Shows("form", who="piece masters", stands="stands")

    piece: Number
    masters: Number
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'leaves')} {names.piece(self.masters)} behind."


class Followed(Event, frozen=True):
    """Masters run after their beasts."""

    shows: ClassVar[Shows] = Shows("move", who="piece", at="beasts", way="way")

    piece: Number
    beasts: int
    distance: int
    way: tuple[Point, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'follows')} {names.piece(self.beasts)}, {length(self.distance)}."


class Reunited(Event, frozen=True):
    """Masters have their beasts in hand again."""

    shows: ClassVar[Shows] = Shows("form", who="piece masters", stands="stands")

    piece: Number
    masters: Number
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.masters, 'has')} {names.piece(self.piece)} in hand again."


class Breathed(Event, frozen=True):
    """A beast breathes fire at somebody; how many times more it can."""

    shows: ClassVar[Shows] = Shows("shot", who="piece", at="target")

    piece: Number
    target: Number
    left: int

    def say(self, names: Names) -> str:
        left = f"{count(self.left, 'breath')} left" if self.left else "its last"
        return f"{names.does(self.piece, 'breathes')} fire at {names.piece(self.target)} ({left})."
