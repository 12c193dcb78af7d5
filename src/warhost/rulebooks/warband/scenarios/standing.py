"""How a battle stands by what its scenario counts, in words that everybody may hear.  [war.scen.end]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from warhost.engine.words import sentence

from ..nerve.heart import losses
from ..setting import Fight
from ..state import NOBODY
from .ending import TO_BREAK_THROUGH, broken_through, shards_of


def standing(fight: Fight) -> str:
    """What the scenario counts first, then what each side has lost: that decides who runs, and who wins at last."""
    lost = (losses(fight, side) for side in range(len(fight.setting.companies)))
    losing = "lost: " + _against(f"{out} of {started}" for out, started in lost)
    counted = COUNTED.get(fight.setting.scenario.id)
    return sentence(f"{counted(fight)}; {losing}" if counted else losing)


def _against(counts: Iterable[object]) -> str:
    return " to ".join(str(count) for count in counts)


def _shards(fight: Fight) -> str:
    """[war.scen.hunt]"""
    return f"shards: {_against(shards_of(fight, side) for side in range(len(fight.setting.companies)))}"


def _through(fight: Fight) -> str:
    """[war.scen.breakthrough]"""
    return f"broken through: {len(broken_through(fight))} of {TO_BREAK_THROUGH}"


def _belfry(fight: Fight) -> str:
    """[war.scen.tower]"""
    return f"points: {_against(fight.state.scores)}"


def _chest(fight: Fight) -> str:
    """[war.scen.box]"""
    for prize in fight.state.prizes:
        if prize.holder != NOBODY:
            return f"the chest: with {fight.setting.called(fight.state.warriors[prize.holder].side)}"
        if prize.taken != NOBODY:
            return f"the chest: carried off by {fight.setting.called(prize.taken)}"
    return "the chest: with nobody"


COUNTED: Mapping[str, Callable[[Fight], str]] = {
    "hunt": _shards, "breakthrough": _through, "tower": _belfry, "box": _chest,
}  # fmt: skip
