"""A piece in a few lines, for whoever points at it: how many, what they are worth in a fight, who leads them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict

from warhost.engine.words import count

from ..bodies import figure, strength, width_of
from ..events.beasts import REACTIONS
from ..figure import INCH, Blows, Figure
from ..items.secrecy import known_items
from ..machines.engines import engine_of
from ..magic.bearing import carried, effects_on
from ..magic.book import book
from ..magic.book import title as spell_title
from ..moving.groups import parts
from ..setting import Fight
from ..state import NOBODY, Number
from ..titles import called


def details(fight: Fight, number: Number, side: int | None) -> tuple[str, ...]:
    """One line each, none of them twice; what `side` may not know is left out."""
    return tuple(dict.fromkeys(line for line in _lines(fight, number, side) if line))


def _lines(fight: Fight, number: Number, side: int | None) -> Iterator[str]:
    piece, setting = fight.state.pieces[number], fight.setting
    if strength(fight, number) > 1:
        yield _numbers(fight, number)
    yield stat_line(figure(fight, number))
    yield gear_line(fight, number)
    yield trait_line(figure(fight, number))
    yield f"deviancy {setting.entries[piece.entry].deviancy}"
    for unit, _ in parts(fight, number):
        if unit != number:
            how = "herded" if unit == piece.masters else "backed"
            yield f"{how} by {called(fight, unit)}: {stat_line(figure(fight, unit))}"
        for leader in fight.state.pieces[unit].leaders:
            yield leader_line(fight, leader)
            yield from item_lines(fight, leader, side)
            yield from spell_lines(fight, leader)
    if piece.lawless:
        yield f"wild: {REACTIONS[piece.wild].format(its='its')}"
    if figure(fight, number).breath:
        yield f"breath weapon, used {count(piece.breaths, 'time')}"
    if engine := engine_of(fight, number):
        near, far = engine.range
        yield f"shoots {f'{near:g} to ' if near else ''}{far:g} inches, damage 1-{engine.damage}"
    if figure(fight, number).impact:
        yield f"impact hits D{figure(fight, number).impact}"
    yield from item_lines(fight, number, side)
    yield from spell_lines(fight, number)
    if piece.charge_target != NOBODY:
        yield f"charging {called(fight, piece.charge_target)}"
    if piece.poison:
        yield f"{count(len(piece.poison), 'poison marker')}, the strongest of level {max(piece.poison)}"
    for halfwit, hidden in fight.state.numbered():
        if hidden.fate == "hidden" and hidden.host == number and hidden.side == side:
            yield f"{called(fight, halfwit)} is hidden in it"


def item_lines(fight: Fight, number: Number, side: int | None) -> Iterator[str]:
    """The magic items it carries as far as `side` knows, those without magic now in brackets."""
    left, said = list(carried(fight, number)), []
    for item in known_items(fight.setting, fight.state, number, side):
        said.append(spell_title(item) if item in left else f"({spell_title(item)})")
        if item in left:
            left.remove(item)
    if said:
        yield f"{called(fight, number)} carries {', '.join(said)}"


def spell_lines(fight: Fight, number: Number) -> Iterator[str]:
    """The spells a wizard knows, those gone for now in brackets; and what lies on a piece."""
    piece = fight.state.pieces[number]
    gone = (*piece.tried, *piece.swapped)
    if piece.spells:
        known = [f"({spell_title(spell)})" if spell in gone else spell_title(spell) for spell in piece.spells]
        stored = f"; {count(piece.mana, 'die', 'dice')} laid by" if piece.mana else ""
        yield f"{called(fight, number)} knows {', '.join(known)}{stored}"
    for source in dict.fromkeys(effect.source for effect in effects_on(fight, number)):
        spell = book.spells.get(source)
        yield f"under {spell_title(source)}{f': {spell.text}' if spell else ''}"


def _numbers(fight: Fight, number: Number) -> str:
    """How many are left of how many, and how they stand."""
    piece = fight.state.pieces[number]
    entry = fight.setting.entries[piece.entry]
    left = f"{piece.models} of {count(entry.models, 'model')}"
    front = "standing loosely" if piece.places else f"{width_of(piece)} wide"
    if piece.wedge and not piece.narrow:
        front = "in a wedge" if piece.wedge == 1 else f"in a wedge of {piece.wedge} points"
    command = ", with a command model" if piece.command else ""
    return f"{left}, {front}{command}"


def leader_line(fight: Fight, leader: Number) -> str:
    piece = fight.state.pieces[leader]
    found = figure(fight, leader)
    wounds = f", {piece.hurt} of {found.life + piece.vigour} life points lost" if piece.hurt else ""
    return f"{role_words(fight, leader)} {called(fight, leader)}: {stat_line(found)}{wounds}"


def role_words(fight: Fight, character: Number) -> str:
    entry = fight.setting.entries[fight.state.pieces[character].entry]
    own = "battle standard" if entry.role == "standard" else entry.role or "model"
    if not entry.general:
        return own
    return "general" if own in ("general", "hero") else f"general and {own}"


def stat_line(found: Figure) -> str:
    """'moves 7, 1 attack of rating 4 and damage 1, toughness 3, 1 life point, soldiering 4'; riders and steeds
    strike each with their own values. What is nought goes without saying."""
    ground = f"moves {found.movement // INCH}" if found.movement else "does not move"
    wings = f"flies {found.flight // INCH}" if found.flight else ""
    blows = " and ".join(_blow(line) for line in found.blows) or "no attacks"
    saves = [f"{name} {part}" for name, part in asdict(found.save).items() if part] or ["no save"]
    rest = [*saves, count(found.life, "life point"), f"soldiering {found.soldiering}"]
    return ", ".join(word for word in (ground, wings, blows, *rest) if word)


def _blow(line: Blows) -> str:
    who = "" if line.part == "self" else f"{line.part}: "
    damage = "1" if line.damage == 1 else f"1-{line.damage}"
    less = f" (toughness -{line.toughness})" if line.toughness else ""
    less += f" (agility -{line.agility})" if line.agility else ""
    return f"{who}{count(line.attacks, 'attack')} of rating {line.rating} and damage {damage}{less}"


def gear_line(fight: Fight, number: Number) -> str:
    found = figure(fight, number)
    worn = [fight.setting.weapons[weapon].title for weapon in found.weapons]
    dropped = ["pikes dropped"] if fight.state.pieces[number].pikes_dropped else []
    return ", ".join(worn + ["shield"] * found.shield + ["heavy armour"] * found.heavy + dropped)


def trait_line(found: Figure) -> str:
    rated = [f"{trait} {found.ratings[trait]}" if trait in found.ratings else trait for trait in found.traits]
    hated = [f"hates {', '.join(found.hates)}"] if found.hates else []
    return ", ".join(rated + hated)
