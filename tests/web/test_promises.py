"""What a choice promises, and what is advised, is read in whole lines beside it or below it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .visitor import Come, Visitor

pytestmark = pytest.mark.slow

LAPTOP = {"width": 1440, "height": 900}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Of each choice how many lines its words take, and whether its button is as wide as the list.
LINES = """() => [...document.querySelectorAll(".options .option")].map(one => ({
    words: one.innerText,
    lines: Math.round(one.querySelector(".words")?.getBoundingClientRect().height / 20 || 1),
    wide: one.getBoundingClientRect().width / one.closest(".options").getBoundingClientRect().width,
}))"""
HINT = ".card-foot .hint"


def led_to(visitor: Visitor, words: str) -> None:
    """By the tactician's advice, until that is asked."""
    page = visitor.page
    for _ in range(90):
        if words in visitor.wait_for_question():
            return
        before = visitor.number
        page.keyboard.press("h")
        page.locator(HINT).get_by_role("button", name="Do that").click()
        visitor.question_passes(before)
    raise AssertionError(f"never asked: {words}")


def test_a_long_promise_stands_below_its_choice_and_not_beside_it_in_a_narrow_column(come: Come) -> None:
    visitor = come(viewport=LAPTOP)
    visitor.play_now("warband")
    led_to(visitor, "Whom does")
    expect(visitor.page.locator(".options .odds").first).to_be_visible()
    for option in visitor.page.evaluate(LINES):
        assert option["wide"] > 0.95, option
        assert option["lines"] <= 4, option
    visitor.shot("promises-warband")


@pytest.mark.parametrize(
    ("rulebook", "question", "said"),
    [
        ("regiments", "Where do", r"^Advice: Let the .+: [\d.]+″ from the .+ than now\."),
        ("warband", "Where does", r"^Advice: Let .+: [\d.]+″ from .+ than now\."),
        ("missum", "Where do the", r"^Advice: Let the .+: \d+ mm from the .+ than now\."),
    ],
)
def test_a_hint_says_who_goes_and_what_that_brings(come: Come, rulebook: str, question: str, said: str) -> None:
    visitor = come(viewport=LAPTOP)
    visitor.play_now(rulebook)
    led_to(visitor, question)
    visitor.page.keyboard.press("h")
    expect(visitor.page.locator(HINT)).to_contain_text(re.compile(said))


def test_a_spell_that_has_no_piece_for_a_target_is_called_by_its_name(come: Come) -> None:
    visitor = come(viewport=LAPTOP)
    visitor.play_now("missum")
    led_to(visitor, "Which attack spells")
    page = visitor.page
    expect(page.locator(".judgement")).to_contain_text("Choose a line above.")
    page.keyboard.press("1")
    expect(page.locator(".judgement.yes")).to_contain_text("Gaze of Vimúhla, strength I")


def test_the_button_that_takes_back_leaves_a_phone_room_for_what_is_asked(come: Come) -> None:
    visitor = come(**PHONE)
    visitor.play_now("missum")
    visitor.wait_for_question()
    undo = visitor.page.get_by_role("button", name="Undo").bounding_box()
    assert undo is not None and undo["width"] <= 48 and undo["height"] >= 44
