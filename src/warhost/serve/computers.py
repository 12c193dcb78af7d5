"""The computer players of one game."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import TYPE_CHECKING
from weakref import proxy

import msgspec

from warhost.engine.campaign import Campaign
from warhost.engine.moment import Moment, moment
from warhost.engine.question import Answer, Question, Refused

from .errors import Wrong
from .faults import TOLD
from .hands import Thinker, considered
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
        self._match: Match = proxy(match)  # the table holds them, not they the table
        self.levels = {side: seat.level for side, seat in enumerate(match.entry.seats) if seat.computer}
        self._players = {
            side: Thinker(level, f"{match.entry.seed}/{side}", match.entry.seats[side].seconds)
            for side, level in self.levels.items()
        }
        self._alone = len(self.levels) == len(match.entry.seats)
        self._awaited = bool(match.entry.campaign) or isinstance(match.play.book, Campaign)
        self._failed = (-1, 0)  # the number of a question, and how often it could not be answered

    def asked(self) -> Question | None:
        return next((question for question in self._match.play.open if question.side in self.levels), None)

    @property
    def resting(self) -> bool:
        """Nobody watches them, and nobody waits for the end."""
        return self._alone and not self._match.guests and not self._awaited

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
        if self.resting:
            return False
        side, number, now = await self._match.at_table(self._match.workers.judge, self._looked)
        if now is None:
            return False
        failed, began = self._failed[1] if self._failed[0] == number else 0, monotonic()
        thinker = msgspec.structs.replace(self._players[side], failed=failed)
        try:
            answer = await self._match.workers.think(considered, thinker, now, side, seconds=thinker.seconds)
        except Exception as error:
            await self._fault(side, number, thinker.name, error)
            await asyncio.sleep(min(LONGEST, PACE * 2**failed))
            return True
        if self._alone and self._match.guests:
            await asyncio.sleep(max(0.0, PACE + began - monotonic()))
        await self._give(side, number, answer, by_chance=failed > 0)
        return True

    def _looked(self) -> tuple[int, int, Moment | None]:
        """Of which side which question is open, and all that is needed to think about it elsewhere."""
        question, play = self.asked(), self._match.play
        if question is None:
            return 0, 0, None
        return question.side, play.number(question.side), moment(play.game)

    async def _give(self, side: int, number: int, answer: Answer, by_chance: bool) -> None:
        """What was drawn for one who failed is marked in the log, and everybody is told."""
        try:
            await self._match.answer(side, number, answer, "chance" if by_chance else "answer")
        except Refused:
            log.info("game %s: an answer of the computer came too late", self._match.entry.id)
            return
        if by_chance:
            await self._match.note(TOLD, "Fault")

    async def _fault(self, side: int, number: int, who: str, error: Exception) -> None:
        """Chance answers for it next time round."""
        times = self._failed[1] if self._failed[0] == number else 0
        self._failed = (number, times + 1)
        await self._match.read(self._match.faults.keep, side, number, who, error)

