"""Answers that players of one game have given in advance.

The server gives them after about as long as the page lets a window pass in which there is nothing to decide, and
others are sent what any answer would send them: nothing tells that nobody was there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import SystemRandom
from time import time
from typing import TYPE_CHECKING

import msgspec

from warhost.engine.question import Answer, Question, Refusal, Refused

from .errors import Wrong
from .messages import Standing
from .seats import MOST_ORDERS, SeatWishes, StandingOrder
from .storage import NotStored

if TYPE_CHECKING:
    from .match import Match

SOONEST, LATEST = 0.3, 1.2  # seconds, as the page takes for a window in which nothing can be decided
RETRY = 2.0
NOT_A_REACTION = Refusal("", "only what comes up in the turn of another side can be answered in advance")
TOO_MANY = Refusal("", f"there are at most {MOST_ORDERS} standing orders")
log = logging.getLogger(__name__)


class Orders:
    def __init__(self, match: Match):
        self._match, self._chance = match, SystemRandom()

    def settled(self, question: Question) -> Answer | None:
        """The answer that an order gives to a question; None if it has to be asked."""
        found = self.of(question.side).order(question)
        return None if found is None else question.usual if question.empty else found.answer

    def called(self) -> tuple[int, ...]:
        """The people who have to come to the table."""
        sides = {question.side for question in self._match.play.open if self.settled(question) is None}
        seats = self._match.entry.seats
        return tuple(sorted(side for side in sides if side < len(seats) and not seats[side].computer))

    def asked(self) -> Question | None:
        return next((one for one in self._match.play.open if self.settled(one) is not None), None)

    async def answer_on(self) -> None:
        while True:
            self._match.ordered.clear()
            try:
                if not await self._answer_one():
                    await self._match.ordered.wait()
            except Refused:
                log.info("game %s: a standing order came too late", self._match.entry.id)
            except (Wrong, NotStored):
                await asyncio.sleep(RETRY)
            except Exception:
                log.exception("game %s: a standing order was disturbed", self._match.entry.id)
                await asyncio.sleep(RETRY)

    async def _answer_one(self) -> bool:
        question, number, answer = await self._match.at_table(self._looked)
        if question is None:
            return False
        await asyncio.sleep(self._chance.uniform(SOONEST, LATEST))
        if await self._match.at_table(self._looked) == (question, number, answer):
            await self._match.answer(question.side, number, answer, "standing")
        return True

    async def _looked(self) -> tuple[Question | None, int, Answer]:
        question = self.asked()
        if question is None:
            return None, 0, None
        return question, self._match.play.number(question.side), self.settled(question)

    # --- what players have set for their seats -------------------------------------------------------------

    def of(self, side: int) -> SeatWishes:
        return self._match.wishes.get(side, SeatWishes())

    async def wish(self, side: int, change: Callable[[], SeatWishes]) -> SeatWishes:
        """Change what a player has set for his seat: when he hears of it, it is on disk."""
        return await self._match.at_table(self._wish, side, change)

    async def _wish(self, side: int, change: Callable[[], SeatWishes]) -> SeatWishes:
        match, wishes, now = self._match, change(), time()
        known, keeping, id = side in match.wishes, match.storage.seats, match.entry.id
        match.wishes = {**match.wishes, side: wishes}
        asked = now if side in self.called() else None
        due = now + wishes.remind if asked and wishes.remind else None  # who is here needs a reminder at most
        try:
            await (keeping.change if known else keeping.add)(id, side, wishes, asked, due)
        except NotStored:
            match.wishes = await match.workers.study(keeping.of, id)
            raise
        match.news.set()
        match.ordered.set()
        return wishes

    async def order(self, side: int, wish: Standing) -> None:
        """A standing order, or the end of one."""
        number = wish.number
        if number is None:
            await self.wish(side, lambda: self._revoked(side, wish.what, wish.about))
        else:
            await self.wish(side, lambda: self._given(side, number, wish.answer, wish.about))

    def _given(self, side: int, number: int, answer: Answer, about: str) -> SeatWishes:
        """With an order more: this answer to what is asked now, whenever it comes up."""
        play, wishes = self._match.play, self.of(side)
        question = play.asked(side, number)
        if not (play.asking.manner(question).reaction or play.view(side).active not in (None, side)):
            raise Refused(NOT_A_REACTION)
        if refusal := question.refuse(answer):
            raise Refused(refusal)
        about = question.about if about else ""
        text = play.book.put(play.game.setting, question)[:400]
        label = play.asking.label(play.game, question, answer)[:400]
        order = StandingOrder(question.what, answer, about, text, label)
        others = [one for one in wishes.orders if (one.what, one.about) != (order.what, order.about)]
        if len(others) >= MOST_ORDERS:
            raise Refused(TOO_MANY)
        # What is said of one piece comes before what is said of all.
        orders = sorted([*others, order], key=lambda one: not one.about)
        return msgspec.structs.replace(wishes, orders=tuple(orders))

    def _revoked(self, side: int, what: str, about: str) -> SeatWishes:
        wishes = self.of(side)
        left = tuple(one for one in wishes.orders if (one.what, one.about) != (what, about))
        return msgspec.structs.replace(wishes, orders=left)
