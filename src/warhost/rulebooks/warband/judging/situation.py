"""A moment of a battle from a file: a table, some warriors, whose turn and phase it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, field
from msgspec.structs import replace

from warhost.engine.bounds import Few, Name, Text
from warhost.engine.data import DataError, Definition, convert, nearest
from warhost.engine.point import hooked

from ..company import Company, Recruit
from ..flaws import looking
from ..library import Band, Library, Profile
from ..lookout import foes
from ..magic.casting import LITANY
from ..mustering.enlist import rating
from ..mustering.lawful import too_much
from ..scenarios.zones import CORNERS, EDGES
from ..setting import Fighter, Setting
from ..specials import POINTS
from ..state import Enchanted, Prize, State, Warrior
from ..towns import (
    SIDE,
    AreaData,
    BridgeData,
    Length,
    ObstacleData,
    Pair,
    PlacedPiece,
    TownData,
    TownPlan,
    WalkwayData,
    inches,
)
from .possible import check, check_weapons, holders
from .possible import placed as placed_well

if TYPE_CHECKING:
    from ..rulebook import Warband

LASTING = frozenset(("frenzy", "stupidity", "old wound", "lost eye", "large", "animal", "undead", "wizard", "brew"))
"""Traits of bodies and marks of old injuries that the phases look for themselves."""
MOST_OF_A_CHARACTERISTIC = 10
ENDURING = ("grace", "stone")
PHASES = ("start", "recovery", "charge", "movement", "shooting", "combat")


class WarriorData(Definition, frozen=True, kw_only=True):
    """A warrior of a situation: his kind, what he carries, where and how he stands."""

    side: Annotated[int, Meta(ge=0, le=3)]
    band: Name
    fighter: Name
    at: Annotated[tuple[Length, ...], Meta(min_length=2, max_length=3)]  # the third is the height
    id: Name = ""
    gear: Few[Name] = ()
    traits: Few[Name] = ()  # besides those of his kind: skills, old injuries
    profile: dict[str, int] = field(default_factory=dict)  # what differs from his kind's
    wounds: int | None = None
    posture: Name = "up"
    flags: Few[Name] = ()  # hidden, fleeing, moved, ran, stood, failed, charged …
    spells: dict[str, int] = field(default_factory=dict)
    rounds: int = 0
    met: Few[Name] = ()
    weapons: Few[Name] = ()  # those he fights with, in a combat that goes on


class PrizeData(Definition, frozen=True):
    kind: Name
    at: Pair
    holder: Name = ""


class EffectData(Definition, frozen=True):
    spell: Name
    on: Name
    by: Name


class SituationData(Definition, frozen=True, kw_only=True):
    title: Name = ""
    text: Text = ""
    names: Few[Name] = ()  # of the warbands
    table: Name = ""
    size: Pair | None = None  # of a table of one's own, in inches; as large as others if it is not said
    belfry: bool = False
    pieces: Few[PlacedPiece] = ()
    walkways: Few[WalkwayData] = ()
    obstacles: Few[ObstacleData] = ()
    areas: Few[AreaData] = ()
    bridges: Few[BridgeData] = ()
    scenario: Name = "skirmish"
    options: dict[str, str] = field(default_factory=dict)
    phase: Name = "movement"
    active: int = 0
    order: Few[int] = ()
    round: int = 1
    edges: Few[Name] = ()
    attacker: int = -1
    scores: Few[int] = ()
    started: Few[int] = ()  # how many warriors each side began with, where more than stand here
    out: Few[int] = ()  # how many of each side are out of action already
    ratings: Few[int] = ()
    warriors: Few[WarriorData] = ()
    prizes: Few[PrizeData] = ()
    effects: Few[EffectData] = ()


FLAGS = frozenset(
    (
        "hidden",
        "fleeing",
        "frenzied",
        "moved",
        "ran",
        "charged",
        "failed",
        "stood",
        "rallied",
        "fell",
        "acted",
        "shot",
        "cast",
        "intercepted",
        "stupid",
        "squabbling",
        "dived",
        "cloaked",
        "parried",
    )
)


def read_situation(book: Warband, data: Mapping[str, Any], file: str) -> tuple[dict[str, Any], State]:
    found = convert(dict(data), SituationData, file)
    plan = _plan(book, found, file)
    if found.phase not in PHASES:
        raise DataError(file, "phase", f"expected one of {', '.join(PHASES)}, got {found.phase}")
    if found.scenario not in book.library.scenarios:
        raise DataError(
            file, "scenario", f"expected one of {', '.join(book.library.scenarios)}, got {found.scenario}"
        )
    sides = max(2, max((one.side for one in found.warriors), default=1) + 1)
    check(found, sides, book.library, file)
    companies = [_company(book.library, found, side, file) for side in range(sides)]
    setup = book.setup_of(found.scenario, companies, found.options, plan)
    return setup, _state(book, setup, found, file)


def _plan(book: Warband, found: SituationData, file: str) -> TownPlan:
    if found.table:
        known = book.towns.ready
        if found.table not in known:
            raise DataError(
                file,
                "table",
                f"expected one of {', '.join(known)}, got {found.table}{nearest(found.table, known)}",
            )
        return book.towns.plan(book.towns.ready[found.table], found.belfry)
    for at, placed in enumerate(found.pieces):
        if placed.piece not in book.towns.pieces:
            raise DataError(
                file, f"pieces[{at}].piece", f"expected one of {', '.join(book.towns.pieces)}, got {placed.piece}"
            )
    town = TownData(
        id="here",
        title="here",
        size=found.size or (SIDE, SIDE),
        pieces=found.pieces,
        walkways=found.walkways,
        obstacles=found.obstacles,
        areas=found.areas,
        bridges=found.bridges,
    )
    return book.towns.plan(town, found.belfry)


def _company(library: Library, found: SituationData, side: int, file: str) -> Company:
    own = [(at, one) for at, one in enumerate(found.warriors) if one.side == side]
    recruits = [_recruit(library, one, at, file) for at, one in own]
    extra = (found.started[side] if side < len(found.started) else 0) - sum(
        one.role != "follower" for one in recruits
    )
    army = own[0][1].band if own else next(iter(library.bands))
    away = [
        Recruit(
            id=f"away-{at + 1}",
            title=f"somebody away {at + 1}",
            fighter="",
            role="henchman",
            profile=Profile(4, 3, 3, 3, 3, 1, 3, 1, 7),
            group="away",
        )
        for at in range(extra)
    ]
    titles = [one.title for one in recruits]
    named = [
        replace(one, title=f"{one.title} {titles[: at + 1].count(one.title)}")
        if titles.count(one.title) > 1
        else one
        for at, one in enumerate(recruits)
    ]
    name = found.names[side] if side < len(found.names) else f"side {side + 1}"
    company = Company(name=name, army=army, recruits=(*named, *away))
    rated = found.ratings[side] if side < len(found.ratings) else rating(company)
    return replace(company, rating=rated)


def _recruit(library: Library, one: WarriorData, at: int, file: str) -> Recruit:
    key = f"warriors[{at}]"
    band: Band | None = library.bands.get(one.band)
    if band is None:
        raise DataError(
            file,
            f"{key}.band",
            f"expected one of {', '.join(library.bands)}, got {one.band}{nearest(one.band, library.bands)}",
        )
    kind = band.kind(one.fighter)
    if kind is None:
        known = [fighter.id for fighter in band.fighter]
        raise DataError(
            file,
            f"{key}.fighter",
            f"expected one of {', '.join(known)}, got {one.fighter}{nearest(one.fighter, known)}",
        )
    for name in one.gear:
        if name not in library.gear:
            raise DataError(
                file,
                f"{key}.gear",
                f"expected something from the price list, got {name}{nearest(name, library.gear)}",
            )
    for breach in too_much(library, one.gear):
        raise DataError(file, f"{key}.gear", breach)
    traits = traits_of(library)
    for name in one.traits:
        if name not in traits:
            like = nearest(name, traits)
            raise DataError(file, f"{key}.traits", f"expected a trait, a skill or an old injury, got {name}{like}")
    profile = _profile(kind.profile, one, key, file)
    gear = ("natural",) if kind.unarmed else one.gear
    return Recruit(
        id=one.id or f"{kind.id}-{at + 1}",
        title=one.id.replace("-", " ").title() if one.id else kind.title,
        fighter=kind.id,
        role=kind.role,
        profile=profile,
        kind=kind.kind,
        group=kind.id if kind.role == "henchman" else "",
        traits=(*kind.traits, *one.traits),
        gear=gear,
        spells=tuple(one.spells.items()) or (LITANY if "litany" in kind.traits else ()),
        experience=kind.experience,
    )


def traits_of(library: Library) -> frozenset[str]:
    """Every trait, skill and old injury that means something."""
    of_kinds = {trait for band in library.bands.values() for kind in band.fighter for trait in kind.traits}
    skills = {skill for several in library.charts.skills.values() for skill in several}
    return hooked(POINTS) | of_kinds | skills | LASTING


def _profile(usual: Profile, one: WarriorData, key: str, file: str) -> Profile:
    for name, value in one.profile.items():
        if name not in Profile.__struct_fields__:
            raise DataError(
                file, f"{key}.profile", f"expected one of {', '.join(Profile.__struct_fields__)}, got {name}"
            )
        if not 0 <= value <= MOST_OF_A_CHARACTERISTIC:
            expected = f"expected a number from 0 to {MOST_OF_A_CHARACTERISTIC}, got {value}"
            raise DataError(file, f"{key}.profile.{name}", expected)
    return replace(usual, **one.profile)


def _state(book: Warband, setup: dict[str, Any], found: SituationData, file: str) -> State:
    setting = book.setting(setup)
    state = setting.begin()
    sides = len(setting.companies)
    placed = sorted(range(len(found.warriors)), key=lambda at: (found.warriors[at].side, at))
    numbers = [
        number for number, fighter in enumerate(setting.fighters) if not fighter.recruit.id.startswith("away-")
    ]
    by_name = {}
    for number, at in zip(numbers, placed, strict=True):
        by_name[setting.fighters[number].id] = by_name[setting.fighters[number].recruit.id] = number
        _stand(state.warriors[number], found.warriors[at], f"warriors[{at}]", file)
    _absent(state, setting, found, file)
    for number, at in zip(numbers, placed, strict=True):
        _fits(setting.fighters[number], found.warriors[at], f"warriors[{at}]", file)
        state.warriors[number].met = tuple(_met(found.warriors[at], by_name, f"warriors[{at}].met", file))
        check_weapons(looking(setting, state), number, found.warriors[at].weapons, f"warriors[{at}]", file)
    state.order = tuple(found.order) or tuple(range(sides))
    state.phase, state.active, state.round, state.turn = found.phase, found.active, found.round, found.round * sides
    state.opens = False  # the turn that goes on, or is about to begin, is of this round
    state.edges = tuple(found.edges) or (EDGES if sides == 2 else CORNERS)[:sides]
    state.attacker, state.scores = found.attacker, tuple(found.scores) or (0,) * sides
    state.prizes = tuple(_prize(one, by_name, f"prizes[{at}]", file) for at, one in enumerate(found.prizes))
    state.effects = tuple(_effects(setting, state, found, by_name, file))
    fight = looking(setting, state)
    placed_well(fight, {number: f"warriors[{at}]" for number, at in zip(numbers, placed, strict=True)}, file)
    holders(fight, found, file)
    _reach(setting, state)
    return state


def _effects(
    setting: Setting, state: State, found: SituationData, by_name: Mapping[str, int], file: str
) -> Iterator[Enchanted]:
    """Of all spells two last: one on friends, one on enemies.  [war.spell.grace] [war.spell.stone]"""
    for at, effect in enumerate(found.effects):
        key = f"effects[{at}]"
        if effect.spell not in ENDURING:
            like = nearest(effect.spell, ENDURING)
            raise DataError(file, f"{key}.spell", f"expected {' or '.join(ENDURING)}, got {effect.spell}{like}")
        for word in ("on", "by"):
            if getattr(effect, word) not in by_name:
                name = getattr(effect, word)
                raise DataError(file, f"{key}.{word}", f"no warrior is called {name}{nearest(name, by_name)}")
        on, by = by_name[effect.on], by_name[effect.by]
        friends = setting.fighters[on].side == setting.fighters[by].side
        if friends != (setting.library.spells[effect.spell].target == "friend"):
            whom = "an enemy" if friends else "a friend"
            raise DataError(file, f"{key}.on", f"expected {whom} of {effect.by}, got {effect.on}")
        yield Enchanted(effect.spell, on, state.turn, by)


def _met(one: WarriorData, by_name: Mapping[str, int], key: str, file: str) -> Iterator[int]:
    for name in one.met:
        if name not in by_name:
            raise DataError(file, key, f"no warrior is called {name}{nearest(name, by_name)}")
        yield by_name[name]


def _reach(setting: Setting, state: State) -> None:
    """Who has charged this turn has come to the enemies he touches.  [war.charge.resolve]"""
    fight = looking(setting, state)
    for number, warrior in enumerate(state.warriors):
        if warrior.charged:
            warrior.reached = tuple(foes(fight, number))


def _fits(fighter: Fighter, one: WarriorData, key: str, file: str) -> None:
    """Whether he has the wounds and the weapons that are written down."""
    if one.wounds is not None and not 0 <= one.wounds <= fighter.profile.w:
        raise DataError(file, f"{key}.wounds", f"expected a number from 0 to {fighter.profile.w}, got {one.wounds}")
    carried = [*(weapon.id for weapon in fighter.close), *(weapon.id for weapon in fighter.missiles), "fist"]
    for name in one.weapons:
        if name not in carried:
            raise DataError(file, f"{key}.weapons", f"expected one of {', '.join(carried)}, got {name}")


def _stand(warrior: Warrior, one: WarriorData, key: str, file: str) -> None:
    x, y, z = (*one.at, 0.0) if len(one.at) == 2 else one.at
    warrior.x, warrior.y, warrior.z, warrior.fate = inches(x), inches(y), inches(z), "there"
    if one.posture not in ("up", "down", "stunned"):
        raise DataError(file, f"{key}.posture", f"expected up, down or stunned, got {one.posture}")
    warrior.posture = one.posture  # type: ignore[assignment]
    if one.posture != "up":
        warrior.wounds = 0
    if one.wounds is not None:
        warrior.wounds = one.wounds
    for flag in one.flags:
        if flag not in FLAGS:
            raise DataError(
                file,
                f"{key}.flags",
                f"expected one of {', '.join(sorted(FLAGS))}, got {flag}{nearest(flag, FLAGS)}",
            )
        setattr(warrior, flag, True)
    warrior.acted = warrior.acted or warrior.moved or warrior.ran  # a warrior moves once
    warrior.rounds = one.rounds
    if one.weapons:
        warrior.main, warrior.second = one.weapons[0], one.weapons[1] if len(one.weapons) > 1 else ""


def _absent(state: State, setting: Setting, found: SituationData, file: str) -> None:
    """Of those who are not written down so many are out of action, the others have left."""
    for side, _ in enumerate(setting.companies):
        away = [
            n
            for n, fighter in enumerate(setting.fighters)
            if fighter.side == side and fighter.recruit.id.startswith("away-")
        ]
        out = found.out[side] if side < len(found.out) else 0
        if not 0 <= out <= len(away):
            raise DataError(
                file, f"out[{side}]", f"expected at most {len(away)}, those who began and are not here, got {out}"
            )
        for at, number in enumerate(away):
            state.warriors[number].fate = "out" if at < out else "left"


def _prize(one: PrizeData, by_name: dict[str, int], key: str, file: str) -> Prize:
    if one.holder and one.holder not in by_name:
        like = nearest(one.holder, by_name)
        raise DataError(file, f"{key}.holder", f"no warrior is called {one.holder}{like}")
    x, y = inches(one.at[0]), inches(one.at[1])
    return Prize("chest" if one.kind == "chest" else "shard", x, y, by_name.get(one.holder, -1))
