"""Regiments under the hand: wheels are drawn and paid by the outer corner, and no hand leads too far."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .test_learning import begin
from .visitor import Come, Visitor

pytestmark = pytest.mark.slow

SPEARS = ".piece[data-piece='spears'] .rim"
SIZES = [{"width": 1440, "height": 900}, {"width": 390, "height": 844}]


def _dragged(come: Come, dx: float, dy: float, size: Any = SIZES[0]) -> Visitor:
    visitor = come(viewport=size)
    begin(visitor, "regiments", "Move")
    visitor.drag(SPEARS, dx, dy)
    return visitor


@pytest.mark.parametrize("size", SIZES)
def test_a_hand_that_leads_too_far_keeps_what_is_lawful(come: Come, size: Any) -> None:
    visitor = _dragged(come, 60, -200, size)
    cost = re.compile(r"used, 0\.[01]″ left\. Outer corner \d")
    expect(visitor.page.locator(".judgement.yes")).to_contain_text(cost)
    expect(visitor.page.locator(".ghosts .arc")).to_have_count(1)
    visitor.shot(f"regiments_wheel_{size['width']}")


def test_straight_ahead_no_corner_goes_farther(come: Come) -> None:
    visitor = _dragged(come, 0, -40)
    expect(visitor.page.locator(".judgement.yes")).not_to_contain_text("Outer corner")
    expect(visitor.page.locator(".ghosts .arc")).to_have_count(0)


def test_another_front_takes_the_place_of_a_move(come: Come) -> None:
    visitor = _dragged(come, 0, -40)
    visitor.page.keyboard.press("]")
    expect(visitor.page.locator(".judgement.yes")).to_be_visible()
    assert visitor.order == [["reform", 6]]


def _setting_up(come: Come, **settings: Any) -> Visitor:
    """Somebody who is asked where the first of his units is set up."""
    visitor = come(**settings)
    visitor.play_now("regiments")
    visitor.answer_until("set up?")
    return visitor


def test_a_unit_is_set_up_as_wide_as_it_stands(come: Come) -> None:
    visitor = _setting_up(come)
    page = visitor.page
    width = re.compile(r"front (\d+)")
    tools = page.locator(".tools")
    expect(tools).to_contain_text(width)
    found = width.search(tools.inner_text())
    assert found is not None
    files = int(found[1])
    assert files >= 3
    page.get_by_role("button", name="Wider front").click()
    expect(tools).to_contain_text(f"front {files + 1}")
    assert visitor.order["files"] == files + 1


def test_where_terrain_lies_is_one_line_and_no_dice(come: Come) -> None:
    visitor = come()
    visitor.play_now("regiments")
    visitor.wait_for_question()
    page = visitor.page
    laid = page.locator(".log .fold", has_text=re.compile("(is|are) laid out")).last
    expect(laid.locator("summary .said")).to_have_text(re.compile(r"laid out\.$"))
    expect(page.locator(".log summary .die.many")).to_have_count(0)
    laid.locator("summary").click()
    expect(laid.locator(".line .die.many").first).to_be_visible()
    expect(page.locator(".tray-head", has_text="lies")).to_have_count(0)


NUDGED = """([facing, keys]) => import('/books/regiments/march.js').then(({ RankedMarch }) => {
    const base = { outline: [] };
    const block = { id: "spears", front: [30000, 20000], facing, bases: [base, base], ...base };
    const maker = new RankedMarch({ about: "spears", order: { left: 8000, width: 4000 } }, { blocks: [block] });
    return maker.answer(keys.reduce((draft, [dx, dy]) => maker.nudge(draft, 1000 * dx, 1000 * dy), maker.start()));
})"""
NORTH, SOUTH, EAST = [0, 1], [0, -1], [1, 0]


@pytest.mark.parametrize(
    ("facing", "keys", "order"),
    [
        (19100, [SOUTH, SOUTH], [["go", 29618, 18036]]),  # straight on, though it stands a little askew
        (19100, [SOUTH, SOUTH, NORTH], [["go", 29809, 19018]]),  # and back the same way
        (4500, [NORTH], [["go", 30707, 20707]]),
        (4600, [NORTH], [["go", 30000, 21000]]),
        (0, [NORTH, NORTH, EAST], [["go", 31000, 22000]]),
    ],
)
def test_an_arrow_key_leads_a_front_straight_on(come: Come, facing: int, keys: list[Any], order: Any) -> None:
    visitor = come()
    visitor.go("/")
    assert visitor.page.evaluate(NUDGED, [facing, keys]) == order
