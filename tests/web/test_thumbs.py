"""A newcomer with a phone, upright or on its side: what he needs is in sight, uncovered, fit for a thumb."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .test_everybody import serious_faults
from .visitor import MOVE, Come, Visitor

pytestmark = pytest.mark.slow
UPRIGHT = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ASIDE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
BOTH = pytest.mark.parametrize("size", [UPRIGHT, ASIDE], ids=["upright", "aside"])
A_THUMB = 44
# Keys over the table that are seen, but lie under something else.
COVERED = """() => [...document.querySelectorAll(".zoom button, .levels button")].filter(one => {
    const box = one.getBoundingClientRect(), room = one.parentElement.getBoundingClientRect();
    const x = box.x + box.width / 2, within = (down) => down > room.top && down < room.bottom;
    if (!one.checkVisibility() || x < room.left) return false;
    const under = (down) => !one.contains(document.elementFromPoint(x, down));
    return [box.top + 3, box.bottom - 3].some(down => within(down) && under(down));
}).map(one => one.outerHTML.slice(0, 120))"""
SMALL = """least => [...document.querySelectorAll("button:not(.link), summary")]
    .filter(one => one.checkVisibility())
    .map(one => [one.getBoundingClientRect(), one.textContent])
    .filter(([box]) => box.width > 2 && (box.width < least - 1 || box.height < least - 1))
    .map(([box, words]) => `${words}: ${box.width} × ${box.height}`)"""
NEAR = "() => document.querySelector('#field').getScreenCTM().a"
WHOLE = "() => { const bar = document.querySelector('.strip'); return bar.scrollWidth <= bar.clientWidth; }"


def _sits(come: Come, rulebook: str, size: dict[str, Any]) -> Visitor:
    visitor = come(**size)
    visitor.play_now(rulebook)
    visitor.wait_for_question()
    return visitor


class Fingers:
    def __init__(self, visitor: Visitor):
        self.page, self.touch = visitor.page, visitor.context.new_cdp_session(visitor.page)

    def put(self, kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    def spread(self, rests: tuple[float, float], by: float) -> None:
        """The first finger rests, the second goes away from it."""
        x, y = rests
        self.put("touchStart", rests)
        self.put("touchStart", rests, (x + 30, y))
        for part in range(1, 9):
            self.put("touchMove", rests, (x + 30 + by * part / 8, y))
        self.put("touchEnd")


@BOTH
@pytest.mark.parametrize("rulebook", ["magnamund", "warband"])
def test_the_offer_to_set_up_is_in_sight_though_the_table_has_the_room(
    come: Come, rulebook: str, size: dict[str, Any]
) -> None:
    visitor = _sits(come, rulebook, size)
    page = visitor.page
    expect(page.get_by_role("button", name="Set up for me")).to_be_in_viewport(ratio=1)
    if page.locator(".commit").count():
        expect(page.locator(".commit")).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED) == []
    assert page.evaluate(SMALL, A_THUMB) == []
    assert serious_faults(page) == []
    visitor.shot(f"thumbs-{rulebook}-{size['viewport']['width']}")


def test_the_keys_of_the_table_step_back_where_the_sheet_leaves_no_room(come: Come) -> None:
    visitor = _sits(come, "magnamund", UPRIGHT)
    page = visitor.page
    expect(page.get_by_role("button", name="Zoom out")).to_be_visible()
    page.tap(".grip")
    expect(page.locator(".panel")).to_have_class("panel half")
    expect(page.locator(".asked-body")).to_be_visible()
    assert page.evaluate(COVERED) == []
    expect(page.get_by_role("button", name="Show the whole table")).to_be_in_viewport()


def test_on_its_side_the_table_comes_near_to_who_is_ordered(come: Come) -> None:
    visitor = _sits(come, "magnamund", ASIDE)
    page = visitor.page
    visitor.at_rest("[data-ghost]")
    box = page.locator("[data-ghost] .rim, [data-ghost]").first.bounding_box()
    assert box is not None and min(box["width"], box["height"]) > 20
    near = page.evaluate(NEAR)
    page.tap("[aria-label='Show the whole table']")
    visitor.at_rest("#field")
    assert near > 1.8 * page.evaluate(NEAR)


def test_on_its_side_the_bar_has_room_for_the_phase(come: Come) -> None:
    visitor = _sits(come, "regiments", ASIDE)
    page = visitor.page
    assert page.evaluate(WHOLE)
    expect(page.get_by_role("button", name="Measure")).to_be_hidden()
    page.tap(".menu-key")
    expect(page.get_by_role("button", name="Measure")).to_be_in_viewport(ratio=1)
    assert serious_faults(page) == []
    page.tap("#bar-buttons >> text=Measure")
    expect(page.locator(".tape-bar")).to_be_visible()


def test_two_fingers_of_which_one_rests_touch_nothing(come: Come) -> None:
    visitor = come(**UPRIGHT)
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE, charging=False)
    page, fingers = visitor.page, Fingers(visitor)
    page.tap("[aria-label='Show the whole table']")  # it had come near to those who may move
    fingers.put("touchStart", visitor.at_rest(".piece.foe"))
    fingers.put("touchEnd")
    expect(page.locator(".piece.selected")).to_have_count(1)
    before = page.evaluate(NEAR)
    fingers.spread((40, 330), 120)
    assert page.evaluate(NEAR) > before
    expect(page.locator(".piece.selected")).to_have_count(1)


def test_who_looks_elsewhere_is_led_to_what_is_asked(come: Come) -> None:
    visitor = come(**UPRIGHT)
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE, charging=False)
    page, fingers = visitor.page, Fingers(visitor)
    visitor.at_rest(".piece[data-piece=guard]")
    for _ in range(3):
        fingers.spread((60, 200), 200)
    near = page.evaluate(NEAR)
    for _ in range(6):  # away from everybody
        fingers.put("touchStart", (200, 200))
        for part in range(1, 9):
            fingers.put("touchMove", (200, 200 + 20 * part))
        fingers.put("touchEnd")
    expect(page.locator(".piece[data-piece=guard]")).not_to_be_in_viewport()
    before = visitor.number
    page.locator("[data-answer=guard]").click()  # the browser takes a tap after such a flick for the end of it
    visitor.question_passes(before)
    visitor.wait_for_question()
    visitor.at_rest(".piece.about")
    expect(page.locator(".piece.about")).to_be_in_viewport()
    assert page.evaluate(NEAR) == pytest.approx(near, rel=0.05), "as near as the hand had brought it"


GOES = """async () => {
    const { mustGo } = await import("/orders.js"), way = {answer: {path: [1]}}, stay = {answer: {}};
    const goes = (begins, suggestions) => mustGo({hand: {maker: {value: {begins}}}}, {kind: "order", suggestions});
    return [goes(false, [way]), goes(false, [way, stay]), goes(true, [way]), goes(false, [])];
}"""


def test_who_may_not_stay_is_shown_the_orders_that_lie_ready(come: Come) -> None:
    """As a unit that was broken apart and has to close up: it is not easy to find out how."""
    visitor = come()
    visitor.go("/#/prefs")
    assert visitor.page.evaluate(GOES) == [True, False, False, False]


def test_one_fighter_has_no_front_and_his_far_edge_may_be_turned_near(come: Come) -> None:
    visitor = _sits(come, "warband", UPRIGHT)
    page = visitor.page
    north = page.locator("[data-answer=north]")
    if north.count():
        before = visitor.number
        north.tap()
        visitor.question_passes(before)
        visitor.wait_for_question()
    expect(page.get_by_role("button", name="Turn it round")).to_be_in_viewport()
    page.tap(".grip")
    expect(page.locator(".asked-body")).to_be_visible()
    expect(page.locator(".pair")).to_have_count(0)


def test_lessons_on_a_phone_on_its_side_leave_the_table_free(come: Come) -> None:
    visitor = come(**ASIDE)
    visitor.go("/#/learn/threeplains")
    page = visitor.page
    page.tap(".lesson-steps button.primary")
    visitor.wait_for_question()
    box = page.locator(".lesson-card").bounding_box()
    assert box is not None and box["height"] < 110
    assert page.evaluate(COVERED) == []
    expect(page.locator(".card-foot")).to_be_in_viewport()
    assert serious_faults(page) == []
    visitor.shot("thumbs-lesson")


def test_a_lesson_that_can_no_longer_be_done_is_begun_again(come: Come) -> None:
    visitor = come(**UPRIGHT)
    visitor.go("/#/learn/regiments")
    page, first = visitor.page, visitor.page.locator(".lesson-steps button.primary")
    first.tap()
    again = page.get_by_role("button", name="Try it again")
    for _ in range(30):  # never the march that is the task
        visitor.wait_for_question()
        if page.locator(".question.over").count():
            break
        visitor.finish_phase()
    expect(again).to_be_in_viewport()
    game = visitor.game
    tray, card = (page.locator(name).bounding_box() for name in (".tray", ".lesson-card"))
    assert tray and card and card["y"] >= tray["y"] + tray["height"] - 1, "the dice are seen"
    again.tap()
    page.wait_for_function("game => !location.hash.endsWith(game)", arg=game)
    visitor.wait_for_question()
    expect(again).to_have_count(0)
