"""The army builder: points, allowance and breaches follow every click, in every game with army lists."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, Route, ViewportSize, expect

from warhost.roster.roster import roster_text
from warhost.rulebooks.threeplains.rulebook import ThreePlains

from .test_everybody import serious_faults
from .visitor import PATIENCE, Come, Visitor

pytestmark = pytest.mark.slow

BOOKS = ["threeplains", "regiments", "warband", "missum"]
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
ARMY = 'name = "x"\nrulebook = "{}"\narmy = "{}"\npoints = 500\n'
WIDE = "() => document.documentElement.scrollWidth <= innerWidth"


def builder(come: Come, book: str, phone: bool = False, **more: object) -> Visitor:
    """With the first of the ready armies on the desk."""
    size = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": LAPTOP}
    visitor = come(**{**size, **more})
    visitor.go(f"/#/build/{book}")
    visitor.page.locator(".begin .card:last-child button.link").first.click()
    judged(visitor.page)
    return visitor


def judged(page: Page) -> None:
    page.wait_for_selector(".army-standing.lawful, .army-standing.wrong")


def spent(page: Page) -> int:
    return int(page.locator(".army-standing .spent").inner_text())


def part(visitor: Visitor, name: str) -> None:
    """On a phone one part is seen at a time."""
    button = visitor.page.locator(".build-tabs").get_by_role("button", name=name)
    if button.is_visible():
        button.click()


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("book", BOOKS)
def test_points_follow_every_click(come: Come, book: str, phone: bool) -> None:
    visitor = builder(come, book, phone)
    page, before = visitor.page, spent(visitor.page)
    part(visitor, "Add")
    page.locator(".kinds .add").last.click()
    expect(page.locator(".army-standing .spent")).not_to_have_text(str(before))
    part(visitor, "Army")
    opened = page.locator(".entry.open")
    expect(opened).to_have_count(1)
    more, now = opened.get_by_role("button", name="Models: one more"), spent(page)
    if more.count() and more.is_enabled():
        more.click()
        expect(page.locator(".army-standing .spent")).not_to_have_text(str(now))
    opened.get_by_role("button", name="Remove").click()
    expect(page.locator(".army-standing .spent")).to_have_text(str(before))
    assert page.evaluate(WIDE)
    page.locator(".entry .line-name").last.click()
    page.wait_for_timeout(400)
    visitor.shot(f"builder-{book}-{'phone' if phone else 'laptop'}")
    assert serious_faults(page) == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_breach_names_its_rule_and_what_mends_it(come: Come, book: str) -> None:
    visitor = builder(come, book)
    page = visitor.page
    page.get_by_label(re.compile("^Limit")).fill("20")
    page.get_by_label("Name of the army").click()
    expect(page.locator(".army-standing")).to_have_class(re.compile("wrong"))
    breach = page.locator(".check .breach").first
    expect(breach.locator(".mend")).not_to_be_empty()
    breach.get_by_role("button", name="Rule").click()
    expect(page.locator("#rule-drawer h2")).not_to_be_empty()
    visitor.shot(f"builder-breach-{book}")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".army-standing")).to_have_class(re.compile("lawful"))


def test_a_server_that_is_slow_is_waited_for_in_words(come: Come) -> None:
    visitor = builder(come, "regiments")
    page, before, held = visitor.page, spent(visitor.page), list[Route]()
    page.route("**/api/build/**", lambda route: held.append(route))
    page.locator(".kinds .add").first.click()
    expect(page.locator(".army-standing")).to_have_text(re.compile("^… of .*Counting …$"), timeout=PATIENCE)
    expect(page.locator(".check .notice").first).to_contain_text("This is how it stood before the last change.")
    for route in held:
        route.continue_()
    page.unroute("**/api/build/**")
    judged(page)
    assert spent(page) > before
    expect(page.locator(".check")).not_to_contain_text("Counting")


def test_an_option_has_its_price_and_is_charged(come: Come) -> None:
    page = builder(come, "regiments").page
    page.locator("[data-key='group[0]'] .line-name").click()
    now = spent(page)
    pick = page.locator("[data-key='group[0]'] .pick.taken:has(.price)").first
    price, models = pick.locator(".price").inner_text(), page.get_by_label("Models", exact=True).last.input_value()
    cost = int(re.sub(r"\D", "", price)) * (int(models) if "each" in price else 1)
    pick.click()
    expect(page.locator(".army-standing .spent")).to_have_text(str(now - cost))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".army-standing .spent")).to_have_text(str(now))


def test_prices_that_hang_on_the_rest_are_those_of_this_very_legion(come: Come) -> None:
    page = builder(come, "missum").page
    page.locator("[data-key='group[0]'] .line-name").click()
    pick = page.locator("[data-key='group[0]'] .pick").filter(has_text="Fanatic")
    expect(pick.locator(".price")).to_have_text(re.compile(r"\+\d+"))
    price, now = int(pick.locator(".price").inner_text()[1:]), spent(page)
    pick.click()
    expect(page.locator(".army-standing .spent")).to_have_text(str(now + price))


def test_magic_items_are_looked_for_by_their_names(come: Come) -> None:
    page = builder(come, "threeplains").page
    page.locator("[data-key='character[0]'] .line-name").click()
    found = page.locator(".offer", has_text="Magic items").locator(".pick")
    assert found.count() > 100  # whoever knows no names looks through all of them
    page.get_by_label(re.compile("Look for magic items")).fill("potion")
    expect(found.first).to_contain_text(re.compile("potion", re.IGNORECASE))
    now = spent(page)
    found.first.click()
    expect(page.locator(".army-standing .spent")).not_to_have_text(str(now))


def test_an_entry_is_duplicated_and_a_character_joins_a_group_that_keeps_its_id(come: Come) -> None:
    visitor = builder(come, "threeplains")
    page = visitor.page
    groups = page.locator("[data-key^='group']").count()
    page.locator("[data-key='group[0]'] .line-name").click()
    page.get_by_role("button", name="Duplicate").click()
    expect(page.locator("[data-key^='group']")).to_have_count(groups + 1)
    page.get_by_role("button", name="Done").click()
    joining = page.locator("[data-key='character[1]']")
    joining.locator(".line-name").click()
    joining.get_by_label("Stands with").select_option(index=1)
    page.get_by_role("button", name="Expert view").click()
    expect(page.get_by_label("TOML")).to_have_value(re.compile('id = "'))
    text = page.get_by_label("TOML").input_value()
    host = re.search(r'with = "([^"]+)"', text)
    assert host and f'id = "{host[1]}"' in text


def test_an_army_is_saved_opened_and_shared_by_a_link_that_holds_all_of_it(come: Come) -> None:
    visitor = builder(come, "regiments")
    page = visitor.page
    page.get_by_label("Name of the army").fill('Die Grüne "Schar"')
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    page.get_by_role("button", name="Share by link").click()
    link, points = page.get_by_label("The link").input_value(), spent(page)
    other = come()
    other.page.goto(link)
    expect(other.page.get_by_label("Name of the army")).to_have_value('Die Grüne "Schar"')
    expect(other.page.locator(".army-standing .spent")).to_have_text(str(points))
    page.get_by_role("button", name="Another army").click()
    page.locator(".begin button.link", has_text="Die Grüne").click()
    expect(page.locator(".army-standing .spent")).to_have_text(str(points))


def test_a_damaged_link_is_told_and_loses_nothing(come: Come) -> None:
    visitor = come()
    visitor.go("/#/build/regiments?list=abc123")
    expect(visitor.page.get_by_role("alert")).to_contain_text("damaged")


def link_to(text: str) -> str:
    packer = zlib.compressobj(wbits=-15)
    return urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


ODD_LINKS = {
    "#/build/regiments?list=%zz%": "damaged",
    "#/build/warband?list=====": "damaged",
    f"#/build/regiments?list={link_to('name = 7')}": "name",
    f"#/build/missum?list={link_to(chr(0) * 90_000)}": "damaged",
    f"#/build/regiments?list={link_to(ARMY.format('regiments', 'martians'))}": "not known here (martians)",
    f"#/build/regiments?list={link_to(ARMY.format('warband', 'reiklanders'))}": "for another game (warband)",
    "#/build/regiments/no_such_roster": "no_such_roster",
}


def test_altered_links_are_refused_in_words_and_the_builder_goes_on(come: Come) -> None:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True)
    page = visitor.page
    for link, words in ODD_LINKS.items():
        visitor.go(f"/{link}")
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text(words, timeout=PATIENCE)
        expect(page.locator(".begin")).to_be_visible()
    visitor.go("/#/%zz/%")
    expect(page.locator("h1")).to_have_text("Nothing here")
    visitor.go("/#/build/regiments")
    page.locator(".begin .card:last-child button.link").first.click()
    judged(page)
    visitor.faults = [fault for fault in visitor.faults if "404" not in fault]  # the roster that is not there


@pytest.mark.parametrize("book", BOOKS)
def test_files_that_are_no_armies_are_refused_in_words(come: Come, book: str, tmp_path: Path) -> None:
    visitor = come(viewport=PHONE, has_touch=True, is_mobile=True)
    page, file = visitor.page, tmp_path / "army.toml"
    visitor.go(f"/#/build/{book}")
    odd = {b"\xff\xd8\xff JFIF": "No army could be read", b"": "name", b"x" * 70_000: "too large", b"[[[": "line"}
    for written, words in odd.items():
        file.write_bytes(written)
        page.set_input_files(".begin input[type=file]", file)
        expect(page.get_by_role("alert")).to_contain_text(words, timeout=PATIENCE)
    assert "undefined" not in page.locator("main").inner_text()


def test_where_there_is_no_clipboard_the_text_is_copied_the_old_way_or_shown(come: Come) -> None:
    visitor = come()
    visitor.context.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page = visitor.page
    visitor.go("/#/build/warband")
    page.locator(".begin .card:last-child button.link").first.click()
    judged(page)
    page.get_by_role("button", name="Copy as text").click()
    expect(page.locator(".done")).to_contain_text("copied as text")
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="Copy as text").click()
    expect(page.locator(".done")).to_contain_text("mark the text below")
    assert "crowns" in page.get_by_label("The army as text").input_value()


def test_a_reload_loses_nothing(come: Come) -> None:
    page = builder(come, "warband").page
    page.get_by_label("Name of the army").fill("The Long Memory")
    page.wait_for_timeout(100)
    page.reload()
    expect(page.get_by_label("Name of the army")).to_have_value("The Long Memory")


def test_the_army_is_copied_as_text(come: Come) -> None:
    visitor = builder(come, "warband", permissions=["clipboard-read", "clipboard-write"])
    visitor.page.get_by_role("button", name="Copy as text").click()
    expect(visitor.page.locator(".done")).to_contain_text("copied")
    text = visitor.page.evaluate("navigator.clipboard.readText()")
    assert "of 500 crowns" in text and text.count("\n") > 5


def test_the_sheet_is_shown_and_is_all_that_is_printed(come: Come) -> None:
    page = builder(come, "regiments").page
    page.get_by_role("button", name="Sheet and print").click()
    expect(page.locator(".written-sheet .card").first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".written-sheet .card").first).to_be_visible()
    expect(page.locator(".offers")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()


@pytest.mark.parametrize("book", BOOKS)
def test_on_a_phone_a_sheet_is_no_wider_than_the_page(come: Come, book: str) -> None:
    page = builder(come, book, phone=True).page
    page.locator(".build-tabs").get_by_role("button", name="Check").tap()
    page.get_by_role("button", name="Sheet and print").tap()
    expect(page.locator(".written-sheet .card").first).to_be_visible()
    assert page.evaluate(WIDE)
    assert page.locator(".written-sheet").evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")


def test_the_sheet_comes_up_and_what_is_wrong_stays_beside_the_army(come: Come) -> None:
    page = builder(come, "regiments").page
    page.get_by_role("button", name="Sheet and print").click()
    expect(page.get_by_role("button", name="Close the sheet")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator(".sheet-view")).to_have_count(0)
    page.locator(".kinds .add").first.click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.get_by_role("button", name="Sheet and print")).to_be_in_viewport()


def test_the_expert_writes_toml_and_is_told_what_is_wrong_with_it(come: Come) -> None:
    page = builder(come, "threeplains").page
    page.get_by_role("button", name="Expert view").click()
    box = page.get_by_label("TOML")
    text = box.input_value()
    box.fill(text.replace("[[group]]", "[[grop]]", 1))
    page.get_by_role("button", name="Take it over").click()
    expect(page.locator("dialog.expert").get_by_role("alert")).to_contain_text("grop")
    box.fill(re.sub('name = "[^"]+"', 'name = "By Hand"', text, count=1))
    page.get_by_role("button", name="Take it over").click()
    expect(page.get_by_label("Name of the army")).to_have_value("By Hand")


@pytest.mark.parametrize("book", BOOKS)
def test_an_army_is_led_into_battle_against_one_that_is_chosen(come: Come, book: str) -> None:
    visitor = builder(come, book)
    page = visitor.page
    page.get_by_label("Name of the army").fill("The Chosen Host")
    page.wait_for_timeout(500)
    judged(page)
    page.get_by_role("button", name="Lead it into battle").click()
    enemy = page.locator("dialog").get_by_label("The enemy's army").first
    expect(enemy.locator("option", has_text="The Chosen Host")).to_have_count(0)  # nobody fights himself
    expect(enemy).not_to_have_value("")
    visitor.shot(f"into-battle-{book}")
    page.get_by_role("button", name="To battle", exact=True).click()
    page.wait_for_url(re.compile("#/game/"))
    page.wait_for_selector(".question")
    page.click("#tab-units")
    expect(page.locator("table.units caption").first).to_contain_text("The Chosen Host")


def test_the_keyboard_builds_an_army(come: Come) -> None:
    visitor = come(color_scheme="dark")
    visitor.go("/#/build/regiments")
    page, keyboard = visitor.page, visitor.page.keyboard
    page.get_by_role("button", name="Begin").focus()
    keyboard.press("Enter")
    page.wait_for_selector(".kinds .add")
    page.locator(".kinds .add").first.focus()
    keyboard.press("Enter")
    expect(page.locator(".entry.open")).to_have_count(1)
    page.locator(".entry.open .pick input").first.focus()
    keyboard.press("Space")
    expect(page.locator(".entry.open .pick.taken")).to_have_count(1)
    assert serious_faults(page) == []
    visitor.shot("builder-dark")


@pytest.mark.parametrize("book", BOOKS)
def test_an_army_of_chance_is_a_beginning(come: Come, book: str) -> None:
    visitor = come()
    visitor.go(f"/#/build/{book}")
    visitor.page.get_by_role("button", name="Raise one by chance").click()
    judged(visitor.page)
    expect(visitor.page.locator(".entry").first).to_be_visible()


def test_a_server_that_does_not_answer_is_asked_again(come: Come) -> None:
    visitor = builder(come, "regiments")
    page, before = visitor.page, spent(visitor.page)
    page.route("**/api/build/**", lambda route: route.abort())
    page.locator(".kinds .add").first.click()
    expect(page.get_by_role("alert")).to_contain_text("does not answer", timeout=15_000)  # it is asked four times
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    page.unroute("**/api/build/**")
    expect(page.locator(".army-standing .spent")).not_to_have_text(str(before), timeout=10_000)
    expect(page.get_by_role("alert")).to_have_count(0)
    visitor.faults.clear()  # the browser notes requests that failed


def test_games_without_army_lists_say_so(come: Come) -> None:
    visitor = come()
    visitor.go("/#/build")
    expect(visitor.page.locator(".game-choice a")).to_have_count(len(BOOKS))
    visitor.go("/#/build/magnamund")
    expect(visitor.page.locator(".notice")).to_contain_text("no army lists")


# --- for a side of a scenario --------------------------------------------------------------------------------


def test_an_army_is_written_for_a_raid_and_buys_torches(come: Come) -> None:
    visitor = come(viewport=LAPTOP)
    visitor.go("/#/build/threeplains")
    page = visitor.page
    page.get_by_label("Army list").select_option("orcs")
    page.get_by_role("button", name="Begin").click()
    judged(page)
    page.get_by_label("Written for").select_option(label="Raid: Raiders")
    expect(page.get_by_label(re.compile("^Limit"))).to_have_value("500")
    page.get_by_role("button", name="Add Orc Bull", exact=True).click()
    page.get_by_role("button", name="Add Orc Warriors", exact=True).click()
    opened, breaches = page.locator(".entry.open"), page.locator(".breaches")
    expect(opened).to_have_attribute("data-key", "group[0]")
    expect(opened.locator(".cost")).to_have_text(re.compile(r"^\d+$"))
    before = int(opened.locator(".cost").inner_text())
    opened.get_by_label(re.compile("^Torch")).check()
    opened.get_by_label("Torch", exact=True).get_by_role("spinbutton").fill("12")
    opened.get_by_label("Torch", exact=True).get_by_role("spinbutton").press("Tab")
    expect(breaches).to_contain_text("12 torches, of at most 10")
    expect(breaches).to_contain_text("Take 10")
    for _ in range(9):
        opened.get_by_role("button", name="Torch: one less").click()
    expect(opened.locator(".line-name")).to_contain_text("3 torches")
    expect(opened.locator(".cost")).to_have_text(str(before + 3))
    expect(breaches).not_to_contain_text("torches")
    visitor.shot("builder-raid")
    page.get_by_label("Written for").select_option(label="any pitched battle")
    expect(breaches).to_contain_text("torches are carried in raids only")
    assert serious_faults(page) == []


def force_of(part: int, number: int, written_for: str) -> str:
    """A force of the raid as somebody writes it down who changes nothing but its name."""
    ready = ThreePlains().lists.library.missions["raid"].part[part].ready[number]
    return roster_text(replace(ready, name="My own band", scenario="raid", part=written_for))


@pytest.mark.parametrize(
    "part, number, written_for", [(0, 0, "raiders"), (1, 0, "defenders"), (1, 1, "reinforcements")]
)
def test_a_raid_is_begun_with_a_force_of_ones_own(come: Come, part: int, number: int, written_for: str) -> None:
    visitor = come(viewport=LAPTOP)
    visitor.go(f"/#/build/threeplains?list={link_to(force_of(part, number, written_for))}")
    page = visitor.page
    judged(page)
    page.get_by_role("button", name="Lead it into battle").click()
    theirs = page.locator("dialog").get_by_label("Raid: " + ("Defenders" if part == 0 else "Raiders"))
    expect(theirs).to_have_value("ready")
    page.get_by_role("button", name="To battle", exact=True).click()
    page.wait_for_url(re.compile("#/game/"))
    page.wait_for_selector(".question")
    expect(page.locator(".banner .goal")).to_have_count(1)
    if number == 0:
        expect(page.locator(".banner")).to_contain_text("You: My own band")
