"""A tablet on its side, played with fingers: nothing is cut off, and map, goal, score and button are in sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .ahead import open_game
from .test_everybody import serious_faults
from .test_in_sight import HIDDEN
from .test_phone import OUTSIDE, UNDER
from .visitor import BEGIN, Come, Visitor

pytestmark = pytest.mark.slow
TABLET: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
GAMES = ("magnamund", "threeplains", "regiments", "warband", "missum")
SCENARIOS = {
    "rampage": "Victory points",
    "forest_ambush": "Lost: victims",
    "cavern_ambush": "Lost: victims",
    "fighting_for_time": "In the pass",
    "last_stand": "Attackers lost",
    "raid": "Defenders destroyed",
}
# Words of the bar that are cut short.
SHORTENED = """() => [...document.querySelectorAll(".strip :is(.turn, .whose, .phase.now)")]
    .filter(one => one.scrollWidth > one.clientWidth + 1
        || one.getBoundingClientRect().right > document.querySelector(".strip").getBoundingClientRect().right + 1)
    .map(one => one.textContent)"""


def whole(page: Page) -> None:
    """Nothing that can be pressed or must be read lies outside, under something else, or is cut short."""
    page.wait_for_timeout(100)  # what was just said is drawn
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(UNDER) == []
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(SHORTENED) == []
    assert page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0  # no key scrolls it


@pytest.mark.parametrize("rulebook", GAMES)
def test_every_question_of_the_first_turn_is_whole(come: Come, rulebook: str) -> None:
    visitor = come(**TABLET)
    visitor.play_now(rulebook)
    seen: set[str] = set()
    for _ in range(40):
        visitor.wait_for_question()
        kind = " ".join(visitor.asked.split()[:3])
        if kind not in seen:
            whole(visitor.page)
            visitor.shot(f"tablet-{rulebook}-{len(seen):02}")
        seen.add(kind)
        if "Turn 2" in visitor.page.locator(".strip").inner_text():
            return
        visitor.finish_phase()


def sit_down(come: Come, scenario: str) -> Visitor:
    visitor = come(**TABLET)
    visitor.go("/")
    options = {"raid": "assassination", "raid light": "night"} if scenario == "raid" else {}
    seats = [{"kind": "person"}, {"kind": "computer"}]
    wish = {"rulebook": "threeplains", "scenario": scenario, "options": options, "seats": seats}
    open_game(visitor, visitor.page.evaluate(BEGIN, wish), 0)
    return visitor


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_shows_its_map_goal_and_score(come: Come, scenario: str) -> None:
    visitor = sit_down(come, scenario)
    page = visitor.page
    for _ in range(6):
        whole(page)
        expect(page.locator(".points")).to_be_in_viewport()
        expect(page.locator(".points")).to_contain_text(SCENARIOS[scenario])
        visitor.finish_phase()
        visitor.wait_for_question()
    page.locator(".goal summary").tap()
    expect(page.locator(".goal .pop")).to_be_in_viewport(ratio=0.99)
    visitor.shot(f"tablet-{scenario}")
    assert serious_faults(page) == []


@pytest.mark.parametrize("book", ["threeplains", "magnamund"])
def test_the_keys_of_the_table_stand_beside_it_where_it_leaves_room(come: Come, book: str) -> None:
    visitor = come(**TABLET)
    visitor.play_now(book)
    visitor.wait_for_question()
    keys, table = (visitor.page.locator(one).bounding_box() for one in (".zoom", ".field .ground"))
    assert keys is not None and table is not None
    assert keys["y"] > table["y"] + table["height"] - 1 or keys["x"] > table["x"] + table["width"] - 1


def test_a_tab_takes_the_room_of_the_choices_and_gives_it_back(come: Come) -> None:
    visitor = sit_down(come, "rampage")
    page = visitor.page
    page.locator("#tab-units").tap()
    table = page.locator("#tab-body").bounding_box()
    assert table is not None and table["height"] > 250
    whole(page)
    visitor.shot("tablet-units")
    page.locator("#tab-units").tap()
    expect(page.locator(".asked-body .option").first).to_be_in_viewport()
    page.locator("#tab-log").tap()
    before = visitor.number
    page.keyboard.press("1")
    visitor.question_passes(before)
    visitor.wait_for_question()  # whatever is asked next is in sight
    expect(page.locator(".asked-body")).to_be_visible()


COLLIDE = """words => {
    const asked = document.querySelector(".banner .to-do"), goal = document.querySelector(".goal summary");
    asked.textContent = words;
    const lines = (thing) => {
        const range = document.createRange();
        range.selectNodeContents(thing);
        return [...range.getClientRects()];
    };
    return lines(asked).some((one) => lines(goal).some((other) => one.right > other.left && one.left < other.right
        && one.bottom > other.top && one.top < other.bottom));
}"""


def test_what_is_asked_does_not_run_into_the_goal(come: Come) -> None:
    visitor = come(**TABLET)
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    for words in ("Which of your pieces charge, and at whom?", "Move: Ford Riders of the Marches, 12.0″ left"):
        assert not visitor.page.evaluate(COLLIDE, words)
