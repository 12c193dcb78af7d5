"""Games whose log is damaged: they say where, tell no secrets, break no list, and go on from their sound part."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from warhost.serve.limits import Limits
from warhost.serve.soundness import sound_part
from warhost.serve.storage import GAMES, LOG, STANDINGS, GameEntry, NotStored, Row, Standing, Storage

from .conftest import PERSON, RANDOM, Server, run

SECRET = "a hidden square 17/23"
Damage = Callable[[str, int], Any]


def missing(game: str, number: int) -> Any:
    return sql.delete(LOG).where(LOG.c.game == game, LOG.c.number == number)


def unlawful(game: str, number: int) -> Any:
    here = (LOG.c.game == game, LOG.c.number == number)
    return sql.update(LOG).where(*here).values(what=f'"{SECRET}"'.encode())


def unreadable(game: str, number: int) -> Any:
    here = (LOG.c.game == game, LOG.c.number == number)
    return sql.update(LOG).where(*here).values(what=f'["{SECRET}'.encode())


def senseless(game: str, number: int) -> Any:
    here = (LOG.c.game == game, LOG.c.number == number)
    return sql.update(LOG).where(*here).values(what=f'{{"{SECRET}": [{{}}]}}'.encode())


DAMAGES = {
    missing: "is missing", unlawful: "is not allowed by the rules of today", unreadable: "cannot be read",
    senseless: "rules of today",
}  # fmt: skip


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


def damaged(url: str, statement: Any) -> None:
    engine = sql.create_engine(url)
    with engine.begin() as connection:
        connection.execute(statement)
    engine.dispose()


def log_of(url: str, game: str) -> list[Any]:
    engine = sql.create_engine(url)
    with engine.connect() as connection:
        found = list(connection.execute(sql.select(LOG).where(LOG.c.game == game).order_by(LOG.c.number)).all())
    engine.dispose()
    return found


def played(server: Server, answers: int = 8, **wish: Any) -> dict[str, Any]:
    game = server.begin(**wish)
    guests = [server.sit(game, side) for side in (0, 1)]
    for guest in guests:
        guest.hear("state")
    for _ in range(answers):
        turn = next(guest for guest in guests if guest.state["question"])
        turn.answer()
        guests[1 - guests.index(turn)].catch_up()
    return game


@pytest.fixture
def broken(url: str) -> Iterator[tuple[Server, dict[str, Any]]]:
    """A server with a game of eight answers the sixth of which is missing."""
    for server in run(url, Limits()):
        game = played(server)
    damaged(url, missing(game["id"], 5))
    for server in run(url, Limits()):
        yield server, game


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_game_says_where_it_breaks_and_nothing_of_what_was_answered(url: str, damage: Damage) -> None:
    for server in run(url, Limits()):
        game = played(server)
        sound = played(server)
    damaged(url, damage(game["id"], 5))
    before = log_of(url, game["id"])
    for server in run(url, Limits()):
        guest = server.sit(game, 0)
        state = guest.hear("state")
        assert "entry 6 " in state["broken"] and DAMAGES[damage] in state["broken"]
        assert state["question"] is None and state["waiting"] == [] and not state["can_undo"]
        told = server.get(f"/api/games/{game['id']}", token=game["seats"][0]["token"])
        assert told["broken"] == state["broken"] and told["steps"] == state["steps"]
        assert server.get(f"/api/games/{game['id']}/at/{state['steps']}")["view"]
        assert SECRET not in "".join(guest.raw) and SECRET not in str(told)
        assert {line["id"] for line in server.get("/api/games")} == {game["id"], sound["id"]}
    assert log_of(url, game["id"]) == before


def test_nothing_is_added_to_a_damaged_game(broken: tuple[Server, dict[str, Any]], url: str) -> None:
    server, game = broken
    before = log_of(url, game["id"])
    for side in (0, 1):
        guest = server.sit(game, side)
        number = guest.hear("state")["number"]
        for message in ({"type": "answer", "number": number, "answer": "x"}, {"type": "undo"}, {"type": "hint"}):
            guest.say(**message)
            guest.hear("refused")
        guest.say(type="check", id=3, number=number, answer="x")
        assert not guest.hear("checked")["ok"]
    assert log_of(url, game["id"]) == before


def test_a_damaged_game_goes_on_from_its_sound_part_with_the_same_seats(
    broken: tuple[Server, dict[str, Any]],
) -> None:
    server, game = broken
    tokens = [seat["token"] for seat in game["seats"]]
    path = f"/api/games/{game['id']}/go_on"
    begun = [server.http.post(path, json={"token": token}).json() for token in tokens]
    assert begun[0]["id"] == begun[1]["id"] != game["id"]
    assert [seat.get("token", "") for seat in begun[0]["seats"]] == [tokens[0], ""]
    state = server.sit(game, 0).hear("state")
    guests = [server.connect(begun[0]["id"], token) for token in tokens]
    for guest in guests:
        assert guest.hear("state")["broken"] == ""
    then = server.get(f"/api/games/{game['id']}/at/{state['steps']}", token=tokens[0])["view"]
    assert server.get(f"/api/games/{begun[0]['id']}/at/0", token=tokens[0])["view"] == then
    asked = next(guest for guest in guests if guest.state["question"])
    assert asked.answer()["type"] == "state"
    assert server.get(f"/api/games/{begun[0]['id']}")["source"] == f"{game['id']}/{state['steps']}"


def test_only_players_go_on_and_only_with_what_is_damaged(broken: tuple[Server, dict[str, Any]]) -> None:
    server, game = broken
    for token in ("", "not a token"):
        assert server.http.post(f"/api/games/{game['id']}/go_on", json={"token": token}).status_code == 403
    sound = server.begin()
    reply = server.http.post(f"/api/games/{sound['id']}/go_on", json={"token": sound["seats"][0]["token"]})
    assert reply.status_code == 409 and "is sound" in reply.json()["error"]["why"]


def test_a_computer_does_not_play_on_in_a_damaged_game(url: str) -> None:
    for server in run(url, Limits()):
        game = server.begin(seats=(PERSON, RANDOM))
        guest = server.sit(game, 0)
        for _ in range(5):
            guest.answer()
        guest.asked()
    damaged(url, missing(game["id"], 3))
    before = log_of(url, game["id"])
    for server in run(url, Limits()):
        assert server.sit(game, 0).hear("state")["broken"]
        begun = server.http.post(f"/api/games/{game['id']}/go_on", json={"token": game["seats"][0]["token"]}).json()
        assert begun["seats"][1] == {"side": 1, "computer": True}
        assert server.connect(begun["id"], game["seats"][0]["token"]).asked()
    assert log_of(url, game["id"]) == before


@pytest.mark.parametrize("body", [b"", b"{", b'{"id": "x"}'])
def test_a_game_whose_beginning_is_damaged_breaks_no_list(url: str, body: bytes) -> None:
    for server in run(url, Limits()):
        games = [played(server, 1), played(server, 1)]
        fresh = server.begin()
    damaged(url, sql.update(GAMES).where(GAMES.c.id == games[0]["id"]).values(body=body))
    for server in run(url, Limits()):
        assert {line["id"] for line in server.get("/api/games")} == {games[1]["id"], fresh["id"]}
        mine = [{"id": game["id"], "token": game["seats"][0]["token"]} for game in (*games, fresh)]
        held = server.http.post("/api/mine", json={"games": mine}).json()
        assert {game["id"] for game in held["games"]} == {games[1]["id"], fresh["id"]}
        assert held["lost"] == [games[0]["id"]]
        assert "cannot be opened" in server.get(f"/api/games/{games[0]['id']}", 409)["error"]["why"]


def test_a_game_that_cannot_be_opened_breaks_no_list_of_ones_own(url: str) -> None:
    for server in run(url, Limits()):
        game, fresh = server.begin(), server.begin()
    body = sql.func.replace(sql.cast(GAMES.c.body, sql.String), '"rulebook":"magnamund"', '"rulebook":"chess"')
    damaged(url, sql.update(GAMES).where(GAMES.c.id == game["id"]).values(body=sql.cast(body, sql.LargeBinary)))
    for server in run(url, Limits()):
        mine = [{"id": one["id"], "token": one["seats"][0]["token"]} for one in (game, fresh)]
        held = server.http.post("/api/mine", json={"games": mine}).json()
        assert {one["id"] for one in held["games"]} == {game["id"], fresh["id"]}
        assert "cannot be opened" in server.get(f"/api/games/{game['id']}", 409)["error"]["why"]


def test_a_standing_that_is_damaged_breaks_no_list(url: str) -> None:
    for server in run(url, Limits()):
        games = [played(server, 1), played(server, 1)]
    damaged(url, sql.update(STANDINGS).where(STANDINGS.c.game == games[0]["id"]).values(waiting="nobody"))
    for server in run(url, Limits()):
        assert {line["id"] for line in server.get("/api/games")} == {game["id"] for game in games}


# --- the log itself ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 3, 9])
def test_a_row_is_written_only_next_to_the_last(url: str, number: int) -> None:
    storage, standing = Storage(url), Standing(1, False, 0.0, (0,))

    async def write() -> None:
        await storage.add_game(GameEntry("one", "", "magnamund", {}, "a seed", (), 0.0))
        for row in (0, 1):
            await storage.append("one", Row(row, "answer", 0, row, 0.0), standing)
        with pytest.raises(NotStored):
            await storage.append("one", Row(number, "answer", 0, SECRET, 0.0), standing)
        await storage.append("one", Row(2, "answer", 0, 2, 0.0), standing)

    asyncio.run(write())
    assert [row.what for row in storage.rows("one")] == [0, 1, 2]
    storage.close()


def rows(*what: Any) -> list[Row]:
    return [Row(place, "undo" if isinstance(one, int) else "answer", 0, one, 0.0) for place, one in enumerate(what)]


@pytest.mark.parametrize(
    ("log", "sound"),
    [
        (rows("a", "b", 1, "c", 0, "d"), 6),
        (rows("a", "b", 2, "c"), 2),  # nothing would have been taken back
        (rows("a", -1, "c"), 1),
        (rows(0), 0),
        (rows("a", "b", "c")[1:], 0),
        ([*rows("a", "b"), Row(1, "answer", 0, "b", 0.0)], 2),  # twice
    ],
)
def test_how_far_a_log_is_sound(log: list[Row], sound: int) -> None:
    found, broken = sound_part(log)
    assert found == log[:sound] and (broken is None) == (sound == len(log))
    assert broken is None or broken.entry == sound
