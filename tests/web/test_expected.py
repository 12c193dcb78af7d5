"""Beside each choice stands what it may cost both sides, worked out by the referee."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .visitor import Come

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["laptop", "phone"])
def test_a_shot_says_beforehand_what_it_may_cost(come: Come, size: tuple[int, int]) -> None:
    visitor = come(viewport={"width": size[0], "height": size[1]})
    visitor.play_now("magnamund")
    visitor.answer_until("How shall they shoot?")
    first = visitor.page.locator(".option-row .expected .loss").first
    expect(first).to_contain_text("falls in")
    expect(first).to_contain_text("%")
    expect(first.locator("rect")).not_to_have_count(0)
    visitor.shot(f"expected-{size[0]}")
    before = visitor.number
    visitor.page.locator(".option").first.click()
    visitor.question_passes(before)
