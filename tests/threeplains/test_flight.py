"""Fleeing, scattering, rallying, leaving the board and coming back."""

from __future__ import annotations

import pytest

from warhost.engine.field.compass import FULL_TURN, distance, heading
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.facing import Facing
from warhost.rulebooks.threeplains.charging.flight import come_back, flee, leave_board, rally
from warhost.rulebooks.threeplains.events.charges import Fled, LeftBoard
from warhost.rulebooks.threeplains.events.moves import Turned
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NOBODY, Point

from .scene import contact, feature, foot, hero, horse, number, piece, scene, script, told, unit

RULE = "tp.check.break"
ENEMY_AHEAD = unit("orcs", at=(36, 30), facing=180, side=1)


def middle(fight: Fight, name: str) -> Point:
    return body(fight, number(fight, name)).middle


def run(fight: Fight, name: str, dice: list[int]) -> int:
    """How far the middle of a piece came when it fled."""
    before = middle(fight, name)
    with script(fight, dice=dice):
        flee(fight, number(fight, name), RULE)
    return distance(before, middle(fight, name))


@pytest.mark.rule("tp.move.flee.move", "tp.move.flee")
def test_foot_flees_two_dice_straight_away_from_its_enemy() -> None:
    fight = scene(unit("guard", at=(36, 24)), ENEMY_AHEAD)
    assert run(fight, "guard", [4, 3]) == pytest.approx(inches(7), abs=3)
    guard = piece(fight, "guard")
    assert guard.fleeing and guard.flight_heading == 18000 and guard.facing == 18000


@pytest.mark.rule("tp.move.flee.move")
def test_horses_flee_with_a_third_die() -> None:
    fight = scene(unit("riders", at=(36, 24), models=5, figure=horse()), ENEMY_AHEAD)
    assert run(fight, "riders", [2, 3, 6]) == pytest.approx(inches(11), abs=3)


@pytest.mark.rule("tp.move.flee.move")
def test_a_flyer_has_a_die_more_and_ends_in_the_air() -> None:
    griffin = foot(category="beast", movement=inches(9), flight=inches(16), life=6)
    fight = scene(unit("griffin", at=(36, 24), models=1, files=1, figure=griffin), ENEMY_AHEAD)
    assert run(fight, "griffin", [4, 3, 5]) == pytest.approx(inches(12), abs=3)
    assert piece(fight, "griffin").airborne


@pytest.mark.rule("tp.armour.heavy.movement")
def test_heavy_armour_takes_an_inch_off_a_flight() -> None:
    fight = scene(unit("knights", at=(36, 24), figure=foot(heavy=True)), ENEMY_AHEAD)
    assert run(fight, "knights", [4, 3]) == pytest.approx(inches(6), abs=3)


@pytest.mark.rule("tp.trait.exhaustion.effects")
def test_the_exhausted_flee_half_as_far() -> None:
    fight = scene(unit("guard", at=(36, 24), tired=4), ENEMY_AHEAD)
    assert run(fight, "guard", [4, 4]) == pytest.approx(inches(4), abs=3)


