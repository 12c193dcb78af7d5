"""Several processes of one server: each holds its share of the games, and nobody notices which."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from warhost.cli.cores import Cores
from warhost.cli.main import cli
from warhost.serve.folder import Turn
from warhost.serve.sharing import Relay, Share, pairs

from .conftest import PERSON, Guest, Server, first_offer, until
from .test_fellows import asked, play

CONFLICT = 409
TWO = ("http://127.0.0.1:1", "http://127.0.0.1:2")


class Process:
    """`warhost serve --cores 2`, its processes and what it says."""

    def __init__(self, folder: Path, *more: str):
        command = [sys.executable, "-u", "-m", "warhost.cli", "serve", "--port", "0", "--no-open", "--cores", "2"]
        self.said = folder.parent / "said"
        with self.said.open("a") as said:
            self.child = subprocess.Popen(
                [*command, "--data-dir", str(folder), *more], stdout=subprocess.PIPE, stderr=said, text=True
            )
        assert self.child.stdout is not None
        laid = re.search(r"http://[0-9.:]+", self.child.stdout.readline())
        assert laid is not None, self.said.read_text()
        self.server = Server(laid[0])

    def workers(self) -> list[int]:
        """The two that hold games, the first of them first."""
        told = subprocess.run(["pgrep", "-P", str(self.child.pid)], capture_output=True, text=True, check=True)
        return sorted(map(int, told.stdout.split()))

    def close(self) -> None:
        self.server.close()
        self.child.kill()
        self.child.wait()


@contextmanager
def serving(folder: Path, *more: str) -> Iterator[Process]:
    made = Process(folder / "games", *more)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("two"), "--metrics") as made:
        made.server.get("/ready")
        yield made


def holder(game: dict[str, Any]) -> int:
    return Share(0, TWO).holder(game["id"])


def one_of_each(server: Server) -> list[dict[str, Any]]:
    """A game that the first process holds, and one of the second."""
    found: dict[int, dict[str, Any]] = {}
    while len(found) < len(TWO):
        game = server.begin()
        found.setdefault(holder(game), game)
    return [found[0], found[1]]


def seated(server: Server, game: dict[str, Any]) -> list[Guest]:
    return [server.sit(game, side) for side in (0, 1)]


def lost(guest: Guest) -> bool:
    """Whether the connection breaks off, without a word."""
    try:
        while True:
            guest.next()
    except ConnectionClosed as end:
        return end.rcvd is None


def alive(process: int) -> bool:
    """Whoever has ended may still be listed, until somebody asks what became of it."""
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return told.stdout.strip()[:1] not in ("", "Z")


# --- shares -------------------------------------------------------------------------------------------------------


def test_every_game_has_one_holder_and_the_games_are_spread() -> None:
    held = [Share(0, TWO).holder(f"game {number}") for number in range(400)]
    assert held == [Share(1, TWO).holder(f"game {number}") for number in range(400)]
    assert 150 < held.count(0) < 250


def test_only_requests_for_games_of_another_are_handed_on() -> None:
    made = pairs(2)
    relay = Relay(Share(0, TWO), made, "/warhost")
    own, other = (next(f"g{n}" for n in range(99) if Share(0, TWO).holder(f"g{n}") == place) for place in (0, 1))
    for said, place in {
        f"GET /api/games/{own}/socket HTTP/1.1\r\n": None,
        f"GET /api/games/{other}/socket?token=x HTTP/1.1\r\n": 1,
        f"GET /warhost/api/games/{other} HTTP/1.1\r\n": 1,
        f"POST /api/campaigns/{other}/battle HTTP/1.1\r\n": 1,
        f"GET /elsewhere/api/games/{other} HTTP/1.1\r\n": None,
        "GET /api/games HTTP/1.1\r\n": None,
        "GET / HTTP/1.1\r\n": None,
        "\x00\xff\n": None,
    }.items():
        assert relay.wanted_at(said.encode("latin1")) == place, said
    for both in made:
        for one in both:
            one.close()


def test_nobody_is_begun_any_more_who_would_not_be_told_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal comes when a process has just died and is to be begun again."""
    cores, forked = Cores(2, tmp_path, "", lambda place: None), list[str]()

    def stopped(*how: Any) -> set[signal.Signals]:
        cores._stop(signal.SIGTERM, None)
        return set()

    monkeypatch.setattr(signal, "pthread_sigmask", stopped)
    monkeypatch.setattr(os, "fork", lambda: forked.append("one more") or 1)
    cores._begin(1)
    assert forked == []


def test_a_turn_is_waited_for(tmp_path: Path) -> None:
    ours, held = Turn(tmp_path), "with Turn(pathlib.Path(sys.argv[1])): print('mine', flush=True); time.sleep(0.5)"
    program = f"import sys, time, pathlib; from warhost.serve.folder import Turn\n{held}"
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdout.readline() == b"mine\n"
        began = time.monotonic()
        with ours:
            assert time.monotonic() - began > 0.3


def test_on_postgresql_servers_share_games_by_themselves() -> None:
    told = CliRunner().invoke(cli, ["serve", "--cores", "2", "--database", "postgresql://nobody@localhost/nothing"])
    assert told.exit_code == 2 and "start a server for each" in told.output


