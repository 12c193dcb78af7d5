"""For everybody: by keyboard, by touch, for eyes and ears of all kinds; and soon."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .ahead import Question, plainly, play_out
from .visitor import ASKED, BEGIN, MARCH, MOST_ANSWERS, MOVE, Come, Visitor

pytestmark = pytest.mark.slow


AXE = Path(__file__).with_name("axe.min.js")


def test_the_keyboard_is_enough(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    page, keyboard = visitor.page, visitor.page.keyboard
    page.wait_for_selector("[data-play=magnamund]")
    while not page.evaluate("document.activeElement.dataset.play === 'magnamund'"):
        keyboard.press("Tab")
    keyboard.press("Enter")
    page.wait_for_url(re.compile("#/game/"))
    for _ in range(MOST_ANSWERS):
        text = visitor.wait_for_question()
        if MARCH in text:
            break
        number = visitor.number
        if page.locator(".judgement").count():
            page.wait_for_selector(".judgement.yes")
            keyboard.press("ArrowUp")  # out of the zone, and back again
            keyboard.press("ArrowDown")
            page.wait_for_timeout(200)
            page.wait_for_selector(".judgement.yes")
            keyboard.press("Enter")
        elif page.locator(".option.finish").count():
            keyboard.press("f")
        else:
            keyboard.press("1")
        visitor.question_passes(number)
    keyboard.press("n")
    page.wait_for_function("() => document.activeElement.dataset.piece")
    piece = page.evaluate("document.activeElement.dataset.piece")
    stood = visitor.words_of(piece)
    keyboard.press("Enter")
    page.wait_for_selector(".judgement")
    keyboard.press("ArrowUp")
    page.wait_for_selector(".judgement.yes")
    keyboard.press("Enter")
    page.wait_for_function(
        "([id, stood]) => document.querySelector(`[data-piece='${id}']`).getAttribute('aria-label') !== stood",
        arg=[piece, stood],
    )
    keyboard.press("?")
    expect(page.locator("dialog.keys")).to_be_visible()
    keyboard.press("Escape")
    expect(page.locator("dialog.keys")).to_have_count(0)


# What comes in little by little, as falling dice do, is judged when it is there.
AT_REST = """() => Promise.all(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().endTime < Infinity)
    .map(one => one.finished.catch(() => null)))"""


def serious_faults(page: Page) -> list[str]:
    page.evaluate(AXE.read_text())
    page.evaluate(AT_REST)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    grave = [fault for fault in found["violations"] if fault["impact"] in ("serious", "critical")]
    return [f"{fault['id']}: {fault['nodes'][0]['html']:.200}" for fault in grave]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_shuts_out_who_cannot_see_well(come: Come, scheme: str) -> None:
    visitor = come(color_scheme=scheme, viewport={"width": 1024, "height": 768})
    visitor.go("/")
    visitor.page.wait_for_selector("[data-play=magnamund]")
    assert serious_faults(visitor.page) == []
    visitor.shot(f"lobby-{scheme}")
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    assert serious_faults(visitor.page) == []
    for tab in ("units", "rules", "dice"):
        visitor.page.click(f"#tab-{tab}")
        assert serious_faults(visitor.page) == []
    visitor.shot(f"tablet-{scheme}")


@pytest.mark.parametrize("room", ["new/threeplains", "rosters", "prefs", "rules/threeplains/tp.move.flip"])
def test_no_room_of_the_page_shuts_anybody_out(come: Come, room: str) -> None:
    visitor = come()
    visitor.go(f"/#/{room}")
    visitor.page.wait_for_selector("main h1")
    visitor.page.wait_for_timeout(800)  # what is fetched has come
    assert serious_faults(visitor.page) == []


def _boldly(question: Question) -> Any:
    """What is offered first: orders and targets rather than nothing."""
    if question["kind"] == "choose_some":
        return plainly(question)
    return (question["suggestions"] or question["options"])[0]["answer"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_told_after_a_battle_shuts_nobody_out(come: Come, scheme: str) -> None:
    visitor = come(color_scheme=scheme)
    visitor.go("/")
    seats = [{"kind": "person"}, {"kind": "person"}]
    made = visitor.page.evaluate(BEGIN, {"rulebook": "magnamund", "scenario": "mill_farm", "seats": seats})
    play_out(visitor.address, made, _boldly)
    page = visitor.page
    visitor.go(f"/#/report/{made['id']}")
    page.wait_for_selector(".report h1")
    assert serious_faults(page) == []
    for folded in page.locator(".turning summary").all():
        folded.click()
    assert serious_faults(page) == []
    visitor.shot(f"report-{scheme}")
    visitor.go(f"/replay/{made['id']}?at=3")
    page.wait_for_selector(".scrubber")
    assert serious_faults(page) == []
    page.keyboard.press("End")
    page.wait_for_selector(".piece")
    assert serious_faults(page) == []
    page.locator(".piece").first.focus()
    page.wait_for_selector(".inspector .who")
    assert serious_faults(page) == []
    visitor.shot(f"replay-{scheme}")


def test_orders_of_three_plains_shut_nobody_out(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE, charging=False)
    visitor.page.click("[data-answer=guard]")
    visitor.page.get_by_role("button", name="Split").click()
    visitor.page.wait_for_selector(".controls")
    assert serious_faults(visitor.page) == []


def test_a_newcomer_is_led_into_a_first_game(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    visitor.page.click("[data-learn=magnamund]")
    visitor.page.get_by_role("button", name="Skip it and play a battle").click()
    card = visitor.page.locator(".coach")
    expect(card).to_contain_text("This is the table")
    visitor.shot("first-game")
    card.get_by_role("button", name="Next").click()
    card.get_by_role("button", name="Next").click()
    card.get_by_role("button", name="Let us begin").click()
    expect(card).to_have_count(0)
    expect(visitor.page.locator(".guide:not(.aide)")).to_contain_text("Drag the ghosts")


def test_the_card_of_keys_opens_at_its_beginning_with_its_button_in_sight(come: Come) -> None:
    visitor = come(viewport={"width": 1280, "height": 600})
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    page = visitor.page
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keys", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Back to the table")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Back to the table")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.keys")).to_have_count(0)


def test_two_fingers_zoom_and_one_moves_the_table(come: Come) -> None:
    visitor = come(has_touch=True, viewport={"width": 1024, "height": 768})
    visitor.play_now("magnamund")
    visitor.page.wait_for_selector(".field .ground")
    touch = visitor.context.new_cdp_session(visitor.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    def box() -> list[float]:
        return [float(part) for part in str(visitor.page.locator(".field").get_attribute("viewBox")).split()]

    whole = box()
    fingers("touchStart", (300, 300))
    fingers("touchStart", (300, 300), (340, 300))
    for wide in range(40, 161, 20):
        fingers("touchMove", (300 - wide / 2, 300), (340 + wide / 2, 300))
    fingers("touchEnd")
    near = box()
    assert near[2] < whole[2] * 0.6
    fingers("touchStart", (300, 300))
    for along in range(0, 101, 20):
        fingers("touchMove", (300 + along, 300))
    fingers("touchEnd")
    assert box()[0] < near[0]
    assert box()[2] == near[2]


def _touching(come: Come) -> tuple[Visitor, Callable[[str, tuple[float, float] | None], None]]:
    visitor = come(has_touch=True, viewport={"width": 1024, "height": 768})
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    touch = visitor.context.new_cdp_session(visitor.page)

    def finger(kind: str, at: tuple[float, float] | None) -> None:
        spots = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    return visitor, finger


def test_a_finger_that_rests_reads_and_does_nothing_else(come: Come) -> None:
    visitor, finger = _touching(come)
    before = visitor.number
    finger("touchStart", visitor.middle_of("[data-piece='spearmen-3']"))
    visitor.page.wait_for_timeout(700)
    expect(visitor.page.locator(".inspector")).to_contain_text("Spearm")
    finger("touchEnd", None)
    visitor.page.wait_for_timeout(300)
    assert visitor.number == before
    expect(visitor.page.locator(ASKED)).to_contain_text(MARCH)


def test_a_finger_chooses_at_the_second_touch(come: Come) -> None:
    visitor, finger = _touching(come)
    at, before = visitor.middle_of("[data-piece='spearmen-3']"), visitor.number
    finger("touchStart", at)
    finger("touchEnd", None)
    expect(visitor.page.get_by_role("button", name="Confirm")).to_be_visible()
    assert visitor.number == before
    finger("touchStart", at)
    finger("touchEnd", None)
    visitor.question_passes(before)


def test_what_a_finger_presses_is_large_enough(come: Come) -> None:
    visitor, _ = _touching(come)
    small = visitor.page.evaluate("""() => [...document.querySelectorAll("button:not(.link), select, .button")]
        .filter(one => one.checkVisibility()).map(one => [one.textContent, one.getBoundingClientRect().height])
        .filter(([, high]) => high < 43.5)""")
    assert small == []


def test_the_table_can_be_read_in_words(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    visitor.page.click("#tab-units")
    table = visitor.page.locator("table.units").first
    expect(table).to_contain_text("8 of 8")
    expect(table).to_contain_text("Nearest enemy:")


def test_the_ground_and_the_fights_are_told_in_words(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    visitor.page.click("#tab-units")
    expect(visitor.page.locator(".ground-words")).to_contain_text("Copse")
    expect(visitor.page.locator(".ground-words")).to_contain_text("from the left")


def test_the_page_is_there_within_a_second(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    visitor.page.wait_for_selector("[data-play=magnamund]")
    visitor.go("/?again")
    visitor.page.wait_for_selector("[data-play=magnamund]")
    assert visitor.page.evaluate("performance.now()") < 2000  # one in daylight; twice that under test
