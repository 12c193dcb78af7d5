"""Sums name every rule that works in them: what spells, items and walls lend stands apart."""

from __future__ import annotations

import pytest

from warhost.engine.tally import Step
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.magic.bearing import lay
from warhost.rulebooks.threeplains.morale.checks import soldiering, stress
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.traits import ethereal
from warhost.rulebooks.threeplains.state import NEVER, Effect
from warhost.rulebooks.threeplains.wounds.hits import weigh

from .armoury import alone, blow, duel, rules
from .scene import foot, number, piece, scene, unit

INFERNO, POTION = "tp.spell.destruction.inferno_charge", "tp.item.enchanted.potion_of_strength"
WARRIOR = "tp.spell.battle.ultimate_warrior"


def under(fight: Fight, source: str, who: str = "hero") -> None:
    target = number(fight, who)
    lay(fight, Effect(source, target, target, fight.state.pieces[target].side, NEVER))


def save(fight: Fight) -> list[tuple[int, str]]:
    """What the save of whom the hero strikes is made of."""
    return changes(weigh(fight, ready(fight, blow(fight)).attack).because)


def changes(steps: tuple[Step, ...]) -> list[tuple[int, str]]:
    return [(step.amount, step.rule) for step in steps]


TOUGH, RESISTS = "tp.shoot.save.toughness", "tp.shoot.save.resistance"


@pytest.mark.rule("tp.spell.destruction.inferno_charge", "tp.shoot.save.toughness")
def test_what_a_spell_takes_off_a_save_is_not_the_weapons_doing() -> None:
    fight = duel(own={"weapons": ("halberd",)}, foe={"toughness": 6})
    under(fight, INFERNO)
    assert save(fight) == [(6, TOUGH), (-1, "tp.weapon.halberd"), (-3, INFERNO)]


@pytest.mark.rule("tp.item.enchanted.potion_of_strength", "tp.shoot.save.agility")
def test_a_potion_lowers_every_part_of_a_save_by_its_own_name() -> None:
    fight = duel(foe={"toughness": 6, "agility": 3, "magic": 6})
    under(fight, POTION)
    assert save(fight) == [(6, TOUGH), (-5, POTION)]
    fight = duel(foe={"toughness": 0, "magic": 6})
    under(fight, POTION)
    assert save(fight) == [
        (0, TOUGH),
        (-5, POTION),
        (0, "tp.shoot.damage"),
        (6, "tp.shoot.save.magic"),
        (-5, POTION),
    ]


@pytest.mark.rule("tp.shoot.save.resistance")
@pytest.mark.parametrize(
    ("own", "softened"), [(0, [(3, "armour")]), (2, [(2, "own"), (1, "armour")]), (4, [(3, "own")])]
)
def test_resistance_that_is_lent_stands_beside_its_bearers(own: int, softened: list[tuple[int, str]]) -> None:
    (shell,) = rules("plate_of_defiance")
    fight = duel(foe={"toughness": 6, "resistance": own, "items": (shell,)})
    under(fight, INFERNO)
    called = {"own": RESISTS, "armour": shell}
    assert save(fight)[2:] == [(amount, called[whose]) for amount, whose in softened]


@pytest.mark.rule("tp.trait.ethereal_attacks")
def test_ethereal_blows_are_named() -> None:
    fight = duel(own={"traits": ("ethereal attacks",)}, foe={"toughness": 4})
    attack = ready(fight, blow(fight)).attack
    assert changes(weigh(fight, ethereal(attack, fight)).because) == [
        (4, TOUGH),
        (-4, "tp.trait.ethereal_attacks"),
    ]


@pytest.mark.rule("tp.combat.hit.chart", "tp.combat.cr.max")
def test_whatever_works_on_a_combat_rating_says_how_it_changes_the_chart() -> None:
    fight = duel(own={"rating": 4}, foe={"rating": 4})
    under(fight, WARRIOR)
    need = ready(fight, blow(fight)).need
    assert [(step.amount, step.rule, step.note) for step in need.steps][:2] == [
        (4, "tp.combat.hit.chart", "CR 4 against CR 4"),
        (-1, WARRIOR, "Ultimate Warrior: CR 7 against CR 4"),
    ]


@pytest.mark.rule("tp.combat.cr.max", "tp.combat.hit.chart", "tp.item.weapon.halberd_of_defiance")
@pytest.mark.parametrize(
    ("own", "says"),
    [
        (6, "The Halberd of Defiance: CR 10 against CR 6"),
        (7, "The Halberd of Defiance, at most 10: CR 10 against CR 7"),
    ],
)
def test_no_reason_names_a_combat_rating_above_ten(own: int, says: str) -> None:
    fight = duel("halberd_of_defiance", own={"rating": own}, foe={"rating": own})
    need = ready(fight, blow(fight)).need
    assert [step.note for step in need.steps] == [f"CR {own} against CR {own}", says]


@pytest.mark.rule("tp.check.sol.value", "tp.check.sol.bravery", "tp.trait.bravery")
def test_a_value_that_an_item_raises_names_it() -> None:
    sword, halberd = rules("sword_of_the_gods", "halberd_of_defiance")
    fight = alone("sword_of_the_gods", soldiering=6)
    assert changes(soldiering(fight, 0, "break").steps) == [(6, "tp.check.sol.value"), (2, sword)]
    fight = alone("halberd_of_defiance", soldiering=6)
    assert changes(soldiering(fight, 0, "break").steps) == [(6, "tp.check.sol.value"), (2, halberd)]


@pytest.mark.rule("tp.check.bs.fear", "tp.trait.fear.versus_fear")
def test_the_fear_that_an_item_spreads_names_it() -> None:
    fight = duel("face_mask_of_death")
    (mask,) = rules("face_mask_of_death")
    assert (2, mask) in changes(stress(fight, number(fight, "foe"), "break").steps)


@pytest.mark.rule("tp.move.reinforce.stack")
def test_a_reinforced_unit_is_told_what_that_costs() -> None:
    fight = scene(unit("guard", (36, 20), models=8, files=4, figure=foot(soldiering=5)), unit("rear", (36, 16)))
    piece(fight, "guard").backing = (number(fight, "rear"),)
    assert changes(soldiering(fight, 0, "break").steps)[:2] == [
        (5, "tp.check.sol.value"),
        (-1, "tp.move.reinforce.stack"),
    ]
