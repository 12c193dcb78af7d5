"""Holding, pursuing, wipe out moves and charges that hit the wrong enemy."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.pursuit import after_flight, pursue, reward_the_freed, wipe_out_moves
from warhost.rulebooks.threeplains.events.blows import Slain
from warhost.rulebooks.threeplains.events.charges import Held, Pursued, WipedOut
from warhost.rulebooks.threeplains.fighting.contact import engaged, foes
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.tactics import consider
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.wounds.casualties import destroy, lose

from .marching import go
from .scene import asked, champion, contact, feature, foot, hero, horse, number, piece, scene, script, told, unit

GUARD = unit("guard", at=(36, 24), models=15, files=5)
ORCS = unit("orcs", at=(36, 24), facing=180, side=1, models=15, files=5)
RUNNING = unit("orcs", at=(36, 47), side=1, models=15, files=5, fleeing=True, flights=1, flight_run=inches(15))
PASS, FAIL = [6] * 4 + [1] * 3, [1] * 4 + [6] * 3  # soldiering 4 against deviancy 3
HERE = 0  # as it stands


def broken(*more: object, clock: int = 1, phase: str = "stress", guard: object = GUARD) -> Fight:
    """The orcs have just lost against the guard in the guard's turn."""
    fight = scene(guard, ORCS, *more, clock=clock, phase=phase)  # type: ignore[arg-type]
    contact(fight, "guard", "orcs")
    return fight


def run(fight: Fight, *, dice: list[int], answers: list[Any]) -> None:
    """The orcs flee, and whoever is free answers it."""
    with script(fight, dice=dice, answers=answers):
        freed = flee(fight, number(fight, "orcs"), "tp.check.break")
        after_flight(fight, [number(fight, "orcs")], freed)


@pytest.mark.rule("tp.move.pursue", "tp.move.pursue.move", "tp.move.flee.caught")
def test_a_longer_pursuit_overruns_those_who_fled() -> None:
    fight = broken()
    run(fight, dice=[3, 4, 5, 3], answers=["pursue"])
    assert piece(fight, "orcs").fate == "slain"
    assert piece(fight, "guard").y == pytest.approx(inches(32), abs=3)
    assert piece(fight, "guard").held_until == 0
    happened = [type(one.event) for one in fight.told if isinstance(one.event, Pursued | Slain)]
    assert happened == [Pursued, Slain]


@pytest.mark.rule("tp.move.pursue.move")
def test_equal_ways_catch_and_shorter_ones_do_not() -> None:
    level = broken()
    run(level, dice=[3, 4, 5, 2], answers=["pursue"])
    assert piece(level, "orcs").fate == "slain"
    behind = broken()
    run(behind, dice=[3, 4, 5, 1], answers=["pursue"])
    assert piece(behind, "orcs").standing and not engaged(behind, 0)
    assert told(behind, Pursued)[0].caught is False


@pytest.mark.rule("tp.move.pursue.move")
def test_a_pursuer_that_fails_may_not_move_if_the_next_turn_is_its_own() -> None:
    own = broken(clock=1)
    run(own, dice=[3, 4, 1, 1], answers=["pursue"])
    assert piece(own, "guard").held_until == 0
    theirs = broken(clock=2)
    theirs.state.active = 1
    run(theirs, dice=[3, 4, 1, 1], answers=["pursue"])
    assert piece(theirs, "guard").held_until == 4


@pytest.mark.rule("tp.move.pursue")
def test_holding_takes_a_check() -> None:
    holds = broken()
    run(holds, dice=[3, 4, *PASS], answers=["hold", HERE])
    assert told(holds, Held) and piece(holds, "guard").y == inches(24)
    fails = broken()
    run(fails, dice=[3, 4, *FAIL, 1, 2], answers=["hold"])
    assert not told(fails, Held) and piece(fails, "guard").y == pytest.approx(inches(27), abs=3)


@specials.pursues("test bloodlust")
def bloodthirsty(fight: Fight, member: int, quarry: int) -> str:
    return "always"


