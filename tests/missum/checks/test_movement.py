"""The checks of chapter 4, movement, and of the authored rules about bodies on the table."""

from __future__ import annotations

from math import isclose, pi

import pytest

from warhost.rulebooks.missum.bodies import body
from warhost.rulebooks.missum.command import with_legion
from warhost.rulebooks.missum.events import NerveTested, Struck
from warhost.rulebooks.missum.fighting.contact import join
from warhost.rulebooks.missum.fighting.ranks import strikers
from warhost.rulebooks.missum.fighting.strikes import close_round, strike
from warhost.rulebooks.missum.land.sight import sees
from warhost.rulebooks.missum.morale.rout import due, rout
from warhost.rulebooks.missum.moving.course import Course
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.state import NOBODY

from ..scene import at, events, go, leader, load, melee, north, number, order, piece, plan, refused, scene, south

HEAVY = ["heavy", "shield", "long sword", "regular"]
COUNTER = {"step": 5, "mover": "north"}


@pytest.mark.rule("mis.move.wheel")
def test_a_wheel_of_90_degrees_is_236_mm_long() -> None:
    fight = scene(south("a", (600, 500), options=["light", "long sword"], effects={"grace": 4}), **COUNTER)
    wheeled = plan(fight, "a", ("face", 9000))
    assert isinstance(wheeled, Course) and isclose(wheeled.spent / 1000, 150 * pi / 2, abs_tol=0.2)
    mover = scene(south("a", (600, 500)))
    assert refused(mover, "a", ("face", 2864)) == "" and refused(mover, "a", ("face", 2880)) == "mis.move.wheel"


@pytest.mark.rule("mis.move.drift")
def test_a_drift_of_100_mm_is_71_forward_and_71_sideways() -> None:
    fight = scene(south("a", (600, 500)), **COUNTER)
    moved = plan(fight, "a", go(670.71, 570.71))
    assert isinstance(moved, Course) and isclose(moved.spent, 100_000, abs_tol=20) and moved.piece.facing == 0


@pytest.mark.rule("mis.move.facing-line")
@pytest.mark.parametrize("first, again", [(75, True), (76, False), (100, False)])
def test_a_second_turn_for_whoever_has_used_half(first: int, again: bool) -> None:
    fight = scene(south("a", (600, 500)), **COUNTER)
    acts = ("turn", 9000), ("turn", -9000)
    assert (refused(fight, "a", go(600, 500 + first), *acts) == "") is again


@pytest.mark.rule("mis.move.facing-melee", "mis.disorg.recover")
def test_turned_at_the_end_of_the_second_turn() -> None:
    arms = ["heavy", "shield", "sword", "imperial bodyguard"]
    guard = north("b", (600, 700), facing=0, figures=100, options=arms)
    fight = scene(south("a", (600, 499)), guard, turn=3, step=5, dice=[1])
    join(fight, 0, 1, (600_000, 300_000))
    told = []
    for turn in (3, 4, 5):
        fight.state.turn, fight.state.step = turn, 9
        load(fight, [100] * 4)
        fight.told.clear()
        strike(fight, second=False)
        strike(fight, second=True)
        told += [one.difference for one in events(fight, Struck) if one.piece == 0]
        close_round(fight)
    # rear +3, disorganized +3, no shield; then frontal, but still disorganized
    assert told == [7 + 3 + 3 - 6] * 2 + [7 + 3 - 11]


@pytest.mark.rule("mis.move.facing-same")
def test_a_square_touched_on_a_short_side() -> None:
    fight = scene(
        south("t", (500, 500), square=True, options=HEAVY),
        north("a", (600, 460), figures=5, files=5, facing=270),
        step=5,
    )  # no die is given: nobody tests
    order(fight, "a", go(575, 460))
    one = melee(fight, "a", "t")
    assert strikers(fight, one, number(fight, "t")) == 4 and one.counts == "front"
    assert not piece(fight, "t").disorganized and not events(fight, NerveTested)


