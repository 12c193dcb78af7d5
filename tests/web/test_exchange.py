"""Rampage between people: the invaders' list is fixed, the defenders read it in the builder and write their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .test_everybody import serious_faults
from .visitor import Come, Visitor

pytestmark = pytest.mark.slow

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
WIDE = "() => document.documentElement.scrollWidth <= innerWidth"
INVADERS = """name = "The Few"
rulebook = "threeplains"
army = "orcs"
points = 750
group = [{ profile = "warriors", models = 20, command = true }, { profile = "goblin_horde", models = 30 }]
character = [{ profile = "bull", role = "general", with = "warriors" }]
"""
DEFENDERS = """name = "The Fewer"
rulebook = "threeplains"
army = "herlanceia"
points = 1000
group = [{ profile = "guard", models = 20, command = true }, { profile = "longbowmen", models = 12 }]
character = [{ profile = "GENERAL", role = "general", with = "guard" }]
"""


def agreed(visitor: Visitor, opponent: str) -> None:
    """A Rampage for which each writes an army."""
    visitor.go("/#/new/threeplains")
    page = visitor.page
    page.locator("fieldset", has_text="Field and armies").locator("select").first.select_option(label="Rampage")
    page.get_by_text(opponent).click()
    page.get_by_text("Each writes an army").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("#/exchange/"))


def write(page: Page, roster: str) -> None:
    """In the builder, from a file."""
    page.get_by_role("link", name="Write your army").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Open a file").click()
    chooser.value.set_files({"name": "army.toml", "mimeType": "text/plain", "buffer": roster.encode()})
    page.wait_for_selector(".army-standing.lawful, .army-standing.wrong")


def part(page: Page, name: str) -> None:
    button = page.locator(".build-tabs").get_by_role("button", name=name)
    if button.is_visible():
        button.click()


def hand_in(page: Page) -> None:
    part(page, "Check")
    page.get_by_role("button", name="Hand it in for good").click()


@pytest.mark.rule("tp.scenario.rampage.known_enemy")
@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_friend_reads_the_invaders_list_before_he_writes_his(come: Come, size: ViewportSize) -> None:
    host, friend = come(viewport=size), come(viewport=size)
    agreed(host, "A friend far away")
    link = host.page.locator(".link-to-copy input").input_value()
    friend.page.goto(link)
    expect(friend.page.get_by_role("status").first).to_contain_text("The list of the invaders is awaited")
    expect(friend.page.get_by_role("link", name="Write your army")).to_have_count(0)
    exchange = friend.page.url.rpartition("/")[2]
    friend.go(f"/#/build/threeplains?exchange={exchange}")  # nor by a way round
    expect(friend.page.get_by_role("status")).to_contain_text("The list of the invaders is awaited")
    friend.page.get_by_role("link", name="Back to the lists").click()

    write(host.page, INVADERS)
    hand_in(host.page)
    expect(host.page.get_by_role("status").first).to_contain_text("The list of the defenders is awaited")

    expect(friend.page.get_by_role("status").first).to_contain_text("500 points against 750")
    expect(friend.page.locator(".fixed-list")).to_contain_text("Invaders: the list is fixed")
    expect(friend.page.locator(".fixed-list .written-sheet")).to_contain_text("Goblin Horde")
    friend.shot(f"exchange_{size['width']}")
    assert friend.page.evaluate(WIDE)
    assert not serious_faults(friend.page)
    write(friend.page, DEFENDERS.replace("GENERAL", "champion"))
    expect(friend.page.locator(".fixed-list .written-sheet")).to_contain_text("Goblin Horde")
    expect(friend.page.locator(".army-standing")).to_contain_text("of 500")  # whatever the file says
    part(friend.page, "Check")
    expect(friend.page.locator(".breaches")).to_contain_text("the great have fallen")
    expect(friend.page.get_by_role("button", name="Hand it in for good")).to_be_disabled()
    friend.shot(f"exchange_builder_{size['width']}")
    assert friend.page.evaluate(WIDE)
    friend.page.get_by_role("button", name="Another army").click()
    friend.go(f"/#/exchange/{exchange}")
    write(friend.page, DEFENDERS.replace("GENERAL", "halfwit"))
    hand_in(friend.page)
    for one in (host, friend):
        one.page.wait_for_url(re.compile("#/game/"))
        one.page.wait_for_selector(".question")
        assert one.game == exchange and not one.faults


def test_two_at_one_screen_write_one_after_the_other(come: Come) -> None:
    visitor = come(viewport=LAPTOP)
    agreed(visitor, "A friend at this screen")
    page = visitor.page
    write(page, INVADERS)
    hand_in(page)
    expect(page.get_by_role("status").first).to_contain_text("You write the army of the defenders")
    visitor.go("/#/games")
    expect(page.locator(".games")).to_contain_text("armies are being written")
    page.locator(".games a").first.click()
    write(page, DEFENDERS.replace("GENERAL", "halfwit"))
    hand_in(page)
    page.wait_for_url(re.compile("#/game/"))
    visitor.wait_for_question()
    assert not visitor.faults


def test_an_army_that_is_led_into_a_rampage_is_fixed_at_once(come: Come) -> None:
    visitor = come(viewport=LAPTOP)
    visitor.go("/#/build/threeplains")
    page = visitor.page
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Open a file").click()
    chooser.value.set_files({"name": "army.toml", "mimeType": "text/plain", "buffer": INVADERS.encode()})
    page.wait_for_selector(".army-standing.lawful")
    page.get_by_role("button", name="Lead it into battle").click()
    page.get_by_label("Field").select_option(label="Rampage")
    page.get_by_label("Led by").select_option(label="A friend far away")
    page.get_by_role("button", name="To battle", exact=True).click()
    page.wait_for_url(re.compile("#/exchange/"))
    expect(page.get_by_role("status").first).to_contain_text("The list of the defenders is awaited")
    assert not visitor.faults


def test_the_defenders_army_is_chosen_after_the_invaders(come: Come) -> None:
    visitor = come(viewport=LAPTOP)
    visitor.go("/#/new/threeplains")
    page = visitor.page
    page.locator("fieldset", has_text="Field and armies").locator("select").first.select_option(label="Rampage")
    second = page.get_by_label("Second army")
    expect(second).to_be_disabled()
    page.get_by_label("First army").select_option(index=1)
    expect(second).to_be_enabled()
