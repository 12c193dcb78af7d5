"""Army lists that are exchanged: the invaders' is fixed and shown in full before the defenders write theirs."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from warhost.engine.rulebook import rulebook
from warhost.roster.roster import Roster, roster_text
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.serve.limits import Limits

from .conftest import PERSON, RANDOM, Server, run

KNOWN_ENEMY, FORCES = "tp.scenario.rampage.known_enemy", "tp.scenario.rampage.forces"
FRIEND = {"kind": "friend"}
INVADERS, DEFENDERS = 0, 1


def ready(part: int, **more: Any) -> str:
    """The text of the ready roster of a part, written for nothing in particular."""
    book = rulebook("threeplains")
    assert isinstance(book, ThreePlains)
    roster: Roster = book.library.missions["rampage"].part[part].ready[0]
    return roster_text(roster).replace(f"points = {roster.points}", f"points = {more.get('points', roster.points)}")


def agreed(server: Server, **more: Any) -> dict[str, Any]:
    return server.begin("threeplains", (PERSON, FRIEND), scenario="rampage", exchange=True, **more)


def look(server: Server, game: dict[str, Any], side: int) -> Any:
    return server.get(f"/api/exchanges/{game['id']}", token=game["seats"][side]["token"])


def hand_in(server: Server, game: dict[str, Any], side: int, roster: str, status: int = 200) -> Any:
    said = {"token": game["seats"][side]["token"], "roster": roster}
    reply = server.http.post(f"/api/exchanges/{game['id']}", json=said)
    assert reply.status_code == status, reply.text
    return reply.json() if status == 200 else reply.json()["error"]


@pytest.mark.rule("tp.scenario.rampage.known_enemy")
def test_the_defenders_write_only_when_the_invaders_list_is_fixed_and_then_read_all_of_it(server: Server) -> None:
    game = agreed(server)
    assert game["seats"][1]["link"].startswith(f"/exchange/{game['id']}#")
    before = look(server, game, DEFENDERS)
    assert (before["awaited"], before["lists"], before["commission"]) == (INVADERS, [None, None], None)
    refused = hand_in(server, game, DEFENDERS, ready(1), 409)
    assert refused["rule"] == KNOWN_ENEMY and "invaders" in refused["why"]
    hand_in(server, game, INVADERS, ready(0))
    after = look(server, game, DEFENDERS)
    assert (after["awaited"], after["fixed"], after["begun"]) == (DEFENDERS, [True, False], False)
    assert 'profile = "troll"' in after["lists"][INVADERS]
    commission = after["commission"]
    assert (commission["points"], commission["part"], commission["against"]) == (1000, "defenders", 1500)


@pytest.mark.rule("tp.scenario.rampage.known_enemy")
def test_a_list_that_was_handed_over_is_not_changed_but_may_be_handed_over_again(server: Server) -> None:
    game = agreed(server)
    hand_in(server, game, INVADERS, ready(0))
    assert hand_in(server, game, INVADERS, ready(0))["awaited"] == DEFENDERS  # whoever did not hear the reply
    swapped = ready(0).replace('"saws"', '"bowmen"')
    refused = hand_in(server, game, INVADERS, swapped, 409)
    assert refused["rule"] == KNOWN_ENEMY and "stays as it is" in refused["why"]
    assert "saws" in look(server, game, DEFENDERS)["lists"][INVADERS]


@pytest.mark.rule("tp.scenario.rampage.known_enemy")
def test_with_the_second_list_the_game_begins_and_the_invaders_never_see_that_list(server: Server) -> None:
    game = agreed(server)
    server.get(f"/api/games/{game['id']}", 404)
    hand_in(server, game, INVADERS, ready(0))
    assert hand_in(server, game, DEFENDERS, ready(1))["begun"]
    assert look(server, game, INVADERS)["lists"][DEFENDERS] is None
    assert look(server, game, DEFENDERS)["lists"][DEFENDERS]
    assert hand_in(server, game, DEFENDERS, ready(1))["begun"]  # again, and it is still the same game
    for side in (INVADERS, DEFENDERS):
        assert server.get(f"/api/games/{game['id']}", token=game["seats"][side]["token"])["seat"] == side
    assert "The Black Tide" in server.get(f"/api/games/{game['id']}")["sides"]


@pytest.mark.rule("tp.scenario.rampage.forces")
@pytest.mark.parametrize(("points", "wanted"), [(999, False), (1001, False), (1000, True)])
def test_the_defenders_keep_to_two_thirds(server: Server, points: int, wanted: bool) -> None:
    game = agreed(server)
    hand_in(server, game, INVADERS, ready(0))
    told = hand_in(server, game, DEFENDERS, ready(1, points=points), 200 if wanted else 400)
    assert told["begun"] if wanted else told["rule"] == FORCES


@pytest.mark.rule("tp.scenario.rampage.no_triangles")
def test_an_unlawful_list_is_not_taken_and_may_be_mended(server: Server) -> None:
    game = agreed(server)
    hand_in(server, game, INVADERS, ready(0))
    great = ready(1).replace('profile = "halfwit"', 'profile = "champion"')
    assert any("the great have fallen" in one for one in hand_in(server, game, DEFENDERS, great, 400)["faults"])
    assert "line 1" in hand_in(server, game, DEFENDERS, "no = roster", 400)["why"]
    assert hand_in(server, game, DEFENDERS, ready(1))["begun"]


def test_the_one_who_invites_may_be_the_defender_and_then_waits(server: Server) -> None:
    game = server.begin("threeplains", (FRIEND, PERSON), scenario="rampage", exchange=True)
    assert hand_in(server, game, DEFENDERS, ready(1), 409)["rule"] == KNOWN_ENEMY
    hand_in(server, game, INVADERS, ready(0))
    assert hand_in(server, game, DEFENDERS, ready(1))["begun"]


def test_nobody_else_sees_the_lists(server: Server) -> None:
    game = agreed(server)
    hand_in(server, game, INVADERS, ready(0))
    for token in ("", "a guess"):
        assert "no token" in server.get(f"/api/exchanges/{game['id']}", 403, token=token)["error"]["why"]
    server.get("/api/exchanges/nowhere", 404, token="a guess")


def refused(server: Server, seats: Any, **more: Any) -> Any:
    wish = {"rulebook": "threeplains", "scenario": "rampage", "seats": list(seats), **more}
    reply = server.http.post("/api/games", json=wish)
    assert reply.status_code in (400, 409), reply.text
    return reply.json()["error"]


@pytest.mark.rule("tp.scenario.rampage.known_enemy")
def test_whoever_invites_a_friend_does_not_write_both_lists(server: Server) -> None:
    both = [ready(0), ready(1)]
    assert refused(server, (PERSON, FRIEND), rosters=both)["rule"] == KNOWN_ENEMY
    assert refused(server, (PERSON, FRIEND), options={"armies": "orcs:1500:1, ready"})["rule"] == KNOWN_ENEMY
    server.begin("threeplains", (PERSON, FRIEND), scenario="rampage")  # the ready match is known to both
    server.begin("threeplains", (PERSON, RANDOM), scenario="rampage", rosters=both)


def test_what_cannot_be_exchanged_is_refused(server: Server) -> None:
    assert "people" in refused(server, (PERSON, RANDOM), exchange=True)["why"]
    assert "afterwards" in refused(server, (PERSON, FRIEND), exchange=True, rosters=[ready(0), ready(1)])["why"]
    assert "2 seats" in refused(server, (PERSON,), exchange=True)["why"]
    assert "nobody is shown" in refused(server, (PERSON, FRIEND), exchange=True, scenario="raid")["why"]


def test_the_same_wish_under_the_same_key_is_the_same_exchange(server: Server) -> None:
    wish = {"rulebook": "threeplains", "scenario": "rampage", "seats": [PERSON, FRIEND], "exchange": True}
    key = {"Idempotency-Key": "k" * 30}
    first, second = (server.http.post("/api/games", json=wish, headers=key).json() for _ in range(2))
    assert first == second


def test_it_outlives_the_server_and_a_game_that_was_not_begun_is_begun_by_whoever_looks(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    running = run(url, Limits())
    server = next(running)
    game = agreed(server)
    hand_in(server, game, INVADERS, ready(0))
    hand_in(server, game, DEFENDERS, ready(1))
    next(running, None)
    _forget_game(tmp_path / "games.db", game["id"])
    running = run(url, Limits())
    server = next(running)
    assert look(server, game, INVADERS)["begun"]
    assert server.get(f"/api/games/{game['id']}", token=game["seats"][0]["token"])["seat"] == 0
    next(running, None)


def _forget_game(file: Path, id: str) -> None:
    """As after a power cut between the last list and the beginning."""
    with sqlite3.connect(file) as database:
        database.execute("DELETE FROM games WHERE id = ?", (id,))
