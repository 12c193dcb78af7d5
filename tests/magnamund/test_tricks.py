"""Evil Tricks: what evil heroes can do."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.magnamund.events import (
    MoraleTested,
    PowerTried,
    Spared,
    Wounded,
    WoundIgnored,
)
from warhost.rulebooks.magnamund.library import check_hero
from warhost.rulebooks.magnamund.morale import must_test, triggers
from warhost.rulebooks.magnamund.sheets import HeroCard
from warhost.rulebooks.magnamund.situation import SituationCharacter, SituationUnit
from warhost.rulebooks.magnamund.state import Wound
from warhost.rulebooks.magnamund.wounds import wound

from . import gunnery
from .heroics import blow, card, targets, why
from .scene import (
    Square,
    alive,
    book,
    give,
    happened,
    hero,
    number,
    piece,
    play,
    scene,
    standing,
    unit,
)

THEIRS = {"active": "theirs", "red": "theirs"}


def villain(**more: Any) -> HeroCard:
    return card("gash", **{"race": "giak", "sheet": "giak", "alignment": "evil", **more})


GASH = villain()


def gash(*skills: str, at: Square = (5, 8), **more: Any) -> SituationCharacter:
    return hero("gash", at, side="theirs", skills=list(skills), **more)


def men(*squares: Square, **more: Any) -> SituationUnit:
    return unit("men", list(squares), **more)


def giaks(*squares: Square, **more: Any) -> SituationUnit:
    return unit("giaks", list(squares), side="theirs", **more)


# --- weapons and minds --------------------------------------------------------------------------------------


@pytest.mark.rule("mag.trick.restricted")
@pytest.mark.parametrize("trick", ["mind_blast", "mind_shield"])
def test_only_vordaks_and_helghast_have_powers_of_the_mind_and_other_tricks_besides(trick: str) -> None:
    library = book().library
    assert check_hero(villain(skills=[trick]), library) == [
        f"skills[0]: expected another skill, only a vordak or helghast has {trick}"
    ]
    for kin in ("vordak", "helghast"):
        assert check_hero(villain(kin=kin, skills=[trick, "brutality"]), library) == []


@pytest.mark.rule("mag.trick.weapon")
def test_an_evil_heros_weapon_skill_is_worth_fifteen_or_ten() -> None:
    fight = scene(gash("weapon_skill_axe", at=(5, 6)), men((5, 5)), cards=[GASH], phase="combat", **THEIRS)
    strike = blow(fight, "gash", "men-1", "axe")
    assert strike.chance == 23 + 5 + 15
    assert why(strike)["mag.trick.weapon"] == 15
    bow = gash("weapon_skill_short_bow", weapons=["short_bow", "dagger"])
    assert gunnery.chance(scene(bow, men((5, 4)), cards=[GASH], **THEIRS), "gash", "men-1") == 12 + 3 + 10


@pytest.mark.rule("mag.trick.weapon")
def test_a_gourgaz_hero_never_learns_the_longbow() -> None:
    beast = villain(race="gourgaz", sheet="gourgaz", weapons=["axe"], skills=["weapon_skill_longbow"])
    assert check_hero(beast, book().library) == ["skills[0]: expected a weapon of the race gourgaz, got longbow"]


@pytest.mark.rule("mag.trick.mind_blast")
def test_the_evil_mind_blast_hits_a_hero_twenty_five_lower() -> None:
    fight = scene(hero("lone_wolf", (5, 5)), gash("mind_blast", at=(5, 9)), cards=[GASH], **THEIRS)
    assert targets(fight, "gash") == {"mind blast": ["lone_wolf"]}
    events = play(fight, answers=["gash", "lone_wolf"], dice=[35, 35, 45])
    assert [(w.location, w.severity) for w in happened(events, Wounded)] == [("head", "slight")]


@pytest.mark.rule("mag.trick.mind_blast")
def test_the_evil_mind_blast_kills_soldiers_on_forty_and_needs_an_unhurt_mind() -> None:
    fight = scene(men((5, 5), (5, 4)), gash("mind_blast", at=(5, 9)), cards=[GASH], **THEIRS)
    play(fight, answers=["gash", "men-1"], dice=[40])
    assert not alive(fight, "men-1")
    assert piece(fight, "gash").used("mind_blast") == 1
    for now in (standing(uses={"mind_blast": 2}), standing(wounds=[("body", "slight")])):
        assert targets(scene(men((5, 5)), gash("mind_blast", now=now), cards=[GASH], **THEIRS), "gash") == {}


@pytest.mark.rule("mag.trick.mind_blast")
def test_the_evil_mind_blast_on_a_monster() -> None:
    beast = hero("beast", (5, 5), sheet="gourgaz", weapons=["claws"])
    fight = scene(beast, gash("mind_blast"), cards=[GASH], **THEIRS)
    play(fight, answers=["gash", "beast"], dice=[40, 31, 45])
    assert piece(fight, "beast").wounds == (Wound("head", "wound"),)  # 31 + 10 and 45 - 30 on its own chart


@pytest.mark.rule("mag.trick.mind_shield")
@pytest.mark.parametrize(("rolled", "then"), [(50, []), (51, [36])])
def test_an_evil_hero_parries_a_mind_blast_up_to_fifty(rolled: int, then: list[int]) -> None:
    wolf = hero("lone_wolf", (5, 5), skills=["mind_blast"])
    fight = scene(wolf, gash("mind_shield"), cards=[GASH])
    events = play(fight, answers=["lone_wolf", "gash"], dice=[rolled, *then])
    shielded = happened(events, PowerTried)[0]
    assert (shielded.rule, shielded.success) == ("mag.trick.mind_shield", rolled <= 50)


# --- brutality ----------------------------------------------------------------------------------------------


def shaken(*squares: Square, **more: Any) -> SituationUnit:
    return giaks(*squares, lost=1, lost_this_turn=1, **more)


@pytest.mark.rule("mag.trick.brutality")
def test_he_cuts_one_of_them_down_and_the_rest_carry_on_without_a_test() -> None:
    fight = scene(shaken((6, 8), (7, 8), (8, 8)), gash("brutality"), cards=[GASH], phase="morale", **THEIRS)
    events = play(fight, answers=["yes", "giaks-3"])
    assert not alive(fight, "giaks-3") and alive(fight, "giaks-1") and alive(fight, "giaks-2")
    assert [spared.rule for spared in happened(events, Spared)] == ["mag.trick.brutality"]
    assert not must_test(fight, 0)


@pytest.mark.rule("mag.trick.brutality")
def test_it_does_not_work_twice_on_a_unit() -> None:
    again = shaken((6, 8), (7, 8), (8, 8), brutalised=True)
    fight = scene(again, gash("brutality"), cards=[GASH], phase="morale", **THEIRS)
    assert happened(play(fight, dice=[6, 6]), MoraleTested)


@pytest.mark.rule("mag.trick.brutality")
def test_it_works_on_every_unit_next_to_him_once() -> None:
    others = unit("others", [(4, 8), (3, 8), (2, 8)], side="theirs", lost=1, lost_this_turn=1)
    fight = scene(shaken((6, 8), (7, 8), (8, 8)), others, gash("brutality"), cards=[GASH], phase="morale", **THEIRS)
    play(fight, answers=["others", "yes", "others-1"])
    play(fight, answers=["yes", "giaks-1"])
    assert all(state.brutalised for state in fight.state.units)


@pytest.mark.rule("mag.trick.brutality")
def test_two_squares_away_he_frightens_nobody_and_he_may_spare_them() -> None:
    far = scene(shaken((7, 8), (8, 8), (9, 8)), gash("brutality"), cards=[GASH], phase="morale", **THEIRS)
    assert happened(play(far, dice=[6, 6]), MoraleTested)
    mild = scene(shaken((6, 8), (7, 8), (8, 8)), gash("brutality"), cards=[GASH], phase="morale", **THEIRS)
    assert happened(play(mild, answers=["no"], dice=[6, 6]), MoraleTested)


@pytest.mark.rule("mag.trick.brutality", "mag.morale.trigger.leader", "mag.morale.trigger.half")
def test_the_leader_may_be_the_example_and_that_makes_nobody_test() -> None:
    others = unit("others", [(14, 8), (15, 8), (16, 8)], side="theirs")
    fight = scene(
        shaken((6, 8), (7, 8)), others, gash("brutality"), cards=[GASH], phase="morale", leaders=("", "giaks-2"),
        **THEIRS,
    )  # fmt: skip
    play(fight, answers=["yes", "giaks-2"])
    assert not must_test(fight, fight.setting.group["others"].unit)
    assert not fight.state.leaders_slain[1]
    fight.state.units[0].tested = False
    assert "mag.morale.trigger.half" in [rule for _, rule in triggers(fight, 0)]  # 2 of 3 are gone


# --- nails and poison ---------------------------------------------------------------------------------------


@pytest.mark.rule("mag.trick.hard_as_nails")
@pytest.mark.parametrize(("severity", "location"), [(95, 10), (95, 90), (50, 30), (1, 99)])
def test_the_first_wound_of_the_battle_is_not_felt_whatever_it_is(severity: int, location: int) -> None:
    fight = scene(gash("hard_as_nails"), men((5, 2)), cards=[GASH])
    give(fight, dice=[severity, location, 36, 30])
    wound(fight, number(fight, "gash"), None)
    assert alive(fight, "gash") and piece(fight, "gash").wounds == ()
    assert [one.event.rule for one in fight.told if isinstance(one.event, WoundIgnored)] == [
        "mag.trick.hard_as_nails"
    ]
    wound(fight, number(fight, "gash"), None)
    assert piece(fight, "gash").wounds == (Wound("legs", "wound"),)


@pytest.mark.rule("mag.trick.poisoner")
def test_soldiers_are_bare_to_poison_in_combat_and_under_fire() -> None:
    plated = men((5, 5), armour="plate", shield=True)
    sword = scene(plated, gash("poisoner", at=(5, 6)), cards=[GASH], phase="combat", **THEIRS)
    assert blow(sword, "gash", "men-1").chance == 36 + 5
    bow = gash("poisoner", weapons=["short_bow", "dagger"])
    assert gunnery.chance(scene(plated, bow, cards=[GASH], **THEIRS), "gash", "men-1") == 22 + 3


@pytest.mark.rule("mag.trick.poisoner")
@pytest.mark.parametrize(("skills", "severity"), [((), "serious"), (("poison_immunity",), "wound")])
def test_a_poisoned_sword_adds_twenty_to_the_severity_of_a_heros_wound(
    skills: tuple[str, ...], severity: str
) -> None:
    rorn = hero("rorn", (5, 5), skills=list(skills))
    fight = scene(rorn, gash("poisoner", at=(5, 6)), cards=[GASH, card()], phase="combat", **THEIRS)
    assert blow(fight, "gash", "rorn").chance == 21 + 5  # reckoned as usual
    play(fight, answers=["gash", {"gash": "rorn"}], dice=[26, 52, 50])
    assert piece(fight, "rorn").wounds == (Wound("arms", severity),)


@pytest.mark.rule("mag.trick.poisoner")
def test_poisoned_arrows_work_on_a_monsters_own_chart() -> None:
    beast = hero("beast", (5, 4), sheet="gourgaz", weapons=["claws"])
    fight = scene(beast, gash("poisoner", weapons=["short_bow", "dagger"]), cards=[GASH], **THEIRS)
    play(fight, answers=["gash", {"gash": "beast"}], dice=[1, 69, 50])
    assert piece(fight, "beast").wounds == (Wound("arms", "critical"),)  # 89 on its chart


@pytest.mark.rule("mag.trick.poisoner")
def test_only_the_weapons_that_the_card_names_are_poisoned_and_never_fists() -> None:
    picky = villain(weapons=["short_bow", "sword"], poisoned=["sword"], skills=["poisoner"])
    bow = scene(men((5, 4)), gash(), cards=[picky], **THEIRS)
    assert gunnery.chance(bow, "gash", "men-1") == 12 + 3
    sword = scene(men((5, 7)), gash(), cards=[picky], phase="combat", **THEIRS)
    assert blow(sword, "gash", "men-1").chance == 36 + 5
    assert blow(sword, "gash", "men-1", "unarmed").chance == 3 + 5


# --- terror -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.trick.inspire_terror")
@pytest.mark.parametrize(("alignment", "modifier"), [("good", -2), ("neutral", -1)])
def test_terror_within_two_squares_weighs_on_good_units_and_less_on_neutral_ones(
    alignment: Any, modifier: int
) -> None:
    fight = scene(men((5, 6), (5, 5)), gash("inspire_terror"), cards=[GASH], phase="morale")
    for soldier in ("men-1", "men-2"):
        fight.setting.figures[number(fight, soldier)].alignment = alignment
    tested = happened(play(fight, dice=[5]), MoraleTested)[0]
    assert (tested.value, tested.result) == (10 + 5 + modifier, "carry on")
    fight.state.units[0].tested = False  # the next turn: it has got used to him
    assert not must_test(fight, 0)


@pytest.mark.rule("mag.trick.inspire_terror")
def test_three_squares_away_nobody_is_afraid_and_evil_enemies_never_are() -> None:
    far = scene(men((5, 5)), gash("inspire_terror"), cards=[GASH], phase="morale")
    assert not must_test(far, 0)
    evil = scene(men((5, 6), sheet="giak"), gash("inspire_terror"), cards=[GASH], phase="morale")
    assert not must_test(evil, 0)


@pytest.mark.rule("mag.trick.inspire_terror")
def test_it_is_enough_that_the_hero_comes_to_them() -> None:
    fight = scene(men((5, 4)), gash("inspire_terror"), cards=[GASH], phase="movement", **THEIRS)
    assert not must_test(fight, 0)
    play(fight, answers=["gash", {"gash": "FF"}])
    assert must_test(fight, 0)
