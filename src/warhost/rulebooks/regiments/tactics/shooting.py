"""Whom to shoot at."""

from __future__ import annotations

from warhost.engine.question import Answer, Choose, Question

from ..bodies import range_between
from ..nature import kind
from ..setting import Fight
from ..wounds.hits import Harm
from .clash import worth


def who(fight: Fight, question: Question) -> Answer:
    assert isinstance(question, Choose)
    return question.options[0]


def way(fight: Fight, question: Question) -> Answer:
    """The best that a machine or a beast can do comes first; six bolts at many, one at the large."""
    assert isinstance(question, Choose)
    for wanted in ("breathe", "grapeshot", "wail", "shoot"):
        if wanted in question.options:
            return wanted
    return question.options[0]


def target(fight: Fight, question: Question) -> Answer:
    """Where the shots hurt most for what they hit."""
    assert isinstance(question, Choose)
    number = fight.setting.number[question.about]
    return max(question.options, key=lambda name: (hurt(fight, number, fight.setting.number[name]), name))


def hurt(fight: Fight, number: int, foe: int) -> float:
    weapon = kind(fight, number).missile
    strength = weapon.strength if weapon is not None and weapon.strength else 4
    names = weapon.rules if weapon is not None else ()
    wounds = float(Harm(fight, foe, 10, strength, by=number, names=names).strikes().mean(kind(fight, foe).life))
    unit = fight.state.units[foe]
    each = worth(fight, foe) / max(1, unit.models * kind(fight, foe).life)
    near = 1.3 if range_between(fight, number, foe) < 16_000 else 1.0
    return wounds * each * near


def aim(fight: Fight, question: Question) -> Answer:
    return question.suggest(1)[0]
