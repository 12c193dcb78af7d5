"""A rulebook that says nothing but what its game is has working answers to everything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from warhost.engine.book import Unknown
from warhost.engine.data import DataError
from warhost.engine.event import Decided
from warhost.engine.game import Game
from warhost.engine.question import Choose, Refusal

from .toy import State, Toy


def test_a_bare_game_is_described_by_its_defaults() -> None:
    book = Toy()
    setting = book.setting(book.setup(None, {}))
    state = book.begin(setting)
    view = book.view(setting, state, 0)
    assert (view.title, view.turn, view.sides, view.you) == ("Toy", 1, ("first", "second"), 0)
    assert [one.id for one in book.scenarios()] == ["battle"]
    assert book.restore(setting, {"models": [3, 2], "active": 1}) == State([3, 2], 1)
    assert book.known(setting, state, 0) == state
    assert book.known(setting, state, 0) is not state
    assert book.check_data(None) == [] and book.schemas() == {} and book.page is None
    assert book.verdicts(setting, state) == [] and book.facts(setting, state) == {}
    assert len(book.catalogue) == 0 and book.code == Path(__file__).parent


def test_names_that_stand_for_nothing_are_refused_with_those_there_are() -> None:
    with pytest.raises(Unknown, match="no scenario of Toy is called 'feild'; there are: battle"):
        Toy().scenario("feild")
    with pytest.raises(Unknown, match="no option is called 'dice'; there are: "):
        Toy().agreed({"dice": "loaded"})
    with pytest.raises(DataError, match=r"duel.toml: Toy cannot read situations"):
        Toy().situation({}, "duel.toml")


def test_questions_answers_and_events_have_words() -> None:
    book = Toy()
    question = Choose(1, "order", ("charge", "hold"), "toy.order", "wolves", text="{Does} {who} charge?",
                      meanings={"hold": "hold: {who} {stays} put"})  # fmt: skip
    says = book.spokesman
    assert book.put(6, question) == "Side 2: Does wolves charge? [toy.order]"
    assert says.label(6, State([6, 6]), question, "hold") == "hold: wolves stays put"
    assert says.label(6, State([6, 6]), question, "charge") == "charge"
    assert book.narrate(6, State([6, 6]), Decided("toy.secret", 0, "thought", "bold")) == "Side 1: thought: bold."
    assert says.worded(6, Refusal("toy.order", "{who} {is} tired", ("wolves",))).why == "wolves is tired"


def test_its_sensible_player_takes_the_first_answer_that_makes_sense() -> None:
    game = Game(Toy(), Toy().setup(None, {}), "seed")
    question = game.pending()[0]
    assert list(game.book.consider(game.setting, game.state, question)) == ["bold"]
