"""On the way up: what has been paid for which wall, who is in a siege tower, and where one can push it."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.charging.onset import charge_move
from warhost.rulebooks.threeplains.events.charges import ChargeHalted
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.structures import collapse
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.implements import hand_over
from warhost.rulebooks.threeplains.siege.setting_up import _put_up
from warhost.rulebooks.threeplains.siege.works import equipment
from warhost.rulebooks.threeplains.state import Feature

from .scene import hero, number, piece, script, told, unit
from .strongholds import siege
from .test_siege_storming import AWAY, LADDER, at_the_wall, check, on_the_walk, orcs, raise_ladder, storm, up

TOWER = "siege_tower"


def begun(kind: str = LADDER, models: int = 8) -> Fight:
    """They have come to straight wall 4 with 3 inches left, and these bring none of them up."""
    fight = at_the_wall(19, models=models, files=2, kind=kind)
    piece(fight, "orcs").turn.spent = inches(4)
    with script(fight, answers=["orcs", [up(files=max(4, models // 2))]]):
        move_one(fight)
    assert (piece(fight, "orcs").climbing, piece(fight, "orcs").climbs) == (inches(3), "top 4")
    piece(fight, "orcs").turn.spent, piece(fight, "orcs").turn.acted = 0, False
    return fight


def fell(fight: Fight, kind: str) -> None:
    collapse(fight, next(at for at, one in enumerate(fight.state.terrain) if one.kind == kind))


@pytest.mark.rule("tp.siege.levels", "tp.siege.breach")
def test_whose_ladder_is_destroyed_has_paid_in_vain_even_if_another_is_put_up_there() -> None:
    fight = begun()
    whole = check(fight, up())["cost"]
    fell(fight, "siege ladder")
    assert piece(fight, "orcs").climbing == 0
    raise_ladder(fight, 19)
    piece(fight, "orcs").turn.spent = 0
    assert check(fight, up())["cost"] > whole


@pytest.mark.rule("tp.siege.levels")
def test_what_was_paid_for_one_wall_does_not_count_for_another() -> None:
    fight = begun()
    piece(fight, "orcs").climbs = "top 6"
    afresh = check(fight, up())["cost"]
    piece(fight, "orcs").climbs = "top 4"
    assert afresh - check(fight, up())["cost"] == inches(3)


@pytest.mark.rule("tp.siege.race.siege_tower", "tp.siege.destroyed_structure")
@pytest.mark.parametrize(("models", "left"), [(14, 4), (10, 0)])
def test_those_who_have_begun_to_climb_through_a_siege_tower_are_slain_in_it(models: int, left: int) -> None:
    """Ten at most are in it, as many as push it."""
    fight = begun("siege_tower", models)
    fell(fight, "siege tower")
    orcs = piece(fight, "orcs")
    assert (orcs.models, orcs.fate == "slain") == (left, not left) and (not left or orcs.climbing == 0)


@pytest.mark.rule("tp.siege.race.siege_tower")
def test_nobody_is_in_a_siege_tower_who_has_not_begun_to_climb_or_climbs_elsewhere() -> None:
    waiting = at_the_wall(19, models=12, kind=TOWER)
    fell(waiting, "siege tower")
    assert piece(waiting, "orcs").models == 12
    ladder = begun(models=12)
    hand_over(ladder, number(ladder, "orcs"), TOWER)
    _put_up(ladder, number(ladder, "orcs"), equipment()[TOWER], [(inches(45), inches(15))])
    fell(ladder, "siege tower")
    assert piece(ladder, "orcs").models == 12


@pytest.mark.rule("tp.siege.race.siege_tower", "tp.move.charge.halt")
@pytest.mark.parametrize(("thing", "halts"), [(TOWER, True), ("battering_ram", False)])
def test_a_charge_with_a_siege_tower_halts_before_ground_that_is_not_open(thing: str, halts: bool) -> None:
    corners = ((8, 27), (30, 27), (30, 29), (8, 29))
    rough = Feature("Scree", "rough", tuple((inches(x), inches(y)) for x, y in corners))
    fight = siege(orcs(y=32), unit("sally", (19, 26), side=1, models=5, files=5), AWAY)
    fight.state.terrain = (*fight.state.terrain, rough)
    hand_over(fight, number(fight, "orcs"), thing)
    with script(fight, dice=[] if halts else [3]):
        outcome = charge_move(fight, number(fight, "orcs"), number(fight, "sally"))
    if halts:
        assert outcome == "short" and told(fight, ChargeHalted)[0].rule == "tp.siege.race.siege_tower"
        assert inches(29) <= piece(fight, "orcs").y <= inches(29.2)
    else:
        assert outcome == "blows" or piece(fight, "orcs").y < inches(29)


# --- characters inside ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.siege_ladder", "tp.character.join.as_one")
def test_a_character_pays_for_the_storm_of_his_group() -> None:
    fight = siege(orcs(), hero("bull", within="orcs"), on_the_walk(19))
    raise_ladder(fight, 19)
    storm(fight)
    assert piece(fight, "bull").turn.spent == piece(fight, "orcs").turn.spent == inches(3)


@pytest.mark.rule("tp.siege.portable_bridge", "tp.character.join.as_one")
def test_a_character_pays_for_the_bridge_that_his_group_lays() -> None:
    fight = siege(unit("orcs", (25, 18.2), facing=180, models=20, files=5), hero("bull", within="orcs"), AWAY)
    hand_over(fight, number(fight, "orcs"), "portable_bridge")
    _put_up(fight, number(fight, "orcs"), equipment()["portable_bridge"], [(inches(25), inches(17))])
    assert piece(fight, "bull").turn.spent == piece(fight, "orcs").turn.spent == inches(2)
