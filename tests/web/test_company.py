"""Others at the table: friends near and far, and watchers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .visitor import (
    ASKED,
    MARCH,
    MOST_ANSWERS,
    MOVE,
    Come,
    friends,
    new_game,
    one_is_charged,
    play_until,
    whoever_is_asked,
)

pytestmark = pytest.mark.slow

# Whether a piece no longer lies where it lay on the screen.
MOVED = """([piece, x, y]) => {
    const box = document.querySelector(`.piece[data-piece='${piece}']`).getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) > 3;
}"""


def test_two_browsers_play_and_one_reacts_to_the_charge_of_the_other(come: Come) -> None:
    pair = friends(come)
    charged = one_is_charged(pair)
    charger = pair[1 - pair.index(charged)]
    expect(charger.page.locator(".question")).to_contain_text("Waiting for")
    charged.shot("reaction")
    before = charged.number
    charged.page.click("[data-answer=stand]")
    charged.question_passes(before)
    whoever_is_asked(pair)
    expect(charger.page.locator(".lines")).to_contain_text("charge")


def test_two_browsers_play_the_first_turn_of_three_plains(come: Come) -> None:
    """Both set up, move and shoot; what one does, the other sees."""
    pair = friends(come)
    first = play_until(pair, MOVE)
    second = pair[1 - pair.index(first)]
    expect(second.page.locator(".question")).to_contain_text("Waiting for")
    piece = str(first.page.locator(".question [data-answer]").first.get_attribute("data-answer"))
    stood = second.middle_of(f".piece[data-piece='{piece}']")
    first.answer_somehow()
    first.answer_somehow()
    second.page.wait_for_function(MOVED, arg=[piece, *stood])
    for _ in range(MOST_ANSWERS):
        asked = whoever_is_asked(pair)
        if asked is second and MOVE in asked.asked:
            break
        asked.finish_phase()
    assert MOVE in second.asked
    for visitor in pair:
        expect(visitor.page.locator(".lines")).to_contain_text("Movement:")


def test_what_others_have_answered_is_taken_back_only_with_their_leave(come: Come) -> None:
    pair = friends(come)
    asker = play_until(pair, "Which piece do you place next?")
    other = pair[1 - pair.index(asker)]
    asker.answer_somehow()
    asker.answer_somehow()  # one piece is placed; the other side is asked for its first or next
    other.wait_for_question()
    other.answer_somehow()
    asker.page.keyboard.press("u")
    expect(other.page.locator(".toast")).to_contain_text("would like to take back")
    other.page.get_by_role("button", name="No", exact=True).click()
    expect(asker.page.locator(".notice")).to_contain_text("does not let you")
    asker.page.keyboard.press("u")
    other.page.get_by_role("button", name="Allow it").click()
    expect(asker.page.locator(ASKED)).to_contain_text("Where shall")


def test_what_was_taken_back_at_once_is_out_of_the_log(come: Come) -> None:
    asker = play_until(friends(come), "Which piece do you place next?")
    before = asker.number
    asker.page.click("[data-answer]")
    asker.question_passes(before)
    asker.wait_for_question()
    lines = asker.page.locator(".lines .line", has_text="up position")
    asker.answer_somehow()
    expect(lines).to_have_count(1)
    asker.page.keyboard.press("u")
    expect(asker.page.locator(ASKED)).to_contain_text("Where shall")
    expect(lines).to_have_count(0)


def test_a_watcher_sees_the_table_and_can_do_nothing(come: Come) -> None:
    player, watcher = come(), come()
    game = player.play_now("magnamund")
    player.answer_until(MARCH)
    watcher.go(f"/watch/{game}")
    watcher.page.wait_for_selector("[data-piece='spearmen-1']")
    expect(watcher.page.locator(".question")).to_contain_text("You are watching.")
    assert not watcher.asked
    assert watcher.page.get_by_role("button", name="Undo").count() == 0
    stood = watcher.words_of("spearmen-3")
    player.drag("[data-piece='spearmen-3']", 0, -85)
    player.page.keyboard.press("Enter")
    watcher.page.wait_for_function(
        "stood => document.querySelector(\"[data-piece='spearmen-3']\").getAttribute('aria-label') !== stood",
        arg=stood,
    )


def test_friends_at_one_screen_hand_it_over(come: Come) -> None:
    visitor = come()
    new_game(visitor, "Battle for Magnamund", "A friend at this screen")
    page = visitor.page
    for _ in range(MOST_ANSWERS):
        page.wait_for_selector(f"{ASKED}, .cover")
        if page.locator(".cover").count():
            break
        visitor.answer_somehow()
        page.wait_for_timeout(300)
    expect(page.locator(".cover")).to_contain_text("Hand over the screen")
    page.get_by_role("button", name="I am here").click()
    visitor.wait_for_question()
