"""Hands on single dice: held ready in secret, used once, and bad luck that is shared out every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from warhost.engine.dice import Throw
from warhost.engine.oracle import Scripted
from warhost.rulebooks.threeplains.events import DieThrownAgain, DieTurned, ItemUsed, Struck
from warhost.rulebooks.threeplains.fighting.combat import deliver
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.items.dice_hands import LUCK
from warhost.rulebooks.threeplains.magic.bearing import carried, effects_on
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast, castable, usable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.magic.hands import lay_hands_on
from warhost.rulebooks.threeplains.morale.checks import deviancy
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import blow, duel, rules
from .scene import number, piece, script, told


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
@pytest.mark.parametrize(("side", "answer", "becomes"), [(0, "3 up", 4), (1, "3 down", 2)])
def test_the_clover_turns_a_die_of_either_player_by_1(side: int, answer: str, becomes: int) -> None:
    fight = held_ready("four_leafed_clover")
    with hands(fight, dice=[3, 5, 6], answers=[answer]):
        assert sorted(fight.throw(Throw(2, 6, "anything", "tp.combat.attacks", side))) == [becomes, 5]
        assert fight.throw(Throw(1, 6, "anything", "tp.combat.attacks", side)) == (6,)  # once
    assert told(fight, DieTurned)[0].becomes == becomes


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
    assert not fight.state.effects and not fight.told


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
    with hands(fight, dice=[6, 6, 6, 1, 1, 1]):  # not in this turn
        deliver(fight, own)
    fight.state.clock += 1
    expire(fight)
    with hands(fight, dice=[6, 6, 6, 1, 1, 1], answers=["leave them"]):
        deliver(fight, own)


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
