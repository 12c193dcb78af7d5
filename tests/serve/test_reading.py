"""Army sheets to print, odds to look up, and rosters brought as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.rulebook import rulebook
from warhost.roster.lists import ready_rosters
from warhost.roster.roster import roster_text

from .conftest import PERSON, Server

LISTS = rulebook("threeplains").lists  # type: ignore[attr-defined]
ORCS = ready_rosters(LISTS)["orcs_500"].read_text("utf8")
SITUATIONS = Path(__file__).parents[2] / "examples" / "situations"


# --- sheets --------------------------------------------------------------------------------------------------


def test_a_ready_roster_is_printed(server: Server) -> None:
    found = server.http.get("/api/sheet/threeplains/orcs_500")
    assert found.headers["content-type"].startswith("text/html")
    assert "500 points" in found.text and '<section class="card"' in found.text


def test_a_sheet_shows_its_own_style_and_runs_nothing(server: Server) -> None:
    policy = server.http.get("/api/sheet/threeplains/orcs_500").headers["content-security-policy"]
    assert "style-src 'sha256-" in policy and "default-src 'none'" in policy and "script" not in policy


def test_an_army_list_is_printed(server: Server) -> None:
    assert "army list orcs" in server.http.get("/api/sheet/threeplains/orcs").text


@pytest.mark.parametrize("name", ["nobody", "..%2F..%2Forcs_500", "%2Fetc%2Fpasswd"])
def test_a_sheet_of_nothing_is_not_found(server: Server, name: str) -> None:
    assert server.http.get(f"/api/sheet/threeplains/{name}").status_code == 404


def test_a_rulebook_without_army_lists_prints_none(server: Server) -> None:
    found = server.http.get("/api/sheet/magnamund/orcs")
    assert found.status_code == 404 and "no army lists" in found.json()["error"]["why"]


def test_a_roster_of_ones_own_is_printed(server: Server) -> None:
    text = ORCS.replace('name = "', 'name = "<b>My</b> ', 1)
    found = server.http.post("/api/sheet/threeplains", json={"roster": text})
    assert "&lt;b&gt;My&lt;/b&gt;" in found.text


@pytest.mark.parametrize("book", ["magnamund", "threeplains", "missum"])
def test_both_sides_of_a_game_have_a_sheet(server: Server, book: str) -> None:
    begun = server.begin(book)
    for side, seat in enumerate(begun["seats"]):
        found = server.http.get(f"/api/games/{begun['id']}/sheet/{side}", params={"token": seat["token"]})
        assert found.status_code == 200 and '<section class="card"' in found.text
    assert server.http.get(f"/api/games/{begun['id']}/sheet/2").status_code == 404


@pytest.mark.parametrize(
    ("book", "word", "meaning"),
    [
        ("threeplains", "longbow", "Range 26 inches"),
        ("threeplains", "loose movement", "single models"),
        ("warband", "Bow", "range 24 in"),
        ("regiments", "Strider", "terrain"),
    ],
)
def test_what_the_words_on_a_card_mean_is_there_as_data(server: Server, book: str, word: str, meaning: str) -> None:
    begun = server.begin(book)
    found = server.http.get(f"/api/games/{begun['id']}/sheet/0", headers={"Accept": "application/json"}).json()
    assert meaning in {term["name"]: term["text"] for term in found["terms"]}[word]


# --- odds ----------------------------------------------------------------------------------------------------


def test_two_dice_that_need_a_four(server: Server) -> None:
    found = server.http.post("/api/odds", json={"dice": 2, "tests": [{"need": 4}]}).json()
    assert found["mean"] == 1
    assert [(one["count"], one["chance"], one["at_least"]) for one in found["chances"]] == [
        (0, "1/4", 100.0),
        (1, "1/2", 75.0),
        (2, "1/4", 25.0),
    ]


def test_rerolls_and_saves_count(server: Server) -> None:
    tests = [{"need": 4, "reroll": "failures"}, {"need": 5, "save": True}]
    found = server.http.post("/api/odds", json={"dice": 1, "tests": tests}).json()
    assert found["mean"] == pytest.approx(3 / 4 * 2 / 3)


@pytest.mark.parametrize("wish", [{"dice": 10_000, "tests": [{"need": 4}]}, {"dice": 2, "tests": []}, {"dice": 1}])
def test_odds_of_nonsense_are_refused(server: Server, wish: dict[str, Any]) -> None:
    assert server.http.post("/api/odds", json=wish).status_code == 400


@pytest.mark.parametrize(
    "book, file", [("magnamund", "long_shot_odds.toml"), ("threeplains", "threeplains/bravery.toml")]
)
def test_a_situation_is_judged(server: Server, book: str, file: str) -> None:
    text = (SITUATIONS / file).read_text("utf8")
    found = server.http.post(f"/api/odds/{book}", json={"situation": text}).json()
    assert found["rulebook"] == book and (found["outcomes"] or found["lawful"] or found["events"])


def test_chances_of_a_situation_add_up(server: Server) -> None:
    text = (SITUATIONS / "long_shot_odds.toml").read_text("utf8")
    found = server.http.post("/api/odds/magnamund", json={"situation": text}).json()
    assert sum(one["percent"] for one in found["outcomes"]) == pytest.approx(100)


@pytest.mark.parametrize("text", ["no toml [", 'rulebook = "threeplains"', "turn = 1"])
def test_what_is_no_situation_of_this_game_is_refused(server: Server, text: str) -> None:
    found = server.http.post("/api/odds/magnamund", json={"situation": text})
    assert found.status_code == 400 and "situation" in found.json()["error"]["why"]


# --- rosters -------------------------------------------------------------------------------------------------


def begun_with(server: Server, *rosters: str, **options: str) -> Any:
    wish = {"rulebook": "threeplains", "seats": [PERSON, PERSON], "rosters": rosters, "options": options}
    return server.http.post("/api/games", json=wish)


def test_a_roster_of_ones_own_meets_a_ready_one(server: Server) -> None:
    assert begun_with(server, ORCS, "herlanceia_500").status_code == 200


@pytest.mark.rule("tp.scenario.raid.forces", "tp.scenario.raid.torches")
def test_a_force_of_ones_own_meets_the_one_that_a_scenario_brings(server: Server) -> None:
    ready = LISTS.library.missions["raid"].part[0].ready[0]
    own = roster_text(replace(ready, name="My raiders", scenario="raid", part="raiders"))
    wish = {"rulebook": "threeplains", "seats": [PERSON, PERSON], "rosters": [own, "ready"]}
    assert server.http.post("/api/games", json={**wish, "scenario": "raid"}).status_code == 200
    refused = server.http.post("/api/games", json={**wish, "scenario": "village"})
    assert refused.status_code == 400 and "no ready roster is called 'ready'" in refused.json()["error"]["why"]


def too_dear(text: str) -> str:
    return text.replace("points = 500", "points = 100", 1)


def unknown_profile(text: str) -> str:
    return text.replace('profile = "', 'profile = "dragon_', 2)


@pytest.mark.parametrize("spoil", [too_dear, unknown_profile])
def test_whatever_is_wrong_with_a_roster_is_named(server: Server, spoil: Callable[[str], str]) -> None:
    found = begun_with(server, "herlanceia_500", spoil(ORCS))
    error = found.json()["error"]
    assert found.status_code == 400
    assert error["why"] == error["faults"][0] and all(fault.startswith("roster 2: ") for fault in error["faults"])


def test_a_breach_is_named_with_its_rule(server: Server) -> None:
    assert begun_with(server, too_dear(ORCS), "herlanceia_500").json()["error"]["rule"].startswith("tp.")


def test_players_may_agree_to_look_away(server: Server) -> None:
    assert begun_with(server, too_dear(ORCS), "herlanceia_500", rosters="unchecked").status_code == 200
