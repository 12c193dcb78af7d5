"""What the page shows when something went wrong with the program itself: lost answers, damaged games."""

from __future__ import annotations

import signal
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from .visitor import ASKED, MARCH, PATIENCE, SIZE, Visitor

pytestmark = pytest.mark.slow


def port_of(running: Any) -> int:
    return int(running.address.rpartition(":")[2])


def test_an_answer_that_was_lost_on_its_way_is_given_again(
    browser: Browser, serve: Any, tmp_path: Path
) -> None:
    with serve(tmp_path, 0) as first:
        visitor = Visitor(browser.new_context(viewport=SIZE), first.address)
        visitor.play_now("magnamund")
        visitor.answer_until(MARCH)
        first.process.send_signal(signal.SIGSTOP)
        visitor.page.click("[data-answer=spearmen]")
        first.process.kill()
        expect(visitor.page.locator(".trouble")).to_contain_text("The connection is lost")
    with serve(tmp_path, port_of(first)):
        expect(visitor.page.locator(".trouble")).to_have_count(0, timeout=PATIENCE)
        expect(visitor.page.locator(ASKED)).to_contain_text("Where shall the Spearmen go?", timeout=PATIENCE)
        visitor.context.close()


def test_a_damaged_game_says_so_and_goes_on_in_another(browser: Browser, serve: Any, tmp_path: Path) -> None:
    with serve(tmp_path, 0) as first:
        visitor = Visitor(browser.new_context(viewport=SIZE), first.address)
        game = visitor.play_now("magnamund")
        visitor.answer_until(MARCH)
    last = _lose_the_last_but_one(tmp_path, game)
    with serve(tmp_path, port_of(first)):
        card = visitor.page.locator(".question.over")
        expect(card).to_contain_text(
            f"The record of this game is damaged: entry {last} is missing", timeout=PATIENCE
        )
        visitor.page.click("[data-go-on]")
        expect(visitor.page.locator(ASKED)).to_be_visible(timeout=PATIENCE)
        assert visitor.game != game
        visitor.answer_somehow()
        visitor.context.close()


def test_the_replay_of_a_damaged_game_says_that_it_ends_early(browser: Browser, serve: Any, tmp_path: Path) -> None:
    with serve(tmp_path, 0) as first:
        visitor = Visitor(browser.new_context(viewport=SIZE), first.address)
        game = visitor.play_now("magnamund")
        visitor.answer_until(MARCH)
        visitor.page.goto(f"{first.address}/#/replay/{game}")
        expect(visitor.page.locator(".scrubber output")).to_be_visible(timeout=PATIENCE)
        expect(visitor.page.locator("[data-broken]")).to_have_count(0)
    last = _lose_the_last_but_one(tmp_path, game)
    with serve(tmp_path, port_of(first)):
        visitor.page.reload()
        said = visitor.page.locator("[data-broken]")
        expect(said).to_contain_text(
            f"It ends early. The record of this game is damaged: entry {last} is missing", timeout=PATIENCE
        )
        expect(visitor.page.locator(".scrubber output")).to_be_visible()
        visitor.context.close()


def _lose_the_last_but_one(folder: Path, game: str) -> int:
    """The entry that is missing then, counted from 1."""
    with sqlite3.connect(folder / "warhost.db") as database:
        last = database.execute("SELECT max(number) FROM log WHERE game = ?", (game,)).fetchone()[0]
        database.execute("DELETE FROM log WHERE game = ? AND number = ?", (game, last - 1))
    database.close()
    return int(last)
