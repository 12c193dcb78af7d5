"""Army lists: what a profile says of a model, what may be bought for it and at what price.

[tp.list.conventions] [tp.piece.profile]
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from warhost.engine.bounds import Count, Number
from warhost.engine.data import Definition
from warhost.roster.roster import Models

from ..figure import Kind
from .army import Role

Shape = Literal["block", "triangle", "diamond", "star"]
Armour = Literal["none", "light", "heavy"]
Origin = Literal["source", "authored", "mixed"]
Discipline = Literal["harmony", "chaos", "black", "white", "base", "destruction", "creation", "battle"]
Millimetres = Annotated[int, Meta(ge=1, le=500)]
Share = Annotated[float, Meta(ge=0, le=100, multiple_of=0.25)]
Shapes = dict[Shape, Share]


class SaveLine(Definition, frozen=True):
    """The four parts of a save.  [tp.piece.save]"""

    toughness: Count = 0
    resistance: Count = 0
    agility: Count = 0
    magic: Count = 0


class Strikes(Definition, frozen=True, kw_only=True):
    """How a creature attacks; `pierces` and `unbalances` come off the toughness and agility of whom it hits."""

    attacks: Count = field(name="A")
    rating: Count = field(name="CR")
    damage: Count = field(name="D")  # the top of the damage range
    pierces: Count = 0
    unbalances: Count = 0


class StatLine(Strikes, frozen=True, kw_only=True):
    """M A CR D LP S as printed, with the standard equipment worn.  [tp.piece.profile]"""

    movement: Count = field(name="M")  # inches; 0 for what cannot move
    flight: Count = field(default=0, name="fly")
    life: Count = field(name="LP")
    soldiering: Count = field(name="S")


class Steed(Definition, frozen=True, kw_only=True):
    """What cavalry and mounted characters sit on; its life points are added to the rider's.  [tp.list.steeds]"""

    id: str
    title: str
    rule: str
    line: StatLine
    save: SaveLine = SaveLine()
    points: Number | None = None  # for a steed that every character may buy who may ride at all
    once: str = ""  # the rule by which there is only one of him for a side
    origin: Origin = "authored"


class Option(Definition, frozen=True, kw_only=True):
    """Other equipment, paid for every model. What it takes away must be there.  [tp.weapon.options]"""

    id: str
    points: Number
    gives: tuple[str, ...] = ()  # weapons
    takes: tuple[str, ...] = ()  # weapons, traits or the shield
    armour: Armour | None = None
    shield: bool = False
    toughness: Number = 0
    movement: Number = 0
    agility: Number = 0


class Mount(Definition, frozen=True, kw_only=True):
    """A steed a character may buy, and the price of a lance or spear in place of his hand weapon."""

    steed: str
    points: Number
    lance: Number | None = None
    spear: Number | None = None


class Command(Definition, frozen=True):
    """The price of a command model, and whether it may carry a magical command.  [tp.unit.command]"""

    points: Number
    magical: bool = False


class Mastery(Definition, frozen=True):
    """What it costs to make a wizard a master.  [tp.list.wizards]"""

    points: Number
    triangle: Share


class Profile(Definition, frozen=True, kw_only=True):
    """Points are for one model, shapes for a whole group or one character.  [tp.army.allowance]"""

    id: str
    rule: str
    title: str
    text: str
    kind: Kind
    race: str = ""  # where it is not that of the army
    points: Number
    adjustment: Number = 0  # what play added to the points of the formula
    size: tuple[Models, Models] = (1, 1)
    shapes: Shapes = field(default_factory=dict)
    line: StatLine
    save: SaveLine
    steed: str = ""
    team: Strikes | None = None  # the animals that draw a chariot, all together
    impact: Count = 0  # the die of a chariot's impact hits
    base: tuple[Millimetres, Millimetres]
    weapons: tuple[str, ...]
    armour: Armour = "none"
    burden: Count = 0  # the agility that its heavy armour has taken off its save
    shield: bool = False
    traits: tuple[str, ...] = ()
    ratings: dict[str, Number] = field(default_factory=dict)  # traits that have a number
    hates: tuple[str, ...] = ()  # armies
    stings: Count = 0  # how many of its attacks are poisoned, if not all
    shoots: str = ""  # how a machine shoots
    breath: str = ""
    roles: tuple[Role, ...] = ()
    items: Count = 0  # places for magic items
    disciplines: tuple[Discipline, ...] = ()
    master: Mastery | None = None
    masters: str = ""  # who herds a pack
    command: Command | None = None
    mounts: tuple[Mount, ...] = ()
    rides: tuple[str, ...] = ()  # beasts and chariots of the same list
    options: tuple[Option, ...] = ()
    sourced: tuple[str, ...] = ()  # the keys, with all below them, that the old rulebook gives
    origin: Origin = "authored"

    @property
    def all_traits(self) -> tuple[str, ...]:
        return (*self.traits, *self.ratings)

    @property
    def own_role(self) -> Role:
        """What a character is if nothing else is said.  [tp.character.roles]"""
        return next((role for role in self.roles if role != "general"), "hero")


class ArmyList(Definition, frozen=True, kw_only=True):
    """armies/*.toml: a race's profiles and how unruly its armies are.  [tp.army.lists]"""

    id: str
    rule: str
    title: str
    text: str
    race: str
    deviancy: Count
    for_hire: bool = False  # whether other armies may hire from it
    profile: tuple[Profile, ...]
    sourced: tuple[str, ...] = ()
    origin: Origin = "authored"

    def find(self, id: str) -> Profile:
        return next(profile for profile in self.profile if profile.id == id)

    @property
    def ids(self) -> list[str]:
        return [profile.id for profile in self.profile]


class SteedsFile(Definition, frozen=True):
    """steeds.toml."""

    steed: tuple[Steed, ...]


class Name(Definition, frozen=True, kw_only=True):
    """A name used in the lists, the entry of the rulebook that defines it, and what it means in short."""

    id: str
    entry: str
    text: str = ""


class NamesFile(Definition, frozen=True):
    """names.toml: every name in the lists that is not a weapon, a steed or a profile.  [tp.list.names]"""

    trait: tuple[Name, ...]
    armour: tuple[Name, ...]
    role: tuple[Name, ...]
    discipline: tuple[Name, ...]
