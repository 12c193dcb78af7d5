"""Lines of sight: trees, hills, banks, walls and openings."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.magnamund.encounter import BoardData
from warhost.rulebooks.magnamund.layout import Ground, Zone
from warhost.rulebooks.magnamund.pieces import seen_by_enemy
from warhost.rulebooks.magnamund.setting import Fight

from .gunnery import barred, chance, in_sight, reasons, targets
from .scene import Square, board, scene, unit

BOW = ["longbow", "sword"]
HILL = board(
    rows=[
        "..........",
        "..........",
        "...csssc..",
        "...shhhs..",
        "...shhhs..",
        "...shhhs..",
        "...csssc..",
        "..........",
        "..........",
        "..........",
    ]
)
"""A hill: plateau (5..7,5..7), slopes around it, external corners at (4,4), (8,4), (4,8) and (8,8)."""


def field(**marks: Any) -> BoardData:
    """A small board, quickly made."""
    return board(12, 12, **marks)


def sees(on: BoardData, one: Square, other: Square) -> bool:
    return in_sight(scene(on=on), one, other)


def shoot(on: BoardData, shooter: Square, target: Square, facing: str = "N") -> Fight:
    return scene(
        unit("archers", [shooter], facing=facing, weapons=BOW), unit("giaks", [target], side="theirs"), on=on
    )


@pytest.mark.rule("mag.los.line")
def test_a_line_through_corner_points_enters_neither_side_square() -> None:
    assert sees(field(trees=[(2, 3)]), (1, 1), (4, 4))
    assert not sees(field(trees=[(2, 2)]), (1, 1), (4, 4))
    assert not sees(field(trees=[(3, 3)]), (1, 1), (4, 4))


@pytest.mark.rule("mag.los.line")
def test_a_corner_point_is_blocked_when_both_ways_round_it_are_barred() -> None:
    assert not sees(field(trees=[(2, 1), (1, 2)]), (1, 1), (4, 4))
    assert sees(field(trees=[(2, 1)]), (1, 1), (4, 4))
    wall = ("high_wall", "N", [(1, 1)])  # on the way round by (1,2)
    assert sees(field(edges=[wall]), (1, 1), (4, 4))
    assert not sees(field(trees=[(2, 1)], edges=[wall]), (1, 1), (4, 4))


@pytest.mark.rule("mag.los.line")
def test_the_line_runs_from_centre_to_centre() -> None:
    """From (1,1) to (2,5) it crosses (1,2), both squares of row 3 and (2,4), nothing else."""
    crossed = [(1, 2), (1, 3), (2, 3), (2, 4)]
    for x in (1, 2, 3):
        for y in range(1, 6):
            if (x, y) not in ((1, 1), (2, 5)):
                assert sees(field(trees=[(x, y)]), (1, 1), (2, 5)) is ((x, y) not in crossed), (x, y)


@pytest.mark.rule("mag.los.line")
def test_of_a_long_target_one_visible_square_is_enough() -> None:
    fight = scene(
        unit("archers", [(3, 1)], weapons=BOW),
        unit("wolves", [(4, 6)], side="theirs", sheet="wolfrider", facing="E"),  # rear at (3,6)
        on=field(trees=[(3, 4)]),
    )
    assert targets(fight, "archers-1") == ["wolves-1"]


@pytest.mark.rule("mag.los.line")
def test_no_piece_stands_in_the_way_of_sight_alone() -> None:
    fight = scene(
        unit("archers", [(3, 1)], weapons=BOW), unit("swords", [(3, 3)]), unit("giaks", [(3, 8)], side="theirs")
    )
    assert in_sight(fight, (3, 1), (3, 8))
    assert barred(fight, "archers-1", "giaks-1") == "mag.fire.blocking_pieces"


@pytest.mark.rule("mag.los.trees")
def test_one_sees_into_a_wood_and_out_of_it_but_not_through() -> None:
    wood = field(trees=[(5, 5), (5, 6), (5, 7)])
    edge, deep = shoot(wood, (5, 1), (5, 5)), shoot(wood, (5, 1), (5, 6))
    assert reasons(edge, "archers-1", "giaks-1") == {"mag.fire.mod.cover": -4}
    assert barred(deep, "archers-1", "giaks-1") == "mag.fire.visible"
    assert not sees(wood, (5, 1), (5, 9))
    out = shoot(wood, (5, 5), (5, 1), facing="S")
    assert chance(out, "archers-1", "giaks-1") == 17


@pytest.mark.rule("mag.example.trees", "mag.los.trees")
def test_the_diagram_of_the_trees() -> None:
    wood = field(trees=[(x, y) for x in (3, 4, 5, 6) for y in (5, 6)])
    giaks = [(4, 5), (5, 5), (4, 6), (5, 6), (4, 8)]
    for target, square in enumerate(giaks, 1):
        fight = scene(
            unit("bowmen", [(4, 1), (5, 1)], weapons=BOW), unit("giaks", [square], side="theirs"), on=wood
        )
        for bowman in ("bowmen-1", "bowmen-2"):
            assert barred(fight, bowman, "giaks-1") == ("" if target in (1, 2) else "mag.fire.visible")
            if target in (1, 2):
                assert reasons(fight, bowman, "giaks-1") == {"mag.fire.mod.cover": -4}


@pytest.mark.rule("mag.los.levels")
def test_levels_of_the_ground() -> None:
    """In half levels: hilltop and rampart 2, slope and steps 1, flat 0, bank -1, the river -2, a pond 0."""
    land = scene(on=board(rows=["hsR.S", ".kwk.", ".....", ".www."])).setting.land
    rows = [land.board.levels[start : start + 5] for start in (15, 10, 5, 0)]
    assert rows == [(2, 1, 2, 0, 1), (0, -1, -2, -1, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0)]


@pytest.mark.rule("mag.los.levels")
def test_a_whole_river_lies_low_though_only_its_edge_touches_the_bank() -> None:
    land = scene(on=board(rows=[".kwwwk."])).setting.land
    assert land.board.levels == (0, -1, -2, -2, -2, -1, 0)


@pytest.mark.rule("mag.los.levels")
def test_a_tower_top_and_its_steps() -> None:
    tower = BoardData(rows=("T/h",), legend={"T": Ground("open", level=2), "/": Ground("steps", top=2)})
    assert scene(on=tower).setting.land.board.levels == (4, 3, 2)


SLOPES = [
    ((6, 2), (6, 5), True),  # into a plateau square
    ((6, 2), (6, 6), False),  # over the plateau square (6,5)
    ((5, 5), (7, 7), True),  # across one's own plateau
    ((8, 1), (8, 5), False),  # round the external corner (8,4) at an ordinary slope
    ((8, 1), (8, 4), True),  # into the external corner
    ((3, 4), (9, 4), False),  # on the flat, along the southern slopes
    ((3, 3), (9, 3), True),  # past the hill
    ((5, 4), (7, 4), True),  # along one's own slope
    ((6, 4), (6, 8), False),  # from slope to slope over the top
    ((6, 1), (6, 10), False),  # on the flat on both sides
    ((5, 5), (6, 2), True),  # from the edge of the plateau
    ((8, 4), (9, 2), True),
    ((9, 4), (4, 4), True),  # over one external corner into another: neither end is an ordinary slope
]


@pytest.mark.rule("mag.los.slope", "mag.terrain.slope")
@pytest.mark.parametrize(("one", "other", "seen"), SLOPES)
def test_sight_on_a_hill(one: Square, other: Square, seen: bool) -> None:
    assert sees(HILL, one, other) is seen


@pytest.mark.rule("mag.los.slope")
def test_from_the_middle_of_a_plateau_nobody_shoots_down() -> None:
    assert barred(shoot(HILL, (6, 6), (6, 2), facing="S"), "archers-1", "giaks-1") == "mag.fire.visible"
    assert barred(shoot(HILL, (6, 5), (6, 2), facing="S"), "archers-1", "giaks-1") == ""


@pytest.mark.rule("mag.los.slope")
def test_only_slopes_of_the_same_hill_are_round_the_corner() -> None:
    """A line over the corner of one hill to the slope of another hill behind it."""
    two = board(rows=["h........", "s........", ".........", "c........", ".........", "........."])
    assert sees(two, (1, 1), (1, 5))
    one = board(rows=["sh.......", "ss.......", "s........", "c........", ".........", "........."])
    assert not sees(one, (1, 1), (1, 4))


RIVER = board(rows=["...kwwk..."] * 3)


@pytest.mark.rule("mag.los.slope")
def test_one_shoots_across_a_river_and_into_it_from_the_bank_only() -> None:
    assert sees(RIVER, (3, 2), (8, 2))  # from bank-top to bank-top
    assert sees(RIVER, (1, 2), (10, 2))
    assert sees(RIVER, (3, 2), (5, 2))
    assert not sees(RIVER, (2, 2), (5, 2))  # the bank-top square in between is higher than the river
    assert not sees(RIVER, (1, 2), (4, 2))
    assert sees(RIVER, (4, 2), (7, 2))


@pytest.mark.rule("mag.example.slopes", "mag.los.slope")
def test_the_diagram_of_firing_and_slopes() -> None:
    places = {"C": (5, 4), "D": (6, 8), "E": (6, 5), "F": (8, 4), "G": (8, 5), "H": (7, 5)}
    for shooter in ((6, 2), (8, 1)):
        seen = [name for name, square in places.items() if sees(HILL, shooter, square)]
        assert seen == ["C", "E", "F", "H"]
        for name, square in places.items():
            there = barred(shoot(HILL, shooter, square), "archers-1", "giaks-1")
            back = barred(shoot(HILL, square, shooter, facing="S"), "archers-1", "giaks-1")
            assert (there, back) == (("", "") if name in seen else ("mag.fire.visible",) * 2), name


@pytest.mark.rule("mag.los.steps", "mag.terrain.steps")
def test_steps_are_slopes_to_the_eye() -> None:
    for ground in ("s", "S"):
        stairs = board(rows=["..." + ground + "..."] * 3)
        assert not sees(stairs, (1, 2), (7, 2))
        assert sees(stairs, (1, 2), (4, 2))
    corner = BoardData(rows=("Sh", "SS", "S.", "c.", "..", ".."), legend={"c": Ground("steps", top=1, corner=True)})
    assert not sees(corner, (1, 1), (1, 4))
    assert sees(corner, (1, 1), (1, 3))


WALL = ("high_wall", "N", [(x, 5) for x in range(1, 10)])


@pytest.mark.rule("mag.los.high_wall", "mag.terrain.high_wall", "mag.cover.x")
def test_nobody_sees_or_shoots_through_a_high_wall() -> None:
    walled = field(edges=[WALL])
    assert not sees(walled, (5, 1), (5, 9))
    assert barred(shoot(walled, (5, 1), (5, 6)), "archers-1", "giaks-1") == "mag.fire.visible"
    assert barred(shoot(walled, (5, 5), (5, 8)), "archers-1", "giaks-1") == "mag.fire.visible"
    assert sees(walled, (12, 1), (12, 9))  # past its end


@pytest.mark.rule("mag.los.high_wall")
def test_from_the_walls_own_rampart_and_from_a_tower_one_sees_over_it() -> None:
    on_rampart = field(rampart=[(x, 5) for x in range(1, 10)], edges=[WALL])
    assert sees(on_rampart, (5, 5), (5, 9))
    away = field(rampart=[(5, 3)], edges=[WALL])
    assert not sees(away, (5, 3), (5, 9))  # a rampart, but not that of the wall
    tower = BoardData(
        rows=tuple("." * 4 + ("T" if row == 7 else ".") + "." * 5 for row in range(10)),
        legend={"T": Ground("open", level=2)},
        edges=field(edges=[WALL]).edges,
    )
    assert sees(tower, (5, 3), (5, 9))
    assert not sees(tower, (4, 3), (5, 9))


@pytest.mark.rule("mag.los.rampart", "mag.terrain.rampart")
def test_a_rampart_covers_only_against_shots_over_the_crenellations() -> None:
    castle = field(rampart=[(5, 6)], edges=[("rampart_crenellation", "S", [(5, 6)])])
    outside, inside = shoot(castle, (5, 2), (5, 6)), shoot(castle, (5, 10), (5, 6), facing="S")
    assert reasons(outside, "archers-1", "giaks-1") == {"mag.fire.mod.cover": -6}
    assert reasons(inside, "archers-1", "giaks-1") == {}
    down = shoot(castle, (5, 6), (5, 2), facing="S")
    assert reasons(down, "archers-1", "giaks-1") == {"mag.fire.mod.height": 1}


@pytest.mark.rule("mag.los.rampart", "mag.terrain.rampart")
def test_the_wall_below_the_crenellations_hides_those_on_the_ground() -> None:
    wall = [(x, 6) for x in range(1, 13)]
    castle = field(rampart=wall, edges=[("rampart_crenellation", "S", wall)])
    assert not sees(castle, (5, 2), (5, 10))
    assert not sees(castle, (5, 5), (5, 7))


def house(opening: str) -> BoardData:
    """A building on (3..7,6..9) with an opening between (5,5) outside and (5,6) inside."""
    openings = field(edges=[(opening, "N", [(5, 5)])]).edges
    return BoardData(rows=("." * 12,) * 12, buildings=(Zone((3, 7), (6, 9)),), edges=openings)


@pytest.mark.rule("mag.los.door", "mag.los.window", "mag.los.arrow_slit", "mag.terrain.large_door")
@pytest.mark.parametrize("opening", ["small_door", "large_door", "window", "arrow_slit"])
def test_through_an_opening_one_sees_from_next_to_it_or_into_the_square_behind(opening: str) -> None:
    fight = scene(on=house(opening))
    assert in_sight(fight, (5, 2), (5, 6))
    assert not in_sight(fight, (5, 2), (5, 7))
    assert in_sight(fight, (5, 6), (5, 1))
    assert in_sight(fight, (5, 5), (5, 9))
    assert in_sight(fight, (4, 2), (5, 6))
    assert not in_sight(fight, (5, 2), (6, 6))


@pytest.mark.rule("mag.los.door", "mag.terrain.small_door")
def test_a_man_inside_a_door_is_shot_at_without_cover() -> None:
    fight = shoot(house("small_door"), (5, 2), (5, 6))
    assert chance(fight, "archers-1", "giaks-1") == 17
    assert barred(shoot(house("small_door"), (5, 2), (5, 7)), "archers-1", "giaks-1") == "mag.fire.visible"


@pytest.mark.rule("mag.los.window", "mag.los.arrow_slit", "mag.terrain.window", "mag.terrain.arrow_slit")
@pytest.mark.parametrize(("opening", "cover"), [("window", -4), ("arrow_slit", -6)])
def test_archers_exchange_shots_through_a_window(opening: str, cover: int) -> None:
    fight = scene(
        unit("inside", [(5, 6)], facing="S", weapons=["short_bow", "sword"]),
        unit("outside", [(5, 1)], side="theirs", facing="N", weapons=["short_bow", "sword"]),
        on=house(opening),
    )
    assert reasons(fight, "outside-1", "inside-1") == {"mag.fire.mod.cover": cover}
    assert reasons(fight, "inside-1", "outside-1") == {}


@pytest.mark.rule("mag.terrain.building")
def test_nobody_sees_through_the_walls_of_a_building() -> None:
    fight = scene(on=house("small_door"))
    assert in_sight(fight, (3, 6), (7, 9))
    for outside in ((1, 7), (9, 7), (5, 11), (3, 5)):
        assert not in_sight(fight, outside, (5, 8))
    assert not in_sight(fight, (1, 7), (9, 7))


@pytest.mark.rule("mag.terrain.building")
def test_pieces_inside_that_no_enemy_sees_may_start_hidden() -> None:
    fight = scene(unit("giaks", [(5, 2)], side="theirs"), on=house("small_door"))
    square = fight.setting.board.square
    assert seen_by_enemy(fight, 0, [square(5, 6)])  # right behind the door
    assert not seen_by_enemy(fight, 0, [square(5, 7), square(3, 6), square(7, 9)])
