"""The army sheet of a side in the middle of a battle: what is left of it, as far as somebody may know."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.sheet import Card, Sheet, Term
from warhost.engine.words import count

from ..armies.cards import COLUMNS, stat_rows
from ..armies.lists import behaviours
from ..bodies import figure, life_of
from ..items.secrecy import known_items, unknown_points
from ..items.shelf import ITEMS
from ..magic.book import book
from ..magic.book import title as magic_title
from ..morale.exhaustion import exhausted
from ..setting import Fight, Setting
from ..siege.indoors import lodging
from ..state import NOBODY, Number, Player, State
from ..titles import called
from .describe import role_words, trait_line

FATES = {
    "waiting": "not yet deployed",
    "slain": "destroyed, or fled for good",
    "away": "off the board",
    "stopped": "out of time",
}
UNKNOWN = ("caged", "offered")  # of those nobody knows yet whether they come
PARTS = {"steed": "steed", "team": "team"}


def sheet(setting: Setting, known: State, side: Player, viewer: int | None) -> Sheet:
    """A card for each piece of a side. Whoever hides is left out for those who do not know where, and so are items
    that they have not seen, with their price.

    [tp.character.halfwit.hidden]
    """
    fight: Fight = Battle(setting, known, Scripted())
    own = [n for n, piece in known.numbered() if piece.side == side and piece.fate not in UNKNOWN]
    seen = [number for number in own if known.pieces[number].fate != "hidden" or side == viewer]
    army = setting.armies[side]
    when = f"turn {known.turn}" if known.turn else "before the battle"
    subtitle = f"{army.points} points, deviancy {army.deviancy}; {when}"
    cards = tuple(_card(fight, number, viewer) for number in seen)
    return Sheet(army.name, subtitle, COLUMNS, cards, _terms(fight, seen, viewer))


def _card(fight: Fight, number: Number, viewer: int | None) -> Card:
    piece, model = fight.state.pieces[number], figure(fight, number)
    entry = fight.setting.entries[piece.entry]
    beside = next((PARTS[line.part] for line in model.blows if line.part in PARTS), "")
    traits = trait_line(model)
    left = piece.models if piece.fate != "slain" else 0
    return Card(
        id=piece.name,
        title=called(fight, number),
        detail=role_words(fight, number) if entry.role else f"{left} of {count(entry.models, 'model')}",
        points=entry.points - unknown_points(fight.setting, fight.state, number, viewer),
        rows=stat_rows(model, model.title, beside),
        gear=_gear(fight, number, viewer),
        remarks=(*([traits] if traits else []), *_remarks(fight, number)),
        boxes=_boxes(left, life_of(fight, number), piece.hurt),
    )


def _gear(fight: Fight, number: Number, viewer: int | None) -> tuple[str, ...]:
    model, items = figure(fight, number), known_items(fight.setting, fight.state, number, viewer)
    weapons = [fight.setting.weapons[weapon].title for weapon in model.weapons]
    magic = [magic_title(rule) for rule in (*items, *fight.state.pieces[number].spells)]
    return (*weapons, *["shield"] * model.shield, *["heavy armour"] * model.heavy, *magic)


def _boxes(models: int, life: int, hurt: int) -> tuple[int, ...]:
    """The life points that are left; the wounded model has fewer."""
    if not models:
        return ()
    return (*(life,) * (models - 1), life - hurt) if hurt else (life,) * models


def _remarks(fight: Fight, number: Number) -> Iterator[str]:
    piece = fight.state.pieces[number]
    if piece.fate in FATES:
        yield FATES[piece.fate]
        return
    if piece.host != NOBODY:
        verb = "hides in" if piece.fate == "hidden" else "with"
        yield f"{verb} {called(fight, piece.host)}"
    if piece.leaders:
        yield "with " + ", ".join(called(fight, leader) for leader in piece.leaders)
    if lodged := lodging(fight, number):
        yield f"inside {lodged.title}"
    if piece.tired:
        spent = ": exhausted" if exhausted(fight, number) else ""
        yield f"{count(piece.tired, 'exhaustion counter')}{spent}"
    if piece.fleeing:
        yield "fleeing"
    if piece.poison:
        yield count(len(piece.poison), "poison marker")


def _terms(fight: Fight, numbers: list[Number], viewer: int | None) -> tuple[Term, ...]:
    used = dict.fromkeys(weapon for number in numbers for weapon in figure(fight, number).weapons)
    weapons = [fight.setting.weapons[weapon] for weapon in used]
    spells = dict.fromkeys(spell for number in numbers for spell in fight.state.pieces[number].spells)
    known = [known_items(fight.setting, fight.state, number, viewer) for number in numbers]
    items = dict.fromkeys(item for found in known for item in found)
    terms = [(weapon.title, weapon.text) for weapon in weapons]
    terms += [(ITEMS[name].title, ITEMS[name].text) for name in (item.rpartition(".")[2] for item in items)]
    terms += [(book[spell].title, book[spell].text) for spell in spells]
    traits = dict.fromkeys(trait for number in numbers for trait in figure(fight, number).traits)
    terms += [(trait, behaviours().get(trait, "")) for trait in traits]
    return tuple(Term(name, text) for name, text in terms if text)
