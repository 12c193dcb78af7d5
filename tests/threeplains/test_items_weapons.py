"""Magic weapons, one by one."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from pytest import mark, param

from warhost.rulebooks.threeplains.bodies import life_of
from warhost.rulebooks.threeplains.charging.fallback import ask_for_answer
from warhost.rulebooks.threeplains.charging.marchover import can_march_over
from warhost.rulebooks.threeplains.events import Enchanted, ItemStirred, ItemUsed, NoFallBack
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.combat import deliver, exchange_blows
from warhost.rulebooks.threeplains.fighting.prowess import rating, ready, to_hit
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.hooks import weapon_rule
from warhost.rulebooks.threeplains.items.moments import begin_turn
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.machines.gremlins import gremlins
from warhost.rulebooks.threeplains.magic.bearing import nature, rated
from warhost.rulebooks.threeplains.magic.casting import act, castable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.missiles.defensive import hold_and_shoot
from warhost.rulebooks.threeplains.morale.checks import deviancy, highest, never_flees, soldiering
from warhost.rulebooks.threeplains.morale.exhaustion import exhausted, tire
from warhost.rulebooks.threeplains.moving.groups import may_join
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, Effect
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import alone, blow, duel, laden, one_hit, settled
from .scene import champion, contact, foot, hero, horse, number, piece, scene, script, told, unit, weapons

RIDER: dict[str, Any] = {
    "mounted": True, "blows": horse(attacks=3, rating=5).blows, "base": horse().base,
    "weapons": ("lance", "sidearm"),
}  # fmt: skip
CHARGE = {"charge": inches(9), "run": inches(9)}


def test_every_magic_weapon_counts_as_a_plain_one() -> None:
    known = {weapon.rule for weapon in weapons().values()}
    assert {weapon_rule(item.weapon) for item in ITEMS.values() if item.weapon} <= known


@pytest.mark.parametrize(
    ("items", "foe", "face", "points"),
    [
        param("mace_of_oblivion", {"toughness": 5, "resistance": 8}, 6, 9,
              marks=mark.rule("tp.item.weapon.mace_of_oblivion", "tp.magic.items.weapon")),
        param("mace_of_oblivion", {"toughness": 0, "magic": 6}, 1, 3),
        param("twin_blades_of_hellfire", {"toughness": 5, "padding": 2}, 4, 8,
              marks=mark.rule("tp.item.weapon.twin_blades_of_hellfire")),
        param("twin_blades_of_hellfire", {"toughness": 5, "padding": 2, "resistance": 10}, 4, 2),
        param("twin_blades_of_hellfire", {"toughness": 3, "traits": ("vulnerable to fire",)}, 4, 16),
        param("blades_of_fire_and_ice", {"toughness": 4, "agility": 1}, 6, 8,
              marks=mark.rule("tp.item.weapon.blades_of_fire_and_ice")),
        param("blazing_blade", {"toughness": 5, "traits": ("fire resistant",)}, 5, 3,
              marks=mark.rule("tp.item.weapon.blazing_blade")),
        param("sword_of_elements", {"toughness": 6, "padding": 2, "agility": 2, "magic": 5}, 6, 1,
              marks=mark.rule("tp.item.weapon.sword_of_elements")),
        param("sword_of_elements", {"toughness": 6, "padding": 2, "resistance": 5}, 5, 1),
        param("first_judge_halberd", {"toughness": 9, "agility": 2}, 5, 2,
              marks=mark.rule("tp.item.weapon.first_judge_halberd")),
        param("first_judge_halberd", {"toughness": 2}, 2, 1),
        param("first_judge_halberd", {"toughness": 9}, 3, 0),
        param("headmans_axe", {"toughness": 5}, 6, 10, marks=mark.rule("tp.item.weapon.headmans_axe")),
        param("beast_butcherer_blades", {"toughness": 6, "category": "beast"}, 5, 4,
              marks=mark.rule("tp.item.weapon.beast_butcherer_blades")),
        param("beast_butcherer_blades", {"toughness": 3}, 6, 1),
        param("gremlin_blade", {"toughness": 6, "resistance": 4, "category": "machine"}, 6, 6,
              marks=mark.rule("tp.item.weapon.gremlin_blade")),
        param("gremlin_blade", {"toughness": 6, "resistance": 4}, 6, 0),
        param("war_hammer_of_obliteration", {"toughness": 6}, 5, 2,
              marks=mark.rule("tp.item.weapon.war_hammer_of_obliteration")),
        param("herrayers_redemption", {"toughness": 1, "agility": 3}, 6, 3,
              marks=mark.rule("tp.item.weapon.herrayers_redemption")),
        param("sword_of_strength", {"toughness": 4}, 5, 3, marks=mark.rule("tp.item.weapon.sword_of_strength")),
        param("ethereal_war_hammer", {"toughness": 7}, 1, 1, marks=mark.rule("tp.item.weapon.ethereal_war_hammer")),
        param("ethereal_war_hammer", {"toughness": 7, "magic": 2}, 4, 0),
        param("black_spear", {"toughness": 3, "magic": 5}, 4, 1, marks=mark.rule("tp.item.weapon.black_spear")),
        param("black_spear", {"toughness": 3, "magic": 5}, 3, 0),
        param("black_spear", {"toughness": 3}, 2, 1),
        param("martins_meat_cleaver", {"toughness": 5, "resistance": 2}, 5, 1,
              marks=mark.rule("tp.item.weapon.martins_meat_cleaver")),
        param("martins_meat_cleaver", {"toughness": 5, "resistance": 2}, 4, 0),
        param("sword_of_swiftness", {"toughness": 0, "agility": 3}, 6, 1,
              marks=mark.rule("tp.item.weapon.sword_of_swiftness")),
    ],
)  # fmt: skip
def test_what_a_hit_does(items: str, foe: dict[str, Any], face: int, points: int) -> None:
    assert one_hit(duel(items, foe=foe), face) == points


def test_a_plain_hand_would_not_have_done_it() -> None:
    assert one_hit(duel(foe={"toughness": 4}), 5) == 1


@pytest.mark.rule("tp.item.weapon.mace_of_oblivion")
def test_a_silenced_weapon_is_a_plain_one() -> None:
    fight = duel("mace_of_oblivion", foe={"toughness": 3})
    fight.state.effects = (Effect("tp.spell.white.the_white_wind", 1, 0, 1, 9),)
    assert one_hit(fight, 4) == 1


@pytest.mark.rule("tp.magic.items.weapon")
def test_steeds_do_not_bite_with_their_riders_sword() -> None:
    fight = duel("sword_of_strength", own={**RIDER, "weapons": ("hand weapon", "sidearm")}, foe={"toughness": 4})
    assert one_hit(fight, 5, part="steed") == 1


# --- lances --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.black_ivory_lance")
@pytest.mark.parametrize(
    ("foe", "points"), [({}, 30), ({"category": "beast"}, 2), ({"traits": ("undead",)}, 2)]
)  # fmt: skip
def test_wounds_of_the_ivory_lance_kill_living_warriors(foe: dict[str, Any], points: int) -> None:
    assert one_hit(duel("black_ivory_lance", own=RIDER, foe=foe, **CHARGE), 2) == points


@pytest.mark.rule("tp.item.weapon.gallel_lance")
def test_the_gallel_lance_multiplies_only_at_the_charge() -> None:
    assert one_hit(duel("gallel_lance", own=RIDER, **CHARGE), 2) == 12
    assert one_hit(duel("gallel_lance", own=RIDER, foe={"toughness": 0}, rounds=1, **CHARGE), 2) == 1


@pytest.mark.rule("tp.item.weapon.lance_of_gallantry")
def test_a_kill_at_the_charge_makes_the_unit_steadfast_until_its_next_turn() -> None:
    fight = settled(scene(
        unit("riders", (36, 20), models=6, files=3, figure=horse()),
        hero("hero", within="riders", figure=laden("lance_of_gallantry", **RIDER)),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    ))  # fmt: skip
    contact(fight, "riders", "orcs", **CHARGE)
    fight.state.phase, piece(fight, "riders").charge_fights = "combat", 1
    assert one_hit(fight, 6, who="riders", member="hero") == 1
    assert never_flees(fight, number(fight, "riders")) and len(told(fight, Enchanted)) == 1
    fight.state.clock = 3
    expire(fight)
    assert not never_flees(fight, number(fight, "riders"))


# --- fatal, holy, venomous, thirsty --------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.great_unforgivers")
def test_the_unforgivers_kill_characters_and_bring_frenzy_and_hatred() -> None:
    assert one_hit(duel("great_unforgivers"), 5) == 30
    assert one_hit(duel("great_unforgivers", foe={"category": "infantry"}), 5) == 1
    fight = duel("great_unforgivers", foe={"rating": 5})
    piece(fight, "hero").frenzy = "raging"
    assert blow(fight).attacks == 5 and to_hit(fight, blow(fight)).total == 3


@pytest.mark.rule("tp.item.weapon.martins_meat_cleaver")
def test_the_meat_cleaver_makes_frenzied() -> None:
    fight = duel("martins_meat_cleaver")
    piece(fight, "hero").frenzy = "raging"
    assert blow(fight).attacks == 4


@pytest.mark.rule("tp.item.weapon.herrayers_redemption")
def test_nobody_tires_of_redemption() -> None:
    for item, tired in (("herrayers_redemption", 0), ("cazzeamers_eye_flail", 1)):
        fight = duel(item)
        tire(fight, 0, 1, "tp.weapon.flail")
        assert piece(fight, "hero").tired == tired


@pytest.mark.rule("tp.item.weapon.gavel_of_injustice")
def test_the_gavel_makes_its_bearer_hate_everybody() -> None:
    assert to_hit(duel("gavel_of_injustice", foe={"rating": 5}), blow(duel("gavel_of_injustice"))).total == 3


@pytest.mark.rule("tp.item.weapon.spear_of_light")
def test_the_spear_of_light_thins_the_magic_of_demons() -> None:
    demon = {"traits": ("demon",), "toughness": 1, "magic": 5}
    assert one_hit(duel("spear_of_light", own={"damage": 3}, foe=demon), 4) == 2
    assert one_hit(duel("spear_of_light", own={"damage": 3}, foe={"toughness": 1, "magic": 5}), 6) == 1
    assert "holy warrior" in nature(duel("spear_of_light"), 0)


@pytest.mark.rule("tp.item.weapon.blood_snake_whip", "tp.item.weapon.venom_blade")
@pytest.mark.parametrize(("item", "level"), [("blood_snake_whip", 4), ("venom_blade", 2)])
def test_poisoned_blades_leave_markers(item: str, level: int) -> None:
    fight = duel(item, foe={"toughness": 3, "agility": 0})
    assert one_hit(fight, 6, 6) == 1
    assert piece(fight, "foe").poison == (level,)


@pytest.mark.rule("tp.item.weapon.blood_snake_whip")
def test_nobody_dodges_the_whip() -> None:
    assert one_hit(duel("blood_snake_whip", foe={"toughness": 3, "agility": 2}), 6, 1) == 1
    assert one_hit(duel("blood_snake_whip", foe={"toughness": 3}), 2, 1) == 1


@pytest.mark.rule("tp.item.weapon.zereeners_reclaimer", "tp.item.weapon.sword_of_the_countess")
@pytest.mark.parametrize("item", ["zereeners_reclaimer", "sword_of_the_countess"])
def test_life_that_is_taken_comes_back_to_the_bearer(item: str) -> None:
    fight = duel(item, own={"life": 5, "damage": 4}, foe={"toughness": 3})
    piece(fight, "hero").hurt = 3
    taken = one_hit(fight, 4)
    assert taken > 1 and piece(fight, "hero").hurt == 3 - taken
    tire(fight, number(fight, "hero"), 2, "tp.weapon.flail")
    assert piece(fight, "hero").tired == 0
    assert one_hit(fight, 6) > 1 and piece(fight, "hero").hurt == 0  # no better than unhurt


# --- how often, how well -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "number_of_blows"),
    [
        param("hammer_of_emaic", 6, marks=mark.rule("tp.item.weapon.hammer_of_emaic")),
        param("crystalline_sword", 4, marks=mark.rule("tp.item.weapon.crystalline_sword")),
        param("berkers_hammer", 6, marks=mark.rule("tp.item.weapon.berkers_hammer")),
        param("demon_shard_blade", 6, marks=mark.rule("tp.item.weapon.demon_shard_blade")),
        param("venom_blade", 5, marks=mark.rule("tp.item.weapon.venom_blade")),
        param("dragon_blade", 5, marks=mark.rule("tp.item.weapon.dragon_blade")),
        param("ogre_sword", 4, marks=mark.rule("tp.item.weapon.ogre_sword")),
        param("sword_of_strength", 3),
    ],
)
def test_how_many_blows_a_champion_of_three_strikes(item: str, number_of_blows: int) -> None:
    assert blow(duel(item)).attacks == number_of_blows


@pytest.mark.rule("tp.item.weapon.berkers_hammer")
def test_berkers_hammer_doubles_the_profile_alone() -> None:
    fight = duel("berkers_hammer", own={"traits": ("frenzy",)})
    piece(fight, "hero").frenzy = "raging"
    assert blow(fight).attacks == 7


@pytest.mark.rule("tp.item.weapon.phalanx_sword")
@pytest.mark.parametrize(("models", "more"), [(21, 4), (4, 1), (49, 5)])
def test_the_phalanx_sword_counts_full_ranks(models: int, more: int) -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=models, files=5),
        hero("hero", within="guard", figure=laden("phalanx_sword")),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    ))  # fmt: skip
    contact(fight, "guard", "orcs")
    assert blow(fight, "guard", member="hero").attacks == 3 + more
    assert blow(duel("phalanx_sword")).attacks == 3


@pytest.mark.parametrize(
    ("item", "own", "now"),
    [
        param("halberd_of_defiance", 8, 10, marks=mark.rule("tp.item.weapon.halberd_of_defiance")),
        param("crystalline_sword", 8, 10),
        param("crystalline_sword", 5, 8),
        param("cazzeamers_eye_flail", 4, 9, marks=mark.rule("tp.item.weapon.cazzeamers_eye_flail")),
    ],
)
def test_what_weapons_do_for_the_combat_rating(item: str, own: int, now: int) -> None:
    fight = duel(item, own={"rating": own})
    assert rating(fight, number(fight, "hero"), own) == now


@pytest.mark.rule("tp.item.weapon.halberd_of_defiance", "tp.item.weapon.soul_stealer")
def test_weapons_that_make_brave_and_fearsome() -> None:
    assert rated(duel("halberd_of_defiance"), 0, "bravery") == 2
    assert highest(duel("soul_stealer"), 0, "fear") == 2
    assert highest(duel("soul_stealer", own={"ratings": {"fear": 3}}), 0, "fear") == 3


@pytest.mark.rule("tp.item.weapon.sword_of_the_gods")
def test_the_sword_of_the_gods_raises_every_stat_by_two() -> None:
    fight = duel("sword_of_the_gods", own={"life": 3, "soldiering": 4}, foe={"toughness": 0})
    hero_number = number(fight, "hero")
    assert movement(alone("sword_of_the_gods"), 0).total == inches(9)
    assert movement(alone("sword_of_the_gods", mounted=True), 0).total == inches(7)
    assert blow(fight).attacks == 5 and rating(fight, hero_number, 5) == 7
    assert one_hit(fight, 4) == 3
    assert piece(fight, "hero").vigour == 2 and soldiering(fight, hero_number, "break").total == 6


# --- rolled attacks ------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "tp.item.weapon.sword_of_forever_striking", "tp.item.weapon.serpent_sword", "tp.item.weapon.widow_maker"
)
@pytest.mark.parametrize(
    ("item", "face", "more"), [("sword_of_forever_striking", 4, 5), ("serpent_sword", 4, 2), ("widow_maker", 6, 6)]
)
def test_attacks_are_rolled_anew_when_a_turn_begins(item: str, face: int, more: int) -> None:
    fight = duel(item)
    with script(fight, dice=[face]):
        begin_turn(fight)
    assert blow(fight).attacks == 3 + more and told(fight, ItemStirred)[0].number == more
    fight.state.clock += 1
    expire(fight)
    assert blow(fight).attacks == 3


@pytest.mark.rule("tp.move.marchover.variable", "tp.item.weapon.widow_maker")
@pytest.mark.parametrize(("face", "can"), [(1, True), (2, False)])
def test_rolled_attacks_count_before_a_march_over(face: int, can: bool) -> None:
    fight = settled(scene(
        hero("hero", (36, 30), figure=laden("widow_maker", attacks=1)),
        unit("orcs", (36, 20), side=1, models=20), active=1,
    ))  # fmt: skip
    with script(fight, dice=[face]):
        begin_turn(fight)
    assert (can_march_over(fight, number(fight, "orcs"), number(fight, "hero")) is None) is can


@pytest.mark.rule("tp.item.weapon.widow_maker")
def test_the_bearer_of_the_widow_maker_joins_nobody() -> None:
    fight = settled(scene(unit("guard", (36, 20)), hero("hero", (30, 20), figure=laden("widow_maker"))))
    assert may_join(fight, number(fight, "hero"), number(fight, "guard"))
    fight = scene(unit("guard", (36, 20)), hero("hero", (30, 20), figure=champion()))
    assert may_join(fight, number(fight, "hero"), number(fight, "guard")) is None


@pytest.mark.rule("tp.item.weapon.arcans_spear")
def test_arcans_spear_passes_one_check_of_the_whole_group() -> None:
    fight = scene(unit("guard", (36, 20), models=10), hero("hero", within="guard", figure=laden("arcans_spear")))
    with script(fight, answers=["use it"]):
        assert deviancy(fight, number(fight, "guard"), "tp.check.deviancy")
    with script(fight, dice=[1, 1, 1, 1, 6, 6, 6]):
        assert not deviancy(fight, number(fight, "guard"), "tp.check.deviancy")


@pytest.mark.rule("tp.item.weapon.gremlin_blade")
@pytest.mark.parametrize("fate", ["standing", "slain"])
def test_the_gremlin_blade_hurts_machines_that_go_wrong_while_it_is_on_the_field(fate: Any) -> None:
    thrower = foot(category="machine", kind="machine", shoots="bolt", life=5, title="Bolt thrower")
    fight = scene(
        hero("hero", (10, 10), figure=laden("gremlin_blade")),
        unit("thrower", (36, 30), side=1, models=1, files=1, figure=thrower),
    )
    piece(fight, "hero").fate = fate
    with script(fight, dice=[6]):  # the gremlins find nothing to do
        gremlins(fight, number(fight, "thrower"))
    assert piece(fight, "thrower").hurt == (fate == "standing")


# --- what kills are worth ------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.wyverns_blood")
@pytest.mark.parametrize(("coated", "markers"), [(("wyverns_blood",), (5,)), ((), ())])
def test_a_coated_weapon_poisons_at_level_five(coated: tuple[str, ...], markers: tuple[int, ...]) -> None:
    fight = duel(*coated, own={"weapons": ("great hammer", "sidearm")}, foe={"toughness": 3, "agility": 0})
    one_hit(fight, 6, *(6,) * len(markers))
    assert piece(fight, "foe").poison == markers


@pytest.mark.rule("tp.item.weapon.wyverns_blood")
@pytest.mark.parametrize(
    ("weapons", "met", "markers"),
    [
        (("lance", "sidearm"), {"charge": 9000}, (5,)),
        (("lance", "sidearm"), {"rounds": 1}, ()),
        (("sidearm",), {}, (5,)),
    ],
)
def test_one_weapon_is_coated_and_the_sidearm_only_where_there_is_no_other(
    weapons: tuple[str, ...], met: dict[str, Any], markers: tuple[int, ...]
) -> None:
    fight = duel("wyverns_blood", own={**RIDER, "weapons": weapons}, foe={"toughness": 3, "agility": 0}, **met)
    one_hit(fight, 3, *(6,) * len(markers))
    assert piece(fight, "foe").poison == markers


@pytest.mark.rule("tp.item.weapon.wyverns_blood")
def test_what_a_steed_strikes_is_not_coated() -> None:
    fight = duel("wyverns_blood", own=RIDER, foe={"toughness": 0})
    one_hit(fight, 6, part="steed")
    assert not piece(fight, "foe").poison


@pytest.mark.rule("tp.item.weapon.devourer")
@pytest.mark.parametrize(("dice", "fate"), [((5, 3), "standing"), ((5, 6), "slain")])
def test_the_devourer_may_take_whoever_it_wounds(dice: tuple[int, ...], fate: str) -> None:
    fight = duel("devourer", foe={"toughness": 3, "agility": 0})
    one_hit(fight, *dice)
    assert piece(fight, "foe").fate == fate


@pytest.mark.rule("tp.item.weapon.devourer")
def test_the_devourer_does_not_eat_machines() -> None:
    fight = duel("devourer", foe={"toughness": 3, "category": "machine", "kind": "machine"})
    one_hit(fight, 5)
    assert piece(fight, "foe").fate == "standing"


def charging_into(item: str, **own: Any) -> Fight:
    """The hero with the weapon against ten soldiers with a captain."""
    fight = scene(
        hero("hero", (36, 20), figure=laden(item, **own)),
        unit("orcs", (36, 20), facing=180, side=1, models=10, tired=2),
        hero("captain", within="orcs", side=1, tired=2),
    )
    contact(fight, "hero", "orcs", **CHARGE)
    return settled(fight)


@pytest.mark.rule("tp.item.weapon.flail_of_famine")
@pytest.mark.parametrize(("face", "counters"), [(4, 2), (5, 3)])
def test_the_flail_of_famine_wearies_those_who_lose_a_model(face: int, counters: int) -> None:
    fight = charging_into("flail_of_famine")
    one_hit(fight, 6, face)
    assert (piece(fight, "orcs").tired, piece(fight, "captain").tired) == (counters, counters)


@pytest.mark.rule("tp.item.weapon.flail_of_famine", "tp.trait.exhaustion")
def test_three_kills_with_the_flail_of_famine_exhaust_a_weary_unit_and_weary_its_captain() -> None:
    fight = charging_into("flail_of_famine")
    piece(fight, "captain").tired = 0
    attack = structs.replace(ready(fight, blow(fight)).attack, hits=3)
    with script(fight, dice=[6, 6, 6, 5, 2, 6]):
        strike(fight, attack)
    assert (piece(fight, "orcs").tired, piece(fight, "captain").tired) == (4, 2)
    assert exhausted(fight, number(fight, "orcs"))


@pytest.mark.rule("tp.item.weapon.flail_of_famine")
def test_the_flail_of_famine_wearies_a_group_whose_captain_it_kills() -> None:
    fight = charging_into("flail_of_famine")
    captain = piece(fight, "captain")
    captain.hurt = life_of(fight, number(fight, "captain")) - 1
    attack = structs.replace(ready(fight, blow(fight)).attack, target=number(fight, "captain"), hits=1)
    with script(fight, dice=[6, 5]):
        strike(fight, attack)
    assert captain.fate == "slain" and piece(fight, "orcs").tired == 3


@pytest.mark.rule("tp.item.weapon.swordfish_lance")
def test_every_kill_with_the_swordfish_lance_is_an_attack_more_up_to_eight_more() -> None:
    fight = charging_into("swordfish_lance", **{**RIDER, "blows": horse(attacks=4, rating=5).blows})
    found = [blow(fight).attacks]
    for _ in range(6):
        one_hit(fight, 6)
        found.append(blow(fight).attacks)
    assert found == [4, 5, 6, 7, 8, 9, 10]
    for kills, attacks in ((7, 11), (8, 12), (9, 12), (11, 12)):
        lay_kills(fight, kills)
        assert blow(fight).attacks == attacks
    assert blow(fight, part="steed").attacks == 1
    fight.state.clock += 4
    expire(fight)
    assert blow(fight).attacks == 12


def lay_kills(fight: Fight, kills: int) -> None:
    rule = "tp.item.weapon.swordfish_lance"
    fight.state.effects = (Effect(rule, 0, 0, 0, NEVER, kills),)


@pytest.mark.rule("tp.item.weapon.swordfish_lance")
def test_only_kills_with_the_swordfish_lance_itself_count() -> None:
    fight = charging_into("swordfish_lance", **RIDER)
    with script(fight, dice=[6]):
        strike(fight, Attack(number(fight, "orcs"), 1, "melee", "tp.weapon.sidearm", 0))
    assert blow(fight).attacks == 3


KILLS_OF_THE_BEARER = ("blade_of_death_strength", "helburn", "axe_of_heart")


@pytest.mark.rule(*(f"tp.item.weapon.{item}" for item in KILLS_OF_THE_BEARER))
@pytest.mark.parametrize("item", KILLS_OF_THE_BEARER)
@pytest.mark.parametrize(
    ("kind", "rule", "more", "counts"),
    [
        ("melee", "tp.weapon.sidearm", {}, True), ("missile", "tp.weapon.bow", {}, True),
        ("magic", "tp.spell.base.zap", {}, True), ("melee", "tp.combat.attacks", {"steed": True}, False),
    ],
)  # fmt: skip
def test_weapons_that_grow_count_what_their_bearer_kills_with_anything_but_not_his_steed(
    item: str, kind: Any, rule: str, more: dict[str, bool], counts: bool
) -> None:
    fight = charging_into(item)
    with script(fight, dice=[6, *[5] * (counts and item == "blade_of_death_strength")]):
        strike(fight, Attack(number(fight, "orcs"), 1, kind, rule, 0, aimed=True, **more))
    assert len(told(fight, ItemStirred)) == counts


@pytest.mark.rule("tp.item.weapon.axe_of_heart")
def test_friends_who_fall_to_him_do_not_hearten_the_bearer() -> None:
    fight = scene(hero("hero", (36, 20), figure=laden("axe_of_heart")), unit("guard", (36, 30)))
    with script(fight, dice=[6]):
        strike(fight, Attack(number(fight, "guard"), 1, "magic", "tp.spell.base.zap", 0))
    assert not told(fight, ItemStirred)


@pytest.mark.rule("tp.item.weapon.helburn", "tp.trait.holy_warrior")
def test_who_falls_outright_to_a_six_counts_as_a_kill_too() -> None:
    fight = scene(
        hero("hero", (36, 20), figure=laden("helburn", traits=("holy warrior",))),
        unit("ghouls", (36, 20), facing=180, side=1, models=10, figure=foot(traits=("undead",))),
    )
    contact(fight, "hero", "ghouls")
    with script(fight, dice=[6, 6, 1]):
        deliver(fight, ready(fight, blow(fight)))
    assert rated(fight, 0, "fear") == 2


@pytest.mark.rule("tp.item.weapon.lance_of_gallantry", "tp.weapon.lance")
@pytest.mark.parametrize(
    ("fights", "phase", "steadfast"), [(1, "combat", True), (0, "combat", False), (1, "shooting", False)]
)
def test_a_kill_with_the_sidearm_in_the_round_of_a_short_charge_is_gallant_too(
    fights: int, phase: Any, steadfast: bool
) -> None:
    fight = charging_into("lance_of_gallantry", **RIDER)
    fight.state.phase, piece(fight, "hero").charge_fights = phase, fights
    with script(fight, dice=[6]):
        strike(fight, Attack(number(fight, "orcs"), 1, "melee", "tp.weapon.sidearm", 0))
    assert never_flees(fight, 0) is steadfast


@pytest.mark.rule("tp.item.weapon.axe_of_heart")
def test_kills_with_the_axe_of_heart_give_dice_in_the_stress_phase_of_the_turn() -> None:
    fight = charging_into("axe_of_heart")
    for _ in range(3):
        one_hit(fight, 6)
    before = soldiering(fight, 0, "break").total
    fight.state.phase = "stress"
    assert soldiering(fight, 0, "break").total == before + 3
    fight.state.clock += 1
    expire(fight)
    assert soldiering(fight, 0, "break").total == before


# --- sure blows ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.duelists_blade")
@pytest.mark.parametrize(("foe", "need"), [(5, 1), (6, 4)])
def test_the_duelists_blade_does_not_miss_who_is_no_better(foe: int, need: int) -> None:
    fight = duel("duelists_blade", foe={"rating": foe})
    assert to_hit(fight, blow(fight)).total == need


@pytest.mark.rule("tp.item.weapon.king_rodneys_mace")
def test_the_blessed_mace_guides_its_bearer_and_his_group() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10),
        hero("hero", within="guard", figure=laden("king_rodneys_mace")),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    )
    contact(fight, "guard", "orcs")
    again = [ready(fight, one).reroll for one in blows_of(fight, 0, {}, {})]
    assert len(again) > 1 and set(again) == {"failures"}
    assert {ready(fight, one).reroll for one in blows_of(fight, number(fight, "orcs"), {}, {})} == {"none"}
    piece(fight, "guard").tired = 4
    assert [ready(fight, b).reroll for b in blows_of(fight, 0, {}, {}) if b.member == 0] == ["none"]


@pytest.mark.rule("tp.item.weapon.king_rodneys_mace")
def test_the_blessed_mace_guides_the_steeds_of_its_group() -> None:
    fight = scene(
        unit("riders", (36, 20), models=5, figure=horse()),
        hero("hero", within="riders", figure=laden("king_rodneys_mace")),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    )
    contact(fight, "riders", "orcs")
    again = {one.line.part: ready(fight, one).reroll for one in blows_of(fight, 0, {}, {})}
    assert again == {"self": "failures", "steed": "failures"}


@pytest.mark.rule("tp.item.weapon.king_rodneys_mace")
@pytest.mark.parametrize(("dice", "used"), [([6, 6, 6, 1, 1, 1], 0), ([6, 6, 1, 1, 1, 1], 1)])
def test_everybody_hears_of_the_mace_when_a_miss_is_thrown_again(dice: list[int], used: int) -> None:
    fight = duel("king_rodneys_mace")
    with script(fight, dice=dice):
        exchange_blows(fight, [0])
    assert len(told(fight, ItemUsed)) == used


@pytest.mark.rule("tp.item.weapon.life_and_death")
def test_life_and_death_heal_or_drain_once() -> None:
    fight = duel("life_and_death", own={"life": 8}, foe={"magic": 6})
    assert blow(fight).attacks == 4
    piece(fight, "hero").hurt = 5
    with script(fight, dice=[4], answers=["hero"]):
        act(fight, castable(fight), "use: hero/life_and_death")
    assert piece(fight, "hero").hurt == 1 and not castable(fight)
    other = duel("life_and_death", foe={"life": 3, "magic": 6})
    with script(other, dice=[5]):
        act(other, castable(other), "use: hero/life_and_death")
    assert piece(other, "foe").fate == "slain"


@pytest.mark.rule("tp.item.weapon.life_and_death")
def test_life_and_death_take_no_more_than_one_model() -> None:
    fight = charging_into("life_and_death")
    with script(fight, dice=[6], answers=["orcs"]):
        act(fight, castable(fight), "use: hero/life_and_death")
    assert piece(fight, "orcs").models == 9


@pytest.mark.rule("tp.item.weapon.lance_of_blinding")
@pytest.mark.parametrize("dazzled", [True, False])
def test_whom_the_lance_of_blinding_charges_stands_and_does_not_shoot(dazzled: bool) -> None:
    item = "lance_of_blinding" if dazzled else "lance_of_gallantry"
    fight = scene(
        unit("archers", (36, 20), facing=180, side=1, models=10, figure=foot(weapons=("longbow",))),
        unit("riders", (36, 14), models=5, figure=horse(), charge_turn=inches(12)),
        hero("hero", within="riders", figure=laden(item, **RIDER)),
    )
    archers, riders = number(fight, "archers"), number(fight, "riders")
    piece(fight, "riders").charge_target = archers
    with script(fight, answers=[] if dazzled else ["stand", "hold fire"]):
        ask_for_answer(fight, archers)
        hold_and_shoot(fight, archers, riders)
    assert bool(told(fight, NoFallBack)) is dazzled and piece(fight, "archers").answer == "stand"
