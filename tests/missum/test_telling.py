"""What people see and say: views, words, orders in the making, verdicts, situations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from warhost.draw.svg import svg
from warhost.engine.expect import differences
from warhost.engine.game import Game
from warhost.engine.question import Refusal
from warhost.engine.situation import judge, read_case
from warhost.rulebooks.missum.judging.verdicts import verdicts
from warhost.rulebooks.missum.magic.casting import Spells
from warhost.rulebooks.missum.magic.places import SpellPlace
from warhost.rulebooks.missum.moving.orders import March, order_words
from warhost.rulebooks.missum.opening.drawing_up import DrawUp
from warhost.rulebooks.missum.shooting.aiming import targets
from warhost.rulebooks.missum.shooting.volley import AimAt
from warhost.rulebooks.missum.state import Cast
from warhost.rulebooks.missum.telling.names import MissumNames
from warhost.rulebooks.missum.telling.orders import MarchDraft, order_data
from warhost.rulebooks.missum.telling.view import marks

from .scene import book, leader, north, number, piece, scene, south
from .test_setup import opening

EXAMPLES = Path(__file__).parents[2] / "examples" / "situations" / "missum"


def draft(*troops: dict[str, Any]) -> MarchDraft:
    fight = scene(*troops, step=5, mover="north")
    return MarchDraft(March(fight, number(fight, "a")))


@pytest.mark.parametrize(
    "said, order",
    [
        ("forward 75", [["go", 600_000, 575_000]]),
        ("wheel right 20", [["face", 2000]]),
        ("turn left", [["turn", -9000]]),
        ("turn about", [["turn", 18000]]),
        ("charge 200", [["charge"], ["go", 600_000, 700_000]]),
        ("form 20", [["form", 20]]),
        ("defend", [["square", 1]]),
        ("stay", []),
    ],
)
def test_orders_in_words(said: str, order: list[Any]) -> None:
    making = draft(south("a"))
    assert not isinstance(making.take(said.split()), Refusal | None)
    assert making.answer == order


def test_words_that_are_no_orders() -> None:
    making = draft(south("a"))
    assert making.take(["dance"]) is None
    refused = making.take(["forward", "500"])
    assert isinstance(refused, Refusal) and making.answer == []


def test_what_the_page_is_told_of_a_march_and_a_map() -> None:
    fight = scene(south("a"), step=5, mover="north")
    question = March(fight, 0)
    data = order_data(fight.setting, fight.state, question)
    assert data["form"] == "legion" and data["left"] == 150_000 and "charge" in data["acts"]
    shown = book().spokesman.preview(fight.setting, fight.state, question, [["go", 600_000, 600_000]])
    assert shown["blocks"][0]["front"] == (600_000, 600_000)
    start = opening()
    map_ = DrawUp(start, 0)
    told = order_data(start.setting, start.state, map_)
    assert told["form"] == "drawing up" and len(told["places"]) == 7
    preview = book().spokesman.preview(start.setting, start.state, map_, {})
    assert {block["side"] for block in preview["blocks"]} == {0}


def test_the_page_of_its_own_has_a_maker_for_every_form_it_asks_for() -> None:
    page = book().page
    assert page is not None
    text = (page / "page.js").read_text("utf8")
    assert "legion: Legion" in text and '"drawing up": DrawingUp' in text


def test_the_table_is_seen_at_a_glance() -> None:
    game = Game(book(), book().setup("b3", {"drawing up": "standard"}), "view")
    game.pending()
    view = book().view(game.setting, game.state, 0)
    assert view.table is not None and view.table.measure.symbol == " mm" and len(view.blocks) > 25
    legion = next(block for block in view.blocks if block.id == "shadow-guard")
    assert "1. huitsán" in legion.marks and any("tests at 18, routs at 21" in line for line in legion.details)
    assert msgspec.json.encode(view) and svg(view).startswith("<svg")


@pytest.mark.rule("mis.morale.group-levels", "mis.morale.points-record")
@pytest.mark.parametrize("lost, wavers", [(14, False), (15, True), (18, True)])
def test_who_is_about_to_be_tested_is_seen_on_the_table(lost: int, wavers: bool) -> None:
    fight = scene(south("a", figures=50, options=["heavy", "shield", "long sword", "regular"]), north("b"))
    fight.state.pieces[0].figures -= lost
    assert fight.setting.troops[0].tests == 18
    assert ("wavering" in marks(fight, 0)) == wavers


def test_verdicts() -> None:
    bows = south("bows", (600, 500), figures=20, options=["light", "sword", "long bow"])
    fight = scene(bows, north("b", (600, 700)), north("far", (1100, 1100)), step=4)
    found = {(one.who, one.target): one for one in verdicts(fight.setting, fight.state)}
    assert found["bows", "b"].chance == 200 and found["bows", "b"].lawful
    assert not found["bows", "far"].lawful


def test_measuring() -> None:
    fight = scene(south("a", (600, 500)), north("b", (600, 700)))
    look = book().spokesman.look
    tape, sight = (look(fight.setting, fight.state, what, "a", "b") for what in ("distance", "sight"))
    assert isinstance(tape, dict) and (tape["distance"], tape["text"]) == (200_000, "200 mm")
    assert isinstance(sight, dict) and sight["seen"] and sight["distance"] == 200_000


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_situations_come_out_as_they_say(path: Path) -> None:
    case = read_case(path)
    assert case.script.expect is not None
    assert differences(case.script.expect, judge(case)) == []


@pytest.mark.rule("mis.magic.types")
def test_spells_are_offered_by_name_with_what_they_do() -> None:
    fight = scene(leader("t", "team", (600, 100), options=["level 5"]), south("a"), north("b"), step=2)
    question = Spells(fight, 0, attack=True)
    names = MissumNames(fight.setting)
    assert question.label({"t": "gaze II"}, names) == (
        "Gaze of Vimúhla, strength II: each figure it touches saves or dies"
    )
    assert question.label({}, names) == "no spell"


def test_terrain_has_a_number_only_where_two_are_alike() -> None:
    table = book().view(*_opened("b3")).table
    assert table is not None
    names = [feature.name for feature in table.features]
    assert "Swamp" in names and {"Ford 1", "Ford 2"} <= set(names) and len(names) == len(set(names))


def _opened(battle: str) -> tuple[Any, Any, int]:
    setting = book().setting(book().setup(battle, {}))
    return setting, setting.begin(), 0


@pytest.mark.rule("mis.zoc.zone", "mis.move.contact")
@pytest.mark.parametrize(
    "x, depth, why", [(485, 590, "an enemy zone of control"), (505, 590, ""), (325, 520, "contact with the enemy")]
)
def test_an_order_that_ends_early_says_what_stops_it(x: int, depth: int, why: str) -> None:
    fight = scene(south("a", (x, 450)), north("b", (325, 500)), step=5, mover="north")
    shown = book().spokesman.preview(fight.setting, fight.state, March(fight, 0), [["go", x * 1000, depth * 1000]])
    assert shown.get("stopped", "") == why


def test_a_place_for_a_spell_is_called_by_who_stands_there() -> None:
    team = {"id": "team", "side": "south", "profile": "team", "at": [600, 60], "options": ["level 5"]}
    fight = scene(team, south("a", (600, 300)), north("b", (600, 700)), step=2)
    fight.state.casts = (Cast(number(fight, "team"), True, 5, 1),)
    question, names = SpellPlace(fight, 0), MissumNames(fight.setting)
    assert question.label({"at": [600_000, 690_000]}, names) == f"by {names.piece('b')} at (600, 690)"
    assert question.label({}, names) == "nowhere"


@pytest.mark.parametrize(
    ("facing", "order", "words"),
    [
        (0, [["face", 1500]], "turn 15 degrees to the right"),
        (18000, [["go", 600_000, 320_000], ["face", 16500]], "go to (600, 320); turn 15 degrees to the left"),
        (9000, [["turn", 18000], ["face", 27100]], "turn straight back; turn 1 degree to the right"),
        (9000, [["corner", -3000], ["form", 8]], "go round the corner 30 degrees to the left; form 8 files"),
        (0, [], "stay"),
    ],
)
def test_a_turn_is_told_from_where_one_looked_before(facing: int, order: list[Any], words: str) -> None:
    assert order_words(order, facing) == words


def test_a_side_has_its_sheet_as_it_stands_now() -> None:
    kerdu = leader("kerdu", "kerdu", (600, 100))
    fight = scene(south("a", (600, 300), left=31), kerdu, north("b", (600, 700)), step=5)
    piece(fight, "b").fate = "fled"
    ours, theirs = (book().spokesman.sheet(fight.setting, fight.state, side, 0) for side in (0, 1))
    assert ours is not None and theirs is not None
    assert [card.id for card in ours.cards] == ["a", "kerdu"] and ours.cards[0].boxes == (31,)
    assert "31 of 40 figures, 10 files" in ours.cards[0].remarks
    assert (theirs.cards[0].boxes, theirs.cards[0].remarks) == ((), ("fled",))


def test_an_order_to_shoot_is_shared_out_on_the_page() -> None:
    bows = south("bows", (600, 500), figures=20, options=["light", "short sword", "long bow", "regular"])
    fight = scene(bows, north("b", (600, 700), figures=40), step=4)
    question = AimAt(fight, 0, targets(fight, 0))
    data = order_data(fight.setting, fight.state, question)
    assert (data["form"], data["most"], data["ticks"]) == ("shares", {"b": 10}, {})
    shown = book().spokesman.preview(fight.setting, fight.state, question, {"b": 3})
    assert shown == {"aims": ["b"]}
