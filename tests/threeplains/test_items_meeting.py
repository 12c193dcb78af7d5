"""Where an item meets another rule: items that are lost, missiles left over, weapons that are only half magic."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.fighting.combat import deliver, exchange_blows
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.items.losing import lose_item
from warhost.rulebooks.threeplains.items.moments import begin_turn
from warhost.rulebooks.threeplains.items.oblivion import HOLE, perish, take_life
from warhost.rulebooks.threeplains.items.odd_blows import black_lands_cleaver
from warhost.rulebooks.threeplains.items.plain_arms import plain_against
from warhost.rulebooks.threeplains.items.portents import STRIDE, STRONG
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.bearing import SILENCE, carried, effects_on, lay, nature
from warhost.rulebooks.threeplains.magic.casting import castable, usable
from warhost.rulebooks.threeplains.magic.spells.destruction import INFERNO
from warhost.rulebooks.threeplains.missiles.shooting import volley
from warhost.rulebooks.threeplains.morale.checks import fear_between
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, Effect
from warhost.rulebooks.threeplains.wounds.hits import Attack, slay, strike
from warhost.rulebooks.threeplains.wounds.outright import lose_outright

from .armoury import alone, blow, duel, laden, one_hit, rules, settled
from .scene import contact, foot, hero, number, piece, scene, script, unit
from .wizardry import wizard

ENERGY = "tp.item.armour.armour_of_energy"


def hit(fight: Fight, hits: int, *dice: int) -> int:
    """Blows of nobody in particular at the hero."""
    with script(fight, dice=dice):
        return strike(fight, Attack(number(fight, "hero"), hits, "melee", "tp.weapon.hand_weapon"))


# --- armour that is spent ------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.armour.armour_of_energy")
def test_the_armour_of_energy_swallows_nothing_more_when_it_is_gone() -> None:
    fight = alone("armour_of_energy", life=9, toughness=0)
    assert hit(fight, 4, 6, 6, 6, 6) == 0 and carried(fight, 0)
    assert hit(fight, 3, 1, 6, 6) == 2 and not carried(fight, 0)  # the first makes 25 of 24
    assert hit(fight, 3, 6, 6, 6) == 3


@pytest.mark.rule("tp.item.armour.armour_of_energy", "tp.spell.white.seek_and_desist")
def test_armour_of_energy_that_a_spell_silences_swallows_nothing_and_keeps_its_count() -> None:
    fight = alone("armour_of_energy", life=9, toughness=0)
    assert hit(fight, 1, 3) == 0
    lay(fight, Effect(SILENCE, 0, 0, 1, NEVER, 0))
    assert hit(fight, 2, 6, 6) == 2
    assert [one.number for one in effects_on(fight, 0) if one.source == ENERGY] == [3]


# --- what goes with an item ----------------------------------------------------------------------------------


@pytest.mark.rule("tp.magic.items", "tp.item.weapon.sword_of_sacrifice")
def test_what_a_sacrifice_has_gained_goes_with_the_sword() -> None:
    fight = duel("sword_of_sacrifice")
    before, pace = blow(fight).attacks, movement(fight, 0).total
    for source, much in ((STRIDE, 4), (STRONG, 1)):
        lay(fight, Effect(source, 0, 0, 0, NEVER, much))
    assert (blow(fight).attacks, movement(fight, 0).total - pace) == (before + 1, 4000)
    lose_item(fight, 0, *rules("sword_of_sacrifice"), "tp.item.weapon.item_mangler")
    assert (blow(fight).attacks, movement(fight, 0).total) == (before, pace)


@pytest.mark.rule("tp.item.weapon.blue_blade_of_jaykaz", "tp.item.weapon.sword_of_sacrifice")
@pytest.mark.parametrize(("item", "more"), [("blue_blade_of_jaykaz", 0), ("ogre_sword", 1)])
def test_beside_the_blue_blade_the_sword_gives_no_attack_for_a_sacrifice(item: str, more: int) -> None:
    fight = against(item, "sword_of_sacrifice")
    before = blow(fight).attacks
    lay(fight, Effect(STRONG, 0, 0, 0, NEVER))
    assert blow(fight).attacks == before + more


@pytest.mark.rule("tp.magic.items", "tp.item.enchanted.ergos_blue_ring")
def test_who_loses_the_blue_ring_is_no_longer_proof_against_spells_nor_are_those_with_him() -> None:
    fight = settled(
        scene(unit("guard", (36, 20)), hero("hero", within="guard", figure=laden("ergos_blue_ring", "lucky_coin")))
    )
    ring, wearer = rules("ergos_blue_ring")[0], number(fight, "hero")
    for member in (0, wearer):
        lay(fight, Effect(f"{ring}/proof", wearer, member, 0, 3))
    lose_item(fight, wearer, *rules("lucky_coin"), "tp.item.weapon.item_mangler")
    assert all(f"{ring}/proof" in nature(fight, member) for member in (0, wearer))
    lose_item(fight, wearer, ring, "tp.item.weapon.item_mangler")
    assert not any(f"{ring}/proof" in nature(fight, member) for member in (0, wearer))


@pytest.mark.rule("tp.magic.items", "tp.item.weapon.crimson_gouger")
def test_wounds_that_do_not_close_bleed_on_when_the_blade_is_lost() -> None:
    fight = duel("crimson_gouger", foe={"toughness": 3, "agility": 0})
    one_hit(fight, 6)
    lose_item(fight, 0, *rules("crimson_gouger"), "tp.item.enchanted.stone_of_absorption")
    assert [one.source for one in effects_on(fight, 1)] == ["tp.item.weapon.crimson_gouger/bleeding"]


# --- missiles left over --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.phantom_cloak", "tp.character.in_group.hits")
@pytest.mark.parametrize(
    ("item", "dice", "hurt"),
    [("phantom_cloak", (), 0), ("armour_of_energy", (2, 3), 0), ("lucky_coin", (4, 3), 1)],
)
def test_missiles_left_over_from_a_group_meet_what_its_character_wears(
    item: str, dice: tuple[int, ...], hurt: int
) -> None:
    fight = settled(
        scene(
            unit("guard", (36, 20), models=2, files=2),
            hero("boss", within="guard", figure=laden(item, life=5, toughness=0)),
            unit("archers", (36, 30), facing=180, side=1),
            points=100,
        )
    )
    with script(fight, dice=(6, 6, 6, 6, *dice)):
        strike(fight, Attack(0, 4, "missile", "tp.weapon.bow", number(fight, "archers")))
    assert piece(fight, "guard").fate == "slain"
    assert piece(fight, "boss").hurt == hurt


# --- a coated weapon -----------------------------------------------------------------------------------------


def against(item: str, arms: str = "wyverns_blood") -> Fight:
    """A plain weapon with wyvern's blood, or another one, against somebody with this item."""
    fight = scene(
        hero("hero", (36, 20), figure=laden(arms)),
        hero("foe", (36, 20), facing=180, side=1, figure=laden(item, life=30, toughness=0)),
    )
    contact(fight, "hero", "foe")
    return settled(fight)


