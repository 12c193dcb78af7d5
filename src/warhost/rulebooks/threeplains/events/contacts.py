"""Pieces that meet."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows

from ..state import Number, Stood


class SquaredUp(Event, frozen=True):
    """A piece lies flush against this side of an enemy."""

    shows: ClassVar[Shows] = Shows("move", who="piece", at="foe", stands="stands")

    piece: Number
    foe: Number
    side: str
    at: tuple[int, int]
    facing: int
    stands: tuple[Stood, ...] = ()


class ClosedUp(Event, frozen=True):
    """A piece in combat slid along to bring more of its models to blows."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="at", stands="stands")

    piece: Number
    at: tuple[int, int]
    stands: tuple[Stood, ...] = ()


class CombatMoved(Event, frozen=True):
    """A combat that would be fought off the table has been moved on to it; the first of its pieces stands there."""

    shows: ClassVar[Shows] = Shows("move", who="pieces", stands="stands")

    pieces: tuple[Number, ...]
    at: tuple[int, int]
    stands: tuple[Stood, ...] = ()


class Widened(Event, frozen=True):
    """A piece that stood narrow has found room for more files."""

    shows: ClassVar[Shows] = Shows("form", who="piece", stands="stands")

    piece: Number
    files: int
    stands: tuple[Stood, ...] = ()


class TurnedToFace(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("face", who="piece", at="foe", way="at", facing="facing")

    piece: Number
    foe: Number
    at: tuple[int, int]
    facing: int


class LappedRound(Event, frozen=True):
    """A loose group has so many models against an enemy now."""

    shows: ClassVar[Shows] = Shows("form", who="piece", at="foe", stands="stands")

    piece: Number
    foe: Number
    models: int
    stands: tuple[Stood, ...] = ()


class LostTouch(Event, frozen=True):
    """Two pieces in combat do not touch any more."""

    shows: ClassVar[Shows] = Shows(who="piece", at="foe")

    piece: Number
    foe: Number


class Engulfed(Event, frozen=True):
    """Enemies stand all the way round a piece."""

    shows: ClassVar[Shows] = Shows("form", who="by", at="piece", stands="stands")

    piece: Number
    by: tuple[int, ...]
    stands: tuple[Stood, ...] = ()


class RingBroken(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number


class FormedAgain(Event, frozen=True):
    """A unit has taken up its formation after engulfing an enemy."""

    shows: ClassVar[Shows] = Shows("form", who="piece", way="at", facing="facing")

    piece: Number
    at: tuple[int, int]
    facing: int
