"""Armies on paper: sheets to read and print."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .visitor import Come

pytestmark = pytest.mark.slow


def test_armies_of_a_new_game_have_sheets(come: Come) -> None:
    visitor = come()
    visitor.go("/#/new/threeplains")
    page = visitor.page
    page.get_by_label("First army").select_option("elves_500")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Army sheet").first.click()
    expect(opened.value.locator("h1")).to_contain_text("Vigil of the Outer March")


@pytest.mark.parametrize("side", [0, 1])
def test_both_sides_of_a_game_have_sheets(come: Come, side: int) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    page = visitor.page
    page.click("#tab-units")
    title = page.locator("table.units caption").nth(side).inner_text().split(" (you)")[0].split("\n")[0]
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Army sheet").nth(side).click()
    expect(opened.value.locator("h1")).to_contain_text(title.replace("Army sheet", "").strip())
