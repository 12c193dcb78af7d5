"""Magic items: used, lost, and too much of them in one place. An item is named by its rule."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.view import Outline
from warhost.engine.words import Names, count, listed, mention

from ..state import Number, Player, Point, Stood
from ..wording import place


class ItemUsed(Event, frozen=True):
    """Somebody makes use of an item that no spell is bound in."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    item: str

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'uses')} {mention(names.thing(self.item))}."


class ItemLost(Event, frozen=True):
    """An item has lost its magic for the rest of the battle."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    item: str

    def say(self, names: Names) -> str:
        return f"{names.thing(self.item)} of {names.piece(self.piece)} has lost its magic."


class ItemsShown(Event, frozen=True):
    """The items that somebody has had to show to the enemy, those that still have their magic; perhaps none."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    items: tuple[str, ...]

    def say(self, names: Names) -> str:
        if not self.items:
            return f"{names.does(self.piece, 'has')} no magic items to show."
        return f"{names.does(self.piece, 'shows')} {listed([mention(names.thing(item)) for item in self.items])}."


class ItemResisted(Event, frozen=True):
    """An item has kept its magic against what would have taken it."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    item: str

    def say(self, names: Names) -> str:
        return f"{names.thing(self.item)} of {names.piece(self.piece)} keeps its magic."


class Unwearied(Event, frozen=True):
    """A piece would have gained exhaustion counters, but for an item of that friend."""

    shows: ClassVar[Shows] = Shows(who="piece", by="by")

    piece: Number
    by: Number
    item: str

    def say(self, names: Names) -> str:
        whose = "" if self.by == self.piece else f" of {names.piece(self.by)}"
        return f"{names.does(self.piece, 'does')} not tire, thanks to {mention(names.thing(self.item))}{whose}."


class ItemStirred(Event, frozen=True):
    """What an item has rolled for its bearer."""

    shows: ClassVar[Shows] = Shows(who="piece", number="number")

    piece: Number
    item: str
    number: int

    def say(self, names: Names) -> str:
        return f"{names.thing(self.item)} of {names.piece(self.piece)}: {self.number}."


class Cleansed(Event, frozen=True):
    """A piece is rid of its poison markers."""

    shows: ClassVar[Shows] = Shows("heal", who="piece")

    piece: Number
    markers: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'is')} rid of {count(self.markers, 'poison marker')}."


class StoodUp(Event, frozen=True):
    """A character who was as good as dead stands there, out of combat."""

    shows: ClassVar[Shows] = Shows("appear", who="piece", way="at", facing="facing")

    piece: Number
    at: Point
    facing: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'lives')} on, at {place(self.at)}."


class TradedPlaces(Event, frozen=True):
    """Two characters stand where the other stood."""

    shows: ClassVar[Shows] = Shows("change", who="piece", at="other")

    piece: Number
    other: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'has')} changed places with {names.piece(self.other)}."


class OutOfTime(Event, frozen=True):
    """Time stands still for a model until that turn; the group that it stood in stands so now."""

    shows: ClassVar[Shows] = Shows("vanish", who="piece", stands="stands")

    piece: Number
    turn: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'is')} out of time until turn {self.turn}."


class BackInTime(Event, frozen=True):
    """It is there again: as a piece of its own, or in the group that stands so now."""

    shows: ClassVar[Shows] = Shows("appear", who="piece", by="group", stands="stands")

    piece: Number
    group: Number
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        where = "" if self.group == self.piece else f", with {names.piece(self.group)}"
        return f"{names.does(self.piece, 'is')} back, as if no time had passed{where}."


class TurnedCoat(Event, frozen=True):
    """A piece in flight belongs to the other side from now on."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    side: Player

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'belongs')} to the other side from now on."


class OblivionChecked(Event, frozen=True):
    """So many points of items on one body: the dice, and whether they tear a hole."""

    shows: ClassVar[Shows] = Shows("check", who="piece")

    piece: Number
    points: int
    faces: tuple[int, ...]
    fails: bool

    def say(self, names: Names) -> str:
        faces = " and ".join(str(face) for face in self.faces)
        outcome = "the world gives way" if self.fails else "the world holds"
        return f"{names.does(self.piece, 'carries')} {self.points} points of magic and rolls {faces}: {outcome}."

    def outcome(self) -> Outcome:
        return Outcome("withstands oblivion", self.piece, not self.fails)


class HoleTorn(Event, frozen=True):
    """All who stood within so many inches of this place are gone."""

    shows: ClassVar[Shows] = Shows("lay", by="piece", laid="outlines")

    piece: Number
    at: Point
    inches: int
    outlines: tuple[Outline, ...] = ()

    def say(self, names: Names) -> str:
        wide = count(self.inches, "inch", "inches")
        return f"A hole opens under {names.piece(self.piece)} at {place(self.at)} and swallows all within {wide}."
