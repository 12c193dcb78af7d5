"""Missiles and stones at works, and at what the Besiegers carry."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.field.shapes import polygon
from warhost.rulebooks.threeplains.events.blows import Caught, Damaged, ShotAtWorks, StoneHurled
from warhost.rulebooks.threeplains.events.machines import GremlinsCame
from warhost.rulebooks.threeplains.events.moves import Battered, Collapsed
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.items.blasts import blast
from warhost.rulebooks.threeplains.items.commands import DARK_SKIES
from warhost.rulebooks.threeplains.machines.stones import A_PLACE, throw_stone, why_no_stone
from warhost.rulebooks.threeplains.missiles.aiming import BURNING, PLAIN
from warhost.rulebooks.threeplains.missiles.shooting import shoot_one, volley
from warhost.rulebooks.threeplains.missiles.structures import (
    expected,
    salvos_at,
    shoot_at,
    structures_in_reach,
    to_hit_mark,
)
from warhost.rulebooks.threeplains.missiles.templates import EXPLOSION, explode
from warhost.rulebooks.threeplains.scenario.fabric import Mark
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.implements import carried, hand_over, put_down
from warhost.rulebooks.threeplains.state import NOBODY, Effect, Feature
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .scene import asked, foot, hero, number, piece, script, told, unit
from .strongholds import STRAIGHT, siege
from .test_siege_field import post

BOWMAN = foot(weapons=("longbow",))
DOOR = "bolted door of straight wall 4"
WOOD = "wooden gate of gate 5"
DOORED = [*STRAIGHT[:3], "wall: door to outside", *STRAIGHT[4:]]


def archers(y: float, models: int = 5, x: float = 19, **more: Any) -> Any:
    return unit("archers", (x, y), facing=180, models=models, files=models, figure=BOWMAN, **more)


def shooting(*pieces: Any, plan: Any = (), measuring: str = "orders first") -> Fight:
    fight = siege(*pieces, plan=plan, options={"measuring": measuring})
    fight.state.phase = "shooting"
    return fight


def marks(fight: Fight, name: str = "archers") -> dict[str, Any]:
    return structures_in_reach(fight, number(fight, name))


# --- missiles -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.attack_structures")
def test_five_archers_at_close_range_take_a_life_point_off_a_door() -> None:
    fight = shooting(archers(23), unit("guard", (40, 5), side=1), plan=DOORED)
    with script(fight, answers=["archers", DOOR], dice=[3, 4, 4, 5, 6, 6, 5, 3, 1]):
        shoot_one(fight)
    (shot,) = told(fight, ShotAtWorks)
    assert (shot.feature, shot.shots, shot.need, shot.hits) == (DOOR, 5, 4, 4)
    assert told(fight, Battered)[0].points == 1 and piece(fight, "archers").turn.shot


@pytest.mark.rule("tp.siege.attack_structures", "tp.shoot.horde")
@pytest.mark.parametrize(("models", "wood"), [(5, False), (6, True)])
def test_only_what_all_shots_together_could_harm_is_offered(models: int, wood: bool) -> None:
    """Six sixes are a score of 11 against the toughness of 10; nobody's arrows bring down a wall."""
    fight = shooting(archers(30, models, 25), unit("guard", (40, 5), side=1))
    assert (WOOD in marks(fight)) == wood
    assert not any(name.startswith(("straight", "tower", "gate")) for name in marks(fight))


@pytest.mark.rule("tp.siege.attack_structures")
@pytest.mark.parametrize(("y", "near"), [(15 + 26, True), (15 + 26.1, False)])
def test_a_shot_at_a_door_out_of_range_is_lost_and_not_offered_where_all_is_measured(y: float, near: bool) -> None:
    openly = shooting(archers(y), unit("guard", (40, 5), side=1), plan=DOORED, measuring="open")
    assert (DOOR in marks(openly)) == near
    fight = shooting(archers(y), unit("guard", (40, 5), side=1), plan=DOORED)
    with script(fight, answers=["archers", DOOR], dice=[1] * 3 if near else []):  # three are near enough
        shoot_one(fight)
    (shot,) = told(fight, ShotAtWorks)
    assert (shot.shots, shot.need) == ((3, 5) if near else (0, 0)) and piece(fight, "archers").turn.shot == near


