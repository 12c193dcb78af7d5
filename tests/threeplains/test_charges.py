"""Naming charges, moving them, halting and redirecting them."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from msgspec import structs

from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.charges import charge_one, declare, run_charge
from warhost.rulebooks.threeplains.charging.leg import plan, why_not_aware
from warhost.rulebooks.threeplains.charging.readiness import why_no_charge
from warhost.rulebooks.threeplains.events.charges import Charged, ChargeHalted, ChargeRedirected, FellBack
from warhost.rulebooks.threeplains.fighting.arms import charging as at_the_charge
from warhost.rulebooks.threeplains.fighting.contact import engaged, foes
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.state import NEVER, NOBODY, Contact, ThisTurn

from .charging import FAIL, FURY, GUARD, PASS, WIZARD, charge, charging, orcs
from .scene import asked, contact, feature, foot, hero, horse, number, piece, scene, script, told, unit

# --- naming charges ------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.charge", "tp.move.charge.sequence", "tp.setup.commands")
def test_charges_are_named_all_at_once_and_answered_before_anything_is_measured() -> None:
    fight = scene(GUARD, unit("riders", at=(20, 20), figure=horse(), models=5), orcs(25), phase="declaring")
    with script(fight, answers=[{"guard": "orcs", "riders": "orcs"}, "fall back"]):
        assert declare(fight)
    assert piece(fight, "guard").charge_target == piece(fight, "riders").charge_target == number(fight, "orcs")
    assert piece(fight, "orcs").turn.answer == "fall back"


@pytest.mark.rule("tp.move.charge")
def test_nobody_has_to_charge() -> None:
    fight = scene(GUARD, orcs(8), phase="declaring")
    with script(fight, answers=[{}]):
        assert declare(fight)
    with script(fight):
        assert not charge_one(fight)


@pytest.mark.rule("tp.setup.commands", "tp.move.charge.aware")
def test_enemies_out_of_sight_may_be_named_unless_measuring_is_open() -> None:
    behind = unit("orcs", at=(36, 5), side=1)
    question = asked(scene(GUARD, behind, phase="declaring"), declare)
    assert question.refuse({"guard": "orcs"}) is None
    assert question.suggest() == [{}]
    with script(fight := scene(GUARD, behind, phase="declaring", options={"measuring": "open"})):
        assert not declare(fight)


@pytest.mark.rule("tp.move.charge")
@pytest.mark.parametrize(
    "state", [{"fleeing": True}, {"barred": True}, {"tired": 4}, {"held_until": 3}, {"flip_due": 100}]
)
def test_who_cannot_be_ordered_to_charge(state: dict[str, Any]) -> None:
    fight = scene(unit("guard", at=(36, 20), **state), orcs(8))
    assert why_no_charge(fight, 0) is not None


@pytest.mark.rule("tp.move.charge", "tp.move.marchover")
def test_only_over_weak_enemies_a_charge_leads_out_of_combat() -> None:
    fight = scene(GUARD, hero("foe", at=(36, 20), facing=180, side=1), orcs(9))
    assert why_no_charge(fight, 0) is None
    contact(fight, "foe", "guard")
    assert why_no_charge(fight, 0) is not None
    weak = scene(GUARD, hero("foe", at=(36, 20), facing=180, side=1, figure=WIZARD), orcs(9))
    contact(weak, "foe", "guard")
    assert why_no_charge(weak, 0) is None


@pytest.mark.rule("tp.move.charge", "tp.move.marchover.target")
def test_whoever_marches_out_of_combat_does_not_charge_the_enemy_he_fights() -> None:
    fight = scene(GUARD, hero("foe", at=(36, 20), facing=180, side=1, figure=WIZARD), orcs(9), phase="declaring")
    contact(fight, "foe", "guard")
    question = asked(fight, declare)
    assert question.refuse({"guard": "foe"}) is not None
    assert question.refuse({"guard": "orcs"}) is None


@pytest.mark.rule("tp.move.fly.charged", "tp.move.fly.takeoff")
def test_only_flyers_may_charge_into_the_air() -> None:
    hawk = foot(category="beast", flight=inches(16), attacks=3)
    pieces = [GUARD, unit("hawk", at=(20, 20), models=1, files=1, figure=hawk), orcs(8, airborne=True)]
    question = asked(scene(*pieces, phase="declaring"), declare)
    assert question.refuse({"guard": "orcs"}) is not None
    assert question.refuse({"hawk": "orcs"}) is None


@pytest.mark.rule("tp.move.fly.takeoff", "tp.move.fly.charged")
def test_a_flyer_takes_off_to_charge_in_the_air_and_comes_down_to_charge_on_the_ground() -> None:
    hawk = foot(category="beast", flight=inches(16), attacks=3)
    flyer = unit("guard", at=(36, 20), models=1, files=1, figure=hawk)
    prey = orcs(14, models=1, files=1, figure=hawk, airborne=True)
    up = charge(charging(flyer, prey))
    assert engaged(up, 0) and piece(up, "guard").airborne
    stooping = unit("guard", at=(36, 20), models=1, files=1, figure=hawk, airborne=True)
    wall = unit("friend", at=(36, 25), models=10)
    down = charge(charging(stooping, wall, orcs(14)))
    assert foes(down, 0) == [number(down, "orcs")] and not piece(down, "guard").airborne
    walking = charge(charging(flyer, orcs(14)), dice=[1])
    assert not engaged(walking, 0) and piece(walking, "guard").y == pytest.approx(inches(28), abs=3)


# --- the charge move -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.charge.move", "tp.move.charge.lands")
def test_a_clear_way_of_six_inches_ends_in_contact() -> None:
    fight = charge(charging(GUARD, orcs(6)))
    assert fight.state.contacts == [Contact(0, 1, "front", "front", inches(6), clock=1, run=inches(6), came=0)]
    guard = piece(fight, "guard")
    assert guard.turn.spent == inches(6) and guard.turn.acted and guard.charge_target == NOBODY


@pytest.mark.rule("tp.move.charge.far", "tp.move.dash")
def test_a_charge_that_falls_short_dashes_by_itself() -> None:
    fight = charge(charging(GUARD, orcs(9)), dice=[5])
    assert engaged(fight, 0) and piece(fight, "guard").tired == 1


@pytest.mark.rule("tp.move.charge.far")
def test_a_charge_too_short_stops_and_runs_on_next_turn() -> None:
    fight = charge(charging(GUARD, orcs(12)), dice=[1])
    guard = piece(fight, "guard")
    assert guard.y == pytest.approx(inches(28), abs=3) and guard.charge_target == 1 and guard.turn.acted
    (charged,) = told(fight, Charged)
    assert charged.at == guard.point and charged.way == ((inches(36), inches(20)), guard.point)
    fight.state.clock, fight.state.phase = 3, "declaring"
    guard.turn = ThisTurn()
    piece(fight, "orcs").turn.answer = ""
    with script(fight, answers=["stand"]):
        assert declare(fight)
    charge(fight)
    assert fight.state.contacts[0].charge == pytest.approx(inches(4), abs=3)


@pytest.mark.rule("tp.move.charge.far", "tp.move.charge.halt")
def test_the_fourth_counter_halts_a_charge_only_if_it_falls_short() -> None:
    tired = unit("guard", at=(36, 20), models=15, files=5, tired=3)
    home = charge(charging(tired, orcs(9)), dice=[5])
    assert engaged(home, 0) and piece(home, "guard").tired == 4
    short = charge(charging(tired, orcs(12)), dice=[5])
    assert piece(short, "guard").charge_target == NOBODY


@pytest.mark.rule("tp.weapon.pike.movement", "tp.weapon.pike.turning")
def test_pikes_neither_dash_nor_turn_by_more_than_ten_degrees() -> None:
    pikes = unit("guard", at=(36, 20), models=15, files=5, figure=foot(weapons=("pike", "sidearm")))
    fight = charge(charging(pikes, orcs(7)))
    assert piece(fight, "guard").y == pytest.approx(inches(25), abs=3)
    aside = charge(charging(pikes, orcs(4, at=(42, 24))))
    assert told(aside, ChargeHalted)[0].rule == "tp.weapon.pike.turning"


@pytest.mark.rule("tp.weapon.pike.turning", "tp.move.charge.halted")
def test_pikes_halted_in_a_charge_go_on_two_inches_before_they_turn_again() -> None:
    pikes = unit("guard", at=(36, 20), models=15, files=5, figure=foot(weapons=("pike", "sidearm")))
    friends = unit("friends", at=(36.5, 25), models=15, files=5)
    fight = charge(charging(pikes, orcs(7, at=(38.5, 27)), friends))
    assert told(fight, ChargeHalted) and 0 <= piece(fight, "guard").turn.since_turn < inches(2)
    straight = charge(charging(pikes, orcs(7)))
    assert piece(straight, "guard").turn.since_turn == NEVER


@pytest.mark.rule("tp.move.charge.lands")
def test_the_middle_front_decides_which_side_is_struck() -> None:
    """Most of the guard is in the orcs' front zone, but its middle front is in their left flank zone."""
    fight = scene(unit("guard", at=(40.4, 23), facing=315), unit("orcs", at=(36, 24), facing=180, side=1))
    assert plan(fight, 0, 1).struck == "left"
    piece(fight, "guard").x = inches(38)
    assert plan(fight, 0, 1).struck == "front"


