"""War machines: their shots, their gremlins, their crews."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import body, strength
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.pursuit import after_flight
from warhost.rulebooks.threeplains.charging.readiness import why_no_charge
from warhost.rulebooks.threeplains.events.blows import Damaged, Shot, TemplateLaid
from warhost.rulebooks.threeplains.events.charges import Pursued
from warhost.rulebooks.threeplains.events.machines import Abandoned, GremlinsCame, StoneThrown
from warhost.rulebooks.threeplains.fighting.squaring import turn_to_face
from warhost.rulebooks.threeplains.figure import Figure, from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.machines.engines import engine_of, why_silent
from warhost.rulebooks.threeplains.machines.gremlins import gremlins
from warhost.rulebooks.threeplains.machines.sheets import ENGINES
from warhost.rulebooks.threeplains.machines.stones import StonePlace, why_no_stone
from warhost.rulebooks.threeplains.magic.bearing import lay
from warhost.rulebooks.threeplains.magic.spells.chaos import HURRIED
from warhost.rulebooks.threeplains.missiles.aiming import to_hit, why_no_missiles, why_no_shot
from warhost.rulebooks.threeplains.missiles.hitting import attack
from warhost.rulebooks.threeplains.missiles.shooting import odds, shoot_one, volley
from warhost.rulebooks.threeplains.moving.movement import why_not_moving
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Effect
from warhost.rulebooks.threeplains.tactics import consider
from warhost.rulebooks.threeplains.tactics.mind import Mind
from warhost.rulebooks.threeplains.tactics.volleys import best_target
from warhost.rulebooks.threeplains.victory import victory_points
from warhost.rulebooks.threeplains.wounds.hits import Attack, save_against, strike

from .scene import asked, contact, feature, foot, hero, number, piece, scene, script, told, unit

BASE = (from_mm(60), from_mm(60))


def machine(shoots: str, **more: Any) -> Figure:
    """Toughness 3, three life points, no movement."""
    plain = {"category": "machine", "kind": "machine", "base": BASE, "movement": 0, "life": 3, "title": "Thrower"}
    return foot(**{**plain, "shoots": shoots, "points": 60, **more})


def before(shoots: str, target: Any = None, *, far: float = 20, **more: Any) -> Fight:
    """A machine at (36, 10), looking up, and its target so far away."""
    return scene(
        unit("thrower", (36, 10), models=1, files=1, figure=machine(shoots), **more),
        target or unit("orcs", (36, 10 + far), facing=180, side=1, models=20, files=5),
        phase="shooting",
    )


# --- what they are -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.machine.class", "tp.machine.one_model", "tp.machine.movement", "tp.piece.warmachine")
def test_machine_and_crew_are_one_model_that_neither_moves_nor_charges_nor_turns() -> None:
    fight = before("bolt", unit("orcs", (36, 10), facing=180, side=1))
    assert (strength(fight, 0), len(body(fight, 0).bases)) == (1, 1)
    assert why_not_moving(fight, 0) is not None and why_no_charge(fight, 0) is not None
    contact(fight, "orcs", "thrower", "front", "rear", rounds=1)
    assert not turn_to_face(fight, 0)


@pytest.mark.rule("tp.machine.shot_at", "tp.shoot.disperse.warmachine")
@pytest.mark.parametrize(("kind", "save"), [("missile", 5), ("magic", 5), ("melee", 3)])
def test_a_machine_shields_its_crew_against_missiles_and_magic(kind: Any, save: int) -> None:
    fight = before("bolt")
    assert save_against(fight, Attack(0, 1, kind, "tp.weapon.bow", 1)).total == save


@pytest.mark.rule("tp.machine.shot_at")
@pytest.mark.parametrize(("die", "lost"), [(5, 0), (6, 1)])
def test_an_arrow_needs_a_6_to_harm_a_crew_of_toughness_3(die: int, lost: int) -> None:
    fight = before("bolt")
    with script(fight, dice=[die]):
        assert strike(fight, Attack(0, 1, "missile", "tp.weapon.bow", 1)) == lost


@pytest.mark.rule("tp.list.machine.bolt", "tp.shoot.hold")
@pytest.mark.parametrize("occasion", ["hold", "defensive"])
def test_machines_shoot_in_their_own_phase_only(occasion: Any) -> None:
    fight = before("bolt", far=8)
    assert why_no_shot(fight, 0, 1) is None
    refusal = why_no_shot(fight, 0, 1, occasion)
    assert refusal is not None and refusal.rule == "tp.list.machine.bolt"


# --- bolts ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.list.machine.bolt")
def test_a_bolt_goes_through_four_ranks_until_a_model_survives() -> None:
    fight = before("bolt")
    with script(fight, answers=["thrower"], dice=[5, 2, 4, 3, 1]):
        assert shoot_one(fight)
    assert [damage.save for damage in told(fight, Damaged)] == [0, 0, 1, 2]
    assert piece(fight, "orcs").models == 17
    assert told(fight, Shot)[0].need == 5


@pytest.mark.rule("tp.list.machine.bolt")
@pytest.mark.parametrize(
    ("target", "struck"),
    [
        (unit("orcs", (36, 30), facing=180, side=1, models=10, files=5), 2),
        (unit("orcs", (36, 30), facing=90, side=1, models=12, files=3), 3),
        (unit("orcs", (36, 30), facing=0, side=1, models=30, files=5), 4),
        (unit("orcs", (36, 30), facing=90, side=1, models=6, files=3, figure=foot(loose=True)), 1),
        (hero("orcs", (36, 30), facing=180, side=1, figure=foot(category="character", base=BASE)), 1),
    ],
    ids=[
        "two ranks",
        "three files from the flank",
        "six ranks from behind",
        "a loose group from the flank",
        "a hero",
    ],
)
def test_how_deep_a_bolt_goes(target: Any, struck: int) -> None:
    fight = before("bolt", target)
    volley_dice = [6, *[6] * struck]
    with script(fight, dice=volley_dice):
        volley(fight, 0, 1)
    assert len(told(fight, Damaged)) == struck


@pytest.mark.rule("tp.list.machine.bolt", "tp.machine.gremlin_chart")
def test_a_natural_1_sends_a_bolt_thrower_to_its_chart_instead_of_shooting() -> None:
    fight = before("bolt")
    with script(fight, answers=["thrower"], dice=[1, 6]):
        assert shoot_one(fight)
    assert [came.row for came in told(fight, GremlinsCame)] == [6]
    assert not told(fight, Shot) and piece(fight, "orcs").models == 20


@pytest.mark.rule("tp.list.machine.bolt")
def test_the_range_of_a_bolt_and_the_arc_of_its_deployment() -> None:
    near, far = (before("bolt", hero("orc", (36, 10 + away), facing=180, side=1)) for away in (39.9, 40.1))
    assert why_no_shot(near, 0, 1) is None
    assert why_no_shot(far, 0, 1) is not None
    behind = before("bolt", unit("orcs", (36, 2), side=1))
    assert why_no_shot(behind, 0, 1) is not None


@pytest.mark.rule("tp.list.machine.bolt", "tp.spell.chaos.mayhem")
@pytest.mark.parametrize(("dice", "bored"), [([6, 3], False), ([6, 1, 6], True)])
def test_a_crew_that_fumbles_throws_its_hit_once_more(dice: list[int], bored: bool) -> None:
    fight = before("bolt")
    fight.setting.figures[0] = machine("bolt", traits=("fumbles",))
    with script(fight, dice=dice):
        volley(fight, 0, 1)
    assert not any(shot.hits for shot in told(fight, Shot)) and bool(told(fight, GremlinsCame)) == bored


@pytest.mark.rule("tp.list.machine.stone", "tp.spell.chaos.mayhem")
@pytest.mark.parametrize("face", [5, 6])
def test_a_crew_that_fumbles_throws_again_for_a_stone_on_target(face: int) -> None:
    fight = before("stone")
    fight.setting.figures[0] = machine("stone", traits=("fumbles",))
    with script(fight, dice=[face, 1, 6], answers=["thrower", {"at": [inches(36), inches(30.5)]}]):
        shoot_one(fight)
    assert told(fight, GremlinsCame) and not told(fight, StoneThrown)


@pytest.mark.rule("tp.list.machine.bolt")
def test_odds_are_told_where_a_bolt_strikes_one_model_only() -> None:
    beast = foot(category="beast", base=BASE, life=4)
    ogre = unit("ogre", (36, 30), facing=180, side=1, models=1, files=1, figure=beast)
    found = odds(before("bolt", ogre), 0, 1)
    assert found is not None and float(found.mean()) == pytest.approx(1 / 3 * 3 / 6)  # 4, 5 and 6 take all four
    assert odds(before("bolt"), 0, 1) is None


# --- volleys -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.list.machine.repeater")
def test_a_repeater_shoots_three_bolts_that_stay_in_the_first_rank() -> None:
    fight = before("repeater")
    with script(fight, answers=["thrower"], dice=[5, 6, 1, 2, 1]):
        assert shoot_one(fight)
    (shot,) = told(fight, Shot)
    assert (shot.shots, shot.hits) == (3, 2)
    (damage,) = told(fight, Damaged)
    assert damage.save == 1  # toughness 3, less 2
    assert piece(fight, "orcs").models == 19
    assert not told(fight, GremlinsCame)


@pytest.mark.rule("tp.list.machine.repeater")
def test_two_natural_ones_call_the_gremlins_after_the_shots() -> None:
    fight = before("repeater")
    with script(fight, answers=["thrower"], dice=[1, 6, 1, 6, 3]):
        assert shoot_one(fight)
    assert piece(fight, "orcs").models == 19
    assert told(fight, GremlinsCame)[0].row == 3


@pytest.mark.rule("tp.list.machine.repeater")
def test_the_odds_of_a_volley_count_all_three_bolts() -> None:
    found = odds(before("repeater"), 0, 1)
    assert found is not None and float(found.mean()) == pytest.approx(3 * 1 / 3 * 5 / 6)


# --- stones --------------------------------------------------------------------------------------------------


def stone_place(fight: Fight) -> StonePlace:
    engine = engine_of(fight, 0)
    assert engine is not None
    return StonePlace(fight, 0, engine)


@pytest.mark.rule("tp.list.machine.stone")
def test_a_stone_on_target_hits_whoever_is_under_the_template() -> None:
    fight = before("stone")
    middle = list(body(fight, 1).middle)
    with script(fight, answers=["thrower", {"at": middle}], dice=[6, 1, 4, 4, 1, *[1] * 7]):
        assert shoot_one(fight)
    (laid,) = told(fight, TemplateLaid)
    assert laid.hits == ((1, 1 + 1 + 2 + 2 + 1),)
    assert told(fight, Damaged)[0].save == 1
    assert told(fight, StoneThrown)[0].scattered == 0


@pytest.mark.rule("tp.list.machine.stone")
def test_a_stone_scatters_by_2d6_inches_in_a_direction_of_chance() -> None:
    fight = before("stone")
    at = body(fight, 1).middle
    with script(fight, answers=["thrower", {"at": list(at)}], dice=[4, 91, 4, 6]):
        assert shoot_one(fight)
    (thrown,) = told(fight, StoneThrown)
    assert thrown.at == (at[0] + inches(10), at[1]) and thrown.scattered == inches(10)
    assert piece(fight, "orcs").models == 20


@pytest.mark.rule("tp.list.machine.stone")
def test_friends_under_a_stone_are_hit_and_flyers_are_not() -> None:
    fight = scene(
        unit("thrower", (36, 10), models=1, files=1, figure=machine("stone")),
        unit("guard", (36, 30), models=20),
        unit("orcs", (50, 30), facing=180, side=1),
        hero("eagle", (36, 29), side=1, airborne=True),
        phase="shooting",
    )
    with script(fight, answers=["thrower", {"at": list(body(fight, 1).middle)}], dice=[6, 1, 1, 1, 1, *[1] * 5]):
        shoot_one(fight)
    assert told(fight, TemplateLaid)[0].hits == ((number(fight, "guard"), 5),)


@pytest.mark.rule("tp.list.machine.stone")
def test_after_a_stone_the_crew_winds_up_for_one_shooting_phase() -> None:
    fight = before("stone")
    with script(fight, answers=["thrower", {"at": list(body(fight, 1).middle)}], dice=[4, 181, 6, 6]):
        assert shoot_one(fight)
    for clock, silent in ((3, True), (5, False)):
        fight.state.clock = clock
        assert (why_no_stone(fight, 0) is not None) == silent


@pytest.mark.rule("tp.list.machine.stone", "tp.machine.gremlin_chart")
def test_a_stone_that_brought_gremlins_needs_no_winding_up() -> None:
    fight = before("stone")
    with script(fight, answers=["thrower", {"at": list(body(fight, 1).middle)}], dice=[1, 6]):
        assert shoot_one(fight)
    fight.state.clock = 3
    assert why_no_stone(fight, 0) is None


@pytest.mark.rule("tp.list.machine.stone", "tp.aware.primary")
@pytest.mark.parametrize(
    ("at", "why"),
    [
        ((36, 17), "between 8 and 48"),
        ((36, 9), "between 8 and 48"),
        ((20, 5), "not ahead"),
        ((36, 60), "not on the table"),
        ((56, 30), "does not see"),
        ((36, 30), ""),
        ((50, 20), ""),
    ],
)
def test_where_a_stone_may_be_thrown(at: tuple[float, float], why: str) -> None:
    fight = before("stone")
    fight.state.terrain = (feature("large building", (48, 24), (6, 6)),)
    refusal = stone_place(fight).refuse({"at": [inches(at[0]), inches(at[1])]})
    assert (refusal is None) == (not why) and (not why or why in str(refusal))


@pytest.mark.rule("tp.list.machine.stone")
def test_ground_under_an_enemy_who_is_seen_may_be_aimed_at() -> None:
    fight = before("stone", unit("orcs", (36, 30), facing=180, side=1, models=40, files=5))
    back = body(fight, 1).back
    assert stone_place(fight).refuse({"at": [back[0], back[1] - 300]}) is None


@pytest.mark.rule("tp.trait.scouting.concealed", "tp.list.machine.stone")
def test_no_stone_is_aimed_at_concealed_scouts() -> None:
    fight = before("stone", unit("scouts", (36, 30), facing=180, side=1, scouts="concealed"))
    refusal = stone_place(fight).refuse({"at": [inches(36), inches(30.5)]})
    assert refusal is not None and refusal.rule == "tp.trait.scouting.concealed"
    assert why_no_stone(fight, 0) is not None


def test_malformed_places_are_refused() -> None:
    question = stone_place(before("stone"))
    for order in ([1, 2], {"at": [1.5, 2]}, {"at": [1]}, {"to": [1, 2]}, None):
        assert isinstance(question.check(order), Refusal)


@pytest.mark.rule("tp.list.machine.stone_crude")
def test_a_goblin_hurler_throws_less_far_and_less_straight() -> None:
    fight = before("stone crude")
    assert ENGINES["stone crude"].range == (8, 36)
    with script(fight, answers=["thrower", {"at": list(body(fight, 1).middle)}], dice=[5, 1, 6, 6]):
        assert shoot_one(fight)
    assert told(fight, StoneThrown)[0].scattered == inches(12)
    assert (ENGINES["stone crude"].damage, ENGINES["stone"].damage) == (2, 3)


@pytest.mark.rule("tp.list.machine.stone_crude")
@pytest.mark.parametrize(("die", "row"), [(1, 1), (6, 5)])
def test_a_goblin_hurler_rolls_on_its_chart_at_minus_one(die: int, row: int) -> None:
    fight = before("stone crude")
    with script(fight, dice=[die]):
        gremlins(fight, 0)
    assert told(fight, GremlinsCame)[0].row == row


@pytest.mark.rule("tp.list.machine.stone")
def test_a_player_of_chance_and_the_tactician_throw_where_an_enemy_stands() -> None:
    fight = before("stone")
    question = asked(fight, shoot_one, answers=["thrower"])
    assert question.suggest() and all(question.refuse(order) is None for order in question.suggest())
    *_, best = consider(fight.setting, fight.state.copy(), question)
    assert question.refuse(best) is None
    mind = Mind(fight.setting, fight.state.copy(), 0)
    assert best_target(mind, 0)[1] > 0


# --- gremlins ------------------------------------------------------------------------------------------------


def after_gremlins(shoots: str, *dice: int, active: int = 0) -> Fight:
    fight = before(shoots)
    fight.state.active = active
    with script(fight, dice=dice):
        gremlins(fight, 0)
    return fight


@pytest.mark.rule("tp.list.gremlin.bolt_thrower")
def test_the_chart_of_bolt_throwers() -> None:
    assert piece(after_gremlins("bolt", 1), "thrower").fate == "slain"
    assert piece(after_gremlins("bolt", 2, 3), "thrower").hurt == 2
    assert piece(after_gremlins("bolt", 4), "thrower").hurt == 1
    bent = after_gremlins("bolt", 5)
    assert to_hit(bent, 0, 1).total == 6
    assert piece(after_gremlins("bolt", 6), "thrower").hurt == 0


@pytest.mark.rule("tp.list.gremlin.bolt_thrower", "tp.list.gremlin.stone_thrower")
@pytest.mark.parametrize(("shoots", "die"), [("bolt", 3), ("stone", 4)])
@pytest.mark.parametrize(("active", "silent"), [(0, [3, 5]), (1, [2, 4])])
def test_a_jammed_machine_misses_its_next_two_shooting_phases(
    shoots: str, die: int, active: int, silent: list[int]
) -> None:  # fmt: skip
    fight = after_gremlins(shoots, die, active=active)
    for clock in (*silent, silent[-1] + 2):
        fight.state.clock = clock
        assert (why_silent(fight, 0, in_its_phase=True) is not None) == (clock in silent)


@pytest.mark.rule("tp.list.gremlin.bolt_thrower", "tp.spell.chaos.disorder")
def test_gremlins_take_the_second_shot_of_a_hurried_machine_and_what_they_jam_stays_jammed() -> None:
    fight = before("bolt")
    lay(fight, Effect(HURRIED, 1, 0, 1, 9, 1))
    with script(fight, dice=[1, 3], answers=["thrower"]):
        assert shoot_one(fight)
        assert not shoot_one(fight)
    fight.state.clock += 2
    assert why_silent(fight, 0, in_its_phase=True) is not None


@pytest.mark.rule("tp.list.gremlin.bolt_thrower")
def test_a_machine_that_gremlins_reach_before_its_shot_loses_it_in_this_phase_alone() -> None:
    fight = before("bolt")
    with script(fight, dice=[6]):
        gremlins(fight, 0)
    assert why_silent(fight, 0, in_its_phase=True) is not None
    fight.state.clock += 2
    assert why_silent(fight, 0, in_its_phase=True) is None


@pytest.mark.rule("tp.list.gremlin.stone_thrower")
def test_an_arm_that_snaps_hits_every_model_within_2_inches() -> None:
    fight = scene(
        unit("thrower", (36, 10), models=1, files=1, figure=machine("stone")),
        unit("guard", (36, 5.9), models=10),
        unit("far", (20, 10), models=10),
        unit("orcs", (36, 30), facing=180, side=1),
        phase="shooting",
    )
    with script(fight, dice=[1, *[1] * 5]):
        gremlins(fight, 0)
    assert told(fight, Damaged)[0].hits == 5  # its first rank
    assert piece(fight, "thrower").fate == "slain" and len(told(fight, Damaged)) == 1


@pytest.mark.rule("tp.list.gremlin.stone_thrower")
def test_a_stone_that_drops_lands_on_the_machine_itself_without_winding_up() -> None:
    fight = before("stone")
    with script(fight, dice=[2, 1, 1, 1, 1, *[1] * 5]):
        gremlins(fight, 0)
    (laid,) = told(fight, TemplateLaid)
    assert laid.at == body(fight, 0).middle and [who for who, _ in laid.hits] == [0]
    assert told(fight, Damaged)[0].save == 3  # toughness 3 behind the machine, less the 2 of a stone
    fight.state.clock += 2
    assert why_silent(fight, 0, in_its_phase=True) is None


@pytest.mark.rule("tp.list.gremlin.stone_thrower")
def test_a_wild_shot_comes_down_4d6_inches_away() -> None:
    fight = after_gremlins("stone", 3, 181, 6, 6, 6, 6)
    (thrown,) = told(fight, StoneThrown)
    assert thrown.scattered == inches(24) and thrown.at[1] == body(fight, 0).middle[1] - inches(24)


@pytest.mark.rule("tp.list.gremlin.stone_thrower")
def test_a_crew_may_be_hurt_and_a_gremlin_bored() -> None:
    assert piece(after_gremlins("stone", 5), "thrower").hurt == 1
    assert piece(after_gremlins("stone", 6), "thrower").hurt == 0


@pytest.mark.rule("tp.machine.gremlin_chart")
def test_a_machine_without_a_chart_is_destroyed_by_gremlins() -> None:
    fight = scene(unit("cart", (36, 10), models=1, files=1, figure=machine("")), unit("orcs", (36, 30), side=1))
    gremlins(fight, 0)
    assert piece(fight, "cart").fate == "slain"


# --- crews that run ------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.machine.flee")
def test_a_crew_that_should_flee_abandons_its_machine_and_is_pursued_in_thought() -> None:
    fight = scene(
        unit("thrower", (36, 30), models=1, files=1, figure=machine("bolt")),
        unit("orcs", (36, 30), facing=180, side=1),
    )
    contact(fight, "orcs", "thrower")
    with script(fight, dice=[3, 4, 6, 5], answers=["pursue"]):
        freed = flee(fight, 0, "tp.stress.result")
        after_flight(fight, [0], freed)
    assert piece(fight, "thrower").fate == "slain" and not piece(fight, "thrower").fleeing
    assert told(fight, Abandoned)[0].distance == inches(7)
    (pursuit,) = told(fight, Pursued)
    assert (pursuit.distance, pursuit.caught) == (inches(11), False)
    assert piece(fight, "orcs").point == pytest.approx((inches(36), inches(19)), abs=20)
    assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.machine.flee", "tp.setup.victory.points")
def test_an_abandoned_machine_is_worth_all_its_points() -> None:
    fight = before("bolt")
    with script(fight, dice=[3, 4]):
        flee(fight, 0, "tp.stress.result")
    assert victory_points(fight, 1).total == 60


def test_a_machine_that_flees_is_a_flaw() -> None:
    fight = before("bolt", fleeing=True)
    assert any("flees" in flaw for flaw in flaws(fight.setting, fight.state))


def test_an_ordinary_piece_shoots_with_its_own_damage_still() -> None:
    archers = unit("archers", (36, 10), figure=foot(weapons=("bow",)))
    fight = scene(archers, unit("orcs", (36, 30), side=1), phase="shooting")
    assert why_no_missiles(fight, 0) is None
    bow = fight.setting.weapons["bow"]
    assert attack(fight, 0, 1, 0, bow, 1).top == 1
