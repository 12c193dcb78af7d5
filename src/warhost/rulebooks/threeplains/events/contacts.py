"""Pieces that meet."""

from __future__ import annotations

from warhost.engine.event import Event


class SquaredUp(Event, frozen=True):
    """A piece lies flush against this side of an enemy."""

    piece: int
    foe: int
    side: str
    at: tuple[int, int]
    facing: int


class ClosedUp(Event, frozen=True):
    """A piece in combat slid along to bring more of its models to blows."""

    piece: int
    at: tuple[int, int]


class CombatMoved(Event, frozen=True):
    """A combat that would be fought off the table has been moved on to it; the first of its pieces stands there."""

    pieces: tuple[int, ...]
    at: tuple[int, int]


class Widened(Event, frozen=True):
    """A piece that stood narrow has found room for more files."""

    piece: int
    files: int


class TurnedToFace(Event, frozen=True):
    piece: int
    foe: int
    at: tuple[int, int]
    facing: int


class LappedRound(Event, frozen=True):
    """A loose group has so many models against an enemy now."""

    piece: int
    foe: int
    models: int


class LostTouch(Event, frozen=True):
    """Two pieces in combat do not touch any more."""

    piece: int
    foe: int


class Engulfed(Event, frozen=True):
    """Enemies stand all the way round a piece."""

    piece: int
    by: tuple[int, ...]


class RingBroken(Event, frozen=True):
    piece: int


class FormedAgain(Event, frozen=True):
    """A unit has taken up its formation after engulfing an enemy."""

    piece: int
    at: tuple[int, int]
    facing: int
