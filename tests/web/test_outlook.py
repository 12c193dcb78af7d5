"""What a piece would see: lines and arcs of a ghost, and from any point of the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .test_deciding import begin
from .visitor import MARCH, MOVE, Come

pytestmark = pytest.mark.slow


def test_a_ghost_that_turns_away_loses_sight_of_the_enemy(come: Come) -> None:
    visitor = come()
    begin(visitor, "threeplains", "three_hills", measuring="open")
    visitor.answer_until(MOVE, charging=False)
    visitor.drag(".piece[data-piece='guard'] .rim", 0, -40)
    page = visitor.page
    expect(page.locator(".arc.sight")).to_be_attached()
    expect(page.locator(".arc.senses")).to_be_attached()
    expect(page.locator(".rays .eye:not(.hidden)").first).to_be_attached()
    expect(page.locator(".outlook summary")).not_to_have_text("From there 0")
    visitor.shot("outlook")
    page.get_by_role("button", name="Turn about").click()
    expect(page.locator(".outlook summary")).to_contain_text("From there 0 of")
    expect(page.locator(".rays .eye")).to_have_count(0)


def test_nothing_is_measured_for_a_ghost_where_orders_come_first(come: Come) -> None:
    visitor = come()
    begin(visitor, "threeplains", "three_hills", measuring="orders first")
    visitor.answer_until(MOVE, charging=False)
    visitor.drag(".piece[data-piece='guard'] .rim", 0, -60)
    page = visitor.page
    expect(page.locator(".arc.sight")).to_be_attached()
    assert page.locator(".arc").count() == 1
    assert page.locator(".ruler text").count() == 0
    page.keyboard.press("l")
    expect(page.locator(".arc")).to_have_count(0)
    expect(page.locator(".outlook")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator(".arc.sight")).to_be_attached()


def test_a_marching_soldier_shows_his_arc_of_fire(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    visitor.page.click("[data-piece='spearmen-3']")
    visitor.page.wait_for_selector(".judgement")
    visitor.page.keyboard.press("ArrowUp")
    expect(visitor.page.locator(".arc.sight .wash")).to_be_attached()
    expect(visitor.page.locator(".outlook summary")).to_contain_text("in sight")
    visitor.shot("outlook-board")


def test_from_any_point_one_can_look_about(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE, charging=False)
    page = visitor.page
    page.keyboard.press("m")
    box = page.locator(".ground .grass").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".tape-bar")).to_contain_text("In sight from there")
    expect(page.locator(".tape-bar")).to_contain_text("To where?")
    assert page.locator(".rays .eye").count() > 0
    visitor.shot("outlook-point")
    page.mouse.click(box["x"] + box["width"] / 2 + 60, box["y"] + box["height"] / 2)
    expect(page.locator(".tape-bar")).not_to_contain_text("To where?")
    expect(page.locator(".rays")).to_have_count(0)
