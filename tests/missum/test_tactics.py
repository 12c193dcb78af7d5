"""What the tactician does not do."""

from __future__ import annotations

import pytest

from warhost.rulebooks.missum.moving.orders import March
from warhost.rulebooks.missum.tactics.marching import march

from .scene import north, number, scene, south

SWORDS = ["medium", "shield", "long sword"]


@pytest.mark.rule("mis.charge.once")
@pytest.mark.parametrize("away, charges", [(160, True), (400, False)])
@pytest.mark.parametrize("options", [SWORDS, [*SWORDS, "light crossbow"]])
def test_the_one_charge_is_kept_for_a_contact(away: int, charges: bool, options: list[str]) -> None:
    weak = north("b", (600, 300 + away), figures=20, options=["light", "dagger", "peasants"])
    fight = scene(south("a", (600, 300), options=options), weak, step=5, mover="north", turn=4)
    *_, best = march(fight, March(fight, number(fight, "a")))
    assert ("charge" in [act[0] for act in best]) is charges
