"""Answers that players of one game have given in advance.

The server gives them after about as long as the page lets a window pass in which there is nothing to decide, and
others are sent what any answer would send them: nothing tells that nobody was there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import SystemRandom
from time import time
from typing import TYPE_CHECKING, NamedTuple
from weakref import proxy

import msgspec

from warhost.engine.moment import Moment, moment
from warhost.engine.question import Answer, Question, Refusal, Refused

from .errors import Wrong
from .hands import Thinker, considered
from .labour import WorkFailed
from .messages import Standing
from .seats import MOST_ORDERS, OnlyIf, SeatWishes, StandingOrder
from .storage import NotStored
from .weighing import chance

if TYPE_CHECKING:
    from .match import Match

SOONEST, LATEST = 0.3, 1.2  # seconds, as the page takes for a window in which nothing can be decided
RETRY = 2.0
AIDE, AIDE_SECONDS = "tactician", 1.0
NOT_A_REACTION = Refusal("", "only what comes up in the turn of another side can be answered in advance")
TOO_MANY = Refusal("", f"there are at most {MOST_ORDERS} standing orders")
log = logging.getLogger(__name__)


class Ordered(NamedTuple):
    """A question for which there are orders: its number, the answer if one settles it, and what is to be weighed
    before that is known."""

    question: Question
    number: int
    answer: Answer
    unweighed: tuple[OnlyIf, ...]


class Orders:
    def __init__(self, match: Match):
        self._match: Match = proxy(match)  # the table holds them, not they the table
        self._chance = SystemRandom()
        self._weighed: dict[tuple[int, int, bytes], Fraction | None] = {}  # of the questions that are open

    def settled(self, question: Question) -> Answer | None:
        """The answer that an order gives to a question; None if it has to be asked, or weighed first."""
        found = None if self._unweighed(question) else self.of(question.side).order(question, self._holds(question))
        return None if found is None else question.usual if question.empty else found.answer

    def seen_to(self, question: Question) -> bool:
        """Whether an order settles it, or may do so in a moment; or the computer does."""
        return self._aided(question) or bool(self._unweighed(question)) or self.settled(question) is not None

    def _aided(self, question: Question) -> bool:
        """Whether the computer sets up for whoever is asked."""
        return self.of(question.side).aide and self._match.play.setting_up

    def called(self) -> tuple[int, ...]:
        """The people who have to come to the table."""
        return self._people(one for one in self._match.play.open if not self.seen_to(one))

    def perhaps(self) -> tuple[int, ...]:
        """Those who have to come if their orders do not settle what is asked."""
        return self._people(one for one in self._match.play.open if self._unweighed(one))

    def _people(self, questions: Iterable[Question]) -> tuple[int, ...]:
        seats = self._match.entry.seats
        sides = {question.side for question in questions}
        return tuple(sorted(side for side in sides if side < len(seats) and not seats[side].computer))

    def asked(self) -> Question | None:
        return next((one for one in self._match.play.open if self.seen_to(one)), None)

    # --- chances -------------------------------------------------------------------------------------------

    def _key(self, side: int, only: OnlyIf) -> tuple[int, int, bytes]:
        return self._match.play.logged, side, msgspec.json.encode(only)

    def _holds(self, question: Question) -> Callable[[OnlyIf], bool]:
        def holds(only: OnlyIf) -> bool:
            chance = self._weighed.get(self._key(question.side, only))
            return chance is not None and only.holds(chance)

        return holds

    def _unweighed(self, question: Question) -> tuple[OnlyIf, ...]:
        """The chances that have to be known before it is clear whether an order settles a question."""
        if question.empty:
            return ()
        wanted: list[OnlyIf] = []
        for order in self.of(question.side).fitting(question):
            if order.only is None:
                break
            if self._key(question.side, order.only) not in self._weighed:
                wanted.append(order.only)
        return tuple(wanted)

    async def _weigh(self, question: Question, wanted: Sequence[OnlyIf]) -> None:
        """Worked out elsewhere, beside whatever goes on at the table."""
        if not wanted:
            return
        keys, now = await self._match.at_table(self._match.workers.glance, self._now, question, wanted)
        for key, only in zip(keys, wanted, strict=True):
            self._weighed[key] = await self._chance_of(now, question.side, only)
        self._weighed = {key: self._weighed[key] for key in self._weighed if key[0] == keys[0][0]}
        self._match.news.set()

    def _now(self, question: Question, wanted: Sequence[OnlyIf]) -> tuple[list[tuple[int, int, bytes]], Moment]:
        return [self._key(question.side, only) for only in wanted], moment(self._match.play.game)

    async def _chance_of(self, now: Moment, side: int, only: OnlyIf) -> Fraction | None:
        """Whoever is asked about it is asked himself if it cannot be worked out."""
        try:
            return await self._match.workers.advise(chance, now, side, only)
        except (Wrong, WorkFailed):
            log.exception("game %s: the chance for a standing order is not known", self._match.entry.id)
            return None

    # --- answering -----------------------------------------------------------------------------------------

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
        found = await self._match.at_table(self._looked)
        if found is None:
            return False
        if self._aided(found.question):
            await self._set_up(found.question.side, found.number)
            return True
        pause = self._chance.uniform(SOONEST, LATEST)
        await asyncio.gather(asyncio.sleep(pause), self._weigh(found.question, found.unweighed))
        now = await self._match.at_table(self._looked)
        if now is not None and not now.unweighed and now[:2] == found[:2]:
            await self._match.answer(now.question.side, now.number, now.answer, "standing")
        return True

    async def _looked(self) -> Ordered | None:
        question = self.asked()
        if question is None:
            return None
        number = self._match.play.number(question.side)
        return Ordered(question, number, self.settled(question), self._unweighed(question))

    async def leave_setting_up(self, side: int) -> None:
        """To the computer, until the first turn begins."""
        await self.wish(side, lambda: msgspec.structs.replace(self.of(side), aide=True))

    async def _set_up(self, side: int, number: int) -> None:
        """The computer answers for a player; where it fails, he is asked himself."""
        match = self._match
        now = await match.at_table(match.workers.judge, lambda: moment(match.play.game))
        thinker = Thinker(AIDE, f"{match.entry.seed}/aide/{side}", AIDE_SECONDS)
        try:
            answer = await match.workers.think(considered, thinker, now, side, seconds=AIDE_SECONDS)
        except WorkFailed:
            log.exception("game %s: the computer could not set up for a player", match.entry.id)
            await self.wish(side, lambda: msgspec.structs.replace(self.of(side), aide=False))
            return
        await match.answer(side, number, answer, "aide")

    # --- what players have set for their seats -------------------------------------------------------------

    def of(self, side: int) -> SeatWishes:
        return self._match.wishes.get(side, SeatWishes())

    async def wish(self, side: int, change: Callable[[], SeatWishes]) -> SeatWishes:
        """Change what a player has set for his seat: when he hears of it, it is on disk."""
        return await self._match.at_table(self._wish, side, change)

    async def bring_along(self, side: int, wishes: SeatWishes, here: bool) -> None:
        """What a player has set elsewhere holds here, too, unless he has set something here; who is not here is
        called."""
        await self._match.at_table(self._bring_along, side, wishes, here)

    async def _bring_along(self, side: int, wishes: SeatWishes, here: bool) -> None:
        match, now = self._match, time()
        if side in match.wishes:
            return
        asked = now if side in (*self.called(), *self.perhaps()) else None
        pause = wishes.remind if here else wishes.wait
        due = now + pause if asked and (pause or not here) else None
        await match.storage.seats.add(match.entry.id, side, wishes, asked, due, stage=int(here))
        match.wishes = {**match.wishes, side: wishes}

    async def _wish(self, side: int, change: Callable[[], SeatWishes]) -> SeatWishes:
        match, wishes, now = self._match, change(), time()
        known, keeping, id = side in match.wishes, match.storage.seats, match.entry.id
        match.wishes = {**match.wishes, side: wishes}
        asked = now if side in (*self.called(), *self.perhaps()) else None
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
            await self.wish(side, lambda: self._revoked(side, wish))
        else:
            await self.wish(side, lambda: self._given(side, number, wish))

    def _given(self, side: int, number: int, wish: Standing) -> SeatWishes:
        """With an order more: this answer to what is asked now, whenever it comes up."""
        play, wishes = self._match.play, self.of(side)
        question = play.asked(side, number)
        if not (play.asking.manner(question).reaction or play.view(side).active not in (None, side)):
            raise Refused(NOT_A_REACTION)
        for answer in (wish.answer, *([wish.only.answer] if wish.only else [])):
            if refusal := question.refuse(answer):
                raise Refused(refusal)
        about = question.about if wish.about else ""
        text = play.book.put(play.game.setting, question)[:400]
        label = play.asking.label(play.game, question, wish.answer)[:400]
        order = StandingOrder(question.what, wish.answer, about, text, label, wish.only)
        others = [one for one in wishes.orders if not one.same_as(order)]
        if len(others) >= MOST_ORDERS:
            raise Refused(TOO_MANY)
        # What is said of one piece comes before what is said of all, what holds sometimes before what always does.
        orders = sorted([*others, order], key=lambda one: (not one.about, one.only is None))
        return msgspec.structs.replace(wishes, orders=tuple(orders))

    def _revoked(self, side: int, wish: Standing) -> SeatWishes:
        def ends(one: StandingOrder) -> bool:
            return (one.what, one.about) == (wish.what, wish.about) and wish.answer in (None, one.answer)

        wishes = self.of(side)
        return msgspec.structs.replace(wishes, orders=tuple(one for one in wishes.orders if not ends(one)))
