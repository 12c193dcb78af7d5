"""What others are sent of a game is the same, byte for byte, whatever somebody keeps secret."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from warhost.engine.game import Game
from warhost.engine.question import Answer, Question
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.serve.faults import Faults
from warhost.serve.limits import Limits
from warhost.serve.lobby import Lobby
from warhost.serve.match import Match
from warhost.serve.storage import GameEntry, SeatEntry, Storage
from warhost.serve.telling import Mark

BOOK: Any = rulebook("threeplains")
OWNER, ENEMY = 0, 1
ANSWERS = 40


@pytest.fixture(autouse=True)
def one_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both worlds are greeted at the same moment: what the server's clock shows is no secret."""
    monkeypatch.setattr("warhost.serve.match.time", lambda: 0.0)


class Ears:
    """Somebody at the table who keeps all he is sent."""

    def __init__(self, seat: int | None, brought: str = ""):
        self.seat, self.mark, self.brought = seat, None, brought
        self.heard: list[bytes] = []

    seat: int | None
    mark: Mark | None

    def send(self, message: bytes) -> None:
        self.heard.append(message)


def setup(*items: str) -> dict[str, Any]:
    """Elves whose first leader carries these, against orcs who have some magic too."""
    made: dict[str, Any] = deepcopy(BOOK.setup("plain", {"armies": "elves_500,orcs_500"}))
    for side, carried in ((OWNER, items), (ENEMY, ("tp.item.enchanted.lucky_coin",))):
        figure = made["armies"][side]["leaders"][0]["figure"]
        figure["items"], figure["prices"] = list(carried), [10] * len(carried)
    return made


def at_the_first_turn(armies: dict[str, Any]) -> Any:
    game: Game[Any, Any] = Game(BOOK, armies, "seed")
    game.play([RandomPlayer("a"), RandomPlayer("b")], until=lambda now: now.checkpoint.clock >= 1)
    return msgspec.to_builtins(game.checkpoint)


def house(database: Path) -> Lobby:
    return Lobby(Storage(f"sqlite:///{database}"), Limits(), Faults(None))


async def world(lobby: Lobby, armies: dict[str, Any], start: Any) -> tuple[Match, list[Ears]]:
    seats = SeatEntry(), SeatEntry()
    await lobby._begin(GameEntry("g", "", "threeplains", armies, "seed", seats, 0.0, start=start))
    match, guests = await lobby.match("g"), [Ears(OWNER), Ears(ENEMY), Ears(None)]
    for guest in guests:
        await match.join(guest)
    return match, guests


async def give(match: Match, side: int, answer: Answer) -> None:
    """Answer, and wait until everybody who may has heard how things stand then."""
    await match.answer(side, match.play.number(side), answer)
    while match.news.is_set():
        await asyncio.sleep(0.001)
    await match.read(lambda play: None)  # whoever comes to the table now comes after the telling


def same_answer(one: Question, other: Question, chance: Random) -> Answer:
    if one.empty or other.empty or (one.usual is not None and one.usual == other.usual):
        return one.usual
    return next(answer for _ in range(99) if other.refuse(answer := one.sample(chance)) is None)


@pytest.mark.parametrize("item", ["severed_eye_of_the_beholder", "potion_of_strength", "call_of_the_wind"])
def test_a_secret_item_shows_in_no_message_to_the_enemy_or_a_watcher(tmp_path: Path, item: str) -> None:
    laden = setup(f"tp.item.enchanted.{item}")
    start = at_the_first_turn(laden)

    async def play() -> None:
        lobbies = [house(tmp_path / name) for name in ("one", "two")]
        worlds = [await world(lobbies[0], laden, start), await world(lobbies[1], setup(), start)]
        chance = Random(item)
        for _ in range(ANSWERS):
            for match, _ in worlds:
                while (asked := match.play.open[0]).secret:
                    await give(match, asked.side, asked.usual)
            for one, other in zip(worlds[0][1][1:], worlds[1][1][1:], strict=True):
                assert one.heard == other.heard
            pair = [match.play.open[0] for match, _ in worlds]
            assert pair[0].side == pair[1].side
            answer = same_answer(pair[0], pair[1], chance)
            for match, _ in worlds:
                await give(match, pair[0].side, answer)
        back = [Ears(ENEMY, msgspec.json.decode(guests[ENEMY].heard[-1])["mark"]) for _, guests in worlds]
        for (match, _), guest in zip(worlds, back, strict=True):
            await match.join(guest)
        assert back[0].heard == back[1].heard and msgspec.json.decode(back[0].heard[0])["kept"]
        late = [Ears(None) for _ in worlds]  # the briefing, the last lines, and how things stand
        for (match, _), guest in zip(worlds, late, strict=True):
            await match.join(guest)
        assert late[0].heard[0] == late[1].heard[0]
        for lobby in lobbies:
            await lobby.close()

    asyncio.run(play())


def test_nobody_counts_what_another_is_asked(tmp_path: Path) -> None:
    async def play() -> None:
        lobby = house(tmp_path / "games")
        match, guests = await world(lobby, setup(), None)
        chance, given = Random(1), 0
        for _ in range(20):
            question = match.play.open[0]
            await give(match, question.side, question.sample(chance))
            given += question.side == ENEMY
        assert match.play.number(ENEMY) == given < 20
        assert match.play.number(None) == 0
        assert msgspec.json.decode(guests[ENEMY].heard[-1])["number"] == given
        await lobby.close()

    asyncio.run(play())
