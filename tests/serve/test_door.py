"""Whoever does not come to the point is let go, and nobody takes the room of all others."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.exceptions import ConnectionClosed

from warhost.serve.door import door, wire
from warhost.serve.limits import Bucket, Limits, household
from warhost.serve.logs import Sparing
from warhost.serve.sharing import Relay

from .conftest import PATIENCE as PATIENCE_OF_TESTS
from .conftest import PERSON, RANDOM, Server, run, until

PATIENCE = 0.6
LONG, NARROW = 1_000_000, 8192  # bytes of a reply, and of what a machine keeps of it on its way


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little room, that waits for nobody."""
    folder: Path = tmp_path_factory.mktemp("narrow")
    limits = Limits(patience=PATIENCE, address=40, sockets=4, looks=1, asks=0.1, asks_at_once=3)
    yield from run(f"sqlite:///{folder / 'games.db'}", limits, metrics=True)


def knock(server: Server, said: bytes) -> socket.socket:
    place = urlsplit(server.address)
    assert place.hostname and place.port
    knocking = socket.create_connection((place.hostname, place.port), timeout=20)
    knocking.sendall(said)
    return knocking


def let_go(knocking: socket.socket) -> bool:
    """Whether the server closes the connection before this test loses its patience."""
    try:
        while knocking.recv(4096):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /health HTTP/1.1\r\nHost: local",
        b"POST /api/mine HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n{",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /health HT",
    ],
    ids=["silent", "half a head", "half a body", "half of a second request"],
)
def test_a_request_that_does_not_come_in_full_is_not_waited_for(narrow: Server, said: bytes) -> None:
    began = time.monotonic()
    assert let_go(knock(narrow, said))
    assert time.monotonic() - began >= PATIENCE - 0.1


def test_bytes_that_trickle_in_do_not_lengthen_it(narrow: Server) -> None:
    knocking = knock(narrow, b"GET /health HTTP/1.1\r\n")
    with pytest.raises(OSError):
        for _ in range(200):
            knocking.sendall(b"X-More: 1\r\n")
            time.sleep(0.05)


def test_a_table_outlasts_that_patience(narrow: Server) -> None:
    guest = narrow.sit(narrow.begin(), 0)
    guest.hear("state")
    time.sleep(2 * PATIENCE)
    assert guest.catch_up()["type"] == "state"


def test_one_address_has_its_share_of_connections(narrow: Server) -> None:
    there = [knock(narrow, b"GET") for _ in range(90)]
    time.sleep(0.2)
    assert 0 < sum(_is_open(one) for one in there) <= 40
    for one in there:
        one.close()
    time.sleep(0.2)
    assert narrow.get("/health") == {"state": "alive"}


def _is_open(knocking: socket.socket) -> bool:
    knocking.setblocking(False)
    try:
        return knocking.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_a_table_has_so_many_places_however_fast_they_come(narrow: Server) -> None:
    game = narrow.begin()
    guests = [narrow.connect(game["id"]) for _ in range(9)]
    welcomed = 0
    for guest in guests:
        with suppress(ConnectionClosed):
            welcomed += guest.next()["type"] == "welcome"
    assert welcomed == 4


def test_watchers_share_what_they_may_look_at_and_players_do_not_mind(narrow: Server) -> None:
    game = narrow.begin()
    player, watcher = narrow.sit(game, 0), narrow.sit(game)
    look = {"type": "look", "id": 1, "what": "reach", "from": [0, 0]}
    for guest in (player, watcher):
        guest.hear("state")
        for _ in range(6):
            guest.say(**look)
    told = [watcher.next() for _ in range(6)]
    assert "many are looking" in told[-1].get("why", "")
    assert not any("many are looking" in player.next().get("why", "") for _ in range(6))


class Elsewhere:
    """Another process, which is handed whoever asks for it."""

    def __init__(self) -> None:
        self.handed: list[bytes] = []

    def wanted_at(self, said: bytes) -> int | None:
        return 1 if b" /elsewhere " in said else None

    def hand_on(self, place: int, connection: int, said: bytes) -> bool:
        self.handed.append(said)
        return True


async def long_story(scope: Any, receive: Any, send: Any) -> None:
    headers = [(b"content-length", b"%d" % LONG)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"x" * LONG})


