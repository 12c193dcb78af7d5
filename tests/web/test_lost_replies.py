"""Whatever is wished for beside the games, over a network that loses replies: it comes about once, by itself, and
the page says that it is still asking."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from .ahead import KEEP
from .test_campaign import QUICK, small_campaign, through_to_battle
from .test_exchange import INVADERS, agreed, hand_in, write
from .visitor import BEGIN, PATIENCE, Come, Visitor

pytestmark = pytest.mark.slow
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ASKING = "The server has not answered yet. It is asked again by itself"


class Deaf:
    """The server hears all that is posted there; what it says comes through only from the fourth time on."""

    def __init__(self, visitor: Visitor, path: str):
        self.said, self.replies = list[str | None](), list[Any]()
        self.visitor = visitor
        visitor.page.route(re.compile(path), self._posted)

    def _posted(self, route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        reply = route.fetch()
        self.said.append(route.request.post_data)
        self.replies.append(json.loads(reply.text()))
        if len(self.replies) < 4:
            route.abort()
        else:
            route.fulfill(response=reply)

    def heard_once(self) -> None:
        """The same was asked and replied each time, and nothing of it is on the page any more."""
        assert len(self.replies) >= 4 and len(set(self.said)) == 1
        assert all(one == self.replies[0] for one in self.replies)
        expect(self.visitor.page.get_by_text(ASKING)).to_have_count(0)
        self.visitor.faults = [fault for fault in self.visitor.faults if "ERR_FAILED" not in fault]


def test_a_game_is_begun_once_and_the_page_says_that_it_asks(come: Come) -> None:
    visitor = come(**PHONE)
    deaf = Deaf(visitor, "/api/games$")
    visitor.go("/")
    visitor.page.tap("[data-play=warband]")
    expect(visitor.page.locator(".toast")).to_contain_text(ASKING)
    expect(visitor.page.locator(".toast")).to_be_in_viewport(ratio=1)
    visitor.wait_for_question()
    deaf.heard_once()
    assert visitor.game == deaf.replies[0]["id"]


def test_why_a_game_cannot_be_begun_is_said_beside_its_button(come: Come) -> None:
    visitor = come(**PHONE)
    page = visitor.page
    visitor.go("/")
    last = page.locator("[data-play]").last
    refusal = json.dumps({"error": {"why": "you have begun many games in the last hour"}})
    page.route(re.compile("/api/games$"), lambda route: route.fulfill(status=429, body=refusal))
    last.tap()
    why = page.locator(".starter .notice.error")
    expect(why).to_have_text("you have begun many games in the last hour")
    expect(why).to_be_in_viewport(ratio=1)
    expect(last).to_be_enabled()
    visitor.faults.clear()


def test_an_army_list_is_handed_in_once(come: Come) -> None:
    host = come(**PHONE)
    agreed(host, "A friend far away")
    write(host.page, INVADERS)
    deaf = Deaf(host, "/api/exchanges/")
    hand_in(host.page)
    expect(host.page.locator(".toast")).to_contain_text(ASKING)
    expect(host.page.get_by_role("status").first).to_contain_text("The list of the defenders is awaited")
    deaf.heard_once()


def test_the_lists_and_the_builder_are_there_as_soon_as_the_server_is(come: Come) -> None:
    host = come(**PHONE)
    agreed(host, "A friend far away")
    page, away = host.page, [True]
    write_it = page.get_by_role("link", name="Write your army")
    expect(write_it).to_be_visible()
    page.route(re.compile("/api/exchanges/"), lambda route: route.abort() if away[0] else route.continue_())
    write_it.tap()
    expect(page.get_by_role("status").first).to_contain_text("It is asked again by itself", timeout=PATIENCE)
    away[0] = False
    expect(page.get_by_role("heading", name="A new army")).to_be_visible(timeout=PATIENCE)
    host.faults = [fault for fault in host.faults if "ERR_FAILED" not in fault]


def test_a_battle_of_a_campaign_is_begun_once(come: Come) -> None:
    visitor = come(**PHONE)
    small_campaign(visitor, {"kind": "person"}, QUICK)
    through_to_battle(visitor)
    deaf = Deaf(visitor, "/api/campaigns/[^/]+/battle")
    visitor.page.get_by_role("button", name="Fight the next battle").tap()
    visitor.page.wait_for_url(re.compile("#/game/"), timeout=PATIENCE)
    visitor.wait_for_question()
    deaf.heard_once()
    assert visitor.game == deaf.replies[0]["id"]


def test_another_way_from_a_moment_is_one_game(come: Come) -> None:
    visitor = come(**PHONE)
    page, people = visitor.page, [{"kind": "person"}, {"kind": "person"}]
    visitor.go("/")
    made = page.evaluate(BEGIN, {"rulebook": "magnamund", "seats": people})
    page.evaluate(KEEP, {made["id"]: {"seats": made["seats"], "rulebook": "magnamund", "at": 0}})
    visitor.go(f"/#/replay/{made['id']}")
    page.reload()  # so that it finds the seats
    deaf = Deaf(visitor, "/fork$")
    page.get_by_role("button", name="Try another way from here").tap()
    page.locator(".fork button.primary").tap()
    page.wait_for_url(re.compile("#/game/"), timeout=PATIENCE)
    deaf.heard_once()
    assert visitor.game == deaf.replies[0]["id"] != made["id"]
