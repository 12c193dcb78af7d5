"""Walking, running, climbing, jumping, leaping, falling, hiding: a move through every kind of edge."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.levels.parts import _Frame, placed
from warhost.engine.question import Refusal
from warhost.rulebooks.warband.charging.way import charge_distance
from warhost.rulebooks.warband.events import Changed, Fell
from warhost.rulebooks.warband.fighting.blow import Source
from warhost.rulebooks.warband.fighting.wounds import lay_low
from warhost.rulebooks.warband.lookout import apart
from warhost.rulebooks.warband.moving.course import Course, course, may_not_run, running
from warhost.rulebooks.warband.moving.falling import fall
from warhost.rulebooks.warband.moving.hiding import look_round, may_not_hide, pass_by
from warhost.rulebooks.warband.moving.legs import tread
from warhost.rulebooks.warband.moving.movement import Move, may_move
from warhost.rulebooks.warband.nerve.flight import flee_on, refuge, take_flight, wander
from warhost.rulebooks.warband.setting import Fight

from .scene import MAN, RISEN, book, events, faces, man, scene, thrown

FAR_FOE = man(1, 46, 46)


def planned(fight: Fight, *acts: list[Any], run: bool = False) -> Course | Refusal:
    move = fight.setting.fighters[0].move
    return course(fight, 0, [list(act) for act in acts], move, running(fight, 0) if run else 0)


def spent(fight: Fight, *acts: list[Any], run: bool = False) -> float | str:
    """What a move costs in inches, or the rule that forbids it."""
    found = planned(fight, *acts, run=run)
    return found.rule if isinstance(found, Refusal) else round(found.spent / 1000, 3)


def mover(*at: float, **more: Any) -> Fight:
    table = {
        key: more.pop(key)
        for key in ("pieces", "walkways", "obstacles", "areas", "bridges", "table")
        if key in more
    }
    return scene(man(0, *at, **more), FAR_FOE, **table)


CANDLE = {"table": "candle"}


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


# --- tests on the way -----------------------------------------------------------------------------------------


def gone(fight: Fight, *acts: list[Any]) -> bool:
    plan = planned(fight, *acts, run=True)
    assert isinstance(plan, Course), plan
    return tread(fight, 0, plan.legs)


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


# --- hiding ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.hide.basic", "war.terrain.cover")
def test_behind_a_low_wall_a_man_may_hide_unless_a_roof_looks_down_on_him() -> None:
    rubble = {"pieces": [{"piece": "rubble", "at": [9, 9]}]}
    fight = scene(man(0, 12, 10.5), man(1, 12, 1), **rubble)
    assert may_not_hide(fight, 0) is None
    above = scene(man(0, 12, 10.5), man(1, 12, 1), man(1, 12, 20, id="seer"), **rubble)
    refusal = may_not_hide(above, 0)
    assert refusal is not None and refusal.rule == "war.hide.basic"


@pytest.mark.rule("war.hide.norun", "war.turn.states", "war.item.lantern")
@pytest.mark.parametrize(
    "more, rule",
    [
        ({"flags": ["ran"]}, "war.hide.norun"),
        ({"flags": ["stood"]}, "war.hide.basic"),
        ({"posture": "down"}, "war.hide.basic"),
        ({"flags": ["charged"]}, "war.hide.basic"),
        ({"fighter": "captain", "gear": ["lantern"]}, "war.item.lantern"),
    ],
)
def test_who_may_not_hide(more: dict[str, Any], rule: str) -> None:
    refusal = may_not_hide(
        scene(man(0, 12, 10.5, **more), man(1, 40, 40), pieces=[{"piece": "cottage", "at": [13, 10]}]), 0
    )
    assert refusal is not None and refusal.rule == rule


@pytest.mark.rule("war.hide.spot.near", "war.item.lantern")
@pytest.mark.parametrize(
    "foe, at, spotted",
    [
        ({}, (14, 10, 0), True),
        ({}, (14.1, 10, 0), False),
        ({"profile": {"i": 4}}, (14, 10, 3), False),
        ({"fighter": "captain", "profile": {"i": 3}, "gear": ["lantern"]}, (18, 10, 0), True),
    ],
)
def test_an_enemy_who_comes_near_spots_him(
    foe: dict[str, Any], at: tuple[float, float, float], spotted: bool
) -> None:
    fight = scene(
        man(0, 10, 10, flags=["hidden"]),
        man(1, *at, **foe),
        pieces=[{"piece": "cottage", "at": [11.5, 7]}] if at[2] else [],
    )
    pass_by(fight, 1, fight.state.warriors[1].spot)
    assert fight.state.warriors[0].hidden is not spotted


@pytest.mark.rule("war.hide.spot.near")
def test_he_is_spotted_at_the_nearest_point_of_a_run() -> None:
    fight = scene(man(0, 10, 10, flags=["hidden"]), man(1, 16, 14.8, profile={"i": 4}))
    pass_by(fight, 1, (4_000, 14_800, 0))
    assert not fight.state.warriors[0].hidden


@pytest.mark.rule("war.hide.spot.open")
def test_who_is_seen_in_the_open_is_spotted() -> None:
    fight = scene(man(0, 10, 10, flags=["hidden"]), man(1, 30, 10))
    look_round(fight)
    assert not fight.state.warriors[0].hidden
    cloaked = scene(man(0, 10, 10, flags=["hidden", "cloaked"]), man(1, 30, 10))
    look_round(cloaked)
    assert cloaked.state.warriors[0].hidden


# --- flight and stupidity -------------------------------------------------------------------------------------


@pytest.mark.rule("war.flee.move")
def test_he_flees_to_where_he_is_farthest_from_enemies() -> None:
    fight = scene(man(0, 20, 20), man(1, 18, 20))
    assert refuge(fight, 0, 8_000) == (28_000, 20_000, 0)
    faces(fight, 3, 5)
    take_flight(fight, 0)
    assert fight.state.warriors[0].fleeing and fight.state.warriors[0].x == 28_000


@pytest.mark.rule("war.flee.move")
@pytest.mark.parametrize("dice, fate", [([4, 5], "fled"), ([2, 3], "there")])
def test_in_his_own_phase_he_makes_for_the_nearest_edge(dice: list[int], fate: str) -> None:
    fight = scene(man(0, 7.5, 20, flags=["fleeing"]), man(1, 30, 20))
    faces(fight, *dice)
    flee_on(fight, 0)
    assert fight.state.warriors[0].fate == fate


@pytest.mark.rule("war.psych.immune")
def test_the_immune_do_not_flee() -> None:
    fight = scene(man(0, 20, 20, **RISEN), man(1, 18, 20))
    take_flight(fight, 0)
    assert not fight.state.warriors[0].fleeing and events(fight, Changed)[0].to == "immune"


@pytest.mark.rule("war.psych.stupidity")
def test_a_stupid_troll_wanders_south() -> None:
    fight = scene(man(0, 20, 20, band="gutter", fighter="troll"), man(1, 40, 20))
    faces(fight, 4)
    wander(fight, 0)
    assert fight.state.warriors[0].spot == (20_000, 17_000, 0)


@pytest.mark.rule("war.injury.down")
def test_who_is_down_crawls_two_inches() -> None:
    question = Move(scene(man(0, 10, 10, posture="down"), FAR_FOE), 0)
    assert question.refuse([["go", 12_000, 10_000]]) is None
    assert question.refuse([["go", 12_100, 10_000]]) is not None


# --- towns ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.map.format")
def test_pieces_are_turned_and_put_down() -> None:
    cottage = book().towns.pieces["cottage"].built()
    assert _Frame(cottage.size, (40_000, 10_000), 90).point((1_000, 5_000)) == (41_000, 11_000)
    assert _Frame(cottage.size, (4_000, 10_000), 0).point((7_000, 5_000)) == (11_000, 15_000)
    assert placed(cottage, (40_000, 10_000), 90).size == (6_000, 8_000)


@pytest.mark.rule("war.scen.board", "war.map.piece.well", "war.map.piece.rubble")
def test_a_quarter_is_laid_out_by_dice() -> None:
    dice = iter([3, 2, *[1, 1] * 8])
    plan = book().towns.quarter(lambda purpose: next(dice))
    assert plan.pieces[0] == ("cottage", 4_000, 5_000, 0)
    dice = iter([4, 5, 2, 1, *[1, 1] * 7])
    plan = book().towns.quarter(lambda purpose: next(dice))
    assert plan.pieces[0] == ("house", 4_000, 4_000, 90)
    rails = [wall for wall in book().towns.build(plan).site.parts.walls if wall.rail]
    assert [wall.upright for wall in rails] == [True, True]  # east and west


@pytest.mark.rule("war.scen.board", "war.terrain.bridge")
def test_walkways_join_roofs_of_the_same_height() -> None:
    dice = iter([4, 1, 4, 1, *[1, 1] * 7, 4])
    plan = book().towns.quarter(lambda purpose: next(dice))
    assert plan.walkways == ((12_000, 7_500, 20_000, 8_500),) and plan.heights == (6_000,)


@pytest.mark.rule("war.map.table.candle")
def test_distances_over_the_roofs_of_candle_street() -> None:
    fight = scene(man(0, 18, 14, 6), man(1, 8, 13, 3), **CANDLE)
    assert round(apart(fight, 0, 1) / 1000, 2) == 9.53


@pytest.mark.rule("war.terrain.measure")
@pytest.mark.parametrize("at, far", [((14, 10, 4), 5.0), ((15, 10, 0), 4.0), ((10, 10, 3), 3.0)])
def test_distances_count_heights(at: tuple[float, float, float], far: float) -> None:
    fight = scene(man(0, 10, 10), man(1, 20, 20))
    other = fight.state.warriors[1]
    other.x, other.y, other.z = (round(one * 1000) for one in at)
    assert apart(fight, 0, 1) == pytest.approx(far * 1000)


def test_a_town_can_be_drawn_in_a_text_file(tmp_path: Any) -> None:
    drawn = tmp_path / "mine.toml"
    drawn.write_text('id = "mine"\ntitle = "Mine"\nplan = ["c.H", ".o.", "u.t"]\n')
    setup = book().setup("skirmish", {"town": str(drawn)})
    assert [piece[0] for piece in setup["plan"][2]] == ["ruin", "counting", "well", "cottage", "house"]
    drawn.write_text('id = "mine"\ntitle = "Mine"\nplan = ["x"]\n')
    with pytest.raises(Exception, match="expected letters"):
        book().setup("skirmish", {"town": str(drawn)})
