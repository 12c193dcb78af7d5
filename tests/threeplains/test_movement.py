"""Point to point movement: legs, turns, narrow gaps, dashes, and who may move at all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from warhost.engine.field.compass import distance
from warhost.engine.question import Choose, Refusal
from warhost.rulebooks.threeplains.events import Moved, Stretched
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.moving.movement import DONE, move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.state import NEVER
from warhost.rulebooks.threeplains.turn import step

from .marching import at, cost, go, judge, play, refused
from .scene import (
    asked,
    contact,
    feature,
    foot,
    hero,
    horse,
    number,
    piece,
    scene,
    script,
    told,
    unit,
)

FAR_ENEMY = unit("orcs", at=(36, 47), side=1, facing=180)
SKIRMISHER = foot(loose=True, traits=("skirmishers",))
PIKES = foot(weapons=("pike", "sidearm"))
PASS = [6] * 4 + [1] * 3  # soldiering 4 against deviancy 3


# --- the phase -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.phase", "tp.unit.one_piece")
def test_pieces_move_in_any_order_until_the_player_is_done() -> None:
    fight = scene(unit("a", at=(20, 10)), unit("b", at=(40, 10)), FAR_ENEMY)
    play(fight, "b", [go(40, 13)])
    question = asked(fight, move_one)
    assert isinstance(question, Choose) and question.options == ["a", DONE]
    with script(fight, answers=[DONE]):
        assert move_one(fight)
        assert not move_one(fight)
    assert at(fight, "a") == (20, 10, 0) and at(fight, "b") == (40, 13, 0)


@pytest.mark.rule("tp.move.phase", "tp.move.p2p.engaged", "tp.move.value")
@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"fleeing": True}, "tp.move.flee"),
        ({"barred": True}, "tp.move.value"),
        ({"acted": True}, "tp.move.value"),
        ({"charge_target": 2}, "tp.move.charge.far"),
        ({"away_until": 3}, "tp.move.offboard"),
        ({"figure": foot(movement=0)}, "tp.move.value"),
    ],
)
def test_some_pieces_cannot_move_and_the_referee_says_why(state: dict[str, Any], rule: str) -> None:
    fight = scene(unit("a", at=(20, 10), **state), unit("b", at=(40, 10)), FAR_ENEMY)
    question = asked(fight, move_one)
    assert isinstance(question, Choose) and question.options == ["b", DONE]
    refusal = question.refuse("a")
    assert refusal and refusal.rule == rule


@pytest.mark.rule("tp.move.p2p.engaged")
def test_a_piece_in_combat_cannot_walk_away() -> None:
    fight = scene(unit("a", at=(20, 10)), unit("orcs", at=(20, 10), facing=180, side=1))
    contact(fight, "a", "orcs")
    assert not move_one(fight)


@pytest.mark.rule("tp.move.value")
def test_movement_is_used_up_inch_by_inch() -> None:
    fight = scene(unit("a", at=(20, 10)), FAR_ENEMY)
    assert judge(fight, "a", go(20, 13), go(20, 17)) == {"cost": 7000, "left": 0}
    assert judge(fight, "a", go(20, 17.1)) == {"cost": 7000, "left": 0, "short": 100, "x": 20000, "y": 17000}


@pytest.mark.rule("tp.move.p2p", "tp.move.value")
def test_a_piece_that_runs_out_of_movement_stays_where_it_got_to() -> None:
    fight = scene(unit("a", at=(20, 10)), FAR_ENEMY)
    legs = [go(20, 13), go(23, 13), go(23, 20)]
    assert judge(fight, "a", *legs) == {"cost": 7000, "left": 0, "flimsy": 1, "short": 6000, "x": 23000, "y": 14000}
    play(fight, "a", [*legs, go(30, 20)])
    assert at(fight, "a") == (23, 14, 0)


@pytest.mark.rule("tp.move.p2p", "tp.move.loose")
@pytest.mark.parametrize(("x", "y"), [(36, 40), (40, 40), (50, 30), (36, 0), (40, 26.5)])
def test_a_loose_group_stops_where_the_movement_of_its_outermost_model_ends(x: float, y: float) -> None:
    fight = scene(unit("a", at=(36, 20), models=10, figure=foot(loose=True)), FAR_ENEMY)
    before = piece(fight, "a").places
    verdict = judge(fight, "a", go(x, y))
    assert isinstance(verdict, dict) and verdict["short"] > 0 and verdict["cost"] >= inches(6.98)
    play(fight, "a", [go(x, y)])
    furthest = max(distance(old, new) for old, new in zip(before, piece(fight, "a").places, strict=True))
    assert furthest <= inches(7) + 2
    assert distance(piece(fight, "a").point, (verdict["x"], verdict["y"])) <= 2


@pytest.mark.rule("tp.move.p2p", "tp.move.p2p.space")
def test_what_lies_beyond_the_end_of_its_movement_bars_nobody() -> None:
    fight = scene(unit("a", at=(20, 10)), FAR_ENEMY, terrain=[feature("impassable", (20, 19), (10, 2))])
    play(fight, "a", [go(20, 30)])
    assert at(fight, "a") == (20, 17, 0)
    assert refused(scene(unit("a", at=(20, 12)), FAR_ENEMY, terrain=fight.state.terrain), "a", go(20, 30))


@pytest.mark.rule("tp.move.p2p", "tp.move.p2p.leg")
def test_what_is_left_of_the_movement_may_be_a_nudge_ahead_but_no_turn() -> None:
    fight = scene(unit("a", at=(20, 10)), FAR_ENEMY)
    assert cost(fight, "a", go(20, 16.5), go(20, 20)) == 7
    assert refused(fight, "a", go(20, 16.5), go(24, 16.5)) == "tp.move.p2p.leg"
    assert cost(fight, "a", go(20, 16), go(24, 16)) == 7
    assert refused(fight, "a", go(20, 17), ["go", inches(24), inches(17)]) == "tp.move.value"


@pytest.mark.rule("tp.move.p2p", "tp.terrain.low_wall")
def test_a_wall_that_cannot_be_paid_for_stops_it() -> None:
    fight = scene(unit("a", at=(20, 10)), FAR_ENEMY, terrain=[feature("stone wall", (20, 16.5), (10, 0.2))])
    verdict = judge(fight, "a", go(20, 18))
    assert isinstance(verdict, dict) and verdict["y"] == pytest.approx(inches(16.4), abs=3)


# --- legs ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.p2p", "tp.move.p2p.facing", "tp.unit.facing")
def test_two_legs_round_some_boulders_end_facing_along_the_second() -> None:
    fight = scene(unit("a", at=(20, 10)), FAR_ENEMY)
    play(fight, "a", [go(20, 13), go(24, 13)])
    assert at(fight, "a") == (24, 13, 90)
    assert piece(fight, "a").spent == inches(7)
    (moved,) = told(fight, Moved)
    assert moved.path == ((20000, 10000), (20000, 13000), (24000, 13000))


@pytest.mark.rule("tp.move.p2p.path")
def test_a_unit_turns_by_a_right_angle_at_most_at_one_point() -> None:
    fight = scene(unit("a", at=(20, 20)), FAR_ENEMY)
    assert refused(fight, "a", go(23, 18)) == "tp.move.p2p.path"  # 124 degrees
    assert cost(fight, "a", go(21, 20), go(21, 18)) == 3
    assert cost(fight, "a", go(24, 20)) == 4


@pytest.mark.rule("tp.move.p2p.path")
def test_a_move_ends_on_the_board_and_touches_no_enemy() -> None:
    fight = scene(unit("a", at=(3, 10)), unit("orcs", at=(3, 14), facing=180, side=1))
    assert refused(fight, "a", go(1.5, 12)) == "tp.move.p2p.path"
    assert cost(fight, "a", go(3, 13.9)) == 3.9
    assert refused(fight, "a", go(3, 13.97)) == "tp.move.p2p.path"
    assert refused(fight, "a", go(3, 15)) == "tp.move.p2p.path"


@pytest.mark.rule("tp.move.p2p.path", "tp.move.p2p.space", "tp.move.obstacle", "tp.move.obstacle.small")
def test_the_strip_of_the_front_must_be_free() -> None:
    rocks, tree = feature("rocks", (20, 14), (1.6, 1.6)), feature("small obstacle", (40, 14), (1, 1))
    fight = scene(unit("a", at=(20, 10)), unit("b", at=(40, 10)), FAR_ENEMY, terrain=[rocks, tree])
    assert refused(fight, "a", go(20, 16)) == "tp.terrain.impassable"
    assert cost(fight, "b", go(40, 14)) == 4


@pytest.mark.rule("tp.move.p2p.space")
def test_friends_bar_the_way_but_a_small_single_model_does_not() -> None:
    fight = scene(unit("a", at=(20, 10)), unit("b", at=(20, 16)), FAR_ENEMY)
    assert refused(fight, "a", go(20, 14)) == "tp.move.p2p.space"
    fight = scene(unit("a", at=(20, 10)), hero("h", at=(20, 13)), FAR_ENEMY)
    assert cost(fight, "a", go(20, 14)) == 4


@pytest.mark.rule("tp.move.p2p.path")
def test_the_whole_block_must_be_free_where_the_move_ends() -> None:
    """Turned about its middle front, three ranks reach back over the friends beside their old ground."""
    fight = scene(unit("a", at=(20, 10), models=15), unit("b", at=(17, 12), models=5), FAR_ENEMY)
    assert refused(fight, "a", go(21, 10)) == "tp.move.p2p.space"
    assert cost(fight, "a", go(22, 10)) == 2


@pytest.mark.rule("tp.move.p2p.leg")
def test_one_nudge_of_less_than_an_inch_straight_forward() -> None:
    fight = scene(unit("a", at=(20, 10)), FAR_ENEMY)
    assert cost(fight, "a", go(20, 10.5)) == 0.5
    assert refused(fight, "a", go(20, 10.5), go(20, 11)) == "tp.move.p2p.leg"
    assert refused(fight, "a", go(20.5, 10.2)) == "tp.move.p2p.leg"
    assert cost(fight, "a", go(20, 12), go(20, 12.5)) == 2.5
    play(fight, "a", [go(20, 10.5)])
    assert piece(fight, "a").nudged


@pytest.mark.rule("tp.move.p2p.terrain")
def test_rough_ground_makes_an_inch_cost_two() -> None:
    fight = scene(unit("a", at=(20, 10)), FAR_ENEMY, terrain=[feature("rough", (20, 13), (10, 2))])
    assert cost(fight, "a", go(20, 15)) == pytest.approx(7, abs=0.01)
    assert judge(fight, "a", go(20, 15.5)) == {"cost": 7000, "left": 0, "short": 500, "x": 20000, "y": 15000}


# --- sharp turns and narrow gaps -----------------------------------------------------------------------------


def dashing_elves() -> Any:
    """10 inches of movement, a half-width of 1.97."""
    elves = foot(movement=inches(8))
    return scene(unit("elves", at=(36, 20), figure=elves, dash=inches(2), dashed=True), FAR_ENEMY)


@pytest.mark.rule("tp.move.unit.turn")
@pytest.mark.parametrize(
    ("legs", "flimsy"),
    [
        ([go(38, 20), go(44, 20)], False),  # 8 inches after a sharp turn
        ([go(38, 20), go(45, 20)], True),  # 9 inches
        ([go(38, 20), go(38, 22), go(42, 22)], False),  # two sharp turns, 8 inches
        ([go(42.3, 26.4)], False),  # 8.98 inches, turned by less than 45 degrees
    ],
)
def test_beyond_the_breaking_point_a_unit_that_turned_sharply_has_flimsy_ranks(
    legs: list[Any], flimsy: bool
) -> None:
    fight = dashing_elves()
    verdict = judge(fight, "elves", *legs)
    assert not isinstance(verdict, Refusal) and ("flimsy" in verdict) == flimsy
    play(fight, "elves", legs)
    assert piece(fight, "elves").flimsy_until == (3 if flimsy else 0)
    assert len(told(fight, Stretched)) == flimsy


def gap_of(width: float, right: str = "friend") -> Any:
    """Ten files (7.87 inches) before a gap between a friend on the left and something on the right, 2 inches on."""
    left = unit("left", at=(36 - width / 2 - 1.97, 16))
    side = {"friend": 0, "enemy": 1}[right]
    other = unit("other", at=(36 + width / 2 + 1.97, 16), side=side)
    return scene(unit("a", at=(36, 11), models=20, files=10), left, other, FAR_ENEMY)


@pytest.mark.rule("tp.move.unit.slim", "tp.unit.min_front")
def test_a_unit_slims_down_between_two_friends() -> None:
    fight = gap_of(3.2)  # four files pass: 3.15 inches
    play(fight, "a", [go(36, 15)])
    assert piece(fight, "a").narrow == 4
    fight = gap_of(1.7)
    play(fight, "a", [go(36, 15)])
    assert piece(fight, "a").narrow == 2


@pytest.mark.rule("tp.move.unit.slim")
def test_no_narrowing_to_slip_past_an_enemy_or_a_single_obstacle() -> None:
    assert refused(gap_of(3.8, "enemy"), "a", go(36, 15)) in ("tp.move.p2p.path", "tp.move.p2p.space")
    assert cost(gap_of(3.8), "a", go(36, 15)) == 4
    fight = scene(unit("a", at=(36, 11), files=10), unit("left", at=(32, 16)), FAR_ENEMY)
    assert refused(fight, "a", go(36, 15)) == "tp.move.p2p.space"


@pytest.mark.rule("tp.move.unit.slim")
def test_nothing_may_stand_in_the_line_of_the_middle_front() -> None:
    fight = scene(unit("a", at=(36, 11), files=10), unit("b", at=(36, 16)), unit("c", at=(42, 16)), FAR_ENEMY)
    assert refused(fight, "a", go(36, 15)) == "tp.move.p2p.space"


@pytest.mark.rule("tp.move.unit.stretch", "tp.move.unit.slim")
def test_taking_its_shape_again_costs_a_unit_its_order_if_it_moves_on_too_far() -> None:
    """Ten files narrowed to four stretch by 2.36 inches on each side: 4.64 of 7 inches are left."""

    def through(length: float) -> Any:
        rocks = [feature("rocks", (36 - 3.1, 12), (3, 1)), feature("rocks", (36 + 3.1, 12), (3, 1))]
        fight = scene(unit("a", at=(36, 11), models=20, files=10), FAR_ENEMY, terrain=rocks)
        play(fight, "a", [go(36, 11 + length)])
        return piece(fight, "a")

    assert (through(4.6).narrow, through(4.6).flimsy_until) == (0, 0)
    assert through(4.6).stretched == pytest.approx(from_mm(60), abs=3)
    assert (through(4.7).narrow, through(4.7).flimsy_until) == (0, 3)


@pytest.mark.rule("tp.move.unit.slim")
def test_a_unit_may_narrow_to_keep_out_of_ground_that_slows_it_on_both_sides() -> None:
    rough = [feature("rough", (36 - 3.1, 14), (3, 2)), feature("rough", (36 + 3.1, 14), (3, 2))]
    fight = scene(unit("a", at=(36, 11), files=10), FAR_ENEMY, terrain=rough)
    assert cost(fight, "a", go(36, 16)) == pytest.approx(7, abs=0.05)
    assert cost(fight, "a", go(36, 16, "narrow")) == 5
    assert refused(fight, "a", go(36, 12.5, "narrow")) == "tp.move.unit.slim"


@pytest.mark.rule("tp.move.unit.splitturn", "tp.piece.footprint")
def test_a_column_splits_at_the_bend() -> None:
    """3 wide and 6 deep: 2 inches are 2.54 bases, so 3 ranks lie along the new leg."""
    fight = scene(unit("a", at=(20, 20), models=18, files=3), FAR_ENEMY)
    play(fight, "a", [go(22, 20)])
    assert piece(fight, "a").bend == (3, 0)
    piece(fight, "a").acted, piece(fight, "a").spent = False, 0
    play(fight, "a", [go(25, 20)])
    assert piece(fight, "a").bend == ()


@pytest.mark.rule("tp.move.unit.splitturn")
def test_only_columns_split_and_only_after_a_turn() -> None:
    fight = scene(unit("wide", at=(20, 20), models=18, files=6), unit("deep", at=(40, 20), models=18, files=3))
    play(fight, "wide", [go(22, 20)])
    play(fight, "deep", [go(40, 22)])
    assert piece(fight, "wide").bend == piece(fight, "deep").bend == ()


# --- dashes --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.dash", "tp.trait.exhaustion.groups")
def test_a_dash_adds_d3_inches_for_an_exhaustion_counter() -> None:
    fight = scene(unit("a", at=(20, 10)), hero("h", within="a"), FAR_ENEMY)
    play(fight, "a", [["dash"]], [go(20, 19)], dice=[4])
    assert at(fight, "a") == (20, 19, 0)
    assert piece(fight, "a").tired == piece(fight, "h").tired == 1
    assert piece(fight, "a").dashed


@pytest.mark.rule("tp.move.dash", "tp.trait.exhaustion.effects")
def test_it_is_too_late_to_dash_after_moving_and_the_exhausted_cannot() -> None:
    fight = scene(unit("a", at=(20, 10)), unit("b", at=(40, 10), tired=4), FAR_ENEMY)
    assert refused(fight, "a", go(20, 12), ["dash"]) == "tp.move.dash"
    assert refused(fight, "b", ["dash"]) == "tp.trait.exhaustion.effects"
    assert cost(fight, "b", go(40, 13.6)) == 3.5


# --- walls ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.terrain.low_wall", "tp.move.pivot")
def test_a_wall_that_a_unit_turns_on_to_is_paid_once_by_leg_or_by_pivot() -> None:
    line, wall = unit("a", at=(36, 10), models=5, files=5), feature("stone wall", (39, 11), (9, 0.4))
    walled, bare = scene(line, FAR_ENEMY, terrain=[wall]), scene(line, FAR_ENEMY)
    east, farther, swing = go(37.5, 10), go(39, 10), ["pivot", 9000]
    for order in ([east], [east, farther], [swing], [swing, east]):
        assert cost(walled, "a", *order) == pytest.approx(cost(bare, "a", *order) + 2, abs=0.01), order
    play(walled, "a", [swing])
    assert cost(walled, "a", east) == 1.5, "it stands on the wall, and has paid"


# --- pikes ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.weapon.pike.turning")
def test_pikes_turn_by_ten_degrees_and_then_go_two_inches() -> None:
    fight = scene(unit("pikes", at=(36, 20), figure=PIKES), FAR_ENEMY)
    two_ahead = go(36.347, 21.97)  # 10 degrees to the right
    again = go(37.031, 23.849)  # 20 degrees
    assert cost(fight, "pikes", two_ahead, again) == pytest.approx(4, abs=0.01)
    assert refused(fight, "pikes", go(36.4, 21.97)) == "tp.weapon.pike.turning"
    assert refused(fight, "pikes", go(36.2084, 21.1818), go(36.6188, 22.3094)) == "tp.weapon.pike.turning"
    assert refused(fight, "pikes", ["flip"]) == "tp.weapon.pike.turning"
    assert refused(fight, "pikes", ["pivot", 2000]) == "tp.weapon.pike.turning"


@pytest.mark.rule("tp.weapon.pike.turning", "tp.move.reorganise")
def test_pikes_that_have_turned_go_two_inches_first_even_after_reorganising() -> None:
    fresh = scene(unit("pikes", at=(36, 20), models=15, figure=PIKES), FAR_ENEMY)
    one_ahead, beside = go(36.1736, 20.9848), ["reorganise", inches(35.1736), inches(20.9848)]  # an inch, turned
    play(fresh, "pikes", [one_ahead, beside], [], dice=PASS)
    assert refused(fresh, "pikes", ["pivot", 500]) == "tp.weapon.pike.turning"
    assert piece(fresh, "pikes").since_turn == pytest.approx(inches(1), abs=2)
    sideways = scene(unit("pikes", at=(36, 20), models=15, figure=PIKES), FAR_ENEMY)
    play(sideways, "pikes", [["reorganise", inches(35), inches(20)]], [], dice=PASS)
    assert cost(sideways, "pikes", ["pivot", 500]) > 0


@pytest.mark.rule("tp.weapon.pike.turning")
def test_a_new_turn_lets_pikes_turn_again() -> None:
    fight = scene(unit("pikes", at=(36, 20), figure=PIKES, since_turn=inches(1)), FAR_ENEMY, phase="start")
    step(fight)
    assert piece(fight, "pikes").since_turn == NEVER


@pytest.mark.rule("tp.weapon.pike.movement")
def test_pikes_cost_two_inches_and_the_dash() -> None:
    fight = scene(unit("pikes", at=(36, 20), figure=PIKES), FAR_ENEMY)
    assert cost(fight, "pikes", go(36, 25)) == 5
    assert cost(fight, "pikes", go(36, 25.1)) == 5
    assert refused(fight, "pikes", ["dash"]) == "tp.weapon.pike.movement"


@pytest.mark.rule("tp.weapon.pike.drop")
def test_a_unit_that_drops_its_pikes_moves_like_any_other() -> None:
    fight = scene(unit("pikes", at=(36, 20), figure=PIKES), FAR_ENEMY)
    assert refused(fight, "pikes", go(36, 22), ["drop"]) == "tp.weapon.pike.drop"
    play(fight, "pikes", [["drop"]], [go(40, 20), go(40, 23)])
    assert at(fight, "pikes") == (40, 23, 0)
    assert piece(fight, "pikes").pikes_dropped


# --- single models and loose groups --------------------------------------------------------------------------


@pytest.mark.rule("tp.move.individual")
def test_a_single_model_goes_anywhere_and_faces_anywhere() -> None:
    fight = scene(hero("h", at=(20, 20)), FAR_ENEMY)
    play(fight, "h", [go(22, 17), ["face", 4500]])
    assert piece(fight, "h").facing == 4500
    assert piece(fight, "h").spent == pytest.approx(inches(3.606), abs=2)
    assert refused(scene(unit("a", at=(20, 20)), FAR_ENEMY), "a", ["face", 100]) == "tp.move.p2p"


@pytest.mark.rule("tp.move.individual.through", "tp.move.individual.share")
def test_a_small_model_walks_through_friends_at_half_pace_and_not_after_a_dash() -> None:
    def walker(**more: Any) -> Any:
        figure = foot(category="character")
        return scene(hero("h", at=(20, 10), figure=figure, **more), unit("a", at=(20, 12.58), models=10), FAR_ENEMY)

    fight = walker()  # two ranks: 1.57 inches of friends, felt by the whole base (0.79)
    assert cost(fight, "h", go(20, 14)) == pytest.approx(4 + 1.57 + 0.79, abs=0.05)
    assert refused(walker(dash=inches(3), dashed=True), "h", go(20, 14)) == "tp.move.individual.through"


@pytest.mark.rule("tp.move.loose", "tp.move.loose.fronttoback")
def test_a_loose_group_keeps_its_shape_or_takes_another() -> None:
    fight = scene(unit("sk", at=(20, 10), models=6, files=3, figure=SKIRMISHER), FAR_ENEMY)
    assert cost(fight, "sk", go(20, 14)) == 4
    play(fight, "sk", [go(20, 14), ["form", 1]])
    xs = {x for x, _ in piece(fight, "sk").places}
    assert max(xs) - min(xs) <= 2 and len(piece(fight, "sk").places) == 6
    assert at(fight, "sk") == (20, 14, 0)


@pytest.mark.rule("tp.move.loose")
def test_no_model_of_a_loose_group_goes_further_than_its_movement() -> None:
    fight = scene(unit("sk", at=(20, 10), models=10, files=10, figure=SKIRMISHER), FAR_ENEMY)
    assert refused(fight, "sk", go(20, 16.9), ["form", 1]) != ""
    turned = cost(fight, "sk", go(20.8, 10.8))  # the line of ten swings half round: its ends go furthest
    assert turned > 2


@pytest.mark.rule("tp.move.loose.contact")
def test_loose_models_keep_touching() -> None:
    fight = scene(unit("sk", at=(20, 10), models=3, files=3, figure=SKIRMISHER), FAR_ENEMY)
    side = from_mm(20)
    y = inches(13) - side // 2
    in_touch = [[20000 - side, y], [20000, y], [20000, y - side]]
    astray = [[20000 - side, y], [20000, y], [20000 + side + 500, y]]
    heap = [[20000, y], [20000 + 100, y], [20000, y - side]]
    apart = [[20000, y], [26000, y], [26000, y - side]]
    assert cost(fight, "sk", go(20, 13), ["places", in_touch]) >= 3
    assert refused(fight, "sk", go(20, 13), ["places", astray]) == "tp.move.loose.contact"
    assert refused(fight, "sk", go(20, 13), ["places", heap]) == "tp.move.loose.contact"
    assert refused(fight, "sk", go(20, 13), ["places", apart]) == "tp.move.loose.contact"
    assert refused(fight, "sk", go(20, 13), ["places", in_touch[:2]]) == "tp.move.loose"
    play(fight, "sk", [go(20, 13), ["places", in_touch]])
    assert piece(fight, "sk").places == tuple((x, y) for x, y in in_touch)


@pytest.mark.rule("tp.move.loose")
def test_loose_models_walk_round_what_they_cannot_cross() -> None:
    rocks = feature("rocks", (20, 12), (4, 1))
    fight = scene(unit("sk", at=(20, 10), models=2, files=2, figure=SKIRMISHER), FAR_ENEMY, terrain=[rocks])
    assert refused(fight, "sk", go(20, 14)) == "tp.terrain.impassable"
    round_it = [go(22.9, 11), go(22.9, 14)]
    assert cost(fight, "sk", *round_it) > 6


@pytest.mark.rule("tp.move.loose", "tp.unit.skirmish.interpenetrate")
def test_every_model_of_a_loose_group_pays_for_the_ground_it_crosses_itself() -> None:
    """The way of the leader is clear of the friends that two of the others walk through."""
    friends = unit("friends", at=(22.5, 14), models=10)
    fight = scene(unit("sk", at=(19, 10), models=6, files=6, figure=SKIRMISHER), friends, FAR_ENEMY)
    assert cost(fight, "sk", go(19, 14)) == pytest.approx(4 + 1.57 + 0.79, abs=0.8)
    fight = scene(unit("sk", at=(17, 10), models=6, files=6, figure=SKIRMISHER), friends, FAR_ENEMY)
    assert cost(fight, "sk", go(17, 14)) == 4


# --- march overs, pursuit --------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.marchover")
def test_twenty_infantry_walk_over_a_lone_wizard() -> None:
    weak = foot(category="character", attacks=1)
    fight = scene(unit("a", at=(36, 20)), hero("wizard", at=(36, 22), side=1, figure=weak))
    assert refused(fight, "a", go(36, 27)) == "tp.move.p2p.path"
    play(fight, "a", [["over", "wizard"], go(36, 27)])
    assert piece(fight, "wizard").fate == "slain" and at(fight, "a") == (36, 27, 0)


@pytest.mark.rule("tp.move.marchover")
def test_naming_a_victim_harms_nobody_who_is_not_crossed() -> None:
    weak = foot(category="character", attacks=1)
    fight = scene(unit("a", at=(36, 20)), hero("wizard", at=(42, 22), side=1, figure=weak))
    play(fight, "a", [["over", "wizard"], go(36, 26)])
    assert piece(fight, "wizard").fate == "standing"


@pytest.mark.rule("tp.move.marchover", "tp.move.fallback.order")
def test_somebody_who_is_to_be_walked_over_may_fall_back() -> None:
    weak = foot(category="character", attacks=1)
    fight = scene(unit("a", at=(36, 20)), hero("wizard", at=(36, 24.5), facing=180, side=1, figure=weak))
    away = [6, 6, 6, 6, 1, 1, 1, 6, 6]  # a deviancy check, then 2D6 inches
    play(fight, "a", [["over", "wizard"], go(36, 27)], answers=["fall back"], dice=away)
    assert piece(fight, "wizard").fate == "standing" and not engaged(fight, number(fight, "a"))


@pytest.mark.rule("tp.move.marchover")
def test_a_hero_with_three_attacks_is_not_walked_over() -> None:
    fight = scene(unit("a", at=(36, 20)), hero("hero", at=(36, 22), side=1))
    assert refused(fight, "a", ["over", "hero"], go(36, 27)) == "tp.move.marchover"


@pytest.mark.rule("tp.move.marchover", "tp.move.p2p.engaged")
def test_a_unit_marches_out_of_a_combat_with_weak_enemies() -> None:
    weak = foot(category="character", attacks=1)
    fight = scene(unit("a", at=(36, 20)), hero("wizard", at=(36, 20), facing=180, side=1, figure=weak))
    contact(fight, "wizard", "a")
    play(fight, "a", [["over", "wizard"], go(36, 26)])
    assert piece(fight, "wizard").fate == "slain" and not engaged(fight, number(fight, "a"))


@pytest.mark.rule("tp.move.marchover", "tp.move.p2p.engaged")
def test_a_unit_may_also_walk_away_from_weak_enemies() -> None:
    weak = foot(category="character", attacks=1)
    fight = scene(unit("a", at=(36, 20)), hero("wizard", at=(36, 20), facing=180, side=1, figure=weak))
    contact(fight, "wizard", "a")
    play(fight, "a", [["flip"], go(36, 14)])
    assert piece(fight, "wizard").fate == "standing" and not engaged(fight, number(fight, "a"))


@pytest.mark.rule("tp.move.pursue.move")
def test_a_piece_that_pursued_may_turn_but_not_move() -> None:
    fight = scene(unit("a", at=(20, 10), held_until=2), FAR_ENEMY)
    assert refused(fight, "a", go(20, 12)) == "tp.move.pursue.move"
    assert refused(fight, "a", ["reorganise", inches(20), inches(9)]) == "tp.move.pursue.move"
    assert refused(fight, "a", ["dash"]) == "tp.move.pursue.move"
    assert cost(fight, "a", ["pivot", 4500]) > 0


# --- the question --------------------------------------------------------------------------------------------


MALFORMED: list[Any] = [
    None, 3, "go", {"go": 1}, [3], [[]], [["zz"]], [["go"]], [["go", 1]], [["go", 1.5, 2]], [["go", True, 1]],
    [["go", float("nan"), 0]], [["go", 10**40, 0]], [["go", 1, 2, "narrow", 3]], [[["go"]]], [["pivot", "left"]],
    [["places", 3]], [["places", [3]]], [["form", None]], [["split", {}]], [["split", 3]], [["remerge"]],
    [["remerge", "a", 1]], [["join"]], [["join", {}]], [["over", 3]], [["over", ["a"]]], [["land", "nobody"]],
    [["fight", "x"]], [["face", None]], [["reorganise", 1]], [["reform", "wide"]], [["flip", 1]],
    [["go", 20000, 12000]] * 70,
]  # fmt: skip


@pytest.mark.parametrize("order", MALFORMED, ids=repr)
@pytest.mark.parametrize("name", ["a", "sk", "h"])
def test_a_malformed_order_is_refused_in_words(name: str, order: Any) -> None:
    fight = scene(
        unit("a", at=(20, 10)),
        unit("sk", at=(40, 10), models=6, figure=SKIRMISHER),
        hero("h", at=(60, 10)),
        FAR_ENEMY,
    )
    refusal = Move(fight, number(fight, name)).refuse(order)
    assert refusal is not None and refusal.why and refusal.rule.startswith("tp.")


def crowded() -> Any:
    winged = horse(flight=inches(18), category="character")
    terrain = [("wood", (20, 16), (6, 4)), ("rocks", (45, 15), (4, 4)), ("hill", (60, 16), (8, 4))]
    return scene(
        unit("a", at=(20, 10)),
        unit("b", at=(26, 10), command=True),
        hero("h", within="b"),
        hero("lone", at=(32, 10)),
        unit("sk", at=(40, 10), models=6, figure=SKIRMISHER),
        unit("riders", at=(50, 10), models=6, figure=horse()),
        hero("rider", at=(60, 10), figure=winged),
        unit("pikes", at=(10, 10), figure=PIKES),
        *[unit(f"orcs{n}", at=(10 + 10 * n, 24), facing=180, side=1) for n in range(6)],
        terrain=[feature(*one) for one in terrain],
    )


@pytest.mark.parametrize("name", ["a", "b", "h", "lone", "sk", "riders", "rider", "pikes"])
def test_suggestions_and_samples_are_lawful_and_change_nothing(name: str) -> None:
    fight = crowded()
    before = fight.state.copy()
    question = Move(fight, number(fight, name))
    orders = question.suggest()
    assert len(orders) > 3 and [] in orders
    chance = Random(7)
    orders += [question.sample(chance) for _ in range(200)]
    assert sum(bool(order) for order in orders) > 60
    for order in orders:
        assert Move(fight, number(fight, name)).refuse(order) is None, order
    assert fight.state == before


@pytest.mark.parametrize(("facing", "offered"), [(180, False), (180.4, False), (178, True)])
def test_nobody_is_offered_a_pivot_to_where_he_faces(facing: float, offered: bool) -> None:
    fight = scene(unit("a", at=(36, 30), facing=facing), unit("orcs", at=(36, 10), side=1, models=5))
    orders = Move(fight, 0).suggest(40)
    assert any(act[0] == "pivot" for order in orders for act in order) == offered


def test_a_refused_order_leaves_everything_as_it_was() -> None:
    fight = crowded()
    before = fight.state.copy()
    assert refused(fight, "a", go(20, 12), go(20, 2))
    assert fight.state == before


def test_the_outline_shows_how_far_the_middle_front_can_go() -> None:
    fight = scene(unit("a", at=(20, 10)), FAR_ENEMY, terrain=[feature("rocks", (20, 14), (8, 1))])
    points = Move(fight, number(fight, "a")).outline()["a"]
    assert max(y for _, y in points) < inches(16)
    ahead = [y for x, y in points if abs(x - 20000) < 10]
    assert max(ahead) == pytest.approx(inches(13.5), abs=15)


# --- arrows on the way ---------------------------------------------------------------------------------------


def towards_archers() -> Any:
    archers = unit("archers", at=(36, 33), facing=180, side=1, models=10, figure=foot(weapons=("bow", "sidearm")))
    return scene(unit("a", at=(36, 20), models=14, files=7), archers)


@pytest.mark.rule("tp.move.p2p", "tp.shoot.defensive")
def test_archers_may_shoot_at_a_unit_on_its_way_and_the_rest_goes_on() -> None:
    fight = towards_archers()
    with script(fight, answers=["a", [go(36, 26)], "archers"]) as given:
        given.dice = [6] * 60
        move_one(fight)
        given.dice = []
    assert at(fight, "a")[1:] == (26, 0)
    assert 0 < piece(fight, "a").models < 14 and piece(fight, "a").narrow == 0


@pytest.mark.rule("tp.move.p2p", "tp.shoot.defensive")
def test_archers_may_hold_their_fire() -> None:
    fight = towards_archers()
    play(fight, "a", [go(36, 26)], answers=["hold fire"])
    assert piece(fight, "a").models == 14
