"""How fast is the server? Questions, dragged moves and the page, alone and with fifty games of bots at once.

    python bench/serve.py [--quick] [--games 50] [--json FILE]

Times are of the wall, as somebody at a browser feels them; the bots share the machine with the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

import httpx
import msgspec
from page import first_answer, smoothness
from playwright.sync_api import sync_playwright
from websockets.asyncio.client import ClientConnection, connect

PERSON, TACTICIAN = {"kind": "person"}, {"kind": "computer", "level": "tactician", "seconds": 1}
CHROMIUM = Path("/usr/bin/chromium")
CHECKS = 100  # of one order, by the person who drags while computers think
WARMING = 20  # seconds until they have set up and fight
SETTLING = 8  # seconds until all bots are at it

Note = Callable[[str, float, str], None]


class Measured:
    def __init__(self) -> None:
        self.answers: list[float] = []
        self.checks: list[float] = []


def offer(question: dict[str, Any], chance: random.Random) -> Any:
    if question["kind"] == "choose_some":
        return [option["answer"] for option in question["options"][: question["least"] or question["most"]]]
    return chance.choice(question["suggestions"] or question["options"])["answer"]


class Table:
    """The server under measurement."""

    def __init__(self, address: str, note: Note):
        self.address, self.note = address, note
        self.sockets = address.replace("http", "ws")

    async def begin(self, rulebook: str, *seats: dict[str, Any]) -> dict[str, Any]:
        async with httpx.AsyncClient(base_url=self.address, timeout=60) as http:
            begun: dict[str, Any] = (
                await http.post("/api/games", json={"rulebook": rulebook, "seats": seats})
            ).json()
        return begun

    def socket(self, game: dict[str, Any], side: int | None = None) -> Any:
        token = "" if side is None else f"?token={game['seats'][side]['token']}"
        return connect(
            f"{self.sockets}/api/games/{game['id']}/socket{token}",
            max_size=None,
            compression=None,
            ping_timeout=None,
        )

    # --- games of bots -------------------------------------------------------------------------------------

    async def bots(self, rulebook: str, games: int) -> None:
        """As many games at once, to their ends, and what somebody who drags a unit at another table feels of it."""
        measured, begun = Measured(), perf_counter()
        person = asyncio.create_task(self.person(rulebook))
        await asyncio.gather(*(self.game(rulebook, 2 * number, measured) for number in range(games)))
        measured.checks = await person
        many = f"{games} game{'s' * (games > 1)} of bots at once, {rulebook}"
        self.note(f"answers, {many}", len(measured.answers) / (perf_counter() - begun), "a second")
        self.spread(f"answer to next question, {many}", measured.answers)
        self.spread(f"check of a dragged move, {many}", measured.checks)

    async def person(self, rulebook: str) -> list[float]:
        """In a process of his own, so that he does not wait for the bots to read what they are told."""
        await asyncio.sleep(SETTLING)
        program = [sys.executable, __file__, "--person", rulebook, "--at", self.address]
        process = await asyncio.create_subprocess_exec(*program, stdout=asyncio.subprocess.PIPE)
        told, _ = await process.communicate()
        times: list[float] = json.loads(told)
        return times

    async def drag_somewhere(self, rulebook: str) -> list[float]:
        game = await self.begin(rulebook, PERSON, PERSON)
        sides = [asyncio.create_task(self.drag(game, side)) for side in (0, 1)]
        done, _ = await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
        for task in sides:
            task.cancel()
        return next(iter(done)).result()[0]

    async def game(self, rulebook: str, seed: int, measured: Measured) -> None:
        game = await self.begin(rulebook, PERSON, PERSON)
        seats = [self.bot(game, side, random.Random(seed + side), measured) for side in (0, 1)]
        await asyncio.gather(*seats)

    async def bot(self, game: dict[str, Any], side: int, chance: random.Random, measured: Measured) -> None:
        """What it is asked it answers, after it has had every order checked."""
        answered, at = -1, 0.0
        async with self.socket(game, side) as socket:
            async for raw in socket:
                message = msgspec.json.decode(raw)
                if message["type"] != "state":
                    continue
                if 0 <= answered == message["number"] - 1:
                    measured.answers.append(perf_counter() - at)
                if message["result"]:
                    return
                question = message["question"]
                if not question or question["number"] == answered:
                    continue
                reply = offer(question, chance)
                if question["kind"] == "order":
                    await check(socket, question["number"], reply)
                answered, at = question["number"], perf_counter()
                await socket.send(json.dumps({"type": "answer", "number": answered, "answer": reply}))

    # --- one person among thinking computers ---------------------------------------------------------------

    async def beside_tacticians(self, rulebook: str, games: int) -> None:
        """Somebody drags a unit and asks for hints while tacticians fight and are watched at all other tables."""
        watched = [await self.begin(rulebook, TACTICIAN, TACTICIAN) for _ in range(games)]
        watchers = [asyncio.create_task(self.watch(game)) for game in watched]
        await asyncio.sleep(WARMING)
        game = await self.begin(rulebook, PERSON, PERSON)
        beside = f"beside {games} games of tacticians, {rulebook}"
        sides = [asyncio.create_task(self.drag(game, side)) for side in (0, 1)]
        done, _ = await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
        checks, hint = next(iter(done)).result()
        self.spread(f"check of a dragged move, {beside}", checks)
        self.note(f"hint, {beside}", 1000 * hint, "ms")
        for task in (*sides, *watchers):
            task.cancel()
        await asyncio.gather(*sides, *watchers, return_exceptions=True)

    async def watch(self, game: dict[str, Any]) -> None:
        async with self.socket(game) as socket:
            async for _ in socket:
                pass

    async def drag(self, game: dict[str, Any], side: int) -> tuple[list[float], float]:
        """Up to the first order of this seat, which is then dragged about."""
        chance = random.Random(side)
        async with self.socket(game, side) as socket:
            async for raw in socket:
                message = msgspec.json.decode(raw)
                question = message.get("question")
                if not question:
                    continue
                if question["kind"] == "order":
                    order = offer(question, chance)
                    times = [await check(socket, question["number"], order) for _ in range(CHECKS)]
                    return times, await asked(socket, {"type": "hint"}, "hint")
                answer = {"type": "answer", "number": question["number"], "answer": offer(question, chance)}
                await socket.send(json.dumps(answer))
        raise AssertionError("the game ended without an order")

    # --- the page ------------------------------------------------------------------------------------------

    def page(self) -> None:
        """From the request to the lobby that can be used, in a browser that has never been here."""
        if not CHROMIUM.exists():
            print("no Chromium here: the page is left out")
            return
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            times = []
            for _ in range(5):
                context = browser.new_context()
                page = context.new_page()
                begun = perf_counter()
                page.goto(self.address)
                page.wait_for_selector("[data-play]")
                times.append(perf_counter() - begun)
                context.close()
            browser.close()
        self.note("the page is there, best of five", 1000 * min(times), "ms")
        self.note("the page is there, first time", 1000 * times[0], "ms")

    def spread(self, name: str, times: list[float]) -> None:
        cuts = quantiles(times, n=20)
        for which, took in (("median", cuts[9]), ("95 %", cuts[18]), ("worst", max(times))):
            self.note(f"{name}, {which}", 1000 * took, "ms")


async def check(socket: ClientConnection, number: int, answer: Any) -> float:
    return await asked(socket, {"type": "check", "id": 1, "number": number, "answer": answer}, "checked")


async def asked(socket: ClientConnection, message: dict[str, Any], reply: str) -> float:
    """Seconds until that reply comes."""
    begun = perf_counter()
    await socket.send(json.dumps(message))
    while msgspec.json.decode(await socket.recv())["type"] != reply:
        pass
    return perf_counter() - begun


@contextmanager
def serving() -> Iterator[str]:
    """A server with a database of its own, and where it is."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-u", "-m", "warhost.cli", "serve", "--port", "0", "--no-open", "--data-dir", folder],
            stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1],
        )  # fmt: skip
        assert server.stdout is not None
        address = re.search(r"http://\S+:\d+", server.stdout.readline())
        assert address is not None
        try:
            yield address[0]
        finally:
            server.kill()
            server.wait()


