"""Hands on single dice: held ready in secret, used once, and bad luck that is shared out every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec import structs

from warhost.engine.dice import Throw
from warhost.engine.oracle import Scripted
from warhost.rulebooks.threeplains.events.blows import Struck
from warhost.rulebooks.threeplains.events.items import ItemUsed
from warhost.rulebooks.threeplains.events.spells import DieThrownAgain, DieTurned, SpellNamed, SpellRolled
from warhost.rulebooks.threeplains.fighting.combat import deliver
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.items.charms import death_cloak
from warhost.rulebooks.threeplains.items.dice_hands import LUCK, put_away
from warhost.rulebooks.threeplains.items.warding import ergos_blue_ring
from warhost.rulebooks.threeplains.magic.bearing import carried, effects_on, lay
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast, castable, usable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.magic.fortune import COHESION, fortunate
from warhost.rulebooks.threeplains.magic.hands import lay_hands_on
from warhost.rulebooks.threeplains.magic.targets import spellproof
from warhost.rulebooks.threeplains.morale.checks import deviancy
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, NOBODY, Effect
from warhost.rulebooks.threeplains.wounds.hits import Attack, slay, strike

from .armoury import alone, blow, duel, laden, rules, settled
from .scene import foot, hero, number, piece, scene, script, told, unit
from .wizardry import mage, wizard


@contextmanager
def hands(fight: Fight, *, dice: Sequence[int] = (), answers: Sequence[Any] = ()) -> Iterator[Scripted]:
    """What happens inside passes through the hands of those who hold something ready."""
    with script(fight, dice=dice, answers=answers) as given:
        lay_hands_on(fight)
        yield given


def held_ready(item: str, **more: Any) -> Fight:
    """A duel in which the hero holds the item ready."""
    fight = duel(item, **more)
    with script(fight):
        cast(fight, 0, book[rules(item)[0]])
    return fight


DAMAGE = Attack(1, 1, "melee", "tp.combat.attacks", 0, top=6)


@pytest.mark.rule("tp.item.enchanted.diamond_die_of_fortune")
def test_one_damage_die_counts_as_a_6() -> None:
    fight = held_ready("diamond_die_of_fortune")
    with hands(fight, answers=["the highest face"]):
        assert strike(fight, DAMAGE) == 3  # a 6 against toughness 3
    assert told(fight, ItemUsed) and not carried(fight, 0)


@pytest.mark.rule("tp.item.enchanted.diamond_die_of_fortune")
def test_it_is_one_die_of_a_handful_of_his_own_and_never_oblivion() -> None:
    fight = held_ready("diamond_die_of_fortune")
    with hands(fight, dice=[2, 2, 1, 1, 3], answers=["the highest face"]):
        assert fight.throw(Throw(2, 6, "anything", "tp.combat.attacks", 1)) == (2, 2)  # the enemy's
        assert fight.throw(Throw(2, 6, "oblivion", "tp.magic.oblivion.check", 0)) == (1, 1)
        assert sorted(fight.throw(Throw(2, 6, "anything", "tp.combat.attacks", 0))) == [3, 6]


@pytest.mark.rule("tp.item.enchanted.four_leafed_clover")
@pytest.mark.parametrize(
    ("side", "answer", "faces"), [(0, "2 up", [3, 5]), (1, "2 down", [1, 5]), (0, "5 up", [2, 6])]
)
def test_the_clover_turns_a_die_of_either_player_by_1(side: int, answer: str, faces: list[int]) -> None:
    fight = held_ready("four_leafed_clover")
    with hands(fight, dice=[2, 5, 6], answers=[answer]):
        assert sorted(fight.throw(Throw(2, 6, "anything", "tp.combat.attacks", side))) == faces
        assert fight.throw(Throw(1, 6, "anything", "tp.combat.attacks", side)) == (6,)  # once
    assert told(fight, DieTurned)[0].becomes in faces


@pytest.mark.rule("tp.item.enchanted.four_leafed_clover")
def test_it_stays_within_the_faces_of_a_die_and_may_be_put_away() -> None:
    fight = held_ready("four_leafed_clover")
    with hands(fight, dice=[6, 1], answers=["put it away"]) as given:
        fight.throw(Throw(2, 6, "anything", "tp.combat.attacks", 0))
        question = given.asked[0]
    assert question.describe()["options"] == ["leave them", "1 up", "6 down", "put it away"] and question.secret
    assert carried(fight, 0) and not told(fight, ItemUsed)
    assert "use: hero/four_leafed_clover" in castable(fight)


@pytest.mark.rule("tp.item.enchanted.magic_dice")
def test_one_missed_attack_of_several_is_thrown_again() -> None:
    fight = held_ready("magic_dice", own={"attacks": 3, "rating": 5})
    own = ready(fight, blow(fight))
    with hands(fight, dice=[1, 2, 6, 5, 1, 1], answers=["throw again: 1"]):  # two hits then, of no effect
        deliver(fight, own)
    assert told(fight, Struck)[0].hits == 2 and told(fight, DieThrownAgain)[0].becomes == 5


@pytest.mark.rule("tp.item.enchanted.magic_dice")
def test_it_helps_neither_others_nor_dice_that_have_not_failed() -> None:
    fight = held_ready("magic_dice", own={"attacks": 1, "rating": 5})
    with hands(fight, dice=[1, 1, 1, 1, 6, 6, 6]):
        assert not deviancy(fight, number(fight, "foe"), "tp.check.deviancy")
    with hands(fight, dice=[6, 6, 6, 6, 1, 1, 1]):
        assert deviancy(fight, 0, "tp.check.deviancy")
    with hands(fight, dice=[6, 1, 6, 6, 6, 6, 6, 6], answers=["throw again: 1"]):
        assert deviancy(fight, 0, "tp.check.deviancy")


@pytest.mark.rule("tp.item.enchanted.black_cats_foot")
def test_the_cat_forbids_all_of_a_re_roll() -> None:
    fight = held_ready("black_cats_foot", foe={"attacks": 6, "rating": 5})
    piece(fight, "hero").tired = 9  # whoever strikes at the weary throws misses again
    own = ready(fight, blow(fight, "foe"))
    assert own.reroll == "failures"
    with hands(fight, dice=[1, 1, 2, 2, 3, 3], answers=["forbid it"]):
        deliver(fight, own)
    assert told(fight, Struck)[0].hits == 0 and not carried(fight, 0)


@pytest.mark.rule("tp.item.enchanted.black_cats_foot")
def test_it_does_not_keep_his_own_side_from_throwing_again() -> None:
    fight = held_ready("black_cats_foot", own={"attacks": 2, "rating": 5})
    piece(fight, "foe").tired = 9
    own = ready(fight, blow(fight))
    with hands(fight, dice=[1, 1, 2, 2]):
        deliver(fight, own)


@pytest.mark.rule("tp.magic.items", "tp.item.enchanted.magic_dice")
@pytest.mark.parametrize("item", ["magic_dice", "four_leafed_clover", "black_cats_foot", "diamond_die_of_fortune"])
def test_it_is_held_ready_in_either_turn_without_a_word_and_no_longer_than_that(item: str) -> None:
    fight = duel(item)
    fight.state.phase = "combat"
    use = f"use: hero/{item}"
    assert use in castable(fight) and use in usable(fight, 0)
    with script(fight):
        cast(fight, 0, book[rules(item)[0]])
    assert not fight.told and carried(fight, 0) == rules(item) and use not in castable(fight)
    fight.state.clock += 1
    expire(fight)
    assert fight.state.effects  # the dice that fall as a turn begins are still in his hand
    put_away(fight)
    assert not fight.state.effects and not fight.told


# --- dice of items -------------------------------------------------------------------------------------------


READY = Effect("", 0, NOBODY, 0, NEVER, 1)


def holding(fight: Fight, **ready: int) -> Fight:
    """Who holds which item ready since a turn ago."""
    for item, bearer in ready.items():
        side = fight.state.pieces[bearer].side
        lay(fight, structs.replace(READY, source=f"tp.item.enchanted.{item}/ready", caster=bearer, side=side))
    return fight


@pytest.mark.rule("tp.item.enchanted.magic_dice", "tp.item.enchanted.death_cloak")
@pytest.mark.parametrize(("face", "asked"), [(12, True), (11, False)])
def test_a_die_of_an_item_that_went_wrong_is_thrown_again_as_a_turn_begins(face: int, asked: bool) -> None:
    fight = holding(alone("death_cloak", "magic_dice"), magic_dice=0)
    with hands(fight, dice=[face, 3][: 1 + asked], answers=["throw again: 12"] if asked else []):
        death_cloak(fight, 0)
    assert piece(fight, "hero").fate == "standing" and bool(told(fight, DieThrownAgain)) == asked


@pytest.mark.rule("tp.item.enchanted.magic_dice", "tp.item.enchanted.dragon_knucklebones")
def test_bones_that_fell_badly_are_a_failed_die_too() -> None:
    fight = holding(alone("dragon_knucklebones", "magic_dice"), magic_dice=0)
    with hands(fight, dice=[3, 4], answers=["throw the bones", "throw again: 3"]):
        assert deviancy(fight, 0, "tp.check.deviancy")


@pytest.mark.rule("tp.item.arcane.magical_coin", "tp.item.enchanted.magic_dice")
def test_a_coin_that_shows_tails_is_flipped_again() -> None:
    lucky = rules("magical_coin", "magic_dice")
    fight = scene(
        wizard("mage", (36, 20), "base.zap", figure=mage(items=lucky, prices=(45, 5))),
        unit("orcs", (36, 30), facing=180, side=1),
    )
    holding(settled(fight), magic_dice=0)
    answers = ["use it", "throw again: 3"]
    with hands(fight, dice=[3, 4, 6, 6, 1, 1], answers=answers):
        cast(fight, 0, book["tp.spell.base.zap"])
    assert told(fight, SpellNamed)[0].ether == 0


@pytest.mark.rule(
    "tp.spell.harmony.flow_of_cohesion", "tp.item.enchanted.black_cats_foot", "tp.item.enchanted.magic_dice"
)
@pytest.mark.parametrize(
    ("item", "answers", "dice", "hits"),
    [
        ("magic_dice", ["throw again: 1", "leave them", "leave them"], [1, 2, 6, 5], 1),
        ("magic_dice", ["throw again: 1", "leave them", "throw again: 2"], [1, 2, 3, 6, 5], 1),
        ("four_leafed_clover", ["throw again: 1", "leave them", "leave them", "leave them"], [1, 2, 6, 5], 1),
    ],
)
def test_the_flow_of_cohesion_goes_on_while_somebody_holds_an_item_ready(
    item: str, answers: list[str], dice: list[int], hits: int
) -> None:
    """Of two blows that missed it throws the first again, which then lies fast; what the item does is done to the
    other."""
    fight = held_ready(item, own={"attacks": 2})
    lay(fight, Effect(COHESION, NOBODY, NOBODY, 0, NEVER, 2))
    with script(fight, dice=dice, answers=answers):
        fortunate(fight)
        lay_hands_on(fight)
        deliver(fight, ready(fight, blow(fight)))
    assert [struck.hits for struck in told(fight, Struck)] == [hits]


@pytest.mark.rule("tp.spell.harmony.flow_of_cohesion", "tp.item.enchanted.ergos_blue_ring")
def test_the_flow_of_cohesion_throws_the_die_of_an_item_again() -> None:
    fight = alone("ergos_blue_ring")
    lay(fight, structs.replace(READY, source="tp.spell.harmony.flow_of_cohesion"))
    with script(fight, dice=[3, 4], answers=["throw again: 3"]):
        fortunate(fight)
        ergos_blue_ring(fight, 0)
    assert spellproof(fight, 0, 1)


@pytest.mark.rule("tp.item.enchanted.black_cats_foot", "tp.item.enchanted.magic_dice")
def test_the_cat_forbids_the_magic_dice_which_are_spent_all_the_same() -> None:
    fight = duel("death_cloak", "magic_dice", foe={"items": rules("black_cats_foot"), "prices": (10,)})
    holding(fight, magic_dice=0, black_cats_foot=1)
    with hands(fight, dice=[12], answers=["throw again: 12", "forbid it"]):
        death_cloak(fight, 0)
    assert piece(fight, "hero").fate == "slain" and not told(fight, DieThrownAgain)
    assert carried(fight, 0) == rules("death_cloak") and not carried(fight, 1)


@pytest.mark.rule("tp.item.enchanted.black_cats_foot", "tp.item.command.overlord_banner")
@pytest.mark.parametrize(
    ("answer", "more", "holds"), [("forbid it", [], False), ("leave them", [6, 6, 6, 1, 1, 1], True)]
)
def test_a_check_that_the_cat_forbids_to_repeat_stands_for_both_sides(
    answer: str, more: list[int], holds: bool
) -> None:
    orcs = foot(items=rules("overlord_banner"), prices=(70,), soldiering=2)
    fight = settled(scene(
        hero("hero", (10, 10), figure=laden("black_cats_foot")),
        unit("orcs", (36, 20), side=1, models=10, command=True, figure=orcs),
    ))  # fmt: skip
    holding(fight, black_cats_foot=0)
    with hands(fight, dice=[1, 1, 1, 6, 6, 6, *more], answers=[answer]):
        assert deviancy(fight, 1, "tp.check.deviancy") is holds


@pytest.mark.rule("tp.item.enchanted.black_cats_foot", "tp.item.arcane.miscast_scroll")
@pytest.mark.parametrize(
    ("answer", "dice", "won"), [("forbid it", [6, 1, 1], False), ("leave them", [5, 1, 1, 6, 6], True)]
)
def test_the_cat_forbids_a_casting_to_be_thrown_again(answer: str, dice: list[int], won: bool) -> None:
    fight = settled(scene(
        wizard("mage", (36, 20), "base.haste", figure=mage(items=rules("miscast_scroll"), prices=(5,))),
        hero("foe", (36, 30), facing=180, side=1, figure=laden("black_cats_foot")),
    ))  # fmt: skip
    holding(fight, black_cats_foot=1)
    with hands(fight, dice=dice, answers=["read it", answer]):
        cast(fight, 0, book["tp.spell.base.haste"])
    assert told(fight, SpellRolled)[0].cast == won


@pytest.mark.rule("tp.item.enchanted.four_leafed_clover")
def test_the_dead_turn_no_dice() -> None:
    fight = holding(duel("four_leafed_clover"), four_leafed_clover=0)
    slay(fight, 0, "tp.shoot.damage")
    with hands(fight, dice=[3]):
        assert fight.throw(Throw(1, 6, "anything", "tp.combat.attacks", 0)) == (3,)


# --- bad luck ------------------------------------------------------------------------------------------------


def unlucky(points: int) -> Fight:
    fight = duel("blights_marker", own={"damage": 3}, foe={"attacks": 3, "rating": 10})
    with script(fight, dice=[3 + points - 1]):  # a halberd takes 1 off the toughness of 3
        strike(fight, Attack(1, 1, "melee", rules("blights_marker")[0], 0, top=6, toughness=1))
    return fight


@pytest.mark.rule("tp.item.weapon.blights_marker")
def test_every_life_point_is_bad_luck_once_a_turn() -> None:
    fight = unlucky(2)
    assert [one.number for one in effects_on(fight, 1) if one.source == LUCK] == [2]
    own = ready(fight, blow(fight, "foe"))
    # three hits, of which two are thrown again and miss; the third comes to nothing
    with hands(fight, dice=[6, 6, 6, 1, 1, 1], answers=["throw again: 6", "throw again: 6"]):
        deliver(fight, own)
    assert told(fight, Struck)[0].hits == 1
    expire(fight)
    with hands(fight, dice=[6, 6, 6, 1, 1, 1]):  # not in this turn
        deliver(fight, own)
    fight.state.clock += 1
    expire(fight)
    with hands(fight, dice=[6, 6, 6, 1, 1, 1], answers=["leave them"]):
        deliver(fight, own)


@pytest.mark.rule("tp.item.weapon.blights_marker")
def test_further_life_points_add_to_the_bad_luck_and_leave_other_spells_alone() -> None:
    fight = unlucky(2)
    lay(fight, Effect("tp.spell.white.defence", 1, 1, 1, NEVER, 1))
    with script(fight, dice=[3]):
        strike(fight, Attack(1, 1, "melee", rules("blights_marker")[0], 0, top=6, toughness=1))
    assert {one.source: one.number for one in effects_on(fight, 1)} == {LUCK: 3, "tp.spell.white.defence": 1}


@pytest.mark.rule("tp.item.weapon.blights_marker")
def test_a_failure_against_the_victim_is_thrown_again() -> None:
    fight = unlucky(1)
    with hands(fight, dice=[1, 6], answers=["throw again: 1"]):
        assert strike(fight, DAMAGE) == 3


@pytest.mark.rule("tp.item.weapon.blights_marker")
def test_bad_luck_needs_its_bearer() -> None:
    fight = unlucky(1)
    piece(fight, "hero").fate = "slain"
    with hands(fight, dice=[1]):
        assert strike(fight, DAMAGE) == 0
