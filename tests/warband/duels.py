"""Two who fight each other, for tests."""

from __future__ import annotations

from typing import Any

from warhost.rulebooks.warband.fighting.arms import choose_weapons
from warhost.rulebooks.warband.fighting.strikes import strike, weapons_of
from warhost.rulebooks.warband.setting import Fight

from .scene import man, scene


def duel(own: dict[str, Any], foe: dict[str, Any], dice: Any = (), answers: Any = (), **more: Any) -> Fight:
    """Two in contact."""
    first = {**man(0, 10, 10), "id": "own", **own}
    second = {**man(1, 11, 10), "id": "foe", **foe}
    return scene(first, second, dice=dice, answers=answers, phase="combat", **more)


def struck(fight: Fight) -> None:
    """The first strikes at the second with all he has."""
    for number in range(len(fight.state.warriors)):
        choose_weapons(fight, number)
    strike(fight, 0, weapons_of(fight, 0), [1])


def armed(*gear: str, **more: Any) -> dict[str, Any]:
    return {
        "gear": list(gear),
        "weapons": [
            name for name in gear if name not in ("shield", "buckler", "light", "heavy", "helmet", "plate")
        ][:1],
        **more,
    }
