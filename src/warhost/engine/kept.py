"""What follows from something else alone, worked out once and remembered."""

from __future__ import annotations

from typing import TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found")

MOST = 20_000


class Kept(dict[Key, Found]):
    """A memory with an end: when there is too much in it, it is emptied and begins anew.

    Whoever uses it asks `get` first, so that what is known costs one look into a dictionary:

    >>> squares = Kept[int, int](most=2)
    >>> squares.keep(3, 9), squares.keep(4, 16), squares.get(3)
    (9, 16, 9)
    >>> squares.keep(5, 25), squares.get(3)
    (25, None)
    """

    __slots__ = ("_most",)

    def __init__(self, most: int = MOST) -> None:
        self._most = most

    def keep(self, key: Key, found: Found) -> Found:
        if len(self) >= self._most:
            self.clear()
        self[key] = found
        return found
