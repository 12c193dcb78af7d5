"""All spells there are: those of the eight disciplines, and those that items hold.

[tp.spell.list] [tp.magic.disciplines] [tp.spell.conventions]
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from warhost.engine.data import read_toml

from ..bodies import figure
from ..setting import Fight
from ..state import Number, Player
from .bearing import carried, loans
from .lending import lent
from .verbs import ONE_MODEL, Dice, Spell, SpellsFile, Study

DATA = Path(__file__).parents[1] / "data"


class Book:
    """Spells, and what items give to those who cast and learn them, by their rules."""

    def __init__(self) -> None:
        self.spells: dict[str, Spell] = {}
        self.dice: dict[str, Dice] = {}
        self.studies: dict[str, Study] = {}
        self.titles: dict[str, str] = {}

    def write(self, spell: Spell) -> None:
        self.spells[spell.rule] = spell
        self.titles[spell.rule] = spell.title
        if spell.target in ONE_MODEL:
            loans.personal.add(spell.rule)
        if spell.gives is not None:
            lent(spell.rule, spell.title, spell.gives)

    def __getitem__(self, rule: str) -> Spell:
        return self.spells[rule]

    def of(self, discipline: str) -> list[Spell]:
        """The spells of a discipline in their order."""
        found = [spell for spell in self.spells.values() if spell.discipline == discipline]
        return sorted(found, key=lambda spell: spell.number)


book = Book()
for _spell in read_toml(DATA / "spells.toml", SpellsFile, DATA).spell:
    book.write(_spell)


def bind(spell: Spell) -> None:
    """An item holds this spell.  [tp.magic.bound]"""
    book.write(spell)


def dice(source: str, title: str, given: Dice) -> None:
    """An item gives dice to its bearer."""
    book.dice[source], book.titles[source] = given, title


def wizard(fight: Fight, number: Number) -> bool:
    """By nature, or by an item for as long as he has it.

    [tp.character.wizard] [tp.magic.casters] [tp.item.enchanted.apprentice_kit]
    """
    sheet = figure(fight, number)
    return bool(sheet.disciplines) and (not sheet.taught_by or sheet.taught_by in carried(fight, number))


def in_play(fight: Fight, spell: str, side: Player) -> bool:
    return any(effect.source == spell and effect.side == side for effect in fight.state.effects)


def title(source: str) -> str:
    """What players call a spell or an item."""
    return book.titles.get(source, source.rpartition(".")[2].replace("_", " "))


def spend(fight: Fight, number: Number, item: str, times: str, drawn: str = "") -> None:
    """An item has been used: for good, or until its bearer's next turn; `drawn` is what of it, if not all."""
    piece = fight.state.pieces[number]
    if times == "battle":
        piece.used += (item,)
    elif times == "turn":
        piece.drawn += (drawn or item,)


def unspent(fight: Fight, number: Number) -> Iterator[str]:
    """The items that it carries and has not used this turn."""
    return (item for item in carried(fight, number) if item not in fight.state.pieces[number].drawn)
