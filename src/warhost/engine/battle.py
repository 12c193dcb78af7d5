"""What rules see: a state to change, somebody to ask, dice to throw, and ears to tell.

Rules are plain functions of a battle. They must be deterministic and touch nothing but the battle, since a step
may be run many times: again after every answer of a person, over every outcome for exact odds, again in a replay.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from .chain import Chain, Outcome
from .contest import Contest, Contested, Retry
from .dice import Faces, Throw
from .distribution import Distribution
from .event import Event, Handled, Rerolled, Rolled, Told
from .oracle import Apart, Oracle
from .question import Answer, Question
from .strikes import Strikes, Struck
from .tally import Step, Tally
from .trial import Trial, Tried


class State(Protocol):
    """Plain data that changes in a battle. A copy never changes when the original plays on."""

    def copy(self) -> Self: ...


S = TypeVar("S", bound=State)
T = TypeVar("T")  # the setting: all that stays the same in a battle
R = TypeVar("R")
MOST_ENDS = 60  # of blows or shots that are told whoever looks ahead; more are too many to follow


class Borrowing(RuntimeError):
    """Rules asked somebody, or threw dice, while the state was not as it is: he would have seen what is not so."""


class Battle(Generic[S, T]):
    """One run of a step over a state, with one oracle."""

    __slots__ = ("_borrowed", "oracle", "setting", "state", "told")

    def __init__(self, setting: T, state: S, oracle: Oracle):
        self.setting, self.state, self.oracle = setting, state, oracle
        self.told: list[Told] = []
        self._borrowed = 0

    def ask(self, question: Question) -> Answer:
        if self._borrowed:
            raise Borrowing(f"{question.what!r} is asked while the state is borrowed")
        return self.oracle.ask(question)

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        """Questions that several sides answer before any answer is shown."""
        if self._borrowed:
            raise Borrowing(f"{questions[0].what!r} is asked while the state is borrowed")
        return self.oracle.ask_all(questions)

    @contextmanager
    def borrowed(self) -> Iterator[None]:
        """The state is changed for a look at what would be, and put back: nobody is asked, no die falls meanwhile.

        A die counts as a question, since at a real table somebody types it in.
        """
        self._borrowed += 1
        try:
            yield
        finally:
            self._borrowed -= 1

    def throw(self, throw: Throw, only: int | None = None) -> tuple[int, ...]:
        """Dice for everybody to see, or for one side alone; of none at all nothing is seen."""
        if not throw.count:
            return ()
        if self._borrowed:
            raise Borrowing(f"dice for {throw.purpose!r} are thrown while the state is borrowed")
        faces = self.oracle.throw(throw)
        self._tell_dice(throw, faces, only=only)
        return faces

    def _tell_dice(
        self, throw: Throw, faces: tuple[int, ...], because: tuple[Step, ...] = (), only: int | None = None
    ) -> None:
        """Dice thrown again name those they take the place of; those that a hand changed say what they were."""
        told = _rolled(throw, faces, because)
        back = self._back(throw) if throw.again else 0
        more = {name: getattr(told, name) for name in Rolled.__struct_fields__}
        if back:
            told = Rerolled(**more, again=throw.again, back=back)
        elif isinstance(faces, Faces) and any(faces.was):
            told = Handled(**more, was=faces.was)
        self.told.append(Told(told, only))

    def _back(self, throw: Throw) -> int:
        """How many throws ago this side threw the dice that are thrown again."""
        thrown = (one.event for one in reversed(self.told) if isinstance(one.event, Rolled))
        alike = (
            back
            for back, event in enumerate(thrown, 1)
            if (event.side, event.sides) == (throw.side, throw.sides)
            and _may_again(event, throw)
            and max(throw.again) < len(event.faces)
        )
        return next(islice(alike, throw.since, None), 0)

    def die(self, sides: int, purpose: str, rule: str, side: int, cuts: tuple[int, ...] = ()) -> int:
        """One die whose face is read off a table; `cuts` are the last faces of the table's bands."""
        return self.throw(Throw(1, sides, purpose, rule, side, cuts))[0]

    def settle(self, thrown: Callable[[], R], outcomes: Callable[[], Iterable[tuple[R, Fraction]]]) -> R:
        """What dice decide: they are thrown, or whoever looks ahead is given all that may come of them."""
        if self._borrowed:
            raise Borrowing("dice are thrown while the state is borrowed")
        return thrown() if self.oracle.ahead is None else self.oracle.ahead.settle(outcomes)

    def roll(self, chain: Chain, side: int, because: Tally | None = None) -> int:
        """Throw a chain and tell every die with what it needed and why."""
        if self.oracle.ahead is not None:
            return self.oracle.ahead.settle(lambda: chain.distribution().items())
        steps = because.steps if because is not None else ()

        def thrown(throw: Throw) -> tuple[int, ...]:
            faces = self.oracle.throw(throw)
            self._tell_dice(throw, faces, steps)
            return faces

        return chain.roll(thrown, side).count

    def outcome(self, chain: Chain, side: int, against: int, closely: bool) -> Outcome:
        """Throw a chain whose stages are looked at; whoever looks ahead is told of its ends alone, unless somebody
        looks `closely` at what each stage let through."""
        if self.oracle.ahead is not None and not closely:
            return self.oracle.ahead.settle(chain.ends)
        return chain.roll(self.throw, side, against)

    def apart(self, deeds: Sequence[Apart]) -> None:
        """Deeds of one moment, in their order. Those to one have no hand in those to another: whoever looks ahead
        may follow each of these rows for itself."""
        if self.oracle.ahead is not None:
            self.oracle.ahead.apart(self, deeds)
            return
        for deed in deeds:
            deed.do()

    def strike(self, strikes: Strikes, side: int, against: int) -> Struck:
        """Blows or shots of one kind; whoever looks ahead is told of the ends alone, where they are few."""
        if self.oracle.ahead is not None and strikes.ways <= MOST_ENDS:
            return self.oracle.ahead.settle(strikes.outcomes)
        return strikes.roll(self.throw, side, against)

    def contest(
        self, contest: Contest, side: int, other: int, retried: Callable[[Retry], object] = lambda retry: None
    ) -> Contested:
        """Both sides throw their dice, and every die is told; `retried` hears what has some thrown once more."""
        if self.oracle.ahead is not None:
            return self.oracle.ahead.settle(contest.outcomes)
        return contest.roll(self.throw, side, other, retried)

    def trial(self, trial: Trial, side: int) -> Tried:
        """Dice are added up and read off their table."""
        return self.settle(lambda: trial.roll(self.throw, side), trial.outcomes)

    def total(self, throw: Throw, cuts: tuple[int, ...] | None = None) -> int:
        """Dice added up. Whoever looks ahead is told of each sum once; with `cuts`, the last sums of the bands that
        lead to the same, of each band."""
        return self.settle(lambda: sum(self.throw(throw)), lambda: sums(throw.count, throw.sides, cuts))

    def die_until(
        self, sides: int, purpose: str, rule: str, side: int, cuts: tuple[int, ...], again: Callable[[int], bool]
    ) -> int:
        """As `die`, but thrown again and again while its face is one that says so."""

        def thrown() -> int:
            once = Throw(1, sides, purpose, rule, side, cuts)
            (face,) = self.throw(once)
            while again(face):
                (face,) = self.throw(msgspec.structs.replace(once, again=(0,)))
            return face

        falls = [(face, chance) for (face,), chance in Throw(1, sides, purpose, rule, side, cuts).falls()]
        counts = [(face, chance) for face, chance in falls if not again(face)]
        whole = sum(chance for _, chance in counts)
        return self.settle(thrown, lambda: [(face, chance / whole) for face, chance in counts])

    def tell(self, event: Event, only: int | None = None) -> None:
        """Tell everybody, or one side alone."""
        self.told.append(Told(event, only))


