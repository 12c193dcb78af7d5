"""Whom to charge, and whether at all: as far as anybody sees without measuring."""

from __future__ import annotations

from warhost.engine.question import Answer, Choose, Question

from ..charging.declaring import DONE, targets, ways
from ..charging.way import charge_distance
from ..lookout import apart
from ..setting import Fight
from ..specials import causes_fear, ignores_fear

WORTH = 9  # a charge that promises more is declared: about even, since who charges strikes first
SAFE = 0.85  # of his charge distance, since the eye may err and ways are longer than lines


def strength(fight: Fight, number: int) -> int:
    """How well he fights, roughly."""
    fighter, warrior = fight.setting.fighters[number], fight.state.warriors[number]
    profile = fighter.profile
    return 2 * profile.a + profile.ws + profile.s + profile.t + 2 * warrior.wounds + (2 if fighter.suit else 0)


def gain(fight: Fight, number: int, foe: int) -> int:
    """What a charge promises; nothing good if it is less than 1."""
    fighter, other = fight.setting.fighters[number], fight.state.warriors[foe]
    reach = SAFE * charge_distance(fight, number)
    if apart(fight, number, foe) > reach:
        return 0
    if other.fleeing:
        return 30
    if other.posture == "stunned":
        return 25
    if other.posture == "down":
        return 20
    found = 12 + strength(fight, number) - strength(fight, foe)
    feared = causes_fear.any(fight.setting.fighters[foe].traits)
    frightful = feared and not ignores_fear.any(fighter.traits_and_items)
    found -= 4 if frightful else 0
    friends = sum(charge.target == foe for charge in fight.state.charges)
    found += 4 * friends if friends < 3 else -20
    return found if not fighter.missiles or found > 16 else 0


def _best(fight: Fight, number: int) -> tuple[int, int]:
    """The best enemy to charge and what it promises."""
    found = [(gain(fight, number, foe), -foe) for foe in targets(fight, number)]
    value, foe = max(found, default=(0, 0))
    return value, -foe


def charger(fight: Fight, question: Question) -> Answer:
    if not isinstance(question, Choose):
        return None
    able = [(_best(fight, fight.setting.number[id])[0], id) for id in question.options if id != DONE]
    value, id = max(able, default=(0, DONE))
    return id if value > WORTH else DONE


def mark(fight: Fight, question: Question) -> Answer:
    number = fight.setting.number[question.about]
    _, foe = _best(fight, number)
    return fight.setting.fighters[foe].id


def way(fight: Fight, question: Question) -> Answer:
    """On foot on the same level, down by a jump, up by climbing."""
    if not isinstance(question, Choose):
        return None
    number = fight.setting.number[question.about]
    declared = [foe for foe in targets(fight, number) if len(ways(fight, number, foe)) == len(question.options)]
    own = fight.state.warriors[number]
    foe = max(declared, key=lambda one: gain(fight, number, one), default=None)
    if foe is None:
        return question.options[0]
    rise = fight.state.warriors[foe].z - own.z
    if rise < -1_500 and "jump" in question.options and fight.setting.fighters[number].profile.i >= 4:
        return "jump"
    if rise > 1_000 and "climb" in question.options:
        return "climb"
    return question.options[0]