@pytest.mark.rule("mis.rout.timing", "mis.morale.panic-timing", "mis.situation.rear")
def test_routed_in_magic_and_contacted_before_it_fled() -> None:
    fight = scene(south("a", (600, 500)), north("b", (600, 570)), step=2)
    rout(fight, 1, "the Knowledge", "mis.spell.knowledge")
    fight.state.step = 3
    order(fight, "a", go(600, 575))
    fight.state.step, fight.state.active = 5, 1
    assert due(fight, 1) == []
    fight.state.step = 9
    load(fight, [100] * 4)
    strike(fight, second=False)
    strike(fight, second=True)
    assert [(one.piece, one.difference) for one in events(fight, Struck)] == [(0, 7 + 3 + 3 - 4)]
    fight.state.turn, fight.state.step = 5, 1
    piece(fight, "b").flees = 51
    assert due(fight, 1) == [1]


@pytest.mark.rule("mis.add.command-move", "mis.command.dritlan-attached")
def test_a_dritlan_on_his_way_to_a_legion_260_mm_away() -> None:
    fight = scene(
        south("a", (300, 500), options=HEAVY), south("b", (727.5, 500), options=HEAVY),
        leader("d", "dritlan", (300, 420)), north("foe", (600, 1100)), step=3,
    )  # fmt: skip
    # his row reaches from 277.5 to 322.5; b begins at 652.5: he goes along the rear
    legion = number(fight, "d")
    places = []
    for turn, step, x in ((4, 3, 400), (4, 7, 500), (5, 5, 640)):
        fight.state.turn, fight.state.step = turn, step
        fight.state.mover, fight.state.active = (0, 0) if step != 5 else (1, 0)
        if turn == 5:
            piece(fight, "d").spent = 0
        assert refused(fight, "d", go(x + 101, 420)) or step == 5
        order(fight, "d", go(x, 420))
        places.append(with_legion(fight, legion))
    assert places == [NOBODY, NOBODY, number(fight, "b")]


@pytest.mark.rule("mis.add.slopes", "mis.terrain.gentle-slope")
def test_over_the_middle_of_a_small_hill() -> None:
    hill = [{"kind": "hill", "at": [600, 600], "tiers": [200]}]
    column = south("a", (600, 500), figures=6, files=2, options=["light", "long sword"])
    up = scene(column, terrain=hill, **COUNTER)
    assert refused(up, "a", go(600, 650)) == "" and refused(up, "a", go(600, 651)) == "mis.chart.terrain"
    down = scene({**column, "at": [600, 620]}, terrain=hill, **COUNTER)
    assert refused(down, "a", go(600, 820)) == ""


@pytest.mark.rule("mis.add.visibility", "mis.setup.platform")
@pytest.mark.parametrize("raised", [False, True])
def test_a_team_behind_its_own_line_sees_only_from_a_platform(raised: bool) -> None:
    team = leader("t", "team", (600, 420), options=["level 5"], platform=raised)
    fight = scene(team, south("line", (600, 500), figures=30), north("b", (600, 700)), step=2)
    assert sees(fight, number(fight, "t"), number(fight, "b")) is raised


@pytest.mark.rule("mis.add.conform")
def test_the_comer_swings_about_the_corner_that_touched() -> None:
    fight: Fight = scene(south("a", (600, 500)), north("b", (560, 600), facing=160), **COUNTER)
    order(fight, "a", go(600, 640))
    assert piece(fight, "a").facing == 34000
    assert (body(fight, 0).facing - body(fight, 1).facing) % 36000 == 18000


@pytest.mark.rule("mis.add.terrain-pieces", "mis.terrain.stream")
def test_crossing_a_stream_takes_the_whole_turn_of_heavy_spears() -> None:
    water = [{"kind": "stream", "from": [0, 525], "to": [1200, 525], "width": 50}]
    spears = south("a", (600, 500), options=["heavy", "shield", "long spear"])
    fight = scene(spears, terrain=water, **COUNTER)
    assert refused(fight, "a", go(600, 551)) == "mis.chart.terrain"
    assert at(order(fight, "a", go(600, 550))) == (600, 550) and piece(fight, "a").disorganized == 4
