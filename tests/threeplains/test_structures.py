"""Walls, buildings and bridges battered down, hedges trampled, men drowned."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.shapes import area, polygon
from warhost.engine.field.stance import turned
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.charges import run_charge
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.events.charges import Fled
from warhost.rulebooks.threeplains.events.moves import Battered, Collapsed, Flattened
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import grounds, leg_cost
from warhost.rulebooks.threeplains.land.structures import batter, collapse, drown, segments
from warhost.rulebooks.threeplains.land.trampling import trample
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.stride import body_in, stance
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NOBODY, Feature
from warhost.rulebooks.threeplains.wounds.hits import Attack

from .scene import Placed, champion, feature, foot, hero, horse, kinds, number, piece, scene, script, told, unit


def blows(hits: int, **more: Any) -> Attack:
    return Attack(NOBODY, hits, "melee", "tp.combat.objects", by=0, **more)


def site(kind: str, damage: int = 0, size: tuple[float, float] = (6, 4), **more: Any) -> Fight:
    """Guardsmen before a structure."""
    fight = scene(unit("guard", (36, 10), **more), terrain=[feature(kind, (36, 20), size)])
    fight.state.terrain = tuple(Feature(f.name, f.kind, f.points, damage) for f in fight.state.terrain)
    return fight


# --- battering -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.terrain.attack_structures")
@pytest.mark.parametrize(("kind", "hits"), [("stone wall", 0), ("rough", 6)])
def test_nothing_is_battered_by_no_hits_and_nothing_but_structures(kind: str, hits: int) -> None:
    fight = site(kind)
    assert batter(fight, 0, blows(hits)) == 0 and not told(fight, Battered)


@pytest.mark.rule(
    "tp.terrain.large_building", "tp.terrain.attack_structures", "tp.combat.hit.none", "tp.shoot.horde"
)
def test_twelve_sixes_take_one_life_point_off_a_large_building() -> None:
    fight = site("large building")
    with script(fight, dice=[6] * 12):
        assert batter(fight, 0, blows(12)) == 1
    assert fight.state.terrain[0].damage == 1
    assert told(fight, Battered)[0].left == 25


@pytest.mark.rule("tp.terrain.low_wall.destroy")
def test_a_low_wall_is_battered_like_a_piece_of_toughness_2_and_4_life_points() -> None:
    fight = site("stone wall", size=(6, 0.4))
    with script(fight, dice=[2, 3, 6]):
        assert batter(fight, 0, blows(3)) == 2
    with script(fight, dice=[6, 6]):
        assert batter(fight, 0, blows(2, top=2)) == 2
    assert fight.state.terrain == ()
    assert told(fight, Collapsed)[0].becomes == "open"


@pytest.mark.rule("tp.terrain.small_building", "tp.shoot.horde")
def test_what_takes_toughness_off_needs_no_horde() -> None:
    fight = site("small building")
    with script(fight, dice=[5, 4]):
        assert batter(fight, 0, blows(2, toughness=2)) == 1


@pytest.mark.rule("tp.terrain.small_building")
def test_a_building_that_comes_down_leaves_rough_ground_and_hits_whoever_is_within_an_inch() -> None:
    near = unit("guard", (36, 17.2), models=20)
    fight = scene(
        near,
        unit("far", (50, 10)),
        unit("bats", (36, 24.9), models=5, airborne=True),
        terrain=[feature("small building", (36, 20), (4, 4))],
    )
    fight.state.terrain = (Feature("hut", "small building", fight.state.terrain[0].points, 11),)
    with script(fight, dice=[6] * 3 + [6]):  # a horde hit of 8, and then the beam on the guardsmen
        batter(fight, 0, blows(3))
    assert [one.kind for one in fight.state.terrain] == ["rough"]
    assert fight.state.terrain[0].damage == 0
    assert piece(fight, "guard").models == 19
    assert piece(fight, "far").models == 20
    front = 36_000, 15_000
    assert leg_cost(fight, 0, front, (36_000, 24_000), 2000) == inches(13)


@pytest.mark.rule("tp.terrain.high_wall")
def test_who_stands_on_a_high_wall_falls_with_it() -> None:
    fight = scene(
        unit("guard", (36, 20.4), models=5, files=5, figure=foot(toughness=4, life=5)),
        terrain=[feature("high wall", (36, 20), (6, 1))],
    )
    with script(fight, dice=[1, 2, 3, 4, 5]):  # toughness 4 - 4: 1, 2 and 3 kill one man, 4 and 4 another
        collapse(fight, 0)
    assert [one.kind for one in fight.state.terrain] == ["rough"]
    assert piece(fight, "guard").models == 3


@pytest.mark.rule("tp.terrain.bridge.collapse", "tp.terrain.bridge.stone")
def test_each_model_on_a_bridge_falls_when_its_segment_goes() -> None:
    bridge = feature("stone bridge", (36, 20), (4.2, 1.6))
    fight = scene(unit("guard", (36, 20.8), models=20, files=5), terrain=[bridge])
    with script(fight, dice=[1] * 10):  # two ranks on it, toughness 3 - 3
        collapse(fight, 0)
    assert piece(fight, "guard").models == 10
    assert fight.state.terrain == ()


@pytest.mark.rule("tp.terrain.bridge.collapse")
def test_who_falls_into_water_stands_in_it_unhurt() -> None:
    bridge, river = feature("wooden bridge", (36, 20), (6, 6)), feature("deep water", (36, 20), (72, 5))
    fight = scene(unit("guard", (36, 21), models=10, files=5), terrain=[bridge, river])
    with script(fight):
        collapse(fight, 0)
    assert piece(fight, "guard").models == 10
    assert [ground.kind.id for ground in grounds(fight)] == ["deep water"]


# --- drowning ------------------------------------------------------------------------------------------------

LAKE = feature("deep water", (36, 20), (20, 20))


@pytest.mark.rule("tp.terrain.deep_water.drown", "tp.armour.heavy")
def test_the_heavily_armoured_drown_model_by_model() -> None:
    fight = scene(unit("knights", (36, 10.6), models=10, files=5, figure=foot(heavy=True)), terrain=[LAKE])
    with script(fight, dice=[1] * 5):  # the front rank is in the water
        drown(fight)
    assert piece(fight, "knights").models == 5


@pytest.mark.rule("tp.terrain.deep_water.drown")
def test_a_hero_of_three_life_points_in_heavy_armour_dies_of_a_six() -> None:
    fight = scene(hero("hero", (36, 20), figure=champion(heavy=True, life=3)), terrain=[LAKE])
    with script(fight, dice=[6]):
        drown(fight)
    assert piece(fight, "hero").fate == "slain"


@pytest.mark.rule("tp.terrain.deep_water.drown")
@pytest.mark.parametrize(("die", "lost"), [(4, 4), (5, 5), (6, 5)])
def test_the_water_takes_five_life_points_at_most(die: int, lost: int) -> None:
    fight = scene(hero("hero", (36, 20), figure=champion(heavy=True, life=9)), terrain=[LAKE])
    with script(fight, dice=[die]):
        drown(fight)
    assert piece(fight, "hero").hurt == lost



@pytest.mark.rule("tp.terrain.deep_water.drown")
def test_light_troops_beasts_flyers_and_those_on_a_bridge_do_not_drown() -> None:
    fight = scene(
        unit("guard", (30, 20), models=5),
        hero("beast", (40, 20), figure=foot(category="beast", heavy=True)),
        hero("rider", (36, 15), figure=champion(heavy=True), airborne=True),
        unit("knights", (36, 25), models=5, figure=horse(heavy=True)),
        terrain=[LAKE, feature("stone bridge", (36, 24.5), (12, 3))],
    )
    with script(fight):
        drown(fight)


@pytest.mark.rule("tp.terrain.deep_water.drown")
def test_a_heavy_hero_in_a_light_unit_drowns_alone() -> None:
    fight = scene(
        unit("guard", (36, 20), models=9),
        hero("hero", figure=champion(heavy=True, life=1), within="guard"),
        terrain=[LAKE],
    )
    leader = number(fight, "hero")
    fight.state.pieces[leader].host, fight.state.pieces[leader].fate = 0, "within"
    piece(fight, "guard").leaders = (leader,)
    with script(fight, dice=[1]):
        drown(fight)
    assert piece(fight, "guard").models == 9
    assert piece(fight, "hero").fate == "slain"


# --- trampling -----------------------------------------------------------------------------------------------


def hedged(kind: str = "hedge", y: float = 12, *others: Placed, **more: Any) -> Fight:
    """A guard four inches wide on its way over a hedge of twelve."""
    return scene(unit("guard", (36, 10), files=4, **more), *others, terrain=[feature(kind, (36, y), (12, 0.4))])


def go(fight: Fight, y: float) -> Fight:
    with script(fight, answers=["guard", [["go", inches(36), inches(y)]]]):
        move_one(fight)
    return fight


@pytest.mark.rule("tp.terrain.low_wall.destroy")
def test_a_group_leaves_a_hole_as_wide_as_itself_in_a_hedge() -> None:
    fight = hedged()
    wide = body(fight, 0).width
    go(fight, 13)
    left, right = sorted(polygon(one.points).right for one in fight.state.terrain)
    assert (left, right) == (36_000 - wide // 2, 42_000)
    assert sum(area(polygon(one.points)) for one in fight.state.terrain) == pytest.approx((12_000 - wide) * 400)
    assert leg_cost(fight, 0, (36_000, 10_000), (36_000, 15_000), wide) == 5000
    assert told(fight, Flattened)[0].feature == "hedge"


@pytest.mark.rule("tp.terrain.low_wall.destroy")
def test_walls_stand_and_single_men_trample_nothing() -> None:
    assert len(go(hedged("fence"), 13).state.terrain) == 2
    assert len(go(hedged("stone wall"), 13).state.terrain) == 1
    assert not told(go(hedged("stone wall"), 13), Flattened)
    assert not told(go(hedged(models=1), 13), Flattened)
    assert not told(go(hedged(airborne=True), 13), Flattened)


@pytest.mark.rule("tp.terrain.low_wall.destroy")
@pytest.mark.parametrize(("far", "gone"), [(12.2, True), (12.19, False)])
def test_a_hedge_stands_until_the_front_has_come_through(far: float, gone: bool) -> None:
    assert bool(told(go(hedged(), far), Flattened)) == gone


@pytest.mark.rule("tp.terrain.low_wall.destroy")
@pytest.mark.parametrize("dice", [[3, 3], [6, 6]], ids=["turned round", "off the table"])
def test_a_hedge_does_not_survive_a_flight(dice: list[int]) -> None:
    fleeing = hedged(y=5)
    with script(fleeing, dice=dice):
        flee(fleeing, 0, "tp.move.flee")
    assert told(fleeing, Fled) and told(fleeing, Flattened)


@pytest.mark.rule("tp.terrain.low_wall.destroy")
def test_a_hedge_does_not_survive_a_charge() -> None:
    charging = hedged("hedge", 12, unit("orcs", (36, 14), side=1, facing=180))
    charging.state.phase = "charges"
    piece(charging, "guard").charge_target = number(charging, "orcs")
    piece(charging, "orcs").turn.answer = "stand"
    with script(charging, answers=["charge"]):
        run_charge(charging, 0)
    assert charging.state.contacts and told(charging, Flattened)


@pytest.mark.rule("tp.terrain.low_wall.destroy")
def test_a_turn_on_the_spot_tramples_nothing() -> None:
    fight = hedged(y=9)  # it stands astride of it
    here = body(fight, 0)
    there = [body_in(fight, 0, turned(stance(fight, 0), way, here.middle)) for way in (9000, 18000)]
    trample(fight, 0, (here, there[0], here, there[1]))
    assert not told(fight, Flattened)


@pytest.mark.rule("tp.terrain.low_wall.destroy")
@pytest.mark.parametrize(
    ("across", "along", "goes"), [(4, 4, True), (4.01, 4, False), (4, -4, True), (4.01, -4, False)]
)
def test_a_front_that_goes_askew_tramples_up_to_half_a_right_angle(across: float, along: float, goes: bool) -> None:
    fight = hedged(y=10 + along / 2)
    here = body(fight, 0)
    there = stance(fight, 0)._replace(front=(here.front[0] + inches(across), here.front[1] + inches(along)))
    trample(fight, 0, (here, body_in(fight, 0, there)))
    assert bool(told(fight, Flattened)) == goes


# --- segments ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.terrain.bridge.wooden", "tp.terrain.low_wall.destroy", "tp.terrain.high_wall")
@pytest.mark.parametrize("kind", ["wooden bridge", "stone bridge", "stone wall", "high wall"])
def test_walls_and_bridges_come_in_segments_of_six_inches(kind: str) -> None:
    whole = feature(kind, (36, 20), (14, 1))
    parts = segments(whole, kinds()[kind])
    widths = sorted(polygon(part.points).right - polygon(part.points).left for part in parts)
    assert widths == [2000, 6000, 6000]
    assert len({part.name for part in parts}) == 3


def test_what_has_no_segments_stays_whole() -> None:
    for kind in ("large building", "hedge", "wood"):
        whole = feature(kind, (36, 20), (14, 1))
        assert segments(whole, kinds()[kind]) == [whole]
    short = feature("stone wall", (36, 20), (5, 1))
    assert [part.name for part in segments(short, kinds()["stone wall"])] == ["stone wall"]
