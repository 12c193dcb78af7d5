"""A game for three on a table in millimetres, of a rulebook that the page has never heard of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, expect
from tests.serve.conftest import run
from tests.serve.test_three_sides import SIDES, Chase, State

from warhost.engine.view import MILLIMETRES, BaseView, BlockView, Outline, TableView, View
from warhost.serve import files, lobby
from warhost.serve.limits import Limits

from .test_typing import Typist
from .visitor import ASKED, SIZE, Visitor

pytestmark = pytest.mark.slow


def square(x: int, y: int, half: int) -> Outline:
    return (x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half)


class ChaseOnATable(Chase):
    def view(self, setting: int, state: State, side: int | None) -> View:
        blocks = []
        for at, title in enumerate(SIDES):
            outline = square(300_000 * (at + 1), 400_000, 40_000)
            front = (300_000 * (at + 1), 440_000)
            name = f"u{at}"
            blocks.append(
                BlockView(name, title, at, front, 0, outline, (BaseView(outline),), title[:2], "foot", name)
            )
        table = TableView(1_200_000, 900_000, MILLIMETRES)
        return msgspec.structs.replace(super().view(setting, state, side), table=table, blocks=tuple(blocks))


@pytest.fixture
def visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser) -> Iterator[Visitor]:
    for place in (lobby, files):
        monkeypatch.setattr(place, "installed", lambda: {"chase": "here"})
    monkeypatch.setattr(lobby, "rulebook", lambda name: ChaseOnATable())
    for served in run(f"sqlite:///{tmp_path / 'games.db'}", Limits()):
        came = Visitor(browser.new_context(viewport=SIZE), served.address)
        yield came
        came.context.close()
        assert not came.faults


def test_three_at_one_screen_hand_it_round(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.address}/#/new")
    page.get_by_label("A friend at this screen").check()
    page.get_by_role("button", name="Begin").click()
    for side in (*SIDES, SIDES[0]):
        if side != SIDES[0] or page.get_by_role("heading", name=f"{side}, please").count():
            expect(page.get_by_role("heading", name=f"{side}, please")).to_be_visible()
            page.get_by_role("button", name="I am here").click()
        page.locator(ASKED).wait_for()
        expect(page.locator(".piece")).to_have_count(3)
        for _ in range(2):  # a thought, then a bite
            before = visitor.number
            page.keyboard.press("1")
            page.wait_for_function(
                "before => document.querySelector('.question')?.dataset.number !== String(before)", arg=before
            )
    visitor.shot("three-sides")


def test_lengths_are_those_of_the_table(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(visitor.address)
    page.locator("[data-play=chase]").click()
    page.locator(ASKED).wait_for()
    Typist(visitor).say("where foxes", "300 mm from the left")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator(".keys")).to_contain_text("move the ghost by 25 mm")
