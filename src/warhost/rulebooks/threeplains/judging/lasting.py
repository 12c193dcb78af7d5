"""What lies on pieces and players when a situation begins: tempers, poison, magic laid by, spells at work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta

from warhost.engine.data import Definition, nearest
from warhost.engine.field.compass import of_degrees
from warhost.roster.roster import Fault

from ..figure import inches
from ..items.shelf import ITEMS
from ..land.terrain import Spot
from ..magic.bearing import SILENCE, lay, loans
from ..magic.book import book
from ..magic.targets import one_model
from ..morale.checks import members
from ..setting import Fight
from ..special import specials
from ..state import BOTH, NEVER, NOBODY, Clock, Effect, Number, Piece, ThisTurn
from .spellcasting import PREFIX, spell_rules

Count = Annotated[int, Meta(ge=0, le=1_000)]
Inches = Annotated[float, Meta(ge=0, le=240)]
Level = Annotated[int, Meta(ge=1, le=6)]  # of a poison
Degrees = Annotated[float, Meta(ge=-360, le=360)]
SIDES = ("ours", "theirs")


class Lasting(Definition, frozen=True, kw_only=True):
    """The rarer things that have happened to a piece; lengths in inches, angles in degrees."""

    # this turn
    surge: Inches = 0  # what a mob has rolled for its movement
    straight: Degrees | None = None  # the heading of its move, if that was one straight line
    since_turn: Inches | None = None  # how far it has gone straight since it last turned
    charge_turn: Inches = 0  # how far its charge has come this turn
    charge_struck: Inches = 0  # how far its last charge came in the turn in which it struck home
    charge_fights: bool = False  # its charge fights its first round this turn
    charge_ended: bool = False
    redirected: bool = False
    nudged: bool = False
    struck_defensively: bool = False
    held_and_shot: bool = False
    held_fire: tuple[str, ...] = ()  # the enemies whom it has let come near
    countered: bool = False  # it has been asked for a counter charge
    charged: bool = False  # an enemy has run at it in a charge this turn
    breathed: bool = False  # its breath has been asked for
    fallen: tuple[str, ...] = ()  # characters and backing units that died in it
    # lasting
    slain: bool = False
    flight_heading: Degrees | None = None
    flight_run: Inches = 0
    fled_from: tuple[str, ...] = ()
    rallied: Count | None = None  # how many players' turns ago; 0 is this one
    frenzy: Literal["", "raging", "spent"] = ""
    poison: tuple[Level, ...] = ()  # the level of each marker on it
    bled: bool = False
    tormentor: str = ""
    goal: Spot | None = None  # where a wild beast is bound for
    herd: str = ""  # the pack that masters who were left behind follow
    breaths: Count = 0
    silent: Count = 0  # for how many players' turns, this one too, a machine cannot shoot
    crooked: Count = 0
    # magic
    swapped: tuple[str, ...] = ()  # spells given up for a die
    reads: Count = 0  # how many of its spells it may try in a turn, if not all
    mana: Count = 0  # magic dice laid by
    warded: Count = 0  # ether dice laid by
    vigour: Count = 0  # life points beyond those of its profile
    used: tuple[str, ...] = ()  # items used up for good
    drawn: tuple[str, ...] = ()  # items used this turn
    shown: tuple[str, ...] = ()  # items that the enemy knows of


AS_WRITTEN = (
    "charge_ended", "redirected", "nudged", "struck_defensively", "held_and_shot", "frenzy", "poison", "bled",
    "breaths", "crooked", "reads", "mana", "warded", "vigour",
)  # fmt: skip
LENGTHS = ("surge", "charge_turn", "charge_struck", "flight_run")
ENEMIES = ("held_fire", "fled_from")
NAMED = ("tormentor", "herd")
THIS_TURN = ("charged", "charge_fights", "countered", "breathed")  # the state keeps the clock of the turn


def mentions(now: Lasting) -> Iterator[tuple[str, str]]:
    """The pieces that it names, with the key where that is."""
    for key in (*ENEMIES, "fallen"):
        yield from ((key, name) for name in getattr(now, key))
    yield from ((key, getattr(now, key)) for key in NAMED if getattr(now, key))


def write(piece: Piece, name: str, value: object) -> None:
    """Among what lasts one turn, if it does."""
    setattr(piece.turn if name in ThisTurn.__struct_fields__ else piece, name, value)


def lasted(piece: Piece, now: Lasting, numbers: Mapping[str, Number], clock: Clock) -> None:
    """Write it into the state."""
    for name in AS_WRITTEN:
        write(piece, name, getattr(now, name))
    for name in LENGTHS:
        write(piece, name, inches(getattr(now, name)))
    for name in THIS_TURN:
        if getattr(now, name):
            setattr(piece, name, clock)
    for name in NAMED:
        if value := getattr(now, name):
            setattr(piece, name, numbers[value])
    if now.straight is not None:
        piece.turn.straight = of_degrees(now.straight)
    if now.since_turn is not None:
        piece.turn.since_turn = inches(now.since_turn)
    if now.held_fire:
        piece.held_fire = (clock, *(numbers[name] for name in now.held_fire))
    if now.rallied is not None:
        piece.rallied = Clock(clock - now.rallied)
    if now.silent:
        piece.silent_until = Clock(clock + now.silent)
    if now.goal is not None:
        piece.goal = (inches(now.goal[0]), inches(now.goal[1]))
    piece.fled_from = tuple(numbers[name] for name in now.fled_from)
    piece.fallen = tuple(numbers[name] for name in now.fallen)
    piece.swapped = spell_rules(now.swapped)
    piece.used, piece.drawn, piece.shown = (item_rules(items) for items in (now.used, now.drawn, now.shown))


def item_rules(items: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(ITEMS[item].rule for item in items)


def magic_faults(
    now: Lasting, spells: tuple[str, ...], tried: tuple[str, ...], items: tuple[str, ...]
) -> Iterator[Fault]:
    """Spells it gave up without knowing them, items it used up without having them."""
    for key, gone in {"tried": tried, "swapped": now.swapped}.items():
        for name in gone:
            if name not in spells:
                yield key, f"expected one of its spells, got {name}{nearest(name, spells)}"
    for key in ("used", "drawn", "shown"):
        for name in getattr(now, key):
            if name not in items:
                yield key, f"expected one of its items, got {name}{nearest(name, items)}"


# --- spells and items at work --------------------------------------------------------------------------------


class SituationEffect(Definition, frozen=True, kw_only=True):
    """A spell or an item at work on a piece and all who are in it; on nobody it is what a player holds."""

    source: str  # base.great_fortune, potion_of_strength
    on: str = ""
    by: str = ""  # who cast it or has it; if nobody is named, whom it lies on
    side: Literal["ours", "theirs"] | None = None  # whose it is, if that is not the side of who cast it
    ends: Count = 2  # at the start of which player's turn from now on; 0 for one that stays
    number: Count = 1  # how strong it is, or how much is left
    foe: str = ""
    single: bool = False  # on one model of a group alone


def effect_faults(effects: tuple[SituationEffect, ...]) -> Iterator[Fault]:
    for index, one in enumerate(effects):
        key = f"effects[{index}]"
        if source_of(one.source) is None:
            parts = sorted(name for name in _by_name() if name.startswith(f"{one.source}/"))
            hint = f"; write {' or '.join(parts)}" if parts else nearest(one.source, _by_name())
            yield f"{key}.source", f"expected a spell or item that lasts, got {one.source}{hint}"
        if not one.on and not one.by and one.side is None:
            yield f"{key}.side", "expected on = a piece; or the side that holds it"
        if one.single and not one.on:
            yield f"{key}.single", "expected on = the group of that model"


def effect_mentions(effects: tuple[SituationEffect, ...]) -> Iterator[tuple[str, str]]:
    for index, one in enumerate(effects):
        for key in ("on", "by", "foe"):
            if name := getattr(one, key):
                yield f"effects[{index}].{key}", name


def lay_effect(fight: Fight, one: SituationEffect, numbers: Mapping[str, Number]) -> None:
    source = source_of(one.source)
    assert source is not None
    target = numbers[one.on] if one.on else NOBODY
    caster = numbers[one.by] if one.by else target
    side = BOTH[SIDES.index(one.side)] if one.side else fight.state.pieces[caster].side
    ends = fight.state.clock_in(one.ends) if one.ends else NEVER
    foe = numbers[one.foe] if one.foe else NOBODY
    for member in _covered(fight, target, source, one.single):
        lay(fight, Effect(source, caster, member, side, ends, one.number, foe, one.single))


def lay_spell(fight: Fight, spell: str, number: Number) -> None:
    """One that lies on a piece until the next turn of whose turn it is."""
    single = one_model(book[spell]) and fight.state.pieces[number].models > 1
    for member in _covered(fight, number, spell, single):
        lay(fight, Effect(spell, number, member, fight.state.active, fight.state.clock_in(2), single=single))


def _covered(fight: Fight, target: Number, source: str, single: bool) -> tuple[Number, ...]:
    """As the spell itself would be laid: on all in a piece, on one model alone, or on the bearer of an item."""
    spell = book.spells.get(source)
    alone = target == NOBODY or single or source == SILENCE or (spell is not None and one_model(spell))
    return (target,) if alone else tuple(members(fight, target))


def source_of(name: str) -> str | None:
    """The rule of what is called so, if it can lie on anybody. A spell of which only parts do, as its dice say or
    each for a time of its own, is none by its bare name."""
    return _by_name().get(name)


def _by_name() -> dict[str, str]:
    hooked = (name for name in specials.names() if name.startswith("tp."))
    counted = (rule for rule in book.titles if rule.startswith("tp.item.") and "/" in rule)
    at_work = [*loans.lent, *loans.taken, *loans.marks, *hooked, *counted]
    in_parts = {rule.partition("/")[0] for rule in at_work if "/" in rule}.difference(at_work)
    lasting = [rule for rule, spell in book.spells.items() if spell.lasts != "instant" and rule not in in_parts]
    rules = [*lasting, *at_work]
    found = {rule.removeprefix(PREFIX): rule for rule in rules if rule.startswith(PREFIX)}
    items = {rule.split(".", 3)[3]: rule for rule in rules if rule.startswith("tp.item.")}
    return _by_their_parts(items) | found


def _by_their_parts(items: Mapping[str, str]) -> dict[str, str]:
    """An item that lays one thing of its own on somebody is meant by its name alone, which does nothing there; of
    several each has to be named.
    """
    laid: dict[str, list[str]] = {}
    for name, rule in items.items():
        laid.setdefault(name.partition("/")[0], []).extend([rule] if "/" in name else [])
    known = {**loans.lent, **loans.taken}
    parts = {name: rules for name, rules in laid.items() if rules and items.get(name) not in known}
    whole = {name: rule for name, rule in items.items() if name not in parts}
    return whole | {name: rules[0] for name, rules in parts.items() if len(rules) == 1}
