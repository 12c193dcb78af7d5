"""What lies on somebody until some moment: spells, wounds, orders, fright.

A rulebook's own kinds of effects add what they need (who cast it, how strong it is). The state keeps them in one
tuple, so a copy of the state costs nothing more and equality is identity for as long as none comes or goes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

NEVER = -1  # the end of what ends otherwise, or not at all


class Lasting(msgspec.Struct, frozen=True, array_like=True):
    """Something at work: the rule it comes from, on whom it lies, and the clock at which it ends."""

    source: str
    bearer: int
    ends: int


L = TypeVar("L", bound=Lasting)


def laid(effects: tuple[L, ...], *more: L) -> tuple[L, ...]:
    return (*effects, *more)


def lifted(effects: tuple[L, ...], gone: L) -> tuple[L, ...]:
    """Without this very one; another that is equal to it stays."""
    return tuple(effect for effect in effects if effect is not gone)


def parted(effects: tuple[L, ...], over: Callable[[L], bool]) -> tuple[tuple[L, ...], tuple[L, ...]]:
    """Those that go on, and those of which this is true. Where none is, what goes on is the same tuple."""
    ended = tuple(effect for effect in effects if over(effect))
    if not ended:
        return effects, ()
    return tuple(effect for effect in effects if effect not in ended), ended


def due(clock: int) -> Callable[[Lasting], bool]:
    """Whether an effect is over at this clock."""
    return lambda effect: effect.ends != NEVER and effect.ends <= clock
