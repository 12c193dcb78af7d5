"""Blows are shared out in the card: on a phone, too, where there is nothing on the table to lay hands on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from warhost.engine.game import Game
from warhost.engine.record import record, save
from warhost.rulebooks.regiments.judging.situation import read_situation
from warhost.rulebooks.regiments.library import load_library
from warhost.rulebooks.regiments.rulebook import Regiments

from .test_everybody import serious_faults
from .test_phone import OUTSIDE
from .visitor import Come, Visitor

pytestmark = pytest.mark.slow

SIZES: list[ViewportSize] = [{"width": 390, "height": 844}, {"width": 1440, "height": 900}]
UNITS: list[dict[str, Any]] = [
    {"id": "swords", "side": "ours", "entry": "men.swords", "models": 15, "files": 5, "front": [18, 14]},
    {"id": "orcs", "side": "theirs", "entry": "orc.warriors", "models": 12, "files": 5, "front": [18, 14.01],
     "facing": 270, "command": True},
]  # fmt: skip


def at_blows(come: Come, folder: Path, size: ViewportSize) -> Visitor:
    """Swords against orcs with their champion: whoever holds both seats is asked whom the swords strike."""
    moment = {"units": UNITS, "phase": "combat", "size": [36, 30], "contacts": [{"a": "swords", "b": "orcs"}]}
    setup, state = read_situation(moment, load_library(), "blows")
    file = folder / "blows.json"
    save(record(Game(Regiments(), setup, "level", start=state)), file)
    visitor = come(viewport=size, has_touch=size["width"] < 500, is_mobile=size["width"] < 500)
    visitor.go("/#/games")
    visitor.page.locator("input[type=file]").set_input_files(file)
    visitor.page.wait_for_url(re.compile("#/replay/"))
    visitor.page.get_by_role("button", name="Try another way from here").click()
    visitor.page.locator(".fork .primary").click()
    visitor.page.wait_for_url(re.compile("#/game/"))
    visitor.answer_until("at whom?")
    visitor.at_rest(".piece[data-piece='swords'] .rim")
    return visitor


@pytest.mark.parametrize("size", SIZES)
def test_blows_are_shared_out_by_numbers_in_the_card(come: Come, tmp_path: Path, size: ViewportSize) -> None:
    visitor = at_blows(come, tmp_path, size)
    page = visitor.page
    champion, rank = page.locator(".controls .control.number input").all()
    expect(page.locator(".controls")).to_contain_text("champion")
    for field in (champion, rank):
        field.scroll_into_view_if_needed()
        expect(field).to_be_in_viewport()
    assert sum(int(field.input_value()) for field in (champion, rank)) == 5
    champion.fill("0")
    rank.fill("4")
    expect(page.locator(".judgement.no")).to_be_visible()
    rank.fill("5")
    expect(page.locator(".judgement.yes")).to_be_visible()
    assert visitor.order == {"orcs": 5}
    assert page.evaluate(OUTSIDE) == []
    assert serious_faults(page) == []
    visitor.shot(f"blows_{size['width']}")
    before = visitor.number
    expect(page.locator(".commit")).to_be_in_viewport()
    page.locator(".commit").click()
    visitor.question_passes(before)
    expect(page.locator("#asked")).to_contain_text("blows by those behind the Guild Swordsmen")
