"""War machines for siege points: set out with the fortress, or bought while the Besiegers set up."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.rulebooks.threeplains.armies.army import Army
from warhost.rulebooks.threeplains.armies.muster import enlist
from warhost.rulebooks.threeplains.events.course import Bought, Deployed
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.sense import all_round
from warhost.rulebooks.threeplains.library import table_of
from warhost.rulebooks.threeplains.machines.engines import engine_of
from warhost.rulebooks.threeplains.machines.stones import StonePlace
from warhost.rulebooks.threeplains.opening.deployment import Deploy, choose_first_to_place, deploy_one, waiting
from warhost.rulebooks.threeplains.opening.setup import choose_sides
from warhost.rulebooks.threeplains.setting import Fight, Setting
from warhost.rulebooks.threeplains.siege.buying import ENOUGH, engines_too, left_to_spend, on_offer
from warhost.rulebooks.threeplains.siege.drawing import ENGINE, fortress_view
from warhost.rulebooks.threeplains.siege.engines import set_out_engines, with_engines
from warhost.rulebooks.threeplains.siege.rules import behind_turrets, fortified
from warhost.rulebooks.threeplains.siege.train import find_train, train_bill
from warhost.rulebooks.threeplains.siege.works import BESIEGERS
from warhost.rulebooks.threeplains.telling.field_sheet import sheet
from warhost.rulebooks.threeplains.telling.names import Names
from warhost.rulebooks.threeplains.telling.view import view

from .scenarios import book, mission, ready
from .scene import number, piece, script, told
from .strongholds import STRAIGHT, broken, changed, fortress

TRAIN = "stone_hurler-of-train"


@cache
def armies() -> tuple[Army, Army]:
    first, second = (enlist(ready("siege", side), book().lists.library) for side in (0, 1))
    return first, second


def siege_of(plan: list[str], points: int = 1000, engines_of: str = "orcs", **rest: Any) -> Fight:
    """Before anybody is set up: orcs, perhaps with machines of another list, against a fortress with this plan."""
    entry = fortress(plan, points, **rest).entry
    found = fortified(mission("siege", army="herlanceia"), entry)
    library = book().library
    besiegers, defenders = armies()
    both = with_engines((replace(besiegers, list=engines_of), defenders), found, book().lists.library)
    setting = Setting(both, table_of(found, points), library.kinds, library.armies.weapons, {}, found)
    return Battle(setting, setting.begin(), Scripted())


def camp(engines_of: str = "orcs") -> Fight:
    """The Besiegers set up; the Defenders have nobody left to place."""
    fight = siege_of(list(STRAIGHT), engines_of=engines_of)
    for one in fight.state.pieces:
        if one.side == 1 and one.fate == "waiting":
            one.fate = "slain"
    fight.state.zones, fight.state.phase, fight.state.active, fight.state.todo = (1, 0), "deployment", 0, (0,)
    return fight


def place(fight: Fight, name: str, *bought: str, asked: bool = True) -> None:
    order = Deploy(fight, number(fight, name)).suggest()[0]
    with script(fight, answers=[*([name] if asked else []), order, *bought]):
        assert deploy_one(fight)


# --- the Defenders' ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.setup.fortress", "tp.siege.war_machines")
def test_machines_are_set_out_with_the_fortress_on_its_tops_and_in_its_courtyard() -> None:
    plan = changed(changed(STRAIGHT, 4, "wall: machine bolt_thrower"), 7, "tower: machine catapult")
    fight = siege_of(plan, courtyard=("bolt_thrower",))
    with script(fight):
        assert choose_sides(fight)
    wall, tower = piece(fight, "bolt_thrower-on-4"), piece(fight, "catapult-on-7")
    assert (wall.standing, wall.aloft, wall.point, wall.facing) == (True, True, (inches(19), inches(15)), 0)
    assert (tower.standing, tower.aloft, tower.point) == (True, True, (inches(36), inches(16)))
    yard = piece(fight, "bolt_thrower-in-courtyard-1")
    assert (yard.standing, yard.aloft, yard.point) == (True, False, (inches(25), inches(10)))
    assert {event.rule for event in told(fight, Deployed)} == {"tp.siege.setup.fortress"}
    said = told(fight, Deployed)[1].say(Names(fight.setting, fight.state.pieces))
    assert said.startswith("Republic Catapult on tower 7 takes up position on the works at")
    assert flaws(fight.setting, fight.state) == []
    assert not set_out_engines(fight)  # once


@pytest.mark.rule("tp.siege.setup.fortress")
def test_they_stand_before_the_defenders_place_their_first_piece_and_are_not_placed_again() -> None:
    fight = siege_of(changed(STRAIGHT, 4, "wall: machine bolt_thrower"))
    assert set_out_engines(fight)
    fight.state.zones, fight.state.phase = (1, 0), "deployment"
    assert choose_first_to_place(fight) and fight.state.active == 1
    order = Deploy(fight, number(fight, "guard")).suggest()[0]
    assert number(fight, "bolt_thrower-on-4") not in waiting(fight, 1)
    with script(fight, answers=["guard", order]):
        deploy_one(fight)
    assert piece(fight, "bolt_thrower-on-4").point == (inches(19), inches(15))


@pytest.mark.rule("tp.siege.war_machines")
def test_a_machine_on_a_tower_shoots_all_round() -> None:
    fight = siege_of(changed(STRAIGHT, 3, "tower: machine catapult"), courtyard=("catapult",))
    set_out_engines(fight)
    assert all_round(fight, number(fight, "catapult-on-3"))
    assert not all_round(fight, number(fight, "catapult-in-courtyard-1"))


@pytest.mark.rule("tp.siege.war_machines")
def test_a_bend_without_an_outer_face_bears_no_machine() -> None:
    plan = ["wall", "wall: ladder", "bend outwards", "bend inwards: machine bolt_thrower", *["wall"] * 6]
    inner = [*plan[:2], "bend outwards: machine bolt_thrower", *plan[3:]]
    found = [line.count("tp.siege.war_machines") for line in (broken(plan), broken(inner))]
    assert sorted(found) == [0, 1]


# --- the Besiegers' ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.war_machines", "tp.siege.lists", "tp.siege.deploy")
def test_a_stone_hurler_is_bought_for_168_siege_points_as_it_is_placed_and_stones_for_it() -> None:
    fight = camp()
    assert [fight.state.pieces[n].name for n in on_offer(fight)] == [TRAIN]
    prices = engines_too({number(fight, "warriors"): ""}, fight, BESIEGERS)
    assert prices == {number(fight, "warriors"): "", number(fight, TRAIN): "bought for 168 of 1000 siege points"}
    assert engines_too({}, fight, BESIEGERS) == {}
    place(fight, TRAIN, "wall_stones")
    assert piece(fight, TRAIN).standing and fight.state.progress.paid == 168 + 50
    assert [(event.price, event.left) for event in told(fight, Bought)] == [(168, 832), (50, 782)]
    said = told(fight, Bought)[0].say(Names(fight.setting, fight.state.pieces))
    assert said == "Goblin Stone Hurler of the train is bought for 168 siege points; 832 left."


@pytest.mark.rule("tp.siege.war_machines")
def test_one_for_each_started_thousand_points_and_no_more() -> None:
    fight = camp()
    place(fight, TRAIN, ENOUGH)
    assert on_offer(fight) == []
    assert len([one for one in fight.state.pieces if one.fate == "offered"]) == 0


@pytest.mark.rule("tp.siege.war_machines")
def test_machines_of_all_kinds_count_towards_the_one_for_a_thousand_points() -> None:
    fight = camp("herlanceia")
    bolts, stones = [fight.state.pieces[n].name for n in on_offer(fight)]
    place(fight, bolts)
    assert on_offer(fight) == [] and piece(fight, stones).fate == "offered"


@pytest.mark.rule("tp.siege.war_machines", "tp.siege.points")
@pytest.mark.parametrize(("paid", "offered"), [(832, True), (833, False)])
def test_it_is_offered_to_those_who_can_pay_it(paid: int, offered: bool) -> None:
    fight = camp()
    fight.state.advance(paid=paid)
    assert left_to_spend(fight) == 1000 - paid
    assert bool(on_offer(fight)) == offered


@pytest.mark.rule("tp.siege.deploy")
def test_nothing_is_bought_when_the_last_piece_stands() -> None:
    fight = camp()
    mine = [one for one in fight.state.pieces if one.side == 0 and one.fate == "waiting"]
    for one in mine[1:]:
        one.fate = "slain"
    place(fight, mine[0].name, ENOUGH)
    with script(fight):
        assert not deploy_one(fight)
    assert piece(fight, TRAIN).fate == "offered"


@pytest.mark.rule("tp.siege.lists")
def test_what_has_not_been_bought_is_on_no_list_but_that_of_its_buyer() -> None:
    fight = camp()
    shown = [TRAIN in [one.id for one in view(fight.setting, fight.state, side).units] for side in (0, 1)]
    assert shown == [True, False]  # its buyer sees what he might buy
    for side in (0, 1):
        assert TRAIN not in [card.id for card in sheet(fight.setting, fight.state, 0, side).cards]
    assert "of the train" not in " ".join(book().spokesman.briefing(fight.setting))
    fight.state.phase = "moves"
    assert TRAIN not in [one.id for one in view(fight.setting, fight.state, 0).units]
    fight.state.phase = "deployment"
    place(fight, TRAIN, ENOUGH)
    assert TRAIN in [one.id for one in view(fight.setting, fight.state, 1).units]


@pytest.mark.rule("tp.siege.ready")
def test_the_ready_besiegers_can_buy_their_whole_train_as_they_set_up() -> None:
    fight = camp()
    names = {"warriors", "goblin_horde", "saws"}
    for one in fight.state.pieces:
        if one.side == 0 and one.fate == "waiting" and one.name not in names:
            one.fate = "slain"
    place(fight, TRAIN, "wall_stones")
    place(fight, "warriors", "battering_ram", "portable_bridge", ENOUGH)
    place(fight, "goblin_horde", "siege_tower", "siege_ladder", "siege_ladder", ENOUGH)
    place(fight, "saws", "siege_ladder", "siege_ladder", asked=False)
    train = find_train("black_tide", book().lists)
    assert fight.state.progress.paid == train_bill(train).points == 918


@pytest.mark.rule("tp.siege.war_machines", "tp.siege.high_ground")
@pytest.mark.parametrize(("name", "reach"), [("catapult-on-3", 4), ("catapult-in-courtyard-1", 0)])
def test_stones_fly_four_inches_farther_from_a_tower(name: str, reach: int) -> None:
    fight = siege_of(changed(STRAIGHT, 3, "tower: machine catapult"), courtyard=("catapult",))
    set_out_engines(fight)
    engine = engine_of(fight, number(fight, name))
    assert engine is not None
    question = StonePlace(fight, number(fight, name), engine)
    front = piece(fight, name).point
    far = [question.why_not((front[0], front[1] + inches(engine.range[1] + reach) + off)) for off in (0, 10)]
    too_far = [one is not None and "inches away" in one.why for one in far]
    assert too_far == [False, True]


@pytest.mark.rule("tp.siege.war_machines", "tp.siege.hard_cover")
def test_a_machine_on_a_wall_stands_behind_its_turrets() -> None:
    fight = siege_of(changed(STRAIGHT, 4, "wall: machine bolt_thrower"))
    set_out_engines(fight)
    orcs, target = number(fight, "goblin_archers"), number(fight, "bolt_thrower-on-4")
    archers = fight.state.pieces[orcs]
    archers.fate, archers.x, archers.y, archers.facing = "standing", inches(19), inches(30), 18000
    assert behind_turrets(fight, orcs, target)


@pytest.mark.rule("tp.siege.setup.fortress")
def test_the_picture_of_a_fortress_shows_its_machines() -> None:
    plan = changed(STRAIGHT, 4, "wall: machine bolt_thrower")
    table = fortress_view(fortress(plan, courtyard=("bolt_thrower",))).table
    assert table is not None
    drawn = [one for one in table.features if one.kind == ENGINE]
    assert [one.name.removeprefix("Herlanceian Bolt Thrower ") for one in drawn] == [
        "on straight wall 4", "in the courtyard",
    ]  # fmt: skip
    assert [one.base for one in drawn] == [inches(3), 0]
