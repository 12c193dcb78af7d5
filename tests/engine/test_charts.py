"""Charts that games share, cell by cell as they are printed."""

from __future__ import annotations

import pytest

from warhost.engine.charts import (
    CLASSIC_SKILL,
    CLASSIC_WOUND,
    Crosstable,
    armour_modifier,
    out_of_reach,
    second_need,
    shooting_need,
    skill_chart,
    succeeds,
    wound_chart,
)

SKILL = """
4 4 5 5 5 5 5 5 5 5
3 4 4 4 5 5 5 5 5 5
3 3 4 4 4 4 5 5 5 5
3 3 3 4 4 4 4 4 5 5
3 3 3 3 4 4 4 4 4 4
3 3 3 3 3 4 4 4 4 4
3 3 3 3 3 3 4 4 4 4
3 3 3 3 3 3 3 4 4 4
3 3 3 3 3 3 3 3 4 4
3 3 3 3 3 3 3 3 3 4
"""
WOUND = """
4 5 6 6 6 6 6 6 6 6
3 4 5 6 6 6 6 6 6 6
2 3 4 5 6 6 6 6 6 6
2 2 3 4 5 6 6 6 6 6
2 2 2 3 4 5 6 6 6 6
2 2 2 2 3 4 5 6 6 6
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 2 3 4
"""


def cells(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(cell) for cell in row.split()) for row in text.split("\n") if row)


@pytest.mark.parametrize(("chart", "printed"), [(CLASSIC_SKILL, SKILL), (CLASSIC_WOUND, WOUND)])
def test_every_cell_is_as_printed(chart: Crosstable, printed: str) -> None:
    assert chart.rows == cells(printed)


def test_values_beyond_the_chart_are_read_at_its_edge() -> None:
    assert CLASSIC_WOUND.need(12, 11) == 4
    assert CLASSIC_WOUND.need(0, 1) == 4
    assert CLASSIC_SKILL.need(1, 0) == 4


def test_a_chart_is_read_as_it_is_printed() -> None:
    chart = Crosstable.read("some.rule", {2: ["3+", "4+"], 1: ["4+", "5+"]})
    assert chart == Crosstable("some.rule", ((4, 5), (3, 4)))
    assert skill_chart("a").rule == "a" and wound_chart("b").rule == "b"


@pytest.mark.parametrize(("skill", "need"), [(1, 6), (4, 3), (6, 1), (7, 0), (10, -3)])
def test_a_shooter_needs_seven_less_his_skill(skill: int, need: int) -> None:
    assert shooting_need(skill) == need


@pytest.mark.parametrize(("strength", "modifier"), [(1, 0), (3, 0), (4, -1), (7, -4), (10, -7)])
def test_strength_worsens_the_save(strength: int, modifier: int) -> None:
    assert armour_modifier(strength) == modifier


def test_a_second_die_from_seven_to_nine_and_nothing_beyond() -> None:
    assert [second_need(need) for need in (5, 6, 7, 8, 9, 10)] == [None, None, 4, 5, 6, None]
    assert [out_of_reach(need) for need in (9, 10)] == [False, True]


def test_one_fails_and_six_succeeds_where_it_is_said() -> None:
    assert not succeeds(1, -3)
    assert succeeds(2, -3)
    assert not succeeds(6, 7)
    assert succeeds(6, 7, sixes=True)