@pytest.mark.rule("tp.move.unit.turn")
def test_a_sharp_turn_before_a_long_charge_disorders_a_unit() -> None:
    """Half its front is 2 inches wide: beyond 5 of its 7 inches it has flimsy ranks."""
    near = charge(charging(GUARD, orcs(0, at=(40.5, 20), facing=270)))
    assert engaged(near, 0) and piece(near, "guard").flimsy_until == 0
    far = charge(charging(GUARD, orcs(0, at=(42.5, 20), facing=270)))
    assert engaged(far, 0) and piece(far, "guard").flimsy_until == 3


@pytest.mark.rule("tp.move.charge.aware")
def test_a_target_that_is_not_sensed_is_not_charged_but_the_piece_may_move() -> None:
    hill = feature("hill", (36, 26), (20, 3))
    fight = charge(charging(GUARD, orcs(12), terrain=[hill]), answers=[])
    guard = piece(fight, "guard")
    assert told(fight, ChargeHalted)[0].rule == "tp.move.charge.aware"
    assert not guard.turn.acted and not guard.turn.barred and why_no_charge(fight, 0) is not None
    assert guard.charge_target == NOBODY


@pytest.mark.rule("tp.move.charge.wrongtarget", "tp.move.unintentional", "tp.move.charge.fit.enemy")
def test_an_enemy_in_the_way_is_hit_instead() -> None:
    fight = charge(charging(GUARD, orcs(12), unit("goblins", at=(36, 24), facing=180, side=1)))
    assert foes(fight, 0) == [number(fight, "goblins")]


