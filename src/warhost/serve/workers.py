"""Who works where, so that people are answered first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class Workers:
    """Threads, each for one kind of work: whoever drags a piece or wants advice waits for no thinker.

    Python runs one thread at a time and hands over every millisecond, so there are few of them: each more that is
    busy makes all others slower.
    """

    def __init__(self, thinkers: int):
        self._rules = ThreadPoolExecutor(1, "rules")
        self._glances = ThreadPoolExecutor(1, "glance")
        self._studies = ThreadPoolExecutor(2, "study")
        self._adviser = ThreadPoolExecutor(1, "adviser")
        self._referee = ThreadPoolExecutor(1, "referee")
        self._thinkers = ThreadPoolExecutor(thinkers, "thinker")

    async def judge(self, work: Callable[..., T], *args: Any) -> T:
        """Answers, and what everybody is told of them."""
        return await self._in(self._rules, work, *args)

    async def glance(self, work: Callable[..., T], *args: Any) -> T:
        """What is asked while a piece is dragged."""
        return await self._in(self._glances, work, *args)

    async def study(self, work: Callable[..., T], *args: Any) -> T:
        """What may take a while: opening a game, reports, rulebooks."""
        return await self._in(self._studies, work, *args)

    async def advise(self, work: Callable[..., T], *args: Any) -> T:
        """A hint somebody waits for."""
        return await self._in(self._adviser, work, *args)

    async def refer(self, work: Callable[..., T], *args: Any) -> T:
        """Situations to be judged: anybody may ask, and it may be long, so they wait for each other only."""
        return await self._in(self._referee, work, *args)

    async def think(self, work: Callable[..., T], *args: Any) -> T:
        """Computer players."""
        return await self._in(self._thinkers, work, *args)

    @staticmethod
    async def _in(threads: ThreadPoolExecutor, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, work, *args)

    def close(self) -> None:
        own = (self._rules, self._glances, self._studies, self._adviser, self._referee, self._thinkers)
        for threads in own:
            threads.shutdown(wait=False, cancel_futures=True)
