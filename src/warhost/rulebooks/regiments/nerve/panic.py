"""Panic: who tests, once a phase, and who runs.

[reg.panic.test] [reg.panic.casualties] [reg.panic.destroyed] [reg.panic.broken] [reg.panic.through]
[reg.panic.once] [reg.panic.exempt] [reg.panic.flee] [reg.sr.immunepsych]
"""

from __future__ import annotations

from ..bodies import body
from ..choosing import next_of
from ..land.nearest import nearest_enemy
from ..moving.flight import flee_from, take_flight
from ..nature import engaged, mostly, present, rules
from ..setting import Fight
from ..state import NOBODY
from ..wounds.gone import mark_losses
from .leadership import ld_test

__all__ = ["end_phase", "mark_losses", "may_panic", "phase_begins", "settle"]
IMMUNE, UNBREAKABLE = "reg.sr.immunepsych", "reg.sr.unbreakable"
FRIGHTFUL_SHOTS = "reg.army.und.hurler"


def phase_begins(fight: Fight) -> None:
    """Losses and tests are counted anew in every phase."""
    for unit in fight.state.units:
        unit.phase_models, unit.panicked, unit.scorched, unit.burned = unit.models, False, False, False


def settle(fight: Fight) -> None:
    """Everybody who has cause to tests now, first those of the active player, each side in the order its owner
    wants; those who run may run through others."""
    state = fight.state
    while state.shaken:
        state.shaken = tuple(one for one in state.shaken if may_panic(fight, one[0]))
        waiting = list(dict.fromkeys(number for number, _, _ in state.shaken))
        own = [number for number in waiting if state.units[number].side == state.active]
        if not waiting:
            return
        side = state.active if own else 1 - state.active
        number = next_of(
            fight, side, own or waiting, "next to panic", "reg.panic.test", "Who tests for panic next?"
        )
        _, rule, by = next(one for one in state.shaken if one[0] == number)
        _test(fight, number, rule, by)


def may_panic(fight: Fight, number: int) -> bool:
    unit = fight.state.units[number]
    if not unit.present or unit.panicked or unit.fleeing or engaged(fight, number):
        return False
    return not (mostly(fight, number, IMMUNE) or UNBREAKABLE in rules(fight, number))


def _test(fight: Fight, number: int, rule: str, by: int) -> None:
    unit = fight.state.units[number]
    unit.panicked = True
    worse = -1 if by != NOBODY and FRIGHTFUL_SHOTS in rules(fight, by) else 0
    if ld_test(fight, number, "panic", rule, worse):
        return
    foe = by != NOBODY and fight.state.units[by].side != unit.side and fight.state.units[by].present
    threat = by if foe else nearest_enemy(fight, number)
    facing_threat = body(fight, threat) if threat != NOBODY else None
    if not take_flight(fight, number):
        return
    if facing_threat is not None:
        flee_from(fight, number, facing_threat)


def end_phase(fight: Fight) -> None:
    """Whatever is still to be settled when a phase ends."""
    settle(fight)
    for number in present(fight):
        fight.state.units[number].scorched = False
