"""Charges, flight and pursuit."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.tally import Step

from ..figure import INCH


class ChargeNamed(Event, frozen=True):
    """A charge was ordered, or runs on from an earlier turn."""

    piece: int
    target: int
    running: bool = False


class Answered(Event, frozen=True):
    """How a piece is ordered to meet the charges on it: "stand" or "fall back"."""

    piece: int
    answer: str


class ChargeHalted(Event, frozen=True):
    """A charge is over before it reached anybody; `why` in words."""

    piece: int
    target: int
    why: str


class ChargeAimed(Event, frozen=True):
    """A charge makes for another point of the struck side than the nearest: its left, middle or right."""

    piece: int
    target: int
    side: str
    part: str


class ChargeRedirected(Event, frozen=True):
    piece: int
    target: int


class Charged(Event, frozen=True):
    """A charge move: how far the middle front came this turn, to where, and whether it reached the target.

    Where a charge strikes home it still has to square up.
    """

    piece: int
    target: int
    side: str
    distance: int
    reached: bool
    at: tuple[int, int]

    def outcome(self) -> Outcome:
        return Outcome("gets there this turn", self.piece, self.reached, measured=True)


class Narrowed(Event, frozen=True):
    piece: int
    files: int


class RanInto(Event, frozen=True):
    """A charge or pursuit hit a piece that was not its target."""

    piece: int
    hit: int
    side: str


class MarchedOver(Event, frozen=True):
    """A march over that did not pass the victim: they fight."""

    piece: int
    victim: int
    side: str


class Trodden(Event, frozen=True):
    piece: int
    victim: int


class CounterCharged(Event, frozen=True):
    piece: int
    target: int


class FellBack(Event, frozen=True):
    piece: int
    distance: int
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    scale: ClassVar[int] = INCH


class NoFallBack(Event, frozen=True):
    """A piece that was ordered to fall back stays where it is."""

    piece: int
    why: str


class Fled(Event, frozen=True):
    piece: int
    distance: int
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    scale: ClassVar[int] = INCH


class Scattered(Event, frozen=True):
    piece: int
    points: int


class Rallied(Event, frozen=True):
    piece: int


class LeftBoard(Event, frozen=True):
    piece: int
    at: tuple[int, int]


class CameBack(Event, frozen=True):
    piece: int
    at: tuple[int, int]


class Held(Event, frozen=True):
    """It did not pursue."""

    piece: int


class Pursued(Event, frozen=True):
    """How far a pursuit went, and whether it caught its quarry, or that was `gone` before."""

    piece: int
    quarry: int
    distance: int
    caught: bool
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    gone: bool = False
    scale: ClassVar[int] = INCH

    def outcome(self) -> Outcome:
        return Outcome("catches them", self.piece, self.caught, measured=True)


class WipedOut(Event, frozen=True):
    """A piece freed by its enemy's death has some movement free."""

    piece: int
    movement: int
    because: tuple[Step, ...] = ()
    scale: ClassVar[int] = INCH
