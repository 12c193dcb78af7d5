"""What was seen holds for as long as neither end has moved, nor anybody between them."""

from __future__ import annotations

import pytest

from warhost.engine.field.body import Body, Poses
from warhost.engine.field.compass import Point
from warhost.engine.field.gaze import MOVES_KEPT, Gaze, Seen
from warhost.engine.field.shapes import polygon
from warhost.engine.field.stance import Stance

BASE = (1000, 1000)
GAP = 1000
POSES = Poses()
ENDS = (0, 1)


def at(x: int, y: int) -> Body:
    return POSES.body(Stance((x, y), 0, 1), BASE, 1)


def table(**others: Point) -> dict[int, Body]:
    """Two who look at each other across ten thousand, and others."""
    return {0: at(0, 0), 1: at(0, 11_000)} | {int(name[1:]): at(*point) for name, point in others.items()}


def looked(gaze: Gaze) -> Seen[bool]:
    seen: Seen[bool] = {}
    assert gaze.keep(seen, ENDS, True, gaze.bodies[0], gaze.bodies[1])
    return seen


def test_what_was_seen_is_remembered() -> None:
    gaze = Gaze((), GAP)
    gaze.stand(table())
    seen = looked(gaze)
    assert gaze.recall(seen, ENDS) is True
    assert gaze.recall(seen, (1, 0)) is None


def test_the_same_table_is_the_same_version() -> None:
    gaze = Gaze((), GAP)
    gaze.stand(table())
    version = gaze.version
    gaze.stand(table())
    assert gaze.version == version
    gaze.stand(table(n2=(5000, 5000)))
    assert gaze.version == version + 1


@pytest.mark.parametrize("x, known", [(2501, True), (2000, None)])
def test_one_who_comes_to_stand_between_is_reckoned_with(x: int, known: bool | None) -> None:
    """The ground between two reaches half a base to the right of their middles, and a gap more."""
    gaze = Gaze((), GAP)
    gaze.stand(table(n2=(9000, 5000)))
    seen = looked(gaze)
    gaze.stand(table(n2=(x, 5000)))
    assert gaze.recall(seen, ENDS) is known


def test_one_who_leaves_from_between_is_reckoned_with() -> None:
    gaze = Gaze((), GAP)
    gaze.stand(table(n2=(0, 5000)))
    seen = looked(gaze)
    gaze.stand(table())
    assert gaze.recall(seen, ENDS) is None


def test_an_end_that_has_moved_or_changed_is_looked_at_again() -> None:
    gaze = Gaze((), GAP)
    gaze.stand(table())
    seen = looked(gaze)
    gaze.stand(table(), changed={1})
    assert gaze.recall(seen, ENDS) is None
    seen = looked(gaze)
    gaze.stand(table() | {0: at(10, 0)})
    assert gaze.recall(seen, ENDS) is None


def test_what_held_once_is_not_tried_against_old_moves_again() -> None:
    gaze = Gaze((), GAP)
    gaze.stand(table(n2=(9000, 5000)))
    seen = looked(gaze)
    gaze.stand(table(n2=(9000, 6000)))
    assert gaze.recall(seen, ENDS) is True
    assert seen[ENDS].version == gaze.version


def test_after_too_many_moves_everything_is_looked_at_again() -> None:
    gaze = Gaze((), GAP)
    gaze.stand(table())
    seen = looked(gaze)
    for step in range(MOVES_KEPT + 1):
        gaze.stand(table(n2=(90_000 + step, 0)))
    version = gaze.version
    gaze.stand(table())
    assert gaze.recall(seen, ENDS) is None
    assert gaze.version == version + 1


def test_those_aloft_hide_nobody() -> None:
    gaze = Gaze((), GAP)
    gaze.stand(table(n2=(0, 5000)), aloft={2})
    assert [number for number, _ in gaze.crowd] == [0, 1]
    assert gaze.open([(0, 0)], (0, 11_000), 0, ENDS)


def test_a_line_is_open_unless_somebody_or_a_wall_is_near_it() -> None:
    wall = polygon([(-9000, 4000), (-9000, 4100), (-8000, 4100), (-8000, 4000)])
    gaze = Gaze([wall], GAP)
    gaze.stand(table(n2=(0, 5000)))
    assert not gaze.open([(0, 0)], (0, 11_000), 0, ENDS)
    assert gaze.open([(0, 0), (4000, 0)], (4000, 11_000), 0, ENDS)  # from the other eye
    assert not gaze.open([(-8500, 0)], (-8500, 11_000), 0, ENDS)


def test_two_who_stand_so_near_that_they_could_close_a_gap_leave_it_open_to_doubt() -> None:
    gaze = Gaze((), GAP)
    gaze.stand(table(n2=(-900, 5000)))
    assert gaze.open([(0, 0)], (0, 11_000), 0, ENDS)
    gaze.stand(table(n2=(-900, 5000), n3=(900, 5000)))
    assert not gaze.open([(0, 0)], (0, 11_000), 0, ENDS)
