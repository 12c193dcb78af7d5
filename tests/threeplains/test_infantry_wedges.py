"""Infantry wedges: their shape, forming and leaving them, what they cannot do, and how they fight."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.shapes import overlap
from warhost.engine.field.stance import turned
from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.asking import draft
from warhost.rulebooks.threeplains.bodies import body, range_between, strength
from warhost.rulebooks.threeplains.charging.fallback import fall_back
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.leg import _turns_too_far, plan, turns_sharply
from warhost.rulebooks.threeplains.charging.pursuit import pursue
from warhost.rulebooks.threeplains.events.moves import Manoeuvred, Surged, Unwedged, Wedged
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.fighting.engulf import may_engulf
from warhost.rulebooks.threeplains.fighting.fronts import defended, fighters, flimsy
from warhost.rulebooks.threeplains.fighting.funnels import killing_zone
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.fighting.squaring import turn_to_face, zone_of
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.sense import notices
from warhost.rulebooks.threeplains.morale.checks import stress
from warhost.rulebooks.threeplains.moving.groups import special_places
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.moving.stride import stance
from warhost.rulebooks.threeplains.moving.wedges import broken_up, renew_one
from warhost.rulebooks.threeplains.opening.deployment import Deploy, deploy_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.telling.drafts import DeployDraft, MoveDraft
from warhost.rulebooks.threeplains.telling.ghosts import order_data, preview
from warhost.rulebooks.threeplains.wounds.casualties import lose

from .charging import charge
from .marching import at, cost, go, judge, play, refused
from .scene import champion, contact, feature, foot, hero, horse, narrate, number, piece, scene, script, told, unit

BASE = from_mm(20)
GUARDSMAN = foot(traits=("infantry wedge",), shield=True)
FAR_ENEMY = unit("orcs", at=(36, 44), side=1, facing=180)
PASS, FAIL = [6] * 8 + [1] * 3, [1] * 8 + [6] * 3  # soldiering 4, doubled from 20 models on, against deviancy 3
SMALL_PASS, SMALL_FAIL = [6] * 4 + [1] * 3, [1] * 4 + [6] * 3


def wedge(points: int = 1, models: int = 18, name: str = "guard", **more: Any) -> Any:
    plain = {"at": (36, 20), "figure": GUARDSMAN, "models": models, "files": 4 * points, "wedge": points}
    return unit(name, **{**plain, **more})


def guard(models: int = 18, **more: Any) -> Any:
    return unit("guard", **{"at": (36, 20), "figure": GUARDSMAN, "models": models, "files": 6, **more})


def rows(fight: Fight, name: str = "guard") -> tuple[int, ...]:
    shape = body(fight, number(fight, name)).wedge
    return shape.rows if shape else ()


# --- the shape -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.infantry_wedge.shape", "tp.unit.infantry_wedge.multiple")
@pytest.mark.parametrize(
    ("points", "models", "expected"),
    [(1, 18, (1, 2, 3, 4, 4, 4)), (1, 11, (1, 2, 3, 4, 1)), (2, 20, (2, 4, 6, 8)), (2, 28, (2, 4, 6, 8, 8))],
)
def test_rows_of_a_wedge(points: int, models: int, expected: tuple[int, ...]) -> None:
    fight = scene(wedge(points, models), FAR_ENEMY)
    assert rows(fight) == expected
    own = body(fight, 0)
    assert own.width == 4 * points * BASE and own.depth == len(expected) * BASE
    assert len(own.bases) == models and not any(
        overlap(a, b) for at, a in enumerate(own.bases) for b in own.bases[at + 1 :]
    )


@pytest.mark.rule("tp.unit.infantry_wedge.shape")
def test_the_rows_of_a_point_are_centred_on_its_tip() -> None:
    own = body(scene(wedge(), FAR_ENEMY), 0)
    xs = [base.centre[0] - inches(36) for base in own.bases[:6]]
    assert xs == pytest.approx([0, -BASE / 2, BASE / 2, -BASE, 0, BASE], abs=2)


@pytest.mark.rule("tp.unit.infantry_wedge.zones")
def test_zones_and_awareness_go_by_the_whole_oblong() -> None:
    fight = scene(wedge(), unit("orcs", at=(36, 44), side=1), FAR_ENEMY)
    edge = 36 + 4 * 20 / 25.4 / 2
    assert zone_of(fight, 0, (inches(36), inches(25))) == "front"
    assert zone_of(fight, 0, (inches(edge + 3), inches(18))) == "right"
    assert zone_of(fight, 0, (inches(36), inches(8))) == "rear"
    beside = unit("orcs", at=(edge + 3.6, 21.2), facing=90, side=1, models=3, files=3)
    fight = scene(wedge(), beside)
    assert range_between(fight, 0, 1) > inches(3) and notices(fight, 0, 1)  # 2.8 inches from the oblong


# --- forming and leaving -------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.infantry_wedge.eligible")
@pytest.mark.parametrize(
    "figure",
    [foot(shield=True), foot(traits=("infantry wedge",)),
     foot(traits=("infantry wedge",), shield=True, weapons=("spear", "sidearm"))],
)  # fmt: skip
def test_a_wedge_takes_the_skill_a_shield_and_a_hand_weapon(figure: Any) -> None:
    fight = scene(guard(figure=figure), FAR_ENEMY)
    assert refused(fight, "guard", ["wedge", 1]) == "tp.unit.infantry_wedge.eligible"


@pytest.mark.rule("tp.unit.infantry_wedge.multiple")
def test_every_point_takes_ten_models() -> None:
    fight = scene(guard(19), FAR_ENEMY)
    assert refused(fight, "guard", ["wedge", 2]) == "tp.unit.infantry_wedge.shape"
    assert not isinstance(judge(fight, "guard", ["wedge", 1]), Refusal)
    assert refused(scene(wedge(), FAR_ENEMY), "guard", ["wedge", 0]) == "tp.unit.infantry_wedge.shape"


@pytest.mark.rule("tp.unit.infantry_wedge.reform", "tp.appendix3.deviancy_checks")
def test_a_wedge_formed_leaves_half_of_the_movement() -> None:
    fight = scene(guard(), FAR_ENEMY)
    assert cost(fight, "guard", ["wedge", 1]) == 3.5
    play(fight, "guard", [["wedge", 1]], [go(36, 23.5)], dice=SMALL_PASS)
    assert told(fight, Wedged) and rows(fight) == (1, 2, 3, 4, 4, 4) and at(fight, "guard") == (36, 23.5, 0)
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.unit.infantry_wedge.reform")
def test_a_unit_that_fails_stays_with_flimsy_ranks_and_tries_again_in_its_next_movement_phase() -> None:
    fight = scene(guard(), FAR_ENEMY)
    play(fight, "guard", [["wedge", 1]], dice=SMALL_FAIL)
    assert not told(fight, Wedged) and piece(fight, "guard").turn.barred
    assert flimsy(fight, 0)
    fight.state.clock, piece(fight, "guard").turn.barred, fight.state.phase = 3, False, "declaring"
    with script(fight, dice=SMALL_FAIL):
        assert renew_one(fight)
        assert not renew_one(fight)
    assert flimsy(fight, 0)
    fight.state.clock, piece(fight, "guard").turn.barred = 5, False
    with script(fight, dice=SMALL_PASS):
        assert renew_one(fight)
    assert rows(fight) and not flimsy(fight, 0) and piece(fight, "guard").turn.spent == inches(3.5)


@pytest.mark.rule("tp.unit.infantry_wedge.reform")
def test_leaving_a_wedge_takes_the_same_check() -> None:
    fight = scene(wedge(), FAR_ENEMY)
    play(fight, "guard", [["reform", 6]], [], dice=SMALL_PASS)
    assert rows(fight) == () and body(fight, 0).files == 6 and piece(fight, "guard").turn.spent == inches(3.5)
    fight = scene(wedge(), FAR_ENEMY)
    play(fight, "guard", [["reform", 4]], dice=SMALL_FAIL)
    assert rows(fight) and told(fight, Manoeuvred)[0].rule == "tp.unit.infantry_wedge.reform"


@pytest.mark.rule("tp.unit.infantry_wedge.reform")
def test_a_wedge_is_set_up_for_nothing() -> None:
    fight = scene(guard(fate="waiting"), FAR_ENEMY, phase="deployment", clock=0)
    question = Deploy(fight, 0)
    assert any("wedge" in order for order in question.suggest(12))
    with script(fight, answers=[{"at": [inches(36), inches(12)], "facing": 0, "wedge": 1}]):
        deploy_one(fight)
    assert rows(fight) == (1, 2, 3, 4, 4, 4) and body(fight, 0).files == 4


@pytest.mark.rule("tp.unit.infantry_wedge.multiple")
@pytest.mark.parametrize("points", [2, 17, 19, 10**12, -1])
def test_a_wedge_of_more_points_than_men_is_refused_at_once_as_it_is_set_up(points: int) -> None:
    """Its shape is not worked out: that would take for ever."""
    fight = scene(guard(fate="waiting"), FAR_ENEMY, phase="deployment", clock=0)
    refusal = Deploy(fight, 0).refuse({"at": [inches(36), inches(12)], "facing": 0, "wedge": points})
    assert refusal is not None and refusal.rule == "tp.unit.infantry_wedge.shape"


@pytest.mark.rule("tp.unit.infantry_wedge.ranks")
def test_ranks_are_counted_from_the_fourth_row_on() -> None:
    assert flimsy(scene(wedge(models=11), FAR_ENEMY), 0) == "tp.unit.infantry_wedge.ranks"
    assert flimsy(scene(wedge(models=12), FAR_ENEMY), 0) == ""


@pytest.mark.rule("tp.unit.infantry_wedge.ranks")
def test_a_wedge_without_a_full_rank_must_try_to_reform_before_it_moves() -> None:
    fight = scene(wedge(models=11), FAR_ENEMY, phase="declaring")
    with script(fight):
        assert not renew_one(fight)
    lose(fight, 0, 2, "tp.shoot.damage")
    piece(fight, "guard").lost = 0  # it was last turn
    assert rows(fight) == (1, 2, 3, 3)
    with script(fight, dice=SMALL_FAIL):
        assert renew_one(fight)
    assert piece(fight, "guard").turn.barred
    piece(fight, "guard").turn.barred = False
    with script(fight, dice=SMALL_PASS):
        assert renew_one(fight)
    assert rows(fight) == () and body(fight, 0).files == 4


@pytest.mark.rule("tp.unit.infantry_wedge.ranks")
@pytest.mark.parametrize(("points", "models"), [(1, 10), (2, 20)])
def test_a_row_of_four_behind_every_point_is_full_and_one_man_less_is_not(points: int, models: int) -> None:
    assert not broken_up(scene(wedge(points, models), FAR_ENEMY), 0)
    assert broken_up(scene(wedge(points, models - 1), FAR_ENEMY), 0)


# --- what it cannot do ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.infantry_wedge.movement")
@pytest.mark.parametrize("act", [["pivot", 1000], ["flip"], ["dash"], go(39, 20)])
def test_a_wedge_neither_pivots_nor_flips_nor_dashes_nor_turns_sharply(act: list[Any]) -> None:
    assert refused(scene(wedge(), FAR_ENEMY), "guard", act) == "tp.unit.infantry_wedge.movement"
    assert not isinstance(judge(scene(guard(), FAR_ENEMY), "guard", act), Refusal)


@pytest.mark.rule("tp.unit.infantry_wedge.movement")
def test_a_wedge_turns_by_45_degrees() -> None:
    assert cost(scene(wedge(), FAR_ENEMY), "guard", go(39, 23)) == pytest.approx(4.24, abs=0.01)


@pytest.mark.rule("tp.unit.infantry_wedge.movement")
def test_a_wedge_charges_nobody_beside_it_and_does_not_dash_for_a_charge() -> None:
    beside = unit("orcs", at=(43, 20), facing=270, side=1)
    assert plan(scene(wedge(), beside), 0, 1).halted is not None
    fight = scene(wedge(), unit("orcs", at=(36, 28), facing=180, side=1), phase="charges")
    piece(fight, "guard").charge_target = 1
    piece(fight, "orcs").turn.answer = "stand"
    charge(fight)
    guard = piece(fight, "guard")
    assert not guard.turn.dashed and guard.y == inches(27) and not told(fight, Surged)


@pytest.mark.rule("tp.unit.infantry_wedge.movement", "tp.machine.chariot.turning", "tp.weapon.pike.turning")
@pytest.mark.parametrize(
    ("figure", "points", "most"),
    [
        (GUARDSMAN, 1, 45),
        (GUARDSMAN, 0, 180),
        (foot(weapons=("pike", "sidearm")), 0, 10),
        (horse(category="machine", loose=True), 0, 45),
    ],
    ids=["wedge", "ranks", "pikes", "chariot"],
)
def test_how_far_a_charger_may_turn(figure: Any, points: int, most: int) -> None:
    for angle in (most * 100, -most * 100, most * 100 + 1):
        fight = scene(unit("guard", at=(36, 20), figure=figure, models=12, files=4, wedge=points), FAR_ENEMY)
        stand = turned(stance(fight, 0), angle, (36000, 20000))
        assert (_turns_too_far(fight, 0, stand) is None) == (abs(angle) <= most * 100 or most == 180)


@pytest.mark.rule("tp.move.unit.turn")
@pytest.mark.parametrize(("angle", "sharp"), [(4500, False), (-4500, False), (4501, True), (-4501, True)])
def test_more_than_45_degrees_are_a_sharp_turn(angle: int, sharp: bool) -> None:
    fight = scene(guard(), FAR_ENEMY)
    assert turns_sharply(fight, 0, turned(stance(fight, 0), angle, (36000, 20000))) == sharp


@pytest.mark.rule("tp.unit.infantry_wedge.movement", "tp.unit.engulf.conditions")
def test_a_wedge_engulfs_nobody() -> None:
    lone = hero("hero", at=(36, 20), facing=180, side=1)
    for group, rule in ((wedge(2, 28), "tp.unit.infantry_wedge.movement"), (guard(28), "")):
        fight = scene(group, lone)
        contact(fight, "guard", "hero", rounds=1)
        refusal = may_engulf(fight, 0, 1)
        assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("tp.unit.infantry_wedge.movement")
def test_a_wedge_is_not_turned_about_in_a_fight() -> None:
    fight = scene(wedge(), unit("orcs", at=(36, 20 - 6 * 20 / 25.4), side=1))
    contact(fight, "orcs", "guard", b_side="rear", rounds=1)
    assert not turn_to_face(fight, 0)


# --- in combat -----------------------------------------------------------------------------------------------


def clash(group: Any, enemy: Any, *more: Any) -> Fight:
    """The wedge has charged its enemy's front."""
    fight = scene(group, enemy, *more, phase="combat")
    contact(fight, "guard", "orcs", charge=inches(5), clock=1)
    return fight


