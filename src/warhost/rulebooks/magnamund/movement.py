"""Phase 2: movement.  [mag.turn.phase2]

One step is one unit or one character: asked for, judged as a whole, then carried out piece by piece.
"""

from __future__ import annotations

from warhost.engine.field.board import FACINGS
from warhost.engine.question import Choose

from .combat import in_front
from .events import Charged, Halted, LeftBoard, Moved
from .orders import Lead, March, bodies, cannot_march
from .pieces import (
    commander,
    foes_at,
    hidden_in_sight,
    members,
    names,
    put,
    remove,
    reveal,
    seen_by_enemy,
    squares_of,
    threatened,
    touching,
)  # fmt: skip
from .random_move import stumble
from .setting import Fight
from .specials import special
from .state import NOBODY
from .steps import FOOT_CHARGE, MOUNTED_CHARGE, TOKEN, Mover, Walk
from .wounds import burden

DONE = "done"


def move_one(fight: Fight) -> bool:
    """One step of the active side's movement; False when it has nothing more to do."""
    state = fight.state
    side = state.active
    if not state.sensed:
        state.sensed = True
        _begin(fight, side)
        return True
    if state.animals and _steer_animal(fight, side):
        return True
    free, bound = _movers(fight, side)
    if not free and not bound:
        return False
    if not free:
        _blunder(fight, next(iter(bound.values())))
        return True
    options = [*free, *bound]
    must = [name for name, group in free.items() if _must_close_up(fight, group)]
    if not must:
        options.append(DONE)
    choice = fight.ask(Choose(commander(fight, side), "move", options, "mag.turn.phase2"))
    if choice == DONE:
        _stand_down(fight, side)
    elif choice in bound:
        _lead_or_blunder(fight, bound[choice])
    else:
        _march(fight, free[choice])
    return True


def _begin(fight: Fight, side: int) -> None:
    """Powers that work at the beginning of the movement phase."""
    for number, piece in enumerate(fight.state.pieces):
        if piece.side == side and piece.fighting:
            for begins in special.at("movement begins", piece.skills):
                begins(fight, number)


def _movers(fight: Fight, side: int) -> tuple[dict[str, list[int]], dict[str, int]]:
    """Units and characters that can still move, and the blinded, who must."""
    setting, pieces = fight.setting, fight.state.pieces
    free: dict[str, list[int]] = {}
    for index, unit in enumerate(setting.units):
        if unit.force == side and not fight.state.units[index].acted:
            everyone = members(fight, index)
            if any(cannot_march(fight, number) is None for number in everyone):
                free[unit.id] = everyone
    bound: dict[str, int] = {}
    for number, piece in enumerate(pieces):
        alone = setting.figures[number].individual or piece.trance is not None
        if piece.side == side and alone and piece.present and cannot_march(fight, number) is None:
            if piece.wounds and burden(fight, number).blinded:
                bound[setting.name(number)] = number
            else:
                free[setting.name(number)] = [number]
    return free, bound


def _must_close_up(fight: Fight, group: list[int]) -> bool:
    """A unit that was broken apart may not be left standing if any of it can close up."""
    if len(bodies(fight, [squares_of(fight, number) for number in group])) <= 1:
        return False
    unit = fight.setting.figures[group[0]].unit
    question = March(fight, 0, unit, group)
    return question.refuse({}) is not None


def _stand_down(fight: Fight, side: int) -> None:
    """The player moves nothing more; only the blinded still blunder about."""
    free, _ = _movers(fight, side)
    for group in free.values():
        _acted(fight, group)


def _acted(fight: Fight, group: list[int]) -> None:
    for number in group:
        fight.state.pieces[number].acted = True
    unit = fight.setting.figures[group[0]].unit
    if unit != NOBODY and fight.state.pieces[group[0]].trance is None:
        fight.state.units[unit].acted = True


# --- marching -----------------------------------------------------------------------------------------------


