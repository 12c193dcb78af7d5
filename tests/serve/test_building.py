"""Armies in the making, as the page builds them: what is offered, what it costs, what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Server

WATCH: dict[str, Any] = {
    "name": "The Watch",
    "rulebook": "threeplains",
    "army": "herlanceia",
    "points": 500,
    "group": [{"profile": "guard", "models": 20, "command": True}],
    "character": [{"profile": "champion", "name": "Ostrel"}],
}


def built(server: Server, book: str = "threeplains", **draft: Any) -> Any:
    reply = server.http.post(f"/api/build/{book}", json=draft)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_a_palette_has_kinds_with_prices_sizes_and_options(server: Server) -> None:
    palette = server.get("/api/palette/threeplains/herlanceia")
    guard = next(kind for kind in palette["kinds"] if kind["profile"] == "guard")
    assert not guard["character"] and guard["each"] > 0 and guard["size"][0] < guard["size"][1]
    assert len(guard["row"]) == len(palette["columns"])
    champion = next(kind for kind in palette["kinds"] if kind["profile"] == "champion")
    lances = [pick for offer in champion["offers"] for pick in offer["picks"] if pick["id"] == "lance"]
    assert [pick["needs"] for pick in lances] == [["war horse"]]
    assert "guard" in champion["joins"]


def test_unknown_lists_and_games_without_lists_are_told_so(server: Server) -> None:
    assert "there are: elves" in server.get("/api/palette/threeplains/martians", 404)["error"]["why"]
    assert "no army lists" in server.get("/api/palette/magnamund/giaks", 404)["error"]["why"]


def test_an_army_in_the_making_is_priced_and_each_breach_has_its_entry(server: Server) -> None:
    found = built(server, roster=WATCH)
    assert [entry["key"] for entry in found["entries"]] == ["group[0]", "character[0]"]
    assert found["bill"]["points"] == sum(entry["points"] for entry in found["entries"])
    [general] = [one for one in found["breaches"] if one["rule"] == "tp.setup.general"]
    assert general["mend"] == "make Ostrel the general" and general["key"] == ""
    large = {**WATCH, "group": [{"profile": "guard", "models": 99}]}
    [size] = [one for one in built(server, roster=large)["breaches"] if "99 models" in one["why"]]
    assert size["key"] == "group[0]"


def test_a_breach_named_by_its_place_in_the_file_is_found_too(server: Server) -> None:
    band = {"name": "B", "rulebook": "warband", "army": "ash", "points": 500}
    hounds = {"profile": "hound", "models": 2, "options": ["sword"]}
    found = built(server, "warband", roster={**band, "group": [hounds]})
    assert any(one["key"] == "group[0]" and "carries nothing" in one["why"] for one in found["breaches"])


def test_text_and_parts_are_the_same_army(server: Server) -> None:
    parts = built(server, roster=WATCH)
    text = built(server, text=parts["text"])
    assert text["roster"] == parts["roster"] and text["bill"] == parts["bill"]


def test_what_cannot_be_read_is_told_and_what_stands_for_nothing_keeps_its_parts(server: Server) -> None:
    unread = built(server, text="this is no roster")
    assert unread["roster"] is None and unread["faults"] and unread["bill"] is None
    odd = built(server, roster={**WATCH, "group": [{"profile": "gard"}]})
    assert odd["roster"]["group"][0]["profile"] == "gard" and "guard" in odd["faults"][0] and odd["bill"] is None


def test_prices_that_hang_on_the_rest_come_for_the_entry_that_is_open(server: Server) -> None:
    legion = {"profile": "human", "models": 40, "files": 10, "options": ["medium", "sword"]}
    army = {"name": "M", "rulebook": "missum", "army": "men", "points": 200, "group": [legion]}
    assert built(server, "missum", roster=army)["prices"] == {}
    assert built(server, "missum", roster=army, priced="group[0]")["prices"]["options:shield"] > 0


def test_a_whole_command_is_spelled_out_where_it_is_several_options(server: Server) -> None:
    host = {"name": "H", "rulebook": "regiments", "army": "orc", "points": 500}
    warriors = {"profile": "warriors", "models": 20, "command": True}
    found = built(server, "regiments", roster={**host, "group": [warriors]})
    [written] = found["roster"]["group"]
    assert not written["command"] and {"champion", "musician", "standard bearer"} <= set(written["options"])
    again = built(server, "regiments", roster=found["roster"])
    assert again["bill"] == found["bill"]


def test_words_that_say_what_holds_anyway_are_left_out(server: Server) -> None:
    """So that another word takes their place and does not contradict them."""
    legion = {"profile": "human", "models": 40, "files": 10, "options": ["medium", "sword", "regular", "huitsan 1"]}
    army = {"name": "M", "rulebook": "missum", "army": "men", "points": 200, "group": [legion]}
    found = built(server, "missum", roster=army, priced="group[0]")
    assert found["roster"]["group"][0]["options"] == ["medium", "sword"]
    assert found["prices"]["options:fanatic"] > 0


@pytest.mark.parametrize("said", ["elves:500:7", "elves:1000:other"])
def test_an_army_of_chance_is_lawful_and_the_same_for_the_same_seed(server: Server, said: str) -> None:
    found = built(server, chance=said)
    assert found["roster"]["army"] == "elves" and not found["breaches"] and found["bill"]["points"] > 400
    assert built(server, chance=said) == found


@pytest.mark.parametrize("said", ["martians:500:7", "elves:0:7", "elves", "elves:many:7", "elves:3:7"])
def test_a_chance_that_is_none_is_told_so(server: Server, said: str) -> None:
    reply = server.http.post("/api/build/threeplains", json={"chance": said})
    assert reply.status_code == 400 and reply.json()["error"]["why"]


@pytest.mark.parametrize("points", [0, 10_001, "many"])
def test_bounds_hold_for_parts_as_for_text(server: Server, points: Any) -> None:
    reply = server.http.post("/api/build/threeplains", json={"roster": {**WATCH, "points": points}})
    assert reply.status_code == 400


def test_a_roster_of_another_game_is_no_army_of_this_one(server: Server) -> None:
    assert "expected regiments" in built(server, "regiments", roster=WATCH)["faults"][0]
