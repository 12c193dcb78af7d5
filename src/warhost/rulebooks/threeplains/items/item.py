"""What the list says of a magic item: who may have it, what it costs, what it is made of.  [tp.magic.items]"""

from __future__ import annotations

from typing import Literal

from msgspec import field

from warhost.engine.bounds import Count
from warhost.engine.data import Definition

from ..armies.profiles import Armour, Discipline
from ..magic.verbs import Dice, Gift, Spell, Study

Often = Literal["once", "any", "doubling", "pair"]
"""How often a side may take it: once, as often as it likes, for twice the price each time, or twice for two."""

FREE = (
    "ring", "trinket", "potion", "scroll", "book", "stone", "pearl", "crystal ball", "box", "pendant", "horn",
    "companion",
)  # fmt: skip
"""What a character can wear or carry several of.  [tp.magic.items.unique] [tp.magic.items.potions]"""
HEAD = ("crown", "hat", "helmet")
"""What is worn on the one head that a character has.  [tp.magic.items.unique]"""


class Item(Definition, frozen=True, kw_only=True):
    """A magic item. What numbers cannot say of it is a function hooked in by its rule."""

    rule: str  # tp.item.kind.id
    title: str
    text: str
    points: Count
    races: dict[str, Count] = field(default_factory=dict)  # what another price is asked from
    any_for: tuple[str, ...] = ()  # the races that may take it as often as they like
    often: Often = "once"
    not_for: tuple[str, ...] = ()  # the races that may not take it
    not_with: tuple[str, ...] = ()  # items that nobody has together with it
    not_beside: str = ""  # the kind of breath that nobody in the same army may have
    slot: str = ""  # where it is worn or held
    carried: Literal["any", "foot", "mounted"] = "any"
    weapon: str = ""  # the plain weapon that it counts as
    shot_with: tuple[str, ...] = ()  # the plain weapons of which one is needed to shoot it
    armour: Armour | None = None  # the suit that it is instead of the wearer's own
    shield: bool = False
    teaches: tuple[Discipline, ...] = ()  # the magic of which it makes a basic wizard of whoever is none
    gremlins: Count = 0  # how many it may let out in a battle
    counts: tuple[str, str] | None = None  # what the number is of that it comes to: of one, of several
    gives: Gift | None = None
    dice: Dice | None = None
    study: Study | None = None
    spell: Spell | None = None

    @property
    def id(self) -> str:
        """As rosters write it."""
        return self.rule.rpartition(".")[2]

    @property
    def kind(self) -> str:
        """weapon, armour, enchanted, arcane or command: the chapter of the list."""
        return self.rule.split(".")[2]

    def price(self, race: str, taken: int) -> int:
        """What the next one costs a side of this race that has taken so many.

        [tp.list.source.item_privileges] [tp.magic.items.unique]
        """
        points = self.races.get(race, self.points)
        return points << taken if self.often == "doubling" else points

    def repeatable(self, race: str) -> bool:
        return self.often in ("any", "doubling", "pair") or race in self.any_for


class ItemsFile(Definition, frozen=True):
    """items.toml."""

    item: tuple[Item, ...]
