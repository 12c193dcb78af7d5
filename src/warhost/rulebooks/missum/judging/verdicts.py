"""Who may do what at a moment, and why not: last stands, spells, moves, shots with their odds, strikes."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal
from warhost.engine.verdict import Verdict
from warhost.engine.words import count

from ..bodies import engaged, foes, legions, own, troop
from ..fighting.ranks import striking
from ..fighting.strikes import attacks_with, choices
from ..library import MM, tenths
from ..magic.casting import NUMERALS, why_not_cast
from ..magic.shields import shield_over, teams_of
from ..morale.stands import may_stand
from ..moving.allowance import charge_bonus, judge_radius, may_charge, step_budget, why_not_move
from ..moving.fanatics import owes, set_goal
from ..setting import Fight, Setting
from ..shooting.aiming import aims, why_not_at, why_not_shoot
from ..shooting.volley import attacks_of, through_arms
from ..state import Shot, State
from ..telling.names import MissumNames


def verdicts(setting: Setting, state: State) -> list[Verdict]:
    fight: Fight = Battle(setting, state, Scripted())
    if state.stage != "battle":
        return []
    return list(AT[state.step](fight)) if state.step in AT else []


def _stands(fight: Fight) -> Iterator[Verdict]:
    """[mis.stand.test]"""
    for side in (fight.state.mover, 1 - fight.state.mover):
        for number in legions(fight, side):
            if may_stand(fight, number):
                kind = troop(fight, number)
                need = fight.setting.charts.stand_needs(kind.rating, kind.fanatic)
                yield Verdict(kind.id, "make a last stand", chance=need)


def _spells(fight: Fight) -> Iterator[Verdict]:
    """[mis.magic.prohibitions] [mis.chart.spells]"""
    for side in (fight.state.mover, 1 - fight.state.mover):
        for team in teams_of(fight, side):
            piece = fight.state.pieces[team]
            for attack, left in ((True, piece.attack_spells), (False, piece.defense_spells)):
                deed = f"cast {'attack' if attack else 'defense'} spells"
                note = ", ".join(f"{NUMERALS[n]} {count}" for n, count in enumerate(left, 1) if count)
                refusal = why_not_cast(fight, team, attack)
                yield Verdict(troop(fight, team).id, deed, note=note, refusal=_worded(fight, refusal))


def _moves(fight: Fight) -> Iterator[Verdict]:
    """As if each were the next to move: only then it is seen who commands it.  [mis.command.radius]"""
    fight = Battle(fight.setting, fight.state.copy(), Scripted())
    for number in own(fight, fight.state.active):
        if refusal := why_not_move(fight, number):
            yield Verdict(troop(fight, number).id, "move", refusal=_worded(fight, refusal))
        else:
            judge_radius(fight, number)
            set_goal(fight, number)
            yield Verdict(troop(fight, number).id, "move", note=", ".join(_way(fight, number)))


def _way(fight: Fight, number: int) -> Iterator[str]:
    """How far it comes in this step, and what it must or cannot do."""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    budget = step_budget(fight, number, piece)
    yield f"{tenths(budget)} mm"
    if may_charge(fight, number, piece) is None:
        yield f"{tenths(budget + charge_bonus(fight))} in a charge"
    if piece.bound:
        yield "out of the reach of a commander"
    if kind.fanatic and (due := owes(fight, number, piece) - piece.came) > 0:
        yield f"at least {due / MM:.0f} towards the enemy"


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
    attacks = attacks_of(fight, shot, through_arms(fight, shot))
    if not attacks:
        stopped = Refusal("mis.spell.arm", "an Arm of Karakán stops every shot at {who}", (target,))
        return Verdict(who, "shoot", whom, refusal=_worded(fight, stopped))
    note = "; ".join(f"{count(attack.figures, 'figure')} at {attack.tally.total:+d}" for attack in attacks)
    if need := shield_over(fight, target):
        note += f"; through a shield on {need} or less of a d20"
    whole = sum(attack.casualties for attack in attacks)
    return Verdict(who, "shoot", whom, whole, attacks[0].tally.steps, note)


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


AT = {0: _stands, 2: _spells, 3: _moves, 4: _shots, 5: _moves, 6: _shots, 7: _moves, 8: _shots, 9: _strikes}
"""What is judged in which step of the turn.  [mis.turn.sequence]"""
