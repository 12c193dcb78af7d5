"""The computer players of one game."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import TYPE_CHECKING

from warhost.engine.campaign import Campaign
from warhost.engine.game import PlayerError
from warhost.engine.player import Player, Seat
from warhost.engine.question import Answer, Question, Refused
from warhost.players.random import RandomPlayer
from warhost.players.roster import player

from .errors import Wrong
from .faults import TOLD
from .storage import NotStored

if TYPE_CHECKING:
    from .match import Match

RETRY = 2.0  # seconds before a computer tries again what could not be written
PACE = 0.5  # seconds at least between two answers where only computers play, so that people can follow
LONGEST = 60.0  # seconds between tries where even chance fails
log = logging.getLogger(__name__)


class Computers:
    """They answer whenever they are asked; among themselves they play only while somebody watches, but in campaigns
    and their battles."""

    def __init__(self, match: Match):
        self._match = match
        self.levels = {side: seat.level for side, seat in enumerate(match.entry.seats) if seat.computer}
        self._players: dict[int, Player] = {
            side: player(level, f"{match.entry.seed}/{side}", match.entry.seats[side].seconds)
            for side, level in self.levels.items()
        }
        self._alone = len(self.levels) == len(match.entry.seats)
        self._awaited = bool(match.entry.campaign) or isinstance(match.play.book, Campaign)
        self._failed = (-1, 0)  # the number of a question, and how often it could not be answered

    def asked(self) -> Question | None:
        return next((question for question in self._match.play.open if question.side in self.levels), None)

    async def play_on(self) -> None:
        while True:
            self._match.moved.clear()
            try:
                if not await self._answer_one():
                    await self._match.moved.wait()
            except (Wrong, NotStored):
                await asyncio.sleep(RETRY)
            except Exception:  # a computer never freezes
                log.exception("game %s: the computers were disturbed", self._match.entry.id)
                await asyncio.sleep(RETRY)

    async def _answer_one(self) -> bool:
        """Whether there was something to answer."""
        question, number, seat = await self._match.at_table(self._looked)
        if question is None or (self._alone and not self._match.guests and not self._awaited):
            return False
        failed, began = self._failed[1] if self._failed[0] == number else 0, monotonic()
        thinker = RandomPlayer(str(failed)) if failed else self._players[question.side]
        try:
            answer = await self._match.workers.think(_considered, thinker, question, seat)
        except Exception as error:
            await self._fault(question.side, number, thinker.name, error)
            await asyncio.sleep(min(LONGEST, PACE * 2**failed))
            return True
        if self._alone and self._match.guests:
            await asyncio.sleep(max(0.0, PACE + began - monotonic()))
        await self._give(question.side, number, answer, by_chance=failed > 0)
        return True

    async def _looked(self) -> tuple[Question | None, int, Seat | None]:
        question, play = self.asked(), self._match.play
        number = play.number(question.side if question else None)
        return question, number, play.game.seat(question.side) if question else None

    async def _give(self, side: int, number: int, answer: Answer, by_chance: bool) -> None:
        """What was drawn for one who failed is marked in the log, and everybody is told."""
        try:
            await self._match.answer(side, number, answer, "chance" if by_chance else "answer")
        except Refused:
            log.info("game %s: an answer of the computer came too late", self._match.entry.id)
            return
        if by_chance:
            self._match.note(TOLD, "Fault")

    async def _fault(self, side: int, number: int, who: str, error: Exception) -> None:
        """Chance answers for it next time round."""
        times = self._failed[1] if self._failed[0] == number else 0
        self._failed = (number, times + 1)
        await self._match.read(self._match.faults.keep, side, number, who, error)


def _considered(thinker: Player, question: Question, seat: Seat) -> Answer:
    """An answer that the rules refuse is a fault, too."""
    answer = thinker.answer(question, seat)
    if refusal := question.refuse(answer):
        raise PlayerError(f"{thinker.name} answered {question.what!r} with {answer!r}: {refusal}")
    return answer
