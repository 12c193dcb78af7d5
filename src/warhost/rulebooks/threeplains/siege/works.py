"""What siege points buy: the works of a fortress, what is fixed to them, and equipment.  [tp.siege.list]"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta

from warhost.engine.bounds import Count, Number
from warhost.engine.data import Definition, read_toml

from ..armies.lists import DATA
from ..figure import Kind, inches
from ..land.terrain import Inches
from ..state import BOTH

FILE = "siege.toml"
BESIEGERS, DEFENDERS = BOTH  # the sides
FIRST_SIZE = 1_000  # the smallest army that lays siege
SHARE = 4  # the army of the Defenders is a quarter of theirs
LEFT_OVER = 4  # siege points for each standard point that is made of them
DISCOUNT = 5  # the Defenders pay one part in so many for characters and magic

Side = Literal["defenders", "besiegers"]
Attachment = Literal["door", "ladder", "loop", "cauldron", "spike", "moat"]
Degrees = Literal[0, 45, 90]


class Bulwark(Definition, frozen=True):
    """Something that can be battered down by itself."""

    toughness: Count
    life: Count


class Work(Bulwark, frozen=True, kw_only=True):
    """A model of the fortress: what it costs and bears, how large it is, and what may be fixed to it.

    [tp.siege.models] [tp.siege.wall] [tp.siege.wall_45] [tp.siege.tower] [tp.siege.gate]
    """

    id: str
    title: str
    rule: str
    price: Count
    passage: Inches = 0  # what it costs to go through it; 0: it has no inside
    length: Inches  # along its middle line
    depth: Inches
    height: Inches
    level: Count  # of whoever stands on it
    top: Count  # bases of 20 mm that stand on it at once
    inside: Count = 0  # models that fit into it, of a tower with those on its roof
    ladders: Count = 0
    doors: Count = 0
    loops: Count = 0
    turn: Degrees = 0
    corner: bool = False  # the next model may leave it at a right angle
    part: bool = False  # belongs to the wall beside it, and shares its life points
    scaled: bool = True  # by ladders and hooks
    opening: Inches = 0  # how wide the arch of a gate is
    gate: Bulwark | None = None  # the wooden part

    @property
    def walk(self) -> bool:
        """Whether its top is part of the walk that runs over all walls and gates."""
        return self.level == 1

    @property
    def entered(self) -> bool:
        return self.passage > 0

    def most(self, attachment: Attachment) -> int | None:
        """How many of these may be fixed to it; None where no number is given."""
        limits = {"door": self.doors, "ladder": self.ladders, "loop": self.loops}
        return limits.get(attachment)


class Fitting(Definition, frozen=True, kw_only=True):
    """What is fixed to a model of the fortress."""

    id: Attachment
    title: str
    rule: str
    price: Count
    toughness: Count = 0
    life: Count = 0
    harder: Count = 0  # to hit with missiles than other things
    passage: Inches = 0
    assault: Inches = 0  # what a quick assault on it costs
    width: Inches = 0
    depth: Inches = 0


class Equipment(Definition, frozen=True, kw_only=True):
    """What pieces carry.

    [tp.siege.door_ram] [tp.siege.portable_bridge] [tp.siege.battering_ram] [tp.siege.siege_ladder]
    [tp.siege.grappling_hooks] [tp.siege.throwing_projectiles] [tp.siege.race.siege_tower]
    [tp.siege.race.siege_ram] [tp.siege.race.wall_stones]
    """

    id: str
    title: str
    rule: str
    price: Count
    side: Side = "besiegers"
    kinds: tuple[Kind, ...]  # of the pieces that may have it
    operation: Count = 0  # the models it takes to carry one
    most: Count = 1  # that one piece may have
    toughness: Count = 0
    life: Count = 0
    passage: Inches = 0
    assault: Inches = 0
    targets: tuple[str, ...] = ()  # kinds of terrain at which it is swung
    bites: Number = 0  # taken off the toughness of what it hits
    damage: Count = 1  # the top of its range, where it is its own
    burns: bool = False  # fire does it twice the harm
    shields: Count = 0  # from this number on a die sends missiles at its carriers into it; 0: never
    slows: Inches = 0
    stands: Literal["", "wall", "moat"] = ""  # what it is set up at; it is terrain of that title then
    width: Inches = 0
    depth: Inches = 0
    setting_up: Inches = 0  # what it costs to set it up
    climbers: Count = 0  # that fight side by side from one of it
    each: bool = False  # every model at the foot of the wall climbs for itself
    clumsy: Count = 0  # taken off the dice to hit of whoever fights from it
    exposes: Count = 0  # taken off the toughness of whoever hangs on it
    one_handed: bool = False  # no two-handed weapons on it
    strain: Count = 0  # stress dice for whoever comes over defended turrets by it
    throws: Count = 0  # taken off the toughness of those who fall when it is destroyed; 0: nobody falls
    route: bool = False  # it makes a way into the fortress that counts
    armies: tuple[str, ...] = ()  # whose lists offer it; all if none is named
    origin: Literal["source", "authored"] = "source"
    combat_rule: str = ""  # of those who fight from it, where that is not its own

    @property
    def fights_by(self) -> str:
        """The rule that says how those fight who come over the turrets by it."""
        return self.combat_rule or self.rule


class SiegeFile(Definition, frozen=True, kw_only=True):
    """siege.toml."""

    work: Annotated[tuple[Work, ...], Meta(min_length=1)]
    fitting: tuple[Fitting, ...]
    equipment: tuple[Equipment, ...]


@cache
def price_list() -> SiegeFile:
    return read_toml(DATA / FILE, SiegeFile, DATA)


def works() -> dict[str, Work]:
    return {work.id: work for work in price_list().work}


def fittings() -> dict[str, Fitting]:
    return {fitting.id: fitting for fitting in price_list().fitting}


def equipment() -> dict[str, Equipment]:
    return {piece.id: piece for piece in price_list().equipment}


# --- the size of the game -----------------------------------------------------------------------------------


def defenders_points(besiegers: int) -> int:
    """A quarter, and no fraction.  [tp.siege.army_size] [tp.siege.points]"""
    return besiegers // SHARE


def siege_points(besiegers: int) -> int:
    """Each side has as many as the army of the Besiegers has standard points.  [tp.siege.points]"""
    return besiegers


def converted(left_over: int) -> int:
    """What the Defenders' left-over siege points are worth in standard ones.  [tp.siege.excess_points]"""
    return left_over // LEFT_OVER


def wall_needed(besiegers: int) -> int:
    """The least length of the wall: 48 inches, and 6 for each full further 500 points.  [tp.siege.plan.wall]"""
    return inches(48 + 6 * ((besiegers - FIRST_SIZE) // 500))
