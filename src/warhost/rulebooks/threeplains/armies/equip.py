"""A model with its options, weapons and steed counted in: from a choice of the roster to a Figure."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ..figure import Blows, Category, Figure, Kind, Save, from_mm, inches
from .allowance import model_points
from .choices import MASTER, Choice
from .profiles import Armour, Profile, SaveLine, Steed, Strikes

CATEGORIES: dict[Kind, Category] = {
    "character": "character",
    "infantry": "infantry",
    "missile": "infantry",
    "mob": "infantry",
    "skirmishers": "infantry",
    "cavalry": "cavalry",
    "chariot": "machine",
    "pack": "beast",
    "master": "beast",
    "mount": "beast",
    "machine": "machine",
}
ARMED = ("character", "infantry", "cavalry")
"""Those who have a sidearm, whatever else they carry.  [tp.weapon.sidearm]"""

LOOSE = ("skirmishers", "pack", "master")


class Gear(Struct, frozen=True):
    """What a model wears and carries, and the numbers that go with it."""

    weapons: tuple[str, ...]
    traits: tuple[str, ...]
    armour: Armour
    shield: bool
    movement: int
    save: SaveLine


def standard_gear(profile: Profile) -> Gear:
    return Gear(
        profile.weapons, profile.all_traits, profile.armour, profile.shield, profile.line.movement, profile.save
    )


def gear(choice: Choice) -> Gear:
    """The standard equipment changed by every option. What armour gives and takes stands in the option.

    [tp.weapon.options] [tp.armour.light] [tp.armour.heavy]
    """
    worn = standard_gear(choice.profile)
    for option in choice.options:
        save = replace(
            worn.save,
            toughness=worn.save.toughness + option.toughness,
            agility=max(0, worn.save.agility + option.agility),
        )
        worn = Gear(
            (*(weapon for weapon in worn.weapons if weapon not in option.takes), *option.gives),
            tuple(trait for trait in worn.traits if trait not in option.takes),
            option.armour or worn.armour,
            (worn.shield or option.shield) and "shield" not in option.takes,
            worn.movement + option.movement,
            save,
        )
    return worn


def figure(choice: Choice) -> Figure:
    """One model of the piece as it comes to the table; a steed's life points are added to its rider's.

    [tp.piece.profile] [tp.piece.profile.guard] [tp.piece.profile.grandgeneral] [tp.piece.combine.plus]
    """
    profile, worn, steed = choice.profile, gear(choice), choice.steed
    category = CATEGORIES[profile.kind]
    saddled = steed if category == "character" else None
    movement = _saddled_movement(saddled, worn) if saddled else worn.movement
    agility = _saddled_agility(saddled, worn) if saddled else worn.save.agility
    sidearm = ("sidearm",) if category in ARMED and "sidearm" not in worn.weapons else ()
    return Figure(
        profile=choice.name,
        title=profile.title,
        category=category,
        base=(from_mm(choice.base[0]), from_mm(choice.base[1])),
        movement=inches(movement),
        blows=_blows(profile, steed),
        save=Save(worn.save.toughness, worn.save.resistance, agility, worn.save.magic),
        life=profile.line.life + (steed.line.life if steed else 0),
        soldiering=profile.line.soldiering,
        points=model_points(choice) - (choice.ridden.points if choice.ridden else 0),
        rating=profile.line.rating,
        flight=inches(saddled.line.flight if saddled else profile.line.flight),
        mounted=bool(steed or profile.team),
        loose=profile.kind in LOOSE or "loose movement" in worn.traits,
        weapons=(*worn.weapons, *sidearm),
        shield=worn.shield,
        heavy=worn.armour == "heavy",
        traits=worn.traits,
        ratings=profile.ratings,
        hates=profile.hates,
        kind=profile.kind,
        shoots=profile.shoots,
        breath=profile.breath,
        stings=profile.stings,
        impact=profile.impact,
        disciplines=profile.disciplines,
        master=MASTER in choice.entry.options,
    )


def _saddled_movement(steed: Steed, worn: Gear) -> int:
    """The steed's, less an inch under heavy armour.  [tp.piece.combine.move] [tp.armour.heavy.movement]"""
    return steed.line.movement - (worn.armour == "heavy")


def _saddled_agility(steed: Steed, worn: Gear) -> int:
    """The steed's if it is greater; a rider more agile than his steed loses 1. Heavy armour burdens both.

    [tp.trait.mount_agility] [tp.armour.heavy.agility]
    """
    own, under = worn.save.agility, max(0, steed.save.agility - (worn.armour == "heavy"))
    return own - 1 if own > under else under


def _blows(profile: Profile, steed: Steed | None) -> tuple[Blows, ...]:
    """Rider, steed and team strike each with their own values.  [tp.piece.combine.independent]"""
    lines = [_line(profile.line)]
    if steed:
        lines.append(replace(_line(steed.line), part="steed"))
    if profile.team:
        lines.append(replace(_line(profile.team), part="team"))
    return tuple(lines)


def _line(strikes: Strikes) -> Blows:
    return Blows(strikes.attacks, strikes.rating, strikes.damage, strikes.pierces, strikes.unbalances)
