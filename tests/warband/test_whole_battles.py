"""Whole battles of chance."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.game import Game
from warhost.players.random import RandomPlayer
from warhost.rulebooks.warband import flaws
from warhost.rulebooks.warband.scenarios import ending
from warhost.rulebooks.warband.turn import step as turn_step

from .scene import book, man, scene

GOBLIN = {"band": "gutter", "fighter": "goblin"}


@pytest.mark.parametrize("scenario", ["breakthrough", "skirmish_three"])
def test_random_battles_come_to_their_end(scenario: str) -> None:
    game = Game(book(), book().setup(scenario, {"table": "candle"}), "4")
    sides = len(book().sides(game.setting))

    def sound(played: Game[Any, Any]) -> bool:
        assert flaws.flaws(played.setting, played.checkpoint) == []
        return False

    game.play([RandomPlayer(f"{side}") for side in range(sides)], until=sound)
    assert game.result is not None


def test_a_step_that_only_passes_phases_tells_little() -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), phase="combat", active=0)
    turn_step(fight)
    assert fight.state.phase == "start"


@pytest.mark.rule("war.scen.hunt", "war.scen.end")
def test_when_the_rounds_are_over_shards_decide_a_hunt() -> None:
    shard = [{"kind": "shard", "at": [20, 20], "holder": "rich"}]
    fight = scene(man(0, 20, 20, id="rich"), man(1, 40, 40), scenario="hunt", prizes=shard, round=12, active=1)
    ending.round_over(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 0
