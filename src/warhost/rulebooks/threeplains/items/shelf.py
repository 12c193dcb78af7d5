"""All magic items that are played, from data/items.toml.  [tp.magic.items.enchanted]"""

from __future__ import annotations

from pathlib import Path

from warhost.engine.data import read_toml

from .item import Item, ItemsFile

DATA = Path(__file__).parents[1] / "data"

ITEMS: dict[str, Item] = {item.id: item for item in read_toml(DATA / "items.toml", ItemsFile, DATA).item}
