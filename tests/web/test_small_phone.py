"""A small phone: whatever is asked, verdict and button are in sight, with advice and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .visitor import PATIENCE, Come

pytestmark = pytest.mark.slow
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
QUESTIONS = 16
# Keys of the foot of the card that are not wholly in sight, or lie under something else.
HIDDEN = """() => [...document.querySelectorAll(".card-foot :is(.deeds button, .judgement)")].filter(one => {
    if (!one.checkVisibility()) return false;
    const { x, y, width, height, bottom } = one.getBoundingClientRect();
    return bottom > innerHeight || !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map(one => one.textContent)"""

# How much of the first two choices is in sight, in pixels.
SEEN = """() => {
    const room = document.querySelector(".asked-body").getBoundingClientRect();
    return [...document.querySelectorAll(".asked-body .option")].slice(0, 2).map(one => {
        const { top, bottom, height } = one.getBoundingClientRect();
        return Math.round(Math.min(bottom, room.bottom) - top - (top < room.top ? height : 0));
    });
}"""


@pytest.mark.parametrize(("rulebook", "words"), [("warband", "Who charges?"), ("regiments", "placed next")])
def test_the_first_choice_is_in_sight_and_that_there_are_more(come: Come, rulebook: str, words: str) -> None:
    visitor = come(**SMALL)
    visitor.play_now(rulebook)
    page = visitor.page
    if rulebook == "warband":
        visitor.answer_until("set up?")
        page.get_by_role("button", name="Set up for me").tap()
    visitor.answer_until(words)
    first, second = page.evaluate(SEEN)
    assert first >= 44 and second > 4


COVERS = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const bar = box(".play-bar"), ahead = box(".banner");
    return [bar.top < ahead.bottom - 1 && bar.bottom > ahead.top, bar.bottom > innerHeight];
}"""


def test_what_happens_is_told_below_who_is_ahead(come: Come) -> None:
    visitor = come(speed="slow", **SMALL)
    visitor.play_now("threeplains")
    page = visitor.page
    visitor.wait_for_question()
    page.get_by_role("button", name="Set up for me").tap()
    page.wait_for_selector(".panel:has(.question.waiting) .play-bar")
    visitor.at_rest(".play-bar")
    assert page.evaluate(COVERS) == [False, False]
    visitor.shot("small-playing")
    page.locator(".play-bar .skip").tap()


# Keys and choices of the card, as far as they are in sight, under something else; half a line of who is ahead.
UNDER = """() => {
    const room = document.querySelector(".asked-body").getBoundingClientRect();
    const under = [...document.querySelectorAll(".question :is(.option, .guide button, summary)")].filter(one => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const [from, to] = one.closest(".asked-body") ? [room.top, room.bottom] : [0, innerHeight];
        const high = Math.max(top, from), low = Math.min(bottom, to);
        if (!one.checkVisibility() || low - high < 2) return false;
        const at = document.elementFromPoint(left + (right - left) * .85, (high + low) / 2);
        return at && !one.contains(at) && !at.contains(one);
    }).map(one => one.textContent);
    const points = document.querySelector(".panel.half .points");
    const line = points && parseFloat(getComputedStyle(points).lineHeight);
    return [...under, ...(points && points.clientHeight % line > 2 ? [`${points.clientHeight} of ${line}`] : [])];
}"""


def test_nothing_lies_over_advice_and_choices_and_no_half_line_is_shown(come: Come) -> None:
    visitor = come(**SMALL)
    visitor.play_now("magnamund")
    page = visitor.page
    visitor.wait_for_question()
    page.get_by_role("button", name="Set up for me").tap()
    for _ in range(QUESTIONS // 2):
        asked, before = visitor.wait_for_question(), visitor.number
        page.keyboard.press("h")
        page.wait_for_selector(".guide.hint button")
        assert page.evaluate(UNDER) == [], asked
        page.keyboard.press("Enter")
        visitor.question_passes(before)
    visitor.shot("small-advice")


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)], ids=["small", "upright", "on its side"])
def test_a_newcomer_sees_how_to_begin(come: Come, size: tuple[int, int]) -> None:
    visitor = come(**{**SMALL, "viewport": {"width": size[0], "height": size[1]}})
    visitor.go("/")
    expect(visitor.page.locator("[data-play=magnamund]")).to_be_in_viewport(ratio=1, timeout=PATIENCE)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == size[0]
    visitor.go("/#/new")
    names = visitor.page.locator(".game-name")
    names.first.wait_for()
    assert names.evaluate_all("names => names.filter(name => name.scrollWidth > name.clientWidth).length") == 0


@pytest.mark.parametrize("path", ["campaign/nobody", "campaign/nobody/token", "exchange/nobody", "game/nobody"])
def test_a_link_that_leads_nowhere_says_how_to_go_on(come: Come, path: str) -> None:
    visitor = come(**SMALL)
    visitor.go(f"/#/{path}")
    visitor.page.get_by_role("link", name="To the lobby", exact=True).tap()
    visitor.page.locator("[data-play=magnamund]").wait_for()
    visitor.faults = [fault for fault in visitor.faults if "404" not in fault]


# Whether the grip of the sheet lies over the button that takes the advice.
OVER = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const grip = box(".grip"), taken = box(".guide.hint button");
    return grip.left < taken.right && grip.right > taken.left && grip.top < taken.bottom && grip.bottom > taken.top;
}"""


@pytest.mark.parametrize("rulebook", ["magnamund", "threeplains", "regiments", "warband", "missum"])
def test_the_foot_of_the_card_is_in_sight_with_advice_and_without(come: Come, rulebook: str) -> None:
    visitor = come(**SMALL)
    visitor.play_now(rulebook)
    page = visitor.page
    for _ in range(QUESTIONS):
        asked, before = visitor.wait_for_question(), visitor.number
        assert page.evaluate(HIDDEN) == [], asked
        page.keyboard.press("h")
        page.wait_for_selector(".guide.hint button")
        assert page.evaluate(HIDDEN) == [], asked
        assert not page.evaluate(OVER), asked
        assert page.evaluate("scrollY + document.querySelector('#app').scrollTop") == 0, asked
        page.keyboard.press("Enter")  # gives what is advised, also where that is to do nothing
        visitor.question_passes(before)


SENT = """async () => {
    const { makerFor } = await import("/makers/makers.js"), order = {form: "facing"};
    const outline = [[0, 0], [20, 0], [20, -20], [0, -20]], adept = {outline, role: "wizard", title: "Adept"};
    const guard = {id: "guard", title: "Guard", facing: 9000, front: [50, 0], outline: outline, bases: [adept]};
    const view = {blocks: [guard], units: [{id: "adept", title: "Adept"}]};
    const made = (about) => makerFor({}, {about, order, suggestions: [{answer: 9000}]}, view);
    const inside = made("adept"), drawn = inside.drawn(inside.aim({}, 18000), null).blocks;
    return [inside.start(), drawn.map(one => [one.id, one.facing]), made("nobody seen").chosen];
}"""


def test_a_wizard_inside_a_unit_sends_his_vortex_by_hand(come: Come) -> None:
    """Who is not seen at all, as in a house, takes one of the ways that lie ready."""
    visitor = come()
    visitor.go("/#/prefs")
    assert visitor.page.evaluate(SENT) == [{"facing": 9000}, [["adept", 18000]], True]
