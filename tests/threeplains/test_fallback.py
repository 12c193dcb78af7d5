"""Falling back before a charge."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.charges import charge_one, run_charge
from warhost.rulebooks.threeplains.charging.fallback import never_falls_back, too_late
from warhost.rulebooks.threeplains.events.charges import ChargeHalted, FellBack, NoFallBack
from warhost.rulebooks.threeplains.fighting.contact import engaged, foes
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.state import NEVER, NOBODY

from .charging import FAIL, FURY, GUARD, PASS, WIZARD, charge, charging, orcs
from .scene import feature, foot, hero, horse, number, piece, scene, script, told, unit


@pytest.mark.rule("tp.move.fallback.move", "tp.move.fallback.missed")
@pytest.mark.parametrize(
    ("figure", "dice", "inch"),
    [
        (foot(), [3, 5], 8),
        (horse(), [2, 4, 6], 12),
        (foot(heavy=True), [3, 5], 7),
    ],
)
def test_falling_back(figure: Any, dice: list[int], inch: int) -> None:
    fight = charging(GUARD, orcs(8, figure=figure, models=10), answer="fall back")
    before = body(fight, 1).middle
    charge(fight, dice=[*PASS, *dice, 1], answers=["charge"])
    after = body(fight, 1).middle
    assert after[0] == pytest.approx(before[0], abs=5)
    assert after[1] - before[1] == pytest.approx(inches(inch), abs=5)
    assert piece(fight, "orcs").facing == 0 and piece(fight, "guard").charge_target == 1


@pytest.mark.rule("tp.move.fallback.move", "tp.move.fly.uncaught")
def test_a_flyer_falls_back_into_the_air_out_of_reach() -> None:
    hawk = orcs(8, figure=foot(category="beast", movement=inches(8), flight=inches(16)), models=1, files=1)
    fight = charging(GUARD, hawk, answer="fall back")
    charge(fight, dice=[*PASS, 1, 2, 3], answers=["charge"])
    assert piece(fight, "orcs").airborne and told(fight, FellBack)[0].distance == inches(6)
    assert told(fight, ChargeHalted)[0].rule == "tp.move.fly.charged"


@pytest.mark.rule("tp.move.fallback.move", "tp.move.charge.sequence")
def test_a_failed_check_leaves_it_standing_without_hold_and_shoot() -> None:
    archers = orcs(6, figure=foot(weapons=("bow", "sidearm")))
    fight = charging(GUARD, archers, answer="fall back")
    charge(fight, dice=FAIL, answers=["charge", "hold fire"])
    assert engaged(fight, 0) and told(fight, NoFallBack)


@pytest.mark.rule("tp.move.fallback")
def test_nobody_falls_back_from_an_attacker_within_half_its_movement() -> None:
    fight = scene(GUARD, orcs(3))
    assert too_late(fight, 1, [0]) is not None
    piece(fight, "orcs").y += inches(1)
    assert too_late(fight, 1, [0]) is None


@pytest.mark.rule("tp.move.fallback", "tp.beast.unit.speed")
@pytest.mark.parametrize(("distance", "refused"), [(4.5, True), (4.6, False)])
def test_beasts_have_their_own_movement_when_they_charge(distance: float, refused: bool) -> None:
    """Nine inches, of which half is four and a half, though with their masters they go six."""
    ogres = foot(category="beast", movement=inches(9), loose=True)
    fight = scene(
        unit("ogres", at=(36, 20), figure=ogres, models=3, files=3),
        unit("masters", at=(36, 15), figure=foot(category="beast", movement=inches(6), loose=True), models=2),
        unit("men", at=(36, 20 + distance), facing=180, side=1),
    )
    piece(fight, "ogres").masters = 1
    assert (too_late(fight, 2, [0]) is not None) is refused


@pytest.mark.rule("tp.move.fallback")
def test_chargers_out_of_its_senses_give_no_right_to_fall_back() -> None:
    fight = scene(GUARD, orcs(6, facing=0))
    assert too_late(fight, 1, [0]) is not None


@pytest.mark.rule("tp.move.fallback", "tp.move.fallback.after")
def test_who_never_falls_back() -> None:
    for state in ({"charge_target": 0}, {"fleeing": True}, {"fell_back": 7}, {"figure": foot(category="machine")}):
        assert never_falls_back(scene(GUARD, orcs(6, **state), clock=9), 1) is not None
    assert never_falls_back(scene(GUARD, orcs(6, fell_back=5), clock=9), 1) is None


@pytest.mark.rule("tp.move.fallback.hit", "tp.move.charge.sequence")
def test_whoever_is_caught_falling_back_is_struck_in_the_rear_by_each_charger() -> None:
    fight = charging(
        unit("guard", at=(36, 20), models=5, files=5, figure=horse(weapons=("sidearm",))),
        unit("second", at=(46, 31), facing=270, models=5, files=5, figure=horse(weapons=("sidearm",))),
        orcs(7),
        answer="fall back",
    )
    piece(fight, "second").charge_target = number(fight, "orcs")
    charge(fight, dice=[*PASS, 1, 2], answers=["charge"])
    assert fight.state.contacts[0].b_side == "rear"
    with script(fight, answers=["charge"]):
        run_charge(fight, number(fight, "second"))
    assert [met.b_side for met in fight.state.contacts] == ["rear", "rear"]
    assert len(told(fight, FellBack)) == 1


@pytest.mark.rule("tp.move.fallback.room")
def test_without_an_inch_of_room_nobody_falls_back() -> None:
    wall = feature("impassable", (36, 32), (10, 1))
    fight = charging(GUARD, orcs(8.6), terrain=[wall], answer="fall back")
    charge(fight, dice=[6], answers=["charge"])
    assert told(fight, NoFallBack)[0].rule == "tp.move.fallback.room"


@pytest.mark.rule("tp.move.fallback.room")
def test_whoever_runs_out_of_room_stops_an_inch_before_it() -> None:
    wall = feature("impassable", (36, 36), (10, 1))
    fight = charging(GUARD, orcs(8), terrain=[wall], answer="fall back")
    charge(fight, dice=[*PASS, 6, 6, 1], answers=["charge"])
    assert body(fight, 1).block.top == pytest.approx(inches(34.5), abs=5)


@pytest.mark.rule("tp.move.fallback.room", "tp.move.offboard")
def test_the_table_edge_is_no_block() -> None:
    fight = charging(unit("guard", at=(36, 33)), orcs(0, at=(36, 40)), answer="fall back")
    charge(fight, dice=[*PASS, 6, 4], answers=[])
    assert piece(fight, "orcs").fate == "away" and piece(fight, "guard").charge_target == NOBODY


@pytest.mark.rule("tp.move.fallback.missed")
def test_a_first_charge_goes_half_way_before_it_is_redirected() -> None:
    right = unit("right", at=(39, 28), facing=180, side=1)
    fight = charging(GUARD, orcs(8, at=(34, 28)), right, answer="fall back")
    answers = ["half way, then redirect", "right", "stand", "charge"]
    charge(fight, dice=[*PASS, 6, 6, *PASS, 6], answers=answers)
    assert foes(fight, 0) == [number(fight, "right")]
    assert piece(fight, "guard").turn.spent > inches(7)


@pytest.mark.rule("tp.move.fallback.after")
def test_whoever_got_away_is_turned_at_the_end_of_the_charges() -> None:
    fight = charging(GUARD, orcs(8), answer="fall back")
    charge(fight, dice=[*PASS, 6, 6, 1], answers=["charge"])
    with script(fight, answers=[18000]):
        assert charge_one(fight)
    assert piece(fight, "orcs").facing == 18000
    with script(fight):
        assert not charge_one(fight)


@pytest.mark.rule("tp.move.fallback")
def test_the_furious_never_fall_back() -> None:
    found = never_falls_back(scene(GUARD, orcs(6, figure=FURY)), 1)
    assert found is not None and found.rule == "tp.trait.frenzy.counter_charge"


@pytest.mark.rule("tp.move.fallback", "tp.move.rerally")
@pytest.mark.parametrize(
    ("active", "rallied", "stays"), [(0, 3, True), (0, 4, True), (0, 2, False), (1, 4, True), (1, 3, False)]
)
def test_who_has_just_rallied_does_not_fall_back_before_his_next_movement_phase(
    active: int, rallied: int, stays: bool
) -> None:
    fight = scene(
        unit("guard", at=(36, 20)), unit("orcs", at=(36, 30), side=1, rallied=rallied), clock=4, active=active
    )
    refusal = never_falls_back(fight, 1)
    assert (refusal is not None and refusal.rule == "tp.move.rerally") is stays


@pytest.mark.rule("tp.move.fallback", "tp.move.rerally")
@pytest.mark.parametrize(("clock", "rallied", "stays"), [(1, NEVER, False), (2, 1, True), (2, NEVER, False)])
def test_in_the_first_turns_only_who_has_rallied_stays(clock: int, rallied: int, stays: bool) -> None:
    fight = scene(unit("guard", at=(36, 20)), unit("orcs", at=(36, 30), side=1, rallied=rallied), clock=clock)
    assert (never_falls_back(fight, 1) is not None) is stays


@pytest.mark.rule("tp.move.fallback", "tp.move.pursue")
@pytest.mark.parametrize(("held_until", "stays"), [(5, True), (4, False)])
def test_who_held_does_not_fall_back_before_his_next_movement_phase(held_until: int, stays: bool) -> None:
    fight = scene(unit("guard", at=(36, 20)), unit("orcs", at=(36, 30), side=1, held_until=held_until), clock=4)
    refusal = never_falls_back(fight, 1)
    assert (refusal is not None and refusal.rule == "tp.move.pursue") is stays


@pytest.mark.rule("tp.move.fallback.order", "tp.move.marchover", "tp.move.marchover.protect")
@pytest.mark.parametrize(
    ("ahead_by", "answers", "fate"),
    [(3.7, ["charge", "fall back"], "standing"), (3.7, ["charge", "stand"], "slain"), (2.4, ["charge"], "slain")],
)
def test_whom_a_charge_at_another_would_tread_down_may_fall_back(
    ahead_by: float, answers: list[str], fate: str
) -> None:
    """Not from within half of the charger's movement."""
    witch = hero("witch", (38.2, 20 + ahead_by), facing=180, side=1, figure=WIZARD)
    fight = charging(GUARD, orcs(7, files=3), witch)
    charge(fight, dice=[*PASS, 3, 3] if "fall back" in answers else [], answers=answers)
    assert piece(fight, "witch").fate == fate and foes(fight, 0) == [1]
    assert (piece(fight, "witch").fell_back == fight.state.clock) is (fate == "standing")