@pytest.mark.rule("tp.item.weapon.wyverns_blood", "tp.item.enchanted.phantom_cloak")
def test_a_coated_weapon_is_magic_enough_for_the_phantom_cloak() -> None:
    fight = against("phantom_cloak")
    assert one_hit(fight, 6, 6) == 1 and piece(fight, "foe").poison == (5,)
    plain = duel("phantom_cloak", foe={"items": rules("phantom_cloak"), "prices": (0,)})
    assert one_hit(plain) == 0


@pytest.mark.rule("tp.item.weapon.wyverns_blood", "tp.item.enchanted.gladiators_signet")
def test_a_coated_weapon_is_a_plain_one_to_the_signet() -> None:
    fight = against("gladiators_signet")
    assert one_hit(fight, 6) == 1 and not piece(fight, "foe").poison


# --- weapons that do more than strike ------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.gladiators_signet")
@pytest.mark.parametrize(("item", "hurt"), [("gladiators_signet", 0), ("deas_ring_of_combat", 1)])
@pytest.mark.parametrize(("weapon", "kind"), [("shooting_star", "magic"), ("thunder_sword_of_trident", "missile"),
                                              ("tornado_flail", "melee"), ("sword_of_fools", "magic")])  # fmt: skip
def test_what_magic_weapons_do_besides_blows_is_nothing_to_the_signet(
    item: str, hurt: int, weapon: str, kind: Any
) -> None:
    fight = against(item, weapon)
    with script(fight, dice=[6] * hurt):
        strike(fight, Attack(1, 1, kind, *rules(weapon), 0))
    assert piece(fight, "foe").hurt == hurt


