"""However many watch a game, whoever plays it waits for one of them at most."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from warhost.serve.messages import Look

from .conftest import PATIENCE
from .test_dropping import Brake, Visitor, begun, brake, lobby, move

__all__ = ["brake"]  # a fixture
CROWD = 12
LOOK = Look(1, "outlook", (3, 3))


class Diary:
    """What was done at a table, in its order. All of it waits until the first of them may go on."""

    def __init__(self, brake: Brake) -> None:
        self.brake, self.done, self._lock = brake, list[str](), threading.Lock()

    def keep(self, what: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def kept(*args: Any) -> Any:
            with self._lock:
                self.done.append(what)
            return self.brake.hold(work)(*args)

        return kept


def test_an_answer_waits_for_one_who_looks_and_not_for_all(
    tmp_path: Path, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match, diary = await begun(open), Diary(brake)
            monkeypatch.setattr(match, "_seen", diary.keep("look", match._seen))
            monkeypatch.setattr(match.play, "answer", diary.keep("answer", match.play.answer))
            looking = [asyncio.ensure_future(match.look(None, LOOK)) for _ in range(CROWD)]
            await asyncio.to_thread(brake.reached.wait, PATIENCE)
            answer = asyncio.ensure_future(match.answer(*move(match)))
            await asyncio.sleep(0.05)
            brake.free.set()
            assert await answer
            await asyncio.gather(*looking)
            assert diary.done[:2] == ["look", "answer"] and diary.done.count("look") == CROWD

    asyncio.run(play())


def test_who_looks_at_his_own_game_does_not_wait_for_those_who_watch_it(
    tmp_path: Path, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)
            seen, looked = list[int | None](), match._seen

            def noted(side: int | None, look: Look) -> Any:
                seen.append(side)
                return brake.hold(looked)(side, look)

            monkeypatch.setattr(match, "_seen", noted)
            looking = [asyncio.ensure_future(match.look(None, LOOK)) for _ in range(CROWD)]
            await asyncio.to_thread(brake.reached.wait, PATIENCE)
            own = asyncio.ensure_future(match.look(0, LOOK))
            await asyncio.sleep(0.05)
            brake.free.set()
            await asyncio.gather(own, *looking)
            assert seen[:2] == [None, 0]

    asyncio.run(play())


def test_all_who_come_at_once_are_greeted_in_one_go_and_an_answer_waits_for_one(
    tmp_path: Path, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match, diary = await begun(open), Diary(brake)
            monkeypatch.setattr(match, "_greeting", diary.keep("greeting", match._greeting))
            monkeypatch.setattr(match.play, "answer", diary.keep("answer", match.play.answer))
            visitors = [Visitor() for _ in range(CROWD)]
            coming = [asyncio.ensure_future(match.join(visitor)) for visitor in visitors]
            await asyncio.to_thread(brake.reached.wait, PATIENCE)
            answer = asyncio.ensure_future(match.answer(*move(match)))
            await asyncio.sleep(0.05)
            brake.free.set()
            assert await answer
            await asyncio.gather(*coming)
            assert diary.done == ["greeting", "answer"]
            assert all(visitor.heard[0] == visitors[0].heard[0] for visitor in visitors)
            assert b'"type":"welcome"' in visitors[0].heard[0]

    asyncio.run(play())


def test_who_has_come_to_a_seat_is_not_greeted_with_those_who_watch(tmp_path: Path) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match, visitors = await begun(open), [Visitor() for _ in range(3)]
            for visitor, seat in zip(visitors, (None, 0, 1), strict=True):
                visitor.seat = seat  # type: ignore[misc]
            await asyncio.gather(*(match.join(visitor) for visitor in visitors))
            for visitor, seat in zip(visitors, (b"null", b"0", b"1"), strict=True):
                assert b'"seat":' + seat in visitor.heard[0]
                assert sum(b'"type":"welcome"' in told for told in visitor.heard) == 1

    asyncio.run(play())
