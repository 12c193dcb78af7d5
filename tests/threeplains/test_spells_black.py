"""Black Magic, spell by spell."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.spells import DispelRolled, SpellRolled, SpellStopped
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.prowess import rating, to_hit
from warhost.rulebooks.threeplains.magic.bearing import lay
from warhost.rulebooks.threeplains.magic.casting import castable
from warhost.rulebooks.threeplains.magic.effects import round_fought
from warhost.rulebooks.threeplains.magic.nullity import keep_secret
from warhost.rulebooks.threeplains.morale.exhaustion import exhausted
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.tempers import must_charge
from warhost.rulebooks.threeplains.state import NEVER, Effect

from .armoury import blow, duel
from .scene import contact, foot, hero, horse, number, piece, scene, told, unit
from .wizardry import WINS, casts, wizard

TWO, THREE, FOUR, FIVE = ((1,) * ether + (6, 6) for ether in (2, 3, 4, 5))


def before_orcs(*known: str, **more: Any) -> Fight:
    return scene(wizard("merlin", (36, 10), *known), unit("orcs", (36, 15), facing=180, side=1, **more))


def in_combat(*known: str, guard: Any = None, orcs: Any = None, models: int = 10) -> Fight:
    fight = scene(
        unit("guard", (36, 20), models=models, figure=guard, files=5),
        wizard("merlin", (0, 0), *known, within="guard", figure=None),
        unit("orcs", (36, 20), facing=180, side=1, models=10, figure=orcs),
    )
    contact(fight, "guard", "orcs")
    return fight


@pytest.mark.rule("tp.spell.black.chill_blades")
def test_chill_blades_hit_a_d6_times() -> None:
    fight = before_orcs("black.chill_blades", figure=foot(toughness=2))
    casts(fight, "merlin", "black.chill_blades", dice=[*WINS, 4, 1, 3, 4, 6])
    assert piece(fight, "orcs").models == 17


@pytest.mark.rule("tp.spell.black.touch_of_death")
def test_the_touch_of_death_passes_toughness_and_magic_but_not_agility() -> None:
    fight = in_combat("black.touch_of_death", orcs=foot(toughness=4, magic=2))
    casts(fight, "merlin", "black.touch_of_death", dice=[*WINS, 3, 1, 1, 2])
    assert piece(fight, "orcs").models == 7
    fight = in_combat("black.touch_of_death", orcs=foot(toughness=8))
    casts(fight, "merlin", "black.touch_of_death", dice=[*WINS, 2, 2, 3])
    assert piece(fight, "orcs").models == 9
    fight = in_combat("black.touch_of_death", orcs=foot(toughness=4, agility=1))
    casts(fight, "merlin", "black.touch_of_death", dice=[*WINS, 1, 6])
    assert piece(fight, "orcs").models == 10


@pytest.mark.rule("tp.spell.black.touch_of_death")
def test_the_touch_of_death_does_nothing_to_the_dead_and_needs_contact() -> None:
    fight = in_combat("black.touch_of_death", orcs=foot(traits=("undead",)))
    casts(fight, "merlin", "black.touch_of_death", dice=WINS)
    assert piece(fight, "orcs").models == 10
    assert not castable(before_orcs("black.touch_of_death"))


@pytest.mark.rule("tp.spell.black.despair")
@pytest.mark.parametrize(("own", "now"), [(4, 2), (2, 1)])
def test_despair_lowers_the_rating_but_not_below_one(own: int, now: int) -> None:
    fight = before_orcs("black.despair", figure=foot(rating=own))
    casts(fight, "merlin", "black.despair", dice=TWO)
    assert rating(fight, number(fight, "orcs"), own) == now


@pytest.mark.rule("tp.spell.black.despair", "tp.combat.cr.max", "tp.item.enchanted.deas_ring_of_combat")
@pytest.mark.parametrize(("own", "now"), [(1, 1), (2, 2), (8, 8), (9, 8)])
def test_despair_is_taken_off_what_a_ring_has_made_of_the_rating(own: int, now: int) -> None:
    """Two more, ten at most; then two less, one at least."""
    fight = duel("deas_ring_of_combat", own={"rating": own})
    target = number(fight, "hero")
    lay(fight, Effect("tp.spell.black.despair", number(fight, "foe"), target, 1, NEVER))
    assert rating(fight, target, own) == now


@pytest.mark.rule("tp.spell.black.despair", "tp.combat.hit.chart")
def test_the_reason_names_the_rating_that_despair_leaves() -> None:
    fight = duel(own={"rating": 2}, foe={"rating": 4})
    target = number(fight, "hero")
    lay(fight, Effect("tp.spell.black.despair", number(fight, "foe"), target, 1, NEVER))
    assert [step.note for step in to_hit(fight, blow(fight)).steps] == [
        "CR 2 against CR 4", "Despair: CR 1 against CR 4",
    ]  # fmt: skip


# --- null life -----------------------------------------------------------------------------------------------


def null_life(secret: str, *more: str) -> Fight:
    fight = scene(
        wizard("merlin", (36, 10), "black.null_life", *more), unit("guard", (36, 12)),
        wizard("shaman", (36, 24), "base.zap", "base.slow", side=1, facing=180, master=True),
    )  # fmt: skip
    casts(fight, "merlin", "black.null_life", dice=TWO, answers=[*([[]] if more else []), [], secret])
    fight.state.active, fight.state.casts = 1, 0  # as when a turn begins
    return fight


@pytest.mark.rule("tp.spell.black.null_life")
def test_the_spell_of_the_secret_number_comes_to_nothing() -> None:
    fight = null_life("2")
    casts(fight, "shaman", "base.zap", dice=[1, 6, 6, 6, 1, 1], answers=[[]])
    casts(fight, "shaman", "base.slow", dice=[1, 6, 6, 6])
    assert [event.spell for event in told(fight, SpellStopped)] == ["tp.spell.base.slow"]
    assert not fight.state.effects


@pytest.mark.rule("tp.spell.black.null_life")
def test_a_spell_that_the_ether_stopped_is_not_counted() -> None:
    fight = null_life("2")
    casts(fight, "shaman", "base.zap", dice=[6, 1, 1, 1], answers=[[]])
    casts(fight, "shaman", "base.slow", dice=[1, 6, 6, 6])
    assert told(fight, SpellRolled)[-1].cast and not told(fight, SpellStopped)


@pytest.mark.rule("tp.spell.black.null_life", "tp.magic.dispel")
def test_a_spell_that_was_dispelled_is_counted_and_the_named_one_needs_no_dice() -> None:
    fight = null_life("2", "base.zap")
    answers = [[], ["merlin/zap"]]
    casts(fight, "shaman", "base.zap", dice=[1, 5, 5, 1, 6], answers=answers)
    assert told(fight, DispelRolled)[-1].stopped and not told(fight, SpellStopped)
    piece(fight, "merlin").swapped = ()  # he could dispel again, but is not asked
    casts(fight, "shaman", "base.slow", dice=[1, 6, 6, 6])
    assert [event.spell for event in told(fight, SpellStopped)] == ["tp.spell.base.slow"]


@pytest.mark.rule("tp.spell.black.null_life")
def test_the_enemy_does_not_know_the_number() -> None:
    fight = null_life("2")
    theirs, ours = fight.state.copy(), fight.state.copy()
    keep_secret(theirs, 1)
    keep_secret(ours, 0)
    assert (theirs.effects[0].number, ours.effects[0].number) == (0, 2)


# --- black veil ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.black.black_veil")
def test_the_black_veil_strikes_every_model_on_a_four() -> None:
    fight = before_orcs("black.black_veil", figure=foot(toughness=3, agility=1), models=6)
    casts(fight, "merlin", "black.black_veil", dice=[*THREE, 1, 2, 3, 4, 5, 6, 4, 6, 6])
    assert piece(fight, "orcs").models == 3


@pytest.mark.rule("tp.spell.black.black_veil")
def test_characters_throw_for_themselves_under_the_veil() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "black.black_veil"),
        unit("orcs", (36, 15), facing=180, side=1, models=4, files=4), hero("chief", within="orcs", side=1),
    )  # fmt: skip
    casts(fight, "merlin", "black.black_veil", dice=[*THREE, 1, 1, 1, 1, 4, 6])
    assert piece(fight, "chief").hurt == 1 and piece(fight, "orcs").models == 4


# --- extreme hatred ------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.black.extreme_hatred")
def test_extreme_hatred_is_of_one_enemy_piece() -> None:
    fight = in_combat("black.extreme_hatred")
    casts(fight, "merlin", "black.extreme_hatred", dice=THREE)
    assert {to_hit(fight, b).total for b in blows_of(fight, number(fight, "guard"), {}, {})} <= {3, 4}
    guard = [b for b in blows_of(fight, number(fight, "guard"), {}, {}) if b.member == number(fight, "guard")]
    assert to_hit(fight, guard[0]).total == 3


@pytest.mark.rule("tp.spell.black.extreme_hatred")
def test_whoever_hates_must_charge_the_hated_and_nobody_else() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "black.extreme_hatred"), unit("guard", (36, 14)),
        unit("orcs", (36, 20), facing=180, side=1), unit("trolls", (30, 20), facing=180, side=1, models=5),
    )  # fmt: skip
    casts(fight, "merlin", "black.extreme_hatred", dice=THREE, answers=["guard", "orcs"])
    assert must_charge(fight, number(fight, "guard")) == [number(fight, "orcs")]


# --- shadow strike -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.black.shadow_strike")
@pytest.mark.parametrize(("attacks", "now"), [(1, 2), (2, 4), (3, 4), (6, 6)])
def test_shadow_strike_doubles_attacks_up_to_four_a_model(attacks: int, now: int) -> None:
    fight = in_combat("black.shadow_strike", guard=foot(attacks=attacks), models=4)
    casts(fight, "merlin", "black.shadow_strike", dice=FOUR)
    (blow, *_) = [b for b in blows_of(fight, number(fight, "guard"), {}, {}) if b.member == number(fight, "guard")]
    assert {attacks for _, attacks in blow.each} == {now}
    round_fought(fight, [number(fight, "guard"), number(fight, "merlin")])
    assert not fight.state.effects


@pytest.mark.rule("tp.spell.black.shadow_strike", "tp.item.command.lion_standard")
@pytest.mark.parametrize(("attacks", "now"), [(1, 4), (2, 4), (4, 5)])
def test_shadow_strike_doubles_what_a_banner_gives_too(attacks: int, now: int) -> None:
    lion = foot(attacks=attacks, items=("tp.item.command.lion_standard",), prices=(50,))
    fight = scene(
        wizard("merlin", (36, 16), "black.shadow_strike"), unit("guard", (36, 20), command=True, figure=lion),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    casts(fight, "merlin", "black.shadow_strike", dice=FOUR, answers=["guard"])
    (blow, *_) = blows_of(fight, number(fight, "guard"), {}, {})
    assert {attacks for _, attacks in blow.each} == {now}


@pytest.mark.rule("tp.spell.black.shadow_strike")
def test_shadow_strike_doubles_rider_and_steed() -> None:
    fight = scene(
        wizard("merlin", (36, 16), "black.shadow_strike"),
        unit("riders", (36, 20), models=4, files=4, figure=horse(weapons=("sidearm",))),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    )
    contact(fight, "riders", "orcs", rounds=1)
    before = sum(blow.attacks for blow in blows_of(fight, number(fight, "riders"), {}, {}))
    casts(fight, "merlin", "black.shadow_strike", dice=FOUR, answers=["riders"])
    assert sum(blow.attacks for blow in blows_of(fight, number(fight, "riders"), {}, {})) == 2 * before


# --- the dead ------------------------------------------------------------------------------------------------


def after_losses(lost: int, *, life: int = 1, models: int = 12) -> Fight:
    fight = scene(
        wizard("merlin", (36, 21), "black.reanimate_the_dead"),
        unit("guard", (36, 20), models=models, files=4, figure=foot(life=life)),
    )
    piece(fight, "guard").models -= lost
    return fight


@pytest.mark.rule("tp.spell.black.reanimate_the_dead")
@pytest.mark.parametrize(
    ("lost", "life", "face", "models", "hurt"), [(8, 1, 6, 11, 0), (3, 1, 6, 12, 0), (4, 2, 4, 11, 1)]
)
def test_the_dead_come_back(lost: int, life: int, face: int, models: int, hurt: int) -> None:
    fight = after_losses(lost, life=life)
    piece(fight, "merlin").facing = 18000
    casts(fight, "merlin", "black.reanimate_the_dead", dice=[*FOUR, face])
    assert (piece(fight, "guard").models, piece(fight, "guard").hurt) == (models, hurt)


@pytest.mark.rule("tp.spell.black.reanimate_the_dead")
def test_nobody_is_brought_back_to_a_whole_group() -> None:
    assert not castable(after_losses(0))


@pytest.mark.rule("tp.spell.black.drain_life", "tp.magic.dice")
def test_drained_life_is_kept_as_dice() -> None:
    fight = before_orcs("black.drain_life", "base.zap")
    casts(fight, "merlin", "black.drain_life", dice=[*FIVE, 4], answers=["orcs", []])
    assert exhausted(fight, number(fight, "orcs")) and piece(fight, "merlin").mana == 2
    casts(fight, "merlin", "base.zap", dice=[6, 5, 1, 1], answers=[["merlin/stored 1"]])
    assert piece(fight, "merlin").mana == 1 and len(told(fight, SpellRolled)[-1].magic) == 3
