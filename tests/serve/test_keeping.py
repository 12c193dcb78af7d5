"""What is kept: reconnecting, killing and restarting the server, taking back, replays, forks and records."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from warhost.engine.dice import commitment
from warhost.engine.record import Record, reopen
from warhost.serve.report import said_besides

from .conftest import PERSON, RANDOM, Guest, Server
from .test_playing import play_on


@contextmanager
def process(folder: Path) -> Iterator[tuple[Server, subprocess.Popen[str]]]:
    """`warhost serve` as people start it."""
    command = [sys.executable, "-m", "warhost.cli", "serve", "--port", "0", "--no-open", "--data-dir", str(folder)]
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    assert child.stdout is not None
    try:
        found = re.search(r"http://\S+:\d+", child.stdout.readline())
        assert found is not None
        server = Server(found[0])
        yield server, child
        server.close()
    finally:
        child.kill()
        child.wait()


def same(question: dict[str, Any]) -> dict[str, Any]:
    return {key: question[key] for key in ("number", "what", "about", "text", "suggestions")}


def test_after_a_reconnect_the_same_question_is_asked_again(server: Server) -> None:
    game = server.begin("threeplains", (PERSON, RANDOM))
    guest = server.sit(game, 0)
    for _ in range(6):
        guest.answer()
    before = guest.asked()
    guest.close()
    again = server.sit(game, 0)
    assert [again.next()["type"] for _ in range(3)] == ["welcome", "events", "state"]
    assert again.asked() == before and again.heard[1]["lines"]
    assert again.answer()["type"] == "state"


@pytest.mark.slow
def test_a_server_that_is_killed_goes_on_at_the_same_question(tmp_path: Path) -> None:
    with process(tmp_path) as (server, child):
        game = server.begin("threeplains")
        guests = [server.sit(game, side) for side in (0, 1)]
        for _ in range(15):
            for guest in guests:
                guest.state or guest.hear("state")
            turn = next(guest for guest in guests if guest.state["question"])
            turn.answer()
            for guest in guests:
                if guest is not turn:
                    guest.catch_up()
        before = [guest.state for guest in guests]
        child.send_signal(signal.SIGKILL)
        child.wait()
    with process(tmp_path) as (server, child):
        for side in (0, 1):
            again = server.sit(game, side)
            state = again.hear("state")
            assert state["view"] == before[side]["view"] and state["steps"] == before[side]["steps"]
            assert state["number"] == before[side]["number"]
            assert state["question"] == before[side]["question"]


@pytest.mark.slow
def test_a_server_just_started_bears_many_visitors_at_once(tmp_path: Path) -> None:
    """They all want what has not been read yet; more than one thread reads."""
    wishes = [{"rulebook": book, "seats": [PERSON, PERSON]} for book in ("threeplains", "magnamund") * 3]
    with process(tmp_path) as (server, _), ThreadPoolExecutor(len(wishes)) as visitors:
        found = visitors.map(lambda wish: httpx.post(f"{server.address}/api/games", json=wish, timeout=60), wishes)
        assert [reply.status_code for reply in found] == [200] * len(wishes)


@pytest.mark.slow
def test_an_answer_to_a_question_for_both_survives_before_the_other_answers(tmp_path: Path) -> None:
    with process(tmp_path) as (server, child):
        game = server.begin("threeplains")
        guests = [server.sit(game, side) for side in (0, 1)]
        states = [guest.hear("state") for guest in guests]
        while not all(state["question"] for state in states):
            turn = 0 if states[0]["question"] else 1
            states[turn] = guests[turn].answer()
            states[1 - turn] = guests[1 - turn].catch_up()
        guests[1].answer()
        child.send_signal(signal.SIGKILL)
        child.wait()
    with process(tmp_path) as (server, child):
        first, second = server.sit(game, 0), server.sit(game, 1)
        assert second.hear("state")["question"] is None
        assert same(first.asked()) == same(states[0]["question"])
        assert first.answer()["type"] == "state"


# --- taking back ---------------------------------------------------------------------------------------------


def test_what_gave_nothing_away_is_taken_back_freely(server: Server) -> None:
    """Choosing whom to deploy next has shown nobody anything."""
    game = server.begin("threeplains")
    guests = [server.sit(game, side) for side in (0, 1)]
    question = both_to(guests, "deploy")
    turn = next(guest for guest in guests if guest.state["question"])
    assert turn.answer()["question"]["what"] == "place"
    assert turn.state["can_undo"] and turn.state["undo_why"] == ""
    turn.say(type="undo")
    state = turn.hear("state")
    assert state["question"]["what"] == "deploy" and state["question"]["options"] == question["options"]
    assert state["number"] > question["number"]
    assert any(line["kind"] == "Undone" for message in turn.heard for line in message.get("lines", []))
    assert server.get(f"/api/games/{game['id']}")["undone"] == 1


def both_to(guests: list[Guest], what: str) -> dict[str, Any]:
    """Both sides answer with first offers until one of them is asked this."""
    for guest in guests:
        guest.state or guest.hear("state")
    while True:
        turn = next(guest for guest in guests if guest.state["question"])
        if turn.state["question"]["what"] == what:
            question: dict[str, Any] = turn.state["question"]
            return question
        turn.answer()
        for guest in guests:
            if guest is not turn:
                guest.catch_up()


def test_what_dice_followed_is_taken_back_only_if_the_other_side_agrees(server: Server) -> None:
    game = server.begin("magnamund")
    guests = [server.sit(game, side) for side in (0, 1)]
    both_to(guests, "leader")
    asked = next(guest for guest in guests if guest.state["question"])
    asked.answer()
    other = guests[1 - guests.index(asked)]
    other.catch_up()
    before = other.answer()["number"]  # the last leader is named, and dice are thrown for the initiative
    asked.catch_up()
    assert other.state["undo_why"] == "dice have fallen since"
    assert asked.state["undo_why"] == "another side has answered since"
    other.say(type="undo")
    assert asked.hear("undo")["asked_by"] == guests.index(other)
    assert asked.hear("state")["undo_asked_by"] == guests.index(other)
    asked.say(type="allow_undo", yes=False)
    assert "does not let you" in other.hear("refused")["why"]
    other.say(type="undo")
    asked.hear("undo")
    asked.say(type="allow_undo", yes=True)
    while other.state["question"] is None or other.state["question"]["what"] != "leader":
        other.hear("state")
    assert other.state["number"] > before


def test_what_the_other_side_has_answered_to_is_taken_back_only_if_it_agrees(server: Server) -> None:
    guests = [server.sit(game, side) for game in [server.begin("threeplains")] for side in (0, 1)]
    both_to(guests, "place")
    first = next(guest for guest in guests if guest.state["question"])
    second = guests[1 - guests.index(first)]
    first.answer()
    assert second.catch_up()["question"]["what"] == "deploy"
    second.answer()
    first.catch_up()
    first.say(type="undo")
    assert second.hear("undo")["asked_by"] == guests.index(first)
    second.say(type="allow_undo", yes=True)
    while first.state["question"] is None:
        first.hear("state")
    assert first.state["question"]["what"] == "place"


def test_nobody_allows_what_he_asked_for_himself(server: Server) -> None:
    guest = server.sit(server.begin(), 0)
    guest.hear("state")
    guest.say(type="allow_undo", yes=True)
    assert guest.hear("refused")["why"].startswith("nobody has asked you")


def test_a_computer_does_not_mind(server: Server) -> None:
    game = server.begin(seats=(PERSON, RANDOM))
    guest = server.sit(game, 0)
    guest.asked()
    assert not guest.state["can_undo"] and guest.state["undo_why"] == "there is nothing of yours to take back"
    first = same(guest.asked())
    guest.answer()
    guest.asked()
    assert guest.state["can_undo"] and guest.state["undo_why"] == ""
    guest.say(type="undo")
    while guest.state["question"] is None or guest.state["question"]["what"] != first["what"] or (
        guest.state["question"]["about"] != first["about"]
    ):  # fmt: skip
        guest.hear("state")
    assert guest.state["question"]["suggestions"] == first["suggestions"]


def test_when_the_seed_is_out_nothing_is_taken_back(server: Server, finished: dict[str, Any]) -> None:
    guest = server.sit(finished, 0)
    assert not guest.hear("state")["can_undo"] and guest.state["undo_why"].startswith("the battle is over")
    guest.say(type="undo")
    assert guest.hear("refused")["why"].startswith("the battle is over")


def test_what_was_taken_back_stays_taken_back_after_a_restart(tmp_path: Path) -> None:
    with process(tmp_path) as (server, child):
        game = server.begin("magnamund", (PERSON, RANDOM))
        guest = server.sit(game, 0)
        first = guest.asked()
        guest.answer()
        guest.asked()
        guest.say(type="undo")
        while guest.state["number"] <= first["number"] or guest.asked()["about"] != first["about"]:
            guest.hear("state")
        before = guest.asked()
        child.kill()
    with process(tmp_path) as (server, child):
        assert server.sit(game, 0).asked() == before


# --- replays, forks, records ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(server: Server) -> dict[str, Any]:
    game = server.begin("threeplains", (PERSON, RANDOM), title="Sunday")
    guest = server.sit(game, 0)
    play_on(guest)
    return {**game, "commitment": guest.heard[0]["game"]["commitment"], "steps": guest.state["steps"],
            "view": guest.state["view"]}  # fmt: skip


def test_the_record_is_given_out_only_after_the_end(server: Server, finished: dict[str, Any]) -> None:
    running = server.begin(seats=(PERSON, RANDOM))
    assert "seed" in server.get(f"/api/games/{running['id']}/record", 409)["error"]["why"]
    server.get(f"/api/games/{running['id']}/report", 409)
    made = server.http.get(f"/api/games/{finished['id']}/record").content
    kept = msgspec.json.decode(made, type=Record)
    assert commitment(kept.seed) == finished["commitment"]
    assert kept.players == ("person", "random")
    assert reopen(kept).result is not None


def test_any_moment_can_be_looked_at_again(server: Server, finished: dict[str, Any]) -> None:
    path, token = f"/api/games/{finished['id']}/at", finished["seats"][0]["token"]
    last = server.get(f"{path}/{finished['steps']}", token=token)
    assert last["view"] == finished["view"] and last["steps"] == finished["steps"]
    first = server.get(f"{path}/0", token=token)
    assert first["view"]["turn"] == 0 and first["lines"] == []
    middle = server.get(f"{path}/{finished['steps'] // 2}", token=token)
    assert 0 < middle["view"]["turn"] <= last["view"]["turn"]
    server.get(f"{path}/{finished['steps'] + 1}", 404)


def test_a_fork_begins_at_that_moment_with_dice_of_its_own(server: Server, finished: dict[str, Any]) -> None:
    step, path = finished["steps"] // 2, f"/api/games/{finished['id']}"
    waiting, fork = (
        server.http.post(f"{path}/fork", json={"step": step, "seats": [PERSON, other]}).json()
        for other in (PERSON, RANDOM)
    )
    then = server.get(f"{path}/at/{step}")["view"]
    now = server.get(f"/api/games/{waiting['id']}/at/0")["view"]  # where nobody has moved, be it in silence
    assert now == then
    guest = server.sit(fork, 0)
    assert guest.next()["game"]["commitment"] != finished["commitment"]
    assert server.get(f"/api/games/{fork['id']}")["source"] == f"{finished['id']}/{step}"
    assert play_on(guest) is not None
    kept = msgspec.json.decode(server.http.get(f"/api/games/{fork['id']}/record").content, type=Record)
    assert reopen(kept).result is not None


def test_a_running_game_is_forked_only_by_one_who_holds_all_seats(server: Server) -> None:
    game = server.begin()
    tokens = [seat["token"] for seat in game["seats"]]
    path = f"/api/games/{game['id']}/fork"
    assert server.http.post(path, json={"step": 0, "token": tokens[0]}).status_code == 409
    assert server.http.post(path, json={"step": 0, "tokens": tokens}).status_code == 200
    assert server.http.post(path, json={"step": 999, "tokens": tokens}).status_code == 404


def test_the_report_counts_losses_luck_and_turning_points(server: Server, finished: dict[str, Any]) -> None:
    told = server.get(f"/api/games/{finished['id']}/report")
    assert told["result"]["rule"] == "tp.setup.victory.winner"
    assert told["notes"][0].startswith("Victory points")
    assert [turn["turn"] for turn in told["turns"]] == sorted({turn["turn"] for turn in told["turns"]})
    assert all(turn["lost"][side] >= 0 for turn in told["turns"] for side in (0, 1))
    for luck in told["luck"]:
        assert luck["mean"] == luck["count"] * (luck["die"] + 1) / 2
        assert luck["difference"] == luck["sum"] - luck["mean"]
    record = json.loads(server.http.get(f"/api/games/{finished['id']}/record").content)
    assert told["seed"] == record["seed"]
    swings = [point["swing"] for point in told["turning_points"]]
    assert len(swings) <= 5 and all(swings)


def test_a_report_says_nothing_twice() -> None:
    held, why = "Foxes held the hill.", "The horde has 300 victory points more."
    assert said_besides("the horde has 300 victory points more", [held, why, held]) == [held]
