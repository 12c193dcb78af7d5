"""Blows that are struck on the way: a piece trades inches of its move for hits on what it touches.

[tp.siege.quick_assault]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from warhost.engine.field.body import Body
from warhost.engine.order import Malformed
from warhost.engine.question import Refusal

from ..bodies import body
from ..scenario.fabric import Assault
from ..setting import Fight
from ..state import NOBODY, Number
from .course import Course
from .dashing import pay

RULE = "tp.siege.quick_assault"


def assaults_from(fight: Fight, number: Number, own: Body) -> Sequence[Assault]:
    """All that a piece could strike at if it stood so."""
    return fight.setting.fabric.assaults(fight, number, own)


def assault(course: Course, args: list[Any]) -> Refusal | None:
    """One hit for its price, wherever it has come to; then it may go on.  [tp.siege.quick_assault]"""
    if len(args) != 1 or not isinstance(args[0], str):
        raise Malformed("it takes the name of what is struck at")
    if course.host != NOBODY:
        return Refusal(RULE, "a piece strikes at something with its whole group")
    found = [one for one in assaults_from(course.fight, course.number, course.body()) if one.mark == args[0]]
    if not found:
        return Refusal(RULE, "it touches nothing of that name that it could strike at on its move")
    best = min(found, key=lambda one: one.cost)
    if best.cost > course.left:
        return course.too_dear(best.cost)
    return course.then(partial(_strike, course.fight, course.number, best), goes_on=True, price=best.cost)


def _strike(fight: Fight, number: Number, planned: Assault) -> None:
    """With what it still has when it has come there: rams are dropped by those who fall on the way.

    [tp.siege.equip.drop]
    """
    means = assaults_from(fight, number, body(fight, number))
    one = next((one for one in means if (one.mark, one.cost) == (planned.mark, planned.cost)), None)
    if one is None:
        return
    pay(fight, number, one.cost)
    one.strike()
