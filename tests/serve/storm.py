"""A bad network by seed, and players who keep playing through it: a proxy that delays and cuts lines at any byte, a
server that is killed and comes back, and clients who send twice, late and in the wrong order."""

from __future__ import annotations

import json
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

STEADY = Path(__file__).parents[1] / "web" / "steady.py"
HOST = "127.0.0.1"
DEAD = 60.0  # seconds for which nobody hangs up
SILENCE = 2.0  # seconds without a word after which a client gives up its line
LOST = (WebSocketException, OSError, TimeoutError, EOFError)


class Weather(NamedTuple):
    """How bad it is. Of the lines that are opened so many in a hundred are cut, after about so many kilobytes."""

    cut: int = 70
    kilobytes: float = 25.0  # as they are packed on the line
    slow: float = 0.006  # seconds a parcel may be late
    stall: int = 1  # of a hundred parcels that come `stalled` seconds late
    stalled: float = 0.5
    dead: int = 0  # of a hundred lines that are lost and then stay as they are: nothing comes, nobody hangs up


CALM = Weather(cut=0, slow=0, stall=0)


class Storm:
    """Stands between clients and a server that may move. What it does to a line hangs on its seed and on how many
    lines there were before."""

    def __init__(self, seed: str, weather: Weather):
        self.seed, self.weather, self.target, self.lines, self.cuts = seed, weather, "", 0, 0
        self._open = list[_Line]()
        self._door = socket.create_server((HOST, 0))
        self.address = f"http://{HOST}:{self._door.getsockname()[1]}"
        threading.Thread(target=self._welcome, daemon=True).start()

    def close(self) -> None:
        self._door.close()

    def turns(self, weather: Weather) -> None:
        """From now on it is such; lines of fair days do not outlast them."""
        self.weather = weather
        for line in self._open:
            line.hang_up()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                self.lines += 1
                line = _Line(client, Random(f"{self.seed}/{self.lines}"), self)
                self._open = [one for one in self._open if one.client.fileno() >= 0] + [line]
                threading.Thread(target=line.run, daemon=True).start()


class _Line:
    """One connection, as long as the weather lets it be."""

    def __init__(self, client: socket.socket, chance: Random, storm: Storm):
        self.client, self.chance, self.storm, weather = client, chance, storm, storm.weather
        doomed = chance.randrange(100) < weather.cut
        self.left = chance.expovariate(1 / (1000 * weather.kilobytes)) if doomed else float("inf")
        self.deaf = chance.random() < 0.5  # before it is cut, the server is still heard by nobody
        self.dead = chance.randrange(100) < weather.dead
        self.dropped = threading.Event()

    def hang_up(self) -> None:
        self.dropped.set()
        with suppress(OSError):
            self.client.shutdown(socket.SHUT_RDWR)

    def run(self) -> None:
        port = urlsplit(self.storm.target).port
        with self.client, suppress(OSError), socket.create_connection((HOST, port)) as server:
            other = {self.client: server, server: self.client}
            while self.left > 0:
                ready, _, _ = select.select(list(other), [], [], 30)
                for one in ready:
                    if not self._carry(one, other[one], down=one is server):
                        return
            self.storm.cuts += 1
            if self.deaf:  # what the client says still comes through: it is applied, and nobody hears of it
                self._carry(self.client, server, down=False)
                time.sleep(self.chance.random() * 0.2)
            if self.dead:
                self.dropped.wait(DEAD)

    def _carry(self, one: socket.socket, other: socket.socket, *, down: bool) -> bool:
        parcel = one.recv(16_384)
        if not parcel:
            return False
        weather = self.storm.weather
        late = weather.stalled if self.chance.randrange(100) < weather.stall else weather.slow
        time.sleep(self.chance.random() * late)
        passes = len(parcel) if self.left == float("inf") else min(len(parcel), max(0, int(self.left)))
        self.left -= len(parcel)
        other.sendall(parcel[:passes])
        return True


