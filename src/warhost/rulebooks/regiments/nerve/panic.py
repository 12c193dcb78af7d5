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
from ..wounds.gone import heads, mark_losses
from .leadership import ld_test

__all__ = ["end_phase", "mark_losses", "may_panic", "phase_begins", "settle"]
IMMUNE, UNBREAKABLE = "reg.sr.immunepsych", "reg.sr.unbreakable"
BROKEN, FRIGHTFUL_SHOTS = "reg.panic.broken", "reg.army.und.hurler"


def phase_begins(fight: Fight) -> None:
    """Losses and tests are counted anew in every phase."""
    for number, unit in enumerate(fight.state.units):
        unit.phase_models, unit.panicked, unit.scorched, unit.burned = heads(fight, number), False, False, False


def settle(fight: Fight) -> None:
    """Everybody who has cause to tests now, first those of the active player, each side in the order its owner
    wants; those who run may run through others. Where friends have broken, all test before anyone moves.

    [reg.panic.test] [reg.panic.broken]
    """
    state, running = fight.state, dict[int, int]()
    while state.shaken or running:
        state.shaken = tuple(one for one in state.shaken if may_panic(fight, one[0]))
        if running and not any(rule == BROKEN for _, rule, _ in state.shaken):
            number = _next(fight, list(running), "next to flee", "Which of them flees next?")
            _flee(fight, number, running.pop(number))
        elif state.shaken:
            waiting = list(dict.fromkeys(number for number, _, _ in state.shaken))
            number = _next(fight, waiting, "next to panic", "Who tests for panic next?")
            _, rule, by = next(one for one in state.shaken if one[0] == number)
            if not _holds(fight, number, rule, by):
                running[number] = by


def _next(fight: Fight, waiting: list[int], what: str, text: str) -> int:
    """Of the active player first, in the order he wants."""
    units, active = fight.state.units, fight.state.active
    own = [number for number in waiting if units[number].side == active]
    return next_of(fight, active if own else 1 - active, own or waiting, what, "reg.panic.test", text)


def may_panic(fight: Fight, number: int) -> bool:
    unit = fight.state.units[number]
    if not unit.present or unit.panicked or unit.fleeing or engaged(fight, number):
        return False
    return not (mostly(fight, number, IMMUNE) or UNBREAKABLE in rules(fight, number))


def _holds(fight: Fight, number: int, rule: str, by: int) -> bool:
    fight.state.units[number].panicked = True
    worse = -1 if by != NOBODY and FRIGHTFUL_SHOTS in rules(fight, by) else 0
    return ld_test(fight, number, "panic", rule, worse)


def _flee(fight: Fight, number: int, by: int) -> None:
    """From whoever caused it, or the nearest enemy.  [reg.panic.flee]"""
    unit = fight.state.units[number]
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
