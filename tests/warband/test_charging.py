"""Charges: declared, run, intercepted, failed, and the room they need."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from warhost.engine.field.compass import FULL_TURN, ahead
from warhost.rulebooks.warband.charging.declaring import declare_one, may_charge, targets, ways
from warhost.rulebooks.warband.charging.intercepting import interceptors
from warhost.rulebooks.warband.charging.resolving import resolve, resolve_one
from warhost.rulebooks.warband.charging.room import make_room
from warhost.rulebooks.warband.charging.way import charge_distance, way_to
from warhost.rulebooks.warband.events import Charged, ChargeFailed, Fell, Intercepted
from warhost.rulebooks.warband.fighting.blow import Source
from warhost.rulebooks.warband.fighting.combat import fight_one
from warhost.rulebooks.warband.fighting.wounds import lay_low
from warhost.rulebooks.warband.lookout import engaged, touching
from warhost.rulebooks.warband.moving.movement import may_move
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.shooting.aim import may_shoot
from warhost.rulebooks.warband.state import Charge
from warhost.rulebooks.warband.turn import charge as charge_phase

from .scene import RISEN, events, faces, man, replies, scene, thrown

CANDLE = {"table": "candle"}
HOUND = {"band": "unquiet", "fighter": "bonehound"}


def charged(
    *warriors: dict[str, Any],
    way: str = "foot",
    dice: Any = (),
    answers: Any = (),
    unseen: bool = False,
    at: Any = None,
    **more: Any,
) -> Fight:
    fight = scene(*warriors, dice=dice, answers=answers, phase="charge", **more)
    resolve(fight, Charge(0, 1, way, at, unseen))  # type: ignore[arg-type]
    return fight


@pytest.mark.rule("war.charge.double", "war.band.unquiet.bonehound", "war.armour.heavy")
@pytest.mark.parametrize(
    "who, far",
    [
        (HOUND, 27_000),
        ({"gear": ["heavy", "shield"]}, 6_000),
        ({"gear": ["heavy", "buckler"]}, 8_000),
        ({"gear": ["heavy"]}, 8_000),
        ({}, 8_000),
    ],
)
def test_how_far_a_charge_goes(who: dict[str, Any], far: int) -> None:
    assert charge_distance(scene(man(0, 10, 10, **who), man(1, 40, 40)), 0) == far


@pytest.mark.rule("war.charge.resolve", "war.turn.charge", "war.charge.simultaneous")
def test_charges_are_declared_before_anybody_moves() -> None:
    fight = scene(
        man(0, 10, 10, id="a"),
        man(0, 12, 10, id="b"),
        man(1, 11, 15, id="c"),
        phase="charge",
        answers=["lantern1-a", "lantern2-c", "lantern1-b", "lantern2-c", "lantern1-b"],
    )
    assert declare_one(fight) and declare_one(fight)
    assert fight.state.warriors[0].spot == (10_000, 10_000, 0) and len(fight.state.charges) == 2
    assert resolve_one(fight)
    assert fight.state.warriors[1].charged and not fight.state.warriors[0].charged


@pytest.mark.rule("war.charge.resolve")
def test_a_charge_ends_where_the_bases_touch() -> None:
    fight = charged(man(0, 10, 10), man(1, 18.9, 10))
    assert fight.state.warriors[0].spot == (17_900, 10_000, 0)
    assert events(fight, Charged)[0].length == 7900 and engaged(fight, 1)


@pytest.mark.rule("war.charge.failed", "war.charge.failed.shoot", "war.charge.resolve")
@pytest.mark.parametrize("away, gone", [(11, 5.0), (21, 8.0), (9.4, 4.2)])
def test_a_charge_that_proves_too_long_goes_half_the_way(away: float, gone: float) -> None:
    beside = man(1, 14, 11.5) if away == 9.4 else man(1, 40, 40)
    fight = charged(man(0, 10, 10, gear=["bow"]), man(1, 10 + away, 10), beside)
    warrior = fight.state.warriors[0]
    assert warrior.failed and not warrior.charged and not events(fight, Intercepted)
    if away != 9.4:
        assert warrior.x == 10_000 + round(gone * 1000)
    refusal = may_shoot(fight, 0)
    assert refusal is not None and refusal.rule == "war.charge.failed.shoot"


@pytest.mark.rule("war.psych.fear", "war.charge.resolve", "war.charge.failed")
def test_who_does_not_dare_stays_where_he_is() -> None:
    fight = charged(man(0, 10, 10), man(1, 14, 10, **RISEN), dice=[4, 4])
    assert fight.state.warriors[0].spot == (10_000, 10_000, 0) and fight.state.warriors[0].failed


@pytest.mark.rule("war.charge.unseen", "war.charge.resolve")
@pytest.mark.parametrize("dice, comes", [([3, 4, 2], True), ([3, 4, 5], False)])
def test_an_unseen_enemy_takes_an_initiative_test(dice: list[int], comes: bool) -> None:
    fight = charged(man(0, 10, 10), man(1, 14, 10, **RISEN), dice=dice, unseen=True)
    thrown(fight)
    assert fight.state.warriors[0].charged is comes
    if not comes:
        assert fight.state.warriors[0].x == 11_500


@pytest.mark.rule("war.charge.unseen", "war.charge.declare", "war.charge.hidden", "war.hide.basic")
@pytest.mark.parametrize(
    "foe, lawful",
    [
        (man(1, 6, 10.6), True),
        (man(1, 6, 15), False),
        (man(1, 6, 10.6, flags=["hidden"]), False),
    ],
)
def test_whom_one_may_charge_through_a_wall(foe: dict[str, Any], lawful: bool) -> None:
    fight = scene(man(0, 6.6, 9.4), foe, phase="charge", **CANDLE)
    fight.state.warriors[1].x = 6_900
    assert bool(targets(fight, 0)) is lawful


@pytest.mark.rule("war.charge.unseen")
def test_the_way_round_may_be_too_long() -> None:
    fight = charged(man(0, 6.6, 9.4, profile={"m": 1}), man(1, 6.9, 12), dice=[2], unseen=True, **CANDLE)
    assert fight.state.warriors[0].failed


@pytest.mark.rule("war.charge.declare", "war.turn.states", "war.turn.recovery.stand")
@pytest.mark.parametrize(
    "more",
    [
        {"flags": ["stood"]},
        {"flags": ["rallied"]},
        {"posture": "down"},
        {"flags": ["fleeing"]},
        {"flags": ["squabbling"]},
    ],
)
def test_who_may_not_charge(more: dict[str, Any]) -> None:
    assert may_charge(scene(man(0, 10, 10, **more), man(1, 14, 10)), 0) is not None


@pytest.mark.rule("war.charge.declare", "war.combat.engaged")
def test_who_is_engaged_with_a_stunned_enemy_may_walk_away_but_not_charge() -> None:
    fight = scene(man(0, 10, 10), man(1, 11, 10, posture="stunned"), man(1, 15, 10))
    refusal = may_charge(fight, 0)
    assert refusal is not None and refusal.rule == "war.charge.declare"
    assert may_move(fight, 0) is None
    fight.state.warriors[1].posture = "up"
    assert may_move(fight, 0) is not None


@pytest.mark.rule("war.charge.declare")
def test_a_charge_may_be_declared_at_whom_no_way_leads_to_and_fails() -> None:
    hound = {"band": "ash", "fighter": "hound"}
    fight = charged(man(0, 8, 19, **hound), man(1, 8, 15.5, 3), **CANDLE)
    assert 1 in targets(scene(man(0, 8, 19, **hound), man(1, 8, 15.5, 3), phase="charge", **CANDLE), 0)
    assert fight.state.warriors[0].failed


@pytest.mark.rule("war.charge.climb")
@pytest.mark.parametrize("m, wall, lawful", [(4, 3, True), (2, 3, False)])
def test_a_climb_in_a_charge_is_no_higher_than_his_movement(m: int, wall: int, lawful: bool) -> None:
    fight = scene(man(0, 6, 8.5, profile={"m": m}), man(1, 6, 11.5, 3), phase="charge", **CANDLE)
    assert (way_to(fight, Charge(0, 1, "climb"), charge_distance(fight, 0)) is not None) is lawful


@pytest.mark.rule("war.charge.climb", "war.charge.failed")
def test_who_fails_to_climb_stands_at_the_foot() -> None:
    fight = charged(man(0, 6, 8.5), man(1, 6, 11.5, 3), way="climb", dice=[5], **CANDLE)
    assert fight.state.warriors[0].spot == (6_000, 9_500, 0) and fight.state.warriors[0].failed


@pytest.mark.rule("war.charge.climb", "war.fall.damage")
def test_who_fails_to_climb_down_falls() -> None:
    fight = charged(man(0, 11.5, 13, 3), man(1, 13, 15.5), way="climb", dice=[4, 1], **CANDLE)
    warrior = fight.state.warriors[0]
    assert warrior.failed and warrior.fell and warrior.z == 0 and events(fight, Fell)


@pytest.mark.rule("war.jump.gap.far", "war.map.table.candle")
def test_a_gap_that_proves_too_wide() -> None:
    fight = charged(man(0, 36.5, 12, 9), man(1, 31, 12, 6), way="leap", dice=[2, 1], **CANDLE)
    warrior = fight.state.warriors[0]
    assert warrior.spot == (33_000, 12_000, 0) and warrior.failed
    assert events(fight, Fell)[0].drop == 9000


# --- diving ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.charge.dive", "war.charge.jump", "war.charge.example", "war.terrain.los")
def test_the_diving_charge_of_the_book() -> None:
    veteran = man(0, 11.5, 13, 3, fighter="veteran", gear=["sword"], id="veteran")
    fight = scene(veteran, man(1, 13, 15.5, **RISEN, id="risen"), phase="charge", **CANDLE)
    assert targets(fight, 0) == [1] and "jump" in ways(fight, 0, 1)
    faces(fight, 3, 4, 2, 4, 2, 3, 4)
    replies(fight, "lantern-veteran", "unquiet-risen", {"by": "jump", "at": [12_000, 13_000]})
    assert charge_phase(fight) and charge_phase(fight)
    warrior = fight.state.warriors[0]
    assert warrior.dived and events(fight, Charged)[0].length in range(2040, 2060)
    fight.state.phase = "combat"
    assert fight_one(fight)
    thrown(fight)
    assert fight.state.warriors[1].posture == "down" and fight.state.warriors[0].wounds == 1


@pytest.mark.rule("war.charge.example")
def test_from_farther_back_he_does_not_see_him() -> None:
    fight = scene(man(0, 10, 13, 3, fighter="veteran"), man(1, 13, 15.5, **RISEN), phase="charge", **CANDLE)
    assert targets(fight, 0) == []


@pytest.mark.rule("war.charge.example", "war.charge.failed")
def test_the_jump_of_the_book_fails() -> None:
    veteran = man(0, 11.5, 13, 3, fighter="veteran")
    fight = charged(
        veteran, man(1, 13, 15.5, **RISEN), way="jump", at=(12_000, 13_000), dice=[3, 4, 5, 1], **CANDLE
    )
    thrown(fight)
    assert fight.state.warriors[0].spot == (12_500, 13_000, 0) and fight.state.warriors[0].failed


@pytest.mark.rule("war.charge.dive")
@pytest.mark.parametrize("foe, dived", [((13.5, 13), True), ((16.5, 13), False)])
def test_a_dive_lands_within_two_inches(foe: tuple[float, float], dived: bool) -> None:
    fight = charged(
        man(0, 11.5, 13, 3, fighter="veteran"),
        man(1, *foe),
        way="jump",
        at=(12_000, 13_000),
        dice=[2],
        pieces=[{"piece": "cottage", "at": [4, 10]}],
    )
    assert fight.state.warriors[0].charged and fight.state.warriors[0].dived is dived


@pytest.mark.rule("war.jump.down", "war.charge.dive", "war.move.model")
@pytest.mark.parametrize(
    "foe, below",
    [
        (man(1, 12.5, 13), []),
        (man(1, 14.5, 13), [man(2, 12.5, 13)]),
        (man(1, 14.5, 13), [man(1, 12.5, 13, posture="down")]),
        (man(1, 14.5, 13), [man(1, 12.9, 13.3, posture="stunned")]),
    ],
)
def test_a_charge_jumps_down_beside_whoever_is_below(foe: dict[str, Any], below: list[dict[str, Any]]) -> None:
    fight = scene(man(0, 11.5, 13, 3), foe, *below, phase="charge", **CANDLE)
    found = way_to(fight, Charge(0, 1, "jump"), 8_000)
    assert found is not None
    (landed,) = [leg.end for leg in found.legs if leg.kind == "jump"]
    for other in fight.state.warriors[1:]:
        assert hypot(landed[0] - other.x, landed[1] - other.y) >= 997
    assert way_to(fight, Charge(0, 1, "jump", (12_000, 13_000)), 8_000) is None


@pytest.mark.rule("war.move.model", "war.charge.climb")
def test_a_charge_climbs_up_beside_who_stands_on_the_rim() -> None:
    fight = scene(man(0, 14.5, 15), man(1, 12, 13, 3), phase="charge", **CANDLE)
    found = way_to(fight, Charge(0, 1, "climb"), 8_000)
    assert found is not None
    (top,) = [leg.end for leg in found.legs if leg.kind == "climb"]
    assert abs(top[1] - 13_000) in range(997, 1_010) and found.end == top


@pytest.mark.rule("war.move.model", "war.jump.gap")
def test_a_charge_leaps_beside_who_stands_on_the_other_edge() -> None:
    pieces = [{"piece": "cottage", "at": [4, 10]}, {"piece": "cottage", "at": [14, 10]}]
    fight = scene(man(0, 10.5, 13, 3), man(1, 14, 13, 3), phase="charge", pieces=pieces)
    found = way_to(fight, Charge(0, 1, "leap"), 8_000)
    assert found is not None
    (landed,) = [leg.end for leg in found.legs if leg.kind == "leap"]
    assert abs(landed[1] - 13_000) in range(997, 1_010)


# --- interception ---------------------------------------------------------------------------------------------


def could_intercept(
    third: dict[str, Any], *charger: float, foe: tuple[float, ...] = (17, 10), way: str = "foot", **more: Any
) -> bool:
    fight = scene(man(0, *(charger or (10, 10))), man(1, *foe), third, phase="charge", **more)
    found = way_to(fight, Charge(0, 1, way), 20_000)  # type: ignore[arg-type]
    assert found is not None
    return bool(interceptors(fight, Charge(0, 1, way), found.legs, 20_000, 1))  # type: ignore[arg-type]


@pytest.mark.rule("war.intercept.basic", "war.intercept.zone")
@pytest.mark.parametrize("at, may", [((13, 12.5), True), ((13, 12.6), False), ((19, 10), False), ((13, 11), True)])
def test_who_stands_near_the_path_may_intercept(at: tuple[float, float], may: bool) -> None:
    assert could_intercept(man(1, *at)) is may


@pytest.mark.rule("war.intercept.basic", "war.turn.states")
@pytest.mark.parametrize(
    "more",
    [
        {"flags": ["hidden"]},
        {"flags": ["fleeing"]},
        {"posture": "down"},
        {"flags": ["intercepted"]},
        {"flags": ["squabbling"]},
    ],
)
def test_who_may_not_intercept(more: dict[str, Any]) -> None:
    assert not could_intercept(man(1, 13, 12, **more))


@pytest.mark.rule("war.intercept.zone")
def test_nobody_intercepts_from_a_roof() -> None:
    assert not could_intercept(man(1, 8, 15.5, 3), 5, 17, foe=(11, 17), **CANDLE)


@pytest.mark.rule("war.intercept.basic")
def test_an_interceptor_takes_the_charge() -> None:
    fight = charged(
        man(0, 10, 10), man(1, 17, 10, id="mark"), man(1, 13, 11.5, id="guard"), answers=["lantern2-guard"]
    )
    assert touching(fight, 0, 2) and not engaged(fight, 1)
    assert fight.state.warriors[0].reached == (2,)


@pytest.mark.rule("war.intercept.basic", "war.move.model")
@pytest.mark.parametrize("at", [(10.8, 11.2), (10.2, 11.2), (9.9, 11.1)])
def test_an_interceptor_steps_beside_the_charger_and_not_on_him(at: tuple[float, float]) -> None:
    fight = charged(
        man(0, 10, 10), man(1, 18, 10, id="mark"), man(1, *at, id="guard"), answers=["lantern2-guard"]
    )
    one, other = fight.state.warriors[0], fight.state.warriors[2]
    assert touching(fight, 0, 2) and hypot(one.x - other.x, one.y - other.y) >= 997


@pytest.mark.rule("war.intercept.basic", "war.charge.jump")
@pytest.mark.parametrize("at", [(13.4, 13.9), (12.6, 14.4), (13.6, 12.4)])
def test_an_interceptor_stands_beside_where_the_charger_lands(at: tuple[float, float]) -> None:
    fight = charged(
        man(0, 11.5, 13, 3),
        man(1, 15.5, 13, id="mark"),
        man(1, *at, id="guard"),
        way="jump",
        at=(12_000, 13_000),
        dice=[2],
        answers=["lantern2-guard"],
        pieces=[{"piece": "cottage", "at": [4, 10]}],
    )
    one, other = fight.state.warriors[0], fight.state.warriors[2]
    assert fight.state.warriors[0].reached == (2,) and other.intercepted
    assert hypot(one.x - other.x, one.y - other.y) >= 997


@pytest.mark.rule("war.intercept.fear", "war.intercept.one")
def test_with_fear_each_tries_in_turn() -> None:
    hound = man(0, 10, 10, **HOUND)
    fight = charged(
        hound,
        man(1, 20, 10, id="mark"),
        man(1, 13, 11.5, id="one"),
        man(1, 15, 11.5, id="two"),
        dice=[5, 4, 3, 2],
        answers=["lantern-one", "lantern-two"],
    )
    thrown(fight)
    assert fight.state.warriors[0].reached == (3,)


@pytest.mark.rule("war.multi.fight", "war.intercept.one")
def test_a_third_player_may_intercept() -> None:
    fight = charged(man(0, 10, 10), man(1, 17, 10), man(2, 13, 11.5, id="third"), answers=["lantern3-third"])
    assert fight.state.warriors[0].reached == (2,)


@pytest.mark.rule("war.camp.skills")
def test_the_unstoppable_are_not_intercepted() -> None:
    fight = charged(man(0, 10, 10, traits=["unstoppable"]), man(1, 17, 10), man(1, 13, 11.5))
    assert fight.state.warriors[0].reached == (1,)


# --- room -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.charge.fit")
@pytest.mark.parametrize("foe, most", [({}, 6), ({"band": "gutter", "fighter": "troll"}, 7)])
def test_how_many_fit_round_an_enemy(foe: dict[str, Any], most: int) -> None:
    chargers = [
        man(
            0,
            *(value / 1000 for value in ahead((20_000, 20_000), FULL_TURN * at // 8 + 100 * at, 5_000)),
            traits=["immune"],
        )
        for at in range(8)
    ]
    fight = scene(*chargers, man(1, 20, 20, **foe), phase="charge")
    for at in range(8):
        resolve(fight, Charge(at, 8))
    assert sum(warrior.charged for warrior in fight.state.warriors[:8]) == most


@pytest.mark.rule("war.charge.fit", "war.charge.resolve")
def test_friends_are_shifted_to_make_room() -> None:
    fight = scene(man(0, 19, 20), man(0, 20, 15), man(1, 20, 20), phase="charge")
    assert make_room(fight, 1, 2, lambda: way_to(fight, Charge(1, 2), 8_000)) and touching(fight, 0, 2)


@pytest.mark.rule("war.charge.multi")
@pytest.mark.parametrize("other, both", [((20, 21.4), True), ((20, 22.2), False), ((21.4, 20), False)])
def test_a_charger_may_engage_two_side_by_side(other: tuple[float, float], both: bool) -> None:
    fight = charged(man(0, 14, 20.7), man(1, 20, 20), man(1, *other), answers=["yes"] if both else [])
    assert (len(fight.state.warriors[0].reached) == 2) is both


@pytest.mark.rule("war.charge.multi", "war.psych.fear")
@pytest.mark.parametrize("dice, reached", [([3, 4], (1, 2)), ([4, 4], (1,))])
def test_who_would_touch_a_second_enemy_whom_he_fears_tests_for_him_too(
    dice: list[int], reached: tuple[int, ...]
) -> None:
    fight = charged(man(0, 10, 10), man(1, 16, 10), man(1, 15, 11, **RISEN, flags=["intercepted"]), dice=dice)
    thrown(fight)
    assert fight.state.warriors[0].reached == reached
    assert fight.state.warriors[0].charged and touching(fight, 0, 1) and touching(fight, 0, 2) is (2 in reached)


@pytest.mark.rule("war.charge.multi", "war.psych.fear", "war.charge.failed")
def test_who_dares_none_of_those_round_his_target_finds_no_room() -> None:
    ring = [ahead((16_000, 10_000), turn, 1_900) for turn in range(0, FULL_TURN, FULL_TURN // 6)]
    guards = [man(1, x / 1000, y / 1000, **RISEN) for x, y in ring]
    fight = charged(man(0, 10, 10), man(1, 16, 10), *guards, dice=[4, 4] * 2)
    assert fight.state.warriors[0].failed and not engaged(fight, 1)


@pytest.mark.rule("war.charge.multi", "war.psych.fear")
def test_whom_he_has_not_dared_he_does_not_slide_to() -> None:
    warriors = man(0, 14, 20.7), man(1, 20, 20), man(1, 20, 21.4, **RISEN)
    fight = charged(*warriors, dice=[6, 6], answers=["yes"])
    thrown(fight)
    assert fight.state.warriors[0].reached == (1,)


@pytest.mark.rule("war.flee.move", "war.charge.resolve")
def test_a_charge_at_who_flees_takes_him_out() -> None:
    fight = charged(man(0, 10, 10), man(1, 15, 10, flags=["fleeing"]))
    assert (
        fight.state.warriors[1].fate == "out"
        and fight.state.warriors[0].charged
        and not fight.state.warriors[0].reached
    )


@pytest.mark.rule("war.charge.resolve", "war.charge.dive")
def test_who_takes_another_target_says_by_which_way() -> None:
    """The first to come down takes out the man in flight; the second jumps at somebody else."""
    fight = scene(
        man(0, 11.5, 13, 3, id="a"),
        man(0, 11.5, 14.2, 3, id="c"),
        man(1, 13, 13, id="b", flags=["fleeing"]),
        man(1, 13.2, 15.2, id="d"),
        phase="charge",
        dice=[2, 2],
        answers=["lantern1-a", "lantern2-d", "jump"],
        **CANDLE,
    )
    fight.state.declaring = False
    fight.state.charges = (Charge(0, 2, "jump"), Charge(1, 2, "jump"))
    while charge_phase(fight):
        pass
    assert fight.state.warriors[1].dived and engaged(fight, 3)
    thrown(fight)



@pytest.mark.rule("war.psych.fear")
def test_who_is_charged_by_what_he_fears_needs_sixes() -> None:
    fight = charged(man(0, 10, 10, **HOUND), man(1, 15, 10), dice=[6, 5])
    assert fight.state.warriors[1].feared == (0,)
    fight = charged(man(0, 10, 10, band="gutter", fighter="troll"), man(1, 15, 10, band="unquiet", fighter="eater"))
    assert fight.state.warriors[1].feared == ()


@pytest.mark.rule("war.psych.frenzy")
def test_the_frenzied_must_charge() -> None:
    fight = scene(man(0, 10, 10, flags=["frenzied"]), man(1, 17, 10), phase="charge")
    assert declare_one(fight) and fight.state.charges[0].charger == 0
    far = scene(man(0, 10, 10, flags=["frenzied"]), man(1, 27, 10), phase="charge", answers=["done"])
    assert not declare_one(far)


@pytest.mark.rule("war.psych.frenzy", "war.injury.down")
def test_frenzy_ends_when_he_goes_down() -> None:
    fight = scene(man(0, 10, 10, flags=["frenzied"]), man(1, 17, 10))
    lay_low(fight, 0, "down", Source(1))
    assert not fight.state.warriors[0].frenzied


@pytest.mark.rule("war.hide.spot.act")
def test_who_charges_is_spotted() -> None:
    fight = scene(
        man(0, 10, 10, flags=["hidden"], id="a"),
        man(1, 17, 10, id="b"),
        phase="charge",
        answers=["lantern1-a", "lantern2-b"],
    )
    declare_one(fight)
    assert not fight.state.warriors[0].hidden


@pytest.mark.rule("war.terrain.stairs")
def test_a_charge_over_rubble_and_up_the_stairs() -> None:
    rubble = {"areas": [{"kind": "difficult", "rect": [13, 8, 30, 12]}]}
    fight = charged(man(0, 10, 10), man(1, 16.5, 10), **rubble)
    assert fight.state.warriors[0].charged
    assert events(fight, Charged)[0].length == 8000


def test_a_failed_charge_tells_why() -> None:
    fight = charged(man(0, 10, 10), man(1, 30, 10))
    assert "too long" in events(fight, ChargeFailed)[0].why


@pytest.mark.rule("war.charge.declare", "war.move.model", "war.intercept.zone")
@pytest.mark.parametrize(
    "start, target, shortest",
    [
        ((26.14, 11.55), (23.72, 6.23), 4.88),
        ((11.3, 14.6), (7.51, 7.57), 7.08),
        ((8.36, 13.53), (6.49, 7.43), 5.45),
        ((26.66, 11.5), (20.71, 12.18), 5.19),
    ],
)
def test_the_way_of_a_charge_bends_round_the_corner_and_runs_straight_at_the_enemy(
    start: tuple[float, float], target: tuple[float, float], shortest: float
) -> None:
    fight = scene(man(0, *start), man(1, *target), table="candle")
    found = way_to(fight, Charge(0, 1), 8_000)
    assert found is not None and found.length <= 1_010 * shortest


@pytest.mark.rule("war.terrain.difficult", "war.charge.resolve", "war.move.model")
@pytest.mark.parametrize(
    "target, shortest",
    [((23.2, 16), 7.946), ((25, 17), 9.833), ((30, 15.1), 12.989), ((20, 17), 8.0)],
)
def test_the_way_of_a_charge_is_bent_at_the_sides_of_rubble(target: tuple[float, float], shortest: float) -> None:
    """Who goes slower there goes in and comes out more squarely; the first is more than 8 in straight ahead."""
    rubble = {"areas": [{"kind": "difficult", "rect": [0, 12, 48, 14]}]}
    fight = scene(man(0, 20, 10), man(1, *target), **rubble)
    found = way_to(fight, Charge(0, 1), 8_000 if shortest <= 8 else 20_000)
    assert found is not None and found.length == pytest.approx(1000 * shortest, abs=10)