@pytest.mark.rule("tp.siege.cauldron", "tp.siege.attack_structures")
def test_a_cauldron_is_harder_to_hit_and_defenders_do_not_shoot_at_their_own() -> None:
    fight = shooting(archers(30), post("guard", 23, 14.5))
    kettle = marks(fight)["cauldron of straight wall 4"]
    assert to_hit_mark(fight, 0, kettle).total == 6
    assert expected(fight, 0, kettle) > 0
    assert marks(fight, "guard") == {}


@pytest.mark.rule("tp.siege.attack_structures", "tp.shoot.mod.close")
@pytest.mark.parametrize(("y", "need"), [(15 + 10, 4), (15 + 10.01, 5)])
def test_a_door_ten_inches_away_is_close(y: float, need: int) -> None:
    fight = shooting(archers(y), unit("guard", (40, 5), side=1), plan=DOORED)
    assert to_hit_mark(fight, 0, marks(fight)[DOOR]).total == need


@pytest.mark.rule("tp.siege.attack_structures", "tp.weapon.crossbow")
@pytest.mark.parametrize(("away", "bites"), [(10, 1), (10.01, 0)])
def test_bolts_of_crossbows_bite_deeper_into_a_door_ten_inches_away(away: float, bites: int) -> None:
    crossbow = foot(weapons=("crossbow",))
    fight = shooting(unit("archers", (19, 15 + away), facing=180, models=5, figure=crossbow), plan=DOORED)
    assert next(salvos_at(fight, 0, marks(fight)[DOOR])).attack.toughness == bites


@pytest.mark.rule("tp.siege.attack_structures", "tp.shoot.mod.move", "tp.item.command.banner_of_dark_skies")
def test_haste_and_dark_skies_hinder_shots_at_works_as_they_do_all_others() -> None:
    fight = shooting(archers(30), post("guard", 23, 14.5))
    door, shooter = next(iter(marks(fight).values())), fight.state.pieces[0]
    calm = to_hit_mark(fight, 0, door).total
    for spent, harder in ((3500, 0), (3501, 1)):
        shooter.turn.spent = spent
        assert to_hit_mark(fight, 0, door).total == calm + harder
    fight.state.effects = (Effect(DARK_SKIES, 0, NOBODY, 0, fight.state.clock + 1, 1),)
    assert to_hit_mark(fight, 0, door).total == calm + 2


@pytest.mark.rule("tp.siege.attack_structures")
def test_defenders_shoot_at_a_ram_that_lies_before_the_gate() -> None:
    orcs = unit("orcs", (30, 25), facing=180, models=12, files=4)
    fight = shooting(orcs, post("guard", 23, 14.5, models=8))
    hand_over(fight, number(fight, "orcs"), "battering_ram")
    assert marks(fight, "guard") == {}
    put_down(fight, carried(fight, number(fight, "orcs"))[0])
    (name,) = marks(fight, "guard")
    assert name.startswith("basic battering ram at")


@pytest.mark.rule("tp.siege.attack_structures", "tp.shoot.volley")
@pytest.mark.parametrize(("away", "spent", "shots"), [(6, 0, 3), (6.01, 0, 6), (6.01, 7000, 3)])
def test_all_ranks_shoot_at_works_more_than_six_inches_away_if_they_have_not_moved(
    away: float, spent: int, shots: int
) -> None:
    bows = replace(BOWMAN, traits=("mass volley",))
    ranks = unit("archers", (19, 15 + away), facing=180, models=6, files=3, figure=bows)
    fight = shooting(ranks, unit("guard", (40, 5), side=1), plan=DOORED)
    piece(fight, "archers").turn.spent = spent
    assert [salvo.shots for salvo in salvos_at(fight, 0, marks(fight)[DOOR])] == [shots]


