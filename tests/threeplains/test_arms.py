"""Weapons in close combat: which one is in hand, what it needs, what it does to a save."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from warhost.rulebooks.threeplains.fighting.arms import charge_of, riding, soft, usable, wielded
from warhost.rulebooks.threeplains.fighting.blows import choose_weapons
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows, fight_round
from warhost.rulebooks.threeplains.fighting.prowess import first_reason
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER
from warhost.rulebooks.threeplains.wounds.hits import weigh

from .melee import attack, blows, clash, strokes
from .scene import champion, contact, foot, hero, horse, number, piece, scene, script, unit


def armed(*weapons: str, **more: Any) -> Figure:
    return foot(weapons=weapons, **more)


def taken(fight: Fight, *dice: int) -> int:
    """The life points that damage dice of the guard's hits would take, one die after the other."""
    gains = weigh(fight, attack(fight, "guard")).gains
    return sum(gains[die - 1] for die in dice)


def in_hand(fight: Fight, name: str = "guard") -> str:
    weapon = wielded(fight, {}, number(fight, name), number(fight, name), fight.state.contacts[0])
    return weapon.id if weapon else "bare hands"


def first(fight: Fight, name: str) -> str:
    return first_reason(fight, number(fight, name), fight.state.contacts[0], {})


# --- plain weapons -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.weapon.hand_weapon", "tp.weapon.close_combat", "tp.weapon.options")
def test_a_hand_weapon_adds_nothing() -> None:
    fight = clash(theirs=foot(toughness=3, agility=1))
    found = attack(fight, "guard")
    assert (found.top, found.toughness, found.agility, found.sluggish) == (1, 0, 0, False)
    assert taken(fight, 3) == 0 and taken(fight, 4) == 1 and taken(fight, 6) == 0


@pytest.mark.rule("tp.weapon.sidearm")
def test_a_sidearm_is_drawn_only_when_the_main_weapon_fails() -> None:
    assert in_hand(clash(ours=armed("sidearm", "halberd"))) == "halberd"
    assert in_hand(clash(ours=armed("bow", "sidearm"))) == "sidearm"
    assert attack(clash(ours=armed("bow", "sidearm")), "guard").reroll == "none"


@pytest.mark.rule("tp.weapon.unarmed")
def test_bare_hands_throw_their_successful_damage_dice_again() -> None:
    fight = clash(ours=armed("bow"), models=(6, 20), files=(3, 5))
    assert in_hand(fight) == "bare hands"
    with script(fight, dice=[4, 1, 1, *[1] * 5, 5, 1]):  # one hit; the 5 beats the save, its second throw does not
        exchange_blows(fight, [0, 1])
    assert piece(fight, "orcs").models == 20


@pytest.mark.rule("tp.weapon.inbuilt", "tp.weapon.unarmed")
def test_beasts_strike_with_what_they_have() -> None:
    troll = foot(category="beast", weapons=("natural weapons",), attacks=5, damage=3)
    fight = clash(ours=troll, models=(1, 20), files=(1, 5))
    assert attack(fight, "guard").top == 3 and attack(fight, "guard").reroll == "none"
    assert attack(clash(ours=foot(category="beast", weapons=())), "guard").reroll == "none"


@pytest.mark.rule("tp.weapon.halberd")
def test_a_halberd_takes_one_off_toughness() -> None:
    assert taken(clash(ours=armed("halberd")), 3) == 1
    assert taken(clash(ours=armed("halberd")), 2) == 0


@pytest.mark.rule("tp.weapon.flail", "tp.trait.exhaustion.sources")
def test_a_flail_takes_one_off_toughness_and_agility_and_tires() -> None:
    fight = clash(ours=armed("flail"), theirs=foot(agility=1))
    assert attack(fight, "guard").toughness == attack(fight, "guard").agility == 1
    assert taken(fight, 6) == 1
    with script(fight, dice=[1] * 10):
        fight_round(fight, [0, 1])
    assert piece(fight, "guard").tired == 1 and piece(fight, "orcs").tired == 0


