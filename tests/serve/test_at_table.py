"""Whatever looks at a game waits until nobody is at it: what is under way may come to nothing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request

from warhost.engine.book import Result
from warhost.serve import app
from warhost.serve.errors import Wrong
from warhost.serve.limits import Visitors
from warhost.serve.match import Match
from warhost.serve.telling import Mark

from .test_dropping import begun, lobby, move, written

OVER = Result(0, "", "all others have fled")


class Watcher:
    """Somebody without a seat, and what he has heard."""

    seat: int | None = None
    mark: Mark | None = None
    brought = ""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def dismiss(self) -> None: ...

    @property
    def kinds(self) -> list[str]:
        """Of the lines that were told him."""
        return [line["kind"] for message in self.heard for line in message.get("lines", [])]


def request(match: Match, **body: Any) -> Request:
    state = SimpleNamespace(beginners=Visitors(1.0, 9))
    scope = {
        "type": "http", "method": "POST", "path": "/", "headers": [], "query_string": b"",
        "path_params": {"id": match.entry.id}, "app": SimpleNamespace(state=state),
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}

    return Request(scope, receive)


async def others_go_on() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.parametrize("wanted", [app.game_record, app.game_report, app.fork])
def test_a_game_is_over_when_its_last_answer_is_written(wanted: app.Handler, tmp_path: Path) -> None:
    """Somebody asks for the record, seed and all, while an answer that would end the game cannot be written."""

    async def play() -> None:
        async with lobby(tmp_path) as open:
            match = await begun(open)

            async def ending_in_vain() -> asyncio.Future[Any]:
                match.play.claimed = OVER
                asking = asyncio.ensure_future(wanted(open, request(match, step=0)))
                await others_go_on()
                match.play.claimed = None
                return asking

            with pytest.raises(Wrong, match="not over"):
                await (await match.at_table(ending_in_vain))

    asyncio.run(play())


def test_that_chance_has_answered_is_told_when_nobody_is_at_the_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match, watcher, free = await begun(open), Watcher(), asyncio.Event()
            await match.join(watcher)
            side, number, reply = move(match)
            answering = asyncio.ensure_future(match._computers._give(side, number, reply, by_chance=True))
            await others_go_on()
            looking = asyncio.ensure_future(match.at_table(free.wait))
            while not written(open, match):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            assert "Fault" not in watcher.kinds
            free.set()
            await asyncio.gather(answering, looking)
            assert "Fault" in watcher.kinds

    asyncio.run(play())


def test_of_whoever_leaves_while_he_is_told_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with lobby(tmp_path) as open:
            match, watcher, told = await begun(open), Watcher(), Match._news
            await match.join(watcher)
            loop = asyncio.get_running_loop()

            def gone_meanwhile(self: Match, listeners: list[tuple[int | None, Mark]]) -> list[list[bytes]]:
                loop.call_soon_threadsafe(match.leave, watcher)
                return told(self, listeners)

            monkeypatch.setattr(Match, "_news", gone_meanwhile)
            await match.at_table(match._tell_everybody)
            assert match._last_state == {} and match.guests == []

    asyncio.run(play())
