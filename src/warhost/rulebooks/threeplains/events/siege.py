"""The storming of a fortress."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.words import Names, listed

from ..state import Number, Stood


class SetUp(Event, frozen=True):
    """Siege equipment stands at a wall, or lies over a moat, for the rest of the battle."""

    shows: ClassVar[Shows] = Shows("lay", by="piece", laid="outlines")

    piece: Number
    thing: str
    work: str
    outlines: tuple[tuple[tuple[int, int], ...], ...]

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {who.does('sets')} up a {self.thing} at {self.work}."


class Stormed(Event, frozen=True):
    """A piece climbs up against those who hold the turrets."""

    shows: ClassVar[Shows] = Shows(who="piece", at="foe")

    piece: Number
    foe: Number
    work: str

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {who.does('storms')} the {self.work} against {names.piece(self.foe)}."


class BeganClimb(Event, frozen=True):
    """A piece has begun to pay for a way that is too dear for one turn."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    goal: str
    paid: int

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {who.does('begins')} the way to {self.goal}: {self.paid / 1000:.1f} inches are paid."


class StackedUp(Event, frozen=True):
    """The move of a piece has ended on a ladder: its models stand on top of each other beside it."""

    shows: ClassVar[Shows] = Shows("form", who="piece", stands="stands")

    piece: int
    goal: str
    paid: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        paid = f"{self.paid / 1000:.1f} inches are paid"
        return f"{who} {who.does('is')} on the ladder to {self.goal}, stacked beside it: {paid}."


class PartedWays(Event, frozen=True):
    """Some of a group go ahead, and the others stay where they are: one group in two places."""

    shows: ClassVar[Shows] = Shows("form", who="piece part", stands="stands")

    piece: int
    part: int
    models: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        models = "1 model goes" if self.models == 1 else f"{self.models} models go"
        who, rest = names.piece(self.piece), names.piece(self.part)
        return f"{who} {who.does('parts')}: {models} ahead, and {rest} {rest.does('stays')} behind."


class LostTheOthers(Event, frozen=True):
    """No way joins a part with the rest of its group any more: it is a piece of its own."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: int

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {who.does('has')} lost touch with the rest of its group and {who.does('goes')} its own way."


class WentInside(Event, frozen=True):
    """A piece is inside a wall or tower, and stays there until it comes out."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")

    piece: Number
    work: str
    cost: int
    path: tuple[tuple[int, int], ...]
    facing: int

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {who.does('goes')} inside {self.work}: {self.cost / 1000:.1f} inches."


class MetInside(Event, frozen=True):
    """Two enemies are in the same wall or tower, and fight there."""

    shows: ClassVar[Shows] = Shows(who="piece", at="foe")

    piece: Number
    foe: Number

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {who.does('meets')} {names.piece(self.foe)} in there, and they fight."


class FoughtAtDoor(Event, frozen=True):
    """A piece fights an enemy over a doorway that only one of them has to himself."""

    shows: ClassVar[Shows] = Shows(who="piece", at="foe")

    piece: Number
    foe: Number
    work: str

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {who.does('fights')} {names.piece(self.foe)} over a doorway of {self.work}."


class PutForward(Event, frozen=True):
    """Who fights where there is room for few, as their owner wants it."""

    shows: ClassVar[Shows] = Shows(who="pieces")

    pieces: tuple[Number, ...]
    place: str

    def say(self, names: Names) -> str:
        who = listed([names.piece(one) for one in self.pieces])
        return f"{who} {'are' if len(self.pieces) > 1 else 'is'} put forward to fight in {self.place}."


class ChargedOnLadder(Event, frozen=True):
    """A piece charges up or down a ladder at an enemy at its other end."""

    shows: ClassVar[Shows] = Shows(who="piece", at="foe")

    piece: Number
    foe: Number
    goal: str

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {who.does('charges')} {names.piece(self.foe)} by a ladder that leads to {self.goal}."


class FledOutside(Event, frozen=True):
    """A piece in flight has come out of a wall or tower."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")

    piece: Number
    cost: int
    path: tuple[tuple[int, int], ...]
    facing: int

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {who.does('rushes')} out of the works: {self.cost / 1000:.1f} inches of the flight."


class PluggedGap(Event, frozen=True):
    """A defender steps to a place at the turrets that nobody held any more."""

    shows: ClassVar[Shows] = Shows("form", who="piece", stands="stood")

    piece: Number
    foe: Number
    stood: tuple[Stood, ...]

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {who.does('closes')} a gap at the turrets against {names.piece(self.foe)}."


class SwitchedPlaces(Event, frozen=True):
    """Two friends on the works change places before an enemy comes over the turrets."""

    shows: ClassVar[Shows] = Shows("form", who="piece friend", stands="stood")

    piece: Number
    friend: Number
    stood: tuple[Stood, ...]

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} and {names.piece(self.friend)} change places at the turrets."
