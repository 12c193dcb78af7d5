"""What the tactician would do, in words: a sentence with names for every question of a battle, never a code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from warhost.cli.battle import Bout
from warhost.engine.player import Player, Seat
from warhost.engine.question import Answer, Assign, Choose, Question
from warhost.engine.rulebook import rulebook

CODE = re.compile(r"\w_\w|[a-z]-\d|\b[FLR]{2,}\b|[{}\[\]\"]")  # an id, the letters of a path, JSON


class Adviser:
    """Answers as another player does, and keeps in words what it answers."""

    lawful = True

    def __init__(self, player: Player):
        self.player, self.name, self.said = player, player.name, list[tuple[str, str]]()

    def answer(self, question: Question, seat: Seat) -> Answer:
        answer = self.player.answer(question, seat)
        words = seat.book.spokesman
        self.said.append((question.what, words.advised(seat.setting, seat.known(), question, answer)))
        return answer


def _advice(book: str, scenario: str, seed: str, options: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    bout = Bout(rulebook(book), scenario, options, ["random", "random"], seed)
    advisers = [Adviser(player) for player in bout.players]
    bout.game.play(advisers)
    return (line for adviser in advisers for line in adviser.said)


@pytest.mark.parametrize(
    ("book", "scenario", "options"),
    [
        ("magnamund", "mill_farm", {}),
        ("magnamund", "gourgaz_bridge", {}),
        ("threeplains", "three_hills", {}),
        ("threeplains", "village", {"armies": "elves_1000, orcs_1000"}),
    ],
)
def test_whatever_is_advised_in_a_battle_is_a_sentence(book: str, scenario: str, options: dict[str, str]) -> None:
    for what, words in _advice(book, scenario, "7", options):
        assert words[0].isupper(), (what, words)
        assert words.endswith(".") and not words.endswith(".."), (what, words)
        assert len(words.split()) > 1, (what, words)
        assert not CODE.search(words), (what, words)


def _words(book: str, scenario: str, question: Question, answer: Answer) -> str:
    game: Any = Bout(rulebook(book), scenario, {}, ["random", "random"], "7").game
    words = game.book.spokesman
    return str(words.advised(game.setting, game.state, question, answer))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"outriders": "wolf_riders"}, "Ford Riders charge Howlers."),
        (
            {"guard": "wolf_riders", "champion": "goblin_archers"},
            "Bridge Guard charge Howlers and Captain Ostrel charges Twangers.",
        ),
        ({}, "Declare no charges."),
    ],
)
def test_a_charge_is_advised_by_the_names_of_both(answer: dict[str, str], words: str) -> None:
    actors = {"outriders": ["wolf_riders"], "guard": ["wolf_riders"], "champion": ["goblin_archers"]}
    question = Assign(0, "charges", actors, "tp.charge.declare")
    assert _words("threeplains", "three_hills", question, answer) == words


@pytest.mark.parametrize(
    ("what", "about", "answer", "words"),
    [
        ("move", "", "guard", "Move Bridge Guard next."),
        ("target", "longbowmen", "wolf_riders", "Let Bank Archers shoot at Howlers."),
        ("answer", "guard", "stand", "Let Bridge Guard stand."),
        ("pursuit", "guard", "pursue", "Let Bridge Guard pursue."),
        ("first turn", "", "theirs", "Let the enemy take the first turn."),
        ("engulf", "guard", "yes", "Do Bridge Guard close round the enemy? Yes."),
    ],
)
def test_a_choice_of_three_plains_is_advised_in_words(what: str, about: str, answer: str, words: str) -> None:
    assert _words("threeplains", "three_hills", Choose(0, what, [answer], "tp.x", about), answer) == words


@pytest.mark.parametrize(
    ("what", "answer", "words"),
    [
        ("move", "spearmen", "Move the Spearmen next."),
        ("fire", "done", "Leave it at that: no more shots and powers in this phase."),
        ("leader", "spearmen-3", "Let Spearmen 3 lead the army."),
        ("runs first", "spearmen-3", "Let Spearmen 3 run first."),
    ],
)
def test_a_choice_of_magnamund_is_advised_in_words(what: str, answer: str, words: str) -> None:
    enough = {"done": "nobody: no more shots and powers in this phase"}
    assert _words("magnamund", "mill_farm", Choose(0, what, [answer], "mag.x", meanings=enough), answer) == words
