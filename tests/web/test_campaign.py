"""A campaign on the page, at a desk and on a phone: founded, fought, settled question by question, looked at."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from .test_everybody import serious_faults
from .visitor import ASKED, SIZE, Come, Visitor

pytestmark = pytest.mark.slow

PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES = [
    pytest.param({"viewport": SIZE}, id="desk"),
    pytest.param({"viewport": PHONE, "has_touch": True}, id="phone"),
]
LONG = 120_000  # milliseconds: a battle of computers
FEW = """
name = "{}"
rulebook = "warband"
army = "lantern"
points = 500
[[character]]
profile = "captain"
options = ["sword"]
[[character]]
profile = "greenhand"
[[character]]
profile = "greenhand"
[[group]]
profile = "sword"
models = 2
options = ["axe"]
"""
FOUND = """wish => fetch("/api/campaigns", {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify(wish)}).then(reply => reply.json())"""
ASIDE = """() => [...document.querySelectorAll("main :is(button, h1, h2, section, summary, input)")]
  .filter(one => one.checkVisibility() && !one.closest(".scroll"))
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 120))"""
FLEETS = ["herlanceia_1000", "orcs_1000"]
QUICK = {"kind": "computer", "level": "tactician", "seconds": 0}


def small_campaign(visitor: Visitor, *seats: Any, battles: str = "1") -> dict[str, Any]:
    """Two warbands of five, whose battle is short; whoever founds it has the seats of people."""
    rosters = [FEW.format("The Lamplighters"), FEW.format("The Nightwatch")]
    wish = {"rulebook": "warband", "title": "Five a side", "seats": seats, "rosters": rosters}
    visitor.go("/")
    made: dict[str, Any] = visitor.page.evaluate(FOUND, {**wish, "options": {"battles": battles}})
    held = [{"side": seat["side"], "token": seat["token"]} for seat in made["seats"] if seat.get("token")]
    kept = json.dumps({made["id"]: {"seats": held, "at": 1}})
    visitor.page.evaluate("kept => localStorage.setItem('warhost.seats', kept)", kept)
    visitor.go(f"/#/campaign/{made['id']}")
    visitor.page.reload()  # so that it finds the seats
    return made


def test_a_friends_link_that_is_opened_at_home_keeps_ones_own_seat(come: Come) -> None:
    visitor = come()
    made = small_campaign(visitor, {"kind": "person"}, {"kind": "friend"})
    own, friends = (seat["token"] for seat in made["seats"])
    only = "([id, token]) => import('/prefs.js').then(({remember}) => remember(id, {seats: [{token}]}))"
    visitor.page.evaluate(only, [made["id"], own])
    visitor.go(f"/#/campaign/{made['id']}/{friends}")
    visitor.page.wait_for_url(re.compile(f"#/campaign/{made['id']}$"))
    held = visitor.page.evaluate("id => JSON.parse(localStorage['warhost.seats'])[id].seats", made["id"])
    assert [seat["token"] for seat in held] == [own, friends]


def through_to_battle(visitor: Visitor) -> None:
    """What is asked before a battle is answered; then the battle can be begun."""
    page = visitor.page
    while page.wait_for_selector(".next-battle, .question .option") and not page.locator(".next-battle").count():
        page.locator(".question .option").first.click()
        page.wait_for_timeout(300)


@pytest.mark.parametrize("size", SIZES)
def test_from_the_lobby_to_the_first_battle(come: Come, size: dict[str, Any]) -> None:
    visitor = come(**size)
    visitor.go("/")
    visitor.page.click("text=New campaign")
    visitor.page.get_by_role("button", name="One more player").click()
    expect(visitor.page.locator(".seat")).to_have_count(3)
    visitor.page.get_by_label("Title").fill("The Long Winter")
    assert serious_faults(visitor.page) == [] and visitor.page.evaluate(ASIDE) == []
    visitor.page.click("text=Found the campaign")
    visitor.page.wait_for_url(re.compile("#/campaign/"))
    expect(visitor.page.locator("h1")).to_have_text("The Long Winter")
    expect(visitor.page.locator(".standings tbody tr")).to_have_count(3)
    through_to_battle(visitor)
    own = visitor.page.locator("#ledger-0")
    expect(own.locator(".member").first).to_be_visible()  # one's own lies open
    assert serious_faults(visitor.page) == [] and visitor.page.evaluate(ASIDE) == []
    visitor.page.get_by_role("button", name="Fight the next battle").click()
    visitor.page.wait_for_url(re.compile("#/game/"))
    visitor.wait_for_question()
    visitor.go("/")
    expect(visitor.page.get_by_role("link", name=re.compile("The Long Winter")).first).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_battle_of_computers_comes_home_and_is_told(come: Come, size: dict[str, Any]) -> None:
    visitor = come(**size)
    small_campaign(visitor, QUICK, QUICK, battles="2")
    page = visitor.page
    page.get_by_role("button", name="Fight the next battle").click(timeout=LONG)
    expect(page.locator(".pairing.fought")).to_have_count(1, timeout=LONG)
    expect(page.locator(".next-battle h2")).to_contain_text("Battle 2", timeout=LONG)
    page.locator("#ledger-1 > summary").click()
    expect(page.locator("#ledger-1 .member").first).to_be_visible()
    assert page.locator("svg.chart").count() == 3
    assert serious_faults(page) == [] and page.evaluate(ASIDE) == []
    visitor.shot(f"campaign-{size['viewport']['width']}")
    sheet = page.locator("#ledger-1 a").get_attribute("href")
    assert sheet is not None and page.request.get(f"{visitor.address}{sheet}").ok
    page.get_by_role("link", name="Again").click()
    page.wait_for_url(re.compile("#/replay/"))


@pytest.mark.parametrize("size", SIZES)
def test_the_choices_after_a_battle_come_step_by_step(come: Come, size: dict[str, Any]) -> None:
    """A person whose battle is over sells, looks and buys; what he has bought stands in the ledger."""
    visitor = come(**size)
    small_campaign(visitor, {"kind": "person"}, QUICK)
    page = visitor.page
    through_to_battle(visitor)
    page.get_by_role("button", name="Fight the next battle").click()
    page.wait_for_url(re.compile("#/game/"))
    fight_out(visitor)
    page.get_by_role("link", name="On with the campaign").click()
    page.wait_for_url(re.compile("#/campaign/"))
    settle_until(visitor, "sell")
    assert serious_faults(page) == [] and page.evaluate(ASIDE) == []
    visitor.shot(f"campaign-choices-{size['viewport']['width']}")
    before = visitor.number
    page.locator(".option.finish").click()
    visitor.question_passes(before)  # or the next question would be finished, too
    settle_until(visitor, "buy")
    page.evaluate("document.querySelectorAll('.lot').forEach(one => { one.open = true; })")
    assert "Helmet" not in page.locator("#ledger-0 .members").first.inner_text()
    page.locator("[data-answer^='buy:helmet:']").first.click()
    expect(page.locator("#ledger-0 .members").first).to_contain_text("Helmet")
    page.evaluate("document.querySelectorAll('.lot').forEach(one => { one.open = true; })")
    page.locator("[data-answer^='name:']").first.click()
    page.get_by_label("In your own words").fill("Bram Longstair")
    page.get_by_role("button", name="Say so").click()
    expect(page.locator("#ledger-0 .members").first).to_contain_text("Bram Longstair")
    visitor.shot(f"campaign-named-{size['viewport']['width']}")


def settle_until(visitor: Visitor, what: str) -> None:
    """The first offer to whatever is asked, until this is asked."""
    page = visitor.page
    for _ in range(40):
        page.wait_for_selector(ASKED)
        if f"What does The Lamplighters {what}" in visitor.asked:
            return
        before = visitor.number
        finish = page.locator(".option.finish")
        (finish if finish.count() else page.locator(".question .option:visible")).first.click()
        visitor.question_passes(before)
    raise AssertionError(f"never asked: {what}")


def fight_out(visitor: Visitor) -> None:
    """Leave out whatever can be left out, until the battle is over."""
    for _ in range(600):
        visitor.page.wait_for_selector(".question:not(.waiting)", timeout=LONG)
        if visitor.page.locator(".question.over").count():
            return
        visitor.finish_phase()
    raise AssertionError("the battle never ends")


def test_the_link_for_a_friend_is_shown_at_once_and_stays_below(come: Come) -> None:
    visitor = come()
    visitor.go("/#/campaigns/warband")
    page = visitor.page
    page.locator("select", has_text="A friend with a link").last.select_option(label="A friend with a link")
    page.click("text=Found the campaign")
    link = page.locator(".invitation input").input_value()
    page.keyboard.press("Escape")
    expect(page.locator(".invitation")).to_have_count(0)
    expect(page.locator(".invitations input").first).to_have_value(link)


def test_an_invited_friend_has_his_own_seat_and_nobody_elses_secrets(come: Come) -> None:
    host, friend = come(), come()
    heard: list[str] = []
    friend.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    made = small_campaign(host, {"kind": "person"}, {"kind": "friend"})
    tokens = [seat["token"] for seat in made["seats"]]
    friend.go(f"/#/campaign/{made['id']}/{tokens[1]}")
    friend.page.wait_for_selector(".standings")
    assert tokens[1] not in friend.page.url
    expect(friend.page.locator(".standings tr", has_text="you")).to_contain_text("Nightwatch")
    expect(host.page.locator(".standings tr", has_text="you")).to_contain_text("Lamplighters")
    assert heard and not any(token in frame for token in tokens for frame in heard)
    watcher = come()
    watcher.go(f"/#/campaign/{made['id']}")
    watcher.page.wait_for_selector(".standings")
    assert not watcher.page.get_by_role("button", name="Fight the next battle").count()


def test_a_friend_hears_of_the_battle_that_another_began_and_sits_down_by_whatever_way_he_comes(come: Come) -> None:
    host, friend = come(), come(viewport=PHONE, has_touch=True)
    made = small_campaign(host, {"kind": "person"}, {"kind": "friend"})
    friend.go(f"/#/campaign/{made['id']}/{made['seats'][1]['token']}")
    only = "([id, side, token]) => import('/prefs.js').then(({remember}) => remember(id, {seats: [{side, token}]}))"
    host.page.evaluate(only, [made["id"], 0, made["seats"][0]["token"]])  # the friend's is not his
    through_to_battle(host)
    expect(friend.page.get_by_role("button", name="Fight the next battle")).to_be_visible()
    host.page.get_by_role("button", name="Fight the next battle").click()
    host.page.wait_for_url(re.compile("#/game/"))
    expect(friend.page.get_by_role("link", name="To the battle")).to_be_visible()
    expect(friend.page.locator(".pairings").get_by_role("link", name="Watch")).to_have_count(0)  # he fights in it
    friend.go("/#/games")
    expect(friend.page.locator(".my-games li")).to_contain_text("battle 1 is fought")
    friend.go(f"/#/game/{host.game}")  # as from the list of the lobby, or out of a notice
    expect(friend.page.locator(".banner .me")).to_contain_text("The Nightwatch")


# --- a campaign of another game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_chart_of_battles_is_agreed_on_and_rosters_are_written(come: Come, size: dict[str, Any]) -> None:
    visitor = come(**size)
    page = visitor.page
    visitor.go("/#/campaigns/threeplains")
    page.get_by_role("button", name="Found the campaign").click()
    expect(page.locator("h1")).to_have_text("The beacon island")
    expect(page.locator(".pairings")).to_contain_text("The wood road (2A)")
    page.get_by_role("button", name=re.compile("Yes, I agree")).click()
    page.get_by_role("button", name=re.compile("Captain Ysolde, who leads")).click()
    page.get_by_label("Or as it is written").fill("herlanceia_1000")
    page.get_by_role("button", name="Bring this").click()
    expect(page.get_by_text("Captain Ysolde lives and must be in the roster")).to_be_visible()
    assert page.evaluate(ASIDE) == []
    page.get_by_role("button", name=re.compile("An army of chance")).click()
    expect(page.get_by_role("button", name="Fight the next battle")).to_be_visible(timeout=LONG)
    expect(page.locator("#ledger-0")).to_contain_text("Captain Ysolde")
    page.get_by_role("button", name="Fight the next battle").click()
    page.wait_for_url(re.compile("#/game/"))


@pytest.mark.parametrize("size", SIZES)
def test_a_battle_of_the_chart_comes_home_and_moves_the_route(come: Come, size: dict[str, Any]) -> None:
    """Computers agree, name, write and fight; the ledger has the result, and the next battle is the route's."""
    visitor = come(**size)
    page = visitor.page
    visitor.go("/")
    wish = {"rulebook": "threeplains", "title": "Two fleets", "seats": [QUICK, QUICK], "rosters": FLEETS}
    made: dict[str, Any] = page.evaluate(FOUND, {**wish, "options": {}})
    visitor.go(f"/#/campaign/{made['id']}")
    page.get_by_role("button", name="Fight the next battle").click(timeout=LONG)
    expect(page.locator(".pairing.fought")).to_have_count(1, timeout=LONG)
    expect(page.locator(".next-battle h2")).to_contain_text("Battle 2", timeout=LONG)
    expect(page.locator(".next-battle")).to_contain_text(re.compile("The wood road|The chart room"))
    expect(page.locator("#ledger-0")).to_contain_text("Captain Ysolde")
    assert serious_faults(page) == [] and page.evaluate(ASIDE) == []
    visitor.shot(f"campaign-chart-{size['viewport']['width']}")


def test_a_new_campaign_is_measured_openly_and_speaks_of_the_computer(come: Come) -> None:
    """What a charge or a shot promises is shown in its battles as in others."""
    visitor = come()
    page = visitor.page
    visitor.go("/#/campaigns")
    page.locator(".game-choice", has_text="Three Plains").click()
    expect(page.get_by_label("Measuring")).to_have_value("open")
    page.get_by_role("button", name="Found the campaign").click()
    standings = page.locator(".standings")
    expect(standings).to_contain_text("the computer")
    expect(standings).not_to_contain_text("tactician")
