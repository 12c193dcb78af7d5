"""War machines and chariots."""

from __future__ import annotations

from warhost.engine.field.compass import Angle
from warhost.engine.field.length import Length
from warhost.engine.playing import Shows
from warhost.engine.view import Outline
from warhost.engine.words import Names

from ..state import Point
from ..wording import length, place
from .deeds import Aimed, Deed


class StoneThrown(Deed, frozen=True):
    """A stone aimed at a place comes down at another, so far off."""

    shows = Shows("shot", who="piece", way="way", laid="outlines")

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


class GremlinsCame(Deed, frozen=True):
    """A roll on the chart of a machine: the die, the row, what happens. Without a chart the row is 0."""

    shows = Shows("change", who="piece")

    face: int
    row: int
    what: str

    def say(self, names: Names) -> str:
        chart = f" (gremlin chart {self.row})" if self.row else ""
        return f"gremlins in {names.piece(self.piece)}: {self.what}{chart}."


class Abandoned(Deed, frozen=True):
    """The crew leaves its machine and runs so far that way."""

    shows = Shows("flee", who="piece", way="way")
    says = "the crew of {piece} abandons it and runs, {distance:length}."

    heading: Angle
    distance: Length
    way: tuple[Point, ...] = ()


class RanOver(Aimed, frozen=True):
    """So many chariots crash into an enemy: the hits before all blows."""

    shows = Shows("blow", who="piece", at="target", number="hits")
    says = "{piece} {crashes} into {target}: {hits:impact hit}."

    chariots: int
    hits: int


class Jolted(Deed, frozen=True):
    """Chariots have driven over ground that is not open."""

    shows = Shows("change", who="piece")
    says = "{piece} {has} driven over {over} and may come to harm."

    over: str


class GremlinFreed(Deed, frozen=True):
    """A gremlin has come out of an item, and stands there."""

    shows = Shows("appear", who="gremlin", by="piece", way="at", facing="facing")
    says = "{piece} {lets} out a gremlin at {at:place}."

    gremlin: int
    at: tuple[int, int]
    facing: Angle | None = None


class GremlinRan(Aimed, frozen=True):
    """A gremlin at large has come so far on its way to a machine."""

    shows = Shows("move", who="piece", at="target", way="way")
    says = "the gremlin runs {run:length} towards {target}, to {at:place}."

    run: Length
    at: tuple[int, int]
    way: tuple[Point, ...] = ()


class GremlinVanished(Aimed, frozen=True):
    """A gremlin has got into a machine, and is seen no more."""

    shows = Shows("vanish", who="piece", at="target")
    says = "the gremlin gets into {target} and is seen no more."
