"""Nothing that was built or written in the army builder is lost: by a link, a reload, another army, another tab or
a name that is taken."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .test_builder import builder, judged
from .visitor import Come

pytestmark = pytest.mark.slow


def named(page: Page, name: str) -> None:
    page.get_by_label("Name of the army").fill(name)
    expect(page.get_by_role("button", name="Share by link")).to_be_enabled()  # the server has read it


def is_called(page: Page, name: str) -> None:
    expect(page.get_by_label("Name of the army")).to_have_value(name)


def left_lying(page: Page) -> list[str]:
    card = page.locator(".begin .card", has=page.get_by_role("heading", name="Not finished"))
    return card.locator("li button.link").all_inner_texts()


def test_a_link_puts_aside_what_lies_before_one_and_a_reload_keeps_what_is_made_of_it(come: Come) -> None:
    page = builder(come, "threeplains").page
    named(page, "Theirs")
    page.get_by_role("button", name="Share by link").click()
    link = page.get_by_label("The link").input_value()
    named(page, "Mine")
    expect(page.get_by_label("The link")).to_have_count(0)  # it was of the army as it was before
    page.goto(link)
    is_called(page, "Theirs")
    named(page, "Theirs, changed")
    page.reload()
    is_called(page, "Theirs, changed")
    for _ in range(2):
        page.goto(link)
        page.wait_for_url(re.compile("#/build/threeplains$"))  # it has been opened
        is_called(page, "Theirs")
    page.get_by_role("button", name="Another army").click()
    expect(page.locator(".begin")).to_be_visible()
    assert left_lying(page) == ["Theirs", "Theirs, changed", "Mine"]
    page.get_by_role("button", name="Mine", exact=True).click()
    is_called(page, "Mine")


def test_what_two_tabs_make_of_an_army_both_stays(come: Come) -> None:
    visitor = builder(come, "warband")
    here, there = visitor.page, visitor.context.new_page()
    named(here, "As it was")
    there.goto(f"{visitor.address}/#/build/warband")
    there.get_by_role("button", name="As it was").click()
    named(there, "There")
    named(here, "Here")
    for page, name in ((here, "Here"), (there, "There")):
        page.reload()
        is_called(page, name)


def test_another_army_of_the_same_name_is_replaced_at_the_second_press_only(come: Come) -> None:
    page = builder(come, "warband").page
    named(page, "The Watch")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    page.locator(".kinds .add").last.click()
    page.get_by_role("button", name="Save", exact=True).click()  # it is the same army still
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    kept = "() => JSON.parse(localStorage['warhost.rosters'])['The Watch'].text"
    before = page.evaluate(kept)
    page.get_by_role("button", name="Another army").click()
    assert left_lying(page) == []  # what is saved is finished
    page.get_by_role("button", name="Raise one by chance").click()
    judged(page)
    named(page, "The Watch")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".done")).to_contain_text("Another army of yours is called The Watch")
    expect(page.locator(".done")).to_be_in_viewport()
    assert page.evaluate(kept) == before
    page.get_by_role("button", name="Lead it into battle").click()
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Replace the other").click()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    assert page.evaluate(kept) != before


def test_what_the_expert_has_written_outlives_escape_and_a_reload(come: Come) -> None:
    page = builder(come, "regiments").page
    page.get_by_role("button", name="Expert view").click()
    text = page.get_by_label("TOML").input_value()
    page.get_by_label("TOML").fill('name = "Half wri')
    page.keyboard.press("Escape")
    page.reload()
    page.get_by_role("button", name="Expert view").click()
    expect(page.get_by_label("TOML")).to_have_value('name = "Half wri')
    page.get_by_role("button", name="Drop it").click()
    expect(page.get_by_label("TOML")).to_have_value(text)


def test_an_army_is_forgotten_at_the_second_press(come: Come) -> None:
    page = builder(come, "missum").page
    named(page, "The Lost Legion")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Another army").click()
    line = page.locator(".begin li", has_text="The Lost Legion")
    line.get_by_role("button", name=re.compile("^Forget")).click()
    expect(line).to_have_count(1)
    line.get_by_role("button", name=re.compile("^Forget")).click()
    expect(line).to_have_count(0)
