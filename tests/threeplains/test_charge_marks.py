"""The point of the enemy that a charge makes for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from warhost.engine.foresight import foreseen
from warhost.engine.game import Game
from warhost.rulebooks.threeplains import asking
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.charges import run_charge
from warhost.rulebooks.threeplains.charging.countercharges import counter_charge_one
from warhost.rulebooks.threeplains.charging.mark import Heading, marks
from warhost.rulebooks.threeplains.charging.pursuit import wipe_out_moves
from warhost.rulebooks.threeplains.events.charges import ChargeAimed, Charged
from warhost.rulebooks.threeplains.fighting.contact import engaged, foes
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.tactics import consider
from warhost.rulebooks.threeplains.telling.spokesman import ThreePlainsSpokesman

from .charging import FAIL, FURY, GUARD, PASS, charge, charging, orcs
from .scene import asked, contact, feature, foot, narrate, piece, scene, script, told, unit

SAYS = ThreePlainsSpokesman()

pytestmark = pytest.mark.rule("tp.move.charge.move")
HORDE = orcs(6, models=30, files=15)  # three times as wide as the guard


def ordered(fight: Fight) -> Heading:
    question = asked(fight, lambda battle: run_charge(battle, 0))
    assert isinstance(question, Heading)
    return question


def test_against_a_wider_enemy_the_owner_picks_an_end_of_the_side() -> None:
    assert ordered(charging(GUARD, HORDE)).options == [
        "charge", "charge on the left", "charge on the right", "halt",
    ]  # fmt: skip
    nearest, left, right = (
        charge(charging(GUARD, HORDE), answers=[how])
        for how in ("charge", "charge on the left", "charge on the right")
    )
    assert piece(nearest, "guard").x == inches(36)
    end = body(left, 1).width // 2 - body(left, 0).width // 2
    assert piece(left, "guard").x == pytest.approx(inches(36) - end, abs=3)
    assert piece(right, "guard").x == pytest.approx(inches(36) + end, abs=3)
    assert all(engaged(fight, 0) for fight in (nearest, left, right))


def test_from_the_side_the_middle_is_a_choice_of_its_own() -> None:
    aside = unit("guard", at=(31, 20), models=15, files=5)
    question = ordered(charging(aside, HORDE))
    assert question.options[:3] == ["charge", "charge in the middle", "charge on the right"]


def test_where_every_point_comes_to_the_same_nobody_is_asked_for_one() -> None:
    assert ordered(charging(GUARD, orcs(6))).options == ["charge", "halt"]


@pytest.mark.parametrize(("away", "choice"), [(9, True), (14, False)])
def test_a_charge_that_cannot_get_there_this_turn_finds_its_point_later(away: int, choice: bool) -> None:
    question = ordered(charging(GUARD, orcs(away, models=30, files=15)))
    assert ("charge on the left" in question.options) == choice


def test_a_charge_that_has_to_be_made_is_asked_for_its_point_alone() -> None:
    furious = unit("guard", at=(36, 20), models=15, files=5, figure=FURY)
    fight = charge(charging(furious, HORDE), answers=["charge on the left"])
    assert piece(fight, "guard").x < inches(34)
    assert not asked_anything(charging(furious, orcs(6)))


def asked_anything(fight: Fight) -> bool:
    with script(fight) as given:
        run_charge(fight, 0)
    return bool(given.asked)


def test_who_fails_to_halt_still_picks_the_point() -> None:
    fight = charge(charging(GUARD, HORDE), dice=FAIL, answers=["halt", "charge on the right"])
    assert piece(fight, "guard").x > inches(38)


def test_a_point_with_room_for_the_whole_front_may_be_picked_for_a_counter_charge() -> None:
    fight = scene(
        unit("guard", at=(29, 25), facing=45, models=15, figure=FURY), unit("struck", at=(36, 26)),
        unit("orcs", at=(36, 26), facing=180, side=1), active=1, clock=2, phase="counter charges",
    )  # fmt: skip
    contact(fight, "orcs", "struck", charge=inches(5), clock=2)
    squeezed, whole = marks(fight, 0, 2).values()
    assert (squeezed.leg.stand.files, whole.leg.stand.files) == (3, 5)
    with script(fight, answers=["charge on the left"]):
        assert counter_charge_one(fight)
    assert foes(fight, 0) == [2] and not piece(fight, "guard").narrow


def test_a_wipe_out_charge_picks_its_point_too() -> None:
    fight = scene(GUARD, orcs(5, models=30, files=15), phase="combat")
    with script(fight, answers=["charge orcs", "stand", "charge on the left"]):
        wipe_out_moves(fight, [0])
    assert engaged(fight, 0) and piece(fight, "guard").x < inches(34)


def test_between_two_cliffs_there_may_be_a_gap() -> None:
    cliffs = [
        feature("impassable", (33.9, 23), (1.8, 0.5), "left"),
        feature("impassable", (37.3, 23), (2.4, 0.5), "right"),
    ]
    column = unit("guard", at=(36, 20), models=3, files=1)
    fight = charging(column, orcs(6, models=18, files=9), terrain=cliffs)
    assert ordered(fight).options == ["charge through the gap", "charge", "halt"], "what is barred comes last"
    assert engaged(charge(fight, answers=["charge through the gap"]), 0)
    barred = charging(column, orcs(6, models=18, files=9), terrain=cliffs)
    assert not engaged(charge(barred), 0)


def test_another_enemy_in_the_way_may_be_run_into_or_passed_by() -> None:
    wolves = unit("wolves", at=(36, 23), facing=180, side=1, models=1, files=1, figure=foot(attacks=5))
    column = unit("guard", at=(36, 20), models=3, files=1)
    into, past = (
        charge(charging(column, wolves, orcs(6, models=18, files=9)), answers=[how])
        for how in ("charge", "charge on the left")
    )
    assert foes(into, 0) == [1] and foes(past, 0) == [2]


@pytest.mark.rule("tp.move.charge.fit")
def test_past_a_friend_there_may_be_room_for_more_of_the_front() -> None:
    friend = unit("friend", at=(38.6, 23), models=4, files=2)
    points = ordered(charging(GUARD, friend, orcs(6))).points
    files = {name: mark.leg.stand.files for name, mark in points.items()}
    assert files == {"charge": 4, "charge on the left": 5}


def test_bad_ground_may_be_passed_by() -> None:
    bog = feature("rough", (38.2, 23), (1.0, 1.5))
    slow, free = ordered(charging(GUARD, orcs(6), terrain=[bog])).points.values()
    assert slow.slowed and not free.slowed


@pytest.mark.rule("tp.shoot.defensive")
def test_shots_on_the_way_do_not_change_the_point() -> None:
    bows = foot(weapons=("longbow", "sidearm"))
    archers = unit("archers", at=(28, 22), facing=90, side=1, models=2, files=2, figure=bows)
    fight = charging(GUARD, archers, HORDE)
    charge(fight, dice=[*PASS, 6, 6, 6, 6], answers=["charge on the left", "archers"])
    assert engaged(fight, 0) and piece(fight, "guard").models == 13 and piece(fight, "guard").x < inches(34)


# --- seen and told -------------------------------------------------------------------------------------------


def test_the_log_says_which_end_is_made_for_and_nothing_of_the_nearest_point() -> None:
    fight = charge(charging(GUARD, HORDE), answers=["charge on the left"])
    (aimed,) = told(fight, ChargeAimed)
    assert narrate(fight.setting, aimed) == "Guard make for the left of the front of orcs."
    assert not told(charge(charging(GUARD, HORDE)), ChargeAimed)


def test_the_ground_it_would_run_over_is_shown() -> None:
    fight = charging(GUARD, HORDE)
    question = ordered(fight)
    (strip,) = SAYS.preview(fight.setting, fight.state, question, "charge")["outlines"]
    assert (min(y for _, y in strip), max(y for _, y in strip)) == (inches(20), inches(26))
    assert SAYS.preview(fight.setting, fight.state, question, "halt") is None


def test_a_point_farther_off_is_less_likely_to_be_reached() -> None:
    fight = charging(GUARD, orcs(8, models=30, files=15), options={"measuring": "open"})
    game: Game[Any, Any] = Game(ThreePlains(), {}, "1", start=fight.state, setting=fight.setting)
    assert foreseen(game, 0, "charge") == []
    (dash,) = foreseen(game, 0, "charge on the left")
    assert dash.chance == Fraction(2, 3)


def test_every_point_has_words_of_its_own() -> None:
    fight = charging(GUARD, HORDE)
    question = ordered(fight)
    words = [asking.label(fight.setting, fight.state, question, option) for option in question.options]
    assert len(set(words)) == len(words) and words[0] == "charge: at the nearest point"


def test_a_computer_that_does_not_care_takes_the_nearest() -> None:
    furious = unit("guard", at=(36, 20), models=15, files=5, figure=FURY)
    fight = charging(furious, HORDE)
    question = ordered(fight)
    assert question.what == "aim"
    assert list(consider(fight.setting, fight.state, question))[-1] == "charge"


def test_what_a_charge_has_come_is_measured_along_its_own_leg() -> None:
    straight, slanting = (
        told(charge(charging(GUARD, HORDE), answers=[how]), Charged)[0].distance
        for how in ("charge", "charge on the left")
    )
    assert straight == inches(6) < slanting
