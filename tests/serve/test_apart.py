"""Games that go on for days: clocks, standing orders, what is said of what was taken back, and my games."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from warhost.serve import files, lobby
from warhost.serve.clock import Clock
from warhost.serve.limits import Limits

from .conftest import PERSON, RANDOM, Guest, Server, run
from .duel import Duel
from .test_mine import mine


@pytest.fixture(autouse=True)
def only_duels(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (lobby, files):
        monkeypatch.setattr(place, "installed", lambda: {"duel": "here"})
    monkeypatch.setattr(lobby, "rulebook", lambda name: Duel())


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def table(url: str) -> Iterator[Server]:
    yield from run(url, Limits())


def seated(server: Server, **more: Any) -> tuple[dict[str, Any], list[Guest]]:
    game = server.begin("duel", **more)
    guests = [server.sit(game, side) for side in (0, 1)]
    for guest in guests:
        guest.hear("state")
    return game, guests


def give(guest: Guest, answer: str) -> None:
    """Answer; while the other is asked in secret one hears no more than that it was taken."""
    number = guest.asked()["number"]
    guest.say(type="answer", number=number, answer=answer)
    guest.hear("taken")
    if guest.state["number"] == number:
        guest.state = {**guest.state, "question": None}


def lunge(guests: list[Guest], side: int, how: str = "plainly", trick: bool = True) -> None:
    """Up to the other's parry."""
    give(guests[side], how)
    if trick:
        give(guests[1 - side], "pass")
    guests[1 - side].asked()


# --- standing orders -----------------------------------------------------------------------------------------


def always(guest: Guest, answer: str, about: str = "") -> None:
    """An order, and wait until it has answered."""
    number = guest.asked()["number"]
    guest.say(type="standing", number=number, answer=answer, about=about)
    while guest.hear("state")["number"] == number:
        pass


def comes_to(guest: Guest, what: str) -> None:
    """Until that is asked: whatever comes before is settled by orders."""
    while (question := guest.asked())["what"] != what:
        assert question["settled"]
        guest.hear("state")


def own_lines(heard: list[dict[str, Any]]) -> list[str]:
    return [line["text"] for said in heard for line in said.get("lines", []) if line["kind"] == "Standing"]


def answered(how: str) -> str:
    return f"Your standing order has answered: {how}."


def ordered(server: Server) -> tuple[dict[str, Any], list[Guest]]:
    """The second side lets tricks pass and stands, always."""
    game, guests = seated(server)
    give(guests[0], "plainly")
    always(guests[1], "pass")
    always(guests[1], "stand")
    return game, guests


def test_what_is_ordered_once_is_answered_by_the_server(table: Server) -> None:
    _, guests = ordered(table)
    assert [order["what"] for order in guests[1].catch_up()["orders"]] == ["trick", "parry"]
    guests[1].asked()
    give(guests[1], "not")
    heard = len(guests[1].heard)
    guests[0].asked()
    give(guests[0], "plainly")
    comes_to(guests[1], "lunge")
    assert own_lines(guests[1].heard[heard:]) == [answered("pass"), answered("stand")]
    assert guests[0].catch_up()["orders"] == []
    assert not own_lines(guests[0].heard)


def test_an_order_is_kept_while_he_is_away_and_over_a_restart(url: str) -> None:
    for server in run(url, Limits()):
        game, _ = ordered(server)
    for server in run(url, Limits()):
        second = server.connect(game["id"], game["seats"][1]["token"])
        second.asked()
        give(second, "not")
        second.close()
        first = server.connect(game["id"], game["seats"][0]["token"])
        first.asked()
        give(first, "plainly")
        again = server.connect(game["id"], game["seats"][1]["token"])
        comes_to(again, "lunge")
        again.close()
        again = server.connect(game["id"], game["seats"][1]["token"])
        again.asked()
        assert answered("stand") in own_lines(again.heard)  # also after he was away


def test_an_order_can_be_revoked(table: Server) -> None:
    _, guests = ordered(table)
    for what in ("parry", "trick"):
        guests[1].say(type="standing", what=what)
        guests[1].hear("state")
    assert guests[1].state["orders"] == []
    guests[1].asked()
    give(guests[1], "not")
    guests[0].asked()
    give(guests[0], "plainly")
    assert guests[1].asked()["what"] == "trick"


def test_an_order_about_one_piece_is_for_that_piece(table: Server) -> None:
    _, guests = seated(table)
    lunge(guests, 0)
    always(guests[1], "flee", about="u1")
    assert guests[1].state["orders"][0]["about"] == "u1"
    assert guests[1].asked()["what"] == "lunge"


def test_only_reactions_are_answered_in_advance(table: Server) -> None:
    _, guests = seated(table)
    guests[0].say(type="standing", number=guests[0].asked()["number"], answer="not")
    assert "in the turn of another side" in guests[0].hear("refused")["why"]