@pytest.mark.rule("tp.item.enchanted.gladiators_signet")
@pytest.mark.parametrize(("x", "plain"), [(36.79, True), (38, False)], ids=["beside him", "apart"])
def test_a_magic_weapon_is_plain_to_a_friend_who_touches_the_signet_and_to_no_other(x: float, plain: bool) -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("gladiators_signet")), hero("friend", (x, 20)),
        hero("foe", (x, 20), facing=180, side=1, figure=laden("shooting_star")),
    ))  # fmt: skip
    struck = {name: plain_against(fight, number(fight, "foe"), number(fight, name)) for name in ("hero", "friend")}
    assert struck == {"hero": True, "friend": plain}



@pytest.mark.rule("tp.item.enchanted.gladiators_signet")
@pytest.mark.parametrize(
    ("item", "weapon", "needs"),
    [
        ("deas_ring_of_life", "cazzeamers_eye_flail", (2, 5)),
        ("gladiators_signet", "cazzeamers_eye_flail", (4, 4)),
        ("deas_ring_of_life", "gavel_of_injustice", (3, 4)),
        ("gladiators_signet", "gavel_of_injustice", (4, 4)),
    ],
)
def test_a_magic_weapon_makes_nobody_a_better_fighter_against_the_signet(
    item: str, weapon: str, needs: tuple[int, int]
) -> None:
    fight = against(item, weapon)
    assert tuple(ready(fight, blow(fight, who)).need.total for who in ("hero", "foe")) == needs


@pytest.mark.rule(
    "tp.item.enchanted.gladiators_signet", "tp.item.weapon.soul_stealer", "tp.item.weapon.skull_flail"
)
@pytest.mark.parametrize(("item", "fear"), [("gladiators_signet", 0), ("deas_ring_of_life", 2)])
@pytest.mark.parametrize("weapon", ["soul_stealer", "skull_flail"])
def test_a_magic_weapon_frightens_nobody_who_wears_the_signet(item: str, weapon: str, fear: int) -> None:
    fight = against(item, weapon)
    assert fear_between(fight, 1, 0) == fear
    masked = against(item, "face_mask_of_death")
    assert fear_between(masked, 1, 0) == 2, "what is no weapon frightens him"


@pytest.mark.rule("tp.item.enchanted.gladiators_signet", "tp.item.weapon.jesters_mace")
@pytest.mark.parametrize(
    ("item", "dice"), [("gladiators_signet", (6, 6, 6, 1)), ("deas_ring_of_speed", (6, 5, 6, 6))]
)
def test_the_jester_strikes_together_with_whoever_wears_the_signet(item: str, dice: tuple[int, ...]) -> None:
    worn = {"items": rules(item), "prices": (0,), "life": 1, "toughness": 0, "attacks": 1}
    fight = duel("jesters_mace", own={"attacks": 1}, foe=worn)
    with script(fight, dice=dice):  # the slain foe strikes back, in vain, or he has no time for it
        exchange_blows(fight, [0, 1])
    assert piece(fight, "foe").fate == "slain"


