"""Those who do what may take long or much: computer players, advice, and whatever strangers ask for."""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import forkserver
from typing import Any, Protocol, TypeVar

from pebble import ProcessExpired, ProcessPool

from .errors import Wrong
from .hands import FAULT, Failed, Shelf, told

if sys.platform != "win32":
    import resource

T = TypeVar("T")
PRELOADED = "warhost.serve.preloaded"
CLEARED_AWAY = "ignore:resource_tracker:UserWarning"
"""What a server that was killed could not put away is cleared away after it; nothing need be said of that."""
MEGABYTE = 1024 * 1024
TOO_LONG = "that takes longer than this server waits ({seconds:g} seconds); ask for less"
LOST = "whoever worked it out has been stopped; ask again, or for less"


class WorkFailed(RuntimeError):
    """A fault of this program, wherever it happened; the message is its traceback."""


class Labour(Protocol):
    """Work of one kind. Each begins with the shelf of rulebooks where it is done (`hands.py`)."""

    async def do(self, work: Callable[..., T], *args: Any, seconds: float = 0.0) -> T:
        """Whoever stops waiting for it stops it, if he can."""
        ...

    async def close(self) -> None: ...


class Nearby:
    """Threads of this process, without limits: for rulebooks that no other process could find."""

    def __init__(self, count: int, shelf: Shelf):
        self._threads, self._shelf = ThreadPoolExecutor(count, "labour"), shelf

    async def do(self, work: Callable[..., T], *args: Any, seconds: float = 0.0) -> T:
        loop = asyncio.get_running_loop()
        return _heard(await loop.run_in_executor(self._threads, told, self._shelf, work, args))

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class Apart:
    """Processes, with so many seconds for each piece of work and so many megabytes.

    They are begun when they are first needed. Work that takes too much is stopped; the next finds another process.
    """

    def __init__(self, count: int, seconds: float, megabytes: int, nice: int):
        self._count, self._seconds, self._bounds = count, seconds, (megabytes * MEGABYTE, nice)
        self._pool: ProcessPool | None = None
        self._beginning = asyncio.Lock()

    async def do(self, work: Callable[..., T], *args: Any, seconds: float = 0.0) -> T:
        limit, pool = self._seconds + seconds, await self._begun()
        try:
            done: T | Failed = await asyncio.wrap_future(pool.schedule(_apart, (work, args), timeout=limit))
        except TimeoutError:
            raise Wrong(503, TOO_LONG.format(seconds=limit)) from None
        except ProcessExpired:
            raise Wrong(503, LOST) from None
        return _heard(done)

    async def _begun(self) -> ProcessPool:
        async with self._beginning:
            if self._pool is None:
                pool = ProcessPool(self._count, initializer=_modest, initargs=self._bounds, context=_context())
                await asyncio.to_thread(lambda: pool.active)  # looking at it begins it, which may take a moment
                self._pool = pool
        return self._pool

    async def close(self) -> None:
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]
            await asyncio.to_thread(self._pool.join)


def _heard(done: T | Failed) -> T:
    if not isinstance(done, Failed):
        return done
    if done.status == FAULT:
        raise WorkFailed(done.why)
    raise Wrong(done.status, done.why, done.rule, done.faults)


def prepare() -> None:
    """Begin to read the rulebooks in the process from which others are forked; nobody waits for it."""
    if _context().get_start_method() == "forkserver":
        forkserver.ensure_running()


def _context() -> Any:
    """Forked from a process that has read all rulebooks, where there is such a thing: they are ready at once."""
    if CLEARED_AWAY not in sys.warnoptions:  # handed on to every interpreter that is begun from here
        sys.warnoptions.append(CLEARED_AWAY)
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([PRELOADED])
    return context


def _apart(work: Callable[..., T], args: tuple[Any, ...]) -> T | Failed:
    """Named here, so that whoever sends it need not read the rulebooks, as `preloaded` does."""
    done: T | Failed = importlib.import_module(PRELOADED).done_here(work, args)
    return done


def _modest(memory: int, nice: int) -> None:
    """Those who serve people go first, and nobody takes all the memory."""
    if sys.platform != "win32":
        os.nice(nice)
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
