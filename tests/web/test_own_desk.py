"""What is for one's own eyes: a sketch on the table, and a call to it when one looks elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .visitor import MOVE, Come, Visitor, friends, whoever_is_asked

pytestmark = pytest.mark.slow

ARROW, MARK = ".sketch .stroke", ".sketch .mark"


def _spot(visitor: Visitor, across: float, down: float) -> tuple[float, float]:
    box = visitor.page.locator(".field").bounding_box()
    assert box is not None
    return box["x"] + box["width"] * across, box["y"] + box["height"] * down


def _draw(visitor: Visitor) -> None:
    mouse = visitor.page.mouse
    mouse.move(*_spot(visitor, 0.4, 0.6))
    mouse.down()
    mouse.move(*_spot(visitor, 0.45, 0.5))
    mouse.move(*_spot(visitor, 0.5, 0.4))
    mouse.up()


# --- the sketch ----------------------------------------------------------------------------------------------


def test_a_sketch_stays_in_this_browser_until_it_is_cleared(come: Come) -> None:
    host, guest = friends(come)
    page = host.page
    page.wait_for_selector(".field .ground")
    page.get_by_role("button", name="Sketch").click()
    _draw(host)
    page.mouse.click(*_spot(host, 0.6, 0.3))
    expect(page.locator(ARROW)).to_have_count(1)
    expect(page.locator(MARK)).to_have_count(1)
    host.shot("sketch")
    page.reload()
    expect(page.locator(ARROW)).to_have_count(1)
    guest.page.reload()
    guest.page.wait_for_selector(".field .ground")
    assert guest.page.locator(".sketch *").count() == 0
    page.get_by_role("button", name="Sketch").click()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(f"{ARROW}, {MARK}")).to_have_count(0)
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".sketch-bar")).to_have_count(0)


def test_a_sketch_is_drawn_by_keys_alone(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE, charging=False)
    page, keyboard, before = visitor.page, visitor.page.keyboard, visitor.number
    keyboard.press("k")
    keyboard.press("ArrowUp")
    expect(page.locator(".sketch .cross")).to_be_attached()
    keyboard.press("Enter")
    for _ in range(4):
        keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(page.locator(ARROW)).to_have_count(1)
    keyboard.press("x")
    expect(page.locator(MARK)).to_have_count(1)
    keyboard.press("Backspace")
    expect(page.locator(MARK)).to_have_count(0)
    keyboard.press("Delete")
    expect(page.locator(ARROW)).to_have_count(0)
    keyboard.press("Escape")
    expect(page.locator(".sketch-bar")).to_have_count(0)
    assert visitor.number == before


# --- notices -------------------------------------------------------------------------------------------------

# A browser that says yes to notices and writes them down, with a tab that can be turned away from.
NOTED = """
    window.noted = [];
    window.Notification = class {
        static permission = "granted";
        static async requestPermission() { return "granted"; }
        constructor(title, more) { window.noted.push([title, more.body]); }
        close() {}
    };
    window.turn_away = hidden => {
        Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
        document.dispatchEvent(new Event("visibilitychange"));
    };
"""


def _turned_away(come: Come, *, wanting: bool) -> Visitor:
    """Somebody who has answered all he was asked by a friend, and looks elsewhere until he is asked again."""
    host, guest = friends(come)
    host.page.add_init_script(NOTED)
    if wanting:
        game = host.page.url
        host.go("/#/prefs")
        host.page.reload()
        host.page.get_by_label("Also a notice of the browser").check()
        host.page.goto(game)
    host.page.reload()
    while whoever_is_asked([host, guest]) is host:
        host.answer_somehow()
    host.page.evaluate("turn_away(true)")
    while whoever_is_asked([host, guest]) is guest:
        guest.answer_somehow()
    return host


def test_who_looks_elsewhere_is_called_once(come: Come) -> None:
    visitor = _turned_away(come, wanting=True)
    page = visitor.page
    page.wait_for_function("() => window.noted.length === 1")
    assert page.evaluate("noted")[0][0] == "Your move"
    assert "Your move" in page.title()
    visitor.answer_somehow()
    page.evaluate("turn_away(false)")
    assert page.evaluate("noted.length") == 1


# The browser's own notices, counted.
REAL = """
    window.noted = [];
    window.Notification = class extends Notification {
        constructor(title, more) {
            super(title, more);
            window.noted.push(title);
            this.onshow = () => window.noted.push("shown");
            this.onclose = () => window.noted.push("closed");
        }
    };
""" + NOTED[NOTED.index("    window.turn_away") :]


def _until_asked(pair: list[Visitor], wanted: Visitor) -> None:
    while (asked := whoever_is_asked(pair)) is not wanted:
        asked.answer_somehow()


def test_the_browser_shows_one_notice_for_each_handover(come: Come, server: str) -> None:
    """What the enemy does meanwhile is played at the usual pace: whoever looks elsewhere waits for none of it."""
    host, guest = pair = friends(come)
    page = host.page
    host.context.grant_permissions(["notifications"], origin=server)
    page.add_init_script(REAL)
    for name, wish in (("notices", "on"), ("speed", "normal")):
        page.evaluate("([name, wish]) => { localStorage[`warhost.${name}`] = JSON.stringify(wish); }", [name, wish])
    page.reload()
    _until_asked(pair, guest)
    _until_asked(pair, host)
    assert page.evaluate("noted") == []  # the table lies before him
    for handover in (1, 2):
        _until_asked(pair, guest)
        page.evaluate("turn_away(true)")
        _until_asked(pair, host)
        page.wait_for_function("count => noted.filter((one) => one === 'Your move').length === count", arg=handover)
        page.wait_for_function("count => noted.filter((one) => one === 'shown').length === count", arg=handover)
        page.evaluate("turn_away(false)")
        page.wait_for_function("count => noted.filter((one) => one === 'closed').length === count", arg=handover)
    assert page.evaluate("noted.length") == 6


def test_nobody_is_called_who_has_not_asked_for_it(come: Come) -> None:
    visitor = _turned_away(come, wanting=False)
    assert "Your move" in visitor.page.title()
    assert visitor.page.evaluate("noted") == []
