"""Point to point movement: legs, dashes, walls, arrows on the way, and who may move at all."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.compass import distance
from warhost.engine.question import Choose
from warhost.rulebooks.threeplains.events.moves import Moved
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.moving.movement import DONE, move_one

from .marching import FAR_ENEMY, at, cost, go, judge, play, refused
from .scene import asked, contact, feature, foot, hero, piece, scene, script, told, unit

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
    assert piece(fight, "a").turn.spent == inches(7)
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
    assert piece(fight, "a").turn.nudged


@pytest.mark.rule("tp.move.p2p.terrain")
def test_rough_ground_makes_an_inch_cost_two() -> None:
    fight = scene(unit("a", at=(20, 10)), FAR_ENEMY, terrain=[feature("rough", (20, 13), (10, 2))])
    assert cost(fight, "a", go(20, 15)) == pytest.approx(7, abs=0.01)
    assert judge(fight, "a", go(20, 15.5)) == {"cost": 7000, "left": 0, "short": 500, "x": 20000, "y": 15000}


# --- dashes --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.dash", "tp.trait.exhaustion.groups")
def test_a_dash_adds_d3_inches_for_an_exhaustion_counter() -> None:
    fight = scene(unit("a", at=(20, 10)), hero("h", within="a"), FAR_ENEMY)
    play(fight, "a", [["dash"]], [go(20, 19)], dice=[4])
    assert at(fight, "a") == (20, 19, 0)
    assert piece(fight, "a").tired == piece(fight, "h").tired == 1
    assert piece(fight, "a").turn.dashed


@pytest.mark.rule("tp.move.dash", "tp.move.charge.far", "tp.trait.exhaustion.effects")
def test_the_counter_that_exhausts_tells_only_when_the_dash_is_over() -> None:
    fight = scene(unit("a", at=(20, 10), tired=3), FAR_ENEMY)
    play(fight, "a", [["dash"]], [go(20, 19)], dice=[4])
    assert at(fight, "a") == (20, 19, 0)
    assert movement(fight, 0).total == inches(3.5)


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
