"""Who works where, so that people are answered first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from .hands import Shelf, by_book, plainly
from .labour import Apart, Labour, Nearby
from .limits import Limits
from .turns import InTurn

T = TypeVar("T")
THREADS = ((1, "rules"), (1, "glance"), (2, "study"))
POLITE, PATIENT = 5, 10  # how far they stand back behind those who serve people


class Workers:
    """Threads for what needs a game that is open here; processes for what can be told elsewhere.

    Python runs one thread of a process at a time and hands over every few milliseconds, so there are few of them.
    """

    def __init__(self, limits: Limits, shelf: Shelf):
        self._rules, self._glances, self._studies = (_threads(*each) for each in THREADS)

        def labour(count: int, seconds: float, nice: int) -> Labour:
            return Apart(count, seconds, limits.asked_memory, nice) if limits.apart else Nearby(count, shelf)

        def for_visitors(nice: int) -> Labour:
            return InTurn(labour(1, limits.asked_seconds, nice), 1, limits.asks_waiting)

        self._adviser, self._clerk, self._referee = (for_visitors(nice) for nice in (POLITE, POLITE, PATIENT))
        thinkers = labour(limits.thinkers, limits.thought_seconds, PATIENT)
        self._thinkers = InTurn(thinkers, limits.thinkers)

    # --- threads -------------------------------------------------------------------------------------------

    async def judge(self, work: Callable[..., T], *args: Any) -> T:
        """Answers, and what everybody is told of them."""
        return await self._rules.do(work, *args)

    async def glance(self, work: Callable[..., T], *args: Any) -> T:
        """What is asked while a piece is dragged."""
        return await self._glances.do(work, *args)

    async def study(self, work: Callable[..., T], *args: Any) -> T:
        """What may take a while: opening a game, reports, rulebooks."""
        return await self._studies.do(work, *args)

    # --- processes -----------------------------------------------------------------------------------------

    async def advise(self, work: Callable[..., T], *args: Any) -> T:
        """A hint somebody waits for."""
        return await self._adviser.do(work, *args)

    async def write_up(self, work: Callable[..., T], book: str, *args: Any) -> T:
        """What players have written, read by a rulebook: armies for the most part, while they click."""
        return await self._clerk.do(by_book, work, book, *args)

    async def reckon(self, work: Callable[..., T], *args: Any) -> T:
        """Odds of dice, whatever the game."""
        return await self._clerk.do(plainly, work, *args)

    async def refer(self, work: Callable[..., T], book: str, *args: Any) -> T:
        """Situations and records, read by a rulebook: it may be long, so they wait for each other only."""
        return await self._referee.do(by_book, work, book, *args)

    async def think(self, work: Callable[..., T], *args: Any, seconds: float) -> T:
        """Computer players, with so many seconds for their thought."""
        return await self._thinkers.do(work, *args, seconds=seconds)

    async def close(self) -> None:
        threads = (self._rules, self._glances, self._studies)
        processes = (self._adviser, self._clerk, self._referee, self._thinkers)
        await asyncio.gather(*(labour.close() for labour in (*threads, *processes)))


class Threads:
    """Of this process, for games that are open in it."""

    def __init__(self, count: int, name: str):
        self._threads = ThreadPoolExecutor(count, name)

    async def do(self, work: Callable[..., T], *args: Any, seconds: float = 0.0) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _threads(count: int, name: str) -> InTurn:
    """One piece of work more than there are threads is handed to them, so that none waits for the next."""
    return InTurn(Threads(count, name), count + 1)
