"""Towns: pieces, quarters laid by dice, drawn tables, distances in them."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.levels.parts import _Frame, placed
from warhost.rulebooks.warband.lookout import apart
from warhost.rulebooks.warband.moving.movement import Move

from .moves import CANDLE
from .scene import book, man, scene


@pytest.mark.rule("war.map.format")
def test_pieces_are_turned_and_put_down() -> None:
    cottage = book().towns.pieces["cottage"].built()
    assert _Frame(cottage.size, (40_000, 10_000), 90).point((1_000, 5_000)) == (41_000, 11_000)
    assert _Frame(cottage.size, (4_000, 10_000), 0).point((7_000, 5_000)) == (11_000, 15_000)
    assert placed(cottage, (40_000, 10_000), 90).size == (6_000, 8_000)


@pytest.mark.rule("war.scen.board", "war.map.piece.well", "war.map.piece.rubble")
def test_a_quarter_is_laid_out_by_dice() -> None:
    dice = iter([3, 2, *[1, 1] * 8])
    plan = book().towns.quarter(lambda purpose: next(dice))
    assert plan.pieces[0] == ("cottage", 4_000, 5_000, 0)
    dice = iter([4, 5, 2, 1, *[1, 1] * 7])
    plan = book().towns.quarter(lambda purpose: next(dice))
    assert plan.pieces[0] == ("house", 4_000, 4_000, 90)
    rails = [wall for wall in book().towns.build(plan).site.parts.walls if wall.rail]
    assert [wall.upright for wall in rails] == [True, True]  # east and west


@pytest.mark.rule("war.scen.board", "war.terrain.bridge")
def test_walkways_join_roofs_of_the_same_height() -> None:
    dice = iter([4, 1, 4, 1, *[1, 1] * 7, 4])
    plan = book().towns.quarter(lambda purpose: next(dice))
    assert plan.walkways == ((12_000, 7_500, 20_000, 8_500),) and plan.heights == (6_000,)


@pytest.mark.rule("war.map.table.candle")
def test_distances_over_the_roofs_of_candle_street() -> None:
    fight = scene(man(0, 18, 14, 6), man(1, 8, 13, 3), **CANDLE)
    assert round(apart(fight, 0, 1) / 1000, 2) == 9.53


@pytest.mark.rule("war.terrain.measure")
@pytest.mark.parametrize("at, far", [((14, 10, 4), 5.0), ((15, 10, 0), 4.0), ((10, 10, 3), 3.0)])
def test_distances_count_heights(at: tuple[float, float, float], far: float) -> None:
    fight = scene(man(0, 10, 10), man(1, 20, 20))
    other = fight.state.warriors[1]
    other.x, other.y, other.z = (round(one * 1000) for one in at)
    assert apart(fight, 0, 1) == pytest.approx(far * 1000)


def test_a_town_can_be_drawn_in_a_text_file(tmp_path: Any) -> None:
    drawn = tmp_path / "mine.toml"
    drawn.write_text('id = "mine"\ntitle = "Mine"\nplan = ["c.H", ".o.", "u.t"]\n')
    setup = book().setup("skirmish", {"town": str(drawn)})
    assert [piece[0] for piece in setup["plan"][2]] == ["ruin", "counting", "well", "cottage", "house"]
    drawn.write_text('id = "mine"\ntitle = "Mine"\nplan = ["x"]\n')
    with pytest.raises(Exception, match="expected letters"):
        book().setup("skirmish", {"town": str(drawn)})


@pytest.mark.rule("war.map.format", "war.move.normal")
@pytest.mark.parametrize("x, lawful", [(19_500, True), (19_600, False)])
def test_a_table_of_ones_own_may_be_small(x: int, lawful: bool) -> None:
    fight = scene(man(0, 18, 9), man(1, 2, 2), size=[20, 18])
    assert (Move(fight, 0).refuse([["go", x, 9_000]]) is None) is lawful
