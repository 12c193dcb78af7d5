"""Faults in checks that a third reading of the rules brought to light."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.morale.checks import soldiering

from .scene import champion, hero, scene, unit


@pytest.mark.rule("tp.check.sol.bravery", "tp.check.sol.value")
@pytest.mark.parametrize(("away", "dice"), [(5, 6), (15, 4)])
def test_of_equal_soldiers_the_bravest_counts_be_it_the_general_near_by(away: float, dice: int) -> None:
    lord = champion(soldiering=4, ratings={"bravery": 2})
    fight = scene(unit("men", (36, 20), models=10), hero("lord", (36, 20 + away), role="general", figure=lord))
    assert soldiering(fight, 0, "break").total == dice
    assert soldiering(fight, 0, "deviancy").total == 4
