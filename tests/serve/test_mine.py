"""My games: those a browser keeps tokens of, and whose turn it is in each."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from warhost.serve.limits import Limits

from .conftest import PERSON, Server, run


def mine(server: Server, *held: tuple[str, str]) -> dict[str, Any]:
    wish = {"games": [{"id": id, "token": token} for id, token in held]}
    found: dict[str, Any] = server.http.post("/api/mine", json=wish).json()
    return found


def test_whoever_shows_his_tokens_learns_where_it_is_his_turn(server: Server) -> None:
    games = [server.begin(title=title) for title in ("first", "second")]
    held = [(game["id"], game["seats"][side]["token"]) for game, side in zip(games, (0, 1), strict=True)]
    found = mine(server, *held)["games"]
    yours = [game["yours"] for game in found]
    assert yours == sorted(yours, reverse=True)
    (turn,) = next(game["waiting"] for game in found if game["title"] == "first")
    guest = server.sit(games[0], turn)
    guest.asked()
    while guest.state["question"]:
        guest.answer()
    first = next(game for game in mine(server, *held)["games"] if game["title"] == "first")
    assert first["waiting"] == [1 - turn] and first["yours"] == (turn == 1)


def test_a_wrong_token_shows_nothing(server: Server) -> None:
    game, other = server.begin(), server.begin()
    found = mine(server, (game["id"], other["seats"][0]["token"]), ("nowhere", "x"))
    assert found == {"games": [], "lost": [game["id"], "nowhere"]}


def test_a_database_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    for server in run(url, Limits()):
        game = server.begin()
        guests = [server.sit(game, side) for side in (0, 1)]
        for guest in guests:
            guest.hear("state")
        next(guest for guest in guests if guest.state["question"]).answer()
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        database.execute("ALTER TABLE standings DROP COLUMN waiting")
    for server in run(url, Limits()):
        (found,) = mine(server, (game["id"], game["seats"][0]["token"]))["games"]
        assert found["waiting"]


def test_a_campaign_says_whom_its_battle_waits_for(server: Server) -> None:
    """Whoever fights in the battle that is due may begin it; then it is the move of whoever is asked there."""
    seats = [PERSON, PERSON, {"kind": "computer", "level": "random", "seconds": 0}]
    wish = {"rulebook": "warband", "seats": seats, "rosters": ["lantern_500", "unquiet_500", "ash_500"]}
    campaign = server.http.post("/api/campaigns", json=wish).json()
    tokens = [seat["token"] for seat in campaign["seats"][:2]]

    def line(side: int) -> dict[str, Any]:
        (game,) = mine(server, (campaign["id"], tokens[side]))["games"]
        return game

    account = server.get(f"/api/campaigns/{campaign['id']}", token=tokens[0])["account"]
    fighting = next(one["players"] for one in account["pairings"] if one["stands"] == "due")
    people = [side for side in fighting if side < 2]
    assert [line(side)["yours"] for side in (0, 1)] == [side in fighting for side in (0, 1)]
    assert line(people[0])["waiting"] == people
    begun = server.http.post(f"/api/campaigns/{campaign['id']}/battle", json={"token": tokens[people[0]]}).json()
    guests = {side: server.connect(begun["id"], tokens[side]) for side in people}
    asked = next(side for side, guest in guests.items() if guest.hear("state")["question"])
    assert [line(side)["yours"] for side in people] == [side == asked for side in people]
    assert line(asked)["waiting"] == [asked] and line(asked)["phase"].startswith("battle 1 is fought")
