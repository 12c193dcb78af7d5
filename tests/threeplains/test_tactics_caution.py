"""What a computer player does not risk, whom it turns to, and when pikes are only in its way."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.charging.facing import Facing
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER
from warhost.rulebooks.threeplains.tactics.charging import named, prospect
from warhost.rulebooks.threeplains.tactics.mind import Mind
from warhost.rulebooks.threeplains.tactics.strokes import stroke

from .scene import feature, foot, hero, horse, scene, unit
from .test_tactics import answer, charges, march

PIKES = foot(weapons=("pike", "sidearm"), title="Pikeman")
LATE = 13  # the clock at the beginning of turn 7
LAST_BUT_ONE, LAST = 15, 16  # ... in the last turn of either side


# --- a lead --------------------------------------------------------------------------------------------------


def late(*, ahead: bool, facing: float = 90, clock: int = LATE) -> Fight:
    """Guards before an enemy who looks away, or at them; another of his units is gone already, or nobody is."""
    fight = scene(
        unit("ours", (36, 20)),
        unit("theirs", (36, 25), facing=facing, side=1),
        unit("others", (60, 40), facing=90, side=1),
        clock=clock,
    )
    if ahead:
        fight.state.pieces[2].fate = "slain"
    return fight


def test_whoever_has_won_begins_no_doubtful_fight() -> None:
    assert charges(late(ahead=False, facing=180)) == {"ours": "theirs"}
    assert charges(late(ahead=True, facing=180)) == {}


@pytest.mark.parametrize("clock", [LATE, LAST_BUT_ONE, LAST])
def test_whoever_has_won_still_takes_what_is_certain(clock: int) -> None:
    """The enemy looks away, and nobody is near who could help him."""
    assert charges(late(ahead=True, clock=clock)) == {"ours": "theirs"}


def test_in_the_last_turn_nobody_fears_what_would_come_after_it() -> None:
    """The third unit has marched, so that it could charge only in a turn of its own."""
    risks = []
    for clock in (LAST_BUT_ONE, LAST):
        fight = late(ahead=False, clock=clock)
        others = fight.state.pieces[2]
        others.x, others.y, others.facing, others.last_moved = inches(42), inches(22), 27000, inches(4)
        found = prospect(Mind(fight.setting, fight.state, 0), 0, 1)
        assert found is not None
        risks.append(found.risk)
    assert risks[0] > risks[1] == 0


def test_whoever_has_won_still_rides_down_those_who_run() -> None:
    fight = late(ahead=True)
    fight.state.pieces[1].fleeing = True
    assert charges(fight) == {"ours": "theirs"}


# --- charges that fall short ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("attacks", "dared"), [(1, True), (3, False)])
def test_nobody_risks_to_fall_short_of_an_enemy_who_is_strong_in_front(attacks: int, dared: bool) -> None:
    """The charge would go on in the next turn, when the target has turned to it."""
    fight = scene(
        unit("riders", (36, 20), facing=90, models=4, files=4, figure=horse(points=30)),
        unit("theirs", (46, 20), facing=90, side=1, models=20, figure=foot(attacks=attacks, rating=3 + attacks)),
    )
    mind = Mind(fight.setting, fight.state, 0)
    found = prospect(mind, 0, 1)
    assert found is not None
    surely, perhaps = found._replace(chance=1.0), found._replace(chance=0.55)
    assert named(mind, [surely])
    assert bool(named(mind, [perhaps])) == dared


def test_a_counter_charge_is_feared_also_if_it_needs_a_dash() -> None:
    risks = []
    for away in (8.5, 16):
        fight = scene(
            unit("ours", (36, 20)),
            unit("theirs", (36, 25), facing=90, side=1),
            unit("waiting", (38 + away, 23), facing=270, side=1),
        )
        found = prospect(Mind(fight.setting, fight.state, 0), 0, 1)
        assert found is not None
        risks.append(found.risk)
    assert risks[0] > risks[1] == 0


# --- charges between obstacles -------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "last", "dared"), [(0, 3, True), (1, 3, False)])
def test_a_unit_squeezes_through_to_a_flank_as_long_as_its_ranks_hold(first: int, last: int, dared: bool) -> None:
    """Three of its five files abreast are enough, fewer are flimsy; the others would run into a house."""
    left, right = (36 + (file - 2.5) * 20 / 25.4 for file in (first, last))
    houses = [
        feature("small building", (left - 1.1, 22), (2, 2)),
        feature("small building", (right + 1.1, 22), (2, 2)),
    ]
    fight = scene(unit("ours", (36, 20)), unit("theirs", (37.5, 25), facing=90, side=1), terrain=houses)
    assert charges(fight) == ({"ours": "theirs"} if dared else {})


# --- lines and faces -----------------------------------------------------------------------------------------


def test_a_general_far_behind_holds_nobody_back() -> None:
    fight = scene(
        unit("ours", (36, 24)),
        hero("general", (36, 3), role="general"),
        unit("theirs", (36, 46), facing=180, side=1),
    )
    assert march(fight, 0).stance.front[1] > inches(27)


def test_a_unit_is_turned_to_the_enemy_who_could_do_most_harm() -> None:
    """A few archers are nearer, but the guards behind it are in reach too."""
    fight = scene(
        unit("ours", (36, 20)),
        unit("few", (36, 24), facing=180, side=1, models=2, files=2),
        unit("many", (36, 12), facing=0, side=1, figure=foot(attacks=2)),
    )
    wanted = answer(fight, Facing(fight, 0, "tp.move.pursue"))
    assert 9000 < wanted < 27000


# --- pikes ---------------------------------------------------------------------------------------------------


def test_pikes_that_point_past_an_enemy_beside_them_are_thrown_away() -> None:
    fight = scene(unit("pikes", (36, 20), figure=PIKES), unit("theirs", (42, 19), facing=180, side=1))
    assert answer(fight, Move(fight, 0)) == [["drop"]]


def test_pikes_are_kept_for_an_enemy_ahead() -> None:
    fight = scene(unit("pikes", (36, 20), figure=PIKES), unit("theirs", (37, 28), facing=180, side=1))
    assert answer(fight, Move(fight, 0)) != [["drop"]]


def test_no_more_is_expected_of_pikes_that_have_been_thrown_away() -> None:
    fight = scene(unit("pikes", (36, 20), figure=PIKES), unit("theirs", (37, 28), facing=180, side=1))
    before = stroke(Mind(fight.setting, fight.state, 0), 0, 1, NEVER, riders=False)
    fight.state.pieces[0].pikes_dropped = True
    after = stroke(Mind(fight.setting, fight.state, 0), 0, 1, NEVER, riders=False)
    assert before.ranks > after.ranks == 1
