"""Chaos, spell by spell."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.events.spells import Backfired, EnchantmentOver, Leapt, SpellRolled
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.fighting.prowess import rating, ready
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.bearing import lay, nature
from warhost.rulebooks.threeplains.magic.casting import castable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.magic.spells.chaos import no_machines, warped_at_most
from warhost.rulebooks.threeplains.missiles.aiming import why_no_missiles
from warhost.rulebooks.threeplains.missiles.hitting import hit_test
from warhost.rulebooks.threeplains.missiles.shooting import shoot_one
from warhost.rulebooks.threeplains.morale.checks import deviancy, never_flees, stress
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.special.tempers import frenzied
from warhost.rulebooks.threeplains.state import NEVER, Clock, Effect
from warhost.rulebooks.threeplains.wounds.hits import Attack, damage_chain, strike

from .scene import contact, foot, horse, number, piece, scene, script, told, unit
from .wizardry import WINS, casts, mage, wizard

TWO, THREE, FOUR, FIVE = ((1,) * ether + (6, 6) for ether in (2, 3, 4, 5))


def before_orcs(*known: str, **more: Any) -> Fight:
    return scene(wizard("merlin", (36, 10), *known), unit("orcs", (36, 16), facing=180, side=1, **more))


# --- crack in reality ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.chaos.crack_in_reality")
def test_a_crack_takes_up_to_three_points_off_each_model_it_hits() -> None:
    fight = before_orcs("chaos.crack_in_reality", figure=foot(life=3, toughness=6, agility=4), models=5)
    casts(fight, "merlin", "chaos.crack_in_reality", dice=[*WINS, 3, 4, 2, 5])
    assert (piece(fight, "orcs").lost, piece(fight, "orcs").models) == (3, 4)


@pytest.mark.rule("tp.spell.chaos.crack_in_reality")
def test_on_a_six_the_crack_opens_under_the_caster() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "chaos.crack_in_reality", figure=mage(life=4)), unit("orcs", (36, 16), side=1)
    )  # fmt: skip
    casts(fight, "merlin", "chaos.crack_in_reality", dice=[*WINS, 6, 1, 4])
    assert piece(fight, "merlin").hurt == 3 and piece(fight, "orcs").models == 20 and told(fight, Backfired)


# --- carnal warp ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.chaos.carnal_warp")
@pytest.mark.parametrize(("figure", "dice"), [(foot(), 3), (horse(), 5)])
def test_warped_movement_is_rolled_when_the_piece_sets_off_and_hurts_it(figure: Any, dice: int) -> None:
    fight = scene(
        wizard("merlin", (36, 10), "chaos.carnal_warp"), unit("guard", (36, 14), models=10, figure=figure)
    )
    casts(fight, "merlin", "chaos.carnal_warp", dice=WINS, answers=["guard"])
    guard = number(fight, "guard")
    before = movement(fight, guard).total
    assert before == figure.movement and warped_at_most(fight, guard) == inches(6 * dice) - before
    answers = ["guard", [["go", inches(36), inches(16)]]]
    with script(fight, dice=[3] * dice + [2, 6, 6], answers=answers):
        move_one(fight)
    assert movement(fight, guard).total == inches(3 * dice) and warped_at_most(fight, guard) == 0
    assert piece(fight, "guard").lost == 2
    fight.state.clock += 1
    expire(fight)
    assert movement(fight, guard).total == before


@pytest.mark.rule("tp.spell.chaos.carnal_warp")
def test_flight_is_not_warped_but_hurts() -> None:
    fight = before_orcs("chaos.carnal_warp")
    casts(fight, "merlin", "chaos.carnal_warp", dice=WINS, answers=["orcs"])
    with script(fight, dice=[3, 4, 1, 6]):
        flee(fight, number(fight, "orcs"), "tp.check.break")
    assert piece(fight, "orcs").flight_run == inches(7) and piece(fight, "orcs").lost == 1


# --- disorder ------------------------------------------------------------------------------------------------


def engines(count: int) -> Fight:
    thrower = foot(kind="machine", category="machine", movement=0, weapons=("longbow",))
    return scene(
        wizard("merlin", (36, 10), "chaos.disorder"),
        *[
            unit(f"thrower{n}", (30 + 4 * n, 20), facing=180, side=1, models=1, files=1, figure=thrower)
            for n in range(count)
        ],
    )


@pytest.mark.rule("tp.spell.chaos.disorder")
def test_war_machines_cannot_shoot_in_their_next_turn() -> None:
    fight = engines(3)  # no more than it strikes: nobody is asked which
    casts(fight, "merlin", "chaos.disorder", dice=[*TWO, 5])
    fight.state.active, fight.state.clock = 1, 2
    expire(fight)
    assert all(why_no_missiles(fight, number(fight, f"thrower{at}")) for at in range(3))


@pytest.mark.rule("tp.spell.chaos.disorder")
@pytest.mark.parametrize(("away", "jammed"), [(20, True), (20.01, False)])
def test_disorder_reaches_twenty_inches(away: float, jammed: bool) -> None:
    fight = engines(1)
    piece(fight, "thrower0").x, piece(fight, "thrower0").y = inches(36), inches(10 + away)
    casts(fight, "merlin", "chaos.disorder", dice=[*TWO, 5])
    assert bool(fight.state.effects) == jammed


def ready_after_its_shot(fight: Fight, name: str) -> bool:
    one, shooter = number(fight, name), piece(fight, name)
    shooter.aimed, shooter.silent_until = fight.state.clock, Clock(fight.state.clock + 2)
    specials.moments.each(nature(fight, one), fight, one, "has shot")
    return shooter.aimed == NEVER and shooter.silent_until == 0


@pytest.mark.rule("tp.spell.chaos.disorder")
def test_on_a_six_the_enemy_picks_three_that_shoot_twice() -> None:
    fight = engines(4)
    chosen = ["thrower0", "thrower1", "thrower3"]
    casts(fight, "merlin", "chaos.disorder", dice=[*TWO, 6], answers=[chosen])
    assert ready_after_its_shot(fight, "thrower3") and not ready_after_its_shot(fight, "thrower3")
    assert not ready_after_its_shot(fight, "thrower2")


@pytest.mark.rule("tp.magic.choose.exchange")
def test_disorder_is_useless_without_machines() -> None:
    fight = before_orcs("chaos.disorder")
    assert no_machines(fight, number(fight, "merlin")) and not castable(fight)
    assert not no_machines(engines(1), 0)


# --- senselessness -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.chaos.senselessness")
@pytest.mark.parametrize(("face", "firm", "dice"), [(4, True, 0), (5, False, 2)])
def test_the_senseless_do_not_break_or_are_all_the_more_shaken(face: int, firm: bool, dice: int) -> None:
    fight = scene(wizard("merlin", (36, 10), "chaos.senselessness"), unit("guard", (36, 14), models=10))
    casts(fight, "merlin", "chaos.senselessness", dice=[*THREE, face], answers=["guard"])
    guard = number(fight, "guard")
    assert never_flees(fight, guard) is firm and stress(fight, guard, "break").total == dice
    fight.state.clock += 2
    expire(fight)
    assert told(fight, EnchantmentOver)[0].rule == "tp.spell.chaos.senselessness"


# --- scatter leap --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.chaos.scatter_leap")
def test_a_caster_leaps_out_of_combat_and_is_not_pursued() -> None:
    fight = scene(
        wizard("merlin", (36, 20), "chaos.scatter_leap"), unit("orcs", (36, 20), facing=180, side=1, models=5)
    )
    contact(fight, "orcs", "merlin")
    casts(fight, "merlin", "chaos.scatter_leap", dice=[*THREE, 91, 3, 4], answers=["merlin", "there", 9000])
    merlin = piece(fight, "merlin")
    assert merlin.facing == 9000 and not engaged(fight, number(fight, "merlin"))
    assert abs(merlin.x - inches(43)) < inches(1) and told(fight, Leapt)[0].at == (inches(43), inches(20))


@pytest.mark.rule("tp.spell.chaos.scatter_leap")
def test_the_second_location_stands() -> None:
    fight = scene(
        wizard("merlin", (36, 20), "chaos.scatter_leap"), unit("orcs", (5, 40), facing=180, side=1, models=5)
    )
    dice = [*THREE, 91, 3, 4, 271, 1, 1]
    casts(fight, "merlin", "chaos.scatter_leap", dice=dice, answers=["merlin", "roll again", 0])
    assert told(fight, Leapt)[0].at == (inches(34), inches(20))


@pytest.mark.rule("tp.spell.chaos.scatter_leap")
def test_an_enemy_that_lands_on_our_unit_charges_it_where_it_comes_down() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "chaos.scatter_leap"),
        unit("guard", (45, 20), models=40, files=4), unit("orcs", (36, 15), facing=180, side=1, models=3, files=3),
    )  # fmt: skip
    casts(fight, "merlin", "chaos.scatter_leap", dice=[*THREE, 91, 3, 4], answers=["orcs", "there"])
    (met,) = fight.state.contacts
    assert (met.a, met.b) == (number(fight, "orcs"), number(fight, "guard"))
    assert met.b_side == "left"


@pytest.mark.rule("tp.spell.chaos.scatter_leap", "tp.move.flee")
def test_a_fleeing_piece_that_is_flung_at_our_unit_is_set_beside_it_and_flees_on() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "chaos.scatter_leap"), unit("guard", (43, 17)),
        unit("orcs", (36, 15), facing=180, side=1, models=10, fleeing=True),
    )  # fmt: skip
    casts(fight, "merlin", "chaos.scatter_leap", dice=[*THREE, 91, 3, 4], answers=["orcs", "there", 18000])
    orcs = piece(fight, "orcs")
    assert not fight.state.contacts and orcs.fleeing and (orcs.x, orcs.y) == (inches(43), inches(17.5))
    assert told(fight, Leapt)[0].at == (orcs.x, orcs.y)


# --- confusion, madness, mayhem, turmoil ---------------------------------------------------------------------


@pytest.mark.rule("tp.spell.chaos.confusion")
def test_confusion_lowers_a_rating_to_one_at_least() -> None:
    fight = before_orcs("chaos.confusion")
    casts(fight, "merlin", "chaos.confusion", dice=[*FOUR, 2, 5])
    assert rating(fight, number(fight, "orcs"), 4) == 1


@pytest.mark.rule("tp.spell.chaos.confusion")
def test_on_a_six_the_enemy_says_who_is_confused() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "chaos.confusion"), unit("riders", (60, 40), figure=horse(rating=5), models=4),
        unit("orcs", (36, 16), facing=180, side=1),
    )  # fmt: skip
    casts(fight, "merlin", "chaos.confusion", dice=[*FOUR, 6, 2], answers=["riders"])
    assert rating(fight, number(fight, "riders"), 5) == 3 and rating(fight, number(fight, "orcs"), 4) == 4


@pytest.mark.rule("tp.spell.chaos.raging_madness")
def test_madness_brings_a_frenzy_without_a_charge_and_takes_it_away_again() -> None:
    fight = scene(wizard("merlin", (36, 10), "chaos.raging_madness"), unit("guard", (36, 14), models=10))
    casts(fight, "merlin", "chaos.raging_madness", dice=[*FOUR, 1])
    guard = number(fight, "guard")
    assert frenzied(fight, guard) and "frenzy" in nature(fight, guard)
    fight.state.clock = 3
    expire(fight)
    assert not frenzied(fight, guard) and piece(fight, "guard").frenzy == ""


@pytest.mark.rule("tp.spell.chaos.raging_madness", "tp.trait.frenzy")
@pytest.mark.parametrize(("traits", "charged", "rages"), [
    (("frenzy",), True, True), (("frenzy",), False, False), ((), True, False),
])  # fmt: skip
def test_who_charges_in_a_frenzy_of_his_own_rages_on_when_the_madness_is_over(
    traits: tuple[str, ...], charged: bool, rages: bool
) -> None:
    guard = unit("guard", (36, 14), models=10, figure=foot(traits=traits))
    fight = scene(wizard("merlin", (36, 10), "chaos.raging_madness"), guard)
    casts(fight, "merlin", "chaos.raging_madness", dice=[*FOUR, 1])
    if charged:
        specials.moments.each(nature(fight, number(fight, "guard")), fight, number(fight, "guard"), "charged")
    fight.state.clock = Clock(3)
    expire(fight)
    assert frenzied(fight, number(fight, "guard")) is rages


@pytest.mark.rule("tp.spell.chaos.raging_madness")
def test_on_a_six_an_enemy_rages() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "chaos.raging_madness"), unit("guard", (36, 14), models=10),
        unit("orcs", (60, 40), side=1), unit("trolls", (50, 40), side=1, models=5),
    )  # fmt: skip
    casts(fight, "merlin", "chaos.raging_madness", dice=[*FOUR, 6], answers=["trolls"])
    assert frenzied(fight, number(fight, "trolls")) and not frenzied(fight, number(fight, "guard"))


@pytest.mark.rule("tp.spell.chaos.mayhem")
def test_mayhem_makes_all_that_succeeds_be_rolled_again() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "chaos.mayhem"), unit("guard", (36, 20), models=10),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
        wizard("shaman", (0, 0), "base.haste", within="orcs", side=1),
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    casts(fight, "merlin", "chaos.mayhem", dice=[*FIVE, 5], answers=[[]])
    orcs = number(fight, "orcs")
    (blow, *_) = blows_of(fight, orcs, {}, {})
    assert ready(fight, blow).reroll == "successes" and hit_test(fight, orcs, 5).reroll == "successes"
    piece(fight, "guard").tired = 4
    assert ready(fight, blow).reroll == "all"
    with script(fight, dice=[4, 4, 4, 4, 6, 1, 1, 1, 1, 1, 1]):
        assert not deviancy(fight, orcs, "tp.check.deviancy")
    fight.state.active = 1
    casts(fight, "shaman", "base.haste", dice=[5, 6, 6, 1, 1])
    assert not told(fight, SpellRolled)[-1].cast


@pytest.mark.rule("tp.spell.chaos.mayhem", "tp.shoot.damage")
@pytest.mark.parametrize(("again", "fallen"), [((4, 4), 2), ((4, 3), 1), ((3, 1), 0)])
def test_under_mayhem_dice_that_wound_are_rolled_again(again: tuple[int, int], fallen: int) -> None:
    fight = scene(
        wizard("merlin", (36, 10), "chaos.mayhem"), unit("guard", (50, 10), models=10),
        unit("orcs", (36, 16), facing=180, side=1),
    )  # fmt: skip
    casts(fight, "merlin", "chaos.mayhem", dice=[*FIVE, 5])
    with script(fight, dice=[4, 3, 6, *again]):
        strike(fight, Attack(number(fight, "guard"), 3, "melee", "tp.weapon.hand_weapon", number(fight, "orcs")))
    assert piece(fight, "guard").models == 10 - fallen



@pytest.mark.rule("tp.spell.chaos.turmoil")
def test_turmoil_takes_every_save_but_not_life_over_death() -> None:
    fight = before_orcs("chaos.turmoil", figure=foot(toughness=4, agility=2, magic=3))
    casts(fight, "merlin", "chaos.turmoil", dice=[*FIVE, 4])
    attack = Attack(number(fight, "orcs"), 6, "melee", "tp.combat.attacks")
    assert damage_chain(fight, attack).mean() == 6
    guarded = before_orcs("chaos.turmoil", figure=foot(toughness=4))
    orcs = number(guarded, "orcs")
    lay(guarded, Effect("tp.spell.white.life_over_death", orcs, orcs, 1, NEVER))
    casts(guarded, "merlin", "chaos.turmoil", dice=[*FIVE, 4])
    assert damage_chain(guarded, attack).mean() < 1


@pytest.mark.rule("tp.spell.chaos.disorder")
def test_a_hurried_machine_is_ready_again_after_its_first_shot_but_not_after_its_second() -> None:
    fight = engines(1)
    casts(fight, "merlin", "chaos.disorder", dice=[*TWO, 6])
    fight.state.active, fight.state.clock, fight.state.phase = 1, 2, "shooting"
    thrower = piece(fight, "thrower0")
    with script(fight, dice=[1], answers=["thrower0"]):
        shoot_one(fight)
    assert thrower.aimed != 2
    with script(fight, dice=[1], answers=["thrower0"]):
        shoot_one(fight)
    assert thrower.aimed == 2


@pytest.mark.rule("tp.spell.chaos.raging_madness")
def test_madness_that_goes_astray_strikes_nobody_when_no_enemy_is_left() -> None:
    fight = scene(wizard("merlin", (36, 10), "chaos.raging_madness"), unit("guard", (36, 15)))
    casts(fight, "merlin", "chaos.raging_madness", dice=[*FOUR, 6])
    assert told(fight, Backfired) and not piece(fight, "guard").frenzy
