"""Scenarios on the page: the lobby offers them, goal and score stand in the banner, their objects are drawn."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from .visitor import BEGIN, Come

pytestmark = pytest.mark.slow

KEEP = "seats => localStorage.setItem('warhost.seats', JSON.stringify(seats))"


def test_the_lobby_offers_scenarios_with_forces_of_their_own(come: Come) -> None:
    visitor = come()
    visitor.go("/#/new/threeplains")
    visitor.page.locator("fieldset", has_text="Field and armies").locator("select").first.select_option(
        label="Raid"
    )
    expect(visitor.page.locator(".new-game")).to_contain_text("brings forces of its own")
    expect(visitor.page.get_by_label("Your side")).to_contain_text("Raiders")


@pytest.mark.parametrize(("size", "light"), [((1440, 900), "day"), ((390, 844), "night")])
def test_goal_score_and_artifact_are_in_sight(come: Come, size: tuple[int, int], light: str) -> None:
    view: ViewportSize = {"width": size[0], "height": size[1]}
    visitor = come(viewport=view)
    visitor.go("/")
    computer = {"kind": "computer", "level": "random", "seconds": 0.1}
    wish = {
        "rulebook": "threeplains",
        "scenario": "raid",
        "options": {"raid": "artifact", "raid light": light},
        "seats": [{"kind": "person"}, computer],
    }
    made = visitor.page.evaluate(BEGIN, wish)
    seat = {"side": 0, "token": made["seats"][0]["token"]}
    visitor.page.evaluate(KEEP, {made["id"]: {"seats": [seat], "rulebook": "threeplains", "at": 0}})
    visitor.go(f"/#/game/{made['id']}")
    visitor.page.reload()
    visitor.wait_for_question()
    expect(visitor.page.locator(".zone.objective")).to_have_count(2 if light == "night" else 1)  # and the lit camp
    expect(visitor.page.locator(".banner .points")).to_contain_text("Defenders destroyed: 0 %")
    visitor.shot(f"raid_{size[0]}")
    if size[0] > 1000:  # on a phone the goal is in the menu
        visitor.page.locator(".banner summary", has_text="Goal").click()
        expect(visitor.page.locator(".banner .pop")).to_contain_text("carry the artifact off the table")
    assert not visitor.faults
