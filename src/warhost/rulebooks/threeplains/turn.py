"""The turn: movement, shooting, close combat, battle stress; eight for each player.

Every phase is a function that does one thing and says whether it did; when nothing is left to do the next phase
begins.  [tp.setup.turns] [tp.setup.phases] [tp.move.phase]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .charging.charges import charge_one, counter_charge_one, declare
from .charging.flight import come_back
from .events import PhaseBegan, TurnBegan
from .fighting.combat import fight_one
from .land.structures import drown
from .missiles.shooting import shoot_one
from .morale.exhaustion import rest
from .morale.generals import mourn_one
from .morale.stress import stress_one
from .moving.movement import move_one
from .opening.deployment import choose_first_to_place, deploy_one, hide_one
from .opening.setup import bonus_terrain, choose_first_turn, choose_sides
from .setting import Fight
from .special.poison import poison_works
from .special.specials import special
from .state import Phase
from .victory import close

LAST_CLOCK = 16

RULES: Mapping[Phase, str] = {
    "declaring": "tp.move.charge",
    "charges": "tp.move.charge.sequence",
    "moves": "tp.move.phase",
    "counter charges": "tp.move.counter",
    "shooting": "tp.shoot.phase",
    "combat": "tp.combat.phase",
    "stress": "tp.stress.phase",
}
TOLD: Mapping[Phase, str] = {
    "declaring": "movement",
    "shooting": "shooting",
    "combat": "close combat",
    "stress": "battle stress",
}
"""The four phases that players speak of, by the part that opens each."""


def step(fight: Fight) -> None:
    """One thing happens: a piece moves, a charge runs, a volley is shot, a combat is fought, a piece checks."""
    state = fight.state
    while state.score is None:
        if DEEDS[state.phase](fight):
            return
        _next_phase(fight)


def _before(fight: Fight) -> bool:
    """Who places first is known before anybody is placed."""
    if fight.state.deployed == (0, 0) and choose_first_to_place(fight):
        return True
    return deploy_one(fight)


def _begin_turn(fight: Fight) -> bool:
    """The next player's turn begins; all that falls due at its start is done first.

    [tp.setup.turnstart] [tp.move.value]
    """
    state = fight.state
    state.clock += 1
    state.active = state.first if state.clock % 2 else 1 - state.first
    fight.tell(TurnBegan("tp.setup.turns", state.turn, state.active))
    for piece in state.pieces:
        piece.spent = piece.dash = piece.charge_turn = 0
        piece.dashed = piece.acted = piece.barred = piece.shot = piece.charge_ended = piece.redirected = False
        piece.struck_defensively = piece.held_and_shot = piece.manoeuvred = piece.sharp = piece.nudged = False
        piece.answer = ""
    for number, piece in enumerate(state.pieces):
        if piece.side == state.active and piece.fate == "away":
            come_back(fight, number)
    drown(fight)
    poison_works(fight)
    for number, piece in enumerate(state.pieces):
        if piece.side == state.active and piece.fate in ("standing", "within"):
            for hook in special.at("start of turn", fight.setting.figures[piece.figure].traits):
                hook(fight, number)
    _enter(fight, "declaring")
    return True


def _declaring(fight: Fight) -> bool:
    """Charges are declared once, all together."""
    acted = declare(fight)
    if fight.state.phase == "declaring":
        _enter(fight, "charges")
    return acted


def _fighting(fight: Fight) -> bool:
    """Combats one after the other, and when all are fought the grief for a slain general."""
    return fight_one(fight) or mourn_one(fight)


DEEDS: Mapping[Phase, Callable[[Fight], bool]] = {
    "sides": choose_sides,
    "bonus terrain": bonus_terrain,
    "deployment": _before,
    "halfwits": hide_one,
    "first turn": choose_first_turn,
    "start": _begin_turn,
    "declaring": _declaring,
    "charges": charge_one,
    "moves": move_one,
    "counter charges": counter_charge_one,
    "shooting": shoot_one,
    "combat": _fighting,
    "stress": stress_one,
}
ORDER: tuple[Phase, ...] = tuple(DEEDS)


def _next_phase(fight: Fight) -> None:
    phase = fight.state.phase
    if phase == "combat":
        rest(fight)
    if phase == "stress":
        _end_turn(fight)
    else:
        _enter(fight, ORDER[ORDER.index(phase) + 1])


def _enter(fight: Fight, phase: Phase) -> None:
    state = fight.state
    state.phase, state.todo = phase, ()
    if phase == "combat":
        state.fought = ()  # kept through the stress phase, which goes by the order of the fights
    if phase in TOLD:
        fight.tell(PhaseBegan(RULES[phase], TOLD[phase], state.active))


def _end_turn(fight: Fight) -> None:
    """What a piece did in its own turn is remembered for its answers in the enemy's."""
    state = fight.state
    for piece in state.pieces:
        if piece.side == state.active:
            piece.last_moved, piece.last_shot, piece.last_dashed = piece.spent, piece.shot, piece.dashed
    if state.clock >= LAST_CLOCK or _decided(fight):
        close(fight)
    else:
        _enter(fight, "start")


def _decided(fight: Fight) -> bool:
    """One side has nothing left, and none of the other's pieces is still running."""
    present = [
        [p for p in fight.state.pieces if p.side == side and p.fate in ("standing", "away")] for side in (0, 1)
    ]
    for own, others in (present, present[::-1]):
        if not own:
            return not any(piece.fleeing for piece in others)
    return False