def orcs(models: int = 40, files: int = 20, **more: Any) -> Any:
    return unit("orcs", **{"at": (36, 20), "facing": 180, "side": 1, "models": models, "files": files, **more})


@pytest.mark.rule("tp.unit.infantry_wedge.lineup")
def test_two_points_fight_with_fourteen_models_and_are_met_by_ten() -> None:
    fight = clash(wedge(2, 28), orcs())
    met = fight.state.contacts[0]
    assert len(fighters(fight, 0, met)) == 14
    assert len(fighters(fight, 1, met)) == 10


@pytest.mark.rule("tp.unit.infantry_wedge.lineup")
def test_a_narrow_enemy_is_met_by_the_edge_before_it_and_at_its_corners() -> None:
    fight = clash(wedge(2, 28), orcs(3, 1))
    met = fight.state.contacts[0]
    standing = body(fight, 0).wedge
    assert standing is not None
    before = {standing.slots[model] for model in fighters(fight, 0, met)}
    assert before == {(2, -2), (2, 2), (3, -1), (3, 1)}  # the enemy stands at the mouth of the funnel
    assert len(fighters(fight, 1, met)) == 1


@pytest.mark.rule("tp.unit.infantry_wedge.point_stress")
def test_every_point_driven_in_is_a_stress_die() -> None:
    def dice(group: Any) -> int:
        fight = clash(group, orcs())
        steps = stress(fight, 1, "break").steps
        return sum(step.amount for step in steps if step.rule == "tp.unit.infantry_wedge.point_stress")

    assert dice(wedge(2, 28)) == 2 and dice(wedge(1, 18)) == 1 and dice(guard(28)) == 0


