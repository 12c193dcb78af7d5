"""A raid by night: what is seen in the dark, what can be shot, and who strikes blindly.

The camp, which is full of light, is from (18, 18) to (30, 30).
"""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import body, figure
from warhost.rulebooks.threeplains.fighting.blows import Blow
from warhost.rulebooks.threeplains.fighting.prowess import to_hit as to_strike
from warhost.rulebooks.threeplains.land.sense import sees, sees_spot, senses, why_not_sensed
from warhost.rulebooks.threeplains.missiles.aiming import to_hit, why_no_shot
from warhost.rulebooks.threeplains.setting import Fight

from .scenarios import book, played, scenario
from .scene import Placed, contact, foot, number, unit

NIGHT, NIGHT_SHOOTING = "tp.scenario.raid.night", "tp.scenario.raid.night_shooting"
BOWS = foot(weapons=("bow", "hand weapon"), loose=True)


def by_night(*pieces: Placed, **more: Any) -> Fight:
    return scenario("raid", *pieces, options={"raid light": "night"}, **more)


def group(name: str, at: tuple[float, float], side: int = 0, facing: int = 0, **more: Any) -> Placed:
    """Three models in a row, whose front is there."""
    return unit(name, at, side=side, facing=facing, models=3, files=3, **{"figure": foot(loose=True), **more})


def two(fight: Fight) -> tuple[int, int]:
    return number(fight, "a"), number(fight, "b")


# --- what is seen --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.raid.night")
@pytest.mark.parametrize(
    ("a", "b", "seen"),
    [
        ((10, 2), (10, 11), False),  # both in the dark, nine inches
        ((10, 2), (10, 8.05), False),
        ((10, 2), (10, 8), True),  # exactly six
        ((24, 10), (24, 19), True),  # it stands in the light of the camp
        ((24, 10), (24, 18.01), True),
        ((24, 11), (24, 17.1), False),  # close before it
    ],
)
def test_in_the_dark_one_sees_six_inches_and_what_stands_in_light(
    a: tuple[float, float], b: tuple[float, float], seen: bool
) -> None:
    fight = by_night(group("a", a), group("b", b, side=1, facing=180))
    assert sees(fight, *two(fight)) is seen and senses(fight, *two(fight)) is seen
    refusal = why_not_sensed(fight, *two(fight))
    assert refusal is None if seen else refusal is not None and refusal.rule == NIGHT


@pytest.mark.rule("tp.scenario.raid.night")
def test_from_the_light_one_sees_as_by_day() -> None:
    fight = by_night(group("a", (24, 8)), group("b", (24, 20), side=1, facing=180))
    assert sees(fight, number(fight, "b"), number(fight, "a"))


@pytest.mark.rule("tp.scenario.raid.night")
@pytest.mark.parametrize(("away", "noticed"), [(3.0, True), (3.1, False)])
def test_behind_its_back_a_piece_notices_three_inches_as_by_day(away: float, noticed: bool) -> None:
    fight = by_night(group("a", (10, 5), facing=180), group("b", (10, 40), side=1, facing=180))
    back = max(y for base in body(fight, number(fight, "a")).bases for _, y in base.points)
    fight = by_night(group("a", (10, 5), facing=180), group("b", (10, back / 1000 + away), side=1, facing=180))
    assert senses(fight, *two(fight)) is noticed and not sees(fight, *two(fight))


@pytest.mark.rule("tp.scenario.raid.night")
def test_by_day_nothing_of_this_holds() -> None:
    fight = scenario("raid", group("a", (10, 2)), group("b", (10, 11), side=1), options={"raid light": "day"})
    assert sees(fight, *two(fight))


# --- blows ---------------------------------------------------------------------------------------------------


def blow_of(fight: Fight, one: str, other: str) -> Blow:
    us, them = number(fight, one), number(fight, other)
    line = figure(fight, us).blows[0]
    return Blow(us, us, them, them, fight.state.contacts[-1], line, None, ((0, 1),))


@pytest.mark.rule("tp.scenario.raid.night")
@pytest.mark.parametrize(("y", "need"), [(10, (5, 5)), (18, (5, 4)), (24, (4, 4))])
def test_whoever_is_not_in_light_hits_worse(y: float, need: tuple[int, int]) -> None:
    """Front against front at that line; at 18 only those behind it are in the camp."""
    fight = by_night(group("a", (24, y)), group("b", (24, y), side=1, facing=180))
    contact(fight, "a", "b")
    found = [to_strike(fight, blow_of(fight, *ends)).total for ends in (("a", "b"), ("b", "a"))]
    assert tuple(found) == need


@pytest.mark.rule("tp.scenario.raid.night")
def test_a_six_still_hits_in_the_dark() -> None:
    weak, strong = foot(rating=1, loose=True), foot(rating=8, loose=True)
    fight = by_night(group("a", (24, 8), figure=weak), group("b", (24, 8), side=1, facing=180, figure=strong))
    contact(fight, "a", "b")
    assert to_strike(fight, blow_of(fight, "a", "b")).total == 6


# --- missiles and spells -------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.raid.night_shooting")
@pytest.mark.parametrize(
    ("a", "b", "need"),
    [
        ((24, 4), (24, 19), 6),  # from the dark into the camp, fifteen inches
        ((10, 2), (10, 7), 5),  # five inches: close range, in the dark
        ((10, 2), (10, 8), 5),
        ((10, 2), (10, 8.1), None),
        ((24, 22), (24, 34), None),  # out of the camp into the dark
        ((24, 22), (24, 36), None),
        ((24, 19), (24, 29), 4),  # inside the camp: close range, as by day
    ],
)
def test_only_what_is_close_or_in_light_is_shot_at(
    a: tuple[float, float], b: tuple[float, float], need: int | None
) -> None:
    fight = by_night(group("a", a, figure=BOWS), group("b", b, side=1, facing=180), phase="missiles")
    refusal = why_no_shot(fight, *two(fight))
    if need is None:
        assert refusal is not None and refusal.rule in (NIGHT, NIGHT_SHOOTING)
    else:
        assert refusal is None and to_hit(fight, *two(fight)).total == need


@pytest.mark.rule("tp.scenario.raid.night_shooting")
def test_no_spell_is_cast_at_a_place_in_the_dark() -> None:
    fight = by_night(group("a", (24, 8)), group("b", (24, 20), side=1, facing=180))
    one = number(fight, "a")
    for y, seen in ((14, True), (14.1, False), (17.9, False), (18.1, True)):
        assert sees_spot(fight, one, (24000, round(y * 1000))) is seen


def test_it_is_played_to_its_end_by_chance() -> None:
    game = played("raid", **{"raid": "assassination", "raid light": "night"})
    shown = book().view(game.setting, game.state, 0)
    assert game.result is not None and any("It is night" in line for line in shown.notes)
    assert "the light of the camp" in [zone.title for zone in shown.zones]
