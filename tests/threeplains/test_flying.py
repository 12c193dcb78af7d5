"""Taking off, flying over everything, landing, landing on enemies, and falling."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.shapes import gap, overlap
from warhost.rulebooks.threeplains.bodies import TOUCH, body
from warhost.rulebooks.threeplains.events.blows import TemplateLaid
from warhost.rulebooks.threeplains.events.moves import Crashed, Landed, TookOff
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.contact import foes
from warhost.rulebooks.threeplains.figure import Blows, Save, from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.missiles.aiming import to_hit as to_shoot
from warhost.rulebooks.threeplains.morale.checks import soldiering
from warhost.rulebooks.threeplains.moving.flying import crash, rider_falls
from warhost.rulebooks.threeplains.moving.landing import come_down, engulfs
from warhost.rulebooks.threeplains.moving.movement import free_move, move_one
from warhost.rulebooks.threeplains.setting import Fight

from .armoury import laden, settled
from .marching import at, cost, go, play, refused
from .scene import champion, contact, feature, foot, hero, number, piece, scene, script, told, unit

FAR_ENEMY = unit("orcs", at=(36, 47), side=1, facing=180)


def wyvern(**more: Any) -> Any:
    plain = {"category": "beast", "base": (from_mm(50), from_mm(50)), "movement": inches(8), "flight": inches(16)}
    plain |= {"attacks": 5, "life": 6, "title": "Wyvern"}
    return foot(**{**plain, **more})


def in_the_air(x: float, y: float, **more: Any) -> Any:
    return hero("wyvern", at=(x, y), figure=wyvern(), airborne=True, **more)


@pytest.mark.rule("tp.shoot.mod.move", "tp.move.fly")
@pytest.mark.parametrize(("flown", "haste"), [(8, False), (8.1, True)])
def test_who_lands_and_shoots_has_moved_far_only_by_what_he_can_fly(flown: float, haste: bool) -> None:
    archer = wyvern(weapons=("hand weapon", "bow"))
    orcs = unit("orcs", at=(36, 47), side=1, facing=180)
    fight = scene(hero("wyvern", at=(36, 20), figure=archer, airborne=True), orcs)
    play(fight, "wyvern", [go(36, 20 + flown), ["land"]])
    assert (to_shoot(fight, 0, 1).total == 6) is haste


@pytest.mark.rule("tp.shoot.mod.move", "tp.move.wipeout")
def test_a_landing_in_a_wipe_out_move_is_none_of_the_move_of_the_turn() -> None:
    archer = wyvern(weapons=("hand weapon", "bow"))
    orcs = unit("orcs", at=(36, 47), side=1, facing=180)
    fight = scene(hero("wyvern", at=(36, 20), figure=archer, airborne=True), orcs)
    with script(fight, answers=[[go(36, 24), ["land"]]]):
        free_move(fight, 0, inches(6), "tp.move.wipeout")
    play(fight, "wyvern", [go(36, 28.1)])
    assert to_shoot(fight, 0, 1).total == 6


# --- up ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.fly", "tp.move.fly.airborne", "tp.move.fly.takeoff", "tp.move.fly.over")
def test_a_flyer_takes_off_and_ends_above_an_enemy() -> None:
    rocks = feature("rocks", (36, 26), (20, 4))
    fight = scene(hero("wyvern", at=(36, 20), figure=wyvern()), unit("orcs", at=(36, 32), side=1), terrain=[rocks])
    assert refused(fight, "wyvern", go(36, 30)) in ("tp.terrain.impassable", "tp.move.value")
    play(fight, "wyvern", [["fly"], go(36, 32)])
    assert piece(fight, "wyvern").airborne and at(fight, "wyvern") == (36, 32, 0)
    assert told(fight, TookOff) and piece(fight, "wyvern").turn.spent == inches(12)


@pytest.mark.rule("tp.move.fly.takeoff")
def test_who_took_off_cannot_land_in_the_same_phase() -> None:
    fight = scene(hero("wyvern", at=(36, 20), figure=wyvern()), FAR_ENEMY)
    assert refused(fight, "wyvern", ["fly"], go(36, 30), ["land"]) == "tp.move.fly.takeoff"
    assert refused(fight, "wyvern", go(36, 22), ["fly"]) == "tp.move.fly.takeoff"


@pytest.mark.rule("tp.move.fly", "tp.trait.exhaustion.effects")
def test_neither_the_wingless_nor_the_exhausted_fly() -> None:
    fight = scene(hero("h", at=(20, 20)), hero("wyvern", at=(36, 20), figure=wyvern(), tired=4), FAR_ENEMY)
    assert refused(fight, "h", ["fly"]) == "tp.move.fly"
    assert refused(fight, "wyvern", ["fly"]) == "tp.trait.exhaustion.effects"


@pytest.mark.rule("tp.move.fly.over", "tp.move.fly.airborne")
def test_an_airborne_piece_flies_over_everything_but_not_off_the_board() -> None:
    rough = feature("rough", (36, 26), (20, 4))
    fight = scene(in_the_air(36, 20), FAR_ENEMY, terrain=[rough])
    assert cost(fight, "wyvern", go(36, 30)) == 10
    fight = scene(in_the_air(36, 40), FAR_ENEMY)
    assert refused(fight, "wyvern", go(36, 50)) == "tp.move.p2p.path"


# --- down ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.fly.airborne", "tp.move.fly.land")
def test_a_flyer_lands_where_there_is_room() -> None:
    rocks = feature("rocks", (50, 20), (4, 4))
    fight = scene(in_the_air(36, 20), unit("a", at=(36, 30)), FAR_ENEMY, terrain=[rocks])
    assert refused(fight, "wyvern", go(36, 30), ["land"]) == "tp.move.p2p.space"
    assert refused(fight, "wyvern", go(36, 30), ["land", "a"]) == "tp.move.fly.land"
    assert refused(fight, "wyvern", go(50, 20), ["land"]) == "tp.terrain.impassable"
    assert refused(fight, "wyvern", ["land"], go(36, 22)) == "tp.move.fly.airborne"
    play(fight, "wyvern", [go(44, 20), ["land"], ["face", 0]])
    assert not piece(fight, "wyvern").airborne and piece(fight, "wyvern").facing == 0


@pytest.mark.rule("tp.move.dash", "tp.move.charge.far", "tp.trait.exhaustion.effects")
def test_a_flyer_that_a_dash_exhausts_comes_down_at_the_end_of_it() -> None:
    fight = scene(in_the_air(36, 10, tired=3), FAR_ENEMY)
    play(fight, "wyvern", [["dash"]], [go(36, 10 + 16 + 2)], dice=[4])
    assert not piece(fight, "wyvern").airborne and piece(fight, "wyvern").y == inches(10 + 16 + 2)


@pytest.mark.rule("tp.trait.exhaustion.effects", "tp.move.fly.land")
def test_an_exhausted_flyer_comes_down_at_the_nearest_free_spot() -> None:
    fight = scene(in_the_air(36, 20, tired=4), unit("a", at=(36, 21)), FAR_ENEMY)
    come_down(fight, number(fight, "wyvern"), "tp.trait.exhaustion.effects")
    wyvern_ = piece(fight, "wyvern")
    assert not wyvern_.airborne and told(fight, Landed)
    assert max(abs(wyvern_.x - 36000), abs(wyvern_.y - 20000)) < inches(5)
    mine, theirs = body(fight, number(fight, "wyvern")).block, body(fight, number(fight, "a")).block
    assert not overlap(mine, theirs)


# --- on to an enemy ------------------------------------------------------------------------------------------


def landing_on(figure: Any, **more: Any) -> Fight:
    return scene(in_the_air(36, 20), hero("hero", at=(36, 30), facing=180, side=1, figure=figure, **more))


@pytest.mark.rule("tp.move.fly.landonenemy")
def test_landing_on_a_lone_hero_sets_the_flyer_before_its_front() -> None:
    fight = landing_on(champion())
    assert refused(fight, "wyvern", go(36, 24), ["land", "hero"]) == "tp.move.fly.landonenemy"
    play(fight, "wyvern", [go(36, 30.5), ["land", "hero"]])
    assert at(fight, "wyvern") == (36, 30, 0) and not piece(fight, "wyvern").airborne
    assert foes(fight, number(fight, "wyvern")) == [number(fight, "hero")]


@pytest.mark.rule("tp.move.fly.landonenemy")
def test_nobody_is_landed_on_where_he_stood_before_he_joined_his_group() -> None:
    fight = scene(
        in_the_air(36, 20), unit("orcs", at=(36, 40), side=1), hero("chief", within="orcs", side=1),
    )  # fmt: skip
    piece(fight, "chief").x, piece(fight, "chief").y = inches(36), inches(24)
    assert refused(fight, "wyvern", go(36, 24), ["land", "chief"]) == "tp.move.fly.landonenemy"


@pytest.mark.rule("tp.move.fly.landonenemy", "tp.move.marchover.fly")
def test_landing_on_somebody_weak_crushes_him() -> None:
    figure = wyvern(attacks=6)
    fight = scene(
        hero("wyvern", at=(36, 20), figure=figure, airborne=True),
        hero("wizard", at=(36, 30), side=1, figure=champion(attacks=1)),
    )
    play(fight, "wyvern", [go(36, 30.5), ["land", "wizard"]])
    assert piece(fight, "wizard").fate == "slain" and at(fight, "wyvern") == (36, 30.5, 0)
    assert not fight.state.contacts


@pytest.mark.rule("tp.move.fly.landonenemy", "tp.move.fallback.order", "tp.move.fallback.after")
@pytest.mark.parametrize(
    ("start", "answer", "fate"), [(20, "fall back", "standing"), (20, "stand", "slain"), (23, "", "slain")]
)
def test_whom_a_flyer_would_crush_may_fall_back_if_it_comes_from_afar(start: float, answer: str, fate: str) -> None:
    fight = scene(
        hero("wyvern", at=(36, start), figure=wyvern(attacks=6), airborne=True),
        hero("wizard", at=(36, 30), facing=180, side=1, figure=champion(attacks=1)),
    )
    away, answers = ([6] * 4 + [1] * 3 + [3, 4], ["fall back", 9000]) if fate == "standing" else ([], [answer])
    play(fight, "wyvern", [go(36, 30.5), ["land", "wizard"]], dice=away, answers=[said for said in answers if said])
    assert piece(fight, "wizard").fate == fate and not fight.state.contacts
    assert at(fight, "wyvern") == (36, 30.5, 0) and not piece(fight, "wyvern").airborne
    if fate == "standing":
        assert piece(fight, "wizard").facing == 9000


@pytest.mark.rule("tp.move.fly.landonenemy", "tp.move.marchover.fly", "tp.item.weapon.sword_of_fools")
def test_what_goes_off_underfoot_goes_off_under_a_flyer_that_lands() -> None:
    fool = laden("sword_of_fools", attacks=1)
    above = hero("wyvern", at=(36, 20), figure=wyvern(attacks=6), airborne=True)
    fight = settled(scene(above, hero("fool", (36, 30), side=1, figure=fool)))
    play(fight, "wyvern", [go(36, 30.5), ["land", "fool"]], dice=[2])
    assert piece(fight, "fool").fate == "slain" and told(fight, TemplateLaid)


@pytest.mark.rule("tp.move.fly.landonenemy")
def test_landing_on_a_unit_of_twenty_goblins_ends_in_their_midst() -> None:
    goblins = unit("goblins", at=(36, 32), facing=180, side=1, models=20)
    fight = scene(in_the_air(36, 20), goblins)
    steady = soldiering(fight, number(fight, "wyvern"), "break").total
    with script(fight, answers=["wyvern", [go(36, 34), ["land", "goblins"]]]) as given:
        given.dice = [6] * steady + [1] * 40  # the break check of one who is engulfed; it holds
        move_one(fight)
        given.dice = []
    assert piece(fight, "goblins").ring == number(fight, "wyvern")
    assert foes(fight, number(fight, "wyvern")) == [number(fight, "goblins")]


@pytest.mark.rule("tp.move.fly.landonenemy", "tp.move.engulf")
@pytest.mark.parametrize(("trolls", "engulfed"), [(1, False), (2, True)])
def test_two_who_are_great_enough_close_round_a_flyer_and_one_does_not(trolls: int, engulfed: bool) -> None:
    """Every troll has nine times the ground of the harpy."""
    big = foot(loose=True, traits=("skirmishers",), base=(from_mm(60), from_mm(60)))
    harpy = hero("harpy", at=(36, 20), airborne=True, figure=champion(flight=inches(12)))
    fight = scene(harpy, unit("trolls", at=(36, 20.5), side=1, models=trolls, files=trolls, figure=big))
    assert engulfs(fight, 0, 1, body(fight, 0)) is engulfed


@pytest.mark.rule("tp.move.fly.landonenemy", "tp.move.engulf")
@pytest.mark.parametrize(("models", "engulfed"), [(3, True), (2, False)])
def test_who_closes_round_a_flyer_has_three_times_its_ground(models: int, engulfed: bool) -> None:
    alike = foot(loose=True, traits=("skirmishers",))
    harpy = hero("harpy", at=(36, 20), airborne=True, figure=champion(flight=inches(12)))
    fight = scene(harpy, unit("orcs", at=(36, 20.5), side=1, models=models, files=models, figure=alike))
    assert engulfs(fight, 0, 1, body(fight, 0)) is engulfed



# --- falling -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.fly.crash")
def test_a_dragon_shot_down_hits_every_model_below() -> None:
    """A base 3.94 inches wide and 0.79 deep above five bases; toughness 3 - 3 leaves no save."""
    dragon = wyvern(life=12, base=(from_mm(100), from_mm(20)))
    fight = scene(
        hero("dragon", at=(36, 20), figure=dragon, airborne=True),
        unit("goblins", at=(36, 20), side=1, models=15),
    )
    with script(fight, dice=[1, 2, 3, 4, 5]):
        crash(fight, number(fight, "dragon"))
    (fell,) = told(fight, Crashed)
    assert fell.below == ((number(fight, "goblins"), 5),)
    assert piece(fight, "goblins").models == 10


@pytest.mark.rule("tp.move.fly.crash")
@pytest.mark.parametrize(("life", "airborne"), [(3, True), (5, True), (12, False)])
def test_light_flyers_and_those_on_the_ground_fall_on_nobody(life: int, airborne: bool) -> None:
    steed = hero("steed", at=(36, 20), figure=wyvern(life=life), airborne=airborne)
    fight = scene(steed, unit("goblins", at=(36, 20), side=1, models=15))
    with script(fight):
        crash(fight, number(fight, "steed"))
    assert piece(fight, "goblins").models == 15


@pytest.mark.rule("tp.move.fly.crash")
def test_six_life_points_are_heavy_enough_to_fall_on_somebody() -> None:
    fight = scene(
        hero("wyvern", at=(36, 20), figure=wyvern(life=6, base=(from_mm(18), from_mm(18))), airborne=True),
        unit("goblins", at=(36, 20), side=1, models=15),
    )
    with script(fight, dice=[1]):
        crash(fight, number(fight, "wyvern"))
    assert piece(fight, "goblins").models == 14


@pytest.mark.rule("tp.move.fly.crash.rider")
def test_a_rider_whose_mount_is_slain_in_the_air_takes_d6_hits() -> None:
    rider = champion(save=Save(3, 1, 2), life=3, blows=(Blows(3, 5),))
    fight = scene(hero("rider", at=(36, 20), figure=rider), FAR_ENEMY)
    with script(fight, dice=[2, 3, 5]):
        rider_falls(fight, number(fight, "rider"))
    assert piece(fight, "rider").fate == "slain"


@pytest.mark.rule("tp.move.fly.crash.rider", "tp.shoot.save.agility")
@pytest.mark.parametrize(("agility", "face", "lost"), [(3, 6, 3), (4, 6, 0), (4, 5, 3)])
def test_a_falling_rider_loses_three_of_his_agility(agility: int, face: int, lost: int) -> None:
    fight = scene(hero("rider", at=(36, 20), figure=champion(agility=agility, life=9)), FAR_ENEMY)
    with script(fight, dice=[1, face]):
        rider_falls(fight, number(fight, "rider"))
    assert piece(fight, "rider").hurt == lost



@pytest.mark.rule("tp.trait.exhaustion.effects", "tp.move.dash")
def test_a_flyer_whose_dash_exhausts_it_comes_down_and_goes_on_afoot() -> None:
    fight = scene(in_the_air(36, 20, tired=3), FAR_ENEMY)
    play(fight, "wyvern", [["dash"]], [go(36, 25)], dice=[2])
    assert not piece(fight, "wyvern").airborne
    assert at(fight, "wyvern") == (36, 25, 0)  # half of 8 inches, and 1 for the dash


@pytest.mark.rule("tp.trait.exhaustion.effects", "tp.move.fly.land")
def test_a_flyer_exhausted_in_a_fight_in_the_air_comes_down_at_once_with_whom_it_fights() -> None:
    blades = wyvern(weapons=("great blade",))
    fight = scene(
        hero("wyvern", at=(36, 20), figure=blades, airborne=True, tired=3),
        hero("griffin", at=(36, 20), facing=180, side=1, figure=wyvern(life=20), airborne=True),
        unit("a", at=(36, 21)),
    )
    contact(fight, "wyvern", "griffin")
    flyers = [number(fight, name) for name in ("wyvern", "griffin")]
    with script(fight, dice=[1] * 10):
        fight_round(fight, flyers)
    assert not piece(fight, "wyvern").airborne and not piece(fight, "griffin").airborne
    one, other, below = (body(fight, n).block for n in (*flyers, number(fight, "a")))
    assert gap(one, other) <= TOUCH
    assert not overlap(one, below) and not overlap(other, below)
    assert foes(fight, flyers[0]) == [flyers[1]]


@pytest.mark.rule("tp.move.fly.landonenemy", "tp.move.flee.caught")
def test_whoever_flees_and_is_landed_on_is_caught() -> None:
    goblins = unit("goblins", at=(36, 32), facing=180, side=1, models=20, fleeing=True, flights=1)
    fight = scene(in_the_air(36, 20), goblins, FAR_ENEMY)
    play(fight, "wyvern", [go(36, 33), ["land", "goblins"]])
    assert piece(fight, "goblins").fate == "slain" and not fight.state.contacts


@pytest.mark.rule("tp.trait.scouting.concealed", "tp.move.fly.landonenemy")
def test_nobody_lands_on_concealed_scouts() -> None:
    scouts = unit("goblins", at=(36, 32), facing=180, side=1, models=20, scouts="concealed")
    fight = scene(in_the_air(36, 20), scouts, FAR_ENEMY)
    assert refused(fight, "wyvern", go(36, 33), ["land", "goblins"]) == "tp.trait.scouting.concealed"


@pytest.mark.rule("tp.move.fly.landonenemy", "tp.move.fly.land")
def test_a_flyer_above_two_enemies_is_not_set_down_on_the_other_one() -> None:
    scouts = foot(loose=True, traits=("skirmishers",))
    harpy = hero("harpy", at=(34.25, 33.86), facing=355, airborne=True, figure=champion(flight=inches(12)))
    goblins = unit("goblins", at=(36, 32), facing=200, side=1, models=6, figure=scouts)
    fight = scene(harpy, goblins, unit("beside", at=(33, 33.69), side=1, models=10))
    play(fight, "harpy", [["land", "goblins"]])
    assert foes(fight, 0) == [1]
    assert not [flaw for flaw in flaws(fight.setting, fight.state) if "the same ground" in flaw]


@pytest.mark.rule("tp.move.fly.landonenemy", "tp.piece.footprint")
def test_flyers_that_land_on_a_lone_hero_are_all_set_down_before_him() -> None:
    bat = champion(flight=inches(12), loose=True, attacks=1)
    bats = unit("bats", at=(36, 22), models=3, files=3, airborne=True, figure=bat)
    hero_alone = hero("hero", at=(36, 30), facing=90, side=1, figure=champion())
    fight = scene(bats, hero_alone)
    play(fight, "bats", [go(36, 30.3), ["land", "hero"]])
    assert foes(fight, 0) == [number(fight, "hero")] and piece(fight, "bats").facing == 27000
    assert body(fight, 0).front == pytest.approx((inches(36), inches(30)), abs=2)
    assert not list(flaws(fight.setting, fight.state))
