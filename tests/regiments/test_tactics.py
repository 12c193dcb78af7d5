"""What the computer player makes of plain situations."""

from __future__ import annotations

from itertools import product

import pytest

from warhost.engine.question import Answer
from warhost.rulebooks.regiments.moving.moves import Move
from warhost.rulebooks.regiments.opening.deployment import Deploy
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.tactics import charging, marching, opening
from warhost.rulebooks.regiments.tactics.clash import yielding
from warhost.rulebooks.regiments.tactics.prospects import danger, rivals

from .field import body_of, number, ours, scene, theirs


def marched(fight: Fight, name: str) -> Answer:
    return marching.order(fight, Move(fight, number(fight, name)))


def test_a_unit_between_others_does_not_stand_there_for_ever() -> None:
    """Friends bar every wheel and a house the way ahead: it takes another way than the straight one."""
    fight = scene(
        ours("own", "men.spears", 20, at=(36, 20), files=5),
        ours("left", "men.halberds", 20, at=(30.5, 20), files=5),
        ours("right", "men.halberds", 20, at=(41.5, 20), files=5),
        theirs("foe", "orc.warriors", 20, at=(36, 44), files=5),
        terrain=[{"kind": "rocks", "at": [36, 25]}],
    )
    assert marched(fight, "own")


def test_lancers_go_round_a_hedge_rather_than_march_over_it() -> None:
    fight = scene(
        ours("own", "men.knights", 6, at=(36, 10), files=6),
        theirs("foe", "orc.warriors", 20, at=(36, 42), files=5),
        terrain=[{"kind": "hedge", "at": [36, 17]}],
    )
    course = Move(fight, number(fight, "own")).course(marched(fight, "own"))
    assert course.stops
    assert not marching.harmed(fight, number(fight, "own"), course)


def test_who_shows_a_flank_is_in_more_danger() -> None:
    fight = scene(
        ours("ahead", "men.spears", 20, at=(30, 20), files=5),
        ours("aside", "men.spears", 20, at=(42, 20), files=5, facing=0),
        theirs("foe", "orc.ironhides", 15, at=(36, 30), files=5),
    )
    risks = [danger(body_of(fight, name), rivals(fight, number(fight, name))) for name in ("ahead", "aside")]
    assert risks[1] > risks[0] > 0


def test_archers_stand_so_wide_that_two_ranks_hold_them_all() -> None:
    fight = scene(
        ours("own", "men.crossbows", 20, at=(36, 8), files=5), theirs("foe", "orc.warriors", 20, at=(36, 44))
    )
    fight.state.units[number(fight, "own")].fate = "waiting"
    answer = opening.place(fight, Deploy(fight, number(fight, "own")))
    assert answer["files"] == 10


@pytest.mark.parametrize(("lost", "least", "most"), [(-6, 0.0, 0.0), (0, 0.05, 0.4), (8, 0.5, 0.7)])
def test_the_more_a_round_is_lost_by_the_surer_a_unit_runs(lost: float, least: float, most: float) -> None:
    fight = scene(ours("own", "men.spears", 20, at=(36, 8)), theirs("foe", "orc.warriors", 20, at=(36, 44)))
    assert least <= yielding(fight, number(fight, "own"), lost) <= most


@pytest.mark.parametrize(("inches", "swift"), list(product(range(2, 13), (False, True))))
def test_the_chance_to_arrive_is_that_of_the_dice(inches: int, swift: bool) -> None:
    falls = [sum(sorted(dice)[-2:]) for dice in product(range(1, 7), repeat=3 if swift else 2)]
    assert charging.chance_of(inches, swift) == sum(fall >= inches for fall in falls) / len(falls)
