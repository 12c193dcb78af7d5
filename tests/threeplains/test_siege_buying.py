"""What the Besiegers buy as they set up, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.course import Bought
from warhost.rulebooks.threeplains.figure import Figure
from warhost.rulebooks.threeplains.opening.deployment import Deploy, deploy_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.buying import ENOUGH, affordable, left_to_spend, shop
from warhost.rulebooks.threeplains.siege.implements import carried, hands_needed
from warhost.rulebooks.threeplains.state import Implement
from warhost.rulebooks.threeplains.telling.names import Names
from warhost.rulebooks.threeplains.telling.view import view

from .scene import foot, number, piece, script, told, unit
from .strongholds import siege

SKIRMISHERS = foot(loose=True, traits=("skirmishers",), kind="skirmishers")
HURLER = foot(category="machine", kind="machine", movement=0, shoots="stone crude")
RIDERS = foot(category="cavalry", kind="cavalry")
BOLTS = foot(category="machine", kind="machine", movement=0, shoots="bolt")


def camp(figure: Figure | None = None, models: int = 20, **more: Any) -> Fight:
    fight = siege(unit("orcs", (25, 40), facing=180, models=models, figure=figure, **more),
                  unit("guard", (25, 5), side=1))  # fmt: skip
    fight.state.clock, fight.state.phase = 0, "deployment"
    return fight


def equip(fight: Fight, gear: tuple[str, ...]) -> None:
    fight.state.advance(train=tuple(Implement(kind, 0) for kind in gear))


def kinds(fight: Fight) -> tuple[str, ...]:
    return tuple(one.kind for one in carried(fight, 0))


@pytest.mark.rule("tp.siege.deploy", "tp.siege.lists")
def test_two_ladders_are_paid_for_as_their_bearers_are_placed() -> None:
    fight = camp()
    piece(fight, "orcs").fate = "waiting"
    fight.state.active, fight.state.todo = 0, (0,)
    order = Deploy(fight, 0).suggest()[0]
    with script(fight, answers=[order, "siege_ladder", "siege_ladder", ENOUGH]):
        assert deploy_one(fight)
    assert kinds(fight) == ("siege_ladder", "siege_ladder")
    assert fight.state.progress.paid == 100 and left_to_spend(fight) == 900
    assert [(event.price, event.left) for event in told(fight, Bought)] == [(50, 950), (50, 900)]
    said = told(fight, Bought)[1].say(Names(fight.setting, fight.state.pieces))
    assert said.endswith("siege equipment: siege ladder, for 50 siege points; 900 left.")
    shown = next(block for block in view(fight.setting, fight.state, 1).blocks if block.id == "orcs")
    assert "siege ladder 2" in shown.marks


@pytest.mark.rule("tp.siege.equip.drop")
@pytest.mark.parametrize(("models", "lawful"), [(17, True), (16, False)])
def test_there_must_be_hands_for_all_that_is_carried(models: int, lawful: bool) -> None:
    """A ram takes 7 and a bridge 10."""
    fight = camp(models=models)
    equip(fight, ("battering_ram",))
    assert ("portable_bridge" in affordable(fight, 0)) == lawful
    assert hands_needed(fight, 0) == 7


@pytest.mark.rule("tp.siege.points")
@pytest.mark.parametrize(("paid", "offered"), [(950, True), (951, False)])
def test_nothing_is_bought_beyond_the_siege_points(paid: int, offered: bool) -> None:
    fight = camp()
    fight.state.advance(paid=paid)
    assert ("siege_ladder" in affordable(fight, 0)) == offered


@pytest.mark.rule("tp.siege.siege_ladder")
def test_no_piece_has_more_of_a_kind_than_it_may() -> None:
    fight = camp(models=40)
    equip(fight, ("siege_ladder",) * 3)
    assert "siege_ladder" in affordable(fight, 0)
    equip(fight, ("siege_ladder",) * 4)
    assert "siege_ladder" not in affordable(fight, 0)


@pytest.mark.rule("tp.siege.grappling_hooks", "tp.siege.race.wall_stones")
@pytest.mark.parametrize(
    ("figure", "models", "has"),
    [(SKIRMISHERS, 8, {"grappling_hooks"}), (BOLTS, 1, set()), (RIDERS, 10, set())],
    ids=["skirmishers", "a machine that throws no stones", "riders"],
)
def test_who_can_carry_what(figure: Figure, models: int, has: set[str]) -> None:
    assert set(affordable(camp(figure, models), 0)) == has


@pytest.mark.rule("tp.siege.race_equipment")
def test_what_only_some_lists_have_the_others_do_not_get() -> None:
    fight = camp(HURLER, 1)
    assert affordable(fight, 0) == []  # the army of this test is on nobody's list


@pytest.mark.rule("tp.siege.lists")
def test_defenders_and_those_who_can_carry_nothing_are_not_asked() -> None:
    fight = camp(BOLTS, 1)
    with script(fight):
        shop(fight, 0)
    assert not told(fight, Bought)
    assert "tp.siege.lists" not in fight.setting.parts[1].rules
    assert number(fight, "guard") == 1
