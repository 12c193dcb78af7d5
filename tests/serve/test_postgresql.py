"""Games in PostgreSQL instead of a file, at a server of our own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
from tests.proof import left_out

from warhost.serve.limits import Limits
from warhost.serve.notices import Post

from .conftest import Server, run, until
from .post import webhook
from .test_campaigns import goes_on
from .test_drill import drilled

try:
    import psycopg  # noqa: F401
except ImportError as missing:  # itself, or the library of PostgreSQL that it speaks through
    left_out(f"no psycopg: {missing}", whole_file=True)

OWNER = "postgres"


class Database:
    """A cluster in a folder, reached only through a socket in it."""

    def __init__(self, tools: Path, folder: Path):
        self.tools, self.folder = tools, folder
        self._as_owner("initdb", "-D", folder / "data", "-A", "trust", "-N", "-U", OWNER)
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://{OWNER}@/{OWNER}?host={self.folder}"

    def start(self) -> None:
        settings = f"-c listen_addresses='' -k {self.folder}"
        self._as_owner(
            "pg_ctl", "-D", self.folder / "data", "-o", settings, "-l", self.folder / "log", "-w", "start"
        )

    def stop(self) -> None:
        self._as_owner("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")

    def _as_owner(self, tool: str, *args: object) -> None:
        """It does not run as root."""
        become = ["runuser", "-u", OWNER, "--"] if os.geteuid() == 0 else []
        subprocess.run(
            [*become, self.tools / tool, *map(str, args)], check=True, stdout=subprocess.DEVNULL, cwd=self.folder
        )


@pytest.fixture
def database() -> Iterator[Database]:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    if not found:
        left_out("no PostgreSQL server (apt install postgresql)")
    folder = Path(mkdtemp())  # not pytest's: the path of a socket must be short
    if os.geteuid() == 0:
        shutil.chown(folder, OWNER)
    made = Database(found[-1].parent, folder)
    yield made
    made.stop()
    shutil.rmtree(folder)


def played(server: Server) -> tuple[str, str, str]:
    """A game with one answer given: its id, the token of whoever is asked then, and what he is asked."""
    game = server.begin()
    guests = [server.sit(game, side) for side in (0, 1)]
    for guest in guests:
        guest.hear("state")
    turn = next(guest for guest in guests if guest.state["question"])
    turn.answer()
    asked = next(guest for guest in guests if guest is not turn)
    asked.catch_up()
    now = next(guest for guest in guests if guest.state["question"])
    return game["id"], game["seats"][guests.index(now)]["token"], now.state["question"]["text"]


def test_a_game_goes_on_after_a_restart(database: Database) -> None:
    for server in run(database.url, Limits()):
        id, token, question = played(server)
    for server in run(database.url, Limits()):
        guest = server.connect(id, token)
        assert guest.asked()["text"] == question
        assert guest.answer()["type"] == "state"
        assert [game["id"] for game in server.get("/api/games")] == [id]


def test_a_campaign_goes_on_after_a_restart(database: Database) -> None:
    goes_on(database.url)


def test_a_notice_that_is_due_goes_out_after_a_restart(database: Database) -> None:
    with webhook() as hook:
        for server in run(database.url, Limits(), post=Post(pulse=60.0, private=True)):
            game = server.begin(clock={"kind": "turn", "seconds": 3600})
            guests = [server.sit(game, side) for side in (0, 1)]
            for guest, seat in zip(guests, game["seats"], strict=True):
                guest.hear("state")
                wish = {"token": seat["token"], "webhook": hook.url, "wait": 0, "remind": 3600}
                assert server.http.post(f"/api/games/{game['id']}/seat", json=wish).status_code == 200
            asked = next(guest for guest in guests if guest.state["question"])
            while asked.state["question"]:
                asked.answer()
        for _ in run(database.url, Limits(), post=Post(pulse=0.05, private=True)):
            until(lambda: bool(hook.heard))
        assert [one["side"] for one in hook.heard] == [1 - guests.index(asked)]


def test_while_the_database_is_away_nothing_happens(database: Database) -> None:
    for server in run(database.url, Limits()):
        id, token, question = played(server)
        guest = server.connect(id, token)
        number = guest.asked()["number"]
        database.stop()
        assert "could not be written" in guest.answer()["why"]
        database.start()
        again = server.connect(id, token)
        assert again.asked()["text"] == question and again.asked()["number"] == number
        assert again.answer()["type"] == "state"


@pytest.mark.slow
def test_what_was_acknowledged_is_there_once_though_players_drop_and_the_server_is_killed(
    database: Database,
) -> None:
    drilled("--database", database.url)
