"""Magic weapons, one by one."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import mark, param

from warhost.rulebooks.threeplains.charging.fallback import ask_for_answer
from warhost.rulebooks.threeplains.events.charges import NoFallBack
from warhost.rulebooks.threeplains.events.items import ItemUsed
from warhost.rulebooks.threeplains.events.spells import Enchanted
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.fighting.prowess import ready, to_hit
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.hooks import weapon_rule
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.magic.bearing import carried, lay, nature
from warhost.rulebooks.threeplains.magic.casting import act, castable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.missiles.defensive import hold_and_shoot
from warhost.rulebooks.threeplains.morale.checks import never_flees
from warhost.rulebooks.threeplains.morale.exhaustion import tire
from warhost.rulebooks.threeplains.state import NEVER, Effect

from .armoury import blow, charging_into, duel, laden, one_hit, rules, settled
from .scene import contact, foot, hero, horse, number, piece, scene, script, told, unit, weapons

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


@pytest.mark.rule("tp.piece.combine.independent", "tp.item.enchanted.deas_ring_of_combat")
@pytest.mark.parametrize(("source", "rider", "steed"), [
    ("ring", 3, 5), ("tp.spell.battle.ultimate_warrior", 3, 5), ("tp.spell.white.blessing_of_the_gods/skill", 4, 5),
    ("tp.spell.battle.blood_spirit", 4, 4), ("", 4, 5),
])  # fmt: skip
def test_what_makes_a_rider_skilled_is_not_his_steeds_but_what_lies_on_the_piece_is(
    source: str, rider: int, steed: int
) -> None:
    ring = ("deas_ring_of_combat",) if source == "ring" else ()
    fight = duel(*ring, own={**RIDER, "rating": 5}, foe={"rating": 6})  # a steed of 3 that becomes one of 4
    if source.startswith("tp."):
        lay(fight, Effect(source, 0, 0, 0, NEVER))
    needs = {part: to_hit(fight, blow(fight, part=part)).total for part in ("self", "steed")}
    assert needs == {"self": rider, "steed": steed}


@pytest.mark.rule("tp.item.weapon.gremlin_blade", "tp.item.enchanted.ring_of_ozonty")
def test_what_adds_to_a_damage_range_adds_to_that_of_the_gremlin_blade() -> None:
    machine = {"toughness": 0, "category": "machine"}
    assert one_hit(duel("gremlin_blade", foe=machine), 6) == 3 * 3
    assert one_hit(duel("gremlin_blade", own={"damage": 2}, foe=machine), 6) == 3 * 3  # his own is replaced
    ozonty = laden("gremlin_blade", "ring_of_ozonty").items
    assert one_hit(duel("gremlin_blade", own={"items": ozonty, "prices": (25, 60)}, foe=machine), 5) == 5 * 3


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
    assert [ready(fight, b).reroll for b in blows_of(fight, 0, {}, {}) if b.member == 0] == ["all"]


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
    assert blow(fight).attacks == 4 and carried(fight, 0) == rules("life_and_death")  # magic blades as before
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
    assert bool(told(fight, NoFallBack)) is dazzled and piece(fight, "archers").turn.answer == "stand"
