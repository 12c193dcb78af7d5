"""Whoever connects again says how far he has heard the log, and is told what he has missed: neither more nor less
than he needs to know what somebody knows who comes for the first time."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.sync.client import connect

from warhost.engine.question import Question
from warhost.engine.rulebook import rulebook
from warhost.serve.play import Play
from warhost.serve.replies import Line
from warhost.serve.storage import GameEntry, SeatEntry
from warhost.serve.telling import last_lines, log_mark, missed_lines

from .conftest import PERSON, Guest, Server
from .storm import CALM, House, Storm

ALL = 100_000
FEW = 40
ANSWERS = 60


class Reader:
    """A seat whose line is lost now and then, and what stands in its log."""

    def __init__(self, play: Play, seat: int | None, most: int):
        self.play, self.seat, self.most = play, seat, most
        self.lines, self.mark, self.spared = list[Line](), "", 0

    def comes_back(self) -> None:
        kept, missed = missed_lines(self.play, self.seat, self.mark, self.most)
        self.spared += bool(kept)
        self.lines = [line for line in self.lines if line.step <= kept] + missed
        self.mark = log_mark(self.play, self.seat)


def begun(book: Any, setup: dict[str, Any]) -> Play:
    entry = GameEntry("g", "", book.id, setup, "a seed", (SeatEntry("one"), SeatEntry("other")), 0.0)
    return Play(entry, book, [])


def answered(play: Play, question: Question, chance: Random) -> None:
    if question.usual is not None and chance.random() < 0.5:
        play.answer(question.side, play.number(question.side), question.usual)
    else:
        play.answer(question.side, play.number(question.side), question.sample(chance))


@pytest.mark.parametrize("most", [ALL, FEW], ids=["all", "few"])
@pytest.mark.parametrize(
    ("name", "scenario", "options"),
    [
        ("magnamund", None, {}),
        ("threeplains", "plain", {"armies": "elves_500, orcs_500"}),  # their magic items are asked after in secret
        ("missum", None, {}),
    ],
)
def test_what_was_missed_and_what_was_heard_are_the_log(
    name: str, scenario: str | None, options: dict[str, str], most: int
) -> None:
    book: Any = rulebook(name)
    play, chance = begun(book, book.setup(scenario or book.scenarios()[0].id, options)), Random(f"lines of {name}")
    readers = [Reader(play, seat, most) for seat in (0, 1, None)]
    for _ in range(ANSWERS):
        if play.result is not None:
            break
        side = chance.randrange(2)
        if chance.random() < 0.06 and not play.why_no_undo(side):
            play.undo(side)
        else:
            answered(play, chance.choice(play.open), chance)
        for reader in (one for one in readers if chance.random() < 0.4):
            reader.comes_back()
            fresh = last_lines(play, reader.seat, most)
            assert reader.lines[-len(fresh) :] == fresh
            assert most == FEW or reader.lines == fresh
    assert play.undone and all(reader.spared for reader in readers)


@pytest.mark.parametrize(
    "mark", ["", "x", "9999.0", "-1.0", "1", "1.0 ", "1.7", "1.0.0", "١.0", "1" * 9 + ".0"]
)
def test_a_mark_that_is_none_is_told_all(mark: str) -> None:
    book: Any = rulebook("magnamund")
    play = begun(book, book.setup(book.scenarios()[0].id, {}))
    while len(play.own_steps(0)) < 4:
        answered(play, play.open[0], Random(1))
    assert missed_lines(play, 0, mark, ALL) == (0, last_lines(play, 0, ALL))
    kept, missed = missed_lines(play, 0, "2.0", ALL)
    assert kept == 2 and {line.step for line in missed} <= {3, 4, 5}


def test_when_the_battle_is_over_all_is_told_anew(server: Server) -> None:
    """Everybody counts all steps then, also those of which he heard nothing."""
    game = server.begin("magnamund", seats=(PERSON, {"kind": "computer", "level": "random"}))
    guest = server.sit(game, 0)
    marks = list[str]()
    guest.asked()
    while guest.state["result"] is None:
        marks.append(guest.state["mark"])
        guest.answer()
    marks.append(guest.state["mark"])
    for mark in marks[-2:]:
        back = returned(server, game, mark)
        assert back.heard[0]["kept"] == 0
        assert back.heard[1]["lines"][-1]["step"] == back.state["steps"]


def returned(server: Server, game: dict[str, Any], mark: str) -> Guest:
    guest = server.connect(game["id"], f"{game['seats'][0]['token']}&mark={mark}")
    guest.hear("state")
    return guest


def test_somebody_who_comes_back_late_in_a_battle_is_told_little(server: Server) -> None:
    game = server.begin("regiments")
    pair = [server.sit(game, side) for side in (0, 1)]
    for _ in range(40):
        for guest in pair:
            guest.catch_up()
        next(guest for guest in pair if guest.state["question"]).answer()
    state = pair[0].catch_up()
    whole, rest = returned(server, game, ""), returned(server, game, state["mark"])
    assert len(whole.heard[1]["lines"]) > 20 and len(rest.raw[1]) < len(whole.raw[1]) / 5
    assert {**rest.state, "serial": 0} == {**whole.state, "serial": 0}
    heard = [line for line in whole.heard[1]["lines"] if line["step"] <= rest.heard[0]["kept"]]
    assert heard + rest.heard[1]["lines"] == whole.heard[1]["lines"]


def test_what_the_server_says_goes_packed_over_the_line(tmp_path: Path) -> None:
    house = House(tmp_path, storm := Storm("calm", CALM))
    try:
        address = re.sub("^http", "ws", storm.address) + "/api/games/nowhere/socket"
        with connect(address) as line:
            assert [extension.name for extension in line.protocol.extensions] == ["permessage-deflate"]
    finally:
        house.close()
        storm.close()
