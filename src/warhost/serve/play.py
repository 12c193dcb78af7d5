"""A game as the server keeps it: answers come in, the log of them goes to disk. Nothing here waits or sends."""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from time import time
from typing import Any, NamedTuple

from warhost.engine.book import Book, Result
from warhost.engine.event import Rolled, Told
from warhost.engine.game import Game
from warhost.engine.hearing import OwnSteps, held_back
from warhost.engine.question import Answer, Question, Refusal, Refused
from warhost.engine.record import reopen, understood
from warhost.engine.view import View

from .asking import Asking
from .clock import Ticking
from .soundness import NOT_BORNE, UNLAWFUL, Break, kept_by, sound_part, standing_answers, why_asked
from .storage import GameEntry, Kind, Row, Standing

NOT_YOURS = Refusal("", "nothing is asked of you now")
NOTHING = Refusal("", "there is nothing of yours to take back")
AIDED = Refusal("", "the computer has set up for you, and that stands")
STANDS = Refusal("", "a battle has been fought since, and what it brought stands")
OVER = Refusal("", "the battle is over; any moment of its replay can be played on another way")
CLOSED = Refusal("", "this is a record from a file; any moment of it can be played on another way")
log = logging.getLogger(__name__)


class Note(NamedTuple):
    """Something about the game that is no event of the battle, for everybody or one side `only`: after how many
    answers it was said, of which side, and what had happened if that has to be said too."""

    place: int
    kind: str
    side: int
    why: str = ""
    only: int | None = None


