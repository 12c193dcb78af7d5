"""Moving: drift, wheels, turns, formations, columns, friends, contact, zones of control, charges."""

from __future__ import annotations

import pytest

from warhost.rulebooks.missum.bodies import body, control
from warhost.rulebooks.missum.events import Contacted, Stopped
from warhost.rulebooks.missum.fighting.contact import hit_side
from warhost.rulebooks.missum.fighting.ranks import fighters
from warhost.rulebooks.missum.moving.allowance import step_budget, why_not_move
from warhost.rulebooks.missum.moving.course import Course
from warhost.rulebooks.missum.setting import Fight

from .scene import at, events, go, load, melee, north, number, order, piece, plan, refused, scene, south

PIKES = ["medium", "long pike", "short sword", "regular"]
HEAVY = ["heavy", "shield", "long sword", "regular"]
SCREEN = ["light", "dagger", "shot sling", "regular", "skirmishers"]


def countermover(*troops: dict, **more: object) -> Fight:  # type: ignore[type-arg]
    """The south moves all at once."""
    return scene(*troops, step=5, mover="north", **more)


# --- how far -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.turn.sequence", "mis.add.rounding")
def test_the_mover_goes_in_halves_and_the_countermover_at_once() -> None:
    assert step_budget(scene(south("a")), 0, piece(scene(south("a")), "a")) == 75_000
    fight = countermover(south("a"))
    assert step_budget(fight, 0, piece(fight, "a")) == 150_000
    assert refused(fight, "a", go(600, 650)) == "" and refused(fight, "a", go(600, 651)) == "mis.turn.sequence"


@pytest.mark.rule("mis.turn.activation")
def test_nobody_is_taken_up_twice_in_a_step_and_what_is_left_is_lost() -> None:
    fight = scene(south("a"), south("b", (800, 500)))
    order(fight, "a", go(600, 540))
    found = why_not_move(fight, number(fight, "a"))
    assert found is not None and found.rule == "mis.turn.activation"
    fight.state.step = 7
    assert step_budget(fight, 0, piece(fight, "a")) == 75_000


@pytest.mark.rule("mis.add.formation", "mis.move.drift")
def test_a_line_moves_ahead_or_aslant_never_sideways_or_back() -> None:
    fight = countermover(south("a"))
    assert refused(fight, "a", go(700, 500)) == "mis.move.drift"
    assert refused(fight, "a", go(600, 450)) == "mis.move.drift"
    moved = plan(fight, "a", go(670.7, 570.7))
    assert isinstance(moved, Course) and abs(moved.spent - 100_000) < 200
    assert moved.piece.facing == 0
    assert refused(fight, "a", go(680, 570.7)) == "mis.move.drift"
    assert refused(fight, "a", go(640, 540), go(620, 560)) == "mis.move.drift"


@pytest.mark.rule("mis.move.drift")
def test_pikes_drift_fifteen_degrees_at_most() -> None:
    fight = countermover(south("a", options=PIKES))
    assert refused(fight, "a", go(613, 550)) == "" and refused(fight, "a", go(615, 550)) == "mis.move.drift"


@pytest.mark.rule("mis.move.wheel")
def test_a_wheel_costs_the_way_of_the_outer_corner() -> None:
    fight = countermover(south("a"))
    assert refused(fight, "a", ("face", 9000)) == "mis.move.wheel"  # 236 mm
    assert refused(fight, "a", ("face", 5729)) == "" and refused(fight, "a", ("face", 5740)) == "mis.move.wheel"
    mover = scene(south("a"))
    turned = plan(mover, "a", ("face", 2860))
    assert isinstance(turned, Course) and abs(turned.spent - 74_900) < 100
    wheeled = order(mover, "a", ("face", 2800))
    right = body(mover, 0).bases[9].points[1]
    assert abs(right[0] - 675_000) <= 2 and abs(right[1] - 500_000) <= 2 and wheeled.facing == 2800


@pytest.mark.rule("mis.move.facing-line")
def test_one_free_change_of_facing_and_another_for_who_has_gone_half() -> None:
    fight = scene(south("a"))
    order(fight, "a", go(600, 575), ("turn", 9000))
    fight.state.step = 7
    assert refused(fight, "a", ("turn", 9000)) == ""
    far = countermover(south("a"))
    assert refused(far, "a", go(600, 600), ("turn", 9000)) == ""
    assert refused(far, "a", go(600, 600), ("turn", 9000), ("turn", -9000)) == "mis.move.facing-line"
    assert refused(far, "a", ("turn", 4500)) == "mis.move.facing-line"


