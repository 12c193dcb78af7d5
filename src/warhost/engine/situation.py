"""Situations: a moment of a battle in a small file, judged by the very rules that play.

The file names the rulebook, the answers and dice to come and what should be seen; all else in it is the
rulebook's own (docs/situations.md). Without dice the chances are worked out exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from .battle import Battle
from .book import Book, Unknown
from .bounds import Few, Many, Positive
from .data import DataError, Definition, convert, read_toml
from .dice import Throw
from .enumerate import TooMany, outcomes
from .event import Event, Told
from .expect import Expect
from .lesson import Lesson
from .oracle import Ahead, Branch, Faces, Pause
from .prepared import Prepared, Unfit
from .question import Answer, Question, Refusal, Refused
from .rulebook import rulebook
from .verdict import Fact, Verdict, changes

Find = Callable[[str], Book[Any, Any]]
"""A rulebook by its id."""

MOST_FALLS = 20_000  # ways the dice may fall before exact chances would keep a player waiting
UNASKED_FALLS = 500  # the same where no answers are given: whoever only wants verdicts has asked for no chances


class Script(Definition, frozen=True, kw_only=True):
    """What every situation says, whatever the game. No `dice` at all asks for the chances."""

    rulebook: str
    answers: Few[Answer] = ()
    dice: Many[Positive] | dict[str, Many[Positive]] | None = None  # in their order, or in that of each purpose
    expect: Expect | None = None
    lesson: Lesson | None = None  # a learner's task, where it is one of a lesson


class Case:
    """A situation that has been read and set up, ready to be judged."""

    def __init__(self, file: str, document: dict[str, Any], find: Find = rulebook):
        own = {key: document[key] for key in Script.__struct_fields__ if key in document}
        theirs = {key: value for key, value in document.items() if key not in own}
        self.file = file
        self.script = convert(own, Script, file)
        self.title, self.text = str(theirs.get("title", "")), str(theirs.get("text", ""))
        try:
            self.book: Book[Any, Any] = find(self.script.rulebook)
        except Unknown as error:
            raise DataError(file, "rulebook", str(error)) from None
        self.setup, self.state = self.book.situation(theirs, file)
        self.setting = self.book.setting(self.setup)
        for flaw in self.book.flaws(self.setting, self.state):
            raise DataError(file, "", flaw)

    def facts(self, state: Any) -> dict[str, Fact]:
        return self.book.facts(self.setting, state)

    def named(self, refusal: Refusal) -> Refusal:
        """Whoever goes by a number is called as players call him."""
        numbered = any(isinstance(ref, int) for ref in refusal.who)
        return self.book.spokesman.worded(self.setting, refusal) if numbered else refusal


def read_case(path: Path, find: Find = rulebook) -> Case:
    """A situation from its file; a DataError says what is wrong with it."""
    return Case(str(path), read_toml(path, dict[str, Any]), find)


class Outcome(msgspec.Struct, frozen=True):
    """One thing that can come of it: its chance, what changes, and what is asked next if a player must choose."""

    chance: Fraction
    changes: tuple[str, ...]
    asked: str = ""


class Judgement(msgspec.Struct):
    """All that can be said of a case."""

    case: Case
    verdicts: list[Verdict]  # at the moment the file describes
    told: list[Told]  # what happened, up to the first die nobody has thrown
    outcomes: list[Outcome]  # of the dice nobody has thrown
    refusal: Refusal | None  # of the last answer, if it was not lawful
    refused: int  # which answer that was
    question: Question | None  # what is asked next
    state: Any  # as it is then

    @property
    def events(self) -> list[Event]:
        return [told.event for told in self.told]

    def changes(self) -> tuple[str, ...]:
        return changes(self.case.facts(self.case.state), self.case.facts(self.state))


def judge(case: Case, most: int = MOST_FALLS, enough: Callable[[], bool] = lambda: False) -> Judgement:
    """Who may do what; then the answers and dice of the file, one by one. Chances are of `most` falls.

    Whoever cannot wait says when it is `enough`.
    """
    given = Given(case)
    battle: Battle[Any, Any] = Battle(case.setting, case.state.copy(), given)
    verdicts = case.book.verdicts(case.setting, case.state)
    found = Judgement(case, verdicts, battle.told, [], None, 0, None, battle.state)
    try:
        _play(case, battle, given)
    except Pause as pause:
        found.question = pause.questions[0]
        given.nothing_left_over()
    except Refused as refused:
        found.refusal, found.refused, found.question = refused.refusal, given.answered, given.asked
        given.nothing_after_the_refusal()
    except Branch:
        found.outcomes = _chances(case, most, enough)
    else:
        given.nothing_left_over()
        found.question = _go_on(case, battle)
        found.state = battle.state
    return found


class Given:
    """The answers and dice of a file, in its order. A question without an answer pauses; a throw without any
    dice branches; anything else that does not fit is a fault of the file."""

    ahead: Ahead | None = None

    def __init__(self, case: Case):
        self.case, self.file, self.answers = case, case.file, case.script.answers
        self.dice = None if case.script.dice is None else Prepared(case.script.dice)
        self.expects_refusal = bool(case.script.expect and case.script.expect.refused)
        self.answered = 0
        self.asked: Question | None = None

    @property
    def spent(self) -> bool:
        return self.answered == len(self.answers) and not (self.dice and self.dice.left)

    def ask(self, question: Question) -> Answer:
        if question.empty:
            return question.usual
        self.asked = question
        if self.answered == len(self.answers):
            raise Pause((question,))
        answer = self.answers[self.answered]
        if refusal := question.refuse(answer):
            raise Refused(self.case.named(refusal))
        self.answered += 1
        return answer

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        return [self.ask(question) for question in questions]

    def throw(self, throw: Throw) -> Faces:
        if self.dice is None:
            raise Branch(throw.falls(), throw.ways)
        try:
            return self.dice.throw(throw)
        except Unfit as unfit:
            raise DataError(self.file, unfit.key, unfit.expected) from None

    def nothing_left_over(self) -> None:
        if left := self.dice.left if self.dice else []:
            raise DataError(self.file, "dice", f"left over: {_row(left)}; nothing more is thrown {self._where()}")
        if self.answered < len(self.answers):
            unused = list(self.answers[self.answered :])
            raise DataError(self.file, "answers", f"left over: {unused}; the battle is over")

    def nothing_after_the_refusal(self) -> None:
        """Of a file that expects it; the refusal itself is told of one that does not."""
        if not self.expects_refusal:
            return
        if unused := list(self.answers[self.answered + 1 :]):
            why = f"expected nothing after answers[{self.answered}], which is refused; left over: {unused}"
            raise DataError(self.file, f"answers[{self.answered + 1}]", why)
        if left := self.dice.left if self.dice else []:
            why = f"left over: {_row(left)}; nothing more is thrown once answers[{self.answered}] is refused"
            raise DataError(self.file, "dice", why)

    def _where(self) -> str:
        return f"before {self.asked.what!r} is answered" if self.asked else "here"


def _row(dice: list[int] | dict[str, list[int]]) -> str:
    """'[4]', or 'to hit [4], save [1, 2]'."""
    rows = dice.items() if isinstance(dice, dict) else [("", dice)]
    return ", ".join(f"{purpose} {faces}".lstrip() for purpose, faces in rows)


def _play(case: Case, battle: Battle[Any, Any], given: Given) -> None:
    """Step by step, until a step that did something has used up what was given, or the battle is over."""
    bare = battle.oracle
    while case.book.result(case.setting, battle.state) is None:
        before = given.answered, len(battle.told)
        battle.oracle = bare  # a step may put a player's hand on its dice, but not on those of the next
        case.book.step(battle)
        if given.spent and (given.answered, len(battle.told)) != before:
            return


def _go_on(case: Case, battle: Battle[Any, Any]) -> Question | None:
    """What needs neither a die nor an answer still comes to pass until this turn is over, or the part of it that is
    a side's own; then the next question, if no die falls before it."""
    turn, span, state = case.book.turn(battle.state), case.book.span(battle.state), battle.state
    while case.book.result(case.setting, state) is None:
        nothing = Given(case)
        nothing.answers, nothing.dice = (), None
        later: Battle[Any, Any] = Battle(case.setting, state.copy(), nothing)
        try:
            case.book.step(later)
        except Pause as pause:
            return pause.questions[0]
        except Branch:
            return None
        if case.book.span(state) == span and case.book.turn(later.state) == turn:
            battle.state = later.state
            battle.told += later.told
        state = later.state
    return None


