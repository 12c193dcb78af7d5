"""Blocks in ranks, gaps, ends of the front, places of honour, and what losses do."""

from __future__ import annotations

from warhost.engine.field.body import apart
from warhost.engine.field.ranked import Ranked, front_posts, ranks_of, thinned
from warhost.engine.field.stance import Stance

HERE = Stance((0, 0), 0, 5)


def test_a_short_rear_rank_stands_half_a_base_to_either_side() -> None:
    body = Ranked().body(HERE, (787, 787), 7)
    assert [base.centre[0] for base in body.bases[5:]] == [-393, 393] or [
        base.centre[0] for base in body.bases[5:]
    ] == [-394, 393]
    assert (body.width, body.depth) == (5 * 787, 2 * 787)


def test_loose_models_stand_apart_on_every_side() -> None:
    body = Ranked(gap=500).body(HERE, (787, 787), 10)
    assert body.width == 5 * 787 + 4 * 500
    assert body.depth == 2 * 787 + 500
    alone = [Ranked().body(Stance(base.centre, 0, 1), (1, 1), 1) for base in body.bases[:2]]
    assert 1280 < apart(*alone) < 1290


def test_an_end_of_another_size_widens_the_front_and_stands_at_its_right() -> None:
    body = Ranked(ends=((984, 1969),)).body(HERE, (787, 787), 20)
    assert body.width == 5 * 787 + 984
    assert body.depth == 4 * 787
    rider = body.bases[-1]
    assert (rider.right, rider.top) == (body.block.right, 0)
    assert body.bases[0].left == body.block.left


def test_leaders_first_then_champion_standard_and_musician() -> None:
    assert front_posts(5, [], "s", "c", "m") == {2: "s", 3: "c", 1: "m"}
    assert front_posts(2, [("lord", None)], "s", "c", "m") == {1: "c", 0: "lord"}
    assert front_posts(5, [("lord", 2)], "s", None, None) == {2: "lord", 3: "s"}
    assert front_posts(1, [("lord", None), ("mage", None)], "s", None, None) == {0: "lord"}


def test_losses_come_off_the_rear_and_then_off_both_ends_in_turn() -> None:
    assert thinned(5, 20, 14) == (5, 0)
    assert thinned(5, 5, 1) == (4, -1)
    assert thinned(5, 5, 2) == (3, 0)
    assert thinned(5, 7, 3) == (4, -1)
    assert ranks_of(5, 21) == [5, 5, 5, 5, 1]
