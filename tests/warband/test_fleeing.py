"""Those who do not go where they want: flight, stupidity, crawling."""

from __future__ import annotations

import pytest

from warhost.rulebooks.warband.events import Changed
from warhost.rulebooks.warband.moving.movement import Move
from warhost.rulebooks.warband.nerve.flight import flee_on, refuge, take_flight, wander

from .moves import FAR_FOE
from .scene import RISEN, events, faces, man, scene


@pytest.mark.rule("war.flee.move")
def test_he_flees_to_where_he_is_farthest_from_enemies() -> None:
    fight = scene(man(0, 20, 20), man(1, 18, 20))
    assert refuge(fight, 0, 8_000) == (28_000, 20_000, 0)
    faces(fight, 3, 5)
    take_flight(fight, 0)
    assert fight.state.warriors[0].fleeing and fight.state.warriors[0].x == 28_000


@pytest.mark.rule("war.flee.move")
@pytest.mark.parametrize("dice, fate", [([4, 5], "fled"), ([2, 3], "there")])
def test_in_his_own_phase_he_makes_for_the_nearest_edge(dice: list[int], fate: str) -> None:
    fight = scene(man(0, 7.5, 20, flags=["fleeing"]), man(1, 30, 20))
    faces(fight, *dice)
    flee_on(fight, 0)
    assert fight.state.warriors[0].fate == fate


@pytest.mark.rule("war.psych.immune")
def test_the_immune_do_not_flee() -> None:
    fight = scene(man(0, 20, 20, **RISEN), man(1, 18, 20))
    take_flight(fight, 0)
    assert not fight.state.warriors[0].fleeing and events(fight, Changed)[0].to == "immune"


@pytest.mark.rule("war.psych.stupidity")
def test_a_stupid_troll_wanders_south() -> None:
    fight = scene(man(0, 20, 20, band="gutter", fighter="troll"), man(1, 40, 20))
    faces(fight, 4)
    wander(fight, 0)
    assert fight.state.warriors[0].spot == (20_000, 17_000, 0)


@pytest.mark.rule("war.injury.down")
def test_who_is_down_crawls_two_inches() -> None:
    question = Move(scene(man(0, 10, 10, posture="down"), FAR_FOE), 0)
    assert question.refuse([["go", 12_000, 10_000]]) is None
    assert question.refuse([["go", 12_100, 10_000]]) is not None
