"""The dice of one shot: a natural 1 misses, and what needs 7 or more takes a second die after a 6.

[war.shoot.tohit] [war.shoot.seven]
"""

from __future__ import annotations

from warhost.engine.charts import second_need, succeeds
from warhost.engine.dice import Throw

from ..setting import Fight


def first_die(fight: Fight, side: int, need: int, rule: str) -> int:
    return _die(fight, side, min(6, need), rule, "to hit")


def again(fight: Fight, side: int, need: int, rule: str) -> int:
    """The first die once more."""
    return _die(fight, side, min(6, need), rule, "to hit, again", (0,))


def on_the_mark(face: int, need: int) -> bool:
    """Whether the first die is good enough."""
    return succeeds(face, min(6, need))


def hits(fight: Fight, side: int, face: int, need: int, rule: str) -> bool:
    """Whether a shot hits whose first die shows this."""
    if not on_the_mark(face, need):
        return False
    second = second_need(need)
    return second is None or _die(fight, side, second, rule, "to hit, second die") >= second


def _die(fight: Fight, side: int, need: int, rule: str, purpose: str, again: tuple[int, ...] = ()) -> int:
    need = max(2, need)
    cuts = (need - 1, 5) if need < 6 else (5,)
    return fight.throw(Throw(1, 6, purpose, rule, side, cuts, need=need, over=True, again=again))[0]
