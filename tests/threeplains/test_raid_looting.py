"""Computers who raid: over the artifact, and off the table with it while there is time."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.scenario.looting import snatches_it, way_out
from warhost.rulebooks.threeplains.setting import Fight

from .scenarios import scenario
from .scene import Placed, feature, foot, number, unit

ARTIFACT = {"raid": "artifact", "raid light": "day"}
LIES = (inches(24), inches(24))


def thieves(
    *pieces: Placed, at: tuple[float, float] = (24, 28), turn: int = 3, models: int = 4, **more: Any
) -> Fight:
    raiders = unit("raiders", at, facing=180, models=models, files=min(models, 2), figure=foot(loose=True))
    fight = scenario("raid", raiders, *pieces, options=ARTIFACT, clock=2 * turn - 1, phase="moves", **more)
    fight.state.advance(artifact=LIES)
    return fight


def watch(x: float, y: float) -> Placed:
    return unit(f"watch at {x}, {y}", (x, y), side=1, models=4, files=2, figure=foot(loose=True))


def snatched(fight: Fight) -> Any:
    return snatches_it(fight, Move(fight, number(fight, "raiders")))


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_computers_go_over_the_artifact_and_on() -> None:
    first, second = snatched(thieves(watch(40, 40)))
    assert (first, second[0]) == (["go", *LIES], "go")


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
@pytest.mark.parametrize(("y", "reached"), [(31, True), (31.1, False)])
def test_only_who_gets_there_is_sent(y: float, reached: bool) -> None:
    assert bool(snatched(thieves(watch(40, 40), at=(24, y)))) is reached


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_they_go_round_what_stands_in_their_way() -> None:
    hut = feature("small building", (24.4, 26), (1.2, 1.2))
    order = snatched(thieves(watch(40, 40), models=1, terrain=[hut]))
    assert order[0] != ["go", *LIES] and ["go", *LIES] in order


@pytest.mark.rule("tp.scenario.raid.artifact_victory")
@pytest.mark.parametrize(("turn", "worth_it"), [(5, True), (6, False)])
def test_nobody_takes_it_up_when_no_edge_is_near_enough_any_more(turn: int, worth_it: bool) -> None:
    """Four inches to the artifact and twenty-four to an edge, seven of them a turn."""
    assert bool(snatched(thieves(watch(40, 40), turn=turn))) is worth_it


@pytest.mark.rule("tp.scenario.raid.artifact_victory")
@pytest.mark.parametrize(("x", "edge"), [(10, 48), (38, 0)])
def test_who_has_it_leaves_where_no_enemy_is(x: float, edge: int) -> None:
    fight = thieves(watch(x, 24), watch(24, 3), watch(24, 45))
    assert way_out(fight, number(fight, "raiders"), LIES)[0] == inches(edge)


@pytest.mark.rule("tp.scenario.raid.artifact_victory")
def test_who_has_it_leaves_by_the_near_edge_though_enemies_are_nearer_to_it_than_to_another() -> None:
    fight = thieves(watch(10, 24))
    assert way_out(fight, number(fight, "raiders"), (inches(12), inches(24)))[0] == 0
