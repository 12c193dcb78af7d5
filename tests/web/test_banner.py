"""Without reading much a player knows who he is, what is asked of him, who is ahead, and what wins."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .test_everybody import serious_faults
from .visitor import BEGIN, MARCH, MOVE, Come

pytestmark = pytest.mark.slow


def test_the_banner_says_who_i_am_what_is_asked_and_what_wins(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE, charging=False)
    banner = visitor.page.locator(".banner")
    expect(banner).to_contain_text("You: The Bridge Watch")
    expect(banner.locator(".to-do")).to_have_text("Movement: 4 pieces left to act")
    expect(banner.get_by_role("meter")).to_have_count(2)
    expect(banner.locator(".points")).to_have_text(re.compile(r"^Victory points: \d+ to \d+$"))
    visitor.page.click("[data-answer=guard]")
    expect(banner.locator(".to-do")).to_have_text(re.compile("^Move: Bridge Guard, 7.0″ left$"))
    banner.locator("summary", has_text="Goal").click()
    expect(banner.locator(".pop")).to_contain_text("Eight turns each")
    visitor.shot("banner")
    assert serious_faults(visitor.page) == []


def test_on_a_board_of_squares_it_says_the_same(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    visitor.page.click("[data-answer=spearmen]")
    expect(visitor.page.locator(".banner .to-do")).to_have_text("March: Spearmen")
    expect(visitor.page.locator(".banner .points")).to_contain_text("the farmhouse: ")
    visitor.shot("banner-board")
    visitor.page.click(".goal summary")
    expect(visitor.page.locator(".goal .pop")).to_contain_text("After turn 10")


GAMES = {
    "magnamund": "After turn 10",
    "threeplains": "Level scores are a draw",
    "regiments": "victory points after six turns each wins",
    "warband": "The last warband on the field wins",
    "missum": "Whoever possesses the field at the end wins",
}
SIZES: dict[str, Any] = {
    "laptop": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rulebook", GAMES)
def test_every_game_says_who_i_am_what_is_left_and_what_wins(come: Come, rulebook: str, size: str) -> None:
    visitor = come(**SIZES[size])
    visitor.play_now(rulebook)
    page = visitor.page
    for _ in range(20):  # an order is given on the table, which gets a phone's whole screen
        visitor.wait_for_question()
        if page.locator(".banner").is_visible():
            break
        visitor.answer_somehow()
    banner = page.locator(".banner")
    expect(banner).to_contain_text("You:")
    expect(banner.locator(".left-over")).to_have_count(2)
    page.locator(".goal summary").click()
    expect(page.locator(".goal .pop")).to_contain_text(GAMES[rulebook])
    pop = page.locator(".goal .pop").bounding_box()
    assert pop is not None and pop["x"] >= 0 and pop["x"] + pop["width"] <= SIZES[size]["viewport"]["width"]
    visitor.shot(f"goal-{rulebook}-{size}")


def test_who_watches_is_told_so(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    person = {"kind": "person"}
    game = visitor.page.evaluate(BEGIN, {"rulebook": "magnamund", "seats": [person, person]})["id"]
    visitor.go(f"/watch/{game}")
    expect(visitor.page.locator(".banner")).to_contain_text("Watching")
