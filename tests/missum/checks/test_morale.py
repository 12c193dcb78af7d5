"""The checks of chapters 6 and 7, morale and disorganization, through real volleys and melees."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.missum.events import NerveTested
from warhost.rulebooks.missum.library import library
from warhost.rulebooks.missum.morale.panic import panic
from warhost.rulebooks.missum.morale.record import record
from warhost.rulebooks.missum.morale.rout import rout
from warhost.rulebooks.missum.morale.stands import next_stand
from warhost.rulebooks.missum.morale.support import check_levels
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.shooting.aiming import aims
from warhost.rulebooks.missum.shooting.volley import resolve
from warhost.rulebooks.missum.state import Shot
from warhost.rulebooks.missum.wounds import remove

from ..scene import events, load, north, number, piece, scene, south, spent

BOWS = ["light", "short sword", "long composite bow", "regular"]
LIGHT30: dict[str, Any] = {"figures": 30, "options": ["light", "sword", "regular"]}  # 8/3


def volley(target: dict[str, Any], *dice: int) -> Fight:
    fight = scene(south("bows", (600, 500), figures=20, files=10, options=BOWS), target, step=4)
    fight.state.shots = (Shot(0, 1, tuple(aim.figure for aim in aims(fight, 0, 1))),)
    load(fight, dice)
    resolve(fight)
    spent(fight)
    return fight


@pytest.mark.rule("mis.morale.panic-causes", "mis.morale.panic-procedure", "mis.profile.hlaka")
@pytest.mark.parametrize(
    "height, dice, passed, fate",
    [
        (50, (11, 11), [True, True], "standing"),  # 6 - 5 - 5 - 2 = -6: ten bows do 2.00
        (50, (11, 12), [True, False], "routing"),
        (50, (12,), [False], "routing"),
        (0, (61, 11, 11, 11), [True, True, True], "standing"),  # on the ground 6 - 5 - 2 = -1: 3.60
    ],
)
def test_hlaka_test_for_each_figure_of_one_volley(
    height: int, dice: tuple[int, ...], passed: list[bool], fate: str
) -> None:
    hlaka = north("f", (600, 620), profile="hlaka", figures=16, files=4, height=height,
                  options=["light", "sword", "skirmishers"])  # fmt: skip
    fight = volley(hlaka, *dice)
    assert [one.passed for one in events(fight, NerveTested)] == passed
    assert piece(fight, "f").fate == fate and piece(fight, "f").figures == (13 if height == 0 else 14)


@pytest.mark.rule("mis.morale.panic-procedure", "mis.disorg.morale")
@pytest.mark.parametrize("roll, disorder, fate", [(13, 0, "standing"), (14, 0, "routing"), (11, 3, "routing")])
def test_heavy_infantry_in_a_panic(roll: int, disorder: int, fate: str) -> None:
    arms = ["heavy", "shield", "long sword", "regular"]
    fight = scene(south("a", options=arms, disorganized=disorder), dice=[roll])
    panic(fight, 0, "mis.morale.panic-causes", "the test")
    assert piece(fight, "a").fate == fate


@pytest.mark.rule("mis.morale.group-levels")
def test_from_six_to_eleven_in_one_blow_is_a_rout_without_a_test() -> None:
    fight = scene(south("a", left=24, **LIGHT30), north("b"), dice=[])
    remove(fight, 0, 5, "mis.missile.casualties")
    check_levels(fight, [0])
    assert piece(fight, "a").fate == "routing" and not events(fight, NerveTested)


@pytest.mark.rule("mis.morale.group-levels", "mis.morale.group-procedure")
def test_the_automatic_level_counts_from_the_first_and_not_from_the_test() -> None:
    fight = scene(south("a", left=23, **LIGHT30), north("b"), dice=[5])
    remove(fight, 0, 3, "mis.missile.casualties")  # 7 to 10
    check_levels(fight, [0])
    assert piece(fight, "a").fate == "standing" and piece(fight, "a").tested
    load(fight)
    remove(fight, 0, 1, "mis.missile.casualties")
    check_levels(fight, [0])
    assert piece(fight, "a").fate == "routing"


@pytest.mark.rule("mis.morale.points-record", "mis.morale.points-routed-friend")
@pytest.mark.parametrize(
    "figures, points", [(1, -1), (20, -1), (21, -2), (40, -2), (41, -3), (45, -3), (60, -3), (61, -4)]
)
def test_a_friend_who_routs_costs_one_for_each_twenty(figures: int, points: int) -> None:
    fight = scene(south("a", (200, 500), figures=figures, files=min(10, figures)), south("b", (500, 500)),
                  south("c", (800, 500), options=["medium", "sword", "huitsan 2"]), north("e", (200, 900)),
                  turn=4, step=9)  # fmt: skip
    rout(fight, 0, "the test", "mis.rout.cause")
    record(fight)
    assert (piece(fight, "b").points, piece(fight, "c").points) == (points, 0)


@pytest.mark.rule("mis.stand.test")
@pytest.mark.parametrize(
    "rating, needs", [(2, 5), (4, 15), (6, 25), (8, 40), (11, 60), (13, 75), (16, 90), (18, 90), (20, 100)]
)
def test_every_row_of_the_last_stand_table(rating: int, needs: int) -> None:
    assert library().stand_needs(rating, False) == needs
    assert library().stand_needs(18, True) == 100


@pytest.mark.rule("mis.stand.test", "mis.stand.effect")
@pytest.mark.parametrize("roll, stands", [(75, True), (76, False)])
def test_heavy_infantry_in_its_village(roll: int, stands: bool) -> None:
    village = [{"kind": "village", "at": [600, 460], "size": 200, "square": True}]
    fight = scene(
        south("a", (600, 500), options=["heavy", "shield", "long sword", "regular"]), north("b", (600, 700)),
        terrain=village, step=0, dice=[roll], answers=["test"],
    )  # fmt: skip
    assert next_stand(fight)
    assert piece(fight, "a").stands is stands and piece(fight, "a").tried
    assert not next_stand(fight) and number(fight, "a") == 0


FIREPOTS = ["light", "dagger", "firepot", "regular"]


@pytest.mark.rule("mis.disorg.firepots")
@pytest.mark.parametrize("strength, lost, disorder", [(40, 2, True), (40, 1, False), (41, 2, False), (41, 3, True)])
def test_firepots_of_two_legions_are_added(strength: int, lost: int, disorder: bool) -> None:
    """Each figure does .36: three do 1.08."""
    pots = [south(name, (x, 500), figures=3, files=3, options=FIREPOTS) for name, x in (("p", 570), ("q", 630))]
    target = north("b", (600, 540), figures=strength, options=["light", "shield", "sword", "regular"])
    fight = scene(*pots, target, step=4)
    b = number(fight, "b")
    shooters = (0, 1) if lost > 1 else (0,)
    fight.state.shots = tuple(Shot(n, b, (0, 1, 2)) for n in shooters)
    load(fight, [8 if lost > 2 else 9, 9] if lost > 1 else [9])
    resolve(fight)
    spent(fight)
    assert strength - piece(fight, "b").figures == lost and bool(piece(fight, "b").disorganized) is disorder
