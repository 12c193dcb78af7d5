"""Lying flush: rows of places, who touches whom, and what room is left along a side."""

from __future__ import annotations

import pytest

from warhost.engine.field.alignment import (
    Meeting,
    Stretch,
    abreast,
    blocked,
    closed_in,
    edge_row,
    face_to_face,
    flush,
    inner_ring,
    model_at,
    outline,
    rim,
    room_along,
    row,
    seen_from,
    shared_stretch,
    straight_before,
    touching,
    worth_a_look,
)
from warhost.engine.field.body import PLACES, Body, Poses, Ring, Wedged
from warhost.engine.field.compass import Point
from warhost.engine.field.shapes import gap, oblong
from warhost.engine.field.stance import Stance
from warhost.engine.field.zones import CLOCKWISE, Side, edge

BASE = (1000, 1000)
TOUCH = 50
POSES = Poses()


def ranks(models: int, files: int, front: Point = (0, 0), facing: int = 0) -> Body:
    return POSES.body(Stance(front, facing, files), BASE, models)


def loose(*places: Point) -> Body:
    return POSES.body(Stance((0, 0), 0, len(places), places), BASE, len(places), PLACES)


# --- rows ----------------------------------------------------------------------------------------------------


def test_a_side_has_a_place_for_each_file_or_rank() -> None:
    assert [row(ranks(12, 5), side) for side in CLOCKWISE] == [(5, 1000), (3, 1000), (5, 1000), (3, 1000)]


@pytest.mark.parametrize(
    "side, models",
    [("front", [0, 1, 2, 3, 4]), ("right", [4, 9, 11]), ("rear", [9, 8, 11, 10, 5]), ("left", [10, 5, 0])],
)
def test_an_incomplete_last_rank_counts_as_full(side: Side, models: list[int]) -> None:
    one = ranks(12, 5)
    assert [model_at(one, side, place) for place in range(len(models))] == models


def test_the_outer_models_of_a_wedge_stand_along_its_flanks() -> None:
    one = POSES.body(Stance((0, 0), 0, 4), BASE, 10, Wedged(1, 4))
    assert [model_at(one, "right", place) for place in range(4)] == [0, 2, 5, 9]
    assert [model_at(one, "left", place) for place in range(4)] == [6, 3, 1, 0]
    assert [model_at(one, "rear", place) for place in range(4)] == [9, 8, 7, 6]
    assert [stretch.model for stretch in abreast(one, "front")] == [0, 1, 2, 3, 5, 6, 9]


@pytest.mark.parametrize("shift, places", [(0, [1, 2, 3]), (50, [1, 2, 3]), (51, [2, 3]), (500, [2, 3])])
def test_places_that_overlap_touch_and_so_do_corners(shift: int, places: list[int]) -> None:
    assert list(Meeting((5, 1000), (1, 1000), shift, TOUCH).places()) == places


def test_corner_to_corner_is_touching_and_a_little_further_is_not() -> None:
    assert list(Meeting((5, 1000), (1, 1000), 3050, TOUCH).places()) == [4]
    assert list(Meeting((5, 1000), (1, 1000), 3051, TOUCH).places()) == []
    assert list(Meeting((5, 1000), (5, 1000), 0, TOUCH).opposite(0)) == [3, 4]  # their row runs the other way


def test_face_to_face_goes_by_stretches() -> None:
    rows = Meeting((2, 1000), (2, 1000), 0, TOUCH)
    ours = [Stretch(0, 1000, 7), Stretch(1000, 2000, 8)]
    theirs = [Stretch(0, 900, 1), Stretch(1100, 2000, 2)]
    assert face_to_face(rows, ours, theirs) == [(7, 2), (8, 1)]


# --- base by base --------------------------------------------------------------------------------------------


def test_the_outline_of_ranks_is_all_four_sides() -> None:
    found = outline(ranks(9, 3))
    assert len(found) == 12
    assert {model for _, model in found} == {0, 1, 2, 3, 5, 6, 7, 8}  # all but the one in the middle