def measure(note: Note, games: int, quick: bool) -> None:
    """Each on a server of its own, so that none suffers from the one before."""
    with serving() as address:
        Table(address, note).page()
        if CHROMIUM.exists():
            first_answer(address, note)
            smoothness(address, note)
    for book in ("magnamund",) if quick else ("magnamund", "threeplains"):
        for many in (1, games):
            with serving() as address:
                asyncio.run(Table(address, note).bots(book, many))
        with serving() as address:
            asyncio.run(Table(address, note).beside_tacticians(book, games))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one rulebook")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    parser.add_argument("--person", metavar="RULEBOOK", help="only drag a unit in a game of this rulebook")
    parser.add_argument("--at", metavar="ADDRESS", help="on the server there")
    wanted = parser.parse_args()
    if wanted.person:
        print(json.dumps(asyncio.run(Table(wanted.at, print).drag_somewhere(wanted.person))))
        return
    found: dict[str, float] = {}

    def note(name: str, value: float, unit: str) -> None:
        found[name] = round(value, 2)
        print(f"{name:82} {value:12,.2f} {unit}", flush=True)

    measure(note, wanted.games, wanted.quick)
    if wanted.json:
        wanted.json.write_text(json.dumps(found, indent=1), "utf8")


if __name__ == "__main__":
    main()
