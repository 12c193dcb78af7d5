"""What cannot be written down has not happened, and the game goes on as soon as it can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sql

from warhost.serve.storage import NotStored, Storage
from warhost.serve.tables import Bound

from .conftest import PERSON, RANDOM, Server, until

FULL = "could not be written"


class Disk:
    """A disk that can be full (for everybody, or for what side 1 answers), or gone altogether."""

    full = full_for_second = gone = False
    tried = 0

    def holds(self, statements: Any) -> bool:
        second = any(one.values.get("new_side") == 1 for one in statements if isinstance(one, Bound))
        self.tried += second
        return not (self.full or (self.full_for_second and second))


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk, commit, rows = Disk(), Storage._commit, Storage.rows

    def writing(storage: Storage, statements: Any) -> None:
        if not disk.holds(statements):
            raise sql.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))
        commit(storage, statements)

    def reading(storage: Storage, game: str) -> Any:
        if disk.gone:
            raise NotStored("disk I/O error")
        return rows(storage, game)

    monkeypatch.setattr(Storage, "_commit", writing)
    monkeypatch.setattr(Storage, "rows", reading)
    yield disk
    disk.full = disk.full_for_second = disk.gone = False


@pytest.mark.parametrize("gone", [False, True])
def test_an_answer_that_cannot_be_stored_has_not_been_given(
    server: Server, disk: Disk, gone: bool, caplog: pytest.LogCaptureFixture
) -> None:
    game = server.begin()
    guests = [server.sit(game, side) for side in (0, 1)]
    for guest in guests:
        guest.hear("state")
    turn = next(guest for guest in guests if guest.state["question"])
    before, steps = turn.asked(), turn.state["steps"]
    disk.full, disk.gone = True, gone
    refused = turn.answer()
    assert FULL in refused["why"] and refused["answer"] == before["number"]
    assert f"game {game['id']} {FULL}" in caplog.text
    if gone:  # nobody knows whether it was stored: nothing goes on
        turn.say(type="check", id=3, number=before["number"], answer="x")
        assert FULL in turn.hear("error")["why"]
    disk.full = disk.gone = False
    again = server.sit(game, guests.index(turn))
    assert again.asked() == before and again.state["steps"] == steps
    assert turn.answer(number=before["number"])["type"] == "state"
    assert server.get(f"/api/games/{game['id']}")["undone"] == 0


def test_a_computer_waits_for_the_disk_and_then_plays_on(
    server: Server, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warhost.serve.computers.RETRY", 0.1)
    game = server.begin(seats=(PERSON, RANDOM))
    guest = server.sit(game, 0)
    guest.asked()
    disk.full_for_second = True
    while [waiting["side"] for waiting in guest.state["waiting"]] != [1]:
        guest.answer()
    tried = disk.tried
    until(lambda: disk.tried >= tried + 3)
    assert guest.state["question"] is None
    disk.full_for_second = False
    assert guest.asked()


def test_an_undo_that_cannot_be_stored_has_not_been_done(server: Server, disk: Disk) -> None:
    guest = server.sit(server.begin(seats=(PERSON, RANDOM)), 0)
    guest.asked()
    guest.answer()
    question = guest.asked()
    disk.full = True
    guest.say(type="undo")
    assert FULL in guest.hear("error")["why"]
    disk.full = False
    assert guest.catch_up()["question"]["number"] == question["number"]
    assert guest.answer()["type"] == "state"


def test_no_game_is_begun_that_cannot_be_stored(server: Server, disk: Disk) -> None:
    disk.full = True
    found = server.http.post("/api/games", json={"rulebook": "magnamund", "seats": [PERSON, PERSON]})
    assert found.status_code == 507 and FULL in found.json()["error"]["why"]