@pytest.mark.rule("tp.move.pursue")
def test_whoever_always_pursues_is_not_asked() -> None:
    fight = broken(guard=unit("guard", at=(36, 24), figure=foot(traits=("test bloodlust",))))
    run(fight, dice=[3, 4, 5, 3], answers=[])
    assert piece(fight, "orcs").fate == "slain"


@pytest.mark.rule("tp.move.flee.resquare")
def test_those_who_stay_close_up_when_a_friend_runs() -> None:
    """Two orc units side by side before the guard; when one runs the other slides into its place."""
    second = unit("second", at=(39.6, 24), facing=180, side=1, models=15, files=5)
    fight = scene(
        unit("guard", at=(37, 24), models=15, files=5), unit("orcs", (35.6, 24), facing=180, side=1), second
    )
    contact(fight, "guard", "orcs")
    contact(fight, "guard", "second")
    with script(fight, dice=[6, 6]):
        flee(fight, number(fight, "orcs"), "tp.check.break")
    assert piece(fight, "second").x < inches(39.6)


@pytest.mark.rule("tp.weapon.pike.movement", "tp.weapon.pike.drop")
def test_pikemen_hold_without_rolling_and_drop_their_pikes_to_pursue() -> None:
    pikes = unit("guard", at=(36, 24), figure=foot(weapons=("pike", "sidearm")))
    holds = broken(guard=pikes)
    run(holds, dice=[3, 4], answers=["hold", HERE])
    assert told(holds, Held) and not piece(holds, "guard").pikes_dropped
    pursues = broken(guard=pikes)
    run(pursues, dice=[3, 4, 6, 6], answers=["pursue"])
    assert piece(pursues, "guard").pikes_dropped and piece(pursues, "orcs").fate == "slain"


@pytest.mark.rule("tp.move.pursue")
def test_whoever_still_fights_stays_and_whoever_is_free_may_pursue() -> None:
    """The guard still fights the big unit; the hero is free."""
    fight = broken(
        unit("big", at=(33.7, 24), facing=180, side=1, models=20, files=3),
        hero("hero", at=(38.5, 24)),
    )
    contact(fight, "guard", "big")
    contact(fight, "hero", "orcs")
    run(fight, dice=[6, 6, *PASS], answers=["hold", HERE])
    assert told(fight, Held)[0].piece == number(fight, "hero")
    assert foes(fight, number(fight, "guard")) == [number(fight, "big")]


@pytest.mark.rule("tp.move.pursue.move")
def test_a_second_pursuer_finds_the_quarry_gone() -> None:
    fight = broken(hero("hero", at=(38.5, 24)))
    contact(fight, "hero", "orcs")
    run(fight, dice=[1, 1, 6, 6, 3, 3], answers=["guard", "pursue", "pursue"])
    first, second = told(fight, Pursued)
    assert (first.caught, first.gone) == (True, False) and (second.caught, second.gone) == (False, True)


@pytest.mark.rule("tp.armour.heavy.movement")
def test_heavy_armour_takes_an_inch_off_a_pursuit() -> None:
    fight = broken(guard=unit("guard", at=(36, 24), figure=foot(heavy=True)))
    run(fight, dice=[3, 4, 5, 2], answers=["pursue"])
    assert piece(fight, "orcs").standing


@pytest.mark.rule("tp.move.fly.uncaught", "tp.move.pursue.move")
def test_nobody_on_foot_catches_a_flyer() -> None:
    hawk = foot(category="beast", flight=inches(16))
    flyer = unit("orcs", at=(36, 24), facing=180, side=1, models=1, files=1, figure=hawk)
    fight = scene(GUARD, flyer, phase="stress")
    contact(fight, "guard", "orcs")
    run(fight, dice=[1, 1, 1, 6, 6], answers=["pursue"])
    assert piece(fight, "orcs").standing and piece(fight, "orcs").airborne


