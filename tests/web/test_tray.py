"""The dice of each roll lie in a tray: who threw, why, what was needed, what succeeded; the log keeps them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .test_everybody import serious_faults
from .visitor import MOST_ANSWERS, Come, Visitor

pytestmark = pytest.mark.slow


def dice_fall(visitor: Visitor, words: str) -> None:
    """Answer this and that until dice with that purpose lie in the tray."""
    head = visitor.page.locator(".tray-head", has_text=words)
    for _ in range(MOST_ANSWERS):
        visitor.wait_for_question()
        if head.count():
            return
        visitor.answer_somehow()
    raise AssertionError(f"no dice fell: {words}")


def tried(visitor: Visitor, name: str, *given: Any) -> Any:
    """What a function of the tray's module makes of that."""
    call = f"given => import('/tray.js').then(tray => tray.{name}(...given))"
    return visitor.page.evaluate(call, list(given))


def test_the_tray_says_who_threw_what_for_and_what_was_needed(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    dice_fall(visitor, "General's soldiering")
    page = visitor.page
    tray = page.locator(".tray")
    expect(tray.locator(".who")).not_to_be_empty()
    expect(tray.locator(".need")).to_have_text("4+")
    met = tray.locator(".die.met").count()
    expect(tray.locator(".count")).to_have_text(re.compile(f"^{met} of 4$"))
    faces = [
        int(name or 0) for name in page.eval_on_selector_all(".tray .die", "all => all.map(one => one.ariaLabel)")
    ]
    assert faces == sorted(faces, reverse=True)
    visitor.shot("tray")
    assert serious_faults(page) == []
    expect(page.locator(".line .die").first).to_be_visible()
    page.get_by_role("button", name="Put the dice away").click()
    expect(tray).to_have_count(0)


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


TABLET = {"viewport": {"width": 1024, "height": 768}}


def test_on_a_phone_what_the_dice_did_has_most_of_the_tray(come: Come) -> None:
    visitor = come(**PHONE)
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    tray, effect = (visitor.page.locator(name).bounding_box() for name in (".tray", ".tray .effect"))
    assert tray and effect and effect["width"] > 0.6 * tray["width"]


@pytest.mark.parametrize("size", [{}, TABLET, PHONE], ids=["laptop", "tablet", "phone"])
def test_the_tray_says_what_came_of_it_at_every_size(come: Come, size: dict[str, Any]) -> None:
    visitor = come(**size)
    visitor.play_now("threeplains")
    dice_fall(visitor, "General's soldiering")
    effect = visitor.page.locator(".tray .effect")
    expect(effect).to_contain_text("wins the roll")
    lower, edge = effect.bounding_box(), visitor.page.locator(".tray").bounding_box()
    assert lower is not None and edge is not None
    assert lower["y"] + lower["height"] <= edge["y"] + edge["height"]


def test_the_tray_covers_no_key_of_a_phone(come: Come) -> None:
    visitor = come(**PHONE)
    visitor.play_now("warband")
    dice_fall(visitor, "")
    tray, levels = (visitor.page.locator(name).bounding_box() for name in (".tray", ".levels"))
    assert tray is not None and levels is not None
    assert tray["y"] + tray["height"] <= levels["y"]


def test_where_something_lies_is_seen_not_read(come: Come) -> None:
    """Figures of place stand in what is unfolded, not in the question nor in the lines of the log."""
    visitor = come()
    visitor.play_now("threeplains")
    visitor.answer_until("Where shall")
    figures = re.compile(r"\(\d+\.\d, \d+\.\d\)")
    expect(visitor.page.locator("#asked")).not_to_contain_text(figures)
    visitor.answer_somehow()
    visitor.wait_for_question()
    line = visitor.page.locator(".line", has_text="take up position").first
    expect(line).not_to_contain_text(figures)
    line.locator("button.deed").click()
    expect(line).to_contain_text(figures)


def test_dice_that_must_fall_low_say_so(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    assert tried(visitor, "needWords", {"need": 23, "over": False}) == "≤ 23"
    assert tried(visitor, "needWords", {"need": None, "over": False}) == ""


def test_dice_thrown_again_are_struck_through(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    first = {"side": 0, "purpose": "to hit", "sides": 6, "faces": [1, 3, 5, 6, 2], "need": 4, "over": True}
    again = {**first, "purpose": "to hit again", "faces": [4, 1, 6], "again": [0, 1, 4], "back": 2}
    assert tried(visitor, "struckOf", again) == [0, 1, 4]
    assert tried(visitor, "struckOf", None) == []
    page = visitor.page
    theirs = {**first, "side": 1}
    lines = [{"dice": [first]}, {"dice": []}, {"dice": [theirs]}, {"dice": [again]}]
    found = "tray.thrownAgain(lines)"
    asked = f"lines => import('/tray.js').then(tray => lines.map((one) => lines.indexOf({found}.get(one))))"
    assert page.evaluate(asked, lines) == [3, -1, -1, -1]  # the throw two back, not the other side's


SHOW = """thrown => Promise.all(["/tray.js", "/html.js"].map(one => import(one))).then(([{Tray}, tools]) => {
    const {html, render, signal} = tools;
    const text = "The Crossbowmen loose at the Orc Warriors of the Broken Tusk: so many hits";
    const numbers = [], line = {step: 1, text: "", rule: "", dice: [thrown], numbers},
        session = {lines: signal([line, {step: 1, text}])},
        desk = {session, thrown: signal({line, first: null}), view: signal({sides: ["Ours", "Broken Tusk Horde"]})};
    const table = document.body.appendChild(document.createElement("div"));
    table.className = "middle";
    render(html`<div class="left"><${Tray} desk=${desk} /></div>`, table);
})"""
# Of dice and words those that are cut by the edge of the tray or of their own box.
CLIPPED = """() => {
    const tray = document.querySelector(".tray").getBoundingClientRect(), words = document.querySelector(".effect");
    const out = [...document.querySelectorAll(".tray .die")].map(one => one.getBoundingClientRect())
        .filter(box => box.top < tray.top || box.bottom > tray.bottom);
    const lines = words.clientHeight / parseFloat(getComputedStyle(words).lineHeight);
    return [out.length, Math.abs(lines - Math.round(lines)) > 0.2];
}"""


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize(("many", "sides"), [(1, 6), (4, 10), (6, 6), (7, 6), (9, 6), (10, 6), (30, 6)])
def test_of_many_dice_none_is_cut_on_a_phone(come: Come, width: int, many: int, sides: int) -> None:
    visitor = come(**{**PHONE, "viewport": {"width": width, "height": 640}}, reduced_motion="reduce")
    visitor.go("/#/prefs")
    faces = [1 + at % 6 for at in range(many)]
    thrown = {"side": 1, "purpose": "to hit", "sides": sides, "faces": faces, "need": 6, "over": True}
    visitor.page.evaluate(SHOW, thrown)
    expect(visitor.page.locator(".tray .effect")).to_be_visible()
    assert visitor.page.evaluate(CLIPPED) == [0, False]


def test_a_single_die_that_was_thrown_again_or_turned_is_struck_through(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    plain = {"side": 0, "purpose": "to hit", "sides": 6, "faces": [5, 1, 6, 6], "need": 4, "over": True}
    assert tried(visitor, "fellFirst", plain) == [plain]
    lain, again = tried(visitor, "fellFirst", {**plain, "was": [2, 0, 3]})
    assert lain["faces"] == [5, 2, 6, 3]
    assert (again["faces"], again["again"]) == ([1, 6], [1, 3])
    visitor.page.evaluate(SHOW, {**plain, "was": [2, 0, 3]})
    tray = visitor.page.locator(".tray")
    expect(tray.locator(".die.struck")).to_have_count(2)
    expect(tray.locator(".die:not(.struck)")).to_have_count(4)
    expect(tray.locator(".count")).to_have_text("3 of 4")


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        ("At (24.5, 12.25).", "as it lies on the table now"),
        ("Let Jory go to (3.5, 20.0), go to (7.0, 20.0) (a run)", "Let Jory go (a run)"),
        ("Let it go to (3.5, 20.0): 3.4″ from Risen 2, 2.4″ nearer", "Let it go: 3.4″ from Risen 2, 2.4″ nearer"),
    ],
)
def test_advice_names_no_points_of_the_table(come: Come, told: str, seen: str) -> None:
    visitor = come()
    visitor.go("/")
    call = "told => import('/telling.js').then(telling => telling.advised(told))"
    assert visitor.page.evaluate(call, told) == seen


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        ("The team casts the Arm at (600, 320), strength II.", "The team casts the Arm, strength II."),
        ("Go to (42.5, 39.9), facing 90 degrees; form 5 files", "Go; form 5 files"),
        ("Gorbag stands alone where the wyvern was, at (3.5, 20.0).", "Gorbag stands alone where the wyvern was."),
        ("Spearmen 1 at (9,3)", "Spearmen 1 at (9,3)"),  # a square by its name
        ("Spearmen 1 moves to (9,3), facing north.", "Spearmen 1 moves."),
        ("The Archers form up between (8,3) and (14,2), facing south.", "The Archers form up."),
    ],
)
def test_points_of_the_table_are_left_out_of_what_is_told(come: Come, told: str, seen: str) -> None:
    visitor = come()
    visitor.go("/")
    call = "told => import('/telling.js').then(telling => [telling.placeless(told), telling.advised('At (9, 3)')])"
    assert visitor.page.evaluate(call, told) == [seen, "as it lies on the table now"]


def test_the_last_dice_lie_in_the_tray_after_a_reload(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    dice_fall(visitor, "General's soldiering")
    before = visitor.page.locator(".tray").inner_text()
    visitor.page.reload()
    visitor.wait_for_question()
    expect(visitor.page.locator(".tray")).to_be_visible()
    assert visitor.page.locator(".tray").inner_text() == before