@pytest.mark.rule("tp.move.unintentional")
def test_in_a_clip_both_slide_by_half_of_what_is_missing() -> None:
    """Five bases wide both; the goblins' corner is clipped by 1 inch on the way to the orcs."""
    goblins = unit("goblins", at=(38.9, 24), facing=180, side=1, models=15, files=5)
    fight = charge(charging(GUARD, orcs(9), goblins))
    assert foes(fight, 0) == [number(fight, "goblins")]
    moved = inches(38.9) - piece(fight, "goblins").x
    assert moved == pytest.approx(piece(fight, "guard").x - inches(36), abs=5) and moved > inches(1)
    assert piece(fight, "guard").x == pytest.approx(piece(fight, "goblins").x, abs=5)


@pytest.mark.rule("tp.move.unintentional")
def test_two_enemies_whose_corners_are_hit_at_once_both_close_in() -> None:
    """Two inches between them; a front of 5 bases touches each with nearly one, and each is to have half of it."""
    half = 5 * 787 // 2
    left = unit("left", at=(35 - half / 1000, 24), facing=180, side=1, models=15, files=5)
    right = unit("right", at=(37 + half / 1000, 24), facing=180, side=1, models=15, files=5)
    fight = charge(charging(GUARD, orcs(9), left, right))
    assert sorted(foes(fight, 0)) == [number(fight, "left"), number(fight, "right")]
    assert piece(fight, "left").x + half == pytest.approx(inches(35.5), abs=10)
    assert piece(fight, "right").x - half == pytest.approx(inches(36.5), abs=10)
    assert piece(fight, "guard").point == pytest.approx((inches(36), inches(24)), abs=10)


@pytest.mark.rule("tp.move.marchover.target", "tp.move.unintentional.marchover")
def test_a_weak_piece_in_the_way_is_trodden_down_and_the_charge_goes_on() -> None:
    fight = charge(charging(GUARD, orcs(7), hero("wizard", at=(36, 22), side=1, figure=WIZARD)))
    assert piece(fight, "wizard").fate == "slain" and foes(fight, 0) == [number(fight, "orcs")]


