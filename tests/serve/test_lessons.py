"""Lessons over the network: what there is to learn, and each step as a small game of one's own."""

from __future__ import annotations

import pytest

from .conftest import Server

GAMES = ["magnamund", "threeplains", "regiments", "warband", "missum"]


@pytest.mark.parametrize("book", GAMES)
def test_a_lesson_has_steps_and_each_begins_a_game_against_the_computer(server: Server, book: str) -> None:
    steps = server.get(f"/api/lessons/{book}")
    assert [step["title"] for step in steps] == ["Move", "Shoot", "Charge", "Fight"]
    assert all(step["task"] and step["after"] and step["until"] for step in steps)
    begun = server.http.post(f"/api/lessons/{book}/0", json={}).json()
    assert [seat.get("computer", False) for seat in begun["seats"]] == [False, True]
    game = server.get(f"/api/games/{begun['id']}", token=begun["seats"][0]["token"])
    assert game["title"] == "Move" and game["seat"] == 0 and game["rulebook"] == book
    assert begun["id"] not in [one["id"] for one in server.get("/api/games")]  # nobody else's business


def test_the_list_of_games_says_how_many_steps_there_are(server: Server) -> None:
    offered = {book["id"]: book["lessons"] for book in server.get("/api/rulebooks")}
    assert all(offered[book] == 4 for book in GAMES)


@pytest.mark.parametrize("step", ["4", "-1", "x"])
def test_a_step_that_is_not_there_is_told_so(server: Server, step: str) -> None:
    reply = server.http.post(f"/api/lessons/magnamund/{step}", json={})
    assert reply.status_code in (400, 404) and reply.json()["error"]["why"]


@pytest.mark.parametrize("book", GAMES)
def test_the_first_question_of_a_lesson_says_what_it_is_about(server: Server, book: str) -> None:
    begun = server.http.post(f"/api/lessons/{book}/0", json={}).json()
    assert server.sit(begun, 0).asked()["manner"]["tip"]
