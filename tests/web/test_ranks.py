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
