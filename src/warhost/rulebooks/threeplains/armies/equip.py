"""A model with its options, weapons and steed counted in: from a choice of the roster to a Figure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..figure import INCH, Blows, Category, Figure, Kind, Save, from_mm, inches
from ..items.item import Item
from .allowance import model_points
from .choices import MASTER, Choice
from .profiles import Armour, Discipline, Profile, SaveLine, Steed, Strikes

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
SUITS: dict[Armour, int] = {"none": 0, "light": 1, "heavy": 2}
"""The toughness of armour.  [tp.armour.light] [tp.armour.heavy]"""


class Gear(Struct, frozen=True):
    """What a model wears and carries, and the numbers that go with it."""

    weapons: tuple[str, ...]
    traits: tuple[str, ...]
    armour: Armour
    shield: bool
    movement: int  # inches
    save: SaveLine
    burden: int = 0  # the agility lost to heavy armour


def standard_gear(profile: Profile) -> Gear:
    return Gear(
        profile.weapons, profile.all_traits, profile.armour, profile.shield, profile.line.movement, profile.save,
        profile.burden,
    )  # fmt: skip


def gear(choice: Choice) -> Gear:
    """The standard equipment changed by every option, for all models of a group alike. What armour gives and takes
    stands in the option.

    [tp.weapon.options] [tp.weapon.uniform] [tp.armour.light] [tp.armour.heavy]
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
            worn.burden + worn.save.agility - save.agility,
        )
    for item in choice.items:
        worn = _with_item(worn, item, choice.lays_down)
    return worn


def _with_item(worn: Gear, item: Item, lays_down: tuple[str, ...]) -> Gear:
    """Magic weapons, suits and shields take the place of plain ones; their magic is not in the numbers here.

    [tp.magic.items.weapon] [tp.magic.items.armour]
    """
    if item.weapon:
        others = (weapon for weapon in worn.weapons if weapon not in lays_down)
        worn = replace(worn, weapons=(item.weapon, *others))
    if item.armour is not None:
        worn = _in_suit(worn, item.armour)
    return replace(worn, shield=True) if item.shield else worn


def _in_suit(worn: Gear, suit: Armour) -> Gear:
    """The toughness of the new suit for that of the old; an inch and a point of agility if it is heavier.

    [tp.armour.heavy.movement] [tp.armour.heavy.agility]
    """
    heavier = (suit == "heavy") - (worn.armour == "heavy")
    agility = worn.save.agility + worn.burden if heavier < 0 else max(0, worn.save.agility - heavier)
    toughness = worn.save.toughness + SUITS[suit] - SUITS[worn.armour]
    return replace(
        worn,
        armour=suit,
        movement=worn.movement - heavier,
        save=replace(worn.save, toughness=max(0, toughness), agility=agility),
        burden=worn.burden + worn.save.agility - agility,
    )


def dressed(sheet: Figure, items: Iterable[Item], lays_down: tuple[str, ...]) -> Figure:
    """A figure without a profile with its magic weapons, suit and shield put on.

    [tp.magic.items.weapon] [tp.magic.items.armour]
    """
    suit = next(armour for armour, padding in SUITS.items() if padding == sheet.padding)
    save = SaveLine(sheet.save.toughness, sheet.save.resistance, sheet.save.agility, sheet.save.magic)
    worn = Gear(sheet.weapons, sheet.traits, suit, sheet.shield, sheet.movement // INCH, save, sheet.burden)
    for item in items:
        worn = _with_item(worn, item, lays_down)
    return replace(
        sheet,
        weapons=worn.weapons,
        shield=worn.shield,
        heavy=worn.armour == "heavy",
        padding=SUITS[worn.armour],
        movement=inches(worn.movement),
        save=Save(worn.save.toughness, worn.save.resistance, worn.save.agility, worn.save.magic),
        burden=worn.burden,
    )


def figure(choice: Choice) -> Figure:
    """One model of the piece as it comes to the table; a steed's life points are added to its rider's.

    [tp.piece.profile] [tp.piece.profile.guard] [tp.piece.profile.grandgeneral] [tp.piece.combine.plus]
    """
    profile, worn, steed = choice.profile, gear(choice), choice.steed
    category = CATEGORIES[profile.kind]
    saddled = steed if category == "character" else None
    movement = _saddled_movement(saddled, worn) if saddled else worn.movement
    agility = _saddled_agility(saddled, worn) if saddled else worn.save.agility
    burden = _saddled_agility(saddled, _unburdened(worn)) - agility if saddled else worn.burden
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
        padding=SUITS[worn.armour],
        burden=burden,
        traits=worn.traits,
        ratings=profile.ratings,
        hates=profile.hates,
        kind=profile.kind,
        shoots=profile.shoots,
        breath=profile.breath,
        stings=profile.stings,
        impact=profile.impact,
        **_magic(profile.disciplines, choice.items),
        master=MASTER in choice.entry.options,
        items=tuple(item.rule for item in choice.items),
        prices=choice.prices,
    )


def _magic(own: tuple[Discipline, ...], items: Sequence[Item]) -> dict[str, Any]:
    """The disciplines of a wizard, or of one whom an item makes a wizard.  [tp.item.enchanted.apprentice_kit]"""
    teacher = next((item for item in items if item.teaches and not own), None)
    if teacher is None:
        return {"disciplines": own}
    return {"disciplines": teacher.teaches, "taught_by": teacher.rule}


def _unburdened(worn: Gear) -> Gear:
    """As if the armour weighed nothing."""
    return replace(worn, armour="light", save=replace(worn.save, agility=worn.save.agility + worn.burden))


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
    """Rider, steed and team strike each with their own values; of some beasts only so many attacks are poisoned.

    [tp.piece.combine.independent] [tp.trait.poison]
    """
    own, stings = _line(profile.line), profile.stings
    lines = [replace(own, attacks=own.attacks - stings)]
    if stings:
        lines.append(replace(own, attacks=stings, part="sting"))
    if steed:
        lines.append(replace(_line(steed.line), part="steed"))
    if profile.team:
        lines.append(replace(_line(profile.team), part="team"))
    return tuple(lines)


def _line(strikes: Strikes) -> Blows:
    return Blows(strikes.attacks, strikes.rating, strikes.damage, strikes.pierces, strikes.unbalances)
