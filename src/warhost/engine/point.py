"""Points of a game at which special rules have a say, each with its type.

A rulebook names its points once and says what is handed to whoever hooks in there, and what comes back:

    shot_at: Point[[Shot, Tally], None] = Point("what the target is changes the percentage")

A special rule is one function, found by the name of the skill, trait, spell or item that bears it:

    @shot_at("camouflage")
    def camouflaged(shot: Shot, tally: Tally) -> None: ...

The phases run a point for those names that somebody bears at that moment, and never ask what they are called:

    shot_at.each(piece.skills, shot, tally)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")
V = TypeVar("V")


class Point(Generic[P, R]):
    """A moment of the game, and what special rules do at it, in the order in which their names are borne."""

    __slots__ = ("_hooks", "what")

    def __init__(self, what: str):
        self.what = what
        self._hooks: dict[str, Callable[P, R]] = {}

    def __call__(self, *names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Hook a function in here, for the special rules of these names."""

        def register(hook: Callable[P, R]) -> Callable[P, R]:
            for name in names:
                if name in self._hooks:
                    raise ValueError(f"{name!r} is already hooked in: {self.what}")
                self._hooks[name] = hook
            return hook

        return register

    # --- running it ----------------------------------------------------------------------------------------

    def each(self, names: Iterable[str], *args: P.args, **kwargs: P.kwargs) -> None:
        """All of them have their say."""
        for name in names:
            if (hook := self._hooks.get(name)) is not None:
                hook(*args, **kwargs)

    def first(self, names: Iterable[str], *args: P.args, **kwargs: P.kwargs) -> R | None:
        """The first reply that is one; those after it are not asked."""
        for name in names:
            if (hook := self._hooks.get(name)) is not None and (reply := hook(*args, **kwargs)) is not None:
                return reply
        return None

    def any(self, names: Iterable[str], *args: P.args, **kwargs: P.kwargs) -> bool:
        """Whether one of them says so; those after it are not asked."""
        return any(self.replies(names, *args, **kwargs))

    def replies(self, names: Iterable[str], *args: P.args, **kwargs: P.kwargs) -> Iterator[R]:
        """What each of them says, as far as anybody listens."""
        for name in names:
            if (hook := self._hooks.get(name)) is not None:
                yield hook(*args, **kwargs)

    def fold(
        self: Point[Concatenate[V, Q], V], names: Iterable[str], value: V, *args: Q.args, **kwargs: Q.kwargs
    ) -> V:
        """A value that each of them may change and hands on to the next."""
        for name in names:
            if (hook := self._hooks.get(name)) is not None:
                value = hook(value, *args, **kwargs)
        return value

    def heeds(self, names: Iterable[str]) -> bool:
        """Whether anything of these names is hooked in here: for what is dear to work out."""
        return any(name in self._hooks for name in names)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._hooks)


def hooked(points: Iterable[Point[Any, Any]]) -> frozenset[str]:
    """Everything that is hooked in at any of these points, to be held against the names that data give."""
    return frozenset(name for point in points for name in point.names)
