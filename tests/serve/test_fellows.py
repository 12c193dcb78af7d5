"""Several servers on one PostgreSQL: each game is held by one of them, and by another when that one dies."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from .conftest import Guest, Server
from .database import Database

pytestmark = pytest.mark.slow
COME_BACK = 1013


class Process:
    """A server in a process of its own."""

    def __init__(self, database: Database, folder: Path):
        warhost = Path(sys.executable).with_name("warhost")
        options = ["--no-open", "--port", "0", "--data-dir", folder, "--database", database.url]
        command = [str(word) for word in (warhost, "serve", *options)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self._process.stdout is not None
        laid = re.search(r"http://[0-9.:]+", self._process.stdout.readline())
        assert laid is not None
        self.server = Server(laid[0])

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def fellows(database: Database, tmp_path: Path) -> Iterator[list[Process]]:
    three = [Process(database, tmp_path / str(number)) for number in range(3)]
    yield three
    for one in three:
        one.kill()


def asked(guests: list[Guest]) -> Guest:
    """Whoever must answer now."""
    while True:
        for guest in guests:
            if not guest.state:
                guest.hear("state")
            if guest.catch_up()["question"]:
                return guest


def play(guests: list[Guest], answers: int) -> None:
    for _ in range(answers):
        asked(guests).answer()


def test_a_game_is_played_at_any_of_them(fellows: list[Process]) -> None:
    first, second, third = (one.server for one in fellows)
    game = first.begin()
    guests = [second.sit(game, 0), third.sit(game, 1)]
    play(guests, 4)
    told = [server.get(f"/api/games/{game['id']}") for server in (first, second, third)]
    assert told[0] == told[1] == told[2]
    assert [one["id"] for one in third.get("/api/games")] == [game["id"]]


def test_what_is_wrong_is_said_as_the_holder_says_it(fellows: list[Process]) -> None:
    first, second, _ = (one.server for one in fellows)
    game = first.begin()
    assert "token" in second.get(f"/api/games/{game['id']}", 403, token="nonsense")["error"]["why"]
    stranger = second.connect(game["id"], "nonsense")
    assert stranger.closed() == 4403


def test_when_one_dies_another_takes_its_games_over(fellows: list[Process]) -> None:
    first, second, third = (one.server for one in fellows)
    game = first.begin()
    guests = [second.sit(game, 0), third.sit(game, 1)]
    play(guests, 5)
    turn = guests.index(asked(guests))
    question = guests[turn].state["question"]
    fellows[0].kill()
    assert [guest.closed() for guest in guests] == [COME_BACK, COME_BACK]
    again = [third.sit(game, 0), second.sit(game, 1)]
    assert again.index(asked(again)) == turn
    assert again[turn].state["question"] == question
    play(again, 5)


def test_an_answer_sent_again_after_a_death_is_taken_once(fellows: list[Process]) -> None:
    first, second, third = (one.server for one in fellows)
    game = first.begin()
    guests = [second.sit(game, side) for side in (0, 1)]
    turn = asked(guests)
    question = turn.state["question"]
    answer = (question["suggestions"] or question["options"])[0]["answer"]
    turn.answer(answer)
    fellows[0].kill()
    again = third.sit(game, guests.index(turn))
    again.hear("state")
    again.say(type="answer", number=question["number"], answer=answer)
    assert again.hear("taken")["again"] is True


def test_whoever_loses_the_database_lets_go_of_its_games(fellows: list[Process], database: Database) -> None:
    first, second, _ = (one.server for one in fellows)
    game = first.begin()
    guests = [second.sit(game, side) for side in (0, 1)]
    play(guests, 3)
    with psycopg.connect(database.url.replace("postgresql+psycopg", "postgresql"), autocommit=True) as root:
        root.execute("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted")
    assert [guest.closed() for guest in guests] == [COME_BACK, COME_BACK]
    again = [second.sit(game, side) for side in (0, 1)]
    play(again, 3)
