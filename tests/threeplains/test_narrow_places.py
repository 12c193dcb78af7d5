"""Units that narrow their front: on bridges, between friends, in and out again."""

from __future__ import annotations

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.setting import Fight

from .marching import at, cost, go, judge, play, refused
from .scene import Placed, feature, number, piece, scene, unit

FAR_ENEMY = unit("foe", at=(66, 44), facing=180, side=1)
BRIDGE = feature("stone bridge", (36, 17), (2.5, 7))  # three files of 0.79 inches pass


def at_the_bridge(water: str, y: float = 13, narrow: int = 0) -> Fight:
    """Twenty in five files before, or on, a bridge over six inches of water."""
    river = feature(water, (36, 17), (72, 6))
    guard = unit("guard", at=(36, y), narrow=narrow)
    return scene(guard, FAR_ENEMY, terrain=[river, BRIDGE])


def next_turn(fight: Fight) -> None:
    guard = piece(fight, "guard")
    guard.turn.spent, guard.turn.acted, guard.turn.nudged, guard.turn.stretched = 0, False, False, 0


def width(fight: Fight) -> int:
    return body(fight, number(fight, "guard")).files


# --- bridges -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.unit.slim", "tp.terrain.bridge.stone")
@pytest.mark.parametrize("water", ["deep water", "impassable"])
def test_a_unit_crosses_a_bridge_narrow_and_is_wide_again_beyond_it(water: str) -> None:
    fight = at_the_bridge(water)
    play(fight, "guard", [go(36, 17, "narrow")])
    assert at(fight, "guard") == (36, 17, 0) and width(fight) == 3
    for y in (20, 22.5):
        next_turn(fight)
        play(fight, "guard", [go(36, y)])
        assert at(fight, "guard") == (36, y, 0) and width(fight) == 3
        assert not flaws(fight.setting, fight.state)
    next_turn(fight)
    play(fight, "guard", [go(36, 24)])
    assert width(fight) == 5


@pytest.mark.rule("tp.move.unit.slim", "tp.terrain.deep_water")
def test_nobody_has_to_narrow_for_water() -> None:
    fight = at_the_bridge("deep water")
    verdict = judge(fight, "guard", go(36, 17))
    assert not isinstance(verdict, Refusal) and verdict["cost"] == pytest.approx(inches(7), abs=2)
    play(fight, "guard", [go(36, 16)])
    assert width(fight) == 5


@pytest.mark.rule("tp.terrain.bridge.stone", "tp.terrain.impassable")
def test_only_the_bridge_leads_over_what_cannot_be_crossed() -> None:
    fight = at_the_bridge("impassable")
    assert cost(fight, "guard", go(36, 17)) == 4
    assert refused(fight, "guard", go(37, 17)) == "tp.terrain.impassable"
    without = scene(unit("guard", at=(36, 13)), FAR_ENEMY, terrain=[feature("impassable", (36, 17), (72, 6))])
    assert refused(without, "guard", go(36, 17)) == "tp.terrain.impassable"


@pytest.mark.rule("tp.terrain.impassable")
def test_no_bridge_leads_through_rocks() -> None:
    rocks = scene(unit("guard", at=(36, 13)), FAR_ENEMY, terrain=[feature("rocks", (36, 17), (72, 6)), BRIDGE])
    assert refused(rocks, "guard", go(36, 17)) == "tp.terrain.impassable"


# --- between friends -----------------------------------------------------------------------------------------


def between(*friends: Placed, y: float = 11) -> Fight:
    return scene(unit("guard", at=(36, y), models=20, files=10), *friends, FAR_ENEMY)


def friend(name: str, x: float, top: float, side: int = 0) -> Placed:
    """Sixteen deep files: five wide (3.94 inches), about 12 deep."""
    return unit(name, at=(x, top), models=75, files=5, side=side)


@pytest.mark.rule("tp.move.unit.slim")
def test_a_unit_walks_on_between_two_friends_however_deep_they_stand() -> None:
    fight = between(friend("west", 32.4, 25), friend("east", 39.6, 25))
    for y in (16, 18.5, 22, 25.5):
        play(fight, "guard", [go(36, y)])
        assert at(fight, "guard")[:2] == (36, y) and width(fight) == 4
        next_turn(fight)
    play(fight, "guard", [go(36, 31)])
    assert width(fight) == 10


@pytest.mark.rule("tp.move.unit.slim")
@pytest.mark.parametrize(("away", "files"), [(5.45, 8), (5.51, 9), (5.91, 10)])
def test_a_unit_is_narrowed_by_no_more_files_than_it_must(away: float, files: int) -> None:
    fight = between(friend("west", 36 - away, 25), friend("east", 36 + away, 25))
    play(fight, "guard", [go(36, 16)])
    assert width(fight) == files


@pytest.mark.rule("tp.move.unit.slim")
def test_a_unit_that_narrowed_goes_on_past_the_longer_of_its_neighbours() -> None:
    fight = between(friend("west", 32.4, 25), friend("east", 39.6, 17))
    play(fight, "guard", [go(36, 16)])
    for y in (19.5, 23, 26):
        next_turn(fight)
        play(fight, "guard", [go(36, y)])
        assert at(fight, "guard")[:2] == (36, y) and width(fight) == 4


@pytest.mark.rule("tp.move.unit.slim")
def test_a_unit_that_narrowed_does_not_slip_past_an_enemy_for_that() -> None:
    orcs = unit("orcs", at=(39.7, 20), facing=180, side=1)
    fight = between(friend("west", 32.4, 25), friend("east", 39.6, 17), orcs)
    play(fight, "guard", [go(36, 16)])
    next_turn(fight)
    assert refused(fight, "guard", go(36, 23)) in ("tp.move.p2p.space", "tp.move.p2p.path")


@pytest.mark.rule("tp.move.unit.slim")
def test_a_single_friend_is_still_walked_round() -> None:
    fight = between(friend("west", 32.4, 25))
    assert refused(fight, "guard", go(36, 16)) == "tp.move.p2p.space"
