"""A press means what lay under the pointer when it began, though a line that comes late shifts the page before it
is let go: it is not lost, and does not meet what lies there by then."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .test_thumbs import UPRIGHT, Fingers
from .visitor import Come, Visitor

pytestmark = pytest.mark.slow
LAPTOP = {"viewport": {"width": 1440, "height": 900}}
COMMIT = ".commit"
# All below the question's first line goes down, as it does when the referee has said what is in sight.
SHIFT = """() => new Promise(done => { const late = document.createElement("p");
    late.style.height = "5rem"; document.querySelector(".asked-body").prepend(late);
    requestAnimationFrame(done); })"""
# A button comes to lie under the finger.
UNDER = """([x, y]) => { const late = document.body.appendChild(document.createElement("button"));
    late.style = `position: fixed; z-index: 999; left: ${x - 20}px; top: ${y - 20}px; width: 40px; height: 40px`;
    late.onclick = () => { globalThis.met = true; }; }"""


def asked(come: Come, size: dict[str, Any]) -> Visitor:
    visitor = come(**size)
    visitor.play_now("magnamund")
    visitor.wait_for_question()
    visitor.page.wait_for_selector(".judgement.yes")
    return visitor


def pressed(visitor: Visitor) -> tuple[float, float]:
    place = visitor.at_rest(COMMIT)
    visitor.page.mouse.move(*place)
    visitor.page.mouse.down()
    return place


def test_a_button_that_moves_away_under_the_mouse_is_still_pressed(come: Come) -> None:
    visitor = asked(come, LAPTOP)
    before, place = visitor.number, pressed(visitor)
    visitor.page.evaluate(SHIFT)
    assert visitor.middle_of(COMMIT) != place
    visitor.page.mouse.up()
    visitor.question_passes(before)


def test_whoever_slides_off_a_button_has_not_pressed_it(come: Come) -> None:
    visitor = asked(come, LAPTOP)
    before, (x, y) = visitor.number, pressed(visitor)
    visitor.page.mouse.move(x, y - 200, steps=4)
    visitor.page.mouse.up()
    visitor.page.wait_for_timeout(500)
    assert visitor.number == before


def test_a_finger_does_not_meet_what_has_come_under_it(come: Come) -> None:
    visitor = asked(come, UPRIGHT)
    before, place = visitor.number, visitor.at_rest(COMMIT)
    fingers = Fingers(visitor)
    fingers.put("touchStart", place)
    visitor.page.evaluate(UNDER, place)
    fingers.put("touchEnd")
    visitor.question_passes(before)
    expect(visitor.page.locator("body > button")).to_have_count(1)
    assert not visitor.page.evaluate("globalThis.met ?? false")
