"""Phase 2: movement.  [mag.turn.phase2]

One step is one unit or one character: asked for, judged as a whole, then carried out piece by piece.
"""

from __future__ import annotations

from functools import partial

from warhost.engine.field.board import FACINGS
from warhost.engine.question import Choose, Refusal

from .combat import in_front
from .events import Charged, Halted, LeftBoard, Moved
from .orders import Lead, March, cannot_march, coherent, occupied_for
from .pieces import (
    commander,
    hidden_in_sight,
    hidden_seen_from,
    in_the_way,
    in_unit,
    lift,
    loners,
    lurking,
    members,
    names,
    put,
    remove,
    reveal,
    scattered,
    seen_by_enemy,
    skilled,
    squares_of,
    threatened,
    touching,
)  # fmt: skip
from .random_move import stumble
from .setting import Fight
from .specials import movement_begins
from .state import NOBODY
from .steps import FOOT_CHARGE, MOUNTED_CHARGE, TOKEN, Mover, Walk, allowance
from .wounds import burden

DONE = "done"

WHO_MOVES = "Which unit or character moves next?"
CLOSE_UP = "A unit of yours was broken apart and must close up before you can end your movement."
ENOUGH = {DONE: "nobody: all others stay where they are this turn"}
WHO_GUIDES = "{who} is blinded and wanders where chance takes it, unless a friend leads it. Who does?"


def move_one(fight: Fight) -> bool:
    """One step of the active side's movement; False when it has nothing more to do."""
    state = fight.state
    side = state.active
    if not state.sensed:
        state.sensed = True
        if _begin(fight, side):
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
    if not any(_must_close_up(fight, group) for group in free.values()):
        options.append(DONE)
    why_not = partial(_why_not_done, fight, free)
    question = Choose(
        commander(fight, side), "move", options, "mag.turn.phase2", why_not=why_not, meanings=ENOUGH,
        text=WHO_MOVES if DONE in options else f"{WHO_MOVES} {CLOSE_UP}",
    )  # fmt: skip
    choice = fight.ask(question)
    if choice == DONE:
        _stand_down(fight, side)
    elif choice in bound:
        _lead_or_blunder(fight, bound[choice])
    else:
        _march(fight, free[choice])
    return True


def _why_not_done(fight: Fight, free: dict[str, list[int]], answer: str) -> Refusal | None:
    """Movement cannot end yet.  [mag.unit.coherency_gap]"""
    if answer not in (DONE, "nobody"):
        return None
    must = [fight.setting.group[name].title for name, group in free.items() if _must_close_up(fight, group)]
    titles = ", ".join(must)
    return Refusal("mag.unit.coherency_gap", f"broken apart, and must close up first: {titles}")


def _begin(fight: Fight, side: int) -> bool:
    """Powers that work at the beginning of the movement phase; False if nobody has one."""
    pieces = fight.state.pieces
    able = [number for number in skilled(fight, side) if movement_begins.heeds(pieces[number].skills)]
    for number in able:
        movement_begins.each(pieces[number].skills, fight, number)
    return bool(able)


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
    for number in loners(fight, side):
        if cannot_stir(fight, number) is None:
            if pieces[number].wounds and burden(fight, number).blinded:
                bound[setting.name(number)] = number
            else:
                free[setting.name(number)] = [number]
    return free, bound


def cannot_stir(fight: Fight, number: int) -> Refusal | None:
    """Why nobody is asked where a piece goes: it must stay, or has neither a point nor a leap to go with."""
    if (refusal := cannot_march(fight, number)) or allowance(fight, number) > 0:
        return refusal
    if any(True for _ in Mover(fight, number, occupied_for(fight, fight.state.active), set()).leaps()):
        return None
    return Refusal("mag.move.points", "it has no Movement Points left")


def _must_close_up(fight: Fight, group: list[int]) -> bool:
    """A unit that was broken apart may not be left standing if any of it can close up."""
    index = in_unit(fight, group[0])
    if index == NOBODY or fight.state.units[index].whole:
        return False
    if coherent(fight, [squares_of(fight, number) for number in group]):
        fight.state.units[index].whole = True
        return False
    return March(fight, 0, index, group).can_close_up()


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
            surprised = _follow(fight, number, path, question.threat)
            fight.state.pieces[number].acted = not surprised or _tired(fight, number)
            if surprised:
                break
        group = [number for number in group if fight.state.pieces[number].present]
        if not surprised or not any(cannot_march(fight, number) is None for number in group):
            break
        # A hidden enemy has come to light: what is left of the move may be ordered anew, and a gap is excused.
        excused = True
    if unit != NOBODY and excused:
        fight.state.units[unit].whole = False
    if group:
        _acted(fight, group)
    elif unit != NOBODY:
        fight.state.units[unit].acted = True