@pytest.mark.rule("tp.move.flee.move")
def test_it_runs_from_the_point_midway_between_those_that_touch_it() -> None:
    fight = scene(
        unit("guard", at=(36, 24), models=16, files=4),
        unit("front", at=(36, 24), facing=180, side=1, models=16, files=4),
        unit("flank", at=(37.575, 22.425), facing=270, side=1, models=16, files=4),
        unit("far", at=(10, 20), side=1),
    )
    contact(fight, "front", "guard")
    contact(fight, "flank", "guard", b_side="right")
    (ax, ay), (bx, by) = middle(fight, "front"), middle(fight, "flank")
    wanted = heading(((ax + bx) // 2, (ay + by) // 2), middle(fight, "guard"))
    run(fight, "guard", [4, 4])
    assert piece(fight, "guard").flight_heading == wanted
    assert 18000 < wanted < 27000
    assert not fight.state.contacts


@pytest.mark.rule("tp.move.flee.move")
def test_without_contact_it_runs_from_all_enemies_within_twelve_inches() -> None:
    fight = scene(
        unit("guard", at=(36, 24)),
        unit("left", at=(30, 30), facing=180, side=1),
        unit("right", at=(42, 30), facing=180, side=1),
        unit("behind", at=(36, 5), side=1),
    )
    run(fight, "guard", [1, 1])
    assert abs(piece(fight, "guard").flight_heading - 18000) <= 1


@pytest.mark.rule("tp.move.flee.move")
def test_later_flights_keep_the_direction_of_the_first() -> None:
    fight = scene(unit("guard", at=(36, 24), fleeing=True, flights=1, flight_heading=9000), ENEMY_AHEAD)
    before = middle(fight, "guard")
    run(fight, "guard", [1, 1, 4, 3])
    assert heading(before, middle(fight, "guard")) == 9000


@pytest.mark.rule("tp.move.scatter")
def test_the_second_flight_costs_two_dice_of_life_points() -> None:
    fight = scene(unit("guard", at=(36, 24), models=20), ENEMY_AHEAD)
    run(fight, "guard", [4, 3])
    assert piece(fight, "guard").models == 20
    run(fight, "guard", [4, 3, 2, 2])
    assert piece(fight, "guard").models == 13


@pytest.mark.rule("tp.move.scatter")
def test_whoever_is_scattered_to_the_last_runs_no_more() -> None:
    fight = scene(unit("guard", at=(36, 24), models=5, fleeing=True, flights=1), ENEMY_AHEAD)
    with script(fight, dice=[6, 6]):
        flee(fight, number(fight, "guard"), RULE)
    assert piece(fight, "guard").fate == "slain"


@pytest.mark.rule("tp.move.offboard", "tp.combat.offboard")
def test_whoever_flees_off_the_board_is_destroyed_with_all_in_it() -> None:
    fight = scene(unit("guard", at=(36, 6)), hero("captain", within="guard"), ENEMY_AHEAD)
    with script(fight, dice=[4, 4]):
        flee(fight, number(fight, "guard"), RULE)
    assert piece(fight, "guard").fate == piece(fight, "captain").fate == "slain"
    assert [event.at for event in told(fight, LeftBoard)] == [(inches(36), 0)]  # at the edge, not beyond it


@pytest.mark.rule("tp.move.flee.blocked")
def test_barred_flight_turns_for_the_nearest_edge() -> None:
    """A cliff stands behind: after one inch straight back it runs for the left edge."""
    cliff = feature("impassable", (12, 17), (8, 2))
    fight = scene(unit("guard", at=(12, 22)), unit("orcs", at=(12, 30), facing=180, side=1), terrain=[cliff])
    run(fight, "guard", [6, 2])
    guard = piece(fight, "guard")
    assert guard.standing and guard.flight_heading == 27000
    assert told(fight, Fled)[0].distance == pytest.approx(inches(8), abs=120)


@pytest.mark.rule("tp.move.flee.blocked")
def test_an_edge_way_that_is_barred_too_is_tried_in_fans_of_fifteen_degrees() -> None:
    walls = [feature("impassable", (12, 17), (8, 2)), feature("impassable", (4, 20.5), (2, 2), name="left")]
    fight = scene(unit("guard", at=(12, 22)), unit("orcs", at=(12, 30), facing=180, side=1), terrain=walls)
    run(fight, "guard", [6, 5])
    turned = piece(fight, "guard").flight_heading
    assert turned != 27000 and (turned - 27000) % 1500 == 0


@pytest.mark.rule("tp.move.flee.trapped")
def test_whoever_has_nowhere_to_run_is_destroyed() -> None:
    walls = [
        feature("impassable", (36, 19), (12, 2), name="back"),
        feature("impassable", (32.5, 22), (2, 6), name="left"),
        feature("impassable", (39.5, 22), (2, 6), name="right"),
    ]
    guard = unit("guard", at=(36, 23.2), models=20, files=5)
    fight = scene(guard, unit("orcs", at=(36, 23.4), facing=180, side=1, models=40, files=10), terrain=walls)
    with script(fight, dice=[6, 6]):
        flee(fight, number(fight, "guard"), RULE)
    assert piece(fight, "guard").fate == "slain"


@pytest.mark.rule("tp.weapon.pike.drop")
def test_pikemen_who_flee_throw_their_pikes_away() -> None:
    fight = scene(unit("pikes", at=(36, 24), figure=foot(weapons=("pike", "sidearm"))), ENEMY_AHEAD)
    assert run(fight, "pikes", [4, 3]) == pytest.approx(inches(7), abs=3)
    assert piece(fight, "pikes").pikes_dropped


@pytest.mark.rule("tp.move.flee")
def test_a_flight_ends_the_charge_and_gives_the_foes_that_are_free() -> None:
    fight = scene(
        unit("guard", at=(36, 24), charge_target=2),
        unit("orcs", at=(36, 24), facing=180, side=1),
        unit("far", (5, 5), side=1),
    )
    contact(fight, "orcs", "guard")
    with script(fight, dice=[4, 3]):
        freed = flee(fight, number(fight, "guard"), RULE)
    assert freed == [number(fight, "orcs")]
    assert piece(fight, "guard").charge_target == NOBODY


@pytest.mark.rule("tp.character.general.no_rally")
def test_whoever_flees_under_a_dead_general_is_lost() -> None:
    dead = hero("general", at=(5, 5), role="general", fate="slain")
    fight = scene(unit("guard", at=(36, 24)), dead, ENEMY_AHEAD)
    with script(fight, dice=[4, 3]):
        flee(fight, number(fight, "guard"), RULE)
    assert piece(fight, "guard").fate == "slain"


@pytest.mark.rule("tp.move.rerally")
def test_a_piece_that_rallies_stands_in_its_old_front_and_faces_as_its_owner_likes() -> None:
    fight = scene(
        unit("guard", at=(36, 24), facing=180, fleeing=True, flights=3, narrow=2, files=5), ENEMY_AHEAD, clock=4
    )
    with script(fight, answers=[0]):
        rally(fight, number(fight, "guard"))
    guard = piece(fight, "guard")
    assert (guard.fleeing, guard.flights, guard.rallied, guard.narrow) == (False, 0, 4, 0)
    assert guard.facing == 0


@pytest.mark.rule("tp.move.rerally", "tp.move.fallback.after", "tp.move.pursue")
def test_a_free_facing_may_be_any_angle() -> None:
    """It turns about the middle of its block, free of cost."""
    fight = scene(unit("guard", at=(36, 24), facing=180, fleeing=True, flights=1), ENEMY_AHEAD, clock=4)
    middle = body(fight, 0).middle
    with script(fight, answers=[1234]):
        rally(fight, 0)
    assert piece(fight, "guard").facing == 1234
    assert body(fight, 0).middle == pytest.approx(middle, abs=3)
    (turned,) = told(fight, Turned)
    assert (turned.rule, turned.at, turned.facing) == ("tp.move.rerally", piece(fight, "guard").point, 1234)


@pytest.mark.rule("tp.move.rerally")
def test_a_facing_without_room_is_refused_and_not_offered() -> None:
    """Four files in one rank between two walls: it stands across if it turns by a quarter."""
    walls = [feature("impassable", (36, y), (10, 1)) for y in (22, 25)]
    fight = scene(unit("guard", at=(36, 24), models=5, files=5), ENEMY_AHEAD, terrain=walls)
    question = Facing(fight, 0, "tp.move.rerally")
    refusal = question.refuse(9000)
    assert refusal is not None and "impassable" in refusal.why
    assert question.refuse(0) is None and question.refuse(18000) is None and question.refuse(36000) is not None
    assert question.suggest() == [0, 18000]


@pytest.mark.rule("tp.move.rerally")
def test_who_cannot_turn_at_all_is_not_asked() -> None:
    """Three models of a loose group round the corner of a rock: turned any way, one of them would stand on it."""
    places = [(36, 24), (36, 24.8), (36.8, 24)]
    loose = unit("guard", at=(36, 24), models=3, figure=foot(loose=True), places=places)
    fight = scene(loose, terrain=[feature("impassable", (37.4, 25.4), (1.8, 1.8))])
    assert Facing(fight, 0, "tp.move.rerally").suggest() == [0]
    with script(fight):
        rally(fight, 0)
    assert piece(fight, "guard").facing == 0 and not told(fight, Turned)


@pytest.mark.rule("tp.move.offboard")
def test_a_piece_that_ran_off_is_back_in_its_next_turn_and_acts_in_the_one_after() -> None:
    """Side 0 pursues off the right edge in its turn 3 (clock 5): back in turn 4 (7), acting in turn 5 (9)."""
    fight = scene(unit("guard", at=(70, 24), facing=90), ENEMY_AHEAD, clock=5, phase="stress")
    leave_board(fight, number(fight, "guard"), (inches(75), inches(24)))
    guard = piece(fight, "guard")
    assert guard.fate == "away" and guard.away_until == 9
    fight.state.clock = 7
    come_back(fight, number(fight, "guard"))
    assert guard.standing and guard.facing == 27000 and guard.held_until == 9
    assert guard.turn.acted and guard.turn.barred and guard.turn.shot
    assert body(fight, number(fight, "guard")).back == (inches(72), inches(24))


@pytest.mark.rule("tp.move.offboard")
def test_a_piece_whose_place_is_taken_comes_back_at_the_nearest_free_one() -> None:
    fight = scene(unit("guard", at=(70, 24), facing=90), unit("friend", at=(69, 24), facing=270), ENEMY_AHEAD)
    leave_board(fight, number(fight, "guard"), (inches(75), inches(24)))
    come_back(fight, number(fight, "guard"))
    x, y = body(fight, number(fight, "guard")).back
    assert x == inches(72) and abs(y - inches(24)) in range(inches(3.5), inches(5))


@pytest.mark.rule("tp.move.flee.blocked")
def test_headings_stay_on_the_compass() -> None:
    fight = scene(unit("guard", at=(36, 24)), ENEMY_AHEAD)
    run(fight, "guard", [3, 3])
    assert 0 <= piece(fight, "guard").flight_heading < FULL_TURN


@pytest.mark.rule("tp.move.flee.blocked", "tp.move.flee.trapped")
def test_open_ground_away_from_every_near_edge_is_a_way_out() -> None:
    """Cliffs behind and on the side of the nearest edge, the enemy in front: the whole right is open."""
    cliffs = [
        feature("impassable", (10, 19), (14, 2), name="back"),
        feature("impassable", (6.5, 22), (2, 8), name="left"),
    ]
    orcs = unit("orcs", at=(10, 23.4), facing=180, side=1, models=40, files=10)
    fight = scene(unit("guard", at=(10, 23.2)), orcs, terrain=cliffs)
    run(fight, "guard", [3, 3])
    guard = piece(fight, "guard")
    assert guard.standing and guard.flight_heading == 9000
    assert told(fight, Fled)[0].distance == pytest.approx(inches(6), abs=120)


@pytest.mark.rule("tp.move.flee.blocked")
def test_when_both_fans_are_barred_every_other_direction_is_tried() -> None:
    """The nearest edge is its own; cliffs bar it and both sides, and only the way ahead is open."""
    cliffs = [
        feature("impassable", (36, 9), (20, 2), name="back"),
        feature("impassable", (33, 14), (2, 9), name="left"),
        feature("impassable", (39, 14), (2, 9), name="right"),
    ]
    orcs = unit("orcs", at=(36, 5), side=1)
    fight = scene(unit("guard", at=(36, 14)), orcs, terrain=cliffs)
    piece(fight, "guard").fleeing, piece(fight, "guard").flight_heading = True, 18000
    run(fight, "guard", [4, 4])
    guard = piece(fight, "guard")
    assert guard.standing and guard.flight_heading == 0


def walled_in(gap: float) -> Fight:
    """A guard between cliffs and the enemy; only on its left there is a gap."""
    walls = [
        feature("impassable", (36, 19), (12, 2), name="back"),
        feature("impassable", (33.03 - gap, 22), (2, 6), name="left"),
        feature("impassable", (39.5, 22), (2, 6), name="right"),
    ]
    guard = unit("guard", at=(36, 23.2), models=20, files=5)
    return scene(guard, unit("orcs", at=(36, 23.4), facing=180, side=1, models=40, files=10), terrain=walls)


@pytest.mark.rule("tp.move.flee.trapped")
@pytest.mark.parametrize(("gap", "saved"), [(0.98, False), (1.0, True), (1.1, True)])
def test_an_inch_of_free_ground_is_enough(gap: float, saved: bool) -> None:
    fight = walled_in(gap)
    with script(fight, dice=[6, 6]):
        flee(fight, number(fight, "guard"), RULE)
    assert piece(fight, "guard").standing == saved


@pytest.mark.rule("tp.move.flee.trapped")
def test_who_has_no_more_than_an_inch_to_run_is_not_trapped() -> None:
    fight = walled_in(0.3)
    piece(fight, "guard").tired = 4
    with script(fight, dice=[1, 1]):
        flee(fight, number(fight, "guard"), RULE)
    assert piece(fight, "guard").standing and piece(fight, "guard").fleeing


@pytest.mark.rule("tp.move.flee.blocked", "tp.move.flee.trapped")
def test_a_way_along_an_enemy_whom_it_touches_is_no_way_but_others_are() -> None:
    """A crag behind its corner bars the way straight back, and the way to the nearest edge lies along the enemy's
    long front: it slips away between the two."""
    crag = feature("impassable", (23, 18.77), (2.2, 4))
    orcs = unit("orcs", at=(20, 24), facing=180, side=1, models=60, files=30)
    fight = scene(unit("guard", at=(20, 24)), orcs, terrain=[crag])
    contact(fight, "orcs", "guard")
    run(fight, "guard", [2, 3])
    guard = piece(fight, "guard")
    assert guard.standing and guard.flight_heading == 27000 - 1500