def test_an_answer_that_is_not_lawful_is_no_order(table: Server) -> None:
    _, guests = seated(table)
    lunge(guests, 0)
    guests[1].say(type="standing", number=guests[1].asked()["number"], answer="fly")
    assert guests[1].hear("refused")["why"]


def heard_by_other(server: Server, standing: bool) -> list[Any]:
    """What the first side is sent while the second answers by order or by hand."""
    _, guests = seated(server)
    for turn in range(4):
        lunge(guests, 0)
        if standing and turn == 0:
            always(guests[1], "stand")
        elif not standing:
            give(guests[1], "stand")
        while guests[1].asked()["what"] != "lunge":
            guests[1].hear("state")
        give(guests[1], "not")
        guests[0].asked()
    return [one for one in guests[0].heard if one["type"] in ("events", "state")]


def test_others_are_sent_the_same_whether_it_was_an_order_or_not(table: Server) -> None:
    assert heard_by_other(table, standing=True) == heard_by_other(table, standing=False)


def only_if(guest: Guest, reply: str, **only: Any) -> None:
    number = guest.asked()["number"]
    guest.say(type="standing", number=number, answer=reply, only={"answer": reply, **only})
    while not guest.hear("state")["orders"]:
        pass


def answers_by_itself(guest: Guest) -> bool:
    """Whether an order settles the parry that is open, once it has been weighed."""
    number = guest.state["question"]["number"]
    while guest.state["number"] == number and guest.state["question"]["settled"]:
        guest.hear("state")
    return bool(guest.state["number"] != number)


@pytest.mark.parametrize(
    ("only", "holds"),
    [
        ({"of": "success", "percent": 50}, True),  # it hits on 4, 5 and 6
        ({"of": "success", "percent": 51}, False),
        ({"of": "success", "percent": 51, "below": True}, True),
        ({"of": "success", "percent": 50, "below": True}, False),
        ({"of": "harm", "percent": 50}, True),
        ({"of": "harm", "percent": 51}, False),
        ({"of": "loss", "percent": 16}, True),  # on a 6
        ({"of": "loss", "percent": 17}, False),
        ({"of": "flight", "percent": 1}, False),
        ({"of": "flight", "percent": 1, "below": True}, True),
        ({"of": "success", "percent": 100, "answer": "grapple"}, True),  # whatever falls
        ({"of": "success", "percent": 50, "answer": "stand"}, False),  # standing promises nothing: he is asked
        ({"of": "harm", "percent": 1, "below": True, "answer": "stand"}, False),
    ],
    ids=str,
)
def test_an_order_may_hang_on_a_chance(table: Server, only: dict[str, Any], holds: bool) -> None:
    _, guests = seated(table)
    lunge(guests, 0)
    only_if(guests[1], "riposte", **only)
    assert answers_by_itself(guests[1]) == holds
    assert bool(own_lines(guests[1].heard)) == holds


def test_what_is_certain_is_said_where_it_is_at_stake_otherwise(table: Server) -> None:
    _, guests = seated(table)
    lunge(guests, 0)
    odds = {one["answer"]: one["odds"] for one in guests[1].asked()["options"]}
    assert odds == {"stand": "", "flee": "", "riposte": "hits (u0): 50 %", "grapple": "hits: 100 %"}


def test_where_a_chance_is_too_small_the_next_order_answers(table: Server) -> None:
    _, guests = seated(table)
    lunge(guests, 0)
    only_if(guests[1], "riposte", percent=90)
    assert not answers_by_itself(guests[1])
    always(guests[1], "flee")
    assert own_lines(guests[1].heard) == [answered("flee")]
    assert [(one["answer"], one["only"] is None) for one in guests[1].state["orders"]] == [
        ("riposte", False), ("flee", True),
    ]  # fmt: skip
    guests[1].say(type="standing", what="parry", answer="riposte")
    guests[1].hear("state")
    assert [one["answer"] for one in guests[1].state["orders"]] == ["flee"]


def test_an_order_that_hangs_on_a_chance_is_weighed_again_after_a_restart(url: str) -> None:
    for server in run(url, Limits()):
        game, guests = seated(server)
        lunge(guests, 0)
        only_if(guests[1], "riposte", percent=50)
        assert answers_by_itself(guests[1])
    for server in run(url, Limits()):
        guests = [server.connect(game["id"], game["seats"][side]["token"]) for side in (0, 1)]
        guests[1].asked()
        give(guests[1], "not")
        guests[0].asked()
        lunge(guests, 0)
        assert answers_by_itself(guests[1])


