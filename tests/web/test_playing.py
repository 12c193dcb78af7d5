"""The page in a real browser, at a real server: games are begun and played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from .visitor import ASKED, MARCH, MOST_ANSWERS, MOVE, PATIENCE, SIZE, Come, Visitor

pytestmark = pytest.mark.slow
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


# --- a turn of each game -------------------------------------------------------------------------------------


def spearmen_march(come: Come) -> Visitor:
    """Somebody who is asked where his spearmen shall go."""
    visitor = come()
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    visitor.page.click("[data-answer=spearmen]")
    expect(visitor.page.locator(ASKED)).to_contain_text("Where shall the Spearmen go?")
    return visitor


def test_a_turn_of_magnamund_against_the_computer(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    visitor.shot("magnamund")
    visitor.finish_phase()
    expect(visitor.page.locator(".turn")).to_have_text("Turn 1")
    for _ in range(MOST_ANSWERS):
        visitor.wait_for_question()
        if visitor.page.locator(".turn").inner_text() == "Turn 2":
            break
        visitor.finish_phase()
    expect(visitor.page.locator(".turn")).to_have_text("Turn 2")
    expect(visitor.page.locator(".lines .line").first).to_be_visible()


def test_a_turn_of_three_plains_against_the_computer(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE)
    visitor.shot("threeplains")
    before = visitor.page.locator(".turn").inner_text()
    for _ in range(MOST_ANSWERS):
        visitor.wait_for_question()
        if visitor.page.locator(".turn").inner_text() != before:
            break
        visitor.finish_phase()
    assert visitor.page.locator(".turn").inner_text() != before


def test_who_leads_is_told_by_his_number_on_the_board(come: Come) -> None:
    visitor = come(**PHONE)
    visitor.play_now("magnamund")
    visitor.answer_until("Which of your pieces leads")
    page = visitor.page
    choices = page.locator(".question .option .words").all_inner_texts()
    assert choices[0] == "Spearmen 1"
    assert not any("(" in words for words in choices)
    for number in (1, 8):
        expect(page.locator(f".numbers [data-number='{number}']")).to_be_visible()
    number, piece = visitor.at_rest(".numbers [data-number='1']"), visitor.at_rest("[data-piece=spearmen-1]")
    assert abs(number[0] - piece[0]) < 3
    assert 0 < piece[1] - number[1] < 40
    visitor.answer_somehow()
    expect(page.locator(".numbers [data-number]")).to_have_count(0)


# --- dragging ------------------------------------------------------------------------------------------------


def test_a_unit_of_magnamund_is_dragged_unlawfully_then_lawfully(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    stood = visitor.words_of("spearmen-3")
    visitor.drag("[data-piece='spearmen-3']", 0, -420)
    refused = visitor.page.locator(".judgement.no")
    expect(refused).to_contain_text("Why?")
    expect(visitor.page.locator(".commit")).to_be_disabled()
    visitor.shot("magnamund-unlawful")
    assert visitor.words_of("spearmen-3") == stood
    visitor.page.keyboard.press("Escape")
    visitor.drag("[data-piece='spearmen-3']", 0, -85)
    expect(visitor.page.locator(".judgement.yes")).to_contain_text("movement points")
    visitor.shot("magnamund-lawful")
    assert visitor.words_of("spearmen-3") == stood  # until the order is given
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_function(
        "stood => document.querySelector(\"[data-piece='spearmen-3']\").getAttribute('aria-label') !== stood",
        arg=stood,
    )


def test_a_hand_that_is_quicker_than_the_question_has_dragged_all_the_same(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    x, y = visitor.at_rest("[data-piece=spearmen-3]")
    mouse = visitor.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 60)
    mouse.up()
    expect(visitor.page.locator(ASKED)).to_contain_text("Where shall the Spearmen go?")
    expect(visitor.page.locator(".judgement.yes")).to_be_visible()
    assert visitor.page.locator("[data-ghost]").count() == 8


def test_a_regiment_of_three_plains_is_dragged_turned_and_refused(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.answer_until("Where shall Bridge Guard stand?")
    page = visitor.page
    page.wait_for_selector(".judgement.yes")
    visitor.drag("[data-ghost='guard'] .rim", 0, -260)  # whoever looks at the table has his zone below
    expect(page.locator(".judgement.no")).to_contain_text("deployment zone")
    visitor.shot("threeplains-unlawful")
    assert page.locator(".piece[data-piece='guard']").count() == 0
    page.keyboard.press("Escape")
    page.wait_for_selector(".judgement.yes")
    visitor.drag("[data-ghost='guard'] .rim", 60, 60)  # back from the line, to have room for a turn
    visitor.drag("[data-handle='turn'] circle:not(.pad)", 12, 0)
    page.keyboard.press("]")
    expect(page.locator(".judgement.yes")).to_contain_text("Front of 8 models")
    visitor.shot("threeplains-lawful")
    page.click(".commit")
    page.wait_for_selector(".piece[data-piece='guard']")


def test_why_opens_the_rule(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.wait_for_question()
    visitor.page.click("text=Why am I asked this?")
    expect(visitor.page.locator(".drawer .rule")).to_contain_text("mag.setup.place_pieces")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".drawer")).to_have_count(0)


# --- going back ----------------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_answer(come: Come) -> None:
    visitor = spearmen_march(come)
    visitor.page.keyboard.press("u")
    expect(visitor.page.locator(ASKED)).to_contain_text(MARCH)


def test_a_reload_comes_back_to_the_same_question(come: Come) -> None:
    visitor = spearmen_march(come)
    lines = visitor.page.locator(".lines .line").count()
    visitor.page.reload()
    expect(visitor.page.locator(ASKED)).to_contain_text("Where shall the Spearmen go?")
    assert visitor.page.locator(".lines .line").count() == lines


def test_the_table_waits_for_a_server_that_was_killed(browser: Browser, serve: Any, tmp_path: Path) -> None:
    with serve(tmp_path, 0) as first:
        visitor = Visitor(browser.new_context(viewport=SIZE), first.address)
        visitor.play_now("magnamund")
        visitor.answer_until(MARCH)
        first.process.kill()
        expect(visitor.page.locator(".trouble")).to_contain_text("The connection is lost")
    with serve(tmp_path, int(first.address.rpartition(":")[2])):
        expect(visitor.page.locator(".trouble")).to_have_count(0, timeout=PATIENCE)
        assert MARCH in visitor.wait_for_question()
        visitor.page.click("[data-answer=spearmen]")
        expect(visitor.page.locator(ASKED)).to_contain_text("Where shall the Spearmen go?", timeout=PATIENCE)
        visitor.context.close()


def test_a_hint_is_shown_as_a_ghost(come: Come) -> None:
    visitor = spearmen_march(come)
    visitor.page.keyboard.press("h")
    visitor.page.wait_for_selector(".judgement.yes")
    assert visitor.page.locator(".ghost").count()
    before = visitor.number
    visitor.page.click(".guide.hint button")
    visitor.question_passes(before)
