"""What may be chosen for an army of Three Plains, for those who build one by clicking.  [tp.list.conventions]"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.sheet import Card
from warhost.roster.palette import Kind, Offer, Palette, Pick, Purpose, Start, limits

from ..items.item import FREE, Item
from ..items.shelf import ITEMS
from ..scenario.mission import Mission, Terms
from .allowance import TORCH
from .cards import COLUMNS, list_sheet, shapes_text
from .choices import mounts, offers
from .equip import CATEGORIES
from .lawful import WARRIORS, masters_needed
from .lists import Armies
from .muster import ThreePlainsLists
from .profiles import ArmyList, Mount, Profile

CHARACTERS, HIRED = "Characters", "For hire"
SECTIONS = {
    "character": CHARACTERS,
    "infantry": "Infantry",
    "missile": "Archers",
    "mob": "Infantry",
    "skirmishers": "Skirmishers",
    "cavalry": "Cavalry",
    "chariot": "Chariots",
    "machine": "War machines",
    "pack": "Beasts",
    "master": "Beasts",
}
WARRIOR, WIZARD, BEARER, COMMAND = "warrior", "wizard", "bearer", "command"
SHELVES = {
    WARRIOR: ("weapon", "armour", "enchanted"),
    WIZARD: ("weapon", "enchanted", "arcane"),
    BEARER: ("weapon", "armour", "enchanted", "command"),
    COMMAND: ("command",),
}
"""Which chapters of the magic items are open to whom."""
TORCHES = "tp.scenario.raid.torches"
OFTEN = 3  # how often something is offered that may be taken again and again


def palette(lists: ThreePlainsLists, id: str) -> Palette:
    armies = lists.library
    army = armies.lists[id]
    own = [_kind(profile, army, army, armies, cards) for cards in [_cards(army, armies)] for profile in _sold(army)]
    for other in armies.lists.values():
        if other.for_hire and other is not army:
            cards = _cards(other, armies)
            own += [_kind(p, other, army, armies, cards) for p in _sold(other) if p.kind != "character"]
    return Palette(
        army=id,
        title=army.title,
        text=army.text,
        kinds=tuple(own),
        limits=limits(lists, id),
        columns=COLUMNS[1:],
        shelves={name: _shelf(kinds, army.race) for name, kinds in SHELVES.items()},
        purposes=tuple(_purposes(armies)),
    )


def _purposes(armies: Armies) -> Iterator[Purpose]:
    """Every side of every scenario, and whoever comes to its help.  [tp.army.override]"""
    for mission in armies.missions.values():
        for side, part in enumerate(mission.part):
            yield _purpose(mission, side, part.id, part.title, part.terms)
            if part.later:
                yield _purpose(mission, side, part.later.id, part.later.id.capitalize(), part.later.terms)


def _purpose(mission: Mission, side: int, part: str, title: str, terms: Terms) -> Purpose:
    return Purpose(
        scenario=mission.id,
        part=part,
        title=f"{mission.title}: {title}",
        side=side,
        first=part == mission.part[side].id,
        points=terms.points,
        share=terms.share,
        rule=terms.rule,
    )


def _cards(army: ArmyList, armies: Armies) -> dict[str, Card]:
    return {card.id: card for card in list_sheet(army, armies).cards}


def _sold(army: ArmyList) -> list[Profile]:
    """Beasts with a rider are bought by the rider."""
    return [profile for profile in army.profile if profile.kind != "mount"]


def _kind(profile: Profile, army: ArmyList, buyer: ArmyList, armies: Armies, cards: dict[str, Card]) -> Kind:
    hired, character = army is not buyer, profile.kind == "character"
    prefix = f"{army.id}." if hired else ""
    models, card = _models(profile), cards[profile.id]
    shapes = shapes_text(profile.shapes)
    return Kind(
        profile=f"{prefix}{profile.id}",
        title=profile.title,
        section=HIRED if hired else SECTIONS[profile.kind],
        character=character,
        points=profile.points * models,
        each=None if character else profile.points,
        size=profile.size,
        files=CATEGORIES[profile.kind] in WARRIORS and not character,
        joins=tuple(f"{prefix}{one.id}" for one in army.profile if _may_join(profile, one)),
        start=Start(models=models),
        offers=tuple(_offers(profile, army, armies)),
        row=card.rows[0][1:],
        notes=(profile.text, ", ".join(card.gear), *((f"counts {shapes}",) if shapes else ())),
        rule=profile.rule,
    )


def _models(profile: Profile) -> int:
    """Enough for two full ranks or so, if there may be as many; masters for the fewest beasts."""
    least, most = profile.size
    if profile.kind in ("pack", "master"):
        return max(least, masters_needed(profile, least)) if profile.kind == "master" else least
    return min(most, max(least, 10)) if CATEGORIES[profile.kind] == "infantry" else least


def _may_join(profile: Profile, other: Profile) -> bool:
    """[tp.character.join.eligible] [tp.list.beast_units]"""
    if profile.kind == "master":
        return other.masters == profile.id
    beasts = other.kind in ("character", "pack", "master", "mount")
    return profile.kind == "character" and not beasts and CATEGORIES[other.kind] in WARRIORS


# --- what is bought with it ----------------------------------------------------------------------------------


def _offers(profile: Profile, army: ArmyList, armies: Armies) -> Iterator[Offer]:
    character = profile.kind == "character"
    if character and (roles := _roles(profile)):
        yield Offer("role", "Role", roles, most=1, usual=profile.own_role)
    if profile.command:
        yield Offer("command", "Command", (Pick("command", "command model", profile.command.points),))
    if arms := tuple(_arms(profile, armies, not character)):
        yield Offer("options", "Equipment", arms)
    if character or CATEGORIES[profile.kind] in WARRIORS:
        yield _torches(profile, armies)
    if character and (steeds := tuple(_steeds(profile, army, armies))):
        yield Offer("mount", "Mount", steeds, most=1, usual="on foot")
    if character and profile.items:
        yield Offer("items", "Magic items", shelf=_shelf_of(profile), most=profile.items, repeat=OFTEN)
    elif profile.command and profile.command.magical:
        yield Offer("items", "Magical command", shelf=COMMAND, most=1)


def _torches(profile: Profile, armies: Armies) -> Offer:
    """One for a model, where they are of use.  [tp.scenario.raid.torches]"""
    lit = tuple(purpose.id for purpose in _purposes(armies) if _terms(purpose, armies).torches)
    text = "needs a free hand; gives light for 6 inches by night"
    torch = Pick("1 torch", "torch", TORCH, text=text, rule=TORCHES, many="{} torches")
    most = 1 if profile.kind == "character" else profile.size[1]
    return Offer("options", "Torches", (torch,), repeat=most, purposes=lit)


def _terms(purpose: Purpose, armies: Armies) -> Terms:
    return armies.missions[purpose.scenario].terms[purpose.part]


def _roles(profile: Profile) -> tuple[Pick, ...]:
    """[tp.character.role_assignment] [tp.character.general]"""
    general = ["general"] if profile.own_role != "standard" else []
    others = [role for role in profile.roles if role not in ("general", profile.own_role)]
    return tuple(Pick(role, role) for role in (*general, *others))


def _arms(profile: Profile, armies: Armies, each: bool) -> Iterator[Pick]:
    """Options of the profile, then those that are sold with a steed."""
    plain = offers(profile, None)
    yield from (Pick(one.id, one.id, one.points, each) for one in plain)
    for mount in mounts(profile, armies):
        for one in offers(profile, mount)[len(plain) :]:
            yield Pick(one.id, one.id, one.points, each, needs=(mount.steed,))


def _steeds(profile: Profile, army: ArmyList, armies: Armies) -> Iterator[Pick]:
    """[tp.list.steeds] [tp.beast.mounted]"""
    steeds: list[Mount] = mounts(profile, armies)
    yield from (Pick(one.steed, armies.steeds[one.steed].title, one.points) for one in steeds)
    yield from (Pick(id, army.find(id).title, army.find(id).points) for id in profile.rides)


def _shelf_of(profile: Profile) -> str:
    return WIZARD if profile.disciplines else BEARER if profile.own_role == "standard" else WARRIOR


def _shelf(kinds: tuple[str, ...], race: str) -> tuple[Pick, ...]:
    """[tp.magic.items.armour] [tp.magic.items.arcane] [tp.magic.items.commands]"""
    found = [item for item in ITEMS.values() if item.kind in kinds and race not in item.not_for]
    return tuple(Pick(one.id, _called(one), one.price(race, 0), text=one.text, rule=one.rule) for one in found)


def _called(item: Item) -> str:
    return f"{item.title} ({item.slot})" if item.slot and item.slot not in FREE else item.title
