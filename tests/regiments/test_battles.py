"""Whole battles: random players finish them, replays are equal, the tactician beats chance."""

from __future__ import annotations

from random import Random

import pytest

from warhost.engine.game import Game
from warhost.engine.record import record, reopen
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician

from .field import BOOK

ARMIES = ("men", "elf", "orc", "und")


def battle(seed: int, armies: str, scenario: str = "pitched", **options: str) -> Game[object, object]:
    game = Game(BOOK, BOOK.setup(scenario, {"armies": armies, **options}), str(seed))
    game.play([RandomPlayer(f"{seed}a"), RandomPlayer(f"{seed}b")])
    assert game.result is not None
    assert BOOK.flaws(game.setting, game.checkpoint) == []
    return game  # type: ignore[return-value]


@pytest.mark.parametrize("scenario", ["pitched", "rearguard", "standards", "tower"])
def test_random_battles_end_and_replay(scenario: str) -> None:
    game = battle(3, "men_500, orc_500", scenario, terrain="placed")
    assert reopen(record(game), book=BOOK).hash == game.hash


def tactician_wins(seed: int) -> bool:
    """Armies and sides change with the seed."""
    chance, side = Random(seed), seed % 2
    armies = f"{chance.choice(ARMIES)}_1000, {chance.choice(ARMIES)}_1000"
    game = Game(BOOK, BOOK.setup("pitched", {"armies": armies}), f"tactics {seed}")
    thinker, gambler = Tactician(f"{seed}", seconds=60), RandomPlayer(f"{seed}")
    game.play([thinker, gambler] if side == 0 else [gambler, thinker], keep=False)
    assert game.result is not None
    return game.result.winner == side


@pytest.mark.slow
def test_the_tactician_beats_chance() -> None:
    assert sum(tactician_wins(seed) for seed in range(4)) >= 3


@pytest.mark.slow
def test_the_tactician_beats_chance_in_most_battles() -> None:
    """Nine in ten is the aim; draws and miscasts keep it a little below."""
    assert sum(tactician_wins(seed) for seed in range(9000, 9030)) >= 22


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_random_battles_of_all_sizes(block: int) -> None:
    for seed in range(block * 6, block * 6 + 6):
        chance = Random(seed)
        points = chance.choice((500, 1000, 2000))
        first, second = chance.choice(ARMIES), chance.choice(ARMIES)
        armies = f"{first}:{points}:{seed}, {second}:{points}:{seed + 1}"
        game = battle(
            seed, armies, chance.choice(("pitched", "standards", "tower")), steadfast=chance.choice(("on", "off"))
        )
        if not seed % 10:
            assert reopen(record(game), book=BOOK).hash == game.hash
