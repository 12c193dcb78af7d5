"""The page in bad weather: messages late, doubled, in the wrong order and lost, lines that are cut, no network at
all, a page that is loaded again, a server that is killed. No answer is lost, none counts twice, play goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from warhost.serve.folder import DATABASE
from warhost.serve.storage import Row, Storage

from .conftest import Running, Serve
from .visitor import PATIENCE, Visitor

pytestmark = pytest.mark.slow
WEATHER = Path(__file__).with_name("storm.js")
LAPTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
ANSWERS = 6
TROUBLE = ".trouble"


@contextmanager
def visiting(browser: Browser, running: Running, size: dict[str, Any]) -> Iterator[Visitor]:
    with browser.new_context(**size) as context:
        context.add_init_script(path=WEATHER)
        visitor = Visitor(context, running.address)
        yield visitor
        assert not [fault for fault in visitor.faults if "WebSocket" not in fault and "ERR_" not in fault]


def weather(visitor: Visitor, **set: Any) -> None:
    visitor.page.evaluate("set => { storm.weather = set; }", set)


def given(visitor: Visitor) -> dict[int, Any]:
    """By the number of the question; one that was given several times was the same each time."""
    found: dict[int, Any] = {}
    for message in visitor.page.evaluate("storm.answers"):
        assert found.setdefault(message["number"], message["answer"]) == message["answer"]
    return found


def rows_of(folder: Path, game: str, side: int) -> list[Row]:
    storage = Storage(f"sqlite:///{folder / DATABASE}")
    rows = [row for row in storage.rows(game) if row.side == side]
    storage.close()
    return rows


def written(folder: Path, game: str, side: int = 0) -> list[Any]:
    return [row.what for row in rows_of(folder, game, side)]


def kinds(folder: Path, game: str) -> list[str]:
    return [row.kind for row in rows_of(folder, game, 0)]


@pytest.mark.parametrize(
    ("rulebook", "size"),
    [("magnamund", PHONE), ("threeplains", LAPTOP), ("regiments", PHONE), ("warband", LAPTOP), ("missum", PHONE)],
    ids=["magnamund", "threeplains", "regiments", "warband", "missum"],
)
def test_what_is_answered_in_a_storm_is_answered_once(
    browser: Browser, serve: Serve, tmp_path: Path, rulebook: str, size: dict[str, Any]
) -> None:
    with serve(tmp_path, 0) as running, visiting(browser, running, size) as visitor:
        game = visitor.play_now(rulebook)
        visitor.wait_for_question()
        weather(visitor, late=1000, lost=0.08, doubled=0.2, cut=0.03)
        for _ in range(ANSWERS):
            visitor.wait_for_question()
            visitor.answer_somehow()
        weather(visitor)
        visitor.wait_for_question()
        expect(visitor.page.locator(TROUBLE)).to_have_count(0, timeout=PATIENCE)
        answers = given(visitor)
        assert sorted(answers) == list(range(len(answers))) and len(answers) >= ANSWERS
        assert written(tmp_path, game) == [answers[number] for number in sorted(answers)]


@SIZES
def test_without_a_network_an_answer_waits_and_goes_out_by_itself(
    browser: Browser, serve: Serve, tmp_path: Path, size: dict[str, Any]
) -> None:
    with serve(tmp_path, 0) as running, visiting(browser, running, size) as visitor:
        page, game = visitor.page, visitor.play_now("magnamund")
        visitor.answer_until("leads the army")
        before = visitor.number
        visitor.context.set_offline(True)
        expect(page.locator(TROUBLE)).to_contain_text("The connection is lost. Trying again")
        page.locator(".question .option:visible").first.click()
        expect(page.locator(TROUBLE)).to_contain_text("Your answer is not sent yet")
        page.wait_for_timeout(1500)
        visitor.context.set_offline(False)
        visitor.question_passes(before)
        expect(page.locator(TROUBLE)).to_have_count(0)
        visitor.wait_for_question()
        assert written(tmp_path, game) == list(given(visitor).values())


def test_an_order_that_was_given_into_the_dark_goes_out_by_itself(
    browser: Browser, serve: Serve, tmp_path: Path
) -> None:
    """Enter came before the verdict, and the line was dead without having been closed."""
    with serve(tmp_path, 0) as running, visiting(browser, running, LAPTOP) as visitor:
        page, game = visitor.page, visitor.play_now("threeplains")
        visitor.answer_until("Where shall")
        page.wait_for_selector(".judgement.yes")
        before = visitor.number
        weather(visitor, dark=True)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        expect(page.locator(TROUBLE)).to_contain_text("Trying again", timeout=PATIENCE)
        weather(visitor)
        visitor.question_passes(before)
        assert len(written(tmp_path, game)) == len(given(visitor))


@SIZES
@pytest.mark.parametrize("network", ["dark", "offline"])
def test_an_answer_outlives_a_page_that_is_loaded_again(
    browser: Browser, serve: Serve, tmp_path: Path, size: dict[str, Any], network: str
) -> None:
    with serve(tmp_path, 0) as running, visiting(browser, running, size) as visitor:
        page, game = visitor.page, visitor.play_now("magnamund")
        visitor.answer_until("leads the army")
        before, chosen = visitor.number, page.locator(".question .option:visible").nth(1)
        if network == "dark":
            weather(visitor, dark=True)
        else:
            visitor.context.set_offline(True)
        chosen.click()
        page.wait_for_timeout(300)
        meant = page.evaluate("Object.entries(sessionStorage).find(([name]) => name.startsWith('warhost.sent'))[1]")
        visitor.context.set_offline(False)
        page.reload()
        visitor.question_passes(before)
        visitor.wait_for_question()
        assert str(written(tmp_path, game)[-1]) in meant
        assert page.evaluate("Object.keys(sessionStorage).filter(name => name.startsWith('warhost.sent'))") == []


def test_an_answer_to_a_server_that_is_killed_counts_once(browser: Browser, serve: Serve, tmp_path: Path) -> None:
    with serve(tmp_path, 0) as running, visiting(browser, running, PHONE) as visitor:
        page, game = visitor.page, visitor.play_now("magnamund")
        visitor.answer_until("leads the army")
        for moment in ("before", "after"):
            before, port = visitor.number, int(running.address.rpartition(":")[2])
            if moment == "before":
                running.process.kill()
                running.process.wait()
            page.locator(".question .option:visible").first.click()
            if moment == "after":
                running.process.kill()
                running.process.wait()
            expect(page.locator(TROUBLE)).to_contain_text("Your answer is")
            with serve(tmp_path, port) as running:
                visitor.question_passes(before)
                visitor.wait_for_question()
                expect(page.locator(TROUBLE)).to_have_count(0)
        assert written(tmp_path, game) == list(given(visitor).values())


def test_what_is_dragged_without_a_network_is_judged_when_it_is_back(
    browser: Browser, serve: Serve, tmp_path: Path
) -> None:
    with serve(tmp_path, 0) as running, visiting(browser, running, PHONE) as visitor:
        page, _ = visitor.page, visitor.play_now("magnamund")
        visitor.wait_for_question()
        page.wait_for_selector(".judgement.yes")
        visitor.context.set_offline(True)
        expect(page.locator(TROUBLE)).to_contain_text("The connection is lost")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        expect(page.locator(".judgement em")).to_contain_text("as soon as it is judged")
        visitor.context.set_offline(False)
        expect(page.locator(".judgement em")).to_have_count(0)
        page.wait_for_selector(".judgement.yes, .judgement.no")
        expect(page.locator(".judgement")).not_to_contain_text(re.compile("connect|too long"))


def test_two_tabs_of_one_player_agree(browser: Browser, serve: Serve, tmp_path: Path) -> None:
    with serve(tmp_path, 0) as running, visiting(browser, running, PHONE) as visitor:
        page, game = visitor.page, visitor.play_now("magnamund")
        visitor.answer_until("leads the army")
        other = visitor.context.new_page()
        other.goto(page.url)
        options = ".question .option:visible"
        other.wait_for_selector(options)
        before = visitor.number
        weather(visitor, late=1200)
        page.locator(options).nth(0).click()
        other.locator(options).nth(1).click()
        visitor.question_passes(before)
        expect(other.locator(f".question[data-number='{before}']")).to_have_count(0, timeout=PATIENCE)
        weather(visitor)
        visitor.wait_for_question()
        assert len(written(tmp_path, game)) == len(given(visitor))


def test_undo_and_hint_are_not_lost_with_the_line(browser: Browser, serve: Serve, tmp_path: Path) -> None:
    with serve(tmp_path, 0) as running, visiting(browser, running, PHONE) as visitor:
        page, game = visitor.page, visitor.play_now("magnamund")
        visitor.wait_for_question()
        visitor.answer_somehow()
        visitor.wait_for_question()
        before = visitor.number
        visitor.context.set_offline(True)
        expect(page.locator(TROUBLE)).to_contain_text("The connection is lost")
        page.keyboard.press("u")
        expect(page.locator(".notice")).to_contain_text("Not sent yet")
        visitor.context.set_offline(False)
        visitor.question_passes(before)
        visitor.wait_for_question()
        assert kinds(tmp_path, game) == ["answer", "undo"]
        visitor.context.set_offline(True)
        expect(page.locator(TROUBLE)).to_contain_text("The connection is lost")
        page.keyboard.press("h")
        visitor.context.set_offline(False)
        expect(page.locator(".guide.hint")).to_contain_text("Advice", timeout=PATIENCE)
