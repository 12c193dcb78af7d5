"""Charges up and down ladders: who fights from a ladder, how badly, and what happens when the other end is free."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.events.siege import ChargedOnLadder
from warhost.rulebooks.threeplains.fighting.contact import contacts_of, engaged
from warhost.rulebooks.threeplains.fighting.fronts import buckles, overlapped
from warhost.rulebooks.threeplains.fighting.prowess import to_hit
from warhost.rulebooks.threeplains.fighting.squaring import close_up
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.rungs import RUNGS
from warhost.rulebooks.threeplains.telling.drafts import MoveDraft
from warhost.rulebooks.threeplains.telling.order_words import move_words

from .melee import blows, strokes
from .scene import foot, number, piece, script, told, unit
from .strongholds import siege
from .test_siege_climbing import destroy_fixture
from .test_siege_indoors import plan
from .test_siege_storming import at_the_wall, on_the_walk

MAN = from_mm(20) / 1000
ONE = foot(loose=True)
ROW = [(25 + MAN * (at - 2), 13 + MAN / 2) for at in range(5)]


def over_the_yard(away: float = 0.0, models: int = 10) -> Fight:
    """Defenders on gate 5 above its ladder at 25, and Besiegers in the courtyard at its foot."""
    guard = unit("guard", (25, 13 + MAN), side=1, models=5, figure=ONE, places=ROW, aloft=True)
    orcs = unit("orcs", (25, 12.5 - away), models=models, files=min(5, models), figure=foot())
    return siege(orcs, guard, active=1, clock=2)


def charge(fight: Fight, name: str, place: str, dice: Any = ()) -> None:
    with script(fight, answers=[name, [["ladder", place]]], dice=dice):
        move_one(fight)


@pytest.mark.rule("tp.siege.fortress_ladder")
@pytest.mark.parametrize(("models", "below"), [(10, 3), (3, 3), (2, 2)])
def test_who_charges_down_fights_with_one_model_and_those_below_as_they_can(models: int, below: int) -> None:
    fight = over_the_yard(models=models)
    charge(fight, "guard", "courtyard")
    (contact,) = contacts_of(fight, number(fight, "guard"))
    assert contact.across == RUNGS and contact.charge == inches(2) and told(fight, ChargedOnLadder)
    assert (strokes(fight, "guard"), strokes(fight, "orcs")) == (1, below)
    assert to_hit(fight, blows(fight, "guard")[0]).total == to_hit(fight, blows(fight, "orcs")[0]).total + 2
    assert piece(fight, "guard").aloft and piece(fight, "guard").climbing == inches(2)
    close_up(fight)
    assert engaged(fight, number(fight, "orcs")) and flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_who_charges_up_fights_from_the_ladder_too() -> None:
    fight = over_the_yard()
    fight.state.active, fight.state.clock = 0, 3
    charge(fight, "orcs", "top 5")
    assert (strokes(fight, "orcs"), strokes(fight, "guard")) == (1, 3)
    assert to_hit(fight, blows(fight, "orcs")[0]).total == to_hit(fight, blows(fight, "guard")[0]).total + 2


@pytest.mark.rule("tp.siege.siege_ladder_combat")
def test_down_a_siege_ladder_one_charges_and_up_it_one_storms() -> None:
    fight = at_the_wall(19, guard=on_the_walk(19))
    assert isinstance(plan(fight, "orcs", ["ladder", "top 4"]), Refusal)
    fight.state.active, fight.state.clock = 1, 4
    charge(fight, "guard", "outside")
    assert strokes(fight, "guard") == 1 and 1 <= strokes(fight, "orcs") <= 3
    assert to_hit(fight, blows(fight, "guard")[0]).total == to_hit(fight, blows(fight, "orcs")[0]).total + 2


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_both_fight_with_one_model_if_both_are_on_the_ladder() -> None:
    fight = over_the_yard()
    piece(fight, "orcs").climbing = inches(1)
    charge(fight, "guard", "courtyard")
    assert (strokes(fight, "guard"), strokes(fight, "orcs")) == (1, 1)
    assert to_hit(fight, blows(fight, "guard")[0]).total == to_hit(fight, blows(fight, "orcs")[0]).total


@pytest.mark.rule("tp.siege.fortress_ladder")
@pytest.mark.parametrize(("away", "lawful"), [(1.0, True), (1.1, False)])
def test_only_against_enemies_at_its_other_end(away: float, lawful: bool) -> None:
    assert isinstance(plan(over_the_yard(away), "guard", ["ladder", "courtyard"]), Refusal) != lawful


@pytest.mark.rule("tp.siege.fortress_ladder")
@pytest.mark.parametrize(("spent", "lawful"), [(5, True), (5.1, False)])
def test_the_ladder_is_paid_for(spent: float, lawful: bool) -> None:
    fight = over_the_yard()
    piece(fight, "guard").turn.spent = inches(spent)
    assert isinstance(plan(fight, "guard", ["ladder", "courtyard"]), Refusal) != lawful


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_a_ladder_that_is_destroyed_ends_the_fight_on_it() -> None:
    fight = over_the_yard()
    charge(fight, "guard", "courtyard")
    destroy_fixture(fight, "fortress ladder of gate 5")
    close_up(fight)
    assert not engaged(fight, number(fight, "guard"))
    assert isinstance(plan(fight, "guard", ["ladder", "courtyard"]), Refusal)


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_when_those_below_are_gone_the_ladder_has_been_paid_for() -> None:
    fight = over_the_yard(models=1)
    charge(fight, "guard", "courtyard")
    orcs, guard = piece(fight, "orcs"), piece(fight, "guard")
    fight.state.contacts, orcs.y = [], inches(3)
    guard.turn.spent, guard.turn.acted = 0, False
    down = plan(fight, "guard", ["climb", "courtyard", inches(25), inches(12.4), 0, 5])
    guard.climbing = 0
    whole = plan(fight, "guard", ["climb", "courtyard", inches(25), inches(12.4), 0, 5])
    assert whole["cost"] - down["cost"] == inches(2)


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_nobody_buckles_or_is_overlapped_over_a_ladder() -> None:
    fight = over_the_yard()
    charge(fight, "guard", "courtyard")
    for name in ("guard", "orcs"):
        assert not buckles(fight, number(fight, name)) and not overlapped(fight, number(fight, name)).total


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_the_charge_is_offered_said_and_typed() -> None:
    fight = over_the_yard()
    question = Move(fight, number(fight, "guard"))
    offered = [order for order in question.suggest(200) if order and order[0][0] == "ladder"]
    assert offered == [[["ladder", "courtyard"]]]
    assert "charge by a ladder to courtyard" in move_words(question, offered[0])
    draft = MoveDraft(question)
    assert not isinstance(draft.take(["ladder", "courtyard"]), Refusal)
    assert question.refuse(draft.answer) is None
