"""A computer player that fails is a fault of the battle, in every command that lets computers fight."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from warhost.cli.main import cli
from warhost.engine.player import Seat
from warhost.engine.question import Answer, Question
from warhost.engine.record import load, reopen
from warhost.players.tactician import Tactician


def warhost(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


@pytest.fixture(params=["raises", "unlawful"])
def faulty(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A tactician that thinks well until it has to fight."""
    think = Tactician.answer

    def answer(player: Tactician, question: Question, seat: Seat) -> Answer:
        if question.what not in ("place", "leader", "hide"):
            if request.param == "raises":
                raise ZeroDivisionError("float division by zero")
            return {"nonsense": 7}
        return think(player, question, seat)

    monkeypatch.setattr(Tactician, "answer", answer)
    return str(request.param)


def test_fuzzing_with_a_tactician_finds_its_fault(faulty: str, tmp_path: Path) -> None:
    told = warhost("fuzz", "magnamund", "--battles", "1", "--players", "tactician,random", "--out", str(tmp_path))
    assert told.exit_code == 1 and "1 fault." in told.stdout
    assert ("ZeroDivisionError" if faulty == "raises" else "tactician answered") in told.stderr
    assert "--players tactician,random" in told.stderr
    assert load(next(tmp_path.glob("*.json"))).players == ("tactician", "random")


def test_fuzzing_with_a_tactician_that_does_not_fail_finds_nothing() -> None:
    told = warhost("fuzz", "magnamund", "--battles", "1", "--players", "tactician,random")
    assert told.exit_code == 0 and "0 faults." in told.stdout


@pytest.mark.parametrize("faulty", ["raises"], indirect=True)
def test_a_battle_in_which_a_computer_fails_ends_in_an_error_and_is_kept(faulty: str, tmp_path: Path) -> None:
    told = warhost("battle", "magnamund", "--seed", "7", "--save", str(tmp_path / "bug.json"))
    assert told.exit_code == 2 and "a fault of this program: ZeroDivisionError" in told.stderr
    assert reopen(load(tmp_path / "bug.json")).steps