async def long_talk(scope: Any, receive: Any, send: Any) -> None:
    """The same over a socket, in pieces."""
    await receive()
    await send({"type": "websocket.accept"})
    for _ in range(10):
        await send({"type": "websocket.send", "text": "x" * (LONG // 10)})
    await receive()


@contextmanager
def telling(
    story: Any, door: type[H11Protocol], patience: float = PATIENCE
) -> Iterator[tuple[uvicorn.Server, socket.socket]]:
    """A server of which a machine keeps little on its way, and a connection to it."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, NARROW)
    config = uvicorn.Config(story, lifespan="off", log_level="error", http=door, ws=wire(Limits(patience=patience)))
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until(lambda: server.started)
    with socket.socket() as knocking:
        knocking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW)
        knocking.settimeout(PATIENCE_OF_TESTS)
        knocking.connect(listener.getsockname())
        yield server, knocking
    server.should_exit = True
    thread.join(PATIENCE_OF_TESTS)


def test_whoever_has_not_heard_all_is_not_handed_on() -> None:
    """He asks for more before he has read the reply, most of which waits here for him to do so."""
    elsewhere = Elsewhere()
    with telling(long_story, door(Limits(), (), cast(Relay, elsewhere))) as (_, knocking):
        for path in ("here", "elsewhere"):
            knocking.sendall(f"GET /{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            time.sleep(0.3)
        assert _told(knocking, 2 * LONG) == 2 * LONG and elsewhere.handed == []
        knocking.sendall(b"GET /elsewhere HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: len(elsewhere.handed) == 1)


UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
STORIES = pytest.mark.parametrize(
    ("story", "more"), [(long_story, b""), (long_talk, UPGRADE)], ids=["request", "socket"]
)


@STORIES
def test_whoever_asks_and_does_not_read_is_let_go_with_all_that_waits_for_him(story: Any, more: bytes) -> None:
    with telling(story, door(Limits(patience=PATIENCE))) as (server, knocking):
        knocking.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % more)
        until(lambda: bool(server.server_state.connections))
        until(lambda: not server.server_state.connections)
        assert _told(knocking, LONG) < LONG


@pytest.mark.slow
@STORIES
def test_whoever_reads_slowly_is_told_all(story: Any, more: bytes) -> None:
    patience = 4 * PATIENCE
    with telling(story, door(Limits(patience=patience)), patience) as (_, knocking):
        knocking.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % more)
        began, told = time.monotonic(), 0
        while told < LONG:
            heard = _told(knocking, min(LONG // 10, LONG - told))
            assert heard, f"let go after {told} bytes"
            told += heard
            time.sleep(patience / 5)
        assert time.monotonic() - began > patience


def test_what_somebody_sends_is_not_sent_back_to_him_in_full(narrow: Server) -> None:
    game = narrow.begin()
    guests = [narrow.sit(game, side) for side in (0, 1)]
    for guest in guests:
        guest.hear("state")
    asked = next(guest for guest in guests if guest.state["question"] is not None)
    asked.say(type="answer", number=asked.state["number"], answer="z" * 50_000)
    assert len(asked.hear("refused")["why"]) < 1100


def _told(knocking: socket.socket, most: int) -> int:
    """How much is told of the story, which is of one letter that no head has, until the line is closed."""
    count = 0
    while count < most and (more := knocking.recv(65536)):
        count += more.count(b"x")
    return count


def test_dear_requests_are_rationed_for_each_address(narrow: Server) -> None:
    ask = {"dice": 1, "tests": []}
    said = [narrow.http.post("/api/odds", json=ask).status_code for _ in range(5)]
    assert said[3:] == [429, 429] and 429 not in said[:3]
    begun = narrow.http.post("/api/games", json={"rulebook": "magnamund", "seats": [PERSON, PERSON]})
    assert begun.status_code == 200


def test_the_server_says_how_it_fares(narrow: Server) -> None:
    assert narrow.get("/health") == {"state": "alive"}
    assert narrow.get("/ready") == {"state": "ready"}
    before = figures(narrow)
    guest = narrow.sit(narrow.begin(seats=(PERSON, RANDOM)), 0)
    guest.answer()
    after = figures(narrow)
    assert after["warhost_games_open"] == before["warhost_games_open"] + 1
    assert after["warhost_guests"] == before["warhost_guests"] + 1
    assert after["warhost_rows_written_total"] > before["warhost_rows_written_total"]
    assert after["warhost_writes_failed_total"] == 0


def figures(server: Server) -> dict[str, float]:
    told = server.http.get("/metrics")
    assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line.split() for line in told.text.splitlines() if not line.startswith("#")]
    return {name: float(figure) for name, figure in lines}


def test_how_much_there_is_to_do_is_told_only_where_that_is_wanted(server: Server) -> None:
    assert server.http.get("/metrics").status_code == 404


def test_the_same_complaint_is_written_down_only_so_often_a_minute() -> None:
    now = [0.0]
    sparing = Sparing(lines=3, clock=lambda: now[0])

    def complains() -> logging.LogRecord | None:
        record = logging.LogRecord("door", logging.WARNING, "", 0, "Invalid request", None, None)
        return record if sparing.filter(record) else None

    assert [complains() is not None for _ in range(5)] == [True, True, True, False, False]
    other = logging.LogRecord("door", logging.WARNING, "", 0, "Something else", None, None)
    assert sparing.filter(other)
    now[0] = 60.0
    again = complains()
    assert again is not None and "2 times more" in again.getMessage()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("10.0.0.1", "10.0.0.2", False),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff:ffff:ffff:ffff", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("", "unix", False),
    ],
)
def test_addresses_of_one_network_are_one_visitor(one: str, other: str, same: bool) -> None:
    assert (household(one) == household(other)) is same


def test_a_bucket_never_holds_more_than_its_brim() -> None:
    now = [0.0]
    bucket = Bucket(1.0, 2, lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 100.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
