"""Commanders: radius, bonuses, losses, the reserve, the kérdu."""

from __future__ import annotations

import pytest

from warhost.rulebooks.missum.command import (
    commander_of,
    distracted,
    in_radius,
    kerdu_of,
    lose,
    presence,
    with_legion,
)
from warhost.rulebooks.missum.events import LeaderLost, Moved, Points
from warhost.rulebooks.missum.magic.saving import save_need, saves_against
from warhost.rulebooks.missum.morale.record import record
from warhost.rulebooks.missum.morale.rout import rout
from warhost.rulebooks.missum.morale.support import check_levels
from warhost.rulebooks.missum.moving.allowance import judge_radius, step_budget, why_not_move
from warhost.rulebooks.missum.moving.movement import move_one
from warhost.rulebooks.missum.opening.drawing_up import draw_up
from warhost.rulebooks.missum.opening.terrain_rolls import choose_general
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.state import NOBODY
from warhost.rulebooks.missum.turn import _begin_turn
from warhost.rulebooks.missum.wounds import remove

from .scene import at, events, go, leader, load, north, number, order, piece, refused, scene, south
from .test_setup import opening

HEAVY = ["heavy", "shield", "long sword", "regular"]


def led(*troops: dict, **more: object) -> Fight:  # type: ignore[type-arg]
    """A dritlán behind the swords, a kérdu at the edge."""
    return scene(
        south("swords", (600, 500)),
        leader("dritlan", "dritlan", (600, 420)),
        leader("kerdu", "kerdu", (600, 60)),
        *troops,
        **more,
    )


@pytest.mark.rule("mis.command.radius", "mis.command.dritlan-own-only")
@pytest.mark.parametrize("gap, near", [(300, True), (301, False)])
def test_the_radius_of_300_mm(gap: int, near: bool) -> None:
    # the officer is the left base of three: x 577.5 to 592.5
    fight = led(south("far", (592.5 + gap + 75, 420), options=HEAVY), step=3)
    far = number(fight, "far")
    assert in_radius(fight, far) is near
    judge_radius(fight, far)
    assert step_budget(fight, far, piece(fight, "far")) == (75_000 if near else 37_500)
    charge = ("charge",), go(592.5 + gap + 75, 500)
    assert refused(fight, "far", *charge) == ("" if near else "mis.charge.limits")


@pytest.mark.rule("mis.command.radius", "mis.spell.grace")
def test_grace_doubles_the_halved_allowance() -> None:
    fight = scene(south("a", bound=True, effects={"grace": 4}, options=HEAVY), step=5, mover="north")
    assert step_budget(fight, 0, piece(fight, "a")) == 150_000


@pytest.mark.rule("mis.command.dritlan-attached", "mis.command.dritlan-one-per", "mis.army.huitsan")
def test_being_with_a_legion_is_touching_it() -> None:
    fight = led(south("other", (800, 500), options=[*HEAVY, "huitsan 2"]))
    assert with_legion(fight, number(fight, "dritlan")) == number(fight, "swords")
    piece(fight, "dritlan").y -= 2000
    assert with_legion(fight, number(fight, "dritlan")) == NOBODY
    piece(fight, "dritlan").x, piece(fight, "dritlan").y = 800_000, 420_000
    assert with_legion(fight, number(fight, "dritlan")) == NOBODY  # not of his huitsán


@pytest.mark.rule("mis.command.dritlan-attached", "mis.add.command-move")
def test_a_dritlan_leaves_his_legion_only_to_join_another() -> None:
    fight = led(south("other", (860, 500)), step=5, mover="north")
    assert refused(fight, "dritlan", go(400, 420)) == "mis.command.dritlan-attached"
    order(fight, "dritlan", go(790, 420))
    assert piece(fight, "dritlan").x > 700_000


@pytest.mark.rule("mis.command.dritlan-attached", "mis.melee.casualties", "mis.missile.casualties")
@pytest.mark.parametrize("lost, behind", [(9, 420), (10, 440), (25, 460)])
def test_a_commander_closes_up_when_the_rank_he_touches_is_gone(lost: int, behind: int) -> None:
    fight = led()
    remove(fight, number(fight, "swords"), lost, "mis.missile.casualties")
    assert at(piece(fight, "dritlan")) == (600, behind)
    assert presence(fight, number(fight, "swords")) == (1, "dritlan")
    assert piece(fight, "dritlan").moved == 0
    assert len(events(fight, Moved)) == (1 if lost > 9 else 0)


@pytest.mark.rule("mis.command.dritlan-attached", "mis.command.dritlan-morale")
def test_the_dritlan_helps_in_the_test_that_the_loss_of_the_rear_rank_calls_for() -> None:
    fight = led()
    remove(fight, number(fight, "swords"), 10, "mis.missile.casualties")
    load(fight, [6])
    check_levels(fight, [number(fight, "swords")])
    assert piece(fight, "swords").fate == "standing"


