"""Calling people to the table who look elsewhere: one notice for each time that the game is handed over to them.

A notice says which game it is and that it is the reader's move; nothing of what is asked, of what happened, or of
what any side knows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from time import time
from typing import Any, TypeVar

import msgspec

from .mail import Mail, Smtp, send
from .seatkeeping import Due
from .storage import GameEntry, NotStored, Storage
from .webhook import NotSent, post

MOST_TRIES, MOST_REMINDERS = 5, 3
FIRST_PAUSE = 30.0  # seconds until a notice that failed is tried again; each time four times as long
T = TypeVar("T")
log = logging.getLogger(__name__)


class Post(msgspec.Struct, frozen=True):
    """How notices go out: what the operator has set."""

    smtp: Smtp | None = None
    address: str = ""  # of this server as its players call it, for links
    private: bool = False  # whether webhooks may lead into private networks
    pulse: float = 2.0  # seconds between looks
    pause: float = FIRST_PAUSE


class Notice(msgspec.Struct, frozen=True):
    """The body of a webhook. `id` is the same if it comes twice; `text` and `content` say the same, for chat rooms
    of either kind."""

    id: str
    kind: str  # turn, reminder or time_up
    game: str
    title: str
    side: int
    turn: int
    url: str
    text: str
    content: str


WORDS = {
    "turn": "It is your move in {title} ({when}).",
    "reminder": "Your move is still awaited in {title} ({when}).",
    "time_up": "The time of the other side is up in {title}: you may claim the win.",
}


def notice(due: Due, entry: GameEntry, turn: int) -> Notice:
    kind = "time_up" if due.asked is None else "reminder" if due.stage else "turn"
    url = f"{due.wishes.address}/game/{entry.id}"
    when = f"turn {turn}" if turn else "setting up"
    text = f"{WORDS[kind].format(title=entry.title or 'your game', when=when)} {url}"
    id = f"{entry.id}/{due.side}/{kind}/{due.asked or 0:.0f}/{due.stage}"
    return Notice(id, kind, entry.id, entry.title, due.side, turn, url, text, text)


async def _always() -> bool:
    return True


class Notices:
    """Looks every now and then which notices are due, and sends them."""

    def __init__(self, storage: Storage, post: Post, mine: Callable[[], Awaitable[bool]] = _always):
        """`mine` says whether it is for this server to send them."""
        self._storage, self.post, self._mine = storage, post, mine
        self._reader, self._senders = ThreadPoolExecutor(1, "due"), ThreadPoolExecutor(8, "notices")
        self._task = asyncio.create_task(self._send_on())

    def close(self) -> None:
        self._task.cancel()
        for threads in (self._reader, self._senders):
            threads.shutdown(wait=False, cancel_futures=True)

    async def _send_on(self) -> None:
        while True:
            try:
                found = await _in(self._reader, self._storage.seats.due, time()) if await self._mine() else []
                await asyncio.gather(*(self._call(due) for due in found))
            except NotStored:
                log.warning("notices cannot be looked up now")
            except Exception:
                log.exception("a notice could not be sent")
            await asyncio.sleep(self.post.pulse)

    async def _call(self, due: Due) -> None:
        found = await _in(self._reader, self._storage.named, [due.game])
        entry, standing = found[0] if found else (None, None)
        if entry is None or (standing is not None and standing.over):
            await self._storage.seats.sent(due, None)
            return
        told = notice(due, entry, standing.turn if standing else 0)
        ways = [way for way in due.wishes.channels if not due.left or way in due.left]
        failed = {way: why for way in ways if (why := await self._sent(way, due, told))}
        if failed and due.tries + 1 < MOST_TRIES:
            later, left = time() + self.post.pause * 4**due.tries, ",".join(failed)
            await self._storage.seats.sent(due, later, tries=due.tries + 1, left=left, trouble=_said(failed))
            return
        remind, stage = due.wishes.remind, due.stage + 1
        again = time() + remind if remind and due.asked is not None and stage <= MOST_REMINDERS else None
        await self._storage.seats.sent(due, again, stage=stage, tries=0, left="", trouble=_said(failed) or None)

    async def _sent(self, way: str, due: Due, told: Notice) -> str:
        """Why it could not be sent this way; nothing if it was."""
        try:
            if way == "webhook":
                body = msgspec.json.encode(told)
                await _in(self._senders, post, due.wishes.webhook, body, self.post.private)
            elif not await _in(self._reader, self._storage.seats.unwanted, due.wishes.mail):
                await self.mail(called(due, told))
        except NotSent as error:
            return str(error)
        return ""

    async def mail(self, mail: Mail) -> None:
        if self.post.smtp is None:
            raise NotSent("this server sends no mail")
        await _in(self._senders, send, mail, self.post.smtp)


async def _in(threads: ThreadPoolExecutor, work: Callable[..., T], *args: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, work, *args)


def _said(failed: dict[str, str]) -> str:
    return "; ".join(f"{way}: {why}" for way, why in failed.items())


# --- mails ---------------------------------------------------------------------------------------------------


def called(due: Due, told: Notice) -> Mail:
    address, key = due.wishes.address, due.wishes.key
    text = f"{told.text}\n\nNo more of these mails: {address}/mail/stop/{key}\n"
    return Mail(due.wishes.mail, told.text.removesuffix(told.url), text, f"{address}/api/mail/stop/{key}")


def confirming(mail: str, key: str, address: str) -> Mail:
    """The only mail that goes to an address before its owner has agreed; nobody's words but ours are in it."""
    text = (
        f"Somebody who plays at {address} would like to be told by mail when it is his move, and has named this "
        f"address.\n\nIf that was you, follow this link:\n{address}/mail/confirm/{key}\n\n"
        f"If it was not, do nothing, and nothing will be sent. To have no such question again:\n"
        f"{address}/mail/stop/{key}\n"
    )
    return Mail(mail, "Shall Warhost tell you when it is your move?", text)
