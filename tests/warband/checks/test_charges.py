"""The checks of charging."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.warband.charging.declaring import declare_one, targets, ways
from warhost.rulebooks.warband.charging.intercepting import interceptors
from warhost.rulebooks.warband.charging.resolving import resolve
from warhost.rulebooks.warband.charging.way import way_to
from warhost.rulebooks.warband.events import Charged, ChargeFailed, Intercepted
from warhost.rulebooks.warband.fighting.combat import fight_one
from warhost.rulebooks.warband.lookout import sees, touching
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.shooting.aim import may_shoot
from warhost.rulebooks.warband.state import Charge, Way

from ..scene import RISEN, events, man, scene, thrown

CANDLE = {"table": "candle"}


def block(height: float) -> dict[str, Any]:
    return {"obstacles": [{"name": "block", "rect": [10, 10, 14, 14], "height": height}]}


def charged(
    *warriors: dict[str, Any], way: Way = "foot", at: Any = None, unseen: bool = False, **more: Any
) -> Fight:
    fight = scene(*warriors, phase="charge", **more)
    target = next(number for number, one in enumerate(fight.state.warriors) if one.side)
    resolve(fight, Charge(0, target, way, at, unseen))
    return fight


@pytest.mark.rule("war.charge.resolve", "war.charge.failed", "war.intercept.basic")
@pytest.mark.parametrize("beside, x", [((17, 11.5), 14.2), ((14, 11.5), 12.67)])
def test_too_long_by_a_little_goes_half_the_way_and_nobody_intercepts(
    beside: tuple[float, float], x: float
) -> None:
    """8.4 inches for Movement 4; he stops an inch short of the man beside his way."""
    fight = charged(man(0, 10, 10, gear=["bow"]), man(1, 19.4, 10), man(1, *beside))
    assert fight.state.warriors[0].x == pytest.approx(1000 * x, abs=51) and not events(fight, Intercepted)
    assert may_shoot(fight, 0) is not None


@pytest.mark.rule("war.charge.failed")
@pytest.mark.parametrize("away, gone", [(10, 5), (20, 8), (8.1, 4.05)])
def test_half_of_the_way_but_not_more_than_the_charge_distance(away: float, gone: float) -> None:
    fight = charged(man(0, 10, 10), man(1, 11 + away, 10))
    assert fight.state.warriors[0].x == pytest.approx(10_000 + 1000 * gone, abs=1)


@pytest.mark.rule("war.charge.failed", "war.charge.climb")
def test_half_of_a_way_that_leads_up_a_wall_ends_at_its_foot() -> None:
    fight = charged(man(0, 6, 6.5), man(1, 6, 15.5, 3), way="climb", **CANDLE)
    assert fight.state.warriors[0].spot == (6_000, 9_500, 0) and fight.state.warriors[0].failed


@pytest.mark.rule("war.charge.resolve", "war.charge.fit")
def test_those_in_contact_are_shifted_to_make_room_for_the_last() -> None:
    """Before a wall four fit, if the one who came first moves aside."""
    wall = {"obstacles": [{"name": "wall", "rect": [20.6, 10, 21, 30], "height": 4}]}
    chargers = [man(0, 15, y) for y in (20, 24, 16, 18)]
    fight = scene(*chargers, man(1, 20, 20), phase="charge", **wall)
    for number in range(4):
        resolve(fight, Charge(number, 4))
    assert all(one.charged for one in fight.state.warriors[:4])
    assert all(touching(fight, number, 4) for number in range(4))


@pytest.mark.rule("war.charge.unseen")
@pytest.mark.parametrize("move, comes", [(4, False), (6, True)])
def test_an_unseen_enemy_whose_way_round_is_long(move: int, comes: bool) -> None:
    wall = {"obstacles": [{"name": "wall", "rect": [10, 19.9, 20, 20], "height": 4}]}
    warriors = man(0, 15.5, 19.4, profile={"m": move}), man(1, 15.5, 23.4)
    fight = scene(*warriors, phase="charge", **wall)
    assert targets(fight, 0) == [1] and not sees(fight, 0, 1)
    fight = charged(*warriors, unseen=True, dice=[2], **wall)
    thrown(fight)
    assert fight.state.warriors[0].charged is comes


@pytest.mark.rule("war.charge.unseen")
@pytest.mark.parametrize("y, lawful", [(24.4, True), (24.5, False)])
def test_an_unseen_enemy_is_within_four_inches(y: float, lawful: bool) -> None:
    wall = {"obstacles": [{"name": "wall", "rect": [10, 19.9, 20, 20], "height": 4}]}
    fight = scene(man(0, 15.5, 19.4), man(1, 15.5, y), phase="charge", **wall)
    assert bool(targets(fight, 0)) is lawful


@pytest.mark.rule("war.intercept.basic", "war.intercept.zone")
@pytest.mark.parametrize(
    "guard, may", [((7.5, 12.5, 3), True), ((8.6, 12.5, 3), False), ((6, 15.3, 3), False), ((7.5, 8.8, 0), True)]
)
def test_a_charge_up_to_a_roof_is_intercepted_on_the_roof_or_before_it(guard: tuple[float, ...], may: bool) -> None:
    fight = scene(man(0, 6, 8), man(1, 6, 14, 3), man(1, *guard), phase="charge", **CANDLE)
    found = way_to(fight, Charge(0, 1, "climb"), 8_000)
    assert found is not None
    assert bool(interceptors(fight, Charge(0, 1, "climb"), found.legs, 8_000, 1)) is may


@pytest.mark.rule("war.intercept.basic", "war.charge.jump", "war.charge.dive")
def test_who_jumps_down_is_stopped_after_landing_and_dives_upon_the_interceptor() -> None:
    fight = charged(
        man(0, 11.5, 13, 3), man(1, 17.5, 13), man(1, 14, 14.5, id="guard"),
        way="jump", at=(12_000, 13_000), dice=[2], answers=["lantern2-guard"],
        pieces=[{"piece": "cottage", "at": [4, 10]}],
    )  # fmt: skip
    warrior = fight.state.warriors[0]
    assert warrior.reached == (2,) and warrior.z == 0 and 12_500 <= warrior.x < 14_000 and warrior.dived


@pytest.mark.rule("war.charge.climb")
@pytest.mark.parametrize("height, move, length", [(4, 4, 8.0), (5, 4, None), (5, 5, 9.0)])
def test_a_climb_in_a_charge_is_paid_and_no_higher_than_his_movement(
    height: float, move: int, length: float | None
) -> None:
    """Two inches to the wall, up, and two on top."""
    fight = scene(man(0, 7.5, 12, profile={"m": move}), man(1, 13, 12, height), phase="charge", **block(height))
    found = way_to(fight, Charge(0, 1, "climb"), 2_000 * move)
    assert (None if found is None else round(found.length / 1000, 2)) == length


@pytest.mark.rule("war.charge.jump", "war.charge.jump.max")
@pytest.mark.parametrize("height, x, comes", [(6, 21.5, True), (6, 21.6, False), (6.1, 21.5, False)])
def test_the_drop_of_a_charge_is_free_and_six_inches_at_most(height: float, x: float, comes: bool) -> None:
    """Two inches to the rim, down, and six inches on."""
    warriors = man(0, 12, 12, height), man(1, x, 12)
    found = way_to(scene(*warriors, phase="charge", **block(height)), Charge(0, 1, "jump"), 8_000)
    assert (found is not None) is comes
    if comes:
        fight = charged(*warriors, way="jump", dice=[3, 3, 3], **block(height))
        thrown(fight)
        assert fight.state.warriors[0].charged and events(fight, Charged)[0].length == 8_000


@pytest.mark.rule("war.charge.dive")
@pytest.mark.parametrize("height, dice, dived", [(1.5, [], False), (2, [2], True)])
def test_a_dive_is_a_jump_of_two_inches_or_more(height: float, dice: list[int], dived: bool) -> None:
    fight = charged(man(0, 13.5, 12, height), man(1, 16, 12), way="jump", dice=dice, **block(height))
    thrown(fight)
    assert fight.state.warriors[0].charged and fight.state.warriors[0].dived is dived


@pytest.mark.rule("war.charge.climb", "war.fall.damage", "war.charge.failed")
def test_who_falls_on_his_way_down_has_failed_and_lies_where_he_fell() -> None:
    fight = charged(man(0, 11.5, 13, 3), man(1, 14.5, 13), way="climb", dice=[4, 3], **CANDLE)
    thrown(fight)  # Strength 3 against Toughness 3 does not wound on a 3
    warrior = fight.state.warriors[0]
    assert warrior.failed and warrior.fell and warrior.spot == (12_500, 13_000, 0) and warrior.posture == "up"


@pytest.mark.rule("war.terrain.bridge")
def test_an_enemy_on_a_walkway_is_charged_along_it() -> None:
    fight = charged(man(0, 28.5, 17.4, 6), man(1, 28.5, 24, 6), **CANDLE)
    assert fight.state.warriors[0].charged and fight.state.warriors[0].spot == (28_500, 23_000, 6_000)


@pytest.mark.rule("war.terrain.stairs", "war.combat.engaged")
@pytest.mark.parametrize("start", [(11, 9), (15, 11, 3)])
def test_who_stands_on_a_landing_is_reached_from_the_foot_and_from_the_head(start: tuple[float, ...]) -> None:
    house = {"pieces": [{"piece": "house", "at": [10, 10]}]}
    foot, head = (11_000, 11_000, 0), (14_000, 11_000, 3_000)
    at = (11.33, 9) if len(start) == 2 else start
    fight = charged(man(0, *at), man(1, 12.5, 11, 1.5), **house)
    assert fight.state.warriors[0].charged and touching(fight, 0, 1)
    assert fight.state.warriors[0].spot == (foot if len(start) == 2 else head)


@pytest.mark.rule("war.charge.multi")
@pytest.mark.parametrize("apart, both", [(0.4, True), (1.0, True), (1.01, False), (1.2, False)])
def test_two_enemies_within_an_inch_of_each_other(apart: float, both: bool) -> None:
    """Side by side across his way; between bases of an inch he touches both only where he fits between them."""
    second = man(1, 20, 21 + apart)
    y = 20 + (1 + apart) / 2
    answers = ["yes"] if both else []
    fight = charged(man(0, 14, y), man(1, 20, 20), second, answers=answers)
    assert len(fight.state.warriors[0].reached) == (2 if both else 1)


@pytest.mark.rule("war.charge.multi", "war.psych.fear")
@pytest.mark.parametrize("dice, reached", [([3, 4], 2), ([4, 4], 1)])
def test_a_second_enemy_who_is_feared_is_tested_for_and_only_left_alone(dice: list[int], reached: int) -> None:
    fight = charged(man(0, 14, 20.7), man(1, 20, 20), man(1, 20, 21.4, **RISEN), answers=["yes"], dice=dice)
    thrown(fight)
    assert len(fight.state.warriors[0].reached) == reached and fight.state.warriors[0].charged


@pytest.mark.rule("war.intercept.one", "war.multi.fight")
@pytest.mark.parametrize("order, first", [((0, 1, 2), 1), ((0, 2, 1), 2)])
def test_of_two_players_the_next_in_turn_decides_first(order: tuple[int, ...], first: int) -> None:
    fight = scene(
        man(0, 10, 10), man(1, 17, 10), man(1, 12.5, 11.5, id="b"), man(2, 15, 8.5, id="c"),
        phase="charge", order=list(order), answers=["lantern2-b" if first == 1 else "lantern3-c"],
    )  # fmt: skip
    resolve(fight, Charge(0, 1))
    assert fight.oracle.asked[0].side == first  # type: ignore[attr-defined]
    assert fight.state.warriors[0].reached == ((2,) if first == 1 else (3,))


@pytest.mark.rule("war.psych.frenzy", "war.charge.declare")
def test_the_frenzied_charge_the_nearest_of_those_within_reach() -> None:
    fight = scene(
        man(0, 10, 10, flags=["frenzied"]), man(1, 10, 18), man(1, 17, 10), man(1, 10, 2.5), phase="charge"
    )
    assert declare_one(fight) and fight.state.charges[0].target == 2


@pytest.mark.rule("war.charge.declare")
def test_ways_are_offered_without_measuring() -> None:
    fight = scene(man(0, 11.5, 13, 3), man(1, 13, 15.5), phase="charge", **CANDLE)
    assert set(ways(fight, 0, 1)) == {"foot", "climb", "jump"}


@pytest.mark.rule("war.combat.example", "war.psych.fear", "war.rout.leader")
def test_the_worked_example_from_the_charge_on() -> None:
    """Fear 3 3, 4 2, 3 5; then the combat as the book has it."""
    fight = scene(
        man(0, 16, 20, fighter="captain", id="captain", gear=["sword"]),
        man(0, 20, 15.5, id="first", gear=["club"]), man(0, 20, 24.5, id="second", gear=["club"]),
        man(1, 20, 20, band="unquiet", fighter="master", id="master", gear=["sword"]),
        phase="charge", dice=[3, 3, 4, 2, 3, 5, 5, 4, 6, 5, 3, 4, 3, 6, 3, 2, 1],
        answers=["parry", "lantern-first"],
    )  # fmt: skip
    for number in range(3):
        resolve(fight, Charge(number, 3))
    assert all(one.charged for one in fight.state.warriors[:3]) and not events(fight, ChargeFailed)
    fight.state.phase = "combat"
    assert fight_one(fight)
    thrown(fight)
    assert fight.state.warriors[3].fate == "out" and fight.state.warriors[0].kills == ()


@pytest.mark.rule("war.combat.example", "war.combat.parry")
def test_the_worked_example_with_a_six_has_no_parry() -> None:
    captain = man(0, 19, 20, fighter="captain", weapons=["sword", "dagger"], gear=["sword"], flags=["charged"])
    master = man(1, 20, 20, band="unquiet", fighter="master", weapons=["sword", "dagger"], gear=["sword"])
    fight = scene(captain, master, phase="combat", dice=[6, 4, 1, 1, 1, 1, 1])
    assert fight_one(fight)
    thrown(fight)


@pytest.mark.rule("war.charge.climb", "war.charge.declare")
@pytest.mark.parametrize("height, offered", [(1, ["foot"]), (1.1, ["foot", "over"]), (2, ["foot", "over"])])
def test_whoever_stands_behind_a_wall_may_be_charged_over_it(height: float, offered: list[str]) -> None:
    """What a man steps over bars nobody."""
    wall = [{"name": "wall", "rect": [12, 5, 12.5, 35], "height": height}]
    fight = scene(man(0, 10, 20), man(1, 15, 20), phase="charge", obstacles=wall)
    assert ways(fight, 0, 1) == offered


@pytest.mark.rule("war.charge.climb", "war.charge.jump", "war.charge.failed", "war.fall.damage")
@pytest.mark.parametrize(
    "dice, spot, came",
    [
        ([3, 3], (14_000, 20_000), True),  # up, and down on the other side
        ([4], (11_500, 20_000), False),  # at the foot of the wall
        ([3, 4, 1], (13_000, 20_000), False),  # falls two inches beyond it
    ],
)
def test_a_charge_climbs_over_a_wall_and_jumps_down(dice: list[int], spot: tuple[int, int], came: bool) -> None:
    wall = [{"name": "wall", "rect": [12, 5, 12.5, 35], "height": 2}]
    fight = charged(man(0, 10, 20), man(1, 15, 20), way="over", dice=dice, obstacles=wall)
    thrown(fight)
    warrior = fight.state.warriors[0]
    assert (warrior.x, warrior.y) == pytest.approx(spot, abs=2) and warrior.charged is came
    assert warrior.failed is not came
