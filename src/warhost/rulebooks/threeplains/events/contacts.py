"""Pieces that meet."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.words import Names, count

from ..state import Number, Stood
from ..wording import degrees, flank, place


class SquaredUp(Event, frozen=True):
    """A piece lies flush against this side of an enemy."""

    shows: ClassVar[Shows] = Shows("move", who="piece", at="foe", stands="stands")

    piece: Number
    foe: Number
    side: str
    at: tuple[int, int]
    facing: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'squares')} up against the {flank(self.side)} of {names.piece(self.foe)}."


class ClosedUp(Event, frozen=True):
    """A piece in combat slid along to bring more of its models to blows."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="at", stands="stands")

    piece: Number
    at: tuple[int, int]
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        if self.rule == "tp.move.charge.mass":
            return f"{names.does(self.piece, 'makes')} room for others in the fight."
        return f"{names.does(self.piece, 'closes')} up, so that more models can fight."


class CombatMoved(Event, frozen=True):
    """A combat that would be fought off the table has been moved on to it; the first of its pieces stands there."""

    shows: ClassVar[Shows] = Shows("move", who="pieces", stands="stands")

    pieces: tuple[Number, ...]
    at: tuple[int, int]
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        verb = names.verb(self.pieces[0], "moves") if len(self.pieces) == 1 else "move"
        moved = f"{names.pieces(self.pieces)} {verb} in from the table's edge"
        return f"{moved}, so that the fight is not off the table."


class Widened(Event, frozen=True):
    """A piece that stood narrow has found room for more files."""

    shows: ClassVar[Shows] = Shows("form", who="piece", stands="stands")

    piece: Number
    files: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'has')} room for {count(self.files, 'file')} again."


class TurnedToFace(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("face", who="piece", at="foe", way="at", facing="facing")

    piece: Number
    foe: Number
    at: tuple[int, int]
    facing: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'turns')} to face {names.piece(self.foe)}."


class LappedRound(Event, frozen=True):
    """A loose group has so many models against an enemy now."""

    shows: ClassVar[Shows] = Shows("form", who="piece", at="foe", stands="stands")

    piece: Number
    foe: Number
    models: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        models = count(self.models, "model")
        return f"{names.does(self.piece, 'laps')} round {names.piece(self.foe)}: {models} in contact now."


class LostTouch(Event, frozen=True):
    """Two pieces in combat do not touch any more."""

    shows: ClassVar[Shows] = Shows(who="piece", at="foe")

    piece: Number
    foe: Number

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} and {names.piece(self.foe)} have lost touch."


class Engulfed(Event, frozen=True):
    """Enemies stand all the way round a piece."""

    shows: ClassVar[Shows] = Shows("form", who="by", at="piece", stands="stands")

    piece: Number
    by: tuple[int, ...]
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'is')} engulfed by {names.pieces(self.by)}."


class RingBroken(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"the ring round {names.piece(self.piece)} is broken."


class FormedAgain(Event, frozen=True):
    """A unit has taken up its formation after engulfing an enemy."""

    shows: ClassVar[Shows] = Shows("form", who="piece", way="at", facing="facing")

    piece: Number
    at: tuple[int, int]
    facing: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'forms')} up again at {place(self.at)}, facing {degrees(self.facing)}."