@pytest.mark.rule("mis.move.facing-pikes")
def test_pikes_pay_half_their_allowance_to_turn() -> None:
    fight = countermover(south("a", options=PIKES))
    turned = plan(fight, "a", ("turn", 9000))
    assert isinstance(turned, Course) and turned.left == 50_000
    mover = scene(south("a", options=PIKES))
    turned = plan(mover, "a", ("turn", 18000))
    assert isinstance(turned, Course) and turned.left == 0


@pytest.mark.rule("mis.move.facing-skirmish", "mis.move.drift")
def test_skirmishers_turn_and_go_as_they_like() -> None:
    fight = scene(south("a", options=SCREEN, figures=12, files=6))
    assert refused(fight, "a", ("face", 4321)) == "" and refused(fight, "a", go(600, 420)) == ""
    turned = plan(fight, "a", ("face", 12345), go(650, 450))
    assert isinstance(turned, Course) and turned.piece.facing == 12345


@pytest.mark.rule("mis.add.turning", "mis.move.facing-line")
def test_a_block_turns_about_its_middle() -> None:
    fight = scene(south("a", (500, 240)))
    turned = order(fight, "a", ("turn", 9000))
    assert (at(turned), turned.facing, turned.files) == ((600, 200), 9000, 4)
    assert body(fight, 0).width == 60_000 and body(fight, 0).depth == 200_000


@pytest.mark.rule("mis.add.turning", "mis.add.formation")
def test_a_block_that_turns_about_keeps_its_rectangle_and_its_short_rank_behind() -> None:
    fight = scene(south("a", (500, 240), figures=37))
    before = body(fight, 0).block
    last = body(fight, 0).bases[-7:]
    assert next(base.left for base in last) == 425_000 + 22_500
    turned = order(fight, "a", ("turn", 18000))
    after = body(fight, 0)
    assert (after.block.left, after.block.top) == (before.left, before.top) and at(turned) == (500, 160)
    assert (
        min(base.bottom for base in after.bases[:30]) == 160_000 and max(b.top for b in after.bases[30:]) == 240_000
    )


@pytest.mark.rule("mis.add.turning")
def test_a_turn_is_pushed_clear_by_fifty_millimetres_at_most() -> None:
    beside = scene(south("a", (300, 300)), south("b", (430, 300)))
    turned = order(beside, "a", ("turn", 9000))
    assert at(turned)[0] < 400 and body(beside, 0).box[1] <= 355_010 and turned.facing == 9000
    crowd = scene(south("a", (500, 300)), south("b", (655, 300)), south("c", (345, 300)))
    assert refused(crowd, "a", ("turn", 9000)) == "mis.add.turning"


@pytest.mark.rule("mis.move.formation")
def test_a_new_formation_costs_the_farthest_way() -> None:
    fight = countermover(south("a", options=HEAVY))
    formed = plan(fight, "a", ("form", 20))
    assert isinstance(formed, Course) and abs(formed.spent - 85_000) < 50 and formed.left == 0
    assert refused(fight, "a", ("form", 20), go(600, 520)) == "mis.move.formation"
    assert refused(fight, "a", go(600, 520), ("form", 20)) == "mis.move.formation"
    mover = scene(south("a", options=HEAVY))
    order(mover, "a", ("form", 20))
    assert piece(mover, "a").files == 10 and piece(mover, "a").pending
    mover.state.step = 7
    order(mover, "a", ("form", 20))
    assert piece(mover, "a").files == 20 and at(piece(mover, "a")) == (600, 500)


@pytest.mark.rule("mis.move.formation-bars", "mis.disorg.no-maneuver")
def test_the_disorganized_neither_reform_nor_manoeuvre_but_march_and_charge() -> None:
    fight = countermover(south("a", disorganized=3))
    assert refused(fight, "a", ("form", 20)) == "mis.move.formation-bars"
    assert refused(fight, "a", ("turn", 9000)) == "mis.disorg.no-maneuver"
    assert refused(fight, "a", ("face", 500)) == "mis.disorg.no-maneuver"
    assert refused(fight, "a", go(620, 540)) == "" and refused(fight, "a", ("charge",), go(600, 720)) == ""
    assert refused(fight, "a", ("charge",), ("form", 20)) == "mis.move.formation-bars"
    screen = countermover(south("a", options=SCREEN, disorganized=3))
    assert refused(screen, "a", ("face", 500)) == ""


