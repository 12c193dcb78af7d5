"""Phases 1 and 3: which volley promises most, and when a power is better than an arrow."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from warhost.engine.question import Answer, Assign, Choose, Question

from ..aiming import has_shot, ready_weapons, targets_of
from ..movement import DONE
from ..pieces import members
from ..shooting import Shot
from ..specials import Power, before_shot, firing_power
from ..turn import SHOOT
from .mind import Mind

AS_GOOD = 0.9  # a shot this near to a shooter's best joins the volley
WORTH_SHOWING = 0.25  # what a volley must promise before hidden pieces give themselves away
BLAST, HYPNOSIS, HEALING, CHARM = 0.4, 0.5, 0.5, 0.05
HARM = {"slight": 0.2, "wound": 0.8, "serious": 1.0, "critical": 1.2}
TOGETHER, ONE_BY_ONE = "together", "one by one"

Promise = dict[int, dict[int, float]]  # firer -> target -> expected worth of the shot


def promises(mind: Mind, shooters: list[int], weapon: str) -> Promise:
    found: Promise = {}
    for firer in shooters:
        shots = {}
        for target, square in targets_of(mind.fight, firer, weapon).items():
            chance = Shot(mind.fight, firer, target, square, weapon).chance
            shots[target] = min(chance, 100) / 100 * mind.hit_worth(target)
        if shots:
            found[firer] = shots
    return found


def best_volley(found: Promise) -> tuple[int, list[int], float]:
    """The target, those who shoot best at it, and what that promises."""
    best: tuple[int, list[int], float] = (-1, [], 0.0)
    tops = {firer: max(shots.values()) for firer, shots in found.items()}
    for target in dict.fromkeys(target for shots in found.values() for target in shots):
        keen = [f for f, shots in found.items() if shots.get(target, 0.0) >= AS_GOOD * tops[f] > 0]
        value = sum(found[firer][target] for firer in keen)
        if value > best[2]:
            best = target, keen, value
    return best


def _shooters(mind: Mind, name: str) -> list[int]:
    if name in mind.setting.number:
        everyone = [mind.setting.number[name]]
    else:
        everyone = members(mind.fight, mind.setting.group[name].unit)
    return [number for number in everyone if has_shot(mind.fight, number)]


def _weapon(mind: Mind, shooters: list[int]) -> str:
    """The one with which the first of them hits hardest."""
    first = shooters[0]
    ready = ready_weapons(mind.fight, first)
    if len(ready) == 1:
        return ready[0]
    return max(ready, key=lambda weapon: best_volley(promises(mind, [first], weapon))[2])


def _volley(mind: Mind, name: str) -> tuple[int, list[int], float]:
    shooters = _shooters(mind, name)
    if not shooters:
        return -1, [], 0.0
    target, keen, value = best_volley(promises(mind, shooters, _weapon(mind, shooters)))
    lurking = any(mind.state.pieces[number].fate == "hidden" for number in keen)
    return target, keen, 0.0 if lurking and value < WORTH_SHOWING else value


# --- powers -------------------------------------------------------------------------------------------------


def _powers(mind: Mind, name: str) -> list[Power]:
    if name not in mind.setting.number:
        return []
    number = mind.setting.number[name]
    offered = firing_power.replies(mind.state.pieces[number].skills, mind.fight, number)
    return [power for power in offered if power is not None]


def _power_value(mind: Mind, power: str, target: str) -> float:
    name, _, wound = target.partition(": ")
    number = mind.setting.number[name]
    if power == "healing":
        return HEALING * HARM[wound.rpartition(" ")[2]] * mind.hit_worth(number)
    if power == "animal kinship":
        return CHARM if mind.state.pieces[number].side != mind.force else 0.0
    return (HYPNOSIS if power == "hypnotise" else BLAST) * mind.hit_worth(number)


def _best_power(mind: Mind, name: str) -> tuple[str, float]:
    best = "", 0.0
    for power in _powers(mind, name):
        value = max(_power_value(mind, power.name, target) for target in power.targets)
        if value > best[1]:
            best = power.name, value
    return best


# --- the questions ------------------------------------------------------------------------------------------


def _chosen(mind: Mind, options: list[str]) -> tuple[str, float]:
    """Who acts next: whoever promises most."""
    values = {name: max(_volley(mind, name)[2], _best_power(mind, name)[1]) for name in options}
    best = max(values, key=lambda name: values[name])
    return best, values[best]


def _fire(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, Choose)
    name, value = _chosen(mind, [option for option in question.options if option != DONE])
    yield name if value > 0 else DONE


def _action(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, Choose)
    power, value = _best_power(mind, question.about)
    if power and not (SHOOT in question.options and _volley(mind, question.about)[2] > value):
        yield power
    elif SHOOT in question.options:
        yield SHOOT


def _power(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, Choose)
    yield max(question.options, key=lambda target: _power_value(mind, question.what, target))


def _shots(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, Assign)
    number, name = mind.setting.number, mind.setting.name
    target, keen, _ = best_volley(promises(mind, [number[firer] for firer in question.options], question.about))
    if keen:
        yield {name(firer): name(target) for firer in keen}


def _manner(mind: Mind, question: Question) -> Iterator[Answer]:
    """Together when shots would otherwise be wasted on one who stands alone; else each for himself.

    The volley is the one just chosen: the same thoughts on the same state lead to it again.
    """
    names = [unit.id for unit in mind.setting.units if unit.force == mind.force and _shooters(mind, unit.id)]
    if not names:
        return
    name, _ = _chosen(mind, names)
    target, keen, _ = _volley(mind, name)
    if not keen:
        return
    found = promises(mind, keen, _weapon(mind, keen))
    worth = mind.hit_worth(target)
    chances = [found[firer][target] / worth for firer in keen]
    together = worth * min(1.0, sum(chances))
    hit_at_all = 1 - prod(1 - chance for chance in chances)
    second = max((value for firer in keen for other, value in found[firer].items() if other != target), default=0.0)
    spared = sum(chances) - hit_at_all  # hits that would strike one already down go to the next best target
    one_by_one = worth * hit_at_all + spared / max(chances, default=1.0) * second
    deflects = before_shot.heeds(mind.state.pieces[target].skills)
    alone = mind.setting.figures[target].individual
    yield TOGETHER if deflects or (not alone and together > one_by_one) else ONE_BY_ONE


THOUGHTS = {
    "fire": _fire,
    "action": _action,
    "shots": _shots,
    "manner": _manner,
    "healing": _power,
    "mind blast": _power,
    "animal kinship": _power,
    "hypnotise": _power,
}
