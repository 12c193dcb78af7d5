"""What dice decide about an answer, and how likely it comes off: checks to be passed, charges to get home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.promise import Promise
from warhost.engine.question import Answer, Assign, Choose, Question

from ..bodies import loose
from ..charging.mark import Heading
from ..charging.onset import arrival_chance
from ..fighting.contact import engaged
from ..magic.pools import Pool
from ..morale.checks import bravery_chance, bravery_due, deviancy_chance, pass_chance
from ..moving.manoeuvres import uses_pikes
from ..moving.orders import Move
from ..setting import Fight, Setting
from ..state import NOBODY, State

CHECK = "passes its deviancy check"
DEVIANCY = "tp.check.deviancy"
RELUCTANT = {"charge": "charge", "follow": "follow", "pursuit": "pursue", "answer": "stand", "spill": "lap on"}
"""For each question the option that needs no check; all others of it do."""
BY_NAME = ("counter charge", "defensive strike")  # whoever is named must pass one
MANOEUVRES = ("reform", "reorganise", "divide", "wedge")  # acts that need one


def promises(setting: Setting, known: State, question: Question, answer: Answer) -> list[Promise]:
    """Nothing where no dice fall, or where nobody may measure before the order is given.  [tp.setup.commands]"""
    fight: Fight = Battle(setting, known, Scripted())
    if isinstance(question, Choose):
        return list(_of_option(fight, question, str(answer)))
    if isinstance(question, Assign) and question.what == "charges" and isinstance(answer, Mapping):
        return [one for charger, target in answer.items() for one in _of_charge(fight, str(charger), str(target))]
    if isinstance(question, Move) and isinstance(answer, Sequence):
        return list(_of_move(fight, question, answer))
    if isinstance(question, Pool):
        enough = "dispels it" if question.what == "dispel" else "gets past the ether"
        return [Promise(enough, question.chance(question.dice(answer)), question.rule, question.about)]
    return []


def _number(fight: Fight, name: str) -> int:
    return next((n for n, piece in enumerate(fight.state.pieces) if piece.name == name), NOBODY)


def _check(fight: Fight, number: int) -> Promise:
    return Promise(CHECK, deviancy_chance(fight, number), DEVIANCY, fight.state.pieces[number].name)


def _of_option(fight: Fight, question: Choose, option: str) -> Iterator[Promise]:
    asked, named = _number(fight, question.about), _number(fight, option)
    if question.what in BY_NAME and named != NOBODY:
        yield _check(fight, named)
    elif question.what == "check" and named != NOBODY:
        yield from _of_stress(fight, named)
    elif question.what == "hold and shoot" and option == question.options[0]:
        yield _check(fight, asked)
    elif question.what == "pursuit" and uses_pikes(fight, asked):
        return
    elif isinstance(question, Heading) and option in question.points:
        target, aim = fight.state.pieces[asked].charge_target, question.points[option].aim
        yield from _arrival(fight, asked, target, aim)
    elif asked != NOBODY and _reluctant(question, option):
        yield _check(fight, asked)


def _reluctant(question: Choose, option: str) -> bool:
    willing = RELUCTANT.get(question.what)
    return willing is not None and option != willing


def _of_stress(fight: Fight, number: int) -> Iterator[Promise]:
    for pools in fight.state.counted:
        if pools.piece == number:
            chance = pass_chance(pools.soldiering[-1].total_after, pools.stress[-1].total_after)
            yield Promise("passes its break check", chance, "tp.check.break", fight.state.pieces[number].name)


# --- charges -------------------------------------------------------------------------------------------------


def _of_charge(fight: Fight, charger: str, target: str) -> Iterator[Promise]:
    """First it must dare, then get there: the chance of a dash that is long enough."""
    number, enemy = _number(fight, charger), _number(fight, target)
    if NOBODY in (number, enemy):
        return
    if bravery_due(fight, number, enemy):
        yield Promise("dares to charge", bravery_chance(fight, number, enemy), "tp.check.bravery", charger)
    yield from _arrival(fight, number, enemy)


def _arrival(fight: Fight, number: int, target: int, aim: int | None = None) -> Iterator[Promise]:
    """Only where the dice of a dash decide it, and only for those who may measure first."""
    if target == NOBODY or fight.setting.options.get("measuring") != "open":
        return
    chance = arrival_chance(fight, number, target, aim)
    if 0 < chance < 1:
        yield Promise("gets there with a dash", chance, "tp.move.charge.far", fight.state.pieces[number].name)
    elif chance == 0:
        yield Promise("gets there this turn", Fraction(0), "tp.move.charge.far", fight.state.pieces[number].name)


# --- moves ---------------------------------------------------------------------------------------------------


def _of_move(fight: Fight, question: Move, order: Sequence[Any]) -> Iterator[Promise]:
    """[tp.move.reform] [tp.move.reorganise] [tp.move.split] [tp.move.reinforce]"""
    for act in order:
        kind = act[0] if isinstance(act, Sequence) and act else ""
        if kind in MANOEUVRES or (kind == "split" and not loose(fight, question.number)):
            yield _check(fight, question.number)
        elif kind == "reinforce" and len(act) > 1:
            front = _number(fight, str(act[1]))
            if front != NOBODY and engaged(fight, front):
                yield _check(fight, front)
