"""Spells that come back to who cast them, and a ring that keeps them off wherever its bearer goes."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.events.blows import Damaged
from warhost.rulebooks.threeplains.events.spells import Backfired, GiftGained, SpellStopped
from warhost.rulebooks.threeplains.magic.bearing import SILENCE, effects_on, lay, nature
from warhost.rulebooks.threeplains.magic.targets import spellproof
from warhost.rulebooks.threeplains.moving.groups import join, leave_group
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.state import NEVER, Effect
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import laden, settled
from .scene import feature, hero, number, piece, scene, script, told, unit
from .wizardry import casts, wizard

SHIELD = ("tp.item.armour.second_spell_shield", "tp.item.armour.third_spell_shield")
BACK = 5  # on the die of either shield


def met(spell: str, at: float = 26) -> Fight:
    """A witch alone in her own turn, and before her a hero with the shield beside his friends."""
    return settled(scene(
        hero("hero", (36, 20), figure=laden("second_spell_shield", life=9)),
        unit("guard", (44, 20), models=10),
        wizard("witch", (36, at), spell, side=1, facing=180),
        unit("orcs", (44, at), facing=180, side=1, models=10),
        active=1,
    ))  # fmt: skip


@pytest.mark.rule(*SHIELD, "tp.spell.black.despair", "tp.spell.conventions")
def test_a_spell_that_came_back_lasts_until_its_casters_next_turn() -> None:
    fight = met("black.despair")
    casts(fight, "witch", "black.despair", answers=["hero"], dice=[1, 1, 6, 6, BACK])
    (despair,) = effects_on(fight, number(fight, "witch"))
    assert despair.ends == fight.state.clock + 2  # through the turn of the enemy who threw it back


@pytest.mark.rule(*SHIELD, "tp.spell.chaos.crack_in_reality")
@pytest.mark.parametrize("face", [5, 6])
def test_a_crack_that_came_back_opens_under_its_caster_whatever_chaos_rolls(face: int) -> None:
    fight = met("chaos.crack_in_reality")
    casts(fight, "witch", "chaos.crack_in_reality", answers=["hero"], dice=[1, 6, 6, BACK, face, 1, 1])
    assert {one.piece for one in told(fight, Damaged)} == {number(fight, "witch")}
    assert [one.piece for one in told(fight, Backfired)] == [number(fight, "witch")] * (face == 6)


@pytest.mark.rule(*SHIELD, "tp.spell.chaos.confusion")
def test_when_chaos_turns_a_spell_that_came_back_it_strikes_its_casters_side_still() -> None:
    fight = met("chaos.confusion")
    answers = ["hero", "orcs"]  # the enemy of the witch says whom
    casts(fight, "witch", "chaos.confusion", answers=answers, dice=[1, 1, 1, 1, 6, 6, BACK, 6, 3])
    assert effects_on(fight, number(fight, "orcs")) and not effects_on(fight, number(fight, "hero"))


@pytest.mark.rule("tp.spell.chaos.confusion", "tp.trait.scouting.concealed")
def test_scouts_who_lie_hidden_are_not_named_to_the_enemy_who_says_whom_chaos_strikes() -> None:
    fight = settled(scene(
        hero("hero", (36, 20)), wizard("witch", (36, 26), "chaos.confusion", side=1, facing=180),
        unit("scouts", (60, 40), facing=180, side=1, models=5, scouts="concealed"),
        terrain=[feature("wood", (60, 41), (20, 12))], active=1,
    ))  # fmt: skip
    casts(fight, "witch", "chaos.confusion", dice=[1, 1, 1, 1, 6, 6, 6, 3])  # the witch herself, nobody is asked
    assert effects_on(fight, number(fight, "witch"))


@pytest.mark.rule(*SHIELD, "tp.spell.black.drain_life")
def test_who_drains_his_own_life_has_the_dice_of_it() -> None:
    fight = met("black.drain_life", 25)
    casts(fight, "witch", "black.drain_life", answers=["hero"], dice=[1, 1, 1, 1, 1, 6, 6, BACK, 3])
    assert piece(fight, "witch").tired == 4 and piece(fight, "witch").mana == 2
    assert piece(fight, "hero").mana == 0 and [one.side for one in told(fight, GiftGained)] == [1]


# --- the blue ring -------------------------------------------------------------------------------------------


def wake(fight: Fight) -> None:
    """The bearer's turn begins, and his ring is at work."""
    hero = number(fight, "hero")
    with script(fight, dice=[4]):
        specials.start_of_turn.each(nature(fight, hero), fight, hero)


def ringed() -> Fight:
    """The ring is at work; its bearer is among guards, and friends stand beside them."""
    fight = settled(scene(
        unit("guard", (36, 20), models=10), hero("hero", within="guard", figure=laden("ergos_blue_ring")),
        unit("friends", (44, 20), models=10), wizard("witch", (36, 30), "base.zap", side=1, facing=180),
    ))  # fmt: skip
    wake(fight)
    return fight


def proof(fight: Fight) -> list[str]:
    return [one.name for index, one in enumerate(fight.state.pieces) if spellproof(fight, index, 1)]


@pytest.mark.rule("tp.item.enchanted.ergos_blue_ring")
def test_the_blue_ring_guards_those_with_whom_its_bearer_is_and_nobody_whom_he_has_left() -> None:
    fight = ringed()
    assert proof(fight) == ["guard", "hero"]
    leave_group(fight, number(fight, "hero"))
    join(fight, number(fight, "hero"), number(fight, "friends"))
    assert proof(fight) == ["friends", "hero"]
    zap = Attack(number(fight, "friends"), 3, "magic", "tp.spell.base.zap", number(fight, "witch"))
    with script(fight):
        assert strike(fight, zap) == 0
    fight.state.active = 1
    casts(fight, "witch", "base.zap", answers=["guard"], dice=[1, 6, 6, 1, 6])
    assert piece(fight, "guard").models == 9 and not told(fight, SpellStopped)


@pytest.mark.rule("tp.item.enchanted.ergos_blue_ring", "tp.item.enchanted.master_ring")
@pytest.mark.parametrize(("gap", "guarded"), [(6.0, []), (6.1, ["guard", "hero"])])
def test_beside_the_master_ring_the_blue_ring_keeps_nothing_off(gap: float, guarded: list[str]) -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=10), hero("hero", within="guard", figure=laden("ergos_blue_ring")),
        hero("lord", (36, 40), facing=180, side=1, figure=laden("master_ring")),
    ))  # fmt: skip
    wake(fight)
    piece(fight, "lord").y = piece(fight, "guard").y + round(1000 * gap)
    assert proof(fight) == guarded
    piece(fight, "lord").y += 20000
    assert proof(fight) == ["guard", "hero"]


@pytest.mark.rule("tp.item.enchanted.ergos_blue_ring", "tp.spell.white.seek_and_desist")
def test_a_blue_ring_that_a_spell_has_silenced_keeps_nothing_off() -> None:
    fight = ringed()
    lay(fight, Effect(SILENCE, number(fight, "witch"), number(fight, "hero"), 1, NEVER, 0))
    assert proof(fight) == []
