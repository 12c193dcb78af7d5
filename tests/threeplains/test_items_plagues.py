"""Items whose harm comes later or to many, and those that strike with all they have."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import life_of
from warhost.rulebooks.threeplains.events.blows import Damaged
from warhost.rulebooks.threeplains.events.items import ItemStirred
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.figure import Blows
from warhost.rulebooks.threeplains.items.moments import combat_begins
from warhost.rulebooks.threeplains.magic.bearing import carried, nature, rated
from warhost.rulebooks.threeplains.magic.casting import act, castable
from warhost.rulebooks.threeplains.magic.effects import combat_is_over
from warhost.rulebooks.threeplains.morale.checks import stress
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike, weigh

from .armoury import alone, blow, duel, laden, one_hit, settled
from .scene import champion, contact, foot, hero, number, piece, scene, script, told, unit

HARMLESS: dict[str, Any] = {"blows": (Blows(0, 5),)}


def begin(fight: Fight, who: str, *dice: int) -> None:
    """A turn of its player begins for this piece."""
    with script(fight, dice=dice):
        specials.start_of_turn.each(nature(fight, number(fight, who)), fight, number(fight, who))


# --- bleeding and pox ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.crimson_gouger")
def test_whom_the_gouger_has_wounded_bleeds_to_death() -> None:
    fight = duel("crimson_gouger", foe={"life": 5, "toughness": 5})
    assert one_hit(fight, 2) == 1 and one_hit(fight, 1) == 0
    for hurt in (3, 4):
        begin(fight, "foe", 4 if hurt == 3 else 1)
        assert piece(fight, "foe").hurt == hurt
    begin(fight, "foe", 6)
    assert piece(fight, "foe").fate == "slain"


@pytest.mark.rule("tp.item.weapon.crimson_gouger")
def test_only_the_wounded_model_of_a_unit_bleeds() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("crimson_gouger")),
        unit("ogres", (36, 20), facing=180, side=1, models=4, files=4, figure=foot(life=3)),
    ))  # fmt: skip
    contact(fight, "hero", "ogres")
    assert one_hit(fight, 6) == 1
    begin(fight, "ogres", 6)
    assert (piece(fight, "ogres").models, piece(fight, "ogres").hurt) == (3, 0)
    begin(fight, "ogres")
    assert not fight.state.effects


@pytest.mark.rule("tp.item.weapon.crimson_gouger")
def test_a_unit_whose_wounded_model_has_died_bleeds_no_more() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("crimson_gouger")),
        unit("ogres", (36, 20), facing=180, side=1, models=4, files=4, figure=foot(life=3)),
    ))  # fmt: skip
    contact(fight, "hero", "ogres")
    assert one_hit(fight, 6) == 1 and len(fight.state.effects) == 1
    piece(fight, "ogres").hurt = 0
    begin(fight, "ogres")
    assert piece(fight, "ogres").models == 4 and not fight.state.effects


@pytest.mark.rule("tp.item.weapon.crimson_gouger")
def test_a_model_bleeds_once_and_only_from_the_gougers_wounds() -> None:
    fight = duel("crimson_gouger", foe={"toughness": 5})
    piece(fight, "foe").hurt = 1
    assert one_hit(fight, 1) == 0 and not fight.state.effects
    assert one_hit(fight, 6) == one_hit(fight, 6) == 1 and len(fight.state.effects) == 1


@pytest.mark.rule("tp.item.weapon.crimson_gouger", "tp.weapon.hands")
def test_the_gouger_is_held_with_both_hands_and_has_no_other_merit() -> None:
    weapon = duel("crimson_gouger").setting.weapons["two-handed weapon"]
    assert (weapon.hands, weapon.toughness, weapon.damage, weapon.tiring) == (2, 0, 0, 0)


@pytest.mark.rule("tp.item.enchanted.poxed_pendent")
@pytest.mark.parametrize(("dice", "fate"), [((5, 5), "standing"), ((5, 6), "slain"), ((6, 6), "slain")])
def test_the_pox_may_take_whoever_wears_it(dice: tuple[int, int], fate: str) -> None:
    fight = alone("poxed_pendent")
    begin(fight, "hero", *dice)
    assert piece(fight, "hero").fate == fate


@pytest.mark.rule("tp.item.enchanted.poxed_pendent")
@pytest.mark.parametrize(("traits", "infected"), [((), True), (("undead",), False)])
def test_living_characters_catch_the_pox_in_combat(traits: tuple[str, ...], infected: bool) -> None:
    fight = duel("poxed_pendent", own=HARMLESS, foe={**HARMLESS, "traits": traits})
    for _ in range(2):
        combat_begins(fight)
    assert len([e for e in fight.state.effects if e.target == 1]) == infected
    if infected:
        begin(fight, "foe", 6, 4)
        assert piece(fight, "foe").fate == "standing"
        begin(fight, "foe", 5)
        assert piece(fight, "foe").fate == "slain"


@pytest.mark.rule("tp.item.enchanted.poxed_pendent", "tp.setup.turnstart")
@pytest.mark.parametrize(
    ("active", "dice", "fate"), [(1, [5], "slain"), (1, [4], "standing"), (0, [1, 1], "standing")]
)
def test_who_met_the_pox_before_a_turn_rolls_as_his_own_begins_though_no_blow_was_struck(
    active: int, dice: list[int], fate: str
) -> None:
    fight = duel("poxed_pendent")
    fight.state.phase, fight.state.first, fight.state.clock = "start", 0, active
    with script(fight, dice=dice):
        step(fight)
    assert piece(fight, "foe").fate == fate


@pytest.mark.rule("tp.item.enchanted.poxed_pendent", "tp.item.enchanted.death_cloak")
def test_whom_the_cloak_has_taken_the_pox_does_not_take_again() -> None:
    fight = alone("death_cloak", "poxed_pendent")
    fight.state.phase, fight.state.first, fight.state.clock = "start", 0, 0
    with script(fight, dice=[12]):
        step(fight)
    assert piece(fight, "hero").fate == "slain"


# --- poison in the air ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.serpent_spear")
def test_the_serpent_spear_poisons_all_enemies_near_by_when_a_combat_phase_ends() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("serpent_spear")),
        hero("near", (36, 22), facing=180, side=1, figure=champion(life=9)),
        hero("dead", (38, 20), facing=180, side=1, figure=champion(life=9, traits=("undead",))),
        hero("far", (36, 26), facing=180, side=1),
        hero("friend", (34, 20)),
        phase="combat",
    ))  # fmt: skip
    with script(fight, dice=[1, 6, 6, 4, 1, 1]):
        combat_is_over(fight)
    assert piece(fight, "near").poison == (3,) and piece(fight, "near").hurt == 1
    assert [fight.state.pieces[event.piece].name for event in told(fight, Damaged)] == ["near", "dead"]
    assert piece(fight, "dead").poison == ()


@pytest.mark.rule("tp.item.weapon.serpent_spear")
@pytest.mark.parametrize(("away", "reached"), [(3, True), (3.01, False)])
def test_the_poison_of_the_spear_reaches_three_inches(away: float, reached: bool) -> None:
    fight = scene(
        hero("hero", (36, 20), figure=laden("serpent_spear")),
        unit("orcs", (36, 20 + away), facing=180, side=1, models=5, figure=foot(life=3)),
        phase="combat",
    )
    with script(fight, dice=[1, 6, 1] * reached):
        combat_is_over(fight)


@pytest.mark.rule("tp.item.weapon.serpent_spear")
def test_blows_of_the_serpent_spear_are_not_poisoned() -> None:
    fight = duel("serpent_spear")
    assert one_hit(fight, 6) == 1 and piece(fight, "foe").poison == ()


# --- lightning -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.lightning_mace")
def test_the_mace_stores_lightning_for_its_first_hit() -> None:
    fight = duel("lightning_mace", own={"attacks": 2}, foe={"toughness": 3, **HARMLESS})
    for dice in ((2, 4), (5, 5), (6, 5), (2, 3)):
        begin(fight, "hero", *dice)
    assert told(fight, ItemStirred)[-1].number == 3
    with script(fight, dice=[6, 6, 5, 6]):
        exchange_blows(fight, [0, 1])
    first, second = told(fight, Damaged)
    assert (first.save, first.points, second.save, second.points) == (0, 4, 3, 1)
    assert not fight.state.effects


@pytest.mark.rule("tp.item.weapon.lightning_mace")
def test_on_a_twelve_the_lightning_strikes_its_bearer() -> None:
    fight = alone("lightning_mace", life=9)
    for dice in ((3, 4), (5, 5), (6, 5)):
        begin(fight, "hero", *dice)
    begin(fight, "hero", 6, 6, 6)
    assert piece(fight, "hero").hurt == 4 and not fight.state.effects
    begin(fight, "hero", 6, 6, 6)
    assert piece(fight, "hero").hurt == 5


# --- many blows, and those for dragons -----------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.bludgeoner_bill_club")
def test_the_spiked_club_doubles_all_attacks() -> None:
    assert blow(duel("bludgeoner_bill_club")).attacks == 6
    assert blow(duel("bludgeoner_bill_club", "mantas_armour")).attacks == 8
    assert one_hit(duel("bludgeoner_bill_club", foe={"toughness": 5}), 4) == 1


@pytest.mark.rule("tp.item.weapon.bludgeoner_bill_club")
@pytest.mark.parametrize(("item", "dice"), [("bludgeoner_bill_club", 0), ("ogre_sword", 4)])
def test_nobody_minds_being_overlapped_beside_the_spiked_club(item: str, dice: int) -> None:
    fight = scene(
        unit("guard", (36, 20), models=9, files=3),
        hero("hero", within="guard", figure=laden(item)),
        unit("orcs", (36, 20), facing=180, side=1, models=20, files=10),
    )
    contact(fight, "guard", "orcs")
    assert stress(fight, number(fight, "guard"), "break").total == dice


@pytest.mark.rule("tp.item.weapon.dragon_gouger")
@pytest.mark.parametrize(
    ("breath", "toughness", "die", "points"),
    [("dragon", 6, 1, 0), ("dragon", 6, 2, 1), ("dragon", 5, 6, 5), ("", 6, 6, 0)],
)
def test_the_gouger_of_dragons(breath: str, toughness: int, die: int, points: int) -> None:
    """Toughness 6 less 5 keeps a 1 out and a 2 not; the damage range is 1 to 5."""
    fight = duel("dragon_gouger", foe={"toughness": toughness, "category": "beast", "breath": breath})
    assert one_hit(fight, die) == points


# --- two suits -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.armour.titan_armour")
def test_gremlins_gather_in_titan_armour() -> None:
    fight = alone("titan_armour", life=9)
    assert life_of(fight, 0) == 11 and weigh(fight, Attack(0, 1, "melee", "r", toughness=3)).save == 2
    for dice, hurt in (((2,), 0), ((1, 4), 1), ((3, 4), 2), ((1, 4, 4), 4)):
        with script(fight, dice=dice):
            combat_begins(fight)
        assert piece(fight, "hero").hurt == hurt


@pytest.mark.rule("tp.item.armour.titan_armour")
def test_titan_armour_hardens_blows_and_missiles() -> None:
    fight = duel("titan_armour", foe={"toughness": 5})
    assert one_hit(fight, 4) == 1
    with script(fight, dice=[4]):
        assert strike(fight, Attack(1, 1, "missile", "tp.weapon.bow", 0)) == 1


@pytest.mark.rule("tp.item.armour.armour_of_the_black_demon")
@pytest.mark.parametrize(("good", "fate"), [(6, "standing"), (1, "slain")])
def test_the_black_demon_steals_one_soul(good: int, fate: str) -> None:
    fight = duel("armour_of_the_black_demon")
    assert life_of(fight, 0) == 7 and rated(fight, 0, "fear") == 1 and blow(fight).attacks == 4
    assert weigh(fight, Attack(0, 1, "melee", "r", toughness=9)).save == 3
    known = castable(fight)
    with script(fight, dice=[good] * 4 + [7 - good] * 4):
        act(fight, known, "use: hero/armour_of_the_black_demon")
    assert piece(fight, "foe").fate == fate and carried(fight, 0)
    assert not castable(fight)


@pytest.mark.rule("tp.item.armour.armour_of_the_black_demon", "tp.check.deviancy.fear")
@pytest.mark.parametrize(
    ("bravery", "own", "fate"), [(0, [2, 3, 4, 5, 6], "slain"), (1, [2, 3, 4, 5, 6, 4], "standing")]
)
def test_the_fear_of_the_black_demon_counts_in_the_check_and_lets_bravery_count(
    bravery: int, own: list[int], fate: str
) -> None:
    foe = champion(soldiering=5, ratings={"bravery": bravery})
    fight = scene(
        hero("hero", (36, 20), figure=laden("armour_of_the_black_demon")),
        hero("foe", (36, 20), facing=180, side=1, figure=foe), deviancy=(3, 4),
    )  # fmt: skip
    contact(fight, "hero", "foe")
    with script(fight, dice=[*own, 4, 5, 6, 1, 6]):
        act(fight, castable(fight), "use: hero/armour_of_the_black_demon")
    assert piece(fight, "foe").fate == fate


@pytest.mark.rule("tp.item.armour.armour_of_the_black_demon")
def test_without_an_enemy_character_in_contact_there_is_no_soul_to_steal() -> None:
    assert not castable(duel("armour_of_the_black_demon", foe={"category": "beast"}))
    assert not castable(alone("armour_of_the_black_demon"))
