"""What must always be true of a battle."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted

from .setting import Setting
from .state import NOBODY, State


def flaws(setting: Setting, state: State) -> list[str]:
    return list(_flaws(setting, state))


def _flaws(setting: Setting, state: State) -> Iterator[str]:
    if state.plan is None:
        return
    site = setting.town(state).site
    landings = {stairs.landing for stairs in site.parts.stairs}
    for number, (warrior, fighter) in enumerate(zip(state.warriors, setting.fighters, strict=True)):
        if warrior.fate != "there":
            if warrior.hidden or (warrior.fleeing and warrior.fate == "waiting"):
                yield f"{fighter.id} is {warrior.fate} and hidden"
            continue
        if not (0 <= warrior.x <= site.width and 0 <= warrior.y <= site.depth):
            yield f"{fighter.id} stands off the table at ({warrior.x}, {warrior.y})"
        elif warrior.z and warrior.spot not in landings and site.surface_of(warrior.spot) is None:
            yield f"{fighter.id} stands in the air at {warrior.spot}"
        if warrior.wounds < 0 or (warrior.wounds == 0 and warrior.posture == "up"):
            yield f"{fighter.id} stands with {warrior.wounds} wounds"
        if warrior.hidden and warrior.posture != "up":
            yield f"{fighter.id} lies there and is hidden"
        for other in range(number):
            if same_place(setting, state, number, other):
                yield f"{fighter.id} and {setting.fighters[other].id} stand in the same place"
    for prize in state.prizes:
        if prize.holder != NOBODY and not state.warriors[prize.holder].there:
            yield f"{setting.fighters[prize.holder].id} is gone and carries a {prize.kind}"


def same_place(setting: Setting, state: State, a: int, b: int) -> bool:
    one, other = state.warriors[a], state.warriors[b]
    if other.fate != "there" or abs(one.z - other.z) >= 1_500:
        return False
    reach = setting.fighters[a].radius + setting.fighters[b].radius - 25
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < reach * reach


def looking(setting: Setting, state: State) -> Battle[State, Setting]:
    """A battle for those who only look."""
    return Battle(setting, state, Scripted())
