"""Magic that fails beside a signet or a banner, a cloak that nothing plain harms, armour that draws all shots."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import body, life_of
from warhost.rulebooks.threeplains.charging.marchover import march_over
from warhost.rulebooks.threeplains.events.blows import Damaged, Shot
from warhost.rulebooks.threeplains.events.charges import Trodden
from warhost.rulebooks.threeplains.events.items import ItemUsed
from warhost.rulebooks.threeplains.events.spells import ItemSilenced, SpellStopped
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.fighting.ringing import engulf
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.items.losing import settle_life
from warhost.rulebooks.threeplains.items.moments import combat_begins
from warhost.rulebooks.threeplains.land.ground import first_bar, leg_cost, standing_room
from warhost.rulebooks.threeplains.magic.bearing import carried, lay, nature, rated
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.missiles.aiming import drawn_to, hidden_in_company, to_hit
from warhost.rulebooks.threeplains.missiles.shooting import shoot_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.state import NOBODY, Effect, Player
from warhost.rulebooks.threeplains.wounds.hits import Attack, save_against, strike

from .armoury import blow, laden, rules, settled
from .marching import play
from .mustering import hero as recruit
from .scene import contact, feature, foot, hero, number, piece, scene, script, told, unit
from .test_items_muster import about_items
from .wizardry import casts, wizard

PLAIN = "tp.combat.attacks"


# --- the signet ----------------------------------------------------------------------------------------------


def facing(weapon: str, *theirs: str) -> Fight:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden(weapon)),
        hero("foe", (36, 20), facing=180, side=1, figure=laden(*theirs, life=9)),
    ))  # fmt: skip
    contact(fight, "hero", "foe")
    return fight


@pytest.mark.rule("tp.item.enchanted.gladiators_signet")
def test_the_mace_of_oblivion_is_a_plain_weapon_to_its_bearer() -> None:
    for item, plain in (("gladiators_signet", True), ("lucky_coin", False)):
        fight = facing("mace_of_oblivion", item)
        attack = ready(fight, blow(fight)).attack
        assert (attack.rule == "tp.weapon.hand_weapon") == plain and (attack.toughness == 0) == plain
        assert (attack.multiplier == 1) == plain


@pytest.mark.rule("tp.item.enchanted.gladiators_signet")
def test_it_cuts_both_ways_and_more_attacks_are_magic_too() -> None:
    fight = facing("gladiators_signet", "demon_shard_blade")
    assert blow(fight, "foe").attacks == 3
    own = facing("lucky_coin", "gladiators_signet", "demon_shard_blade")  # his own weapon, at one who touches him
    assert blow(own, "foe").attacks == 3
    other = facing("lucky_coin", "demon_shard_blade")
    assert blow(other, "foe").attacks == 6


@pytest.mark.rule("tp.item.enchanted.gladiators_signet")
def test_the_owner_of_the_weapon_is_told_and_nobody_else() -> None:
    fight = facing("mace_of_oblivion", "gladiators_signet")
    combat_begins(fight)
    (told_of,) = [one for one in fight.told if isinstance(one.event, ItemSilenced)]
    assert told_of.audience == 0 and piece(fight, "foe").shown == rules("gladiators_signet")


# --- the banner of true combat -------------------------------------------------------------------------------


def true_combat(*items: str, at: float = 20) -> Fight:
    standard = foot(items=rules("banner_of_true_combat"), prices=(100,))
    fight = settled(scene(
        unit("guard", (36, 20), models=10, command=True, figure=standard),
        hero("hero", (36, at), facing=180, side=1, figure=laden(*items, life=3)),
        wizard("witch", (36, 34), "base.zap", side=1, facing=180),
    ))  # fmt: skip
    if at == 20:
        contact(fight, "guard", "hero")
    return fight


@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.item.weapon.blazing_blade")
def test_the_blazing_blade_is_plain_against_its_unit() -> None:
    fight = true_combat("blazing_blade")
    attack = ready(fight, blow(fight, "hero")).attack
    assert attack.rule == "tp.weapon.hand_weapon" and not attack.fire and attack.toughness == 0
    away = true_combat("blazing_blade", at=24)
    assert carried(away, 1) == rules("blazing_blade")


@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.item.armour.armour_of_fortitude")
def test_magic_armour_keeps_its_class_alone() -> None:
    fight = true_combat("armour_of_fortitude", at=24)
    own = number(fight, "hero")
    combat_begins(fight)
    assert life_of(fight, own) == 9 and not told(fight, ItemUsed)  # nobody touches the banner yet
    piece(fight, "hero").y = inches(20)
    contact(fight, "guard", "hero")
    combat_begins(fight)
    assert life_of(fight, own) == 3 and told(fight, ItemUsed)
    assert save_against(fight, Attack(own, 1, "melee", PLAIN, 0)).total == 3  # no magic of 5
    piece(fight, "hero").y = inches(24)
    fight.state.contacts = []
    piece(fight, "hero").hurt = 2
    settle_life(fight)
    assert life_of(fight, own) == 9 and life_of(fight, own) - piece(fight, "hero").hurt == 1  # not given back


@pytest.mark.rule("tp.item.command.banner_of_true_combat")
def test_no_spell_touches_it_nor_those_who_touch_it() -> None:
    fight = true_combat("lucky_coin", at=24)
    fight.state.active = 1
    casts(fight, "witch", "base.zap", dice=[1, 6, 6])
    assert told(fight, SpellStopped) and not told(fight, Damaged)
    near = true_combat("lucky_coin")
    with script(near):
        assert strike(near, Attack(number(near, "hero"), 3, "magic", "tp.spell.base.zap", 2)) == 0
    lay(near, Effect("tp.item.enchanted.potion_of_strength", 1, 1, 1, 9))
    assert not specials.damage.heeds(nature(near, 1))


# --- the phantom cloak ---------------------------------------------------------------------------------------


def phantom(*others: Any, terrain: Any = ()) -> Fight:
    return settled(scene(hero("hero", (36, 20), figure=laden("phantom_cloak", life=5)), *others, terrain=terrain))


@pytest.mark.rule("tp.item.enchanted.phantom_cloak", "tp.trait.fear")
def test_plain_weapons_do_nothing_to_its_wearer() -> None:
    orcs = unit("orcs", (36, 30), facing=180, side=1)
    bones = unit("bones", (46, 30), facing=180, side=1, figure=foot(traits=("undead",)))
    fight = phantom(orcs, bones)
    assert rated(fight, 0, "fear") == 1
    with script(fight):
        assert strike(fight, Attack(0, 5, "missile", "tp.weapon.bow", 1)) == 0
        assert strike(fight, Attack(0, 5, "missile", "tp.weapon.bow", 2)) == 0  # undead archers too
        assert strike(fight, Attack(0, 5, "melee", "tp.weapon.hand_weapon", 1)) == 0
    with script(fight, dice=[4, 4]):
        assert strike(fight, Attack(0, 1, "melee", "tp.item.weapon.sword_of_strength", 1)) == 1
        assert strike(fight, Attack(0, 1, "melee", "tp.weapon.hand_weapon", 2)) == 1
    assert told(fight, ItemUsed)


@pytest.mark.rule("tp.item.enchanted.phantom_cloak", "tp.move.marchover")
@pytest.mark.parametrize(("traits", "dies"), [((), False), (("undead",), True)])
def test_only_the_unholy_march_over_him(traits: tuple[str, ...], dies: bool) -> None:
    walkers = unit("walkers", (36, 30), models=20, side=1, figure=foot(traits=traits))
    for at, passed in (((36, 24), True), ((36, 29), False)):
        fight = phantom(walkers)
        piece(fight, "hero").x, piece(fight, "hero").y = inches(at[0]), inches(at[1])
        with script(fight):
            march_over(fight, 1, [0], body(fight, 1))
        assert (piece(fight, "hero").fate == "slain") == (dies and passed) and bool(told(fight, Trodden)) == (
            dies and passed
        )
        assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.item.enchanted.phantom_cloak", "tp.terrain.impassable")
def test_he_walks_through_everything_but_does_not_stay_in_it() -> None:
    ground = [feature("impassable", (36, 26), (6, 4)), feature("wood", (36, 34), (6, 4))]
    fight = phantom(terrain=ground)
    start, end = (inches(36), inches(20)), (inches(36), inches(38))
    assert first_bar(fight, 0, body(fight, 0).block, 0, inches(16)) is None
    assert leg_cost(fight, 0, start, end, 1000) == inches(18)
    piece(fight, "hero").y = inches(26)
    assert standing_room(fight, 0, body(fight, 0)) is not None
    piece(fight, "hero").y, piece(fight, "hero").used = inches(20), rules("phantom_cloak")
    assert first_bar(fight, 0, body(fight, 0).block, 0, inches(16)) is not None


# --- the armour of attraction --------------------------------------------------------------------------------


def attracted(far: float, passes: bool = False) -> Fight:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("armour_of_attraction", life=5)),
        unit("friends", (37.5, 20), models=10),
        unit("archers", (36, 20 + far), facing=180, side=1, models=5, figure=foot(weapons=("bow", "hand weapon"))),
        active=1, phase="shooting",
    ))  # fmt: skip
    with script(fight, dice=[6 if passes else 1] * 4 + [1 if passes else 6] * 3):
        wearer = number(fight, "hero")
        specials.any_turn.each(carried(fight, wearer), fight, wearer)
    return fight


@pytest.mark.rule("tp.item.armour.armour_of_attraction", "tp.check.deviancy")
def test_archers_who_fail_shoot_at_its_wearer() -> None:
    fight = attracted(12)
    wearer = number(fight, "hero")
    assert not hidden_in_company(fight, wearer) and to_hit(fight, 2, wearer).total == 5
    with script(fight, dice=[1] * 5):
        assert shoot_one(fight)
    assert [one.target for one in told(fight, Shot)] == [wearer]


@pytest.mark.rule("tp.item.armour.armour_of_attraction")
def test_they_are_drawn_to_him_in_that_turn_alone() -> None:
    fight = attracted(12)
    expire(fight)
    assert drawn_to(fight, 2) == number(fight, "hero")
    fight.state.clock, fight.state.active = 2, 0
    expire(fight)
    assert drawn_to(fight, 2) == NOBODY


@pytest.mark.rule("tp.item.armour.armour_of_attraction")
@pytest.mark.parametrize(("active", "fate"), [(0, "standing"), (1, "slain")], ids=["his own turn", "he is dead"])
def test_it_draws_nobody_in_its_wearers_own_turn_or_after_his_death(active: int, fate: Any) -> None:
    fight = attracted(12)
    fight.state.effects, fight.state.active = (), Player(active)
    piece(fight, "hero").fate = fate
    with script(fight):
        specials.any_turn.each(rules("armour_of_attraction"), fight, number(fight, "hero"))
    assert not fight.state.effects


@pytest.mark.rule("tp.item.armour.armour_of_attraction")
@pytest.mark.parametrize(("far", "passes"), [(30, False), (12, True)])
def test_out_of_range_or_steady_they_choose_freely(far: float, passes: bool) -> None:
    fight = attracted(far, passes)
    with script(fight, answers=["done"]):
        assert shoot_one(fight)
    assert not told(fight, Shot)


@pytest.mark.rule("tp.item.armour.armour_of_attraction")
def test_it_is_not_worn_with_the_ring_of_invisibility() -> None:
    both = recruit("champion", items=["armour_of_attraction", "ring_of_invisibility"])
    assert about_items(both) == list(rules("armour_of_attraction"))


@pytest.mark.rule("tp.item.enchanted.phantom_cloak", "tp.move.engulf.marchover", "tp.unit.engulf.march_over")
@pytest.mark.parametrize(("traits", "dies"), [((), False), (("undead",), True)])
def test_who_cannot_be_marched_over_is_not_crushed_when_engulfed(traits: tuple[str, ...], dies: bool) -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("phantom_cloak", life=5, attacks=1, soldiering=6)),
        unit("ring", (36, 20), facing=180, side=1, models=20, figure=foot(traits=traits)),
    ))  # fmt: skip
    contact(fight, "ring", "hero", rounds=1)
    with script(fight, answers=["as before"] * dies) as given:
        given.dice = [] if dies else [6] * 6 + [1] * 40
        engulf(fight, 1, 0)
        given.dice = []
    assert (piece(fight, "hero").fate == "slain") is dies
    assert piece(fight, "hero").unbreakable is not dies


@pytest.mark.rule("tp.item.enchanted.phantom_cloak", "tp.move.fly.landonenemy")
@pytest.mark.parametrize(("item", "fate"), [("phantom_cloak", "standing"), ("ring_of_vitality", "slain")])
def test_a_flyer_that_comes_down_on_the_phantom_fights_him(item: str, fate: str) -> None:
    wyvern = foot(category="beast", attacks=6, life=6, movement=inches(8), flight=inches(16), base=(2000, 2000))
    bearer = hero("hero", (36, 30), side=1, figure=laden(item, life=5, attacks=1))
    fight = settled(scene(hero("wyvern", (36, 20), figure=wyvern, airborne=True), bearer))
    play(fight, "wyvern", [["go", 36000, 30500], ["land", "hero"]])
    assert piece(fight, "hero").fate == fate and engaged(fight, 0) is (fate == "standing")
