"""Several rules of moving and charging at once."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.warband.charging.intercepting import interceptors
from warhost.rulebooks.warband.charging.resolving import resolve
from warhost.rulebooks.warband.charging.way import way_to
from warhost.rulebooks.warband.events import Fell, Moved
from warhost.rulebooks.warband.moving.course import course
from warhost.rulebooks.warband.moving.falling import fall
from warhost.rulebooks.warband.nerve.flight import refuge, wander
from warhost.rulebooks.warband.scenarios.prizes import after_move, before_move
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.state import Charge

from ..scene import RISEN, events, man, scene, thrown

CANDLE = {"table": "candle"}
TROLL = {"band": "gutter", "fighter": "troll"}
HOUND = {"band": "ash", "fighter": "hound"}


def rule_of(fight: Fight, *acts: list[Any]) -> str:
    found = course(fight, 0, [list(act) for act in acts], 4_000, 8_000)
    return found.rule if isinstance(found, Refusal) else ""


@pytest.mark.rule("war.move.apart", "war.jump.down", "war.climb.basic", "war.jump.gap", "war.terrain.stairs")
@pytest.mark.parametrize(
    "at, act, foe, rule",
    [
        ((12, 13, 3), ["jump"], (13.9, 13), "war.move.apart"),
        ((12, 13, 3), ["jump"], (14.5, 13), ""),
        ((12, 13, 3), ["climb", 0], (13.9, 13), "war.move.apart"),
        ((6, 9.5), ["climb", 3_000], (6, 11.9, 3), "war.move.apart"),
        ((6, 9.5), ["climb", 3_000], (6, 12.0, 3), ""),
        ((22, 14, 6), ["leap", 24_500, 14_000], (26, 14, 6), "war.move.apart"),
        ((22, 14, 6), ["leap", 24_500, 14_000], (26.5, 14, 6), ""),
        ((11, 15), ["up"], (9.5, 15, 3), "war.move.apart"),
        ((11, 15), ["up"], (9, 15, 3), ""),
    ],
)
def test_no_leg_of_a_move_ends_within_an_inch_of_an_enemy(
    at: tuple[float, ...], act: list[Any], foe: tuple[float, ...], rule: str
) -> None:
    assert rule_of(scene(man(0, *at), man(1, *foe), **CANDLE), act) == rule


@pytest.mark.rule("war.jump.down", "war.move.model")
@pytest.mark.parametrize("more, rule", [({}, "war.jump.down"), ({"posture": "down"}, "war.jump.down")])
def test_nobody_jumps_onto_somebody_even_if_he_goes_on_from_there(more: dict[str, Any], rule: str) -> None:
    fight = scene(man(0, 12, 13, 3), man(0, 12.5, 13, **more), man(1, 40, 40), **CANDLE)
    assert rule_of(fight, ["jump"], ["go", 12_500, 15_000]) == rule


@pytest.mark.rule("war.charge.resolve", "war.charge.unseen")
def test_instead_of_a_target_that_is_gone_only_one_he_sees_may_be_taken() -> None:
    """The first charger takes out who flees; behind the wall the other enemy is near, and unseen."""
    fight = scene(man(0, 6.6, 9.4), man(1, 3, 9.4, flags=["fleeing"]), man(1, 6.9, 10.6), phase="charge", **CANDLE)
    fight.state.warriors[1].fate = "out"
    resolve(fight, Charge(0, 1, "foot", None, True))
    assert fight.state.warriors[0].failed and fight.state.warriors[0].spot == (6_600, 9_400, 0)


@pytest.mark.rule("war.charge.resolve", "war.charge.unseen")
def test_another_target_in_sight_needs_no_test_of_the_one_that_was_not() -> None:
    fight = scene(man(0, 10, 10), man(1, 12, 10), man(1, 16, 10, id="b"), phase="charge", answers=["lantern2-b"])
    fight.state.warriors[1].fate = "out"
    resolve(fight, Charge(0, 1, "foot", None, True))
    assert fight.state.warriors[0].charged


@pytest.mark.rule("war.charge.fit")
def test_nobody_is_shifted_for_a_charge_that_is_too_long_anyway() -> None:
    fight = scene(man(0, 30, 20), man(1, 20, 20), man(0, 21, 20), phase="charge")
    resolve(fight, Charge(0, 2))
    assert fight.state.warriors[0].failed and fight.state.warriors[1].spot == (21_000, 20_000, 0)
    assert not events(fight, Moved)


@pytest.mark.rule("war.intercept.basic")
@pytest.mark.parametrize("x, stands", [(13.1, 12.0), (13.0, 11.75)])
def test_an_interceptor_keeps_out_of_contact_with_others(x: float, stands: float) -> None:
    """He would step from (12, 12) to (12, 10.5), where another enemy of his lies beside him."""
    lying = man(0, x, 10.5, posture="down")
    fight = scene(man(0, 8, 10), lying, man(1, 17, 10), man(1, 12, 12.0), phase="charge")
    found = way_to(fight, Charge(0, 2), 8_000)
    assert found is not None
    places = [stand.spot for _, stand in interceptors(fight, Charge(0, 2), found.legs, 8_000, 1)]
    assert places == [(round(1000 * stands), 10_500, 0)]


@pytest.mark.rule("war.intercept.basic", "war.terrain.storeys")
@pytest.mark.parametrize("x, may", [(8.0, True), (5.33, False)])
def test_an_interceptor_uses_doors_and_not_windows(x: float, may: bool) -> None:
    """The charge runs along the south wall of cottage A; he stands inside, at the door or at a window."""
    fight = scene(man(0, 3, 9.0), man(1, 10.9, 9.0), man(1, x, 10.6), phase="charge", **CANDLE)
    found = way_to(fight, Charge(0, 1), 8_000)
    assert found is not None
    assert bool(interceptors(fight, Charge(0, 1), found.legs, 8_000, 1)) is may


@pytest.mark.rule("war.scen.hunt", "war.psych.animal", "war.band.unquiet.risen")
@pytest.mark.parametrize("who, takes", [(RISEN, True), (TROLL, True), (HOUND, False)])
def test_whoever_is_no_animal_carries_shards(who: dict[str, Any], takes: bool) -> None:
    shard = {"scenario": "hunt", "prizes": [{"kind": "shard", "at": [20.7, 20]}]}
    fight = scene(man(0, 20, 20, **who), man(1, 40, 40), **shard)
    after_move(fight, 0)
    assert (fight.state.prizes[0].holder == 0) is takes


@pytest.mark.rule("war.scen.box", "war.psych.animal")
@pytest.mark.parametrize("who, dice", [(RISEN, [3]), (HOUND, [])])
def test_whoever_is_no_animal_lifts_the_chest(who: dict[str, Any], dice: list[int]) -> None:
    chest = {"scenario": "box", "prizes": [{"kind": "chest", "at": [24, 24]}]}
    fight = scene(man(0, 24, 23, **who), man(1, 40, 40), dice=dice, answers=["lift"] if dice else [], **chest)
    before_move(fight, 0)
    thrown(fight)
    assert (fight.state.prizes[0].holder == 0) is bool(dice)


@pytest.mark.rule("war.fall.edge", "war.fall.damage")
def test_who_is_knocked_down_by_a_falling_body_may_go_over_an_edge_himself() -> None:
    """From the roof of house A down to the cottage roof at its side, an inch from that roof's rim."""
    fight = scene(man(0, 14, 14, 6), man(1, 16.9, 14, 3), man(1, 40, 40), table="market", dice=[1, 6, 1, 6, 6, 1])
    fall(fight, 0, (16_900, 14_000, 3_000), 6_000)
    assert [event.who for event in events(fight, Fell)] == ["lantern1-sword-1", "lantern2-sword-2"]
    assert fight.state.warriors[1].z == 0


