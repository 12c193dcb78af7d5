"""Troops of a situation: from the army lists, changed as a designer likes, or made up altogether."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Literal

from msgspec import field
from msgspec.structs import replace

from warhost.engine.data import Definition, nearest
from warhost.roster.roster import Character, Fault, Group, Roster

from ..armies.army import Leader, Recruits, Role
from ..armies.choices import choice_faults
from ..armies.lists import Armies
from ..armies.muster import enlist
from ..armies.profiles import Count, SaveLine, Strikes
from ..figure import Blows, Category, Figure, Save, from_mm, inches
from ..items.shelf import ITEMS

USUAL_DEVIANCY, USUAL_FILES = 3, 5
USUAL = Figure(
    profile="made.up", title="Made Up", category="infantry", base=(from_mm(20), from_mm(20)), movement=inches(7),
    blows=(Blows(1, 4),), save=Save(2), life=1, soldiering=3, points=8, rating=4, weapons=("hand weapon",),
)  # fmt: skip
"""What made up troops are in all that is not said of them."""


class Stats(Definition, frozen=True, kw_only=True):
    """Numbers of a stat line in place of those of the profile."""

    movement: Count | None = field(default=None, name="M")
    flight: Count | None = field(default=None, name="fly")
    attacks: Count | None = field(default=None, name="A")
    rating: Count | None = field(default=None, name="CR")
    damage: Count | None = field(default=None, name="D")
    pierces: Count | None = None
    unbalances: Count | None = None
    life: Count | None = field(default=None, name="LP")
    soldiering: Count | None = field(default=None, name="S")


class Troops(Definition, frozen=True, kw_only=True):
    """Who they are: a profile of an army list, and whatever is different about them."""

    id: str
    side: Literal["ours", "theirs"]
    title: str = ""
    profile: str = ""  # army.name, such as herlanceia.guard; nothing for made up troops
    options: tuple[str, ...] = ()
    items: tuple[str, ...] = ()  # magic items, by their ids
    category: Category | None = None
    base_mm: tuple[Count, Count] | None = None
    stats: Stats = Stats()
    save: SaveLine | None = None
    steed: Strikes | None = None
    weapons: tuple[str, ...] | None = None
    traits: tuple[str, ...] | None = None
    ratings: dict[str, int] | None = None
    shield: bool | None = None
    heavy: bool | None = None
    loose: bool | None = None

    @property
    def words(self) -> str:
        return self.title or self.id.replace("_", " ").capitalize()


# --- mustering -----------------------------------------------------------------------------------------------


def recruits_of(troops: Troops, entry: Group, armies: Armies) -> Recruits:
    """The group as it comes to the table."""
    if troops.profile:
        (found,) = enlist(_roster(entry), armies).groups
        return replace(found, title=troops.words, figure=changed(found.figure, troops))
    sheet, models = changed(USUAL, troops), entry.models
    files = entry.files or min(models, USUAL_FILES)
    return Recruits(
        troops.id, troops.words, sheet, models, entry.command, files, sheet.points * models, USUAL_DEVIANCY
    )  # fmt: skip


def leader_of(troops: Troops, entry: Character, role: Role, general: bool, armies: Armies) -> Leader:
    """The character as he comes to the table, without a group as yet; the role is for made up ones."""
    if troops.profile:
        (found,) = enlist(_roster(entry), armies).leaders
        return replace(found, title=troops.words, figure=changed(found.figure, troops))
    sheet = changed(replace(USUAL, category="character", points=50), troops)
    return Leader(troops.id, troops.words, sheet, role, sheet.points, general=general)


def mounts_of(troops: Troops, entry: Character, armies: Armies) -> tuple[Recruits, ...]:
    """The beast or chariot that comes to the table under a character of a profile.  [tp.beast.mounted.separate]"""
    return enlist(_roster(entry), armies).groups if troops.profile else ()


def _roster(entry: Group | Character) -> Roster:
    """A roster of this one piece, in the army it is from."""
    alone: dict[str, Any] = {"group" if isinstance(entry, Group) else "character": (entry,)}
    army = entry.profile.rpartition(".")[0]
    return Roster(name=entry.id, rulebook="threeplains", army=army, points=1, **alone)


def changed(sheet: Figure, troops: Troops) -> Figure:
    """The figure with everything that is said of it in the situation.  [tp.piece.profile] [tp.piece.save]"""
    stats, save = troops.stats, troops.save
    first, *others = sheet.blows
    blows = (_line(first, stats), *([_steed(troops.steed)] if troops.steed else others))
    given: dict[str, Any] = {
        "category": troops.category,
        "base": (from_mm(troops.base_mm[0]), from_mm(troops.base_mm[1])) if troops.base_mm else None,
        "movement": inches(stats.movement) if stats.movement is not None else None,
        "flight": inches(stats.flight) if stats.flight is not None else None,
        "save": Save(save.toughness, save.resistance, save.agility, save.magic) if save else None,
        "life": stats.life, "soldiering": stats.soldiering, "rating": stats.rating,
        "weapons": troops.weapons, "traits": _traits(sheet, troops), "ratings": troops.ratings,
        "shield": troops.shield, "heavy": troops.heavy, "loose": troops.loose,
        "mounted": True if troops.steed or troops.category == "cavalry" else None,
    }  # fmt: skip
    items = [ITEMS[item] for item in troops.items]
    if items and not troops.profile:  # those of a profile have been counted in with it
        given |= {"items": tuple(i.rule for i in items), "prices": tuple(i.points for i in items)}
    return replace(sheet, blows=blows, **{name: value for name, value in given.items() if value is not None})


def _line(line: Blows, stats: Stats) -> Blows:
    given = {
        "attacks": stats.attacks, "rating": stats.rating, "damage": stats.damage,
        "toughness": stats.pierces, "agility": stats.unbalances,
    }  # fmt: skip
    return replace(line, **{name: value for name, value in given.items() if value is not None})


def _steed(strikes: Strikes) -> Blows:
    return Blows(
        strikes.attacks, strikes.rating, strikes.damage, strikes.pierces, strikes.unbalances, part="steed"
    )  # fmt: skip


def _traits(sheet: Figure, troops: Troops) -> tuple[str, ...] | None:
    """Traits with a rating are traits too."""
    if troops.traits is None and troops.ratings is None:
        return None
    plain = troops.traits if troops.traits is not None else [t for t in sheet.traits if t not in sheet.ratings]
    return (*plain, *(troops.ratings if troops.ratings is not None else sheet.ratings))


# --- what may be wrong ---------------------------------------------------------------------------------------


def troop_faults(troops: Troops, entry: Group | Character, armies: Armies) -> Iterator[Fault]:
    """Names that stand for nothing, and numbers that cannot be."""
    yield from _known("weapons", troops.weapons or (), armies.weapons, "a weapon")
    yield from _known("traits", troops.traits or (), armies.traits, "a trait")
    yield from _known("ratings", troops.ratings or (), armies.traits, "a trait")
    yield from _known("items", troops.items, ITEMS, "a magic item")
    if troops.base_mm and min(troops.base_mm) < 1:
        yield "base_mm", f"expected the width and depth of a base, got {list(troops.base_mm)}"
    if troops.stats.life == 0:
        yield "stats.LP", "expected at least 1"
    if troops.profile:
        yield from _profile_faults(entry, armies)
    elif troops.options or (isinstance(entry, Character) and entry.mount):
        yield "profile", "expected one: options and mounts are sold with a profile only"


def _profile_faults(entry: Group | Character, armies: Armies) -> Iterator[Fault]:
    army = entry.profile.rpartition(".")[0]
    if army not in armies.lists:
        why = f"expected army.profile such as herlanceia.guard, got {entry.profile}"
        yield "profile", why + (nearest(army, armies.lists) or f"; there are {', '.join(armies.lists)}")
        return
    for key, expected in choice_faults(_roster(entry), armies):
        yield key.partition(".")[2], expected.replace("]]", "s]]")  # the tables of a situation are [[groups]]


def _known(key: str, names: Collection[str], known: Collection[str], what: str) -> Iterator[Fault]:
    for number, name in enumerate(names):
        if name not in known:
            yield f"{key}[{number}]", f"expected {what}, got {name}{nearest(name, known)}"
