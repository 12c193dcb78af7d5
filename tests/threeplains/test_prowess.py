"""What a blow needs to hit, who strikes first, and what the ground does to both."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.fighting.prowess import attack_of, chart, hit_chain, ready, strikes_first, to_hit
from warhost.rulebooks.threeplains.figure import Blows
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.hits import weigh

from .melee import attack, blows, clash, feature
from .scene import contact, foot, horse, number, piece, scene, unit


def needs(fight: Fight, name: str, line: int = 0) -> int:
    return to_hit(fight, blows(fight, name)[line]).total


# --- the chart -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.combat.hit.chart", "tp.appendix1.hit_chart")
@pytest.mark.parametrize(
    ("attacker", "target", "face"),
    [
        (4, 1, 2), (4, 2, 2), (4, 3, 3), (4, 4, 4), (4, 6, 4), (4, 7, 5), (4, 8, 5), (4, 9, 5), (4, 10, 6),
        (2, 1, 2), (2, 3, 4), (3, 2, 3),
    ],
)  # fmt: skip
def test_the_chart_compares_the_ratings(attacker: int, target: int, face: int) -> None:
    assert chart(attacker, target) == face
    assert needs(clash(ours=foot(rating=attacker), theirs=foot(rating=target)), "guard") == face


@pytest.mark.rule("tp.combat.cr.max")
def test_a_combat_rating_never_counts_more_than_ten() -> None:
    assert needs(clash(ours=foot(rating=12), theirs=foot(rating=10)), "guard") == 4
    assert needs(clash(ours=foot(rating=5), theirs=foot(rating=12)), "guard") == 5


@pytest.mark.rule("tp.combat.hit.mounted")
def test_a_rider_and_his_horse_are_struck_against_the_riders_rating() -> None:
    fight = clash(theirs=horse(rating=4), ours=foot(rating=4), models=(20, 8), files=(5, 4))
    assert needs(fight, "guard") == 4  # the horse's rating is 3


@pytest.mark.rule("tp.piece.combine.independent")
def test_rider_and_steed_hit_each_by_their_own_rating() -> None:
    fight = clash(ours=horse(rating=4), theirs=foot(rating=3), models=(8, 20), files=(4, 5))
    assert (needs(fight, "guard", 0), needs(fight, "guard", 1)) == (3, 4)


@pytest.mark.rule("tp.combat.hit.none", "tp.combat.hit.automatic")
def test_what_has_no_combat_rating_is_always_hit() -> None:
    fight = clash(ours=foot(attacks=3), theirs=foot(rating=-1), models=(1, 20), files=(1, 5))
    piece(fight, "guard").tired = 4  # no reroll touches an automatic hit
    chain = hit_chain(ready(fight, blows(fight, "guard")[0]))
    assert chain.distribution().chance(3) == 1


# --- modifiers -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.combat.hit.modifiers", "tp.unit.engulf.effects")
def test_a_bonus_lowers_what_is_needed() -> None:
    fight = scene(
        unit("guard", at=(36, 20), models=20), unit("orcs", at=(36, 20), facing=180, side=1, models=1, files=1),
        phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    assert needs(fight, "guard") == 4
    piece(fight, "guard").ring = number(fight, "orcs")
    assert needs(fight, "guard") == 3


@pytest.mark.rule("tp.combat.hit.modifiers")
def test_a_one_always_misses_and_a_six_always_hits() -> None:
    ringed = scene(
        unit("guard", at=(36, 20), figure=foot(rating=9)),
        unit("orcs", at=(36, 20), facing=180, side=1, models=1, files=1), phase="combat",
    )  # fmt: skip
    contact(ringed, "guard", "orcs")
    piece(ringed, "guard").ring = number(ringed, "orcs")
    assert needs(ringed, "guard") == 2
    uphill = clash(ours=foot(rating=1), theirs=foot(rating=9), terrain=[feature("hill", (36, 26), (16, 13))])
    assert needs(uphill, "guard") == 6


@pytest.mark.rule("tp.combat.soft")
def test_infantry_that_is_ridden_down_strikes_back_at_minus_one() -> None:
    fight = clash(ours=horse(weapons=("sidearm",)), models=(8, 24), files=(4, 6), charge=8)
    assert needs(fight, "orcs") == 5 and needs(fight, "guard") == 4
    assert needs(clash(ours=horse(), models=(8, 24), files=(4, 6), charge=6), "orcs") == 4


# --- defended positions --------------------------------------------------------------------------------------

HILL = feature("hill", (36, 26), (16, 13))


@pytest.mark.rule("tp.combat.defended.effect")
def test_who_attacks_a_defended_position_hits_less_and_is_less_nimble() -> None:
    fight = clash(ours=foot(agility=1), theirs=foot(agility=1), terrain=[HILL])
    assert needs(fight, "guard") == 5 and needs(fight, "orcs") == 4
    assert weigh(fight, attack(fight, "orcs")).dodged == 0
    assert weigh(fight, attack(fight, "guard")).dodged == 1


@pytest.mark.rule("tp.combat.defended.front")
def test_a_position_is_held_to_the_front_only() -> None:
    fight = clash(side="rear", terrain=[HILL])
    assert needs(fight, "guard") == 4


@pytest.mark.rule("tp.combat.defended.mounted")
def test_riders_hold_no_position() -> None:
    assert needs(clash(theirs=horse(), models=(20, 8), files=(5, 4), terrain=[HILL]), "guard") == 4


@pytest.mark.rule("tp.combat.defended.effect")
def test_a_wall_is_a_defended_position() -> None:
    fight = scene(
        unit("guard", at=(36, 20)), unit("orcs", at=(36, 20.5), facing=180, side=1),
        terrain=[feature("stone wall", (36, 20.25), (8, 0.5))], phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    assert needs(fight, "guard") == 5 and needs(fight, "orcs") == 4


# --- exhaustion ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.exhaustion.effects")
@pytest.mark.parametrize(
    ("guard", "orcs", "again"), [(4, 0, "successes"), (0, 4, "failures"), (4, 5, "all"), (3, 3, "none")]
)
def test_the_weary_throw_their_hits_again_and_misses_at_them_are_thrown_again(
    guard: int, orcs: int, again: str
) -> None:
    fight = clash()
    piece(fight, "guard").tired, piece(fight, "orcs").tired = guard, orcs
    assert ready(fight, blows(fight, "guard")[0]).reroll == again


# --- striking first ------------------------------------------------------------------------------------------


def comes_first(fight: Fight, name: str) -> bool:
    return strikes_first(fight, blows(fight, name)[0], {})


@pytest.mark.rule("tp.combat.flankrear", "tp.combat.strikesfirst")
@pytest.mark.parametrize("side", ["left", "rear"])
def test_a_charge_into_flank_or_rear_strikes_first_in_that_round_only(side: str) -> None:
    assert comes_first(clash(side=side, charge=3), "guard")
    assert not comes_first(clash(side=side, charge=3, rounds=1), "guard")
    assert not comes_first(clash(side=side), "guard")
    assert not comes_first(clash(charge=3), "guard")


@pytest.mark.rule("tp.combat.strikesfirst", "tp.weapon.spear.strikes_first")
def test_lancers_and_spearmen_strike_each_other_at_once() -> None:
    fight = clash(ours=horse(), theirs=foot(weapons=("spear",)), models=(8, 20), files=(4, 5), charge=10)
    assert not comes_first(fight, "guard") and not comes_first(fight, "orcs")
    assert comes_first(clash(ours=horse(), models=(8, 20), files=(4, 5), charge=10), "guard")


@pytest.mark.rule("tp.piece.combine.independent", "tp.weapon.inbuilt")
def test_the_steeds_of_lancers_strike_first_too_but_without_the_lance() -> None:
    fight = clash(ours=horse(), models=(8, 20), files=(4, 5), charge=10)
    steed = blows(fight, "guard")[1]
    assert strikes_first(fight, steed, {}) and attack_of(fight, steed).toughness == 0


@pytest.mark.rule("tp.weapon.inbuilt")
def test_what_a_line_takes_off_the_save_counts_besides_the_weapon() -> None:
    giant = foot(category="beast", blows=(Blows(7, 2, 4, toughness=4, agility=1),), weapons=("natural weapons",))
    fight = clash(ours=giant, models=(1, 20), files=(1, 5))
    found = attack(fight, "guard")
    assert (found.top, found.toughness, found.agility) == (4, 4, 1)