@pytest.mark.rule("tp.unit.infantry_wedge.rear_attack")
def test_a_wedge_attacked_in_the_rear_has_six_stress_dice() -> None:
    fight = scene(wedge(), unit("orcs", at=(36, 20 - 6 * 20 / 25.4), side=1), phase="combat")
    contact(fight, "orcs", "guard", b_side="rear")
    found = [step.amount for step in stress(fight, 0, "break").steps if step.rule == "tp.check.bs.flankrear"]
    assert found == [6]


@pytest.mark.rule("tp.unit.infantry_wedge.killing_zone", "tp.unit.infantry_wedge.multiple")
def test_four_models_stand_at_the_bottom_of_each_funnel() -> None:
    fight = clash(wedge(3, 40), orcs())
    standing = body(fight, 0).wedge
    assert standing is not None
    zone = killing_zone(fight, 0)
    assert len(zone) == 8 and sorted(set(zone.values())) == [-4, 4]
    assert {standing.slots[model].row for model in zone} == {2, 3}
    assert killing_zone(clash(wedge(1, 18), orcs()), 0) == {}


@pytest.mark.rule("tp.unit.infantry_wedge.killing_zone")
def test_blows_from_a_killing_zone_are_thrown_again() -> None:
    fight = clash(wedge(2, 28), orcs())
    blows = blows_of(fight, 0, {})
    assert [(blow.attacks, blow.funnel) for blow in blows] == [(10, False), (4, True)]
    readied = [ready(fight, blow) for blow in blows]
    assert [(one.reroll, one.attack.reroll) for one in readied] == [("none", "none"), ("failures", "failures")]


