"""Before the battle: maps, platforms, terrain by dice, champions, who moves first."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from warhost.engine.battle import Battle
from warhost.engine.field.body import apart
from warhost.engine.field.shapes import contains
from warhost.engine.game import Game
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal
from warhost.rulebooks.missum.bodies import body
from warhost.rulebooks.missum.command import in_radius
from warhost.rulebooks.missum.events import Duel, Points
from warhost.rulebooks.missum.opening.champions import duels, first_choice
from warhost.rulebooks.missum.opening.drawing_up import DrawUp, draw_up
from warhost.rulebooks.missum.opening.terrain_rolls import _finish, choose_general, roll_terrain
from warhost.rulebooks.missum.platforms import work_on
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.state import Ground, State

from .scene import book, events, load, number, order, piece, refused, scene, south, spent

MM = 1000


def opening(battle: str = "b1", dice: Any = (), answers: Any = (), **options: str) -> Fight:
    setup = book().setup(battle, options)
    setting = book().setting(setup)
    return Battle(setting, setting.begin(), Scripted(dice, answers))


def drawn(battle: str = "b1", *maps: Any, **options: str) -> Fight:
    fight = opening(battle, answers=maps or ({}, {}), **options)
    draw_up(fight)
    return fight


def extent(fight: Fight, id: str) -> tuple[float, float, float, float]:
    left, right, bottom, top = body(fight, number(fight, id)).box
    return left / MM, right / MM, bottom / MM, top / MM


# --- maps ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.setup.standard", "mis.setup.draw-up", "mis.add.deployment", "mis.setup.platform")
def test_the_standard_drawing_up_of_the_first_battle() -> None:
    fight = drawn()
    assert extent(fight, "heavy-spears") == (350, 500, 150, 250)
    assert extent(fight, "medium-swords") == (525, 675, 170, 250)
    assert extent(fight, "long-bows") == (700, 850, 210, 250)
    assert extent(fight, "sling-screen") == (510, 690, 290, 350)
    assert extent(fight, "dritlan-1-s") == (577.5, 622.5, 150, 170)
    assert fight.state.platforms[0].at == (600 * MM, 70 * MM)
    assert piece(fight, "team-1-s").platform == 0 and extent(fight, "kerdu-s")[0] == 630
    assert extent(fight, "tribal-swords")[2] == 950 and extent(fight, "javelin-screen")[2] == 850
    assert extent(fight, "tribal-swords")[2] - extent(fight, "heavy-spears")[3] == 700


@pytest.mark.rule("mis.setup.standard", "mis.setup.map")
@pytest.mark.parametrize("battle", ["b1", "b2", "b3"])
@pytest.mark.parametrize("south_army", [0, 1])
@pytest.mark.parametrize("north_army", [0, 1])
def test_the_standard_drawing_up_is_a_lawful_map(battle: str, south_army: int, north_army: int) -> None:
    plan = book().charts.battles[battle]
    fight = opening(battle, south=plan.south[south_army], north=plan.north[north_army])
    for side in (0, 1):
        question = DrawUp(fight, side)
        name, spot = next(iter(question.standard.items()))
        assert question.refuse({name: {"at": spot["at"]}}) is None  # the whole map is looked at
    fight = drawn(battle, south=plan.south[south_army], north=plan.north[north_army])
    fight.state.stage, fight.state.turn = "battle", 1
    for index, one in enumerate(fight.state.pieces):
        if fight.setting.troops[index].legion and one.fate == "standing":
            assert in_radius(fight, index)


def refusal(side: int, change: Any, battle: str = "b1", **options: str) -> str:
    found = DrawUp(opening(battle, **options), side).refuse(change)
    return found.rule if found else ""


@pytest.mark.rule("mis.setup.map", "mis.command.dritlan-attached")
def test_a_legion_too_far_from_its_dritlan_is_refused() -> None:
    near = {"long-bows": {"at": [922 * MM, 250 * MM]}}  # the officer's base ends at 592.5
    far = {"long-bows": {"at": [968 * MM, 250 * MM]}}
    assert refusal(0, near) == "" and refusal(0, far) == "mis.setup.map"
    assert refusal(0, {"dritlan-1-s": {"at": [600 * MM, 140 * MM]}}) == "mis.command.dritlan-attached"


@pytest.mark.rule("mis.army.reserve-limit", "mis.army.huitsan-assign", "mis.setup.map")
def test_three_legions_in_the_reserve_are_refused_and_two_are_not() -> None:
    def back(*names: str) -> dict[str, Any]:
        spots = {"heavy-spears": 300, "long-bows": 470, "sling-screen": 850}
        return {name: {"at": [spots[name] * MM, 140 * MM], "huitsan": 0} for name in names}

    assert refusal(0, back("heavy-spears", "long-bows")) == ""
    assert refusal(0, back("heavy-spears", "long-bows", "sling-screen")) == "mis.army.reserve-limit"
    assert refusal(0, {"medium-swords": {"huitsan": 2}}) == "mis.army.huitsan"


@pytest.mark.rule("mis.add.deployment", "mis.setup.map")
@pytest.mark.parametrize(
    "change, rule",
    [
        ({"heavy-spears": {"at": [425 * MM, 251 * MM]}}, "mis.add.deployment"),
        ({"sling-screen": {"at": [600 * MM, 351 * MM]}}, "mis.add.deployment"),
        ({"heavy-spears": {"at": [174 * MM, 250 * MM]}}, "mis.add.deployment"),
        ({"heavy-spears": {"at": [540 * MM, 250 * MM]}}, "mis.setup.map"),
        ({"heavy-spears": {"files": 0}}, "mis.add.formation"),
        ({"heavy-spears": {"height": 25 * MM}}, "mis.add.flight"),
        ({"nobody": {}}, "mis.setup.map"),
        ({"heavy-spears": {"at": "there"}}, "mis.setup.map"),
    ],
)
def test_maps_that_are_refused(change: Any, rule: str) -> None:
    assert refusal(0, change) == rule


@pytest.mark.rule("mis.setup.map", "mis.disorg.terrain")
def test_a_legion_drawn_up_in_the_woods_starts_in_good_order() -> None:
    fight = drawn("b1", {}, {"town-spears": {"at": [850 * MM, 960 * MM]}})
    assert piece(fight, "town-spears").disorganized == 0


@pytest.mark.rule("mis.setup.platform")
def test_a_platform_holds_four_figures() -> None:
    both = {
        "kerdu-s": {"at": [600 * MM, 80 * MM], "platform": 0},
        "team-1-s": {"at": [600 * MM, 60 * MM], "platform": 0},
    }
    assert refusal(0, both) == "mis.setup.platform"
    alone = {
        "kerdu-s": {"at": [600 * MM, 80 * MM], "platform": 0},
        "team-1-s": {"at": [520 * MM, 80 * MM], "platform": -1},
    }
    assert refusal(0, alone) == ""


@pytest.mark.rule("mis.device.eye-bearers")
def test_eyes_are_given_out_on_the_map() -> None:
    fight = drawn("b3", {"eyes": ["medium-swords", "dritlan-1-s"]}, {})
    bearers = [fight.setting.troops[eye.bearer].id for eye in fight.state.eyes if eye.side == 0]
    assert bearers == ["medium-swords", "dritlan-1-s"] and fight.state.eyes[0].strong
    found = DrawUp(opening("b3", north="b3-yankor-b"), 1).refuse({"eyes": ["ghatoni-serudla"]})
    assert found is not None and found.rule == "mis.device.eye-bearers"


# --- building a platform -------------------------------------------------------------------------------------


@pytest.mark.rule("mis.setup.platform-build", "mis.setup.platform-dismantle")
def test_a_platform_is_built_in_three_turns_and_taken_down_in_one() -> None:
    team = {"id": "team", "side": "south", "profile": "team", "at": [600, 200], "options": ["level 5"]}
    fight = scene(team, turn=2, step=3)
    order(fight, "team", ("platform", "up"))
    for turn, built in ((3, 0), (4, 0), (5, 1)):
        fight.state.turn = turn
        work_on(fight)
        assert len(fight.state.platforms) == built
    assert piece(fight, "team").platform == 0 and piece(fight, "team").moved < 4
    fight.state.step = 5
    piece(fight, "team").acted = 0
    fight.state.mover = 1
    order(fight, "team", ("platform", "down"))
    fight.state.turn = 6
    work_on(fight)
    assert piece(fight, "team").platform == -1
    assert refused(scene(south("a")), "a", ("platform", "up")) == "mis.setup.platform-build"


# --- champions -----------------------------------------------------------------------------------------------


def after_duels(pairs: list[tuple[int, int]]) -> Fight:
    fight = drawn()
    load(fight, [face for pair in pairs for face in pair])
    duels(fight)
    spent(fight)
    return fight


def tally(south_wins: int, north_wins: int, ties: int = 0) -> Fight:
    return after_duels([(60, 50)] * south_wins + [(50, 60)] * north_wins + [(57, 57)] * ties)


@pytest.mark.rule("mis.champion.procedure", "mis.scale.dice")
def test_higher_wins_both_win_a_tie_and_a_hundred_beats_all() -> None:
    fight = after_duels([(57, 57), (100, 99), *[(1, 2)] * 8])
    assert fight.state.victories == (2, 9) and len(events(fight, Duel)) == 10


@pytest.mark.rule("mis.champion.effect-winner", "mis.champion.effect-loser", "mis.champion.procedure")
@pytest.mark.parametrize(
    "south_wins, north_wins, ties, gain, loss",
    [(7, 3, 0, 1, 0), (8, 2, 0, 2, -1), (10, 0, 0, 3, -2), (2, 8, 0, -1, 2), (4, 2, 4, 0, 0), (5, 5, 0, 0, 0)],
)
def test_what_duels_give(south_wins: int, north_wins: int, ties: int, gain: int, loss: int) -> None:
    fight = tally(south_wins, north_wins, ties)
    assert (piece(fight, "heavy-spears").points, piece(fight, "town-spears").points) == (gain, loss)
    assert len(events(fight, Points)) == (gain != 0) + (loss != 0)


@pytest.mark.rule("mis.turn.first-choice")
def test_who_moves_first_is_not_left_to_who_sets_up() -> None:
    fight = opening("b1", dice=[2, 1] * 10)
    assert book().setting_up(fight.state)
    duels(fight)
    assert not book().setting_up(fight.state)


@pytest.mark.rule("mis.champion.effect-choice", "mis.turn.first-choice", "mis.turn.mover")
def test_the_side_with_more_victories_chooses_without_a_roll() -> None:
    fight = tally(4, 2, 4)
    load(fight, (), ["countermove"])
    first_choice(fight)
    assert fight.state.mover == 1 and fight.state.stage == "battle"


@pytest.mark.rule("mis.turn.first-choice")
def test_with_equal_victories_the_higher_roll_chooses() -> None:
    fight = tally(5, 5)
    load(fight, [40, 40, 41, 90], ["move"])
    first_choice(fight)
    spent(fight)
    assert fight.state.mover == 1


@pytest.mark.rule("mis.champion.procedure")
def test_no_duels_against_hostile_races() -> None:
    fight = drawn("b3", {}, {}, north="b3-ssu-a")
    duels(fight)
    assert fight.state.victories == (0, 0) and not events(fight, Duel)


@pytest.mark.rule("mis.champion.player")
def test_duels_may_be_typed_in_as_they_were_fought_elsewhere() -> None:
    game = Game(book(), book().setup("b1", {"drawing up": "standard"}), "x", manual=True)
    question = game.pending()[0]
    assert question.kind == "dice" and question.what == "dice"
    game.answer([88])
    assert game.pending()[0].kind == "dice"


@pytest.mark.rule("mis.magic.gifted-races")
@pytest.mark.parametrize("roll, general", [(50, False), (51, True)])
def test_a_die_says_whether_the_highest_magic_user_is_the_general(roll: int, general: bool) -> None:
    fight = opening("b3", north="b3-ssu-a", dice=[roll])
    choose_general(fight)
    assert (piece(fight, "kerdu").fate == "waiting") is general


@pytest.mark.rule("mis.setup.order", "mis.setup.hidden", "mis.scale.referee")
def test_the_order_of_preparing_a_battle() -> None:
    game = Game(book(), book().setup("b1", {"terrain": "rolled"}), "seven")
    stages, chance = [game.checkpoint.stage], Random(3)
    while game.checkpoint.stage != "battle":
        for question in game.pending():
            game.answer(question.sample(chance), question.side)
        if game.checkpoint.stage != stages[-1]:
            stages.append(game.checkpoint.stage)
    assert stages == ["terrain", "drawing up", "choice", "battle"] or stages[:3] == [
        "terrain",
        "drawing up",
        "champions",
    ]


# --- terrain by the charts -----------------------------------------------------------------------------------


def roll(task: int, dice: list[int], answers: Any = (), battle: str = "b1") -> State:
    """One roll on one chart; the table of the first battle has one large and four small squares."""
    fight = opening(battle, dice, answers, terrain="rolled")
    fight.state.rolled = task, 1
    roll_terrain(fight)
    spent(fight)
    return fight.state


HERE = {"at": [300 * MM, 300 * MM]}


@pytest.mark.rule("mis.setup.terrain-small", "mis.setup.hills")
@pytest.mark.parametrize(
    "dice, kind, tiers",
    [
        ([5, 40, 40], "hill", (400, 200, 100)),
        ([5, 40, 41], "hill", (400, 200)),
        ([1, 41], "hill", (400,)),
        ([6, 30], "hill", (200, 100)),
        ([15, 31], "hill", (200,)),
        ([16], "rough", ()),
        ([30], "ploughed", ()),
    ],
)
def test_hills(dice: list[int], kind: str, tiers: tuple[int, ...]) -> None:
    (ground,) = roll(2, dice, [HERE]).grounds
    assert ground.kind == kind and ground.tiers == tuple(tier * MM for tier in tiers)


@pytest.mark.rule("mis.setup.woods", "mis.setup.water", "mis.setup.hills")
@pytest.mark.parametrize(
    "task, face, kind",
    [
        (2, 31, ""),
        (3, 5, "dense woods"),
        (3, 20, "open woods"),
        (3, 21, ""),
        (4, 3, "swamp"),
        (4, 10, "pond"),
        (4, 21, ""),
    ],
)
def test_woods_and_standing_water(task: int, face: int, kind: str) -> None:
    grounds = roll(task, [face], [HERE] if kind else []).grounds
    assert [ground.kind for ground in grounds] == ([kind] if kind else [])


@pytest.mark.rule("mis.setup.terrain-large", "mis.setup.running-water")
@pytest.mark.parametrize(
    "face, kinds", [(5, ["wide stream"]), (20, ["stream"]), (65, ["ditch"]), (66, ["stream", "ditch"]), (86, [])]
)
def test_running_water(face: int, kinds: list[str]) -> None:
    first, second = [1, 3, 50, 50], [5, 6, 10, 10]
    dice = [face, *first[: 4 * bool(kinds)], *second[: 4 * (len(kinds) > 1)]]
    if len(kinds) > 1:
        dice = [face, 1, 3, 20, 20, 1, 3, 80, 80]
    assert [ground.kind for ground in roll(0, dice).grounds] == kinds


@pytest.mark.rule("mis.setup.roads", "mis.setup.terrain-large")
@pytest.mark.parametrize("face, roads", [(35, 2), (36, 1), (85, 1), (86, 0)])
def test_roads(face: int, roads: int) -> None:
    grounds = roll(1, [face, *[1, 3, 50, 50] * roads]).grounds
    assert [ground.kind for ground in grounds] == ["road"] * roads
    assert all(ground.at == (600 * MM, 1200 * MM) and ground.to == (600 * MM, 0) for ground in grounds)


@pytest.mark.rule("mis.setup.urban", "mis.setup.urban-place")
@pytest.mark.parametrize(
    "face, kinds", [(3, ["ruins"]), (10, ["town"]), (60, ["village"] * 2), (90, ["village"]), (91, [])]
)
def test_urban_areas_lie_anywhere_where_there_is_neither_road_nor_water(face: int, kinds: list[str]) -> None:
    state = roll(14, [face, *[50, 50, 30, 30][: 2 * len(kinds)]])
    assert [ground.kind for ground in state.grounds] == kinds


@pytest.mark.rule("mis.setup.urban-place", "mis.setup.streams-join", "mis.setup.fords", "mis.setup.water")
def test_towns_seek_crossings_and_streams_have_bridges_and_fords() -> None:
    fight = opening(terrain="rolled", dice=[90])
    stream = Ground("stream", (0, 600 * MM), to=(1200 * MM, 600 * MM), width=50 * MM, strip=True)
    road = Ground("road", (400 * MM, 0), to=(400 * MM, 1200 * MM), width=30 * MM, strip=True)
    fight.state.grounds, fight.state.rolled = (stream, road), (14, 1)
    roll_terrain(fight)
    village = fight.state.grounds[-1]
    assert (village.kind, village.at) == ("village", (400 * MM, 600 * MM))
    fight.state.orders = (1, 0)
    load(fight, [30, 50, 31, 31, 31])
    _finish(fight)
    spent(fight)
    later = [(ground.kind, ground.at) for ground in fight.state.grounds[3:]]
    assert ("bridge", (400 * MM, 600 * MM)) in later and ("ford", (150 * MM, 600 * MM)) in later
    assert [kind for kind, _ in later].count("ditch") == 3


@pytest.mark.rule("mis.setup.terrain-small")
def test_a_feature_lies_in_its_square_and_on_the_table() -> None:
    fight = opening(terrain="rolled", dice=[20], answers=[HERE])
    fight.state.rolled = 3, 1
    roll_terrain(fight)
    oracle = fight.oracle
    assert isinstance(oracle, Scripted)
    (question,) = oracle.asked
    refused_at = question.refuse({"at": [199 * MM, 300 * MM]})
    assert isinstance(refused_at, Refusal) and question.refuse({"at": [200 * MM, 300 * MM]}) is None
    assert question.refuse({"at": [601 * MM, 300 * MM]}) is not None


@pytest.mark.rule("mis.add.terrain-pieces")
def test_where_the_terrain_of_the_first_battle_lies() -> None:
    fight = drawn()
    lie = fight.setting.lie(fight.state.grounds)
    shapes = {ground.kind.id: ground.shape for ground in lie.all}
    assert (shapes["village"].left, shapes["village"].top) == (495 * MM, 595 * MM)
    water = shapes["ditch"]
    assert contains(water, (900 * MM, 618 * MM)) and not contains(water, (900 * MM, 617 * MM))
    assert contains(shapes["ford"], (886 * MM, 630 * MM)) and not contains(shapes["ford"], (884 * MM, 630 * MM))
    assert contains(shapes["bridge"], (506 * MM, 617 * MM)) and not contains(shapes["bridge"], (504 * MM, 617 * MM))


def test_armies_on_the_table_do_not_touch_each_other() -> None:
    fight = drawn()
    assert apart(body(fight, number(fight, "heavy-spears")), body(fight, number(fight, "tribal-swords"))) > 600 * MM
