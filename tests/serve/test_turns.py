"""Visitors are served in turn, one address after the other, however much each has asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from warhost.serve.errors import Wrong
from warhost.serve.turns import InTurn, asking

from .conftest import Server

MANY = 3


class Desk:
    """Work that is done when somebody says so."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.done = asyncio.Semaphore(0)

    async def do(self, work: Callable[..., Any], *args: Any, seconds: float = 0.0) -> Any:
        self.begun.append(asking.get())
        await self.done.acquire()
        return work(*args)

    async def close(self) -> None:
        return


class Visitors:
    def __init__(self, count: int = 1, many: int | None = MANY):
        self.desk = Desk()
        self.row = InTurn(self.desk, count, many)

    async def ask(self, who: str) -> asyncio.Task[Any]:
        async def one() -> Any:
            asking.set(who)
            return await self.row.do(abs, -3)

        task = asyncio.create_task(one())
        await asyncio.sleep(0)
        return task

    async def serve(self, times: int) -> None:
        for _ in range(times):
            self.desk.done.release()
            for _ in range(5):
                await asyncio.sleep(0)


def played(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(scene())


def test_who_asks_for_much_waits_for_himself() -> None:
    async def scene() -> None:
        visitors = Visitors()
        for who in ("much", "much", "much", "much", "once", "twice", "twice"):
            await visitors.ask(who)
        await visitors.serve(7)
        assert visitors.desk.begun == ["much", "much", "once", "twice", "much", "twice", "much"]

    played(scene)


def test_as_many_are_at_work_as_there_are_hands() -> None:
    async def scene() -> None:
        visitors = Visitors(count=2)
        asked = [await visitors.ask(who) for who in "abc"]
        assert visitors.desk.begun == ["a", "b"]
        await visitors.serve(3)
        assert [task.result() for task in asked] == [3, 3, 3]
        await visitors.ask("d")
        await visitors.ask("e")
        assert visitors.desk.begun[3:] == ["d", "e"]
        await visitors.serve(2)

    played(scene)


def test_of_one_address_only_so_many_wait_and_others_do_not_mind() -> None:
    async def scene() -> None:
        visitors = Visitors()
        asked = [await visitors.ask("much") for _ in range(1 + MANY + 1)]
        await asyncio.sleep(0)
        assert [task.done() for task in asked] == [False] * (1 + MANY) + [True]
        with pytest.raises(Wrong, match="wait a moment") as refused:
            asked[-1].result()
        assert refused.value.status == 429
        assert not (await visitors.ask("once")).done()
        await visitors.serve(1 + MANY + 1)
        assert sorted(visitors.desk.begun) == ["much"] * (1 + MANY) + ["once"]

    played(scene)


@pytest.mark.parametrize("late", [False, True], ids=["while he waits", "when his turn has just come"])
def test_who_waits_no_longer_leaves_his_turn_to_the_next(late: bool) -> None:
    async def scene() -> None:
        visitors = Visitors()
        first, gone, last = [await visitors.ask(who) for who in ("first", "gone", "last")]
        if late:
            visitors.desk.done.release()
            while not visitors.row._free and "gone" in visitors.row._waiting:
                await asyncio.sleep(0)
        gone.cancel()
        await visitors.serve(2)
        assert first.done() and last.done() and visitors.desk.begun == ["first", "last"]
        await visitors.ask("again")
        assert visitors.desk.begun[-1] == "again"
        await visitors.serve(1)

    played(scene)


def test_when_all_are_called_off_at_once_nobody_comes_to_harm() -> None:
    """As a server does that is stopped: whoever is at work ends before the others have heard of it."""

    async def scene() -> None:
        visitors = Visitors()
        asked = [await visitors.ask(who) for who in ("much", "much", "once", "much", "twice", "twice")]
        for task in asked[:-1]:
            task.cancel()
        found = await asyncio.gather(*asked[:-1], return_exceptions=True)
        assert [type(one) for one in found] == [asyncio.CancelledError] * (len(asked) - 1)
        await visitors.serve(1)
        assert asked[-1].result() == 3 and visitors.desk.begun == ["much", "twice"]
        again = await visitors.ask("again")
        await visitors.serve(1)
        assert again.result() == 3 and visitors.row._waiting == {}

    played(scene)


def test_whatever_is_done_is_for_the_address_that_asks(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server.get("/api/rulebooks")  # what the server reads for itself when it starts is done by then
    asked, turn = list[str](), InTurn._turn

    async def noted(row: InTurn, who: str) -> None:
        asked.append(who)
        await turn(row, who)

    monkeypatch.setattr(InTurn, "_turn", noted)
    game = server.begin()
    guests = [server.sit(game, side) for side in (0, 1)]
    for guest in guests:
        guest.hear("state")
    turn_of = next(guest for guest in guests if guest.state["question"])
    turn_of.say(type="hint")
    turn_of.hear("hint")
    assert asked and set(asked) == {"127.0.0.1"}