def _tired(fight: Fight, number: int) -> bool:
    return fight.state.pieces[number].paid >= allowance(fight, number)


def _follow(fight: Fight, number: int, path: str, threat: set[int]) -> bool:
    """Carry out one piece's path; True if something hidden came to light on the way."""
    if not path:
        return False
    state, side = fight.state, fight.state.pieces[number].side
    before = touching(fight, number)
    path, found = _until_surprised(fight, number, path) if lurking(fight, side) else (path, [])
    run = 0
    if path:
        walk = Mover(fight, number, state.occupied, threat).walk(path)
        assert isinstance(walk, Walk), walk
        _arrive(fight, number, walk)
        run = walk.run
    _surprise(fight, number, found)
    _meet(fight, number, run, before)
    return bool(found)


def _until_surprised(fight: Fight, number: int, path: str) -> tuple[str, list[int]]:
    """The part of a path after which hidden enemies are seen or bumped into, and who they are."""
    piece = fight.state.pieces[number]
    mover = Mover(fight, number, fight.state.occupied, threatened(fight, piece.side))
    gone = ""
    for token in TOKEN.finditer(path):
        walk = mover.walk(gone + token.group())
        assert isinstance(walk, Walk), walk
        if bumped := in_the_way(fight, number, walk.square, walk.facing):
            return gone, bumped
        gone += token.group()
        if not walk.left and (seen := hidden_seen_from(fight, piece.side, walk.square)):
            return gone, seen
    return path, []


def _surprise(fight: Fight, number: int, found: list[int]) -> None:
    """Hidden enemies come to light; if the mover was hidden itself, they see it too."""
    for enemy in found:
        reveal(fight, enemy)
    piece = fight.state.pieces[number]
    if piece.fate == "hidden" and seen_by_enemy(fight, piece.side, squares_of(fight, number)):
        reveal(fight, number)


def _arrive(fight: Fight, number: int, walk: Walk) -> None:
    """The piece stands at the end of its path, or has left the board."""
    piece, board, name = fight.state.pieces[number], fight.setting.board, fight.setting.name(number)
    passed = tuple(board.xy(square) for square in walk.passed)
    for _ in range(walk.leaps):
        piece.use("salmon_leap")
    hidden = piece.fate == "hidden"
    if hidden:
        piece.square, piece.facing = walk.square, walk.facing
    else:
        put(fight, number, walk.square, walk.facing)
    piece.moved, piece.paid = piece.moved or len(walk.passed) > 1, piece.paid + walk.cost
    # Whence a hidden piece came stays its owner's secret, even if it is seen in the end.
    only = commander(fight, piece.side) if hidden else None
    fight.tell(Moved("mag.turn.phase2", name, passed, FACINGS[walk.facing], walk.cost), only)
    if hidden and seen_by_enemy(fight, piece.side, (*walk.passed, *squares_of(fight, number))):
        reveal(fight, number)
    if walk.left:
        fight.tell(LeftBoard("mag.morale.off_board", name, board.xy(walk.square), safe=True))
        remove(fight, number, "left")


def _meet(fight: Fight, number: int, run: int, before: list[int]) -> None:
    """Contact halts the piece; those it was not in contact with before it may have charged."""
    if fight.state.pieces[number].fighting and (foes := touching(fight, number)):
        fight.tell(Halted("mag.move.engage", fight.setting.name(number), names(fight, foes)))
        _note_charge(fight, number, run, [foe for foe in foes if foe not in before])


def _note_charge(fight: Fight, number: int, run: int, new: list[int]) -> None:
    """Into new contact in front, after a run-up over good ground.  [mag.combat.charge]"""
    figure = fight.setting.figures[number]
    run_up = MOUNTED_CHARGE if figure.mounted else FOOT_CHARGE
    if run < run_up or burden(fight, number).may_not_charge:
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
        and cannot_march(fight, number) is None and not burden(fight, number).blinded
        and any(square in near for square in squares_of(fight, number))
    ]  # fmt: skip
    player = commander(fight, piece.side)
    choice = "nobody"
    if guides:
        options = [*names(fight, guides), "nobody"]
        rule, name = "mag.wound.lead_blind", fight.setting.name(blind)
        choice = fight.ask(Choose(player, "guide", options, rule, name, text=WHO_GUIDES))
    if choice == "nobody":
        _blunder(fight, blind)
        return
    guide = fight.setting.number[choice]
    while True:
        order = fight.ask(Lead(fight, player, blind, guide))
        surprised = _go_together(fight, order, blind, guide)
        if not surprised or cannot_march(fight, blind) or cannot_march(fight, guide):
            break
    piece.acted = fight.state.pieces[guide].acted = True


