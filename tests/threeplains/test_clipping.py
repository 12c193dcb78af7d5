"""Charges that clip an enemy, and combats moved back on to the table."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.events.contacts import ClosedUp, CombatMoved
from warhost.rulebooks.threeplains.fighting.clipping import Hit, clips
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.setting import Fight

from .charges_home import ROUND, met, nobody_overlaps, strike, strikers
from .scene import (
    Placed,
    contact,
    foot,
    number,
    piece,
    scene,
    told,
    unit,
)  # fmt: skip

# --- clipping ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.unintentional")
def test_in_a_clip_both_slide_half_of_what_is_missing() -> None:
    """Goblins clip the corner of an elf unit 4 inches wide."""
    fight = scene(
        unit("goblins", (36, 20), models=20, files=5, figure=ROUND),
        unit("elves", (40.5, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
    )
    assert clips(fight, number(fight, "goblins"), number(fight, "elves"))
    assert strike(fight, "goblins", "elves", clip=True)
    assert piece(fight, "elves").point == (inches(38.5), inches(20))
    assert piece(fight, "goblins").point == (inches(38), inches(20))


@pytest.mark.rule("tp.move.unintentional")
def test_who_is_engaged_elsewhere_does_not_slide() -> None:
    fight = scene(
        unit("goblins", (36, 20), models=20, files=5, figure=ROUND),
        unit("others", (43.5, 24), facing=180, models=8, files=4, figure=ROUND),
        unit("elves", (40.5, 20), facing=180, models=16, files=4, figure=ROUND, side=1),
    )
    contact(fight, "others", "elves", "front", "rear")
    assert strike(fight, "goblins", "elves", clip=True)
    assert piece(fight, "elves").point == (inches(40.5), inches(20))
    assert piece(fight, "goblins").point == (inches(40), inches(20))


@pytest.mark.rule("tp.move.unintentional")
def test_of_several_enemies_hit_at_once_each_slides_its_half() -> None:
    """A front of 6 hits the corners of two units 4 wide that stand 4 apart: 3 of it are for each, 1 touches."""
    fight = scene(
        unit("goblins", (36, 20), models=18, files=6, figure=ROUND),
        unit("left", (32, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
        unit("right", (40, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
    )
    also = [Hit(number(fight, "right"), "front")]
    assert strike(fight, "goblins", "left", clip=True, also=also)
    assert piece(fight, "left").point == (inches(33), inches(20))
    assert piece(fight, "right").point == (inches(39), inches(20))
    assert piece(fight, "goblins").point == (inches(36), inches(20))
    assert len(strikers(fight, "goblins", "left")) == len(strikers(fight, "goblins", "right"))


@pytest.mark.rule("tp.move.unintentional")
def test_of_several_hit_at_once_the_mover_does_the_part_of_who_may_not_slide() -> None:
    fight = scene(
        unit("goblins", (36, 20), models=18, files=6, figure=ROUND),
        unit("others", (29.5, 24), facing=180, models=8, files=4, figure=ROUND),
        unit("left", (32, 20), facing=180, models=16, files=4, figure=ROUND, side=1),
        unit("right", (40, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
    )
    contact(fight, "others", "left", "front", "rear")
    assert strike(fight, "goblins", "left", clip=True, also=[Hit(number(fight, "right"), "front")])
    assert piece(fight, "left").point == (inches(32), inches(20))
    assert piece(fight, "right").point == (inches(39), inches(20))
    assert piece(fight, "goblins").point == (inches(35), inches(20))


@pytest.mark.rule("tp.move.unintentional")
def test_another_that_stands_askew_turns_flush_as_it_squares_up() -> None:
    fight = scene(
        unit("goblins", (36, 20), models=18, files=6, figure=ROUND),
        unit("left", (32, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
        unit("right", (40, 20.7), facing=160, models=8, files=4, figure=ROUND, side=1),
    )
    assert strike(fight, "goblins", "left", clip=True, also=[Hit(number(fight, "right"), "front")])
    assert piece(fight, "right").facing == 18000 and piece(fight, "right").y == inches(20)
    assert met(fight, "goblins", "right").b_side == "front"
    assert [event.piece for event in told(fight, ClosedUp)] == [number(fight, "left"), number(fight, "right")]


@pytest.mark.rule("tp.move.unintentional")
def test_a_head_on_line_does_not_clip() -> None:
    fight = scene(
        unit("goblins", (36, 18), models=20, files=5),
        unit("elves", (37, 20), facing=180, models=8, files=4, side=1),
    )
    assert not clips(fight, 0, 1)


@pytest.mark.rule("tp.combat.combat", "tp.combat.contact")
def test_a_front_that_touches_two_enemies_fights_both() -> None:
    fight = scene(
        unit("goblins", (36, 18), models=24, files=8, figure=ROUND),
        unit("elves", (36, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
        unit("guard", (40, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
    )
    assert strike(fight, "goblins", "elves")
    assert met(fight, "goblins", "guard").b_side == "front"


# --- at the table's edge -------------------------------------------------------------------------------------


def at_the_edge(*more: Placed) -> Fight:
    """Elves two ranks deep come into the rear of goblins who stand with their backs to the lower edge."""
    return scene(
        unit("elves", (31, 1), facing=90, models=8, files=4, figure=ROUND),
        unit("goblins", (36, 2), models=8, files=4, figure=ROUND, side=1),
        *more,
    )


@pytest.mark.rule("tp.combat.offboard")
def test_a_combat_off_the_table_is_moved_in_to_its_edge() -> None:
    fight = at_the_edge()
    assert strike(fight, "elves", "goblins", "rear")
    assert piece(fight, "goblins").point == (inches(36), inches(4))
    assert piece(fight, "elves").point == (inches(36), inches(2))
    assert len(strikers(fight, "elves", "goblins")) == 4
    assert told(fight, CombatMoved)[0].pieces == (number(fight, "goblins"),)


@pytest.mark.rule("tp.combat.offboard")
def test_everybody_in_that_combat_is_moved_with_it() -> None:
    fight = at_the_edge(unit("friends", (36, 2), facing=180, models=4, files=4, figure=ROUND))
    contact(fight, "friends", "goblins", rounds=1, clock=0)
    assert strike(fight, "elves", "goblins", "rear")
    assert piece(fight, "friends").point == piece(fight, "goblins").point == (inches(36), inches(4))
    assert len(strikers(fight, "friends", "goblins")) == 4


@pytest.mark.rule("tp.combat.offboard")
def test_a_combat_off_the_table_goes_to_the_nearest_free_space_at_the_edge() -> None:
    """Orcs stand before the goblins from 33.5 to 38.5: four and a half inches to the right it is free."""
    fight = at_the_edge(unit("orcs", (36, 4.5), models=10, files=5, figure=ROUND, side=1))
    assert strike(fight, "elves", "goblins", "rear")
    assert piece(fight, "goblins").point == (inches(40.5), inches(4))
    assert piece(fight, "elves").point == (inches(40.5), inches(2))


@pytest.mark.rule("tp.combat.offboard")
def test_a_loose_group_finds_room_at_the_edge_too() -> None:
    fight = scene(
        unit("elves", (31, 1), facing=90, models=4, files=2, figure=foot(base=(inches(1), inches(1)), loose=True)),
        unit("goblins", (36, 2), models=8, files=4, figure=ROUND, side=1),
    )
    assert strike(fight, "elves", "goblins", "rear")
    assert piece(fight, "goblins").point == (inches(36), inches(3))
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.combat.offboard")
def test_whoever_finds_no_room_for_another_reason_moves_nobody() -> None:
    fight = at_the_edge(unit("ogres", (36, 24), models=200, files=70, figure=ROUND, side=1))
    piece(fight, "ogres").y = inches(5)
    before = piece(fight, "goblins").point
    assert not strike(fight, "elves", "goblins", "rear")
    assert piece(fight, "goblins").point == before and not told(fight, CombatMoved)
