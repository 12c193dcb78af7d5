"""The server under load: fifty games of two bots over sockets at once, on this machine.

    python bench/serve.py [--games 50] [--rulebook magnamund]

Measures how long after an answer the next question arrives at a socket, and how long a dragged order takes to be
checked while all the others play; then the same checks with nobody else there.
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
from pathlib import Path
from statistics import mean, quantiles
from time import perf_counter
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

PEOPLE = [{"kind": "person"}, {"kind": "person"}]


class Measured:
    def __init__(self) -> None:
        self.answers: list[float] = []
        self.checks: list[float] = []
        self.finished = 0


def offer(question: dict[str, Any], chance: random.Random) -> Any:
    if question["kind"] == "choose_some":
        return [option["answer"] for option in question["options"][: question["least"] or question["most"]]]
    return chance.choice(question["suggestions"] or question["options"])["answer"]


async def play(address: str, chance: random.Random, measured: Measured) -> None:
    """One seat of a game: what it is asked it answers, after it has had every order checked."""
    answered, at = -1, 0.0
    async with connect(address, max_size=None, compression=None) as socket:
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
                measured.checks.append(await check(socket, question["number"], reply))
            answered, at = question["number"], perf_counter()
            await socket.send(json.dumps({"type": "answer", "number": answered, "answer": reply}))


async def check(socket: ClientConnection, number: int, answer: Any) -> float:
    begun = perf_counter()
    await socket.send(json.dumps({"type": "check", "id": 1, "number": number, "answer": answer}))
    while msgspec.json.decode(await socket.recv())["type"] != "checked":
        pass
    return perf_counter() - begun


async def game(server: str, rulebook: str, seed: int, measured: Measured) -> None:
    async with httpx.AsyncClient(base_url=server, timeout=60) as http:
        begun = (await http.post("/api/games", json={"rulebook": rulebook, "seats": PEOPLE})).json()
    at = f"{server.replace('http', 'ws')}/api/games/{begun['id']}/socket?token="
    seats = [play(f"{at}{seat['token']}", random.Random(seed + side), measured)
             for side, seat in enumerate(begun["seats"])]  # fmt: skip
    await asyncio.gather(*seats)
    measured.finished += 1


async def load(server: str, rulebook: str, games: int) -> tuple[Measured, float]:
    measured, begun = Measured(), perf_counter()
    await asyncio.gather(*(game(server, rulebook, 2 * number, measured) for number in range(games)))
    return measured, perf_counter() - begun


def told(name: str, times: list[float]) -> str:
    cuts = quantiles(times, n=100)
    figures = {"mean": mean(times), "median": cuts[49], "95 %": cuts[94], "worst": max(times)}
    return f"{name:<34} {len(times):>6}  " + "  ".join(
        f"{key} {1000 * took:.1f} ms" for key, took in figures.items()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--rulebook", default="magnamund")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-u", "-m", "warhost.cli", "serve", "--port", "0", "--no-open", "--data-dir", folder],
            stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1],
        )  # fmt: skip
        assert server.stdout is not None
        address = re.search(r"http://\S+:\d+", server.stdout.readline())
        assert address is not None
        try:
            for games in (1, wanted.games):
                measured, seconds = asyncio.run(load(address[0], wanted.rulebook, games))
                rate = len(measured.answers) / seconds
                print(f"{games} games at once of {wanted.rulebook}: {seconds:.1f} s, {rate:.0f} answers a second")
                print(told("answer to next question", measured.answers))
                print(told("check of an order, with preview", measured.checks))
                assert measured.finished == games
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
