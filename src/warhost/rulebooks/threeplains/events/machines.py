"""War machines and chariots."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.view import Outline

from ..state import Number, Point


class StoneThrown(Event, frozen=True):
    """A stone aimed at a place comes down at another, so far off."""

    shows: ClassVar[Shows] = Shows("shot", who="piece", way="way", laid="outlines")

    piece: Number
    aimed: tuple[int, int]
    at: tuple[int, int]
    scattered: int
    outlines: tuple[Outline, ...] = ()
    way: tuple[Point, ...] = ()


class GremlinsCame(Event, frozen=True):
    """A roll on the chart of a machine: the die, the row, what happens. Without a chart the row is 0."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    face: int
    row: int
    what: str


class Abandoned(Event, frozen=True):
    """The crew leaves its machine and runs so far that way."""

    shows: ClassVar[Shows] = Shows("flee", who="piece", way="way")

    piece: Number
    heading: int
    distance: int
    way: tuple[Point, ...] = ()


class RanOver(Event, frozen=True):
    """So many chariots crash into an enemy: the hits before all blows."""

    shows: ClassVar[Shows] = Shows("blow", who="piece", at="target", number="hits")

    piece: Number
    target: Number
    chariots: int
    hits: int


class Jolted(Event, frozen=True):
    """Chariots have driven over ground that is not open."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    over: str


class GremlinFreed(Event, frozen=True):
    """A gremlin has come out of an item, and stands there."""

    shows: ClassVar[Shows] = Shows("appear", who="gremlin", by="piece", way="at", facing="facing")

    piece: Number
    gremlin: int
    at: tuple[int, int]
    facing: int | None = None


class GremlinRan(Event, frozen=True):
    """A gremlin at large has come so far on its way to a machine."""

    shows: ClassVar[Shows] = Shows("move", who="piece", at="target", way="way")

    piece: Number
    target: Number
    run: int
    at: tuple[int, int]
    way: tuple[Point, ...] = ()


class GremlinVanished(Event, frozen=True):
    """A gremlin has got into a machine, and is seen no more."""

    shows: ClassVar[Shows] = Shows("vanish", who="piece", at="target")

    piece: Number
    target: Number
