"""War machines and chariots."""

from __future__ import annotations

from warhost.engine.event import Event


class StoneThrown(Event, frozen=True):
    """A stone aimed at a place comes down at another, so far off."""

    piece: int
    aimed: tuple[int, int]
    at: tuple[int, int]
    scattered: int


class GremlinsCame(Event, frozen=True):
    """A roll on the chart of a machine: the die, the row, what happens. Without a chart the row is 0."""

    piece: int
    face: int
    row: int
    what: str


class Abandoned(Event, frozen=True):
    """The crew leaves its machine and runs so far that way."""

    piece: int
    heading: int
    distance: int


class RanOver(Event, frozen=True):
    """So many chariots crash into an enemy: the hits before all blows."""

    piece: int
    target: int
    chariots: int
    hits: int


class Jolted(Event, frozen=True):
    """Chariots have driven over ground that is not open."""

    piece: int
    over: str


class GremlinFreed(Event, frozen=True):
    """A gremlin has come out of an item, and stands there."""

    piece: int
    gremlin: int
    at: tuple[int, int]


class GremlinRan(Event, frozen=True):
    """A gremlin at large has come so far on its way to a machine."""

    piece: int
    target: int
    run: int
    at: tuple[int, int]


class GremlinVanished(Event, frozen=True):
    """A gremlin has got into a machine, and is seen no more."""

    piece: int
    target: int
