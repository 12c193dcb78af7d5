"""Cover: what one stands in, and what one stands behind."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.magnamund.combat import Blow
from warhost.rulebooks.magnamund.encounter import BoardData
from warhost.rulebooks.magnamund.setting import Fight

from .gunnery import barred, chance, in_sight, reasons
from .scene import Square, board, hero, number, scene, unit

BOW = ["longbow", "sword"]
LIKE_A_WALL = ["low_wall", "fence", "hedge"]


def field(**marks: Any) -> BoardData:
    """A small board, quickly made."""
    return board(12, 12, **marks)


def cover(on: BoardData, sheet: str, square: Square, against: Square) -> str:
    """The degree of cover of a piece of this sheet against a shot or blow from there."""
    setting = scene(on=on).setting
    place = setting.board.square
    return setting.land.cover(setting.library.sheets[sheet], place(*square), place(*against))


def shoot(on: BoardData, shooter: Square, target: Square, facing: str = "N") -> Fight:
    return scene(
        unit("archers", [shooter], facing=facing, weapons=BOW), unit("giaks", [target], side="theirs"), on=on
    )


@pytest.mark.rule("mag.cover.degrees")
def test_a_low_wall_hides_more_of_a_man_than_of_a_gourgaz() -> None:
    walled = field(edges=[("low_wall", "N", [(5, 5)])])
    assert cover(walled, "human", (5, 6), (5, 1)) == "M"
    assert cover(walled, "gourgaz", (5, 6), (5, 1)) == "L"
    fight = scene(
        unit("archers", [(5, 1)], weapons=BOW),
        hero("gourgaz", (5, 6), side="theirs", sheet="gourgaz", weapons=["claws"]),
        on=walled,
    )
    assert reasons(fight, "archers-1", "gourgaz") == {"mag.fire.mod.cover": -2, "mag.fire.mod.size": 4}


@pytest.mark.rule("mag.cover.degrees")
def test_cover_counts_against_blows_too() -> None:
    walled = field(edges=[("low_wall", "N", [(5, 5)])])
    fight = scene(unit("swords", [(5, 5)]), unit("giaks", [(5, 6)], side="theirs"), on=walled, phase="combat")
    swords, giaks = number(fight, "swords-1"), number(fight, "giaks-1")
    for attacker, target, basic in ((swords, giaks, 24), (giaks, swords, 21)):
        assert Blow(fight, attacker, target, attacker, "sword").chance == basic - 6


@pytest.mark.rule("mag.cover.degrees", "mag.sheet.human", "mag.sheet.giak")
@pytest.mark.parametrize("sheet", ["human", "giak"])
def test_the_degrees_of_man_sized_pieces(sheet: str) -> None:
    grounds = {"scrub": "L", "rocks": "M", "trees": "M", "marsh": "none", "slope": "none", "steps": "none"}
    for ground, degree in grounds.items():
        assert cover(field(**{ground: [(5, 6)]}), sheet, (5, 6), (5, 1)) == degree, ground
    features = {"low_wall": "M", "fence": "M", "hedge": "M", "window": "M", "arrow_slit": "H", "small_door": "none"}
    for feature, degree in features.items():
        assert cover(field(edges=[(feature, "S", [(5, 6)])]), sheet, (5, 6), (5, 1)) == degree, feature
    castle = field(rampart=[(5, 6)], edges=[("rampart_crenellation", "S", [(5, 6)])])
    assert cover(castle, sheet, (5, 6), (5, 1)) == "H"


@pytest.mark.rule("mag.cover.degrees", "mag.los.rampart")
def test_on_a_ladder_the_crenellations_cover_only_the_man_on_the_rampart() -> None:
    wall = [("rampart_crenellation", "S", [(5, 6)]), ("ladder", "S", [(5, 6)])]
    castle = field(rampart=[(5, 6)], edges=wall)
    assert cover(castle, "human", (5, 6), (5, 5)) == "H"
    assert cover(castle, "human", (5, 5), (5, 6)) == "none"


@pytest.mark.rule("mag.cover.x", "mag.sheet.human", "mag.sheet.giak")
def test_what_is_marked_x_lets_nothing_through() -> None:
    sheets = scene().setting.library.sheets
    for sheet in ("human", "giak", "cavalry", "wolfrider", "gourgaz"):
        barring = [feature for feature, degree in sheets[sheet].cover.items() if degree == "X"]
        assert barring == ["high_wall", "building_wall"]
    for feature in ("high_wall", "building_wall"):
        fight = shoot(field(edges=[(feature, "N", [(5, 5)])]), (5, 1), (5, 6))
        assert not in_sight(fight, (5, 1), (5, 6))
        assert barred(fight, "archers-1", "giaks-1") == "mag.fire.visible"


@pytest.mark.rule("mag.cover.low_wall", "mag.cover.hedge", "mag.cover.fence")
@pytest.mark.parametrize("feature", LIKE_A_WALL)
def test_a_wall_covers_who_stands_directly_behind_it(feature: str) -> None:
    walled = field(edges=[(feature, "N", [(5, 5)])])
    assert chance(shoot(walled, (5, 1), (5, 6)), "archers-1", "giaks-1") == 17 - 4
    assert chance(shoot(walled, (5, 9), (5, 6), facing="S"), "archers-1", "giaks-1") == 17  # over no wall
    assert chance(shoot(walled, (5, 1), (5, 7)), "archers-1", "giaks-1") == 17  # not directly behind it
    assert chance(shoot(walled, (5, 9), (5, 5), facing="S"), "archers-1", "giaks-1") == (17 - 4)


@pytest.mark.rule("mag.cover.low_wall", "mag.terrain.low_wall", "mag.terrain.hedge", "mag.terrain.fence")
@pytest.mark.parametrize("feature", LIKE_A_WALL)
def test_a_wall_never_blocks_sight(feature: str) -> None:
    walls = field(edges=[(feature, "N", [(x, y) for x in range(1, 9) for y in range(1, 9)])])
    assert in_sight(scene(on=walls), (2, 1), (5, 9))


@pytest.mark.rule("mag.cover.low_wall")
def test_a_wall_at_the_corner_through_which_the_shot_comes_counts() -> None:
    for edge in (("low_wall", "S", [(6, 6)]), ("low_wall", "W", [(6, 6)])):
        assert chance(shoot(field(edges=[edge]), (2, 2), (6, 6)), "archers-1", "giaks-1") == 13
    for edge in (("low_wall", "N", [(6, 6)]), ("low_wall", "E", [(6, 6)])):
        assert chance(shoot(field(edges=[edge]), (2, 2), (6, 6)), "archers-1", "giaks-1") == 17


@pytest.mark.rule("mag.cover.low_wall")
def test_only_the_side_over_which_the_shot_comes_in_counts() -> None:
    """From (5,1) to (6,6) the line enters over the south side; the wall on the west side is not crossed."""
    assert chance(shoot(field(edges=[("low_wall", "W", [(6, 6)])]), (5, 1), (6, 6)), "archers-1", "giaks-1") == 17
    assert chance(shoot(field(edges=[("low_wall", "S", [(6, 6)])]), (5, 1), (6, 6)), "archers-1", "giaks-1") == 13


@pytest.mark.rule("mag.example.low_wall", "mag.cover.low_wall")
def test_the_diagram_of_the_low_wall() -> None:
    walled = field(edges=[("low_wall", "N", [(4, 5), (5, 5), (6, 5)])])
    for target, covered in (((4, 5), False), ((5, 6), True), ((6, 8), False)):
        assert (cover(walled, "giak", target, (5, 1)) != "none") is covered
        assert chance(shoot(walled, (5, 1), target), "archers-1", "giaks-1") == (13 if covered else 17)
    assert cover(walled, "giak", (6, 8), (9, 8)) == "none"
    assert chance(shoot(walled, (9, 8), (6, 8), facing="W"), "archers-1", "giaks-1") == 17


@pytest.mark.rule("mag.cover.scrub", "mag.terrain.scrub")
def test_scrub_hides_nobody_but_covers_from_every_direction() -> None:
    bushes = field(scrub=[(5, 5), (5, 6), (5, 4), (4, 5), (6, 5)])
    for shooter, facing in (((5, 1), "N"), ((5, 9), "S"), ((1, 5), "E"), ((9, 5), "W"), ((2, 2), "N")):
        assert chance(shoot(bushes, shooter, (5, 5), facing), "archers-1", "giaks-1") == 17 - 2
    assert chance(shoot(bushes, (5, 1), (5, 7)), "archers-1", "giaks-1") == 17  # behind it is not in it


@pytest.mark.rule("mag.cover.rocks", "mag.terrain.rocks")
def test_rocks_hide_nobody_but_cover_from_every_direction() -> None:
    rubble = field(rocks=[(5, 5), (5, 6), (5, 4), (4, 5), (6, 5)])
    for shooter, facing in (((5, 1), "N"), ((5, 9), "S"), ((1, 5), "E"), ((9, 5), "W"), ((2, 2), "N")):
        assert chance(shoot(rubble, shooter, (5, 5), facing), "archers-1", "giaks-1") == 17 - 4
    assert chance(shoot(rubble, (5, 1), (5, 7)), "archers-1", "giaks-1") == 17