@pytest.mark.rule("tp.item.enchanted.gladiators_signet")
def test_whom_the_bearer_of_the_signet_has_slain_touches_him_no_more() -> None:
    fight = duel("gladiators_signet", "sword_of_strength", foe={"life": 1, "toughness": 0})
    with script(fight, dice=[6, 6, 6, 1, 1, 1]):
        deliver(fight, ready(fight, blow(fight)))
    assert piece(fight, "foe").fate == "slain"


@pytest.mark.rule("tp.item.enchanted.gladiators_signet", "tp.item.weapon.life_and_death")
def test_the_death_in_two_blades_cannot_touch_the_signet() -> None:
    for item, gone in (("gladiators_signet", 0), ("deas_ring_of_combat", 2)):
        fight = against(item, "life_and_death")
        lose_outright(fight, 1, 2, *rules("life_and_death"), 0)
        assert piece(fight, "foe").hurt == gone


@pytest.mark.rule("tp.item.enchanted.gladiators_signet", "tp.item.weapon.black_lands_cleaver")
def test_nobody_cleaves_the_bearer_of_the_signet() -> None:
    for item, dice in (("gladiators_signet", ()), ("deas_ring_of_combat", (4,))):
        fight = against(item, "black_lands_cleaver")
        with script(fight, dice=dice):
            black_lands_cleaver(fight, 0)
        assert [one.number for one in effects_on(fight, 1)] == list(dice)


@pytest.mark.rule("tp.item.enchanted.gladiators_signet", "tp.item.weapon.black_arrow")
@pytest.mark.parametrize(("item", "hurt"), [("gladiators_signet", 0), ("deas_ring_of_combat", 4)])
def test_a_black_arrow_is_an_arrow_to_the_signet(item: str, hurt: int) -> None:
    archer = hero("hero", (36, 18), figure=laden("black_arrow", weapons=("bow", "sidearm")))
    mark = hero("mark", (36, 30), facing=180, side=1, figure=laden(item, toughness=6, life=9))
    fight = settled(scene(archer, mark, phase="shooting"))
    with script(fight, dice=[6, 4], answers=["loose it"]):
        volley(fight, 0, 1)
    assert piece(fight, "mark").hurt == hurt


# --- the dead under a banner ---------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.item.enchanted.miss_voodoo")
@pytest.mark.parametrize(("banner", "left"), [("banner_of_true_combat", 10), ("banner_of_steel", 9)])
def test_no_voodoo_avenges_whom_no_magic_touches(banner: str, left: int) -> None:
    standard = foot(items=rules(banner), prices=(100,), toughness=1)
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=standard),
        hero("hero", (36, 20), facing=180, side=1, figure=laden("miss_voodoo", life=1)),
    )
    contact(fight, "guard", "hero")
    settled(fight)
    with script(fight, dice=[6] * (11 - left)):
        strike(fight, Attack(1, 1, "melee", "tp.weapon.hand_weapon", 0))
    assert piece(fight, "hero").fate == "slain" and piece(fight, "guard").models == left


@pytest.mark.rule("tp.item.command.banner_of_true_combat", "tp.item.command.doom_stick", "tp.magic.oblivion.effect")
@pytest.mark.parametrize(("banner", "doom"), [("banner_of_true_combat", 10), ("banner_of_steel", 8)])
def test_items_take_no_life_from_whom_no_magic_touches_and_oblivion_does(banner: str, doom: int) -> None:
    standard = foot(items=rules(banner), prices=(100,))
    fight = settled(scene(unit("guard", (36, 20), models=10, command=True, figure=standard)))
    take_life(fight, {0: 2}, *rules("doom_stick"), by=0)
    assert piece(fight, "guard").models == doom
    perish(fight, {0: 1}, HOLE)
    assert piece(fight, "guard").models == doom - 1
    perish(fight, {0: 1}, *rules("box_of_oblivion"))
    assert piece(fight, "guard").models == doom - 2


