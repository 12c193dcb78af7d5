"""Computers who besiege: two ways in, at two walls, take the fortress."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.aims import in_a_siege
from warhost.rulebooks.threeplains.siege.implements import hand_over

from .scene import number
from .strongholds import siege
from .test_siege_storming import AWAY, LADDER, at_the_wall, orcs


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
