"""Secret choices over whole battles: every byte that the other seat and a watcher are sent is the same in two
worlds that differ only in what one side chose, until the rules show it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from warhost.engine.game import Game
from warhost.engine.question import Answer, Question
from warhost.players.random import RandomPlayer
from warhost.serve.faults import Faults
from warhost.serve.limits import Limits
from warhost.serve.lobby import Lobby
from warhost.serve.match import Match
from warhost.serve.storage import GameEntry, SeatEntry, Storage
from warhost.serve.telling import Mark

from .scene import book

SECRET = ("draw up", "attack spells", "defense spells")
OPEN = ("place spell", "attack spells", "defense spells")
MOST_ANSWERS = 12


@pytest.fixture(autouse=True)
def one_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both worlds are greeted at the same moment: what the server's clock shows is no secret."""
    monkeypatch.setattr("warhost.serve.match.time", lambda: 0.0)


class Ears:
    """Somebody at the table who keeps all he is sent."""

    brought = ""

    def __init__(self, seat: int | None):
        self.seat: int | None = seat
        self.mark: Mark | None = None
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.heard.append(message)


def moments(seed: str, most: int, scenario: str = "b1") -> Iterator[tuple[dict[str, Any], Any, str]]:
    """A battle of chance, stopped at every secret decision: the setup, the state, and what is asked."""
    setup = book().setup(scenario, {})
    game = Game(book(), setup, seed)
    players, found = [RandomPlayer(f"{seed} south"), RandomPlayer(f"{seed} north")], 0
    while found < most and (questions := game.pending()):
        if questions[0].what in SECRET:
            found += 1
            yield setup, msgspec.to_builtins(game.checkpoint), questions[0].what
        for question in questions:
            game.answer(players[question.side].answer(question, game.seat(question.side)), question.side)


def pairs(question: Question, chance: Random) -> Iterator[tuple[Answer, Answer, bool]]:
    """Two answers that only their owner may tell apart, and whether even their kind is the same."""
    first = question.sample(chance)
    for _ in range(8):
        second = question.sample(chance)
        if second != first:
            yield first, second, False
            break
    options: dict[str, list[str]] = getattr(question, "options", {}) if question.what != "draw up" else {}
    for team, spells in options.items():
        kinds = {spell.partition(" ")[0] for spell in spells}
        for kind in sorted(kinds):
            strengths = [spell for spell in spells if spell.startswith(f"{kind} ")]
            if len(strengths) > 1:
                yield {team: strengths[0]}, {team: strengths[-1]}, True
                return


async def sit_down(folder: Path, setup: dict[str, Any], start: Any, seat: int) -> tuple[Lobby, Match, list[Ears]]:
    lobby = Lobby(Storage(f"sqlite:///{folder}"), Limits(), Faults(None))
    await lobby._begin(GameEntry("g", "", "missum", setup, "seed", (SeatEntry(), SeatEntry()), 0.0, start=start))
    match, ears = await lobby.match("g"), [Ears(1 - seat), Ears(None)]
    for one in ears:
        await match.join(one)
    return lobby, match, ears


async def give(match: Match, side: int, answer: Answer) -> None:
    await match.answer(side, match.play.number(side), answer)
    while match.news.is_set():
        await asyncio.sleep(0.001)
    await match.read(lambda play: None)


def _quiet(question: Question) -> Answer:
    return question.suggest()[0] if question.usual is None else question.usual


async def compare(
    folder: Path, setup: dict[str, Any], start: Any, seat: int, answers: tuple[Answer, Answer, bool]
) -> int:  # fmt: skip
    """How many messages were found alike."""
    first, second, alike = answers
    worlds = [await sit_down(folder / f"{n}.db", setup, start, seat) for n in (1, 2)]
    for (_, match, _), answer in zip(worlds, (first, second), strict=True):
        await give(match, seat, answer)
    compared = 0
    for _ in range(MOST_ANSWERS):
        for one, other in zip(worlds[0][2], worlds[1][2], strict=True):
            assert one.heard == other.heard
            compared += len(one.heard)
        asked = worlds[0][1].play.open
        if not alike or not asked or asked[0].what not in OPEN:
            break  # the kind is shown when both have chosen, the strength when all are laid
        for _, match, _ in worlds:
            question = match.play.open[0]
            place = question.what == "place spell"
            await give(match, question.side, {"at": [600_000, 600_000]} if place else _quiet(question))
        if any(b'"strength"' in message or b", strength I" in message for message in worlds[0][2][0].heard):
            break
    for lobby, _, _ in worlds:
        await lobby.close()
    return compared


def listened(tmp_path: Path, seed: str, most: int) -> int:
    chance, compared = Random(seed), 0
    for place, (setup, start, _) in enumerate(moments(seed, most)):
        game = Game(book(), setup, "seed", start=msgspec.convert(start, book().state))
        questions = game.pending()
        for question in questions:
            for number, answers in enumerate(pairs(question, chance)):
                if not answers[2] and len(questions) == 1:
                    continue  # nobody else has to choose, so the kind is shown at once
                folder = tmp_path / f"{place} {question.side} {number}"
                folder.mkdir()
                compared += asyncio.run(compare(folder, setup, start, question.side, answers))
    return compared


@pytest.mark.rule("mis.setup.draw-up", "mis.magic.procedure", "mis.scale.referee")
def test_no_byte_tells_a_map_or_the_strength_of_a_spell(tmp_path: Path) -> None:
    assert listened(tmp_path, "bytes", 3) >= 10


@pytest.mark.slow
@pytest.mark.rule("mis.magic.procedure", "mis.scale.referee")
@pytest.mark.parametrize("seed", ["one", "two"])
def test_no_byte_of_a_whole_battle_tells_a_secret(tmp_path: Path, seed: str) -> None:
    assert listened(tmp_path, seed, 40) >= 40
