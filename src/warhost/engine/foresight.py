"""What an answer promises, from the very code that would be run: the step under way, over all outcomes of its dice.

The battle is run on as its player knows it, with his answer, until the next decision that matters. Whoever is asked
on the way goes on as before or does nothing, if his question has such a usual answer, and the promise says what
others are taken to do. What came off is read from the events. What cannot be foreseen is not promised.

Dice of this step that lie on the table already stay as they fell. What is carried out later is looked for in the
steps that follow, until one of them says how those fared who were named. Where that hangs on what this player
cannot know, the rulebook says what is possible (`Book.supposed`), and each of that is looked at with its condition.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from .battle import Battle
from .dice import DiceStream, Throw
from .event import Told
from .game import Game
from .oracle import Branch, Enumerating, Faces
from .promise import Promise, Supposed
from .question import Answer, Question, Refused, TypeDice
from .words import listed

MOST_RUNS = 100  # of steps, for one answer
MOST_AFTER = 6  # ways in which dice may fall when something has come off or not; otherwise that is enough to know
MOST_STEPS = 3  # that follow each other
Key = tuple[str, str]
"""What may come off, and for whom."""


class Enough(BaseException):
    """The next decision is not to be foreseen."""


class Unforeseeable(Exception):
    """There are too many ways, or something that this player does not know has its hand in it."""


class Foreseeing(Enumerating):
    """Gives the answers that are known and the dice that have fallen; from then on everything may come, chains and
    contests at once, or `die_by_die`."""

    def __init__(self, path: Sequence[Any], side: int, past: Past | None, die_by_die: bool):
        super().__init__(path, self._usual)
        self._side, self._past, self._die_by_die = side, past, die_by_die
        self._answers = list(past.answers) if past is not None else []
        self._dice = DiceStream(past.game.seed, past.game.number) if past is not None else None
        if past is None and not die_by_die:
            self.ahead = self
        self.told: list[Told] = []  # of the step that is run
        self.mark = 0  # how much of it had been told when the answer was given
        self.assumed: list[tuple[int, Question]] = []  # with how much had been told before

    def throw(self, throw: Throw) -> Faces:
        if self._past is None or self._dice is None:
            return super().throw(throw)
        return self._typed(throw) if self._past.game.manual else self._dice.throw(throw.count, throw.sides)

    def _typed(self, throw: Throw) -> Faces:
        """Real dice are among the answers; the last of these is the one that is looked at."""
        if len(self._answers) < 2 or TypeDice(throw).refuse(self._answers[0]) is not None:
            raise Unforeseeable
        return tuple(self._answers.pop(0))

    def ask(self, question: Question) -> Answer:
        if self._past is None:
            return super().ask(question)
        answer = self._answers.pop(0)
        if refusal := question.refuse(answer):
            raise Refused(refusal)
        if not self._answers:
            self._past.compare(question, self.told)
            self.mark, self._past = len(self.told), None
            self.ahead = None if self._die_by_die else self
        return answer

    def _usual(self, question: Question) -> Answer:
        if question.usual is None:
            raise Enough
        if question.side != self._side and not question.slight:
            self.assumed.append((len(self.told), question))
        return question.usual


class Past:
    """The step under way up to the open question, and an answer to it."""

    def __init__(self, game: Game[Any, Any], question: Question, answer: Answer):
        self.game, self.question, self.answers = game, question, (*game.known_to(question.side), answer)

    def compare(self, question: Question, told: Sequence[Told]) -> None:
        """Run on what a side knows, a step may have gone another way: then there is nothing to be said of it."""
        side, asked = self.question.side, self.question
        if (question.what, question.about, question.side) != (asked.what, asked.about, side):
            raise Unforeseeable
        heard, now = ([one for one in tale if one.heard_by(side)] for tale in (self.game.under_way, told))
        if heard != now:
            raise Unforeseeable


class End(NamedTuple):
    """Whether something came off, by which rule, what others are taken to have done before, and what it cost if it
    failed."""

    success: bool
    rule: str
    assumed: tuple[Question, ...] = ()
    forfeit: str = ""
    good: bool | None = None  # for the side that looks ahead, where it is about somebody's piece


class Way(NamedTuple):
    """One way in which things can go: what came of it, what others are taken to have done, and the battle after it,
    unless that waits for a decision."""

    chance: Fraction
    ends: Mapping[Key, End]
    assumed: tuple[Question, ...]
    state: Any
    cut: bool = False  # there was more to come of it, which was not followed
    over: bool = False  # nothing more comes of it


class Foreseen(NamedTuple):
    """All promises of an answer, how likely it fully comes off for the one it is about, whether patience would not
    have found more, and what is certain to come off, which needs no promise but where it was in doubt."""

    promises: tuple[Promise, ...] = ()
    chance: Fraction | None = None
    complete: bool = True
    certain: tuple[Promise, ...] = ()


class Foresight:
    """What each answer of a side to its open question promises. It is made once for a question: all answers share
    what the side knows. There are `most` runs for each of them, and so many `in_all`. With something to be
    proved it follows every die."""

    def __init__(
        self, game: Game[Any, Any], side: int, most: int = MOST_RUNS,
        in_all: int | None = None, proving: frozenset[Key] | None = None,
    ):  # fmt: skip
        questions = game.pending()
        self.game, self.side, self.most, self.left, self.in_all = game, side, most, most, in_all
        self.proving, self.gave_up, self.after = proving, False, MOST_AFTER
        self.silent = False  # there is nothing to look for
        alone = len(questions) == 1 and questions[0].side == side  # otherwise others choose at the same time
        self.question = questions[0] if alone else None
        if self.question is None:
            return
        book, setting = game.book, game.setting
        self.start = book.known(setting, game.checkpoint, side)
        self.names = book.spokesman.names(setting, self.start)
        self.openly = book.spokesman.may_measure(setting)
        self.silent = proving is None and not book.promising(setting, self.start, self.question)

    def of(self, answer: Answer) -> Foreseen:
        """What dice decide about an answer; where too much may come after it, no more than the first thing."""
        if self.question is None or self.silent:
            return Foreseen()
        for after in (MOST_AFTER, 0) if self.proving is None else (MOST_AFTER,):
            self.left, self.after = self.most, after
            try:
                return self._seen(self.question, answer)
            except Unforeseeable:
                continue
            except Refused:
                break
        self.gave_up = True
        return Foreseen(complete=not self.spent)

    def worlds(self, state: Any, answer: Answer) -> Sequence[Supposed]:
        """How things may lie after a step on which more follows, as far as this side knows."""
        if state is None or self.question is None or not self.openly:
            return ()
        return self.game.book.supposed(self.game.setting, state, self.question, answer)

    # --- running -------------------------------------------------------------------------------------------

    def _seen(self, question: Question, answer: Answer) -> Foreseen:
        """The step under way, and what follows on it: as the rulebook supposes, or in the next steps."""
        meant = set(_named(answer)) | {question.about}
        begun = Way(Fraction(1), {}, (), self.start)
        ways = list(self._run(begun, Past(self.game, question, answer), None))
        worlds = [self.worlds(way.state, answer) for way in ways]
        if any(worlds):
            return self._if_so(ways, worlds, meant)
        if not question.deferred or not self.openly or answer == question.usual:
            return self._read(ways, meant)
        actors = {str(one) for one in answer} if isinstance(answer, Mapping) and len(answer) > 1 else set[str]()
        return self._of_each(actors, self._read(self._later(ways, meant, actors), meant, actors))

    def _later(self, ways: list[Way], meant: set[str], actors: set[str]) -> list[Way]:
        """Steps that follow each other while nothing has come off of what was meant: the next may tell how far
        somebody is. Of several who act, until something has of each."""
        for _ in range(MOST_STEPS - 1 + max(0, len(actors) - 1)):
            if all(way.state is None or _all_told(way, actors) for way in ways):
                break
            if not actors and any(way.ends for way in ways):
                break
            try:
                ways = [
                    after
                    for way in ways
                    for after in ((way,) if _all_told(way, actors) else self._run(way, None, meant))
                ]
            except Unforeseeable:
                self.gave_up = True
                break
        return ways

    def _of_each(self, actors: set[str], seen: Foreseen) -> Foreseen:
        """Of several who act nothing is promised unless it is of all of them, and each is named."""
        if not actors:
            return seen
        if not actors <= {one.about for one in (*seen.promises, *seen.certain)}:
            return Foreseen(complete=seen.complete)

        def named(promises: Sequence[Promise]) -> tuple[Promise, ...]:
            return tuple(msgspec.structs.replace(one, whose=self.names.piece(one.about)) for one in promises)

        return seen._replace(promises=named(seen.promises), certain=named(seen.certain))

    def _if_so(self, ways: list[Way], worlds: Sequence[Sequence[Supposed]], meant: set[str]) -> Foreseen:
        """The first of what may be in full, of the others what is decided first; each thing once where it is the
        same."""
        several = max(map(len, worlds))
        promises: dict[tuple[Key, Fraction], Promise] = {}
        whole: Fraction | None = None
        certain: tuple[Promise, ...] = ()
        for at in range(several):
            given = [each[min(at, len(each) - 1)] if each else None for each in worlds]
            seen = self._seen_in(ways, given, meant, in_full=not at)
            said = next(world.given for world in given if world is not None)
            if not at:
                whole, certain = seen.chance, () if several > 1 else seen.certain
            for one in (*seen.promises, *(seen.certain if several > 1 else ())):
                promise = msgspec.structs.replace(one, supposed=said)
                promises.setdefault(((one.what, one.about), one.chance), promise)
        return Foreseen(tuple(promises.values()), whole, not self.spent, certain)

    def _seen_in(
        self, ways: Sequence[Way], given: Sequence[Supposed | None], meant: set[str], in_full: bool
    ) -> Foreseen:
        """What comes of each way in the world that is given for it."""
        self.left = self.most
        found = list[Way]()
        try:
            for way, world in zip(ways, given, strict=True):
                if world is None:
                    found.append(way._replace(over=way.state is not None))
                    continue
                self.after = MOST_AFTER if in_full and not world.first else 0
                found += self._run(way._replace(state=world.state), None, None)
        except Unforeseeable:
            self.gave_up = True
            return self._read(ways, meant) if in_full else Foreseen()
        seen, first = self._read(found, meant), next(iter(found[0].ends), None)
        if in_full:
            return seen
        told = [one for one in (*seen.promises, *seen.certain) if (one.what, one.about) == first]
        return Foreseen(tuple(told))

    def _run(self, way: Way, past: Past | None, meant: set[str] | None) -> Iterator[Way]:
        """All ways in which one step can go from here, told by what happens to those who are meant."""
        if way.state is None:
            yield way
            return
        waiting: list[tuple[tuple[Any, ...], Fraction]] = [((), way.chance)]
        while waiting:
            path, chance = waiting.pop()
            self._count()
            oracle, state = Foreseeing(path, self.side, past, self.proving is not None), way.state.copy()
            try:
                over = self._step(oracle, state)
            except Branch as branch:
                ends = self._ends(oracle, way.assumed, meant)
                if ends and self._suffice(ends, branch.count):
                    yield Way(chance, {**ends, **way.ends}, (), None, cut=True)
                    continue
                if len(waiting) + branch.count > self.left:
                    raise Unforeseeable from None
                waiting.extend(((*path, fallen), chance * share) for fallen, share in branch.ways)
                continue
            assumed = *way.assumed, *(question for _, question in oracle.assumed)
            ends = {**self._ends(oracle, way.assumed, meant), **way.ends}
            yield Way(chance, ends, assumed, None if over else state)

    def _suffice(self, ends: Mapping[Key, End], ways: int) -> bool:
        """Whether enough is decided when dice are thrown that can fall in so many ways."""
        return ways > self.after if self.proving is None else self.proving <= ends.keys()

    def _count(self) -> None:
        if self.in_all is not None:
            self.in_all -= 1
        self.left -= 1
        if self.left < 0 or self.spent:
            raise Unforeseeable

    @property
    def spent(self) -> bool:
        """Whether there are no more runs, whatever is asked. They are counted, not timed: what is told of a
        question must not depend on how busy a machine is."""
        return self.in_all is not None and self.in_all < 0

    def _step(self, oracle: Foreseeing, state: Any) -> bool:
        """Whether a decision is waited for after it, or the battle is over."""
        book, setting = self.game.book, self.game.setting
        battle: Battle[Any, Any] = Battle(setting, state, oracle)
        oracle.told = battle.told
        try:
            book.step(battle)
        except Enough:
            return True
        return book.result(setting, state) is not None

    # --- reading -------------------------------------------------------------------------------------------

    def _ends(self, oracle: Foreseeing, before: tuple[Question, ...], meant: set[str] | None) -> dict[Key, End]:
        """What came off and what did not since the answer, each thing as it came out first; what follows on
        something that may not be measured yet would tell of it."""
        ends: dict[Key, End] = {}
        paid: dict[str, str] = {}
        for at, one in enumerate(oracle.told[oracle.mark :], oracle.mark):
            if not one.heard_by(self.side):
                continue
            outcome = one.event.outcome()
            if outcome is not None and outcome.measured and not self.openly:
                break
            if (cost := one.event.forfeit()) is not None:
                paid.setdefault(self.names.id(cost[0]), cost[1])
            if outcome is None:
                continue
            about = self.names.id(outcome.about)
            if meant is None or about in meant:
                assumed = (question for told, question in oracle.assumed if told <= at)
                good = self._good(about, outcome.ill)
                end = End(outcome.success, one.event.rule, (*before, *assumed), good=good)
                ends.setdefault((outcome.what, about), end)
        return {
            key: end if end.success else end._replace(forfeit=paid.get(key[1], "")) for key, end in ends.items()
        }

    def _good(self, about: str, ill: bool) -> bool | None:
        """Whether it is good for this side if something comes off for a piece."""
        side = self._sides.get(about)
        return None if side is None else (side == self.side) != ill

    @cached_property
    def _sides(self) -> dict[str, int]:
        view = self.game.book.view(self.game.setting, self.start, self.side)
        pieces: Sequence[Any] = (*view.units, *view.pieces, *view.blocks)
        return {one.id: one.side for one in pieces}

    def _read(self, ways: Sequence[Way], meant: set[str], actors: Collection[str] = ()) -> Foreseen:
        """Whatever is certain to come off needs no promise."""
        found: dict[Key, list[End]] = {}
        for way in ways:
            for key, end in way.ends.items():
                found.setdefault(key, []).append(end)
        promises = []
        for (what, about), ends in found.items():
            chance = chance_of((what, about), ways)
            if chance is not None:
                whose = self.names.piece(about) if about and about not in meant else ""
                given, cost = self._assumption(ends), _forfeit(ends)
                promises.append(Promise(what, chance, _rule_of(ends), about, given, whose, cost))
        promises = list(_paid_once(promises))
        open, certain = ([one for one in promises if (one.chance == 1) is sure] for sure in (False, True))
        return Foreseen(tuple(open), _whole(open, ways, actors), certain=tuple(certain))

    def _assumption(self, ends: Sequence[End]) -> str:
        """What others are taken to do, in words."""
        says, setting = self.game.book.spokesman, self.game.setting
        first: dict[str, int] = {}  # in whatever order the ways were found, it is said in the same
        for at, question in (one for end in ends for one in enumerate(end.assumed)):
            label = f"“{says.label(setting, self.start, question, question.usual)}”"
            first[label] = min(at, first.get(label, at))
        return listed(sorted(first, key=lambda label: (first[label], label)))


def foreseen(game: Game[Any, Any], side: int, answer: Answer) -> list[Promise]:
    """What dice decide about this side's answer to its open question, as far as it can be foreseen."""
    return list(Foresight(game, side).of(answer).promises)


