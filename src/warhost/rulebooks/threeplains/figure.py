"""A model as it stands on the table: stat lines, base, weapons and traits, with every option already counted in.

Lengths are thousandths of an inch. [tp.piece.profile] [tp.piece.save] [tp.dice.inches]
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from warhost.engine.bounds import Count, Positive
from warhost.engine.field.length import NOTHING, Length

INCH = Length(1000)
Measure = Annotated[Length, Meta(ge=0, le=1_000 * INCH)]
Base = Annotated[Length, Meta(ge=1, le=100 * INCH)]
SMALL_BASE_MM = 30  # the threshold for small obstacles and insignificant models

Category = Literal["infantry", "cavalry", "character", "beast", "machine"]
Kind = Literal[
    "character", "infantry", "missile", "mob", "skirmishers", "cavalry", "chariot", "pack", "master", "mount",
    "machine",
]  # fmt: skip
"""Pack: the beasts of a beast unit; master: the men who herd them; mount: a beast that a character rides."""


def inches(amount: float) -> Length:
    return Length(round(amount * INCH))


def from_mm(millimetres: int) -> Length:
    """Bases are given in millimetres, everything else in inches. [tp.dice.inches]"""
    return Length(round(millimetres * INCH / 25.4))


SMALL = from_mm(SMALL_BASE_MM)


class Save(msgspec.Struct, frozen=True, array_like=True):
    """The four parts of a save. [tp.piece.save]"""

    toughness: int = 0
    resistance: int = 0
    agility: int = 0
    magic: int = 0


class Blows(msgspec.Struct, frozen=True):
    """One line of attacks: a rider's, a steed's, a team's. Parts of one model strike each with their own values.

    [tp.piece.combine.independent]
    """

    attacks: Count
    rating: int  # CR
    damage: int = 1  # the top of the damage range
    toughness: int = 0  # what every hit takes off the target's toughness
    agility: int = 0  # ... and off its agility
    part: Literal["self", "steed", "team", "sting", "companion"] = "self"  # weapons and most traits serve `self`


class Figure(msgspec.Struct, frozen=True):
    """A model of one profile with one set of options; what changes in a battle is not in it."""

    profile: str  # army.name, such as herlanceia.guard
    title: str
    category: Category
    base: tuple[Base, Base]  # width and depth
    movement: Measure  # 0 for one that cannot move
    blows: Annotated[tuple[Blows, ...], Meta(min_length=1, max_length=10)]
    save: Save
    life: Positive
    soldiering: Count
    points: int
    rating: int  # the CR it is struck against; -1 for one that has none and is always hit
    flight: Measure = NOTHING
    mounted: bool = False  # on a steed or a chariot
    loose: bool = False  # moves loosely even in a group
    weapons: tuple[str, ...] = ()
    shield: bool = False
    heavy: bool = False
    padding: int = 0  # how much of its toughness is armour
    burden: int = 0  # the agility that heavy armour has taken off its save
    traits: tuple[str, ...] = ()
    ratings: dict[str, int] = {}  # of the traits that have one: fear, cowardly, bravery, poison, loyalty
    hates: tuple[str, ...] = ()  # the army lists of whom it hates
    kind: Kind = "infantry"  # the section of its army list
    shoots: str = ""  # how a machine shoots
    breath: str = ""
    stings: int = 0  # how many of its attacks are poisoned, if not all
    impact: int = 0  # the die of a chariot's impact hits
    disciplines: tuple[str, ...] = ()  # the magic a wizard may choose from
    taught_by: str = ""  # the item by which alone he is a wizard
    master: bool = False  # a master wizard
    items: tuple[str, ...] = ()  # the magic items it carries
    prices: tuple[int, ...] = ()  # what was paid for each of them

    @property
    def carries(self) -> bool:
        """A character who is with it rides on it, and has no base of his own there.  [tp.beast.mounted.separate]"""
        return self.kind == "mount" or self.kind == "chariot"

    @property
    def chariot(self) -> bool:
        """It is classed as a war machine, but has rules of its own.  [tp.machine.chariot.class]"""
        return self.category == "machine" and self.mounted

    @property
    def engine(self) -> bool:
        """A war machine that is no chariot.  [tp.machine.class]"""
        return self.category == "machine" and not self.mounted

    @property
    def skirmishes(self) -> bool:
        """[tp.unit.skirmish.class]"""
        return "skirmishers" in self.traits

    @property
    def mob(self) -> bool:
        """[tp.unit.mob.class]"""
        return "mob" in self.traits

    @property
    def wedges(self) -> bool:
        """Whether its profile knows the wedge of its kind.

        [tp.unit.infantry_wedge.eligible] [tp.unit.cavalry_wedge.eligible]
        """
        return ("cavalry wedge" if self.category == "cavalry" else "infantry wedge") in self.traits

    @property
    def moves(self) -> bool:
        """Whether it ever leaves its place by itself.  [tp.machine.movement]"""
        return bool(self.movement)

    @property
    def flies(self) -> bool:
        """[tp.move.fly]"""
        return bool(self.flight)

    @property
    def volleys(self) -> bool:
        """[tp.shoot.volley]"""
        return "mass volley" in self.traits

    @property
    def loose_by_training(self) -> bool:
        """Ranks that may open: a unit that marches over others all the same.  [tp.move.marchover]"""
        return "loose movement" in self.traits

    @property
    def attacks(self) -> int:
        return sum(line.attacks for line in self.blows)

    @property
    def small(self) -> bool:
        """A base of 30 by 30 mm or less. [tp.piece.bases]"""
        return self.base[0] <= SMALL and self.base[1] <= SMALL
