"""Close combat: to hit and to wound, weapons, saves, parries."""

from __future__ import annotations

import pytest

from warhost.engine.charts import CLASSIC_SKILL, CLASSIC_WOUND
from warhost.rulebooks.warband.events import Parried
from warhost.rulebooks.warband.fighting.arms import arms, attacks_of, strength_of
from warhost.rulebooks.warband.fighting.blow import Blow, Hit, Source
from warhost.rulebooks.warband.fighting.strikes import parrying, strike, to_hit, weapons_of
from warhost.rulebooks.warband.fighting.wounds import save_needed, suffer
from warhost.rulebooks.warband.shooting.aim import ready

from .duels import armed, duel, struck
from .scene import events, man, scene, thrown

# --- to hit, to wound -----------------------------------------------------------------------------------------


@pytest.mark.rule("war.combat.tohit", "war.char.ws")
@pytest.mark.parametrize("own, foe, need", [(3, 3, 4), (2, 5, 5), (4, 3, 3), (2, 4, 4), (10, 10, 4), (1, 3, 5)])
def test_skill_against_skill(own: int, foe: int, need: int) -> None:
    fight = duel(armed("club", profile={"ws": own}), armed("club", profile={"ws": foe}))
    blow = Blow(0, 1, fight.setting.library.weapon("club"))
    assert to_hit(fight, blow).total == need == CLASSIC_SKILL.need(own, foe)


@pytest.mark.rule("war.wound.chart", "war.char.t")
@pytest.mark.parametrize("strength, toughness, need", [(4, 3, 3), (3, 7, 6), (3, 3, 4), (10, 1, 2), (1, 10, 6)])
def test_strength_against_toughness(strength: int, toughness: int, need: int) -> None:
    assert CLASSIC_WOUND.need(strength, toughness) == need


@pytest.mark.rule("war.dice.order", "war.combat.round")
def test_hit_wound_injury_without_dice_that_are_not_needed() -> None:
    fight = duel(armed("sword", "shield"), armed("club"), dice=[4, 5, 2])
    struck(fight)
    thrown(fight)
    assert fight.state.warriors[1].posture == "down"


@pytest.mark.rule("war.dice.order", "war.crit.basic", "war.crit.table", "war.combat.parry")
def test_a_critical_on_one_may_be_saved_once_for_both_wounds() -> None:
    fight = duel(armed("club", profile={"a": 1}), armed("sword", "light"), dice=[4, 3, 6, 1, 6])
    fight.state.warriors[0].main, fight.state.warriors[1].main = "club", "sword"
    struck(fight)
    thrown(fight)
    assert fight.state.warriors[1].posture == "up" and fight.state.warriors[1].wounds == 1


# --- weapons --------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "war.weapon.halberd",
    "war.weapon.great",
    "war.weapon.flail",
    "war.weapon.morningstar",
    "war.weapon.fist",
    "war.weapon.natural",
    "war.weapon.club",
    "war.weapon.axe",
    "war.weapon.sword",
    "war.char.s",
)
@pytest.mark.parametrize(
    "weapon, own, first, later",
    [
        ("halberd", 3, 4, 4),
        ("great", 3, 5, 5),
        ("flail", 4, 6, 4),
        ("morningstar", 3, 4, 3),
        ("fist", 3, 2, 2),
        ("natural", 4, 4, 4),
        ("club", 3, 3, 3),
        ("axe", 3, 3, 3),
        ("sword", 3, 3, 3),
    ],
)
def test_how_hard_weapons_strike(weapon: str, own: int, first: int, later: int) -> None:
    fight = duel(armed("club", profile={"s": own}), armed("club"))
    blow = Blow(0, 1, fight.setting.library.weapon(weapon), first=True)
    assert strength_of(fight, blow).total == first
    assert strength_of(fight, blow._replace(first=False)).total == later


