"""The shooting phase: checks, shots, what they need, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.chain import Chain, Pool
from warhost.engine.enumerate import outcomes
from warhost.engine.question import Choose
from warhost.rulebooks.threeplains.events.blows import NoShot, Shot
from warhost.rulebooks.threeplains.figure import Figure, from_mm
from warhost.rulebooks.threeplains.land.sense import seen_bases
from warhost.rulebooks.threeplains.missiles.aiming import Occasion, missiles, salvos, to_hit, why_no_shot
from warhost.rulebooks.threeplains.missiles.hitting import attack, hit_test
from warhost.rulebooks.threeplains.missiles.shooting import odds, salvo, shoot_one, volley
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.hits import weigh

from .scene import Placed, asked, champion, contact, feature, foot, hero, number, piece, scene, script, told, unit


def archer(weapon: str = "longbow", **more: Any) -> Figure:
    return foot(weapons=(weapon, "sidearm"), **more)


def range_(
    away: float, *more: Placed, figure: Figure | None = None, target: Figure | None = None, **own: Any
) -> Fight:
    """Archers at the bottom, orcs so many inches away ahead of them."""
    return scene(
        unit("archers", (36, 10), figure=figure or archer(), **{"models": 10, "files": 5, **own}),
        unit("orcs", (36, 10 + away), facing=180, side=1, models=10, figure=target),
        *more,
        phase="shooting",
    )


def flyer(away: float) -> Placed:
    beast = foot(category="beast", life=9)
    return unit("flyer", (36, 10 + away), facing=180, side=1, models=1, files=1, figure=beast, airborne=True)


def shots(fight: Fight, target: str = "orcs", occasion: Occasion = "phase") -> int:
    return sum(n for _, _, n in salvos(fight, number(fight, "archers"), number(fight, target), occasion))


def need(fight: Fight, target: str = "orcs", occasion: Occasion = "phase", weapon: str = "longbow") -> int:
    arms = fight.setting.weapons[weapon]
    return to_hit(fight, number(fight, "archers"), number(fight, target), occasion, arms).total


def refused(fight: Fight, target: str = "orcs", occasion: Occasion = "phase") -> str:
    refusal = why_no_shot(fight, number(fight, "archers"), number(fight, target), occasion)
    return refusal.rule if refusal else ""


# --- the phase -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.shoot.phase", "tp.shoot.hit")
def test_a_piece_names_its_target_rolls_to_hit_and_then_damage() -> None:
    fight = range_(10, models=4, files=4)
    with script(fight, dice=[2, 4, 5, 6, 3, 4, 6], answers=["archers"]):
        assert shoot_one(fight)
    assert piece(fight, "orcs").models == 8
    (shot,) = told(fight, Shot)
    assert (shot.shots, shot.need, shot.hits) == (4, 4, 3)
    assert piece(fight, "archers").turn.shot
    assert not shoot_one(fight)


@pytest.mark.rule("tp.shoot.phase")
def test_nobody_is_asked_who_sees_no_enemy_or_has_no_bow() -> None:
    assert not shoot_one(scene(unit("guard", (36, 10)), unit("orcs", (36, 20), side=1), phase="shooting"))
    blind = range_(10, facing=180)
    assert not shoot_one(blind)


@pytest.mark.rule("tp.shoot.phase")
def test_whoever_is_done_shoots_no_more_but_keeps_his_defensive_strike() -> None:
    fight = range_(10)
    with script(fight, answers=["done"]):
        assert shoot_one(fight)
    assert not shoot_one(fight)
    assert not piece(fight, "archers").turn.shot


@pytest.mark.rule("tp.shoot.checks", "tp.setup.commands", "tp.shoot.phase")
def test_a_target_out_of_range_costs_the_shot() -> None:
    far = unit("boys", (30, 46), facing=180, side=1)
    fight = range_(10, far)
    with script(fight, answers=["archers", "boys"]):
        assert shoot_one(fight)
    assert told(fight, NoShot)[0].rule == "tp.shoot.checks.range"
    assert not shoot_one(fight)
    assert not piece(fight, "archers").turn.shot


@pytest.mark.rule("tp.setup.commands")
def test_options_give_no_range_away_and_open_measuring_offers_only_real_shots() -> None:
    far = unit("a far mob", (30, 46), facing=180, side=1)
    near = unit("boys", (44, 20), facing=180, side=1)
    fight = range_(10, far, near)
    question = asked(fight, shoot_one, answers=["archers"])
    assert isinstance(question, Choose)
    assert question.options == ["orcs", "a far mob", "boys"] and question.odds is None
    fight.setting.options = {"measuring": "open"}
    question = asked(fight, shoot_one, answers=["archers"])
    assert isinstance(question, Choose)
    assert question.options == ["orcs", "boys"]
    assert question.describe()["odds"]["orcs"] == "1.2 models on average"


# --- missile checks --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.shoot.checks", "tp.shoot.mod.move")
@pytest.mark.parametrize("state", [{"fleeing": True}, {"dashed": True}])
def test_who_flees_or_has_dashed_does_not_shoot(state: dict[str, Any]) -> None:
    assert refused(range_(10)) == ""
    assert refused(range_(10, **state)) in ("tp.shoot.checks", "tp.shoot.mod.move")


@pytest.mark.rule("tp.shoot.checks", "tp.weapon.ballistic")
def test_who_is_in_combat_does_not_shoot() -> None:
    fight = range_(0)
    contact(fight, "orcs", "archers")
    assert refused(fight) == "tp.shoot.checks"


@pytest.mark.rule("tp.shoot.checks.view")
def test_what_stands_behind_the_archers_is_not_shot() -> None:
    assert refused(range_(10, facing=180)) != ""


@pytest.mark.rule("tp.shoot.checks.view", "tp.shoot.mod.cover")
def test_no_more_die_than_are_seen() -> None:
    house = feature("large building", (40, 18), (7.2, 2))
    fight = scene(
        unit("archers", (36, 10), figure=archer(), models=5),
        unit("orcs", (38, 28), facing=180, side=1, models=5),
        terrain=[house],
        points=400,
    )
    seen = attack(fight, 0, 1, 0, fight.setting.weapons["longbow"], 5).most
    assert 0 < seen < 5
    before = piece(fight, "orcs").models
    with script(fight, dice=[6] * 5 + [6] * 5):
        volley(fight, 0, 1)
    assert before - piece(fight, "orcs").models == seen


@pytest.mark.rule("tp.shoot.checks.stacked")
def test_models_do_not_hide_their_own_group() -> None:
    fight = range_(10)
    assert attack(fight, 0, 1, 0, fight.setting.weapons["longbow"], 5).most == 10


@pytest.mark.rule("tp.shoot.checks.range")
def test_range_is_measured_to_the_nearest_model_that_is_seen() -> None:
    """The wood hides the near end of a long line; the far end, which is seen, is out of range."""
    line = unit("orcs", (40, 23), facing=180, side=1, models=11, files=11)
    bow = unit("archers", (36, 10), figure=archer("short bow"), models=1, files=1)
    wood = feature("wood", (36, 21), (10, 2))
    clear, hidden = scene(bow, line), scene(bow, line, terrain=[wood])
    assert 0 < len(seen_bases(hidden, 0, 1)) < 11
    assert (shots(clear), shots(hidden)) == (1, 0)


@pytest.mark.rule("tp.shoot.checks.range")
def test_only_models_in_range_shoot() -> None:
    wide = archer("short bow")
    fight = scene(
        unit("archers", (36, 10), figure=wide, models=8, files=8),
        unit("orcs", (44, 22), facing=180, side=1, models=3, files=3),
    )
    assert 0 < shots(fight) < 8
    far = range_(15, figure=wide)
    assert shots(far) == 0 and refused(far) == "tp.shoot.checks.range"


@pytest.mark.rule(
    "tp.weapon.short_bow", "tp.weapon.bow", "tp.weapon.longbow", "tp.weapon.throwing", "tp.weapon.crossbow",
    "tp.weapon.javelin",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "reach"),
    [("short bow", 14), ("bow", 19), ("longbow", 26), ("throwing weapons", 6), ("crossbow", 20), ("javelin", 9)],
)
def test_how_far_each_weapon_reaches(weapon: str, reach: int) -> None:
    assert refused(range_(reach, figure=archer(weapon))) == ""
    assert refused(range_(reach + 0.1, figure=archer(weapon))) == "tp.shoot.checks.range"


@pytest.mark.rule("tp.weapon.sling")
def test_slings_are_for_skirmishers_and_lone_men_on_foot() -> None:
    assert refused(range_(17, figure=archer("sling"))) == "tp.shoot.shots"
    loose = archer("sling", loose=True, traits=("skirmishers",))
    assert refused(range_(17, figure=loose)) == ""


@pytest.mark.rule("tp.weapon.fixed")
def test_of_several_missiles_the_first_that_reaches_is_used() -> None:
    armed = foot(weapons=("javelin", "longbow"))
    weapons = [next(salvos(range_(away, figure=armed), 0, 1, "phase"))[1].id for away in (8, 20)]
    assert weapons == ["javelin", "longbow"]


@pytest.mark.rule("tp.weapon.sling", "tp.weapon.bow", "tp.beast.mounted.separate")
def test_on_a_beast_a_hero_shoots_with_his_bow_but_slings_nothing() -> None:
    rider = hero("rider", within="beast", figure=champion(weapons=("bow", "sling")))
    fight = scene(unit("beast", (36, 20), models=1, files=1, figure=foot(kind="mount", category="beast")), rider)
    assert [weapon.id for weapon in missiles(fight, number(fight, "rider"))] == ["bow"]
    afoot = scene(hero("rider", (36, 20), figure=champion(weapons=("bow", "sling"))))
    assert [weapon.id for weapon in missiles(afoot, 0)] == ["bow", "sling"]


@pytest.mark.rule("tp.weapon.crossbow")
def test_crossbows_are_not_shot_after_a_move() -> None:
    assert refused(range_(15, figure=archer("crossbow"), spent=1000)) == "tp.weapon.crossbow"
    assert refused(range_(15, figure=archer("crossbow"), stirred=1)) == "tp.weapon.crossbow"
    assert refused(range_(15, spent=1000)) == ""


@pytest.mark.rule("tp.weapon.crossbow")
@pytest.mark.parametrize(("away", "save"), [(9, 2), (10, 2), (11, 3)])
def test_a_crossbow_takes_one_off_toughness_within_ten_inches(away: float, save: int) -> None:
    fight = range_(away, figure=archer("crossbow"))
    assert weigh(fight, attack(fight, 0, 1, 0, fight.setting.weapons["crossbow"], 1)).save == save


@pytest.mark.rule("tp.weapon.throwing")
def test_thrown_weapons_take_one_off_agility() -> None:
    fight = range_(5, figure=archer("throwing weapons"), target=foot(agility=1))
    assert weigh(fight, attack(fight, 0, 1, 0, fight.setting.weapons["throwing weapons"], 1)).dodged == 0


@pytest.mark.rule("tp.weapon.ballistic")
def test_arrows_do_the_damage_of_who_shoots_them() -> None:
    fight = range_(5, figure=archer(damage=2))
    assert attack(fight, 0, 1, 0, fight.setting.weapons["longbow"], 1).top == 2


@pytest.mark.rule("tp.unit.skirmish.shared_no_shoot")
def test_skirmishers_among_friends_do_not_shoot() -> None:
    loose = archer(loose=True, traits=("skirmishers",))
    fight = range_(10, unit("guard", (36, 10)), figure=loose, models=3, files=3)
    assert refused(fight) == "tp.unit.skirmish.shared_no_shoot"


# --- shots -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.shoot.shots")
def test_a_unit_shoots_with_its_first_row_and_a_loose_group_with_all() -> None:
    assert shots(range_(15, models=20)) == 5
    assert shots(range_(15, models=10, figure=archer(loose=True, traits=("skirmishers",)))) == 10


@pytest.mark.rule("tp.shoot.shots", "tp.weapon.uniform")
def test_a_hero_without_a_bow_takes_a_place_in_the_row() -> None:
    assert shots(range_(15, hero("captain", within="archers"))) == 4
    assert shots(range_(15, hero("captain", within="archers", figure=champion(weapons=("bow",))))) == 5


@pytest.mark.rule("tp.shoot.volley", "tp.weapon.short_bow", "tp.weapon.bow", "tp.weapon.longbow")
@pytest.mark.parametrize(
    ("weapon", "away", "spent", "expected"),
    [
        ("longbow", 15, 0, 20),
        ("bow", 15, 0, 20),
        ("longbow", 6, 0, 5),
        ("longbow", 6.1, 0, 20),
        ("longbow", 15, 1000, 5),
        ("short bow", 8, 0, 5),
    ],
)
def test_a_mass_volley_needs_training_a_long_bow_rest_and_distance(
    weapon: str, away: float, spent: int, expected: int
) -> None:
    fight = range_(away, figure=archer(weapon, traits=("mass volley",)), models=20, spent=spent)
    assert shots(fight) == expected


@pytest.mark.rule("tp.shoot.airborne")
def test_every_model_shoots_at_what_flies() -> None:
    assert shots(range_(15, flyer(12), models=20), "flyer") == 20


@pytest.mark.rule("tp.shoot.highground.air")
def test_height_can_put_a_flyer_out_of_range() -> None:
    weapon = archer("short bow")
    assert refused(range_(15, flyer(11), figure=weapon), "flyer") == ""  # 12.53 inches in a slant
    assert refused(range_(15, flyer(13), figure=weapon), "flyer") == "tp.shoot.checks.range"
    assert 0 < shots(range_(15, flyer(12.6), figure=weapon, models=8, files=8), "flyer") < 8


@pytest.mark.rule("tp.shoot.highground", "tp.weapon.longbow")
def test_high_ground_adds_four_inches() -> None:
    hill = feature("hill", (36, 8), (20, 8))
    fight = scene(
        unit("archers", (36, 10), figure=archer(), models=5),
        unit("orcs", (36, 37), facing=180, side=1),
        terrain=[hill],
    )
    assert refused(fight) == ""
    flat = scene(unit("archers", (36, 10), figure=archer(), models=5), unit("orcs", (36, 37), facing=180, side=1))
    assert refused(flat) == "tp.shoot.checks.range"


# --- to hit ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.shoot.hit", "tp.shoot.mod.close", "tp.appendix1.shooting_chart")
@pytest.mark.parametrize(("away", "score"), [(15, 5), (10.1, 5), (10, 4)])
def test_close_range_is_ten_inches(away: float, score: int) -> None:
    assert need(range_(away)) == score


@pytest.mark.rule("tp.shoot.mod.cover", "tp.shoot.modifiers")
def test_a_hedge_covers() -> None:
    fight = scene(
        unit("archers", (36, 10), figure=archer(), models=5),
        unit("orcs", (36, 25), facing=180, side=1),
        terrain=[feature("hedge", (36, 24), (12, 0.4))],
    )
    assert need(fight) == 6


@pytest.mark.rule("tp.shoot.mod.move")
@pytest.mark.parametrize(("spent", "score"), [(6000, 6), (3501, 6), (3500, 5), (0, 5)])
def test_moving_more_than_half_costs_one(spent: int, score: int) -> None:
    assert need(range_(15, spent=spent)) == score


@pytest.mark.rule("tp.weapon.javelin")
@pytest.mark.parametrize(("straight", "score"), [(0, 4), (9000, 5), (-1, 5)])
def test_a_javelin_is_thrown_freely_after_a_straight_move_at_the_target(straight: int, score: int) -> None:
    fight = range_(8, figure=archer("javelin"), spent=7000, straight=straight)
    assert need(fight, weapon="javelin") == score


@pytest.mark.rule("tp.shoot.mod.insignificant")
def test_lone_men_are_hard_to_hit_and_hide_among_friends() -> None:
    alone = hero("hero", (30, 25), facing=180, side=1)
    assert need(range_(15, alone), "hero") == 6
    near = hero("hero", (36, 22.5), facing=180, side=1)
    assert refused(range_(15, near), "hero") == "tp.shoot.mod.insignificant"
    close = scene(
        unit("archers", (36, 10), figure=archer(), models=5),
        unit("orcs", (36, 18), facing=180, side=1),
        hero("hero", (36, 15), facing=180, side=1),
    )
    assert refused(close, "hero") == "" and need(close, "hero") == 5
    pair = scene(
        unit("archers", (36, 10), figure=archer(), models=5),
        hero("hero", (36, 25), facing=180, side=1),
        hero("friend", (38, 25), facing=180, side=1),
    )
    assert refused(pair, "hero") == "" == refused(pair, "friend")


@pytest.mark.rule("tp.shoot.hit.beyond", "tp.appendix1.shooting_chart", "tp.dice.d4")
def test_scores_beyond_six_are_rolled_with_larger_dice() -> None:
    fight = range_(15)
    for score, sides in ((6, 6), (7, 8), (8, 8), (9, 10), (11, 12)):
        test = hit_test(fight, 0, score)
        assert (test.sides, test.top) == (sides, score if score > 6 else 6)

    def hits(score: int, *dice: int) -> int:
        left = list(dice)
        chain = Chain(Pool(1), (hit_test(fight, 0, score),))
        return chain.roll(lambda throw: tuple(left.pop(0) for _ in range(throw.count)), 0).count

    assert hits(8, 8) == 1 and hits(8, 7) == 0
    assert hits(7, 8, 7) == 1 and hits(7, 8, 8, 6) == 0


@pytest.mark.rule("tp.shoot.hit.beyond")
def test_a_lone_man_in_cover_shot_at_after_a_long_move_needs_eight() -> None:
    fight = scene(
        unit("archers", (36, 10), figure=archer(), models=5, files=5, spent=6000),
        hero("hero", (36, 25), facing=180, side=1),
        terrain=[feature("hedge", (36, 24), (12, 0.4))],
    )
    assert need(fight, "hero") == 8
    with script(fight, dice=[8, 1, 7, 6, 5, 6]):
        volley(fight, 0, 1)
    assert piece(fight, "hero").hurt == 1


@pytest.mark.rule("tp.trait.exhaustion.effects")
def test_exhausted_archers_throw_their_hits_again() -> None:
    fight = range_(15, models=3, files=3, tired=4)
    with script(fight, dice=[5, 6, 1, 5, 4, 6]):
        volley(fight, 0, 1)
    assert piece(fight, "orcs").models == 9


@pytest.mark.rule("tp.shoot.hit")
def test_the_score_keeps_its_reasons() -> None:
    fight = range_(9, spent=6000)
    tally = to_hit(fight, 0, 1)
    assert [step.rule for step in tally.steps] == ["tp.shoot.hit", "tp.shoot.mod.close", "tp.shoot.mod.move"]


# --- into combat -----------------------------------------------------------------------------------------------


def brawl() -> Fight:
    fight = range_(15, unit("guard", (38, 25.8), facing=270, models=10), models=3, files=3)
    contact(fight, "guard", "orcs", "front", "left")
    return fight


@pytest.mark.rule("tp.shoot.disperse.friends")
def test_a_failed_check_keeps_the_archers_from_shooting_at_their_friends() -> None:
    fight = brawl()
    with script(fight, dice=[1, 1, 1, 1, 4, 4, 4], answers=["archers"]):
        shoot_one(fight)
    assert told(fight, NoShot)[0].rule == "tp.shoot.disperse.friends"
    assert not piece(fight, "archers").turn.shot


@pytest.mark.rule("tp.shoot.disperse.friends")
def test_a_passed_check_lets_the_arrows_fall_on_both_sides() -> None:
    fight = brawl()
    with script(fight, dice=[*[4] * 7, 5, 5, 5, 1, 3, 4, 6, 6, 6], answers=["archers"]):
        shoot_one(fight)
    assert (piece(fight, "orcs").models, piece(fight, "guard").models) == (8, 9)


@pytest.mark.rule("tp.shoot.disperse.friends", "tp.shoot.checks.view")
def test_an_arrow_finds_a_friend_whom_the_archers_do_not_see() -> None:
    """He fights behind the enemy, who gets the low faces: of two hits one goes to each side."""
    fight = range_(15, hero("friend", (36, 26.6), facing=180), models=2, files=2)
    contact(fight, "friend", "orcs", "front", "rear")
    assert seen_bases(fight, 0, number(fight, "friend")) == []
    with script(fight, dice=[5, 5, 1, 6, 6, 6]):
        salvo(fight, 0, number(fight, "orcs"), 0, fight.setting.weapons["longbow"], 2, "phase")
    assert (piece(fight, "orcs").models, piece(fight, "friend").hurt) == (9, 1)


@pytest.mark.rule("tp.shoot.checks.view", "tp.shoot.disperse.friends")
def test_the_friends_that_are_seen_count_among_those_who_may_fall() -> None:
    """One enemy in sight and ten of the guard: two hits kill one of each."""
    fight = scene(
        unit("archers", (36, 10), figure=archer(), models=2, files=2),
        unit("guard", (38, 25.8), facing=270, models=10),
        hero("boss", (36, 25.4), facing=90, side=1, figure=champion(life=1)),
    )
    contact(fight, "guard", "boss")
    with script(fight, dice=[6, 6, 1, 6, 6, 6]):
        salvo(fight, 0, 2, 0, fight.setting.weapons["longbow"], 2, "phase")
    assert piece(fight, "boss").fate == "slain" and piece(fight, "guard").models == 9


@pytest.mark.rule("tp.shoot.checks.view", "tp.shoot.disperse.friends")
def test_no_more_die_in_a_combat_than_are_seen_of_it() -> None:
    """A house hides some of the orcs and all of the guard behind it: as many fall as are seen, whoever they are."""
    fight = scene(
        unit("archers", (36, 10), figure=archer(), models=5),
        unit("guard", (39.2, 28.8), facing=180, models=5),
        unit("orcs", (38, 28), facing=180, side=1, models=5),
        terrain=[feature("large building", (40, 18), (7.2, 2))],
        points=400,
    )
    contact(fight, "guard", "orcs", "front", "rear")
    seen = len(seen_bases(fight, 0, 2)) + len(seen_bases(fight, 0, 1))
    assert 0 < seen < 5
    with script(fight, dice=[6] * 10 + [1] * 5 + [6] * 5 + [6] * 5):
        salvo(fight, 0, 2, 0, fight.setting.weapons["longbow"], 10, "phase")
    assert 10 - piece(fight, "orcs").models - piece(fight, "guard").models == seen


# --- odds ------------------------------------------------------------------------------------------------------


def enumerated(fight: Fight, target: str = "orcs") -> dict[Any, Any]:
    before = piece(fight, target).models
    at = number(fight, target)
    return outcomes(
        lambda battle: volley(battle, number(fight, "archers"), at),
        fight.setting,
        fight.state,
        lambda question: None,
        lambda state: before - state.pieces[at].models,
    )


@pytest.mark.parametrize(
    ("own", "target"),
    [
        ({}, foot()),
        ({"tired": 4}, foot(life=2)),
        ({}, foot(toughness=6)),
        ({"spent": 6000}, foot(traits=("skirmishers",), loose=True)),
    ],
)
def test_odds_are_those_of_the_battle(own: dict[str, Any], target: Figure) -> None:
    fight = range_(15, models=2, files=2, target=target, **own)
    found = odds(fight, 0, 1)
    assert found is not None
    assert dict(found.items()) == enumerated(fight)


@pytest.mark.rule("tp.combat.it")
def test_odds_know_that_a_unit_can_become_an_it() -> None:
    fight = scene(
        unit("archers", (36, 10), figure=archer(), models=3, files=3),
        unit("orcs", (36, 20), facing=180, side=1, models=4),
    )
    found = odds(fight, 0, 1)
    assert found is not None
    assert dict(found.items()) == enumerated(fight)
    assert found.chance(2) == 0 and found.chance(4) > 0


def test_odds_into_a_combat_are_those_of_the_battle() -> None:
    fight = brawl()
    found = odds(fight, number(fight, "archers"), number(fight, "orcs"))
    calm = enumerated_after_the_check(fight)
    assert found is not None and dict(found.items()) == calm


def enumerated_after_the_check(fight: Fight) -> dict[Any, Any]:
    at, before = number(fight, "orcs"), piece(fight, "orcs").models
    bow = fight.setting.weapons["longbow"]
    return outcomes(
        lambda battle: salvo(battle, 0, at, 0, bow, 3, "phase"),
        fight.setting,
        fight.state,
        lambda question: None,
        lambda state: before - state.pieces[at].models,
    )


def test_odds_of_an_impossible_shot_are_none_at_all() -> None:
    found = odds(range_(30), 0, 1)
    assert found is not None and found.chance(0) == 1


def test_mixed_targets_have_no_simple_odds() -> None:
    beast = foot(category="beast", base=(from_mm(50), from_mm(50)), life=6)
    fight = range_(
        15, unit("beast", (30, 20), side=1, models=1, files=1, figure=beast), hero("rider", side=1, within="beast")
    )
    assert odds(fight, 0, number(fight, "beast")) is None
