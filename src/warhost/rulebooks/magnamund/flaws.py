"""What must always be true of a state; a broken one is a fault of the rules' code, never of a player."""

from __future__ import annotations

from .setting import Setting
from .state import NOBODY, State


def flaws(setting: Setting, state: State) -> list[str]:
    """Everything that is wrong with a state, in words; nothing if it is sound."""
    return [*_places(setting, state), *_pieces(setting, state), *_turn(setting, state)]


def _places(setting: Setting, state: State) -> list[str]:
    """Nothing overlaps, nobody is in two places, nobody stands where he cannot."""
    found, expected, taken = [], [NOBODY] * setting.board.size, [NOBODY] * setting.board.size
    for number, piece in enumerate(state.pieces):
        name = setting.name(number)
        if not piece.present:
            continue
        squares = setting.squares(number, piece.square, piece.facing) if piece.square >= 0 else ()
        if len(squares) != setting.figures[number].deep:
            found.append(f"{name} is on the board but fills {len(squares)} squares")
        stand = setting.land.gait(setting.figures[number].sheet).stand
        for square in squares:
            place = setting.board.xy(square)
            if not stand[square]:
                found.append(f"{name} stands on impassable {setting.board.terrain[square]} at {place}")
            if taken[square] != NOBODY:
                found.append(f"{name} and {setting.name(taken[square])} are both at {place}")
            taken[square] = number
            if piece.fighting:
                expected[square] = number
    if expected != state.occupied:
        wrong = [setting.board.xy(s) for s, n in enumerate(state.occupied) if n != expected[s]]
        found.append(f"the board and the pieces disagree about {wrong}")
    return found


def _pieces(setting: Setting, state: State) -> list[str]:
    found = []
    if len(state.pieces) != len(setting.figures) or len(state.units) != len(setting.units):
        found.append("pieces or units were lost or made")
    for number, piece in enumerate(state.pieces):
        name, figure = setting.name(number), setting.figures[number]
        if piece.side != figure.force and piece.trance is None:
            found.append(f"{name} fights for the wrong side")
        if piece.wounds and not figure.individual:
            found.append(f"{name} is a soldier with wounds")
        if piece.fired > 2:
            found.append(f"{name} shot {piece.fired} times in one turn")
        if piece.fate == "waiting" and state.turn > 0:
            found.append(f"{name} was never placed")
    return found


def _turn(setting: Setting, state: State) -> list[str]:
    found = []
    if state.turn > setting.encounter.turn_limit:
        found.append(f"turn {state.turn} of {setting.encounter.turn_limit}")
    if state.half not in (0, 1) or state.red not in (0, 1):
        found.append(f"half {state.half}, red {state.red}")
    return found
