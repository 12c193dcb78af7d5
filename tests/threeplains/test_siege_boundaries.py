"""Sieges to the inch and to the man: what is set up and taken up, who comes to the turrets, who is free."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import set_places
from warhost.rulebooks.threeplains.charging.onset import charge_move
from warhost.rulebooks.threeplains.events.blows import Damaged, NoShot, Shot
from warhost.rulebooks.threeplains.events.moves import Battered, Collapsed
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.contact import contacts_of
from warhost.rulebooks.threeplains.fighting.prowess import to_hit
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.commands import DARK_SKIES
from warhost.rulebooks.threeplains.land.structures import batter
from warhost.rulebooks.threeplains.missiles.shooting import shoot_one
from warhost.rulebooks.threeplains.missiles.structures import salvos_at
from warhost.rulebooks.threeplains.moving.course import Course
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.bombardment import enemy_works
from warhost.rulebooks.threeplains.siege.fixtures import layout_of
from warhost.rulebooks.threeplains.siege.gates import holds
from warhost.rulebooks.threeplains.siege.idle_hands import THROW, locked, throwers
from warhost.rulebooks.threeplains.siege.implements import _deeds, carried, changed, hand_over, make_ready
from warhost.rulebooks.threeplains.siege.loops import manned, out_of_reach, to_hit_from
from warhost.rulebooks.threeplains.siege.oil import cauldrons
from warhost.rulebooks.threeplains.siege.scaling import CONTACT, over_the_face, scalers
from warhost.rulebooks.threeplains.siege.setting_up import _put_up
from warhost.rulebooks.threeplains.siege.works import equipment
from warhost.rulebooks.threeplains.state import NOBODY, Contact, Effect
from warhost.rulebooks.threeplains.wounds.casualties import lose
from warhost.rulebooks.threeplains.wounds.hits import Attack

from .scene import foot, number, piece, script, told, unit
from .strongholds import STRAIGHT, siege
from .strongholds import changed as changed_plan
from .test_siege_field import LOOSE, post
from .test_siege_from_the_walls import EDGE, climbing, held
from .test_siege_from_the_walls import orcs as besiegers
from .test_siege_implements import bearers, drop_at
from .test_siege_rams import WOOD, crew, to_the_gate
from .test_siege_storming import (
    LADDER,
    MAN,
    SKIRMISHERS,
    WALL,
    at_the_wall,
    attacks,
    check,
    on_the_walk,
    orcs,
    places,
    raise_ladder,
    storm,
)

HOOKS, RAM, TOWER = "grappling_hooks", "battering_ram", "siege_tower"


# --- what is set up -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.race.siege_tower", "tp.siege.portable_bridge")
@pytest.mark.parametrize(("damage", "stands"), [(10, True), (11, False)], ids=["two left", "one left"])
def test_a_siege_tower_that_is_set_up_is_as_battered_as_it_was(damage: int, stands: bool) -> None:
    """It has 12 life points; one more is lost against a save of 0."""
    fight = at_the_wall()
    hand_over(fight, number(fight, "orcs"), TOWER)
    (one,) = carried(fight, number(fight, "orcs"))
    changed(fight, one, replace(one, damage=damage))
    _put_up(fight, number(fight, "orcs"), equipment()[TOWER], [(inches(19), inches(15))])
    with script(fight, dice=[6]):
        batter(fight, len(fight.state.terrain) - 1, Attack(NOBODY, 1, "missile", "tp.shoot.damage", toughness=10))
    assert bool(told(fight, Collapsed)) != stands


@pytest.mark.rule("tp.siege.attack_structures", "tp.siege.siege_ladder")
def test_every_ladder_has_a_name_of_its_own_when_one_before_it_is_gone() -> None:
    fight = at_the_wall(17.5, 19)
    gone = "siege ladder 1 of straight wall 4"
    fight.state.terrain = tuple(feature for feature in fight.state.terrain if feature.name != gone)
    raise_ladder(fight, 20.5)
    names = [feature.name for feature in fight.state.terrain if feature.kind == equipment()[LADDER].title]
    assert len(names) == len(set(names)) == 2


@pytest.mark.rule("tp.siege.race.siege_tower")
@pytest.mark.parametrize(("way", "climbs"), [(2, True), (2.1, False)], ids=["two inches", "more"])
def test_who_has_pushed_a_tower_to_the_wall_has_two_inches_less_to_climb_it_too(way: float, climbs: bool) -> None:
    """7 inches less 2 for the tower: 2 to the wall leave 3 for the climb."""
    fight = at_the_wall(guard=on_the_walk(19), y=WALL + way)
    hand_over(fight, number(fight, "orcs"), TOWER)
    order = [["go", inches(19), inches(WALL)], ["set", TOWER, places(19)]]
    with script(fight, answers=["orcs", order, []]):
        move_one(fight)
    assert not carried(fight, number(fight, "orcs"))
    assert isinstance(check(fight, ["storm", "top 4"]), Refusal) != climbs


@pytest.mark.rule("tp.siege.race.siege_tower")
@pytest.mark.parametrize("x", [17.5, 17.3])
def test_a_siege_tower_close_to_a_fortress_tower_leads_on_to_its_wall_and_not_to_the_roof(x: float) -> None:
    fight = at_the_wall(x, kind=TOWER, x=18.1)
    ((spot, _),) = scalers(fight)
    assert (spot.laid.title, spot.at) == ("straight wall 4", (inches(x), inches(15)))
    ways = over_the_face(fight, number(fight, "orcs"))
    assert [way.goal for way in ways] == ["top 4"]


# --- who comes to the turrets ---------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.grappling_hooks", "tp.siege.siege_ladder")
@pytest.mark.parametrize("kind", [HOOKS, LADDER])
@pytest.mark.parametrize(("way", "reached"), [(4, True), (4.1, False)], ids=["four inches", "more"])
def test_four_inches_to_the_wall_leave_three_to_come_to_its_turrets(kind: str, way: float, reached: bool) -> None:
    """By hooks, or by a ladder that stands there already."""
    more = {"figure": SKIRMISHERS, "models": 1, "files": 1} if kind == HOOKS else {}
    fight = at_the_wall(*([19] if kind == LADDER else []), guard=on_the_walk(19), y=WALL + way, **more)
    if kind == HOOKS:
        hand_over(fight, number(fight, "orcs"), HOOKS)
    order = [["go", inches(19), inches(WALL)], ["storm", "top 4"]]
    found = check(fight, *order)
    assert isinstance(found, Refusal) != reached
    if isinstance(found, Refusal):
        assert found.rule == "tp.move.value"
        return
    with script(fight, answers=["orcs", order]):
        move_one(fight)
    (contact,) = contacts_of(fight, number(fight, "orcs"))
    assert contact.charge == piece(fight, "orcs").turn.spent == inches(7)


@pytest.mark.rule("tp.siege.breach", "tp.siege.levels")
@pytest.mark.parametrize(("x", "y", "held"), [(15.6, 16, False), (16.4, 15, True)], ids=["tower", "wall"])
def test_who_stands_on_a_tower_holds_no_turrets_of_the_wall_beside_it(x: float, y: float, held: bool) -> None:
    """A ladder near the end of straight wall 4, and one man within an inch of its head."""
    fight = at_the_wall(16.8, guard=on_the_walk(x, y=y - MAN / 2), x=18.1)
    found = check(fight, ["storm", "top 4"])
    assert isinstance(found, Refusal) != held
    if isinstance(found, Refusal):
        assert "nobody holds" in found.why


# --- who strikes over them ------------------------------------------------------------------------------------


def stormed(*guards: Any, ladders: Sequence[float] = (19,), towers: Sequence[float] = ()) -> Fight:
    """Orcs at the foot of straight wall 4 in combat with all who hold it."""
    fight = siege(orcs(), *guards)
    for one in range(1, len(fight.state.pieces)):
        set_places(fight, one, fight.state.pieces[one].places, 0)
    for kind, spots in ((TOWER, towers), (LADDER, ladders)):
        for x in spots:
            raise_ladder(fight, x, kind)
    piece(fight, "orcs").turn.spent = 0
    storm(fight)
    return fight


@pytest.mark.rule("tp.siege.breach.contact")
def test_three_guards_strike_at_one_ladder_though_they_are_of_two_pieces() -> None:
    """Four stand within an inch of its head, two of each piece."""
    left = on_the_walk(19 - 0.5 * MAN, 19 - 1.5 * MAN, name="left")
    right = on_the_walk(19 + 0.5 * MAN, 19 + 1.5 * MAN, name="right")
    fight = stormed(left, right)
    assert attacks(fight, "left") + attacks(fight, "right") == 3


@pytest.mark.rule("tp.siege.breach.contact", "tp.siege.siege_ladder_combat")
def test_one_climber_fights_at_a_ladder_though_two_units_stand_at_its_foot() -> None:
    """The ladder stands where they meet; the second finds no place on it while the first fights there."""
    more = unit("more", (18 + 3 * MAN, WALL), facing=180, models=9, files=3)
    fight = siege(orcs(x=18, models=9, files=3), more, on_the_walk(19))
    set_places(fight, 2, piece(fight, "guard").places, 0)
    raise_ladder(fight, 18 + 1.5 * MAN)
    assert not isinstance(check(fight, ["storm", "top 4"], name="more"), Refusal)
    storm(fight)
    assert attacks(fight, "orcs") == 1
    assert isinstance(check(fight, ["storm", "top 4"], name="more"), Refusal)


@pytest.mark.rule("tp.siege.race.siege_tower", "tp.siege.siege_ladder_combat")
def test_those_on_the_ramp_strike_at_one_less_and_those_on_a_ladder_beside_it_at_two() -> None:
    fight = stormed(on_the_walk(*[16.5 + MAN * at for at in range(6)]), ladders=(20.2,), towers=(18,))
    blows = blows_of(fight, number(fight, "orcs"), {}, {})
    assert sorted((to_hit(fight, blow).total, blow.attacks) for blow in blows) == [(5, 5), (6, 1)]


# --- whose hands are free -------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.idle_hands", "tp.siege.attack_structures")
def test_who_is_locked_at_the_turrets_does_not_shoot_at_the_ladder_either() -> None:
    fight = climbing(post("guard", 16.4, EDGE, models=7, figure=LOOSE))
    guard = number(fight, "guard")
    (ladder,) = enemy_works(fight, guard)
    (salvo,) = salvos_at(fight, guard, ladder)
    assert len(locked(fight, guard)) == 3 and salvo.shots == 7 - 3


def sallied() -> Fight:
    """Orcs below the guard on straight wall 4 who fight others that have come out; no climbers."""
    fight = held(besiegers(16.5), unit("sally", (19, 16.5 + 2 * MAN), facing=180, side=1, models=10, files=5))
    ours, theirs = number(fight, "sally"), number(fight, "orcs")
    fight.state.contacts = [Contact(ours, theirs, "front", "rear")]
    return fight


@pytest.mark.rule("tp.siege.throwing_projectiles", "tp.shoot.disperse.friends")
def test_things_thrown_into_a_combat_below_need_a_check_and_strike_friends_too() -> None:
    fight = sallied()
    with script(fight, answers=[f"{THROW}guard"], dice=[1, 1, 1, 1, 4, 4, 4]):
        shoot_one(fight)
    assert told(fight, NoShot) and not told(fight, Shot) and throwers(fight) == {}
    fight = sallied()
    with script(fight, answers=[f"{THROW}guard"], dice=[*[4] * 7, 4, 4, 3, 2, 1, 1, 6, 1, 1]):
        shoot_one(fight)
    assert told(fight, Shot)[0].hits == 2
    assert {event.piece for event in told(fight, Damaged)} == {number(fight, "orcs"), number(fight, "sally")}


@pytest.mark.rule("tp.siege.cauldron", "tp.siege.throwing_projectiles")
@pytest.mark.parametrize(("y", "pours"), [(EDGE, False), (EDGE - MAN, True)], ids=["he threw", "he did not"])
def test_whoever_has_thrown_things_down_does_not_pour_the_oil_in_the_same_phase(y: float, pours: bool) -> None:
    """All at the turrets have thrown; one man stands an inch from the cauldron, there or behind them."""
    row = [(x, EDGE) for x in (16.6, 21)] + [(19, y)]
    fight = held(besiegers(), guard=post("guard", 16.6, EDGE, models=3, figure=foot(loose=True)))
    set_places(fight, number(fight, "guard"), tuple((inches(x), inches(y)) for x, y in row), 0)
    assert cauldrons(fight)
    piece(fight, "guard").aimed = fight.state.clock
    assert bool(cauldrons(fight)) == pours


@pytest.mark.rule("tp.siege.cauldron", "tp.siege.idle_hands")
@pytest.mark.parametrize(("across", "pours"), [(CONTACT, True), ("", False)], ids=["at the turrets", "on the walk"])
def test_oil_is_poured_out_of_a_fight_at_the_turrets_only(across: str, pours: bool) -> None:
    """Seven along the wall, three of them locked: a fourth stands near enough to the cauldron."""
    fight = climbing(post("guard", 16.4, EDGE, models=7, figure=foot(loose=True)))
    fight.state.contacts = [replace(fight.state.contacts[0], across=across)]
    assert bool(cauldrons(fight)) == pours


@pytest.mark.rule("tp.siege.cauldron")
@pytest.mark.parametrize("lost", [True, False])
def test_a_cauldron_on_captured_works_is_not_used_from_the_wall_beside_it(lost: bool) -> None:
    """It stands at the left end of gate 5, and a man an inch from it on straight wall 4."""
    plan = changed_plan(STRAIGHT, 5, "gate: ladder, cauldron at 0.5")
    man = post("guard", 21.5, EDGE, models=1, figure=foot(loose=True))
    above = [post("climbers", 25, EDGE, side=0, models=2)] if lost else []
    fight = siege(besiegers(x=23), *above, man, plan=plan, active=1, phase="shooting", clock=2)
    assert bool(cauldrons(fight)) != lost


# --- what is taken up -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.equip.pick_up", "tp.siege.battering_ram", "tp.siege.siege_ladder")
@pytest.mark.parametrize(
    ("kind", "had", "offered"), [(RAM, 0, True), (RAM, 1, False), (LADDER, 3, True), (LADDER, 4, False)]
)
def test_nobody_takes_up_more_of_a_kind_than_a_unit_may_have(kind: str, had: int, offered: bool) -> None:
    """There are hands enough: 25 models, for two rams of 7 or five ladders of 5."""
    fight = bearers(*[kind] * had, models=25)
    drop_at(fight, kind, 25, 29)
    assert any(": go for the " in deed for deed, _ in _deeds(fight)) == offered


@pytest.mark.rule("tp.siege.equip.pick_up", "tp.siege.quick_assault")
@pytest.mark.parametrize(("way", "swings"), [(3, True), (3.1, False)], ids=["four inches left", "less"])
def test_a_ram_that_is_taken_up_at_the_gate_is_swung_in_the_same_move(way: float, swings: bool) -> None:
    fight = crew(way)
    drop_at(fight, RAM, 25, 15.5)
    with script(fight, answers=["orcs: go for the basic battering ram at (25.0, 15.5)"]):
        make_ready(fight)
    blow: list[Any] = [["assault", WOOD]]
    with script(fight, answers=["orcs", [to_the_gate()], blow if swings else []], dice=[3] if swings else []):
        move_one(fight)
    assert [one.kind for one in carried(fight, number(fight, "orcs"))] == [RAM]
    assert [event.points for event in told(fight, Battered)] == ([1] if swings else [])
    assert isinstance(check(fight, *blow), Refusal)


@pytest.mark.rule("tp.siege.race.siege_tower", "tp.move.charge.far")
@pytest.mark.parametrize(("thing", "dashes"), [(TOWER, False), (RAM, True)])
def test_a_charge_with_a_siege_tower_that_falls_short_does_not_dash(thing: str, dashes: bool) -> None:
    """The enemy stands half an inch too far away, and a 6 would bring the charger to him."""
    way = 5.5 if thing == TOWER else 7.5
    fight = siege(unit("orcs", (10, 30), models=12, files=4), unit("guard", (10, 30 + way), facing=180, side=1))
    hand_over(fight, number(fight, "orcs"), thing)
    with script(fight, dice=[6] if dashes else []):
        charge_move(fight, number(fight, "orcs"), number(fight, "guard"))
    assert piece(fight, "orcs").turn.dashed == dashes


@pytest.mark.rule("tp.trait.vulnerable_to_fire", "tp.siege.race.siege_tower", "tp.siege.portable_bridge")
@pytest.mark.parametrize(("kind", "points"), [(TOWER, 2), (LADDER, 1)])
def test_fire_does_twice_the_harm_to_a_siege_tower_that_stands_and_not_to_a_ladder(kind: str, points: int) -> None:
    fight = at_the_wall(19, kind=kind)
    (mark,) = enemy_works(fight, number(fight, "watch"))
    with script(fight, dice=[3]):
        mark.strike(Attack(NOBODY, 1, "missile", "tp.shoot.damage", toughness=10, fire=True))
    assert told(fight, Battered)[0].points == points


# --- who works the gate ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.gate_open")
@pytest.mark.parametrize(("side", "more", "works"), [(0, 2, True), (0, 1, False), (1, 2, False), (1, 4, True)])
def test_besiegers_of_two_pieces_work_a_gate_and_defenders_of_one(side: int, more: int, works: bool) -> None:
    """Two of one piece are on top of the gate, and so many of another."""
    two = post("two", 22.5, EDGE, side=side, models=2)
    others = post("others", 24.5, EDGE, side=side, models=more)
    fight = siege(two, others, unit("far", (10, 40), facing=180, side=1 - side), active=side)
    gate = next(one for one in layout_of(fight).works if one.work.gate)
    assert holds(fight, gate, side) == works


# --- arrow-loops ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.arrow_loop", "tp.shoot.highground.air")
@pytest.mark.parametrize(("way", "reached"), [(25.29, True), (25.31, False)], ids=["26 inches", "more"])
def test_a_loop_measures_up_to_a_flyer(way: float, reached: bool) -> None:
    """A longbow reaches 26 inches, of which 6 are upwards: 25.298 on the plan."""
    winged = foot(flight=inches(20))
    flyer = unit("flyer", (19, 15 + way), facing=180, models=1, files=1, figure=winged, airborne=True)
    fight = siege(flyer, unit("yard", (40, 5), side=1), active=1, phase="shooting", clock=2)
    loop = next(one for one in manned(fight) if one.name == "arrow-loop of straight wall 4")
    assert out_of_reach(fight, loop, fight.setting.weapons["longbow"], number(fight, "flyer")) != reached


@pytest.mark.rule("tp.siege.arrow_loop", "tp.shoot.mod.close")
@pytest.mark.parametrize(("way", "need"), [(10, 5), (10.01, 6)])
def test_a_loop_shoots_better_at_ten_inches_and_not_beyond(way: float, need: int) -> None:
    """At a single man, who is harder to make out: 5 and 1, less 1 for what is close."""
    scout = unit("scout", (19, 15 + way), facing=180, models=1, files=1)
    fight = siege(scout, unit("yard", (40, 5), side=1), active=1, phase="shooting", clock=2)
    loop = next(one for one in manned(fight) if one.name == "arrow-loop of straight wall 4")
    assert to_hit_from(fight, loop, number(fight, "scout")).total == need


@pytest.mark.rule("tp.siege.arrow_loop", "tp.item.command.banner_of_dark_skies")
def test_dark_skies_hinder_the_archers_in_the_loops_too() -> None:
    fight = siege(besiegers(30), unit("yard", (40, 5), side=1), active=1, phase="shooting", clock=2)
    loop, target = manned(fight)[0], number(fight, "orcs")
    clear = to_hit_from(fight, loop, target).total
    fight.state.effects = (Effect(DARK_SKIES, target, NOBODY, 0, fight.state.clock + 1, 1),)
    assert to_hit_from(fight, loop, target).total == clear + 1 == 6


# --- what is dropped on the way -------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.equip.drop", "tp.siege.quick_assault", "tp.siege.siege_ladder")
@pytest.mark.parametrize("falls", [False, True], ids=["all come there", "one falls on the way"])
def test_what_its_bearers_drop_on_the_way_is_neither_swung_nor_set_up(falls: bool) -> None:
    """7 models carry a ram, 5 a ladder: with one less it is dropped, after the order was given."""
    ram, ladder = crew(0, RAM, models=7), at_the_wall(models=5)
    hand_over(ladder, number(ladder, "orcs"), LADDER)
    for fight, act, dice in ((ram, ["assault", WOOD], [3]), (ladder, ["set", LADDER, places(19)], [])):
        course = Move(fight, number(fight, "orcs")).plan([act])
        assert isinstance(course, Course) and course.finale is not None
        if falls:
            lose(fight, number(fight, "orcs"), 1, "tp.shoot.damage")
        with script(fight, dice=[] if falls else dice):
            course.finale()
    assert bool(told(ram, Battered)) != falls and bool(scalers(ladder)) != falls
