"""Every kind of piece of Three Plains by hand: wedges, scouts, wizards, stone throwers, flyers, breath weapons."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .ahead import Question, open_game, plainly, play_ahead, seat_both
from .test_everybody import serious_faults
from .test_typing import Typist
from .visitor import ASKED, Come, Visitor

pytestmark = pytest.mark.slow

DRAGON = "lord-white_dragon"
ELVES = """
name = "The Watch"
rulebook = "threeplains"
army = "elves"
points = 1000
[[group]]
profile = "imperial_watch"
name = "First Watch"
models = 24
command = true
files = 6
[[group]]
profile = "shadow_watch"
name = "Whispers"
models = 6
[[character]]
profile = "lord"
name = "Lord Aurelas"
role = "general"
mount = "white_dragon"
[[character]]
profile = "mage"
name = "Magister Ilvane"
options = ["master"]
with = "imperial_watch"
"""
COMPANY = """
name = "The Company"
rulebook = "threeplains"
army = "mercenaries"
points = 1000
[[group]]
profile = "spear_men"
name = "Gate Spears"
models = 20
command = true
files = 5
[[group]]
profile = "crossbowmen"
name = "Tally Crossbows"
models = 10
files = 5
[[group]]
profile = "trebuchet"
name = "The Argument"
models = 1
[[character]]
profile = "captain_general"
name = "Captain Varro"
role = "general"
with = "spear_men"
[[character]]
profile = "hedge_wizard"
name = "Doctor Amber"
options = ["master"]
with = "spear_men"
"""
WATCH, HIRED = 0, 1


class Magic:
    """Answers as plainly as they come, but all wizards learn one discipline, and its first spell."""

    def __init__(self, discipline: str):
        self.discipline = discipline

    def __call__(self, question: Question) -> Any:
        if question["what"] not in ("discipline", "first spell"):
            return plainly(question)
        answers = [option["answer"] for option in question["options"]]
        return self.discipline if self.discipline in answers else answers[-1]


def _begun(come: Come) -> tuple[Visitor, dict[str, Any]]:
    visitor = come()
    return visitor, seat_both(visitor, [ELVES, COMPANY])


def _next(question: Question, side: int, what: str, answer: str) -> bool:
    """Whether this side is asked that, and can give such an answer."""
    options = question["options"] if question["kind"] == "choose" else []
    asked = question["what"] == what and question["side"] == side
    return asked and any(str(option["answer"]).startswith(answer) for option in options)


def _tool(visitor: Visitor, name: str) -> None:
    visitor.page.locator(".tools").get_by_role("button", name=name).click()
    visitor.page.wait_for_selector(".judgement.yes")


def _commit(visitor: Visitor) -> None:
    before = visitor.number
    visitor.page.wait_for_selector(".judgement.yes")
    visitor.page.click(".commit")
    visitor.question_passes(before)


# --- wedges and scouts ---------------------------------------------------------------------------------------


def test_a_wedge_is_formed_by_hand_where_it_is_set_up_and_left_again(come: Come) -> None:
    visitor, made = _begun(come)
    play_ahead(visitor.address, made, lambda q: _next(q, WATCH, "deploy", "imperial_watch"))
    open_game(visitor, made, WATCH)
    page = visitor.page
    page.click("[data-answer=imperial_watch]")
    page.wait_for_selector(".judgement.yes")
    _tool(visitor, "Form a wedge")
    page.get_by_label("Points of the wedge").fill("2")
    expect(page.locator(".judgement.yes")).to_contain_text("Wedge of 2 points")
    expect(page.locator(".ghost .rim.jagged")).to_be_attached()
    assert visitor.order["wedge"] == 2
    _commit(visitor)
    page.wait_for_selector(".piece[data-piece='imperial_watch'] .rim.jagged")
    assert "wedge" in visitor.words_of("imperial_watch")
    play_ahead(visitor.address, made, lambda q: _next(q, WATCH, "move", "imperial_watch"))
    visitor.wait_for_question()
    page.click(".piece[data-piece='imperial_watch'] .touch")
    page.wait_for_selector(".judgement")
    page.keyboard.press("v")
    page.wait_for_selector(".judgement.yes")
    assert visitor.order == [["reform", 8]]
    expect(page.locator(".ghost .rim.jagged")).to_have_count(0)
    visitor.shot("wedge")


def test_a_wedge_is_formed_on_the_march(come: Come) -> None:
    visitor, made = _begun(come)
    play_ahead(visitor.address, made, lambda q: _next(q, WATCH, "move", "imperial_watch"))
    open_game(visitor, made, WATCH)
    page = visitor.page
    page.click(".piece[data-piece='imperial_watch'] .touch")
    page.wait_for_selector(".judgement")
    _tool(visitor, "Form a wedge")
    assert visitor.order == [["wedge", 1]]
    visitor.drag("[data-ghost='imperial_watch'] .touch", 0, -120)
    march, wedge = visitor.order
    assert (march[0], wedge) == ("go", ["wedge", 1])
    expect(page.locator(".judgement.yes")).to_contain_text("Passes its deviancy check")


def test_scouts_are_dragged_out_of_their_zone(come: Come) -> None:
    visitor, made = _begun(come)

    def hold_back(question: Question) -> Any:
        return "hold back" if question["what"] == "scouts" else plainly(question)

    play_ahead(visitor.address, made, lambda q: bool((q["order"] or {}).get("scouts")), hold_back)
    open_game(visitor, made, WATCH)
    visitor.page.wait_for_selector(".judgement.yes")
    visitor.drag("[data-ghost='shadow_watch'] .touch", 0, -150)
    expect(visitor.page.locator(".judgement.no")).to_contain_text(
        re.compile("less than 9 inches away|would see it")
    )


# --- magic ---------------------------------------------------------------------------------------------------


def test_a_spell_is_cast_by_clicks(come: Come) -> None:
    visitor, made = _begun(come)
    play_ahead(visitor.address, made, lambda q: _next(q, HIRED, "magic", "cast: "), Magic("destruction"))
    open_game(visitor, made, HIRED)
    page = visitor.page
    expect(page.locator(".wizard h3")).to_have_text("Doctor Amber")
    spell = page.locator("[data-answer$='/wrath_of_fire']")
    expect(spell).to_contain_text("83% with 3 dice against 1 ether die")
    page.get_by_label("What Wrath of Fire does").click()
    expect(page.locator(".why[open]")).to_contain_text("1 ether die, 16 inches")
    assert serious_faults(page) == []
    visitor.shot("magic")
    spell.click()
    expect(page.locator(ASKED)).to_contain_text("At whom is Wrath of Fire cast?")
    page.click(".piece[data-piece='imperial_watch'] .touch")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(ASKED)).to_contain_text("What do you add to the magic dice")
    page.locator(".option.check input").first.check()
    expect(page.locator(".judgement.yes")).to_contain_text(re.compile(r"gets past the ether: \d+ %"))
    assert serious_faults(page) == []
    page.get_by_role("button", name="Choose these").click()
    expect(page.locator(".lines")).to_contain_text("Doctor Amber casts Wrath of Fire at First Watch")
    expect(page.locator(".lines")).to_contain_text("for 1 magic die")


def test_a_spell_is_cast_by_typing(come: Come) -> None:
    visitor, made = _begun(come)
    play_ahead(visitor.address, made, lambda q: _next(q, HIRED, "magic", "cast: "), Magic("destruction"))
    open_game(visitor, made, HIRED)
    typist = Typist(visitor)
    typist.say("what can I do", "Wrath of Fire of Doctor Amber, 83%")
    typist.say("wrath", "At whom is Wrath of Fire cast?")
    typist.say("first watch", "What do you add to the magic dice")
    typist.say("wibble", "Not understood")
    typist.say("1", "Gets past the ether: ", "Enter gives this answer.")
    typist.give()
    expect(visitor.page.locator(".lines")).to_contain_text("Doctor Amber casts Wrath of Fire at First Watch")
    expect(visitor.page.locator(".lines")).to_contain_text("for 1 magic die")


def test_the_spells_of_a_wizard_can_be_read(come: Come) -> None:
    visitor, made = _begun(come)
    play_ahead(visitor.address, made, lambda q: _next(q, HIRED, "magic", "cast: "), Magic("destruction"))
    open_game(visitor, made, HIRED)
    visitor.page.click("#tab-units")
    row = visitor.page.locator(".units tr", has_text="Doctor Amber").first
    expect(row).to_contain_text("Wrath of Fire: ")
    expect(row).to_contain_text("1 ether die, 16 inches")


def test_a_spell_at_a_place_shows_the_ground_it_covers(come: Come) -> None:
    """Six of the nine spells of creation are cast at places; a master who drew none of them tries again."""
    placed = re.compile("/(stony_path|spring|the_word_of_the_ents|earth_spike|raising_earth|abyss)$")
    visitor = come()
    for _ in range(5):
        made = seat_both(visitor, [ELVES, COMPANY], "wildwood")
        asked = play_ahead(visitor.address, made, lambda q: _next(q, WATCH, "magic", "cast: "), Magic("creation"))
        spells = [option["answer"] for option in asked["options"] if placed.search(option["answer"])]
        if spells:
            break
    open_game(visitor, made, WATCH)
    page = visitor.page
    page.click(f"[data-answer='{spells[0]}']")
    expect(page.locator(ASKED)).to_contain_text("Where is ")
    page.wait_for_selector(".judgement.yes")
    expect(page.locator(".ghosts .shape")).to_have_count(1)
    before = visitor.order
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".judgement.yes")
    assert abs(visitor.order["at"][0] - before["at"][0]) == 1000
    visitor.shot("spell-place")
    _commit(visitor)
    page.wait_for_selector(".laid-down .laid")


# --- templates -----------------------------------------------------------------------------------------------


def test_a_stone_is_hurled_at_a_point(come: Come) -> None:
    visitor, made = _begun(come)
    play_ahead(visitor.address, made, lambda q: _next(q, HIRED, "shooter", "trebuchet"))
    open_game(visitor, made, HIRED)
    page = visitor.page
    page.click(".piece[data-piece='trebuchet'] .touch")
    expect(page.locator(ASKED)).to_contain_text("Where does the Argument hurl the stone?")
    page.wait_for_selector(".judgement.yes")
    expect(page.locator(".ghosts .shape")).to_have_count(5)  # the middle and four quarters
    before = visitor.order
    visitor.drag(".ghosts .shape", 40, 30)
    page.wait_for_selector(".judgement.yes")
    assert visitor.order != before
    x, y = visitor.middle_of(".piece[data-piece='trebuchet'] .rim")
    page.mouse.click(x, y - 30)
    expect(page.locator(".judgement.no")).to_contain_text("between 8 and 48 inches")
    page.keyboard.press("Escape")
    visitor.shot("stone")
    _commit(visitor)
    told = page.locator(".lines")  # the card may have taken all its room
    expect(told).to_contain_text(re.compile("hurls a stone|gremlin", re.IGNORECASE))
    if "hurls a stone" in (told.text_content() or ""):
        assert page.locator(".laid-down .laid").count() >= 5


def _fly(question: Question) -> Any:
    """The dragon goes before the enemy, and nobody else goes anywhere."""
    if _next(question, WATCH, "move", DRAGON):
        return DRAGON
    if question["kind"] == "order" and question["about"] == DRAGON and question["what"] == "move":
        pose = question["order"]["pose"]
        (x, y), down = pose["front"], pose["facing"] > 9000
        return (
            [["fly"], ["go", x, y - 11_000 if down else y + 11_000]] if "fly" in question["order"]["acts"] else []
        )
    return plainly(question)


def test_the_flames_of_a_dragon_are_seen_before_it_breathes(come: Come) -> None:
    visitor, made = _begun(come)
    play_ahead(visitor.address, made, lambda q: q["what"] == "breathe at", _fly)
    open_game(visitor, made, WATCH)
    page = visitor.page
    page.locator(".option").nth(1).focus()
    expect(page.locator(".covered .laid")).to_have_count(3)
    page.keyboard.press("Enter")
    expect(page.locator(".lines")).to_contain_text("laming template")
    expect(page.locator(".laid-down .laid")).to_have_count(3)
    visitor.shot("breath")


# --- wings ---------------------------------------------------------------------------------------------------


def test_a_flyer_takes_off_flies_and_lands_by_hand(come: Come) -> None:
    visitor, made = _begun(come)
    play_ahead(visitor.address, made, lambda q: _next(q, WATCH, "move", DRAGON))
    open_game(visitor, made, WATCH)
    page = visitor.page
    page.click(f".piece[data-piece='{DRAGON}'] .touch")
    page.wait_for_selector(".judgement")
    _tool(visitor, "Take off")
    visitor.drag(f"[data-ghost='{DRAGON}'] .touch", 0, -60)
    (off, way) = visitor.order
    assert (off, way[0]) == (["fly"], "go")
    expect(page.locator(".ghost .wings")).to_be_attached()
    _commit(visitor)
    page.wait_for_selector(f".piece[data-piece='{DRAGON}'] .shadow.high")
    assert "airborne" in visitor.words_of(DRAGON)
    turn = page.locator(".turn").inner_text()
    later = f"Turn {int(turn.split()[1]) + 1}"
    play_ahead(visitor.address, made, lambda q: _later(q, visitor, later))
    visitor.wait_for_question()
    page.click(f".piece[data-piece='{DRAGON}'] .touch")
    page.wait_for_selector(".judgement")
    _tool(visitor, "Land")
    assert visitor.order == [["land"]]
    _commit(visitor)
    page.wait_for_selector(f".piece[data-piece='{DRAGON}'] .shadow:not(.high)")


def _later(question: Question, visitor: Visitor, turn: str) -> bool:
    if not _next(question, WATCH, "move", DRAGON):
        return False
    visitor.wait_for_question()
    return str(visitor.page.locator(".turn").inner_text()) == turn
