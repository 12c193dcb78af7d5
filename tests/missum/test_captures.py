"""What is lost with a legion: commanders once, 'eyes' to whoever took them hand to hand."""

from __future__ import annotations

import pytest

from warhost.rulebooks.missum.devices import fire_devices
from warhost.rulebooks.missum.events import LeaderLost
from warhost.rulebooks.missum.morale.rout import gone, rout
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.state import Shot
from warhost.rulebooks.missum.wounds import remove

from .scene import events, go, leader, load, north, number, order, piece, scene, south

BOWS = ["light", "short sword", "long bow", "regular"]
LAST = {"figures": 10, "files": 1, "left": 1}


def bearers(fight: Fight) -> list[tuple[int, str]]:
    return [(eye.side, fight.setting.troops[eye.bearer].id) for eye in fight.state.eyes]


@pytest.mark.rule("mis.device.capture")
@pytest.mark.parametrize("hand_to_hand, left", [(True, [(0, "a")]), (False, [])])
def test_the_eye_of_a_destroyed_legion_goes_only_to_whoever_stands_before_it(
    hand_to_hand: bool, left: list[tuple[int, str]]
) -> None:
    at = (600, 500) if hand_to_hand else (600, 700)
    fight = scene(
        south("a", (600, 500), options=BOWS), north("b", at, eye="strong", **LAST),
        step=9 if hand_to_hand else 4, melee=[("a", "b")] if hand_to_hand else [],
    )  # fmt: skip
    remove(fight, number(fight, "b"), 1, "mis.missile.casualties", number(fight, "a"))
    assert bearers(fight) == left


@pytest.mark.rule("mis.device.capture", "mis.add.command-combat")
def test_the_eye_of_a_commander_who_is_slain_in_melee_is_taken() -> None:
    dritlan = leader("d", "dritlan", (600, 500), side="north", eye="weak")
    fight = scene(south("a", (600, 500)), dritlan, north("b", (200, 1100)), step=9, melee=[("a", "d")])
    remove(fight, number(fight, "d"), 2, "mis.melee.casualties", number(fight, "a"))
    assert bearers(fight) == [(1, "d")]
    remove(fight, number(fight, "d"), 1, "mis.melee.casualties", number(fight, "a"))
    assert bearers(fight) == [(0, "a")]


@pytest.mark.rule("mis.device.capture", "mis.rout.surrender")
def test_the_eye_of_a_commander_goes_with_the_legion_that_surrenders() -> None:
    dritlan = leader("d", "dritlan", (600, 780), side="north", eye="weak")
    fight = scene(south("a", (600, 300)), north("b", (600, 700)), dritlan, step=1)
    gone(fight, number(fight, "b"), "surrenders", number(fight, "a"))
    assert bearers(fight) == [(0, "a")] and piece(fight, "d").fate == "lost"
    fled = scene(south("a", (600, 300)), north("b", (600, 700)), dritlan, step=9)
    rout(fled, number(fled, "b"), "a test", "mis.morale.panic-timing")
    assert bearers(fled) == []


@pytest.mark.rule("mis.add.command-combat", "mis.command.dritlan-lost-morale", "mis.command.kerdu-lost-morale")
@pytest.mark.parametrize("profile, points", [("dritlan", -2), ("kerdu", -6)])
def test_a_commander_who_falls_with_his_legion_is_lost_once(profile: str, points: int) -> None:
    fight = scene(
        south("a", (600, 680)), north("b", (600, 680), options=["medium", "shield", "long sword", "reserve"]
              if profile == "kerdu" else BOWS, figures=10, left=1),
        leader("d", profile, (600, 700), side="north"), step=9, melee=[("a", "b")],
    )  # fmt: skip
    remove(fight, number(fight, "b"), 1, "mis.melee.casualties", number(fight, "a"))
    assert piece(fight, "d").fate == "lost" and len(events(fight, LeaderLost)) == 1
    assert [entry.points for entry in fight.state.entries if entry.kind == profile] == [points]


@pytest.mark.rule("mis.morale.points-routed-enemy", "mis.device.eye")
def test_whoever_the_eye_of_a_legion_fells_counts_for_its_huitsan() -> None:
    bearer = south("a", (600, 500), eye="weak", options=["medium", "shield", "long sword", "huitsan 2"])
    fight = scene(bearer, north("b", (600, 700)), step=4)
    load(fight, [8])
    fire_devices(fight, (Shot(0, 1, (5,), eye=0),))
    assert piece(fight, "b").last_hurt == ()
    fight.state.turn = 5
    load(fight, [9])
    fire_devices(fight, (Shot(0, 1, (5,), eye=0),))
    assert piece(fight, "b").last_hurt == (2,)


@pytest.mark.rule("mis.add.command-combat", "mis.skirmish.retire")
def test_a_commander_with_skirmishers_who_are_pushed_off_the_table_is_not_killed() -> None:
    slings = ["light", "dagger", "shot sling", "skirmishers"]
    screen = north("s", (600, 1110), figures=12, files=6, options=slings)
    dritlan = leader("d", "dritlan", (600, 1170), side="north")
    fight = scene(south("a", (600, 1040)), screen, dritlan, north("x", (100, 1100)), step=3)
    order(fight, "a", go(600, 1115))
    assert piece(fight, "s").fate == "left" and piece(fight, "d").fate == "standing"
    assert not fight.state.entries