@pytest.mark.rule("tp.siege.attack_structures", "tp.list.machine.bolt", "tp.machine.gremlin_chart")
@pytest.mark.parametrize(("dice", "row", "points"), [([1, 6], [6], []), ([2], [], []), ([5, 6], [], [3])])
def test_a_bolt_thrower_shoots_at_a_door_and_calls_the_gremlins_on_a_natural_one(
    dice: list[int], row: list[int], points: list[int]
) -> None:
    machine = foot(category="machine", kind="machine", movement=0, life=3, shoots="bolt")
    fight = shooting(unit("thrower", (19, 45), facing=180, models=1, files=1, figure=machine), plan=DOORED)
    with script(fight, answers=["thrower", DOOR], dice=dice):
        shoot_one(fight)
    assert [came.row for came in told(fight, GremlinsCame)] == row
    assert [hit.points for hit in told(fight, Battered)] == points


# --- stones -------------------------------------------------------------------------------------------------------


def battery(shoots: str = "stone", stones: bool = True) -> Fight:
    machine = unit("hurler", (19, 40), facing=180, models=1, files=1, figure=foot(
        category="machine", movement=0, base=(from_mm(50), from_mm(50)), shoots=shoots))  # fmt: skip
    fight = shooting(machine, post("guard", 17, 14.5))
    if stones:
        hand_over(fight, number(fight, "hurler"), "wall_stones")
    return fight


@pytest.mark.rule("tp.siege.race.wall_stones")
@pytest.mark.parametrize(
    ("shoots", "die", "hits"),
    [("stone", 3, True), ("stone", 2, False), ("stone crude", 4, True), ("stone crude", 3, False)],
)
def test_stones_hit_a_wall_on_three_or_more_and_crude_ones_on_four(shoots: str, die: int, hits: bool) -> None:
    fight = battery(shoots)
    with script(fight, answers=["straight wall 4"], dice=[die, *([5] if hits else [])]):
        throw_stone(fight, number(fight, "hurler"))
    assert told(fight, StoneHurled)[0].hit == hits
    assert [event.points for event in told(fight, Battered)] == ([5] if hits else [])
    assert piece(fight, "guard").models == 5 and why_no_stone(fight, 0) is not None  # winding up


@pytest.mark.rule("tp.siege.race.wall_stones", "tp.siege.destroyed_structure")
def test_the_last_stone_brings_the_wall_down_and_those_on_it() -> None:
    fight = battery()
    fight.state.terrain = tuple(
        replace(one, damage=17) if one.name == "straight wall 4" else one for one in fight.state.terrain
    )
    with script(fight, answers=["straight wall 4"], dice=[6, 4]):
        throw_stone(fight, number(fight, "hurler"))
    assert told(fight, Collapsed)[0].feature == "straight wall 4" and piece(fight, "guard").fate == "slain"


@pytest.mark.rule("tp.siege.race.wall_stones")
def test_works_and_the_wooden_gate_are_marks_for_such_stones_and_nothing_else() -> None:
    question = asked(fight := battery(), lambda trial: throw_stone(trial, number(trial, "hurler")))
    assert A_PLACE in question.options and WOOD in question.options and "gate 5" in question.options
    assert not any(name.startswith(("cauldron", "bolted", "arrow", "fortress")) for name in question.options)
    assert number(fight, "hurler") == 0
    plain = asked(battery(stones=False), lambda trial: throw_stone(trial, 0))
    assert plain.what == "stone place"


# --- what equipment catches ---------------------------------------------------------------------------------------


def carriers(thing: str, models: int = 12) -> Fight:
    fight = siege(unit("orcs", (25, 30), facing=180, models=models, files=4), post("guard", 17, 14.5))
    hand_over(fight, number(fight, "orcs"), thing)
    return fight


@pytest.mark.rule("tp.siege.battering_ram")
def test_of_three_arrows_two_strike_the_crew_and_one_the_ram() -> None:
    fight = carriers("battering_ram")
    with script(fight, dice=[2, 4, 5, 6, 1, 1]):  # dispersal; on the ram; on two orcs
        strike(fight, Attack(0, 3, "missile", "tp.weapon.bow", 1))
    assert told(fight, Caught)[0].hits == 1 and told(fight, Damaged)[0].hits == 2
    assert told(fight, Battered)[0].points == 0  # a toughness of 8


