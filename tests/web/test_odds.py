"""Chances stand where the decision is: when a spell is laid, when a charge is answered, when one is declared."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from warhost.engine.game import Game
from warhost.engine.record import record, save
from warhost.engine.rulebook import rulebook
from warhost.rulebooks.missum.magic.casting import PLACES
from warhost.rulebooks.missum.state import Cast

from .test_everybody import serious_faults
from .test_phone import OUTSIDE
from .visitor import PATIENCE, Come, Visitor

pytestmark = pytest.mark.slow
SIZES = pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}])


def opened(come: Come, folder: Path, size: ViewportSize, game: Game[Any, Any], me: int = 0) -> Visitor:
    """A moment of a battle, played from there on as this side against the computer."""
    file = folder / "moment.json"
    save(record(game), file)
    small = size["width"] < 500
    visitor = come(viewport=size, has_touch=small, is_mobile=small)
    visitor.go("/#/games")
    visitor.page.locator("input[type=file]").set_input_files(file)
    visitor.page.wait_for_url(re.compile("#/replay/"))
    visitor.page.get_by_role("button", name="Try another way from here").click()
    for side, who in enumerate(visitor.page.locator(".fork select").all()):
        who.select_option("person" if side == me else "tactician")
    visitor.page.locator(".fork .primary").click()
    visitor.page.wait_for_url(re.compile("#/game/"))
    return visitor


def moment(name: str, data: dict[str, Any]) -> Game[Any, Any]:
    book = rulebook(name)
    setup, state = book.situation(data, name)
    return Game(book, setup, "level", start=state)


def looked_at(visitor: Visitor, name: str, size: ViewportSize) -> None:
    visitor.shot(f"{name}_{size['width']}")
    assert visitor.page.evaluate(OUTSIDE) == []
    assert serious_faults(visitor.page) == []


@SIZES
def test_whoever_is_charged_sees_what_each_reaction_may_bring(
    come: Come, tmp_path: Path, size: ViewportSize
) -> None:
    units = [
        {"id": "knights", "side": "ours", "entry": "men.knights", "models": 6, "files": 6, "front": [18, 8]},
        {"id": "bows", "side": "theirs", "entry": "men.crossbows", "models": 10, "files": 10, "front": [18, 19],
         "facing": 270},
        {"id": "others", "side": "theirs", "entry": "men.spears", "models": 10, "files": 5, "front": [5, 26],
         "facing": 270},
    ]  # fmt: skip
    game = moment("regiments", {"units": units, "phase": "charges", "size": [36, 30]})
    visitor = opened(come, tmp_path, size, game, me=1)
    assert "react?" in visitor.wait_for_question()
    row, page = visitor.page.locator(".option-row"), visitor.page
    home = re.compile(r"reaches its target \(the Sworn Lancers\): \d+ %")
    expect(row.filter(has=page.locator("[data-answer=hold]"))).to_contain_text(home)
    caught = re.compile(r"catches those who flee \(the Sworn Lancers\).*: \d+ %")
    expect(row.filter(has=page.locator("[data-answer=flee]"))).to_contain_text(caught, timeout=PATIENCE)
    expect(row.filter(has_text="Stand and shoot").locator(".loss")).to_contain_text("Lancers")
    looked_at(visitor, "odds_reaction", size)


@SIZES
def test_whoever_charges_up_a_wall_sees_his_chance_and_its_price(
    come: Come, tmp_path: Path, size: ViewportSize
) -> None:
    man = {"band": "lantern", "fighter": "sword"}
    warriors = [{"side": 0, "at": [6, 8.5], **man}, {"side": 1, "at": [6, 11.5, 3], **man}]
    data = {"warriors": warriors, "phase": "charge", "table": "candle", "options": {"measuring": "open"}}
    visitor = opened(come, tmp_path, size, moment("warband", data))
    visitor.wait_for_question()
    visitor.page.locator("[data-answer=lantern1-sword-1]").click()
    target = visitor.page.locator(".option-row").first
    expect(target).to_contain_text("the charge comes home: 25 %")
    expect(target).to_contain_text("or stays where he is or stops half way")
    looked_at(visitor, "odds_charge", size)
    before = visitor.number
    target.locator(".option").click()
    visitor.question_passes(before)
    row, page = visitor.page.locator(".option-row"), visitor.page
    climbing, walking = (row.filter(has=page.locator(f"[data-answer={way}]")) for way in ("climb", "foot"))
    expect(climbing).to_contain_text("the charge comes home: 25 %")
    expect(walking).to_contain_text("the charge comes home: 0 %")


@SIZES
def test_whoever_lays_a_spell_sees_what_it_may_do_and_what_may_stop_it(
    come: Come, tmp_path: Path, size: ViewportSize
) -> None:
    swords = ["medium", "shield", "long sword", "regular"]
    line = {"figures": 40, "files": 10, "options": swords}
    team = {"profile": "team", "options": ["level 5"], "platform": True}
    troops = [
        {"id": "a", "side": "south", "at": [600, 500], **line},
        {"id": "b", "side": "north", "at": [600, 800], **line},
        {"id": "team", "side": "south", "at": [600, 60], **team},
        {"id": "theirs", "side": "north", "at": [600, 1140], **team},
    ]
    game = moment("missum", {"troop": troops, "step": 2})
    mine, theirs = game.setting.number["team"], game.setting.number["theirs"]
    game.checkpoint.casts = Cast(mine, True, 3, 1), Cast(theirs, False, 3, 2)
    game.checkpoint.passed = PLACES
    visitor = opened(come, tmp_path, size, Game(game.book, game.setup, "level", start=game.checkpoint))
    visitor.wait_for_question()
    visitor.page.keyboard.press("1")
    foot = visitor.page.locator(".card-foot")
    falls = r"[Ff]alls under the Knowledge of Ksárul \(.*\): 60 % if no Cloak of Belkhánu is set against it"
    expect(foot).to_contain_text(re.compile(falls))
    expect(foot).to_contain_text("35 % if of strength I, 10 % if of strength II")
    expect(foot.get_by_role("list", name="What to expect")).to_contain_text(re.compile(r"\d+ % to flee"))
    looked_at(visitor, "odds_spell", size)
