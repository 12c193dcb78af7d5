"""A rulebook with army lists, and asking any rulebook whether it has them."""

from __future__ import annotations

from typing import Any, TypeVar

from warhost.engine.battle import State
from warhost.engine.book import Book

from .commission import Commission
from .lists import Lists
from .palette import Palette, seen
from .roster import Roster

S = TypeVar("S", bound=State)
T = TypeVar("T")


class ArmyBook(Book[S, T]):
    """A game whose armies are mustered from lists, and are not brought by its scenarios."""

    lists: Lists

    def palette(self, army: str) -> Palette:
        """What may be chosen from one of its lists; unless the game says more, what its ready rosters hold."""
        return seen(self.lists, army)

    def commission(self, scenario: str | None, side: int, enemy: Roster | None) -> Commission:
        """What whoever writes the roster of a side has to keep to, once an `enemy` has fixed his; unless the game
        says more, the points of that one."""
        return Commission(enemy.points if enemy else 0)


def palette_of(book: Book[Any, Any], army: str) -> Palette | None:
    return book.palette(army) if isinstance(book, ArmyBook) and army in book.lists.armies() else None


def lists_of(book: Book[Any, Any]) -> Lists | None:
    """The army lists of a rulebook; none where scenarios bring their own forces."""
    return book.lists if isinstance(book, ArmyBook) else None