@pytest.mark.rule("mis.command.dritlan-attached", "mis.magic.prohibitions")
def test_magic_users_stay_where_they_are_when_their_legion_thins() -> None:
    team = leader("team", "team", (600, 420), options=["level 5"])
    fight = scene(south("swords", (600, 500)), team, north("foe"))
    remove(fight, number(fight, "swords"), 10, "mis.missile.casualties")
    assert at(piece(fight, "team")) == (600, 420)


@pytest.mark.rule("mis.add.command-move")
def test_a_dritlan_goes_along_with_a_charge() -> None:
    fight = led(step=7)
    order(fight, "swords", ("charge",), go(600, 650))
    assert at(piece(fight, "dritlan")) == (600, 570)
    assert with_legion(fight, number(fight, "dritlan")) == number(fight, "swords")
    stay = led(step=7)
    order(stay, "swords", ("leave", "dritlan"), go(600, 570))
    assert at(piece(stay, "dritlan")) == (600, 420)


@pytest.mark.rule("mis.add.command-move")
def test_command_figures_move_by_halves() -> None:
    fight = led(step=3)
    assert step_budget(fight, number(fight, "kerdu"), piece(fight, "kerdu")) == 100_000


@pytest.mark.rule("mis.command.kerdu-post")
def test_the_kerdu_joins_nobody_while_the_dritlan_lives() -> None:
    fight = led(step=5, mover="north")
    piece(fight, "kerdu").y, piece(fight, "kerdu").x = 420_000, 700_000
    assert refused(fight, "kerdu", go(645, 420)) == "mis.command.kerdu-post"


@pytest.mark.rule("mis.command.dritlan-lost", "mis.command.kerdu-replace", "mis.command.kerdu-post")
def test_the_kerdu_takes_over_after_a_turn_without_anybody() -> None:
    fight = led(turn=4, step=9)
    rout(fight, number(fight, "swords"), "for the test", "mis.rout.cause")
    assert piece(fight, "dritlan").fate == "lost" and len(events(fight, LeaderLost)) == 1
    swords = number(fight, "swords")
    piece(fight, "swords").fate = "standing"
    piece(fight, "kerdu").x, piece(fight, "kerdu").y = 600_000, 420_000
    for turn, commander in ((5, NOBODY), (6, number(fight, "kerdu"))):
        fight.state.turn = turn
        assert commander_of(fight, swords) == commander
        assert in_radius(fight, swords) is (turn == 6)
    assert presence(fight, swords) == (3, "kerdu")


@pytest.mark.rule("mis.command.kerdu-replace")
def test_without_any_commander_everybody_is_out_of_radius() -> None:
    fight = led(turn=4)
    lose(fight, number(fight, "dritlan"), "killed")
    lose(fight, number(fight, "kerdu"), "killed")
    fight.state.turn = 8
    judge_radius(fight, number(fight, "swords"))
    assert piece(fight, "swords").bound and commander_of(fight, number(fight, "swords")) == NOBODY


@pytest.mark.rule("mis.command.dritlan-lost-morale", "mis.command.kerdu-lost-morale", "mis.morale.points-record")
def test_points_for_lost_commanders() -> None:
    fight = led(south("other", (800, 500), options=[*HEAVY, "huitsan 2"]), turn=4, step=10)
    lose(fight, number(fight, "dritlan"), "killed")
    assert piece(fight, "swords").points == 0
    record(fight)
    assert (piece(fight, "swords").points, piece(fight, "other").points) == (-2, 0)
    lose(fight, number(fight, "kerdu"), "captured")
    record(fight)
    assert (piece(fight, "swords").points, piece(fight, "other").points) == (-8, -6)
    assert [one.points for one in events(fight, Points)] == [-2, -6]


@pytest.mark.rule(
    "mis.army.reserve-transfer", "mis.army.reserve-limit", "mis.command.reserve-radius", "mis.army.huitsan-fixed"
)
def test_the_reserve_takes_part_when_it_has_been_handed_over() -> None:
    fight = led(south("reserve", (200, 140), options=[*HEAVY, "reserve"]), step=5, mover="north")
    held = why_not_move(fight, number(fight, "reserve"))
    assert held is not None and held.rule == "mis.army.reserve-transfer"
    load(fight, (), ["hand over reserve", "dritlan"])
    assert move_one(fight)
    given = piece(fight, "reserve")
    assert given.huitsan == 1 and given.fresh
    judge_radius(fight, number(fight, "reserve"))
    assert step_budget(fight, number(fight, "reserve"), given) == 150_000
    assert refused(fight, "reserve", ("charge",), go(200, 200)) == "mis.charge.limits"
    order(fight, "reserve", go(200, 240))
    given = piece(fight, "reserve")
    given.x, given.judged, given.acted = 400_000, 0, 0
    judge_radius(fight, number(fight, "reserve"))
    assert not given.fresh


