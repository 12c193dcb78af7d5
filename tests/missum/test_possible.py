"""Situations that cannot come to pass are refused with their key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from warhost.engine.aftermath import TRIES, aftermath
from warhost.engine.data import DataError
from warhost.engine.game import Game
from warhost.engine.situation import judge, read_case
from warhost.rulebooks.missum.judging.verdicts import verdicts
from warhost.rulebooks.missum.shooting.aiming import why_not_shoot
from warhost.rulebooks.missum.shooting.loading import ready

from .scene import book, leader, north, number, piece, scene, south

TEAM = leader("t", "team", (600, 100), options=["level 5"])


def told(*troops: dict[str, Any], **more: Any) -> str:
    """What is said of a situation; nothing if it can be."""
    try:
        book().situation({"troop": [south("a"), *troops], **more}, "moment.toml")
    except DataError as fault:
        return str(fault)
    return ""


@pytest.mark.parametrize(
    "change, key",
    [
        ({"files": 50}, "files"),
        ({"weapon": "halberd"}, "weapon"),
        ({"effects": {"blessing": 5}}, "effects"),
        ({"effects": {"knowledge": 5}}, "effects"),
        ({"height": 100}, "height"),
        ({"gap": 20}, "gap"),
        ({"disorganized": 9}, "disorganized"),
        ({"charged": 5}, "charged"),
        ({"shot": 4}, "shot"),  # in step 3
        ({"shot": 2}, "shot"),  # with nothing to shoot
        ({"effects": {"peace": 3}}, "effects"),  # over by turn 4
        ({"supply": 1}, "supply"),
        ({"at": [600, 480]}, "at"),
        ({"at": [600, 1150]}, "at"),  # 80 mm deep: the rear is off the table
    ],
)
def test_troops_that_cannot_be_so(change: dict[str, Any], key: str) -> None:
    assert told(north("b", **change)).startswith(f"moment.toml: troop[1].{key}: expected")


@pytest.mark.parametrize(
    "ground, key",
    [
        ({"kind": "pond", "at": [600, 200]}, "size"),
        ({"kind": "pond", "at": [600, 200], "size": -20}, "size"),
        ({"kind": "stream", "at": [600, 200], "width": 50}, "from"),
        ({"kind": "ford", "at": [600, 200], "width": 30}, "kind"),
        ({"kind": "stream", "from": [0, 200], "to": [1200, 200]}, "width"),
        ({"kind": "ditch", "from": [0, 200], "to": [0, 200], "width": 25}, "to"),
        ({"kind": "wall", "from": [100, 200], "to": [1300, 200]}, "to"),
        ({"kind": "pond", "at": [-10, 200], "size": 60}, "at"),
        ({"kind": "cliff", "at": [600, 200], "size": 60}, "kind"),
        ({"kind": "platform", "at": [600, 200], "size": 60}, "kind"),
        ({"kind": "hill", "at": [600, 200]}, "tiers"),
        ({"kind": "hill", "at": [600, 200], "tiers": [100, 200]}, "tiers"),
    ],
)
def test_ground_that_cannot_be_so(ground: dict[str, Any], key: str) -> None:
    assert told(north("b"), terrain=[ground]).startswith(f"moment.toml: terrain[0].{key}: expected")


@pytest.mark.rule("mis.add.terrain-pieces")
@pytest.mark.parametrize("way", ["ford", "bridge"])
@pytest.mark.parametrize(
    "change, key",
    [({}, ""), ({"at": [600, 223]}, ""), ({"at": [600, 230]}, "at"), ({"width": 0}, "width")],
)
def test_a_way_over_lies_across_its_stream(way: str, change: dict[str, Any], key: str) -> None:
    stream = {"kind": "stream", "from": [0, 200], "to": [1200, 200], "width": 50}
    ground = {"kind": way, "at": [600, 200], "width": 30, **change}
    said = told(north("b"), terrain=[stream, ground])
    assert said.startswith(f"moment.toml: terrain[1].{key}: expected") if key else not said
    said = told(north("b"), terrain=[{**ground, "width": 30}, {**stream, "to": None}])
    assert said.startswith("moment.toml: terrain[1].from: expected")


@pytest.mark.parametrize(
    "more, key",
    [
        ({"turn": 13}, "turn"),
        ({"victories": [10, 11]}, "victories[1]"),
        ({"cast": [{"team": "t", "spell": "abode", "strength": 1, "at": [600, 600]}]}, "step"),
        ({"melee": [{"a": "a", "b": "b"}]}, "melee[0]"),
        ({"cast": [{"team": "zz", "spell": "abode", "strength": 1, "at": [600, 600]}]}, "cast[0].team"),
        ({"cast": [{"team": "a", "spell": "abode", "strength": 1, "at": [600, 600]}]}, "cast[0].team"),
        ({"cast": [{"team": "t", "spell": "fireball", "strength": 1, "at": [600, 600]}]}, "cast[0].spell"),
        ({"cast": [{"team": "t", "spell": "abode", "strength": 9, "at": [600, 600]}]}, "cast[0].strength"),
        ({"terrain": [{"kind": "pond", "at": [600, 480], "size": 60}]}, "troop[0].at"),
    ],
)
def test_moments_that_cannot_be(more: dict[str, Any], key: str) -> None:
    assert told(TEAM, north("b"), **more).startswith(f"moment.toml: {key}: expected")


def test_what_can_be_is_taken() -> None:
    assert told(north("b", effects={"peace": 5}), TEAM) == ""


@pytest.mark.rule("mis.charge.attack", "mis.odds.casualties")
def test_what_a_charge_may_cost_by_the_end_of_the_turn_can_be_asked() -> None:
    """Ten swords against ten: 7 + 3 - 9 = +1, 4.40 for the chargers; 7 - 9 = -2, 3.20 against them."""
    fight = scene(south("a", (600, 500)), north("b", (600, 620)), step=5, mover="north", turn=4)
    game: Game[Any, Any] = Game(book(), {}, "1", start=fight.state, setting=fight.setting)
    game.answer("a")
    charge = [["charge"], ["go", 600_000, 625_000]]
    found = aftermath(game, 0, charge)
    assert found.tries == TRIES
    assert {loss.about: {lost for lost, _ in loss.spread} for loss in found.losses} == {"a": {3, 4}, "b": {4, 5}}


BOWS = ["light", "short sword", "long bow", "regular"]


@pytest.mark.rule("mis.missile.twice", "mis.missile.reload")
@pytest.mark.parametrize(
    "options, moved, step, rule",
    [
        (BOWS, 0, 4, "mis.missile.phases"),
        (BOWS, 0, 6, "mis.missile.reload"),
        (BOWS, 0, 8, ""),
        (BOWS, 4, 8, "mis.missile.phases"),
        (["light", "short sword", "shot sling", "regular"], 0, 8, "mis.missile.phases"),
    ],
)
def test_who_has_shot_in_this_turn_has_done_so_in_its_first_missile_phase(
    options: list[str], moved: int, step: int, rule: str
) -> None:
    shooters = south("bows", figures=20, options=options, shot=4, moved=moved)
    refusal = why_not_shoot(scene(shooters, north("foe", (600, 700)), step=step), 0)
    assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("mis.add.obstacles", "mis.terrain.wall", "mis.terrain.stream")
@pytest.mark.parametrize(
    ("ground", "attack", "answer"),
    [
        ({"kind": "wall", "from": [400, 500], "to": [800, 500]}, 200, 440),
        ({"kind": "stream", "from": [0, 474], "to": [1200, 474], "width": 50}, 220, 440),
        ({"kind": "wall", "from": [400, 700], "to": [800, 700]}, 320, 320),
    ],
)
def test_a_melee_of_a_file_is_fought_over_the_wall_between_them(
    ground: dict[str, Any], attack: int, answer: int
) -> None:
    """Who came strikes at 7 - 5 - 9 over a wall and at 7 - 3 - 9 out of a stream, who stood at 7 + 3 - 9."""
    fight = scene(south("sw"), north("en", (600, 500)), step=9, melee=[("sw", "en")], terrain=[ground])
    found = {(one.who, one.target): one.chance for one in verdicts(fight.setting, fight.state)}
    assert found == {("sw", "en"): attack, ("en", "sw"): answer}


@pytest.mark.rule("mis.missile.reload", "mis.missile.reload-move")
@pytest.mark.parametrize(
    ("weapon", "turn", "past", "loaded"),
    [
        ("heavy winch crossbow", 4, {"shot": 2}, True),  # two turns after its shot
        ("heavy winch crossbow", 3, {"shot": 2}, False),
        ("heavy winch crossbow", 4, {"shot": 2, "moved": 3}, False),  # the count began anew with the move
        ("heavy winch crossbow", 5, {"shot": 2, "moved": 3}, True),
        ("heavy winch crossbow", 4, {"shot": 2, "moved": 2}, True),  # it moved before it shot
        ("heavy winch crossbow", 4, {"shot": 2, "fought": 2}, False),
        ("heavy winch crossbow", 5, {"shot": 2, "fought": 2}, True),
        ("heavy winch crossbow", 5, {"shot": 1, "moved": 3}, True),  # loaded when it moved
        ("heavy winch crossbow", 4, {"shot": 2, "moved": 3, "ready": 9}, True),  # the file says so
        ("long bow", 4, {"shot": 3, "moved": 4}, True),
    ],
)
def test_who_has_shot_in_an_earlier_turn_reloads_since_then(
    weapon: str, turn: int, past: dict[str, int], loaded: bool
) -> None:
    bows = south("bows", figures=20, options=["light", "dagger", weapon], **past)
    fight = scene(bows, north("b", (600, 700)), turn=turn, step=4)
    assert ready(fight, number(fight, "bows")) is loaded


@pytest.mark.rule("mis.melee.weapon-start")
@pytest.mark.parametrize(("shot", "note"), [(4, "10 figures, improvised daggers"), (3, "10 figures, long spear")])
def test_who_was_caught_bow_in_hand_is_promised_a_strike_with_what_is_left_to_him(shot: int, note: str) -> None:
    spears = ("medium", "shield", "long spear", "medium javelin", "regular")
    caught = south("spears", figures=20, options=spears, shot=shot)
    fight = scene(caught, north("en", (600, 500)), step=9, melee=[("en", "spears")])
    assert next(one.note for one in verdicts(fight.setting, fight.state) if one.who == "spears") == note
    assert piece(fight, "spears").weapon == 0


def test_a_wall_has_no_width() -> None:
    wall = {"kind": "wall", "from": [400, 500], "to": [800, 500], "width": 4}
    with pytest.raises(DataError) as told:
        scene(south("sw"), terrain=[wall])
    assert told.value.key == "terrain[0].width"


CHARGED_BEFORE = """
rulebook = "missum"
title = "Nobody charges twice"
answers = ["swords", [["charge"], ["go", 600000, 400000]]]

[[troop]]
id = "swords"
side = "south"
at = [600, 300]
figures = 40
files = 10
charged = 2
options = ["medium", "shield", "long sword", "regular"]

[[troop]]
id = "spears"
side = "north"
at = [600, 900]
figures = 40
files = 10
options = ["medium", "shield", "long spear", "regular"]
"""


@pytest.mark.rule("mis.charge.once")
def test_a_refused_answer_calls_troops_by_their_names(tmp_path: Path) -> None:
    path = tmp_path / "twice.toml"
    path.write_text(CHARGED_BEFORE, "utf8")
    found = judge(read_case(path))
    assert found.refusal is not None and str(found.refusal) == "the Swords have charged before [mis.charge.once]"
