"""One game with all who sit at it or watch it. Its rules run in a worker thread, one call at a time."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from math import prod
from typing import Any, Protocol, TypeVar

import msgspec

from warhost.engine.dice import commitment
from warhost.engine.player import Player
from warhost.engine.question import Answer, Order, Question, Refusal, Refused
from warhost.players.random import RandomPlayer
from warhost.players.roster import player

from . import replies
from .errors import Wrong
from .messages import Look
from .play import Play
from .replies import FromServer, Line
from .storage import GameEntry, NotStored, Row, Storage
from .telling import Mark, end_of, last_lines, lines_since
from .workers import Workers

T = TypeVar("T")
LAST_LINES = 200
ADVISER, ADVICE_SECONDS = "tactician", 1.0
RETRY = 2.0  # seconds before a computer tries again what could not be written
PACE = 0.5  # seconds at least between two answers where only computers play, so that people can follow
NOT_UNDERSTOOD = (ArithmeticError, LookupError, TypeError, ValueError, AttributeError)
"""What rules raise that meet an answer of a shape they never thought of."""
NOT_WRITTEN = "that could not be written to disk; nothing has changed"
FAULT = "a fault of this program: that could not be judged; nothing has changed"
log = logging.getLogger(__name__)


class Guest(Protocol):
    """Somebody at the table: the seat he holds (none for a watcher), and how far he has heard the story."""

    seat: int | None
    mark: Mark

    def send(self, message: bytes) -> None: ...


def token_hash(token: str) -> str:
    return hashlib.sha256(b"warhost seat\0" + token.encode()).hexdigest()


def seat_held(entry: GameEntry, token: str) -> int | None:
    """The seat that a token stands for, if it does."""
    shown = token_hash(token)
    held = [side for side, seat in enumerate(entry.seats) if seat.hash and hmac.compare_digest(seat.hash, shown)]
    return held[0] if held else None


class Match:
    def __init__(self, play: Play, storage: Storage, workers: Workers):
        self.play, self.entry = play, play.entry
        self.guests: list[Guest] = []
        self._storage, self._workers = storage, workers
        self._lock = asyncio.Lock()
        self._unsure = False  # whether the last answer was stored
        self._undo_asked_by: int | None = None
        self._news, self._moved = asyncio.Event(), asyncio.Event()
        self._computers = self._hired()
        self._tasks = [asyncio.create_task(self._tell_on())]
        if self._computers:
            self._tasks.append(asyncio.create_task(self._think_on()))

    def _hired(self) -> dict[int, Player]:
        hired = {side: seat for side, seat in enumerate(self.entry.seats) if seat.computer}
        return {side: player(seat.level, f"{self.entry.seed}/{side}", seat.seconds) for side, seat in hired.items()}

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    @property
    def idle(self) -> bool:
        """Nobody is here and no computer is at work."""
        return not self.guests and not self._lock.locked() and self._next_thinker() is None

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        """Look at the game while nothing moves."""
        async with self._table():
            return await self._workers.study(work, *args)

    # --- who is here ---------------------------------------------------------------------------------------

    def seat_of(self, token: str | None) -> int | None:
        """The seat a token stands for; none at all is a watcher, a wrong one is refused."""
        if not token:
            return None
        side = seat_held(self.entry, token)
        if side is None:
            raise Wrong(403, "that is no token of this game")
        return side

    async def join(self, guest: Guest) -> None:
        """Welcome, the last lines, and how things stand; from then on whatever happens."""
        async with self._table():
            messages = await self._workers.judge(self._greeting, guest.seat)
            guest.mark = end_of(self.play, guest.seat)
            self.guests.append(guest)
            for message in messages:
                guest.send(message)
        self._moved.set()

    def leave(self, guest: Guest) -> None:
        if guest in self.guests:
            self.guests.remove(guest)

    # --- what players do -----------------------------------------------------------------------------------

    async def answer(self, side: int, number: int, reply: Answer) -> None:
        async with self._table():
            await self._keep(await self._workers.judge(self.play.answer, side, number, reply))
            self._undo_asked_by = None

    async def _keep(self, row: Row) -> None:
        """What could not be written down has not happened."""
        try:
            await self._storage.append(self.entry.id, row, self.play.standing)
        except NotStored:
            self._unsure = True
            with suppress(NotStored):
                await self._reread()
            raise Wrong(507, NOT_WRITTEN) from None
        finally:
            self._news.set()
            self._moved.set()

    async def _reread(self) -> None:
        """After a failure only the database knows what has happened. Until it can be read nothing goes on."""
        rows = await self._workers.study(self._storage.rows, self.entry.id)
        self.play = await self._workers.study(Play, self.entry, self.play.book, rows)
        self._unsure = False

    @asynccontextmanager
    async def _table(self) -> AsyncIterator[None]:
        """While one looks or moves, nobody else does."""
        async with self._lock:
            if self._unsure:
                await self._reread()
            yield

    async def check(self, id: int, side: int, number: int, answer: Answer) -> replies.Checked:
        async with self._table():
            return await self._workers.glance(self._checked, id, side, number, answer)

    async def hint(self, side: int) -> replies.Advice:
        async with self._table():
            question, number, seat = self.play.question(side), self.play.number, self.play.game.seat(side)
        if question is None:
            raise Refused(Refusal("", "nothing is asked of you now"))
        adviser = player(ADVISER, f"{self.entry.seed}/adviser", ADVICE_SECONDS)
        answer = await self._workers.advise(adviser.answer, question, seat)
        async with self._table():
            label = await self._workers.glance(self.play.asking.label, self.play.game, question, answer)
        return replies.Advice(number, answer, label)

    async def look(self, side: int | None, look: Look) -> replies.Looked:
        async with self._table():
            found = await self._workers.glance(self._looked, side, look)
        if isinstance(found, Refusal):
            found = self.play.asking.worded(self.play.game, found)
            return replies.Looked(look.id, look.what, False, found.why, found.rule)
        return replies.Looked(look.id, look.what, True, **found)

    # --- taking back ---------------------------------------------------------------------------------------

    async def undo(self, side: int) -> None:
        """Take back at once what gives nothing away; else ask the other side. Computers do not mind."""
        async with self._table():
            if why := self.play.why_no_undo(side):
                raise Refused(Refusal("", why))
            if not await self._workers.judge(self._needs_leave, side):
                await self._take_back(side)
                return
            others = [other for other in range(len(self.entry.seats)) if other != side]
            self._undo_asked_by = side
            self._to_seats(others, replies.UndoAsked(side))
            self._news.set()

    def _needs_leave(self, side: int) -> str:
        """Why the other side must allow this one to take back its last answer; nothing if it need not."""
        others = [other for other in range(len(self.entry.seats)) if other != side]
        if all(other in self._computers for other in others):
            return ""
        return self.play.since_answer(side)

    async def allow_undo(self, side: int, yes: bool) -> None:
        async with self._table():
            asked_by, self._undo_asked_by = self._undo_asked_by, None
            if asked_by is None or asked_by == side:
                self._undo_asked_by = asked_by
                raise Refused(Refusal("", "nobody has asked you to take back anything"))
            if yes:
                await self._take_back(asked_by)
                return
            why = "the other side does not let you take it back"
            self._to_seats([asked_by], replies.Refused(self.play.number, why, ""))
            self._news.set()

    async def _take_back(self, side: int) -> None:
        row = await self._workers.judge(self.play.undo, side)
        self._undo_asked_by = None
        await self._keep(row)
        step, who = len(self.play.game.steps) + 1, self.play.view(side).sides[self.play.view(side).you or 0]
        note = msgspec.json.encode(
            replies.Events([Line(step, f"{who}: the last answer is taken back.", "", "Undone")])
        )
        for guest in self.guests:
            guest.mark = min(guest.mark, end_of(self.play, guest.seat))
            guest.send(note)

    def _to_seats(self, seats: list[int], message: FromServer) -> None:
        for guest in self.guests:
            if guest.seat in seats:
                guest.send(msgspec.json.encode(message))

    # --- what everybody is told ----------------------------------------------------------------------------

    async def _tell_on(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                async with self._table():
                    await self._tell_everybody()
            except Exception:  # one bad page must not silence the table
                log.exception("game %s: the news could not be told", self.entry.id)

    async def _tell_everybody(self) -> None:
        """To each his own: those who know the same and have heard as much get the same bytes.

        All is worked out in one go, so that whoever replies at once does not wait for what others are still told.
        """
        alike: dict[tuple[int | None, Mark], list[Guest]] = {}
        for guest in self.guests:
            alike.setdefault((guest.seat, guest.mark), []).append(guest)
        told = await self._workers.judge(lambda: [self._news_for(seat, mark) for seat, mark in alike])
        for (seat, _), guests, messages in zip(alike, alike.values(), told, strict=True):
            now = end_of(self.play, seat)
            for guest in guests:
                guest.mark = now
                for message in messages:
                    guest.send(message)

    def _greeting(self, seat: int | None) -> list[bytes]:
        entry, play = self.entry, self.play
        sides, briefing = play.view(seat).sides, play.asking.briefing(play.game)
        proof = commitment(entry.seed)
        card = replies.TableCard(entry.id, entry.title, entry.rulebook, sides, proof, entry.who, briefing)
        lines = replies.Events(last_lines(play, seat, LAST_LINES))
        return [
            msgspec.json.encode(m) for m in (replies.Welcome(seat, card, play.number), lines, self._state(seat))
        ]

    def _news_for(self, seat: int | None, mark: Mark) -> list[bytes]:
        lines = lines_since(self.play, seat, mark)
        told = [replies.Events(lines)] if lines else []
        return [msgspec.json.encode(message) for message in (*told, self._state(seat))]

    def _state(self, seat: int | None) -> replies.State:
        """How things stand for a seat. What the others are asked is their own business."""
        play, game = self.play, self.play.game
        question = play.question(seat)
        asked = play.asking.described(game, question, play.number) if question is not None else None
        waiting = [replies.Waiting(q.side, q.what if q.side == seat else "") for q in game.pending()]
        never, leave = play.why_no_undo(seat), ""
        if not never and seat is not None:
            leave = self._needs_leave(seat)
        return replies.State(
            play.number, play.view(seat), asked, waiting, not never, never or leave, self._undo_asked_by,
            game.result, len(game.steps),
        )  # fmt: skip

    def _checked(self, id: int, side: int, number: int, answer: Answer) -> replies.Checked:
        try:
            verdict = _verdict(self.play.asked(side, number), answer)
        except Refused as refused:
            verdict = refused.refusal
        except NOT_UNDERSTOOD:
            log.exception("game %s: an answer could not be judged", self.entry.id)
            verdict = Refusal("", FAULT)
        preview = self._preview(side, answer)
        if isinstance(verdict, Refusal):
            verdict = self.play.asking.worded(self.play.game, verdict)
            return replies.Checked(id, False, verdict.why, verdict.rule, {}, preview)
        chances = self._chances(side, answer)
        whole = prod(one.chance for one in chances) if chances else None
        return replies.Checked(id, True, "", "", verdict, preview, chances, whole)

    def _looked(self, side: int | None, look: Look) -> dict[str, Any] | Refusal:
        try:
            return self.play.asking.look(self.play.game, side, look)
        except NOT_UNDERSTOOD:
            if look.order is None:
                raise
            return Refusal("", "that order is not understood")

    def _chances(self, side: int, answer: Answer) -> list[replies.Chance]:
        question = self.play.question(side)
        assert question is not None
        promised = self.play.asking.promises(self.play.game, question, answer)
        return [replies.Chance(one.what, float(one.chance), one.rule, one.about) for one in promised]

    def _preview(self, side: int, answer: Answer) -> Any:
        """How it would look, lawful or not, as far as it can be understood."""
        question = self.play.question(side)
        try:
            return self.play.asking.preview(self.play.game, question, answer) if question else None
        except NOT_UNDERSTOOD:
            return None

    # --- computers -----------------------------------------------------------------------------------------

    def _next_thinker(self) -> Question | None:
        return next((q for q in self.play.game.pending() if q.side in self._computers), None)

    async def _think_on(self) -> None:
        """Computers answer whenever they are asked; among themselves they play only while somebody watches."""
        alone, faults = len(self._computers) == len(self.entry.seats), 0
        while True:
            self._moved.clear()
            async with self._lock:
                question, number, game = self._next_thinker(), self.play.number, self.play.game
            if question is None or (alone and not self.guests):
                await self._moved.wait()
                continue
            pause = asyncio.create_task(asyncio.sleep(PACE if alone else 0))
            thinker = self._computers[question.side] if not faults else RandomPlayer(str(faults))
            try:
                answer = await self._workers.think(thinker.answer, question, game.seat(question.side))
                await pause
                await self.answer(question.side, number, answer)
                faults = 0
            except Refused:
                log.info("game %s: an answer of the computer came too late", self.entry.id)
            except (Wrong, NotStored):
                await asyncio.sleep(RETRY)
            except Exception:  # whoever cannot think of anything answers by chance: a computer never freezes
                log.exception("game %s: the computer could not answer", self.entry.id)
                faults += 1
                await asyncio.sleep(PACE)


def _verdict(question: Question, answer: Answer) -> Refusal | dict[str, int]:
    if isinstance(question, Order):
        return question.check(answer)
    return question.refuse(answer) or {}
