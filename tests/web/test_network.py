"""A network that comes and goes: nothing is lost and nothing doubled, and the page says what is going on."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from .test_campaign import QUICK, small_campaign, through_to_battle
from .test_everybody import serious_faults
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


def test_an_answer_outlives_a_server_that_closes_the_line(come: Come) -> None:
    """With a last word, such as to a reader who is too slow, or while the games cannot be read."""
    visitor, answers = come(), list[Any]()

    def sent_away(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def up(message: str | bytes) -> None:
            said = json.loads(message)
            answers.extend([said] if said["type"] == "answer" else [])
            if answers == [said]:
                line.send(json.dumps({"type": "error", "why": "you read too slowly; come back"}))
                line.close(code=1013)
            else:
                server.send(message)

        line.on_message(up)

    visitor.page.route_web_socket(re.compile("/socket"), sent_away)
    visitor.play_now("magnamund")
    visitor.wait_for_question()
    visitor.answer_somehow()
    assert len(answers) >= 2 and answers[0] == answers[1]


ASKED = """async () => {
  const { Line } = await import("/net.js"), heard = [];
  const line = new Line("a game", "", { hear: ({ type }) => heard.push(type), status() {} });
  const why = await line.ask({ type: "expect" }).catch((failed) => failed.why);
  line.close();
  return [heard, why];
}"""


def test_a_reply_that_says_no_is_heard_by_whoever_asked_and_by_nobody_else(come: Come) -> None:
    """What comes when nobody waits for it any more is no trouble of the answer that is on its way now."""
    visitor = come()

    def refusing(line: WebSocketRoute) -> None:
        late = {"type": "error", "why": "that took too long", "id": 77, "serial": 1}
        no = {"type": "error", "why": "ask for less", "id": 1, "serial": 3}
        line.on_message(lambda _: [line.send(json.dumps(one)) for one in (late, {"type": "pong", "serial": 2}, no)])

    visitor.page.route_web_socket(re.compile("/socket"), refusing)
    visitor.go("/#/prefs")
    assert visitor.page.evaluate(ASKED) == [["pong"], "ask for less"]


def test_what_is_too_long_for_the_server_is_not_said_again(come: Come) -> None:
    visitor, said = come(), list[Any]()

    def deaf(line: WebSocketRoute) -> None:
        line.on_message(lambda message: (said.append(message), line.close(code=1009)))

    visitor.page.route_web_socket(re.compile("/socket"), deaf)
    visitor.go("/#/prefs")
    heard, why = visitor.page.evaluate(ASKED)
    assert heard == ["error"] and "longer than the server takes" in why
    visitor.page.wait_for_timeout(600)
    assert len(said) == 1


FAILED = """async ([message, ...wishes]) => {
  const { Delivery } = await import("/delivery.js"), { signal } = await import("/html.js");
  const line = { open: true, send: () => true }, session = { advising: signal(false) };
  const post = new Delivery({ line, session, seat: signal(0), state: signal(null) }, "a seat");
  post.answer(4, "charge");
  for (const wish of wishes) post.send(wish);
  post.failed(message);
  post.close();
  return [post.sent.value?.number ?? null, post.errand?.type ?? null];
}"""
HINT = {"type": "hint"}


@pytest.mark.parametrize(
    ("message", "wishes", "left"),
    [
        ({}, [HINT], [4, None]),
        ({"answer": 4}, [HINT], [None, "hint"]),
        ({"answer": 3}, [HINT], [4, "hint"]),
        ({}, [], [None, None]),
    ],
    ids=["of a hint", "of the answer", "of an earlier answer", "of what could not be read"],
)
def test_an_error_ends_only_what_it_is_about(
    come: Come, message: dict[str, int], wishes: list[Any], left: list[Any]
) -> None:
    """An answer that is on its way is kept until it has come through, though a hint could not be had."""
    visitor = come()
    visitor.go("/#/prefs")
    assert visitor.page.evaluate(FAILED, [message, *wishes]) == left


ERRAND = """async ([wish, before, after]) => {
  const { Delivery } = await import("/delivery.js"), { signal } = await import("/html.js"), said = [];
  const line = { open: true, send: (message) => said.push(message) }, session = { advising: signal(false) };
  const state = (told) => ({ can_undo: true, undo_asked_by: null, result: null, orders: [], ...told });
  const post = new Delivery({ line, session, seat: signal(0), state: signal(state(before)) }, "a seat");
  post.send(wish);
  post.stands(state(after), true);
  post.close();
  return said.length;
}"""
ORDER = {"what": "reaction", "about": "", "answer": "stand"}
FOURTH, FIFTH = ({"number": number, "question": {"number": number}} for number in (4, 5))


@pytest.mark.parametrize(
    ("wish", "after", "times"),
    [
        (HINT, FOURTH, 2),
        (HINT, FIFTH, 1),
        ({"type": "standing", **ORDER}, {**FIFTH, "orders": [ORDER]}, 2),
        ({"type": "standing", **ORDER}, FIFTH, 1),
    ],
    ids=["advice still wanted", "advice on what was answered", "an order that stands", "an order that was revoked"],
)
def test_over_a_new_line_only_what_is_still_wanted_is_said_again(
    come: Come, wish: dict[str, str], after: dict[str, Any], times: int
) -> None:
    visitor = come()
    visitor.go("/#/prefs")
    assert visitor.page.evaluate(ERRAND, [wish, FOURTH, after]) == times


def test_a_greeting_that_breaks_off_is_asked_for_again(come: Come) -> None:
    """Whoever waits for others has nothing to ask, and would hear of a dead line by his heartbeat only."""
    visitor, lines = come(**PHONE), list[WebSocketRoute]()
    visitor.page.clock.install()

    def broken_off(line: WebSocketRoute) -> None:
        server, first = line.connect_to_server(), not lines
        lines.append(line)
        comes = ("welcome", "events")
        server.on_message(lambda told: line.send(told) if not first or json.loads(told)["type"] in comes else None)

    visitor.page.route_web_socket(re.compile("/socket"), broken_off)
    visitor.play_now("magnamund")
    expect(visitor.page.locator(".game-title")).not_to_have_text("Warhost")  # welcome
    visitor.page.wait_for_timeout(300)
    visitor.page.clock.run_for(3000)
    assert len(lines) == 1
    visitor.page.clock.run_for(8500)  # nobody would miss the reply to the first heartbeat yet
    visitor.page.wait_for_timeout(500)
    assert len(lines) == 2
    visitor.page.clock.resume()
    visitor.wait_for_question()


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


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/", "[data-play=magnamund]"),
        ("/#/new", ".game-choice"),
        ("/#/build/threeplains", "main h1 ~ *"),
        ("/#/learn/regiments", ".lesson-steps"),
    ],
    ids=["lobby", "new game", "builder", "lessons"],
)
def test_a_page_that_finds_no_server_asks_again_by_itself(come: Come, path: str, there: str) -> None:
    visitor, deaf = come(**PHONE), [True]
    page = visitor.page
    page.route(re.compile("/api/"), lambda route: route.abort() if deaf[0] else route.continue_())
    visitor.go(path)
    expect(page.locator(".notice")).to_contain_text("It is asked again by itself", timeout=PATIENCE)
    deaf[0] = False
    expect(page.locator(there).first).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".notice.error")).to_have_count(0)
    visitor.faults = [fault for fault in visitor.faults if "ERR_FAILED" not in fault]


@pytest.mark.parametrize("swallowed", [False, True], ids=["refused", "never answered"])
def test_what_a_game_brings_along_is_fetched_again(come: Come, swallowed: bool) -> None:
    visitor, lost = come(**PHONE), list[Route]()

    def once_lost(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route)
        if not swallowed:
            route.abort()

    visitor.page.route(re.compile(r"/books/threeplains(~\d+)?/page\.js"), once_lost)
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    assert lost, "nothing of its own was fetched"
    expect(visitor.page.locator(".notice.error")).to_have_count(0)
    visitor.faults = [fault for fault in visitor.faults if "ERR_FAILED" not in fault]


def test_a_campaign_says_that_its_line_is_lost_and_keeps_the_answer(come: Come) -> None:
    visitor = come(**PHONE)
    page = visitor.page
    small_campaign(visitor, {"kind": "person"}, QUICK)
    page.wait_for_selector(".next-battle, .question .option")
    visitor.context.set_offline(True)
    expect(page.locator(TROUBLE)).to_contain_text("The connection is lost")
    option = page.locator(".question .option")
    if option.count():
        option.first.click()
        expect(page.locator(TROUBLE)).to_contain_text("Your answer is not sent yet")
    expect(page.locator(TROUBLE)).to_be_in_viewport()
    assert serious_faults(page) == []
    visitor.context.set_offline(False)
    expect(page.locator(TROUBLE)).to_have_count(0, timeout=PATIENCE)
    through_to_battle(visitor)
    visitor.faults = [fault for fault in visitor.faults if "ERR_" not in fault and "WebSocket" not in fault]
