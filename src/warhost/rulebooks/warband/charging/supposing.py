"""When it comes to a charge that is declared: it alone, before whatever else was declared.

Who is carried out first is chosen when all are declared; whoever looks at one charge wants to know whether that
comes home.  [war.charge.declare] [war.charge.resolve]
"""

from __future__ import annotations

from warhost.engine.promise import Supposed
from warhost.engine.question import Question

from ..setting import Setting
from ..state import State

ORDERS = ("charge at", "way")


def supposed(setting: Setting, known: State, question: Question) -> list[Supposed]:
    if question.what not in ORDERS:
        return []
    charger = setting.number[question.about]
    own = tuple(charge for charge in known.charges if charge.charger == charger)
    if not own:
        return []
    twin = known.copy()
    twin.charges, twin.declaring = own, False
    return [Supposed("", twin)]
