"""What magic items have to say in a check. Who is in the piece, and what they are, is told by the checks."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.engine.tally import Step

from ..magic.bearing import nature
from ..setting import Fight
from ..special.specials import special


def settled(fight: Fight, everybody: Iterable[int], kind: str) -> bool | None:
    """Whether somebody in the piece has what decides a check without these dice."""
    for model in everybody:
        for hook in special.at("passes", nature(fight, model)):
            if (decided := hook(fight, model, kind)) is not None:
                return bool(decided)
    return None


def other_stress(fight: Fight, number: int, names: tuple[str, ...], kind: str) -> tuple[Step, ...]:
    """The dice that an item rolls against the piece in place of its stress; none if there is no such thing."""
    rolled = (hook(fight, number, kind) for hook in special.at("rolls stress", names))
    return next((tally.steps for tally in rolled if tally is not None), ())


def once_more(fight: Fight, number: int, names: tuple[str, ...], kind: str) -> str:
    """The item by which both sides roll all dice of a failed check again."""
    hooks = special.at("checks again", names)
    return next((item for hook in hooks if (item := hook(fight, number, kind))), "")


def quail(fight: Fight, number: int, feared: Iterable[int]) -> None:
    """Some of those whom it may fear take heart from its fright."""
    for model in feared:
        for hook in special.at("enemy quails", nature(fight, model)):
            hook(fight, model, number)
