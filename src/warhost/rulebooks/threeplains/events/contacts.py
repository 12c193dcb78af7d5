"""Pieces that meet."""

from __future__ import annotations

from warhost.engine.event import Event
from warhost.engine.field.compass import Angle
from warhost.engine.playing import Shows
from warhost.engine.words import Names

from ..state import Number, Stood
from .deeds import Deed, Meeting


class SquaredUp(Meeting, frozen=True):
    """A piece lies flush against this side of an enemy."""

    shows = Shows("move", who="piece", at="foe", stands="stands")
    says = "{piece} {squares} up against the {side:flank} of {foe}."

    side: str
    at: tuple[int, int]
    facing: Angle
    stands: tuple[Stood, ...] = ()


class ClosedUp(Deed, frozen=True):
    """A piece in combat slid along to bring more of its models to blows."""

    shows = Shows("move", who="piece", way="at", stands="stands")

    at: tuple[int, int]
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        if self.rule == "tp.move.charge.mass":
            return f"{names.does(self.piece, 'makes')} room for others in the fight."
        return f"{names.does(self.piece, 'closes')} up, so that more models can fight."


class CombatMoved(Event, frozen=True):
    """A combat that would be fought off the table has been moved on to it; the first of its pieces stands there."""

    shows = Shows("move", who="pieces", stands="stands")

    pieces: tuple[Number, ...]
    at: tuple[int, int]
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        verb = names.verb(self.pieces[0], "moves") if len(self.pieces) == 1 else "move"
        moved = f"{names.pieces(self.pieces)} {verb} in from the table's edge"
        return f"{moved}, so that the fight is not off the table."


class Widened(Deed, frozen=True):
    """A piece that stood narrow has found room for more files."""

    shows = Shows("form", who="piece", stands="stands")
    says = "{piece} {has} room for {files:file} again."

    files: int
    stands: tuple[Stood, ...] = ()


class TurnedToFace(Meeting, frozen=True):
    shows = Shows("face", who="piece", at="foe", way="at", facing="facing")
    says = "{piece} {turns} to face {foe}."

    at: tuple[int, int]
    facing: Angle


class LappedRound(Meeting, frozen=True):
    """A loose group has so many models against an enemy now."""

    shows = Shows("form", who="piece", at="foe", stands="stands")
    says = "{piece} {laps} round {foe}: {models:model} in contact now."

    models: int
    stands: tuple[Stood, ...] = ()


class LostTouch(Meeting, frozen=True):
    """Two pieces in combat do not touch any more."""

    says = "{piece} and {foe} have lost touch."


class Engulfed(Deed, frozen=True):
    """Enemies stand all the way round a piece."""

    shows = Shows("form", who="by", at="piece", stands="stands")
    says = "{piece} {is} engulfed by {by}."

    by: tuple[int, ...]
    stands: tuple[Stood, ...] = ()


class RingBroken(Deed, frozen=True):
    shows = Shows("change", who="piece")
    says = "the ring round {piece} is broken."


class FormedAgain(Deed, frozen=True):
    """A unit has taken up its formation after engulfing an enemy."""

    shows = Shows("form", who="piece", way="at", facing="facing")
    says = "{piece} {forms} up again at {at:place}, facing {facing:degrees}."

    at: tuple[int, int]
    facing: Angle