@pytest.mark.rule("war.charge.dive.bonus")
@pytest.mark.parametrize("weapon, first, later", [("sword", 4, 3), ("halberd", 5, 4)])
def test_a_diving_charge_strikes_harder_in_the_first_round(weapon: str, first: int, later: int) -> None:
    fight = duel(armed(weapon, flags=["dived", "charged"]), armed("club"))
    blow = Blow(0, 1, fight.setting.library.weapon(weapon), first=True)
    assert (strength_of(fight, blow).total, strength_of(fight, blow._replace(first=False)).total) == (first, later)


@pytest.mark.rule("war.weapon.lance", "war.weapon.spear", "war.item.mount")
@pytest.mark.parametrize("weapon, more", [("lance", 2), ("spear", 1), ("sword", 0)])
def test_riders_who_charge_strike_harder_with_lance_and_spear(weapon: str, more: int) -> None:
    rider = {"fighter": "captain", "gear": [weapon, "horse"], "at": [9.7, 10]}
    fight = duel(rider, armed("club"))
    blow = Blow(0, 1, fight.setting.library.weapon(weapon), charged=True)
    assert strength_of(fight, blow).total == 3 + more
    assert strength_of(fight, blow._replace(charged=False)).total == 3


@pytest.mark.rule("war.combat.twoweapons", "war.psych.frenzy", "war.char.a")
@pytest.mark.parametrize(
    "gear, attacks, frenzied, count",
    [
        (["sword"], 1, False, 2),
        (["club", "club"], 2, True, 5),
        (["halberd"], 1, False, 1),
        (["spear"], 1, False, 1),
        (["sword"], 2, True, 5),
    ],
)
def test_a_second_weapon_is_one_attack_more(gear: list[str], attacks: int, frenzied: bool, count: int) -> None:
    fight = duel({"gear": gear, "profile": {"a": attacks}, "flags": ["frenzied"] if frenzied else []}, {})
    main, second = next(iter(arms(fight, 0).values()))
    fight.state.warriors[0].main, fight.state.warriors[0].second = main, second
    assert attacks_of(fight, 0).total == count


@pytest.mark.rule("war.combat.twoweapons", "war.weapon.spear", "war.weapon.morningstar", "war.weapon.two")
def test_what_may_be_held_together() -> None:
    fight = duel({"gear": ["spear", "sword", "shield"]}, {"gear": ["morningstar", "halberd"]})
    assert set(arms(fight, 0)) == {"sword+dagger", "spear", "sword"}
    assert set(arms(fight, 1)) == {"morningstar", "halberd"}


@pytest.mark.rule("war.weapon.dagger", "war.combat.twoweapons")
def test_sword_and_dagger_strike_one_after_the_other_and_daggers_help_the_armour() -> None:
    fight = duel({"gear": ["sword"]}, {"gear": ["club"]}, dice=[1, 4, 4, 6])
    struck(fight)
    thrown(fight)
    assert fight.state.warriors[1].wounds == 1  # the dagger's wound was saved on a 6


# --- saves ----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "war.armour.save",
    "war.armour.strength",
    "war.armour.light",
    "war.armour.heavy",
    "war.armour.plate",
    "war.armour.shield",
    "war.armour.barding",
    "war.char.armoursave",
    "war.weapon.dagger",
    "war.weapon.axe",
)
@pytest.mark.parametrize(
    "gear, strength, save, need",
    [
        (["heavy", "shield"], 4, 0, 5),
        (["light"], 4, 0, 7),
        (["light"], 3, 1, 5),
        (["light", "shield", "horse", "barding"], 3, 0, 3),
        (["plate", "shield"], 5, 0, 5),
        (["heavy"], 3, -1, 6),
        ([], 3, 1, 6),
        ([], 4, 1, 7),
        (["heavy"], 4, -1, 7),
        (["heavy", "shield"], 4, -1, 6),
        (["shield"], 3, 0, 6),
        (["plate", "shield", "horse", "barding"], 3, 0, 1),
        ([], 3, 0, 7),
    ],
)
def test_armour_saves(gear: list[str], strength: int, save: int, need: int) -> None:
    fight = duel({}, {"fighter": "captain", "gear": gear, "at": [11.5, 10]})
    assert save_needed(fight, 1, Hit(strength, save), "missile") == need


