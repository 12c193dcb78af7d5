"""Computers who besiege: two ways in, at two walls, take the fortress."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.aims import in_a_siege, opposite_its_wall
from warhost.rulebooks.threeplains.siege.ending import leads_in
from warhost.rulebooks.threeplains.siege.implements import hand_over

from .scene import number, unit
from .strongholds import siege
from .test_siege_storming import AWAY, LADDER, at_the_wall, on_the_walk, orcs


def bent(fight: Fight) -> Any:
    return in_a_siege(fight, Move(fight, number(fight, "orcs")))


@pytest.mark.rule("tp.siege.route")
@pytest.mark.parametrize(("carries", "put_up"), [(1, 1), (2, 1), (3, 2)])
def test_computers_keep_a_ladder_for_a_second_wall(carries: int, put_up: int) -> None:
    fight = siege(orcs(), AWAY)
    for _ in range(carries):
        hand_over(fight, number(fight, "orcs"), LADDER)
    [act] = bent(fight)
    assert act[:2] == ["set", LADDER] and len(act[2]) == put_up


@pytest.mark.rule("tp.siege.route")
@pytest.mark.parametrize(("turn", "climbs"), [(6, False), (7, True)])
def test_computers_carry_that_ladder_on_before_they_climb_until_it_is_late(turn: int, climbs: bool) -> None:
    fight = at_the_wall(8, x=8, y=18.5)
    hand_over(fight, number(fight, "orcs"), LADDER)
    fight.state.clock = 2 * turn
    assert (bent(fight)[0][0] == "climb") is climbs


@pytest.mark.rule("tp.siege.route")
def test_computers_who_cannot_get_to_another_wall_climb_here() -> None:
    fight = at_the_wall(8, x=8)
    hand_over(fight, number(fight, "orcs"), LADDER)
    assert bent(fight)[0][0] == "climb"


@pytest.mark.rule("tp.siege.route")
@pytest.mark.parametrize(("guard", "clear"), [(5, False), (30, True)])
def test_a_ladder_is_worth_its_way_where_a_clear_route_would_lead_over_it(guard: float, clear: bool) -> None:
    """Wall 1, from where one goes on along wall 2 and down its ladder."""
    fight = at_the_wall(guard=on_the_walk(guard))
    assert leads_in(fight, 1, (inches(3), inches(15))) is clear


@pytest.mark.rule("tp.siege.route")
def test_besieging_computers_go_to_the_wall_over_which_a_way_is_clear() -> None:
    fight = siege(orcs(x=19, y=25), on_the_walk(16.5, 20, 23))
    hand_over(fight, number(fight, "orcs"), LADDER)
    way = bent(fight)
    assert way[-1][1] < inches(13)


@pytest.mark.rule("tp.siege.deploy")
def test_besieging_computers_line_up_before_the_gate_first_and_then_before_walls() -> None:
    first = siege(orcs(x=40, y=34), AWAY)
    assert opposite_its_wall(first, number(first, "orcs")) == inches(25)
    second = siege(orcs(x=40, y=34), unit("others", (25, 34), facing=180, models=20, files=5), AWAY)
    at = opposite_its_wall(second, number(second, "orcs"))
    assert at is not None and abs(at - inches(25)) >= inches(8)
    assert opposite_its_wall(second, number(second, "watch")) is None
