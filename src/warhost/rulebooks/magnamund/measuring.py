"""Looking at the board: distances, lines of sight, reaches and arcs."""

from __future__ import annotations

from typing import Any

from warhost.engine.battle import Battle
from warhost.engine.field.line import line
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal

from .aiming import arc_from, missile_weapons, targets_of, why_no_shot
from .names import Names
from .orders import occupied_for
from .pieces import squares_of, threatened
from .setting import Fight, Setting
from .state import NOBODY, State
from .steps import Mover


def look(setting: Setting, known: State, what: str, origin: Any, to: Any) -> dict[str, Any] | Refusal | None:
    """What a player sees who looks from a piece or square to another; places are names or [x, y]."""
    fight: Fight = Battle(setting, known, Scripted())
    here, there = _squares(fight, origin), _squares(fight, to)
    if not here or (not there and what in ("distance", "sight")):
        return Refusal("", "there is no such piece or square on the board")
    if what == "distance":
        far, a, b = min((setting.board.distance(a, b), a, b) for a in here for b in there)
        return {"distance": far, "text": f"{far} square{'s' * (far != 1)}", "line": _ends(setting, a, b)}
    number = setting.number.get(origin, NOBODY) if isinstance(origin, str) else NOBODY
    if what == "sight":
        target = setting.number.get(to, NOBODY) if isinstance(to, str) else NOBODY
        return _sight(fight, (here, number), (there, target))
    if what == "outlook":
        return _outlook(fight, (here, number))
    if number == NOBODY:
        return Refusal("", "only a piece has a reach and an arc")
    if what == "reach":
        return {"squares": reach(setting, known, origin) or []}
    return {"squares": _arc(fight, number)}


def _squares(fight: Fight, said: Any) -> tuple[int, ...]:
    """The squares of a piece that is there, or the square itself."""
    board = fight.setting.board
    if isinstance(said, list | tuple) and len(said) == 2 and all(type(part) is int for part in said):
        x, y = said
        return (board.square(x, y),) if 1 <= x <= board.width and 1 <= y <= board.height else ()
    number = fight.setting.number.get(said, NOBODY) if isinstance(said, str) else NOBODY
    return squares_of(fight, number) if number != NOBODY and fight.state.pieces[number].present else ()


def _ends(setting: Setting, a: int, b: int) -> list[tuple[int, int]]:
    return [setting.board.xy(a), setting.board.xy(b)]


Place = tuple[tuple[int, ...], int]  # its squares, and the piece if one is meant


def _sight(fight: Fight, here: Place, there: Place) -> dict[str, Any]:
    """Whether there is a line of sight, what hides the rest of it, and whether a shot could follow it."""
    land, board = fight.setting.land, fight.setting.board
    a = here[0][0]
    b = next((square for square in there[0] if land.sees(a, square)), there[0][0])
    seen = land.sees(a, b)
    crossed = [square for square in line(board, a, b).squares if square not in (a, b)]
    ends = (here[1], there[1])
    crowd = [n for square in crossed if (n := fight.state.occupied[square]) not in (NOBODY, *ends)]
    blocks = list(dict.fromkeys(fight.setting.name(number) for number in crowd))
    found: dict[str, Any] = {"line": _ends(fight.setting, a, b), "seen": seen, "blocks": blocks}
    if NOBODY not in ends:
        found["shots"] = _shots(fight, *ends)
    if not seen:
        why = "The ground between hides it."
        return {**found, "text": why, "why": why, "rule": "mag.los.line"}
    return {**found, "text": f"In sight; across the line: {', '.join(blocks)}." if blocks else "In sight."}


def _shots(fight: Fight, firer: int, target: int) -> list[dict[str, str]]:
    """With each of its missile weapons: whether it could hit the other, and if not why."""
    found = []
    for weapon in missile_weapons(fight, firer):
        refusal = None if target in targets_of(fight, firer, weapon) else why_no_shot(fight, firer, target, weapon)
        why = refusal.worded(Names(fight.setting)).why if refusal else ""
        told = {"weapon": weapon.replace("_", " "), "why": why}
        found.append({**told, "rule": refusal.rule if refusal else ""})
    return found


def _outlook(fight: Fight, here: Place) -> dict[str, Any]:
    """From a piece its arc, what of it is in sight, and its enemies; from a square all pieces."""
    square, number = here[0][0], here[1]
    pieces, name = fight.state.pieces, fight.setting.name
    own = NOBODY if number == NOBODY else pieces[number].side
    watched = [n for n, piece in enumerate(pieces) if piece.present and piece.side != own]
    others = [{"id": name(n), **_sight(fight, here, (squares_of(fight, n), n))} for n in watched]
    seen = [other["id"] for other in others if other["seen"]]
    text = f"In sight from there: {', '.join(seen)}." if seen else "Nobody is in sight from there."
    return {"arcs": [] if number == NOBODY else _arcs(fight, square, number), "others": others, "text": text}


def _arcs(fight: Fight, square: int, number: int) -> list[dict[str, Any]]:
    """[mag.fire.arc] [mag.los.line]"""
    board, arc = fight.setting.board, _arc(fight, number)
    seen = [at for at in arc if fight.setting.land.sees(square, board.square(*at))]
    return [
        {"kind": "sight", "title": "arc of fire", "squares": arc},
        {"kind": "range", "title": "in sight", "squares": seen},
    ]


def _arc(fight: Fight, number: int) -> list[tuple[int, int]]:
    """[mag.fire.arc]"""
    setting = fight.setting
    squares = setting.land.arc(arc_from(fight, number), fight.state.pieces[number].facing)
    return [setting.board.xy(square) for square in sorted(squares)]


def reach(setting: Setting, known: State, name: str) -> list[tuple[int, int]] | None:
    """The squares a piece could come to if it moved now, friend or foe; None if no such piece is in sight."""
    fight: Fight = Battle(setting, known, Scripted())
    called = [f.number for f in setting.figures if name.lower() in (f.id.lower(), f.title.lower())]
    number = called[0] if called else NOBODY
    if number == NOBODY or not known.pieces[number].present:
        return None
    side = known.pieces[number].side
    mover = Mover(fight, number, occupied_for(fight, side), threatened(fight, side))
    return [setting.board.xy(square) for square in sorted({place // 4 for place in mover.reach()})]
