"""Magic: spells learned, cast, dispelled, at work and over. A spell or an item is named by its rule."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.view import Outline
from warhost.engine.words import Names, count, listed

from ..state import NOBODY, Number, Player, Point, Stood
from ..wording import place


class SpellsLearned(Event, frozen=True):
    """The cards that a wizard has drawn."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    discipline: str
    spells: tuple[str, ...]

    def say(self, names: Names) -> str:
        spells = listed([names.thing(spell) for spell in self.spells])
        return f"{names.piece(self.piece)} knows {self.discipline} magic: {spells}."


class SpellExchanged(Event, frozen=True):
    """A card of no use in this battle was laid aside for another."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    old: str
    new: str

    def say(self, names: Names) -> str:
        old, new = names.thing(self.old), names.thing(self.new)
        return f"{names.piece(self.piece)} has no use for {old} and draws {new}."


class SpellNamed(Event, frozen=True):
    """What is cast, at whom or where, and how many ether dice stand against it."""

    shows: ClassVar[Shows] = Shows("spell", who="piece", at="target", way="at", laid="outlines")

    piece: Number
    spell: str
    ether: int
    target: Number = NOBODY
    at: Point | None = None
    outlines: tuple[Outline, ...] = ()

    def say(self, names: Names) -> str:
        aim = f" at {names.piece(self.target)}" if self.target not in (NOBODY, self.piece) else ""
        where = f" at {place(self.at)}" if self.at is not None else ""
        against = count(self.ether, "ether die", "ether dice")
        return f"{names.piece(self.piece)} casts {names.thing(self.spell)}{aim}{where} against {against}."


class DiceFound(Event, frozen=True):
    """What a wizard gives for more dice: spells swapped, an item, dice laid by."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    sources: tuple[str, ...]
    dice: int
    ether: bool  # for dispelling

    def say(self, names: Names) -> str:
        given = [names.thing(source) for source in self.sources if source]
        stored = len(self.sources) - len(given)
        given += [count(stored, "die laid by", "dice laid by")] if stored else []
        kind = "ether" if self.ether else "magic"
        dice = count(self.dice, f"{kind} die", f"{kind} dice")
        return f"{names.piece(self.piece)} gives {listed(given)} for {dice}."


class SpellRolled(Event, frozen=True):
    """Magic dice against ether dice."""

    shows: ClassVar[Shows] = Shows("check", who="piece", success="cast")

    piece: Number
    spell: str
    ether: tuple[int, ...]
    magic: tuple[int, ...]
    cast: bool

    def say(self, names: Names) -> str:
        rolls = f"{_faces(self.magic)} against {_faces(self.ether)}"
        spell = names.thing(self.spell)
        outcome = f"{spell} gets past the ether" if self.cast else f"the ether stops {spell}"
        return f"{rolls}: {outcome}."

    def outcome(self) -> Outcome:
        return Outcome("gets past the ether", self.spell, self.cast)


class DispelRolled(Event, frozen=True):
    """Dice were added to the ether's."""

    side: Player
    spell: str
    ether: tuple[int, ...]
    stopped: bool

    def say(self, names: Names) -> str:
        outcome = f"{names.thing(self.spell)} {'is dispelled' if self.stopped else 'cannot be stopped'}"
        return f"the ether of {names.side(self.side)} now shows {_faces(self.ether)}: {outcome}."

    def outcome(self) -> Outcome:
        return Outcome("dispels it", self.spell, self.stopped)


class SpellStopped(Event, frozen=True):
    """A spell that was cast comes to nothing by another spell."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    spell: str
    by: str

    def say(self, names: Names) -> str:
        return f"{names.thing(self.by)} undoes {names.thing(self.spell)} of {names.piece(self.piece)}."


class SpellThrownBack(Event, frozen=True):
    """A spell comes back to its caster."""

    shows: ClassVar[Shows] = Shows("change", who="piece", by="by")

    piece: Number
    spell: str
    by: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.by, 'throws')} {names.thing(self.spell)} back at {names.piece(self.piece)}."


class SpellFailed(Event, frozen=True):
    """A spell that was cast finds its conditions not met."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    spell: str
    why: str

    def say(self, names: Names) -> str:
        why = names.reason(self.why, self.piece)
        return f"{names.thing(self.spell)} of {names.piece(self.piece)} fails: {why}."


class Enchanted(Event, frozen=True):
    """A spell or an item is at work on a piece, and how strong it is."""

    shows: ClassVar[Shows] = Shows("change", who="piece", number="number")

    piece: Number
    spell: str
    number: int = 1

    def say(self, names: Names) -> str:
        strong = f", {self.number} strong" if self.number != 1 else ""
        return f"{names.thing(self.spell)} is at work on {names.piece(self.piece)}{strong}."