@pytest.mark.rule("tp.move.pursue.move")
def test_a_flyer_that_pursues_on_foot_lands_at_the_end() -> None:
    hawk = foot(category="beast", flight=inches(16), attacks=3)
    fight = broken(guard=unit("guard", at=(36, 24), models=1, files=1, figure=hawk))
    run(fight, dice=[6, 4, 1, 1, 1], answers=["pursue"])
    assert not piece(fight, "guard").airborne and piece(fight, "guard").y > inches(26)


@pytest.mark.rule("tp.beast.dread_of_woods.flyers", "tp.move.pursue.move")
def test_a_flyer_that_dreads_the_woods_stays_above_them_at_the_end_of_a_pursuit() -> None:
    flyers = foot(loose=True, flight=inches(12), movement=inches(7), traits=("dread of the woods",))
    guard = unit("guard", at=(36, 24), models=6, files=6, figure=flyers)
    fight = scene(guard, ORCS, terrain=[feature("wood", (36, 28), (9, 7))])
    contact(fight, "guard", "orcs")
    run(fight, dice=[6, 6, 1, 1, 1], answers=["pursue"])
    assert piece(fight, "guard").airborne and piece(fight, "guard").y > inches(26)


@pytest.mark.rule("tp.move.pursue.other", "tp.move.unintentional", "tp.move.unintentional.late")
def test_a_pursuit_that_runs_into_another_enemy_has_charged_it_too_late_to_fight() -> None:
    others = unit("others", at=(36, 30), facing=180, side=1, models=15, files=5)
    fight = scene(GUARD, RUNNING, others, phase="stress")
    with script(fight, dice=[6, 6], answers=["stand"]):
        pursue(fight, 0, 1)
    met = fight.state.contacts[0]
    assert (met.a, met.b, met.b_side) == (0, number(fight, "others"), "front")
    assert met.waiting and met.charge == pytest.approx(inches(6), abs=3)


@pytest.mark.rule("tp.move.pursue.other", "tp.move.unintentional")
def test_a_pursuit_tells_how_far_it_ran_before_it_squared_up_to_another_enemy() -> None:
    others = unit("others", at=(36, 30), facing=170, side=1, models=15, files=5)
    fight = scene(GUARD, RUNNING, others, phase="stress")
    with script(fight, dice=[6, 6], answers=["stand"]):
        pursue(fight, 0, 1)
    (ran,) = told(fight, Pursued)
    assert ran.way[-1] == ran.at and ran.facing == 0 and piece(fight, "guard").facing != 0



@pytest.mark.rule("tp.move.unintentional.marchover")
def test_a_weak_piece_in_the_way_of_a_pursuit_is_trodden_down() -> None:
    fight = broken(hero("wizard", at=(36, 27.5), facing=180, side=1, figure=champion(attacks=1)))
    run(fight, dice=[6, 3, 6, 4], answers=["pursue"])
    assert piece(fight, "wizard").fate == piece(fight, "orcs").fate == "slain"


@pytest.mark.rule("tp.move.fallback.order")
def test_a_bystander_in_the_strip_may_be_ordered_back_before_the_pursuit_dice() -> None:
    others = unit("others", at=(36, 31), facing=180, side=1, models=15, files=5)
    fight = scene(GUARD, RUNNING, others, phase="stress")
    with script(fight, dice=[*PASS, 3, 3, 4, 3], answers=["fall back", HERE]):
        pursue(fight, 0, 1)
    assert piece(fight, "others").y > inches(36) and not engaged(fight, 0)


@pytest.mark.rule("tp.move.pursue.move", "tp.machine.chariot.flee")
@pytest.mark.parametrize(("chariot", "facing"), [(False, 4500), (True, 1500)])
def test_a_pursuer_runs_at_the_middle_of_whom_it_hunts_and_after_a_chariot_the_way_it_flees(
    chariot: bool, facing: int
) -> None:
    team = horse(category="machine" if chariot else "cavalry", loose=True, base=(inches(2), inches(2)))
    quarry = unit("orcs", at=(46, 35), side=1, models=1, files=1, figure=team, fleeing=True, flight_heading=1500)
    fight = scene(GUARD, quarry, phase="stress")
    with script(fight, dice=[1, 2]):
        pursue(fight, 0, 1)
    assert piece(fight, "guard").facing == pytest.approx(facing, abs=10)


