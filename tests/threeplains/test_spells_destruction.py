"""Destruction, spell by spell."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.blows import TemplateLaid
from warhost.rulebooks.threeplains.events.spells import MarkerMoved, SpellFailed
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast, castable
from warhost.rulebooks.threeplains.magic.spells.destruction import SKIES
from warhost.rulebooks.threeplains.magic.targets import Casting
from warhost.rulebooks.threeplains.magic.working import blast
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.hits import weigh

from .armoury import laden
from .scene import asked, champion, contact, foot, hero, number, piece, scene, told, unit
from .wizardry import WINS, casts, mage, wizard

TWO, THREE = (1, 1, 6, 6), (1, 1, 1, 6, 6)


def before_orcs(spell: str, **more: Any) -> Fight:
    return scene(wizard("merlin", (36, 10), spell), unit("orcs", (36, 20), facing=180, side=1, **more))


@pytest.mark.rule("tp.spell.destruction.wrath_of_fire")
@pytest.mark.parametrize(("traits", "lost"), [((), 2), (("vulnerable to fire",), 4), (("fire resistant",), 0)])
def test_wrath_of_fire_on_a_tough_target(traits: tuple[str, ...], lost: int) -> None:
    fight = before_orcs(
        "destruction.wrath_of_fire", models=1, files=1,
        figure=foot(toughness=5, life=6, category="beast", traits=traits),
    )  # fmt: skip
    casts(fight, "merlin", "destruction.wrath_of_fire", dice=[*WINS, 4])
    assert piece(fight, "orcs").hurt == lost


@pytest.mark.rule("tp.spell.destruction.blazing_sun")
def test_blazing_sun_tires_what_can_move() -> None:
    fight = before_orcs("destruction.blazing_sun")
    casts(fight, "merlin", "destruction.blazing_sun", dice=WINS)
    assert piece(fight, "orcs").tired == 1
    fight = before_orcs("destruction.blazing_sun", figure=foot(category="machine", movement=0), models=1, files=1)
    casts(fight, "merlin", "destruction.blazing_sun", dice=WINS)
    assert piece(fight, "orcs").tired == 0


def gains(fight: Fight, spell: str) -> tuple[int, ...]:
    """What each face of the damage die takes from the orcs."""
    known = book[f"tp.spell.{spell}"]
    assert known.hits is not None
    return weigh(
        fight, blast(Casting(number(fight, "merlin"), known, 0, 1), number(fight, "orcs"), known.hits, 1)
    ).gains


@pytest.mark.rule("tp.spell.destruction.dragons_breath", "tp.spell.destruction.explosion")
@pytest.mark.parametrize(
    ("spell", "taken"),
    [
        ("destruction.wrath_of_fire", (1, 2, 2, 2, 0, 0)),
        ("destruction.dragons_breath", (0, 0, 1, 1, 1, 0)),
        ("destruction.explosion", (0, 1, 2, 2, 2, 2)),
    ],
)
def test_what_fire_does_to_toughness_three_and_agility_two(spell: str, taken: tuple[int, ...]) -> None:
    assert gains(before_orcs(spell, figure=foot(toughness=3, agility=2, life=9)), spell) == taken


def test_everything_that_hits_by_destruction_is_fire() -> None:
    assert all(spell.hits.fire for spell in book.of("destruction") if spell.hits)


# --- inferno charge ------------------------------------------------------------------------------------------


def fighting(spell: str, **more: Any) -> Fight:
    fight = scene(
        unit("guard", (36, 20), models=10),
        wizard("merlin", (0, 0), spell, within="guard", **more),
        unit("orcs", (36, 20), facing=180, side=1, models=10, figure=foot(life=9, toughness=3)),
    )
    contact(fight, "guard", "orcs")
    return fight


@pytest.mark.rule("tp.spell.destruction.inferno_charge")
@pytest.mark.parametrize(
    ("weapon", "attacks", "pierces", "top"), [("hand weapon", 4, 3, 5), ("great blade", 4, 5, 6)]
)
def test_inferno_charge_sets_the_casters_weapon_alight(weapon: str, attacks: int, pierces: int, top: int) -> None:
    own = champion(disciplines=("destruction",), attacks=1, weapons=(weapon,))
    fight = fighting("destruction.inferno_charge", figure=own)
    casts(fight, "merlin", "destruction.inferno_charge", dice=TWO, answers=["merlin"])
    (blow,) = [b for b in blows_of(fight, number(fight, "guard"), {}, {}) if b.member == number(fight, "merlin")]
    attack = ready(fight, blow).attack
    assert (blow.attacks, attack.toughness, attack.top, attack.fire) == (attacks, pierces, top, True)


@pytest.mark.rule("tp.spell.destruction.inferno_charge")
def test_inferno_charge_on_a_group_is_one_models() -> None:
    fight = fighting("destruction.inferno_charge")
    before = sum(b.attacks for b in blows_of(fight, number(fight, "guard"), {}, {}))
    casts(fight, "merlin", "destruction.inferno_charge", dice=TWO, answers=["guard"])
    blows = blows_of(fight, number(fight, "guard"), {}, {})
    burning = [b for b in blows if ready(fight, b).attack.fire]
    assert sum(b.attacks for b in blows) == before + 3
    assert [b.attacks for b in burning] == [4] and ready(fight, burning[0]).attack.toughness == 3


@pytest.mark.rule("tp.spell.destruction.inferno_charge")
def test_inferno_charge_wants_a_weapon_that_is_not_magical() -> None:
    magical = laden("dragon_blade", disciplines=("destruction",))
    fight = scene(wizard("merlin", (36, 10), "destruction.inferno_charge", figure=magical))
    assert not castable(fight)


# --- templates -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.destruction.dragons_breath")
def test_dragons_breath_burns_friend_and_foe_in_its_way() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "destruction.dragons_breath"),
        unit("guard", (36, 13), models=3, files=3),
        unit("orcs", (36, 16), facing=180, side=1, models=10),
    )
    piece(fight, "guard").x = inches(37.5)
    dice = [*TWO, 1, 3, 5] + [6] * 12
    with pytest.raises(AssertionError):  # more dice than there are hits
        casts(fight, "merlin", "destruction.dragons_breath", dice=dice)
    struck = dict(told(fight, TemplateLaid)[0].hits)
    assert number(fight, "orcs") in struck and number(fight, "guard") in struck


@pytest.mark.rule("tp.spell.destruction.dragons_breath")
def test_dragons_breath_scores_the_hits_of_its_sectors_and_lowers_toughness_and_agility() -> None:
    figure = foot(toughness=3, agility=1)
    fight = scene(
        wizard("merlin", (36, 10), "destruction.dragons_breath"),
        unit("orcs", (36, 12.5), facing=180, side=1, models=10, figure=figure),
    )
    casts(fight, "merlin", "destruction.dragons_breath", dice=[*TWO, 3, 3, 6, 1])
    assert piece(fight, "orcs").models == 8


@pytest.mark.rule("tp.spell.destruction.burning_blood")
def test_burning_blood_hits_three_times_a_d3() -> None:
    fight = before_orcs("destruction.burning_blood")
    casts(fight, "merlin", "destruction.burning_blood", dice=[*THREE, 1, 3, 5, 1, 2, 3, 4, 5, 6])
    assert piece(fight, "orcs").models == 16


@pytest.mark.rule("tp.spell.destruction.leaping_bolts_of_fire")
def test_leaping_bolts_hit_four_times_a_d3() -> None:
    fight = before_orcs("destruction.leaping_bolts_of_fire")
    casts(
        fight, "merlin", "destruction.leaping_bolts_of_fire",
        dice=[1, 1, 1, 1, 6, 6, 1, 2, 3, 6, 2, 2, 2, 2, 2, 2, 3],
    )  # fmt: skip
    assert piece(fight, "orcs").models == 19


# --- superheated weapons -------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.destruction.superheated_weapons", "tp.weapon.unarmed")
def test_heated_weapons_leave_a_unit_unarmed_but_not_a_steady_hero() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "destruction.superheated_weapons"),
        unit("guard", (40, 18), models=10),
        unit("orcs", (40, 18), facing=180, side=1, models=10, figure=foot(weapons=("spear", "sidearm"))),
        hero("chief", side=1, within="orcs"),
        hero("boss", side=1, within="orcs"),
    )
    contact(fight, "guard", "orcs")
    steady, shaken = [4, 4, 4, 4, 1, 1, 1], [1, 1, 1, 1, 6, 6, 6]
    casts(fight, "merlin", "destruction.superheated_weapons", dice=[*THREE, *steady, *shaken])
    rerolls = {b.member: ready(fight, b).attack.reroll for b in blows_of(fight, number(fight, "orcs"), {}, {})}
    assert rerolls[number(fight, "orcs")] == "successes"
    assert rerolls[number(fight, "chief")] == "none" and rerolls[number(fight, "boss")] == "successes"


@pytest.mark.rule("tp.spell.destruction.superheated_weapons")
@pytest.mark.parametrize(
    ("figure", "heated"),
    [(foot(), True), (foot(category="beast", loose=True), False), (foot(category="beast", kind="master"), True)],
    ids=["men", "beasts", "their masters"],
)
def test_beasts_hold_no_weapons_and_their_masters_do(figure: Any, heated: bool) -> None:
    orcs = unit("orcs", (40, 18), facing=180, side=1, models=3, files=3, figure=figure)
    fight = scene(wizard("merlin", (36, 10), "destruction.superheated_weapons"), orcs)
    casts(fight, "merlin", "destruction.superheated_weapons", dice=THREE)
    assert bool(fight.state.effects) == heated


# --- explosion -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.destruction.explosion")
def test_an_explosion_spares_the_wizard_who_keeps_his_nerve_and_nobody_else() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "destruction.explosion"),
        unit("guard", (36, 9), models=3, files=3),
        unit("orcs", (36, 40), facing=180, side=1),
    )
    steady = [4, 4, 4, 4, 1, 1, 1]
    with pytest.raises(AssertionError):  # more dice than there are hits
        casts(fight, "merlin", "destruction.explosion", dice=[*THREE, *steady, *[6] * 30])
    assert piece(fight, "merlin").hurt == 0 and piece(fight, "guard").fate == "slain"


@pytest.mark.rule("tp.spell.destruction.explosion")
def test_an_explosion_does_not_count_the_wizard_among_those_it_strikes() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "destruction.explosion"), unit("orcs", (36, 40), facing=180, side=1)
    )
    casts(fight, "merlin", "destruction.explosion", dice=[*THREE, 4, 4, 4, 4, 1, 1, 1])
    assert told(fight, TemplateLaid)[0].hits == ()


@pytest.mark.rule("tp.spell.destruction.explosion", "tp.character.in_group.hits")
def test_what_is_left_of_an_explosion_when_his_group_is_gone_does_not_strike_the_wizard() -> None:
    fight = scene(
        unit("guard", (36, 10), models=3, files=4),
        wizard("merlin", (0, 0), "destruction.explosion", within="guard"),
        unit("orcs", (36, 40), facing=180, side=1),
    )
    with pytest.raises(AssertionError):  # more dice than there are hits
        casts(fight, "merlin", "destruction.explosion", dice=[*THREE, *[4, 4, 4, 4, 1, 1, 1], *[6] * 60])
    assert piece(fight, "guard").fate == "slain"
    assert piece(fight, "merlin").hurt == 0 and piece(fight, "merlin").fate == "standing"


@pytest.mark.rule("tp.spell.destruction.explosion")
def test_a_wizard_who_loses_his_nerve_takes_a_hit_of_his_own() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "destruction.explosion", figure=mage(toughness=3, life=4)),
        unit("orcs", (36, 40), facing=180, side=1),
    )
    casts(fight, "merlin", "destruction.explosion", dice=[*THREE, 1, 1, 1, 1, 6, 6, 6, 3])
    assert piece(fight, "merlin").hurt == 2


# --- tumbling skies ------------------------------------------------------------------------------------------

SEVEN = (1,) * 7 + (6, 6)
PLACE = {"at": [inches(36), inches(20)]}


def skies(dice: list[int], at: dict[str, list[int]] = PLACE, **more: Any) -> Fight:
    fight = scene(
        wizard("merlin", (36, 10), "destruction.tumbling_skies"),
        unit("orcs", (60, 40), facing=180, side=1, models=10, **more),
    )
    casts(fight, "merlin", "destruction.tumbling_skies", dice=[*SEVEN, *dice], answers=[at])
    return fight


@pytest.mark.rule("tp.spell.destruction.tumbling_skies")
@pytest.mark.parametrize("faces", [[5, 5, 2], [6, 6, 6]])
def test_the_skies_fall_where_they_were_called_if_two_dice_agree(faces: list[int]) -> None:
    fight = skies(faces)
    assert told(fight, TemplateLaid)[0].at == (inches(36), inches(20)) and not told(fight, MarkerMoved)


@pytest.mark.rule("tp.spell.destruction.tumbling_skies")
@pytest.mark.parametrize(("faces", "far"), [([5, 6, 1], 12), ([3, 3, 4], 10)])
def test_otherwise_they_stray_by_all_three_dice(faces: list[int], far: int) -> None:
    fight = skies([*faces, 1])
    assert told(fight, TemplateLaid)[0].at == (inches(36), inches(20 + far))


@pytest.mark.rule("tp.spell.destruction.tumbling_skies")
def test_a_place_behind_an_enemy_unit_is_not_seen() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "destruction.tumbling_skies"),
        unit("orcs", (36, 18), facing=180, side=1, models=20, files=10),
    )
    casts(fight, "merlin", "destruction.tumbling_skies", dice=SEVEN, answers=[{"at": [inches(36), inches(24)]}])
    assert told(fight, SpellFailed)


@pytest.mark.rule("tp.spell.destruction.tumbling_skies")
def test_a_place_too_far_away_is_not_reached() -> None:
    fight = skies([], {"at": [inches(36), inches(31)]})
    assert "out of range" in told(fight, SpellFailed)[0].why


@pytest.mark.rule("tp.spell.destruction.tumbling_skies")
def test_what_the_skies_hit_loses_five_life_points_for_every_one() -> None:
    fight = before_orcs("destruction.tumbling_skies", figure=foot(toughness=6, life=40))
    assert gains(fight, "destruction.tumbling_skies") == (5, 10, 15, 20, 25, 30)


@pytest.mark.rule("tp.spell.destruction.tumbling_skies")
@pytest.mark.parametrize("far", [12, 30])
def test_the_places_suggested_for_tumbling_skies_lie_before_the_enemy_and_never_on_the_caster(far: float) -> None:
    fight = scene(
        wizard("merlin", (36, 10), "destruction.tumbling_skies"),
        unit("orcs", (36, 10 + far), facing=180, side=1, models=20),
    )  # fmt: skip
    place = asked(fight, lambda battle: cast(battle, 0, book[SKIES]))
    (best, *_) = place.suggest()
    assert best["at"][1] == pytest.approx(inches(21.9 if far == 12 else 18), abs=5)
