"""Close combat over a doorway: one model in it, three before it, and what does not weigh on whoever is in it."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.pursuit import after_flight
from warhost.rulebooks.threeplains.events.siege import FoughtAtDoor
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.contact import contacts_of, engaged
from warhost.rulebooks.threeplains.fighting.fronts import buckles, overlapped
from warhost.rulebooks.threeplains.fighting.squaring import close_up
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.missiles.dispersal import crowd
from warhost.rulebooks.threeplains.missiles.hitting import divided, harmless
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.doorways import DOORWAY
from warhost.rulebooks.threeplains.telling.drafts import MoveDraft
from warhost.rulebooks.threeplains.telling.order_words import move_words

from .melee import strokes
from .scene import foot, number, piece, script, told, unit
from .strongholds import siege
from .test_siege_climbing import destroy_fixture
from .test_siege_indoors import lodged, plan

MAN = from_mm(20) / 1000
YARD_DOOR = "bolted door 3 of tower 3"  # at 14, 12


def at_the_door(models: int = 10, away: float = 0.0, *, broken: bool = True, held: int = 10) -> Fight:
    """Besiegers in the courtyard before a door of tower 3, and Defenders inside."""
    orcs = unit("orcs", (14, 12 - away), models=models, files=min(5, models), figure=foot())
    guard = unit("guard", (30, 8), side=1, models=held, files=5, figure=foot())
    fight = siege(orcs, guard)
    if broken:
        destroy_fixture(fight, YARD_DOOR)
    return lodged(fight, "guard")


def force(fight: Fight, name: str = "orcs", place: str = "inside 3") -> None:
    with script(fight, answers=[name, [["force", place]]]):
        move_one(fight)


@pytest.mark.rule("tp.siege.combat_doorway")
@pytest.mark.parametrize(("models", "strike"), [(10, 3), (3, 3), (2, 2), (1, 1)])
def test_one_model_in_the_doorway_and_up_to_three_before_it(models: int, strike: int) -> None:
    fight = at_the_door(models)
    force(fight)
    (contact,) = contacts_of(fight, number(fight, "orcs"))
    assert contact.across == DOORWAY and told(fight, FoughtAtDoor)[0].work == "tower 3"
    assert (strokes(fight, "orcs"), strokes(fight, "guard")) == (strike, 1)
    close_up(fight)
    assert engaged(fight, number(fight, "orcs")) and flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.combat_doorway")
def test_a_door_on_the_walk_is_fought_over_up_there_and_not_from_the_ground() -> None:
    """The door of tower 3 to the walk on its right is at 16, 14."""
    row = [(16.5 + MAN * at, 14) for at in range(4)]
    climbers = unit("orcs", (17, 14 + MAN / 2), models=4, figure=foot(loose=True), places=row, aloft=True)
    guard = unit("guard", (30, 8), side=1, models=5, files=5, figure=foot())
    for aloft in (True, False):
        fight = siege(climbers, guard)
        destroy_fixture(fight, "bolted door 2 of tower 3")
        lodged(fight, "guard")
        piece(fight, "orcs").aloft = aloft
        assert isinstance(plan(fight, "orcs", ["force", "inside 3"]), Refusal) != aloft
        if aloft:
            force(fight)
            assert (strokes(fight, "orcs"), strokes(fight, "guard")) == (3, 1)


@pytest.mark.rule("tp.siege.combat_doorway")
@pytest.mark.parametrize(("away", "lawful"), [(1.0, True), (1.1, False)])
def test_only_who_stands_right_before_the_door(away: float, lawful: bool) -> None:
    found = plan(at_the_door(away=away), "orcs", ["force", "inside 3"])
    assert isinstance(found, Refusal) != lawful
    gone = plan(at_the_door(away=2), "orcs", ["go", inches(14), inches(11.5)], ["force", "inside 3"])
    assert not isinstance(gone, Refusal), "he may come to it first"


@pytest.mark.rule("tp.siege.combat_doorway", "tp.siege.bolted_door")
def test_a_bolted_door_keeps_besiegers_from_those_inside_but_not_these_from_them() -> None:
    fight = at_the_door(broken=False)
    assert isinstance(plan(fight, "orcs", ["force", "inside 3"]), Refusal)
    fight.state.active, fight.state.clock = 1, 2
    force(fight, "guard", "courtyard")
    assert (strokes(fight, "orcs"), strokes(fight, "guard")) == (3, 1), "whoever is inside is in the doorway"


@pytest.mark.rule("tp.siege.combat_doorway")
def test_nobody_else_comes_in_through_a_doorway_that_is_fought_over() -> None:
    fight = at_the_door()
    more = siege(*[unit("orcs", (14, 12), models=10, files=5), unit("late", (14, 8), models=2, files=2)],
                 unit("guard", (30, 8), side=1, models=10, files=5))  # fmt: skip
    destroy_fixture(more, YARD_DOOR)
    lodged(more, "guard")
    assert not isinstance(plan(more, "late", ["enter", "inside 3"]), Refusal), "friends let them pass"
    force(more)
    found = plan(more, "late", ["enter", "inside 3"])
    assert isinstance(found, Refusal) and found.rule == DOORWAY
    assert not isinstance(plan(fight, "orcs", ["enter", "inside 3"]), Refusal)


@pytest.mark.rule("tp.siege.combat_doorway")
def test_nobody_fights_where_nobody_is() -> None:
    empty = at_the_door()
    piece(empty, "guard").inside = 7
    for place in ("inside 3", "inside 7", "top 4", "courtyard"):
        assert isinstance(plan(empty, "orcs", ["force", place]), Refusal)
    inside: Any = plan(at_the_door(away=5), "guard", ["force", "courtyard"])
    assert isinstance(inside, Refusal)


@pytest.mark.rule("tp.siege.combat_doorway")
def test_whoever_is_in_the_doorway_neither_buckles_nor_is_overlapped() -> None:
    fight = at_the_door(20, held=3)
    force(fight)
    guard = number(fight, "guard")
    assert not buckles(fight, guard) and not overlapped(fight, guard).total
    assert not overlapped(fight, number(fight, "orcs")).total


@pytest.mark.rule("tp.siege.levels", "tp.shoot.disperse.friends")
def test_arrows_into_a_fight_over_a_doorway_find_nobody_inside() -> None:
    fight = at_the_door()
    force(fight)
    guard, orcs = number(fight, "guard"), number(fight, "orcs")
    assert crowd(fight, orcs) == [orcs] and harmless(fight, guard, orcs)
    with script(fight):  # no die divides these
        assert divided(fight, guard, orcs, 4, 1) == [(orcs, 4)]


@pytest.mark.rule("tp.siege.combat_doorway", "tp.siege.flee")
def test_a_round_over_a_doorway_and_a_flight_from_it() -> None:
    fight = at_the_door(10, held=2)
    force(fight)
    guard, orcs = number(fight, "guard"), number(fight, "orcs")
    fight.state.phase = "combat"
    with script(fight, dice=[6, 1, 1, 6, 6, 6]):  # three attacks and what one hit does, then the one in the doorway
        fight_round(fight, sorted((guard, orcs)))
    assert (piece(fight, "guard").models, piece(fight, "orcs").models) == (1, 9)
    assert engaged(fight, guard) and flaws(fight.setting, fight.state) == []
    with script(fight, dice=[5, 5]):
        after_flight(fight, [orcs], flee(fight, orcs, "tp.check.break"))
    assert piece(fight, "guard").inside == 3 and not engaged(fight, guard), "nobody follows out of a door"


@pytest.mark.rule("tp.siege.combat_doorway")
def test_the_doorway_is_offered_said_and_typed() -> None:
    fight = at_the_door()
    question = Move(fight, number(fight, "orcs"))
    offered = [order for order in question.suggest(60) if order and order[0][0] == "force"]
    assert offered == [[["force", "inside 3"]]]
    assert "fight over the doorway for inside 3" in move_words(question, offered[0])
    draft = MoveDraft(question)
    assert not isinstance(draft.take(["force", "inside", "3"]), Refusal)
    assert question.refuse(draft.answer) is None
