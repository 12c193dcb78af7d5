"""Do answers survive clients that drop and servers that are killed? Honest players check, answer and drop.

    python bench/drops.py [--minutes 10] [--tables 6] [--kill-every 20] [--database URL] [--cores 1]

A server of its own, on this machine only, is played at for so long; every now and then it is killed without warning
and started again, or one of its processes is. A player who has not heard that his answer was taken sends it again;
some sit at two screens that do not agree, and some say again what was answered long ago, or answer what nobody has
asked yet. At last every game is read from disk: each answer that was acknowledged must be in the log exactly once,
nothing may be there that nobody sent, every record must verify, and the server must not have complained. It ends
with 1 if anything is amiss.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import sqlalchemy as sql
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from warhost.engine.record import record, reopen
from warhost.engine.rulebook import rulebook
from warhost.serve.play import Play
from warhost.serve.storage import GAMES, Row, Storage

PERSON, COMPUTER = {"kind": "person"}, {"kind": "computer", "level": "random"}
WISHES = (
    {"rulebook": "magnamund", "seats": [PERSON, PERSON]},
    {"rulebook": "magnamund", "seats": [PERSON, COMPUTER]},
    {"rulebook": "threeplains", "seats": [PERSON, PERSON]},
    {"rulebook": "warband", "seats": [PERSON, PERSON]},
    {"rulebook": "missum", "seats": [PERSON, PERSON]},
    {"rulebook": "regiments", "seats": [PERSON, PERSON]},
)
CHECKED, DROPPED, LEFT, TAKEN_BACK = 0.5, 0.15, 0.02, 0.02  # how often
OUT_OF_TURN, TWO_SCREENS = 0.1, 0.5
STRAYS = 0.5  # seconds between requests whose sender does not wait for the reply
EARLY = 900_000  # the number of a question that nobody is asked
SILENCE = 90.0  # seconds without any acknowledgement, though machines may be busy: the server hangs
TOLD_EVERY = 10.0
LOST = (OSError, WebSocketException, httpx.HTTPError, TimeoutError, EOFError)
Seat = tuple[str, int]


class Ledger:
    """What was sent, and what the server said it had taken: of each seat, by the numbers of the questions."""

    def __init__(self) -> None:
        self.sent: dict[Seat, list[tuple[int, Any]]] = {}
        self.taken: dict[Seat, dict[int, Any]] = {}
        self.count: Counter[str] = Counter()
        self.last_taken = monotonic()

    def acknowledge(self, seat: Seat, number: int, answer: Any) -> None:
        """Of two answers to the same question only one is taken, at whichever screen."""
        if self.taken.setdefault(seat, {}).setdefault(number, answer) != answer:
            self.count["errors: two answers to one question were taken"] += 1
        self.count["taken"] += 1
        self.last_taken = monotonic()

    @property
    def line(self) -> str:
        return ", ".join(f"{number} {what}" for what, number in sorted(self.count.items()))


# --- the server ----------------------------------------------------------------------------------------------


class Host:
    """`warhost serve` on a database, killed and started again at the same port."""

    def __init__(self, folder: Path, database: str | None, *more: str):
        self.folder, self.port, self.complaints = folder, 0, folder / "stderr"
        self.url = database or f"sqlite:///{folder / 'warhost.db'}"
        self._more = [*(["--database", database] if database else []), *more]

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def process(self) -> int:
        return self._process.pid

    async def start(self) -> None:
        command = ["-u", "-m", "warhost.cli", "serve", "--no-open", "--port", str(self.port)]
        with self.complaints.open("ab") as complaints:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *command, "--data-dir", str(self.folder), *self._more,
                stdout=asyncio.subprocess.PIPE, stderr=complaints,
            )  # fmt: skip
        assert self._process.stdout is not None
        found = re.search(rb"http://\S+:(\d+)", await self._process.stdout.readline())
        assert found is not None, self.complaints.read_text("utf8")
        self.port = int(found[1])

    async def stop(self, how: signal.Signals) -> None:
        with suppress(ProcessLookupError):  # it has just been killed
            self._process.send_signal(how)
        await self._process.wait()
        self._process._transport.close()  # those who worked for it may hold its output open a little longer

    async def killed_now_and_then(self, every: float, chance: random.Random, ledger: Ledger) -> None:
        while every:
            await asyncio.sleep(chance.uniform(0.5, 1.5) * every)
            ledger.count["kills"] += 1
            workers = self._workers()
            if workers and chance.random() < 0.5:
                os.kill(chance.choice(workers), signal.SIGKILL)
                continue
            await self.stop(signal.SIGKILL)
            await self.start()

    def _workers(self) -> list[int]:
        """The processes that hold its games, where it has several."""
        if "--cores" not in self._more or self._more[self._more.index("--cores") + 1] == "1":
            return []
        return list(map(int, Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()))


# --- those who play ------------------------------------------------------------------------------------------


class Player:
    """One seat. What it has sent it sends again until it hears what became of it."""

    def __init__(self, host: Host, ledger: Ledger, seat: Seat, token: str, chance: random.Random):
        self.host, self.ledger, self.seat, self.token, self.chance = host, ledger, seat, token, chance
        self.unheard: dict[str, Any] | None = None
        self.state: dict[str, Any] = {}

    @property
    def over(self) -> bool:
        return bool(self.state) and self.state["result"] is not None and self.unheard is None

    async def play(self) -> None:
        address = f"ws://{self.host.address}/api/games/{self.seat[0]}/socket?token={self.token}"
        while not self.over:
            with suppress(*LOST):
                async with connect(address, max_size=None, compression=None, ping_interval=None) as socket:
                    await self._sit(socket)
            await asyncio.sleep(self.chance.uniform(0, 0.2))

    async def _sit(self, socket: ClientConnection) -> None:
        """Until it drops, or the battle is over."""
        self.state = {}
        if self.unheard is not None:
            await self._say(socket, self.unheard)
        while not self.over:
            async with asyncio.timeout(SILENCE):  # unlike wait_for it never forgets that it was called off
                said = await socket.recv()
            self._hear(json.loads(said))
            if self.state and self.unheard is None:
                await self._act(socket)
            if self.chance.random() < LEFT:
                return

    def _hear(self, message: dict[str, Any]) -> None:
        kind, unheard = message["type"], self.unheard
        if kind == "state":
            self.state = message
        elif kind == "taken" and message["number"] >= EARLY:
            self.ledger.count["errors: what nobody had asked was answered"] += 1
        elif kind == "taken" and unheard is not None and message["number"] == unheard["number"]:
            self.ledger.acknowledge(self.seat, unheard["number"], unheard["answer"])
            self.ledger.count["taken already"] += message["again"]
            self.unheard = None
            if self.state and self.state["number"] <= message["number"]:  # how things stood before
                self.state["question"] = None
        elif kind == "refused":
            self.ledger.count["refused"] += 1
            if unheard is not None and message["answer"] == unheard["number"]:
                self.unheard = None
        elif kind == "error":
            self.ledger.count[f"errors: {message['why']}"] += 1
            self.unheard = None
        elif kind == "undo":
            self.state = {**self.state, "asked": True}

    async def _act(self, socket: ClientConnection) -> None:
        question = self.state["question"]
        if self.state.pop("asked", False) or self.state["undo_asked_by"] not in (None, self.seat[1]):
            self.state["undo_asked_by"] = None
            await self._say(socket, {"type": "allow_undo", "yes": self.chance.random() < 0.5})
        elif question and self.state["can_undo"] and self.chance.random() < TAKEN_BACK:
            self.state["question"] = None
            self.ledger.count["undos"] += 1
            await self._say(socket, {"type": "undo"})
        elif question:
            answer = _offer(question, self.chance)
            if self.chance.random() < CHECKED:
                await self._say(socket, {"type": "check", "id": 1, "number": question["number"], "answer": answer})
            self.unheard = {"type": "answer", "number": question["number"], "answer": answer}
            self.ledger.sent.setdefault(self.seat, []).append((question["number"], answer))
            if self.chance.random() < OUT_OF_TURN:
                await self._say(socket, self._out_of_turn(answer))
            await self._say(socket, self.unheard)

    def _out_of_turn(self, answer: Any) -> dict[str, Any]:
        """What was taken long ago, or an answer before its question."""
        self.ledger.count["out of turn"] += 1
        now = self.state["number"]
        taken = [(number, was) for number, was in self.ledger.taken.get(self.seat, {}).items() if number < now]
        if taken and self.chance.random() < 0.5:
            number, answer = self.chance.choice(taken)
        else:
            number = EARLY + self.chance.randrange(9)
        return {"type": "answer", "number": number, "answer": answer}

    async def _say(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        """And perhaps be gone at once, without a word, as phones are."""
        await socket.send(json.dumps(message))
        if self.chance.random() < DROPPED:
            await asyncio.sleep(self.chance.choice((0, 0.001, 0.01, 0.05)))
            socket.transport.abort()
            self.ledger.count["drops"] += 1
            raise EOFError


def _offer(question: dict[str, Any], chance: random.Random) -> Any:
    if question["kind"] == "choose_some":
        return [option["answer"] for option in question["options"][: question["least"] or question["most"]]]
    return chance.choice(question["suggestions"] or question["options"])["answer"]


async def table(host: Host, ledger: Ledger, number: int) -> None:
    """One game after the other."""
    chance = random.Random(number)
    while True:
        with suppress(*LOST):
            async with httpx.AsyncClient(timeout=30) as http:
                reply = await http.post(f"http://{host.address}/api/games", json=WISHES[number % len(WISHES)])
            game = reply.raise_for_status().json()
            seats = [seat for seat in game["seats"] if "token" in seat]
            players = [
                Player(host, ledger, (game["id"], seat["side"]), seat["token"], random.Random(chance.random()))
                for seat in seats
                for _ in range(1 + (chance.random() < TWO_SCREENS))
            ]
            await asyncio.gather(*(player.play() for player in players))
            ledger.count["games"] += 1
        await asyncio.sleep(1)


async def stray(host: Host, ledger: Ledger) -> None:
    """Requests, and handshakes of watchers, whose senders are gone before the reply."""
    chance = random.Random(0)
    while True:
        await asyncio.sleep(chance.uniform(0, 2 * STRAYS))
        seen = [game for game, _ in ledger.sent]
        if not seen:
            continue
        paths = ("/api/games", f"/api/games/{chance.choice(seen)}", f"/api/games/{chance.choice(seen)}/at/3")
        with suppress(*LOST):
            _, writer = await asyncio.open_connection("127.0.0.1", host.port)
            writer.write(f"GET {chance.choice(paths)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            await asyncio.sleep(chance.uniform(0, 0.02))
            writer.transport.abort()
            async with connect(f"ws://{host.address}/api/games/{chance.choice(seen)}/socket") as socket:
                socket.transport.abort()
            ledger.count["strays"] += 1


# --- what must be true afterwards ----------------------------------------------------------------------------


def amiss(host: Host, ledger: Ledger) -> Iterator[str]:
    """All that is wrong with what lies on disk, and with what the server said."""
    said = host.complaints.read_text("utf8")
    if "Traceback" in said:
        yield f"the server complained:\n{said[:4000]}"
    yield from (what for what in ledger.count if what.startswith("errors"))
    if ledger.count["silences"]:
        yield f"for {SILENCE:.0f} seconds the server took nothing"
    storage = Storage(host.url)
    with storage._engine.connect() as connection:
        games = list(connection.execute(sql.select(GAMES.c.id)).scalars())
    for game in games:
        yield from (f"game {game}: {what}" for what in _amiss_in(storage, ledger, game))
    storage.close()
    for game in {game for game, _ in ledger.taken} - set(games):
        yield f"game {game} is not there"
    ledger.count["logs read"] = len(games)


def _amiss_in(storage: Storage, ledger: Ledger, game: str) -> Iterator[str]:
    entry, rows = storage.game(game), storage.rows(game)
    assert entry is not None
    play = Play(entry, rulebook(entry.rulebook), rows)
    if play.broken:
        yield play.broken.why
        return
    reopen(record(play.game, tuple(entry.who)))
    written = Counter[tuple[int, int]]()
    there: dict[tuple[int, int], Any] = {}
    for side, number, answer in _numbered(Play(entry, play.book, []), rows):
        written[side, number] += 1
        there[side, number] = answer
    for side, seat in enumerate(entry.seats):
        sent, taken = ledger.sent.get((game, side), []), ledger.taken.get((game, side), {})
        for number, answer in taken.items():
            if written[side, number] != 1 or there[side, number] != answer:
                yield f"the answer of side {side} to question {number} is there {written[side, number]} times"
        for (who, number), answer in there.items():
            if who == side and not seat.computer and (number, answer) not in sent:
                yield f"nobody sent the answer of side {side} to question {number}"


def _numbered(play: Play, rows: list[Row]) -> Iterator[tuple[int, int, Any]]:
    """Side, number of the question and answer of each entry, those included that were taken back later."""
    for row in rows:
        if row.kind == "undo":
            play.undo(row.side)
        else:
            number = play.number(row.side)
            play.answer(row.side, number, row.what)
            yield row.side, number, row.what


# --- the whole of it -----------------------------------------------------------------------------------------


async def drill(host: Host, ledger: Ledger, seconds: float, tables: int, kill_every: float) -> None:
    """So long, or until the server takes nothing any more."""
    await host.start()
    ledger.last_taken = began = monotonic()
    work = [asyncio.create_task(table(host, ledger, number)) for number in range(tables)]
    work += [asyncio.create_task(stray(host, ledger))]
    work += [asyncio.create_task(host.killed_now_and_then(kill_every, random.Random(1), ledger))]
    told = began
    while monotonic() - began < seconds and monotonic() - ledger.last_taken < SILENCE:
        await asyncio.sleep(min(1.0, seconds))
        for task in work:
            if task.done():
                task.result()
        if monotonic() - told >= TOLD_EVERY:
            told = monotonic()
            print(f"{told - began:5.0f} s: {ledger.line}", flush=True)
    ledger.count["silences"] += monotonic() - ledger.last_taken >= SILENCE
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await host.stop(signal.SIGTERM)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--tables", type=int, default=6, help="games at once")
    parser.add_argument("--kill-every", type=float, default=20.0, metavar="SECONDS", help="0: never")
    parser.add_argument("--database", metavar="URL", help="another than a file: postgresql+psycopg://…")
    parser.add_argument("--cores", default="1", metavar="NUMBER", help="processes of the server")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        host, ledger = Host(Path(folder), wanted.database, "--cores", wanted.cores), Ledger()
        asyncio.run(drill(host, ledger, 60 * wanted.minutes, wanted.tables, wanted.kill_every))
        found = list(amiss(host, ledger))
    print(f"at the end: {ledger.line}", *found, f"{len(found)} things amiss.", sep="\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
