"""Magic items: used, lost, and too much of them in one place. An item is named by its rule."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.view import Outline

from ..state import Number, Player, Point, Stood


class ItemUsed(Event, frozen=True):
    """Somebody makes use of an item that no spell is bound in."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    item: str


class ItemLost(Event, frozen=True):
    """An item has lost its magic for the rest of the battle."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    item: str


class ItemsShown(Event, frozen=True):
    """The items that somebody has had to show to the enemy, those that still have their magic; perhaps none."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    items: tuple[str, ...]


class ItemResisted(Event, frozen=True):
    """An item has kept its magic against what would have taken it."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    item: str


class Unwearied(Event, frozen=True):
    """A piece would have gained exhaustion counters, but for an item of that friend."""

    shows: ClassVar[Shows] = Shows(who="piece", by="by")

    piece: Number
    by: Number
    item: str


class ItemStirred(Event, frozen=True):
    """What an item has rolled for its bearer."""

    shows: ClassVar[Shows] = Shows(who="piece", number="number")

    piece: Number
    item: str
    number: int


class Cleansed(Event, frozen=True):
    """A piece is rid of its poison markers."""

    shows: ClassVar[Shows] = Shows("heal", who="piece")

    piece: Number
    markers: int


class StoodUp(Event, frozen=True):
    """A character who was as good as dead stands there, out of combat."""

    shows: ClassVar[Shows] = Shows("appear", who="piece", way="at", facing="facing")

    piece: Number
    at: Point
    facing: int


class TradedPlaces(Event, frozen=True):
    """Two characters stand where the other stood."""

    shows: ClassVar[Shows] = Shows("change", who="piece", at="other")

    piece: Number
    other: Number


class OutOfTime(Event, frozen=True):
    """Time stands still for a model until that turn; the group that it stood in stands so now."""

    shows: ClassVar[Shows] = Shows("vanish", who="piece", stands="stands")

    piece: Number
    turn: int
    stands: tuple[Stood, ...] = ()


class BackInTime(Event, frozen=True):
    """It is there again: as a piece of its own, or in the group that stands so now."""

    shows: ClassVar[Shows] = Shows("appear", who="piece", by="group", stands="stands")

    piece: Number
    group: Number
    stands: tuple[Stood, ...] = ()


class TurnedCoat(Event, frozen=True):
    """A piece in flight belongs to the other side from now on."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    side: Player


class OblivionChecked(Event, frozen=True):
    """So many points of items on one body: the dice, and whether they tear a hole."""

    shows: ClassVar[Shows] = Shows("check", who="piece")

    piece: Number
    points: int
    faces: tuple[int, ...]
    fails: bool

    def outcome(self) -> Outcome:
        return Outcome("withstands oblivion", self.piece, not self.fails)


class HoleTorn(Event, frozen=True):
    """All who stood within so many inches of this place are gone."""

    shows: ClassVar[Shows] = Shows("lay", by="piece", laid="outlines")

    piece: Number
    at: Point
    inches: int
    outlines: tuple[Outline, ...] = ()
