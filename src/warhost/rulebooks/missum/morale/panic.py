"""Sudden panic: the nerve of single warriors.  [mis.morale.types] [mis.morale.panic-procedure]"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.tally import Tally

from ..bodies import troop
from ..events import NerveTested
from ..setting import Fight
from .rout import rout, shaken


def may_panic(fight: Fight, number: int) -> bool:
    """Commanders, magic users and those in a last stand never test."""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    return piece.fate == "standing" and kind.rating > 0 and not piece.stands


def panic_need(fight: Fight, number: int) -> Tally:
    """What a d20 may show at most.  [mis.disorg.morale]"""
    need = Tally(troop(fight, number).rating, "mis.chart.morale-rating", "morale rating")
    if fight.state.pieces[number].disorganized:
        worse = fight.setting.charts.situations.disorganized_morale.value
        need.add(-worse, "mis.disorg.morale", "disorganized")
    return need


@shaken.told
def panic(fight: Fight, number: int, rule: str, why: str) -> bool:
    """One test of the whole legion for one cause; whether it stands.  [mis.morale.panic-causes]"""
    if not may_panic(fight, number):
        return True
    passed = nerve(fight, number, rule)
    if not passed:
        rout(fight, number, f"sudden panic, {why}", "mis.morale.panic-timing")
    return passed


def nerve(fight: Fight, number: int, rule: str) -> bool:
    """The die alone."""
    need = panic_need(fight, number).total
    cuts = (need,) if 0 < need < 20 else ()
    throw = Throw(1, 20, "sudden panic", rule, fight.state.pieces[number].side, cuts, need=need)
    passed = fight.throw(throw)[0] <= need
    fight.tell(NerveTested(rule, number, "sudden panic", passed))
    return passed


def panic_for_losses(fight: Fight, losses: dict[int, int]) -> None:
    """Fliers of the Hláka test for each figure, one by one until a test fails.  [mis.morale.panic-causes]"""
    for number, lost in losses.items():
        if not troop(fight, number).has("panics"):
            continue
        for _ in range(lost):
            if not panic(fight, number, "mis.morale.panic-causes", "a comrade fell"):
                break
