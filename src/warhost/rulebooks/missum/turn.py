"""Before the battle, and the ten steps of every turn.

[mis.setup.order] [mis.turn.sequence] [mis.turn.mover] [mis.turn.alternate] [mis.scale.referee]
"""

from __future__ import annotations

from collections.abc import Callable

from warhost.engine.question import Choose

from .bodies import troop
from .command import distracted, settle_hosts, took_command
from .devices import devices_in_melee, use_in_melee
from .events import StepBegan, TurnBegan
from .fighting.contact import straighten
from .fighting.strikes import close_round, pick_targets, strike, take_weapons
from .fighting.wheeling import close_wings
from .magic.casting import magic_one
from .magic.resolving import watch_arms
from .morale.disorder import recover
from .morale.record import record
from .morale.rout import due, flee, postpone
from .morale.stands import next_stand
from .moving.movement import move_one
from .opening.champions import ask_role, duels, first_choice
from .opening.drawing_up import draw_up
from .opening.terrain_rolls import choose_general, roll_terrain
from .platforms import work_on
from .setting import Fight
from .shooting.loading import restock
from .shooting.volley import name_shots, resolve
from .state import NOBODY
from .victory import end_of_turn

TITLES = {
    0: "the turn begins", 1: "routers flee", 2: "magic", 3: "first half move", 4: "missiles", 5: "countermove",
    6: "missiles", 7: "second half move", 8: "missiles", 9: "melee", 10: "morale record",
}  # fmt: skip
MOVING, SHOOTING, MELEE = (3, 5, 7), (4, 6, 8), 9
LAST = 10


def step(fight: Fight) -> None:
    """One thing happens."""
    stages: dict[str, Callable[[Fight], None]] = {
        "forces": choose_general, "terrain": roll_terrain, "drawing up": draw_up, "champions": duels,
        "choice": first_choice,
    }  # fmt: skip
    stage = stages.get(fight.state.stage)
    if stage is not None:
        stage(fight)
        return
    if fight.state.turn == 0:
        _begin_turn(fight)
        return
    if fight.state.step in (0, *MOVING) and settle_hosts(fight):
        return
    while fight.state.stage == "battle":
        if DEEDS[fight.state.step](fight):
            return
        if _next_step(fight):
            return


# --- from step to step ---------------------------------------------------------------------------------------


def _begin_turn(fight: Fight) -> None:
    """Roles are exchanged, unless one general alone is busy fighting or lost.  [mis.turn.kerdu-exception]"""
    state = fight.state
    state.turn += 1
    state.step = 0
    if state.turn > 1:
        busy = [distracted(fight, side) for side in (0, 1)]
        if busy[0] != busy[1]:
            state.mover = ask_role(fight, 1 if busy[0] else 0, "mis.turn.kerdu-exception")
        else:
            state.mover = 1 - state.mover
    for piece in state.pieces:
        piece.spent = piece.came = piece.owed = piece.turns = piece.lost = 0
        piece.goal = NOBODY
        piece.paid, piece.shots, piece.aimed = (), (), ()
        piece.still = piece.still + 1 if piece.moved < state.turn - 1 else 0
        if piece.pending[:1] in (("form",), ("swing",)):
            piece.pending = ()
        piece.effects = tuple(effect for effect in piece.effects if effect.last >= state.turn)
    state.asked = state.done = ()
    fight.tell(TurnBegan("mis.turn.alternate", state.turn, state.mover))
    took_command(fight)
    work_on(fight)


def _next_step(fight: Fight) -> bool:
    """Go on to the next step; True if that itself is something that happened."""
    state = fight.state
    if state.step in SHOOTING and state.shots:
        resolve(fight)
        return True
    if state.step in MOVING:
        postpone(fight, state.active)
    if state.step == LAST:
        _end_turn(fight)
        return True
    close_wings(fight)
    state.step += 1
    state.active = 1 - state.mover if state.step == 5 else state.mover
    state.asked = state.done = state.aims = ()
    state.passed = 0
    if state.step == MELEE:
        straighten(fight)
    if state.step in SHOOTING:
        state.clock += 1
    fight.tell(StepBegan("mis.turn.sequence", state.step, TITLES[state.step]))
    return False


def _end_turn(fight: Fight) -> None:
    record(fight)
    recover(fight)
    restock(fight)
    end_of_turn(fight)
    if fight.state.stage == "battle":
        _begin_turn(fight)


# --- the deeds of each step ----------------------------------------------------------------------------------


def _rout(fight: Fight) -> bool:
    """Routers of the mover first, each side in the order it likes."""
    return any(_flee_next(fight, side) for side in (fight.state.mover, 1 - fight.state.mover))


def _flee_next(fight: Fight, side: int) -> bool:
    waiting = due(fight, side)
    if not waiting:
        return False
    number = waiting[0]
    if len(waiting) > 1:
        names = [troop(fight, n).id for n in waiting]
        question = Choose(side, "flee", names, "mis.turn.activation", text="Who flees first?", usual=names[0])
        number = fight.setting.number[fight.ask(question)]
    flee(fight, number)
    return True


def _move(fight: Fight) -> bool:
    """Routers whose moment has come run first."""
    side = fight.state.active
    if _flee_next(fight, side):
        return True
    if side in fight.state.done:
        return False
    if move_one(fight):
        watch_arms(fight)
        return True
    fight.state.done = (*fight.state.done, side)
    return False


def _shoot(fight: Fight) -> bool:
    """First the mover names his shots, then the countermover."""
    state = fight.state
    for side in (state.mover, 1 - state.mover):
        if side in state.done:
            continue
        state.active = side
        if name_shots(fight):
            return True
        state.done = (*state.done, side)
    return False


def _fight(fight: Fight) -> bool:
    """Weapons are taken up, devices used, then both passes are struck.  [mis.melee.passes]"""
    state = fight.state
    if not state.melees and not state.passed:
        return False
    if state.passed == 0:
        if take_weapons(fight) or pick_targets(fight):
            return True
        state.passed = 1
    if state.passed == 1:
        if use_in_melee(fight):
            return True
        devices_in_melee(fight)
        state.passed = 2
    if state.passed in (2, 3):
        strike(fight, second=state.passed == 3)
        state.passed += 1
        if state.passed == 4:
            state.shots = ()
            close_round(fight)
        return True
    return False


def _nothing(fight: Fight) -> bool:
    return False


DEEDS: dict[int, Callable[[Fight], bool]] = {
    0: next_stand, 1: _rout, 2: magic_one, 3: _move, 4: _shoot, 5: _move, 6: _shoot, 7: _move, 8: _shoot,
    9: _fight, 10: _nothing,
}  # fmt: skip