@pytest.mark.rule("tp.move.offboard", "tp.combat.offboard")
def test_a_pursuit_off_the_board_comes_back() -> None:
    fight = scene(
        unit("guard", at=(36, 40)), unit("orcs", at=(36, 40), facing=180, side=1), phase="stress", clock=5
    )
    contact(fight, "guard", "orcs")
    run(fight, dice=[6, 5, 6, 5], answers=["pursue"])
    guard = piece(fight, "guard")
    assert piece(fight, "orcs").fate == "slain" and guard.fate == "away"
    assert guard.away_until == 9 and guard.y == inches(48)


@pytest.mark.rule("tp.character.general.no_rally")
def test_the_pursuit_is_settled_before_those_without_a_general_are_lost() -> None:
    fight = broken(hero("general", at=(5, 5), side=1, role="general", fate="slain"))
    run(fight, dice=[3, 4, 1, 1], answers=["pursue"])
    assert told(fight, Pursued)[0].caught is False
    assert piece(fight, "orcs").fate == "slain"


# --- wipe out moves ------------------------------------------------------------------------------------------

FAR = unit("far", at=(36, 47), facing=180, side=1)


def wipe_out(*pieces: object, answers: list[Any], dice: tuple[int, ...] = (), **more: object) -> Fight:
    fight = scene(*pieces, phase="combat", **more)  # type: ignore[arg-type]
    with script(fight, answers=answers, dice=dice):
        wipe_out_moves(fight, [0])
    return fight


@pytest.mark.rule("tp.move.wipeout")
@pytest.mark.parametrize(
    ("figure", "free"), [(foot(), 6), (horse(), 12), (foot(heavy=True), 5), (horse(heavy=True), 11)]
)
def test_six_inches_are_free_or_twelve_for_the_fast(figure: object, free: int) -> None:
    mover = unit("guard", at=(36, 20), figure=figure)  # type: ignore[arg-type]
    fight = wipe_out(mover, FAR, answers=["move", [go(36, 20 + free)]])
    assert told(fight, WipedOut)[0].movement == inches(free)
    assert piece(fight, "guard").y == inches(20 + free)
    question = asked(scene(mover, FAR, phase="combat"), lambda trial: wipe_out_moves(trial, [0]), answers=["move"])
    assert question.rule == "tp.move.wipeout" and question.check([go(36, 20.1 + free)])["short"] == 100  # type: ignore[attr-defined]


@pytest.mark.rule("tp.move.wipeout")
def test_the_freed_may_stay_move_or_charge_whom_they_are_aware_of() -> None:
    fight = scene(GUARD, FAR, unit("behind", at=(36, 5), side=1), phase="combat")
    question = asked(fight, lambda trial: wipe_out_moves(trial, [0]))
    assert question.describe()["options"] == ["stay", "move", "charge far"]
    assert not wipe_out(GUARD, FAR, answers=["stay"]).state.contacts


@pytest.mark.rule("tp.move.wipeout", "tp.move.pivot", "tp.move.flip", "tp.move.p2p")
def test_the_free_movement_may_be_of_any_kind() -> None:
    turned = wipe_out(GUARD, FAR, answers=["move", [["flip"], go(36, 19)]])
    assert (piece(turned, "guard").y, piece(turned, "guard").facing) == (inches(19), 18000)
    beside = wipe_out(GUARD, FAR, answers=["move", [["reorganise", inches(34), inches(24)]], []], dice=tuple(PASS))
    assert (piece(beside, "guard").x, piece(beside, "guard").facing) == (inches(34), 0)
    wide = wipe_out(GUARD, FAR, answers=["move", [["reform", 6]], []], dice=tuple(PASS))
    assert piece(wide, "guard").files == 6
    dashed = wipe_out(GUARD, FAR, answers=["move", [["dash"]], [go(36, 32)]], dice=(4,))  # D3: 2 inches more
    assert piece(dashed, "guard").y == inches(32) and piece(dashed, "guard").tired == 1


