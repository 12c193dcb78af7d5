"""The ground that models cover in ranks, places, wedges, columns and rings."""

from __future__ import annotations

import pytest

from warhost.engine.field.body import (
    PLACES,
    ROUND_PLACES,
    Column,
    Form,
    Poses,
    Ring,
    Wedged,
    apart,
    close_by,
    slant,
    wholly_within,
    within,
)
from warhost.engine.field.compass import distance
from warhost.engine.field.shapes import gap
from warhost.engine.field.stance import Stance
from warhost.engine.field.wedge import PYRAMID
from warhost.engine.field.zones import Oblong
from warhost.engine.kept import Kept

BASE = (1000, 1000)
HERE = Stance((0, 0), 0, 5)


def test_ranks_leave_their_last_places_free_but_nobody_else_stands_there() -> None:
    body = Poses().body(HERE, BASE, 17)
    assert (body.width, body.depth, body.ranks) == (5000, 4000, 4)
    assert body.room == (body.block,)
    assert [part.top - part.bottom for part in body.parts] == [3000, 1000]
    assert len(body.bases) == 17 and body.base_at(16) == body.bases[16]


def test_fewer_models_than_files_make_a_narrower_front() -> None:
    body = Poses().body(HERE, BASE, 3)
    assert body.files == 3 and body.width == 3000


def test_a_pose_is_worked_out_once() -> None:
    poses = Poses()
    assert poses.body(HERE, BASE, 17) is poses.body(Stance((0, 0), 0, 5), BASE, 17)
    assert poses.body(HERE, BASE, 17) is not poses.body(HERE, BASE, 16)
    assert poses.body(HERE._replace(level=3000), BASE, 17).level == 3000


@pytest.mark.parametrize(
    "one, other", [(Column(1, PYRAMID), Wedged(1, PYRAMID)), (PLACES, ROUND_PLACES), (Column(1, 0), Column(1, 1))]
)
def test_forms_are_told_apart(one: Form, other: Form) -> None:
    poses, stand = Poses(), Stance((0, 0), 0, 2, ((0, 0), (1000, 0)))
    assert one != other
    assert poses.body(stand, BASE, 5, one) is not poses.body(stand, BASE, 5, other)


def test_loose_models_stand_where_their_places_are() -> None:
    stand = Stance((9, 9), 0, 2, ((0, 0), (3000, 500), (9000, 9000)))
    body = Poses().body(stand, BASE, 2, PLACES)
    assert [base.centre for base in body.bases] == [(0, 0), (3000, 500)]  # the third has fallen
    assert body.front == (1500, 1000)
    assert (body.width, body.depth) == (4000, 1500)


def test_round_bases_are_as_near_at_their_corners_as_at_their_sides() -> None:
    poses = Poses()

    def alone(x: int, y: int, form: Form) -> int:
        one = poses.body(Stance((0, 0), 0, 1, ((0, 0),)), BASE, 1, form)
        other = poses.body(Stance((0, 0), 0, 1, ((x, y),)), BASE, 1, form)
        return apart(one, other)

    assert alone(3000, 0, ROUND_PLACES) == alone(3000, 0, PLACES) == 2000
    assert abs(alone(3000, 3000, ROUND_PLACES) - (4243 - 1000)) <= 20
    assert alone(3000, 3000, PLACES) == distance((500, 500), (2500, 2500))


def test_a_wedge_keeps_others_out_of_the_gaps_between_its_points() -> None:
    body = Poses().body(HERE, BASE, 20, Wedged(2, 4))
    assert body.wedge is not None and body.wedge.rows == (2, 4, 6, 8)
    assert body.ranks == 4 and body.width == 8000
    assert body.room == (body.block,)
    assert len(body.bases) == 20 and len(body.parts) == 7  # two runs in each row but the last
    assert body.bases[0].centre == (-2000, -500)


def test_a_pyramid_is_as_wide_as_its_last_row() -> None:
    body = Poses().body(HERE, BASE, 10, Wedged(1, PYRAMID))
    assert (body.width, body.depth) == (4000, 4000)


def test_a_bent_column_leads_along_the_new_leg() -> None:
    body = Poses().body(Stance((0, 0), 9000, 1), BASE, 5, Column(2, 0))
    assert [base.centre for base in body.bases] == [
        (-500, 0), (-1500, 0), (-2000, -500), (-2000, -1500), (-2000, -2500),
    ]  # fmt: skip
    assert len(body.room) == 2


def test_a_column_that_is_wholly_round_the_bend_is_straight() -> None:
    assert Poses().body(HERE, BASE, 10, Column(2, 9000)).bend == ()


def test_a_ring_closes_round_its_victim() -> None:
    body = Poses().body(HERE, BASE, 12, Ring(Oblong((0, 1000), 0, 2000, 2000)))
    assert (body.width, body.depth) == (4000, 4000)
    assert body.front == (0, 2000)
    more = Poses().body(HERE, BASE, 13, Ring(Oblong((0, 1000), 0, 2000, 2000)))
    assert more.width == 6000  # one too many for the first ring


def test_followers_stand_behind_and_no_wider() -> None:
    poses = Poses()
    pack = poses.body(Stance((0, 0), 0, 2), (2000, 2000), 2)
    whole = poses.followed(pack, BASE, 5)
    assert whole is poses.followed(pack, BASE, 5)
    assert (whole.width, whole.depth) == (4000, 4000)
    assert whole.models == 2 and len(whole.bases) == 7


def test_levels_count_in_a_range_and_not_on_the_plan() -> None:
    poses = Poses()
    low = poses.body(Stance((0, 0), 0, 1), BASE, 1)
    high = poses.body(Stance((4000, 0), 0, 1, level=4000), BASE, 1)
    assert apart(low, high) == 3000
    assert slant(apart(low, high), high.level - low.level) == 5000
    assert slant(apart(low, low), 0) == 0


def test_a_quick_look_never_contradicts_the_measure() -> None:
    poses = Poses()
    one = poses.body(Stance((0, 0), 0, 1), BASE, 1)
    other = poses.body(Stance((3000, 0), 0, 1), BASE, 1)
    assert gap(one.block, other.block) == 2000
    assert within(one, other, 2000) and not within(one, other, 1999)
    assert close_by(one, other, 2000) and not close_by(one, other, 1999)
    assert wholly_within(one, other, 4124) and not wholly_within(one, other, 4123)


def test_a_memory_that_is_full_begins_anew() -> None:
    kept = Kept[int, str](most=2)
    assert kept.keep(1, "one") == "one"
    kept.keep(2, "two")
    assert kept.get(1) == "one"
    kept.keep(3, "three")
    assert kept == {3: "three"}
