"""Dragon spikes."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.blows import Damaged, Spiked
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.spikes import spiked

from .scene import foot, script, told, unit
from .strongholds import siege

PLAN = ["wall", "wall: spike", "gate: ladder", "wall", "wall", "wall"]  # the spike at (9, 15)


def dragon(front: float, size: int = 60, airborne: bool = False, **more: Any) -> Fight:
    """A flyer before the wall that looks at it."""
    base = (from_mm(size), from_mm(size))
    beast = foot(category="beast", base=base, flight=inches(20), life=20, **{"toughness": 4, **more})
    flyer = unit("dragon", (9, front), facing=180, models=1, files=1, figure=beast, airborne=airborne)
    return siege(flyer, unit("guard", (30, 5), side=1), plan=PLAN)


@pytest.mark.rule("tp.siege.dragon_spike", "tp.shoot.save.magic")
@pytest.mark.parametrize(("save", "points"), [({}, 8), ({"resistance": 1, "magic": 2}, 4)])
def test_a_large_flyer_two_inches_from_a_spike_takes_its_hits(save: dict[str, int], points: int) -> None:
    fight = dragon(17, **save)
    with script(fight, dice=[3, 5, 3]):  # a D3 of 2
        spiked(fight)
    assert told(fight, Spiked)[0].hits == 2 and told(fight, Damaged)[0].points == points


@pytest.mark.rule("tp.siege.dragon_spike")
@pytest.mark.parametrize(("toughness", "points"), [(6, 2), (7, 1), (8, 0)])
def test_a_spike_takes_six_off_the_toughness(toughness: int, points: int) -> None:
    fight = dragon(17, toughness=toughness)
    with script(fight, dice=[1, 2]):
        spiked(fight)
    assert told(fight, Damaged)[0].points == points



@pytest.mark.rule("tp.siege.dragon_spike")
@pytest.mark.parametrize(
    ("front", "size", "airborne", "hurt"),
    [(18, 60, False, True), (18.01, 60, False, False), (17, 60, True, False), (17, 40, False, True),
     (17, 30, False, False)],
)  # fmt: skip
def test_within_three_inches_on_the_ground_and_not_on_a_small_base(
    front: float, size: int, airborne: bool, hurt: bool
) -> None:
    fight = dragon(front, size, airborne)
    with script(fight, dice=[1, 1] if hurt else []):
        spiked(fight)
    assert bool(told(fight, Spiked)) == hurt


@pytest.mark.rule("tp.siege.dragon_spike")
def test_only_in_the_movement_phase_of_its_owner() -> None:
    fight = dragon(17)
    fight.state.active = 1
    with script(fight):
        spiked(fight)
    assert not told(fight, Spiked)
