"""Who answers the rules: one oracle, six drivers.

The rules never know which of them they are talking to. *Live* stops at the first question nobody has answered,
*recorded* knows them all, *direct* lets bots answer at once, *scripted* is for tests, *enumerating* runs the same
rules over every outcome, *manual* takes dice thrown on a real table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from .dice import DiceStream, Throw
from .prepared import Dice, Prepared, Unfit
from .question import Answer, Question, Refused, TypeDice

if TYPE_CHECKING:
    from .battle import Battle

Faces = tuple[int, ...]
R = TypeVar("R")


class Apart(NamedTuple):
    """Something that is done to somebody, and has no hand in what is done to others at the same moment."""

    to: int
    do: Callable[[], object]


class Oracle(Protocol):
    def ask(self, question: Question) -> Answer: ...
    def ask_all(self, questions: Sequence[Question]) -> list[Answer]: ...
    def throw(self, throw: Throw) -> Faces: ...
    @property
    def ahead(self) -> Ahead | None:
        """Whoever looks ahead is told of whole chains and contests, and need not follow each of their dice."""


class Ahead(Protocol):
    def settle(self, outcomes: Callable[[], Iterable[tuple[R, Fraction]]]) -> R:
        """One of these outcomes, which have these chances."""

    def apart(self, battle: Battle[Any, Any], deeds: Sequence[Apart]) -> None:
        """Deeds of which those to one have no hand in those to another."""


class Pause(BaseException):
    """The oracle does not know the answer yet. Rules must let it pass."""

    def __init__(self, questions: Sequence[Question]):
        super().__init__("waiting for an answer")
        self.questions = tuple(questions)


class Branch(BaseException):
    """An enumerating oracle meets something whose outcome is open: the ways it may fall, how likely each is, and
    how many there are, for that may be more than anybody could write down."""

    def __init__(self, ways: Iterable[tuple[Any, Fraction]], count: int):
        super().__init__("something to branch on")
        self.ways, self.count = ways, count


class ScriptError(AssertionError):
    """A test gave too few or too many dice or answers, or an unlawful answer."""


class _Asking(ABC):
    """Questions to several sides are asked one by one unless a driver can do better."""

    ahead: Ahead | None = None

    @abstractmethod
    def ask(self, question: Question) -> Answer: ...

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        return [self.ask(question) for question in questions]


class Live(_Asking):
    """Known answers first, in order; at the first unknown one the step pauses."""

    def __init__(self, dice: DiceStream, known: Sequence[Answer]):
        self.dice, self.known, self.at = dice, known, 0
        self.answered: list[Question] = []  # what the known answers were to
        self.thrown = 0  # how many dice fell, and after how many answers the last of them
        self.last_throw_at = 0

    def ask(self, question: Question) -> Answer:
        if self.at >= len(self.known):
            raise Pause((question,))
        self.at += 1
        self.answered.append(question)
        return _lawful(question, self.known[self.at - 1])

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        open_ones = questions[max(0, len(self.known) - self.at) :]
        if open_ones:
            self.at = len(self.known)
            raise Pause(open_ones)
        return super().ask_all(questions)

    def throw(self, throw: Throw) -> Faces:
        self.thrown += throw.count
        self.last_throw_at = self.at
        return self.dice.throw(throw.count, throw.sides)


class Manual(Live):
    """Live, but people throw the dice: each throw is a question, its faces an answer like any other."""

    def throw(self, throw: Throw) -> Faces:
        self.thrown += throw.count
        faces = tuple(self.ask(TypeDice(throw)))
        self.last_throw_at = self.at
        return faces


class Direct(_Asking):
    """Bots answer at once: the rules run as ordinary calls, nothing is run twice, nothing is copied."""

    def __init__(self, dice: DiceStream, player: Callable[[Question], Answer]):
        self.dice, self.player = dice, player
        self.given: list[Answer] = []

    def ask(self, question: Question) -> Answer:
        reply = self.player(question)
        self.given.append(reply)
        return reply

    def throw(self, throw: Throw) -> Faces:
        return self.dice.throw(throw.count, throw.sides)


class Recorded(_Asking):
    """A finished step is run again: every answer is there, none is left over."""

    def __init__(self, dice: DiceStream, answers: Sequence[Answer]):
        self.dice, self.answers, self.at = dice, answers, 0

    def ask(self, question: Question) -> Answer:
        if self.at >= len(self.answers):
            raise EOFError(f"no answer is recorded for {question.what!r} of side {question.side}")
        self.at += 1
        return _lawful(question, self.answers[self.at - 1])

    def throw(self, throw: Throw) -> Faces:
        return self.dice.throw(throw.count, throw.sides)

    @property
    def left_over(self) -> int:
        return len(self.answers) - self.at


class RecordedManual(Recorded):
    """As recorded, for a game whose dice were typed in."""

    def throw(self, throw: Throw) -> Faces:
        return tuple(self.ask(TypeDice(throw)))


class Scripted(_Asking):
    """Dice (in their order, or by their purposes) and answers are given by a test; a missing or a left-over one is
    an error. Questions in which nothing can be decided are passed over."""

    def __init__(self, dice: Dice = (), answers: Iterable[Answer] = ()):
        self.answers = list(answers)
        self.dice = dice
        self.asked: list[Question] = []

    @property
    def dice(self) -> Dice:
        """Those that have not been thrown."""
        return self._dice.left

    @dice.setter
    def dice(self, dice: Dice) -> None:
        self._dice = Prepared(dice)

    def ask(self, question: Question) -> Answer:
        if question.empty:
            return question.usual
        self.asked.append(question)
        if not self.answers:
            raise ScriptError(f"no answer is given for {question.what!r} ({question.describe()})")
        answer = self.answers.pop(0)
        if refusal := question.refuse(answer):
            raise ScriptError(f"{question.what!r} refuses {answer!r}: {refusal}")
        return answer

    def throw(self, throw: Throw) -> Faces:
        try:
            return self._dice.throw(throw)
        except Unfit as unfit:
            raise ScriptError(str(unfit)) from None

    def check_empty(self) -> None:
        if self.dice or self.answers:
            raise ScriptError(f"left over: dice {self.dice}, answers {self.answers}")


class Enumerating(_Asking):
    """Follows a fixed path of what falls; the first that is unknown asks for branching."""

    def __init__(self, path: Sequence[Any], player: Callable[[Question], Answer]):
        self.path, self.player, self.at = path, player, 0

    def ask(self, question: Question) -> Answer:
        return question.usual if question.empty else self.player(question)

    def throw(self, throw: Throw) -> Faces:
        if self.at == len(self.path):
            raise Branch(throw.falls(), throw.ways)
        faces: Faces = self._fallen()
        return faces

    def settle(self, outcomes: Callable[[], Iterable[tuple[R, Fraction]]]) -> R:
        if self.at == len(self.path):
            ways = list(outcomes())
            raise Branch(ways, len(ways))
        fallen: R = self._fallen()
        return fallen

    def apart(self, battle: Battle[Any, Any], deeds: Sequence[Apart]) -> None:
        for deed in deeds:
            deed.do()

    def _fallen(self) -> Any:
        self.at += 1
        return self.path[self.at - 1]


def _lawful(question: Question, answer: Answer) -> Answer:
    if refusal := question.refuse(answer):
        raise Refused(refusal)
    return answer
