"""Games played ahead over the network, as a program would, to the moment that a test is about."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack, suppress
from time import monotonic, sleep
from typing import Any

from websockets.sync.client import ClientConnection, connect

from .visitor import BEGIN, PATIENCE, Visitor

Question = dict[str, Any]
Wanted = Callable[[Question], bool]
Reply = Callable[[Question], Any]
MOST_STEPS = 600
NOTHING = ("done", "nothing more", "let it pass", "hold its breath")
KEEP = "seats => localStorage.setItem('warhost.seats', JSON.stringify(seats))"

# Two small armies of which one can reach the other soon.
KNIGHTS = """
name = "The Riders"
rulebook = "threeplains"
army = "herlanceia"
points = 500
[[group]]
profile = "heavy_riders"
name = "Ford Riders"
models = 4
files = 4
[[character]]
profile = "champion"
name = "Captain Ostrel"
role = "general"
"""
HORDE = """
name = "The Horde"
rulebook = "threeplains"
army = "herlanceia"
points = 500
[[group]]
profile = "guard"
name = "Long Line"
models = 40
files = 20
[[character]]
profile = "champion"
name = "Captain Senn"
role = "general"
with = "guard"
"""


def plainly(question: Question) -> Any:
    """Nothing where nothing may be done, otherwise what lies nearest."""
    if question["kind"] == "choose_some":
        return [option["answer"] for option in question["options"][: question["least"]]]
    if question["kind"] == "assign":
        return {} if question["none_allowed"] else question["suggestions"][0]["answer"]
    if question["kind"] == "order":
        offers = [offer["answer"] for offer in question["suggestions"]]
        return [] if [] in offers else offers[0]
    answers = [option["answer"] for option in question["options"]]
    return next((answer for answer in answers if answer in NOTHING), answers[0])


def seat_both(visitor: Visitor, rosters: list[str], scenario: str = "plain", **options: str) -> dict[str, Any]:
    """A game whose seats both belong to the visitor; not yet looked at."""
    visitor.go("/")
    wish = {
        "rulebook": "threeplains", "scenario": scenario, "rosters": rosters,
        "options": {"rosters": "unchecked", **options}, "seats": [{"kind": "person"}, {"kind": "person"}],
    }  # fmt: skip
    made: dict[str, Any] = visitor.page.evaluate(BEGIN, wish)
    return made


def open_game(visitor: Visitor, made: dict[str, Any], side: int, *, asked: bool = True) -> None:
    """Sit down at one side of it, which is asked something if nothing else is said."""
    seat = {"side": side, "token": made["seats"][side]["token"]}
    visitor.page.evaluate(KEEP, {made["id"]: {"seats": [seat], "rulebook": "threeplains", "at": 0}})
    visitor.go(f"/#/game/{made['id']}")
    visitor.page.reload()
    if asked:
        visitor.wait_for_question()


def play_ahead(address: str, made: dict[str, Any], wanted: Wanted, reply: Reply = plainly) -> Question:
    """Answer for both sides until a question is `wanted`, which stays open."""
    with ExitStack() as stack:
        table = _Table([stack.enter_context(_line(address, made["id"], seat["token"])) for seat in made["seats"]])
        for _ in range(MOST_STEPS):
            asked = table.asked()
            if right := next((question for question in asked.values() if wanted(question)), None):
                return right
            table.answer(*next(iter(asked.items())), reply)
    raise AssertionError("it was never asked")


def play_out(address: str, made: dict[str, Any], reply: Reply) -> None:
    """Answer for both sides until the battle is over."""
    with ExitStack() as stack:
        table = _Table([stack.enter_context(_line(address, made["id"], seat["token"])) for seat in made["seats"]])
        for _ in range(MOST_STEPS):
            asked = table.asked()
            if not asked:
                return
            table.answer(*next(iter(asked.items())), reply)
    raise AssertionError("the battle never ended")


class _Table:
    """All seats of a game. Each hears only what concerns it, so whoever plays for them listens to all at once, and
    lets windows pass in which nothing can be decided."""

    def __init__(self, lines: list[ClientConnection]):
        self._lines, self._answered = lines, [-1 for _ in lines]
        self._open: dict[int, Question] = {}
        self._over = False

    def asked(self) -> dict[int, Question]:
        """By seat what is to be decided now, waited for; nothing when the battle is over."""
        late = monotonic() + PATIENCE / 1000
        while not self._over and not self._open:
            assert monotonic() < late, "nobody is asked anything"
            for seat in range(len(self._lines)):
                self._listen(seat)
            sleep(0.001)
        return self._open

    def answer(self, seat: int, question: Question, reply: Reply) -> None:
        self._answered[seat] = question["number"]
        self._open.pop(seat, None)
        told = {"type": "answer", "number": question["number"], "answer": reply(question)}
        self._lines[seat].send(json.dumps(told))

    def _listen(self, seat: int) -> None:
        with suppress(TimeoutError):
            while True:
                message = json.loads(self._lines[seat].recv(timeout=0))
                assert message["type"] not in ("refused", "error"), message["why"]
                if message["type"] == "state":
                    self._stands(seat, message)

    def _stands(self, seat: int, state: dict[str, Any]) -> None:
        self._over = self._over or bool(state["result"])
        question = state["question"]
        if question is None or question["number"] <= self._answered[seat]:
            self._open.pop(seat, None)
        elif question["empty"]:
            self.answer(seat, question, lambda window: window["usual"])
        else:
            self._open[seat] = question


def _line(address: str, game: str, token: str) -> ClientConnection:
    return connect(f"{address.replace('http', 'ws', 1)}/api/games/{game}/socket?token={token}", max_size=None)
