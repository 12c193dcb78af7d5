"""Items that strike besides their bearers' blows, answer blows, or grow with kills and fright."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import life_of
from warhost.rulebooks.threeplains.events.blows import Damaged, Struck
from warhost.rulebooks.threeplains.events.items import ItemLost, ItemStirred
from warhost.rulebooks.threeplains.fighting.besides import besides_blows
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows, fight_round
from warhost.rulebooks.threeplains.fighting.prowess import ready, to_hit
from warhost.rulebooks.threeplains.figure import Blows, from_mm, inches
from warhost.rulebooks.threeplains.items.secrecy import notice
from warhost.rulebooks.threeplains.magic.bearing import carried, rated
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.missiles.aiming import to_hit as to_shoot
from warhost.rulebooks.threeplains.morale.checks import bravery, deviancy
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import alone, blow, duel, laden, one_hit, rules, settled
from .scene import champion, contact, foot, hero, horse, number, piece, scene, script, told, unit

HARMLESS = {"blows": (Blows(0, 5),)}
RIDER: dict[str, Any] = {"mounted": True, "base": horse().base, "blows": (Blows(0, 5), Blows(0, 3, part="steed"))}


def besieged(*items: str, more: tuple[Any, ...] = (), **own: Any) -> Fight:
    """The hero, who strikes nobody himself, before a line of orcs of which two touch him."""
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden(*items, **{**HARMLESS, **own})),
        unit("orcs", (36, 20), facing=180, side=1, models=4, files=4, figure=foot(**HARMLESS)),
        *more,
    ))  # fmt: skip
    contact(fight, "hero", "orcs")
    return fight


def besides(fight: Fight, *dice: int, answers: Any = ()) -> list[tuple[str, int]]:
    """Whom the items of all who fight hit without a roll, and how often."""
    with script(fight, dice=dice, answers=answers):
        found = besides_blows(fight, range(len(fight.state.pieces)))[0]
    return [(fight.state.pieces[attack.target].name, attack.hits) for attack in found]


# --- besides the blows ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.tornado_flail", "tp.combat.hit.automatic")
def test_the_tornado_flail_hits_everybody_who_touches_its_bearer() -> None:
    fight = besieged("tornado_flail")
    assert besides(fight) == [("orcs", 2)]
    (attack,) = besides_blows(fight, [0])[0]
    assert (attack.toughness, attack.agility) == (1, 1)
    with script(fight, dice=[3, 2]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "orcs").models == 3 and not told(fight, Struck)


@pytest.mark.rule("tp.item.weapon.tornado_flail")
def test_whoever_whirls_alone_is_harder_to_hit() -> None:
    for item, need in (("tornado_flail", 3), ("zereeners_reclaimer", 2)):
        fight = duel(item, own={"rating": 5, "attacks": 3}, foe={"rating": 10})
        assert to_hit(fight, blow(fight, "foe")).total == need
    shot = alone("tornado_flail", more=(unit("archers", (36, 40), side=1, facing=180),))
    assert to_shoot(shot, 1, 0).steps[-1].rule == "tp.item.weapon.tornado_flail"
    guarded = scene(
        unit("guard", (36, 20), models=6, files=3),
        hero("hero", within="guard", figure=laden("tornado_flail")),
        unit("archers", (36, 40), side=1, facing=180),
    )
    assert all(step.rule != "tp.item.weapon.tornado_flail" for step in to_shoot(guarded, 2, 0).steps)
    company = scene(
        unit("guard", (36, 20), models=6, files=3),
        hero("hero", within="guard", post=1, figure=laden("tornado_flail")),
        hero("foe", (36, 20), facing=180, side=1),
    )
    contact(company, "guard", "foe")
    aimed = blows_of(company, 2, {}, {f"foe blow {at}": "hero" for at in (1, 2, 3)})
    assert [to_hit(company, one).total for one in aimed] == [4]


@pytest.mark.rule("tp.item.armour.hornet_armour")
@pytest.mark.parametrize(("face", "stung"), [(1, 1), (6, 2)])
def test_hornets_sting_no_more_than_touch_their_wearer(face: int, stung: int) -> None:
    fight = besieged("hornet_armour")
    assert besides(fight, face) == [("orcs", stung)] and life_of(fight, 0) == 5
    assert told(fight, ItemStirred)[0].number == stung
    with script(fight, dice=[face]):
        (attack,) = besides_blows(fight, [0])[0]
    assert (attack.top, attack.toughness, attack.resistance, attack.agility) == (1, 0, 0, 1)


@pytest.mark.rule("tp.item.armour.hornet_armour")
def test_the_wearer_says_whom_his_hornets_sting() -> None:
    chief = hero("chief", within="orcs", side=1, post=1, figure=champion(**HARMLESS))
    fight = besieged("hornet_armour", more=(chief,))
    assert sorted(name for name, _ in besides(fight, 3)) == ["chief", "orcs"]
    assert besides(fight, 1, answers=["chief"]) == [("chief", 1)]


@pytest.mark.rule("tp.item.weapon.lightning_lance")
def test_lightning_strikes_only_in_the_round_of_a_charge() -> None:
    lance = {**RIDER, "weapons": ("lance", "sidearm")}
    charge = {"charge": inches(9), "run": inches(9)}
    assert besides(duel("lightning_lance", own=lance, **charge), 4) == [("foe", 4)]
    assert besides(duel("lightning_lance", own=lance, rounds=1, **charge)) == []
    assert besides(duel("lightning_lance", own=lance)) == []
    fight = duel("lightning_lance", own=lance, foe={"toughness": 4, **HARMLESS}, **charge)
    with script(fight, dice=[2, 3, 2]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "foe").hurt == 1 and told(fight, Damaged)[0].save == 2


@pytest.mark.rule("tp.item.weapon.lightning_lance", "tp.weapon.lance")
@pytest.mark.parametrize("far", [1, 7, 8])
def test_lightning_strikes_after_a_charge_too_short_for_the_lance(far: int) -> None:
    lance = {**RIDER, "weapons": ("lance", "sidearm")}
    fight = duel("lightning_lance", own=lance, charge=inches(far), run=inches(far))
    assert besides(fight, 6) == [("foe", 6)]
    assert ready(fight, blow(fight)).attack.toughness == (3 if far > 7 else 0)


@pytest.mark.rule("tp.item.weapon.lightning_lance")
def test_lightning_strikes_the_piece_that_was_charged_not_the_captain_who_meets_him() -> None:
    lance, wide = laden("lightning_lance", **{**RIDER, "weapons": ("lance", "sidearm")}), (from_mm(40), from_mm(40))
    fight = scene(
        hero("hero", (36, 20), figure=lance),
        unit("ogres", (36, 20), facing=180, side=1, models=4, files=3, figure=foot(base=wide)),
        hero("captain", within="ogres", side=1, figure=champion(base=wide)),
    )
    contact(fight, "hero", "ogres", charge=inches(9), run=inches(9))
    assert besides(settled(fight), 4) == [("ogres", 4)]


@pytest.mark.rule("tp.item.armour.gate_keepers_shield")
def test_whom_the_gate_wounds_is_dead() -> None:
    fight = duel("gate_keepers_shield", own=HARMLESS, foe=HARMLESS)
    with script(fight, dice=[4, 2, 4, 3]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "foe").fate == "slain"
    assert besides(duel("gate_keepers_shield"), 3) == []


@pytest.mark.rule("tp.item.armour.gate_keepers_shield")
def test_the_gate_is_too_small_for_large_bases() -> None:
    for wide, taken in ((30, [("foe", 5)]), (31, [])):
        foe = {"base": (from_mm(wide), from_mm(wide))}
        assert besides(duel("gate_keepers_shield", foe=foe), 6, 5) == taken


@pytest.mark.rule("tp.item.armour.hornet_armour", "tp.item.armour.gate_keepers_shield")
def test_what_strikes_besides_comes_to_light() -> None:
    fight = besieged("hornet_armour", "gate_keepers_shield")
    assert piece(fight, "hero").shown == ()
    with script(fight, dice=[1, 4, 1, 2, 2]):
        exchange_blows(fight, [0, 1])
    notice(fight)
    assert set(piece(fight, "hero").shown) == set(carried(fight, 0))


# --- when both sides have struck -----------------------------------------------------------------------------


@pytest.mark.rule("tp.item.armour.spiked_armour_of_zorerdi")
@pytest.mark.parametrize("life", [2, 9])
def test_spikes_hit_every_model_that_struck_once(life: int) -> None:
    """Two orcs strike twice each; their wearer may be dead by then."""
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("spiked_armour_of_zorerdi", life=life, **HARMLESS)),
        unit("orcs", (36, 20), facing=180, side=1, models=4, files=4, figure=foot(attacks=2, damage=9)),
    ))  # fmt: skip
    contact(fight, "hero", "orcs")
    with script(fight, dice=[6, 6, 1, 1, 5, 5, 4, 1]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "hero").fate == ("slain" if life == 2 else "standing")
    assert piece(fight, "orcs").models == 3 and told(fight, Damaged)[-1].hits == 2


@pytest.mark.rule("tp.item.armour.spiked_armour_of_zorerdi")
def test_a_rider_and_his_steed_are_one_model_to_the_spikes() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("spiked_armour_of_zorerdi", **HARMLESS)),
        unit("riders", (36, 20), facing=180, side=1, models=1, files=1, figure=horse()),
    ))  # fmt: skip
    contact(fight, "hero", "riders")
    with script(fight, dice=[1, 1, 2]):
        exchange_blows(fight, [0, 1])
    assert len(told(fight, Struck)) == 2 and told(fight, Damaged)[-1].hits == 1


@pytest.mark.rule("tp.item.armour.duelist_bracers")
def test_bracers_return_a_blow_for_each_that_missed_up_to_four() -> None:
    fight = duel("duelist_bracers", own={"attacks": 1}, foe={"attacks": 6, "rating": 5})
    with script(fight, dice=[1, 6, 1, 1, 1, 1, 1, 2, 4, 4, 1, 1, 6, 2]):
        exchange_blows(fight, [0, 1])
    assert [event.blows for event in told(fight, Struck)] == [1, 6, 4]
    assert told(fight, Struck)[-1].hits == 2 and piece(fight, "foe").hurt == 1


@pytest.mark.rule("tp.item.armour.duelist_bracers", "tp.item.enchanted.miss_voodoo")
def test_bracers_return_the_blows_with_which_miss_voodoo_misses() -> None:
    doll = {"items": rules("miss_voodoo"), "prices": (1,), "rating": 5}
    fight = duel("duelist_bracers", own={"attacks": 1}, foe={"attacks": 1, **doll})
    with script(fight, dice=[5, 1, 1, 1, 1, 1, 1, 1, 1, 1]):
        exchange_blows(fight, [0, 1])
    assert [event.blows for event in told(fight, Struck)] == [3, 1, 1, 4]


@pytest.mark.rule("tp.item.armour.duelist_bracers")
def test_the_dead_return_no_blows() -> None:
    fight = duel("duelist_bracers", own={"attacks": 1}, foe={"attacks": 3, "damage": 9})
    with script(fight, dice=[1, 6, 1, 1, 6]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "hero").fate == "slain" and len(told(fight, Struck)) == 2


@pytest.mark.rule("tp.item.weapon.wicked_blade")
def test_whoever_misses_with_the_wicked_blade_strikes_himself() -> None:
    fight = duel("wicked_blade", own={"life": 9}, foe=HARMLESS)
    with script(fight, dice=[1, 2, 2, 4, 3, 1, 6]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "hero").hurt == 3 and piece(fight, "foe").hurt == 0
    assert told(fight, Damaged)[0].save == 0 and told(fight, Struck)[-1].hits == 1


@pytest.mark.rule("tp.item.weapon.wicked_blade")
def test_one_hit_is_enough_for_the_wicked_blade() -> None:
    fight = duel("wicked_blade", foe=HARMLESS)
    with script(fight, dice=[1, 2, 6, 4]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "foe").hurt == 3 and piece(fight, "hero").hurt == 0


@pytest.mark.rule("tp.item.weapon.magical_heavy_war_hammer")
def test_the_magical_hammer_neither_tires_nor_slows() -> None:
    for item, tired in (("magical_heavy_war_hammer", 0), ("gavel_of_injustice", 1)):
        fight = duel(item, own={"attacks": 0}, foe=HARMLESS)
        assert ready(fight, blow(fight)).attack.sluggish == bool(tired)
        fight_round(fight, [0, 1])
        assert piece(fight, "hero").tired == tired


# --- what grows ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.blade_of_death_strength")
def test_a_blade_that_grows_with_kills() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("blade_of_death_strength", life=5), hurt=2),
        unit("orcs", (36, 20), facing=180, side=1, models=20),
    ))  # fmt: skip
    contact(fight, "hero", "orcs")
    for face in (5, 5, 6, 2, 4):
        assert one_hit(fight, 6, face) == 1
    assert piece(fight, "hero").hurt == 1 and blow(fight).attacks == 4
    with script(fight, dice=[2, 1]):
        strike(fight, Attack(1, 1, "melee", "tp.item.weapon.blade_of_death_strength", 0))
    assert told(fight, Damaged)[-1].save == 1


@pytest.mark.rule("tp.item.weapon.helburn")
def test_kills_of_the_helburn_frighten_until_the_turn_is_over() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("helburn")),
        unit("orcs", (36, 20), facing=180, side=1, models=20),
    ))  # fmt: skip
    contact(fight, "hero", "orcs")
    for fear in (1, 2, 3, 4, 4):
        one_hit(fight, 6)
        assert rated(fight, 0, "fear") == fear
    fight.state.clock += 1
    expire(fight)
    assert rated(fight, 0, "fear") == 0


@pytest.mark.rule("tp.item.armour.black_flaming_armour")
def test_fright_near_by_feeds_the_flames() -> None:
    fight = scene(
        hero("hero", (36, 20), figure=laden("black_flaming_armour", soldiering=0)),
        unit("orcs", (36, 29), facing=180, side=1, models=6, files=3, figure=foot(soldiering=0)),
        unit("far", (10, 40), facing=180, side=1, models=6, files=3, figure=foot(soldiering=0)),
    )
    settled(fight)
    assert rated(fight, 0, "fear") == 1 and life_of(fight, 0) == 5
    for who, fear, stress in (("far", 1, 1), ("orcs", 2, 1), ("orcs", 3, 2), ("orcs", 4, 3), ("orcs", 4, 4)):
        with script(fight, dice=[6] * stress):
            assert not bravery(fight, number(fight, who), 0)
        assert rated(fight, 0, "fear") == fear


@pytest.mark.rule("tp.item.armour.black_flaming_armour")
def test_neither_courage_nor_other_checks_feed_the_flames() -> None:
    fight = settled(
        scene(
            hero("hero", (36, 20), figure=laden("black_flaming_armour", soldiering=0)),
            unit("orcs", (36, 29), facing=180, side=1, models=6, files=3, figure=foot(soldiering=1)),
        )
    )
    with script(fight, dice=[4, 1]):
        assert bravery(fight, number(fight, "orcs"), 0)
    with script(fight, dice=[1, 4, 1, 1]):
        assert not deviancy(fight, number(fight, "orcs"), "tp.check.deviancy")
    assert rated(fight, 0, "fear") == 1


# --- what wards off hits, and hits harder --------------------------------------------------------------------


@pytest.mark.rule("tp.item.armour.oak_helmet")
def test_the_oak_helmet_hardens_all_hits_until_it_burns() -> None:
    fight = duel("oak_helmet", "lucky_coin", foe={"toughness": 6})
    assert one_hit(fight, 2) == 1
    with script(fight, dice=[2]):
        assert strike(fight, Attack(1, 1, "missile", "tp.weapon.bow", 0)) == 1
    with script(fight, dice=[1]):
        assert strike(fight, Attack(1, 1, "missile", "tp.weapon.bow", 0)) == 0
    with script(fight, dice=[1]):
        strike(fight, Attack(0, 1, "melee", "tp.combat.attacks", 1, fire=True))
    assert [event.item for event in told(fight, ItemLost)] == ["tp.item.armour.oak_helmet"]
    assert one_hit(fight, 6) == 0


@pytest.mark.rule("tp.item.armour.oak_helmet")
def test_plain_hits_do_not_burn_the_helmet() -> None:
    fight = duel("oak_helmet")
    with script(fight, dice=[1]):
        strike(fight, Attack(0, 1, "melee", "tp.combat.attacks", 1))
    assert not told(fight, ItemLost)


@pytest.mark.rule("tp.item.armour.armour_of_energy")
def test_energy_swallows_hits_until_it_has_had_twenty_five() -> None:
    fight = alone("armour_of_energy")
    hits = Attack(0, 4, "missile", "tp.weapon.bow", past_saves=True)
    with script(fight, dice=[6, 6, 6, 6]):
        assert strike(fight, hits) == 0
    assert carried(fight, 0) and told(fight, ItemStirred)[-1].number == 24
    with script(fight, dice=[1, 1, 1, 1]):
        assert strike(fight, hits) == 2
    assert not carried(fight, 0) and piece(fight, "hero").fate == "slain"