@pytest.mark.rule("mis.move.facing-same")
def test_a_square_costs_half_the_allowance_and_stands_still() -> None:
    fight = scene(south("a"))
    squared = order(fight, "a", ("square", 1))
    assert squared.square
    fight.state.step = 7
    assert refused(fight, "a", go(600, 520)) == "mis.move.facing-same"
    assert refused(fight, "a", ("face", 300)) == "mis.move.facing-same"
    assert refused(fight, "a", ("charge",), go(600, 550)) == "mis.move.facing-same"
    assert refused(fight, "a", ("square", 0)) == ""


@pytest.mark.rule("mis.move.column")
def test_a_column_rounds_a_corner_at_no_cost() -> None:
    fight = countermover(south("a", figures=20, files=2, options=HEAVY))
    turned = plan(fight, "a", go(600, 560), ("corner", 9000))
    assert isinstance(turned, Course) and abs(turned.left - 90_000) < 300 and turned.piece.facing == 9000
    assert turned.piece.bend
    on = plan(fight, "a", go(600, 560), ("corner", 9000), go(690, 545))
    assert isinstance(on, Course) and on.piece.facing == 9000
    assert refused(countermover(south("a")), "a", ("corner", 9000)) == "mis.move.column"


@pytest.mark.rule("mis.move.column")
def test_a_column_follows_its_leaders_round_two_corners() -> None:
    column = south("a", (600, 500), figures=20, files=2, options=["light", "long sword", "regular"])
    fight = countermover(column, north("foe", (200, 1100)))
    first = order(fight, "a", go(600, 560), ("corner", 9000), go(655, 545))
    assert first.bend == ((600_000, 545_000, 0),) and first.facing == 9000
    bases = body(fight, number(fight, "a")).bases
    assert len(bases) == 20
    assert [round(base.centre[0] / 1000) for base in bases[:6:2]] == [645, 625, 605]  # along the new way
    assert {base.centre[0] for base in bases[6::2]} == {592_500}  # the others still on the old one
    piece(fight, "a").acted = 0
    second = order(fight, "a", ("corner", -9000), go(640, 585))
    assert [corner[2] for corner in second.bend] == [9000, 0]
    assert refused(fight, "a", go(660, 600)) and not piece(fight, "a").disorganized
    piece(fight, "a").acted, piece(fight, "a").spent = 0, 0
    on = plan(fight, "a", go(640, 780))
    assert isinstance(on, Course) and on.piece.bend == ()
    assert refused(fight, "a", ("face", 500)) == "mis.move.column"


@pytest.mark.rule("mis.add.formation")
def test_skirmishers_stand_apart() -> None:
    fight = scene(south("a", figures=12, files=6, options=SCREEN))
    order(fight, "a", ("spread", 30_000))
    assert (body(fight, 0).width, body(fight, 0).depth) == (330_000, 90_000)
    assert refused(fight, "a", ("spread", 31_000)) == "mis.add.formation"


# --- friends -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.move.pass-through", "mis.move.pass-line", "mis.move.pass-disorganized")
def test_passing_through_friends() -> None:
    lines = countermover(south("a", (600, 300)), south("b", (600, 330), figures=10))
    order(lines, "a", go(600, 420))
    assert piece(lines, "a").disorganized and piece(lines, "b").disorganized
    screen = countermover(
        south("a", (600, 300), options=SCREEN, figures=6, files=6), south("b", (600, 330), figures=10)
    )
    order(screen, "a", go(600, 420))
    assert not piece(screen, "a").disorganized and not piece(screen, "b").disorganized
    loose = countermover(
        south("a", (600, 300), options=SCREEN, figures=6, files=6, disorganized=3),
        south("b", (600, 330), figures=10),
    )
    order(loose, "a", go(600, 420))
    assert piece(loose, "b").disorganized


@pytest.mark.rule("mis.move.pass-disorganized", "mis.disorg.terrain")
@pytest.mark.parametrize("rough, screened", [(410, False), (350, True)])
def test_friends_suffer_from_those_who_come_through_them_in_disorder(rough: int, screened: bool) -> None:
    """Ground that is reached when the screen lies behind does nothing to the screen."""
    fight = countermover(
        south("a", (600, 300), figures=20, options=["light", "long sword", "regular"]),
        south("screen", (600, 340), options=SCREEN, figures=10, files=10),
        terrain=[{"kind": "rough", "at": [600, rough], "size": 40}],
    )
    order(fight, "a", go(600, 395))
    assert piece(fight, "a").disorganized
    assert bool(piece(fight, "screen").disorganized) is screened


