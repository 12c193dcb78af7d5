"""Walking, running and changing levels: what a move costs and what forbids it."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.words import Names
from warhost.rulebooks.warband.charging.way import charge_distance
from warhost.rulebooks.warband.events import Moved
from warhost.rulebooks.warband.moving.course import Course, may_not_run, running
from warhost.rulebooks.warband.moving.legs import tread
from warhost.rulebooks.warband.moving.movement import Move

from .moves import CANDLE, FAR_FOE, mover, planned, spent
from .scene import MAN, RISEN, book, faces, man, scene, thrown

# --- walking and running --------------------------------------------------------------------------------------


@pytest.mark.rule("war.move.normal", "war.char.m")
@pytest.mark.parametrize("far, cost", [(4.0, 4.0), (4.001, 4.001), (4.003, "war.move.model")])
def test_a_warrior_walks_as_far_as_his_movement(far: float, cost: float | str) -> None:
    assert spent(mover(10, 10), ["go", 10_000 + round(far * 1000), 10_000]) == cost


@pytest.mark.rule("war.run.basic")
@pytest.mark.parametrize("far, cost", [(8.0, 8.0), (8.01, "war.run.basic")])
def test_he_runs_twice_as_far(far: float, cost: float | str) -> None:
    assert spent(mover(10, 10), ["go", 10_000 + round(far * 1000), 10_000], run=True) == cost


@pytest.mark.rule("war.camp.skills")
def test_a_sprinter_runs_three_times_as_far_and_charges_twice() -> None:
    fight = mover(10, 10, traits=["sprint"])
    assert running(fight, 0) == 12_000 and charge_distance(fight, 0) == 8_000


@pytest.mark.rule("war.run.enemy")
@pytest.mark.parametrize(
    "foe, runs",
    [
        (man(1, 17, 10), False),
        (man(1, 17, 10, posture="stunned"), True),
        (man(1, 17, 10, flags=["fleeing"]), True),
        (man(1, 17, 10, flags=["hidden"]), True),
        (man(1, 19.1, 10), True),
    ],
)
def test_an_enemy_in_sight_within_eight_inches_forbids_running(foe: dict[str, Any], runs: bool) -> None:
    assert (may_not_run(scene(man(0, 10, 10), foe), 0) is None) is runs


@pytest.mark.rule("war.run.enemy")
def test_an_enemy_behind_a_house_wall_does_not() -> None:
    fight = scene(man(0, 9.4, 9), man(1, 9.4, 17), **CANDLE)
    assert may_not_run(fight, 0) is None


@pytest.mark.rule("war.band.unquiet.risen", "war.run.basic", "war.move.fit")
def test_a_risen_neither_runs_nor_climbs() -> None:
    fight = mover(8, 9.5, **RISEN, **CANDLE)
    assert running(fight, 0) == 0
    assert spent(fight, ["climb", 3000]) == "war.climb.basic"


@pytest.mark.rule("war.terrain.difficult", "war.move.model")
def test_rubble_counts_twice() -> None:
    rubble = {"areas": [{"kind": "difficult", "rect": [11, 8, 20, 12]}]}
    assert spent(mover(10, 10, **rubble), ["go", 12_500, 10_000]) == 4.0
    assert spent(mover(10, 10, **rubble), ["go", 12_600, 10_000]) == "war.move.model"


@pytest.mark.rule("war.terrain.difficult", "war.map.table.market")
def test_deep_water_may_not_be_entered() -> None:
    assert spent(mover(15, 21, table="market"), ["go", 15_000, 23_000]) == "war.terrain.difficult"
    assert spent(mover(10.5, 21, table="market"), ["go", 10_500, 24_000]) == 3.0  # over the bridge


@pytest.mark.rule("war.move.obstacle")
def test_low_obstacles_cost_nothing_more() -> None:
    well = {"obstacles": [{"name": "well", "rect": [11, 9, 13, 11], "height": 1}]}
    assert spent(mover(10, 10, **well), ["go", 14_000, 10_000]) == 4.0


@pytest.mark.rule("war.move.obstacle.mounted")
@pytest.mark.parametrize("fighter, gear, cost", [("captain", ["horse"], 4.0), ("captain", [], "war.move.model")])
def test_riders_cross_obstacles_of_two_inches(fighter: str, gear: list[str], cost: float | str) -> None:
    wall = {"obstacles": [{"name": "wall", "rect": [11, 9, 12, 11], "height": 2}]}
    assert spent(mover(10, 10, fighter=fighter, gear=gear, **wall), ["go", 14_000, 10_000]) == cost


@pytest.mark.rule("war.item.mount", "war.armour.barding", "war.armour.heavy")
@pytest.mark.parametrize(
    ("gear", "inches"),
    [(["horse"], 8), (["horse", "barding"], 7), (["horse", "heavy", "shield"], 8), (["heavy", "shield"], 3)],
)
def test_a_rider_moves_as_far_as_his_horse(gear: list[str], inches: int) -> None:
    assert scene(man(0, 10, 10, fighter="captain", gear=gear)).setting.fighters[0].move == 1_000 * inches


@pytest.mark.rule("war.move.model")
def test_walls_stop_and_doors_let_through() -> None:
    fight = mover(8, 9, **CANDLE)
    assert spent(fight, ["go", 8_000, 12_000]) == 3.0  # the door
    assert spent(fight, ["go", 10_000, 12_000]) == "war.move.model"


@pytest.mark.rule("war.move.fit", "war.terrain.storeys")
@pytest.mark.parametrize(
    "who, through_door, by_window",
    [
        (MAN, True, True),
        ({"band": "gutter", "fighter": "troll"}, False, False),
        ({"band": "ash", "fighter": "hound"}, True, True),
    ],
)
def test_who_fits_through_what(who: dict[str, Any], through_door: bool, by_window: bool) -> None:
    door = spent(mover(8, 9, **who, **CANDLE), ["go", 8_000, 12_000])
    window = spent(mover(5.33, 9, **who, **CANDLE), ["go", 5_330, 11_000])
    assert (isinstance(door, float), isinstance(window, float)) == (through_door, by_window)


@pytest.mark.rule("war.move.fit", "war.psych.animal")
def test_a_hound_uses_no_ladder() -> None:
    assert spent(mover(11, 15, band="ash", fighter="hound", **CANDLE), ["up"]) == "war.terrain.stairs"
    assert spent(mover(11, 15, **CANDLE), ["up"]) == 3.0


@pytest.mark.rule("war.move.normal")
def test_nobody_walks_off_the_table() -> None:
    assert spent(mover(1, 10), ["go", 400, 10_000]) == "war.move.normal"


@pytest.mark.rule("war.move.model")
def test_nobody_stops_on_a_friend_but_may_pass_him() -> None:
    fight = scene(man(0, 10, 10), man(0, 12, 10), FAR_FOE)
    assert spent(fight, ["go", 12_500, 10_000]) == "war.move.model"
    assert spent(fight, ["go", 14_000, 10_000]) == 4.0


@pytest.mark.rule("war.move.apart")
@pytest.mark.parametrize(
    "foe, lawful",
    [
        (man(1, 12, 12.5), True),
        (man(1, 12, 11.9), False),
        (man(1, 12, 11.8, posture="stunned"), True),
        (man(1, 12, 12), True),
    ],
)
def test_an_inch_is_kept_from_enemies_who_stand(foe: dict[str, Any], lawful: bool) -> None:
    fight = scene(man(0, 10, 10), foe)
    assert isinstance(spent(fight, ["go", 14_000, 10_000]), float) is lawful


@pytest.mark.rule("war.move.apart")
def test_an_enemy_behind_a_house_wall_is_no_hindrance() -> None:
    fight = scene(man(0, 6.5, 9.4), man(1, 6.6, 10.6), **CANDLE)
    assert isinstance(spent(fight, ["go", 7_000, 9_400]), float)


@pytest.mark.rule("war.move.apart")
def test_who_is_too_near_must_come_away() -> None:
    fight = scene(man(0, 10, 10), man(1, 11.5, 10))
    assert spent(fight, ["go", 10_300, 10_300]) == "war.move.apart"
    assert isinstance(spent(fight, ["go", 8_000, 10_000]), float)


# --- levels ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.climb.basic", "war.terrain.storeys", "war.move.model")
@pytest.mark.parametrize("m, back, cost", [(4, 1.5, "war.climb.basic"), (5, 1.5, 4.5), (4, 1.0, 4.0)])
def test_a_climb_costs_its_height(m: int, back: float, cost: float | str) -> None:
    fight = mover(6, 9.5 - back, profile={"m": m}, **CANDLE)
    assert spent(fight, ["go", 6_000, 9_500], ["climb", 3_000]) == cost


@pytest.mark.rule("war.climb.basic", "war.run.basic")
def test_climbing_is_no_part_of_a_run() -> None:
    fight = mover(6, 6, **CANDLE)
    assert spent(fight, ["go", 6_000, 9_500], ["climb", 3_000], run=True) == "war.climb.basic"


@pytest.mark.rule("war.terrain.storeys", "war.climb.basic")
def test_two_storeys_take_two_climbs_by_a_window() -> None:
    fight = mover(15.33, 9.5, **CANDLE)
    assert spent(fight, ["climb", 6_000]) == "war.climb.basic"
    assert spent(fight, ["climb", 3_000]) == 3.0


@pytest.mark.rule("war.climb.test")
def test_climbs_together_are_no_higher_than_his_movement() -> None:
    fight = mover(15.33, 9.5, profile={"m": 5}, **CANDLE)
    assert spent(fight, ["climb", 3_000], ["climb", 6_000]) == "war.climb.basic"


@pytest.mark.rule("war.terrain.stairs", "war.move.model")
def test_stairs_are_walked_at_half_rate_and_have_a_landing() -> None:
    fight = mover(15, 11, **CANDLE)
    assert spent(fight, ["halfway"]) == 3.0
    assert spent(fight, ["up"]) == "war.terrain.stairs"
    assert spent(fight, ["up"], run=True) == 6.0


@pytest.mark.rule("war.terrain.stairs", "war.map.piece.belfry")
def test_the_belfry_has_three_flights() -> None:
    fight = mover(22, 22, **CANDLE)
    town = book().towns
    belfry = town.build(town.plan(town.ready["candle"], belfry=True))
    assert [
        stairs.plan * 2
        for stairs in belfry.site.parts.stairs
        if 21_000 <= stairs.foot[0] <= 27_000 and 21_000 <= stairs.foot[1] <= 27_000
    ] == [6000] * 3
    assert fight is not None


@pytest.mark.rule("war.map.piece.counting", "war.terrain.stairs")
def test_ladders_cost_their_height_without_a_test() -> None:
    fight = mover(45, 9, 3, **CANDLE)
    assert spent(fight, ["up"]) == 3.0
    assert spent(fight, ["up"], ["go", 45_000, 11_000]) == "war.move.model"


@pytest.mark.rule("war.jump.gap", "war.map.table.candle", "war.jump.gap.run")
def test_a_gap_is_leapt_from_edge_to_edge() -> None:
    fight = mover(20, 14, 6, **CANDLE)
    assert spent(fight, ["go", 22_000, 14_000], ["leap", 24_500, 14_000], run=True) == 4.5
    assert spent(mover(36, 12, 9, **CANDLE), ["leap", 32_500, 12_000]) == "war.jump.gap"


@pytest.mark.rule("war.move.model", "war.map.table.market", "war.jump.gap")
def test_a_leap_to_a_lower_roof_is_a_jump_down_too() -> None:
    fight = mover(14, 14, 6, table="market")
    found = planned(fight, ["leap", 16_500, 14_000])
    assert isinstance(found, Course) and found.spent == 2500 and found.legs[0].rise == -3000
    faces(fight, 3)
    assert tread(fight, 0, found.legs)
    thrown(fight)


@pytest.mark.rule("war.move.model")
def test_no_leap_leads_more_than_an_inch_higher() -> None:
    assert spent(mover(12, 14, 3, **CANDLE), ["leap", 14_000, 14_000]) in ("war.jump.gap", "war.move.model")


@pytest.mark.rule("war.camp.skills")
def test_a_leaper_takes_wider_gaps() -> None:
    assert spent(mover(36, 12, 9, traits=["leap"], **CANDLE), ["leap", 32_500, 12_000]) == 3.5


@pytest.mark.rule("war.jump.down", "war.charge.jump.max")
def test_a_jump_costs_nothing_and_is_no_deeper_than_six_inches() -> None:
    fight = mover(11, 13, 3, **CANDLE)
    assert spent(fight, ["go", 12_000, 13_000], ["jump"], ["go", 12_500, 12_000]) == 2.0
    assert spent(mover(36, 12, 9, **CANDLE), ["jump"]) == "war.charge.jump.max"


@pytest.mark.rule("war.terrain.bridge")
def test_one_at_a_time_on_a_walkway() -> None:
    fight = scene(man(0, 28.5, 17.5, 6), man(0, 28.5, 26, 6), FAR_FOE, **CANDLE)
    assert spent(fight, ["go", 28_500, 20_000]) == "war.terrain.bridge"
    assert spent(mover(28.5, 17.5, 6, **CANDLE), ["go", 28_500, 20_000]) == 2.5
    assert spent(mover(28.5, 20, 6, **CANDLE), ["go", 29_500, 20_000]) == "war.move.model"


@pytest.mark.rule("war.move.model")
@pytest.mark.parametrize("order", [[["go", 12_300, 13_000]], [["go", "x", 1]], [["fly"]], "up", [["go"]], {"a": 1}])
def test_moves_that_end_in_the_air_or_say_nothing_are_refused(order: Any) -> None:
    question = Move(mover(11.5, 13, 3, **CANDLE), 0)
    assert question.refuse(order) is not None


@pytest.mark.rule("war.climb.test")
@pytest.mark.parametrize(
    ("spent", "stopped", "said"),
    [
        (0, True, "sword stays at the foot"),
        (500, True, "sword moves 0.5 inches and stays at the foot"),
        (500, False, "sword moves 0.5 inches"),
    ],
)
def test_whoever_fails_to_climb_stays_at_the_foot(spent: int, stopped: bool, said: str) -> None:
    assert Moved("war.climb.test", "sword", "walk", ((0, 0),), 0, spent, stopped).say(Names()) == said
