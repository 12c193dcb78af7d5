"""Morale: panic, group support, points, rout, disorder, last stands, and who possesses the field."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.oracle import Scripted
from warhost.rulebooks.missum.events import Fled, Gone, NerveTested, Points
from warhost.rulebooks.missum.fighting.contact import join
from warhost.rulebooks.missum.library import library
from warhost.rulebooks.missum.morale.disorder import disorganize, recover
from warhost.rulebooks.missum.morale.panic import panic, panic_for_losses
from warhost.rulebooks.missum.morale.record import record
from warhost.rulebooks.missum.morale.rout import due, flee, flight_of, rout
from warhost.rulebooks.missum.morale.stands import may_stand, next_stand
from warhost.rulebooks.missum.morale.support import check_levels, net_loss
from warhost.rulebooks.missum.moving.allowance import why_not_move
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.shooting.aiming import why_not_shoot
from warhost.rulebooks.missum.soundness import flaws
from warhost.rulebooks.missum.state import NOBODY
from warhost.rulebooks.missum.victory import end_of_turn, judge, points, strength
from warhost.rulebooks.missum.wounds import remove

from .scene import at, events, leader, load, north, number, piece, scene, south, spent
from .test_setup import drawn

HEAVY = ["heavy", "shield", "long sword", "regular"]
SCREEN = ["light", "dagger", "shot sling", "regular", "skirmishers"]
LIGHT30 = {"figures": 30, "options": ["light", "sword", "regular"]}  # 8/3


# --- sudden panic --------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.morale.panic-procedure", "mis.morale.types", "mis.scale.dice", "mis.disorg.morale")
@pytest.mark.parametrize("roll, disorder, stands", [(13, 0, True), (14, 0, False), (10, 3, True), (11, 3, False)])
def test_sudden_panic(roll: int, disorder: int, stands: bool) -> None:
    fight = scene(south("a", options=HEAVY, disorganized=disorder), north("b"), dice=[roll])
    assert panic(fight, 0, "mis.morale.panic-causes", "the test") is stands
    assert (piece(fight, "a").fate == "standing") is stands


@pytest.mark.rule("mis.morale.panic-causes", "mis.profile.hlaka")
def test_hlaka_test_for_every_figure_until_one_fails() -> None:
    fliers = south("f", profile="hlaka", figures=8, files=4, options=["light", "sword", "skirmishers"], height=100)
    fight = scene(fliers, north("b"), dice=[11, 12])
    panic_for_losses(fight, {0: 3})
    spent(fight)
    assert piece(fight, "f").fate == "routing" and len(events(fight, NerveTested)) == 2


@pytest.mark.rule("mis.morale.panic-timing", "mis.rout.timing")
def test_who_panics_in_magic_and_is_contacted_flees_in_the_next_rout_step() -> None:
    fight = scene(south("a", (600, 499)), north("b", (600, 500)), step=2, dice=[20])
    panic(fight, 1, "mis.spell.knowledge", "the Knowledge")
    assert piece(fight, "b").flees == 45  # the countermover's own movement step
    fight.state.step = 3
    load(fight)
    join(fight, 0, 1, (600_000, 300_000))
    fight.state.step, fight.state.active = 5, 1
    assert due(fight, 1) == []
    fight.state.turn, fight.state.step = 5, 1
    piece(fight, "b").flees = 51
    assert due(fight, 1) == [1]
    assert fight.state.melees[0].counts == "rear"


# --- group support -------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.morale.group-levels", "mis.morale.group-procedure")
@pytest.mark.parametrize(
    "lost, gained, tested, dice, fate",
    [
        (7, 0, False, [], "standing"),
        (8, 0, False, [5], "standing"),
        (8, 0, False, [6], "routing"),
        (11, 0, True, [], "routing"),
        (11, 0, False, [], "routing"),
        (10, 0, True, [], "standing"),
        (10, 2, False, [5], "standing"),
        (9, 2, False, [], "standing"),
        (10, 0, False, [1], "standing"),
    ],
)
def test_the_two_levels(lost: int, gained: int, tested: bool, dice: list[int], fate: str) -> None:
    fight = scene(south("a", left=30 - lost, points=gained, tested=tested, **LIGHT30), north("b"), dice=dice)
    assert net_loss(fight, 0) == lost - gained
    check_levels(fight, [0])
    spent(fight)
    assert piece(fight, "a").fate == fate


@pytest.mark.rule("mis.morale.group-procedure")
def test_a_legion_tests_once_in_a_battle() -> None:
    fight = scene(south("a", left=22, **LIGHT30), north("b"), dice=[5])
    check_levels(fight, [0])
    piece(fight, "a").points = 3
    check_levels(fight, [0])
    piece(fight, "a").points = 0
    check_levels(fight, [0])
    spent(fight)
    assert piece(fight, "a").fate == "standing"


@pytest.mark.rule(
    "mis.morale.group-modifiers", "mis.command.dritlan-morale", "mis.command.kerdu-morale", "mis.disorg.morale"
)
@pytest.mark.parametrize(
    "who, disorder, roll, stands",
    [
        ("kerdu", 0, 8, True),
        ("kerdu", 0, 9, False),
        ("dritlan", 3, 3, True),
        ("dritlan", 3, 4, False),
        ("dritlan", 0, 6, True),
    ],
)
def test_what_changes_group_support(who: str, disorder: int, roll: int, stands: bool) -> None:
    fight = scene(
        south("a", (600, 500), left=22, disorganized=disorder, **LIGHT30),
        leader("l", who, (600, 440)),
        north("b"),
        dice=[roll],
    )
    if who == "kerdu":
        fight.state.vacant = ((0, 1, 1),)
    check_levels(fight, [0])
    assert (piece(fight, "a").fate == "standing") is stands


# --- points --------------------------------------------------------------------------------------------------


def huitsanyal(**more: Any) -> Fight:
    """Two huitsányal of the south."""
    return scene(
        south("a", (200, 500), figures=45),
        south("a2", (400, 500)),
        south("s", (600, 400), figures=12, options=SCREEN),
        south("b", (800, 500), options=[*HEAVY, "huitsan 2"]),
        south("c", (1000, 500), options=[*HEAVY, "huitsan 3"]),
        north("e", (200, 900)),
        turn=4,
        step=9,
        **more,
    )


@pytest.mark.rule("mis.morale.points-record", "mis.morale.points-routed-friend")
@pytest.mark.parametrize("figures, loss", [(20, 1), (21, 2), (45, 3), (61, 4)])
def test_points_for_a_friend_who_routs(figures: int, loss: int) -> None:
    fight = scene(
        south("a", (200, 500), figures=figures), south("b", (500, 500)), north("e", (200, 900)), turn=4, step=9
    )
    rout(fight, 0, "the test", "mis.rout.cause")
    assert piece(fight, "b").points == 0
    record(fight)
    assert piece(fight, "b").points == -loss


@pytest.mark.rule("mis.morale.points-routed-friend")
def test_skirmishers_cost_nothing_and_gain_nothing() -> None:
    fight = huitsanyal()
    rout(fight, number(fight, "s"), "the test", "mis.rout.cause")
    record(fight)
    assert piece(fight, "a").points == 0 and not events(fight, Points)


@pytest.mark.rule("mis.morale.points-routed-enemy")
def test_points_for_an_enemy_routed() -> None:
    fight = scene(
        south("a", (600, 500)),
        south("b", (900, 500), options=[*HEAVY, "huitsan 2"]),
        north("e", (600, 500)),
        melee=[("a", "e")],
        turn=4,
        step=9,
    )
    rout(fight, number(fight, "e"), "the test", "mis.rout.cause")
    record(fight)
    assert (piece(fight, "a").points, piece(fight, "b").points) == (1, 0)
    shot = scene(south("a", (600, 500)), north("e", (600, 900), figures=10), turn=4, step=4)
    remove(shot, 1, 2, "mis.missile.casualties", by=0)
    rout(shot, 1, "the test", "mis.rout.cause")
    record(shot)
    assert piece(shot, "a").points == 1


@pytest.mark.rule("mis.morale.points-huitsan-routed")
def test_points_for_a_huitsan_that_has_routed() -> None:
    fight = huitsanyal()
    rout(fight, number(fight, "a"), "the test", "mis.rout.cause")
    record(fight)
    assert piece(fight, "b").points == 0
    rout(fight, number(fight, "a2"), "the test", "mis.rout.cause")
    load(fight, [1])  # the screen has reached its level
    record(fight)
    assert (piece(fight, "b").points, piece(fight, "c").points, piece(fight, "s").points) == (-2, 0, -3 - 2)
    assert fight.state.routed == ((0, 1),)


@pytest.mark.rule("mis.morale.points-record", "mis.turn.activation")
def test_one_record_phase_never_chains() -> None:
    fight = scene(
        south("a", (200, 500)),
        south("b", (400, 500), left=30),
        south("c", (600, 500)),
        north("e"),
        turn=4,
        step=9,
        dice=[6],
    )
    rout(fight, 0, "the test", "mis.rout.cause")
    fight.state.step = 10
    record(fight)  # b has lost ten figures and two points
    assert piece(fight, "b").fate == "routing" and piece(fight, "c").points == -2
    assert [entry.kind for entry in fight.state.entries] == ["friend"]
    fight.state.turn = 5
    record(fight)
    assert piece(fight, "c").points == -4


# --- rout ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.rout.timing")
@pytest.mark.parametrize(
    "step, mover, counter",
    [
        (1, 43, 45),
        (2, 43, 45),
        (3, 47, 45),
        (4, 47, 45),
        (5, 47, 51),
        (6, 47, 51),
        (7, 51, 51),
        (9, 51, 51),
        (10, 51, 51),
    ],
)
def test_when_a_routed_legion_flees(step: int, mover: int, counter: int) -> None:
    fight = scene(south("a"), north("b"), turn=4, step=step)
    for name in ("a", "b"):
        rout(fight, number(fight, name), "the test", "mis.rout.cause")
    assert (piece(fight, "a").flees, piece(fight, "b").flees) == (mover, counter)


@pytest.mark.rule("mis.rout.move", "mis.rout.cause")
def test_a_routed_legion_runs_100_mm_and_dissolves() -> None:
    fight = scene(south("a", (600, 500)), north("b", (600, 700)), step=9)
    rout(fight, 0, "the test", "mis.rout.cause")
    fight.state.turn, fight.state.step = 5, 1
    flee(fight, 0)
    ran = events(fight, Fled)[0].way
    assert ran[0][1] - ran[1][1] == 100_000 and piece(fight, "a").fate == "fled"
    assert events(fight, Gone)[0].how == "dissolves"


@pytest.mark.rule("mis.rout.move", "mis.rout.surrender")
def test_whom_it_runs_from_and_to_whom_it_surrenders() -> None:
    fight = scene(
        south("a", (600, 500)),
        north("b", (600, 500)),
        north("behind", (600, 360), facing=0),
        melee=[("b", "a")],
        step=9,
    )
    rout(fight, 0, "the test", "mis.rout.cause")
    fight.state.turn, fight.state.step = 5, 1
    flee(fight, 0)
    assert piece(fight, "a").fate == "surrendered" and events(fight, Gone)[0].by == number(fight, "behind")
    assert piece(fight, "a").y == 500_000 - 60_000


@pytest.mark.rule("mis.rout.timing", "mis.add.command-combat", "mis.command.dritlan-lost")
@pytest.mark.parametrize(
    "y, present, enemy, fate",
    [
        (420, False, (1100, 360), "fled"),
        (410, True, (1100, 360), "fled"),
        (350, True, (1100, 360), "fled"),
        (420, False, (600, 360), "surrendered"),
        (410, True, (600, 360), "surrendered"),
    ],
)
def test_who_stands_where_routers_end_is_not_swept_away(
    y: float, present: bool, enemy: tuple[float, float], fate: str
) -> None:
    """Behind swords that stand 80 mm deep; they run over him, 100 mm or into an enemy."""
    fight = scene(
        south("a", (600, 500)),
        leader("dritlan", "dritlan", (600, y)),
        north("b", (600, 500)),
        north("behind", enemy, facing=0),
        melee=[("b", "a")],
        step=9,
    )
    rout(fight, 0, "the test", "mis.rout.cause")
    fight.state.turn, fight.state.step = 5, 1
    flee(fight, 0)
    assert piece(fight, "a").fate == fate
    assert piece(fight, "dritlan").present is present


@pytest.mark.rule("mis.rout.surrender", "mis.zoc.zone")
def test_a_zone_of_control_makes_it_surrender() -> None:
    fight = scene(
        south("a", (600, 500)),
        north("b", (600, 500)),
        north("side", (440, 370), facing=0),
        melee=[("b", "a")],
        step=9,
    )
    rout(fight, 0, "the test", "mis.rout.cause")
    fight.state.turn, fight.state.step = 5, 1
    flee(fight, 0)
    assert piece(fight, "a").fate == "surrendered"


@pytest.mark.rule("mis.rout.obstacle", "mis.rout.surrender")
@pytest.mark.parametrize(
    "kind, stops", [("pond", True), ("dense woods", True), ("rough", False), ("open woods", False), ("swamp", True)]
)
def test_obstacles_stop_a_rout(kind: str, stops: bool) -> None:
    ground = [{"kind": kind, "at": [600, 300], "size": 200}]
    fight = scene(south("a", (600, 500)), north("b", (600, 900)), terrain=ground, step=9)
    rout(fight, 0, "the test", "mis.rout.cause")
    fight.state.turn, fight.state.step = 5, 1
    flee(fight, 0)
    assert (piece(fight, "a").fate, piece(fight, "a").stalled) == (("routing", True) if stops else ("fled", False))
    if stops:
        fight.state.turn = 6
        flee(fight, 0)
        assert piece(fight, "a").fate == "fled"
    near = scene(south("a", (600, 500)), north("b", (600, 690)), terrain=ground, step=9)
    rout(near, 0, "the test", "mis.rout.cause")
    near.state.turn, near.state.step = 5, 1
    near.state.pieces[1].y = 600_000
    flee(near, 0)
    assert piece(near, "a").fate == ("surrendered" if stops else "fled")


@pytest.mark.rule("mis.rout.obstacle", "mis.rout.friends", "mis.move.pass-through")
@pytest.mark.parametrize("friend, stands", [(None, 480), (("f", (740, 415)), 495), (("f", (740, 420)), 500)])
def test_routers_whom_an_obstacle_stops_do_not_stand_among_friends(friend: Any, stands: int) -> None:
    ground = [{"kind": "pond", "at": [600, 300], "size": 200}]
    beside = [] if friend is None else [south(*friend, figures=10)]
    fight = scene(south("a", (600, 500), fate="routing"), north("b", (600, 900)), *beside, terrain=ground, step=1)
    flee(fight, 0)
    assert piece(fight, "a").stalled and round(at(piece(fight, "a"))[1]) == stands
    assert not flaws(fight.setting, fight.state)
    assert not beside or piece(fight, "f").disorganized


@pytest.mark.rule("mis.rout.obstacle", "mis.rout.timing")
def test_who_is_stopped_in_a_rout_step_waits_for_the_next_one() -> None:
    ground = [{"kind": "pond", "at": [600, 300], "size": 200}]
    fight = scene(south("a", (600, 500), fate="routing"), north("b", (600, 900)), terrain=ground, step=1)
    assert due(fight, 0) == [0]
    flee(fight, 0)
    assert piece(fight, "a").stalled
    for turn, step, again in ((4, 1, False), (4, 3, False), (4, 7, False), (5, 1, True)):
        fight.state.turn, fight.state.step = turn, step
        assert bool(due(fight, 0)) is again


@pytest.mark.rule("mis.rout.friends", "mis.disorg.routers")
def test_friends_in_the_way_of_routers() -> None:
    fight = scene(
        south("a", (600, 500)),
        south("line", (600, 400), figures=10),
        south("screen", (600, 370), figures=6, files=6, options=SCREEN),
        north("b", (600, 700)),
        step=9,
    )
    rout(fight, 0, "the test", "mis.rout.cause")
    fight.state.turn, fight.state.step = 5, 1
    flee(fight, 0)
    assert piece(fight, "line").disorganized and piece(fight, "screen").disorganized
    loose = scene(
        south("s", (600, 500), figures=6, files=6, options=SCREEN),
        south("line", (600, 440)),
        north("b", (600, 700)),
        step=9,
    )
    rout(loose, 0, "the test", "mis.rout.cause")
    loose.state.turn, loose.state.step = 5, 1
    flee(loose, 0)
    assert not piece(loose, "line").disorganized


@pytest.mark.rule("mis.rout.move")
def test_between_two_enemies_it_runs_to_its_own_edge() -> None:
    fight = scene(south("a", (600, 500)), north("b", (600, 700)), north("c", (600, 220), facing=0))
    assert flight_of(fight, 0, (1,)) == 18000
    assert flight_of(fight, 0, (1, 2)) in (18000, 0)
    assert flight_of(fight, 0, ()) == 18000


@pytest.mark.rule("mis.rout.timing", "mis.move.contact-broken")
def test_routers_do_nothing_any_more() -> None:
    fight = scene(south("a", options=["light", "sword", "long bow"], effects={"peace": 9}), north("b"), step=3)
    rout(fight, 0, "the test", "mis.rout.cause")
    assert why_not_move(fight, 0).rule == why_not_shoot(fight, 0).rule == "mis.rout.timing"  # type: ignore[union-attr]
    assert piece(fight, "a").effects == ()


# --- disorder ------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.disorg.recover", "mis.disorg.causes")
def test_how_long_disorder_lasts() -> None:
    fight = scene(south("a"), turn=3)
    disorganize(fight, 0, "mis.disorg.terrain")
    recover(fight)
    assert piece(fight, "a").disorganized == 3
    fight.state.turn = 4
    recover(fight)
    assert piece(fight, "a").disorganized == 0


@pytest.mark.rule("mis.disorg.recover")
def test_who_fights_or_moves_does_not_recover() -> None:
    fight = scene(south("a"), turn=3)
    disorganize(fight, 0, "mis.disorg.terrain")
    for turn, field in ((4, "fought"), (5, "moved")):
        fight.state.turn = turn
        setattr(piece(fight, "a"), field, turn)
        recover(fight)
        assert piece(fight, "a").disorganized
    fight.state.turn = 6
    recover(fight)
    assert not piece(fight, "a").disorganized


# --- last stands ---------------------------------------------------------------------------------------------


def asked(fight: Fight) -> str:
    assert isinstance(fight.oracle, Scripted)
    return fight.oracle.asked[-1].text


@pytest.mark.rule("mis.stand.test", "mis.stand.terrain", "mis.stand.effect")
@pytest.mark.parametrize("roll, stands", [(75, True), (76, False)])
def test_a_last_stand_in_a_village(roll: int, stands: bool) -> None:
    village = [{"kind": "village", "at": [600, 460], "size": 200, "square": True}]
    fight = scene(
        south("a", (600, 500), options=HEAVY),
        north("b", (600, 700)),
        terrain=village,
        step=0,
        dice=[roll],
        answers=["test"],
    )
    assert may_stand(fight, 0) and next_stand(fight)
    assert asked(fight) == "There is no support for {who} in the place to be held: test for a last stand?"
    assert piece(fight, "a").stands is stands and piece(fight, "a").tried and not may_stand(fight, 0)
    if stands:
        piece(fight, "a").figures = 5
        check_levels(fight, [0])
        assert piece(fight, "a").fate == "standing"


@pytest.mark.rule("mis.stand.terrain", "mis.stand.test")
@pytest.mark.parametrize("change", [{"disorganized": 3}, {"friend": True}, {"far": True}])
def test_when_there_is_no_last_stand(change: dict[str, Any]) -> None:
    village = [{"kind": "village", "at": [600, 460], "size": 200, "square": True}]
    others = [south("f", (800, 500))] if change.get("friend") else []
    enemy = north("b", (600, 1000 if change.get("far") else 700))
    mine = south("a", (600, 500), options=HEAVY, disorganized=change.get("disorganized", 0))
    fight = scene(mine, *others, enemy, terrain=village, step=0)
    assert not may_stand(fight, 0)


@pytest.mark.rule("mis.stand.terrain")
@pytest.mark.parametrize(("away", "near"), [(300, True), (301, False)])
def test_an_enemy_is_near_at_three_hundred_paces(away: int, near: bool) -> None:
    village = [{"kind": "village", "at": [600, 460], "size": 200, "square": True}]
    fight = scene(south("a", (600, 500), options=HEAVY), north("b", (600, 500 + away)), terrain=village, step=0)
    assert may_stand(fight, 0) is near


@pytest.mark.rule("mis.stand.terrain")
@pytest.mark.parametrize(("wall", "half"), [((400, 800), True), ((614, 800), True), ((616, 800), False)])
def test_a_place_is_held_from_behind(wall: tuple[int, int], half: bool) -> None:
    """A low wall right before the front: all ranks of the files it covers stand behind it."""
    ground = [{"kind": "wall", "from": [wall[0], 502], "to": [wall[1], 502]}]
    fight = scene(south("a", (600, 500), options=HEAVY), north("b", (600, 700)), terrain=ground, step=0)
    assert may_stand(fight, 0) is half
    turned = south("a", (600, 420), options=HEAVY, facing=180)  # it lies behind them
    assert not may_stand(scene(turned, north("b", (600, 700)), terrain=ground, step=0), 0)


@pytest.mark.rule("mis.stand.race-hatred")
def test_trapped_by_those_who_give_no_quarter() -> None:
    ring = [
        north(f"e{n}", at_, profile="gray-ssu", options=["light", "sword"], figures=20, files=10, facing=facing)
        for n, (at_, facing) in enumerate((((600, 530), 180), ((600, 380), 0), ((705, 460), 270), ((495, 460), 90)))
    ]
    fight = scene(south("a", (600, 500), figures=40), *ring, step=0)
    assert may_stand(fight, 0)
    load(fight, answers=["no"])
    assert next_stand(fight) and asked(fight) == "There is no way out for {who}: test for a last stand?"
    men = [{**one, "profile": "human"} for one in ring]
    assert not may_stand(scene(south("a", (600, 500), figures=40), *men, step=0), 0)


@pytest.mark.rule("mis.stand.test")
def test_what_a_last_stand_needs() -> None:
    ratings = (2, 4, 6, 8, 11, 13, 16, 18, 20)
    assert [library().stand_needs(rating, False) for rating in ratings] == [5, 15, 25, 40, 60, 75, 90, 90, 100]
    assert library().stand_needs(18, True) == 100


# --- possession of the field ---------------------------------------------------------------------------------


def field(*troops: dict[str, Any], turn: int = 12) -> Fight:
    return scene(*troops, turn=turn, step=10)


@pytest.mark.rule("mis.victory.possession", "mis.victory.field")
def test_squares_that_are_held() -> None:
    nine = field(south("a", (300, 500), figures=9, files=3), north("b", (900, 900), figures=10))
    assert points(nine) == (0, 1)
    shen = field(
        south("a", (300, 500), figures=4, files=4, profile="shen", options=["light", "sword-ax"]),
        north("b", (900, 900), figures=10),
    )
    assert points(shen) == (1, 1)
    across = field(south("a", (300, 900), figures=10), north("b", (900, 900), figures=10))
    assert points(across) == (2, 1)


@pytest.mark.rule("mis.victory.possession")
@pytest.mark.parametrize(
    "mine, theirs, winner", [(60, 45, -1), (70, 45, 0), (45, 70, 1), (68, 45, 0), (67, 45, -1)]
)
def test_strength_decides_where_ground_does_not(mine: int, theirs: int, winner: int) -> None:
    fight = field(south("a", (300, 500), figures=mine), north("b", (900, 900), figures=theirs))
    assert (strength(fight, 0), strength(fight, 1)) == (mine, theirs)
    assert judge(fight)[0] == winner


@pytest.mark.rule("mis.victory.possession", "mis.turn.length")
def test_how_a_battle_ends() -> None:
    early = field(south("a", (300, 500), figures=12), north("b", (900, 900), fate="routing"), turn=7)
    end_of_turn(early)
    assert early.state.outcome is not None and early.state.outcome.winner == 0
    on = field(south("a", (300, 500)), north("b", (900, 900)), turn=11)
    end_of_turn(on)
    assert on.state.outcome is None
    on.state.turn = 12
    end_of_turn(on)
    assert on.state.outcome is not None and on.state.outcome.winner == -1
    nobody = field(south("a", (300, 500), fate="routing"), north("b", (900, 900), fate="routing"), turn=7)
    end_of_turn(nobody)
    assert nobody.state.outcome is not None and nobody.state.outcome.winner == -1


@pytest.mark.rule("mis.battle.b1", "mis.victory.possession")
def test_the_crossings_of_the_first_battle() -> None:
    fight = drawn()
    for number_, one in enumerate(fight.state.pieces):
        one.fate = (
            "left" if number_ not in (number(fight, "heavy-spears"), number(fight, "tribal-swords")) else one.fate
        )
    fight.state.stage = "battle"
    assert points(fight) == (1, 1) or sum(points(fight)) >= 2
    mine = piece(fight, "heavy-spears")
    mine.x, mine.y, mine.files, mine.figures = 520_000, 600_000, 7, 14
    held = points(fight)
    assert held[0] == 2 and NOBODY == -1 and at(mine) == (520, 600)


# --- obstacles at the heels ----------------------------------------------------------------------------------


def wall(y: float) -> dict[str, Any]:
    return {"kind": "wall", "from": [300, y], "to": [900, y]}


def patch(kind: str, y: float) -> dict[str, Any]:
    return {"kind": kind, "at": [600, y], "size": 100, "square": True}


@pytest.mark.rule("mis.rout.obstacle")
@pytest.mark.parametrize(
    "ground, y",
    [
        (wall(420), None), (wall(415), 495.5), (wall(500), 400), (wall(460), 400), (patch("swamp", 370), None),
        (patch("pond", 370), None), (patch("swamp", 400), 400), (patch("open woods", 370), 400),
    ],
)  # fmt: skip
def test_an_obstacle_at_their_very_heels_stops_routers(ground: dict[str, Any], y: float | None) -> None:
    """The block reaches from y = 500 to 420 and flees to the south; what it stands in or faces does not stop it."""
    fight = scene(south("r", (600, 500), fate="routing"), north("e", (600, 900)), step=1, terrain=[ground])
    flee(fight, number(fight, "r"))
    one = piece(fight, "r")
    assert at(one)[1] == (500 if y is None else y) and one.stalled is (y not in (400,))


@pytest.mark.rule("mis.rout.surrender", "mis.rout.obstacle")
@pytest.mark.parametrize("away, fate", [(200, "surrendered"), (201, "routing")])
def test_whoever_is_stopped_at_once_surrenders_to_an_enemy_within_200(away: int, fate: str) -> None:
    enemy = north("e", (600, 500 + away))
    fight = scene(south("r", (600, 500), fate="routing"), enemy, step=1, terrain=[wall(420)])
    flee(fight, number(fight, "r"))
    assert piece(fight, "r").fate == fate
