"""Pieces that melt away as they run: the points are shared out like missile hits."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.charging.flight import flee, scatter
from warhost.rulebooks.threeplains.events.charges import Fled
from warhost.rulebooks.threeplains.figure import from_mm, inches

from .scene import Placed, champion, foot, hero, number, piece, scene, script, told, unit

BEAST = foot(category="beast", kind="mount", base=(from_mm(50), from_mm(50)), life=8)


def lost(*pieces: Placed, dice: list[int]) -> dict[str, int]:
    """The life points that each of them loses in the second flee move of the first."""
    fight = scene(*pieces, unit("orcs", (36, 44), side=1))
    fight.state.pieces[0].fleeing, fight.state.pieces[0].flights = True, 2
    with script(fight, dice=dice):
        scatter(fight, 0)
    return {one.name: piece(fight, one.name).lost for one in pieces}


@pytest.mark.rule("tp.move.scatter", "tp.shoot.disperse.chart")
def test_a_die_for_each_point_says_whether_beast_or_rider_loses_it() -> None:
    beast, rider = unit("beast", (36, 20), models=1, files=1, figure=BEAST), hero("rider", within="beast")
    assert lost(beast, rider, dice=[3, 1, 1, 5, 6, 2]) == {"beast": 3, "rider": 1}


@pytest.mark.rule("tp.move.scatter", "tp.move.reinforce.one")
def test_units_one_behind_the_other_melt_away_alike() -> None:
    front = unit("front", (36, 20), models=10, backing=(1,))
    back = unit("back", (36, 20), models=10, fate="within", host=0)
    assert lost(front, back, dice=[2, 4]) == {"front": 3, "back": 3}


@pytest.mark.rule("tp.move.scatter", "tp.shoot.disperse.characters")
@pytest.mark.parametrize(("dice", "captain"), [([1, 2], 0), ([1, 1], 0), ([4, 2], 3)])
def test_a_hero_loses_what_is_left_over_when_his_men_are_gone(dice: list[int], captain: int) -> None:
    """Of five men two are no unit any more."""
    men, hardy = unit("men", (36, 20), models=5), hero("captain", within="men", figure=champion(life=9))
    assert lost(men, hardy, dice=dice)["captain"] == captain


@pytest.mark.rule("tp.move.scatter")
def test_a_rider_loses_nothing_for_a_mount_that_is_gone() -> None:
    mount = unit("beast", (36, 20), models=1, files=1, figure=BEAST, hurt=7)
    fight = scene(mount, hero("rider", within="beast"), unit("orcs", (36, 44), side=1))
    fight.state.pieces[0].fleeing, fight.state.pieces[0].flights = True, 2
    with script(fight, dice=[1, 2, 1, 1, 1]):
        scatter(fight, 0)
    assert piece(fight, "beast").fate == "slain" and piece(fight, "rider").lost == 0


@pytest.mark.rule("tp.move.scatter", "tp.character.halfwit.exposed")
def test_who_hid_among_men_who_melt_away_loses_what_is_left_over() -> None:
    fool = hero("fool", within="men", role="halfwit", fate="hidden", figure=champion(life=9))
    assert lost(unit("men", (36, 20), models=5), fool, dice=[4, 2])["fool"] == 3


@pytest.mark.rule("tp.move.scatter", "tp.move.flee.move", "tp.combat.it", "tp.character.halfwit.exposed")
@pytest.mark.parametrize("hidden", [{}, {"role": "halfwit", "fate": "hidden"}])
def test_a_hero_whose_men_melt_away_runs_on_alone(hidden: dict[str, Any]) -> None:
    """Three of five fall, the last two are no unit any more; he runs the 2D6 of that flight, if he hid among them
    too."""
    men, captain = unit("men", (36, 20), models=5, facing=180), hero("captain", within="men", **hidden)
    fight = scene(men, captain, unit("orcs", (36, 44), facing=180, side=1))
    fight.state.pieces[0].fleeing, fight.state.pieces[0].flights = True, 1
    fight.state.pieces[0].flight_heading = 18000
    with script(fight, dice=[1, 2, 4, 5]):
        flee(fight, 0, "tp.stress.result")
    (fled,) = told(fight, Fled)
    assert (fled.piece, fled.distance) == (number(fight, "captain"), inches(9))
    assert piece(fight, "captain").fleeing
