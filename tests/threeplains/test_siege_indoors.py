"""Inside walls and towers: who goes in and stays, how many fit, what reaches them there, and how they come out."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Choose, Refusal
from warhost.engine.situation import Case, judge
from warhost.rulebooks.threeplains.asking import _allowance
from warhost.rulebooks.threeplains.bodies import in_battle, loose, on_table, set_inside
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.readiness import why_no_charge
from warhost.rulebooks.threeplains.events.blows import Slain
from warhost.rulebooks.threeplains.events.moves import Climbed, Jumped
from warhost.rulebooks.threeplains.events.siege import FledOutside, WentInside
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.judging.verdicts import facts
from warhost.rulebooks.threeplains.land.sense import sees, senses
from warhost.rulebooks.threeplains.land.structures import collapse
from warhost.rulebooks.threeplains.missiles.aiming import why_no_missiles, why_no_shot
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.aims import in_a_siege
from warhost.rulebooks.threeplains.siege.ending import by_clear_routes, routes_so_far
from warhost.rulebooks.threeplains.telling.drafts import MoveDraft
from warhost.rulebooks.threeplains.telling.ghosts import order_data, preview
from warhost.rulebooks.threeplains.telling.order_words import move_words
from warhost.rulebooks.threeplains.telling.view import view

from .judging import book
from .scene import asked, foot, hero, number, piece, script, told, unit
from .strongholds import STRAIGHT, siege

MAN = from_mm(20) / 1000
ONE = foot(loose=True)
FAR = unit("orcs", (25, 44), facing=180)
DOOR_DOWN = ("bolted door 3 of tower 3",)


def one(name: str, x: float, y: float, **more: Any) -> Any:
    """A single model, by its middle."""
    figure = more.pop("figure", ONE)
    return unit(name, (x, y + MAN / 2), models=1, files=1, figure=figure, places=[(x, y)], **{"side": 1, **more})


def scene(*pieces: Any, **more: Any) -> Fight:
    return siege(FAR, *pieces, **{"active": 1, "clock": 2, **more})


def plan(fight: Fight, name: str, *acts: list[Any]) -> Any:
    return Move(fight, number(fight, name)).check(list(acts))


def climb(goal: str, x: float, y: float, facing: int = 0, files: int = 1) -> list[Any]:
    return ["climb", goal, inches(x), inches(y), facing, files]


def lodged(fight: Fight, name: str, work: int = 3, paid: float = 0) -> Fight:
    """It has been put aside, inside a tower unless another model is named."""
    found = piece(fight, name)
    set_inside(fight, number(fight, name), work)
    found.places, found.climbing, found.aloft = (), inches(paid), False
    return fight


# --- going in ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.levels", "tp.siege.move.inside")
@pytest.mark.parametrize(("y", "paid"), [(7, 2), (6.5, 1.5), (5, 0), (9, 3)], ids=["2 of 3", "less", "none", "all"])
def test_who_cannot_pay_all_of_the_passage_is_inside_and_comes_out_next_turn(y: float, paid: float) -> None:
    """The door of tower 3 to the courtyard is at 14, 12: from y = 7 it is 5 inches away, and 2 are left to pay."""
    fight = scene(one("man", 14, y))
    with script(fight, answers=["man", [["enter", "inside 3"]]]):
        move_one(fight)
    man = piece(fight, "man")
    assert (man.inside, man.climbing) == (3, inches(paid)) and man.turn.spent <= inches(7)
    assert told(fight, WentInside)[0].work == "tower 3" and flaws(fight.setting, fight.state) == []
    man.turn.spent, man.turn.acted = 0, False
    out = climb("courtyard", 14, 12 - MAN, 18000)
    assert abs(plan(fight, "man", out)["cost"] - inches(3 - paid) - from_mm(10)) <= 10  # and half a base
    with script(fight, answers=["man", [out], []]):
        move_one(fight)
    assert (man.inside, man.climbing, man.aloft) == (0, 0, False)
    assert told(fight, Climbed)[0].goal == "the courtyard" and flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.move.inside")
def test_nobody_goes_in_who_does_not_come_to_the_door() -> None:
    fight = scene(one("man", 14, 4.9), one("far", 30, 8))
    assert plan(scene(one("man", 14, 5)), "man", ["enter", "inside 3"])["cost"] == inches(7)
    for name, goal in (("man", "inside 3"), ("far", "inside 3"), ("man", "inside 1"), ("man", "top 3")):
        found = plan(fight, name, ["enter", goal])
        assert isinstance(found, Refusal), (name, goal)


@pytest.mark.rule("tp.siege.levels", "tp.siege.move.inside")
@pytest.mark.parametrize("way", [["enter", "inside 3"], climb("top 3", 14, 14)], ids=["in", "up"])
def test_ways_begin_a_move_and_are_gone_by_whole_groups(way: list[Any]) -> None:
    guard = unit("guard", (14, 11), models=3, files=3, figure=ONE, side=1)
    fight = scene(one("man", 20, 9), guard, hero("captain", within="guard", side=1))
    for name, acts in (("man", [["go", inches(20), inches(11)], way]), ("captain", [way])):
        found = plan(fight, name, *acts)
        assert isinstance(found, Refusal) and "begins his move" in found.why, name


@pytest.mark.rule("tp.siege.move.inside")
@pytest.mark.parametrize(("side", "halts"), [(1, True), (0, False)], ids=["friends", "enemies"])
def test_nobody_halts_on_his_way_where_enemies_are_inside(side: int, halts: bool) -> None:
    fight = lodged(scene(one("man", 20, 9), one("lodger", 14, 5, side=side)), "lodger")
    assert (fight.setting.ramparts.room_on_the_way(fight, number(fight, "man"), 3) > 0) == halts


TWIN = (*STRAIGHT[:3], "tower: door to left", *STRAIGHT[3:])


@pytest.mark.rule("tp.siege.levels", "tp.siege.move.inside")
@pytest.mark.parametrize(("y", "paid"), [(11, 3), (9, 1), (8, 0)], ids=["all", "1 of 3", "none"])
def test_who_goes_into_the_second_tower_pays_for_the_first(y: float, paid: float) -> None:
    """From y = 8 the door of tower 3 is 4 inches away, and the passage through it takes the other 3."""
    fight = siege(FAR, one("man", 14, y), plan=TWIN, active=1, clock=2)
    with script(fight, answers=["man", [["enter", "inside 4"]]]):
        move_one(fight)
    man = piece(fight, "man")
    assert (man.inside, man.climbing, man.turn.spent) == (4, inches(paid), inches(7))


@pytest.mark.rule("tp.siege.levels", "tp.siege.move.inside")
def test_nobody_stops_in_the_first_tower_who_was_sent_into_the_second() -> None:
    fight = siege(FAR, one("man", 14, 7.9), plan=TWIN, active=1, clock=2)
    found = plan(fight, "man", ["enter", "inside 4"])
    assert isinstance(found, Refusal) and found.rule == "tp.move.value" and "costs 7.10 inches" in found.why


@pytest.mark.rule("tp.siege.levels", "tp.siege.move.inside")
def test_a_climb_that_is_too_dear_ends_inside_what_it_leads_through() -> None:
    """1 inch to the tower and 3 through it; the way on over the other walk is too far for this turn."""
    fight = scene(one("man", 11, 14, aloft=True))
    order = climb("top 4", 19.2, 14 + MAN / 2)
    with script(fight, answers=["man", [order]]):
        move_one(fight)
    man = piece(fight, "man")
    assert (man.inside, man.climbing, man.turn.spent, man.aloft) == (3, inches(3), inches(7), False)
    man.turn.spent = 0
    assert abs(plan(fight, "man", order)["cost"] - inches(3.2)) <= 10, "the passage is paid for"


@pytest.mark.rule("tp.siege.move.inside")
def test_a_whole_group_goes_in_with_its_characters_and_moves_loosely_there() -> None:
    group = unit("group", (14, 10), side=1, models=4, files=2, figure=foot())
    fight = scene(group, hero("lord", side=1, within="group", figure=foot(category="character")))
    with script(fight, answers=["group", [["enter", "inside 3"]]]):
        move_one(fight)
    assert piece(fight, "group").inside == piece(fight, "lord").inside == 3
    assert loose(fight, number(fight, "group")) and flaws(fight.setting, fight.state) == []
    piece(fight, "group").turn.spent = piece(fight, "lord").turn.spent = 0
    piece(fight, "group").turn.acted = False
    assert isinstance(plan(fight, "group", ["go", inches(14), inches(5)]), Refusal)
    roof = climb("top 3", 14, 15, 0, 5)
    with script(fight, answers=["group", [roof], []]):
        move_one(fight)
    assert piece(fight, "group").aloft and piece(fight, "lord").aloft and not piece(fight, "lord").inside
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.move.inside")
def test_who_has_narrowed_before_the_door_is_a_plain_crowd_inside() -> None:
    fight = scene(unit("group", (14, 11), side=1, models=4, files=4, figure=foot(), narrow=2))
    with script(fight, answers=["group", [["enter", "inside 3"]]]):
        move_one(fight)
    group = piece(fight, "group")
    assert (group.inside, group.narrow, group.wedge, group.bend, group.places) == (3, 0, 0, (), ())



@pytest.mark.rule("tp.siege.move.inside")
def test_a_character_does_not_leave_his_group_inside() -> None:
    group = unit("group", (14, 10), side=1, models=4, files=2, figure=foot())
    fight = scene(group, hero("lord", side=1, within="group", figure=foot(category="character")))
    lodged(fight, "group")
    question = asked(fight, move_one)
    assert isinstance(question, Choose) and "group" in question.options and "lord" not in question.options


# --- how many ----------------------------------------------------------------------------------------------------


def entered(fight: Fight, name: str, *number: int) -> int:
    """How many of a piece are inside tower 3 when it has gone there."""
    with script(fight, answers=[name, [["enter", "inside 3", *number]]]):
        move_one(fight)
    return piece(fight, name).models if piece(fight, name).inside == 3 else 0


def crowd(name: str, models: int, **more: Any) -> Any:
    return unit(name, (30, 8), side=1, models=models, files=5, figure=ONE, **more)


@pytest.mark.rule("tp.siege.tower", "tp.siege.move.inside")
@pytest.mark.parametrize(("there", "fits"), [(28, True), (29, False)])
def test_a_tower_holds_thirty_inside_and_on_its_roof_together(there: int, fits: bool) -> None:
    pair = unit("pair", (14, 11), side=1, models=2, files=2, figure=ONE)
    below = lodged(scene(pair, crowd("crowd", there)), "crowd")
    assert entered(below, "pair") == (2 if fits else 1)
    rows = [(12.4 + MAN * (at % 4), 12.4 + MAN * (at // 4)) for at in range(4)]
    roof = unit("roof", (14, 16), side=1, models=4, figure=ONE, places=rows, aloft=True)
    both = lodged(scene(pair, roof, crowd("crowd", there - 4)), "crowd")
    assert entered(both, "pair") == (2 if fits else 1)


@pytest.mark.rule("tp.siege.tower", "tp.siege.models", "tp.siege.levels")
@pytest.mark.parametrize(("y", "rule"), [(8, "tp.siege.models"), (7.9, "tp.move.value")])
def test_who_comes_to_a_full_tower_hears_that_and_not_that_it_is_too_far(y: float, rule: str) -> None:
    """Four inches to the tower before it and three through that; only one of the two would have room."""
    pair = unit("pair", (14 + MAN / 2, y + MAN / 2), side=1, models=2, files=2, figure=ONE)
    fight = lodged(siege(FAR, pair, crowd("crowd", 29), plan=TWIN, active=1, clock=2), "crowd", 4)
    found = plan(fight, "pair", ["enter", "inside 4"])
    assert isinstance(found, Refusal) and found.rule == rule


@pytest.mark.rule("tp.siege.tower")
@pytest.mark.parametrize(("below", "fits"), [(28, True), (29, False)])
def test_those_inside_leave_less_room_on_the_roof(below: int, fits: bool) -> None:
    pair = unit("pair", (14, 11), side=1, models=2, files=2, figure=ONE)
    fight = lodged(scene(pair, crowd("crowd", below)), "crowd")
    found = plan(fight, "pair", climb("top 3", 14, 14.5, 0, 2))
    assert isinstance(found, Refusal) != fits
    if isinstance(found, Refusal):
        assert found.rule == "tp.siege.tower"


HOLLOW = ("wall", "wall: door to courtyard", *STRAIGHT[2:])


@pytest.mark.rule("tp.siege.models", "tp.siege.move.inside")
@pytest.mark.parametrize(("there", "fits"), [(9, True), (10, False)])
def test_a_wall_holds_ten_inside(there: int, fits: bool) -> None:
    fight = siege(FAR, one("man", 9, 12), crowd("crowd", there), plan=HOLLOW, active=1, clock=2)
    found = plan(lodged(fight, "crowd", 2), "man", ["enter", "inside 2"])
    assert isinstance(found, Refusal) != fits
    if isinstance(found, Refusal):
        assert found.rule == "tp.siege.models"


@pytest.mark.rule("tp.siege.move.inside")
def test_who_finds_no_room_inside_waits_before_the_door() -> None:
    fight = lodged(scene(one("man", 14, 7), crowd("crowd", 30)), "crowd")
    with script(fight, answers=["man", [climb("top 4", 16 + MAN, 14 + MAN / 2)]]):
        move_one(fight)
    man = piece(fight, "man")
    assert (man.inside, man.climbing, man.point) == (0, inches(7), (inches(14), inches(7 + MAN / 2)))


# --- nobody reaches them -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.levels", "tp.siege.move.inside")
def test_who_is_inside_sees_nothing_and_is_not_seen_shot_or_charged() -> None:
    bows = foot(loose=True, weapons=("bow",))
    fight = siege(one("orc", 14, 20, side=0, figure=bows, facing=180), one("man", 14, 14, figure=bows, aloft=True))
    orc, man = number(fight, "orc"), number(fight, "man")
    assert sees(fight, man, orc) and why_no_shot(fight, orc, man) is None
    lodged(fight, "man")
    assert man not in on_table(fight) and man in in_battle(fight)
    for a, b in ((orc, man), (man, orc)):
        assert not sees(fight, a, b) and not senses(fight, a, b)
    found = why_no_shot(fight, orc, man), why_no_missiles(fight, man), why_no_charge(fight, man)
    assert all(one is not None and one.rule == "tp.siege.levels" for one in found)
    friend = siege(one("man", 14, 14), one("other", 14, 14), one("orc", 14, 30, side=0))
    lodged(lodged(friend, "man"), "other")
    assert sees(friend, number(friend, "man"), number(friend, "other"))


@pytest.mark.rule("tp.siege.levels")
def test_enemies_inside_let_nobody_through() -> None:
    fight = lodged(scene(one("man", 11, 14, aloft=True), one("orc", 30, 30, side=0)), "orc")
    for goal, x in (("top 4", 16.5), ("top 3", 14)):
        assert isinstance(plan(fight, "man", climb(goal, x, 14 + MAN / 2)), Refusal)
    assert not isinstance(plan(fight, "man", ["enter", "inside 3"]), Refusal), "but he may go in and fight"


@pytest.mark.rule("tp.siege.bolted_door", "tp.siege.arrow_loop")
def test_a_tower_is_taken_from_inside_too() -> None:
    out = climb("courtyard", 14, 12 - MAN, 18000)
    held = lodged(siege(one("orc", 30, 30, side=0), one("man", 14, 14, aloft=True)), "orc")
    assert isinstance(plan(held, "orc", out), Refusal), "a defender is on the roof: its doors are bolted"
    empty = lodged(siege(one("orc", 30, 30, side=0), one("man", 30, 5)), "orc")
    assert not isinstance(plan(empty, "orc", out), Refusal)


@pytest.mark.rule("tp.siege.move.who")
def test_riders_do_not_go_inside() -> None:
    fight = scene(one("rider", 14, 10, figure=foot(category="cavalry", loose=True)))
    found = plan(fight, "rider", ["enter", "inside 3"])
    assert isinstance(found, Refusal) and found.rule == "tp.siege.move.who"


@pytest.mark.rule("tp.siege.levels")
@pytest.mark.parametrize("act", [["join", "group"], ["over", "group"], ["reinforce", "group"]])
def test_nobody_joins_or_tramples_through_a_wall(act: list[str]) -> None:
    group = unit("group", (14, 11.9), side=1, models=4, files=2, figure=foot())
    lord = hero("lord", (14, 11.9 - 2 * MAN), side=1, figure=foot(category="character"))
    assert not isinstance(plan(scene(group, lord), "lord", ["join", "group"]), Refusal)
    assert isinstance(plan(lodged(scene(group, lord), "group"), "lord", act), Refusal)


# --- the works fall, or they run ---------------------------------------------------------------------------------


def bring_down(fight: Fight, name: str) -> None:
    collapse(fight, next(at for at, feature in enumerate(fight.state.terrain) if feature.name == name))


@pytest.mark.rule("tp.siege.destroyed_structure")
def test_all_inside_die_with_the_works() -> None:
    group = unit("group", (14, 10), side=1, models=3, files=3, figure=foot(life=3))
    lord = hero("lord", side=1, within="group", figure=foot(category="character", life=4))
    fight = scene(group, lord, one("beside", 30, 8), one("wall", 11, 14, aloft=True))
    lodged(lodged(fight, "group"), "beside", 7)
    bring_down(fight, "tower 3")
    assert {fight.state.pieces[event.piece].name for event in told(fight, Slain)} == {"group", "lord"}
    assert piece(fight, "beside").standing and piece(fight, "wall").standing


@pytest.mark.rule("tp.siege.flee")
@pytest.mark.parametrize(("dice", "out"), [((1, 2), True), ((1, 1), False)], ids=["3 inches", "2 inches"])
def test_who_flees_from_inside_pays_the_passage_or_is_destroyed(dice: tuple[int, int], out: bool) -> None:
    fight = lodged(scene(one("man", 30, 8)), "man")
    with script(fight, dice=list(dice)):
        flee(fight, number(fight, "man"), "tp.check.break")
    man = piece(fight, "man")
    assert man.standing == out and (not out or (man.fleeing and not man.inside and not man.aloft))
    if out:
        assert told(fight, FledOutside)[0].cost == inches(3) and man.y < inches(12)


@pytest.mark.rule("tp.siege.flee")
def test_what_was_paid_counts_for_the_way_out_in_flight() -> None:
    fight = lodged(scene(one("man", 30, 8)), "man", paid=2)
    with script(fight, dice=[1, 1]):
        flee(fight, number(fight, "man"), "tp.check.break")
    assert told(fight, FledOutside)[0].cost == inches(1) and piece(fight, "man").fleeing


@pytest.mark.rule("tp.siege.flee", "tp.siege.flee.jump")
def test_a_besieger_without_a_door_to_the_outside_runs_up_and_jumps() -> None:
    orc = one("orc", 30, 30, side=0, figure=foot(loose=True, toughness=6))
    fight = lodged(siege(orc, one("man", 30, 5)), "orc")
    with script(fight, dice=[4, 4, 1]):
        flee(fight, number(fight, "orc"), "tp.check.break")
    assert told(fight, Jumped) and piece(fight, "orc").standing and not piece(fight, "orc").aloft


# --- the end, and words ------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.route", "tp.siege.victory")
def test_those_inside_fill_their_works_for_routes_and_besiegers_in_there_are_in_the_fortress() -> None:
    fight = siege(FAR, one("man", 30, 5), one("other", 30, 3))
    bring_down(fight, "tower 3")
    assert "fortress: 1." in routes_so_far(fight)[0]
    lodged(lodged(fight, "man", 2), "other", 4)
    assert "fortress: 0." in routes_so_far(fight)[0], "the walls on both sides are filled, and within 3 inches"
    alone = siege(unit("orcs", (14, 30), models=6, figure=foot()), one("man", 45, 3))
    for name in ("straight wall 4", "straight wall 6"):
        bring_down(alone, name)
    assert by_clear_routes(alone).winner == 1
    lodged(alone, "orcs")
    assert by_clear_routes(alone).winner == 0


@pytest.mark.rule("tp.siege.move.inside")
def test_going_inside_is_offered_said_typed_and_shown() -> None:
    fight = scene(one("man", 14, 9))
    question = Move(fight, number(fight, "man"))
    offered = [order for order in question.suggest(60) if order and order[0][0] == "enter"]
    assert offered == [[["enter", "inside 3"]]]
    assert "go inside 3 and stay there" in move_words(question, offered[0])
    draft = MoveDraft(question)
    assert not isinstance(draft.take(["enter", "inside", "3"]), Refusal)
    with script(fight, answers=["man", draft.answer]):
        move_one(fight)
    shown = view(fight.setting, fight.state, 0)
    assert any("man, 1 model inside tower 3" in zone.title for zone in shown.zones)
    assert not any(block.id == "man" for block in shown.blocks)
    assert "Inside tower 3: man, 1 model." in shown.notes
    assert any("inside tower 3" in entry.details for entry in shown.units)
    piece(fight, "man").turn.spent = 0
    assert facts(fight.setting, fight.state)["man"].fate == "inside"
    assert "Inside tower 3" in _allowance(Move(fight, number(fight, "man")))
    again = Move(fight, number(fight, "man"))
    assert order_data(fight.setting, fight.state, again)["acts"] == [] and again.outline() == {"man": []}
    assert preview(fight.setting, fight.state, again, []) == {"blocks": []}
    (drawn,) = preview(fight.setting, fight.state, again, [climb("top 3", 14, 14 + MAN / 2)])["blocks"]
    assert tuple(drawn["front"]) == (inches(14), inches(14 + MAN / 2)) and "on the works" in drawn["marks"]
    assert piece(fight, "man").inside == 3, "it has only been imagined"
    assert {order[0][0] for order in again.suggest(40) if order} == {"climb"}


# --- computers ---------------------------------------------------------------------------------------------------


def thought(fight: Fight, name: str) -> Any:
    return in_a_siege(fight, Move(fight, number(fight, name)))


@pytest.mark.rule("tp.siege.move.inside", "tp.siege.route")
@pytest.mark.parametrize(("turn", "goes"), [(6, False), (7, True)])
def test_a_defender_bars_a_clear_route_from_inside_towards_the_end(turn: int, goes: bool) -> None:
    """The tower is down, and only the hollow wall beside it is near enough to its middle."""
    hollow = ("wall", "wall: door to courtyard", STRAIGHT[2], "wall: door to courtyard", *STRAIGHT[4:])
    man, other = one("man", 7.5, 10), one("other", 30, 5)
    fight = siege(FAR, man, other, plan=hollow, active=1, clock=2 * turn)
    bring_down(fight, "tower 3")
    lodged(fight, "other", 4)
    order = thought(fight, "man")
    assert (order == [["enter", "inside 2"]]) == goes
    lodged(fight, "man", 2)
    assert thought(fight, "man") == [], "it stays: without it the route is clear"


@pytest.mark.rule("tp.siege.move.inside")
def test_computers_come_out_again_besiegers_into_the_yard_and_defenders_on_to_a_top() -> None:
    fight = lodged(siege(one("orc", 30, 30, side=0), one("man", 45, 3)), "orc")
    assert thought(fight, "orc")[0][:2] == ["climb", "courtyard"]
    fight = lodged(siege(FAR, one("man", 30, 5), active=1, clock=2), "man")
    assert thought(fight, "man")[0][1].startswith("top")


@pytest.mark.rule("tp.siege.bolted_door", "tp.siege.levels")
@pytest.mark.parametrize(
    ("fallen", "place", "rule"),
    [((), "inside 3", "tp.siege.bolted_door"), ((), "inside 4", "tp.siege.levels"), (DOOR_DOWN, "inside 3", "")],
)
def test_a_whole_door_is_bolted_against_besiegers(fallen: tuple[str, ...], place: str, rule: str) -> None:
    said = {
        "rulebook": "threeplains", "scenario": "siege", "fortress": "twin_towers", "phase": "moves",
        "answers": ["orcs", [["enter", place]]], "fallen": list(fallen),
        "groups": [
            {"id": "orcs", "side": "ours", "models": 10, "files": 5, "at": [14, 11.98]},
            {"id": "guard", "side": "theirs", "models": 10, "files": 5, "at": [40, 5]},
        ],
    }  # fmt: skip
    refusal = judge(Case("door.toml", said, lambda _: book())).refusal
    assert (refusal.rule if refusal else "") == rule
