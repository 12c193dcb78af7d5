"""The first minute of a new game: its form with pictures, and a side that the computer sets up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .visitor import ASKED, PATIENCE, Come

pytestmark = pytest.mark.slow
LAPTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
WISHED = re.compile("The computer sets up for .*, as its player wished")
SEEN = "image => image.complete && image.naturalWidth > 0"


@SIZES
def test_the_new_game_is_chosen_by_its_pictures(come: Come, size: dict[str, object]) -> None:
    visitor = come(**size)
    page = visitor.page
    visitor.go("/#/new")
    pictures = page.locator(".game-choice img")
    expect(pictures).to_have_count(5, timeout=PATIENCE)
    page.locator(".game-choice", has_text="Three Plains").click()
    page.locator(".field-choice select").first.select_option("raid")
    ground = page.get_by_alt_text("The ground of Raid")
    expect(ground).to_be_visible()
    for picture in [*pictures.all(), ground]:
        page.wait_for_function(SEEN, arg=picture.element_handle())
    page.locator(".game-choice", has_text="Warband").click()  # its town is laid by chance
    expect(page.locator(".ground-picture")).to_contain_text("when the battle begins")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.shot(f"new-game-{'phone' if 'has_touch' in size else 'laptop'}")


@pytest.mark.parametrize("rulebook", ["Battle for Magnamund", "Regiments", "Three Plains", "Warband"])
def test_who_wishes_so_begins_with_the_first_turn(come: Come, rulebook: str) -> None:
    visitor = come()
    page = visitor.page
    visitor.go("/#/new")
    page.get_by_label(rulebook).check()
    page.get_by_label("Set up for me").check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(ASKED)
    expect(page.locator(".aide")).to_have_count(0)
    expect(page.locator(".log")).to_contain_text(WISHED)
    page.reload()
    page.wait_for_selector(ASKED)
    expect(page.locator(".log")).to_contain_text(WISHED)


@SIZES
def test_setting_up_is_left_to_the_computer_at_the_table(come: Come, size: dict[str, object]) -> None:
    visitor = come(**size)
    page = visitor.page
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    button = page.get_by_role("button", name="Set up for me")
    expect(button).to_be_in_viewport()
    button.click()
    expect(page.locator(".aide")).to_have_count(0)
    expect(page.locator(ASKED)).to_contain_text("charge", timeout=PATIENCE)
    page.keyboard.press("u")
    expect(page.locator(".question .notice")).to_contain_text("has set up for you")
