"""Looking back: replays, reports, other ways from a moment."""

from __future__ import annotations

import re
from pathlib import Path
from subprocess import Popen
from sys import executable

import pytest
from playwright.sync_api import expect

from .visitor import ASKED, BEGIN, MARCH, PATIENCE, Come, Visitor

pytestmark = pytest.mark.slow
BOT = Path(__file__).parents[2] / "examples/bot.py"


def test_a_replay_goes_back_and_forth(come: Come) -> None:
    visitor = come()
    game = visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    visitor.go(f"/replay/{game}")
    page = visitor.page
    page.wait_for_selector(".scrubber")
    expect(page.locator(".scrubber output")).to_have_text(re.compile("^0 /"))
    assert page.locator(".piece").count() == 0
    page.keyboard.press("End")
    page.wait_for_selector(".piece")
    visitor.shot("replay")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => !document.querySelector('.scrubber [aria-label=\"One step on\"]').disabled")
    assert "at=" in page.url
    page.keyboard.press("Home")
    expect(page.locator(".piece")).to_have_count(0)


def test_a_replay_folds_what_the_log_folds(come: Come) -> None:
    visitor = come()
    game = visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    visitor.go(f"/replay/{game}")
    page = visitor.page
    steps = int(page.locator(".scrubber output").inner_text().partition("/")[2])
    folds = page.locator(".replay .lines .fold")
    for step in range(steps):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay .panel h2")).to_have_text(f"Step {step + 1}")
        if folds.count():
            break
    expect(folds.first.locator(".line").first).not_to_be_visible()
    folds.first.locator("summary").click()
    expect(folds.first.locator(".line").first).to_be_visible()
    assert folds.first.locator(".line").count() > 1


def test_steps_do_not_wait_for_those_that_are_still_played(come: Come) -> None:
    visitor = come(speed="slow")
    game = visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    visitor.go(f"/replay/{game}")
    page, at = visitor.page, visitor.page.locator(".scrubber output")
    page.wait_for_selector(".scrubber")
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(at).to_have_text(re.compile(f"^{step} /"))
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".replay .panel h2")).to_have_text("Step 4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")  # no key that only skips
    expect(page.locator(".replay .panel h2")).to_have_text("Step 0")


def test_a_link_leads_to_a_moment(come: Come) -> None:
    visitor, other = come(), come()
    game = visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    other.go(f"/replay/{game}?at=2")
    expect(other.page.locator(".scrubber output")).to_have_text(re.compile("^2 /"))


def test_a_second_link_to_a_moment_leads_there_too_and_one_beyond_the_end_to_the_end(come: Come) -> None:
    visitor = come()
    game = visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    at = visitor.page.locator(".scrubber output")
    visitor.go(f"/#/replay/{game}?at=2")
    expect(at).to_have_text(re.compile("^2 /"))
    visitor.go(f"/#/replay/{game}?at=1")
    expect(at).to_have_text(re.compile("^1 /"))
    visitor.go(f"/#/replay/{game}?at=9999")
    expect(at).to_have_text(re.compile(r"^(\d+) / \1$"))
    visitor.faults.clear()  # the browser notes what was not found


def test_a_link_leads_there_though_the_moment_before_is_written_into_the_address_at_once(come: Come) -> None:
    visitor = come()
    game = visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    at = visitor.page.locator(".scrubber output")
    visitor.go(f"/#/replay/{game}?at=1")
    expect(at).to_have_text(re.compile("^1 /"))
    link, before = (f"#/replay/{game}?at={step}" for step in (2, 1))
    visitor.page.evaluate(f"() => {{ location.hash = '{link}'; history.replaceState(null, '', '{before}'); }}")
    expect(at).to_have_text(re.compile("^2 /"))


