"""A sixth game: all that the house does for a rulebook of three hundred lines."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from warhost.cli.main import cli
from warhost.conform import CHECKS, Check, conform
from warhost.engine.foresight import Foresight
from warhost.engine.game import Game
from warhost.engine.question import Refused
from warhost.engine.situation import judge, read_case

from .conftest import EXAMPLE

CHARGE = EXAMPLE / "situations" / "charge.toml"


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args), catch_exceptions=False)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.title)
def test_it_keeps_the_contract(book: Any, check: Check) -> None:
    if check.title != "replayed":  # a fresh process knows nothing of this folder; see below
        assert conform(book, [check]).faults == []


def test_it_replays_in_a_fresh_process(book: Any, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(shelf))
    assert conform(book, [check for check in CHECKS if check.title == "replayed"]).faults == []


@pytest.mark.parametrize("scenario", ["moonlight", "ambush"])
def test_two_or_three_fight_it_out(book: Any, scenario: str) -> None:
    found = run("battle", "poachers", "--scenario", scenario, "--seed", "7")
    assert found.exit_code == 0 and "purses:" in found.output


def test_its_situations_are_refereed(book: Any) -> None:
    found = run("referee", str(CHARGE))
    assert found.exit_code == 0 and "Warden reaches the Boy" in found.output


def test_every_rule_is_named_in_its_code(book: Any) -> None:
    code = "".join(path.read_text() for path in (EXAMPLE / "poachers").glob("*.py"))
    assert [rule for rule in book.catalogue.ids if rule not in code] == []


# --- its rules -----------------------------------------------------------------------------------------------


def judged(book: Any, tmp_path: Path, **changed: Any) -> Any:
    text = CHARGE.read_text()
    for key, value in changed.items():
        text = "\n".join(f"{key} = {value}" if line.startswith(f"{key} =") else line for line in text.split("\n"))
    path = tmp_path / "situation.toml"
    path.write_text(text[: text.index("[expect]")] + text[text.index("[state]") :])
    return judge(read_case(path))


@pytest.mark.parametrize(("die", "there"), [(2, False), (3, True)])
def test_a_charge_of_seven_inches_needs_a_three(book: Any, tmp_path: Path, die: int, there: bool) -> None:
    dice = [die, 4, 1, 1, 1, 1] if there else [die]
    found = judged(book, tmp_path, dice=dice)
    assert [event.there for event in found.events if type(event).__name__ == "Ran"] == [there]


@pytest.mark.parametrize(("dice", "slain"), [([3, 4, 1, 1, 1, 1], "the_boy"), ([3, 4, 1, 1, 1, 4], "warden")])
def test_a_drawn_brawl_is_lost_by_the_charger(book: Any, tmp_path: Path, dice: list[int], slain: str) -> None:
    found = judged(book, tmp_path, dice=dice)
    assert [event.who for event in found.events if type(event).__name__ == "Fell"] == [slain]


def test_who_is_charged_may_shoot_first(book: Any, tmp_path: Path) -> None:
    found = judged(book, tmp_path, answers='["warden", "charge", "the_boy", "shoot"]', dice=[5])
    assert [event.who for event in found.events if type(event).__name__ == "Fell"] == ["warden"]


def test_nobody_charges_whom_he_does_not_see(book: Any, tmp_path: Path) -> None:
    found = judged(book, tmp_path, answers='["warden", "charge", "old_tom"]', dice=[])
    assert found.refusal.rule == "poach.sight"


def test_whoever_fells_the_bearer_has_the_purse(book: Any, tmp_path: Path) -> None:
    found = judged(book, tmp_path, bearers='["ranger", "the_boy"]')
    assert [event.at for event in found.events if type(event).__name__ == "Robbed"] == ["the_boy"]
    assert found.state.taken == [1, 0]


# --- what the house adds -------------------------------------------------------------------------------------


def begun(book: Any, *answers: Any) -> Game[Any, Any]:
    game: Game[Any, Any] = Game(book, book.setup("moonlight", {}), "seed")
    for side, bearer in enumerate(("ranger", "old_tom")):
        game.answer(bearer, side)
    for answer in answers:
        game.answer(answer)
    game.pending()
    return game


def test_odds_are_promised_without_a_line_about_them(book: Any) -> None:
    game = begun(book)
    state = game.checkpoint
    state.figures["warden"].at, state.figures["the_boy"].at = (4000, 6000), (4000, 14_000)
    fresh: Game[Any, Any] = Game(book, game.setup, "seed", start=state)
    for answer in ("warden", "charge"):
        fresh.answer(answer)
    promises = {one.what: one for one in Foresight(fresh, 0).of("the_boy").promises}
    assert promises["reaches them"].chance == Fraction(4, 6)
    assert promises["reaches them"].given == "“stand”"


def test_a_march_through_others_is_refused_and_changes_nothing(book: Any) -> None:
    game = begun(book, "ranger", "walk")
    before = game.decisions
    with pytest.raises(Refused, match=r"only 6″ are left \[poach.walk\]"):
        game.answer([["go", 3000, 9000]])
    assert game.decisions == before
    game.answer([["go", 3000, 8000]])
    game.pending()
    assert game.state.figures["ranger"].at == (3000, 8000)