@pytest.mark.rule("war.char.armoursave", "war.armour.save")
def test_a_natural_one_fails_the_best_save() -> None:
    fight = duel(
        {},
        {"fighter": "captain", "gear": ["plate", "shield", "horse", "barding"], "at": [11.5, 10]},
        dice=[4, 1, 5],
    )
    suffer(fight, 1, [Hit(3)], Source(0, "missile"))
    assert fight.state.warriors[1].fate == "out"


@pytest.mark.rule("war.weapon.two", "war.armour.shield")
@pytest.mark.parametrize("against, need", [("missile", 5), ("blow", 6)])
def test_two_hands_leave_none_for_the_shield_in_close_combat(against: str, need: int) -> None:
    fight = duel({}, {"gear": ["halberd", "shield", "light"], "weapons": ["halberd"]})
    assert save_needed(fight, 1, Hit(3), against) == need


# --- parry ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("war.combat.parry", "war.weapon.sword")
@pytest.mark.parametrize("die, success", [(5, True), (4, False)])
def test_a_parry_must_beat_the_hit(die: int, success: bool) -> None:
    fight = duel(armed("club"), armed("sword"), dice=[4, die] + ([] if success else [1]))
    fight.state.warriors[0].main, fight.state.warriors[1].main = "club", "sword"
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert [parried.success for parried in events(fight, Parried)] == [success]


@pytest.mark.rule("war.combat.parry")
def test_a_parry_stops_the_best_hit_alone() -> None:
    fight = duel(armed("club", profile={"a": 2}), armed("sword"), dice=[5, 4, 6, 3])
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert fight.state.warriors[1].wounds == 1  # the other hit did not wound


@pytest.mark.rule("war.combat.parry")
@pytest.mark.parametrize("own, dice", [({"s": 6}, [4, 1]), ({"s": 3}, [6, 3])])
def test_what_cannot_be_parried(own: dict[str, int], dice: list[int]) -> None:
    """A blow of twice his Strength, and a six."""
    fight = duel(armed("club", profile=own), armed("sword"), dice=dice)
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert not events(fight, Parried)


@pytest.mark.rule("war.combat.parry", "war.armour.buckler")
def test_sword_and_buckler_try_twice() -> None:
    fight = duel(armed("club"), armed("sword", "buckler"), dice=[4, 2, 5])
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)
    assert events(fight, Parried)[0].success


@pytest.mark.rule("war.combat.parry", "war.psych.frenzy")
@pytest.mark.parametrize(
    "flags, posture", [(["frenzied"], "up"), (["stupid"], "up"), ([], "down"), (["parried"], "up")]
)
def test_who_does_not_parry(flags: list[str], posture: str) -> None:
    fight = duel({}, armed("sword", flags=flags, posture=posture))
    assert parrying(fight, 1) == 0


@pytest.mark.rule("war.camp.injury.hero")
def test_who_has_lost_an_arm_holds_one_thing() -> None:
    gear = ["sword", "pistol", "shield"]
    fight = duel({"fighter": "captain", "gear": gear, "traits": ["lost arm"], "weapons": ["sword"]}, {})
    assert list(arms(fight, 0)) == ["sword"]
    assert save_needed(fight, 0, Hit(3), "blow") > 6 >= save_needed(fight, 0, Hit(3), "missile")
    buckler = duel(
        {"fighter": "captain", "gear": ["club", "buckler"], "traits": ["lost arm"], "weapons": ["club"]}, {}
    )
    assert parrying(buckler, 0) == 0


@pytest.mark.rule("war.camp.injury.hero")
@pytest.mark.parametrize("weapon, may", [("bow", False), ("sling", False), ("crossbow", False), ("pistol", True)])
def test_who_has_lost_an_arm_shoots_with_one_hand_only(weapon: str, may: bool) -> None:
    fight = scene(man(0, 10, 10, gear=[weapon], traits=["lost arm"]), man(1, 15, 10), phase="shooting")
    assert bool(ready(fight, 0)) is may
