"""Troops of a situation: from the army lists, changed as a designer likes, or made up altogether."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal

from msgspec import field
from msgspec.structs import replace

from warhost.engine.bounds import Count, Number
from warhost.engine.data import Definition, nearest, one_of
from warhost.roster.roster import Character, Fault, Group, Roster

from ..armies.army import Leader, Recruits, Role
from ..armies.carrying import crowded, not_his
from ..armies.choices import choice_faults, laid_down
from ..armies.equip import ARMED, CATEGORIES, SUITS, dressed
from ..armies.equip import LOOSE as LOOSE_KINDS
from ..armies.lists import Armies
from ..armies.muster import enlist
from ..armies.profiles import Armour, Discipline, SaveLine, Strikes
from ..beasts.breath import BREATHS
from ..figure import Blows, Category, Figure, Kind, Save, from_mm, inches
from ..items.item import Item
from ..items.shelf import ITEMS
from ..machines.sheets import ENGINES
from ..special import qualities, specials
from ..special.living import NOT_ALIVE

USUAL_DEVIANCY, USUAL_FILES = 3, 5
USUAL = Figure(
    profile="made.up", title="Made Up", category="infantry", base=(from_mm(20), from_mm(20)), movement=inches(7),
    blows=(Blows(1, 4),), save=Save(2), life=1, soldiering=3, points=8, rating=4, weapons=("hand weapon",),
)  # fmt: skip
"""What made up troops are in all that is not said of them."""

RATED = ("bravery", "cowardly", "fear", "loyalty", "poison")
"""The traits that have a number."""
MOST_POISONOUS = 6  # levels of poison are scores of a die [tp.trait.poison]
LOOSE = ("loose movement", "skirmishers")
OWN_WAYS = ("mob", "skirmishers")  # kinds that are traits, too
FEW = 30  # names that can all be listed in a message
MADE_UP = "made up"  # the army of those who have no profile
KINDS: dict[Category, Kind] = {
    "infantry": "infantry", "cavalry": "cavalry", "character": "character", "beast": "pack", "machine": "machine",
}  # fmt: skip
"""The section of the army lists that made up troops would stand in."""


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
    kind: Kind | None = None
    base_mm: tuple[Count, Count] | None = None
    stats: Stats = Stats()
    save: SaveLine | None = None
    steed: Strikes | None = None
    team: Strikes | None = None
    weapons: tuple[str, ...] | None = None
    traits: tuple[str, ...] | None = None
    ratings: dict[str, Number] | None = None
    hates: tuple[str, ...] | None = None
    shield: bool | None = None
    armour: Armour | None = None
    heavy: bool | None = None
    loose: bool | None = None
    stings: Count | None = None
    impact: Count | None = None
    shoots: str | None = None
    breath: str | None = None
    disciplines: tuple[Discipline, ...] | None = None
    master: bool | None = None

    @property
    def words(self) -> str:
        return self.title or self.id.replace("_", " ").capitalize()


# --- mustering -----------------------------------------------------------------------------------------------


def recruits_of(troops: Troops, entry: Group, armies: Armies) -> Recruits:
    """The group as it comes to the table."""
    if troops.profile:
        (found,) = enlist(_roster(entry), armies).groups
        return replace(found, title=troops.words, figure=changed(found.figure, troops, armies))
    sheet, models = changed(USUAL, troops, armies), entry.models
    files = entry.files or min(models, USUAL_FILES)
    return Recruits(
        troops.id, troops.words, sheet, models, entry.command, files, sheet.points * models, USUAL_DEVIANCY
    )  # fmt: skip


def leader_of(troops: Troops, entry: Character, role: Role, general: bool, armies: Armies) -> Leader:
    """The character as he comes to the table, without a group as yet; the role is for made up ones."""
    if troops.profile:
        (found,) = enlist(_roster(entry), armies).leaders
        return replace(found, title=troops.words, figure=changed(found.figure, troops, armies))
    sheet = changed(replace(USUAL, category="character", points=50), troops, armies)
    return Leader(troops.id, troops.words, sheet, role, sheet.points, general=general)


def mounts_of(troops: Troops, entry: Character, armies: Armies) -> tuple[Recruits, ...]:
    """The beast or chariot that comes to the table under a character of a profile.  [tp.beast.mounted.separate]"""
    return enlist(_roster(entry), armies).groups if troops.profile else ()


def _roster(entry: Group | Character) -> Roster:
    """A roster of this one piece, in the army it is from."""
    alone: dict[str, Any] = {"group" if isinstance(entry, Group) else "character": (entry,)}
    army = entry.profile.rpartition(".")[0]
    return Roster(name=entry.id, rulebook="threeplains", army=army, points=1, **alone)


def changed(sheet: Figure, troops: Troops, armies: Armies) -> Figure:
    """The figure with everything that is said of it in the situation.  [tp.piece.profile] [tp.piece.save]"""
    if not troops.profile:
        troops = _of_its_kind(sheet, troops)
        sheet = _made_up(sheet, troops, armies)
    stats, save = troops.stats, troops.save
    first, *others = sheet.blows
    given: dict[str, Any] = {
        "category": troops.category,
        "kind": troops.kind,
        "base": (from_mm(troops.base_mm[0]), from_mm(troops.base_mm[1])) if troops.base_mm else None,
        "movement": inches(stats.movement) if stats.movement is not None else None,
        "flight": inches(stats.flight) if stats.flight is not None else None,
        "blows": _stung((_line(first, stats), *_others(troops, others)), troops.stings),
        "save": Save(save.toughness, save.resistance, save.agility, save.magic) if save else None,
        "life": stats.life, "soldiering": stats.soldiering, "rating": stats.rating,
        "weapons": _armed(sheet, troops, armies), "traits": _traits(sheet, troops), "ratings": troops.ratings,
        "hates": _hated(troops), "shield": troops.shield, "heavy": _heavy(troops),
        "padding": SUITS[troops.armour] if troops.profile and troops.armour else None,
        "loose": _loose(troops), "stings": troops.stings, "impact": troops.impact, "shoots": troops.shoots,
        "breath": troops.breath, "disciplines": troops.disciplines, "master": troops.master,
        "mounted": True if _drawn_or_carried(troops) else None,
    }  # fmt: skip
    if not troops.profile and troops.items:  # their suits and shields are on already
        given |= dict.fromkeys(("weapons", "shield", "heavy"))
    return replace(sheet, **{name: value for name, value in given.items() if value is not None})


def _drawn_or_carried(troops: Troops) -> bool:
    """Every chariot has its animals, also one whose team is not said to strike.  [tp.machine.chariot.class]"""
    return bool(troops.steed or troops.team or troops.category == "cavalry" or troops.kind == "chariot")


def _of_its_kind(sheet: Figure, troops: Troops) -> Troops:
    """With all that the section of the lists implies, which made up troops would stand in.

    [tp.unit.mob.class] [tp.unit.skirmish.class] [tp.move.loose]
    """
    category = troops.category or (CATEGORIES[troops.kind] if troops.kind else sheet.category)
    kind = troops.kind or KINDS[category]
    own = tuple(way for way in OWN_WAYS if way == kind and way not in (troops.traits or ()))
    loose = True if troops.loose is None and kind in LOOSE_KINDS else troops.loose
    traits = (*(troops.traits or ()), *own) if own else troops.traits
    return replace(troops, category=category, kind=kind, traits=traits, loose=loose)


def _made_up(sheet: Figure, troops: Troops, armies: Armies) -> Figure:
    """Plain gear first, then the magic items over it; those of a profile have been counted in with it."""
    category, suit = troops.category or sheet.category, troops.armour or ("heavy" if troops.heavy else "none")
    armed = troops if troops.weapons is not None else replace(troops, weapons=sheet.weapons)
    plain = replace(
        sheet, kind=troops.kind or KINDS[category],
        weapons=_with_sidearm(sheet, armed) or (),
        shield=bool(troops.shield),
        heavy=suit == "heavy", padding=SUITS[suit],
    )  # fmt: skip
    items = [ITEMS[item] for item in troops.items]
    worn = dressed(plain, items, laid_down(armies))
    return replace(worn, items=tuple(i.rule for i in items), prices=tuple(i.points for i in items))


def _armed(sheet: Figure, troops: Troops, armies: Armies) -> tuple[str, ...] | None:
    """The weapons that are written, with the magic one that takes the place of most of them."""
    magic = [ITEMS[item].weapon for item in troops.items if ITEMS[item].weapon]
    weapons = _with_sidearm(sheet, troops)
    if weapons is None or not magic:
        return weapons
    return (*magic, *(weapon for weapon in weapons if weapon not in laid_down(armies)))


def _with_sidearm(sheet: Figure, troops: Troops) -> tuple[str, ...] | None:
    """Whoever is armed has a sidearm besides, written or not; only who has no weapon at all has none of these.

    [tp.weapon.sidearm]
    """
    weapons, category = troops.weapons, troops.category or sheet.category
    if not weapons or category not in ARMED or "sidearm" in weapons:
        return weapons
    return (*weapons, "sidearm")


def _heavy(troops: Troops) -> bool | None:
    return troops.armour == "heavy" if troops.armour else troops.heavy


def _loose(troops: Troops) -> bool | None:
    """Some traits and kinds are loose by nature; whatever is said of it goes before."""
    by_nature = any(trait in LOOSE for trait in troops.traits or ())
    return True if troops.loose is None and by_nature else troops.loose


def _hated(troops: Troops) -> tuple[str, ...] | None:
    if troops.hates is None:
        return None
    return tuple(USUAL.profile.partition(".")[0] if army == MADE_UP else army for army in troops.hates)


def _others(troops: Troops, others: list[Blows]) -> list[Blows]:
    """The blows of who carries or draws it, if others are given than the profile has."""
    given = {"steed": troops.steed, "team": troops.team}
    kept = [line for line in others if given.get(line.part) is None]
    return [*kept, *(_carrier(strikes, part) for part, strikes in given.items() if strikes)]


def _stung(blows: tuple[Blows, ...], stings: int | None) -> tuple[Blows, ...]:
    """So many of its own attacks are poisoned instead of all.  [tp.trait.poison]"""
    if stings is None:
        return blows
    own, *others = [line for line in blows if line.part != "sting"]
    if not stings:
        return (own, *others)
    return (replace(own, attacks=own.attacks - stings), replace(own, attacks=stings, part="sting"), *others)


def _line(line: Blows, stats: Stats) -> Blows:
    given = {
        "attacks": stats.attacks, "rating": stats.rating, "damage": stats.damage,
        "toughness": stats.pierces, "agility": stats.unbalances,
    }  # fmt: skip
    return replace(line, **{name: value for name, value in given.items() if value is not None})


def _carrier(strikes: Strikes, part: str) -> Blows:
    return Blows(
        strikes.attacks, strikes.rating, strikes.damage, strikes.pierces, strikes.unbalances,
        part="team" if part == "team" else "steed",
    )  # fmt: skip


def _traits(sheet: Figure, troops: Troops) -> tuple[str, ...] | None:
    """Traits with a rating are traits too."""
    if troops.traits is None and troops.ratings is None:
        return None
    plain = troops.traits if troops.traits is not None else [t for t in sheet.traits if t not in sheet.ratings]
    return (*plain, *(troops.ratings if troops.ratings is not None else sheet.ratings))


# --- what may be wrong ---------------------------------------------------------------------------------------


def known_traits(armies: Armies) -> list[str]:
    """Those of the army lists, and those that the rules know and no list uses yet."""
    hooked = [name for name in specials.names() if not name.startswith("tp.")]
    return sorted({*armies.traits, *hooked, *NOT_ALIVE, *qualities.names()})


def troop_faults(
    troops: Troops, entry: Group | Character, armies: Armies, wizard: bool = False
) -> Iterator[Fault]:
    """Names that stand for nothing, numbers that cannot be, and what would be put on in vain."""
    traits = known_traits(armies)
    yield from _known("weapons", troops.weapons or (), armies.weapons, "a weapon")
    yield from _known("traits", troops.traits or (), traits, "a trait")
    yield from _known("items", troops.items, ITEMS, "a magic item")
    for key in ("weapons", "traits", "hates"):
        yield from _once(key, getattr(troops, key) or ())
    yield from _known("hates", troops.hates or (), [*armies.lists, MADE_UP], "an army list")
    yield from _known("shoots", [troops.shoots] if troops.shoots else (), ENGINES, "a way to shoot")
    yield from _known("breath", [troops.breath] if troops.breath else (), BREATHS, "a breath")
    yield from _rating_faults(troops, traits)
    yield from _gear_faults(troops, entry)
    yield from _item_faults([ITEMS[item] for item in troops.items if item in ITEMS], entry, wizard)
    if troops.base_mm and min(troops.base_mm) < 1:
        yield "base_mm", f"expected the width and depth of a base, got {list(troops.base_mm)}"
    if troops.stats.life == 0:
        yield "stats.LP", "expected at least 1"
    if troops.profile:
        yield from _profile_faults(entry, armies)
    elif troops.options or (isinstance(entry, Character) and entry.mount):
        yield "profile", "expected one: options and mounts are sold with a profile only"


def _once(key: str, names: Sequence[str]) -> Iterator[Fault]:
    """What is written twice would count twice."""
    for number, name in enumerate(names):
        if name in names[:number]:
            yield f"{key}[{number}]", f"expected each of them once, got {name} again"


def _rating_faults(troops: Troops, traits: Collection[str]) -> Iterator[Fault]:
    """A trait that has a number is written with it, and no other is."""
    for number, name in enumerate(troops.traits or ()):
        if name in RATED:
            yield f"traits[{number}]", f"expected it with its number, as in ratings = {{ {name} = 2 }}"
    for number, (name, rating) in enumerate((troops.ratings or {}).items()):
        if rating < 0 and name in RATED and name != "loyalty":
            yield f"ratings.{name}", f"expected 0 or more, got {rating}"
        if name == "poison" and rating > MOST_POISONOUS:
            yield "ratings.poison", f"expected a level of 1 to {MOST_POISONOUS}, got {rating}"
        if name not in traits:
            yield f"ratings[{number}]", f"expected {one_of(RATED)}, got {name}{nearest(name, RATED)}"
        elif name not in RATED:
            yield f"ratings.{name}", f"expected {one_of(RATED)}; {name} has no number and stands under traits"


def _gear_faults(troops: Troops, entry: Group | Character) -> Iterator[Fault]:
    """What would not be put on, or what nobody could use."""
    items = [ITEMS[item] for item in troops.items if item in ITEMS]
    if troops.shield is False and any(item.shield for item in items):
        yield "shield", "expected no shield = false: one of its items is a shield"
    if troops.armour and troops.heavy is not None and troops.heavy != (troops.armour == "heavy"):
        yield "heavy", f"expected the same as armour says, which is {troops.armour}"
    if isinstance(entry, Group):
        if items and not entry.command:
            yield "items", "expected command = true: of a group the command carries its magic"
        for key in ("disciplines", "master"):
            if getattr(troops, key):
                yield key, "expected a character: groups cast no spells"
    elif troops.master and troops.disciplines == ():
        yield "master", "expected disciplines: only a wizard is a master"
    if troops.profile and troops.armour and any(item.armour for item in items):
        yield "armour", "expected none: one of its items is a suit of armour"


def _item_faults(items: Sequence[Item], entry: Group | Character, wizard: bool) -> Iterator[Fault]:
    """What nobody could wear or hold together, and what only wizards, only a command or only characters have.

    [tp.magic.items] [tp.magic.items.unique] [tp.magic.items.commands]
    """
    if isinstance(entry, Character):
        unfit = [found for item in items for found in not_his(item, items, wizard)]
        for rule, why in (*crowded(items), *unfit):
            yield "items", f"expected what such a character can carry: {why} [{rule}]"
        return
    for number, item in enumerate(items):
        if item.kind != "command":
            yield f"items[{number}]", f"expected a magical command, got {item.title} [tp.magic.items]"
    if len(items) > 1:
        yield "items", f"expected at most 1 magical command, got {len(items)} [tp.unit.command.magical]"


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
            there = f"; there are {', '.join(known)}" if len(known) <= FEW else ""
            yield f"{key}[{number}]", f"expected {what}, got {name}{nearest(name, known) or there}"
