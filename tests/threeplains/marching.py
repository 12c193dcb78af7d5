"""Orders in tests: what the referee says of them, and what happens when they are carried out. Lengths in inches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight

from .scene import number, piece, script, unit

FAR_ENEMY = unit("orcs", at=(36, 47), side=1, facing=180)


def go(x: float, y: float, *more: str) -> list[Any]:
    return ["go", inches(x), inches(y), *more]


def judge(fight: Fight, name: str, *acts: list[Any]) -> Refusal | dict[str, int]:
    return Move(fight, number(fight, name)).check(list(acts))


def cost(fight: Fight, name: str, *acts: list[Any]) -> float:
    """What a lawful order costs, in inches."""
    verdict = judge(fight, name, *acts)
    assert not isinstance(verdict, Refusal), str(verdict)
    return verdict["cost"] / 1000


def refused(fight: Fight, name: str, *acts: list[Any]) -> str:
    """The rule by which an order is refused."""
    verdict = judge(fight, name, *acts)
    assert isinstance(verdict, Refusal), verdict
    assert verdict.why
    return verdict.rule


def play(
    fight: Fight, name: str, *orders: list[Any], dice: Sequence[int] = (), answers: Sequence[Any] = ()
) -> None:
    """Choose the piece and give it these orders, each a list of acts; then other answers."""
    with script(fight, dice=dice, answers=[name, *orders, *answers]):
        assert move_one(fight)


def at(fight: Fight, name: str) -> tuple[float, float, float]:
    """Where a piece stands, in inches and degrees, to a hundredth."""
    found = piece(fight, name)
    return round(found.x / 1000, 2), round(found.y / 1000, 2), round(found.facing / 100, 1)