@lru_cache(maxsize=256)
def sums(count: int, sides: int, cuts: tuple[int, ...] | None) -> list[tuple[int, Fraction]]:
    """What so many dice can come to, with the chance of each; of a band its least sum stands for all."""
    bands: dict[int, tuple[int, Fraction]] = {}
    die = Distribution([0] + [1] * sides)
    for total, chance in Distribution.of({count: 1}).compose(die).items():
        band = total if cuts is None else sum(total > cut for cut in cuts)
        least, before = bands.get(band, (total, Fraction(0)))
        bands[band] = least, before + chance
    return list(bands.values())


def _may_again(event: Rolled, throw: Throw) -> bool:
    """Dice are thrown again once, but for a single one that is thrown until it counts."""
    return not isinstance(event, Rerolled) or event.again == throw.again == (0,)


def _rolled(throw: Throw, faces: tuple[int, ...], because: tuple[Step, ...] = ()) -> Rolled:
    rolled = throw.rule, throw.side, throw.purpose, throw.sides, tuple(faces)
    return Rolled(*rolled, throw.need, because, throw.over)


def tale(told: Sequence[Told]) -> str:
    """A short hash of what was told."""
    plain = (Told(one.event.plain, one.audience) if isinstance(one.event, Rolled) else one for one in told)
    return fingerprint(list(plain))


def fingerprint(state: Any) -> str:
    """A short hash of a state or a tale: equal ones have equal fingerprints, in any process."""
    return hashlib.blake2b(msgspec.msgpack.encode(state), digest_size=8).hexdigest()
