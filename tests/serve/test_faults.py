"""A computer player that fails is seen: said with a record, told to everybody, counted; and the game goes on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from warhost.cli.replay import replay
from warhost.engine.player import Seat
from warhost.engine.question import Answer, Question
from warhost.engine.record import load, reopen
from warhost.players.tactician import Tactician
from warhost.serve.limits import Limits

from .conftest import PERSON, Guest, Server, run, until

TACTICIAN = {"kind": "computer", "level": "tactician", "seconds": 0.1}


class Thinker:
    """What the tactician does in these tests: it raises, answers nonsense, or thinks as ever."""

    way = ""

    def __init__(self) -> None:
        self.think = Tactician.answer

    def answer(self, player: Tactician, question: Question, seat: Seat) -> Answer:
        if self.way == "raises":
            raise ZeroDivisionError("float division by zero")
        return {"nonsense": 7} if self.way == "unlawful" else self.think(player, question, seat)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    made = Thinker()
    monkeypatch.setattr(Tactician, "answer", lambda player, question, seat: made.answer(player, question, seat))
    monkeypatch.setattr("warhost.serve.computers.PACE", 0.01)
    return made


@pytest.fixture
def table(tmp_path: Path, thinker: Thinker) -> Iterator[Server]:
    yield from run(f"sqlite:///{tmp_path / 'games.db'}", Limits(), tmp_path / "faults")


def to_the_fault(guest: Guest) -> dict[str, Any]:
    """Play until a line tells of a fault."""
    while True:
        for message in guest.heard:
            for line in message.get("lines", []):
                if line["kind"] == "Fault":
                    return dict(line)
        if guest.state and guest.state["question"]:
            guest.answer()
        else:
            guest.next()


@pytest.mark.parametrize("way", ["raises", "unlawful"])
def test_a_computer_that_fails_is_told_kept_and_counted_and_chance_plays_on(
    way: str, table: Server, thinker: Thinker, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    thinker.way = way
    game = table.begin(seats=(PERSON, TACTICIAN))
    guest = table.sit(game, 0)
    with caplog.at_level(logging.ERROR, "warhost.serve.faults"):
        assert "fault of this program" in to_the_fault(guest)["text"]
    thinker.way = ""
    counted = table.get(f"/api/games/{game['id']}")["faults"]
    assert counted >= 1 and guest.asked()
    assert table.sit(game, 0).hear("state")["faults"] >= counted
    kept = sorted((tmp_path / "faults").glob("*.json"))
    assert len(kept) >= counted and str(kept[0]) in caplog.text and "fault 1 of computer players" in caplog.text
    position = reopen(load(kept[0]))
    assert any(question.side == 1 for question in position.pending())


def test_faults_are_still_counted_after_a_restart(tmp_path: Path, thinker: Thinker) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    thinker.way = "raises"
    for server in run(url, Limits()):
        game = server.begin(seats=(PERSON, TACTICIAN))
        to_the_fault(server.sit(game, 0))
        thinker.way = ""
        server.sit(game, 0).asked()
        counted = server.get(f"/api/games/{game['id']}")["faults"]
    for server in run(url, Limits()):
        assert server.get(f"/api/games/{game['id']}")["faults"] == counted >= 1


def test_the_record_of_a_fault_shows_it_again(table: Server, thinker: Thinker, tmp_path: Path) -> None:
    thinker.way = "raises"
    to_the_fault(table.sit(table.begin(seats=(PERSON, TACTICIAN)), 0))
    kept = sorted((tmp_path / "faults").glob("*.json"))[0]
    asked = ["--ask", "tactician", str(kept)]
    assert isinstance(CliRunner().invoke(replay, asked).exception, ZeroDivisionError)
    thinker.way = ""
    mended = CliRunner().invoke(replay, asked)
    assert mended.exit_code == 0 and mended.output.strip()


def test_an_adviser_that_fails_says_so_and_is_kept(table: Server, thinker: Thinker, tmp_path: Path) -> None:
    guest = table.sit(table.begin(seats=(PERSON, TACTICIAN)), 0)
    guest.asked()
    thinker.way = "raises"
    guest.say(type="hint")
    assert "the adviser could not think of an answer" in guest.hear("error")["why"]
    assert len(list((tmp_path / "faults").glob("*.json"))) == 1
    thinker.way = ""
    guest.say(type="hint")
    guest.hear("hint")


def test_no_more_records_are_kept_than_the_disk_can_bear(
    table: Server, thinker: Thinker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warhost.serve.faults.MOST_KEPT", 1)
    thinker.way = "raises"
    game = table.begin(seats=(TACTICIAN, TACTICIAN))
    table.sit(game)
    until(lambda: table.get(f"/api/games/{game['id']}")["faults"] >= 3)
    thinker.way = ""
    assert len(list((tmp_path / "faults").glob("*.json"))) == 1
