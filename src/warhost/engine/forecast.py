"""What an answer may cost both sides: how many each piece loses and who flees, from the step that would be run.

As with promises (`foresight`) the step under way is run on what its player knows, and others do what is usual. Here
every die is followed to the end of the step, over all outcomes; where these are too many the step is tried often
enough to give an idea, and that is said.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .dice import DiceStream, Throw
from .event import Event, Told
from .foresight import Foreseeing, Foresight, Past, Unforeseeable
from .game import Game
from .merging import Memory, Merging, TooMany
from .oracle import Branch, Faces
from .playing import played
from .question import Answer, Question, Refused
from .words import Names

MOST_RUNS = 200  # of the step over all outcomes, for one answer
TRIES = 100
COUNTED = ("fall", "hurt", "flee", "gone")
Count = Mapping[str, int]
Deeds = Counter[tuple[str, str]]
"""How much of what has happened to whom."""


class Losses(NamedTuple):
    """What one piece may lose: models, or wounds where it is one model."""

    about: str
    models: bool
    spread: tuple[tuple[int, Fraction], ...]  # each number with its chance, the least first

    @property
    def mean(self) -> Fraction:
        return sum((count * chance for count, chance in self.spread), Fraction(0))


class Expectation(NamedTuple):
    """Those first who lose most; how likely each of those who may flee does, and each who may be lost as a whole;
    how often it was tried, if not all outcomes were followed."""

    losses: tuple[Losses, ...] = ()
    flights: Mapping[str, Fraction] = {}
    tries: int = 0
    given: str = ""  # on what it hangs that nobody can know yet
    gone: Mapping[str, Fraction] = {}


def expected(game: Game[Any, Any], side: int, answer: Answer) -> Expectation:
    """What comes of a side's answer to its open question in this step; nothing where it cannot know."""
    forecast = Forecast(game, side, MOST_RUNS)
    if forecast.question is None or not forecast.openly:  # what comes of it would tell how far it is
        return Expectation()
    if foretold := _foretold(forecast.question, answer):
        return foretold
    try:
        try:
            found = read(list(forecast.all_ends(forecast.question, answer)))
        except TooMany:
            found = read([forecast.tried(forecast.question, answer, number) for number in range(TRIES)], TRIES)
        return found._replace(given=forecast.given)
    except (Unforeseeable, Refused):
        return Expectation()


def _foretold(question: Question, answer: Answer) -> Expectation | None:
    """What the question itself knows of dice that are thrown after this step."""
    told = {} if question.refuse(answer) else question.foretold(answer)
    losses = [Losses(about, True, tuple(fallen.items())) for about, fallen in told.items()]
    return Expectation(tuple(losses)) if losses else None


class End(NamedTuple):
    """One way in which the step can end."""

    chance: Fraction
    fallen: Count
    hurt: Count
    fled: Count
    gone: Count


class Trying(Foreseeing):
    """Once the known answers are given, dice fall as they fall."""

    def __init__(self, side: int, past: Past | None, falling: DiceStream):
        super().__init__((), side, past, die_by_die=True)
        self._falling = falling

    def throw(self, throw: Throw) -> Faces:
        return super().throw(throw) if self._past is not None else self._falling.throw(throw.count, throw.sides)


class Forecast(Foresight):
    """Follows a step to its end, and counts who falls and who flees."""

    given = ""  # what is supposed of things that nobody can know
    supposing = False

    def all_ends(self, question: Question, answer: Answer) -> Iterator[End]:
        runs, memory = 0, Memory()
        waiting: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
        while waiting:
            path, chance = waiting.pop()
            runs += 1
            oracle = Merging(path, self.side, self._past(question, answer), memory, self._counted)
            state = self.start.copy()
            try:
                over = self._step(oracle, state)
            except Branch as branch:
                if runs + len(waiting) + branch.count > self.most:
                    raise TooMany from None
                waiting.extend(((*path, fallen), chance * share) for fallen, share in branch.ways)
                continue
            if not path and not over and self._suppose(state, answer):
                waiting.append(((), chance))
                continue
            yield self._end(oracle, chance)

    def tried(self, question: Question, answer: Answer, number: int) -> End:
        oracle = Trying(self.side, self._past(question, answer), DiceStream("forecast", number))
        self._step(oracle, self.start.copy())
        return self._end(oracle, Fraction(1, TRIES))

    def _past(self, question: Question, answer: Answer) -> Past | None:
        return None if self.supposing else Past(self.game, question, answer)

    def _suppose(self, state: Any, answer: Answer) -> bool:
        """Where more follows that hangs on what nobody can know: as in the first way in which that may be."""
        worlds = () if self.supposing else self.worlds(state, answer)
        for world in worlds[:1]:
            self.given, self.start, self.supposing = world.given, world.state, True
        return bool(worlds)

    def heard(self, told: Iterable[Told]) -> Deeds:
        """What this side was told of that counts."""
        return deeds((one.event for one in told if one.heard_by(self.side)), self.names)

    def since(self, oracle: Foreseeing) -> Deeds:
        """What this side was told since the answer."""
        return self.heard(oracle.told[oracle.mark :])

    def _counted(self, told: Sequence[Told]) -> frozenset[tuple[tuple[str, str], int]]:
        return frozenset(self.heard(told).items())

    def _end(self, oracle: Foreseeing, chance: Fraction) -> End:
        return end(self.since(oracle), chance)


def deeds(events: Iterable[Event], names: Names) -> Deeds:
    """Who has fallen, was hurt or has fled."""
    count = Deeds()
    for event in events:
        if (deed := _deed(event)) in COUNTED:
            play = played(event, names)
            for id in play.who:
                count[deed, id] += 1 if play.number is None else play.number
    return count


def end(done: Deeds, chance: Fraction) -> End:
    return End(chance, *({id: count for (what, id), count in done.items() if what == deed} for deed in COUNTED))


def _deed(event: Event) -> str:
    """As what it counts."""
    if event.breaks():
        return "flee"
    return "gone" if event.lost() else event.shows.deed


def read(ends: Sequence[End], tries: int = 0) -> Expectation:
    """What all these ways come to."""
    models = dict(_spreads([(end.fallen, end.chance) for end in ends]))
    wounds = dict(_spreads([(end.hurt, end.chance) for end in ends]))
    losses = [_losses(about, models.get(about, ()), wounds.get(about, ())) for about in {**models, **wounds}]
    flights = _chances((end.fled, end.chance) for end in ends)
    gone = _chances((end.gone, end.chance) for end in ends)
    return Expectation(tuple(sorted(losses, key=lambda one: (-one.mean, one.about))), flights, tries, gone=gone)


def _chances(ends: Iterable[tuple[Count, Fraction]]) -> dict[str, Fraction]:
    """Of everybody to whom it may happen, how likely it does."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for whom, chance in ends:
        for about in whom:
            found[about] += chance
    return dict(found)


Spread = tuple[tuple[int, Fraction], ...]


def _losses(about: str, models: Spread, wounds: Spread) -> Losses:
    """Of a lone model that is hurt before it falls, wounds tell more."""
    alone = not models or models[-1][0] <= 1
    return Losses(about, False, wounds) if wounds and alone else Losses(about, True, models)


def _spreads(ends: Sequence[tuple[Count, Fraction]]) -> Iterator[tuple[str, Spread]]:
    """Of everybody who may lose something."""
    for about in dict.fromkeys(id for lost, _ in ends for id, count in lost.items() if count):
        spread: dict[int, Fraction] = defaultdict(Fraction)
        for lost, chance in ends:
            spread[lost.get(about, 0)] += chance
        yield about, tuple(sorted(spread.items()))
