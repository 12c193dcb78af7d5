"""Names on a crowded table: none lies on another, however near or far one looks, and each can be read."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .ahead import open_game, plainly, play_ahead
from .visitor import BEGIN, Come, Visitor

pytestmark = pytest.mark.slow

RECTANGLES = """() => [...document.querySelectorAll(".labels > g")].map(one => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    return {name: one.textContent, left, right, top, bottom};
})"""
HAIR = 1.5  # pixels: the pale edge of letters


def _covering(page: Page) -> list[tuple[str, str]]:
    """The pairs of names of which one lies on the other."""
    found = page.evaluate(RECTANGLES)
    return [(a["name"], b["name"]) for a, b in itertools.combinations(found, 2) if _cross(a, b)]


def _cross(a: dict[str, Any], b: dict[str, Any]) -> bool:
    across = min(a["right"], b["right"]) - max(a["left"], b["left"])
    down = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
    return bool(across > HAIR and down > HAIR)


def _two_armies(come: Come, **settings: Any) -> Visitor:
    """A table with 2000 points on each side, set up in the usual lines."""
    visitor = come(**settings)
    visitor.go("/")
    wish = {
        "rulebook": "threeplains", "scenario": "three_hills", "seats": [{"kind": "person"}, {"kind": "person"}],
        "options": {"armies": "herlanceia:2000:3, orcs:2000:3"},
    }  # fmt: skip
    made = visitor.page.evaluate(BEGIN, wish)
    question = play_ahead(visitor.address, made, lambda question: question["what"] == "move", _in_line)
    open_game(visitor, made, question["side"])
    return visitor


def _in_line(question: dict[str, Any]) -> Any:
    return question["suggestions"][0]["answer"] if question["what"] == "place" else plainly(question)


def test_no_name_covers_another_at_any_zoom(come: Come) -> None:
    visitor = _two_armies(come)
    page = visitor.page
    assert page.locator(".piece").count() > 15
    assert page.locator(".label").count() > 10
    visitor.shot("labels")
    for key in ("-", "-", "0", "+", "+", "+", "r"):
        page.keyboard.press(key)
        assert _covering(page) == [], key
    visitor.shot("labels-near")


def test_no_name_runs_off_the_table_of_a_phone(come: Come) -> None:
    visitor = _two_armies(come, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = visitor.page
    visitor.at_rest(".frame")
    table = page.locator(".frame").bounding_box()
    assert table is not None
    left, right = table["x"] - HAIR, table["x"] + table["width"] + HAIR
    labels = [one for one in page.evaluate(RECTANGLES) if one["name"]]
    over = [one["name"] for one in labels if one["left"] < left - 20 or one["right"] > right + 20]
    assert labels and over == []


def test_who_is_pointed_at_is_named_in_full(come: Come) -> None:
    visitor = _two_armies(come, viewport={"width": 800, "height": 600})
    page = visitor.page
    named = set(page.locator(".label").evaluate_all("all => all.map(one => one.dataset.label)"))
    pieces = page.locator(".piece").evaluate_all("all => all.map(one => one.dataset.piece)")
    nameless = next(piece for piece in pieces if piece not in named)
    page.locator(f".piece[data-piece='{nameless}']").focus()
    label = page.locator(f".label[data-label='{nameless}']")
    expect(label).to_have_count(1)
    assert visitor.words_of(nameless).startswith(str(label.text_content()).strip().split(" · ")[0])
    assert _covering(page) == []


# Blocks that stand askew and flush, as in a fight; the page names them, and says which names lie on which block.
MELEE = """async () => {
    const {laid} = await import("/labels.js");
    const field = {out: ([x, y]) => ({x, y}), world: {x: 0, y: 0, w: 900, h: 900}, turned: 0};
    const turn = ([x, y]) => [450 + 0.8 * x - 0.6 * y, 450 + 0.6 * x + 0.8 * y];
    const block = (title, left, top, wide = 70, deep = 30) => ({
        id: title, title, symbol: title[0], facing: 0, marks: [], bases: Array(12).fill({}),
        outline: [[left, top], [left + wide, top], [left + wide, top + deep], [left, top + deep]].map(turn),
    });
    const blocks = [block("Bridge Guard", 0, 0), block("The Pushed Ones", 0, 30), block("Ford Riders", 70, 0),
        block("Snagga's Lads", 70, 30), block("Bank Archers", 0, -30), block("Howlers", 70, -30)];
    const {found} = laid(field, blocks, 1.6);
    const inside = (x, y, outline) => outline.every(([ax, ay], at) => {
        const [bx, by] = outline[(at + 1) % outline.length];
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0;
    });
    const on = ({box: {left, right, top, bottom}}, {outline}) => Array.from({length: 40}, (_, at) => at / 39)
        .map(part => left + (right - left) * part)
        .some(x => [top, (top + bottom) / 2, bottom].some(y => inside(x, y, outline)));
    return {named: found.length, covering: found.flatMap(label => blocks.filter(block => on(label, block))
        .map(block => [label.text, block.title]))};
}"""


def test_in_a_fight_no_name_lies_on_a_block(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    found = visitor.page.evaluate(MELEE)
    assert found["covering"] == []
    assert found["named"] > 3, "names step aside before they are left out"


# Lettering on the table that is smaller than can be read.
TINY = """() => [...document.querySelectorAll(".field text")].filter(one => one.checkVisibility()).map(one => {
    const { a, b } = one.getScreenCTM();
    return [Math.hypot(a, b) * parseFloat(getComputedStyle(one).fontSize), one.textContent];
}).filter(([size]) => size < 10.9)"""


@pytest.mark.parametrize("rulebook", ["regiments", "magnamund"])
def test_lettering_can_be_read_where_a_phone_shows_the_whole_table(come: Come, rulebook: str) -> None:
    """What would be too small is left out: letters on pieces, the numbers of squares."""
    visitor = come(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    visitor.play_now(rulebook)
    page = visitor.page
    page.get_by_role("button", name="Set up for me").tap()
    expect(page.locator(".aide")).to_have_count(0)
    visitor.answer_until("Which")
    visitor.at_rest(".grass")
    assert page.evaluate(TINY) == []
    page.tap("[aria-label='Show the whole table']")
    visitor.at_rest(".grass")
    assert page.locator(".label .name, .piece-kind").count() >= 6
    assert page.evaluate(TINY) == []


TITLED = """async text => {
  const { Shown } = await import("/desk.js"), { signal } = await import("/html.js");
  const titles = { shadow_watch: "Shadow Watch", guard: "Guard", lances: "The Iron Lances" };
  const units = Object.entries(titles).map(([id, title]) => ({ id, title }));
  return new Shown(signal({ units, pieces: [], blocks: [] })).titled(text);
}"""


def test_no_choice_shows_a_name_that_only_the_rules_use(come: Come) -> None:
    visitor = come()
    visitor.go("/#/prefs")
    said = visitor.page.evaluate(TITLED, "shadow_watch models 2 and 3 at lances, on guard")
    assert said == "Shadow Watch models 2 and 3 at The Iron Lances, on guard"
