"""Beasts: who tends them, what they do when nobody does, and their breath."""

from __future__ import annotations

from warhost.engine.field.length import Length
from warhost.engine.playing import Shows
from warhost.engine.words import Names, count

from ..state import Number, Point, Stood
from .deeds import Aimed, Deed

REACTIONS = {
    1: "turns on {its} own side",
    2: "seeks {its} death",
    3: "settles old scores with {its} own kind",
    4: "wants to go home",
    5: "guards {its} fallen master",
    6: "stays loyal",
    7: "runs to the nearest war machine",
}


class TurnedWild(Deed, frozen=True):
    """Nobody is left to hold a beast: the die, its loyalty, and the row of the reaction chart."""

    shows = Shows("change", who="piece", number="row")

    face: int
    loyalty: int
    row: int

    def say(self, names: Names) -> str:
        loyalty = f", loyalty {self.loyalty:+}" if self.loyalty else ""
        said = names.does(self.piece, REACTIONS[self.row].format(its=names.its(self.piece)))
        return f"{said}, now that nobody is there to command (reaction die {self.face}{loyalty})."


class RanWild(Deed, frozen=True):
    """A beast that nobody commands went so far."""

    shows = Shows("move", who="piece", way="way")
    says = "{piece} {runs} wild, {distance:length} to {at:place}."

    distance: Length
    at: tuple[int, int]
    way: tuple[Point, ...] = ()


class LeftMasters(Deed, frozen=True):
    """Beasts outrun their masters."""

    shows = Shows("form", who="piece masters", stands="stands")
    says = "{piece} {leaves} {masters} behind."

    masters: Number
    stands: tuple[Stood, ...] = ()


class Followed(Deed, frozen=True):
    """Masters run after their beasts."""

    shows = Shows("move", who="piece", at="beasts", way="way")
    says = "{piece} {follows} {beasts}, {distance:length}."

    beasts: int
    distance: Length
    way: tuple[Point, ...] = ()


class Reunited(Deed, frozen=True):
    """Masters have their beasts in hand again."""

    shows = Shows("form", who="piece masters", stands="stands")
    says = "{masters} {has} {piece} in hand again."

    masters: Number
    stands: tuple[Stood, ...] = ()


class Breathed(Aimed, frozen=True):
    """A beast breathes fire at somebody; how many times more it can."""

    shows = Shows("shot", who="piece", at="target")

    left: int

    def say(self, names: Names) -> str:
        left = f"{count(self.left, 'breath')} left" if self.left else "its last"
        return f"{names.does(self.piece, 'breathes')} fire at {names.piece(self.target)} ({left})."