class Play:
    """A game and the answers to it in the order in which they came.

    One whose log is damaged goes as far as it is sound, and no further: nothing more is asked or answered in it.
    """

    def __init__(self, entry: GameEntry, book: Book[Any, Any], rows: list[Row]):
        self.entry, self.book, self.asking = entry, book, Asking(book)
        setting = book.setting(entry.setup)
        start = book.restore(setting, entry.start) if entry.start is not None else None
        self.game: Game[Any, Any] = Game(book, entry.setup, entry.seed, start=start, setting=setting)
        if entry.record is not None:
            self.game = reopen(understood(entry.record), book=book)
        self.answers: list[tuple[int, Answer]] = []
        self._unnoticed: list[bool] = []  # whether what was asked after so many answers was asked in secret
        self.undone = 0
        self._taken: Counter[int | None] = Counter()  # how often each side has answered, what was undone included
        self._shown: Game[Any, Any] | None = None  # as others see it while somebody is asked in secret
        self._given: dict[tuple[int, int], int] = {}  # side and number of a question: which of the answers
        self._taken_back = set[tuple[int, int]]()  # side and number of the question at which it was done
        self._then: _Then | None = None  # the game as it was before the last answer, if that is known
        self._views: dict[int | None, View] = {}  # of the game as it is now
        self._own_steps: dict[int | None, OwnSteps] = {}
        self._by_aide = set[int]()  # which of the answers the computer gave that sets up for players
        self.notes: list[Note] = []
        self.claimed: Result | None = None  # the win, where the time of the other side was up
        sound, self.broken = sound_part(rows)
        self._replay(sound)

    def _replay(self, rows: list[Row]) -> None:
        """As far as the rules agree."""
        numbers = self._numbers(rows)
        self._note_asked()
        for row in standing_answers(rows):
            if wrong := self._why_not(row):
                self.broken, rows = Break(row.number, wrong), rows[: row.number]
                break
            self._given[row.side, numbers[row.number]] = len(self.answers)
            self._by_aide |= {len(self.answers)} if row.kind == "aide" else set()
            self.answers.append((row.side, row.what))
            self._note_asked()
        for row in rows:
            self._count_in(row)
        self.logged, self.faults = len(rows), sum(row.kind == "chance" for row in rows)
        self._recall(rows)

    def _numbers(self, rows: list[Row]) -> list[int]:
        """For each entry, the number that was open for its side when it came."""
        numbers = []
        for row in rows:
            numbers.append(self.number(row.side))
            if row.kind == "undo":
                self._taken_back.add((row.side, numbers[-1]))
            self._count_in(row)
        self._taken, self.undone = Counter(), 0
        return numbers

    def _recall(self, rows: list[Row]) -> None:
        """What was noted on the way."""
        answers = 0
        for row in rows:
            if row.kind == "undo":
                answers = kept_by(row)
                self._note_undo(row.side, answers, why_asked(row))
            elif row.kind == "claim":
                self._claim(row.side, row.what)
            else:
                self._note_other_hand(row.kind, answers, row.side, row.what)
                answers += 1

    def _note_undo(self, side: int, kept: int, why: str) -> None:
        """What was answered in advance and is taken back was not answered."""
        stays = [note for note in self.notes if note.only is None or note.place < kept]
        self.notes = [note._replace(place=min(note.place, kept)) for note in stays]
        if why:  # nobody could have learnt anything: nothing needs to be said
            self.notes.append(Note(kept, "Undone", side, why))

    def _note_other_hand(self, kind: Kind, place: int, side: int, answer: Answer) -> None:
        """Somebody else answers for a player. Only he is told that an order of his has done so; that the computer
        sets up for him is said to all, once."""
        if kind == "standing":
            self.notes.append(Note(place, "Standing", side, answer if isinstance(answer, str) else "", side))
        elif kind == "aide" and not any(note.kind == "Aide" and note.side == side for note in self.notes):
            self.notes.append(Note(place, "Aide", side, ""))

    def _claim(self, side: int, against: int) -> None:
        late = self.view(None).sides[against]
        self.claimed = Result(side, "", f"the time of {late} was up, and the win was claimed")
        self.notes.append(Note(len(self.answers), "Claimed", side, self.claimed.why))

    def _count_in(self, row: Row) -> None:
        self._taken[row.side] += row.kind not in ("undo", "claim")
        self.undone += row.kind == "undo"

    def _note_asked(self) -> None:
        """Whether whoever is asked after the last answer is asked in secret."""
        questions = self.game.pending()
        self._unnoticed.append(bool(questions) and all(question.secret for question in questions))

    def _why_not(self, row: Row) -> str:
        """Take a recorded answer; or what is wrong with it, and then nothing has changed."""
        try:
            self.game.answer(row.what, row.side)
            self.game.pending()
        except Exception as error:  # whatever is in a damaged log, its sound part can be opened
            unlawful = isinstance(error, Refused)
            log.error("game %s: entry %d of its log cannot be used", self.entry.id, row.number, exc_info=error)
            self.game = self._after(self.answers)
            return UNLAWFUL if unlawful else NOT_BORNE
        return ""

    # --- asking --------------------------------------------------------------------------------------------

    def number(self, seat: int | None) -> int:
        """Of the question that is open for a seat: each counts its own, so that nobody can count another's.

        It only grows, also when something is taken back, so that an answer that comes late is never taken for
        another.
        """
        return self._taken[seat] + self.undone

    @property
    def open(self) -> tuple[Question, ...]:
        """What is asked now, and of whom."""
        return () if self.broken or self.claimed or self.closed else self.game.pending()

    @property
    def closed(self) -> bool:
        """A record from a file: whoever has it knows its dice, so it is looked at, or played on with others."""
        return self.entry.record is not None

    @property
    def result(self) -> Result | None:
        return self.claimed or self.game.result

    @property
    def setting_up(self) -> bool:
        return self.book.setting_up(self.game.state)

    def step_of(self, note: Note) -> int:
        """In which step of the game it was said, counted from 0."""
        count = 0
        for number, step in enumerate(self.game.steps):
            count += len(step.answers)
            if count > note.place:
                return number
        return len(self.game.steps)

    def question(self, side: int | None) -> Question | None:
        return next((question for question in self.open if question.side == side), None)

    def seen_by(self, seat: int | None) -> Game[Any, Any]:
        """The game as far as a seat may know that it has come: while somebody else is asked in secret, it stands
        where it stood when the last question that was no secret was asked."""
        if not held_back(self.open, seat):
            return self.game
        if self._shown is None:
            public = max(place for place, unnoticed in enumerate(self._unnoticed) if not unnoticed or not place)
            self._shown = self._after(self.answers[:public])
        return self._shown

    def own_steps(self, seat: int | None) -> Sequence[int]:
        """After how many steps of the game each was over that a seat heard of; at the end it may count them all."""
        if self.result is not None or self.closed:
            return range(1, len(self.game.steps) + 1)
        seen, known = self.seen_by(seat), self._own_steps.get(seat)
        if known is None or known.game is not seen:
            known = self._own_steps[seat] = OwnSteps(seen, seat)
        return known.numbers()

    def answered_at(self, seat: int | None) -> int:
        """After how many steps, as a seat counts them, its own last deed was over; where others visibly answered in
        the same step afterwards, that step is still news."""
        last = max((place for place, (side, _) in enumerate(self.answers) if side == seat), default=-1)
        if seat is None or last < 0:
            return 0
        step = self.step_of(Note(last, "", seat))
        end = sum(len(one.answers) for one in self.game.steps[: step + 1])
        alone = all(self._unnoticed[last + 1 : end])
        return bisect_right(self.own_steps(seat), step + 1 if alone else step)

    def waiting(self, seat: int | None) -> list[int]:
        """Who must answer, as far as a seat may know."""
        if self.closed:
            return []
        seen = [question.side for question in self.seen_by(seat).pending()]
        return seen if seat not in seen and not self.broken else [question.side for question in self.open]

    def view(self, side: int | None) -> View:
        if side not in self._views:
            seen = self.seen_by(side)
            other = next((view for one, view in self._views.items() if self.seen_by(one) is seen), None)
            turned = self.book.turned(seen.setting, seen.state, other, side) if other else None
            self._views[side] = turned or self.book.view(seen.setting, seen.state, side)
        return self._views[side]

    def _view_at_hand(self) -> View:
        """For what is the same in all of them, such as the phase: that of a person who is asked will be wanted
        anyway, that of watchers perhaps not; but while somebody is asked in secret others see an earlier moment."""
        asked = self.open[0].side if self.open else len(self.entry.seats)
        person = asked < len(self.entry.seats) and not self.entry.seats[asked].computer
        return self.view(asked if person and not held_back(self.open, None) else None)

    def view_at(self, step: int, side: int | None) -> View:
        return self.book.view(self.game.setting, self.game.rewound(step).checkpoint, side)

    def standing(self, before: Standing | None = None, at: float | None = None) -> Standing:
        """As it is now, or was at that time; since when it has been so for each seat follows from how it was
        before."""
        now, shown = time() if at is None else at, self._view_at_hand()
        seats = (*range(len(self.entry.seats)), None)
        waiting = tuple(question.side for question in self.open)
        clock = self._ticking(before, waiting, now)
        seen = tuple(tuple(self.waiting(seat)) for seat in seats)
        known = before if before is not None and len(before.seen) == len(seen) else Standing(0, False, 0.0)
        lasts = [place < len(known.seen) and known.seen[place] == awaited for place, awaited in enumerate(seen)]
        since = tuple(known.since[place] if last else now for place, last in enumerate(lasts))
        clocks = tuple(
            known.clocks[place] if last and known.clocks else clock.running_for(seen[place])
            for place, last in enumerate(lasts) if clock is not None
        )  # fmt: skip
        turn, result = self.book.turn(self.seen_by(None).state), self.result
        return Standing(
            turn, result is not None, now, waiting, shown.phase, shown.sides, result, seen, since, clocks, clock
        )

    def _ticking(self, before: Standing | None, waiting: Sequence[int], now: float) -> Ticking | None:
        clock, seats = self.entry.clock, self.entry.seats
        if clock is None:
            return None
        runs = [side for side in waiting if side < len(seats) and not seats[side].computer]
        if before is None or before.clock is None:
            return clock.begun(len(seats), runs, now)
        return clock.moved(before.clock, runs, now)

    # --- answering -----------------------------------------------------------------------------------------

    def asked(self, side: int, number: int) -> Question:
        """The open question, if it is this side's and the number is right."""
        if self.broken:
            raise Refused(self.broken.refusal)
        question = self.question(side)
        if question is None and self.closed:
            raise Refused(CLOSED)
        if question is None:
            raise Refused(NOT_YOURS if self.open else Refusal("", "the battle is over"))
        if number != self.number(side):
            raise Refused(Refusal("", f"question {number} is not open; question {self.number(side)} is"))
        return question

    def answered(self, side: int, number: int, reply: Answer) -> bool:
        """Whether this very answer was taken before: whoever did not hear of it may send it again.

        A second answer to the same question is refused.
        """
        given = self._given.get((side, number))
        if given is None:
            return False
        if self.answers[given][1] != reply:
            why = f"you have answered question {number} already, and otherwise; that answer was taken"
            raise Refused(Refusal("", why))
        return True

    def answer(self, side: int, number: int, reply: Answer, kind: Kind = "answer") -> Row | None:
        """Take an answer and run on to the next question. Whatever goes wrong, nothing has changed.

        Nothing is to be written if it was taken before.
        """
        if self.answered(side, number, reply):
            return None
        self.asked(side, number)
        then = _Then(self.game, self.book, side, self.view(side))
        try:
            self.game.answer(reply, side)
            self.game.pending()
        except Refused:
            raise
        except Exception:
            self.game = self._after(self.answers)
            raise
        self._given[side, number] = len(self.answers)
        self._by_aide |= {len(self.answers)} if kind == "aide" else set()
        self.answers.append((side, reply))
        self._note_asked()
        self._then = then
        self._taken[side] += 1
        self.faults += kind == "chance"
        self._note_other_hand(kind, len(self.answers) - 1, side, reply)
        return self._logged(kind, side, reply)

    def claim(self, side: int, against: int) -> Row:
        """The win, since the time of the other side is up."""
        self._claim(side, against)
        return self._logged("claim", side, against)

    def _logged(self, kind: Kind, side: int, what: Any) -> Row:
        self.logged += 1
        self._views, self._shown = {}, None
        return Row(self.logged - 1, kind, side, what, time())

    def _after(self, answers: list[tuple[int, Answer]]) -> Game[Any, Any]:
        """The game as it was after the first answers."""
        steps, count = 0, 0
        for step in self.game.steps:
            if count + len(step.answers) > len(answers):
                break
            steps, count = steps + 1, count + len(step.answers)
        # A step without questions after the last answer is run again by itself.
        back = self.game.rewound(steps)
        for side, answer in answers[count:]:
            back.answer(answer, side)
        back.pending()
        return back

    # --- taking back ---------------------------------------------------------------------------------------

    def why_no_undo(self, side: int | None) -> str:
        """Why this side has nothing to take back; nothing if it has."""
        if self.broken:
            return self.broken.why
        if self.closed:
            return CLOSED.why
        if self.result is not None:
            return OVER.why
        mine = [place for place, (who, _) in enumerate(self.answers) if who == side]
        if not mine:
            return NOTHING.why
        if mine[-1] in self._by_aide:
            return AIDED.why
        if any(who >= len(self.entry.seats) for who, _ in self.answers[mine[-1] :]):
            return STANDS.why
        return ""

    def meant(self, side: int, number: int | None) -> None:
        """Whether somebody who takes something back means what was answered last: a wish that comes twice, or late,
        takes back nothing more."""
        now = self.number(side)
        if number is not None and (side, number) in self._taken_back:
            raise Refused(Refusal("", "that was taken back already"))
        if number not in (None, now):
            raise Refused(Refusal("", f"that was meant at question {number}; now it is question {now}"))

    def before(self, side: int) -> tuple[int, Game[Any, Any]]:
        """How many answers stay if this side takes back its last one, and the game as it would be."""
        if why := self.why_no_undo(side):  # when it is over the seed may be known
            raise Refused(Refusal("", why))
        mine = [place for place, (who, _) in enumerate(self.answers) if who == side]
        return mine[-1], self._after(self.answers[: mine[-1]])

    def since_answer(self, side: int) -> str:
        """What has happened since this side's last answer that it cannot unlearn; nothing: no harm is done."""
        last = max((place for place, (who, _) in enumerate(self.answers) if who == side), default=-1)
        if last < 0 or not all(self._unnoticed[last + 1 : len(self.answers)]):
            return "another side has answered since"
        if self._then is None or last + 1 < len(self.answers):
            self._then = _Then(self._after(self.answers[:last]), self.book, side)
        heard = self._then.told_since(self.game)
        if any(isinstance(told.event, Rolled) for told in heard):
            return "dice have fallen since"
        if any(told.audience is not None for told in heard) or not _enemies(self.view(side)) <= self._then.enemies:
            return "something hidden has come to light since"
        return ""

    def undo(self, side: int) -> Row:
        kept, back = self.before(side)
        why = self.since_answer(side)
        self.game, self.answers, self._then = back, self.answers[:kept], None
        self._unnoticed = self._unnoticed[: kept + 1]
        self._by_aide = {place for place in self._by_aide if place < kept}
        self._given = {asked: place for asked, place in self._given.items() if place < kept}
        self._taken_back.add((side, self.number(side)))
        self.undone += 1
        self._note_undo(side, kept, why)
        return self._logged("undo", side, {"kept": kept, "why": why} if why else kept)


class _Then:
    """A game as a side knew it before an answer: what had been told, and which enemies were in sight."""

    def __init__(self, game: Game[Any, Any], book: Book[Any, Any], side: int, view: View | None = None):
        self.steps, self.ears = len(game.steps), (None, *range(len(book.sides(game.setting))))
        self.told = [len(game.events(ear, since=self.steps)) for ear in self.ears]
        self.enemies = _enemies(view or book.view(game.setting, game.state, side))

    def told_since(self, game: Game[Any, Any]) -> list[Told]:
        heard = [
            game.events(ear, since=self.steps)[known:] for ear, known in zip(self.ears, self.told, strict=True)
        ]
        return [told for ear in heard for told in ear]


def _enemies(view: View) -> set[str]:
    """Those of other sides that are in sight."""
    pieces = {piece.id for piece in view.pieces if piece.side != view.you}
    return pieces | {block.id for block in view.blocks if block.side != view.you}
