"""What an answer promises, from the very code that would be run: the step under way, over all outcomes of its dice.

The battle is run on as its player knows it, with his answer, until the next decision that matters. Others who are
asked on the way do the usual thing, if their question has one, and the promise says so. What came off is read from
the events. What cannot be foreseen is not promised.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .battle import Battle
from .event import Outcome, Told
from .game import Game
from .oracle import Branch, Enumerating
from .promise import Promise
from .question import Answer, Question, Refused

MOST_RUNS = 200  # of a step, for one answer
MOST_STEPS = 4  # that follow each other without a question
Ends = dict[tuple[str, str], tuple[str, bool]]
"""What may come off and for whom; by which rule, and whether it did."""


class Enough(BaseException):
    """The next decision is not to be foreseen."""


class Unforeseeable(Exception):
    """There are too many ways, or something unknown stands against the answer."""


class Foreseeing(Enumerating):
    """Answers what is known, then what is looked at; from then on others do the usual thing."""

    def __init__(self, path: Sequence[Any], answers: Sequence[Answer], side: int):
        super().__init__(path, self._usual)
        self.ahead = self
        self._answers, self._side = list(answers), side
        self.told: list[Told] = []  # of the step that is run
        self.mark = 0  # how much of it had been told when the answer was given
        self.assumed: list[Question] = []

    def ask(self, question: Question) -> Answer:
        if not self._answers:
            return question.usual if question.empty else self._usual(question)
        answer = self._answers.pop(0)
        if refusal := question.refuse(answer):
            raise Refused(refusal)
        self.mark = len(self.told)
        return answer

    def _usual(self, question: Question) -> Answer:
        if question.side == self._side or question.usual is None:
            raise Enough
        self.assumed.append(question)
        return question.usual


def foreseen(game: Game[Any, Any], side: int, answer: Answer) -> list[Promise]:
    """What dice decide about this side's answer to its open question, as far as it can be foreseen."""
    questions = game.pending()
    if len(questions) != 1 or questions[0].side != side:  # others choose at the same time
        return []
    try:
        return _Foresight(game, side, answer).promises()
    except (Unforeseeable, Refused):
        return []


class _Foresight:
    """All ways in which an answer can turn out, and how likely each is."""

    def __init__(self, game: Game[Any, Any], side: int, answer: Answer):
        self.game, self.side, self.answers = game, side, [*game.known_to(side), answer]
        self.start = game.book.known(game.setting, game.checkpoint, side)
        self.chances: dict[tuple[str, str, str], Fraction] = {}
        self.assumed: tuple[Question, ...] = ()

    def promises(self) -> list[Promise]:
        """Whatever is certain to come off needs no promise."""
        self._enumerate()
        given = self._assumption()
        found = self.chances.items()
        return [Promise(what, chance, rule, about, given) for (what, about, rule), chance in found if chance < 1]

    def _enumerate(self) -> None:
        waiting: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
        for _ in range(MOST_RUNS):
            if not waiting:
                return
            path, chance = waiting.pop()
            oracle = Foreseeing(path, self.answers, self.side)
            try:
                ends = self._run_on(oracle)
            except Branch as branch:
                if branch.count > MOST_RUNS:
                    raise Unforeseeable from None
                waiting.extend(((*path, fallen), chance * share) for fallen, share in branch.ways)
                continue
            self.assumed = max(self.assumed, tuple(oracle.assumed), key=len)
            for (what, about), (rule, success) in ends.items():
                key = what, about, rule
                self.chances[key] = self.chances.get(key, Fraction(0)) + chance * success
        raise Unforeseeable

    def _run_on(self, oracle: Foreseeing) -> Ends:
        """What came of the answer, each thing as it came out first."""
        ends: Ends = {}
        book, setting, state = self.game.book, self.game.setting, self.start.copy()
        for _ in range(MOST_STEPS):
            battle: Battle[Any, Any] = Battle(setting, state, oracle)
            oracle.told, oracle.mark = battle.told, 0
            try:
                book.step(battle)
            except Enough:
                self._gather(ends, battle.told[oracle.mark :])
                break
            self._gather(ends, battle.told[oracle.mark :])
            if book.result(setting, state) is not None:
                break
        return ends

    def _gather(self, ends: Ends, told: Sequence[Told]) -> None:
        names = self.game.book.spokesman.names(self.game.setting, self.start)
        for one in told:
            outcome: Outcome | None = one.event.outcome()
            if outcome is not None:
                ends.setdefault((outcome.what, names.id(outcome.about)), (one.event.rule, outcome.success))

    def _assumption(self) -> str:
        """What others are taken to do, in words."""
        says, setting = self.game.book.spokesman, self.game.setting
        labels = [says.label(setting, self.start, question, question.usual) for question in self.assumed]
        return ", ".join(dict.fromkeys(labels))
