"""Whole battles: random ones that end and break nothing, replays, secrets, tactics, the contract of the house."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from warhost.engine.game import Game
from warhost.engine.record import record, reopen
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician
from warhost.rulebooks.missum.events import SpellTold

from .scene import book

BATTLES = ("b1", "b2", "b3")
LOOKED_AT = 60


def fought(battle: str, seed: str, **options: str) -> Game[Any, Any]:
    game = Game(book(), book().setup(battle, options), seed)
    game.play([RandomPlayer(f"{seed} south"), RandomPlayer(f"{seed} north")])
    return game


@pytest.mark.rule("mis.turn.length", "mis.turn.sequence")
@pytest.mark.parametrize("battle", BATTLES)
def test_random_battles_end_break_nothing_and_replay(battle: str) -> None:
    game = fought(battle, "one")
    assert game.result is not None and game.checkpoint.turn <= 12
    assert book().flaws(game.setting, game.checkpoint) == []
    assert reopen(record(game), book=book()).hash == game.hash


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_random_battles_of_all_armies(seed: int) -> None:
    plan = book().charts.battles[BATTLES[seed % 10 // 4]]
    options = {
        "south": plan.south[seed % 2],
        "north": plan.north[seed // 2 % 2],
        "terrain": "rolled" if seed % 3 == 0 else "as listed",
    }
    game = fought(plan.id, str(seed), **options)
    assert game.result is not None and book().flaws(game.setting, game.checkpoint) == []
    if seed % 10 == 0:
        assert reopen(record(game), book=book()).hash == game.hash


# --- secrets -------------------------------------------------------------------------------------------------


def sent(game: Game[Any, Any], side: int) -> bytes:
    """Every byte that a seat is sent: its view, what it heard, what its computer knows, what it is asked."""
    seat = game.seat(side)
    asked = [question.describe() for question in game.pending() if question.side == side]
    labels = [
        [book().spokesman.label(game.setting, seat.known(), question, answer) for answer in question.suggest()]
        for question in game.pending()
        if question.side == side
    ]
    return msgspec.json.encode([seat.view(), seat.known(), game.events(side), asked, labels])


@pytest.mark.rule("mis.setup.draw-up", "mis.scale.referee")
def test_nothing_of_a_map_is_sent_before_both_are_finished() -> None:
    plain, other = (Game(book(), book().setup("b1", {}), "x") for _ in range(2))
    change = {"heavy-spears": {"at": [420_000, 243_000], "files": 9}}
    for game, answer in ((plain, {}), (other, change)):
        assert {question.side for question in game.pending()} == {0, 1}
        game.answer(answer, 0)
    assert sent(plain, 1) == sent(other, 1)
    for game in (plain, other):
        game.answer({}, 1)
        game.pending()
    assert sent(plain, 1) != sent(other, 1)


def worlds(strengths: tuple[str, str]) -> list[Game[Any, Any]]:
    """Two games that differ only in the strength of one spell."""
    found = []
    for strength in strengths:
        game = Game(book(), book().setup("b1", {"drawing up": "standard"}), "same dice")
        while game.pending()[0].what != "attack spells":
            game.answer(_quiet(game))
        game.answer({"team-1-s": f"abode {strength}"}, 0)
        found.append(game)
    return found


def _quiet(game: Game[Any, Any]) -> Any:
    question = game.pending()[0]
    return question.suggest()[0] if question.usual is None else question.usual


def _shown(game: Game[Any, Any]) -> bool:
    return any(isinstance(told.event, SpellTold) and told.event.strength for told in game.events(None))


@pytest.mark.rule("mis.magic.procedure", "mis.magic.placement", "mis.scale.referee")
def test_no_byte_tells_the_strength_of_a_spell_before_all_are_shown() -> None:
    one, other = worlds(("I", "II"))
    compared = 0
    while not _shown(one) and compared < LOOKED_AT:
        assert sent(one, 1) == sent(other, 1)
        assert msgspec.json.encode(one.events(None)) == msgspec.json.encode(other.events(None))
        for game in (one, other):
            question = game.pending()[0]
            answer = _quiet(game) if question.what != "place spell" else {"at": [600_000, 600_000]}
            game.answer(answer, question.side)
            game.pending()
        compared += 1
    assert compared >= 3


@pytest.mark.rule("mis.magic.transfer", "mis.scale.referee")
def test_no_byte_tells_which_spell_was_shifted() -> None:
    found = []
    for strength in (1, 2):
        game = Game(book(), book().setup("b1", {"drawing up": "standard"}), "same dice")
        while game.pending()[0].what != "transfer" or game.pending()[0].side != 0:
            game.answer(_quiet(game))
        game.answer(f"team-1-s defense {strength}", 0)
        found.append(game)
    for _ in range(LOOKED_AT):
        assert sent(found[0], 1) == sent(found[1], 1)
        for game in found:
            game.answer(_quiet(game), game.pending()[0].side)


# --- players -------------------------------------------------------------------------------------------------


def duel(seed: int, battle: str = "b1") -> int | None:
    """Who wins: 1 for the tactician, 0 for chance, nobody for a draw."""
    game = Game(book(), book().setup(battle, {"drawing up": "standard"}), str(seed))
    players = [Tactician("t", seconds=30), RandomPlayer(f"random {seed}")]
    if seed % 2:
        players.reverse()  # type: ignore[unreachable]
    game.play(players, keep=False)
    result = book().result(game.setting, game.checkpoint)
    assert result is not None
    return None if result.winner is None else int(result.winner == seed % 2)


@pytest.mark.slow
def test_the_tactician_beats_chance() -> None:
    assert [duel(seed) for seed in (7, 6)] == [1, 1]


@pytest.mark.slow
def test_the_tactician_beats_chance_in_nine_of_ten_battles() -> None:
    won = sum(duel(seed) == 1 for seed in range(5000, 5040))
    assert won >= 34


def test_everything_the_tactician_answers_is_lawful() -> None:
    game = Game(book(), book().setup("b1", {}), "lawful")
    chance = Random(1)
    for _ in range(150):
        questions = game.pending()
        if not questions:
            break
        question = questions[0]
        answers = list(book().consider(game.setting, game.seat(question.side).known(), question))
        assert all(question.refuse(answer) is None for answer in answers)
        game.answer(answers[-1] if chance.random() < 0.8 else question.sample(chance), question.side)
