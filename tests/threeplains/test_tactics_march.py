"""Blunders of the march that a computer player does not make: charges too short for lances, backs shown to the
enemy, pikes thrown away, hunts after those who are faster, archers behind their own men."""

from __future__ import annotations

import pytest

from warhost.engine.field.compass import heading, turn
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import level_of
from warhost.rulebooks.threeplains.land.sense import in_cover, sees
from warhost.rulebooks.threeplains.moving.course import Course
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.opening.deployment import Deploy
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Feature
from warhost.rulebooks.threeplains.tactics.marching import notions
from warhost.rulebooks.threeplains.tactics.mind import Mind
from warhost.rulebooks.threeplains.tactics.position import Position, standing_there

from .scene import Placed, feature, foot, hero, horse, number, scene, unit
from .test_tactics import ARCHER, answer, march

PIKES = foot(weapons=("pike", "sidearm"), title="Pikeman")
CROSSBOW = foot(weapons=("hand weapon", "crossbow"), title="Crossbowman")
TURN_SIX = 11  # by the clock


def hope(*pieces: Placed) -> float:
    """What the first of them thinks of its place, leaving aside who threatens it."""
    fight = scene(*pieces)
    return Position(Mind(fight.setting, fight.state, 0), 0).hope(body(fight, 0), stays=True)


# --- charges to come -----------------------------------------------------------------------------------------


def test_lancers_like_the_distance_from_which_lances_count() -> None:
    short, long = (
        hope(
            unit("riders", (36, 30 - away), models=5, figure=horse()), unit("theirs", (36, 30), facing=180, side=1)
        )
        for away in (6.5, 7.5)
    )
    assert long > short


def test_riders_behind_their_own_foot_have_nobody_to_charge() -> None:
    barred, free = (
        hope(
            unit("riders", (36, 20), models=5, figure=horse()),
            unit("ours", (x, 23), models=10),
            unit("theirs", (36, 29), facing=90, side=1),
        )
        for x in (36, 46)
    )
    assert free > barred + 10


def test_nobody_hunts_one_who_is_faster() -> None:
    fight = scene(
        unit("ours", (36, 20)),
        hero("general", (42, 33), side=1, figure=horse(category="character", points=100), role="general"),
        unit("theirs", (32, 32), facing=180, side=1),
    )
    assert Position(Mind(fight.setting, fight.state, 0), 0).goal == number(fight, "theirs")


# --- backs and pikes -----------------------------------------------------------------------------------------


def test_riders_who_give_way_turn_to_the_enemy_again() -> None:
    fight = scene(
        unit("riders", (36, 22), models=5, figure=horse()),
        unit("theirs", (36, 30), facing=180, side=1, models=30, figure=foot(attacks=3, rating=6)),
        terrain=[feature("large building", (x, 24), (8, 20)) for x in (29, 43)],
    )
    there = march(fight, 0).body()
    assert there.middle[1] < inches(21)
    assert abs(turn(there.facing, heading(there.front, body(fight, 1).middle))) < 9000


@pytest.mark.parametrize("away", [8, 10, 12])
def test_archers_do_not_turn_their_backs_on_riders_and_run(away: float) -> None:
    """Riders are faster anyway."""
    fight = scene(
        unit("archers", (36, 15), models=10, figure=CROSSBOW),
        unit("riders", (36, 15 + away), facing=180, side=1, models=8, files=4, figure=horse(attacks=2, rating=5)),
    )
    assert abs(turn(march(fight, 0).stance.facing, 0)) < 9000


@pytest.mark.parametrize(("x", "dropped"), [(38, False), (66, True)])
def test_late_in_the_day_pikes_are_thrown_away_only_if_nobody_is_before_them(x: float, dropped: bool) -> None:
    fight = scene(
        unit("pikes", (36, 20), figure=PIKES), unit("theirs", (x, 36), facing=180, side=1), clock=TURN_SIX
    )
    fight.state.pieces[1].y = inches(36 if not dropped else 20)
    assert (answer(fight, Move(fight, 0)) == [["drop"]]) == dropped


def test_foot_do_not_wait_for_riders_who_hang_back() -> None:
    fight = scene(
        unit("ours", (36, 22)),
        unit("riders", (60, 4), models=5, figure=horse()),
        unit("theirs", (36, 46), facing=180, side=1),
    )
    assert march(fight, 0).stance.front[1] > inches(27)


# --- arrows --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("archers", [True, False])
def test_whoever_is_shot_at_does_not_stand_and_wait(archers: bool) -> None:
    """A strong unit bars the way; only archers beside it make waiting worse than going on."""
    fight = scene(
        unit("ours", (36, 19)),
        unit("theirs", (36, 31), facing=180, side=1, figure=foot(attacks=1, rating=4)),
        unit("archers", (42, 34), facing=180, side=1, models=20, files=10, figure=ARCHER if archers else foot()),
    )
    assert (march(fight, 0).stance.front[1] > inches(20)) == archers


def test_crossbowmen_come_out_from_behind_their_own_men() -> None:
    fight = scene(
        unit("crossbows", (36.5, 9), models=10, files=5, figure=CROSSBOW),
        unit("ours", (36, 14.5), models=12, files=6),
        unit("theirs", (36, 24), facing=180, side=1, models=6, files=3),
    )
    assert not sees(fight, 0, 2)
    course = march(fight, 0)
    with standing_there(Mind(fight.setting, fight.state, 0), 0, course):
        assert sees(fight, 0, 2)


