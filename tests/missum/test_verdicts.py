"""What the referee says of a moment: how far, with which spells, through which shields; and keys that set it up."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.missum.bodies import body
from warhost.rulebooks.missum.command import commander_of, kerdu_of
from warhost.rulebooks.missum.judging.verdicts import verdicts
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.state import NOBODY, Arm

from .scene import leader, north, number, piece, scene, south
from .test_possible import told

HEAVY = ["heavy", "shield", "long sword", "regular"]
FANATICS = ["medium", "two-handed sword", "fanatic"]
BOWS = ["light", "short sword", "long bow", "regular"]


def notes(fight: Fight) -> dict[str, str]:
    return {one.who: one.note if one.refusal is None else one.refusal.rule
            for one in verdicts(fight.setting, fight.state)}  # fmt: skip


@pytest.mark.rule("mis.command.radius", "mis.charge.bonus", "mis.charge.once")
@pytest.mark.parametrize(
    "y, more, step, note",
    [
        (120, {}, 3, "75 mm, 150 in a charge"),
        (119, {}, 3, "37.5 mm, out of the reach of a commander"),
        (120, {}, 5, "150 mm, 225 in a charge"),
        (119, {}, 5, "75 mm, out of the reach of a commander"),
        (120, {"charged": 2}, 5, "150 mm"),
        (120, {"options": FANATICS}, 5, "150 mm, 225 in a charge, at least 100 towards the enemy"),
        (119, {"options": FANATICS}, 5, "150 mm, out of the reach of a commander, at least 150 towards the enemy"),
    ],
)
def test_how_far_a_legion_comes_whom_a_commander_reaches_or_not(
    y: int, more: dict[str, Any], step: int, note: str
) -> None:
    """The officer stands at (585, y) with a base 20 mm deep, the rear rank of the legion ends at y = 420."""
    legion = south("a", (600, 500), **{"options": HEAVY, **more})
    mover = "south" if step == 3 else "north"
    fight = scene(legion, leader("d", "dritlan", (600, y)), north("b", (600, 1100)), step=step, mover=mover)
    assert notes(fight)["a"] == note
    assert piece(fight, "a").judged == 0


@pytest.mark.rule("mis.magic.prohibitions", "mis.chart.spells")
def test_who_may_cast_what() -> None:
    moved = leader("t", "team", (600, 100), options=["level 8"], moved=3)
    spent = leader("u", "team", (600, 1100), side="north", options=["level 5"], attack_spells=[1, 0, 0],
                   defense_spells=[0, 0, 0])  # fmt: skip
    fight = scene(south("a"), north("b"), moved, spent, step=2)
    said = {(one.who, one.deed): one.note if one.refusal is None else one.refusal.rule
            for one in verdicts(fight.setting, fight.state)}  # fmt: skip
    assert said == {
        ("t", "cast attack spells"): "mis.magic.prohibitions",
        ("t", "cast defense spells"): "mis.magic.prohibitions",
        ("u", "cast attack spells"): "I 1",
        ("u", "cast defense spells"): "mis.magic.prohibitions",
    }


@pytest.mark.rule("mis.stand.test")
def test_who_may_make_a_last_stand() -> None:
    village = {"kind": "village", "at": [600, 460], "size": 200, "square": True}
    fight = scene(south("a", (600, 500), options=HEAVY), north("b", (600, 700)), step=0, terrain=[village])
    (one,) = verdicts(fight.setting, fight.state)
    assert (one.who, one.deed, one.chance) == ("a", "make a last stand", 75)


@pytest.mark.rule("mis.magic.anti-missile", "mis.spell.arm")
def test_shots_at_a_team_are_told_with_its_shield_and_its_arm() -> None:
    team = leader("t", "team", (600, 600), side="north", options=["level 5"])
    fight = scene(south("a", (600, 500), figures=20, options=BOWS), team, step=4)
    (one,) = verdicts(fight.setting, fight.state)
    assert one.note == "8 figures at -5; through a shield on 10 or less of a d20"
    fight.state.arms = (Arm(1, 1, 1, 4, wide=40_000, deep=60_000),)
    (one,) = verdicts(fight.setting, fight.state)
    assert one.refusal is not None and one.refusal.rule == "mis.spell.arm"


@pytest.mark.rule("mis.command.dritlan-lost", "mis.command.kerdu-replace", "mis.command.dritlan-lost-morale")
@pytest.mark.parametrize("turn, commander, entries", [(4, None, 1), (5, None, 0), (6, "k", 0)])
def test_a_dritlan_lost_in_turn_four_is_replaced_in_turn_six(
    turn: int, commander: str | None, entries: int
) -> None:
    gone, general = leader("d", "dritlan", (600, 400), lost=4), leader("k", "kerdu", (600, 200))
    fight = scene(south("a", (600, 500)), north("b"), gone, general, turn=turn)
    found = commander_of(fight, number(fight, "a"))
    assert found == (NOBODY if commander is None else number(fight, commander))
    assert len(fight.state.entries) == entries


@pytest.mark.rule("mis.command.kerdu-lost-morale")
def test_a_kerdu_who_is_lost_commands_nobody() -> None:
    fight = scene(south("a"), north("b"), leader("k", "kerdu", (600, 200), lost=4), turn=4)
    assert kerdu_of(fight, 0) == NOBODY and fight.state.kerdu_lost == (4, 0)
    assert [entry.points for entry in fight.state.entries] == [-6]


@pytest.mark.rule("mis.device.eye")
def test_an_eye_may_be_nearly_spent() -> None:
    fight = scene(south("a", eye="weak", charges=1), north("b"), step=4)
    assert fight.state.eyes[0].charges == 1


@pytest.mark.rule("mis.add.engine-crew")
@pytest.mark.parametrize("left, engines", [(4, 2), (3, 2), (2, 1), (1, 1)])
def test_an_engine_whose_crew_is_gone_does_not_stand_there(left: int, engines: int) -> None:
    battery = south("e", profile="light dart-thrower", figures=2, files=2, options=[], left=left)
    fight = scene(battery, north("b"))
    assert piece(fight, "e").engines == engines == len(body(fight, 0).bases)


@pytest.mark.parametrize(
    "change, key",
    [
        ({"weapon": "shield"}, "weapon"), ({"options": BOWS, "weapon": "long bow"}, "weapon"),
        ({"left": 0}, "left"), ({"left": 41}, "left"), ({"platform": True}, "platform"), ({"lost": 2}, "lost"),
        ({"options": [*BOWS, "skirmishers"], "square": True}, "square"), ({"charges": 2}, "charges"),
        ({"eye": "weak", "charges": 5}, "charges"), ({"attack_spells": [1, 0, 0]}, "attack_spells"),
        ({"options": ["light", "long speer"]}, "options"), ({"profile": "gnome"}, "profile"),
    ],
)  # fmt: skip
def test_a_legion_that_cannot_be_so_is_refused_with_its_own_key(change: dict[str, Any], key: str) -> None:
    legion = north("b", (600, 700), **change)
    assert told(legion).startswith(f"moment.toml: troop[1].{key}: ")


@pytest.mark.parametrize(
    "change, key",
    [
        ({"fate": "routing"}, "fate"), ({"disorganized": 3}, "disorganized"), ({"charged": 2}, "charged"),
        ({"lost": 5}, "lost"), ({"left": 4}, "left"), ({"defense_spells": [1, 0, 0]}, "defense_spells"),
    ],
)  # fmt: skip
def test_a_commander_who_cannot_be_so_is_refused_with_his_own_key(change: dict[str, Any], key: str) -> None:
    dritlan = leader("d", "dritlan", (300, 1100), side="north", **change)
    assert told(north("b", (600, 700)), dritlan).startswith(f"moment.toml: troop[2].{key}: expected")


@pytest.mark.parametrize(
    "melee, key",
    [
        ({"side": "rear"}, "melee[0].side: expected front"),
        ({"round": 5}, "melee[0].round: expected at most 4"),
        ({"side": "front", "round": 4}, ""),
    ],
)
def test_a_melee_that_cannot_be_so(melee: dict[str, Any], key: str) -> None:
    found = told(north("b", (600, 500)), melee=[{"a": "a", "b": "b", **melee}])
    assert found.startswith(f"moment.toml: {key}") if key else found == ""


@pytest.mark.parametrize(
    "cast, key",
    [
        ({"spell": "abode", "line": True}, "line"), ({"at": [600, 1201]}, "at"), ({"at": [600, 1200]}, ""),
        ({"spell": "gaze", "line": True}, ""),
    ],
)  # fmt: skip
def test_a_spell_that_cannot_lie_so(cast: dict[str, Any], key: str) -> None:
    team = leader("t", "team", (600, 100), options=["level 5"])
    one = {"team": "t", "spell": "abode", "strength": 1, "at": [600, 600], **cast}
    found = told(team, north("b"), cast=[one], step=2)
    assert found.startswith(f"moment.toml: cast[0].{key}: expected") if key else found == ""
