"""Lessons: in every game a newcomer moves, shoots, charges and fights on small tables, told what to do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .test_everybody import serious_faults
from .test_phone import OUTSIDE
from .test_thumbs import A_THUMB, COVERED, SMALL
from .visitor import Come, Visitor

pytestmark = pytest.mark.slow

GAMES = ["magnamund", "threeplains", "regiments", "warband", "missum"]
STEPS = ["Move", "Shoot", "Charge", "Fight"]
PHONE: ViewportSize = {"width": 390, "height": 844}
MOST_ANSWERS = 12
DONE = ".lesson-card.done"


def do_it(visitor: Visitor) -> None:
    """Whatever comes first, until the step is done; charges are declared."""
    page = visitor.page
    for _ in range(MOST_ANSWERS):
        page.wait_for_selector(f"{DONE}, .question:not(.waiting) #asked")
        if page.locator(DONE).count():
            return
        if page.locator(".by-hand .assign").count() and "charge" in visitor.asked:
            visitor.charge()
        elif visitor.asked.startswith("Where does"):
            walk(visitor)
        else:
            visitor.answer_somehow()
        page.wait_for_timeout(300)
    expect(page.locator(DONE)).to_have_count(1)


def walk(visitor: Visitor) -> None:
    """A little ahead, by the keys."""
    before = visitor.number
    visitor.page.keyboard.press("ArrowUp")
    visitor.page.wait_for_selector(".judgement.yes")
    visitor.page.keyboard.press("Enter")
    visitor.question_passes(before)


def begin(visitor: Visitor, book: str, step: str) -> Page:
    visitor.go(f"/#/learn/{book}")
    visitor.page.get_by_role("button", name=f"Begin: {step}").click()
    visitor.page.wait_for_selector(".lesson-card")
    visitor.wait_for_question()
    return visitor.page


@pytest.mark.parametrize("book", GAMES)
def test_a_lesson_leads_from_the_lobby_through_all_its_steps_into_a_battle(come: Come, book: str) -> None:
    visitor = come()
    visitor.go("/")
    page = visitor.page
    page.click(f"[data-learn={book}]")
    expect(page.locator(".lesson-steps li")).to_have_count(len(STEPS))
    page.get_by_role("button", name="Begin: Move").click()
    for number, step in enumerate(STEPS):
        expect(page.locator(".lesson-card h2")).to_have_text(f"{number + 1} of {len(STEPS)}: {step}")
        visitor.wait_for_question()
        do_it(visitor)
        visitor.shot(f"lesson-{book}-{step.lower()}")
        if step != STEPS[-1]:
            page.get_by_role("button", name=re.compile("^Next:")).click()
    page.get_by_role("button", name="Play a whole battle").click()
    expect(page.locator(".coach")).to_contain_text("This is the table")
    visitor.go(f"/#/learn/{book}")
    expect(page.locator(".lesson-steps li.done")).to_have_count(len(STEPS))


@pytest.mark.parametrize("book", GAMES)
def test_on_a_phone_the_card_is_a_slim_strip_that_unfolds(come: Come, book: str) -> None:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True)
    page = begin(visitor, book, "Move")
    card = page.locator(".lesson-card")
    expect(card.locator(".task")).to_be_visible()
    visitor.shot(f"lesson-{book}-phone")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    expect(card).to_have_class(re.compile("folded"))
    box = card.bounding_box()
    assert box is not None and box["height"] < 80  # of 844: the table has the room
    card.get_by_role("button", name="More").tap()
    expect(card).not_to_have_class(re.compile("folded"))
    page.locator(".field").first.tap(position={"x": 60, "y": 300})
    expect(card).to_have_class(re.compile("folded"))
    assert serious_faults(page) == []


# Of those whom it is about, or who are to be chosen from, those that the card of the lesson lies over.
UNDER_CARD = """() => {
    const card = document.querySelector(".lesson-card").getBoundingClientRect();
    return [...document.querySelectorAll(".piece:is(.about, .can)")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.top + 4 < card.bottom && box.bottom > card.top;
    }).map(one => one.dataset.piece);
}"""
SHORT_PHONE: ViewportSize = {"width": 360, "height": 640}


@pytest.mark.parametrize("book", ["magnamund", "warband"])
def test_on_a_small_phone_the_card_hides_nobody_and_no_key(come: Come, book: str) -> None:
    visitor = come(viewport=SHORT_PHONE, has_touch=True, is_mobile=True)
    page = begin(visitor, book, "Shoot")
    for _ in range(MOST_ANSWERS):
        page.wait_for_selector(f"{DONE}, .question:not(.waiting) #asked")
        if page.locator(DONE).count():
            break
        visitor.at_rest(".field .piece")
        assert page.evaluate(UNDER_CARD) == [], visitor.asked
        assert page.evaluate(COVERED) == [] and page.evaluate(SMALL, A_THUMB) == []
        visitor.answer_somehow()
    expect(page.locator(DONE)).to_have_count(1)
    expect(page.locator(".tray")).to_be_visible()
    assert page.evaluate(COVERED) == [] and page.evaluate(OUTSIDE) == []


def test_a_reload_stays_in_the_lesson_and_it_can_be_left_or_begun_again(come: Come) -> None:
    visitor = come()
    page = begin(visitor, "regiments", "Shoot")
    page.reload()
    expect(page.locator(".lesson-card h2")).to_have_text("2 of 4: Shoot")
    before = page.url
    page.get_by_role("button", name="Begin this step again").click()
    page.wait_for_function("before => location.href !== before", arg=before)
    expect(page.locator(".lesson-card h2")).to_have_text("2 of 4: Shoot")
    page.get_by_role("button", name="Leave the lesson").click()
    expect(page.locator(".lesson-card")).to_have_count(0)


def test_a_tip_is_sent_away_for_ever_in_its_own_game(come: Come) -> None:
    visitor = come()
    page = begin(visitor, "regiments", "Move")
    expect(page.locator(".guide")).to_contain_text("Drag one of your glowing units")
    page.locator(".guide").get_by_role("button", name="Got it").click()
    expect(page.locator(".guide")).to_have_count(0)
    begin(visitor, "regiments", "Move")
    expect(page.locator(".guide")).to_have_count(0)
    begin(visitor, "warband", "Move")
    expect(page.locator(".guide")).to_have_count(1)


@pytest.mark.parametrize("dark", [False, True])
def test_the_pages_of_lessons_are_for_everybody(come: Come, dark: bool) -> None:
    visitor = come(color_scheme="dark" if dark else "light")
    visitor.go("/#/learn")
    expect(visitor.page.locator(".game-choice a")).to_have_count(len(GAMES))
    assert serious_faults(visitor.page) == []
    begin(visitor, "threeplains", "Charge")
    assert serious_faults(visitor.page) == []
    visitor.shot(f"lesson-{'dark' if dark else 'light'}")