def proved(
    game: Game[Any, Any], side: int, answer: Answer, promises: Sequence[Promise], most: int
) -> list[Promise] | None:
    """The same promises, found die by die; None where that takes more than so many runs."""
    keys = frozenset((one.what, one.about) for one in promises)
    slowly = Foresight(game, side, most, proving=keys)
    found = slowly.of(answer).promises
    return None if slowly.gave_up else [one for one in found if (one.what, one.about) in keys]


def disproved(game: Game[Any, Any], side: int, answer: Answer, most: int) -> str:
    """How what is promised of an answer differs from what comes out die by die; nothing if it does not, or if that
    would take more than so many runs. Of a silent question nothing must come out at all."""
    ahead = Foresight(game, side)
    offered = list(ahead.of(answer).promises)
    exact = proved(game, side, answer, offered, most) if offered else None
    if ahead.silent:
        exact = list(Foresight(game, side, most, proving=frozenset()).of(answer).promises)
    if exact is None or exact == offered:
        return ""
    said, found = (", ".join(map(str, promises)) or "nothing" for promises in (offered, exact))
    return f"promised of {answer!r} is {said}; die by die it is {found}"


def _rule_of(ends: Sequence[End]) -> str:
    """The rule by which it comes off, or else fails: the same in whatever order the ways were found."""
    return min([end.rule for end in ends if end.success] or [end.rule for end in ends])


