"""Who runs off the table, where and when he comes back; and what becomes of a charge that is given up."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.charging.flight import come_back, leave_board
from warhost.rulebooks.threeplains.figure import inches

from .scene import NOBODY, piece, scene, unit

WIDTH, DEPTH = inches(72), inches(48)


@pytest.mark.rule("tp.move.offboard")
@pytest.mark.parametrize(("at", "left", "facing"), [
    ((-900, 20000), (0, 20000), 9000),
    ((WIDTH + 900, 20000), (WIDTH, 20000), 27000),
    ((30000, -900), (30000, 0), 0),
    ((30000, DEPTH + 900), (30000, DEPTH), 18000),
])  # fmt: skip
def test_it_comes_back_where_it_left_and_faces_inwards(
    at: tuple[int, int], left: tuple[int, int], facing: int
) -> None:
    fight = scene(unit("a", at=(20, 20)), unit("orcs", at=(60, 40), side=1))
    a = piece(fight, "a")
    a.charge_target, a.charge_run, a.turn.answer = 1, 5, "hold"
    leave_board(fight, 0, at)
    assert (a.point, a.fate, a.charge_target, a.charge_run, a.turn.answer) == (left, "away", NOBODY, 0, "")
    come_back(fight, 0)
    assert (a.fate, a.facing, a.turn.acted, a.turn.barred, a.turn.shot) == ("standing", facing, True, True, True)
    assert a.held_until == a.away_until


@pytest.mark.rule("tp.move.offboard")
@pytest.mark.parametrize(("active", "turns"), [(0, 4), (1, 3)])
def test_it_acts_again_in_the_turn_after_it_has_come_back(active: int, turns: int) -> None:
    fight = scene(unit("a", at=(20, 20)), active=active, clock=7)
    leave_board(fight, 0, (20000, -1))
    assert piece(fight, "a").away_until == 7 + turns


@pytest.mark.rule("tp.move.offboard")
def test_without_a_free_inch_along_any_edge_it_tries_again_in_its_next_turn() -> None:
    crowd = [unit(f"orcs{at}", at=(36, 48 - at), side=1, models=93, files=93) for at in range(48)]
    fight = scene(unit("a", at=(20, 20), models=1, files=1), *crowd)
    leave_board(fight, 0, (30000, -900))
    before = piece(fight, "a").away_until
    come_back(fight, 0)
    assert (piece(fight, "a").fate, piece(fight, "a").away_until) == ("away", before + 2)


@pytest.mark.rule("tp.move.charge")
def test_a_new_charge_begins_at_nothing_and_one_given_up_leaves_nothing() -> None:
    a = piece(scene(unit("a", at=(20, 20))), "a")
    a.charge_run = a.turn.charge_turn = 7
    a.charges(3)
    assert (a.charge_target, a.charge_run, a.turn.charge_turn) == (3, 0, 0)
    a.charge_run = 7
    a.charges_no_more()
    assert (a.charge_target, a.charge_run) == (NOBODY, 0)
