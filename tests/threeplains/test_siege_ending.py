"""How a siege ends on the table: fallen works open routes, Defenders bar them, and whoever is left alone wins."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.game import Game
from warhost.players.random import RandomPlayer
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.structures import collapse
from warhost.rulebooks.threeplains.scenario.points import standing
from warhost.rulebooks.threeplains.setting import Fight
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
    [{"figure": foot(traits=("skirmishers",), loose=True)}, {"fleeing": True}],
    ids=["skirmishers", "fleeing"],
)
def test_skirmishers_and_the_fleeing_hold_nothing(more: dict[str, Any]) -> None:
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


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["7", "41"])
def test_without_an_assault_the_ready_siege_comes_to_its_end(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """It is not offered yet. Defenders man the works and move about on them without a flaw, and the same answers
    replay to the same end."""
    missions = book().library.missions
    monkeypatch.setitem(missions, "siege", replace(missions["siege"], offered=True))
    game = Game(book(), book().setup("siege", {"rosters": "unchecked"}), seed)
    players = {side: RandomPlayer(f"{side} {seed}") for side in (0, 1)}
    answers, manned = [], False
    while asked := game.pending():
        assert flaws(game.setting, game.state) == []
        manned = manned or any(one.aloft for one in game.state.pieces)
        reply = players[asked[0].side].answer(asked[0], game.seat(asked[0].side))
        answers.append((reply, asked[0].side))
        game.answer(reply, asked[0].side)
    assert manned and game.result is not None and game.result.rule == "tp.siege.victory"
    ready = {feature.name for feature in siege().state.terrain}
    ready.add("lowered bridge of gate 5")
    scenery = [f for f in game.state.terrain if f.name.partition("/")[0] not in ready]
    assert all(y >= inches(34) for f in scenery for _, y in f.points)
    again = Game(book(), game.setup, seed)
    for reply, side in answers:
        again.pending()
        again.answer(reply, side)
    again.pending()
    assert (again.result, again.state) == (game.result, game.state)


def test_a_siege_is_not_offered_before_it_can_be_fought() -> None:
    assert "siege" not in [scenario.id for scenario in book().scenarios()]


@pytest.mark.rule("tp.siege.roles")
def test_the_sides_are_besiegers_and_defenders() -> None:
    fight = siege(ORCS, GUARD)
    assert book().sides(fight.setting) == ("besiegers", "defenders")
    assert [part.title for part in fight.setting.parts] == ["Besiegers", "Defenders"]
