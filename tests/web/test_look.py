"""Kinds of units are told apart at a glance, near and far; states are few and large; the log is quiet."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .test_everybody import serious_faults
from .visitor import MARCH, MOVE, Come, Visitor

pytestmark = pytest.mark.slow


def made(visitor: Visitor, module: str, name: str, *given: Any) -> Any:
    call = f"given => import('/{module}.js').then(found => found.{name}(...given))"
    return visitor.page.evaluate(call, list(given))


def kind(visitor: Visitor, **piece: Any) -> str:
    found: str = made(visitor, "figures", "kindOf", {"shape": "foot", "title": "", "unit": "", **piece})
    return found


def test_kinds_are_known_by_shape_name_and_role(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    assert kind(visitor, title="Bridge Guard") == "sword"
    assert kind(visitor, title="Spearmen 3", unit="spearmen") == "spear"
    assert kind(visitor, title="Longbowmen 2") == "bow"
    assert kind(visitor, shape="archers", title="Twangers") == "bow"
    assert kind(visitor, shape="mounted", title="Lancers") == "horse"
    assert kind(visitor, shape="machine") == "wheel"
    assert kind(visitor, shape="monster") == "claw"
    assert kind(visitor, shape="beast", airborne=True) == "wing"
    assert kind(visitor, shape="hero", title="Captain Ostrel", bases=[{"role": "general"}]) == "crown"
    assert kind(visitor, shape="hero", title="Doctor Amber", bases=[{"role": "wizard"}]) == "staff"


def test_from_afar_a_unit_is_one_sign_and_near_it_is_its_models(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.answer_until(MOVE, charging=False)
    page = visitor.page
    sign, figures = (page.locator(f".piece[data-piece='guard'] {part}") for part in (".kind-sign", ".heads"))
    expect(sign).to_be_visible()
    expect(figures).to_be_hidden()
    visitor.shot("look-far")
    x, y = visitor.middle_of(".piece[data-piece='guard'] .rim")
    page.mouse.move(x, y)
    for _ in range(6):
        page.mouse.wheel(0, -150)
    expect(sign).to_be_hidden()
    expect(figures).to_be_visible()
    visitor.shot("look-near")


def test_at_most_three_states_are_shown_the_gravest_first(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    few = ["moved", "fleeing"]
    assert made(visitor, "art", "chief", few) == ["fleeing", "moved"]
    many = ["leader", "moved", "wedge", "charging", "Wrath of Fire", "poisoned", "fleeing"]
    assert made(visitor, "art", "chief", many) == ["poisoned", "fleeing", "Wrath of Fire", "+3"]


def test_the_march_of_a_unit_is_one_line_that_unfolds(come: Come) -> None:
    visitor = come()
    visitor.play_now("magnamund")
    visitor.answer_until(MARCH)
    page = visitor.page
    fold = page.locator(".fold", has_text=re.compile(r"Swordsmen: \d+ move"))
    if not fold.count():
        visitor.finish_phase()
        visitor.wait_for_question()
    inside = fold.first.locator(".line")
    expect(inside.first).to_be_hidden()
    visitor.shot("look-log")
    assert serious_faults(page) == []
    fold.first.locator("summary").click()
    expect(inside.first).to_be_visible()
    inside.first.locator(".deed").click()
    expect(inside.first.get_by_role("link", name="Back then")).to_be_visible()


def _told(deed: str, text: str, step: int = 1, dice: int = 0, who: tuple[str, ...] = ()) -> dict[str, Any]:
    thrown = [{"faces": [dice], "purpose": "to hit"}] if dice else []
    return {"text": text, "step": step, "dice": thrown, "play": {"deed": deed, "who": who}}


DEEDS = """lines => import("/telling.js").then(({gathered, cameOf, massWords}) => gathered(lines, null).map(one =>
    one.head ? [one.head.text, one.lines.length, cameOf(one)]
    : one.unit ? [massWords(one, {})] : [one.line.text]))"""


def test_a_blow_is_one_line_with_its_dice_and_what_it_does(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    dice_first = [
        _told("dice", "to hit", dice=4), _told("blow", "The guard strikes."), _told("dice", "damage", dice=5),
        _told("hurt", "1 hit."), _told("fall", "1 falls."),
        _told("dice", "to hit", dice=1), _told("blow", "The orcs strike."),
        _told("turn", "Turn 2.", step=2), _told("dice", "Initiative: 6.", step=2, dice=6),
    ]  # fmt: skip
    assert visitor.page.evaluate(DEEDS, dice_first) == [
        ["The guard strikes.", 5, "1 falls."], ["The orcs strike.", 2, ""], ["Turn 2."], ["Initiative: 6."],
    ]  # fmt: skip
    dice_after = [
        _told("shot", "Archers 1 shoots."), _told("dice", "Throws 37: a miss.", dice=37),
        _told("shot", "Archers 2 shoots."), _told("dice", "Throws 3: a hit.", dice=3),
        _told("fall", "Archers 2 slays."),
    ]  # fmt: skip
    assert visitor.page.evaluate(DEEDS, dice_after) == [
        ["Archers 1 shoots.", 2, "A miss."], ["Archers 2 shoots.", 3, "Archers 2 slays."],
    ]  # fmt: skip


def test_who_charges_in_the_march_of_a_unit_is_counted_in_its_line(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    march = [
        _told("move", "moves", who=("swords-1",)), _told("note", "meets", who=("swords-1",)),
        _told("charge", "charges", who=("swords-1",)), _told("move", "moves", who=("swords-2",)),
        _told("move", "moves", who=("bows-1",)),
    ]  # fmt: skip
    assert visitor.page.evaluate(DEEDS, march) == [["swords: 2 move, 1 charge"], ["moves"]]


def test_ground_has_crowns_roofs_and_shadows(come: Come) -> None:
    visitor = come()
    visitor.play_now("threeplains")
    visitor.wait_for_question()
    page = visitor.page
    expect(page.locator(".wood .crowns .tree").first).to_be_attached()
    expect(page.locator(".hill .cast").first).to_be_attached()
    oblong = [{"x": 0, "y": 0}, {"x": 40, "y": 0}, {"x": 40, "y": 20}, {"x": 0, "y": 20}]
    roof = made(visitor, "ground", "roofOf", oblong)
    assert roof["ridge"] == "M0.0 10.0L40.0 10.0"
    assert made(visitor, "ground", "inside", oblong, {"x": 39, "y": 1})
    assert not made(visitor, "ground", "inside", oblong, {"x": 41, "y": 1})


# Marks that rulebooks put on pieces; those with a number stand for all of their kind.
MARKS = [
    "on the works", "on a ladder", "tired 2", "torches 3", "burning torches 2", "siege ladder 1",
    "portable bridge 1", "siege tower 1", "door ram 1", "basic battering ram 1", "siege ram 1", "grappling hooks 1",
    "throwing projectiles 1", "stones against walls 2", "charged", "squabbling", "skirmishing", "cannot shoot",
    "knocked down", "frenzied", "stupid", "carries a prize", "6″ up", "reserve", "square", "last stand", "stopped",
    "out of reach", "on a platform", "pleasures", "grace", "gift", "peace", "unseen", "fleeing", "routing",
    "hidden", "moved", "fired",
]  # fmt: skip


def test_every_state_has_a_sign_and_not_a_letter(come: Come) -> None:
    visitor = come()
    visitor.go("/")
    assert [mark for mark in MARKS if not made(visitor, "art", "signOf", mark)[1]] == []
    assert made(visitor, "art", "signOf", "2. huitsán")[1] == ""  # its number is what is shown
