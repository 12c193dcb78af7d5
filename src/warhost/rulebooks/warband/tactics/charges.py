"""Whom to charge, and whether at all: as far as anybody sees without measuring."""

from __future__ import annotations

from warhost.engine.question import Answer, Choose, Question

from ..charging.declaring import DONE, targets, ways
from ..charging.way import charge_distance, way_to
from ..lookout import apart, of_side, sees
from ..scenarios.ending import TOP
from ..setting import Fight
from ..state import Charge
from .duel import fells, shrinks, worth
from .ground import climbs
from .standing import bar

SAFE = 0.93  # of his charge distance, since the eye may err
DARES = 0.6  # how often one who is afraid charges all the same
FINDS = 0.5  # how often one finds an enemy he does not see
COMES = 0.6  # how often a friend who could charge too does so
NEAR = 4_000  # an enemy this near to another comes to his help at once
STOREY = 1_500
LYING = {"stunned": 3.0, "down": 1.5}
MOST_FRIENDS = 2.0  # who find room beside him


def gain(fight: Fight, number: int, foe: int) -> float:
    """What a charge promises: what the enemy loses less what he may lose himself; friends share the blows."""
    other = fight.state.warriors[foe]
    if climbs(fight, number) and fight.state.warriors[number].z == TOP and other.z != TOP:
        return 0.0  # he holds the belfry
    friends = sum(charge.target == foe for charge in fight.state.charges)
    if friends > MOST_FRIENDS or not _gets_there(fight, number, foe):
        return 0.0
    if other.fleeing:
        return 4.0
    if other.posture in LYING:
        return LYING[other.posture] * worth(fight, foe)
    found = _exchange(fight, number, foe, min(MOST_FRIENDS, friends + COMES * _others(fight, number, foe)))
    found *= DARES if shrinks(fight, number, foe) and found > 0 else 1.0
    return found * FINDS if found > 0 and not sees(fight, number, foe) else found


def _exchange(fight: Fight, number: int, foe: int, friends: float) -> float:
    fell = fells(fight, number, foe, charging=True)
    theirs = of_side(fight, fight.state.warriors[foe].side)
    beside = sum(
        one != foe and fight.state.warriors[one].steady and apart(fight, one, foe) < NEAR for one in theirs
    )
    back = fells(fight, foe, number) * (1 - fell) / (1 + friends) + 0.05 * min(3, beside)
    return fell * worth(fight, foe) * (1 + 0.3 * friends) - min(0.95, back) * worth(fight, number)


def _others(fight: Fight, number: int, foe: int) -> int:
    """Friends who could charge him too, and have not been told yet whom to charge."""
    told = {charge.charger for charge in fight.state.charges}
    return sum(
        one != number
        and one not in told
        and fight.state.warriors[one].steady
        and not fight.setting.fighters[one].missiles
        and apart(fight, one, foe) <= 0.8 * charge_distance(fight, one)
        for one in of_side(fight, fight.state.warriors[number].side)
    )


def _gets_there(fight: Fight, number: int, foe: int) -> bool:
    """On foot, by the way that is seen; by other ways as far as the eye can tell."""
    reach = SAFE * charge_distance(fight, number)
    if apart(fight, number, foe) > reach:
        return False
    if abs(fight.state.warriors[foe].z - fight.state.warriors[number].z) > STOREY:
        return apart(fight, number, foe) < 0.7 * reach
    return way_to(fight, Charge(number, foe, "foot"), reach) is not None


def _best(fight: Fight, number: int) -> tuple[float, int]:
    """The best enemy to charge and what it promises."""
    found = [(gain(fight, number, foe), -foe) for foe in targets(fight, number)]
    value, foe = max(found, default=(0.0, 0))
    return value, -foe


def charger(fight: Fight, question: Question) -> Answer:
    if not isinstance(question, Choose):
        return None
    able = [(_best(fight, fight.setting.number[id])[0], id) for id in question.options if id != DONE]
    value, id = max(able, default=(0.0, DONE))
    return id if value > bar(fight, question.side) else DONE


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
