"""Whatever stands beside it, what is asked has room for its choices and its button; nothing lies on anything."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from .test_in_sight import HIDDEN
from .test_phone import ordering
from .visitor import MOVE, PATIENCE, Come, Visitor

pytestmark = pytest.mark.slow

PHONE: ViewportSize = {"width": 390, "height": 844}
VOLLEY = "Who shoots at whom"
# Buttons of the panel whose middle lies under something else.
COVERED = """() => [...document.querySelectorAll(".panel button:not(:disabled), .panel summary")].filter(one => {
    const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const room = one.closest(".asked-body, .lines, .tab-body")?.getBoundingClientRect();
    if (!one.checkVisibility() || (room && (y < room.top || y > room.bottom))) return false;
    const corners = [[x, y], [x, box.y + 4], [x, box.bottom - 4]];
    return corners.some(([at, down]) => !(room && (down < room.top || down > room.bottom))
        && !one.contains(document.elementFromPoint(at, down)));
}).map(one => one.outerHTML.slice(0, 160))"""

SEEN = "() => document.querySelector('#field').viewBox.baseVal.width"  # how much of the table


def _played(visitor: Visitor, words: str) -> None:
    """What happens is played, as it is for whoever has never touched his settings."""
    for _ in range(60):
        visitor.page.wait_for_function(
            "() => !document.querySelector('.play-bar') && document.querySelector('.question:not(.waiting)')",
            timeout=PATIENCE,
        )
        if words in visitor.asked and visitor.page.locator(".last-turn").count():
            return
        if "charge, and at whom" in visitor.asked:
            visitor.finish_phase()
        else:
            visitor.answer_somehow()
    raise AssertionError(f"never asked: {words}")


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (1024, 768), (844, 390)])
def test_the_button_is_in_sight_beside_all_that_can_be_said(come: Come, size: tuple[int, int]) -> None:
    finger = {"has_touch": True, "is_mobile": True} if size[1] < 500 else {}
    visitor = come(speed="fast", viewport={"width": size[0], "height": size[1]}, **finger)
    visitor.play_now("magnamund")
    _played(visitor, VOLLEY)
    page = visitor.page
    expect(page.locator(".guide:not(.aide)").first).to_be_attached()
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(COVERED) == []
    expect(page.locator(".asked-body .option").first).to_be_in_viewport(ratio=1)
    tops = [button.bounding_box() for button in page.locator(".last-turn button").all()]
    assert len({round(box["y"]) for box in tops if box}) == 1, "two buttons, one row"
    visitor.shot(f"room-{size[0]}x{size[1]}")


def test_on_a_phone_a_tip_leaves_room_for_the_choices(come: Come) -> None:
    visitor = come(speed="fast", viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.play_now("threeplains")
    _played(visitor, MOVE)
    page = visitor.page
    expect(page.locator(".asked-body > .guide:not(.aide)")).to_be_in_viewport()
    expect(page.locator(".asked-body .option").nth(1)).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED) == []
    visitor.shot("room-phone")


def test_a_finger_that_moves_the_table_by_a_piece_opens_no_card(come: Come) -> None:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE, charging=False)
    page, touch = visitor.page, visitor.context.new_cdp_session(visitor.page)
    page.tap("[aria-label='Show the whole table']")  # it had come near to those who may move
    x, y = visitor.at_rest(".piece.foe")
    before = page.locator("#field").get_attribute("viewBox")
    for kind, by in [("touchStart", 0), *(("touchMove", 5 * part) for part in range(1, 9))]:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + by, "y": y}]})
    page.wait_for_timeout(700)  # longer than a long press
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".piece-card")).to_have_count(0)
    assert page.locator("#field").get_attribute("viewBox") != before


def test_a_reload_looks_at_what_is_asked_too(come: Come) -> None:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE, charging=False)
    ordering(visitor, "guard")
    visitor.at_rest(".piece.about")
    near = visitor.page.evaluate(SEEN)
    visitor.page.reload()
    visitor.wait_for_question()
    visitor.at_rest(".piece.about")
    assert visitor.page.evaluate(SEEN) == near


def test_the_bar_of_a_phone_keeps_its_height_whatever_is_asked(come: Come) -> None:
    """Otherwise the table would jump from question to question."""
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.play_now("magnamund")
    heights: dict[str, float] = {}
    for _ in range(8):
        words = visitor.wait_for_question()
        heights[words] = visitor.page.evaluate("document.querySelector('.topbar').getBoundingClientRect().height")
        visitor.answer_somehow()
    assert len(heights) > 3 and len(set(heights.values())) == 1, heights


def test_the_card_of_a_piece_says_what_its_words_mean(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    page = visitor.page
    page.get_by_role("button", name="Set up for me").click()
    expect(page.locator(".aide")).to_have_count(0)
    visitor.answer_until("charge, and at whom")
    page.locator(".piece[data-piece='longbowmen']").click(force=True)
    page.locator(".inspector").get_by_role("button", name="Card").click()
    word = page.locator(".meanings details").filter(has=page.locator("summary", has_text="longbow"))
    expect(word.locator("p")).to_be_hidden()
    word.locator("summary").click()
    expect(word.locator("p")).to_have_text(re.compile("^Range 26 inches"))
    page.keyboard.press("Escape")
    expect(page.locator(".piece-card")).to_have_count(0)
    assert visitor.faults == []
