"""Two games that differ only in a secret of one side, played by the same answers: to all others they are the same.

Every view, event, question and count that another seat or a watcher is sent is compared byte for byte, until the
secret comes out by rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from random import Random
from typing import Any

import msgspec

from .campaign import Fight
from .game import Game
from .hearing import held_back, own_steps
from .question import Answer, Question

TRIES = 30  # to find an answer that is lawful in both worlds
AnyGame = Game[Any, Any]


class Parted(AssertionError):
    """Somebody could tell the two worlds apart."""


class Onlooker:
    """All that a seat, or a watcher, is told of a game as it goes on."""

    def __init__(self, game: AnyGame, seat: int | None):
        self.game, self.seat = game, seat
        self._heard, self._last = 0, b""

    def news(self) -> bytes:
        """What it is told now; nothing if nothing is new to it."""
        questions = self.game.pending()
        if held_back(questions, self.seat):
            return b""
        heard = self.game.events(self.seat)
        new, self._heard = heard[self._heard :], len(heard)
        stands = msgspec.json.encode(self._how_things_stand(questions))
        if not new and stands == self._last:
            return b""
        self._last = stands
        return msgspec.json.encode(new) + stands

    def _how_things_stand(self, questions: tuple[Question, ...]) -> list[Any]:
        game, book = self.game, self.game.book
        own = [self._described(question) for question in questions if question.side == self.seat]
        view, waiting = book.view(game.setting, game.state, self.seat), [question.side for question in questions]
        return [view, waiting, own, len(own_steps(game, self.seat)), game.result]

    def _described(self, question: Question) -> list[Any]:
        game, says = self.game, self.game.book.spokesman
        known = game.seat(question.side).known()
        labels = [says.label(game.setting, known, question, answer) for answer in question.suggest()]
        return [game.book.put(game.setting, question), question.describe(), labels]


class TwoWorlds:
    """Plays both games on until the secret is out, and hands their news to whoever must not tell them apart."""

    def __init__(
        self,
        one: AnyGame,
        other: AnyGame,
        seats: Iterable[int | None],
        is_out: Callable[[AnyGame], bool] = lambda game: False,
        chance: Random | None = None,
    ):
        seats = list(seats)
        self.games = one, other
        self.onlookers = [[Onlooker(game, seat) for seat in seats] for game in self.games]
        self.is_out, self.chance = is_out, chance or Random(0)
        self.compared = 0  # messages that were found alike
        self.windows, self.empty = 0, 0

    def play(self, most: int = 10_000) -> int:
        """How many questions both answered alike before the secret came out, one was over, or `most` were asked."""
        for answered in range(most):
            news = [self._run_on(*world) for world in zip(self.games, self.onlookers, strict=True)]
            if any(game.result is not None or self.is_out(game) for game in self.games):
                return answered
            self._compare(answered, *news)
            pair = [game.pending()[0] for game in self.games]
            if any(isinstance(question, Fight) for question in pair):  # the secret is taken to another table
                return answered
            answer = self._answer(*pair)
            if answer is None:
                return answered
            for game, question in zip(self.games, pair, strict=True):
                game.answer(answer, question.side)
        return most

    def _run_on(self, game: AnyGame, there: list[Onlooker]) -> list[list[bytes]]:
        """Run on, what is asked in secret being let pass: all that each onlooker is told on the way."""
        told: list[list[bytes]] = [[] for _ in there]
        while True:
            questions = game.pending()
            for onlooker, messages in zip(there, told, strict=True):
                if message := onlooker.news():
                    messages.append(message)
            if not questions or not all(question.secret for question in questions):
                return told
            game.answer(_pass(questions[0]), questions[0].side)

    def _compare(self, answered: int, one: list[list[bytes]], other: list[list[bytes]]) -> None:
        for onlooker, mine, theirs in zip(self.onlookers[0], one, other, strict=True):
            if mine != theirs:
                at = f"seat {onlooker.seat}, after {answered} answers"
                raise Parted(f"{at}: {len(mine)} messages and {len(theirs)}; {_difference(mine, theirs)}")
            self.compared += len(mine)

    def _answer(self, one: Question, other: Question) -> Answer:
        """Something lawful in both worlds; whoever may decide something in one of them only lets it be."""
        if one.empty or other.empty:
            self.windows, self.empty = self.windows + 1, self.empty + (one.empty and other.empty)
            return one.usual
        if one.usual is not None and one.usual == other.usual and self.chance.random() < 0.5:
            return one.usual
        for _ in range(TRIES):
            answer = one.sample(self.chance)
            if other.refuse(answer) is None:
                return answer
        return next((answer for answer in other.suggest() if one.refuse(answer) is None), None)


def _pass(question: Question) -> Answer:
    return question.suggest()[0] if question.usual is None else question.usual


def _difference(mine: list[bytes], theirs: list[bytes]) -> str:
    """Where the first two that differ part, with a little before and after."""
    for one, other in zip_longest(mine, theirs, fillvalue=b""):
        if one != other:
            at = next((n for n, pair in enumerate(zip_longest(one, other)) if pair[0] != pair[1]), 0)
            around = slice(max(0, at - 60), at + 80)
            return f"{one[around]!r} and {other[around]!r}"
    return "nothing"