def test_a_chance_of_an_answer_that_is_not_lawful_is_no_condition(table: Server) -> None:
    _, guests = seated(table)
    lunge(guests, 0)
    number = guests[1].asked()["number"]
    guests[1].say(type="standing", number=number, answer="stand", only={"answer": "fly"})
    assert guests[1].hear("refused")["why"]


def test_a_window_in_which_nothing_can_be_decided_passes_as_one_that_is_ordered(table: Server) -> None:
    """The second side has no trick, for the turn is odd: its order answers all the same."""
    _, guests = seated(table)
    give(guests[0], "plainly")
    assert guests[1].asked()["empty"]
    always(guests[1], "pass")
    for _ in range(2):
        give(guests[1], "stand")
        give(guests[1], "not")
        guests[0].asked()
        began = time.monotonic()
        give(guests[0], "plainly")
        comes_to(guests[1], "parry")
        assert 0.25 < time.monotonic() - began < 5


# --- clocks --------------------------------------------------------------------------------------------------


def test_a_clock_runs_for_whoever_is_awaited() -> None:
    clock = Clock("side", 100, 10)
    ticking = clock.begun(2, [0], 1000)
    assert ticking.left_at(0, 1030) == 70 and ticking.left_at(1, 1030) == 100
    same = clock.moved(ticking, [0], 1030)  # one more question to the same side: no more time for it
    assert same.left == (70, 100)
    over = clock.moved(same, [1], 1040)
    assert over.left == (70, 100) and over.runs == (1,)  # ten gone, ten more for handing it over
    assert over.up(1139) == [] and over.up(1140) == [1] and over.falls == 1140


def test_a_clock_by_the_turn_is_full_whenever_it_is_handed_over() -> None:
    clock = Clock("turn", 100)
    ticking = clock.moved(clock.begun(2, [0], 1000), [1], 1099)
    assert clock.moved(ticking, [0], 1100).left[0] == 100


def test_the_win_is_claimed_when_the_time_is_up_and_not_before(table: Server) -> None:
    game, guests = seated(table, clock={"kind": "side", "seconds": 1})
    assert guests[1].heard[0]["game"]["clock"] == {"kind": "side", "seconds": 1.0, "increment": 0.0}
    assert guests[1].state["clock"]["runs"] == [0]
    guests[1].say(type="claim")
    assert guests[1].hear("refused")["why"] == "nobody's time is up"
    time.sleep(1.1)
    guests[0].say(type="claim")  # nobody claims because of his own time
    assert guests[0].hear("refused")["why"] == "nobody's time is up"
    guests[1].say(type="claim")
    result = guests[1].hear("state")["result"]
    assert result["winner"] == 1 and "the time of Foxes was up" in result["why"]
    assert guests[0].catch_up()["question"] is None
    (line,) = mine(table, (game["id"], game["seats"][0]["token"]))["games"]
    assert line["over"] and line["result"]["winner"] == 1
    assert table.get(f"/api/games/{game['id']}/report")["result"]["winner"] == 1


def test_until_it_is_claimed_an_answer_still_counts_and_a_claim_is_for_good(url: str) -> None:
    for server in run(url, Limits()):
        game, guests = seated(server, clock={"kind": "turn", "seconds": 1})
        time.sleep(1.1)
        give(guests[0], "not")
        guests[1].asked()
        time.sleep(1.1)
        guests[0].say(type="claim")
        while not guests[0].state["result"]:
            guests[0].hear("state")
    for server in run(url, Limits()):
        again = server.connect(game["id"], game["seats"][1]["token"])
        again.hear("state")
        assert again.state["result"]["winner"] == 0 and again.state["question"] is None
        last = [line for said in again.heard for line in said.get("lines", [])][-1]
        assert last["kind"] == "Claimed"


def test_a_clock_goes_on_where_it_was_after_a_restart(url: str) -> None:
    for server in run(url, Limits()):
        game, guests = seated(server, clock={"kind": "side", "seconds": 1000})
        time.sleep(0.3)
        give(guests[0], "not")
        while guests[0].state["clock"]["runs"] == [0]:
            guests[0].hear("state")
        before = guests[0].state["clock"]
    assert before["left"][0] <= 999.8
    for server in run(url, Limits()):
        again = server.connect(game["id"], game["seats"][0]["token"])
        again.hear("state")
        assert again.state["clock"] == before


def test_a_clock_is_for_two_sides_with_people(table: Server) -> None:
    wish = {"rulebook": "duel", "seats": [RANDOM, RANDOM], "clock": {"kind": "turn", "seconds": 60}}
    assert table.http.post("/api/games", json=wish).status_code == 400


def test_the_clock_of_a_computer_stands_still(table: Server) -> None:
    game = table.begin("duel", (PERSON, RANDOM), clock={"kind": "turn", "seconds": 60})
    guest = table.sit(game, 0)
    guest.asked()
    give(guest, "not")
    assert all(said["clock"]["runs"] in ([], [0]) for said in guest.heard if said["type"] == "state")


