"""A rulebook on trial: battles of chance, stopped at their questions, and what was found wrong in them."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from warhost.engine.book import Book
from warhost.engine.campaign import Campaign, Fight
from warhost.engine.game import Game
from warhost.engine.question import Answer, Question

MOST_ALIKE = 5  # faults of one kind that are told
FREE_TEXT = ()
FEW, NOW_AND_THEN = 4, 0.1


class Check(NamedTuple):
    """Something every rulebook has to keep; its function says what is wrong, as often as it is."""

    title: str
    what: str
    run: Callable[[Trial], Iterator[str]]

    def faults(self, trial: Trial) -> list[str]:
        """The first few, each once. A rulebook that breaks is at fault, not the suite."""
        found: dict[str, None] = {}
        try:
            for fault in self.run(trial):
                found[fault] = None
                if len(found) == MOST_ALIKE:
                    break
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            found[f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"] = None
        return list(found)


class Moment(NamedTuple):
    """A game at a question that one side has to answer."""

    game: Game[Any, Any]
    question: Question

    @property
    def where(self) -> str:
        return f"seed {self.game.seed}, step {len(self.game.steps)}, {self.question.what!r}"


class Trial:
    """The battles are the same for the same seed; at most so many questions of each are looked at, those first that
    have hardly been asked yet."""

    def __init__(self, book: Book[Any, Any], battles: int = 2, most: int = 120, seed: int = 1):
        self.book, self.battles, self.most, self.seed = book, battles, most, seed
        self._ends: dict[bytes, Answer] = {}  # of the battles of campaigns

    @cached_property
    def setups(self) -> list[Mapping[str, Any]]:
        """Every scenario, each time round with other options that were agreed on."""
        offered = {option: values for option, values in self.book.options.items() if values != FREE_TEXT}
        combinations = [dict(zip(offered, values, strict=True)) for values in product(*offered.values())]
        names = [one.id for one in self.book.scenarios()]
        wanted = max(self.battles, len(names))
        return [
            self.book.setup(names[number % len(names)], combinations[number % len(combinations)])
            for number in range(wanted)
        ]

    def games(self) -> Iterator[Game[Any, Any]]:
        """A game of each setup, not begun yet."""
        for number, setup in enumerate(self.setups):
            yield Game(self.book, setup, str(self.seed + number))

    def moments(self) -> Iterator[Moment]:
        """Questions of battles that chance plays: each kind a few times, and of all others one now and then.

        Whoever looks at them must not change the game.
        """
        asked: Counter[str] = Counter()
        for game in self.games():
            chance, looked_at = Random(f"conform {game.seed}"), 0
            while looked_at < self.most and (questions := game.pending()):
                asked[questions[0].what] += 1
                rare = asked[questions[0].what] <= FEW or chance.random() < NOW_AND_THEN
                if rare and not isinstance(questions[0], Fight):  # that is asked of nobody at the table
                    looked_at += 1
                    yield Moment(game, questions[0])
                self.play_on(game, questions[0], chance)

    def fought(self) -> Iterator[Game[Any, Any]]:
        """Battles that chance has played to the end."""
        for game in self.games():
            chance = Random(f"conform {game.seed}")
            while questions := game.pending():
                self.play_on(game, questions[0], chance)
            yield game

    def play_on(self, game: Game[Any, Any], question: Question, chance: Random) -> None:
        """Chance answers; a battle of a campaign it fights, each once."""
        fights = isinstance(question, Fight)
        game.answer(self._end_of_battle(game) if fights else question.sample(chance), question.side)

    def _end_of_battle(self, game: Game[Any, Any]) -> Answer:
        assert isinstance(self.book, Campaign)
        fixture = self.book.due(game.setting, game.checkpoint)
        assert fixture is not None
        known = msgspec.json.encode([fixture, game.seed])
        if known not in self._ends:
            fought = Game(self.book.base, fixture.setup, fixture.seed(game.seed))
            chance = Random(f"conform {fought.seed}")
            while questions := fought.pending():
                fought.answer(questions[0].sample(chance), questions[0].side)
            self._ends[known] = self.book.home(game.setting, game.checkpoint, fought)
        return self._ends[known]