@pytest.mark.rule("mis.turn.kerdu-exception", "mis.turn.alternate")
def test_a_fighting_kerdu_loses_the_choice() -> None:
    fight = scene(
        leader("mine", "kerdu", (600, 500)),
        south("a", (300, 500)),
        leader("theirs", "kerdu", (600, 1100), "north"),
        north("b", (600, 500)),
        turn=3,
        step=10,
        melee=[("b", "mine")],
        answers=["countermove"],
    )
    fight.state.mover = 0
    assert distracted(fight, 0) and not distracted(fight, 1)
    _begin_turn(fight)
    assert (fight.state.turn, fight.state.mover) == (4, 0)
    fight.state.melees = []
    _begin_turn(fight)
    assert (fight.state.turn, fight.state.mover) == (5, 1)


@pytest.mark.rule("mis.turn.kerdu-exception")
def test_when_both_are_lost_roles_alternate() -> None:
    fight = scene(south("a"), north("b"), turn=3, step=10)
    _begin_turn(fight)
    assert fight.state.mover == 1


@pytest.mark.rule("mis.command.dritlan-immune", "mis.chart.magic-defense")
def test_commanders_pass_every_saving_throw() -> None:
    fight = led()
    assert save_need(fight, number(fight, "dritlan")) == 20
    assert saves_against(fight, number(fight, "kerdu"), 3, "mis.spell.gaze") == 3
    assert save_need(fight, number(fight, "swords")) == 8


@pytest.mark.rule("mis.add.command-combat", "mis.command.dritlan-lost")
def test_who_is_with_a_legion_is_not_struck_but_shares_its_fate() -> None:
    fight = led(north("e", (600, 320), facing=0), step=5, mover="south")
    fight.state.active = 1
    load(fight, [1])
    order(fight, "e", go(600, 430))
    assert [one.b for one in fight.state.melees] == [number(fight, "swords")]
    remove(fight, number(fight, "swords"), 40, "mis.melee.casualties")
    assert piece(fight, "dritlan").fate == "lost"
    alone = scene(leader("kerdu", "kerdu", (600, 60)), south("a"), turn=4)
    remove(alone, number(alone, "kerdu"), 3, "mis.melee.casualties")
    assert piece(alone, "kerdu").fate == "standing"
    remove(alone, number(alone, "kerdu"), 1, "mis.melee.casualties")
    assert piece(alone, "kerdu").fate == "lost" and alone.state.kerdu_lost == (4, 0)


@pytest.mark.rule("mis.magic.livyani", "mis.magic.livyani-spells")
def test_guards_fall_first_and_take_their_team_along_when_they_rout() -> None:
    team = {"id": "team", "side": "south", "profile": "team", "at": [600, 200], "options": ["level 5", "livyani"]}
    fight = scene(team, north("b"), step=9)
    assert piece(fight, "team").attack_spells == (5, 3, 0)
    remove(fight, 0, 4, "mis.melee.casualties")
    assert not piece(fight, "team").attack_lost and piece(fight, "team").attack_spells == (3, 2, 0)
    routed = scene({**team, "options": ["level 10", "livyani"], "left": 4}, north("b"), step=9, dice=[6])
    check_levels(routed, [0])
    assert piece(routed, "team").fate == "lost"


@pytest.mark.rule("mis.add.rounding")
@pytest.mark.parametrize(("face", "attacker"), [(3, True), (4, False)])
def test_an_open_die_says_which_of_two_magic_users_falls(face: int, attacker: bool) -> None:
    team = {"id": "team", "side": "south", "profile": "team", "at": [600, 200], "options": ["level 5"]}
    fight = scene(team, north("b"), step=9, dice=[face])
    remove(fight, 0, 1, "mis.melee.casualties")
    assert (piece(fight, "team").attack_lost, piece(fight, "team").defense_lost) == (attacker, not attacker)


@pytest.mark.rule("mis.magic.gifted-races", "mis.magic.livyani")
@pytest.mark.parametrize("roll, general", [(50, "team-1-n"), (51, "kerdu")])
def test_who_leads_a_gifted_army(roll: int, general: str) -> None:
    fight = opening("b3", north="b3-ssu-a", dice=[roll])
    choose_general(fight)
    load(fight, (), [{}, {}])
    draw_up(fight)
    assert fight.setting.troops[kerdu_of(fight, 1)].id == general
    lose(fight, kerdu_of(fight, 1), "killed")
    assert kerdu_of(fight, 1) == NOBODY and len(fight.state.entries) == 1
