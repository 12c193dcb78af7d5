"""Legions on the page: drawn up in secret, moved aslant, wheeled, and spells laid on the table."""

from __future__ import annotations

from typing import Any

import pytest

from .visitor import BEGIN, Come, Visitor

pytestmark = pytest.mark.slow

KEEP = "seats => localStorage.setItem('warhost.seats', JSON.stringify(seats))"
SPEARS = ".piece[data-piece='heavy-spears'] .rim"


def begin(visitor: Visitor) -> None:
    """The south of the smallest battle against a computer, drawn up by hand."""
    visitor.go("/")
    seats = [{"kind": "person"}, {"kind": "computer"}]
    wish = {"rulebook": "missum", "scenario": "b1", "options": {}, "seats": seats}
    made: dict[str, Any] = visitor.page.evaluate(BEGIN, wish)
    seat = {"side": 0, "token": made["seats"][0]["token"]}
    visitor.page.evaluate(KEEP, {made["id"]: {"seats": [seat], "rulebook": "missum", "at": 0}})
    visitor.go(f"/#/game/{made['id']}")
    visitor.page.reload()


def to_the_march(visitor: Visitor, legion: str) -> None:
    visitor.answer_until("Who moves now?")
    before = visitor.number
    visitor.page.click(f"[data-answer={legion}]")
    visitor.question_passes(before)
    assert " go?" in visitor.wait_for_question()


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}])
def test_a_legion_drifts_and_wheels_under_the_hand(come: Come, size: Any) -> None:
    visitor = come(viewport=size)
    begin(visitor)
    to_the_march(visitor, "heavy-spears")
    visitor.drag(SPEARS, 10, -25)
    ((act, _, y),) = visitor.order
    assert act == "go" and y > 250_000
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("e")
    visitor.page.wait_for_selector(".judgement.yes, .judgement.no")
    assert [act[0] for act in visitor.order] == ["face"]
    visitor.shot(f"missum_wheel_{size['width']}")


def test_a_spell_is_laid_where_one_points(come: Come) -> None:
    visitor = come()
    begin(visitor)
    visitor.answer_until("Which attack spells")
    visitor.page.keyboard.press("1")
    visitor.page.click(".commit")
    visitor.answer_until(" lay the ")
    visitor.page.wait_for_selector(".judgement")
    visitor.shot("missum_spell")
    visitor.answer_somehow()