def test_touching_goes_by_the_gap() -> None:
    ours = tuple((base, model) for model, base in enumerate(loose((0, 0), (1000, 0)).bases))
    theirs = tuple((base, model) for model, base in enumerate(loose((0, 1050), (1000, 1051)).bases))
    assert touching(ours, theirs, TOUCH) == [(0, 0), (1, 0)]


def test_a_ring_touches_its_victim_all_round_and_others_outside() -> None:
    victim = ranks(4, 2, (0, 1000))
    ring = POSES.body(Stance((0, 0), 0, 1), BASE, 12, Ring(victim.oblong))
    assert len(inner_ring(ring, victim)) == 12
    assert all(gap(base, victim.block) == 0 for base, _ in inner_ring(ring, victim))
    assert len(rim(ring)) == 16 and rim(ring)[0][1] == 11


def test_one_reaches_whoever_is_straight_before_unless_a_friend_is() -> None:
    base, friend = oblong((0, 0), 0, *BASE), oblong((0, 1100), 0, 1000, 500)
    foes = ((oblong((0, 1900), 0, *BASE), 3), (oblong((0, 4000), 0, *BASE), 4))
    assert straight_before(base, 0, 1000, (), foes) == 3
    assert straight_before(base, 0, 899, (), foes) is None
    assert straight_before(base, 0, 1000, ((base, 0), (friend, 1)), foes) is None


def test_a_row_of_bases_lies_inside_its_side() -> None:
    one = ranks(6, 3)
    assert [base.centre for base, _ in edge_row(one, "front")] == [(-1000, -500), (0, -500), (1000, -500)]
    assert [model for _, model in edge_row(one, "rear")] == [5, 4, 3]


# --- room along a side ---------------------------------------------------------------------------------------


def test_flush_against_a_side_one_faces_it() -> None:
    line = edge(ranks(10, 5).oblong, "front")
    assert flush(line, 1000, 3) == Stance((-1000, 0), 18000, 3)  # to the right of one who looks back


def test_against_loose_models_one_closes_in_until_a_base_is_touched() -> None:
    there = loose((0, 0), (2000, -1500))
    line = edge(there.oblong, "front")

    def closed(place: int) -> Stance | None:
        stand = flush(line, place, 1)
        return closed_in(stand, oblong(stand.front, stand.facing, *BASE), there.room)

    assert closed(500) == Stance((500, 500), 18000, 1)
    assert closed(-1000) == Stance((2000, -1000), 18000, 1)
    assert closed(9000) is None


@pytest.mark.parametrize("place, shared", [(0, 1000), (1500, 1000), (2000, 500), (2500, 0), (3000, -500)])
def test_what_is_shared_of_a_side(place: int, shared: int) -> None:
    assert shared_stretch(place, 1000, 4000) == shared


def test_room_is_left_beside_whoever_stands_along_the_side() -> None:
    line = edge(ranks(10, 5).oblong, "front")
    taken = blocked([seen_from(line, oblong((1000, 1000), 0, *BASE))], 1000)
    assert taken == [(-1500, -500)]
    assert room_along(line.length, taken) == [(-2500, -1500), (-500, 2500)]
    assert room_along(line.length, [(-3000, 3000)]) == []


def test_whoever_stands_further_off_than_one_is_deep_leaves_room() -> None:
    line = edge(ranks(10, 5).oblong, "front")
    behind = [seen_from(line, oblong((1000, 2000), 0, *BASE))]
    assert blocked(behind, 1000) == []
    assert blocked(behind, 2000) == [(-1500, -500)]


def test_places_worth_a_look() -> None:
    assert worth_a_look(4000, 2, 1000, 1700, [(0, 500)]) == [1700, 1000, 1000, -1000, -1000, 1500]
    assert worth_a_look(1000, 2, 1000, 0, [])[4:] == [1500, -1500, 500, -500, -500, 500]
