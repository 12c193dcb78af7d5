"""Fingers where there is little room: fighters closer together than a fingertip, grips beside a small ghost."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .test_thumbs import Fingers
from .visitor import Come, Visitor

pytestmark = pytest.mark.slow
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
LIST = ".crowd button"
PLACED = ".piece[data-piece=lantern-sword-5] .rim"


def _set_up(come: Come) -> Visitor:
    """Eleven fighters stand side by side in front of a phone that shows the whole of them."""
    visitor = come(**SMALL)
    visitor.play_now("warband")
    visitor.answer_until("set up?")
    before = visitor.number
    visitor.page.get_by_role("button", name="Set up for me").tap()
    visitor.question_passes(before)
    visitor.answer_until("Who charges?")
    return visitor


def _touches(visitor: Visitor, selector: str) -> None:
    x, y = visitor.at_rest(selector)
    visitor.page.touchscreen.tap(x, y)


def test_a_touch_in_a_crowd_asks_which_of_them_it_meant(come: Come) -> None:
    visitor = _set_up(come)
    page, before = visitor.page, visitor.number
    _touches(visitor, PLACED)
    expect(page.locator(LIST).first).to_have_text("Street Sword 5")
    assert page.locator(LIST).count() > 2
    for one in page.locator(LIST).all():
        box = one.bounding_box()
        assert box is not None and box["height"] >= 44
        expect(one).to_be_in_viewport(ratio=1)
    visitor.shot("crowd")
    page.locator(LIST).first.tap()
    expect(page.locator(".crowd")).to_have_count(0)
    expect(page.locator(".judgement")).to_contain_text("Street Sword 5")
    assert visitor.number == before
    page.locator(".commit").tap()
    visitor.question_passes(before)
    assert "Street Sword 5" in visitor.wait_for_question()


def test_from_near_a_touch_means_one_and_a_touch_beside_the_list_closes_it(come: Come) -> None:
    visitor = _set_up(come)
    page = visitor.page
    _touches(visitor, PLACED)
    page.touchscreen.tap(150, 85)
    expect(page.locator(".crowd")).to_have_count(0)
    _touches(visitor, PLACED)
    page.get_by_role("button", name="Come nearer").tap()
    _touches(visitor, PLACED)
    expect(page.locator(".judgement")).to_contain_text("Street Sword 5")
    expect(page.locator(".crowd")).to_have_count(0)


def test_a_finger_that_rests_on_a_crowd_reads_of_whom_was_chosen_from_it(come: Come) -> None:
    visitor = _set_up(come)
    page, fingers = visitor.page, Fingers(visitor)
    _touches(visitor, PLACED)
    chosen = page.locator(LIST).nth(1).inner_text()
    page.locator(LIST).nth(1).tap()
    fingers.put("touchStart", visitor.at_rest(PLACED))
    expect(page.locator(".piece-card h2")).to_have_text(chosen)
    fingers.put("touchEnd")
    assert chosen != "Street Sword 5"


def test_a_mouse_means_what_it_points_at(come: Come) -> None:
    visitor = come(viewport=SMALL["viewport"])
    visitor.play_now("warband")
    visitor.answer_until("set up?")
    visitor.page.get_by_role("button", name="Set up for me").click()
    visitor.answer_until("Who charges?")
    before = visitor.number
    visitor.page.mouse.click(*visitor.at_rest(PLACED))
    visitor.question_passes(before)
    expect(visitor.page.locator(".crowd")).to_have_count(0)


NEAR = """async (apart) => {
    const { crowdAt } = await import("/crowd.js");
    const piece = (id, x) => ({ id, squares: [[x, 0]] }), signal = (value) => ({ value });
    const can = { nameOf: (one) => (one.id.startsWith("can") ? one.id : null) };
    const field = { out: ([x, y]) => ({ x, y }) }, at = { x: 0, y: 0 };
    const desk = { level: signal(null), camera: { scale: 2 } };
    const met = (picker, pieces) => crowdAt({ ...desk, view: signal({ pieces }), picker }, field, "hit", at);
    const both = [piece("hit", 0), piece("far", apart)], able = [piece("hit", 0), piece("can", apart)];
    return [met(null, both), met(can, able), met(can, [...able, piece("can too", -apart)])];
}"""


@pytest.mark.parametrize(("apart", "near"), [(9, True), (9.5, False)])
def test_a_fingertip_is_so_large_and_prefers_those_who_answer(come: Come, apart: float, near: bool) -> None:
    visitor = come()
    visitor.go("/#/prefs")
    crowds = [["hit", "far"], ["can"], ["can", "can too"]] if near else [["hit"]] * 3
    assert visitor.page.evaluate(NEAR, apart) == crowds


def test_a_finger_on_a_small_ghost_drags_it_and_one_on_its_grip_turns_it(come: Come) -> None:
    visitor = come(**SMALL)
    visitor.play_now("threeplains")
    visitor.answer_until("Where shall")
    visitor.page.tap("[aria-label='Show the whole table']")
    fingers, before = Fingers(visitor), visitor.order

    def pulls(selector: str) -> Any:
        typed, (x, y) = visitor.page.locator(".typed input"), visitor.at_rest(selector)
        shown = typed.get_attribute("placeholder") or ""
        fingers.put("touchStart", (x, y))
        for part in range(1, 6):
            fingers.put("touchMove", (x + 5 * part, y + 6 * part))
        fingers.put("touchEnd")
        expect(typed).not_to_have_attribute("placeholder", shown)
        return visitor.order

    moved = pulls("[data-ghost] .rim")
    assert moved["at"] != before["at"] and moved["facing"] == before["facing"]
    turned = pulls("[data-handle=turn] circle:not(.pad)")
    assert turned["at"] == moved["at"] and turned["facing"] != moved["facing"]


def test_who_faces_nowhere_is_not_turned(come: Come) -> None:
    visitor = come(**SMALL)
    visitor.play_now("warband")
    visitor.answer_until("set up?")
    page = visitor.page
    expect(page.locator("[data-ghost]")).to_have_count(1)
    expect(page.locator(".handle")).to_have_count(0)
    page.tap(".grip")
    expect(page.locator(".asked-body")).to_be_visible()
    expect(page.locator(".pair")).to_have_count(0)
    visitor.go("/")
    visitor.play_now("threeplains")
    visitor.answer_until("Where shall")
    expect(page.locator("[data-handle=turn]")).to_have_count(1)


ASIDE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}


def test_on_a_phone_on_its_side_no_words_lie_across_the_table(come: Come) -> None:
    """The verdict stands beside the table; over a low one its caption would reach beyond both edges."""
    for size, shown in (({}, 1), (ASIDE, 0)):
        visitor = come(**size)
        visitor.play_now("threeplains")
        visitor.answer_until("Where shall")
        visitor.page.wait_for_selector(".judgement.yes")
        expect(visitor.page.locator(".caption:visible")).to_have_count(shown)


def test_on_a_phone_on_its_side_the_choices_of_an_order_have_room(come: Come) -> None:
    """Who is ahead stands above them again as soon as no order is given."""
    visitor = come(**ASIDE)
    visitor.play_now("threeplains")
    expect(visitor.page.locator(".panel .banner")).to_be_visible()
    visitor.answer_until("Where shall")
    visitor.page.wait_for_selector(".judgement.yes")
    body = visitor.page.locator(".asked-body").bounding_box()
    assert body is not None and body["height"] >= 110  # of 390, with the verdict and its buttons below


SHORT = """() => [...document.querySelectorAll(".strip .phase.now, .strip .whose")]
    .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""


def test_a_narrow_phone_has_room_for_the_phase(come: Come) -> None:
    visitor = come(**SMALL)
    visitor.play_now("regiments")
    visitor.answer_until("A spell that is taken")
    expect(visitor.page.locator(".phase.now")).to_have_text("Rolling for spells")
    assert visitor.page.evaluate(SHORT) == []
    visitor.answer_until("placed next")
    expect(visitor.page.locator(".phase.now")).to_have_text("Deployment")
    assert visitor.page.evaluate(SHORT) == []
    named = "([name, words]) => { document.querySelector(name).textContent = words; }"
    visitor.page.evaluate(named, [".whose", "The Broken Tusk Horde"])
    box = visitor.page.locator(".phase.now").bounding_box()
    assert box is not None and box["width"] > 60
    visitor.page.evaluate(named, [".whose", "Your turn"])
    visitor.page.evaluate(named, [".phase.now", "Second half move"])
    assert "Your turn" not in visitor.page.evaluate(SHORT)