@pytest.mark.rule("tp.unit.infantry_wedge.killing_zone")
def test_a_miss_and_a_weak_blow_from_the_killing_zone_get_another_die() -> None:
    """Four funnel blows: 2 then 5 to hit, damage 1 then 3 against toughness 1."""
    soft = foot(toughness=1, attacks=0)
    fight = clash(wedge(2, 20), orcs(12, 1, figure=soft))  # only the four models of the funnel reach it
    dice = [2, 1, 1, 1, 5, 1, 1, 1, 1, 3]
    with script(fight, dice=dice):
        exchange_blows(fight, [0, 1])
    assert strength(fight, 1) == 11


@pytest.mark.rule("tp.unit.infantry_wedge.killing_zone")
def test_a_character_in_the_centre_of_the_funnel_can_be_aimed_at() -> None:
    fight = clash(wedge(2, 28), orcs(40, 20), hero("boss", within="orcs", side=1, figure=champion()))
    boss = number(fight, "boss")
    said = {f"guard model {base + 1}": "boss" for base in range(28)}
    at_boss = [blow for blow in blows_of(fight, 0, {}, said) if blow.target == boss]
    assert sum(blow.attacks for blow in at_boss if blow.funnel) == 4


@pytest.mark.rule("tp.unit.infantry_wedge.partners")
@pytest.mark.parametrize(
    ("gap", "ahead", "facing", "models"),
    [(0.499, 0.0, 0, 2), (0.5, 0.0, 0, 0), (0.4, 0.501, 0, 0), (0.4, 0.5, 0, 2), (0.4, 0.0, 10, 0)],
)
def test_wedges_in_line_share_a_funnel(gap: float, ahead: float, facing: float, models: int) -> None:
    width = 4 * BASE / 1000
    other = wedge(name="other", at=(36 + width + gap, 20 + ahead), facing=facing)
    fight = scene(wedge(), other, FAR_ENEMY)
    zone = killing_zone(fight, 0)
    assert len(zone) == models
    assert len(killing_zone(fight, number(fight, "other"))) == models
    if models:
        standing = body(fight, 0).wedge
        assert standing is not None and all(standing.slots[model].across > 0 for model in zone)


