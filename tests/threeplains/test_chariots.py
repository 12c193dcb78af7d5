"""Chariots: room between them, wide turns, rough ground, flight through the enemy, and the crash."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from warhost.engine.field.compass import turn
from warhost.engine.field.shapes import gap
from warhost.rulebooks.threeplains.bodies import TOUCH, body
from warhost.rulebooks.threeplains.charging.charges import run_charge
from warhost.rulebooks.threeplains.charging.facing import choose_facing
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.leg import plan
from warhost.rulebooks.threeplains.charging.pursuit import after_flight, pursue
from warhost.rulebooks.threeplains.charging.redirecting import _half_way
from warhost.rulebooks.threeplains.events.blows import Damaged, Struck
from warhost.rulebooks.threeplains.events.charges import Fled, Pursued
from warhost.rulebooks.threeplains.events.machines import Jolted, RanOver
from warhost.rulebooks.threeplains.events.moves import Flattened
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.edges import fighters
from warhost.rulebooks.threeplains.figure import Blows, Figure, from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.ground import leg_cost
from warhost.rulebooks.threeplains.machines.driving import drive, turns
from warhost.rulebooks.threeplains.machines.impact import run_over
from warhost.rulebooks.threeplains.machines.spacing import keep_distance
from warhost.rulebooks.threeplains.missiles.aiming import salvos
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.opening.deployment import Deploy, set_down
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.hits import Attack, save_against

from .scene import contact, feature, foot, number, piece, scene, script, told, unit

BASE = (from_mm(50), from_mm(100))
WIDE, DEEP = BASE[0] / 1000, BASE[1] / 1000


def car(**more: Any) -> Figure:
    """Movement 10, toughness 4, four life points, impact D2."""
    plain = {"category": "machine", "kind": "chariot", "base": BASE, "movement": inches(10), "life": 4}
    plain |= {"mounted": True, "toughness": 4, "impact": 2, "title": "Chariot"}
    return foot(**{**plain, **more})


def chariots(models: int = 1, at: tuple[float, float] = (36, 20), spaced: float = 1, **more: Any) -> Any:
    """A line of them, so many inches apart."""
    x, y = at
    step = WIDE + spaced
    places = [(x + (index - (models - 1) / 2) * step, y - DEEP / 2) for index in range(models)]
    more = {"figure": car(), **more}
    return unit("cars", at, models=models, files=models, places=places if models > 1 else (), **more)


def field(models: int = 1, *others: Any, **more: Any) -> Fight:
    spread = {"spaced": more.pop("spaced", 1), "at": more.pop("at", (36, 20))}
    terrain = more.pop("terrain", ())
    fight = scene(
        chariots(models, **spread, **more),
        *(others or [unit("orcs", (36, 45), facing=180, side=1)]),
        terrain=terrain,
    )
    if models > 1:
        cars = piece(fight, "cars")
        step = inches(WIDE + spread["spaced"])
        x, y = inches(spread["at"][0]), inches(spread["at"][1])
        cars.places = tuple((x + (2 * at - models + 1) * step // 2, y - BASE[1] // 2) for at in range(models))
        cars.x, cars.y = body(fight, 0).front
    return fight


def refused(fight: Fight, *acts: Any) -> str:
    refusal = Move(fight, 0).refuse([list(act) for act in acts])
    return refusal.rule if refusal else ""


def to(x: float, y: float) -> tuple[str, int, int]:
    return ("go", inches(x), inches(y))


TURNING, SPACING = "tp.machine.chariot.turning", "tp.machine.chariot.spacing"


# --- turning -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.machine.chariot.turning")
def test_a_chariot_turns_by_45_degrees_at_one_point_and_goes_2_inches_before_the_next() -> None:
    fight = field()
    assert refused(fight, to(40, 20)) == TURNING  # 90 degrees
    assert refused(fight, to(39, 23)) == ""  # 45
    assert refused(fight, to(38, 22), to(42, 22)) == ""  # 45, nearly 3 inches, 45
    assert refused(fight, to(37, 21), to(40, 21)) == TURNING  # only 1.4 inches between
    assert refused(fight, to(36, 22), to(38, 24)) == ""


@pytest.mark.rule("tp.machine.chariot.turning", "tp.move.reorganise")
@pytest.mark.parametrize(
    "act", [("pivot", 9000), ("flip",), ("face", 9000), ("reorganise", inches(33), inches(20)), ("form", 1)]
)
@pytest.mark.parametrize("models", [1, 3])
def test_a_chariot_neither_pivots_nor_flips_nor_turns_at_its_end_nor_reorganises(models: int, act: Any) -> None:
    fight = field(models)
    assert refused(fight, act)
    if models == 3:
        assert refused(fight, act) in (TURNING, "tp.move.p2p")


@pytest.mark.rule("tp.machine.chariot.turning")
def test_no_rule_lets_a_chariot_turn_freely() -> None:
    fight = field()
    with script(fight):
        choose_facing(fight, 0, "tp.move.rerally")
    assert piece(fight, "cars").facing == 0


@pytest.mark.rule("tp.machine.chariot.turning")
def test_a_charge_turns_by_45_degrees_at_most() -> None:
    ahead = field(1, unit("orcs", (41, 26), facing=180, side=1))
    beside = field(1, unit("orcs", (50, 19), facing=270, side=1))
    assert plan(ahead, 0, 1).halted is None
    halted = plan(beside, 0, 1).halted
    assert halted is not None and halted.rule == TURNING


def test_the_bends_of_a_drive() -> None:
    assert turns(0, 18000, 1) == [4500, 9000, 13500, 18000]
    assert turns(0, 18000, -1) == [31500, 27000, 22500, 18000]
    assert turns(9000, 9000) == []
    points = [(0, 0), *drive((0, 0), 0, 9000, inches(6))]
    assert len(points) == 3 and points[-1][0] > inches(5)


@pytest.mark.rule("tp.machine.chariot.turning")
def test_players_of_chance_drive_in_bends() -> None:
    fight = field(1, unit("orcs", (60, 10), facing=270, side=1))
    question = Move(fight, 0)
    orders = [question.sample(random.Random(seed)) for seed in range(40)]
    assert sum(len(order) > 1 for order in orders) >= 5
    assert any(len(order) > 1 for order in question.suggest())


# --- spacing -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.machine.chariot.spacing", "tp.move.loose.contact")
@pytest.mark.parametrize(("apart", "rule"), [(0.5, SPACING), (1, ""), (3, ""), (3.1, SPACING)])
def test_chariots_end_a_move_1_to_3_inches_from_each_other(apart: float, rule: str) -> None:
    fight = field(3)
    step = inches(WIDE + apart)
    places = [[inches(36) + at * step, inches(24) - BASE[1] // 2] for at in (-1, 0, 1)]
    assert refused(fight, to(36, 24), ("places", places)) == rule


@pytest.mark.rule("tp.machine.chariot.spacing")
def test_a_group_keeps_its_distances_on_its_way_and_may_not_do_so_too_closely() -> None:
    assert refused(field(3), to(36, 26)) == ""
    close = field(3, spaced=0)
    question = Move(close, 0)
    course = question.plan([list(to(36, 24))])
    assert keep_distance(course.stance.places, 0, BASE) is None  # type: ignore[union-attr]


@pytest.mark.rule("tp.machine.chariot.spacing")
def test_chariots_close_up_base_to_base_when_they_charge_home() -> None:
    fight = field(3, unit("orcs", (36, 29), facing=180, side=1, models=40, files=10))
    cars = piece(fight, "cars")
    cars.charge_target = 1
    with script(fight, answers=["charge"]):
        run_charge(fight, 0)
    bases = sorted(body(fight, 0).bases, key=lambda base: base.left)
    assert all(gap(a, b) <= TOUCH for a, b in pairwise(bases))
    (met,) = fight.state.contacts
    assert len(fighters(fight, 0, met)) == 3
    assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.machine.chariot.spacing")
def test_chariots_are_set_up_with_room_between_them() -> None:
    fight = field(3)
    cars = piece(fight, "cars")
    cars.fate, cars.places = "waiting", ()
    fight.state.phase = "deployment"
    question = Deploy(fight, 0)
    order = question.suggest(1)[0]
    judged = question.body(order).block
    set_down(fight, 0, order, question)
    assert body(fight, 0).block.left == pytest.approx(judged.left, abs=5)
    assert keep_distance(cars.places, cars.facing, BASE) is None
    assert cars.files == 3 and not flaws(fight.setting, fight.state)


# --- rough ground --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.machine.chariot.terrain")
@pytest.mark.parametrize(
    ("kind", "hit"), [("rough", True), ("hill", True), ("fence", True), ("stone bridge", False)]
)
def test_chariots_come_to_harm_off_the_open_ground(kind: str, hit: bool) -> None:
    fight = field(terrain=[feature(kind, (36, 22), (8, 1))])
    with script(fight, answers=["cars", [list(to(36, 24))]], dice=[6] if hit else []):
        move_one(fight)
    assert bool(told(fight, Jolted)) == hit
    assert piece(fight, "cars").hurt == int(hit)


@pytest.mark.rule("tp.machine.chariot.terrain", "tp.terrain.low_wall.destroy")
def test_chariots_that_break_through_a_fence_come_to_harm_and_leave_a_gap() -> None:
    fight = field(2, terrain=[feature("fence", (36, 22), (8, 1))])
    with script(fight, answers=["cars", [list(to(36, 24))]], dice=[1, 1]):
        move_one(fight)
    assert told(fight, Jolted) and told(fight, Flattened)


@pytest.mark.rule("tp.machine.chariot.terrain")
def test_every_chariot_of_the_piece_takes_one_hit_however_much_it_crossed() -> None:
    grounds = [feature("rough", (36, 21), (2, 1)), feature("rough", (36, 23), (2, 1), "more")]
    fight = field(3, terrain=grounds)
    with script(fight, answers=["cars", [list(to(36, 24))]], dice=[1, 1, 1]):
        move_one(fight)
    assert [damage.hits for damage in told(fight, Damaged)] == [3]


@pytest.mark.rule("tp.machine.chariot.terrain")
def test_a_bridge_carries_a_chariot_over_water() -> None:
    water = [feature("shallow water", (36, 24), (72, 2)), feature("stone bridge", (36, 24), (3, 3))]
    over = field(terrain=water, figure=car(movement=inches(12)))
    with script(over, answers=["cars", [list(to(36, 26))]]):
        move_one(over)
    assert not told(over, Jolted)
    wading = field(terrain=water, at=(40, 20), figure=car(movement=inches(12)))
    with script(wading, answers=["cars", [list(to(40, 26))]], dice=[1]):
        move_one(wading)
    assert told(wading, Jolted)


@pytest.mark.rule("tp.terrain.bridge.wooden", "tp.machine.chariot.terrain")
@pytest.mark.parametrize(("bridge", "cost"), [((3, 3), 10), ((3, 1), 15.94), ((1, 3), 15.94)])
def test_a_chariot_pays_half_pace_only_while_its_base_is_in_the_water(
    bridge: tuple[float, float], cost: float
) -> None:
    """It is nearly 4 inches deep: on the bridge, behind it and before it no part of it gets wet."""
    fight = field(terrain=[feature("shallow water", (36, 24), (72, 2)), feature("stone bridge", (36, 24), bridge)])
    start = body(fight, 0).front
    paid = leg_cost(fight, 0, start, (start[0], start[1] + inches(10)), body(fight, 0).width)
    assert paid / 1000 == pytest.approx(cost, abs=0.02)


@pytest.mark.rule("tp.machine.chariot.terrain", "tp.move.fallback.missed")
def test_a_charge_that_goes_half_way_over_rough_ground_hurts_the_chariots() -> None:
    rough = feature("rough", (36, 21), (8, 0.5))
    fight = field(1, unit("orcs", (36, 32), facing=180, side=1), terrain=[rough])
    with script(fight, dice=[6, 1, 1, 1, 1, 1, 1, 1]):
        _half_way(fight, 0, 1)
    assert told(fight, Jolted) and piece(fight, "cars").hurt == 1


@pytest.mark.rule("tp.machine.chariot.terrain")
def test_a_charge_over_rough_ground_hurts_too() -> None:
    fight = field(1, unit("orcs", (36, 25), facing=180, side=1), terrain=[feature("rough", (36, 23), (8, 0.5))])
    piece(fight, "cars").charge_target = 1
    with script(fight, answers=["charge"], dice=[6]):
        run_charge(fight, 0)
    assert told(fight, Jolted)[0].over == "rough" and fight.state.contacts


# --- flight --------------------------------------------------------------------------------------------------


def in_flight(*dice: int, side: str = "right", deep: int = 40) -> Fight:
    """A chariot with an enemy before it breaks and runs."""
    fight = field(1, unit("orcs", (36, 20), facing=180, side=1, models=deep, files=5))
    contact(fight, "cars", "orcs")
    with script(fight, dice=dice, answers=[side]):
        flee(fight, 0, "tp.stress.result")
    return fight


@pytest.mark.rule("tp.machine.chariot.flee")
def test_a_chariot_that_has_not_come_round_is_destroyed_on_top_of_its_enemy() -> None:
    fight = in_flight(1, 3)
    assert piece(fight, "cars").fate == "slain" and told(fight, Fled)


@pytest.mark.rule("tp.machine.chariot.flee")
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_chariot_drives_round_through_its_enemy_and_away(side: str) -> None:
    fight = in_flight(5, 6, side=side)
    cars = piece(fight, "cars")
    assert cars.standing and cars.fleeing and cars.facing == 18000
    # 2 inches at 45, 90 and 135 degrees: half the way back, and 5 inches straight on
    assert cars.y == pytest.approx(inches(20) - inches(5), abs=30)
    aside = inches(2 + 2 * 2 * 0.7071)
    assert cars.x == pytest.approx(inches(36) + (aside if side == "right" else -aside), abs=30)
    assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.machine.chariot.flee", "tp.move.flee.trapped")
@pytest.mark.parametrize("crag", [(38, 22.5), (40.5, 22), (42, 19.5)])
def test_a_chariot_that_cannot_turn_again_stays_where_its_last_leg_left_room(crag: tuple[float, float]) -> None:
    crags = [feature("impassable", crag, (1.5, 1.5))]
    fight = field(1, unit("orcs", (36, 34), facing=180, side=1), terrain=crags)
    with script(fight, dice=[5, 6], answers=["right"]):
        flee(fight, 0, "tp.stress.result")
    assert piece(fight, "cars").standing and piece(fight, "cars").fleeing
    assert piece(fight, "cars").point != (inches(36), inches(20)) and not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.machine.chariot.flee")
def test_a_chariot_that_points_away_already_runs_straight_on() -> None:
    fight = field(1, unit("orcs", (36, 8), side=1))
    with script(fight, dice=[3, 4]):
        flee(fight, 0, "tp.stress.result")
    assert piece(fight, "cars").point == pytest.approx((inches(36), inches(27)), abs=20)


@pytest.mark.rule("tp.machine.chariot.flee")
@pytest.mark.parametrize(("dice", "caught"), [([1, 4], False), ([4, 6], True)])
def test_pursuers_catch_it_by_the_straight_way_it_has_got_away(dice: list[int], caught: bool) -> None:
    fight = field(1, unit("orcs", (36, 20), facing=180, side=1))
    contact(fight, "cars", "orcs")
    with script(fight, dice=[5, 6, *dice], answers=["right", "pursue"]):
        after_flight(fight, [0], flee(fight, 0, "tp.stress.result"))
    (pursuit,) = told(fight, Pursued)
    assert pursuit.caught == caught
    assert abs(turn(piece(fight, "orcs").facing, 18000)) <= 10


@pytest.mark.rule("tp.machine.chariot.turning", "tp.move.pursue.move")
@pytest.mark.parametrize(("facing", "turned", "caught"), [(0, 0, True), (90, 4500, False)])
def test_a_pursuing_chariot_turns_by_45_degrees_at_most_and_drives_past_its_quarry(
    facing: int, turned: int, caught: bool
) -> None:
    fight = field(1, unit("orcs", (36, 30), side=1), facing=facing)
    orcs = piece(fight, "orcs")
    orcs.fleeing, orcs.flight_run = True, inches(3)
    with script(fight, dice=[3, 3]):
        pursue(fight, 0, 1)
    assert piece(fight, "cars").facing == turned and told(fight, Pursued)[0].caught == caught


# --- impact --------------------------------------------------------------------------------------------------


def crashing(models: int, run: float, enemy: Figure | None = None, **more: Any) -> Fight:
    fight = field(
        models, unit("orcs", (36, 20), facing=180, side=1, models=30, files=10, figure=enemy or foot()), spaced=0,
        figure=car(blows=(Blows(1, 4),), **more),
    )  # fmt: skip
    contact(fight, "cars", "orcs", charge=inches(run), run=inches(run), clock=1)
    return fight


@pytest.mark.rule("tp.machine.chariot.impact", "tp.combat.hit.automatic")
def test_three_chariots_crash_in_with_five_hits_before_any_blow() -> None:
    fight = crashing(3, 9)
    theirs = len(fighters(fight, 1, fight.state.contacts[0]))
    with script(fight, dice=[1, 4, 6, *[1] * 5, *[1] * 3, *[1] * theirs]):
        fight_round(fight, [0, 1])
    (crash,) = told(fight, RanOver)
    assert (crash.chariots, crash.hits) == (3, 1 + 2 + 2)
    kinds = [type(one.event).__name__ for one in fight.told]
    assert "Struck" not in kinds[: kinds.index("RanOver")] and "Struck" in kinds


@pytest.mark.rule("tp.machine.chariot.impact")
@pytest.mark.parametrize(("run", "earlier", "crash"), [(7.0, 0, False), (7.1, 0, True), (4, 5, True)])
def test_only_a_charge_of_more_than_7_inches_crashes(run: float, earlier: float, crash: bool) -> None:
    fight = crashing(1, run)
    fight.state.contacts = []
    contact(fight, "cars", "orcs", charge=inches(run), run=inches(run + earlier), clock=1)
    with script(fight, dice=[1, 1] if crash else []):
        assert bool(run_over(fight, [0, 1])) == crash


@pytest.mark.rule("tp.machine.chariot.impact")
def test_there_is_no_crash_in_the_second_round() -> None:
    fight = crashing(1, 9)
    fight.state.contacts = []
    contact(fight, "cars", "orcs", charge=inches(9), run=inches(9), rounds=1)
    with script(fight):
        assert not run_over(fight, [0, 1])


@pytest.mark.rule("tp.machine.chariot.scythes")
def test_scythes_make_it_a_d3() -> None:
    fight = crashing(1, 9, impact=3)
    with script(fight, dice=[6, 1, 1, 1]):
        run_over(fight, [0, 1])
    assert told(fight, RanOver)[0].hits == 3


@pytest.mark.rule("tp.machine.chariot.impact")
def test_whoever_is_crushed_does_not_strike_back() -> None:
    fight = crashing(1, 9)
    theirs = len(fighters(fight, 1, fight.state.contacts[0]))
    with script(fight, dice=[6, 6, 6, 1, *[1] * (theirs - 2)]):
        fight_round(fight, [0, 1])
    (back,) = [blow for blow in told(fight, Struck) if blow.piece == 1]
    assert back.blows == theirs - 2


# --- the rest ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.machine.chariot.class")
def test_a_chariot_has_nothing_of_the_machines() -> None:
    fight = field()
    assert save_against(fight, Attack(0, 1, "missile", "tp.weapon.bow", 1)).total == 4
    with script(fight, dice=[1, 1], answers=["left"]):
        flee(fight, 0, "tp.stress.result")
    assert piece(fight, "cars").standing and piece(fight, "cars").fleeing


@pytest.mark.rule("tp.machine.chariot.shooting")
def test_all_chariots_of_a_group_shoot_also_those_behind_others() -> None:
    fight = field(3, figure=car(weapons=("spear", "bow")))
    cars = piece(fight, "cars")
    column = [(36, 20 - DEEP / 2 - at * (DEEP + 1)) for at in range(3)]
    cars.places = tuple((inches(x), inches(y)) for x, y in column)
    cars.x, cars.y = body(fight, 0).front
    orcs = piece(fight, "orcs")
    orcs.y = inches(26)
    ((user, weapon, shots),) = salvos(fight, 0, number(fight, "orcs"), "phase")
    assert (user, weapon.id, shots) == (0, "bow", 3)