class House:
    """A server in a process of its own on a folder; it can be killed without a word, and begun again."""

    def __init__(self, folder: Path, storm: Storm):
        self.folder, self.storm = folder, storm
        self._begin()

    def _begin(self) -> None:
        command = [sys.executable, str(STEADY), "serve", "--port", "0", "--data-dir", str(self.folder), "--no-open"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        self.storm.target = next(word for word in said.split() if word.startswith("http")).rstrip("/")

    def killed(self) -> None:
        self.process.kill()
        self.process.wait()
        self._begin()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def stormy(folder: Path, seed: str, weather: Weather) -> Iterator[House]:
    storm = Storm(seed, weather)
    with closing(storm), closing(House(folder, storm)) as house:
        yield house


# --- those who play in it ------------------------------------------------------------------------------------


def post(storm: Storm, path: str, wish: Any, key: str) -> Any:
    """Asked until the reply is heard."""
    while True:
        with suppress(httpx.HTTPError), httpx.Client(base_url=storm.address, timeout=20) as client:
            reply = client.post(path, json=wish, headers={"Idempotency-Key": key})
            assert reply.status_code == 200, reply.text
            return reply.json()


def fetched(storm: Storm, path: str) -> Any:
    while True:
        with suppress(httpx.HTTPError, json.JSONDecodeError), httpx.Client(base_url=storm.address) as client:
            return client.get(path, timeout=20).json()


def chosen(question: dict[str, Any], chance: Random) -> Any:
    if question["kind"] == "choose_some":
        return [option["answer"] for option in question["options"][: question["least"] or question["most"]]]
    offers = question["suggestions"] or question["options"]
    return chance.choice(offers)["answer"]


class Stubborn:
    """A seat whose player decides by his seed, once for each question, and then insists."""

    def __init__(self, storm: Storm, game: str, token: str, side: int, undoes: int = 0):
        address = f"{storm.address.replace('http', 'ws')}/api/games/{game}/socket?token={token}"
        self.address, self.side, self.chance, self.undoes = address, side, Random(f"{storm.seed}/{side}"), undoes
        self.given: dict[int, Any] = {}  # by the number of the question
        self.taken: dict[int, int] = {}  # how often it was said to be news
        self.undone, self.refused = list[int](), list[str]()
        self.result: Any = None
        self.comings = 0

    def play(self) -> None:
        while self.result is None:
            with suppress(*LOST), connect(self.address, max_size=None, open_timeout=SILENCE) as line:
                self.comings += 1
                self._sit(line)
            time.sleep(self.chance.random() * 0.2)

    def _sit(self, line: ClientConnection) -> None:
        pinged = False
        while self.result is None:
            try:
                message = json.loads(line.recv(timeout=SILENCE))
                pinged = False
            except TimeoutError:
                if pinged:
                    return
                line.send('{"type": "ping"}')
                pinged = True
                continue
            self._hear(line, message)

    def _hear(self, line: ClientConnection, message: dict[str, Any]) -> None:
        match message["type"]:
            case "state":
                self.result = message["result"]
                if message["undo_asked_by"] not in (None, self.side):
                    line.send('{"type": "allow_undo", "yes": true}')
                elif message["question"]:
                    self._react(line, message)
            case "taken":
                number = message["number"]
                self.taken[number] = self.taken.get(number, 0) + (not message["again"])
            case "refused":
                self.refused.append(message["why"])

    def _react(self, line: ClientConnection, state: dict[str, Any]) -> None:
        number = state["question"]["number"]
        if number not in self.given and state["can_undo"] and self.chance.randrange(100) < self.undoes:
            self.undone.append(number)
            for _ in range(self.chance.choice((1, 2))):
                line.send(json.dumps({"type": "undo", "number": number}))
            return
        if number not in self.given:
            self.given[number] = chosen(state["question"], self.chance)
        self._insist(line, number)

    def _insist(self, line: ClientConnection, number: int) -> None:
        """Perhaps twice, perhaps an older answer before or after, perhaps gone before anything is heard."""
        says = [number] * self.chance.choice((1, 1, 1, 2))
        if self.chance.random() < 0.1:
            says.insert(self.chance.randrange(2), self.chance.choice(list(self.given)))
        for one in says:
            line.send(json.dumps({"type": "answer", "number": one, "answer": self.given[one]}))
        if self.chance.random() < 0.03:
            line.socket.close()
