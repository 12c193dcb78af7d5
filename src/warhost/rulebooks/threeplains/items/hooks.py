"""What items do, hooked in: the numbers of the list here, and beside them what numbers cannot say.

[tp.magic.items.enchanted] [tp.magic.bound]
"""

from __future__ import annotations

from importlib import import_module

from warhost.engine.data import read_toml

from ..magic.bearing import loans
from ..magic.book import bind, book, dice
from ..magic.lending import worn
from ..magic.verbs import Gift
from ..weapons import WeaponsFile
from .item import Item
from .shelf import DATA, ITEMS

CHAPTERS = (
    "arcana", "armour", "arrows", "blasts", "bolts", "charms", "commands", "dice_hands", "fates", "flights",
    "growing", "hoarding", "hushing", "lore", "melee", "mirrors", "odd_blows", "phantoms", "plagues",
    "plain_arms", "portents", "predicaments", "resolve", "soul", "spying", "stillness", "swapping", "turned_blows",
    "uses", "wands", "warding", "weapons",
)  # fmt: skip
for _chapter in CHAPTERS:  # they hook themselves in when they are read
    import_module(f".{_chapter}", __package__)

WEAPONS = {weapon.id: weapon for weapon in read_toml(DATA / "weapons.toml", WeaponsFile, DATA).weapon}


IN_HAND = ("weapon", "coating")


def weapon_rule(weapon: str) -> str:
    """The rule of the plain weapon that a magic one counts as."""
    return WEAPONS[weapon].rule if weapon else ""


def hook_in(item: Item) -> None:
    book.titles[item.rule] = item.title
    if item.slot in IN_HAND:
        loans.in_hand.add(item.rule)
    if item.study is not None:
        book.studies[item.rule] = item.study
    if item.spell is not None:
        bind(item.spell)
    if item.spell is not None and not item.weapon and item.gives is None:
        return
    if item.dice is not None:
        dice(item.rule, item.title, item.dice)
    if item.dice is None or item.gives is not None:
        worn(item.rule, item.title, item.gives or Gift(), weapon_rule(item.weapon))


for _item in ITEMS.values():
    hook_in(_item)
