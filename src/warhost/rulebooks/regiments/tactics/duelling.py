"""Choices in the midst of a combat."""

from __future__ import annotations

from warhost.engine.question import Answer, Choose, Question

from ..fighting.blows import Allocation
from ..nature import foes, kind
from ..setting import Fight


def _prowess(fight: Fight, name: str) -> float:
    """How dangerous a fighter is: a champion by his unit's second profile."""
    unit, _, champion = name.partition(" ")
    number = fight.setting.number[unit]
    found = kind(fight, number)
    profile = found.profile_of(bool(champion))
    return profile.a * profile.s * profile.ws + 12 * profile.w * profile.t - 4 * found.armour()


def challenge(fight: Fight, question: Question) -> Answer:
    """Only with a real fighter, never with a wizard."""
    assert isinstance(question, Choose)
    able = [name for name in question.options if name != "none" and not _wizard(fight, name)]
    best = max(able, key=lambda name: (_prowess(fight, name), name), default="none")
    return best if best != "none" and _prowess(fight, best) > 150 else "none"


def _wizard(fight: Fight, name: str) -> bool:
    return bool(kind(fight, fight.setting.number[name.partition(" ")[0]]).lore) and " " not in name


def accept(fight: Fight, question: Question) -> Answer:
    """A champion rather than nobody; a character if he is at least as good."""
    assert isinstance(question, Choose)
    able = [name for name in question.options if name != "refuse"]
    foe = _prowess(fight, question.about)
    strong = [name for name in able if _prowess(fight, name) >= foe and not _wizard(fight, name)]
    champions = [name for name in able if " " in name]
    return (strong or champions or ["refuse"])[0]


def pursue(fight: Fight, question: Question) -> Answer:
    return "pursue"


def overrun(fight: Fight, question: Question) -> Answer:
    return "overrun"


def blows(fight: Fight, question: Question) -> Answer:
    """At the rank and file first: that wins combats."""
    assert isinstance(question, Allocation)
    return question.suggest(1)[0]


def weapon(fight: Fight, question: Question) -> Answer:
    """The hardest blow against those who are well armoured, the surest otherwise."""
    assert isinstance(question, Choose)
    number = fight.setting.number[question.about]
    weapons = [fight.setting.library.weapons[name] for name in question.options]
    touched = foes(fight, number)
    armoured = any(kind(fight, foe).armour() <= 4 or kind(fight, foe).tough > 4 for foe in touched)
    best = max(
        weapons,
        key=lambda one: (one.add + one.mounted_charge if armoured else one.attacks + one.mounted_charge, one.id),
    )
    return best.id


def make_way(fight: Fight, question: Question) -> Answer:
    assert isinstance(question, Choose)
    return "stay" if kind(fight, fight.setting.number[question.about]).lore else question.options[0]


def breathe(fight: Fight, question: Question) -> Answer:
    assert isinstance(question, Choose)
    return question.options[0]
