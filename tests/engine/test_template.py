"""Templates: which sectors lie over which bases."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warhost.engine.field.compass import Point
from warhost.engine.field.shapes import Shape, area, oblong, shared_area
from warhost.engine.field.template import (
    Sector,
    area_under,
    covers,
    explosion,
    fewest_sectors,
    flame,
    main_sector,
    sectors_over,
)

HITS = ("1", "D2")
fronts = st.tuples(st.integers(-2500, 2500), st.integers(-2500, 2500))
angles = st.integers(0, 35999)


def laid(angle: int = 0) -> list[Sector]:
    """Three inches across with a centre of one inch, over the origin."""
    return explosion((0, 0), 1500, 500, angle, HITS)


def base(x: int, y: int, size: int = 200) -> Shape:
    """A base with its middle there."""
    return oblong((x, y + size // 2), 0, size, size)


def scores(template: list[Sector], *bases: Shape) -> list[int]:
    """Which sectors score, by number."""
    over = sectors_over(template, bases)
    return [number for number, sector in enumerate(template) if sector in over]


def test_an_explosion_has_a_centre_and_four_quarter_rings() -> None:
    template = laid()
    assert [sector.hits for sector in template] == ["1", "D2", "D2", "D2", "D2"]
    disc = area(template[0].shape)
    ring = sum(area(sector.shape) - area(sector.hole) for sector in template[1:] if sector.hole)
    assert (disc, ring) == pytest.approx((3.14e6 / 4, 3.14e6 * 2), rel=0.02)


def test_quarters_run_clockwise_from_the_turn() -> None:
    corners = [base(700, 700), base(700, -700), base(-700, -700), base(-700, 700)]
    assert [scores(laid(), corner) for corner in corners] == [[1], [2], [3], [4]]
    assert [scores(laid(9000), corner) for corner in corners] == [[4], [1], [2], [3]]


def test_a_base_lies_under_every_sector_that_covers_some_of_it() -> None:
    assert scores(laid(), base(0, 0)) == [0]
    assert scores(laid(), base(0, 800)) == [1, 4]
    assert scores(laid(), base(0, 500)) == [0, 1, 4]
    assert scores(laid(), base(0, 0, 1200)) == [0, 1, 2, 3, 4]
    assert scores(laid(), base(1700, 0)) == []


def test_a_base_that_only_touches_with_an_edge_does_not_count() -> None:
    assert scores(laid(), base(100, 800)) == [1]
    assert scores(laid(), base(95, 800)) == [1]
    assert scores(laid(), base(88, 800)) == [1, 4]
    assert scores(laid(), base(1600, 0)) == []


def test_a_base_across_a_border_within_the_hole_is_not_under_the_next_quarter() -> None:
    """It reaches from one quarter ring through the centre disc, and over the border only there."""
    leaning = oblong((300, 450), 0, 640, 400)
    assert scores(laid(), leaning) == [0, 1]


def test_several_bases_score_each_sector_once() -> None:
    assert scores(laid(), base(700, 700), base(800, 400), base(-700, 700)) == [1, 4]


@settings(deadline=None)
@given(fronts, angles, angles)
def test_sectors_share_out_what_lies_under_the_template(front: Point, facing: int, turn: int) -> None:
    stand = oblong(front, facing, 787, 984)
    template = laid(turn)
    whole = sum(shared_area(sector.shape, stand) for sector in template[1:])
    assert sum(area_under(sector, stand) for sector in template) == pytest.approx(whole, abs=3000)
    assert all(area_under(sector, stand) > 0 for sector in template if covers(sector, stand))


def test_a_lone_figure_is_hit_by_the_sector_over_most_of_its_base() -> None:
    sector = main_sector(laid(), base(30, 800))
    assert sector == laid()[1]
    assert main_sector(laid(), base(0, 150, 500)) == laid()[0]
    assert main_sector(laid(), base(3000, 0)) is None


def test_a_round_template_is_turned_to_the_fewest_sectors() -> None:
    row = [base(x, 900) for x in (-400, -200, 0, 200, 400)]
    assert scores(laid(), *row) == [1, 4]
    turned = fewest_sectors((0, 0), 1500, 500, row)
    assert turned == 3200  # the inner corners of the row lie 32 degrees to either side
    assert len(scores(laid(turned), *row)) == 1
    assert len(scores(laid(turned - 100), *row)) == 2


def test_of_equal_turns_the_first_is_taken() -> None:
    assert fewest_sectors((0, 0), 1500, 500, [base(700, 700)]) == 0
    assert fewest_sectors((0, 0), 1500, 500, [base(0, 0, 4000)]) == 0
    assert fewest_sectors((0, 0), 1500, 500, []) == 0


def test_turning_counts_bases_from_where_the_template_lies() -> None:
    row = [base(20000 + x, 30900) for x in (-400, -200, 0, 200, 400)]
    assert fewest_sectors((20000, 30000), 1500, 500, row) == 3200


def test_a_flame_widens_and_is_cut_across() -> None:
    near, middle, far = flame((0, 0), 0, 9000, 600, 2400, ("1", "D3", "D3"))
    assert [sector.hits for sector in (near, middle, far)] == ["1", "D3", "D3"]
    assert near.shape.points == ((-600, 3000), (600, 3000), (300, 0), (-300, 0))
    assert middle.shape.points == ((-900, 6000), (900, 6000), (600, 3000), (-600, 3000))
    assert far.shape.points == ((-1200, 9000), (1200, 9000), (900, 6000), (-900, 6000))


def test_a_flame_covers_what_lies_along_its_way() -> None:
    template = flame((1000, 1000), 9000, 9000, 600, 2400, ("1", "D3", "D3"))
    assert scores(template, base(2000, 1000)) == [0]
    assert scores(template, base(4000, 1500, 400)) == [0, 1]
    assert scores(template, base(9000, 2000)) == [2]
    assert scores(template, base(2000, 2000)) == []
    assert scores(template, base(900, 1000)) == []
