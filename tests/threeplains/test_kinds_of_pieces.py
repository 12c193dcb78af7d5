"""What a model and a piece are, the kinds of pieces, and the lines and armour they come with."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from warhost.engine.tally import Tally
from warhost.rulebooks.threeplains.armies.equip import CATEGORIES
from warhost.rulebooks.threeplains.armies.profiles import Option, Profile
from warhost.rulebooks.threeplains.bodies import body, loose, single, strength
from warhost.rulebooks.threeplains.charging.marchover import not_big_enough
from warhost.rulebooks.threeplains.figure import Blows, Category, Figure, Save, from_mm, inches
from warhost.rulebooks.threeplains.missiles.aiming import salvos, to_hit, why_no_shot
from warhost.rulebooks.threeplains.morale.checks import soldiering, stress
from warhost.rulebooks.threeplains.moving.groups import join, may_join
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.casualties import becomes_it, lose
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .marching import at, cost, go, play, refused
from .melee import clash, strokes
from .mustering import ARMIES, army, broken, enlisted, group
from .mustering import hero as bought
from .scene import champion, foot, hero, horse, number, piece, scene, script, unit

PROFILES = [profile for one in ARMIES.lists.values() for profile in one.profile]
FAR_ENEMY = unit("orcs", at=(36, 47), facing=180, side=1, models=15)
BASE = from_mm(20)


def added(tally: Tally, rule: str) -> int:
    """What this rule adds to a number."""
    return sum(step.amount for step in tally.steps if step.rule == rule)


# --- models and pieces ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.piece.model")
def test_a_casualty_takes_its_whole_base_away() -> None:
    fight = scene(unit("riders", at=(36, 20), models=6, files=3, figure=horse()), FAR_ENEMY)
    assert len(body(fight, 0).bases) == 6
    assert lose(fight, 0, 3, "tp.shoot.damage") == 1
    assert (piece(fight, "riders").models, piece(fight, "riders").hurt, len(body(fight, 0).bases)) == (5, 1, 5)


@pytest.mark.rule("tp.piece.model")
def test_a_rider_and_his_steed_are_one_individual_model() -> None:
    rider = champion(base=(from_mm(30),) * 2, mounted=True, movement=inches(12))
    fight = scene(hero("rider", (36, 20), figure=rider), unit("men", (20, 20)), FAR_ENEMY)
    one = number(fight, "rider")
    assert single(fight, one) and strength(fight, one) == 1 and len(body(fight, one).bases) == 1
    assert not single(fight, number(fight, "men"))


@pytest.mark.rule("tp.piece.categories")
def test_every_profile_of_the_lists_is_of_a_known_kind() -> None:
    assert {CATEGORIES[profile.kind] for profile in PROFILES} == {*get_args(Category)}


@pytest.mark.rule("tp.piece.categories")
@pytest.mark.parametrize(
    ("figure", "models", "moves_loosely", "marches_over"),
    [
        (foot(), 10, False, True),
        (horse(), 5, False, True),
        (champion(attacks=6), 1, True, False),
        (foot(category="beast", attacks=6), 1, True, True),
        (foot(category="machine", attacks=2), 1, True, False),
    ],
    ids=["foot", "horse", "character", "beast", "machine"],
)
def test_each_kind_has_rules_of_its_own(
    figure: Figure, models: int, moves_loosely: bool, marches_over: bool
) -> None:
    fight = scene(unit("piece", at=(36, 20), models=models, files=min(5, models), figure=figure), FAR_ENEMY)
    assert loose(fight, 0) is moves_loosely
    assert (not_big_enough(fight, 0) is None) is marches_over


@pytest.mark.rule("tp.piece.unit")
def test_a_unit_is_an_oblong_that_moves_as_one() -> None:
    fight = scene(unit("men", at=(36, 20), models=12, files=4), FAR_ENEMY)
    ground = body(fight, 0)
    assert (ground.width, ground.depth) == (4 * BASE, 3 * BASE)
    before = [base.points for base in ground.bases]
    play(fight, "men", [go(36, 25)])
    after = [base.points for base in body(fight, 0).bases]
    assert after == [tuple((x, y + inches(5)) for x, y in base) for base in before]


@pytest.mark.rule("tp.piece.unit", "tp.unit.min_models")
@pytest.mark.parametrize(("figure", "least"), [(foot(), 3), (horse(), 2)], ids=["foot", "horse"])
def test_three_men_or_two_riders_are_a_unit_and_characters_do_not_count(figure: Figure, least: int) -> None:
    leader = champion(base=figure.base)
    for models in (least, least - 1):
        men = unit("men", at=(36, 20), models=models, files=models, figure=figure)
        fight = scene(men, hero("hero", within="men", figure=leader), FAR_ENEMY, points=1000)
        assert becomes_it(fight, 0) is (models < least)


@pytest.mark.rule("tp.unit.min_models")
def test_no_list_sells_a_unit_of_fewer_models() -> None:
    least = {"infantry": 3, "cavalry": 2}
    ranked = [p for p in PROFILES if CATEGORIES[p.kind] in least and p.kind != "skirmishers"]
    assert len(ranked) > 20 and all(p.size[0] >= least[CATEGORIES[p.kind]] for p in ranked)
    assert broken(army("orcs", 500, group("warriors", 2), bought("bull", role="general")))


@pytest.mark.rule("tp.piece.character")
def test_a_character_is_a_piece_alone_and_part_of_one_in_a_group() -> None:
    fight = scene(unit("men", at=(36, 20), models=10), hero("hero", (38, 20)), FAR_ENEMY)
    captain = number(fight, "hero")
    play(fight, "hero", [go(39, 20)])
    assert at(fight, "hero")[0] == 39 and at(fight, "men")[0] == 36
    join(fight, captain, 0)
    assert (piece(fight, "hero").fate, piece(fight, "men").leaders, strength(fight, 0)) == ("within", (1,), 11)


@pytest.mark.rule("tp.piece.bases")
def test_foot_stands_on_20_mm_and_whoever_rides_on_30() -> None:
    on_foot, mounted = enlisted(bought("champion"), bought("champion", mount="war horse")).leaders
    guard, riders = enlisted(group("guard", 10), group("heavy_riders", 4)).groups
    bases = [one.figure.base for one in (on_foot, guard, mounted, riders)]
    assert bases == [(from_mm(20),) * 2] * 2 + [(from_mm(30),) * 2] * 2
    assert foot(base=(from_mm(30),) * 2).small and not foot(base=(from_mm(30), from_mm(31))).small


@pytest.mark.rule("tp.piece.unit.profile", "tp.unit.single_profile")
def test_all_men_of_a_unit_are_of_one_profile_the_command_model_too() -> None:
    plain, led = enlisted(group("guard", 12), group("guard", 12, command=True)).groups
    assert plain.figure == led.figure and (led.models, led.command) == (12, True)


@pytest.mark.rule("tp.piece.unit.profile", "tp.unit.single_profile")
def test_nobody_but_characters_is_mixed_into_a_unit() -> None:
    beside = unit(
        "spears", at=(36 + 5 * BASE / 1000, 20), models=10, figure=foot(soldiering=3, profile="test.spears")
    )
    fight = scene(unit("men", at=(36, 20), models=10), beside, hero("hero", (20, 20)), FAR_ENEMY)
    assert refused(fight, "men", ["remerge", "spears", 36000, 20000, 0, 5]) == "tp.move.remerge"
    assert str(may_join(fight, number(fight, "spears"), 0)).startswith("only characters join groups")
    assert may_join(fight, number(fight, "hero"), 0) is None


# --- profiles ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.piece.profile")
def test_two_attacks_are_two_dice_and_seven_inches_are_the_whole_move() -> None:
    orc = foot(attacks=2)
    assert strokes(clash(ours=orc, models=(5, 5)), "guard") == 2 * strokes(clash(models=(5, 5)), "guard") == 10
    fight = scene(unit("men", at=(36, 20)), FAR_ENEMY)
    assert cost(fight, "men", go(36, 27)) == 7
    assert cost(fight, "men", go(36, 28)) == 7


@pytest.mark.rule("tp.piece.profile", "tp.piece.profile.guard")
def test_the_guard_comes_to_the_table_with_the_line_of_the_book() -> None:
    figure = enlisted(group("guard", 10)).groups[0].figure
    assert (figure.movement, figure.life, figure.soldiering, figure.rating) == (inches(7), 1, 4, 4)
    assert figure.blows == (Blows(1, 4, 1),) and figure.save == Save(3, 0, 0, 0)


@pytest.mark.rule("tp.piece.profile.grandgeneral", "tp.piece.combine.plus")
def test_the_grand_general_and_his_horse_are_read_together() -> None:
    on_foot, mounted = enlisted(bought("grand_general"), bought("grand_general", mount="war horse")).leaders
    figure = mounted.figure
    assert (on_foot.figure.movement, on_foot.figure.life) == (inches(7), 2)
    assert (figure.movement, figure.life, figure.soldiering) == (inches(12), 3, 5)
    assert figure.save == on_foot.figure.save == Save(2, 0, 0, 0)
    assert [(blow.attacks, blow.rating, blow.part) for blow in figure.blows] == [(1, 4, "self"), (1, 3, "steed")]


@pytest.mark.rule("tp.list.source.soldiering_examples")
@pytest.mark.parametrize("value", [4, 5, 7])
def test_generals_lead_with_the_soldiering_of_the_examples(value: int) -> None:
    general = hero("general", (36, 25), role="general", figure=champion(soldiering=value))
    fight = scene(unit("men", at=(36, 20), models=10, figure=foot(soldiering=3)), general, FAR_ENEMY)
    assert soldiering(fight, 0, "break").total == value


# --- armour --------------------------------------------------------------------------------------------------


def armoured(kind: str) -> list[tuple[Profile, Option]]:
    return [(p, option) for p in PROFILES for option in p.options if option.armour == kind]


@pytest.mark.rule("tp.armour.light")
def test_light_armour_adds_a_point_of_toughness_and_costs_nothing_else() -> None:
    assert armoured("light")
    for profile, option in armoured("light"):
        assert (profile.armour, option.toughness, option.agility, option.movement) == ("none", 1, 0, 0)
    bare, clad = enlisted(bought("grand_general"), bought("grand_general", options=["light armour"])).leaders
    assert clad.figure.save == Save(3, 0, 0, 0) and bare.figure.save.toughness == 2
    assert clad.figure.movement == bare.figure.movement and not clad.figure.heavy


@pytest.mark.rule("tp.armour.heavy")
def test_heavy_armour_adds_two_points_or_more_and_costs_agility_and_an_inch() -> None:
    assert armoured("heavy")
    for profile, option in armoured("heavy"):
        assert option.toughness + (profile.armour == "light") >= 2, profile.rule
        assert (option.agility, option.movement) == (-1, -1), profile.rule
    light, heavy = enlisted(bought("lord"), bought("lord", options=["heavy armour"]), name="elves").leaders
    assert light.figure.movement - heavy.figure.movement == inches(1) and heavy.figure.heavy
    assert light.figure.save.agility - heavy.figure.save.agility == 1


# --- special rules, and rules found elsewhere ----------------------------------------------------------------


@pytest.mark.rule("tp.army.override")
def test_a_rule_of_the_list_goes_before_the_general_one() -> None:
    """Units shoot with their first row; those whose list trains them to volleys with all their ranks."""
    (drilled,) = enlisted(group("outer_watch", 12), name="elves").groups
    (plain,) = enlisted(group("goblin_archers", 12), name="orcs").groups
    assert "mass volley" in drilled.figure.traits and "mass volley" not in plain.figure.traits
    shots = []
    for figure in (drilled.figure, plain.figure):
        fight = scene(
            unit("archers", at=(36, 20), models=12, files=6, figure=figure),
            unit("orcs", at=(36, 30), facing=180, side=1),
        )
        shots.append([shot for _, _, shot in salvos(fight, 0, 1, "phase")])
    assert shots == [[12], [6]]


@pytest.mark.rule("tp.unit.elsewhere")
def test_flimsy_ranks_buckle_and_hits_fall_on_the_men_before_their_hero() -> None:
    deep, thin = clash(models=(20, 20)), clash(models=(20, 5))
    assert stress(thin, 1, "break").total - stress(deep, 1, "break").total >= 5
    assert added(stress(thin, 1, "break"), "tp.check.bs.buckling") == 5
    fight = scene(
        unit("archers", at=(36, 10)),
        unit("men", at=(36, 20), side=1, models=10),
        hero("hero", within="men", side=1),
    )
    with script(fight, dice=[6, 6, 6]):
        strike(fight, Attack(number(fight, "men"), 3, "missile", "tp.weapon.bow", number(fight, "archers")))
    assert (piece(fight, "men").models, piece(fight, "hero").hurt) == (7, 0)


@pytest.mark.rule("tp.unit.elsewhere")
def test_beasts_join_no_unit_and_no_character_joins_beasts() -> None:
    beast = unit("beast", at=(30, 20), models=1, files=1, figure=foot(category="beast"))
    fight = scene(unit("men", at=(36, 20)), beast, hero("hero", (20, 20)), FAR_ENEMY)
    for who, where in (("beast", "men"), ("hero", "beast")):
        refusal = may_join(fight, number(fight, who), number(fight, where))
        assert refusal is not None and refusal.rule == "tp.character.join.eligible"


@pytest.mark.rule("tp.character.halfwit")
def test_a_halfwit_is_a_poor_character_who_may_hide_and_even_command() -> None:
    fools = [profile for profile in PROFILES if "halfwit" in profile.roles]
    assert fools and all(p.line.rating <= 3 and p.line.soldiering <= 3 and p.line.life == 1 for p in fools)
    roster = (
        group("guard", 20),
        group("spear_militia", 20),
        bought("halfwit", role="general", **{"with": "guard"}),
    )
    assert not broken(army("herlanceia", 500, *roster))
    (fool,) = enlisted(*roster).leaders
    assert fool.general and fool.hidden and fool.figure.category == "character"


@pytest.mark.rule("tp.character.elsewhere")
def test_a_lone_character_moves_freely_and_is_hard_to_hit() -> None:
    def shot_at(*others: Any, far: float = 15) -> tuple[Fight, int, int]:
        archers = unit("archers", at=(36, 10), models=5, figure=foot(weapons=("bow",)))
        fight = scene(archers, hero("hero", (36, 10 + far), facing=180, side=1), *others, phase="shooting")
        return fight, number(fight, "archers"), number(fight, "hero")

    assert added(to_hit(*shot_at()), "tp.shoot.mod.insignificant") == 1
    assert why_no_shot(*shot_at()) is None
    refusal = why_no_shot(*shot_at(unit("friends", at=(38.5, 25), facing=180, side=1, models=9, files=3)))
    assert refusal is not None and refusal.rule == "tp.shoot.mod.insignificant"
    assert why_no_shot(*shot_at(unit("friends", at=(36, 17), facing=180, side=1), far=5)) is None
    fight = scene(hero("walker", (20, 20)), FAR_ENEMY)
    play(fight, "walker", [go(22, 17), ["face", 4500]])
    assert at(fight, "walker")[2] == 45
