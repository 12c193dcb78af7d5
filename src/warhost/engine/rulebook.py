"""Finding the rulebooks that are installed: each is a `Book` named by an entry point of the group below."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from .book import Book, Unknown
from .campaign import NAME, Campaign

GROUP = "warhost.rulebooks"


def installed() -> dict[str, str]:
    """The ids of the rulebooks that are here, and where each is written."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def rulebook(name: str, extra: Path | None = None) -> Book[Any, Any]:
    """The rulebook of this id, with a folder of the player's own data if there is one.

    `ID.campaign` are the campaigns of the rulebook ID.
    """
    base, _, part = name.partition(".")
    if part == NAME:
        return campaign_of(rulebook(base, extra))
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name not in found:
        raise Unknown(f"no rulebook is called {name!r}; there are: {', '.join(sorted(found))}")
    made: Book[Any, Any] = found[name].load()(extra)
    return made


def campaign_of(book: Book[Any, Any]) -> Campaign[Any, Any]:
    """The campaigns of a rulebook that has them."""
    if book.campaign is None:
        raise Unknown(f"{book.title} has no campaigns")
    return book.campaign
