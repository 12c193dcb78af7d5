"""What happens is seen: events are played on the table, and nobody waits for them longer than he likes."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import expect

from .visitor import ASKED, MARCH, MOST_ANSWERS, MOVE, PATIENCE, Come, Visitor, new_game

pytestmark = pytest.mark.slow

# Looks at every frame: which pieces were on their way, what lay over the table, whether anything was asked then.
SPY = """() => {
  const seen = window.seen = {pieces: [], marks: [], asked: false, played: false, arrows: 0, told: []};
  const look = () => {
    for (const piece of document.querySelectorAll(".pieces [data-piece][transform]")) {
      const [x, y] = piece.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
      if (Math.hypot(x, y) > 3 && !seen.pieces.includes(piece.dataset.piece)) seen.pieces.push(piece.dataset.piece);
    }
    for (const mark of document.querySelector(".playing")?.children ?? []) {
      const kind = mark.getAttribute("class").split(" ")[0];
      if (!seen.marks.includes(kind)) seen.marks.push(kind);
      if (mark.hasAttribute("marker-end")) seen.arrows++;
    }
    const playing = Boolean(document.querySelector(".play-bar")),
      text = document.querySelector(".play-bar p")?.innerText;
    if (text && seen.told.at(-1) !== text) seen.told.push(text);
    seen.played ||= playing;
    seen.asked ||= playing && Boolean(document.querySelector(".question:not(.waiting) #asked"));
    requestAnimationFrame(look);
  };
  look();
}"""


def spied(visitor: Visitor) -> Any:
    return visitor.page.evaluate("window.seen")


def set_speed(visitor: Visitor, speed: str) -> None:
    page = visitor.page
    page.click(".play-menu summary")
    page.check(f".play-menu input[value={speed}]")
    page.keyboard.press("Escape")
    expect(page.locator(".play-menu .pop")).to_be_hidden()


def my_move(come: Come, rulebook: str, speed: str = "normal", **settings: Any) -> Visitor:
    """Somebody who is to move, from then on with events that are played so fast."""
    visitor = come(**settings)
    visitor.play_now(rulebook)
    visitor.answer_until(MOVE if rulebook == "threeplains" else MARCH, charging=False)
    set_speed(visitor, speed)
    visitor.page.evaluate(SPY)
    return visitor


THEIRS = "() => document.querySelector('.play-bar') && document.querySelector('.whose')?.innerText !== 'Your turn'"


def end_my_turn(visitor: Visitor) -> None:
    """Until the other side's deeds are played."""
    page = visitor.page
    for _ in range(20):
        page.wait_for_function(f"() => document.querySelector('{ASKED}') || ({THEIRS})()")
        if page.evaluate(THEIRS):
            return
        visitor.finish_phase()
    raise AssertionError("nothing is ever played")


def until_asked(visitor: Visitor) -> float:
    began = monotonic()
    visitor.page.wait_for_selector(f"{ASKED}, .question.over", timeout=2 * PATIENCE)
    return monotonic() - began


@pytest.mark.parametrize("rulebook", ["threeplains", "magnamund"])
def test_the_turn_of_the_other_side_is_played_before_anything_is_asked(come: Come, rulebook: str) -> None:
    visitor = my_move(come, rulebook)
    foes = set(visitor.page.evaluate("[...document.querySelectorAll('.piece.foe')].map(one => one.dataset.piece)"))
    for _ in range(6):
        end_my_turn(visitor)
        visitor.page.wait_for_timeout(900)
        visitor.shot(f"alive-{rulebook}")
        until_asked(visitor)
        seen = spied(visitor)
        if foes & set(seen["pieces"]):
            break
    else:
        raise AssertionError("no enemy was seen on his way")
    assert "trail" in seen["marks"]
    assert not seen["asked"]
    expect(visitor.page.locator(".pieces [data-piece][transform]")).to_have_count(0)
    expect(visitor.page.locator(".playing > *")).to_have_count(0)


def test_a_move_given_by_hand_is_not_played_again(come: Come) -> None:
    visitor = my_move(come, "magnamund")
    before = visitor.number
    visitor.drag("[data-piece='spearmen-3']", 0, -85)
    visitor.page.wait_for_selector(".judgement.yes")
    visitor.page.keyboard.press("Enter")
    visitor.question_passes(before)
    visitor.wait_for_question()
    seen = spied(visitor)
    assert not seen["played"]
    assert not seen["pieces"]


def test_one_key_or_one_click_skips_to_the_end(come: Come) -> None:
    visitor = my_move(come, "threeplains", "slow")
    page = visitor.page
    end_my_turn(visitor)
    page.keyboard.press("Space")
    assert until_asked(visitor) < 3  # the computer still has to think
    end_my_turn(visitor)
    page.locator(".field").click(position={"x": 30, "y": 60})
    assert until_asked(visitor) < 3


def test_holding_a_key_runs_fast(come: Come) -> None:
    visitor = my_move(come, "magnamund", "slow")
    end_my_turn(visitor)
    page = visitor.page
    page.keyboard.down("x")
    page.keyboard.down("x")  # a key that rests repeats itself
    fast = until_asked(visitor)
    page.keyboard.up("x")
    assert len(spied(visitor)["told"]) > 1  # it is hurried, not left out
    assert fast < 6


def test_off_plays_nothing_and_is_remembered(come: Come) -> None:
    visitor = my_move(come, "threeplains", "fast")
    set_speed(visitor, "off")
    page = visitor.page
    for _ in range(3):
        visitor.finish_phase()
        visitor.wait_for_question()
    assert not spied(visitor)["played"]
    page.reload()
    page.click(".play-menu summary")
    expect(page.locator(".play-menu input[value=off]")).to_be_checked()