@pytest.mark.rule("tp.weapon.war_net", "tp.weapon.hands")
def test_a_net_works_with_the_weapon_in_the_other_hand() -> None:
    fight = clash(ours=armed("war net", "hand weapon"), theirs=foot(toughness=1, agility=2))
    assert weigh(fight, attack(fight, "guard")).dodged == 0
    assert taken(fight, 6) == 1
    assert attack(clash(ours=armed("war net", "great blade")), "guard").agility == 0  # no hand left for it
    assert in_hand(clash(ours=armed("war net"))) == "bare hands"


@pytest.mark.rule("tp.weapon.great_blade", "tp.shoot.damage.range")
def test_a_great_blade_cuts_deep() -> None:
    fight = clash(ours=armed("great blade"), theirs=foot(toughness=3, resistance=1, life=3))
    assert weigh(fight, attack(fight, "guard")).save == 2
    assert taken(fight, 4) == 2
    with script(fight, dice=[1] * 10):
        fight_round(fight, [0, 1])
    assert piece(fight, "guard").tired == 1


@pytest.mark.rule("tp.weapon.great_hammer", "tp.trait.sluggish")
def test_a_great_hammer_goes_past_resistance_but_slowly() -> None:
    fight = clash(ours=armed("great hammer", agility=1), theirs=foot(toughness=3, resistance=2, agility=1, life=3))
    found = weigh(fight, attack(fight, "guard"))
    assert (found.save, found.dodged) == (1, 2)
    assert taken(fight, 5) == 0 and taken(fight, 4) == 2
    assert weigh(fight, attack(fight, "orcs")).dodged == 0  # the bearer is one less agile, once
    with script(fight, dice=[1] * 10):
        fight_round(fight, [0, 1])
    assert piece(fight, "guard").tired == 1


@pytest.mark.rule("tp.weapon.two_hand_weapons")
def test_a_weapon_in_each_hand_gives_one_attack_more() -> None:
    assert strokes(clash(ours=armed("two hand weapons")), "guard") == 10
    assert strokes(clash(ours=armed("two hand weapons", attacks=2)), "guard") == 15


# --- the choice ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.weapon.fixed")
def test_whoever_has_two_weapons_names_one_for_the_round() -> None:
    fight = clash(ours=armed("halberd", "great blade", "sidearm"))
    with script(fight, answers=["great blade"]) as given:
        chosen = choose_weapons(fight, 0)
    assert given.asked[0].describe()["options"] == ["halberd", "great blade"]
    named = wielded(fight, chosen, 0, 0, fight.state.contacts[0])
    assert named is not None and named.id == "great blade"


