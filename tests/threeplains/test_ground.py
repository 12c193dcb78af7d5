"""The ground: what legs cost, what bars the way, where pieces may end, how fast they are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warhost.engine.field.body import apart
from warhost.engine.field.compass import ahead
from warhost.engine.field.shapes import oblong
from warhost.engine.field.stance import Stance
from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import body, more_than_one, pose, range_between, set_places
from warhost.rulebooks.threeplains.figure import Figure, from_mm, inches
from warhost.rulebooks.threeplains.land.ground import (
    Bar,
    first_bar,
    leg_cost,
    level_of,
    movement,
    on_board,
    reach,
    standing_room,
    swept,
)
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Feature

from .scene import champion, feature, foot, hero, horse, number, piece, scene, unit

GIANT_BASE = (from_mm(50), from_mm(50))


def skirmishers(**more: Any) -> Figure:
    return foot(loose=True, traits=("skirmishers",), **more)


def cost(fight: Fight, name: str, far: float, facing: float = 0) -> float:
    """What it costs to go straight on so far, in inches."""
    one = body(fight, number(fight, name))
    end = ahead(one.front, round(facing * 100), inches(far))
    return leg_cost(fight, number(fight, name), one.front, end, one.width) / 1000


def far(fight: Fight, name: str, allowance: float) -> float:
    one = body(fight, number(fight, name))
    return reach(fight, number(fight, name), one.front, one.facing, inches(allowance), one.width) / 1000


def bar(fight: Fight, name: str, far: float, **more: Any) -> Bar | None:
    one = body(fight, number(fight, name))
    edge = oblong(one.front, one.facing, one.width, 1)
    return first_bar(fight, number(fight, name), edge, one.facing, inches(far), **more)


def room(fight: Fight, name: str, at: tuple[float, float], **more: Any) -> Refusal | None:
    """Whether it could stand with its middle front there."""
    one = piece(fight, name)
    there = pose(fight, one, one.models, Stance((inches(at[0]), inches(at[1])), one.facing, one.files))
    return standing_room(fight, number(fight, name), there, **more)


def guard(*terrain: Feature, **more: Any) -> Fight:
    return scene(unit("guard", (36, 10), models=20, files=5, **more), terrain=terrain)


# --- footprints ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.dice.inches")
def test_three_small_bases_are_2_36_inches_wide() -> None:
    fight = scene(unit("guard", (36, 10), models=3, files=3))
    assert body(fight, 0).width == pytest.approx(inches(2.36), abs=5)


@pytest.mark.rule("tp.piece.footprint")
def test_seventeen_men_in_five_files_fill_a_block_with_two_in_the_middle_of_its_last_rank() -> None:
    fight = scene(unit("guard", (36, 10), models=17, files=5))
    one = body(fight, 0)
    assert (one.width, one.depth) == pytest.approx((inches(3.94), inches(3.15)), abs=5)
    left = one.block.left
    assert [round((base.left - left) / from_mm(20)) for base in one.bases[-2:]] == [1, 2]
    assert len(one.parts) == 2
    assert one.room == (one.block,)


@pytest.mark.rule("tp.piece.footprint")
def test_a_loose_group_stands_where_its_models_are_put_and_its_front_follows() -> None:
    fight = scene(unit("scouts", (30, 20), figure=skirmishers(), models=3))
    set_places(fight, 0, ((30_000, 20_000), (31_000, 22_000), (32_000, 20_000)), 0)
    half = from_mm(20) / 2
    assert piece(fight, "scouts").point == pytest.approx((31_000, 22_000 + half), abs=2)
    one = body(fight, 0)
    assert (one.width, one.depth) == pytest.approx((2000 + 2 * half, 2000 + 2 * half), abs=2)
    set_places(fight, 0, one_turned := tuple((y, x) for x, y in piece(fight, "scouts").places), 9000)
    assert piece(fight, "scouts").places == one_turned
    assert piece(fight, "scouts").point == pytest.approx((22_000 + half, 31_000), abs=2)


@pytest.mark.rule("tp.piece.footprint")
def test_a_split_column_covers_both_its_legs() -> None:
    fight = scene(unit("column", (36, 20), models=20, files=4, bend=(2, 9000)))
    one = body(fight, 0)
    assert len(one.room) == 2
    assert len(one.bases) == 20
    assert one.room[1].left == pytest.approx(inches(36) - 3 * from_mm(20), abs=3)
    assert all(base.right <= inches(36) + 5 for base in one.bases[8:])


@pytest.mark.rule("tp.dice.inches", "tp.move.fly.height")
def test_ranges_go_from_base_to_base_and_aslant_to_those_in_the_air() -> None:
    fight = scene(unit("guard", (36, 10)), hero("bat", (36, 18 + from_mm(20) / 1000), side=1))
    assert range_between(fight, 0, 1) == apart(body(fight, 0), body(fight, 1)) == inches(8)
    piece(fight, "bat").airborne = True
    assert range_between(fight, 0, 1) == inches(10)


# --- what legs cost ------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.terrain.open")
def test_open_ground_costs_what_it_measures() -> None:
    assert cost(guard(feature("open", (36, 14), (20, 4))), "guard", 7) == 7


@pytest.mark.rule("tp.move.p2p.terrain", "tp.terrain.rough", "tp.terrain.woods", "tp.terrain.shallow_water")
@pytest.mark.parametrize("kind", ["rough", "wood", "shallow water", "deep water"])
def test_difficult_ground_costs_double_while_the_front_edge_is_over_it(kind: str) -> None:
    fight = guard(feature(kind, (36, 14), (20, 2)))
    assert cost(fight, "guard", 3) == 3
    assert cost(fight, "guard", 4) == 5
    assert cost(fight, "guard", 7) == 9


@pytest.mark.rule("tp.move.p2p.terrain")
def test_a_corner_of_the_front_in_the_mud_slows_the_whole_unit() -> None:
    half = body(guard(), 0).width / 2000
    assert cost(guard(feature("rough", (36 + half + 0.9, 14), (2, 2))), "guard", 7) == 9
    assert cost(guard(feature("rough", (36 + half + 1, 14), (2, 2))), "guard", 7) == 7


@pytest.mark.rule("tp.move.p2p.terrain")
def test_of_a_single_model_the_whole_base_counts() -> None:
    fight = scene(hero("hero", (36, 10)), terrain=[feature("rough", (36, 14), (20, 2))])
    assert cost(fight, "hero", 7) == pytest.approx(7 + 2 + from_mm(20) / 1000, abs=0.002)


@pytest.mark.rule("tp.move.p2p.terrain", "tp.terrain.scope")
def test_two_kinds_of_difficult_ground_in_one_place_halve_but_once() -> None:
    fight = guard(feature("rough", (36, 14), (20, 2)), feature("wood", (36, 14), (20, 2)))
    assert cost(fight, "guard", 7) == 9


@pytest.mark.rule("tp.unit.skirmish.movement", "tp.terrain.rough", "tp.terrain.hill", "tp.terrain.low_wall")
def test_skirmishers_cross_everything_but_impassable_ground_freely() -> None:
    terrain = [
        feature("rough", (36, 12), (20, 2)),
        feature("hill", (36, 15), (20, 2)),
        feature("hedge", (36, 16), (9, 0.4)),
    ]
    fight = scene(unit("scouts", (36, 10), figure=skirmishers(), models=5), terrain=terrain)
    assert cost(fight, "scouts", 7) == 7


@pytest.mark.rule("tp.move.fly.over", "tp.terrain.hill")
def test_those_in_the_air_pay_for_the_way_alone() -> None:
    fight = guard(feature("rough", (36, 14), (20, 2)), feature("stone wall", (36, 16), (9, 0.4)), airborne=True)
    assert cost(fight, "guard", 7) == 7


@pytest.mark.rule("tp.terrain.hill")
def test_two_inches_up_a_slope_cost_four() -> None:
    fight = guard(feature("hill", (36, 20), (20, 10)))  # from y 15 to 25
    assert cost(fight, "guard", 7) == 9
    assert far(fight, "guard", 9) == 7


@pytest.mark.rule("tp.terrain.hill")
def test_down_the_other_side_of_the_hill_costs_half() -> None:
    fight = guard(feature("hill", (36, 13), (20, 4)))  # up from 11 to 13, down to 15
    assert cost(fight, "guard", 7) == 1 + 2 * 2 + 2 / 2 + 2


@pytest.mark.rule("tp.terrain.hill")
def test_off_the_hill_from_its_middle_is_down_all_the_way() -> None:
    fight = guard(feature("hill", (36, 10), (20, 8)))
    assert cost(fight, "guard", 6) == 2 + 2


@pytest.mark.rule("tp.terrain.low_wall")
@pytest.mark.parametrize("kind", ["stone wall", "hedge", "fence"])
def test_a_low_wall_costs_two_inches_once(kind: str) -> None:
    fight = guard(feature(kind, (36, 12), (9, 0.4)))
    assert cost(fight, "guard", 1.5) == 1.5
    assert cost(fight, "guard", 2) == 4
    assert far(fight, "guard", 7) == 5
    assert far(fight, "guard", 2.5) == 1.8


@pytest.mark.rule("tp.terrain.low_wall")
def test_segments_of_one_wall_are_climbed_once_and_two_walls_twice() -> None:
    joined = feature("stone wall", (33, 12), (6, 0.4)), feature("stone wall", (39, 12), (6, 0.4))
    assert cost(guard(*joined), "guard", 5) == 7
    behind = feature("stone wall", (36, 12), (6, 0.4)), feature("stone wall", (36, 13), (6, 0.4))
    assert cost(guard(*behind), "guard", 5) == 9


@pytest.mark.rule("tp.terrain.low_wall")
def test_who_stands_across_a_wall_has_paid_for_it() -> None:
    assert cost(guard(feature("stone wall", (36, 10), (9, 0.4))), "guard", 3) == 3
    assert cost(guard(feature("stone wall", (36, 10.2), (9, 0.4))), "guard", 3) == 5


@pytest.mark.rule("tp.terrain.low_wall", "tp.move.p2p.terrain")
@pytest.mark.parametrize("kind", ["stone wall", "hedge", "fence"])
def test_who_turns_on_to_a_wall_pays_for_it_as_he_sets_off(kind: str) -> None:
    ahead_of_it = feature(kind, (39, 11), (9, 0.4))
    assert cost(guard(ahead_of_it), "guard", 3, facing=90) == 5  # the front, swung about its middle, lies on it
    assert cost(guard(feature(kind, (39, 12.5), (9, 0.4))), "guard", 3, facing=90) == 3


@pytest.mark.rule("tp.terrain.low_wall")
def test_who_turns_on_a_wall_that_he_stands_on_has_paid_for_all_of_it() -> None:
    beside = feature("stone wall", (31, 10), (6, 0.4))
    assert cost(guard(feature("stone wall", (37, 10), (6, 0.4)), beside), "guard", 3, facing=45) == 3


@pytest.mark.rule("tp.terrain.low_wall")
def test_a_hero_who_walks_away_from_a_wall_does_not_climb_it() -> None:
    wall = feature("stone wall", (36, 10.4), (9, 0.4))
    assert cost(scene(hero("captain", (36, 10)), terrain=[wall]), "captain", 3, facing=180) == 3


@pytest.mark.rule("tp.terrain.low_wall")
def test_a_wall_left_behind_by_the_turn_costs_nothing() -> None:
    assert cost(guard(feature("stone wall", (34.5, 10.8), (0.4, 0.4))), "guard", 3, facing=90) == 3


@pytest.mark.rule("tp.terrain.bridge.wooden", "tp.terrain.shallow_water")
def test_a_bridge_carries_a_unit_that_fits_on_it_over_the_water() -> None:
    river = feature("deep water", (36, 14), (72, 4))
    assert cost(guard(river), "guard", 7) == 11
    assert cost(guard(river, feature("wooden bridge", (36, 14), (5, 5))), "guard", 7) == 7
    assert cost(guard(river, feature("wooden bridge", (36, 14), (3, 5))), "guard", 7) == 11
    segments = feature("wooden bridge", (36, 13), (5, 2.2)), feature("wooden bridge", (36, 15.1), (5, 2))
    assert cost(guard(river, *segments), "guard", 7) == 7
    assert cost(guard(river, segments[0]), "guard", 7) == pytest.approx(7 + 1.9)


@pytest.mark.rule("tp.move.individual.through")
def test_a_hero_walks_through_friends_at_half_pace() -> None:
    fight = scene(hero("hero", (36, 10)), unit("guard", (36, 16), models=20, files=5))
    depth, base = body(fight, number(fight, "guard")).depth, from_mm(20)
    assert cost(fight, "hero", 8) == pytest.approx(8 + (depth + base) / 1000, abs=0.003)
    assert bar(fight, "hero", 7) is None
    assert bar(fight, "hero", 7, charge=True) is not None


@pytest.mark.rule("tp.unit.skirmish.interpenetrate")
def test_skirmishers_and_a_unit_walk_through_each_other_at_half_pace() -> None:
    fight = scene(
        unit("scouts", (36, 10), figure=skirmishers(), models=1, files=1), unit("guard", (36, 16), models=20)
    )
    assert cost(fight, "scouts", 7) > 9
    assert bar(fight, "scouts", 7) is None
    assert room(fight, "guard", (36, 11)) is None
    fight = scene(unit("guard", (36, 10)), unit("scouts", (36, 13), figure=skirmishers(), models=5))
    assert cost(fight, "guard", 7) > 9
    assert bar(fight, "guard", 7) is None
    assert bar(fight, "guard", 7, charge=True) is None


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 35_999), st.integers(500, 14_000))
def test_as_far_as_the_allowance_reaches_is_what_it_pays_for(way: int, allowance: int) -> None:
    fight = scene(
        unit("guard", (36, 24), models=20),
        terrain=[
            feature("rough", (36, 28), (20, 2)),
            feature("hill", (40, 26), (9, 7)),
            feature("stone wall", (30, 24), (0.4, 8)),
            feature("deep water", (36, 18), (40, 4)),
            feature("stone bridge", (36, 18), (6, 5)),
        ],
    )
    front, width = body(fight, 0).front, body(fight, 0).width
    distance = reach(fight, 0, front, way, allowance, width)
    assert leg_cost(fight, 0, front, ahead(front, way, distance), width) <= allowance + 12
    assert leg_cost(fight, 0, front, ahead(front, way, distance + 20), width) > allowance


# --- what bars the way ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.p2p.space", "tp.move.obstacle", "tp.terrain.impassable", "tp.terrain.high_wall")
@pytest.mark.parametrize("kind", ["impassable", "rocks", "small building", "large building", "high wall"])
def test_impassable_ground_stops_a_unit_and_not_a_flyer(kind: str) -> None:
    fight = guard(feature(kind, (36, 15), (4, 4)))
    found = bar(fight, "guard", 7)
    assert found is not None
    assert found.distance == inches(3)
    assert found.feature is not None
    assert bar(fight, "guard", 2.9) is None
    piece(fight, "guard").airborne = True
    assert bar(fight, "guard", 7) is None
    assert room(fight, "guard", (36, 15)) is None


@pytest.mark.rule("tp.move.obstacle.small", "tp.terrain.small_obstacle")
def test_a_small_tree_hinders_nobody_and_a_boulder_must_be_walked_round() -> None:
    tree, boulder = feature("small obstacle", (36, 14), (1, 1)), feature("small obstacle", (36, 14), (1.6, 1.6))
    assert bar(guard(tree), "guard", 7) is None
    assert cost(guard(tree), "guard", 7) == 7
    found = bar(guard(boulder), "guard", 7)
    assert found is not None and found.rule == "tp.terrain.small_obstacle"


@pytest.mark.rule("tp.move.obstacle.small")
def test_a_group_may_end_on_a_small_tree_and_a_single_model_may_not() -> None:
    tree = feature("small obstacle", (36, 20), (1, 1))
    fight = scene(unit("guard", (30, 10)), hero("hero", (40, 10)), terrain=[tree])
    assert room(fight, "guard", (36, 21)) is None
    refusal = room(fight, "hero", (36, 20.5))
    assert refusal is not None and refusal.rule == "tp.move.obstacle.small"


@pytest.mark.rule("tp.move.p2p.space")
def test_the_nearest_of_several_pieces_stops_a_unit() -> None:
    fight = scene(
        unit("guard", (36, 10)),
        unit("friends", (36, 19), models=10),
        unit("orcs", (37, 15), facing=180, side=1, models=10),
    )
    found = bar(fight, "guard", 12)
    assert found is not None
    assert (found.distance, found.what, found.rule) == (inches(5), number(fight, "orcs"), "tp.move.p2p.path")
    found = bar(fight, "guard", 12, ignoring=[number(fight, "orcs")])
    assert found is not None and found.what == number(fight, "friends")
    assert found.rule == "tp.move.p2p.space"


@pytest.mark.rule("tp.move.obstacle.small", "tp.move.p2p.space")
def test_a_small_friend_stops_nobody_and_an_enemy_of_the_same_size_does() -> None:
    fight = scene(unit("guard", (36, 10)), hero("hero", (36, 15)))
    assert bar(fight, "guard", 7) is None
    assert room(fight, "guard", (36, 15)) is None
    fight = scene(unit("guard", (36, 10)), hero("orc", (36, 15), side=1))
    assert bar(fight, "guard", 7) is not None
    assert swept(fight, 0, oblong((36_000, 17_000), 0, 4000, 7000)) is not None


@pytest.mark.rule("tp.move.fly.noblock", "tp.move.fly.over")
def test_those_in_the_air_stop_nobody() -> None:
    fight = scene(unit("guard", (36, 10)), unit("bats", (36, 15), side=1, models=5, airborne=True))
    assert bar(fight, "guard", 7) is None
    assert bar(fight, "guard", 7, charge=True) is None
    assert room(fight, "guard", (36, 15)) is None


@pytest.mark.rule("tp.move.fly.over")
def test_a_flying_charge_is_stopped_by_its_target_alone() -> None:
    fight = scene(
        hero("griffin", (36, 10), airborne=True),
        unit("orcs", (36, 15), side=1, models=5),
        unit("goblins", (36, 19), side=1, models=5),
    )
    piece(fight, "griffin").charge_target = number(fight, "goblins")
    assert bar(fight, "griffin", 20) is None
    found = bar(fight, "griffin", 20, charge=True)
    assert found is not None and found.what == number(fight, "goblins")


@pytest.mark.rule("tp.piece.footprint", "tp.move.p2p.space")
def test_nobody_stands_in_the_empty_places_of_a_last_rank() -> None:
    fight = scene(
        unit("guard", (36, 20), models=16, files=5), hero("troll", (10, 10), figure=foot(base=GIANT_BASE))
    )
    back = 20 - 3.4 * from_mm(20) / 1000
    assert room(fight, "troll", (36 - 1.97, back)) is not None
    assert room(fight, "troll", (36 - 1.97, back - 1)) is None


# --- where it may end ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.p2p.path")
def test_a_piece_must_end_wholly_on_the_board() -> None:
    fight = guard()
    half = body(fight, 0).width / 2000
    assert room(fight, "guard", (half, 20)) is None
    refusal = room(fight, "guard", (half - 0.1, 20))
    assert refusal is not None and refusal.rule == "tp.move.p2p.path"
    assert room(fight, "guard", (36, 2)) is not None
    assert on_board(fight, body(fight, 0))


@pytest.mark.rule("tp.move.p2p.path")
def test_a_move_may_not_end_touching_an_enemy_unless_it_is_said_to() -> None:
    fight = scene(unit("guard", (36, 10)), unit("orcs", (36, 20), facing=180, side=1), unit("friends", (45, 20)))
    orcs = number(fight, "orcs")
    assert room(fight, "guard", (36, 20)) is not None
    assert room(fight, "guard", (36, 19.9)) is None
    assert room(fight, "guard", (36, 20), may_touch=[orcs]) is None
    assert room(fight, "guard", (36, 20.5), may_touch=[orcs]) is not None
    assert room(fight, "guard", (36, 20.5), ignoring=[orcs]) is None
    friend = body(fight, number(fight, "friends"))
    assert room(fight, "guard", (45, friend.block.bottom / 1000)) is None


@pytest.mark.rule("tp.move.p2p.space")
def test_a_piece_may_not_end_on_impassable_ground_or_on_friends() -> None:
    fight = scene(
        unit("guard", (36, 10)), unit("friends", (50, 20)), terrain=[feature("impassable", (20, 20), (4, 4))]
    )
    assert room(fight, "guard", (20, 20)) is not None
    refusal = room(fight, "guard", (50, 21))
    assert refusal is not None and refusal.rule == "tp.move.p2p.space"


@pytest.mark.rule("tp.move.individual.through")
def test_a_small_hero_may_stand_among_friends_but_not_on_another_hero() -> None:
    fight = scene(hero("hero", (10, 10)), hero("other", (20, 20)), unit("guard", (36, 20)))
    assert room(fight, "hero", (36, 19)) is None
    assert room(fight, "hero", (20, 20.2)) is not None


# --- levels --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.aware.los.levels")
def test_half_of_a_unit_on_a_hill_stands_high() -> None:
    fight = guard(feature("hill", (36, 6.82), (20, 3.5)))  # up to y 8.57: two ranks and a bit
    assert level_of(fight, 0) == 1
    fight = guard(feature("hill", (36, 6.82), (20, 2)))
    assert level_of(fight, 0) == 0
    piece(fight, "guard").airborne = True
    assert level_of(fight, 0) == 3


@pytest.mark.rule("tp.aware.los.levels")
def test_a_height_upon_a_height_is_higher_still() -> None:
    fight = guard(feature("hill", (36, 9), (30, 16)), feature("hill", (36, 9), (10, 8), "top"))
    assert level_of(fight, 0) == 2


# --- movement ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.value")
def test_a_piece_has_the_movement_of_its_profile_and_a_bolt_thrower_has_none() -> None:
    fight = scene(unit("guard", (36, 10)), hero("thrower", (10, 10), figure=foot(category="machine", movement=0)))
    assert movement(fight, 0).total == inches(7)
    assert movement(fight, number(fight, "thrower")).total == 0


@pytest.mark.rule("tp.piece.combine.move")
def test_a_rider_moves_as_his_horse_does() -> None:
    fight = scene(unit("riders", (36, 10), figure=horse(), models=5))
    assert movement(fight, 0).total == inches(12)


@pytest.mark.rule("tp.unit.slowest")
def test_a_group_goes_as_fast_as_its_slowest() -> None:
    fight = scene(unit("guard", (36, 10)), hero("dwarf", figure=champion(movement=inches(6)), within="guard"))
    piece(fight, "guard").leaders = (1,)
    tally = movement(fight, 0)
    assert tally.total == inches(6)
    assert [step.rule for step in tally.steps] == ["tp.move.value", "tp.unit.slowest"]


@pytest.mark.rule("tp.weapon.pike.movement", "tp.weapon.pike.drop")
def test_pikes_take_two_inches_until_they_are_dropped() -> None:
    fight = guard(figure=foot(weapons=("pike", "sidearm")))
    assert movement(fight, 0).total == inches(5)
    piece(fight, "guard").pikes_dropped = True
    assert movement(fight, 0).total == inches(7)


@pytest.mark.rule("tp.trait.exhaustion.effects")
def test_the_exhausted_move_half() -> None:
    assert movement(guard(tired=4), 0).total == inches(3.5)


@pytest.mark.rule("tp.move.value")
def test_in_the_air_the_flight_counts() -> None:
    fight = scene(hero("griffin", (36, 10), figure=champion(flight=inches(18)), airborne=True))
    assert movement(fight, 0).total == inches(18)


@pytest.mark.rule("tp.move.individual")
@pytest.mark.parametrize(("models", "heroes", "more"), [(1, 0, False), (2, 0, True), (1, 1, True)])
def test_two_models_are_more_than_one_whoever_they_are(models: int, heroes: int, more: bool) -> None:
    fight = scene(unit("men", (36, 20), models=models), *[hero("boss", within="men")] * heroes)
    assert more_than_one(fight, number(fight, "men")) == more
    assert piece(fight, "men").lone == (models == 1)