@pytest.mark.rule("mis.move.pass-disorganized", "mis.move.pass-line")
def test_a_line_that_was_passed_later_does_nothing_to_the_screen_before_it() -> None:
    fight = countermover(
        south("a", (600, 300), figures=10),
        south("line", (600, 390), figures=10),
        south("screen", (600, 330), options=SCREEN, figures=6, files=6),
    )
    order(fight, "a", go(600, 430))
    assert piece(fight, "a").disorganized and piece(fight, "line").disorganized
    assert not piece(fight, "screen").disorganized


@pytest.mark.rule("mis.move.pass-through")
def test_no_move_ends_on_friends() -> None:
    fight = countermover(south("a", (600, 300)), south("b", (600, 450)))
    order(fight, "a", go(600, 420))
    assert at(piece(fight, "a")) == (600, 370) and not piece(fight, "b").disorganized


# --- contact and zones ---------------------------------------------------------------------------------------


@pytest.mark.rule("mis.move.contact", "mis.add.conform", "mis.move.contact-broken")
def test_contact_ends_all_movement_until_somebody_routs() -> None:
    fight = countermover(south("a", (600, 560)), north("b", (600, 700)))
    order(fight, "a", go(600, 710))
    assert at(piece(fight, "a")) == (600, 700) and melee(fight, "a", "b").b_side == "front"
    fight.state.step, fight.state.active = 7, 1
    for name in ("a", "b"):
        found = why_not_move(fight, number(fight, name))
        assert found is not None
    fight.state.turn, fight.state.step = 5, 3
    found = why_not_move(fight, number(fight, "b"))
    assert found is not None and found.rule == "mis.move.contact"


@pytest.mark.rule("mis.add.conform")
def test_the_comer_swings_flat_against_a_slanting_front() -> None:
    fight = countermover(south("a", (635, 500)), north("b", (560, 600), facing=160))
    order(fight, "a", go(635, 649))
    one, other = body(fight, 0), body(fight, 1)
    assert (one.facing - other.facing) % 36000 == 18000
    assert melee(fight, "a", "b") and len(events(fight, Contacted)) == 1


@pytest.mark.rule("mis.add.conform", "mis.melee.contact")
def test_a_front_against_two_legions() -> None:
    fight = countermover(south("a", (600, 560)), north("b", (540, 700)), north("c", (690, 700)))
    order(fight, "a", go(600, 705))
    found = [len(fighters(fight, melee(fight, "a", name), 0).contact) for name in ("b", "c")]
    assert found == [6, 4]


@pytest.mark.rule("mis.add.flank-rear")
@pytest.mark.parametrize(
    "origin, side", [((200, 520), "front"), ((200, 460), "left"), ((350, 300), "rear"), ((520, 460), "right")]
)
def test_which_side_counts_as_hit(origin: tuple[int, int], side: str) -> None:
    fight = scene(south("target", (375, 500)))
    assert hit_side(body(fight, 0), (origin[0] * 1000, origin[1] * 1000)) == side


@pytest.mark.rule("mis.zoc.zone")
@pytest.mark.parametrize("x, stopped", [(485, True), (505, False)])
def test_a_zone_of_control_stops_a_front_that_enters_it(x: int, stopped: bool) -> None:
    fight = countermover(south("a", (x, 450)), north("b", (325, 500)))
    order(fight, "a", go(x, 590))
    assert at(piece(fight, "a"))[1] == (500 if stopped else 590)
    assert (piece(fight, "a").halted == 4) is stopped
    assert bool([one for one in events(fight, Stopped) if one.rule == "mis.zoc.zone"]) is stopped


@pytest.mark.rule("mis.zoc.zone")
@pytest.mark.parametrize("state", [{"disorganized": 3}, {"fate": "routing"}, {"options": SCREEN}])
def test_who_has_no_zone_of_control(state: dict) -> None:  # type: ignore[type-arg]
    assert len(list(control(scene(north("b", (325, 500))), 0))) == 2
    assert list(control(scene(north("b", (325, 500), **state)), 0)) == []


# --- charges -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.charge.bonus", "mis.charge.once", "mis.situation.charge")
def test_a_charge_is_75_mm_more_once_in_a_battle() -> None:
    fight = scene(south("a", (600, 300), options=HEAVY))
    order(fight, "a", go(600, 375))
    fight.state.step = 7
    charged = plan(fight, "a", ("charge",), go(600, 525))
    assert isinstance(charged, Course) and charged.piece.y == 525_000
    assert refused(fight, "a", ("charge",), go(600, 526)) == "mis.turn.sequence"
    order(fight, "a", ("charge",), go(600, 450))
    fight.state.turn, fight.state.step = 5, 3
    assert refused(fight, "a", ("charge",), go(600, 500)) == "mis.charge.once"


