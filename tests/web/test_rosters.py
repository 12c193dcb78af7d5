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


def test_an_army_of_ones_own_meets_one_of_the_same_points(come: Come) -> None:
    visitor = come()
    page = visitor.page
    visitor.go("/#/build/threeplains/herlanceia_500")
    page.get_by_label("Name").first.fill("The Ford Watch")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    visitor.go("/#/new/threeplains")
    first, second = page.get_by_label("First army"), page.get_by_label("Second army")
    first.select_option("The Ford Watch")
    expect(second).to_have_value("elves_500")
    second.select_option("orcs_1000")
    expect(first).to_have_value("elves_1000")  # both have the same points
    first.select_option("The Ford Watch")
    page.get_by_role("button", name="Begin").click()
    visitor.wait_for_question()
    page.click("#tab-units")
    expect(page.locator("table.units caption").first).to_contain_text("The Ford Watch")


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
