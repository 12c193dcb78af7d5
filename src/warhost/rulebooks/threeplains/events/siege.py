"""The storming of a fortress."""

from __future__ import annotations

from warhost.engine.event import Event
from warhost.engine.field.compass import Angle
from warhost.engine.field.length import Length
from warhost.engine.playing import Shows
from warhost.engine.words import Names

from ..state import Number, Stood
from .deeds import Deed, Meeting


class SetUp(Deed, frozen=True):
    """Siege equipment stands at a wall, or lies over a moat, for the rest of the battle."""

    shows = Shows("lay", by="piece", laid="outlines")
    says = "{piece} {sets} up a {thing} at {work}."

    thing: str
    work: str
    outlines: tuple[tuple[tuple[int, int], ...], ...]


class Stormed(Meeting, frozen=True):
    """A piece climbs up against those who hold the turrets."""

    says = "{piece} {storms} the {work} against {foe}."

    work: str


class BeganClimb(Deed, frozen=True):
    """A piece has begun to pay for a way that is too dear for one turn."""

    says = "{piece} {begins} the way to {goal}: {paid:length} are paid."

    goal: str
    paid: int


class StackedUp(Deed, frozen=True):
    """The move of a piece has ended on a ladder: its models stand on top of each other beside it."""

    shows = Shows("form", who="piece", stands="stands")
    says = "{piece} {is} on the ladder to {goal}, stacked beside it: {paid:length} are paid."

    goal: str
    paid: int
    stands: tuple[Stood, ...] = ()


class PartedWays(Deed, frozen=True):
    """Some of a group go ahead, and the others stay where they are: one group in two places."""

    shows = Shows("form", who="piece part", stands="stands")
    says = "{piece} {parts}: {models:model goes/models go} ahead, and {part} {part stays} behind."

    part: int
    models: int
    stands: tuple[Stood, ...] = ()


class LostTheOthers(Deed, frozen=True):
    """No way joins a part with the rest of its group any more: it is a piece of its own."""

    says = "{piece} {has} lost touch with the rest of its group and {goes} its own way."


class WentInside(Deed, frozen=True):
    """A piece is inside a wall or tower, and stays there until it comes out."""

    shows = Shows("move", who="piece", way="path", facing="facing")
    says = "{piece} {goes} inside {work}: {cost:length}."

    work: str
    cost: Length
    path: tuple[tuple[int, int], ...]
    facing: Angle


class MetInside(Meeting, frozen=True):
    """Two enemies are in the same wall or tower, and fight there."""

    says = "{piece} {meets} {foe} in there, and they fight."


class FoughtAtDoor(Meeting, frozen=True):
    """A piece fights an enemy over a doorway that only one of them has to himself."""

    says = "{piece} {fights} {foe} over a doorway of {work}."

    work: str


class PutForward(Event, frozen=True):
    """Who fights where there is room for few, as their owner wants it."""

    shows = Shows(who="pieces")
    says = "{pieces} {is} put forward to fight in {place}."

    pieces: tuple[Number, ...]
    place: str


class ChargedOnLadder(Meeting, frozen=True):
    """A piece charges up or down a ladder at an enemy at its other end."""

    says = "{piece} {charges} {foe} by a ladder that leads to {goal}."

    goal: str


class FledOutside(Deed, frozen=True):
    """A piece in flight has come out of a wall or tower."""

    shows = Shows("move", who="piece", way="path", facing="facing")
    says = "{piece} {rushes} out of the works: {cost:length} of the flight."

    cost: Length
    path: tuple[tuple[int, int], ...]
    facing: Angle


class PluggedGap(Meeting, frozen=True):
    """A defender steps to a place at the turrets that nobody held any more."""

    shows = Shows("form", who="piece", stands="stood")

    stood: tuple[Stood, ...]

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {who.does('closes')} a gap at the turrets against {names.piece(self.foe)}."


class SwitchedPlaces(Deed, frozen=True):
    """Two friends on the works change places before an enemy comes over the turrets."""

    shows = Shows("form", who="piece friend", stands="stood")
    says = "{piece} and {friend} change places at the turrets."

    friend: Number
    stood: tuple[Stood, ...]
