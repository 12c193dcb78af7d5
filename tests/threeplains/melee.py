"""Two pieces front to front, or flank, ready for a round of close combat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.rulebooks.threeplains.fighting.blows import Blow, blows_of
from warhost.rulebooks.threeplains.fighting.prowess import attack_of
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, Feature

from .scene import Placed, contact, feature, foot, number, scene, unit

__all__ = ["attack", "blows", "clash", "feature", "strokes"]


def clash(
    *others: Placed, ours: Figure | None = None, theirs: Figure | None = None, models: tuple[int, int] = (20, 20),
    files: tuple[int, int] = (5, 5), charge: float = NEVER, counter: float = NEVER, rounds: int = 0,
    side: str = "front", terrain: Sequence[Feature] = (), **more: Any,
) -> Fight:  # fmt: skip
    """`guard` came to `orcs`, to their front or to their left flank or rear; it may have charged so many inches."""
    width, deep = (theirs or foot()).base
    ranks = -(-models[1] // files[1])
    # The orcs look down the table at (36, 20); the guard stands flush against one of their sides.
    spots = {
        "front": ((36.0, 20.0), 0.0),
        "left": ((36 + files[1] * width / 2000, 20 + ranks * deep / 2000), 270.0),
        "rear": ((36.0, 20 + ranks * deep / 1000), 180.0),
    }
    at, facing = spots[side]
    fight = scene(
        unit("guard", at=at, facing=facing, figure=ours, models=models[0], files=files[0]),
        unit("orcs", at=(36, 20), facing=180, side=1, figure=theirs, models=models[1], files=files[1]),
        *others, terrain=terrain, phase="combat", **more,
    )  # fmt: skip
    ways = {"charge": _way(charge), "counter": _way(counter)}
    contact(fight, "guard", "orcs", b_side=side, rounds=rounds, clock=fight.state.clock, **ways)
    return fight


def _way(length: float) -> int:
    return NEVER if length == NEVER else inches(length)


def blows(fight: Fight, name: str, said: dict[str, str] | None = None) -> list[Blow]:
    """The blows of a piece, its attacks assigned so."""
    return blows_of(fight, number(fight, name), {}, said or {})


def strokes(fight: Fight, name: str) -> int:
    """All its attacks in this round."""
    return sum(blow.attacks for blow in blows(fight, name))


def attack(fight: Fight, name: str, line: int = 0) -> Any:
    """What the damage dice of its first blows bring."""
    return attack_of(fight, blows(fight, name)[line])
