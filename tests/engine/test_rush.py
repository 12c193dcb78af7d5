"""Rushing straight on: over whoever gives way, up to whoever does not."""

from __future__ import annotations

import pytest

from warhost.engine.field.compass import Point
from warhost.engine.field.rush import Lanes, Way, free_lanes, free_runs, line_of, rush, until_touch
from warhost.engine.field.shapes import Shape, oblong
from warhost.engine.field.way import Met, first_bar

BASE = (1000, 1000)
RUNNER = oblong((0, 0), 0, 1000, 1000)
GOBLIN, OGRE, WALL = "goblin", "ogre", "wall"


def at(y: int, x: int = 0, wide: int = 1000) -> Shape:
    """Something as deep as a base whose near edge lies there."""
    return oblong((x, y + 1000), 0, wide, 1000)


def run(reach: int, *bars: tuple[str, int]) -> Way[Met[str]]:
    """Goblins are run over."""

    def first(passed: tuple[Met[str], ...]) -> Met[str] | None:
        gone = [met.what for met in passed]
        left = [(name, [at(y)]) for name, y in bars if name not in gone]
        return first_bar(RUNNER, 0, reach, left)

    return rush(reach, first, lambda met: met.what == GOBLIN)


def test_nothing_stops_a_rush_over_open_ground() -> None:
    assert run(5000) == Way(5000, None, ())


def test_it_stops_where_it_meets_somebody() -> None:
    assert run(5000, (OGRE, 3000), (WALL, 2000)) == Way(2000, Met(2000, WALL), ())


@pytest.mark.parametrize("reach, passed", [(1999, ()), (2000, (Met(2000, GOBLIN),))])
def test_whoever_gives_way_is_passed_over_once_he_is_reached(reach: int, passed: tuple[Met[str], ...]) -> None:
    assert run(reach, (GOBLIN, 2000), (OGRE, 4000)) == Way(reach, None, passed)


def test_beyond_those_it_passes_it_meets_the_next() -> None:
    assert run(9000, (GOBLIN, 2000), (OGRE, 4000)) == Way(4000, Met(4000, OGRE), (Met(2000, GOBLIN),))


def test_the_first_base_that_touches_ends_the_way() -> None:
    shapes = [oblong((0, 0), 0, 1000, 1000), oblong((2000, 500), 0, 1000, 1000)]
    assert until_touch(shapes, 0, 9000, [at(3000), at(3000, x=2000)]) == 2500
    assert until_touch(shapes, 0, 2499, [at(3000), at(3000, x=2000)]) is None
    assert until_touch(shapes, 18000, 9000, [at(3000)]) is None


@pytest.mark.parametrize("front, along", [((0, 5000), 2000), ((1500, 5000), 500), ((9000, 5000), -7000)])
def test_the_nearest_point_of_a_side_is_counted_from_its_right_end(front: Point, along: int) -> None:
    """A front that is struck from ahead: its left is the striker's right."""
    line = line_of(oblong((0, 0), 0, 4000, 2000), "front")
    assert line.length == 4000
    assert line.nearest(front) == 4000 - along


def test_a_point_lies_a_little_inside_the_ends_where_the_side_is_long_enough() -> None:
    line = line_of(oblong((0, 0), 0, 4000, 2000), "front")
    assert [line.within(along, 500) for along in (-9, 499, 500, 3500, 3501)] == [500, 500, 500, 3500, 3500]
    short = line_of(oblong((0, 0), 0, 600, 2000), "front")
    assert short.within(0, 500) == 300
    assert line.point(1000) == (-1000, 0)


def test_every_side_runs_clockwise() -> None:
    block = oblong((0, 0), 0, 4000, 2000)
    assert [line_of(block, side).length for side in ("front", "right", "rear", "left")] == [4000, 2000, 4000, 2000]
    assert line_of(block, "right").start == (2000, 0)


def test_free_runs_are_unbroken() -> None:
    assert free_runs([True, True, False, True]) == [(0, 2), (3, 4)]
    assert free_runs([]) == [] == free_runs([False])


def lanes(free: str) -> Lanes | None:
    """Which of five files have a free way, from left to right."""
    files = {-2000: 0, -1000: 1, 0: 2, 1000: 3, 2000: 4}
    return free_lanes((0, 0), 0, 5, BASE, lambda lane: free[files[lane.centre[0]]] == "-")


@pytest.mark.parametrize(
    "free, found",
    [
        ("-----", Lanes((0, 0), 5)),
        ("x----", Lanes((500, 0), 4)),
        ("xx---", Lanes((1000, 0), 3)),
        ("xxx--", None),  # the line of the middle is blocked
        ("--x--", None),
        ("-x-x-", Lanes((0, 0), 1)),
        ("xxxxx", None),
    ],
)
def test_a_front_narrows_to_the_lanes_about_its_middle(free: str, found: Lanes | None) -> None:
    assert lanes(free) == found


def test_a_run_may_border_the_middle() -> None:
    def free(lane: Shape) -> bool:
        return lane.centre[0] > 0

    assert free_lanes((0, 0), 0, 4, BASE, free) == Lanes((1000, 0), 2)
