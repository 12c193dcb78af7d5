"""A game as the server keeps it: answers come in, the log of them goes to disk. Nothing here waits or sends."""

from __future__ import annotations

from time import time
from typing import Any

from warhost.engine.event import Rolled
from warhost.engine.game import Game
from warhost.engine.question import Answer, Question, Refusal, Refused
from warhost.engine.rulebook import Rulebook
from warhost.engine.view import View

from .asking import Asking
from .storage import GameEntry, Row, Standing

NOT_YOURS = Refusal("", "nothing is asked of you now")
NOTHING = Refusal("", "there is nothing to take back")
OVER = Refusal("", "the battle is over; any moment of its replay can be played on another way")


class Play:
    """A game and the answers to it in the order in which they came."""

    def __init__(self, entry: GameEntry, book: Rulebook[Any, Any], rows: list[Row]):
        self.entry, self.book, self.asking = entry, book, Asking(book)
        setting = book.setting(entry.setup)
        start = book.restore(setting, entry.start) if entry.start is not None else None
        self.game: Game[Any, Any] = Game(book, entry.setup, entry.seed, start=start, setting=setting)
        self.answers: list[tuple[int, Answer]] = []
        for side, answer in _standing_answers(rows):
            self.game.answer(answer, side)
            self.answers.append((side, answer))
        self.game.pending()
        undos = [place for place, row in enumerate(rows) if row.kind == "undo"]
        self.logged, self.undone = len(rows), len(undos)
        self._last_undo = undos[-1] if undos else -1

    # --- asking --------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """Of the open question. It only grows, so that an answer that comes late is never taken for another.

        Questions asked of both sides at once have the same number, whoever answers first.
        """
        asked_before = sum(len(step.answers) for step in self.game.steps) + len(self.game.known)
        early = len(self.answers) - asked_before  # answers to questions that others have not answered yet
        return max(self.logged - early, self._last_undo + 1)

    def question(self, side: int | None) -> Question | None:
        return next((question for question in self.game.pending() if question.side == side), None)

    def view(self, side: int | None) -> View:
        return self.book.view(self.game.setting, self.game.state, side)

    def view_at(self, step: int, side: int | None) -> View:
        return self.book.view(self.game.setting, self.game.rewound(step).checkpoint, side)

    @property
    def standing(self) -> Standing:
        return Standing(self.book.turn(self.game.state), self.game.result is not None, time())

    # --- answering -----------------------------------------------------------------------------------------

    def asked(self, side: int, number: int) -> Question:
        """The open question, if it is this side's and the number is right."""
        question = self.question(side)
        if question is None:
            raise Refused(NOT_YOURS if self.game.pending() else Refusal("", "the battle is over"))
        if number != self.number:
            raise Refused(Refusal("", f"question {number} is not open; question {self.number} is"))
        return question

    def answer(self, side: int, number: int, reply: Answer) -> Row:
        """Take an answer and run on to the next question. Whatever goes wrong, nothing has changed."""
        self.asked(side, number)
        try:
            self.game.answer(reply, side)
            self.game.pending()
        except Refused:
            raise
        except Exception:
            self.game = self._after(self.answers)
            raise
        self.answers.append((side, reply))
        return self._logged("answer", side, reply)

    def _logged(self, kind: Any, side: int, what: Any) -> Row:
        self.logged += 1
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

    def can_undo(self, side: int | None) -> bool:
        return self.game.result is None and any(who == side for who, _ in self.answers)

    def before(self, side: int) -> tuple[int, Game[Any, Any]]:
        """How many answers stay if this side takes back its last one, and the game as it would be."""
        if self.game.result is not None:  # the seed may be known by now
            raise Refused(OVER)
        mine = [place for place, (who, _) in enumerate(self.answers) if who == side]
        if not mine:
            raise Refused(NOTHING)
        return mine[-1], self._after(self.answers[: mine[-1]])

    def undo_is_free(self, side: int) -> bool:
        """No die has fallen, nothing hidden has come to light and nobody else has answered since."""
        kept, back = self.before(side)
        if kept < len(self.answers) - 1:
            return False
        since = [self.game.events(ear)[len(back.events(ear)) :] for ear in (None, 0, 1)]
        if any(isinstance(told.event, Rolled) or told.audience is not None for heard in since for told in heard):
            return False
        then = self.book.view(back.setting, back.state, side)
        return _enemies(self.view(side)) <= _enemies(then)

    def undo(self, side: int) -> Row:
        kept, back = self.before(side)
        self.game, self.answers = back, self.answers[:kept]
        self.undone, self._last_undo = self.undone + 1, self.logged
        return self._logged("undo", side, kept)


def _standing_answers(rows: list[Row]) -> list[tuple[int, Answer]]:
    """The answers that were not taken back."""
    answers: list[tuple[int, Answer]] = []
    for row in rows:
        if row.kind == "undo":
            del answers[row.what :]
        else:
            answers.append((row.side, row.what))
    return answers


def _enemies(view: View) -> set[str]:
    """Those of the other side that are in sight."""
    pieces = {piece.id for piece in view.pieces if piece.side != view.you}
    return pieces | {block.id for block in view.blocks if block.side != view.you}
