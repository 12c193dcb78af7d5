"""Who shoots, and at whom."""

from __future__ import annotations

from warhost.engine.question import Answer, Choose, Question

from ..charging.declaring import DONE
from ..setting import Fight
from ..shooting.aim import aims, ready


def choose_shooter(fight: Fight, question: Question) -> Answer:
    """Everybody who can, the first first; by eye, nobody shoots at those who are much too far."""
    if not isinstance(question, Choose):
        return None
    able = (one for one in question.options if one != DONE)
    return next((one for one in able if _of_use(fight, fight.setting.number[one])), DONE)


def _of_use(fight: Fight, number: int) -> bool:
    if fight.state.warriors[number].spells:
        return True
    return any(aims(fight, number, weapon) for weapon in ready(fight, number))


def choose_target(fight: Fight, question: Question) -> Answer:
    """Who is hit most easily, then who is worth most."""
    if not isinstance(question, Choose):
        return None
    number = fight.setting.number[question.about]
    needs: dict[int, int] = {}
    for weapon in ready(fight, number):
        for aim in aims(fight, number, weapon):
            needs[aim.target] = min(needs.get(aim.target, 99), aim.need.total)

    def value(id: str) -> tuple[int, int, str]:
        foe = fight.setting.number[id]
        warrior, fighter = fight.state.warriors[foe], fight.setting.fighters[foe]
        standing = 0 if warrior.posture == "up" else 1
        return standing, needs.get(foe, 9) + fighter.profile.t + 2 * warrior.wounds - (2 if fighter.hero else 0), id

    return min(question.options, key=value)
