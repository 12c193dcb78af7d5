"""Moments of a battle from files: what is written works, or is refused with its key."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.data import DataError
from warhost.rulebooks.warband.fighting.combat import moments
from warhost.rulebooks.warband.turn import begin_turn

from .scene import man, scene


def test_who_has_charged_has_come_to_whom_he_touches() -> None:
    fight = scene(
        man(0, 10, 10, flags=["charged"], weapons=["club"], profile={"i": 3}),
        man(1, 11, 10, weapons=["club"], profile={"i": 5}),
        phase="combat",
    )
    assert fight.state.warriors[0].reached == (1,)
    groups = [next(iter(moments(fight, number))).group for number in (0, 1)]
    assert groups[0] < groups[1]


@pytest.mark.rule("war.turn.round")
@pytest.mark.parametrize("active", [0, 1])
def test_a_turn_that_is_about_to_begin_is_of_the_round_that_is_written(active: int) -> None:
    fight = scene(man(0, 10, 10), man(1, 40, 40), phase="start", round=6, active=active)
    begin_turn(fight)
    assert fight.state.round == 6


@pytest.mark.parametrize(
    "own, more, key",
    [
        ({"traits": ["blubber"]}, {}, "warriors[0].traits"),
        ({"weapons": ["great"], "gear": ["club"]}, {}, "warriors[0].weapons"),
        ({"gear": ["sword", "axe", "club", "spear", "great"]}, {}, "warriors[0].gear"),
        ({"wounds": 9}, {}, "warriors[0].wounds"),
        ({"side": 7}, {}, "warriors[0].side"),
        ({"profile": {"i": 99}}, {}, "warriors[0].profile.i"),
        ({}, {"out": [5], "started": [1]}, "out[0]"),
    ],
)
def test_what_cannot_be_is_refused_with_its_key(own: dict[str, Any], more: dict[str, Any], key: str) -> None:
    with pytest.raises(DataError) as fault:
        scene({**man(0, 10, 10), **own}, man(1, 40, 40), **more)
    assert key in str(fault.value)


@pytest.mark.parametrize("trait", ["deadly eye", "lost arm", "lost eye", "old wound", "stupidity", "enmity"])
def test_skills_and_old_injuries_are_known(trait: str) -> None:
    assert scene(man(0, 10, 10, traits=[trait]), man(1, 40, 40)).setting.fighters[0].has(trait)
