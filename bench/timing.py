"""How long something takes: processor time, since the machine may be busy with other things."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

from warhost.engine.game import Game
from warhost.players.random import RandomPlayer


def best(measure: Callable[[], float], runs: int) -> float:
    return min(measure() for _ in range(runs))


def timed(work: Callable[[], object], times: int = 1) -> float:
    """Seconds for one call."""
    begun = process_time()
    for _ in range(times):
        work()
    return (process_time() - begun) / times


def fork_time(game: Game[Any, Any], turn: Callable[[], object]) -> float:
    """Seconds to stand at the same question in a game of one's own: the mean over all questions of a turn."""
    players = {side: RandomPlayer(f"on{side}") for side in (0, 1)}
    now, times = turn(), []
    while turn() == now and (questions := game.pending()):
        times.append(best(lambda: timed(lambda: game.fork().pending(), 5), 2))
        question = questions[0]
        game.answer(players[question.side].answer(question, game.seat(question.side)), question.side)
    return sum(times) / len(times)
