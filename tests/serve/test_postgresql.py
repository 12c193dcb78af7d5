"""Games in PostgreSQL instead of a file, at a server of our own."""

from __future__ import annotations

import pytest

from warhost.serve.limits import Limits
from warhost.serve.notices import Post

from .conftest import Server, run, until
from .database import Database
from .post import webhook
from .test_campaigns import goes_on
from .test_drill import drilled


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
