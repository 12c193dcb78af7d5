"""Magic: spells learned, cast, dispelled, at work and over. A spell or an item is named by its rule."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.view import Outline

from ..state import NOBODY, Number, Player, Point, Stood


class SpellsLearned(Event, frozen=True):
    """The cards that a wizard has drawn."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    discipline: str
    spells: tuple[str, ...]


class SpellExchanged(Event, frozen=True):
    """A card of no use in this battle was laid aside for another."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    old: str
    new: str


class SpellNamed(Event, frozen=True):
    """What is cast, at whom or where, and how many ether dice stand against it."""

    shows: ClassVar[Shows] = Shows("spell", who="piece", at="target", way="at", laid="outlines")

    piece: Number
    spell: str
    ether: int
    target: Number = NOBODY
    at: Point | None = None
    outlines: tuple[Outline, ...] = ()


class DiceFound(Event, frozen=True):
    """What a wizard gives for more dice: spells swapped, an item, dice laid by."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    sources: tuple[str, ...]
    dice: int
    ether: bool  # for dispelling


class SpellRolled(Event, frozen=True):
    """Magic dice against ether dice."""

    shows: ClassVar[Shows] = Shows("check", who="piece", success="cast")

    piece: Number
    spell: str
    ether: tuple[int, ...]
    magic: tuple[int, ...]
    cast: bool

    def outcome(self) -> Outcome:
        return Outcome("gets past the ether", self.spell, self.cast)


class DispelRolled(Event, frozen=True):
    """Dice were added to the ether's."""

    side: Player
    spell: str
    ether: tuple[int, ...]
    stopped: bool

    def outcome(self) -> Outcome:
        return Outcome("dispels it", self.spell, self.stopped)


class SpellStopped(Event, frozen=True):
    """A spell that was cast comes to nothing by another spell."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    spell: str
    by: str


class SpellThrownBack(Event, frozen=True):
    """A spell comes back to its caster."""

    shows: ClassVar[Shows] = Shows("change", who="piece", by="by")

    piece: Number
    spell: str
    by: Number


class SpellFailed(Event, frozen=True):
    """A spell that was cast finds its conditions not met."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    spell: str
    why: str


class Enchanted(Event, frozen=True):
    """A spell or an item is at work on a piece, and how strong it is."""

    shows: ClassVar[Shows] = Shows("change", who="piece", number="number")

    piece: Number
    spell: str
    number: int


class EnchantmentOver(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    spell: str


class Refreshed(Event, frozen=True):
    """Exhaustion counters were taken off a piece; how many, and how many are left."""

    shows: ClassVar[Shows] = Shows("heal", who="piece", number="counters")

    piece: Number
    counters: int
    left: int


class GiftGained(Event, frozen=True):
    """What a player may use until the caster's next turn: so many of something."""

    side: Player
    spell: str
    number: int


class Strengthened(Event, frozen=True):
    """A character has more life points than ever before."""

    shows: ClassVar[Shows] = Shows("heal", who="piece", number="points")

    piece: Number
    points: int


class ItemSilenced(Event, frozen=True):
    """A spell has sought out a magic item, which fails or goes on working."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    item: str
    fails: bool


class Returned(Event, frozen=True):
    """The dead stand up again, and wounds close."""

    shows: ClassVar[Shows] = Shows("heal", who="piece", number="models", stands="stands")

    piece: Number
    models: int
    healed: int
    stands: tuple[Stood, ...] = ()


class LandChanged(Event, frozen=True):
    """Ground of this kind is there now."""

    shows: ClassVar[Shows] = Shows("lay", laid="outlines")

    kind: str
    at: Point
    outlines: tuple[Outline, ...] = ()


class Swallowed(Event, frozen=True):
    """The earth has closed over so many models."""

    shows: ClassVar[Shows] = Shows("fall", who="piece", number="models")

    piece: Number
    models: int


class Backfired(Event, frozen=True):
    """A spell turns against the side that cast it."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    spell: str


class Warped(Event, frozen=True):
    """How far a piece moves, by chance."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    inches: int


class Leapt(Event, frozen=True):
    """A piece is thrown through the air to where its front comes down."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="way")

    piece: Number
    at: Point
    inches: int
    way: tuple[Point, ...] = ()


class MarkerMoved(Event, frozen=True):
    """Where a spell that strays comes down, and how many inches off."""

    shows: ClassVar[Shows] = Shows("lay", laid="outlines")

    spell: str
    at: Point
    inches: int
    outlines: tuple[Outline, ...] = ()


class DieThrownAgain(Event, frozen=True):
    """Before the throw it belongs to is told, as it lies in the end."""

    side: Player
    purpose: str
    face: int
    becomes: int


class DieTurned(Event, frozen=True):
    side: Player
    purpose: str
    face: int
    becomes: int
    left: int
