"""Shards and the strongbox: who carries them, how, and what that is worth."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.warband.events import Ended
from warhost.rulebooks.warband.moving.course import Course, course
from warhost.rulebooks.warband.moving.movement import Move, move_one
from warhost.rulebooks.warband.scenarios import ending
from warhost.rulebooks.warband.setting import Fight

from .scene import events, man, scene

HOUSE = {"table": "candle"}


def with_chest(*others: dict[str, Any], at: tuple[float, ...] = (24, 23), answers: Any = (), **own: Any) -> Fight:
    return scene(
        man(0, *at, id="a", **own),
        *others,
        man(1, 40, 40),
        scenario="box",
        prizes=[{"kind": "chest", "at": [at[0], at[1]], "holder": "a"}],
        edges=["south", "north"],
        answers=answers,
    )


@pytest.mark.rule("war.scen.box")
@pytest.mark.parametrize(
    "at, act",
    [
        ((8, 15.5, 3), ["jump"]),
        ((8, 15.5, 3), ["climb", 0]),
        ((8, 15.5, 3), ["leap", 8_000, 17_000]),
    ],
)
def test_the_chest_goes_neither_up_nor_down(at: tuple[float, ...], act: list[Any]) -> None:
    light = scene(man(0, *at, id="a"), man(1, 40, 40), **HOUSE)
    laden = scene(
        man(0, *at, id="a", traits=["strong back"]),
        man(1, 40, 40),
        prizes=[{"kind": "chest", "at": [at[0], at[1]], "holder": "a"}],
        scenario="box",
        **HOUSE,
    )
    may = course(light, 0, [["go", 8_000, 16_000], act], 12_000, 0)
    may_not = course(laden, 0, [["go", 8_000, 16_000], act], 12_000, 0)
    assert isinstance(may_not, Refusal)
    if isinstance(may, Course):
        assert may_not.rule == "war.scen.box"


@pytest.mark.rule("war.scen.box")
def test_stairs_and_ladders_are_not_for_the_chest() -> None:
    site = scene(man(0, 10, 10), man(1, 40, 40), **HOUSE)
    stairs = site.setting.town(site.state).site.parts.stairs[0]
    foot = [value / 1_000 for value in stairs.foot]
    laden = scene(
        man(0, *foot, id="a", traits=["strong back"], profile={"m": 10}),
        man(1, 40, 40),
        prizes=[{"kind": "chest", "at": foot[:2], "holder": "a"}],
        scenario="box",
        **HOUSE,
    )
    found = course(laden, 0, [["up"]], 10_000, 0)
    assert isinstance(found, Refusal) and found.rule == "war.scen.box"


@pytest.mark.rule("war.scen.box")
def test_a_helper_goes_along_step_by_step() -> None:
    beside = man(0, 25, 23, id="b")
    fight = with_chest(beside, answers=["lantern1-a", "lantern1-b", [["go", 20_000, 23_000]]])
    move_one(fight)
    carrier, helper = fight.state.warriors[:2]
    assert carrier.spot == (20_000, 23_000, 0) and helper.spot == (21_000, 23_000, 0)
    assert carrier.acted and helper.acted and fight.state.prizes[0].x == 20_000


@pytest.mark.rule("war.scen.box")
def test_without_a_helper_he_goes_half_as_far() -> None:
    fight = with_chest(man(0, 25, 23, id="b"), answers=["lantern1-a", "alone", [["go", 22_000, 23_000]]])
    move_one(fight)
    assert fight.state.warriors[0].x == 22_000 and not fight.state.warriors[1].acted
    refusal = Move(with_chest(), 0).refuse([["go", 21_990, 23_000]])
    assert refusal is not None


@pytest.mark.rule("war.scen.box")
@pytest.mark.parametrize("move, far, fits", [(3, 3.0, True), (3, 3.01, False), (6, 4.0, True), (6, 4.01, False)])
def test_nobody_goes_farther_than_he_can(move: int, far: float, fits: bool) -> None:
    fight = with_chest(man(0, 25, 23, id="b", profile={"m": move}))
    order = [["go", 24_000 - round(1_000 * far), 23_000]]
    assert (Move(fight, 0, 1).refuse(order) is None) is fits


@pytest.mark.rule("war.scen.box")
def test_who_cannot_go_along_holds_the_carrier_back() -> None:
    fight = with_chest(man(0, 25, 23, id="b"), man(0, 21.5, 23.2, id="c"))
    refusal = Move(fight, 0, 1).refuse([["go", 20_200, 23_000]])
    assert refusal is not None and refusal.rule == "war.scen.box" and "lantern1-b" in refusal.who


def hunt(*warriors: dict[str, Any], answers: Any = (), prizes: Any = (), **more: Any) -> Fight:
    return scene(*warriors, scenario="hunt", prizes=prizes, edges=["south", "north"], answers=answers, **more)


SHARD = {"kind": "shard", "at": [20, 20], "holder": "a"}


@pytest.mark.rule("war.scen.hunt")
def test_a_shard_is_handed_on_though_the_carrier_stays() -> None:
    pair = man(0, 20, 20, id="a"), man(0, 21, 20, id="b"), man(1, 40, 40)
    fight = hunt(*pair, prizes=[SHARD], answers=["lantern1-a", [], "lantern1-b"])
    move_one(fight)
    assert fight.state.prizes[0].holder == 1


@pytest.mark.rule("war.scen.hunt")
def test_a_friend_who_comes_up_may_be_given_the_shard() -> None:
    pair = man(0, 20, 20, id="a"), man(0, 24, 20, id="b"), man(1, 40, 40)
    fight = hunt(*pair, prizes=[SHARD], answers=["lantern1-b", [["go", 21_000, 20_000]], "lantern1-b"])
    move_one(fight)
    assert fight.state.prizes[0].holder == 1


@pytest.mark.rule("war.scen.hunt")
def test_who_stays_beside_a_loose_shard_picks_it_up() -> None:
    fight = hunt(
        man(0, 20, 20, id="a"), man(1, 40, 40), prizes=[{**SHARD, "holder": ""}], answers=["lantern1-a", []]
    )
    move_one(fight)
    assert fight.state.prizes[0].holder == 0


@pytest.mark.rule("war.scen.end", "war.scen.hunt")
@pytest.mark.parametrize("loose, winner", [(0, 0), (1, -1), (2, 1)])
def test_a_side_that_has_left_with_its_shards_ends_the_hunt(loose: int, winner: int) -> None:
    prizes = [{**SHARD, "at": [20, 0.5]}, *[{"kind": "shard", "at": [30 + 7 * at, 30]} for at in range(loose)]]
    fight = hunt(man(0, 20, 0.5, id="a"), man(1, 40, 40), prizes=prizes, answers=["lantern1-a", []])
    move_one(fight)
    ending.look_for_end(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == winner
    assert not fight.state.beaten


@pytest.mark.rule("war.scen.hunt", "war.scen.end")
def test_when_the_rounds_of_a_hunt_are_over_only_shards_count() -> None:
    fight = hunt(man(0, 20, 20), man(1, 40, 40), round=12, started=[4, 4], out=[1, 0])
    ending.round_over(fight)
    assert [event.why for event in events(fight, Ended)] == ["the rounds are over: equal shards"]
