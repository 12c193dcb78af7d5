"""Parts of the page that do not come: the page says so in words, offers to ask again, and recovers by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from .visitor import PATIENCE, Come, Visitor

pytestmark = pytest.mark.slow
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OWN = r"/books/threeplains(~\d+)?/"


class Lost:
    """Files of a page that do not come as long as `away` is set: refused, or never answered."""

    def __init__(self, visitor: Visitor, path: str, *, silent: bool):
        self.away, self.asked = True, list[str]()
        self.silent = silent
        visitor.page.route(re.compile(path), self._asked)

    def _asked(self, route: Route) -> None:
        self.asked.append(route.request.url)
        if not self.away:
            route.continue_()
        elif not self.silent:
            route.abort()


def calm(visitor: Visitor) -> None:
    visitor.faults = [fault for fault in visitor.faults if "ERR_" not in fault]


@pytest.mark.parametrize("silent", [False, True], ids=["refused", "never answered"])
def test_what_a_game_brings_along_is_missed_in_words_and_may_be_asked_for_at_once(come: Come, silent: bool) -> None:
    visitor = come(**PHONE)
    page, lost = visitor.page, Lost(visitor, OWN, silent=silent)
    visitor.play_now("threeplains")
    said = page.get_by_role("alert")
    expect(said).to_contain_text("A part of the page that this game needs has not come", timeout=PATIENCE)
    again = said.get_by_role("button", name="Try now")
    expect(again).to_be_in_viewport(ratio=1)
    expect(page.locator(".question .option, .judgement")).to_have_count(0)
    box = again.bounding_box()
    assert box and box["height"] >= 44
    again.tap(trial=True)
    asked, key = len(lost.asked), again.element_handle()
    lost.away = False
    key.evaluate("key => key.click()")  # it may be gone in the next moment: the page asks again by itself as well
    visitor.wait_for_question()
    assert len(lost.asked) > asked
    expect(said).to_have_count(0)
    calm(visitor)


def test_nobody_fetches_on_for_a_game_that_was_left(come: Come) -> None:
    visitor = come(**PHONE)
    page, lost = visitor.page, Lost(visitor, OWN, silent=False)
    page.clock.install()
    visitor.play_now("threeplains")
    expect(page.get_by_role("alert")).to_contain_text("has not come")
    visitor.page.evaluate("location.hash = '#/prefs'")
    page.get_by_role("heading", name="Preferences").wait_for()
    page.clock.run_for(30_000)
    asked = len(lost.asked)
    page.clock.run_for(60_000)
    assert len(lost.asked) == asked
    calm(visitor)


def test_a_page_that_lost_a_part_is_loaded_again_by_itself(come: Come) -> None:
    visitor = come(**PHONE)
    lost = Lost(visitor, "/parcel-3.js", silent=False)
    visitor.go("/#/learn/regiments")
    expect(visitor.page.locator(".boot")).to_contain_text("It is loaded again by itself", timeout=PATIENCE)
    lost.away = False
    expect(visitor.page.locator(".lesson-steps")).to_be_visible(timeout=PATIENCE)
    calm(visitor)


def test_a_page_of_which_a_part_never_comes_says_so_and_can_be_loaded_again(come: Come) -> None:
    visitor = come(**PHONE)
    page, lost = visitor.page, Lost(visitor, "/parcel-3.js", silent=True)
    page.goto(f"{visitor.address}/#/prefs", wait_until="commit")
    expect(page.locator(".boot")).to_contain_text("The page has not come yet", timeout=PATIENCE)
    again = page.get_by_role("button", name="Load it again")
    expect(again).to_be_in_viewport(ratio=1)
    lost.away = False
    again.tap()
    expect(page.get_by_role("heading", name="Preferences")).to_be_visible(timeout=PATIENCE)
    calm(visitor)


@pytest.mark.parametrize("slow", [False, True], ids=["dead", "slow"])
def test_a_line_that_died_without_a_word_is_not_waited_for(come: Come, slow: bool) -> None:
    """As long as more comes, however slowly, the page is not begun anew."""
    visitor = come(**PHONE)
    page, lost = visitor.page, Lost(visitor, "/parcel-3.js", silent=True)
    page.clock.install()
    with page.expect_request("**/parcel-3.js"):
        page.goto(f"{visitor.address}/#/prefs", wait_until="commit")
    page.wait_for_timeout(500)
    page.evaluate(COMING if slow else COME)
    page.clock.run_for(10_000)
    expect(page.locator(".boot")).to_contain_text("loaded again by itself")
    lost.away = False
    page.clock.run_for(29_000)
    assert len(lost.asked) == 1
    page.clock.run_for(1_500)
    there = page.get_by_role("heading", name="Preferences")
    if slow:
        page.wait_for_timeout(500)
        assert len(lost.asked) == 1 and not there.count()
    else:
        expect(there).to_be_visible(timeout=PATIENCE)


COME = "() => { performance.getEntriesByType = () => [1, 2, 3]; }"
COMING = "() => { let come = 0; performance.getEntriesByType = () => Array(++come).fill(0); }"


def test_a_style_that_is_lost_on_its_way_does_not_keep_the_page_from_being_shown(come: Come) -> None:
    visitor = come(**PHONE)
    page, lost = visitor.page, Lost(visitor, "/styles.css", silent=True)
    with page.expect_request("**/styles.css"):
        page.goto(f"{visitor.address}/#/prefs", wait_until="commit")
    lost.away = False
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    page.wait_for_function("() => [...document.querySelectorAll('link[rel=stylesheet]')].every(link => link.sheet)")
    expect(page.get_by_role("heading", name="Preferences")).to_be_visible()


BEGINNING = 26  # all that the lobby needs, pictures of the games included: a browser fetches six at a time
SAME = """async () => {
    const [{ March }, own] = await Promise.all([import("/makers/march.js"), import("/books/threeplains/page.js")]);
    return own.makers.regiment.prototype instanceof March;
}"""


def test_a_page_and_a_game_are_fetched_in_a_few_parcels(come: Come) -> None:
    """A line with two seconds there and back brings a hundred files in a minute, and these in ten seconds."""
    visitor, asked = come(**PHONE), list[str]()
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.go("/")
    visitor.page.locator("[data-play=threeplains]").wait_for()
    assert len(asked) <= BEGINNING, asked
    asked.clear()
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    assert [url for url in asked if "/books/threeplains/" in url and url.endswith(".js")] == [
        f"{visitor.address}/books/threeplains/page.js"
    ]
    assert visitor.page.evaluate(SAME), "a rulebook has a march of its own"
