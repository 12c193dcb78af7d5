"""What does a server stand? Load, kills, drops and floods, each on a server of its own.

    python bench/load.py                                          all of it, small: a minute or two
    python bench/load.py steady --games 300 --watchers 1000 --tacticians 10 --seconds 60 --cores 2
    python bench/load.py table --watchers 190                     all of them at one table
    python bench/load.py left --left 6000                         games begun and left: does the memory come back?
    python bench/load.py killed servers --seconds 120

Times are of the wall, from an answer to how things stand after it, as a player feels them. The players share the
machine with the server, so the milliseconds of processor that it takes for each answer are told beside them,
without those of computer players, and how many it had to wait for while others had the processor: where that is
much, the times tell of the others. Every run adds a line to bench/load.jsonl for each scenario. It ends with 1 if
an answer was lost or doubled, or if a limit did not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

from crowd import Crowd, cpu, kept_waiting, memory, postgresql
from drops import LOST, Host, Ledger, amiss, drill
from machine import machine
from websockets.exceptions import ConnectionClosed

from serve import PERSON

HERE = Path(__file__).parent
SETTLING, AT_ONCE = 3.0, 50  # seconds until all sit; how many come at the same time
FULL = 4429  # the code with which a socket is closed that finds too many at its table
LIMIT = 200  # guests of one table, as serve/limits.py has it
ROOM = 300  # games in memory, likewise
COLUMNS = (
    "scenario", "games", "watchers", "tacticians", "answers", "a second", "p50 ms", "p95 ms", "p99 ms",
    "CPU ms", "wait ms", "cores", "MB", "lost", "doubled",
)  # fmt: skip
Row = dict[str, Any]


class Wrong(Exception):
    """A limit that did not hold."""


@contextmanager
def serving(wanted: argparse.Namespace) -> Iterator[Host]:
    with tempfile.TemporaryDirectory() as folder:
        yield Host(Path(folder), None, "--cores", str(wanted.cores))


async def gathered(work: Iterator[Awaitable[Any]]) -> list[Any]:
    """All of them, but not all at once."""
    waiting, done = list(work), []
    for first in range(0, len(waiting), AT_ONCE):
        done += await asyncio.gather(*waiting[first : first + AT_ONCE])
    return done


async def measured(host: Host, crowd: Crowd, seconds: float) -> Row:
    """What players feel and what the server takes, once everybody is there."""
    await asyncio.sleep(SETTLING)
    before, waited, began = cpu(host.process), kept_waiting(host.process), perf_counter()
    crowd.counting = True
    await asyncio.sleep(seconds)
    spent, took, times = cpu(host.process) - before, perf_counter() - began, crowd.times
    waited = kept_waiting(host.process) - waited
    row: Row = {"answers": len(times), "a second": len(times) / took, "cores": spent / took}
    if len(times) > 1:
        cuts = quantiles(times, n=100)
        row |= {f"p{cut} ms": 1000 * cuts[cut - 1] for cut in (50, 95, 99)}
        row |= {"CPU ms": 1000 * spent / len(times), "wait ms": 1000 * waited / len(times)}
    return {**row, "MB": memory(host.process)}


# --- scenarios -----------------------------------------------------------------------------------------------


async def steady(host: Host, wanted: argparse.Namespace) -> Row:
    """So many games with an answer each about every second, watched by so many in all, beside tacticians."""
    crowd = Crowd(host.address, wanted.rulebook)
    each = [len(range(game, wanted.watchers, wanted.games)) for game in range(wanted.games)]
    crowd.go(*(crowd.table(wanted.pace, watchers) for watchers in each))
    crowd.go(*(crowd.tacticians() for _ in range(wanted.tacticians)))
    await asyncio.sleep(wanted.games / AT_ONCE)
    row = await measured(host, crowd, wanted.seconds)
    await crowd.leave()
    return {"games": wanted.games, "watchers": wanted.watchers, "tacticians": wanted.tacticians, **row}


async def table(host: Host, wanted: argparse.Namespace) -> Row:
    """All who watch do so at one table, and each wants to look at something every second."""
    crowd, watchers = Crowd(host.address, wanted.rulebook), min(wanted.watchers, LIMIT - 2)
    crowd.go(crowd.table(wanted.pace, watchers, looks=True))
    row = await measured(host, crowd, wanted.seconds)
    await crowd.leave()
    return {"games": 1, "watchers": watchers, **row}


async def slow(host: Host, wanted: argparse.Namespace) -> Row:
    """Connections that do not come to the point, while others play: they are let go, and the log stays short."""
    crowd = Crowd(host.address, wanted.rulebook)
    crowd.go(*(crowd.table(wanted.pace, 0) for _ in range(wanted.games)))
    held = [asyncio.create_task(_dawdling(host)) for _ in range(wanted.sockets)]
    row = await measured(host, crowd, max(wanted.seconds, 25))  # a request has 20 seconds
    let_go = sum(task.done() for task in held)
    for task in held:
        task.cancel()
    await asyncio.gather(*held, return_exceptions=True)
    await crowd.leave()
    log = host.complaints.stat().st_size
    if let_go < wanted.sockets or log > 20_000:
        raise Wrong(f"{let_go} of {wanted.sockets} slow connections were let go; the log has {log} bytes")
    return {"games": wanted.games, "note": f"{let_go} slow connections let go; {log} bytes of log", **row}


async def _dawdling(host: Host) -> None:
    """Half a head, and then nothing."""
    with suppress(OSError):
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: local")
        await reader.read()
        writer.close()


async def limit(host: Host, wanted: argparse.Namespace) -> Row:
    """More sockets than a table has room for: so many sit, the others are told why not, and play goes on."""
    crowd = Crowd(host.address, wanted.rulebook)
    game = await crowd.begin(PERSON, PERSON)
    leave, way_in, came = asyncio.Event(), asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(0)
    coming = [asyncio.create_task(_seated(crowd, game, way_in, came, leave)) for _ in range(wanted.sockets)]
    crowd.go(*(crowd.table(wanted.pace, 0) for _ in range(wanted.games)))
    row = await measured(host, crowd, wanted.seconds)
    for _ in coming:  # nobody leaves before the last has come: there would be room again
        await came.acquire()
    leave.set()
    found = Counter(await asyncio.gather(*coming))
    await crowd.leave()
    due = {"sits": min(wanted.sockets, LIMIT), "full": max(0, wanted.sockets - LIMIT)}
    if any(found[what] != count for what, count in due.items()):
        raise Wrong(f"of {wanted.sockets} sockets at one table with room for {LIMIT}: {dict(found)}")
    return {"games": wanted.games, "note": f"{found['sits']} at one table, {found['full']} turned away", **row}


async def _seated(
    crowd: Crowd, game: dict[str, Any], way_in: asyncio.Semaphore, came: asyncio.Semaphore, leave: asyncio.Event
) -> str:
    """What became of one who came to watch."""
    try:
        try:
            async with way_in:
                socket = await crowd.socket(game)
                first = json.loads(await socket.recv())["type"]
        finally:
            came.release()
        if first == "error":
            await socket.recv()
        await leave.wait()
        gone = socket.close_code
        await socket.close()
        return f"let go with {gone}" if gone else "sits" if first == "welcome" else first
    except ConnectionClosed as end:
        return "full" if end.rcvd and end.rcvd.code == FULL else f"closed: {end}"
    except LOST as error:
        return f"not let in: {error}"


async def left(host: Host, wanted: argparse.Namespace) -> Row:
    """Games that are begun and left: as many as there is room for stay in memory, and no more."""
    crowd = Crowd(host.address, wanted.rulebook)
    await gathered(crowd.begin(PERSON, PERSON) for _ in range(min(ROOM * wanted.cores, wanted.left)))
    full, before, began = memory(host.process), cpu(host.process), perf_counter()
    await gathered(crowd.begin(PERSON, PERSON) for _ in range(wanted.left))
    after, took = memory(host.process), perf_counter() - began
    note = f"{full:.0f} MB with all room taken, {after:.0f} MB after {wanted.left} games more"
    if after > 1.5 * full + 50:
        raise Wrong(note)
    spent = cpu(host.process) - before
    row = {"games": wanted.left, "CPU ms": 1000 * spent / wanted.left, "cores": spent / took}
    return {**row, "MB": after, "note": note}


async def killed(host: Any, wanted: argparse.Namespace) -> Row:
    """Players drop, the server is killed and begun again: bench/drops.py, with what was lost or doubled counted."""
    ledger, seconds = Ledger(), 3 * wanted.seconds
    with redirect_stdout(sys.stderr):  # what it says on the way is no part of the table
        await drill(host, ledger, seconds, wanted.tables, seconds / 3)
    return _told(host, ledger, seconds, wanted)


def _told(host: Any, ledger: Ledger, seconds: float, wanted: argparse.Namespace) -> Row:
    found = list(amiss(host, ledger))
    gone = [what for what in found if what.endswith((" 0 times", "is not there"))]
    doubled = [what for what in found if what.endswith(" times") and what not in gone]
    others = [what for what in found if what not in (*gone, *doubled)]
    if others:
        raise Wrong("\n".join(others))
    taken = ledger.count["taken"]
    row = {"games": wanted.tables, "answers": taken, "a second": taken / seconds}
    note = f"{ledger.count['kills']} kills, {ledger.count['drops']} drops"
    return {**row, "lost": len(gone), "doubled": len(doubled), "note": note}


class Three:
    """Three servers on one PostgreSQL, met like one: every visitor comes to one of those that live."""

    def __init__(self, folder: Path, database: str):
        self.hosts = [Host(folder / name, database) for name in ("first", "second", "third")]
        for host in self.hosts:
            host.folder.mkdir()
        self.url, self._chance = database, random.Random(1)

    @property
    def port(self) -> int:
        return self._chance.choice(self.hosts).port

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def complaints(self) -> Path:
        """What all of them said, but for what one says of others that it no longer reaches."""
        together = self.hosts[0].folder.parent / "said"
        together.write_text("".join(host.complaints.read_text("utf8") for host in self.hosts), "utf8")
        return together

    async def start(self) -> None:
        await asyncio.gather(*(host.start() for host in self.hosts))

    async def stop(self, how: signal.Signals) -> None:
        await asyncio.gather(*(host.stop(how) for host in self.hosts))

    async def killed_now_and_then(self, every: float, chance: random.Random, ledger: Ledger) -> None:
        """One of them, and for good."""
        await asyncio.sleep(every)
        dying = self.hosts.pop()
        await dying.stop(signal.SIGKILL)
        ledger.count["kills"] += 1


async def servers(host: Host, wanted: argparse.Namespace) -> Row:
    with postgresql() as database:
        if database is None:
            return {"note": "no PostgreSQL here: left out"}
        return await killed(Three(host.folder, database), wanted)


SCENARIOS: dict[str, Callable[[Any, argparse.Namespace], Awaitable[Row]]] = {
    "steady": steady, "table": table, "slow": slow, "limit": limit, "left": left, "killed": killed,
    "servers": servers,
}  # fmt: skip
UNSERVED = (killed, servers)  # these begin their servers themselves


# --- the whole of it ---------------------------------------------------------------------------------------------


async def run(name: str, wanted: argparse.Namespace) -> Row:
    scenario = SCENARIOS[name]
    with serving(wanted) as host:
        if scenario in UNSERVED:
            return {"scenario": name, **await scenario(host, wanted)}
        await host.start()
        try:
            return {"scenario": name, **await scenario(host, wanted)}
        finally:
            await host.stop(signal.SIGKILL)


def told(row: Row) -> str:
    cells = [row.get(column, "") for column in COLUMNS]
    words = [f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in cells]
    return "  ".join(word.rjust(max(len(column), 7)) for word, column in zip(words, COLUMNS, strict=True))


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=f"any of {', '.join(SCENARIOS)}; or all")
    parser.add_argument("--games", type=int, default=20, help="at once")
    parser.add_argument("--watchers", type=int, default=60, help="of all games together, or of the one table")
    parser.add_argument("--tacticians", type=int, default=2, help="games of two of them beside the others")
    parser.add_argument("--sockets", type=int, default=250, help="that are slow, or come to one table")
    parser.add_argument("--left", type=int, default=400, help="games that are begun and left")
    parser.add_argument("--tables", type=int, default=6, help="games while servers are killed")
    parser.add_argument("--seconds", type=float, default=10.0, help="that each is measured; thrice for kills")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds from a question to its answer")
    parser.add_argument("--cores", type=int, default=1, help="processes of the server")
    parser.add_argument("--rulebook", default="magnamund")
    parser.add_argument("--no-history", action="store_true", help="do not write bench/load.jsonl")
    return parser


def main() -> None:
    parser = options()
    wanted = parser.parse_args()
    if unknown := set(wanted.scenarios) - set(SCENARIOS):
        parser.error(f"no scenario is called {', '.join(sorted(unknown))}; there are {', '.join(SCENARIOS)}")
    busy = round(os.getloadavg()[0], 1)  # how many want the processor: where others do, times tell little
    print("  ".join(column.rjust(max(len(column), 7)) for column in COLUMNS))
    bad = False
    for name in wanted.scenarios or SCENARIOS:
        try:
            row = asyncio.run(run(name, wanted))
        except Wrong as wrong:
            row = {"scenario": name, "note": f"WRONG: {wrong}"}
        bad = bad or "WRONG" in row.get("note", "") or bool(row.get("lost") or row.get("doubled"))
        print(told(row), row.get("note", ""), flush=True)
        if not wanted.no_history:
            sizes = {"pace": wanted.pace, "processes": wanted.cores, "rulebook": wanted.rulebook, "busy": busy}
            with (HERE / "load.jsonl").open("a", encoding="utf8") as history:
                history.write(json.dumps({**machine(), **sizes, **_rounded(row)}) + "\n")
    sys.exit(1 if bad else 0)


def _rounded(row: Row) -> Row:
    return {what: round(value, 2) if isinstance(value, float) else value for what, value in row.items()}


if __name__ == "__main__":
    main()
