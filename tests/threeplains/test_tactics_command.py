"""Where a computer player keeps its general."""

from __future__ import annotations

import pytest

from warhost.engine.field.body import Body, apart
from warhost.engine.field.compass import ahead, aside, heading, turn
from warhost.rulebooks.threeplains.bodies import body, figure
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.morale.checks import AURA, dice_of
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.tactics.command import _run_into
from warhost.rulebooks.threeplains.tactics.mind import Mind

from .scene import champion, foot, hero, horse, number, scene, unit
from .test_chariots import car
from .test_tactics import ARCHER, answer, march, question_of

LAST_BUT_ONE = 15  # the clock of the last turn but that of the enemy


def test_a_general_stays_with_archers_whom_nobody_comes_near() -> None:
    fight = scene(
        unit("archers", (36, 10), models=10, figure=ARCHER),
        hero("general", within="archers", role="general"),
        unit("ours", (44, 10)),
        unit("theirs", (36, 40), facing=180, side=1),
    )
    assert answer(fight, question_of(fight, move_one)) != "general"


def test_a_lone_general_stays_where_his_men_hear_him() -> None:
    """Riders are in sight, but cannot come to him in a turn."""
    fight = scene(
        unit("ours", (36, 20)),
        hero("general", (36, 12), role="general"),
        unit("riders", (36, 34), facing=180, side=1, models=5, figure=horse()),
    )
    assert apart(march(fight, 1).body(), body(fight, 0)) <= AURA


def test_a_lone_general_goes_back_to_the_ranks_when_nobody_is_near() -> None:
    fight = scene(
        unit("ours", (36, 20)),
        hero("general", (36, 14), role="general"),
        unit("theirs", (36, 46), facing=180, side=1),
    )
    assert march(fight, 1).joins


def test_a_general_far_from_his_men_does_not_stay_beside_riders_who_have_a_turn_to_come() -> None:
    """He cannot get out of their reach, but out of their sight, or far enough away to fall back."""
    fight = scene(
        hero("general", (36, 20), role="general"),
        unit("ours", (60, 10)),
        unit("riders", (36, 22), facing=180, side=1, models=5, figure=horse()),
        unit("gone", (10, 40), facing=180, side=1, fate="slain"),
        clock=LAST_BUT_ONE,
    )
    there, riders = march(fight, number(fight, "general")).body(), body(fight, number(fight, "riders"))
    behind = abs(turn(riders.facing, heading(riders.front, there.middle))) > 9000
    assert behind or apart(there, riders) > inches(6)


def test_a_general_in_a_chariot_drives_out_of_reach() -> None:
    """A chariot cannot turn round at the end to watch the enemy, as a man on foot does."""
    fight = scene(
        unit("ours", (36, 20)),
        hero("general", (42, 20), facing=180, figure=car(points=100), role="general"),
        unit("theirs", (42, 29), facing=180, side=1, figure=foot(attacks=2)),
    )
    there, enemy = march(fight, number(fight, "general")).body(), body(fight, number(fight, "theirs"))
    assert apart(there, enemy) > inches(10)


def test_a_general_does_not_drive_away_from_his_men_for_an_arrow() -> None:
    fight = scene(
        unit("ours", (36, 12)),
        unit("car", (42, 18), models=1, files=1, figure=car(weapons=("hand weapon", "bow"))),
        hero("general", within="car", role="general"),
        unit("theirs", (42, 46), facing=180, side=1),
    )
    assert apart(march(fight, number(fight, "car")).body(), body(fight, 0)) <= AURA


def test_a_general_in_a_frenzy_does_not_stand_alone_where_he_would_charge_alone() -> None:
    """Such a man charges whomever he sees within 8 inches; another has nothing to fear from those who look away."""
    near = []
    for traits in ((), ("frenzy",)):
        fight = scene(
            unit("ours", (30, 16)),
            hero("general", (36, 16), figure=champion(traits=traits), role="general"),
            unit("theirs", (36, 26), side=1),
        )
        there = march(fight, number(fight, "general")).body()
        near.append(apart(there, body(fight, number(fight, "theirs"))) <= inches(8))
    assert near == [True, False]


def test_a_general_is_worth_what_his_men_would_lose_who_run_when_he_falls() -> None:
    """Every piece of his army checks then: few of steady men would run, and most of a rabble."""
    worth, runs = [], []
    for deviancy in (1, 4):
        fight = scene(
            hero("general", (36, 10), role="general"),
            unit("ours", (36, 14), models=12),
            unit("theirs", (36, 30), side=1),
            deviancy=(deviancy, 1),
        )
        mind, ours = Mind(fight.setting, fight.state, 0), number(fight, "ours")
        worth.append(mind.worth(number(fight, "general")) / mind.caution)
        runs.append(1 - float(dice_of(figure(fight, ours).soldiering, deviancy).chance()))
    points = fight.setting.entries[fight.state.pieces[ours].entry].points
    assert worth[1] - worth[0] == pytest.approx((runs[1] - runs[0]) * points)
    assert worth[1] - worth[0] > points / 5


def test_a_general_does_not_step_out_before_his_group() -> None:
    """Beside a front that stands askew is before it: a charge at his men runs into him, and he is not asked."""
    ours = unit("ours", (36, 20), facing=40, files=5)
    fight = scene(ours, unit("theirs", (37, 29), facing=180, side=1))
    there, group = body(fight, 1), body(fight, 0)
    beside = aside(group.front, group.facing, -(group.width // 2 + inches(1)))
    base = figure(fight, 0).base
    here = Body(beside, heading(beside, there.front), 1, 1, base, base)
    assert _run_into(here, there, [group])
    behind = Body(ahead(group.back, group.facing, -inches(2)), 0, 1, 1, base, base)
    assert not _run_into(behind, there, [group])
