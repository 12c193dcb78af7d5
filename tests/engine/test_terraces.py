"""Floors above the table: which tops join, and the edge round them."""

from __future__ import annotations

import pytest

from warhost.engine.field.compass import Point
from warhost.engine.field.shapes import Shape, area, overlap, polygon
from warhost.engine.field.terraces import Terrace, terraces
from warhost.engine.field.terrain import Ground


def block(left: int, right: int, bottom: int = 0, top: int = 2000) -> Shape:
    return polygon([(left, bottom), (left, top), (right, top), (right, bottom)])


WALLS = [Ground(block(left, left + 6000), "wall", height=1) for left in (0, 6000, 16_000)]
TOWER = Ground(block(12_000, 16_000, -1000, 3000), "tower", height=2)
CORNER = Ground(block(22_000, 24_000, 0, 8000), "wall", height=1)


def floors() -> list[Terrace[Ground[str]]]:
    return terraces([*WALLS, TOWER, CORNER], lambda one, other: one.kind == other.kind == "wall")


def test_walls_side_by_side_are_one_floor_and_a_tower_parts_them() -> None:
    assert [floor.grounds for floor in floors()] == [tuple(WALLS[:2]), (WALLS[2], CORNER), (TOWER,)]


@pytest.mark.parametrize("point, floor", [((11_000, 1000), 0), ((14_000, 1000), 2), ((23_000, 7000), 1)])
def test_a_point_is_on_one_floor(point: Point, floor: int) -> None:
    assert [each.holds(point) for each in floors()] == [at == floor for at in range(3)]


@pytest.mark.parametrize(
    "stand, barred",
    [
        (block(5500, 6500), False),  # across the joint of two walls
        (block(0, 12_000), False),  # all of the walk
        (block(5500, 6500, -20, 800), True),  # over its side
        (block(11_500, 12_020), True),  # half on the tower
        (block(23_000, 23_900, 1500, 2500), True),  # another floor altogether
    ],
)
def test_the_edge_is_everything_but_the_floor(stand: Shape, barred: bool) -> None:
    assert any(overlap(stand, part.shape) for part in floors()[0].edge) == barred


def test_round_a_corner_the_edge_leaves_both_legs_free() -> None:
    edge = floors()[1].edge
    assert not any(overlap(block(21_000, 23_000), part.shape) for part in edge)
    assert not any(overlap(block(22_000, 24_000, 1000, 8000), part.shape) for part in edge)
    assert any(overlap(block(21_000, 23_000, 1500, 2500), part.shape) for part in edge)
    assert all(area(part.shape) > 0 and part.kind == "wall" for part in edge)
