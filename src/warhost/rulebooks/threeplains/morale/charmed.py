"""What magic items have to say in a check. Who is in the piece, and what they are, is told by the checks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..magic.bearing import nature
from ..setting import Fight
from ..special import specials
from ..special.specials import Failed
from ..state import Number, Pools

if TYPE_CHECKING:
    from .checks import Kind


def settled(fight: Fight, everybody: Iterable[Number], kind: str) -> bool | None:
    """Whether somebody in the piece has what decides a check without these dice."""
    for model in everybody:
        if (decided := specials.passes.first(nature(fight, model), fight, model, kind)) is not None:
            return decided
    return None


def mustered(fight: Fight, everybody: Iterable[Number], kind: Kind, pools: Pools) -> Pools:
    """The dice of a check as what somebody in the piece has makes them, just before they are rolled."""
    for model in everybody:
        pools = specials.before_check.fold(nature(fight, model), pools, fight, model, kind)
    return pools


def once_more(fight: Fight, number: Number, names: tuple[str, ...], kind: Failed) -> str:
    """The item by which both sides roll all dice of a failed check again."""
    return next(filter(None, specials.again.replies(names, fight, number, kind, "")), "")

