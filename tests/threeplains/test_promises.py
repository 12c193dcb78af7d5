"""What dice decide about an answer: told to whoever may know it, and as likely as it then turns out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from warhost.engine.promise import Promise, percent
from warhost.engine.question import Assign, Choose, Question
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.telling.promises import promises

from .charging import GUARD, charge, charging, orcs
from .scene import foot, scene, unit


def told(fight: Fight, question: Question, answer: Any) -> list[Promise]:
    return promises(fight.setting, fight.state, question, answer)


def chances(fight: Fight, question: Question, answer: Any) -> list[Fraction]:
    return [promise.chance for promise in told(fight, question, answer)]


def charges() -> Assign:
    return Assign(0, "charges", {"guard": ["orcs"]}, "tp.move.charge", none_allowed=True)


def openly(*pieces: Any) -> Fight:
    return charging(*pieces, options={"measuring": "open"})


@pytest.mark.rule("tp.move.charge.far")
@pytest.mark.parametrize(("gap", "chance"), [(8.5, Fraction(2, 3)), (9.5, Fraction(1, 3))])
def test_a_charge_that_needs_a_dash_is_as_likely_as_its_die(gap: float, chance: Fraction) -> None:
    found = chances(openly(GUARD, orcs(gap)), charges(), {"guard": "orcs"})
    assert found == [chance]
    arrived = 0
    for face in range(1, 7):
        fight = charge(openly(GUARD, orcs(gap)), dice=[face])
        arrived += engaged(fight, 0)
    assert Fraction(arrived, 6) == chance


def test_a_charge_that_gets_there_anyhow_promises_nothing() -> None:
    assert told(openly(GUARD, orcs(5)), charges(), {"guard": "orcs"}) == []


def test_a_charge_that_cannot_get_there_says_so() -> None:
    assert chances(openly(GUARD, orcs(14)), charges(), {"guard": "orcs"}) == [0]


@pytest.mark.rule("tp.setup.commands")
def test_nobody_learns_a_distance_before_he_has_given_his_order() -> None:
    assert told(charging(GUARD, orcs(9)), charges(), {"guard": "orcs"}) == []


@pytest.mark.rule("tp.check.bravery")
def test_whoever_charges_a_terror_must_dare() -> None:
    giant = orcs(5, figure=foot(traits=("fear",), ratings={"fear": 3}))
    (found,) = told(openly(GUARD, giant), charges(), {"guard": "orcs"})
    assert found.rule == "tp.check.bravery" and 0 < found.chance < 1


@pytest.mark.parametrize(
    ("what", "option", "about"),
    [
        ("charge", "halt", "guard"),
        ("charge", "redirect to orcs", "guard"),
        ("answer", "fall back", "orcs"),
        ("pursuit", "hold", "guard"),
        ("counter charge", "orcs", ""),
        ("hold and shoot", "shoot", "orcs"),
        ("spill", "hold back", "guard"),
        ("follow", "hold back", "guard"),
    ],
)
def test_what_needs_a_check_says_how_likely_it_is_passed(what: str, option: str, about: str) -> None:
    fight = scene(GUARD, orcs(12))
    (found,) = told(fight, Choose(0, what, [option, "other"], "tp.check.deviancy", about), option)
    assert found.about == (about or option)
    assert found.chance == Fraction(99, 128)  # soldiering 4 against deviancy 3


@pytest.mark.parametrize(("what", "option"), [("charge", "charge"), ("answer", "stand"), ("pursuit", "pursue")])
def test_what_needs_no_check_promises_nothing(what: str, option: str) -> None:
    assert told(scene(GUARD, orcs(12)), Choose(0, what, [option, "other"], "", "guard"), option) == []


def test_pikemen_hold_without_a_check() -> None:
    pikes = unit("guard", at=(36, 20), models=15, files=5, figure=foot(weapons=("pike", "sidearm")))
    assert told(scene(pikes, orcs(12)), Choose(0, "pursuit", ["pursue", "hold"], "", "guard"), "hold") == []


@pytest.mark.rule("tp.move.reform")
def test_another_front_needs_a_check_and_a_leg_does_not() -> None:
    fight = scene(GUARD, orcs(20), phase="moves")
    move = Move(fight, 0)
    assert chances(fight, move, [["reform", 6]]) == [Fraction(99, 128)]
    assert chances(fight, move, [["go", 36000, 22000]]) == []


def test_only_what_is_certain_is_called_certain() -> None:
    assert [percent(Fraction(chance)) for chance in (0, 1)] == ["0 %", "100 %"]
    assert percent(Fraction(1, 1000)) == "under 1 %" and percent(Fraction(999, 1000)) == "over 99 %"