@pytest.mark.rule("mis.charge.bonus", "mis.charge.once")
def test_a_charge_of_the_first_half_leaves_nothing_for_the_second() -> None:
    fight = scene(south("a", (600, 300), options=HEAVY))
    order(fight, "a", ("charge",), go(600, 450))
    fight.state.step = 7
    assert refused(fight, "a", ("charge",), go(600, 550)) == "mis.charge.once"
    assert refused(fight, "a", go(600, 525)) == ""


@pytest.mark.rule("mis.charge.bonus")
def test_a_charge_goes_straight_ahead() -> None:
    fight = countermover(south("a", (600, 300), options=HEAVY))
    assert refused(fight, "a", ("charge",), go(620, 450)) == "mis.charge.bonus"
    assert refused(fight, "a", ("turn", 18000), ("charge",), go(600, 30)) == ""


@pytest.mark.rule("mis.charge.limits", "mis.command.radius", "mis.move.contact-radius")
def test_out_of_radius_no_charge_and_no_contact() -> None:
    fight = countermover(south("a", (600, 640), bound=True), north("b", (600, 700)))
    assert step_budget(fight, 0, piece(fight, "a")) == 75_000
    assert refused(fight, "a", ("charge",), go(600, 690)) == "mis.charge.limits"
    order(fight, "a", go(600, 714))
    assert at(piece(fight, "a"))[1] == pytest.approx(695, abs=0.1) and not fight.state.melees


@pytest.mark.rule("mis.charge.limits")
@pytest.mark.parametrize(
    "troop", [{"fresh": True}, {"profile": "light dart-thrower", "figures": 1, "files": 1, "options": []}]
)
def test_who_else_may_not_charge(troop: dict) -> None:  # type: ignore[type-arg]
    assert refused(countermover(south("a", **troop)), "a", ("charge",), go(600, 520)) == "mis.charge.limits"


@pytest.mark.rule("mis.scale.units", "mis.turn.activation")
def test_orders_that_make_no_sense_are_refused_with_their_rule() -> None:
    fight = countermover(south("a"))
    for nonsense in (("fly",), ("go", "there", 1), ("form", 0), ("height", 25_000), ("swing", "left"), ("unload",)):
        assert refused(fight, "a", nonsense)
    load(fight)


@pytest.mark.rule("mis.move.contact", "mis.move.formation-bars")
def test_who_may_swing_in_may_do_nothing_else() -> None:
    fight = scene(
        south("a", (630, 500), figures=42, files=14),
        north("b", (600, 500)),
        turn=5,
        step=5,
        mover="north",
        melee=[{"a": "a", "b": "b", "round": 2}],
    )
    assert refused(fight, "a", go(630, 520)) == refused(fight, "a", ("turn", 9000)) == "mis.move.contact"
    assert refused(fight, "a", ("form", 7)) == "mis.move.formation-bars"
    assert refused(fight, "a", ("square", 1)) == "mis.move.formation-bars"


@pytest.mark.rule("mis.skirmish.distance", "mis.add.formation", "mis.move.facing-skirmish")
def test_skirmishers_come_no_nearer_to_a_line_by_spreading_or_turning() -> None:
    def screen(x: float, y: float, enemy: list[str]) -> Fight:
        mine = south("s", (x, y), options=SCREEN, figures=12, files=6)
        return countermover(mine, north("foe", (600, 700), figures=12, files=10, options=enemy))

    near, loose = screen(870, 690, ["medium", "long sword", "regular"]), screen(870, 690, SCREEN)
    assert refused(near, "s", ("spread", 30_000)) == "mis.skirmish.distance"
    assert refused(near, "s", ("spread", 20_000)) == "" == refused(near, "s", ("form", 9))
    assert refused(near, "s", ("form", 10)) == "mis.skirmish.distance"
    assert refused(loose, "s", ("spread", 30_000)) == ""
    ahead = screen(600, 620, ["medium", "long sword", "regular"])
    assert refused(ahead, "s", ("face", 4500)) == "mis.skirmish.distance"


@pytest.mark.rule("mis.move.formation-bars")
def test_skirmishers_who_charge_do_not_spread() -> None:
    fight = countermover(
        south("s", (600, 500), options=SCREEN, figures=12, files=6), north("foe", (600, 900), options=SCREEN)
    )
    assert refused(fight, "s", ("charge",), ("spread", 30_000), go(600, 560)) == "mis.move.formation-bars"
    assert refused(fight, "s", ("spread", 30_000), ("charge",), go(600, 560)) == ""
