"""Cavalry wedges: pyramids that are strong in the charge and flimsy in everything else."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.charges import run_charge
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.events.moves import Manoeuvred, Unwedged, Wedged
from warhost.rulebooks.threeplains.fighting.arms import wielded
from warhost.rulebooks.threeplains.fighting.contact import fighting
from warhost.rulebooks.threeplains.fighting.fronts import buckles, fighters, flimsy, inches_beyond, overlapped
from warhost.rulebooks.threeplains.fighting.squaring import meet, turn_to_face, zone_of
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.morale.checks import stress
from warhost.rulebooks.threeplains.moving.wedges import STAY, TRY, flatten, may_wedge, renew_one
from warhost.rulebooks.threeplains.opening.deployment import Deploy, deploy_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.wounds.casualties import lose

from .marching import at, cost, go, judge, play, refused
from .scene import asked, champion, contact, feature, foot, hero, horse, number, piece, scene, script, told, unit

SIDE = 30 / 25.4
LANCER = horse(traits=("cavalry wedge",), life=1)
FAR_ENEMY = unit("orcs", at=(36, 44), side=1, facing=180)
PASS, FAIL = [6] * 4 + [1] * 3, [1] * 4 + [6] * 3
WIDTHS = {3: 2, 4: 2, 6: 3, 7: 3, 8: 4, 10: 4}


def wedge(models: int = 10, **more: Any) -> Any:
    plain = {"at": (36, 20), "figure": LANCER, "models": models, "files": WIDTHS[models], "wedge": 1}
    return unit("lancers", **{**plain, **more})


def lancers(models: int = 10, **more: Any) -> Any:
    return unit("lancers", **{"at": (36, 20), "figure": LANCER, "models": models, "files": 5, **more})


def rows(fight: Fight) -> tuple[int, ...]:
    shape = body(fight, number(fight, "lancers")).wedge
    return shape.rows if shape else ()


# --- the shape -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.cavalry_wedge.shape")
@pytest.mark.parametrize(
    ("models", "expected"), [(6, (1, 2, 3)), (8, (1, 2, 3, 2)), (10, (1, 2, 3, 4)), (4, (1, 2, 1))]
)
def test_rows_of_a_pyramid(models: int, expected: tuple[int, ...]) -> None:
    fight = scene(wedge(models), FAR_ENEMY)
    assert rows(fight) == expected and body(fight, 0).files == WIDTHS[models]
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.unit.cavalry_wedge.shape")
def test_an_incomplete_last_row_is_filled_from_its_ends() -> None:
    last = [base.centre[0] / 1000 - 36 for base in body(scene(wedge(8), FAR_ENEMY), 0).bases[6:]]
    assert last == pytest.approx([-1.5 * SIDE, 1.5 * SIDE], abs=0.01)
    (single,) = [base.centre[0] for base in body(scene(wedge(7), FAR_ENEMY), 0).bases[6:]]
    assert single == pytest.approx(inches(36), abs=2)


@pytest.mark.rule("tp.unit.cavalry_wedge.shape")
def test_a_wedge_narrows_as_its_riders_fall() -> None:
    fight = scene(wedge(10), FAR_ENEMY)
    lose(fight, 0, 4, "tp.shoot.damage")
    assert rows(fight) == (1, 2, 3) and piece(fight, "lancers").files == 3
    assert piece(fight, "lancers").point == (inches(36), inches(20))


@pytest.mark.rule("tp.unit.cavalry_wedge.zones")
def test_a_wedge_has_a_front_and_a_rear_and_no_flanks() -> None:
    fight = scene(wedge(), FAR_ENEMY)
    half, back = 2 * SIDE, 20 - 4 * SIDE
    assert zone_of(fight, 0, (inches(36 + half + 5), inches(18))) == "front"
    assert zone_of(fight, 0, (inches(36 - half - 5), inches(back - 4.9))) == "front"
    assert zone_of(fight, 0, (inches(36 - half - 5), inches(back - 5.1))) == "rear"
    assert zone_of(fight, 0, (inches(36), inches(back - 5))) == "rear"


@pytest.mark.rule("tp.unit.cavalry_wedge.zones")
def test_a_charge_from_beside_strikes_its_front() -> None:
    fight = scene(wedge(), unit("orcs", at=(44, 18), facing=270, side=1), active=1, phase="charges")
    piece(fight, "orcs").charge_target, piece(fight, "lancers").turn.answer = 0, "stand"
    with script(fight, answers=["charge"]):
        run_charge(fight, 1)
    (met,) = fight.state.contacts
    assert met.b_side == "front" and flaws(fight.setting, fight.state) == []


# --- forming and leaving -------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.cavalry_wedge.eligible")
def test_only_riders_who_have_learned_it_form_a_wedge() -> None:
    fight = scene(lancers(figure=horse()), FAR_ENEMY)
    assert refused(fight, "lancers", ["wedge", 1]) == "tp.unit.cavalry_wedge.eligible"
    fight = scene(lancers(2, files=2), FAR_ENEMY)
    assert refused(fight, "lancers", ["wedge", 1]) == "tp.unit.cavalry_wedge.shape"
    assert not isinstance(judge(scene(lancers(), FAR_ENEMY), "lancers", ["wedge", 1]), Refusal)


@pytest.mark.rule("tp.unit.cavalry_wedge.reform", "tp.appendix3.deviancy_checks")
def test_forming_takes_a_check_and_half_the_movement() -> None:
    fight = scene(lancers(), FAR_ENEMY)
    assert cost(fight, "lancers", ["wedge", 1]) == 6
    play(fight, "lancers", [["wedge", 1]], [go(36, 26)], dice=PASS)
    assert told(fight, Wedged) and rows(fight) == (1, 2, 3, 4) and at(fight, "lancers") == (36, 26, 0)
    fight = scene(wedge(), FAR_ENEMY)
    play(fight, "lancers", [["reform", 5]], [], dice=PASS)
    assert rows(fight) == () and body(fight, 0).files == 5


@pytest.mark.rule("tp.unit.cavalry_wedge.reform")
@pytest.mark.parametrize(("way", "forms"), [(6, True), (6.01, False)])
def test_a_wedge_is_formed_with_the_last_half_of_the_movement(way: float, forms: bool) -> None:
    fight = scene(lancers(), FAR_ENEMY)
    start = piece(fight, "lancers")
    acts = [["go", start.x, start.y + inches(way)], ["wedge", 1]]
    assert isinstance(judge(fight, "lancers", *acts), Refusal) is not forms


@pytest.mark.rule("tp.unit.cavalry_wedge.reform")
def test_riders_who_fail_have_flimsy_ranks_until_they_pass() -> None:
    fight = scene(lancers(), FAR_ENEMY)
    assert not flimsy(fight, 0)
    play(fight, "lancers", [["wedge", 1]], dice=FAIL)
    assert piece(fight, "lancers").turn.barred and flimsy(fight, 0)
    fight.state.clock, piece(fight, "lancers").turn.barred = 9, False
    assert flimsy(fight, 0) == "tp.unit.cavalry_wedge.reform"
    with script(fight, dice=PASS):
        assert renew_one(fight)
    assert rows(fight) == (1, 2, 3, 4)


@pytest.mark.rule("tp.unit.cavalry_wedge.reform")
def test_a_wedge_is_set_up_for_nothing_and_pivots_like_any_cavalry() -> None:
    fight = scene(lancers(fate="waiting"), FAR_ENEMY, phase="deployment", clock=0)
    assert any("wedge" in order for order in Deploy(fight, 0).suggest(12))
    with script(fight, answers=[{"at": [inches(36), inches(12)], "facing": 0, "wedge": 1}]):
        deploy_one(fight)
    assert rows(fight) == (1, 2, 3, 4)
    fight.state.phase, fight.state.clock = "moves", 1
    assert not isinstance(judge(fight, "lancers", ["pivot", 4500]), Refusal)


# --- the charge ----------------------------------------------------------------------------------------------


def driven(models: int = 10, enemy: Any = None, **more: Any) -> Fight:
    """The wedge charges an enemy straight ahead."""
    foes = enemy or unit("orcs", at=(36, 30), facing=180, side=1, models=40, files=20)
    fight = scene(wedge(models), foes, phase="charges", **more)
    piece(fight, "lancers").charge_target, piece(fight, "orcs").turn.answer = 1, "stand"
    with script(fight, answers=["charge"]):
        run_charge(fight, 0)
    return fight


@pytest.mark.rule("tp.unit.cavalry_wedge.combat")
@pytest.mark.parametrize(("models", "expected"), [(10, 7), (4, 4), (6, 5), (8, 7), (7, 6)])
def test_the_whole_edge_of_a_wedge_fights_in_the_round_of_its_charge(models: int, expected: int) -> None:
    fight = driven(models)
    (met,) = fight.state.contacts
    assert rows(fight) and len(fighters(fight, 0, met)) == expected
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.unit.cavalry_wedge.combat", "tp.unit.cavalry_wedge.flatten")
def test_a_wedge_is_not_overlapped_in_that_round_and_is_afterwards() -> None:
    fight = driven()
    assert overlapped(fight, 0).total == inches_beyond(fight, 0) == 0 and not flimsy(fight, 0)
    fought(fight)
    fight.state.clock = 2
    flatten(fight)
    assert body(fight, 0).files == 4 and body(fight, 0).ranks == 3  # ranks of 4, 4 and 2
    assert overlapped(fight, 0).total == 4 and inches_beyond(fight, 0) > 0 and not flimsy(fight, 0)
    assert len(fighting(fight, 0)) == 1 and flaws(fight.setting, fight.state) == []


def fought(fight: Fight) -> None:
    """One round of every combat is over."""
    fight.state.contacts = [structs.replace(met, rounds=1) for met in fight.state.contacts]


@pytest.mark.rule("tp.unit.cavalry_wedge.flatten")
def test_it_flattens_when_the_next_turn_begins() -> None:
    fight = driven()
    fought(fight)
    fight.state.phase = "start"
    with script(fight):
        step(fight)
    assert rows(fight) == () and told(fight, Unwedged)[0].rule == "tp.unit.cavalry_wedge.flatten"


@pytest.mark.rule("tp.unit.cavalry_wedge.flimsy")
def test_a_wedge_is_flimsy_unless_it_charges() -> None:
    fight = scene(wedge(), FAR_ENEMY)
    assert flimsy(fight, 0) == "tp.unit.cavalry_wedge.flimsy"
    piece(fight, "lancers").charge_target = 1
    assert not flimsy(fight, 0)
    assert not flimsy(driven(), 0)


# --- caught standing -----------------------------------------------------------------------------------------


def caught() -> Fight:
    """Orcs have charged the standing wedge."""
    fight = scene(
        wedge(), unit("orcs", at=(36, 20), facing=180, side=1, models=20, files=5), phase="declaring", clock=3
    )
    contact(fight, "orcs", "lancers", charge=inches(5), clock=2, rounds=1)
    return fight


@pytest.mark.rule("tp.unit.cavalry_wedge.charged")
def test_a_wedge_caught_standing_buckles_until_it_gets_into_ranks() -> None:
    fight = caught()
    assert buckles(fight, 0)
    flatten(fight)
    assert rows(fight)  # it has not charged: it does not flatten by itself
    with script(fight, dice=_dice(fight, passed=True), answers=[TRY]):
        assert renew_one(fight)
    assert rows(fight) == () and not buckles(fight, 0) and piece(fight, "lancers").turn.spent == 0


def _dice(fight: Fight, *, passed: bool) -> list[int]:
    against = stress(fight, 0, "deviancy").total
    return [6 if passed else 1] * 4 + [1 if passed else 6] * against


@pytest.mark.rule("tp.unit.cavalry_wedge.charged")
def test_it_tries_once_in_a_movement_phase_and_need_not() -> None:
    fight = caught()
    with script(fight, dice=_dice(fight, passed=False), answers=[TRY]):
        assert renew_one(fight)
        assert not renew_one(fight)
    assert rows(fight) and told(fight, Manoeuvred)[0].rule == "tp.unit.cavalry_wedge.charged"
    fight = caught()
    with script(fight, answers=[STAY]):
        renew_one(fight)
    assert rows(fight)


@pytest.mark.rule("tp.unit.cavalry_wedge.combat", "tp.unit.infantry_wedge.lineup")
@pytest.mark.parametrize("behind", [0, 0.5])
def test_the_edge_of_a_wedge_fights_loose_groups_as_it_does_units(behind: float) -> None:
    """Two chariots side by side, or one of them half an inch back: the whole edge of six riders is before them."""
    wide, deep = 40 / 25.4, 60 / 25.4
    carts = foot(category="machine", base=(from_mm(40), from_mm(60)), mounted=True)
    places = [(36 + wide / 2, 20 + deep / 2), (36 - wide / 2, 20 + deep / 2 + behind)]
    fight = scene(wedge(6), unit("carts", at=(36, 20), side=1, facing=180, models=2, figure=carts, places=places))
    contact(fight, "lancers", "carts")
    met = fighting(fight, 0)[0]
    assert len(fighters(fight, 0, met)) == 5 and len(fighters(fight, 1, met)) == 2


@pytest.mark.rule("tp.unit.cavalry_wedge.charged")
def test_it_turns_in_combat_like_other_pieces() -> None:
    fight = scene(wedge(), unit("orcs", at=(36, 20 - 4 * SIDE), side=1), phase="combat")
    contact(fight, "orcs", "lancers", b_side="rear", rounds=1)
    assert turn_to_face(fight, 0) and rows(fight) and piece(fight, "lancers").facing == 18000


# --- the end of a wedge --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.cavalry_wedge.flee")
def test_a_fleeing_wedge_falls_into_ranks() -> None:
    fight = driven()
    with script(fight, dice=[1, 2, 3]):
        flee(fight, 0, "tp.check.break")
    assert rows(fight) == () and body(fight, 0).files == 4 and piece(fight, "lancers").fleeing


@pytest.mark.rule("tp.unit.cavalry_wedge.defended")
def test_a_wedge_that_rides_at_a_defended_position_collapses() -> None:
    hill = feature("hill", (36, 33), (20, 8))
    fight = driven(terrain=[hill])
    assert fight.state.contacts and rows(fight) == () and body(fight, 0).files == 4
    assert told(fight, Unwedged)[0].rule == "tp.unit.cavalry_wedge.defended"


@pytest.mark.rule("tp.unit.cavalry_wedge.shape", "tp.character.join.placement")
def test_a_rider_who_joins_the_wedge_rides_at_its_tip() -> None:
    boss = hero("boss", within="lancers", figure=champion(base=LANCER.base, mounted=True))
    fight = scene(wedge(6), boss, FAR_ENEMY)
    assert rows(fight) == (1, 2, 3, 1)


def test_nobody_is_asked_for_what_a_wedge_in_order_does_not_need() -> None:
    fight = scene(wedge(), FAR_ENEMY, unit("foot", at=(20, 20), figure=foot()), phase="declaring")
    assert asked(fight, step).what == "charges"


@pytest.mark.rule("tp.weapon.lance.countercharged", "tp.unit.cavalry_wedge.zones")
@pytest.mark.parametrize(
    ("spot", "facing", "weapon"),
    [((36, 30), 180, "lance"), ((30, 17), 90, "lance"), ((42, 17), 270, "lance"), ((36, 10), 0, "sidearm")],
    ids=["front", "left", "right", "rear"],
)
def test_a_wedge_on_its_charge_loses_its_lances_only_to_a_charge_in_the_rear(
    spot: tuple[float, float], facing: float, weapon: str
) -> None:
    prey, orcs = unit("prey", (60, 20), side=1), unit("orcs", spot, facing=facing, side=1, models=10)
    fight = scene(wedge(charge_run=inches(9)), prey, orcs, active=1, clock=2, phase="charges")
    piece(fight, "lancers").charge_target = number(fight, "prey")
    struck = zone_of(fight, 0, piece(fight, "orcs").point)
    assert meet(fight, number(fight, "orcs"), 0, struck, charge=inches(5))
    held = wielded(fight, {}, 0, 0, fight.state.contacts[-1])
    assert held is not None and held.id == weapon


@pytest.mark.rule("tp.unit.cavalry_wedge.eligible")
def test_riders_who_move_loosely_as_in_a_raid_form_no_wedge() -> None:
    for loose in (False, True):
        fight = scene(unit("lancers", at=(36, 20), models=6, files=3, figure=structs.replace(LANCER, loose=loose)))
        assert (may_wedge(fight, 0) is not None) == loose
