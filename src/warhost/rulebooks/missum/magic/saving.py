"""Saving throws.  [mis.magic.saving-throw] [mis.chart.magic-defense]"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.distribution import Distribution

from ..bodies import troop
from ..setting import Fight

FRIENDLY, SERUDLA, ACID, CREW = 10, 9, 9, 8
"""[mis.scale.serudla-save] [mis.scale.serudla-acid-save] [mis.scale.engine-crew-save]"""


def save_need(fight: Fight, number: int, friendly: bool = False, acid: bool = False) -> int:
    """What a d20 may show at most; 20 where nothing can go wrong.  [mis.command.dritlan-immune]"""
    kind = troop(fight, number)
    if kind.special and not kind.guards:
        return 20
    need = kind.race.magic_defense.value
    if friendly:
        need += FRIENDLY
    if kind.has("dreadful"):
        need -= SERUDLA
    if acid:
        need += ACID
    if kind.kind == "battery":
        need = max(1, need - CREW)
    return max(1 if kind.kind == "battery" else 0, min(20, need))


def saves_against(
    fight: Fight, number: int, dice: int, rule: str, friendly: bool = False, acid: bool = False
) -> int:  # fmt: skip
    """How many of so many saving throws succeed."""
    need = save_need(fight, number, friendly, acid)
    if need >= 20:
        return dice
    if dice <= 0:
        return 0
    cuts = (need,) if need > 0 else ()
    throw = Throw(dice, 20, "saving throw", rule, fight.state.pieces[number].side, cuts, need=need)
    return fight.settle(lambda: sum(face <= need for face in fight.throw(throw)), saving(need, dice).items)


def saving(need: int, dice: int) -> Distribution:
    """How many of so many saving throws may succeed."""
    return Distribution.of({dice: 1}).compose(Distribution.of({0: 20 - need, 1: need}))
