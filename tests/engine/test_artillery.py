"""Artillery and scatter dice, round templates and the teardrop."""

from __future__ import annotations

from warhost.engine.artillery import (
    Teardrop,
    any_direction,
    artillery,
    compass_of,
    direction_of,
    round_touches,
    scattered,
    swept_by,
    under,
)
from warhost.engine.chain import Thrower
from warhost.engine.field.compass import ahead
from warhost.engine.field.formation import bases
from warhost.engine.field.shapes import oblong


def dice(*faces: int) -> Thrower:
    left = list(faces)
    return lambda asked: tuple(left.pop(0) for _ in range(asked.count))


def test_the_faces_of_the_artillery_die() -> None:
    assert [artillery(dice(face), "", 0) for face in range(1, 7)] == [2, 4, 6, 8, 10, None]


def test_an_arrow_shifts_and_a_hit_does_not() -> None:
    arrow = scattered(dice(4, 180, 4), "", 0)
    assert (arrow.hit, arrow.direction, arrow.number, arrow.shift()) == (False, 180, 8, 8000)
    assert ahead((40000, 24000), compass_of(arrow.direction), arrow.shift()) == (32000, 24000)
    hit = scattered(dice(5, 90, 5), "", 0)
    assert (hit.shift(), hit.shift(less=3, always=True)) == (0, 7000)
    assert scattered(dice(1, 7, 6), "", 0).misfire


def test_directions_count_from_east_to_north() -> None:
    assert any_direction(dice(360), "", 0) == 0
    assert [direction_of(compass_of(way)) for way in (0, 45, 90, 359)] == [0, 45, 90, 359]


def test_templates_touch_as_many_as_on_a_table() -> None:
    block = bases((0, 0), 0, 5, 25, (984, 984))
    centre = block[12].centre
    assert sum(round_touches(centre, 1500, base) for base in block) == 13
    block = bases((0, 0), 0, 7, 49, (787, 787))
    assert sum(round_touches(block[24].centre, 2500, base) for base in block) == 45


def test_a_template_that_slides_touches_all_on_its_way() -> None:
    touches = swept_by((0, 0), (0, 6000), 1500)
    assert touches(oblong((1600, 3000), 0, 300, 300))
    assert not touches(oblong((1800, 3000), 0, 300, 300))
    assert touches(oblong((0, 7600), 0, 300, 300))


def test_a_teardrop_is_eight_long_and_broad_at_its_end() -> None:
    drop = Teardrop()
    assert drop.touches((0, 0), 0, oblong((0, 8090), 0, 100, 100))
    assert not drop.touches((0, 0), 0, oblong((0, 8200), 0, 100, 100))
    assert drop.touches((0, 0), 0, oblong((1200, 6800), 0, 100, 100))
    assert not drop.touches((0, 0), 0, oblong((1200, 3000), 0, 100, 100))
    assert len(drop.outline((0, 0), 0)) > 10


def test_who_stands_under_the_middle() -> None:
    block = bases((0, 0), 0, 2, 2, (1000, 1000))
    assert under((-500, -500), block) == [0]
    assert under((0, -500), block) == [0, 1]
    assert under((5000, 0), block) == []