@pytest.mark.rule("tp.move.marchover.target")
def test_a_weak_piece_that_the_charge_does_not_reach_lives() -> None:
    fight = charge(charging(GUARD, orcs(14), hero("wizard", at=(36, 31), side=1, figure=WIZARD)), dice=[1])
    assert piece(fight, "wizard").standing and not engaged(fight, 0)


@pytest.mark.rule("tp.move.marchover.target")
def test_a_weak_target_is_fought_not_trodden_down() -> None:
    fight = charge(charging(GUARD, hero("wizard", at=(36, 24), facing=180, side=1, figure=WIZARD), target="wizard"))
    assert piece(fight, "wizard").standing and foes(fight, 0) == [number(fight, "wizard")]


@pytest.mark.rule("tp.move.charge.fleeing")
def test_a_fleeing_target_is_destroyed_and_the_charger_moves_on() -> None:
    far = unit("far", at=(36, 46), facing=180, side=1)
    fight = charging(GUARD, orcs(5, fleeing=True, flights=1), far, answer="")
    charge(fight, answers=["charge", "move", [["go", inches(36), inches(31)]]])
    assert piece(fight, "orcs").fate == "slain"
    assert piece(fight, "guard").y == pytest.approx(inches(31), abs=5)


@pytest.mark.rule("tp.move.charge.halt", "tp.move.charge.halted")
def test_impassable_ground_halts_a_charge_an_inch_before_it() -> None:
    pond = feature("impassable", (36, 24), (6, 1))
    fight = charging(GUARD, orcs(7), terrain=[pond])
    charge(fight)
    guard = piece(fight, "guard")
    assert guard.y == pytest.approx(inches(22.5), abs=3)
    assert guard.charge_target == NOBODY and guard.turn.charge_ended and not guard.turn.acted


@pytest.mark.rule("tp.move.charge.fit", "tp.move.charge.fit.flimsy")
def test_a_friend_in_the_way_makes_the_charger_narrow() -> None:
    """A friend's corner covers the two right-hand files."""
    friend = unit("friend", at=(37.8, 23), models=9, files=3)
    fight = scene(GUARD, friend, orcs(6))
    leg = plan(fight, 0, number(fight, "orcs"))
    assert leg.halted is None and leg.stand.files == 3
    assert leg.stand.front[0] == inches(36) - 787


@pytest.mark.rule("tp.move.charge.fit")
def test_a_charger_that_falls_short_of_a_gap_stands_in_its_own_front() -> None:
    friend = unit("friend", at=(37.8, 32.5), models=9, files=3)
    fight = charge(charging(GUARD, friend, orcs(14)), dice=[1])
    assert piece(fight, "guard").y == pytest.approx(inches(28), abs=3) and piece(fight, "guard").narrow == 0


@pytest.mark.rule("tp.move.charge.fit", "tp.move.charge.halt")
def test_a_friend_across_the_middle_line_halts_the_charge() -> None:
    fight = charge(charging(GUARD, unit("friend", at=(36, 24), models=6, files=3), orcs(8)))
    assert not engaged(fight, 0) and piece(fight, "guard").charge_target == NOBODY
    assert piece(fight, "guard").y < inches(22)


@pytest.mark.rule("tp.move.charge.mutual")
def test_a_charger_that_is_charged_counts_as_charging_too() -> None:
    lancers = unit("lancers", at=(36, 28), facing=180, side=1, figure=horse(), models=5, charge_run=inches(9))
    fight = charging(GUARD, lancers, target="lancers", answer="")
    piece(fight, "lancers").charge_target = 0
    charge(fight, dice=[1])
    assert fight.state.contacts[0].counter == inches(9)
    assert piece(fight, "lancers").charge_target == NOBODY


@pytest.mark.rule("tp.move.charge.mass")
def test_two_charges_on_one_side_share_it() -> None:
    """Both 10 files wide against a side of 5: each has half of it and sticks out at its own end."""
    fight = charging(
        unit("guard", at=(34, 20), models=20, files=10), unit("second", at=(38, 17), models=20, files=10), orcs(5)
    )
    piece(fight, "second").charge_target = number(fight, "orcs")
    charge(fight)
    with script(fight, answers=["charge"], dice=[6]):
        run_charge(fight, number(fight, "second"))
    left, right = body(fight, number(fight, "guard")), body(fight, number(fight, "second"))
    assert foes(fight, number(fight, "orcs")) == [0, 1]
    assert left.block.right == pytest.approx(inches(36), abs=20)
    assert right.block.left == pytest.approx(inches(36), abs=20)


