"""War machines that never move: who they are, and when they cannot shoot.

Machine and crew are one model with one profile on one base; machines of the same name may shoot differently for
each race, by what their own profile says.
[tp.machine.class] [tp.machine.one_model] [tp.piece.warmachine] [tp.machine.movement]
"""

from __future__ import annotations

from warhost.engine.question import Refusal

from ..bodies import figure
from ..setting import Fight
from ..state import Number
from .sheets import ENGINES, Engine

TURN = 2  # clocks from one shooting phase of a player to his next


def engine_of(fight: Fight, number: Number) -> Engine | None:
    """How its models shoot, if they are machines that do."""
    shoots = figure(fight, number).shoots
    return ENGINES[shoots] if shoots else None


def throws_stones(fight: Fight, number: Number) -> bool:
    """Whether it shoots at places instead of pieces."""
    engine = engine_of(fight, number)
    return engine is not None and engine.shot == "stone"


def why_silent(fight: Fight, number: Number, *, in_its_phase: bool) -> Refusal | None:
    """Machines shoot in their own shooting phase alone, when they are wound up and nothing is jammed.

    [tp.list.machine.bolt] [tp.list.machine.stone]
    """
    engine, piece = engine_of(fight, number), fight.state.pieces[number]
    if engine is None:
        return None
    if not in_its_phase:
        return Refusal(engine.rule, f"{piece.name} shoots in its own shooting phase only")
    if piece.silent_until > fight.state.clock:
        return Refusal(engine.rule, f"{piece.name} is not ready to shoot again")
    return None


def fall_silent(fight: Fight, number: Number, phases: int) -> None:
    """It cannot shoot in its owner's next so many shooting phases, nor in what is left of this one."""
    piece = fight.state.pieces[number]
    piece.silent_until = max(piece.silent_until, fight.state.clock_in(TURN * phases + 1))


def rooted(fight: Fight, number: Number) -> bool:
    """A machine without movement stays as it was set up and never turns.  [tp.machine.movement]"""
    found = figure(fight, number)
    return found.engine and not found.moves
