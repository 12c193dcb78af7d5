"""Who tests for dangerous ground: those whose own bases come over it, on every way that leads through."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.compass import NORTH
from warhost.engine.field.stance import Stance
from warhost.rulebooks.regiments.bodies import body, pose
from warhost.rulebooks.regiments.fighting.combats import fight_one
from warhost.rulebooks.regiments.land.hazards import cross
from warhost.rulebooks.regiments.moving.moves import move_one
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.special.turns import rush
from warhost.rulebooks.regiments.state import Unit

from .field import easily, number, ours, scene, script, theirs, unit

WOOD_AHEAD = [{"kind": "forest", "at": [36, 24]}]  # from y 21 to 27


def pursuit_into(fresh_at: float, *, wood: list[dict[str, Any]] = WOOD_AHEAD, charged: bool = False) -> Fight:
    """Lancers who ride down a few goblins, with warriors in their way behind the wood."""
    return scene(
        ours("lancers", "men.knights", 5, front=(36, 19), files=5, charged=charged),
        theirs("goblins", "orc.goblins", 5, front=(36, 19), files=5),
        theirs("fresh", "orc.warriors", 20, front=(36, fresh_at), files=5),
        contacts=[{"a": "lancers", "b": "goblins", "fresh": charged}],
        terrain=wood,
        phase="combat",
    )


@pytest.mark.rule("reg.terrain.dangerous", "reg.combat.pursuit")
def test_a_pursuit_that_meets_a_fresh_enemy_behind_a_wood_tests_for_the_wood() -> None:
    fight = pursuit_into(31)
    dice = {
        "to hit": [6, *[1] * 13], "to wound": [6], "break test": [6, 6], "flight": [1, 1],
        "pursuit": [6, 6, 1], "dangerous terrain": [1, 2, 3, 4, 5],
    }  # fmt: skip
    with easily(fight, dice, {"pursue": ["pursue"]}, face=6):
        assert fight_one(fight)
    assert unit(fight, "lancers").models == 4
    assert any({one.a, one.b} == {number(fight, "lancers"), number(fight, "fresh")} for one in fight.state.contacts)


@pytest.mark.rule("reg.terrain.dangerous", "reg.combat.overrun")
@pytest.mark.parametrize(("wood", "left"), [(WOOD_AHEAD, 3), ([], 5)])
def test_so_does_an_overrun(wood: list[dict[str, Any]], left: int) -> None:
    fight = pursuit_into(31, wood=wood, charged=True)
    dice = {"to hit": [6] * 5, "pursuit": [6, 6, 1]}
    if wood:
        dice["dangerous terrain"] = [1, 1, 2, 2, 2]
    with easily(fight, dice, {"overrun": ["overrun"]}, face=6):
        assert fight_one(fight)
    assert unit(fight, "lancers").models == left


@pytest.mark.rule("reg.terrain.dangerous", "reg.army.orc.rule.squabble")
def test_a_rush_that_becomes_a_charge_tests_for_what_it_led_through() -> None:
    fight = scene(
        ours("riders", "orc.boarriders", 5, front=(36, 20), files=5),
        theirs("foe", "men.halberds", 10, front=(36, 25.5), files=5),
        terrain=[{"kind": "hedge", "at": [36, 22], "facing": 90}],
        phase="start",
    )
    with script(fight, [6, 1, 2, 3, 4, 5]):
        rush(fight, 0)
    assert fight.state.contacts
    assert unit(fight, "riders").models == 4


def column(post: int) -> Fight:
    """Ten halberdiers and a Captain on their way past a marsh that takes in the two files on their right."""
    fight = scene(
        ours("men", "men.halberds", 10, front=(36, 10), files=5),
        ours("captain", "men.captain", joined="men"),
        terrain=[{"kind": "marsh", "at": [39.6, 14], "facing": 0}],
        phase="moves",
    )
    captain: Unit = unit(fight, "captain")
    captain.post = post
    return fight


@pytest.mark.rule("reg.terrain.dangerous", "reg.char.join")
@pytest.mark.parametrize(("post", "dice"), [(0, [4]), (4, [3, 1])])
def test_a_character_tests_for_his_own_base_alone(post: int, dice: list[int]) -> None:
    """Two files of two ranks come through: the Captain is one of the four, or is not."""
    fight = column(post)
    with script(fight, [6] * 4, ["men", [["go", 8000]]]) as oracle:
        move_one(fight)
    assert [throw.count for throw in oracle.thrown] == dice


@pytest.mark.rule("reg.terrain.dangerous", "reg.terrain.marsh", "reg.sr.fly")
@pytest.mark.parametrize(("ground", "dice"), [("marsh", [6]), ("forest", [6]), ("river", [])])
def test_flyers_test_where_they_begin_or_end_a_flight(ground: str, dice: list[int]) -> None:
    griffon = ours("own", "men.lord", at=(36, 24), mount="griffon")
    fight = scene(griffon, terrain=[{"kind": ground, "at": [36, 24]}])
    beast = number(fight, "own_mount")
    away = pose(fight, beast, Stance((60_000, 40_000), NORTH, 1))
    for poses in ([body(fight, beast), away], [away, body(fight, beast)]):
        with script(fight, dice):
            cross(fight, beast, poses, "fly")


@pytest.mark.rule("reg.terrain.marsh", "reg.sr.skirmishers")
def test_bats_over_a_marsh_do_not() -> None:
    fight = scene(ours("own", "und.bats", 3, at=(36, 24), files=3), terrain=[{"kind": "marsh", "at": [36, 24]}])
    with script(fight):
        cross(fight, 0, [body(fight, 0)], "fly")