# --- what was taken back -------------------------------------------------------------------------------------


def test_that_something_was_taken_back_after_dice_fell_is_said_for_good(url: str) -> None:
    for server in run(url, Limits()):
        game, guests = seated(server)
        lunge(guests, 0, "boldly")
        guests[0].say(type="undo")
        guests[1].hear("undo")
        guests[1].say(type="allow_undo", yes=True)
        guests[0].asked()
        guests[1].catch_up()
        give(guests[0], "plainly")
    for server in run(url, Limits()):
        for token in (game["seats"][1]["token"], ""):
            again = server.connect(game["id"], token)
            again.hear("state")
            lines = [line["text"] for said in again.heard for line in said.get("lines", [])]
            assert [line for line in lines if "taken back" in line] == [
                "Foxes: the last answer is taken back, though dice have fallen since."
            ]


@pytest.mark.parametrize("yes", [True, False])
def test_a_wish_to_take_back_waits_for_whoever_comes_after_a_restart(url: str, yes: bool) -> None:
    for server in run(url, Limits()):
        game, guests = seated(server)
        lunge(guests, 0, "boldly")
        guests[0].say(type="undo")
        guests[1].hear("undo")
    for server in run(url, Limits()):
        first, second = (server.sit(game, side) for side in (0, 1))
        assert [guest.hear("state")["undo_asked_by"] for guest in (first, second)] == [0, 0]
        second.say(type="allow_undo", yes=yes)
        if not yes:
            assert "does not let you" in first.hear("refused")["why"]
        assert first.hear("state")["undo_asked_by"] is None
    for server in run(url, Limits()):
        assert server.sit(game, 1).hear("state")["undo_asked_by"] is None
        assert server.get(f"/api/games/{game['id']}")["undone"] == (1 if yes else 0)


def test_an_answer_ends_a_wish_to_take_back_for_good(url: str) -> None:
    for server in run(url, Limits()):
        game, guests = seated(server)
        lunge(guests, 0, "boldly")
        guests[0].say(type="undo")
        guests[1].hear("undo")
        guests[1].answer()
    for server in run(url, Limits()):
        assert server.sit(game, 1).hear("state")["undo_asked_by"] is None


def test_what_nobody_could_have_learnt_from_is_not_said_again(table: Server) -> None:
    game, guests = seated(table)
    give(guests[0], "plainly")
    guests[0].say(type="undo")
    guests[0].hear("state")
    again = table.connect(game["id"], game["seats"][1]["token"])
    again.hear("state")
    assert not [line for said in again.heard for line in said.get("lines", []) if line["kind"] == "Undone"]


# --- my games ------------------------------------------------------------------------------------------------


def test_my_games_say_where_they_stand_and_since_when(table: Server) -> None:
    game, guests = seated(table, title="Monday", clock={"kind": "turn", "seconds": 3600})
    give(guests[0], "not")
    guests[1].asked()
    (line,) = mine(table, (game["id"], game["seats"][0]["token"]))["games"]
    assert line["sides"] == ["Foxes", "Hounds"] and line["phase"] == "lunges" and line["turn"] == 2
    assert not line["yours"] and line["waiting"] == [1] and abs(time.time() - line["at"]) < 20
    assert 3500 < line["left"] <= 3600


def test_nobody_learns_by_my_games_what_another_is_asked_in_secret(table: Server) -> None:
    game, guests = seated(table)
    give(guests[0], "plainly")
    held = (game["id"], game["seats"][0]["token"])
    (before,) = mine(table, held)["games"]
    guests[1].asked()
    give(guests[1], "pass")  # in secret
    guests[1].asked()
    (after,) = mine(table, held)["games"]
    assert before == after


def test_a_database_of_an_earlier_version_gets_what_it_lacks(url: str, tmp_path: Path) -> None:
    for server in run(url, Limits()):
        game, guests = seated(server)
        give(guests[0], "not")
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        database.execute("ALTER TABLE standings DROP COLUMN more")
        for index in ("ix_seats_due", "ix_seats_key"):
            database.execute(f"DROP INDEX {index}")
        database.execute("DROP TABLE seats")
        database.execute("DROP TABLE unwanted")
    for server in run(url, Limits()):
        (line,) = mine(server, (game["id"], game["seats"][1]["token"]))["games"]
        assert line["yours"] and line["sides"] == ["Foxes", "Hounds"]
        guest = server.connect(game["id"], game["seats"][1]["token"])
        guest.asked()
        give(guest, "not")
        wish = {"token": game["seats"][1]["token"], "remind": 60}
        assert server.http.post(f"/api/games/{game['id']}/seat", json=wish).json()["remind"] == 60
