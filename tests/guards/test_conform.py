"""Every rulebook that is installed keeps the contract of the house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from warhost.cli.main import cli
from warhost.conform import CHECKS, Check, Trial, conform
from warhost.engine.battle import Battle
from warhost.engine.event import Event, Outcome
from warhost.engine.question import Choose
from warhost.engine.rulebook import installed, rulebook

from ..engine.toy import State, Toy


class Tidy(Toy):
    """A toy with the little that a toy must say."""

    blurb = "Two bands charge at each other."

    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
        return {**super().setup(self.scenario(scenario).id, {}), "options": self.agreed(options)}

    def step(self, battle: Battle[State, int]) -> None:
        side, state = battle.state.active, battle.state
        text = "Does the band charge?"
        meanings = {"yes": "go", "no": "stay"}
        battle.ask(Choose(side, "charge", ("yes", "no"), "toy.order", text=text, meanings=meanings))
        state.active, state.turn = 1 - side, state.turn + 1


def _faults(book: Toy, title: str) -> list[str]:
    return conform(book, [check for check in CHECKS if check.title == title]).faults


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.title)
@pytest.mark.parametrize("book", sorted(installed()))
def test_every_rulebook_keeps_the_contract(book: str, check: Check) -> None:
    opened = rulebook(book)
    trial = Trial(opened, battles=6, most=60, seed=11)
    trial.setups = trial.setups[:3]  # the others are fought by the guards of battles
    assert conform(opened, [check], trial).faults == []


@pytest.mark.slow
@pytest.mark.parametrize("book", [name for name in sorted(installed()) if rulebook(name).campaign is not None])
def test_every_campaign_keeps_the_contract(book: str) -> None:
    opened = rulebook(book).campaign
    assert opened is not None
    trial = Trial(opened, battles=3, most=40, seed=11)
    assert conform(opened, CHECKS, trial).faults == []


# --- the suite sees what is wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize("title", [check.title for check in CHECKS if check.title not in ("drawn", "replayed")])
def test_a_tidy_toy_passes(title: str) -> None:
    assert _faults(Tidy(), title) == []


def test_a_toy_that_asks_without_words_is_found_out() -> None:
    assert any("it is asked without words" in fault for fault in _faults(Toy(), "worded"))


def test_a_book_without_a_blurb_is_found_out() -> None:
    assert _faults(Toy(), "named") == ["named: blurb: expected a few words, got nothing"]


class Shared(Tidy):
    """Its copies share what changes."""

    def begin(self, setting: int) -> State:
        return _Shallow([setting, setting])

    def step(self, battle: Battle[State, int]) -> None:
        battle.state.models[0] -= 1
        super().step(battle)


class _Shallow(State):
    def copy(self) -> State:
        return _Shallow(self.models, self.active, self.turn)


def test_copies_that_change_are_found_out() -> None:
    assert any("a copy of the state changed" in fault for fault in _faults(Shared(), "copied"))


class Moody(Tidy):
    """Refuses what it offers."""

    def step(self, battle: Battle[State, int]) -> None:
        question = Choose(0, "mood", ("good",), "toy.mood", text="In which mood?")
        question.options = _Fickle()
        battle.ask(question)


class _Fickle(tuple[str, ...]):
    def __new__(cls) -> _Fickle:
        return super().__new__(cls, ("good",))

    def __contains__(self, option: object) -> bool:
        return False


def test_offers_that_are_refused_are_found_out() -> None:
    assert any("is offered and refused" in fault for fault in _faults(Moody(), "lawful"))


def test_a_rulebook_that_breaks_is_at_fault() -> None:
    def breaks(trial: Trial) -> Iterator[str]:
        yield str(1 // 0)

    found = conform(Tidy(), [Check("breaks", "", breaks)])
    assert found.faults[0].startswith("breaks: ZeroDivisionError")


def test_the_command_says_what_is_right_and_what_is_wrong() -> None:
    done = CliRunner().invoke(cli, ["conform", "magnamund", "--only", "named", "--only", "names refused"])
    assert done.exit_code == 0, done.output
    assert "✓ named" in done.output and "keeps the contract: 2 checks passed" in done.output


class Boaster(Tidy):
    """Whoever looks ahead is told that every other charge comes off; the die says one in six."""

    def step(self, battle: Battle[State, int]) -> None:
        super().step(battle)
        even = [(6, Fraction(1, 2)), (1, Fraction(1, 2))]
        face = battle.settle(lambda: battle.die(6, "charge", "toy.hit", 0, (5,)), lambda: even)
        battle.tell(Struck("toy.hit", face == 6))


class Struck(Event, frozen=True):
    hit: bool

    def outcome(self) -> Outcome:
        return Outcome("strikes", "band", self.hit)


def test_a_book_that_promises_other_chances_than_its_dice_is_found_out() -> None:
    assert any("strikes (band): 50 %; die by die it is strikes (band): 17 %" in fault
               for fault in _faults(Boaster(), "promised"))  # fmt: skip
