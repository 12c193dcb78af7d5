"""The contract for linked games, and a game kept in a chronicle."""

from __future__ import annotations

from pathlib import Path

import pytest

from warhost.engine.book import Unknown
from warhost.engine.campaign import Campaign, Fight, Fixture
from warhost.engine.chronicle import Chronicle, Chronicled, Founding
from warhost.engine.data import DataError
from warhost.engine.game import Game
from warhost.engine.question import Choose, Refused
from warhost.engine.rulebook import campaign_of, installed, rulebook
from warhost.players.random import RandomPlayer


def test_a_rulebook_has_campaigns_or_says_that_it_has_none() -> None:
    books = [rulebook(name) for name in installed()]
    having = [book for book in books if book.campaign is not None]
    assert having and len(having) < len(books)
    for book in having:
        kind = rulebook(f"{book.id}.campaign")
        assert isinstance(kind, Campaign) and kind.id == f"{book.id}.campaign" and kind.base.id == book.id
        assert kind.catalogue is kind.base.catalogue
    with pytest.raises(Unknown, match="has no campaigns"):
        campaign_of(next(book for book in books if book.campaign is None))


def test_the_end_of_a_battle_is_judged_and_never_guessed() -> None:
    question = Fight(2, "a.rule", "A battle.", lambda said: "" if said == "won" else "that is no end")
    assert question.refuse("won") is None and question.suggest() == []
    refusal = question.refuse("lost")
    assert refusal is not None and refusal.why == "that is no end" and refusal.rule == "a.rule"
    with pytest.raises(LookupError):
        RandomPlayer("1").answer(question, None)  # type: ignore[arg-type]


def test_the_dice_of_a_battle_do_not_give_away_those_of_the_campaign() -> None:
    first, second = (Fixture(number, "", (0, 1), {}) for number in (1, 2))
    assert first.seed("secret") == first.seed("secret") != second.seed("secret")
    assert "secret" not in first.seed("secret")


def test_options_may_stand_under_headings() -> None:
    question = Choose(0, "buy", ["a", "b"], "a.rule").under({"a": "First"})
    assert question.lots == {"a": "First"} and question.refuse("b") is None


def test_any_game_can_be_kept_answer_by_answer(tmp_path: Path) -> None:
    book = rulebook("magnamund")
    path, founding = tmp_path / "kept.jsonl", Founding("magnamund", book.setup(None, {}), "3", ("random", "random"))
    game: Game = Chronicled.begun(path, founding, book)  # type: ignore[type-arg]
    players = {side: RandomPlayer(str(side)) for side in (0, 1)}
    for _ in range(30):
        question = game.pending()[0]
        game.answer(players[question.side].answer(question, game.seat(question.side)), question.side)
    again = Chronicled.opened(path, book)
    again.pending(), game.pending()
    assert again.hash == game.hash and again.players == ("random", "random")
    with pytest.raises(Refused, match="stands"):
        again.undone()
    path.write_bytes(path.read_bytes()[:-20])  # cut off in the middle of the last line
    shorter = Chronicled.opened(path, book)
    assert len(shorter.chronicle.entries) == len(again.chronicle.entries) - 1


def test_what_is_no_founding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    Chronicle.begun(path, "founded", {"rulebook": "nonesuch", "setup": {}, "seed": "1", "players": []})
    with pytest.raises(DataError, match=r"line 1.*no rulebook is called"):
        Chronicled.opened(path)
    Chronicle.begun(tmp_path / "other.jsonl", "diary", {})
    with pytest.raises(DataError, match=r"line 1.*expected a founding"):
        Chronicled.opened(tmp_path / "other.jsonl")
