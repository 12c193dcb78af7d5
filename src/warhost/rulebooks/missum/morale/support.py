"""Group support: the heart of a whole legion, when its losses reach a level.  [mis.morale.group-levels]"""

from __future__ import annotations

from collections.abc import Iterable

from warhost.engine.dice import Throw
from warhost.engine.tally import Tally

from ..bodies import troop
from ..command import presence
from ..events import NerveTested
from ..setting import Fight
from .rout import rout

PASSES = 5
"""The highest face of a d10 that stands.  [mis.morale.group-procedure]"""


def net_loss(fight: Fight, number: int) -> int:
    """Figures and points lost, less points won.  [mis.morale.points-record]"""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    if kind.guards:
        return min(kind.guards, kind.figures - piece.figures) - piece.points
    return kind.figures - piece.figures - piece.points


def support_need(fight: Fight, number: int) -> Tally:
    """What a d10 may show at most.

    [mis.morale.group-modifiers] [mis.command.dritlan-morale] [mis.command.kerdu-morale]
    """
    need = Tally(PASSES, "mis.morale.group-procedure", "stands")
    if fight.state.pieces[number].disorganized:
        worse = fight.setting.charts.situations.disorganized_morale.value
        need.add(-worse, "mis.disorg.morale", "disorganized")
    worth, who = presence(fight, number)
    if worth:
        need.add(worth, f"mis.command.{who}-morale", who)
    return need


def check_levels(fight: Fight, numbers: Iterable[int]) -> None:
    """Whoever has reached a level tests or routs; all dice are rolled before anything is carried out.

    [mis.turn.activation] [mis.rout.cause]
    """
    fallen: list[tuple[int, str, str]] = []
    for number in numbers:
        piece, kind = fight.state.pieces[number], troop(fight, number)
        if piece.fate != "standing" or not kind.tests or piece.stands:
            continue
        lost = net_loss(fight, number)
        if lost >= kind.tests + kind.further:
            fallen.append((number, "the losses are too heavy", "mis.morale.group-levels"))
        elif lost >= kind.tests and not piece.tested:
            piece.tested = True
            if not _stands(fight, number):
                fallen.append((number, "no group support", "mis.morale.group-procedure"))
    for number, why, rule in fallen:
        rout(fight, number, why, rule)


def _stands(fight: Fight, number: int) -> bool:
    need = support_need(fight, number).total
    rule, cuts = "mis.morale.group-procedure", (need,) if 0 < need < 10 else ()
    throw = Throw(1, 10, "group support", rule, fight.state.pieces[number].side, cuts, need=need)
    passed = fight.throw(throw)[0] <= need
    fight.tell(NerveTested(rule, number, "group support", passed))
    return passed
