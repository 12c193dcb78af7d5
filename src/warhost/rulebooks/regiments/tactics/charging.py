"""Whom to charge, and how to meet a charge."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from warhost.engine.question import Answer, Choose, Question

from ..bodies import footprint_gap
from ..moving.charges import DONE, targets
from ..moving.flight import SWIFT
from ..moving.onset import struck_sides
from ..moving.speed import movement
from ..nature import all_have, kind, present
from ..setting import Fight
from ..state import NOBODY
from .clash import outcome, stake, steady, worth

FAIR, NOTHING = 0.15, -1000.0
LEAST = -25.0  # who does not charge is charged: a small loss may be risked
RUNNING, FAILED = 0.5, 10.0  # who runs may get away; who does not arrive stands badly
TOGETHER, OVERWHELMED = 2.0, 4.0  # what each other charger adds; a machine's crew is no match


@lru_cache(maxsize=64)
def chance_of(inches: int, swift: bool) -> float:
    """How likely the dice show so much."""
    dice = 3 if swift else 2
    falls = [sum(sorted(faces)[-2:]) for faces in product(range(1, 7), repeat=dice)]
    return sum(fall >= inches for fall in falls) / len(falls)


def reach_chance(fight: Fight, number: int, foe: int) -> float:
    missing = footprint_gap(fight, number, foe) - movement(fight, number)
    return chance_of(max(2, -(-missing // 1000)), all_have(fight, number, SWIFT))


def promise(fight: Fight, number: int, foe: int) -> float:
    """What a charge promises in points of the armies: the chance to arrive, times what is at stake there."""
    chance = reach_chance(fight, number, foe)
    if chance < FAIR:
        return NOTHING
    if fight.state.units[foe].fleeing:
        return chance * worth(fight, foe) * RUNNING
    won = outcome(fight, number, foe, struck_sides(fight, number, foe)[0])
    won += TOGETHER * sum(1 for one in fight.state.units if one.charge == foe)
    if kind(fight, foe).machine:
        won = max(won, OVERWHELMED)
    return chance * stake(fight, number, foe, won) - (1 - chance) * FAILED


def best_charge(fight: Fight) -> tuple[float, int, int]:
    """The most promising charge of the active side: its promise, the charger and its target."""
    best = (LEAST, NOBODY, NOBODY)
    for number in present(fight, fight.state.active):
        if fight.state.units[number].declared:
            continue
        for foe in targets(fight, number):
            best = max(best, (promise(fight, number, foe), number, foe))
    return best


def charge(fight: Fight, question: Question) -> Answer:
    _, number, _ = best_charge(fight)
    return DONE if number == NOBODY else fight.state.units[number].name


def target(fight: Fight, question: Question) -> Answer:
    assert isinstance(question, Choose)
    number = fight.setting.number[question.about]
    return max(question.options, key=lambda name: (promise(fight, number, fight.setting.number[name]), name))


def reaction(fight: Fight, question: Question) -> Answer:
    """Shoot where one can; flee only from what would certainly break a unit."""
    assert isinstance(question, Choose)
    if "stand and shoot" in question.options:
        return "stand and shoot"
    number = fight.setting.number[question.about]
    chargers = [n for n, unit in enumerate(fight.state.units) if unit.charge == number]
    if "flee" in question.options and chargers and not steady(fight, number):
        lost = max(outcome(fight, one, number) for one in chargers)
        if lost > 7 and worth(fight, number) < 120:
            return "flee"
    return "hold"


def redirect(fight: Fight, question: Question) -> Answer:
    assert isinstance(question, Choose)
    number = fight.setting.number[question.about]
    others = [name for name in question.options if name in fight.setting.number]
    best = max(others, key=lambda name: (promise(fight, number, fight.setting.number[name]), name))
    return best if promise(fight, number, fight.setting.number[best]) > LEAST else question.usual


def rush(fight: Fight, question: Question) -> Answer:
    return "rush"
