"""Armies on paper: sheets to read and print, and rosters written in the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .visitor import Come, Visitor

pytestmark = pytest.mark.slow


def _editing(come: Come) -> Visitor:
    visitor = come()
    visitor.go("/#/rosters/threeplains/herlanceia_500")
    expect(visitor.page.locator(".bill h2")).to_have_text("496 of 500 points, lawful")
    return visitor


def _write(visitor: Visitor, old: str, new: str) -> None:
    box = visitor.page.get_by_label("The roster")
    text = box.input_value()
    assert old in text
    box.fill(text.replace(old, new, 1))


def test_the_bill_and_the_breaches_follow_what_is_written(come: Come) -> None:
    visitor = _editing(come)
    page = visitor.page
    _write(visitor, "models = 20", "models = 40")
    expect(page.locator(".bill h2")).to_contain_text("breach")
    expect(page.locator(".breaches")).to_contain_text("of at most 500")
    expect(page.get_by_role("button", name="Lead it into battle")).to_be_disabled()
    visitor.shot("roster-breach")
    page.locator(".breaches").get_by_role("button", name="Why?").first.click()
    expect(page.locator(".drawer .rule")).to_contain_text("tp.")
    _write(visitor, "models = 40", "modelz = 40")
    expect(page.locator(".card[role=status]")).to_contain_text("did you mean models?")


def test_a_roster_of_ones_own_goes_into_battle(come: Come) -> None:
    visitor = _editing(come)
    page = visitor.page
    _write(visitor, "The Bridge Watch", "The Ford Watch")
    page.wait_for_function("() => !document.querySelector('.bill h2').textContent.includes('breach')")
    page.get_by_role("button", name="Lead it into battle").click()
    page.wait_for_url(re.compile("#/game/"))  # no other click: an enemy of the same points has been found
    page.click("#tab-units")
    expect(page.locator("table.units caption").first).to_contain_text("The Ford Watch")
    expect(page.locator("table.units caption").nth(1)).to_be_visible()


def test_a_roster_of_unusual_points_meets_an_enemy_raised_for_it(come: Come) -> None:
    visitor = _editing(come)
    page = visitor.page
    _write(visitor, "points = 500", "points = 640")
    expect(page.locator(".bill h2")).to_contain_text("of 640 points, lawful")
    page.get_by_role("button", name="Lead it into battle").click()
    page.wait_for_url(re.compile("#/game/"))
    visitor.wait_for_question()


def test_field_and_enemy_of_ones_own_roster_can_be_chosen(come: Come) -> None:
    visitor = _editing(come)
    page = visitor.page
    _write(visitor, "The Bridge Watch", "The Ford Watch")
    page.wait_for_function("() => !document.querySelector('.bill h2').textContent.includes('breach')")
    page.get_by_role("button", name="Choose field and enemy").click()
    page.wait_for_url(re.compile("#/new/"))
    expect(page.get_by_label("First army")).to_have_value("The Ford Watch")
    expect(page.get_by_label("Second army")).to_have_value("elves_500")
    page.get_by_label("Second army").select_option("orcs_1000")
    expect(page.get_by_label("First army")).to_have_value("elves_1000")  # both have the same points
    page.get_by_label("First army").select_option("The Ford Watch")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("#/game/"))


def test_a_roster_is_kept_and_can_be_saved(come: Come) -> None:
    visitor = _editing(come)
    page = visitor.page
    _write(visitor, "The Bridge Watch", "The Ford Watch")
    page.get_by_role("button", name="Keep it here").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    assert saved.value.suggested_filename == "The Ford Watch.toml"
    assert 'name = "The Ford Watch"' in saved.value.path().read_text()
    page.reload()
    page.get_by_label("Begin with").select_option("The Ford Watch")
    expect(page.get_by_label("The roster")).to_have_value(re.compile("The Ford Watch"))


def test_the_sheet_of_a_roster_is_shown_beside_it(come: Come) -> None:
    visitor = _editing(come)
    visitor.page.get_by_role("button", name="Army sheet").click()
    expect(
        visitor.page.locator(".written-sheet").get_by_text("Herlanceian Longbowmen", exact=False).first
    ).to_be_visible()
    visitor.shot("roster-sheet")


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
