"""What a fight promises: the blows that both would strike, on average, and the points besides."""

from __future__ import annotations

from itertools import product

from ..bodies import body, front_files, rank_sizes
from ..fighting.blow import Blow, weapon_of
from ..fighting.combats import fears
from ..fighting.result import extra_ranks
from ..fighting.strikers import support_ranks
from ..nature import has, kind, mostly, rides
from ..nerve.leadership import HIGHEST, leadership
from ..records import Profile
from ..setting import Fight
from ..state import Side

IMMUNE = "reg.sr.immunepsych"
UNSTABLE, UNBREAKABLE, STUBBORN = "reg.sr.unstable", "reg.sr.unbreakable", "reg.sr.stubborn"
FALLS = tuple(first + second for first, second in product(range(1, 7), repeat=2))
LUCK = (-2.5, 0.0, 2.5)  # a round comes out so much better or worse than expected
CAUGHT = 0.7  # of those who break: how many are lost for good


def stake(fight: Fight, own: int, foe: int, won: float) -> float:
    """What it is worth to win a round by so many points on average: whoever runs is lost with all in it."""
    return yielding(fight, foe, won) * worth(fight, foe) - yielding(fight, own, -won) * worth(fight, own)


def yielding(fight: Fight, number: int, lost: float) -> float:
    """How likely a unit is gone after losing by about so many points; of those who crumble, which part of them."""
    return sum(_gone(fight, number, lost + luck) for luck in LUCK) / len(LUCK)


def _gone(fight: Fight, number: int, lost: float) -> float:
    if lost <= 0 or has(fight, number, UNBREAKABLE):
        return 0.0
    if has(fight, number, UNSTABLE):
        return min(1.0, lost / max(1, fight.state.units[number].models * kind(fight, number).life))
    value = min(HIGHEST, leadership(fight, number).total)
    needed = value if has(fight, number, STUBBORN) else value - round(lost)
    return CAUGHT * sum(fall > max(2, needed) for fall in FALLS) / len(FALLS)


def outcome(fight: Fight, own: int, foe: int, struck: Side = "front", charging: bool = True) -> float:
    """By how many points a side may expect to win the first round."""
    mine = damage(fight, own, foe, charging) * _heart(fight, own, foe)
    yours = damage(fight, foe, own, False) * _heart(fight, foe, own)
    if _quicker(fight, own, foe):
        yours *= _left(fight, foe, mine)
    else:
        mine *= _left(fight, own, yours)
    points = mine - yours + charging + _standing(fight, own) - _standing(fight, foe)
    points += {"front": 0, "left": 1, "right": 1, "rear": 2}[struck]
    if struck == "front":
        return points - min(3, extra_ranks(fight, foe)) + min(3, extra_ranks(fight, own))
    return points + min(3, extra_ranks(fight, own))


def _heart(fight: Fight, number: int, foe: int) -> float:
    """Which part of its blows is left on average to a unit that may fail its fear test."""
    if mostly(fight, number, IMMUNE) or not fears(fight, number, foe):
        return 1.0
    value = min(HIGHEST, leadership(fight, number).total)
    failing = sum(fall > value for fall in FALLS) / len(FALLS)
    return 1.0 - failing / 2


def _standing(fight: Fight, number: int) -> float:
    unit = fight.state.units[number]
    return float(unit.standard) + 0.5 * unit.musician


def _quicker(fight: Fight, own: int, foe: int) -> bool:
    return kind(fight, own).profile.i > kind(fight, foe).profile.i


def _left(fight: Fight, number: int, wounds: float) -> float:
    """Which part of its blows is left after such losses."""
    unit = fight.state.units[number]
    fighting = max(1, 2 * front_files(fight, number))
    left = unit.models - wounds / max(1, kind(fight, number).life)
    return max(0.1, min(1.0, left / fighting))


def damage(fight: Fight, own: int, foe: int, charging: bool) -> float:
    """Wounds that a unit inflicts on another in a round, on average."""
    total = 0.0
    found, unit = kind(fight, own), fight.state.units[own]
    fighters = _fighters(fight, own, foe)
    weapon = weapon_of(fight, own)
    if found.figure.crew and not found.figure.mount:
        return _mean(fight, own, foe, found.profile, found.figure.crew, False, charging)
    if not rides(fight, own) or not unit.leaders:
        ranks = support_ranks(fight, own, weapon, charging)
        behind = sum(min(fighters, size) for size in rank_sizes(fight, own)[1 : 1 + ranks])
        blow = Blow(fight, own, foe, found.profile, weapon=weapon, charged=charging)
        each = blow.attacks().total * max(1, found.figure.crew)
        blows = fighters * each + behind * min(found.troop.support, found.profile.a)
        total += _struck(blow, blows)
    else:
        total += _mean(fight, own, foe, found.profile, 1, False, charging)
    if found.mount is not None:
        total += _mean(fight, own, foe, found.mount, fighters * found.figure.mounts, True, charging)
    for leader in unit.leaders:
        total += _mean(fight, leader, foe, kind(fight, leader).profile, 1, False, charging)
    return total + _besides(fight, own, foe, charging)


def _mean(
    fight: Fight, own: int, foe: int, profile: Profile, models: int, mount: bool, charging: bool
) -> float:  # fmt: skip
    weapon = None if mount else weapon_of(fight, own)
    blow = Blow(fight, own, foe, profile, weapon=weapon, charged=charging, mount=mount)
    return _struck(blow, models * blow.attacks().total)


def _struck(blow: Blow, blows: int) -> float:
    if blows <= 0 or not blow.profile.ws:
        return 0.0
    return float(blow.harm(blows).strikes().mean(kind(blow.fight, blow.target).life))


def _fighters(fight: Fight, own: int, foe: int) -> int:
    """Models that would touch the enemy's front."""
    base = kind(fight, own).base[0]
    wide = body(fight, foe).width
    return max(1, min(front_files(fight, own), wide // base + 2, fight.state.units[own].models))


def _besides(fight: Fight, own: int, foe: int, charging: bool) -> float:
    """Impact hits and stomps, roughly."""
    found = kind(fight, own)
    hits = 3.5 if charging and found.ratings.get("impact") == "D6" else 0.0
    if found.troop.stomp and kind(fight, foe).troop.stomped:
        hits += 3.5 if found.troop.stomp == "D6" else front_files(fight, own)
    return hits * 0.55


def worth(fight: Fight, number: int) -> float:
    """What a unit is worth, with all who are in it."""
    unit = fight.state.units[number]
    points = fight.setting.entries[unit.entry].points
    return points + sum(fight.setting.entries[fight.state.units[one].entry].points for one in unit.leaders)


def steady(fight: Fight, number: int) -> bool:
    """Whether it does not run when it loses."""
    return has(fight, number, UNBREAKABLE) or has(fight, number, STUBBORN)