class _EveryFall:
    """The answers of a file played over every way the dice can fall."""

    def __init__(self, case: Case, most: int, enough: Callable[[], bool]):
        self.case, self.before, self.runs, self.enough = case, case.facts(case.state), 0, enough
        self.most = most if case.script.answers else min(most, UNASKED_FALLS)
        self.given = Given(case)
        self.asked = ""

    def step(self, battle: Battle[Any, Any]) -> None:
        self.runs += 1
        self.given, self.asked = Given(self.case), ""
        if self.runs > self.most or self.enough():
            raise TooMany
        try:
            _play(self.case, battle, self.given)
        except Pause as pause:
            self.asked = pause.questions[0].what
        except Refused as refused:
            why = f"{refused}; without dice an answer has to be lawful however they fall: give them too"
            raise DataError(self.case.file, f"answers[{self.given.answered}]", why) from None
        else:
            _go_on(self.case, battle)

    def reply(self, question: Question) -> Answer:
        return self.given.ask(question)

    def came_of(self, state: Any) -> tuple[tuple[str, ...], str]:
        return changes(self.before, self.case.facts(state)), self.asked


def _chances(case: Case, most: int, enough: Callable[[], bool]) -> list[Outcome]:
    """Everything that can come of it, the likeliest first."""
    falls = _EveryFall(case, most, enough)
    try:
        found = outcomes(
            falls.step, case.setting, case.state, falls.reply, falls.came_of, falls.most, at_once=True
        )  # fmt: skip
    except TooMany:
        if not case.script.answers:
            return []
        many = f"there are more than {falls.most} ways they can fall"
        why = f"expected the dice: {'it takes too long to try every fall' if enough() else many}"
        raise DataError(case.file, "dice", why) from None
    each = [Outcome(chance, *came) for came, chance in found.items()]  # type: ignore[misc]
    return sorted(each, key=lambda outcome: (-outcome.chance, outcome.changes))