@pytest.mark.rule("tp.move.wipeout", "tp.move.value")
def test_the_free_movement_does_not_touch_what_a_piece_has_moved_or_has_left() -> None:
    tired_out = unit("guard", at=(36, 24), spent=inches(7), nudged=True, acted=True)
    leader = hero("captain", within="guard", spent=inches(2))
    fight = wipe_out(tired_out, FAR, leader, answers=["move", [go(36, 24.5), go(36, 28)]])
    moved = piece(fight, "guard")
    assert moved.y == inches(28) and moved.turn.nudged and moved.turn.acted
    assert (moved.turn.spent, moved.turn.free) == (inches(7), 0)
    assert piece(fight, "captain").turn.spent == inches(2)


@pytest.mark.rule("tp.move.wipeout", "tp.move.flip.partial")
def test_a_flip_left_half_way_is_finished_with_the_free_movement() -> None:
    fight = wipe_out(unit("guard", at=(36, 24), flip_due=inches(2)), FAR, answers=["move", [go(36, 17)]])
    depth = 4 * 787
    assert piece(fight, "guard").facing == 18000 and piece(fight, "guard").flip_due == 0
    assert inches(24) - depth - piece(fight, "guard").y < inches(4)
    far_off = scene(unit("guard", at=(36, 24), flip_due=inches(2)), FAR, phase="combat")
    question = asked(far_off, lambda trial: wipe_out_moves(trial, [0]), answers=["move"])
    assert question.check([go(36, 16.7)])["short"] > 0  # type: ignore[attr-defined]


@pytest.mark.rule("tp.move.wipeout", "tp.move.unit.turn", "tp.combat.flimsy")
@pytest.mark.parametrize(("active", "until"), [(0, 3), (1, 2)])
def test_ranks_made_flimsy_by_it_are_so_until_the_owners_next_turn(active: int, until: int) -> None:
    fight = wipe_out(GUARD, FAR, answers=["move", [go(42, 24)]], active=active)
    assert piece(fight, "guard").flimsy_until == until


@pytest.mark.rule("tp.move.wipeout", "tp.weapon.pike.turning")
def test_pikes_turn_slowly_in_it_too() -> None:
    pikes = unit("guard", at=(36, 24), figure=foot(weapons=("pike", "sidearm")), since_turn=0)
    fight = scene(pikes, FAR, phase="combat")
    question = asked(fight, lambda trial: wipe_out_moves(trial, [0]), answers=["move"])
    assert question.refuse([go(36.35, 25.97)]) is None
    assert question.refuse([go(37, 25.8)]).rule == "tp.weapon.pike.turning"  # type: ignore[union-attr]


@pytest.mark.rule("tp.shoot.defensive", "tp.move.wipeout")
def test_nobody_strikes_defensively_outside_the_movement_phase() -> None:
    archers = unit("archers", at=(36, 37), facing=180, side=1, figure=foot(weapons=("bow",)))
    wipe_out(GUARD, archers, answers=["move", [go(36, 29)]])


@pytest.mark.rule("tp.move.wipeout")
def test_a_computer_charges_the_weak_and_else_marches_on_with_its_free_movement() -> None:
    weak = unit("orcs", at=(36, 28), side=1, models=5, figure=foot(rating=1))
    fight = scene(GUARD, weak, phase="combat")
    question = asked(fight, lambda trial: wipe_out_moves(trial, [0]))
    assert list(consider(fight.setting, fight.state, question))[-1] == "charge orcs"
    fight = scene(GUARD, FAR, phase="combat")
    question = asked(fight, lambda trial: wipe_out_moves(trial, [0]))
    assert list(consider(fight.setting, fight.state, question))[-1] == "move"
    piece(fight, "guard").turn.free = inches(6)
    order = list(consider(fight.setting, fight.state, Move(fight, 0)))[-1]
    assert order and order[0][0] == "go" and order[0][2] > inches(26)


