"""The command line: parts of both games played by typing alone, and the table asked in words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from .test_deciding import begin
from .test_everybody import serious_faults
from .visitor import MARCH, MOST_ANSWERS, MOVE, Come, Visitor

pytestmark = pytest.mark.slow

FIELD = ".command input"
CHARGE = "charge, and at whom"
READY = "Enter gives"


class Typist:
    """A visitor who has opened the command line and touches nothing else."""

    def __init__(self, visitor: Visitor):
        self.visitor, self.page = visitor, visitor.page
        visitor.wait_for_question()
        self.page.keyboard.press("/")
        expect(self.page.locator(FIELD)).to_be_focused()

    @property
    def told(self) -> Locator:
        return self.page.locator(".command .told")

    def say(self, line: str, *heard: str) -> None:
        self.page.keyboard.insert_text(line)
        expect(self.page.locator(FIELD)).to_have_value(line)
        self.page.keyboard.press("Enter")
        for words in heard:
            expect(self.told).to_contain_text(words)

    def give(self) -> None:
        """Enter once more, and it is done."""
        before = self.visitor.number
        self.say("", "It is given.")
        self.visitor.question_passes(before)

    def answer(self, line: str) -> None:
        before = self.visitor.number
        self.say(line)
        self.visitor.question_passes(before)

    def answer_until(self, words: str) -> None:
        """Everything where it lies, the first of all choices, and nothing that can be left out."""
        for _ in range(MOST_ANSWERS):
            if words in self.visitor.wait_for_question():
                return
            if self.page.locator(".judgement:not(.idle)").count():
                self.page.wait_for_selector(".judgement.yes")
                self.say("", READY)
                self.give()
            else:
                self.answer("nobody" if self.page.locator(".option.finish").count() else "1")
        raise AssertionError(f"never asked: {words}")


def _typing(come: Come, rulebook: str, words: str) -> Typist:
    visitor = come()
    visitor.play_now(rulebook)
    typist = Typist(visitor)
    typist.answer_until(words)
    return typist


# --- playing -------------------------------------------------------------------------------------------------


def test_a_movement_phase_of_three_plains_is_played_by_typing(come: Come) -> None:
    typist = _typing(come, "threeplains", MOVE)
    visitor, page = typist.visitor, typist.page
    stood = visitor.words_of("guard")
    typist.say("move guard 40 forward", "33.0″ short of that point: it stops there", READY)
    typist.say("left 120 4", "Not allowed:", "90 is the most at one point")
    expect(page.locator(".judgement.no")).to_be_visible()
    typist.say("", "How do Bridge Guard move?")  # what is not allowed is not given
    typist.say("4 forward", "4.0″ used, 3.0″ left. Allowed.", READY)
    expect(page.locator(".ghost[data-ghost='guard']")).to_be_visible()
    visitor.shot("typing")
    typist.say("then pivot left 10", READY)
    assert [act for act, *_ in visitor.order] == ["go", "pivot"]
    typist.say("wheel", "by how many degrees")
    typist.say("", READY)  # the order that lies there is read out before it can be given
    typist.give()
    visitor.answer_until(MOVE)
    assert visitor.words_of("guard") != stood
    typist.say("move archers", "How do Bank Archers move?")
    typist.say("flip", "Allowed.", READY)
    assert visitor.order == [["flip"]]
    typist.say("move guard 2 forward", "Now it is about Bank Archers, not Bridge Guard.")
    typist.say("stay", "0.0″ used", READY)
    typist.give()
    visitor.wait_for_question()
    typist.answer("done")


def test_a_shift_aside_is_the_order_that_dragging_sideways_makes(come: Come) -> None:
    typist = _typing(come, "threeplains", MOVE)
    typist.say("move guard back 1", "Passes its deviancy check", READY)
    ((act, x, _),) = typist.visitor.order
    assert act == "reorganise"
    assert x == 36_000  # straight back: it was set up in the middle of its edge
    typist.say("then 2 forward", "an order of its own")


def test_a_march_of_magnamund_is_typed_for_a_unit_and_for_one_of_it(come: Come) -> None:
    typist = _typing(come, "magnamund", MARCH)
    visitor = typist.visitor
    stood = visitor.words_of("spearmen-3")
    typist.say("move spear 30 forward", "Where shall the Spearmen go?", "Not allowed: Spearmen 1:")
    typist.say("2 forward", "2 movement points. Allowed.", READY)
    assert set(visitor.order.values()) == {"FF"}
    typist.say("spearmen-3 1 forward", READY)
    assert visitor.order["spearmen-3"] == "F"
    assert visitor.order["spearmen-1"] == "FF"
    typist.say("turn about", READY)
    assert set(visitor.order.values()) == {"s"}
    typist.say("2 forward", READY)
    visitor.shot("typing-board")
    typist.give()
    visitor.wait_for_question()
    assert visitor.words_of("spearmen-3") != stood
    typist.answer("done")


def test_charges_are_typed_as_who_at_whom(come: Come) -> None:
    typist = _typing(come, "threeplains", CHARGE)
    row = typist.page.locator(".assign").first
    who = row.locator("span").text_content()
    whom = str(row.locator("option").nth(1).text_content()).split(":")[0]
    typist.say(f"charge {who} at wibble", "Nobody of those can be aimed at: wibble.", whom)
    typist.say(f"charge {who} at {whom}", f"{who} at {whom}.", READY)
    expect(typist.page.locator(".judgement.yes")).to_contain_text(f"{who} at {whom}")
    typist.give()


# --- answering -----------------------------------------------------------------------------------------------


def test_beginnings_are_enough_if_nothing_else_begins_so(come: Come) -> None:
    typist = _typing(come, "threeplains", MOVE)
    typist.say("b", "Which of these: Bridge Guard, Bank Archers?")
    typist.say("wibble", "Not understood: wibble.")
    typist.say("shoot archers", "That is not asked now. Which piece moves next?")
    typist.say("77", "There is no choice 77")
    typist.say("ford", "How do Ford Riders move?")
    typist.say("undo", "Which piece moves next?")
    typist.say("2", "How do Bank Archers move?")


# --- looking -------------------------------------------------------------------------------------------------


def test_the_table_answers_where_and_who_is_near(come: Come) -> None:
    visitor = come()
    begin(visitor, "threeplains", "three_hills", measuring="open")
    typist = Typist(visitor)
    typist.answer_until(MOVE)
    typist.say("where are the archers?", "Bank Archers:", "from the left", "facing")
    typist.say("where captain", "Captain Ostrel is with Bridge Guard.")
    typist.say("where wibble", 'Nobody here is called "wibble".')
    typist.say("who is near archers", "Near Bank Archers:", "Bridge Guard, friend,", "enemy, ")
    assert re.search(r"enemy, [\d.]+ inches, ahead", typist.told.inner_text())
    typist.say("phase", "Turn 1, movement, Your turn, ")
    typist.say("log 2")
    expect(typist.told.locator("p")).to_have_count(2)
    typist.say("dice", "[")
    typist.say("what can I do", "Which piece moves next?", "2: Bank Archers", "Finish this phase")
    typist.say("help", "where …", "pivot left 30", "then goes on with it")
    typist.say("move archers 2 forward", READY)
    typist.say("near", "From where Bank Archers would stand:")


def test_distances_are_not_told_where_orders_come_first(come: Come) -> None:
    visitor = come()
    begin(visitor, "threeplains", "three_hills", measuring="orders first")
    typist = Typist(visitor)
    typist.answer_until(MOVE)
    typist.say("who is near archers", "enemy, ahead", "Nothing is measured before an order is given")
    assert "inches" not in typist.told.inner_text()


# --- the field itself ----------------------------------------------------------------------------------------


def test_a_line_is_completed_and_brought_back_and_shuts_nobody_out(come: Come) -> None:
    typist = _typing(come, "threeplains", MOVE)
    page, keyboard, field = typist.page, typist.page.keyboard, typist.page.locator(FIELD)
    keyboard.insert_text("where ba")
    option = page.get_by_role("option", name="where Bank Archers")
    expect(option).to_be_visible()
    assert serious_faults(page) == []
    keyboard.press("ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    assert field.get_attribute("aria-activedescendant") == option.get_attribute("id")
    keyboard.press("Tab")
    expect(field).to_have_value("where Bank Archers ")
    keyboard.press("Enter")
    expect(typist.told).to_contain_text("Bank Archers:")
    assert serious_faults(page) == []
    keyboard.press("ArrowUp")
    expect(field).to_have_value("where Bank Archers")
    keyboard.press("Escape")
    expect(page.locator(".command")).to_have_count(0)
    expect(page.locator(".field")).to_be_focused()
    keyboard.press("/")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    keyboard.press("Tab")  # an empty line holds nobody back
    expect(field).not_to_be_focused()
