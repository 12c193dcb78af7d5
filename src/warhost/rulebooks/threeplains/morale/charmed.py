"""What magic items have to say in a check. Who is in the piece, and what they are, is told by the checks."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.engine.tally import Step

from ..magic.bearing import nature
from ..setting import Fight
from ..special import specials
from ..special.specials import Failed
from ..state import Number


def settled(fight: Fight, everybody: Iterable[Number], kind: str) -> bool | None:
    """Whether somebody in the piece has what decides a check without these dice."""
    for model in everybody:
        if (decided := specials.passes.first(nature(fight, model), fight, model, kind)) is not None:
            return decided
    return None


def other_stress(fight: Fight, number: Number, names: tuple[str, ...], kind: str) -> tuple[Step, ...]:
    """The dice that an item rolls against the piece in place of its stress; none if there is no such thing."""
    rolled = specials.rolls_stress.first(names, fight, number, kind)
    return rolled.steps if rolled is not None else ()


def rolls_other_stress(names: tuple[str, ...], kind: str) -> str:
    """The item by which the dice against the piece are rolled for in place of being counted, or nothing."""
    heeded = (name for name in names if specials.rolls_stress.heeds((name,)))
    return next(heeded, "") if kind == "break" else ""


def steeled(fight: Fight, everybody: Iterable[Number], kind: str) -> list[tuple[int, str, str]]:
    """The soldiering dice that somebody finds for this check alone, just before it is rolled, and by what."""
    found = [specials.steels.replies(nature(fight, model), fight, model, kind) for model in everybody]
    return [one for each in found for one in each if one[0]]


def once_more(fight: Fight, number: Number, names: tuple[str, ...], kind: Failed) -> str:
    """The item by which both sides roll all dice of a failed check again."""
    return next(filter(None, specials.again.replies(names, fight, number, kind, "")), "")

