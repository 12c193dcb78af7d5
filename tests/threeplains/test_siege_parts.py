"""One group in two places of a fortress: who goes ahead, who stays behind, and how they are one again."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import set_places, strength
from warhost.rulebooks.threeplains.events.blows import Slain
from warhost.rulebooks.threeplains.events.course import PutDown
from warhost.rulebooks.threeplains.events.moves import Climbed, Remerged
from warhost.rulebooks.threeplains.events.siege import LostTheOthers, PartedWays, WentInside
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.moving.parts import all_together, mates
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.aims import in_a_siege
from warhost.rulebooks.threeplains.siege.implements import hand_over
from warhost.rulebooks.threeplains.siege.together import look_for_each_other
from warhost.rulebooks.threeplains.state import NOBODY, ThisTurn
from warhost.rulebooks.threeplains.telling.drafts import MoveDraft
from warhost.rulebooks.threeplains.telling.ghosts import preview
from warhost.rulebooks.threeplains.telling.names import Names
from warhost.rulebooks.threeplains.telling.order_words import move_words
from warhost.rulebooks.threeplains.telling.view import view
from warhost.rulebooks.threeplains.wounds.casualties import lose

from .scene import foot, hero, number, piece, script, told, unit
from .strongholds import siege
from .test_siege_indoors import HOLLOW, MAN, climb, crowd, lodged, one, plan, scene

ONE = foot(loose=True)
IN = ["enter", "inside 3"]


def row(name: str = "group", models: int = 5, y: float = 11.9, **more: Any) -> Any:
    """A unit in ranks before the door of tower 3 to the courtyard, which is at (14, 12)."""
    return unit(name, (14, y), **{"side": 1, "models": models, "files": min(5, models), "figure": foot(), **more})


def order(fight: Fight, name: str, *acts: list[Any], more: Any = ()) -> Fight:
    with script(fight, answers=[name, list(acts), *more]):
        move_one(fight)
    assert flaws(fight.setting, fight.state) == []
    return fight


def next_turn(fight: Fight) -> None:
    for found in fight.state.pieces:
        found.turn = ThisTurn()


def models(fight: Fight, *names: str) -> list[int]:
    return [piece(fight, name).models for name in names]


# --- as many as there is room for ---------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.tower", "tp.siege.move.inside", "tp.siege.models")
@pytest.mark.parametrize(("there", "fit"), [(28, 2), (26, 4), (29, 1), (25, 5)])
def test_of_five_as_many_go_into_a_tower_as_there_is_room_for_and_the_others_wait(there: int, fit: int) -> None:
    fight = order(lodged(scene(row(), crowd("crowd", there)), "crowd"), "group", IN)
    assert (piece(fight, "group").inside, piece(fight, "group").models) == (3, fit)
    if fit == 5:
        assert not told(fight, PartedWays) and piece(fight, "group").group == NOBODY
        return
    rest = piece(fight, "group/2")
    assert (rest.inside, rest.models, rest.point) == (0, 5 - fit, (inches(14), inches(11.9)))
    assert mates(fight, number(fight, "group")) == [number(fight, "group/2")]
    assert all_together(fight, number(fight, "group")) == 5


@pytest.mark.rule("tp.siege.move.inside")
def test_those_who_wait_stand_no_wider_than_before() -> None:
    fight = scene(row(models=8, files=4, narrow=2))
    order(fight, "group", [*IN, 2])
    rest = piece(fight, "group/2")
    assert (rest.models, rest.files, rest.narrow) == (6, 4, 2)


@pytest.mark.rule("tp.siege.tower")
def test_nobody_goes_into_a_full_tower() -> None:
    found = plan(lodged(scene(row(), crowd("crowd", 30)), "crowd"), "group", IN)
    assert isinstance(found, Refusal) and found.rule == "tp.siege.models"


@pytest.mark.rule("tp.siege.move.inside", "tp.siege.models")
@pytest.mark.parametrize(("wanted", "lawful"), [(1, True), (4, True), (5, True), (0, False), (6, False)])
def test_their_owner_says_how_many_go_in(wanted: int, lawful: bool) -> None:
    fight = scene(row())
    if not lawful:
        assert isinstance(plan(fight, "group", [*IN, wanted]), Refusal)
        return
    order(fight, "group", [*IN, wanted])
    assert piece(fight, "group").models == wanted


@pytest.mark.rule("tp.siege.move.inside")
def test_who_does_not_come_to_the_door_stays_behind() -> None:
    """Ranks of one: the door is 7 inches from the last who comes to it."""
    fight = scene(row(models=6, files=1, y=9), active=1)
    order(fight, "group", IN)
    gone = piece(fight, "group").models
    assert 3 + (gone - 1) * MAN + MAN / 2 <= 7 < 3 + gone * MAN + MAN / 2
    assert piece(fight, "group/2").models == 6 - gone and not piece(fight, "group/2").turn.acted


@pytest.mark.rule("tp.siege.move.inside")
def test_characters_and_command_go_ahead_as_long_as_somebody_goes_with_them() -> None:
    lord = hero("lord", side=1, within="group", figure=foot(category="character"))
    fight = order(lodged(scene(row(command=True), lord, crowd("crowd", 27)), "crowd"), "group", IN)
    assert models(fight, "group", "group/2") == [2, 3] and strength(fight, number(fight, "group")) == 3
    assert piece(fight, "lord").inside == 3 and piece(fight, "lord").host == number(fight, "group")
    assert piece(fight, "group").command and not piece(fight, "group/2").command
    alone = order(lodged(scene(row(), lord, crowd("crowd", 29)), "crowd"), "group", IN)
    assert piece(alone, "lord").host == number(alone, "group/2") and not piece(alone, "lord").inside


@pytest.mark.rule("tp.siege.move.inside")
def test_the_part_that_waits_moves_with_its_own_movement_and_joins_when_there_is_room() -> None:
    fight = order(lodged(scene(row(), crowd("crowd", 28)), "crowd"), "group", IN)
    rest = piece(fight, "group/2")
    assert not rest.turn.acted and rest.turn.spent == 0 and piece(fight, "group").turn.acted
    assert isinstance(plan(fight, "group/2", IN), Refusal), "it is full"
    lodged(fight, "crowd", 7)
    next_turn(fight)
    order(fight, "group/2", IN)
    whole = piece(fight, "group/2")
    assert (whole.models, whole.inside, whole.group) == (5, 3, NOBODY) and piece(fight, "group").fate == "slain"
    assert told(fight, Remerged) and sum(found.models for found in fight.state.pieces if found.entry == 1) == 5


# --- some arrive, some are on the way -----------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.move.inside", "tp.siege.levels")
def test_four_of_ten_have_come_through_the_tower_and_six_are_recorded_inside() -> None:
    """The men stand in pairs along the walk, the first 1 inch from the tower and each pair one base farther; the
    passage is 3, the second pair beyond it stands 1.3 inches from the door, and 5.8 inches are left."""
    places = [(11 - MAN * (at // 2), 14 + MAN * (at % 2 - 0.5)) for at in range(10)]
    men = unit("men", (8, 14.4), side=1, models=10, figure=ONE, places=places, aloft=True)
    fight = scene(men)
    set_places(fight, number(fight, "men"), piece(fight, "men").places, 0)
    piece(fight, "men").turn.spent = inches(1.2)
    beyond = climb("top 4", 16.1, 14, 27000, 2)
    order(fight, "men", beyond, more=[[]])
    assert models(fight, "men", "men/2") == [4, 6]
    assert piece(fight, "men").aloft and not piece(fight, "men").inside and piece(fight, "men/2").inside == 3
    assert told(fight, Climbed) and told(fight, WentInside)
    assert abs(piece(fight, "men/2").climbing - inches(5.8 - 1 - 4 * MAN)) < 100, "as the last of them has paid"
    note = "Inside tower 3: detachment 1 of men, 6 models."
    assert any(note in line for line in view(fight.setting, fight.state, 1).notes)
    next_turn(fight)
    farther = climb("top 4", 16.1 + 2 * MAN, 14, 27000, 2)
    order(fight, "men/2", farther, more=[[]])
    assert piece(fight, "men/2").aloft and piece(fight, "men/2").models == 10, "they touch, and are one again"


@pytest.mark.rule("tp.siege.models", "tp.siege.levels")
def test_of_fifteen_archers_fourteen_stand_on_a_wall_and_the_last_below() -> None:
    """Wall 2 has a ladder at its middle; a row of seven fills its length."""
    men = unit("men", (9, 12.4), side=1, models=15, files=8, figure=foot(movement=inches(14)))
    fight = scene(men)
    on_top = ["climb", "top 2", inches(9), inches(15), 0, 7]
    order(fight, "men", [*on_top, 14], more=[[]])
    assert models(fight, "men", "men/2") == [14, 1] and piece(fight, "men").aloft
    assert not piece(fight, "men/2").aloft and piece(fight, "men/2").turn.spent == 0
    said = told(fight, PartedWays)[0].say(Names(fight.setting, fight.state.pieces))
    assert said == "men part: 14 models go ahead, and detachment 1 of men stays behind."


@pytest.mark.rule("tp.siege.levels")
@pytest.mark.parametrize("wanted", [0, 15, 16, -1])
def test_some_go_or_all_but_not_none(wanted: int) -> None:
    fight = scene(unit("men", (9, 12.4), side=1, models=15, files=8, figure=foot(movement=inches(14))))
    found = plan(fight, "men", [*climb("top 2", 9, 15, 0, 7), wanted])
    assert isinstance(found, Refusal)


@pytest.mark.rule("tp.siege.levels")
def test_those_who_stay_behind_must_be_joined_with_the_others_by_a_way() -> None:
    """From the courtyard through a tower on to a walk it is two ways: nobody is left at the beginning."""
    fight = scene(row(models=4))
    through = climb("top 4", 16.8, 14, 0, 2)
    found = plan(fight, "group", [*through, 2])
    assert isinstance(found, Refusal) and "joined" in found.why
    assert not isinstance(plan(fight, "group", [*climb("top 3", 14, 14, 0, 2)]), Refusal)


# --- how far apart they may be ------------------------------------------------------------------------------------


def parted() -> Fight:
    """Two of five are inside tower 3, the others before its door."""
    return order(scene(row()), "group", [*IN, 2])


@pytest.mark.rule("tp.siege.levels")
@pytest.mark.parametrize(("y", "lawful"), [(5.1, True), (4.8, False)])
def test_who_waits_stays_within_a_move_of_the_way(y: float, lawful: bool) -> None:
    fight = parted()
    piece(fight, "group/2").facing = 18000
    piece(fight, "group/2").y = inches(11.9 - MAN)
    next_turn(fight)
    found = plan(fight, "group/2", ["go", inches(14), inches(y - MAN)])
    assert isinstance(found, Refusal) != lawful
    if isinstance(found, Refusal):
        assert found.rule == "tp.siege.levels" and "group" in found.why


@pytest.mark.rule("tp.siege.levels")
def test_who_is_inside_does_not_go_on_alone_but_may_send_some() -> None:
    fight = parted()
    next_turn(fight)
    roof = climb("top 3", 14, 15, 0, 1)
    found = plan(fight, "group", roof)
    assert isinstance(found, Refusal) and found.rule == "tp.siege.levels"
    assert not isinstance(plan(fight, "group", [*roof, 1]), Refusal), "one stays inside between them"
    piece(fight, "group/2").fleeing = True
    assert not isinstance(plan(fight, "group", climb("top 3", 14, 15, 0, 2)), Refusal), "who runs is not waited for"


@pytest.mark.rule("tp.siege.levels")
def test_whoever_has_lost_the_others_is_a_piece_of_his_own() -> None:
    fight = parted()
    look_for_each_other(fight)
    assert not told(fight, LostTheOthers)
    piece(fight, "group/2").y = inches(3)
    look_for_each_other(fight)
    assert piece(fight, "group").group == piece(fight, "group/2").group == NOBODY
    assert {event.piece for event in told(fight, LostTheOthers)} == {number(fight, "group")}


@pytest.mark.rule("tp.siege.levels")
def test_those_who_come_out_beside_the_others_are_one_with_them_in_ranks() -> None:
    fight = parted()
    next_turn(fight)
    rest = piece(fight, "group/2")
    rest.y, rest.x = inches(11.9 - MAN), inches(14)
    order(fight, "group", climb("courtyard", 14, 11.9, 0, 2), more=[[]])
    assert piece(fight, "group").models == 5 and not piece(fight, "group").places
    assert piece(fight, "group").files == 3 and told(fight, Remerged)


# --- they count as one --------------------------------------------------------------------------------------------


def besiegers(models: int = 5) -> Fight:
    """Orcs before a wall that others have taken, with room inside for two of them."""
    orcs = unit("orcs", (9, 12), side=0, models=models, files=5, figure=foot(life=1))
    full = unit("more", (30, 5), side=0, models=8, files=4, figure=foot())
    fight = siege(orcs, full, unit("men", (45, 3), side=1), plan=HOLLOW, active=0, clock=1)
    return lodged(fight, "more", 2)


@pytest.mark.rule("tp.siege.levels", "tp.combat.it")
def test_a_unit_is_an_it_only_if_all_its_parts_together_are_too_few() -> None:
    fight = order(besiegers(), "orcs", ["enter", "inside 2"])
    assert models(fight, "orcs", "orcs/2") == [2, 3] and piece(fight, "orcs").standing
    lose(fight, number(fight, "orcs/2"), 2, "tp.combat.phase")
    assert piece(fight, "orcs/2").standing and models(fight, "orcs", "orcs/2") == [2, 1]
    lose(fight, number(fight, "orcs"), 1, "tp.combat.phase")
    assert not piece(fight, "orcs").standing and told(fight, Slain), "two of five are left"


@pytest.mark.rule("tp.siege.levels", "tp.siege.equip.drop")
def test_all_parts_together_carry_their_ladder() -> None:
    fight = besiegers(6)
    hand_over(fight, number(fight, "orcs"), "siege_ladder")
    order(fight, "orcs", ["enter", "inside 2"])
    lose(fight, number(fight, "orcs/2"), 1, "tp.combat.phase")
    assert not told(fight, PutDown), "two and three are five"
    lose(fight, number(fight, "orcs/2"), 1, "tp.combat.phase")
    assert told(fight, PutDown), "four are not enough for a ladder"


@pytest.mark.rule("tp.siege.levels", "tp.siege.combat_within")
def test_only_the_part_inside_fights_those_whom_it_meets_there() -> None:
    fight = scene(row(), one("orc", 30, 30, side=0))
    lodged(fight, "orc")
    order(fight, "group", [*IN, 2])
    assert engaged(fight, number(fight, "group")) and not engaged(fight, number(fight, "group/2"))
    order(fight, "group/2", IN)
    assert engaged(fight, number(fight, "group/2")), "the others come in and fight beside them"


# --- words and pictures -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.levels", "tp.siege.move.inside")
def test_so_many_are_said_typed_and_shown() -> None:
    fight = scene(row())
    question = Move(fight, number(fight, "group"))
    assert "go inside 3 and stay there with 2 models of it" in move_words(question, [[*IN, 2]])
    draft = MoveDraft(question)
    assert not isinstance(draft.take(["enter", "inside", "3", "models", "2"]), Refusal)
    assert draft.answer == [[*IN, 2]]
    roof = [*climb("top 2", 10, 14, 0, 2), 2]
    wall = scene(unit("group", (9, 12.4), side=1, models=5, files=5, figure=foot()))
    asked = Move(wall, number(wall, "group"))
    typed = MoveDraft(asked)
    said = "climb top 2 at 10 14 facing 0 files 2 models 2"
    assert not isinstance(typed.take(said.split()), Refusal)
    assert typed.answer == [roof]
    (drawn,) = preview(wall.setting, wall.state, asked, [roof])["blocks"]
    assert len(drawn["bases"]) == 2 and "on the works" in drawn["marks"]
    order(fight, "group", [*IN, 2])
    shown = view(fight.setting, fight.state, 1)
    (entry,) = [found for found in shown.units if found.title == "group" or found.id == "group"]
    assert "inside tower 3" in entry.details and "in 2 parts" in entry.details
    assert [block.id for block in shown.blocks if block.id.startswith("group")] == ["group/2"]


@pytest.mark.rule("tp.siege.levels")
def test_a_computer_leads_a_part_after_the_others() -> None:
    fight = order(lodged(scene(row(), crowd("crowd", 26)), "crowd"), "group", IN)
    lodged(fight, "crowd", 7)
    next_turn(fight)
    assert in_a_siege(fight, Move(fight, number(fight, "group/2"))) == [IN]
