"""Climbs, jumps and edges: the tests on the way, and falls."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from warhost.rulebooks.warband.events import Fell
from warhost.rulebooks.warband.fighting.blow import Source
from warhost.rulebooks.warband.fighting.wounds import lay_low
from warhost.rulebooks.warband.lookout import apart
from warhost.rulebooks.warband.moving.falling import fall
from warhost.rulebooks.warband.moving.movement import Move, may_move

from .moves import CANDLE, FAR_FOE, gone, mover
from .scene import events, faces, man, scene, thrown


@pytest.mark.rule("war.climb.test")
def test_a_failed_ascent_leaves_him_at_the_foot() -> None:
    fight = mover(6, 9.5, **CANDLE)
    faces(fight, 5)
    assert not gone(fight, ["climb", 3_000])
    assert fight.state.warriors[0].spot == (6_000, 9_500, 0) and not fight.state.warriors[0].fell


@pytest.mark.rule("war.climb.test", "war.fall.damage", "war.fall.nosave", "war.fall.nocrit")
def test_a_failed_descent_is_a_fall() -> None:
    fight = mover(12, 13, 3, gear=["heavy"], **CANDLE)
    faces(fight, 5, 6, 1)
    assert not gone(fight, ["climb", 0])
    thrown(fight)
    warrior = fight.state.warriors[0]
    assert warrior.spot == (12_500, 13_000, 0) and warrior.posture == "down" and warrior.fell


@pytest.mark.rule("war.climb.test", "war.item.rope")
def test_rope_and_hook() -> None:
    fight = mover(12, 13, 3, fighter="veteran", gear=["rope"], profile={"i": 3}, **CANDLE)
    faces(fight, 5, 6)
    assert not gone(fight, ["climb", 0])
    thrown(fight)
    assert fight.state.warriors[0].wounds == 1  # 3 inches count as 1: no damage


@pytest.mark.rule("war.jump.down", "war.charge.jump")
@pytest.mark.parametrize("dice, stands", [([4, 4, 4], True), ([4, 4, 5, 1], False)])
def test_a_test_for_every_full_two_inches(dice: list[int], stands: bool) -> None:
    fight = mover(22, 14, 6, fighter="veteran", **CANDLE)
    faces(fight, *dice)
    assert gone(fight, ["jump"]) is stands
    thrown(fight)
    assert bool(events(fight, Fell)) is not stands


@pytest.mark.rule("war.spell.grace", "war.jump.down", "war.climb.test")
def test_cats_grace_throws_no_dice() -> None:
    fight = scene(
        man(0, 22, 14, 6, id="cat"),
        man(0, 5, 5, id="wiz"),
        FAR_FOE,
        effects=[{"spell": "grace", "on": "cat", "by": "wiz"}],
        **CANDLE,
    )
    assert gone(fight, ["jump"])


@pytest.mark.rule("war.fall.damage", "war.fall.min", "war.fall.rest")
@pytest.mark.parametrize(
    "height, dice, wounds",
    [(1_900, [], 1), (2_000, [4], 1), (2_000, [5, 1], 0), (3_900, [3], 1), (3_900, [4, 1], 0), (12_000, [2, 1], 0)],
)
def test_a_fall_hits_as_hard_as_it_is_deep(height: int, dice: list[int], wounds: int) -> None:
    fight = mover(10, 10)
    faces(fight, *dice)
    fall(fight, 0, (10_000, 10_000, 0), height)
    thrown(fight)
    assert fight.state.warriors[0].wounds == wounds and fight.state.warriors[0].fell
    assert may_move(fight, 0) is not None


@pytest.mark.rule("war.fall.damage")
def test_a_body_hits_who_stands_below() -> None:
    fight = scene(man(0, 12, 13, 3), man(1, 12.5, 13), FAR_FOE, **CANDLE)
    faces(fight, 4, 2, 3)
    fall(fight, 0, (12_500, 13_000, 0), 3_000)
    thrown(fight)
    assert fight.state.warriors[0].posture == "down" and fight.state.warriors[1].wounds == 1
    assert apart(fight, 0, 1) <= 200


@pytest.mark.rule("war.fall.edge", "war.map.piece.house", "war.map.piece.cottage", "war.map.piece.ruin")
@pytest.mark.parametrize(
    "at, dice, z",
    [
        ((21.0, 14, 6), [6, 3, 1], 0),
        ((21.0, 14, 6), [2], 6000),
        ((20.3, 14, 6), [], 6000),
        ((18, 17.0, 6), [], 6000),
        ((7.2, 23, 3), [5, 1], 0),
        ((10, 10, 0), [], 0),
        ((11.5, 13, 3), [3], 3000),
    ],
)
def test_who_goes_down_near_an_open_edge_may_go_over(at: tuple[float, ...], dice: list[int], z: int) -> None:
    fight = mover(*at, **CANDLE)
    faces(fight, *dice)
    lay_low(fight, 0, "stunned", Source(1))
    thrown(fight)
    assert fight.state.warriors[0].z == z


@pytest.mark.rule("war.fall.edge.rail", "war.map.piece.counting", "war.map.piece.belfry")
def test_nobody_falls_over_a_rail() -> None:
    fight = mover(45.2, 12, 9, **CANDLE)
    lay_low(fight, 0, "down", Source(1))
    assert fight.state.warriors[0].z == 9000


@pytest.mark.rule("war.terrain.bridge", "war.fall.edge")
def test_on_a_walkway_a_die_says_over_which_side() -> None:
    fight = mover(28.5, 24, 6, **CANDLE)
    faces(fight, 5, 2, 1)
    lay_low(fight, 0, "stunned", Source(1))
    thrown(fight)
    assert fight.state.warriors[0].spot == (27_500, 24_000, 0)


@pytest.mark.rule("war.terrain.difficult", "war.terrain.bridge")
def test_deep_water_breaks_a_fall() -> None:
    fight = mover(9.6, 24, table="market")
    faces(fight, 5)
    lay_low(fight, 0, "down", Source(1))
    thrown(fight)
    warrior = fight.state.warriors[0]
    assert warrior.posture == "down" and warrior.z == 0
    assert fight.setting.town(fight.state).site.ground_at(warrior.x, warrior.y) != "deep water"


@pytest.mark.rule("war.terrain.difficult", "war.terrain.bridge")
def test_who_falls_off_a_bridge_lies_on_the_bank_and_not_on_the_bridge() -> None:
    fight = mover(11.5, 24, table="market")
    faces(fight, 5)
    lay_low(fight, 0, "down", Source(1))
    warrior = fight.state.warriors[0]
    assert not 21_900 <= warrior.y <= 26_100 or not 8_900 <= warrior.x <= 12_100


@pytest.mark.rule("war.turn.recovery.stand", "war.band.unquiet.risen", "war.run.enemy")
@pytest.mark.parametrize(
    "own, foe, rule",
    [
        ({"flags": ["stood"]}, (40, 40), "war.turn.recovery.stand"),
        ({"band": "unquiet", "fighter": "risen"}, (40, 40), "war.run.basic"),
        ({}, (17, 10), "war.run.enemy"),
    ],
)
def test_who_may_not_run_is_told_why(own: dict[str, Any], foe: tuple[float, float], rule: str) -> None:
    fight = scene(man(0, 10, 10, **own), man(1, *foe))
    refusal = Move(fight, 0).refuse([["go", 10_000, 15_500]])
    assert refusal is not None and refusal.rule == rule and "inches" in refusal.why


@pytest.mark.rule("war.climb.test", "war.move.model")
def test_who_fails_to_climb_from_a_friends_place_stands_beside_him() -> None:
    fight = scene(man(0, 6, 8, profile={"m": 5}), FAR_FOE, man(0, 6, 9.5), **CANDLE)
    faces(fight, 5)
    assert not gone(fight, ["go", 6_000, 9_500], ["climb", 3_000])
    one, friend, _ = fight.state.warriors
    assert one.z == 0 and 990 <= hypot(one.x - friend.x, one.y - friend.y) < 1_200
    assert one.y <= 9_500  # and not behind the wall