def _march(fight: Fight, group: list[int]) -> None:
    side = fight.state.pieces[group[0]].side
    unit = fight.setting.figures[group[0]].unit if fight.state.pieces[group[0]].trance is None else NOBODY
    excused = False
    while True:
        question = March(fight, commander(fight, side), unit, group, excused)
        order: dict[str, str] = fight.ask(question)
        surprised = False
        for name, path in order.items():
            number = fight.setting.number[name]
            surprised = _follow(fight, number, path)
            fight.state.pieces[number].acted = True
            if surprised:
                break
        group = [number for number in group if fight.state.pieces[number].present]
        if not surprised or not any(cannot_march(fight, number) is None for number in group):
            break
        excused = True  # a hidden enemy has come to light: the rest may be given new orders, and a gap is excused
    if group:
        _acted(fight, group)
    elif unit != NOBODY:
        fight.state.units[unit].acted = True


def _follow(fight: Fight, number: int, path: str) -> bool:
    """Carry out one piece's path; True if something hidden came to light on the way."""
    if not path:
        return False
    state, side = fight.state, fight.state.pieces[number].side
    before = touching(fight, number)
    ambush = any(piece.fate == "hidden" and piece.side != side for piece in state.pieces)
    path, found = _until_surprised(fight, number, path) if ambush else (path, [])
    if path:
        walk = Mover(fight, number, state.occupied, threatened(fight, side)).walk(path)
        assert isinstance(walk, Walk), walk
        _arrive(fight, number, walk, before)
    for enemy in found:
        reveal(fight, enemy)
    return bool(found)


def _until_surprised(fight: Fight, number: int, path: str) -> tuple[str, list[int]]:
    """The part of a path after which hidden enemies are seen or bumped into, and who they are."""
    piece, setting = fight.state.pieces[number], fight.setting
    mover = Mover(fight, number, fight.state.occupied, threatened(fight, piece.side))
    lurking = {
        square: enemy
        for enemy, other in enumerate(fight.state.pieces)
        if other.fate == "hidden" and other.side != piece.side
        for square in squares_of(fight, enemy)
    }
    gone = ""
    for token in TOKEN.finditer(path):
        walk = mover.walk(gone + token.group())
        assert isinstance(walk, Walk), walk
        filled = setting.squares(number, walk.square, walk.facing)
        if bumped := [lurking[square] for square in filled if square in lurking]:
            return gone, bumped
        gone += token.group()
        old = piece.square
        piece.square = walk.square
        seen = [] if walk.left else hidden_in_sight(fight, number)
        piece.square = old
        if seen:
            return gone, seen
    return path, []


def _arrive(fight: Fight, number: int, walk: Walk, before: list[int]) -> None:
    """The piece stands at the end of its path; contact, charge and leaving the board follow from that."""
    piece, board, name = fight.state.pieces[number], fight.setting.board, fight.setting.name(number)
    passed = tuple(board.xy(square) for square in walk.passed)
    for _ in range(walk.leaps):
        piece.use("salmon_leap")
    seen = piece.fate == "hidden" and seen_by_enemy(fight, piece.side, walk.passed)
    if piece.fate == "hidden":
        piece.square, piece.facing = walk.square, walk.facing
    else:
        put(fight, number, walk.square, walk.facing)
    piece.moved = piece.moved or len(walk.passed) > 1
    hidden_from = piece.side if piece.fate == "hidden" and not seen else None
    fight.tell(Moved("mag.turn.phase2", name, passed, FACINGS[walk.facing], walk.cost), hidden_from)
    if seen:
        reveal(fight, number)
    if walk.left:
        fight.tell(LeftBoard("mag.morale.off_board", name, board.xy(walk.square), safe=True))
        remove(fight, number, "left")
    elif piece.fighting and (foes := foes_at(fight, number, squares_of(fight, number))):
        fight.tell(Halted("mag.move.engage", name, names(fight, foes)))
        _note_charge(fight, number, walk, [foe for foe in foes if foe not in before])


def _note_charge(fight: Fight, number: int, walk: Walk, new: list[int]) -> None:
    """Into new contact in front, after a run-up over good ground.  [mag.combat.charge]"""
    figure = fight.setting.figures[number]
    run_up = MOUNTED_CHARGE if figure.mounted else FOOT_CHARGE
    if walk.run < run_up or burden(fight, number).may_not_charge:
        return
    charged = [foe for foe in new if in_front(fight, number, foe)]
    if charged:
        fight.state.pieces[number].charged = tuple(charged)
        fight.tell(Charged("mag.combat.charge", fight.setting.name(number), names(fight, charged)))


