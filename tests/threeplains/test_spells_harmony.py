"""Harmony, spell by spell."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.chain import Reroll, Test, Wounds
from warhost.engine.dice import Throw
from warhost.engine.event import Handled, Rerolled
from warhost.rulebooks.threeplains.events.blows import Damaged, Shot, Struck
from warhost.rulebooks.threeplains.events.spells import DieThrownAgain, EnchantmentOver, GiftGained, SpellRolled
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.prowess import to_hit
from warhost.rulebooks.threeplains.figure import Figure, from_mm, inches
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.bearing import lay, nature
from warhost.rulebooks.threeplains.magic.casting import castable
from warhost.rulebooks.threeplains.magic.effects import combat_is_over, expire, shooting_is_over, stress_is_over
from warhost.rulebooks.threeplains.magic.fortune import COHESION, FORTUNE, fortunate
from warhost.rulebooks.threeplains.magic.pools import come_back, draw, ether_sources
from warhost.rulebooks.threeplains.magic.spells.harmony import no_beasts, nobody_is_hot, turn_on_masters
from warhost.rulebooks.threeplains.missiles import aiming
from warhost.rulebooks.threeplains.missiles.shooting import volley
from warhost.rulebooks.threeplains.morale.checks import deviancy, soldiering
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, NOBODY, Effect
from warhost.rulebooks.threeplains.turn import step

from .armoury import alone, laden
from .scene import champion, contact, foot, hero, horse, narrate, number, piece, scene, script, told, unit
from .wizardry import WINS, casts, wizard

TWO, THREE, FOUR, FIVE = ((1,) * ether + (6, 6) for ether in (2, 3, 4, 5))


def with_guard(*known: str, **more: Any) -> Fight:
    return scene(wizard("merlin", (36, 10), *known), unit("guard", (36, 15), **more))


# --- the flow of cohesion ------------------------------------------------------------------------------------


def flowing(*known: str) -> Fight:
    fight = with_guard("harmony.flow_of_cohesion", *known, models=10)
    casts(fight, "merlin", "harmony.flow_of_cohesion", dice=[*WINS, 1], answers=[[]] if known else [])
    return fight


@pytest.mark.rule("tp.spell.harmony.flow_of_cohesion")
def test_a_failed_check_is_rolled_again_as_a_whole() -> None:
    fight = flowing()
    dice = [1, 1, 1, 1, 6, 1, 1, 4, 1, 1, 1]
    with script(fight, dice=dice, answers=["throw again"]):
        assert deviancy(fight, number(fight, "guard"), "tp.check.deviancy")
    assert not fight.state.effects


@pytest.mark.rule("tp.spell.harmony.flow_of_cohesion")
def test_a_spell_that_the_ether_stopped_is_rolled_again() -> None:
    fight = flowing("base.haste")
    casts(fight, "merlin", "base.haste", dice=[5, 1, 1, 6, 1], answers=["guard", "throw again"])
    assert told(fight, SpellRolled)[-1].cast
    second = told(fight, Rerolled)[-1]
    assert (second.purpose, second.faces, second.again) == ("magic dice", (6, 1), (0, 1))


@pytest.mark.rule("tp.spell.harmony.flow_of_cohesion")
def test_one_die_that_missed_is_thrown_again_but_no_die_twice() -> None:
    fight = flowing()
    with script(fight, dice=[2, 5, 1], answers=["throw again: 2"]):
        fortunate(fight)
        faces = fight.throw(Throw(2, 6, "to hit", "tp.combat.hit.chart", 0, (3,)))
    assert sorted(faces) == [1, 5] and not fight.state.effects
    (again,) = told(fight, DieThrownAgain)
    assert (again.face, again.becomes, again.purpose) == (2, 1, "to hit")
    (dice,) = told(fight, Handled)
    assert (dice.faces, dice.was) == ((5, 1), (2,))


@pytest.mark.rule("tp.spell.harmony.flow_of_cohesion", "tp.list.machine.bolt")
def test_a_bolt_that_missed_is_shot_again_whatever_it_rolled() -> None:
    """Natural ones are told apart from other misses, but all of them are misses."""
    engine = foot(category="machine", kind="machine", movement=0, life=3, shoots="bolt", title="Thrower")
    fight = scene(
        unit("thrower", (36, 10), models=1, files=1, figure=engine), unit("orcs", (36, 30), facing=180, side=1),
        phase="shooting",
    )  # fmt: skip
    lay(fight, Effect(COHESION, 0, NOBODY, 0, 3, 1))
    with script(fight, dice=[2, 6, 2, 4, 3, 1], answers=["throw again: 2"]):
        fortunate(fight)
        volley(fight, 0, 1)
    assert told(fight, Shot)[0].hits == 1 and not fight.state.effects


@pytest.mark.rule("tp.spell.harmony.flow_of_cohesion")
def test_dice_that_a_rule_has_thrown_again_are_not_thrown_a_third_time() -> None:
    fight = flowing()
    with script(fight, dice=[1, 2], answers=["leave them"]):
        fortunate(fight)
        made = Test(6, 4, "to hit", "tp.combat.hit.chart", reroll="ones").roll(1, fight.throw, 0, 1)
    assert made.count == 0 and fight.state.effects


@pytest.mark.rule("tp.spell.harmony.flow_of_cohesion")
@pytest.mark.parametrize(
    ("reroll", "dice", "hits"),
    [
        ("ones", [2, 1], 0),  # a 2, thrown again: a 1, which would be thrown again otherwise
        ("successes", [2, 6], 1),  # the weary throw their hits again, but not this one
        ("successes", [2, 3], 0),
    ],
)
def test_dice_that_a_player_has_thrown_again_are_not_thrown_a_third_time(
    reroll: Reroll, dice: list[int], hits: int
) -> None:
    fight = flowing()
    with script(fight, dice=dice, answers=["throw again: 2"]):
        fortunate(fight)
        made = Test(6, 4, "to hit", "tp.combat.hit.chart", reroll=reroll).roll(1, fight.throw, 0, 1)
    assert made.count == hits and not fight.state.effects


@pytest.mark.rule("tp.spell.harmony.flow_of_cohesion")
def test_damage_that_a_player_has_thrown_again_is_not_thrown_a_third_time() -> None:
    fight = flowing()
    with script(fight, dice=[5, 2, 6, 1], answers=["throw again: 2"]):
        fortunate(fight)
        wounds = Wounds((0, 0, 0, 1, 1, 1), 1, 5, "damage", "tp.shoot.damage", reroll="successes")
        made = wounds.roll(2, fight.throw, 0, 1)
    assert (made.faces, made.rerolled, made.count) == ((5, 6), (1,), 1)


@pytest.mark.rule("tp.spell.harmony.flow_of_cohesion")
def test_nobody_is_asked_for_dice_that_are_thrown_again_anyway() -> None:
    fight = flowing()
    with script(fight, dice=[2, 6]):
        fortunate(fight)
        made = Test(6, 4, "to hit", "tp.combat.hit.chart", reroll="failures").roll(1, fight.throw, 0, 1)
    assert made.count == 1 and fight.state.effects
    with script(fight, dice=[2, 6]):
        fortunate(fight)
        wounds = Wounds((0, 0, 0, 1, 1, 1), 1, 5, "damage", "tp.shoot.damage", reroll="failures")
        assert wounds.roll(1, fight.throw, 0, 1).count == 1


@pytest.mark.rule("tp.spell.base.great_fortune")
def test_a_die_that_was_turned_is_not_thrown_again_by_any_rule() -> None:
    fight = flowing()
    fight.state.effects = ()
    lay(fight, Effect(FORTUNE, 0, NOBODY, 0, 3, 1))
    with script(fight, dice=[3], answers=["3 up"]):
        fortunate(fight)
        made = Test(6, 4, "to hit", "tp.combat.hit.chart", reroll="successes").roll(1, fight.throw, 0, 1)
    assert made.count == 1


@pytest.mark.rule("tp.spell.base.great_fortune", "tp.spell.harmony.flow_of_cohesion")
def test_a_die_that_was_turned_is_not_thrown_again() -> None:
    fight = flowing()
    lay(fight, Effect(FORTUNE, 0, NOBODY, 0, 3, 1))
    with script(fight, dice=[1, 5], answers=["1 up"]):
        fortunate(fight)
        faces = fight.throw(Throw(2, 6, "to hit", "tp.combat.hit.chart", 0, (3,)))
    assert sorted(faces) == [2, 5]


# --- melody and control --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.harmony.melody")
@pytest.mark.parametrize(("pace", "face", "left"), [(7, 5, 2), (4, 6, 0)])
def test_melody_takes_a_d6_off_the_movement(pace: int, face: int, left: int) -> None:
    figure = foot(movement=inches(pace))
    fight = scene(
        wizard("merlin", (36, 10), "harmony.melody"), unit("orcs", (36, 20), facing=180, side=1, figure=figure)
    )
    casts(fight, "merlin", "harmony.melody", dice=[*WINS, face])
    assert movement(fight, number(fight, "orcs")).total == inches(left)


@pytest.mark.rule("tp.spell.harmony.melody", "tp.item.enchanted.deas_ring_of_speed")
@pytest.mark.parametrize(("pace", "face", "left"), [(4, 5, 2), (4, 6, 1), (3, 6, 0), (2, 6, 0)])
def test_melody_takes_from_what_a_ring_gives_too(pace: int, face: int, left: int) -> None:
    """Three inches more and a D6 less; then none at least."""
    fight = alone("deas_ring_of_speed", movement=inches(pace))
    lay(fight, Effect("tp.spell.harmony.melody", 0, 0, 1, NEVER, face))
    assert movement(fight, 0).total == inches(left)


@pytest.mark.rule("tp.spell.harmony.control")
def test_control_helps_in_break_checks_alone() -> None:
    fight = with_guard("harmony.control", models=10)
    casts(fight, "merlin", "harmony.control", dice=THREE)
    guard = number(fight, "guard")
    assert [soldiering(fight, guard, kind).total for kind in ("break", "deviancy")] == [7, 4]


@pytest.mark.rule("tp.spell.harmony.winning_confidence")
def test_winning_confidence_is_everywhere_and_only_once() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "harmony.winning_confidence"), unit("guard", (60, 40), models=10),
        wizard("morgan", (30, 10), "harmony.winning_confidence"),
    )  # fmt: skip
    casts(fight, "merlin", "harmony.winning_confidence", dice=FIVE)
    assert soldiering(fight, number(fight, "guard"), "deviancy").total == 7
    assert not castable(fight)


# --- tranquillity --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.harmony.tranquillity")
def test_a_piece_in_flight_rallies_at_once() -> None:
    fight = with_guard("harmony.tranquillity", fleeing=True, flights=1)
    casts(fight, "merlin", "harmony.tranquillity", dice=WINS, answers=["guard", 0])
    assert not piece(fight, "guard").fleeing and not fight.state.effects


@pytest.mark.rule("tp.spell.harmony.tranquillity")
def test_tranquillity_may_be_kept_for_later() -> None:
    fight = with_guard("harmony.tranquillity")
    casts(fight, "merlin", "harmony.tranquillity", dice=WINS)
    assert [gift.number for gift in told(fight, GiftGained)] == [1]
    piece(fight, "guard").fleeing = True
    with script(fight, answers=["keep it"]):
        stress_is_over(fight)
    with script(fight, answers=["guard", 0]):
        stress_is_over(fight)
    assert not piece(fight, "guard").fleeing


@pytest.mark.rule("tp.spell.harmony.tranquillity")
def test_two_wizards_who_have_kept_it_calm_two_pieces() -> None:
    fight = scene(
        unit("guard", (36, 14), fleeing=True), unit("spears", (20, 14), fleeing=True),
        unit("orcs", (36, 40), side=1, facing=180),
    )  # fmt: skip
    for _ in range(2):
        lay(fight, Effect("tp.spell.harmony.tranquillity", 0, NOBODY, 0, NEVER))
    with script(fight, answers=["guard", 0, "spears", 0]):
        stress_is_over(fight)
    assert not piece(fight, "guard").fleeing and not piece(fight, "spears").fleeing


# --- perfection ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.harmony.perfection")
def test_perfection_works_in_one_phase_of_each_kind() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10, figure=foot(weapons=("hand weapon", "longbow"))),
        wizard("merlin", (0, 0), "harmony.perfection", within="guard"),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    )
    contact(fight, "guard", "orcs")
    guard, orcs = number(fight, "guard"), number(fight, "orcs")

    def needs() -> tuple[int, int]:
        own = [blow for blow in blows_of(fight, guard, {}, {}) if blow.member == guard]
        return to_hit(fight, own[0]).total, aiming.to_hit(fight, guard, orcs).total

    before = needs()
    casts(fight, "merlin", "harmony.perfection", dice=TWO)
    assert needs() == (before[0] - 2, before[1] - 2)
    shooting_is_over(fight)
    assert needs() == (before[0] - 2, before[1])
    combat_is_over(fight)
    assert needs() == before
    said = [narrate(fight.setting, one.event) for one in fight.told if isinstance(one.event, EnchantmentOver)]
    assert said == ["Perfection in shooting on guard is over.", "Perfection in combat on guard is over."]


@pytest.mark.rule("tp.spell.harmony.perfection", "tp.combat.hit.modifiers")
def test_steeds_strike_better_with_perfection_too() -> None:
    fight = scene(
        unit("riders", (36, 20), models=5, figure=horse()), wizard("merlin", (36, 15), "harmony.perfection"),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    )  # fmt: skip
    contact(fight, "riders", "orcs")
    casts(fight, "merlin", "harmony.perfection", dice=TWO, answers=["riders"])
    needs = {blow.line.part: to_hit(fight, blow).total for blow in blows_of(fight, number(fight, "riders"), {}, {})}
    assert needs == {"self": 2, "steed": 2}


@pytest.mark.rule("tp.spell.harmony.perfection")
def test_the_aim_waits_for_a_shooting_phase_of_its_own() -> None:
    fight = with_guard("harmony.perfection")
    casts(fight, "merlin", "harmony.perfection", dice=TWO, answers=["guard"])
    fight.state.active = 1
    shooting_is_over(fight)
    assert len(fight.state.effects) == 2


# --- preparation ---------------------------------------------------------------------------------------------


def prepared() -> Fight:
    fight = scene(
        wizard("merlin", (36, 10), "harmony.preparation", "harmony.melody", master=True),
        unit("orcs", (36, 20), facing=180, side=1),
    )
    casts(fight, "merlin", "harmony.melody", dice=[6, 1, 1, 1], answers=[[]])
    casts(fight, "merlin", "harmony.preparation", dice=[1, 1, 1, 6, 6, 6])
    return fight


@pytest.mark.rule("tp.spell.harmony.preparation")
def test_three_more_chances_but_not_for_preparation_itself() -> None:
    fight = prepared()
    for left in (2, 1, 0):
        assert list(castable(fight)) == ["cast: merlin/melody", "keep for dispelling: merlin"]
        casts(fight, "merlin", "harmony.melody", dice=[6, 1, 1, 1], answers=[[]] if left else [])
    assert not castable(fight)


@pytest.mark.rule("tp.spell.harmony.preparation")
def test_a_chance_may_be_swapped_for_a_magic_die() -> None:
    fight = prepared()
    casts(fight, "merlin", "harmony.melody", dice=[6, 1, 1, 1, 1], answers=[["merlin/chance 1"]])
    assert len(told(fight, SpellRolled)[-1].magic) == 4
    assert fight.state.effects[0].number == 1


@pytest.mark.rule("tp.spell.harmony.preparation")
def test_a_chance_kept_as_an_ether_die_serves_in_the_enemys_turn_and_the_others_are_lost() -> None:
    fight = prepared()
    with script(fight, answers=["keep for dispelling: merlin"]):
        step(fight)
    fight.state.clock += 1
    expire(fight)
    assert piece(fight, "merlin").warded == 1 and not fight.state.effects
    come_back(fight)
    assert piece(fight, "merlin").warded == 0


@pytest.mark.rule("tp.spell.harmony.preparation", "tp.magic.swap")
def test_a_die_laid_by_is_added_to_the_ether_once() -> None:
    fight = prepared()
    piece(fight, "merlin").warded = 2
    dice = [source for source in ether_sources(fight, 0) if source.kind == "warded"]
    assert draw(fight, dice[:1], ether=True) == 1
    assert piece(fight, "merlin").warded == 1
    assert len([source for source in ether_sources(fight, 0) if source.kind == "warded"]) == 1


# --- serenity ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.harmony.serenity")
def test_serenity_ends_a_frenzy_which_must_be_won_anew() -> None:
    wild = foot(traits=("frenzy",))
    fight = scene(
        wizard("merlin", (36, 16), "harmony.serenity"), unit("guard", (36, 20), models=10),
        unit("orcs", (36, 20), facing=180, side=1, models=10, figure=wild, frenzy="raging"),
    )  # fmt: skip
    contact(fight, "guard", "orcs")

    def attacks() -> int:
        return max(n for blow in blows_of(fight, number(fight, "orcs"), {}, {}) for _, n in blow.each)

    assert attacks() == 2
    casts(fight, "merlin", "harmony.serenity", dice=FIVE)
    assert attacks() == 1 and "frenzy" not in nature(fight, number(fight, "orcs"))
    fight.state.clock = 3
    expire(fight)
    assert attacks() == 1


@pytest.mark.rule("tp.spell.harmony.serenity", "tp.magic.choose.exchange")
def test_serenity_and_domination_may_be_of_no_use() -> None:
    fight = with_guard("harmony.serenity")
    assert nobody_is_hot(fight, number(fight, "merlin")) and no_beasts(fight, number(fight, "merlin"))
    assert not castable(fight)


# --- domination ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.harmony.domination")
def test_beasts_that_fight_their_rider_fight_nobody_else() -> None:
    fight = dragon()
    fight.state.pieces[number(fight, "merlin")].y = inches(25)
    contact(fight, "dragon", "merlin")
    assert blows_of(fight, number(fight, "dragon"), {}, {})
    casts(fight, "merlin", "harmony.domination", dice=FOUR)
    assert not blows_of(fight, number(fight, "dragon"), {}, {})


def dragon(rider: Figure | None = None, **own: Any) -> Fight:
    plain = {"life": 8, "toughness": 4, "attacks": 2, "rating": 5, "base": (from_mm(50), from_mm(50))}
    beast = foot(category="beast", kind="mount", **{**plain, **own})
    return scene(
        wizard("merlin", (36, 10), "harmony.domination"),
        unit("dragon", (36, 25), facing=180, side=1, models=1, files=1, figure=beast),
        hero("rider", within="dragon", side=1, figure=rider or champion(attacks=1, life=3)),
        phase="combat",
    )


@pytest.mark.rule("tp.spell.harmony.domination")
def test_a_dragon_and_its_rider_fight_each_other_for_one_round() -> None:
    fight = dragon()
    casts(fight, "merlin", "harmony.domination", dice=FOUR)
    with script(fight, dice=[6, 6, 6, 6, 6, 6]):
        step(fight)
    struck = [(event.piece, event.target) for event in told(fight, Struck)]
    beast, rider = number(fight, "dragon"), number(fight, "rider")
    assert struck == [(beast, rider), (rider, beast)]
    assert piece(fight, "rider").hurt == 2 and piece(fight, "dragon").hurt == 1
    with script(fight):
        assert not turn_on_masters(fight)
    combat_is_over(fight)
    assert not fight.state.effects


@pytest.mark.rule("tp.spell.harmony.domination", "tp.weapon.two_hand_weapons")
def test_dominated_beasts_and_riders_strike_with_all_that_they_have() -> None:
    rider = laden("deas_ring_of_battle", "deas_ring_of_combat", "ring_of_ozonty", attacks=1, rating=4, life=9,
                  weapons=("two hand weapons",))  # fmt: skip
    fight = dragon(rider, traits=("frenzy",), toughness=5)
    piece(fight, "dragon").frenzy = "raging"
    casts(fight, "merlin", "harmony.domination", dice=FOUR)
    with script(fight, dice=[1, 1, 1, 3, 2, 2, 5]):
        assert turn_on_masters(fight)
    beast, man = told(fight, Struck)
    assert (beast.blows, man.blows) == (3, 3)  # a frenzied dragon; two blades and a ring
    (wound,) = told(fight, Damaged)
    assert man.hits == 1 and wound.save == 2 and wound.points == 3  # CR 6 against 5; 3 off toughness, 1-4


@pytest.mark.rule("tp.spell.harmony.domination", "tp.weapon.fixed")
def test_a_dominated_rider_with_two_weapons_says_which_he_takes() -> None:
    fight = dragon(champion(attacks=1, life=3, weapons=("hand weapon", "great blade")))
    casts(fight, "merlin", "harmony.domination", dice=FOUR)
    with script(fight, dice=[1, 1, 6, 5], answers=["great blade"]):
        assert turn_on_masters(fight)
    assert told(fight, Damaged)[-1].save == 2


@pytest.mark.rule("tp.spell.harmony.domination")
def test_dominated_beasts_strike_no_enemy_in_the_phase_in_which_they_fight_their_rider() -> None:
    fight = dragon()
    fight.state.pieces[number(fight, "merlin")].y = inches(25)
    contact(fight, "dragon", "merlin")
    casts(fight, "merlin", "harmony.domination", dice=FOUR)
    with script(fight, dice=[1] * 3):
        assert turn_on_masters(fight)
    assert not blows_of(fight, number(fight, "dragon"), {}, {})


@pytest.mark.rule("tp.spell.harmony.domination")
def test_beasts_that_have_fought_already_turn_on_their_rider_in_the_next_phase() -> None:
    fight = dragon()
    casts(fight, "merlin", "harmony.domination", dice=FOUR)
    fight.state.fought = (number(fight, "dragon"),)
    with script(fight):
        assert not turn_on_masters(fight)
    combat_is_over(fight)
    fight.state.fought = ()
    with script(fight, dice=[1] * 3):
        assert turn_on_masters(fight)


@pytest.mark.rule("tp.spell.harmony.domination")
def test_cavalry_cannot_be_dominated() -> None:
    riders = unit("riders", (36, 25), facing=180, side=1, figure=horse())
    fight = scene(wizard("merlin", (36, 10), "harmony.domination"), riders)
    assert not castable(fight)