def test_step_by_step_each_beat_waits(come: Come) -> None:
    visitor = my_move(come, "threeplains", "fast")
    page = visitor.page
    page.click(".play-menu summary")
    page.check("text=Step by step")
    page.keyboard.press("Escape")
    end_my_turn(visitor)
    going_on = page.locator(".play-bar button", has_text="Next")
    expect(going_on).to_be_enabled()
    page.evaluate("seen.told = []")
    for beats in range(3):
        expect(going_on).to_be_enabled()
        page.wait_for_timeout(1200)
        assert len(spied(visitor)["told"]) <= 2 * beats + 1  # what is said without being played may come along
        page.keyboard.press("Space")
    expect(going_on).to_be_enabled()
    assert len(spied(visitor)["told"]) > 1
    page.keyboard.press("Escape")
    until_asked(visitor)


def test_show_me_again_delays_nobody(come: Come) -> None:
    visitor = my_move(come, "threeplains", "fast")
    end_my_turn(visitor)
    until_asked(visitor)
    page = visitor.page
    told = spied(visitor)["told"]
    page.evaluate("seen.told = []")
    page.keyboard.press("a")
    expect(page.locator(".play-bar")).to_be_visible()
    expect(page.locator(ASKED)).to_be_visible()
    expect(page.locator(".play-bar")).to_have_count(0, timeout=PATIENCE)
    assert spied(visitor)["told"][-1] == told[-1]
    page.keyboard.press("a")
    expect(page.locator(".play-bar")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(page.locator(".play-bar")).to_have_count(0)


def test_who_wants_nothing_to_move_sees_arrows(come: Come) -> None:
    visitor = my_move(come, "threeplains", "fast", reduced_motion="reduce")
    end_my_turn(visitor)
    visitor.page.wait_for_timeout(500)
    visitor.shot("alive-still")
    until_asked(visitor)
    seen = spied(visitor)
    assert seen["arrows"]
    assert not seen["pieces"]


def test_a_replay_plays_its_steps(come: Come) -> None:
    visitor = my_move(come, "magnamund", "fast")
    end_my_turn(visitor)
    until_asked(visitor)
    game, page = visitor.game, visitor.page
    visitor.go(f"/replay/{game}?at=7")
    page.wait_for_selector(".scrubber")
    page.evaluate(SPY)
    for step in (8, 9):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".scrubber output")).to_contain_text(f"{step} /")
        expect(page.locator(".replay .panel h2")).to_have_text(f"Step {step}", timeout=PATIENCE)  # played
    assert spied(visitor)["pieces"]


def test_a_watcher_sees_a_march_that_was_given_by_hand(come: Come) -> None:
    player, watcher = come(), come(speed="normal")
    game = player.play_now("magnamund")
    player.answer_until(MARCH)
    watcher.go(f"/watch/{game}")
    watcher.page.wait_for_selector("[data-piece='spearmen-1']")
    watcher.page.evaluate(SPY)
    player.drag("[data-piece='spearmen-3']", 0, -85)
    player.page.wait_for_selector(".judgement.yes")
    player.page.keyboard.press("Enter")
    watcher.page.wait_for_function("() => window.seen.pieces.includes('spearmen-3')")


def test_what_is_taken_back_is_not_played(come: Come) -> None:
    visitor = my_move(come, "magnamund")
    page, before, stood = visitor.page, visitor.number, visitor.words_of("spearmen-3")
    visitor.drag("[data-piece='spearmen-3']", 0, -85)
    page.wait_for_selector(".judgement.yes")
    page.keyboard.press("Enter")
    visitor.question_passes(before)
    visitor.wait_for_question()
    page.keyboard.press("u")
    page.wait_for_function(
        "stood => document.querySelector(\"[data-piece='spearmen-3']\").getAttribute('aria-label') === stood",
        arg=stood,
    )
    assert not spied(visitor)["played"]


def test_at_one_screen_it_is_handed_over_when_all_has_been_seen(come: Come) -> None:
    visitor = come(speed="fast")
    new_game(visitor, "Battle for Magnamund", "A friend at this screen")
    page, handed = visitor.page, 0
    page.evaluate(SPY)
    for _ in range(MOST_ANSWERS):
        page.wait_for_selector(f"{ASKED}, .cover")
        if page.locator(".cover").count():
            assert not page.locator(".play-bar").count()
            page.get_by_role("button", name="I am here").click()
            handed += 1
        else:
            visitor.finish_phase()
        if handed == 4:
            return
    raise AssertionError("the screen is never handed over")


PLAYED = """waiting => import('/playing/script.js').then(({ haste }) => {
    let spent = 0, left = waiting;
    while (left > 0) [left, spent] = [left - 16 * haste(left, spent), spent + 16];
    return spent;
})"""


def test_a_long_turn_is_hurried_so_that_nobody_waits_long(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    played = {seconds: visitor.page.evaluate(PLAYED, 1000 * seconds) / 1000 for seconds in (3, 5, 20, 40, 90)}
    assert [round(played[seconds]) for seconds in (3, 5)] == [3, 5]
    assert all(played[seconds] <= 12 for seconds in (20, 40, 90))
    assert played[20] < played[90]
    trickle = visitor.page.evaluate("() => import('/playing/script.js').then(({ haste }) => haste(500, 13000))")
    assert trickle == 4
