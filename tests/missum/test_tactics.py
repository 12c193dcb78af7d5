"""What the tactician does, and what it does not."""

from __future__ import annotations

import pytest

from warhost.engine.question import Choose
from warhost.rulebooks.missum.moving.orders import March
from warhost.rulebooks.missum.tactics.marching import march, who

from .scene import leader, north, number, order, piece, scene, south

SWORDS = ["medium", "shield", "long sword"]


@pytest.mark.rule("mis.charge.once")
@pytest.mark.parametrize("away, charges", [(160, True), (400, False)])
@pytest.mark.parametrize("options", [SWORDS, [*SWORDS, "light crossbow"]])
def test_the_one_charge_is_kept_for_a_contact(away: int, charges: bool, options: list[str]) -> None:
    weak = north("b", (600, 300 + away), figures=20, options=["light", "dagger", "peasants"])
    fight = scene(south("a", (600, 300), options=options), weak, step=5, mover="north", turn=4)
    *_, best = march(fight, March(fight, number(fight, "a")))
    assert ("charge" in [act[0] for act in best]) is charges


@pytest.mark.rule("mis.command.kerdu-replace", "mis.command.kerdu-post", "mis.command.radius")
@pytest.mark.parametrize("lost, away, goes", [(0, 500, False), (3, 500, False), (2, 500, True), (2, 150, False)])
def test_the_kerdu_goes_to_those_he_has_taken_over_when_they_are_far_off(lost: int, away: int, goes: bool) -> None:
    fight = scene(
        south("a", (600, 100 + away)),
        leader("kerdu", "kerdu", (600, 20)),
        leader("dritlan", "dritlan", (600, 20 + away), lost=lost),
        north("b", (600, 1150)),
        step=5,
        mover="north",
        turn=4,
    )
    piece(fight, "a").acted = fight.state.now
    question = Choose(0, "move", ["kerdu", "done"], "mis.turn.sequence", text="Who moves now?")
    assert next(who(fight, question)) == ("kerdu" if goes else "done")
    if goes:
        *_, best = march(fight, March(fight, number(fight, "kerdu")))
        assert order(fight, "kerdu", *best).y > 200_000
