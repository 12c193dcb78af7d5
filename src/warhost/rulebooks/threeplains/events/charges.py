"""Charges, flight and pursuit."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step

from ..figure import INCH
from ..state import Number, Point, Stood


class ChargeNamed(Event, frozen=True):
    """A charge was ordered, or runs on from an earlier turn."""

    shows: ClassVar[Shows] = Shows(who="piece", at="target")

    piece: Number
    target: Number
    running: bool = False


class Answered(Event, frozen=True):
    """How a piece is ordered to meet the charges on it: "stand" or "fall back"."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    answer: str


class ChargeHalted(Event, frozen=True):
    """A charge is over before it reached anybody; `why` in words."""

    shows: ClassVar[Shows] = Shows(who="piece", at="target", stands="stands")

    piece: Number
    target: Number
    why: str
    stands: tuple[Stood, ...] = ()


class ChargeAimed(Event, frozen=True):
    """A charge makes for another point of the struck side than the nearest: its left, middle or right."""

    shows: ClassVar[Shows] = Shows(who="piece", at="target")

    piece: Number
    target: Number
    side: str
    part: str


class ChargeRedirected(Event, frozen=True):
    shows: ClassVar[Shows] = Shows(who="piece", at="target")

    piece: Number
    target: Number


class Charged(Event, frozen=True):
    """A charge move: how far the middle front came this turn, to where, and whether it reached the target.

    Where a charge strikes home it still has to square up.
    """

    shows: ClassVar[Shows] = Shows(
        "charge", who="piece", at="target", way="way", facing="facing", success="reached"
    )

    piece: Number
    target: Number
    side: str
    distance: int
    reached: bool
    at: tuple[int, int]
    way: tuple[Point, ...] = ()
    facing: int | None = None

    def outcome(self) -> Outcome:
        return Outcome("gets there this turn", self.piece, self.reached, measured=True)


class Narrowed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece")

    piece: Number
    files: int


class RanInto(Event, frozen=True):
    """A charge or pursuit hit a piece that was not its target."""

    shows: ClassVar[Shows] = Shows("blow", who="piece", at="hit")

    piece: Number
    hit: Number
    side: str


class MarchedOver(Event, frozen=True):
    """A march over that did not pass the victim: they fight."""

    shows: ClassVar[Shows] = Shows("blow", who="piece", at="victim", stands="stands")

    piece: Number
    victim: Number
    side: str
    stands: tuple[Stood, ...] = ()


class Trodden(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("blow", who="piece", at="victim")

    piece: Number
    victim: Number


class CounterCharged(Event, frozen=True):
    shows: ClassVar[Shows] = Shows(who="piece", at="target")

    piece: Number
    target: Number


class FellBack(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("flee", who="piece", way="way", facing="facing")

    piece: Number
    distance: int
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    way: tuple[Point, ...] = ()
    facing: int | None = None
    scale: ClassVar[int] = INCH


class NoFallBack(Event, frozen=True):
    """A piece that was ordered to fall back stays where it is."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    why: str


class Fled(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("flee", who="piece", way="way", facing="facing")

    piece: Number
    distance: int
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    way: tuple[Point, ...] = ()
    facing: int | None = None
    scale: ClassVar[int] = INCH


class Scattered(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("fall", who="piece", number="points")

    piece: Number
    points: int


class Rallied(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number


class LeftBoard(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("vanish", who="piece", way="at")

    piece: Number
    at: tuple[int, int]


class CameBack(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("appear", who="piece", way="at", facing="facing")

    piece: Number
    at: tuple[int, int]
    facing: int | None = None


class Held(Event, frozen=True):
    """It did not pursue."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number


class Pursued(Event, frozen=True):
    """How far a pursuit went, and whether it caught its quarry, or that was `gone` before."""

    shows: ClassVar[Shows] = Shows("pursue", who="piece", at="quarry", way="way", facing="facing", success="caught")

    piece: Number
    quarry: Number
    distance: int
    caught: bool
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    gone: bool = False
    way: tuple[Point, ...] = ()
    facing: int | None = None
    scale: ClassVar[int] = INCH

    def outcome(self) -> Outcome:
        return Outcome("catches them", self.piece, self.caught, measured=True)


class WipedOut(Event, frozen=True):
    """A piece freed by its enemy's death has some movement free."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    movement: int
    because: tuple[Step, ...] = ()
    scale: ClassVar[int] = INCH
