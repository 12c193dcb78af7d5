"""Special rules, found by name.

A trait, a skill, an item hooks in at a named point of the game; the phases ask for whatever is hooked there and
never ask what it is called:

    @special("camouflage", on="shot at")
    def camouflaged(shot: Shot) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Hook = TypeVar("Hook", bound=Callable[..., Any])


class Specials:
    """The special rules of one rulebook."""

    def __init__(self, points: Iterable[str]):
        self._hooks: dict[str, dict[str, Callable[..., Any]]] = {point: {} for point in points}

    def __call__(self, *names: str, on: str) -> Callable[[Hook], Hook]:
        """Hook a function in at a point, for the skills or traits of these names."""
        if on not in self._hooks:
            raise ValueError(f"no point called {on!r}; there are: {', '.join(self._hooks)}")

        def register(hook: Hook) -> Hook:
            for name in names:
                if name in self._hooks[on]:
                    raise ValueError(f"{name!r} is already hooked in at {on!r}")
                self._hooks[on][name] = hook
            return hook

        return register

    def at(self, point: str, names: tuple[str, ...]) -> list[Callable[..., Any]]:
        """What these skills or traits do at this point, in the order in which they are carried."""
        hooks = self._hooks[point]
        return [hooks[name] for name in names if name in hooks] if names else []

    def has(self, point: str, names: tuple[str, ...]) -> bool:
        hooks = self._hooks[point]
        return any(name in hooks for name in names)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for hooks in self._hooks.values() for name in hooks)
