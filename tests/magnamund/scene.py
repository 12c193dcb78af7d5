"""Small battles for rule tests: pieces on a board, dice and answers given.

fight = scene(unit("archers", [(3, 1)], weapons=["longbow", "sword"]), unit("giaks", [(3, 14)], side="theirs"))
play(fight, answers=["archers", {"archers-1": "giaks-1"}], dice=[56])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.event import Event
from warhost.engine.oracle import Scripted, ScriptError
from warhost.engine.question import Answer, Question
from warhost.rulebooks.magnamund.encounter import BoardData, EdgeRun
from warhost.rulebooks.magnamund.flaws import flaws
from warhost.rulebooks.magnamund.rulebook import Magnamund
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.sheets import HeroCard
from warhost.rulebooks.magnamund.situation import (
    Situation,
    SituationCharacter,
    SituationUnit,
    Standing,
    open_field,
    setup_of,
    state_of,
)
from warhost.rulebooks.magnamund.state import Piece

Square = tuple[int, int]
SHEETS = {"ours": "human", "theirs": "giak"}


@cache
def book() -> Magnamund:
    return Magnamund()


def unit(id: str, at: Sequence[Square], *, side: str = "ours", **more: Any) -> SituationUnit:
    """Humans facing north, or Giaks facing south; regular, in mail, with swords unless told otherwise."""
    plain = {
        "sheet": SHEETS[side],
        "facing": "N" if side == "ours" else "S",
        "weapons": ["sword"],
        "id": id,
        "side": side,
        "at": [list(square) for square in at],
    }
    return msgspec.convert({**plain, **more}, SituationUnit)


def hero(id: str, at: Square, *, side: str = "ours", **more: Any) -> SituationCharacter:
    """A hero by the card of his name (or `card`), or a monster by its `sheet`."""
    plain = {"id": id, "side": side, "at": list(at), "facing": "N" if side == "ours" else "S"}
    if "sheet" not in more or "card" in more:
        plain.setdefault("card", id)
    return msgspec.convert({**plain, **more}, SituationCharacter)


def standing(**facts: Any) -> dict[str, Any]:
    """What has happened to a piece: for `all`, `pieces` and `now`."""
    return msgspec.to_builtins(msgspec.convert(facts, Standing))


def board(
    width: int = 24,
    height: int = 24,
    *,
    rows: Sequence[str] = (),
    edges: Iterable[tuple[str, str, Sequence[Square]]] = (),
    **terrain: Sequence[Square],
) -> BoardData:
    """A board: rows north to south, or open ground with squares of terrain given by name (trees=[(3, 4)]).

    Edges are (feature, side, squares).
    """
    runs = tuple(EdgeRun(feature, side, tuple(squares)) for feature, side, squares in edges)  # type: ignore[arg-type]
    if rows:
        return BoardData(rows=tuple(rows), edges=runs)
    marks = {"scrub": "b", "rocks": "r", "trees": "t", "marsh": "m", "water": "w", "slope": "s", "hilltop": "h"}
    marks |= {"corner": "c", "bank": "k", "planking": "p", "rampart": "R", "steps": "S"}
    grid = [["."] * width for _ in range(height)]
    for name, squares in terrain.items():
        for x, y in squares:
            grid[height - y][x - 1] = marks[name]
    return BoardData(rows=tuple("".join(row) for row in grid), edges=runs)


def scene(
    *pieces: SituationUnit | SituationCharacter,
    on: BoardData | None = None,
    cards: Sequence[HeroCard] = (),
    **more: Any,
) -> Fight:
    """A battle at a given moment: phase, turn, red, active, leaders … as in a situation file.

    `cards` are heroes besides those of the game.
    """
    plain = {
        "board": msgspec.to_builtins(on or open_field(24, 24)),
        "units": [msgspec.to_builtins(p) for p in pieces if isinstance(p, SituationUnit)],
        "characters": [msgspec.to_builtins(p) for p in pieces if isinstance(p, SituationCharacter)],
    }
    situation = msgspec.convert({**plain, **more}, Situation)
    own = {card.id: card for card in cards}
    library = msgspec.structs.replace(book().library, heroes={**book().library.heroes, **own})
    setting = book().setting({**setup_of(situation, library), "heroes": msgspec.to_builtins(own)})
    state = state_of(situation, setting)
    assert not flaws(setting, state), flaws(setting, state)
    return Battle(setting, state, Scripted())


def play(fight: Fight, *, answers: Sequence[Answer] = (), dice: Sequence[int] = (), steps: int = 1) -> list[Event]:
    """Run some steps with these answers and dice, all of which must be used; what was told is returned."""
    script = Scripted(dice, answers)
    fight.oracle, told = script, len(fight.told)
    for _ in range(steps):
        book().step(fight)
    script.check_empty()
    assert not flaws(fight.setting, fight.state), flaws(fight.setting, fight.state)
    return [one.event for one in fight.told[told:]]


def give(fight: Fight, *, answers: Sequence[Answer] = (), dice: Sequence[int] = ()) -> Scripted:
    """Answers and dice for a rule that is called directly; `check_empty()` on what is returned."""
    script = Scripted(dice, answers)
    fight.oracle = script
    return script


def asks(fight: Fight, *, answers: Sequence[Answer] = (), dice: Sequence[int] = ()) -> Question:
    """The question that is open after these answers and dice; nothing happens to the battle."""
    script = Scripted(dice, answers)
    trial = Battle(fight.setting, fight.state.copy(), script)
    try:
        book().step(trial)
    except ScriptError:
        if len(script.asked) > len(answers) and not script.answers:
            return script.asked[-1]
        raise
    raise AssertionError("the step ended without a further question")


def refusal(fight: Fight, answer: Answer, *, answers: Sequence[Answer] = (), dice: Sequence[int] = ()) -> str:
    """The rule by which the question that is open after these answers refuses another; "" if it is lawful."""
    refused = asks(fight, answers=answers, dice=dice).refuse(answer)
    return refused.rule if refused else ""


def number(fight: Fight, name: str) -> int:
    return fight.setting.number[name]


def piece(fight: Fight, name: str) -> Piece:
    return fight.state.pieces[number(fight, name)]


def at(fight: Fight, name: str) -> Square:
    return fight.setting.board.xy(piece(fight, name).square)


def alive(fight: Fight, name: str) -> bool:
    return piece(fight, name).fighting


def happened(events: Sequence[Event], kind: type[Event]) -> list[Any]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]
