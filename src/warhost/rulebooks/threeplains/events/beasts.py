"""Beasts: who tends them, what they do when nobody does, and their breath."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows

from ..state import Number, Point, Stood


class TurnedWild(Event, frozen=True):
    """Nobody is left to hold a beast: the die, its loyalty, and the row of the reaction chart."""

    shows: ClassVar[Shows] = Shows("change", who="piece", number="row")

    piece: Number
    face: int
    loyalty: int
    row: int


class RanWild(Event, frozen=True):
    """A beast that nobody commands went so far."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="way")

    piece: Number
    distance: int
    at: tuple[int, int]
    way: tuple[Point, ...] = ()


class LeftMasters(Event, frozen=True):
    """Beasts outrun their masters."""

    shows: ClassVar[Shows] = Shows("form", who="piece masters", stands="stands")

    piece: Number
    masters: Number
    stands: tuple[Stood, ...] = ()


class Followed(Event, frozen=True):
    """Masters run after their beasts."""

    shows: ClassVar[Shows] = Shows("move", who="piece", at="beasts", way="way")

    piece: Number
    beasts: int
    distance: int
    way: tuple[Point, ...] = ()


class Reunited(Event, frozen=True):
    """Masters have their beasts in hand again."""

    shows: ClassVar[Shows] = Shows("form", who="piece masters", stands="stands")

    piece: Number
    masters: Number
    stands: tuple[Stood, ...] = ()


class Breathed(Event, frozen=True):
    """A beast breathes fire at somebody; how many times more it can."""

    shows: ClassVar[Shows] = Shows("shot", who="piece", at="target")

    piece: Number
    target: Number
    left: int
