"""A blinded piece that nobody leads goes where chance takes it.  [mag.wound.random_direction]"""

from __future__ import annotations

from warhost.engine.field.board import FACINGS

from .events import Drowned, Halted, LeftBoard, Moved
from .flight import runner, turn_free
from .pieces import bump, commander, die, names, put, remove, touching
from .setting import Fight
from .steps import allowance


def stumble(fight: Fight, number: int) -> None:
    """Direction after direction, until the points are spent, an enemy is met, or the board ends."""
    points = allowance(fight, number)
    for _ in range(fight.setting.library.tables.random_direction_rolls):
        if points <= 0 or not fight.state.pieces[number].fighting:
            return
        heading = _turn_to(fight, number)
        if touching(fight, number):  # a long piece has swung its rear against somebody
            _end(fight, number, [fight.state.pieces[number].square], 0)
            return
        if heading is not None:
            points = _blindly(fight, number, heading, points)


def _turn_to(fight: Fight, number: int) -> int | None:
    """Roll a direction and face it as far as facings allow; None if a long piece has no room to turn.

    Ahead the facing stays, sideways and back it is turned free of cost.  [mag.wound.random_facing]
    """
    piece, bands = fight.state.pieces[number], fight.setting.library.tables.random_direction
    cuts = tuple(band.upto for band in bands[:-1])
    rule = "mag.wound.random_direction"
    rolled = fight.die(100, "blind direction", rule, commander(fight, piece.side), cuts)
    eighths = next(band for band in bands if rolled <= band.upto).turns % 8
    heading = (2 * piece.facing + eighths) % 8
    quarter = {7: 0, 0: 0, 1: 0, 2: 1, 3: 2, 4: 2, 5: 2, 6: 3}[eighths]
    return heading if turn_free(fight, number, (piece.facing + quarter) % 4) else None


def _blindly(fight: Fight, number: int, heading: int, points: int) -> int:
    """Step on in one direction; what is left of the points, 0 if the move is at its end.

    [mag.wound.random_stop]
    """
    piece, board = fight.state.pieces[number], fight.setting.board
    mover, name, start = runner(fight, number), fight.setting.name(number), points
    passed = [piece.square]
    while points > 0:
        to = board.steps[piece.square][heading]
        if to < 0:
            _tell(fight, number, passed, start - points)
            fight.tell(LeftBoard("mag.wound.random_stop", name, board.xy(piece.square), safe=False))
            remove(fight, number, "fled")
            return 0
        if _into_water(fight, number, to, heading):
            fight.tell(Drowned("mag.wound.random_water", name, board.xy(to)))
            die(fight, number, None)
            return 0
        price = mover.gait.step[piece.square * 8 + heading]
        if not price or not mover.fits(to, piece.facing):
            _tell(fight, number, passed, start - points)
            return points
        if price > points or bump(fight, number, to, piece.facing):
            break
        points -= price
        put(fight, number, to, piece.facing)
        piece.moved = True
        passed.append(to)
        if touching(fight, number):
            break
    _end(fight, number, passed, start - points)
    return 0


def _end(fight: Fight, number: int, passed: list[int], cost: int) -> None:
    """The move is over, perhaps because an enemy has been met."""
    _tell(fight, number, passed, cost)
    if foes := touching(fight, number):
        fight.tell(Halted("mag.move.engage", fight.setting.name(number), names(fight, foes)))


def _tell(fight: Fight, number: int, passed: list[int], cost: int) -> None:
    board, piece = fight.setting.board, fight.state.pieces[number]
    path = tuple(board.xy(square) for square in passed)
    fight.tell(Moved("mag.wound.random_direction", fight.setting.name(number), path, FACINGS[piece.facing], cost))


def _into_water(fight: Fight, number: int, to: int, heading: int) -> bool:
    """Any water drowns the blind, also those who could wade; a rail or wall may still hold them back."""
    piece, land = fight.state.pieces[number], fight.setting.land
    if land.board.terrain[to] != "water":
        return False
    return land.crossing(fight.setting.figures[number].sheet, piece.square, heading) is not None