# --- those who cannot see -----------------------------------------------------------------------------------


def _lead_or_blunder(fight: Fight, blind: int) -> None:
    """A friend next to a blinded piece may lead it; otherwise it goes where chance takes it."""
    piece, board = fight.state.pieces[blind], fight.setting.board
    near = {near for square in squares_of(fight, blind) for near in board.neighbours[square]}
    guides = [
        number
        for number, other in enumerate(fight.state.pieces)
        if number != blind and other.side == piece.side and other.fighting
        and cannot_march(fight, number) is None
        and any(square in near for square in squares_of(fight, number))
    ]  # fmt: skip
    player = commander(fight, piece.side)
    choice = "nobody"
    if guides:
        options = [*names(fight, guides), "nobody"]
        choice = fight.ask(Choose(player, "guide", options, "mag.wound.lead_blind", fight.setting.name(blind)))
    if choice == "nobody":
        _blunder(fight, blind)
        return
    guide = fight.setting.number[choice]
    order = fight.ask(Lead(fight, player, blind, guide))
    _go_together(fight, order, blind, guide)


def _go_together(fight: Fight, order: dict[str, str], blind: int, guide: int) -> None:
    occupied, threat = fight.state.occupied[:], threatened(fight, fight.state.pieces[blind].side)
    walks = {}
    for number in (blind, guide):
        for square in squares_of(fight, number):
            occupied[square] = NOBODY
    for number in (blind, guide):
        walk = Mover(fight, number, occupied, threat).walk(order.get(fight.setting.name(number), ""))
        assert isinstance(walk, Walk), walk
        walks[number] = walk
    for number in (blind, guide):
        fight.state.pieces[number].acted = True
        for square in squares_of(fight, number):
            fight.state.occupied[square] = NOBODY
    for number, walk in walks.items():
        before = touching(fight, number)
        _arrive(fight, number, walk, before)
        for enemy in hidden_in_sight(fight, number):
            reveal(fight, enemy)


def _blunder(fight: Fight, blind: int) -> None:
    fight.state.pieces[blind].acted = True
    stumble(fight, blind)
    if fight.state.pieces[blind].fighting:
        for enemy in hidden_in_sight(fight, blind):
            reveal(fight, enemy)


# --- animals under another's will ---------------------------------------------------------------------------


def _steer_animal(fight: Fight, side: int) -> bool:
    """A Kai Lord's player may shift the animal he has charmed.  [mag.kai.animal_kinship]"""
    ready = [pair for pair in fight.state.animals if fight.state.pieces[pair[0]].side == side]
    if not ready:
        return False
    _, animal = ready[0]
    fight.state.animals = tuple(pair for pair in fight.state.animals if pair != ready[0])
    if not fight.state.pieces[animal].fighting:
        return True
    places = _animal_places(fight, animal)
    options = ["stay", *places]
    question = Choose(
        commander(fight, side), "animal", options, "mag.kai.animal_kinship", fight.setting.name(animal)
    )
    choice = fight.ask(question)
    if choice != "stay":
        square, facing = places[choice]
        passed = (fight.state.pieces[animal].square, square)
        _arrive(fight, animal, Walk(square, facing, 0, passed if square != passed[0] else passed[:1], 0), [])
    return True


def _animal_places(fight: Fight, animal: int) -> dict[str, tuple[int, int]]:
    """One square in any direction and any facing; the squares must be free and passable."""
    piece, board = fight.state.pieces[animal], fight.setting.board
    mover = Mover(fight, animal, fight.state.occupied, set())
    places = {}
    reached = [piece.square] + [
        to
        for way, to in enumerate(board.steps[piece.square])
        if to >= 0 and mover.gait.step[piece.square * 8 + way]
    ]
    for square in reached:
        for facing in range(4):
            if (square, facing) != (piece.square, piece.facing) and mover.fits(square, facing):
                x, y = board.xy(square)
                places[f"{x},{y},{FACINGS[facing]}"] = square, facing
    return places
