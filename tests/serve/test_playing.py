"""Games over sockets: answers, refusals, checks, hints, looking, watching."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from typing import Any

import pytest

from warhost.serve.match import Match

from .conftest import PATIENCE, PERSON, RANDOM, Guest, Server, first_offer


def play_on(guest: Guest, most: int = 10_000) -> dict[str, Any] | None:
    """Answer with first offers until the battle is over; its result."""
    for _ in range(most):
        while guest.state.get("question") is None and not guest.state.get("result"):
            guest.hear("state")
        if guest.state["result"]:
            break
        assert guest.answer()["type"] == "state"
    result: dict[str, Any] | None = guest.state["result"]
    return result


@pytest.mark.slow
@pytest.mark.parametrize("book", ["magnamund", "threeplains"])
def test_two_players_over_sockets_fight_a_battle_to_its_end(server: Server, book: str) -> None:
    game = server.begin(book)
    guests = [server.sit(game, side) for side in (0, 1)]
    threads = [threading.Thread(target=play_on, args=(guest,), daemon=True) for guest in guests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    first, second = (guest.state["result"] for guest in guests)
    assert first is not None and first == second
    assert server.get(f"/api/games/{game['id']}")["over"]


def test_a_computer_answers_when_it_is_asked(server: Server) -> None:
    game = server.begin(seats=(PERSON, RANDOM))
    assert game["seats"][1] == {"side": 1, "computer": True}
    assert play_on(server.sit(game, 0)) is not None


@pytest.mark.slow
def test_two_computers_play_for_those_who_watch(server: Server) -> None:
    watcher = server.sit(server.begin(seats=(RANDOM, RANDOM)))
    steps = [watcher.hear("state")["steps"] for _ in range(8)]
    assert steps == sorted(steps) and steps[0] < steps[-1]


def test_a_guest_is_welcomed_and_told_how_things_stand(server: Server) -> None:
    game = server.begin(title="Sunday")
    guest = server.sit(game, 1)
    welcome, events, state = guest.next(), guest.next(), guest.next()
    assert welcome["type"] == "welcome" and welcome["seat"] == 1 and welcome["game"]["title"] == "Sunday"
    assert len(welcome["game"]["commitment"]) == 64
    assert events["type"] == "events"
    assert state["type"] == "state" and state["view"]["board"]["width"] > 0 and state["number"] == 0


def test_a_question_comes_with_words_options_and_what_an_order_needs(server: Server) -> None:
    game = server.begin(seats=(PERSON, RANDOM))
    question = server.sit(game, 0).asked()
    assert (
        question["kind"] == "order" and question["what"] == "place" and question["text"].startswith("Sommerlund:")
    )
    assert question["order"]["zone"] == {"x": [5, 14], "y": [1, 3]}
    assert {"answer", "label", "odds", "chances", "chance", "foreseen"} == set(question["suggestions"][0])


def test_nobody_is_told_what_another_is_asked(server: Server) -> None:
    game = server.begin()
    sides = [server.sit(game, side) for side in (0, 1)]
    states = [guest.hear("state") for guest in sides]
    asked, other = (0, 1) if states[0]["question"] else (1, 0)
    assert states[other]["question"] is None
    assert states[other]["waiting"] == [{"side": asked, "what": ""}]
    assert states[asked]["waiting"][0]["what"]


def test_an_unlawful_answer_is_refused_by_its_rule_and_changes_nothing(server: Server) -> None:
    guest = server.sit(server.begin(seats=(PERSON, RANDOM)), 0)
    question = guest.asked()
    refused = guest.answer({"at": {"spearmen-1": [1, 1]}, "hidden": []})
    assert refused["type"] == "refused" and refused["rule"] == "mag.setup.place_pieces"
    assert refused["number"] == question["number"]
    assert guest.answer()["type"] == "state"


def test_a_late_answer_is_refused(server: Server) -> None:
    guest = server.sit(server.begin(seats=(PERSON, RANDOM)), 0)
    first = guest.asked()["number"]
    guest.answer()
    guest.answer()
    late = guest.answer("another", number=first)
    assert late["type"] == "refused" and f"you have answered question {first} already" in late["why"]
    early = guest.answer(number=first + 7)
    assert early["type"] == "refused" and f"question {first + 7} is not open" in early["why"]


def test_nobody_answers_for_the_other_side(server: Server) -> None:
    game = server.begin()
    guests = [server.sit(game, side) for side in (0, 1)]
    states = [guest.hear("state") for guest in guests]
    asked, other = (0, 1) if states[0]["question"] else (1, 0)
    question = states[asked]["question"]
    guests[other].say(type="answer", number=question["number"], answer=question["suggestions"][0]["answer"])
    assert guests[other].next()["type"] == "refused"
    assert server.get(f"/api/games/{game['id']}")["steps"] == states[asked]["steps"]


def test_a_watcher_sees_but_may_not_touch(server: Server) -> None:
    game = server.begin(seats=(PERSON, RANDOM))
    player, watcher = server.sit(game, 0), server.sit(game)
    number = player.asked()["number"]
    watcher.hear("state")
    for message in ({"type": "answer", "number": number, "answer": {}}, {"type": "hint"}, {"type": "undo"}):
        watcher.say(**message)
        assert watcher.hear("error")["why"].startswith("you are watching")
    player.answer()
    assert watcher.hear("state")["view"]["pieces"]
    assert watcher.state["number"] == 0  # he counts nobody's questions but his own


def test_a_check_says_what_an_order_costs_and_how_it_would_look(server: Server) -> None:
    guest = server.sit(server.begin("threeplains", (PERSON, RANDOM)), 0)
    while guest.asked()["what"] != "place":
        guest.answer()
    question = guest.asked()
    good = question["suggestions"][0]["answer"]
    guest.say(type="check", id=7, number=question["number"], answer=good)
    checked = guest.hear("checked")
    assert checked["ok"] and checked["id"] == 7 and checked["cost"] == {"cost": 0}
    assert checked["preview"]["blocks"][0]["front"] == good["at"]
    guest.say(type="check", id=8, number=question["number"], answer={**good, "at": [1000, 24000]})
    checked = guest.hear("checked")
    assert not checked["ok"] and checked["rule"] == "tp.setup.zones"
    assert checked["preview"]["blocks"][0]["front"] == [1000, 24000]


@pytest.mark.parametrize(
    "answer", [None, 3, "x", [], [[]], {"at": None}, {"at": [[], {}]}, [["go", 1e9, {}]], -(10**9)]
)
def test_whatever_is_checked_gets_an_answer(server: Server, answer: Any) -> None:
    guest = server.sit(server.begin("threeplains", (PERSON, RANDOM)), 0)
    while guest.asked()["what"] != "place":
        guest.answer()
    guest.say(type="check", id=1, number=guest.asked()["number"], answer=answer)
    assert not guest.hear("checked")["ok"]


def test_a_hint_is_a_lawful_answer(server: Server) -> None:
    guest = server.sit(server.begin(seats=(PERSON, RANDOM)), 0)
    guest.asked()
    guest.say(type="hint")
    hint = guest.hear("hint")
    assert hint["label"]
    assert guest.answer(hint["answer"])["type"] == "state"


def test_events_carry_dice_rules_and_pieces(server: Server) -> None:
    game = server.begin("threeplains", (PERSON, RANDOM))
    guest = server.sit(game, 0)
    play_on(guest)
    lines = [line for message in guest.heard if message["type"] == "events" for line in message["lines"]]
    assert all(line["text"] or line["dice"] for line in lines)
    dice = [die for line in lines for die in line["dice"]]
    assert dice and all(1 <= face <= die["sides"] for die in dice for face in die["faces"])
    assert any(line["pieces"] for line in lines) and any(line["numbers"] for line in lines)
    steps = [line["step"] for line in lines]
    assert steps == sorted(steps)


def test_measuring_is_refused_where_orders_come_first(server: Server) -> None:
    for measuring, allowed in (("open", True), ("orders first", False)):
        guest = server.sit(server.begin("threeplains", (PERSON, RANDOM), options={"measuring": measuring}), 0)
        guest.hear("state")
        guest.say(**{"type": "look", "id": 1, "what": "distance", "from": [0, 0], "to": [3000, 4000]})
        looked = guest.hear("looked")
        assert looked["ok"] is allowed
        assert looked.get("rule", "") == ("" if allowed else "tp.setup.commands")
        assert not allowed or 4990 <= looked["distance"] <= 5000


@pytest.mark.parametrize("what", ["distance", "sight", "reach", "arc"])
@pytest.mark.parametrize("book", ["magnamund", "threeplains"])
def test_looking_from_a_piece(server: Server, book: str, what: str) -> None:
    options = {"measuring": "open"} if book == "threeplains" else {}
    guest = server.sit(server.begin(book, (PERSON, RANDOM), options=options), 0)
    while len(names := [piece["id"] for piece in guest.state["view"]["pieces"] + guest.state["view"]["blocks"]]
              if guest.state else []) < 2:  # fmt: skip
        guest.answer()
    guest.say(**{"type": "look", "id": 5, "what": what, "from": names[0], "to": names[-1]})
    looked = guest.hear("looked")
    assert looked["ok"] and looked["id"] == 5
    assert (
        {"distance": "distance", "sight": "line"}.get(what) in looked or "outline" in looked or "squares" in looked
    )


def test_several_games_go_on_at_once(server: Server) -> None:
    games = [server.begin(book, (PERSON, RANDOM)) for book in ("magnamund", "threeplains", "magnamund")]
    guests = [server.sit(game, 0) for game in games]
    for _ in range(5):
        for guest in guests:
            assert guest.answer()["type"] == "state"
    listed = {line["id"] for line in server.get("/api/games")}
    assert {game["id"] for game in games} <= listed


def test_the_seed_is_never_sent_before_the_end(server: Server) -> None:
    game = server.begin(seats=(PERSON, RANDOM))
    guest, watcher = server.sit(game, 0), server.sit(game)
    play_on(guest)
    seed = server.get(f"/api/games/{game['id']}/record")["seed"]
    while not watcher.state.get("result"):
        watcher.next()
    assert all(seed not in raw for raw in guest.raw + watcher.raw)
    assert json.loads(guest.raw[0])["type"] == "welcome"


@pytest.mark.parametrize("advice", [False, True], ids=["what to expect", "a hint"])
def test_an_answer_does_not_wait_for_what_is_worked_out_elsewhere(
    server: Server, monkeypatch: pytest.MonkeyPatch, advice: bool
) -> None:
    async def slowly(match: Match, *wish: object) -> Any:
        await asyncio.sleep(PATIENCE)

    monkeypatch.setattr(Match, "hint" if advice else "expect", slowly)
    guest = server.sit(server.begin(seats=(PERSON, RANDOM)), 0)
    question = guest.asked()
    for id in range(3):
        more = {"id": id, "number": question["number"], "answer": first_offer(question)}
        guest.say(**({"type": "hint"} if advice else {"type": "expect", **more}))
    begun = time.monotonic()
    assert guest.answer()["type"] == "state"
    assert time.monotonic() - begun < PATIENCE / 2
