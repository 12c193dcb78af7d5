"""Magic: spells learned, cast, dispelled, at work and over. A spell or an item is named by its rule."""

from __future__ import annotations

from warhost.engine.event import Event, Outcome

from ..state import NOBODY, Point


class SpellsLearned(Event, frozen=True):
    """The cards that a wizard has drawn."""

    piece: int
    discipline: str
    spells: tuple[str, ...]


class SpellExchanged(Event, frozen=True):
    """A card of no use in this battle was laid aside for another."""

    piece: int
    old: str
    new: str


class SpellNamed(Event, frozen=True):
    """What is cast, at whom or where, and how many ether dice stand against it."""

    piece: int
    spell: str
    ether: int
    target: int = NOBODY
    at: Point | None = None


class DiceFound(Event, frozen=True):
    """What a wizard gives for more dice: spells swapped, an item, dice laid by."""

    piece: int
    sources: tuple[str, ...]
    dice: int
    ether: bool  # for dispelling


class SpellRolled(Event, frozen=True):
    """Magic dice against ether dice."""

    piece: int
    spell: str
    ether: tuple[int, ...]
    magic: tuple[int, ...]
    cast: bool

    def outcome(self) -> Outcome:
        return Outcome("gets past the ether", self.piece, self.cast)


class DispelRolled(Event, frozen=True):
    """Dice were added to the ether's."""

    side: int
    spell: str
    ether: tuple[int, ...]
    stopped: bool

    def outcome(self) -> Outcome:
        return Outcome("dispels it", self.spell, self.stopped)


class SpellStopped(Event, frozen=True):
    """A spell that was cast comes to nothing by another spell."""

    piece: int
    spell: str
    by: str


class SpellFailed(Event, frozen=True):
    """A spell that was cast finds its conditions not met."""

    piece: int
    spell: str
    why: str


class Enchanted(Event, frozen=True):
    """A spell or an item is at work on a piece, and how strong it is."""

    piece: int
    spell: str
    number: int


class EnchantmentOver(Event, frozen=True):
    piece: int
    spell: str


class Refreshed(Event, frozen=True):
    """Exhaustion counters were taken off a piece; how many, and how many are left."""

    piece: int
    counters: int
    left: int


class GiftGained(Event, frozen=True):
    """What a player may use until the caster's next turn: so many of something."""

    side: int
    spell: str
    number: int


class Strengthened(Event, frozen=True):
    """A character has more life points than ever before."""

    piece: int
    points: int


class ItemSilenced(Event, frozen=True):
    """A spell has sought out a magic item, which fails or goes on working."""

    piece: int
    item: str
    fails: bool


class Returned(Event, frozen=True):
    """The dead stand up again, and wounds close."""

    piece: int
    models: int
    healed: int


class LandChanged(Event, frozen=True):
    """Ground of this kind is there now."""

    kind: str
    at: Point


class Swallowed(Event, frozen=True):
    """The earth has closed over so many models."""

    piece: int
    models: int


class Backfired(Event, frozen=True):
    """A spell turns against the side that cast it."""

    piece: int
    spell: str


class Warped(Event, frozen=True):
    """How far a piece moves, by chance."""

    piece: int
    inches: int


class Leapt(Event, frozen=True):
    """A piece is thrown through the air to where its front comes down."""

    piece: int
    at: Point
    inches: int


class MarkerMoved(Event, frozen=True):
    """Where a spell that strays comes down, and how many inches off."""

    spell: str
    at: Point
    inches: int


class DieTurned(Event, frozen=True):
    side: int
    purpose: str
    face: int
    becomes: int
    left: int
