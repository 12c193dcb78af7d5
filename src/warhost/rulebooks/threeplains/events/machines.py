"""War machines and chariots."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.view import Outline
from warhost.engine.words import Names, count

from ..state import Number, Point
from ..wording import length, place


class StoneThrown(Event, frozen=True):
    """A stone aimed at a place comes down at another, so far off."""

    shows: ClassVar[Shows] = Shows("shot", who="piece", way="way", laid="outlines")

    piece: Number
    aimed: tuple[int, int]
    at: tuple[int, int]
    scattered: int
    outlines: tuple[Outline, ...] = ()
    way: tuple[Point, ...] = ()

    def say(self, names: Names) -> str:
        hurls = f"{names.does(self.piece, 'hurls')} a stone at {place(self.aimed)}"
        if not self.scattered:
            return f"{hurls}, right on target."
        return f"{hurls}; it comes down {length(self.scattered)} off, at {place(self.at)}."


class GremlinsCame(Event, frozen=True):
    """A roll on the chart of a machine: the die, the row, what happens. Without a chart the row is 0."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    face: int
    row: int
    what: str

    def say(self, names: Names) -> str:
        chart = f" (gremlin chart {self.row})" if self.row else ""
        return f"gremlins in {names.piece(self.piece)}: {self.what}{chart}."


class Abandoned(Event, frozen=True):
    """The crew leaves its machine and runs so far that way."""

    shows: ClassVar[Shows] = Shows("flee", who="piece", way="way")

    piece: Number
    heading: int
    distance: int
    way: tuple[Point, ...] = ()

    def say(self, names: Names) -> str:
        return f"the crew of {names.piece(self.piece)} abandons it and runs, {length(self.distance)}."


class RanOver(Event, frozen=True):
    """So many chariots crash into an enemy: the hits before all blows."""

    shows: ClassVar[Shows] = Shows("blow", who="piece", at="target", number="hits")

    piece: Number
    target: Number
    chariots: int
    hits: int

    def say(self, names: Names) -> str:
        hits = count(self.hits, "impact hit")
        return f"{names.does(self.piece, 'crashes')} into {names.piece(self.target)}: {hits}."


class Jolted(Event, frozen=True):
    """Chariots have driven over ground that is not open."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    over: str

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'has')} driven over {self.over} and may come to harm."


class GremlinFreed(Event, frozen=True):
    """A gremlin has come out of an item, and stands there."""

    shows: ClassVar[Shows] = Shows("appear", who="gremlin", by="piece", way="at", facing="facing")

    piece: Number
    gremlin: int
    at: tuple[int, int]
    facing: int | None = None

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'lets')} out a gremlin at {place(self.at)}."


class GremlinRan(Event, frozen=True):
    """A gremlin at large has come so far on its way to a machine."""

    shows: ClassVar[Shows] = Shows("move", who="piece", at="target", way="way")

    piece: Number
    target: Number
    run: int
    at: tuple[int, int]
    way: tuple[Point, ...] = ()

    def say(self, names: Names) -> str:
        return f"the gremlin runs {length(self.run)} towards {names.piece(self.target)}, to {place(self.at)}."


class GremlinVanished(Event, frozen=True):
    """A gremlin has got into a machine, and is seen no more."""

    shows: ClassVar[Shows] = Shows("vanish", who="piece", at="target")

    piece: Number
    target: Number

    def say(self, names: Names) -> str:
        return f"the gremlin gets into {names.piece(self.target)} and is seen no more."
