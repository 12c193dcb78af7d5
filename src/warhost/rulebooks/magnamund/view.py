"""The board as one side may see it."""

from __future__ import annotations

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.field.board import FACINGS
from warhost.engine.oracle import Scripted
from warhost.engine.view import AreaView, BoardView, EdgeView, PieceView, UnitView, View

from .pieces import engaged
from .score import score
from .setting import Fight, Figure, Setting
from .state import Piece, State
from .wounds import burden, dazed

NOBODYS_MOVE = ("sides", "skills", "placing", "leaders", "initiative")


def view(setting: Setting, state: State, player: int | None) -> View:
    """Hidden pieces are there only for the player who hid them; a watcher sees what both know."""
    fight: Fight = Battle(setting, state, Scripted())
    you = _commanded(state, player)
    seen = [n for n, p in enumerate(state.pieces) if p.fighting or (p.fate == "hidden" and p.side == you)]
    return View(
        title=setting.encounter.title,
        turn=state.turn,
        phase=_phase(state),
        sides=tuple(side.title for side in setting.sides),
        you=you,
        active=None if state.outcome is not None or state.phase in NOBODYS_MOVE else state.active,
        board=board_view(setting),
        pieces=tuple([_piece(fight, number, you) for number in seen]),
        units=tuple(_unit(fight, index, you) for index in range(len(setting.units))),
        areas=tuple(
            AreaView(objective.title, tuple(objective.area.squares())) for objective in setting.encounter.objectives
        ),
        score=score(setting, state, you),
        notes=setting.encounter.special,
    )


def turned(state: State, seen: View, player: int | None) -> View | None:
    """The same view for another player, or a watcher: only those who lie hidden make a difference."""
    if any(piece.fate == "hidden" for piece in state.pieces):
        return None
    return msgspec.structs.replace(seen, you=_commanded(state, player))


def _commanded(state: State, player: int | None) -> int | None:
    return None if player is None else state.commanders.index(player)


def _phase(state: State) -> str:
    """Between two turns nobody moves: the last one is over, the dice for the next have not been thrown."""
    if state.outcome is not None:
        return "the end"
    if state.phase == "initiative":
        return "end of the turn" if state.turn else "before the battle"
    return state.phase


def board_view(setting: Setting) -> BoardView:
    """It never changes, so it is drawn once."""
    if setting.drawn is None:
        setting.drawn = _board_view(setting)
    return setting.drawn


def _board_view(setting: Setting) -> BoardView:
    plain, rows = setting.plain, range(setting.plain.height, 0, -1)
    edges = [(x, y, side, feature) for (x, y, side), feature in plain.edges.items()]
    edges += [(x, y, side, "ladder") for x, y, side in plain.ladders]
    # An inner edge has two names; the southern or western square's is enough.
    once = [e for e in edges if e[2] in "NE" or (e[2] == "S" and e[1] == 1) or (e[2] == "W" and e[0] == 1)]
    return BoardView(
        plain.width,
        plain.height,
        tuple(tuple(plain.looks[plain.index(x, y)] for x in range(1, plain.width + 1)) for y in rows),
        tuple(tuple(plain.levels[plain.index(x, y)] / 2 for x in range(1, plain.width + 1)) for y in rows),
        tuple(EdgeView((x, y), side, feature) for x, y, side, feature in once),
    )


def _piece(fight: Fight, number: int, you: int | None) -> PieceView:
    """Most are shown as they were the last time, and to others."""
    piece, marks, shown = fight.state.pieces[number], _marks(fight, number, you), fight.setting.shown
    key = number, piece.side, piece.square, piece.facing, marks, piece.weapons, piece.skills, piece.wounds
    return shown.get(key) or shown.keep(key, _shown(fight.setting, number, piece, marks))


def _shown(setting: Setting, number: int, piece: Piece, marks: tuple[str, ...]) -> PieceView:
    figure, board = setting.figures[number], setting.board
    squares = setting.squares(number, piece.square, piece.facing)
    return PieceView(
        id=figure.id,
        title=figure.title,
        side=piece.side,
        unit=figure.entry.id,
        squares=tuple(board.xy(square) for square in squares),
        facing=FACINGS[piece.facing],
        symbol=setting.symbols[figure.entry.id],
        shape=_shape(figure),
        marks=marks,
        details=_details(figure, piece),
    )


def _shape(figure: Figure) -> str:
    if figure.hero:
        return "mounted hero" if figure.mounted else "hero"
    return "monster" if figure.monster else "mounted" if figure.mounted else "foot"


def _marks(fight: Fight, number: int, you: int | None) -> tuple[str, ...]:
    piece, state = fight.state.pieces[number], fight.state
    known = piece.side == you or piece.fate == "fighting"
    marks = (
        ("leader", number in state.leaders and known),
        ("hidden", piece.fate == "hidden"),
        ("engaged", engaged(fight, number)),
        ("wounded", bool(piece.wounds)),
        ("stunned", bool(piece.stunned) and dazed(fight, number)),
        ("blinded", bool(piece.wounds) and burden(fight, number).blinded),
        ("hypnotised", piece.trance is not None),
        ("moved", piece.moved),
        ("fired", piece.fired > 0),
    )
    return tuple([mark for mark, shown in marks if shown])


def _details(figure: Figure, piece: Piece) -> tuple[str, ...]:
    worn = f"{'no' if figure.armour == 'none' else figure.armour} armour" + (" and shield" if figure.shield else "")
    lines = [f"{figure.training}, {worn}", ", ".join(weapon.replace("_", " ") for weapon in piece.weapons)]
    if piece.skills:
        lines.append(", ".join(skill.replace("_", " ") for skill in piece.skills))
    lines += [f"wounded: {wound.location}, {wound.severity}" for wound in piece.wounds]
    return tuple(line for line in lines if line)


def _unit(fight: Fight, index: int, you: int | None) -> UnitView:
    group, pieces = fight.setting.units[index], fight.state.pieces
    figure = fight.setting.figures[group.members[0]]
    left = ("fighting", "waiting", "hidden") if group.force == you else ("fighting", "waiting")
    seen = [n for n in group.members if pieces[n].fate in left]  # who is still to be placed is not lost
    piece = pieces[group.members[0]]
    return UnitView(group.id, group.title, group.force, len(seen), len(group.members), _details(figure, piece))
