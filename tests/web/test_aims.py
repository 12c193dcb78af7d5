"""An order to shoot is put together in sight: the arrow on the table, the odds on the card, Enter to give it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .test_everybody import serious_faults
from .visitor import ASKED, MOST_ANSWERS, Come, Visitor

pytestmark = pytest.mark.slow
SIZES = {
    "laptop": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}


def aiming(visitor: Visitor) -> None:
    """Missúm!, where the first legion is asked at whom it shoots."""
    visitor.play_now("missum")
    page = visitor.page
    for _ in range(MOST_ANSWERS):
        text = visitor.wait_for_question()
        if text.startswith("At whom do"):
            return
        if "Who shoots now?" in text:
            before = visitor.number
            page.locator(".asked-body .option").first.click()
            visitor.question_passes(before)
        else:
            visitor.finish_phase()
    raise AssertionError("nobody ever shoots")


@pytest.mark.parametrize("size", SIZES)
def test_a_shot_is_seen_with_its_odds_before_it_is_given(come: Come, size: str) -> None:
    settings: Any = SIZES[size]
    visitor = come(**settings)
    aiming(visitor)
    page, before = visitor.page, visitor.number
    page.wait_for_selector(".judgement.yes")
    told = page.locator(".card-foot .expected .loss").first
    expect(told).to_contain_text("lose 1 model")
    expect(told.locator("rect")).not_to_have_count(0)
    expect(page.locator(".aim.given")).to_have_count(1)
    expect(page.locator(".piece.target")).not_to_have_count(0)
    expect(page.locator(".commit")).to_be_in_viewport()
    assert serious_faults(page) == []
    visitor.shot(f"aim-{size}")
    page.keyboard.press("Enter")
    visitor.question_passes(before)


def test_the_number_of_shooters_changes_the_odds(come: Come) -> None:
    visitor = come()
    aiming(visitor)
    page = visitor.page
    told = page.locator(".card-foot .expected .loss").first
    expect(told).to_contain_text("lose 1 model")
    many = told.inner_text()
    page.locator(".control.number input").first.fill("1")
    expect(told).to_contain_text("lose 1 model")
    expect(told).not_to_have_text(many)


def test_the_target_is_taken_by_pointing_at_it(come: Come) -> None:
    visitor = come()
    aiming(visitor)
    page = visitor.page
    page.wait_for_selector(".judgement.yes")
    page.locator(".control.number input").first.fill("0")
    expect(page.locator(".aim.given")).to_have_count(0)
    visitor.at_rest(".piece.target")
    page.locator(".piece.target .touch").first.click(force=True)
    expect(page.locator(".aim.given")).to_have_count(1)
    assert page.locator(".control.number input").first.input_value() != "0"


def test_what_is_advised_is_given_by_enter(come: Come) -> None:
    visitor = come()
    aiming(visitor)
    page, before = visitor.page, visitor.number
    page.keyboard.press("h")
    page.wait_for_selector(".guide.hint button")
    page.keyboard.press("Enter")
    visitor.question_passes(before)
    page.wait_for_selector(f"{ASKED}, .question.over, .question.waiting")