def _go_together(fight: Fight, order: dict[str, str], blind: int, guide: int) -> bool:
    """Both go their ways at once; True if the guide met with something hidden, and they stopped."""
    occupied, threat = fight.state.occupied[:], threatened(fight, fight.state.pieces[blind].side)
    paths = {number: order.get(fight.setting.name(number), "") for number in (blind, guide)}
    for number in paths:
        for square in squares_of(fight, number):
            occupied[square] = NOBODY
    walks, found = _pair_until_surprised(fight, paths, occupied, threat)
    before = {number: touching(fight, number) for number in paths}
    for number in paths:
        lift(fight, number)
    for number, walk in walks.items():
        _arrive(fight, number, walk)
        scattered(fight, number)
    _surprise(fight, guide, found)
    for number, walk in walks.items():
        _meet(fight, number, walk.run, before[number])
    return bool(found)


def _pair_until_surprised(
    fight: Fight, paths: dict[int, str], occupied: list[int], threat: set[int]
) -> tuple[dict[int, Walk], list[int]]:
    """How far the two come, step by step; the guide alone has eyes, but either may bump into somebody."""
    reached: dict[int, Walk] = {}
    for taken in range(1 + max(len(path) for path in paths.values())):
        walks = {}
        for number, path in paths.items():
            walk = Mover(fight, number, occupied, threat).walk(path[:taken])
            assert isinstance(walk, Walk), walk
            walks[number] = walk
        if bumped := [
            enemy for number, walk in walks.items() for enemy in in_the_way(fight, number, walk.square, walk.facing)
        ]:
            return reached, bumped
        _, guide = paths
        if taken and (seen := hidden_seen_from(fight, fight.state.pieces[guide].side, walks[guide].square)):
            return walks, seen
        reached = walks
    return reached, []


def _blunder(fight: Fight, blind: int) -> None:
    """He sees nothing, but touches what he comes next to."""
    fight.state.pieces[blind].acted = True
    stumble(fight, blind)
    if fight.state.pieces[blind].fighting:
        hidden, contact = lurking(fight, fight.state.pieces[blind].side), fight.setting.land.contact
        near = [
            enemy
            for square, enemy in hidden.items()
            if any(square in contact[own] for own in squares_of(fight, blind))
        ]
        _surprise(fight, blind, near)


# --- animals under another's will ---------------------------------------------------------------------------


def _steer_animal(fight: Fight, side: int) -> bool:
    """A Kai Lord's player may shift the animal he has charmed.  [mag.kai.animal_kinship]"""
    pieces = fight.state.pieces
    ready = [pair for pair in fight.state.animals if pieces[pair[0]].side == side and pieces[pair[0]].fighting]
    if not ready:
        return False
    _, animal = ready[0]
    fight.state.animals = tuple(pair for pair in fight.state.animals if pair != ready[0])
    if not fight.state.pieces[animal].fighting:
        return True
    places = _animal_places(fight, side, animal)
    options = ["stay", *places]
    question = Choose(
        commander(fight, side), "animal", options, "mag.kai.animal_kinship", fight.setting.name(animal),
        text="The mount of {who} obeys you for one step. Where to?",
    )  # fmt: skip
    choice = fight.ask(question)
    if choice != "stay":
        _shift_animal(fight, side, animal, *places[choice])
    return True


def _shift_animal(fight: Fight, side: int, animal: int, square: int, facing: int) -> None:
    """Whoever lies hidden where it is sent comes to light, and it stays."""
    hidden, here = lurking(fight, side), fight.state.pieces[animal].square
    found = [hidden[filled] for filled in fight.setting.squares(animal, square, facing) if filled in hidden]
    if not found:
        passed = (here,) if square == here else (here, square)
        _arrive(fight, animal, Walk(square, facing, 0, passed, 0))
        scattered(fight, animal)
        found = hidden_in_sight(fight, animal)
    _surprise(fight, animal, found)
    _meet(fight, animal, 0, [])


def _animal_places(fight: Fight, side: int, animal: int) -> dict[str, tuple[int, int]]:
    """One square in any direction and any facing; the squares must be free and passable."""
    piece, board = fight.state.pieces[animal], fight.setting.board
    mover = Mover(fight, animal, occupied_for(fight, side), set())
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
