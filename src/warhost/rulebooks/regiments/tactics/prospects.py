"""What a place promises: whom one could charge from there next turn, and who could charge one there."""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Point, distance, heading, turn

from ..bodies import body, centre
from ..fighting.result import extra_ranks
from ..moving.flight import SWIFT
from ..moving.speed import movement
from ..nature import all_have, enemies, engaged
from ..setting import Fight
from .charging import chance_of
from .clash import outcome, stake

FRONT, FLANK = 5500, 13500  # up to which angle, roughly, somebody is before a unit, or beside it
BESIDE, BEHIND = 1, 2
MOST_RANKS = 3
TURNING = 0.4  # of those who look elsewhere now, so many may turn first


class Rival(NamedTuple):
    """An enemy as a unit that looks for a place sees him."""

    number: int
    here: Body
    pace: int
    swift: bool
    falls: tuple[float, float, float]  # what his charge would win from before, beside and behind
    stands: tuple[float, float, float]  # what a charge at him would


def rivals(fight: Fight, number: int) -> list[Rival]:
    """Enemies who are free to charge, or worth charging."""
    ranks = min(MOST_RANKS, extra_ranks(fight, number))
    found = []
    for foe in enemies(fight, number):
        unit = fight.state.units[foe]
        if unit.fleeing or engaged(fight, foe):
            continue
        deep = min(MOST_RANKS, extra_ranks(fight, foe))
        falls, stands = outcome(fight, foe, number), outcome(fight, number, foe)
        found.append(
            Rival(
                foe,
                body(fight, foe),
                movement(fight, foe),
                all_have(fight, foe, SWIFT),
                _stakes(fight, foe, number, falls, ranks),
                _stakes(fight, number, foe, stands, deep),
            )
        )
    return found


def _stakes(fight: Fight, own: int, foe: int, won: float, ranks: int) -> tuple[float, float, float]:
    more = (0, BESIDE + ranks, BEHIND + ranks)
    return tuple(max(0.0, stake(fight, own, foe, won + extra)) for extra in more)  # type: ignore[return-value]


def danger(there: Body, found: list[Rival]) -> float:
    """Points of the army that enemy charges may cost a unit that stands there."""
    total = 0.0
    middle = centre(there)
    for rival in found:
        chance = _chance(rival.here, middle, there, rival.pace, rival.swift)
        if chance:
            sees = _angle(rival.here, middle) < FRONT
            lost = rival.falls[_side(there, rival.here.front)]
            total += chance * lost * (1.0 if sees else TURNING)
    return total


def hope(there: Body, found: list[Rival], pace: int, swift: bool) -> float:
    """Points that the best charge from there may win next turn."""
    best = 0.0
    for rival in found:
        middle = centre(rival.here)
        if _angle(there, middle) < FRONT:
            chance = _chance(there, middle, rival.here, pace, swift)
            best = max(best, chance * rival.stands[_side(rival.here, there.front)])
    return best


def _chance(runner: Body, goal: Point, target: Body, pace: int, swift: bool) -> float:
    far = distance(runner.front, goal) - (target.depth + target.width) // 4 - pace
    return 0.0 if far > 12_000 else chance_of(max(2, -(-far // 1000)), swift)


def _angle(one: Body, point: Point) -> int:
    return abs(turn(one.facing, heading(one.front, point)))


def _side(one: Body, point: Point) -> int:
    """0 if a point lies before a body, 1 beside it, 2 behind it."""
    away = abs(turn(one.facing, heading(centre(one), point)))
    return 0 if away < FRONT else 1 if away < FLANK else 2