@pytest.mark.rule("tp.move.wipeout")
def test_with_the_last_enemy_dead_nobody_is_asked() -> None:
    assert told(wipe_out(GUARD, unit("orcs", at=(0, 0), side=1, fate="slain"), answers=[]), WipedOut)


@pytest.mark.rule("tp.move.wipeout")
def test_whoever_is_still_in_combat_has_no_wipe_out_move() -> None:
    fight = scene(GUARD, ORCS, phase="combat")
    contact(fight, "guard", "orcs")
    with script(fight):
        wipe_out_moves(fight, [0])
    assert not told(fight, WipedOut)


@pytest.mark.rule("tp.move.wipeout", "tp.move.unintentional.late")
def test_a_wipe_out_charge_reaches_as_far_as_the_free_movement_without_a_dash() -> None:
    near = unit("orcs", at=(36, 29.9), facing=180, side=1)
    reached = wipe_out(GUARD, near, answers=["charge orcs", "stand"])
    assert reached.state.contacts[0].waiting
    far = unit("orcs", at=(36, 31), facing=180, side=1)
    short = wipe_out(GUARD, far, answers=["charge orcs", "stand"])
    assert not short.state.contacts and piece(short, "guard").y == pytest.approx(inches(30), abs=3)
    assert piece(short, "guard").charge_target == -1


@pytest.mark.rule("tp.move.wipeout.continuous")
def test_a_charge_that_wiped_out_its_enemy_in_the_first_round_goes_on() -> None:
    target = unit("orcs", at=(36, 29), facing=180, side=1)
    charged = unit("guard", at=(36, 24), charge_struck=inches(4), charge_fights=1)
    fight = wipe_out(charged, target, answers=["charge orcs", "stand"])
    assert fight.state.contacts[0].charge == pytest.approx(inches(9), abs=3)
    old = unit("guard", at=(36, 24), charge_struck=inches(4), charge_fights=0)
    fight = wipe_out(old, target, answers=["charge orcs", "stand"])
    assert fight.state.contacts[0].charge == pytest.approx(inches(5), abs=3)


@pytest.mark.rule("tp.move.fallback.order", "tp.move.wipeout")
def test_the_target_of_a_wipe_out_charge_may_fall_back() -> None:
    target = unit("orcs", at=(36, 29), facing=180, side=1, models=15)
    fight = wipe_out(GUARD, target, answers=["charge orcs", "fall back", HERE], dice=(*PASS, 3, 3))
    assert not fight.state.contacts
    assert body(fight, 1).facing == 0 and piece(fight, "orcs").fell_back == 1


@pytest.mark.rule("tp.move.charge.fleeing", "tp.move.wipeout")
def test_riding_down_the_fleeing_gives_one_wipe_out_move_after_the_other() -> None:
    first = unit("first", at=(36, 29), side=1, fleeing=True, flights=1)
    second = unit("second", at=(36, 34), side=1, fleeing=True, flights=1)
    fight = wipe_out(GUARD, first, second, answers=["charge first", "charge second"])
    assert piece(fight, "first").fate == piece(fight, "second").fate == "slain"
    assert len(told(fight, WipedOut)) == 3


# --- enemies killed by others --------------------------------------------------------------------------------


def shot_from_its_arms(*more: object, life: int = 1) -> Fight:
    """The guard fights a lone hero at whom archers, who see nobody else, can shoot."""
    archers = unit("archers", at=(50, 24.4), facing=270, models=4, files=4, figure=foot(weapons=("longbow",)))
    lone = hero("ogre", at=(36, 24), facing=180, side=1, figure=champion(life=life, base=(1500, 1500)))
    fight = scene(GUARD, archers, lone, *more, phase="shooting", points=1000)  # type: ignore[arg-type]
    contact(fight, "guard", "ogre")
    return fight


