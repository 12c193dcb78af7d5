"""Small battles for rule tests: units on a table, dice and answers given. Inches, and degrees from east to north.

fight = scene(ours("spears", "men.spears", 20, at=(36, 20)), theirs("orcs", "orc.warriors", 20, at=(36, 30)))
with script(fight, dice=[4, 5], answers=["spears"]):
    declare_one(fight)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from tests.dice_box import DiceBox

from warhost.engine.battle import Battle
from warhost.engine.dice import Throw
from warhost.engine.event import Event
from warhost.engine.field.body import Body
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Question, Refusal
from warhost.rulebooks.regiments.bodies import body, centre
from warhost.rulebooks.regiments.judging.situation import read_situation
from warhost.rulebooks.regiments.library import load_library
from warhost.rulebooks.regiments.rulebook import Regiments
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.state import Unit

BOOK = Regiments()
E = TypeVar("E", bound=Event)


def ours(
    id: str, entry: str, models: int = 1, at: tuple[float, float] | None = None, **more: Any
) -> dict[str, Any]:
    return _unit("ours", id, entry, models, at, 90, more)


def theirs(
    id: str, entry: str, models: int = 1, at: tuple[float, float] | None = None, **more: Any
) -> dict[str, Any]:
    return _unit("theirs", id, entry, models, at, 270, more)


def _unit(
    side: str, id: str, entry: str, models: int, at: tuple[float, float] | None, facing: float, more: dict[str, Any]
) -> dict[str, Any]:
    unit = {"id": id, "side": side, "entry": entry, "models": models, "facing": facing, **more}
    return {**unit, "at": list(at)} if at is not None else unit


def scene(*units: dict[str, Any], **moment: Any) -> Fight:
    """A fight at that moment, with no dice and no answers yet."""
    setup, state = read_situation({"units": list(units), **moment}, load_library(), "test")
    return Battle(BOOK.setting(setup), state, Scripted())


class RegimentDice(DiceBox):
    SIDES = (6, 360, 720)  # the last two for directions and places
    DRAWN = ("which model is hit", "whom it grabs", "under the centre", "test")


@contextmanager
def script(fight: Fight, dice: Sequence[int] = (), answers: Sequence[Answer] = ()) -> Iterator[Scripted]:
    """These dice fall and these answers are given, all of them and no others."""
    oracle = RegimentDice(list(dice), list(answers))
    fight.oracle = oracle
    yield oracle
    oracle.check_empty()


class Easy(Scripted):
    """Dice by their purposes, each row used up in its order and then the given face; answers by what is asked, and
    the usual one, or the first suggestion, where none is given."""

    def __init__(self, dice: Mapping[str, Sequence[int]], answers: Mapping[str, Sequence[Answer]], face: int):
        super().__init__()
        self.rows = {purpose: list(faces) for purpose, faces in dice.items()}
        self.given = {what: list(some) for what, some in answers.items()}
        self.face = face

    def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        row = self.given.get(question.what)
        answer = row.pop(0) if row else None
        if answer is None:
            answer = question.usual if question.usual is not None else question.suggest(1)[0]
        assert question.refuse(answer) is None, (question.what, answer, question.refuse(answer))
        return answer

    def throw(self, throw: Throw) -> tuple[int, ...]:
        row = self.rows.get(throw.purpose, [])
        return tuple([row.pop(0) if row else self.face for _ in range(throw.count)])


@contextmanager
def easily(
    fight: Fight, dice: Mapping[str, Sequence[int]] | None = None,
    answers: Mapping[str, Sequence[Answer]] | None = None, face: int = 1,
) -> Iterator[Easy]:  # fmt: skip
    """A whole phase of which only some dice and answers matter; those that are named must come up."""
    fight.oracle = oracle = Easy(dice or {}, answers or {}, face)
    yield oracle
    left = {**oracle.rows, **oracle.given}
    assert not any(left.values()), left


def number(fight: Fight, name: str) -> int:
    return fight.setting.number[name]


def unit(fight: Fight, name: str) -> Unit:
    return fight.state.units[number(fight, name)]


def body_of(fight: Fight, name: str) -> Body:
    return body(fight, number(fight, name))


def at(fight: Fight, name: str) -> tuple[float, float]:
    """The centre of a unit's ground, in inches to the hundredth."""
    x, y = centre(body(fight, number(fight, name)))
    return round(x / 1000, 2), round(y / 1000, 2)


def front(fight: Fight, name: str) -> tuple[float, float]:
    x, y = body(fight, number(fight, name)).front
    return round(x / 1000, 2), round(y / 1000, 2)


def facing(fight: Fight, name: str) -> int:
    """In degrees as the rules count them."""
    return round((9000 - body(fight, number(fight, name)).facing) / 100) % 360


def told(fight: Fight, kind: type[E]) -> list[E]:
    return [one.event for one in fight.told if isinstance(one.event, kind)]


def asked(oracle: Scripted) -> list[Question]:
    return oracle.asked


def rule_of(refusal: Refusal | None) -> str:
    return refusal.rule if refusal is not None else ""


def apart(gap: float, own: str = "men.spears", foe: str = "orc.warriors", **more: Any) -> Fight:
    mine, yours = more.pop("mine", {}), more.pop("yours", {})
    return scene(
        ours("own", own, front=(36, 10), **{"models": 20, "files": 5, **mine}),
        theirs("foe", foe, front=(36, 10 + gap), **{"models": 20, "files": 5, **yours}),
        **more,
    )
