"""Skirmishers, command figures and fanatics: who keeps away, who falls back, who must go on."""

from __future__ import annotations

import pytest

from warhost.rulebooks.missum.bodies import body, distance_between
from warhost.rulebooks.missum.events import Contacted, NerveTested, Retired
from warhost.rulebooks.missum.moving.fanatics import duty, goal_of, must_move, owes
from warhost.rulebooks.missum.moving.movement import move_one
from warhost.rulebooks.missum.setting import Fight

from .scene import at, events, go, leader, load, north, number, order, piece, refused, scene, south, spent

SCREEN = ["light", "dagger", "shot sling", "regular", "skirmishers"]
HEAVY = ["heavy", "shield", "long sword", "regular"]
ZEALOTS = ["medium", "two-handed sword", "fanatic"]


def screen(at_: tuple[float, float] = (600, 650), **more: object) -> dict:  # type: ignore[type-arg]
    return north("screen", at_, figures=12, files=6, options=SCREEN, **more)


def move(*troops: dict, **more: object) -> Fight:  # type: ignore[type-arg]
    return scene(*troops, step=5, mover="north", **more)


@pytest.mark.rule("mis.skirmish.distance", "mis.skirmish.melee")
def test_skirmishers_keep_fifty_millimetres_away_from_the_line() -> None:
    fight = move(south("screen", (600, 500), figures=12, files=6, options=SCREEN), north("line", (600, 600)))
    order(fight, "screen", go(600, 600))
    assert at(piece(fight, "screen"))[1] == pytest.approx(550, abs=0.1)


@pytest.mark.rule("mis.skirmish.melee")
def test_skirmishers_contact_skirmishers() -> None:
    fight = move(south("a", (600, 500), figures=12, files=6, options=SCREEN), screen((600, 560)))
    order(fight, "a", go(600, 565))
    assert len(fight.state.melees) == 1


@pytest.mark.rule("mis.skirmish.retire", "mis.army.skirmish-regular", "mis.command.radius-exempt")
def test_skirmishers_fall_back_before_the_line() -> None:
    fight = scene(south("line", (600, 500), options=HEAVY), screen((600, 580), bound=True))
    order(fight, "line", go(600, 575))
    assert distance_between(fight, 0, 1) == pytest.approx(50_000, abs=20)
    assert at(piece(fight, "screen"))[1] == pytest.approx(625, abs=0.1)
    assert len(events(fight, Retired)) == 1 and piece(fight, "screen").moved == 4


@pytest.mark.rule("mis.skirmish.retire", "mis.move.pass-through")
def test_who_falls_back_goes_on_through_friends() -> None:
    fight = scene(south("line", (600, 500), options=HEAVY), screen((600, 560)), north("friends", (600, 640)))
    order(fight, "line", go(600, 575))
    assert at(piece(fight, "screen"))[1] >= 720 and not piece(fight, "friends").disorganized


@pytest.mark.rule("mis.skirmish.retire")
def test_skirmishers_pushed_off_the_table_leave_without_a_rout() -> None:
    fight = scene(south("line", (600, 1060), options=HEAVY), screen((600, 1130)))
    order(fight, "line", go(600, 1100))
    assert piece(fight, "screen").fate == "left" and not fight.state.entries


@pytest.mark.rule("mis.skirmish.trapped", "mis.skirmish.rear")
@pytest.mark.parametrize("held", ["spell", "water", "enemy"])
def test_skirmishers_who_cannot_get_away(held: str) -> None:
    pond = [{"kind": "pond", "at": [600, 780], "size": 200}]
    more = [screen((600, 575), effects={"pleasures": 4} if held == "spell" else {})]
    if held == "enemy":
        more.append(south("other", (600, 730), facing=0))
    fight = scene(
        south("line", (600, 500), options=HEAVY), *more, terrain=pond if held == "water" else [], dice=[1]
    )
    order(fight, "line", go(600, 575))
    if not fight.state.melees:
        fight.state.step = 7
        load(fight, [1])
        order(fight, "line", go(600, 650))
    caught = piece(fight, "screen")
    assert fight.state.melees and caught.disorganized and events(fight, Contacted)[0].side == "rear"
    assert abs(caught.facing) in (0, 18000) and events(fight, NerveTested)[0].passed


