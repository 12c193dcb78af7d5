"""The battle step by step: the opening, then turns of five phases.

[reg.turn.sequence] [reg.turn.decisions] [reg.move.sequence] [reg.game.length]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .choosing import next_of
from .events import PhaseBegan, TurnBegan
from .fighting import combats
from .magic import vortices
from .magic.phase import magic_one
from .moving import chargers, charges, compulsory, moves
from .nature import nature
from .nerve import panic
from .opening import deployment, spells, terrain
from .setting import Fight
from .shooting.phase import shoot_one
from .special import points
from .special.starting import start_actions
from .special.turns import general_fell
from .state import NEVER, NOBODY, Phase
from .victory import end_of_turn, judge_now

RULE = "reg.turn.sequence"
OPENING: tuple[Phase, ...] = (
    "terrain", "spells", "edges", "ambush", "deployment", "scouts", "vanguard", "first turn",
)  # fmt: skip
PHASES: tuple[Phase, ...] = (
    "start", "charges", "chargers", "compulsory", "moves", "magic", "shooting", "combat",
)  # fmt: skip
TITLES: Mapping[str, str] = {
    "start": "the turn begins",
    "charges": "charges",
    "chargers": "moving chargers",
    "compulsory": "compulsory moves",
    "moves": "movement",
    "magic": "magic",
    "shooting": "shooting",
    "combat": "close combat",
}
TELLING = ("charges", "moves", "magic", "shooting", "combat")


def step(fight: Fight) -> None:
    """One thing happens: a unit is set up, a charge declared, a spell cast, a combat fought."""
    state = fight.state
    if state.phase in OPENING:
        _open(fight)
    elif not DEEDS[state.phase](fight):
        _next_phase(fight)
    if state.clock and state.score is None:
        general_fell(fight)
        panic.settle(fight)
        vortices.end_orphans(fight)
        judge_now(fight)


# --- before the battle -------------------------------------------------------------------------------------------


def _once(deed: Callable[[Fight], None]) -> Callable[[Fight], bool]:
    def done(fight: Fight) -> bool:
        deed(fight)
        return False

    return done


def _open(fight: Fight) -> None:
    state = fight.state
    deeds: Mapping[Phase, Callable[[Fight], bool]] = {
        "terrain": _once(terrain.lay_out), "spells": spells.learn_one, "edges": _once(terrain.choose_edges),
        "ambush": _once(deployment.hold_back), "deployment": deployment.deploy_one, "scouts": deployment.scout_one,
        "vanguard": deployment.vanguard_one, "first turn": _once(deployment.choose_first),
    }  # fmt: skip
    if deeds[state.phase](fight):
        return
    state.todo, state.passed = (), ()
    at = OPENING.index(state.phase)
    if at + 1 < len(OPENING):
        state.phase = OPENING[at + 1]
    else:
        begin_turn(fight, state.first)


# --- turns -------------------------------------------------------------------------------------------------------


def begin_turn(fight: Fight, side: int) -> None:
    """A player's turn: nothing is left over from his last."""
    state = fight.state
    state.clock += 1
    state.active, state.phase = side, "start"
    for unit in state.units:
        unit.stood = False
        if unit.side != side:
            continue
        if unit.charged_at < state.clock:
            unit.did = "flees" if unit.fleeing else "stood still"
        unit.declared = unit.redirected = unit.shot = unit.acted = unit.squabbles = False
        unit.slowed = unit.drilled = unit.from_high = False
        unit.charge, unit.reach, unit.also = NOBODY, NEVER, ()
        if state.clock > 2:
            unit.barred = False
    fight.tell(TurnBegan(RULE, state.turn, side))
    panic.phase_begins(fight)
    state.todo = start_actions(fight, side)


def start_one(fight: Fight) -> bool:
    """What units must do at the start of the turn, one by one.  [reg.turn.start]"""
    state = fight.state
    if not state.todo:
        compulsory.roll_ambushers(fight)
        return False
    there = [number for number in state.todo if state.units[number].present]
    if not there:
        state.todo = ()
        return True
    number = next_of(fight, state.active, there, "start of turn", "reg.turn.start", "Which unit comes first?")
    state.todo = tuple(one for one in there if one != number)
    points.turn_begins.each(nature(fight, number), fight, number)
    panic.settle(fight)
    return True


def remaining_one(fight: Fight) -> bool:
    return compulsory.arrive_one(fight) or moves.move_one(fight)


DEEDS: Mapping[Phase, Callable[[Fight], bool]] = {
    "start": start_one, "charges": charges.declare_one, "chargers": chargers.move_one,
    "compulsory": compulsory.move_one, "moves": remaining_one, "magic": magic_one, "shooting": shoot_one,
    "combat": combats.fight_one,
}  # fmt: skip


def _next_phase(fight: Fight) -> None:
    state = fight.state
    panic.end_phase(fight)
    if state.phase in ("moves", "magic", "shooting", "combat"):
        compulsory.beasts_react(fight)
        vortices.let_go(fight)
    if state.phase == PHASES[-1]:
        if not end_of_turn(fight):
            begin_turn(fight, 1 - state.active)
        return
    before, state.phase = state.phase, PHASES[PHASES.index(state.phase) + 1]
    state.passed, state.todo, state.winds = (), (), False
    if before in ("start", "moves", "magic", "shooting"):
        panic.phase_begins(fight)
    if state.phase in ("charges", "compulsory", "moves"):
        for unit in state.units:
            unit.acted = unit.acted and state.phase == "moves" and unit.did not in ("stood still", "free move")
    if state.phase == "moves":
        moves.open_ranks(fight)
    if state.phase in TELLING:
        fight.tell(PhaseBegan(RULE, TITLES[state.phase], state.active))
