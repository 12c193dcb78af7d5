"""What the computer makes of a moment: whom it charges, when it waits, where its archers stand."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Choose
from warhost.rulebooks.warband.charging.declaring import DONE
from warhost.rulebooks.warband.moving.course import Course
from warhost.rulebooks.warband.moving.movement import Move
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.tactics.charges import charger, gain
from warhost.rulebooks.warband.tactics.duel import fells, hurts
from warhost.rulebooks.warband.tactics.ground import climbs, march
from warhost.rulebooks.warband.tactics.missiles import choose_shooter
from warhost.rulebooks.warband.tactics.standing import DESPERATE, EVEN, WAITING, WARY, bar, waits

from .scene import man, scene

TROLL = {"band": "gutter", "fighter": "troll"}
BOW = {"fighter": "marksman", "gear": ["bow"]}


def charging(*warriors: dict[str, Any]) -> Fight:
    return scene(*warriors, phase="charge")


def chosen(fight: Fight) -> Any:
    own = [fighter.id for fighter in fight.setting.fighters if fighter.side == 0]
    return charger(fight, Choose(0, "charge", [*own, DONE], "war.charge.declare"))


def test_nobody_charges_a_troll_alone_but_whoever_lies_stunned() -> None:
    assert chosen(charging(man(0, 10, 10), man(1, 15, 10, **TROLL))) == DONE
    assert chosen(charging(man(0, 10, 10), man(1, 15, 10, posture="stunned"))) != DONE


def test_a_friend_who_can_come_too_makes_a_charge_worth_it() -> None:
    foe = man(1, 15, 10)
    alone, together = charging(man(0, 10, 10), foe), charging(man(0, 10, 10), foe, man(0, 10, 12))
    assert gain(alone, 0, 1) < gain(together, 0, 1)


@pytest.mark.parametrize("at, far", [(16.5, False), (19, True)])
def test_a_charge_that_would_fall_short_is_not_declared(at: float, far: bool) -> None:
    fight = charging(man(0, 10, 10), man(1, at, 10, posture="stunned"))
    assert (gain(fight, 0, 1) == 0) is far


def test_a_wall_in_the_way_counts() -> None:
    fight = scene(man(0, 5.5, 9), man(1, 5.5, 17, posture="stunned"), phase="charge", table="candle")
    assert gain(fight, 0, 1) == 0  # round the cottage or through its doors it is farther


def test_blows_are_reckoned_by_the_rules_needs() -> None:
    fight = charging(man(0, 10, 10, gear=["club"]), man(1, 15, 10))
    assert hurts(fight, 0, 1) == pytest.approx(1 / 4)  # 4+ to hit, 4+ to wound, no armour
    assert fells(fight, 0, 1) == pytest.approx(1 / 4)


@pytest.mark.parametrize(
    "out, wanted", [([0, 0], EVEN), ([0, 3], WAITING), ([1, 0], WARY), ([2, 0], DESPERATE), ([2, 3], DESPERATE)]
)
def test_who_can_wait_for_the_enemys_rout_risks_little(out: list[int], wanted: float) -> None:
    fight = scene(man(0, 10, 10), man(1, 15, 10), started=[8, 8], out=out)
    assert bar(fight, 0) == wanted
    assert waits(fight, 0) is (wanted == WAITING)


def test_an_archer_with_a_target_does_not_move() -> None:
    fight = scene(man(0, 10, 10, **BOW), man(1, 20, 10))
    assert march(fight, Move(fight, 0)) == []


def holding(*at: float, **more: Any) -> Fight:
    belfry = [{"piece": "belfry", "at": [21, 21]}]
    return scene(man(0, *at, **more), man(1, 24, 8), scenario="tower", pieces=belfry)


@pytest.mark.parametrize(
    "at, height",
    [((22, 22, 0), 3_000), ((24, 22, 0), 3_000), ((26, 26, 3), 6_000), ((25, 22, 3), 4_500), ((22, 22, 6), 9_000)],
)
def test_every_third_goes_up_the_belfry_flight_by_flight(at: tuple[float, ...], height: int) -> None:
    fight = holding(*at)
    question = Move(fight, 0)
    plan = question.planned(march(fight, question))
    assert isinstance(plan, Course) and plan.spot[2] == height and plan.legs


def test_from_a_landing_he_goes_on_up() -> None:
    fight = holding(23.5, 22, 1.5)
    assert march(fight, Move(fight, 0)) == [["up"]]


def test_who_is_at_the_top_stays_there_and_charges_nobody_below() -> None:
    fight = holding(24, 24, 9)
    assert march(fight, Move(fight, 0)) == [] and gain(fight, 0, 1) == 0


def test_leaders_and_those_without_stairs_fight_in_the_streets() -> None:
    assert climbs(holding(22, 22), 0)
    assert not climbs(holding(22, 22, fighter="captain"), 0)
    assert not climbs(holding(18, 18, **TROLL), 0)


@pytest.mark.rule("war.shoot.target", "war.terrain.measure")
@pytest.mark.parametrize("x, shoots", [(35, True), (45, False)])
def test_nobody_shoots_at_those_who_are_much_too_far(x: float, shoots: bool) -> None:
    fight = scene(man(0, 10, 10, gear=["bow"]), man(1, x, 10), phase="shooting")
    archer = fight.setting.fighters[0].id
    question = Choose(0, "shoot", [archer, DONE], "war.turn.shoot")
    assert choose_shooter(fight, question) == (archer if shoots else DONE)
