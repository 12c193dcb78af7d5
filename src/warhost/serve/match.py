"""One game with all who sit at it or watch it. Its rules run in a worker thread, one call at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext, suppress
from time import time
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import msgspec

from warhost.engine.dice import commitment
from warhost.engine.forecast import Expectation
from warhost.engine.foresight import Foreseen
from warhost.engine.hearing import held_back
from warhost.engine.moment import Moment, moment
from warhost.engine.question import Answer, Question, Refusal, Refused

from . import voice
from .asking import chances, judged
from .computers import Computers
from .errands import Errands
from .errors import Wrong
from .faults import NO_ADVICE, Faults
from .files import own_page
from .guests import Guest, seat_held
from .hands import Thinker, considered, foreseen
from .limits import Bucket, Limits
from .messages import Expect, Look, Say
from .ordering import Orders
from .play import Play
from .replies import Line
from .seatkeeping import Handover
from .seats import SeatWishes
from .soundness import why_asked
from .storage import GameEntry, Kind, NotStored, Row, Standing, Storage, UndoWish
from .telling import NOTE, Mark, Worded, end_of, line_of, lines_since, log_mark, missed_lines
from .voice import FromServer
from .workers import Workers

P = ParamSpec("P")
T = TypeVar("T")
LAST_LINES = 200
ADVISER, ADVICE_SECONDS = "tactician", 1.0
NOT_UNDERSTOOD = (ArithmeticError, LookupError, TypeError, ValueError, AttributeError)
"""What rules raise that meet an answer of a shape they never thought of."""
NOT_WRITTEN = "that could not be written to disk; nothing has changed"
FAULT = "a fault of this program: that could not be judged; nothing has changed"
log = logging.getLogger(__name__)


class Opened(NamedTuple):
    """A game as it was found on disk: with what players have set for their seats, and how it stood at last."""

    play: Play
    wishes: dict[int, SeatWishes]
    standing: Standing | None


class Match:
    def __init__(
        self, found: Opened, storage: Storage, workers: Workers, faults: Faults, limits: Limits,
        over: Callable[[GameEntry], None] = lambda entry: None,
    ):  # fmt: skip
        self.play, self.wishes, standing = found
        self.entry = self.play.entry
        self.standing = standing or self.play.standing(at=self.entry.made)
        self.guests: list[Guest] = []
        self.looks = Bucket(limits.looks, round(2 * limits.looks))  # of all who only watch
        self.workers, self.faults = workers, faults
        self.moved, self.ordered = asyncio.Event(), asyncio.Event()
        self._over = over  # to be told when the battle has ended
        self.storage, self._errands = storage, Errands(f"game {self.entry.id}")
        self._lock, self._watchers = asyncio.Lock(), asyncio.Lock()
        self._unsure = False  # whether the last answer was stored
        self._last_state: dict[Guest, bytes] = {}  # how things stood when each was last told
        self.news = asyncio.Event()
        self._computers = Computers(self)
        self.orders = Orders(self)
        self._tasks = [asyncio.create_task(self._tell_on()), asyncio.create_task(self.orders.answer_on())]
        if self._computers.levels:
            self._tasks.append(asyncio.create_task(self._computers.play_on()))

    def close(self) -> None:
        """Nothing of it holds on to the rest, so that its memory is free at once: a task remembers in which call it
        was called off, and for which table."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    async def settle(self, seconds: float) -> None:
        await self._errands.settle(seconds)

    @property
    def idle(self) -> bool:
        """Nobody is here, nothing is under way and no computer is at work, nor an order to be carried out."""
        if self.guests or self._errands.busy:  # then a thread may be at the game, and nobody else looks at it
            return False
        thinking = not self._computers.resting and self._computers.asked() is not None
        return not thinking and self.orders.asked() is None

    # --- the table -----------------------------------------------------------------------------------------

    async def at_table(self, work: Callable[P, Awaitable[T]], *args: P.args, **more: P.kwargs) -> T:
        """While one looks or moves, nobody else does; and what he began is finished, though he has gone away.

        All that reads or changes the game goes through here: a thread cannot be called off, so somebody else would
        come to the table while it is still at work; and memory must never be ahead of the log.
        """

        async def alone() -> T:
            async with self._lock:
                if self._unsure:
                    await self._reread()
                return await work(*args, **more)

        return await self._errands.finish(alone)

    async def _come(self, seat: int | None, work: Callable[P, Awaitable[T]], *args: P.args, **more: P.kwargs) -> T:
        """To the table; of those who watch one at a time, so that no player waits for more than one of them."""
        async with self._watchers if seat is None else nullcontext():
            return await self.at_table(work, *args, **more)

    async def read(self, work: Callable[Concatenate[Play, P], T], *args: P.args, **more: P.kwargs) -> T:
        """Look at the game while nothing moves."""
        return await self.at_table(self.workers.study, lambda: work(self.play, *args, **more))

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
        self.guests.append(guest)
        await self._come(guest.seat, self._greet, guest)

    async def _greet(self, guest: Guest) -> None:
        """All who have come meanwhile and may know the same are greeted with him."""
        if guest.mark is not None or guest not in self.guests:
            return
        alike = guest.seat, guest.brought
        messages = await self.workers.judge(self._greeting, *alike)
        for one in [one for one in self.guests if one.mark is None and (one.seat, one.brought) == alike]:
            one.mark, self._last_state[one] = end_of(self.play, one.seat), messages[-1]
            for message in messages:
                one.send(message)
        self.moved.set()

    def leave(self, guest: Guest) -> None:
        if guest in self.guests:
            self.guests.remove(guest)
        self._last_state.pop(guest, None)

    # --- what players do -----------------------------------------------------------------------------------

    async def answer(self, side: int, number: int, reply: Answer, kind: Kind = "answer") -> bool:
        """Take an answer. Whether it was news: one that comes again was written the first time."""
        return await self.at_table(self._answer, side, number, reply, kind)

    async def _answer(self, side: int, number: int, reply: Answer, kind: Kind) -> bool:
        noted = len(self.play.notes)
        if await self._move(self.play.answer, side, number, reply, kind) is None:
            return False
        if len(self.play.notes) > noted:
            self._note_last([side] if kind == "standing" else range(len(self.entry.seats)))
        return True

    async def claim(self, side: int) -> None:
        """The win, if the time of the other side is up."""
        await self.at_table(self._claim, side)

    async def _claim(self, side: int) -> None:
        clock = self.standing.clock
        late = [one for one in clock.up(time()) if one != side] if clock and not self.play.result else []
        if not late:
            raise Refused(Refusal("", "nobody's time is up"))
        await self._move(self.play.claim, side, late[0])
        self._note_last(range(len(self.entry.seats)))

    def _note_last(self, seats: Sequence[int | None]) -> None:
        """The last thing noted, to those whom it concerns."""
        note = self.play.notes[-1]
        for seat in (*seats, None) if note.only is None else seats:
            self._to_seats([seat], voice.Events([line_of(self.play, note, seat)]))

    async def _move(self, move: Callable[..., Row | None], *args: Any) -> Row | None:
        """What could not be written down has not happened."""
        row, standing = await self.workers.judge(self._moved, move, *args)
        if row is None:
            return None
        try:
            await self.storage.append(self.entry.id, row, standing, self._handover(row, standing))
            self.standing = standing
        except NotStored:
            self._unsure = True
            with suppress(NotStored):
                await self._reread()
            raise Wrong(507, NOT_WRITTEN) from None
        finally:
            self.news.set()
            self.moved.set()
            self.ordered.set()
        if self.play.result is not None:
            self._over(self.entry)
        return row

    def _moved(self, move: Callable[..., Row | None], *args: Any) -> tuple[Row | None, Standing]:
        """What is to be written, and how things stand after it."""
        row = move(*args)
        return row, self.standing if row is None else self.play.standing(self.standing)

    def _handover(self, row: Row, standing: Standing) -> Handover | None:
        """Whom the next question calls; where nobody has set anything for his seat, nobody is to be called."""
        if not self.wishes:
            return None
        here = row.side if row.kind in ("answer", "undo") else None
        falls = standing.clock.falls if standing.clock else None
        return Handover(row.at, self.orders.called(), here, falls, self.orders.perhaps())

    async def _reread(self) -> None:
        """After a failure only the database knows what has happened. Until it can be read nothing goes on."""
        rows = await self.workers.study(self.storage.rows, self.entry.id)
        self.play = await self.workers.study(Play, self.entry, self.play.book, rows)
        found = await self.workers.study(self.storage.named, [self.entry.id])
        self.standing = (found[0][1] if found else None) or self.play.standing(at=self.entry.made)
        self._unsure = False

    async def check(self, id: int, side: int, number: int, answer: Answer) -> voice.Checked:
        return await self.at_table(self.workers.glance, self._checked, id, side, number, answer)

    async def expect(self, side: int, wish: Expect) -> voice.Expected:
        """Worked out elsewhere, beside whatever goes on at the table."""
        now = await self.at_table(self.workers.glance, self._tried_at, side, wish)
        if now is None:
            return voice.expected(wish, Expectation())
        return voice.expected(wish, await self.workers.advise(foreseen, now, side, wish.answer, wish.until))

    def _tried_at(self, side: int, wish: Expect) -> Moment | None:
        """Where the answer can be tried; nowhere if it is not lawful."""
        unlawful = isinstance(self._judged(side, wish.number, wish.answer), Refusal)
        return None if unlawful else moment(self.play.game)

    async def say(self, side: int, said: Say) -> voice.Heard:
        return await self.at_table(self.workers.glance, self._heard, side, said)

    async def hint(self, side: int) -> voice.Advice:
        question, number, now = await self.at_table(self.workers.glance, self._asked, side)
        adviser = Thinker(ADVISER, f"{self.entry.seed}/adviser", ADVICE_SECONDS)
        try:
            answer = await self.workers.advise(considered, adviser, now, side)
            label = await self.at_table(self.workers.glance, self._advised, question, answer)
        except (Refused, Wrong, NotStored):
            raise
        except Exception as error:
            await self.read(self.faults.keep, side, number, ADVISER, error)
            raise Wrong(500, NO_ADVICE) from None
        return voice.Advice(number, answer, label)

    def _asked(self, side: int) -> tuple[Question, int, Moment]:
        question = self.play.question(side)
        if question is None:
            raise Refused(Refusal("", "nothing is asked of you now"))
        return question, self.play.number(side), moment(self.play.game)

    def _advised(self, question: Question, answer: Answer) -> str:
        return self.play.asking.advised(self.play.game, question, answer)

    async def look(self, side: int | None, look: Look) -> voice.Looked:
        return await self._come(side, self.workers.glance, self._seen, side, look)

    # --- taking back ---------------------------------------------------------------------------------------

    async def undo(self, side: int, number: int | None = None) -> None:
        """Take back at once what gives nothing away; else ask all other sides. Computers do not mind."""
        await self.at_table(self._undo, side, number)

    async def _undo(self, side: int, number: int | None) -> None:
        self.play.meant(side, number)
        if why := self.play.why_no_undo(side):
            raise Refused(Refusal("", why))
        if not await self.workers.judge(self._needs_leave, side):
            await self._take_back(side)
            return
        wish = self.standing.undo
        if wish is None or wish.side != side:
            wish = UndoWish(side, self._people_besides(side))
            await self._wish(wish)
        self._to_seats(wish.waits_for, voice.UndoAsked(side))
        self.news.set()

    async def _wish(self, undo: UndoWish | None) -> None:
        """Somebody's wish to take back, which the next answer ends."""
        standing = msgspec.structs.replace(self.standing, undo=undo)
        try:
            await self.storage.stand(self.entry.id, standing)
        except NotStored:
            raise Wrong(507, NOT_WRITTEN) from None
        self.standing = standing

    def _needs_leave(self, side: int) -> str:
        """Why the other sides must allow this one to take back its last answer; nothing if they need not."""
        return self.play.since_answer(side) if self._people_besides(side) else ""

    def _people_besides(self, side: int) -> tuple[int, ...]:
        """The other sides that people play."""
        return tuple(sorted(set(range(len(self.entry.seats))) - {side} - set(self._computers.levels)))

    async def allow_undo(self, side: int, yes: bool) -> None:
        await self.at_table(self._allow_undo, side, yes)

    async def _allow_undo(self, side: int, yes: bool) -> None:
        wish = self.standing.undo
        if wish is None or side not in wish.waits_for:
            raise Refused(Refusal("", "nobody has asked you to take back anything"))
        left = tuple(one for one in wish.waits_for if one != side)
        if yes and not left:
            await self._take_back(wish.side)
        elif yes:
            await self._wish(UndoWish(wish.side, left))
        else:
            await self._wish(None)
            why = "the other side does not let you take it back"
            self._to_seats([wish.side], voice.Refused(self.play.number(wish.side), why, ""))
            self.news.set()

    async def _take_back(self, side: int) -> None:
        row = await self._move(self.play.undo, side)
        for guest in self.guests:
            if guest.mark is not None:
                guest.mark = min(guest.mark, end_of(self.play, guest.seat))
        if row and why_asked(row):
            self._note_last(range(len(self.entry.seats)))
        else:
            await self._note(f"{self.play.view(None).sides[side]}: the last answer is taken back.", "Undone")

    async def note(self, text: str, kind: str) -> None:
        """A line for everybody that is no event of the battle."""
        await self.at_table(self._note, text, kind)

    async def _note(self, text: str, kind: str) -> None:
        for seat in (*range(len(self.entry.seats)), None):
            line = Line(len(self.play.own_steps(seat)) + 1, text, "", kind, play=NOTE)
            self._to_seats([seat], voice.Events([line]))

    def _to_seats(self, seats: Sequence[int | None], message: FromServer) -> None:
        for guest in self.guests:
            if guest.seat in seats and guest.mark is not None:
                guest.send(msgspec.json.encode(message))

    # --- what everybody is told ----------------------------------------------------------------------------

    async def _tell_on(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            try:
                await self.at_table(self._tell_everybody)
            except Exception:  # one bad page must not silence the table
                log.exception("game %s: the news could not be told", self.entry.id)

    async def _tell_everybody(self) -> None:
        """To each his own: those who know the same and have heard as much get the same bytes.

        All is worked out in one go, so that whoever replies at once does not wait for what others are still told.
        """
        alike: dict[tuple[int | None, Mark], list[Guest]] = {}
        for guest in self.guests:
            if guest.mark is not None and not held_back(self.play.open, guest.seat):
                alike.setdefault((guest.seat, guest.mark), []).append(guest)
        told = await self.workers.judge(self._news, list(alike))
        for (seat, _), guests, messages in zip(alike, alike.values(), told, strict=True):
            now = end_of(self.play, seat)
            for guest in (one for one in guests if one in self.guests):  # of who has gone nothing is kept
                guest.mark = now
                # What is as it was is not said again: nobody can count what others are asked.
                for message in messages if messages[-1] != self._last_state.get(guest) else messages[:-1]:
                    guest.send(message)
                self._last_state[guest] = messages[-1]

    def _greeting(self, seat: int | None, brought: str) -> list[bytes]:
        entry, play = self.entry, self.play
        sides, briefing = play.view(seat).sides, play.asking.briefing(play.game)
        proof = commitment(entry.seed)
        card = voice.TableCard(
            entry.id, entry.title, entry.rulebook, sides, proof, entry.who, briefing,
            play.book.phases, play.book.colours, own_page(play.book), play.asking.verbs,
            list(play.book.spokesman.sayings), entry.campaign, entry.clock,
        )  # fmt: skip
        kept, lines = missed_lines(play, seat, brought, LAST_LINES)
        welcome = voice.Welcome(seat, card, play.number(seat), play.answered_at(seat), time(), kept)
        greeting = welcome, voice.Events(lines), self._state(seat)
        return [msgspec.json.encode(message) for message in greeting]

    def _news(self, listeners: list[tuple[int | None, Mark]]) -> list[list[bytes]]:
        worded: Worded = {}
        return [self._news_for(seat, mark, worded) for seat, mark in listeners]

    def _news_for(self, seat: int | None, mark: Mark, worded: Worded) -> list[bytes]:
        lines = lines_since(self.play, seat, mark, worded)
        told = [voice.Events(lines)] if lines else []
        return [msgspec.json.encode(message) for message in (*told, self._state(seat))]

    def _state(self, seat: int | None) -> voice.State:
        """How things stand for a seat. What the others are asked is their own business."""
        play, game = self.play, self.play.game
        question = play.question(seat)
        asked = play.asking.described(game, question, play.number(seat)) if question is not None else None
        if asked is not None and question is not None:
            asked["settled"] = self.orders.seen_to(question)
        own = question.what if question is not None else ""
        waiting = [voice.Waiting(side, own if side == seat else "") for side in play.waiting(seat)]
        never, leave, wish = play.why_no_undo(seat), "", self.standing.undo
        if not never and seat is not None:
            leave = self._needs_leave(seat)
        return voice.State(
            play.number(seat), play.view(seat), asked, waiting, not never, never or leave,
            wish.side if wish else None, play.result, len(play.own_steps(seat)),
            play.broken.why if play.broken else "", play.faults,
            self.standing.clock_of(seat), list(self.wishes[seat].orders) if seat in self.wishes else [],
            play.book.setting_up(play.seen_by(seat).state), log_mark(play, seat),
        )  # fmt: skip

    def _checked(self, id: int, side: int, number: int, answer: Answer) -> voice.Checked:
        verdict, preview = self._judged(side, number, answer), self._preview(side, answer)
        if isinstance(verdict, Refusal):
            verdict = self.play.asking.worded(self.play.game, verdict)
            return voice.Checked(id, False, verdict.why, verdict.rule, {}, preview)
        seen = self._foreseen(side, answer)
        whole = None if seen.chance is None else float(seen.chance)
        return voice.Checked(id, True, "", "", verdict, preview, chances(seen), whole)

    def _judged(self, side: int, number: int, answer: Answer) -> Refusal | dict[str, int]:
        try:
            return judged(self.play.asked(side, number), answer)
        except Refused as refused:
            return refused.refusal
        except NOT_UNDERSTOOD:
            log.exception("game %s: an answer could not be judged", self.entry.id)
            return Refusal("", FAULT)

    def _heard(self, side: int, said: Say) -> voice.Heard:
        """Words as an order; words that no order is made of are not understood, whatever else they may mean."""
        try:
            question = self.play.asked(side, said.number)
            told = self.play.asking.told(self.play.game, question, said.text, said.order)
        except Refused as refused:
            return voice.Heard(said.id, True, self.play.asking.worded(self.play.game, refused.refusal).why)
        except NOT_UNDERSTOOD:
            log.exception("game %s: an order in words could not be read", self.entry.id)
            return voice.Heard(said.id, False, FAULT)
        if told.wanted is None:
            why = self.play.asking.worded(self.play.game, told.refusal).why if told.refusal else ""
            return voice.Heard(said.id, told.refusal is not None, why)
        label, verdict = "", self._checked(said.id, side, said.number, told.wanted)
        with suppress(*NOT_UNDERSTOOD):  # an order that may not be need not have words
            label = self.play.asking.label(self.play.game, question, told.wanted)
        return voice.Heard(said.id, True, "", told.wanted, label, verdict)

    def _seen(self, side: int | None, look: Look) -> voice.Looked:
        found = self._looked(side, look)
        if isinstance(found, Refusal):
            found = self.play.asking.worded(self.play.game, found)
            return voice.Looked(look.id, look.what, False, found.why, found.rule)
        return voice.Looked(look.id, look.what, True, **found)

    def _looked(self, side: int | None, look: Look) -> dict[str, Any] | Refusal:
        try:
            return self.play.asking.look(self.play.seen_by(side), side, look)
        except NOT_UNDERSTOOD:
            if look.order is None:
                raise
            return Refusal("", "that order is not understood")

    def _foreseen(self, side: int, answer: Answer) -> Foreseen:
        question = self.play.question(side)
        assert question is not None
        return self.play.asking.foreseen(self.play.game, question, answer)

    def _preview(self, side: int, answer: Answer) -> Any:
        """How it would look, lawful or not, as far as it can be understood."""
        question = self.play.question(side)
        try:
            return self.play.asking.preview(self.play.game, question, answer) if question else None
        except NOT_UNDERSTOOD:
            return None