# --- the end of a wedge --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.infantry_wedge.pursue")
def test_a_wedge_pursues_as_an_ordinary_unit() -> None:
    fleeing = unit("orcs", at=(36, 40), side=1, fleeing=True, flights=1, flight_run=inches(15))
    fight = scene(wedge(), fleeing, phase="stress")
    with script(fight, dice=[3, 3]):
        pursue(fight, 0, 1)
    assert rows(fight) == () and told(fight, Unwedged)[0].rule == "tp.unit.infantry_wedge.pursue"
    assert body(fight, 0).files == 4 and piece(fight, "guard").y == pytest.approx(inches(26), abs=5)


@pytest.mark.rule("tp.unit.infantry_wedge.movement", "tp.move.fallback.move")
def test_a_wedge_that_falls_back_gives_up_its_formation() -> None:
    fight = scene(wedge(), unit("orcs", at=(36, 28), side=1, facing=180))
    with script(fight, dice=[*SMALL_PASS, 3, 3]):
        assert fall_back(fight, 0, 1)
    assert rows(fight) == () and piece(fight, "guard").facing == 18000
    assert told(fight, Unwedged)[0].rule == "tp.unit.infantry_wedge.movement"
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.unit.infantry_wedge.flee")
def test_a_fleeing_wedge_falls_into_ranks() -> None:
    fight = clash(wedge(2, 28), orcs())
    with script(fight, dice=[3, 3]):
        flee(fight, 0, "tp.check.break")
    assert rows(fight) == () and body(fight, 0).files == 8 and body(fight, 0).ranks == 4


