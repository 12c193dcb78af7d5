"""Beside each choice stands what it may cost both sides, worked out by the referee."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .ahead import HORDE, KNIGHTS, Question, open_game, play_ahead, seat_both
from .test_charges import RIDERS, onward
from .test_everybody import serious_faults
from .visitor import PATIENCE, Come

pytestmark = pytest.mark.slow
SIZES = pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["laptop", "phone"])


@SIZES
def test_a_shot_says_beforehand_what_it_may_cost(come: Come, size: tuple[int, int]) -> None:
    visitor = come(viewport={"width": size[0], "height": size[1]})
    visitor.play_now("magnamund")
    visitor.answer_until("How shall they shoot?")
    first = visitor.page.locator(".option-row .expected .loss").first
    expect(first).to_contain_text("% to fall")
    expect(first).to_contain_text("%")
    expect(first.locator("rect")).not_to_have_count(0)
    visitor.shot(f"expected-{size[0]}")
    before = visitor.number
    visitor.page.locator(".option").first.click()
    visitor.question_passes(before)


EXPECTING = """async () => {
  const { Expecting } = await import("/expect.js"), { signal } = await import("/html.js"), asked = [];
  const pause = () => new Promise((done) => setTimeout(done, 250));
  const made = signal(null), giving = { made, mood: "yes", kind: "assign" };
  const expect = (answer) => new Promise((done) => asked.push({ answer, done }));
  const expecting = new Expecting({ question: signal({ key: "0/1", kind: "assign" }), expect }, giving);
  for (const target of ["first", "second", "third"]) {
    made.value = { target };
    await pause();
  }
  const before = asked.length;
  asked[0].done({ losses: [], flights: {} });
  await pause();
  expecting.stop();
  return [before, asked.map(({ answer }) => answer.target)];
}"""


def test_one_thing_is_asked_at_a_time_and_then_only_the_last(come: Come) -> None:
    """Whoever shifts an order about does not fill the line with questions before which his answer would wait."""
    visitor = come()
    visitor.go("/#/prefs")
    assert visitor.page.evaluate(EXPECTING) == [1, ["first", "third"]]


def _charge_offered(question: Question) -> bool:
    return question["what"] == "charges" and any("heavy_riders" in one["answer"] for one in question["suggestions"])


@SIZES
def test_a_charge_says_when_asked_what_the_fight_may_cost(come: Come, size: tuple[int, int]) -> None:
    visitor = come(viewport={"width": size[0], "height": size[1]})
    made = seat_both(visitor, [KNIGHTS, HORDE], measuring="open")
    play_ahead(visitor.address, made, _charge_offered, onward)
    open_game(visitor, made, RIDERS)
    page = visitor.page
    press = page.get_by_role("button", name="What may come of it?")
    expect(press).to_have_count(0)
    page.locator(".options > .option").first.click()
    press.click()
    told = page.locator(".card-foot .expected")
    expect(told).to_contain_text("in 40 tries, to the end of the turn", timeout=PATIENCE)
    expect(told.locator(".loss", has_text="Long Line")).to_contain_text("lost")
    expect(told.locator("rect")).not_to_have_count(0)
    expect(page.locator(".commit")).to_be_in_viewport()
    visitor.shot(f"aftermath-{size[0]}")
    assert serious_faults(page) == []
    before = visitor.number
    page.locator(".commit").click()
    visitor.question_passes(before)
