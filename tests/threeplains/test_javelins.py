"""Javelins are thrown on the run, straight at the enemy."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.charging.pursuit import wipe_out_moves
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.missiles.aiming import to_hit
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER
from warhost.rulebooks.threeplains.turn import step

from .marching import go, play
from .scene import champion, foot, hero, horse, number, piece, scene, script, unit

THROWERS = ("javelin", "sidearm")
SKIRMISHERS = foot(weapons=THROWERS, traits=("skirmishers",), loose=True)
RIDERS = horse(weapons=THROWERS, loose=True)


def advancing(figure: Figure, *orders: list[Any], ahead: float = 17) -> Fight:
    """Men with javelins go as they are ordered; the orcs stand so many inches before them."""
    fight = scene(
        unit("men", (36, 10), figure=figure, models=6, files=3),
        unit("orcs", (36, 10 + ahead), facing=180, side=1, models=20),
    )
    play(fight, "men", list(orders))
    return fight


def score(fight: Fight) -> int:
    javelin = fight.setting.weapons["javelin"]
    return to_hit(fight, number(fight, "men"), number(fight, "orcs"), "phase", javelin).total


@pytest.mark.rule("tp.weapon.javelin")
@pytest.mark.parametrize("figure", [foot(weapons=THROWERS), SKIRMISHERS], ids=["unit", "skirmishers"])
def test_javelins_are_thrown_freely_after_the_whole_move_straight_at_the_target(figure: Figure) -> None:
    fight = advancing(figure, go(36, 17), ahead=15)
    assert piece(fight, "men").turn.spent == inches(7)
    assert score(fight) == 4


@pytest.mark.rule("tp.weapon.javelin")
def test_a_way_in_several_legs_is_straight_if_they_lie_in_one_line() -> None:
    assert score(advancing(RIDERS, go(36, 15), go(36, 20), ["form", 2], ahead=18)) == 4


@pytest.mark.rule("tp.weapon.javelin")
def test_the_way_leads_straight_at_a_front_that_stands_askew() -> None:
    """Its near corner is 2 inches from the men and beside their way, which meets it 4 inches on."""
    fight = advancing(foot(weapons=THROWERS), go(36, 17), ahead=25)
    orcs = piece(fight, "orcs")
    orcs.x, orcs.y, orcs.facing, orcs.files = inches(36.22), inches(20.78), 22500, 10
    assert score(fight) == 4


@pytest.mark.rule("tp.weapon.javelin", "tp.shoot.mod.move")
@pytest.mark.parametrize(
    "orders",
    [[go(33, 14), go(36, 18)], [go(30, 18)], [go(36, 16), ["pivot", 3000]]],
    ids=["round a corner", "past the target", "swinging about"],
)
def test_javelins_suffer_from_any_other_long_move(orders: list[list[Any]]) -> None:
    assert score(advancing(RIDERS, *orders, ahead=15)) == 5


@pytest.mark.rule("tp.weapon.javelin")
def test_whom_turning_costs_nothing_may_turn_on_the_way() -> None:
    hunter = hero("men", (36, 10), facing=90, figure=champion(weapons=THROWERS))
    fight = scene(hunter, unit("orcs", (36, 25), facing=180, side=1, models=20))
    play(fight, "men", [["face", 4500], go(36, 17), ["face", 100]])
    assert score(fight) == 4


@pytest.mark.rule("tp.weapon.javelin", "tp.move.reorganise")
@pytest.mark.parametrize(
    "orders",
    [
        [[go(36, 14), ["reorganise", inches(37), inches(14)]], []],
        [[["reorganise", inches(37), inches(10)]], [go(37, 15)]],
    ],
    ids=["in the end", "at first"],
)
def test_who_shifts_aside_as_well_has_not_gone_straight_at_anybody(orders: list[list[Any]]) -> None:
    fight = scene(
        unit("men", (36, 10), figure=RIDERS, models=6, files=3),
        unit("orcs", (36, 23), facing=180, side=1, models=20),
    )
    play(fight, "men", *orders, dice=[6] * 4 + [1] * 3)
    assert piece(fight, "men").turn.spent > inches(10)
    assert score(fight) == 5


@pytest.mark.rule("tp.weapon.javelin", "tp.move.wipeout")
def test_only_the_way_of_this_turn_and_of_its_own_movement_counts() -> None:
    fight = scene(
        unit("men", (36, 10), figure=RIDERS, models=6, files=3, spent=inches(12)),
        unit("orcs", (36, 22), facing=180, side=1),
    )
    with script(fight, answers=["move", [go(36, 14)]]):
        wipe_out_moves(fight, [0])
    assert score(fight) == 5
    piece(fight, "men").turn.straight, fight.state.phase = 0, "start"
    with script(fight):
        step(fight)
    assert piece(fight, "men").turn.straight == NEVER
