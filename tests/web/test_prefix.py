"""The page behind a proxy that has the server under a path of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from .conftest import serving
from .visitor import SIZE, Visitor

pytestmark = pytest.mark.slow
PREFIX = b"/games/warhost"
FRIENDS_LINK = """async () => {
  const found = ["campaign_seats", "html", "prefs"].map((name) => import(`/games/warhost/${name}.js`));
  const [{ Invitations }, { html, render }, { remember }] = await Promise.all(found);
  remember("isles", { invites: [{ side: 1, token: "secret" }] });
  const place = document.createElement("div");
  render(html`<${Invitations} id="isles" told=${{ account: { parties: [] } }} />`, place);
  return place.querySelector("input").value;
}"""


@contextmanager
def proxy(port: int) -> Iterator[int]:
    """Takes the path off the first line of each request and passes the rest on."""
    loop, ready, where = asyncio.new_event_loop(), threading.Event(), list[int]()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(65536):
            writer.write(said)
            await writer.drain()
        writer.close()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there = await asyncio.open_connection("127.0.0.1", port)
        verb, path, version = (await reader.readline()).split(b" ", 2)
        upgrade = b"" if b"/socket" in path else b"Connection: close\r\n"  # else a second request would follow
        there.write(b" ".join((verb, path.removeprefix(PREFIX), version)) + upgrade)
        headers = await reader.readuntil(b"\r\n\r\n")
        lines = headers.split(b"\r\n")
        there.write(b"\r\n".join(one for one in lines if not upgrade or not one.lower().startswith(b"connection")))
        await asyncio.gather(pump(reader, there), pump(there_reader, writer), return_exceptions=True)

    async def listen() -> None:
        server = await asyncio.start_server(pass_on, "127.0.0.1", 0)
        where.append(server.sockets[0].getsockname()[1])
        ready.set()

    loop.create_task(listen())
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    ready.wait(10)
    yield where[0]
    loop.call_soon_threadsafe(loop.stop)
    thread.join(5)


def test_a_game_is_begun_and_opened_again_under_a_path(browser: Browser, tmp_path: Path) -> None:
    with (
        serving(tmp_path, more=("--prefix", PREFIX.decode())) as running,
        proxy(int(running.address.rpartition(":")[2])) as port,
    ):
        visitor = Visitor(browser.new_context(viewport=SIZE), f"http://127.0.0.1:{port}{PREFIX.decode()}")
        game = visitor.play_now("threeplains")
        visitor.wait_for_question()
        visitor.go(f"/game/{game}")
        visitor.wait_for_question()
        assert visitor.page.url == f"http://127.0.0.1:{port}{PREFIX.decode()}/#/game/{game}"
        assert visitor.page.evaluate(FRIENDS_LINK) == f"{visitor.address}/#/campaign/isles/secret"
        assert not visitor.faults
        visitor.context.close()
