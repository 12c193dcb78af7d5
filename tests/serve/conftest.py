"""A server in a thread of its own, and people who talk to it over real sockets."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from warhost.serve import lobby
from warhost.serve.app import make_app
from warhost.serve.door import door, wire
from warhost.serve.limits import Limits
from warhost.serve.notices import Post

from .database import database

__all__ = ["database"]  # a fixture
PATIENCE = 20.0  # seconds: these machines may be busy
PERSON, RANDOM = {"kind": "person"}, {"kind": "computer", "level": "random"}


class Guest:
    """Somebody at a socket: what he hears is kept, and can be waited for."""

    def __init__(self, socket: ClientConnection):
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.state: dict[str, Any] = {}

    def close(self) -> None:
        self.socket.close()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def next(self) -> dict[str, Any]:
        raw = self.socket.recv(timeout=PATIENCE)
        assert isinstance(raw, str)
        message: dict[str, Any] = json.loads(raw)
        self.raw.append(raw)
        self.heard.append(message)
        if message["type"] == "state":
            self.state = message
        return message

    def hear(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; whatever comes before is kept too."""
        while (message := self.next())["type"] != kind:
            pass
        return message

    def catch_up(self) -> dict[str, Any]:
        """How things stand when all that was sent to this guest has come; what is as it was is not sent again."""
        self.say(type="ping")
        self.hear("pong")
        return self.state

    def asked(self) -> dict[str, Any]:
        """The question that is open for this seat, waited for if it must be."""
        while not self.state or (self.state["question"] is None and self.state["result"] is None):
            self.hear("state")
        assert self.state["question"] is not None, "the game is over"
        question: dict[str, Any] = self.state["question"]
        return question

    def answer(self, answer: Any = None, number: int | None = None) -> dict[str, Any]:
        """Answer (with the first offer, if nothing else is said) and wait for how things stand then."""
        question = self.asked()
        reply = first_offer(question) if answer is None else answer
        self.say(type="answer", number=question["number"] if number is None else number, answer=reply)
        while True:
            message = self.next()
            if message["type"] in ("refused", "error"):
                return message
            if message["type"] == "state" and not _still_asks(message, question["number"]):
                return message

    def closed(self) -> int:
        """The code with which the server closes the socket."""
        try:
            while True:
                self.next()
        except ConnectionClosed as end:
            assert end.rcvd is not None
            return end.rcvd.code


def _still_asks(state: dict[str, Any], number: int) -> bool:
    """Others may have moved before this seat's answer came in."""
    return state["question"] is not None and bool(state["question"]["number"] == number)


def first_offer(question: dict[str, Any]) -> Any:
    if question["kind"] == "choose_some":
        return [option["answer"] for option in question["options"][: question["least"] or question["most"]]]
    return (question["suggestions"] or question["options"])[0]["answer"]


class Server:
    """Its address, and shorthands for what tests ask of it."""

    def __init__(self, address: str):
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
        self._open = ExitStack()

    def begin(self, rulebook: str = "magnamund", seats: Any = (PERSON, PERSON), **more: Any) -> dict[str, Any]:
        reply = self.http.post("/api/games", json={"rulebook": rulebook, "seats": list(seats), **more})
        assert reply.status_code == 200, reply.text
        begun: dict[str, Any] = reply.json()
        return begun

    def sit(self, game: dict[str, Any], side: int | None = None) -> Guest:
        """Take a seat of a game just begun, or watch it."""
        return self.connect(game["id"], "" if side is None else game["seats"][side]["token"])

    def connect(self, game: str, token: str = "") -> Guest:
        address = f"{self.address.replace('http', 'ws')}/api/games/{game}/socket"
        whole = f"{address}?token={token}" if token else address
        return Guest(self._open.enter_context(connect(whole, max_size=None, open_timeout=PATIENCE)))

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        reply = self.http.get(path, params=query)
        assert reply.status_code == status, reply.text
        return reply.json()

    def close(self) -> None:
        self._open.close()
        self.http.close()


class _InThread(uvicorn.Server):
    def install_signal_handlers(self) -> None:
        """Signals are the business of the tests."""


def run(
    url: str, limits: Limits, faults: Path | None = None, post: Post | None = None, metrics: bool = False,
    prefix: str = "",
) -> Iterator[Server]:
    app = make_app(url, limits, ("testserver",), faults, post, metrics)
    config = uvicorn.Config(
        app, port=0, log_level="error", ws=wire(limits), ws_max_size=limits.message, http=door(limits),
        root_path=prefix,
    )
    server = _InThread(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    with closing(Server(f"http://127.0.0.1:{port}")) as made:
        yield made
    server.should_exit = True
    thread.join(PATIENCE)


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def steady_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice fall alike in every run of a test, so that none hangs on its luck."""
    games = count(1)
    monkeypatch.setattr(lobby, "fresh_seed", lambda: f"a steady seed for game {next(games)}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("serve")
    yield from run(f"sqlite:///{folder / 'games.db'}", Limits())


@pytest.fixture
def strict_server(tmp_path: Path) -> Iterator[Server]:
    """A server that lets nobody ask for much."""
    limits = Limits(message=4096, rate=5, burst=10, sockets=2, games=3)
    yield from run(f"sqlite:///{tmp_path / 'games.db'}", limits)
