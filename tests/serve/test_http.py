"""Plain requests: rulebooks, rules, rosters, lists of games, the page, the description of the interface."""

from __future__ import annotations

import asyncio
import runpy
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect

from warhost.serve import app as app_module
from warhost.serve.going_wrong import HANDLERS
from warhost.serve.limits import Bucket
from warhost.serve.messages import FromClient
from warhost.serve.openapi import WAYS, openapi
from warhost.serve.voice import FromServer

from .conftest import PERSON, RANDOM, Server

ROOT = Path(__file__).parents[2]


def test_rulebooks_come_with_all_that_is_needed_to_begin_a_game(server: Server) -> None:
    books = {book["id"]: book for book in server.get("/api/rulebooks")}
    assert books["magnamund"]["scenarios"][0]["sides"] == ["Sommerlund", "The Darklords"]
    assert books["magnamund"]["rosters"] == []
    assert books["threeplains"]["options"]["measuring"] == ["orders first", "open"]
    roster = next(one for one in books["threeplains"]["rosters"] if one["id"] == "orcs_500")
    assert roster == {"id": "orcs_500", "title": "Snagga's Raid", "army": "orcs", "points": 500}


def test_rules_are_found_by_words_and_read_in_full(server: Server) -> None:
    found = server.get("/api/rules/magnamund", q="arc fire", limit=3)
    assert len(found) == 3 and set(found[0]) == {"id", "title", "chapter"}
    rule = server.get("/api/rules/magnamund/mag.fire.arc")
    assert rule["text"] and {"ruling", "examples", "needs", "needed_by"} <= set(rule)
    assert any(other["id"] == "mag.fire.arc" for need in rule["needed_by"]
               for other in server.get(f"/api/rules/magnamund/{need['id']}")["needs"])  # fmt: skip
    server.get("/api/rules/magnamund/mag.nothing", 404)
    assert "no rulebook" in server.get("/api/rules/nothing", 404)["error"]["why"]
    server.get("/api/rules/magnamund", 400, limit="x")


ROSTER = (ROOT / "src/warhost/rulebooks/threeplains/data/rosters/orcs_500.toml").read_text("utf8")


def test_a_roster_is_priced_and_checked(server: Server) -> None:
    def mustered(text: str) -> Any:
        return server.http.post("/api/muster/threeplains", json={"roster": text}).json()

    good = mustered(ROSTER)
    assert good["bill"]["points"] <= 500 and not good["breaches"] and not good["faults"]
    assert mustered(ROSTER.replace("models = 14", "models = 100"))["breaches"]
    assert mustered(ROSTER.replace('"warriors"', '"worriers"', 1))["faults"]
    assert mustered("this is no roster")["faults"]
    assert server.http.post("/api/muster/magnamund", json={"roster": ROSTER}).status_code == 404


def test_two_rosters_of_the_players_own_meet(server: Server) -> None:
    game = server.begin(
        "threeplains", (PERSON, RANDOM), rosters=[ROSTER, ROSTER.replace("Snagga's Raid", "The Others")]
    )
    assert server.get(f"/api/games/{game['id']}")["sides"] == ["Snagga's Raid", "The Others"]


@pytest.mark.parametrize(
    "wish",
    [{}, {"rulebook": "magnamund"}, {"rulebook": "magnamund", "seats": [PERSON]},
     {"rulebook": "magnamund", "seats": [PERSON, PERSON], "scenario": "nowhere"},
     {"rulebook": "magnamund", "seats": [PERSON, PERSON], "options": {"coherency": "loose"}},
     {"rulebook": "magnamund", "seats": [PERSON, {"kind": "dog"}]},
     {"rulebook": "magnamund", "seats": [PERSON, {"kind": "computer", "seconds": 1e9}]},
     {"rulebook": "magnamund", "seats": [PERSON, PERSON], "seed": "7"}],
)  # fmt: skip
def test_a_game_that_cannot_be_begun_is_refused_in_words(server: Server, wish: dict[str, Any]) -> None:
    reply = server.http.post("/api/games", json=wish)
    assert reply.status_code == 400 and reply.json()["error"]["why"]


def test_games_are_listed_unless_their_players_want_to_be_alone(server: Server) -> None:
    seen, hidden = server.begin(title="Seen"), server.begin(listed=False)
    listed = {line["id"]: line for line in server.get("/api/games")}
    assert listed[seen["id"]]["title"] == "Seen" and listed[seen["id"]]["seats"] == ["person", "person"]
    assert hidden["id"] not in listed
    mine = server.get(f"/api/games/{hidden['id']}", token=hidden["seats"][1]["token"])
    assert mine["seat"] == 1 and server.get(f"/api/games/{hidden['id']}")["seat"] is None


def test_links_hold_the_secret_where_no_server_gets_it(server: Server) -> None:
    game = server.begin()
    assert game["seats"][0]["link"] == f"/join/{game['id']}#{game['seats'][0]['token']}"
    assert game["watch"] == f"/watch/{game['id']}"
    assert server.http.get(game["watch"]).headers["content-type"].startswith("text/html")


def test_the_page_is_served_with_the_right_types(server: Server) -> None:
    for path, kind in (("/", "text/html"), ("/app.js", "text/javascript"), ("/style.css", "text/css"),
                       ("/icon.svg", "image/svg+xml"), ("/vendor/preact.mjs", "text/javascript")):  # fmt: skip
        reply = server.http.get(path)
        assert reply.status_code == 200 and reply.headers["content-type"].startswith(kind), path
        assert reply.headers["cache-control"] == "no-cache"
        again = server.http.get(path, headers={"If-None-Match": reply.headers["etag"]})
        assert again.status_code == 304, path
    assert server.http.get("/nothing.js").status_code == 404


def test_the_interface_is_described_as_it_is(server: Server) -> None:
    told = server.get("/api/openapi.json")
    assert told["openapi"].startswith("3.1")
    assert len([1 for path in told["paths"].values() for _ in path]) == len(WAYS)
    for kind in (FromClient, FromServer):
        names = {member.__name__ for member in kind.__args__}
        assert names <= set(told["components"]["schemas"])
    assert msgspec.json.encode(openapi()).count(b"$ref") > 50


def test_every_message_is_on_the_page_about_the_interface() -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf8")
    for kind in (FromClient, FromServer):
        for member in kind.__args__:
            assert f'"type": "{member.__struct_config__.tag}"' in text, member
    for way in WAYS:
        assert f"`{way.method.upper()} {way.path}" in text, way


def test_the_example_bot_plays_a_battle(server: Server) -> None:
    bot = runpy.run_path(str(ROOT / "examples" / "bot.py"))
    game = server.begin(seats=(PERSON, RANDOM))
    assert bot["play"](server.address, game["id"], game["seats"][0]["token"])["rule"]


def test_a_bucket_fills_again_with_time() -> None:
    now = [0.0]
    bucket = Bucket(2, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100
    assert bucket.full


def broken_off(error: BaseException) -> httpx.Response:
    """The reply to a request whose handler ends so."""

    async def handler(lobby: Any, request: Any) -> Any:
        raise error

    app = Starlette(routes=[app_module._get("/slow", handler)], exception_handlers=HANDLERS)
    app.state.lobby = None
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
    return asyncio.run(client.get("/slow"))


def test_whoever_goes_before_he_has_said_all_is_no_fault_of_the_program() -> None:
    assert broken_off(ClientDisconnect()).status_code == 400


def test_whoever_waits_while_the_server_is_stopped_is_told_so() -> None:
    reply = broken_off(asyncio.CancelledError())
    assert reply.status_code == 503 and "is being stopped" in reply.json()["error"]["why"]
