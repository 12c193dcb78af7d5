"""Battle Magic, spell by spell."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.rulebooks.threeplains.fighting.blows import Blow, blows_of
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.prowess import rating, ready, strikes_first, to_hit
from warhost.rulebooks.threeplains.magic.bearing import effects_on, lay, nature
from warhost.rulebooks.threeplains.magic.casting import castable
from warhost.rulebooks.threeplains.morale.checks import soldiering, stress
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.tempers import frenzied, frenzy_left
from warhost.rulebooks.threeplains.state import NOBODY, Effect
from warhost.rulebooks.threeplains.wounds.hits import damage_chain, weigh

from .scene import champion, contact, foot, hero, number, piece, scene, script, unit
from .wizardry import WINS, casts, wizard

THREE = (1, 1, 1, 6, 6)  # three ether dice, and two that beat them


def melee(*known: str, guard: Any = None, orcs: Any = None, inside: Any = None) -> Fight:
    """Guardsmen with a wizard among them in combat with orcs."""
    fight = scene(
        unit("guard", (36, 20), models=10, figure=guard),
        wizard("merlin", (0, 0), *known, within="guard", figure=inside),
        unit("orcs", (36, 20), facing=180, side=1, models=10, figure=orcs),
        phase="combat",
    )
    contact(fight, "guard", "orcs")
    return fight


def blows(fight: Fight, member: str) -> list[Blow]:
    group = "guard" if member in ("guard", "merlin") else member
    return [b for b in blows_of(fight, number(fight, group), {}, {}) if b.member == number(fight, member)]


# --- fists of fury -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.battle.fists_of_fury")
def test_fists_of_fury_gives_the_wizard_three_attacks_more() -> None:
    fight = melee("battle.fists_of_fury")
    casts(fight, "merlin", "battle.fists_of_fury", dice=[*WINS, 5], answers=["merlin"])
    assert sum(blow.attacks for blow in blows(fight, "merlin")) == 4


@pytest.mark.rule("tp.spell.battle.fists_of_fury")
def test_fists_of_fury_gives_them_to_one_model_of_the_group_alone() -> None:
    fight = melee("battle.fists_of_fury")
    before = sum(blow.attacks for blow in blows(fight, "guard"))
    casts(fight, "merlin", "battle.fists_of_fury", dice=[*WINS, 5], answers=["guard"])
    assert sum(blow.attacks for blow in blows(fight, "guard")) == before + 3


# --- blood spirit --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.battle.blood_spirit")
def test_blood_spirit_raises_the_rating_of_the_whole_group() -> None:
    fight = melee("battle.blood_spirit")
    casts(fight, "merlin", "battle.blood_spirit", dice=WINS)
    assert rating(fight, number(fight, "guard"), 4) == 5 and rating(fight, number(fight, "merlin"), 3) == 4
    assert to_hit(fight, blows(fight, "guard")[0]).total == 3
    (struck,) = {
        to_hit(fight, blow).total for blow in blows(fight, "orcs") if blow.target == number(fight, "guard")
    }
    assert struck == 4


@pytest.mark.rule("tp.spell.battle.blood_spirit", "tp.combat.cr.max")
def test_a_rating_of_ten_stays_ten() -> None:
    fight = melee("battle.blood_spirit", guard=foot(rating=10), orcs=foot(rating=10))
    casts(fight, "merlin", "battle.blood_spirit", dice=WINS)
    assert to_hit(fight, blows(fight, "guard")[0]).total == 4


# --- thunderous blows ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.battle.thunderous_blows")
def test_thunderous_blows_multiply_damage_by_the_ether_that_was_chosen() -> None:
    fight = melee("battle.thunderous_blows", inside=champion(disciplines=("battle",), damage=2), orcs=foot(life=9))
    casts(fight, "merlin", "battle.thunderous_blows", dice=THREE, answers=["ether 3, damage x3"])
    attack = replace(ready(fight, blows(fight, "merlin")[0]).attack, hits=1, target=number(fight, "orcs"))
    assert dict(damage_chain(fight, attack).distribution().items()).keys() == {0, 3, 6}


@pytest.mark.rule("tp.spell.battle.thunderous_blows")
def test_thunder_is_over_when_the_round_has_been_fought() -> None:
    fight = melee("battle.thunderous_blows", "battle.blinding_strikes")
    casts(fight, "merlin", "battle.thunderous_blows", dice=THREE, answers=["ether 3, damage x3", []])
    assert len(fight.state.effects) == 1
    with script(fight, dice=[1] * 10, answers=[{}]):
        fight_round(fight, [number(fight, "guard"), number(fight, "orcs")])
    assert not fight.state.effects


# --- invigoration --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.battle.invigoration")
def test_invigoration_passes_a_counter_on_to_the_nearest_enemy() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "battle.invigoration"),
        unit("guard", (36, 15), tired=4),
        unit("orcs", (36, 30), facing=180, side=1, tired=3),
        unit("trolls", (36, 40), facing=180, side=1),
    )
    casts(fight, "merlin", "battle.invigoration", dice=[1, 1, 6, 6])
    assert [piece(fight, name).tired for name in ("guard", "orcs", "trolls")] == [3, 4, 0]


@pytest.mark.rule("tp.spell.battle.invigoration", "tp.trait.scouting.concealed")
def test_invigoration_does_not_betray_scouts_who_lie_hidden_near_by() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "battle.invigoration"), unit("guard", (36, 15), tired=1),
        unit("scouts", (36, 20), facing=180, side=1, scouts="concealed"),
        unit("orcs", (36, 40), facing=180, side=1),
    )  # fmt: skip
    casts(fight, "merlin", "battle.invigoration", dice=[1, 1, 6, 6])
    assert [piece(fight, name).tired for name in ("scouts", "orcs")] == [0, 1]


@pytest.mark.rule("tp.spell.battle.invigoration")
def test_invigoration_needs_somebody_who_is_weary() -> None:
    fight = scene(wizard("merlin", (36, 10), "battle.invigoration"), unit("orcs", (36, 30), facing=180, side=1))
    assert not castable(fight)


# --- on nerves -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.battle.battle_cry")
def test_a_battle_cry_steadies_units_near_the_caster_and_no_others() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "battle.battle_cry"),
        unit("near", (36, 16), models=10, figure=foot(soldiering=3)),
        unit("far", (50, 30), models=10, figure=foot(soldiering=3)),
        hero("lone", (33, 12)),
    )
    casts(fight, "merlin", "battle.battle_cry", dice=THREE)
    dice = [soldiering(fight, number(fight, name), "break").total for name in ("near", "far", "lone")]
    assert dice == [5, 3, 4]


@pytest.mark.rule("tp.spell.battle.fire_salt", "tp.check.bs.kills")
@pytest.mark.parametrize(("before", "more", "dice"), [(0, 2, 2), (4, 3, 4), (5, 0, 2), (1, 1, 1), (0, 1, 0)])
def test_fire_salt_doubles_the_stress_of_losses_under_it_alone(before: int, more: int, dice: int) -> None:
    fight = scene(
        wizard("merlin", (36, 10), "battle.fire_salt"), unit("orcs", (36, 15), facing=180, side=1, lost=before)
    )
    casts(fight, "merlin", "battle.fire_salt", dice=THREE)
    piece(fight, "orcs").lost += more
    assert stress(fight, number(fight, "orcs"), "break").total == dice


@pytest.mark.rule("tp.spell.battle.fire_salt")
def test_fire_salt_still_works_in_the_enemys_turn_whatever_was_lost_before_it() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "battle.fire_salt"), unit("orcs", (36, 15), facing=180, side=1, lost=4)
    )
    casts(fight, "merlin", "battle.fire_salt", dice=THREE)
    fight.state.clock, fight.state.active, piece(fight, "orcs").lost = 2, 1, 2
    assert stress(fight, number(fight, "orcs"), "break").total == 2


@pytest.mark.rule("tp.spell.battle.fire_salt", "tp.spell.conventions")
def test_fire_salt_of_two_wizards_is_not_added_up() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "battle.fire_salt"), wizard("circe", (40, 12), "battle.fire_salt"),
        unit("orcs", (36, 15), facing=180, side=1), hero("chief", within="orcs", side=1),
    )  # fmt: skip
    casts(fight, "merlin", "battle.fire_salt", dice=THREE)
    piece(fight, "orcs").lost += 2
    casts(fight, "circe", "battle.fire_salt", dice=THREE)
    piece(fight, "orcs").lost += 1
    piece(fight, "chief").lost += 2
    assert stress(fight, number(fight, "orcs"), "break").total == 1 + 1 + 1 + 1


# --- blinding strikes ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.battle.blinding_strikes")
def test_blinding_strikes_come_before_the_enemys() -> None:
    fight = melee("battle.blinding_strikes")
    casts(fight, "merlin", "battle.blinding_strikes", dice=THREE)
    assert all(strikes_first(fight, blow, {}) for blow in blows(fight, "guard"))
    assert not any(strikes_first(fight, blow, {}) for blow in blows(fight, "orcs"))


# --- blood lust ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.battle.blood_lust")
def test_blood_lust_gives_frenzy_to_who_never_had_it_and_anew_to_who_lost_it() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "battle.blood_lust"),
        unit("guard", (36, 15), frenzy="spent", rallied=0),
        clock=3,
    )
    guard = number(fight, "guard")
    casts(fight, "merlin", "battle.blood_lust", dice=[1, 1, 1, 1, 6, 6], answers=["guard"])
    assert "frenzy" in nature(fight, guard) and frenzy_left(fight, guard) and not frenzied(fight, guard)
    piece(fight, "guard").frenzy = "raging"
    assert frenzied(fight, guard)
    piece(fight, "guard").fleeing = True
    assert not frenzy_left(fight, guard)


@pytest.mark.rule("tp.spell.battle.blood_lust")
def test_blood_lust_cast_anew_takes_the_place_of_the_old_one_and_of_nothing_else() -> None:
    fight = scene(wizard("merlin", (36, 10), "battle.blood_lust"), unit("guard", (36, 15)), clock=3)
    guard = number(fight, "guard")
    lay(fight, Effect("tp.spell.white.blessing", NOBODY, guard, 0, 9))
    for clock in (3, 5):
        fight.state.clock, piece(fight, "merlin").tried = clock, ()
        casts(fight, "merlin", "battle.blood_lust", dice=[1, 1, 1, 1, 6, 6], answers=["guard"])
        found = [(one.source, one.number) for one in effects_on(fight, guard)]
        assert found == [("tp.spell.white.blessing", 1), ("tp.spell.battle.blood_lust", clock)]



# --- ultimate warrior ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.battle.ultimate_warrior", "tp.combat.cr.max")
@pytest.mark.parametrize(("rating_before", "needs"), [(5, 2), (9, 3)])
def test_the_ultimate_warrior_strikes_with_three_more(rating_before: int, needs: int) -> None:
    warrior = champion(disciplines=("battle",), rating=rating_before)
    fight = melee("battle.ultimate_warrior", inside=warrior, orcs=foot(rating=4 if rating_before == 5 else 9))
    casts(fight, "merlin", "battle.ultimate_warrior", dice=[1, 1, 1, 1, 1, 6, 6])
    assert rating(fight, number(fight, "merlin"), rating_before) == min(10, rating_before + 3)
    assert to_hit(fight, blows(fight, "merlin")[0]).total == needs


@pytest.mark.rule("tp.spell.battle.ultimate_warrior")
@pytest.mark.parametrize(
    ("weapon", "gains"), [("hand weapon", (0, 2, 4, 6, 6, 6)), ("great blade", (2, 4, 6, 8, 8, 8))]
)
def test_the_ultimate_warriors_damage_is_one_to_three_twice_and_his_weapons_on_top(
    weapon: str, gains: tuple[int, ...]
) -> None:
    warrior = champion(disciplines=("battle",), weapons=(weapon,))
    fight = melee("battle.ultimate_warrior", inside=warrior, orcs=foot(toughness=4, life=9))
    casts(fight, "merlin", "battle.ultimate_warrior", dice=[1, 1, 1, 1, 1, 6, 6])
    assert weigh(fight, ready(fight, blows(fight, "merlin")[0]).attack).gains == gains
