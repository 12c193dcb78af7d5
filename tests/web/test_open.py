"""What lies open over a page takes the keyboard, and is left by Escape or by a click beside it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .visitor import Come, Visitor, new_game

pytestmark = pytest.mark.slow
IN_DIALOG = "() => Boolean(document.activeElement.closest('[role=dialog]'))"
LAPTOP = {"viewport": {"width": 1440, "height": 900}}


def invited(come: Come) -> Visitor:
    visitor = come(**LAPTOP)
    new_game(visitor, "Battle for Magnamund", "A friend far away")
    visitor.page.wait_for_selector(".invitation")
    return visitor


def test_the_invitation_keeps_the_keyboard_and_is_left_by_escape(come: Come) -> None:
    page = invited(come).page
    page.wait_for_function(IN_DIALOG)
    for _ in range(7):
        page.keyboard.press("Tab")
        assert page.evaluate(IN_DIALOG)
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(IN_DIALOG)
    page.keyboard.press("Escape")
    expect(page.locator(".invitation")).to_have_count(0)


def open_calls(page: Page) -> str:
    page.locator("button.bell").click()
    return ".calls"


def open_invite(page: Page) -> str:
    page.locator("summary", has_text="Invite").click()
    return "details.invite[open]"


def open_goal(page: Page) -> str:
    page.locator(".goal summary").click()
    return ".goal[open]"


def open_keys(page: Page) -> str:
    page.keyboard.press("?")
    return "dialog.keys"


@pytest.mark.parametrize("opening", [open_calls, open_invite, open_goal, open_keys])
def test_whatever_is_open_is_left_by_escape_or_a_click_beside(come: Come, opening: object) -> None:
    page = invited(come).page
    page.get_by_role("button", name="To the table").click()
    assert callable(opening)
    for leave in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(8, 500)):
        what = opening(page)
        expect(page.locator(what)).to_have_count(1)
        leave()
        expect(page.locator(what)).to_have_count(0)


def test_a_game_is_forgotten_at_the_second_press(come: Come) -> None:
    visitor = invited(come)
    visitor.go("/#/games")
    page = visitor.page
    page.get_by_role("button", name="Forget").click()
    expect(page.locator(".games li")).to_have_count(1)
    page.get_by_role("button", name="Forget it for good").click()
    expect(page.locator(".games li")).to_have_count(0)
