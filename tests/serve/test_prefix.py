"""A server behind a proxy that has it under a path of its own: the proxy takes it off, the server puts it on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from warhost.serve.limits import Limits

from .conftest import Server, run

PREFIX = "/games/warhost"


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Server]:
    yield from run(f"sqlite:///{tmp_path / 'games.db'}", Limits(message=4096, record=8192), prefix=PREFIX)


def test_the_page_asks_for_its_parts_under_the_path(behind: Server) -> None:
    for path in ("/", "/game/abc", "/rules/magnamund/mag.fire"):
        text = behind.http.get(path).text
        assert f'src="{PREFIX}/app.js"' in text and '="/app.js"' not in text


def test_without_one_the_page_asks_for_them_at_the_root(server: Server) -> None:
    assert 'src="/app.js"' in server.http.get("/game/abc").text


def test_requests_and_sockets_are_as_ever(behind: Server) -> None:
    game = behind.begin()
    behind.sit(game, 0).hear("state")
    covers = [book["cover"] for book in behind.get("/api/rulebooks")]
    assert {behind.http.get(path).status_code for path in ("/app.js", *covers)} == {200}


def test_what_may_be_larger_may_be_so_under_a_path_too(behind: Server) -> None:
    assert behind.http.post("/api/records", content=b" " * 5000).status_code == 400
    assert behind.http.post("/api/games", content=b" " * 5000).status_code == 413
    assert behind.http.get("/api/games").headers["cache-control"] == "no-store"
