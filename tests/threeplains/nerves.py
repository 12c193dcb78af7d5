"""Men whose nerve is tried, and what frightens them: for tests of the checks."""

from __future__ import annotations

from typing import Any

from tests.threeplains.scene import (
    Placed,
    champion,
    foot,
    hero,
    number,
    unit,
)

from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.morale.checks import (
    soldiering,
    stress,
)
from warhost.rulebooks.threeplains.setting import Fight

GOBLIN = foot(soldiering=2, title="Goblin")
DRAGON = champion(category="beast", base=(inches(2), inches(2)), attacks=6, life=6, flight=inches(14))


def men(name: str = "men", at: tuple[float, float] = (36, 20), **more: Any) -> Placed:
    """Ten of them, which is no horde."""
    return unit(name, at, **{"models": 10, **more})


def goblins(**more: Any) -> Placed:
    return men("goblins", figure=GOBLIN, **{"command": True, **more})


def frightful(fear: int, **more: Any) -> Figure:
    """A large beast on foot that is never overlooked."""
    return champion(
        category="beast", base=(inches(2), inches(2)), attacks=6, life=6, ratings={"fear": fear}, **more
    )


def enemy(name: str, figure: Figure, ahead: float, **more: Any) -> Placed:
    """A single enemy so many inches straight ahead of the men."""
    return hero(name, (36, 20 + ahead), **{"facing": 180, "side": 1, "figure": figure, **more})


def dice(fight: Fight, kind: Any = "break", who: str = "men") -> tuple[int, int]:
    """Soldiering dice against battle stress dice."""
    one = number(fight, who)
    return soldiering(fight, one, kind).total, stress(fight, one, kind).total
