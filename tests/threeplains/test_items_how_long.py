"""How long what an item brings about lasts: until which clock, whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec import structs

from warhost.rulebooks.threeplains.events.items import ItemStirred
from warhost.rulebooks.threeplains.fighting.prowess import attack_of
from warhost.rulebooks.threeplains.items import growing, moments, odd_blows, portents, soul
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.targets import Casting
from warhost.rulebooks.threeplains.magic.working import end_of
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.specials import Kills
from warhost.rulebooks.threeplains.state import NEVER, Player

from .armoury import blow, duel, rules
from .scene import script, told

NOW = 5
HEROS, FOES = Player(0), Player(1)


def ends(fight: Fight, act: Callable[[Fight], Any], dice: Sequence[int] = ()) -> list[int]:
    """The clocks at which what has been laid is over."""
    fight.state.clock = NOW
    before = list(fight.state.effects)
    with script(fight, dice=dice):
        act(fight)
    return [effect.ends for effect in fight.state.effects if effect not in before]


def fell(models: int) -> Kills:
    return Kills(models, foes=True, by_magic=False)


def with_sixes(fight: Fight) -> None:
    odd_blows.sixes_to_damage(fight, structs.replace(attack_of(fight, blow(fight)), sixes=2), 0)


def without_sixes(fight: Fight) -> None:
    odd_blows.sixes_to_damage(fight, attack_of(fight, blow(fight)), 0)


Case = tuple[str, Callable[[Fight], Any], Sequence[int]]
CASES: dict[str, Case] = {
    "kills of the axe": ("axe_of_heart", lambda fight: growing.take_heart(fight, 0, fell(1)), ()),
    "fear of Helburn": ("helburn", lambda fight: growing.helburn(fight, 0, fell(2)), ()),
    "sixes to hit": ("hammer_of_fury", lambda fight: odd_blows.sixes_to_hit(fight, blow(fight), 1), ()),
    "sixes to damage": ("hammer_of_fury", with_sixes, ()),
    "who is cleft": ("black_lands_cleaver", lambda fight: odd_blows.black_lands_cleaver(fight, 0), (4,)),
}


@pytest.mark.rule(
    "tp.item.weapon.axe_of_heart", "tp.item.weapon.helburn", "tp.item.weapon.hammer_of_fury",
    "tp.item.weapon.black_lands_cleaver",
)  # fmt: skip
@pytest.mark.parametrize("case", CASES)
def test_it_is_over_when_the_next_turn_begins(case: str) -> None:
    item, act, dice = CASES[case]
    assert ends(duel(item), act, dice) == [NOW + 1]


@pytest.mark.rule("tp.item.weapon.hammer_of_fury")
def test_damage_without_sixes_earns_nothing() -> None:
    assert ends(duel("hammer_of_fury"), without_sixes) == []


@pytest.mark.rule("tp.item.weapon.helburn", "tp.trait.fear")
@pytest.mark.parametrize(("kills", "fear"), [(1, 1), (3, 3), (4, 4), (5, 4)])
def test_the_fear_of_helburn_rises_to_four(kills: int, fear: int) -> None:
    fight = duel("helburn")
    growing.helburn(fight, 0, fell(kills))
    assert [(one.source, one.number) for one in fight.state.effects] == [
        (f"{rules('helburn')[0]}/fear {fear}", 1)
    ]  # fmt: skip
    growing.helburn(fight, 0, fell(4 - fear))
    assert len(fight.state.effects) == 1 + (fear < 4)  # at four nothing is laid any more


@pytest.mark.rule("tp.item.weapon.helburn", "tp.trait.fear")
def test_fear_that_cannot_rise_any_more_is_not_told_of_again() -> None:
    fight = duel("helburn")
    for _ in range(5):
        growing.helburn(fight, 0, fell(1))
    assert [stirred.number for stirred in told(fight, ItemStirred)] == [1, 2, 3, 4]


@pytest.mark.rule("tp.item.arcane.naggers_staff")
@pytest.mark.parametrize(("active", "dice", "left"), [(FOES, [3], [(2, NOW + 1)]), (HEROS, [], [])])
def test_dice_for_nagging_are_for_one_enemy_turn(active: Player, dice: list[int], left: list[Any]) -> None:
    fight = duel("naggers_staff")
    fight.state.active = active
    assert ends(fight, lambda one: portents.naggers_staff(one, 0), dice) == [end for _, end in left]
    assert [one.number for one in fight.state.effects] == [number for number, _ in left]


@pytest.mark.rule("tp.item.enchanted.indebted_soul")
@pytest.mark.parametrize(("task", "active", "until"), [
    ("ward off spells", HEROS, NOW + 2), ("ward off spells", FOES, NOW + 1),
    (soul.TASKS[0], HEROS, NOW + 1), (soul.TASKS[0], FOES, NOW + 2),
    (soul.TASKS[1], HEROS, NEVER), (soul.TASKS[2], FOES, NEVER), (soul.TASKS[3], HEROS, NEVER),
])  # fmt: skip
def test_the_soul_wards_for_an_enemy_turn_and_guides_for_an_own_one(
    task: str, active: Player, until: int
) -> None:  # fmt: skip
    fight = duel("indebted_soul")
    fight.state.active = active
    spell = book[rules("indebted_soul")[0]]
    casting = Casting(0, spell, HEROS, 0, 1, turn=soul.TASKS.index(task))
    assert ends(fight, lambda one: soul.indebted_soul(one, casting)) == [until]


@pytest.mark.rule("tp.spell.conventions")
@pytest.mark.parametrize(("lasts", "own", "theirs"), [
    ("own turn", NOW + 2, NOW + 1), ("enemy turn", NOW + 1, NOW + 2), ("this turn", NOW + 1, NOW + 1),
    ("battle", NEVER, NEVER),
])  # fmt: skip
def test_until_which_turn_a_spell_lasts(lasts: Any, own: int, theirs: int) -> None:
    fight = duel("helburn")
    fight.state.clock = NOW
    fight.state.active = HEROS
    assert [end_of(fight, side, lasts) for side in (HEROS, FOES)] == [own, theirs]


@pytest.mark.rule("tp.move.marchover.variable")
@pytest.mark.parametrize("item", sorted(moments.MANY_BLOWS))
def test_a_number_of_attacks_is_rolled_for_one_turn(item: str) -> None:
    dice = (3,) * int(moments.MANY_BLOWS[item][0].partition("D")[0] or 1)
    assert ends(duel(item.rpartition(".")[2]), lambda fight: moments._count_blows(fight, 0), dice) == [NOW + 1]
