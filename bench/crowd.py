"""Those who play and watch by the hundred, from as many addresses as it takes, and what a server takes for them."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter
from typing import Any

import httpx
import msgspec
from drops import LOST
from ears import Ears, Hear, ears
from websockets.asyncio.client import connect

from serve import PERSON, TACTICIAN

A_HOUR, AT_ONCE = 100, 250  # games that one address begins, and sockets it has: a little less than it may
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
STATE = b'{"type":"state"'
LOOK = b'{"type":"look","id":1,"what":"outlook","from":[10,10]}'
Game = dict[str, Any]


class Crowd:
    """Guests of one server. Each address of this machine (127.0.0.1, 127.0.0.2, …) stands for a visitor's own."""

    def __init__(self, host: str, rulebook: str):
        self.host, self.rulebook = host, rulebook
        self.times: list[float] = []  # seconds from each answer to how things stand after it
        self.counting = False
        self._begun = self._connected = 0
        self._tasks: list[asyncio.Task[None]] = []

    def go(self, *guests: Any) -> None:
        self._tasks += [asyncio.create_task(guest) for guest in guests]

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def begin(self, *seats: dict[str, Any]) -> Game:
        address = _address(self._begun // A_HOUR)
        self._begun += 1
        # Nothing is certified here, and to read all certificates takes longer than to begin a game.
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=address)
        async with httpx.AsyncClient(transport=transport, timeout=60, trust_env=False) as http:
            reply = await http.post(
                f"http://{self.host}/api/games", json={"rulebook": self.rulebook, "seats": list(seats)}
            )
        game: Game = reply.raise_for_status().json()
        return game

    def socket(self, game: Game) -> Any:
        """Of somebody who watches and looks at everything."""
        return connect(
            f"ws://{self.host}{self._path(game, None)}", max_size=None, compression=None,
            ping_interval=None, open_timeout=60, local_addr=(self._from(), 0),
        )  # fmt: skip

    def _path(self, game: Game, side: int | None) -> str:
        token = "" if side is None else f"?token={game['seats'][side]['token']}"
        return f"/api/games/{game['id']}/socket{token}"

    def _from(self) -> str:
        self._connected += 1
        return _address(self._connected // AT_ONCE)

    # --- guests --------------------------------------------------------------------------------------------

    async def table(self, pace: float, watchers: int, looks: bool = False) -> None:
        """One game after the other of two who answer about every so many seconds, each watched by so many, who may
        want to see how far every piece gets."""
        while True:
            with suppress(*LOST):
                game = await self.begin(PERSON, PERSON)
                watching = [asyncio.create_task(self.watcher(game, looks)) for _ in range(watchers)]
                try:
                    await asyncio.gather(*(self._player(game, side, pace) for side in (0, 1)))
                finally:
                    for task in watching:
                        task.cancel()
                    await asyncio.gather(*watching, return_exceptions=True)

    async def _player(self, game: Game, side: int, pace: float) -> None:
        player = Player(self, random.Random(side), pace)
        player.ears = await self._ears(game, side, player.hear)
        try:
            await asyncio.wait((player.over, player.ears.gone), return_when=asyncio.FIRST_COMPLETED)
            if not player.over.done():
                raise ConnectionResetError("let go in the middle of a game")
        finally:
            player.ears.transport.close()

    async def watcher(self, game: Game, looks: bool = False) -> None:
        while True:
            with suppress(*LOST):
                watching = await self._ears(game)
                try:
                    while looks and not watching.gone.done():
                        await asyncio.sleep(1)
                        watching.say(LOOK)
                    await watching.gone
                finally:
                    watching.transport.close()
            await asyncio.sleep(1)

    async def _ears(self, game: Game, side: int | None = None, hear: Hear | None = None) -> Ears:
        return await ears(self.host, self._path(game, side), self._from(), hear)

    async def tacticians(self) -> None:
        """A game of two computers, and somebody who watches, since they rest when nobody does."""
        await self.watcher(await self.begin(TACTICIAN, TACTICIAN))


class Offer(msgspec.Struct):
    answer: msgspec.Raw


class Asked(msgspec.Struct):
    """As much of a question as it takes to answer it; what is not looked at is not read."""

    number: int
    kind: str
    suggestions: list[Offer]
    options: msgspec.Raw = msgspec.Raw(b"[]")
    least: int = 0
    most: int = 0


class State(msgspec.Struct):
    number: int
    question: Asked | None
    result: Any


STATES, OFFERS = msgspec.json.Decoder(State), msgspec.json.Decoder(list[Offer])


class Player:
    """Answers whatever he is asked, some time after."""

    ears: Ears

    def __init__(self, crowd: Crowd, chance: random.Random, pace: float):
        self._crowd, self._chance, self._pace = crowd, chance, pace
        self._asked, self._answered, self._at = -1, -1, 0.0
        self._loop = asyncio.get_running_loop()
        self.over: asyncio.Future[None] = self._loop.create_future()

    def hear(self, raw: bytes) -> None:
        if not raw.startswith(STATE):
            return
        state = STATES.decode(raw)
        if self._at and state.number > self._answered:
            if self._crowd.counting:
                self._crowd.times.append(perf_counter() - self._at)
            self._at = 0.0
        if state.result and not self.over.done():
            self.over.set_result(None)
        if state.question and state.question.number > self._asked:
            self._asked = state.question.number
            self._loop.call_later(self._pace * self._chance.uniform(0.5, 1.5), self._answer, state.question)

    def _answer(self, question: Asked) -> None:
        self._answered, self._at = question.number, perf_counter()
        reply = b'{"type":"answer","number":%d,"answer":%s}' % (question.number, self._offer(question))
        self.ears.say(reply)

    def _offer(self, question: Asked) -> bytes:
        offers = question.suggestions or OFFERS.decode(question.options)
        if question.kind == "choose_some":
            return b"[%s]" % b",".join(bytes(one.answer) for one in offers[: question.least or question.most])
        return bytes(self._chance.choice(offers).answer)


def _address(number: int) -> str:
    return f"127.0.{number // 250}.{number % 250 + 1}"


# --- what a server takes -----------------------------------------------------------------------------------------


def family(process: int) -> list[int]:
    """The processes in which a server keeps its games: itself and those it forked into, none that work for it."""
    name, found = _command(process), [process]
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            found += [child for child in map(int, children.read_text().split()) if _command(child) == name]
    return found


def _command(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def cpu(process: int) -> float:
    """Seconds of the processor that a server has taken so far."""
    spent = 0
    for one in family(process):
        with suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            spent += int(fields[11]) + int(fields[12])
    return spent / TICKS


def kept_waiting(process: int) -> float:
    """Seconds in which threads of a server had work to do, and others had the processor."""
    waited = 0
    for one in family(process):
        for thread in Path(f"/proc/{one}/task").glob("*/schedstat"):
            with suppress(OSError):
                waited += int(thread.read_text().split()[1])
    return waited / 1e9


def memory(process: int) -> float:
    """Megabytes of a server; what its processes share counts once."""
    kilobytes = 0
    for one in family(process):
        with suppress(OSError):
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
            kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kilobytes / 1024


# --- a database ----------------------------------------------------------------------------------------------


@contextmanager
def postgresql() -> Iterator[str | None]:
    """A PostgreSQL of our own, reached through a socket in its folder; nothing if none is installed here."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    if not found:
        yield None
        return
    owner, folder = "postgres", Path(mkdtemp())
    root = os.geteuid() == 0
    become = ["runuser", "-u", owner, "--"] if root else []  # it does not run as root
    if root:
        shutil.chown(folder, owner)

    def run(tool: str, *words: str) -> None:
        command = [*become, str(found[-1].with_name(tool)), "-D", str(folder / "data"), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)

    run("initdb", "-A", "trust", "-N", "-U", owner)
    try:
        run("pg_ctl", "-o", f"-c listen_addresses='' -k {folder}", "-l", str(folder / "log"), "-w", "start")
        yield f"postgresql+psycopg://{owner}@/{owner}?host={folder}"
    finally:
        run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(folder)
