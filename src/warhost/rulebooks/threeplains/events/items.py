"""Magic items: used, lost, and too much of them in one place. An item is named by its rule."""

from __future__ import annotations

from warhost.engine.event import Outcome
from warhost.engine.field.compass import Angle
from warhost.engine.playing import Shows
from warhost.engine.view import Outline
from warhost.engine.words import Names, count, listed, mention

from ..items.shelf import ITEMS
from ..state import Number, Player, Point, Stood
from .deeds import Deed


class ItemUsed(Deed, frozen=True):
    """Somebody makes use of an item that no spell is bound in."""

    item: str

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'uses')} {mention(names.thing(self.item))}."


class ItemLost(Deed, frozen=True):
    """An item has lost its magic for the rest of the battle."""

    shows = Shows("change", who="piece")
    says = "{item:thing} of {piece} has lost its magic."

    item: str


class ItemsShown(Deed, frozen=True):
    """The items that somebody has had to show to the enemy, those that still have their magic; perhaps none."""

    items: tuple[str, ...]

    def say(self, names: Names) -> str:
        if not self.items:
            return f"{names.does(self.piece, 'has')} no magic items to show."
        return f"{names.does(self.piece, 'shows')} {listed([mention(names.thing(item)) for item in self.items])}."


class ItemResisted(Deed, frozen=True):
    """An item has kept its magic against what would have taken it."""

    says = "{item:thing} of {piece} keeps its magic."

    item: str


class Unwearied(Deed, frozen=True):
    """A piece would have gained exhaustion counters, but for an item of that friend."""

    shows = Shows(who="piece", by="by")

    by: Number
    item: str

    def say(self, names: Names) -> str:
        whose = "" if self.by == self.piece else f" of {names.piece(self.by)}"
        return f"{names.does(self.piece, 'does')} not tire, thanks to {mention(names.thing(self.item))}{whose}."


class ItemStirred(Deed, frozen=True):
    """What an item has rolled for its bearer, or how far it has come; of what, is said of the item."""

    shows = Shows(who="piece", number="number")

    item: str
    number: int

    def say(self, names: Names) -> str:
        known = ITEMS.get(self.rule.rpartition(".")[2])
        number = count(self.number, *known.counts) if known and known.counts else self.number
        return f"{names.thing(self.item)} of {names.piece(self.piece)}: {number}."


class Cleansed(Deed, frozen=True):
    """A piece is rid of its poison markers."""

    shows = Shows("heal", who="piece")
    says = "{piece} {is} rid of {markers:poison marker}."

    markers: int


class StoodUp(Deed, frozen=True):
    """A character who was as good as dead stands there, out of combat."""

    shows = Shows("appear", who="piece", way="at", facing="facing")
    says = "{piece} {lives} on, at {at:place}."

    at: Point
    facing: Angle


class SteppedAside(Deed, frozen=True):
    """Who shared the ground of a friend that is one no more goes to the nearest free place."""

    shows = Shows("appear", who="piece", way="at", facing="facing")
    says = "{piece} {has} to step aside, to {at:place}."

    at: Point
    facing: Angle


class TradedPlaces(Deed, frozen=True):
    """Two characters stand where the other stood."""

    shows = Shows("change", who="piece", at="other")
    says = "{piece} {has} changed places with {other}."

    other: Number


class OutOfTime(Deed, frozen=True):
    """Time stands still for a model until that turn; the group that it stood in stands so now."""

    shows = Shows("vanish", who="piece", stands="stands")
    says = "{piece} {is} out of time until turn {turn}."

    turn: int
    stands: tuple[Stood, ...] = ()


class BackInTime(Deed, frozen=True):
    """It is there again: as a piece of its own, or in the group that stands so now."""

    shows = Shows("appear", who="piece", by="group", stands="stands")

    group: Number
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        where = "" if self.group == self.piece else f", with {names.piece(self.group)}"
        return f"{names.does(self.piece, 'is')} back, as if no time had passed{where}."


class TurnedCoat(Deed, frozen=True):
    """A piece in flight belongs to the other side from now on."""

    shows = Shows("change", who="piece")
    says = "{piece} {belongs} to the other side from now on."

    side: Player


class OblivionChecked(Deed, frozen=True):
    """So many points of items on one body: the dice, and whether they tear a hole."""

    shows = Shows("check", who="piece")

    points: int
    faces: tuple[int, ...]
    fails: bool

    def say(self, names: Names) -> str:
        faces = " and ".join(str(face) for face in self.faces)
        outcome = "the world gives way" if self.fails else "the world holds"
        return f"{names.does(self.piece, 'carries')} {self.points} points of magic and rolls {faces}: {outcome}."

    def outcome(self) -> Outcome:
        return Outcome("withstands oblivion", self.piece, not self.fails)


class HoleTorn(Deed, frozen=True):
    """All who stood within so many inches of this place are gone."""

    shows = Shows("lay", by="piece", laid="outlines")
    says = "A hole opens under {piece} at {at:place} and swallows all within {inches:inch/inches}."

    at: Point
    inches: int
    outlines: tuple[Outline, ...] = ()