@pytest.mark.rule("tp.weapon.fixed")
def test_nothing_is_asked_of_who_has_no_choice_or_does_not_strike() -> None:
    lead = hero("lead", within="guard", figure=champion(weapons=("halberd", "great blade")))
    narrow = clash(ours=armed("spear", "sidearm"))
    with script(narrow):
        assert choose_weapons(narrow, 0) == {}
    fight = scene(
        unit("guard", at=(36, 20)), lead,
        unit("orcs", at=(38.7, 20), facing=180, side=1, models=9, files=3), phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs")  # the orcs touch the end of the line, not the hero in its middle
    with script(fight):
        assert choose_weapons(fight, 0) == {}


# --- spears --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.weapon.spear.ranks", "tp.weapon.spear")
def test_spears_fight_in_two_ranks() -> None:
    assert strokes(clash(ours=armed("spear")), "guard") == 10
    assert strokes(clash(ours=armed("spear", attacks=2)), "guard") == 15
    assert strokes(clash(ours=armed("spear"), charge=5), "guard") == 5
    assert strokes(clash(ours=armed("spear"), charge=5, rounds=1), "guard") == 10


@pytest.mark.rule("tp.weapon.spear.ranks")
def test_only_real_spearmen_in_the_second_rank_strike() -> None:
    assert strokes(clash(ours=armed("spear"), models=(8, 20)), "guard") == 8
    assert strokes(clash(ours=armed("spear"), models=(5, 20)), "guard") == 5
    assert strokes(clash(ours=armed("spear"), models=(20, 6), files=(5, 3)), "guard") == 10  # 3, 2 at the corners


@pytest.mark.rule("tp.weapon.spear.flank")
def test_spears_have_no_second_rank_in_the_flank() -> None:
    assert strokes(clash(theirs=armed("spear"), side="left"), "orcs") == 4
    assert strokes(clash(theirs=armed("spear"), side="rear"), "orcs") == 5


@pytest.mark.rule("tp.weapon.spear.strikes_first")
def test_foot_spears_strike_first_when_charged_in_front() -> None:
    spears = armed("spear")
    assert first(clash(theirs=spears, charge=5), "orcs") == "tp.weapon.spear"
    assert first(clash(theirs=spears), "orcs") == ""  # nobody charged
    assert first(clash(theirs=spears, charge=5, rounds=1), "orcs") == ""
    assert first(clash(theirs=spears, charge=5, side="left"), "orcs") == ""
    assert first(clash(ours=spears, charge=5), "guard") == ""


@pytest.mark.rule("tp.weapon.spear.anti_cavalry", "tp.weapon.pike.anti_cavalry")
def test_spears_and_pikes_are_made_for_riders() -> None:
    for weapon, toughness in (("spear", 2), ("pike", 3)):
        found = attack(clash(ours=armed(weapon), theirs=horse(), files=(5, 4), models=(20, 8)), "guard")
        assert (found.toughness, found.agility) == (toughness, 1)
        assert attack(clash(ours=armed(weapon)), "guard").toughness == 0
    ridden = clash(ours=horse(weapons=("spear",)), theirs=horse(), files=(4, 4), models=(8, 8))
    assert attack(ridden, "guard").toughness == 0
    assert riding(ridden, 1) and not riding(clash(), 1)


@pytest.mark.rule("tp.weapon.spear.anti_cavalry")
def test_a_hero_on_a_steed_counts_as_cavalry() -> None:
    knight = horse(category="character", attacks=3)
    assert riding(scene(hero("knight", (36, 20), figure=knight)), 0)
    assert not riding(scene(hero("walker", (36, 20))), 0)


@pytest.mark.rule("tp.weapon.spear.mounted")
@pytest.mark.parametrize(("way", "works"), [(8, True), (9, True), (7, False), (5, False)])
def test_a_riders_spear_works_after_a_charge_of_more_than_seven_inches(way: float, works: bool) -> None:
    fight = clash(ours=horse(weapons=("spear", "sidearm")), files=(4, 5), models=(8, 20), charge=way)
    assert in_hand(fight) == "spear"
    assert attack(fight, "guard").toughness == int(works)
    assert first(fight, "guard") == ("tp.weapon.spear" if works else "")
    assert attack(fight, "guard", line=1).toughness == 0  # the horse has none


@pytest.mark.rule("tp.weapon.spear.mounted", "tp.weapon.lance")
@pytest.mark.parametrize("weapon", ["spear", "lance"])
def test_the_way_of_the_turn_before_counts_for_spears_and_lances(weapon: str) -> None:
    fight = clash(ours=horse(weapons=(weapon, "sidearm")), files=(4, 5), models=(8, 20), charge=3)
    assert first(fight, "guard") == ""
    fight.state.contacts[0] = structs.replace(fight.state.contacts[0], run=inches(9))  # six before, three now
    assert first(fight, "guard") == f"tp.weapon.{weapon}" and attack(fight, "guard").toughness > 0


@pytest.mark.rule("tp.weapon.spear.mounted")
def test_after_the_first_round_a_riders_spear_is_a_plain_weapon() -> None:
    fight = clash(ours=horse(weapons=("spear", "sidearm")), files=(4, 5), models=(8, 20), charge=9, rounds=1)
    assert attack(fight, "guard").toughness == 0 and first(fight, "guard") == ""


@pytest.mark.rule("tp.unit.mob.weapons")
def test_a_mob_fights_with_its_sidearms() -> None:
    mob = armed("spear", "sidearm", traits=("mob",))
    assert in_hand(clash(ours=mob)) == "sidearm" and strokes(clash(ours=mob), "guard") == 5


# --- pikes ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.weapon.pike")
def test_pikes_fight_in_four_ranks_even_when_they_charge() -> None:
    pikes = armed("pike", "sidearm")
    assert strokes(clash(ours=pikes, models=(24, 20), files=(4, 4)), "guard") == 16
    assert strokes(clash(ours=pikes, models=(24, 20), files=(4, 4), charge=4), "guard") == 16
    assert strokes(clash(ours=armed("pike", attacks=2), models=(16, 20), files=(4, 4)), "guard") == 20


@pytest.mark.rule("tp.weapon.pike.strikes_first")
def test_pikes_strike_first_when_charged_in_front() -> None:
    assert first(clash(theirs=armed("pike", "sidearm"), charge=5), "orcs") == "tp.weapon.pike"
    assert first(clash(theirs=armed("pike", "sidearm"), charge=5, rounds=1), "orcs") == ""
    assert first(clash(theirs=armed("pike", "sidearm"), charge=5, side="rear"), "orcs") == ""


@pytest.mark.rule("tp.weapon.pike.flank", "tp.weapon.pike.drop", "tp.weapon.sidearm")
def test_pikes_are_useless_with_an_enemy_in_the_flank() -> None:
    pikes = armed("pike", "sidearm")
    fight = clash(theirs=pikes, side="left", charge=5)
    assert in_hand(fight, "orcs") == "sidearm" and strokes(fight, "orcs") == 4
    dropped = clash(ours=pikes)
    piece(dropped, "guard").pikes_dropped = True
    assert in_hand(dropped) == "sidearm" and strokes(dropped, "guard") == 5


@pytest.mark.rule("tp.weapon.pike.flank")
def test_with_an_enemy_in_the_flank_the_whole_unit_lays_its_pikes_down() -> None:
    other = unit("riders", at=(36 + 2 * 0.787, 20 + 2 * 0.787), facing=270, models=8, files=4)
    fight = clash(other, theirs=armed("pike", "sidearm"), models=(20, 16), files=(4, 4))
    contact(fight, "riders", "orcs", b_side="left", charge=inches(5))
    assert in_hand(fight, "orcs") == "sidearm"


@pytest.mark.rule("tp.move.reinforce.pike")
def test_pikes_do_not_work_in_a_reinforced_unit() -> None:
    fight = clash(unit("second", at=(0, 0), fate="within", host=0), ours=armed("pike", "sidearm"))
    piece(fight, "guard").backing = (number(fight, "second"),)
    assert in_hand(fight) == "sidearm"


# --- lances --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.weapon.lance", "tp.shoot.damage.range")
def test_a_lance_at_the_charge() -> None:
    fight = clash(ours=horse(), theirs=foot(toughness=4, life=4), files=(4, 5), models=(8, 20), charge=10)
    assert weigh(fight, attack(fight, "guard")).save == 1
    assert taken(fight, 5) == 3
    assert first(fight, "guard") == "tp.weapon.lance"
    assert attack(fight, "guard", line=1).toughness == 0  # never the horse's hooves


@pytest.mark.rule("tp.weapon.lance", "tp.weapon.sidearm")
@pytest.mark.parametrize(("way", "rounds"), [(6, 0), (7, 0), (10, 1)])
def test_without_a_long_charge_riders_draw_their_sidearms(way: float, rounds: int) -> None:
    fight = clash(ours=horse(), files=(4, 5), models=(8, 20), charge=way, rounds=rounds)
    assert in_hand(fight) == "sidearm" and attack(fight, "guard").toughness == 0
    assert first(fight, "guard") == ""


@pytest.mark.rule("tp.weapon.lance.countercharged", "tp.weapon.spear.countercharged", "tp.move.charge.mutual")
def test_a_charger_charged_in_front_keeps_its_lances() -> None:
    fight = clash(ours=horse(), theirs=horse(), files=(4, 4), models=(8, 8), charge=10, counter=9)
    assert in_hand(fight, "orcs") == "lance"
    assert first(fight, "guard") == first(fight, "orcs") == "tp.weapon.lance"
    short = clash(ours=horse(), theirs=horse(), files=(4, 4), models=(8, 8), charge=10, counter=6)
    assert in_hand(short, "orcs") == "sidearm"


@pytest.mark.rule("tp.weapon.lance.countercharged", "tp.weapon.spear.countercharged")
@pytest.mark.parametrize("side", ["left", "rear"])
def test_a_charger_charged_in_flank_or_rear_loses_its_lances(side: str) -> None:
    fight = clash(ours=horse(), theirs=horse(), files=(4, 4), models=(8, 8), charge=10, counter=9, side=side)
    assert charge_of(fight.state.contacts[0], 1) == NEVER
    assert in_hand(fight, "orcs") == "sidearm"


# --- soft infantry -------------------------------------------------------------------------------------------

RIDERS = horse(weapons=("sidearm",))


def ridden_down(infantry: Figure, way: float = 8, **more: Any) -> bool:
    fight = clash(
        ours=RIDERS, theirs=infantry, files=(4, 5), models=more.pop("models", (8, 20)), charge=way, **more
    )
    return soft(fight, 1, 0, fight.state.contacts[0])


@pytest.mark.rule("tp.combat.soft")
def test_riders_at_a_gallop_have_one_attack_more_with_man_and_horse() -> None:
    fight = clash(ours=RIDERS, files=(4, 6), models=(8, 24), charge=8)
    assert [blow.attacks for blow in blows(fight, "guard")] == [8, 8]  # 2 and 2 for each of four
    slow = clash(ours=RIDERS, files=(4, 6), models=(8, 24), charge=6)
    assert [blow.attacks for blow in blows(slow, "guard")] == [4, 4]


@pytest.mark.rule("tp.combat.soft")
def test_who_is_soft_and_who_is_not() -> None:
    assert ridden_down(foot()) and ridden_down(foot(), way=7)
    assert not ridden_down(foot(), way=6)
    assert not ridden_down(foot(), rounds=1)
    assert not ridden_down(armed("spear", heavy=True))
    assert not ridden_down(armed("spear")) and not ridden_down(foot(heavy=True))
    assert ridden_down(foot(heavy=True), models=(8, 6))  # flimsy ranks
    assert ridden_down(armed("spear", heavy=True), side="left")
    assert not ridden_down(horse())


@pytest.mark.rule("tp.combat.soft")
def test_a_lone_hero_on_a_steed_is_no_cavalry_and_rides_nobody_down() -> None:
    knight = horse(category="character", weapons=("sidearm",))
    fight = scene(
        hero("guard", (36, 20), figure=knight),
        unit("orcs", (36, 20), facing=180, side=1, models=20),
        phase="combat",
    )
    contact(fight, "guard", "orcs", charge=inches(8))
    assert not soft(fight, 1, 0, fight.state.contacts[0])
    assert [blow.attacks for blow in blows(fight, "guard")] == [1, 1]


@pytest.mark.rule("tp.combat.soft", "tp.character.join.as_one")
def test_a_hero_who_rides_with_cavalry_has_its_weight() -> None:
    knight = horse(category="character", weapons=("sidearm",))
    fight = scene(
        unit("guard", (36, 20), models=4, files=4, figure=RIDERS),
        hero("knight", within="guard", figure=knight),
        unit("orcs", (36, 20), facing=180, side=1, models=24, files=8),
        phase="combat",
    )
    contact(fight, "guard", "orcs", charge=inches(8))
    assert soft(fight, 2, 0, fight.state.contacts[0])


@pytest.mark.rule("tp.combat.soft")
def test_foot_soldiers_ride_nobody_down() -> None:
    fight = clash(charge=8)
    assert not soft(fight, 1, 0, fight.state.contacts[0])


@pytest.mark.rule("tp.weapon.close_combat")
def test_bows_are_no_weapons_for_close_combat() -> None:
    fight = clash(ours=armed("longbow", "hand weapon"))
    assert [weapon.id for weapon in usable(fight, 0, 0, fight.state.contacts[0])] == ["hand weapon"]
