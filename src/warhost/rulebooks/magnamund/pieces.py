"""Pieces on the board: where they stand, whom they touch, and taking them off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.engine.field.board import FACINGS

from . import victory
from .events import Revealed, Slain
from .setting import Fight
from .state import NOBODY, Fate


def squares_of(fight: Fight, number: int) -> tuple[int, ...]:
    piece = fight.state.pieces[number]
    return fight.setting.footprints[number][piece.square * 4 + piece.facing]


def put(fight: Fight, number: int, square: int, facing: int) -> None:
    """Stand a piece on the board, taking it from where it stood."""
    lift(fight, number)
    piece, occupied = fight.state.pieces[number], fight.state.occupied
    piece.square, piece.facing = square, facing
    for filled in fight.setting.squares(number, square, facing):
        occupied[filled] = number


def lift(fight: Fight, number: int) -> None:
    piece, occupied = fight.state.pieces[number], fight.state.occupied
    if piece.fate == "fighting":
        for filled in fight.setting.squares(number, piece.square, piece.facing):
            if occupied[filled] == number:
                occupied[filled] = NOBODY


def touching(fight: Fight, number: int) -> list[int]:
    """The enemies in contact with a piece, in order of number.  [mag.move.engage]"""
    return foes_at(fight, number, squares_of(fight, number))


def foes_at(fight: Fight, number: int, squares: Iterable[int]) -> list[int]:
    """The enemies that a piece on these squares would touch."""
    state, contact = fight.state, fight.setting.land.contact
    pieces, occupied, side = state.pieces, state.occupied, state.pieces[number].side
    found: list[int] = []
    for square in squares:
        for near in contact[square]:
            other = occupied[near]
            if other >= 0 and pieces[other].side != side and other not in found:
                found.append(other)
    found.sort()
    return found


def engaged(fight: Fight, number: int) -> bool:
    """Whether an enemy is in contact with the piece.  [mag.move.locked] [mag.fire.engaged]"""
    state = fight.state
    piece, contact = state.pieces[number], fight.setting.land.contact
    if piece.fate != "fighting":
        return False
    pieces, occupied, side = state.pieces, state.occupied, piece.side
    for square in fight.setting.footprints[number][piece.square * 4 + piece.facing]:
        for near in contact[square]:
            other = occupied[near]
            if other >= 0 and pieces[other].side != side:
                return True
    return False


def threatened(fight: Fight, side: int) -> set[int]:
    """All squares on which a piece of this side would touch an enemy that is on the board."""
    contact, footprints = fight.setting.land.contact, fight.setting.footprints
    near = [
        contact[square]
        for number, piece in enumerate(fight.state.pieces)
        if piece.side != side and piece.fate == "fighting"
        for square in footprints[number][piece.square * 4 + piece.facing]
    ]
    return set[int]().union(*near)


def fighters(fight: Fight, side: int) -> list[int]:
    """The pieces of a side that are on the board for all to see."""
    return [n for n, p in enumerate(fight.state.pieces) if p.side == side and p.fate == "fighting"]


def skilled(fight: Fight, side: int, *, hidden: bool = False) -> list[int]:
    """The fighters of a side that have skills, with or without those who lie hidden."""
    return [
        number
        for number, piece in enumerate(fight.state.pieces)
        if piece.skills and piece.side == side and (piece.fate == "fighting" or (hidden and piece.fate == "hidden"))
    ]


def members(fight: Fight, unit: int) -> list[int]:
    """The pieces of a unit that are still with it: not dead, not gone, not hypnotised."""
    pieces = fight.state.pieces
    return [
        number
        for number in fight.setting.units[unit].members
        if (piece := pieces[number]).trance is None and (piece.fate == "fighting" or piece.fate == "hidden")
    ]


def loners(fight: Fight, side: int) -> list[int]:
    """The pieces of a side that act alone and are there: heroes, monsters, and who is under another's will."""
    individuals = fight.setting.individuals
    return [
        number
        for number, piece in enumerate(fight.state.pieces)
        if (number in individuals or piece.trance is not None) and piece.side == side and piece.present
    ]


def in_unit(fight: Fight, number: int) -> int:
    """The unit with which a piece acts, or NOBODY for one that acts alone."""
    return NOBODY if fight.state.pieces[number].trance is not None else fight.setting.figures[number].unit


def distance(fight: Fight, number: int, squares: Sequence[int]) -> int:
    """Squares from a piece to the nearest of some squares."""
    board = fight.setting.board
    return min(board.distance(a, b) for a in squares_of(fight, number) for b in squares)


