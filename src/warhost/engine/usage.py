"""What is usual in a game, and the rules that have it otherwise.

A point (`point.py`) is for what many rules have a say in. Where one thing answers a whole family of questions, as
the works of a fortress do, these are the methods of a class, each with the answer of a game without it:

    class Ramparts:
        def barred(self, fight: Fight, number: Number) -> Refusal | None:
            return None

    RAMPARTS = Usage(Ramparts)

A rule that has it otherwise brings a class with the methods that it changes, under its name:

    @RAMPARTS("tp.siege.levels")
    class Fortress(Ramparts): ...

The phases call the method, on what holds under the rules of the game that is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Usage(Generic[T]):
    """A family of questions with its usual answers, and those of rules."""

    __slots__ = ("_others", "_usual")

    def __init__(self, usual: type[T]):
        self._usual = usual
        self._others: dict[str, type[T]] = {}

    def __call__(self, *names: str) -> Callable[[type[T]], type[T]]:
        """What the rules of these names have otherwise."""

        def register(other: type[T]) -> type[T]:
            for name in names:
                if name in self._others:
                    raise ValueError(f"{name!r} has its own {self._usual.__name__} already")
                self._others[name] = other
            return other

        return register

    def under(self, names: Iterable[str]) -> T:
        """What holds under all these rules together; where two of them answer the same, the first is heard."""
        others = tuple(dict.fromkeys(self._others[name] for name in names if name in self._others))
        whole: type[T] = type(self._usual.__name__, others or (self._usual,), {})
        return whole()

    @property
    def others(self) -> frozenset[type[T]]:
        """All that rules have otherwise."""
        return frozenset(self._others.values())
