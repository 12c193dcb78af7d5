"""Hiding, and being spotted."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.warband.moving.hiding import look_round, may_not_hide, pass_by

from .scene import man, scene


@pytest.mark.rule("war.hide.basic", "war.terrain.cover")
def test_behind_a_low_wall_a_man_may_hide_unless_a_roof_looks_down_on_him() -> None:
    rubble = {"pieces": [{"piece": "rubble", "at": [9, 9]}]}
    fight = scene(man(0, 12, 10.5), man(1, 12, 1), **rubble)
    assert may_not_hide(fight, 0) is None
    above = scene(man(0, 12, 10.5), man(1, 12, 1), man(1, 12, 20, id="seer"), **rubble)
    refusal = may_not_hide(above, 0)
    assert refusal is not None and refusal.rule == "war.hide.basic"


@pytest.mark.rule("war.hide.norun", "war.turn.states", "war.item.lantern")
@pytest.mark.parametrize(
    "more, rule",
    [
        ({"flags": ["ran"]}, "war.hide.norun"),
        ({"flags": ["stood"]}, "war.hide.basic"),
        ({"posture": "down"}, "war.hide.basic"),
        ({"flags": ["charged"]}, "war.hide.basic"),
        ({"fighter": "captain", "gear": ["lantern"]}, "war.item.lantern"),
    ],
)
def test_who_may_not_hide(more: dict[str, Any], rule: str) -> None:
    refusal = may_not_hide(
        scene(man(0, 12, 10.5, **more), man(1, 40, 40), pieces=[{"piece": "cottage", "at": [13, 10]}]), 0
    )
    assert refusal is not None and refusal.rule == rule


@pytest.mark.rule("war.hide.spot.near", "war.item.lantern")
@pytest.mark.parametrize(
    "foe, at, spotted",
    [
        ({}, (14, 10, 0), True),
        ({}, (14.1, 10, 0), False),
        ({"profile": {"i": 4}}, (14, 10, 3), False),
        ({"fighter": "captain", "profile": {"i": 3}, "gear": ["lantern"]}, (18, 10, 0), True),
    ],
)
def test_an_enemy_who_comes_near_spots_him(
    foe: dict[str, Any], at: tuple[float, float, float], spotted: bool
) -> None:
    fight = scene(
        man(0, 10, 10, flags=["hidden"]),
        man(1, *at, **foe),
        pieces=[{"piece": "cottage", "at": [11.5, 7]}] if at[2] else [],
    )
    pass_by(fight, 1, fight.state.warriors[1].spot)
    assert fight.state.warriors[0].hidden is not spotted


@pytest.mark.rule("war.hide.spot.near")
def test_he_is_spotted_at_the_nearest_point_of_a_run() -> None:
    fight = scene(man(0, 10, 10, flags=["hidden"]), man(1, 16, 14.8, profile={"i": 4}))
    pass_by(fight, 1, (4_000, 14_800, 0))
    assert not fight.state.warriors[0].hidden


@pytest.mark.rule("war.hide.spot.open")
def test_who_is_seen_in_the_open_is_spotted() -> None:
    fight = scene(man(0, 10, 10, flags=["hidden"]), man(1, 30, 10))
    look_round(fight)
    assert not fight.state.warriors[0].hidden
    cloaked = scene(man(0, 10, 10, flags=["hidden", "cloaked"]), man(1, 30, 10))
    look_round(cloaked)
    assert cloaked.state.warriors[0].hidden
