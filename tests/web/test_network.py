"""A network that comes and goes: nothing is lost and nothing doubled, and the page says what is going on."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .visitor import PATIENCE, Come, Visitor

pytestmark = pytest.mark.slow
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TROUBLE = ".trouble"


class Tunnel:
    """All lines of a page. In the tunnel nothing comes through either way, though no line is closed."""

    def __init__(self, visitor: Visitor, *, swallows: bool = False):
        self.dark, self.answers, self.lines = False, list[Any](), 0
        self.swallows = swallows  # only what the server says is lost: it has heard the answer
        visitor.page.route_web_socket(re.compile("/socket"), self._line)

    def _line(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        self.lines += 1
        mine = self.lines

        def dark() -> bool:
            return self.dark and mine == self.before

        def up(message: str | bytes) -> None:
            if not dark() or self.swallows:
                said = json.loads(message)
                self.answers += [said] if said["type"] == "answer" else []
                server.send(message)

        line.on_message(up)
        server.on_message(lambda message: None if dark() else line.send(message))

    def enter(self) -> None:
        self.dark, self.before = True, self.lines


def at_a_table(come: Come, size: dict[str, Any], *, swallows: bool) -> tuple[Visitor, Tunnel]:
    visitor = come(**size)
    tunnel = Tunnel(visitor, swallows=swallows)
    visitor.play_now("magnamund")
    visitor.answer_until("leads the army")
    return visitor, tunnel


@pytest.mark.parametrize("size", [{}, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("swallows", [False, True], ids=["lost on its way", "taken unheard"])
def test_an_answer_in_a_tunnel_is_given_once(come: Come, size: dict[str, Any], swallows: bool) -> None:
    visitor, tunnel = at_a_table(come, size, swallows=swallows)
    before, given = visitor.number, len(tunnel.answers)
    tunnel.enter()
    visitor.page.locator(".question .option:visible").first.click()
    visitor.question_passes(before)  # by a new line, after the old one was given up
    assert tunnel.lines == 2
    told = tunnel.answers[given:]  # perhaps several times, since nobody answered: it counts once
    assert told and all(one == told[0] for one in told)
    expect(visitor.page.locator(TROUBLE)).to_have_count(0)
    visitor.wait_for_question()
    visitor.answer_somehow()


def test_a_line_that_breaks_in_the_enemys_turn_comes_back(come: Come) -> None:
    visitor, tunnel = at_a_table(come, PHONE, swallows=False)
    page = visitor.page
    visitor.answer_somehow()
    visitor.wait_for_question()
    visitor.finish_phase()
    lines: list[WebSocketRoute] = []

    def noted(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket(re.compile("/socket"), noted)
    page.reload()
    visitor.wait_for_question()
    before = visitor.number
    page.locator(".option.finish, .question .option:visible").first.click()
    lines[-1].close(code=1012)
    expect(page.locator(TROUBLE)).to_have_count(0, timeout=PATIENCE)
    visitor.question_passes(before)
    visitor.wait_for_question()
    assert tunnel.lines == 1
