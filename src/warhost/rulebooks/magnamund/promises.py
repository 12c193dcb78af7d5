"""What dice decide about an answer, and how likely it comes off: powers of the mind, healing, morale."""

from __future__ import annotations

from fractions import Fraction

from warhost.engine.battle import Battle
from warhost.engine.enumerate import outcomes
from warhost.engine.event import Told
from warhost.engine.oracle import Scripted
from warhost.engine.promise import Promise
from warhost.engine.question import Answer, Choose, Question

from .events import PowerTried
from .kai import YES
from .morale import carry_on_chance
from .setting import Fight, Setting
from .specials import Power, special
from .state import NOBODY, State

WORKS = "works"


def promises(setting: Setting, known: State, question: Question, answer: Answer) -> list[Promise]:
    """What shots and blows promise stands in their own labels."""
    fight: Fight = Battle(setting, known, Scripted())
    if not isinstance(question, Choose) or answer not in question.options:
        return []
    if question.what == "test":
        return [_carries_on(fight, str(answer))]
    if question.what == "brutality":
        return [] if answer == YES else [_carries_on(fight, question.about)]
    if question.what == "mind over matter" and answer == YES:
        chance = Fraction(setting.library.tables.mind_over_matter, 100)
        return [Promise("turns a missile aside", chance, question.rule, question.about)]
    if question.what == "sixth sense" and answer == YES:
        return [Promise("feels hidden enemies", _felt(setting), question.rule, question.about)]
    power = _power(fight, question)
    return [worked_out(fight, power, question.about, str(answer))] if power else []


def _carries_on(fight: Fight, group: str) -> Promise:
    unit = fight.setting.group[group].unit
    return Promise("carries on", carry_on_chance(fight, unit), "mag.morale.results", group)


def _felt(setting: Setting) -> Fraction:
    """Those who are unsure feel again, so such faces do not count."""
    shares, below = {"reveal": 0, "again": 0}, 0
    for band in setting.library.tables.sixth_sense:
        shares[band.result] = shares.get(band.result, 0) + band.upto - below
        below = band.upto
    return Fraction(shares["reveal"], below - shares["again"])


# --- powers --------------------------------------------------------------------------------------------------


def _power(fight: Fight, question: Choose) -> Power | None:
    user = fight.setting.number.get(question.about, NOBODY)
    if user == NOBODY:
        return None
    offered = [has(fight, user) for has in special.at("firing power", fight.state.pieces[user].skills)]
    return next((power for power in offered if power is not None and power.name == question.what), None)


def worked_out(fight: Fight, power: Power, user: str, target: str) -> Promise:
    """The very code that uses the power, run over every way its dice can fall."""
    told: list[Told] = []

    def use(battle: Fight) -> None:
        power.use(battle, battle.setting.number[user], target)
        told[:] = battle.told

    def worked(state: State) -> bool:
        tried = [one.event for one in told if isinstance(one.event, PowerTried) and one.event.power == power.name]
        return any(event.success for event in tried)

    found = outcomes(use, fight.setting, fight.state, lambda question: question.suggest(1)[0], worked)
    return Promise(WORKS, found.get(True, Fraction(0)), power.rule, target.partition(":")[0])