@pytest.mark.rule("tp.unit.infantry_wedge.defended")
def test_a_wedge_holds_no_wall() -> None:
    wall = feature("stone wall", (36, 20.3), (8, 0.4))
    for group, held in ((guard(20, files=5), True), (wedge(2, 20), False)):
        fight = scene(group, unit("orcs", at=(36, 20.5), facing=180, side=1), terrain=[wall])
        contact(fight, "orcs", "guard")
        assert bool(defended(fight, 0, 1)) is held


@pytest.mark.rule("tp.unit.infantry_wedge.defended")
def test_a_wedge_that_attacks_a_defended_position_collapses() -> None:
    hill = feature("hill", (36, 28), (20, 8))
    for terrain, kept in (([hill], False), ([], True)):
        fight = scene(wedge(), unit("orcs", at=(36, 24.5), facing=180, side=1), phase="charges", terrain=terrain)
        piece(fight, "guard").charge_target = 1
        piece(fight, "orcs").turn.answer = "stand"
        charge(fight)
        assert fight.state.contacts and bool(rows(fight)) is kept
        assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.unit.infantry_wedge.shape", "tp.unit.command.placement")
def test_the_characters_of_a_wedge_stand_at_its_tip() -> None:
    fight = scene(wedge(1, 18, command=True), hero("boss", within="guard", figure=champion()), FAR_ENEMY)
    assert rows(fight) == (1, 2, 3, 4, 4, 4, 1)
    assert special_places(fight, 0) == {0: 0, 1: number(fight, "boss")}


# --- for people ----------------------------------------------------------------------------------------------


def test_a_wedge_is_ordered_in_words_and_shown_before_the_check() -> None:
    fight = scene(guard(), FAR_ENEMY)
    question = Move(fight, 0)
    made = draft(question)
    assert isinstance(made, MoveDraft) and "form a wedge of 1 point" in str(made.take(["wedge", "1"]))
    shown = preview(fight.setting, fight.state, question, made.answer)
    tip, *_ = sorted(base["outline"][0][1] for base in shown["blocks"][0]["bases"])[::-1]
    assert tip == inches(20) and len(shown["blocks"][0]["bases"]) == 18
    assert order_data(fight.setting, fight.state, question)["points"] == 1


def test_a_wedge_is_set_up_in_words() -> None:
    fight = scene(guard(fate="waiting"), FAR_ENEMY, phase="deployment", clock=0)
    made = draft(Deploy(fight, 0))
    assert isinstance(made, DeployDraft) and "in a wedge of 1 point" in str(made.take(["wedge", "1"]))
    assert made.answer["wedge"] == 1 and made.state().pieces[0].wedge == 1
    made.take(["files", "6"])
    assert "wedge" not in made.answer


def test_what_happens_to_wedges_is_told() -> None:
    setting = scene(wedge(2, 28), FAR_ENEMY).setting
    formed, left = Wedged("tp.unit.infantry_wedge.reform", 0, 2), Unwedged("tp.unit.infantry_wedge.flee", 0, 8)
    assert "a wedge of 2 points" in narrate(setting, formed)
    assert "8 files wide now" in narrate(setting, left)
