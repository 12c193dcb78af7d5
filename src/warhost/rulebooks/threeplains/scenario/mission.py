"""A scenario as data: its table, what each side is for, where it stands, what it may muster, and its special rules.

data/scenarios/*.toml hold one each. The pitched battle is the scenario in which nothing differs.
[tp.scenario.precedence] [tp.scenario.summary]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, field
from msgspec.structs import replace

from warhost.engine.bounds import Count, Few, Positive, Text
from warhost.engine.data import Definition
from warhost.engine.field.compass import EAST, FULL_TURN, NORTH, WEST, Angle, Point, ahead, of_degrees
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, oblong, overlap
from warhost.roster.roster import MOST_POINTS, Roster

from ..figure import INCH, inches
from ..land.terrain import BoardEntry
from ..state import NOBODY

STAMINA = 4  # exhaustion counters that exhaust a piece [tp.trait.exhaustion]
HAIR = 2  # thousandths of an inch
Coordinate = Annotated[int, Meta(ge=0, le=1_000 * INCH)]
Along = Annotated[float, Meta(ge=0, le=240)]
Span = tuple[Along, Along]
Size = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
Ratio = Annotated[int, Meta(ge=1, le=100)]
Which = Annotated[int, Meta(ge=NOBODY, le=1)]
"""One of the two sides, or neither."""
Heading = Literal[0, 90, 180, 270]


class Stretch(Definition, frozen=True, kw_only=True):
    """An oblong of the table in inches, and which way a piece looks that is set up there."""

    x: Span
    y: Span
    facing: Heading = 0
    name: str = ""

    @property
    def way(self) -> Angle:
        """As the field counts: which way whoever is set up there looks."""
        return of_degrees(self.facing)

    @property
    def shape(self) -> Shape:
        """With its front edge ahead of whoever stands there."""
        wide, deep = inches(self.x[1] - self.x[0]), inches(self.y[1] - self.y[0])
        middle = ((inches(self.x[0]) + inches(self.x[1])) // 2, (inches(self.y[0]) + inches(self.y[1])) // 2)
        across, along = (deep, wide) if self.facing in (90, 270) else (wide, deep)
        return oblong(ahead(middle, self.way, along // 2), self.way, across, along)


class Terms(Definition, frozen=True, kw_only=True):
    """What a side may muster, where that differs from an army of its own size. Shares are (counter, denominator).

    [tp.army.override]
    """

    points: Size = 0  # exactly so many; 0 for what the players agree on
    least: Size = 0  # points
    most: Size = 0
    share: tuple[Ratio, Ratio] = (1, 1)  # of the first side's points, fractions dropped
    shapes: Literal["own", "enemy", "enemy in full", "none"] = "own"  # whose size the allowance of shapes goes by
    most_models: Count = 0  # of a group, if there is such a limit; then groups may be smaller than their lists want
    leaderless: bool = False  # nobody of it commands the army
    any_command: bool = False  # every command model may carry magic
    torches: bool = False  # they may be carried
    rule: str = "tp.army.size"  # by which its points are what they are
    rules: Few[str] = ()  # of the muster that hold for it: armies/terms.py


class Stronghold(Definition, frozen=True, kw_only=True):
    """The fortress that was agreed on: who holds it, against how many it is drawn, and what it leaves over."""

    title: str
    army: str  # the list of its Defenders
    besiegers: Size  # points
    spare: Count = 0  # points of its Defenders, made of the siege points that it has not used


class Later(Definition, frozen=True, kw_only=True):
    """A second roster of a side, whose pieces come to its help in the battle."""

    id: str
    terms: Terms = Terms()


class Part(Definition, frozen=True, kw_only=True):
    """One of the two sides: what it is called, what it wants, where it is set up, the rules that hold for it."""

    id: str
    title: str
    goal: Text
    zone: Few[Stretch] = ()  # none: the zones of the pitched battle
    hole: Stretch | None = None  # the ground inside the outline of its zones that is not its own
    spare: Few[Stretch] = ()  # where a piece goes for which its zone has no room left
    rules: Few[str] = ()  # special rules of all its pieces
    traits: Few[str] = ()  # that all its models have besides their own
    ratings: dict[str, Count] = field(default_factory=dict)  # by which the ratings of all its models are higher
    stamina: Positive = STAMINA
    tires_for_good: bool = False  # whether more stamina than others have is gone after the first rest from it
    loose: bool = False  # all its pieces move loosely
    marches: tuple[Heading, ...] = ()  # it is set up in march order, and may be on the way to one of these sides
    scouts: bool = True  # its scouts may be held back
    exits: tuple[Heading, ...] = ()  # the edges over which its pieces may leave the table for good
    exit_rule: str = ""
    open_list: bool = False  # the other side has seen its roster, magic items and all, before it writes its own
    open_rule: str = ""  # by which it has
    terms: Terms = Terms()
    later: Later | None = None
    ready: Few[Roster] = ()  # its force in a match that can be played at once, and what comes later


class Emplaced(Definition, frozen=True, kw_only=True):
    """A war machine that is set out before anybody is deployed; lengths in thousandths of an inch."""

    id: str
    profile: str
    title: str  # where it stands, as players say it
    at: tuple[Coordinate, Coordinate]  # the middle of its front
    facing: Annotated[int, Meta(ge=0, le=FULL_TURN)] = 0
    aloft: bool = False  # on the works of a fortress


class Mission(BoardEntry, frozen=True, kw_only=True):
    """A scenario. Without parts it is the pitched battle on a table of its own."""

    part: tuple[Part, ...] = ()
    rules: Few[str] = ()  # special rules of the whole battle
    places_first: Which = NOBODY  # who sets up the whole force first; NOBODY for one piece in turn
    begins_placing: Which = NOBODY  # ... or who places the first, where the generals do not roll for it
    takes_first_turn: Which = NOBODY  # NOBODY where the generals roll for it
    order_rule: str = ""  # by which they do
    tiles: bool = False  # random terrain is dealt besides what is drawn
    plan: Text = ""  # of the fortress that stands there
    fortress: Stronghold | None = None  # if it is none of the ready ones, of which the size of the game picks one
    loops: str = ""  # the weapon in its arrow-loops
    throwers: Few[str] = ()  # ids of the units on its walls that have things to throw down
    engines: Few[Emplaced] = ()  # war machines that are set out with it

    @property
    def terms(self) -> dict[str, Terms]:
        """By whom a roster is written for."""
        later = {part.later.id: part.later.terms for part in self.part if part.later}
        return {part.id: part.terms for part in self.part} | later

    def told(self) -> Mission:
        """As it goes into the setup of a battle, which has its armies and its table."""
        parts = tuple(replace(part, ready=()) for part in self.part)
        return replace(self, part=parts, feature=())

    @property
    def fixed(self) -> bool:
        """The table is laid out as the scenario says, and nobody picks a side of it."""
        return any(part.zone for part in self.part)

    @property
    def whole_forces(self) -> bool:
        """One side sets up everything, then the other.  [tp.scenario.common.deploy]"""
        return self.places_first != NOBODY


PITCHED = Mission(id="pitched", title="Pitched battle", story="")
USUAL = Part(id="", title="", goal="")


class Patch(NamedTuple):
    """An oblong that a side may be set up in, with its front ahead."""

    shape: Shape
    facing: Angle

    @property
    def line(self) -> Point:
        """The middle of its front edge."""
        (ax, ay), (bx, by) = self.shape.points[:2]
        return (ax + bx) // 2, (ay + by) // 2

    @property
    def across(self) -> bool:
        """Whether its front runs along the sides of the table rather than along the players' edges."""
        return self.facing in (EAST, WEST)

    def facing_to(self, way: Angle) -> Patch:
        """The same oblong with its front that way."""
        shape = self.shape
        middle = (shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2
        wide, deep = shape.right - shape.left, shape.top - shape.bottom
        across, along = (deep, wide) if way in (EAST, WEST) else (wide, deep)
        return Patch(oblong(ahead(middle, way, along // 2), way, across, along), way)

    @property
    def width(self) -> Length:
        shape = self.shape
        return Length(shape.top - shape.bottom if self.across else shape.right - shape.left)

    @property
    def depth(self) -> Length:
        shape = self.shape
        return Length(shape.right - shape.left if self.across else shape.top - shape.bottom)


class Zone(NamedTuple):
    """All the ground on which a side may be set up: some patches, or their outline but for a hole."""

    patches: tuple[Patch, ...]
    hole: Shape | None = None

    @property
    def outline(self) -> Shape:
        left, right = min(p.shape.left for p in self.patches), max(p.shape.right for p in self.patches)
        bottom, top = min(p.shape.bottom for p in self.patches), max(p.shape.top for p in self.patches)
        return oblong(((left + right) // 2, top), NORTH, right - left, top - bottom)

    def facing(self, way: Angle) -> Zone:
        """The same ground for those who all look one way."""
        return Zone(tuple(patch.facing_to(way) for patch in self.patches), self.hole)

    def holds(self, block: Shape) -> bool:
        if self.hole is not None:
            return _within(self.outline, block) and not overlap(self.hole, block)
        return any(_within(patch.shape, block) for patch in self.patches)


def _within(straight: Shape, block: Shape) -> bool:
    """Whether an oblong that lies straight on the table holds a shape, but for what is lost in rounding."""
    return (
        straight.left - HAIR <= block.left
        and block.right <= straight.right + HAIR
        and straight.bottom - HAIR <= block.bottom
        and block.top <= straight.top + HAIR
    )


def zone_of(stretches: Sequence[Stretch], hole: Stretch | None = None) -> Zone:
    patches = tuple(Patch(stretch.shape, stretch.way) for stretch in stretches)
    return Zone(patches, hole.shape if hole else None)
