"""A game for three: seats, secrets, taking back and the report are for as many sides as play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from warhost.engine.battle import Battle
from warhost.engine.book import Book, Result, Scenario
from warhost.engine.event import Decided, Event
from warhost.engine.question import Choose
from warhost.engine.view import UnitView, View
from warhost.serve import files, lobby
from warhost.serve.limits import Limits

from .conftest import PERSON, RANDOM, Guest, Server, run

SIDES = ("Foxes", "Hounds", "Hares")


class State(msgspec.Struct):
    left: list[int]
    turn: int = 1

    def copy(self) -> State:
        return State(self.left[:], self.turn)


class Chase(Book[State, int]):
    """Each in turn bites one of the others, after a thought that nobody else hears."""

    id, title, state = "chase", "Chase", State

    def scenarios(self) -> list[Scenario]:
        return [Scenario("wood", "The wood", "Three run, one stays.", SIDES)]

    def setting(self, setup: Mapping[str, Any]) -> int:
        return 3

    def begin(self, setting: int) -> State:
        return State([setting] * len(SIDES))

    def step(self, battle: Battle[State, int]) -> None:
        me = (battle.state.turn - 1) % len(SIDES)
        others = [str(side) for side in range(len(SIDES)) if side != me]
        thought = battle.ask(Choose(me, "thought", ("sly", "plain"), "chase.think"))
        battle.tell(Decided("chase.think", me, "thought", thought), only=me)
        whom = int(battle.ask(Choose(me, "bite", others, "chase.bite")))
        battle.state.left[whom] -= 1
        battle.tell(Decided("chase.bite", me, "bite", str(whom)))
        battle.state.turn += 1

    def result(self, setting: int, state: State) -> Result | None:
        if min(state.left) > 0:
            return None
        return Result(state.left.index(max(state.left)), "chase.end", "one is bitten to the end")

    def turn(self, state: State) -> int:
        return state.turn

    def narrate(self, setting: int, state: State, event: Event) -> str:
        return "A thought." if event.rule == "chase.think" else "A bite."

    def view(self, setting: int, state: State, side: int | None) -> View:
        units = tuple(UnitView(f"u{at}", SIDES[at], at, left, setting) for at, left in enumerate(state.left))
        active = (state.turn - 1) % len(SIDES)
        return View(self.title, state.turn, "bite", SIDES, side, active, board=None, pieces=(), units=units)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for place in (lobby, files):
        monkeypatch.setattr(place, "installed", lambda: {"chase": "here"})
    monkeypatch.setattr(lobby, "rulebook", lambda name: Chase())
    yield from run(f"sqlite:///{tmp_path / 'games.db'}", Limits())


def seated(table: Server, seats: Any = (PERSON, PERSON, PERSON)) -> tuple[dict[str, Any], list[Guest]]:
    game = table.begin("chase", seats)
    guests = [table.sit(game, side) for side, seat in enumerate(game["seats"]) if seat.get("token")]
    for guest in guests:
        guest.hear("state")
    return game, guests


def test_three_take_their_seats_and_are_asked_in_turn(table: Server) -> None:
    game, guests = seated(table)
    assert [seat["side"] for seat in game["seats"]] == [0, 1, 2]
    for side in (0, 1, 2, 0):
        assert guests[side].asked()["side"] == side
        guests[side].answer("plain")
        guests[side].answer(str((side + 1) % 3))


def test_a_game_for_three_has_three_seats(table: Server) -> None:
    reply = table.http.post("/api/games", json={"rulebook": "chase", "seats": [PERSON, PERSON]})
    assert reply.status_code == 400 and "3 seats" in reply.text


def test_what_only_the_third_hears_the_others_do_not(table: Server) -> None:
    game, guests = seated(table)
    watcher = table.sit(game)
    for side in (0, 1, 2):
        guests[side].asked()
        guests[side].answer("sly")
        guests[side].answer(str((side + 1) % 3))
    guests[0].asked()
    watcher.hear("state")
    for guest, own in zip((*guests, watcher), (1, 1, 1, 0), strict=True):
        heard = [line for said in guest.heard if said["type"] == "events" for line in said["lines"]]
        assert len([line for line in heard if line["rule"] == "chase.think"]) == own


def test_to_take_back_what_others_have_seen_all_of_them_must_agree(table: Server) -> None:
    _, guests = seated(table)
    guests[0].asked()
    guests[0].answer("plain")
    guests[0].answer("1")
    guests[1].asked()
    guests[1].answer("plain")
    guests[0].say(type="undo")
    assert [guest.hear("undo")["asked_by"] for guest in guests[1:]] == [0, 0]
    guests[1].say(type="allow_undo", yes=True)
    guests[0].say(type="ping")
    guests[0].hear("pong")
    assert not any(said.get("question") for said in guests[0].heard[-1:])
    guests[2].say(type="allow_undo", yes=True)
    guests[0].state = {}
    assert guests[0].asked()["what"] == "bite"


def test_one_of_the_others_is_enough_to_refuse(table: Server) -> None:
    _, guests = seated(table)
    guests[0].asked()
    guests[0].answer("plain")
    guests[0].answer("1")
    guests[1].asked()
    guests[1].answer("plain")
    guests[0].say(type="undo")
    guests[2].hear("undo")
    guests[2].say(type="allow_undo", yes=False)
    assert "does not let you" in guests[0].hear("refused")["why"]
    guests[1].say(type="allow_undo", yes=True)
    assert "nobody has asked you" in guests[1].hear("refused")["why"]


def test_the_report_counts_all_three(table: Server) -> None:
    game, guests = seated(table, (PERSON, RANDOM, RANDOM))
    while guests[0].state["result"] is None:
        if guests[0].state["question"]:
            guests[0].answer()
        else:
            guests[0].hear("state")
    told = table.get(f"/api/games/{game['id']}/report")
    assert told["sides"] == list(SIDES) and len(told["turns"][-1]["strength"]) == 3
    assert all(point["swing"] > 0 and point["side"] in (0, 1, 2) for point in told["turning_points"])
