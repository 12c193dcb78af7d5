"""A phone and a tablet play as well: the board fills the screen, the sheet has three heights, all is in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from .test_everybody import serious_faults
from .visitor import ASKED, MARCH, MOVE, Come, Visitor

pytestmark = pytest.mark.slow

PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 1024, "height": 768}
# What can be pressed or read and lies beside the window; what scrolls inside its own box may.
OUTSIDE = """() =>
[...document.querySelectorAll("button, summary, input, select, h2, .banner, .tray, .play-bar, .judgement")]
  .filter(one => one.checkVisibility() && !one.closest(".tab-body, .asked-body, .hidden-text, dialog:not([open])"))
  .filter(one => {
    const box = one.getBoundingClientRect();
    const aside = box.left < -1 || box.right > innerWidth + 1;
    return box.width > 1 && (aside || box.top < -1 || box.bottom > innerHeight + 1);
  }).map(one => one.outerHTML.slice(0, 160))"""
# What under the table reaches beyond it.
UNDER = """() => [...document.querySelectorAll(".under button")].filter(one => {
    const box = one.getBoundingClientRect(), table = document.querySelector(".left").getBoundingClientRect();
    return box.right > table.right || box.bottom > table.bottom;
}).map(one => one.textContent)"""
HIGH = "selector => document.querySelector(selector).getBoundingClientRect().height"
Fingers = Callable[..., None]


def on_a_phone(come: Come, rulebook: str, **more: Any) -> tuple[Visitor, Fingers]:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True, **more)
    visitor.play_now(rulebook)
    visitor.answer_until(MOVE if rulebook == "threeplains" else MARCH, charging=False)
    touch = visitor.context.new_cdp_session(visitor.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    return visitor, fingers


def ordering(visitor: Visitor, unit: str) -> None:
    before = visitor.number
    visitor.page.tap(f"[data-answer={unit}]")
    visitor.question_passes(before)
    visitor.wait_for_question()
    visitor.page.wait_for_timeout(500)  # the table has come nearer


@pytest.mark.parametrize(("rulebook", "unit"), [("threeplains", "guard"), ("magnamund", "spearmen")])
def test_an_order_leaves_the_screen_to_the_board(come: Come, rulebook: str, unit: str) -> None:
    visitor, _ = on_a_phone(come, rulebook)
    page = visitor.page
    ordering(visitor, unit)
    assert page.evaluate(HIGH, ".field") > 0.66 * PHONE["height"]
    expect(page.locator(".commit")).to_be_in_viewport()
    expect(page.locator(".asked-short")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    box = page.locator(".piece.about, .piece.can").first.bounding_box()
    assert box is not None
    assert 0 < box["x"] < PHONE["width"]
    visitor.shot(f"phone-{rulebook}")
    assert serious_faults(page) == []


def test_the_table_does_not_move_under_a_finger_that_drags(come: Come) -> None:
    visitor, fingers = on_a_phone(come, "threeplains")
    page = visitor.page
    ordering(visitor, "guard")
    high, box = page.evaluate(HIGH, ".field"), page.locator(".field").get_attribute("viewBox")
    x, y = visitor.middle_of(".piece[data-piece='guard'] .rim")
    fingers("touchStart", (x, y))
    for part in range(1, 11):
        fingers("touchMove", (x, y - 20 * part))
        page.wait_for_timeout(30)
    page.wait_for_selector(".judgement.yes, .judgement.no")
    assert page.evaluate(HIGH, ".field") == high
    assert page.locator(".field").get_attribute("viewBox") == box
    fingers("touchEnd")


def test_the_sheet_is_pulled_up_and_down(come: Come) -> None:
    visitor, fingers = on_a_phone(come, "threeplains")
    page = visitor.page
    panel = page.locator(".panel")

    def pull(by: float) -> None:
        x, y = visitor.middle_of(".grip")
        fingers("touchStart", (x, y))
        for part in range(1, 6):
            fingers("touchMove", (x, y + by * part / 5))
        fingers("touchEnd")

    expect(panel).to_have_class("panel half")
    pull(-120)
    expect(panel).to_have_class("panel full")
    expect(page.locator(".lines")).to_be_visible()
    expect(page.locator(".banner")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    visitor.shot("phone-full")
    pull(120)
    expect(panel).to_have_class("panel half")
    pull(120)
    expect(panel).to_have_class("panel strip-only")
    expect(page.locator(".asked-body")).to_be_hidden()
    page.tap(".grip")
    expect(panel).to_have_class("panel half")


def test_a_long_press_opens_the_card_of_a_piece_and_a_touch_beside_it_closes_it(come: Come) -> None:
    visitor, fingers = on_a_phone(come, "threeplains")
    page, before = visitor.page, visitor.number
    page.tap("[aria-label='Show the whole table']")  # it had come near to those who are to be chosen from
    fingers("touchStart", visitor.at_rest(".piece[data-piece='warriors'] .rim"))
    card = page.locator(".piece-card")
    expect(card).to_contain_text("Snagga's Lads")
    fingers("touchEnd")
    expect(card).to_contain_text("of 14")
    assert page.evaluate(OUTSIDE) == []
    visitor.shot("phone-card")
    assert serious_faults(page) == []
    page.touchscreen.tap(150, 35)
    expect(card).to_have_count(0)
    assert visitor.number == before


def test_the_tools_of_the_bar_are_behind_one_key(come: Come) -> None:
    visitor, _ = on_a_phone(come, "magnamund")
    page = visitor.page
    expect(page.get_by_role("button", name="Measure")).to_be_hidden()
    page.tap(".menu-key")
    expect(page.get_by_role("button", name="Measure")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    page.tap(".play-menu summary")
    expect(page.locator(".play-menu input[value=off]")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    visitor.shot("phone-menu")
    page.tap("#bar-buttons >> text=Measure")
    expect(page.get_by_role("button", name="Measure")).to_be_hidden()
    expect(page.locator(".tape-bar")).to_be_visible()


def test_what_happens_is_seen_on_a_phone(come: Come) -> None:
    visitor, _ = on_a_phone(come, "threeplains", speed="fast")
    page = visitor.page
    for _ in range(12):
        page.wait_for_selector(f"{ASKED}, .play-bar")
        if page.locator(".play-bar").count():
            break
        visitor.finish_phase()
    expect(page.locator(".play-bar .skip")).to_be_in_viewport()
    assert page.evaluate(OUTSIDE) == []
    visitor.shot("phone-playing")
    page.tap(".play-bar .skip")
    visitor.wait_for_question()


@pytest.mark.parametrize("rulebook", ["threeplains", "magnamund"])
def test_nothing_is_cut_off_on_a_tablet(come: Come, rulebook: str) -> None:
    visitor = come(viewport=TABLET, has_touch=True)
    visitor.play_now(rulebook)
    visitor.answer_until(MOVE if rulebook == "threeplains" else MARCH, charging=False)
    assert visitor.page.evaluate(OUTSIDE) == []
    ordering(visitor, "guard" if rulebook == "threeplains" else "spearmen")
    assert visitor.page.evaluate(OUTSIDE) == []
    assert visitor.page.evaluate(UNDER) == []
    visitor.shot(f"tablet-{rulebook}")


def test_a_dragging_finger_has_a_magnifier_above_it(come: Come) -> None:
    visitor, fingers = on_a_phone(come, "threeplains")
    ordering(visitor, "guard")
    page, loupe = visitor.page, visitor.page.locator(".loupe")
    x, y = visitor.middle_of("[data-ghost], .piece[data-piece=guard]")
    fingers("touchStart", (x, y))
    expect(loupe).to_have_count(0)
    for part in range(1, 6):
        fingers("touchMove", (x, y - 12 * part))
        page.wait_for_timeout(40)
    box = loupe.bounding_box()
    assert box is not None and box["y"] + box["height"] <= y - 60
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    visitor.shot("loupe")
    fingers("touchEnd")
    expect(loupe).to_have_count(0)


@pytest.mark.parametrize("rulebook", ["missum", "threeplains", "regiments"])
def test_a_game_that_has_just_begun_tells_nothing_of_an_absence(come: Come, rulebook: str) -> None:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True, speed="fast")
    visitor.play_now(rulebook)
    page = visitor.page
    page.wait_for_selector(f"{ASKED}, .play-bar")
    for _ in range(10):  # it used to come up as soon as the table was laid
        expect(page.locator(".since-here")).to_have_count(0)
        page.wait_for_timeout(100)
    page.reload()
    page.wait_for_selector(ASKED)
    expect(page.locator(".since-here")).to_have_count(0)


# Of the table on the screen: how large it is for the field, and whether the armies lie side by side.
LIES = """() => {
    const grass = document.querySelector(".grass").getBoundingClientRect(),
        field = document.querySelector(".field").getBoundingClientRect();
    return {aside: grass.height > grass.width, wide: grass.width / field.width};
}"""


def test_a_wide_table_lies_upright_and_fills_the_screen(come: Come) -> None:
    visitor, _ = on_a_phone(come, "threeplains")
    page = visitor.page
    visitor.at_rest(".grass")
    lies = page.evaluate(LIES)
    assert lies["aside"] and lies["wide"] > 0.85
    for upright in (False, True, False):  # by a quarter each time
        page.tap("[aria-label='Turn the table round']")
        visitor.at_rest(".grass")
        assert page.evaluate(LIES)["aside"] is upright
    page.reload()
    visitor.wait_for_question()
    assert not page.evaluate(LIES)["aside"]  # as it was left


def test_arrows_point_where_they_point_on_a_table_that_lies_aside(come: Come) -> None:
    visitor, _ = on_a_phone(come, "threeplains")
    ordering(visitor, "guard")
    page = visitor.page
    x, y = visitor.middle_of(".piece[data-piece='guard'] .rim")
    page.locator(".field").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector(".judgement.yes, .judgement.no")
    there = visitor.at_rest("[data-ghost=guard] .rim")
    assert there[0] > x + 10 and abs(there[1] - y) < 10


@pytest.mark.parametrize("rulebook", ["threeplains", "missum"])
def test_the_dice_lie_over_the_edge_of_the_table_and_over_no_key(come: Come, rulebook: str) -> None:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.play_now(rulebook)
    page = visitor.page
    for _ in range(40):
        visitor.wait_for_question()
        if page.locator(".tray").count():
            break
        visitor.answer_somehow()
    tray, field, keys = (page.locator(name).bounding_box() for name in (".tray", ".field", ".zoom"))
    assert tray is not None and field is not None and keys is not None
    assert abs(tray["y"] - field["y"]) <= 1
    assert tray["height"] < 0.25 * field["height"]
    assert tray["y"] + tray["height"] <= keys["y"]
    assert tray["width"] == PHONE["width"]
    assert page.evaluate(OUTSIDE) == []
    page.tap(".tray-keys button:first-child")
    expect(page.locator(".tray .reasons")).to_be_in_viewport()
    visitor.shot(f"phone-tray-{rulebook}")
    assert serious_faults(page) == []


# How much of the height the table has between the dice and the sheet.
FREE = """() => (document.querySelector(".panel").getBoundingClientRect().top
    - Math.max(...[".field", ".tray"].flatMap(name => [...document.querySelectorAll(name)]).map(one =>
        one.classList.contains("tray") ? one.getBoundingClientRect().bottom : one.getBoundingClientRect().top)))
    / innerHeight"""
HALF = 0.45
# Buttons and folds that lie under something else, unless their own box has scrolled them away.
BURIED = """() =>
[...document.querySelectorAll(":is(.panel, .tray, .levels, .topbar) :is(button, summary)")].filter(one => {
    const { x, y, width, height } = one.getBoundingClientRect(), at = [x + width / 2, y + height / 2];
    const room = one.closest(".asked-body, .foreseen")?.getBoundingClientRect();
    if (!one.checkVisibility() || (room && (at[1] < room.top || at[1] > room.bottom))) return false;
    return !one.contains(document.elementFromPoint(...at));
}).map(one => one.outerHTML.slice(0, 160))"""
# Whoever the question is about and lies under dice, keys or the sheet, or beside the table.
COVERED = """() => {
    const [tray, panel] = [".tray", ".panel"].map(name => document.querySelector(name)?.getBoundingClientRect());
    const field = document.querySelector(".field").getBoundingClientRect();
    return [...document.querySelectorAll(".piece.about")].filter(piece => {
        const box = piece.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        const aside = x < field.left || x > field.right || document.elementFromPoint(x, y)?.closest(".zoom");
        return aside || y < (tray?.bottom ?? field.top) || y > panel.top;
    }).map(piece => piece.dataset.piece);
}"""
QUESTIONS = 20


@pytest.mark.parametrize("rulebook", ["magnamund", "threeplains", "regiments", "warband", "missum"])
def test_whatever_is_asked_the_table_keeps_nearly_half_of_the_screen(come: Come, rulebook: str) -> None:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.play_now(rulebook)
    page = visitor.page
    for _ in range(QUESTIONS):
        asked = visitor.wait_for_question()
        assert page.evaluate(FREE) >= HALF, asked
        assert page.evaluate(BURIED) == [], asked
        assert page.evaluate(OUTSIDE) == [], asked
        for deed in page.locator(".card-foot .deeds button:visible").all():
            expect(deed).to_be_in_viewport(ratio=1)
        if page.locator(".piece.about").count():
            visitor.at_rest(".piece.about")
            assert page.evaluate(COVERED) == [], asked
        visitor.answer_somehow()


@pytest.mark.parametrize(
    ("rulebook", "words"), [("threeplains", "charge, and at whom"), ("warband", "By which way")]
)
def test_odds_and_advice_take_nothing_from_the_table(come: Come, rulebook: str, words: str) -> None:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.play_now(rulebook)
    visitor.answer_until(words, charging=False)
    page = visitor.page
    expect(page.locator(".tray")).to_be_visible()
    expect(page.locator(".guide:not(.aide)")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".guide.hint button")).to_be_visible()
    assert page.evaluate(FREE) >= HALF
    assert page.evaluate(BURIED) == []
    if rulebook == "threeplains":  # whoever charges is put together first
        page.locator(".asked-body .option").first.tap()
        page.locator(".foreseen .aftermath").tap()
    else:
        page.locator(".asked-body .aftermath").first.tap()
    expect(page.locator(".expected").first).to_be_attached()
    assert page.evaluate(FREE) >= HALF
    assert page.evaluate(BURIED) == []
    expect(page.locator(".card-foot .deeds button").first).to_be_in_viewport(ratio=1)
    visitor.shot(f"phone-odds-{rulebook}")


def test_a_tip_that_is_cut_short_is_read_by_a_touch(come: Come) -> None:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.play_now("regiments")
    visitor.answer_until("Which unit is placed next?")
    tip = visitor.page.locator(".guide:not(.aide) span")
    cut = "one => one.scrollHeight > one.clientHeight + 2"
    assert tip.evaluate(cut)
    tip.tap()
    assert not tip.evaluate(cut)
    assert visitor.page.evaluate(FREE) >= HALF


def test_the_level_that_is_looked_at_shows_the_others_when_it_is_touched(come: Come) -> None:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.play_now("warband")
    visitor.wait_for_question()
    page = visitor.page
    keys = page.locator(".levels button:visible")
    expect(keys).to_have_text(["all"])
    keys.tap()
    expect(page.locator(".levels button").last).to_be_visible()
    assert page.evaluate(BURIED) == []
    page.get_by_role("button", name="Only this level: street").tap()
    expect(keys).to_have_text(["street"])
    keys.tap()
    page.touchscreen.tap(200, 200)  # beside them
    expect(keys).to_have_text(["street"])
