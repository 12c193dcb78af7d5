"""Hostile clients: wrong tokens, foreign pages, malformed, huge and too many messages; and what stays hidden."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from warhost.rulebooks.threeplains.armies.muster import ThreePlainsLists
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.serve.limits import Limits

from .conftest import PERSON, RANDOM, Guest, Server, first_offer, run

TOO_LARGE, TOO_MUCH, LATER = 1009, 1008, 1013


def test_a_wrong_token_is_shown_the_door(server: Server) -> None:
    game = server.begin()
    guest = server.connect(game["id"], "x" * 32)
    assert guest.next() == {"type": "error", "why": "that is no token of this game"}
    assert guest.closed() == 4403


def test_a_token_opens_no_other_game(server: Server) -> None:
    mine, other = server.begin(), server.begin()
    assert server.connect(other["id"], mine["seats"][0]["token"]).closed() == 4403
    server.get(f"/api/games/{other['id']}", 403, token=mine["seats"][0]["token"])


def test_a_game_that_is_not_there(server: Server) -> None:
    assert server.connect("nothing").closed() == 4404
    assert server.get("/api/games/nothing", 404) == {"error": {"rule": "", "why": "there is no such game"}}


def test_tokens_are_not_kept_in_the_clear(server: Server) -> None:
    game = server.begin()
    told = json.dumps([server.get("/api/games"), server.get(f"/api/games/{game['id']}")])
    assert all(seat["token"] not in told for seat in game["seats"])


@pytest.mark.parametrize(
    "raw",
    ["", "{", "[]", "null", '{"type":"answer"}', '{"type":"nonsense"}', '{"type":"ping","more":1}', "[" * 5000,
     '{"type":"answer","number":"x","answer":1}', '{"type":"look","id":1,"what":"seed","from":"a"}', "\x00",
     '{"type":"answer","number":-1,"answer":1}', '{"type":"answer","number":0,"answer":1e300}',
     f'{{"type":"check","id":1,"number":0,"answer":{10**30}}}',
     f'{{"type":"check","id":{10**30},"number":0,"answer":1}}',
     f'{{"type":"answer","number":0,"answer":{"[" * 40}{"]" * 40}}}',
     f'{{"type":"answer","number":{"9" * 5000},"answer":1}}',
     '{"type":"look","id":1,"what":"sight","from":[1,2,3]}',
     '{"type":"look","id":1,"what":"sight","from":[1,99999999]}'],
)  # fmt: skip
def test_what_is_not_understood_is_said_so_and_harms_nobody(server: Server, raw: str) -> None:
    guest = server.sit(server.begin(seats=(PERSON, RANDOM)), 0)
    guest.asked()
    guest.socket.send(raw)
    assert guest.hear("error")["why"].startswith("not understood")
    guest.say(type="ping")
    assert guest.hear("pong")


def test_bytes_that_are_no_text(server: Server) -> None:
    guest = server.sit(server.begin(), 0)
    guest.socket.send(b"\xff\xfe\x00")
    assert guest.hear("error")["why"].startswith("not understood")


def test_a_huge_message_ends_the_talk(strict_server: Server) -> None:
    game = strict_server.begin()
    guest = strict_server.sit(game, 0)
    guest.hear("state")
    guest.say(type="answer", number=0, answer="x" * 5000)
    assert guest.closed() == TOO_LARGE
    strict_server.sit(game, 0).hear("state")


def test_a_flood_of_messages_ends_the_talk(strict_server: Server) -> None:
    guest = strict_server.sit(strict_server.begin(), 0)
    guest.hear("state")
    with suppress(ConnectionClosed):  # the server may hang up while the flood is still pouring
        for _ in range(40):
            guest.say(type="ping")
    assert guest.closed() == TOO_MUCH


def test_a_table_holds_only_so_many(strict_server: Server) -> None:
    game = strict_server.begin()
    for _ in range(2):
        strict_server.sit(game).hear("state")
    assert strict_server.sit(game).closed() == 4429


def test_who_comes_and_goes_too_often_is_told_to_come_later(tmp_path: Path) -> None:
    for server in run(f"sqlite:///{tmp_path / 'games.db'}", Limits(comings=0.1, comings_at_once=3)):
        game = server.begin()
        for _ in range(3):
            guest = server.sit(game)
            guest.hear("state")
            guest.close()
        late = server.sit(game)
        assert "too often" in late.hear("error")["why"] and late.closed() == LATER


def test_one_visitor_begins_only_so_many_games(strict_server: Server) -> None:
    for _ in range(3):
        strict_server.begin()
    reply = strict_server.http.post("/api/games", json={"rulebook": "magnamund", "seats": [PERSON, PERSON]})
    assert reply.status_code == 429 and "many games" in reply.json()["error"]["why"]


def test_a_huge_request_is_turned_away(strict_server: Server) -> None:
    reply = strict_server.http.post("/api/games", content=b"x" * 5000)
    assert reply.status_code == 413
    reply = strict_server.http.post("/api/games", content=iter([b"x" * 5000]))
    assert reply.status_code == 413


def test_foreign_pages_and_names_are_turned_away(server: Server) -> None:
    foreign = {"Origin": "https://elsewhere.example"}
    assert server.http.get("/api/games", headers=foreign).status_code == 403
    assert server.http.get("/api/games", headers={"Host": "elsewhere.example"}).status_code == 421
    own = {"Origin": server.address}
    assert server.http.get("/api/games", headers=own).status_code == 200
    game = server.begin()
    address = f"{server.address.replace('http', 'ws')}/api/games/{game['id']}/socket"
    with pytest.raises(InvalidStatus), connect(address, additional_headers=foreign):
        pass


def test_every_reply_has_strict_headers(server: Server) -> None:
    for path in ("/api/games", "/api/nothing", "/"):
        headers = server.http.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "armies", ["/etc/hostname, orcs_500", "../orcs_500, orcs_500", "orcs:999999999:1, orcs_500"]
)
def test_a_client_names_no_files_of_the_server(server: Server, armies: str) -> None:
    wish = {"rulebook": "threeplains", "seats": [PERSON, PERSON], "options": {"armies": armies}}
    reply = server.http.post("/api/games", json=wish)
    assert reply.status_code == 400 and "no ready roster" in reply.json()["error"]["why"]


def test_nobody_climbs_out_of_the_folder_of_the_page(server: Server) -> None:
    for path in ("/..%2fserve%2fapp.py", "/%2e%2e/serve/app.py", "/../serve/app.py"):
        with httpx.Client(base_url=server.address) as client:
            assert client.get(path).status_code == 404


# --- hidden things -------------------------------------------------------------------------------------------


def play_hidden(
    server: Server, game: dict[str, Any], hide: Any, most: int, until: str = ""
) -> tuple[list[Guest], Guest]:
    """Both sides answer with first offers, or as `hide` says, `until` this is asked; a watcher looks on."""
    guests, watcher = [server.sit(game, side) for side in (0, 1)], server.sit(game)
    for guest in (*guests, watcher):
        guest.hear("state")
    for _ in range(most):
        turn = next((guest for guest in guests if guest.state["question"]), None)
        if turn is None:
            break
        question = turn.asked()
        if question["what"] == until:
            break
        assert turn.answer(hide(question) or first_offer(question))["type"] == "state"
        for guest in (*guests, watcher):
            if guest is not turn:
                guest.catch_up()
    return guests, watcher


def test_hidden_pieces_are_in_no_byte_that_the_enemy_gets(server: Server) -> None:
    """The Giaks in the north wood: the enemy never hears the name of one of them before they come out."""

    def hide(question: dict[str, Any]) -> Any:
        if question["what"] != "place" or not question["order"]["may_hide"]:
            return None
        return {**first_offer(question), "hidden": question["order"]["pieces"]}

    game = server.begin(scenario="forest_road")
    guests, watcher = play_hidden(server, game, hide, 6)
    hider = next(guest for guest in guests if any("hidden" in p["marks"] for p in guest.state["view"]["pieces"]))
    names = [p["id"] for p in hider.state["view"]["pieces"] if "hidden" in p["marks"]]
    assert len(names) > 3
    enemy = next(guest for guest in guests if guest is not hider)
    for other in (enemy, watcher):
        assert other.state["steps"] < hider.state["steps"]  # nobody counts what only another heard of
        assert not [name for name in names for raw in other.raw if f'"{name}"' in raw]
    for query in ({}, {"token": game["seats"][guests.index(enemy)]["token"]}):
        for step in range(enemy.state["steps"] + 1):
            told = json.dumps(server.get(f"/api/games/{game['id']}/at/{step}", **query))
            assert not [name for name in names if f'"{name}"' in told]
        sheets = [server.http.get(f"/api/games/{game['id']}/sheet/{side}", params=query).text for side in (0, 1)]
        assert all("</section>" in sheet for sheet in sheets)
        assert not [name for name in names for sheet in sheets if name in sheet]
    enemy.say(**{"type": "look", "id": 1, "what": "distance", "from": [1, 1], "to": names[0]})
    assert not enemy.hear("looked")["ok"]
    watcher.say(**{"type": "look", "id": 1, "what": "reach", "from": names[0]})
    assert not watcher.hear("looked")["ok"]
    for other in (enemy, watcher):
        other.say(**{"type": "look", "id": 2, "what": "outlook", "from": [1, 1]})
        assert other.hear("looked")["ok"]
        assert not [name for name in names if f'"{name}"' in other.raw[-1]]


def test_where_a_halfwit_hides_is_in_no_byte_that_the_enemy_gets(server: Server) -> None:
    """Snikkit hides in a group; neither his name nor the question about him reaches the enemy."""
    game = server.begin("threeplains", options={"armies": "orcs_1000, herlanceia_1000"})
    guests, watcher = play_hidden(server, game, lambda question: None, 200, until="first turn")
    questions = [message["question"] for message in guests[0].heard if message["type"] == "state"]
    asked = [question for question in questions if question and question["what"] == "hide in"]
    assert asked and "Snikkit" in asked[0]["text"]
    for other in (guests[1], watcher):
        assert not [raw for raw in other.raw if "Snikkit" in raw or f'"{asked[0]["about"]}"' in raw]
    assert not [raw for raw in watcher.raw if "hide in" in raw]
    for token, knows in ((game["seats"][0]["token"], True), (game["seats"][1]["token"], False), ("", False)):
        sheet = server.http.get(f"/api/games/{game['id']}/sheet/0", params={"token": token}).text
        assert ("Snikkit" in sheet) is knows


def test_unused_magic_items_are_in_no_byte_that_the_enemy_gets(server: Server) -> None:
    """What heroes carry is told to their own side alone."""
    raised = ((f"orcs:1000:{seed}", ThreePlainsLists().raise_army("orcs", 1000, str(seed))) for seed in count(1))
    laden = next(army for army, roster in raised if len([c for c in roster.character if c.items]) > 1)
    game = server.begin("threeplains", options={"armies": f"{laden}, herlanceia_1000"})
    guests, watcher = play_hidden(server, game, lambda question: None, 200, until="first turn")
    tokens = [seat["token"] for seat in game["seats"]]
    sheets = [server.http.get(f"/api/games/{game['id']}/sheet/0", params={"token": token}).text for token in tokens]
    titles = [item.title for item in ITEMS.values() if item.title in sheets[0]]
    assert titles and not [title for title in titles if title in sheets[1]]
    assert not [raw for other in (guests[1], watcher) for raw in other.raw for title in titles if title in raw]
    assert [raw for raw in guests[0].raw for title in titles if title in raw]
