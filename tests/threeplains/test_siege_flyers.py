"""Flyers and the works: landing on tops, rising from them, charging those who hold them, and spikes up there."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import set_places
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.onset import charge_move
from warhost.rulebooks.threeplains.events.blows import Spiked
from warhost.rulebooks.threeplains.events.moves import Jumped, Landed, TookOff
from warhost.rulebooks.threeplains.fighting.contact import contacts_of
from warhost.rulebooks.threeplains.fighting.prowess import to_hit
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.ground import hangs, level_of, on_another_floor
from warhost.rulebooks.threeplains.land.structures import collapse
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.spikes import spiked
from warhost.rulebooks.threeplains.telling.names import Names
from warhost.rulebooks.threeplains.wounds.casualties import destroy

from .melee import blows, strokes
from .scene import foot, number, piece, script, told, unit
from .strongholds import siege
from .test_siege_storming import on_the_walk

WALK = 14  # the middle of the walk, which is 2 inches deep
LARGE = from_mm(60) / 1000


def dragon(x: float = 19, front: float = 30, **more: Any) -> Any:
    beast = foot(category="beast", base=(from_mm(60), from_mm(60)), flight=inches(20), life=20, toughness=4,
                 **more.pop("figure", {}))  # fmt: skip
    return unit("dragon", (x, front), **{"facing": 180, "models": 1, "files": 1, "figure": beast, "airborne": True,
                                         **more})  # fmt: skip


def at_the_fortress(*others: Any, **more: Any) -> Fight:
    fight = siege(dragon(**more), *others, unit("yard", (40, 4), side=1))
    for one, found in enumerate(fight.state.pieces):
        if found.places:
            set_places(fight, one, found.places, found.facing)
    return fight


def onto(middle: float = WALK, x: float = 19) -> list[list[Any]]:
    """Flown so that the middle of the base comes to be there."""
    return [["go", inches(x), inches(middle - LARGE / 2)], ["land"]]


def why_not(fight: Fight, order: list[list[Any]]) -> str:
    found = Move(fight, number(fight, "dragon")).check(order)
    return found.rule if isinstance(found, Refusal) else ""


@pytest.mark.rule("tp.siege.move.who", "tp.move.fly.land")
def test_a_dragon_lands_on_the_wall_walk_and_hangs_over_its_edges() -> None:
    fight = at_the_fortress()
    with script(fight, answers=["dragon", onto()]):
        move_one(fight)
    beast = piece(fight, "dragon")
    assert beast.aloft and not beast.airborne and level_of(fight, number(fight, "dragon")) == 1
    said = told(fight, Landed)[0].say(Names(fight.setting, fight.state.pieces))
    assert said == "dragon lands on the works."
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.move.who")
@pytest.mark.parametrize(("middle", "lawful"), [(13.05, True), (12.9, False), (14.95, True), (15.1, False)])
def test_the_middle_of_its_base_has_to_be_over_the_top(middle: float, lawful: bool) -> None:
    assert (why_not(at_the_fortress(), onto(middle)) == "") == lawful


@pytest.mark.rule("tp.siege.move.who")
@pytest.mark.parametrize(("gap", "lawful"), [(1.99, False), (2.01, True)])
def test_it_does_not_land_on_a_stretch_that_enemies_guard(gap: float, lawful: bool) -> None:
    man = from_mm(20) / 1000
    guard = on_the_walk(19 + LARGE / 2 + gap + man / 2)
    assert why_not(at_the_fortress(guard), onto()) == ("" if lawful else "tp.siege.move.who")
    ours = at_the_fortress(guard, side=1)
    ours.state.active, ours.state.clock = 1, 2
    assert why_not(ours, onto()) == "", "its own side makes room"
    routed = at_the_fortress(guard)
    piece(routed, "guard").fleeing = True
    assert why_not(routed, onto()) == "", "who flees guards nothing"


@pytest.mark.rule("tp.siege.move.who")
def test_it_does_not_land_with_anybody_under_it() -> None:
    on_top = at_the_fortress(on_the_walk(19, side=0, y=13.4))
    assert why_not(on_top, onto()) == "tp.siege.move.who"
    below = at_the_fortress(unit("orcs", (19, 12.9), models=5, files=5))
    assert why_not(below, onto(13.5)) == "tp.siege.move.who"
    held = at_the_fortress(on_the_walk(19))
    assert why_not(held, [*onto()[:1], ["land", "guard"]]) == "tp.siege.move.who"


@pytest.mark.rule("tp.siege.move.who", "tp.move.fly.takeoff")
def test_it_walks_about_up_there_and_takes_off_again() -> None:
    fight = at_the_fortress(front=WALK - LARGE / 2, airborne=False, aloft=True)
    assert why_not(fight, [["go", inches(16.8), inches(14.2)]]) == ""
    assert why_not(fight, [["go", inches(19), inches(9)]]) == "tp.siege.levels"
    with script(fight, answers=["dragon", [["fly"], ["go", inches(19), inches(5)]]]):
        move_one(fight)
    assert piece(fight, "dragon").airborne and not piece(fight, "dragon").aloft
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.flee.jump", "tp.siege.move.who")
def test_a_flyer_that_flees_from_a_wall_takes_off_and_nothing_hurts_it() -> None:
    fight = at_the_fortress(front=WALK - LARGE / 2, airborne=False, aloft=True)
    with script(fight, dice=[3, 4, 1]):
        flee(fight, number(fight, "dragon"), "tp.check.break")
    assert piece(fight, "dragon").airborne and not piece(fight, "dragon").aloft and not told(fight, Jumped)


@pytest.mark.rule("tp.siege.move.who", "tp.siege.breach")
def test_it_charges_those_who_hold_the_turrets_from_the_air_in_an_ordinary_combat() -> None:
    fight = at_the_fortress(on_the_walk(19, 20), front=5, facing=0)
    attacker = number(fight, "dragon")
    assert charge_move(fight, attacker, number(fight, "guard")) == "blows"
    (met,) = contacts_of(fight, attacker)
    assert met.across == "" and piece(fight, "dragon").aloft and not piece(fight, "dragon").airborne
    assert flaws(fight.setting, fight.state) == []


def from_outside(*guards: float, **more: Any) -> Fight:
    """It has charged those at the turrets from the side of the Besiegers."""
    fight = at_the_fortress(on_the_walk(*guards or (19, 20)), front=30, facing=180, **more)
    assert charge_move(fight, number(fight, "dragon"), number(fight, "guard")) == "blows"
    return fight


@pytest.mark.rule("tp.siege.move.who")
def test_a_charge_from_outside_ends_at_the_edge_before_those_behind_the_turrets() -> None:
    fight = from_outside()
    beast, (met,) = piece(fight, "dragon"), contacts_of(fight, number(fight, "dragon"))
    assert beast.aloft and not beast.airborne and met.across == "", "an ordinary combat, without turrets"
    assert abs(beast.y - inches(15)) <= 1 and hangs(fight, number(fight, "dragon"))
    assert level_of(fight, number(fight, "dragon")) == level_of(fight, number(fight, "guard")) == 1
    assert on_another_floor(fight, number(fight, "guard"), number(fight, "dragon")) is None
    assert (strokes(fight, "dragon"), strokes(fight, "guard")) == (1, 2)
    needed = to_hit(fight, blows(fight, "dragon")[0]).total, to_hit(fight, blows(fight, "guard")[0]).total
    assert needed[0] == needed[1], "nobody has a defended position, nobody fights from a ladder"
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.move.who")
def test_who_walks_below_is_not_in_its_way() -> None:
    below = unit("orcs", (19, 15.4), models=5, files=5, facing=180)
    fight = at_the_fortress(on_the_walk(19, 20), below, front=30, facing=180)
    assert charge_move(fight, number(fight, "dragon"), number(fight, "guard")) == "blows"
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.move.who")
def test_when_its_fight_is_over_it_is_in_the_air_again() -> None:
    fight = from_outside(19)
    destroy(fight, number(fight, "guard"), "tp.combat.phase")
    beast = piece(fight, "dragon")
    assert beast.airborne and not beast.aloft and told(fight, TookOff)[0].rule == "tp.siege.move.who"
    assert flaws(fight.setting, fight.state) == []
    landed = at_the_fortress(on_the_walk(19), front=5, facing=0)
    assert charge_move(landed, number(landed, "dragon"), number(landed, "guard")) == "blows"
    destroy(landed, number(landed, "guard"), "tp.combat.phase")
    assert piece(landed, "dragon").aloft, "it stands on the walk"


@pytest.mark.rule("tp.siege.move.who", "tp.siege.destroyed_structure")
def test_when_the_wall_falls_it_is_in_the_air() -> None:
    fight = from_outside(19)
    collapse(fight, next(at for at, one in enumerate(fight.state.terrain) if one.name == "straight wall 4"))
    assert not piece(fight, "guard").standing and piece(fight, "dragon").airborne


SPIKED = ["wall", "wall: spike", "gate: ladder", "wall", "wall", "wall"]  # the spike at (9, 15)


@pytest.mark.rule("tp.siege.dragon_spike")
@pytest.mark.parametrize(("off", "hurt"), [(2.98, True), (3.02, False)])
def test_a_spike_hurts_a_large_flyer_that_lands_on_the_works_near_it(off: float, hurt: bool) -> None:
    x = 9 + from_mm(20) / 2000 + off + LARGE / 2
    fight = siege(dragon(x), unit("yard", (40, 4), side=1), plan=SPIKED)
    with script(fight, answers=["dragon", onto(x=x)]):
        move_one(fight)
    assert piece(fight, "dragon").aloft
    with script(fight, dice=[1, 1] if hurt else []):
        spiked(fight)
    assert bool(told(fight, Spiked)) == hurt


@pytest.mark.rule("tp.siege.dragon_spike", "tp.move.obstacle.small")
def test_no_flyer_lands_right_on_a_spike() -> None:
    fight = siege(dragon(9), unit("yard", (40, 4), side=1), plan=SPIKED)
    assert why_not(fight, onto(x=9)) == "tp.move.obstacle.small"
