"""Moves as they are planned and gone, for the tests of moving."""

from __future__ import annotations

from typing import Any

from warhost.engine.question import Refusal
from warhost.rulebooks.warband.moving.course import Course, course, running
from warhost.rulebooks.warband.moving.legs import tread
from warhost.rulebooks.warband.setting import Fight

from .scene import man, scene

FAR_FOE = man(1, 46, 46)


def planned(fight: Fight, *acts: list[Any], run: bool = False) -> Course | Refusal:
    move = fight.setting.fighters[0].move
    return course(fight, 0, [list(act) for act in acts], move, running(fight, 0) if run else 0)


def spent(fight: Fight, *acts: list[Any], run: bool = False) -> float | str:
    """What a move costs in inches, or the rule that forbids it."""
    found = planned(fight, *acts, run=run)
    return found.rule if isinstance(found, Refusal) else round(found.spent / 1000, 3)


def mover(*at: float, **more: Any) -> Fight:
    table = {
        key: more.pop(key)
        for key in ("pieces", "walkways", "obstacles", "areas", "bridges", "table")
        if key in more
    }
    return scene(man(0, *at, **more), FAR_FOE, **table)


CANDLE = {"table": "candle"}


def gone(fight: Fight, *acts: list[Any]) -> bool:
    plan = planned(fight, *acts, run=True)
    assert isinstance(plan, Course), plan
    return tread(fight, 0, plan.legs)
