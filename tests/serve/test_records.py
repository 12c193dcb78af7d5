"""A record from a file is looked at, never added to, and played on by whoever likes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from warhost.engine.game import Game
from warhost.engine.record import record
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.serve.limits import Limits

from .conftest import RANDOM, Server, run

BOOK: Any = rulebook("magnamund")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from run(f"sqlite:///{tmp_path_factory.mktemp('records') / 'games.db'}", Limits())


@pytest.fixture(scope="module")
def saved() -> bytes:
    """A battle that was saved in the middle of it."""
    game: Game[Any, Any] = Game(BOOK, BOOK.setup(None, {}), "a seed")
    game.play([RandomPlayer("a"), RandomPlayer("b")], until=lambda now: len(now.steps) >= 8)
    return msgspec.json.encode(record(game, ("random", "random")))


def opened(table: Server, body: bytes, status: int = 200) -> Any:
    reply = table.http.post("/api/records", content=body)
    assert reply.status_code == status, reply.text
    return reply.json()


def test_every_step_of_it_can_be_looked_at_and_nothing_is_asked(table: Server, saved: bytes) -> None:
    game = opened(table, saved)
    assert opened(table, saved)["id"] == game["id"]
    assert not any(seat.get("token") for seat in game["seats"])
    steps = table.get(f"/api/games/{game['id']}/at/0")["steps"]
    assert steps >= 8 and table.get(f"/api/games/{game['id']}/at/8")["view"]["pieces"]
    guest = table.connect(game["id"])
    assert guest.hear("state")["waiting"] == [] and guest.state["question"] is None
    assert game["id"] not in [one["id"] for one in table.get("/api/games")]


def test_it_is_played_on_by_whoever_likes(table: Server, saved: bytes) -> None:
    game = opened(table, saved)
    wish = {"step": 5, "seats": [RANDOM, {"kind": "person"}]}
    fork = table.http.post(f"/api/games/{game['id']}/fork", json=wish).json()
    assert [bool(seat.get("token")) for seat in fork["seats"]] == [False, True]
    assert table.sit(fork, 1).asked()["side"] == 1


def test_it_is_still_there_after_a_restart(tmp_path: Path, saved: bytes) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    for server in run(url, Limits()):
        game = opened(server, saved)
    for server in run(url, Limits()):
        assert server.get(f"/api/games/{game['id']}/at/3")["steps"] >= 8


def changed(saved: bytes, **more: Any) -> bytes:
    return json.dumps({**json.loads(saved), **more}).encode()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"hello", "not understood"),
        (b"[" * 5000, "not understood"),
        (b"{}", "not a record"),
        (b'{"format": "warhost-record", "version": 99}', "version"),
    ],
)
def test_what_is_no_record_is_refused(table: Server, body: bytes, why: str) -> None:
    assert why in opened(table, body, 400)["error"]["why"]


def test_one_that_was_altered_is_refused(table: Server, saved: bytes) -> None:
    assert "altered" in opened(table, changed(saved, seed="another"), 400)["error"]["why"]
    assert "altered" in opened(table, changed(saved, setup={}), 400)["error"]["why"]


def test_a_file_that_is_too_large_is_turned_away(table: Server) -> None:
    opened(table, b" " * (4 * 1024 * 1024 + 1), 413)
