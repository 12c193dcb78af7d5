"""A game: its setup, its seed and the answers so far. All else follows from them.

Between steps the state is plain data, the checkpoint. A step that meets an open question is dropped and run again
from the checkpoint when the answer is there; so undo, forks, saves and replays are all the same thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from .battle import Battle, State, fingerprint, tale
from .book import Book, Result
from .dice import DiceStream
from .event import Told
from .oracle import Direct, Live, Manual, Pause, Recorded, RecordedManual
from .player import Player, Seat
from .question import Answer, Question, Refusal, Refused

S = TypeVar("S", bound=State)
T = TypeVar("T")


class Step(msgspec.Struct, frozen=True, array_like=True):
    """The answers of a finished step, the fingerprint of the state after it, and that of all it told."""

    answers: tuple[Answer, ...]
    hash: str
    tale: str = ""  # records of before tales were kept have none


class PlayerError(RuntimeError):
    """A computer player gave an answer that is not lawful."""


class Game(Generic[S, T]):
    """A battle under way. `checkpoint` is the state after the last finished step; nothing else changes it."""

    def __init__(
        self,
        book: Book[S, T],
        setup: Mapping[str, Any],
        seed: str,
        *,
        start: S | None = None,
        manual: bool = False,
        setting: T | None = None,
        before: int = 0,
    ):
        self.book, self.setup, self.seed, self.manual = book, setup, seed, manual
        self.before = before  # how many steps led to where it starts: each has dice of its own
        self.setting: T = setting if setting is not None else book.setting(setup)
        self.start = start
        self.checkpoint: S = start.copy() if start is not None else book.begin(self.setting)
        self.steps: list[Step] = []
        self.told: list[list[Told]] = []  # of each finished step
        self.known: list[Answer] = []  # answers of the step under way
        self._past: dict[int, S] = {}  # the checkpoints before steps that were run one answer at a time
        self._early: dict[int, Answer] = {}  # answers of simultaneous questions that came out of turn
        self._draft: Battle[S, T] | None = None  # the dropped run of the step under way
        self._open: tuple[Question, ...] | None = None
        self._answered: list[Question] = []  # of the step under way
        self._dice_after = 0  # after how many answers of this step the last die fell

    # --- one answer at a time ------------------------------------------------------------------------------

    def pending(self) -> tuple[Question, ...]:
        """Run on until somebody must answer: who has not yet. Nobody must when the battle is over."""
        while self._open is None:
            if self.result is not None:
                self._open = ()
                break
            dice = DiceStream(self.seed, self.number)
            oracle = Manual(dice, self.known) if self.manual else Live(dice, self.known)
            battle = Battle(self.setting, self.checkpoint.copy(), oracle)
            self._past[len(self.steps)] = self.checkpoint
            try:
                self.book.step(battle)
            except Pause as pause:
                self._draft, self._open, self._answered = battle, pause.questions, oracle.answered
                self._dice_after = oracle.last_throw_at if oracle.thrown else 0
            else:
                self._finish(battle, tuple(self.known))
        if not self._early:
            return self._open
        return tuple(question for question in self._open if question.side not in self._early)

    @property
    def number(self) -> int:
        """Of the step under way, from the very beginning."""
        return self.before + len(self.steps)

    @property
    def early(self) -> Mapping[int, Answer]:
        """Who has answered already what others are still asked at the same time."""
        return self._early

    @property
    def decisions(self) -> int:
        """How many answers have been taken: the number of the question that is open."""
        return sum(len(step.answers) for step in self.steps) + len(self.known) + len(self._early)

    def answer(self, reply: Answer, side: int | None = None, at: int | None = None) -> None:
        """Answer the open question (of this side). An unlawful answer raises Refused and changes nothing.

        `at` is the number of the question that is meant, for answers that may come late.
        """
        questions = self.pending()
        if at is not None and at != self.decisions:
            raise Refused(Refusal("", f"question {at} is not open; question {self.decisions} is"))
        if not questions:
            raise Refused(Refusal("", "the battle is over"))
        question = next((q for q in questions if side is None or q.side == side), None)
        if question is None:
            raise Refused(Refusal("", f"nothing is asked of side {side} now; side {questions[0].side} must answer"))
        if refusal := question.refuse(reply):
            raise Refused(refusal)
        self._early[question.side] = reply
        if len(questions) == 1:  # the last that was open
            assert self._open is not None
            self.known = [*self.known, *(self._early[q.side] for q in self._open)]
            self._early, self._open = {}, None

    def _finish(self, battle: Battle[S, T], answers: tuple[Answer, ...]) -> None:
        self.checkpoint = battle.state
        self.steps.append(Step(answers, fingerprint(battle.state), tale(battle.told)))
        self.told.append(battle.told)
        self.known, self._draft, self._open = [], None, None

    def advance(self, players: Mapping[int, Player]) -> tuple[Question, ...]:
        """Let these players answer until somebody else must, or the battle is over."""
        while questions := self.pending():
            question = next((q for q in questions if q.side in players), None)
            if question is None:
                break
            self.answer(players[question.side].answer(question, self.seat(question.side)), question.side)
        return questions

    # --- all at once ---------------------------------------------------------------------------------------

    def play(
        self,
        players: Sequence[Player],
        *,
        until: Callable[[Game[S, T]], bool] | None = None,
        keep: bool = True,
    ) -> int:
        """Bots fight on at full speed to the end (or until a step makes `until` true). Returns their decisions.

        With `keep` false nothing is remembered but the state: for mass simulation.
        """
        decisions, number = 0, self.number
        # A step under way is finished one answer at a time; from the next one on nothing is run twice.
        while self.known:
            question = self.pending()[0]
            self.answer(players[question.side].answer(question, self.seat(question.side)), question.side)
            decisions, number = decisions + 1, self.number
            self.pending()
        self._open = self._draft = None
        state = self.checkpoint.copy()
        seats = _Seats(players, [Seat(self.book, self.setting, state, side) for side in range(len(players))])
        while self.book.result(self.setting, state) is None:
            oracle = Direct(DiceStream(self.seed, number), seats)
            battle = Battle(self.setting, state, oracle)
            self.book.step(battle)
            decisions, number = decisions + len(oracle.given), number + 1
            if keep:
                self._finish(battle, tuple(oracle.given))
            if until is not None:
                self.checkpoint = state.copy()  # whoever looks on may fork from it
                if until(self):
                    break
        self.checkpoint = state
        return decisions

    # --- looking -------------------------------------------------------------------------------------------

    @property
    def state(self) -> S:
        """The state at the open question: the checkpoint and what the step under way has done so far."""
        return self._draft.state if self._draft is not None else self.checkpoint

    @property
    def result(self) -> Result | None:
        return self.book.result(self.setting, self.checkpoint)

    @property
    def hash(self) -> str:
        return self.steps[-1].hash if self.steps else fingerprint(self.checkpoint)

    def known_to(self, side: int) -> list[Answer]:
        """The answers of the step under way, but for those that others were asked for in secret."""
        self.pending()
        given = zip(self.known, self._answered, strict=True) if self.known else ()
        return [answer for answer, question in given if question.side == side or not question.secret]

    def seat(self, side: int) -> Seat:
        return Seat(self.book, self.setting, self.state, side)

    @property
    def under_way(self) -> list[Told]:
        """What the step that waits for an answer has told so far."""
        return self._draft.told if self._draft is not None else []

    def events(self, side: int | None, *, since: int = 0) -> list[Told]:
        """What this side heard, from a step on, the step under way included."""
        steps = [*self.told[since:], self.under_way]
        return [told for step in steps for told in step if told.heard_by(side)]

    # --- going back and aside ------------------------------------------------------------------------------

    def run_step(self, answers: Sequence[Answer]) -> Step:
        """Run the next step with answers that are all there, as a replay does."""
        dice = DiceStream(self.seed, self.number)
        oracle = RecordedManual(dice, answers) if self.manual else Recorded(dice, answers)
        battle = Battle(self.setting, self.checkpoint.copy(), oracle)
        self.book.step(battle)
        if oracle.left_over:
            raise EOFError(f"{oracle.left_over} answers too many are recorded")
        self._finish(battle, tuple(answers))
        return self.steps[-1]

    def rewound(self, steps: int, known: Sequence[Answer] = ()) -> Game[S, T]:
        """The same game as it was after so many steps, with these answers to the next one."""
        back = self.fork()
        del back.steps[steps:], back.told[steps:]
        near = max((number for number in self._past if number <= steps), default=None)
        if near is None:
            near, back.checkpoint = 0, self.start.copy() if self.start else self.book.begin(self.setting)
        else:
            back.checkpoint = self._past[near].copy()
        del back.steps[near:], back.told[near:]
        for step in self.steps[near:steps]:
            back.run_step(step.answers)
        back.known, back._early, back._open, back._draft = list(known), {}, None, None
        return back

    def course(self) -> Iterator[S]:
        """The state at the beginning and after every finished step, each looked at before the next is run."""
        back = self.rewound(0)
        yield back.checkpoint
        for step in self.steps:
            back.run_step(step.answers)
            yield back.checkpoint

    def undone(self, side: int | None = None) -> Game[S, T]:
        """Before the last answer (of this side, if one is named). The dice stay as they were."""
        number, known = len(self.steps), list(self.known)
        while known or number:
            if not known:
                number -= 1
                known = list(self.steps[number].answers)
                continue
            known.pop()
            back = self.rewound(number, known)
            if side is None or any(question.side == side for question in back.pending()):
                return back
        raise Refused(Refusal("", "there is nothing to take back"))

    def fork(self, seed: str | None = None) -> Game[S, T]:
        """A game of its own from this very question on; with another seed it cannot peek at coming dice."""
        twin: Game[S, T] = Game.__new__(Game)
        twin.book, twin.setup, twin.manual, twin.setting = self.book, self.setup, self.manual, self.setting
        twin.start, twin.before, twin.seed = self.start, self.before, self.seed if seed is None else seed
        twin.checkpoint = self.checkpoint  # never changed: each run of a step copies it
        twin.steps, twin.told, twin.known = list(self.steps), list(self.told), list(self.known)
        twin._past, twin._early = dict(self._past), dict(self._early)
        twin._draft, twin._open, twin._answered, twin._dice_after = None, None, [], 0
        return twin

    @property
    def dice_since_answer(self) -> bool:
        """Whether dice fell since the last answer: what is taken back after that takes back knowledge."""
        self.pending()
        if self.known:
            return self._dice_after >= len(self.known)
        return True


class _Seats:
    """Hands each question of a direct run to the player whose side it is, and checks those who may err."""

    __slots__ = ("players", "seats")

    def __init__(self, players: Sequence[Player], seats: Sequence[Seat]):
        self.players, self.seats = players, seats

    def __call__(self, question: Question) -> Answer:
        player = self.players[question.side]
        reply = player.answer(question, self.seats[question.side])
        if not player.lawful and (refusal := question.refuse(reply)):
            raise PlayerError(f"{player.name} answered {question.what!r} with {reply!r}: {refusal}")
        return reply
