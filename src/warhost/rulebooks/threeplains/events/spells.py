"""Magic: spells learned, cast, dispelled, at work and over. A spell or an item is named by its rule."""

from __future__ import annotations

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.view import Outline
from warhost.engine.words import Names, count, listed

from ..state import NOBODY, Number, Player, Point, Stood
from ..wording import place
from .deeds import Deed, Incident


class SpellsLearned(Deed, frozen=True):
    """The cards that a wizard has drawn."""

    discipline: str
    spells: tuple[str, ...]

    def say(self, names: Names) -> str:
        spells = listed([names.thing(spell) for spell in self.spells])
        return f"{names.piece(self.piece)} knows {self.discipline} magic: {spells}."


class SpellExchanged(Deed, frozen=True):
    """A card of no use in this battle was laid aside for another."""

    says = "{piece} has no use for {old:thing} and draws {new:thing}."

    old: str
    new: str


class SpellNamed(Deed, frozen=True):
    """What is cast, at whom or where, and how many ether dice stand against it."""

    shows = Shows("spell", who="piece", at="target", way="at", laid="outlines")

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


class DiceFound(Deed, frozen=True):
    """What a wizard gives for more dice: spells swapped, an item, dice laid by."""

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


class SpellRolled(Deed, frozen=True):
    """Magic dice against ether dice."""

    shows = Shows("check", who="piece", success="cast")

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


class SpellStopped(Deed, frozen=True):
    """A spell that was cast comes to nothing by another spell."""

    says = "{by:thing} undoes {spell:thing} of {piece}."

    spell: str
    by: str


class SpellThrownBack(Deed, frozen=True):
    """A spell comes back to its caster."""

    shows = Shows("change", who="piece", by="by")
    says = "{by} {throws} {spell:thing} back at {piece}."

    spell: str
    by: Number


class SpellFailed(Deed, frozen=True):
    """A spell that was cast finds its conditions not met."""

    says = "{spell:thing} of {piece} fails: {why:reason}."

    spell: str
    why: str


class Enchanted(Deed, frozen=True):
    """A spell or an item is at work on a piece, and how strong it is."""

    shows = Shows("change", who="piece", number="number")

    spell: str
    number: int = 1

    def say(self, names: Names) -> str:
        strong = f", {self.number} strong" if self.number > 1 else ""
        return f"{names.thing(self.spell)} is at work on {names.piece(self.piece)}{strong}."


class EnchantmentOver(Deed, frozen=True):
    shows = Shows("change", who="piece")
    says = "{spell:thing} on {piece} is over."

    spell: str


class Refreshed(Deed, frozen=True):
    """Exhaustion counters were taken off a piece; how many, and how many are left."""

    shows = Shows("heal", who="piece", number="counters")

    counters: int
    left: int

    def say(self, names: Names) -> str:
        counters = count(self.counters, "exhaustion counter")
        return f"{names.does(self.piece, 'is')} rid of {counters}, with {self.left or 'none'} left."


class GiftGained(Event, frozen=True):
    """What a player may use until the caster's next turn: so many of something."""

    says = "{spell:thing}: {what} for {side:side} to use."

    side: Player
    spell: str
    number: int
    what: str  # in words, with the number


class Strengthened(Deed, frozen=True):
    """A character has more life points than ever before."""

    shows = Shows("heal", who="piece", number="points")
    says = "{piece} {has} {points:life point} more."

    points: int


class ItemSilenced(Deed, frozen=True):
    """A spell has sought out a magic item, which fails or goes on working."""

    shows = Shows("change", who="piece")
    says = "{item:thing} of {piece} {fails:fails|goes on working}."

    item: str
    fails: bool


class Returned(Deed, frozen=True):
    """The dead stand up again, and wounds close."""

    shows = Shows("heal", who="piece", number="models", stands="stands")

    models: int
    healed: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        risen = [f"{count(self.models, 'model stands', 'models stand')} up again"] if self.models else []
        healed = [count(self.healed, "wound closes", "wounds close")] if self.healed else []
        return f"{names.piece(self.piece)}: {', and '.join([*risen, *healed])}."


class LandChanged(Incident, frozen=True):
    """Ground of this kind is there now."""

    shows = Shows("lay", laid="outlines")
    says = "new on the table, at {at:place}: {kind:thing}."

    kind: str
    at: Point
    outlines: tuple[Outline, ...] = ()


class LandCleared(Incident, frozen=True):
    """What stood there is there no more."""

    shows = Shows("lay", laid="outlines")
    says = "{was} at {at:place} is gone."

    was: str
    at: Point
    outlines: tuple[Outline, ...] = ()
    kind: str = "open"


class Swallowed(Deed, frozen=True):
    """The earth has closed over so many models."""

    shows = Shows("fall", who="piece", number="models")
    says = "the earth swallows {models:model} of {piece}."

    models: int


class Backfired(Deed, frozen=True):
    """A spell turns against the side that cast it."""

    says = "{spell:thing} turns against the side of {piece}!"

    spell: str


class Warped(Deed, frozen=True):
    """How far a piece moves, by chance."""

    says = "{piece} {moves} {inches:inch/inches}, warped."

    inches: int


class Leapt(Deed, frozen=True):
    """A piece is thrown through the air to where its front comes down."""

    shows = Shows("move", who="piece", way="way")
    says = "{piece} {is} flung {inches:inch/inches} and {comes} down at {at:place}."

    at: Point
    inches: int
    way: tuple[Point, ...] = ()


class MarkerMoved(Incident, frozen=True):
    """Where a spell that strays comes down, and how many inches off."""

    shows = Shows("lay", laid="outlines")
    says = "{spell:thing} strays {inches:inch/inches} and comes down at {at:place}."

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
