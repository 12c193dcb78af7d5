"""From floor to floor: along the walk, up and down fortress ladders, through the towers, and who may not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import body, loose
from warhost.rulebooks.threeplains.events.moves import Climbed
from warhost.rulebooks.threeplains.figure import Figure, from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.ground import level_of
from warhost.rulebooks.threeplains.land.structures import collapse
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.passage import _through
from warhost.rulebooks.threeplains.telling.drafts import MoveDraft
from warhost.rulebooks.threeplains.telling.order_words import move_words

from .scene import foot, hero, number, piece, script, told, unit
from .scene import scene as pitched
from .strongholds import STRAIGHT, fortress, siege

MAN, LARGE = from_mm(20) / 1000, from_mm(30)
ONE = foot(loose=True)
FAR = unit("orcs", (25, 44), facing=180)


def one(name: str, x: float, y: float, **more: Any) -> Any:
    """A single model, by its middle."""
    figure = more.pop("figure", ONE)
    return unit(name, (x, y + MAN / 2), models=1, files=1, figure=figure, places=[(x, y)], **{"side": 1, **more})


def scene(*pieces: Any) -> Fight:
    return siege(FAR, *pieces, active=1, clock=2)


def plan(fight: Fight, name: str, *acts: list[Any]) -> Any:
    return Move(fight, number(fight, name)).check(list(acts))


def climb(goal: str, x: float, y: float, facing: int = 0, files: int = 1) -> list[Any]:
    return ["climb", goal, inches(x), inches(y), facing, files]


# --- along the walk -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.move.passage")
def test_six_inches_along_the_walk_over_two_walls_and_a_gate_cost_six() -> None:
    fight = scene(one("man", 21.5, 14, aloft=True))
    verdict = plan(fight, "man", ["go", inches(27.5), inches(14 + MAN / 2)])
    assert abs(verdict["cost"] - inches(6)) <= 5


@pytest.mark.rule("tp.siege.levels")
def test_the_walk_ends_at_its_edges_and_at_the_towers() -> None:
    fight = scene(one("man", 18, 14, aloft=True))
    for end in ((18, 20), (18, 9), (14, 14.4)):  # outside, into the yard, into the tower
        found = plan(fight, "man", ["go", inches(end[0]), inches(end[1])])
        assert isinstance(found, Refusal) and found.rule == "tp.siege.levels"


@pytest.mark.rule("tp.siege.levels")
def test_a_character_who_leaves_his_group_on_the_walk_does_not_walk_off_it() -> None:
    group = unit("group", (21, 14), side=1, models=3, figure=ONE, places=[(20 + MAN * at, 14) for at in range(4)])
    lord = hero("lord", side=1, within="group", figure=foot(category="character"), aloft=True)
    fight = scene(group, lord)
    piece(fight, "group").aloft = True
    assert not isinstance(plan(fight, "lord", ["go", inches(17), inches(14.4)]), Refusal)
    for y in (9, 18):
        found = plan(fight, "lord", ["go", inches(20), inches(y)])
        assert isinstance(found, Refusal) and found.rule == "tp.siege.levels"


@pytest.mark.rule("tp.siege.move.passage")
def test_pieces_on_the_walk_pass_through_each_other_but_do_not_stand_in_each_other() -> None:
    row = [(20 + MAN * at, 14.5) for at in range(2)] + [(20 + MAN * at, 13.5) for at in range(2)]
    block = unit("block", (20, 15), side=1, models=4, figure=ONE, places=row, aloft=True)
    pair = unit("pair", (18, 14.4), side=1, models=2, figure=ONE, places=[(17.6, 14), (17.6 + MAN, 14)], aloft=True)
    fight = scene(pair, block)
    among = [[inches(20.2), inches(14)], [inches(20.2 + MAN), inches(14)]]
    beyond = [[inches(22), inches(14)], [inches(22 + MAN), inches(14)]]
    found = plan(fight, "pair", ["places", among])
    assert isinstance(found, Refusal) and found.why == "block stands there"
    assert not isinstance(plan(fight, "pair", ["places", beyond]), Refusal)


@pytest.mark.rule("tp.siege.models")
@pytest.mark.parametrize(("more", "lawful"), [(0, True), (1, False)], ids=["the fourteenth", "the fifteenth"])
def test_no_more_walk_on_to_a_model_of_the_fortress_than_it_bears(more: int, lawful: bool) -> None:
    """Gate 5 bears 14: 13 stand there, and one or two come from the wall beside it."""
    rows = [(22.4 + MAN * at, 14.6) for at in range(7)] + [(22.4 + MAN * at, 13.4) for at in range(6)]
    held = unit("held", (25, 15), side=1, models=13, figure=ONE, places=rows, aloft=True)
    come = [(30, 13.4), (30, 13.4 + MAN)][: 1 + more]
    fight = scene(held, unit("come", (30, 14), side=1, models=1 + more, figure=ONE, places=come, aloft=True))
    ends = [[inches(27.5), inches(13.4)], [inches(27.5), inches(13.4 + MAN)]][: 1 + more]
    found = plan(fight, "come", ["places", ends])
    assert isinstance(found, Refusal) != lawful
    if isinstance(found, Refusal):
        assert found.rule == "tp.siege.models"


@pytest.mark.rule("tp.siege.move.passage")
def test_who_is_up_there_moves_loosely_and_in_ranks_again_on_the_ground() -> None:
    pikes = foot(weapons=("pike", "sidearm"))
    places = [(23.5 + MAN * at, 13.5) for at in range(4)]
    fight = scene(unit("pikes", (24, 14), side=1, models=4, files=4, figure=pikes, places=places, aloft=True))
    pikemen = number(fight, "pikes")
    assert loose(fight, pikemen)
    with script(fight, answers=["pikes", [climb("courtyard", 25, 12, 18000, 4)], []]):
        move_one(fight)
    found = piece(fight, "pikes")
    assert not found.aloft and found.places == () and not loose(fight, pikemen)
    assert flaws(fight.setting, fight.state) == []


# --- ladders and towers ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.levels", "tp.siege.fortress_ladder")
def test_a_fortress_ladder_costs_two_inches_and_the_way_to_and_from_it() -> None:
    """The ladder of gate 5 stands at 25, its foot half an inch behind the wall."""
    fight = scene(one("man", 25, 10.5))
    up = plan(fight, "man", climb("top 5", 25, 14 + MAN / 2))
    assert up["cost"] == inches(2 + 2 + 1)
    with script(fight, answers=["man", [climb("top 5", 25, 14 + MAN / 2)], []]):
        move_one(fight)
    assert level_of(fight, number(fight, "man")) == 1 and piece(fight, "man").turn.spent == inches(5)
    event = told(fight, Climbed)[0]
    assert (event.goal, event.up, event.cost) == ("gate 5", True, inches(5))


@pytest.mark.rule("tp.siege.levels")
@pytest.mark.parametrize(
    ("y", "there"), [(8.5, True), (8.4, False), (5, None)], ids=["exactly 7", "more", "does not come to it"]
)
def test_who_cannot_pay_the_whole_way_begins_it(y: float, there: bool | None) -> None:
    fight = scene(one("man", 25, y))
    order = climb("top 5", 25, 14 + MAN / 2)
    found = plan(fight, "man", order)
    if there is None:
        assert isinstance(found, Refusal) and found.rule == "tp.move.value"
        return
    with script(fight, answers=["man", [order]]):
        move_one(fight)
    assert piece(fight, "man").aloft == there and piece(fight, "man").turn.spent == inches(7)
    assert piece(fight, "man").climbing == (0 if there else inches(2))
    assert piece(fight, "man").stacked != there


@pytest.mark.rule("tp.siege.levels", "tp.siege.move.passage", "tp.siege.tower")
def test_through_a_tower_from_walk_to_walk() -> None:
    """1 inch to the tower and 3 through it: 3 of 7 inches are left on the other walk."""
    fight = scene(one("man", 9, 14, aloft=True))
    piece(fight, "man").places = ((inches(11), inches(14)),)
    piece(fight, "man").x = inches(11)
    through = plan(fight, "man", climb("top 4", 16 + MAN / 2, 14 + MAN / 2))
    assert abs(through["cost"] - inches(1 + 3) - from_mm(10)) <= 5  # and half a base beyond the door
    far = plan(fight, "man", climb("top 4", 19, 14 + MAN / 2))
    assert abs(far["left"]) <= 5
    further = climb("top 4", 19.1, 14 + MAN / 2)
    with script(fight, answers=["man", [further]]):
        move_one(fight)
    found = piece(fight, "man")
    assert (found.inside, found.climbing) == (3, inches(3)), "it stays inside, and comes out next turn"
    fight = scene(one("man", 11, 14, aloft=True))
    roof = plan(fight, "man", climb("top 3", 14, 14 + MAN / 2))
    assert abs(roof["cost"] - inches(1 + 3)) <= 5


@pytest.mark.rule("tp.siege.move.passage")
def test_every_model_that_is_gone_through_is_paid_for_and_the_cheapest_way_is_taken() -> None:
    """A wall with an inside lies between the yard and a tower that has no door of its own to the ground."""
    hollow = "wall: door to courtyard, door to right inside"
    plan = ("wall", hollow, "tower: door to right", "wall", "gate: ladder", *STRAIGHT[5:])
    found = {way.goal: way.cost for way in _through(fortress(plan).places, "courtyard", frozenset())}
    assert found["top 2"] == inches(3) and found["top 3"] == inches(6) and found["top 4"] == inches(6)
    assert found["top 5"] == inches(2)
    fallen = {way.goal for way in _through(fortress(plan).places, "courtyard", frozenset({2}))}
    assert "top 3" not in fallen and "top 5" in fallen


@pytest.mark.rule("tp.siege.levels")
def test_only_where_a_way_leads() -> None:
    fight = scene(one("man", 25, 10.5), one("walker", 21, 14, aloft=True))
    for name, goal in (("man", "top 1"), ("man", "top 9"), ("walker", "top 5"), ("man", "the moon")):
        found = plan(fight, name, climb(goal, 31, 14))
        assert isinstance(found, Refusal) and found.rule == "tp.siege.levels"
    beside = plan(fight, "man", climb("top 5", 14, 14))  # that is the tower
    assert isinstance(beside, Refusal)
    below = plan(fight, "man", climb("top 5", 25, 11))
    assert isinstance(below, Refusal) and below.rule == "tp.siege.levels"


@pytest.mark.rule("tp.siege.levels")
def test_a_whole_group_goes_and_whoever_goes_furthest_sets_the_price() -> None:
    group = unit("group", (25, 12.4), side=1, models=4, files=2, figure=foot())
    fight = scene(group, hero("lord", side=1, within="group", figure=foot(category="character")))
    order = climb("top 5", 25, 15, 0, 5)
    found = plan(fight, "group", order)
    assert not isinstance(found, Refusal), found
    bases = body(fight, number(fight, "group")).bases
    assert found["cost"] > inches(2) + min(abs(base.centre[1] - inches(12.5)) for base in bases)
    with script(fight, answers=["group", [order], []]):
        move_one(fight)
    assert piece(fight, "group").aloft and piece(fight, "lord").aloft
    assert len(piece(fight, "group").places) == 5 and flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.levels")
def test_a_way_to_the_walk_does_not_end_on_the_roof_beside_it() -> None:
    fight = scene(one("man", 36, 11.5))  # before the door of tower 7
    walk = plan(fight, "man", climb("top 6", 33.5, 14 + MAN / 2))
    roof = plan(fight, "man", climb("top 6", 35, 14 + MAN / 2))
    assert not isinstance(walk, Refusal)
    assert isinstance(roof, Refusal) and roof.rule == "tp.siege.levels"
    assert not isinstance(plan(fight, "man", climb("top 7", 35, 14 + MAN / 2)), Refusal)


def destroy_fixture(fight: Fight, name: str) -> None:
    assert any(feature.name == name for feature in fight.state.terrain), [f.name for f in fight.state.terrain]
    fight.state.terrain = tuple(feature for feature in fight.state.terrain if feature.name != name)


@pytest.mark.rule("tp.siege.bolted_door")
def test_besiegers_pass_doors_that_are_broken_or_of_a_tower_they_have_taken() -> None:
    orc, away = one("orc", 11, 14, aloft=True, side=0), one("man", 30, 5)
    through, roof = climb("top 4", 16.5, 14 + MAN / 2), climb("top 3", 14, 14 + MAN / 2)
    assert isinstance(plan(siege(orc, one("man", 14, 14, aloft=True)), "orc", through), Refusal)
    empty = siege(orc, away)
    assert isinstance(plan(empty, "orc", through), Refusal), "nobody is on the tower, and its doors are bolted"
    destroy_fixture(empty, "bolted door 1 of tower 3")
    assert not isinstance(plan(empty, "orc", roof), Refusal)
    assert isinstance(plan(empty, "orc", through), Refusal), "the other door still bars the way out"
    destroy_fixture(empty, "bolted door 2 of tower 3")
    assert not isinstance(plan(empty, "orc", through), Refusal)
    taken = siege(one("orc", 14, 14, aloft=True, side=0), away)
    assert not isinstance(plan(taken, "orc", through), Refusal)
    shared = siege(one("orc", 14, 14, aloft=True, side=0), one("man", 15.5, 15.5, aloft=True))
    assert isinstance(plan(shared, "orc", through), Refusal)


@pytest.mark.rule("tp.siege.fortress_ladder")
def test_nobody_climbs_a_ladder_that_is_destroyed() -> None:
    fight = scene(one("man", 25, 10.5))
    destroy_fixture(fight, "fortress ladder of gate 5")
    assert isinstance(plan(fight, "man", climb("top 5", 25, 14 + MAN / 2)), Refusal)


@pytest.mark.rule("tp.siege.destroyed_structure")
def test_a_ladder_is_gone_with_its_wall() -> None:
    fight = scene(one("man", 25, 10.5))
    collapse(fight, next(at for at, f in enumerate(fight.state.terrain) if f.name == "gate 5"))
    assert isinstance(plan(fight, "man", climb("top 5", 25, 14)), Refusal)


@pytest.mark.rule("tp.siege.levels")
def test_an_enemy_at_the_foot_of_the_ladder_bars_it() -> None:
    fight = scene(one("man", 25, 9.5), one("orc", 25, 11.5, side=0))
    found = plan(fight, "man", climb("top 5", 25, 14 + MAN / 2))
    assert isinstance(found, Refusal) and found.rule == "tp.siege.levels"


# --- who may --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.move.who")
@pytest.mark.parametrize(
    "figure",
    [foot(category="cavalry", loose=True), foot(category="beast"), foot(loose=True, base=(LARGE, LARGE))],
    ids=["cavalry", "beast", "taller than 30 mm"],
)
def test_riders_beasts_and_the_tall_do_not_climb(figure: Figure) -> None:
    fight = scene(one("tall", 25, 10, figure=figure))
    found = plan(fight, "tall", climb("top 5", 25, 14))
    assert isinstance(found, Refusal) and found.rule == "tp.siege.move.who"


@pytest.mark.rule("tp.siege.move.who")
def test_nobody_climbs_in_a_pitched_battle() -> None:
    fight = pitched(unit("guard", (20, 10)), unit("orcs", (20, 40), side=1))
    assert isinstance(plan(fight, "guard", climb("top 5", 25, 14)), Refusal)


@pytest.mark.rule("tp.siege.levels")
def test_climbs_are_offered_in_words_and_can_be_typed() -> None:
    fight = scene(one("man", 25, 10.5))
    question = Move(fight, number(fight, "man"))
    offered = [order for order in question.suggest(40) if order and order[0][0] == "climb"]
    assert offered
    assert "ladders and doors" in move_words(question, offered[0])
    draft = MoveDraft(question)
    said = "climb top 5 at 25 14.4 facing 0 files 1"
    assert not isinstance(draft.take(said.split()), Refusal)
    assert question.refuse(draft.answer) is None
    drawn = [question.sample(Random(seed)) for seed in range(60)]
    assert any(order and order[0][0] == "climb" for order in drawn)
