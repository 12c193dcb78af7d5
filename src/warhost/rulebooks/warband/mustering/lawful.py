"""What a warband costs, and what is not lawful about it.  [war.band.found] [war.weapon.limit] [war.price.list]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from warhost.engine.data import nearest
from warhost.roster.bill import Bill, Breach, Line, Measure
from warhost.roster.roster import Character, Fault, Group, Roster, named_entries

from ..library import Armour, Band, FighterKind, Item, Library, Weapon

CROWNS, LEAST, MOST_HEROES, LARGEST_GROUP = 500, 3, 6, 5
MOST_WEAPONS, MOST_ITEMS = 2, 2


class Choice(NamedTuple):
    """An entry of a roster, looked up."""

    id: str
    key: str
    entry: Group | Character
    kind: FighterKind
    models: int

    @property
    def gear(self) -> tuple[str, ...]:
        return (
            *self.entry.options,
            *self.entry.items,
            *([self.entry.mount] if isinstance(self.entry, Character) and self.entry.mount else []),
        )


def faults(roster: Roster, library: Library) -> Iterator[Fault]:
    """Names that stand for nothing."""
    band = library.bands.get(roster.army)
    if band is None:
        yield (
            "army",
            f"expected one of {', '.join(library.bands)}, got {roster.army}{nearest(roster.army, library.bands)}",
        )
        return
    kinds = {kind.id for kind in band.fighter if kind.role != "follower"}
    for named in named_entries(roster):
        profile = named.entry.profile
        if profile not in kinds:
            yield (
                f"{named.key}.profile",
                f"expected one of {', '.join(sorted(kinds))}, got {profile}{nearest(profile, kinds)}",
            )
        for at, name in enumerate((*named.entry.options, *named.entry.items)):
            if name not in library.gear:
                yield (
                    f"{named.key}.options[{at}]",
                    f"expected something from the price list, got {name}{nearest(name, library.gear)}",
                )
        if isinstance(named.entry, Character) and named.entry.mount not in ("", "horse"):
            yield f"{named.key}.mount", f"expected horse, got {named.entry.mount}"


def choices(roster: Roster, library: Library) -> list[Choice]:
    band = library.bands[roster.army]
    found = []
    for named in named_entries(roster):
        kind = band.kind(named.entry.profile)
        assert kind is not None
        models = named.entry.models if isinstance(named.entry, Group) else 1
        found.append(Choice(named.id, named.key, named.entry, kind, models))
    return found


def price_of_gear(library: Library, gear: Sequence[str]) -> int:
    """The first dagger is free.  [war.weapon.dagger]"""
    paid = list(gear)
    if "dagger" in paid:
        paid.remove("dagger")
    return sum(library.gear[name].price for name in paid)


def purse(roster: Roster) -> int:
    """What there is to be spent: 500 crowns, or fewer if the roster says so.  [war.band.found]"""
    return min(roster.points, CROWNS)


def cost(library: Library, choice: Choice) -> int:
    return choice.models * (choice.kind.price + price_of_gear(library, choice.gear))


def bill(roster: Roster, library: Library) -> Bill:
    found = choices(roster, library)
    lines = [
        Line(
            one.id,
            one.entry.name or one.kind.title,
            ", ".join(library.gear[name].title.lower() for name in one.gear),
            one.models,
            cost(library, one),
        )
        for one in found
    ]
    warriors = sum(one.models for one in found)
    heroes = sum(one.models for one in found if one.kind.hero)
    band = library.bands[roster.army]
    measures = (
        Measure("warriors", "war.band.found", warriors, LEAST, band.most),
        Measure("heroes", "war.band.found", heroes, None, MOST_HEROES),
    )
    return Bill(tuple(lines), purse(roster), measures)


def breaches(roster: Roster, library: Library) -> list[Breach]:
    return list(_breaches(roster, library))


def _breaches(roster: Roster, library: Library) -> Iterator[Breach]:
    band, found = library.bands[roster.army], choices(roster, library)
    yield from _of_band(roster, library, band, found)
    for choice in found:
        yield from _of_entry(library, band, choice)


def _of_band(roster: Roster, library: Library, band: Band, found: list[Choice]) -> Iterator[Breach]:
    spent = sum(cost(library, one) for one in found)
    if spent > purse(roster):
        yield Breach(
            "war.band.found",
            "points",
            f"{spent} crowns are spent, and there are {purse(roster)}",
            "leave something out",
        )
    warriors = sum(one.models for one in found)
    if not LEAST <= warriors <= band.most:
        yield Breach(
            band.rule,
            "group",
            f"a warband of {band.title} has {LEAST} to {band.most} warriors, not {warriors}",
            "hire or dismiss some",
        )
    heroes = sum(one.models for one in found if one.kind.hero)
    if heroes > MOST_HEROES:
        yield Breach(
            "war.band.found", "character", f"{heroes} heroes, and {MOST_HEROES} are the most", "leave some out"
        )
    for kind in band.fighter:
        number = sum(one.models for one in found if one.kind is kind)
        if kind.role != "follower" and (number < kind.least or (kind.most and number > kind.most)):
            allowed = "exactly one" if kind.least else f"up to {kind.most}"
            yield Breach(
                kind.rule,
                "character" if kind.hero else "group",
                f"{number} {kind.title}: {allowed} may be taken",
                f"take {allowed}",
            )


def _of_entry(library: Library, band: Band, choice: Choice) -> Iterator[Breach]:
    kind, key = choice.kind, choice.key
    if kind.hero != isinstance(choice.entry, Character):
        wanted = "[[character]]" if kind.hero else "[[group]]"
        yield Breach(
            "war.band.heroes",
            key,
            f"a {kind.title} is {'a hero' if kind.hero else 'a henchman'}",
            f"write it as {wanted}",
        )
    if choice.models > LARGEST_GROUP:
        yield Breach(
            "war.band.found",
            key,
            f"a group of {choice.models}: henchmen stand in groups of one to five",
            "make two groups of it",
        )
    if "large" in kind.traits and choice.models > 1:
        yield Breach(kind.rule, key, f"a {kind.title} forms a group by itself", "take one")
    for name in choice.gear:
        if why := not_allowed(library, band, kind, name, founding=True):
            yield Breach(why[0], key, why[1], "leave it out")
    for why_not in too_much(library, choice.gear):
        yield Breach("war.weapon.limit", key, f"{kind.title}: {why_not}", "leave something out")


def not_allowed(
    library: Library, band: Band, kind: FighterKind, name: str, founding: bool = False, raised: bool = False
) -> tuple[str, str] | None:
    """Why a kind of fighter may not have something: the rule and the words. Who was raised from the ranks has the
    arms of his kind, and whatever else heroes may have.

    [war.price.list] [war.psych.animal] [war.camp.trade]
    """
    thing, hero = library.gear[name], kind.hero or raised
    if not thing.for_sale:
        return "war.price.list", f"{thing.title} is not for sale"
    if founding and thing.rare:
        return "war.price.list", f"{thing.title} is rare and not for sale at the founding"
    if kind.unarmed:
        return kind.rule, f"a {kind.title} carries nothing"
    if isinstance(thing, Item) or thing.id in ("barding",):
        return None if hero else ("war.weapon.limit", f"{thing.title} is for heroes, not for a {kind.title}")
    if thing.rare:
        return _rare(band, kind, thing, hero)
    if kind.may_have:
        return None if name in kind.may_have else (kind.rule, f"a {kind.title} may not have {thing.title.lower()}")
    return None if name in band.goods else (band.rule, f"{thing.title} is not on the list of {band.title}")


def _rare(band: Band, kind: FighterKind, thing: Weapon | Armour | Item, hero: bool) -> tuple[str, str] | None:
    """Rare weapons are for any hero who may use weapons; plate for those whose list has armour."""
    if not hero:
        return "war.price.list", f"{thing.title} is rare, and rare things are for heroes"
    if isinstance(thing, Weapon) and "penitent" in kind.traits:
        return kind.rule, f"a {kind.title} uses flails and clubs only"
    suits = kind.may_have or band.armour
    if isinstance(thing, Armour) and not {"light", "heavy"} & set(suits):
        return "war.price.list", f"a {kind.title} wears no armour"
    return None


def too_much(library: Library, gear: Sequence[str]) -> Iterator[str]:
    """[war.weapon.limit]"""
    things = [library.gear[name] for name in gear]
    close = [thing for thing in things if isinstance(thing, Weapon) and thing.kind == "close"]
    spare = [thing for thing in close if thing.id != "dagger"]
    carried = len(spare) + max(0, len(close) - len(spare) - 1)
    if carried > MOST_WEAPONS:
        yield f"{carried} close combat weapons besides the dagger, and two are the most"
    missiles = [thing.id for thing in things if isinstance(thing, Weapon) and thing.kind == "missile"]
    pistols = missiles.count("pistol")
    weapons = len(missiles) - pistols // 2  # a brace is one
    if weapons > MOST_WEAPONS:
        yield f"{weapons} missile weapons, and two are the most"
    for slot, called in (("suit", "suits of armour"), ("shield", "shields or bucklers"), ("helmet", "helmets")):
        if (number := sum(isinstance(thing, Armour) and thing.slot == slot for thing in things)) > 1:
            yield f"{number} {called}, and one is the most"
    items = [thing for thing in things if isinstance(thing, Item) and thing.id != "horse"]
    if len(items) > MOST_ITEMS:
        yield f"{len(items)} items besides a horse, and two are the most"
