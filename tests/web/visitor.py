"""Somebody at the page, and what several of them do together."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

SHOTS = Path(__file__).parents[2] / "out" / "web"
PATIENCE = 30_000  # milliseconds: a computer thinks, and other tests may be running
MOST_ANSWERS = 160
ASKED = ".question:not(.waiting) #asked"
SIZE: ViewportSize = {"width": 1366, "height": 768}
BEGIN = """wish => fetch("/api/games", {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify(wish)}).then(reply => reply.json())"""
MARCH = "Which unit or character moves next?"
MOVE = "Which piece moves next?"


# Events are played only where a test is about that: the others would have to wait for them.
PACE = "localStorage.getItem('warhost.speed') ?? localStorage.setItem('warhost.speed', JSON.stringify('{speed}'))"


class Visitor:
    """Somebody at the page."""

    def __init__(self, context: BrowserContext, address: str, speed: str = "off"):
        self.context, self.address = context, address
        context.add_init_script(PACE.format(speed=speed))
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", self._asked)

    def _heard(self, message: Any) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, self.address.replace("http", "ws"))):
            self.faults.append(f"a request to another host: {request.url}")

    def go(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")

    def play_now(self, rulebook: str) -> str:
        self.go("/")
        self.page.click(f"[data-play={rulebook}]")
        self.page.wait_for_url(re.compile("#/game/"))
        return self.game

    @property
    def game(self) -> str:
        return self.page.url.rpartition("/")[2]

    @property
    def asked(self) -> str:
        """What is asked of this visitor, or nothing."""
        return " ".join(self.page.locator(ASKED).all_inner_texts())

    def wait_for_question(self) -> str:
        self.page.wait_for_selector(f"{ASKED}, .question.over")
        return self.asked

    def answer_somehow(self) -> None:
        """The ghost as it lies, or the first choice there is."""
        page, before = self.page, self.number
        page.wait_for_selector(".judgement:not(.idle), .question .option:visible")
        if page.locator(".card-foot .judgement.idle").count() and page.locator(".asked-body .option").count():
            page.keyboard.press("1")
            page.wait_for_selector(".judgement:not(.idle)")
        if page.locator(".judgement:not(.idle)").count():
            page.wait_for_selector(".judgement.yes")
            page.click(".commit")
        else:
            page.locator(".question .option:visible").first.click()
        self.question_passes(before)

    def finish_phase(self) -> None:
        """Leave out whatever can be left out."""
        finish, before = self.page.locator(".option.finish"), self.number
        if not finish.count():
            self.answer_somehow()
            return
        finish.first.click()
        self.question_passes(before)

    def charge(self) -> None:
        """Send the first who can against the first enemy there is, near or far."""
        before = self.number
        if not self.page.locator(".by-hand[open] .assign").count():
            self.page.click("text=/Choose for each piece/")
        self.page.locator(".assign select").first.select_option(index=1)
        self.page.get_by_role("button", name="Do this").click()
        self.question_passes(before)

    def answer_until(self, words: str, *, charging: bool = True) -> None:
        """Answer this and that until it is asked; without `charging` nobody is sent against the enemy before."""
        for _ in range(MOST_ANSWERS):
            text = self.wait_for_question()
            if words in text:
                return
            if "charge, and at whom" in text and not charging:
                self.finish_phase()
            else:
                self.answer_somehow()
        raise AssertionError(f"never asked: {words}")

    def idle_until_turn(self, turn: int) -> None:
        """Leave out whatever can be left out until that turn has come."""
        for _ in range(MOST_ANSWERS):
            self.wait_for_question()
            if self.page.locator(".turn").inner_text() == f"Turn {turn}":
                return
            self.finish_phase()
        raise AssertionError(f"turn {turn} never came")

    @property
    def number(self) -> str:
        return self.page.locator(".question").get_attribute("data-number") or ""

    def question_passes(self, number: str) -> None:
        gone = self.page.locator(f".question[data-number='{number}']")
        expect(gone).to_have_count(0, timeout=PATIENCE)

    def middle_of(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def at_rest(self, selector: str) -> tuple[float, float]:
        """Its middle once the board has come to rest; a hand would wait for that, too."""
        place = self.middle_of(selector)
        for _ in range(50):
            self.page.wait_for_timeout(100)
            before, place = place, self.middle_of(selector)
            if place == before:
                break
        return place

    def drag(self, selector: str, dx: float, dy: float) -> None:
        x, y = self.at_rest(selector)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        for part in range(1, 11):
            mouse.move(x + dx * part / 10, y + dy * part / 10)
            self.page.wait_for_timeout(30)  # a hand is slower than a program
        self.page.wait_for_selector(".judgement.yes, .judgement.no")
        mouse.up()

    @property
    def order(self) -> Any:
        """The order in the making, as the rules write it."""
        written = self.page.locator(".typed input").get_attribute("placeholder")
        return json.loads(written) if written else None

    def words_of(self, piece: str) -> str:
        """What a piece is called aloud: who it is, where it stands, what state it is in."""
        return self.page.locator(f".piece[data-piece='{piece}']").get_attribute("aria-label") or ""

    def shot(self, name: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png")


Come = Callable[..., Visitor]


# --- several of them -----------------------------------------------------------------------------------------


def new_game(visitor: Visitor, rulebook: str, opponent: str) -> None:
    visitor.go("/#/new")
    page = visitor.page
    page.get_by_role("radio", name=rulebook).check()
    page.get_by_role("radio", name=opponent).check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("#/game/"))


def whoever_is_asked(visitors: list[Visitor], patience: int = PATIENCE) -> Visitor:
    for _ in range(patience // 50):
        for visitor in visitors:
            if visitor.asked:
                return visitor
        visitors[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is asked anything")


def play_until(visitors: list[Visitor], words: str) -> Visitor:
    for _ in range(MOST_ANSWERS):
        visitor = whoever_is_asked(visitors)
        if words in visitor.asked:
            return visitor
        visitor.answer_somehow()
    raise AssertionError(f"never asked: {words}")


def friends(come: Come) -> list[Visitor]:
    """Two browsers at one game; the second has followed the invitation."""
    host, guest = come(), come()
    new_game(host, "Three Plains", "A friend far away")
    link = host.page.locator(".invitation input").input_value()
    host.page.get_by_role("button", name="To the table").click()
    guest.page.goto(link)
    guest.page.wait_for_url(re.compile("#/game/"))
    return [host, guest]


def one_is_charged(pair: list[Visitor]) -> Visitor:
    """Who is asked whether his piece stands or falls back, after the other has charged it."""
    for _ in range(MOST_ANSWERS):
        asked = whoever_is_asked(pair)
        if "Stand, or fall back?" in asked.asked:
            return asked
        if "charge, and at whom" in asked.asked:
            asked.charge()
        else:
            asked.answer_somehow()
    raise AssertionError("nobody is ever charged")