class EnchantmentOver(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    spell: str

    def say(self, names: Names) -> str:
        return f"{names.thing(self.spell)} on {names.piece(self.piece)} is over."


class Refreshed(Event, frozen=True):
    """Exhaustion counters were taken off a piece; how many, and how many are left."""

    shows: ClassVar[Shows] = Shows("heal", who="piece", number="counters")

    piece: Number
    counters: int
    left: int

    def say(self, names: Names) -> str:
        counters = count(self.counters, "exhaustion counter")
        return f"{names.does(self.piece, 'is')} rid of {counters}, with {self.left or 'none'} left."


class GiftGained(Event, frozen=True):
    """What a player may use until the caster's next turn: so many of something."""

    side: Player
    spell: str
    number: int

    def say(self, names: Names) -> str:
        return f"{names.thing(self.spell)}: {self.number} for {names.side(self.side)} to use."


class Strengthened(Event, frozen=True):
    """A character has more life points than ever before."""

    shows: ClassVar[Shows] = Shows("heal", who="piece", number="points")

    piece: Number
    points: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'has')} {count(self.points, 'life point')} more."


class ItemSilenced(Event, frozen=True):
    """A spell has sought out a magic item, which fails or goes on working."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    item: str
    fails: bool

    def say(self, names: Names) -> str:
        outcome = "fails" if self.fails else "goes on working"
        return f"{names.thing(self.item)} of {names.piece(self.piece)} {outcome}."


class Returned(Event, frozen=True):
    """The dead stand up again, and wounds close."""

    shows: ClassVar[Shows] = Shows("heal", who="piece", number="models", stands="stands")

    piece: Number
    models: int
    healed: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        healed = f", and {count(self.healed, 'wound closes', 'wounds close')}" if self.healed else ""
        return f"{names.piece(self.piece)}: {count(self.models, 'model stands', 'models stand')} up again{healed}."


class LandChanged(Event, frozen=True):
    """Ground of this kind is there now."""

    shows: ClassVar[Shows] = Shows("lay", laid="outlines")

    kind: str
    at: Point
    outlines: tuple[Outline, ...] = ()

    def say(self, names: Names) -> str:
        kind = names.thing(self.kind)
        return f"new on the table, at {place(self.at)}: {kind}."


class Swallowed(Event, frozen=True):
    """The earth has closed over so many models."""

    shows: ClassVar[Shows] = Shows("fall", who="piece", number="models")

    piece: Number
    models: int

    def say(self, names: Names) -> str:
        return f"the earth swallows {count(self.models, 'model')} of {names.piece(self.piece)}."


class Backfired(Event, frozen=True):
    """A spell turns against the side that cast it."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    spell: str

    def say(self, names: Names) -> str:
        return f"{names.thing(self.spell)} turns against the side of {names.piece(self.piece)}!"


class Warped(Event, frozen=True):
    """How far a piece moves, by chance."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    inches: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'moves')} {count(self.inches, 'inch', 'inches')}, warped."


class Leapt(Event, frozen=True):
    """A piece is thrown through the air to where its front comes down."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="way")

    piece: Number
    at: Point
    inches: int
    way: tuple[Point, ...] = ()

    def say(self, names: Names) -> str:
        flung = f"{names.does(self.piece, 'is')} flung {count(self.inches, 'inch', 'inches')}"
        return f"{flung} and {names.verb(self.piece, 'comes')} down at {place(self.at)}."


class MarkerMoved(Event, frozen=True):
    """Where a spell that strays comes down, and how many inches off."""

    shows: ClassVar[Shows] = Shows("lay", laid="outlines")

    spell: str
    at: Point
    inches: int
    outlines: tuple[Outline, ...] = ()

    def say(self, names: Names) -> str:
        astray = count(self.inches, "inch", "inches")
        return f"{names.thing(self.spell)} strays {astray} and comes down at {place(self.at)}."


class DieThrownAgain(Event, frozen=True):
    """Before the throw it belongs to is told, as it lies in the end."""

    side: Player
    purpose: str
    face: int
    becomes: int

    def say(self, names: Names) -> str:
        return f"for {names.side(self.side)} {_one(self.face)} is thrown again ({self.purpose}): {self.becomes}."


class DieTurned(Event, frozen=True):
    side: Player
    purpose: str
    face: int
    becomes: int
    left: int

    def say(self, names: Names) -> str:
        turned = f"for {names.side(self.side)} {_one(self.face)} becomes {_one(self.becomes)}"
        return f"{turned} ({self.purpose}); {self.left or 'none'} left."


def _faces(faces: tuple[int, ...]) -> str:
    """From the highest, as they are compared."""
    return ", ".join(str(face) for face in sorted(faces, reverse=True)) or "no dice"


def _one(face: int) -> str:
    """'a 4', 'an 8'."""
    return f"{'an' if face in (8, 11, 18) else 'a'} {face}"
