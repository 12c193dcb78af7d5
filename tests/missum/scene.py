"""Small moments for rule tests: troops on a table, dice and answers given.

fight = scene(south("spears", figures=40), north("swords", at=(600, 700)), step=9, melee=[("spears", "swords")])
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from tests.dice_box import DiceBox

from warhost.engine.battle import Battle
from warhost.engine.event import Event
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Refusal
from warhost.rulebooks.missum.judging.situation import read_situation, setup_of, state_of
from warhost.rulebooks.missum.moving.course import Course
from warhost.rulebooks.missum.moving.movement import carry_out
from warhost.rulebooks.missum.moving.orders import March
from warhost.rulebooks.missum.rulebook import Missum
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.state import Melee, Piece

MM = 1000
SWORDS = ("medium", "shield", "long sword", "regular")


@cache
def book() -> Missum:
    return Missum()


def south(id: str, at: tuple[float, float] = (600, 500), **more: Any) -> dict[str, Any]:
    """Forty medium swords in ten files who face north, unless told otherwise."""
    plain = {"id": id, "side": "south", "at": list(at), "figures": 40, "files": 10, "options": list(SWORDS)}
    return {**plain, **more}


def north(id: str, at: tuple[float, float] = (600, 800), **more: Any) -> dict[str, Any]:
    return {**south(id, at, **more), "side": "north"}


def leader(id: str, profile: str, at: tuple[float, float], side: str = "south", **more: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "profile": profile, "at": list(at), **more}


class MissumDice(DiceBox):
    SIDES = (6, 10, 20, 100)


def scene(*troops: dict[str, Any], **more: Any) -> Fight:
    """A battle at this moment; `dice` and `answers` are given to whoever plays it."""
    dice, answers = more.pop("dice", ()), more.pop("answers", ())
    melees = [m if isinstance(m, dict) else {"a": m[0], "b": m[1]} for m in more.pop("melee", ())]
    data = {"troop": list(troops), "melee": melees, **more}
    found = read_situation(data, book().charts, "scene")
    setting = book().setting(setup_of(found))
    return Battle(setting, state_of(found, setting), MissumDice(dice, answers))


def number(fight: Fight, id: str) -> int:
    return fight.setting.number[id]


def piece(fight: Fight, id: str) -> Piece:
    return fight.state.pieces[number(fight, id)]


def melee(fight: Fight, a: str, b: str) -> Melee:
    pair = {number(fight, a), number(fight, b)}
    return next(one for one in fight.state.melees if {one.a, one.b} == pair)


def load(fight: Fight, dice: Any = (), answers: Sequence[Answer] = ()) -> None:
    """Dice and answers for what comes next."""
    oracle = fight.oracle
    assert isinstance(oracle, Scripted)
    oracle.dice = dice
    oracle.answers = list(answers)


def spent(fight: Fight) -> None:
    oracle = fight.oracle
    assert isinstance(oracle, Scripted)
    oracle.check_empty()


def events(fight: Fight, kind: type[Event]) -> list[Any]:
    return [told.event for told in fight.told if isinstance(told.event, kind)]


def plan(fight: Fight, id: str, *acts: Any) -> Course | Refusal:
    """What an order would come to."""
    return March(fight, number(fight, id)).plan([list(act) for act in acts])


def refused(fight: Fight, id: str, *acts: Any) -> str:
    """The rule by which an order is refused; nothing if it is lawful."""
    found = plan(fight, id, *acts)
    return found.rule if isinstance(found, Refusal) else ""


def order(fight: Fight, id: str, *acts: Any) -> Piece:
    """Give an order and carry it out."""
    acts_ = [list(act) for act in acts]
    refusal = March(fight, number(fight, id)).refuse(acts_)
    assert refusal is None, refusal
    carry_out(fight, number(fight, id), acts_)
    return piece(fight, id)


def go(x: float, y: float) -> tuple[str, int, int]:
    return "go", round(x * MM), round(y * MM)


def at(one: Piece) -> tuple[float, float]:
    return one.x / MM, one.y / MM
