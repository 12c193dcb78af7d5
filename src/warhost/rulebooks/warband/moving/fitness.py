"""Who may move."""

from __future__ import annotations

from warhost.engine.question import Refusal

from ..lookout import pinned
from ..magic.lasting import held_fast
from ..plights import plight
from ..setting import Fight


def may_move(fight: Fight, number: int) -> Refusal | None:
    """Why he may not move now.  [war.turn.move] [war.combat.engaged]"""
    if refusal := unfit(fight, number):
        return refusal
    if pinned(fight, number):
        who = (fight.setting.fighters[number].id,)
        return Refusal("war.combat.engaged", "{who} is engaged and may not walk away", who)
    return None


def unfit(fight: Fight, number: int) -> Refusal | None:
    """Why his own state keeps him from moving.  [war.turn.states] [war.injury.down]"""
    warrior, who = fight.state.warriors[number], (fight.setting.fighters[number].id,)
    if not warrior.there or warrior.side != fight.state.active or warrior.acted:
        return Refusal("war.turn.move", "{who} does not move any more this turn", who)
    if warrior.charged or warrior.failed:
        return Refusal("war.turn.move", "{who} charged this turn", who)
    if refusal := plight(fight, number, "stunned", "fleeing", "stupid", "squabbling", "rallied", "fell"):
        return refusal
    if held_fast(fight, number):
        return Refusal("war.spell.stone", "the stones hold {who}", who)
    return None