def test_a_game_that_is_nowhere_has_no_table(come: Come) -> None:
    visitor = come(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    visitor.go("/#/game/cutshort")
    expect(visitor.page.get_by_role("alert")).to_contain_text("knows no game under this address")
    expect(visitor.page.get_by_role("link", name="My games")).to_be_visible()


def test_every_rule_of_a_rulebook_can_be_looked_up(come: Come) -> None:
    visitor = come()
    visitor.go("/#/rules/threeplains")
    all_of_them = len(visitor.page.request.get(f"{visitor.address}/api/rules/threeplains?limit=5000").json())
    assert all_of_them > 1000
    expect(visitor.page.locator(".rule-search").get_by_role("status")).to_have_text(f"{all_of_them} rules")
    expect(visitor.page.locator(".rule-links button")).to_have_count(all_of_them)


def test_on_a_phone_a_rule_that_is_chosen_comes_into_sight(come: Come) -> None:
    visitor = come(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = visitor.page
    visitor.go("/#/rules/threeplains")
    page.locator(".chapter summary").last.tap()
    page.locator(".chapter[open] .rule-links button").last.tap()
    expect(page.locator(".rules-page .rule h2")).to_be_in_viewport()


def fought(visitor: Visitor) -> str:
    """A battle of two computers that is over."""
    visitor.go("/")
    computer = {"kind": "computer", "level": "random", "seconds": 0}
    wish = {"rulebook": "magnamund", "scenario": "mill_farm", "options": {}, "seats": [computer, computer]}
    game: str = visitor.page.evaluate(BEGIN, wish)["id"]
    visitor.go(f"/game/{game}")
    visitor.page.wait_for_selector(".question.over", timeout=3 * PATIENCE)
    return game


@pytest.mark.parametrize(("wide", "high"), [(360, 640), (390, 844)])
def test_on_a_phone_all_that_can_be_done_after_a_battle_is_in_sight(come: Come, wide: int, high: int) -> None:
    visitor = come(viewport={"width": wide, "height": high}, has_touch=True, is_mobile=True)
    fought(visitor)
    page = visitor.page
    expect(page.locator(".panel")).to_have_class("panel half")
    for name in ("Report of the battle", "Watch it again", "To the lobby"):
        link = page.locator(".question.over").get_by_role("link", name=name)
        expect(link).to_be_in_viewport(ratio=1)
        x, y = visitor.at_rest(f".question.over a:has-text('{name}')")
        assert page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.textContent", [x, y]) == name
    visitor.shot(f"over-{wide}")


def test_a_battle_that_is_over_has_a_report_and_can_go_another_way(come: Come) -> None:
    visitor = come()
    game, page = fought(visitor), visitor.page
    page.get_by_role("link", name="Report of the battle").click()
    expect(page.locator(".report h1")).to_have_text(re.compile("Victory|draw"))
    expect(page.locator(".report")).to_contain_text("Who was left")
    expect(page.locator(".report")).to_contain_text("Luck")
    visitor.shot("report")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the record").click()
    assert '"seed"' in saved.value.path().read_text()
    page.get_by_role("link", name="Watch it again").click()
    page.wait_for_selector(".scrubber")
    page.keyboard.press("PageDown")
    expect(page.locator(".scrubber output")).to_have_text(re.compile("^10 /"))
    page.get_by_role("button", name="Try another way from here").click()
    page.locator(".fork .primary").click()
    page.wait_for_url(re.compile("#/game/"))
    assert visitor.game != game
    page.wait_for_selector(f"{ASKED}, .cover")


def test_when_the_battle_is_over_the_log_leads_to_the_moments_it_tells_of(come: Come) -> None:
    """Until then everybody counts only the steps of which he hears; afterwards all of them count."""
    visitor = come()
    visitor.go("/")
    page, person = visitor.page, {"kind": "person"}
    game = page.evaluate(BEGIN, {"rulebook": "magnamund", "scenario": "mill_farm", "seats": [person, person]})
    visitor.go(f"/watch/{game['id']}")
    page.wait_for_selector(".question.waiting")
    bots = [Popen([executable, BOT, visitor.address, game["id"], seat["token"]]) for seat in game["seats"]]
    page.wait_for_selector(".question.over", timeout=3 * PATIENCE)
    assert [bot.wait() for bot in bots] == [0, 0]
    page.get_by_role("tab", name="Log").click()
    line = page.locator("li.line.did-turn").last
    line.locator(".deed").click()
    told = line.locator(".said").inner_text()
    line.get_by_role("link", name="Back then").click()
    expect(page.locator(".replay .lines")).to_contain_text(told)


def test_a_game_under_way_is_not_forked_by_one_side(come: Come) -> None:
    visitor = come()
    game = visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    visitor.go(f"/replay/{game}")
    visitor.page.get_by_role("button", name="Try another way from here").click()
    visitor.page.locator(".fork .primary").click()
    expect(visitor.page.locator(".notice.refused")).to_contain_text("holds all its seats")
    visitor.faults.clear()  # the browser calls a refusal an error