@pytest.mark.rule("tp.move.charge.mass", "tp.move.charge.aware")
@pytest.mark.parametrize("order", list(permutations(("left", "middle", "right"))))
def test_who_has_come_first_hides_the_enemy_from_nobody_who_charges_with_him(order: tuple[str, ...]) -> None:
    fight = scene(
        *[unit(name, at=(x, 20), models=10) for name, x in (("left", 31), ("middle", 36), ("right", 41))],
        orcs(5), phase="charges",
    )  # fmt: skip
    for name in order:
        piece(fight, name).charge_target = number(fight, "orcs")
    for name in order:
        with script(fight, answers=["charge"]):
            run_charge(fight, number(fight, name))
    assert foes(fight, number(fight, "orcs")) == [number(fight, name) for name in order]


@pytest.mark.rule("tp.move.charge.mass", "tp.move.charge.aware")
def test_who_came_in_another_turn_hides_the_enemy() -> None:
    fight = scene(
        unit("left", at=(31, 20), models=10), unit("wide", at=(36, 25), models=20, files=10), orcs(5),
        phase="charges",
    )  # fmt: skip
    contact(fight, "wide", "orcs", rounds=1, clock=0)
    assert why_not_aware(fight, 0, number(fight, "orcs")) is not None
    fight.state.contacts[0] = structs.replace(fight.state.contacts[0], clock=fight.state.clock)
    assert why_not_aware(fight, 0, number(fight, "orcs")) is None


@pytest.mark.rule("tp.move.charge.loose")
def test_a_loose_group_goes_as_it_stands_until_its_first_base_touches() -> None:
    skirmishers = unit("guard", at=(36, 20), models=6, files=3, figure=foot(loose=True))
    fight = charge(charging(skirmishers, orcs(5)))
    assert foes(fight, 0) == [1] and len(piece(fight, "guard").places) == 6
    assert fight.state.contacts[0].charge == pytest.approx(inches(5), abs=5)


# --- bravery -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.check.bravery", "tp.check.bravery.result")
def test_a_charger_that_does_not_dare_stays_put_for_the_turn() -> None:
    giant = orcs(6, figure=foot(ratings={"fear": 2}))
    fight = charge(charging(GUARD, giant), dice=[1, 1, 1, 1, 6, 6], answers=[])
    guard = piece(fight, "guard")
    assert guard.turn.barred and guard.y == inches(20) and guard.charge_target == NOBODY


@pytest.mark.rule("tp.check.bravery", "tp.move.charge.sequence", "tp.check.bravery.result")
def test_a_frightened_target_flees_before_it_can_fall_back_and_is_charged_as_it_runs() -> None:
    beast = unit("guard", at=(36, 20), models=15, files=5, figure=foot(ratings={"fear": 2}))
    fight = charging(beast, orcs(6), answer="fall back")
    charge(fight, dice=[1, 1, 1, 1, 6, 6, 1, 1, 5], answers=["charge"])
    assert piece(fight, "orcs").fate == "slain" and not told(fight, FellBack)


@pytest.mark.rule("tp.check.bravery")
def test_whoever_does_not_see_the_charge_coming_takes_no_bravery_check() -> None:
    troll = unit("guard", at=(36, 20), models=15, files=5, figure=foot(ratings={"fear": 2}))
    fight = charge(charging(troll, orcs(8, facing=0)))
    assert engaged(fight, 0)


# --- halting and redirecting ---------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.charge.halt")
def test_the_owner_stops_a_charge_with_a_check() -> None:
    halted = charge(charging(GUARD, orcs(6)), answers=["halt"], dice=PASS)
    assert piece(halted, "guard").charge_target == NOBODY and not piece(halted, "guard").turn.acted
    goes_on = charge(charging(GUARD, orcs(6)), answers=["halt"], dice=FAIL)
    assert engaged(goes_on, 0)


@pytest.mark.rule("tp.move.charge.halt")
def test_a_charge_ends_when_its_target_is_gone() -> None:
    fight = charge(charging(GUARD, orcs(6, fate="slain")), answers=[])
    assert piece(fight, "guard").charge_target == NOBODY


