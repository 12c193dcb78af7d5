"""Items that keep spells and missiles off, and banners that change checks, charges and the sky."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.event import Rolled
from warhost.rulebooks.threeplains.bodies import body, life_of
from warhost.rulebooks.threeplains.charging.charges import declare, run_charge
from warhost.rulebooks.threeplains.events.charges import ChargeHalted
from warhost.rulebooks.threeplains.events.items import ItemStirred, ItemUsed
from warhost.rulebooks.threeplains.events.nerves import Checked
from warhost.rulebooks.threeplains.events.spells import SpellStopped
from warhost.rulebooks.threeplains.items.commands import darkness_before_the_battle
from warhost.rulebooks.threeplains.items.moments import out_of_turn
from warhost.rulebooks.threeplains.items.secrecy import notice
from warhost.rulebooks.threeplains.judging.verdicts import verdicts
from warhost.rulebooks.threeplains.magic.bearing import carried, nature
from warhost.rulebooks.threeplains.magic.casting import usable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.missiles.aiming import to_hit as to_shoot
from warhost.rulebooks.threeplains.missiles.hitting import hit_test
from warhost.rulebooks.threeplains.missiles.shooting import salvo
from warhost.rulebooks.threeplains.morale.checks import breaks, deviancy, soldiering, stress
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.turn import before_the_battle
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import laden, rules, settled
from .scene import Placed, foot, hero, number, piece, scene, script, told, unit
from .wizardry import casts, wizard

WINS = (1, 6, 6)


# --- against spells ------------------------------------------------------------------------------------------


def under_a_spell(item: str, *more: Placed) -> Fight:
    """A hero with this item among guards, friends beside them, and two enemy wizards whose turn it is."""
    return settled(scene(
        unit("guard", (36, 20), models=10, figure=foot(traits=("frenzy",))),
        hero("hero", within="guard", figure=laden(item)),
        unit("friends", (44, 20), models=10, figure=foot(traits=("frenzy",))),
        wizard("witch", (36, 30), "base.zap", side=1, facing=180),
        wizard("crone", (60, 40), "harmony.serenity", side=1, facing=180),
        *more,
        active=1,
    ))  # fmt: skip


@pytest.mark.rule("tp.item.armour.heavy_white_dragon", "tp.item.armour.light_white_dragon")
@pytest.mark.parametrize("item", ["heavy_white_dragon", "light_white_dragon"])
@pytest.mark.parametrize(("face", "left"), [(5, 10), (4, 9)])
def test_a_white_dragon_undoes_spells_at_its_wearers_unit(item: str, face: int, left: int) -> None:
    fight = under_a_spell(item)
    casts(fight, "witch", "base.zap", answers=["guard"], dice=[*WINS, face, *([1, 6] if left == 9 else [])])
    assert piece(fight, "guard").models == left and bool(told(fight, SpellStopped)) == (left == 10)
    assert told(fight, ItemStirred)[0].number == face
    notice(fight)
    assert piece(fight, "hero").shown == rules(item)


@pytest.mark.rule("tp.item.armour.heavy_white_dragon")
def test_the_white_dragon_minds_neither_friends_nor_spells_at_others() -> None:
    fight = under_a_spell("heavy_white_dragon", wizard("friend", (36, 10), "base.haste"))
    casts(fight, "witch", "base.zap", answers=["friends", []], dice=[*WINS, 1, 6])
    assert piece(fight, "friends").models == 9 and life_of(fight, number(fight, "hero")) == 6
    casts(fight, "friend", "base.haste", answers=["guard", []], dice=WINS)
    assert not told(fight, ItemStirred) and "fire resistant" in nature(fight, number(fight, "hero"))


def begin(fight: Fight, who: str, *dice: int) -> None:
    with script(fight, dice=dice):
        specials.start_of_turn.each(nature(fight, number(fight, who)), fight, number(fight, who))


@pytest.mark.rule("tp.item.enchanted.ergos_blue_ring")
def test_the_blue_ring_keeps_spells_off_until_its_bearers_next_turn() -> None:
    fight = under_a_spell("ergos_blue_ring")
    fight.state.active, fight.state.clock = 0, 1
    begin(fight, "hero", 4)
    fight.state.active, fight.state.clock = 1, 2
    expire(fight)
    casts(fight, "witch", "base.zap", answers=["guard"], dice=WINS)
    assert told(fight, SpellStopped)[0].by == "tp.item.enchanted.ergos_blue_ring"
    guard, witch = number(fight, "guard"), number(fight, "witch")
    storm = Attack(guard, 3, "magic", "tp.spell.base.zap", witch)
    assert strike(fight, storm) == 0
    with script(fight, dice=[6, 6, 6]):
        assert strike(fight, Attack(guard, 3, "missile", "tp.weapon.bow", witch)) == 3
    casts(fight, "crone", "harmony.serenity", dice=[1] * 5 + [6, 6])
    assert {e.target for e in fight.state.effects if "serenity" in e.source}.isdisjoint({guard})
    assert any("serenity" in e.source for e in fight.state.effects)
    fight.state.clock = 3
    expire(fight)
    with script(fight, dice=[6, 6, 6]):
        assert strike(fight, storm) == 3


@pytest.mark.rule("tp.item.enchanted.ergos_blue_ring", "tp.item.command.banner_of_shadows")
def test_the_blue_ring_keeps_off_spells_that_items_cast_but_not_other_harm_of_items() -> None:
    fight = under_a_spell("ergos_blue_ring")
    fight.state.active, fight.state.clock = 0, 1
    begin(fight, "hero", 4)
    guard, witch = number(fight, "guard"), number(fight, "witch")
    assert strike(fight, Attack(guard, 3, "magic", "tp.item.command.banner_of_shadows", witch)) == 0
    with script(fight, dice=[6, 6, 6]):
        assert strike(fight, Attack(guard, 3, "magic", "tp.item.weapon.serpent_spear", witch)) == 3


@pytest.mark.rule("tp.item.enchanted.ergos_blue_ring", "tp.spell.white.the_white_wind", "tp.spell.creation.abyss")
def test_neither_the_wind_nor_the_abyss_reaches_who_is_proof_against_spells() -> None:
    fight = scene(
        hero("hero", (36, 20), figure=laden("ergos_blue_ring")),
        wizard("witch", (36, 26), "white.the_white_wind", side=1, facing=180),
        wizard("crone", (38, 26), "creation.abyss", side=1, facing=180),
    )
    begin(fight, "hero", 4)
    fight.state.active, fight.state.clock = 1, 2
    casts(fight, "witch", "white.the_white_wind", dice=[1] * 4 + [6, 6])
    assert carried(fight, number(fight, "hero"))
    here = {"at": list(body(fight, number(fight, "hero")).middle)}
    casts(fight, "crone", "creation.abyss", dice=[1] * 5 + [6, 6, 8], answers=[here])
    assert piece(fight, "hero").standing


@pytest.mark.rule("tp.item.enchanted.ergos_blue_ring")
def test_the_blue_ring_fails_below_four() -> None:
    fight = under_a_spell("ergos_blue_ring")
    begin(fight, "hero", 3)
    assert not fight.state.effects


# --- against missiles ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.great_sky_blade")
def test_every_missile_that_hits_the_sky_blades_company_is_thrown_again() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10),
        hero("hero", within="guard", figure=laden("great_sky_blade")),
        unit("archers", (36, 30), side=1, facing=180, models=4, figure=foot(weapons=("bow",))),
    )
    archers, guard = number(fight, "archers"), number(fight, "guard")
    bow = fight.setting.weapons["bow"]
    with script(fight, dice=[6, 6, 6, 1, 6, 1, 1, 6]):
        salvo(fight, archers, guard, archers, bow, 4, "phase")
    assert piece(fight, "guard").models == 9 and len(told(fight, ItemUsed)) == 1
    assert hit_test(fight, archers, 5, archers).reroll == "none"
    with script(fight, dice=[1, 1, 1, 1]):
        salvo(fight, archers, guard, archers, bow, 4, "phase")
    assert len(told(fight, ItemUsed)) == 1  # nobody had to throw anything again


@pytest.mark.rule("tp.item.armour.mirror_shield")
@pytest.mark.parametrize(("face", "guard", "archers"), [(3, 8, 6), (4, 10, 4)])
def test_the_mirror_shield_throws_missiles_back(face: int, guard: int, archers: int) -> None:
    fight = scene(
        unit("guard", (36, 20), models=10),
        hero("hero", within="guard", figure=laden("mirror_shield")),
        unit("archers", (36, 30), side=1, facing=180, models=6, figure=foot(weapons=("bow",))),
    )
    shooter, target = number(fight, "archers"), number(fight, "guard")
    with script(fight, dice=[6, 6, 6, 1, face, 6, 6, 1]):
        salvo(fight, shooter, target, shooter, fight.setting.weapons["bow"], 4, "phase")
    assert (piece(fight, "guard").models, piece(fight, "archers").models) == (guard, archers)
    assert told(fight, ItemStirred)[0].number == face


@pytest.mark.rule("tp.item.armour.mirror_shield", "tp.trait.poison")
@pytest.mark.parametrize(
    ("shooters", "markers"),
    [
        ({"ratings": {"poison": 3}}, (3, 3)),
        ({"ratings": {"poison": 3}, "stings": 1}, ()),  # and no arrow is its sting
        ({}, ()),
    ],
)
def test_the_poison_on_missiles_that_are_thrown_back_is_on_them_still(
    shooters: dict[str, Any], markers: tuple[int, ...]
) -> None:
    """Three are thrown back: one kills, and two dice of the others beat the save on the second throw."""
    fight = scene(
        unit("guard", (36, 20), models=10),
        hero("hero", within="guard", figure=laden("mirror_shield")),
        unit("archers", (36, 30), side=1, facing=180, models=6, figure=foot(weapons=("bow",), **shooters)),
    )
    shooter, target = number(fight, "archers"), number(fight, "guard")
    with script(fight, dice=[6, 6, 6, 4, 6, 1, 1, *[6, 6][: len(markers)]]):
        salvo(fight, shooter, target, shooter, fight.setting.weapons["bow"], 3, "phase")
    assert piece(fight, "archers").models == 5 and piece(fight, "archers").poison == markers
    poisoned = [event for event in told(fight, Rolled) if event.purpose == "poison"]
    assert [event.side for event in poisoned] == ([0] if markers else [])


@pytest.mark.rule("tp.item.armour.mirror_shield")
def test_the_mirror_is_not_asked_about_shots_that_miss() -> None:
    fight = scene(
        hero("hero", (36, 20), figure=laden("mirror_shield")),
        unit("archers", (36, 30), side=1, facing=180, models=4, figure=foot(weapons=("bow",))),
    )
    with script(fight, dice=[1, 1, 1, 1]):
        salvo(fight, 1, 0, 1, fight.setting.weapons["bow"], 4, "phase")
    assert not told(fight, ItemStirred)


@pytest.mark.rule("tp.item.command.banner_of_dark_skies")
def test_dark_skies_hinder_all_who_shoot_for_some_turns() -> None:
    bearers = foot(items=rules("banner_of_dark_skies"), prices=(150,))
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=bearers),
        unit("archers", (36, 30), side=1, facing=180, figure=foot(weapons=("bow",))),
        active=1, clock=2, phase="shooting",
    )  # fmt: skip
    before = [to_shoot(fight, a, b).total for a, b in ((0, 1), (1, 0))]
    with script(fight, answers=["use: guard/banner_of_dark_skies"], dice=[3]):
        assert out_of_turn(fight)
    assert told(fight, ItemStirred)[0].number == 2
    for clock, more in ((2, 1), (3, 1), (4, 0)):
        fight.state.clock = clock
        expire(fight)
        assert [to_shoot(fight, a, b).total for a, b in ((0, 1), (1, 0))] == [need + more for need in before]
    fight.state.heeded, fight.state.pieces[0].drawn = (0, "moves"), ()
    assert not out_of_turn(fight)


@pytest.mark.rule("tp.item.command.banner_of_dark_skies")
@pytest.mark.parametrize("now", [True, False])
def test_dark_skies_may_come_before_the_battle_begins_and_last_from_its_first_turn_on(now: bool) -> None:
    bearers = foot(items=rules("banner_of_dark_skies"), prices=(150,))
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=bearers), hero("lord", within="guard"),
        unit("archers", (36, 30), side=1, facing=180, figure=foot(weapons=("bow",))), clock=0, phase="first turn",
    )  # fmt: skip
    archers = number(fight, "archers")
    before = to_shoot(fight, archers, 0).total
    with script(fight, answers=["darken the sky" if now else "keep it"], dice=[2] if now else []):
        assert before_the_battle(fight)
    assert not any(darkness_before_the_battle(fight, one) for one in fight.state.numbers())  # asked once
    for clock, more in ((1, int(now)), (2, 0)):  # a 2 of the D3 is one turn
        fight.state.clock = clock
        expire(fight)
        assert to_shoot(fight, archers, 0).total == before + more
    fight.state.phase, fight.state.active, fight.state.clock = "shooting", 1, 2
    offered = [] if now else ["use: guard/banner_of_dark_skies"]
    assert [one for one in usable(fight, 0) if "dark" in one] == offered


# --- checks and charges --------------------------------------------------------------------------------------


def bannered(item: str, **more: Any) -> Fight:
    return scene(
        unit("guard", (36, 20), models=10, command=True, figure=foot(items=rules(item), prices=(0,), **more)),
        unit("orcs", (36, 30), facing=180, side=1, models=10, figure=foot(soldiering=2)),
        active=1, phase="declaring",
    )  # fmt: skip


@pytest.mark.rule("tp.item.command.noteus_scarred_banner")
@pytest.mark.parametrize(("face", "dice"), [(1, 3), (6, 8)])
def test_the_scarred_banner_rolls_its_own_stress_in_break_checks(face: int, dice: int) -> None:
    fight = bannered("noteus_scarred_banner")
    piece(fight, "guard").lost = 28
    own, against = soldiering(fight, 0, "break"), stress(fight, 0, "break")
    assert against.total == 14
    with script(fight, dice=[face, *[6] * own.total, *[1] * dice]):
        assert not breaks(fight, 0, own, against)
    assert told(fight, Checked)[0].stress[-1].total_after == dice


@pytest.mark.rule("tp.item.command.noteus_scarred_banner", "tp.item.command.undying_torch_of_hope")
def test_the_undying_torch_halves_nothing_of_what_the_scarred_banner_rolls() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=foot(items=rules("undying_torch_of_hope"))),
        hero("bearer", within="guard", role="standard", figure=laden("noteus_scarred_banner")),
    )
    piece(fight, "guard").lost = 28
    own, against = soldiering(fight, 0, "break"), stress(fight, 0, "break")
    assert against.total == 7  # half of 14
    with script(fight, dice=[2, *[6] * own.total, *[1] * 4]):
        assert not breaks(fight, 0, own, against)
    assert told(fight, Checked)[0].stress[-1].total_after == 4


@pytest.mark.rule("tp.item.command.noteus_scarred_banner")
def test_the_scarred_banner_has_no_part_in_other_checks() -> None:
    fight = bannered("noteus_scarred_banner")
    with script(fight, dice=[6] * 5 + [1] * 3):
        assert deviancy(fight, 0, "tp.check.deviancy")


@pytest.mark.rule("tp.item.command.banner_of_hesitation")
@pytest.mark.parametrize(("good", "charges"), [(6, True), (1, False)])
def test_whoever_charges_the_banner_may_hesitate(good: int, charges: bool) -> None:
    fight = bannered("banner_of_hesitation")
    with script(fight, answers=[{"orcs": "guard"}, *["stand"] * charges], dice=[good] * 2 + [7 - good] * 3):
        declare(fight)
    orcs = piece(fight, "orcs")
    assert (orcs.charge_target != -1) == charges and orcs.turn.barred != charges
    assert bool(told(fight, ChargeHalted)) != charges and told(fight, ItemUsed)


@pytest.mark.rule("tp.item.command.banner_of_hesitation", "tp.move.charge.sequence")
def test_who_did_not_hesitate_when_the_charge_was_named_does_not_hesitate_on_the_way() -> None:
    fight = bannered("banner_of_hesitation")
    piece(fight, "orcs").y -= 4000
    with script(fight, answers=[{"orcs": "guard"}, "stand"], dice=[6] * 2 + [1] * 3):
        declare(fight)
    with script(fight, answers=["charge"]):
        run_charge(fight, number(fight, "orcs"))
    assert len(told(fight, ItemUsed)) == 1


@pytest.mark.rule("tp.item.command.banner_of_hesitation")
def test_the_chance_of_a_charge_at_the_banner_counts_the_check() -> None:
    """Ten inches need a dash of three; two soldiering dice hold against three of deviancy in half of all cases."""
    fight = bannered("banner_of_hesitation")
    charge = next(found for found in verdicts(fight.setting, fight.state) if found.deed == "charge")
    assert charge.chance == 17 and "Hesitation does not daunt orcs: 50 %, 2 soldiering dice" in charge.note
    piece(fight, "orcs").charges(0)
    fight.state.phase = "charges"
    charge = next(found for found in verdicts(fight.setting, fight.state) if found.deed == "charge")
    assert charge.chance == 33 and "daunt" not in charge.note
