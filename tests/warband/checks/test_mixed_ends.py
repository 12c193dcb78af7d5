"""Roll-offs of several players, and how they come out of a battle."""

from __future__ import annotations

import pytest

from warhost.rulebooks.warband.fighting import combat
from warhost.rulebooks.warband.fighting.combat import moments
from warhost.rulebooks.warband.scenarios import ending
from warhost.rulebooks.warband.trials import rank_off

from ..scene import man, scene, thrown


@pytest.mark.rule("war.dice.kinds", "war.multi.setup")
@pytest.mark.parametrize(
    "dice, order",
    [
        ([2, 6, 4], (1, 2, 0)),
        ([4, 4, 6, 1, 2], (2, 1, 0)),
        ([5, 5, 5, 1, 3, 3, 2, 6], (2, 1, 0)),
        ([6, 2, 2, 3, 1], (0, 1, 2)),
    ],
)
def test_one_roll_off_gives_all_places(dice: list[int], order: tuple[int, ...]) -> None:
    fight = scene(man(0, 10, 10), man(1, 20, 20), man(2, 30, 30), dice=dice)
    assert rank_off(fight, (0, 1, 2), "trying", "war.multi.setup") == order
    thrown(fight)


@pytest.mark.rule("war.combat.order", "war.turn.combat.multi")
def test_three_equals_of_three_sides_throw_one_die_each() -> None:
    three = man(0, 10, 10, weapons=["club"]), man(1, 11, 10, weapons=["club"]), man(2, 12, 10, weapons=["club"])
    fight = scene(*three, phase="combat", active=1, dice=[2, 5, 3])  # of sides 1, 2, 0
    found = [moment for number in range(3) for moment in moments(fight, number)]
    assert [moment.number for moment in combat._ordered(fight, found)] == [2, 0, 1]
    thrown(fight)


TOWER = {"scenario": "tower", "table": "candle", "belfry": True, "round": 7, "scores": [4, 0]}


@pytest.mark.rule("war.multi.after", "war.multi.rout", "war.scen.tower")
def test_who_wins_by_points_is_ranked_first_whatever_he_lost() -> None:
    fight = scene(man(0, 23, 23, 9), man(1, 40, 40), started=[4, 4], out=[3, 0], **TOWER)
    ending.end_of_turn(fight)
    assert fight.state.outcome is not None and fight.state.outcome.ranking == (0, 1)


@pytest.mark.rule("war.multi.after", "war.scen.hunt")
def test_who_has_most_shards_is_ranked_first_whatever_he_lost() -> None:
    shard = [{"kind": "shard", "at": [30, 30], "holder": "rich"}]
    sides = man(0, 10, 10), man(1, 30, 30, id="rich"), man(2, 40, 40)
    fight = scene(*sides, scenario="hunt", prizes=shard, started=[4, 4, 4], out=[0, 3, 1], round=12, active=2)
    ending.round_over(fight)
    assert fight.state.outcome is not None
    assert (fight.state.outcome.winner, fight.state.outcome.ranking) == (1, (1, 0, 2))
