"""What may be chosen for a warband at its founding, for those who build one by clicking.  [war.band.found]"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.roster.palette import Kind, Offer, Palette, Pick, Start, limits

from ..library import Armour, Band, FighterKind, Item, Library, Weapon
from .enlist import COLUMNS, WarbandLists, row
from .lawful import LARGEST_GROUP, MOST_ITEMS, MOST_WEAPONS, not_allowed

SECTIONS = {"leader": "Leader", "hero": "Heroes", "henchman": "Henchmen"}
FREE_DAGGER = "the first one is free"


def palette(lists: WarbandLists, id: str) -> Palette:
    band, library = lists.library.bands[id], lists.library
    kinds = [_kind(kind, band, library) for kind in band.fighter if kind.role != "follower"]
    return Palette(
        army=id,
        title=band.title,
        text=band.story,
        money="crowns",
        kinds=tuple(kinds),
        limits=limits(lists, id),
        columns=COLUMNS,
    )


def _kind(kind: FighterKind, band: Band, library: Library) -> Kind:
    large = kind.hero or "large" in kind.traits
    return Kind(
        profile=kind.id,
        title=kind.title,
        section=SECTIONS[kind.role],
        character=kind.hero,
        points=kind.price,
        each=None if kind.hero else kind.price,
        size=(1, 1 if large else LARGEST_GROUP),
        most=kind.most,
        start=Start(),
        offers=tuple(_offers(kind, band, library)),
        row=row(kind.profile),
        notes=tuple(note for note in (", ".join(kind.traits), _followers(kind)) if note),
        rule=kind.rule,
    )


def _followers(kind: FighterKind) -> str:
    return f"comes with {kind.followers} followers" if kind.followers else ""


def _offers(kind: FighterKind, band: Band, library: Library) -> Iterator[Offer]:
    """[war.weapon.limit] [war.price.list]"""
    goods = [one for name, one in library.gear.items() if not not_allowed(library, band, kind, name, founding=True)]
    each = not kind.hero
    close = [one for one in goods if isinstance(one, Weapon) and one.kind == "close"]
    missile = [one for one in goods if isinstance(one, Weapon) and one.kind == "missile"]
    suits = [one for one in goods if isinstance(one, Armour)]
    items = [one for one in goods if isinstance(one, Item)]
    if close:
        yield Offer("options", "Close combat", _picks(close, each), repeat=MOST_WEAPONS)
    if missile:
        yield Offer("options", "Missiles", _picks(missile, each), repeat=MOST_WEAPONS)
    if suits:
        yield Offer("options", "Armour", _picks(suits, each))
    if items:
        yield Offer("items", "Items", _picks(items, each), most=MOST_ITEMS)


def _picks(goods: list[Weapon] | list[Armour] | list[Item], each: bool) -> tuple[Pick, ...]:
    return tuple(
        Pick(
            one.id,
            one.title,
            0 if one.id == "dagger" else one.price,
            each,
            FREE_DAGGER if one.id == "dagger" else "",
            one.rule,
        )
        for one in goods
    )
