"""What is promised: no other chances than those of the dice that would be thrown."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from warhost.engine.foresight import disproved

from .trial import Trial

MOST_RUNS = 300  # of a step, to follow its dice one by one


def promised(trial: Trial) -> Iterator[str]:
    """Of an answer of chance to each question."""
    chance = Random(f"promised {trial.seed}")
    for moment in trial.moments():
        answer = moment.question.sample(chance)
        if wrong := disproved(moment.game, moment.question.side, answer, MOST_RUNS):
            yield f"{moment.where}: {wrong}"
