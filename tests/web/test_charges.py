"""Charges of Three Plains by hand: the way is pointed at before it is taken."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .ahead import HORDE, KNIGHTS, Question, open_game, plainly, play_ahead, seat_both
from .test_everybody import serious_faults
from .test_typing import Typist
from .visitor import ASKED, Come, Visitor

pytestmark = pytest.mark.slow

RIDERS = 0


def onward(question: Question) -> Any:
    """The riders go straight at the enemy and charge him as soon as they can; nobody else does anything."""
    offers = [offer["answer"] for offer in question["suggestions"]]
    if question["what"] == "charges" and question["side"] == RIDERS:
        return next((offer for offer in offers if "heavy_riders" in offer), {})
    if question["what"] == "move" and question["kind"] == "order" and question["side"] == RIDERS:
        return next((offer for offer in offers if offer and offer[0][0] == "go"), [])
    answers = [option["answer"] for option in question["options"]] if question["kind"] == "choose" else []
    return "heavy_riders" if "heavy_riders" in answers else plainly(question)


def _ways(question: Question) -> bool:
    return question["what"] == "charge" and "charge on the" in str(question["options"])


def _charging(come: Come) -> Visitor:
    visitor = come()
    made = seat_both(visitor, [KNIGHTS, HORDE])
    play_ahead(visitor.address, made, _ways, onward)
    open_game(visitor, made, RIDERS)
    return visitor


def test_the_way_of_a_charge_is_shown_before_it_is_taken(come: Come) -> None:
    visitor = _charging(come)
    page = visitor.page
    expect(page.locator(ASKED)).to_contain_text("How shall Ford Riders carry out the charge?")
    way = page.locator("[data-answer^='charge on the']").first
    way.hover()
    expect(page.locator(".plan.covered path")).to_have_count(1)
    visitor.shot("charge")
    page.locator("[data-answer='halt']").hover()
    expect(page.locator(".plan.covered path")).to_have_count(0)
    assert serious_faults(page) == []
    way.click()
    expect(page.locator(".lines")).to_contain_text("Ford Riders make for the")


@pytest.mark.parametrize(("said", "aimed"), [("charge", 0), ("charge left", 1), ("charge right", 1)])
def test_the_way_of_a_charge_is_said(said: str, aimed: int, come: Come) -> None:
    visitor = _charging(come)
    Typist(visitor).answer(said)
    lines = visitor.page.locator(".lines")
    expect(lines).to_contain_text("of Long Line!")
    expect(lines.get_by_text("Ford Riders make for the")).to_have_count(aimed)