@pytest.mark.rule("mis.skirmish.trapped", "mis.skirmish.distance")
@pytest.mark.parametrize("rear, stands", [(100, 625), (95, 620), (60, 585)])
def test_who_falls_back_keeps_fifty_millimetres_from_a_second_line_too(rear: int, stands: int) -> None:
    second = south("second", (600, 715 + rear), options=HEAVY, facing=0)  # 80 mm deep, so far behind the screen
    fight = scene(south("line", (600, 500), options=HEAVY), screen((600, 575)), second, dice=[1])
    order(fight, "line", go(600, 575))
    assert at(piece(fight, "screen"))[1] == pytest.approx(stands, abs=0.1)
    fight.state.step = 7
    order(fight, "line", go(600, 650))
    assert fight.state.melees  # there is no way back any more


@pytest.mark.rule("mis.charge.skirmishers", "mis.skirmish.caught-charge")
@pytest.mark.parametrize("gap, caught", [(120, True), (125, True), (130, False)])
def test_a_charge_catches_skirmishers_within_125_mm(gap: int, caught: bool) -> None:
    fight = scene(south("line", (600, 300), options=HEAVY), screen((600, 300 + gap)), dice=[1] if caught else [])
    order(fight, "line", ("charge",), go(600, 449))
    assert bool(fight.state.melees) is caught


@pytest.mark.rule("mis.skirmish.caught-charge")
def test_a_charge_that_falls_short_is_set_against_them() -> None:
    fight = scene(south("line", (600, 300), options=HEAVY), screen((600, 420)), dice=[1])
    order(fight, "line", ("charge",), go(600, 375))
    assert fight.state.melees and at(piece(fight, "line"))[1] == pytest.approx(420, abs=0.5)


@pytest.mark.rule("mis.skirmish.caught-grace", "mis.skirmish.caught-charge", "mis.spell.grace")
@pytest.mark.parametrize(
    "mine, theirs, charge, caught",
    [({"grace": 4}, {}, False, True), ({}, {"grace": 4}, True, False), ({"grace": 4}, {"grace": 4}, True, True)],
)
def test_grace_and_skirmishers(mine: dict, theirs: dict, charge: bool, caught: bool) -> None:  # type: ignore[type-arg]
    fight = scene(
        south("line", (600, 300), options=HEAVY, effects=mine),
        screen((600, 400), effects=theirs),
        dice=[1] if caught else [],
    )
    acts = [("charge",)] if charge else []
    order(fight, "line", *acts, go(600, 405))
    assert bool(fight.state.melees) is caught


@pytest.mark.rule("mis.skirmish.command-figures", "mis.add.command-move")
@pytest.mark.parametrize("choice", ["evade", "stand"])
def test_command_figures_evade_or_stand(choice: str) -> None:
    fight = scene(
        south("line", (600, 500), options=HEAVY), leader("lord", "kerdu", (600, 545), "north"), answers=[choice]
    )
    order(fight, "line", go(600, 575))
    spent(fight)
    assert bool(fight.state.melees) is (choice == "stand")
    if choice == "evade":
        assert distance_between(fight, 0, 1) == pytest.approx(50_000, abs=20)
    else:
        assert fight.state.melees[0].counts == "front"


@pytest.mark.rule("mis.skirmish.command-figures")
def test_command_figures_start_no_melee() -> None:
    fight = scene(leader("lord", "kerdu", (600, 500)), north("b", (600, 560)))
    order(fight, "lord", go(600, 560))
    assert not fight.state.melees and at(piece(fight, "lord"))[1] == pytest.approx(555, abs=0.1)


# --- fanatics ------------------------------------------------------------------------------------------------


def zealots(**more: object) -> dict:  # type: ignore[type-arg]
    return south("zealots", (600, 300), figures=20, **{"options": ZEALOTS, **more})


@pytest.mark.rule("mis.fanatic.advance")
def test_fanatics_must_advance_two_thirds() -> None:
    fight = move(zealots(options=["light", "two-handed sword", "fanatic"]), north("b", (600, 900)))
    assert duty(fight, 0, fight.state.pieces[0]) == 134_000
    assert refused(fight, "zealots", go(600, 433)) == "mis.fanatic.advance"
    assert refused(fight, "zealots", go(600, 434)) == "" and refused(fight, "zealots") == "mis.fanatic.advance"
    assert must_move(fight, 0) == [0]
    order(fight, "zealots", go(600, 440))
    assert must_move(fight, 0) == []


@pytest.mark.rule("mis.fanatic.advance")
def test_for_the_mover_both_halves_count() -> None:
    fight = scene(zealots(), north("b", (600, 900)))
    assert refused(fight, "zealots") == ""
    order(fight, "zealots", go(600, 375))
    fight.state.step = 7
    assert owes(fight, 0, fight.state.pieces[0]) == 100_000
    assert refused(fight, "zealots", go(600, 399)) == "mis.fanatic.advance"
    assert refused(fight, "zealots", go(600, 400)) == ""


