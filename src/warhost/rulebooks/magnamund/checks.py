"""What weapons, Play Sheets and Hero Cards must agree on. A fault is a key and what was expected there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, get_args

from warhost.engine.data import nearest, one_of

from .sheets import (
    COMBAT_MODIFIERS,
    COVERS,
    FEATURES,
    FIRING_MODIFIERS,
    MORALE_MODIFIERS,
    SIGHT_BARRED,
    SQUARE_COSTS,
    Armour,
    Bands,
    HeroCard,
    HitChart,
    Location,
    PlaySheet,
    Severity,
    Training,
    Weapon,
)
from .tables import SkillList

if TYPE_CHECKING:
    from .library import Library

Fault = tuple[str, str]
WEAPON_SKILL = "weapon_skill_"


def named(key: str, name: str, known: Collection[str], what: str) -> Iterator[Fault]:
    """A fault if the name points nowhere."""
    if name not in known:
        yield key, f"expected {what}, got {name}{nearest(name, known)}"


def _keys(key: str, table: Collection[str], known: Collection[str], what: str) -> Iterator[Fault]:
    for name in table:
        yield from named(f"{key}.{name}", name, known, what)


def _complete(key: str, table: Collection[str], wanted: Collection[str]) -> Iterator[Fault]:
    for name in wanted:
        if name not in table:
            yield f"{key}.{name}", "expected a value, but the key is missing"


# Weapons


def weapon_faults(weapon: Weapon, library: Library) -> Iterator[Fault]:
    yield from named("rule", weapon.rule, library.rules.ids, "the id of a rule")
    if weapon.kind == "missile" and not weapon.shots_per_turn:
        yield "shots_per_turn", "expected 1 or 2 for a missile weapon"
    if weapon.charge != "charge":
        yield from named("charge", weapon.charge, COMBAT_MODIFIERS, "a combat modifier")
    if weapon.bands:
        yield from _band_faults("bands", weapon.bands, library)


# Play Sheets


def sheet_faults(sheet: PlaySheet, library: Library) -> Iterator[Fault]:
    yield from named("rule", sheet.rule, library.rules.ids, "the id of a rule")
    yield from _keys("square_costs", sheet.square_costs, SQUARE_COSTS, "a terrain")
    yield from _keys("edge_costs", sheet.edge_costs, FEATURES, "an edge feature")
    yield from _keys("cover", sheet.cover, COVERS, "a terrain or an edge feature")
    yield from _complete("cover", sheet.cover, COVERS)
    for name, degree in sheet.cover.items():
        if (degree == "X") != (name in SIGHT_BARRED):
            yield f"cover.{name}", f"expected X for {one_of(SIGHT_BARRED)} and for nothing else, got {degree}"
    yield from _keys("firing_modifiers", sheet.firing_modifiers, FIRING_MODIFIERS, "a firing modifier")
    yield from _keys("combat_modifiers", sheet.combat_modifiers, COMBAT_MODIFIERS, "a combat modifier")
    yield from _row_faults(sheet, library)
    if sheet.natural_armour and sheet.natural_armour not in sheet.movement_points:
        yield f"movement_points.{sheet.natural_armour}", "expected the points of the natural armour"
    if sheet.monster and not sheet.hit_chart:
        yield "hit_chart", "expected the hit chart of a monster"
    if sheet.hit_chart:
        yield from hit_chart_faults("hit_chart", sheet.hit_chart)
    if not sheet.monster and not sheet.morale:
        yield "morale", "expected the morale of a race that is not a monster"
    if sheet.morale:
        yield from _keys("morale.modifiers", sheet.morale.modifiers, MORALE_MODIFIERS, "a morale modifier")
        yield from _complete("morale.results", sheet.morale.results, get_args(Training))


def _row_faults(sheet: PlaySheet, library: Library) -> Iterator[Fault]:
    """Every weapon on the sheet is known, and its row is whole."""
    missiles = [weapon.id for weapon in library.weapons.values() if weapon.kind == "missile"]
    hand = [weapon.id for weapon in library.weapons.values() if weapon.kind == "combat"]
    yield from _keys("weapon_chart", sheet.weapon_chart, missiles, "a missile weapon")
    yield from _keys("firing", sheet.firing, missiles, "a missile weapon")
    yield from _keys("combat", sheet.combat, hand, "a hand weapon")
    yield from _complete("firing", sheet.firing, sheet.weapon_chart)
    yield from _complete("weapon_chart", sheet.weapon_chart, sheet.firing)
    for part, rows in (("firing", sheet.firing), ("combat", sheet.combat)):
        for name, row in rows.items():
            yield from _complete(f"{part}.{name}", row, get_args(Armour))
    for name, bands in sheet.weapon_chart.items():
        yield from _band_faults(f"weapon_chart.{name}", bands, library)


def _band_faults(key: str, bands: Bands, library: Library) -> Iterator[Fault]:
    """The bands follow on each other from the minimum range on.  [mag.fire.minimum]"""
    first = library.tables.minimum_range
    for name, (start, end) in (("short", bands.short), ("medium", bands.medium), ("long", bands.long)):
        if start != first or end < start:
            yield f"{key}.{name}", f"expected squares from {first} on, got [{start}, {end}]"
        first = end + 1


def hit_chart_faults(key: str, chart: HitChart) -> Iterator[Fault]:
    for part, bands in (("severity", chart.severity), ("location", chart.location)):
        rolls = [band.upto for band in bands]
        if not rolls or rolls[-1] != 100 or any(a >= b for a, b in pairwise(rolls)):
            yield f"{key}.{part}", "expected rising bands up to 100"
    yield from _complete(f"{key}.effects", chart.effects, get_args(Location))
    for location, row in chart.effects.items():
        yield from _complete(f"{key}.effects.{location}", row, get_args(Severity))


# What a piece wears and carries


def equipment_faults(
    sheet: PlaySheet, armour: Armour, shield: bool, weapons: tuple[str, ...], library: Library,
    card: HeroCard | None = None,
) -> Iterator[Fault]:  # fmt: skip
    """Only what is on the sheet or the card, and no shield with both hands full.  [mag.piece.as_shown]"""
    if armour not in sheet.movement_points and not (card and card.movement_points is not None):
        yield "armour", f"expected {one_of(sheet.movement_points)} for the sheet {sheet.id}, got {armour}"
    rows = {*sheet.weapon_chart, *sheet.combat}
    if card:
        rows |= {*card.firing, *card.combat}
    for number, name in enumerate(weapons):
        key = f"weapons[{number}]"
        yield from named(key, name, library.weapons, "a weapon")
        if name in library.weapons and name not in rows:
            yield key, f"expected a weapon of the sheet {sheet.id}, got {name}"
        elif name in library.weapons and library.weapons[name].mounted_only and not sheet.mounted:
            yield key, f"expected a weapon for fighting on foot, got {name}"
    carried = [library.weapons[name] for name in weapons if name in library.weapons]
    if sum(weapon.kind == "missile" for weapon in carried) > 1:
        yield "weapons", "expected at most one missile weapon"
    if shield:
        yield from _two_hands(carried)


def _two_hands(carried: list[Weapon]) -> Iterator[Fault]:
    """No shield with a bow, nor where every hand weapon takes two hands.  [mag.weapon.two_hands]"""
    hand = [weapon for weapon in carried if weapon.kind == "combat"]
    full = [weapon for weapon in carried if weapon.kind == "missile" and weapon.hands == 2]
    if hand and all(weapon.hands == 2 for weapon in hand):
        full += hand
    if full:
        yield "shield", f"expected no shield, {full[0].id} takes both hands"


# Hero Cards


def hero_faults(card: HeroCard, library: Library) -> Iterator[Fault]:
    """What is wrong with a hero, card or invention."""
    yield from named("rule", card.rule, library.rules.ids, "the id of a rule")
    yield from named("sheet", card.sheet, library.sheets, "a sheet")
    if card.sheet in library.sheets:
        sheet = library.sheets[card.sheet]
        if sheet.race != card.race:
            yield "sheet", f"expected a sheet of the race {card.race}, got {sheet.id}"
        yield from equipment_faults(sheet, card.armour, card.shield, card.weapons, library, card)
    if card.kai_lord and (card.race != "human" or card.alignment != "good"):
        yield "kai_lord", "expected a good human"
    for number, name in enumerate(card.poisoned):
        yield from named(f"poisoned[{number}]", name, card.weapons, "a weapon that he carries")
    if card.poisoned and "poisoner" not in card.skills:
        yield "poisoned", "expected nothing, only a Poisoner has poisoned weapons"
    for number, skill in enumerate(card.skills):
        yield from _skill_faults(f"skills[{number}]", skill, card, library)
        if skill in card.skills[:number]:
            yield f"skills[{number}]", f"expected each skill once, got {skill} again"


def skill_lists(card: HeroCard, library: Library) -> list[SkillList]:
    """The lists from which the hero takes his skills.  [mag.hero.skill_lists]"""
    lists = library.tables.skills
    if card.kai_lord:
        return [lists["kai_disciplines"]]
    heroic, evil = lists["heroic_abilities"], lists["evil_tricks"]
    return {"good": [heroic], "evil": [evil], "neutral": [heroic, evil]}[card.alignment]


def open_skills(card: HeroCard, library: Library) -> list[str]:
    """Every skill that the hero might have, in the order of the lists."""
    weapons = _race_weapons(card, library)
    found = []
    for chosen in skill_lists(card, library):
        found += [skill.id for skill in chosen.skills if not skill.kin or card.kin in skill.kin]
        found += [WEAPON_SKILL + weapon for weapon in chosen.weapons if weapon in weapons]
    return list(dict.fromkeys(found))


def _skill_faults(key: str, skill: str, card: HeroCard, library: Library) -> Iterator[Fault]:
    allowed = open_skills(card, library)
    if skill in allowed:
        return
    lists = skill_lists(card, library)
    weapon = library.weapons.get(skill.removeprefix(WEAPON_SKILL))
    kin = [name for chosen in lists for listed in chosen.skills if listed.id == skill for name in listed.kin]
    titles = one_of(chosen.title for chosen in lists)
    if kin:
        yield key, f"expected another skill, only a {one_of(kin)} has {skill}"
    elif skill.startswith(WEAPON_SKILL) and weapon and weapon.races and card.race not in weapon.races:
        yield key, f"expected another weapon, only the {one_of(weapon.races)} uses the {weapon.title.lower()}"
    elif skill.startswith(WEAPON_SKILL) and weapon:
        yield key, f"expected a weapon of the race {card.race}, got {weapon.id}"
    else:
        yield key, f"expected one of the {titles}, got {skill}{nearest(skill, allowed)}"


def _race_weapons(card: HeroCard, library: Library) -> set[str]:
    sheets = [sheet for sheet in library.sheets.values() if sheet.race == card.race]
    return {name for sheet in sheets for name in (*sheet.weapon_chart, *sheet.combat)}
