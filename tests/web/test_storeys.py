"""A town of several levels on the page: one at a time, ways up and down with their chances, sight by height."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .ahead import Question, open_game, plainly, play_ahead
from .visitor import BEGIN, Come, Visitor

pytestmark = pytest.mark.slow

FEET = {"south": [37_670, 7_500], "north": [10_330, 40_500]}  # below a window of the tall house in either zone
SIZES = [{"width": 1440, "height": 900}, {"width": 1024, "height": 768}]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def beside_the_wall(visitor: Visitor, address: str) -> str:
    """A game in Candle Street, and who stands below a window on the move; his way up is a climb."""
    visitor.go("/")
    options = {"table": "candle", "measuring": "open", "armies": "lantern_500, ash_500"}
    seats = [{"kind": "person"}, {"kind": "person"}]
    wish = {"rulebook": "warband", "scenario": "skirmish", "options": options, "seats": seats}
    made: dict[str, Any] = visitor.page.evaluate(BEGIN, wish)
    asked = play_ahead(address, made, _may_climb, _ToTheWall())
    open_game(visitor, made, asked["side"])
    who: str = asked["about"]
    visitor.page.wait_for_selector(f".piece[data-piece='{who}']")
    return who


def _may_climb(question: Question) -> bool:
    return question["what"] == "order" and any(way["rise"] > 0 for way in question["order"]["ways"])


class _ToTheWall:
    """Each side sets up its first below a window of its own tall house, and moves him first."""

    def __init__(self) -> None:
        self.there: dict[int, str] = {}

    def __call__(self, question: Question) -> Any:
        side = question["side"]
        if question["what"] == "deploy" and side in self.there:
            return "rest"
        if question["what"] == "deploy":
            self.there[side] = question["about"]
            heights = [y for _, y in question["order"]["zone"]]
            return {"at": FEET["south" if min(heights) == 0 else "north"]}
        return self.there[side] if question["what"] == "move" else plainly(question)


@pytest.mark.parametrize("size", SIZES)
def test_levels_are_looked_at_one_by_one(come: Come, server: str, size: Any) -> None:
    visitor = come(viewport=size)
    who = beside_the_wall(visitor, server)
    page, piece = visitor.page, visitor.page.locator(f".piece[data-piece='{who}']")
    expect(page.locator(".levels button")).to_have_text(["all", "9″", "6″", "3″", "street"])
    expect(page.locator(".feature-above")).to_have_count(0)
    page.get_by_role("button", name="Only this level: street").click()
    expect(page.locator(".feature-above").first).to_be_attached()
    expect(page.locator(".feature .roof")).to_have_count(0)
    expect(piece).not_to_have_class(re.compile("above|below"))
    visitor.shot(f"storeys_street_{size['width']}")
    page.get_by_role("button", name="Only this level: 3″").click()
    expect(piece).to_have_class(re.compile("below"))
    expect(page.locator(".feature.below").first).to_be_attached()
    visitor.shot(f"storeys_floor_{size['width']}")
    page.keyboard.press("g")
    expect(page.get_by_role("button", name="Only this level: street")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("g")
    expect(page.locator(".feature.below, .feature-above")).to_have_count(0)


def test_a_climb_is_marked_with_its_chance_and_taken_by_a_touch(come: Come, server: str) -> None:
    visitor = come()
    who = beside_the_wall(visitor, server)
    page = visitor.page
    expect(page.locator(".reach-line")).to_have_count(2)  # at a walk, and at a run
    way = page.locator(".way.risky").first
    expect(way.locator("text")).to_have_text(re.compile(r"^\d+ %$"))
    expect(way).to_have_attribute(
        "aria-label", re.compile(r"limb up to 3 inches.*gets there: \d+ %, or stays at the foot")
    )
    page.mouse.click(*visitor.middle_of(".way.risky .keep"))
    page.wait_for_selector(".judgement.yes")
    assert visitor.order[-1] == ["climb", 3_000]
    expect(page.locator(".judgement")).to_contain_text("or stays at the foot")
    _, before = visitor.middle_of(f".piece[data-piece='{who}'] .bases")
    _, after = visitor.middle_of(".ghost .bases")
    assert after != before  # the ghost stands at the window
    visitor.shot("storeys_climb")


def test_sight_tells_of_cover_and_height(come: Come, server: str) -> None:
    visitor = come()
    who = beside_the_wall(visitor, server)
    page = visitor.page
    page.mouse.click(*visitor.middle_of(".way.risky .keep"))
    page.wait_for_selector(".judgement.yes")
    words = page.locator(".outlook")
    expect(words).to_contain_text("in sight")
    expect(words).to_contain_text("lower")
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.mouse.click(*visitor.middle_of(f".piece[data-piece='{who}'] .bases"))
    expect(page.locator(".tape-bar")).to_contain_text("enemies are in sight")
    visitor.shot("storeys_sight")


def test_it_is_done_with_fingers_on_a_phone(come: Come, server: str) -> None:
    visitor = come(**PHONE)
    beside_the_wall(visitor, server)
    page = visitor.page
    levels = page.locator(".levels")
    levels.get_by_role("button", name="All levels").tap()
    levels.get_by_role("button", name="Only this level: 3″").tap()
    expect(page.locator(".feature-above").first).to_be_attached()
    visitor.shot("storeys_phone_floor")
    page.touchscreen.tap(*visitor.middle_of(".way.risky .keep"))
    page.wait_for_selector(".judgement.yes")
    assert visitor.order[-1] == ["climb", 3_000]
    visitor.shot("storeys_phone")
