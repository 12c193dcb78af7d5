"""The checks of movement that are no plain ways: climbs, falls, jumps, hiding."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.warband.charging.resolving import resolve
from warhost.rulebooks.warband.events import Fell
from warhost.rulebooks.warband.events import Tested as WasTested
from warhost.rulebooks.warband.fighting.blow import Hit, Source
from warhost.rulebooks.warband.fighting.wounds import suffer
from warhost.rulebooks.warband.lookout import glance
from warhost.rulebooks.warband.magic.casting import cast
from warhost.rulebooks.warband.moving.course import Course, course, running
from warhost.rulebooks.warband.moving.falling import fall
from warhost.rulebooks.warband.moving.hiding import look_round, may_not_hide, pass_by
from warhost.rulebooks.warband.moving.legs import tread
from warhost.rulebooks.warband.moving.movement import move_one
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.shooting.shots import act_one
from warhost.rulebooks.warband.state import Charge

from ..scene import events, faces, man, scene, thrown

FAR = man(1, 46, 46)


def block(height: float, *at: float, **more: Any) -> Fight:
    """At the east rim of something so high, or wherever is said."""
    obstacles = [{"name": "block", "rect": [10, 10, 14, 14], "height": height}]
    return scene(man(0, *(at or (14, 12, height)), **more), FAR, obstacles=obstacles)


def gone(fight: Fight, *acts: list[Any], run: bool = False) -> tuple[float, bool]:
    plan = course(fight, 0, list(acts), fight.setting.fighters[0].move, running(fight, 0) if run else 0)
    assert isinstance(plan, Course), plan
    return plan.spent / 1000, tread(fight, 0, plan.legs)


@pytest.mark.rule("war.climb.test", "war.fall.damage", "war.item.rope")
@pytest.mark.parametrize(
    "gear, dice, wounds",
    [([], [5, 3], 0), ([], [5, 2], 1), (["rope"], [5, 6, 5], 0), (["rope"], [5, 6, 4], 1), (["rope"], [5, 3], 1)],
)
def test_climbing_down_four_inches(gear: list[str], dice: list[int], wounds: int) -> None:
    """A fall is a hit of Strength 4, with a rope of Strength 2: wounds on 3 and on 5."""
    fight = block(4, fighter="veteran", profile={"i": 3}, gear=gear)
    faces(fight, *dice, *([] if wounds else [1]))
    safe = len(dice) == 2 and "rope" in gear
    assert gone(fight, ["climb", 0]) == (4, safe)
    thrown(fight)
    assert fight.state.warriors[0].wounds == wounds and fight.state.warriors[0].fell is not safe


@pytest.mark.rule("war.climb.test")
def test_a_failed_ascent_costs_what_he_had_walked_and_nothing_more() -> None:
    fight = block(3, 15, 12)
    faces(fight, 5)
    assert gone(fight, ["go", 14_500, 12_000], ["climb", 3_000]) == (3.5, False)
    assert fight.state.warriors[0].spot == (14_500, 12_000, 0) and not fight.state.warriors[0].fell


@pytest.mark.rule("war.climb.test", "war.climb.basic")
def test_each_climb_takes_its_test() -> None:
    fight = block(2, 14.5, 12)
    faces(fight, 1, 1)
    assert gone(fight, ["climb", 2_000], ["climb", 0]) == (4, True)
    thrown(fight)


@pytest.mark.rule("war.jump.down", "war.fall.min")
@pytest.mark.parametrize("height, tests", [(1.5, 0), (1.9, 0), (2, 1), (3.9, 1), (4, 2), (5, 2), (6, 3)])
def test_a_jump_is_tested_for_every_full_two_inches(height: float, tests: int) -> None:
    fight = block(height, 13, 12, height)
    faces(fight, *[3] * tests)
    assert gone(fight, ["go", 14_000, 12_000], ["jump"], ["go", 17_500, 12_000]) == (4, True)
    thrown(fight)


@pytest.mark.rule("war.jump.down", "war.fall.damage")
def test_the_third_test_of_a_jump_of_six_inches_fails() -> None:
    fight = block(6, profile={"i": 4})
    faces(fight, 4, 4, 5, 2, 1)  # Strength 6 against Toughness 3 wounds on 2
    assert not gone(fight, ["jump"])[1]
    thrown(fight)
    assert events(fight, Fell)[0].drop == 6_000 and fight.state.warriors[0].posture == "down"


@pytest.mark.rule("war.fall.damage", "war.fall.rest", "war.char.w")
def test_who_has_wounds_to_spare_stands_where_he_fell() -> None:
    fight = block(3, profile={"w": 2})
    faces(fight, 4)
    fall(fight, 0, (14_500, 12_000, 0), 3_000)
    thrown(fight)
    warrior = fight.state.warriors[0]
    assert (warrior.wounds, warrior.posture, warrior.fell, warrior.acted) == (1, "up", True, True)


@pytest.mark.rule("war.fall.damage")
@pytest.mark.parametrize("side", [0, 1])
def test_friend_or_enemy_below_takes_the_hit_as_well(side: int) -> None:
    fight = scene(man(0, 12, 13, 3), man(side, 12.5, 13, id="below"), FAR, table="candle", dice=[3, 4, 1])
    fall(fight, 0, (12_500, 13_000, 0), 3_000)
    thrown(fight)
    below = next(one for one in fight.state.warriors if (one.x, one.y) == (12_500, 13_000))
    assert below.posture == "down" and fight.state.warriors[0].wounds == 1 and fight.state.warriors[0].z == 0


@pytest.mark.rule("war.fall.edge", "war.injury.helmet", "war.dice.order")
def test_the_helmet_comes_before_the_edge() -> None:
    """Injury 4 would stun, the helmet turns it into a knock-down, and he keeps his footing at the edge."""
    fight = block(3, 13, 12, 3, gear=["helmet"])
    faces(fight, 4, 4, 4, 2)
    suffer(fight, 0, [Hit(3)], Source(1, "missile"))
    thrown(fight)
    assert (fight.state.warriors[0].posture, fight.state.warriors[0].z) == ("down", 3_000)


@pytest.mark.rule("war.fall.edge", "war.fall.damage", "war.camp.xp")
def test_whoever_knocked_him_over_the_edge_has_put_him_out() -> None:
    """Hit by an arrow, stunned, over the edge, and out of action by the fall."""
    fight = block(6, 13.2, 12, 6)
    faces(fight, 4, 3, 5, 2, 6)
    suffer(fight, 0, [Hit(3)], Source(1, "missile"))
    thrown(fight)
    assert fight.state.warriors[0].fate == "out" and fight.state.warriors[1].kills == (0,)


@pytest.mark.rule("war.fall.edge")
@pytest.mark.parametrize("x, tests", [(12.5, 1), (12.49, 0), (13.9, 1)])
def test_an_inch_from_the_rim_of_his_base(x: float, tests: int) -> None:
    fight = block(3, x, 12, 3)
    faces(fight, 4, 1, *[1] * tests)
    suffer(fight, 0, [Hit(3)], Source(1, "missile"))
    thrown(fight)
    assert len(events(fight, WasTested)) == tests


@pytest.mark.rule("war.jump.gap.far", "war.charge.failed")
def test_a_charge_over_a_gap_of_three_and_a_half_inches() -> None:
    """Between two roofs at 3 inches: he falls to the street 3 inches out, a hit of Strength 3."""
    roofs = {"pieces": [{"piece": "cottage", "at": [4, 10]}, {"piece": "cottage", "at": [15.5, 10]}]}
    fight = scene(man(0, 11.5, 13, 3), man(1, 17, 13, 3), phase="charge", dice=[4, 1], **roofs)
    resolve(fight, Charge(0, 1, "leap"))
    thrown(fight)
    warrior = fight.state.warriors[0]
    assert warrior.spot == (15_000, 13_000, 0) and warrior.failed and warrior.posture == "down"


@pytest.mark.rule("war.camp.skills", "war.jump.gap")
@pytest.mark.parametrize("gap, cost", [(4.5, 4.5), (5.0, 5.0), (5.1, None)])
def test_a_leaper_and_a_wide_gap(gap: float, cost: float | None) -> None:
    roofs = {"pieces": [{"piece": "cottage", "at": [4, 10]}, {"piece": "cottage", "at": [12 + gap, 10]}]}
    fight = scene(man(0, 12, 13, 3, traits=["leap"]), FAR, **roofs)
    found = course(fight, 0, [["leap", round(1000 * (12 + gap)), 13_000]], 4_000, 8_000)
    assert (found.spent / 1000 if isinstance(found, Course) else None) == cost


@pytest.mark.rule("war.camp.skills", "war.jump.down")
@pytest.mark.parametrize("height, lawful", [(9, True), (9.5, False)])
def test_a_leaper_jumps_down_nine_inches(height: float, lawful: bool) -> None:
    fight = block(height, traits=["leap"])
    assert isinstance(course(fight, 0, [["jump"]], 4_000, 0), Course) is lawful


@pytest.mark.rule("war.spell.grace", "war.jump.down", "war.climb.test")
def test_cats_grace_throws_no_dice_for_a_jump_and_a_climb() -> None:
    """Down 6 inches from one block, and up 3 inches on another, without a die."""
    obstacles = [
        {"name": "tower", "rect": [10, 10, 14, 14], "height": 6},
        {"name": "block", "rect": [15, 10, 19, 14], "height": 3},
    ]
    own, wizard = man(0, 14, 12, 6, id="cat"), man(0, 5, 5, id="wiz")
    fight = scene(own, wizard, FAR, obstacles=obstacles, effects=[{"spell": "grace", "on": "cat", "by": "wiz"}])
    assert gone(fight, ["jump"], ["climb", 3_000]) == (3, True)
    assert fight.state.warriors[0].spot == (15_000, 12_000, 3_000)


# --- hiding ---------------------------------------------------------------------------------------------------

RUBBLE = {"piece": "rubble", "at": [9, 9]}  # its south wall runs along y = 10, an inch high


@pytest.mark.rule("war.hide.basic", "war.terrain.cover")
@pytest.mark.parametrize("seer, may", [(None, True), ((12, 18.5, 9), False), ((12, 3.5, 0), True)])
def test_behind_a_wall_with_and_without_somebody_on_a_roof(seer: tuple[float, ...] | None, may: bool) -> None:
    pieces = [RUBBLE, {"piece": "counting", "at": [7, 18.4]}]
    seers = [man(1, *seer)] if seer else []
    fight = scene(man(0, 12, 10.5), man(1, 12, 1), *seers, pieces=pieces)
    assert (may_not_hide(fight, 0) is None) is may
    if seer and not may:
        assert glance(fight, 2, 0).open


@pytest.mark.rule("war.hide.spot.open", "war.terrain.cover")
@pytest.mark.parametrize("back, spotted", [(1.0, False), (1.7, True)])
def test_seen_all_over_across_a_low_wall_he_is_not_spotted_while_it_is_near(back: float, spotted: bool) -> None:
    wall = {
        "obstacles": [{"name": "wall", "rect": [0, 19.9, 15, 20], "height": 0.5}],
        "pieces": [{"piece": "counting", "at": [0, 3]}],
    }
    fight = scene(man(0, 5.2, 20 + back, flags=["hidden"]), man(1, 5, 12.9, 9), **wall)
    assert glance(fight, 1, 0).clear.bit_count() == 9
    look_round(fight)
    assert fight.state.warriors[0].hidden is not spotted


@pytest.mark.rule("war.hide.spot.near")
@pytest.mark.parametrize("y, spotted", [(14.9, True), (15.0, True), (15.1, False)])
def test_the_nearest_point_of_the_whole_way_counts(y: float, spotted: bool) -> None:
    """He ends his run more than 6 inches away; an Initiative of 4."""
    fight = scene(man(0, 10, 10, flags=["hidden", "cloaked"]), man(1, 17, y, profile={"i": 4}))
    warrior = fight.state.warriors[1]
    before = warrior.spot
    warrior.x = 3_000
    pass_by(fight, 1, before)
    assert fight.state.warriors[0].hidden is not spotted


@pytest.mark.rule("war.spell.cloak", "war.hide.spot.near")
@pytest.mark.parametrize("to, hidden", [(15.1, True), (15.0, False)])
def test_a_cloaked_man_in_the_open_until_somebody_comes_near(to: float, hidden: bool) -> None:
    """Five inches from an enemy with Initiative 4, who then comes to 4 inches."""
    wizard = man(1, 10, 10, band="gutter", fighter="hexer", spells={"cloak": 6}, id="wiz")
    foe = man(0, 16, 10, profile={"i": 4}, id="foe")
    fight = scene(foe, wizard, phase="shooting", active=1, dice=[3, 3])
    cast(fight, 1, "cloak")
    look_round(fight)
    assert fight.state.warriors[1].hidden
    fight.state.phase, fight.state.active = "movement", 0
    fight.oracle.answers = ["lantern-foe", [["go", round(1000 * to), 10_000]]]  # type: ignore[attr-defined]
    move_one(fight)
    assert fight.state.warriors[1].hidden is hidden


@pytest.mark.rule("war.hide.spot.act", "war.hide.basic")
def test_a_hidden_archer_is_spotted_before_his_shot_and_stays_so() -> None:
    fight = scene(
        man(0, 12, 10.5, flags=["hidden"], id="own", gear=["bow"]),
        man(1, 12, 3, id="foe"),
        pieces=[RUBBLE],
        phase="shooting",
        dice=[1],
        answers=["lantern1-own", "lantern2-foe"],
    )
    act_one(fight)
    assert not fight.state.warriors[0].hidden
    kinds = [type(told.event).__name__ for told in fight.told]
    assert kinds.index("Changed") < kinds.index("Shot")
