"""Old wounds, stones, deep water: what happens where two rules meet."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from warhost.rulebooks.warband.campaign.happened import happened
from warhost.rulebooks.warband.charging.way import way_to
from warhost.rulebooks.warband.events import Fell
from warhost.rulebooks.warband.flaws import flaws
from warhost.rulebooks.warband.magic.casting import cast
from warhost.rulebooks.warband.moving.course import Course, course
from warhost.rulebooks.warband.moving.legs import tread
from warhost.rulebooks.warband.moving.movement import Move, move_one
from warhost.rulebooks.warband.nerve.flight import take_flight
from warhost.rulebooks.warband.nerve.heart import losses, quarter_lost
from warhost.rulebooks.warband.scenarios.ending import conclude
from warhost.rulebooks.warband.scenarios.opening import choose_edges, deploy_one, lay_table, prepare
from warhost.rulebooks.warband.state import Charge

from ..scene import events, man, scene, thrown
from ..test_scenarios import opening


@pytest.mark.rule("war.camp.injury.hero", "war.turn.recovery.rout", "war.camp.few")
def test_whom_an_old_wound_keeps_at_home_has_not_started_the_battle() -> None:
    """Nine on the roster, one stays at home: two of eight are a quarter."""
    old = man(0, 10, 10, fighter="veteran", id="old", traits=["old wound"])
    fight = scene(old, man(0, 12, 10), man(1, 40, 40), started=[9, 1], out=[2, 0], dice=[1])
    prepare(fight)
    assert fight.state.warriors[0].fate == "away"
    assert losses(fight, 0) == (2, 8) and quarter_lost(fight, 0)
    conclude(fight, 0, "tried", "war.scen.end")
    assert "old" not in happened(fight.setting, fight.state, (0, 1)).sides[0].took_part


@pytest.mark.rule("war.spell.stone", "war.flee.move", "war.psych.stupidity")
@pytest.mark.parametrize("flag", ["fleeing", "stupid"])
def test_stones_hold_those_too_who_would_have_to_move(flag: str) -> None:
    fight = scene(
        man(0, 20, 20, flags=[flag], id="held"), man(1, 40, 40, id="wiz"),
        effects=[{"spell": "stone", "on": "held", "by": "wiz"}],
    )  # fmt: skip
    move_one(fight)
    assert fight.state.warriors[0].spot == (20_000, 20_000, 0)


@pytest.mark.rule("war.spell.stone", "war.flee.move")
def test_who_breaks_while_the_stones_hold_him_flees_on_the_spot() -> None:
    effects = [{"spell": "stone", "on": "held", "by": "wiz"}]
    fight = scene(man(0, 20, 20, id="held"), man(1, 21, 20, id="wiz"), effects=effects)
    take_flight(fight, 0)
    assert fight.state.warriors[0].fleeing and fight.state.warriors[0].spot == (20_000, 20_000, 0)


@pytest.mark.rule("war.magic.damage", "war.camp.skills")
def test_who_dodges_arrows_dodges_spells() -> None:
    wizard = man(0, 10, 10, band="gutter", fighter="hexer", spells={"dart": 7}, id="wiz")
    fight = scene(wizard, man(1, 15, 10, traits=["dodge"]), phase="shooting", dice=[4, 3, 1, 4, 5])
    cast(fight, 0, "dart")
    thrown(fight)
    assert fight.state.warriors[1].wounds == 1


WATER: dict[str, Any] = {
    "obstacles": [{"name": "block", "rect": [10, 10, 14, 14], "height": 4}],
    "areas": [{"kind": "deep water", "rect": [14, 8, 18, 16]}],
}


@pytest.mark.rule("war.terrain.difficult", "war.jump.down")
def test_a_jump_into_deep_water_ends_on_the_nearest_bank() -> None:
    fight = scene(man(0, 14, 12, 4, id="a"), man(1, 40, 40), answers=["lantern1-a", [["jump"]]], **WATER)
    assert move_one(fight)
    warrior = fight.state.warriors[0]
    assert warrior.spot == (18_500, 12_000, 0) and warrior.fell and warrior.posture == "up"
    assert events(fight, Fell)[0].rule == "war.terrain.difficult"


@pytest.mark.rule("war.terrain.difficult", "war.jump.down")
def test_nobody_swims_on_and_nobody_wades_in() -> None:
    fight = scene(man(0, 14, 12, 4), man(1, 40, 40), **WATER)
    assert isinstance(course(fight, 0, [["jump"]], 4_000, 0), Course)
    refusal = Move(fight, 0).refuse([["jump"], ["go", 15_000, 12_000]])
    assert refusal is not None and refusal.rule == "war.terrain.difficult"
    refusal = Move(scene(man(0, 20, 12), man(1, 40, 40), **WATER), 0).refuse([["go", 17_000, 12_000]])
    assert refusal is not None and refusal.rule == "war.terrain.difficult"


HOUSES: dict[str, Any] = {"pieces": [{"piece": "house", "at": [10, 10]}, {"piece": "house", "at": [10, 20.8]}]}


@pytest.mark.rule("war.terrain.storeys", "war.climb.basic")
@pytest.mark.parametrize("start, z", [((11.33, 10.5, 3), 6), ((11.33, 10.5, 6), 3), ((11.33, 10.5, 3), 0)])
def test_a_house_is_climbed_window_by_window_up_and_down(start: tuple[float, ...], z: int) -> None:
    fight = scene(man(0, *start), man(1, 40, 40), **HOUSES)
    found = course(fight, 0, [["climb", 1000 * z]], 4_000, 0)
    assert isinstance(found, Course) and found.spent == 3_000


@pytest.mark.rule("war.climb.test", "war.fall.damage", "war.terrain.storeys")
def test_who_misses_the_window_below_falls_to_the_street() -> None:
    """From the roof at 6 inches he wanted to climb down 3; he falls all 6."""
    fight = scene(man(0, 11.33, 10.5, 6), man(1, 40, 40), dice=[5, 1], **HOUSES)
    plan = course(fight, 0, [["climb", 3_000]], 4_000, 0)
    assert isinstance(plan, Course) and not tread(fight, 0, plan.legs)
    thrown(fight)
    assert events(fight, Fell)[0].drop == 6_000 and fight.state.warriors[0].spot == (11_330, 9_500, 0)


@pytest.mark.rule("war.jump.gap", "war.move.model")
@pytest.mark.parametrize("to, cost", [(21.3, 2.8), (20.8, 2.8)])
def test_a_gap_is_measured_from_edge_to_edge_though_rails_stand_on_them(to: float, cost: float) -> None:
    """Between two railed roofs 2.8 inches apart; he stands half an inch behind each rail."""
    fight = scene(man(0, 14, 17.5, 6), man(1, 40, 40), **HOUSES)
    found = course(fight, 0, [["leap", 14_000, round(1000 * to)], ["go", 14_000, 21_300]], 4_000, 8_000)
    walked = 0.0 if to == 21.3 else 0.5
    assert isinstance(found, Course) and found.spent == pytest.approx(1000 * (cost + walked))


@pytest.mark.rule("war.terrain.bridge", "war.charge.resolve")
@pytest.mark.parametrize("posture, comes", [("up", False), ("down", True)])
def test_nobody_charges_past_a_friend_on_a_walkway(posture: str, comes: bool) -> None:
    friend = man(0, 28.5, 21, 6, posture=posture)
    fight = scene(man(0, 28.5, 18.6, 6), friend, man(1, 28.5, 25, 6), phase="charge", table="candle")
    assert (way_to(fight, Charge(0, 2), 8_000) is not None) is comes


@pytest.mark.rule("war.scen.breakthrough", "war.scen.setup")
@pytest.mark.parametrize("points", [[[14_000, 24_000]], [[14_000, 24_000], [24_000, 24_000]]])
def test_where_no_room_is_left_round_the_points_the_rest_stand_as_near_as_they_can(points: list[list[int]]) -> None:
    """The first point lies in the canal: about a dozen find a place on its banks, and nobody is left out."""
    armies = "ash_500, gutter_500"
    fight = opening("breakthrough", table="market", armies=armies, answers=[points, "rest"])
    lay_table(fight)
    choose_edges(fight)
    deploy_one(fight)
    defenders = [one for one in fight.state.warriors if one.side != fight.state.attacker]
    assert defenders and all(one.there for one in defenders)
    assert not flaws(fight.setting, fight.state)
    far = max(min(hypot(one.x - x, one.y - y) for x, y in points) for one in defenders)
    assert (far > 3_000) is (len(points) == 1) and far < 6_000