def forbidden_friend(fight: Fight, number: int, target: int) -> bool:
    """Good comrades are barred from attacking one of their own who was hypnotised.

    [mag.trick.hypnotise_effect]
    """
    figures, pieces = fight.setting.figures, fight.state.pieces
    same_force = figures[number].force == figures[target].force
    return pieces[target].trance is not None and same_force and figures[number].alignment == "good"


def names(fight: Fight, numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(fight.setting.figures[number].id for number in numbers)


def commander(fight: Fight, side: int) -> int:
    """The player who answers for a force."""
    return fight.state.commanders[side]


def scattered(fight: Fight, number: int) -> None:
    """Something other than its own march befell a piece: its unit may no longer hang together."""
    unit = fight.setting.figures[number].unit
    if unit != NOBODY:
        fight.state.units[unit].whole = False


def remove(fight: Fight, number: int, fate: Fate) -> None:
    """Take a piece off the board for good, and see whether that ends the battle."""
    lift(fight, number)
    fight.state.pieces[number].fate = fate
    scattered(fight, number)
    victory.look(fight)


def slay(fight: Fight, number: int, by: int | None, rule: str) -> None:
    """A piece is killed."""
    slayer = fight.setting.figures[by].id if by is not None else None
    square = fight.setting.board.xy(fight.state.pieces[number].square)
    fight.tell(Slain(rule, fight.setting.figures[number].id, slayer, square))
    die(fight, number, by)


def die(fight: Fight, number: int, by: int | None) -> None:
    """A piece is dead, however that is told; its unit remembers who did it, its army whether it was the leader."""
    state, figure = fight.state, fight.setting.figures[number]
    piece = state.pieces[number]
    if figure.unit != NOBODY and piece.trance is None:
        unit = state.units[figure.unit]
        unit.killers = (*unit.killers, by if by is not None else NOBODY)
    if number in state.leaders:
        slain = list(state.leaders_slain)
        slain[figure.force] = True
        state.leaders_slain = (slain[0], slain[1])
    remove(fight, number, "slain")


def reveal(fight: Fight, number: int) -> None:
    """A hidden piece is put on the board at its noted square.  [mag.setup.hidden_reveal]"""
    piece = fight.state.pieces[number]
    if piece.fate != "hidden":
        return
    piece.fate = "fighting"
    put(fight, number, piece.square, piece.facing)
    board = fight.setting.board
    fight.tell(
        Revealed(
            "mag.setup.hidden_reveal",
            fight.setting.figures[number].id,
            board.xy(piece.square),
            FACINGS[piece.facing],
        )
    )


def hidden_in_sight(fight: Fight, watcher: int) -> list[int]:
    """The hidden enemies whose squares a piece can see; terrain alone matters, and range does not."""
    piece = fight.state.pieces[watcher]
    return hidden_seen_from(fight, piece.side, piece.square)


def hidden_seen_from(fight: Fight, side: int, eye: int) -> list[int]:
    """The hidden enemies of a side that can be seen from a square."""
    found = [enemy for square, enemy in lurking(fight, side).items() if in_view(fight, eye, square)]
    return list(dict.fromkeys(found))


def lurking(fight: Fight, side: int) -> dict[int, int]:
    """The squares on which enemies of this side lie hidden, and who lies there."""
    return {
        square: number
        for number, piece in enumerate(fight.state.pieces)
        if piece.fate == "hidden" and piece.side != side
        for square in squares_of(fight, number)
    }


def in_the_way(fight: Fight, number: int, square: int, facing: int) -> list[int]:
    """The hidden enemies on whose squares a piece would come to stand."""
    hidden = lurking(fight, fight.state.pieces[number].side)
    filled = fight.setting.squares(number, square, facing)
    return list(dict.fromkeys(hidden[at] for at in filled if at in hidden))


def bump(fight: Fight, number: int, square: int, facing: int) -> bool:
    """Whether hidden enemies lie where a piece would go; they come to light, and are in the way."""
    found = in_the_way(fight, number, square, facing)
    for enemy in found:
        reveal(fight, enemy)
    return bool(found)


def in_view(fight: Fight, eye: int, square: int) -> bool:
    """What is next to one is seen even deep in a wood, unless a wall stands between.

    [mag.setup.hidden_reveal]
    """
    land = fight.setting.land
    return land.sees(eye, square) or square in land.contact[eye]


def seen_by_enemy(fight: Fight, side: int, squares: Iterable[int]) -> bool:
    """Whether any enemy of this side on the board sees one of these squares."""
    eyes = [fight.state.pieces[number].square for number in fighters(fight, 1 - side)]
    return any(in_view(fight, eye, square) for square in squares for eye in eyes)
