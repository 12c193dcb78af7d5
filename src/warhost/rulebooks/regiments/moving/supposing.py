"""When it comes to a charge that is declared: the charger alone, the others gone ahead and out of its way.

Between the declaration and the dice others may declare charges of their own, and choose who moves first; whoever
looks at one charge wants to know whether that comes home.  [reg.charge.declare] [reg.charge.move]
"""

from __future__ import annotations

from warhost.engine.promise import Supposed
from warhost.engine.question import Answer, Question

from ..setting import Setting
from ..state import NOBODY, State
from .reactions import SHOOT, Reaction


def supposed(setting: Setting, known: State, question: Question, answer: Answer) -> list[Supposed]:
    charger = _charger(setting, question, answer)
    if charger == NOBODY or known.phase != "charges":
        return []
    unit = known.units[charger]
    if unit.charge == NOBODY or not unit.present or not known.units[unit.charge].present:
        return []
    twin = known.copy()
    twin.phase, twin.active = "chargers", unit.side
    for number, other in enumerate(twin.units):
        if other.charge != NOBODY and number != charger:
            other.charge, other.fate = NOBODY, "waiting"
    return [Supposed("", twin, first=True)]


def _charger(setting: Setting, question: Question, answer: Answer) -> int:
    """Whose charge an answer decides."""
    if isinstance(question, Reaction):
        return NOBODY if answer == SHOOT else question.charger  # then it is the shots that count
    if question.what in ("charge target", "redirect"):
        return setting.number[question.about]
    return setting.number.get(answer, NOBODY) if question.what == "charge" else NOBODY
