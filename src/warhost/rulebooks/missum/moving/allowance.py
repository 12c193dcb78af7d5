"""How far a body may go in a step, and what keeps it from going at all.

[mis.turn.sequence] [mis.command.radius]
"""

from __future__ import annotations

from warhost.engine.field.shapes import contains
from warhost.engine.question import Refusal

from ..bodies import engaged, lie, troop
from ..command import in_radius
from ..fighting.wheeling import swings
from ..library import MM
from ..setting import Fight
from ..state import Piece


def under(fight: Fight, piece: Piece, spell: str) -> bool:
    """Whether a spell lies on it in this turn.  [mis.rout.timing] routers have nothing of it."""
    if not piece.effects or piece.fate == "routing":
        return False
    turn = fight.state.turn
    return any(effect.spell == spell and effect.first <= turn <= effect.last for effect in piece.effects)


def uncloak(fight: Fight, *numbers: int) -> None:
    """Whoever fights, shoots or touches an enemy is seen again.  [mis.spell.cloak]"""
    for number in numbers:
        piece = fight.state.pieces[number]
        if any(effect.spell == "cloak" for effect in piece.effects):
            piece.effects = tuple(effect for effect in piece.effects if effect.spell != "cloak")


def is_mover(fight: Fight, number: int) -> bool:
    return fight.state.pieces[number].side == fight.state.mover


def is_last_step(fight: Fight, number: int) -> bool:
    """Whether no other movement step of this turn is to come for it."""
    return not (is_mover(fight, number) and fight.state.step == 3)


def allowance(fight: Fight, number: int, piece: Piece) -> int:
    """Of the whole turn.  [mis.chart.movement] [mis.command.radius-exempt] [mis.spell.grace]"""
    kind = troop(fight, number)
    full = kind.fly if piece.height and kind.fly else kind.swim if _swims(fight, number, piece) else kind.move
    if piece.judged == fight.state.turn and piece.bound and not kind.fanatic and not piece.fresh:
        full //= 2
    if under(fight, piece, "grace"):
        full *= fight.setting.charts.situations.grace_times.value
    return full


def _swims(fight: Fight, number: int, piece: Piece) -> bool:
    """Whether its front is in the water, for those who swim.  [mis.terrain.pond]"""
    if not troop(fight, number).swim:
        return False
    return any(ground.kind.water and contains(ground.shape, (piece.x, piece.y)) for ground in lie(fight).grounds)


def charge_bonus(fight: Fight) -> int:
    """[mis.charge.bonus]"""
    return fight.setting.charts.situations.charge_move.value * MM


def step_budget(fight: Fight, number: int, piece: Piece) -> int:
    """What may be used in this step: half of it for the mover, all of it for the countermover."""
    whole = allowance(fight, number, piece)
    share = whole // 2 if is_mover(fight, number) else whole
    return max(0, share - piece.owed)


def judge_radius(fight: Fight, number: int) -> None:
    """Once a turn, when a legion is about to begin moving.  [mis.command.radius] [mis.command.reserve-radius]"""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    if piece.judged == fight.state.turn:
        return
    piece.judged = fight.state.turn
    piece.bound = kind.legion and not in_radius(fight, number)
    if piece.fresh and not piece.bound:
        piece.fresh = False


def may_contact(fight: Fight, number: int, piece: Piece) -> Refusal | None:
    """Whether it may move into contact with anybody at all.

    [mis.move.contact-radius] [mis.command.radius-fanatics]
    """
    kind = troop(fight, number)
    if kind.special:
        return Refusal("mis.skirmish.command-figures", "{who} {starts} no melee", (number,))
    if kind.kind == "battery":
        return Refusal("mis.add.engine-crew", "{who} {starts} no melee", (number,))
    if piece.judged == fight.state.turn and piece.bound and not kind.fanatic:
        return Refusal("mis.move.contact-radius", "{who} {is} out of the reach of a commander", (number,))
    return None


def why_not_move(fight: Fight, number: int) -> Refusal | None:
    """Why a body may not be moved at all in this step."""
    state, piece, kind = fight.state, fight.state.pieces[number], troop(fight, number)
    if piece.fate != "standing":
        return Refusal("mis.rout.timing", "{who} {is} routing", (number,))
    if kind.legion and piece.huitsan == 0:
        return Refusal(
            "mis.army.reserve-transfer", "{who} {is} in the reserve and must be handed over first", (number,)
        )
    if piece.acted == state.now:
        return Refusal("mis.turn.activation", "{who} {has} moved in this step", (number,))
    if engaged(fight, number) and not may_swing(fight, number):
        return Refusal("mis.move.contact", "{who} {is} in contact with an enemy", (number,))
    if piece.halted == state.turn:
        return Refusal("mis.zoc.zone", "{who} {has} been stopped for this turn", (number,))
    if under(fight, piece, "pleasures"):
        return Refusal("mis.spell.pleasures", "{who} cannot move under the Pleasures of Dlamélish", (number,))
    return None


def may_swing(fight: Fight, number: int) -> bool:
    return bool(swings(fight, number))


def may_charge(fight: Fight, number: int, piece: Piece) -> Refusal | None:
    """[mis.charge.limits] [mis.charge.once]"""
    kind, turn = troop(fight, number), fight.state.turn
    if not kind.legion or kind.kind == "battery":
        return Refusal("mis.charge.limits", "{who} cannot charge", (number,))
    if piece.charged and piece.charged != turn:
        return Refusal("mis.charge.once", "{who} {has} charged before", (number,))
    if piece.charged == turn and not piece.bonus:
        return Refusal("mis.charge.once", "{who} {has} charged already", (number,))
    if (piece.judged == turn and piece.bound) or piece.fresh:
        return Refusal("mis.charge.limits", "{who} {is} out of the reach of a commander", (number,))
    if piece.square:
        return Refusal("mis.move.facing-same", "{who} {stands} in a defensive formation", (number,))
    return None