# --- playing ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_games_of_both_are_played_and_read_at_one_address(two: Process) -> None:
    games = one_of_each(two.server)
    for game in games:
        guests = seated(two.server, game)
        watcher = two.server.sit(game)
        play(guests, 4)
        assert watcher.hear("state")["question"] is None
    assert {line["id"] for line in two.server.get("/api/games")} >= {game["id"] for game in games}
    figures = two.server.http.get("/metrics").text
    assert "warhost_rows_written_total 8\n" in figures, "those of both processes"
    assert "warhost_guests 6\n" in figures


@pytest.mark.slow
def test_one_connection_asks_for_games_of_both_in_turn(two: Process) -> None:
    """It is handed to and fro, with all that is kept of it."""
    games = one_of_each(two.server)
    with httpx.Client(base_url=two.server.address, limits=httpx.Limits(max_connections=1)) as http:
        for _ in range(5):
            for game in games:
                assert http.get(f"/api/games/{game['id']}").json()["id"] == game["id"]
                assert http.get("/health").json() == {"state": "alive"}


@pytest.mark.slow
def test_a_request_that_comes_in_pieces_is_handed_on_whole(two: Process) -> None:
    place = urlsplit(two.server.address)
    for game in one_of_each(two.server):
        request = f"GET /api/games/{game['id']} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        with socket.create_connection((place.hostname, place.port), timeout=20) as knocking:
            for byte in request.encode():
                knocking.sendall(bytes([byte]))
                time.sleep(0.002)
            told = knocking.makefile("rb").read()
        assert told.startswith(b"HTTP/1.1 200") and game["id"].encode() in told


@pytest.mark.slow
def test_games_in_which_nobody_has_answered_are_listed_from_both(two: Process) -> None:
    games = one_of_each(two.server)
    held = [{"id": game["id"], "token": game["seats"][0]["token"]} for game in games]
    told = two.server.http.post("/api/mine", json={"games": held}).json()
    assert {game["id"] for game in told["games"]} == {game["id"] for game in games}
    assert all(game["sides"] for game in told["games"])


@pytest.mark.slow
def test_battles_of_a_campaign_are_held_with_it(two: Process) -> None:
    """Whoever comes to the process to which the id of a battle would fall is passed on."""
    wish = {"rulebook": "warband", "seats": [PERSON, PERSON], "rosters": ["lantern_500", "unquiet_500"]}
    met = 0
    for _ in range(8):
        campaign = two.server.http.post("/api/campaigns", json=wish).json()
        token = campaign["seats"][0]["token"]
        reply = two.server.http.post(f"/api/campaigns/{campaign['id']}/battle", json={"token": token})
        if reply.status_code == CONFLICT:  # by the dice somebody chooses the scenario first
            continue
        begun, met = reply.json(), met + 1
        battle = {**campaign, "id": begun["id"]}
        assert two.server.get(f"/api/games/{begun['id']}")["id"] == begun["id"]
        assert two.server.sit(battle, 0).hear("state")["view"]
    assert met


# --- dying --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_process_that_is_killed_comes_back_with_its_games(two: Process) -> None:
    games = one_of_each(two.server)
    dying, other = (seated(two.server, game) for game in games)
    play(dying, 5)
    play(other, 5)
    turn = next(guest for guest in dying if guest.catch_up()["question"])
    question = turn.asked()
    answer = first_offer(question)
    turn.answer(answer)
    os.kill(two.workers()[0], signal.SIGKILL)
    assert all(lost(guest) for guest in dying)
    play(other, 5)
    again = two.server.sit(games[0], dying.index(turn))
    again.hear("state")
    again.say(type="answer", number=question["number"], answer=answer)
    assert again.hear("taken")["again"] is True
    play([again, two.server.sit(games[0], 1 - dying.index(turn))], 5)
    assert "process 1 of the server has ended" in two.said.read_text()


@pytest.mark.slow
def test_when_the_first_is_killed_all_end_and_another_server_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path) as made:
        games = one_of_each(made.server)
        for game in games:
            play(seated(made.server, game), 3)
        workers = made.workers()
        made.child.kill()
        made.child.wait()
        with serving(tmp_path) as again:
            assert not any(alive(worker) for worker in workers)
            for game in games:
                assert again.server.sit(game, 0).hear("welcome")["game"]["id"] == game["id"]
                play(seated(again.server, game), 3)


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL], ids=["asked to", "killed"])
def test_whoever_ends_says_nothing_unneeded(tmp_path: Path, end: signal.Signals) -> None:
    with serving(tmp_path) as made:
        guest = asked(seated(made.server, made.server.begin()))
        guest.say(type="hint")
        for _ in range(4):  # whoever advises stands back behind all else that a busy machine has to do
            with suppress(TimeoutError):
                guest.hear("hint")
                break
        workers = made.workers()
        made.child.send_signal(end)
        made.child.wait(20)
        until(lambda: not any(alive(worker) for worker in workers))
        time.sleep(1)  # until those have ended, too, who worked for them
        assert made.said.read_text() == ""