@pytest.mark.rule("tp.move.charge.redirect")
def test_a_charge_is_redirected_within_forty_five_degrees() -> None:
    right = unit("right", at=(40, 26.5), facing=180, side=1)
    answers = ["redirect to right", "stand", "charge"]
    fight = charge(charging(GUARD, orcs(9), right), answers=answers, dice=PASS)
    assert foes(fight, 0) == [number(fight, "right")] and told(fight, ChargeRedirected)


@pytest.mark.rule("tp.move.charge.redirect")
def test_a_target_sixty_degrees_away_is_no_choice() -> None:
    left = unit("left", at=(26, 24), facing=180, side=1)
    fight = charging(GUARD, orcs(9), left)
    question = asked(fight, lambda trial: run_charge(trial, 0))
    assert question.refuse("redirect to left") is not None and question.refuse("halt") is None


# --- one step after the other --------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.charge.sequence")
def test_the_active_player_takes_the_charges_in_any_order() -> None:
    fight = scene(GUARD, unit("second", at=(20, 20)), orcs(6), unit("goblins", at=(20, 24), facing=180, side=1))
    fight.state.phase = "charges"
    piece(fight, "guard").charge_target, piece(fight, "second").charge_target = 2, 3
    with script(fight, answers=["second", "charge"]):
        assert charge_one(fight)
    assert engaged(fight, 1) and not engaged(fight, 0)
    with script(fight, answers=["charge"]):
        assert charge_one(fight)
    with script(fight):
        assert not charge_one(fight)


@pytest.mark.rule("tp.move.charge.sequence")
def test_forced_charges_come_after_all_others() -> None:
    furies = unit("furies", at=(20, 20), models=15, figure=FURY)
    fight = charging(GUARD, furies, orcs(6), unit("goblins", at=(20, 26), facing=180, side=1, models=15))
    with script(fight, answers=["charge"]):
        assert charge_one(fight)
    assert engaged(fight, 0) and not engaged(fight, 1)
    with script(fight, answers=["stand"]):
        assert charge_one(fight)
    assert foes(fight, 1) == [number(fight, "goblins")]


@pytest.mark.rule("tp.move.charge.move")
def test_what_was_charged_is_told() -> None:
    fight = charge(charging(GUARD, orcs(6)))
    (charged,) = told(fight, Charged)
    assert (charged.distance, charged.at, charged.reached) == (inches(6), (inches(36), inches(26)), True)


@pytest.mark.rule("tp.move.charge.move", "tp.move.fallback.missed")
def test_a_charge_that_came_home_is_over_and_the_next_one_is_a_first() -> None:
    guard = piece(charge(charging(GUARD, orcs(6))), "guard")
    assert (guard.charge_run, guard.turn.charge_turn) == (0, inches(6))



@pytest.mark.rule("tp.move.charge.far", "tp.move.charge.halted")
def test_a_charge_that_finds_no_room_is_told_as_far_as_it_came() -> None:
    """A long column turns to the right: its tail would stand in the rock on its left wherever it stops."""
    column, rock = unit("guard", at=(36, 24), models=15, files=1), feature("impassable", (33, 24), (1.5, 1.5))
    fight = charge(charging(column, orcs(0, at=(52, 24), facing=270), terrain=[rock]), dice=[1])
    (charged,) = told(fight, Charged)
    guard = piece(fight, "guard")
    assert (charged.distance, charged.at, charged.reached) == (0, (inches(36), inches(24)), False)
    assert guard.point == charged.at and guard.turn.charge_turn == guard.charge_run == 0


@pytest.mark.rule("tp.weapon.spear.mounted", "tp.weapon.lance")
def test_the_way_of_the_last_turn_counts_for_a_lance() -> None:
    """Six inches last turn and three this turn are nine in all, though the charge itself is one of three."""
    lancers = unit("lancers", at=(36, 20), models=6, files=3, figure=horse(), charge_target=1, charge_run=inches(6))
    fight = scene(lancers, unit("orcs", at=(36, 23), facing=180, side=1), phase="charges")
    with script(fight, answers=["charge"]):
        charge_one(fight)
    met = fight.state.contacts[0]
    assert (met.charge, met.run) == (inches(3), inches(9))
    assert at_the_charge(fight, fight.setting.weapons["lance"], 0, 0, met)
