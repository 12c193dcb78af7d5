"""Deciding: what dice make of it, what can be taken back, what need not be asked again, and how the table lies."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .ahead import HORDE, KNIGHTS, open_game, play_ahead, seat_both
from .visitor import ASKED, BEGIN, MARCH, MOVE, Come, Visitor, friends, one_is_charged, whoever_is_asked

pytestmark = pytest.mark.slow

ROUND = "[aria-label='Turn the table round']"


def begin(visitor: Visitor, rulebook: str, scenario: str, **options: str) -> None:
    """A game against the computer with house rules."""
    visitor.go("/")
    seats = [{"kind": "person"}, {"kind": "computer", "level": "tactician", "seconds": 0.3}]
    wish = {"rulebook": rulebook, "scenario": scenario, "options": options, "seats": seats}
    visitor.go(visitor.page.evaluate(BEGIN, wish)["seats"][0]["link"])
    visitor.page.wait_for_url(re.compile("#/game/"))


# --- odds ----------------------------------------------------------------------------------------------------


def test_a_charge_is_shown_with_its_chance_of_arriving(come: Come) -> None:
    visitor = come()
    begin(visitor, "threeplains", "three_hills", measuring="open")
    visitor.answer_until("charge, and at whom")
    page = visitor.page
    expect(page.locator(".assign option", has_text="gets there").first).to_be_attached()
    page.locator(".assign select").first.focus()
    expect(page.locator(".plan .aim.open").first).to_be_attached()
    expect(page.locator(".plan .reach-line")).to_be_attached()
    expect(page.locator(".plan .chance").first).to_have_text(re.compile(r"^\d+ %$"))
    visitor.shot("charges")


def test_the_odds_panel_counts_through_several_tests(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    page = visitor.page
    page.click("#tab-dice")
    expect(page.locator(".odds-panel [role=status]")).to_contain_text("2.50")
    page.get_by_role("button", name="Then another test").click()
    expect(page.locator(".odds-panel [role=status]")).to_contain_text("1.25")
    page.get_by_label("A save").last.check()
    page.get_by_label("Face").last.fill("5")
    expect(page.locator(".odds-panel [role=status]")).to_contain_text("1.67")


# --- taking back ---------------------------------------------------------------------------------------------


def test_undo_says_why_there_is_nothing_to_take_back(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.wait_for_question()
    undo = visitor.page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    visitor.page.keyboard.press("u")
    expect(visitor.page.locator(".notice.note")).to_be_visible()
    title = str(undo.get_attribute("title"))
    expect(visitor.page.locator(".notice.note")).to_contain_text(title)


# --- standing orders -----------------------------------------------------------------------------------------


def test_a_reaction_can_be_settled_once_and_for_all(come: Come) -> None:
    pair = friends(come)
    charged = one_is_charged(pair)
    page, before = charged.page, charged.number
    page.click(".standing summary")
    page.get_by_role("button", name=re.compile("^Always: Stand")).click()
    charged.question_passes(before)
    expect(page.locator(".standing-list")).to_contain_text("stand")
    for _ in range(12):
        asked = whoever_is_asked(pair)
        assert asked is not charged or "Stand, or fall back?" not in asked.asked
        asked.charge() if "charge, and at whom" in asked.asked else asked.finish_phase()
    page.get_by_role("button", name="ask me again").click()
    expect(page.locator(".standing-list")).to_have_count(0)


# --- dice thrown by hand -------------------------------------------------------------------------------------


def asked_for_dice(come: Come, count: int, sides: int) -> tuple[Page, list[Any]]:
    """A page that asks for dice, and what it sends. No game here asks for them yet: the question is slipped in."""
    visitor, sent = come(), list[Any]()
    dice = {"kind": "dice", "what": "dice", "rule": "mag.fire.roll", "about": "", "count": count, "sides": sides}
    text = f"Throw {count}D{sides}: to hit."

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def told(raw: Any) -> None:
            message = json.loads(raw)
            if message["type"] == "state" and message["question"]:
                message["question"] = {**message["question"], **dice, "text": text}
            socket.send(json.dumps(message))

        server.on_message(told)
        socket.on_message(lambda raw: sent.append(json.loads(raw)))

    visitor.page.route_web_socket(re.compile("/socket"), between)
    visitor.play_now("magnamund")
    expect(visitor.page.locator(ASKED)).to_contain_text(text)
    return visitor.page, sent


def test_dice_of_a_real_table_are_typed_in(come: Come) -> None:
    page, sent = asked_for_dice(come, 2, 6)
    page.get_by_label("Die 1").fill("5")
    page.get_by_label("Die 2").fill("7")
    expect(page.get_by_role("button", name="These are the dice")).to_be_disabled()
    page.get_by_label("Die 2").fill("2")
    page.get_by_role("button", name="These are the dice").click()
    assert [message["answer"] for message in sent if message["type"] == "answer"] == [[5, 2]]


@pytest.mark.parametrize(("typed", "face"), [("00", 100), ("0 7", 7)])
def test_percentage_dice_are_typed_as_they_lie(come: Come, typed: str, face: int) -> None:
    page, sent = asked_for_dice(come, 1, 100)
    die, give = page.get_by_label("Die 1"), page.get_by_role("button", name="These are the dice")
    for wrong in ("0", "101", "0 7 1", "x"):
        die.fill(wrong)
        expect(give).to_be_disabled()
    die.fill(typed)
    give.click()
    assert [message["answer"] for message in sent if message["type"] == "answer"] == [[face]]


# --- how the table lies --------------------------------------------------------------------------------------


def test_everybody_has_his_own_side_before_him_at_first_sight(come: Come) -> None:
    host = come()
    made = seat_both(host, [KNIGHTS, HORDE])
    play_ahead(host.address, made, lambda question: question["what"] == "charges")
    pair = [come(), come()]
    for side, visitor in enumerate(pair):
        visitor.go("/")
        open_game(visitor, made, side, asked=False)
        visitor.page.wait_for_selector(".piece.mine")
        own, foe = (visitor.middle_of(f".piece.{whose}")[1] for whose in ("mine", "foe"))
        assert own > foe
    turned = [visitor.page.locator(ROUND).get_attribute("aria-pressed") for visitor in pair]
    assert sorted(turned) == ["false", "true"]


def test_on_a_table_turned_round_keys_and_hands_go_where_they_point(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    page, piece = visitor.page, "[data-piece='spearmen-3']"
    _, y = visitor.middle_of(piece)
    page.keyboard.press("r")
    page.wait_for_timeout(200)
    _, turned = visitor.middle_of(piece)
    assert abs(turned - y) > 50
    visitor.shot("turned")
    way = 1 if turned < y else -1  # forward, as it lies now
    visitor.drag(piece, 0, 85 * way)
    page.wait_for_selector(".judgement.yes")
    dragged = visitor.middle_of("[data-ghost='spearmen-3']")
    assert (dragged[1] - turned) * way > 40
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown" if way > 0 else "ArrowUp")
    page.wait_for_selector(".ghost")
    stands, goes = (visitor.middle_of(f"[data-{what}='spearmen-1']")[1] for what in ("piece", "ghost"))
    assert (goes - stands) * way > 10
    page.keyboard.press("Escape")
    page.mouse.move(300, 300)
    before = page.locator(".field").get_attribute("viewBox")
    page.mouse.wheel(0, -300)
    assert page.locator(".field").get_attribute("viewBox") != before


def test_the_table_stays_as_it_is_for_those_who_like_that(come: Come) -> None:
    visitor = come()
    visitor.go("/#/prefs")
    visitor.page.get_by_label("It always lies the same way").check()
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE)
    expect(visitor.page.locator(ROUND)).to_have_attribute("aria-pressed", "false")


# --- measuring while dragging --------------------------------------------------------------------------------


def test_a_ruler_lies_to_the_nearest_enemies_where_players_may_measure(come: Come) -> None:
    visitor = come()
    begin(visitor, "threeplains", "three_hills", measuring="open")
    visitor.answer_until(MOVE, charging=False)
    visitor.drag(".piece[data-piece='guard'] .rim", 0, -60)
    expect(visitor.page.locator(".ruler text").first).to_have_text(re.compile(r"^\d+\.\d″$"))


def test_no_ruler_lies_where_orders_come_first(come: Come) -> None:
    visitor = come()
    begin(visitor, "threeplains", "three_hills", measuring="orders first")
    visitor.answer_until(MOVE, charging=False)
    visitor.drag(".piece[data-piece='guard'] .rim", 0, -60)
    visitor.page.wait_for_timeout(500)
    assert visitor.page.locator(".ruler text").count() == 0


# --- the log -------------------------------------------------------------------------------------------------


def test_the_log_is_filtered_copied_and_leads_back(come: Come) -> None:
    visitor = come(permissions=["clipboard-read", "clipboard-write"])
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE)
    page = visitor.page
    every = page.locator(".lines .line").count()
    page.locator(".log").get_by_label("Show").select_option("dice")
    dice = page.locator(".lines .line").count()
    assert 0 < dice < every
    page.locator(".log").get_by_role("button", name="Copy").click()
    expect(page.locator(".log").get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert len(copied.splitlines()) == dice
    assert re.search(r"\[\d", copied)
    page.locator(".lines .line .deed").last.click()
    page.locator(".lines .line").last.get_by_role("link", name="Back then").click()
    page.wait_for_selector(".scrubber")
    assert re.search(r"#/replay/.+at=\d+", page.url)


SHOWN = """async (lines) => {
  const { html, render } = await import("/html.js"), { Log } = await import("/log.js");
  const box = document.body.appendChild(document.createElement("section"));
  render(html`<${Log} desk=${{ session: { lines: { value: lines } } }} />`, box);
  return [...box.querySelectorAll(".line .said")].map((line) => line.textContent.trim());
}"""


def test_the_log_leaves_out_what_is_only_played(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    thrown = {"faces": [6], "sides": 6, "purpose": "morale", "side": 0}
    lines: list[dict[str, Any]] = [{"text": "Howlers flee.", "kind": "Fled"}, {"text": "", "kind": "Missed"}]
    lines.append({"text": "", "kind": "Rolled", "dice": [thrown]})
    told = [{"step": 1, "rule": "", "key": key, **line} for key, line in enumerate(lines)]
    assert visitor.page.evaluate(SHOWN, told) == ["Howlers flee.", "Morale"]


def test_the_strip_says_how_many_can_still_act(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    options = visitor.page.locator(".question [data-answer]").count()
    expect(visitor.page.locator(".banner .to-do")).to_contain_text(f"{options} pieces left to act")
