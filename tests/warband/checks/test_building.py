"""Moves through a test building with every kind of edge, by every kind of body."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.warband.events import Tested as WasTested
from warhost.rulebooks.warband.moving.course import Course, course, running
from warhost.rulebooks.warband.moving.legs import tread
from warhost.rulebooks.warband.setting import Fight

from ..scene import events, man, scene

BUILDING: dict[str, Any] = {
    "pieces": [
        {"piece": "house", "at": [10, 10]},
        {"piece": "cottage", "at": [20.5, 10]},
        {"piece": "cottage", "at": [31.7, 10]},
        {"piece": "house", "at": [10, 21]},
        {"piece": "ruin", "at": [22, 21]},
        {"piece": "rubble", "at": [36, 21]},
    ],
    "walkways": [{"from": [14, 18, 6], "to": [14, 21, 6], "width": 1}],
    "obstacles": [
        {"name": "crate", "rect": [4, 10, 6, 12], "height": 1},
        {"name": "block", "rect": [4, 14, 6, 16], "height": 2},
        {"name": "shed", "rect": [4, 18, 6, 20], "height": 5},
        {"name": "step", "rect": [18, 20, 19, 21], "height": 1},
    ],
    "areas": [{"kind": "deep water", "rect": [4, 34, 30, 38]}, {"kind": "shallow water", "rect": [34, 34, 44, 38]}],
    "bridges": [{"rect": [9, 34, 12, 38]}],
}
KINDS: dict[str, dict[str, Any]] = {
    "foot": {},
    "risen": {"band": "unquiet", "fighter": "risen", "profile": {"i": 3}},
    "animal": {"band": "ash", "fighter": "hound", "profile": {"m": 4}},
    "large": {"band": "gutter", "fighter": "troll", "profile": {"m": 4}},
    "rider": {"fighter": "captain", "gear": ["horse"]},
}


def mover(*at: float, **more: Any) -> Fight:
    return scene(man(0, *at, **more), man(1, 46, 46, posture="down"), **BUILDING)


def planned(fight: Fight, *acts: list[Any], run: bool = False) -> Course | Refusal:
    move = fight.setting.fighters[0].move
    return course(fight, 0, [list(act) for act in acts], move, running(fight, 0) if run else 0)


def go(x: float, y: float) -> list[Any]:
    return ["go", round(1000 * x), round(1000 * y)]


#   what, from where, acts, inches it costs, tests it takes, where it ends
WAYS: list[tuple[str, tuple[float, ...], list[list[Any]], float, int, tuple[float, ...]]] = [
    ("a door", (14, 9), [go(14, 11)], 2, 0, (14, 11, 0)),
    ("the side of a door", (14.25, 9), [go(14.25, 11)], 2, 0, (14.25, 11, 0)),
    ("a window", (11.33, 9), [go(11.33, 11)], 2, 0, (11.33, 11, 0)),
    ("up on a crate", (3, 11), [go(5, 11)], 2, 0, (5, 11, 1)),
    ("over a crate", (3, 11), [go(7, 11)], 4, 0, (7, 11, 0)),
    ("up a block", (2.5, 15), [go(3.5, 15), ["climb", 2000], go(5, 15)], 4, 1, (5, 15, 2)),
    ("down a block", (6, 15, 2), [["climb", 0]], 2, 1, (6.5, 15, 0)),
    ("a jump off a block", (6, 15, 2), [["jump"], go(8, 15)], 1.5, 1, (8, 15, 0)),
    ("down from a crate", (6, 11, 1), [go(8, 11)], 2, 0, (8, 11, 0)),
    ("half a flight of stairs", (11, 11), [["halfway"]], 3, 0, (12.5, 11, 1.5)),
    ("down from a landing", (12.5, 11, 1.5), [["down"]], 3, 0, (11, 11, 0)),
    ("up from a landing", (12.5, 11, 1.5), [["up"]], 3, 0, (14, 11, 3)),
    ("a ladder up", (17, 17, 3), [["up"], go(17, 16)], 4, 0, (17, 16, 6)),
    ("a ladder down", (17, 16, 6), [go(17, 17), ["down"]], 4, 0, (17, 17, 3)),
    ("an upper window, climbing", (11.33, 10.5, 3), [["climb", 0], go(11.33, 8.5)], 4, 1, (11.33, 8.5, 0)),
    ("an upper window, jumping", (11.33, 10.5, 3), [["jump"], go(11.33, 8.5)], 1, 1, (11.33, 8.5, 0)),
    ("in by an upper window", (11.33, 9.5), [["climb", 3000]], 3, 1, (11.33, 10.5, 3)),
    ("an open rim, jumping", (17, 14, 6), [go(18, 14), ["jump"], go(19, 14)], 1.5, 3, (19, 14, 0)),
    ("over a rail, jumping", (12, 10.5, 6), [["jump"]], 0, 3, (12, 9.5, 0)),
    ("a leap to a lower roof", (17, 14, 6), [go(18, 14), ["leap", 20_500, 14_000]], 3.5, 1, (20.5, 14, 3)),
    ("onto a walkway over a rail", (14, 17, 6), [go(14, 20)], 3, 0, (14, 20, 6)),
    ("off a walkway, jumping", (14.5, 20, 6), [["jump"]], 0, 3, (15, 20, 0)),
    ("the open edge of a ruin", (26, 23, 3), [go(27, 23), ["jump"]], 1, 1, (27.5, 23, 0)),
    ("a low wall", (31, 23), [go(33, 23)], 3, 0, (33, 23, 0)),  # an inch of it is rubble
    ("rubble", (37.5, 25), [go(39.5, 25)], 4, 0, (39.5, 25, 0)),
    ("a bridge", (10.5, 33), [go(10.5, 37)], 4, 0, (10.5, 37, 0)),
    ("shallow water", (40, 33), [go(40, 35.5)], 4, 0, (40, 35.5, 0)),
    ("the brink of deep water", (15, 32), [go(15, 33.5)], 1.5, 0, (15, 33.5, 0)),
]


@pytest.mark.rule(
    "war.move.model", "war.terrain.storeys", "war.terrain.stairs", "war.move.obstacle", "war.jump.down"
)
@pytest.mark.parametrize("what, start, acts, cost, tests, end", WAYS, ids=[way[0] for way in WAYS])
def test_the_way_over_each_kind_of_edge(
    what: str, start: tuple[float, ...], acts: list[list[Any]], cost: float, tests: int, end: tuple[float, ...]
) -> None:
    fight = mover(*start)
    plan = planned(fight, *acts)
    assert isinstance(plan, Course), plan
    assert plan.spent == pytest.approx(1000 * cost, abs=2)
    fight.oracle.dice = [1] * tests  # type: ignore[attr-defined]
    assert tread(fight, 0, plan.legs)
    assert fight.state.warriors[0].spot == tuple(round(1000 * one) for one in end)
    assert len(events(fight, WasTested)) == tests


#   what, from where, acts, the rule that forbids it
NO_WAYS: list[tuple[str, tuple[float, ...], list[list[Any]], str]] = [
    ("a wall", (12.5, 9), [go(12.5, 11)], "war.move.model"),
    ("beside a door", (14.3, 9), [go(14.3, 11)], "war.move.model"),
    ("beside a window", (11.6, 9), [go(11.6, 11)], "war.move.model"),
    ("a block is no step", (3, 15), [go(5, 15)], "war.move.model"),
    ("a shed higher than his Movement", (3.5, 19), [["climb", 5000]], "war.climb.basic"),
    ("the whole flight", (11, 11), [["up"]], "war.terrain.stairs"),
    ("stairs where none are", (13, 13), [["up"]], "war.terrain.stairs"),
    ("a wall without a window", (13, 10.5, 3), [["climb", 0]], "war.climb.basic"),
    ("jumping through a wall", (13, 10.5, 3), [["jump"]], "war.charge.jump.max"),
    ("walking off a roof", (17, 14, 6), [go(19, 14)], "war.move.model"),
    ("six inches are too much to climb", (18, 14, 6), [["climb", 0]], "war.climb.basic"),
    ("a gap of 3.2 inches", (28.5, 13, 3), [["leap", 31_700, 13_000]], "war.jump.gap"),
    ("leaping where no edge is", (24, 13, 3), [["leap", 28_500, 13_000]], "war.jump.gap"),
    ("off a walkway on foot", (14, 20, 6), [go(16, 20)], "war.move.model"),
    ("deep water", (15, 33.5), [go(15, 35)], "war.terrain.difficult"),
    ("off the table", (1, 20), [go(0.4, 20)], "war.move.normal"),
    ("in the air", (14, 9), [["to", 19_000, 14_000, 6_000]], "war.move.model"),
]


@pytest.mark.rule("war.move.model", "war.climb.basic", "war.jump.gap", "war.terrain.difficult", "war.move.normal")
@pytest.mark.parametrize("what, start, acts, rule", NO_WAYS, ids=[way[0] for way in NO_WAYS])
def test_where_there_is_no_way(what: str, start: tuple[float, ...], acts: list[list[Any]], rule: str) -> None:
    found = planned(mover(*start), *acts)
    assert isinstance(found, Refusal) and found.rule == rule


@pytest.mark.rule("war.move.model", "war.jump.gap")
def test_no_leap_leads_more_than_an_inch_up() -> None:
    assert isinstance(planned(mover(20.5, 14, 3), ["leap", 18_000, 14_000]), Refusal)


USES: dict[str, tuple[tuple[float, ...], list[list[Any]]]] = {
    "door": ((14, 9), [go(14, 11)]),
    "window": ((11.33, 9), [go(11.33, 11)]),
    "stairs": ((11, 11), [["halfway"]]),
    "ladder": ((17, 17, 3), [["up"]]),
    "climb": ((3.5, 15), [["climb", 2000]]),
    "leap": ((18, 14, 6), [["leap", 20_500, 14_000]]),
    "jump": ((18, 14, 6), [["jump"]]),
    "walkway": ((14, 17, 6), [go(14, 20)]),
}
FITS = {
    "foot": set(USES),
    "risen": set(USES) - {"climb", "leap"},
    "animal": set(USES) - {"ladder", "climb", "leap"},
    "large": set(),
    "rider": set(),
}


@pytest.mark.rule("war.move.fit", "war.psych.animal", "war.band.unquiet.risen", "war.item.mount")
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_each_kind_of_body_may_use(kind: str, use: str) -> None:
    start, acts = USES[use]
    found = planned(mover(*start, **KINDS[kind]), *acts)
    assert isinstance(found, Course) is (use in FITS[kind])


@pytest.mark.rule("war.move.fit", "war.move.model")
@pytest.mark.parametrize(
    "kind, base, standing, lying",
    [
        ("foot", 1, 1.5, 0.5),
        ("risen", 1, 1.5, 0.5),
        ("animal", 1, 1, 0.5),
        ("large", 1.6, 2.5, 1),
        ("rider", 1.6, 2.25, 1),
    ],
)
def test_how_large_each_body_is(kind: str, base: float, standing: float, lying: float) -> None:
    fighter = mover(2, 2, **KINDS[kind]).setting.fighters[0]
    assert (2 * fighter.radius, fighter.height, fighter.lying) == (1000 * base, 1000 * standing, 1000 * lying)


@pytest.mark.rule("war.move.obstacle", "war.move.obstacle.mounted", "war.climb.basic")
@pytest.mark.parametrize(
    "kind, y, crosses",
    [
        ("foot", 11, True),
        ("foot", 15, False),
        ("rider", 15, True),
        ("rider", 19, False),
        ("large", 11, True),
        ("large", 15, False),
    ],
)
def test_who_steps_over_what(kind: str, y: float, crosses: bool) -> None:
    found = planned(mover(3, y, **KINDS[kind]), go(7, y), run=True)
    assert isinstance(found, Course) is crosses
    if isinstance(found, Course):
        assert found.spent == pytest.approx(4000)


@pytest.mark.rule("war.terrain.stairs", "war.move.model", "war.run.basic", "war.climb.basic")
@pytest.mark.parametrize(
    "start, acts, cost",
    [
        ((13, 11), [go(11, 11), ["up"]], 8),
        ((17, 13, 3), [go(17, 17), ["up"]], "war.climb.basic"),
        ((2, 15), [go(3.5, 15), ["climb", 2000], go(5, 15)], "war.climb.basic"),
        ((15, 14, 6), [go(18, 14), ["leap", 20_500, 14_000], go(23, 14)], 8),
        ((15, 14, 6), [go(18, 14), ["jump"], go(20, 18)], 3 + 4.272),
    ],
)
def test_what_may_be_part_of_a_run(start: tuple[float, ...], acts: list[list[Any]], cost: float | str) -> None:
    found = planned(mover(*start), *acts, run=True)
    assert (found.rule if isinstance(found, Refusal) else round(found.spent / 1000, 3)) == cost