@pytest.mark.rule("tp.siege.battering_ram")
@pytest.mark.parametrize("kind", ["melee", "magic", "fall"])
def test_the_ram_catches_nothing_but_missiles(kind: Any) -> None:
    fight = carriers("battering_ram")
    with script(fight, dice=[1, 1, 1]):  # on three orcs
        strike(fight, Attack(0, 3, kind, "tp.weapon.bow", 1))
    assert not told(fight, Caught) and told(fight, Damaged)[0].hits == 3


@pytest.mark.rule("tp.siege.portable_bridge", "tp.siege.battering_ram")
@pytest.mark.parametrize("thing", ["portable_bridge", "battering_ram"])
def test_what_comes_straight_down_strikes_the_equipment(thing: str) -> None:
    fight = carriers(thing)
    with script(fight, dice=[6]):
        strike(fight, Attack(0, 1, "missile", "tp.list.machine.stone", 1, top=3, toughness=5, falls=True))
    assert told(fight, Battered)[0].points == 3 and not told(fight, Damaged)


@pytest.mark.rule("tp.siege.portable_bridge", "tp.trait.vulnerable_to_fire")
def test_fire_does_twice_the_harm_to_a_bridge_and_destroys_it() -> None:
    fight = carriers("portable_bridge")
    with script(fight, dice=[6]):
        strike(fight, Attack(0, 1, "missile", "tp.siege.cauldron", 1, top=3, toughness=5, falls=True, fire=True))
    assert told(fight, Battered)[0].points == 6 and carried(fight, 0) == []
    assert told(fight, Collapsed)[0].feature == "portable bridge"


# --- templates ----------------------------------------------------------------------------------------------------


def stone(kind: Any = "missile") -> Attack:
    return Attack(0, 0, kind, "tp.list.machine.stone", 0, top=3, toughness=2)


@pytest.mark.rule("tp.siege.attack_structures")
def test_a_template_strikes_what_is_built_under_it_as_well_and_nobody_rolls_for_walls() -> None:
    fight = siege(unit("orcs", (25, 40), facing=180), unit("guard", (40, 5), side=1), plan=DOORED)
    with script(fight, dice=[1, 4, 6, 6, 6]):  # the two quarters over the door, and three hits; the wall stands
        explode(fight, EXPLOSION, (inches(19), inches(16)), stone())
    (hurt,) = told(fight, Battered)
    assert (hurt.feature, hurt.points) == (DOOR, 3)


@pytest.mark.rule("tp.siege.gate")
@pytest.mark.parametrize(("kind", "hurt"), [("magic", False), ("missile", True)])
def test_no_spell_that_comes_down_on_a_gate_harms_it(kind: Any, hurt: bool) -> None:
    fight = siege(unit("orcs", (25, 40), facing=180), unit("guard", (40, 5), side=1), plan=["wall", "gate", "wall"])
    dice = [1] * 4 + [1] * 5 if hurt else []
    with script(fight, dice=dice):
        explode(fight, EXPLOSION, (inches(9), inches(14)), stone(kind))
    assert [event.feature for event in told(fight, Battered)] == (["wooden gate of gate 2"] if hurt else [])


@pytest.mark.rule("tp.siege.attack_structures", "tp.shoot.radius")
@pytest.mark.parametrize(("y", "struck"), [(15 + 1.5, True), (15 + 1.51, False)])
def test_what_bursts_within_a_radius_strikes_works_too_with_one_hit_each(y: float, struck: bool) -> None:
    """A die of 6 against a door of toughness 5 less 4: five over, and a damage range of 3."""
    fight = siege(unit("orcs", (45, 45), facing=180), unit("guard", (40, 5), side=1), plan=DOORED)
    keg = Attack(0, 0, "missile", "tp.item.weapon.scolex_keg", 0, top=3, toughness=4)
    with script(fight, dice=[6] if struck else []):
        blast(fight, (inches(19), inches(y)), inches(1.5), keg)
    assert [(event.feature, event.points) for event in told(fight, Battered)] == ([(DOOR, 3)] if struck else [])


