"""Scenarios: setting up, prizes, how they end."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dice_box import DiceBox

from warhost.engine.battle import Battle
from warhost.engine.game import Game
from warhost.rulebooks.warband.burdens import burden, let_go
from warhost.rulebooks.warband.moving.course import may_not_run
from warhost.rulebooks.warband.scenarios import ending
from warhost.rulebooks.warband.scenarios.opening import (
    Deploy,
    Marker,
    Points,
    choose_edges,
    deploy_one,
    first_turn,
    lay_table,
    place_markers,
)
from warhost.rulebooks.warband.scenarios.prizes import after_move, before_move
from warhost.rulebooks.warband.scenarios.zones import at_own_edge
from warhost.rulebooks.warband.setting import Fight
from warhost.rulebooks.warband.shooting.aim import may_shoot

from .scene import book, faces, man, replies, scene

GOBLIN = {"band": "gutter", "fighter": "goblin"}


def opening(scenario: str, number: int = 2, dice: Any = (), answers: Any = (), **options: str) -> Fight:
    names = {3: "_three", 4: "_four"}
    setup = book().setup(scenario + names.get(number, ""), options)
    setting = book().setting(setup)
    return Battle(setting, setting.begin(), DiceBox(dice, answers))


@pytest.mark.rule("war.scen.setup")
@pytest.mark.parametrize("die, title", [(2, "Candle Street"), (4, "The Drowned Market")])
def test_a_die_says_which_table(die: int, title: str) -> None:
    fight = opening("skirmish", dice=[die])
    lay_table(fight)
    assert fight.state.plan is not None and fight.state.plan.title == title


@pytest.mark.rule("war.scen.setup")
def test_the_higher_picks_an_edge_and_sets_up_first() -> None:
    fight = opening("skirmish", dice=[2, 5, 3, 4], answers=["west"], table="candle")
    lay_table(fight)
    choose_edges(fight)
    assert fight.state.edges == ("east", "west") and fight.state.placing == (1, 0)
    first_turn(fight)
    assert fight.state.order == (1, 0)


@pytest.mark.rule("war.scen.setup", "war.band.gutter.rats", "war.move.fit")
def test_where_a_warrior_may_be_set_up() -> None:
    fight = opening("skirmish", table="candle", armies="gutter_500, ash_500")
    lay_table(fight)
    fight.state.edges, fight.state.placing = ("south", "north"), (0, 1)
    question = Deploy(fight, 0)
    assert question.refuse({"at": [20_000, 7_500]}) is None
    for order in (
        {"at": [20_000, 7_600]},
        {"at": [20_000, 4_000], "z": 3_000},
        {"at": [300, 4_000]},
        "nobody",
        {"at": [1]},
    ):
        assert question.refuse(order) is not None
    keeper = next(one.number for one in fight.setting.fighters if one.recruit.fighter == "rats")
    rat = next(
        one.number
        for one in fight.setting.fighters
        if one.recruit.keeper == fight.setting.fighters[keeper].recruit.id
    )
    fight.state.warriors[keeper].fate, fight.state.warriors[keeper].x, fight.state.warriors[keeper].y = (
        "there",
        10_000,
        4_000,
    )
    assert Deploy(fight, rat).refuse({"at": [14_000, 4_000]}) is None
    refusal = Deploy(fight, rat).refuse({"at": [14_200, 4_000]})
    assert refusal is not None and refusal.rule == "war.band.gutter.rats"


@pytest.mark.rule("war.multi.setup")
def test_corners_and_turns_of_several() -> None:
    fight = opening(
        "skirmish",
        3,
        dice=[6, 2, 1, 1, 6, 2],
        answers=["south-west", "north-east", "south-east"],
        table="candle",
    )
    lay_table(fight)
    choose_edges(fight)
    assert fight.state.edges == ("south-west", "north-east", "south-east")
    first_turn(fight)
    assert fight.state.order == (1, 2, 0)


@pytest.mark.rule("war.multi.setup", "war.multi.scenarios")
@pytest.mark.parametrize("y, own", [(11.0, True), (15.0, False)])
def test_of_a_corner_only_its_own_sides_are_its_edge(y: float, own: bool) -> None:
    fight = scene(man(0, 0.5, y), man(1, 40, 40), man(2, 30, 30), edges=["south-west", "north-east", "south-east"])
    assert at_own_edge(fight, 0) is own


@pytest.mark.rule("war.multi.scenarios", "war.scen.breakthrough")
def test_breaking_through_is_not_played_by_several() -> None:
    ids = [one.id for one in book().scenarios()]
    assert (
        "breakthrough" in ids
        and "breakthrough_three" not in ids
        and {"skirmish_four", "hunt_three", "tower_four", "box_three"} <= set(ids)
    )


@pytest.mark.rule("war.scen.hunt", "war.multi.scenarios", "war.dice.kinds")
def test_shards_are_placed_in_turn() -> None:
    fight = opening("hunt", dice=[4], table="candle")
    lay_table(fight)
    fight.state.edges, fight.state.placing, fight.state.phase = ("south", "north"), (0, 1), "markers"
    first = Marker(fight, 1)
    assert first.refuse({"at": [24_000, 5_000]}) is not None
    replies(fight, {"at": [16_000, 24_000]}, {"at": [24_000, 31_500]}, {"at": [24_000, 18_000]})
    for _ in range(3):
        place_markers(fight)
    assert len(fight.state.prizes) == 3 and fight.state.phase == "deployment"
    assert first.refuse({"at": [16_500, 24_000]}) is not None


@pytest.mark.rule("war.scen.hunt", "war.turn.states")
def test_a_shard_is_carried_dropped_and_taken_off() -> None:
    fight = scene(
        man(0, 20, 20, gear=["bow"]),
        man(1, 40, 40),
        scenario="hunt",
        prizes=[{"kind": "shard", "at": [20.7, 20]}],
        edges=["south", "north"],
    )
    after_move(fight, 0)
    assert fight.state.prizes[0].holder == 0
    for refusal in (may_not_run(fight, 0), may_shoot(fight, 0)):
        assert refusal is not None and refusal.rule == "war.scen.hunt"
    let_go(fight, 0, "down")
    assert fight.state.prizes[0].holder == 0
    let_go(fight, 0, "stunned")
    assert fight.state.prizes[0].holder == -1
    home = scene(
        man(0, 20, 0.5, id="home"),
        man(1, 40, 40),
        scenario="hunt",
        prizes=[{"kind": "shard", "at": [20, 1], "holder": "home"}],
        edges=["south", "north"],
    )
    after_move(home, 0)
    assert home.state.warriors[0].fate == "left"
    ending.look_for_end(home)
    assert home.state.outcome is not None and home.state.outcome.winner == 0


@pytest.mark.rule("war.scen.breakthrough")
def test_breaking_through() -> None:
    two = [man(0, 20, 46, id="a"), man(0, 24, 46, id="b", band="ash", fighter="hound")]
    fight = scene(*two, man(1, 40, 10), scenario="breakthrough", attacker=0, edges=["south", "north"])
    ending.end_of_turn(fight)
    assert fight.state.outcome is None
    fight = scene(
        man(0, 20, 46),
        man(0, 24, 46),
        man(1, 40, 10),
        scenario="breakthrough",
        attacker=0,
        edges=["south", "north"],
    )
    ending.end_of_turn(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 0
    late = scene(
        man(0, 20, 46),
        man(1, 40, 10),
        scenario="breakthrough",
        attacker=0,
        round=10,
        active=1,
        edges=["south", "north"],
    )
    ending.round_over(late)
    assert late.state.outcome is not None and late.state.outcome.winner == 1


@pytest.mark.rule("war.scen.breakthrough")
def test_the_points_of_the_defender() -> None:
    question = Points(opening("breakthrough", table="candle"), 0)
    assert question.refuse([[24_000, 24_000], [30_000, 24_000]]) is None
    for order in ([[24_000, 37_000]], [[24_000, 24_000], [27_000, 24_000]], [], "x"):
        assert question.refuse(order) is not None


@pytest.mark.rule("war.scen.tower", "war.map.piece.belfry")
@pytest.mark.parametrize("round, posture, points", [(4, "down", 1), (2, "down", 0), (4, "up", 0)])
def test_holding_the_belfry(round: int, posture: str, points: int) -> None:
    own = [man(0, 23, 23, 9), man(0, 25, 25, 9)]
    fight = scene(
        *own, man(1, 23, 25, 9, posture=posture), scenario="tower", table="candle", belfry=True, round=round
    )
    ending.end_of_turn(fight)
    assert fight.state.scores == (points, 0)


@pytest.mark.rule("war.scen.tower")
def test_five_points_win() -> None:
    fight = scene(
        man(0, 23, 23, 9), man(1, 40, 40), scenario="tower", table="candle", belfry=True, round=7, scores=[4, 0]
    )
    ending.end_of_turn(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 0


@pytest.mark.rule("war.scen.box", "war.char.test", "war.turn.states")
def test_the_strongbox() -> None:
    chest = {"scenario": "box", "prizes": [{"kind": "chest", "at": [24, 24]}], "edges": ["south", "north"]}
    fight = scene(man(0, 24, 23), man(1, 40, 40), dice=[4], answers=["lift"], **chest)
    before_move(fight, 0)
    assert fight.state.prizes[0].holder == -1 and fight.state.warriors[0].lifted
    fight.state.warriors[0].lifted = False
    faces(fight, 3)
    replies(fight, "lift")
    before_move(fight, 0)
    assert fight.state.prizes[0].holder == 0 and burden(fight, 0, 4_000) == 2_000
    strong = scene(
        man(0, 24, 23, id="a", traits=["strong back"]),
        man(1, 40, 40),
        **{**chest, "prizes": [{"kind": "chest", "at": [24, 23], "holder": "a"}]},
    )
    assert burden(strong, 0, 4_000) == 4_000
    let_go(strong, 0, "fights")
    assert strong.state.prizes[0].holder == -1


@pytest.mark.rule("war.scen.box")
def test_whoever_takes_the_chest_off_his_own_edge_wins() -> None:
    fight = scene(
        man(0, 24, 0.5, id="a"),
        man(1, 40, 40),
        scenario="box",
        prizes=[{"kind": "chest", "at": [24, 1], "holder": "a"}],
        edges=["south", "north"],
    )
    after_move(fight, 0)
    ending.look_for_end(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 0


@pytest.mark.rule("war.scen.breakthrough")
def test_the_attacker_picks_his_edge_when_the_defenders_stand() -> None:
    fight = opening("breakthrough", table="candle", answers=[[[24_000, 24_000]], "rest", "north", "rest"])
    lay_table(fight)
    fight.state.edges = ("", "")
    choose_edges(fight)
    defender = 1 - fight.state.attacker
    while fight.state.phase == "deployment" and not fight.state.edges[fight.state.attacker]:
        deploy_one(fight)
    assert all(one.there for one in fight.state.warriors if one.side == defender)
    assert not any(one.there for one in fight.state.warriors if one.side != defender)
    assert fight.state.edges[fight.state.attacker] == "north" and fight.state.edges[defender] == "south"


@pytest.mark.rule("war.scen.breakthrough", "war.scen.setup")
def test_defenders_for_whom_there_is_no_room_round_their_point_stand_close_by() -> None:
    """Twenty goblins round one point: three inches hold about half of them."""
    options = {"table": "candle", "armies": "gutter_500, unquiet_500"}
    game = Game(book(), book().setup("breakthrough", options), "4")
    while (question := game.pending()[0]).what in ("points", "deploy", "edge"):
        said = {"points": [[24_000, 24_000]], "deploy": "rest", "edge": question.suggest(1)[0]}
        game.answer(said[question.what], question.side)
    assert all(one.fate == "there" for one in game.state.warriors)
    assert book().flaws(game.setting, game.state) == []


@pytest.mark.rule("war.scen.tower", "war.scen.hunt", "war.scen.box", "war.scen.breakthrough", "war.scen.end")
@pytest.mark.parametrize(
    "scenario, more, said",
    [
        ("skirmish", {}, "Lost: 0 of 1 to 0 of 1"),
        ("tower", {"belfry": True, "scores": [4, 1]}, "Points: 4 to 1; lost: 0 of 1 to 0 of 1"),
        ("hunt", {"prizes": [{"kind": "shard", "at": [24, 24]}]}, "Shards: 0 to 0; lost: 0 of 1 to 0 of 1"),
        ("box", {"prizes": [{"kind": "chest", "at": [24, 24]}]}, "The chest: with nobody; lost: 0 of 1 to 0 of 1"),
        (
            "breakthrough",
            {"attacker": 0, "edges": ["south", "north"]},
            "Broken through: 1 of 2; lost: 0 of 1 to 0 of 1",
        ),
    ],
)
def test_everybody_sees_how_it_stands(scenario: str, more: dict[str, Any], said: str) -> None:
    fight = scene(man(0, 24, 47), man(1, 40, 10), scenario=scenario, table="candle", **more)
    assert book().view(fight.setting, fight.state, 0).score == said