# --- deaths and what might undo them -------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.phazing_rings", "tp.item.enchanted.deas_ring_of_hope")
def test_no_ring_brings_back_who_is_lost_between_two_places() -> None:
    for rule, dice, fate in ((*rules("phazing_rings"), (), "slain"), ("tp.shoot.damage", (6,), "standing")):
        fight = alone("deas_ring_of_hope")
        with script(fight, dice=dice):
            slay(fight, 0, rule)
        assert piece(fight, "hero").fate == fate


@pytest.mark.rule("tp.trait.fatal_blows", "tp.trait.regeneration", "tp.item.weapon.great_unforgivers")
@pytest.mark.parametrize(
    ("weapon", "damage", "regrown", "hurt"),
    [
        ("great_unforgivers", 1, (6,), 0),  # the one wound has closed
        ("great_unforgivers", 1, (5,), 30),  # it has not, and that is that
        ("great_unforgivers", 2, (6, 5), 30),
        ("great_unforgivers", 2, (6, 6), 0),
        ("gallel_lance", 1, (6,), 0),  # an ordinary blow
        ("gallel_lance", 1, (5,), 1),
    ],
)
def test_who_regenerates_the_wound_of_a_fatal_blow_lives_and_nobody_else(
    weapon: str, damage: int, regrown: tuple[int, ...], hurt: int
) -> None:
    troll = {"traits": ("regeneration",), "toughness": 3, "agility": 0}
    fight = duel(weapon, own={"damage": damage}, foe=troll, rounds=1)
    assert one_hit(fight, 5 if damage > 1 else 4, *regrown) == hurt
    assert (piece(fight, "foe").fate == "slain") == (hurt == 30)


@pytest.mark.rule("tp.trait.fatal_blows", "tp.shoot.horde")
@pytest.mark.parametrize(("dice", "hurt"), [((6, 6), 30), ((6, 5), 0)])
def test_a_horde_hit_of_fatal_blows_kills(dice: tuple[int, ...], hurt: int) -> None:
    fight = duel("great_unforgivers", foe={"toughness": 6})
    with script(fight, dice=dice):
        assert strike(fight, Attack(1, 2, "melee", *rules("great_unforgivers"), 0)) == hurt


@pytest.mark.rule("tp.item.weapon.devourer", "tp.item.enchanted.rings_of_twisted_fate")
@pytest.mark.parametrize(("face", "dead"), [(4, "friend"), (3, "foe")])
def test_who_is_devoured_is_killed_outright_and_another_may_die_for_him(face: int, dead: str) -> None:
    ringed = laden("rings_of_twisted_fate", life=9, toughness=3)
    fight = scene(
        hero("hero", (36, 20), figure=laden("devourer")),
        hero("foe", (36, 20), facing=180, side=1, figure=ringed),
        hero("friend", (50, 40), facing=180, side=1, figure=ringed),
    )
    contact(fight, "hero", "foe")
    settled(fight)
    one_hit(fight, 4, 1, 6, face)  # a wound, which the rings leave with him; devoured; and for whom
    assert [name for name in ("foe", "friend") if piece(fight, name).fate == "slain"] == [dead]


# --- in hiding -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.character.halfwit.hidden", "tp.magic.oblivion.check", "tp.item.enchanted.box_of_oblivion")
@pytest.mark.parametrize(
    ("items", "fate", "dice", "audience"),
    [
        (("mace_of_oblivion",), "hidden", (3, 3), {0}),
        (("mace_of_oblivion",), "within", (3, 3), {None}),
        (("box_of_oblivion",), "hidden", (5,), {0}),
        (("box_of_oblivion",), "hidden", (6,), {None}),  # it opens, and everybody sees that
        (("death_cloak",), "hidden", (11,), {0}),
    ],
)
def test_what_is_rolled_for_a_halfwit_in_hiding_his_own_side_alone_sees(
    items: tuple[str, ...], fate: str, dice: tuple[int, ...], audience: set[int | None]
) -> None:
    fool = hero("fool", within="guard", role="halfwit", fate=fate, figure=laden(*items))
    fight = settled(scene(unit("guard", (36, 20), models=60, files=10), fool))
    with script(fight, dice=dice):
        begin_turn(fight)
    assert {one.audience for one in fight.told} == audience


