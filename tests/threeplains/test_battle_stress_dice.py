"""What goes into the pool of battle stress dice, and fear."""

from __future__ import annotations

import pytest
from tests.threeplains.scene import (
    champion,
    contact,
    foot,
    hero,
    horse,
    number,
    piece,
    scene,
    unit,
)

from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.morale.checks import (
    fear_between,
    highest,
    kills,
    soldiering,
    stress,
)

from .nerves import dice, enemy, frightful, men

# --- battle stress dice --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.check.bs.kills", "tp.check.bs.chart")
@pytest.mark.parametrize(("lost", "dice_"), [(1, 0), (3, 1), (4, 2), (5, 2)])
def test_every_two_life_points_are_a_die(lost: int, dice_: int) -> None:
    assert dice(scene(men(lost=lost)))[1] == dice_


@pytest.mark.rule("tp.check.bs.kills")
def test_odd_points_add_up_only_among_models_of_one_kind_in_one_group() -> None:
    lord = champion(profile="test.lord")
    fight = scene(men(lost=1), hero("lord", within="men", figure=lord, lost=1), men("others", (20, 20), lost=1))
    assert kills(fight, 0) == 0 and kills(fight, number(fight, "others")) == 0
    piece(fight, "men").lost = 3
    piece(fight, "lord").lost = 2
    assert kills(fight, 0) == 2
    backed = scene(men(lost=1), men("others", lost=1))
    piece(backed, "men").backing, piece(backed, "others").fate, piece(backed, "others").host = (1,), "within", 0
    assert kills(backed, 0) == 1, "the same kind in one reinforced unit"


@pytest.mark.rule("tp.check.bs.panic")
@pytest.mark.parametrize(
    ("at", "expected"),
    [((36, 27), 1), ((36, 30), 0), ((36, 11), 0), ((36, 15.5), 1)],
    ids=["ahead", "ahead but far", "5 inches behind", "close behind"],
)
def test_friends_in_flight_are_a_die_each_where_they_are_noticed(at: tuple[float, float], expected: int) -> None:
    fight = scene(men(), men("runners", at, fleeing=True))
    assert dice(fight)[1] == expected


@pytest.mark.rule("tp.check.bs.panic")
def test_only_friends_in_flight_spread_panic() -> None:
    runners = [men(f"{name} runners", at, fleeing=True) for name, at in (("left", (30, 25)), ("right", (42, 25)))]
    fight = scene(men(), *runners, men("calm", (36, 26)), men("orcs", (36, 30), side=1, fleeing=True))
    assert dice(fight)[1] == 2


@pytest.mark.rule("tp.check.bs.overlapped")
@pytest.mark.parametrize(("files", "points"), [(5, 0), (15, 4)])
def test_each_point_passed_costs_two_dice(files: int, points: int) -> None:
    wide = unit("orcs", (36, 20), facing=180, side=1, models=3 * files, files=files)
    fight = scene(men(models=15), wide)
    contact(fight, "orcs", "men")
    assert dice(fight)[1] == points
    if points:
        assert [step.rule for step in stress(fight, 0, "break").steps][1:] == ["tp.check.bs.overlapped"]


@pytest.mark.rule("tp.check.bs.flankrear")
@pytest.mark.parametrize(("attacks", "expected"), [(6, 10), (3, 0)])
def test_every_enemy_in_flank_or_rear_with_four_attacks_costs_five_dice(attacks: int, expected: int) -> None:
    strong = champion(category="beast", base=(inches(1), inches(1)), attacks=attacks, life=3)
    fight = scene(
        men(models=15),
        hero("dragon", (36, 20 - 3 * 0.787), side=1, figure=strong),
        hero("chariot", (36 - 2.5 * 0.787, 19), facing=90, side=1, figure=strong),
    )
    contact(fight, "dragon", "men", "front", "rear")
    contact(fight, "chariot", "men", "front", "left")
    assert dice(fight)[1] == expected


@pytest.mark.rule("tp.check.bs.flankrear", "tp.weapon.pike.flank")
def test_pikes_make_an_attack_in_the_flank_worse() -> None:
    strong = champion(category="beast", base=(inches(1), inches(1)), attacks=6, life=3)
    pikes = scene(
        men(models=15, figure=foot(weapons=("pike", "sidearm"))),
        hero("dragon", (36, 20 - 3 * 0.787), side=1, figure=strong),
    )
    contact(pikes, "dragon", "men", "front", "rear")
    more = dice(pikes)[1]
    piece(pikes, "men").pikes_dropped = True
    assert dice(pikes)[1] == 5 < more


@pytest.mark.rule("tp.check.bs.buckling")
def test_buckling_costs_five_dice_however_many_reasons_there_are() -> None:
    thin = men(models=5, files=5)
    fight = scene(
        thin,
        unit("left orcs", (35.2, 20), facing=180, side=1, models=9, files=3),
        unit("right orcs", (37.6, 20), facing=180, side=1, models=9, files=3),
    )
    contact(fight, "left orcs", "men")
    contact(fight, "right orcs", "men")
    buckling = [step.amount for step in stress(fight, 0, "break").steps if step.rule == "tp.check.bs.buckling"]
    assert buckling == [5]


@pytest.mark.rule("tp.check.bs.cowardly", "tp.trait.cowardly")
@pytest.mark.parametrize(
    ("away", "way", "expected"),
    [(5, 0, 2), (7, 0, 0), (5, 180, 0)],
    ids=["5 inches ahead", "7 inches ahead", "5 inches behind"],
)
def test_cowards_are_stressed_by_enemies_they_sense_within_six_inches(away: float, way: int, expected: int) -> None:
    cowards = men(figure=foot(ratings={"cowardly": 1}), facing=way, models=5)
    fight = scene(
        cowards,
        hero("worm", within="men", figure=champion(ratings={"cowardly": 2})),
        men("orcs", (36, 20 + away + (way == 180) * 0.8), side=1, facing=180),
    )
    assert dice(fight)[1] == expected


