"""The checks of chapter 3, set-up: maps, platforms, terrain charts face by face, duels, possession of the field."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from warhost.rulebooks.missum.library import library
from warhost.rulebooks.missum.magic.casting import why_not_cast
from warhost.rulebooks.missum.opening.champions import duels, first_choice
from warhost.rulebooks.missum.opening.drawing_up import DrawUp
from warhost.rulebooks.missum.opening.terrain_rolls import roll_terrain
from warhost.rulebooks.missum.platforms import work_on
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.state import Ground
from warhost.rulebooks.missum.victory import end_of_turn, holding, judge, points, strength

from ..scene import go, leader, load, north, number, order, piece, scene, south, spent
from ..test_setup import drawn, extent, opening

MM = 1000


@pytest.mark.rule("mis.setup.map", "mis.disorg.terrain")
def test_line_troops_drawn_up_in_woods_are_disorganized_when_they_first_move_there() -> None:
    fight = drawn("b1", {}, {"town-spears": {"at": [850 * MM, 960 * MM]}})
    spears = piece(fight, "town-spears")
    assert spears.disorganized == 0
    fight.state.stage, fight.state.turn, fight.state.step, fight.state.mover = "battle", 1, 3, 1
    order(fight, "town-spears", go(850, 950))  # the woods take all of the first half
    assert (piece(fight, "town-spears").y, piece(fight, "town-spears").moved) == (960 * MM, 0)
    fight.state.step = 7
    order(fight, "town-spears", go(850, 885))
    assert piece(fight, "town-spears").y == 885 * MM and piece(fight, "town-spears").disorganized == 1


@pytest.mark.rule("mis.setup.map", "mis.terrain.dense-woods")
@pytest.mark.parametrize(
    "name, refused", [("medium-swords-s", True), ("sling-screen-s", False), ("pe-choi-swords", False)]
)
def test_no_line_is_drawn_up_in_dense_woods(name: str, refused: bool) -> None:
    army = "b2-tsolyanu-b" if name == "pe-choi-swords" else "b2-tsolyanu-a"
    fight = opening("b2", south=army)
    who = next(one for one in fight.setting.troops if one.id in (name, name.removesuffix("-s")))
    spot = DrawUp(fight, 0).standard[who.id]["at"]
    assert isinstance(spot, list)
    fight.state.grounds = (Ground("dense woods", (spot[0], spot[1] - 10 * MM), 10 * MM),)
    found = DrawUp(fight, 0)
    found._standard = {**found.standard, who.id: {**found.standard[who.id], "at": spot}}
    refusal = found.refuse({who.id: {"at": spot}})
    assert (refusal is not None and "cannot enter" in refusal.why) is refused


@pytest.mark.rule("mis.setup.standard")
def test_how_far_the_armies_stand_apart() -> None:
    fight = drawn()
    assert extent(fight, "town-spears")[2] - extent(fight, "long-bows")[3] == 700
    assert extent(fight, "javelin-screen")[2] - extent(fight, "sling-screen")[3] == 500


@pytest.mark.rule("mis.setup.platform-build", "mis.magic.prohibitions")
def test_whoever_had_a_platform_built_may_cast_from_it_at_once() -> None:
    fight = scene(leader("team", "team", (600, 200), options=["level 5"]), north("b"), turn=2, step=3)
    order(fight, "team", ("platform", "up"))
    for turn in (3, 4, 5):
        fight.state.turn = turn
        work_on(fight)
        assert (piece(fight, "team").platform == 0) is (turn == 5)
    assert why_not_cast(fight, 0, True) is None and why_not_cast(fight, 0, False) is None


# --- terrain charts: the first and the last face of every row ------------------------------------------------

CHARTS = {
    "hills": [(1, 5, "hill", 400), (6, 15, "hill", 200), (16, 20, "rough", 200), (21, 30, "ploughed", 200)],
    "woods": [(1, 5, "dense woods", 300), (6, 20, "open woods", 400)],
    "water": [(1, 3, "swamp", 225), (4, 10, "pond", 150), (11, 20, "irrigation", 200)],
    "running water": [(1, 5, "wide stream", [100]), (6, 20, "stream", [50]), (21, 65, "ditch", [25]),
                      (66, 85, "stream", [50, 25])],
    "roads": [(1, 35, "road", [30, 30]), (36, 85, "road", [30])],
    "urban": [(1, 3, "ruins", 100), (4, 10, "town", 150), (11, 60, "village", 50), (61, 90, "village", 50)],
}  # fmt: skip


@pytest.mark.rule(
    "mis.setup.hills", "mis.setup.woods", "mis.setup.water", "mis.setup.running-water", "mis.setup.roads",
    "mis.setup.urban",
)  # fmt: skip
@pytest.mark.parametrize("name", sorted(CHARTS))
def test_every_row_of_the_terrain_charts(name: str) -> None:
    first, found = 1, []
    for row in library().charts[name].row:
        found.append((first, row.upto, row.kind, list(row.widths) if row.widths else row.size))
        first = row.upto + 1
    assert found == CHARTS[name]


@pytest.mark.rule("mis.setup.terrain-small")
def test_a_tie_for_the_first_roll_is_rolled_again() -> None:
    fight = opening("b1", [50, 50, 20, 21, 90], terrain="rolled")
    roll_terrain(fight)
    spent(fight)
    assert fight.state.rolled == (1, 0)  # the north rolled on the first chart, the south comes next


# --- duels ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.champion.procedure", "mis.champion.effect-choice")
def test_eight_victories_to_six() -> None:
    fight = drawn()
    faces = [(60, 50)] * 4 + [(50, 60)] * 2 + [(57, 57)] * 4
    load(fight, [face for pair in faces for face in pair])
    duels(fight)
    assert fight.state.victories == (8, 6)
    assert {one.points for one in fight.state.pieces} == {0}
    load(fight, [], ["move"])
    first_choice(fight)  # without a roll
    assert fight.state.mover == 0


# --- the field -----------------------------------------------------------------------------------------------


def held(bridge: tuple[int, int], ford: tuple[int, int]) -> Fight:
    """Battle 1 with so many figures of each side at the crossings."""
    fight = drawn()
    fight.state.stage = "battle"
    for one in fight.state.pieces:
        one.fate = "left"
    places: list[tuple[str, int, int, int, int]] = [
        ("heavy-spears", bridge[0], 520, 590, 0), ("tribal-swords", bridge[1], 520, 660, 18000),
        ("medium-swords", ford[0], 900, 600, 0), ("ax-warriors", ford[1], 900, 680, 18000),
    ]  # fmt: skip
    for name, figures, x, y, facing in places:
        if figures:
            one = piece(fight, name)
            one.fate, one.figures, one.files = "standing", figures, min(figures, 7)
            one.x, one.y, one.facing = x * MM, y * MM, facing
    return fight


@pytest.mark.rule("mis.battle.b1", "mis.victory.possession")
@pytest.mark.parametrize(
    "bridge, ford, extra",
    [
        ((14, 9), (12, 0), (2, 0)),
        ((9, 14), (0, 12), (0, 2)),
        ((12, 12), (9, 0), (0, 0)),
        ((14, 9), (0, 10), (1, 1)),
    ],
)
def test_the_crossings_of_battle_1(bridge: tuple[int, int], ford: tuple[int, int], extra: tuple[int, int]) -> None:
    fight = held(bridge, ford)
    got = points(fight)
    fight.setting.plan = msgspec.structs.replace(fight.setting.plan, crossing=())
    without = points(fight)
    assert (got[0] - without[0], got[1] - without[1]) == extra


@pytest.mark.rule("mis.victory.possession", "mis.magic.livyani")
def test_guards_hold_ground_and_their_magic_users_do_not() -> None:
    team = leader("g", "team", (300, 300), options=["level 10", "livyani"])
    fight = scene(team, south("s", (300, 500), figures=6, files=6), north("b", (900, 900)), turn=5, step=10)
    assert strength(fight, 0) == 6 + 8 and holding(fight, number(fight, "g")) == 8
    piece(fight, "s").fate = "routing"
    end_of_turn(fight)
    assert fight.state.outcome is None  # eight guards are a line legion for the possession of the field
    piece(fight, "g").figures = 2
    assert strength(fight, 0) == 0
    end_of_turn(fight)
    assert fight.state.outcome is not None and fight.state.outcome.winner == 1


@pytest.mark.rule("mis.victory.possession")
@pytest.mark.parametrize("y, owner", [(600, (1, 0)), (601, (2, 0))])
def test_whoever_stands_on_a_border_belongs_to_the_south_of_it(y: int, owner: tuple[int, int]) -> None:
    one_rank: dict[str, Any] = {"figures": 20, "files": 20}
    fight = scene(
        south("a", (300, y + 10), **one_rank), north("b", (900, 900), figures=9, files=3), turn=12, step=10
    )
    assert points(fight) == owner


@pytest.mark.rule("mis.victory.possession")
@pytest.mark.parametrize(
    "mine, theirs, ours, winner", [(60, 45, 2, -1), (70, 45, 2, 0), (67, 45, 1, -1), (68, 45, 1, 0)]
)
def test_a_difference_of_less_than_two_goes_by_strength(mine: int, theirs: int, ours: int, winner: int) -> None:
    # the south holds two squares or one, the north one or two; forty of the south stand in one of them
    split = [south("a", (300, 500), figures=mine - 20), south("a2", (900 if ours == 2 else 300, 300), figures=20)]
    fight = scene(*split, north("b", (300, 900), figures=theirs - 15), north("b2", (900, 900), figures=15),
                  turn=12, step=10)  # fmt: skip
    assert points(fight) == (ours, 2) and number(fight, "a") == 0
    assert judge(fight)[0] == winner