@pytest.mark.rule("tp.character.halfwit.hidden", "tp.item.enchanted.box_of_souls")
def test_whom_a_hidden_box_of_souls_takes_everybody_sees_fall() -> None:
    fool = hero("fool", within="guard", role="halfwit", fate="hidden", figure=laden("box_of_souls"))
    fight = settled(scene(unit("guard", (36, 20), models=10), fool))
    begin_turn(fight)
    heard = {type(one.event).__name__: one.audience for one in fight.told}
    assert heard["ItemUsed"] == 0 and heard["Fell"] is None and piece(fight, "fool").fate == "hidden"


# --- a weapon that a spell makes magical ---------------------------------------------------------------------


def burning(*items: str) -> Fight:
    """The hero's plain weapon burns against a foe of toughness 6 who carries these items."""
    fight = duel(own={"attacks": 1}, foe={"items": rules(*items), "toughness": 6})
    lay(fight, Effect(INFERNO, 0, 0, 0, NEVER))
    return fight


@pytest.mark.rule("tp.spell.destruction.inferno_charge", "tp.item.enchanted.phantom_cloak")
def test_a_burning_weapon_reaches_through_the_phantom_cloak() -> None:
    fight = burning("phantom_cloak")
    assert one_hit(fight, 5) == 2
    fight.state.effects = ()
    assert one_hit(fight) == 0


@pytest.mark.rule(
    "tp.spell.destruction.inferno_charge",
    "tp.item.weapon.blue_blade_of_jaykaz",
    "tp.item.enchanted.gladiators_signet",
)
@pytest.mark.parametrize(
    ("items", "attacks", "lost"),
    [((), 4, 2), (("blue_blade_of_jaykaz",), 1, 0), (("gladiators_signet",), 1, 0), (("master_ring",), 4, 2)],
)
def test_a_burning_weapon_is_a_magic_one_beside_what_makes_them_plain(
    items: tuple[str, ...], attacks: int, lost: int
) -> None:
    fight = burning(*items)
    assert blow(fight).attacks == attacks
    assert one_hit(fight, 5) == lost


# --- who cannot cast, and can drink --------------------------------------------------------------------------


@pytest.mark.rule("tp.magic.fleeing", "tp.spell.creation.great_growth", "tp.item.enchanted.potion_of_vitality")
@pytest.mark.parametrize("plight", ["in flight", "among weeds"])
def test_who_runs_or_is_entangled_drinks_and_blows_but_neither_casts_nor_throws(plight: str) -> None:
    items = ("potion_of_vitality", "potion_of_flight", "healing_scroll", "scolex_keg")
    fight = settled(scene(
        wizard("hero", (36, 20), "base.zap", figure=laden(*items, disciplines=("base",)), tired=2, hurt=1),
        unit("orcs", (36, 26), facing=180, side=1), phase="shooting",
    ))  # fmt: skip
    assert {"cast: hero/zap", "cast: hero/healing_scroll", "use: hero/scolex_keg"} < set(castable(fight))
    if plight == "in flight":
        piece(fight, "hero").fleeing = True
    else:
        lay(fight, Effect("tp.spell.creation.great_growth", 1, 0, 1, NEVER))
    assert list(castable(fight)) == ["use: hero/potion_of_vitality"] == list(usable(fight, 0))
    fight.state.phase = "declaring"
    assert ("use: hero/potion_of_flight" in castable(fight)) == (plight == "among weeds")