@pytest.mark.rule("tp.siege.attack_structures", "tp.siege.equip.drop", "tp.shoot.radius")
def test_what_lies_about_is_struck_by_bursts_and_by_templates() -> None:
    fight = siege(unit("orcs", (45, 45), facing=180), unit("guard", (40, 5), side=1))
    hand_over(fight, number(fight, "orcs"), "siege_ladder")
    put_down(fight, carried(fight, number(fight, "orcs"))[0])
    fight.state.advance(train=(replace(fight.state.progress.train[0], at=(inches(25), inches(30))),))
    keg = Attack(0, 0, "missile", "tp.item.weapon.scolex_keg", 0, top=1, toughness=4)
    with script(fight, dice=[1]):  # nothing is left of its toughness of 4
        blast(fight, (inches(25), inches(31)), inches(1.5), keg)
        blast(fight, (inches(25), inches(32.02)), inches(1.5), keg)  # its heap is an inch wide: too far away
    assert [(event.feature, event.left) for event in told(fight, Battered)] == [("siege ladder", 2)]
    with script(fight, dice=[1] * 4 + [1] * 5):
        explode(fight, EXPLOSION, (inches(25), inches(30)), stone("missile"))
    assert told(fight, Battered)[1].feature == "siege ladder"


@pytest.mark.rule("tp.siege.gate", "tp.shoot.radius")
def test_no_magic_that_bursts_harms_a_gate() -> None:
    fight = siege(unit("orcs", (45, 45), facing=180), unit("guard", (40, 5), side=1), plan=["wall", "gate", "wall"])
    for kind, dice in (("magic", []), ("missile", [6])):
        burst = Attack(0, 0, kind, "tp.item.weapon.sword_of_fools", 0, top=5, toughness=8)  # type: ignore[arg-type]
        with script(fight, dice=dice):
            blast(fight, (inches(9), inches(16)), inches(1.5), burst)
    assert [(event.feature, event.points) for event in told(fight, Battered)] == [("wooden gate of gate 2", 4)]


# --- flaming arrows -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.flaming_arrows", "tp.trait.vulnerable_to_fire")
def test_archers_on_a_wall_set_a_bridge_alight_six_inches_less_far() -> None:
    """A longbow from a wall: 26 + 4 - 6 = 24."""

    def bows(y: float, thing: str = "portable_bridge", weapon: str = "longbow") -> Fight:
        guard = post("guard", 19, 14.6, models=1, figure=foot(loose=True, weapons=(weapon,), damage=2))
        fight = siege(unit("orcs", (19, y), facing=180, models=12, files=4), guard, active=1, phase="shooting")
        if thing:
            hand_over(fight, number(fight, "orcs"), thing)
        return fight

    fight = bows(15 + 23.9)
    guard, orcs = number(fight, "guard"), number(fight, "orcs")
    with script(fight, answers=[BURNING], dice=[5, 3, 6]):  # to hit, on the bridge, by sheer numbers
        volley(fight, guard, orcs)
    assert told(fight, Caught)[0].hits == 1
    for quiet in (bows(15 + 24.1), bows(30, thing=""), bows(30, thing="siege_ladder"), bows(30, weapon="crossbow")):
        with script(quiet, dice=[1]):
            volley(quiet, guard, orcs)


@pytest.mark.rule("tp.siege.flaming_arrows")
def test_flaming_arrows_are_fire() -> None:
    fight = siege(unit("orcs", (19, 30), facing=180, figure=foot(traits=("vulnerable to fire",), life=3)),
                  post("guard", 19, 14.6, models=1), active=1, phase="shooting")  # fmt: skip
    with script(fight, answers=[BURNING], dice=[5, 6]):
        volley(fight, number(fight, "guard"), number(fight, "orcs"))
    assert told(fight, Damaged)[0].points == 2


def tower_at_the_wall(y: float, weapon: str = "longbow", models: int = 8, kind: str = "siege tower") -> Fight:
    """Eight archers in the yard's place on the wall walk, and something that was set up so far from them."""
    guard = post("guard", 19, 14.6, models=models, figure=foot(loose=True, weapons=(weapon,), damage=2))
    fight = shooting(unit("orcs", (45, 45), facing=180, models=5, files=5), guard)
    points = tuple((inches(x), inches(far)) for x, far in ((18, y + 3), (21, y + 3), (21, y), (18, y)))
    fight.state.terrain = (*fight.state.terrain, Feature("engine", kind, points))
    fight.state.active = 1
    return fight