@pytest.mark.rule("tp.check.bs.fleeing")
def test_flight_costs_six_dice() -> None:
    assert dice(scene(men(fleeing=True, lost=2)))[1] == 7


# --- fear ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.check.bs.fear", "tp.trait.fear.highest_only", "tp.trait.fear")
def test_of_several_fear_causers_the_highest_counts() -> None:
    fight = scene(
        men(),
        enemy("troll", frightful(1), 4),
        hero("giant", (40, 24), facing=180, side=1, figure=frightful(3)),
    )
    assert dice(fight)[1] == 3
    assert dice(fight, who="troll")[1] == 0, "friends do not fear each other"


@pytest.mark.rule("tp.check.bs.fear")
@pytest.mark.parametrize(("facing", "expected"), [(0, 3), (180, 0)], ids=["ahead", "behind"])
def test_what_is_not_sensed_frightens_nobody(facing: int, expected: int) -> None:
    small = champion(ratings={"fear": 3})
    fight = scene(men(facing=facing, models=5), hero("ghost", (36, 25.8), facing=180, side=1, figure=small))
    assert dice(fight)[1] == expected


@pytest.mark.rule("tp.trait.fear.range", "tp.check.bs.fear")
@pytest.mark.parametrize(
    ("figure", "away", "airborne", "expected"),
    [
        (frightful(2), 6, False, 2),
        (frightful(2), 6.2, False, 0),
        (frightful(2, flight=inches(14)), 3.6, True, 2),
        (frightful(2, flight=inches(14)), 4, True, 0),
        (frightful(2, flight=inches(14)), 7, False, 2),
        (frightful(2, flight=inches(14)), 7.2, False, 0),
    ],
    ids=[
        "6 inches",
        "6.2 inches",
        "flying, 7 inches off",
        "flying, 7.2 inches off",
        "landed at 7",
        "landed at 7.2",
    ],
)
def test_fear_reaches_six_inches_and_that_of_flyers_seven(
    figure: Figure, away: float, airborne: bool, expected: int
) -> None:
    fight = scene(men(), enemy("dragon", figure, away, airborne=airborne))
    assert dice(fight)[1] == expected


@pytest.mark.rule("tp.trait.fear.range", "tp.check.bs.fear")
def test_in_combat_fear_needs_no_senses() -> None:
    small = champion(ratings={"fear": 2}, traits=("light footed",), attacks=1)
    fight = scene(men(models=15), hero("ghost", (36, 20 - 3 * 0.787), side=1, figure=small))
    assert dice(fight)[1] == 0
    contact(fight, "ghost", "men", "front", "rear")
    assert dice(fight)[1] == 2


@pytest.mark.rule("tp.check.fear.relative", "tp.trait.fear.versus_fear")
@pytest.mark.parametrize(
    ("own", "theirs", "mine", "yours"), [(2, 1, 0, 1), (1, 3, 2, 0), (2, 2, 0, 0), (0, 2, 2, 0)]
)
def test_fear_against_fear(own: int, theirs: int, mine: int, yours: int) -> None:
    fight = scene(hero("men", (36, 20), figure=frightful(own)), enemy("troll", frightful(theirs), 3))
    assert (fear_between(fight, 0, 1), fear_between(fight, 1, 0)) == (mine, yours)
    assert (dice(fight)[1], dice(fight, who="troll")[1]) == (mine, yours)


@pytest.mark.rule("tp.trait.fear.shared", "tp.trait.fear.highest_only")
@pytest.mark.parametrize(("own", "leader"), [(0, 2), (2, 2), (1, 2)])
def test_a_group_causes_the_highest_fear_of_anybody_in_it_and_no_more(own: int, leader: int) -> None:
    fight = scene(
        men(),
        men("orcs", (36, 24), side=1, facing=180, figure=horse(ratings={"fear": own})),
        hero("mask", within="orcs", side=1, figure=champion(ratings={"fear": leader}, base=horse().base)),
    )
    assert highest(fight, number(fight, "orcs"), "fear") == 2
    assert dice(fight)[1] == 2


@pytest.mark.rule("tp.check.bs.chart")
def test_all_stress_that_reaches_a_piece_is_added() -> None:
    fight = scene(
        men(figure=foot(ratings={"cowardly": 1}), lost=4),
        men("runners", (30, 25), fleeing=True),
        enemy("troll", frightful(2), 5),
    )
    assert dice(fight)[1] == 2 + 1 + 1 + 2
    rules = [step.rule.rpartition(".")[2] for step in stress(fight, 0, "deviancy").steps]
    assert rules == ["deviancy", "kills", "panic", "cowardly", "fear"]


@pytest.mark.rule("tp.check.sol.general", "tp.unit.engulf.move")
def test_a_general_whose_unit_has_ringed_an_enemy_still_leads_those_near_him() -> None:
    horde = unit("horde", at=(36, 20), models=24, figure=foot(soldiering=2), ring=3)
    fight = scene(
        unit("guard", at=(36, 12), models=10, figure=foot(soldiering=3)),
        horde,
        hero("general", within="horde", role="general", figure=champion(soldiering=7)),
        hero("foe", at=(36, 21), facing=180, side=1),
    )
    assert number(fight, "foe") == 3
    assert soldiering(fight, number(fight, "guard"), "deviancy").total == 7