def shoot(fight: Fight, answers: list[Any], hits: int = 4) -> None:
    to_hit = [6] * hits + [1] * (4 - hits)
    with script(fight, dice=[*PASS, *to_hit, *[6] * hits, *[6] * hits], answers=["archers", *answers]):
        step(fight)


@pytest.mark.rule("tp.move.wipeout", "tp.shoot.disperse.friends")
def test_whoever_is_freed_by_friendly_arrows_may_move_on() -> None:
    fight = shot_from_its_arms(FAR)
    shoot(fight, ["ogre", "move", [go(36, 28)]])
    assert piece(fight, "ogre").fate == "slain" and [event.piece for event in told(fight, WipedOut)] == [0]
    assert piece(fight, "guard").y == inches(28) and fight.state.freed == ()


@pytest.mark.rule("tp.move.wipeout")
def test_an_enemy_who_is_only_hurt_leaves_nobody_free() -> None:
    fight = shot_from_its_arms(FAR, life=9)
    shoot(fight, ["ogre"], hits=1)
    assert engaged(fight, 0) and not told(fight, WipedOut)


@pytest.mark.rule("tp.move.wipeout")
def test_whoever_fights_another_enemy_still_is_not_free() -> None:
    second = hero("troll", at=(37.5, 24), facing=180, side=1, figure=champion(life=9, base=(1500, 1500)))
    fight = shot_from_its_arms(FAR, second)
    contact(fight, "guard", "troll")
    lose(fight, number(fight, "ogre"), 1, "tp.shoot.damage")
    with script(fight):
        reward_the_freed(fight)
    assert piece(fight, "ogre").fate == "slain" and engaged(fight, 0) and not told(fight, WipedOut)
    lose(fight, number(fight, "troll"), 9, "tp.spell.base.magic_bolt")
    with script(fight, answers=["stay"]):
        reward_the_freed(fight)
    assert [event.piece for event in told(fight, WipedOut)] == [0]


@pytest.mark.rule("tp.move.wipeout")
def test_who_is_trodden_down_gives_nobody_a_wipe_out_move() -> None:
    fight = shot_from_its_arms(FAR)
    destroy(fight, number(fight, "ogre"), "tp.move.marchover")
    with script(fight):
        reward_the_freed(fight)
    assert not engaged(fight, 0) and not told(fight, WipedOut)


@pytest.mark.rule("tp.move.pursue", "tp.move.flee.trapped")
def test_nobody_pursues_an_enemy_who_perished_on_the_spot() -> None:
    """The hero is shut in between the guard and a cliff; other orcs stand to the guard's left."""
    walls = [
        feature("impassable", (38, 25.6), (6, 1.5), name="back"),
        feature("impassable", (39.9, 24.4), (2, 0.8), name="right"),
        feature("impassable", (36.1, 24.4), (2, 0.8), name="left"),
    ]
    lone = hero("ogre", at=(38, 24), facing=180, side=1)
    wide = unit("guard", at=(36, 24), models=20, files=10)
    fight = scene(wide, lone, unit("orcs", at=(44, 21), facing=270, side=1), phase="stress", terrain=walls)
    contact(fight, "guard", "ogre")
    with script(fight, dice=[6, 6]):
        freed = flee(fight, number(fight, "ogre"), "tp.check.break")
        after_flight(fight, [number(fight, "ogre")], freed)
    assert piece(fight, "ogre").fate == "slain" and not told(fight, Pursued)
    assert (piece(fight, "guard").point, piece(fight, "guard").facing) == ((inches(36), inches(24)), 0)


@pytest.mark.rule("tp.move.pursue")
@pytest.mark.parametrize(("active", "until"), [(0, 6), (1, 5)])
def test_whoever_holds_stays_where_he_is_until_his_next_movement_phase(active: int, until: int) -> None:
    fight = broken(clock=4)
    fight.state.active = active
    run(fight, dice=[3, 4, *PASS], answers=["hold", HERE])
    assert piece(fight, "guard").held_until == until and not told(fight, Pursued)
