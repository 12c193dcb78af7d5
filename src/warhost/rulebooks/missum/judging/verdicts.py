"""Who may do what at a moment, and why not: shots with their odds, strikes, moves."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal
from warhost.engine.verdict import Verdict
from warhost.engine.words import count

from ..bodies import engaged, foes, own, troop
from ..fighting.ranks import striking
from ..fighting.strikes import attacks_with, choices
from ..library import MM
from ..moving.allowance import step_budget, why_not_move
from ..setting import Fight, Setting
from ..shooting.aiming import aims, why_not_at, why_not_shoot
from ..shooting.volley import attacks_of
from ..state import Shot, State
from ..telling.names import MissumNames


def verdicts(setting: Setting, state: State) -> list[Verdict]:
    fight: Fight = Battle(setting, state, Scripted())
    if state.stage != "battle":
        return []
    if state.step in (3, 5, 7):
        return list(_moves(fight))
    if state.step in (4, 6, 8):
        return list(_shots(fight))
    return list(_strikes(fight)) if state.step == 9 else []


def _moves(fight: Fight) -> Iterator[Verdict]:
    for number in own(fight, fight.state.active):
        refusal = why_not_move(fight, number)
        budget = step_budget(fight, number, fight.state.pieces[number]) // MM
        yield Verdict(troop(fight, number).id, "move", note=f"{budget} mm", refusal=_worded(fight, refusal))


def _shots(fight: Fight) -> Iterator[Verdict]:
    for side in (fight.state.mover, 1 - fight.state.mover):
        for number in own(fight, side):
            kind = troop(fight, number)
            if kind.missile is None:
                continue
            if refusal := why_not_shoot(fight, number):
                yield Verdict(kind.id, "shoot", refusal=_worded(fight, refusal))
                continue
            yield from (_shot(fight, number, target) for target in foes(fight, side))


def _shot(fight: Fight, number: int, target: int) -> Verdict:
    who, whom = troop(fight, number).id, troop(fight, target).id
    able = aims(fight, number, target)
    refusal = why_not_at(fight, number, target)
    if not refusal and not able:
        refusal = Refusal("mis.missile.arc", "{who} {is} in nobody's arc and range", (target,))
    if refusal:
        return Verdict(who, "shoot", whom, refusal=_worded(fight, refusal))
    shot = Shot(number, target, tuple(aim.figure for aim in able))
    attacks = attacks_of(fight, shot, able)
    note = "; ".join(f"{count(attack.figures, 'figure')} at {attack.tally.total:+d}" for attack in attacks)
    whole = sum(attack.casualties for attack in attacks)
    return Verdict(who, "shoot", whom, whole, attacks[0].tally.steps if attacks else (), note)


def _strikes(fight: Fight) -> Iterator[Verdict]:
    """Each with the weapon it has in hand, or with the only one that is left to it.  [mis.melee.weapon-start]"""
    fight = Battle(fight.setting, fight.state.copy(), Scripted())
    for number, piece in enumerate(fight.state.pieces):
        if engaged(fight, number) and len(able := choices(fight, number)) == 1:
            piece.weapon = able[0]
    for melee in fight.state.melees:
        for who, other in ((melee.a, melee.b), (melee.b, melee.a)):
            figures = striking(fight, melee, who) if fight.state.pieces[who].fate == "standing" else []
            for attack in attacks_with(fight, melee, who, figures):
                yield Verdict(
                    troop(fight, who).id, "strike", troop(fight, other).id, attack.casualties, attack.tally.steps,
                    f"{count(attack.figures, 'figure')}, {attack.weapon}",
                )  # fmt: skip


def _worded(fight: Fight, refusal: Refusal | None) -> Refusal | None:
    return None if refusal is None else refusal.worded(MissumNames(fight.setting))
