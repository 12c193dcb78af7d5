"""A game of three hundred lines on the page: no line of it was written for the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect
from tests.serve.conftest import run
from tests.sixth.conftest import book, shelf  # noqa: F401

from warhost.serve.limits import Limits

from .test_typing import Typist
from .visitor import SIZE, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("book")]
PHONE: ViewportSize = {"width": 390, "height": 844}
WALK = "Where does Ranger go?"


@pytest.fixture(params=[SIZE, PHONE], ids=["laptop", "phone"])
def visitor(tmp_path: Path, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    for served in run(f"sqlite:///{tmp_path / 'games.db'}", Limits()):
        came = Visitor(browser.new_context(viewport=request.param), served.address)
        yield came
        came.context.close()
        assert not came.faults


def walking(visitor: Visitor) -> None:
    visitor.play_now("poachers")
    for words in ("Who carries the purse?", "Who acts next?", "What does Ranger do?"):
        expect(visitor.page.locator("#asked")).to_contain_text(words)
        visitor.answer_somehow()
    expect(visitor.page.locator("#asked")).to_contain_text(WALK)
    visitor.page.wait_for_timeout(600)  # the table of a phone has come nearer


def test_a_figure_is_dragged_judged_and_moved_and_taken_back(visitor: Visitor) -> None:
    walking(visitor)
    page, before = visitor.page, visitor.number
    visitor.drag(".piece[data-piece='ranger']", 20, -40)
    expect(page.locator(".judgement.yes")).to_contain_text(re.compile(r"used, .*left"))
    page.click(".commit")
    visitor.question_passes(before)
    expect(page.locator("#asked")).to_contain_text("Who acts next?")
    expect(page.locator(".lines .line", has_text="Ranger walks on")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator("#asked")).to_contain_text(WALK)


def test_a_round_base_has_no_square_frame(visitor: Visitor) -> None:
    walking(visitor)
    corners = "one => one.getAttribute('d').split('L').length"
    for part in ("rim", "bases", "touch"):
        assert visitor.page.locator(f".piece[data-piece='warden'] .{part}").evaluate(corners) == 24
    visitor.shot("round")


def test_orders_are_typed_and_refused_in_words(visitor: Visitor) -> None:
    walking(visitor)
    typist = Typist(visitor)
    typist.say("9 forward", "only 6″ are left")
    typist.say("5 forward", "Enter gives")
    typist.give()
    typist.say("where ranger", "7.0″ up")
    typist.say("log 1", "Ranger walks on")


def test_the_purse_shows_to_its_owner_only(visitor: Visitor) -> None:
    walking(visitor)
    assert "purse" in visitor.words_of("ranger")
    assert all("purse" not in visitor.words_of(one) for one in ("old_tom", "red_bess", "big_will", "the_boy"))
