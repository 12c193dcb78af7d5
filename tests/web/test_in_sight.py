"""The button that gives an answer, and the reason why it may not be given, are in sight at every size of screen.

Enter gives from anywhere, numbers choose, and a finger is enough on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from .ahead import HORDE, KNIGHTS, Question, open_game, play_ahead, seat_both
from .test_armies import COMPANY, ELVES, Magic
from .test_charges import RIDERS, onward
from .visitor import ASKED, MARCH, MOST_ANSWERS, MOVE, PATIENCE, Come, Visitor

pytestmark = pytest.mark.slow

CHARGES = "charge, and at whom"
SIZES: dict[str, ViewportSize] = {
    "laptop": {"width": 1440, "height": 900},
    "tablet": {"width": 1024, "height": 768},
    "phone": {"width": 390, "height": 844},
}
everywhere = pytest.mark.parametrize("size", SIZES)
# What of the foot of the card lies outside the window, or under something else.
HIDDEN = """() =>
[...document.querySelectorAll(".card-foot, .card-foot :is(button, .judgement, .notice)")].filter(one => {
    const box = one.getBoundingClientRect();
    if (!box.width) return false;
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
        || !(one.contains(top) || top?.contains(one) || one.classList.contains("card-foot"));
}).map(one => one.outerHTML.slice(0, 200))"""
WIDE = "() => document.documentElement.scrollWidth - innerWidth"


def _sized(come: Come, size: str) -> Visitor:
    finger = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    return come(viewport=SIZES[size], **finger)


def _at(come: Come, size: str, rulebook: str, words: str) -> Visitor:
    visitor = _sized(come, size)
    visitor.play_now(rulebook)
    visitor.answer_until(words, charging=False)
    return visitor


def _all_in_sight(visitor: Visitor) -> None:
    visitor.page.wait_for_timeout(100)  # what was just said is drawn
    assert visitor.page.evaluate(HIDDEN) == []
    assert visitor.page.evaluate(WIDE) <= 0


def _may_charge(question: Question) -> bool:
    offers = question["suggestions"] if question["what"] == "charges" and question["side"] == RIDERS else []
    return any("heavy_riders" in offer["answer"] for offer in offers)


# --- in sight ------------------------------------------------------------------------------------------------


@everywhere
@pytest.mark.parametrize("rulebook", ["magnamund", "threeplains"])
def test_the_foot_of_the_card_is_in_sight_at_every_question_of_a_turn(come: Come, size: str, rulebook: str) -> None:
    visitor = _sized(come, size)
    visitor.play_now(rulebook)
    for _ in range(MOST_ANSWERS):
        visitor.wait_for_question()
        _all_in_sight(visitor)
        if "Turn 2" in visitor.page.locator(".strip").inner_text():
            return
        visitor.answer_somehow()
    raise AssertionError("the second turn never came")


@everywhere
def test_a_charge_is_put_together_judged_and_given_in_sight(come: Come, size: str) -> None:
    visitor = _sized(come, size)
    made = seat_both(visitor, [KNIGHTS, HORDE])
    play_ahead(visitor.address, made, _may_charge, onward)
    open_game(visitor, made, RIDERS)
    page, before = visitor.page, visitor.number
    expect(page.locator(ASKED)).to_contain_text(CHARGES)
    expect(page.locator(".commit")).to_be_disabled()
    _all_in_sight(visitor)
    page.locator(".asked-body .option").first.click()
    expect(page.locator(".judgement.yes")).to_contain_text("Ford Riders at Long Line")
    _all_in_sight(visitor)
    visitor.shot(f"charges-{size}")
    page.locator(".commit").click()
    visitor.question_passes(before)


@everywhere
def test_a_refusal_is_in_sight(come: Come, size: str) -> None:
    visitor = _at(come, size, "threeplains", "Where shall Bridge Guard stand?")
    page = visitor.page
    page.wait_for_selector(".judgement.yes")
    page.locator(".field").focus()
    ahead = "ArrowRight" if size == "phone" else "ArrowUp"  # upright, one's own side lies at the left
    for _ in range(12):
        page.keyboard.press(ahead)
    expect(page.locator(".judgement.no")).to_contain_text("Not allowed: ")
    expect(page.locator(".judgement.no")).to_contain_text("deployment zone")
    expect(page.locator(".commit")).to_be_disabled()
    _all_in_sight(visitor)
    visitor.shot(f"refused-{size}")


@everywhere
def test_a_hint_is_in_sight_and_is_given_by_enter(come: Come, size: str) -> None:
    visitor = _at(come, size, "magnamund", MARCH)
    page, before = visitor.page, visitor.number
    page.keyboard.press("h")
    hint = page.locator(".guide.hint", has=page.get_by_role("button"))
    expect(hint).to_contain_text("Move the", timeout=PATIENCE)
    _all_in_sight(visitor)
    page.keyboard.press("Enter")
    visitor.question_passes(before)


def test_advice_to_do_nothing_is_given_by_enter_too(come: Come) -> None:
    visitor = _at(come, "laptop", "threeplains", CHARGES)
    page, before = visitor.page, visitor.number
    page.keyboard.press("h")
    hint = page.locator(".guide.hint", has=page.get_by_role("button"))
    expect(hint).to_contain_text("Declare no charges", timeout=PATIENCE)
    expect(page.locator(".commit")).to_be_disabled()
    page.keyboard.press("Enter")
    visitor.question_passes(before)


@pytest.mark.parametrize("room", ["", "new/threeplains", "rosters", "prefs", "rules/threeplains/tp.move.flip"])
def test_no_room_is_wider_than_a_phone(come: Come, room: str) -> None:
    visitor = _sized(come, "phone")
    visitor.go(f"/#/{room}")
    visitor.page.wait_for_selector("main h1")
    visitor.page.wait_for_timeout(800)  # what is fetched has come
    assert visitor.page.evaluate(WIDE) <= 0


# --- Enter ---------------------------------------------------------------------------------------------------


def _marching(come: Come) -> Visitor:
    """The spearmen are asked where to go; a ghost two squares ahead is in the making."""
    visitor = _at(come, "laptop", "magnamund", MARCH)
    before = visitor.number
    visitor.page.click("[data-answer=spearmen]")
    visitor.question_passes(before)
    visitor.page.wait_for_selector(".judgement.idle")
    return visitor


def test_enter_gives_the_order_though_a_piece_has_the_focus(come: Come) -> None:
    visitor = _marching(come)
    page, before = visitor.page, visitor.number
    page.locator("[data-piece='spearmen-3']").click()
    page.locator("[data-piece='longbowmen-1']").click()  # another is read about meanwhile
    page.keyboard.press("1")
    page.wait_for_selector(".judgement.yes")
    page.keyboard.press("Enter")
    visitor.question_passes(before)


def test_enter_gives_the_order_though_a_fold_was_opened(come: Come) -> None:
    visitor = _marching(come)
    page, before = visitor.page, visitor.number
    page.keyboard.press("1")
    page.wait_for_selector(".judgement.yes")
    fold = page.locator(".folded details").first
    page.click("text=/ready order/")
    expect(fold).to_have_attribute("open", "")
    page.click("#tab-units")
    page.keyboard.press("Enter")
    visitor.question_passes(before)


def test_enter_waits_for_the_verdict(come: Come) -> None:
    visitor = _marching(come)
    page, before = visitor.page, visitor.number
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")  # the referee cannot have spoken of the last step yet
    visitor.question_passes(before)
    visitor.wait_for_question()
    expect(page.locator(".lines")).to_contain_text("Spearmen")


def test_enter_before_a_refusal_gives_nothing(come: Come) -> None:
    visitor = _at(come, "laptop", "threeplains", "Where shall Bridge Guard stand?")
    page, before = visitor.page, visitor.number
    page.wait_for_selector(".judgement.yes")
    for _ in range(12):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector(".judgement.no")
    page.wait_for_timeout(300)
    assert visitor.number == before
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    page.wait_for_selector(".judgement.yes")
    page.wait_for_timeout(300)
    assert visitor.number == before  # what was pressed before the refusal is forgotten


def test_enter_with_nothing_in_the_making_says_what_is_missing(come: Come) -> None:
    visitor = _marching(come)
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".card-foot .notice")).to_contain_text("Nothing is ordered yet")


def test_enter_in_a_field_about_something_else_gives_nothing(come: Come) -> None:
    visitor = _marching(come)
    page, before = visitor.page, visitor.number
    page.keyboard.press("1")
    page.wait_for_selector(".judgement.yes")
    page.locator(".log input").fill("Spear")
    page.locator(".log input").press("Enter")
    page.wait_for_timeout(300)
    assert visitor.number == before
    page.locator(".log select").focus()
    page.keyboard.press("Enter")  # nothing is typed there
    visitor.question_passes(before)


# --- numbers -------------------------------------------------------------------------------------------------


def test_a_volley_is_chosen_by_its_number_and_given_by_enter(come: Come) -> None:
    visitor = _at(come, "laptop", "magnamund", "Who shoots next?")
    page, before = visitor.page, visitor.number
    page.keyboard.press("1")
    visitor.question_passes(before)
    visitor.wait_for_question()
    before = visitor.number
    expect(page.locator(".card-foot")).to_have_class("card-foot assign")
    page.keyboard.press("2")
    expect(page.locator(".asked-body .option").nth(1)).to_have_class("option chosen")
    expect(page.locator(".judgement.yes")).to_contain_text("Longbowm")
    page.keyboard.press("Enter")
    visitor.question_passes(before)


def test_boxes_are_ticked_by_their_numbers(come: Come) -> None:
    visitor = come(viewport=SIZES["laptop"])
    made = seat_both(visitor, [ELVES, COMPANY])
    casting = Magic("destruction")

    def cast(question: Question) -> Any:
        spells = [option["answer"] for option in question["options"]] if question["what"] == "magic" else []
        return next((spell for spell in spells if spell.startswith("cast: ")), None) or casting(question)

    asked = play_ahead(visitor.address, made, lambda question: question["what"] == "magic dice", cast)
    open_game(visitor, made, asked["side"])
    page, before = visitor.page, visitor.number
    box = page.locator(".option.check input").first
    page.keyboard.press("1")
    expect(box).to_be_checked()
    page.keyboard.press("1")
    expect(box).not_to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator(".card-foot .notice")).to_contain_text("Tick something first")
    box.click()  # the keyboard is in the box now
    expect(page.locator(".judgement.yes")).to_contain_text("1 chosen")
    page.keyboard.press("Enter")
    visitor.question_passes(before)


# --- fingers -------------------------------------------------------------------------------------------------

Finger = Callable[..., None]


def _fingers(visitor: Visitor) -> Finger:
    touch = visitor.context.new_cdp_session(visitor.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    return fingers


def _drawn(visitor: Visitor, fingers: Finger, selector: str, dx: float, dy: float) -> None:
    x, y = visitor.middle_of(selector)
    fingers("touchStart", (x, y))
    for part in range(1, 11):
        fingers("touchMove", (x + dx * part / 10, y + dy * part / 10))
        visitor.page.wait_for_timeout(20)
    fingers("touchEnd")


def test_a_unit_is_chosen_dragged_and_ordered_with_a_finger_on_a_phone(come: Come) -> None:
    visitor = _at(come, "phone", "magnamund", MARCH)
    page, fingers = visitor.page, _fingers(visitor)
    before = visitor.number
    page.tap("[data-answer=spearmen]")
    visitor.question_passes(before)
    visitor.wait_for_question()
    before = visitor.number
    stood = visitor.words_of("spearmen-3")
    page.wait_for_timeout(400)  # the table has come nearer
    _drawn(visitor, fingers, "[data-piece='spearmen-3']", 0, -50)
    expect(page.locator(".judgement.yes")).to_contain_text("movement point")
    _all_in_sight(visitor)
    visitor.shot("phone-order")
    page.tap(".commit")
    visitor.question_passes(before)
    assert visitor.words_of("spearmen-3") != stood


def test_a_regiment_is_touched_twice_dragged_and_ordered_on_a_phone(come: Come) -> None:
    visitor = _at(come, "phone", "threeplains", MOVE)
    page, fingers, guard = visitor.page, _fingers(visitor), ".piece[data-piece='guard'] .rim"
    before = visitor.number
    page.wait_for_timeout(600)  # the table has come nearer
    page.touchscreen.tap(*visitor.middle_of(guard))
    expect(page.locator(".card-foot .judgement")).to_contain_text("Bridge Guard")
    _all_in_sight(visitor)
    page.touchscreen.tap(*visitor.middle_of(guard))
    visitor.question_passes(before)
    visitor.wait_for_question()
    before = visitor.number
    page.wait_for_timeout(400)  # the table has come nearer
    _drawn(visitor, fingers, guard, 0, -25)
    expect(page.locator(".judgement.yes")).to_contain_text("used")
    _all_in_sight(visitor)
    visitor.shot("phone-regiment")
    page.tap(".commit")
    visitor.question_passes(before)


def test_ready_orders_can_be_reached_on_a_phone(come: Come) -> None:
    visitor = _at(come, "phone", "threeplains", MOVE)
    page, before = visitor.page, visitor.number
    page.tap("[data-answer=guard]")
    visitor.question_passes(before)
    visitor.wait_for_question()
    before = visitor.number
    page.tap(".grip")
    page.tap("text=/ready order/")
    page.tap(".folded .option >> nth=0")
    page.wait_for_selector(".judgement.yes")
    _all_in_sight(visitor)
    page.tap(".commit")
    visitor.question_passes(before)


def test_two_fingers_move_and_zoom_on_a_phone_though_one_lies_on_a_piece(come: Come) -> None:
    visitor = _at(come, "phone", "magnamund", MARCH)
    page, fingers = visitor.page, _fingers(visitor)

    def box() -> list[float]:
        return [float(part) for part in str(page.locator(".field").get_attribute("viewBox")).split()]

    whole, before = box(), visitor.number
    x, y = visitor.middle_of("[data-piece='spearmen-3']")
    fingers("touchStart", (x, y))
    fingers("touchStart", (x, y), (x + 40, y - 40))
    for far in range(40, 121, 20):
        fingers("touchMove", (x, y), (x + far, y - far))
    fingers("touchEnd")
    assert box()[2] < whole[2] * 0.6
    page.wait_for_timeout(300)
    assert visitor.number == before
    assert page.locator(".judgement:not(.idle)").count() == 0  # nobody was ordered anywhere


def test_the_log_and_the_rules_open_over_the_table_of_a_phone(come: Come) -> None:
    visitor = _at(come, "phone", "magnamund", MARCH)
    page = visitor.page
    expect(page.locator("#tab-body")).to_be_hidden()
    page.tap("#tab-units")
    expect(page.locator("table.units").first).to_be_visible()
    assert page.evaluate(WIDE) <= 0
    page.tap("#tab-units")
    expect(page.locator("#tab-body")).to_be_hidden()
    page.tap(".grip")
    expect(page.locator(".asked-body")).to_be_hidden()


# --- the first minute ----------------------------------------------------------------------------------------


def test_play_now_shows_distances_and_chances(come: Come) -> None:
    visitor = _at(come, "laptop", "threeplains", MOVE)
    page, before = visitor.page, visitor.number
    page.click("[data-answer=guard]")
    visitor.question_passes(before)
    visitor.wait_for_question()
    page.keyboard.press("1")
    page.wait_for_selector(".judgement.yes")
    expect(page.locator(".ruler text").first).to_be_visible()


@pytest.mark.parametrize("rulebook, strict", [("threeplains", "orders first"), ("warband", "by the book")])
def test_open_measuring_is_usual_and_the_strict_one_a_house_rule(come: Come, rulebook: str, strict: str) -> None:
    visitor = come()
    visitor.go(f"/#/new/{rulebook}")
    page = visitor.page
    page.click("text=House rules")
    measuring = page.get_by_label("Measuring")
    expect(measuring).to_have_value("open")
    measuring.select_option(strict)
    with page.expect_request("**/api/games") as asked:
        page.get_by_role("button", name="Begin").click()
    assert asked.value.post_data_json["options"]["measuring"] == strict


@everywhere
def test_the_invitation_of_a_friend_is_shown_at_once(come: Come, size: str) -> None:
    visitor = _sized(come, size)
    visitor.go("/#/new")
    page = visitor.page
    page.get_by_label("A friend far away").check()
    page.get_by_role("button", name="Begin").click()
    card = page.locator(".invitation")
    expect(card.locator("input")).to_be_visible()
    assert "/#/join/" in card.locator("input").input_value()
    box = card.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= SIZES[size]["width"]
    card.get_by_role("button", name="Copy the link").click()
    expect(card.get_by_role("button", name="Copied")).to_be_visible()
    visitor.shot(f"invitation-{size}")
    card.get_by_role("button", name="To the table").click()
    expect(card).to_have_count(0)
    page.reload()
    page.wait_for_selector(".question")
    expect(card).to_have_count(0)


@pytest.mark.parametrize(("wish", "turned"), [("Turn it round", "true"), ("Leave it", "false")])
def test_the_table_does_not_turn_round_by_itself(come: Come, wish: str, turned: str) -> None:
    visitor = come(viewport=SIZES["laptop"])
    visitor.play_now("threeplains")
    page, turn = visitor.page, visitor.page.get_by_role("button", name="Turn the table round")
    for _ in range(MOST_ANSWERS):
        text = visitor.wait_for_question()
        expect(turn).to_have_attribute("aria-pressed", "false")
        if MOVE in text:
            break
        before, far = visitor.number, page.locator("[data-answer=far]")
        if far.count():
            far.click()
            visitor.question_passes(before)
        elif CHARGES in text:
            visitor.finish_phase()
        else:
            visitor.answer_somehow()
    offer = page.get_by_role("button", name=wish)
    expect(offer).to_be_visible()
    offer.click()
    expect(turn).to_have_attribute("aria-pressed", turned)
    expect(offer).to_have_count(0)
    page.reload()
    visitor.wait_for_question()
    expect(turn).to_have_attribute("aria-pressed", turned)  # it lies as it lay
    expect(offer).to_have_count(0)


def test_a_table_that_lies_aside_has_no_far_edge(come: Come) -> None:
    """On a phone one's own side lies at the left or the right: nothing is gained by turning it round."""
    visitor = _sized(come, "phone")
    visitor.play_now("threeplains")
    page, offer = visitor.page, visitor.page.get_by_role("button", name="Turn it round")
    while MOVE not in (text := visitor.wait_for_question()):
        before, far = visitor.number, page.locator("[data-answer=far]")
        if far.count():
            far.click()
            visitor.question_passes(before)
        elif CHARGES in text:
            visitor.finish_phase()
        else:
            visitor.answer_somehow()
    expect(offer).to_have_count(0)