def test_nobody_stands_before_his_own_archers() -> None:
    before, beside = (
        hope(
            unit("ours", (x, 20)),
            unit("archers", (36, 14), models=10, figure=ARCHER),
            unit("theirs", (36, 40), facing=180, side=1),
        )
        for x in (36, 31)
    )
    assert beside > before


# --- drawing up ----------------------------------------------------------------------------------------------


def deployed(fight: Fight, name: str) -> Fight:
    """The piece set up where the tactician wants it."""
    at = number(fight, name)
    fight.state.pieces[at].fate = "waiting"
    order = answer(fight, Deploy(fight, at))
    piece = fight.state.pieces[at]
    piece.fate, (piece.x, piece.y), piece.facing = "standing", order["at"], order["facing"]
    piece.files = order.get("files", piece.files)
    return fight


def test_archers_are_drawn_up_on_a_hill() -> None:
    fight = scene(
        unit("ours", (36, 15)),
        unit("bows", (36, 10), models=10, figure=ARCHER),
        unit("theirs", (44, 33), facing=180, side=1),
        terrain=[feature("hill", (44, 10), (8, 6))],
    )
    assert level_of(deployed(fight, "bows"), 1) == 1


@pytest.mark.parametrize(("kind", "size"), [("hedge", (10, 0.5)), ("stone wall", (10, 0.5)), ("wood", (10, 5))])
def test_archers_are_drawn_up_in_cover_from_which_they_see(kind: str, size: tuple[float, float]) -> None:
    fight = scene(
        unit("ours", (36, 15)),
        unit("bows", (36, 10), models=10, figure=ARCHER),
        unit("theirs", (44, 33), facing=180, side=1),
        terrain=[feature(kind, (44, 12), size)],
    )
    deployed(fight, "bows")
    assert in_cover(fight, 2, 1)
    assert sees(fight, 1, 2)


def test_riders_stand_back_from_the_front_line_with_nobody_before_them() -> None:
    fight = scene(
        unit("ours", (30, 15), models=40, files=10),
        unit("others", (42, 15), models=40, files=10),
        unit("riders", (36, 10), models=5, figure=horse()),
        unit("theirs", (36, 33), facing=180, side=1),
    )
    riders = body(deployed(fight, "riders"), 2)
    assert riders.front[1] < inches(13)
    for friend in (0, 1):
        block = body(fight, friend).block
        assert riders.block.right <= block.left or riders.block.left >= block.right


def test_a_piece_finds_its_place_at_the_far_end_of_a_full_line() -> None:
    """All of the left end of the line is taken, and with it the place where riders would like to stand."""
    fight = scene(
        *(unit(f"ours{at}", (13.9 + 3.95 * at, 15), models=15) for at in range(7)),
        unit("riders", (60, 10), models=5, figure=horse()),
        unit("theirs", (14, 33), facing=180, side=1),
    )
    riders = body(deployed(fight, "riders"), 7)
    assert riders.block.left > body(fight, 6).block.right


def test_light_riders_come_out_from_behind_a_house() -> None:
    """Straight ahead of them is its wall, and to its corner they cannot turn: back, and round it."""
    corners = ((56.456, 21.967), (60.32, 20.931), (59.544, 18.033), (55.68, 19.069))
    house = Feature("house", "small building", tuple((inches(x), inches(y)) for x, y in corners))
    fight = scene(
        unit("ours", (56.874, 18.261), facing=33, models=4, figure=horse(loose=True)),
        unit("theirs", (44, 34), facing=180, side=1, models=5),
        terrain=[house],
    )
    assert march(fight, 0).spent > inches(3)


def test_a_place_is_more_dangerous_to_those_who_come_there_with_flimsy_ranks() -> None:
    """A few enemies make them buckle who would stand there in good order."""
    foe = unit("theirs", (36, 26), facing=180, side=1, models=10)
    turned = scene(unit("ours", (36, 10), facing=90, files=7), foe)
    course = Move(turned, 0).plan([["go", inches(36), inches(16.999)]])
    assert isinstance(course, Course) and course.flimsy >= 0
    mind = Mind(turned.setting, turned.state, 0)
    position = Position(mind, 0)
    with standing_there(mind, 0, course):
        flimsy = position.peril(body(mind.fight, 0))
    ready = scene(unit("ours", (36, 16.999), files=7), foe)
    assert flimsy > Position(Mind(ready.setting, ready.state, 0), 0).peril(body(ready, 0))


@pytest.mark.rule("tp.move.flip")
@pytest.mark.parametrize(("behind", "turns"), [(False, False), (True, True)])
def test_nobody_thinks_of_showing_his_back_while_all_enemies_are_ahead(behind: bool, turns: bool) -> None:
    foes = [unit("orcs", at=(36, 30), facing=180, side=1), unit("more", at=(20, 4 if behind else 32), side=1)]
    fight = scene(unit("guard", at=(36, 20), models=15, files=5), *foes)
    mind = Mind(fight.setting, fight.state, 0)
    assert ([["flip"]] in list(notions(mind, number(fight, "guard"), number(fight, "orcs")))) is turns
