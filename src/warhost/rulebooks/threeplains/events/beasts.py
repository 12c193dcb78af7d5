"""Beasts: who tends them, what they do when nobody does, and their breath."""

from __future__ import annotations

from warhost.engine.event import Event


class TurnedWild(Event, frozen=True):
    """Nobody is left to hold a beast: the die, its loyalty, and the row of the reaction chart."""

    piece: int
    face: int
    loyalty: int
    row: int


class RanWild(Event, frozen=True):
    """A beast that nobody commands went so far."""

    piece: int
    distance: int
    at: tuple[int, int]


class LeftMasters(Event, frozen=True):
    """Beasts outrun their masters."""

    piece: int
    masters: int


class Followed(Event, frozen=True):
    """Masters run after their beasts."""

    piece: int
    beasts: int
    distance: int


class Reunited(Event, frozen=True):
    """Masters have their beasts in hand again."""

    piece: int
    masters: int


class Breathed(Event, frozen=True):
    """A beast breathes fire at somebody; how many times more it can."""

    piece: int
    target: int
    left: int
