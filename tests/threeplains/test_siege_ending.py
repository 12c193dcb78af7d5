"""How a siege ends on the table: fallen works open routes, Defenders bar them, and whoever is left alone wins."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.book import Unknown
from warhost.engine.game import Game
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician
from warhost.rulebooks.threeplains.agreeing import Levies
from warhost.rulebooks.threeplains.events.moves import Climbed
from warhost.rulebooks.threeplains.events.siege import SetUp, Stormed
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.structures import collapse
from warhost.rulebooks.threeplains.scenario.points import Force, standing
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.rules import set_out
from warhost.rulebooks.threeplains.state import NOBODY
from warhost.rulebooks.threeplains.victory import close

from .scenarios import book
from .scene import foot, piece, unit
from .strongholds import siege

ORCS = unit("orcs", (20, 8), models=10)  # in the courtyard
GUARD = unit("guard", (45, 5), side=1, models=10)


def bring_down(fight: Fight, *names: str) -> Fight:
    for name in names:
        collapse(fight, next(at for at, feature in enumerate(fight.state.terrain) if feature.name == name))
    return fight


def winner(fight: Fight) -> int:
    close(fight)
    assert fight.state.score is not None and fight.state.score.rule == "tp.siege.victory"
    assert fight.state.score.points == (0, 0)  # nothing is counted
    return fight.state.score.winner


@pytest.mark.rule("tp.siege.victory")
def test_two_breaches_and_a_unit_inside_take_the_fortress() -> None:
    assert winner(siege(ORCS, GUARD)) == 1
    assert winner(bring_down(siege(ORCS, GUARD), "straight wall 2")) == 1  # one route, and nobody guards it
    assert winner(bring_down(siege(ORCS, GUARD), "straight wall 2", "gate 5")) == 0
    beside = unit("orcs", (9, 11), models=10)
    assert winner(bring_down(siege(beside, GUARD), "straight wall 2")) == NOBODY  # guarded: a draw


@pytest.mark.rule("tp.siege.victory")
@pytest.mark.parametrize(
    "more",
    [{"figure": foot(traits=("skirmishers",), loose=True)}, {"fleeing": True}, {"figure": foot(flight=9000)}],
    ids=["skirmishers", "fleeing", "who can fly"],
)
def test_skirmishers_flyers_and_the_fleeing_hold_nothing(more: dict[str, Any]) -> None:
    weak = unit("orcs", (20, 8), models=10, **more)
    assert winner(bring_down(siege(weak, GUARD), "straight wall 2", "gate 5")) == 1


@pytest.mark.rule("tp.siege.route")
@pytest.mark.parametrize(
    ("more", "number"), [({}, 0), ({"fleeing": True}, 1), ({"figure": foot(category="machine")}, 1)],
    ids=["steady", "fleeing", "machine"],
)  # fmt: skip
def test_who_bars_a_route(more: dict[str, Any], number: int) -> None:
    """In the middle of the breach and to both sides of it."""
    warders = unit("guard", (9, 12), side=1, models=8, files=8, **more)
    fight = bring_down(siege(ORCS, warders), "straight wall 2")
    said = standing.first(fight.setting.mission.rules, fight)
    assert said == [f"Clear routes into the fortress: {number}. Two take it, with besiegers inside."]


@pytest.mark.rule("tp.siege.victory")
def test_whoever_wipes_the_other_out_wins_whatever_the_routes() -> None:
    for name, left in (("guard", 0), ("orcs", 1)):
        fight = siege(ORCS, GUARD)
        piece(fight, name).fate = "slain"
        assert winner(fight) == left


@pytest.mark.rule("tp.siege.victory")
def test_who_have_wiped_out_each_other_leave_the_fortress_to_the_defenders() -> None:
    fight = bring_down(siege(ORCS, GUARD), "straight wall 2", "gate 5")  # two clear routes, and nobody inside
    for name in ("guard", "orcs"):
        piece(fight, name).fate = "slain"
    assert winner(fight) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["7", "41"])
def test_the_ready_siege_comes_to_its_end_with_random_players(seed: str) -> None:
    """Nothing is amiss at any question, and the same answers replay to the same end."""
    game = Game(book(), book().setup("siege", {}), seed)
    players = {side: RandomPlayer(f"{side} {seed}") for side in (0, 1)}
    answers, manned = [], False
    while asked := game.pending():
        assert flaws(game.setting, game.state) == []
        manned = manned or any(one.aloft for one in game.state.pieces)
        reply = players[asked[0].side].answer(asked[0], game.seat(asked[0].side))
        answers.append((reply, asked[0].side))
        game.answer(reply, asked[0].side)
    assert manned and game.result is not None and game.result.rule == "tp.siege.victory"
    again = Game(book(), game.setup, seed)
    for reply, side in answers:
        again.pending()
        again.answer(reply, side)
    again.pending()
    assert (again.result, again.state) == (game.result, game.state)


@pytest.mark.rule("tp.siege.ready")
def test_a_siege_is_offered_with_its_ready_forces() -> None:
    assert "siege" in [scenario.id for scenario in book().scenarios()]
    setup = book().setup("siege", {})
    assert [army["points"] for army in setup["armies"]] == [1000, 255]


@pytest.mark.rule("tp.siege.excess_points", "tp.siege.army_size")
def test_the_defenders_have_a_quarter_and_what_the_fortress_has_left() -> None:
    """The Twin Towers leave 20 siege points: 5 points."""
    lists = book().lists
    mission = lists.library.missions["siege"]
    levies = Levies(lists, mission, {})
    for points, lawful in ((249, False), (250, True), (255, True), (256, False)):
        first, second = (part.ready[0] for part in mission.part)
        if lawful:
            levies._same_size(first.points, replace(second, points=points), mission.part[1])
        else:
            with pytest.raises(Unknown):
                levies._same_size(first.points, replace(second, points=points), mission.part[1])


@pytest.mark.rule("tp.siege.plan.wall")
def test_a_fortress_stands_against_the_army_it_was_built_for() -> None:
    mission = book().library.missions["siege"]
    for points in (1000, 2000):
        assert set_out(mission, [Force(points), Force(points // 4)], {}).plan
    odd = [Force(1500), Force(375)]
    with pytest.raises(Unknown, match="no fortress is ready against 1500 points, but against 1000 or 2000"):
        set_out(mission, odd, {})
    assert set_out(mission, odd, {"rosters": "unchecked"}).plan


@pytest.mark.rule("tp.siege.shapes", "tp.siege.army_size")
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_armies_of_chance_are_raised_for_their_part_in_the_siege(seed: str) -> None:
    """A quarter of the points, with the shapes and at the prices of those who hold a fortress."""
    armies = book().setup("siege", {"armies": f"orcs_2000, herlanceia:500:{seed}"})["armies"]
    assert [(army["points"], army["breach"]) for army in armies] == [(2000, ""), (500, "")]


@pytest.mark.rule("tp.siege.roles")
def test_the_sides_are_besiegers_and_defenders() -> None:
    fight = siege(ORCS, GUARD)
    assert book().sides(fight.setting) == ("besiegers", "defenders")
    assert [part.title for part in fight.setting.parts] == ["Besiegers", "Defenders"]


@pytest.mark.slow
@pytest.mark.rule("tp.siege.ready", "tp.siege.victory")
def test_computers_storm_the_ready_fortress_and_hold_it() -> None:
    """They put ladders up and come over the wall; whoever wins does so by the routes."""
    game = Game(book(), book().setup("siege", {}), "2")
    players = {side: Tactician(f"{side}") for side in (0, 1)}
    while asked := game.pending():
        game.answer(players[asked[0].side].answer(asked[0], game.seat(asked[0].side)), asked[0].side)
    told = [type(one.event) for one in game.events(0)]
    assert SetUp in told and (Stormed in told or Climbed in told)
    assert game.result is not None and game.result.rule == "tp.siege.victory"
