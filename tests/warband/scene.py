"""A moment of a battle for tests: some warriors on a table, dice and answers in their order."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.dice_box import DiceBox

from warhost.engine.battle import Battle
from warhost.engine.event import Event
from warhost.engine.oracle import Scripted
from warhost.rulebooks.warband.rulebook import Warband
from warhost.rulebooks.warband.setting import Fight

MAN = {"band": "lantern", "fighter": "sword"}
RISEN = {"band": "unquiet", "fighter": "risen"}


@cache
def book() -> Warband:
    return Warband()


def man(side: int, *at: float, **more: Any) -> dict[str, Any]:
    """A Street Sword, or whoever is said; he carries what he fights with."""
    if "weapons" in more:
        more.setdefault("gear", [name for name in more["weapons"] if name not in ("dagger", "fist", "natural")])
    return {"side": side, "at": list(at), **MAN, **more}


def scene(*warriors: dict[str, Any], dice: Any = (), answers: Any = (), **more: Any) -> Fight:
    setup, state = book().situation({"warriors": list(warriors), **more}, "scene")
    return Battle(book().setting(setup), state, DiceBox(dice, answers))


def events(fight: Fight, kind: type[Event]) -> list[Any]:
    return [told.event for told in fight.told if isinstance(told.event, kind)]


def thrown(fight: Fight) -> None:
    """Nothing of what was laid ready is left."""
    oracle = fight.oracle
    assert isinstance(oracle, Scripted)
    oracle.check_empty()


def faces(fight: Fight, *dice: int) -> None:
    oracle = fight.oracle
    assert isinstance(oracle, Scripted)
    oracle.dice = list(dice)


def replies(fight: Fight, *answers: Any) -> None:
    oracle = fight.oracle
    assert isinstance(oracle, Scripted)
    oracle.answers = list(answers)