@pytest.mark.rule("mis.command.radius-fanatics", "mis.fanatic.advance")
def test_fanatics_out_of_radius_go_all_the_way_and_into_contact() -> None:
    fight = move(zealots(bound=True), north("b", (600, 440)))
    assert duty(fight, 0, fight.state.pieces[0]) == 150_000
    order(fight, "zealots", go(600, 445))
    assert fight.state.melees
    free = move(zealots(bound=True), north("b", (600, 900)))
    assert refused(free, "zealots", go(600, 440)) == "mis.fanatic.advance"
    assert refused(free, "zealots", ("charge",), go(600, 450)) == "mis.charge.limits"


@pytest.mark.rule("mis.fanatic.facing")
def test_fanatics_never_turn_their_backs() -> None:
    fight = scene(zealots(), north("b", (600, 900)))
    assert refused(fight, "zealots", ("turn", 18000)) == "mis.fanatic.facing"
    assert refused(fight, "zealots", ("turn", 9000)) == ""
    loose = scene(zealots(options=[*ZEALOTS, "skirmishers"]), north("line", (600, 700)), screen((600, 900)))
    assert goal_of(loose, 0) == number(loose, "screen")


@pytest.mark.rule("mis.fanatic.stand", "mis.stand.effect")
def test_fanatics_in_a_last_stand_are_free() -> None:
    fight = move(zealots(stands=True), north("b", (600, 900)))
    assert refused(fight, "zealots") == "" and refused(fight, "zealots", ("turn", 18000)) == ""
    assert refused(fight, "zealots", go(600, 350)) == "mis.stand.effect"


@pytest.mark.rule("mis.fanatic.advance", "mis.spell.cloak")
def test_fanatics_do_not_seek_whom_nobody_sees() -> None:
    fight = move(zealots(), north("near", (600, 600), effects={"cloak": 4}), north("far", (600, 900)))
    assert goal_of(fight, 0) == number(fight, "far")
    assert body(fight, 0).files == 10


@pytest.mark.rule("mis.fanatic.advance")
@pytest.mark.parametrize("enemy, facing", [((600, 150), 0), ((900, 290), 270)])
def test_fanatics_come_nearer_to_their_goal(enemy: tuple[float, float], facing: int) -> None:
    """Straight on would do the distance, but away from the only enemy there is."""
    fight = move(zealots(), north("b", enemy, facing=facing))
    assert refused(fight, "zealots", go(600, 400)) == "mis.fanatic.advance"


@pytest.mark.rule("mis.fanatic.advance")
def test_the_duty_of_fanatics_is_two_thirds_of_what_the_ground_leaves() -> None:
    ploughed = [{"kind": "ploughed", "at": [600, 350], "size": 200, "square": True}]
    fight = scene(zealots(), north("b", (600, 900)), step=5, mover="north", terrain=ploughed)
    assert refused(fight, "zealots", go(600, 383)) == "mis.fanatic.advance"  # (150 - 25) * 2 / 3, rounded up
    assert refused(fight, "zealots", go(600, 384)) == ""


# --- skirmishers of line status ------------------------------------------------------------------------------

MAD_ONES = ["light", "long sword", "imperial bodyguard", "skirmishers"]


@pytest.mark.rule("mis.army.skirmish-line-status")
@pytest.mark.parametrize("mode", ["line", "skirmishers"])
def test_skirmishers_of_line_status_move_as_their_owner_says(mode: str) -> None:
    guards = south("guards", (600, 500), figures=10, files=5, options=MAD_ONES)
    fight = move(guards, north("b", (600, 640)), answers=["guards", mode, [["go", 600_000, 650_000]]])
    assert move_one(fight)
    assert bool(fight.state.melees) == (mode == "line")
    if mode == "skirmishers":
        assert piece(fight, "guards").y == pytest.approx(590_000, abs=100)
    assert not piece(fight, "guards").open_order


@pytest.mark.rule("mis.army.skirmish-line-status", "mis.skirmish.retire", "mis.skirmish.rear")
@pytest.mark.parametrize("answer, side", [("stand", "front"), ("evade", None)])
def test_they_fall_back_or_receive_the_enemy(answer: str, side: str | None) -> None:
    guards = north("guards", (600, 600), figures=10, files=5, options=MAD_ONES)
    fight = move(south("a", (600, 500)), guards, answers=[answer])
    order(fight, "a", go(600, 620))
    spent(fight)
    assert [one.counts for one in fight.state.melees] == ([side] if side else [])
    assert (piece(fight, "guards").y > 600_000) == (answer == "evade")
