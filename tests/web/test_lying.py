"""How the table lies on a screen, what the screen shows of it, and what may lie over it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from .test_campaign import small_campaign
from .test_everybody import serious_faults
from .visitor import MOST_ANSWERS, Come, Visitor

pytestmark = pytest.mark.slow

UPRIGHT: ViewportSize = {"width": 390, "height": 844}
ASIDE: ViewportSize = {"width": 844, "height": 390}
WIDE: ViewportSize = {"width": 1440, "height": 900}
TURN = ".zoom [aria-label='Turn the table round']"
HELD = {"has_touch": True, "is_mobile": True}
CORNERS = 10  # pixels at the foot of the table, over which the round corners of the sheet lie
# The rounded upper edge of a sheet may lie over the table.
OVER = """selector => { const one = document.querySelector(selector).getBoundingClientRect(),
    table = document.querySelector(".field").getBoundingClientRect();
    const across = one.left < table.right && table.left < one.right;
    return across && one.top < table.bottom - 12 && table.top < one.bottom; }"""

# The table is shown larger than the whole of it would be.
NEARER = """() => { const wide = selector => document.querySelector(selector).getBoundingClientRect().width;
    return wide(".grass") > 1.2 * wide(".field"); }"""
# Something is played, or another question is asked.
PLAYED = """number => document.querySelector(".play-bar") ? "played" :
    document.querySelector(".question:not(.waiting)")?.dataset.number !== number && "asked" """


def _lies_aside(visitor: Visitor) -> bool:
    """Whether the table, which is wider than deep, is drawn deeper than wide."""
    box = visitor.page.locator(".grass").bounding_box()
    assert box is not None
    return box["height"] > box["width"]


def _until_lying(visitor: Visitor, *, aside: bool) -> None:
    for _ in range(50):
        if _lies_aside(visitor) == aside:
            return
        visitor.page.wait_for_timeout(50)
    raise AssertionError("the table does not turn with the screen")


def test_a_table_that_nobody_turned_lies_as_the_phone_does(come: Come) -> None:
    visitor = come(viewport=UPRIGHT, **HELD)
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    _until_lying(visitor, aside=True)
    visitor.page.set_viewport_size(ASIDE)
    _until_lying(visitor, aside=False)
    visitor.page.reload()
    visitor.wait_for_question()
    _until_lying(visitor, aside=False)
    visitor.page.set_viewport_size(UPRIGHT)
    _until_lying(visitor, aside=True)


def test_a_table_that_somebody_turned_stays_so(come: Come) -> None:
    visitor = come(viewport=UPRIGHT, **HELD)
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    _until_lying(visitor, aside=True)
    visitor.page.tap(TURN)  # by a quarter
    _until_lying(visitor, aside=False)
    visitor.page.set_viewport_size(ASIDE)
    visitor.page.set_viewport_size(UPRIGHT)
    visitor.page.reload()
    visitor.wait_for_question()
    visitor.page.wait_for_timeout(300)
    assert not _lies_aside(visitor)


def test_keys_on_the_screen_do_not_turn_the_table(come: Come) -> None:
    """They take half of the height, but the phone is still held upright."""
    visitor = come(viewport=UPRIGHT, **HELD)
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    _until_lying(visitor, aside=True)
    visitor.page.evaluate("document.body.append(Object.assign(document.createElement('input'), { id: 'typing' }))")
    visitor.page.focus("#typing")
    visitor.page.set_viewport_size({"width": 390, "height": 380})
    visitor.page.wait_for_timeout(300)
    assert _lies_aside(visitor)


@pytest.mark.parametrize(("rulebook", "words"), [("threeplains", "Where shall"), ("magnamund", "Where shall the")])
def test_who_is_to_be_placed_is_framed_on_a_phone(come: Come, rulebook: str, words: str) -> None:
    visitor = come(viewport=UPRIGHT, **HELD)
    visitor.play_now(rulebook)
    visitor.answer_until(words)
    page = visitor.page
    page.wait_for_selector("[data-ghost]")
    page.wait_for_function(NEARER)
    visitor.at_rest("[data-ghost]")
    ghost, field, panel = (page.locator(name).first.bounding_box() for name in ("[data-ghost]", ".field", ".panel"))
    assert ghost and field and panel
    assert field["x"] <= ghost["x"] and ghost["x"] + ghost["width"] <= field["x"] + field["width"]
    assert field["y"] <= ghost["y"] and ghost["y"] + ghost["height"] <= panel["y"]
    visitor.shot(f"placing-{rulebook}")


def _after_their_turn(visitor: Visitor) -> None:
    for _ in range(MOST_ANSWERS):
        visitor.wait_for_question()
        if visitor.page.locator(".last-turn").count():
            return
        visitor.finish_phase()
    raise AssertionError("nothing ever happened")


@pytest.mark.parametrize("size", [WIDE, {"width": 1024, "height": 768}, UPRIGHT])
def test_what_happened_lies_beside_the_table(come: Come, size: Any) -> None:
    visitor = come(viewport=size)
    visitor.play_now("threeplains")
    _after_their_turn(visitor)
    page = visitor.page
    again = page.get_by_role("button", name="What happened?")
    if not again.is_visible():
        page.locator(".panel .grip").click()
    again.click()
    expect(page.get_by_role("button", name="Back to now")).to_be_in_viewport()
    expect(page.locator(".last-turn input[type=range]")).to_be_in_viewport()
    assert not page.evaluate(OVER, ".last-turn")
    visitor.shot(f"what-happened-{size['width']}")
    page.get_by_role("button", name="Back to now").click()
    expect(again).to_be_visible()
    assert not page.evaluate(OVER, ".last-turn")


@pytest.mark.parametrize("size", [WIDE, {"width": 1024, "height": 768}, UPRIGHT])
def test_what_is_played_is_not_hidden_by_its_words(come: Come, size: Any) -> None:
    visitor = come(speed="slow", viewport=size, **HELD)
    visitor.play_now("threeplains")
    page = visitor.page
    for _ in range(MOST_ANSWERS):
        visitor.wait_for_question()
        number = visitor.number
        page.locator(".question .option:visible, .commit:visible").first.tap()
        if page.wait_for_function(PLAYED, arg=number).json_value() == "played":
            break
    expect(page.locator(".play-bar button", has_text="Skip")).to_be_in_viewport()
    assert not page.evaluate(OVER, ".play-bar")
    visitor.shot(f"played-{size['width']}")
    page.wait_for_timeout(1300)  # a note that an answer has come would be there by now
    if page.locator(".play-bar").count():
        expect(page.locator(".trouble.delivery:visible")).to_have_count(0)


def test_the_levels_take_no_row_of_the_table_on_a_phone(come: Come) -> None:
    visitor = come(viewport=UPRIGHT, **HELD)
    visitor.play_now("warband")
    levels = visitor.page.locator(".levels")
    expect(levels).to_be_in_viewport()
    field, stage = (visitor.page.locator(name).bounding_box() for name in (".field", ".stage"))
    assert field is not None and stage is not None
    assert field["height"] == stage["height"] - CORNERS


def test_the_way_back_from_a_campaign_stands_above_its_heading(come: Come) -> None:
    visitor = come(viewport=WIDE)
    small_campaign(visitor, {"kind": "person"}, {"kind": "person"})
    heading, way = (visitor.page.locator(name).first for name in ("main.campaign h1", ".home a"))
    expect(heading).to_be_visible()
    there, here = heading.bounding_box(), way.bounding_box()
    assert there and here
    assert abs(there["x"] - here["x"]) < 2


@pytest.mark.parametrize("size", [UPRIGHT, ASIDE], ids=["upright", "aside"])
def test_the_button_that_commits_stays_in_reach_under_all_that_may_come_of_an_order(come: Come, size: Any) -> None:
    visitor = come(viewport=size, **HELD)
    visitor.play_now("missum")
    page = visitor.page
    visitor.answer_until("Which attack spells do you cast")
    page.locator(".option", has_text="Gaze of Vimúhla").first.tap()
    before = visitor.number
    page.tap(".commit")
    visitor.question_passes(before)
    visitor.answer_until("lay the Gaze of Vimúhla")
    foreseen = page.locator(".card-foot .foreseen")
    expect(foreseen).to_contain_text("models lost")
    expect(foreseen).to_be_in_viewport()
    expect(page.locator(".judgement.yes")).to_be_in_viewport(ratio=1)
    for deed in page.locator(".card-foot .deeds button:visible").all():
        expect(deed).to_be_in_viewport(ratio=1)
    visitor.shot(f"foreseen-{size['width']}")
    assert serious_faults(page) == []
