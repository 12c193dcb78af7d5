"""Whoever drags a piece or wants a hint waits for no computer that thinks, and nobody takes all there is."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from operator import mul
from typing import Any, TypeVar

import pytest

from warhost.engine.rulebook import rulebook
from warhost.serve.books import offer
from warhost.serve.errors import Wrong
from warhost.serve.hands import Shelf, plainly
from warhost.serve.labour import WorkFailed
from warhost.serve.limits import Limits
from warhost.serve.workers import Workers

T = TypeVar("T")
LIMITS = Limits(apart=True, thinkers=1, thought_seconds=0.2, asked_seconds=0.5, asked_memory=600)


def among(work: Callable[[Workers], Awaitable[T]], limits: Limits = LIMITS) -> T:
    """What comes of some work among workers of its own."""

    async def alone() -> T:
        workers = Workers(limits, Shelf(rulebook))
        try:
            return await work(workers)
        finally:
            await workers.close()

    return asyncio.run(alone())


@pytest.mark.parametrize("kind", ["judge", "glance", "study", "reckon"])
def test_people_do_not_wait_for_computers(kind: str) -> None:
    async def beside_thinkers(workers: Workers) -> int:
        busy = [asyncio.create_task(workers.think(plainly, time.sleep, 60, seconds=60)) for _ in range(3)]
        try:
            return int(await asyncio.wait_for(getattr(workers, kind)(os.getpid), 20))
        finally:
            for task in busy:
                task.cancel()

    assert among(beside_thinkers)


def test_what_takes_too_long_is_stopped_and_the_next_is_served() -> None:
    async def twice(workers: Workers) -> int:
        with pytest.raises(Wrong, match="longer than this server waits") as refused:
            await workers.advise(plainly, time.sleep, 60)
        assert refused.value.status == 503
        return await workers.advise(plainly, abs, -3)

    assert among(twice) == 3


def test_a_player_has_his_own_time_beside_it() -> None:
    assert among(lambda workers: workers.think(plainly, time.sleep, 0.6, seconds=5.0)) is None


def test_what_takes_too_much_memory_is_refused_and_the_next_is_served() -> None:
    async def twice(workers: Workers) -> bytes:
        with pytest.raises(Wrong, match="more memory") as refused:
            await workers.reckon(mul, b"x", 2_000_000_000)
        assert refused.value.status == 413
        return await workers.reckon(mul, b"x", 3)

    assert among(twice, Limits(apart=True, asked_memory=600)) == b"xxx"


def test_who_is_killed_does_not_take_the_others_along() -> None:
    async def twice(workers: Workers) -> int:
        with pytest.raises(Wrong, match="has been stopped"):
            await workers.reckon(os._exit, 9)
        return await workers.reckon(abs, -3)

    assert among(twice, Limits(apart=True)) == 3


def test_a_fault_of_the_program_comes_back_with_its_traceback() -> None:
    async def divided(workers: Workers) -> Any:
        return await workers.reckon(divmod, 1, 0)

    with pytest.raises(WorkFailed, match="ZeroDivisionError"):
        among(divided, Limits(apart=True))


def test_a_rulebook_is_named_and_not_sent() -> None:
    assert among(lambda workers: workers.write_up(offer, "magnamund"), Limits(apart=True)).id == "magnamund"

