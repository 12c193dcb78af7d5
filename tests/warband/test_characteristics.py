"""Profiles, tests and dice."""

from __future__ import annotations

import pytest

from warhost.rulebooks.warband.library import Library
from warhost.rulebooks.warband.trials import (
    acting_leader,
    characteristic_test,
    half_die,
    initiative_test,
    leadership,
    leadership_test,
    limited,
    roll_off,
)

from .scene import book, man, scene, thrown

PROFILES = [(band.id, fighter) for band in Library().bands.values() for fighter in band.fighter]


@pytest.mark.rule(
    "war.char.profile",
    "war.char.m",
    "war.char.ws",
    "war.char.bs",
    "war.char.s",
    "war.char.t",
    "war.char.w",
    "war.char.i",
    "war.char.a",
    "war.char.ld",
)
@pytest.mark.parametrize("band, fighter", PROFILES, ids=lambda one: getattr(one, "id", one))
def test_every_fighter_has_nine_characteristics(band: str, fighter: object) -> None:
    profile = fighter.profile  # type: ignore[attr-defined]
    assert len(profile.__struct_fields__) == 9
    assert all(0 <= getattr(profile, name) <= 10 for name in profile.__struct_fields__)


@pytest.mark.rule("war.char.test", "war.char.i")
@pytest.mark.parametrize("die, passes", [(3, True), (4, False), (1, True)])
def test_a_score_not_above_the_value_passes(die: int, passes: bool) -> None:
    fight = scene(man(0, 10, 10), man(1, 30, 30), dice=[die])
    assert initiative_test(fight, 0, "war.char.test", "trying") is passes
    thrown(fight)


@pytest.mark.rule("war.char.test.six")
@pytest.mark.parametrize("die, passes", [(5, True), (6, False)])
def test_a_six_always_fails(die: int, passes: bool) -> None:
    fight = scene(man(0, 10, 10, profile={"s": 7}), man(1, 30, 30), dice=[die])
    assert characteristic_test(fight, 0, 7, "Strength", "war.char.test.six", "trying") is passes


@pytest.mark.rule("war.char.limits")
@pytest.mark.parametrize("value, kept", [(2 - 3, 1), (9 + 2, 10), (5, 5), (1, 1), (10, 10)])
def test_characteristics_stay_within_one_and_ten(value: int, kept: int) -> None:
    assert limited(value) == kept


@pytest.mark.rule("war.char.ldtest", "war.char.ld")
@pytest.mark.parametrize("dice, passes", [([3, 4], True), ([4, 4], False), ([6, 1], True)])
def test_leadership_is_tested_on_two_dice(dice: list[int], passes: bool) -> None:
    fight = scene(man(0, 10, 10), man(1, 30, 30), dice=dice)
    assert leadership_test(fight, 0, "war.char.ldtest", "trying") is passes


@pytest.mark.rule("war.dice.kinds")
def test_small_dice_are_read_off_a_d6() -> None:
    assert [half_die(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("war.dice.kinds")
def test_a_roll_off_goes_on_among_the_highest() -> None:
    fight = scene(man(0, 10, 10), man(1, 30, 30), man(2, 40, 40), dice=[5, 5, 2, 3, 6])
    assert roll_off(fight, (0, 1, 2), "trying", "war.dice.kinds") == 1
    thrown(fight)


@pytest.mark.rule("war.rout.leader")
@pytest.mark.parametrize("away, value", [(7.0, 8), (7.1, 7)])
def test_a_leader_lends_his_leadership_within_six_inches(away: float, value: int) -> None:
    fight = scene(man(0, 10, 10), man(0, 10 + away, 10, fighter="captain"), man(1, 30, 30))
    assert leadership(fight, 0) == value


@pytest.mark.rule("war.rout.leader")
def test_the_standing_hero_with_the_best_leadership_acts_for_a_stunned_leader() -> None:
    captain = man(0, 10, 10, fighter="captain", posture="stunned")
    down = man(0, 12, 10, fighter="veteran", profile={"ld": 8}, posture="down")
    fight = scene(captain, down, man(0, 14, 10, fighter="veteran", id="acting"), man(0, 16, 10), man(1, 30, 30))
    assert fight.setting.fighters[acting_leader(fight, 0)].recruit.id == "acting"


@pytest.mark.rule("war.rout.leader", "war.psych.animal")
def test_creatures_without_a_will_lead_only_if_nobody_else_stands() -> None:
    risen = {"band": "unquiet", "fighter": "risen"}
    drudge = {"band": "unquiet", "fighter": "drudge", "profile": {"ld": 4}}
    fight = scene(man(0, 10, 10, **risen), man(0, 12, 10, **drudge), man(1, 30, 30))
    assert acting_leader(fight, 0) == 1
    fight.state.warriors[1].posture = "down"
    assert acting_leader(fight, 0) == 0


def test_all_data_can_be_read() -> None:
    assert book().check_data(None) == []
    assert len(book().catalogue) == 254
