"""On a fortress ladder when the move ends: stacked beside it, how such a stack fights, and how it comes off."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import body, set_places
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.onset import charge_move
from warhost.rulebooks.threeplains.charging.readiness import why_no_charge
from warhost.rulebooks.threeplains.events.moves import Climbed, ClimbedDown, Remerged
from warhost.rulebooks.threeplains.events.siege import PartedWays, StackedUp
from warhost.rulebooks.threeplains.fighting.contact import contacts_of
from warhost.rulebooks.threeplains.fighting.prowess import to_hit
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.structures import collapse
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.moving.parts import mates
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.aims import in_a_siege
from warhost.rulebooks.threeplains.telling.ghosts import order_data
from warhost.rulebooks.threeplains.telling.names import Names
from warhost.rulebooks.threeplains.telling.view import view

from .melee import blows, strokes
from .scene import asked, foot, number, piece, script, told, unit
from .strongholds import siege
from .test_siege_indoors import FAR, climb, plan
from .test_siege_parts import models, next_turn, order

MAN = from_mm(20) / 1000
LADDER = (25, 12.5)  # the foot of the ladder of gate 5


def below(name: str = "men", y: float = 12.4, **more: Any) -> Any:
    """A unit in the courtyard before the ladder of gate 5."""
    return unit(name, (25, y), **{"side": 1, "models": 4, "files": 2, "figure": foot(), **more})


def up(files: int = 2, y: float = 14.6) -> list[Any]:
    return climb("top 5", 25, y, 0, files)


def stacked(left: float = 2.2, *others: Any, **more: Any) -> Fight:
    """All have come to the ladder with so much of their movement left for it that nobody is up."""
    fight = siege(FAR, below(**more), *others, active=1, clock=2)
    piece(fight, "men").turn.spent = inches(7 - left)
    return order(fight, "men", up())


@pytest.mark.rule("tp.siege.fortress_ladder", "tp.siege.levels")
def test_whose_move_ends_on_the_ladder_is_stacked_beside_it_and_pays_the_rest_next_turn() -> None:
    fight = stacked()
    men = piece(fight, "men")
    places = set(men.places)
    assert men.stacked and not men.aloft and len(places) == 1 and len(men.places) == 4
    ((x, y),) = places
    assert abs(x - inches(25)) <= inches(2) and abs(y - inches(12.5)) <= inches(2)
    last = hypot(MAN / 2, 12.5 - (12.4 - 1.5 * MAN))  # from the ladder, of the second rank
    assert abs(men.climbing - inches(2.2 - last)) <= 10 and men.turn.spent == inches(7)
    said = told(fight, StackedUp)[0].say(Names(fight.setting, fight.state.pieces))
    paid = f"{men.climbing / 1000:.1f}"
    assert said == f"men are on the ladder to gate 5, stacked beside it: {paid} inches are paid."
    next_turn(fight)
    whole = siege(FAR, below(), active=1, clock=2)
    assert plan(fight, "men", up())["cost"] <= plan(whole, "men", up())["cost"] - men.climbing
    order(fight, "men", up(), more=[[]])
    assert men.aloft and not men.stacked and men.climbing == 0 and told(fight, Climbed)


@pytest.mark.rule("tp.siege.fortress_ladder")
@pytest.mark.parametrize(("spent", "on_it"), [(6.9, False), (6.5, True)], ids=["stays before it", "comes to it"])
def test_only_who_has_come_to_the_ladder_is_on_it(spent: float, on_it: bool) -> None:
    fight = siege(FAR, below(models=1, files=1, y=12.2 + MAN / 2), active=1, clock=2)
    piece(fight, "men").turn.spent = inches(spent)
    found = plan(fight, "men", up(1))
    assert isinstance(found, Refusal) != on_it


@pytest.mark.rule("tp.siege.fortress_ladder", "tp.siege.levels")
def test_some_are_up_some_on_the_ladder_and_some_have_not_come_to_it() -> None:
    fight = siege(FAR, below(models=10, files=1), active=1, clock=2)
    order(fight, "men", up(5, 14.6), more=[[]])
    parts = ["men", "men/2", "men/2/2"]
    assert sum(models(fight, *parts)) == 10 and len(told(fight, PartedWays)) == 2
    top, ladder, ground = (piece(fight, name) for name in parts)
    assert top.aloft and not top.stacked and ladder.stacked and not ladder.aloft
    assert not ground.stacked and not ground.turn.acted and ladder.turn.acted
    assert {found.group for found in (top, ladder, ground)} == {number(fight, "men")}
    assert len(mates(fight, number(fight, "men"))) == 2


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_a_stack_only_goes_on_or_comes_off_and_coming_off_costs_nothing_but_the_way() -> None:
    fight = stacked()
    next_turn(fight)
    for act in (["go", inches(25), inches(8)], ["flip"], ["reform", 2], ["enter", "inside 3"]):
        found = plan(fight, "men", act)
        assert isinstance(found, Refusal)
    assert (refusal := why_no_charge(fight, number(fight, "men"))) is not None and "ladder" in refusal.why
    off = climb("courtyard", 25, 11, 18000, 2)
    assert plan(fight, "men", off)["cost"] < inches(4)
    assert isinstance(plan(fight, "men", [*off, 2]), Refusal), "all come off it together"
    assert not isinstance(plan(fight, "men", [*up(2), 2]), Refusal), "but some may go on"
    order(fight, "men", off, more=[[["go", inches(25), inches(9)]]])
    men = piece(fight, "men")
    assert not men.stacked and men.climbing == 0 and not men.places and men.point == (inches(25), inches(9))


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_those_on_the_walk_are_stacked_at_the_head_of_the_ladder() -> None:
    places = [(25 + MAN * (at - 1.5), 13.5) for at in range(4)]
    guard = unit("men", (25, 14), side=1, models=4, figure=foot(loose=True), places=places, aloft=True)
    fight = siege(FAR, guard, active=1, clock=2)
    piece(fight, "men").turn.spent = inches(5)
    order(fight, "men", climb("courtyard", 25, 10, 18000, 2))
    men = piece(fight, "men")
    assert men.stacked and men.aloft and len(set(men.places)) == 1 and men.climbs == "courtyard"
    next_turn(fight)
    order(fight, "men", climb("courtyard", 25, 10, 18000, 2), more=[[]])
    assert not men.aloft and not men.stacked


# --- fighting -----------------------------------------------------------------------------------------------------


def charged(*others: Any) -> Fight:
    """Besiegers in the courtyard have charged the stack."""
    orcs = unit("orcs", (25, 8), models=10, files=5, figure=foot())
    fight = stacked(2.2, orcs, *others)
    fight.state.active, fight.state.clock = 0, 3
    next_turn(fight)
    assert charge_move(fight, number(fight, "orcs"), number(fight, "men")) == "blows"
    return fight


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_of_a_stack_one_model_fights_with_two_off_its_aim_and_those_who_came_as_always() -> None:
    fight = charged()
    (contact,) = contacts_of(fight, number(fight, "men"))
    assert contact.across == "tp.siege.fortress_ladder" and (contact.a_side, contact.b_side) == ("front", "front")
    assert strokes(fight, "men") == 1 and 1 <= strokes(fight, "orcs") <= 3
    needed = to_hit(fight, blows(fight, "men")[0]).total, to_hit(fight, blows(fight, "orcs")[0]).total
    assert needed[0] == needed[1] + 2
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_a_stack_that_is_charged_from_above_fights_one_to_one() -> None:
    places = [(25 + MAN * (at - 1.5), 13 + MAN / 2) for at in range(4)]
    orcs = unit("orcs", (25, 14), models=4, figure=foot(loose=True), places=places, aloft=True)
    fight = siege(orcs, below(), unit("far", (25, 44), facing=180), active=1, clock=2)
    men = piece(fight, "men")
    men.stacked, men.climbing, men.climbs = True, inches(1), "top 5"
    men.places = ((inches(25), inches(12.1)),) * 4
    men.x, men.y = body(fight, number(fight, "men")).front
    set_places(fight, number(fight, "orcs"), piece(fight, "orcs").places, 0)
    fight.state.active, fight.state.clock = 0, 3
    order(fight, "orcs", ["ladder", "courtyard"])
    assert (strokes(fight, "orcs"), strokes(fight, "men")) == (1, 1)
    needed = to_hit(fight, blows(fight, "men")[0]).total, to_hit(fight, blows(fight, "orcs")[0]).total
    assert needed[0] == needed[1]


@pytest.mark.rule("tp.siege.fortress_ladder", "tp.siege.flee")
def test_a_stack_that_flees_is_a_unit_again() -> None:
    fight = charged()
    with script(fight, dice=[3, 4]):
        flee(fight, number(fight, "men"), "tp.check.break")
    men = piece(fight, "men")
    assert not men.stacked and not men.places and (not men.standing or men.fleeing)


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_who_is_on_a_ladder_that_is_destroyed_is_on_the_ground_at_no_cost() -> None:
    fight = stacked()
    ladder = next(at for at, one in enumerate(fight.state.terrain) if one.name == "fortress ladder of gate 5")
    collapse(fight, ladder)
    men = piece(fight, "men")
    assert not men.stacked and not men.aloft and men.climbing == 0 and told(fight, ClimbedDown)[0].cost == 0
    assert flaws(fight.setting, fight.state) == []


# --- together again, words and pictures ---------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.fortress_ladder", "tp.siege.levels")
def test_those_on_the_ladder_follow_the_others_and_are_one_with_them() -> None:
    fight = siege(FAR, below(models=6, files=1), active=1, clock=2)
    piece(fight, "men").turn.spent = inches(1)
    order(fight, "men", up(3, 14.6), more=[[]])
    assert piece(fight, "men/2").stacked
    next_turn(fight)
    beside = climb("top 5", 25 + 2.5 * MAN, 14.6, 0, 2)
    order(fight, "men/2", beside, more=[[]])
    assert told(fight, Remerged) and models(fight, "men/2") == [6] and piece(fight, "men/2").aloft


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_a_stack_is_drawn_as_one_base_and_marked() -> None:
    fight = stacked()
    (block,) = [one for one in view(fight.setting, fight.state, 1).blocks if one.id == "men"]
    assert len({base.outline for base in block.bases}) == 1 and "on a ladder" in block.marks
    next_turn(fight)
    question = Move(fight, number(fight, "men"))
    assert order_data(fight.setting, fight.state, question)["acts"] == [] and question.outline() == {"men": []}
    assert {act[0][0] for act in question.suggest(40) if act} == {"climb"}
    assert asked(fight, move_one) is not None


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_a_computer_goes_on_from_a_ladder() -> None:
    fight = stacked()
    next_turn(fight)
    found = in_a_siege(fight, Move(fight, number(fight, "men")))
    assert found is not None and found[0][:2] == ["climb", "top 5"]
