"""The close combat phase: one combat after the other, each from the fear tests to the pursuit.

[reg.combat.sequence] [reg.combat.round] [reg.sr.fear] [reg.sr.flaming] [reg.combat.keepcontact]
"""

from __future__ import annotations

from warhost.engine.question import Choose

from ..events import CombatBegan, CombatResult
from ..nature import foes, kind, mostly, named, nature
from ..nerve import panic
from ..nerve.dread import FEAR, causes_fear, causes_terror
from ..nerve.leadership import ld_test
from ..setting import Fight
from ..special import points
from ..state import NOBODY
from . import aftermath, reforming
from .arming import begin_anew, choose_weapons
from .blow import weapon_of
from .blows import impact, stomp, strike_all
from .breaking import losers_test
from .challenges import challenge, make_way
from .result import left_alone, totals, winner_of
from .round import Melee

RULE = "reg.combat.sequence"
IMMUNE, FLAMING, STEEL = "reg.sr.immunepsych", "reg.sr.flaming", "reg.lore.ember.steel"
SHY_OF_FIRE = ("war beasts", "cavalry", "chariot")


def fight_one(fight: Fight) -> bool:
    """The next combat, in the order the active player chooses; False when all are fought."""
    waiting = combats(fight)
    if not waiting:
        return False
    chosen = waiting[0]
    if len(waiting) > 1:
        options = {named(fight, units[0]): units for units in waiting}
        question = Choose(
            fight.state.active, "combat", list(options), RULE, text="Which combat is fought next?",
            usual=next(iter(options)),
        )  # fmt: skip
        chosen = options[fight.ask(question)]
    fight_round(fight, chosen)
    return True


def combats(fight: Fight) -> list[list[int]]:
    """Units in one chain of contact that have not fought in this phase."""
    found: list[list[int]] = []
    seen: list[int] = []
    for contact in fight.state.contacts:
        if contact.a in seen:
            continue
        group = _linked(fight, contact.a)
        seen += group
        if any(fight.state.units[number].fought != fight.state.clock for number in group) and _due(fight, group):
            found.append(sorted(group))
    return found


def _due(fight: Fight, group: list[int]) -> bool:
    """A pursuer who met a fresh enemy fights next turn."""
    return any(
        one.clock <= fight.state.clock
        for one in fight.state.contacts
        if (one.a in group and fight.state.units[one.a].fought != fight.state.clock)
        or (
            one.b in group
            and fight.state.units[one.b].fought != fight.state.clock
            and one.clock <= fight.state.clock
        )
    )


def _linked(fight: Fight, start: int) -> list[int]:
    waiting, found = [start], [start]
    while waiting:
        number = waiting.pop()
        for foe in foes(fight, number):
            if foe not in found:
                found.append(foe)
                waiting.append(foe)
    return found


# --- a round -------------------------------------------------------------------------------------------------


def fight_round(fight: Fight, units: list[int]) -> None:
    first = [named(fight, number) for number in units if fight.state.units[number].side == fight.state.active]
    second = [named(fight, number) for number in units if fight.state.units[number].side != fight.state.active]
    fight.tell(CombatBegan(RULE, tuple(first), tuple(second)))
    for number in units:
        choose_weapons(fight, number)
    fear_tests(fight, units)
    make_way(fight, units)
    melee = Melee(fight, units)
    impact(melee)
    challenge(melee)
    strike_all(melee)
    stomp(melee)
    _settle(melee)
    panic.settle(fight)


def _settle(melee: Melee) -> None:
    """The result, the break tests, and what follows from them."""
    fight = melee.fight
    melee.admit_heirs()
    mine, yours = totals(melee)
    winner, margin = winner_of(melee, mine.total, yours.total)
    names = tuple(named(fight, number) for number in melee.units)
    shown = None if winner == NOBODY else winner
    points, alone = (mine.total, yours.total), left_alone(melee) != NOBODY
    fight.tell(CombatResult("reg.combat.result", names, points, shown, mine.steps, yours.steps, alone))
    broken = losers_test(melee, 1 - winner, margin) if winner != NOBODY else []
    melee.admit_heirs()
    for number in melee.units:
        unit = fight.state.units[number]
        unit.fought, unit.rounds, unit.afraid = fight.state.clock, unit.rounds + 1, False
        unit.fallen = False
    reforming.combat_reforms(melee, winner, margin, broken)
    aftermath.flight_and_pursuit(melee, winner, broken)
    aftermath.close_up(melee, winner)
    _clear(melee)


def _clear(melee: Melee) -> None:
    units = melee.fight.state.units
    for number in melee.units:
        unit = units[number]
        for one in (number, *unit.leaders):
            units[one].back = False
        unit.broke = unit.flag = unit.held = False
        if not foes(melee.fight, number):
            begin_anew(melee.fight, number)


# --- fear ----------------------------------------------------------------------------------------------------


def fear_tests(fight: Fight, units: list[int]) -> None:
    """One test for each unit in contact with an enemy that it fears.  [reg.sr.fear]"""
    for number in units:
        unit = fight.state.units[number]
        unit.afraid = False
        if mostly(fight, number, IMMUNE):
            continue
        if any(fears(fight, number, foe) for foe in foes(fight, number)):
            unit.afraid = not ld_test(fight, number, "fear", FEAR)


def fears(fight: Fight, number: int, foe: int) -> bool:
    """Those who cause fear themselves only fear terror; those who cause terror fear nobody."""
    if causes_terror(fight, number):
        return False
    if causes_fear(fight, number):
        return causes_terror(fight, foe)
    if causes_fear(fight, foe) or points.dread.any(nature(fight, number), fight, number, foe):
        return True
    return kind(fight, number).troop.id in SHY_OF_FIRE and strikes_with_fire(fight, foe)


def strikes_with_fire(fight: Fight, number: int) -> bool:
    """[reg.sr.flaming]"""
    weapon, names = weapon_of(fight, number), nature(fight, number)
    return STEEL in names or FLAMING in (*names, *(weapon.blow_rules if weapon else ()))
