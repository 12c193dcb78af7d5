"""A dry run: every question and every throw of a situation in their order, so that a writer sees what to answer.

What the file gives is taken first. Then the first suggestion answers, and dice show their middle faces, the lower
and the higher by turns; what was so assumed is marked. It ends with the turn, or when enough has been assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from .battle import Battle
from .data import DataError
from .dice import Throw
from .oracle import Ahead, Faces
from .prepared import Prepared, Unfit, in_short
from .question import Answer, Question, Refusal, Refused
from .situation import Case

MOST_ASSUMED = 30
THROWS_EACH = 40  # throws between two questions before it is taken that they will never end
OFFERED = 12


class Moment(msgspec.Struct, frozen=True):
    """Where the battle stands."""

    turn: int
    phase: str
    acting: int | None  # the side whose turn or phase it is


class Asked(msgspec.Struct, frozen=True, tag="question"):
    """A question, what may be answered, and what was."""

    moment: Moment
    side: int
    what: str
    about: str
    rule: str
    put: str
    shape: str
    lawful: tuple[Answer, ...]
    answer: Answer
    assumed: bool
    refusal: Refusal | None = None


class Thrown(msgspec.Struct, frozen=True, tag="throw"):
    """Dice, what for, what is needed, and how they fell; so many of them, the last, are assumed."""

    moment: Moment
    side: int
    count: int
    sides: int
    purpose: str
    rule: str
    needed: str
    faces: tuple[int, ...]
    assumed: int


class Walk(msgspec.Struct):
    """The whole way, why it ended, and what of the file has not been used by then."""

    case: Case
    steps: list[Asked | Thrown]
    ended: str = ""
    left_over: list[str] = []

    @property
    def answers(self) -> list[Answer]:
        """All answers, as a file may give them."""
        return [step.answer for step in self.steps if isinstance(step, Asked) and step.refusal is None]

    @property
    def dice(self) -> list[int]:
        return [face for step in self.steps if isinstance(step, Thrown) for face in step.faces]

    @property
    def dice_by_purpose(self) -> dict[str, list[int]]:
        rows: dict[str, list[int]] = {}
        for step in self.steps:
            if isinstance(step, Thrown):
                rows.setdefault(in_short(step.purpose), []).extend(step.faces)
        return rows


class _Enough(BaseException):
    """So much has been assumed that the rest is of no use to anybody."""


class _Walker:
    """Answers and throws from the file, then by the defaults."""

    ahead: Ahead | None = None

    def __init__(self, case: Case, most: int):
        self.case, self.most = case, most
        self.answers = list(case.script.answers)
        self.dice = Prepared(case.script.dice or ())
        self.walk = Walk(case, [], left_over=[])
        self.battle: Battle[Any, Any] = Battle(case.setting, case.state.copy(), self)
        self.assumed = self.middles = self.throws = 0

    @property
    def moment(self) -> Moment:
        view = self.case.book.view(self.case.setting, self.battle.state, None)
        return Moment(view.turn, view.phase, view.active)

    @property
    def spent(self) -> bool:
        return not self.answers and not self.dice.left

    def ask(self, question: Question) -> Answer:
        self.throws = 0
        if question.empty:
            return question.usual
        if not self.answers and self.assumed >= self.most:
            raise _Enough(f"{self.assumed} answers have been assumed; the next question would be {question.what!r}")
        lawful = question.suggest(OFFERED)
        assumed = not self.answers
        answer = lawful[0] if assumed else self.answers.pop(0)
        refused = question.refuse(answer)
        refusal = self.case.named(refused) if refused else None
        put = self.case.book.put(self.case.setting, question)
        self.walk.steps.append(
            Asked(
                self.moment, question.side, question.what, question.about, question.rule, put, question.shape(),
                tuple(lawful), answer, assumed, refusal,
            )
        )  # fmt: skip
        self.assumed += assumed
        if refusal:
            raise Refused(refusal)
        return answer

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        return [self.ask(question) for question in questions]

    def throw(self, throw: Throw) -> Faces:
        self.throws += 1
        if self.throws > THROWS_EACH:
            raise _Enough(f"dice are thrown again and again for {throw.purpose}")
        given = self.dice.ready(throw)
        try:
            faces = self.dice.throw(msgspec.structs.replace(throw, count=given)) if given else ()
        except Unfit as unfit:
            raise DataError(self.case.file, unfit.key, unfit.expected) from None
        faces += tuple(self._middle(throw.sides) for _ in range(throw.count - given))
        self.walk.steps.append(
            Thrown(
                self.moment, throw.side, throw.count, throw.sides, throw.purpose, throw.rule, throw.needed(), faces,
                throw.count - given,
            )
        )  # fmt: skip
        return faces

    def _middle(self, sides: int) -> int:
        """The lower and the higher of the two middle faces by turns, so that no tie is thrown for ever."""
        self.middles += 1
        return (sides + 1) // 2 if self.middles % 2 else sides // 2 + 1


def walk(case: Case, most: int = MOST_ASSUMED) -> Walk:
    """The situation walked through; at most so many answers are assumed."""
    walker = _Walker(case, most)
    found = walker.walk
    try:
        found.ended = _play(walker)
    except _Enough as enough:
        found.ended = str(enough)
    except Refused as refused:
        found.ended = f"that answer is not lawful: {refused}"
    if walker.answers:
        found.left_over.append(f"answers {walker.answers}")
    if walker.dice.left:
        found.left_over.append(f"dice {walker.dice.left}")
    return found


def _play(walker: _Walker) -> str:
    """Step by step; why it is over."""
    case, battle, steps = walker.case, walker.battle, walker.walk.steps
    while case.book.result(case.setting, battle.state) is None:
        battle.oracle = walker  # without the hands that a step may have put on its dice
        case.book.step(battle)
        if walker.spent and steps and (turn := walker.moment.turn) != steps[0].moment.turn:
            return f"turn {turn} begins"
    return "the battle is over"


def as_data(found: Walk) -> dict[str, Any]:
    """The walk for programs."""
    steps = []
    for number, step in enumerate(found.steps, 1):
        told = msgspec.to_builtins(step)
        steps.append({"number": number, "kind": told.pop("type"), **told.pop("moment"), **told})
    return {
        "rulebook": found.case.book.id,
        "title": found.case.title,
        "steps": steps,
        "ended": found.ended,
        "left_over": found.left_over,
        "answers": found.answers,
        "dice": found.dice,
        "dice_by_purpose": found.dice_by_purpose,
    }
