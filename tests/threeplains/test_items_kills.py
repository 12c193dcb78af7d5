"""Magic weapons that make something of what they kill."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from warhost.rulebooks.threeplains.bodies import life_of
from warhost.rulebooks.threeplains.events.items import ItemStirred
from warhost.rulebooks.threeplains.fighting.combat import deliver
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.magic.bearing import rated
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.morale.checks import never_flees, soldiering
from warhost.rulebooks.threeplains.morale.exhaustion import exhausted
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, Effect
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import blow, charging_into, duel, laden, one_hit
from .scene import contact, foot, hero, horse, number, piece, scene, script, told, unit

RIDER: dict[str, Any] = {
    "mounted": True, "blows": horse(attacks=3, rating=5).blows, "base": horse().base,
    "weapons": ("lance", "sidearm"),
}  # fmt: skip


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
def test_no_die_is_thrown_for_whom_the_devourer_has_killed() -> None:
    fight = duel("devourer", own={"damage": 6}, foe={"toughness": 0, "agility": 0, "life": 2})
    one_hit(fight, 6)
    assert piece(fight, "foe").fate == "slain"


@pytest.mark.rule("tp.item.weapon.devourer")
def test_the_devourer_does_not_eat_machines() -> None:
    fight = duel("devourer", foe={"toughness": 3, "category": "machine", "kind": "machine"})
    one_hit(fight, 5)
    assert piece(fight, "foe").fate == "standing"


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


@pytest.mark.rule("tp.item.weapon.flail_of_famine")
def test_nobody_is_left_to_be_wearied_by_the_flail_of_famine_where_it_kills_the_last() -> None:
    fight = duel("flail_of_famine", foe={"life": 1, "toughness": 3})
    one_hit(fight, 6)
    assert piece(fight, "foe").fate == "slain" and not piece(fight, "foe").tired


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