@pytest.mark.rule("war.psych.stupidity", "war.combat.engaged")
def test_a_stupid_warrior_does_not_wander_from_a_lying_enemy() -> None:
    fight = scene(man(0, 20, 20, **TROLL), man(1, 21.3, 20, posture="down"))
    wander(fight, 0)
    assert fight.state.warriors[0].spot == (20_000, 20_000, 0)


@pytest.mark.rule("war.flee.move", "war.terrain.measure")
def test_flight_is_measured_from_base_to_base() -> None:
    """Nine inches and a bit from both middles; the troll's base is the larger."""
    street = [{"name": "wall", "rect": [0, south, 48, south + 0.4], "height": 4} for south in (19, 20.6)]
    fight = scene(man(0, 20, 20), man(1, 9.7, 20), man(1, 30, 20, **TROLL), obstacles=street)
    assert refuge(fight, 0, 2_000) == (19_500, 20_000, 0)


@pytest.mark.rule("war.hide.spot.near", "war.intercept.basic")
def test_who_steps_into_the_way_may_come_upon_somebody_hidden() -> None:
    charger, hidden = man(0, 8, 10), man(0, 12, 7.2, flags=["hidden", "cloaked"])
    fight = scene(charger, hidden, man(1, 17, 10), man(1, 12, 12, id="g"), phase="charge", answers=["lantern2-g"])
    resolve(fight, Charge(0, 2))
    assert not fight.state.warriors[1].hidden