def _paid_once(promises: Sequence[Promise]) -> Iterator[Promise]:
    """What a failure costs is said with the last thing that may fail."""
    for at, one in enumerate(promises):
        later = any(other.forfeit and other.about == one.about for other in promises[at + 1 :])
        yield msgspec.structs.replace(one, forfeit="") if later else one


def _forfeit(ends: Sequence[End]) -> str:
    """What a failure costs: one thing or another."""
    return " or ".join(sorted({end.forfeit for end in ends if end.forfeit}))


def chance_of(key: Key, ways: Sequence[Way]) -> Fraction | None:
    """How likely something comes off. A way that says nothing of it counts against it only where something else
    failed before, and for the same piece if the way was not followed to its end; otherwise it may come off yet, and
    nothing is known. What is good for one side and fails says nothing of what would be good for the other."""
    chance, good = Fraction(0), next((way.ends[key].good for way in ways if key in way.ends), None)
    for way in ways:
        if key in way.ends:
            chance += way.chance * way.ends[key].success
        elif not way.over and not _told_against(key, way, good):
            return None
    return chance


def _told_against(key: Key, way: Way, good: bool | None) -> bool:
    return any(
        not end.success
        and (None in (end.good, good) or end.good == good)
        and (not way.cut or about == key[1])
        for (_, about), end in way.ends.items()
    )


def _whole(promises: Sequence[Promise], ways: Sequence[Way], actors: Collection[str] = ()) -> Fraction | None:
    """How likely all comes off that is promised of all who act, or of whom the first promise is about."""
    if not promises:
        return None
    keys = [(one.what, one.about) for one in promises if one.about in (actors or (promises[0].about,))]
    return sum((way.chance for way in ways if all(way.ends.get(key, LOST).success for key in keys)), Fraction(0))


LOST = End(success=False, rule="")


def _all_told(way: Way, actors: set[str]) -> bool:
    """Whether something has come off, or not, of each of several who act."""
    return bool(actors) and actors <= {about for _, about in way.ends}


def _named(answer: Answer) -> Iterator[str]:
    """All words of an answer: the pieces it speaks of are among them."""
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, Mapping):
        for key, value in answer.items():
            yield from (str(key), *_named(value))
    elif isinstance(answer, Sequence):
        for part in answer:
            yield from _named(part)