@pytest.mark.rule("tp.siege.flaming_arrows", "tp.siege.race.siege_tower", "tp.trait.vulnerable_to_fire")
@pytest.mark.parametrize(("arrows", "points"), [(PLAIN, 2), (BURNING, 4)])
def test_fire_does_twice_the_harm_to_a_siege_tower_that_stands(arrows: str, points: int) -> None:
    """Seven sixes are a score of 12 against its toughness of 10."""
    fight = tower_at_the_wall(20)
    (mark,) = marks(fight, "guard").values()
    with script(fight, answers=[arrows], dice=[5] * 7 + [1] + [6] * 7):
        shoot_at(fight, number(fight, "guard"), mark)
    assert told(fight, Battered)[0].points == points


@pytest.mark.rule("tp.siege.attack_structures", "tp.shoot.hit")
@pytest.mark.parametrize(("faces", "shots"), [([5], 1), ([1, 5], 2)], ids=["brought down", "missed"])
def test_others_shoot_on_until_it_is_gone(faces: list[int], shots: int) -> None:
    guard = post("guard", 19, 14.6, models=2, figure=BOWMAN)
    fight = shooting(unit("orcs", (45, 45), facing=180), guard, hero("hero", within="guard", side=1, figure=BOWMAN))
    fight.state.active = 1
    mark = Mark("ladder", (polygon([(18000, 20000), (21000, 20000), (21000, 21000)]),), 0, 3, 1, lambda attack: 1)
    with script(fight, dice=faces):
        shoot_at(fight, number(fight, "guard"), mark)
    assert len(told(fight, ShotAtWorks)) == shots


@pytest.mark.rule("tp.siege.flaming_arrows")
@pytest.mark.parametrize(
    ("fight", "asks"),
    [
        (tower_at_the_wall(15 + 23.9), True),
        (tower_at_the_wall(15 + 24.1), False),
        (tower_at_the_wall(20, weapon="crossbow"), False),
        (tower_at_the_wall(20, kind="siege ladder"), False),
    ],
    ids=["in reach", "too far for burning ones", "crossbows", "what does not burn"],
)
def test_archers_are_asked_where_burning_arrows_reach_and_do_more(fight: Fight, asks: bool) -> None:
    mark = next(mark for mark in marks(fight, "guard").values() if mark.name == "engine")
    with script(fight, answers=[PLAIN] if asks else [], dice=[1] * 8):
        shoot_at(fight, number(fight, "guard"), mark)


@pytest.mark.rule("tp.siege.portable_bridge", "tp.trait.vulnerable_to_fire")
@pytest.mark.parametrize(("fire", "points"), [(False, 1), (True, 2)])
def test_a_laid_bridge_burns(fire: bool, points: int) -> None:
    fight = tower_at_the_wall(20, kind="portable bridge")
    (mark,) = marks(fight, "guard").values()
    with script(fight, dice=[6, 6, 6]):
        mark.strike(Attack(-1, 3, "missile", "tp.weapon.ballistic", fire=fire))
    assert told(fight, Battered)[0].points == points


@pytest.mark.rule("tp.siege.flaming_arrows", "tp.siege.equip.drop")
def test_burning_arrows_harm_a_ram_that_nobody_carries() -> None:
    fight = shooting(unit("orcs", (30, 25), facing=180, models=12, files=4), post("guard", 28, 14.5, models=8))
    hand_over(fight, number(fight, "orcs"), "battering_ram")
    put_down(fight, carried(fight, number(fight, "orcs"))[0])
    (mark,) = marks(fight, "guard").values()
    with script(fight, answers=[BURNING], dice=[5] * 8 + [6] * 4 + [1] * 4):  # a score of 9 against toughness 8
        shoot_at(fight, number(fight, "guard"), mark)
    assert told(fight, Battered)[0].points == 2
